"""A line search for the strong Wolfe conditions.

The step length t along a descent direction is to make the loss small enough (Armijo: it falls by a
share C1 of what the slope at the start promises) and the slope flat enough (at most C2 times the
one at the start). First, t grows until an interval is found that has such a point in it; then the
interval is narrowed. Each new t is the minimum of the cubic through the ends of the interval.

Source: Nocedal and Wright, Numerical Optimization, 2nd ed., algorithms 3.5 and 3.6 and equation
3.59; constants and safeguards are those of minFunc (Schmidt), as in PyTorch.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, NamedTuple

C1 = 1e-4
C2 = 0.9
#: A new t within this share of the interval from one of its ends may hardly narrow it.
MARGIN = 0.1


class Point(NamedTuple):
    """A step length, and there the loss, its gradient, and its slope along the direction."""

    t: float
    value: float
    grad: Any
    slope: float


def strong_wolfe(
    evaluate: Callable[[float], Point], start: Point, t: float, size: float, smallest: float,
    limit: int,
) -> tuple[Point, int]:
    """A point that fulfils the conditions, or the best found, and the number of evaluations.

    `start` is the point with t = 0, `t` the first to try, `size` the largest entry of the
    direction. The search ends when no entry changes by `smallest` any more, and after `limit`
    evaluations but the first.
    """
    one, other, tries = _bracket(evaluate, start, t, limit)
    if other is None:
        return one, tries + 1
    point, tries = _narrow(evaluate, start, one, other, size, smallest, tries, limit)
    return point, tries + 1


def _bracket(
    evaluate: Callable[[float], Point], start: Point, t: float, limit: int
) -> tuple[Point, Point | None, int]:
    """Two points with one that fulfils the conditions between them; or such a one and None."""
    before, point = start, evaluate(t)
    for tries in range(limit):
        if _too_high(start, point) or (tries > 1 and point.value >= before.value):
            return before, point, tries
        if _flat(start, point):
            return point, None, tries
        if point.slope >= 0:
            return before, point, tries
        nearest, farthest = point.t + 0.01 * (point.t - before.t), 10 * point.t
        t = cubic_minimum(before, point, nearest, farthest)
        before, point = point, evaluate(t)
    return start, point, max(limit, 0)


def _narrow(
    evaluate: Callable[[float], Point], start: Point, one: Point, other: Point, size: float,
    smallest: float, tries: int, limit: int,
) -> tuple[Point, int]:
    low, high = (one, other) if one.value <= other.value else (other, one)
    hardly = False  # the last t was near an end
    while tries < limit and abs(high.t - low.t) * size >= smallest:
        left, right = sorted((low.t, high.t))
        t = cubic_minimum(low, high, left, right)
        margin = MARGIN * (right - left)
        near = min(right - t, t - left) < margin
        if near and (hardly or not left < t < right):
            t = right - margin if right - t < t - left else left + margin
            near = False
        hardly = near
        point, tries = evaluate(t), tries + 1
        if _too_high(start, point) or point.value >= low.value:
            low, high = (point, low) if point.value < low.value else (low, point)
        elif _flat(start, point):
            return point, tries
        else:
            if point.slope * (high.t - low.t) >= 0:
                high = low
            low = point
    return low, tries


def _too_high(start: Point, point: Point) -> bool:
    return point.value > start.value + C1 * point.t * start.slope


def _flat(start: Point, point: Point) -> bool:
    return abs(point.slope) <= -C2 * start.slope


def cubic_minimum(one: Point, other: Point, low: float, high: float) -> float:
    """Where the cubic through two points with their slopes is lowest, kept within the bounds.

    The middle of the bounds where it has no minimum.

    >>> from firebrick_optim._line_search import Point, cubic_minimum
    >>> cubic_minimum(Point(0.0, 1.0, None, -2.0), Point(3.0, 4.0, None, 4.0), 0.0, 3.0)
    1.0
    """
    a, b = (one, other) if one.t <= other.t else (other, one)
    middle = (low + high) / 2
    if a.t == b.t:
        return middle
    bend = a.slope + b.slope - 3 * (a.value - b.value) / (a.t - b.t)
    square = bend * bend - a.slope * b.slope
    if not 0 <= square < math.inf:
        return middle
    root = math.sqrt(square)
    below = b.slope - a.slope + 2 * root
    if below == 0:
        return middle
    t = b.t - (b.t - a.t) * (b.slope + root - bend) / below
    return min(max(t, low), high)
