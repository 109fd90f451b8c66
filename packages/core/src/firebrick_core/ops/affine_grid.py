"""Grids of positions of affine maps, for `grid_sample`."""

from __future__ import annotations

import numpy as np

from .. import _operators as T
from .._frames import warn
from .._operator import Array, composite
from .._typing import Shape
from ._nn_arrays import require_tensor
from .grid_sampling import aligned


def _axis(size, align_corners):
    """The coordinates of an image's elements along one dimension."""
    at = np.linspace(-1, 1, size) if size > 1 else np.zeros(size)
    return at if align_corners else at * ((size - 1) / size)


def _affine(theta, size, align_corners):
    from .._creation import from_numpy

    dims = len(size) - 2
    axes = np.meshgrid(*(_axis(n, align_corners) for n in size[2:]), indexing="ij")
    points = np.stack([*reversed(axes), np.ones_like(axes[0])], -1).reshape(-1, dims + 1)
    base = from_numpy(points).to(theta.device, theta.dtype)
    return base.matmul(theta.transpose(1, 2)).reshape(size[0], *size[2:], dims)


_PLANE = "x(2, 2, 3), (2, 1, 3, 4)"
_SPACE = "x(2, 3, 4), (2, 1, 2, 3, 4)"


@composite(
    methods=False,
    dtypes="float",
    samples=(f"{_PLANE}, False", f"{_SPACE}, True"),
    errors=(("x(2, 2, 3), (3, 1, 2, 4), False", RuntimeError, "batch"),),
)
def affine_grid_generator(theta: Array, size: Shape, align_corners: bool) -> Array:
    """`nn.functional.affine_grid` as `torch` has it: every argument given."""
    require_tensor("affine_grid_generator", "theta", 1, theta)
    size = tuple(size)
    dims = len(size) - 2
    if dims not in (2, 3):
        raise RuntimeError(
            "AffineGridGenerator needs 4d (spatial) or 5d (volumetric) inputs, but got size "
            f"{list(size)}"
        )
    if tuple(theta.shape) != (size[0], dims, dims + 1):
        raise RuntimeError(
            f"Expected a batch of {size[0]} affine matrices of shape {dims}x{dims + 1} for size "
            f"{size}, but got theta of shape {list(theta.shape)}"
        )
    return _affine(theta, size, align_corners)


@composite(
    namespace="functional",
    methods=False,
    dtypes="float",
    samples=(f"{_PLANE}, False", f"{_SPACE}, align_corners=True"),
    errors=(
        ("x(2, 2, 3), (2, 1, 3)", NotImplementedError, "only supports 4D and 5D sizes"),
        ("x(2, 3), (2, 1, 3, 3)", ValueError, "batch of 2D affine matrices"),
        ("x(2, 2, 3), (2, 1, 0, 3)", ValueError, "non-zero, positive output size"),
        ("ints(2, 2, 2, 3), (2, 1, 3, 3)", ValueError, "floating point type"),
    ),
)
def affine_grid(theta: Array, size: Shape, align_corners: bool | None = None) -> Array:
    """The positions in `grid_sample`'s coordinates of an affine map's result.

    `theta` (N, 2, 3) and `size` (N, C, H, W) give (N, H, W, 2), `theta` (N, 3, 4) and
    (N, C, D, H, W) give (N, D, H, W, 3). Raises ValueError, RuntimeError or NotImplementedError
    where they do not fit.

    >>> import firebrick_core as fb, firebrick_core.functional as F
    >>> same = fb.tensor([[[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]])
    >>> F.affine_grid(same, (1, 1, 1, 3), align_corners=False)[0, 0, :, 0]
    tensor([-0.6667,  0.0000,  0.6667])
    """
    require_tensor("affine_grid", "theta", 1, theta)
    size = tuple(size)
    if not theta.is_floating_point():
        raise ValueError(f"Expected theta to have floating point type, but got {theta.dtype}")
    if len(size) not in (4, 5):
        raise NotImplementedError(
            "affine_grid only supports 4D and 5D sizes, for 2D and 3D affine transforms, "
            f"respectively. Got size {size}."
        )
    dims = len(size) - 2
    if theta.ndim != 3 or tuple(theta.shape[1:]) != (dims, dims + 1):
        raise ValueError(
            f"Expected a batch of {dims}D affine matrices of shape Nx{dims}x{dims + 1} for size "
            f"{size}. Got {theta.shape}."
        )
    if min(size) <= 0:
        raise ValueError(f"Expected non-zero, positive output size. Got {size}")
    align = aligned(align_corners)
    if align and min(size[-2:]) == 1:
        warn(
            "Since version 1.3.0, affine_grid behavior has changed for unit-size grids when "
            "align_corners=True. This is not an intended use case of affine_grid. See the "
            "documentation of affine_grid for details.",
        )
    return T.affine_grid_generator(theta, size, align)
