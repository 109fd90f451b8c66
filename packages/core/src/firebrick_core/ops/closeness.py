"""Whether tensors are equal, or close."""

from __future__ import annotations

from .. import _dtype, _operators as T
from .._errors import TYPE_NAMES
from .._operator import Array, composite, pointwise
from ._numbers import require_tensors

PAIRS = ("x(3, 4), x(3, 4)", "x(3, 4), x(4)", "x(), x(2)", "x(2, 0), x(1)")


def _check_tolerances(dtype, input, other, rtol, atol, equal_nan):
    if input.dtype is not other.dtype:
        a, b = TYPE_NAMES[input.dtype.name], TYPE_NAMES[other.dtype.name]
        raise RuntimeError(f"{a} did not match {b}: isclose() compares tensors of one dtype")


@pointwise(
    "bool",
    samples=(
        *PAIRS,
        "x(3), x(3), 0.5, 1",
        "x(3), x(3), 0, 0",
        "x(3) * nan, x(3) * nan, equal_nan=True",
    ),
    check=_check_tolerances,
    differentiable=False,
    inplace=False,
    out=False,
    errors=(
        ("x(3), x(3).to(T.float64)", RuntimeError, "Float did not match Double"),
        ("x(3), x(3), rtol=-1", RuntimeError, "rtol must be greater than or equal to zero"),
        ("x(3), x(3), atol=-1", RuntimeError, "atol must be greater than or equal to zero"),
        ("x(3), x(4)", RuntimeError, "must match the size"),
        ("x(3), 2.0", TypeError, "must be Tensor"),
    ),
)
def isclose(
    xp,
    input: Array,
    other: Array,
    rtol: float = 1e-05,
    atol: float = 1e-08,
    equal_nan: bool = False,
) -> Array:
    """Whether `|input - other| <= atol + rtol * |other|`; NaN is close to NaN with `equal_nan`.

    Infinities are close to themselves. Raises RuntimeError for two dtypes, or a negative tolerance.

    >>> import firebrick_core as fb
    >>> fb.isclose(fb.tensor([1.0, 1.0]), fb.tensor([1.000001, 1.1]))
    tensor([ True, False])
    """
    for name, value in (("rtol", rtol), ("atol", atol)):
        if value < 0:
            raise RuntimeError(
                f"{name} must be greater than or equal to zero, but got {value} (in isclose())"
            )
    close = xp.equal(input, other)
    kind = input.dtype.kind
    if equal_nan and kind not in "biu":
        close = close | (xp.isnan(input) & xp.isnan(other))
    if kind in "biu":
        real = _dtype.get_default_dtype().numpy_dtype
        input, other = input.astype(real), other.astype(real)
    allowed = atol + xp.absolute(rtol * other)
    error = xp.absolute(input - other)
    return close | (xp.isfinite(error) & (error <= allowed))


@composite(samples=(*PAIRS, "x(3), x(3), 0.5, 1"), errors=(("x(3), 2.0", TypeError, "be Tensor"),))
def allclose(
    input: Array,
    other: Array,
    rtol: float = 1e-05,
    atol: float = 1e-08,
    equal_nan: bool = False,
) -> bool:
    """Whether all elements are close; see `isclose`.

    >>> import firebrick_core as fb
    >>> fb.allclose(fb.tensor([1.0]), fb.tensor([1.0 + 1e-6]))
    True
    """
    return bool(T.isclose(input, other, rtol, atol, equal_nan).all())


@composite(
    samples=(*PAIRS, "x(3), ints(3, 3)"), errors=(("x(3), 2.0", TypeError, "must be Tensor"),)
)
def equal(input: Array, other: Array) -> bool:
    """Whether two tensors have the same shape and elements; NaN equals nothing.

    >>> import firebrick_core as fb
    >>> fb.equal(fb.tensor([1, 2]), fb.tensor([1, 2])), fb.equal(fb.ones(1), fb.ones(2))
    (True, False)
    """
    if not hasattr(input, "_keys") or not hasattr(other, "_keys"):
        require_tensors("equal", input=input, other=other)
    return input._array.shape == other._array.shape and bool(T.eq(input, other).all())
