"""The loss of sequences without alignment, and cross entropy with its linear layer."""

from __future__ import annotations

import math
from typing import Any

from firebrick_core import Tensor
from firebrick_core.ops.linear_cross_entropy import LinearCrossEntropyOptions

from . import functional as F
from ._linear import Linear
from ._loss import _Loss, _WeightedLoss

__all__ = ["CTCLoss", "LinearCrossEntropyLoss"]


class CTCLoss(_Loss):
    """Minus the log probability of a label sequence, summed over its alignments to the input.

    Args:
        blank: the class that stands for no label. Default: 0.
        reduction: "mean" divides by the targets' lengths first. Default: "mean".
        zero_infinity: zero the losses, and gradients, of targets too long to align. Default: False.

    Shape: log probabilities (T, N, C) or (T, C); targets (N, S) or all one after another; lengths
    (N) of inputs and targets. Source: Graves et al. 2006, Connectionist temporal classification;
    torch.nn.CTCLoss.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> log_probs = torch.zeros(4, 1, 3).log_softmax(2)
    >>> nn.CTCLoss()(log_probs, torch.tensor([[1, 2]]), (4,), (2,))
    tensor(0.8432)
    """

    __constants__ = ["blank", "reduction"]

    def __init__(
        self, blank: int = 0, reduction: str = "mean", zero_infinity: bool = False
    ) -> None:
        super().__init__(reduction=reduction)
        self.blank = blank
        self.zero_infinity = zero_infinity

    def forward(
        self, log_probs: Tensor, targets: Tensor, input_lengths: Any, target_lengths: Any
    ) -> Tensor:
        return F.ctc_loss(
            log_probs, targets, input_lengths, target_lengths, self.blank, self.reduction,
            self.zero_infinity,
        )  # fmt: skip


class LinearCrossEntropyLoss(_WeightedLoss):
    """A linear layer and the cross entropy of its results, without keeping all logits.

    Args:
        in_features: size of the last dimension of the input.
        num_classes: number of classes C.
        out_features: dimensions (d1, ..., dK) of a target per input. Default: ().
        bias: whether the linear layer has a bias. Default: False.
        device, dtype: of the parameters. Default: the CPU and the default dtype.
        reduction, weight, ignore_index, label_smoothing: as in `CrossEntropyLoss`.
        options: how the batch is cut in pieces. Default: None.

    Shape: (N, in_features) and targets (N, d1, ..., dK), or both without N. Parameters:
    `linear.weight` (C d1 ... dK, in_features), `linear.bias`. Source:
    torch.nn.LinearCrossEntropyLoss.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> nn.LinearCrossEntropyLoss(4, 5)(torch.randn(3, 4), torch.tensor([0, 4, 2])).shape
    torch.Size([])
    """

    __constants__ = ["num_classes", "out_features", "reduction", "ignore_index", "label_smoothing"]

    def __init__(
        self, in_features: int, num_classes: int, *, out_features: tuple[int, ...] = (),
        bias: bool = False, device: Any = None, dtype: Any = None, reduction: str = "mean",
        weight: Tensor | None = None, ignore_index: int | None = None,
        label_smoothing: float = 0.0, options: LinearCrossEntropyOptions | None = None,
    ) -> None:
        super().__init__(weight, reduction=reduction)
        self.num_classes = num_classes
        self.out_features = out_features
        self.ignore_index = ignore_index
        self.label_smoothing = label_smoothing
        self.options = options
        outputs = num_classes * math.prod(out_features)
        self.linear = Linear(in_features, outputs, bias=bias, device=device, dtype=dtype)

    def forward(self, input: Tensor, target: Tensor) -> Tensor:
        weight, bias = self.linear.weight, self.linear.bias
        if self.out_features:
            shape = (self.num_classes, *self.out_features)
            weight = weight.reshape(*shape, weight.size(-1))
            bias = None if bias is None else bias.reshape(shape)
        return F.linear_cross_entropy(
            input, weight, target, linear_bias=bias, weight=self.weight, reduction=self.reduction,
            ignore_index=self.ignore_index, label_smoothing=self.label_smoothing,
            options=self.options,
        )  # fmt: skip

    def extra_repr(self) -> str:
        return (
            f"in_features={self.linear.in_features}, num_classes={self.num_classes}, "
            f"out_features={self.out_features}, bias={self.linear.bias is not None}, "
            f"reduction={self.reduction}, ignore_index={self.ignore_index}, "
            f"label_smoothing={self.label_smoothing}, options={self.options}"
        )
