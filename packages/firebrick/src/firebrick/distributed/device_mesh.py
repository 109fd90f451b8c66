"""Meshes of processes, under the names of torch.distributed.device_mesh: of one process."""

from __future__ import annotations

import math
from typing import Any

from .._missing import attributes_missing as _attributes_missing
from ._group import ALONE, ProcessGroup, require


class DeviceMesh:
    """Processes along dimensions, each of size 1 here.

    Raises RuntimeError for more than one process.
    """

    def __init__(
        self, device_type: str, mesh: Any, *, mesh_dim_names: Any = None, **options: Any
    ) -> None:
        from firebrick_core import as_tensor

        self.device_type, self.mesh, self.mesh_dim_names = (
            device_type,
            as_tensor(mesh),
            mesh_dim_names,
        )
        if self.mesh.numel() != 1:
            raise RuntimeError(f"DeviceMesh: {self.mesh.numel()} processes. {ALONE}")

    @property
    def ndim(self) -> int:
        """The number of dimensions."""
        return self.mesh.dim()

    @property
    def shape(self) -> tuple[int, ...]:
        """The size of each dimension."""
        return tuple(self.mesh.shape)

    def size(self, mesh_dim: int | None = None) -> int:
        """The number of processes: 1."""
        return 1

    def get_rank(self) -> int:
        """This process's number: 0."""
        return 0

    def get_local_rank(self, mesh_dim: Any = None) -> int:
        """This process's place along a dimension: 0."""
        return 0

    def get_coordinate(self) -> list[int]:
        """This process's place in the mesh."""
        return [0] * self.ndim

    def get_group(self, mesh_dim: Any = None) -> ProcessGroup:
        """The group of a dimension."""
        return require()

    def __getitem__(self, names: Any) -> DeviceMesh:
        chosen = (names,) if isinstance(names, str) else tuple(names)
        for name in chosen:
            if name not in (self.mesh_dim_names or ()):
                raise KeyError(f"the mesh has dimensions {self.mesh_dim_names}, not {name!r}")
        mesh = self.mesh.reshape((1,) * len(chosen))
        return DeviceMesh(self.device_type, mesh, mesh_dim_names=chosen)


def init_device_mesh(
    device_type: str, mesh_shape: Any, *, mesh_dim_names: Any = None, **options: Any
) -> DeviceMesh:
    """A mesh of a shape, which has one process. Raises RuntimeError for more.

    >>> import firebrick as torch
    >>> torch.distributed.device_mesh.init_device_mesh("cpu", (1, 1)).shape
    (1, 1)
    """
    if math.prod(mesh_shape) != 1:
        raise RuntimeError(f"init_device_mesh(): {tuple(mesh_shape)} processes. {ALONE}")
    from firebrick_core import zeros

    mesh = zeros(tuple(mesh_shape), dtype=None).long()
    return DeviceMesh(device_type, mesh, mesh_dim_names=mesh_dim_names)


__getattr__ = _attributes_missing(__name__)
