"""Every operator of the table on device "cuda": on a fake CuPy always, on a GPU where there is one.

The fake has CuPy's names, parameters and loops and none of NumPy's leniency, so a kernel that would
fail on CuPy fails here.
"""

from __future__ import annotations

import fake_cupy
import pytest

import firebrick_core as fb
from firebrick_core._device import BACKENDS
from firebrick_core._operator import TABLE
from firebrick_core.testing import check_backend, dtypes_of, flatten, make_sample, moved_to


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


# There are no complex numbers of that precision; and sampled_products is made of CuPy's own einsum.
NOT_NARROW = ("sampled_products", "view_as_complex", "view_as_complex_copy")
NARROW = sorted(
    n
    for n, op in TABLE.items()
    if "float16" in dtypes_of(op) and not (op.random or op.mutates or n in NOT_NARROW)
)


@pytest.mark.parametrize("name", NARROW)
def test_bfloat16_gives_the_dtypes_that_it_does_on_the_cpu(cupy, name):
    pytest.importorskip("ml_dtypes")
    op = TABLE[name]
    for text in op.samples:
        sample = make_sample(text).map(_narrow)
        try:
            want = flatten(op(*sample.args, **sample.kwargs))
        except (RuntimeError, TypeError, NotImplementedError):
            continue  # the CPU does not take it
        moved = sample.map(lambda t: moved_to(t, BACKENDS["cuda"]))
        got = flatten(op(*moved.args, **moved.kwargs))
        assert [getattr(t, "dtype", None) for t in got] == [getattr(t, "dtype", None) for t in want]


def _narrow(t):
    return t.detach().to(fb.bfloat16) if t.is_floating_point() else t
