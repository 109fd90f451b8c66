"""The classical orthogonal polynomials, by their recurrences or, of Chebyshev, by an angle.

The degree may be a tensor; its fraction is cut off, and a negative degree, or NaN, gives 0. Results
are those of float64, rounded once. As in PyTorch, what overflows goes on from infinity to NaN where
a recurrence subtracts, and nothing here is differentiable.
"""

from __future__ import annotations

from .._operator import Array, Operand, pointwise
from ._float64 import fill, in_float64


def _degrees(xp, n):
    """Whole degrees; -1 stands for none."""
    return xp.where(n > -1, xp.trunc(n), -1.0)


def _recur(xp, x, n, first, step, before=None):
    """The polynomials of degree `n`, from that of degree 1; that of degree 0 is 1.

    `step(k, x, p, q)` goes from degree k - 1 to k: q is the polynomial, and p the one before it, or
    what started as `before`.
    """
    out = xp.where(n == 0, 1.0, 0.0)
    p, q = xp.ones_like(x) if before is None else before, first
    degree = 1
    for wanted in xp.unique(n[n > 0]):
        while degree < wanted:
            degree += 1
            p, q = step(float(degree), x, p, q)
        xp.copyto(out, q, where=n == wanted)
    return out


def _chebyshev_step(k, x, p, q):
    return q, (x + x) * q - p


def _hermite_step(k, x, p, q):
    return q, (x + x) * q - (2 * (k - 1)) * p


def _probabilist_step(k, x, p, q):
    return q, x * q - (k - 1) * p


def _legendre_step(k, x, p, q):
    return q, ((2 * k - 1) * x * q - (k - 1) * p) / k


# Forms in the difference to the degree before lose no digits near the end where all polynomials are
# 1: x = 1 of Legendre's, x = 0 of Laguerre's.
def _legendre_difference_step(k, x, difference, q):
    difference = ((2 * k - 1) * (x - 1) * q + (k - 1) * difference) / k
    return difference, q + difference


def _laguerre_difference_step(k, x, difference, q):
    difference = ((k - 1) * difference - x * q) / k
    return difference, q + difference


# Chebyshev's polynomials of x = cos(a), 0 <= a <= pi/2, by the angle.
def _t_by_angle(xp, a, n):
    return xp.cos(n * a)


def _u_by_angle(xp, a, n):
    return xp.where(a == 0, n + 1, xp.sin((n + 1) * a) / xp.sin(a))


def _v_by_angle(xp, a, n):
    return xp.cos((n + 0.5) * a) / xp.cos(a / 2)


def _w_by_angle(xp, a, n):
    return xp.where(a == 0, 2 * n + 1, xp.sin((n + 0.5) * a) / xp.sin(a / 2))


# Kind -> what to add to 2x for the degree 1, the form for x >= 0, and the form of -x that is the
# same up to a sign for odd degrees (DLMF 18.6.1), and keeps all digits near -1.
_CHEBYSHEV = {
    "t": (None, _t_by_angle, _t_by_angle),
    "u": (0.0, _u_by_angle, _u_by_angle),
    "v": (-1.0, _v_by_angle, _w_by_angle),
    "w": (1.0, _w_by_angle, _v_by_angle),
}


def _chebyshev(xp, kind, x, n):
    """A polynomial of Chebyshev; from degree 9 on by the angle where `|x| <= 1`."""
    n = _degrees(xp, n)
    add, right, left = _CHEBYSHEV[kind]

    def recurrence(xp, x, n):
        return _recur(xp, x, n, x if add is None else x + x + add, _chebyshev_step)

    def by_angle(xp, x, n):
        odd = n % 2 == 1
        angle = xp.arccos(xp.abs(x))
        mirrored = left(xp, angle, n)
        return xp.where(x < 0, xp.where(odd, -mirrored, mirrored), right(xp, angle, n))

    out = xp.empty_like(x)
    angular = (n > 8) & (xp.abs(x) <= 1)
    fill(xp, out, angular, by_angle, x, n)
    fill(xp, out, ~angular, recurrence, x, n)
    return out


def _polynomial(kernel):
    """Declare one of these functions."""
    return pointwise(
        "float",
        samples=("unit(3, 4), ints(7, 3, 4)", "x(3), 3", "0.5, ints(12, 4)", "x(), 2"),
        dtypes="real",
        namespace="special",
        methods=False,
        inplace=False,
        differentiable=False,
    )(in_float64(kernel))


@_polynomial
def chebyshev_polynomial_t(xp, input: Operand, n: Operand) -> Array:
    """Chebyshev's polynomial of the first kind of degree `n`: `cos(n * arccos(input))`.

    >>> import firebrick_core as fb
    >>> fb.special.chebyshev_polynomial_t(fb.tensor([0.5, 2.0]), 2)
    tensor([-0.5000,  7.0000])
    """
    return _chebyshev(xp, "t", input, n)


@_polynomial
def chebyshev_polynomial_u(xp, input: Operand, n: Operand) -> Array:
    """Chebyshev's polynomial of the second kind of degree `n`: U0 = 1, U1 = 2x.

    >>> import firebrick_core as fb
    >>> fb.special.chebyshev_polynomial_u(fb.tensor([0.5, 2.0]), 2)
    tensor([ 0., 15.])
    """
    return _chebyshev(xp, "u", input, n)


@_polynomial
def chebyshev_polynomial_v(xp, input: Operand, n: Operand) -> Array:
    """Chebyshev's polynomial of the third kind of degree `n`: V0 = 1, V1 = 2x - 1.

    >>> import firebrick_core as fb
    >>> fb.special.chebyshev_polynomial_v(fb.tensor([0.5, 2.0]), 2)
    tensor([-1., 11.])
    """
    return _chebyshev(xp, "v", input, n)


@_polynomial
def chebyshev_polynomial_w(xp, input: Operand, n: Operand) -> Array:
    """Chebyshev's polynomial of the fourth kind of degree `n`: W0 = 1, W1 = 2x + 1.

    >>> import firebrick_core as fb
    >>> fb.special.chebyshev_polynomial_w(fb.tensor([0.5, 2.0]), 2)
    tensor([ 1., 19.])
    """
    return _chebyshev(xp, "w", input, n)


@_polynomial
def shifted_chebyshev_polynomial_t(xp, input: Operand, n: Operand) -> Array:
    """`chebyshev_polynomial_t` of `2 * input - 1`.

    >>> import firebrick_core as fb
    >>> fb.special.shifted_chebyshev_polynomial_t(fb.tensor([0.0, 0.5]), 2)
    tensor([ 1., -1.])
    """
    return _chebyshev(xp, "t", input + input - 1, n)


@_polynomial
def shifted_chebyshev_polynomial_u(xp, input: Operand, n: Operand) -> Array:
    """`chebyshev_polynomial_u` of `2 * input - 1`.

    >>> import firebrick_core as fb
    >>> fb.special.shifted_chebyshev_polynomial_u(fb.tensor([0.0, 0.5]), 2)
    tensor([ 3., -1.])
    """
    return _chebyshev(xp, "u", input + input - 1, n)


@_polynomial
def shifted_chebyshev_polynomial_v(xp, input: Operand, n: Operand) -> Array:
    """`chebyshev_polynomial_v` of `2 * input - 1`.

    >>> import firebrick_core as fb
    >>> fb.special.shifted_chebyshev_polynomial_v(fb.tensor([0.0, 0.5]), 2)
    tensor([ 5., -1.])
    """
    return _chebyshev(xp, "v", input + input - 1, n)


@_polynomial
def shifted_chebyshev_polynomial_w(xp, input: Operand, n: Operand) -> Array:
    """`chebyshev_polynomial_w` of `2 * input - 1`.

    >>> import firebrick_core as fb
    >>> fb.special.shifted_chebyshev_polynomial_w(fb.tensor([0.0, 0.5]), 2)
    tensor([ 1., -1.])
    """
    return _chebyshev(xp, "w", input + input - 1, n)


@_polynomial
def hermite_polynomial_h(xp, input: Operand, n: Operand) -> Array:
    """The physicist's polynomial of Hermite of degree `n`: H0 = 1, H1 = 2x.

    >>> import firebrick_core as fb
    >>> fb.special.hermite_polynomial_h(fb.tensor([0.5, 2.0]), 2)
    tensor([-1., 14.])
    """
    return _recur(xp, input, _degrees(xp, n), input + input, _hermite_step)


@_polynomial
def hermite_polynomial_he(xp, input: Operand, n: Operand) -> Array:
    """The probabilist's polynomial of Hermite of degree `n`: He0 = 1, He1 = x.

    >>> import firebrick_core as fb
    >>> fb.special.hermite_polynomial_he(fb.tensor([0.5, 2.0]), 2)
    tensor([-0.7500,  3.0000])
    """
    return _recur(xp, input, _degrees(xp, n), input, _probabilist_step)


@_polynomial
def laguerre_polynomial_l(xp, input: Operand, n: Operand) -> Array:
    """The polynomial of Laguerre of degree `n`: L0 = 1, L1 = 1 - x.

    >>> import firebrick_core as fb
    >>> fb.special.laguerre_polynomial_l(fb.tensor([0.5, 2.0]), 2)
    tensor([ 0.1250, -1.0000])
    """
    first = 1 - input
    return _recur(xp, input, _degrees(xp, n), first, _laguerre_difference_step, -input)


@_polynomial
def legendre_polynomial_p(xp, input: Operand, n: Operand) -> Array:
    """The polynomial of Legendre of degree `n`: P0 = 1, P1 = x.

    >>> import firebrick_core as fb
    >>> fb.special.legendre_polynomial_p(fb.tensor([0.5, 2.0]), 2)
    tensor([-0.1250,  5.5000])
    """
    n, out = _degrees(xp, n), xp.empty_like(input)
    middle = xp.abs(input) < 0.5
    fill(xp, out, middle, _legendre_middle, input, n)
    fill(xp, out, ~middle, _legendre_ends, input, n)
    return out


def _legendre_middle(xp, x, n):
    return _recur(xp, x, n, x, _legendre_step)


def _legendre_ends(xp, x, n):
    size = xp.abs(x)
    out = _recur(xp, size, n, size, _legendre_difference_step, size - 1)
    return xp.where((x < 0) & (n % 2 == 1), -out, out)
