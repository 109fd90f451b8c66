"""Schedules by users' own functions."""

from __future__ import annotations

import types
from typing import Any

from ._base import LRScheduler, as_optimizer, functions_of, warn_outside_step


class _FunctionLR(LRScheduler):
    """Functions of the step, one per group; callable objects are saved with their attributes."""

    def __init__(self, optimizer: Any, lr_lambda: Any, last_epoch: int = -1):
        self.optimizer = as_optimizer(optimizer)
        self.lr_lambdas = functions_of(optimizer, lr_lambda)
        super().__init__(optimizer, last_epoch)

    def state_dict(self) -> dict[str, Any]:
        """Everything but the optimizer and functions; callable objects by their attributes."""
        state = {k: v for k, v in self.__dict__.items() if k not in ("optimizer", "lr_lambdas")}
        state["lr_lambdas"] = [
            None if isinstance(f, types.FunctionType) else dict(getattr(f, "__dict__", {}))
            for f in self.lr_lambdas
        ]
        return state

    def load_state_dict(self, state_dict: dict[str, Any]) -> None:
        """Take over a `state_dict`; the functions stay those of the constructor."""
        self.__dict__.update({k: v for k, v in state_dict.items() if k != "lr_lambdas"})
        for f, attributes in zip(self.lr_lambdas, state_dict["lr_lambdas"], strict=True):
            if attributes:
                f.__dict__.update(attributes)


class LambdaLR(_FunctionLR):
    """The initial learning rate times a function of the step, one for all groups or one for each.

    Raises ValueError for another number of functions than groups, TypeError for what is no
    function.

    >>> import firebrick_core as fb
    >>> from firebrick_optim import SGD
    >>> from firebrick_optim.lr_scheduler import LambdaLR
    >>> def warmup(step):
    ...     return min(1.0, (step + 1) / 4)
    >>> optimizer = SGD([fb.zeros(1)], lr=1.0)
    >>> scheduler = LambdaLR(optimizer, warmup)
    >>> for _ in range(2):
    ...     optimizer.step()
    ...     scheduler.step()
    >>> scheduler.get_last_lr()
    [0.75]
    """

    def get_lr(self) -> list[float]:
        """The learning rates after this step; for `step` to call."""
        warn_outside_step(self)
        pairs = zip(self.lr_lambdas, self.base_lrs, strict=True)
        return [lr * function(self.last_epoch) for function, lr in pairs]


class MultiplicativeLR(_FunctionLR):
    """The learning rate of the step before times a function of the step, for all groups or each.

    Raises ValueError for another number of functions than groups, TypeError for what is no
    function.

    >>> import firebrick_core as fb
    >>> from firebrick_optim import SGD
    >>> from firebrick_optim.lr_scheduler import MultiplicativeLR
    >>> def shrink(step):
    ...     return 1 / (1 + step)
    >>> optimizer = SGD([fb.zeros(1)], lr=1.0)
    >>> scheduler = MultiplicativeLR(optimizer, shrink)
    >>> for _ in range(2):
    ...     optimizer.step()
    ...     scheduler.step()
    >>> round(scheduler.get_last_lr()[0], 6)
    0.166667
    """

    def get_lr(self) -> list[float]:
        """The learning rates after this step, from the groups' present ones; for `step` to call."""
        warn_outside_step(self)
        if self._is_initial:
            return self._current()
        pairs = zip(self.lr_lambdas, self._current(), strict=True)
        return [lr * function(self.last_epoch) for function, lr in pairs]
