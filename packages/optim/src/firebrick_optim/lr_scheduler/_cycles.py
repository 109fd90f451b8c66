"""Schedules that cycle the rate, and with it the momentum the other way."""

from __future__ import annotations

import types
from collections.abc import Callable
from typing import Any

from .. import schedules
from ._base import LRScheduler, as_optimizer, per_group, set_value, warn_outside_step


class _MomentumCycle(LRScheduler):
    """Writes `momentum`, or the first of `betas`, as well as the learning rate."""

    cycle_momentum: bool
    use_beta1: bool

    def _find_momentum(self, cycle_momentum: bool) -> None:
        self.cycle_momentum = cycle_momentum
        if not cycle_momentum:
            return
        defaults = self.optimizer.defaults
        if "momentum" not in defaults and "betas" not in defaults:
            raise ValueError(
                "optimizer must support momentum or beta1 with `cycle_momentum` option enabled; "
                f"{type(self.optimizer).__name__} has neither, pass cycle_momentum=False"
            )
        self.use_beta1 = "betas" in defaults

    def _begin_momentum(self, highest: list[float], lowest: list[float]) -> None:
        for high, low, group in zip(highest, lowest, self.optimizer.param_groups, strict=True):
            self._set_momentum(group, high)
            group["max_momentum"] = high
            group["base_momentum"] = low

    def _set_momentum(self, group: dict[str, Any], value: float) -> None:
        if self.use_beta1:
            group["betas"] = (value, *group["betas"][1:])
        else:
            group["momentum"] = value


class CyclicLR(_MomentumCycle):
    """Cycles the learning rate between `base_lr` and `max_lr`, and momentum the other way.

    It rises in `step_size_up` steps and falls in `step_size_down` (as many by default). Mode
    "triangular" repeats the same cycle, "triangular2" halves its height each time, "exp_range"
    shrinks it by `gamma` each step; `scale_fn` may give another scale from the cycle's number or,
    with scale_mode "iterations", from the step. Step it after every batch.

    Raises ValueError for an unknown mode, lists of another length than the groups, and for an
    optimizer without momentum where `cycle_momentum` is not switched off.

    Source: Smith, Cyclical Learning Rates for Training Neural Networks, arXiv 1506.01186.

    >>> import firebrick_core as fb
    >>> from firebrick_optim import SGD
    >>> from firebrick_optim.lr_scheduler import CyclicLR
    >>> optimizer = SGD([fb.zeros(1)], lr=1.0, momentum=0.9)
    >>> scheduler = CyclicLR(optimizer, base_lr=0.0, max_lr=1.0, step_size_up=2)
    >>> optimizer.step()
    >>> scheduler.step()
    >>> scheduler.get_last_lr(), round(optimizer.param_groups[0]["momentum"], 9)
    ([0.5], 0.85)
    """

    def __init__(
        self, optimizer: Any, base_lr: Any, max_lr: Any, step_size_up: int = 2000,
        step_size_down: int | None = None, mode: str = "triangular", gamma: float = 1.0,
        scale_fn: Callable[[float], float] | None = None, scale_mode: str = "cycle",
        cycle_momentum: bool = True, base_momentum: Any = 0.8, max_momentum: Any = 0.9,
        last_epoch: int = -1,
    ):
        self.optimizer = as_optimizer(optimizer)
        if mode not in ("triangular", "triangular2", "exp_range") and scale_fn is None:
            raise ValueError(
                "mode is invalid and scale_fn is None: mode must be 'triangular', 'triangular2' or "
                f"'exp_range', got {mode!r}"
            )
        lowest = per_group("base_lr", optimizer, base_lr)
        self.max_lrs = per_group("max_lr", optimizer, max_lr)
        up = float(step_size_up)
        self.total_size = up + (up if step_size_down is None else float(step_size_down))
        self.step_ratio = up / self.total_size
        self.mode = mode
        self.gamma = gamma
        self._scale_fn_custom = scale_fn
        self.scale_mode = scale_mode
        self._find_momentum(cycle_momentum)
        if cycle_momentum:
            self.base_momentums = per_group("base_momentum", optimizer, base_momentum)
            self.max_momentums = per_group("max_momentum", optimizer, max_momentum)
        if last_epoch == -1:
            for lr, group in zip(lowest, optimizer.param_groups, strict=True):
                set_value(group, "lr", lr)
            if cycle_momentum:
                self._begin_momentum(self.max_momentums, self.base_momentums)
        super().__init__(optimizer, last_epoch)
        self.base_lrs = lowest

    def get_lr(self) -> list[float]:
        """The learning rates of this step; sets the momentum too. For `step` to call."""
        warn_outside_step(self)
        up = self.total_size * self.step_ratio
        shape: dict[str, Any] = {
            "step_size_up": up, "step_size_down": self.total_size - up, "mode": self.mode,
            "gamma": self.gamma, "scale_fn": self._scale_fn_custom, "scale_mode": self.scale_mode,
        }
        t = self.last_epoch
        if self.cycle_momentum:
            bounds = zip(self.max_momentums, self.base_momentums, strict=True)
            for group, (high, low) in zip(self.optimizer.param_groups, bounds, strict=True):
                self._set_momentum(group, schedules.cyclic_lr(t, high, low, **shape))
        return [
            schedules.cyclic_lr(t, low, high, **shape)
            for low, high in zip(self.base_lrs, self.max_lrs, strict=True)
        ]

    def state_dict(self) -> dict[str, Any]:
        """Everything but the optimizer and functions; callable objects by their attributes."""
        state = super().state_dict()
        custom = state.pop("_scale_fn_custom")
        state["_scale_fn_custom"] = None
        if custom is not None and not isinstance(custom, types.FunctionType):
            state["_scale_fn_custom"] = dict(getattr(custom, "__dict__", {}))
        return state

    def load_state_dict(self, state_dict: dict[str, Any]) -> None:
        """Take over a `state_dict`; `scale_fn` stays that of the constructor."""
        attributes = state_dict.get("_scale_fn_custom")
        self.__dict__.update({k: v for k, v in state_dict.items() if k != "_scale_fn_custom"})
        if attributes is not None and self._scale_fn_custom is not None:
            self._scale_fn_custom.__dict__.update(attributes)


_UP = {
    "start_lr": "initial_lr", "end_lr": "max_lr",
    "start_momentum": "max_momentum", "end_momentum": "base_momentum",
}
_DOWN = {
    "start_lr": "max_lr", "end_lr": "initial_lr",
    "start_momentum": "base_momentum", "end_momentum": "max_momentum",
}
_OUT = {
    "start_lr": "initial_lr", "end_lr": "min_lr",
    "start_momentum": "max_momentum", "end_momentum": "max_momentum",
}


class OneCycleLR(_MomentumCycle):
    """One rise of the learning rate to `max_lr` and a long fall, with momentum the other way.

    The start is `max_lr / div_factor`, the end the start over `final_div_factor`; `pct_start` is
    the share of steps that it rises for. Give `total_steps`, or `epochs` and `steps_per_epoch`.
    `anneal_strategy` is "cos" or "linear"; with `three_phase` it falls as long as it rose and then
    from the start to the end. Step it after every batch.

    Raises ValueError for arguments that make no schedule, and for a step after the last.

    Source: Smith and Topin, Super-Convergence, arXiv 1708.07120.

    >>> import firebrick_core as fb
    >>> from firebrick_optim import SGD
    >>> from firebrick_optim.lr_scheduler import OneCycleLR
    >>> optimizer = SGD([fb.zeros(1)], lr=1.0, momentum=0.9)
    >>> scheduler = OneCycleLR(optimizer, max_lr=1.0, total_steps=6, pct_start=0.5, div_factor=2.0)
    >>> rates = scheduler.get_last_lr()
    >>> for _ in range(3):
    ...     optimizer.step()
    ...     scheduler.step()
    ...     rates += scheduler.get_last_lr()
    >>> [round(lr, 3) for lr in rates]
    [0.5, 0.75, 1.0, 0.75]
    """

    def __init__(
        self, optimizer: Any, max_lr: Any, total_steps: int | None = None,
        epochs: int | None = None, steps_per_epoch: int | None = None, pct_start: float = 0.3,
        anneal_strategy: str = "cos", cycle_momentum: bool = True, base_momentum: Any = 0.85,
        max_momentum: Any = 0.95, div_factor: float = 25.0, final_div_factor: float = 1e4,
        three_phase: bool = False, last_epoch: int = -1,
    ):
        self.optimizer = as_optimizer(optimizer)
        self.total_steps = _total_steps(total_steps, epochs, steps_per_epoch)
        if not isinstance(pct_start, float) or not 0 <= pct_start <= 1:
            raise ValueError(f"Expected float between 0 and 1 pct_start, but got {pct_start}")
        if anneal_strategy not in schedules.ANNEAL:
            raise ValueError(
                f"anneal_strategy must be one of 'cos' or 'linear', instead got {anneal_strategy}"
            )
        ends = schedules.one_cycle_ends(self.total_steps, pct_start, three_phase)
        phases = [_UP, _DOWN, _OUT] if three_phase else [_UP, {**_DOWN, "end_lr": "min_lr"}]
        self._schedule_phases: list[dict[str, Any]] = [
            {"end_step": end, **phase} for end, phase in zip(ends, phases, strict=True)
        ]
        self._anneal_func_type = anneal_strategy
        peaks = per_group("max_lr", optimizer, max_lr)
        self._find_momentum(cycle_momentum)
        if cycle_momentum:
            highest = per_group("max_momentum", optimizer, max_momentum)
            lowest = per_group("base_momentum", optimizer, base_momentum)
        if last_epoch == -1:
            for peak, group in zip(peaks, optimizer.param_groups, strict=True):
                group["initial_lr"] = peak / div_factor
                group["max_lr"] = peak
                group["min_lr"] = group["initial_lr"] / final_div_factor
            if cycle_momentum:
                self._begin_momentum(highest, lowest)
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> list[float]:
        """The learning rates of this step; sets the momentum too. For `step` to call."""
        warn_outside_step(self)
        if self.last_epoch > self.total_steps:
            raise ValueError(
                f"Tried to step {self.last_epoch} times. The specified number of total steps is "
                f"{self.total_steps}"
            )
        phases = self._schedule_phases
        i, done = schedules.phase_at(self.last_epoch, [p["end_step"] for p in phases])
        phase, anneal = phases[i], schedules.ANNEAL[self._anneal_func_type]
        values = []
        for group in self.optimizer.param_groups:
            values.append(anneal(group[phase["start_lr"]], group[phase["end_lr"]], done))
            if self.cycle_momentum:
                start, end = group[phase["start_momentum"]], group[phase["end_momentum"]]
                self._set_momentum(group, anneal(start, end, done))
        return values


def _total_steps(total_steps: Any, epochs: Any, steps_per_epoch: Any) -> int:
    if total_steps is None and (epochs is None or steps_per_epoch is None):
        raise ValueError("You must define either total_steps OR (epochs AND steps_per_epoch)")
    given = {"total_steps": total_steps}
    if total_steps is None:
        given = {"epochs": epochs, "steps_per_epoch": steps_per_epoch}
    steps = 1
    for name, value in given.items():
        if not isinstance(value, int) or value <= 0:
            raise ValueError(f"Expected positive integer {name}, but got {value}")
        steps *= value
    return steps
