"""Channels to pixels and back, under the names of torch.nn.modules.pixelshuffle."""

from firebrick_nn import PixelShuffle as PixelShuffle, PixelUnshuffle as PixelUnshuffle
