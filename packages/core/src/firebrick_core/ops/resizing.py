"""Images of another size: nearest, linear and cubic interpolation, and means over areas."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from .. import _operators as T
from .._operator import Array, composite
from ._nn_arrays import require_tensor

LINEAR = {"linear": 3, "bilinear": 4, "trilinear": 5}
_NEEDS = {**LINEAR, "bicubic": 4}


def _sizes(input, size, scale_factor, recompute):
    """The new sizes, and the factors for positions (None: the ratio of sizes)."""
    dims = input.ndim - 2
    if size is not None and scale_factor is not None:
        raise ValueError("only one of size or scale_factor should be defined")
    if size is not None:
        sizes = (size,) * dims if isinstance(size, int) else tuple(size)
        if len(sizes) != dims:
            raise ValueError(
                "Input and output must have the same number of spatial dimensions, but got input "
                "with spatial dimensions of "
                f"{list(input.shape[2:])} and output size of {size}. Please provide input tensor "
                "in (N, C, d1, d2, ...,dK) format "
                "and output size in (o1, o2, ...,oK) format."
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


def _step(old, new, factor, align_corners, dtype):
    """How far one step in the result goes in the input, in PyTorch's precision."""
    if align_corners:
        return dtype((old - 1) / (new - 1)) if new > 1 else dtype(0)
    return dtype(1 / factor) if factor else dtype(old) / dtype(new)


def _nearest(old, new, factor, exact):
    step = np.float32(1 / factor) if factor else np.float32(old) / np.float32(new)
    at = np.arange(new, dtype=np.float32)
    index = np.floor((at + np.float32(0.5)) * step if exact else at * step)
    return np.minimum(index.astype(np.int64), old - 1)


def _positions(old, new, factor, align_corners, dtype):
    at = np.arange(new).astype(dtype)
    step = _step(old, new, factor, align_corners, dtype)
    return at * step if align_corners else (at + dtype(0.5)) * step - dtype(0.5)


def _linear_taps(old, new, factor, align_corners, dtype):
    """Two indices and their weights for each new position."""
    at = np.maximum(_positions(old, new, factor, align_corners, dtype), 0)
    low = np.minimum(at.astype(np.int64), old - 1)
    share = np.clip(at - low, 0, 1).astype(dtype)
    return (low, np.minimum(low + 1, old - 1)), (1 - share, share)


def _cubic_taps(old, new, factor, align_corners, dtype, a=-0.75):
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
    ),
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

    Modes: nearest, nearest-exact, linear, bilinear, trilinear, bicubic, area. `align_corners` makes
    the outermost elements' centres coincide. Raises ValueError or NotImplementedError for what does
    not fit; `antialias` is not implemented.

    >>> import firebrick_core as fb, firebrick_core.functional as F
    >>> F.interpolate(fb.tensor([[[0.0, 2.0]]]), 4)
    tensor([[[0., 0., 2., 2.]]])
    >>> F.interpolate(fb.tensor([[[0.0, 2.0]]]), 3, mode='linear', align_corners=True)
    tensor([[[0., 1., 2.]]])
    """
    require_tensor("interpolate", "input", 1, input)
    modes = ("nearest", "nearest-exact", "area", *_NEEDS)
    if input.ndim not in (3, 4, 5) or mode not in modes:
        raise NotImplementedError(
            f"Input Error: Only 3D, 4D and 5D input Tensors supported (got {input.ndim}D) for the "
            f"modes: {' | '.join(modes)} (got {mode})"
        )
    if mode not in _NEEDS and align_corners is not None:
        raise ValueError(
            "align_corners option can only be set with the interpolating modes: linear | bilinear "
            "| bicubic | trilinear"
        )
    if _NEEDS.get(mode, input.ndim) != input.ndim:
        raise NotImplementedError(
            f"Got {input.ndim}D input, but {mode} mode needs {_NEEDS[mode]}D input"
        )
    if antialias:
        raise NotImplementedError(
            "interpolate(): antialias=True is not implemented; low-pass filter the input first"
        )
    sizes, factors = _sizes(input, size, scale_factor, recompute_scale_factor)
    if min(sizes) <= 0:
        raise RuntimeError(
            "Input and output sizes should be greater than 0, but got input "
            f"{list(input.shape[2:])} output {list(sizes)}"
        )
    if mode == "area":
        return (T.adaptive_avg_pool1d, T.adaptive_avg_pool2d, T.adaptive_avg_pool3d)[
            input.ndim - 3
        ](input, sizes)
    dtype = np.float64 if input.dtype.itemsize == 8 else np.float32
    # Cubic interpolation also below 0 is PyTorch's; linear keeps to the edge.
    given = input.dtype
    if given.itemsize == 2 and not mode.startswith("nearest"):
        input = input.float()
    for dim, (new, factor) in enumerate(zip(sizes, factors, strict=True), 2):
        old = input.size(dim)
        if mode.startswith("nearest"):
            input = _gathered(input, dim, _nearest(old, new, factor, mode == "nearest-exact"))
        elif old != new or factor not in (None, 1, 1.0):
            taps = _cubic_taps if mode == "bicubic" else _linear_taps
            input = _along(input, dim, *taps(old, new, factor, bool(align_corners), dtype))
    return input if input.dtype is given else input.to(given)


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
