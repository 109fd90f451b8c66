"""Gradients of convolutions by their inputs and weights. Source: torch.nn.grad.

>>> import firebrick_core as torch
>>> conv1d_input((1, 1, 4), torch.ones(1, 1, 2), torch.ones(1, 1, 3))
tensor([[[1., 2., 2., 1.]]])
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import firebrick_autograd as autograd
import firebrick_core as torch
from firebrick_core import Tensor

from . import functional as F

__all__ = [
    "conv1d_input", "conv1d_weight", "conv2d_input", "conv2d_weight", "conv3d_input",
    "conv3d_weight",
]  # fmt: skip


def _gradient(
    convolution: Callable[..., Tensor], which: int, tensors: list[Tensor], grad_output: Tensor,
    options: tuple,
) -> Tensor:
    """The gradient by one of (input, weight), at which a convolution, being linear, may be zero."""
    with torch.enable_grad():
        of = tensors[which] = tensors[which].requires_grad_()
        output = convolution(*tensors, None, *options)
        return autograd.grad(output, of, grad_output)[0]


def _by_input(convolution: Any, size: Any, weight: Tensor, grad: Tensor, options: tuple) -> Tensor:
    zeros = torch.zeros(tuple(size), dtype=grad.dtype, device=grad.device)
    return _gradient(convolution, 0, [zeros, weight.detach()], grad, options)


def _by_weight(convolution: Any, input: Tensor, size: Any, grad: Tensor, options: tuple) -> Tensor:
    zeros = torch.zeros(tuple(size), dtype=grad.dtype, device=grad.device)
    return _gradient(convolution, 1, [input.detach(), zeros], grad, options)


def conv1d_input(
    input_size: Any, weight: Tensor, grad_output: Tensor, stride: Any = 1, padding: Any = 0,
    dilation: Any = 1, groups: int = 1,
) -> Tensor:
    """The gradient of `F.conv1d` by an input of size `input_size`."""
    return _by_input(
        F.conv1d, input_size, weight, grad_output, (stride, padding, dilation, groups)
    )


def conv1d_weight(
    input: Tensor, weight_size: Any, grad_output: Tensor, stride: Any = 1, padding: Any = 0,
    dilation: Any = 1, groups: int = 1,
) -> Tensor:
    """The gradient of `F.conv1d` by a weight of size `weight_size`."""
    return _by_weight(
        F.conv1d, input, weight_size, grad_output, (stride, padding, dilation, groups)
    )


def conv2d_input(
    input_size: Any, weight: Tensor, grad_output: Tensor, stride: Any = 1, padding: Any = 0,
    dilation: Any = 1, groups: int = 1,
) -> Tensor:
    """The gradient of `F.conv2d` by an input of size `input_size`."""
    return _by_input(
        F.conv2d, input_size, weight, grad_output, (stride, padding, dilation, groups)
    )


def conv2d_weight(
    input: Tensor, weight_size: Any, grad_output: Tensor, stride: Any = 1, padding: Any = 0,
    dilation: Any = 1, groups: int = 1,
) -> Tensor:
    """The gradient of `F.conv2d` by a weight of size `weight_size`."""
    return _by_weight(
        F.conv2d, input, weight_size, grad_output, (stride, padding, dilation, groups)
    )


def conv3d_input(
    input_size: Any, weight: Tensor, grad_output: Tensor, stride: Any = 1, padding: Any = 0,
    dilation: Any = 1, groups: int = 1,
) -> Tensor:
    """The gradient of `F.conv3d` by an input of size `input_size`."""
    return _by_input(
        F.conv3d, input_size, weight, grad_output, (stride, padding, dilation, groups)
    )


def conv3d_weight(
    input: Tensor, weight_size: Any, grad_output: Tensor, stride: Any = 1, padding: Any = 0,
    dilation: Any = 1, groups: int = 1,
) -> Tensor:
    """The gradient of `F.conv3d` by a weight of size `weight_size`."""
    return _by_weight(
        F.conv3d, input, weight_size, grad_output, (stride, padding, dilation, groups)
    )
