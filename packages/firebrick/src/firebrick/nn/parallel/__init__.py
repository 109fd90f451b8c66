"""Wrappers that spread a batch, under the names of torch.nn.parallel: over the one device here."""

from typing import Any

from firebrick_nn import DataParallel as DataParallel, Module

from ..._missing import attributes_missing as _attributes_missing
from . import distributed as distributed
from .distributed import DistributedDataParallel as DistributedDataParallel


def data_parallel(
    module: Module,
    inputs: Any,
    device_ids: Any = None,
    output_device: Any = None,
    dim: int = 0,
    module_kwargs: Any = None,
) -> Any:
    """A module's result for a batch; nothing is spread."""
    inputs = inputs if isinstance(inputs, tuple) else (inputs,)
    return module(*inputs, **(module_kwargs or {}))


__getattr__ = _attributes_missing(__name__)
