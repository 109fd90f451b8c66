"""A schedule by what it leads to."""

from __future__ import annotations

import math
import warnings
from typing import Any

from ..schedules import improves
from ._base import EPOCH_DEPRECATION_WARNING, LRScheduler, as_optimizer, number, set_value


class ReduceLROnPlateau(LRScheduler):
    """Multiplies the learning rate by `factor` when a metric has not improved for `patience` steps.

    `mode` "min" or "max" says what an improvement is; it counts if it is more than `threshold`, a
    share of the best value (`threshold_mode` "rel") or a difference ("abs"). After a reduction
    `cooldown` steps do not count. `min_lr`, a number or one per group, is not gone below;
    reductions under `eps` are left out.

    Raises ValueError for a factor of 1 or more, unknown modes, and another number of min_lr than
    groups.

    >>> import firebrick_core as fb
    >>> from firebrick_optim import SGD
    >>> from firebrick_optim.lr_scheduler import ReduceLROnPlateau
    >>> optimizer = SGD([fb.zeros(1)], lr=1.0)
    >>> scheduler = ReduceLROnPlateau(optimizer, factor=0.5, patience=1)
    >>> for loss in [3.0, 2.0, 2.0, 2.0]:
    ...     optimizer.step()
    ...     scheduler.step(loss)
    >>> scheduler.get_last_lr()
    [0.5]
    """

    best: float
    cooldown_counter: int
    num_bad_epochs: int

    def __init__(
        self, optimizer: Any, mode: str = "min", factor: float = 0.1, patience: int = 10,
        threshold: float = 1e-4, threshold_mode: str = "rel", cooldown: int = 0, min_lr: Any = 0,
        eps: float = 1e-8,
    ):
        if factor >= 1.0:
            raise ValueError(f"Factor should be < 1.0. Got {factor}")
        if mode not in ("min", "max"):
            raise ValueError(f"mode {mode} is unknown! It must be 'min' or 'max'")
        if threshold_mode not in ("rel", "abs"):
            raise ValueError(
                f"threshold mode {threshold_mode} is unknown! It must be 'rel' or 'abs'"
            )
        self.factor = factor
        self.optimizer = as_optimizer(optimizer)
        groups = optimizer.param_groups
        self.default_min_lr: Any = None
        if isinstance(min_lr, (list, tuple)):
            if len(min_lr) != len(groups):
                raise ValueError(f"expected {len(groups)} min_lrs, got {len(min_lr)}")
            self.min_lrs = list(min_lr)
        else:
            self.default_min_lr = min_lr
            self.min_lrs = [min_lr] * len(groups)
        self.patience = patience
        self.cooldown = cooldown
        self.eps = eps
        self.last_epoch = 0
        self._last_lr = self._current()
        self.mode_worse = math.inf if mode == "min" else -math.inf
        self.mode = mode
        self.threshold = threshold
        self.threshold_mode = threshold_mode
        self._reset()

    def _reset(self) -> None:
        """Forget all metrics."""
        self.best = self.mode_worse
        self.cooldown_counter = 0
        self.num_bad_epochs = 0

    def step(  # type: ignore[override]  # as in PyTorch, the metric comes first
        self, metrics: Any, epoch: int | None = None
    ) -> None:
        """Take the metric of another epoch into account."""
        current = float(metrics)
        if epoch is None:
            epoch = self.last_epoch + 1
        else:
            warnings.warn(EPOCH_DEPRECATION_WARNING, UserWarning, stacklevel=2)
        self.last_epoch = epoch
        if self._is_better(current, self.best):
            self.best = current
            self.num_bad_epochs = 0
        else:
            self.num_bad_epochs += 1
        if self.in_cooldown:
            self.cooldown_counter -= 1
            self.num_bad_epochs = 0
        if self.num_bad_epochs > self.patience:
            self._reduce_lr()
            self.cooldown_counter = self.cooldown
            self.num_bad_epochs = 0
        self._last_lr = self._current()

    def _reduce_lr(self) -> None:
        groups = self.optimizer.param_groups
        if len(groups) != len(self.min_lrs):
            if self.default_min_lr is None:
                raise RuntimeError(
                    f"The number of param groups in the `optimizer` ({len(groups)}) differs from "
                    f"when `ReduceLROnPlateau` was initialized ({len(self.min_lrs)}), usually due "
                    "to a new param group being added to the optimizer. Please modify the "
                    "`min_lrs` field to match the length of the `optimizer` param groups."
                )
            self.min_lrs = [self.default_min_lr] * len(groups)
        for group, lowest in zip(groups, self.min_lrs, strict=True):
            lr = number(group["lr"])
            reduced = max(lr * self.factor, lowest)
            if lr - reduced > self.eps:
                set_value(group, "lr", reduced)

    @property
    def in_cooldown(self) -> bool:
        """Whether a reduction was too short ago for metrics to count."""
        return self.cooldown_counter > 0

    def _is_better(self, value: float, best: float) -> bool:
        return improves(value, best, self.mode, self.threshold, self.threshold_mode)
