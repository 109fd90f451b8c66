"""What nodes keep for backward: inputs, results and values, checked and unpacked when used.

A node's `saved` is a plain tuple laid out as its class's `layout` says. After backward it is
`FREED`. Where the user's hooks pack what is saved it is a `PackedTuple`, the same tuple with a
`Packed` in the place of each packed tensor: the one test for a plain tuple, in every backward,
covers both.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from firebrick_core import Tensor
from firebrick_core._device import DEVICE_BITS
from firebrick_core._dispatch import AUTOGRAD, HIDDEN_ORDER, TRANSFORMED, excluding
from firebrick_core._frames import where
from firebrick_core._hidden_order import restore

from . import _node

Hooks = tuple[Callable[[Any], Any], Callable[[Any], Any]]
TENSOR_KINDS = ("tensor", "operand")  # three places each: the tensor, its array, its version


class Freed:
    """Stands in a node's `saved` after its backward has run."""


FREED = Freed()


# ---------------------------------------------------------------------- plain
def unpack(node: Any, tensor: Any, array: Any, version: int, graph: bool) -> Any:
    """A saved input as the rule may use it: itself for a graph, else free of history."""
    storage = tensor._storage
    if storage is not None and storage.former == id(array):
        array = tensor._array  # whose elements were put in another order since
    if storage is not None and storage.version != version and tensor._array is array:
        raise stale(node, storage, version, array)
    if tensor._keys & TRANSFORMED:
        return tensor if graph else tensor._shallow()
    if tensor._array is not array:  # `.data` was replaced: the graph keeps what it saw
        return _node.alias(
            array, tensor, tensor._keys if graph else 0, tensor._meta if graph else None
        )
    if graph or not tensor._keys:
        return tensor
    return _node.alias(array, tensor, tensor._keys & ~AUTOGRAD)


def unpack_result(node: Any, saved: Any, nr: int, graph: bool) -> Any:
    """A saved result, with its history again where a graph is being made and it can have one."""
    array, dtype, storage, version, keys = saved
    if storage.version != version:
        raise stale(node, storage, version, array)
    if storage.former == id(array):  # its elements were put in another order since
        array, keys = storage._array, keys & ~HIDDEN_ORDER
    graph = graph and array.dtype.kind not in "biu"
    if keys & TRANSFORMED:
        t = dtype._shallow()
        t._keys = keys | AUTOGRAD if graph else keys
    else:
        t = _node.alias(array, _Typed(dtype), keys | AUTOGRAD if graph else keys)
        t._storage = storage
    if graph:
        t._meta = _node.Output(node, nr, t) if node.several else node
    return t


class _Typed:
    __slots__ = ("dtype",)

    def __init__(self, dtype: Any):
        self.dtype = dtype


def save_result(out: Any) -> Any:
    """What a node keeps of its own result: all but the tensor, which would be a cycle."""
    storage = out._storage
    if storage is None or out._keys & DEVICE_BITS:
        storage = out._own_storage()
    kept = out._shallow() if out._keys & TRANSFORMED else out.dtype
    return out._array, kept, storage, storage.version, out._keys & ~AUTOGRAD


def saved_copy(tensor: Any, edge: Any) -> Any:
    """A tensor as it is before an in-place operator changes it, with its history."""
    if tensor._keys & TRANSFORMED:
        kept = tensor._shallow().clone()
        kept._keys, kept._meta = tensor._keys, edge
        return kept
    return _node.alias(tensor._array.copy(), tensor, tensor._keys, edge)


def stale(node: Any, storage: Any, version: int, array: Any) -> RuntimeError:
    """The error for a saved tensor that was changed in place after it was saved."""
    from firebrick_core._dtype import from_numpy_dtype
    from firebrick_core._errors import TYPE_NAMES

    kind = TYPE_NAMES[from_numpy_dtype(array.dtype).name]
    return RuntimeError(
        "one of the variables needed for gradient computation has been modified by an inplace"
        f" operation: [torch.{kind}Tensor {list(array.shape)}], which {node.name()} saved at"
        f" {_node.place(node)}, is at version {storage.version}; expected version {version}"
        f" instead. It was changed at {where(*storage.writer)}. Change a clone() of it, or change"
        " it after backward()"
    )


def freed(node: Any) -> RuntimeError:
    """The error for a second backward through a graph whose saved tensors are gone."""
    return RuntimeError(
        "Trying to backward through the graph a second time (or directly access saved tensors"
        f" after they have already been freed): {node.name()}, recorded at {_node.place(node)}."
        " Saved intermediate values of the graph are freed when you call .backward() or"
        " autograd.grad(). Specify retain_graph=True if you need to backward through the graph a"
        " second time or if you need to access saved tensors after calling backward."
    )


# ---------------------------------------------------------------------- packed by hooks
class PackedTuple(tuple[Any, ...]):
    """A node's `saved` in which some tensors are packed."""

    __slots__ = ()


class Packed:
    """What a pack hook made of a saved tensor, with the history that the tensor had; that of a
    node's own result, whose number is `nr`, is not held, because it would be a cycle."""

    __slots__ = ("content", "keys", "meta", "nr", "unpack")

    def __init__(self, tensor: Any, hooks: Hooks, nr: int | None = None):
        pack, self.unpack = hooks
        version = version_of(tensor)
        with excluding(AUTOGRAD):
            self.content = pack(tensor)
        if version_of(tensor) != version:
            raise RuntimeError(
                "A saved tensor pack hook is modifying its input in place. Tensors provided as"
                " input to pack hook cannot be modified by in-place operations as this can lead to"
                " unexpected side-effects: let the hook change a clone() of it."
            )
        self.keys = tensor._keys & AUTOGRAD
        self.nr, self.meta = nr, tensor._meta if self.keys and nr is None else None

    def tensor(self, node: Any) -> Any:
        """What the unpack hook makes of it, with the history of the tensor that was packed."""
        found = self.unpack(self.content)
        if not isinstance(found, Tensor):
            raise TypeError(
                "Output of saved tensor unpack_hook expected to be a Tensor but got result of type"
                f" {type(found).__name__}"
            )
        t = _node.alias(restore(found)._array, found, found._keys & ~AUTOGRAD | self.keys)
        t._storage = found.untyped_storage()
        t._meta = self.meta
        if self.nr is not None and self.keys:
            t._meta = _node.Output(node, self.nr, t) if node.several else node
        return t


def version_of(tensor: Any) -> int:
    """How often a tensor's memory was written to, also for tensors of inference mode."""
    return 0 if tensor._storage is None else tensor._storage.version


def opened(node: Any, saved: Any) -> tuple[Any, ...]:
    """A node's `saved` as its backward reads it, where it is no plain tuple.

    Raises RuntimeError where it is freed.
    """
    if saved is FREED:
        raise freed(node)
    values = list(saved)
    for _, kind, place, _ in node.layout:
        found = values[place]
        if kind == "tensors":
            values[place] = [_triple(x.tensor(node)) if type(x) is Packed else x for x in found]
        elif type(found) is Packed:
            if kind == "result":
                values[place] = save_result(found.tensor(node))
            else:
                values[place : place + 3] = _triple(found.tensor(node))
    return tuple(values)


def _triple(tensor: Any) -> tuple[Any, Any, int]:
    return tensor, tensor._array, version_of(tensor)


def pack(node: Any, results: Any, hooks: Hooks) -> None:
    """Replace the tensors that a node has just saved by what a pack hook makes of them.

    Those of a transform stay: hooks know nothing of the tangent or the batch that they carry.
    """
    values = list(node.saved)
    for _, kind, place, nr in node.layout:
        if kind == "tensors":
            values[place] = [
                x if x is None or not can_be_packed(x[0]) else Packed(x[0], hooks)
                for x in values[place]
            ]
        elif kind == "result":
            if can_be_packed(results[nr]):
                values[place] = Packed(results[nr], hooks, nr)
        elif kind in TENSOR_KINDS and values[place + 1] is not None:
            if can_be_packed(values[place]):
                values[place : place + 3] = Packed(values[place], hooks), None, 0
    node.saved = PackedTuple(values)


def can_be_packed(tensor: Any) -> bool:
    """Whether hooks get to see a saved tensor."""
    return not tensor._keys & TRANSFORMED


def inputs(node: Any) -> list[Any]:
    """The inputs that a node saved, as tensors, without checks; those that are packed left out."""
    found: list[Any] = []
    for _, kind, place, _ in node.layout:
        if kind == "tensors":
            found += [x[0] for x in node.saved[place] if type(x) is tuple]
        elif kind in TENSOR_KINDS and node.saved[place + 1] is not None:
            found.append(node.saved[place])
    return found


# ---------------------------------------------------------------------- as attributes of nodes
def attributes(layout: Any) -> dict[str, property]:
    """The attributes of a class of nodes that show what they saved: `_saved_<name>`, and for hooks
    of their own `_raw_saved_<name>`. The first operand has PyTorch's name, `self`.

    They are properties, because a class with `__getattr__` reads its slots at half the speed.
    """
    found = {}
    for entry in layout:
        name = "self" if entry[0] == "input" else entry[0]
        found[f"_saved_{name}"] = _property(_value, entry)
        if entry[1] not in ("value", "shape"):
            found[f"_raw_saved_{name}"] = _property(_raw, entry)
    return found


def _property(read: Callable[[Any, Any], Any], entry: Any) -> property:
    def saved(node: Any) -> Any:
        return read(node, entry)

    return property(saved)


def _value(node: Any, entry: Any) -> Any:
    """What a node saved. Raises RuntimeError after it is freed."""
    _, kind, place, nr = entry
    saved = node.saved
    if saved is FREED:
        raise freed(node)
    found = saved[place]
    if type(found) is Packed:
        return found.tensor(node)
    if kind in TENSOR_KINDS:
        array, version = saved[place + 1 : place + 3]
        return found if array is None else unpack(node, found, array, version, True)
    if kind == "result":
        return unpack_result(node, found, nr, True)
    if kind == "tensors":
        return tuple(_one(node, x) for x in found)
    return found


def _one(node: Any, saved: Any) -> Any:
    """One of several saved inputs."""
    if type(saved) is Packed:
        return saved.tensor(node)
    return None if saved is None else _current(node, *saved)


def _raw(node: Any, entry: Any) -> Any:
    """The tensor that a node saved, to be given hooks; a tuple of them where it saved several."""
    _, kind, place, _ = entry
    if kind != "tensors":
        return SavedTensor(node, entry)
    count = 0 if node.saved is FREED else len(node.saved[place])
    return tuple(SavedTensor(node, entry, i) for i in range(count))


def _current(node: Any, tensor: Any, array: Any, version: int) -> Any:
    return None if array is None else unpack(node, tensor, array, version, True)


class SavedTensor:
    """A tensor that a node saved, to be given hooks of its own."""

    def __init__(self, node: Any, entry: Any, index: int | None = None):
        self._node, self._entry, self._index = node, entry, index

    def register_hooks(self, pack_hook: Callable[[Any], Any], unpack_hook: Any) -> None:
        """Keep `pack_hook(tensor)` in its place, and use `unpack_hook` of that in backward.

        Raises RuntimeError where it has hooks, is freed, or is None; TypeError for what cannot be
        called.
        """
        check_hooks("register_hooks()", pack_hook, unpack_hook)
        node, (_, kind, place, nr) = self._node, self._entry
        if node.saved is FREED:
            raise RuntimeError(
                "Calling register_hooks on a saved tensor after it has been freed. Saved"
                " intermediate values of the graph are freed when you call .backward() or"
                " autograd.grad(). Specify retain_graph=True if you need to backward through the"
                " graph a second time or if you need to access saved variables after calling"
                " backward."
            )
        values = list(node.saved)
        held: Any = values[place] if self._index is None else values[place][self._index]
        if type(held) is Packed:
            raise RuntimeError(
                "Calling register_hooks on a saved tensor whose hooks have already been set. Hint:"
                " only one pair of hooks is allowed at a time."
            )
        if kind == "result":
            tensor = unpack_result(node, held, nr, True)
        elif kind == "tensors":
            tensor = held and _current(node, *held)
        else:
            tensor = _current(node, *values[place : place + 3])
        if tensor is None:
            raise RuntimeError(
                "Calling register_hooks on a saved tensor with value None is forbidden"
            )
        packed = Packed(tensor, (pack_hook, unpack_hook), nr if kind == "result" else None)
        if kind == "tensors":
            values[place] = list(values[place])
            values[place][self._index] = packed
        elif kind == "result":
            values[place] = packed
        else:
            values[place : place + 3] = packed, None, 0
        node.saved = PackedTuple(values)


def check_hooks(where: str, pack_hook: Any, unpack_hook: Any) -> None:
    """Refuse hooks that cannot be called. Raises TypeError."""
    for name, hook in (("pack_hook", pack_hook), ("unpack_hook", unpack_hook)):
        if not callable(hook):
            raise TypeError(
                f"{where}: argument '{name}' must be callable, not {type(hook).__name__}"
            )
