"""What a tensor gives to the outside: Python numbers, NumPy arrays, DLPack, text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from . import _dispatch, _dtype
from ._device import BACKENDS
from ._dispatch import AUTOGRAD, DEVICE_BITS
from ._hidden_order import restore

if TYPE_CHECKING:
    from ._tensor import Tensor


class ReadingOut:
    """The methods of Tensor that read its elements out."""

    __slots__ = ()

    _array: Any
    _keys: int
    dtype: _dtype.dtype
    is_meta: Any
    device: Any
    detach: Any
    unbind: Any
    _wrap: Any
    to: Any

    def item(self) -> Any:
        """The one element as a Python number.

        Raises RuntimeError for tensors of more or fewer elements.
        """
        if self._array.size != 1:
            raise RuntimeError(
                f"a Tensor with {self._array.size} elements cannot be converted to Scalar; "
                "use tolist(), or index one element first"
            )
        if self._keys & DEVICE_BITS:
            return self._host("item").item()
        return self._array.item()

    def tolist(self) -> Any:
        """The elements as nested lists of Python numbers, a number for 0 dimensions."""
        return self._host("tolist").tolist()

    def _host(self, method: str) -> Any:
        if not self._keys & DEVICE_BITS:
            return restore(self)._array
        if self.is_meta:
            raise RuntimeError(
                f"Tensor.{method}() cannot be called on meta tensors: they have no data"
            )
        return _dispatch.BY_BIT[self._keys & DEVICE_BITS].to_host(self._array)

    def numpy(self, *, force: bool = False) -> np.ndarray[Any, Any]:
        """The elements as a NumPy array that shares memory.

        `force` also serves tensors that require grad or are on another device, by detaching and
        copying. Raises RuntimeError or TypeError for those without it.
        """
        if self._keys:
            restore(self)
            if force:
                return self.detach().cpu()._array
            if self._keys & AUTOGRAD:
                raise RuntimeError(
                    "Can't call numpy() on Tensor that requires grad. "
                    "Use tensor.detach().numpy() instead."
                )
            if self._keys & DEVICE_BITS:
                raise TypeError(
                    f"can't convert {self.device} device type tensor to numpy. "
                    "Use Tensor.cpu() to copy the tensor to host memory first."
                )
        return self._array

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray[Any, Any]:
        array = self.numpy()
        if dtype is not None and array.dtype != dtype:
            if copy is False:
                raise ValueError(
                    "a conversion of dtype needs a copy; np.asarray without copy=False"
                )
            return array.astype(dtype)
        return array.copy() if copy else array

    def __array_wrap__(
        self, array: Any, context: Any = None, return_scalar: bool = False
    ) -> Any:
        """A tensor over the result of a NumPy function that was given tensors."""
        return self._wrap(np.asarray(array))

    def __buffer__(self, flags: int) -> memoryview:
        """The elements for `memoryview` and other readers of buffers, from Python 3.12 on."""
        return memoryview(self.numpy())

    def __dlpack__(self, **kwargs: Any) -> Any:
        """The elements for another library that reads DLPack, which then shares the memory.

        Arguments are the protocol's: `stream`, `max_version`, `dl_device`, `copy`. Raises
        BufferError for tensors that require grad, have no memory, are read-only where the reader
        does not know of that, or have a dtype that DLPack does not.
        """
        if self._keys & AUTOGRAD:
            raise BufferError("Can't export tensors that require gradient, use tensor.detach()")
        if self.is_meta or self._keys & BACKENDS["fake"].bit:
            raise BufferError(
                f"Can't export tensors on {self.device}: they have no memory to share"
            )
        kwargs = {k: v for k, v in kwargs.items() if v is not None}
        restore(self)
        try:
            return self._array.__dlpack__(**kwargs)
        except TypeError:  # NumPy 2.0 does not know versions, devices and copies
            if not isinstance(self._array, np.ndarray):
                raise
            if kwargs.get("copy"):
                return self._array.copy().__dlpack__()
            return self._array.__dlpack__()

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        """Where the elements are on a GPU, for libraries such as CuPy and numba.

        Raises AttributeError for other devices, RuntimeError for tensors that require grad.
        """
        if self.device.type != "cuda":
            raise AttributeError(
                f"Can't get __cuda_array_interface__ on non-CUDA tensor (device '{self.device}'). "
                "Use tensor.cuda() to copy the tensor to device memory first"
            )
        if self._keys & AUTOGRAD:
            raise RuntimeError(
                "Can't get __cuda_array_interface__ on Variable that requires grad. If gradients "
                "aren't required, use var.detach() to get Variable that doesn't require grad"
            )
        return self._array.__cuda_array_interface__

    def __dlpack_device__(self) -> tuple[int, int]:
        return self._array.__dlpack_device__()

    def __array_namespace__(self, *, api_version: str | None = None) -> Any:
        """The module of the Python Array API standard's functions, `firebrick_core.array_api`.

        Raises ValueError for a version that it does not have.
        """
        from . import array_api

        if api_version not in (None, "2024.12", "2023.12", "2022.12", "2021.12"):
            raise ValueError(
                f"__array_namespace__: version {api_version!r} of the Array API is not served, "
                f"{array_api.__array_api_version__} is"
            )
        return array_api

    def to_device(self, device: Any, /, *, stream: Any = None) -> Any:
        """The tensor on another device, under the Array API's name for `to(device)`."""
        return self.to(device)

    def __bool__(self) -> bool:
        if self._array.size != 1:
            raise RuntimeError(
                "Boolean value of Tensor with "
                + (
                    "no values is ambiguous"
                    if not self._array.size
                    else "more than one value is ambiguous"
                )
            )
        return bool(self.item())

    def _one_number(self) -> Any:
        """The one element; ValueError for more or fewer, which `item` calls a RuntimeError."""
        if self._array.size != 1:
            raise ValueError(
                "only one element tensors can be converted to Python scalars; this one has "
                f"{self._array.size}: use tolist(), or index one element first"
            )
        return self.item()

    def __int__(self) -> int:
        return int(self._one_number())

    def __float__(self) -> float:
        return float(self._one_number())

    def __complex__(self) -> complex:
        return complex(self._one_number())

    def __index__(self) -> int:
        if self.dtype.category > _dtype.INTEGRAL or self._array.size != 1:
            raise TypeError("only integer tensors of a single element can be converted to an index")
        return int(self.item())

    def __len__(self) -> int:
        if not self._array.ndim:
            raise TypeError("len() of a 0-d tensor")
        return self._array.shape[0]

    def __iter__(self) -> Iterator[Tensor]:
        if not self._array.ndim:
            raise TypeError("iteration over a 0-d tensor")
        return iter(self.unbind(0))

    def __contains__(self, value: Any) -> bool:
        return bool((self == value).any().item())

    def __repr__(self, *, tensor_contents: Any = None) -> str:
        from ._printing import tensor_repr

        return tensor_repr(self)

    def __format__(self, spec: str) -> str:
        if not self._array.ndim and not self.is_meta:
            return format(self.item(), spec)
        return object.__format__(self, spec)
