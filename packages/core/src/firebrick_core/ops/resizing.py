"""Images of another size: nearest, linear and cubic interpolation, means over areas, and elements
moved between channels and space.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from .. import _dtype, _operators as T
from .._operator import Array, composite
from ._formats import in_format_of
from ._nn_arrays import require_tensor

_NEEDS = {"linear": 3, "bilinear": 4, "trilinear": 5, "bicubic": 4, "lanczos": 4}
_MODES = ("nearest", "nearest-exact", "area", *_NEEDS)


def _sizes(input, size, scale_factor, recompute):
    """The new sizes, and the factors for positions (None: the ratio of sizes)."""
    dims = input.ndim - 2
    if size is not None and scale_factor is not None:
        raise ValueError("only one of size or scale_factor should be defined")
    if size is not None:
        if recompute:
            raise ValueError("recompute_scale_factor is not meaningful with an explicit size.")
        sizes = tuple(size) if isinstance(size, (tuple, list)) else (size,) * dims
        if len(sizes) != dims:
            raise ValueError(
                "Input and output must have the same number of spatial dimensions, but got input "
                "with spatial dimensions of "
                f"{list(input.shape[2:])} and output size of {size}. Please provide input tensor "
                "in (N, C, d1, d2, ...,dK) format "
                "and output size in (o1, o2, ...,oK) format."
            )
        if not all(isinstance(n, (int, np.integer)) for n in sizes):
            raise TypeError(
                "expected size to be one of int or Tuple[int] or Tuple[int, int] or Tuple[int, "
                f"int, int], but got size {size} with types {[type(n) for n in sizes]}"
            )
        return sizes, (None,) * dims
    if scale_factor is None:
        raise ValueError("either size or scale_factor should be defined")
    factors = (
        tuple(scale_factor) if isinstance(scale_factor, (tuple, list)) else (scale_factor,) * dims
    )
    if len(factors) != dims:
        raise ValueError(
            "Input and scale_factor must have the same number of spatial dimensions, but got "
            "input with spatial dimensions of "
            f"{list(input.shape[2:])} and scale_factor of shape {scale_factor}."
        )
    sizes = tuple(math.floor(n * f) for n, f in zip(input.shape[2:], factors, strict=True))
    return sizes, (None,) * dims if recompute else factors


def _gathered(input, dim, index):
    from .._creation import from_numpy

    return input.index_select(dim, from_numpy(index).to(input.device))


def _along(input, dim, indices, weights):
    """The weighted sum of gathered slices along one dimension."""
    from .._creation import from_numpy

    shape = [-1 if d == dim else 1 for d in range(input.ndim)]
    out: Any = None
    for index, weight in zip(indices, weights, strict=True):
        part = _gathered(input, dim, index) * from_numpy(weight).to(input.device).view(*shape)
        out = part if out is None else out + part
    return out


def _filtered(input, dim, weights):
    """A matrix of weights (new, old) applied along one dimension."""
    from .._creation import from_numpy

    matrix = from_numpy(weights).to(input.device)
    if dim == input.ndim - 1:
        return input.matmul(matrix.t())
    return matrix.matmul(input.transpose(dim, -2)).transpose(dim, -2)


@composite(
    namespace="functional",
    methods=False,
    dtypes="float",
    samples=(
        "x(1, 2, 4), 6",
        "x(1, 2, 4, 3), scale_factor=2.0",
        "x(1, 2, 4, 3), (7, 2), mode='bilinear'",
        "x(1, 2, 4, 3), (7, 5), mode='bilinear', align_corners=True",
        "x(1, 2, 4, 4), (2, 3), mode='area'",
        "x(1, 2, 4, 4), scale_factor=1.5, mode='bicubic'",
        "x(1, 2, 4), 3, mode='nearest-exact'",
        "x(1, 2, 6, 5), (3, 7), mode='bilinear', antialias=True",
        "x(1, 2, 6, 5), scale_factor=0.6, mode='bicubic', antialias=True",
        "x(1, 2, 6, 5), (3, 4), mode='lanczos', antialias=True",
    ),
    errors=(
        ("x(3, 5), 3", NotImplementedError, "Only 3D, 4D and 5D input"),
        ("x(1, 3, 5)", ValueError, "either size or scale_factor"),
        ("x(1, 3, 5), 3, 2", ValueError, "only one of size or scale_factor"),
        ("x(1, 3, 5), (3, 3)", ValueError, "same number of spatial dimensions"),
        (
            "x(1, 3, 5), 3, mode='bilinear'",
            NotImplementedError,
            "Got 3D input, but bilinear mode needs 4D input",
        ),
        ("x(1, 3, 5), 3, align_corners=True", ValueError, "align_corners option can only be set"),
        ("x(1, 3, 5), 3, mode='linear', antialias=True", ValueError, "Anti-alias option is"),
        ("x(1, 3, 5, 5), 3, mode='lanczos'", ValueError, "requires antialias=True"),
        ("x(1, 3, 5, 5), (3, 2.5)", TypeError, "expected size to be one of int"),
        ("ints(5, 1, 3, 5, 5), 3", NotImplementedError, "not implemented for torch.int64"),
        ("x(1, 0, 5, 5), 3", RuntimeError, "should be greater than 0"),
    ),
    layered=True,
)
def interpolate(
    input: Array,
    size: object = None,
    scale_factor: object = None,
    mode: str = "nearest",
    align_corners: bool | None = None,
    recompute_scale_factor: bool | None = None,
    antialias: bool = False,
) -> Array:
    """`input` (N, C, ...) with its spatial dimensions resized to `size`, or by `scale_factor`.

    Modes: nearest, nearest-exact, linear, bilinear, trilinear, bicubic, lanczos, area.
    `align_corners` makes the outermost elements' centres coincide. `antialias` (bilinear, bicubic;
    lanczos needs it) widens the filter where the result is smaller, as Pillow does. Floating-point
    and uint8 images. Raises ValueError, TypeError, RuntimeError or NotImplementedError for what
    does not fit.

    >>> import firebrick_core as fb, firebrick_core.functional as F
    >>> F.interpolate(fb.tensor([[[0.0, 2.0]]]), 4)
    tensor([[[0., 0., 2., 2.]]])
    >>> F.interpolate(fb.tensor([[[0.0, 2.0]]]), 3, mode='linear', align_corners=True)
    tensor([[[0., 1., 2.]]])
    """
    require_tensor("interpolate", "input", 1, input)
    _check(input, mode, align_corners, antialias)
    sizes, factors = _sizes(input, size, scale_factor, recompute_scale_factor)
    if min(sizes) <= 0 or 0 in input.shape[1:]:
        raise RuntimeError(
            "Input and output sizes should be greater than 0, but got input "
            f"{list(input.shape[1:])} output {list(sizes)}"
        )
    if mode == "area":
        pools = (T.adaptive_avg_pool1d, T.adaptive_avg_pool2d, T.adaptive_avg_pool3d)
        return pools[input.ndim - 3](input, sizes)
    if mode.startswith("nearest"):
        resized = input
        for dim, (new, factor) in enumerate(zip(sizes, factors, strict=True), 2):
            index = nearest_index(input.size(dim), new, factor, mode == "nearest-exact")
            resized = _gathered(resized, dim, index)
    else:
        resized = _interpolated(input, sizes, factors, mode, bool(align_corners), antialias)
    return in_format_of(resized, input)


def _interpolated(input, sizes, factors, mode, align_corners, antialias):
    """Resized in one dimension after the other, the last one first."""
    given, bytes_ = input.dtype, input.dtype is _dtype.uint8
    if given.itemsize < 4:
        input = input.float()
    dtype = np.float64 if given.itemsize == 8 else np.float32
    for dim in reversed(range(2, input.ndim)):
        old, new, factor = input.size(dim), sizes[dim - 2], factors[dim - 2]
        if old == new and factor in (None, 1, 1.0):
            continue
        if antialias:
            weights = filter_matrix(old, new, factor, align_corners, dtype, mode)
            input = _filtered(input, dim, weights)
        else:
            taps = cubic_taps if mode == "bicubic" else linear_taps
            input = _along(input, dim, *taps(old, new, factor, align_corners, dtype))
        if bytes_:
            input = (input + 0.5).floor().clamp(0, 255)
    return input if input.dtype is given else input.to(given)


def _check(input, mode, align_corners, antialias):
    if input.ndim not in (3, 4, 5) or mode not in _MODES:
        raise NotImplementedError(
            f"Input Error: Only 3D, 4D and 5D input Tensors supported (got {input.ndim}D) for the "
            f"modes: {' | '.join(_MODES)} (got {mode})"
        )
    if mode not in _NEEDS and align_corners is not None:
        raise ValueError(
            "align_corners option can only be set with the interpolating modes: linear | bilinear "
            "| bicubic | trilinear | lanczos"
        )
    if mode == "lanczos" and not antialias:
        raise ValueError("Lanczos mode requires antialias=True")
    if mode == "lanczos" and align_corners:
        raise ValueError("Lanczos mode does not support align_corners=True")
    if antialias and (mode not in ("bilinear", "bicubic", "lanczos") or input.ndim != 4):
        raise ValueError(
            "Anti-alias option is restricted to bilinear, bicubic, and lanczos modes and requires "
            f"a 4-D tensor as input, but got mode {mode!r} and {input.ndim} dimensions"
        )
    if _NEEDS.get(mode, input.ndim) != input.ndim:
        raise NotImplementedError(
            f"Got {input.ndim}D input, but {mode} mode needs {_NEEDS[mode]}D input"
        )
    served = input.is_floating_point() or (input.dtype is _dtype.uint8 and mode != "area")
    if not served:
        raise NotImplementedError(
            f"interpolate(): mode {mode!r} is not implemented for {input.dtype}; convert with "
            ".float()"
        )


# ---------------------------------------------------------------------- older names
@composite(
    namespace="functional",
    methods=False,
    dtypes="float",
    samples=("x(1, 2, 4, 3), scale_factor=2",),
)
def upsample(
    input: Array,
    size: object = None,
    scale_factor: object = None,
    mode: str = "nearest",
    align_corners: bool | None = None,
) -> Array:
    """`interpolate` under its older name."""
    return interpolate(input, size, scale_factor, mode, align_corners)


@composite(
    namespace="functional",
    methods=False,
    dtypes="float",
    samples=("x(1, 2, 4, 3), scale_factor=2", "x(1, 2, 4), 3"),
)
def upsample_nearest(input: Array, size: object = None, scale_factor: object = None) -> Array:
    """`interpolate` of mode "nearest" under its older name."""
    return interpolate(input, size, scale_factor, "nearest")


@composite(
    namespace="functional",
    methods=False,
    dtypes="float",
    samples=("x(1, 2, 4, 3), scale_factor=2", "x(1, 2, 4, 4), (3, 5)"),
)
def upsample_bilinear(input: Array, size: object = None, scale_factor: object = None) -> Array:
    """`interpolate` of mode "bilinear" with aligned corners under its older name."""
    return interpolate(input, size, scale_factor, "bilinear", True)


# Where each element of a resized dimension comes from: indices and their weights, in NumPy.


def _step(old, new, factor, align_corners, dtype):
    """How far one step in the result goes in the input, in PyTorch's precision."""
    if align_corners:
        return dtype((old - 1) / (new - 1)) if new > 1 else dtype(0)
    return dtype(1 / factor) if factor else dtype(old) / dtype(new)


def nearest_index(old, new, factor, exact):
    """The index of the nearest element for each new position."""
    step = np.float32(1 / factor) if factor else np.float32(old) / np.float32(new)
    at = np.arange(new, dtype=np.float32)
    index = np.floor((at + np.float32(0.5)) * step if exact else at * step)
    return np.minimum(index.astype(np.int64), old - 1)


def _positions(old, new, factor, align_corners, dtype):
    at = np.arange(new).astype(dtype)
    step = _step(old, new, factor, align_corners, dtype)
    return at * step if align_corners else (at + dtype(0.5)) * step - dtype(0.5)


def linear_taps(old, new, factor, align_corners, dtype):
    """Two indices and their weights for each new position."""
    at = np.maximum(_positions(old, new, factor, align_corners, dtype), 0)
    low = np.minimum(at.astype(np.int64), old - 1)
    share = np.clip(at - low, 0, 1).astype(dtype)
    return (low, np.minimum(low + 1, old - 1)), (1 - share, share)


def cubic_taps(old, new, factor, align_corners, dtype, a=-0.75):
    """Four indices and their weights (Keys 1981, with PyTorch's constant)."""
    at = _positions(old, new, factor, align_corners, dtype)
    low = np.floor(at).astype(np.int64)
    t = at - low

    def near(x):
        return ((a + 2) * x - (a + 3)) * x * x + 1

    def far(x):
        return ((a * x - 5 * a) * x + 8 * a) * x - 4 * a

    weights = far(t + 1), near(t), near(1 - t), far(2 - t)
    return tuple(np.clip(low + i, 0, old - 1) for i in (-1, 0, 1, 2)), tuple(
        w.astype(dtype) for w in weights
    )


# ---------------------------------------------------------------------- with a low-pass filter
def _triangle(x):
    return np.maximum(1 - np.abs(x), 0)


def _cubic(x, a=-0.5):  # Keys' own constant, which Pillow takes too
    x = np.abs(x)
    near = ((a + 2) * x - (a + 3)) * x * x + 1
    far = ((a * x - 5 * a) * x + 8 * a) * x - 4 * a
    return np.where(x < 1, near, np.where(x < 2, far, 0))


def _lanczos(x):
    return np.where(np.abs(x) < 3, np.sinc(x) * np.sinc(x / 3), 0)


_FILTERS = {"bilinear": (_triangle, 1), "bicubic": (_cubic, 2), "lanczos": (_lanczos, 3)}


def filter_matrix(old, new, factor, align_corners, dtype, mode):
    """The weights (new, old) of a filter that is widened where elements get fewer."""
    kernel, reach = _FILTERS[mode]
    step = float(_step(old, new, factor, align_corners, dtype))
    wide = max(step, 1.0)
    center = (np.arange(new) + 0.5)[:, None] * step
    first = np.maximum((center - reach * wide + 0.5).astype(np.int64), 0)
    last = np.minimum((center + reach * wide + 0.5).astype(np.int64), old)
    at = np.arange(old)
    weights = np.where((at >= first) & (at < last), kernel((at - center + 0.5) / wide), 0)
    return (weights / weights.sum(1, keepdims=True)).astype(dtype)


# Elements moved between channels and space, and between groups of channels.


def _checked_factor(name, argument, input, factor):
    require_tensor(name, "input", 1, input)
    if isinstance(factor, bool) or not isinstance(factor, int):
        raise TypeError(
            f"{name}(): argument '{argument}' (position 2) must be int, not {type(factor).__name__}"
        )
    if input.ndim < 3:
        raise RuntimeError(
            f"{name} expects input to have at least 3 dimensions, but got input with {input.ndim} "
            "dimension(s)"
        )
    if factor <= 0:
        raise RuntimeError(f"{name} expects a positive {argument}, but got {factor}")


@composite(
    namespace="torch functional",
    methods=False,
    samples=("x(2, 8, 3, 4), 2", "x(9, 2, 1), 3"),
    errors=(
        ("x(2, 8, 3, 4), 3", RuntimeError, "divisible by the square of upscale_factor"),
        ("x(2, 8, 3, 4), 0", RuntimeError, "positive upscale_factor"),
        ("x(8, 3), 2", RuntimeError, "at least 3 dimensions"),
        ("x(2, 8, 3, 4), 2.0", TypeError, "must be int, not float"),
    ),
)
def pixel_shuffle(input: Array, upscale_factor: int) -> Array:
    """(..., C * r * r, H, W) as (..., C, H * r, W * r): channels become pixels (Shi et al. 2016).

    Raises RuntimeError where the channels do not divide by `upscale_factor` squared.

    >>> import firebrick_core as fb, firebrick_core.functional as F
    >>> F.pixel_shuffle(fb.arange(4.0).reshape(4, 1, 1), 2)
    tensor([[[0., 1.],
             [2., 3.]]])
    """
    _checked_factor("pixel_shuffle", "upscale_factor", input, upscale_factor)
    r = upscale_factor
    *batch, channels, height, width = input.shape
    if channels % (r * r):
        raise RuntimeError(
            "pixel_shuffle expects its input's 'channel' dimension to be divisible by the square "
            f"of upscale_factor, but input.size(-3)={channels} is not divisible by {r * r}"
        )
    parts = input.reshape(*batch, channels // (r * r), r, r, height, width)
    n = len(batch)
    order = (*range(n), n, n + 3, n + 1, n + 4, n + 2)
    sizes = (*batch, channels // (r * r), height * r, width * r)
    return in_format_of(T.reshape_copy(parts.permute(order), sizes), input)


@composite(
    namespace="torch functional",
    methods=False,
    samples=("x(2, 2, 4, 6), 2", "x(1, 3, 3), 3"),
    errors=(
        ("x(2, 8, 3, 4), 2", RuntimeError, "height to be divisible by downscale_factor"),
        ("x(2, 8, 4, 3), 2", RuntimeError, "width to be divisible by downscale_factor"),
        ("x(2, 8, 4, 4), -1", RuntimeError, "positive downscale_factor"),
    ),
)
def pixel_unshuffle(input: Array, downscale_factor: int) -> Array:
    """(..., C, H * r, W * r) as (..., C * r * r, H, W): `pixel_shuffle` undone.

    Raises RuntimeError where height or width do not divide by `downscale_factor`.

    >>> import firebrick_core as fb, firebrick_core.functional as F
    >>> F.pixel_unshuffle(fb.arange(4.0).reshape(1, 2, 2), 2).flatten()
    tensor([0., 1., 2., 3.])
    """
    _checked_factor("pixel_unshuffle", "downscale_factor", input, downscale_factor)
    r = downscale_factor
    *batch, channels, height, width = input.shape
    for name, dim, size in (("height", -2, height), ("width", -1, width)):
        if size % r:
            raise RuntimeError(
                f"pixel_unshuffle expects {name} to be divisible by downscale_factor, but "
                f"input.size({dim})={size} is not divisible by {r}"
            )
    parts = input.reshape(*batch, channels, height // r, r, width // r, r)
    n = len(batch)
    order = (*range(n), n, n + 2, n + 4, n + 1, n + 3)
    sizes = (*batch, channels * r * r, height // r, width // r)
    return in_format_of(T.reshape_copy(parts.permute(order), sizes), input)


@composite(
    namespace="torch functional",
    methods=False,
    aliases=("native_channel_shuffle",),
    samples=("x(2, 6, 3), 3", "x(1, 4, 2, 2), 2", "x(0, 4, 2), 2"),
    errors=(
        ("x(2, 8, 3), 3", RuntimeError, "divisible by groups"),
        ("x(2, 8, 3), 0", RuntimeError, "must be positive"),
        ("x(2, 8), 2", RuntimeError, "> 2 dims"),
    ),
)
def channel_shuffle(input: Array, groups: int) -> Array:
    """The channels (dim 1) of `groups` groups dealt out in turn (Zhang et al. 2018).

    Raises RuntimeError where the channels do not divide by `groups`.

    >>> import firebrick_core as fb, firebrick_core.functional as F
    >>> F.channel_shuffle(fb.arange(4.0).reshape(1, 4, 1), 2).flatten()
    tensor([0., 2., 1., 3.])
    """
    require_tensor("channel_shuffle", "input", 1, input)
    if input.ndim < 3:
        raise RuntimeError(
            "channel_shuffle expects input with > 2 dims, but got input with sizes "
            f"{list(input.shape)}"
        )
    if groups <= 0:
        raise RuntimeError(
            f"Number of groups to divide channels in must be positive. Value of groups:{groups}"
        )
    n, channels, *rest = input.shape
    if channels % groups:
        raise RuntimeError(
            f"Number of channels must be divisible by groups. Got {channels} channels and "
            f"{groups} groups."
        )
    parts = input.reshape(n, groups, channels // groups, *rest)
    return in_format_of(T.reshape_copy(parts.transpose(1, 2), (n, channels, *rest)), input)
