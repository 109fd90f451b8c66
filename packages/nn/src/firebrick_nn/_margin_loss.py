"""Losses of margins: hinges, rankings and triplets. `reduction` is as in `_loss`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from firebrick_core import Tensor

from . import functional as F
from ._distance import PairwiseDistance
from ._loss import _Loss, _WeightedLoss
from ._module import Module

__all__ = [
    "CosineEmbeddingLoss", "HingeEmbeddingLoss", "MarginRankingLoss", "MultiLabelMarginLoss",
    "MultiLabelSoftMarginLoss", "MultiMarginLoss", "SoftMarginLoss", "TripletMarginLoss",
    "TripletMarginWithDistanceLoss",
]  # fmt: skip


class SoftMarginLoss(_Loss):
    """`log(1 + exp(-target * input))` with targets 1 and -1; the mean is over elements.

    Shape: (*) and (*). Source: torch.nn.SoftMarginLoss.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> nn.SoftMarginLoss()(torch.zeros(2), torch.tensor([1.0, -1.0]))
    tensor(0.6931)
    """

    def forward(self, input: Tensor, target: Tensor) -> Tensor:
        return F.soft_margin_loss(input, target, reduction=self.reduction)


class HingeEmbeddingLoss(_Loss):
    """`x` where the target is 1, `max(0, margin - x)` where it is -1; for distances x.

    Args:
        margin: Default: 1.

    Shape: (*) and (*). Source: torch.nn.HingeEmbeddingLoss.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> nn.HingeEmbeddingLoss(reduction="none")(torch.full((2,), 0.25), torch.tensor([1.0, -1.0]))
    tensor([0.2500, 0.7500])
    """

    __constants__ = ["margin", "reduction"]

    def __init__(
        self, margin: float = 1.0, size_average: bool | None = None, reduce: bool | None = None,
        reduction: str = "mean",
    ) -> None:
        super().__init__(size_average, reduce, reduction)
        self.margin = margin

    def forward(self, input: Tensor, target: Tensor) -> Tensor:
        return F.hinge_embedding_loss(
            input, target, margin=self.margin, reduction=self.reduction
        )


class CosineEmbeddingLoss(_Loss):
    """`1 - cos(x1, x2)` where the target is 1, `max(0, cos(x1, x2) - margin)` where it is -1.

    Args:
        margin: from -1 to 1. Default: 0.

    Shape: (N, D), (N, D) and (N), or (D), (D) and (). Source: torch.nn.CosineEmbeddingLoss.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> nn.CosineEmbeddingLoss()(torch.ones(1, 2), torch.ones(1, 2), torch.tensor([-1.0]))
    tensor(1.)
    """

    __constants__ = ["margin", "reduction"]

    def __init__(
        self, margin: float = 0.0, size_average: bool | None = None, reduce: bool | None = None,
        reduction: str = "mean",
    ) -> None:
        super().__init__(size_average, reduce, reduction)
        self.margin = margin

    def forward(self, input1: Tensor, input2: Tensor, target: Tensor) -> Tensor:
        return F.cosine_embedding_loss(
            input1, input2, target, margin=self.margin, reduction=self.reduction
        )


class MarginRankingLoss(_Loss):
    """`max(0, -target * (x1 - x2) + margin)` with targets 1 and -1.

    Args:
        margin: Default: 0.

    Shape: (N), (N) and (N). Source: torch.nn.MarginRankingLoss.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> nn.MarginRankingLoss()(torch.zeros(1), torch.ones(1), torch.ones(1))
    tensor(1.)
    """

    __constants__ = ["margin", "reduction"]

    def __init__(
        self, margin: float = 0.0, size_average: bool | None = None, reduce: bool | None = None,
        reduction: str = "mean",
    ) -> None:
        super().__init__(size_average, reduce, reduction)
        self.margin = margin

    def forward(self, input1: Tensor, input2: Tensor, target: Tensor) -> Tensor:
        return F.margin_ranking_loss(
            input1, input2, target, margin=self.margin, reduction=self.reduction
        )


class MultiMarginLoss(_WeightedLoss):
    """`sum of max(0, margin - x[target] + x[i]) ** p over i != target, / C`.

    Args:
        p: 1 or 2. Default: 1.
        margin: Default: 1.
        weight: of each class (C). Default: None.

    Shape: (N, C) or (C), and class indices (N) or (). Raises ValueError for other p.
    Source: torch.nn.MultiMarginLoss.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> nn.MultiMarginLoss()(torch.tensor([[0.0, 1.0]]), torch.tensor([0]))
    tensor(1.)
    """

    __constants__ = ["p", "margin", "reduction"]

    def __init__(
        self, p: int = 1, margin: float = 1.0, weight: Tensor | None = None,
        size_average: bool | None = None, reduce: bool | None = None, reduction: str = "mean",
    ) -> None:
        super().__init__(weight, size_average, reduce, reduction)
        if p not in (1, 2):
            raise ValueError("only p == 1 and p == 2 supported")
        if weight is not None and weight.ndim != 1:
            raise ValueError(
                "MultiMarginLoss: expected weight to be None or 1D tensor, got "
                f"{weight.ndim}D instead"
            )
        self.p = p
        self.margin = margin

    def forward(self, input: Tensor, target: Tensor) -> Tensor:
        return F.multi_margin_loss(
            input, target, p=self.p, margin=self.margin, weight=self.weight,
            reduction=self.reduction,
        )


class MultiLabelMarginLoss(_Loss):
    """The hinge loss between every target class and every other class, `/ C`.

    Shape: (N, C) or (C) scores, and class indices alike, ended by the first -1.
    Source: torch.nn.MultiLabelMarginLoss.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> nn.MultiLabelMarginLoss()(torch.tensor([0.1, 0.2, 0.4, 0.8]), torch.tensor([3, 0, -1, 1]))
    tensor(0.8500)
    """

    def forward(self, input: Tensor, target: Tensor) -> Tensor:
        return F.multilabel_margin_loss(input, target, reduction=self.reduction)


class MultiLabelSoftMarginLoss(_WeightedLoss):
    """The mean over classes of `BCEWithLogitsLoss` per class.

    Args:
        weight: of each class (C). Default: None.

    Shape: (N, C) and (N, C). Source: torch.nn.MultiLabelSoftMarginLoss.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> nn.MultiLabelSoftMarginLoss()(torch.zeros(1, 2), torch.tensor([[0.0, 1.0]]))
    tensor(0.6931)
    """

    def forward(self, input: Tensor, target: Tensor) -> Tensor:
        return F.multilabel_soft_margin_loss(
            input, target, weight=self.weight, reduction=self.reduction
        )


def _require_positive_margin(loss: Module, margin: float) -> None:
    if margin <= 0:
        raise ValueError(
            f"{type(loss).__name__}: expected margin to be greater than 0, got {margin} instead"
        )


class TripletMarginLoss(_Loss):
    """`max(0, |anchor - positive| - |anchor - negative| + margin)` with p-norms.

    Args:
        margin: positive. Default: 1.
        p: of the norm. Default: 2.
        eps: added to differences. Default: 1e-6.
        swap: use `|positive - negative|` where that is smaller. Default: False.

    Shape: three times (N, D) or (D). Raises ValueError unless margin > 0. Source: Balntas et al.
    2016, Learning shallow convolutional feature descriptors with triplet losses;
    torch.nn.TripletMarginLoss.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> nn.TripletMarginLoss(eps=0.0)(torch.zeros(1, 1), torch.ones(1, 1), torch.ones(1, 1))
    tensor(1.)
    """

    __constants__ = ["margin", "p", "eps", "swap", "reduction"]

    def __init__(
        self, margin: float = 1.0, p: float = 2.0, eps: float = 1e-6, swap: bool = False,
        size_average: bool | None = None, reduce: bool | None = None, reduction: str = "mean",
    ) -> None:
        super().__init__(size_average, reduce, reduction)
        _require_positive_margin(self, margin)
        self.margin = margin
        self.p = p
        self.eps = eps
        self.swap = swap

    def forward(self, anchor: Tensor, positive: Tensor, negative: Tensor) -> Tensor:
        return F.triplet_margin_loss(
            anchor, positive, negative, margin=self.margin, p=self.p, eps=self.eps, swap=self.swap,
            reduction=self.reduction,
        )


class TripletMarginWithDistanceLoss(_Loss):
    """`TripletMarginLoss` with any distance.

    Args:
        distance_function: of two tensors, to distances. Default: `PairwiseDistance()`.
        margin: positive. Default: 1.
        swap: as in `TripletMarginLoss`. Default: False.

    Shape: three times (N, *). Raises ValueError unless margin > 0.
    Source: torch.nn.TripletMarginWithDistanceLoss.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> def taxicab(a, b):
    ...     return (a - b).abs().sum(-1)
    >>> loss = nn.TripletMarginWithDistanceLoss(distance_function=taxicab)
    >>> loss(torch.zeros(1, 2), torch.ones(1, 2), torch.zeros(1, 2))
    tensor(3.)
    """

    __constants__ = ["margin", "swap", "reduction"]

    def __init__(
        self, *, distance_function: Callable[[Tensor, Tensor], Tensor] | None = None,
        margin: float = 1.0, swap: bool = False, reduction: str = "mean",
    ) -> None:
        super().__init__(reduction=reduction)
        _require_positive_margin(self, margin)
        if distance_function is None:
            distance_function = PairwiseDistance()
        self.distance_function: Any = distance_function
        self.margin = margin
        self.swap = swap

    def forward(self, anchor: Tensor, positive: Tensor, negative: Tensor) -> Tensor:
        return F.triplet_margin_with_distance_loss(
            anchor, positive, negative, distance_function=self.distance_function,
            margin=self.margin, swap=self.swap, reduction=self.reduction,
        )
