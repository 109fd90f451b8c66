"""Calling a module that has hooks. (Without hooks, `Module.__call__` goes straight to forward.)"""

from __future__ import annotations

import warnings
from typing import Any

from firebrick_core import Tensor

from ._backward_hooks import attach_operator_hooks, gates_of
from ._hooks import GlobalHooks, own_table

__all__ = ["call_with_hooks"]


def _run_pre_hooks(module: Any, args: tuple, kwargs: dict) -> tuple[tuple, dict]:
    with_kwargs = own_table(module, "_forward_pre_hooks_with_kwargs")
    hooks = (*GlobalHooks.forward_pre.items(), *own_table(module, "_forward_pre_hooks").items())
    for key, hook in hooks:
        if key in with_kwargs:
            result = hook(module, args, kwargs)
            if result is None:
                continue
            if not (isinstance(result, tuple) and len(result) == 2):
                raise RuntimeError(
                    "forward pre-hook must return None or a tuple of (new_args, new_kwargs), "
                    f"but got {result}."
                )
            args, kwargs = result
        else:
            result = hook(module, args)
            if result is not None:
                args = result if isinstance(result, tuple) else (result,)
    return args, kwargs


def _call_forward_hook(
    module: Any, key: int, hook: Any, args: tuple, kwargs: dict, output: Any
) -> Any:
    own = own_table(module, "_forward_hooks_with_kwargs")
    if key in own or key in GlobalHooks.forward_with_kwargs:
        return hook(module, args, kwargs, output)
    return hook(module, args, output)


def _forward_hooks(module: Any) -> tuple:
    return (*GlobalHooks.forward.items(), *own_table(module, "_forward_hooks").items())


def _run_forward_hooks(
    module: Any, args: tuple, kwargs: dict, output: Any, called: set[int]
) -> Any:
    for key, hook in _forward_hooks(module):
        called.add(key)
        result = _call_forward_hook(module, key, hook, args, kwargs, output)
        if result is not None:
            output = result
    return output


def _run_always_called(
    module: Any, args: tuple, kwargs: dict, output: Any, called: set[int]
) -> None:
    """After an error: the hooks with `always_call` that did not run yet."""
    for key, hook in _forward_hooks(module):
        always = (
            key in GlobalHooks.forward_always_called
            or key in own_table(module, "_forward_hooks_always_called")
        )
        if key in called or not always:
            continue
        try:
            result = _call_forward_hook(module, key, hook, args, kwargs, output)
            if result is not None:
                output = result
        except Exception as error:
            warnings.warn(
                "module forward hook with ``always_call=True`` raised an exception that was "
                f"silenced as another error was raised in forward: {error}",
                stacklevel=4,
            )


def call_with_hooks(module: Any, args: tuple, kwargs: dict) -> Any:
    """`module(*args, **kwargs)` with every hook that applies, its own and those of all modules."""
    GlobalHooks.unwatch_calls_if_unused()
    called: set[int] = set()
    output = None
    try:
        args, kwargs = _run_pre_hooks(module, args, kwargs)
        gates = gates_of(module)
        if gates is not None:
            args = gates.enter(args)
        output = module.forward(*args, **kwargs)
        output = _run_forward_hooks(module, args, kwargs, output, called)
        if gates is not None:
            if not isinstance(output, (Tensor, tuple)):
                warnings.warn(
                    "For backward hooks to be called, module output should be a Tensor or a tuple "
                    f"of Tensors but received {type(output)}",
                    stacklevel=3,
                )
            output = gates.leave(output)
        attach_operator_hooks(module, output)
        return output
    except Exception:
        _run_always_called(module, args, kwargs, output, called)
        raise
