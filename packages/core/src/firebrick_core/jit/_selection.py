"""The largest or smallest elements of rows: each is read once, past a heap of the best so far."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ._compiling import loop
from ._rows import over_rows

BLOCK = 64
"""Elements that are compared at once with the worst of the best: mostly none of them is better."""


@loop
def _before(a, b, largest):
    """Whether one comes before another in the result; NaN is the largest."""
    if largest:
        return a > b or (a != a and b == b)
    return a < b or (b != b and a == a)


@loop
def _sink(values, places, size, largest):
    """Let the first of a heap, whose worst comes first, go where it belongs."""
    value, place, at = values[0], places[0], 0
    while 2 * at + 1 < size:
        child = 2 * at + 1
        if child + 1 < size:
            a, b = values[child], values[child + 1]
            ahead = _before(a, b, largest)
            if ahead or (not _before(b, a, largest) and places[child] < places[child + 1]):
                child += 1
        ahead = _before(values[child], value, largest)
        if ahead or (not _before(value, values[child], largest) and places[child] < place):
            break
        values[at], places[at] = values[child], places[child]
        at = child
    values[at], places[at] = value, place


@loop
def _select(start, stop, x, largest, out, indices):
    for i in range(start, stop):
        row, values, places = x[i], out[i], indices[i]
        n, k = row.size, values.size
        for j in range(k):  # the first ones, each let in from the leaves of the heap up
            at = j
            while at > 0 and not _before(row[j], values[(at - 1) // 2], largest):
                above = (at - 1) // 2
                values[at], places[at] = values[above], places[above]
                at = above
            values[at], places[at] = row[j], j
        first = k
        while first < n:
            last = min(first + BLOCK, n)
            worst, better = values[0], 0
            if largest:
                for j in range(first, last):
                    better += not row[j] <= worst
            else:
                for j in range(first, last):
                    better += not row[j] >= worst
            if better:
                for j in range(first, last):
                    value = row[j]
                    passes = value <= worst if largest else value >= worst
                    if not passes and _before(value, worst, largest):
                        values[0], places[0] = value, j
                        _sink(values, places, k, largest)
                        worst = values[0]
            first = last
        for size in range(k - 1, 0, -1):  # the worst goes to the end
            value, place = values[size], places[size]
            values[size], places[size] = values[0], places[0]
            values[0], places[0] = value, place
            _sink(values, places, size, largest)


def topk(
    xp: Any, input: Any, k: int, dim: int = -1, largest: bool = True, sorted: bool = True
) -> tuple[Any, Any]:
    shape = (*input.shape[:-1], k)
    values, indices = np.empty(shape, input.dtype), np.empty(shape, np.int64)
    rows, places = math.prod(shape[:-1]), indices.reshape(-1, k)
    given = input.reshape(rows, -1), bool(largest), values.reshape(-1, k), places
    over_rows(_select, rows, input.size, *given)
    return values, indices
