"""Derivatives of losses."""

from __future__ import annotations

from firebrick_core import _operators as T, arange

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


@derivative("chunked_nll")
class LinearCrossEntropy:
    target = class_weight = not_differentiable

    def tensors(grad, tensors, target, class_weight, ignore_index, chunk):
        found = iter(
            T.chunked_nll_backward(grad, tensors, target, class_weight, ignore_index, chunk)
        )
        return [None if t is None else next(found) for t in tensors]


def _class_slopes(tensors, target, class_weight, ignore_index):
    """Probabilities, the losses' slopes in the logits, and what each row counts, unscaled."""
    input, weight, bias = tensors
    p = T.softmax(T.linear(input, weight, bias), 1)
    counts = target != ignore_index
    target = T.where(counts, target, 0)
    count = T.to_dtype(counts, p.dtype)
    if class_weight is not None:
        count = count * class_weight[target]
    hit = target.unsqueeze(1) == arange(p.size(1), device=p.device)
    return p, p - T.to_dtype(hit, p.dtype), count.unsqueeze(1)


def _logits_cotangent(grads, tensors):
    """What the gradients' cotangents add up to at the slopes in the logits."""
    input, weight, _ = tensors
    parts = []
    if grads[0] is not None:
        parts.append(grads[0].matmul(weight.t()))
    if grads[1] is not None:
        parts.append(input.matmul(grads[1].t()))
    if len(grads) > 2 and grads[2] is not None:
        parts.append(grads[2].expand(input.size(0), -1))
    return sum(parts[1:], parts[0])


@derivative("chunked_nll_backward")
class LinearCrossEntropyBackward:
    # All logits at a time: a second derivative is taken of small models.
    target = class_weight = not_differentiable

    def grad_output(grads, tensors, target, class_weight, ignore_index):
        _, slopes, count = _class_slopes(tensors, target, class_weight, ignore_index)
        return (_logits_cotangent(grads, tensors) * slopes * count).sum(1)

    def tensors(grads, grad_output, tensors, target, class_weight, ignore_index):
        input, weight, bias = tensors
        p, slopes, count = _class_slopes(tensors, target, class_weight, ignore_index)
        scale = grad_output.unsqueeze(1) * count
        bend = T.softmax_backward(_logits_cotangent(grads, tensors) * scale, p, 1)
        slopes = slopes * scale
        of_input, of_weight = bend.matmul(weight), bend.t().matmul(input)
        if grads[0] is not None:
            of_weight = of_weight + slopes.t().matmul(grads[0])
        if grads[1] is not None:
            of_input = of_input + slopes.matmul(grads[1])
        return [of_input, of_weight, None if bias is None else bend.sum(0)]
