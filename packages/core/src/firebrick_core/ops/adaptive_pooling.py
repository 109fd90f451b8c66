"""Pools of a given number of windows, and the way back from maxima."""

from __future__ import annotations

import functools
import math

from .. import _operators as T
from .._operator import Array, composite
from ._nn_arrays import require_tensor
from .pooling_functions import Size, sizes


def _adaptive_sizes(name, dims, input, output_size):
    require_tensor(name, "input", 1, input)
    if input.ndim not in (dims + 1, dims + 2):
        raise RuntimeError(
            f"{name}(): Expected {dims + 1}D or {dims + 2}D tensor, but got {list(input.shape)}"
        )
    size = (
        (output_size,) * dims
        if output_size is None or isinstance(output_size, int)
        else tuple(output_size)
    )
    if len(size) != dims:
        raise RuntimeError(f"{name}: output_size must be {dims}, got {size}")
    return tuple(n if s is None else s for s, n in zip(size, input.shape[-dims:], strict=True))


def _adaptive_max(name, dims, input, output_size, return_indices):
    indices = T.adaptive_max_indices(
        input.detach(), _adaptive_sizes(name, dims, input, output_size)
    )
    result = T.gather_planes(input, indices, dims)
    return (result, indices) if return_indices else result


@composite(namespace="torch functional", methods=False, dtypes="float", samples=("x(2, 3, 7), 3",))
def adaptive_avg_pool1d(input: Array, output_size: Size) -> Array:
    """The means of `output_size` windows that share (N, C, L) or (C, L) out."""
    return T.adaptive_avg_pool(input, _adaptive_sizes("adaptive_avg_pool1d", 1, input, output_size))


@composite(
    namespace="functional",
    methods=False,
    dtypes="float",
    samples=("x(2, 3, 6, 5), 1", "x(2, 3, 7, 5), (3, None)", "x(3, 6, 5), (2, 3)"),
    errors=(
        ("x(2, 3), 2", RuntimeError, "Expected 3D or 4D tensor"),
        ("x(1, 2, 3, 4), (1, 2, 3)", RuntimeError, "output_size must be 2"),
    ),
)
def adaptive_avg_pool2d(input: Array, output_size: object) -> Array:
    """The means of `output_size` windows that share (N, C, H, W) or (C, H, W) out.

    None keeps a dimension's size.

    >>> import firebrick_core as fb, firebrick_core.functional as F
    >>> F.adaptive_avg_pool2d(fb.arange(16.0).reshape(1, 4, 4), 1)
    tensor([[[7.5000]]])
    """
    return T.adaptive_avg_pool(input, _adaptive_sizes("adaptive_avg_pool2d", 2, input, output_size))


@composite(
    namespace="functional",
    methods=False,
    dtypes="float",
    samples=("x(1, 2, 4, 4, 4), (2, 3, 1)",),
    layered=True,
)
def adaptive_avg_pool3d(input: Array, output_size: object) -> Array:
    """The means of `output_size` windows that share (N, C, D, H, W) or (C, D, H, W) out."""
    return T.adaptive_avg_pool(input, _adaptive_sizes("adaptive_avg_pool3d", 3, input, output_size))


@composite(namespace="functional", methods=False, dtypes="float", samples=("x(2, 3, 7), 3",))
def functional_adaptive_max_pool1d(
    input: Array, output_size: Size, return_indices: bool = False
) -> Array:
    """The maxima of `output_size` windows that share (N, C, L) or (C, L) out."""
    return _adaptive_max("adaptive_max_pool1d", 1, input, output_size, return_indices)


@composite(
    namespace="functional", methods=False, dtypes="float", samples=("x(2, 3, 7, 5), (3, 2)",)
)
def adaptive_max_pool2d(input: Array, output_size: object, return_indices: bool = False) -> Array:
    """The maxima of `output_size` windows that share (N, C, H, W) or (C, H, W) out."""
    return _adaptive_max("adaptive_max_pool2d", 2, input, output_size, return_indices)


@composite(
    namespace="functional",
    methods=False,
    dtypes="float",
    samples=("x(1, 2, 4, 4, 4), 2",),
    layered=True,
)
def adaptive_max_pool3d(input: Array, output_size: object, return_indices: bool = False) -> Array:
    """The maxima of `output_size` windows that share (N, C, D, H, W) or (C, D, H, W) out."""
    return _adaptive_max("adaptive_max_pool3d", 3, input, output_size, return_indices)


@composite(
    namespace="torch",
    aliases=("functional.adaptive_max_pool1d_with_indices",),
    methods=False,
    dtypes="float",
    samples=("x(2, 3, 7), 3", "x(3, 7), (2,)"),
    errors=(("x(7), 3", RuntimeError, "Expected 2D or 3D tensor"),),
)
def adaptive_max_pool1d(
    input: Array, output_size: Size, return_indices: bool = True
) -> tuple[Array, Array]:
    """The maxima of windows that share (N, C, L) out, and where in L they are."""
    return _adaptive_max("adaptive_max_pool1d", 1, input, output_size, True)


@composite(
    namespace="functional", methods=False, dtypes="float", samples=("x(2, 3, 7, 5), (3, 2)",)
)
def adaptive_max_pool2d_with_indices(
    input: Array, output_size: object, return_indices: bool = True
) -> tuple[Array, Array]:
    """`adaptive_max_pool2d` and where each maximum is, in the flattened spatial dimensions."""
    return _adaptive_max("adaptive_max_pool2d", 2, input, output_size, True)


@composite(
    namespace="functional",
    methods=False,
    dtypes="float",
    samples=("x(1, 2, 4, 4, 4), 2",),
    layered=True,
)
def adaptive_max_pool3d_with_indices(
    input: Array, output_size: object, return_indices: bool = True
) -> tuple[Array, Array]:
    """`adaptive_max_pool3d` and where each maximum is, in the flattened spatial dimensions."""
    return _adaptive_max("adaptive_max_pool3d", 3, input, output_size, True)


# ---------------------------------------------------------------------- the way back
def _check_indices(name, size, indices):
    """Places are in a volume of a size; of no size, they are not negative."""
    if not indices.size:
        return
    if indices.min() < 0:
        raise RuntimeError(f"{name}: Found an invalid max index: {indices.min()}")
    if size and indices.max() >= math.prod(size):
        raise RuntimeError(
            f"{name}: Found an invalid max index: {indices.max()} (output volumes are of size "
            f"{list(size)})"
        )


def _max_unpool(name, dims, input, indices, kernel_size, stride, padding, output_size):
    kernel = sizes(name, "kernel_size", kernel_size, dims)
    stride = kernel if stride is None else sizes(name, "stride", stride, dims)
    padding = sizes(name, "padding", padding, dims)
    if indices.shape != input.shape:
        raise RuntimeError(
            f"{name}: Expected shape of indices to be same as that of the input tensor "
            f"({list(input.shape)}) but got indices tensor with shape: {list(indices.shape)}"
        )
    T.verify(indices, functools.partial(_check_indices, name, ()))
    default = [
        (n - 1) * s - 2 * p + k
        for n, s, p, k in zip(input.shape[-dims:], stride, padding, kernel, strict=True)
    ]
    size = tuple(default if output_size is None else tuple(output_size)[-dims:])
    if any(not d - s < n < d + s for n, d, s in zip(size, default, stride, strict=True)):
        raise ValueError(
            f"invalid output_size {size} (dim sizes must be within one stride of {default})"
        )
    T.verify(indices, functools.partial(_check_indices, name, size))
    return T.scatter_planes(input, indices, size, True)


@composite(
    namespace="functional",
    methods=False,
    dtypes="float",
    samples=("*F.max_pool1d(x(2, 3, 6), 2, return_indices=True), 2",),
    layered=True,
)
def max_unpool1d(
    input: Array,
    indices: Array,
    kernel_size: Size,
    stride: Size | None = None,
    padding: Size = 0,
    output_size: object = None,
) -> Array:
    """Zeros with `input` at the `indices` that `max_pool1d` returned."""
    return _max_unpool("max_unpool1d", 1, input, indices, kernel_size, stride, padding, output_size)


@composite(
    namespace="functional",
    methods=False,
    dtypes="float",
    samples=("*F.max_pool2d(x(2, 3, 6, 4), 2, return_indices=True), 2",),
    layered=True,
)
def max_unpool2d(
    input: Array,
    indices: Array,
    kernel_size: Size,
    stride: Size | None = None,
    padding: Size = 0,
    output_size: object = None,
) -> Array:
    """Zeros with `input` at the `indices` that `max_pool2d` returned."""
    return _max_unpool("max_unpool2d", 2, input, indices, kernel_size, stride, padding, output_size)


@composite(
    namespace="functional",
    methods=False,
    dtypes="float",
    samples=("*F.max_pool3d(x(1, 2, 4, 4, 4), 2, return_indices=True), 2",),
    layered=True,
)
def max_unpool3d(
    input: Array,
    indices: Array,
    kernel_size: Size,
    stride: Size | None = None,
    padding: Size = 0,
    output_size: object = None,
) -> Array:
    """Zeros with `input` at the `indices` that `max_pool3d` returned."""
    return _max_unpool("max_unpool3d", 3, input, indices, kernel_size, stride, padding, output_size)
