"""Lists and dicts of Python objects that many workers use and none copies.

A list of a million strings is a million objects, each with a reference count. A forked worker that
only reads them writes to those counts, and so gets, page by page, a copy of it all; a worker that
is started otherwise is sent a copy at once. Here the objects are kept as bytes in one piece of
shared memory, and an object is made when it is asked for, and gone when it has been used.
"""

from __future__ import annotations

import hashlib
import operator
import pickle
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Generic, TypeVar, overload

import numpy as np

from firebrick_core._shared_memory import let_mappings_be_sent, shared_copy
from firebrick_core._storage import is_shared, memory_of

from ._errors import short

T = TypeVar("T")
K = TypeVar("K")
V = TypeVar("V")


class _Pickled:
    """Pickled objects one after the other, and where each ends, in shared memory."""

    def __init__(self, objects: Iterable[Any]):
        ends, content = [], bytearray()
        for each in objects:
            content += pickle.dumps(each, 5)
            ends.append(len(content))
        self.ends = _shared(np.array(ends, np.int64))
        self.content = _shared(np.frombuffer(content, np.uint8))

    def __len__(self) -> int:
        return len(self.ends)

    def object(self, position: int) -> Any:
        """The object at a position, made anew."""
        start = self.ends[position - 1] if position else 0
        return pickle.loads(self.content[start : self.ends[position]].data)

    def nbytes(self) -> int:
        """The memory that it takes, once for all processes."""
        return self.ends.nbytes + self.content.nbytes

    def __getstate__(self) -> Any:
        return {name: _Array(array) for name, array in vars(self).items()}

    def __setstate__(self, state: Any) -> None:
        vars(self).update({name: each.array for name, each in state.items()})


def _shared(array: np.ndarray) -> np.ndarray:
    if let_mappings_be_sent():
        array = shared_copy(array)
    array.flags.writeable = False
    return array


class _Array:
    """An array on its way: by its shared memory to a process being started, else as its bytes."""

    def __init__(self, array: np.ndarray):
        self.array = array

    def __reduce__(self) -> Any:
        from multiprocessing import context

        if context.get_spawning_popen() is None or not is_shared(self.array):
            return _arrived, (self.array.tobytes(), self.array.dtype)
        return _arrived, (memory_of(self.array), self.array.dtype, len(self.array))


def _arrived(memory: Any, dtype: Any, count: int = -1) -> _Array:
    if not isinstance(memory, bytes):
        let_mappings_be_sent()  # to workers of this one
    array = np.frombuffer(memory, np.uint8)
    array = array[: count * dtype.itemsize] if count >= 0 else array
    array.flags.writeable = False
    return _Array(array.view(dtype))


class SharedList(Sequence[T], Generic[T]):
    """A list of Python objects in shared memory, for a dataset that many workers use.

    The list cannot be changed, nor can its objects: each access makes the object anew, so that
    changing it changes nothing here, and `a[0] is a[0]` is False. Making it takes about a
    microsecond for a string.

    The objects have to be picklable; raises what pickling raises, and OSError where there is no
    memory.

    >>> names = SharedList(["a.png", "b.png", "c.png"])
    >>> names[1], names[-1], names[:2], len(names)
    ('b.png', 'c.png', ['a.png', 'b.png'], 3)
    """

    def __init__(self, objects: Iterable[T] = ()):
        self._pickled = _Pickled(objects)

    def __len__(self) -> int:
        return len(self._pickled)

    @overload
    def __getitem__(self, index: int) -> T: ...
    @overload
    def __getitem__(self, index: slice) -> list[T]: ...
    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return [self._pickled.object(i) for i in range(*index.indices(len(self)))]
        index, length = operator.index(index), len(self)
        if not -length <= index < length:
            raise IndexError(f"index {index} is out of range for a SharedList of {length} objects")
        return self._pickled.object(index % length)

    def __repr__(self) -> str:
        return f"SharedList({len(self)} objects, {self._pickled.nbytes()} bytes)"


class SharedDict(Mapping[K, V], Generic[K, V]):
    """A dict of Python objects in shared memory, for a dataset that many workers use.

    Keys are strings, bytes, numbers, None, or tuples of these, and are found as a dict finds them;
    their order is kept. As with SharedList, a value is made anew at each access and cannot be
    changed.

    Raises TypeError for a key of another kind, KeyError for one that is not there.

    >>> labels = SharedDict({"a.png": {"cat"}, "b.png": {"dog", "hat"}})
    >>> labels["a.png"], "c.png" in labels, list(labels)
    ({'cat'}, False, ['a.png', 'b.png'])
    """

    def __init__(self, objects: Mapping[K, V] | Iterable[tuple[K, V]] = ()):
        content = dict(objects)
        self._pickled = _Pickled(content.items())
        hashes = np.array([_stable_hash(key) for key in content], np.uint64)
        order = np.argsort(hashes, kind="stable")
        self._hashes, self._order = _shared(hashes[order]), _shared(order.astype(np.int64))

    def __len__(self) -> int:
        return len(self._pickled)

    def __iter__(self) -> Iterator[K]:
        return (self._pickled.object(i)[0] for i in range(len(self)))

    def __getitem__(self, key: K) -> V:
        wanted = np.uint64(_stable_hash(key))
        place = int(np.searchsorted(self._hashes, wanted))
        while place < len(self._hashes) and self._hashes[place] == wanted:
            found, value = self._pickled.object(int(self._order[place]))
            if found == key:
                return value
            place += 1  # another key with the same hash
        raise KeyError(key)

    def __getstate__(self) -> Any:
        return self._pickled, _Array(self._hashes), _Array(self._order)

    def __setstate__(self, state: Any) -> None:
        self._pickled, self._hashes, self._order = state[0], state[1].array, state[2].array

    def __repr__(self) -> str:
        return f"SharedDict({len(self)} objects, {self._pickled.nbytes()} bytes)"


def _stable_hash(key: Any) -> int:
    """A hash that is the same in every process (Python's own is not, for strings), and equal for
    equal keys."""
    if isinstance(key, str):
        content = b"s" + key.encode("utf-8", "surrogatepass")
    elif isinstance(key, bytes):
        content = b"b" + key
    elif isinstance(key, (int, float, complex, np.number, np.bool_)):
        content = b"n%d" % hash(key)
    elif key is None:
        content = b"0"
    elif isinstance(key, tuple):
        content = b"t" + b"".join(_stable_hash(part).to_bytes(8, "big") for part in key)
    else:
        raise TypeError(
            "SharedDict: keys should be str, bytes, numbers, None or tuples of these, got "
            f"{short(key)} of class {type(key).__name__}"
        )
    return int.from_bytes(hashlib.blake2b(content, digest_size=8).digest(), "big")
