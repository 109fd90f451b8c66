"""cuDNN's kernels for device "cuda": convolution, normalization of batches, pooling, attention,
recurrent networks and CTC, where `pip install 'firebrick-core[cudnn]'` and its library are there.

Registered with the first use of a GPU, loaded by the first call that it serves. What cuDNN does
not have is computed by the ordinary kernels: `declined` tells why, by operator. `settings` has
PyTorch's switches of the same names.

>>> from firebrick_core import cudnn
>>> cudnn.settings.allow_tf32
True
>>> cudnn.is_available() or "cuda" in cudnn.unavailable_reason().lower()
True
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .._cuda import _devices
from .._provider import PROVIDERS, Provider, register_provider
from ..ops.pooling import output_sizes
from ._running import (
    CODES,
    DECLINED,
    LIBRARIES,
    SETTINGS as settings,
    is_last,
    serving,
    wide,
)

NAME = "cudnn"
declined = DECLINED


def unavailable_reason() -> str | None:
    """Why cuDNN cannot be used and what to do, None where it can."""
    return _devices.unavailable_reason() or LIBRARIES.missing()


def is_available() -> bool:
    """Whether there is a GPU, and cuDNN for it."""
    return unavailable_reason() is None


def version() -> int | None:
    """cuDNN's version as a number, 9.28.1 as 92801; None where it is not available."""
    return int(LIBRARIES.load().c.cudnnGetVersion()) if is_available() else None


def is_acceptable(tensor: Any) -> bool:
    """Whether cuDNN may compute with a tensor: on a GPU, of a dtype that it has, and enabled."""
    return settings.enabled and tensor.is_cuda and tensor.dtype.name in CODES and is_available()


# ---------------------------------------------------------------------- which calls are served
def _alike(*arrays: Any) -> bool:
    """Whether arrays have elements, of one dtype that cuDNN has."""
    first = arrays[0].dtype
    return first.name in CODES and all(a.dtype == first and a.size for a in arrays)


def _convolves(first, second, window):
    return len(window) <= 3 and _alike(first, second)


def _convolve(xp, input, weight, bias, stride, padding, dilation, groups):
    return _convolves(input, weight, stride)


def _convolve_input(xp, grad_output, weight, bias, size, stride, padding, dilation, groups):
    return 0 not in size and _convolves(grad_output, weight, stride)


def _convolve_weight(xp, grad_output, input, kernel, stride, padding, dilation, groups):
    return _convolves(grad_output, input, stride)


def _pools(input, kernel, stride, padding):
    """Whether the windows are those that cuDNN counts: none hangs over the end."""
    dims = len(kernel)
    return dims <= 3 and _alike(input) and input.ndim > dims


def _whole(input, kernel, stride, padding, ceil_mode):
    spatial, ones = input.shape[-len(kernel) :], (1,) * len(kernel)
    window = (spatial, kernel, stride, padding, ones)
    return not ceil_mode or output_sizes(*window, True) == output_sizes(*window, False)


def _max_pool(xp, input, kernel, stride, padding, dilation, ceil_mode):
    return (
        max(dilation) == 1
        and _pools(input, kernel, stride, padding)
        and _whole(input, kernel, stride, padding, ceil_mode)
    )


def _max_pool_backward(xp, grad_output, input, result, kernel, stride, padding, dilation):
    sizes = output_sizes(input.shape[-len(kernel) :], kernel, stride, padding, dilation, False)
    return (
        max(dilation) == 1
        and _pools(input, kernel, stride, padding)
        and _alike(input, grad_output, result)
        and result.shape[-len(kernel) :] == sizes
    )


def _avg_pool(xp, input, kernel, stride, padding, ceil_mode, count_include_pad, divisor):
    return (
        divisor is None
        and _pools(input, kernel, stride, padding)
        and _whole(input, kernel, stride, padding, ceil_mode)
    )


def _avg_pool_backward(xp, grad_output, size, kernel, stride, padding, count_include_pad, divisor):
    dims = len(kernel)
    sizes = output_sizes(size, kernel, stride, padding, (1,) * dims, False)
    return (
        divisor is None
        and _pools(grad_output, kernel, stride, padding)
        and grad_output.shape[-dims:] == sizes
    )


def _channels(input, vector):
    """Whether a vector has a number for each channel, and no other dimension."""
    shape = (1, input.shape[1], *[1] * (input.ndim - 2))
    return vector is None or (vector.shape == shape and vector.dtype.name in CODES)


def _in_order(array):
    return array.flags.c_contiguous or is_last(array)


_MOST = 1 << 16  # samples; PyTorch leaves larger batches to its own kernels too


def _normalizes(input, weight, bias):
    return (
        1 < input.ndim < 6
        and input.shape[0] < _MOST
        and _alike(input)
        and _in_order(input)
        and _channels(input, weight)
        and _channels(input, bias)
    )


def _normalize(xp, tensors, dims, eps):
    input = tensors[0]
    return (
        input.ndim > 1
        and dims == (0, *range(2, input.ndim))
        and input.size > input.shape[1]
        and _normalizes(*tensors)
    )


def _normalize_backward(xp, grad_output, tensors, mean, var, dims, eps):
    return (
        _normalize(xp, tensors, dims, eps)
        and _alike(tensors[0], grad_output)
        and mean.dtype == var.dtype == wide(tensors[0].dtype)
    )


def _scale_and_shift(xp, input, weight, bias):
    return input.ndim > 2 and _normalizes(input, weight, bias)


def _attends(query, key, value):
    """What all of cuDNN's engines have: 16-bit floats, heads of whole groups of 8, up to 128."""
    widths = (query.shape[-1], value.shape[-1])
    return (
        settings.attention
        and query.dtype.itemsize == 2
        and _alike(query, key, value)
        and query.ndim == key.ndim == value.ndim == 4
        and all(n % 8 == 0 and n <= 128 for n in widths)
        and query.shape[0] == key.shape[0] == value.shape[0]
        and query.shape[1] % key.shape[1] == 0
        and key.shape[:3] == value.shape[:3]
        and key.shape[-1] == widths[0]
    )


def _attention(xp, tensors, scale, causal):
    return _attends(*tensors)


def _attention_backward(xp, grad_output, tensors, result, stats, scale, causal):
    return (
        _attends(*tensors)
        and _alike(tensors[0], grad_output, result)
        and stats.dtype.name == "float32"
    )


def _network(xp, tensors, mode, has_biases, directions, sizes):
    return _alike(*tensors) and all(a >= b > 0 for a, b in zip(sizes, sizes[1:], strict=False))


def _network_backward(xp, grads, tensors, mode, has_biases, directions, sizes):
    given = [g for g in grads if g is not None]
    return _alike(*tensors, *given) and _network(xp, tensors, mode, has_biases, directions, sizes)


def _ctc(xp, tensors, longest, blank, zero_infinity):
    log_probs, *rest = tensors
    return (
        log_probs.dtype.name == "float32"
        and log_probs.size > 0
        and blank == 0
        and longest < 256  # labels that its kernels hold
        and all(a.dtype.name == "int64" for a in rest)
    )


SERVED: dict[str, dict[str, Callable[..., bool]]] = {
    "_graphs": {
        "convolve": _convolve,
        "convolve_input": _convolve_input,
        "convolve_weight": _convolve_weight,
        "attention": _attention,
        "attention_backward": _attention_backward,
    },
    "_legacy": {
        "max_pool": _max_pool,
        "max_pool_backward": _max_pool_backward,
        "avg_pool": _avg_pool,
        "avg_pool_backward": _avg_pool_backward,
        "normalize_affine": _normalize,
        "normalize_affine_backward": _normalize_backward,
        "scale_and_shift": _scale_and_shift,
    },
    "_sequences": {
        "recurrent_network": _network,
        "recurrent_network_backward": _network_backward,
        "ctc_cost": _ctc,
    },
}


def _where_enabled(serves: Callable[..., bool]) -> Callable[..., bool]:
    def enabled(xp: Any, *args: Any, **named: Any) -> bool:
        return settings.enabled and serves(xp, *args, **named)

    return enabled


def use_cudnn() -> None:
    """Register the provider "cudnn", if it is not."""
    if NAME in PROVIDERS:
        return
    from . import _graphs, _legacy, _sequences

    provider = Provider(NAME, backend="cuda")
    for module, operators in zip((_graphs, _legacy, _sequences), SERVED.values(), strict=True):
        for name, serves in operators.items():
            kernel = serving(name, getattr(module, name))
            provider.kernel(name, _where_enabled(serves))(kernel)
    register_provider(provider)


def use_cudnn_where_found() -> None:
    """Register the provider if the libraries are there; they are loaded by the first call."""
    if LIBRARIES.missing() is None:
        use_cudnn()
