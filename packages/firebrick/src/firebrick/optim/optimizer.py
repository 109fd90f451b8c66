"""The base class of optimizers, under the names of torch.optim.optimizer."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from firebrick_core import Tensor, set_grad_enabled
from firebrick_optim.optimizer import (
    Optimizer as Optimizer,
    ParamsT as ParamsT,
    register_optimizer_step_post_hook as register_optimizer_step_post_hook,
    register_optimizer_step_pre_hook as register_optimizer_step_pre_hook,
    required as required,
)

from .._missing import attributes_missing as _attributes_missing

_params_t = params_t = ParamsT


def _use_grad_for_differentiable(step: Callable[..., Any]) -> Callable[..., Any]:
    """A `step` that records only where the optimizer's default `differentiable` is True."""

    @functools.wraps(step)
    def recorded_if_asked(self: Any, *args: Any, **named: Any) -> Any:
        with set_grad_enabled(bool(self.defaults.get("differentiable"))):
            return step(self, *args, **named)

    return recorded_if_asked


def _default_to_fused_or_foreach(
    params: Any, differentiable: bool, use_fused: bool = False
) -> tuple[bool, bool]:
    """Whether an optimizer of PyTorch's kind should use its fused or its multi-tensor form, where
    nothing was asked for: neither."""
    return False, False


def _get_capturable_supported_devices(supports_xla: bool = True) -> list[str]:
    """The devices on which an optimizer's step may be captured: none."""
    return []


def _get_value(x: Any) -> Any:
    return x.item() if isinstance(x, Tensor) else x


__getattr__ = _attributes_missing(__name__)
