"""Nested containers taken apart and put together, under the names of torch.utils._pytree.

Containers are tuples (named ones too), lists, dicts of all kinds and deques, and classes registered
with `register_pytree_node`; anything else, None too, is a leaf. Keys of dicts stay in their order.
"""

from __future__ import annotations

from collections import OrderedDict, defaultdict, deque
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

Context = Any
PyTree = Any


class _Kind(NamedTuple):
    """How a container is taken apart, into parts and a context, and put together."""

    flatten: Callable[[Any], tuple[list[Any], Any]]
    unflatten: Callable[[Iterable[Any], Any], Any]


class TreeSpec:
    """What a nested value looks like without its leaves. `type` is None for a leaf."""

    def __init__(self, type: Any = None, context: Any = None, children_specs: Any = ()) -> None:
        self.type, self.context = type, context
        self.children_specs = list(children_specs)
        self.num_children = len(self.children_specs)
        self.num_leaves = 1 if type is None else sum(c.num_leaves for c in self.children_specs)

    def is_leaf(self) -> bool:
        """Whether it stands for a leaf."""
        return self.type is None

    def unflatten(self, leaves: Iterable[Any]) -> Any:
        """The nested value with these leaves; see `tree_unflatten`."""
        return tree_unflatten(leaves, self)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, TreeSpec) and (
            (self.type, self.context, self.children_specs)
            == (other.type, other.context, other.children_specs)
        )

    def __hash__(self) -> int:
        return hash((self.type, self.num_leaves, self.num_children))

    def __repr__(self) -> str:
        if self.type is None:
            return "*"
        return f"TreeSpec({self.type.__name__}, {self.context}, {self.children_specs})"


LeafSpec = TreeSpec


def _list_flatten(value: Any) -> tuple[list[Any], Any]:
    return list(value), None


def _list_unflatten(parts: Iterable[Any], context: Any) -> Any:
    return list(parts)


def _tuple_unflatten(parts: Iterable[Any], context: Any) -> Any:
    return tuple(parts)


def _namedtuple_flatten(value: Any) -> tuple[list[Any], Any]:
    return list(value), type(value)


def _namedtuple_unflatten(parts: Iterable[Any], context: Any) -> Any:
    return context(*parts)


def _dict_flatten(value: Any) -> tuple[list[Any], Any]:
    return list(value.values()), list(value)


def _dict_unflatten(parts: Iterable[Any], context: Any) -> Any:
    return dict(zip(context, parts, strict=True))


def _ordered_unflatten(parts: Iterable[Any], context: Any) -> Any:
    return OrderedDict(zip(context, parts, strict=True))


def _defaultdict_flatten(value: Any) -> tuple[list[Any], Any]:
    return list(value.values()), [value.default_factory, list(value)]


def _defaultdict_unflatten(parts: Iterable[Any], context: Any) -> Any:
    return defaultdict(context[0], zip(context[1], parts, strict=True))


def _deque_flatten(value: Any) -> tuple[list[Any], Any]:
    return list(value), value.maxlen


def _deque_unflatten(parts: Iterable[Any], context: Any) -> Any:
    return deque(parts, context)


class MappingKey(NamedTuple):
    """A step of a path into a nested value: the key of a dict."""

    key: Any

    def __str__(self) -> str:
        return f"[{self.key!r}]"


class SequenceKey(NamedTuple):
    """A step of a path into a nested value: the position in a list or tuple."""

    idx: int

    def __str__(self) -> str:
        return f"[{self.idx}]"


def _dict_flatten_with_keys(value: Any) -> tuple[list[tuple[MappingKey, Any]], Any]:
    """The parts of a dict with their keys, and the context."""
    parts, context = _dict_flatten(value)
    return [(MappingKey(k), part) for k, part in zip(context, parts, strict=True)], context


_NAMEDTUPLE = _Kind(_namedtuple_flatten, _namedtuple_unflatten)
SUPPORTED_NODES: dict[type, _Kind] = {
    tuple: _Kind(_list_flatten, _tuple_unflatten),
    list: _Kind(_list_flatten, _list_unflatten),
    dict: _Kind(_dict_flatten, _dict_unflatten),
    OrderedDict: _Kind(_dict_flatten, _ordered_unflatten),
    defaultdict: _Kind(_defaultdict_flatten, _defaultdict_unflatten),
    deque: _Kind(_deque_flatten, _deque_unflatten),
}


def register_pytree_node(
    cls: type,
    flatten_fn: Callable[[Any], tuple[list[Any], Any]],
    unflatten_fn: Callable[[Iterable[Any], Any], Any],
    **options: Any,
) -> None:
    """Make a class a container: how it is taken apart, and put together. Raises ValueError for a
    class that is one already."""
    if cls in SUPPORTED_NODES:
        raise ValueError(f"{cls} is already registered as pytree node.")
    SUPPORTED_NODES[cls] = _Kind(flatten_fn, unflatten_fn)


_register_pytree_node = register_pytree_node


def _kind_of(value: Any, is_leaf: Any) -> tuple[type | None, _Kind | None]:
    if is_leaf is not None and is_leaf(value):
        return None, None
    cls = type(value)
    kind = SUPPORTED_NODES.get(cls)
    if kind is None and issubclass(cls, tuple) and hasattr(cls, "_fields"):
        return cls, _NAMEDTUPLE
    return cls, kind


def tree_flatten(tree: Any, is_leaf: Any = None) -> tuple[list[Any], TreeSpec]:
    """The leaves of a nested value in order, and what it looks like without them.

    >>> leaves, spec = tree_flatten({"a": 1, "b": (2, [3])})
    >>> leaves, tree_unflatten([10, 20, 30], spec)
    ([1, 2, 3], {'a': 10, 'b': (20, [30])})
    """
    cls, kind = _kind_of(tree, is_leaf)
    if kind is None:
        return [tree], TreeSpec()
    parts, context = kind.flatten(tree)
    leaves: list[Any] = []
    specs = []
    for part in parts:
        own, spec = tree_flatten(part, is_leaf)
        leaves += own
        specs.append(spec)
    return leaves, TreeSpec(cls, context, specs)


def tree_unflatten(leaves: Iterable[Any], treespec: TreeSpec) -> Any:
    """The nested value with these leaves. Raises ValueError for another number of them."""
    leaves = list(leaves)
    if len(leaves) != treespec.num_leaves:
        raise ValueError(
            f"tree_unflatten(leaves, treespec): `leaves` has length {len(leaves)} but the spec "
            f"refers to a pytree that holds {treespec.num_leaves} items ({treespec})."
        )
    return _build(iter(leaves), treespec)


def _build(leaves: Any, spec: TreeSpec) -> Any:
    if spec.type is None:
        return next(leaves)
    parts = [_build(leaves, child) for child in spec.children_specs]
    kind = SUPPORTED_NODES.get(spec.type, _NAMEDTUPLE)
    return kind.unflatten(parts, spec.context)


def tree_leaves(tree: Any, is_leaf: Any = None) -> list[Any]:
    """The leaves of a nested value in order."""
    return tree_flatten(tree, is_leaf)[0]


tree_iter = tree_leaves


def tree_structure(tree: Any, is_leaf: Any = None) -> TreeSpec:
    """What a nested value looks like without its leaves."""
    return tree_flatten(tree, is_leaf)[1]


def tree_map(func: Callable[..., Any], tree: Any, *rests: Any, is_leaf: Any = None) -> Any:
    """The nested value of a function's results, called with each leaf, and those of `rests` in the
    same place.

    >>> tree_map(str, {"a": [1, 2]})
    {'a': ['1', '2']}
    """
    leaves, spec = tree_flatten(tree, is_leaf)
    others = [_leaves_below(spec, rest) for rest in rests]
    return tree_unflatten([func(*each) for each in zip(leaves, *others, strict=True)], spec)


def _leaves_below(spec: TreeSpec, tree: Any) -> list[Any]:
    """The parts of a value where another has its leaves."""
    if spec.type is None:
        return [tree]
    kind = SUPPORTED_NODES.get(spec.type, _NAMEDTUPLE)
    if type(tree) is not spec.type:
        raise ValueError(f"Node type mismatch; expected {spec.type}, but got {type(tree)}.")
    parts = kind.flatten(tree)[0]
    if len(parts) != spec.num_children:
        raise ValueError(f"expected {spec.num_children} parts in {spec}, got {len(parts)}")
    found: list[Any] = []
    for part, child in zip(parts, spec.children_specs, strict=True):
        found += _leaves_below(child, part)
    return found


def tree_map_(func: Callable[..., Any], tree: Any, *rests: Any, is_leaf: Any = None) -> Any:
    """Call a function for each leaf; returns the value itself."""
    tree_map(func, tree, *rests, is_leaf=is_leaf)
    return tree


def tree_map_only(kinds: Any, func: Callable[..., Any], tree: Any, is_leaf: Any = None) -> Any:
    """`tree_map` of the leaves of a type, or of several; others stay."""

    def chosen(leaf: Any) -> Any:
        return func(leaf) if isinstance(leaf, kinds) else leaf

    return tree_map(chosen, tree, is_leaf=is_leaf)


def tree_all(pred: Callable[[Any], bool], tree: Any, is_leaf: Any = None) -> bool:
    """Whether something holds of all leaves."""
    return all(map(pred, tree_leaves(tree, is_leaf)))


def tree_any(pred: Callable[[Any], bool], tree: Any, is_leaf: Any = None) -> bool:
    """Whether something holds of any leaf."""
    return any(map(pred, tree_leaves(tree, is_leaf)))


def tree_flatten_with_path(
    tree: Any, is_leaf: Any = None
) -> tuple[list[tuple[tuple[Any, ...], Any]], TreeSpec]:
    """The leaves of a nested value, each with its path, and what it looks like without them.

    >>> leaves, _ = tree_flatten_with_path({"a": [1, 2]})
    >>> [(keystr(path), leaf) for path, leaf in leaves]
    [("['a'][0]", 1), ("['a'][1]", 2)]
    """
    return list(_with_path(tree, is_leaf, ())), tree_structure(tree, is_leaf)


def _with_path(tree: Any, is_leaf: Any, path: tuple[Any, ...]) -> Any:
    _, kind = _kind_of(tree, is_leaf)
    if kind is None:
        yield path, tree
        return
    parts, _ = kind.flatten(tree)
    steps: list[Any] = [SequenceKey(i) for i in range(len(parts))]
    if isinstance(tree, dict):
        steps = [MappingKey(k) for k in tree]
    for step, part in zip(steps, parts, strict=True):
        yield from _with_path(part, is_leaf, (*path, step))


def tree_map_with_path(func: Callable[..., Any], tree: Any, is_leaf: Any = None) -> Any:
    """The nested value of a function's results, called with each leaf's path and the leaf."""
    leaves, spec = tree_flatten_with_path(tree, is_leaf)
    return tree_unflatten([func(path, leaf) for path, leaf in leaves], spec)


def keystr(path: Iterable[Any]) -> str:
    """A path as text."""
    return "".join(map(str, path))
