"""Models in parts over processes, under the names of torch.distributed.fsdp: with one process there
is nothing to part, so wrapping is refused. Libraries import the names."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ..._missing import attributes_missing as _attributes_missing
from .._group import ALONE


class FSDPModule:
    """A module in parts; none is, with one process."""


class FullyShardedDataParallel:
    """Raises RuntimeError: there is one process, which calls the module itself."""

    def __init__(self, *args: Any, **options: Any) -> None:
        raise RuntimeError(f"FullyShardedDataParallel: use the module itself. {ALONE}")


def fully_shard(module: Any, **options: Any) -> Any:
    """Raises RuntimeError: there is one process, which calls the module itself."""
    raise RuntimeError(f"fully_shard(): use the module itself. {ALONE}")


@dataclass(frozen=True)
class MixedPrecisionPolicy:
    """Dtypes of a module in parts."""

    param_dtype: Any = None
    reduce_dtype: Any = None
    output_dtype: Any = None
    cast_forward_inputs: bool = True


@dataclass
class OffloadPolicy:
    """Where the parts of a module are kept."""


@dataclass
class CPUOffloadPolicy(OffloadPolicy):
    """Parts are kept in the host's memory."""

    pin_memory: bool = True


__getattr__ = _attributes_missing(__name__)
