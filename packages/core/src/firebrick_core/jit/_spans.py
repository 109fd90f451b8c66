"""Loops of NumPy's functions over spans of arrays, by threads that need no lock.

A ufunc holds the loops that it consists of, for all to call
(https://numpy.org/doc/stable/reference/c-api/types-and-structures.html): the same code, and so the
same numbers. How they are shared is in `_team`.
"""

from __future__ import annotations

import ctypes
import functools
from typing import Any

import numpy as np

from .. import _parallel, _utilities
from ._team import GRAIN, HEAD, LONGEST, MOST, Team


class _Ufunc(ctypes.Structure):
    """The beginning of PyUFuncObject."""

    _fields_ = (
        ("head", ctypes.c_byte * HEAD),
        *((name, ctypes.c_int) for name in ("nin", "nout", "nargs", "identity")),
        ("functions", ctypes.POINTER(ctypes.c_void_p)),
        ("data", ctypes.POINTER(ctypes.c_void_p)),
        *(("ntypes", ctypes.c_int), ("reserved", ctypes.c_int)),
        *(("name", ctypes.c_char_p), ("types", ctypes.c_void_p)),
    )


_NONE = (0,) * MOST
_RAISES = {np.power}
"""Loops that raise, of integers: they ask for the interpreter's lock."""


@functools.cache
def _find(ufunc: Any, *dtypes: Any) -> tuple[int, int, Any, tuple[int, ...]] | None:
    """The loop of a ufunc for arrays of dtypes, its data, the dtype of its result, and the bytes of
    each array's elements; None where it does not take them as they are."""
    given, written = dtypes[: ufunc.nin], dtypes[ufunc.nin :]
    found = _Ufunc.from_address(id(ufunc))
    if (found.nin, found.nout, found.ntypes) != (ufunc.nin, ufunc.nout, ufunc.ntypes):
        return None
    raises = ufunc in _RAISES and any(d.kind not in "fc" for d in given)
    if ufunc.nout != 1 or ufunc.nargs > MOST or ufunc.signature or raises:
        return None
    try:
        kinds = ufunc.resolve_dtypes((*given, None))
    except TypeError:
        return None
    if kinds[:-1] != given or any(d.kind not in "biufc" or not d.isnative for d in kinds):
        return None
    codes = ctypes.string_at(found.types, found.ntypes * found.nargs)
    at = [codes[i : i + found.nargs] for i in range(0, len(codes), found.nargs)]
    wanted = bytes(d.num for d in kinds)
    if wanted not in at or kinds[-1:] != (written or kinds[-1:]):
        return None
    function = found.functions[at.index(wanted)]
    data = found.data[at.index(wanted)] if found.data else None
    sizes = [d.itemsize for d in kinds]
    return function and (function, data or 0, kinds[-1], (*sizes, *_NONE[len(sizes) :]))


_PLAIN = 0x101
"""Flags of arrays that lie row by row, each element where the processor wants it."""
_NUMBERS = {float: "fc", int: "iufc"}
"""Kinds of arrays whose dtype numbers take."""


def _ones(array: Any) -> int:
    """How many leading dimensions are 1."""
    return next((i for i, n in enumerate(array.shape) if n != 1), array.ndim)


def _cut(ufunc: Any, arrays: tuple[Any, ...]) -> Any:
    """Operands as arrays, the length of rows, 0 where there are none, and steps of each operand
    from unit to unit and from element to element; None for what is not cut."""
    first = arrays[0]
    shape, dtype = first.shape, first.dtype
    given, inner, steps = [], 0, []
    for a in arrays:
        if type(a) is not np.ndarray or not a.ndim:
            number = _NUMBERS.get(type(a))
            if number is not None and dtype.kind not in number:
                return None
            a = np.array(a, dtype if number else None)
            steps.append((0, 0, 0))
        elif a.flags.num & _PLAIN != _PLAIN:
            return None
        elif a.shape == shape:
            steps.append((a.itemsize, 0, a.itemsize))
        elif len(arrays) > ufunc.nin:  # what is written to may lie in what is read again
            return None
        else:
            if a.size > 1 and a.shape == (1,) * _ones(a) + shape[_ones(a) - a.ndim :]:
                row, step = a.size, (0, 0, a.itemsize)
            elif a.shape == (*shape[:-1], 1):
                row, step = shape[-1], (0, a.itemsize, 0)
            else:
                return None
            if row < 16 or inner not in (0, row):  # short rows cost a call each
                return None
            inner = row
            steps.append(step)
        given.append(a)
    units = [of_row + inner * of_all if inner else of_all for of_all, of_row, _ in steps]
    return given, inner, units, [step for _, _, step in steps]


class Spans:
    """How a large ufunc is called, by a team of threads."""

    def __init__(self, team: Team):
        self.team = team
        self.cpus = _utilities.get_num_threads()

    def __call__(self, ufunc: Any, arrays: tuple[Any, ...]) -> Any:
        """`ufunc(*arrays)`, of which one more than its inputs is written to; None where it has to
        be called as it is."""
        threads = _utilities._threads or self.cpus
        if threads < 2:
            return None
        shape, dtypes = arrays[0].shape, []
        for a in arrays:
            if type(a) is not np.ndarray or a.shape != shape or a.flags.num & _PLAIN != _PLAIN:
                return self._uneven(threads, ufunc, arrays)
            dtypes.append(a.dtype)
        loop = _find(ufunc, *dtypes)
        if loop is None:
            return None
        if len(arrays) == ufunc.nin:
            arrays = (*arrays, np.empty(shape, loop[2]))
        size = arrays[0].size
        step = max(GRAIN, min(size // (_parallel.SPANS * threads), LONGEST) & -GRAIN)
        self.team.share(threads, size, step, *_job(loop, 0, arrays), *loop[3], *loop[3])
        return arrays[-1]

    def _uneven(self, threads: int, ufunc: Any, arrays: tuple[Any, ...]) -> Any:
        """The same of operands that broadcast, and numbers."""
        cut = _cut(ufunc, arrays)
        if cut is None:
            return None
        given, inner, units, steps = cut
        loop = _find(ufunc, *[a.dtype for a in given])
        if loop is None:
            return None
        if len(given) == ufunc.nin:
            given.append(np.empty(given[0].shape, loop[2]))
            units.append(loop[2].itemsize * (inner or 1))
            steps.append(loop[2].itemsize)
        size, rest = given[0].size // (inner or 1), _NONE[len(given) :]
        step = min(size // (_parallel.SPANS * threads), LONGEST // (inner or 1))
        step = max(1, step) if inner else max(GRAIN, step & -GRAIN)
        job = _job(loop, inner, given)
        self.team.share(threads, size, step, *job, *units, *rest, *steps, *rest)
        return given[-1]


def _job(loop: Any, inner: int, given: Any) -> tuple[int, ...]:
    return (loop[0], loop[1], inner, len(given), *map(id, given), *_NONE[len(given) :])


def spans() -> Spans | None:
    """How large ufuncs are called; None where that cannot be done here."""
    one = np.ones(1)
    if ctypes.c_void_p.from_address(id(one) + HEAD).value != one.__array_interface__["data"][0]:
        return None
    team = Team.here()
    return None if team is None else Spans(team)
