"""What runs before and after a node: hooks of tensors and of nodes, and gradients that are kept.

Their order is PyTorch's: the hooks of the node's results, then what keeps a result's gradient, then
the node's own; after it has run those that see both sides.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import Any

from firebrick_core._errors import TYPE_NAMES

Table = OrderedDict[int, Any]


class PreHooks:
    """What a node has to run before itself: tables of hooks by result, kept gradients by result,
    and the node's own hooks."""

    __slots__ = ("kept", "own", "results")

    def __init__(self) -> None:
        self.results: dict[int, Table] = {}
        self.kept: dict[int, Retained] = {}
        self.own: Table = OrderedDict()


class Retained:
    """The kept gradient of a tensor that is no leaf, apart from the tensor so that no cycle
    arises. `active` says whether backward adds to it."""

    __slots__ = ("active", "grad")

    def __init__(self) -> None:
        self.grad: Any = None
        self.active = False

    def keep(self, grad: Any) -> None:
        """Take a gradient, or add it to what is there."""
        self.grad = grad if self.grad is None else self.grad + grad


def before(node: Any) -> PreHooks:
    """What a node runs before itself, made when first needed."""
    if node.pre_hooks is None:
        node.pre_hooks = PreHooks()
    return node.pre_hooks


def has_hooks(leaf: Any) -> bool:
    """Whether anything waits for a leaf's gradient."""
    if leaf is None:
        return False
    pre = leaf.pre_hooks
    return bool(leaf.hooks or leaf.post_hooks or (pre and (pre.own or any(pre.results.values()))))


def move_kept(source: Any, nr: int, target: Any, target_nr: int) -> None:
    """Let a tensor whose history is replaced keep the gradient of what it is now."""
    pre = source.pre_hooks
    if pre is not None:
        kept = pre.kept.pop(nr, None)
        if kept is not None:
            before(target).kept[target_nr] = kept


def run_before(pre: PreHooks, grad: Any) -> Any:
    """The gradients of a node's results after their hooks."""
    grads = list(grad) if isinstance(grad, list) else [grad]
    for nr, table in pre.results.items():
        for hook in list(table.values()):
            result = hook(grads[nr])
            if result is not None:
                grads[nr] = _replaced(hook, result, grads[nr])
    for nr, kept in pre.kept.items():
        if grads[nr] is not None:
            kept.keep(grads[nr])
    return grads if isinstance(grad, list) else grads[0]


def run_own_before(pre: PreHooks, grad: Any) -> Any:
    """The gradients of a node's results after the node's own hooks."""
    grads = list(grad) if isinstance(grad, list) else [grad]
    for hook in list(pre.own.values()):
        result = hook(tuple(grads))
        if result is not None:
            grads = _all_replaced(hook, result, grads)
    return grads if isinstance(grad, list) else grads[0]


def run_after(table: Table, grads: Any, grad: Any) -> Any:
    """The gradients of a node's inputs after the hooks that see them and those of the results."""
    outputs = tuple(grad) if isinstance(grad, list) else (grad,)
    for hook in list(table.values()):
        result = hook(tuple(grads), outputs)
        if result is not None:
            grads = _all_replaced(hook, result, grads)
    return grads


def run_after_accumulation(leaf: Any) -> None:
    """Call the hooks that see a leaf with its new `.grad`."""
    tensor = leaf.variable
    if tensor is None:
        return
    for hook in list(leaf.post_hooks.values()):
        if hook(tensor) is not None:
            raise RuntimeError(
                f"Tensor post accumulate grad hooks should return None: {_name(hook)} returned a"
                " value; assign to tensor.grad instead"
            )


def _name(hook: Any) -> str:
    return f"hook '{getattr(hook, '__name__', type(hook).__name__)}'"


def _all_replaced(hook: Any, results: Any, grads: Any) -> list[Any]:
    if not isinstance(results, (tuple, list)):
        raise TypeError(f"expected tuple, but hook returned '{type(results).__name__}'")
    if len(results) != len(grads):
        raise RuntimeError(
            f"{_name(hook)} has returned an incorrect number of values (got {len(results)}, but"
            f" expected {len(grads)})"
        )
    return [
        None if result is None else _replaced(hook, result, grad)
        for result, grad in zip(results, grads, strict=True)
    ]


def _replaced(hook: Any, result: Any, grad: Any) -> Any:
    """A hook's result, which must be like the gradient that it replaces."""
    if not hasattr(result, "_keys"):
        raise TypeError(f"expected Variable, but hook returned '{type(result).__name__}'")
    if grad is None:
        raise RuntimeError(
            f"can't replace a None gradient with a non-None value, which {_name(hook)} returned"
        )
    if result._array.shape != grad._array.shape:
        raise RuntimeError(
            f"{_name(hook)} has changed the size of value: {list(grad.shape)} to"
            f" {list(result.shape)}"
        )
    if result.dtype is not grad.dtype:
        raise RuntimeError(
            f"{_name(hook)} has changed the type of value (was torch.{_type_name(grad)} got"
            f" torch.{_type_name(result)})"
        )
    if result.device != grad.device:
        raise RuntimeError(
            f"{_name(hook)} has changed the device of value: {grad.device} to {result.device}"
        )
    return result


def _type_name(tensor: Any) -> str:
    return f"{TYPE_NAMES[tensor.dtype.name]}Tensor"
