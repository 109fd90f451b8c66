"""oneDNN's kernels for who has its library: convolutions and more, on the CPU.

Registered on import where `libdnnl.so.3` is found (`pip install 'firebrick-core[onednn]'`), loaded
by the first call that it serves. `extend.set_providers` and FIREBRICK_PROVIDERS turn it off.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from typing import Any

import numpy as np

from .. import _dtype
from .._memory_format import channels_last, has_format
from .._provider import Provider, loaded_by_first_call, register_provider
from ._finding import find_library as find_library, multiplies_bfloat16

FLOAT32 = np.dtype(np.float32)


def _bfloat16(*arrays: Any) -> bool:
    """Whether all arrays are of bfloat16."""
    return all(_dtype.FROM_NUMPY.get(a.dtype) is _dtype.bfloat16 for a in arrays)


def _floats(*arrays: Any) -> bool:
    """Whether arrays are of float32 all, or of bfloat16 all."""
    first = arrays[0].dtype
    if first == FLOAT32:
        return all(a.dtype == FLOAT32 for a in arrays)
    return _bfloat16(*arrays)


LEAST = 64
"""Elements of a first array, below which a call is not looked at further: 0.3 us of it."""
provider = Provider("onednn")


class Thresholds:
    """From which sizes on calls are served: below, a call's own cost outweighs what it saves."""

    products = 1 << 15  # multiplications of a convolution
    images = 1 << 20  # elements of its result, from which channels become innermost
    windows = 1 << 12  # elements of what is pooled
    ordered = 1 << 12  # elements that are put in another order
    rows = 1 << 14  # elements of a softmax
    normalized = 1 << 12  # elements that are normalized
    elements = 1 << 12  # of a GELU
    operands = 9000  # elements of two matrices, from which on OpenBLAS would use threads
    products_of_matrices = 1 << 20  # from which on oneDNN takes less time than OpenBLAS alone
    products_of_turned = 350_000  # ... where the second matrix is transposed
    results_of_turned = 1 << 10  # up to which OpenBLAS has a kernel of its own for those


@contextmanager
def serving_every_size() -> Iterator[None]:
    """Serve calls of any size: for checks, whose samples are small."""
    before = {name: value for name, value in vars(Thresholds).items() if isinstance(value, int)}
    try:
        provider.least = 0
        for name in before:
            setattr(Thresholds, name, 0)
        yield
    finally:
        provider.least = LEAST
        for name, value in before.items():
            setattr(Thresholds, name, value)


def _serves_convolve(xp, input, weight, bias, stride, padding, dilation, groups):
    return (
        _floats(input, weight)
        and (bias is None or bias.dtype == weight.dtype)
        and input.size * weight.size // weight.shape[1] > Thresholds.products
    )


def _serves_input(xp, grad_output, weight, bias, size, stride, padding, dilation, groups):
    return (
        _floats(grad_output, weight)
        and grad_output.size * weight.size // weight.shape[0] > Thresholds.products
    )


def _serves_weight(xp, grad_output, input, kernel, stride, padding, dilation, groups):
    return (
        _floats(grad_output, input)
        and grad_output.size * input.shape[1] > Thresholds.products
    )


def _is_finite_below(array: Any) -> bool:
    """Whether there is neither NaN nor -inf, which oneDNN's maxima do not know."""
    return bool(np.minimum.reduce(array, None) > -np.inf)


def _pools(array: Any, kernel: Any) -> bool:
    return array.dtype == FLOAT32 and array.size > Thresholds.windows and len(kernel) <= 3


def _serves_max_pool(xp, input, kernel, stride, padding, dilation, ceil_mode):
    return _pools(input, kernel) and _is_finite_below(input)


def _serves_max_pool_backward(xp, grad_output, input, result, kernel, stride, padding, dilation):
    return _pools(input, kernel) and grad_output.dtype == FLOAT32 and _is_finite_below(result)


def _counts_alike(size, kernel, stride, padding, output, count_include_pad):
    """Whether oneDNN divides by the same counts: with padding, by the window's whole size."""
    return not count_include_pad or all(
        (o - 1) * s + k <= n + 2 * p
        for n, k, s, p, o in zip(size, kernel, stride, padding, output, strict=True)
    )


def _serves_avg_pool(xp, input, kernel, stride, padding, ceil_mode, count_include_pad, divisor):
    return _pools(input, kernel) and divisor is None and not (ceil_mode and count_include_pad)


def _serves_avg_pool_backward(
    xp, grad_output, size, kernel, stride, padding, count_include_pad, divisor
):
    return (
        _pools(grad_output, kernel)
        and divisor is None
        and _counts_alike(
            size, kernel, stride, padding, grad_output.shape[-len(kernel) :], count_include_pad
        )
    )


def _serves_order(xp, input):
    return (
        input.dtype == FLOAT32
        and input.ndim == 4
        and input.size > Thresholds.ordered
        and has_format(input, channels_last)
    )


def _serves_softmax(xp, input, dim, dtype=None):
    return (
        input.size > Thresholds.rows
        and _floats(input)
        and dtype is None
        and input.ndim <= 12
        and dim in range(-input.ndim, input.ndim)
    )


def _serves_softmax_backward(xp, grad_output, output, dim):
    return (
        output.size > Thresholds.rows
        and _floats(grad_output, output)
        and 0 < output.ndim <= 12
    )


def _serves_gelu(xp, input, *, approximate="none"):
    return (
        input.size > Thresholds.elements
        and _floats(input)
        and approximate in ("none", "tanh")
    )


def _serves_gelu_backward(xp, grad_output, input, approximate):
    return (
        input.size > Thresholds.elements
        and _floats(grad_output, input)
    )


def _serves_relu(xp, input):
    return input.size > Thresholds.elements and _bfloat16(input)


def _serves_relu_backward(xp, grad_output, output):
    return output.size > Thresholds.elements and _bfloat16(grad_output, output)


def _serves_pair(xp, input, other, *, alpha=1):
    if input.size <= Thresholds.elements or alpha != 1 or not _bfloat16(input):
        return False
    if other.ndim:
        return other.shape == input.shape and _bfloat16(other)
    return other.dtype == FLOAT32 and 0 < abs(float(other)) < math.inf


def _serves_cast(xp, input, dtype):
    if input.size <= Thresholds.elements:
        return False
    if input.dtype == FLOAT32:
        return dtype is _dtype.bfloat16
    return dtype is _dtype.float32 and _bfloat16(input)


def _normalizes(tensors: Any, dims: Any) -> bool:
    """Whether it is of channels over the batch, or of the last dimensions of each sample."""
    input, weight, bias = tensors
    if input.size <= Thresholds.normalized or input.dtype != FLOAT32:
        return False
    first = dims[0]
    if first:
        shape = input.shape[first:]
        if dims != tuple(range(first, input.ndim)):
            return False
    else:
        shape = (1, input.shape[1], *[1] * (input.ndim - 2)) if input.ndim > 1 else ()
        if dims != (0, *range(2, input.ndim)) or input.ndim > 5:
            return False
    return all(v is None or (v.shape == shape and v.dtype == FLOAT32) for v in (weight, bias))


def _serves_normalize(xp, tensors, dims, eps):
    return _normalizes(tensors, dims)


def _serves_normalize_backward(xp, grad_output, tensors, mean, var, dims, eps):
    return grad_output.dtype == FLOAT32 and _normalizes(tensors, dims)


def _serves_scale(xp, input, weight, bias):
    return (
        input.ndim == 4
        and input.dtype == FLOAT32
        and input.size > Thresholds.normalized
        and not (weight is None and bias is None)
        and not input.flags.c_contiguous
        and has_format(input, channels_last)
        and all(
            v is None or (v.shape == (1, input.shape[1], 1, 1) and v.dtype == FLOAT32)
            for v in (weight, bias)
        )
    )


def _matrices(first: Any, second: Any) -> bool:
    return (
        _floats(first, second)
        and first.ndim <= 12
        and first.ndim >= 2 <= second.ndim
        and first.size > 0 < second.size
    )


def _serves_matmul(xp, input, other):
    return (
        input.size + other.size > Thresholds.operands
        and _matrices(input, other)
        and input.shape[-1] == other.shape[-2]
        and (other.ndim == 2 or input.shape[:-2] == other.shape[:-2])
    )


def _serves_bmm(xp, input, mat2):
    return input.ndim == mat2.ndim == 3 and _serves_matmul(xp, input, mat2)


def _serves_linear(xp, input, weight, bias=None):
    return (
        input.size + weight.size > Thresholds.operands
        and _matrices(input, weight)
        and weight.ndim == 2
        and input.shape[-1] == weight.shape[1]
        and (bias is None or (bias.shape == weight.shape[:1] and bias.dtype == weight.dtype))
    )


def _serves_linear_weight(xp, grad_output, input):
    return (
        grad_output.size + input.size > Thresholds.operands
        and _matrices(grad_output, input)
        and grad_output.shape[:-1] == input.shape[:-1]
    )


SERVED: dict[str, dict[str, Callable[..., bool]]] = {
    "_convolution": {
        "convolve": _serves_convolve,
        "convolve_input": _serves_input,
        "convolve_weight": _serves_weight,
    },
    "_pooling": {
        "max_pool": _serves_max_pool,
        "max_pool_backward": _serves_max_pool_backward,
        "avg_pool": _serves_avg_pool,
        "avg_pool_backward": _serves_avg_pool_backward,
    },
    "_order": {"in_row_major_order": _serves_order},
    "_softmax": {
        "softmax": _serves_softmax,
        "softmax_backward": _serves_softmax_backward,
        "log_softmax": _serves_softmax,
        "log_softmax_backward": _serves_softmax_backward,
    },
    "_normalization": {
        "normalize_affine": _serves_normalize,
        "normalize_affine_backward": _serves_normalize_backward,
        "scale_and_shift": _serves_scale,
    },
    "_matmul": {
        "matmul": _serves_matmul,
        "bmm": _serves_bmm,
        "linear": _serves_linear,
        "linear_weight": _serves_linear_weight,
    },
    "_activation": {"gelu": _serves_gelu, "gelu_backward": _serves_gelu_backward},
}
# What takes bfloat16, where ml_dtypes has it and the CPU its products.
NARROW: dict[str, dict[str, Callable[..., bool]]] = {
    **{m: SERVED[m] for m in ("_convolution", "_softmax", "_matmul")},
    "_activation": {
        **SERVED["_activation"], "relu": _serves_relu, "relu_backward": _serves_relu_backward,
    },
    "_narrow": {"add": _serves_pair, "sub": _serves_pair, "mul": _serves_pair},
}
CASTS: dict[str, dict[str, Callable[..., bool]]] = {"_narrow": {"to_dtype": _serves_cast}}


def use_onednn() -> None:
    """Register the provider "onednn". Raises ValueError where it is registered."""
    provider.least = LEAST
    provider.packs = loaded_by_first_call(f"{__name__}._matmul", "pack")
    narrow = find_spec("ml_dtypes") is not None and multiplies_bfloat16()
    for table in [SERVED, NARROW, CASTS] if narrow else [SERVED]:
        for module, operators in table.items():
            for name, serves in operators.items():
                kernel = loaded_by_first_call(f"{__name__}.{module}", name)
                provider.kernel(name, serves, narrow=table is NARROW)(kernel)
    register_provider(provider)


def use_onednn_where_found() -> None:
    """Register the provider if the library's file is there; nothing is loaded yet."""
    if find_library() is not None:
        use_onednn()
