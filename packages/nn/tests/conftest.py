"""What the tests of this package share."""

import pytest

import firebrick_core


@pytest.fixture(autouse=True)
def same_seed():
    """Every test and every documented example starts from the same random numbers."""
    firebrick_core.manual_seed(0)
