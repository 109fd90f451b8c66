"""Whether operators record for differentiation, per thread and task.

These only change the context's dispatch masks, so they live with the dispatcher and work, without
effect, where no autograd package is installed.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from contextvars import ContextVar
from typing import Any, TypeVar

from ._device import INFERENCE
from ._dispatch import (
    AUTOGRAD,
    get_excluded,
    get_included,
    include,
    set_excluded,
)

GENERATOR = 0x20  # inspect.CO_GENERATOR; importing inspect takes 7 ms
F = TypeVar("F", bound=Callable[..., Any])


def is_grad_enabled() -> bool:
    """Whether this thread records operators on tensors that require grad."""
    return not get_excluded() & AUTOGRAD


def _set(enabled: bool) -> None:
    excluded = get_excluded()
    set_excluded(excluded & ~AUTOGRAD if enabled else excluded | AUTOGRAD)


class _Mode:
    """A grad mode as a context manager and as a decorator, of generators too."""

    enabled = True

    def __init__(self) -> None:
        self._before: list[Any] = []

    def __enter__(self) -> Any:
        self._before.append(is_grad_enabled())
        _set(self.enabled)
        return None

    def __exit__(self, *exc: Any) -> None:
        _set(self._before.pop())

    def _clone(self) -> _Mode:
        return self.__class__()

    def __call__(self, function: F) -> F:
        if getattr(getattr(function, "__code__", None), "co_flags", 0) & GENERATOR:
            return self._wrap_generator(function)

        @functools.wraps(function)
        def in_mode(*args: Any, **kwargs: Any) -> Any:
            with self._clone():
                return function(*args, **kwargs)

        return in_mode  # type: ignore[return-value]  # same signature by functools.wraps

    def _wrap_generator(self, function: F) -> F:
        @functools.wraps(function)
        def in_mode(*args: Any, **kwargs: Any) -> Any:
            with self._clone():
                generator = function(*args, **kwargs)
            resume: Any = next
            sent: Any = (generator,)
            while True:
                try:
                    with self._clone():
                        value = resume(*sent)
                except StopIteration as stop:
                    return stop.value
                try:
                    sent = (generator, (yield value))
                    resume = _send
                except BaseException as e:
                    sent, resume = (generator, e), _throw

        return in_mode  # type: ignore[return-value]  # same signature by functools.wraps


def _send(generator: Any, value: Any) -> Any:
    return generator.send(value)


def _throw(generator: Any, error: BaseException) -> Any:
    return generator.throw(error)


class no_grad(_Mode):
    """Do not record: a context manager and a decorator.

    >>> import firebrick_core as fb
    >>> with fb.no_grad():
    ...     fb.is_grad_enabled()
    False
    """

    enabled = False

    def __new__(cls, function: Any = None) -> Any:
        self = super().__new__(cls)
        if function is None:
            return self
        self.__init__()  # type: ignore[misc]  # used as a bare decorator: @no_grad
        return self(function)


class enable_grad(_Mode):
    """Record, also inside `no_grad`: a context manager and a decorator."""

    enabled = True

    def __new__(cls, function: Any = None) -> Any:
        self = super().__new__(cls)
        if function is None:
            return self
        self.__init__()  # type: ignore[misc]  # used as a bare decorator: @enable_grad
        return self(function)


class set_grad_enabled(_Mode):
    """Record or not, by an argument: a function that acts at once, a context manager, a
    decorator."""

    def __init__(self, mode: bool):
        super().__init__()
        self.enabled = bool(mode)
        self._before.append(is_grad_enabled())
        _set(self.enabled)

    def __enter__(self) -> None:
        _set(self.enabled)

    def _clone(self) -> set_grad_enabled:
        return self.__class__(self.enabled)

    def __call__(self, function: F) -> F:
        _set(self._before.pop())
        return super().__call__(function)


def is_inference_mode_enabled() -> bool:
    """Whether this thread is in inference mode."""
    return bool(get_included() & INFERENCE)


# Whether a transform records inside of inference mode: tensors of the mode are then as others.
_suspended: ContextVar[bool] = ContextVar("firebrick_inference_suspended", default=False)


def inference_is_free() -> bool:
    """Whether tensors of inference mode may be written to, recorded and saved."""
    return is_inference_mode_enabled() or _suspended.get()


class inference_mode(_Mode):
    """Do not record, and mark what is made as made for inference only: a context manager and a
    decorator. `inference_mode(False)` inside of it is the ordinary mode, which records.

    A marked tensor cannot be saved for backward, written to or made to require grad outside of the
    mode: RuntimeError. A clone() of it is an ordinary tensor.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.autograd.grad_mode.inference_mode.html

    >>> import firebrick_core as fb
    >>> with fb.inference_mode():
    ...     x = fb.ones(2)
    >>> x.is_inference(), x.clone().is_inference()
    (True, False)
    """

    def __new__(cls, mode: Any = True) -> Any:
        self = super().__new__(cls)
        if isinstance(mode, bool):
            return self
        self.__init__()  # type: ignore[misc]  # used as a bare decorator: @inference_mode
        return self(mode)

    def __init__(self, mode: bool = True) -> None:
        super().__init__()
        self.mode = mode

    def __enter__(self) -> None:
        self._before.append((is_grad_enabled(), is_inference_mode_enabled()))
        self._set(not self.mode, self.mode)

    def __exit__(self, *exc: Any) -> None:
        self._set(*self._before.pop())

    def _set(self, grad: bool, inference: bool) -> None:
        _set(grad)
        if inference is not is_inference_mode_enabled():
            include(INFERENCE, inference)

    def _clone(self) -> inference_mode:
        return self.__class__(self.mode)


class record_inside(_Mode):
    """Record for a function transform, whose gradients stay inside: also in inference mode."""

    def __enter__(self) -> None:
        inference = is_inference_mode_enabled()
        token = _suspended.set(True) if inference else None
        self._before.append((is_grad_enabled(), token))
        if inference:
            include(INFERENCE, False)
        _set(True)

    def __exit__(self, *exc: Any) -> None:
        grad, token = self._before.pop()
        _set(grad)
        if token is not None:
            _suspended.reset(token)
            include(INFERENCE, True)
