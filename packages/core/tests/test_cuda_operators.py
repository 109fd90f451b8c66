"""Every operator of the table on device "cuda": on a fake CuPy always, on a GPU where there is one.

The fake has CuPy's names, parameters and loops and none of NumPy's leniency, so a kernel that would
fail on CuPy fails here.
"""

from __future__ import annotations

import fake_cupy
import pytest

from firebrick_core._device import BACKENDS
from firebrick_core._operator import TABLE
from firebrick_core.testing import check_backend


def gpu() -> str | None:
    """Why there is no GPU to test on, None where there is one."""
    try:
        BACKENDS["cuda"].namespace()
    except RuntimeError as error:
        return str(error)
    return None


@pytest.fixture(scope="module", params=["fake", pytest.param("gpu", marks=pytest.mark.gpu)])
def cupy(request):
    if request.param == "fake":
        with fake_cupy.install() as module:
            yield module
    else:
        reason = gpu()
        if reason is not None:
            pytest.skip(reason)
        yield BACKENDS["cuda"].namespace()


@pytest.mark.parametrize("name", sorted(n for n, op in TABLE.items() if op.inplace_of is None))
def test_operator_computes_what_the_cpu_does(cupy, name):
    check_backend("cuda", [name])
