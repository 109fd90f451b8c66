"""Losses that compare scores or distances with a margin."""

from __future__ import annotations

import functools
from typing import Any

from .. import _dtype, _operators as T
from .._operator import Array, composite
from ._nn_arrays import require_tensor
from .loss import legacy_reduction, reduced

NO_REDUCTION = (("x(3), T.ones(3), reduction='no'", ValueError, "not a valid value for reduction"),)


@composite(
    namespace="functional",
    methods=False,
    dtypes="float",
    samples=("x(3, 4), x(3, 4).sign()", "x(3), x(3).sign(), 0.5, reduction='sum'"),
    errors=NO_REDUCTION,
    layered=True,
)
def functional_hinge_embedding_loss(
    input: Array,
    target: Array,
    margin: float = 1.0,
    size_average: object = None,
    reduce: object = None,
    reduction: str = "mean",
) -> Array:
    """`input` where the target is 1, `max(0, margin - input)` where it is -1."""
    reduction = legacy_reduction(size_average, reduce, reduction)
    return reduced(hinge_loss(input, target, margin), reduction)


def hinge_loss(input, target, margin):
    """The hinge loss of each element."""
    apart = T.where(target != 1, (margin - input).clamp(min=0), 0.0)
    together = T.where(target != -1, input, 0.0)
    return apart + together


@composite(
    namespace="functional",
    methods=False,
    dtypes="float",
    samples=("x(3), x(3), x(3).sign()", "x(3), x(3), x(3).sign(), 0.5, reduction='none'"),
    errors=(("x(3, 4), x(3, 4), x(3)", RuntimeError, "should have same dimension"),),
    layered=True,
)
def functional_margin_ranking_loss(
    input1: Array,
    input2: Array,
    target: Array,
    margin: float = 0,
    size_average: object = None,
    reduce: object = None,
    reduction: str = "mean",
) -> Array:
    """`max(0, -target * (input1 - input2) + margin)`."""
    reduction = legacy_reduction(size_average, reduce, reduction)
    if not input1.ndim == input2.ndim == target.ndim:
        raise RuntimeError(
            "margin_ranking_loss : All input tensors should have same dimension but got sizes: "
            f"input1: {input1.shape}, "
            f"input2: {input2.shape}, target: {target.shape} "
        )
    return reduced((-target * (input1 - input2) + margin).clamp(min=0), reduction)


@composite(
    namespace="functional",
    methods=False,
    dtypes="float",
    samples=("x(3, 4), x(3, 4).sign().detach()", "x(3), x(3).sign().detach(), reduction='sum'"),
    errors=NO_REDUCTION,
    layered=True,
)
def soft_margin_loss(
    input: Array,
    target: Array,
    size_average: object = None,
    reduce: object = None,
    reduction: str = "mean",
) -> Array:
    """`log(1 + exp(-target * input))`."""
    reduction = legacy_reduction(size_average, reduce, reduction)
    return reduced((-target * input).exp().log1p(), reduction)


@composite(
    namespace="functional",
    methods=False,
    dtypes="float",
    samples=("x(3, 4), x(3, 4), x(3).sign()", "x(4), x(4), T.ones(()), 0.2, reduction='none'"),
    errors=(
        ("x(3, 4), x(3, 4), x(2)", RuntimeError, "must match"),
        ("x(3, 4), x(3, 4), x(3, 1)", RuntimeError, "1D target tensor expected"),
    ),
    layered=True,
)
def functional_cosine_embedding_loss(
    input1: Array,
    input2: Array,
    target: Array,
    margin: float = 0,
    size_average: object = None,
    reduce: object = None,
    reduction: str = "mean",
) -> Array:
    """`1 - cos` of two vectors where the target is 1, `max(0, cos - margin)` where it is -1."""
    reduction = legacy_reduction(size_average, reduce, reduction)
    return reduced(cosine_loss(input1, input2, target, margin), reduction)


def cosine_loss(input1, input2, target, margin):
    """The loss of each pair of vectors."""
    if target.ndim > 1 or target.ndim + 1 != input1.ndim:
        raise RuntimeError(
            "0D target tensor expects 1D input tensors, 1D target tensor expected, but found "
            "inputs with sizes "
            f"{input1.shape}, {input2.shape}, {target.shape}"
        )
    eps = 1e-12
    product = (input1 * input2).sum(-1)
    cos = product / (((input1 * input1).sum(-1) + eps) * ((input2 * input2).sum(-1) + eps)).sqrt()
    return T.where(target == 1, 1 - cos, 0.0) + T.where(
        target == -1, (cos - margin).clamp(min=0), 0.0
    )


@composite(
    namespace="functional",
    methods=False,
    dtypes="float",
    samples=(
        "x(3, 4), x(3, 4), x(3, 4)",
        "x(3, 4), x(3, 4), x(3, 4), 0.5, swap=True, reduction='sum'",
    ),
    errors=(("x(3), x(3), x(3), -1.0", ValueError, "margin must be greater than 0"),),
    layered=True,
)
def functional_triplet_margin_loss(
    anchor: Array,
    positive: Array,
    negative: Array,
    margin: float = 1.0,
    p: float = 2,
    eps: float = 1e-6,
    swap: bool = False,
    size_average: object = None,
    reduce: object = None,
    reduction: str = "mean",
) -> Array:
    """`max(0, d(anchor, positive) - d(anchor, negative) + margin)` (Balntas et al. 2016).

    The distance is `pairwise_distance` of order `p`; `swap` also takes that of the two others.
    """
    reduction = legacy_reduction(size_average, reduce, reduction)
    if margin <= 0:
        raise ValueError(f"margin must be greater than 0, got {margin}")
    return reduced(triplet_loss(anchor, positive, negative, margin, p, eps, swap), reduction)


def triplet_loss(anchor, positive, negative, margin, p, eps, swap):
    """The loss of each triplet."""
    if not anchor.ndim == positive.ndim == negative.ndim:
        raise RuntimeError(
            "The anchor, positive, and negative tensors are expected to have the same number of "
            "dimensions, but got: "
            f"anchor {anchor.ndim}D, positive {positive.ndim}D, and negative {negative.ndim}D "
            "inputs"
        )
    near = T.pairwise_distance(anchor, positive, p, eps)
    far = T.pairwise_distance(anchor, negative, p, eps)
    if swap:
        far = T.minimum(far, T.pairwise_distance(positive, negative, p, eps))
    return (near - far + margin).clamp(min=0)


@composite(
    namespace="functional",
    methods=False,
    dtypes="float",
    samples=("x(3, 4), x(3, 4), x(3, 4)",),
    errors=(("x(3), x(3), x(3), margin=-1.0", ValueError, "margin must be greater than 0"),),
)
def triplet_margin_with_distance_loss(
    anchor: Array,
    positive: Array,
    negative: Array,
    *,
    distance_function: Any = None,
    margin: float = 1.0,
    swap: bool = False,
    reduction: str = "mean",
) -> Array:
    """`triplet_margin_loss` with a distance of one's own, `pairwise_distance` without it."""
    if margin <= 0:
        raise ValueError(f"margin must be greater than 0, got {margin}")
    distance = T.pairwise_distance if distance_function is None else distance_function
    near, far = distance(anchor, positive), distance(anchor, negative)
    if swap:
        far = T.minimum(far, distance(positive, negative))
    return reduced((near - far + margin).clamp(min=0), reduction)


def _scores_and_labels(name, input, target):
    """Scores as rows, and their labels as they are; one score, or one row of them, is a row."""
    require_tensor(name, "input", 1, input)
    require_tensor(name, "target", 2, target)
    if input.ndim > 2 or (input.ndim and not input.size(-1)):
        raise RuntimeError(
            f"{name}: Expected non-empty vector or matrix with optional 0-dim batch size, but "
            f"got: {list(input.shape)}"
        )
    if target.dtype is not _dtype.int64:
        raise RuntimeError(
            f"{name}: expected scalar type Long but found {target.dtype}; convert with .long()"
        )
    return input if input.ndim == 2 else input.reshape(1, -1)


def _check_labels(name, lowest, classes, target):
    if target.size and (target.min() < lowest or target.max() >= classes):
        raise RuntimeError(
            f"{name}: target out of range: got labels from {target.min()} to {target.max()} for "
            f"{classes} classes"
        )


@composite(
    namespace="functional",
    methods=False,
    dtypes="float",
    samples=(
        "x(3, 5), ints(5, 3)",
        "x(3, 5), ints(5, 3), 2, 0.5, pos(5).detach(), reduction='sum'",
        "x(5), ints(5)",
        "x(), ints(1)",
    ),
    errors=(
        ("x(3, 5), ints(5, 3), 3", ValueError, "only p == 1 and p == 2"),
        ("x(3, 5), ints(5, 3) + 5", RuntimeError, "out of range"),
        ("x(3, 5), ints(5, 2)", RuntimeError, "inconsistent target size"),
        ("x(3, 0), ints(5, 3)", RuntimeError, "Expected non-empty vector or matrix"),
        ("x(3, 5), ints(5, 3), weight=pos(4)", RuntimeError, "weight"),
    ),
    layered=True,
)
def multi_margin_loss(
    input: Array,
    target: Array,
    p: int = 1,
    margin: float = 1.0,
    weight: Array | None = None,
    size_average: object = None,
    reduce: object = None,
    reduction: str = "mean",
) -> Array:
    """`max(0, margin - input[target] + input[i]) ** p * weight[target]`, over other classes."""
    reduction = legacy_reduction(size_average, reduce, reduction)
    if p not in (1, 2):
        raise ValueError("only p == 1 and p == 2 supported")
    scores = _scores_and_labels("multi_margin_loss", input, target)
    rows, classes = scores.shape
    if target.ndim > 1 or target.numel() != rows:
        raise RuntimeError(
            f"multi_margin_loss: inconsistent target size: expected [{rows}], but got "
            f"{list(target.shape)} for an input of shape {list(input.shape)}"
        )
    if weight is not None and weight.shape != (classes,):
        raise RuntimeError(
            f"multi_margin_loss: weight must be one-dimensional with {classes} elements, got "
            f"{weight.shape}"
        )
    T.verify(target, functools.partial(_check_labels, "multi_margin_loss", 0, classes))
    from .._creation import arange

    label = target.reshape(-1, 1)
    violation = (margin - scores.gather(1, label) + scores).clamp(min=0)
    if p == 2:
        violation = violation * violation
    if weight is not None:
        violation = violation * weight[label]
    others = arange(classes, device=scores.device) != label
    loss = T.where(others, violation, 0.0).sum(1) / classes
    return reduced(loss.reshape(target.shape), reduction)


@composite(
    namespace="functional",
    methods=False,
    dtypes="float",
    samples=(
        "x(3, 4), T.tensor([[1, 2, -1, 0], [3, -1, 2, 2], [-1, 0, 0, 0]])",
        "x(3), T.tensor([1, 0, -1]), reduction='sum'",
        "x(), ints(1)",
    ),
    errors=(
        ("x(3, 4), ints(4, 3, 4) + 4", RuntimeError, "out of range"),
        ("x(3, 4), ints(4, 3)", RuntimeError, "inconsistent target size"),
    ),
    layered=True,
)
def multilabel_margin_loss(
    input: Array,
    target: Array,
    size_average: object = None,
    reduce: object = None,
    reduction: str = "mean",
) -> Array:
    """The sum over labels and other classes of `max(0, 1 - input[label] + input[other])`.

    It is divided by the number of classes.
    `target` lists a row's labels up to the first -1.
    """
    reduction = legacy_reduction(size_average, reduce, reduction)
    scores = _scores_and_labels("multilabel_margin_loss", input, target)
    if target.shape != input.shape and target.numel() + input.numel() > 2:
        raise RuntimeError(
            f"multilabel_margin_loss: inconsistent target size: {list(target.shape)} for input of "
            f"size: {list(input.shape)}"
        )
    check = functools.partial(_check_labels, "multilabel_margin_loss", -1, scores.size(1))
    T.verify(target, check)
    from .._creation import arange

    labels = target.reshape(scores.shape)
    listed = (labels < 0).cumsum(1) == 0
    places = T.where(listed, labels, 0)
    classes = scores.size(1)
    is_label = (
        (places.unsqueeze(2) == arange(classes, device=scores.device)) & listed.unsqueeze(2)
    ).any(1)
    violation = (1 - scores.gather(1, places).unsqueeze(2) + scores.unsqueeze(1)).clamp(min=0)
    counts = listed.unsqueeze(2) & ~is_label.unsqueeze(1)
    loss = T.where(counts, violation, 0.0).sum((1, 2)) / classes
    return reduced(loss if target.ndim == 2 else loss.squeeze(0), reduction)


@composite(
    namespace="functional",
    methods=False,
    dtypes="float",
    samples=("x(3, 4), ints(2, 3, 4)", "x(3, 4), ints(2, 3, 4), pos(4), reduction='none'"),
)
def multilabel_soft_margin_loss(
    input: Array,
    target: Array,
    weight: Array | None = None,
    size_average: object = None,
    reduce: object = None,
    reduction: str = "mean",
) -> Array:
    """The mean over classes of the binary cross-entropy of `sigmoid(input)`."""
    reduction = legacy_reduction(size_average, reduce, reduction)
    loss = -(target * T.logsigmoid(input) + (1 - target) * T.logsigmoid(-input))
    if weight is not None:
        loss = loss * weight
    return reduced(loss.mean(-1), reduction)
