"""Reading and adding along the last dimension, and rows added up by index."""

from __future__ import annotations

from typing import Any

import numpy as np

from .._operator import TABLE
from ._compiling import loop
from ._rows import over_rows


@loop
def _gather(start, stop, x, index, out, wrong):
    size = x.shape[1]
    for i in range(start, stop):
        row, places, to = x[i], index[i], out[i]
        for k in range(places.size):
            at = places[k]
            if at < 0 or at >= size:
                wrong[0] = True
                return
            to[k] = row[at]


@loop
def _add(start, stop, out, index, values, wrong):
    size = out.shape[1]
    for i in range(start, stop):
        row, places, given = out[i], index[i], values[i]
        for k in range(places.size):
            at = places[k]
            if at < 0 or at >= size:
                wrong[0] = True
                return
            row[at] += given[k]


def _run(compiled: Any, index: Any, first: Any, second: Any) -> bool:
    """Whether all indices were in range."""
    wrong = np.zeros(1, np.bool_)
    places = index.reshape(-1, index.shape[-1])
    first = first.reshape(-1, first.shape[-1])
    second = second.reshape(-1, second.shape[-1])
    over_rows(compiled, len(places), index.size, first, places, second, wrong)
    return not wrong[0]


def gather(xp: Any, input: Any, dim: int, index: Any, *, sparse_grad: bool = False) -> Any:
    out = np.empty(index.shape, input.dtype)
    if input.shape[-1] and _run(_gather, index, input, out):
        return out
    return TABLE["gather"].kernel(xp, input, dim, index)  # which says what is wrong


def gather_backward(xp: Any, grad: Any, dim: int, index: Any, shape: Any) -> Any:
    out = np.zeros(shape, grad.dtype)
    if shape[-1] and _run(_add, index, out, grad):
        return out
    return TABLE["gather_backward"].kernel(xp, grad, dim, index, shape)


def scatter_add(xp: Any, input: Any, dim: int, index: Any, src: Any) -> Any:
    out = input.copy()
    if input.shape[-1] and _run(_add, index, out, src):
        return out
    return TABLE["scatter_add"].kernel(xp, input, dim, index, src)


@loop
def _add_rows(rows, index, padding, out):
    for i in range(index.size):
        at = index[i]
        if at != padding:
            given, row = rows[i], out[at]
            for k in range(given.size):
                row[k] += given[k]


def embedding_backward(
    xp: Any, grad_output: Any, indices: Any, num_weights: int, padding_idx: int, by_freq: bool
) -> Any:
    columns = grad_output.shape[-1]
    out = np.zeros((num_weights, columns), grad_output.dtype)
    rows, index = grad_output.reshape(-1, columns), indices.reshape(-1)
    if index.size and np.maximum.reduce(index.view(np.uint64)) >= num_weights:
        plain = TABLE["embedding_backward"].kernel
        return plain(xp, grad_output, indices, num_weights, padding_idx, by_freq)
    _add_rows(rows, index, padding_idx, out)
    return out
