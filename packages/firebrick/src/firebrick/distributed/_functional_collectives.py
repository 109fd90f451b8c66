"""Collective operations that return tensors, under the names of
torch.distributed._functional_collectives: with one process, the tensor itself."""

from __future__ import annotations

from typing import Any

from firebrick_core import Tensor

from .._missing import attributes_missing as _attributes_missing


class AsyncCollectiveTensor:
    """A result that is still on its way: none is, with one process."""


def wait_tensor(tensor: Tensor) -> Tensor:
    """The tensor: it is there."""
    return tensor


def all_reduce(self: Tensor, reduceOp: str, group: Any, tag: str = "") -> Tensor:  # noqa: N803
    """The sum (or another) of all processes' tensors: the tensor."""
    return self


def broadcast(self: Tensor, src: int, group: Any, tag: str = "") -> Tensor:
    """A process's tensor: the tensor."""
    return self


def all_gather_tensor(self: Tensor, gather_dim: int, group: Any, tag: str = "") -> Tensor:
    """All processes' tensors, joined: the tensor."""
    return self


def reduce_scatter_tensor(
    self: Tensor,
    reduceOp: str,  # noqa: N803  # PyTorch's name
    scatter_dim: int,
    group: Any,
    tag: str = "",
) -> Tensor:
    """This process's part of the sum: the tensor."""
    return self


def all_to_all_single(
    self: Tensor, output_split_sizes: Any, input_split_sizes: Any, group: Any, tag: str = ""
) -> Tensor:
    """From each process a part, to each one: the tensor."""
    return self


all_gather_tensor_autograd, reduce_scatter_tensor_autograd = (
    all_gather_tensor,
    reduce_scatter_tensor,
)
all_to_all_single_autograd = all_to_all_single
__getattr__ = _attributes_missing(__name__)
