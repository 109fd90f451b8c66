"""Averages of weights over training, as torch.optim.swa_utils has them, but for modules.

`get_swa_avg_fn` and `get_ema_avg_fn` give a function of one parameter's average, `get_*_multi_*`
one that changes a list of averages in place. The averaged model itself, `AveragedModel`, and
`update_bn` need modules: they are in `firebrick_nn.utils.swa_utils`.

Source: Izmailov et al., Averaging Weights Leads to Wider Optima and Better Generalization, arXiv
1803.05407.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from firebrick_core import no_grad

from .lr_scheduler._swa import SWALR as SWALR

__all__ = [
    "SWALR", "get_ema_avg_fn", "get_ema_multi_avg_fn", "get_swa_avg_fn", "get_swa_multi_avg_fn",
]

AvgFn = Callable[[Any, Any, Any], Any]
MultiAvgFn = Callable[[Sequence[Any], Sequence[Any], Any], None]


def get_ema_avg_fn(decay: float = 0.999) -> AvgFn:
    """A function of average, parameter and count: decay average + (1 - decay) parameter.

    Raises ValueError for a decay outside [0, 1].

    >>> import firebrick_core as fb
    >>> from firebrick_optim.swa_utils import get_ema_avg_fn
    >>> get_ema_avg_fn(0.75)(fb.tensor(1.0), fb.tensor(2.0), 5).item()
    1.25
    """
    _check_decay(decay)

    @no_grad()
    def ema_update(ema_param: Any, current_param: Any, num_averaged: Any) -> Any:
        return decay * ema_param + (1 - decay) * current_param

    return ema_update


def get_swa_avg_fn() -> AvgFn:
    """A function of average, parameter and count of what was averaged: the mean of all.

    >>> import firebrick_core as fb
    >>> from firebrick_optim.swa_utils import get_swa_avg_fn
    >>> get_swa_avg_fn()(fb.tensor(1.0), fb.tensor(4.0), 2).item()
    2.0
    """

    @no_grad()
    def swa_update(averaged_param: Any, current_param: Any, num_averaged: Any) -> Any:
        return averaged_param + (current_param - averaged_param) / (num_averaged + 1)

    return swa_update


def get_ema_multi_avg_fn(decay: float = 0.999) -> MultiAvgFn:
    """As `get_ema_avg_fn`, for lists of averages and parameters; averages change in place.

    >>> import firebrick_core as fb
    >>> from firebrick_optim.swa_utils import get_ema_multi_avg_fn
    >>> averages = [fb.tensor(1.0)]
    >>> get_ema_multi_avg_fn(0.75)(averages, [fb.tensor(2.0)], 5)
    >>> averages[0].item()
    1.25
    """
    _check_decay(decay)

    @no_grad()
    def ema_update(
        ema_param_list: Sequence[Any], current_param_list: Sequence[Any], num_averaged: Any
    ) -> None:
        for average, current in zip(ema_param_list, current_param_list, strict=True):
            if average.is_floating_point() or average.is_complex():
                average.lerp_(current, 1 - decay)
            else:
                average.copy_(average * decay + current * (1 - decay))

    return ema_update


def get_swa_multi_avg_fn() -> MultiAvgFn:
    """As `get_swa_avg_fn`, for lists of averages and parameters; averages change in place.

    Raises RuntimeError for averages of integers, which hold no means.

    >>> import firebrick_core as fb
    >>> from firebrick_optim.swa_utils import get_swa_multi_avg_fn
    >>> averages = [fb.tensor(1.0)]
    >>> get_swa_multi_avg_fn()(averages, [fb.tensor(4.0)], 2)
    >>> averages[0].item()
    2.0
    """

    @no_grad()
    def swa_update(
        averaged_param_list: Sequence[Any], current_param_list: Sequence[Any], num_averaged: Any
    ) -> None:
        share = 1 / (float(num_averaged) + 1)
        for average, current in zip(averaged_param_list, current_param_list, strict=True):
            if average.is_floating_point() or average.is_complex():
                average.lerp_(current, share)
            else:
                average.add_((current - average) * share)

    return swa_update


def _check_decay(decay: float) -> None:
    if not 0.0 <= decay <= 1.0:
        raise ValueError(
            f"Invalid decay value {decay} provided. Please provide a value in [0,1] range."
        )
