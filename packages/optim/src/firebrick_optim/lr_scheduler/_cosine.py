"""Cosine schedules."""

from __future__ import annotations

import math
from typing import Any

from .. import schedules
from ._base import ChainableLR, LRScheduler, set_value, warn_outside_step


class CosineAnnealingLR(ChainableLR):
    """Lowers the learning rate to `eta_min` along a half cosine of `T_max` steps; raises it again.

    Source: Loshchilov and Hutter, SGDR, arXiv 1608.03983 (without the restarts).

    >>> import firebrick_core as fb
    >>> from firebrick_optim import SGD
    >>> from firebrick_optim.lr_scheduler import CosineAnnealingLR
    >>> optimizer = SGD([fb.zeros(1)], lr=1.0)
    >>> scheduler = CosineAnnealingLR(optimizer, T_max=2)
    >>> optimizer.step()
    >>> scheduler.step()
    >>> round(scheduler.get_last_lr()[0], 9)
    0.5
    """

    def __init__(self, optimizer: Any, T_max: int, eta_min: float = 0.0, last_epoch: int = -1):
        self.T_max = T_max
        self.eta_min = eta_min
        super().__init__(optimizer, last_epoch)

    def _next(self, lr: float, base_lr: float) -> float:
        if self._is_initial:
            return lr
        step = math.pi / self.T_max
        if (self.last_epoch - 1 - self.T_max) % (2 * self.T_max) == 0:
            # The step before was the lowest point, which says nothing about how far to rise again.
            return lr + (base_lr - self.eta_min) * (1 - math.cos(step)) / 2
        height = 1 + math.cos(step * self.last_epoch)
        before = 1 + math.cos(step * (self.last_epoch - 1))
        return height / before * (lr - self.eta_min) + self.eta_min

    def _at(self, base_lr: float) -> float:
        return schedules.cosine_annealing_lr(self.last_epoch, base_lr, self.T_max, self.eta_min)


class CosineAnnealingWarmRestarts(LRScheduler):
    """Lowers the learning rate to `eta_min` again and again, each time `T_mult` times as long.

    The first takes `T_0` steps. `step(epoch)` may be called with fractions of epochs. Raises
    ValueError for T_0 or T_mult that are no positive integers.

    Source: Loshchilov and Hutter, SGDR: Stochastic Gradient Descent with Warm Restarts, arXiv
    1608.03983.

    >>> import firebrick_core as fb
    >>> from firebrick_optim import SGD
    >>> from firebrick_optim.lr_scheduler import CosineAnnealingWarmRestarts
    >>> optimizer = SGD([fb.zeros(1)], lr=1.0)
    >>> scheduler = CosineAnnealingWarmRestarts(optimizer, T_0=2)
    >>> rates = []
    >>> for _ in range(4):
    ...     rates.append(round(scheduler.get_last_lr()[0], 9))
    ...     optimizer.step()
    ...     scheduler.step()
    >>> rates
    [1.0, 0.5, 1.0, 0.5]
    """

    def __init__(
        self, optimizer: Any, T_0: int, T_mult: int = 1, eta_min: float = 0.0, last_epoch: int = -1
    ):
        if not isinstance(T_0, int) or T_0 <= 0:
            raise ValueError(f"Expected positive integer T_0, but got {T_0}")
        if not isinstance(T_mult, int) or T_mult < 1:
            raise ValueError(f"Expected integer T_mult >= 1, but got {T_mult}")
        if not isinstance(eta_min, (float, int)):
            kind = type(eta_min)
            raise ValueError(f"Expected float or int eta_min, but got {eta_min} of type {kind}")
        self.T_0 = T_0
        self.T_i = T_0
        self.T_mult = T_mult
        self.eta_min = eta_min
        self.T_cur: float = last_epoch
        if last_epoch > 0:  # PyTorch loses count here of cycles that have grown
            self.T_cur, self.T_i = schedules.restart_position(last_epoch, T_0, T_mult)
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> list[float]:
        """The learning rates of this step; for `step` to call."""
        warn_outside_step(self)
        return [
            schedules.cosine_annealing_lr(self.T_cur, base_lr, self.T_i, self.eta_min)
            for base_lr in self.base_lrs
        ]

    def step(self, epoch: float | None = None) -> None:
        """Set the learning rates of the next step, or those of `epoch`, which may be a fraction.

        Raises ValueError for an epoch below 0.
        """
        if epoch is None and self.last_epoch < 0:
            epoch = 0
        if epoch is None:
            epoch = self.last_epoch + 1
            self.T_cur += 1
            if self.T_cur >= self.T_i:
                self.T_cur -= self.T_i
                self.T_i *= self.T_mult
        else:
            if epoch < 0:
                raise ValueError(f"Expected non-negative epoch, but got {epoch}")
            self.T_cur, self.T_i = schedules.restart_position(epoch, self.T_0, self.T_mult)
        self.last_epoch = math.floor(epoch)
        self._get_lr_called_within_step = True
        try:
            values = self.get_lr()
        finally:
            self._get_lr_called_within_step = False
        for group, lr in zip(self.optimizer.param_groups, values, strict=True):
            set_value(group, "lr", lr)
        self._last_lr = self._current()
