"""Layers that resize signals, images and volumes by interpolation."""

from __future__ import annotations

from typing import Any

from firebrick_core import Tensor

from . import functional as F
from ._module import Module

__all__ = ["Upsample", "UpsamplingBilinear2d", "UpsamplingNearest2d"]


class Upsample(Module):
    """Resizes the spatial dimensions of (N, C, L), (N, C, H, W) or (N, C, D, H, W).

    Args:
        size: of the output, one number or a tuple; or
        scale_factor: by which to multiply the size, one number or a tuple.
        mode: "nearest", "linear", "bilinear", "bicubic" or "trilinear". Default: "nearest".
        align_corners: whether the outermost elements' centres coincide. Default: None: False.
        recompute_scale_factor: use the output's rounded size over the input's. Default: None.

    Raises ValueError where neither or both of size and scale_factor are given.
    Source: torch.nn.Upsample.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> nn.Upsample(scale_factor=2)(torch.tensor([[[1.0, 2.0]]]))
    tensor([[[1., 1., 2., 2.]]])
    """

    __constants__ = [
        "size", "scale_factor", "mode", "align_corners", "name", "recompute_scale_factor",
    ]  # fmt: skip

    def __init__(
        self, size: Any = None, scale_factor: Any = None, mode: str = "nearest",
        align_corners: bool | None = None, recompute_scale_factor: bool | None = None,
    ) -> None:
        super().__init__()
        self.name = type(self).__name__
        self.size = size
        if isinstance(scale_factor, tuple):
            scale_factor = tuple(float(factor) for factor in scale_factor)
        elif scale_factor is not None:
            scale_factor = float(scale_factor)
        self.scale_factor = scale_factor
        self.mode = mode
        self.align_corners = align_corners
        self.recompute_scale_factor = recompute_scale_factor

    def forward(self, input: Tensor) -> Tensor:
        return F.interpolate(
            input, self.size, self.scale_factor, self.mode, self.align_corners,
            recompute_scale_factor=self.recompute_scale_factor,
        )

    def extra_repr(self) -> str:
        if self.scale_factor is not None:
            return f"scale_factor={self.scale_factor!r}, mode={self.mode!r}"
        return f"size={self.size!r}, mode={self.mode!r}"


class UpsamplingNearest2d(Upsample):
    """Repeats the pixels of images (N, C, H, W), to a size or by a factor.

    Source: torch.nn.UpsamplingNearest2d.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> nn.UpsamplingNearest2d(size=4)(torch.ones(1, 1, 2, 2)).shape
    torch.Size([1, 1, 4, 4])
    """

    def __init__(self, size: Any = None, scale_factor: Any = None) -> None:
        super().__init__(size, scale_factor, mode="nearest")


class UpsamplingBilinear2d(Upsample):
    """Interpolates between the pixels of images (N, C, H, W), whose corners stay.

    Source: torch.nn.UpsamplingBilinear2d.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> nn.UpsamplingBilinear2d(size=(1, 3))(torch.tensor([[[[1.0, 2.0]]]]))
    tensor([[[[1.0000, 1.5000, 2.0000]]]])
    """

    def __init__(self, size: Any = None, scale_factor: Any = None) -> None:
        super().__init__(size, scale_factor, mode="bilinear", align_corners=True)
