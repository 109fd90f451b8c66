"""Initial values for parameters. Every function fills its tensor in place and returns it.

With the same seed the values are PyTorch's. Nothing here is recorded for differentiation.
Source: torch.nn.init.

>>> import firebrick_core as torch, firebrick_nn as nn
>>> nn.init.constant_(torch.empty(2), 0.5)
tensor([0.5000, 0.5000])
"""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable
from functools import wraps
from typing import Any

import numpy as np

import firebrick_core as torch
from firebrick_core import Tensor

__all__ = [
    # Private in name only: programs written for PyTorch use them.
    "_calculate_correct_fan", "_calculate_fan_in_and_fan_out",
    "calculate_gain", "constant", "constant_", "dirac", "dirac_", "eye", "eye_", "kaiming_normal",
    "kaiming_normal_", "kaiming_uniform", "kaiming_uniform_", "normal", "normal_", "ones_",
    "orthogonal", "orthogonal_", "sparse", "sparse_", "trunc_normal_", "uniform", "uniform_",
    "xavier_normal", "xavier_normal_", "xavier_uniform", "xavier_uniform_", "zeros_",
]  # fmt: skip

_GAINS = {
    "linear": 1, "conv1d": 1, "conv2d": 1, "conv3d": 1, "conv_transpose1d": 1,
    "conv_transpose2d": 1, "conv_transpose3d": 1, "sigmoid": 1, "tanh": 5 / 3,
    "relu": math.sqrt(2.0),
    "selu": 3 / 4,  # found by experiment, in PyTorch
}  # fmt: skip


def calculate_gain(nonlinearity: str, param: float | None = None) -> float:
    """The factor on the standard deviation that keeps the variance through a nonlinearity.

    `param` is the negative slope of "leaky_relu", 0.01 by default. Raises ValueError for other
    names.

    >>> calculate_gain("leaky_relu", 0.2)
    1.3867504905630728
    """
    if nonlinearity == "leaky_relu":
        slope = 0.01 if param is None else param
        if isinstance(slope, bool) or not isinstance(slope, (int, float)):
            raise ValueError(f"negative_slope {slope} not a valid number")
        return math.sqrt(2.0 / (1 + slope**2))
    if nonlinearity not in _GAINS:
        raise ValueError(
            f"Unsupported nonlinearity {nonlinearity}; one of {[*_GAINS, 'leaky_relu']}"
        )
    return _GAINS[nonlinearity]


def _calculate_fan_in_and_fan_out(tensor: Tensor) -> tuple[int, int]:
    """The number of inputs of one output, and of outputs of one input, of a weight."""
    if tensor.dim() < 2:
        raise ValueError(
            "Fan in and fan out can not be computed for tensor with fewer than 2 dimensions"
        )
    receptive_field = math.prod(tensor.shape[2:])
    return tensor.shape[1] * receptive_field, tensor.shape[0] * receptive_field


def _calculate_correct_fan(tensor: Tensor, mode: str) -> int:
    """The number of inputs or outputs that one output or input depends on, by `mode`."""
    mode = mode.lower()
    if mode not in ("fan_in", "fan_out"):
        raise ValueError(f"Mode {mode} not supported, please use one of ['fan_in', 'fan_out']")
    return _calculate_fan_in_and_fan_out(tensor)[mode == "fan_out"]


def _is_empty(tensor: Tensor) -> bool:
    if 0 in tensor.shape:
        warnings.warn("Initializing zero-element tensors is a no-op", stacklevel=3)
        return True
    return False


def uniform_(tensor: Tensor, a: float = 0.0, b: float = 1.0, generator: Any = None) -> Tensor:
    """Fill with values from the uniform distribution on [a, b)."""
    with torch.no_grad():
        return tensor.uniform_(a, b, generator=generator)


def normal_(tensor: Tensor, mean: float = 0.0, std: float = 1.0, generator: Any = None) -> Tensor:
    """Fill with values from the normal distribution."""
    with torch.no_grad():
        return tensor.normal_(mean, std, generator=generator)


def trunc_normal_(
    tensor: Tensor, mean: float = 0.0, std: float = 1.0, a: float = -2.0, b: float = 2.0,
    generator: Any = None,
) -> Tensor:
    """Fill with values from the normal distribution, drawn again until they lie in [a, b].

    Where less than 0.3 of the distribution lies there, candidates are drawn from the uniform
    distribution on [a, b) and accepted in proportion to the density.
    """
    if tensor.is_meta:
        return tensor
    if mean < a - 2 * std or mean > b + 2 * std:
        warnings.warn(
            "mean is more than 2 std from [a, b] in nn.init.trunc_normal_. "
            "The distribution of values may be incorrect.",
            stacklevel=2,
        )
    inside = _normal_cdf((b - mean) / std) - _normal_cdf((a - mean) / std)
    with torch.no_grad():
        if inside > 0.3:
            _fill_from_normal(tensor, mean, std, a, b, generator)
        else:
            _fill_from_uniform(tensor, mean, std, a, b, generator)
    return tensor


def _normal_cdf(x: float) -> float:
    return (1.0 + math.erf(x / math.sqrt(2.0))) / 2.0


def _fill_from_normal(
    tensor: Tensor, mean: float, std: float, a: float, b: float, generator: Any
) -> None:
    low, high = torch.tensor([a, b], dtype=tensor.dtype).tolist()  # as the dtype can hold them
    tensor.normal_(mean, std, generator=generator)
    while (outside := (tensor < low) | (tensor > high)).any():
        again = torch.empty_like(tensor).normal_(mean, std, generator=generator)
        tensor.copy_(torch.where(outside, again, tensor))


def _fill_from_uniform(
    tensor: Tensor, mean: float, std: float, a: float, b: float, generator: Any
) -> None:
    mode = max(a, min(mean, b))
    peak = -0.5 * ((mode - mean) / std) ** 2  # the highest log density in [a, b]

    def rejected(candidates: Tensor) -> Tensor:
        log_density = candidates.sub(mean).div_(std).pow_(2).mul_(-0.5).sub_(peak)
        return torch.empty_like(tensor).uniform_(generator=generator).log_() > log_density

    pending = rejected(tensor.uniform_(a, b, generator=generator))
    while pending.any():
        candidates = torch.empty_like(tensor).uniform_(a, b, generator=generator)
        tensor.copy_(torch.where(pending, candidates, tensor))
        pending = pending & rejected(candidates)


def constant_(tensor: Tensor, val: float) -> Tensor:
    """Fill with one value."""
    with torch.no_grad():
        return tensor.fill_(val)


def ones_(tensor: Tensor) -> Tensor:
    """Fill with ones."""
    return constant_(tensor, 1.0)


def zeros_(tensor: Tensor) -> Tensor:
    """Fill with zeros."""
    with torch.no_grad():
        return tensor.zero_()


def eye_(tensor: Tensor) -> Tensor:
    """Fill a matrix with the identity, as far as it goes.

    Raises ValueError unless the tensor has 2 dimensions.
    """
    if tensor.ndim != 2:
        raise ValueError("Only tensors with 2 dimensions are supported")
    with torch.no_grad():
        return tensor.copy_(torch.eye(*tensor.shape, dtype=tensor.dtype, device=tensor.device))


def dirac_(tensor: Tensor, groups: int = 1) -> Tensor:
    """Fill a convolution's weight so that it passes its input channels on, as far as they go.

    Raises ValueError unless the tensor has 3 to 5 dimensions and `groups` divides the first.

    >>> import firebrick_core as torch
    >>> dirac_(torch.empty(1, 1, 3))
    tensor([[[0., 1., 0.]]])
    """
    if tensor.ndim not in (3, 4, 5):
        raise ValueError("Only tensors with 3, 4, or 5 dimensions are supported")
    if tensor.shape[0] % groups != 0:
        raise ValueError("dim 0 must be divisible by groups")
    if tensor.is_meta:
        return tensor
    out_channels = tensor.shape[0] // groups
    center = tuple(size // 2 for size in tensor.shape[2:])
    with torch.no_grad():
        tensor.zero_()
        for group in range(groups):
            for channel in range(min(out_channels, tensor.shape[1])):
                tensor[(group * out_channels + channel, channel, *center)] = 1
    return tensor


def xavier_uniform_(tensor: Tensor, gain: float = 1.0, generator: Any = None) -> Tensor:
    """Fill from the uniform distribution on (-x, x), x = gain * sqrt(6 / (fan_in + fan_out)).

    Source: Glorot and Bengio 2010, Understanding the difficulty of training deep feedforward
    neural networks. Raises ValueError for fewer than 2 dimensions.
    """
    fan_in, fan_out = _calculate_fan_in_and_fan_out(tensor)
    std = gain * math.sqrt(2.0 / float(fan_in + fan_out))
    bound = math.sqrt(3.0) * std
    return uniform_(tensor, -bound, bound, generator)


def xavier_normal_(tensor: Tensor, gain: float = 1.0, generator: Any = None) -> Tensor:
    """Fill from the normal distribution of std gain * sqrt(2 / (fan_in + fan_out)).

    Source and errors: as `xavier_uniform_`.
    """
    fan_in, fan_out = _calculate_fan_in_and_fan_out(tensor)
    return normal_(tensor, 0.0, gain * math.sqrt(2.0 / float(fan_in + fan_out)), generator)


def kaiming_uniform_(
    tensor: Tensor, a: float = 0, mode: str = "fan_in", nonlinearity: str = "leaky_relu",
    generator: Any = None,
) -> Tensor:
    """Fill from the uniform distribution on (-x, x), x = gain * sqrt(3 / fan).

    Args:
        a: the negative slope of the leaky ReLU that follows. Default: 0.
        mode: "fan_in" keeps the variance forward, "fan_out" backward. Default: "fan_in".
        nonlinearity: gives the gain; see `calculate_gain`. Default: "leaky_relu".

    Source: He et al. 2015, Delving deep into rectifiers. Raises ValueError for fewer than 2
    dimensions or an unknown mode.
    """
    if _is_empty(tensor):
        return tensor
    fan = _calculate_correct_fan(tensor, mode)
    std = calculate_gain(nonlinearity, a) / math.sqrt(fan)
    bound = math.sqrt(3.0) * std
    return uniform_(tensor, -bound, bound, generator)


def kaiming_normal_(
    tensor: Tensor, a: float = 0, mode: str = "fan_in", nonlinearity: str = "leaky_relu",
    generator: Any = None,
) -> Tensor:
    """Fill from the normal distribution of std gain / sqrt(fan).

    Arguments, source and errors: as `kaiming_uniform_`.
    """
    if _is_empty(tensor):
        return tensor
    fan = _calculate_correct_fan(tensor, mode)
    return normal_(tensor, 0, calculate_gain(nonlinearity, a) / math.sqrt(fan), generator)


def orthogonal_(tensor: Tensor, gain: float = 1, generator: Any = None) -> Tensor:
    """Fill with `gain` times a (semi-)orthogonal matrix; dimensions after the first are flattened.

    Source: Saxe et al. 2013, Exact solutions to the nonlinear dynamics of learning in deep linear
    neural networks. Raises ValueError for fewer than 2 dimensions.
    """
    if tensor.ndim < 2:
        raise ValueError("Only tensors with 2 or more dimensions are supported")
    if tensor.numel() == 0 or tensor.is_meta:
        return tensor
    rows = tensor.shape[0]
    cols = tensor.numel() // rows
    with torch.no_grad():
        normal = tensor.new_empty((rows, cols)).normal_(0, 1, generator=generator)
        matrix = normal.cpu().numpy()
        q, r = np.linalg.qr(matrix.T if rows < cols else matrix)
        q *= np.sign(np.diag(r))  # makes the distribution uniform: Mezzadri, math-ph/0609050
        values = torch.from_numpy(np.ascontiguousarray(q.T if rows < cols else q))
        return tensor.copy_(values.reshape(tensor.shape)).mul_(gain)


def sparse_(tensor: Tensor, sparsity: float, std: float = 0.01, generator: Any = None) -> Tensor:
    """Fill a matrix from the normal distribution, with a fraction `sparsity` of each column zero.

    Source: Martens 2010, Deep learning via Hessian-free optimization. Raises ValueError unless the
    tensor has 2 dimensions.
    """
    if tensor.ndim != 2:
        raise ValueError("Only tensors with 2 dimensions are supported")
    if tensor.is_meta:
        return tensor
    rows, cols = tensor.shape
    zeros = math.ceil(sparsity * rows)
    with torch.no_grad():
        tensor.normal_(0, std, generator=generator)
        for column in range(cols):
            tensor[torch.randperm(rows)[:zeros], column] = 0
    return tensor


def _deprecated(function: Callable[..., Tensor]) -> Callable[..., Tensor]:
    """The form of an old name, without the underscore: warns, and does the same."""
    new = function.__name__
    old = new.removesuffix("_")

    @wraps(function)
    def deprecated(*args: Any, **kwargs: Any) -> Tensor:
        warnings.warn(
            f"`nn.init.{old}` is now deprecated in favor of `nn.init.{new}`.",
            FutureWarning,
            stacklevel=2,
        )
        return function(*args, **kwargs)

    deprecated.__name__ = deprecated.__qualname__ = old
    deprecated.__doc__ = f"Deprecated name of `{new}`."
    return deprecated


constant = _deprecated(constant_)
dirac = _deprecated(dirac_)
eye = _deprecated(eye_)
kaiming_normal = _deprecated(kaiming_normal_)
kaiming_uniform = _deprecated(kaiming_uniform_)
normal = _deprecated(normal_)
orthogonal = _deprecated(orthogonal_)
sparse = _deprecated(sparse_)
uniform = _deprecated(uniform_)
xavier_normal = _deprecated(xavier_normal_)
xavier_uniform = _deprecated(xavier_uniform_)
