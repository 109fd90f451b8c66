"""SciPy's kernels in place of our own: the same values, on every sample of their operators."""

import pytest

from firebrick_core import extend
from firebrick_core.scipy_provider import use_scipy

pytest.importorskip("scipy")
pytestmark = pytest.mark.without_torch


def test_agrees_with_the_plain_kernels():
    use_scipy()
    try:
        assert extend.check_provider("scipy") > 20
        with pytest.raises(ValueError, match="already registered"):
            use_scipy()
    finally:
        extend.remove_provider("scipy")
