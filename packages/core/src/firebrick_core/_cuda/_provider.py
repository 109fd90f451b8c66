"""The provider "cuda": fused kernels in the place of several of CuPy's, on contiguous arrays."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from .._provider import PROVIDERS, Provider, register_provider
from .._settings import alert_not_deterministic
from ..ops._values import refuse
from ._devices import CUDA
from ._kernels import TYPES
from ._products import product, serves

NAME = "cuda"


def use_kernels() -> None:
    """Register the provider, if it is not."""
    if NAME in PROVIDERS:
        return
    provider = Provider(NAME, backend="cuda")
    for operator in ("softmax", "log_softmax"):
        provider.kernel(operator, _last)(_softmax(operator))
        provider.kernel(f"{operator}_backward", _last_of_two)(_softmax_backward(operator))
    provider.kernel("standardize", _standardizes)(standardize)
    provider.kernel("standardize_backward", _standardizes_back)(standardize_backward)
    provider.kernel("mean_cross_entropy", _rows_of_logits)(mean_cross_entropy)
    provider.kernel("mean_cross_entropy_backward", _rows_of_logits_back)(cross_entropy_backward)
    provider.kernel("embedding_backward", _rows_by_index)(embedding_backward)
    provider.kernel("dropout_noise", _drawn)(dropout_noise)
    provider.kernel("keep_mask", _drawn)(keep_mask)
    provider.kernel("silu", _elementwise)(_pointwise("silu"))
    provider.kernel("silu_backward", _elementwise)(_pointwise("silu_backward"))
    provider.kernel("gelu", _gelu_serves)(gelu)
    provider.kernel("gelu_backward", _gelu_serves)(gelu_backward)
    provider.kernel("matmul", _fitting)(product)
    provider.kernel("bmm", _batches)(product)
    provider.kernel("linear", _linear_serves)(linear)
    provider.kernel("linear_weight", _linear_weight_serves)(linear_weight)
    register_provider(provider)


def _plain(*arrays: Any) -> bool:
    """Whether the arrays are row-major, not empty, and of one dtype that the kernels have."""
    first = arrays[0].dtype
    return first.name in TYPES and all(
        a.flags.c_contiguous and a.size and a.dtype == first for a in arrays
    )


def _wide(dtype: Any) -> Any:
    """The dtype that sums of elements are kept in."""
    return np.dtype(np.float32) if dtype.itemsize == 2 else dtype


# ---------------------------------------------------------------------- softmax
def _last(xp: Any, input: Any, dim: int, dtype: Any = None) -> bool:
    same = dtype is None or dtype.numpy_dtype == input.dtype
    return same and input.ndim > 0 and dim in (-1, input.ndim - 1) and _plain(input)


def _last_of_two(xp: Any, grad_output: Any, output: Any, dim: int) -> bool:
    return _last(xp, output, dim) and _plain(grad_output, output)


def _softmax(name: str) -> Any:
    def kernel(xp: Any, input: Any, dim: int, dtype: Any = None) -> Any:
        n = input.shape[-1]
        out = xp.empty(input.shape, input.dtype)
        compiled = CUDA.kernels.get("softmax", name, input.dtype)
        CUDA.kernels.by_rows(compiled, input.size // n, n, (input, out, n))
        return out

    return kernel


def _softmax_backward(name: str) -> Any:
    def kernel(xp: Any, grad_output: Any, output: Any, dim: int) -> Any:
        n = output.shape[-1]
        out = xp.empty(output.shape, output.dtype)
        compiled = CUDA.kernels.get("softmax", f"{name}_backward", output.dtype)
        CUDA.kernels.by_rows(compiled, output.size // n, n, (grad_output, output, out, n))
        return out

    return kernel


# ---------------------------------------------------------------------- normalization
def _split(shape: Any, dims: Any) -> tuple[int, int, int] | None:
    """A shape as (outer, kept, inner), of which the first and last are standardized over."""
    ndim = len(shape)
    if dims == tuple(range(ndim - len(dims), ndim)):
        inner = math.prod(shape[ndim - len(dims) :])
        return 1, math.prod(shape) // inner, inner
    if ndim > 1 and dims == (0, *range(2, ndim)):
        return shape[0], shape[1], math.prod(shape[2:])
    return None


def _standardizes(xp: Any, input: Any, dims: Any, eps: float) -> bool:
    return bool(dims) and _plain(input) and _split(input.shape, dims) is not None


def _standardizes_back(xp: Any, grad_output: Any, output: Any, rstd: Any, dims: Any) -> bool:
    served = _standardizes(xp, output, dims, 0.0) and _plain(grad_output, output)
    return served and rstd.flags.c_contiguous and rstd.dtype == _wide(output.dtype)


def standardize(xp: Any, input: Any, dims: Any, eps: float) -> Any:
    outer, kept, inner = _split(input.shape, dims)  # type: ignore[misc]  # it is served
    shape = [1 if i in dims else n for i, n in enumerate(input.shape)]
    out = xp.empty(input.shape, input.dtype)
    mean, var = (xp.empty(shape, _wide(input.dtype)) for _ in range(2))
    compiled = CUDA.kernels.get("normalization", "standardize", input.dtype)
    args = (input, out, mean, var, outer, kept, inner, float(eps))
    CUDA.kernels.by_rows(compiled, kept, outer * inner, args)
    return out, mean, var


def standardize_backward(xp: Any, grad_output: Any, output: Any, rstd: Any, dims: Any) -> Any:
    outer, kept, inner = _split(output.shape, dims)  # type: ignore[misc]  # it is served
    out = xp.empty(output.shape, output.dtype)
    compiled = CUDA.kernels.get("normalization", "standardize_backward", output.dtype)
    args = (grad_output, output, rstd, out, outer, kept, inner)
    CUDA.kernels.by_rows(compiled, kept, outer * inner, args)
    return out


# ---------------------------------------------------------------------- cross-entropy
def _rows_of_logits(xp: Any, input: Any, target: Any, ignore_index: int) -> bool:
    return (
        input.ndim == 2
        and target.shape == input.shape[:1]
        and target.dtype == np.int64
        and target.flags.c_contiguous
        and _plain(input)
    )


def _rows_of_logits_back(
    xp: Any, grad_output: Any, input: Any, target: Any, ignore_index: int
) -> bool:
    same = grad_output.dtype == input.dtype
    return same and _rows_of_logits(xp, input, target, ignore_index)


def mean_cross_entropy(xp: Any, input: Any, target: Any, ignore_index: int) -> Any:
    rows, classes = input.shape
    losses = xp.empty(rows, _wide(input.dtype))
    wrong, mean, count = xp.zeros(1, bool), xp.empty((), input.dtype), xp.empty((), losses.dtype)
    kernels = CUDA.kernels
    compiled = kernels.get("loss", "cross_entropy_rows", input.dtype)
    args = (input, target, losses, wrong, classes, int(ignore_index))
    kernels.by_rows(compiled, rows, classes, args)
    message = f"Target is out of bounds: expected classes from 0 to {classes - 1}"
    refuse(wrong, IndexError, message)
    compiled = kernels.get("loss", "mean_of_counted", input.dtype)
    kernels.by_rows(compiled, 1, rows, (losses, target, mean, count, rows, int(ignore_index)))
    return mean


def cross_entropy_backward(
    xp: Any, grad_output: Any, input: Any, target: Any, ignore_index: int
) -> Any:
    rows, classes = input.shape
    count, out = xp.empty((), _wide(input.dtype)), xp.empty(input.shape, input.dtype)
    kernels = CUDA.kernels
    compiled = kernels.get("loss", "mean_of_counted", input.dtype)
    kernels.by_rows(compiled, 1, rows, (0, target, 0, count, rows, int(ignore_index)))
    compiled = kernels.get("loss", "cross_entropy_backward", input.dtype)
    args = (grad_output, input, target, count, out, classes, int(ignore_index))
    kernels.by_rows(compiled, rows, classes, args)
    return out


# ---------------------------------------------------------------------- embedding
def _rows_by_index(
    xp: Any, grad_output: Any, indices: Any, num_weights: int, padding_idx: int, by_freq: bool
) -> bool:
    return indices.dtype == np.int64 and indices.flags.c_contiguous and _plain(grad_output)


def embedding_backward(
    xp: Any, grad_output: Any, indices: Any, num_weights: int, padding_idx: int, by_freq: bool
) -> Any:
    alert_not_deterministic("embedding's derivative on a GPU")
    n, width = indices.size, grad_output.shape[-1]
    out = xp.zeros((num_weights, width), grad_output.dtype)
    kernels, scale = CUDA.kernels, None
    if by_freq:
        scale = xp.zeros(num_weights, _wide(out.dtype))
        compiled = kernels.get("scatter", "count_rows", out.dtype)
        kernels.by_elements(compiled, n, (scale, indices, n, num_weights))
        scale = 1 / xp.maximum(scale, 1)
    compiled = kernels.get("scatter", "add_rows", out.dtype)
    args = (out, grad_output, indices, 0 if scale is None else scale, n, width, num_weights)
    kernels.by_elements(compiled, n * width, (*args, padding_idx if padding_idx >= 0 else -1))
    return out


# ---------------------------------------------------------------------- dropout
def _drawn(xp: Any, input: Any, p: float, features: bool) -> bool:
    return not CUDA.host_random and input.dtype.name in TYPES and input.size > 0


def dropout_noise(xp: Any, input: Any, p: float, features: bool) -> Any:
    return _kept(xp, input, p, features, 1 / (1 - p) if p < 1 else 0.0)


def keep_mask(xp: Any, input: Any, p: float, features: bool) -> Any:
    return _kept(xp, input, p, features, 1.0)


def _kept(xp: Any, input: Any, p: float, features: bool, scale: float) -> Any:
    shape = (*input.shape[:2], *[1] * (input.ndim - 2)) if features else input.shape
    out = xp.empty(shape, input.dtype)
    CUDA.generator().fill("bernoulli", out, 1.0 - p, scale)
    return out


# ---------------------------------------------------------------------- pointwise chains
def _elementwise(xp: Any, *arrays: Any) -> bool:
    return _plain(*arrays) and all(a.shape == arrays[0].shape for a in arrays)


def _pointwise(name: str) -> Any:
    def kernel(xp: Any, *arrays: Any) -> Any:
        out = xp.empty(arrays[0].shape, arrays[0].dtype)
        compiled = CUDA.kernels.get("pointwise", name, out.dtype)
        CUDA.kernels.by_elements(compiled, out.size, (*arrays, out, out.size))
        return out

    return kernel


def _gelu_serves(xp: Any, *args: Any, approximate: str = "none") -> bool:
    return _elementwise(xp, *(a for a in args if not isinstance(a, str)))


def gelu(xp: Any, input: Any, *, approximate: str = "none") -> Any:
    return _pointwise("gelu_tanh" if approximate == "tanh" else "gelu")(xp, input)


def gelu_backward(xp: Any, grad_output: Any, input: Any, approximate: str) -> Any:
    name = "gelu_tanh_backward" if approximate == "tanh" else "gelu_backward"
    return _pointwise(name)(xp, grad_output, input)


# ---------------------------------------------------------------------- products of matrices
def _fitting(xp: Any, input: Any, other: Any) -> bool:
    return serves(input, other)


def _batches(xp: Any, input: Any, mat2: Any) -> bool:
    return input.ndim == 3 == mat2.ndim and len(input) == len(mat2) and serves(input, mat2)


def _linear_serves(xp: Any, input: Any, weight: Any, bias: Any = None) -> bool:
    fits = weight.ndim == 2 and serves(input, weight.T)
    return fits and (bias is None or bias.dtype == input.dtype and bias.shape == weight.shape[:1])


def linear(xp: Any, input: Any, weight: Any, bias: Any = None) -> Any:
    out = product(xp, input, weight.T)
    return out if bias is None else xp.add(out, bias, out)


def _linear_weight_serves(xp: Any, grad_output: Any, input: Any) -> bool:
    same = grad_output.ndim == input.ndim > 1 and grad_output.shape[:-1] == input.shape[:-1]
    return same and serves(grad_output.swapaxes(-1, -2), input)


def linear_weight(xp: Any, grad_output: Any, input: Any) -> Any:
    rows, columns = (x.reshape(-1, x.shape[-1]) for x in (grad_output, input))
    return product(xp, rows.T, columns)
