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

from . import _layout, _operators as T
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


# What a sparse tensor says of its gradient: what its stored values say, made sparse again.


class GradientOfStored:
    """The methods of a tensor that autograd answers, asked of the stored values.

    The gradient has the places of the tensor: what is not stored takes none. PyTorch gives some
    operators' gradients (`mm`, `sum`) in all places; those at the stored ones are the same.
    """

    _layout: Any
    _index: tuple[Any, ...]
    _stored: Any
    _coalesced: bool
    _array: Any
    shape: Any
    _with: Any

    @property
    def requires_grad(self) -> bool:
        """Whether operators on the stored values are recorded for differentiation."""
        return self._stored.requires_grad

    @requires_grad.setter
    def requires_grad(self, flag: bool) -> None:
        self._stored.requires_grad_(flag)

    def requires_grad_(self, requires_grad: bool = True) -> Any:
        """Make a leaf record operators, or stop; returns the tensor itself."""
        self._stored.requires_grad_(requires_grad)
        return self

    def _gradient(self, grad: Any) -> Any:
        """The sparse gradient that a gradient of the stored values stands for.

        Of places stored several times all have the same gradient, which is that place's.
        """
        if grad is None or self._coalesced or self._layout is not _layout.sparse_coo:
            return None if grad is None else self._with(grad)
        from ._sparse_parts import distinct

        return distinct(self._with(grad))

    def _values_gradient(self, grad: Any) -> Any:
        """The gradient of the stored values that a gradient of the tensor stands for."""
        if grad is None:
            return None
        if grad._array.shape != self._array.shape:
            raise RuntimeError(
                f"Mismatch in shape: grad_output has a shape of {grad.shape} and output has a shape"
                f" of {self.shape}."
            )
        mask: Any = self
        masked: Any = T.sparse_mask(grad, mask)
        return masked._stored

    def _values_and_gradient(self, grad: Any) -> tuple[Any, Any]:
        """What `backward` starts from in place of this tensor and a gradient of it."""
        return self._stored, self._values_gradient(grad)

    @property
    def grad(self) -> Any:
        """The gradient that `backward` has accumulated, as a sparse tensor; None before."""
        grad = self._gradient(self._stored.grad)
        if grad is not None:
            grad._is_gradient = True
        return grad

    @grad.setter
    def grad(self, value: Any) -> None:
        self._stored.grad = self._values_gradient(value)

    @grad.deleter
    def grad(self) -> None:
        self._stored.grad = None

    @property
    def grad_fn(self) -> Any:
        """The node that recorded how the stored values were made, None for leaves."""
        return self._stored.grad_fn

    @property
    def output_nr(self) -> int:
        """Which output of its `grad_fn` the stored values are."""
        return self._stored.output_nr

    @property
    def is_leaf(self) -> bool:
        """Whether the tensor was made by the user rather than recorded."""
        return self._stored.is_leaf

    @property
    def retains_grad(self) -> bool:
        """Whether a tensor that is not a leaf keeps its gradient."""
        return self._stored.retains_grad

    def retain_grad(self) -> None:
        """Keep the gradient of a tensor that is not a leaf in `.grad`."""
        self._stored.retain_grad()

    def register_hook(self, hook: Any) -> Any:
        """Call `hook(grad)` when the gradient is there; a result replaces it."""

        def on_values(grad: Any) -> Any:
            return self._values_gradient(hook(self._gradient(grad)))

        return self._stored.register_hook(on_values)

    def register_post_accumulate_grad_hook(self, hook: Any) -> Any:
        """Call `hook(tensor)` after `.grad` of this leaf has been accumulated."""

        def on_leaf(stored: Any) -> None:
            hook(self)

        return self._stored.register_post_accumulate_grad_hook(on_leaf)

    def detach_(self) -> Any:
        """Forget how this tensor was made; returns the tensor itself."""
        self._stored = self._stored.detach()
        return self
