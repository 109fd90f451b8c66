"""What PyTorch has and Firebrick has not: the reason, for errors that name it.

The reasons are those of docs/gaps.toml, from which `_absent.py` is generated.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from fnmatch import fnmatchcase

COVERAGE = "docs/coverage.md and docs/compatibility.md of Firebrick list what there is"


@functools.cache
def reason(name: str) -> str | None:
    """Why Firebrick has no `name` ("torch.fx.Graph"), or None where no reason is known.

    >>> reason("torch.quantize_per_tensor")
    'quantized tensors are out of scope'
    """
    from ._absent import ABSENT

    parts = name.split(".")
    for end in range(len(parts), 1, -1):  # a module's reason holds for what is in it
        prefix = ".".join(parts[:end])
        for why, patterns in ABSENT.items():
            if any(fnmatchcase(prefix, pattern) for pattern in patterns):
                return why
    return None


def message(name: str) -> str:
    """What an error says of a name of PyTorch that is not here."""
    why = reason(name)
    return f"Firebrick has no {name}{f' ({why})' if why else ''}: {COVERAGE}"


def torch_name(name: str) -> str:
    """PyTorch's name for one of Firebrick's: "firebrick.nn" is "torch.nn"."""
    return "torch" + name.removeprefix("firebrick")


def no_attribute(module: str, name: str) -> AttributeError:
    """The error for an attribute that a module of Firebrick has not."""
    error = AttributeError(f"module {module!r} has no attribute {name!r}", name=name)
    if not name.startswith("__"):
        what = message(f"{torch_name(module)}.{name}")
        error = AttributeError(f"module {module!r} has no attribute {name!r}; {what}", name=name)
    return error


def attributes_missing(module: str) -> Callable[[str], object]:
    """A `__getattr__` for a module, which names what is missing in it."""

    def __getattr__(name: str) -> object:
        raise no_attribute(module, name)

    return __getattr__
