"""What all schedulers share: counting steps, writing rates into the optimizer's groups, saving.

A scheduler gives the next rates from the present ones, so that several can act on one optimizer (a
chain), and that rates changed by hand stay changed. Where a schedule has a closed form, that is a
function of `firebrick_optim.schedules`.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

from .._core import Tensor
from ..optimizer import Optimizer

EPOCH_DEPRECATION_WARNING = (
    "The epoch parameter in `scheduler.step()` was not necessary and is being deprecated where "
    "possible. Please use `scheduler.step()` to step the scheduler. During the deprecation, if "
    "epoch is different from None, the closed form is used instead of the new chainable form, "
    "where available."
)


class LRScheduler:
    """Base of all schedulers. Subclasses override `get_lr`, which is called by `step`.

    `last_epoch` is the number of steps that were taken; pass that of a run that is resumed, whose
    optimizer has its `initial_lr` in every group. Making a scheduler sets the learning rates of its
    step 0.

    Raises TypeError for what is no optimizer, KeyError for a resumed optimizer without
    `initial_lr`.
    """

    optimizer: Any
    last_epoch: int
    _step_count: int
    _last_lr: list[float]
    _get_lr_called_within_step = False
    _is_initial = False

    def __init__(self, optimizer: Any, last_epoch: int = -1):
        self.optimizer = as_optimizer(optimizer)
        if last_epoch == -1:
            for group in optimizer.param_groups:
                lr = group["lr"]
                group.setdefault("initial_lr", lr.clone() if isinstance(lr, Tensor) else lr)
        else:
            for i, group in enumerate(optimizer.param_groups):
                if "initial_lr" not in group:
                    raise KeyError(
                        f"param 'initial_lr' is not specified in param_groups[{i}] when resuming "
                        "scheduler with last_epoch >= 0: load the optimizer's state_dict first, or "
                        "leave last_epoch out in a fresh run"
                    )
        self.base_lrs = [number(group["initial_lr"]) for group in optimizer.param_groups]
        self.last_epoch = last_epoch
        self._initial_step()

    def _initial_step(self) -> None:
        self._step_count = 0
        self._is_initial = True
        self._get_lr_called_within_step = False
        try:
            self.step()
        finally:
            self._is_initial = False

    def _undo(self) -> None:
        """Forget the step that making the scheduler has taken: it is to begin in a sequence."""
        self.last_epoch -= 1

    def _restart(self) -> None:
        """Begin in a sequence, from the initial learning rates."""
        self._update_lr(0)

    def step(self, epoch: int | None = None) -> None:
        """Set the learning rates of the next step. Call it after the optimizer's `step()`.

        With `epoch` (deprecated) set those of that step, by the closed form where there is one.
        """
        if self._step_count == 1 and not getattr(self.optimizer, "_opt_called", True):
            warnings.warn(
                "Detected call of `lr_scheduler.step()` before `optimizer.step()`. You should call "
                "them in the opposite order: `optimizer.step()` before `lr_scheduler.step()`. "
                "Failure to do this skips the first value of the learning rate schedule.",
                UserWarning,
                stacklevel=2,
            )
        self._step_count += 1
        if epoch is not None:
            warnings.warn(EPOCH_DEPRECATION_WARNING, UserWarning, stacklevel=2)
        self._update_lr(epoch)

    def _update_lr(self, epoch: int | None = None) -> None:
        before = self.last_epoch
        self._get_lr_called_within_step = True
        try:
            if epoch is None:
                self.last_epoch += 1
                values = self.get_lr()
            else:
                self.last_epoch = epoch
                closed_form = getattr(self, "_get_closed_form_lr", self.get_lr)
                values = closed_form()
        except BaseException:
            self.last_epoch = before
            raise
        finally:
            self._get_lr_called_within_step = False
        for group, value in zip(self.optimizer.param_groups, values, strict=True):
            set_value(group, "lr", value)
        self._last_lr = self._current()

    def get_lr(self) -> list[float]:
        """The learning rates after this step, from the groups' present ones; for `step` to call."""
        raise NotImplementedError(f"{type(self).__name__} has no get_lr(): write one")

    def get_last_lr(self) -> list[float]:
        """The learning rates that the last `step` has set, one per group."""
        return self._last_lr

    def _current(self) -> list[float]:
        return [number(group["lr"]) for group in self.optimizer.param_groups]

    def state_dict(self) -> dict[str, Any]:
        """Everything but the optimizer, as a dict."""
        return {k: v for k, v in self.__dict__.items() if k != "optimizer"}

    def load_state_dict(self, state_dict: dict[str, Any]) -> None:
        """Take over a `state_dict`. The rates themselves are in the optimizer's."""
        self.__dict__.update(state_dict)


class ChainableLR(LRScheduler):
    """A schedule given by one rate at a time: `_next`, and in closed form by `_at`."""

    def get_lr(self) -> list[float]:
        """The learning rates after this step, from the groups' present ones; for `step` to call."""
        warn_outside_step(self)
        pairs = zip(self._current(), self.base_lrs, strict=True)
        return [self._next(lr, base_lr) for lr, base_lr in pairs]

    def _get_closed_form_lr(self) -> list[float]:
        return [self._at(base) for base in self.base_lrs]

    def _next(self, lr: float, base_lr: float) -> float:
        """The rate of step `last_epoch`, from `lr`, that of the step before."""
        raise NotImplementedError

    def _at(self, base_lr: float) -> float:
        """The rate of step `last_epoch` if nothing else has changed it."""
        raise NotImplementedError


def as_optimizer(optimizer: Any) -> Any:
    """`optimizer` itself. Raises TypeError if it is none."""
    if not isinstance(optimizer, Optimizer):
        raise TypeError(f"{type(optimizer).__name__} is not an Optimizer")
    return optimizer


def warn_outside_step(scheduler: LRScheduler) -> None:
    """Say that `get_lr` steps the schedule, to who calls it to look."""
    if not scheduler._get_lr_called_within_step:
        warnings.warn(
            "To get the last learning rate computed by the scheduler, please use `get_last_lr()`.",
            UserWarning,
            stacklevel=3,
        )


def number(value: Any) -> Any:
    """A learning rate as a Python number."""
    return value.item() if isinstance(value, Tensor) else value


def set_value(group: dict[str, Any], key: str, value: Any) -> None:
    """Set a group's hyper-parameter, inside its tensor if it is one."""
    if isinstance(group[key], Tensor):
        group[key].fill_(value)
    else:
        group[key] = value


def per_group(name: str, optimizer: Any, value: Any) -> list[Any]:
    """A value for each group, from one for all or a list. Raises ValueError for another length."""
    groups = optimizer.param_groups
    if not isinstance(value, (list, tuple)):
        return [number(value)] * len(groups)
    if len(value) != len(groups):
        raise ValueError(
            f"{name} must have the same length as optimizer.param_groups. "
            f"{name} has {len(value)} values, param_groups has {len(groups)}."
        )
    return [number(v) for v in value]


def functions_of(optimizer: Any, lr_lambda: Any) -> list[Callable[[int], float]]:
    """A function for each group, from one for all or a list.

    Raises ValueError for another length, TypeError for what cannot be called.
    """
    groups = optimizer.param_groups
    several = isinstance(lr_lambda, (list, tuple))
    functions = list(lr_lambda) if several else [lr_lambda] * len(groups)
    if len(functions) != len(groups):
        raise ValueError(f"Expected {len(groups)} lr_lambdas, but got {len(functions)}")
    for f in functions:
        if not callable(f):
            raise TypeError(f"lr_lambda should be a function, but got {type(f).__name__}")
    return functions
