"""Files of PyTorch before version 1.6: pickles one after another, then the storages' bytes.

A file is five pickles (a number that says what it is, the format's version, the writing computer's
sizes and byte order, the object, the keys of the storages) and, per key, the number of elements in
eight bytes and the elements, all in little-endian order. PyTorch still writes it on request.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pickle import UnpicklingError
from typing import Any

import numpy as np

from ._loader import Loader, Options, storage_id
from ._pickle_writer import pickle_bytes
from ._plain_values import integers
from ._restricted_unpickler import Closed, unpickle_at
from ._storage import UntypedStorage
from ._torch_names import LEGACY_MAGIC, LEGACY_VERSION
from ._typed_storage import TypedStorage

_COUNT = np.dtype("<i8")


class LegacyLoader(Loader):
    """The loader of a legacy file's content, bytes or a mapped file, from `position` on."""

    def __init__(self, content: Any, position: int, options: Options):
        super().__init__(options)
        self._content = content
        self._position = position
        self._swap = sys.byteorder == "big"
        # How many bytes storages may still have: no more than there are in the file.
        self._rest = len(content) - position
        # By key: the storage on the CPU that is read into, and the one in its place.
        self._waiting: dict[str, tuple[UntypedStorage, UntypedStorage]] = {}

    def load(self) -> tuple[Any, int]:
        """The object, and where in the content it ends."""
        plain = Closed({}, {}, (), self._options.encoding, self._options.errors)
        if self._next(plain) != LEGACY_MAGIC:
            raise RuntimeError("Invalid magic number; corrupt file? Copy or download it again")
        version = self._next(plain)
        if version != LEGACY_VERSION:
            raise RuntimeError(
                f"Invalid protocol version: {version!r:.20}; expected {LEGACY_VERSION}"
            )
        self._next(plain)  # sizes and byte order of the computer, which the format does not use
        obj = self._next(self._closed)
        keys = self._next(plain)
        if type(keys) is not list:
            raise UnpicklingError("the file does not list its storages: it is damaged")
        for key in keys:
            self._fill(key.decode("ascii", "replace") if type(key) is bytes else key)
        if self._waiting:
            raise self._cut_off(f"storage {next(iter(self._waiting))} is missing")
        return obj, self._position

    def _next(self, closed: Closed) -> Any:
        obj, self._position = unpickle_at(self._content, self._position, closed, self._persistent)
        return obj

    # --- storages
    def _persistent(self, persistent_id: Any) -> Any:
        if type(persistent_id) is tuple and persistent_id[:1] in (("module",), (b"module",)):
            return persistent_id[1]  # a class, and its source text, which is of no use
        key, dtype, location, numel, view = storage_id(persistent_id, 6)
        storage = self._storage(key, dtype, location, numel)
        if view is None:
            return storage
        return self._part(storage, dtype, view)

    def _part(self, storage: Any, dtype: Any, view: Any) -> Any:
        """A storage that is part of another, as PyTorch before 0.4 had them."""
        if type(view) is not tuple or len(view) != 3 or type(view[0]) not in (str, bytes):
            raise UnpicklingError("the pickle refers to a storage in a way that is not PyTorch's")
        key = f"part {view[0]!r}"
        if key not in self._storages:
            item = 1 if dtype is None else dtype.itemsize
            start, numel = (n * item for n in integers("part of a storage", view[1:]))
            if start + numel > storage.nbytes():
                raise RuntimeError(
                    f"load: a part of a storage, {numel} bytes from {start} on, is out of bounds "
                    f"for storage of size {storage.nbytes()}: the file is damaged"
                )
            part = storage.untyped()[start : start + numel]
            if dtype is not None:
                part = TypedStorage(wrap_storage=part, dtype=dtype)
            self._storages[key] = part
        return self._storages[key]

    def _restored(self, key: str, on_cpu: UntypedStorage, location: str) -> UntypedStorage:
        """A storage in its place, whose bytes come after the pickle; see `_fill`."""
        placed = super()._restored(key, on_cpu, location)
        self._waiting[key] = (on_cpu, placed)
        return placed

    def _bytes(self, key: str, nbytes: int) -> np.ndarray[Any, Any]:
        self._bytes_exist(key, nbytes)
        return np.zeros(nbytes, np.uint8)

    def _bytes_exist(self, key: str, nbytes: int) -> None:
        self._rest -= nbytes + _COUNT.itemsize
        if self._rest < 0:
            raise self._cut_off(f"storage {key} should have {nbytes} bytes")

    def _fill(self, key: Any) -> None:
        """Read the bytes of a storage, and take them to its place."""
        if type(key) is not str or key not in self._waiting:
            raise UnpicklingError("the file lists a storage that its pickle does not name")
        on_cpu, placed = self._waiting.pop(key)
        dtype, nbytes = self._kinds[key], on_cpu.nbytes()
        numel = nbytes // (1 if dtype is None else dtype.itemsize)
        count = int(np.frombuffer(self._take(key, _COUNT.itemsize), _COUNT)[0])
        if count != numel:
            raise RuntimeError(
                f"load: storage {key} should have {numel} elements, but the file says {count}: it "
                "is damaged. Copy or download it again"
            )
        content = self._take(key, nbytes)
        if self._options.skip_data or on_cpu.device.type != "cpu":
            return
        on_cpu.array_bytes()[...] = np.frombuffer(content, np.uint8)
        if self._swap and dtype is not None:
            on_cpu.byteswap(dtype)
        if placed is not on_cpu:
            placed.copy_(on_cpu)

    def _take(self, key: str, nbytes: int) -> memoryview:
        start, end = self._position, self._position + nbytes
        if end > len(self._content):
            raise self._cut_off(f"storage {key} ends early")
        self._position = end
        return memoryview(self._content)[start:end]

    def _cut_off(self, what: str) -> RuntimeError:
        return RuntimeError(
            f"load: unexpected EOF: the file is cut off, {what}. Copy or download it again, or "
            "save it anew"
        )


def legacy_parts(saver: Any) -> Iterator[Any]:
    """The parts of a legacy file, in order, of what a `Saver` of that format has."""
    sizes = {"short": 2, "int": 4, "long": 4}
    computer = {
        "protocol_version": LEGACY_VERSION,
        "little_endian": sys.byteorder == "little",
        "type_sizes": sizes,
    }
    storages = {key: (dtype, nbytes, content) for key, dtype, nbytes, content in saver.storages()}
    keys = sorted(storages)
    for header in (LEGACY_MAGIC, LEGACY_VERSION, computer):
        yield pickle_bytes(header, {})
    yield saver.pickle
    yield pickle_bytes(keys, {})
    for key in keys:
        dtype, nbytes, content = storages[key]
        item = 1 if dtype is None else dtype.itemsize
        yield np.array(nbytes // item, _COUNT).tobytes()
        elements = content()
        if sys.byteorder == "big" and dtype is not None:
            swapped = UntypedStorage(np.array(elements))
            swapped.byteswap(dtype)
            elements = swapped.array_bytes()
        yield elements
