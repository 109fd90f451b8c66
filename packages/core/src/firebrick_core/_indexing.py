"""What `x[key]` and `x[key] = value` mean.

A key is read from left to right into two stages, as PyTorch does it: first a view by integers,
slices and `None` (`slice_view`), then a copy by index tensors and masks (`index`), over the
dimensions that the view has. So the places of index tensors in the result follow from the view's
dimensions: integers do not count as index tensors, other than in NumPy. Keys of the first stage
alone take a short way.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from . import _dtype, _errors, _operators as T
from ._dispatch import dispatch, switch
from ._frames import warn
from ._operator import TABLE
from .ops._writing import check
from .ops.selecting import number_like

if TYPE_CHECKING:
    from ._tensor import Tensor

_select_op = TABLE["select"]
_slice_op = TABLE["slice_view"]
_FULL = slice(None)
_INDICES = (_dtype.int64, _dtype.bool)
_INVALID = (
    "only integers, slices (`:`), ellipsis (`...`), None and long or byte Variables are valid "
    "indices "
    "(got {})"
)
_NO_DIMS = (
    "invalid index of a 0-dim tensor. Use `tensor.item()` in Python or `tensor.item<T>()` in C++ "
    "to "
    "convert a 0-dim tensor to a number"
)
# Floating types hold all numbers in this range: they can be written without a check.
_SMALL = 65504.0


# ---------------------------------------------------------------------- reading
def getitem(self: Any, key: Any) -> Tensor:
    """The part of a tensor at `key`: a view for integers, slices, `...` and `None`, else a copy.

    Index tensors, arrays and lists of integers pick elements, bool ones pick where they are True.
    Slices may have negative steps. Raises IndexError outside of the tensor, and for what is no
    index.
    """
    kind = type(key)
    if kind is int:
        try:
            array = self._array[key, ...]
        except IndexError:
            raise _out_of_range(self._array.shape, (key,)) from None
        if self._keys or switch.modes:
            return dispatch(_select_op, self._keys, (self, 0, key))
        return T.view_of(self, array)
    if kind is slice or key is None or key is Ellipsis:
        key = (key,)
    elif kind is T.Tensor and key._array.ndim and key.dtype in _INDICES and self._array.ndim:
        return T.index(self, (key,))
    elif kind is not tuple or not _is_basic(key):
        return _general(self, key)
    if not self._keys and not switch.modes:
        try:
            array = self._array[key] if Ellipsis in key else self._array[(*key, ...)]
        except (IndexError, ValueError):
            raise _out_of_range(self._array.shape, key) from None
        if None not in key:
            return T.view_of(self, array)
    try:
        return T.slice_view(self, key)
    except IndexError:
        raise _out_of_range(self._array.shape, key) from None


def _is_basic(key: Any) -> bool:
    """Whether a tuple holds integers, slices, `None` and at most one ellipsis, and nothing else."""
    ellipses = 0
    for k in key:
        kind = type(k)
        if kind is not int and kind is not slice and k is not None:
            if k is not Ellipsis or ellipses:
                return False
            ellipses = 1
    return True


def _general(self: Any, key: Any) -> Any:
    part, indices = _parse(self, key)
    return part if indices is None else T.index(part, indices)


def _out_of_range(shape: Any, key: Any) -> Exception:
    """PyTorch's error for a key that NumPy has refused."""
    used = sum(k is not None and k is not Ellipsis for k in key)
    if used > len(shape):
        if not shape:
            number = next((k for k in key if isinstance(k, int)), None)
            if number:
                return IndexError(f"index {number} is out of bounds for dimension 0 with size 0")
            return IndexError(
                _NO_DIMS if number == 0 else "slice() cannot be applied to a 0-dim tensor."
            )
        return IndexError(f"too many indices for tensor of dimension {len(shape)}")
    dim = 0
    for k in key:
        if k is Ellipsis:
            dim += len(shape) - used
        elif k is not None:
            if isinstance(k, slice):
                if k.step == 0:
                    return ValueError("slice step cannot be zero")
            elif not -shape[dim] <= k < shape[dim]:
                return IndexError(
                    f"index {k} is out of bounds for dimension {dim} with size {shape[dim]}"
                )
            dim += 1
    return IndexError(f"the key {key} does not fit a tensor of shape {list(shape)}")


# ---------------------------------------------------------------------- reading keys
def _parse(self: Any, key: Any) -> tuple[Any, Any]:
    """The view by the basic parts of a key, and the list of its index tensors, None without any."""
    key = _as_tuple(key)
    items = [_item(k, self) for k in key]
    ndim = self._array.ndim
    used = sum(map(_dims_of, items))
    if used > ndim:
        if not ndim and all(
            k is None or k is Ellipsis or isinstance(k, (int, slice)) for k in items
        ):
            raise _out_of_range((), items)
        raise IndexError(f"too many indices for tensor of dimension {ndim}")
    basic: list[Any] = []
    indices: list[Any] = []
    missing = ndim - used
    for k in items:
        if k is Ellipsis:
            basic += [_FULL] * missing
            indices += [None] * missing
            missing = 0
        elif hasattr(k, "_keys"):
            if k._array.ndim or k.dtype is not _dtype.bool:
                n = k._array.ndim if k.dtype is _dtype.bool else 1
                basic += [_FULL] * n
            else:
                # One truth value: a new dimension, kept or emptied.
                basic.append(None)
                k = _index_tensor(np.arange(int(k.item())), self)
            indices.append(k)
        else:
            basic.append(k)
            if not isinstance(k, int):
                indices.append(None)
    if not any(i is not None for i in indices):
        return _view(self, tuple(basic)), None
    while indices[-1] is None:
        indices.pop()
    trivial = all(type(k) is slice and k == _FULL for k in basic)
    return self if trivial else _view(self, tuple(basic)), indices


def _view(self: Any, key: tuple[Any, ...]) -> Any:
    try:
        return T.slice_view(self, key)
    except IndexError:
        raise _out_of_range(self._array.shape, key) from None


def _as_tuple(key: Any) -> tuple[Any, ...]:
    """A key as a tuple; a list that holds anything but numbers is one, for old programs."""
    if isinstance(key, tuple):
        return key
    if (
        isinstance(key, list)
        and len(key) < 32
        and any(
            k is None or k is Ellipsis or isinstance(k, (slice, list, tuple)) or hasattr(k, "_keys")
            for k in key
        )
    ):
        warn(
            "Using a non-tuple sequence for multidimensional indexing is deprecated; use "
            "x[tuple(seq)] "
            "instead of x[seq], or x[torch.tensor(seq)] to index the first dimension",
        )
        return tuple(key)
    return (key,)


def _item(k: Any, self: Any) -> Any:
    """One part of a key: an int, a slice, `None`, `...`, or an index tensor on the same device."""
    if k is None or k is Ellipsis or type(k) is slice or type(k) is int:
        return k
    if k is True or k is False:
        return _index_tensor(np.array(k), self)
    if hasattr(k, "_keys"):
        return _tensor_item(k)
    if isinstance(k, (list, tuple, range)):
        return _index_tensor(_array_of(k), self)
    if isinstance(k, np.ndarray):
        return _tensor_item(_index_tensor(k, self))
    if not isinstance(k, np.bool_) and hasattr(k, "__index__"):
        return int(k.__index__())
    raise IndexError(_INVALID.format(type(k).__name__))


def _dims_of(k: Any) -> int:
    """How many dimensions of the tensor a part of a key stands for."""
    if k is None or k is Ellipsis:
        return 0
    return k._array.ndim if hasattr(k, "_keys") and k.dtype is _dtype.bool else 1


def _tensor_item(k: Any) -> Any:
    if k.dtype is _dtype.uint8:
        warn(
            "indexing with dtype torch.uint8 is now deprecated, please use a dtype torch.bool "
            "instead.",
        )
        return k.to(_dtype.bool)
    if k.dtype is not _dtype.int64 and k.dtype is not _dtype.int32 and k.dtype is not _dtype.bool:
        raise IndexError("tensors used as indices must be long, int, byte or bool tensors")
    return int(k.item()) if not k._array.ndim and k.dtype is not _dtype.bool else k


def _array_of(sequence: Any) -> Any:
    if isinstance(sequence, range):
        return np.arange(sequence.start, sequence.stop, sequence.step)
    from ._creation import tensor

    array = tensor(list(sequence))._array
    if array.dtype.kind not in "bi":
        if array.size:
            raise IndexError("tensors used as indices must be long, int, byte or bool tensors")
        array = array.astype(np.int64)
    return array


def _index_tensor(array: Any, self: Any) -> Any:
    t = T.Tensor._wrap(array)
    return t.to(self.device) if not self.is_cpu else t


# ---------------------------------------------------------------------- writing
def setitem(self: Any, key: Any, value: Any) -> None:
    """Write `value`, a number or a tensor that broadcasts, into the part of a tensor at `key`.

    Raises IndexError for keys outside of the tensor, RuntimeError for shapes that do not fit and
    memory that cannot be written to, TypeError for values that are neither number nor tensor.
    """
    if not self._keys and not switch.modes:
        plain, source = _numpy_key(key), _ready(self, value)
        if plain is not None and source is not None:
            try:
                self._array[plain] = source
            except (IndexError, ValueError, TypeError):
                pass  # what is wrong is found below
            else:
                self._bump_version()
                return
    _set_general(self, key, value)


def _numpy_key(key: Any) -> Any:
    """The key that NumPy reads as PyTorch reads this one, None where that is not certain."""
    kind = type(key)
    if kind is int or kind is slice:
        return key, ...
    if kind is tuple:
        return (key if Ellipsis in key else (*key, ...)) if _is_basic(key) else None
    if kind is T.Tensor and key._array.ndim and key.dtype in _INDICES and not key._keys:
        return key._array
    return None


def _ready(self: Any, value: Any) -> Any:
    """What NumPy can write as it is: a number that the dtype holds, or an array; else None."""
    kind = type(value)
    if kind is float or kind is int:
        return value if self.dtype.is_floating_point and -_SMALL <= value <= _SMALL else None
    if kind is T.Tensor and value.dtype is self.dtype and not value._keys:
        if value._storage is not None and value._storage is self._storage:
            return None  # it may overlap
        return value._array
    return None


def _set_general(self: Any, key: Any, value: Any) -> None:
    number = isinstance(value, (int, float, complex, np.number, np.bool_))
    if not number and not hasattr(value, "_keys"):
        raise TypeError(
            f"can't assign a {_full_name(value)} to a "
            f"torch.{_errors.TYPE_NAMES[self.dtype.name]}Tensor; "
            "make a tensor of it with torch.tensor(...)"
        )
    if key is False:
        return
    if key is True:
        key = None
    part, indices = _parse(self, key)
    if indices is None:
        if number:
            if not part.is_meta:
                check("copy_", part)  # fill_ would serve expanded tensors
            part.fill_(value)
        else:
            part.copy_(_fitted(value, part._array.shape))
        return
    if number:
        value = number_like(value, part.dtype, part)
    else:
        if value.device != part.device and not value._array.ndim:
            value = value.to(part.device)
        value = value.to(part.dtype)
    T.index_put_(part, indices, _without_ones(value))


def _full_name(value: Any) -> str:
    kind = type(value)
    return kind.__name__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__name__}"


def _without_ones(value: Any) -> Any:
    """Without leading dimensions of size 1, which assignment passes over."""
    shape = value._array.shape
    while len(shape) > 1 and shape[0] == 1:
        shape = shape[1:]
    return value if len(shape) == len(value._array.shape) else T.reshape(value, shape)


def _fitted(value: Any, shape: Any) -> Any:
    """A value for a part of `shape`. Raises RuntimeError, saying which dimension differs."""
    if value._array.shape == shape:
        return value
    if len(value._array.shape) > len(shape):
        value = _without_ones(value)
        if value._array.shape == (1,) and not shape:
            value = T.reshape(value, ())
    return T.expand(value, shape)
