"""Derivatives of losses."""

from __future__ import annotations

from firebrick_core import _operators as T

from .._rule import derivative, not_differentiable

_LEAST = 9.999999960041972e-13  # PyTorch's 1e-12, which is a float32 constant


@derivative("nll")
class NllLoss:
    target = weight = not_differentiable

    def input(grad, input_shape, target, weight, reduction, ignore_index):
        return T.nll_backward(grad, target, weight, reduction, ignore_index, input_shape)


@derivative("nll_backward")
class NllLossBackward:
    target = weight = not_differentiable

    def grad_output(grad, target, weight, reduction, ignore_index):
        return T.nll(grad, target, weight, reduction, ignore_index)


@derivative("mean_cross_entropy")
class CrossEntropyLoss:
    target = not_differentiable

    def input(grad, input, target, ignore_index):
        return T.mean_cross_entropy_backward(grad, input, target, ignore_index)


@derivative("mean_cross_entropy_backward")
class CrossEntropyLossBackward:
    target = not_differentiable

    def grad_output(grad, input, target, ignore_index):
        one = T.to_dtype((target == target).any(), input.dtype)
        return (grad * T.mean_cross_entropy_backward(one, input, target, ignore_index)).sum()

    def input(grad, grad_output, input, target, ignore_index):
        counts = (target != ignore_index).unsqueeze(1)
        scaled = T.where(counts, grad * (grad_output / counts.sum()), 0.0)
        return T.softmax_backward(scaled, T.softmax(input, 1), 1)


@derivative("squared_error")
class MseLoss:
    def input(grad, input, target):
        return (input - target) * (grad * 2)

    def target(grad, input, target):
        return (target - input) * (grad * 2)


@derivative("smooth_absolute")
class SmoothL1Loss:
    def input(grad, input, target, beta):
        return grad * ((input - target) / beta).clamp(-1.0, 1.0)

    def target(grad, input, target, beta):
        return grad * ((target - input) / beta).clamp(-1.0, 1.0)


@derivative("chance_cross_entropy")
class BinaryCrossEntropy:
    def input(grad, input, target):
        return grad * (input - target) / ((1 - input) * input).clamp(min=_LEAST)

    def target(grad, input):
        return grad * ((-input).log1p() - input.log())


@derivative("logit_cross_entropy")
class BinaryCrossEntropyWithLogits:
    def input(grad, input, target):
        return grad * (T.sigmoid(input) - target)

    def target(grad, input):
        return grad * -input
