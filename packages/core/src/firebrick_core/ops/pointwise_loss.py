"""Losses of one element against another: distances, binary cross-entropy, divergences,
likelihoods.
"""

from __future__ import annotations

import math

import numpy as np

from .. import _operators as T
from .._frames import warn
from .._operator import Array, composite, pointwise
from .._typing import Number
from ._nn_arrays import half_in_float32, require_floating, require_tensor
from ._values import refuse
from .loss import NO_REDUCTION, legacy_reduction, reduced

PAIRS = (
    "x(3, 4), x(3, 4)",
    "x(3, 4), x(3, 4), reduction='sum'",
    "x(3, 4), x(3, 4), reduction='none'",
    "x(), x()",
)
CHANCES = (
    "unit(3, 4).abs(), unit(3, 4).abs()",
    "unit(3).abs(), unit(3).abs(), pos(3).detach()",
    "unit(3).abs(), unit(3).abs(), reduction='sum'",
)
WRONG = (
    ("x(3, 4), x(3, 4), reduction='no'", ValueError, "not a valid value for reduction"),
    ("x(3, 4), x(3, 4).tolist()", TypeError, "must be Tensor"),
)


def _check_pair(name, input, target):
    require_tensor(name, "input", 1, input)
    require_tensor(name, "target", 2, target)
    if target._array.shape != input._array.shape:
        warn(
            f"Using a target size ({target.shape}) that is different to the input size "
            f"({input.shape}). This will likely "
            "lead to incorrect results due to broadcasting. Please ensure they have the same size.",
        )


# ---------------------------------------------------------------------- distances
@pointwise(
    samples=("x(3, 4), x(3, 4)", "x(3, 1), x(4)"),
    dtypes="float",
    methods=False,
    namespace="internal",
    inplace=False,
    out=False,
)
@half_in_float32
def squared_error(xp, input: Array, target: Array) -> Array:
    """`(input - target) ** 2`."""
    require_floating("mse_cpu", input)
    difference = xp.subtract(input, target)
    return xp.multiply(difference, difference)


@composite(
    namespace="functional",
    methods=False,
    dtypes="float",
    samples=(*PAIRS, "x(3, 4), x(3, 4), weight=pos(3, 4)"),
    errors=WRONG,
    layered=True,
)
def mse_loss(
    input: Array,
    target: Array,
    size_average: object = None,
    reduce: object = None,
    reduction: str = "mean",
    weight: Array | None = None,
) -> Array:
    """The squared error of each element, reduced.

    Warns where the shapes differ, as they then are broadcast. Raises ValueError for an unknown
    reduction.

    >>> import firebrick_core as fb, firebrick_core.functional as F
    >>> F.mse_loss(fb.tensor([1.0, 2.0]), fb.tensor([1.0, 4.0]))
    tensor(2.)
    """
    _check_pair("mse_loss", input, target)
    reduction = legacy_reduction(size_average, reduce, reduction)
    errors = T.squared_error(input, target)
    return (
        reduced(errors, reduction)
        if weight is None
        else _weighted("mse_loss", errors, weight, reduction)
    )


def _weighted(name, errors, weight, reduction):
    if weight.shape != errors.shape:
        raise ValueError(
            f"{name}: Weights and input must have the same size, got {weight.shape} and "
            f"{errors.shape}"
        )
    if reduction == "mean":
        return (errors * weight).sum() / weight.sum()
    return reduced(errors * weight, reduction)


@composite(
    namespace="functional",
    methods=False,
    dtypes="float",
    samples=PAIRS,
    errors=WRONG,
    layered=True,
)
def l1_loss(
    input: Array,
    target: Array,
    size_average: object = None,
    reduce: object = None,
    reduction: str = "mean",
    weight: Array | None = None,
) -> Array:
    """The absolute error of each element, reduced."""
    _check_pair("l1_loss", input, target)
    reduction = legacy_reduction(size_average, reduce, reduction)
    errors = (input - target).abs()
    return (
        reduced(errors, reduction)
        if weight is None
        else _weighted("l1_loss", errors, weight, reduction)
    )


@pointwise(
    samples=("x(3, 4), x(3, 4), 1.0", "x(3, 4), x(4), 0.5"),
    dtypes="float",
    methods=False,
    namespace="internal",
    inplace=False,
    out=False,
)
@half_in_float32
def smooth_absolute(xp, input: Array, target: Array, beta: Number) -> Array:
    """`|d| - beta / 2` for `d = input - target`, `d * d / (2 * beta)` where `|d| < beta`."""
    require_floating("smooth_l1_cpu", input)
    distance = xp.abs(input - target)
    inner = xp.minimum(distance, beta)
    return inner * (distance - inner * 0.5) / beta


@composite(
    namespace="functional",
    methods=False,
    dtypes="float",
    samples=(*PAIRS, "x(3), x(3), beta=0.5", "x(3), x(3), beta=0"),
    errors=(*WRONG, ("x(3), x(3), beta=-1.0", RuntimeError, "negative values for beta")),
    layered=True,
)
def smooth_l1_loss(
    input: Array,
    target: Array,
    size_average: object = None,
    reduce: object = None,
    reduction: str = "mean",
    beta: float = 1.0,
) -> Array:
    """The absolute error, squared below `beta` (Girshick 2015).

    >>> import firebrick_core as fb, firebrick_core.functional as F
    >>> F.smooth_l1_loss(fb.tensor([0.5, 3.0]), fb.zeros(2), reduction='none')
    tensor([0.1250, 2.5000])
    """
    _check_pair("smooth_l1_loss", input, target)
    reduction = legacy_reduction(size_average, reduce, reduction)
    if beta < 0:
        raise RuntimeError("smooth_l1_loss does not support negative values for beta.")
    errors = T.smooth_absolute(input, target, beta) if beta else (input - target).abs()
    return reduced(errors, reduction)


@composite(
    namespace="functional",
    methods=False,
    dtypes="float",
    samples=(*PAIRS, "x(3), x(3), delta=0.5"),
    errors=(*WRONG, ("x(3), x(3), delta=0.0", RuntimeError, "non-positive values for delta")),
    layered=True,
)
def huber_loss(
    input: Array,
    target: Array,
    reduction: str = "mean",
    delta: float = 1.0,
    weight: Array | None = None,
) -> Array:
    """Half of the squared error, linear beyond `delta` (Huber 1964)."""
    _check_pair("huber_loss", input, target)
    if delta <= 0:
        raise RuntimeError("huber_loss does not support non-positive values for delta.")
    errors = T.smooth_absolute(input, target, delta) * delta
    return (
        reduced(errors, reduction)
        if weight is None
        else _weighted("huber_loss", errors, weight, reduction)
    )


# ---------------------------------------------------------------------- of probabilities
@pointwise(
    samples=("unit(3, 4).abs(), unit(3, 4).abs()",),
    dtypes="float",
    methods=False,
    namespace="internal",
    inplace=False,
    out=False,
)
@half_in_float32
def chance_cross_entropy(xp, input: Array, target: Array) -> Array:
    """`-target * log(input) - (1 - target) * log(1 - input)`, logarithms kept above -100."""
    require_floating("binary_cross_entropy", input)
    for name, values in (("input", input), ("target", target)):
        outside = ~((values >= 0) & (values <= 1))
        refuse(outside, RuntimeError, f"all elements of {name} should be between 0 and 1")
    log_p = xp.maximum(xp.log(input), -100)
    log_q = xp.maximum(xp.log1p(-input), -100)
    return (target - 1) * log_q - target * log_p


@composite(
    namespace="functional",
    methods=False,
    dtypes="float",
    samples=CHANCES,
    errors=(
        ("x(3) + 3, unit(3).abs()", RuntimeError, "between 0 and 1"),
        ("unit(3).abs(), unit(4)", ValueError, "different to the input size"),
    ),
    layered=True,
)
def binary_cross_entropy(
    input: Array,
    target: Array,
    weight: Array | None = None,
    size_average: object = None,
    reduce: object = None,
    reduction: str = "mean",
) -> Array:
    """The cross-entropy of probabilities and targets, both from 0 to 1 and of one shape.

    Raises ValueError where shapes differ, RuntimeError for numbers outside of [0, 1].
    """
    require_tensor("binary_cross_entropy", "input", 1, input)
    require_tensor("binary_cross_entropy", "target", 2, target)
    reduction = legacy_reduction(size_average, reduce, reduction)
    if target.shape != input.shape:
        raise ValueError(
            f"Using a target size ({target.shape}) that is different to the input size "
            f"({input.shape}) is deprecated. "
            "Please ensure they have the same size."
        )
    loss = T.chance_cross_entropy(input, target)
    return reduced(loss if weight is None else loss * weight, reduction)


@pointwise(
    samples=("x(3, 4), unit(3, 4).abs()",),
    dtypes="float",
    methods=False,
    namespace="internal",
    inplace=False,
    out=False,
)
@half_in_float32
def logit_cross_entropy(xp, input: Array, target: Array) -> Array:
    """The cross-entropy of `sigmoid(input)` and `target`, from the logit."""
    require_floating("binary_cross_entropy_with_logits", input)
    return xp.maximum(input, 0) - input * target + xp.log1p(xp.exp(-xp.abs(input)))


@composite(
    namespace="functional",
    methods=False,
    dtypes="float",
    samples=(
        "x(3, 4), unit(3, 4).abs()",
        "x(3, 4), unit(3, 4).abs(), pos(4).detach(), pos_weight=pos(4).detach()",
        "x(3), unit(3).abs(), reduction='none'",
    ),
    errors=(("x(3), x(4)", ValueError, "must be the same as input size"),),
    layered=True,
)
def functional_binary_cross_entropy_with_logits(
    input: Array,
    target: Array,
    weight: Array | None = None,
    size_average: object = None,
    reduce: object = None,
    reduction: str = "mean",
    pos_weight: Array | None = None,
) -> Array:
    """`binary_cross_entropy` of `sigmoid(input)`, exact for large logits.

    `pos_weight` scales the positive part.
    Raises ValueError where shapes differ.

    >>> import firebrick_core as fb, firebrick_core.functional as F
    >>> F.binary_cross_entropy_with_logits(fb.tensor([0.0]), fb.tensor([1.0]))
    tensor(0.6931)
    """
    require_tensor("binary_cross_entropy_with_logits", "input", 1, input)
    require_tensor("binary_cross_entropy_with_logits", "target", 2, target)
    reduction = legacy_reduction(size_average, reduce, reduction)
    if target.shape != input.shape:
        raise ValueError(
            f"Target size ({target.shape}) must be the same as input size ({input.shape})"
        )
    return reduced(logit_loss(input, target, weight, pos_weight), reduction)


def logit_loss(input, target, weight, pos_weight):
    """The loss of each logit."""
    if pos_weight is None:
        loss = T.logit_cross_entropy(input, target)
    else:
        loss = (1 - target) * input - ((pos_weight - 1) * target + 1) * T.logsigmoid(input)
    return loss if weight is None else loss * weight


# Losses that are divergences and likelihoods of distributions.

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
