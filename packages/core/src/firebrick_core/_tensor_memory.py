"""Methods of Tensor about the memory that it stands on, and element by element in Python."""

from __future__ import annotations

import itertools
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np

from . import _dtype, _errors, _operators as T
from ._memory_format import channels_last, channels_last_3d, has_format
from ._storage import UntypedStorage
from .grad_mode import is_grad_enabled

_ORDERS = {channels_last: (0, 2, 3, 1), channels_last_3d: (0, 2, 3, 4, 1)}


class TensorMemory:
    """Sharing and describing memory; functions of single elements."""

    __slots__ = ()

    _array: Any
    _storage: Any
    _base: Any
    _bump_version: Any
    dtype: _dtype.dtype
    requires_grad: bool
    stride: Any
    shape: Any
    untyped_storage: Any
    storage_offset: Any

    # ------------------------------------------------------------------ sharing
    def set_(
        self, source: Any = None, storage_offset: int = 0, size: Any = None, stride: Any = None
    ) -> Any:
        """Stand on the memory of a tensor or a storage from now on; returns the tensor itself.

        A tensor's offset, size and strides are taken over unless given; a storage is taken as one
        dimension. Without a source, an empty tensor of its own. Raises RuntimeError for another
        dtype, and for regions outside of the storage.

        >>> import firebrick_core as fb
        >>> x = fb.arange(4)
        >>> y = fb.empty(0, dtype=fb.int64).set_(x, 1, (3,))
        >>> y.fill_(7), x
        (tensor([7, 7, 7]), tensor([0, 7, 7, 7]))
        """
        if self.requires_grad and is_grad_enabled():
            raise RuntimeError(
                "a leaf Variable that requires grad is being used in an in-place operation: set_()."
                " Do it under torch.no_grad(), or on detach()"
            )
        if source is None:
            array, storage = self._array.ravel()[:0].copy(), None
        else:
            array, storage = self._region(source, storage_offset, size, stride)
        self._array, self._storage, self._base = array, storage, None
        return self

    def _region(self, source: Any, offset: int, size: Any, stride: Any) -> tuple[Any, Any]:
        """The array and the storage that `set_` takes over."""
        if isinstance(source, UntypedStorage):
            item = self.dtype.itemsize
            flat = T.Tensor._from_storage(source, self.dtype, (source.nbytes() // item,), (1,), 0)
            return self._region(flat, offset, flat.shape if size is None else size, stride)
        if not hasattr(source, "_keys"):
            raise TypeError(
                "set_(): argument 'source' (position 1) must be Tensor or UntypedStorage, not "
                f"{type(source).__name__}"
            )
        if source.dtype is not self.dtype:
            raise RuntimeError(
                f"Could not set tensor of type {source.dtype} to a tensor of type {self.dtype}"
            )
        storage = source.untyped_storage()
        if size is None:
            return source._array, storage
        from ._tensor import contiguous_strides

        size = tuple(size)
        stride = contiguous_strides(size) if stride is None else tuple(stride)
        return T.as_strided(source.detach(), size, stride, offset)._array, storage

    def is_set_to(self, tensor: Any) -> bool:
        """Whether another tensor stands on the very same region of the same memory."""
        if not hasattr(tensor, "_keys"):
            raise _errors.not_a_tensor("is_set_to", "tensor", 1, tensor)
        own, other = self.untyped_storage(), tensor.untyped_storage()
        return (
            (own is other or own.device == other.device and own.data_ptr() == other.data_ptr() != 0)
            and self.shape == tensor.shape
            and self.stride() == tensor.stride()
            and self.storage_offset() == tensor.storage_offset()
        )

    def as_subclass(self: Any, cls: type[Any]) -> Any:
        """A view of the tensor as an instance of a subclass of Tensor, with its history.

        Raises TypeError for a class that does not inherit from Tensor.
        """
        if not (isinstance(cls, type) and issubclass(cls, T.Tensor)):
            raise TypeError(
                "Creating a Tensor subclass from a class that does not inherit from Tensor is not "
                "possible. Make sure your class inherits from Tensor."
            )
        out = T.alias(self)
        out.__class__ = cls
        return out

    def dim_order(self, *, ambiguity_check: Any = False) -> tuple[int, ...]:
        """The dimensions from the outermost in memory to the innermost.

        With `ambiguity_check` RuntimeError is raised where several orders describe the memory:
        True, or a list of memory formats of which exactly one must hold.

        >>> import firebrick_core as fb
        >>> fb.ones(2, 3).t().dim_order()
        (1, 0)
        """
        strides, sizes = self.stride(), self._array.shape
        if not isinstance(ambiguity_check, bool):
            formats = [f for f in ambiguity_check if has_format(self._array, f)]
            if len(formats) == 1:
                return _ORDERS.get(formats[0], tuple(range(len(sizes))))
        same = any(a == b for a, b in itertools.pairwise(strides))
        if ambiguity_check and (ambiguity_check is not True or same or 1 in sizes):
            raise RuntimeError(
                "The tensor does not have unique dim order, or cannot map to exact one of the "
                "given memory formats."
            )
        if self._array.flags.c_contiguous or 0 in strides:
            return tuple(range(len(sizes)))
        return tuple(sorted(range(len(sizes)), key=strides.__getitem__, reverse=True))

    # ------------------------------------------------------------------ deprecated by PyTorch
    def resize(self, *sizes: int) -> Any:
        """`reshape` under a name that PyTorch deprecates: the number of elements must stay."""
        return self._reshaped("resize", sizes)

    def resize_as(self, tensor: Any) -> Any:
        """`reshape_as` under a name that PyTorch deprecates."""
        return self._reshaped("resize_as", tensor.shape)

    def _reshaped(self: Any, name: str, sizes: Any) -> Any:
        warnings.warn(f"non-inplace {name} is deprecated", UserWarning, stacklevel=3)
        count = 1
        for n in sizes:
            count *= n
        if count != self._array.size:
            raise RuntimeError(
                f"requested resize to {'x'.join(map(str, sizes))} ({count} elements in total), but "
                f"the given tensor has a size of {'x'.join(map(str, self._array.shape))} "
                f"({self._array.size} elements): {name}() can only change the shape"
            )
        return T.reshape(self, tuple(sizes))

    def is_same_size(self, other: Any) -> bool:
        """Whether another tensor has the same shape."""
        if not hasattr(other, "_keys"):
            raise _errors.not_a_tensor("is_same_size", "other", 1, other)
        return self._array.shape == other._array.shape

    def __reversed__(self: Any) -> Any:
        """The tensor with its first dimension in reverse."""
        return T.flip(self, (0,)) if self._array.ndim else self

    # ------------------------------------------------------------------ element by element
    def apply_(self, callable: Callable[[Any], Any]) -> Any:
        """Replace each element by `callable` of it; returns the tensor itself. Slow; CPU only."""
        return self._mapped("apply_", (), callable)

    def map_(self, other: Any, callable: Callable[[Any, Any], Any]) -> Any:
        """Replace each element by `callable` of it and of the other tensor's. Slow; CPU only."""
        return self._mapped("map_", (other,), callable)

    def map2_(self, x: Any, y: Any, callable: Callable[[Any, Any, Any], Any]) -> Any:
        """Replace each element by `callable` of it and of two others'. Slow; CPU only."""
        return self._mapped("map2_", (x, y), callable)

    def _mapped(self: Any, name: str, others: Any, callable: Callable[..., Any]) -> Any:
        for position, t in enumerate(others):
            if not hasattr(t, "_keys"):
                raise _errors.not_a_tensor(name, "other", position + 1, t)
            if t.dtype is not self.dtype:
                raise TypeError(
                    f"{name}: expected {self.type()} for 'other' (got {t.type()})"
                )
        if any(t.requires_grad for t in (self, *others)):
            raise RuntimeError(
                f"Can't call {name}() on Variable that requires grad. Use var.detach().{name}() "
                "instead."
            )
        for t in (self, *others):
            if not t.is_cpu:
                raise TypeError(f"{name}() is only implemented on CPU tensors, not {t.device}")
        columns = [T.expand(t, self._array.shape)._array.ravel().tolist() for t in others]
        mine = self._array.ravel().tolist()
        values = [callable(*row) for row in zip(mine, *columns, strict=True)]
        for v in values:
            if not isinstance(v, (int, float, complex)) and not hasattr(v, "__float__"):
                kind = type(v).__name__
                raise TypeError(f"{name}(): the function must give a number, not {kind}")
        array = np.array(values).astype(self.dtype.numpy_dtype).reshape(self._array.shape)
        return T.copy_tensor_(self, T.Tensor._wrap(array))
