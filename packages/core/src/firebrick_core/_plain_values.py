"""Values in checkpoints that are neither tensors nor pickle's own: how each is written and read.

`REDUCERS` says by type what is put into a pickle, `GLOBALS` what those names stand for when one is
read, `SET_STATE` how objects are given their state. All of it is data: bytes, sets, ranges,
counters, paths, namespaces, and NumPy's numbers. Every function here checks what it gets, for a
file may call it with anything.
"""

from __future__ import annotations

import math
import re
import sys
from argparse import Namespace
from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Callable
from pathlib import Path, PurePath, PurePosixPath, PureWindowsPath
from pickle import PicklingError, UnpicklingError
from types import SimpleNamespace
from typing import Any

import numpy as np

from ._pickle_writer import Call, Global
from ._restricted_unpickler import Known, check_key

_MULTIARRAY = "numpy._core.multiarray"
_NUMBERS = re.compile(r"b1|[iu][1248]|f[248]|c8|c16")
_OWN_ORDER = "<" if sys.byteorder == "little" else ">"

# What may make the missing values of a defaultdict, and its name in a pickle of protocol 2.
_FACTORIES: dict[Any, str] = {int: "long", float: "float", list: "list", dict: "dict", set: "set"}


def integers(what: str, values: Any) -> tuple[int, ...]:
    """`values` as a tuple, if it is a tuple or list of whole numbers from 0 up."""
    if not isinstance(values, (tuple, list)) or any(type(v) is not int or v < 0 for v in values):
        raise UnpicklingError(
            f"the pickle holds a {what} that is not made of whole numbers from 0 up"
        )
    return tuple(values)


def attributes(state: Any, error: type[Exception] = UnpicklingError) -> dict[str, Any]:
    """`state`, if it is a dict of attributes none of which is special to Python."""
    if type(state) is not dict or any(type(n) is not str or n.startswith("__") for n in state):
        raise error(
            "the state of an object in a checkpoint must be a dict of attributes whose names do "
            "not start with two underscores"
        )
    return state


# --- writing --------------------------------------------------------------------------------------


def _bytes(obj: bytes) -> Call:
    return Call("_codecs encode", (obj.decode("latin1"), "latin1"))


def _bytearray(obj: bytearray) -> Call:
    return Call("__builtin__ bytearray", (bytes(obj),))


def _complex(obj: complex) -> Call:
    return Call("__builtin__ complex", (obj.real, obj.imag))


def _elements(obj: set[Any] | frozenset[Any]) -> list[Any]:
    for element in obj:
        check_key(element, PicklingError)
    return list(obj)


def _set(obj: set[Any]) -> Call:
    return Call("__builtin__ set", (_elements(obj),))


def _frozenset(obj: frozenset[Any]) -> Call:
    return Call("__builtin__ frozenset", (_elements(obj),))


def _range(obj: range) -> Call:
    return Call("__builtin__ xrange", (obj.start, obj.stop, obj.step))


def _slice(obj: slice) -> Call:
    if any(type(end) not in (int, type(None)) for end in (obj.start, obj.stop, obj.step)):
        raise PicklingError(
            f"save: cannot save {obj!r:.80}: only slices of whole numbers can be saved"
        )
    return Call("__builtin__ slice", (obj.start, obj.stop, obj.step))


def _counter(obj: Counter[Any]) -> Call:
    return Call("collections Counter", (dict(obj),))


def _ordered_dict(obj: OrderedDict[Any, Any]) -> Call:
    state = attributes(obj.__dict__, PicklingError) if obj.__dict__ else None
    return Call("collections OrderedDict", (), state, items=obj)


def _defaultdict(obj: defaultdict[Any, Any]) -> Call:
    factory = obj.default_factory
    if factory is None:
        return Call("collections defaultdict", (), items=obj)
    if factory not in _FACTORIES:
        raise PicklingError(
            f"save: cannot save a defaultdict whose missing values are made by {factory!r:.80}: "
            "that is code. Save dict(it)"
        )
    return Call(
        "collections defaultdict", (Global(f"__builtin__ {_FACTORIES[factory]}"),), items=obj
    )


def _deque(obj: deque[Any]) -> Call:
    return Call(
        "collections deque", (list(obj),) if obj.maxlen is None else (list(obj), obj.maxlen)
    )


def _namespace(obj: Namespace) -> Call:
    return Call("argparse Namespace", (), attributes(vars(obj), PicklingError), new=True)


def _simple_namespace(obj: SimpleNamespace) -> Call:
    return Call("types SimpleNamespace", (), attributes(vars(obj), PicklingError))


def _path(obj: PurePath) -> Call:
    return Call(f"pathlib {type(obj).__name__}", obj.parts)


def _numpy_dtype(obj: np.dtype[Any]) -> Call:
    if not _NUMBERS.fullmatch(obj.str[1:]):
        raise PicklingError(
            f"save: cannot save NumPy values of dtype {obj}: only bools and numbers can be saved. "
            "Convert others to lists with .tolist()"
        )
    order = "|" if obj.itemsize == 1 else _OWN_ORDER
    return Call("numpy dtype", (obj.str[1:], False, True), (3, order, None, None, None, -1, -1, 0))


def _numpy_array(obj: np.ndarray[Any, Any]) -> Call:
    native = obj.astype(obj.dtype.newbyteorder("="), copy=False)
    state = (1, native.shape, native.dtype, False, native.tobytes())
    return Call(f"{_MULTIARRAY} _reconstruct", (Global("numpy ndarray"), (0,), b"b"), state)


def _numpy_scalar(obj: np.generic) -> Call:
    return Call(f"{_MULTIARRAY} scalar", (obj.dtype, obj.tobytes()))


REDUCERS: dict[type, Callable[[Any], Any]] = {
    bytes: _bytes,
    bytearray: _bytearray,
    complex: _complex,
    set: _set,
    frozenset: _frozenset,
    range: _range,
    slice: _slice,
    Counter: _counter,
    OrderedDict: _ordered_dict,
    defaultdict: _defaultdict,
    deque: _deque,
    Namespace: _namespace,
    SimpleNamespace: _simple_namespace,
    np.ndarray: _numpy_array,
    **dict.fromkeys((type(Path()), PurePosixPath, PureWindowsPath), _path),
}


def reduce_numpy(obj: Any) -> Call | None:
    """The call for a NumPy scalar or dtype, which have a class for each kind; None for the rest."""
    if isinstance(obj, np.generic):
        return _numpy_scalar(obj)
    return _numpy_dtype(obj) if isinstance(obj, np.dtype) else None


# --- reading --------------------------------------------------------------------------------------


def _read_encoded(text: Any, encoding: Any) -> bytes:
    if type(text) is not str or encoding not in ("latin1", "latin-1"):
        raise UnpicklingError("the pickle encodes something that is not text, or not to latin1")
    return text.encode("latin1")


def _reader(kind: type, *accepted: type) -> Callable[..., Any]:
    """A call of `kind` with arguments of the accepted types only."""

    def read(*arguments: Any) -> Any:
        if any(type(argument) not in accepted for argument in arguments):
            raise UnpicklingError(f"the pickle makes a {kind.__name__} of unsuitable values")
        return kind(*arguments)

    return read


def _set_reader(kind: type) -> Callable[..., Any]:
    """A call of a set type with a list of elements."""

    def read(elements: Any = ()) -> Any:
        if type(elements) not in (list, tuple):
            raise UnpicklingError(
                f"the pickle makes a {kind.__name__} of a {type(elements).__name__}"
            )
        for element in elements:
            check_key(element, UnpicklingError)
        return kind(elements)

    return read


def _read_ordered_dict(pairs: Any = ()) -> OrderedDict[Any, Any]:
    """An OrderedDict; Python 2 gives a list of its pairs with the call."""
    if type(pairs) not in (list, tuple) or any(
        type(pair) not in (list, tuple) or len(pair) != 2 for pair in pairs
    ):
        raise UnpicklingError("the pickle makes a OrderedDict of unsuitable values")
    for key, _ in pairs:
        check_key(key, UnpicklingError)
    return OrderedDict(pairs)


def _read_deque(items: Any = (), maxlen: Any = None) -> deque[Any]:
    if type(items) not in (list, tuple) or type(maxlen) not in (int, type(None)):
        raise UnpicklingError("the pickle makes a deque of unsuitable values")
    return deque(items, maxlen)


def _path_reader(kind: type[PurePath]) -> Callable[..., PurePath]:
    """A call of a class of paths with texts."""

    def read(*parts: Any) -> PurePath:
        if any(type(part) is not str for part in parts):
            raise UnpicklingError("the pickle makes a path of something that is not text")
        return kind(*parts)

    return read


def _read_defaultdict(*factory: Any) -> defaultdict[Any, Any]:
    if factory and factory[0] not in _FACTORIES:
        raise UnpicklingError(
            "the pickle makes a defaultdict of something that is not in the closed list"
        )
    return defaultdict(*factory)


def _read_numpy_dtype(name: Any, align: Any = False, copy: Any = True) -> np.dtype[Any]:
    if type(name) is not str or not _NUMBERS.fullmatch(name):
        raise UnpicklingError("the pickle holds NumPy values that are not bools or numbers")
    return np.dtype(name)


def _read_numpy_scalar(dtype: Any, content: Any) -> np.generic:
    return np.frombuffer(_numpy_content(dtype, content, 1), dtype)[0]


def _read_numpy_array(kind: Any, shape: Any, code: Any) -> np.ndarray[Any, Any]:
    if kind is not np.ndarray:
        raise UnpicklingError("the pickle holds a NumPy array of a subclass")
    return np.empty(0, np.uint8)


def _read_numpy_buffer(content: Any, dtype: Any, shape: Any, order: Any) -> np.ndarray[Any, Any]:
    """An array as pickle protocol 5 has it."""
    shape = integers("shape", shape)
    if type(content) is bytearray:
        content = bytes(content)
    content = _numpy_content(dtype, content, math.prod(shape))
    if order not in ("C", "F"):
        raise UnpicklingError("the pickle holds a NumPy array of an unknown order")
    return np.frombuffer(content, dtype).copy().reshape(shape, order=order)


def _numpy_content(dtype: Any, content: Any, size: int) -> bytes:
    """The bytes of NumPy values; Python 2 has them in texts."""
    if type(content) is str:
        content = content.encode("latin1")
    if not isinstance(dtype, np.dtype) or type(content) is not bytes:
        raise UnpicklingError("the pickle holds NumPy values that are not bools or numbers")
    if len(content) != size * dtype.itemsize:
        raise UnpicklingError("the pickle holds NumPy values of another size than it says")
    return content


def _set_numpy_array(obj: np.ndarray[Any, Any], state: Any) -> None:
    _, shape, dtype, fortran, content = state
    shape = integers("shape", shape)
    content = _numpy_content(dtype, content, math.prod(shape))
    version_1: Any = (1, shape, dtype, bool(fortran), content)
    obj.__setstate__(version_1)


def _set_numpy_dtype(obj: np.dtype[Any], state: Any) -> None:
    """Compare the byte order: the only part of the state that a dtype of numbers has."""
    if type(state) is not tuple or state[1] not in ("|", "=", _OWN_ORDER) or any(state[2:5]):
        raise UnpicklingError("the pickle holds NumPy values of another byte order, or with fields")


def _set_attributes(obj: Any, state: Any) -> None:
    """Give an object its attributes back: a state dict its `_metadata`, a namespace all it has."""
    obj.__dict__.update(attributes(state))


def _globals() -> dict[str, Known]:
    numbers = (int, float)
    indices = (int, type(None))
    builtin = {
        "set": Known(set, _set_reader(set)),
        "frozenset": Known(frozenset, _set_reader(frozenset)),
        "bytes": Known(bytes, _reader(bytes, bytes)),
        "bytearray": Known(bytearray, _reader(bytearray, bytes)),
        "complex": Known(complex, _reader(complex, *numbers)),
        "range": Known(range, _reader(range, int)),
        "xrange": Known(range, _reader(range, int)),
        "slice": Known(slice, _reader(slice, *indices)),
        "long": Known(int),
        "int": Known(int),
        "float": Known(float),
        "list": Known(list),
        "dict": Known(dict),
    }
    found = {
        "_codecs encode": Known(_read_encoded, _read_encoded),
        "collections OrderedDict": Known(OrderedDict, _read_ordered_dict),
        "collections deque": Known(deque, _read_deque),
        "argparse Namespace": Known(Namespace, _reader(Namespace)),
        "types SimpleNamespace": Known(SimpleNamespace, _reader(SimpleNamespace)),
        "collections Counter": Known(Counter, _reader(Counter, dict)),
        "collections defaultdict": Known(defaultdict, _read_defaultdict),
        "numpy ndarray": Known(np.ndarray),
        "numpy dtype": Known(np.dtype, _read_numpy_dtype),
    }
    for (
        name,
        known,
    ) in builtin.items():  # the names in protocol 2, which are Python 2's, and in later ones
        found[f"__builtin__ {name}"] = found[f"builtins {name}"] = known
    for module in (_MULTIARRAY, "numpy.core.multiarray"):  # NumPy 2's name, and NumPy 1's
        found[f"{module} scalar"] = Known(_read_numpy_scalar, _read_numpy_scalar)
        found[f"{module} _reconstruct"] = Known(_read_numpy_array, _read_numpy_array)
    # Paths of another system become paths of this one; the second module is Python 3.13's.
    kinds: dict[str, type[PurePath]] = dict.fromkeys(("Path", "PosixPath", "WindowsPath"), Path)
    kinds["PurePath"] = PurePath
    kinds["PurePosixPath"], kinds["PureWindowsPath"] = PurePosixPath, PureWindowsPath
    for name, kind in kinds.items():
        for module in ("pathlib", "pathlib._local"):
            found[f"{module} {name}"] = Known(kind, _path_reader(kind))
    for module in ("numpy._core.numeric", "numpy.core.numeric"):
        found[f"{module} _frombuffer"] = Known(_read_numpy_buffer, _read_numpy_buffer)
    return found


GLOBALS = _globals()

SET_STATE: dict[type, Callable[[Any, Any], None]] = {
    OrderedDict: _set_attributes,
    Namespace: _set_attributes,
    SimpleNamespace: _set_attributes,
    np.ndarray: _set_numpy_array,
    **{type(np.dtype(code)): _set_numpy_dtype for code in "?bhilqBHILQefdFD"},
}
