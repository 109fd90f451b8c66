"""The softmax over many classes that computes only the part it needs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import firebrick_core as torch
from firebrick_core import Tensor

from . import functional as F
from ._containers import ModuleList, Sequential
from ._linear import Linear
from ._module import Module

__all__ = ["AdaptiveLogSoftmaxWithLoss"]


class _ASMoutput(NamedTuple):
    """The log probability of each target, and their negative mean."""

    output: Tensor
    loss: Tensor


def _checked_cutoffs(cutoffs: Sequence[int], n_classes: int) -> list[int]:
    cutoffs = list(cutoffs)
    if not cutoffs:
        raise ValueError("cutoffs should be a sequence of length larger than 0")
    increasing = all(a < b for a, b in zip([0, *cutoffs], [*cutoffs, n_classes], strict=True))
    if not increasing or any(int(c) != c for c in cutoffs):
        raise ValueError(
            "cutoffs should be a sequence of unique, positive integers sorted in an increasing "
            f"order, where each value is between 1 and n_classes-1, but got {cutoffs} for "
            f"{n_classes} classes"
        )
    return [*cutoffs, n_classes]


class AdaptiveLogSoftmaxWithLoss(Module):
    """Log probabilities of classes sorted by frequency: rare ones in clusters, computed on demand.

    Args:
        in_features: size of the last dimension of the input.
        n_classes: number of classes.
        cutoffs: first class of each cluster, increasing; those before the first are in the head.
        div_value: cluster i works with in_features / div_value ** i features. Default: 4.
        head_bias: whether the head has a bias. Default: False.
        device, dtype: of the parameters. Default: the CPU and the default dtype.

    Shape: (N, in_features) and targets (N), or (in_features) and (), to a named tuple of `output`
    (N), the targets' log probabilities, and `loss`, their negative mean. Raises ValueError for
    wrong cutoffs, RuntimeError for wrong shapes and targets. Source: Grave et al. 2017, Efficient
    softmax approximation for GPUs; torch.nn.AdaptiveLogSoftmaxWithLoss.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> layer = nn.AdaptiveLogSoftmaxWithLoss(16, 100, cutoffs=[10, 40])
    >>> result = layer(torch.randn(3, 16), torch.tensor([1, 20, 99]))
    >>> result.output.shape, result.loss.shape
    (torch.Size([3]), torch.Size([]))
    """

    def __init__(
        self, in_features: int, n_classes: int, cutoffs: Sequence[int], div_value: float = 4.0,
        head_bias: bool = False, device: Any = None, dtype: Any = None,
    ) -> None:
        made: dict[str, Any] = {"device": device, "dtype": dtype}
        super().__init__()
        self.in_features = in_features
        self.n_classes = n_classes
        self.cutoffs = _checked_cutoffs(cutoffs, n_classes)
        self.div_value = div_value
        self.head_bias = head_bias
        self.shortlist_size = self.cutoffs[0]
        self.n_clusters = len(self.cutoffs) - 1
        self.head_size = self.shortlist_size + self.n_clusters
        self.head = Linear(in_features, self.head_size, bias=head_bias, **made)
        self.tail = ModuleList()
        for i in range(self.n_clusters):
            hidden = int(in_features // (div_value ** (i + 1)))
            classes = self.cutoffs[i + 1] - self.cutoffs[i]
            self.tail.append(
                Sequential(
                    Linear(in_features, hidden, bias=False, **made),
                    Linear(hidden, classes, bias=False, **made),
                )
            )

    def reset_parameters(self) -> None:
        """Draw new initial values."""
        self.head.reset_parameters()
        for layers in self.tail.children():
            for layer in layers.children():
                layer.reset_parameters()

    def _check(self, input: Tensor, target: Tensor) -> None:
        if target.dim() == 1:
            if input.shape[0] != target.shape[0]:
                raise RuntimeError(
                    "Input and target should have the same size in the batch dimension."
                )
            if input.dim() != 2:
                raise RuntimeError(
                    "1D target tensor expects 2D input tensors, but found inputs with size "
                    f"{input.size()}"
                )
        elif target.dim() == 0:
            if input.dim() != 1:
                raise RuntimeError(
                    "0D target tensor expects 1D input tensors, but found inputs with size "
                    f"{input.size()}"
                )
        else:
            raise RuntimeError("0D or 1D target tensor expected, multi-target not supported")

    def _cluster_log_prob(self, cluster: int, input: Tensor) -> Tensor:
        return F.log_softmax(self.tail[cluster](input), dim=1)

    def forward(self, input_: Tensor, target_: Tensor) -> _ASMoutput:
        self._check(input_, target_)
        batched = target_.dim() > 0
        input = input_ if batched else input_.unsqueeze(0)
        target = target_ if batched else target_.unsqueeze(0)
        if target.numel():
            low, high = int(target.amin().item()), int(target.amax().item())
            if low < 0 or high >= self.n_classes:
                raise RuntimeError(
                    f"Target values should be in [0, {self.n_classes - 1}], but values in range "
                    f"[{low}, {high}] were found. "
                )
        in_head, parts = target.clone(), []
        for i in range(self.n_clusters):
            low, high = self.cutoffs[i], self.cutoffs[i + 1]
            rows = ((target >= low) & (target < high)).nonzero().squeeze(1)
            if rows.numel():
                log_prob = self._cluster_log_prob(i, input.index_select(0, rows))
                within = (target.index_select(0, rows) - low).unsqueeze(1)
                parts.append((rows, log_prob.gather(1, within).squeeze(1)))
                in_head.index_fill_(0, rows, self.shortlist_size + i)
        head = F.log_softmax(self.head(input), dim=1)
        output = head.gather(1, in_head.unsqueeze(1)).squeeze(1)
        for rows, log_prob in parts:
            output = output.index_add(0, rows, log_prob)
        loss = (-output).mean()
        return _ASMoutput(output if batched else output.squeeze(0), loss)

    def _get_full_log_prob(self, input: Tensor, head_output: Tensor) -> Tensor:
        head = F.log_softmax(head_output, dim=1)
        size = self.shortlist_size
        parts = [head[:, :size]]
        for i in range(self.n_clusters):
            parts.append(self._cluster_log_prob(i, input) + head[:, size + i].unsqueeze(1))
        return torch.cat(parts, 1)

    def log_prob(self, input: Tensor) -> Tensor:
        """The log probabilities of all classes, (N, n_classes).

        >>> import firebrick_core as torch, firebrick_nn as nn
        >>> layer = nn.AdaptiveLogSoftmaxWithLoss(4, 10, cutoffs=[5])
        >>> layer.log_prob(torch.randn(3, 4)).exp().sum(1).round().tolist()
        [1.0, 1.0, 1.0]
        """
        return self._get_full_log_prob(input, self.head(input))

    def predict(self, input: Tensor) -> Tensor:
        """The likeliest class of each row, `log_prob(input).argmax(1)`.

        Clusters are computed only for rows whose likeliest entry of the head is a cluster.
        """
        head_output = self.head(input)
        output = head_output.argmax(1)
        rows = (output >= self.shortlist_size).nonzero().squeeze(1)
        if rows.numel() == 0:
            return output
        log_prob = self._get_full_log_prob(
            input.index_select(0, rows), head_output.index_select(0, rows)
        )
        return output.index_copy(0, rows, log_prob.argmax(1))
