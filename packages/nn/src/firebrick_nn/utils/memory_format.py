"""Laying out the weights of convolutions for channels-last. Source:
torch.nn.utils.memory_format."""

from __future__ import annotations

from typing import Any, TypeVar

from .. import _conv
from .._module import Module

__all__ = ["convert_conv2d_weight_memory_format", "convert_conv3d_weight_memory_format"]

M = TypeVar("M", bound=Module)


def _convert(module: Module, classes: tuple[type, ...], memory_format: Any) -> None:
    for part in module.modules():
        if isinstance(part, classes):
            weight: Any = part.weight
            weight.data = weight.detach().clone(memory_format=memory_format)


def convert_conv2d_weight_memory_format(module: M, memory_format: Any) -> M:
    """Lay out the weights of all Conv2d and ConvTranspose2d in a model; returns the model.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> conv = convert_conv2d_weight_memory_format(nn.Conv2d(2, 3, 3), torch.channels_last)
    >>> conv.weight.stride()
    (18, 1, 6, 2)
    """
    _convert(module, (_conv.Conv2d, _conv.ConvTranspose2d), memory_format)
    return module


def convert_conv3d_weight_memory_format(module: M, memory_format: Any) -> M:
    """Lay out the weights of all Conv3d and ConvTranspose3d in a model; returns the model."""
    _convert(module, (_conv.Conv3d, _conv.ConvTranspose3d), memory_format)
    return module
