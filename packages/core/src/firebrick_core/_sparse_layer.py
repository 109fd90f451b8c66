"""The layer of sparse tensors: which operator does what with their parts.

It stands above autograd and above function transforms: a rule calls ordinary operators on indices
and stored values, which are then recorded, batched and so on like any others. A rule is a function
of the operator and all its arguments; an in-place form without one of its own takes that of the
operator, and the tensor takes over the result's parts. Operators without a rule are refused, as
most are in PyTorch: their results would not be sparse.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from . import _operators as T
from ._dispatch import SPARSE, assign, dispatch, register_layer, tensors_in
from ._dtype import can_cast
from ._errors import cannot_cast
from ._layout import sparse_coo
from .grad_mode import is_grad_enabled

Rule = Callable[..., Any]
RULES: dict[str, Rule] = {}


def sparse(*operators: str) -> Callable[[Rule], Rule]:
    """Declare the rule of operators on sparse tensors: `rule(op, *args)`."""

    def declare(rule: Rule) -> Rule:
        for name in operators:
            RULES[name] = rule
        return rule

    return declare


def is_sparse(x: Any) -> bool:
    """Whether an argument is a sparse tensor, of any layout."""
    return bool(getattr(x, "_keys", 0) & SPARSE)


def call(op: Any, *args: Any) -> Any:
    """Call an operator with all its arguments through all layers that they ask for."""
    keys = 0
    for t in tensors_in(args):
        keys |= t._keys
    return dispatch(op, keys, args)


def handle(op: Any, args: tuple[Any, ...], keys: int) -> Any:
    """The layer's handler."""
    if not RULES:
        from . import _sparse_rules as _sparse_rules  # declares them

    rule = RULES.get(op.name)
    if rule is not None:
        return rule(op, *args)
    base = op.inplace_of
    rule = RULES.get(base.name) if base is not None else None
    if rule is None:
        raise refused(op.name, args)
    return written(op, args[0], rule(base, *args))


def written(op: Any, target: Any, result: Any) -> Any:
    """Let the first argument of an in-place operator take a result; returns it."""
    if not is_sparse(target):
        return assign(op, target, T.to_dense(result))
    refuse_leaf(op, target)
    if result._array.shape != target._array.shape or not is_sparse(result):
        raise RuntimeError(
            f"{op.name}(): the result has shape {list(result.shape)} and layout {result.layout}, "
            f"which a tensor of shape {list(target.shape)} and layout {target.layout} cannot take"
        )
    if not can_cast(result.dtype, target.dtype):
        raise cannot_cast(op.name, result.dtype, target.dtype)
    result = result.to(target.dtype)
    if result._layout is not target._layout:
        result = T.to_sparse(result, layout=target._layout)
    return target._become(result)


def refuse_leaf(op: Any, target: Any) -> None:
    """Refuse to write over what the user differentiates. Raises RuntimeError."""
    if target.requires_grad and target.is_leaf and is_grad_enabled():
        raise RuntimeError(
            "a leaf Variable that requires grad is being used in an in-place operation: "
            f"{op.name}(). Do it under torch.no_grad(), or on a clone()"
        )


def refused(name: str, args: tuple[Any, ...]) -> NotImplementedError:
    """The error for an operator that sparse tensors do not have."""
    first = next(t for t in tensors_in(args) if is_sparse(t))
    backend = "Sparse" if first._layout is sparse_coo else "SparseCsr"
    where = "CPU" if first.is_cpu else first.device.type.upper()
    return NotImplementedError(
        f"Could not run 'aten::{name}' with arguments from the '{backend}{where}' backend: it is "
        "not implemented for sparse tensors. Call to_dense() on them first"
    )


register_layer(SPARSE, handle)
