"""Collating: from a list of samples to one batch."""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping, MutableMapping, MutableSequence, Sequence
from typing import Any

import numpy as np

import firebrick_core as fc

from . import _memory
from ._columns import ColumnBatch, is_plain


class ShapeMismatch(RuntimeError):
    """Two samples of a batch cannot be stacked; `entries` are their positions in the batch."""

    def __init__(self, message: str, entries: tuple[int, int]):
        super().__init__(message)
        self.entries = entries

    def __reduce__(self) -> Any:
        return type(self), (str(self), self.entries)


def default_collate(batch: Any) -> Any:
    """Make a batch of a list of samples: a new first dimension over the samples.

    Tensors and NumPy arrays are stacked; NumPy scalars, floats (as float64), ints and bools become
    1-d tensors; strings and bytes stay a list. Mappings, named tuples, tuples and other sequences
    are collated element by element (a tuple becomes a list).

    Raises TypeError for a sample of any other type, RuntimeError where shapes or lengths differ.

    Source: torch.utils.data.default_collate.

    >>> default_collate([{"x": 1.5, "name": "a"}, {"x": 2.5, "name": "b"}])
    {'x': tensor([1.5000, 2.5000], dtype=torch.float64), 'name': ['a', 'b']}
    """
    return collate(batch, collate_fn_map=default_collate_fn_map)


def collate(batch: Any, *, collate_fn_map: dict[Any, Callable[..., Any]] | None = None) -> Any:
    """`default_collate` with functions of one's own for some types: {type or tuple of types:
    function}.

    A function is called as `function(batch, collate_fn_map=...)`; subclasses of a type use its
    function.

    >>> def union(batch, *, collate_fn_map):
    ...     return sorted(set.union(*batch))
    >>> collate([{1, 2}, {3}], collate_fn_map={set: union})
    [1, 2, 3]
    """
    if isinstance(batch, ColumnBatch):
        return list(batch.columns)
    first = batch[0]
    function = _function_for(type(first), collate_fn_map)
    if function is not None:
        return function(batch, collate_fn_map=collate_fn_map)
    if isinstance(first, Mapping):
        return _collate_mapping(batch, collate_fn_map)
    if isinstance(first, tuple) and hasattr(first, "_fields"):
        return type(first)(*(collate(c, collate_fn_map=collate_fn_map) for c in _columns(batch)))
    if isinstance(first, tuple):
        return [collate(c, collate_fn_map=collate_fn_map) for c in _columns(batch)]
    if isinstance(first, Sequence):
        return _collate_sequence(batch, collate_fn_map)
    raise _not_collatable(type(first))


def _function_for(
    kind: type, functions: dict[Any, Callable[..., Any]] | None
) -> Callable[..., Any] | None:
    if not functions:
        return None
    if kind in functions:
        return functions[kind]
    return next((f for types, f in functions.items() if issubclass(kind, types)), None)


def _columns(batch: Sequence[Any]) -> list[tuple[Any, ...]]:
    """The samples, which are sequences, turned into one tuple per element."""
    length = len(batch[0])
    for entry, sample in enumerate(batch):
        if len(sample) != length:
            raise ShapeMismatch(
                "each element in list of batch should be of equal size, but the samples at entry "
                f"0 and entry {entry} have {len(batch[0])} and {len(sample)} elements",
                (0, entry),
            )
    return list(zip(*batch, strict=True))


def _collate_mapping(batch: Any, functions: Any) -> Any:
    first = batch[0]
    collated = {
        key: collate([sample[key] for sample in batch], collate_fn_map=functions) for key in first
    }
    if isinstance(first, MutableMapping):
        try:
            whole = copy.copy(first)
            whole.update(collated)
            return whole
        except TypeError:  # the mapping cannot be copied, or refuses these values
            return collated
    return _rebuilt(type(first), collated)


def _collate_sequence(batch: Any, functions: Any) -> Any:
    first = batch[0]
    collated = [collate(column, collate_fn_map=functions) for column in _columns(batch)]
    if type(first) is list:
        return collated
    if isinstance(first, MutableSequence):
        try:
            whole = copy.copy(first)
            for position, value in enumerate(collated):
                whole[position] = value
            return whole
        except TypeError:  # the sequence cannot be copied, or refuses these values
            return collated
    return _rebuilt(type(first), collated)


def _rebuilt(kind: type, content: Any) -> Any:
    """`content` as the class of the samples, where this can be made from it (a range cannot)."""
    try:
        return kind(content)
    except TypeError:
        return content


def _is_numeric(dtype: np.dtype[Any]) -> bool:
    """Whether an array can be a tensor; bfloat16 has NumPy's kind "V", but is no np.void."""
    return dtype.kind in "biufc" or (dtype.kind == "V" and dtype.type is not np.void)


def _not_collatable(found: Any) -> TypeError:
    return TypeError(
        "default_collate: batch must contain tensors, numpy arrays, numbers, dicts or lists; "
        f"found {found}. Return one of these from the dataset, or pass a collate_fn= to the "
        "DataLoader"
    )


def _require_equal_shapes(shapes: list[tuple[int, ...]]) -> None:
    for entry, shape in enumerate(shapes):
        if shape != shapes[0]:
            raise ShapeMismatch(
                f"stack expects each tensor to be equal size, but got {list(shapes[0])} at entry "
                f"0 and {list(shape)} at entry {entry}",
                (0, entry),
            )


def _stack_arrays(arrays: list[np.ndarray]) -> Any:
    """A tensor of arrays that have one dtype, written once, to where batches belong."""
    _require_equal_shapes([array.shape for array in arrays])
    shape = arrays[0].shape
    out = _memory.empty((len(arrays), *shape), arrays[0].dtype)
    if shape:
        # Three times as fast as np.stack for many small arrays.
        np.concatenate(arrays, out=out.reshape(len(arrays) * shape[0], *shape[1:]))
    else:
        out[:] = arrays
    return fc.Tensor._wrap(out)


def _collate_tensors(batch: Any, *, collate_fn_map: Any = None) -> Any:
    if isinstance(batch, fc.Tensor):
        raise TypeError("default_collate: expected a list of tensors, got a Tensor")
    for entry, tensor in enumerate(batch):
        if not isinstance(tensor, fc.Tensor):
            raise TypeError(
                f"expected Tensor as element {entry} of the batch, but got {type(tensor).__name__}"
            )
    dtype = batch[0].dtype
    if all(is_plain(tensor) and tensor.dtype is dtype for tensor in batch):
        return _stack_arrays([tensor._array for tensor in batch])
    _require_equal_shapes([tuple(tensor.shape) for tensor in batch])
    return fc.stack(list(batch))


def _collate_arrays(batch: Any, *, collate_fn_map: Any = None) -> Any:
    dtype = batch[0].dtype
    if not _is_numeric(dtype):
        raise _not_collatable(dtype)
    plain = is_plain(fc.as_tensor(batch[0]))  # not where the default device is another one
    if plain and all(type(array) is np.ndarray and array.dtype == dtype for array in batch):
        return _stack_arrays(batch)
    return _collate_tensors([fc.as_tensor(array) for array in batch])


def _collate_numpy_scalars(batch: Any, *, collate_fn_map: Any = None) -> Any:
    if not _is_numeric(batch[0].dtype):
        raise _not_collatable(type(batch[0]))
    return fc.as_tensor(np.array(batch))


# Python's numbers, and what they are as an array.
_NUMBER_TYPES = {float: np.float64, int: np.int64, bool: np.bool_}


def _collate_numbers(batch: Any, *, collate_fn_map: Any = None) -> Any:
    kinds = set(map(type, batch))
    if len(kinds) > 1 or not kinds <= _NUMBER_TYPES.keys():
        return fc.tensor(batch, dtype=fc.float64 if isinstance(batch[0], float) else None)
    try:
        return fc.as_tensor(np.array(batch, _NUMBER_TYPES[kinds.pop()]))
    except OverflowError as error:
        raise ValueError(f"default_collate: an integer does not fit in int64: {error}") from None


def _collate_strings(batch: Any, *, collate_fn_map: Any = None) -> Any:
    return batch


def collates_by_stacking(leaf: Any) -> bool:
    """Whether `default_collate` stacks tensors or arrays that are like this one: the program may
    have registered another function, or chosen another default device."""
    if type(leaf) is fc.Tensor:
        return default_collate_fn_map.get(fc.Tensor) is _collate_tensors
    known = default_collate_fn_map.get(np.ndarray) is _collate_arrays
    return known and _is_numeric(leaf.dtype) and is_plain(fc.as_tensor(leaf))


default_collate_fn_map: dict[Any, Callable[..., Any]] = {
    fc.Tensor: _collate_tensors,
    np.ndarray: _collate_arrays,
    # Before the numbers and strings that some of its subclasses are as well.
    (str, bytes): _collate_strings,
    np.generic: _collate_numpy_scalars,
    (float, int): _collate_numbers,
}


def default_convert(data: Any) -> Any:
    """Turn the NumPy arrays and scalars in a sample into tensors, and leave everything else as it
    is.

    Mappings, named tuples, tuples (as lists) and other sequences are converted element by element.

    Source: torch.utils.data.default_convert.

    >>> import numpy as np
    >>> default_convert({"x": np.zeros(2), "name": "a"})
    {'x': tensor([0., 0.], dtype=torch.float64), 'name': 'a'}
    """
    if isinstance(data, (fc.Tensor, str, bytes)):
        return data
    if isinstance(data, (np.ndarray, np.generic)):
        return fc.as_tensor(data) if _is_numeric(data.dtype) else data
    if isinstance(data, Mapping):
        converted = {key: default_convert(value) for key, value in data.items()}
        if isinstance(data, MutableMapping):
            whole = copy.copy(data)
            whole.update(converted)
            return whole
        return _rebuilt(type(data), converted)
    if isinstance(data, tuple) and hasattr(data, "_fields"):
        return type(data)(*(default_convert(value) for value in data))
    if isinstance(data, tuple):
        return [default_convert(value) for value in data]
    if isinstance(data, Sequence):
        converted_list = [default_convert(value) for value in data]
        return converted_list if type(data) is list else _rebuilt(type(data), converted_list)
    return data
