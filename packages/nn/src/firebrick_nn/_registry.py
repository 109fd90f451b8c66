"""The tables of a module's parameters, buffers and submodules, kept visible as plain attributes.

`module._parameters`, `module._buffers` and `module._modules` are promised to be dictionaries that
a program may read and write. PyTorch reads attributes out of them through `Module.__getattr__`,
which costs 0.3 to 0.5 us for every `self.weight`, since Python first fails to find the attribute.
Here each table is a dictionary that writes through: an entry that is set or deleted in the table is
also set or deleted as an ordinary attribute of the module. So `self.weight` is an ordinary
attribute lookup (less than 0.01 us, measured on Python 3.11), and the two never disagree.

A table knows its module by weak reference: a strong one would be a cycle, and a model would then
be freed by the garbage collector only, some time after its last use. `copy.copy(module)` shares
the tables between both modules, as in PyTorch, so a table can have several owners.
"""

from __future__ import annotations

import copy
import weakref
from typing import Any

__all__ = ["Registered", "Registry", "hide"]

_ABSENT = object()


def _is_hidden(owner: object, name: str) -> bool:
    """True where the class has a property of this name, which an attribute could not replace."""
    descriptor = getattr(type(owner), name, None)
    return descriptor is not None and hasattr(type(descriptor), "__set__")


def _show(owner: object, name: str, value: object) -> None:
    if not _is_hidden(owner, name):
        object.__setattr__(owner, name, value)


def hide(owner: object, name: str) -> None:
    """Delete an ordinary attribute, if there is one."""
    if not _is_hidden(owner, name):
        try:
            object.__delattr__(owner, name)
        except AttributeError:  # there is none: as wanted
            pass


class Registry(dict):
    """A dictionary whose entries are also attributes of the modules that own it.

    >>> class Owner: pass
    >>> owner = Owner()
    >>> table = Registry(owner)
    >>> table["weight"] = 3
    >>> owner.weight
    3
    >>> del table["weight"]
    >>> hasattr(owner, "weight")
    False
    """

    __slots__ = ("_owners",)

    def __init__(self, *owners: object) -> None:
        super().__init__()
        self._owners = [weakref.ref(owner) for owner in owners]

    def owners(self) -> list[object]:
        """The modules that show this table's entries, those that still exist."""
        return [owner for ref in self._owners if (owner := ref()) is not None]

    def adopt(self, owner: object) -> None:
        """Make `owner` one more module that shows the entries of this table."""
        if not any(ref() is owner for ref in self._owners):
            self._owners.append(weakref.ref(owner))
        for name, value in self.items():
            _show(owner, name, value)

    def release(self, owner: object) -> None:
        """Make `owner` a module that does not show the entries of this table any longer."""
        self._owners = [ref for ref in self._owners if ref() is not owner]
        for name in self:
            hide(owner, name)

    def __setitem__(self, name: str, value: Any) -> None:
        super().__setitem__(name, value)
        for ref in self._owners:
            owner = ref()
            if owner is not None:
                _show(owner, name, value)

    def __delitem__(self, name: str) -> None:
        super().__delitem__(name)
        for owner in self.owners():
            hide(owner, name)

    def pop(self, name: str, default: Any = _ABSENT) -> Any:
        if name not in self and default is not _ABSENT:
            return default
        value = self[name]
        del self[name]
        return value

    def popitem(self) -> tuple[str, Any]:
        if not self:
            raise KeyError("popitem(): dictionary is empty")
        name = next(reversed(self))
        return name, self.pop(name)

    def clear(self) -> None:
        for name in list(self):
            del self[name]

    def setdefault(self, name: str, default: Any = None) -> Any:
        if name not in self:
            self[name] = default
        return self[name]

    def update(self, entries: Any = (), /, **more: Any) -> None:
        for name, value in dict(entries, **more).items():
            self[name] = value

    def __ior__(self, entries: Any) -> Registry:  # type: ignore[misc]
        self.update(entries)
        return self

    __copy__ = dict.copy  # a copy of the table alone is a plain dictionary

    def __deepcopy__(self, memo: dict) -> dict:
        """A table of the copies of its owners where they are being copied, else a plain one."""
        copies = [memo[id(owner)] for owner in self.owners() if id(owner) in memo]
        result: dict = Registry(*copies) if copies else {}
        memo[id(self)] = result
        for name, value in self.items():
            result[name] = copy.deepcopy(value, memo)
        return result

    def __reduce_ex__(self, protocol: object) -> tuple:
        """Pickled with a reference to its module, so that it is linked again however that is built.

        (A class with a `__setstate__` of its own which never calls the base's is common.)
        """
        return Registry, tuple(self.owners()[:1]), None, None, iter(self.items())


class Registered:
    """What every part of `Module` may rely on: the tables that `Module.__init__` makes."""

    _parameters: dict[str, Any]
    _buffers: dict[str, Any]
    _modules: dict[str, Any]
    _non_persistent_buffers_set: set[str]
