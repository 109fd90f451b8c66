"""Steps of optimizers on many parameters in one launch, over arrays of a GPU."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

PIECE = 65536  # elements that a block works on; `optimizer.cu` has the same number
Arrays = Sequence[Any]


def adam(
    backend: Any, tensors: Sequence[Arrays], *, beta1: float, beta2: float, size: float, eps: float,
    decay: float = 0.0, shrink: float = 0.0, maximize: bool = False,
) -> None:  # fmt: skip
    """Adam's step of parameters, given as lists of parameters, gradients and the two averages.

    `size` and `eps` have the bias corrections in them: `lr * root / (1 - beta1**t)` and
    `eps * root` with `root = sqrt(1 - beta2**t)`. `decay` adds to the gradient, `shrink` (the
    learning rate times the weight decay, AdamW) takes from the parameter. Arrays of one dtype,
    row-major; written in place.
    """
    numbers = (beta1, beta2, size, eps, decay, shrink, -1.0 if maximize else 1.0)
    _launch(backend, "adam", tensors, numbers)


def sgd(
    backend: Any, tensors: Sequence[Arrays], *, lr: float, momentum: float = 0.0,
    dampening: float = 0.0, decay: float = 0.0, nesterov: bool = False, first: bool = False,
    maximize: bool = False,
) -> None:  # fmt: skip
    """SGD's step of parameters, given as lists of parameters, gradients and, with momentum, its
    buffers, which take over the gradients in the `first` step."""
    numbers = (lr, momentum, dampening, decay, nesterov, first, -1.0 if maximize else 1.0)
    _launch(backend, "sgd", tensors, tuple(map(float, numbers)))


def _launch(backend: Any, name: str, tensors: Sequence[Arrays], numbers: tuple[float, ...]) -> None:
    table = np.zeros((len(tensors[0]), 5), np.int64)
    for column, arrays in enumerate(tensors):
        table[:, column] = [a.data.ptr for a in arrays]
    table[:, 4] = [a.size for a in tensors[0]]
    pieces = -(-table[:, 4] // PIECE)
    owner = np.repeat(np.arange(len(table)), pieces)
    first = np.repeat(np.cumsum(pieces) - pieces, pieces)
    blocks = np.stack([owner, np.arange(len(owner)) - first], 1)
    if len(blocks):
        kernel = backend.kernels.get("optimizer", name, tensors[0][0].dtype)
        place = backend.from_host(np.concatenate([table.ravel(), blocks.ravel()]))
        args = (place, place[table.size :], *numbers)
        kernel((len(blocks),), (256,), args)
