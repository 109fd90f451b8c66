"""cuDNN, under the names of torch.backends.cudnn.

What serves device "cuda" by it is `firebrick_core.cudnn`, whose settings these are: `enabled`,
`benchmark` (the first call of a shape times up to `benchmark_limit` plans), `deterministic`,
`allow_tf32` and `fp32_precision`, which goes before it where it is not "none".
"""

from __future__ import annotations

import sys
from contextlib import AbstractContextManager
from types import ModuleType
from typing import Any

from firebrick_core import cudnn as _cudnn

from ._flags import switched

enabled: bool
benchmark: bool
benchmark_limit: int
deterministic: bool
allow_tf32: bool
fp32_precision: str


def is_available() -> bool:
    """Whether there is a GPU, and cuDNN for it; `firebrick_core.cudnn.unavailable_reason` says
    why not."""
    return _cudnn.is_available()


def version() -> int | None:
    """cuDNN's version as a number, such as 92801; None where it is not available."""
    return _cudnn.version()


def is_acceptable(tensor: Any) -> bool:
    """Whether cuDNN may compute with a tensor: on a GPU, of a dtype that it has."""
    return _cudnn.is_acceptable(tensor)


def flags(
    enabled: bool | None = False,
    benchmark: bool | None = False,
    benchmark_limit: int | None = 10,
    deterministic: bool | None = False,
    allow_tf32: bool | None = True,
    fp32_precision: str | None = None,
) -> AbstractContextManager[None]:
    """The switches inside a block.

    >>> import firebrick as torch
    >>> with torch.backends.cudnn.flags(enabled=False):
    ...     torch.backends.cudnn.enabled
    False
    """
    return switched(__name__, dict(locals()))


class _Switches(ModuleType):
    """This module, whose switches are core's settings."""

    def __getattr__(self, name: str) -> Any:
        if name in vars(_cudnn.settings):
            return getattr(_cudnn.settings, name)
        raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}")

    def __setattr__(self, name: str, value: Any) -> None:
        if name in vars(_cudnn.settings):
            setattr(_cudnn.settings, name, value)
        else:
            super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Switches
