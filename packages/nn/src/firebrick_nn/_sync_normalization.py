"""Batch normalisation over several processes, and response normalisation as in Lua's Torch."""

from __future__ import annotations

from typing import Any

import firebrick_core as torch
from firebrick_core import Tensor

from . import functional as F
from ._module import Module
from ._normalization import _BatchNorm

__all__ = ["CrossMapLRN2d", "SyncBatchNorm"]


class SyncBatchNorm(_BatchNorm):
    """Batch normalisation with statistics over all processes of a group; here there is one process.

    In a single process, as PyTorch's without a group, it is batch normalisation for inputs of any
    number of dimensions from 2.

    Args: as `BatchNorm1d`, and
        process_group: taken for compatibility. Default: None.

    Shape: (N, C, *), the output alike. Raises ValueError for fewer than 2 dimensions and for no
    channels. Source: torch.nn.SyncBatchNorm.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> nn.SyncBatchNorm(3)(torch.randn(2, 3, 4)).shape
    torch.Size([2, 3, 4])
    """

    def __init__(
        self, num_features: int, eps: float = 1e-5, momentum: float | None = 0.1,
        affine: bool = True, track_running_stats: bool = True, process_group: Any = None,
        device: Any = None, dtype: Any = None, *, bias: bool = True,
    ) -> None:
        super().__init__(
            num_features, eps, momentum, affine, track_running_stats, device, dtype, bias=bias
        )
        self.process_group = process_group

    def _check_input_dim(self, input: Tensor) -> None:
        if input.dim() < 2:
            raise ValueError(f"expected at least 2D input (got {input.dim()}D input)")
        if input.size(1) == 0:
            raise ValueError("SyncBatchNorm number of input channels should be non-zero")

    @classmethod
    def convert_sync_batchnorm(cls, module: Module, process_group: Any = None) -> Module:
        """A module with a `SyncBatchNorm` in the place of each batch normalisation, same tensors.

        >>> import firebrick_nn as nn
        >>> net = nn.Sequential(nn.Linear(2, 3), nn.BatchNorm1d(3))
        >>> type(nn.SyncBatchNorm.convert_sync_batchnorm(net)[1]).__name__
        'SyncBatchNorm'
        """
        result = module
        if isinstance(module, _BatchNorm):
            result = cls(
                module.num_features, module.eps, module.momentum, module.affine,
                module.track_running_stats, process_group, bias=module.bias is not None,
            )  # fmt: skip
            for name, parameter in module._parameters.items():
                setattr(result, name, parameter)
            for name, buffer in module._buffers.items():
                setattr(result, name, buffer)
            result.training = module.training
        for name, child in module.named_children():
            result.add_module(name, cls.convert_sync_batchnorm(child, process_group))
        return result


class CrossMapLRN2d(Module):
    """`x / (k + alpha / size * sum of squares over neighbouring channels) ** beta` of images.

    The window reaches (size - 1) // 2 channels to both sides; as in PyTorch, the first channel also
    counts for all channels after its window. The gradient is that of this formula, which PyTorch's
    is not.

    Args:
        size: number of channels in the window, if odd.
        alpha, beta, k: see above. Default: 1e-4, 0.75, 1.

    Shape: (N, C, H, W), the output alike. Raises ValueError for other numbers of dimensions.
    Source: Krizhevsky et al. 2012, ImageNet classification with deep convolutional neural networks;
    torch.nn.CrossMapLRN2d.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> nn.CrossMapLRN2d(3)(torch.ones(1, 4, 2, 2)).shape
    torch.Size([1, 4, 2, 2])
    """

    def __init__(self, size: int, alpha: float = 1e-4, beta: float = 0.75, k: float = 1) -> None:
        super().__init__()
        self.size = size
        self.alpha = alpha
        self.beta = beta
        self.k = k

    def forward(self, input: Tensor) -> Tensor:
        if input.dim() != 4:
            raise ValueError(f"CrossMapLRN2d: Expected input to be 4D, got {input.dim()}D instead.")
        reach, channels = (self.size - 1) // 2, input.size(1)
        squares = input.square()
        padded = F.pad(squares, (0, 0, 0, 0, reach, reach))
        total = padded[:, :channels]
        for shift in range(1, 2 * reach + 1):
            total = total + padded[:, shift : shift + channels]
        after = total[:, reach + 1 :] + squares[:, :1]
        total = torch.cat([total[:, : reach + 1], after], 1)
        return input * (self.k + self.alpha / self.size * total).pow(-self.beta)

    def extra_repr(self) -> str:
        return f"{self.size}, alpha={self.alpha}, beta={self.beta}, k={self.k}"
