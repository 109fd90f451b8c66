"""The mean cross-entropy of class indices and its derivative: each row of logits read once."""

from __future__ import annotations

from typing import Any

import numpy as np

from .._operator import TABLE
from ._compiling import exp, sums
from ._rows import over_rows

_F = np.float32
_MOST = _F(1e30)  # sums of exponentials beyond it are left to the plain kernel


@sums
def _losses(start, stop, x, target, ignored, losses):
    for i in range(start, stop):
        row, t = x[i], target[i]
        losses[i] = _F(0)
        if t != ignored:
            if t < 0 or t >= row.size:
                losses[i] = _F(np.nan)
                continue
            here, total = row[t], _F(0)
            for k in range(row.size):
                total += exp(row[k] - here)
            losses[i] = np.log(total) if total < _MOST else _F(np.nan)


@sums
def _slopes(start, stop, x, target, ignored, scale, out, failed):
    for i in range(start, stop):
        row, to, t = x[i], out[i], target[i]
        if t == ignored:
            for k in range(row.size):
                to[k] = _F(0)
            continue
        if t < 0 or t >= row.size:
            failed[0] = True
            continue
        here, total = row[t], _F(0)
        for k in range(row.size):
            e = exp(row[k] - here)
            to[k] = e
            total += e
        if not total < _MOST:
            failed[0] = True
            continue
        share = scale / total
        for k in range(row.size):
            to[k] *= share
        to[t] = share - scale


def _count(target: Any, ignore_index: int) -> int:
    return target.size - np.count_nonzero(target == ignore_index)


def mean_cross_entropy(xp: Any, input: Any, target: Any, ignore_index: int) -> Any:
    losses = np.empty(len(target), np.float32)
    over_rows(_losses, len(target), input.size, input, target, ignore_index, losses)
    total, count = np.add.reduce(losses), _count(target, ignore_index)
    if total != total or not count:
        return TABLE["mean_cross_entropy"].kernel(xp, input, target, ignore_index)
    return np.asarray(total / _F(count))


def mean_cross_entropy_backward(
    xp: Any, grad_output: Any, input: Any, target: Any, ignore_index: int
) -> Any:
    out, failed = np.empty_like(input), np.zeros(1, np.bool_)
    count = _count(target, ignore_index)
    if count:
        scale = _F(grad_output / _F(count))
        arguments = input, target, ignore_index, scale, out, failed
        over_rows(_slopes, len(target), input.size, *arguments)
    if failed[0] or not count:
        plain = TABLE["mean_cross_entropy_backward"].kernel
        return plain(xp, grad_output, input, target, ignore_index)
    return out
