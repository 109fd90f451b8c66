"""A reader of pickles that runs nothing: it knows a closed list of globals, and calls only its own.

A pickle is a program for a small stack machine, and three of its instructions can run code of the
author's choice: fetch a global by name, call it, and set an object's state. Here a global is looked
up in a list that the caller gives; a call looks up what the list says to do for that global, and
never calls the object itself; state is set by functions that are listed by type. Everything else is
refused with `pickle.UnpicklingError`. Protocols 2 to 5 are read
(https://docs.python.org/3/library/pickletools.html), also those that Python 2 has written.

The list may hold classes of the program's own (`Closed.own`): these are made, filled and given
their state as Python's own unpickler does it, because the program has said that they may be.
"""

from __future__ import annotations

import struct
from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Callable, Collection, Mapping
from pickle import UnpicklingError
from typing import Any, NamedTuple

_DICTS = (dict, OrderedDict, defaultdict, Counter)
_LISTS = (list, deque)
_NESTS = (tuple, frozenset)

# A dict key or set element may hold this many values, nested. Python's hash() has no limit of its
# own: a few bytes of pickle can describe a tuple that takes years to hash, or overflows the stack.
_LARGEST_KEY = 10_000
_DEEPEST_KEY = 20


class Known(NamedTuple):
    """An entry of the closed list: what the name stands for, and what a call of it does instead.

    `new` is for the instruction that makes an object without calling its class; it is `call`
    unless given.
    """

    value: Any
    call: Callable[..., Any] | None = None
    new: Callable[..., Any] | None = None


class Closed(NamedTuple):
    """All that a pickle may name.

    Attributes:
        globals: entries by "module name".
        set_state: by exact type, what takes `(object, state)` for the instruction BUILD.
        own: types outside core that may be given items and state.
        encoding, errors: how the texts of Python 2 are decoded; "bytes" leaves them as they are.
    """

    globals: Mapping[str, Known]
    set_state: Mapping[type, Callable[[Any, Any], None]]
    own: Collection[type] = ()
    encoding: str = "utf-8"
    errors: str = "strict"


def unpickle(data: Any, closed: Closed, persistent_load: Callable[[Any], Any]) -> Any:
    """The object that a pickle describes, made of what `closed` lists.

    `persistent_load` makes an object from a persistent id. Raises `pickle.UnpicklingError` for a
    global that is not listed and for a pickle that is damaged; errors of `persistent_load` pass
    through.

    >>> import pickle
    >>> unpickle(pickle.dumps([1, ("a", None)], 2), Closed({}, {}), print)
    [1, ('a', None)]
    """
    return unpickle_at(data, 0, closed, persistent_load)[0]


def unpickle_at(
    data: Any, start: int, closed: Closed, persistent_load: Callable[[Any], Any]
) -> tuple[Any, int]:
    """The object of a pickle in the middle of bytes, or of a mapped file, and where it ends."""
    machine = _Machine(data, start, closed, persistent_load)
    try:
        return machine.run(), machine.position
    except (
        IndexError,
        KeyError,
        TypeError,
        ValueError,
        AttributeError,
        OverflowError,
        struct.error,
    ) as error:
        if machine.outside:
            raise
        raise UnpicklingError(
            f"the pickle is damaged or not a checkpoint's: at byte {machine.position} of "
            f"{len(data)}, {type(error).__name__}: {error}"
        ) from error


def names_in(data: bytes) -> list[str]:
    """The globals that a pickle names, as "module name", without making any object.

    Raises `pickle.UnpicklingError` for a pickle that is damaged.
    """
    from pickletools import genops

    found: list[str] = []
    texts: list[Any] = []
    memo: list[Any] = []
    try:
        argument: Any
        for instruction, argument, _ in genops(data):
            name = instruction.name
            if name in ("GLOBAL", "INST"):
                found.append(argument)
            elif name == "STACK_GLOBAL":
                found.append(" ".join(map(str, texts[-2:])))
            elif name == "MEMOIZE":
                memo.append(texts[-1] if texts else None)
            elif name in ("BINGET", "LONG_BINGET"):
                texts.append(memo[argument] if argument < len(memo) else None)
            elif isinstance(argument, str):
                texts.append(argument)
    except ValueError as error:
        raise UnpicklingError(f"the pickle is damaged or not a checkpoint's: {error}") from error
    return found


def check_key(key: Any, error: type[Exception]) -> None:
    """Raise `error` for a dict key or set element whose hash would cost too much."""
    if type(key) not in _NESTS:
        return
    count, level, depth = 0, [key], 0
    while level:
        depth += 1
        deeper: list[Any] = []
        for nest in level:
            count += len(nest)
            if count > _LARGEST_KEY or depth > _DEEPEST_KEY:
                raise error(
                    f"a dict key or set element has more than {_LARGEST_KEY} values, or more than "
                    f"{_DEEPEST_KEY} levels, which checkpoints may not have"
                )
            deeper += [item for item in nest if type(item) in _NESTS]
        level = deeper


class _Machine:
    """The stack machine. A method per instruction; `_INSTRUCTIONS` says which is which."""

    def __init__(
        self, data: Any, start: int, closed: Closed, persistent_load: Callable[[Any], Any]
    ):
        self.data = data
        self.position = start
        self.closed = closed
        self.persistent_load = persistent_load
        # What a call, and what the making of an object does, by the id of the global met, which is
        # kept so that no other gets its id.
        self.calls: dict[int, tuple[Callable[..., Any], Callable[..., Any], Any]] = {}
        self.stack: list[Any] = []
        self.outer: list[list[Any]] = []
        self.memo: dict[int, Any] = {}
        # Whether an error would come from the caller's `persistent_load`, and not from the pickle.
        self.outside = False

    def run(self) -> Any:
        data, instructions = self.data, _INSTRUCTIONS
        while True:
            code = data[self.position]
            self.position += 1
            if code == _STOP:
                if len(self.stack) != 1 or self.outer:
                    raise UnpicklingError("the pickle ends with more or less than one object")
                return self.stack[0]
            instruction = instructions.get(code)
            if instruction is None:
                raise UnpicklingError(
                    f"the pickle has an instruction that checkpoints do not use: {code:#04x} at "
                    f"byte {self.position - 1}"
                )
            instruction(self)

    # --- reading the arguments of instructions
    def take(self, size: int) -> bytes:
        start, end = self.position, self.position + size
        if end > len(self.data):
            raise UnpicklingError("the pickle ends in the middle of an instruction")
        self.position = end
        return self.data[start:end]

    def number(self, form: struct.Struct) -> Any:
        return form.unpack(self.take(form.size))[0]

    def line(self) -> str:
        end = self.data.find(b"\n", self.position)
        if end < 0:
            raise UnpicklingError("the pickle ends in the middle of an instruction")
        text = self.data[self.position : end].decode("utf-8")
        self.position = end + 1
        return text

    # --- the stack
    def mark(self) -> None:
        self.outer.append(self.stack)
        self.stack = []

    def to_mark(self) -> list[Any]:
        items, self.stack = self.stack, self.outer.pop()
        return items

    def pop(self) -> None:
        if self.stack:
            self.stack.pop()
        else:
            self.to_mark()

    def protocol(self) -> None:
        version = self.number(_U1)
        if not 2 <= version <= 5:
            raise UnpicklingError(f"expected pickle protocol 2 to 5, but got {version}")

    def frame(self) -> None:
        self.number(_U8)

    def get(self, form: struct.Struct) -> None:
        self.stack.append(self.memo[self.number(form)])

    def put(self, form: struct.Struct) -> None:
        self.memo[self.number(form)] = self.stack[-1]

    def memoize(self) -> None:
        self.memo[len(self.memo)] = self.stack[-1]

    # --- plain values
    def value(self, value: Any) -> None:
        self.stack.append(value)

    def numeric(self, form: struct.Struct) -> None:
        self.stack.append(self.number(form))

    def long(self, form: struct.Struct) -> None:
        self.stack.append(int.from_bytes(self.take(self.number(form)), "little", signed=True))

    def text(self, form: struct.Struct) -> None:
        self.stack.append(self.take(self.number(form)).decode("utf-8", "surrogatepass"))

    def old_text(self, form: struct.Struct) -> None:
        content: Any = self.take(self.number(form))
        if self.closed.encoding != "bytes":
            content = content.decode(self.closed.encoding, self.closed.errors)
        self.stack.append(content)

    def binary(self, form: struct.Struct) -> None:
        self.stack.append(self.take(self.number(form)))

    def bytearray(self) -> None:
        self.stack.append(bytearray(self.take(self.number(_U8))))

    # --- containers
    def empty_list(self) -> None:
        self.stack.append([])

    def empty_dict(self) -> None:
        self.stack.append({})

    def empty_set(self) -> None:
        self.stack.append(set())

    def tuple(self) -> None:
        items = tuple(self.to_mark())
        self.stack.append(items)

    def tuple_of(self, size: int) -> None:
        items = self.stack[-size:]
        if len(items) != size:
            raise IndexError("the stack is empty")
        self.stack[-size:] = [tuple(items)]

    def frozenset(self) -> None:
        items = self.to_mark()
        for item in items:
            check_key(item, UnpicklingError)
        self.stack.append(frozenset(items))

    def target(self, *types: type) -> Any:
        target = self.stack[-1]
        if type(target) not in types and type(target) not in self.closed.own:
            raise UnpicklingError(f"the pickle puts items into a {type(target).__name__}")
        return target

    def append(self) -> None:
        item = self.stack.pop()
        self.target(*_LISTS).append(item)

    def appends(self) -> None:
        items = self.to_mark()
        self.target(*_LISTS).extend(items)

    def add_items(self) -> None:
        items = self.to_mark()
        for item in items:
            check_key(item, UnpicklingError)
        self.target(set).update(items)

    def set_item(self) -> None:
        value, key = self.stack.pop(), self.stack.pop()
        check_key(key, UnpicklingError)
        self.target(*_DICTS)[key] = value

    def set_items(self) -> None:
        items = self.to_mark()
        target = self.target(*_DICTS)
        for key, value in zip(items[::2], items[1::2], strict=True):
            check_key(key, UnpicklingError)
            target[key] = value

    # --- globals, calls, state
    def find(self, module: str, name: str) -> None:
        known = self.closed.globals.get(f"{module} {name}")
        if known is None:
            raise UnpicklingError(
                f"Weights only load failed. Unsupported global: GLOBAL {module}.{name} is not in "
                "the closed list of what a checkpoint may hold: tensors, numbers, text, and "
                "containers of these. Nothing from the file was run, and no option makes it run. "
                "If a package that is not imported yet registers this name, import it; otherwise "
                "open the file with the program that wrote it, and save plain data, such as a "
                "model's state_dict(). A class of your own that may be made from a file is listed "
                "with serialization.add_safe_globals([TheClass])"
            )
        if known.call is not None:
            self.calls[id(known.value)] = (known.call, known.new or known.call, known.value)
        self.stack.append(known.value)

    def find_named(self) -> None:
        self.find(self.line(), self.line())

    def find_stacked(self) -> None:
        name, module = self.stack.pop(), self.stack.pop()
        if type(name) is not str or type(module) is not str:
            raise UnpicklingError("the pickle names a global by something that is not text")
        self.find(module, name)

    def called(self, how: int) -> None:
        arguments, function = self.stack.pop(), self.stack.pop()
        known = self.calls.get(id(function))
        if known is None or type(arguments) is not tuple:
            what = getattr(function, "__qualname__", type(function).__name__)
            raise UnpicklingError(f"the pickle calls {what}, which a checkpoint may not do")
        self.stack.append(known[how](*arguments))

    def build(self) -> None:
        state, kind = self.stack.pop(), type(self.stack[-1])
        set_state = self.closed.set_state.get(kind)
        if set_state is None and kind in self.closed.own:
            set_state = _set_own_state
        if set_state is None:
            raise UnpicklingError(
                f"the pickle sets the state of a {kind.__name__}, which a checkpoint may not do"
            )
        set_state(self.stack[-1], state)

    def persistent(self) -> None:
        persistent_id = self.stack.pop()
        self.outside = True
        loaded = self.persistent_load(persistent_id)
        self.outside = False
        self.stack.append(loaded)


def _set_own_state(obj: Any, state: Any) -> None:
    """Give an object of the program's own class its state, as Python's unpickler does."""
    if hasattr(obj, "__setstate__"):
        obj.__setstate__(state)
        return
    in_slots = state[1] if type(state) is tuple and len(state) == 2 else None
    in_dict = state[0] if in_slots is not None else state
    if in_dict:
        obj.__dict__.update(in_dict)
    for name, value in (in_slots or {}).items():
        setattr(obj, name, value)


_U1, _U2, _U4, _U8 = (struct.Struct(form) for form in ("<B", "<H", "<I", "<Q"))
_I4 = struct.Struct("<i")
_F8 = struct.Struct(">d")
_STOP = ord(".")


def _with(method: Callable[..., None], argument: Any) -> Callable[[_Machine], None]:
    def instruction(machine: _Machine) -> None:
        method(machine, argument)

    return instruction


_INSTRUCTIONS: dict[int, Callable[[_Machine], object]] = {
    0x80: _Machine.protocol,
    0x95: _Machine.frame,
    ord("("): _Machine.mark,
    ord("0"): _Machine.pop,
    ord("1"): _Machine.to_mark,
    ord("N"): _with(_Machine.value, None),
    0x88: _with(_Machine.value, True),
    0x89: _with(_Machine.value, False),
    ord("K"): _with(_Machine.numeric, _U1),
    ord("M"): _with(_Machine.numeric, _U2),
    ord("J"): _with(_Machine.numeric, _I4),
    ord("G"): _with(_Machine.numeric, _F8),
    0x8A: _with(_Machine.long, _U1),
    0x8B: _with(_Machine.long, _U4),
    0x8C: _with(_Machine.text, _U1),
    ord("X"): _with(_Machine.text, _U4),
    0x8D: _with(_Machine.text, _U8),
    ord("U"): _with(_Machine.old_text, _U1),
    ord("T"): _with(_Machine.old_text, _U4),
    ord("C"): _with(_Machine.binary, _U1),
    ord("B"): _with(_Machine.binary, _U4),
    0x8E: _with(_Machine.binary, _U8),
    0x96: _Machine.bytearray,
    ord(")"): _with(_Machine.value, ()),
    0x85: _with(_Machine.tuple_of, 1),
    0x86: _with(_Machine.tuple_of, 2),
    0x87: _with(_Machine.tuple_of, 3),
    ord("t"): _Machine.tuple,
    ord("]"): _Machine.empty_list,
    ord("a"): _Machine.append,
    ord("e"): _Machine.appends,
    ord("}"): _Machine.empty_dict,
    ord("s"): _Machine.set_item,
    ord("u"): _Machine.set_items,
    0x8F: _Machine.empty_set,
    0x90: _Machine.add_items,
    0x91: _Machine.frozenset,
    ord("h"): _with(_Machine.get, _U1),
    ord("j"): _with(_Machine.get, _U4),
    ord("q"): _with(_Machine.put, _U1),
    ord("r"): _with(_Machine.put, _U4),
    0x94: _Machine.memoize,
    ord("c"): _Machine.find_named,
    0x93: _Machine.find_stacked,
    ord("R"): _with(_Machine.called, 0),
    0x81: _with(_Machine.called, 1),
    ord("b"): _Machine.build,
    ord("Q"): _Machine.persistent,
}
