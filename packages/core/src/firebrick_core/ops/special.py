"""Logarithms that meet their ends, entropy, the sinc function, and Hurwitz's zeta function."""

from __future__ import annotations

import functools
import math

from .._device import meta_array
from .._operator import Array, Operand, composite, operator, pointwise
from ._float64 import fill, floating, in_float64, polynomial, require_real, undefined
from ._nn_arrays import half_in_float32
from .error_function import ANY
from .gamma import DIGAMMA, cotangent_of_pi, digamma_values


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


# The zeta function of Hurwitz, and the higher derivatives of the gamma function's logarithm.

_SHIFT = 10  # so many terms are summed before the series of Euler and Maclaurin takes the rest


def _hurwitz_zeta(xp, s, x):
    """The sum over k of `(x + k) ** -s`, for s > 1 and x > 0, by Euler and Maclaurin."""
    out = xp.zeros_like(x)
    for k in range(_SHIFT):
        out += (x + k) ** -s
    z = x + _SHIFT
    power = z ** (1.0 - s)
    out += power / (s - 1)
    power = power / z
    out += power / 2
    factor = 1.0
    for j, b in enumerate(DIGAMMA):
        factor = s if j == 0 else factor * (s + 2 * j - 1) * (s + 2 * j) / ((2 * j + 1) * (2 * j))
        power = power / z
        # DIGAMMA[j] is B(2j + 2) / (2j + 2), the series wants B(2j + 2) / (2j + 2)!. The factor may
        # be infinite where the power vanishes, for a large s.
        out += xp.where(power == 0, 0.0, power * (b * factor))
        power = power / z
    return out


def _zeta_left(xp, s, q):
    """For negative q and integers s: all integers less those that reflect to the right of q."""
    sign = xp.where(s % 2 == 0, 1.0, -1.0)
    offset = q - xp.round(q)
    near = xp.abs(offset)
    two_sided = _hurwitz_zeta(xp, s, near) + sign * _hurwitz_zeta(xp, s, 1 - near)
    return xp.where(offset < 0, sign, 1.0) * two_sided - sign * _hurwitz_zeta(xp, s, 1 - q)


@pointwise(
    "float",
    samples=(  # without a gradient by the first argument, which has no derivative here
        "pos(3, 4).detach() + 1, pos(3, 4)",
        "pos(3).detach() + 1, 2",
        "2.5, pos(3)",
        "pos().detach() + 1, pos()",
    ),
    dtypes="real",
    namespace="special",
    methods=False,
    inplace=False,
)
@in_float64
def zeta(xp, input: Operand, other: Operand) -> Array:
    """The sum of `(other + k) ** -input` over k = 0, 1, 2, ... (the zeta function of Hurwitz).

    Infinite where `input` is 1 and where `other` is 0, -1, -2, ...; NaN where `input` is below 1,
    and where it is no integer and `other` is negative.

    >>> import firebrick_core as fb
    >>> fb.special.zeta(fb.tensor([2.0, 4.0]), 1)
    tensor([1.6449, 1.0823])
    """
    s, q = input, other
    out = undefined(xp, s)
    fill(xp, out, (s > 1) & (q > 0) & (q < math.inf), _hurwitz_zeta, s, q)
    pole = (q <= 0) & (q == xp.floor(q))
    fill(xp, out, (s > 1) & (q < 0) & (s == xp.floor(s)) & ~pole, _zeta_left, s, q)
    fill(xp, out, (pole & ~(s < 1)) | (s == 1), math.inf)
    return out


@functools.cache
def _two_sided_coefficients(s):
    """Those of the sum over all integers k of `(x + k) ** -s` as a polynomial in `cot(pi * x)`.

    The sum is `pi * cot(pi * x)` for s = 1, and each next one is the derivative of the one before,
    over -s. All are even or odd without a change of sign, so that nothing cancels.
    """
    out = [0.0, math.pi]
    for order in range(1, s):
        below, out = out, [0.0] * (order + 2)
        for k in range(1, order + 1):
            term = math.pi * k * below[k] / order
            out[k - 1] += term
            out[k + 1] += term
    return tuple(out)


def polygamma_values(xp, n, x):
    """The derivative of order `n > 0` of digamma, of a float64 vector."""
    positive = x > 0
    zeta = _hurwitz_zeta(xp, n + 1.0, xp.where(positive, x, 1 - x))
    # Left of 0: all integers less those that reflect to the right of it. PyTorch counts -inf among
    # the poles from the second order on.
    pole = (x == xp.floor(x)) & ~positive & ((x > -math.inf) | (n > 1))
    cotangent = cotangent_of_pi(xp, xp.where(pole | positive, 0.25, x))
    two_sided = polynomial(xp, _two_sided_coefficients(n + 1), cotangent)
    below = two_sided - zeta if n % 2 else two_sided + zeta
    out = xp.where(positive, zeta, xp.where(pole, math.inf, below))
    factorial = math.gamma(n + 1.0) if n <= 170 else math.inf
    return (factorial if n % 2 else -factorial) * out


def _second_argument(n, input):
    return meta_array(input.shape, floating(input))


@operator(
    samples=(
        "1, ints(5, 3) + 1",
        "1, pos(3, 4) + 20.0",
        "2, pos(3)",
        "1, unit(3) * 0.375 - 0.5",
        "2, unit(3, 4) * 0.375 - 1.5",
        "3, unit(3) * 0.375 - 4.5",
    ),
    errors=(
        ("-1, pos(3)", RuntimeError, "negative n"),
        ("1.5, pos(3)", TypeError, "must be int, not float"),
    ),
    dtypes="float",
    methods=False,
    namespace="torch special",
    meta=_second_argument,
    out=True,
)
@in_float64
def polygamma(xp, n: int, input: Array) -> Array:
    """The derivative of order `n` of `digamma`.

    >>> import firebrick_core as fb
    >>> fb.polygamma(1, fb.tensor([0.5, 1.0]))
    tensor([4.9348, 1.6449])
    """
    if isinstance(n, bool) or not hasattr(n, "__index__"):
        raise TypeError(
            f"polygamma(): argument 'n' (position 1) must be int, not {type(n).__name__}"
        )
    if n < 0:
        raise RuntimeError(
            f"polygamma(n, x) does not support negative n: got {n}, expected the order of a"
            " derivative, 0 or more"
        )
    return polygamma_values(xp, n, input) if n else digamma_values(xp, input)


@composite(
    name="polygamma_of",
    namespace="method",
    methods=("polygamma",),
    inplace=True,
    samples=("pos(3, 4) + 20, 1", "pos(3) + 20, 0"),
    errors=(("pos(3), -1", RuntimeError, "negative n"),),
    dtypes="float",
)
def polygamma_of(input: Array, n: int) -> Array:
    """`polygamma` as a method: the tensor comes first."""
    from .. import _operators as T

    return T.polygamma(n, input)
