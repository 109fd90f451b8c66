"""Logarithms that meet their ends, entropy, and the sinc function."""

from __future__ import annotations

import math

from .._operator import Array, Operand, pointwise
from ._float64 import polynomial, require_real
from ._nn_arrays import half_in_float32
from .error_function import ANY


@pointwise(
    "float",
    samples=("x(3, 4), pos(3, 4)", "x(3), pos()", "x(3), 2.0", "2.0, pos(3)"),
    dtypes="real",
    namespace="torch special",
)
def xlogy(xp, input: Operand, other: Operand) -> Array:
    """`input * log(other)`, and 0 where `input` is 0, except where `other` is NaN.

    >>> import firebrick_core as fb
    >>> fb.xlogy(fb.tensor([0.0, 2.0]), fb.tensor([0.0, 1.5]))
    tensor([0.0000, 0.8109])
    """
    require_real("xlogy", input)
    return xp.where((input == 0) & (other == other), input.dtype.type(0), input * xp.log(other))


@pointwise(
    "float",
    samples=("x(3, 4), pos(3, 4)", "x(3), pos()", "x(3), 2.0", "2.0, pos(3)"),
    dtypes="real",
    namespace="special",
    methods=False,
    inplace=False,
)
def xlog1py(xp, input: Operand, other: Operand) -> Array:
    """`input * log1p(other)`, and 0 where `input` is 0, except where `other` is NaN.

    >>> import firebrick_core as fb
    >>> fb.special.xlog1py(fb.tensor([0.0, 2.0]), fb.tensor([-1.0, 0.5]))
    tensor([0.0000, 0.8109])
    """
    require_real("xlog1py", input)
    return xp.where((input == 0) & (other == other), input.dtype.type(0), input * xp.log1p(other))


@pointwise(
    "float",
    samples=("pos(3, 4)", "pos()"),
    dtypes="real",
    namespace="special",
    methods=False,
    inplace=False,
)
@half_in_float32
def entr(xp, input: Array) -> Array:
    """The summand of entropy: `-input * log(input)`, 0 at 0, and minus infinity below.

    >>> import firebrick_core as fb
    >>> fb.special.entr(fb.tensor([-0.5, 0.0, 0.5]))
    tensor([  -inf, 0.0000, 0.3466])
    """
    require_real("entr", input)
    number = input.dtype.type
    out = -input * xp.log(input)
    out = xp.where(input == 0, number(0), out)
    return xp.where(input < 0, number(-math.inf), out)


@pointwise(
    "float",
    samples=("unit(3, 4) / 2 + 0.5", "unit(3, 4) + 0.5, 0.25", "unit() / 2 + 0.5"),
    dtypes="float",
    namespace="torch special",
)
@half_in_float32
def logit(xp, input: Array, eps: float | None = None) -> Array:
    """The inverse of `sigmoid`: `log(z / (1 - z))`, with `z` the input.

    Given `eps`, `z` is the input limited to `[eps, 1 - eps]`; without it, inputs outside of [0, 1]
    give NaN.

    >>> import firebrick_core as fb
    >>> fb.logit(fb.tensor([0.0, 0.5, 0.75]))
    tensor([  -inf, 0.0000, 1.0986])
    """
    require_real("logit", input)
    number, z = input.dtype.type, input
    if eps is not None:
        low, high = number(eps), number(1) - number(eps)
        z = xp.where(z < low, low, xp.where(z > high, high, z))
    rest = number(1) - z
    # Near 1/2 the numerator of (2z - 1) / (1 - z) is exact, and the quotient z / (1 - z) is not.
    middle = xp.log1p((z + z - number(1)) / rest)
    return xp.where(xp.abs(z - number(0.5)) < number(0.25), middle, xp.log(z / rest))


def _sine_of_pi(xp, x):
    """`sin(pi * x)` of real or complex numbers, exact at integers."""
    turns = xp.round(x.real)
    sine = xp.sin((x - turns) * x.dtype.type(math.pi))
    return xp.where(turns % 2 == 0, sine, -sine)


@pointwise("float", samples=(*ANY, "ints(3, 4)"), dtypes="number", namespace="torch special")
@half_in_float32
def sinc(xp, input: Array) -> Array:
    """`sin(pi * input) / (pi * input)`, and 1 at 0.

    >>> import firebrick_core as fb
    >>> fb.sinc(fb.tensor([0.0, 0.5, 1.5]))
    tensor([ 1.0000,  0.6366, -0.2122])
    """
    number = input.dtype.type
    out = _sine_of_pi(xp, input) / (input * number(math.pi))
    return xp.where(input == 0, number(1), out)


# The coefficients of (y cos(y) - sin(y)) / y**3 in y*y, to 1e-17 up to |y| = 1.
_SLOPE = tuple((-1) ** k * 2 * k / math.factorial(2 * k + 1) for k in range(1, 11))


@pointwise(
    "float",
    samples=("x(3, 4)", "unit(3) * 0.25"),
    dtypes="floating",
    methods=False,
    namespace="internal",
    inplace=False,
    out=False,
)
@half_in_float32
def sinc_slope(xp, input: Array) -> Array:
    """The derivative of `sinc`, with all digits near 0."""
    number = input.dtype.type
    angle = input * number(math.pi)
    near = xp.abs(angle) < 1
    small = xp.where(near, angle, number(0))
    series = small * polynomial(xp, _SLOPE, small * small)
    turns = xp.round(input.real)
    cosine = xp.cos((input - turns) * number(math.pi))
    cosine = xp.where(turns % 2 == 0, cosine, -cosine)
    far = (cosine - _sine_of_pi(xp, input) / angle) / angle
    return xp.where(near, series, far) * number(math.pi)
