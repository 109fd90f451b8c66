"""Errors that cross from a worker to the consumer."""

from __future__ import annotations

import pickle
import traceback
from dataclasses import dataclass
from typing import Any


class _Verbatim(str):
    """A message that stays readable where an exception shows the repr of its argument, as KeyError
    does."""

    def __repr__(self) -> str:
        return str(self)


@dataclass(frozen=True)
class Failure:
    """An exception as it is sent: its class and itself (pickled, where that works), and its
    traceback as text."""

    name: str
    text: str
    kind: bytes | None
    original: bytes | None

    @classmethod
    def of(cls, error: BaseException) -> Failure:
        """What is sent of `error`."""
        lines = [*getattr(error, "__notes__", ()), "Original " + _format(error)]
        return cls(type(error).__name__, "\n".join(lines), _pickled(type(error)), _pickled(error))

    def exception(self, worker: int, kind: str = "process") -> BaseException:
        """The exception to raise in the consumer: of the same class, with the worker's traceback in
        its message.

        Its `__cause__` is the original exception, with its attributes. A class that cannot be made
        from a message gives the original exception with the message as a note; where that cannot be
        sent, RuntimeError.
        """
        message = f"Caught {self.name} in DataLoader worker {kind} {worker}.\n{self.text}"
        original = None if self.original is None else pickle.loads(self.original)
        error = _from_message(self.kind, message)
        if error is not None:
            error.__cause__ = original
        elif original is not None:
            error = original
            error.add_note(message)
        else:
            error = RuntimeError(message)
        return error


def _format(error: BaseException) -> str:
    return "".join(traceback.format_exception(error)).rstrip()


def _from_message(kind: bytes | None, message: str) -> BaseException | None:
    if kind is None:
        return None
    try:
        error = pickle.loads(kind)(_Verbatim(message))
    except Exception:  # the class wants other arguments, and may do anything with this one
        return None
    return error if message in str(error) else None


def _pickled(value: Any) -> bytes | None:
    """`value` pickled, if the other side can unpickle it as well."""
    try:
        data = pickle.dumps(value)
        pickle.loads(data)
        return data
    except (
        Exception
    ):  # user classes may raise anything here; the caller has another way to tell the error
        return None
