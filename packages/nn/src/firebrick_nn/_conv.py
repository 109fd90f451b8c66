"""Convolutions and transposed convolutions over one, two and three spatial dimensions."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from firebrick_core import Tensor, empty

from . import functional as F, init
from ._module import Module
from ._ntuple import ntuple
from ._parameter import Parameter

__all__ = [
    "Conv1d", "Conv2d", "Conv3d", "ConvTranspose1d", "ConvTranspose2d", "ConvTranspose3d",
]  # fmt: skip

_PADDING_MODES = ("zeros", "reflect", "replicate", "circular")


class _ConvNd(Module):
    """Arguments, parameters and initial values, the same for any number of dimensions."""

    __constants__ = [
        "stride", "padding", "dilation", "groups", "padding_mode", "output_padding", "in_channels",
        "out_channels", "kernel_size",
    ]  # fmt: skip
    _dims: int
    _function: Callable[..., Tensor]

    def __init__(
        self, in_channels: int, out_channels: int, kernel_size: Any, stride: Any, padding: Any,
        dilation: Any, transposed: bool, output_padding: Any, groups: int, bias: bool,
        padding_mode: str, device: Any = None, dtype: Any = None,
    ) -> None:
        super().__init__()
        n = self._dims
        self.in_channels = in_channels
        self.out_channels = out_channels
        self.kernel_size = ntuple(kernel_size, n)
        self.stride = ntuple(stride, n)
        self.padding: Any = padding if isinstance(padding, str) else ntuple(padding, n)
        self.dilation = ntuple(dilation, n)
        self.transposed = transposed
        self.output_padding = ntuple(output_padding, n)
        self.groups = groups
        self.padding_mode = padding_mode
        self._check_arguments()
        self._reversed_padding_repeated_twice = self._padding_per_side()
        channels = (in_channels, out_channels) if transposed else (out_channels, in_channels)
        shape = (channels[0], channels[1] // groups, *self.kernel_size)
        self.weight = Parameter(empty(shape, device=device, dtype=dtype))
        if bias:
            self.bias = Parameter(empty(out_channels, device=device, dtype=dtype))
        else:
            self.register_parameter("bias", None)
        self.reset_parameters()

    def _check_arguments(self) -> None:
        if self.groups <= 0:
            raise ValueError("groups must be a positive integer")
        for name in ("in_channels", "out_channels"):
            if getattr(self, name) % self.groups != 0:
                raise ValueError(
                    f"{name} must be divisible by groups, but got {name}={getattr(self, name)} and "
                    f"groups={self.groups}"
                )
        if isinstance(self.padding, str):
            if self.padding not in ("same", "valid"):
                raise ValueError(
                    f"Invalid padding string {self.padding!r}, should be one of {{'same', 'valid'}}"
                )
            if self.padding == "same" and any(s != 1 for s in self.stride):
                raise ValueError("padding='same' is not supported for strided convolutions")
        if self.padding_mode not in _PADDING_MODES:
            raise ValueError(
                f"padding_mode must be one of {set(_PADDING_MODES)}, but got "
                f"padding_mode='{self.padding_mode}'"
            )

    def _padding_per_side(self) -> list[int]:
        """The padding as `F.pad` takes it: last dimension first, both sides of each."""
        sides: list[Any] = []
        for i in reversed(range(self._dims)):
            if self.padding == "same":
                total = self.dilation[i] * (self.kernel_size[i] - 1)
                sides += [total // 2, total - total // 2]
            elif self.padding == "valid":
                sides += [0, 0]
            else:
                sides += [self.padding[i]] * 2
        return sides

    def reset_parameters(self) -> None:
        """Draw new initial values."""
        # With a = sqrt(5), Kaiming's bound for the weight is 1 / sqrt(fan_in) too.
        init.kaiming_uniform_(self.weight, a=math.sqrt(5))
        if self.bias is not None:
            fan_in, _ = init._calculate_fan_in_and_fan_out(self.weight)
            if fan_in != 0:
                bound = 1 / math.sqrt(fan_in)
                init.uniform_(self.bias, -bound, bound)

    def _padded(self, input: Tensor) -> Tensor:
        return F.pad(input, self._reversed_padding_repeated_twice, mode=self.padding_mode)

    def extra_repr(self) -> str:
        n = self._dims
        parts = [
            f"{self.in_channels}, {self.out_channels}, kernel_size={self.kernel_size}, "
            f"stride={self.stride}"
        ]
        if self.padding != (0,) * n:
            parts.append(f"padding={self.padding}")
        if self.dilation != (1,) * n:
            parts.append(f"dilation={self.dilation}")
        if self.output_padding != (0,) * n:
            parts.append(f"output_padding={self.output_padding}")
        if self.groups != 1:
            parts.append(f"groups={self.groups}")
        if self.bias is None:
            parts.append("bias=False")
        if self.padding_mode != "zeros":
            parts.append(f"padding_mode={self.padding_mode}")
        return ", ".join(parts)


class _Conv(_ConvNd):
    """The constructor of the plain convolutions."""

    def __init__(
        self, in_channels: int, out_channels: int, kernel_size: Any, stride: Any = 1,
        padding: Any = 0, dilation: Any = 1, groups: int = 1, bias: bool = True,
        padding_mode: str = "zeros", device: Any = None, dtype: Any = None,
    ) -> None:
        super().__init__(
            in_channels, out_channels, kernel_size, stride, padding, dilation, False, 0, groups,
            bias, padding_mode, device, dtype,
        )


class Conv1d(_Conv):
    """Cross-correlation of a signal with learned kernels.

    Args:
        in_channels, out_channels: channels of the input and of the output.
        kernel_size: size of the kernel.
        stride: step of the kernel. Default: 1.
        padding: added to both sides; or "valid" (none) or "same" (output as long as the input).
            Default: 0.
        dilation: distance between the kernel's elements. Default: 1.
        groups: number of blocks of channels that do not mix. Default: 1.
        bias: whether to add a learned bias. Default: True.
        padding_mode: "zeros", "reflect", "replicate" or "circular". Default: "zeros".
        device, dtype: of the parameters. Default: the CPU and the default dtype.

    Shape: (N, in_channels, L) or (in_channels, L) to (N, out_channels, L') with
    L' = (L + 2 padding - dilation (kernel_size - 1) - 1) // stride + 1. Parameters: `weight`
    (out_channels, in_channels / groups, kernel_size), `bias` (out_channels), uniform in (-k, k)
    with k = sqrt(groups / (in_channels * kernel_size)). Raises ValueError for arguments that do not
    fit. Source: torch.nn.Conv1d.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> nn.Conv1d(16, 33, 3, stride=2)(torch.randn(20, 16, 50)).shape
    torch.Size([20, 33, 24])
    """

    _dims = 1

    def _conv_forward(self, input: Tensor, weight: Tensor, bias: Tensor | None) -> Tensor:
        if self.padding_mode != "zeros":
            return F.conv1d(
                self._padded(input), weight, bias, self.stride, 0, self.dilation, self.groups
            )
        return F.conv1d(
            input, weight, bias, self.stride, self.padding, self.dilation, self.groups
        )

    def forward(self, input: Tensor) -> Tensor:
        return self._conv_forward(input, self.weight, self.bias)


class Conv2d(_Conv):
    """Cross-correlation of an image with learned kernels.

    Args: as `Conv1d`; kernel_size, stride, padding and dilation are one number for height and
        width, or a tuple of two.

    Shape: (N, in_channels, H, W) or (in_channels, H, W) to (N, out_channels, H', W'), each size as
    in `Conv1d`. Parameters: `weight` (out_channels, in_channels / groups, *kernel_size), `bias`.
    Source: torch.nn.Conv2d.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> nn.Conv2d(3, 8, (3, 5), padding=(1, 2))(torch.randn(2, 3, 10, 12)).shape
    torch.Size([2, 8, 10, 12])
    """

    _dims = 2

    def _conv_forward(self, input: Tensor, weight: Tensor, bias: Tensor | None) -> Tensor:
        if self.padding_mode != "zeros":
            return F.conv2d(
                self._padded(input), weight, bias, self.stride, 0, self.dilation, self.groups
            )
        return F.conv2d(
            input, weight, bias, self.stride, self.padding, self.dilation, self.groups
        )

    def forward(self, input: Tensor) -> Tensor:
        return self._conv_forward(input, self.weight, self.bias)


class Conv3d(_Conv):
    """Cross-correlation of a volume with learned kernels.

    Args: as `Conv1d`; kernel_size, stride, padding and dilation are one number for depth, height
        and width, or a tuple of three.

    Shape: (N, in_channels, D, H, W) or (in_channels, D, H, W) to (N, out_channels, D', H', W'),
    each size as in `Conv1d`. Parameters: `weight` (out_channels, in_channels / groups,
    *kernel_size), `bias`. Source: torch.nn.Conv3d.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> nn.Conv3d(2, 4, 3)(torch.randn(1, 2, 5, 6, 7)).shape
    torch.Size([1, 4, 3, 4, 5])
    """

    _dims = 3

    def _conv_forward(self, input: Tensor, weight: Tensor, bias: Tensor | None) -> Tensor:
        if self.padding_mode != "zeros":
            return F.conv3d(
                self._padded(input), weight, bias, self.stride, 0, self.dilation, self.groups
            )
        return F.conv3d(
            input, weight, bias, self.stride, self.padding, self.dilation, self.groups
        )

    def forward(self, input: Tensor) -> Tensor:
        return self._conv_forward(input, self.weight, self.bias)


class _ConvTranspose(_ConvNd):
    """The constructor of the transposed convolutions, and their choice of an output size."""

    def __init__(
        self, in_channels: int, out_channels: int, kernel_size: Any, stride: Any = 1,
        padding: Any = 0, output_padding: Any = 0, groups: int = 1, bias: bool = True,
        dilation: Any = 1, padding_mode: str = "zeros", device: Any = None, dtype: Any = None,
    ) -> None:
        if padding_mode != "zeros":
            raise ValueError(
                f'Only "zeros" padding mode is supported for {type(self).__name__}, '
                f'but got padding_mode="{padding_mode}"'
            )
        super().__init__(
            in_channels, out_channels, kernel_size, stride, padding, dilation, True, output_padding,
            groups, bias, padding_mode, device, dtype,
        )

    def _output_padding(self, input: Tensor, output_size: Any) -> tuple:
        """What to add to one side of the output so that it gets `output_size`.

        Raises ValueError where no padding below the stride does it.
        """
        if output_size is None:
            return self.output_padding
        n = self._dims
        leading = input.ndim - n
        if len(output_size) == n + leading:
            output_size = output_size[leading:]
        if len(output_size) != n:
            raise ValueError(
                f"{type(self).__name__}: for {input.ndim}D input, output_size must have {n} or "
                f"{n + leading} elements (got {len(output_size)})"
            )
        smallest = [
            (input.shape[leading + i] - 1) * self.stride[i]
            - 2 * self.padding[i]
            + self.dilation[i] * (self.kernel_size[i] - 1)
            + 1
            for i in range(n)
        ]
        largest = [smallest[i] + self.stride[i] - 1 for i in range(n)]
        if any(not smallest[i] <= output_size[i] <= largest[i] for i in range(n)):
            raise ValueError(
                f"requested an output size of {tuple(output_size)}, but valid sizes range from "
                f"{smallest} to {largest} (for an input of {tuple(input.shape[leading:])})"
            )
        return tuple(output_size[i] - smallest[i] for i in range(n))


class ConvTranspose1d(_ConvTranspose):
    """The gradient of `Conv1d` with respect to its input, as a layer; also called deconvolution.

    Args:
        in_channels, out_channels, kernel_size, stride, dilation, groups, bias: as in `Conv1d`.
        padding: what the `Conv1d` that it undoes had. Default: 0.
        output_padding: added to one side of the output, to choose among the sizes that the `Conv1d`
            would have mapped to this input. Default: 0.

    Shape: (N, in_channels, L) or (in_channels, L) to (N, out_channels, L') with
    L' = (L - 1) stride - 2 padding + dilation (kernel_size - 1) + output_padding + 1. Parameters:
    `weight` (in_channels, out_channels / groups, kernel_size), `bias` (out_channels).
    `forward(input, output_size=None)`. Raises ValueError for a size that cannot be had.
    Source: torch.nn.ConvTranspose1d.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> nn.ConvTranspose1d(4, 2, 3, stride=2)(torch.randn(1, 4, 5), output_size=[12]).shape
    torch.Size([1, 2, 12])
    """

    _dims = 1

    def forward(self, input: Tensor, output_size: Any = None) -> Tensor:
        output_padding = self._output_padding(input, output_size)
        return F.conv_transpose1d(
            input, self.weight, self.bias, self.stride, self.padding, output_padding, self.groups,
            self.dilation,
        )


class ConvTranspose2d(_ConvTranspose):
    """The gradient of `Conv2d` with respect to its input, as a layer.

    Args and errors: as `ConvTranspose1d`, with numbers for height and width or tuples of two.

    Shape: (N, in_channels, H, W) or (in_channels, H, W) to (N, out_channels, H', W').
    Source: torch.nn.ConvTranspose2d.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> nn.ConvTranspose2d(16, 8, 3, stride=2, padding=1, output_padding=1)(
    ...     torch.randn(1, 16, 6, 6)).shape
    torch.Size([1, 8, 12, 12])
    """

    _dims = 2

    def forward(self, input: Tensor, output_size: Any = None) -> Tensor:
        output_padding = self._output_padding(input, output_size)
        return F.conv_transpose2d(
            input, self.weight, self.bias, self.stride, self.padding, output_padding, self.groups,
            self.dilation,
        )


class ConvTranspose3d(_ConvTranspose):
    """The gradient of `Conv3d` with respect to its input, as a layer.

    Args and errors: as `ConvTranspose1d`, with numbers for depth, height and width or tuples of
        three.

    Shape: (N, in_channels, D, H, W) or (in_channels, D, H, W) to (N, out_channels, D', H', W').
    Source: torch.nn.ConvTranspose3d.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> nn.ConvTranspose3d(2, 3, 2, stride=2)(torch.randn(1, 2, 2, 3, 4)).shape
    torch.Size([1, 3, 4, 6, 8])
    """

    _dims = 3

    def forward(self, input: Tensor, output_size: Any = None) -> Tensor:
        output_padding = self._output_padding(input, output_size)
        return F.conv_transpose3d(
            input, self.weight, self.bias, self.stride, self.padding, output_padding, self.groups,
            self.dilation,
        )
