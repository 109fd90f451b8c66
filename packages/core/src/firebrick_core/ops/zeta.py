"""The zeta function of Hurwitz, and the higher derivatives of the gamma function's logarithm."""

from __future__ import annotations

import functools
import math

from .._device import meta_array
from .._operator import Array, Operand, composite, operator, pointwise
from ._float64 import fill, floating, in_float64, polynomial, undefined
from .gamma import DIGAMMA, cotangent_of_pi, digamma_values

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
