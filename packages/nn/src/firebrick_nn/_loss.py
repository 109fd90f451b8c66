"""Losses as layers: regression, classification, distributions. (Margins: `_margin_loss`.)

Every loss takes `reduction`: "mean" (default), "sum", or "none" for a loss per element or sample.
`size_average` and `reduce` are PyTorch's old names for the same. `*` is any number of dimensions.
"""

from __future__ import annotations

import warnings

from firebrick_core import Tensor

from . import functional as F
from ._module import Module

__all__ = [
    "BCELoss", "BCEWithLogitsLoss", "CrossEntropyLoss", "GaussianNLLLoss", "HuberLoss",
    "KLDivLoss", "L1Loss", "MSELoss", "NLLLoss", "PoissonNLLLoss", "SmoothL1Loss",
]  # fmt: skip


def _legacy_reduction(size_average: bool | None, reduce: bool | None) -> str:
    """The reduction that the two old arguments ask for."""
    size_average = True if size_average is None else size_average
    reduce = True if reduce is None else reduce
    reduction = "none" if not reduce else "mean" if size_average else "sum"
    warnings.warn(
        "size_average and reduce args will be deprecated, please use "
        f"reduction='{reduction}' instead.",
        stacklevel=4,
    )
    return reduction


class _Loss(Module):
    __constants__ = ["reduction"]

    def __init__(
        self, size_average: bool | None = None, reduce: bool | None = None, reduction: str = "mean"
    ) -> None:
        super().__init__()
        if size_average is not None or reduce is not None:
            reduction = _legacy_reduction(size_average, reduce)
        self.reduction = reduction


class _WeightedLoss(_Loss):
    def __init__(
        self, weight: Tensor | None = None, size_average: bool | None = None,
        reduce: bool | None = None, reduction: str = "mean",
    ) -> None:
        super().__init__(size_average, reduce, reduction)
        self.register_buffer("weight", weight)


class L1Loss(_Loss):
    """`|input - target|`. Shape: (*) and (*). Source: torch.nn.L1Loss.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> nn.L1Loss()(torch.tensor([1.0, 2.0]), torch.zeros(2))
    tensor(1.5000)
    """

    def forward(self, input: Tensor, target: Tensor) -> Tensor:
        return F.l1_loss(input, target, reduction=self.reduction)


class MSELoss(_Loss):
    """`(input - target) ** 2`. Shape: (*) and (*). Source: torch.nn.MSELoss.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> nn.MSELoss()(torch.tensor([1.0, 2.0]), torch.zeros(2))
    tensor(2.5000)
    """

    def forward(self, input: Tensor, target: Tensor) -> Tensor:
        return F.mse_loss(input, target, reduction=self.reduction)


class SmoothL1Loss(_Loss):
    """`0.5 d ** 2 / beta` where `d = |input - target| < beta`, else `d - 0.5 beta`.

    Args:
        beta: Default: 1. With 0 it is `L1Loss`.

    Shape: (*) and (*). Source: Girshick 2015, Fast R-CNN; torch.nn.SmoothL1Loss.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> nn.SmoothL1Loss(reduction="none")(torch.tensor([0.5, 2.0]), torch.zeros(2))
    tensor([0.1250, 1.5000])
    """

    def __init__(
        self, size_average: bool | None = None, reduce: bool | None = None, reduction: str = "mean",
        beta: float = 1.0,
    ) -> None:
        super().__init__(size_average, reduce, reduction)
        self.beta = beta

    def forward(self, input: Tensor, target: Tensor) -> Tensor:
        return F.smooth_l1_loss(input, target, reduction=self.reduction, beta=self.beta)


class HuberLoss(_Loss):
    """`0.5 d ** 2` where `d = |input - target| < delta`, else `delta (d - 0.5 delta)`.

    Args:
        delta: Default: 1.

    Shape: (*) and (*). Raises TypeError unless delta is a number. Source: Huber 1964, Robust
    estimation of a location parameter; torch.nn.HuberLoss.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> nn.HuberLoss(reduction="none", delta=2.0)(torch.tensor([0.5, 3.0]), torch.zeros(2))
    tensor([0.1250, 4.0000])
    """

    __constants__ = ["reduction", "delta"]

    def __init__(self, reduction: str = "mean", delta: float = 1.0) -> None:
        if not isinstance(delta, (float, int)):
            raise TypeError(f"delta must be a float or int, got: {type(delta)}")
        super().__init__(reduction=reduction)
        self.delta = delta

    def forward(self, input: Tensor, target: Tensor) -> Tensor:
        return F.huber_loss(input, target, reduction=self.reduction, delta=self.delta)


class CrossEntropyLoss(_WeightedLoss):
    """Minus the log-probability of the target class, from unnormalised scores.

    Args:
        weight: of each class (C). Default: None.
        ignore_index: a target that does not count. Default: -100.
        label_smoothing: share of the target that is spread over all classes. Default: 0.

    Shape: (N, C, *) or (C) scores, and class indices (N, *) or (), or probabilities of the scores'
    shape. Raises RuntimeError for shapes that do not fit, IndexError for a class out of range.
    Source: torch.nn.CrossEntropyLoss.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> nn.CrossEntropyLoss()(torch.zeros(3, 5), torch.tensor([0, 1, 4]))
    tensor(1.6094)
    """

    __constants__ = ["ignore_index", "reduction", "label_smoothing"]

    def __init__(
        self, weight: Tensor | None = None, size_average: bool | None = None,
        ignore_index: int = -100, reduce: bool | None = None, reduction: str = "mean",
        label_smoothing: float = 0.0,
    ) -> None:
        super().__init__(weight, size_average, reduce, reduction)
        self.ignore_index = ignore_index
        self.label_smoothing = label_smoothing

    def forward(self, input: Tensor, target: Tensor) -> Tensor:
        return F.cross_entropy(
            input, target, weight=self.weight, ignore_index=self.ignore_index,
            reduction=self.reduction, label_smoothing=self.label_smoothing,
        )


class NLLLoss(_WeightedLoss):
    """Minus the log-probability of the target class, from log-probabilities.

    Args:
        weight: of each class (C). Default: None.
        ignore_index: a target that does not count. Default: -100.

    Shape: (N, C, *) or (C), and class indices (N, *) or (). Source: torch.nn.NLLLoss.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> nn.NLLLoss()(torch.tensor([[-1.0, -2.0]]), torch.tensor([1]))
    tensor(2.)
    """

    __constants__ = ["ignore_index", "reduction"]

    def __init__(
        self, weight: Tensor | None = None, size_average: bool | None = None,
        ignore_index: int = -100, reduce: bool | None = None, reduction: str = "mean",
    ) -> None:
        super().__init__(weight, size_average, reduce, reduction)
        self.ignore_index = ignore_index

    def forward(self, input: Tensor, target: Tensor) -> Tensor:
        return F.nll_loss(
            input, target, weight=self.weight, ignore_index=self.ignore_index,
            reduction=self.reduction,
        )


class PoissonNLLLoss(_Loss):
    """Minus the log-likelihood of counts under a Poisson distribution.

    Args:
        log_input: the input is the logarithm of the rate. Default: True.
        full: add Stirling's approximation of `log(target!)`. Default: False.
        eps: keeps `log(input)` finite if not log_input. Default: 1e-8.

    Shape: (*) and (*). Source: torch.nn.PoissonNLLLoss.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> nn.PoissonNLLLoss()(torch.zeros(2), torch.tensor([1.0, 3.0]))
    tensor(1.)
    """

    __constants__ = ["log_input", "full", "eps", "reduction"]

    def __init__(
        self, log_input: bool = True, full: bool = False, size_average: bool | None = None,
        eps: float = 1e-8, reduce: bool | None = None, reduction: str = "mean",
    ) -> None:
        super().__init__(size_average, reduce, reduction)
        self.log_input = log_input
        self.full = full
        self.eps = eps

    def forward(self, log_input: Tensor, target: Tensor) -> Tensor:
        return F.poisson_nll_loss(
            log_input, target, log_input=self.log_input, full=self.full, eps=self.eps,
            reduction=self.reduction,
        )


class GaussianNLLLoss(_Loss):
    """Minus the log-likelihood under a normal distribution with mean `input` and variance `var`.

    Args:
        full: add the constant `0.5 log(2 pi)`. Default: False.
        eps: smallest variance. Default: 1e-6.

    `forward(input, target, var)`. Shape: (N, *), (N, *), and (N, *), (N, 1) or a number. Raises
    ValueError for a negative variance. Source: Nix and Weigend 1994; torch.nn.GaussianNLLLoss.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> nn.GaussianNLLLoss()(torch.zeros(1), torch.tensor([2.0]), torch.ones(1))
    tensor(2.)
    """

    __constants__ = ["full", "eps", "reduction"]

    def __init__(self, *, full: bool = False, eps: float = 1e-6, reduction: str = "mean") -> None:
        super().__init__(reduction=reduction)
        self.full = full
        self.eps = eps

    def forward(self, input: Tensor, target: Tensor, var: Tensor | float) -> Tensor:
        return F.gaussian_nll_loss(
            input, target, var, full=self.full, eps=self.eps, reduction=self.reduction
        )


class KLDivLoss(_Loss):
    """`target (log(target) - input)`, the Kullback-Leibler divergence from log-probabilities.

    Args:
        reduction: also "batchmean", the sum over the batch's size, which is the divergence.
        log_target: the target holds log-probabilities too. Default: False.

    Shape: (*) and (*). Source: torch.nn.KLDivLoss.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> nn.KLDivLoss(reduction="sum")(torch.tensor([0.5, 0.5]).log(), torch.tensor([0.5, 0.5]))
    tensor(0.)
    """

    def __init__(
        self, size_average: bool | None = None, reduce: bool | None = None, reduction: str = "mean",
        log_target: bool = False,
    ) -> None:
        super().__init__(size_average, reduce, reduction)
        self.log_target = log_target

    def forward(self, input: Tensor, target: Tensor) -> Tensor:
        return F.kl_div(input, target, reduction=self.reduction, log_target=self.log_target)


class BCELoss(_WeightedLoss):
    """`-(y log(p) + (1 - y) log(1 - p))` of probabilities p and targets y; logarithms end at -100.

    Args:
        weight: of each element. Default: None.

    Shape: (*) and (*). Raises RuntimeError for probabilities outside [0, 1], ValueError for shapes
    that differ. Source: torch.nn.BCELoss.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> nn.BCELoss()(torch.tensor([0.5, 0.5]), torch.tensor([0.0, 1.0]))
    tensor(0.6931)
    """

    def forward(self, input: Tensor, target: Tensor) -> Tensor:
        return F.binary_cross_entropy(
            input, target, weight=self.weight, reduction=self.reduction
        )


class BCEWithLogitsLoss(_WeightedLoss):
    """`BCELoss` of `sigmoid(input)`, computed without overflow.

    Args:
        weight: of each element. Default: None.
        pos_weight: of positive targets, for each class. Default: None.

    Shape: (*) and (*). Raises ValueError for shapes that differ. Source:
    torch.nn.BCEWithLogitsLoss.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> nn.BCEWithLogitsLoss()(torch.zeros(2), torch.tensor([0.0, 1.0]))
    tensor(0.6931)
    """

    def __init__(
        self, weight: Tensor | None = None, size_average: bool | None = None,
        reduce: bool | None = None, reduction: str = "mean", pos_weight: Tensor | None = None,
    ) -> None:
        super().__init__(weight, size_average, reduce, reduction)
        self.register_buffer("pos_weight", pos_weight)

    def forward(self, input: Tensor, target: Tensor) -> Tensor:
        return F.binary_cross_entropy_with_logits(
            input, target, self.weight, pos_weight=self.pos_weight, reduction=self.reduction
        )
