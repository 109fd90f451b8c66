"""Maxima over windows at random places (Graham 2014, Fractional Max-Pooling)."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from .. import _operators as T
from .._device import meta_array
from .._operator import Array, composite, operator
from .._typing import Shape
from ._nn_arrays import require_tensor

Size = int | Sequence[int]
# Which of a plane's random numbers belongs to which dimension: PyTorch's planes take width first.
_ORDER = {2: (1, 0), 3: (0, 1, 2)}


def _starts(xp, sample, size, kernel, count):
    """Where `count` windows begin in `size` elements, for each number from [0, 1): (..., count)."""
    last = xp.full((*sample.shape, 1), size - kernel, np.int64)
    if count <= 1:
        return last[..., :count]
    step = sample.dtype.type(size - kernel) / sample.dtype.type(count - 1)
    number, places = sample[..., None], xp.arange(count - 1).astype(sample.dtype)
    begin = ((number + places) * step).astype(np.int64) - (number * step).astype(np.int64)
    return xp.concatenate((begin, last), -1)


def _indices_rule(input, samples, kernel, size):
    return meta_array((*input.shape[:2], *size), "i8")


@operator(
    samples=(
        "x(2, 3, 6, 5), unit(2, 3, 2).abs(), (2, 3), (3, 2)",
        "x(1, 2, 4, 4, 5), unit(1, 2, 3).abs(), (2, 2, 1), (2, 1, 3)",
    ),
    meta=_indices_rule,
    dtypes="float",
    methods=False,
    namespace="internal",
    differentiable=False,
)
def fractional_max_indices(xp, input: Array, samples: Array, kernel: Shape, size: Shape) -> Array:
    """Where the maxima of windows at places from random numbers are: the first, or the last NaN."""
    spatial, dims = input.shape[2:], len(kernel)
    planes = input.reshape(*input.shape[:2], math.prod(spatial))
    corner = 0
    for d, place in enumerate(_ORDER[dims]):
        begin = _starts(xp, samples[..., place], spatial[d], kernel[d], size[d])
        shape = (*begin.shape[:2], *(size[d] if i == d else 1 for i in range(dims)))
        corner = corner + begin.reshape(shape) * math.prod(spatial[d + 1 :])
    corner = corner.reshape(*input.shape[:2], math.prod(size))
    where = best = None
    for tap in np.ndindex(*kernel):
        move = sum(i * math.prod(spatial[d + 1 :]) for d, i in enumerate(tap))
        at = corner + move
        values = xp.take_along_axis(planes, at, 2)
        if best is None:
            where, best = at, values
            continue
        better = (values > best) | xp.isnan(values)
        where, best = xp.where(better, at, where), xp.where(better, values, best)
    return where.reshape(*input.shape[:2], *size)


# ---------------------------------------------------------------- as torch.nn.functional has them
def _tuple(name, argument, value, dims):
    if isinstance(value, int):
        return (value,) * dims
    value = tuple(value)
    if len(value) not in (1, dims):
        raise RuntimeError(
            f"{name}: {argument} must either be a single Int or tuple of {dims} Ints, got {value}"
        )
    return value * (dims // len(value))


def _output_size(name, input, dims, output_size, output_ratio):
    if output_size is not None:
        return _tuple(name, "output_size", output_size, dims)
    if output_ratio is None:
        raise ValueError(f"{name} requires specifying either an output_size or an output_ratio")
    ratios = (output_ratio,) * dims if isinstance(output_ratio, float) else tuple(output_ratio)
    if len(ratios) != dims:
        raise ValueError(
            f"{name} requires output_ratio to either be a single number or tuple of {dims}, got "
            f"{output_ratio}"
        )
    return tuple(int(n * r) for n, r in zip(input.shape[-dims:], ratios, strict=True))


def _check(name, input, dims, kernel, size):
    if input.ndim not in (dims + 1, dims + 2) or 0 in input.shape[-dims - 1 :]:
        kind = IndexError if input.ndim <= dims else RuntimeError  # as PyTorch has it
        raise kind(
            f"{name}(): Expected a {dims + 1}D or {dims + 2}D input with non-zero size for "
            f"non-batch dimensions, but got {list(input.shape)}"
        )
    for k, n, s in zip(kernel, size, input.shape[-dims:], strict=True):
        if k < 1:
            raise RuntimeError(f"{name}(): kernel_size should be greater than zero, got {kernel}")
        if n + k - 1 > s:
            raise RuntimeError(
                f"{name}(): pool of size {k} with output size {n} too large relative to input "
                f"size {s}"
            )


def _samples(input, dims, given):
    if given is None:
        from ..random import rand

        return rand(*input.shape[:2], dims, dtype=input.dtype, device=input.device)
    if given.dtype is not input.dtype:
        raise RuntimeError(
            f"Expect _random_samples to have the same dtype as input, {input.dtype}, but got "
            f"{given.dtype}"
        )
    if tuple(given.shape) != (*input.shape[:2], dims):
        raise RuntimeError(
            f"Expect _random_samples to have shape {[*input.shape[:2], dims]}, but got "
            f"{list(given.shape)}"
        )
    return given.detach()


def _pool(name, dims, input, kernel_size, output_size, output_ratio, samples):
    require_tensor(name, "input", 1, input)
    kernel = _tuple(name, "kernel_size", kernel_size, dims)
    size = _output_size(name, input, dims, output_size, output_ratio)
    _check(name, input, dims, kernel, size)
    batched = input if input.ndim == dims + 2 else input.unsqueeze(0)
    if samples is not None and dims == 3 and batched is not input:
        samples = samples[:1]  # PyTorch reads the first of what may be a batch's
    samples = _samples(batched, dims, samples)
    indices = T.fractional_max_indices(batched.detach(), samples, kernel, size)
    result = T.gather_planes(batched, indices, dims)
    if input.ndim == dims + 2:
        return result, indices
    return result.squeeze(0), indices.squeeze(0)


PLANE = (
    "x(2, 3, 8, 7), 3, (3, 4), _random_samples=unit(2, 3, 2).abs().detach()",
    "x(3, 8, 7), (2, 3), 1, _random_samples=unit(1, 3, 2).abs().detach()",
    "x(2, 3, 8, 7), 2, output_ratio=(0.5, 0.7), _random_samples=unit(2, 3, 2).abs().detach()",
)
SPACE = ("x(1, 2, 5, 6, 7), 2, (2, 3, 4), _random_samples=unit(1, 2, 3).abs().detach()",)
WRONG = (
    ("x(1, 2, 8, 7), 3", ValueError, "either an output_size or an output_ratio"),
    ("x(1, 2, 8, 7), 3, 7", RuntimeError, "too large relative to input"),
    ("x(8, 7), 3, 2", IndexError, "Expected a 3D or 4D input"),
    ("x(1, 0, 8, 7), 3, 2", RuntimeError, "Expected a 3D or 4D input"),
    ("x(1, 2, 8, 7), 3, (2, 3, 4)", RuntimeError, "output_size must either be"),
    ("x(1, 2, 8, 7), 3, 2, _random_samples=x(1, 2, 3)", RuntimeError, "to have shape"),
)


@composite(
    namespace="functional",
    methods=False,
    dtypes="float",
    samples=PLANE,
    errors=WRONG,
    layered=True,
)
def fractional_max_pool2d(
    input: Array,
    kernel_size: Size,
    output_size: Size | None = None,
    output_ratio: object = None,
    return_indices: bool = False,
    _random_samples: Array | None = None,
) -> Array:
    """The maxima of windows at random places of (N, C, H, W) or (C, H, W).

    There are `output_size` windows, or `output_ratio` times as many as elements; their places come
    from `_random_samples` (N, C, 2), numbers from [0, 1), else from the default generator. With
    `return_indices` also where the maxima are. Raises ValueError or RuntimeError for sizes that do
    not fit.

    >>> import firebrick_core as fb, firebrick_core.functional as F
    >>> F.fractional_max_pool2d(fb.ones(1, 1, 9, 9), 2, output_ratio=(0.5, 0.7)).shape
    torch.Size([1, 1, 4, 6])
    """
    both = _pool(
        "fractional_max_pool2d", 2, input, kernel_size, output_size, output_ratio, _random_samples
    )
    return both if return_indices else both[0]


@composite(namespace="functional", methods=False, dtypes="float", samples=SPACE, layered=True)
def fractional_max_pool3d(
    input: Array,
    kernel_size: Size,
    output_size: Size | None = None,
    output_ratio: object = None,
    return_indices: bool = False,
    _random_samples: Array | None = None,
) -> Array:
    """The maxima of windows at random places of (N, C, D, H, W) or (C, D, H, W)."""
    both = _pool(
        "fractional_max_pool3d", 3, input, kernel_size, output_size, output_ratio, _random_samples
    )
    return both if return_indices else both[0]


@composite(namespace="functional", methods=False, dtypes="float", samples=PLANE[:1], layered=True)
def fractional_max_pool2d_with_indices(
    input: Array,
    kernel_size: Size,
    output_size: Size | None = None,
    output_ratio: object = None,
    return_indices: bool = False,
    _random_samples: Array | None = None,
) -> tuple[Array, Array]:
    """`fractional_max_pool2d` and where each maximum is, in the flattened spatial dimensions."""
    return _pool(
        "fractional_max_pool2d", 2, input, kernel_size, output_size, output_ratio, _random_samples
    )


@composite(namespace="functional", methods=False, dtypes="float", samples=SPACE, layered=True)
def fractional_max_pool3d_with_indices(
    input: Array,
    kernel_size: Size,
    output_size: Size | None = None,
    output_ratio: object = None,
    return_indices: bool = False,
    _random_samples: Array | None = None,
) -> tuple[Array, Array]:
    """`fractional_max_pool3d` and where each maximum is, in the flattened spatial dimensions."""
    return _pool(
        "fractional_max_pool3d", 3, input, kernel_size, output_size, output_ratio, _random_samples
    )
