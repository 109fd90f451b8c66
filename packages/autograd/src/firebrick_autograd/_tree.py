"""Nested tuples, lists and dicts of tensors, taken apart and put together again."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from typing import Any


class Structure:
    """What a nested value looks like without its leaves: a type, keys or length, and children."""

    __slots__ = ("children", "kind", "names")

    def __init__(self, kind: Any, names: Any, children: list[Structure | None]):
        self.kind, self.names, self.children = kind, names, children

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Structure)
            and (self.kind, self.names) == (other.kind, other.names)
            and self.children == other.children
        )

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"{self.kind.__name__}({self.names or ''}{self.children})"


def _parts(value: Any) -> tuple[Any, list[Any]] | None:
    """Names and parts of a container; None for a leaf."""
    if isinstance(value, dict):
        names = list(value) if isinstance(value, OrderedDict) else _sorted(value)
        return tuple(names), [value[n] for n in names]
    if isinstance(value, (tuple, list)):
        return None, list(value)
    return None


def _sorted(mapping: dict[Any, Any]) -> list[Any]:
    try:
        return sorted(mapping)
    except TypeError:  # keys of several types
        return list(mapping)


def flatten(value: Any) -> tuple[list[Any], Structure | None]:
    """The leaves of a nested value in order, and its structure: None for a leaf alone."""
    found = _parts(value)
    if found is None:
        return [value], None
    names, parts = found
    leaves: list[Any] = []
    children = []
    for part in parts:
        own, structure = flatten(part)
        leaves += own
        children.append(structure)
    return leaves, Structure(type(value), names, children)


def unflatten(leaves: list[Any], structure: Structure | None) -> Any:
    """The nested value with these leaves."""
    remaining = iter(leaves)
    return _build(remaining, structure)


def _build(leaves: Any, structure: Structure | None) -> Any:
    if structure is None:
        return next(leaves)
    parts = [_build(leaves, child) for child in structure.children]
    if structure.names is not None:
        return structure.kind(zip(structure.names, parts, strict=True))
    if hasattr(structure.kind, "_make"):
        return structure.kind._make(parts)
    return structure.kind(parts)


def mapped(function: Callable[[Any], Any], value: Any) -> Any:
    """A nested value with `function` applied to each leaf."""
    leaves, structure = flatten(value)
    return unflatten([function(leaf) for leaf in leaves], structure)


def broadcast(prefix: Any, structure: Structure | None) -> list[Any] | None:
    """A value for each leaf, from a nested value that may stop at any container, where it stands
    for all leaves below; None where the two do not match."""
    if structure is None:
        return [prefix] if not isinstance(prefix, (tuple, list, dict)) else None
    if prefix is None or not isinstance(prefix, (tuple, list, dict)):
        return [prefix] * _count(structure)
    found = _parts(prefix)
    assert found is not None
    names, parts = found
    alike = isinstance(prefix, dict) == (structure.names is not None)
    if not alike or names != structure.names or len(parts) != len(structure.children):
        return None
    out: list[Any] = []
    for part, child in zip(parts, structure.children, strict=True):
        below = broadcast(part, child)
        if below is None:
            return None
        out += below
    return out


def _count(structure: Structure | None) -> int:
    return 1 if structure is None else sum(_count(c) for c in structure.children)
