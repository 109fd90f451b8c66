"""A writer of pickles that names globals of a package which need not be installed.

`pickle.Pickler` imports what it names, to see that it is there, so it cannot write ``torch._utils
_rebuild_tensor_v2`` where there is no PyTorch. This writer is given, type by type, what to put into
the pickle, and refuses every other object: what it writes can be read without running code. It
writes protocol 2, which PyTorch reads (https://docs.python.org/3/library/pickletools.html).
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Mapping, Sequence
from pickle import PicklingError
from typing import Any, NamedTuple

from ._restricted_unpickler import check_key

# As the standard library's pickler: items of a container are handed over in groups of this size.
_BATCH = 1000


class Global(NamedTuple):
    """A name in the pickle: a module and an attribute of it, ``"torch float32"``."""

    name: str


class Call(NamedTuple):
    """A call of a global in the pickle, and the state and items that its result is given.

    `items` are a dict's, `elements` a list's. With `new`, the object of a class is made without a
    call of the class.
    """

    name: str
    arguments: tuple[Any, ...]
    state: Any = None
    items: Mapping[Any, Any] | None = None
    elements: Sequence[Any] | None = None
    new: bool = False


class PersistentId(NamedTuple):
    """An object that is kept outside the pickle, under this id."""

    id: tuple[Any, ...]


Reduce = Callable[[Any], Any]


def pickle_bytes(
    obj: Any, reducers: Mapping[type, Reduce], fallback: Reduce | None = None
) -> bytes:
    """The pickle of `obj`.

    Args:
        obj: None, bools, numbers, text, lists, tuples and dicts, objects with a reducer, and nests
            of these. Objects that occur twice are written once, and are one again when read.
        reducers: by exact type, a function from the object to a `Call`, `Global` or `PersistentId`.
        fallback: the same for all other types; it returns None for what it does not know.

    Raises:
        pickle.PicklingError: an object of another type, saying where in `obj` it is.

    >>> import pickle
    >>> pickle.loads(pickle_bytes({"a": [1, 2.5, None]}, {}))
    {'a': [1, 2.5, None]}
    """
    writer = _Writer(reducers, fallback)
    writer.write(obj)
    return b"".join([b"\x80\x02", *writer.parts, b"."])


class _Writer:
    def __init__(self, reducers: Mapping[type, Reduce], fallback: Reduce | None):
        self.parts: list[bytes] = []
        self.reducers = reducers
        self.fallback = fallback
        # By id, with the object itself, so that the id stays its own while it is in use.
        self.seen: dict[int, tuple[int, Any]] = {}
        self.texts: dict[tuple[type, str], int] = {}
        self.memo_size = 0
        # The keys and indices that lead to the object that is being written.
        self.path: list[str] = []

    def write(self, obj: Any) -> None:
        kind = type(obj)
        plain = _PLAIN.get(kind)
        if plain is not None:
            plain(self, obj)
        elif id(obj) in self.seen:
            self.get(self.seen[id(obj)][0])
        else:
            container = _CONTAINERS.get(kind)
            if container is not None:
                container(self, obj)
            else:
                self.reduced(obj, kind)

    def write_at(self, step: str, obj: Any) -> None:
        self.path.append(step)
        self.write(obj)
        self.path.pop()

    # --- the memo
    def get(self, index: int) -> None:
        self.parts.append(_sized(index, b"h", b"j"))

    def put(self) -> int:
        index = self.memo_size
        self.memo_size += 1
        self.parts.append(_sized(index, b"q", b"r"))
        return index

    def remember(self, obj: Any) -> None:
        self.seen[id(obj)] = (self.put(), obj)

    def once(self, kind: type, text: str, code: bytes) -> None:
        """Write a text or name, or refer to it if it has been written."""
        index = self.texts.get((kind, text))
        if index is not None:
            self.get(index)
        else:
            self.parts.append(code)
            self.texts[kind, text] = self.put()

    # --- plain values
    def none(self, obj: None) -> None:
        self.parts.append(b"N")

    def bool(self, obj: bool) -> None:
        self.parts.append(b"\x88" if obj else b"\x89")

    def int(self, obj: int) -> None:
        if 0 <= obj < 1 << 8:
            code = b"K" + struct.pack("<B", obj)
        elif 0 <= obj < 1 << 16:
            code = b"M" + struct.pack("<H", obj)
        elif -(1 << 31) <= obj < 1 << 31:
            code = b"J" + struct.pack("<i", obj)
        else:
            content = obj.to_bytes(obj.bit_length() // 8 + 1, "little", signed=True)
            short = len(content) < 256
            size = struct.pack("<B" if short else "<I", len(content))
            code = (b"\x8a" if short else b"\x8b") + size + content
        self.parts.append(code)

    def float(self, obj: float) -> None:
        self.parts.append(b"G" + struct.pack(">d", obj))

    def str(self, obj: str) -> None:
        content = obj.encode("utf-8", "surrogatepass")
        self.once(str, obj, b"X" + struct.pack("<I", len(content)) + content)

    def name(self, obj: Global) -> None:
        self.once(Global, obj.name, b"c" + obj.name.replace(" ", "\n").encode() + b"\n")

    # --- containers
    def list(self, obj: list[Any]) -> None:
        self.parts.append(b"]")
        self.remember(obj)
        self.elements(obj)

    def elements(self, obj: Sequence[Any]) -> None:
        for batch in _batches(list(enumerate(obj))):
            self.parts.append(b"(")
            for index, item in batch:
                self.write_at(f"[{index}]", item)
            self.parts.append(b"e")

    def dict(self, obj: Mapping[Any, Any]) -> None:
        self.parts.append(b"}")
        self.remember(obj)
        self.items(obj)

    def items(self, obj: Mapping[Any, Any]) -> None:
        for batch in _batches(list(obj.items())):
            self.parts.append(b"(")
            for key, value in batch:
                check_key(key, PicklingError)
                self.write_at(".keys()", key)
                self.write_at(f"[{key!r:.60}]" if type(key) in _PLAIN else "[...]", value)
            self.parts.append(b"u")

    def tuple(self, obj: tuple[Any, ...]) -> None:
        if not obj:
            self.parts.append(b")")
            return
        self.parts.append(b"(")
        for index, item in enumerate(obj):
            self.write_at(f"[{index}]", item)
        if id(obj) in self.seen:  # it holds something that holds it, and has been written there
            self.parts.append(b"1")
            self.get(self.seen[id(obj)][0])
        else:
            self.parts.append(b"t")
            self.remember(obj)

    # --- everything else
    def reduced(self, obj: Any, kind: type) -> None:
        reduced = self.reducers.get(kind, self.fallback or _unknown)(obj)
        if type(reduced) is Global:
            self.name(reduced)
        elif type(reduced) is PersistentId:
            self.persistent(reduced)
            self.remember(obj)
        elif type(reduced) is Call:
            self.call(reduced)
            self.remember(obj)
            if reduced.elements is not None:
                self.elements(reduced.elements)
            if reduced.items is not None:
                self.items(reduced.items)
            if reduced.state is not None:
                self.state(reduced.state)
        else:
            raise self.refused(kind)

    def persistent(self, persistent: PersistentId) -> None:
        self.arguments(persistent.id)
        self.parts.append(b"Q")

    def call(self, call: Call) -> None:
        self.name(Global(call.name))
        self.arguments(call.arguments)
        self.parts.append(b"\x81" if call.new else b"R")

    def arguments(self, arguments: Sequence[Any]) -> None:
        """A tuple that only the pickle sees: it is not remembered."""
        if not arguments:
            self.parts.append(b")")
            return
        self.parts.append(b"(")
        for argument in arguments:
            self.write(argument)
        self.parts.append(b"t")

    def state(self, state: Any) -> None:
        self.write(state)
        self.parts.append(b"b")

    def refused(self, kind: type) -> PicklingError:
        where = "obj" + "".join(self.path)
        return PicklingError(
            f"save: cannot save {where}, an object of type {kind.__module__}.{kind.__qualname__}. "
            "Checkpoints hold tensors, numbers, text, and dicts, lists, tuples and sets of these, "
            "so that reading one never runs code. Save what the object is made of: for a module "
            "or an optimizer its state_dict(), for a named tuple tuple(it). A class of your own "
            "that may be made from a file is listed with serialization.add_safe_globals([TheClass])"
        )


def _unknown(obj: Any) -> None:
    return None


def _sized(index: int, short: bytes, long: bytes) -> bytes:
    return short + struct.pack("<B", index) if index < 256 else long + struct.pack("<I", index)


def _batches(items: list[Any]) -> list[list[Any]]:
    return [items[start : start + _BATCH] for start in range(0, len(items), _BATCH)]


_PLAIN: dict[type, Callable[[_Writer, Any], None]] = {
    type(None): _Writer.none,
    bool: _Writer.bool,
    int: _Writer.int,
    float: _Writer.float,
    str: _Writer.str,
    Global: _Writer.name,
    PersistentId: _Writer.persistent,
}
_CONTAINERS: dict[type, Callable[[_Writer, Any], None]] = {
    list: _Writer.list,
    dict: _Writer.dict,
    tuple: _Writer.tuple,
}
