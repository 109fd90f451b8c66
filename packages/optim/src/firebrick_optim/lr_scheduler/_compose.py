"""Several schedules on one optimizer: one after the other, or all at once."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from typing import Any

from ._base import LRScheduler, set_value
from ._plateau import ReduceLROnPlateau


class _Composed(LRScheduler):
    """Schedulers in the place of one. They can be composed in turn, which PyTorch gets wrong."""

    _schedulers: Sequence[Any]

    def _restart(self) -> None:
        _reset_rates(self.optimizer)
        self._initial_step()

    def state_dict(self) -> dict[str, Any]:
        """Everything but the optimizer, with the state of each scheduler."""
        skipped = ("optimizer", "_schedulers")
        state = {k: v for k, v in self.__dict__.items() if k not in skipped}
        state["_schedulers"] = [s.state_dict() for s in self._schedulers]
        return state

    def load_state_dict(self, state_dict: dict[str, Any]) -> None:
        """Take over a `state_dict`. Raises ValueError for another number of schedulers."""
        states = state_dict["_schedulers"]
        if len(states) != len(self._schedulers):
            raise ValueError(
                f"loaded state dict has {len(states)} schedulers, {type(self).__name__} has "
                f"{len(self._schedulers)}"
            )
        self.__dict__.update({k: v for k, v in state_dict.items() if k != "_schedulers"})
        for scheduler, state in zip(self._schedulers, states, strict=True):
            scheduler.load_state_dict(state)


class SequentialLR(_Composed):
    """One scheduler after the other: at each of `milestones` the next begins, with its own step 0.

    Raises ValueError for another number of milestones than one less than schedulers, for schedulers
    of several optimizers, and for ReduceLROnPlateau, whose step needs a metric.

    >>> import firebrick_core as fb
    >>> from firebrick_optim import SGD
    >>> from firebrick_optim.lr_scheduler import ConstantLR, ExponentialLR, SequentialLR
    >>> optimizer = SGD([fb.zeros(1)], lr=1.0)
    >>> warmup, decay = ConstantLR(optimizer, factor=0.25), ExponentialLR(optimizer, gamma=0.5)
    >>> scheduler = SequentialLR(optimizer, [warmup, decay], milestones=[2])
    >>> rates = scheduler.get_last_lr()
    >>> for _ in range(3):
    ...     optimizer.step()
    ...     scheduler.step()
    ...     rates = rates + scheduler.get_last_lr()
    >>> rates
    [0.25, 0.25, 1.0, 0.5]
    """

    def __init__(
        self, optimizer: Any, schedulers: list[Any], milestones: list[int], last_epoch: int = -1
    ):
        _check_schedulers(type(self).__name__, optimizer, schedulers, "in the sequence")
        if len(milestones) != len(schedulers) - 1:
            raise ValueError(
                "Sequential Schedulers expects number of schedulers provided to be one more than "
                f"the number of milestone points, but got number of schedulers {len(schedulers)} "
                f"and the number of milestones to be equal to {len(milestones)}"
            )
        self._schedulers = schedulers
        self._milestones = milestones
        self.last_epoch = last_epoch + 1
        self.optimizer = optimizer
        # Making the schedulers has stepped them all: back to the start, and only the first begins.
        _reset_rates(optimizer)
        for scheduler in schedulers:
            scheduler._undo()
        schedulers[0]._initial_step()
        self._last_lr = schedulers[0].get_last_lr()

    def _undo(self) -> None:
        self._schedulers[0]._undo()  # the others have not begun

    def _initial_step(self) -> None:
        self.last_epoch = 0
        self._schedulers[0]._initial_step()
        self._last_lr = self._current()

    def step(self) -> None:  # type: ignore[override]  # as in PyTorch, no epoch can be given
        """Set the learning rates of the next step."""
        self.last_epoch += 1
        i = bisect_right(self._milestones, self.last_epoch)
        scheduler = self._schedulers[i]
        if i and self._milestones[i - 1] == self.last_epoch:
            scheduler._restart()
        else:
            scheduler.step()
        self._last_lr = scheduler.get_last_lr()


class ChainedScheduler(_Composed):
    """Several schedulers that act at once, each on the learning rate that the one before has left.

    Raises ValueError for no scheduler, for schedulers of several optimizers, and for
    ReduceLROnPlateau, whose step needs a metric.

    >>> import firebrick_core as fb
    >>> from firebrick_optim import SGD
    >>> from firebrick_optim.lr_scheduler import ChainedScheduler, ConstantLR, ExponentialLR
    >>> optimizer = SGD([fb.zeros(1)], lr=1.0)
    >>> half, decay = ConstantLR(optimizer, factor=0.5), ExponentialLR(optimizer, gamma=0.5)
    >>> scheduler = ChainedScheduler([half, decay])
    >>> optimizer.step()
    >>> scheduler.step()
    >>> scheduler.get_last_lr()
    [0.25]
    """

    def __init__(self, schedulers: Sequence[Any], optimizer: Any = None):
        if not schedulers:
            raise ValueError(
                f"{type(self).__name__} expects at least one scheduler to be chained, but got no "
                "scheduler."
            )
        if optimizer is None:
            optimizer = getattr(schedulers[0], "optimizer", None)
        where = "in the given schedulers sequence"
        _check_schedulers(type(self).__name__, optimizer, schedulers, where)
        self._schedulers = schedulers
        self.optimizer = optimizer
        self._last_lr = schedulers[-1]._current()

    def _undo(self) -> None:
        for scheduler in self._schedulers:
            scheduler._undo()

    def _initial_step(self) -> None:
        for scheduler in self._schedulers:
            scheduler._initial_step()
        self._last_lr = self._current()

    def step(self) -> None:  # type: ignore[override]  # as in PyTorch, no epoch can be given
        """Set the learning rates of the next step."""
        for scheduler in self._schedulers:
            scheduler.step()
        self._last_lr = self._current()


def _check_schedulers(owner: str, optimizer: Any, schedulers: Sequence[Any], where: str) -> None:
    if not schedulers:
        raise ValueError(f"{owner} expects at least one scheduler, but got no scheduler.")
    for i, scheduler in enumerate(schedulers):
        if not hasattr(scheduler, "optimizer"):
            raise TypeError(f"{owner} at index {i} should have `optimizer` as its attribute.")
        if isinstance(scheduler, ReduceLROnPlateau):
            raise ValueError(
                f"{owner} does not support `ReduceLROnPlateau` scheduler as it requires additional "
                f"kwargs to be specified when calling `step`, but got one at index {i} {where}."
            )
        if scheduler.optimizer is not optimizer:
            raise ValueError(
                f"{owner} expects all schedulers to belong to the same optimizer, but got "
                f"scheduler {type(scheduler).__name__} at index {i} has {scheduler.optimizer}, "
                f"which is different from {type(optimizer).__name__}."
            )


def _reset_rates(optimizer: Any) -> None:
    for group in optimizer.param_groups:
        set_value(group, "lr", group["initial_lr"])
