"""Tensors with a batch dimension that the function inside `vmap` does not see.

A rule calls an operator once for the whole batch. Elementwise operators, and the families in
`batching_rules`, have rules; any other operator is called sample by sample and its results are
stacked, which is slow and right.
"""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar
from typing import Any

from firebrick_core import _dtype, _operators as T
from firebrick_core._device import meta_array
from firebrick_core._operator import TENSORS, Operator

from . import _levels
from ._levels import Wrapped, at, call
from ._views import gives_views

RULES: dict[str, Callable[[Call], Any]] = {}
randomness: ContextVar[str] = ContextVar("firebrick_vmap_randomness", default="error")


class Batched(Wrapped):
    """A tensor with a hidden dimension: `_bdim` of `_value`, None where all samples share it."""

    _bdim: int | None

    @classmethod
    def of(cls, value: Any, bdim: int | None, level: int) -> Any:
        """A batched tensor of a level, from the tensor that holds all samples."""
        return cls.make(value, level, _sample(value._array, bdim), _bdim=bdim)

    @classmethod
    def lift(cls, tensor: Any, level: int) -> Any:
        return cls.of(tensor, None, level)

    @classmethod
    def call(cls, op: Any, args: tuple[Any, ...], level: int) -> Any:
        this = Call(op, args, level)
        if this.size is None:  # lifted only, to be of this level
            out, where = _write_unbatched(this) if this.writes else (call(op, this.args), None)
        elif op.random:
            out, where = _random(this)
        elif this.writes:
            out, where = _write(this)
        else:
            rule = RULES.get(op.name) or (pointwise if op.kind == "pointwise" else sample_by_sample)
            out, where = rule(this)
        if this.writes:
            target = args[0]
            target._array = _sample(target._value._array, target._bdim)
            target._bump_version()
            return target
        return _wrapped(out, where, level, args[0] if gives_views(op) else None)

    def _made_like(self, tensor: Any) -> Any:
        """Memory for each sample, so that it can be written to."""
        if self._bdim is None:
            return tensor
        whole = front(tensor, None, self._value._array.shape[self._bdim])
        return type(self).of(T.clone(whole), 0, self._level)

    def detach(self) -> Any:
        """The same samples without history."""
        return type(self).of(self._value.detach(), self._bdim, self._level)

    def _refused(self, what: str) -> Any:
        raise RuntimeError(
            f"vmap: It looks like you're calling {what} on a Tensor. We don't support vmap over "
            f"calling {what}, which would be another value for each sample: return the tensor from "
            "the function, or write what depends on it with torch.where"
        )

    def item(self) -> Any:
        return self._refused(".item()")

    def tolist(self) -> Any:
        return self._refused(".tolist()")

    def numpy(self, *, force: bool = False) -> Any:
        return self._refused(".numpy()")

    def __bool__(self) -> bool:
        return self._refused("bool()")


def _sample(array: Any, bdim: int | None) -> Any:
    """An array of one sample's shape and strides; its elements are not read."""
    if bdim is None:
        return array
    if array.shape[bdim]:
        return array[(slice(None),) * bdim + (0,)]
    shape = array.shape[:bdim] + array.shape[bdim + 1 :]
    return meta_array(shape, array.dtype)


def _wrapped(out: Any, where: Any, level: int, base: Any) -> Any:
    if isinstance(out, (tuple, list)):
        places = where if isinstance(where, (tuple, list)) else [where] * len(out)
        parts = [_wrapped(o, w, level, base) for o, w in zip(out, places, strict=True)]
        return type(out)._make(parts) if hasattr(out, "_make") else tuple(parts)
    if not hasattr(out, "_keys") or (where is None and base is None):
        return out
    t = Batched.of(out, where, level)
    if base is not None and at(base, level):
        _levels.share_storage(t, base)
    return t


class Call:
    """An operator call at a level: inner arguments, where their batch dimensions are, and the batch
    size; None where no argument has one."""

    def __init__(self, op: Operator, args: tuple[Any, ...], level: int):
        self.op, self.outer, self.level = op, args, level
        self.writes = op.inplace_of is not None or op.mutates
        self.size: Any = None
        inner, bdims = zip(*(self._open(a) for a in args), strict=True) if args else ((), ())
        self.args, self.bdims = inner, bdims

    def _open(self, a: Any) -> tuple[Any, Any]:
        if type(a) in (list, tuple) and any(hasattr(t, "_keys") for t in a):
            pairs = [self._open(t) for t in a]
            return [v for v, _ in pairs], [d for _, d in pairs]
        if not at(a, self.level):
            return a, None
        if a._bdim is not None:
            self.size = a._value._array.shape[a._bdim]
        return a._value, a._bdim

    def front(self, i: int, expand: bool = False) -> Any:
        """Argument `i` with its batch dimension first; an unbatched one as it is, or expanded."""
        return front(self.args[i], self.bdims[i], self.size if expand else None)

    def fronts(self, i: int) -> list[Any]:
        """A sequence of tensors, each with the batch dimension first."""
        places = self.bdims[i] or [None] * len(self.args[i])
        return [front(t, d, self.size) for t, d in zip(self.args[i], places, strict=True)]

    def rank(self, i: int) -> int:
        """The number of dimensions that the function sees of argument `i`."""
        return self.outer[i]._array.ndim

    def shape(self, i: int) -> tuple[int, ...]:
        """The shape that the function sees of argument `i`."""
        return self.outer[i]._array.shape


def batching(*names: str) -> Callable[[Callable[[Call], Any]], Callable[[Call], Any]]:
    """Declare the rule of operators: `rule(call)` returns the result and where its batch dimension
    is, as tuples where there are several results."""

    def declare(rule: Callable[[Call], Any]) -> Callable[[Call], Any]:
        for name in names:
            RULES[name] = rule
        return rule

    return declare


def front(value: Any, bdim: int | None, size: int | None = None) -> Any:
    """A value with its batch dimension first; one without gets it where `size` is given."""
    if bdim is None:
        if size is None or not hasattr(value, "_keys"):
            return value
        return T.expand(T.unsqueeze(value, 0), (size, *value._array.shape))
    return value if bdim == 0 else T.movedim(value, bdim, 0)


def aligned(value: Any, rank: int, wanted: int) -> Any:
    """A value with the batch dimension first, and dimensions of size 1 after it up to `wanted`
    dimensions of each sample."""
    for _ in range(wanted - rank):
        value = T.unsqueeze(value, 1)
    return value


def broadcast(this: Call) -> list[Any]:
    """The arguments of an operator whose tensors broadcast, so that their samples do."""
    ranks = [a._array.ndim for a in this.outer if hasattr(a, "_keys")]
    wanted = max(ranks, default=0)
    out = []
    for i, a in enumerate(this.args):
        if this.bdims[i] is not None:
            a = aligned(this.front(i), this.rank(i), wanted)
        out.append(a)
    return out


def pointwise(this: Call) -> Any:
    """Elementwise operators: the samples' dimensions are aligned from the last one on.

    A sample without dimensions is weak in type promotion, and no longer is with a batch dimension:
    the common dtype is found before.
    """
    op = this.op.inplace_of or this.op
    args = broadcast(this)
    if op.promotion is not None:
        tensors = [a for a in this.outer if hasattr(a, "_keys")]
        if len({t.dtype for t in tensors}) > 1:
            operands = [
                a
                for a, p in zip(this.outer, op.parameters, strict=True)
                if p.kind in ("tensor", "operand", "optional")
            ]
            common = _dtype.operands_dtype(operands)
            args = [a.to(common) if hasattr(a, "_keys") else a for a in args]
    return call(this.op, tuple(args)), 0


def sample_by_sample(this: Call) -> Any:
    """Any operator: called for each sample, and the results stacked."""
    op, size = this.op, this.size
    assert size is not None
    if size == 0:
        raise NotImplementedError(
            f"vmap: {op.name} has no batching rule, and cannot be called sample by sample for a "
            "batch of size 0"
        )
    results = [call(op, _nth(this, n)) for n in range(size)]
    if isinstance(results[0], (tuple, list)):
        columns = [T.stack(list(column)) for column in zip(*results, strict=True)]
        first = results[0]
        out = type(first)._make(columns) if hasattr(first, "_make") else tuple(columns)
        return out, [0] * len(columns)
    return T.stack(results), 0


def _nth(this: Call, n: int) -> tuple[Any, ...]:
    args = []
    for p, a, d in zip(this.op.parameters, this.args, this.bdims, strict=True):
        if p.kind == TENSORS and isinstance(d, list):
            a = [x if w is None else T.select(x, w, n) for x, w in zip(a, d, strict=True)]
        elif isinstance(d, int):
            a = T.select(a, d, n)
        args.append(a)
    return tuple(args)


# ---------------------------------------------------------------------- writing, randomness
def _write(this: Call) -> Any:
    """An in-place operator on all samples. Raises RuntimeError where they share the target."""
    if this.bdims[0] is None:
        raise RuntimeError(
            f"vmap: inplace arithmetic(self, *extra_args) is not possible: {this.op.name} would "
            "write another value for each sample into a tensor that the samples share. Use the "
            "operator that is not in-place, or make the tensor from a batched one, as with "
            "torch.zeros_like(x) or x.new_zeros(...)"
        )
    rule = RULES.get(this.op.name)
    if this.op.name in ("resize_", "as_strided_"):
        raise NotImplementedError(
            f"vmap: {this.op.name} is not possible: what is behind a sample's memory belongs to "
            "other samples. Use the operator that is not in-place"
        )
    elif rule is not None:
        rule(this)
    elif this.op.inplace_of is not None and this.op.inplace_of.kind == "pointwise":
        pointwise(this)
    else:
        for n in range(this.size or 0):
            call(this.op, _nth(this, n))
    return None, None


def _write_unbatched(this: Call) -> Any:
    call(this.op, this.args)
    return None, None


def refuse_error_mode(mode: str) -> None:
    """Raise RuntimeError where random operators are not allowed."""
    if mode == "error":
        raise RuntimeError(
            "vmap: called random operation while in randomness error mode. Please either use the "
            "'same' or 'different' randomness flags on vmap or perform the randomness operation "
            "out of vmap"
        )


def _random(this: Call) -> Any:
    """Random operators follow the `randomness` that vmap was given."""
    mode = randomness.get()
    refuse_error_mode(mode)
    if this.writes:
        if mode == "different":
            call(this.op, (this.front(0, expand=True), *this.args[1:]))
        else:
            first = _nth(this, 0)
            call(this.op, first)
            moved = this.front(0)
            moved.copy_(T.clone(T.select(moved, 0, 0)))
        return None, None
    if mode == "different":
        return sample_by_sample(this)
    return call(this.op, _nth(this, 0)), None
