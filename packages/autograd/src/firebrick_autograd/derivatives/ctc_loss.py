"""Derivatives of connectionist temporal classification."""

from __future__ import annotations

from firebrick_core import _operators as T

from .._rule import derivative, not_differentiable


@derivative("ctc")
class Ctc:
    targets = input_lengths = target_lengths = not_differentiable

    def log_probs(
        grads,
        log_probs,
        targets,
        input_lengths,
        target_lengths,
        result,
        log_alpha,
        longest,
        blank,
        zero_infinity,
    ):
        if grads[1] is not None:
            raise NotImplementedError(
                "ctc(): the derivative of log_alpha is not implemented: it is what the backward "
                "pass uses, no result to differentiate"
            )
        return T.ctc_backward(
            grads[0],
            log_probs,
            targets,
            input_lengths,
            target_lengths,
            result,
            log_alpha,
            longest,
            blank,
            zero_infinity,
        )


_ONCE = (
    "ctc_loss(): the second derivative is not implemented (nor is it in PyTorch): its gradient can "
    "be used but not differentiated; keep it out of what is differentiated twice, with detach()"
)


@derivative("ctc_cost")
class CtcCost:
    def tensors(grads, gradient):
        if grads[1] is not None:
            raise NotImplementedError(_ONCE)
        return [grads[0][None, :, None] * gradient, None, None, None]


@derivative("ctc_backward")
class CtcBackward:
    # Through the tables of the forward pass it depends on log_probs only, so there it is refused.
    targets = input_lengths = target_lengths = result = log_alpha = not_differentiable

    def log_probs(grad):
        # Raised when it is asked for, not when a graph is made: the rest of the graph is of use.
        raise NotImplementedError(_ONCE)

    def grad_output(
        grad,
        log_probs,
        targets,
        input_lengths,
        target_lengths,
        result,
        log_alpha,
        longest,
        blank,
        zero_infinity,
    ):
        slopes = T.ctc_backward(
            result.detach() * 0 + 1,
            log_probs,
            targets,
            input_lengths,
            target_lengths,
            result,
            log_alpha,
            longest,
            blank,
            zero_infinity,
        )
        return (grad * slopes).sum((0, 2))
