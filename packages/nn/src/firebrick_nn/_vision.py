"""Layers that move elements between channels and space, or between groups of channels."""

from __future__ import annotations

from firebrick_core import Tensor

from . import functional as F
from ._module import Module

__all__ = ["ChannelShuffle", "PixelShuffle", "PixelUnshuffle"]


class PixelShuffle(Module):
    """Channels to pixels: (*, C r r, H, W) to (*, C, H r, W r) for r = `upscale_factor`.

    Raises RuntimeError where r * r does not divide the channels. Source: Shi et al. 2016, Real-time
    single image and video super-resolution; torch.nn.PixelShuffle.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> nn.PixelShuffle(3)(torch.randn(1, 9, 4, 4)).shape
    torch.Size([1, 1, 12, 12])
    """

    __constants__ = ["upscale_factor"]

    def __init__(self, upscale_factor: int) -> None:
        super().__init__()
        self.upscale_factor = upscale_factor

    def forward(self, input: Tensor) -> Tensor:
        return F.pixel_shuffle(input, self.upscale_factor)

    def extra_repr(self) -> str:
        return f"upscale_factor={self.upscale_factor}"


class PixelUnshuffle(Module):
    """Pixels to channels: (*, C, H r, W r) to (*, C r r, H, W) for r = `downscale_factor`.

    Raises RuntimeError where r does not divide height and width. Source: torch.nn.PixelUnshuffle.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> nn.PixelUnshuffle(3)(torch.randn(1, 1, 12, 12)).shape
    torch.Size([1, 9, 4, 4])
    """

    __constants__ = ["downscale_factor"]

    def __init__(self, downscale_factor: int) -> None:
        super().__init__()
        self.downscale_factor = downscale_factor

    def forward(self, input: Tensor) -> Tensor:
        return F.pixel_unshuffle(input, self.downscale_factor)

    def extra_repr(self) -> str:
        return f"downscale_factor={self.downscale_factor}"


class ChannelShuffle(Module):
    """Channels (N, groups * C, *) in another order: the first of each group, the second of each.

    Raises RuntimeError where `groups` does not divide the channels. Source: Zhang et al. 2018,
    ShuffleNet; torch.nn.ChannelShuffle.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> nn.ChannelShuffle(2)(torch.arange(4.0).reshape(1, 4, 1, 1)).flatten()
    tensor([0., 2., 1., 3.])
    """

    __constants__ = ["groups"]

    def __init__(self, groups: int) -> None:
        super().__init__()
        self.groups = groups

    def forward(self, input: Tensor) -> Tensor:
        return F.channel_shuffle(input, self.groups)

    def extra_repr(self) -> str:
        return f"groups={self.groups}"
