"""Functions with a derivative of the user's own: `Function`."""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable
from typing import Any

from firebrick_core import Tensor, _frames, no_grad
from firebrick_core._dispatch import AUTOGRAD, TRANSFORMED, get_excluded, switch

from . import _node
from ._inference import refuse
from ._saved import (
    FREED,
    Packed,
    can_be_packed,
    freed,
    save_result,
    unpack,
    unpack_result,
    version_of,
)
from ._views import begin_inplace, move_kept, write_region
from ._watch import seen


class FunctionCtx:
    """What `forward` leaves for `backward`.

    `needs_input_grad` tells which inputs want a gradient; anything may be kept as an attribute,
    tensors better by `save_for_backward`, which notices when they change and makes no reference
    cycles.
    """

    needs_input_grad: tuple[bool, ...] = ()

    def __init__(self) -> None:
        self._to_save: tuple[Any, ...] = ()
        self._to_save_for_forward: tuple[Any, ...] = ()
        self._dirty: tuple[Any, ...] = ()
        self._non_differentiable: tuple[Any, ...] = ()
        self._materialize = True
        self._node: Any = None

    def save_for_backward(self, *tensors: Any) -> None:
        """Keep inputs, results or other tensors for `backward`, where they are
        `ctx.saved_tensors`."""
        for t in tensors:
            if t is not None and not isinstance(t, Tensor):
                raise TypeError(
                    "save_for_backward can only save variables, but argument is of type"
                    f" {type(t).__name__}; keep other values as attributes of ctx"
                )
        self._to_save = tensors

    def save_for_forward(self, *tensors: Any) -> None:
        """Keep inputs or results for `jvp`, where they are `ctx.saved_tensors`."""
        self._to_save_for_forward = tensors

    def mark_dirty(self, *tensors: Any) -> None:
        """Say which inputs `forward` has changed in place; they must also be returned."""
        self._dirty = tensors

    def mark_non_differentiable(self, *tensors: Any) -> None:
        """Say which results take no gradient."""
        self._non_differentiable = tensors

    def set_materialize_grads(self, value: bool) -> None:
        """Whether `backward` gets zeros (default) or None for results that nothing used."""
        self._materialize = value

    @property
    def saved_tensors(self) -> tuple[Any, ...]:
        """The tensors that `save_for_backward` kept."""
        return self._node.unpack_saved()


class FunctionNode(_node.Node):
    """The node of one application of a `Function`."""

    __slots__ = ("ctx", "graph", "input_count", "tensor_places", "wanted")
    ctx: Any
    tensor_places: list[int]  # which arguments are tensors
    wanted: list[int]  # which of them have an edge in `next`
    function: Any = None
    several = True
    frees = True

    def unpack_saved(self) -> tuple[Any, ...]:
        if self.saved is FREED:
            raise freed(self)
        found: list[Any] = []
        for kind, entry, nr in self.saved:
            if kind is None:
                found.append(None)
            elif kind == "packed":
                found.append(entry.tensor(self))
            elif kind == "input":
                tensor, array, version = entry
                found.append(unpack(self, tensor, array, version, True))
            else:
                found.append(unpack_result(self, entry, nr, True))
        return tuple(found)

    @property
    def next_functions(self) -> tuple[tuple[Any, int], ...]:
        """The nodes of the arguments that are tensors, None for those that want no gradient."""
        edges = dict(zip(self.wanted, self.next, strict=True))
        return tuple(_node.as_edge(edges.get(place)) for place in self.tensor_places)

    @property
    def saved_tensors(self) -> tuple[Any, ...]:
        """The tensors that `save_for_backward` kept."""
        return self.unpack_saved()

    @property
    def needs_input_grad(self) -> tuple[bool, ...]:
        """Which arguments of `forward` want a gradient."""
        return self.ctx.needs_input_grad

    def _pack(self, results: Any, hooks: Any) -> None:
        packed = []
        for kind, entry, nr in self.saved:
            if kind is not None and not can_be_packed(entry[0] if kind == "input" else results[nr]):
                packed.append((kind, entry, nr))
            elif kind == "input":
                packed.append(("packed", Packed(entry[0], hooks), 0))
            elif kind == "result":
                packed.append(("packed", Packed(results[nr], hooks, nr), nr))
            else:
                packed.append((kind, entry, nr))
        self.saved = packed

    def name(self) -> str:
        return f"{self.function.__name__}Backward"

    @staticmethod
    def backward(node: Any, grads: Any, graph: bool) -> Any:
        ctx = node.ctx
        if ctx._materialize:
            grads = [_zeros(node, nr) if g is None else g for nr, g in enumerate(grads)]
        result = node.function.backward(ctx, *grads)
        results = result if isinstance(result, tuple) else (result,)
        if len(results) > node.input_count and all(r is None for r in results[node.input_count :]):
            results = results[: node.input_count]
        if len(results) != node.input_count:
            raise RuntimeError(
                f"function {node.name()} returned an incorrect number of gradients (expected "
                f"{node.input_count}, got {len(results)})"
            )
        for i in range(len(results)):
            g = results[i]
            if g is not None and not isinstance(g, Tensor):
                raise TypeError(
                    f"function {node.name()} returned for input {i} a {type(g).__name__}, expected"
                    " a Tensor or None"
                )
        return tuple(results[i] for i in node.wanted)


def _zeros(node: Any, nr: int) -> Any:
    import firebrick_core as fb

    return fb.zeros(node.shape[nr], dtype=node.dtype[nr])


class Function:
    """An operator with its own derivative.

    Define `forward(ctx, *args)` and `backward(ctx, *grads)` as static methods, and call `apply`. Or
    `forward(*args)` with `setup_context(ctx, inputs, output)`. `backward` gives one gradient, or
    None, for each argument of `forward`; it may be differentiated itself.

    >>> import firebrick_core as fb, firebrick_autograd as autograd
    >>> class Cube(autograd.Function):
    ...     @staticmethod
    ...     def forward(ctx, x):
    ...         ctx.save_for_backward(x)
    ...         return x**3
    ...     @staticmethod
    ...     def backward(ctx, grad):
    ...         (x,) = ctx.saved_tensors
    ...         return grad * 3 * x**2
    >>> x = fb.tensor(2.0, requires_grad=True)
    >>> Cube.apply(x).backward()
    >>> x.grad
    tensor(12.)
    """

    @staticmethod
    def forward(*args: Any, **kwargs: Any) -> Any:
        """Compute the results; to be defined."""
        raise NotImplementedError(
            "You must implement the forward function for custom autograd.Function."
        )

    @staticmethod
    def backward(ctx: Any, *grad_outputs: Any) -> Any:
        """The gradients of the arguments from those of the results; to be defined."""
        raise NotImplementedError(
            "You must implement either the backward or vjp method for your custom autograd.Function"
            " to use it with backward mode AD."
        )

    # What a subclass may define: `setup_context(ctx, inputs, output)`, `jvp(ctx, *tangents)`, and
    # `vmap(info, in_dims, *args)`, or True for a rule made of `forward` and `backward`.
    setup_context: Any = None
    jvp: Any = None
    vmap: Any = None
    generate_vmap_rule: bool = False

    @classmethod
    def apply(cls, *args: Any, **kwargs: Any) -> Any:
        """Run `forward` and record it."""
        tensors = [a for a in args if isinstance(a, Tensor)]
        if any(t._keys & TRANSFORMED for t in tensors):
            from ._function_transforms import apply_transformed

            return apply_transformed(cls, args)
        ctx = FunctionCtx()
        recording = not get_excluded() & AUTOGRAD and any(t._keys & AUTOGRAD for t in tensors)
        ctx.needs_input_grad = tuple(
            isinstance(a, Tensor) and bool(a._keys & AUTOGRAD) and recording for a in args
        )
        edges = [
            _node.gradient_edge(a) if needed else None
            for a, needed in zip(args, ctx.needs_input_grad, strict=True)
        ]
        versions = {id(t): version_of(t) for t in tensors}
        with no_grad():
            if cls.setup_context is not None:
                result = cls.forward(*args, **kwargs)
                cls.setup_context(ctx, args, result)
            else:
                result = cls.forward(ctx, *args, **kwargs)
        if not recording:
            ctx._node = _Saved(ctx._to_save)
            return result
        return cls._tie(ctx, args, edges, result, versions)

    @classmethod
    def _tie(cls, ctx: Any, args: Any, edges: Any, result: Any, versions: Any) -> Any:
        """Make the node and give the results their history."""
        outs = list(result) if isinstance(result, tuple) else [result]
        for t in ctx._dirty:
            if not any(t is o for o in outs):
                raise RuntimeError(
                    "Some elements marked as dirty during the forward method were not returned "
                    "as output. The inputs that are modified inplace must all be outputs."
                )
        if len(outs) > 1 and any(t._base is not None for t in ctx._dirty):
            raise RuntimeError(
                f"{cls.__name__}: a Function that modifies a view in place cannot return more than "
                "one tensor; clone() the view first, or use one Function that only modifies it "
                "and another for the rest"
            )
        node = object.__new__(cls._node_type())
        node.sequence = _node.next_sequence()
        frame = _frames.user_frame(sys._getframe(1))
        node.code, node.lasti = frame.f_code, frame.f_lasti
        node.hooks = node.pre_hooks = None
        node.ctx, node.input_count = ctx, len(args)
        node.tensor_places = [i for i, a in enumerate(args) if isinstance(a, Tensor)]
        node.wanted = [i for i, e in enumerate(edges) if e is not None]
        node.next = tuple(edges[i] for i in node.wanted)
        ctx._node = _Reference(node)
        for i, out in enumerate(outs):
            if (
                isinstance(out, Tensor)
                and any(out is a for a in args)
                and not _among(out, ctx._dirty)
            ):
                outs[i] = out.view_as(out) if hasattr(out, "view_as") else out.detach()
        node.shape = tuple(o._array.shape if isinstance(o, Tensor) else None for o in outs)
        node.dtype = tuple(o.dtype if isinstance(o, Tensor) else None for o in outs)
        for nr, out in enumerate(outs):
            cls._finish(node, ctx, out, nr, versions, args)
        node.saved = _save(ctx._to_save, outs)
        if switch.modes:
            seen(node, outs)
        ctx._to_save = ctx._dirty = ctx._non_differentiable = ()
        return tuple(outs) if isinstance(result, tuple) else outs[0]

    @classmethod
    def _finish(cls, node: Any, ctx: Any, out: Any, nr: int, versions: Any, args: Any) -> None:
        if not isinstance(out, Tensor) or not (out.dtype.is_floating_point or out.dtype.is_complex):
            return
        if _among(out, ctx._non_differentiable):
            return
        if _among(out, ctx._dirty):
            if out._keys & AUTOGRAD:
                begin_inplace(_Named(cls.__name__), out)
            if version_of(out) == versions.get(id(out)):
                out._bump_version()
            if out._base is not None:
                own = next((i for i, p in enumerate(node.wanted) if args[p] is out), None)
                return write_region(node, out, out._base, own)
        before, out._meta = out._meta, _node.Output(node, nr, out)
        out._keys |= AUTOGRAD
        if before is not None:
            move_kept(before, out._meta)

    @classmethod
    def _node_type(cls) -> Any:
        found = cls.__dict__.get("_firebrick_node")
        if found is None:
            found = type(
                f"{cls.__name__}Backward", (FunctionNode,), {"__slots__": (), "function": cls}
            )
            setattr(cls, "_firebrick_node", found)  # noqa: B010  # of each subclass, not declared
        return found


class _Named:
    def __init__(self, name: str):
        self.name = name


class _Saved:
    """Stands for a node where nothing was recorded."""

    def __init__(self, tensors: Any):
        self._tensors = tensors

    def unpack_saved(self) -> Any:
        return self._tensors


class _Reference:
    """A weak reference to the node: ctx is held by it."""

    def __init__(self, node: Any):
        import weakref

        self._node = weakref.ref(node)

    def unpack_saved(self) -> Any:
        node = self._node()
        if node is None:
            raise RuntimeError("saved_tensors: the graph that they belong to is gone")
        return node.unpack_saved()


def _among(t: Any, tensors: Any) -> bool:
    return any(t is other for other in tensors)


def _save(tensors: Any, outs: Any) -> list[tuple[Any, Any, int]]:
    entries: list[tuple[Any, Any, int]] = []
    for t in tensors:
        if t is None:
            entries.append((None, None, 0))
            continue
        nr = next((i for i, o in enumerate(outs) if o is t), None)
        if nr is not None:
            entries.append(("result", save_result(t), nr))
        else:
            refuse((t,))
            entries.append(("input", (t, t._array, version_of(t)), 0))
    return entries


def once_differentiable(backward: Callable[..., Any]) -> Callable[..., Any]:
    """Decorate a `backward` that cannot be differentiated again: a second derivative is then an
    error."""

    @functools.wraps(backward)
    def wrapper(ctx: Any, *grads: Any) -> Any:
        with no_grad():
            outputs = backward(ctx, *grads)
        if get_excluded() & AUTOGRAD:
            return outputs
        wrapped = outputs if isinstance(outputs, tuple) else (outputs,)
        fresh = tuple(
            _Refuse.apply(g.detach().requires_grad_()) if isinstance(g, Tensor) else g
            for g in wrapped
        )
        return fresh if isinstance(outputs, tuple) else fresh[0]

    return wrapper


class _Refuse(Function):
    @staticmethod
    def forward(ctx: Any, grad: Any) -> Any:
        return grad.clone()

    @staticmethod
    def backward(ctx: Any, *grads: Any) -> Any:
        raise RuntimeError(
            "trying to differentiate twice a function that was marked with @once_differentiable"
        )


__all__ = ["Function", "FunctionCtx", "once_differentiable"]
