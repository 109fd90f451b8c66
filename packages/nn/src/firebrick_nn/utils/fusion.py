"""Folding batch normalisation into the layer before it, for inference. Source:
torch.nn.utils.fusion.

In evaluation mode batch normalisation is y = (x - mean) / sqrt(var + eps) * scale + shift for each
channel, an affine function, and so is the layer before it.
"""

from __future__ import annotations

import copy
from typing import Any, TypeVar

import firebrick_core as torch
from firebrick_core import Tensor

from .._module import Module
from .._parameter import Parameter

__all__ = [
    "fuse_conv_bn_eval", "fuse_conv_bn_weights", "fuse_linear_bn_eval", "fuse_linear_bn_weights",
]  # fmt: skip

M = TypeVar("M", bound=Module)


def _fused(
    weight: Tensor, bias: Tensor | None, statistics: tuple, eps: float, shape: list[int]
) -> tuple[Parameter, Parameter]:
    """Weight and bias after the normalisation; `shape` broadcasts a channel over the weight."""
    mean, var, scale, shift = statistics
    bias = torch.zeros_like(mean) if bias is None else bias
    scale = torch.ones_like(mean) if scale is None else scale
    shift = torch.zeros_like(mean) if shift is None else shift
    factor = scale * torch.rsqrt(var + eps)
    new_weight = (weight * factor.reshape(shape)).to(weight.dtype)
    new_bias = ((bias - mean) * factor + shift).to(bias.dtype)
    return (
        Parameter(new_weight.detach(), weight.requires_grad),
        Parameter(new_bias.detach(), bias.requires_grad),
    )


def fuse_conv_bn_weights(
    conv_w: Tensor, conv_b: Tensor | None, bn_rm: Tensor, bn_rv: Tensor, bn_eps: float,
    bn_w: Tensor | None, bn_b: Tensor | None, transpose: bool = False,
) -> tuple[Parameter, Parameter]:
    """Weight and bias of a convolution that does a batch normalisation too.

    Args:
        conv_w, conv_b: weight (out, in, *), and (in, out, *) if `transpose`; bias or None.
        bn_rm, bn_rv, bn_eps, bn_w, bn_b: running mean, running variance, eps, weight, bias.
        transpose: of a transposed convolution. Default: False.
    """
    shape = [1] * conv_w.dim()
    shape[1 if transpose else 0] = -1
    return _fused(conv_w, conv_b, (bn_rm, bn_rv, bn_w, bn_b), bn_eps, shape)


def fuse_linear_bn_weights(
    linear_w: Tensor, linear_b: Tensor | None, bn_rm: Tensor, bn_rv: Tensor, bn_eps: float,
    bn_w: Tensor | None, bn_b: Tensor | None,
) -> tuple[Parameter, Parameter]:
    """Weight and bias of a linear layer that does a batch normalisation too; see above."""
    return _fused(linear_w, linear_b, (bn_rm, bn_rv, bn_w, bn_b), bn_eps, [-1, 1])


def _check_fusible(layer: Any, bn: Any) -> None:
    if layer.training or bn.training:
        raise AssertionError("Fusion only for eval!")
    if bn.running_mean is None or bn.running_var is None:
        raise AssertionError("Fusion needs running statistics: track_running_stats=True")


def _statistics(bn: Any) -> tuple[Tensor, Tensor, float, Tensor | None, Tensor | None]:
    return bn.running_mean, bn.running_var, bn.eps, bn.weight, bn.bias


def fuse_conv_bn_eval(conv: M, bn: Module, transpose: bool = False) -> M:
    """A convolution that does both, from a convolution and a batch normalisation in eval mode.

    Raises AssertionError, as PyTorch does, in training mode or without running statistics.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> conv, bn = nn.Conv2d(3, 4, 3).eval(), nn.BatchNorm2d(4).eval()
    >>> x = torch.randn(1, 3, 8, 8)
    >>> torch.allclose(fuse_conv_bn_eval(conv, bn)(x), bn(conv(x)), atol=1e-5)
    True
    """
    _check_fusible(conv, bn)
    fused: Any = copy.deepcopy(conv)
    fused.weight, fused.bias = fuse_conv_bn_weights(
        fused.weight, fused.bias, *_statistics(bn), transpose=transpose
    )
    return fused


def fuse_linear_bn_eval(linear: M, bn: Module) -> M:
    """A linear layer that does both, from a linear layer and a batch normalisation in eval mode.

    Raises AssertionError, as PyTorch does, in training mode, without running statistics, or where
    the sizes differ.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> linear, bn = nn.Linear(3, 4).eval(), nn.BatchNorm1d(4).eval()
    >>> x = torch.randn(2, 3)
    >>> torch.allclose(fuse_linear_bn_eval(linear, bn)(x), bn(linear(x)), atol=1e-5)
    True
    """
    _check_fusible(linear, bn)
    fused: Any = copy.deepcopy(linear)
    sizes: Any = (fused.out_features, bn.num_features)
    if sizes[1] not in (1, sizes[0]):
        raise AssertionError(
            "To fuse, linear.out_features == bn.num_features or bn.num_features == 1, got "
            f"linear.out_features={sizes[0]} and bn.num_features={sizes[1]}"
        )
    fused.weight, fused.bias = fuse_linear_bn_weights(fused.weight, fused.bias, *_statistics(bn))
    return fused
