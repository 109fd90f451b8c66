"""The fake module: CuPy's names over the fake device's arrays."""

from __future__ import annotations

import functools
import types
from typing import Any

import numpy as np

from ._array import AROUND, ArrayBase, _collect, at, launch, numbers_only
from ._cuda import make_cuda
from ._memory import MemoryPool, PinnedMemoryPointer
from ._names import NAMES
from ._raw import RawModule
from ._streams import Hardware

# Their results' shapes depend on values, so the host waits for these.
WAITING = {
    "argwhere", "bincount", "extract", "flatnonzero", "histogram", "nonzero", "unique", "union1d",
    "unique_all", "unique_counts", "unique_inverse", "unique_values", "trim_zeros", "setdiff1d",
    "intersect1d", "in1d", "array_equal", "array_equiv", "digitize",
}  # fmt: skip
TAKES_HOST_ARRAYS = {"array", "asarray", "asanyarray", "ascontiguousarray", "asfortranarray"}
OPERATORS = {
    "add": "add", "sub": "subtract", "mul": "multiply", "truediv": "true_divide",
    "floordiv": "floor_divide", "mod": "remainder", "pow": "power", "matmul": "matmul",
    "and": "bitwise_and", "or": "bitwise_or", "xor": "bitwise_xor", "lshift": "left_shift",
    "rshift": "right_shift", "divmod": "divmod",
}  # fmt: skip
COMPARISONS = {
    "lt": "less", "le": "less_equal", "gt": "greater", "ge": "greater_equal", "eq": "equal",
    "ne": "not_equal",
}  # fmt: skip
# The dtypes that each ufunc's `at` takes, and the ufuncs that have the other methods.
SCATTERS = {
    "add": "iILQefdFD", "subtract": "iILQefdFD", "maximum": "iILQfd", "minimum": "iILQfd",
    "bitwise_and": "iILQlq", "bitwise_or": "iILQlq", "bitwise_xor": "iILQlq",
}  # fmt: skip
METHODS = {
    "reduce": ("add", "multiply"), "accumulate": ("add", "multiply"), "reduceat": ("add",),
}  # fmt: skip
UNARY = {"neg": "negative", "pos": "positive", "abs": "absolute", "invert": "invert"}


class Ufunc:
    """A ufunc with CuPy's loops: dtypes that CuPy has none for are refused."""

    def __init__(self, cupy: Any, name: str, loops: str):
        self.cupy, self.name, self.function = cupy, name, getattr(np, name)
        self.__name__, self.nin = name, self.function.nin
        # "E" is CuPy's letter for bfloat16, which NumPy has none for.
        self.loops = [loop.split("->")[0] for loop in loops.split() if "E" not in loop]

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        if kwargs.keys() - {"out", "dtype", "casting"}:
            raise TypeError(f"Wrong arguments {sorted(kwargs)} (in cupy.{self.name})")
        operands, outs = args[: self.nin], args[self.nin :]
        if outs:
            kwargs["out"] = outs[0] if len(outs) == 1 else outs
        numbers_only(args, f"cupy.{self.name}")
        self._check_loop(operands, kwargs.get("dtype"))
        return launch(self.cupy, self.function, operands, kwargs)

    def _check_loop(self, operands: Any, dtype: Any) -> None:
        kinds = [x.dtype for x in operands if hasattr(x, "dtype")]
        if any(k.kind == "V" or k.char == "E" for k in kinds):  # bfloat16: CuPy 14 has its own
            return
        if kinds and not any(
            all(np.can_cast(k, c, "safe") for k, c in zip(kinds, loop, strict=False))
            for loop in self.loops
        ):
            raise TypeError(f"Wrong type {tuple(kinds)} of arguments for cupy_{self.name}")

    def at(self, array: Any, indices: Any, values: Any = None) -> None:
        """Unbuffered in-place operation."""
        if array.dtype.char not in SCATTERS.get(self.name, ""):
            raise TypeError(f"scatter by {self.name} does not take {array.dtype} (in CuPy)")
        launch(self.cupy, at, (self.function, array, indices, values), {})

    def __getattr__(self, name: str) -> Any:
        if self.name not in METHODS.get(name, ()):
            raise NotImplementedError(f"`{self.name}.{name}` is not supported yet")
        return functools.partial(self._method, getattr(self.function, name))

    def _method(self, function: Any, *args: Any, **kwargs: Any) -> Any:
        return launch(self.cupy, function, args, kwargs)


class Namespace(types.ModuleType):
    """A module of CuPy's: functions of NumPy's of the same name, for the fake device's arrays."""

    def __init__(self, cupy: Any, name: str, known: dict[str, Any], numpy: Any):
        super().__init__(f"cupy.{name}" if name else "cupy")
        self._cupy, self._known, self._numpy = cupy or self, known, numpy

    def __getattr__(self, name: str) -> Any:
        known = self.__dict__.get("_known", {})
        if name.startswith("__"):
            raise AttributeError(name)
        value = getattr(self.__dict__.get("_numpy"), name, None)
        if name not in known:
            if isinstance(value, (type, float, int, type(None))) and hasattr(self._numpy, name):
                return value  # dtypes and constants
            raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}")
        if value is None:
            raise NotImplementedError(f"the fake CuPy has no {name}: NumPy has none to serve it")
        if isinstance(known[name], dict):
            made = Ufunc(self._cupy, name, known[name]["loops"])
        elif isinstance(value, np.ufunc) and name == "matmul":
            made = Ufunc(self._cupy, name, "bb->b ee->e ff->f dd->d FF->F DD->D qq->q ??->?")
        else:
            made = functools.partial(self._call, name, AROUND.get(name, value), known[name])
        setattr(self, name, made)
        return made

    def _call(self, name: str, function: Any, parameters: Any, *args: Any, **kwargs: Any) -> Any:
        names = (parameters or "*a **k").split()
        places = sum(not n.startswith("*") for n in names)
        if not any(n.startswith("**") for n in names) and kwargs.keys() - set(names):
            wrong = sorted(kwargs.keys() - set(names))
            raise TypeError(f"{name}() got an unexpected keyword argument {wrong[0]!r} (in CuPy)")
        if len(args) > places and not any(n.startswith("*") for n in names):
            raise TypeError(f"{name}() takes {places} positional arguments (in CuPy)")
        kwargs.pop("blocking", None)
        arrays: list[Any] = []
        _collect((args, kwargs), arrays)
        if name not in TAKES_HOST_ARRAYS:
            _refuse_host(name, (args, kwargs))
        if name in WAITING or (name == "where" and len(args) == 1) or _repeats(name, args):
            self._cupy.wait(name, *arrays)
        return launch(self._cupy, function, args, kwargs)


def _repeats(name: str, args: Any) -> bool:
    return name == "repeat" and len(args) > 1 and isinstance(args[1], ArrayBase)


def _refuse_host(name: str, value: Any) -> None:
    if isinstance(value, np.ndarray):
        raise TypeError(f"Unsupported type {type(value)} (in cupy.{name})")
    if isinstance(value, (tuple, list)):
        for v in value:
            _refuse_host(name, v)
    elif isinstance(value, dict):
        _refuse_host(name, list(value.values()))


class FakeCupy(Namespace):
    """What stands in the place of `cupy`."""

    def __init__(self, hardware: Hardware):
        super().__init__(None, "", NAMES[""], np)
        self.__path__: list[str] = []
        self.__version__ = NAMES["version"]
        self.hardware = hardware
        self.ndarray = _array_class(self)
        self.cuda = make_cuda(self)
        self.linalg = Namespace(self, "linalg", NAMES["linalg"], np.linalg)
        self.fft = Namespace(self, "fft", NAMES["fft"], np.fft)
        self.lib = types.SimpleNamespace(stride_tricks=types.SimpleNamespace())
        self.lib.stride_tricks.as_strided = self._as_strided
        self.pool = MemoryPool(hardware)
        self.cuda.set_allocator(self.pool.malloc)
        self.RawModule = functools.partial(RawModule, self)

    def wait(self, reason: str, *arrays: Any) -> None:
        """Wait because the host must know values; the hidden copies then have the device's."""
        self.hardware.wait(reason)
        for a in arrays:
            if isinstance(a, ArrayBase) and a.size:
                owner = a if a.base is None else a.base
                owner._shadow[...] = owner._memory

    def _as_strided(self, x: Any, shape: Any = None, strides: Any = None) -> Any:
        return self.ndarray(shape, x.dtype, x.data, strides)

    def is_pinned(self, array: Any) -> bool:
        """Whether a NumPy array lies in page-locked memory."""
        while isinstance(array, np.ndarray):
            array = array.base
        return isinstance(getattr(array, "obj", array), PinnedMemoryPointer)

    def asnumpy(self, a: Any, stream: Any = None, order: str = "C", out: Any = None, *,
                blocking: bool = True) -> Any:  # fmt: skip
        """The values in host memory."""
        if isinstance(a, ArrayBase):
            return a.get(stream, order, out, blocking)
        return np.asarray(a)

    def asarray(self, a: Any, dtype: Any = None, order: Any = None, *, copy: Any = None,
                blocking: bool = False) -> Any:  # fmt: skip
        """An array of the device."""
        if isinstance(a, ArrayBase):
            same = dtype is None or a.dtype == dtype
            return a if same and not copy else a.astype(dtype or a.dtype)
        host = np.array(a, dtype, order=order or "K")
        made = self.ndarray(host.shape, host.dtype, order="C")
        made.set(np.ascontiguousarray(host).reshape(host.shape))
        return made

    def array(self, a: Any, dtype: Any = None, copy: Any = True, order: Any = "K",
              subok: bool = False, ndmin: int = 0, *, blocking: bool = False) -> Any:  # fmt: skip
        """A new array of the device."""
        if isinstance(a, (tuple, list)) and any(isinstance(x, ArrayBase) for x in a):
            return self.stack([self.asarray(x, dtype) for x in a])
        made = self.asarray(a, dtype, copy=copy)
        return made.reshape((1,) * max(0, ndmin - made.ndim) + made.shape)

    def ascontiguousarray(self, a: Any, dtype: Any = None) -> Any:
        """A row-major array; itself where it is one."""
        if isinstance(a, ArrayBase) and a.flags.c_contiguous and dtype in (None, a.dtype):
            return a
        return self.asarray(a, dtype).astype(dtype or a.dtype, order="C")

    def empty(self, shape: Any, dtype: Any = float, order: str = "C") -> Any:
        """An array of junk."""
        return self.ndarray(shape, dtype, order=order)

    def empty_like(self, prototype: Any, dtype: Any = None, order: str = "K", subok: Any = None,
                   shape: Any = None) -> Any:  # fmt: skip
        """An array of junk that looks like another."""
        return self.ndarray._new(np.empty_like(prototype._shadow, dtype, order, shape=shape))

    def get_default_memory_pool(self) -> Any:
        """The pool that memory comes from unless told otherwise."""
        return self.pool

    def from_dlpack(self, array: Any, **kwargs: Any) -> Any:
        """An array of the device that another shares."""
        return array.__dlpack__(stream=self.cuda.get_current_stream().ptr).array


def _array_class(cupy: FakeCupy) -> type:
    """The module's own array class, with CuPy's methods."""
    members: dict[str, Any] = {"_cupy": cupy, "__module__": "cupy"}
    for name in NAMES["ndarray"]:
        original = getattr(np.ndarray, name, None)
        if original is None or hasattr(ArrayBase, name) or name in ("base", "device", "data"):
            continue
        if callable(original):
            members[name] = _method(cupy, name, AROUND.get(name, original))
        else:
            members[name] = _attribute(cupy, name)
    for name, function in OPERATORS.items():
        members[f"__{name}__"] = _binary(cupy, function, False)
        members[f"__r{name}__"] = _binary(cupy, function, True)
        members[f"__i{name}__"] = _in_place(cupy, function)
    for name, function in COMPARISONS.items():
        members[f"__{name}__"] = _binary(cupy, function, False)
    for name, function in UNARY.items():
        members[f"__{name}__"] = _unary(cupy, function)
    return type("ndarray", (ArrayBase,), members)


def _method(cupy: Any, name: str, original: Any) -> Any:
    def method(self: Any, *args: Any, **kwargs: Any) -> Any:
        if name in ("nonzero", "compress"):
            cupy.wait(name, self)
        return launch(cupy, original, (self, *args), kwargs)

    method.__name__ = name
    return method


def _attribute(cupy: Any, name: str) -> Any:
    def read(array: Any) -> Any:
        return getattr(array, name)

    def get(self: Any) -> Any:
        return launch(cupy, read, (self,), {})

    def put(self: Any, value: Any) -> None:
        getattr(self, name)[...] = value

    return property(get, put)


def _binary(cupy: Any, function: str, reflected: bool) -> Any:
    def operate(self: Any, other: Any) -> Any:
        if not isinstance(other, (ArrayBase, int, float, complex, bool, np.generic)):
            if isinstance(other, np.ndarray):
                raise TypeError(f"Unsupported type {type(other)}")
            return NotImplemented
        operands = (other, self) if reflected else (self, other)
        return getattr(cupy, function)(*operands)

    return operate


def _in_place(cupy: Any, function: str) -> Any:
    def operate(self: Any, other: Any) -> Any:
        return getattr(cupy, function)(self, other, out=self)

    return operate


def _unary(cupy: Any, function: str) -> Any:
    def operate(self: Any) -> Any:
        return getattr(cupy, function)(self)

    return operate
