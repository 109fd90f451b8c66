"""Hooks that can be removed again."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from typing import Any

from firebrick_core.hooks import RemovableHandle, add_hook

Hooks = OrderedDict[int, Callable[..., Any]]


# Hooks of every optimizer in the process, as torch.optim.optimizer has them.
GLOBAL_PRE: Hooks = OrderedDict()
GLOBAL_POST: Hooks = OrderedDict()


def register_optimizer_step_pre_hook(hook: Callable[..., Any]) -> RemovableHandle:
    """Call `hook(optimizer, args, kwargs)` before every step of every optimizer."""
    return add_hook(GLOBAL_PRE, hook)


def register_optimizer_step_post_hook(hook: Callable[..., Any]) -> RemovableHandle:
    """Call `hook(optimizer, args, kwargs)` after every step of every optimizer."""
    return add_hook(GLOBAL_POST, hook)


def hooked_call(step: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """Call `step(*args, **kwargs)` between the hooks of the optimizer, which is `args[0]`.

    A hook before it may return `(args, kwargs)` to be used instead. Raises RuntimeError for
    anything else.
    """
    optimizer = args[0]
    for hook in (*GLOBAL_PRE.values(), *optimizer._optimizer_step_pre_hooks.values()):
        result = hook(optimizer, args, kwargs)
        if result is None:
            continue
        if not isinstance(result, tuple) or len(result) != 2:
            raise RuntimeError(
                f"{hook} must return None or a tuple of (new_args, new_kwargs), but got {result!r}."
            )
        args, kwargs = result
    optimizer._inside_hooks = True  # a step that calls its base class's step is one step
    try:
        out = step(*args, **kwargs)
    finally:
        optimizer._inside_hooks = False
    for hook in (*optimizer._optimizer_step_post_hooks.values(), *GLOBAL_POST.values()):
        hook(optimizer, args, kwargs)
    return out
