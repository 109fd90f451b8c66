"""Powers, with the special cases that are faster or more exact than a general power, and exponents
of two.
"""

from __future__ import annotations

from .. import _dtype, _operators as T
from .._device import meta_array
from .._errors import TYPE_NAMES
from .._operator import Array, Operand, composite, operator, pointwise
from ._numbers import require_tensors
from .arithmetic import WRONG


def _check_exponent(dtype, input, exponent):
    """Negative powers of integers have no integer value; of tensors they are taken as 0."""
    if dtype.category == _dtype.INTEGRAL and not hasattr(exponent, "_keys") and exponent < 0:
        raise RuntimeError(
            "Integers to negative integer powers are not allowed: pow() got the exponent"
            f" {exponent}; use a floating base or float_power()"
        )


def integer_power(xp, input, exponent):
    """Powers of integers. Negative exponents give the reciprocal of 1 and -1, and 0 of others."""
    negative = exponent < 0
    if not negative.any():
        return xp.power(input, exponent)
    zero, one = input.dtype.type(0), input.dtype.type(1)
    of_minus_one = xp.where(xp.bitwise_and(exponent, one) == one, -one, one)
    inverse = xp.where(input == one, one, xp.where(input == -one, of_minus_one, zero))
    return xp.where(negative, inverse, xp.power(input, xp.where(negative, zero, exponent)))


def _cube(xp, a):
    return xp.multiply(xp.multiply(a, a), a)


def _inverse_square(xp, a):
    return xp.reciprocal(xp.multiply(a, a))


def _square(xp, a):
    return xp.multiply(a, a)


def _square_root(xp, a):
    return xp.sqrt(a)


def _inverse_root(xp, a):
    return xp.reciprocal(xp.sqrt(a))


def _inverse(xp, a):
    return xp.reciprocal(a)


# NumPy's general power takes ten times a product's time. Those below 1 are for floating bases.
SPECIAL = {
    2: _square,
    3: _cube,
    0.5: _square_root,
    -0.5: _inverse_root,
    -1: _inverse,
    -2: _inverse_square,
}


@pointwise(
    symbol="**",
    samples=("pos(3, 4), x(3, 4)", "x(3, 4), 2", "x(3), 3", "2.0, x(3)", "pos(3), 0.5"),
    dtypes="number",
    check=_check_exponent,
    errors=(
        *WRONG,
        ("ints(3, 3), -1", RuntimeError, "negative integer powers are not allowed"),
        ("mask(3), mask(3)", NotImplementedError, "'Bool'"),
    ),
)
def pow(xp, input: Operand, exponent: Operand) -> Array:
    """`input` to the power of `exponent`.

    Raises RuntimeError for integers to a negative number; to negative tensors, integers but 1 and
    -1 give 0.

    >>> import firebrick_core as fb
    >>> fb.tensor([1.0, 2.0, 3.0]) ** 2, 2 ** fb.tensor([3, 4])
    (tensor([1., 4., 9.]), tensor([ 8, 16]))
    """
    if exponent.ndim == 0:
        special = SPECIAL.get(exponent.item())
        if special is not None and (exponent >= 1 or input.dtype.kind not in "iu"):
            return special(xp, input)
    if input.dtype.kind in "iu":
        return integer_power(xp, input, exponent)
    return xp.power(input, exponent)


@pointwise("number", ufunc="square", samples=("x(3, 4)", "x()", "x(2, 0)"))
def square(xp, input: Array) -> Array:
    """`input * input`, of booleans as integers.

    >>> import firebrick_core as fb
    >>> fb.square(fb.tensor([2.0, -3.0]))
    tensor([4., 9.])
    """
    return xp.square(input)


def _power_dtype(*operands):
    """float64, or complex128 where an operand is complex."""
    wide = any(
        x.dtype.is_complex if hasattr(x, "_keys") else isinstance(x, complex) for x in operands
    )
    return _dtype.complex128 if wide else _dtype.float64


def _in(dtype, x):
    return x.to(dtype) if hasattr(x, "_keys") else x


@composite(
    samples=("pos(3, 4), x(3, 4)", "x(3), 2", "2.0, x(3)"),
    out=True,
    dtypes="all",
    errors=(("2, 3", TypeError, "at least one of its operands must be Tensor"),),
)
def float_power(input: Operand, exponent: Operand) -> Array:
    """`input` to the power of `exponent`, always in float64 or complex128.

    Raises TypeError where neither is a tensor.

    >>> import firebrick_core as fb
    >>> fb.float_power(fb.tensor([1, 2]), -1)
    tensor([1.0000, 0.5000], dtype=torch.float64)
    """
    dtype = _power_dtype(input, exponent)
    if not hasattr(input, "_keys") and not hasattr(exponent, "_keys"):
        raise TypeError(
            f"float_power(): at least one of its operands must be Tensor, not "
            f"{type(input).__name__} and {type(exponent).__name__}"
        )
    return T.pow(_in(dtype, input), _in(dtype, exponent))


@composite(
    samples=("pos(3, 4).to(T.float64), x(3, 4)", "x(3).to(T.complex128), 2j"),
    namespace="method",
    mutates=True,
    dtypes="float",
    errors=(("x(3), 2", RuntimeError, "has dtype Float but the operation's result requires"),),
)
def float_power_(input: Array, exponent: Operand) -> Array:
    """`float_power` in place: the tensor is float64 already, or complex128.

    Raises RuntimeError for a tensor of another dtype than the result's.
    """
    from .._errors import TYPE_NAMES

    dtype = _power_dtype(input, exponent)
    if input.dtype is not dtype:
        raise RuntimeError(
            f"the base given to float_power_ has dtype {TYPE_NAMES[input.dtype.name]} but the"
            f" operation's result requires dtype {TYPE_NAMES[dtype.name]}"
        )
    return T.pow_(input, _in(dtype, exponent))


# Numbers as a mantissa times a power of two.

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
