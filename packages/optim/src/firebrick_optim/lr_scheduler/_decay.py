"""Schedules that lower (or raise) the rate by a factor: at once, at milestones, or step by step."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from .. import schedules
from ._base import ChainableLR


class StepLR(ChainableLR):
    """Multiplies the learning rate by `gamma` every `step_size` steps.

    Raises ValueError for a step_size below 1.

    >>> import firebrick_core as fb
    >>> from firebrick_optim import SGD
    >>> from firebrick_optim.lr_scheduler import StepLR
    >>> optimizer = SGD([fb.zeros(1)], lr=1.0)
    >>> scheduler = StepLR(optimizer, step_size=2, gamma=0.5)
    >>> for _ in range(4):
    ...     optimizer.step()
    ...     scheduler.step()
    >>> scheduler.get_last_lr()
    [0.25]
    """

    def __init__(self, optimizer: Any, step_size: int, gamma: float = 0.1, last_epoch: int = -1):
        if step_size < 1:
            raise ValueError(f"StepLR: step_size must be at least 1, got {step_size}")
        self.step_size = step_size
        self.gamma = gamma
        super().__init__(optimizer, last_epoch)

    def _next(self, lr: float, base_lr: float) -> float:
        if self.last_epoch == 0 or self.last_epoch % self.step_size:
            return lr
        return lr * self.gamma

    def _at(self, base_lr: float) -> float:
        return schedules.step_lr(self.last_epoch, base_lr, self.step_size, self.gamma)


class MultiStepLR(ChainableLR):
    """Multiplies the learning rate by `gamma` at each of `milestones`; one may be listed twice.

    >>> import firebrick_core as fb
    >>> from firebrick_optim import SGD
    >>> from firebrick_optim.lr_scheduler import MultiStepLR
    >>> optimizer = SGD([fb.zeros(1)], lr=1.0)
    >>> scheduler = MultiStepLR(optimizer, milestones=[1, 3], gamma=0.5)
    >>> for _ in range(4):
    ...     optimizer.step()
    ...     scheduler.step()
    >>> scheduler.get_last_lr()
    [0.25]
    """

    def __init__(
        self, optimizer: Any, milestones: Iterable[int], gamma: float = 0.1, last_epoch: int = -1
    ):
        self.milestones = Counter(milestones)
        self.gamma = gamma
        super().__init__(optimizer, last_epoch)

    def _next(self, lr: float, base_lr: float) -> float:
        times = self.milestones[self.last_epoch] if self.last_epoch in self.milestones else 0
        return lr * self.gamma**times if times else lr

    def _at(self, base_lr: float) -> float:
        milestones = self.milestones.elements()
        return schedules.multi_step_lr(self.last_epoch, base_lr, milestones, self.gamma)


class ExponentialLR(ChainableLR):
    """Multiplies the learning rate by `gamma` every step.

    >>> import firebrick_core as fb
    >>> from firebrick_optim import SGD
    >>> from firebrick_optim.lr_scheduler import ExponentialLR
    >>> optimizer = SGD([fb.zeros(1)], lr=1.0)
    >>> scheduler = ExponentialLR(optimizer, gamma=0.5)
    >>> for _ in range(3):
    ...     optimizer.step()
    ...     scheduler.step()
    >>> scheduler.get_last_lr()
    [0.125]
    """

    def __init__(self, optimizer: Any, gamma: float, last_epoch: int = -1):
        self.gamma = gamma
        super().__init__(optimizer, last_epoch)

    def _next(self, lr: float, base_lr: float) -> float:
        return lr if self._is_initial else lr * self.gamma

    def _at(self, base_lr: float) -> float:
        return schedules.exponential_lr(self.last_epoch, base_lr, self.gamma)


class ConstantLR(ChainableLR):
    """Multiplies the learning rate by `factor` for the first `total_iters` steps.

    Raises ValueError for a factor outside [0, 1].

    >>> import firebrick_core as fb
    >>> from firebrick_optim import SGD
    >>> from firebrick_optim.lr_scheduler import ConstantLR
    >>> optimizer = SGD([fb.zeros(1)], lr=1.0)
    >>> scheduler = ConstantLR(optimizer, factor=0.25, total_iters=2)
    >>> scheduler.get_last_lr()
    [0.25]
    """

    def __init__(
        self, optimizer: Any, factor: float = 1.0 / 3, total_iters: int = 5, last_epoch: int = -1
    ):
        if not 0 <= factor <= 1.0:
            raise ValueError(
                f"Constant multiplicative factor expected to be between 0 and 1. Got {factor}"
            )
        self.factor = factor
        self.total_iters = total_iters
        super().__init__(optimizer, last_epoch)

    def _next(self, lr: float, base_lr: float) -> float:
        if self.last_epoch == 0:
            return lr * self.factor
        return lr * (1.0 / self.factor) if self.last_epoch == self.total_iters else lr

    def _at(self, base_lr: float) -> float:
        return schedules.constant_lr(self.last_epoch, base_lr, self.factor, self.total_iters)


class LinearLR(ChainableLR):
    """Multiplies the learning rate by a factor in a line from `start_factor` to `end_factor`.

    It takes `total_iters` steps, and stays at its end. Raises ValueError for a start_factor outside
    (0, 1] and for an end_factor outside [0, 1].

    >>> import firebrick_core as fb
    >>> from firebrick_optim import SGD
    >>> from firebrick_optim.lr_scheduler import LinearLR
    >>> optimizer = SGD([fb.zeros(1)], lr=1.0)
    >>> scheduler = LinearLR(optimizer, start_factor=0.5, total_iters=2)
    >>> optimizer.step()
    >>> scheduler.step()
    >>> scheduler.get_last_lr()
    [0.75]
    """

    def __init__(
        self, optimizer: Any, start_factor: float = 1.0 / 3, end_factor: float = 1.0,
        total_iters: int = 5, last_epoch: int = -1,
    ):
        if not 0 < start_factor <= 1.0:
            raise ValueError(
                "Starting multiplicative factor expected to be greater than 0 and less or equal to "
                f"1. Got {start_factor}"
            )
        if not 0 <= end_factor <= 1.0:
            raise ValueError(
                f"Ending multiplicative factor expected to be between 0 and 1. Got {end_factor}"
            )
        self.start_factor = start_factor
        self.end_factor = end_factor
        self.total_iters = total_iters
        super().__init__(optimizer, last_epoch)

    def _next(self, lr: float, base_lr: float) -> float:
        if self.last_epoch == 0:
            return lr * self.start_factor
        if self._is_initial or self.last_epoch > self.total_iters:
            return lr
        rise = self.end_factor - self.start_factor
        before = self.total_iters * self.start_factor + (self.last_epoch - 1) * rise
        return lr * (1.0 + rise / before)

    def _at(self, base_lr: float) -> float:
        return schedules.linear_lr(
            self.last_epoch, base_lr, self.start_factor, self.end_factor, self.total_iters
        )


class PolynomialLR(ChainableLR):
    """Lowers the learning rate to 0 in `total_iters` steps, along a polynomial of degree `power`.

    >>> import firebrick_core as fb
    >>> from firebrick_optim import SGD
    >>> from firebrick_optim.lr_scheduler import PolynomialLR
    >>> optimizer = SGD([fb.zeros(1)], lr=1.0)
    >>> scheduler = PolynomialLR(optimizer, total_iters=4)
    >>> optimizer.step()
    >>> scheduler.step()
    >>> scheduler.get_last_lr()
    [0.75]
    """

    def __init__(
        self, optimizer: Any, total_iters: int = 5, power: float = 1.0, last_epoch: int = -1
    ):
        self.total_iters = total_iters
        self.power = power
        super().__init__(optimizer, last_epoch)

    def _next(self, lr: float, base_lr: float) -> float:
        if self._is_initial or self.last_epoch > self.total_iters:
            return lr
        left = 1.0 - self.last_epoch / self.total_iters
        left_before = 1.0 - (self.last_epoch - 1) / self.total_iters
        return lr * (left / left_before) ** self.power

    def _at(self, base_lr: float) -> float:
        return schedules.polynomial_lr(self.last_epoch, base_lr, self.total_iters, self.power)
