"""A user's `Function` inside function transforms: its `jvp`, its `vmap`, or what can be made of
`forward` and `backward`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from firebrick_core import Tensor, _operators as T
from firebrick_core._dispatch import AUTOGRAD, get_excluded
from firebrick_core.grad_mode import is_grad_enabled, record_inside

from . import _api, _levels, _node
from ._batching import Batched, front, randomness
from ._levels import at, top
from ._saved import version_of
from .forward_ad import Dual
from .function import Function, FunctionCtx, _Saved


class VmapInfo(NamedTuple):
    """What a `vmap` static method is told: the batch size, and vmap's `randomness`."""

    batch_size: int
    randomness: str


def apply_transformed(cls: Any, args: tuple[Any, ...]) -> Any:
    """Apply a `Function` some of whose arguments belong to a transform: the highest one's level is
    recorded, if its tensors require grad there, and taken apart."""
    highest = top(args)
    kind, level = type(highest), highest._level
    if cls.setup_context is None:
        raise RuntimeError(
            "In order to use an autograd.Function with functorch transforms (vmap, grad, jvp, "
            f"jacrev, ...), it must override the setup_context staticmethod: {cls.__name__} does "
            "not. Split its forward(ctx, ...) into forward(...) and setup_context(ctx, inputs, "
            "output)"
        )
    needed = tuple(at(a, level) and bool(a._keys & AUTOGRAD) for a in args)
    if any(needed) and not get_excluded() & AUTOGRAD:
        return _record(cls, args, needed, kind, level)
    if kind is Dual:
        return _with_tangents(cls, args, level)
    return _batched(cls, args, level)


def _tensors(function: Callable[[Any], Any], value: Any) -> Any:
    if isinstance(value, tuple):
        return tuple(function(t) if isinstance(t, Tensor) else t for t in value)
    return function(value) if isinstance(value, Tensor) else value


def _record(cls: Any, args: Any, needed: Any, kind: Any, level: int) -> Any:
    ctx = FunctionCtx()
    ctx.needs_input_grad = needed
    edges = [_node.gradient_edge(a) if n else None for a, n in zip(args, needed, strict=True)]
    versions = {id(a): version_of(a) for a in args if isinstance(a, Tensor)}
    result = cls.apply(*(a._shallow() if at(a, level) else a for a in args))
    result = _tensors(lambda t: t if at(t, level) else kind.lift(t, level), result)
    cls.setup_context(ctx, args, result)
    return cls._tie(ctx, args, edges, result, versions)


# ---------------------------------------------------------------------- forward mode
def _with_tangents(cls: Any, args: Any, level: int) -> Any:
    primals = tuple(a._value if at(a, level) else a for a in args)
    tangents = [a._tangent if at(a, level) else None for a in args]
    result = cls.apply(*primals)
    results = result if isinstance(result, tuple) else (result,)
    if all(t is None for t in tangents):
        return result
    if cls.jvp is None:
        moved = _twice_reversed(cls, primals, tangents, results)
    else:
        ctx = FunctionCtx()
        cls.setup_context(ctx, primals, result)
        ctx._node = _Saved(ctx._to_save_for_forward or ctx._to_save)
        if ctx._materialize:
            tangents = [
                _levels.zeros_like(p) if t is None and _differentiable(p) else t
                for p, t in zip(primals, tangents, strict=True)
            ]
        found = cls.jvp(ctx, *tangents)
        moved = found if isinstance(found, tuple) else (found,)
        if len(moved) != len(results):
            raise RuntimeError(
                f"{cls.__name__}.jvp returned {len(moved)} tangents for {len(results)} results"
            )
    duals = tuple(
        r if t is None or not isinstance(r, Tensor) else Dual.of(r, t, level)
        for r, t in zip(results, moved, strict=True)
    )
    return duals if isinstance(result, tuple) else duals[0]


def _differentiable(t: Any) -> bool:
    return isinstance(t, Tensor) and (t.dtype.is_floating_point or t.dtype.is_complex)


def _twice_reversed(cls: Any, primals: Any, tangents: Any, results: Any) -> tuple[Any, ...]:
    """Tangents from `backward` alone, which is linear in the gradients that it gets."""
    graph = is_grad_enabled()
    highest = top((*primals, *results, *tangents))

    def fresh(t: Any) -> Any:
        t = t if highest is None or at(t, highest._level) else type(highest).lift(t, highest._level)
        return T.alias(t) if t.requires_grad else T.alias(t).requires_grad_()

    with record_inside():
        inputs = [fresh(p) if t is not None else p for p, t in zip(primals, tangents, strict=True)]
        moving = [x for x, t in zip(inputs, tangents, strict=True) if t is not None]
        out = cls.apply(*inputs)
        outs = [o for o in (out if isinstance(out, tuple) else (out,)) if _differentiable(o)]
        outs = [o for o in outs if o.requires_grad]
        dummies = [fresh(_levels.zeros_like(o)) for o in outs]
        pulled = _api.grad(outs, moving, dummies, create_graph=True, allow_unused=True)
        pairs = [
            (g, t)
            for g, t in zip(pulled, [t for t in tangents if t is not None], strict=True)
            if g is not None and g.requires_grad
        ]
        pushed: Any = [None] * len(dummies)
        if pairs:
            gs, ts = zip(*pairs, strict=True)
            pushed = _api.grad(gs, dummies, ts, create_graph=graph, allow_unused=True)
    rest = iter(pushed)
    recorded = {id(o) for o in outs}
    flat = out if isinstance(out, tuple) else (out,)
    return tuple(next(rest) if id(o) in recorded else None for o in flat)


# ---------------------------------------------------------------------- batches
def _batched(cls: Any, args: Any, level: int) -> Any:
    inner = tuple(a._value if at(a, level) else a for a in args)
    in_dims = tuple(a._bdim if at(a, level) else None for a in args)
    sizes = [x._array.shape[d] for x, d in zip(inner, in_dims, strict=True) if d is not None]
    if not sizes:
        return cls.apply(*inner)
    if cls.vmap is not None:
        if cls.generate_vmap_rule:
            raise RuntimeError(
                f"You tried to vmap over {cls.__name__}, but it has both generate_vmap_rule=True"
                " and an overriden vmap staticmethod. Please set generate_vmap_rule=False or"
                " delete the overriden vmap staticmethod to avoid ambiguity."
            )
        out, dims = cls.vmap(VmapInfo(sizes[0], randomness.get()), in_dims, *inner)
    elif cls.generate_vmap_rule:
        made = _over_samples(cls, in_dims, sizes[0])
        out = made.apply(*inner)
        dims = made.out_dims
    else:
        raise RuntimeError(
            f"You tried to vmap over {cls.__name__}, but it does not have vmap support. Please "
            "override and implement the vmap staticmethod or set generate_vmap_rule=True."
        )
    if isinstance(out, tuple):
        places = dims if isinstance(dims, tuple) else (dims,) * len(out)
        return tuple(_placed(o, d, level) for o, d in zip(out, places, strict=True))
    return _placed(out, dims[0] if isinstance(dims, tuple) else dims, level)


def _placed(t: Any, bdim: int | None, level: int) -> Any:
    return t if bdim is None or not isinstance(t, Tensor) else Batched.of(t, bdim, level)


def _opened(t: Any, level: int) -> tuple[Any, int | None]:
    return (t._value, t._bdim) if at(t, level) else (t, None)


def _over_samples(cls: Any, in_dims: tuple[int | None, ...], size: int) -> Any:
    """A `Function` of whole batches, whose forward, backward and jvp are those of `cls` on batched
    tensors."""

    class OverSamples(Function):
        generate_vmap_rule = True
        out_dims: Any = None

        @staticmethod
        def forward(*args: Any) -> Any:
            with _levels.entered(Batched) as level:
                out = cls.forward(*_placed_all(args, in_dims, level))
                values, OverSamples.out_dims = _opened_all(out, level)
            return values if isinstance(out, tuple) else values[0]

        @staticmethod
        def setup_context(ctx: Any, inputs: Any, output: Any) -> None:
            inside = FunctionCtx()
            inside.needs_input_grad = ctx.needs_input_grad
            with _levels.entered(Batched) as level:
                outs = output if isinstance(output, tuple) else (output,)
                wrapped = _placed_all(outs, OverSamples.out_dims, level)
                given = tuple(_placed_all(inputs, in_dims, level))
                whole = tuple(wrapped) if isinstance(output, tuple) else wrapped[0]
                cls.setup_context(inside, given, whole)
                values, ctx.dims = _opened_all(inside._to_save, level)
                for_forward, ctx.forward_dims = _opened_all(inside._to_save_for_forward, level)
                plain = [
                    o
                    for o, w in zip(outs, wrapped, strict=True)
                    if any(w is t for t in inside._non_differentiable)
                ]
            ctx.save_for_backward(*values)
            ctx.save_for_forward(*for_forward)
            ctx.mark_non_differentiable(*plain)
            ctx.set_materialize_grads(inside._materialize)
            inside._to_save = inside._to_save_for_forward = inside._non_differentiable = ()
            ctx.inside = inside

        @staticmethod
        def backward(ctx: Any, *grads: Any) -> Any:
            ctx.inside.needs_input_grad = ctx.needs_input_grad
            with _levels.entered(Batched) as level:
                ctx.inside._node = _Saved(tuple(_placed_all(ctx.saved_tensors, ctx.dims, level)))
                given = _placed_all(grads, OverSamples.out_dims, level)
                found = cls.backward(ctx.inside, *given)
                found = found if isinstance(found, tuple) else (found,)
                return tuple(
                    _as_input(g, d, size, level) for g, d in zip(found, in_dims, strict=False)
                )

        if cls.jvp is not None:

            @staticmethod
            def jvp(ctx: Any, *tangents: Any) -> Any:
                with _levels.entered(Batched) as level:
                    dims = ctx.forward_dims or ctx.dims
                    ctx.inside._node = _Saved(tuple(_placed_all(ctx.saved_tensors, dims, level)))
                    found = cls.jvp(ctx.inside, *_placed_all(tangents, in_dims, level))
                    moved = found if isinstance(found, tuple) else (found,)
                    out = tuple(
                        _as_input(t, d, size, level)
                        for t, d in zip(moved, OverSamples.out_dims, strict=True)
                    )
                return out if isinstance(found, tuple) else out[0]

    OverSamples.__name__ = cls.__name__
    return OverSamples


def _placed_all(values: Any, dims: Any, level: int) -> list[Any]:
    return [_placed(v, d, level) for v, d in zip(values, dims, strict=True)]


def _opened_all(out: Any, level: int) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
    outs = out if isinstance(out, tuple) else (out,)
    pairs = [_opened(o, level) for o in outs]
    return tuple(v for v, _ in pairs), tuple(d for _, d in pairs)


def _as_input(g: Any, dim: int | None, size: int, level: int) -> Any:
    """A gradient where its input has the batch dimension: summed for an input that all share."""
    if not isinstance(g, Tensor):
        return g
    value, bdim = _opened(g, level)
    if dim is None:
        return value if bdim is None else T.sum(value, bdim)
    return T.movedim(front(value, bdim, size), 0, dim)
