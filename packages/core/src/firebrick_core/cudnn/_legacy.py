"""Pooling, normalization of batches, recurrent networks and CTC, by the calls of `libcudnn.so.9`.

The frontend has no pooling, networks or CTC. It normalizes batches for numbers of channels that 8
divides, innermost; other ones, and inference, are served here.
"""

from __future__ import annotations

from ctypes import byref, c_double, c_float, c_int, c_void_p
from typing import Any

import numpy as np

from ..ops.pooling import output_sizes
from . import _graphs
from ._running import (
    CODES,
    LIBRARIES,
    Unsupported,
    fresh,
    is_last,
    kept,
    laid,
    planar,
    steps,
    wide,
)

_MAXIMUM, _MEAN_WITH_PADDING, _MEAN = 3, 1, 2  # the first is the deterministic one
_PROPAGATE_NAN = 1
_SPATIAL, _SPATIAL_PERSISTENT = 1, 2


# ---------------------------------------------------------------------- descriptors
class Descriptor:
    """A descriptor of a kind, set by the function of that name with what follows."""

    def __init__(self, kind: str, setter: str, *args: Any):
        self.value = c_void_p()
        self._destroy = getattr(LIBRARIES.c, f"cudnnDestroy{kind}Descriptor")
        LIBRARIES.call(f"Create{kind}Descriptor", byref(self.value))
        self._as_parameter_ = self.value
        LIBRARIES.call(setter, self.value, *args)

    def __del__(self) -> None:
        if self.value:
            self._destroy(self.value)


def ints(values: Any) -> Any:
    """A C array of ints."""
    return (c_int * len(values))(*values)


@kept
def tensor(name: str, shape: Any, last: bool) -> Descriptor:
    """An array of a dtype."""
    strides = steps(shape, last)
    arguments = (CODES[name], len(shape), ints(shape), ints(strides))
    return Descriptor("Tensor", "SetTensorNdDescriptor", *arguments)


def _numbers(dtype: Any) -> tuple[Any, Any]:
    """1 and 0 as the factors of a result and of what was there before."""
    kind = c_double if dtype.name == "float64" else c_float
    return byref(kind(1.0)), byref(kind(0.0))


# ---------------------------------------------------------------------- pooling
@kept
def _windows(mode: int, kernel: Any, padding: Any, stride: Any) -> Descriptor:
    sizes = (ints(n) for n in (kernel, padding, stride))
    arguments = (mode, _PROPAGATE_NAN, len(kernel), *sizes)
    return Descriptor("Pooling", "SetPoolingNdDescriptor", *arguments)


def _planes(array: Any, dims: int, mode: int) -> Any:
    """An array as (N, C, ...) with two spatial dimensions at least, and its order."""
    # Means of volumes are row-major, as PyTorch's.
    last = array.ndim == dims + 2 and is_last(array) and (dims < 3 or mode == _MAXIMUM)
    if not last:
        lead = array.shape[: array.ndim - dims]
        shape = (*(lead if len(lead) == 2 else (1, int(np.prod(lead)))), *array.shape[-dims:])
        array = (array if array.flags.c_contiguous else array.copy("C")).reshape(shape)
    return laid(array, last), last


def _descriptors(mode, kernel, stride, padding, *arrays):
    more = (1,) * (2 - len(kernel))
    window = _windows(mode, more + kernel, (0,) * len(more) + padding, more + stride)
    return window, *(tensor(a.dtype.name, a.shape, last) for a, last in arrays)


def _pool(xp, mode, input, kernel, stride, padding, ceil_mode):
    dims = len(kernel)
    sizes = output_sizes(input.shape[-dims:], kernel, stride, padding, (1,) * dims, ceil_mode)
    x, last = _planes(input, dims, mode)
    out = fresh(xp, planar((*x.shape[:2], *sizes)), x.dtype, last)
    window, source, target = _descriptors(mode, kernel, stride, padding, (x, last), (out, last))
    one, zero = _numbers(x.dtype)
    LIBRARIES.call(
        "PoolingForward", LIBRARIES.raw_handle(), window, one, source, x.data.ptr, zero, target,
        out.data.ptr,
    )  # fmt: skip
    return out.reshape((*input.shape[:-dims], *sizes))


def _pool_backward(xp, mode, grad_output, input, result, kernel, stride, padding):
    dims = len(kernel)
    x, last = _planes(input, dims, mode)
    dy, y = (laid(_like(a, x, dims, last), last) for a in (grad_output, result))
    out = fresh(xp, x.shape, x.dtype, last)
    window, source, target = _descriptors(mode, kernel, stride, padding, (x, last), (y, last))
    one, zero = _numbers(x.dtype)
    LIBRARIES.call(
        "PoolingBackward", LIBRARIES.raw_handle(), window, one, target, y.data.ptr, target,
        dy.data.ptr, source, x.data.ptr, zero, source, out.data.ptr,
    )  # fmt: skip
    return xp.ascontiguousarray(out).reshape(input.shape)


def _like(array, x, dims, last):
    """A result's array with the leading dimensions of `x`."""
    if last:
        return array
    flat = array if array.flags.c_contiguous else array.copy("C")
    return flat.reshape((*x.shape[:2], *array.shape[-dims:]))


def max_pool(xp, input, kernel, stride, padding, dilation, ceil_mode):
    """See `ops.pooling.max_pool`."""
    return _pool(xp, _MAXIMUM, input, kernel, stride, padding, ceil_mode)


def max_pool_backward(xp, grad_output, input, result, kernel, stride, padding, dilation):
    """See `ops.pooling.max_pool_backward`."""
    return _pool_backward(xp, _MAXIMUM, grad_output, input, result, kernel, stride, padding)


def _mode(count_include_pad):
    return _MEAN_WITH_PADDING if count_include_pad else _MEAN


def avg_pool(xp, input, kernel, stride, padding, ceil_mode, count_include_pad, divisor):
    """See `ops.pooling.avg_pool`."""
    return _pool(xp, _mode(count_include_pad), input, kernel, stride, padding, ceil_mode)


def avg_pool_backward(xp, grad_output, size, kernel, stride, padding, count_include_pad, divisor):
    """See `ops.pooling.avg_pool_backward`."""
    # A mean's gradient does not depend on these two, whose addresses cuDNN wants.
    input = xp.empty((*grad_output.shape[: -len(size)], *size), grad_output.dtype)
    mode = _mode(count_include_pad)
    return _pool_backward(xp, mode, grad_output, input, grad_output, kernel, stride, padding)


# ---------------------------------------------------------------------- batch normalization
def _vector(xp, given, value, channels, dtype):
    """A vector of the channels in a dtype, of equal numbers where none is given."""
    if given is None:
        return xp.full(channels, value, dtype)
    return xp.ascontiguousarray(given.astype(dtype, copy=False)).reshape(channels)


def _as_graph(x: Any, last: bool) -> bool:
    """Whether the frontend's engines normalize these."""
    return last and x.shape[1] % 8 == 0 and x.dtype.name != "float64"


def _batch(x, last):
    """The mode, and descriptors of the array and of vectors of its channels."""
    channels = (1, x.shape[1], *[1] * (x.ndim - 2))
    vectors = tensor(wide(x.dtype).name, channels, False)
    return _SPATIAL_PERSISTENT if last else _SPATIAL, tensor(x.dtype.name, x.shape, last), vectors


def _forward(xp, x, last, out, scale, bias, mean, var, eps):
    if _as_graph(x, last):
        try:
            return _graphs.batch_norm(xp, x, out, scale, bias, mean, var, eps)
        except Unsupported:
            pass  # by the older call
    mode, image, vectors = _batch(x, last)
    LIBRARIES.call(
        "BatchNormalizationForwardTraining", LIBRARIES.raw_handle(), mode, *_numbers(x.dtype),
        image, x.data.ptr, image, out.data.ptr, vectors, scale.data.ptr, bias.data.ptr,
        1.0, mean.data.ptr, var.data.ptr, eps, None, None,
    )  # fmt: skip


def normalize_affine(xp, tensors, dims, eps):
    """See `ops.normalization.normalize_affine`."""
    input, weight, bias = tensors
    last = is_last(input)
    x = laid(input, last)
    count, sums = x.size // x.shape[1], wide(x.dtype)
    out = fresh(xp, x.shape, x.dtype, last)
    scale, shift = (_vector(xp, v, n, x.shape[1], sums) for v, n in ((weight, 1), (bias, 0)))
    # As running statistics of momentum 1 the batch's come out exactly; not what was there before.
    shape = [1 if d in dims else n for d, n in enumerate(input.shape)]
    mean, var = (xp.zeros(shape, sums) for _ in range(2))
    _forward(xp, x, last, out, scale, shift, mean, var, eps)
    var *= (count - 1) / count
    return out.reshape(input.shape), mean, var


def normalize_affine_backward(xp, grad_output, tensors, mean, var, dims, eps):
    """See `ops.normalization.normalize_affine_backward`."""
    input, weight, bias = tensors
    last = is_last(input, grad_output)
    x, dy = laid(input, last), laid(grad_output, last)
    channels, sums = x.shape[1], wide(x.dtype)
    out = fresh(xp, x.shape, x.dtype, last)
    scale = _vector(xp, weight, 1, channels, sums)
    rstd = xp.reciprocal(xp.sqrt(var + sums.type(eps)))
    dscale, dbias = (xp.empty(channels, sums) for _ in range(2))
    _backward(xp, dy, x, last, scale, mean, rstd, out, dscale, dbias, eps)
    pairs = ((dscale, weight), (dbias, bias))
    found = (d.reshape(v.shape).astype(v.dtype, copy=False) for d, v in pairs if v is not None)
    return out.reshape(input.shape), *found


def _backward(xp, dy, x, last, scale, mean, rstd, out, dscale, dbias, eps):
    if _as_graph(x, last):
        try:
            return _graphs.batch_norm_backward(
                xp, dy, x, scale, mean, rstd, out, dscale, dbias, eps
            )
        except Unsupported:
            pass  # by the older call
    mode, image, vectors = _batch(x, last)
    LIBRARIES.call(
        "BatchNormalizationBackward", LIBRARIES.raw_handle(), mode, *_numbers(x.dtype),
        *_numbers(x.dtype), image, x.data.ptr, image, dy.data.ptr, image, out.data.ptr, vectors,
        scale.data.ptr, dscale.data.ptr, dbias.data.ptr, eps, mean.data.ptr, rstd.data.ptr,
    )  # fmt: skip


def scale_and_shift(xp, input, weight, bias):
    """See `ops.normalization.scale_and_shift`: normalization by a mean of 0 and a variance of 1."""
    last = is_last(input)
    x = laid(input, last)
    sums = wide(x.dtype)
    out = fresh(xp, x.shape, x.dtype, last)
    given = ((weight, 1), (bias, 0), (None, 0), (None, 1))
    vectors = [_vector(xp, v, n, x.shape[1], sums) for v, n in given]
    _, image, channels = _batch(x, last)
    LIBRARIES.call(
        "BatchNormalizationForwardInference", LIBRARIES.raw_handle(), _SPATIAL,
        *_numbers(x.dtype), image, x.data.ptr, image, out.data.ptr, channels,
        *(v.data.ptr for v in vectors), 0.0,
    )  # fmt: skip
    return out.reshape(input.shape)
