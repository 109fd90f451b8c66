"""Arithmetic that only integers have."""

from __future__ import annotations

from .._operator import Array, pointwise

PAIRS = ("x(3, 4), x(3, 4)", "x(3, 1), x(4)", "x(), x(2)", "x(2, 0), x(1)")
WRONG = (
    ("x(3), x(3)", RuntimeError, "not implemented for 'Float'"),
    ("mask(3), mask(3)", RuntimeError, "not implemented for 'Bool'"),
    ("ints(3, 3), 2", TypeError, "must be Tensor"),
)


@pointwise(ufunc="gcd", samples=PAIRS, dtypes="integer", differentiable=False, errors=WRONG)
def gcd(xp, input: Array, other: Array) -> Array:
    """The greatest common divisor, never negative; of 0 and n it is n.

    >>> import firebrick_core as fb
    >>> fb.gcd(fb.tensor([12, -8, 0]), fb.tensor([18]))
    tensor([ 6,  2, 18])
    """
    return xp.gcd(input, other)


@pointwise(ufunc="lcm", samples=PAIRS, dtypes="integer", differentiable=False, errors=WRONG)
def lcm(xp, input: Array, other: Array) -> Array:
    """The least common multiple, never negative; of 0 and n it is 0.

    >>> import firebrick_core as fb
    >>> fb.lcm(fb.tensor([4, -6, 0]), fb.tensor([10]))
    tensor([20, 30,  0])
    """
    return xp.lcm(input, other)
