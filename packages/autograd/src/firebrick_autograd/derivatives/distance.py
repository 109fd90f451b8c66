"""Derivatives of the distances between all pairs of rows."""

from __future__ import annotations

import math

from firebrick_core import _operators as T

from .._rule import derivative
from .arithmetic import quotient


@derivative("cdist_direct")
class CdistDirect:
    def x1(grad, x1, x2, p, result):
        return T.cdist_backward(grad, x1, x2, p, result)

    def x2(grad, x1, x2, p, result):
        return T.cdist_backward(grad.transpose(-1, -2), x2, x1, p, result.transpose(-1, -2))


def _power(size, exponent):
    """A power that is 0 where the base is."""
    gone = size == 0
    return T.masked_fill(T.masked_fill(size, gone, 1) ** exponent, gone, 0)


def _slopes(x1, x2, p, result, order):
    """The first or second derivative of the distance, over the difference, for all pairs.

    The first one is sign(d) |d|^(p-1) result^(1-p); the second leaves the result as it is.
    """
    differences = x1.unsqueeze(-2) - x2.unsqueeze(-3)
    size, length = T.abs(differences), result.unsqueeze(-1)
    if p == 0 or (order == 2 and p in (1, math.inf)):
        return differences * 0
    if p == math.inf:
        return T.sign(differences) * (size == length)
    scale = _power(length, 1 - p)
    if order == 2:
        return (p - 1) * (_power(size, p - 2) if p != 2 else 1) * scale * (size == size)
    return T.sign(differences) * _power(size, p - 1) * scale


@derivative("cdist_backward")
class CdistBackward:
    def grad_output(grad, x1, x2, p, result):
        return (grad.unsqueeze(-2) * _slopes(x1, x2, p, result, 1)).sum(-1)

    def x1(grad, grad_output, x1, x2, p, result):
        bends = grad_output.unsqueeze(-1) * _slopes(x1, x2, p, result, 2)
        return bends.sum(-2) * grad

    def x2(grad, grad_output, x1, x2, p, result):
        bends = grad_output.unsqueeze(-1) * _slopes(x1, x2, p, result, 2)
        return -(bends * grad.unsqueeze(-2)).sum(-3)

    def result(grad, grad_output, x1, x2, p, result):
        moved = (grad.unsqueeze(-2) * _slopes(x1, x2, p, result, 1)).sum(-1) * grad_output
        if p in (0, 1, math.inf):
            return moved * 0
        return quotient(moved * (1 - p), result)


@derivative("euclidean_distances")
class EuclideanDistances:
    def x1(grad, x1, x2, result):
        ratio = quotient(grad, result)
        return x1 * ratio.sum(-1, True) - T.matmul(ratio, x2)

    def x2(grad, x1, x2, result):
        ratio = quotient(grad, result)
        return x2 * ratio.sum(-2).unsqueeze(-1) - T.matmul(ratio.transpose(-1, -2), x1)
