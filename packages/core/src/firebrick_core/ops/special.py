"""The error function, the gamma function and their relatives, in array operations alone."""

from __future__ import annotations

import functools
import math

import numpy as np

from .._device import meta_array
from .._dtype import get_default_dtype
from .._operator import Array, Operand, operator, pointwise
from ._nn_arrays import constant, half_in_float32, in_pieces

ANY = ("x(3, 4)", "x()", "x(2, 0)")

# erf(x) = tanh(x * P(x*x) / Q(x*x)): tanh takes the ends, and what is left is a smooth function.
# The coefficients, constant first, are minimax fits of the error in erf up to the third number, the
# square of where erf rounds to 1; beyond, P / Q may stay what it is there.
_ERF32 = (
    (1.128379171, 0.2798067205, 0.0426464904, 0.002178274936),
    (1.0, 0.1568924819, 0.02368987624, 0.0003249228946),
    3.95**2,
)
_ERF64 = (
    (
        1.1283791670955124871,
        0.4646315105765063098,
        0.12755778489611016973,
        0.021098888861702462012,
        0.0024918085471795055434,
        0.00018686364187755030031,
        8.5285851496916105037e-6,
        1.1173973725540863594e-7,
        -4.8734218019588111414e-9,
        -2.1474276475604621827e-11,
    ),
    (
        1.0,
        0.32068910684162403204,
        0.084022222264162644127,
        0.011628108905127499347,
        0.0012753356884776974746,
        0.000074116016077169883547,
        2.8162697884321968047e-6,
        -2.3277468698028109227e-8,
        -1.0563523583603641976e-9,
    ),
    5.9**2,
)


def polynomial(xp, coefficients, x):
    """The polynomial in `x` with these coefficients, constant first, by Horner's rule."""
    c = [constant(xp, v, x.dtype) for v in coefficients]
    out = x * c[-1]
    for v in c[-2:0:-1]:
        out += v
        out *= x
    out += c[0]
    return out


def _scaled(fit, factor):
    """The fit for `erf(factor * x)` as a function of `x`."""
    p, q, limit = fit
    return (
        tuple(c * factor ** (2 * k + 1) for k, c in enumerate(p)),
        tuple(c * factor ** (2 * k) for k, c in enumerate(q)),
        limit / factor**2,
    )


_FITS = {
    factor: (_scaled(_ERF32, factor), _scaled(_ERF64, factor)) for factor in (1.0, math.sqrt(0.5))
}


def erf_values(xp, x, factor=1.0):
    """`erf(factor * x)` of a float32 or float64 array, to a few units in the last place.

    The factor is 1 or `sqrt(0.5)`.
    """
    p, q, limit = _FITS[factor][x.dtype == np.float64]
    square = x * x
    square = xp.minimum(square, constant(xp, limit, x.dtype))
    ratio = polynomial(xp, p, square)
    ratio /= polynomial(xp, q, square)
    ratio *= x
    return xp.tanh(ratio, ratio) if ratio.ndim else xp.tanh(ratio)


@pointwise("float", samples=ANY, dtypes="real", namespace="torch special")
@half_in_float32
@in_pieces
def erf(xp, input: Array) -> Array:
    """The error function, `2 / sqrt(pi)` times the integral of `exp(-t*t)` from 0 to `input`.

    >>> import firebrick_core as fb
    >>> fb.erf(fb.tensor([0.0, 0.5, 1.0]))
    tensor([0.0000, 0.5205, 0.8427])
    """
    return erf_values(xp, input)


@pointwise(
    "float", samples=("x(3, 4), pos(3, 4)", "x(3), pos()"), dtypes="real", namespace="torch special"
)
def xlogy(xp, input: Array, other: Operand) -> Array:
    """`input * log(other)`, and 0 where `input` is 0, except where `other` is NaN."""
    return xp.where((input == 0) & (other == other), input.dtype.type(0), input * xp.log(other))


# exp(x*x) * erfc(x) = u * P(u) / Q(u) with u = 1 / (1 + x), for x >= 1: a minimax fit to 6e-17.
_ERFC = (
    (
        0.56418958354698482098,
        1.4110708913873994141,
        9.2398444365047477711,
        17.059294378078759354,
        45.323677004545766775,
        56.003143703129350773,
        70.208402629233629257,
        43.809290325902923756,
        14.818566260322363915,
        -1.7005441601066315316,
    ),
    (
        1.0,
        1.501058035132450655,
        14.376139832171325212,
        15.610142603432408373,
        59.536457132657988683,
        41.235578963130980543,
        76.716485449587880006,
        25.214816104546452434,
        21.546405642251809822,
    ),
)


def floating(array):
    """The NumPy dtype of a result that is floating where the argument is integer."""
    return get_default_dtype().numpy_dtype if array.dtype.kind in "biu" else array.dtype


def in_float64(kernel):
    """Let a kernel see float64 vectors: for what is not worth coefficients in float32."""

    @functools.wraps(kernel)
    def run(xp, *args):
        arrays = [xp.atleast_1d(a.astype(np.float64)) if hasattr(a, "astype") else a for a in args]
        like = next(a for a in args if hasattr(a, "astype"))
        return kernel(xp, *arrays).reshape(like.shape).astype(floating(like))

    return run


def _erfc_values(xp, x):
    """erfc of a float64 array."""
    a = xp.maximum(xp.abs(x), 1.0)
    # x*x is exact in the high part, whose square has 48 bits: exp would magnify its rounding.
    high = a.astype(np.float32).astype(np.float64)
    u = 1 / (1 + a)
    tail = u * polynomial(xp, _ERFC[0], u) / polynomial(xp, _ERFC[1], u)
    tail *= xp.exp(-high * high) * xp.exp((high - a) * (high + a))
    tail = xp.where(a > 28.0, 0.0, tail)
    return xp.where(xp.abs(x) < 1.0, 1 - erf_values(xp, x), xp.where(x > 0, tail, 2 - tail))


@pointwise("float", samples=ANY, dtypes="real", namespace="torch special")
@in_float64
def erfc(xp, input: Array) -> Array:
    """`1 - erf(input)`, exact where that is small."""
    return _erfc_values(xp, xp.minimum(xp.maximum(input, -30.0), 30.0))


@pointwise("float", samples=("unit(3, 4)", "unit()"), dtypes="real", namespace="torch special")
@in_float64
def erfinv(xp, input: Array) -> Array:
    """The number whose `erf` is `input`."""
    x = xp.abs(input)
    # Winitzki's formula, good to 0.2 %, then Halley's steps, each of which triples the digits.
    half_log = xp.log1p(-x * x) / 2
    k = 2 / (math.pi * 0.147) + half_log
    y = xp.sqrt(xp.sqrt(k * k - 2 * half_log / 0.147) - k)
    y = xp.minimum(y, 6.0)
    for _ in range(3):
        error = xp.where(x < 0.5, erf_values(xp, y) - x, (1 - x) - _erfc_values(xp, y))
        step = error * (xp.exp(y * y) * (math.sqrt(math.pi) / 2))
        y = y - step / (1 + y * step)
    y = xp.where(x == 1, math.inf, xp.where(x > 1, math.nan, y))
    return xp.copysign(y, input)


# Stirling's series: B(2k) / (2k (2k - 1)) for log gamma, B(2k) / 2k for its derivative.
_STIRLING = (
    1 / 12,
    -1 / 360,
    1 / 1260,
    -1 / 1680,
    1 / 1188,
    -691 / 360360,
    1 / 156,
    -3617 / 122400,
)
_DIGAMMA = (1 / 12, -1 / 120, 1 / 252, -1 / 240, 1 / 132, -691 / 32760, 1 / 12, -3617 / 8160)
_SHIFT = 10  # from here on the series are exact to float64


def _log_gamma_positive(xp, x):
    small = x < _SHIFT
    product = xp.ones_like(x)
    for k in range(_SHIFT):
        product *= x + k
    z = xp.where(small, x + _SHIFT, x)
    stirling = (z - 0.5) * xp.log(z) - z + 0.5 * math.log(2 * math.pi)
    stirling += polynomial(xp, _STIRLING, 1 / (z * z)) / z
    out = stirling - xp.where(small, xp.log(xp.where(small, product, 1.0)), 0.0)
    return xp.where(x == math.inf, math.inf, out)


def _sine_of_pi(xp, x):
    """`sin(pi * x)` up to its sign, exact at integers."""
    return xp.sin((x - xp.round(x)) * math.pi)


def _cotangent_of_pi(xp, x):
    """`cos(pi * x) / sin(pi * x)`, exact at its zeros."""
    offset = x - xp.round(x)
    size = xp.abs(offset)
    near = size < 0.25
    tangent = xp.tan(xp.where(near, size, 0.5 - size) * math.pi)
    return xp.copysign(xp.where(near, 1 / tangent, tangent), offset)


@pointwise("float", samples=("pos(3, 4)", "x(3, 4)"), dtypes="real", namespace="torch")
@in_float64
def lgamma(xp, input: Array) -> Array:
    """The logarithm of the absolute value of the gamma function."""
    positive = input > 0
    reflected = _log_gamma_positive(xp, xp.where(positive, input, 1 - input))
    sine = xp.abs(_sine_of_pi(xp, input))
    below = math.log(math.pi) - xp.log(sine) - reflected
    below = xp.where((sine == 0) | (input == -math.inf), math.inf, below)
    return xp.where(positive | xp.isnan(input), reflected, below)


@pointwise("float", samples=("pos(3, 4) + 20",), dtypes="real", namespace="torch special")
@in_float64
def digamma(xp, input: Array) -> Array:
    """The derivative of `lgamma`."""
    positive = input > 0
    x = xp.where(positive, input, 1 - input)
    small = x < _SHIFT
    z = xp.where(small, x + _SHIFT, x)
    inverse = 1 / (z * z)
    out = xp.log(z) - 0.5 / z - polynomial(xp, _DIGAMMA, inverse) * inverse
    for k in range(_SHIFT):
        out -= xp.where(small, 1 / (x + k), 0.0)
    pole = (input == xp.round(input)) & ~positive
    cotangent = _cotangent_of_pi(xp, xp.where(pole, 0.25, input))
    out = xp.where(positive, out, out - math.pi * cotangent)
    return xp.where(pole, xp.where(input == 0, -xp.copysign(math.inf, input), math.nan), out)


def _hurwitz_zeta(xp, s, x):
    """The sum over k of `(x + k) ** -s`, for integers s > 1, by Euler and Maclaurin."""
    out = xp.zeros_like(x)
    for k in range(_SHIFT):
        out += (x + k) ** -s
    z = x + _SHIFT
    power = z ** (1.0 - s)
    out += power / (s - 1)
    power = power / z
    out += power / 2
    factor = 1.0
    for j, b in enumerate(_DIGAMMA):
        factor = s if j == 0 else factor * (s + 2 * j - 1) * (s + 2 * j) / ((2 * j + 1) * (2 * j))
        power = power / z
        # _DIGAMMA[j] is B(2j + 2) / (2j + 2), the series wants B(2j + 2) / (2j + 2)!.
        out += power * (b * factor)
        power = power / z
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
    """The derivative of order `n > 0` of digamma, of a float64 array."""
    positive = x > 0
    zeta = _hurwitz_zeta(xp, n + 1.0, xp.where(positive, x, 1 - x))
    # Left of 0: all integers less those that reflect to the right of it. PyTorch counts -inf among
    # the poles from the second order on.
    pole = (x == xp.floor(x)) & ~positive & ((x > -math.inf) | (n > 1))
    cotangent = _cotangent_of_pi(xp, xp.where(pole | positive, 0.25, x))
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
    errors=(("-1, pos(3)", RuntimeError, "negative n"),),
    dtypes="float",
    methods=False,
    namespace="torch special",
    meta=_second_argument,
)
@in_float64
def polygamma(xp, n: int, input: Array) -> Array:
    """The derivative of order `n` of `digamma`."""
    if n < 0:
        raise RuntimeError("polygamma(n, x) does not support negative n.")
    return polygamma_values(xp, n, input) if n else digamma(xp, input)
