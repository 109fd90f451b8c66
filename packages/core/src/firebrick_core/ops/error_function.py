"""The error function, its complement and its inverse, in array operations alone, and what is made
of them: the normal distribution.
"""

from __future__ import annotations

import math

import numpy as np

from .._operator import Array, pointwise
from ._float64 import fill, in_float64, polynomial, require_real, undefined
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
    require_real("erf", input)
    return erf_values(xp, input)


# (1 + 2x) exp(x*x) erfc(x) for all x >= 0, a polynomial in (x - 4) / (x + 4), constant first. This
# and the tables of the other special functions that name no source are near-minimax fits
# (interpolation in Chebyshev's nodes, at 60 digits) to a relative error of 1e-17.
_ERFCX = (
    1.2329951186255526, -0.1396211168405623, 0.015379652102619604, 0.06809705425466908,
    -0.10103906603630056, 0.0937328349990944, -0.06633036581218697, 0.03716751552655567,
    -0.016197734059799265, 0.005031970067657489, -0.0007577732613730956, -0.00019925714661091188,
    0.0001506214900124047, -2.4397746422436416e-05, -1.1221287012353486e-05,
    5.706604414895734e-06, 2.919733377963012e-07, -8.210939042560568e-07, 7.746992727017941e-08,
    1.0633855618594884e-07, -2.05606492756992e-08, -1.234686604382353e-08, 3.1695881915648173e-09,
    9.311744978232572e-10, -2.659599690242689e-10,
)  # fmt: skip


def scaled_erfc(xp, x):
    """`exp(x*x) * erfc(x)` for `x >= 0`."""
    return polynomial(xp, _ERFCX, 1 - 8 / (x + 4)) / 2 / (x + 0.5)


def exp_of_square(xp, x, sign, factor=1.0):
    """`exp(sign * factor * x * x)` for a power of two as factor; exp magnifies no rounding."""
    high = x.astype(np.float32).astype(np.float64)  # 24 bits, so that its square is exact
    rest = (x - high) * (x + high)
    return xp.exp(high * high * (sign * factor)) * xp.exp(rest * (sign * factor))


def erfc_values(xp, x):
    """erfc of a float64 vector."""
    out = undefined(xp, x)
    fill(xp, out, x < 0.5, _one_less_erf, x)
    fill(xp, out, (x >= 0.5) & (x < 28), _erfc_tail, x)
    fill(xp, out, x >= 28, 0.0)
    return out


def _one_less_erf(xp, x):
    return 1 - erf_values(xp, x)


def _erfc_tail(xp, x):
    return scaled_erfc(xp, x) * exp_of_square(xp, x, -1)


@pointwise("float", samples=ANY, dtypes="real", namespace="torch special")
@in_float64
def erfc(xp, input: Array) -> Array:
    """`1 - erf(input)`, exact where that is small.

    >>> import firebrick_core as fb
    >>> fb.erfc(fb.tensor([0.0, 1.0, 5.0]))
    tensor([1.0000e+00, 1.5730e-01, 1.5375e-12])
    """
    return erfc_values(xp, input)


def erfcx_values(xp, x):
    """`exp(x*x) * erfc(x)` of a float64 vector."""
    out = undefined(xp, x)
    fill(xp, out, x >= 0, scaled_erfc, x)
    fill(xp, out, (x < 0) & (x > -30), _erfcx_left, x)
    fill(xp, out, x <= -30, math.inf)
    return out


def _erfcx_left(xp, x):
    return 2 * exp_of_square(xp, x, 1) - scaled_erfc(xp, -x)


@pointwise("float", samples=ANY, dtypes="real", namespace="special", methods=False, inplace=False)
@in_float64
def erfcx(xp, input: Array) -> Array:
    """`exp(input**2) * erfc(input)`: what is left of `erfc` where that vanishes.

    >>> import firebrick_core as fb
    >>> fb.special.erfcx(fb.tensor([0.0, 1.0, 100.0]))
    tensor([1.0000, 0.4276, 0.0056])
    """
    return erfcx_values(xp, input)


# The quantile of the normal distribution by rational functions, to 1e-16: algorithm AS 241 (Wichura
# 1988, Applied Statistics 37, 477-484), as numerators and denominators, constant first. In the
# middle they are in 0.425**2 - (p - 1/2)**2, in the tails in sqrt(-log(p)), less 1.6 or 5.
_CENTER = (
    (
        3.3871328727963665, 133.14166789178438, 1971.5909503065513, 13731.69376550946,
        45921.95393154987, 67265.7709270087, 33430.57558358813, 2509.0809287301227,
    ),
    (
        1.0, 42.31333070160091, 687.1870074920579, 5394.196021424751, 21213.794301586597,
        39307.89580009271, 28729.085735721943, 5226.495278852854,
    ),
)  # fmt: skip
_NEAR = (
    (
        1.4234371107496835, 4.630337846156546, 5.769497221460691, 3.6478483247632045,
        1.2704582524523684, 0.2417807251774506, 0.022723844989269184, 0.0007745450142783414,
    ),
    (
        1.0, 2.053191626637759, 1.6763848301838038, 0.6897673349851, 0.14810397642748008,
        0.015198666563616457, 0.0005475938084995345, 1.0507500716444169e-09,
    ),
)  # fmt: skip
_FAR = (
    (
        6.657904643501103, 5.463784911164114, 1.7848265399172913, 0.29656057182850487,
        0.026532189526576124, 0.0012426609473880784, 2.7115555687434876e-05,
        2.0103343992922881e-07,
    ),
    (
        1.0, 0.599832206555888, 0.1369298809227358, 0.014875361290850615, 0.0007868691311456133,
        1.8463183175100548e-05, 1.421511758316446e-07, 2.0442631033899397e-15,
    ),
)  # fmt: skip


def quantile_center(xp, q):
    """The number below which the normal distribution has `1/2 + q`, for `|q| <= 0.425`."""
    r = 0.180625 - q * q
    return q * polynomial(xp, _CENTER[0], r) / polynomial(xp, _CENTER[1], r)


def quantile_tail(xp, p):
    """The number above which the normal distribution has `p`, for `0 < p < 0.075`."""
    r = xp.sqrt(-xp.log(p))
    out = xp.empty_like(r)
    fill(xp, out, r <= 5, _quantile_near, r)
    fill(xp, out, r > 5, _quantile_far, r)
    return out


def _quantile_near(xp, r):
    return polynomial(xp, _NEAR[0], r - 1.6) / polynomial(xp, _NEAR[1], r - 1.6)


def _quantile_far(xp, r):
    return polynomial(xp, _FAR[0], r - 5) / polynomial(xp, _FAR[1], r - 5)


def _erfinv_center(xp, x):
    return quantile_center(xp, x / 2) * math.sqrt(0.5)


def _erfinv_tail(xp, x):
    return xp.copysign(quantile_tail(xp, (1 - xp.abs(x)) / 2) * math.sqrt(0.5), x)


@pointwise("float", samples=("unit(3, 4)", "unit()"), dtypes="real", namespace="torch special")
@in_float64
def erfinv(xp, input: Array) -> Array:
    """The number whose `erf` is `input`; NaN outside of [-1, 1].

    >>> import firebrick_core as fb
    >>> fb.erfinv(fb.tensor([0.0, 0.5, 1.0]))
    tensor([0.0000, 0.4769,    inf])
    """
    out, size = undefined(xp, input), xp.abs(input)
    fill(xp, out, size <= 0.85, _erfinv_center, input)
    fill(xp, out, (size > 0.85) & (size < 1), _erfinv_tail, input)
    fill(xp, out, input == 1, math.inf)
    fill(xp, out, input == -1, -math.inf)
    return out


# The normal distribution: its function, the logarithm of that, and its quantiles.

_ROOT_HALF = math.sqrt(0.5)


def _half_scaled_erfc(xp, x):
    return scaled_erfc(xp, x * _ROOT_HALF) / 2


def _ndtr_center(xp, x):
    return (1 + erf_values(xp, x, _ROOT_HALF)) / 2


def _ndtr_left(xp, x):
    return _half_scaled_erfc(xp, -x) * exp_of_square(xp, x, -1, 0.5)


def _ndtr_right(xp, x):
    return 1 - _ndtr_left(xp, -x)


def ndtr_values(xp, x):
    """The normal distribution function of a float64 vector."""
    out = undefined(xp, x)
    fill(xp, out, xp.abs(x) <= 0.5, _ndtr_center, x)
    fill(xp, out, (x < -0.5) & (x > -39), _ndtr_left, x)
    fill(xp, out, (x > 0.5) & (x < 39), _ndtr_right, x)
    fill(xp, out, x <= -39, 0.0)
    fill(xp, out, x >= 39, 1.0)
    return out


@pointwise("float", samples=ANY, dtypes="real", namespace="special", methods=False, inplace=False)
@in_float64
def ndtr(xp, input: Array) -> Array:
    """The part of the standard normal distribution below `input`.

    >>> import firebrick_core as fb
    >>> fb.special.ndtr(fb.tensor([-1.0, 0.0, 1.0]))
    tensor([0.1587, 0.5000, 0.8413])
    """
    return ndtr_values(xp, input)


def _log_ndtr_left(xp, x):
    return xp.log(_half_scaled_erfc(xp, -x)) - x * x / 2


def _log_ndtr_right(xp, x):
    return xp.log1p(-ndtr_values(xp, -x))


@pointwise("float", samples=ANY, dtypes="real", namespace="special", methods=False, inplace=False)
@in_float64
def log_ndtr(xp, input: Array) -> Array:
    """The logarithm of `ndtr(input)`, also where that vanishes.

    >>> import firebrick_core as fb
    >>> fb.special.log_ndtr(fb.tensor([-100.0, 0.0, 10.0]))
    tensor([-5.0055e+03, -6.9315e-01, -7.6199e-24])
    """
    out = undefined(xp, input)
    fill(xp, out, input < -1, _log_ndtr_left, input)
    fill(xp, out, input >= -1, _log_ndtr_right, input)
    fill(xp, out, input == -math.inf, -math.inf)
    return out


def _ndtri_center(xp, p):
    return quantile_center(xp, p - 0.5)


def _ndtri_left(xp, p):
    return -quantile_tail(xp, p)


def _ndtri_right(xp, p):
    return quantile_tail(xp, 1 - p)


@pointwise(
    "float",
    samples=("unit(3, 4) / 2 + 0.5", "unit() / 2 + 0.5"),
    dtypes="float",
    namespace="special",
    methods=False,
    inplace=False,
)
@in_float64
def ndtri(xp, input: Array) -> Array:
    """The number below which the standard normal distribution has `input`; NaN outside of [0, 1].

    >>> import firebrick_core as fb
    >>> fb.special.ndtri(fb.tensor([0.025, 0.5, 0.975]))
    tensor([-1.9600,  0.0000,  1.9600])
    """
    out, center = undefined(xp, input), xp.abs(input - 0.5) <= 0.425
    fill(xp, out, center, _ndtri_center, input)
    fill(xp, out, (input > 0) & (input < 0.5) & ~center, _ndtri_left, input)
    fill(xp, out, (input > 0.5) & (input < 1) & ~center, _ndtri_right, input)
    fill(xp, out, input == 0, -math.inf)
    fill(xp, out, input == 1, math.inf)
    return out
