"""Numbers as a mantissa times a power of two."""

from __future__ import annotations

from .. import _dtype, _operators as T
from .._device import meta_array
from .._errors import TYPE_NAMES
from .._operator import Array, composite, operator
from ._numbers import require_tensors

PAIRS = ("x(3, 4), x(3, 4)", "x(3, 4), x(4)", "x(3, 1), x(1, 4)", "x(), x(2)", "x(2, 0), x(1)")
NO_NUMBER = (("x(3), 2", TypeError, "must be Tensor"),)


def _frexp_rule(input):
    _check_floating(input)
    return meta_array(input.shape, input.dtype), meta_array(input.shape, "int32")


def _check_floating(input):
    dtype = _dtype.from_numpy_dtype(input.dtype)
    if not dtype.is_floating_point:
        raise RuntimeError(
            "torch.frexp() only supports floating-point dtypes, not"
            f" {TYPE_NAMES[dtype.name]}: convert with .to(dtype)"
        )


@operator(
    samples=("x(3, 4)", "x()", "x(2, 0)"),
    returns=("mantissa", "exponent"),
    out=True,
    dtypes="float",
    meta=_frexp_rule,
    errors=(("ints(3, 3)", RuntimeError, "only supports floating-point dtypes, not Long"),),
)
def frexp(xp, input: Array) -> tuple[Array, Array]:
    """Mantissas in (-1, -0.5] or [0.5, 1), and int32 exponents: `mantissa * 2**exponent`.

    0, infinities and NaN are their own mantissas, with the exponent 0. Raises RuntimeError for
    other than floating tensors.

    >>> import firebrick_core as fb
    >>> fb.frexp(fb.tensor([3.0, 0.1])).exponent
    tensor([ 2, -3], dtype=torch.int32)
    """
    _check_floating(input)
    mantissa, exponent = xp.frexp(input)
    # Of infinities and NaN, C leaves the exponent open.
    return mantissa, xp.where(xp.isfinite(input), exponent, 0).astype("int32")


@composite(
    samples=(*PAIRS, "x(3), ints(4, 3)"),
    promotion="float",
    out=True,
    inplace=True,
    errors=NO_NUMBER,
)
def ldexp(input: Array, other: Array) -> Array:
    """`input * 2**other`.

    >>> import firebrick_core as fb
    >>> fb.ldexp(fb.tensor([1.0, 3.0]), fb.tensor([1, 2]))
    tensor([ 2., 12.])
    """
    require_tensors("ldexp", input=input, other=other)
    if other.dtype.category != _dtype.INTEGRAL or input.dtype.is_complex:
        return T.mul(input, T.pow(2.0, other))
    # In two halves: the power alone may be out of range where the product is not.
    dtype = input.dtype if input.dtype.is_floating_point else _dtype.get_default_dtype()
    half = T.floor_divide(other, 2)
    first, second = T.exp2(half.to(dtype)), T.exp2(T.sub(other, half).to(dtype))
    return T.mul(T.mul(input, first), second)
