"""Learning rates as plain functions of the step: no optimizer, no memory of the steps before.

`step` counts from 0, the number that a scheduler of `lr_scheduler` keeps as `last_epoch`; `lr` is
the rate that a scheduler would find in the optimizer. Each function gives the numbers of the class
of that name.

>>> from firebrick_optim import schedules
>>> [round(schedules.cosine_annealing_lr(step, 0.1, T_max=4), 4) for step in range(5)]
[0.1, 0.0854, 0.05, 0.0146, 0.0]
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from typing import Any

__all__ = [
    "chained_lr", "constant_lr", "cosine_annealing_lr", "cosine_annealing_warm_restarts",
    "cyclic_lr", "cyclic_momentum", "exponential_lr", "lambda_lr", "linear_lr", "multi_step_lr",
    "multiplicative_lr", "one_cycle_lr", "one_cycle_momentum", "polynomial_lr",
    "reduce_lr_on_plateau", "sequential_lr", "step_lr", "swa_lr",
]


def constant_lr(step: int, lr: float, factor: float = 1 / 3, total_iters: int = 5) -> float:
    """`factor` times `lr` for `total_iters` steps, then `lr`.

    >>> [constant_lr(step, 1.0, factor=0.5, total_iters=2) for step in range(4)]
    [0.5, 0.5, 1.0, 1.0]
    """
    return lr * factor if step < total_iters else lr


def linear_lr(
    step: int, lr: float, start_factor: float = 1 / 3, end_factor: float = 1.0, total_iters: int = 5
) -> float:
    """From `start_factor` to `end_factor` times `lr`, in a straight line over `total_iters` steps.

    >>> [linear_lr(step, 1.0, start_factor=0.5, total_iters=2) for step in range(4)]
    [0.5, 0.75, 1.0, 1.0]
    """
    done = min(step, total_iters) / total_iters
    return lr * (start_factor + (end_factor - start_factor) * done)


def lambda_lr(step: int, lr: float, lr_lambda: Callable[[int], float]) -> float:
    """`lr` times what `lr_lambda` gives for the step.

    >>> [lambda_lr(step, 1.0, lambda step: 1 / (1 + step)) for step in range(3)]
    [1.0, 0.5, 0.3333333333333333]
    """
    return lr * lr_lambda(step)


def multiplicative_lr(step: int, lr: float, lr_lambda: Callable[[int], float]) -> float:
    """`lr` times what `lr_lambda` gives for each step from 1 to this one.

    >>> [multiplicative_lr(step, 1.0, lambda step: 1 / step) for step in range(4)]
    [1.0, 1.0, 0.5, 0.16666666666666666]
    """
    for each in range(1, step + 1):
        lr *= lr_lambda(each)
    return lr


def exponential_lr(step: int, lr: float, gamma: float) -> float:
    """`lr` times `gamma` to the power of `step`.

    >>> [exponential_lr(step, 1.0, gamma=0.5) for step in range(3)]
    [1.0, 0.5, 0.25]
    """
    return lr * gamma**step


def step_lr(step: int, lr: float, step_size: int, gamma: float = 0.1) -> float:
    """`lr` times `gamma` for every `step_size` steps that have passed.

    >>> [step_lr(step, 1.0, step_size=2, gamma=0.5) for step in range(5)]
    [1.0, 1.0, 0.5, 0.5, 0.25]
    """
    return lr * gamma ** (step // step_size)


def multi_step_lr(step: int, lr: float, milestones: Iterable[int], gamma: float = 0.1) -> float:
    """`lr` times `gamma` for every milestone that has been reached; one may be listed twice.

    >>> [multi_step_lr(step, 1.0, milestones=[1, 3], gamma=0.5) for step in range(4)]
    [1.0, 0.5, 0.5, 0.25]
    """
    return lr * gamma ** bisect_right(sorted(milestones), step)


def polynomial_lr(step: int, lr: float, total_iters: int = 5, power: float = 1.0) -> float:
    """`lr` times a power of the share of `total_iters` that is left; 0 in the end.

    >>> [polynomial_lr(step, 1.0, total_iters=4, power=2.0) for step in range(5)]
    [1.0, 0.5625, 0.25, 0.0625, 0.0]
    """
    return lr * (1.0 - min(step, total_iters) / total_iters) ** power


def cosine_annealing_lr(step: float, lr: float, T_max: float, eta_min: float = 0.0) -> float:
    """Down from `lr` to `eta_min` along a half cosine of `T_max` steps, and up again.

    Source: Loshchilov and Hutter, SGDR, arXiv 1608.03983 (without the restarts).

    >>> [round(cosine_annealing_lr(step, 1.0, T_max=2), 9) for step in range(5)]
    [1.0, 0.5, 0.0, 0.5, 1.0]
    """
    return eta_min + (lr - eta_min) * (1 + math.cos(math.pi * step / T_max)) / 2


def cosine_annealing_warm_restarts(
    step: float, lr: float, T_0: int, T_mult: int = 1, eta_min: float = 0.0
) -> float:
    """Down from `lr` to `eta_min`, along half cosines of `T_0`, `T_0 T_mult`, ... steps.

    Source: Loshchilov and Hutter, SGDR: Stochastic Gradient Descent with Warm Restarts, arXiv
    1608.03983.

    >>> [round(cosine_annealing_warm_restarts(step, 1.0, T_0=2), 9) for step in range(5)]
    [1.0, 0.5, 1.0, 0.5, 1.0]
    """
    position, length = restart_position(step, T_0, T_mult)
    return cosine_annealing_lr(position, lr, length, eta_min)


def restart_position(step: float, T_0: int, T_mult: int) -> tuple[float, int]:
    """The steps since the last warm restart, and the length of that cycle."""
    if T_mult == 1:
        return step % T_0, T_0
    position, length = step, T_0
    while position >= length:
        position -= length
        length *= T_mult
    return position, length


def triangular_scale(position: float) -> float:
    """CyclicLR mode "triangular": every cycle as high as the first."""
    return 1.0


def triangular2_scale(position: float) -> float:
    """CyclicLR mode "triangular2": every cycle half as high as the one before."""
    return 0.5 ** (position - 1)


def cyclic_position(
    step: int, step_size_up: float, step_size_down: float | None
) -> tuple[int, float]:
    """The number of the cycle, from 1, and the height in it, from 0 to 1 and back."""
    total = step_size_up + (step_size_up if step_size_down is None else step_size_down)
    share = step_size_up / total
    cycle = math.floor(1 + step / total)
    x = 1.0 + step / total - cycle
    return cycle, x / share if x <= share else (x - 1) / (share - 1)


def cyclic_lr(
    step: int, base_lr: float, max_lr: float, step_size_up: float = 2000,
    step_size_down: float | None = None, mode: str = "triangular", gamma: float = 1.0,
    scale_fn: Callable[[float], float] | None = None, scale_mode: str = "cycle",
) -> float:
    """Up from `base_lr` to `max_lr` in `step_size_up` steps, down in `step_size_down`, and again.

    The height of a cycle is scaled by mode: "triangular" (not), "triangular2" (halved each time),
    "exp_range" (by `gamma` to the power of the step), or by `scale_fn` of the cycle's number or,
    with `scale_mode="iterations"`, of the step.

    Source: Smith, Cyclical Learning Rates for Training Neural Networks, arXiv 1506.01186.

    >>> [round(cyclic_lr(step, 0.0, 1.0, step_size_up=2), 9) for step in range(5)]
    [0.0, 0.5, 1.0, 0.5, 0.0]
    """
    cycle, height = cyclic_position(step, step_size_up, step_size_down)
    if scale_fn is not None:
        scale = scale_fn(cycle if scale_mode == "cycle" else step)
    elif mode == "exp_range":
        scale = gamma**step
    else:
        scale = triangular_scale(cycle) if mode == "triangular" else triangular2_scale(cycle)
    return base_lr + (max_lr - base_lr) * height * scale


def cyclic_momentum(
    step: int, base_momentum: float = 0.8, max_momentum: float = 0.9, **cycle: Any
) -> float:
    """The momentum that goes with `cyclic_lr`: down from `max_momentum` while the rate goes up.

    `cycle` is what `cyclic_lr` takes beside its rates.

    >>> [round(cyclic_momentum(step, step_size_up=2), 9) for step in range(5)]
    [0.9, 0.85, 0.8, 0.85, 0.9]
    """
    return max_momentum - cyclic_lr(step, 0.0, max_momentum - base_momentum, **cycle)


def anneal_cos(start: float, end: float, done: float) -> float:
    """From `start` to `end` along a half cosine, for `done` from 0 to 1."""
    return end + (start - end) / 2.0 * (1 + math.cos(math.pi * done))


def anneal_linear(start: float, end: float, done: float) -> float:
    """From `start` to `end` in a straight line, for `done` from 0 to 1."""
    return (end - start) * done + start


ANNEAL = {"cos": anneal_cos, "linear": anneal_linear}


def one_cycle_ends(total_steps: int, pct_start: float, three_phase: bool) -> list[float]:
    """The last steps of the phases of one cycle."""
    up = float(pct_start * total_steps) - 1
    if three_phase:
        return [up, float(2 * pct_start * total_steps) - 2, total_steps - 1]
    return [up, total_steps - 1]


def phase_at(step: float, ends: Sequence[float]) -> tuple[int, float]:
    """Which phase a step is in, and what share of it has passed."""
    start = 0.0
    for i, end in enumerate(ends):
        if step <= end or i == len(ends) - 1:
            return i, (step - start) / (end - start)
        start = end
    raise ValueError("phase_at(): ends must hold at least one step")


def one_cycle_lr(
    step: int, max_lr: float, total_steps: int, pct_start: float = 0.3,
    anneal_strategy: str = "cos", div_factor: float = 25.0, final_div_factor: float = 1e4,
    three_phase: bool = False,
) -> float:
    """Up from `max_lr / div_factor` to `max_lr` in `pct_start` of the steps, then far down.

    The end is `final_div_factor` below the start. With `three_phase`, the way down first takes as
    long as the way up and ends at its start. `anneal_strategy` is "cos" or "linear".

    Source: Smith and Topin, Super-Convergence, arXiv 1708.07120.

    >>> [round(one_cycle_lr(step, 1.0, 6, pct_start=0.5, div_factor=2.0), 3) for step in range(6)]
    [0.5, 0.75, 1.0, 0.75, 0.25, 0.0]
    """
    low = max_lr / div_factor
    end = low / final_div_factor
    levels = [low, max_lr, low, end] if three_phase else [low, max_lr, end]
    phase, done = phase_at(step, one_cycle_ends(total_steps, pct_start, three_phase))
    return ANNEAL[anneal_strategy](levels[phase], levels[phase + 1], done)


def one_cycle_momentum(
    step: int, total_steps: int, pct_start: float = 0.3, anneal_strategy: str = "cos",
    base_momentum: float = 0.85, max_momentum: float = 0.95, three_phase: bool = False,
) -> float:
    """The momentum that goes with `one_cycle_lr`: low where the rate is high.

    >>> [round(one_cycle_momentum(step, 6, pct_start=0.5), 3) for step in range(6)]
    [0.95, 0.9, 0.85, 0.875, 0.925, 0.95]
    """
    levels = [max_momentum, base_momentum, max_momentum, max_momentum]
    phase, done = phase_at(step, one_cycle_ends(total_steps, pct_start, three_phase))
    return ANNEAL[anneal_strategy](levels[phase], levels[phase + 1], done)


def swa_lr(
    step: int, lr: float, swa_lr: float, anneal_epochs: int = 10, anneal_strategy: str = "cos"
) -> float:
    """To `swa_lr` in `anneal_epochs` steps, and there to stay; "cos" or "linear".

    The schedule of `SWALR`. Source: Izmailov et al., arXiv 1803.05407.

    >>> [swa_lr(step, 1.0, 0.5, 2, "linear") for step in range(4)]
    [1.0, 0.75, 0.5, 0.5]
    """
    done = 1.0 if anneal_epochs == 0 else max(0.0, min(1.0, step / anneal_epochs))
    return ANNEAL[anneal_strategy](lr, swa_lr, done)


def sequential_lr(
    step: int, schedules: Sequence[Callable[[int], float]], milestones: Sequence[int]
) -> float:
    """One schedule after the other: at each milestone the next begins, with its own step 0.

    >>> from functools import partial
    >>> warmup = partial(linear_lr, lr=1.0, start_factor=0.5, total_iters=2)
    >>> decay = partial(exponential_lr, lr=1.0, gamma=0.5)
    >>> [sequential_lr(step, [warmup, decay], milestones=[2]) for step in range(5)]
    [0.5, 0.75, 1.0, 0.5, 0.25]
    """
    i = bisect_right(milestones, step)
    return schedules[i](step - (milestones[i - 1] if i else 0))


def chained_lr(
    step: int, lr: float, schedules: Sequence[Callable[[int, float], float]]
) -> float:
    """Several schedules at once, each a function of the step and of the rate before it.

    That of `ChainedScheduler`, for schedules that are proportional to the rate: all but those with
    a lowest rate of their own.

    >>> from functools import partial
    >>> warmup = partial(constant_lr, factor=0.5, total_iters=2)
    >>> decay = partial(exponential_lr, gamma=0.5)
    >>> [chained_lr(step, 1.0, [warmup, decay]) for step in range(4)]
    [0.5, 0.25, 0.25, 0.125]
    """
    for schedule in schedules:
        lr = schedule(step, lr)
    return lr


def improves(value: float, best: float, mode: str, threshold: float, threshold_mode: str) -> bool:
    """Whether a metric is better than the best one by more than the threshold."""
    sign = -1.0 if mode == "min" else 1.0
    if threshold_mode == "rel":
        limit = best * (1.0 + sign * threshold)
    else:
        limit = best + sign * threshold
    return value < limit if mode == "min" else value > limit


def reduce_lr_on_plateau(
    metrics: Iterable[float], lr: float, mode: str = "min", factor: float = 0.1, patience: int = 10,
    threshold: float = 1e-4, threshold_mode: str = "rel", cooldown: int = 0, min_lr: float = 0.0,
    eps: float = 1e-8,
) -> float:
    """The rate after a series of metrics: `factor` times less for each plateau of `patience` steps.

    A function of all metrics so far, in the place of the step; the arguments are those of
    `ReduceLROnPlateau`.

    >>> losses = [3.0, 2.0, 2.0, 2.0]
    >>> [reduce_lr_on_plateau(losses[:n], 1.0, factor=0.5, patience=1) for n in range(5)]
    [1.0, 1.0, 1.0, 1.0, 0.5]
    """
    best, bad, resting = math.inf if mode == "min" else -math.inf, 0, 0
    for value in metrics:
        if improves(value, best, mode, threshold, threshold_mode):
            best, bad = value, 0
        else:
            bad += 1
        if resting:
            resting, bad = resting - 1, 0
        if bad > patience:
            reduced = max(lr * factor, min_lr)
            lr = reduced if lr - reduced > eps else lr
            resting, bad = cooldown, 0
    return lr
