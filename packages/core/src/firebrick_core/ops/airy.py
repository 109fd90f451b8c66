"""Airy's function."""

from __future__ import annotations

import math

import numpy as np

from .._operator import Array, pointwise
from ._float64 import fill, in_float64, less_root, polynomial, undefined

# Ai(x) / (x - root) for -4 <= x <= 0, a polynomial in x / 2 + 1, and the root.
_AIRY_BELOW = (
    0.6725893049562303, -0.3213788431354376, -0.789311379401498, 0.689549929642284,
    0.15280738795972623, -0.38826222051761483, 0.10704343250893947, 0.07462755895958949,
    -0.05497539546811576, 0.0032553295690887977, 0.009308429462436091, -0.0035414547347232413,
    -0.00029397888576560217, 0.0005617421680235398, -0.00012448066931247236,
    -2.8060692375594282e-05, 2.013403818448281e-05, -2.5448934817824445e-06,
    -1.1186413986347506e-06, 4.772567723925993e-07, -2.7370223214933553e-08,
    -2.768713914892231e-08, 7.815881103684243e-09, 1.0027945997390066e-10, -4.198234859933052e-10,
    6.076975797327333e-11,
)  # fmt: skip
_AIRY_ROOT = (-2.338107410459767, -3.912260409818305e-17)

# Ai(x) for 0 <= x <= 2, a polynomial in x - 1.
_AIRY_ABOVE = (
    0.13529241631288141, -0.1591474412967932, 0.06764620815644071, -0.003975837497318683,
    -0.007625102761696207, 0.0031835185329569973, -0.000386698008631709, -0.00010575200545345591,
    4.9943223634880565e-05, -6.839583496707045e-06, -6.200975242944165e-07, 3.918511894253668e-07,
    -5.651285198271877e-08, -1.4629817628816684e-09, 1.842682876917421e-09,
    -2.762081902956136e-10, 1.4422283081892293e-12, 5.834158444469707e-12, -8.321114785037451e-13,
)  # fmt: skip

# Ai(x) * exp(s) * x**(1/4) with s = 2/3 * x**(3/2), for x >= 2, a polynomial in 2 * s(2) / s - 1.
_AIRY_DECAY = (
    0.2774908024616546, -0.004122380595849492, 0.00039865677489458394, -6.427592277639402e-05,
    1.3671255956557227e-05, -3.48510926832708e-06, 1.0121089942839848e-06,
    -3.2469847170697346e-07, 1.1275577071064085e-07, -4.1784065501727926e-08,
    1.6367236117824575e-08, -6.719726003246205e-09, 2.8166320000272914e-09,
    -1.222777570196559e-09, 6.818549500561053e-10, -3.6072835750548884e-10,
    -2.1434131696095418e-11, 5.675664435142866e-11, 1.749196885799203e-10,
    -1.2269533339116626e-10, -7.049891461629668e-11, 5.0803583637066e-11, 2.375331300539151e-11,
    -1.5345958367818006e-11,
)  # fmt: skip

# Ai(-x) = (F(s) * cos(s - pi/4) + G(s) / s * sin(s - pi/4)) / (sqrt(pi) * x**(1/4)) for x >= 4
# (DLMF 9.8): F and G, polynomials in 2 * (s(4) / s)**2 - 1.
_AIRY_COS = (
    0.999363720981151, -0.0006209941418019416, 1.4258707704202032e-05, -9.054529720196242e-07,
    1.0042141850557856e-07, -1.5925134157474398e-08, 3.2415457394751385e-09,
    -7.938135001056149e-10, 2.2418198239897425e-10, -6.96436403087975e-11, 2.3609157642375446e-11,
    -1.1002442862433134e-11, 5.0070505381947506e-12, 2.2103630245487498e-13,
    -4.907191544829305e-13, -1.0992152516140823e-12, 6.271597555609459e-13,
)  # fmt: skip
_AIRY_SIN = (
    0.0688085741766544, -0.0006071316848869219, 2.6011127080243395e-05, -2.324700729319807e-06,
    3.229739057938273e-07, -6.030170025661018e-08, 1.3918092556485584e-08, -3.768506628105655e-09,
    1.1561114150371971e-09, -3.921690349540306e-10, 1.433534811539447e-10,
    -5.5902287767621376e-11, 2.635734010744309e-11, -1.2959144555012778e-11, 4.37522181117515e-13,
    1.5923750859271132e-12, 5.8084773400279245e-12, -4.4224589451363124e-12,
    -2.5742724427964975e-12, 2.043773353146822e-12, 9.283456439366537e-13, -6.492436164282443e-13,
)  # fmt: skip


def _two_thirds_power(xp, x):
    """`2/3 * x**(3/2)` as a float64 and what that lacks, by exact products (Dekker 1971)."""
    root = xp.sqrt(x)
    high = root.astype(np.float32).astype(np.float64)
    low = root - high
    root_error = (x - high * high - 2 * high * low - low * low) / (2 * root)
    top = x.astype(np.float32).astype(np.float64)
    product = x * root
    error = ((top * high - product) + top * low + (x - top) * high) + (x - top) * low
    error = error + x * root_error
    # A third by division has an exact remainder.
    total = product * 2 / 3
    part = total.astype(np.float32).astype(np.float64)
    rest = (2 * product - 3 * part) - 3 * (total - part)
    return total, (rest + 2 * error) / 3


def _airy_below(xp, x):
    return less_root(x, _AIRY_ROOT) * polynomial(xp, _AIRY_BELOW, x / 2 + 1)


def _airy_above(xp, x):
    return polynomial(xp, _AIRY_ABOVE, x - 1)


def _airy_decay(xp, x):
    s, rest = _two_thirds_power(xp, x)
    scaled = polynomial(xp, _AIRY_DECAY, (8 / 3 * math.sqrt(2)) / s - 1)
    return scaled / xp.sqrt(xp.sqrt(x)) * xp.exp(-s) * (1 - rest)


def _airy_waves(xp, x):
    s, rest = _two_thirds_power(xp, -x)
    t = 2 * (16 / 3 / s) ** 2 - 1
    cosine, sine, turn, lift = xp.cos(s), xp.sin(s), xp.cos(rest), xp.sin(rest)
    cosine, sine = cosine * turn - sine * lift, sine * turn + cosine * lift
    even, odd = polynomial(xp, _AIRY_COS, t), polynomial(xp, _AIRY_SIN, t) / s
    waves = even * (cosine + sine) + odd * (sine - cosine)
    return waves / (math.sqrt(2 * math.pi) * xp.sqrt(xp.sqrt(-x)))


@pointwise(
    "float",
    samples=("x(3, 4)", "pos(3) * 4", "x()"),
    dtypes="real",
    namespace="special",
    methods=False,
    inplace=False,
    differentiable=False,
)
@in_float64
def airy_ai(xp, input: Array) -> Array:
    """Airy's function Ai, the solution of `y'' = x * y` that vanishes on the right.

    As in PyTorch, NaN at infinity, and not differentiable.

    >>> import firebrick_core as fb
    >>> fb.special.airy_ai(fb.tensor([-1.0, 0.0, 1.0]))
    tensor([0.5356, 0.3550, 0.1353])
    """
    out = undefined(xp, input)
    fill(xp, out, (input < -4) & (input > -math.inf), _airy_waves, input)
    fill(xp, out, (input >= -4) & (input < 0), _airy_below, input)
    fill(xp, out, (input >= 0) & (input < 2), _airy_above, input)
    fill(xp, out, (input >= 2) & (input < 120), _airy_decay, input)
    fill(xp, out, (input >= 120) & (input < math.inf), 0.0)
    return out
