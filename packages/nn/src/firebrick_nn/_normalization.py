"""Layers that normalise: over the batch, features, groups of channels, neighbours."""

from __future__ import annotations

import warnings
from typing import Any

import firebrick_core as torch
from firebrick_core import Tensor, empty

from . import functional as F, init
from ._module import Module
from ._parameter import Parameter

__all__ = [
    "BatchNorm1d", "BatchNorm2d", "BatchNorm3d", "GroupNorm", "InstanceNorm1d", "InstanceNorm2d",
    "InstanceNorm3d", "LayerNorm", "LocalResponseNorm", "RMSNorm",
]  # fmt: skip


def _add_affine(
    module: Module, shape: Any, weight: bool, bias: bool, device: Any, dtype: Any
) -> None:
    """Give `module` a scale and an offset, or the names without them."""
    for name, wanted in (("weight", weight), ("bias", bias)):
        value = Parameter(empty(shape, device=device, dtype=dtype)) if wanted else None
        module.register_parameter(name, value)


def _reset_affine(module: Any) -> None:
    if module.weight is not None:
        init.ones_(module.weight)
    if module.bias is not None:
        init.zeros_(module.bias)


def _require_dim(input: Tensor, *allowed: int) -> None:
    if input.ndim not in allowed:
        names = " or ".join(f"{n}D" for n in allowed)
        raise ValueError(f"expected {names} input (got {input.ndim}D input)")


class _NormBase(Module):
    """Statistics per channel, tracked over batches: what batch and instance normalisation share."""

    _version = 2  # 2 added num_batches_tracked
    __constants__ = ["track_running_stats", "momentum", "eps", "num_features", "affine"]

    def __init__(
        self, num_features: int, eps: float, momentum: float | None, affine: bool,
        track_running_stats: bool, device: Any, dtype: Any, bias: bool,
    ) -> None:
        super().__init__()
        self.num_features = num_features
        self.eps = eps
        self.momentum = momentum
        self.affine = affine
        self.track_running_stats = track_running_stats
        _add_affine(self, num_features, affine, affine and bias, device, dtype)
        mean = var = count = None
        if track_running_stats:
            mean = torch.zeros(num_features, device=device, dtype=dtype)
            var = torch.ones(num_features, device=device, dtype=dtype)
            count = torch.tensor(0, dtype=torch.int64, device=device)
        self.register_buffer("running_mean", mean)
        self.register_buffer("running_var", var)
        self.register_buffer("num_batches_tracked", count)
        self.reset_parameters()

    def reset_running_stats(self) -> None:
        """Forget the batches seen so far."""
        if self.track_running_stats:
            self.running_mean.zero_()
            self.running_var.fill_(1)
            self.num_batches_tracked.zero_()

    def reset_parameters(self) -> None:
        """Set weights to one and offsets to zero, and forget the batches seen so far."""
        self.reset_running_stats()
        if self.affine:
            _reset_affine(self)

    def _check_input_dim(self, input: Tensor) -> None:
        raise NotImplementedError(
            f"{type(self).__name__} must define _check_input_dim(input), which raises ValueError "
            "for inputs of a wrong number of dimensions"
        )

    def extra_repr(self) -> str:
        return (
            f"{self.num_features}, eps={self.eps}, momentum={self.momentum}, affine={self.affine}, "
            f"bias={self.bias is not None}, track_running_stats={self.track_running_stats}"
        )

    def _load_from_state_dict(
        self, state_dict: Any, prefix: str, local_metadata: dict, *lists: Any
    ) -> None:
        version = local_metadata.get("version")
        key = f"{prefix}num_batches_tracked"
        if (version is None or version < 2) and self.track_running_stats and key not in state_dict:
            count = self.num_batches_tracked
            if count is None or count.is_meta:
                count = torch.tensor(0, dtype=torch.int64)
            state_dict[key] = count
        super()._load_from_state_dict(state_dict, prefix, local_metadata, *lists)


class _BatchNorm(_NormBase):
    def __init__(
        self, num_features: int, eps: float = 1e-5, momentum: float | None = 0.1,
        affine: bool = True, track_running_stats: bool = True, device: Any = None,
        dtype: Any = None, *, bias: bool = True,
    ) -> None:
        super().__init__(
            num_features, eps, momentum, affine, track_running_stats, device, dtype, bias
        )

    def forward(self, input: Tensor) -> Tensor:
        self._check_input_dim(input)
        factor = 0.0 if self.momentum is None else self.momentum
        mean, var = self.running_mean, self.running_var
        from_batch = self.training or (mean is None and var is None)
        if self.training:
            if not self.track_running_stats:
                mean = var = None  # so that they are not updated
            elif self.num_batches_tracked is not None:
                self.num_batches_tracked.add_(1)
                if self.momentum is None:  # the average over all batches so far
                    factor = 1.0 / float(self.num_batches_tracked)
        return F.batch_norm(
            input, mean, var, self.weight, self.bias, from_batch, factor, self.eps
        )


class BatchNorm1d(_BatchNorm):
    """`(x - mean) / sqrt(var + eps) * weight + bias` per channel.

    In training mode with the batch's mean and variance, in evaluation with their running averages.

    Args:
        num_features: number of channels C.
        eps: added to the variance. Default: 1e-5.
        momentum: weight of a new batch in the running averages; None for a plain average of all.
            Default: 0.1.
        affine: whether there are a learned `weight` and `bias`. Default: True.
        track_running_stats: whether there are running averages; without, evaluation uses the
            batch's own statistics too. Default: True.
        device, dtype: of parameters and buffers. Default: the CPU and the default dtype.
        bias: whether an affine layer has a `bias`. Default: True.

    Shape: (N, C) or (N, C, L), the output alike. Buffers: `running_mean` (C), `running_var` (C,
    with the unbiased variance), `num_batches_tracked`. Raises ValueError for other numbers of
    dimensions and, in training, for one value per channel. Source: Ioffe and Szegedy 2015, Batch
    normalization; torch.nn.BatchNorm1d.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> y = nn.BatchNorm1d(3)(torch.randn(100, 3))
    >>> bool(y.mean(0).abs().max() < 1e-5)
    True
    """

    def _check_input_dim(self, input: Tensor) -> None:
        if input.ndim not in (2, 3):
            _require_dim(input, 2, 3)


class BatchNorm2d(_BatchNorm):
    """Batch normalisation of images: as `BatchNorm1d`, over (N, H, W).

    Shape: (N, C, H, W), the output alike. Raises ValueError for other numbers of dimensions.
    Source: torch.nn.BatchNorm2d.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> nn.BatchNorm2d(3)(torch.randn(2, 3, 4, 4)).shape
    torch.Size([2, 3, 4, 4])
    """

    def _check_input_dim(self, input: Tensor) -> None:
        if input.ndim != 4:
            _require_dim(input, 4)


class BatchNorm3d(_BatchNorm):
    """Batch normalisation of volumes: as `BatchNorm1d`, over (N, D, H, W).

    Shape: (N, C, D, H, W), the output alike. Raises ValueError for other numbers of dimensions.
    Source: torch.nn.BatchNorm3d.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> nn.BatchNorm3d(3)(torch.randn(2, 3, 4, 4, 4)).shape
    torch.Size([2, 3, 4, 4, 4])
    """

    def _check_input_dim(self, input: Tensor) -> None:
        if input.ndim != 5:
            _require_dim(input, 5)


class _InstanceNorm(_NormBase):
    _dims: int  # spatial dimensions

    def __init__(
        self, num_features: int, eps: float = 1e-5, momentum: float = 0.1, affine: bool = False,
        track_running_stats: bool = False, device: Any = None, dtype: Any = None, *,
        bias: bool = True,
    ) -> None:
        super().__init__(
            num_features, eps, momentum, affine, track_running_stats, device, dtype, bias
        )

    def _check_input_dim(self, input: Tensor) -> None:
        _require_dim(input, self._dims + 1, self._dims + 2)

    def _check_channels(self, input: Tensor) -> None:
        dim = input.ndim - self._dims - 1
        channels = input.shape[dim]
        if channels == self.num_features:
            return
        if self.affine:
            raise ValueError(
                f"expected input's size at dim={dim} to match num_features ({self.num_features}), "
                f"but got: {channels}."
            )
        warnings.warn(
            f"input's size at dim={dim} does not match num_features. You can silence this warning "
            "by not passing in num_features, which is not used because affine=False",
            stacklevel=3,
        )

    def forward(self, input: Tensor) -> Tensor:
        self._check_input_dim(input)
        self._check_channels(input)
        if input.ndim == self._dims + 1:
            return self._normalized(input.unsqueeze(0)).squeeze(0)
        return self._normalized(input)

    def _normalized(self, input: Tensor) -> Tensor:
        momentum = 0.0 if self.momentum is None else self.momentum
        return F.instance_norm(
            input, self.running_mean, self.running_var, self.weight, self.bias,
            self.training or not self.track_running_stats, momentum, self.eps,
        )

    def _load_from_state_dict(
        self, state_dict: Any, prefix: str, local_metadata: dict, *lists: Any
    ) -> None:
        if local_metadata.get("version") is None and not self.track_running_stats:
            names = ("running_mean", "running_var")
            found = [prefix + name for name in names if prefix + name in state_dict]
            if found:
                name = type(self).__name__
                lists[-1].append(
                    f"Unexpected running stats buffer(s) {' and '.join(map(repr, found))} for "
                    f"{name} with track_running_stats=False. A state_dict from before PyTorch "
                    "0.4.0 has them: remove these keys, or construct "
                    f"{name}(track_running_stats=True) to use them."
                )
                for key in found:
                    state_dict.pop(key)
        super()._load_from_state_dict(state_dict, prefix, local_metadata, *lists)


class InstanceNorm1d(_InstanceNorm):
    """Normalisation as `BatchNorm1d`'s, with statistics of each sample and channel on its own.

    Args: as `BatchNorm1d`, but `affine` and `track_running_stats` are False by default.

    Shape: (N, C, L) or (C, L), the output alike. Raises ValueError for other numbers of dimensions
    and, if affine, of channels. Source: Ulyanov et al. 2016, Instance normalization;
    torch.nn.InstanceNorm1d.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> nn.InstanceNorm1d(3)(torch.randn(2, 3, 10)).shape
    torch.Size([2, 3, 10])
    """

    _dims = 1


class InstanceNorm2d(_InstanceNorm):
    """Instance normalisation of images, as `InstanceNorm1d`.

    Shape: (N, C, H, W) or (C, H, W), the output alike. Source: torch.nn.InstanceNorm2d.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> nn.InstanceNorm2d(3, affine=True)(torch.randn(2, 3, 4, 4)).shape
    torch.Size([2, 3, 4, 4])
    """

    _dims = 2


class InstanceNorm3d(_InstanceNorm):
    """Instance normalisation of volumes, as `InstanceNorm1d`.

    Shape: (N, C, D, H, W) or (C, D, H, W), the output alike. Source: torch.nn.InstanceNorm3d.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> nn.InstanceNorm3d(3)(torch.randn(2, 3, 4, 4, 4)).shape
    torch.Size([2, 3, 4, 4, 4])
    """

    _dims = 3


def _shape_tuple(normalized_shape: Any) -> tuple[int, ...]:
    return (normalized_shape,) if isinstance(normalized_shape, int) else tuple(normalized_shape)


class LayerNorm(Module):
    """`(x - mean) / sqrt(var + eps) * weight + bias`, with statistics over the last dimensions.

    Args:
        normalized_shape: sizes of the last dimensions, or one number for the last.
        eps: added to the variance. Default: 1e-5.
        elementwise_affine: whether there are a learned `weight` and `bias`. Default: True.
        bias: whether an affine layer has a `bias`. Default: True.
        device, dtype: of the parameters. Default: the CPU and the default dtype.

    Shape: (*, *normalized_shape), the output alike. Parameters: `weight` and `bias`
    (*normalized_shape), ones and zeros. Raises RuntimeError where the input does not end in
    normalized_shape. Source: Ba et al. 2016, Layer normalization; torch.nn.LayerNorm.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> y = nn.LayerNorm(10)(torch.randn(20, 5, 10))
    >>> bool(y.mean(-1).abs().max() < 1e-5)
    True
    """

    __constants__ = ["normalized_shape", "eps", "elementwise_affine"]

    def __init__(
        self, normalized_shape: Any, eps: float = 1e-5, elementwise_affine: bool = True,
        bias: bool = True, device: Any = None, dtype: Any = None,
    ) -> None:
        super().__init__()
        self.normalized_shape = _shape_tuple(normalized_shape)
        self.eps = eps
        self.elementwise_affine = elementwise_affine
        affine = elementwise_affine
        _add_affine(self, self.normalized_shape, affine, affine and bias, device, dtype)
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Set weights to one and offsets to zero."""
        _reset_affine(self)

    def forward(self, input: Tensor) -> Tensor:
        return F.layer_norm(input, self.normalized_shape, self.weight, self.bias, self.eps)

    def extra_repr(self) -> str:
        return (
            f"{self.normalized_shape}, eps={self.eps}, "
            f"elementwise_affine={self.elementwise_affine}, bias={self.bias is not None}"
        )


class RMSNorm(Module):
    """`x / sqrt(mean(x ** 2) + eps) * weight`, with the mean over the last dimensions.

    Args:
        normalized_shape: sizes of the last dimensions, or one number for the last.
        eps: added to the mean square. Default: None: the dtype's machine epsilon.
        elementwise_affine: whether there is a learned `weight`. Default: True.
        device, dtype: of the parameter. Default: the CPU and the default dtype.

    Shape: (*, *normalized_shape), the output alike. Source: Zhang and Sennrich 2019, Root mean
    square layer normalization; torch.nn.RMSNorm.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> nn.RMSNorm(2)(torch.tensor([3.0, 3.0]))
    tensor([1., 1.], grad_fn=<...>)
    """

    __constants__ = ["normalized_shape", "eps", "elementwise_affine"]

    def __init__(
        self, normalized_shape: Any, eps: float | None = None, elementwise_affine: bool = True,
        device: Any = None, dtype: Any = None,
    ) -> None:
        super().__init__()
        self.normalized_shape = _shape_tuple(normalized_shape)
        self.eps = eps
        self.elementwise_affine = elementwise_affine
        weight = None
        if elementwise_affine:
            weight = Parameter(empty(self.normalized_shape, device=device, dtype=dtype))
        self.register_parameter("weight", weight)
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Set weights to one."""
        if self.weight is not None:
            init.ones_(self.weight)

    def forward(self, x: Tensor) -> Tensor:
        return F.rms_norm(x, self.normalized_shape, self.weight, self.eps)

    def extra_repr(self) -> str:
        return (
            f"{self.normalized_shape}, eps={self.eps}, "
            f"elementwise_affine={self.elementwise_affine}"
        )


class GroupNorm(Module):
    """Normalisation as `BatchNorm1d`'s, with statistics of each sample over groups of channels.

    Args:
        num_groups: number of groups.
        num_channels: number of channels C, a multiple of num_groups.
        eps: added to the variance. Default: 1e-5.
        affine: whether there are a learned `weight` and `bias` per channel. Default: True.
        device, dtype: of the parameters. Default: the CPU and the default dtype.
        bias: whether an affine layer has a `bias`. Default: True.

    Shape: (N, C, *), the output alike. Raises ValueError unless num_groups divides num_channels.
    Source: Wu and He 2018, Group normalization; torch.nn.GroupNorm.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> nn.GroupNorm(3, 6)(torch.randn(2, 6, 4, 4)).shape
    torch.Size([2, 6, 4, 4])
    """

    __constants__ = ["num_groups", "num_channels", "eps", "affine"]

    def __init__(
        self, num_groups: int, num_channels: int, eps: float = 1e-5, affine: bool = True,
        device: Any = None, dtype: Any = None, *, bias: bool = True,
    ) -> None:
        super().__init__()
        if num_channels % num_groups != 0:
            raise ValueError(
                f"num_channels ({num_channels}) must be divisible by num_groups ({num_groups})"
            )
        self.num_groups = num_groups
        self.num_channels = num_channels
        self.eps = eps
        self.affine = affine
        _add_affine(self, num_channels, affine, affine and bias, device, dtype)
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Set weights to one and offsets to zero."""
        _reset_affine(self)

    def forward(self, input: Tensor) -> Tensor:
        return F.group_norm(input, self.num_groups, self.weight, self.bias, self.eps)

    def extra_repr(self) -> str:
        return (
            f"{self.num_groups}, {self.num_channels}, eps={self.eps}, affine={self.affine}, "
            f"bias={self.bias is not None}"
        )


class LocalResponseNorm(Module):
    """`x / (k + alpha / size * sum of squares over size neighbouring channels) ** beta`.

    Args:
        size: number of channels in the sum.
        alpha, beta, k: see above. Default: 1e-4, 0.75, 1.

    Shape: (N, C, *), the output alike. Source: Krizhevsky et al. 2012, ImageNet classification with
    deep convolutional neural networks; torch.nn.LocalResponseNorm.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> nn.LocalResponseNorm(2)(torch.ones(1, 4, 2, 2)).shape
    torch.Size([1, 4, 2, 2])
    """

    __constants__ = ["size", "alpha", "beta", "k"]

    def __init__(
        self, size: int, alpha: float = 1e-4, beta: float = 0.75, k: float = 1.0
    ) -> None:
        super().__init__()
        self.size = size
        self.alpha = alpha
        self.beta = beta
        self.k = k

    def forward(self, input: Tensor) -> Tensor:
        return F.local_response_norm(input, self.size, self.alpha, self.beta, self.k)

    def extra_repr(self) -> str:
        return f"{self.size}, alpha={self.alpha}, beta={self.beta}, k={self.k}"
