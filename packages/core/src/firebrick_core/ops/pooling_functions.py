"""Pooling as `torch` and `torch.nn.functional` have it."""

from __future__ import annotations

import math
from collections.abc import Sequence

from .. import _operators as T
from .._operator import Array, composite
from ._nn_arrays import require_tensor
from .pooling import output_sizes

Size = int | Sequence[int]
_COUNTS = ("", "one int", "two ints", "three ints")


def _sizes(name, argument, value, dims):
    if isinstance(value, int):
        return (value,) * dims
    value = tuple(value)
    if len(value) == 1:
        return value * dims
    if len(value) != dims:
        raise RuntimeError(
            f"{name}: {argument} must either be a single int, or a tuple of {_COUNTS[dims]}, got "
            f"{value}"
        )
    return value


def _window(name, dims, input, kernel_size, stride, padding, dilation, ceil_mode):
    """The checked arguments of a pool, as tuples."""
    require_tensor(name, "input", 1, input)
    kernel = _sizes(name, "kernel_size", kernel_size, dims)
    stride = (
        kernel
        if stride is None or stride == [] or stride == ()
        else _sizes(name, "stride", stride, dims)
    )
    padding, dilation = (
        _sizes(name, "padding", padding, dims),
        _sizes(name, "dilation", dilation, dims),
    )
    if input.ndim not in (dims + 1, dims + 2):
        raise RuntimeError(
            f"{name}: Expected {dims + 1}D or {dims + 2}D (batch mode) tensor with optional 0 dim "
            "batch size for input, but got:"
            f"{list(input.shape)}"
        )
    if min(kernel) <= 0:
        raise RuntimeError(
            f"{name}: kernel size should be greater than zero, but got {list(kernel)}"
        )
    if min(stride) <= 0:
        raise RuntimeError(f"stride should not be zero ({name}: stride={list(stride)})")
    if min(dilation) <= 0:
        raise RuntimeError(
            f"dilation should be greater than zero, but got dilation={list(dilation)} ({name})"
        )
    for k, p, d in zip(kernel, padding, dilation):
        if p < 0 or 2 * p > d * (k - 1) + 1:
            raise RuntimeError(
                f"pad should be at most half of effective kernel size, but got pad={p}, "
                f"kernel_size={k} and dilation={d} ({name})"
            )
    sizes = output_sizes(input.shape[-dims:], kernel, stride, padding, dilation, ceil_mode)
    if min(sizes) <= 0:
        channels = input.shape[-dims - 1]
        given, made = ("x".join(map(str, (channels, *s))) for s in (input.shape[-dims:], sizes))
        raise RuntimeError(
            f"Given input size: ({given}). Calculated output size: ({made}). Output size is too "
            f"small ({name})"
        )
    return kernel, stride, padding, dilation


def _max_pool(name, dims, input, kernel_size, stride, padding, dilation, ceil_mode, return_indices):
    window = _window(name, dims, input, kernel_size, stride, padding, dilation, ceil_mode)
    result = T.max_pool(input, *window, bool(ceil_mode))
    return (
        (result, T.max_pool_indices(input.detach(), result.detach(), *window))
        if return_indices
        else result
    )


MAX1D = ("x(2, 3, 6), 2", "x(3, 6), 3, 1, 1, 2, True")
MAX2D = (
    "x(2, 3, 6, 5), 2",
    "x(3, 6, 5), (3, 2), (2, 1), 1, 1, True",
    "x(2, 3, 6, 6), 3, 1, 1, (1, 2)",
)
MAX2D_WRONG = (
    ("x(2, 2), 2", RuntimeError, "Expected 3D or 4D"),
    ("x(1, 4, 8, 8), 9", RuntimeError, "Output size is too small"),
    ("x(1, 4, 8, 8), 2, padding=2", RuntimeError, "at most half of effective kernel size"),
    ("x(1, 4, 8, 8), 2, 0", RuntimeError, "stride should not be zero"),
    ("x(1, 4, 8, 8), (1, 2, 3)", RuntimeError, "kernel_size must either be a single int"),
)


@composite(namespace="torch functional", methods=False, dtypes="real", samples=MAX1D)
def max_pool1d(
    input: Array,
    kernel_size: Size,
    stride: Size | None = None,
    padding: Size = 0,
    dilation: Size = 1,
    ceil_mode: bool = False,
    return_indices: bool = False,
) -> Array:
    """The largest element of each window of (N, C, L) or (C, L).

    With `return_indices` also where it is.
    """
    return _max_pool(
        "max_pool1d", 1, input, kernel_size, stride, padding, dilation, ceil_mode, return_indices
    )


@composite(
    namespace="torch functional", methods=False, dtypes="real", samples=MAX2D, errors=MAX2D_WRONG
)
def max_pool2d(
    input: Array,
    kernel_size: Size,
    stride: Size | None = None,
    padding: Size = 0,
    dilation: Size = 1,
    ceil_mode: bool = False,
    return_indices: bool = False,
) -> Array:
    """The largest element of each window of (N, C, H, W) or (C, H, W).

    With `return_indices` also where it is. Of equal elements the first takes the gradient. Raises RuntimeError where sizes do not fit.
    """
    return _max_pool(
        "max_pool2d", 2, input, kernel_size, stride, padding, dilation, ceil_mode, return_indices
    )


@composite(
    namespace="torch functional",
    methods=False,
    dtypes="real",
    samples=("x(1, 2, 4, 4, 4), 2", "x(2, 4, 4, 4), 3, 2, 1"),
)
def max_pool3d(
    input: Array,
    kernel_size: Size,
    stride: Size | None = None,
    padding: Size = 0,
    dilation: Size = 1,
    ceil_mode: bool = False,
    return_indices: bool = False,
) -> Array:
    """The largest element of each window of (N, C, D, H, W) or (C, D, H, W)."""
    return _max_pool(
        "max_pool3d", 3, input, kernel_size, stride, padding, dilation, ceil_mode, return_indices
    )


@composite(namespace="torch functional", methods=False, dtypes="real", samples=("x(2, 3, 6), 2",))
def max_pool1d_with_indices(
    input: Array,
    kernel_size: Size,
    stride: Size | None = None,
    padding: Size = 0,
    dilation: Size = 1,
    ceil_mode: bool = False,
    return_indices: bool = True,
) -> tuple[Array, Array]:
    """`max_pool1d` and where each maximum is, in the flattened spatial dimensions."""
    return _max_pool(
        "max_pool1d", 1, input, kernel_size, stride, padding, dilation, ceil_mode, True
    )


@composite(
    namespace="torch functional", methods=False, dtypes="real", samples=("x(2, 3, 6, 5), 2",)
)
def max_pool2d_with_indices(
    input: Array,
    kernel_size: Size,
    stride: Size | None = None,
    padding: Size = 0,
    dilation: Size = 1,
    ceil_mode: bool = False,
    return_indices: bool = True,
) -> tuple[Array, Array]:
    """`max_pool2d` and where each maximum is, in the flattened spatial dimensions."""
    return _max_pool(
        "max_pool2d", 2, input, kernel_size, stride, padding, dilation, ceil_mode, True
    )


@composite(
    namespace="torch functional", methods=False, dtypes="real", samples=("x(1, 2, 4, 4, 4), 2",)
)
def max_pool3d_with_indices(
    input: Array,
    kernel_size: Size,
    stride: Size | None = None,
    padding: Size = 0,
    dilation: Size = 1,
    ceil_mode: bool = False,
    return_indices: bool = True,
) -> tuple[Array, Array]:
    """`max_pool3d` and where each maximum is, in the flattened spatial dimensions."""
    return _max_pool(
        "max_pool3d", 3, input, kernel_size, stride, padding, dilation, ceil_mode, True
    )


# ---------------------------------------------------------------------- means
def _avg_pool(
    name, dims, input, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor
):
    if divisor == 0:
        raise RuntimeError(f"divisor must be not zero ({name}: divisor_override=0)")
    kernel, stride, padding, _ = _window(
        name, dims, input, kernel_size, stride, padding, 1, ceil_mode
    )
    return T.avg_pool(
        input, kernel, stride, padding, bool(ceil_mode), bool(count_include_pad), divisor
    )


@composite(
    namespace="torch functional",
    methods=False,
    dtypes="float",
    samples=("x(2, 3, 6), 2", "x(3, 6), 3, 2, 1, True, False"),
)
def avg_pool1d(
    input: Array,
    kernel_size: Size,
    stride: Size | None = None,
    padding: Size = 0,
    ceil_mode: bool = False,
    count_include_pad: bool = True,
) -> Array:
    """The mean of each window of (N, C, L) or (C, L).

    Zeros of the padding count where `count_include_pad`.
    """
    return _avg_pool(
        "avg_pool1d", 1, input, kernel_size, stride, padding, ceil_mode, count_include_pad, None
    )


@composite(
    namespace="functional",
    methods=False,
    dtypes="float",
    samples=(
        "x(2, 3, 6, 5), 2",
        "x(3, 6, 5), 3, 2, 1, True, False",
        "x(3, 6, 5), (3, 2), 2, 1, divisor_override=3",
    ),
    errors=(("x(1, 4, 8, 8), 2, divisor_override=0", RuntimeError, "divisor must be not zero"),),
)
def avg_pool2d(
    input: Array,
    kernel_size: Size,
    stride: Size | None = None,
    padding: Size = 0,
    ceil_mode: bool = False,
    count_include_pad: bool = True,
    divisor_override: int | None = None,
) -> Array:
    """The mean of each window of (N, C, H, W) or (C, H, W).

    `divisor_override` replaces the number of elements that the sum is divided by.
    """
    return _avg_pool(
        "avg_pool2d",
        2,
        input,
        kernel_size,
        stride,
        padding,
        ceil_mode,
        count_include_pad,
        divisor_override,
    )


@composite(namespace="functional", methods=False, dtypes="float", samples=("x(1, 2, 4, 4, 4), 2",))
def avg_pool3d(
    input: Array,
    kernel_size: Size,
    stride: Size | None = None,
    padding: Size = 0,
    ceil_mode: bool = False,
    count_include_pad: bool = True,
    divisor_override: int | None = None,
) -> Array:
    """The mean of each window of (N, C, D, H, W) or (C, D, H, W)."""
    return _avg_pool(
        "avg_pool3d",
        3,
        input,
        kernel_size,
        stride,
        padding,
        ceil_mode,
        count_include_pad,
        divisor_override,
    )


def _lp_pool(name, dims, input, norm_type, kernel_size, stride, ceil_mode):
    kernel, stride, padding, _ = _window(name, dims, input, kernel_size, stride, 0, 1, ceil_mode)
    count = 1
    for k in kernel:
        count *= k
    mean = T.avg_pool(input.pow(norm_type), kernel, stride, padding, bool(ceil_mode), True, None)
    return (mean.sign() * T.relu(mean.abs()) * count).pow(1.0 / norm_type)


@composite(namespace="functional", methods=False, dtypes="float", samples=("pos(2, 3, 6), 2, 2",))
def lp_pool1d(
    input: Array,
    norm_type: float,
    kernel_size: Size,
    stride: Size | None = None,
    ceil_mode: bool = False,
) -> Array:
    """The root of order `norm_type` of each window's sum of powers."""
    return _lp_pool("lp_pool1d", 1, input, norm_type, kernel_size, stride, ceil_mode)


@composite(
    namespace="functional", methods=False, dtypes="float", samples=("pos(2, 3, 6, 4), 2, 2",)
)
def lp_pool2d(
    input: Array,
    norm_type: float,
    kernel_size: Size,
    stride: Size | None = None,
    ceil_mode: bool = False,
) -> Array:
    """The root of order `norm_type` of each window's sum of powers."""
    return _lp_pool("lp_pool2d", 2, input, norm_type, kernel_size, stride, ceil_mode)


@composite(
    namespace="functional", methods=False, dtypes="float", samples=("pos(1, 2, 4, 4, 4), 2, 2",)
)
def lp_pool3d(
    input: Array,
    norm_type: float,
    kernel_size: Size,
    stride: Size | None = None,
    ceil_mode: bool = False,
) -> Array:
    """The root of order `norm_type` of each window's sum of powers."""
    return _lp_pool("lp_pool3d", 3, input, norm_type, kernel_size, stride, ceil_mode)


# ---------------------------------------------------------------------- a given number of windows
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
    return tuple(n if s is None else s for s, n in zip(size, input.shape[-dims:]))


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
    """
    return T.adaptive_avg_pool(input, _adaptive_sizes("adaptive_avg_pool2d", 2, input, output_size))


@composite(
    namespace="functional", methods=False, dtypes="float", samples=("x(1, 2, 4, 4, 4), (2, 3, 1)",)
)
def adaptive_avg_pool3d(input: Array, output_size: object) -> Array:
    """The means of `output_size` windows that share (N, C, D, H, W) or (C, D, H, W) out."""
    return T.adaptive_avg_pool(input, _adaptive_sizes("adaptive_avg_pool3d", 3, input, output_size))


@composite(namespace="functional", methods=False, dtypes="float", samples=("x(2, 3, 7), 3",))
def adaptive_max_pool1d(input: Array, output_size: Size, return_indices: bool = False) -> Array:
    """The maxima of `output_size` windows that share (N, C, L) or (C, L) out."""
    return _adaptive_max("adaptive_max_pool1d", 1, input, output_size, return_indices)


@composite(
    namespace="functional", methods=False, dtypes="float", samples=("x(2, 3, 7, 5), (3, 2)",)
)
def adaptive_max_pool2d(input: Array, output_size: object, return_indices: bool = False) -> Array:
    """The maxima of `output_size` windows that share (N, C, H, W) or (C, H, W) out."""
    return _adaptive_max("adaptive_max_pool2d", 2, input, output_size, return_indices)


@composite(namespace="functional", methods=False, dtypes="float", samples=("x(1, 2, 4, 4, 4), 2",))
def adaptive_max_pool3d(input: Array, output_size: object, return_indices: bool = False) -> Array:
    """The maxima of `output_size` windows that share (N, C, D, H, W) or (C, D, H, W) out."""
    return _adaptive_max("adaptive_max_pool3d", 3, input, output_size, return_indices)


# ---------------------------------------------------------------------- the way back
def _max_unpool(name, dims, input, indices, kernel_size, stride, padding, output_size):
    kernel = _sizes(name, "kernel_size", kernel_size, dims)
    stride = kernel if stride is None else _sizes(name, "stride", stride, dims)
    padding = _sizes(name, "padding", padding, dims)
    if indices.shape != input.shape:
        raise RuntimeError(
            f"{name}: Expected shape of indices to be same as that of the input tensor "
            f"({list(input.shape)}) but got indices tensor with shape: {list(indices.shape)}"
        )
    if not indices.is_meta and indices.numel() and int(indices.min()) < 0:
        raise RuntimeError(f"{name}: Found an invalid max index: {int(indices.min())}")
    default = [
        (n - 1) * s - 2 * p + k for n, s, p, k in zip(input.shape[-dims:], stride, padding, kernel)
    ]
    size = tuple(default if output_size is None else tuple(output_size)[-dims:])
    if any(not d - s < n < d + s for n, d, s in zip(size, default, stride)):
        raise ValueError(
            f"invalid output_size {size} (dim sizes must be within one stride of {default})"
        )
    if not indices.is_meta and indices.numel() and int(indices.max()) >= math.prod(size):
        raise RuntimeError(
            f"{name}: Found an invalid max index: {int(indices.max())} (output volumes are of "
            f"size {list(size)})"
        )
    return T.scatter_planes(input, indices, size, True)


@composite(
    namespace="functional",
    methods=False,
    dtypes="float",
    samples=("*F.max_pool1d(x(2, 3, 6), 2, return_indices=True), 2",),
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
