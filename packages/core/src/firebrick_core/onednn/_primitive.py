"""Primitives of oneDNN over NumPy arrays: descriptors, memories, reorders, and what is kept.

A `Plan` is all that calls of one kind on arrays of certain shapes and strides have in common. It is
made once and kept; a call then sets addresses and executes, about 5 us. A plan serves one thread at
a time: `PlanCache` hands it out and takes it back.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Hashable
from ctypes import c_void_p
from typing import Any

import numpy as np

from .. import _utilities
from .._memory_format import elementwise_order, inverse_of
from ._finding import find_library
from ._library import Argument, Dims, Library

# Numbers of oneDNN's headers.
SRC, DST, WEIGHTS, BIAS, WORKSPACE, SCRATCHPAD = 1, 17, 33, 41, 64, 80
DIFF = 128  # is added to an argument's number for its gradient
QUERY_SRC, QUERY_WEIGHTS, QUERY_DST, QUERY_WORKSPACE, QUERY_SCRATCHPAD = 129, 131, 133, 135, 136
QUERY_DIFF_SRC, QUERY_DIFF_WEIGHTS, QUERY_DIFF_DST = 130, 132, 134
_QUERY_INPUTS, _QUERY_IMPLEMENTATION = 3, 8
TRAINING, INFERENCE, BACKWARD = 64, 96, 128
BFLOAT16, FLOAT32 = 2, 3
ANY = 1
_USER_SCRATCHPAD = 1

_loaded: list[Library] = []
_arenas: list[dict[str, np.ndarray]] = []


def library() -> Library:
    """oneDNN, loaded by the first call. Raises ImportError, saying what to do, where it cannot."""
    if not _loaded:
        path = find_library()
        if path is None:
            raise ImportError(
                "oneDNN's library was not found: pip install 'firebrick-core[onednn]'"
            )
        _loaded.append(Library(path))
    return _loaded[0]


# ---------------------------------------------------------------------- descriptors
def dtype_code(dtype: Any) -> int:
    """oneDNN's number of float32 or bfloat16."""
    return FLOAT32 if dtype == np.float32 else BFLOAT16


def has_nan(array: Any) -> bool:
    """Whether there is a NaN, of either sign, which maxima of NumPy know in float32 only."""
    if array.dtype == np.float32:
        return bool(np.isnan(np.maximum.reduce(array, None)))
    bits = array.view(np.uint16)
    return bool(
        np.maximum.reduce(bits, None) > 0xFF80
        or np.maximum.reduce(bits.view(np.int16), None) > 0x7F80
    )


def any_layout(shape: tuple[int, ...], code: int = FLOAT32) -> c_void_p:
    """A descriptor that leaves the order in memory to the primitive."""
    return tagged(shape, ANY, code)


def strided(shape: tuple[int, ...], strides: tuple[int, ...], code: int = FLOAT32) -> c_void_p:
    """A descriptor of strides, in elements."""
    return library().made(
        "memory_desc_create_with_strides", len(shape), Dims(*shape), code, Dims(*strides)
    )


CHANNEL_BLOCKS = {3: 56, 4: 78, 5: 121}
"""oneDNN's numbers of the orders with 16 channels innermost, by the number of dimensions."""


def tagged(shape: tuple[int, ...], tag: int, code: int = FLOAT32) -> c_void_p:
    """A descriptor of an order by oneDNN's number for it."""
    return library().made("memory_desc_create_with_tag", len(shape), Dims(*shape), code, tag)


def row_major(shape: tuple[int, ...], code: int = FLOAT32) -> c_void_p:
    """A descriptor of the order of a contiguous array."""
    return strided(shape, steps(shape), code)


def steps(shape: tuple[int, ...]) -> tuple[int, ...]:
    """Strides of a contiguous array, in elements."""
    out, step = [], 1
    for n in reversed(shape):
        out.append(step)
        step *= n
    return tuple(reversed(out))


def channels_last_steps(shape: tuple[int, ...]) -> tuple[int, ...]:
    """Strides of an array whose dimension 1 is the innermost, in elements."""
    inner = steps((shape[0], *shape[2:], shape[1]))
    return (inner[0], inner[-1], *inner[1:-1])


def dense(array: Any) -> tuple[Any, Any]:
    """An array turned so that it is contiguous, and by which order of its dimensions; (a copy and)
    None where it is so already."""
    if array.flags.c_contiguous:
        return array, None
    order = elementwise_order(array.shape, (array,))
    if order is None:
        return np.ascontiguousarray(array), None
    array = array.transpose(order)
    return array if array.flags.c_contiguous else np.ascontiguousarray(array), order


def turned(out: Any, order: Any) -> Any:
    """A result with its dimensions in the order of what was given to `dense`."""
    return out if order is None else out.transpose(inverse_of(order))


def attributes() -> c_void_p:
    """Attributes of a primitive: our scratchpads."""
    lib = library()
    out = lib.made("primitive_attr_create")
    lib.call("primitive_attr_set_scratchpad_mode", out, _USER_SCRATCHPAD)
    return out


# ---------------------------------------------------------------------- plans
class Plan:
    """Primitives that run after each other, and the memories between them.

    `operand` and `result` tie arguments to arrays of the caller, in the order of their declaration;
    where the primitive wants another order of elements, a reorder before or after it is part of the
    plan. `run` takes the arrays.
    """

    def __init__(self, descriptor: c_void_p):
        self._library = library()
        self.descriptor = descriptor
        self._primitive = self._library.made("primitive_create", descriptor)
        self._arguments: dict[int, c_void_p] = {}
        self._before: list[tuple[c_void_p, Any]] = []
        self._after: list[tuple[c_void_p, Any]] = []
        self._outside: list[c_void_p] = []
        self._inside: list[tuple[str, int, c_void_p]] = []
        scratchpad = self.query(QUERY_SCRATCHPAD)
        if self.size(scratchpad):
            self.inner(SCRATCHPAD, scratchpad, "scratchpad")

    def query(self, what: int, index: int = 0) -> c_void_p:
        """A memory descriptor that the primitive has chosen."""
        return c_void_p(
            self._library.value("primitive_desc_query_md", self.descriptor, what, index)
        )

    def size(self, descriptor: c_void_p) -> int:
        """The bytes that a descriptor needs."""
        return self._library.value("memory_desc_get_size", descriptor) if descriptor else 0

    @property
    def inputs(self) -> int:
        """How many arrays the primitive reads."""
        from ctypes import byref, c_int

        count = c_int()
        self._library.call("primitive_desc_query", self.descriptor, _QUERY_INPUTS, 0, byref(count))
        return count.value

    @property
    def implementation(self) -> str:
        """What oneDNN calls the kernel that it has chosen."""
        from ctypes import byref, c_char_p

        name = c_char_p()
        self._library.call(
            "primitive_desc_query", self.descriptor, _QUERY_IMPLEMENTATION, 0, byref(name)
        )
        return (name.value or b"").decode()

    def inner(self, argument: int, descriptor: c_void_p, role: str) -> c_void_p:
        """Memory of the plan itself, shared with all other plans between calls."""
        memory = self._memory(descriptor)
        self._inside.append((role, self.size(descriptor), memory))
        self._arguments[argument] = memory
        return memory

    def operand(self, argument: int, given: c_void_p, wanted: c_void_p | None = None) -> None:
        """The next array is an argument; reordered first where the primitive wants it so."""
        memory = self._outer(argument, given)
        if wanted is not None and not self._same(given, wanted):
            inner = self.inner(argument, wanted, f"argument {argument}")
            self._before.append(self._reorder(given, wanted, memory, inner))

    def result(self, argument: int, given: c_void_p, made: c_void_p | None = None) -> None:
        """The next array takes a result; reordered into it where the primitive makes it so."""
        memory = self._outer(argument, given)
        if made is not None and not self._same(given, made):
            inner = self.inner(argument, made, f"argument {argument}")
            self._after.append(self._reorder(made, given, inner, memory))

    def run(self, *arrays: Any) -> None:
        """Execute, on arrays in the order in which they were declared."""
        set_handle, execute = self._library.set_handle, self._library.execute
        stream = self._library.stream
        if _utilities._threads or self._library.forked:
            self._library.set_threads(_utilities._threads)
        for memory, array in zip(self._outside, arrays, strict=True):
            set_handle(memory, array.__array_interface__["data"][0])
        arena = _arenas.pop() if _arenas else {}
        try:
            for role, size, memory in self._inside:
                set_handle(memory, _room(arena, role, size))
            if self._steps is None:
                self._steps = self._sequence()
            for primitive, count, arguments in self._steps:
                status = execute(primitive, stream, count, arguments)
                if status:
                    raise RuntimeError(f"oneDNN: {self.implementation} failed: status {status}")
        finally:
            _arenas.append(arena)

    _steps: list[tuple[c_void_p, int, Any]] | None = None

    def _sequence(self) -> list[tuple[c_void_p, int, Any]]:
        own = (Argument * len(self._arguments))(
            *(Argument(a, m) for a, m in self._arguments.items())
        )
        before = [(p, 2, a) for p, a in self._before]
        after = [(p, 2, a) for p, a in self._after]
        return [*before, (self._primitive, len(own), own), *after]

    def _outer(self, argument: int, descriptor: c_void_p) -> c_void_p:
        memory = self._memory(descriptor)
        self._outside.append(memory)
        self._arguments[argument] = memory
        return memory

    def _memory(self, descriptor: c_void_p) -> c_void_p:
        return self._library.made("memory_create", descriptor, self._library.engine, None)

    def _same(self, one: c_void_p, other: c_void_p) -> bool:
        return bool(self._library.value("memory_desc_equal", one, other))

    def _reorder(self, one: Any, other: Any, source: Any, target: Any) -> tuple[c_void_p, Any]:
        lib = self._library
        descriptor = lib.made(
            "reorder_primitive_desc_create", one, lib.engine, other, lib.engine, None
        )
        arguments = (Argument * 2)(Argument(SRC, source), Argument(DST, target))
        return lib.made("primitive_create", descriptor), arguments


def reorder_plan(given: c_void_p, made: c_void_p) -> Plan:
    """Copies from one order or dtype of elements to another."""
    engine = library().engine
    plan = Plan(
        library().made("reorder_primitive_desc_create", given, engine, made, engine, None)
    )
    plan.operand(SRC, given)
    plan.result(DST, made)
    return plan


def _room(arena: dict[str, np.ndarray], role: str, size: int) -> int:
    """The address of so many bytes for a role, on a cache line; they grow and are kept."""
    block = arena.get(role)
    if block is None or block.size < size + 64:
        block = arena[role] = np.empty(size + 64, np.uint8)
    address = block.__array_interface__["data"][0]
    return address + -address % 64


_caches: list[PlanCache] = []


def _forget_plans() -> None:
    """In a forked process: a primitive is made for the threads that OpenMP has at that time."""
    for cache in _caches:
        cache._idle.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_plans)


class PlanCache:
    """Plans by key, each a list of those that no thread uses at the moment."""

    def __init__(self, build: Callable[..., Any], most: int = 1024):
        self._build = build
        self._most = most
        self._idle: dict[Hashable, list[Any]] = {}
        _caches.append(self)

    def run(self, key: tuple[Any, ...], *arrays: Any) -> None:
        """Execute the plan of a key on arrays; the first call of a key builds it."""
        idle = self._idle.get(key)
        if idle is None:
            if len(self._idle) >= self._most:  # the oldest shape goes
                self._idle.pop(next(iter(self._idle)), None)
            idle = self._idle.setdefault(key, [])
        try:
            plan = idle.pop()
        except IndexError:
            if library().forked:
                library().set_threads(1)  # of this thread, which may be new
            plan = self._build(*key)
        try:
            plan.run(*arrays)
        finally:
            idle.append(plan)
