"""Classes and functions of a program's own that may be made from a checkpoint.

The reader of checkpoints calls nothing that a file names. A program can list names that it may
call after all: what such a class or function does with whatever a file gives it is then the
program's own matter.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

Listed = Callable[..., Any] | tuple[Callable[..., Any], str]

# What was listed, by what a pickle says for it.
_listed: dict[str, Any] = {}


def add_safe_globals(safe_globals: Sequence[Listed]) -> None:
    """List classes and functions that `load` may make objects with, and `save` may save.

    Only list what does no harm whatever arguments a file gives it. An entry may be a pair of the
    class or function and the name that files have for it, as "package.module.Name".

    Raises TypeError for entries that are neither.

    >>> from firebrick_core import serialization
    >>> class Celsius(float): ...
    >>> serialization.add_safe_globals([Celsius])
    >>> serialization.clear_safe_globals()
    """
    _listed.update({name: value for entry in safe_globals for name, value in _named(entry)})


def get_safe_globals() -> list[Any]:
    """The classes and functions that are listed."""
    return list({id(value): value for value in _listed.values()}.values())


def clear_safe_globals() -> None:
    """Take all classes and functions off the list."""
    _listed.clear()


class safe_globals:
    """Within the block, these classes and functions are listed; see `add_safe_globals`.

    >>> from firebrick_core import serialization
    >>> class Celsius(float): ...
    >>> with serialization.safe_globals([Celsius]):
    ...     Celsius in serialization.get_safe_globals()
    True
    """

    def __init__(self, safe_globals: Sequence[Listed]):
        self._added = list(safe_globals)

    def __enter__(self) -> safe_globals:
        self._before = dict(_listed)
        add_safe_globals(self._added)
        return self

    def __exit__(self, *error: object) -> None:
        _listed.clear()
        _listed.update(self._before)


def by_name() -> dict[str, Any]:
    """What is listed, by "module name" as pickles have it."""
    return dict(_listed)


def _named(entry: Any) -> list[tuple[str, Any]]:
    from _compat_pickle import REVERSE_IMPORT_MAPPING, REVERSE_NAME_MAPPING

    if type(entry) is tuple and len(entry) == 2 and type(entry[1]) is str:
        value, name = entry
        module, _, name = name.rpartition(".")
    else:
        value = entry
        module, name = getattr(value, "__module__", None), getattr(value, "__qualname__", None)
    if not callable(value) or not module or not name:
        raise TypeError(
            "add_safe_globals: expected classes or functions, or pairs of one and its name with "
            f"the module, 'package.module.Name', but got {entry!r:.80}"
        )
    names = {f"{module} {name}"}
    # Pickles of protocol 2 have the names of Python 2.
    old = REVERSE_NAME_MAPPING.get(
        (module, name), (REVERSE_IMPORT_MAPPING.get(module, module), name)
    )
    names.add(" ".join(old))
    return [(n, value) for n in sorted(names)]
