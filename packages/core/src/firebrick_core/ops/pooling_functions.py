"""Pooling as `torch` and `torch.nn.functional` have it."""

from __future__ import annotations

from collections.abc import Sequence

from .. import _operators as T
from .._operator import Array, composite
from ._nn_arrays import require_tensor
from .pooling import output_sizes

Size = int | Sequence[int]
_COUNTS = ("", "one int", "two ints", "three ints")


def sizes(name, argument, value, dims):
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
    kernel = sizes(name, "kernel_size", kernel_size, dims)
    stride = (
        kernel
        if stride is None or stride == [] or stride == ()
        else sizes(name, "stride", stride, dims)
    )
    padding, dilation = (
        sizes(name, "padding", padding, dims),
        sizes(name, "dilation", dilation, dims),
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
    for k, p, d in zip(kernel, padding, dilation, strict=True):
        if p < 0 or 2 * p > d * (k - 1) + 1:
            raise RuntimeError(
                f"pad should be at most half of effective kernel size, but got pad={p}, "
                f"kernel_size={k} and dilation={d} ({name})"
            )
    counts = output_sizes(input.shape[-dims:], kernel, stride, padding, dilation, ceil_mode)
    if min(counts) <= 0:
        channels = input.shape[-dims - 1]
        given, made = ("x".join(map(str, (channels, *s))) for s in (input.shape[-dims:], counts))
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

    With `return_indices` also where it is. Of equal elements the first takes the gradient. Raises
    RuntimeError where sizes do not fit.

    >>> import firebrick_core as fb, firebrick_core.functional as F
    >>> F.max_pool2d(fb.arange(16.0).reshape(1, 4, 4), 2)
    tensor([[[ 5.,  7.],
             [13., 15.]]])
    """
    return _max_pool(
        "max_pool2d", 2, input, kernel_size, stride, padding, dilation, ceil_mode, return_indices
    )


@composite(
    namespace="torch functional",
    methods=False,
    dtypes="real",
    samples=("x(1, 2, 4, 4, 4), 2", "x(2, 4, 4, 4), 3, 2, 1"),
    layered=True,
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
    namespace="torch functional",
    methods=False,
    dtypes="real",
    samples=("x(1, 2, 4, 4, 4), 2",),
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
    samples=("x(2, 3, 6), 2", "x(3, 6), 3, 2, 1, True, False", "ints(9, 2, 3, 6) - 6, 4, 1"),
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

    Zeros of the padding count where `count_include_pad`. Means of integers are rounded towards
    zero.

    >>> import firebrick_core as fb, firebrick_core.functional as F
    >>> F.avg_pool1d(fb.tensor([[-3, 2, 1, -4]]), 2)
    tensor([[ 0, -1]])
    """
    return _avg_pool(
        "avg_pool1d", 1, input, kernel_size, stride, padding, ceil_mode, count_include_pad, None
    )


@composite(
    namespace="functional",
    methods=False,
    dtypes="float",
    out=True,
    samples=(
        "x(2, 3, 6, 5), 2",
        "x(3, 6, 5), 3, 2, 1, True, False",
        "x(3, 6, 5), (3, 2), 2, 1, divisor_override=3",
        "ints(9, 3, 6, 5) - 6, (3, 2), 2, 1, divisor_override=-2",
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

    >>> import firebrick_core as fb, firebrick_core.functional as F
    >>> F.avg_pool2d(fb.arange(16.0).reshape(1, 4, 4), 2)
    tensor([[[ 2.5000,  4.5000],
             [10.5000, 12.5000]]])
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


@composite(
    namespace="functional",
    methods=False,
    dtypes="float",
    out=True,
    samples=("x(1, 2, 4, 4, 4), 2", "ints(9, 1, 2, 4, 4, 4) - 6, 2"),
    layered=True,
)
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
    namespace="functional",
    methods=False,
    dtypes="float",
    samples=("pos(1, 2, 4, 4, 4), 2, 2",),
    layered=True,
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
