"""Derivatives of reading images at positions."""

from __future__ import annotations

from firebrick_core import _operators as T

from .._rule import derivative, not_differentiable


@derivative("fold_positions")
class FoldPositions:
    def input(grad, input, size, padding_mode, align_corners):
        return grad * T.fold_positions_slope(input.detach(), size, padding_mode, align_corners)


@derivative("sample_planes")
class SamplePlanes:
    indices = not_differentiable

    def input(grad, indices, input_shape):
        return T.spread_planes(grad, indices, input_shape[2:])


@derivative("spread_planes")
class SpreadPlanes:
    indices = not_differentiable

    def grad_output(grad, indices):
        return T.sample_planes(grad, indices)
