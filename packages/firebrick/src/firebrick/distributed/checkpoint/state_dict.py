"""Whole states of models and optimizers, under the names of
torch.distributed.checkpoint.state_dict: with one process, those of the model and the optimizer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ..._missing import attributes_missing as _attributes_missing


@dataclass
class StateDictOptions:
    """What a state is to hold; with one process it is whole, and on its device."""

    full_state_dict: bool = False
    cpu_offload: bool = False
    ignore_frozen_params: bool = False
    keep_submodule_prefixes: bool = True
    strict: bool = True
    broadcast_from_rank0: bool = False
    flatten_optimizer_state_dict: bool = False


def get_model_state_dict(model: Any, *, submodules: Any = None, options: Any = None) -> Any:
    """The model's `state_dict()`."""
    return model.state_dict()


def set_model_state_dict(model: Any, model_state_dict: Any, *, options: Any = None) -> Any:
    """Load the model's state, as `load_state_dict` does."""
    strict = True if options is None else options.strict
    return model.load_state_dict(model_state_dict, strict=strict)


def get_optimizer_state_dict(
    model: Any, optimizers: Any, *, submodules: Any = None, options: Any = None
) -> Any:
    """The optimizer's `state_dict()`."""
    return optimizers.state_dict()


def set_optimizer_state_dict(
    model: Any, optimizers: Any, optim_state_dict: Any, *, options: Any = None
) -> None:
    """Load the optimizer's state, as `load_state_dict` does."""
    optimizers.load_state_dict(optim_state_dict)


__getattr__ = _attributes_missing(__name__)
