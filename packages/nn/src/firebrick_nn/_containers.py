"""Modules that hold modules: in a chain, in a list, by name."""

from __future__ import annotations

import operator
from collections import OrderedDict
from collections.abc import Iterable, Iterator, KeysView, Mapping
from typing import Any, Self

from ._module import Module

__all__ = ["ModuleDict", "ModuleList", "Sequential", "absolute_index", "pairs_of"]


def absolute_index(index: Any, size: int) -> int:
    """An index counted from the front. Raises IndexError where it is out of range."""
    index = operator.index(index)
    if not -size <= index < size:
        raise IndexError(f"index {index} is out of range")
    return index % size


def pairs_of(entries: Any, name: str) -> Iterator[tuple[str, Any]]:
    """The key-value pairs of a mapping or an iterable of pairs; `name` is who asks, for errors.

    Raises TypeError or ValueError for what is neither, as PyTorch does.
    """
    if hasattr(entries, "items"):
        yield from entries.items()
        return
    if not isinstance(entries, Iterable):
        raise TypeError(
            f"{name}.update should be called with an iterable of key/value pairs, but got "
            f"{type(entries).__name__}"
        )
    for i, pair in enumerate(entries):
        if not isinstance(pair, Iterable):
            raise TypeError(
                f"{name} update sequence element #{i} should be Iterable; is {type(pair).__name__}"
            )
        pair = tuple(pair)
        if len(pair) != 2:
            raise ValueError(
                f"{name} update sequence element #{i} has length {len(pair)}; 2 is required"
            )
        yield pair


class _Numbered(Module):
    """What lists and chains share: submodules in order, under the names "0", "1", ..."""

    def _slice(self, part: slice) -> Self:
        raise NotImplementedError(f"{type(self).__name__} does not say how it is sliced")

    def _key(self, index: Any) -> str:
        return list(self._modules)[absolute_index(index, len(self))]

    def __getitem__(self, idx: int | slice) -> Any:
        if isinstance(idx, slice):
            return self._slice(idx)
        return self._modules[self._key(idx)]

    def __setitem__(self, idx: int, module: Module) -> None:
        setattr(self, self._key(idx), module)

    def __delitem__(self, idx: int | slice) -> None:
        keys = list(self._modules)[idx] if isinstance(idx, slice) else [self._key(idx)]
        for key in keys:
            delattr(self, key)
        self._renumber(list(self._modules.values()))

    def _renumber(self, modules: list[Module]) -> None:
        self._modules.clear()
        for i, module in enumerate(modules):
            self._modules[str(i)] = module

    def __len__(self) -> int:
        return len(self._modules)

    def __iter__(self) -> Iterator[Module]:
        return iter(self._modules.values())

    def append(self, module: Module) -> Self:
        """Add a module at the end; returns the container."""
        self.add_module(str(len(self)), module)
        return self

    def _insert(self, index: int, module: Module) -> None:
        modules = list(self._modules.values())
        modules.insert(index, module)
        self._renumber(modules)

    def pop(self, key: int | slice) -> Any:
        """Remove and return the module, or for a slice the modules, at a position."""
        value = self[key]
        del self[key]
        return value


class Sequential(_Numbered):
    """Modules that are called one after the other, each with the output of the one before.

    Args: modules, or one OrderedDict of modules, whose keys become their names.

    Indexing, slicing, `append`, `extend`, `insert`, `pop`, `del`, `+` and `* n` work as for lists.
    Source: torch.nn.Sequential.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> net = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 2))
    >>> net(torch.ones(3, 4)).shape
    torch.Size([3, 2])
    >>> net[1:]
    Sequential(
      (1): ReLU()
      (2): Linear(in_features=8, out_features=2, bias=True)
    )
    """

    def __init__(self, *args: Any) -> None:
        super().__init__()
        if len(args) == 1 and isinstance(args[0], OrderedDict):
            for name, module in args[0].items():
                self.add_module(name, module)
        else:
            for i, module in enumerate(args):
                self.add_module(str(i), module)

    def _slice(self, part: slice) -> Self:
        return type(self)(OrderedDict(list(self._modules.items())[part]))

    def forward(self, input: Any) -> Any:
        for module in self._modules.values():
            input = module(input)
        return input

    def extend(self, sequential: Iterable[Module]) -> Self:
        """Add modules at the end; returns the container."""
        for module in list(sequential):
            self.append(module)
        return self

    def insert(self, index: int, module: Module) -> Self:
        """Put a module before a position; returns the container.

        Raises AssertionError, as PyTorch does, for what is no module, IndexError out of range.
        """
        if not isinstance(module, Module):
            raise AssertionError(f"module should be of type: {Module}, but got {type(module)}")
        if not -len(self) <= index <= len(self):
            raise IndexError(f"Index out of range: {index}")
        self._insert(index, module)
        return self

    def _require_sequential(self, other: Any) -> None:
        if not isinstance(other, Sequential):
            raise ValueError(
                "add operator supports only objects of Sequential class, but "
                f"{type(other)} is given."
            )

    def __add__(self, other: Sequential) -> Sequential:
        self._require_sequential(other)
        return Sequential(*self, *other)

    def __iadd__(self, other: Sequential) -> Self:
        self._require_sequential(other)
        return self.extend(other)

    def _require_factor(self, factor: Any) -> None:
        if not isinstance(factor, int):
            raise TypeError(
                f"unsupported operand type(s) for *: {type(self)} and {type(factor)}"
            )
        if factor <= 0:
            raise ValueError(f"Non-positive multiplication factor {factor} for {type(self)}")

    def __mul__(self, other: int) -> Sequential:
        self._require_factor(other)
        return Sequential(*list(self) * other)

    __rmul__ = __mul__

    def __imul__(self, other: int) -> Self:
        self._require_factor(other)
        return self.extend(list(self) * (other - 1))


class ModuleList(_Numbered):
    """A list of modules, which counts them as submodules. It is not called itself.

    Args:
        modules: an iterable of modules. Default: None.

    Source: torch.nn.ModuleList.

    >>> import firebrick_nn as nn
    >>> layers = nn.ModuleList(nn.Linear(4, 4) for _ in range(3))
    >>> layers
    ModuleList(
      (0-2): 3 x Linear(in_features=4, out_features=4, bias=True)
    )
    >>> len(layers[:2])
    2
    """

    def __init__(self, modules: Iterable[Module] | None = None) -> None:
        super().__init__()
        if modules is not None:
            self.extend(modules)

    def _slice(self, part: slice) -> Self:
        return type(self)(list(self._modules.values())[part])

    def extend(self, modules: Iterable[Module]) -> Self:
        """Add modules at the end; returns the list. Raises TypeError for what is no iterable."""
        if not isinstance(modules, Iterable):
            raise TypeError(
                "ModuleList.extend should be called with an iterable, but got "
                f"{type(modules).__name__}"
            )
        for module in list(modules):
            self.append(module)
        return self

    def insert(self, index: int, module: Module) -> None:
        """Put a module before a position, as `list.insert`."""
        self._insert(index, module)

    def __add__(self, other: Iterable[Module]) -> ModuleList:
        return ModuleList([*self, *other])

    def __iadd__(self, modules: Iterable[Module]) -> Self:
        return self.extend(modules)

    def _repr_lines(self) -> list[str]:
        """One line for a run of equal submodules."""
        runs: list[list[Any]] = []
        for i, text in enumerate(map(repr, self)):
            if runs and runs[-1][2] == text:
                runs[-1][1] = i
            else:
                runs.append([i, i, text])
        lines = []
        for first, last, text in runs:
            text = text.replace("\n", "\n  ")
            if first == last:
                lines.append(f"({first}): {text}")
            else:
                lines.append(f"({first}-{last}): {last - first + 1} x {text}")
        return lines


class ModuleDict(Module):
    """A dictionary of modules, which counts them as submodules. It is not called itself.

    Args:
        modules: a mapping from names to modules, or an iterable of pairs. Default: None.

    Source: torch.nn.ModuleDict.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> choices = nn.ModuleDict({"relu": nn.ReLU(), "tanh": nn.Tanh()})
    >>> choices["relu"](torch.tensor([-1.0, 1.0]))
    tensor([0., 1.])
    """

    def __init__(self, modules: Mapping[str, Module] | None = None) -> None:
        super().__init__()
        if modules is not None:
            self.update(modules)

    def __getitem__(self, key: str) -> Module:
        return self._modules[key]

    def __setitem__(self, key: str, module: Module) -> None:
        self.add_module(key, module)

    def __delitem__(self, key: str) -> None:
        del self._modules[key]

    def __len__(self) -> int:
        return len(self._modules)

    def __iter__(self) -> Iterator[str]:
        return iter(self._modules)

    def __contains__(self, key: object) -> bool:
        return key in self._modules

    def clear(self) -> None:
        """Remove all modules."""
        self._modules.clear()

    def pop(self, key: str) -> Module:
        """Remove and return a module. Raises KeyError if there is none of this name."""
        value = self[key]
        del self[key]
        return value

    def keys(self) -> KeysView[str]:
        """The names."""
        return self._modules.keys()

    def items(self) -> Any:
        """Names and modules."""
        return self._modules.items()

    def values(self) -> Any:
        """The modules."""
        return self._modules.values()

    def update(self, modules: Mapping[str, Module] | Iterable[tuple[str, Module]]) -> None:
        """Add or replace modules, from a mapping or from pairs.

        Raises TypeError or ValueError for what is neither.
        """
        for name, module in pairs_of(modules, "ModuleDict"):
            self[name] = module
