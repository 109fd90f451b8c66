"""torch.overrides: Firebrick's functions do not ask `__torch_function__`.

So no argument overrides them, which is what these functions answer. An operator is changed for
tensors of one's own by a layer, see `firebrick_core.extend`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import firebrick_core as _core

from ._missing import attributes_missing as _attributes_missing


def has_torch_function(relevant_args: Iterable[Any]) -> bool:
    """False: no argument overrides a function."""
    return False


def has_torch_function_unary(t: Any) -> bool:
    """False: no argument overrides a function."""
    return False


def has_torch_function_variadic(*args: Any) -> bool:
    """False: no argument overrides a function."""
    return False


def is_tensor_like(inp: Any) -> bool:
    """Whether a value is a tensor, or has `__torch_function__`.

    >>> import firebrick as torch
    >>> torch.overrides.is_tensor_like(torch.ones(1)), torch.overrides.is_tensor_like([1])
    (True, False)
    """
    return isinstance(inp, _core.Tensor) or hasattr(inp, "__torch_function__")


def handle_torch_function(
    public_api: Callable[..., Any], relevant_args: Iterable[Any], *args: Any, **kwargs: Any
) -> Any:
    """Raises TypeError: no argument overrides a function, so nothing can serve the call."""
    name = f"{public_api.__module__}.{public_api.__name__}"
    raise TypeError(
        f"no implementation found for {name!r}: Firebrick does not ask __torch_function__"
    )


def resolve_name(f: Any) -> str | None:
    """The full name of a function of this library, or None."""
    module = getattr(f, "__module__", None)
    return f"{module}.{f.__qualname__}" if module and module.startswith("firebrick") else None


__getattr__ = _attributes_missing(__name__)
