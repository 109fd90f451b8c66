"""Making modules without initial values. Source: torch.nn.utils.skip_init."""

from __future__ import annotations

import inspect
from typing import Any, TypeVar

from .._module import Module

__all__ = ["skip_init"]

M = TypeVar("M", bound=Module)


def skip_init(module_cls: type[M], *args: Any, **kwargs: Any) -> M:
    """A module whose parameters and buffers are uninitialised memory, to be filled by loading.

    Args:
        module_cls: class of the module; it takes `device`, and uses it for all it makes.
        args, kwargs: of the class; `device` is where the memory will be. Default: "cpu".

    Raises RuntimeError for a class that does not take `device` or is no module's.

    >>> import firebrick_nn as nn
    >>> skip_init(nn.Linear, 5, 1).weight.shape
    torch.Size([1, 5])
    """
    if not issubclass(module_cls, Module):
        raise RuntimeError(f"Expected a Module; got {module_cls}")
    if "device" not in inspect.signature(module_cls).parameters:
        raise RuntimeError(
            "Module must support a 'device' arg to skip initialization, but "
            f"{module_cls.__name__} does not"
        )
    device = kwargs.pop("device", "cpu")
    return module_cls(*args, **kwargs, device="meta").to_empty(device=device)
