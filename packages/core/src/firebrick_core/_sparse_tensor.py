"""Sparse tensors: those elements that are stored, and where they are.

A `SparseTensor` has index tensors and a tensor of *stored* values (`_stored`), all of them ordinary
tensors. In COO layout the index is `(indices,)`, of shape (sparse_dim, nnz), and the stored values
have the dense dimensions after the first: (nnz, *dense sizes). In CSR layout the index is
`(crow_indices, col_indices)`, in CSC layout `(ccol_indices, row_indices)`.

Operators come to the layer in `_sparse_layer`, which composes others on these parts. So autograd
records what happens to the stored values, and what a sparse tensor says of its gradient is what
they say: `x.grad` is sparse, over the gradient of what `x` stores.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from . import _dispatch, _dtype, _errors, _layout, _operators as T, _sparse_layer as _sparse_layer
from ._device import STORAGE_BITS, meta_array
from ._dispatch import SPARSE
from ._layout import sparse_coo
from ._printing import _contents, _options
from ._sparse_layer import GradientOfStored
from ._tensor import Tensor

_new = object.__new__
_NAMES = {
    _layout.strided: "Strided",
    _layout.sparse_coo: "Sparse",
    _layout.sparse_csr: "SparseCsr",
    _layout.sparse_csc: "SparseCsc",
    _layout.sparse_bsr: "SparseBsr",
    _layout.sparse_bsc: "SparseBsc",
}
COMPRESSED = (_layout.sparse_csr, _layout.sparse_csc)


def layout_name(layout: Any) -> str:
    """A layout's name in PyTorch's messages."""
    return _NAMES.get(layout, "none")


class _Flags:
    c_contiguous = f_contiguous = writeable = owndata = False


class NoElements:
    """What a sparse tensor has in place of an array: shape and dtype.

    Whatever would read or write elements raises RuntimeError, so that nothing can take the zeros
    between the stored values for stored ones, or compute on memory that is not there.
    """

    __slots__ = ("dtype", "shape")
    flags = _Flags
    __array_ufunc__ = None

    def __init__(self, shape: tuple[int, ...], dtype: Any):
        self.shape, self.dtype = shape, dtype

    @property
    def ndim(self) -> int:
        """The number of dimensions."""
        return len(self.shape)

    @property
    def size(self) -> int:
        """The number of elements, stored or not."""
        return math.prod(self.shape)

    @property
    def itemsize(self) -> int:
        """The size of one element in bytes."""
        return self.dtype.itemsize

    @property
    def strides(self) -> tuple[int, ...]:
        """No steps: there is no memory to step through."""
        return (0,) * len(self.shape)

    def __getitem__(self, key: Any) -> Any:
        part = meta_array(self.shape, self.dtype)[key]  # IndexError as from any other array
        return NoElements(part.shape, self.dtype)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") and name != "__array__":
            raise AttributeError(name)
        raise RuntimeError(
            "Cannot access data pointer of Tensor that doesn't have storage: this one is sparse; "
            "use to_dense() first, or values() and indices()"
        )


class SparseTensor(GradientOfStored, Tensor):
    """A tensor of which only some elements are stored. Made by `sparse_coo_tensor` and the like.

    >>> import firebrick_core as fb
    >>> fb.sparse_coo_tensor([[0, 1], [2, 0]], [3.0, 4.0], (2, 3)).to_dense()
    tensor([[0., 0., 3.],
            [4., 0., 0.]])
    """

    _layout: Any
    _index: tuple[Any, ...]
    _stored: Any
    _coalesced: bool
    _is_gradient = False  # whether the stored values are kept as the gradient of others

    @classmethod
    def make(
        cls, layout: Any, index: tuple[Any, ...], stored: Any, size: Any, coalesced: bool = False
    ) -> Any:
        """A sparse tensor over its parts, which must fit each other."""
        t = _new(cls)
        t._array, t.dtype = NoElements(tuple(size), stored._array.dtype), stored.dtype
        t._keys = stored._keys & STORAGE_BITS | SPARSE
        t._storage = t._meta = t._base = None
        t._layout, t._index, t._stored, t._coalesced = layout, index, stored, coalesced
        return t

    def _with(self, stored: Any, coalesced: bool | None = None) -> Any:
        """Other stored values in the same places."""
        if coalesced is None:
            coalesced = self._coalesced
        return SparseTensor.make(self._layout, self._index, stored, self._array.shape, coalesced)

    def _become(self, other: Any) -> Any:
        """Take over another sparse tensor's parts; returns the tensor itself."""
        self._array, self.dtype = other._array, other.dtype
        self._keys = other._keys
        self._layout, self._index = other._layout, other._index
        self._stored, self._coalesced = other._stored, other._coalesced
        return self

    def _assume(self, view: Any) -> None:
        self._become(view)

    def _receive(self, result: Tensor) -> None:
        """Take an operator's result as its `out=` tensor."""
        self._become(result.to(self.dtype))

    def _filled_like(self, caller: str, value: Any, dtype: Any, requires_grad: bool) -> Any:
        """`zeros_like` and its kind: the same layout. Only compressed layouts keep their places."""
        from ._creation import full_like
        from ._sparse_rules.pointwise import empty_like

        if self._layout in COMPRESSED and value != 0:
            out = self._with(full_like(self._stored, value or 0, dtype=dtype))
        elif value:
            raise NotImplementedError(
                f"{caller}(): all elements would be stored: use to_dense() first"
            )
        else:
            out = empty_like(self).to(dtype)
        return out.requires_grad_() if requires_grad else out

    # ------------------------------------------------------------------ description
    @property
    def layout(self) -> Any:
        """How the elements are kept: `torch.sparse_coo`, `torch.sparse_csr`, `torch.sparse_csc`."""
        return self._layout

    @property
    def is_sparse(self) -> bool:  # type: ignore[override]
        """Whether the layout is COO."""
        return self._layout is _layout.sparse_coo

    @property
    def is_sparse_csr(self) -> bool:  # type: ignore[override]
        """Whether the layout is CSR."""
        return self._layout is _layout.sparse_csr

    @property
    def device(self) -> Any:
        """Where the parts are."""
        return self._stored.device

    @property
    def _version(self) -> int:
        return self._stored._version

    def _bump_version(self) -> None:
        self._stored._bump_version()

    def type(self, dtype: Any = None, non_blocking: bool = False) -> Any:
        """The type's name, as "torch.sparse.FloatTensor"; with `dtype`, the tensor in it."""
        if dtype is None:
            where = "" if self.is_cpu else f"{self.device.type}."
            return f"torch.{where}sparse.{_errors.TYPE_NAMES[self.dtype.name]}Tensor"
        return super().type(dtype, non_blocking)

    def stride(self, dim: int | None = None) -> Any:
        """Zeros in COO layout; raises RuntimeError in the others, which have no strides."""
        if self._layout in COMPRESSED:
            raise RuntimeError(f"{self._kind()} tensors do not have strides")
        return (0,) * self._array.ndim if dim is None else 0

    def is_contiguous(self, memory_format: Any = None) -> bool:
        """False in COO layout; raises RuntimeError in the others."""
        if self._layout in COMPRESSED:
            raise RuntimeError(f"{self._kind()} tensors do not have is_contiguous")
        return False

    def storage_offset(self) -> int:
        """0: there is no storage."""
        return 0

    @property
    def nbytes(self) -> int:
        """Raises RuntimeError: ask the parts."""
        raise RuntimeError(
            "nbytes is not defined for sparse tensors. Add the nbytes of the indices and of the "
            "values; numel() * itemsize is what the dense tensor would take"
        )

    def _kind(self) -> str:
        return f"Sparse {str(self._layout)[-3:].upper()}"

    # ------------------------------------------------------------------ memory
    def untyped_storage(self) -> Any:
        """Raises NotImplementedError: the parts have storages of their own."""
        kind = "SparseCsr" if self._layout in COMPRESSED else "Sparse"
        raise NotImplementedError(
            f"Cannot access storage of {kind}TensorImpl: that of values() is what there is"
        )

    def data_ptr(self) -> int:
        """Raises RuntimeError: the parts have memory of their own."""
        return self._array.data

    def is_shared(self) -> bool:
        """Raises NotImplementedError."""
        return self.untyped_storage()

    def share_memory_(self) -> Any:
        """Raises NotImplementedError."""
        return self.untyped_storage()

    def set_(self, *args: Any, **kwargs: Any) -> Any:
        """Raises NotImplementedError."""
        return self.untyped_storage()

    def as_subclass(self, cls: Any) -> Any:
        """Raises NotImplementedError."""
        raise NotImplementedError("as_subclass() is not implemented for sparse tensors")

    def dim_order(self, *, ambiguity_check: Any = False) -> tuple[int, ...]:
        """Raises AttributeError, as PyTorch does: there is no order in memory."""
        raise AttributeError(
            f"Can't get dim order on sparse type: {self.type()}. Use Tensor.to_dense() to convert "
            "to a dense tensor first."
        )

    # ------------------------------------------------------------------ reading out
    def _no_numpy(self) -> Any:
        raise TypeError(
            f"can't convert {layout_name(self._layout)} layout tensor to numpy. "
            "Use Tensor.to_dense() first."
        )

    def numpy(self, *, force: bool = False) -> Any:
        """Raises TypeError: use `to_dense().numpy()`."""
        return self._no_numpy()

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        return self._no_numpy()

    def tolist(self) -> Any:
        """Raises RuntimeError: use `to_dense().tolist()`."""
        return self._array.tolist()

    def item(self) -> Any:
        """The one element as a Python number; raises RuntimeError for more or fewer elements."""
        if self._array.size != 1:
            raise RuntimeError(
                f"a Tensor with {self._array.size} elements cannot be converted to Scalar"
            )
        return T.to_dense(self).item()

    def __dlpack__(self, **kwargs: Any) -> Any:
        raise BufferError("Can't export tensors with layout other than torch.strided")

    # mypy 2.4 does not see that the keyword-only parameters are equal.
    def __repr__(self, *, tensor_contents: Any = None) -> str:  # type: ignore[override]
        from ._sparse_tensor import sparse_repr

        return sparse_repr(self)

    def __iter__(self) -> Iterator[Any]:
        return iter(T.unbind(self, 0))

    def __setitem__(self, key: Any, value: Any) -> None:
        raise TypeError(
            "Cannot assign to a sparse tensor: make another one with sparse_coo_tensor(), or "
            "assign to what to_dense() gives"
        )

    # ------------------------------------------------------------------ copies and sharing
    def detach(self) -> Any:
        """A tensor over the same parts that records nothing."""
        return self._with(self._stored.detach())

    @property
    def data(self) -> Any:
        """The same parts, unknown to autograd."""
        return self._with(self._stored.data)

    @data.setter
    def data(self, new: Any) -> None:
        if not isinstance(new, SparseTensor) or new._layout is not self._layout:
            raise RuntimeError("data: a sparse tensor's must be sparse, in the same layout")
        self._stored.data = new._stored
        self._become(new._with(self._stored))

    def __deepcopy__(self, memo: dict[int, Any]) -> Any:
        if id(self) in memo:
            return memo[id(self)]
        from copy import deepcopy

        index = tuple(deepcopy(i, memo) for i in self._index)
        copy = self.make(
            self._layout, index, deepcopy(self._stored, memo), self._array.shape, self._coalesced
        )
        memo[id(self)] = copy
        return copy

    def __reduce_ex__(self, protocol: Any) -> Any:
        parts = (self._layout, self._index, self._stored, tuple(self._array.shape))
        return SparseTensor.make, (*parts, self._coalesced)


# Text of a sparse tensor, character for character as PyTorch prints it.

_PARTS = {
    "sparse_csr": ("crow_indices", "col_indices"),
    "sparse_csc": ("ccol_indices", "row_indices"),
}


def _part(name: str, tensor: Any, before: str) -> str:
    """`name=tensor(...)`, in a text that goes on after `before` in its line."""
    prefix = f"{name}=tensor("
    if not tensor.numel():
        return f"{prefix}[], size={tuple(tensor.shape)})"
    to_host = _dispatch.BY_BIT[tensor._keys & _dispatch.DEVICE_BITS].to_host
    return prefix + _contents(tensor._array, len(before) + len(prefix), to_host) + ")"


def sparse_repr(s: Any) -> str:
    """`repr` of a sparse tensor."""
    before = "tensor(" if type(s) is SparseTensor else f"{type(s).__name__}("
    indent = " " * len(before)
    names = ("indices",) if s.layout is sparse_coo else _PARTS[s.layout.name]
    parts = [_part(n, i, before) for n, i in zip(names, s._index, strict=True)]
    parts.append(_part("values", s._stored.detach(), before))
    text = before + f",\n{indent}".join(parts)
    return _with_properties(text, _properties(s), len(before), s.layout is sparse_coo) + ")"


def _properties(s: Any) -> list[str]:
    out = [] if s.is_cpu else [f"device='{s.device}'"]
    out += [f"size={tuple(s.shape)}", f"nnz={s._stored._array.shape[0]}"]
    default = _dtype.get_default_dtype()
    if s.dtype not in (default, default.to_complex(), _dtype.int64, _dtype.bool):
        out.append(f"dtype={s.dtype}")
    out.append(f"layout={s.layout}")
    if s.grad_fn is not None:
        out.append(f"grad_fn=<{s.grad_fn.name()}>")
    elif s.requires_grad:
        out.append("requires_grad=True")
    return out


def _with_properties(text: str, properties: list[str], indent: int, newline: bool) -> str:
    """Append what follows the parts, breaking the line before what would not fit; before the first
    of them where `newline`."""
    length = len(text) - (text.rfind("\n") + 1) + 2
    for i, part in enumerate(properties):
        if length + len(part) + 2 > _options["linewidth"] or (newline and not i):
            text += ",\n" + " " * indent + part
            length = indent + len(part)
        else:
            text += ", " + part
            length += len(part) + 2
    return text
