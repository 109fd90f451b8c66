"""The modified Bessel functions of order 0 and 1, of both kinds, also without their exponential."""

from __future__ import annotations

import functools
import math

from .._operator import Array, pointwise
from ._float64 import fill, in_float64, polynomial, undefined

# exp(-x) * sqrt(x) * I(x) of order 0 and 1 for x >= 8, polynomials in 16 / x - 1.
_I0 = (
    0.4021765094450081, 0.0033605519836678614, 0.0001362160743919305, 1.1143033790932038e-05,
    1.4838475658279249e-06, 2.9735985885673923e-07, 8.872219737904054e-08, 3.932584334552952e-08,
    2.1548377974791598e-08, 7.554691881248808e-09, -6.747657956107524e-09, -1.340891754008974e-08,
    -5.404771567579958e-09, 7.552583062123384e-09, 7.4304646503254255e-09, -3.505966530879332e-09,
    -5.95356943826489e-09, 1.5200816953924232e-09, 3.6379546359011143e-09, -5.715843864202709e-10,
    -1.6189806836246817e-09, 1.5279202694981569e-10, 4.5770876316436224e-10,
    -2.0260604287413626e-11, -6.067631570603006e-11,
)  # fmt: skip
_I1 = (
    0.38939845902587233, -0.009749577193235737, -0.00021923576383388928, -1.5038547200567216e-05,
    -1.8349101326980946e-06, -3.483855761044295e-07, -1.0001288294864884e-07,
    -4.312917729178349e-08, -2.337392820814264e-08, -8.427766093735185e-09, 6.734464815301592e-09,
    1.4034238782067183e-08, 5.974437608040264e-09, -7.64239413436356e-09, -7.888351507862078e-09,
    3.4262341490077958e-09, 6.242741219786445e-09, -1.4387250533041013e-09,
    -3.794670896208339e-09, 5.295625441161261e-10, 1.6848984479705146e-09,
    -1.4011625179770627e-10, -4.758818838703853e-10, 1.8515118828852956e-11,
    6.305965197150056e-11,
)  # fmt: skip

# exp(x) * sqrt(x) * K(x) of order 0 and 1 for x >= 2, polynomials in 4 / x - 1.
_K0 = (
    1.2185953385133905, -0.03107146182488952, 0.0030328918102753206, -0.0004797690567662314,
    9.95605474202942e-05, -2.4735204561466906e-05, 7.002245645755651e-06, -2.191177788015528e-06,
    7.427801232190096e-07, -2.6890662472901614e-07, 1.02954317593912e-07, -4.133923052104385e-08,
    1.7047535884249698e-08, -7.286380907337665e-09, 3.808399859919043e-09,
    -1.9309444875845705e-09, 4.757544705776374e-11, 1.7887095838476482e-10, 8.133913205464114e-10,
    -5.541051446065683e-10, -3.119936129682105e-10, 2.213758097591008e-10, 1.0926983537268735e-10,
    -6.910453875670571e-11,
)  # fmt: skip
_K1 = (
    1.363151890371342, 0.10334973775386523, -0.005566729880074588, 0.0007357241549081501,
    -0.00013959021956272223, 3.284386555825453e-05, -8.961207387750025e-06, 2.730041433569803e-06,
    -9.067087633371393e-07, 3.2298119177151824e-07, -1.2203186351938403e-07,
    4.8461952200091865e-08, -1.9817577141591116e-08, 8.40938756536177e-09, -4.331939985658629e-09,
    2.1757782025837176e-09, -8.336227195991456e-11, -1.7982138496175016e-10,
    -8.908596710923906e-10, 6.042482293782838e-10, 3.3867804167808003e-10, -2.399376595899464e-10,
    -1.1931668393112158e-10, 7.52479548635394e-11,
)  # fmt: skip


@functools.cache
def _i_series(order):
    """The power series of I(x) over `(x/2)**order`, in `(x/2)**2`, for x <= 8 (DLMF 10.25.2)."""
    return tuple(1 / (math.factorial(k) * math.factorial(k + order)) for k in range(32))


@functools.cache
def _k_series(order):
    """The power series in `(x/2)**2` that remains of K(x), for x <= 2 (DLMF 10.31.1 and 10.31.2).

    Its coefficients have digamma(k + 1) = -gamma + 1 + 1/2 + ... + 1/k.
    """
    out, harmonic = [], -0.57721566490153286061
    for k in range(14):
        if order == 0:
            out.append(harmonic / math.factorial(k) ** 2)
        else:
            both = harmonic + harmonic + 1 / (k + 1)
            out.append(-both / (2 * math.factorial(k) * math.factorial(k + 1)))
        harmonic += 1 / (k + 1)
    return tuple(out)


def _i0_near(xp, x):
    half = x / 2
    return polynomial(xp, _i_series(0), half * half)


def _i1_near(xp, x):
    half = x / 2
    return half * polynomial(xp, _i_series(1), half * half)


def _i0e_near(xp, x):
    return _i0_near(xp, x) * xp.exp(-x)


def _i1e_near(xp, x):
    return _i1_near(xp, x) * xp.exp(-x)


def _i0e_far(xp, x):
    return polynomial(xp, _I0, 16 / x - 1) / xp.sqrt(x)


def _i1e_far(xp, x):
    return polynomial(xp, _I1, 16 / x - 1) / xp.sqrt(x)


def _grown(xp, scaled, x):
    """`scaled * exp(x)`, which may be finite where `exp(x)` is not."""
    half = xp.exp(x / 2)
    return scaled * half * half


def _i0_far(xp, x):
    return _grown(xp, _i0e_far(xp, x), x)


def _i1_far(xp, x):
    return _grown(xp, _i1e_far(xp, x), x)


def _of_first_kind(xp, x, near, far):
    size = xp.abs(x)
    out = undefined(xp, x)
    fill(xp, out, size <= 8, near, size)
    fill(xp, out, size > 8, far, size)
    return out


def _odd(xp, x, near, far):
    return xp.where(x < 0, -1.0, 1.0) * _of_first_kind(xp, x, near, far)


def _k0_near(xp, x):
    half = x / 2
    return polynomial(xp, _k_series(0), half * half) - xp.log(half) * _i0_near(xp, x)


def _k1_near(xp, x):
    half = x / 2
    series = half * polynomial(xp, _k_series(1), half * half)
    return 1 / x + (xp.log(half) * _i1_near(xp, x) + series)


def _k0e_near(xp, x):
    return _k0_near(xp, x) * xp.exp(x)


def _k1e_near(xp, x):
    return _k1_near(xp, x) * xp.exp(x)


def _k0e_far(xp, x):
    return polynomial(xp, _K0, 4 / x - 1) / xp.sqrt(x)


def _k1e_far(xp, x):
    return polynomial(xp, _K1, 4 / x - 1) / xp.sqrt(x)


def _k0_far(xp, x):
    return _grown(xp, _k0e_far(xp, x), -x)


def _k1_far(xp, x):
    return _grown(xp, _k1e_far(xp, x), -x)


def _of_second_kind(xp, x, near, far):
    out = undefined(xp, x)
    fill(xp, out, (x > 0) & (x <= 2), near, x)
    fill(xp, out, x > 2, far, x)
    fill(xp, out, x == 0, math.inf)
    return out


_SAMPLES = ("x(3, 4)", "pos(3, 4) * 8", "x()")


def _special(kernel):
    """Declare a function of torch.special that has a derivative."""
    return pointwise(
        "float", samples=_SAMPLES, dtypes="real", namespace="special", methods=False, inplace=False
    )(in_float64(kernel))


def _modified(kernel):
    """Declare a function that, as in PyTorch, is not differentiable."""
    return pointwise(
        "float",
        samples=_SAMPLES,
        dtypes="real",
        namespace="special",
        methods=False,
        inplace=False,
        differentiable=False,
    )(in_float64(kernel))


@pointwise("float", samples=_SAMPLES, dtypes="real", namespace="torch special")
@in_float64
def i0(xp, input: Array) -> Array:
    """The modified Bessel function of the first kind of order 0. As in PyTorch, NaN at infinity.

    >>> import firebrick_core as fb
    >>> fb.i0(fb.tensor([0.0, 1.0, 5.0]))
    tensor([ 1.0000,  1.2661, 27.2399])
    """
    return _of_first_kind(xp, input, _i0_near, _i0_far)


@_special
def i0e(xp, input: Array) -> Array:
    """`exp(-abs(input)) * i0(input)`.

    >>> import firebrick_core as fb
    >>> fb.special.i0e(fb.tensor([0.0, 1.0, 1000.0]))
    tensor([1.0000, 0.4658, 0.0126])
    """
    return _of_first_kind(xp, input, _i0e_near, _i0e_far)


@_special
def i1(xp, input: Array) -> Array:
    """The modified Bessel function of the first kind of order 1. As in PyTorch, NaN at infinity.

    >>> import firebrick_core as fb
    >>> fb.special.i1(fb.tensor([0.0, 1.0, 5.0]))
    tensor([ 0.0000,  0.5652, 24.3356])
    """
    return _odd(xp, input, _i1_near, _i1_far)


@_special
def i1e(xp, input: Array) -> Array:
    """`exp(-abs(input)) * i1(input)`.

    >>> import firebrick_core as fb
    >>> fb.special.i1e(fb.tensor([0.0, 1.0, 1000.0]))
    tensor([0.0000, 0.2079, 0.0126])
    """
    return _odd(xp, input, _i1e_near, _i1e_far)


@_modified
def modified_bessel_i0(xp, input: Array) -> Array:
    """The modified Bessel function of the first kind of order 0; `i0`, but not differentiable.

    >>> import firebrick_core as fb
    >>> fb.special.modified_bessel_i0(fb.tensor([0.0, 1.0]))
    tensor([1.0000, 1.2661])
    """
    return _of_first_kind(xp, input, _i0_near, _i0_far)


@_modified
def modified_bessel_i1(xp, input: Array) -> Array:
    """The modified Bessel function of the first kind of order 1; `i1`, but not differentiable.

    >>> import firebrick_core as fb
    >>> fb.special.modified_bessel_i1(fb.tensor([0.0, 1.0]))
    tensor([0.0000, 0.5652])
    """
    return _odd(xp, input, _i1_near, _i1_far)


@_modified
def modified_bessel_k0(xp, input: Array) -> Array:
    """The modified Bessel function of the second kind of order 0; infinite at 0, NaN below.

    >>> import firebrick_core as fb
    >>> fb.special.modified_bessel_k0(fb.tensor([0.0, 1.0, 5.0]))
    tensor([   inf, 0.4210, 0.0037])
    """
    return _of_second_kind(xp, input, _k0_near, _k0_far)


@_modified
def modified_bessel_k1(xp, input: Array) -> Array:
    """The modified Bessel function of the second kind of order 1; infinite at 0, NaN below.

    >>> import firebrick_core as fb
    >>> fb.special.modified_bessel_k1(fb.tensor([0.0, 1.0, 5.0]))
    tensor([   inf, 0.6019, 0.0040])
    """
    return _of_second_kind(xp, input, _k1_near, _k1_far)


@_modified
def scaled_modified_bessel_k0(xp, input: Array) -> Array:
    """`exp(input) * modified_bessel_k0(input)`.

    >>> import firebrick_core as fb
    >>> fb.special.scaled_modified_bessel_k0(fb.tensor([0.0, 1.0, 1000.0]))
    tensor([   inf, 1.1445, 0.0396])
    """
    return _of_second_kind(xp, input, _k0e_near, _k0e_far)


@_modified
def scaled_modified_bessel_k1(xp, input: Array) -> Array:
    """`exp(input) * modified_bessel_k1(input)`.

    >>> import firebrick_core as fb
    >>> fb.special.scaled_modified_bessel_k1(fb.tensor([0.0, 1.0, 1000.0]))
    tensor([   inf, 1.6362, 0.0396])
    """
    return _of_second_kind(xp, input, _k1e_near, _k1e_far)
