"""Sending a dataset to a worker that is not forked: what cannot be pickled is named, and named
early."""

from __future__ import annotations

import functools
import io
import pickle
import types
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from ._errors import short


class Sealed:
    """Arguments of a worker process, which it unpickles itself, so that it can report an error of
    that.

    Pickled while a process is started, as locks and connections only can be pickled then.
    """

    def __init__(self, content: Any):
        self._content = content
        self._data: Any = None

    def __getstate__(self) -> Any:
        from multiprocessing.reduction import ForkingPickler

        return bytes(ForkingPickler.dumps(self._content))

    def __setstate__(self, state: bytes) -> None:
        self._content = None
        self._data = state

    def open(self) -> Any:
        """The arguments."""
        return self._content if self._data is None else pickle.loads(self._data)


class _Discard(io.RawIOBase):
    """A file that keeps nothing."""

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        return len(data)


class _NoProcess:
    """Stands for the process being started, while it is tried whether something can be pickled for
    one."""

    def duplicate_for_child(self, handle: int) -> int:
        """What `Popen` does with a descriptor to pass on."""
        return handle

    DupFd = duplicate_for_child


@contextmanager
def _as_if_starting_a_process() -> Iterator[None]:
    from multiprocessing import context

    before = context.get_spawning_popen()
    context.set_spawning_popen(_NoProcess())  # type: ignore[arg-type]  # it has what is used
    try:
        yield
    finally:
        context.set_spawning_popen(before)


def pickling_error(value: Any) -> Exception | None:
    """The error that pickling `value` for a new process gives, or None. Copies no array."""
    try:
        with _as_if_starting_a_process():
            _trial_pickler().dump(value)
    except Exception as error:  # whatever a __getstate__ of the user's raises is what is asked for
        return error
    return None


def _trial_pickler() -> pickle.Pickler:
    """What pickles the arguments of a process (ForkingPickler), but keeps nothing."""
    from multiprocessing.reduction import ForkingPickler

    pickler = pickle.Pickler(_Discard(), 5, buffer_callback=_keep_out)
    pickler.dispatch_table = ForkingPickler(_Discard(), 5).dispatch_table
    return pickler


def _keep_out(buffer: pickle.PickleBuffer) -> None:
    """Out of band, that is, nowhere."""


def require_picklable(value: Any, name: str, why: str, remedy: str) -> None:
    """Raise PicklingError, naming the attribute, where `value` cannot be pickled for a new
    process."""
    error = pickling_error(value)
    if error is None:
        return
    path, culprit, error = _find(value, name, error, set())
    raise pickle.PicklingError(
        f"{why}, but {path} cannot be pickled: it is {_describe(culprit)} "
        f"({type(error).__name__}: {error}). {remedy}"
    ) from error


def _find(value: Any, path: str, error: Exception, seen: set[int]) -> tuple[str, Any, Exception]:
    """The innermost part of `value` that cannot be pickled."""
    seen.add(id(value))
    for name, part in _parts(value):
        if id(part) in seen:
            continue
        deeper = pickling_error(part)
        if deeper is not None:
            return _find(part, path + name, deeper, seen)
    return path, value, error


def _parts(value: Any) -> Iterator[tuple[str, Any]]:
    """What pickling `value` pickles, each with what has to be appended to the path."""
    if isinstance(value, Mapping):
        for key, part in value.items():
            yield f"[{key!r}]", part
    elif isinstance(value, (list, tuple)):
        for position, part in enumerate(value):
            yield f"[{position}]", part
    elif isinstance(value, functools.partial):
        yield ".func", value.func
        yield from ((f".args[{i}]", part) for i, part in enumerate(value.args))
        yield from ((f".keywords[{key!r}]", part) for key, part in value.keywords.items())
    elif isinstance(value, types.MethodType):
        yield ".__self__", value.__self__
    if not isinstance(value, (type, types.FunctionType, types.ModuleType)):
        attributes = getattr(value, "__dict__", {})
        yield from ((f".{name}", part) for name, part in attributes.items())
        for kind in type(value).__mro__:
            for name in getattr(kind, "__slots__", ()):
                if hasattr(value, name) and name not in ("__dict__", "__weakref__"):
                    yield f".{name}", getattr(value, name)


def _describe(value: Any) -> str:
    if isinstance(value, types.FunctionType):
        where = f"{value.__module__}.{value.__qualname__}"
        if "<lambda>" in value.__qualname__:
            return f"the lambda {where}"
        return f"the function {where}" + (
            ", defined inside another function" if "<locals>" in value.__qualname__ else ""
        )
    if isinstance(value, types.GeneratorType):
        return f"the generator {value.__qualname__}"
    kind = type(value)
    inner = " (a class defined inside a function)" if "<locals>" in kind.__qualname__ else ""
    return f"{short(value)}, of class {kind.__module__}.{kind.__qualname__}{inner}"
