"""The Bessel functions of order 0 and 1, of both kinds, the spherical one of order 0, and Airy's
function.
"""

from __future__ import annotations

import math

import numpy as np

from .._operator import Array, pointwise
from ._float64 import fill, in_float64, less_root, polynomial, undefined

# For 0 <= x <= 5, polynomials in t = 2 * (x / 5)**2 - 1 (DLMF 10.8 is why they are in x*x):
# J0(x) / (x*x - root**2) and Y0(x) - 2/pi * log(x) * J0(x), and the root of J0.
_J0 = (
    -0.05728080421634534, 0.07436630462755323, -0.03277786210789048, 0.0073758943041960226,
    -0.001013405346985002, 9.414473580694953e-05, -6.3193186183226215e-06, 3.211562353433063e-07,
    -1.2795360168830179e-08, 4.105688303721103e-10, -1.0840781056083564e-11,
    2.399602248240359e-13, -4.50857521753263e-15,
)  # fmt: skip
_Y0 = (
    0.4837248578102995, -0.4326558222855125, -0.4705763655297288, 0.38851639956570944,
    -0.11151682184328618, 0.01763534538933875, -0.0018028096665526022, 0.00012994629092087043,
    -6.9855043677424995e-06, 2.9142206877725446e-07, -9.720964498735147e-09,
    2.6539990842050477e-10, -6.0431800819704165e-12, 1.1655643914306794e-13,
    -1.9305329340667354e-15, 2.7721643840258097e-17,
)  # fmt: skip
_J0_ROOT = (2.404825557695773, -1.176691651530894e-16)

# J1(x) / (x * (x*x - root**2)) and (Y1(x) - 2/pi * (log(x) * J1(x) - 1/x)) / x, and the root of J1.
_J1 = (
    -0.01587595431164548, 0.013090777521810029, -0.004240225993395717, 0.0007552540432951287,
    -8.592956232073762e-05, 6.814683895176615e-06, -3.991381169521328e-07, 1.799515992541992e-08,
    -6.44313098846173e-10, 1.8773810470060388e-11, -4.540044272545434e-13, 9.268689637917528e-15,
    -1.6162359403482695e-16,
)  # fmt: skip
_Y1 = (
    0.13974939033568806, 0.09108650838448444, -0.16312020358118715, 0.06634695354779108,
    -0.013433433740818153, 0.0016688031328635942, -0.0001414183579449178, 8.733098304848775e-06,
    -4.1137780773696086e-07, 1.528890182573714e-08, -4.6013042449452644e-10,
    1.1448943838049981e-11, -2.395476597843511e-13, 4.277907601247645e-15, -6.587839501919679e-17,
)  # fmt: skip
_J1_ROOT = (3.8317059702075125, -1.5269184090088067e-16)

# For x >= 5 and c = x - (2n + 1) * pi/4 (DLMF 10.17), with t = 2 * (5 / x)**2 - 1:
# J(x) = sqrt(2 / (pi * x)) * (P(t) * cos(c) - Q(t) / x * sin(c)), and
# Y(x) = sqrt(2 / (pi * x)) * (P(t) * sin(c) + Q(t) / x * cos(c)).
_P0 = (
    0.9986347659091991, -0.0013274931272004003, 3.4917305812543486e-05, -2.459963321484891e-06,
    2.9759005474711905e-07, -5.08643230838394e-08, 1.1058787126508455e-08,
    -2.8705436149232575e-09, 8.537333898998171e-10, -2.851794579729694e-10,
    1.0446084050144923e-10, -3.538662922896775e-11, 1.2588002430248643e-11,
    -1.3637307914439566e-11, 8.357591428468511e-12, 3.415311542572876e-12,
    -2.8395786688743523e-12, -2.235391154912044e-12, 1.4342144484717672e-12,
)  # fmt: skip
_Q0 = (
    -0.12361496352611864, 0.0013142139729102479, -6.338715442546601e-05, 6.23911316965569e-06,
    -9.409875176808848e-07, 1.8870297801035574e-07, -4.6398035440396124e-08,
    1.3296573119800334e-08, -4.293806343863444e-09, 1.5282843631161895e-09,
    -5.894142390813669e-10, 2.3404733612832125e-10, -9.684728180683607e-11, 6.525876729744572e-11,
    -4.033194093954734e-11, -1.6056475557808226e-11, 1.9543132108621635e-11,
    2.9761039229453964e-11, -2.465445517537628e-11, -1.4357398193255709e-11,
    1.1781243865913941e-11, 4.365436075773612e-12, -3.2387768388689127e-12,
)  # fmt: skip
_P1 = (
    1.0022906462560661, 0.002241463213917191, -4.5782806531265707e-05, 2.9786211051441743e-06,
    -3.4667186514153773e-07, 5.7916678422140156e-08, -1.2403215219140042e-08,
    3.1849577586739448e-09, -9.395751413733448e-10, 3.117737074105936e-10,
    -1.1357643207946474e-10, 3.8451893184433864e-11, -1.3682028558855844e-11,
    1.4551592853265448e-11, -8.878743173627245e-12, -3.5906738400843512e-12,
    2.9881368885935155e-12, 2.368522528186767e-12, -1.516811852611783e-12,
)  # fmt: skip
_Q1 = (
    0.3730474331740802, -0.0018648496218413126, 7.898094177943239e-05, -7.369927947805624e-06,
    1.0798853942089243e-06, -2.126674090283508e-07, 5.1641422798019427e-08,
    -1.4664229261320404e-08, 4.704141826870427e-09, -1.6641711306549605e-09,
    6.296749654365242e-10, -2.529379130965268e-10, 1.310461430846373e-10, -6.962061096202036e-11,
    -6.892050473631437e-12, 1.664509606921541e-11, 3.922339737260154e-11, -3.12870294947762e-11,
    -1.8540816446843614e-11, 1.5067476218657236e-11, 6.3493919055395855e-12,
    -4.588976369752678e-12,
)  # fmt: skip


def _squared(x):
    """The variable of the polynomials on [0, 5]."""
    return x * x * 0.08 - 1


# The power series of J0 in (x/2)**2 (DLMF 10.2.2), to 1e-17 for x <= 1.
_J0_SERIES = tuple((-1) ** k / math.factorial(k) ** 2 for k in range(10))


def _j0_small(xp, x):
    half = x / 2
    return polynomial(xp, _J0_SERIES, half * half)


def _j0_to_five(xp, x):
    return less_root(x, _J0_ROOT) * (x + _J0_ROOT[0]) * polynomial(xp, _J0, _squared(x))


def _j0_near(xp, x):
    out = xp.empty_like(x)
    fill(xp, out, x <= 1, _j0_small, x)
    fill(xp, out, x > 1, _j0_to_five, x)
    return out


def _j1_near(xp, x):
    return x * less_root(x, _J1_ROOT) * (x + _J1_ROOT[0]) * polynomial(xp, _J1, _squared(x))


def _y0_near(xp, x):
    return polynomial(xp, _Y0, _squared(x)) + 2 / math.pi * (xp.log(x) * _j0_near(xp, x))


def _y1_near(xp, x):
    rest = xp.log(x) * _j1_near(xp, x) - 1 / x
    return x * polynomial(xp, _Y1, _squared(x)) + 2 / math.pi * rest


def _waves(xp, x, p, q):
    """P / sqrt(pi * x) and Q / x / sqrt(pi * x), and the cosine and sine of x."""
    inverse = 1 / x
    t = 50 * (inverse * inverse) - 1
    size = 1 / (math.sqrt(math.pi) * xp.sqrt(x))
    even, odd = polynomial(xp, p, t) * size, polynomial(xp, q, t) * inverse * size
    return even, odd, xp.cos(x), xp.sin(x)


# With c one or three eighths of a turn less than x, sqrt(2) * cos(c) and sqrt(2) * sin(c) are a sum
# and a difference of cos(x) and sin(x): no digit of a large x is lost.
def _j0_far(xp, x):
    even, odd, cosine, sine = _waves(xp, x, _P0, _Q0)
    return even * (cosine + sine) - odd * (sine - cosine)


def _y0_far(xp, x):
    even, odd, cosine, sine = _waves(xp, x, _P0, _Q0)
    return even * (sine - cosine) + odd * (cosine + sine)


def _j1_far(xp, x):
    even, odd, cosine, sine = _waves(xp, x, _P1, _Q1)
    return even * (sine - cosine) + odd * (cosine + sine)


def _y1_far(xp, x):
    even, odd, cosine, sine = _waves(xp, x, _P1, _Q1)
    return odd * (sine - cosine) - even * (cosine + sine)


def _of_first_kind(xp, x, near, far):
    size = xp.abs(x)
    out = undefined(xp, x)
    fill(xp, out, size <= 5, near, size)
    fill(xp, out, (size > 5) & (size < math.inf), far, size)
    return out


def _of_second_kind(xp, x, near, far):
    out = undefined(xp, x)
    fill(xp, out, (x > 0) & (x <= 5), near, x)
    fill(xp, out, (x > 5) & (x < math.inf), far, x)
    fill(xp, out, x == 0, -math.inf)
    return out


def _bessel(kernel):
    """Declare one of these functions."""
    return pointwise(
        "float",
        samples=("x(3, 4)", "pos(3, 4) + 40", "x()"),
        dtypes="real",
        namespace="special",
        methods=False,
        inplace=False,
        differentiable=False,
    )(in_float64(kernel))


@_bessel
def bessel_j0(xp, input: Array) -> Array:
    """The Bessel function of the first kind of order 0. As in PyTorch, NaN at infinity.

    >>> import firebrick_core as fb
    >>> fb.special.bessel_j0(fb.tensor([0.0, 1.0, 10.0]))
    tensor([ 1.0000,  0.7652, -0.2459])
    """
    return _of_first_kind(xp, input, _j0_near, _j0_far)


@_bessel
def bessel_j1(xp, input: Array) -> Array:
    """The Bessel function of the first kind of order 1. As in PyTorch, NaN at infinity.

    >>> import firebrick_core as fb
    >>> fb.special.bessel_j1(fb.tensor([0.0, 1.0, 10.0]))
    tensor([0.0000, 0.4401, 0.0435])
    """
    return xp.copysign(1.0, input) * _of_first_kind(xp, input, _j1_near, _j1_far)


@_bessel
def bessel_y0(xp, input: Array) -> Array:
    """The Bessel function of the second kind of order 0; NaN below 0 and at infinity.

    >>> import firebrick_core as fb
    >>> fb.special.bessel_y0(fb.tensor([0.0, 1.0, 10.0]))
    tensor([  -inf, 0.0883, 0.0557])
    """
    return _of_second_kind(xp, input, _y0_near, _y0_far)


@_bessel
def bessel_y1(xp, input: Array) -> Array:
    """The Bessel function of the second kind of order 1; NaN below 0 and at infinity.

    >>> import firebrick_core as fb
    >>> fb.special.bessel_y1(fb.tensor([0.0, 1.0, 10.0]))
    tensor([   -inf, -0.7812,  0.2490])
    """
    return _of_second_kind(xp, input, _y1_near, _y1_far)


@_bessel
def spherical_bessel_j0(xp, input: Array) -> Array:
    """The spherical Bessel function of the first kind of order 0, `sin(input) / input`.

    >>> import firebrick_core as fb
    >>> fb.special.spherical_bessel_j0(fb.tensor([0.0, 1.0, 10.0]))
    tensor([ 1.0000,  0.8415, -0.0544])
    """
    out = xp.where(input == 0, 1.0, xp.sin(input) / input)
    return xp.where(xp.abs(input) == math.inf, 0.0, out)


# Airy's function.

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
