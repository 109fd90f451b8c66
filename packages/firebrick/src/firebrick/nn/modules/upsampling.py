"""Resizing, under the names of torch.nn.modules.upsampling."""

from firebrick_nn import (
    Upsample as Upsample,
    UpsamplingBilinear2d as UpsamplingBilinear2d,
    UpsamplingNearest2d as UpsamplingNearest2d,
)
