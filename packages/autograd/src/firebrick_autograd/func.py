"""Function transforms under the names of torch.func: they take functions and return functions.

Arguments and results may be nested tuples, lists and dicts of tensors, and transforms may be put
around each other in any order and to any depth.

>>> import firebrick_core as fb
>>> from firebrick_autograd.func import grad, vmap
>>> cube = lambda x: x**3
>>> vmap(grad(grad(cube)))(fb.tensor([1.0, 2.0]))
tensor([ 6., 12.])
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import firebrick_core as fb
from firebrick_core import _operators as T
from firebrick_core._dispatch import AUTOGRAD, TRANSFORMED
from firebrick_core.grad_mode import is_grad_enabled, record_inside

from . import _api, _levels, _tree
from ._node import AccumulateGrad, Output, gradient_edge
from ._vmap import vmap as vmap
from .forward_ad import Dual, dual


# ---------------------------------------------------------------------- reverse
def _tracked(x: Any) -> Any:
    """A tensor as a new input of a transform: what it was made of stays known outside."""
    if not hasattr(x, "_keys"):
        raise TypeError(
            f"grad, vjp and the like differentiate with respect to tensors, got {type(x).__name__}"
        )
    x = _levels.lift_to_innermost(x)
    if not (x.dtype.is_floating_point or x.dtype.is_complex):
        raise RuntimeError(
            f"a tensor of {x.dtype} cannot be differentiated: only floating-point and complex ones"
        )
    new = T.alias(x)
    return new if new.requires_grad and new._meta is not None else new.requires_grad_()


def _chosen(args: tuple[Any, ...], argnums: Any) -> tuple[tuple[int, ...], Any]:
    """The numbers of the arguments to differentiate, and those arguments as given."""
    numbers = (argnums,) if isinstance(argnums, int) else tuple(argnums)
    if not numbers:
        raise RuntimeError("Expected argnums to be non-empty")
    for n in numbers:
        if not -len(args) <= n < len(args):
            raise RuntimeError(f"Got argnum={n}, but only {len(args)} positional inputs")
    places = tuple(n % len(args) for n in numbers)
    if len(set(places)) < len(places):
        raise RuntimeError(f"Got duplicate argnums={argnums}")
    return places, args[places[0]] if isinstance(argnums, int) else tuple(args[n] for n in places)


def _with(args: tuple[Any, ...], places: tuple[int, ...], argnums: Any, chosen: Any) -> list[Any]:
    out = list(args)
    for n, value in zip(places, (chosen,) if isinstance(argnums, int) else chosen, strict=True):
        out[n] = value
    return out


def _reaches_outside(outputs: list[Any], inputs: list[Any]) -> bool:
    """Whether a graph leads to anything but `inputs`, so that gradients may be differentiated
    again."""
    ours = {id(gradient_edge(x)) for x in inputs}
    seen: set[int] = set()
    stack = [e for e in map(gradient_edge, outputs) if e is not None]
    while stack:
        edge = stack.pop()
        if id(edge) in ours:
            continue
        if type(edge) is AccumulateGrad:
            return True
        node = edge.node if type(edge) is Output else edge
        if id(node) not in seen:
            seen.add(id(node))
            stack.extend(e for e in node.next if e is not None)
    return False


def _recorded_below(tensor: Any) -> bool:
    """Whether what is inside a tensor of a transform records: it depends on tensors outside."""
    while tensor._keys & TRANSFORMED:
        tensor = tensor._value
        if tensor._keys & AUTOGRAD:
            return True
    return False


def _again(outputs: list[Any], inputs: list[Any]) -> bool:
    """Whether the gradients' own graph is wanted: outside something is recorded."""
    if not is_grad_enabled():
        return False
    if any(map(_recorded_below, outputs)):
        return True
    if any(type(x._meta) is not AccumulateGrad for x in inputs):  # an alias of what is tracked
        return True
    return _reaches_outside(outputs, inputs)


def _gradients(outputs: Any, inputs: list[Any], cotangents: Any, keep: bool, graph: bool) -> Any:
    """Gradients of the outputs that depend on the inputs; zeros for inputs without any."""
    pairs = [
        (o, c)
        for o, c in zip(outputs, cotangents, strict=True)
        if hasattr(o, "_keys") and gradient_edge(o) is not None
    ]
    if not pairs:
        return [_levels.zeros_like(x) for x in inputs]
    outs, weights = zip(*pairs, strict=True)
    found = _api.grad(outs, inputs, weights, keep or graph, graph, allow_unused=True)
    return [_levels.zeros_like(x) if g is None else g for g, x in zip(found, inputs, strict=True)]


def _split_aux(out: Any, has_aux: bool, name: str) -> tuple[Any, Any]:
    if not has_aux:
        return out, None
    if not (isinstance(out, tuple) and len(out) == 2):
        raise RuntimeError(
            f"{name}: output of function f should be a tuple: (output, aux) if has_aux is True"
        )
    return out


def _plain(value: Any) -> Any:
    """Values without the history that a transform recorded."""
    return _tree.mapped(lambda t: t.detach() if hasattr(t, "_keys") else t, value)


def grad_and_value(
    func: Callable[..., Any], argnums: Any = 0, has_aux: bool = False
) -> Callable[..., Any]:
    """A function that returns the gradient of `func`, and its value.

    `func` must return one number, as a tensor without dimensions; with `has_aux` a tuple of that
    and anything else, which is returned beside the value. `argnums` says with respect to which
    arguments. Raises RuntimeError where the result is not one number.
    """

    @functools.wraps(func)
    def transformed(*args: Any, **kwargs: Any) -> Any:
        places, chosen = _chosen(args, argnums)
        leaves, structure = _tree.flatten(chosen)
        recording = is_grad_enabled()
        with record_inside():
            inputs = [_tracked(x) for x in leaves]
            inside = _with(args, places, argnums, _tree.unflatten(inputs, structure))
            out, aux = _split_aux(func(*inside, **kwargs), has_aux, "grad_and_value")
            if not hasattr(out, "_keys"):
                raise RuntimeError(
                    "Expected the function given to grad to return a Tensor, got "
                    f"{type(out).__name__}"
                )
            if out._array.ndim:
                raise RuntimeError(
                    "Expected f(*args) to return a scalar tensor, got tensor with"
                    f" {out._array.ndim} dims. Maybe you wanted to use the vjp or jacrev APIs"
                    " instead?"
                )
            again = recording and _again([out], inputs)
            grads = _gradients([out], inputs, [None], False, again)
        result = _tree.unflatten(grads, structure)
        value = out if again else _plain(out)
        if has_aux:
            return result, (value, aux if again else _plain(aux))
        return result, value

    return transformed


def grad(func: Callable[..., Any], argnums: Any = 0, has_aux: bool = False) -> Callable[..., Any]:
    """A function that returns the gradient of `func`: see `grad_and_value`.

    >>> import firebrick_core as fb
    >>> from firebrick_autograd.func import grad
    >>> grad(lambda x: (x**2).sum())(fb.tensor([1.0, 3.0]))
    tensor([2., 6.])
    """
    both = grad_and_value(func, argnums, has_aux)

    @functools.wraps(func)
    def transformed(*args: Any, **kwargs: Any) -> Any:
        gradient, value = both(*args, **kwargs)
        return (gradient, value[1]) if has_aux else gradient

    return transformed


def vjp(func: Callable[..., Any], *primals: Any, has_aux: bool = False) -> Any:
    """`func(*primals)`, and a function from cotangents of the result to those of the primals.

    The cotangents are nested as the result is; the function returns one nested value for one
    primal, a tuple for several. With `has_aux` the auxiliary output comes third.

    >>> import firebrick_core as fb
    >>> from firebrick_autograd.func import vjp
    >>> out, pull = vjp(fb.sin, fb.zeros(2))
    >>> pull(fb.tensor([1.0, 2.0]))
    (tensor([1., 2.]),)
    """
    leaves, structure = _tree.flatten(primals)
    recording = is_grad_enabled()
    with record_inside():
        inputs = [_tracked(x) for x in leaves]
        out, aux = _split_aux(func(*_tree.unflatten(inputs, structure)), has_aux, "vjp")
    outputs, out_structure = _tree.flatten(out)
    for o in outputs:
        if not hasattr(o, "_keys"):
            raise RuntimeError(f"vjp(f, *primals): Expected f to return tensors, got {type(o)}")
    again = recording and _again(outputs, inputs)

    def pull(*cotangents: Any, retain_graph: bool = True, create_graph: bool | None = None) -> Any:
        given = cotangents[0] if len(cotangents) == 1 else cotangents
        weights, given_structure = _tree.flatten(given)
        if out_structure is not None and len(weights) != len(outputs):
            raise RuntimeError(
                "Expected pytree structure of cotangents to be the same as pytree structure of "
                f"outputs to the function. cotangents: {given_structure}, primal output: "
                f"{out_structure}"
            )
        graph = create_graph
        if graph is None:
            graph = is_grad_enabled() and (again or any(map(_levels.recorded, weights)))
        with record_inside():
            grads = _gradients(outputs, inputs, weights, retain_graph, graph)
        result = _tree.unflatten(grads, structure)
        return result

    value = out if again else _plain(out)
    if has_aux:
        return value, pull, aux if again else _plain(aux)
    return value, pull


# ---------------------------------------------------------------------- forward
def jvp(
    func: Callable[..., Any],
    primals: Any,
    tangents: Any,
    *,
    strict: bool = False,
    has_aux: bool = False,
) -> Any:
    """`func(*primals)` and the tangent of its result for `tangents` of the primals.

    Both are tuples of nested values of the same structure. Results that do not depend on the
    primals have zeros, or raise RuntimeError where `strict`. With `has_aux` the auxiliary output
    comes third.

    >>> import firebrick_core as fb
    >>> from firebrick_autograd.func import jvp
    >>> jvp(fb.sin, (fb.zeros(2),), (fb.tensor([1.0, 2.0]),))
    (tensor([0., 0.]), tensor([1., 2.]))
    """
    if not isinstance(primals, tuple) or not isinstance(tangents, tuple):
        raise RuntimeError("jvp(f, primals, tangents): Expected primals and tangents to be tuples")
    leaves, structure = _tree.flatten(primals)
    directions, other = _tree.flatten(tangents)
    if structure != other:
        raise RuntimeError(
            "jvp(f, primals, tangents): Expected primals and tangents to have the same python"
            " structure. For example, if primals is a tuple of 3 tensors, tangents also must be."
            f" Got primals with structure {structure} and tangents with structure {other}"
        )
    if not leaves:
        raise RuntimeError("jvp(f, primals, tangents): Expected primals to be non-empty")
    with _levels.entered(Dual) as level:
        inside = [dual(x, t, level) for x, t in zip(leaves, directions, strict=True)]
        out, aux = _split_aux(func(*_tree.unflatten(inside, structure)), has_aux, "jvp")
    results, out_structure = _tree.flatten(out)
    values = [_primal(x, level) for x in results]
    moved = [_tangent_of(x, level, strict) for x in results]
    pair = _tree.unflatten(values, out_structure), _tree.unflatten(moved, out_structure)
    return (*pair, _tree.mapped(lambda x: _primal(x, level), aux)) if has_aux else pair


def _primal(x: Any, level: int) -> Any:
    return x._value if _levels.at(x, level) else x


def _tangent_of(x: Any, level: int, strict: bool) -> Any:
    if not hasattr(x, "_keys"):
        raise RuntimeError(
            f"jvp(f, primals, tangents): Expected f to return tensors, got {type(x)}"
        )
    if _levels.at(x, level) and x._tangent is not None:
        return x._tangent
    if strict:
        raise RuntimeError(
            "jvp(f, primals, tangents, strict=True): The output of f is independent of the inputs. "
            "This is not allowed with strict=True."
        )
    return _levels.zeros_like(_primal(x, level))


def linearize(func: Callable[..., Any], *primals: Any) -> tuple[Any, Callable[..., Any]]:
    """`func(*primals)`, and a function from tangents of the primals to those of the result."""
    value, _ = jvp(func, primals, _tree.mapped(fb.zeros_like, primals))

    def push(*tangents: Any) -> Any:
        return jvp(func, primals, tangents)[1]

    return value, push


# ---------------------------------------------------------------------- Jacobians
def _basis(leaves: list[Any]) -> list[Any]:
    """For each leaf, a batch of tangents that together are the unit vectors of all leaves."""
    sizes = [x._array.size for x in leaves]
    total, start, out = sum(sizes), 0, []
    for x, n in zip(leaves, sizes, strict=True):
        rows = fb.zeros(total, n, dtype=x.dtype, device=x.device)
        if n:
            rows[start : start + n] = fb.eye(n, dtype=x.dtype, device=x.device)
        out.append(rows.reshape(total, *x._array.shape))
        start += n
    return out


def jacrev(
    func: Callable[..., Any],
    argnums: Any = 0,
    *,
    has_aux: bool = False,
    chunk_size: int | None = None,
    _preallocate_and_copy: bool = False,
) -> Callable[..., Any]:
    """A function that returns the Jacobian of `func`, by reverse mode: best for few results.

    For a result of shape `r` and an argument of shape `s` it has shape `r + s`; nested results and
    arguments give a nest of Jacobians, results outside. `chunk_size` rows are computed at once.

    >>> import firebrick_core as fb
    >>> from firebrick_autograd.func import jacrev
    >>> jacrev(lambda x: x**2)(fb.tensor([1.0, 2.0]))
    tensor([[2., 0.],
            [0., 4.]])
    """

    @functools.wraps(func)
    def jacobian(*args: Any, **kwargs: Any) -> Any:
        places, chosen = _chosen(args, argnums)

        def of_chosen(*parts: Any) -> Any:
            picked = parts[0] if isinstance(argnums, int) else parts
            return func(*_with(args, places, argnums, picked), **kwargs)

        primals = (chosen,) if isinstance(argnums, int) else chosen
        found = vjp(of_chosen, *primals, has_aux=has_aux)
        out, pull = found[0], found[1]
        outputs, out_structure = _tree.flatten(out)
        inputs, in_structure = _tree.flatten(chosen)
        basis = _basis(outputs)

        def rows(*cotangents: Any) -> Any:
            pulled = pull(_tree.unflatten(list(cotangents), out_structure))
            return tuple(_tree.flatten(pulled)[0])

        batches = vmap(rows, chunk_size=chunk_size)(*basis)
        split = [T.split(b, [o._array.size for o in outputs], 0) for b in batches]
        nested = []
        for n, o in enumerate(outputs):
            parts = [
                T.reshape(s[n], (*o._array.shape, *x._array.shape))
                for s, x in zip(split, inputs, strict=True)
            ]
            nested.append(_tree.unflatten(parts, in_structure))
        result = _tree.unflatten(nested, out_structure)
        return (result, found[2]) if has_aux else result

    return jacobian


def jacfwd(
    func: Callable[..., Any],
    argnums: Any = 0,
    has_aux: bool = False,
    *,
    randomness: str = "error",
) -> Callable[..., Any]:
    """A function that returns the Jacobian of `func`, by forward mode: best for few arguments.

    Shapes are those of `jacrev`.
    """

    @functools.wraps(func)
    def jacobian(*args: Any, **kwargs: Any) -> Any:
        places, chosen = _chosen(args, argnums)
        inputs, in_structure = _tree.flatten(chosen)
        seen: list[Any] = []

        def of_leaves(*leaves: Any) -> Any:
            picked = _tree.unflatten(list(leaves), in_structure)
            out, aux = _split_aux(
                func(*_with(args, places, argnums, picked), **kwargs), has_aux, "jacfwd"
            )
            leaves_out, structure = _tree.flatten(out)
            seen[:] = [structure, aux]
            return tuple(leaves_out)

        def column(*directions: Any) -> Any:
            return jvp(of_leaves, tuple(inputs), directions)

        primal, moved = vmap(column, out_dims=(None, -1), randomness=randomness)(*_basis(inputs))
        sizes = [x._array.size for x in inputs]
        nested = []
        for o, m in zip(primal, moved, strict=True):
            parts = [
                T.reshape(s, (*o._array.shape, *x._array.shape))
                for s, x in zip(T.split(m, sizes, -1), inputs, strict=True)
            ]
            nested.append(_tree.unflatten(parts, in_structure))
        structure, aux = seen
        result = _tree.unflatten(nested, structure)
        return (result, aux) if has_aux else result

    return jacobian


def hessian(func: Callable[..., Any], argnums: Any = 0) -> Callable[..., Any]:
    """A function that returns the matrix of second derivatives: forward over reverse.

    >>> import firebrick_core as fb
    >>> from firebrick_autograd.func import hessian
    >>> hessian(lambda x: (x**3).sum())(fb.tensor([1.0, 2.0]))
    tensor([[ 6.,  0.],
            [ 0., 12.]])
    """
    return jacfwd(jacrev(func, argnums), argnums)


__all__ = [
    "grad",
    "grad_and_value",
    "hessian",
    "jacfwd",
    "jacrev",
    "jvp",
    "linearize",
    "vjp",
    "vmap",
]
