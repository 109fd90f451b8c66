"""Losses that are divergences and likelihoods of distributions."""

from __future__ import annotations

import math

import numpy as np

from .. import _operators as T
from .._frames import warn
from .._operator import Array, composite
from ._nn_arrays import require_tensor
from .loss import NO_REDUCTION, legacy_reduction, reduced

UNKNOWN = (("x(3, 4), x(3, 4), reduction='no'", ValueError, "not a valid value for reduction"),)


@composite(
    namespace="functional",
    methods=False,
    dtypes="float",
    samples=(
        "x(3, 4), unit(3, 4).abs(), reduction='batchmean'",
        "x(3), x(3), reduction='sum', log_target=True",
    ),
    layered=True,
)
def functional_kl_div(
    input: Array,
    target: Array,
    size_average: object = None,
    reduce: object = None,
    reduction: str = "mean",
    log_target: bool = False,
) -> Array:
    """`target * (log(target) - input)`, the divergence of log-probabilities from `target`.

    "batchmean" divides the sum by the first size, which is the definition (Kullback & Leibler
    1951); "mean" divides by all elements.
    """
    require_tensor("kl_div", "input", 1, input)
    require_tensor("kl_div", "target", 2, target)
    reduction = legacy_reduction(size_average, reduce, reduction)
    if reduction == "mean":
        warn(
            "reduction: 'mean' divides the total loss by both the batch size and the support size."
            "'batchmean' divides only by the batch size, and aligns with the KL div math "
            "definition."
            "'mean' will be changed to behave the same as 'batchmean' in the next major release.",
        )
    loss = divergence(input, target, log_target)
    if reduction == "batchmean":
        return loss.sum() / input.size(0) if input.ndim else loss
    return reduced(loss, reduction)


def divergence(input, target, log_target):
    """The part of each element in the divergence."""
    if log_target:
        return target.exp() * (target - input)
    return T.xlogy(target, target) - target * input


@composite(
    namespace="functional",
    methods=False,
    dtypes="float",
    samples=("x(3, 4), pos(3, 4)", "pos(3), pos(3), False", "x(3), pos(3) * 5, full=True"),
    errors=UNKNOWN,
    layered=True,
)
def functional_poisson_nll_loss(
    input: Array,
    target: Array,
    log_input: bool = True,
    full: bool = False,
    size_average: object = None,
    eps: float = 1e-8,
    reduce: object = None,
    reduction: str = "mean",
) -> Array:
    """The negative log-likelihood of counts under Poisson rates `exp(input)`.

    Without `log_input` the rates are `input` itself.
    `full` adds Stirling's approximation of `log(target!)`.
    """
    reduction = legacy_reduction(size_average, reduce, reduction)
    if reduction not in ("none", "mean", "sum"):
        raise ValueError(NO_REDUCTION.format(reduction))
    return reduced(poisson_loss(input, target, log_input, full, eps), reduction)


def poisson_loss(input, target, log_input, full, eps):
    """The negative log-likelihood of each count."""
    loss = input.exp() - target * input if log_input else input - target * (input + eps).log()
    if full:
        stirling = target * target.log() - target + (target * (2 * math.pi)).log() * 0.5
        loss = loss + T.where(target <= 1, 0.0, stirling)
    return loss


def _check_variance(var):
    if (var < 0).any():
        raise ValueError("var has negative entry/entries")


@composite(
    namespace="functional",
    methods=False,
    dtypes="float",
    samples=(
        "x(3, 4), x(3, 4), pos(3, 4)",
        "x(3, 4), x(3, 4), pos(3), full=True",
        "x(3, 4), x(3, 4), pos(3, 1), reduction='none'",
        "x(3), x(3), 0.5",
    ),
    errors=(
        ("x(3), x(3), -pos(3)", ValueError, "negative"),
        ("x(3, 4), x(3, 4), pos(2)", ValueError, "incorrect size"),
    ),
)
def gaussian_nll_loss(
    input: Array,
    target: Array,
    var: object,
    full: bool = False,
    eps: float = 1e-6,
    reduction: str = "mean",
) -> Array:
    """The negative log-likelihood under normal distributions of mean `input`, variance `var`.

    `var` is a number, or broadcasts to the input in its last dimension; it is kept above `eps`.
    `full` adds the constant.
    """
    if not hasattr(var, "_keys"):
        if var < 0:
            raise ValueError("var has negative entry/entries")
        from .._creation import full_like

        var = full_like(input, var)
    else:
        T.verify(var.detach(), _check_variance)
    if var.shape != input.shape:
        if input.shape[:-1] == var.shape:
            var = var.unsqueeze(-1)
        elif not (input.shape[:-1] == var.shape[:-1] and var.size(-1) == 1):
            try:
                broadcasts = np.broadcast_shapes(input.shape, var.shape) == tuple(input.shape)
            except ValueError:
                broadcasts = False
            if not broadcasts:
                raise ValueError("var is of incorrect size")
    if reduction not in ("none", "mean", "sum"):
        raise ValueError(NO_REDUCTION.format(reduction))
    # The bound moves the value but takes no part in the gradient.
    held = var.detach()
    var = var + (held.clamp(min=eps) - held)
    loss = (var.log() + (input - target) ** 2 / var) * 0.5
    if full:
        loss = loss + 0.5 * math.log(2 * math.pi)
    return reduced(loss, reduction)
