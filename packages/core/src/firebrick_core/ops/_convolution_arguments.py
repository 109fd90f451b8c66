"""The arguments of convolutions, checked as PyTorch checks them."""

from __future__ import annotations

from typing import Any

from .. import _errors
from .._typing import Shape
from ._nn_arrays import require_tensor


def spatial(name: str, value: Any, dims: int) -> Shape:
    """An argument as one integer for each spatial dimension. Raises RuntimeError for fewer."""
    if isinstance(value, int):
        return (value,) * dims
    value = tuple(value)
    if len(value) == 1:
        return value * dims
    if len(value) != dims:
        raise RuntimeError(
            f"expected {name} to be a single integer value or a list of {dims} values to match "
            "the convolution dimensions, "
            f"but got {name}={list(value)}"
        )
    return value


def check_sizes(name, input, weight, dims):
    require_tensor(name, "input", 1, input)
    require_tensor(name, "weight", 2, weight)
    if input.ndim not in (dims + 1, dims + 2):
        raise RuntimeError(
            f"Expected {dims + 1}D (unbatched) or {dims + 2}D (batched) input to {name}, but got "
            f"input of size: {list(input.shape)}"
        )
    if weight.ndim != dims + 2:
        raise RuntimeError(
            f"{name}: expected weight to have {dims + 2} dimensions, but got weight of size "
            f"{list(weight.shape)}"
        )
    if input.dtype is not weight.dtype:
        kinds = [f"torch.{_errors.TYPE_NAMES[t.dtype.name]}Tensor" for t in (input, weight)]
        raise RuntimeError(
            f"Input type ({kinds[0]}) and weight type ({kinds[1]}) should be the same ({name}); "
            "convert one with .to(dtype)"
        )


def check_numbers(stride, padding, dilation, groups):
    if groups <= 0:
        raise RuntimeError("non-positive groups is not supported")
    if min(padding) < 0:
        raise RuntimeError("negative padding is not supported")
    if min(stride) <= 0:
        raise RuntimeError("non-positive stride is not supported")
    if min(dilation) <= 0:
        raise RuntimeError("non-positive dilation is not supported")


def check_channels(input, weight, bias, groups, transposed):
    channels, wanted = input.size(1), weight.size(0) if transposed else weight.size(1) * groups
    if weight.size(0) % groups or weight.size(0) < groups:
        raise RuntimeError(
            f"Given groups={groups}, expected weight to be divisible by {groups} at dimension 0, "
            "but got weight of size "
            f"[{list(weight.shape)}] instead"
        )
    if channels != wanted:
        given = "transposed=1" if transposed else f"groups={groups}"
        raise RuntimeError(
            f"Given {given}, weight of size {list(weight.shape)}, expected "
            f"input{list(input.shape)} to have {wanted} channels, "
            f"but got {channels} channels instead"
        )
    out = weight.size(1) * groups if transposed else weight.size(0)
    if bias is not None and tuple(bias.shape) != (out,):
        transposition = "transposed=1, " if transposed else ""
        raise RuntimeError(
            f"Given {transposition}weight of size {list(weight.shape)}, expected bias to be "
            f"1-dimensional with {out} elements, "
            f"but got bias of size {list(bias.shape)} instead"
        )


def check_kernel(input, weight, padding, dilation):
    padded = [n + 2 * p for n, p in zip(input.shape[2:], padding, strict=True)]
    kernel = [d * (k - 1) + 1 for k, d in zip(weight.shape[2:], dilation, strict=True)]
    if any(k > n for k, n in zip(kernel, padded, strict=True)):
        sizes = (" x ".join(map(str, s)) for s in (padded, kernel))
        raise RuntimeError(
            "Calculated padded input size per channel: ({}). Kernel size: ({}). Kernel size can't "
            "be greater than actual "
            "input size".format(*sizes)
        )
    if 0 in weight.shape[2:]:
        raise RuntimeError(
            "convolution: expected a kernel of at least one element, but got weight of size "
            f"{list(weight.shape)}"
        )
