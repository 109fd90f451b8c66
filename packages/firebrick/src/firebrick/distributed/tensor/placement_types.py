"""How a tensor would be spread over processes, under the names of
torch.distributed.tensor.placement_types."""

from __future__ import annotations

from dataclasses import dataclass

from ..._missing import attributes_missing as _attributes_missing


class Placement:
    """How one dimension of a mesh of processes spreads a tensor."""

    def is_shard(self, dim: int | None = None) -> bool:
        """Whether the tensor is cut, along a dimension if one is given."""
        return isinstance(self, Shard) and dim in (None, self.dim)

    def is_replicate(self) -> bool:
        """Whether each process has all of it."""
        return isinstance(self, Replicate)

    def is_partial(self) -> bool:
        """Whether the processes' tensors have to be added."""
        return isinstance(self, Partial)


@dataclass(frozen=True)
class Shard(Placement):
    """Cut along a dimension."""

    dim: int


@dataclass(frozen=True)
class _StridedShard(Shard):
    split_factor: int = 1


@dataclass(frozen=True)
class Replicate(Placement):
    """The same in each process."""


@dataclass(frozen=True)
class Partial(Placement):
    """To be added, or reduced in another way."""

    reduce_op: str = "sum"


__getattr__ = _attributes_missing(__name__)
