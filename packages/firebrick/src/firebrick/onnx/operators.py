"""Functions for exports, under the names of torch.onnx.operators."""

from __future__ import annotations

from typing import Any

from firebrick_core import Tensor, tensor


def shape_as_tensor(x: Tensor) -> Tensor:
    """A tensor's shape, as a tensor of int64.

    >>> import firebrick as torch
    >>> shape_as_tensor(torch.zeros(2, 3))
    tensor([2, 3])
    """
    return tensor(list(x.shape))


def reshape_from_tensor_shape(x: Tensor, shape: Tensor) -> Any:
    """A tensor in the shape that another holds."""
    return x.reshape(shape.tolist())
