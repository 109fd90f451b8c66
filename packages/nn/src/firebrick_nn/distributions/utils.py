"""What the distributions share: broadcasting of parameters, lazy attributes, probabilities."""

from __future__ import annotations

from collections.abc import Callable
from numbers import Number
from typing import Any

import firebrick_core as fb
from firebrick_core import Tensor, functional as F

euler_constant = 0.57721566490153286060  # Euler and Mascheroni's

__all__ = [
    "broadcast_all", "clamp_probs", "euler_constant", "lazy_property", "logits_to_probs",
    "probs_to_logits", "tril_matrix_to_vec", "vec_to_tril_matrix",
]  # fmt: skip


def broadcast_all(*values: Any) -> tuple[Tensor, ...]:
    """The values as tensors of one shape; numbers take dtype and device of the first tensor.

    Raises ValueError for what is neither a number nor a tensor.

    >>> broadcast_all(1.0, fb.tensor([2.0, 3.0]))
    (tensor([1., 1.]), tensor([2., 3.]))
    """
    like: dict[str, Any] = {"dtype": fb.get_default_dtype()}
    for value in reversed(values):
        if isinstance(value, Tensor):
            like = {"dtype": value.dtype, "device": value.device}
        elif not isinstance(value, Number):
            raise ValueError(
                "Input arguments must all be instances of Number, torch.Tensor or objects "
                "implementing __torch_function__."
            )
    tensors = [v if isinstance(v, Tensor) else fb.tensor(v, **like) for v in values]
    if all(t.shape == tensors[0].shape for t in tensors):
        return tuple(tensors)
    return tuple(fb.broadcast_tensors(*tensors))


def _standard_normal(shape, dtype, device) -> Tensor:
    """Standard normal numbers, from the stream that PyTorch's distributions draw from."""
    zeros = fb.zeros(shape, dtype=dtype, device=device)
    return fb.normal(zeros, fb.ones(shape, dtype=dtype, device=device))


def _sum_rightmost(value, count: int):
    """The sum over the last `count` dimensions."""
    return value if count == 0 else value.reshape(value.shape[:-count] + (-1,)).sum(-1)


def logits_to_probs(logits: Tensor, is_binary: bool = False) -> Tensor:
    """Probabilities from log odds (binary) or from unnormalized log probabilities.

    >>> logits_to_probs(fb.tensor([0.0, 0.0]))
    tensor([0.5000, 0.5000])
    """
    return fb.sigmoid(logits) if is_binary else F.softmax(logits, -1)


def clamp_probs(probs: Tensor) -> Tensor:
    """The probabilities, kept one rounding step away from 0 and 1.

    >>> clamp_probs(fb.tensor([0.0, 0.5])) > 0
    tensor([True, True])
    """
    eps = fb.finfo(probs.dtype).eps
    return probs.clamp(min=eps, max=1 - eps)


def probs_to_logits(probs: Tensor, is_binary: bool = False) -> Tensor:
    """Log odds (binary) or log probabilities; probabilities are clamped away from 0 and 1.

    >>> probs_to_logits(fb.tensor([0.5]), is_binary=True)
    tensor([0.])
    """
    inner = clamp_probs(probs)
    logs = fb.log(inner)
    return logs - fb.log1p(-inner) if is_binary else logs


class lazy_property:
    """An attribute that is computed when it is first read, and then kept.

    It is recorded for autograd even where it is first read under `no_grad`.

    >>> class Square:
    ...     side = 3.0
    ...     @lazy_property
    ...     def area(self):
    ...         return self.side**2
    >>> Square().area
    9.0
    """

    def __init__(self, wrapped: Callable[[Any], Any]):
        self.wrapped = wrapped
        self.__doc__ = wrapped.__doc__

    def __get__(self, instance, owner=None):
        if instance is None:
            return self
        with fb.enable_grad():
            value = self.wrapped(instance)
        setattr(instance, self.wrapped.__name__, value)
        return value


def tril_matrix_to_vec(mat: Tensor, diag: int = 0) -> Tensor:
    """The lower triangle of the last two dimensions `(D, D)`, row by row, as one dimension.

    Raises ValueError for a diagonal outside of the matrix.

    >>> tril_matrix_to_vec(fb.tensor([[1, 2], [3, 4]]))
    tensor([1, 3, 4])
    """
    n = mat.shape[-1]
    if not -n <= diag < n:
        raise ValueError(f"diag ({diag}) provided is outside [{-n}, {n - 1}].")
    rows, columns = fb.tril_indices(n, n, diag, device=mat.device)
    return mat[..., rows, columns]


def vec_to_tril_matrix(vec: Tensor, diag: int = 0) -> Tensor:
    """The lower triangular matrix whose triangle, row by row, is the last dimension of `vec`.

    Raises ValueError for a length that no matrix has.

    >>> vec_to_tril_matrix(fb.tensor([1.0, 2.0, 3.0]))
    tensor([[1., 0.],
            [2., 3.]])
    """
    length, shift = vec.shape[-1], 2 * diag + 1
    n = (-shift + (shift**2 + 8 * length + 4 * abs(diag) * (diag + 1)) ** 0.5) / 2
    if not round(n) - n <= fb.finfo(vec.dtype).eps or round(n) != n:
        raise ValueError(
            f"The size of last dimension is {length} which cannot be expressed as the lower "
            "triangular part of a square D x D matrix."
        )
    size = round(n)
    matrix = fb.zeros(vec.shape[:-1] + (size, size), dtype=vec.dtype, device=vec.device)
    rows, columns = fb.tril_indices(size, size, diag, device=vec.device)
    matrix[..., rows, columns] = vec
    return matrix
