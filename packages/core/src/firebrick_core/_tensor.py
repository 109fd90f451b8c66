"""The Tensor: an array, a dtype, a key set, and opaque slots for storage and autograd.

Operators are generated into `OperatorMethods`, reading out is in `ReadingOut`; here is the rest:
making, describing, sharing, and what autograd is asked through `_autograd_hooks`.
"""

from __future__ import annotations

import sys
from typing import Any

import numpy as np

from . import _autograd_hooks, _dispatch, _dtype, _errors, _fast_paths, _indexing, _operators
from ._device import BACKEND_BITS, BACKENDS, INFERENCE, NARROW, STORAGE_BITS, device
from ._dispatch import AUTOGRAD, DEVICE_BITS
from ._frames import user_frame, warn
from ._hidden_order import conceal, restore
from ._memory_format import has_format
from ._operators import OperatorMethods
from ._reading_out import ReadingOut
from ._size import Size
from ._storage import Storage, address, is_shared
from ._tensor_flags import TensorFlags
from ._tensor_memory import TensorMemory
from .grad_mode import inference_is_free
from .ops import complex_numbers, conversion

_new = object.__new__
_new_tuple = tuple.__new__  # a Size without its checks
_getframe = sys._getframe
_ndarray = np.ndarray
_FROM_NUMPY = _dtype.FROM_NUMPY

# Called with each new subclass of Tensor; `multiprocessing`, once imported, has to know them.
subclass_hooks: list[Any] = []


class Tensor(OperatorMethods, ReadingOut, TensorFlags, TensorMemory):
    """A multi-dimensional array of elements of one dtype, on one device.

    Make one with `tensor`, `zeros`, `from_numpy` and the like. Slots: `_array` (the backend's
    array), `dtype`, `_keys` (device and layer bits), `_storage` (made when first needed), `_meta`
    (autograd's), `_base` (the tensor that this one is a view of).

    >>> import firebrick_core as fb
    >>> fb.tensor([[1.0, 2.0], [3.0, 4.0]]).sum(0)
    tensor([4., 6.])
    """

    __slots__ = (
        "__dict__",
        "__weakref__",
        "_array",
        "_base",
        "_keys",
        "_meta",
        "_storage",
        "dtype",
    )
    __array_priority__ = 1000

    _array: Any
    dtype: _dtype.dtype
    _keys: int
    _storage: Storage | None
    _meta: Any
    _base: Tensor | None

    def __new__(cls, *args: Any, device: Any = None, **kwargs: Any) -> Any:
        from ._tensor_types import legacy_constructor

        return legacy_constructor(cls, args, device, kwargs)

    @classmethod
    def _wrap(cls, array: Any, keys: int = 0) -> Any:
        """A tensor over an array, sharing its memory."""
        t = _new(cls)
        t._array = array
        try:
            dtype = _FROM_NUMPY[array.dtype]
        except KeyError:
            dtype = _dtype.from_numpy_dtype(array.dtype)
        t.dtype = dtype
        t._keys = keys | dtype.keys
        t._storage = t._meta = t._base = None
        return t

    @classmethod
    def _from_storage(
        cls, storage: Storage, dtype: _dtype.dtype, size: Any, stride: Any, offset: int
    ) -> Any:
        """A tensor over part of a storage; size and stride in elements, offset from its start."""
        item = dtype.itemsize
        array = np.ndarray(
            tuple(size),
            dtype.numpy_dtype,
            storage.array_bytes(),
            offset * item,
            tuple(s * item for s in stride),
        )
        t = cls._wrap(array)
        t._storage = storage
        return t

    def _bump_version(self) -> None:
        """Say that the memory was written to, so that what autograd saved of it is known to be
        stale."""
        storage = self._storage
        if storage is None:
            storage = self._storage = Storage(self._array)
        storage.version += 1
        frame = user_frame(_getframe(1))
        storage.writer = (frame.f_code, frame.f_lasti)

    def _made_like(self, tensor: Any) -> Any:
        """A new tensor that was made to be like this one; transforms have their own idea of it."""
        return tensor

    def _assume(self, view: Tensor) -> None:
        """Take the shape and the history of a view of this tensor."""
        self._array, self._meta = view._array, view._meta

    def _receive(self, result: Tensor) -> None:
        """Take an operator's result as its `out=` tensor."""
        from ._run import check_writable

        if restore(self)._array.shape != restore(result)._array.shape:
            if self._array.size:
                warn(
                    "An output with one or more elements was resized since it had shape "
                    f"{list(self._array.shape)}, which does not match the required output shape "
                    f"{list(result._array.shape)}. Pass an empty tensor, or one of the right shape",
                )
            self._array = result._array.astype(self._array.dtype)
            self._storage = None
        elif not self.is_meta:
            check_writable("out=", self)
            self._array[...] = result._array
        self._bump_version()

    # ------------------------------------------------------------------ description
    @property
    def shape(self) -> Size:
        """The sizes of the dimensions."""
        return _new_tuple(Size, self._array.shape)

    def size(self, dim: int | None = None) -> Any:
        """The shape, or the size of one dimension."""
        if dim is None:
            return _new_tuple(Size, self._array.shape)
        try:
            return self._array.shape[dim]
        except IndexError:
            raise _errors.dim_range(dim, self._array.ndim) from None

    @property
    def ndim(self) -> int:
        """The number of dimensions."""
        return self._array.ndim

    def dim(self) -> int:
        """The number of dimensions."""
        return self._array.ndim

    def numel(self) -> int:
        """The number of elements."""
        return self._array.size

    nelement = numel
    ndimension = dim

    def element_size(self) -> int:
        """The size of one element in bytes."""
        return self.dtype.itemsize

    @property
    def itemsize(self) -> int:
        """The size of one element in bytes."""
        return self.dtype.itemsize

    @property
    def nbytes(self) -> int:
        """The size of all elements in bytes."""
        return self._array.size * self.dtype.itemsize

    def stride(self, dim: int | None = None) -> Any:
        """The steps in elements from one index to the next, of all dimensions or of one."""
        item = self.dtype.itemsize
        strides = tuple(s // item for s in restore(self)._array.strides)
        if not self._array.size:  # NumPy has zeros here
            strides = contiguous_strides(self._array.shape)
        if dim is None:
            return strides
        try:
            return strides[dim]
        except IndexError:
            raise _errors.dim_range(dim, self._array.ndim) from None

    def storage_offset(self) -> int:
        """The position of the first element in the storage, in elements."""
        if self._keys & DEVICE_BITS == 1:
            return 0
        start = self.untyped_storage().data_ptr()
        return (address(self._array) - start) // self.dtype.itemsize

    def untyped_storage(self) -> Storage:
        """The buffer behind this tensor and all that share its memory."""
        return restore(self)._own_storage()

    def _own_storage(self) -> Storage:
        """The storage, whatever the order of what is in it."""
        if self._storage is None:
            self._storage = Storage(self._array)
        if self._keys & DEVICE_BITS:
            self._storage._device = self.device
        return self._storage

    def data_ptr(self) -> int:
        """The address of the first element."""
        return address(restore(self)._array)

    def is_contiguous(self, memory_format: Any = None) -> bool:
        """Whether the elements lie in memory without gaps, row-major or in a memory format."""
        return has_format(restore(self)._array, memory_format)

    @property
    def device(self) -> device:
        """Where the elements are."""
        return _dispatch.device_of(self)

    @property
    def is_cuda(self) -> bool:
        """Whether the elements are on a CUDA device."""
        return bool(self._keys & BACKENDS["cuda"].bit)

    @property
    def is_cpu(self) -> bool:
        """Whether the elements are in the host's memory."""
        return not self._keys & DEVICE_BITS

    @property
    def is_meta(self) -> bool:
        """Whether the tensor has a shape and a dtype but no elements."""
        return bool(self._keys & BACKENDS["meta"].bit)

    def get_device(self) -> int:
        """The index of the CUDA device, -1 on the CPU."""
        return -1 if self.is_cpu else (self.device.index or 0)

    def is_floating_point(self) -> bool:
        """Whether the dtype is a floating type."""
        return self.dtype.is_floating_point

    def is_complex(self) -> bool:
        """Whether the dtype is a complex type."""
        return self.dtype.is_complex

    def is_signed(self) -> bool:
        """Whether the dtype has negative numbers."""
        return self.dtype.is_signed

    @property
    def _version(self) -> int:
        if self._keys & INFERENCE:
            raise RuntimeError("Inference tensors do not track version counter.")
        return 0 if self._storage is None else self._storage.version

    T = property(_operators.reversed_dims)
    mT = property(_operators.matrix_transpose)
    H = property(_operators.matrix_adjoint)
    mH = property(_operators.matrices_adjoint)
    real = property(_operators.real)
    imag = property(_operators.imag)
    cpu = conversion.cpu
    cuda = conversion.cuda
    bfloat16 = conversion.bfloat16
    chalf = complex_numbers.chalf

    def _is_view(self) -> bool:
        return self._base is not None

    __getitem__ = _indexing.getitem
    __setitem__ = _indexing.setitem
    __hash__ = object.__hash__

    # ------------------------------------------------------------------ copies and sharing
    def detach(self) -> Tensor:
        """A tensor over the same memory that records nothing."""
        t = _new(Tensor)
        storage = self.untyped_storage()
        t._array, t.dtype = self._array, self.dtype
        t._keys = self._keys & STORAGE_BITS
        t._storage = storage
        t._meta = t._base = None
        return t

    @property
    def data(self) -> Tensor:
        """The same memory, unknown to autograd: writing through it is not noticed."""
        t = self.detach()
        t._storage = None
        return t

    @data.setter
    def data(self, new: Tensor) -> None:
        if not isinstance(new, Tensor):
            raise TypeError(f"data must be Tensor, not {type(new).__name__}")
        self._array, self.dtype = restore(new)._array, new.dtype
        self._keys = restore(self)._keys & ~STORAGE_BITS | new._keys & STORAGE_BITS
        self._storage = None
        if self._meta is not None:
            _autograd_hooks.interface.data_replaced(self)

    def __init_subclass__(cls, **arguments: Any) -> None:
        super().__init_subclass__(**arguments)
        for hook in subclass_hooks:
            hook(cls)

    def share_memory_(self) -> Any:
        """Move the elements into memory that forked processes share; returns the tensor itself.

        Processes started in other ways share it once they are sent the tensor; see the module
        `multiprocessing`. Raises RuntimeError for a view, which would leave its base behind, and
        OSError where there is no more memory.

        Source: torch.Tensor.share_memory_.

        >>> import firebrick_core as fb
        >>> fb.zeros(2).share_memory_().is_shared()
        True
        """
        restore(self)
        if isinstance(self._array, _ndarray) and not self.is_shared():  # a GPU's is shared anyway
            if self._base is not None:
                raise RuntimeError("share_memory_() of a view: share its base, or clone() it first")
            from ._shared_memory import shared_copy

            self._array = shared_copy(self._array)
            if self._storage is not None:
                self._storage._array = self._array
        return self

    def is_shared(self) -> bool:
        """Whether forked processes see what this one writes into the tensor."""
        return is_shared(self._array)

    def __deepcopy__(self, memo: dict[int, Any]) -> Tensor:
        if id(self) in memo:
            return memo[id(self)]
        if not self.is_leaf:
            raise RuntimeError(
                "Only Tensors created explicitly by the user (graph leaves) support the deepcopy "
                "protocol at the moment; detach() or clone() first"
            )
        from copy import deepcopy

        t = self._like(self._array.copy())
        memo[id(self)] = t
        t.__dict__.update({k: deepcopy(v, memo) for k, v in self.__dict__.items()})
        if self.requires_grad:
            t.requires_grad_()
            if self.grad is not None:
                t.grad = deepcopy(self.grad, memo)
        return t

    def _like(self, array: Any) -> Any:
        t = _new(type(self))
        t._array, t.dtype, t._keys = array, self.dtype, self._keys & BACKEND_BITS
        t._storage = t._meta = t._base = None
        return t

    def __reduce_ex__(self, protocol: Any) -> Any:
        if not self.is_leaf:
            raise RuntimeError(
                "Only leaf tensors can be pickled: detach() first, what made this tensor is not"
                " kept"
            )
        state = (
            self.dtype.name,
            self._keys & BACKEND_BITS,
            self.requires_grad,
            self.__dict__ or None,
        )
        return _rebuild, (type(self), restore(self)._array, *state)

    # ------------------------------------------------------------------ autograd
    @property
    def requires_grad(self) -> bool:
        """Whether operators on this tensor are recorded for differentiation."""
        return bool(self._keys & AUTOGRAD)

    @requires_grad.setter
    def requires_grad(self, flag: bool) -> None:
        self.requires_grad_(flag)

    def requires_grad_(self, requires_grad: bool = True) -> Any:
        """Make a leaf record operators, or stop; returns the tensor itself.

        Raises RuntimeError for types that cannot be differentiated.
        """
        if requires_grad and not (self.dtype.is_floating_point or self.dtype.is_complex):
            raise RuntimeError(
                "only Tensors of floating point and complex dtype can require gradients"
            )
        if requires_grad and self._keys & INFERENCE and not inference_is_free():
            raise RuntimeError(
                "Setting requires_grad=True on inference tensor outside InferenceMode is not"
                " allowed. clone() it to get a normal tensor"
            )
        _autograd_hooks.interface.set_requires_grad(self, bool(requires_grad))
        return self

    @property
    def grad(self) -> Any:
        """The gradient that `backward` has accumulated, None before."""
        return _autograd_hooks.interface.grad(self) if self._meta is not None else None

    @grad.setter
    def grad(self, value: Any) -> None:
        _autograd_hooks.interface.set_grad(self, value)

    @grad.deleter
    def grad(self) -> None:
        _autograd_hooks.interface.set_grad(self, None)

    @property
    def grad_fn(self) -> Any:
        """The node that recorded how this tensor was made, None for leaves."""
        return _autograd_hooks.interface.grad_fn(self)

    @property
    def output_nr(self) -> int:
        """Which output of its `grad_fn` the tensor is."""
        return _autograd_hooks.interface.output_nr(self)

    @property
    def is_leaf(self) -> bool:
        """Whether the tensor was made by the user rather than recorded."""
        return self._meta is None or _autograd_hooks.interface.is_leaf(self)

    @property
    def retains_grad(self) -> bool:
        """Whether a tensor that is not a leaf keeps its gradient."""
        return _autograd_hooks.interface.retains_grad(self)

    def retain_grad(self) -> None:
        """Keep the gradient of a tensor that is not a leaf in `.grad`."""
        _autograd_hooks.interface.call("retain_grad", self)

    def backward(
        self,
        gradient: Any = None,
        retain_graph: bool | None = None,
        create_graph: bool = False,
        inputs: Any = None,
    ) -> None:
        """Add this tensor's gradients to the `.grad` of the leaves that it was made of.

        `gradient`, of this tensor's shape, may be left out for one element. Raises RuntimeError
        where nothing was recorded, where the graph was freed, or where a saved tensor has changed
        since.
        """
        _autograd_hooks.interface.call(
            "backward", self, gradient, retain_graph, create_graph, inputs
        )

    def register_hook(self, hook: Any) -> Any:
        """Call `hook(grad)` when the gradient of this tensor is there; a result replaces it."""
        return _autograd_hooks.interface.call("register_hook", self, hook)

    def register_post_accumulate_grad_hook(self, hook: Any) -> Any:
        """Call `hook(tensor)` after `.grad` of this leaf has been accumulated."""
        return _autograd_hooks.interface.call("register_post_accumulate_grad_hook", self, hook)

    def detach_(self) -> Any:
        """Forget how this tensor was made; returns the tensor itself."""
        if self._meta is not None:
            _autograd_hooks.interface.call("detach_", self)
        return self


def contiguous_strides(shape: Any) -> tuple[int, ...]:
    """The strides, in elements, of a contiguous tensor; sizes of 0 count as 1."""
    strides, step = [], 1
    for n in reversed(shape):
        strides.append(step)
        step *= max(n, 1)
    return tuple(reversed(strides))


def _rebuild(
    cls: Any, array: Any, dtype: str, keys: int, requires_grad: bool, attributes: Any
) -> Any:
    t = _new(cls)
    t._array, t.dtype, t._keys = array, _dtype.ALL[dtype], keys
    t._storage = t._meta = t._base = None
    if attributes:
        t.__dict__.update(attributes)
    if requires_grad:
        t.requires_grad_()
    return t


def wrap(array: Any) -> Any:
    """A CPU tensor over the result of a kernel."""
    if type(array) is not _ndarray:
        array = np.asarray(array)
    t = _new(Tensor)
    t._array = array
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = _dtype.from_numpy_dtype(array.dtype)
    t.dtype = dtype
    t._keys = dtype.keys
    t._storage = t._meta = t._base = None
    return t


def view_of(base: Any, array: Any, dtype: _dtype.dtype | None = None) -> Any:
    """A tensor over part of another's memory: same storage, same version counter.

    `dtype` says how the view reads that memory, where differently from its base.
    """
    t = _new(Tensor)
    t._array = array
    if dtype is None:
        t.dtype = base.dtype
        t._keys = base._keys & STORAGE_BITS
    else:
        t.dtype = dtype
        t._keys = base._keys & STORAGE_BITS & ~NARROW | dtype.keys
    storage = base._storage
    if storage is None:
        storage = base._storage = Storage(base._array)
    storage.views += 1
    t._storage = storage
    t._meta = None
    root = base._base
    t._base = base if root is None else root
    return t


_operators.Tensor = Tensor  # type: ignore[misc]  # to a checker the module imports it
_fast_paths.set_tensor_class(Tensor)
_operators.wrap = wrap
_operators.view_of = view_of
_operators.conceal = conceal
