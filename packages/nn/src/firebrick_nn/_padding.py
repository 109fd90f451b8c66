"""Layers that put elements around their input.

All take `padding`: one number for all sides, or a tuple of how many elements to add before and
after each dimension, from the last dimension on: (left, right), (left, right, top, bottom) or
(left, right, top, bottom, front, back). Negative numbers cut off.
"""

from __future__ import annotations

from typing import Any

from firebrick_core import Tensor

from . import functional as F
from ._module import Module
from ._ntuple import ntuple

__all__ = [
    "CircularPad1d", "CircularPad2d", "CircularPad3d", "ConstantPad1d", "ConstantPad2d",
    "ConstantPad3d", "ReflectionPad1d", "ReflectionPad2d", "ReflectionPad3d", "ReplicationPad1d",
    "ReplicationPad2d", "ReplicationPad3d", "ZeroPad1d", "ZeroPad2d", "ZeroPad3d",
]  # fmt: skip


class _Pad(Module):
    __constants__ = ["padding"]
    _dims: int
    _mode: str

    def __init__(self, padding: Any) -> None:
        super().__init__()
        self.padding = ntuple(padding, 2 * self._dims)

    def forward(self, input: Tensor) -> Tensor:
        return F.pad(input, self.padding, self._mode)

    def extra_repr(self) -> str:
        return f"{self.padding}"


class _ConstantPad(_Pad):
    __constants__ = ["padding", "value"]

    def __init__(self, padding: Any, value: float) -> None:
        super().__init__(padding)
        self.value = value

    def forward(self, input: Tensor) -> Tensor:
        return F.pad(input, self.padding, "constant", self.value)

    def extra_repr(self) -> str:
        return f"padding={self.padding}, value={self.value}"


class ConstantPad1d(_ConstantPad):
    """Adds a constant at both ends of the last dimension. Source: torch.nn.ConstantPad1d.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> nn.ConstantPad1d((1, 2), 3.5)(torch.zeros(1, 2))
    tensor([[3.5000, 0.0000, 0.0000, 3.5000, 3.5000]])
    """

    _dims = 1


class ConstantPad2d(_ConstantPad):
    """Adds a constant around the last two dimensions. Source: torch.nn.ConstantPad2d.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> nn.ConstantPad2d(1, 3.5)(torch.zeros(1, 2, 2)).shape
    torch.Size([1, 4, 4])
    """

    _dims = 2


class ConstantPad3d(_ConstantPad):
    """Adds a constant around the last three dimensions. Source: torch.nn.ConstantPad3d.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> nn.ConstantPad3d(1, 3.5)(torch.zeros(1, 2, 2, 2)).shape
    torch.Size([1, 4, 4, 4])
    """

    _dims = 3


class ZeroPad1d(ConstantPad1d):
    """Adds zeros at both ends of the last dimension. Source: torch.nn.ZeroPad1d.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> nn.ZeroPad1d(1)(torch.ones(1, 2))
    tensor([[0., 1., 1., 0.]])
    """

    def __init__(self, padding: Any) -> None:
        super().__init__(padding, 0.0)

    def extra_repr(self) -> str:
        return f"{self.padding}"


class ZeroPad2d(ConstantPad2d):
    """Adds zeros around the last two dimensions. Source: torch.nn.ZeroPad2d.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> nn.ZeroPad2d((1, 0, 2, 0))(torch.ones(1, 2, 2)).shape
    torch.Size([1, 4, 3])
    """

    def __init__(self, padding: Any) -> None:
        super().__init__(padding, 0.0)

    def extra_repr(self) -> str:
        return f"{self.padding}"


class ZeroPad3d(ConstantPad3d):
    """Adds zeros around the last three dimensions. Source: torch.nn.ZeroPad3d.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> nn.ZeroPad3d(1)(torch.ones(1, 2, 2, 2)).shape
    torch.Size([1, 4, 4, 4])
    """

    def __init__(self, padding: Any) -> None:
        super().__init__(padding, 0.0)

    def extra_repr(self) -> str:
        return f"{self.padding}"


class ReflectionPad1d(_Pad):
    """Mirrors the last dimension at its ends, of (N, C, L) or (C, L).

    Source: torch.nn.ReflectionPad1d.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> nn.ReflectionPad1d(2)(torch.tensor([[1.0, 2.0, 3.0]]))
    tensor([[3., 2., 1., 2., 3., 2., 1.]])
    """

    _dims, _mode = 1, "reflect"


class ReflectionPad2d(_Pad):
    """Mirrors images (N, C, H, W) or (C, H, W) at their edges. Source: torch.nn.ReflectionPad2d.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> nn.ReflectionPad2d(1)(torch.ones(1, 3, 3)).shape
    torch.Size([1, 5, 5])
    """

    _dims, _mode = 2, "reflect"


class ReflectionPad3d(_Pad):
    """Mirrors volumes (N, C, D, H, W) or (C, D, H, W) at their edges.

    Source: torch.nn.ReflectionPad3d.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> nn.ReflectionPad3d(1)(torch.ones(1, 3, 3, 3)).shape
    torch.Size([1, 5, 5, 5])
    """

    _dims, _mode = 3, "reflect"


class ReplicationPad1d(_Pad):
    """Repeats the outermost elements of (N, C, L) or (C, L). Source: torch.nn.ReplicationPad1d.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> nn.ReplicationPad1d((2, 1))(torch.tensor([[1.0, 2.0]]))
    tensor([[1., 1., 1., 2., 2.]])
    """

    _dims, _mode = 1, "replicate"


class ReplicationPad2d(_Pad):
    """Repeats the outermost elements of images (N, C, H, W) or (C, H, W).

    Source: torch.nn.ReplicationPad2d.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> nn.ReplicationPad2d(1)(torch.ones(1, 2, 2)).shape
    torch.Size([1, 4, 4])
    """

    _dims, _mode = 2, "replicate"


class ReplicationPad3d(_Pad):
    """Repeats the outermost elements of volumes (N, C, D, H, W) or (C, D, H, W).

    Source: torch.nn.ReplicationPad3d.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> nn.ReplicationPad3d(1)(torch.ones(1, 2, 2, 2)).shape
    torch.Size([1, 4, 4, 4])
    """

    _dims, _mode = 3, "replicate"


class _CircularPad(_Pad):
    _mode = "circular"

    def forward(self, input: Tensor) -> Tensor:
        n = self._dims
        if input.ndim not in (n + 1, n + 2):
            raise ValueError(f"expected {n + 1}D or {n + 2}D input (got {input.ndim}D input)")
        return F.pad(input, self.padding, self._mode)


class CircularPad1d(_CircularPad):
    """Goes on at the other end, for (N, C, L) or (C, L).

    Raises ValueError for other numbers of dimensions. Source: torch.nn.CircularPad1d.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> nn.CircularPad1d(1)(torch.tensor([[1.0, 2.0, 3.0]]))
    tensor([[3., 1., 2., 3., 1.]])
    """

    _dims = 1


class CircularPad2d(_CircularPad):
    """Goes on at the other edge, for (N, C, H, W) or (C, H, W); as `CircularPad1d`.

    Source: torch.nn.CircularPad2d.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> nn.CircularPad2d(1)(torch.ones(1, 2, 2)).shape
    torch.Size([1, 4, 4])
    """

    _dims = 2


class CircularPad3d(_CircularPad):
    """Goes on at the other side, for (N, C, D, H, W) or (C, D, H, W); as `CircularPad1d`.

    Source: torch.nn.CircularPad3d.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> nn.CircularPad3d(1)(torch.ones(1, 2, 2, 2)).shape
    torch.Size([1, 4, 4, 4])
    """

    _dims = 3
