"""torch.compile and torch.compiler: functions and modules stay as they are.

Firebrick has no compiler. `compile` hands back what it is given, so that programs run, and says so
once: what they compute is the same, compiled or not.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ._told import once

_TEXT = "Firebrick has no compiler; the model or function runs as it is, with the same results"


def compile(
    model: Any = None,
    *,
    fullgraph: bool = False,
    dynamic: bool | None = None,
    backend: Any = "inductor",
    mode: str | None = None,
    options: Any = None,
    disable: bool = False,
) -> Any:
    """The model or function itself; without one, a decorator that gives it back.

    Says once, as a PassThroughWarning, that nothing is compiled. Raises RuntimeError where both
    `mode` and `options` are given, and TypeError for what cannot be called.

    >>> import firebrick as torch, warnings
    >>> model = torch.nn.Linear(2, 2)
    >>> with warnings.catch_warnings():
    ...     warnings.simplefilter("ignore")
    ...     torch.compile(model) is model
    True
    """
    if mode is not None and options is not None:
        raise RuntimeError(
            "Either mode or options can be specified, but both can't be specified at the same time."
        )
    if model is None:

        def decorator(function: Callable[..., Any]) -> Callable[..., Any]:
            return compile(function, mode=mode, options=options, disable=disable)

        return decorator
    if not callable(model):
        raise TypeError(f"torch.compile() takes a function or a module, not {type(model).__name__}")
    if not disable:
        once("torch.compile", _TEXT)
    return model


def is_compiling() -> bool:
    """False: nothing is compiled."""
    return False


def is_dynamo_compiling() -> bool:
    """False: nothing is compiled."""
    return False


def is_exporting() -> bool:
    """False: nothing is exported."""
    return False


def disable(fn: Any = None, recursive: bool = True, *, reason: str | None = None) -> Any:
    """A function, which is never compiled, as it is; without one, a decorator."""
    return _itself if fn is None else fn


def allow_in_graph(fn: Any) -> Any:
    """A function as it is."""
    return fn


def assume_constant_result(fn: Any) -> Any:
    """A function as it is."""
    return fn


def substitute_in_graph(original_fn: Any, **options: Any) -> Callable[[Any], Any]:
    """A decorator that leaves a function as it is."""
    return _itself


def cudagraph_mark_step_begin() -> None:
    """Nothing to mark."""


def reset() -> None:
    """Nothing to forget: nothing is compiled."""


def set_stance(stance: str = "default", **options: Any) -> None:
    """Nothing to decide: nothing is compiled."""


def list_backends(exclude_tags: Any = ()) -> list[str]:
    """The compilers that there are: none."""
    return []


def _itself(function: Any) -> Any:
    return function
