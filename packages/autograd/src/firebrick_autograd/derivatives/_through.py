"""Gradients of operators that do much at once: by one operator, or through their parts again.

Where the gradient is to be differentiated itself, the operator is gone through again in operators
whose derivatives are known to every order.
"""

from __future__ import annotations

from firebrick_core import _operators as T, enable_grad, is_grad_enabled
from firebrick_core._dispatch import AUTOGRAD, TRANSFORMED

from .. import _levels


def differentiated(grads, tensors):
    """Whether the gradient is itself differentiated, in either mode, or may be."""
    return any(t is not None and t._keys & (AUTOGRAD | TRANSFORMED) for t in (*grads, *tensors))


def through(by_parts, grads, tensors, *options):
    """The gradients by way of an operator's parts, which are recorded on new inputs.

    These are connected to the old ones, and of the innermost transform among them.
    """
    from .._api import grad

    around = _levels.top((*grads, *tensors))

    def tracked(t):
        if t is None:
            return None
        if around is not None and not _levels.at(t, around._level):
            t = type(around).lift(t, around._level)
        new = T.alias(t)
        return new if new._keys & AUTOGRAD else new.requires_grad_()

    with enable_grad():
        inputs = [tracked(t) for t in tensors]
        outs = by_parts(inputs, *options)
    judged = [(o, g) for o, g in zip(outs, grads, strict=True) if g is not None]
    gradients = grad(
        [o for o, _ in judged],
        [t for t in inputs if t is not None],
        [g for _, g in judged],
        create_graph=is_grad_enabled(),
        allow_unused=True,
    )
    return placed(gradients, tensors)


def placed(gradients, tensors):
    found = iter(gradients)
    return [None if t is None else next(found) for t in tensors]
