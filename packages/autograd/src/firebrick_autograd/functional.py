"""Products with Jacobians and Hessians, under the names of torch.autograd.functional.

All functions call `func(*inputs)` on fresh tensors: what `inputs` recorded before is left alone,
unless `create_graph` asks for results that can be differentiated with respect to it. `strict`
turns the zeros that stand for "does not depend on it" into RuntimeError.

>>> import firebrick_core as fb
>>> from firebrick_autograd import functional
>>> functional.jacobian(fb.square, fb.tensor([1.0, 2.0]))
tensor([[2., 0.],
        [0., 4.]])
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import firebrick_core as fb
from firebrick_core import _operators as T
from firebrick_core.grad_mode import enable_grad, is_grad_enabled, set_grad_enabled

from . import _api, func as _func
from ._node import gradient_edge

Function = Callable[..., Any]


# ---------------------------------------------------------------------- arguments and results
def _as_tuple(value: Any, what: str, caller: str) -> tuple[bool, tuple[Any, ...]]:
    """Whether a value is a tuple of tensors, and that tuple; raises TypeError for what is
    neither."""
    if isinstance(value, tuple):
        wrong = [(i, x) for i, x in enumerate(value) if not hasattr(x, "_keys")]
        found = [f"the value at index {i} has type {type(x)}" for i, x in wrong]
    else:
        found = [] if hasattr(value, "_keys") else [f"the given {what} has type {type(value)}"]
    if found:
        raise TypeError(
            f"The {what} given to {caller} must be either a Tensor or a tuple of Tensors but "
            f"{found[0]}."
        )
    return isinstance(value, tuple), value if isinstance(value, tuple) else (value,)


def _prepared(inputs: tuple[Any, ...], create_graph: bool, record: bool = True) -> tuple[Any, ...]:
    """New tensors with the inputs' values: connected to them for `create_graph`, else leaves."""
    if create_graph:
        fresh = tuple(T.alias(x) for x in inputs)
        return tuple(x if x.requires_grad or not record else x.requires_grad_() for x in fresh)
    return tuple(x.detach().requires_grad_(record) for x in inputs)


def _weights(v: Any, like: tuple[Any, ...], is_tuple: bool, create_graph: bool, caller: str) -> Any:
    """The vector `v` as a tuple, one entry for each of `like`. Raises RuntimeError where it does
    not fit."""
    _, given = _as_tuple(v, "v", caller)
    if len(given) != len(like):
        if is_tuple:
            raise RuntimeError(
                f"v is a tuple of invalid length: should be {len(like)} but got {len(given)}."
            )
        raise RuntimeError("The given v should contain a single Tensor.")
    for i, (x, w) in enumerate(zip(like, given, strict=True)):
        if x.shape != w.shape:
            which = f"Entry {i} in v" if is_tuple else "v"
            raise RuntimeError(f"{which} has invalid size: should be {x.shape} but got {w.shape}.")
    return _prepared(given, create_graph, record=False)


def _ones(like: tuple[Any, ...], whose: str) -> tuple[Any, ...]:
    """The vector where none is given: 1, for one element only."""
    if len(like) != 1 or like[0].numel() != 1:
        raise RuntimeError(f"The vector v can only be None if {whose} a single element.")
    return (fb.ones_like(like[0]),)


_ONE_INPUT = "the input to the user-provided function is a single Tensor with"
_ONE_OUTPUT = "the user-provided function returns a single Tensor with"


def _finished(results: Any, create_graph: bool, is_tuple: bool) -> Any:
    """Results without history unless a graph was asked for; one alone for one tensor."""
    if not create_graph:
        results = tuple(r.detach() for r in results)
    return tuple(results) if is_tuple else results[0]


# ---------------------------------------------------------------------- differentiating
def _outputs(value: Any, caller: str, strict: bool) -> tuple[bool, tuple[Any, ...]]:
    is_tuple, outputs = _as_tuple(value, "outputs of the user-provided function", caller)
    for i, o in enumerate(outputs):
        if strict and not o.requires_grad:
            raise RuntimeError(
                f"Output {i} of the user-provided function does not require gradients. The outputs "
                "must be computed in a differentiable manner from the input when running in strict "
                "mode."
            )
    return is_tuple, outputs


def _single(value: Any, caller: str, strict: bool) -> tuple[Any, ...]:
    """The one number that a function returned, whose second derivatives are wanted."""
    is_tuple, outputs = _outputs(value, caller, strict)
    if is_tuple:
        raise RuntimeError(f"The function given to {caller} should return a single Tensor")
    if outputs[0].numel() != 1:
        raise RuntimeError(
            f"The Tensor returned by the function given to {caller} should contain a single element"
        )
    return outputs


def _gradients(
    outputs: Sequence[Any], inputs: Sequence[Any], weights: Any, graph: bool, batched: bool = False
) -> Sequence[Any]:
    """Gradients of those outputs that record, None where nothing depends on an input."""
    weights = (None,) * len(outputs) if weights is None else weights
    pairs = [(o, w) for o, w in zip(outputs, weights, strict=True) if gradient_edge(o) is not None]
    if not pairs:
        return (None,) * len(inputs)
    outs, cotangents = zip(*pairs, strict=True)
    return _api.grad(
        outs, inputs, cotangents, True, graph, allow_unused=True, is_grads_batched=batched
    )


def _zeros_for_none(found: Sequence[Any], like: Sequence[Any], independent: str | None) -> Any:
    """Zeros where there is no gradient; an error that says so under `strict`, for which
    `independent` is the message."""
    for i, g in enumerate(found):
        if g is None and independent is not None:
            raise RuntimeError(independent.format(i=i))
    return tuple(fb.zeros_like(x) if g is None else g for g, x in zip(found, like, strict=True))


def _must_record(jacobian: Sequence[Any]) -> None:
    """Under `strict` with `create_graph`, a derivative that is constant is an error."""
    for i, g in enumerate(jacobian):
        if not g.requires_grad:
            raise RuntimeError(
                f"The jacobian of the user-provided function is independent of input {i}. This is "
                "not allowed in strict mode when create_graph=True."
            )


def _must_curve(jacobian: Sequence[Any]) -> None:
    for i, g in enumerate(jacobian):
        if not g.requires_grad:
            raise RuntimeError(
                "While computing the hessian, found that the jacobian of the user-provided function"
                f" with respect to input {i} is independent of the input. This is not allowed in "
                "strict mode. You should ensure that your function is twice differentiable and that"
                " the jacobian depends on the inputs (this would be violated by a linear function "
                "for example)."
            )


_NO_EFFECT = (
    "The output of the user-provided function is independent of input {i}. This is not allowed in "
    "strict mode."
)
_UNMOVED = (
    "Output {i} of the user-provided function is independent of the inputs. This is not allowed in "
    "strict mode."
)


def _pushed(outputs: Any, inputs: Any, v: Any, graph: bool, strict: bool) -> Any:
    """The tangents of `outputs` for tangents `v` of `inputs`: what reverse mode computes is linear
    in its cotangents, and its derivative with respect to these is the Jacobian itself.

    Dual numbers would do as well, but not through a `Function` that has no `jvp` and no
    `setup_context`.
    """
    cotangents = tuple(fb.zeros_like(o).requires_grad_() for o in outputs)
    pulled = _gradients(outputs, inputs, cotangents, True)
    pulled = _zeros_for_none(pulled, inputs, _NO_EFFECT if strict else None)
    with set_grad_enabled(graph or is_grad_enabled()):
        found = _gradients(pulled, cotangents, v, graph)
        return _zeros_for_none(found, outputs, _UNMOVED if strict else None)


# ---------------------------------------------------------------------- products with the Jacobian
def vjp(
    func: Function, inputs: Any, v: Any = None, create_graph: bool = False, strict: bool = False
) -> tuple[Any, Any]:
    """`func(*inputs)`, and the vector `v` times the Jacobian.

    `inputs` and results are a tensor or a tuple of them, `v` is shaped as the results and may be
    left out for one element; the product is shaped as the inputs. Raises TypeError for anything but
    tensors, RuntimeError for a `v` that does not fit and, where `strict`, for inputs without
    effect.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.autograd.functional.vjp.html

    >>> import firebrick_core as fb
    >>> from firebrick_autograd.functional import vjp
    >>> vjp(fb.square, fb.tensor([1.0, 2.0]), fb.tensor([1.0, 10.0]))
    (tensor([1., 4.]), tensor([ 2., 40.]))
    """
    with enable_grad():
        one_of_many, xs = _as_tuple(inputs, "inputs", "vjp")
        xs = _prepared(xs, create_graph)
        is_tuple, outputs = _outputs(func(*xs), "vjp", strict)
        if v is None:
            v = _ones(outputs, _ONE_OUTPUT)
        else:
            v = _weights(v, outputs, is_tuple, create_graph, "vjp")
    with set_grad_enabled(create_graph or is_grad_enabled()):
        found = _gradients(outputs, xs, v, create_graph)
        product = _zeros_for_none(found, xs, _NO_EFFECT if strict else None)
    if strict and create_graph:
        _must_record(product)
    return (
        _finished(outputs, create_graph, is_tuple),
        _finished(product, create_graph, one_of_many),
    )


def jvp(
    func: Function, inputs: Any, v: Any = None, create_graph: bool = False, strict: bool = False
) -> tuple[Any, Any]:
    """`func(*inputs)`, and the Jacobian times the vector `v`, which is shaped as the inputs.

    Computed by differentiating reverse mode; `firebrick_autograd.func.jvp` uses forward mode, which
    is faster. Options and errors are those of `vjp`.

    Source: J. Townsend, "A new trick for calculating Jacobian vector products", 2017

    >>> import firebrick_core as fb
    >>> from firebrick_autograd.functional import jvp
    >>> jvp(lambda x: x.sum().reshape(1), fb.tensor([1.0, 2.0]), fb.tensor([1.0, 10.0]))
    (tensor([3.]), tensor([11.]))
    """
    with enable_grad():
        one_of_many, xs = _as_tuple(inputs, "inputs", "jvp")
        xs = _prepared(xs, create_graph)
        if v is None:
            v = _ones(xs, _ONE_INPUT)
        else:
            v = _weights(v, xs, one_of_many, create_graph, "jvp")
        is_tuple, outputs = _outputs(func(*xs), "jvp", strict)
        product = _pushed(outputs, xs, v, create_graph, strict)
    if strict and create_graph:
        _must_record(product)
    return _finished(outputs, create_graph, is_tuple), _finished(product, create_graph, is_tuple)


# ---------------------------------------------------------------------- Jacobians
_STRATEGIES = ("forward-mode", "reverse-mode")


def _checked_strategy(strategy: str) -> None:
    if strategy not in _STRATEGIES:
        raise AssertionError(  # PyTorch's type
            'Expected strategy to be either "forward-mode" or "reverse-mode". Hint: If your '
            'function has more outputs than inputs, "forward-mode" tends to be more performant. '
            f'Otherwise, prefer to use "reverse-mode". Got {strategy!r}.'
        )


def jacobian(
    func: Function,
    inputs: Any,
    create_graph: bool = False,
    strict: bool = False,
    vectorize: bool = False,
    strategy: str = "reverse-mode",
) -> Any:
    """The Jacobian of `func` at `inputs`: of shape `output.shape + input.shape`.

    For tuples of outputs or inputs it is nested, outputs outside. `vectorize` computes all rows at
    once with `vmap`. `strategy="forward-mode"` computes columns, which is cheaper for more outputs
    than inputs; it may be combined with `create_graph` and does not need `vectorize`, where PyTorch
    refuses both. `strict` goes with neither: RuntimeError.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.autograd.functional.jacobian.html

    >>> import firebrick_core as fb
    >>> from firebrick_autograd.functional import jacobian
    >>> jacobian(lambda x, y: x * y.sum(), (fb.ones(2), fb.ones(1)))
    (tensor([[1., 0.],
            [0., 1.]]), tensor([[1.],
            [1.]]))
    """
    _checked_strategy(strategy)
    forward = strategy == "forward-mode"
    if strict and (forward or vectorize):
        one, other = (
            ('strategy="forward-mode"', 'strategy="reverse-mode"') if forward
            else ("vectorize=True", "vectorize=False")
        )  # fmt: skip
        raise RuntimeError(
            f"torch.autograd.functional.jacobian: `strict=True` and `{one}` are not supported "
            f"together. Please either set `strict=False` or `{other}`."
        )
    with enable_grad():
        one_of_many, xs = _as_tuple(inputs, "inputs", "jacobian")
        xs = _prepared(xs, create_graph, record=create_graph or not forward)
        if forward:
            is_tuple, rows = _by_columns(func, xs, vectorize)
        else:
            is_tuple, outputs = _outputs(func(*xs), "jacobian", strict)
            by = _rows_at_once if vectorize else _row_by_row
            rows = by(outputs, xs, create_graph, strict)
    nested = tuple(_finished(row, create_graph, one_of_many) for row in rows)
    return nested if is_tuple else nested[0]


def _row_by_row(outputs: Any, xs: Any, graph: bool, strict: bool) -> list[Any]:
    """A backward for each element of the outputs."""
    nested = []
    for i, out in enumerate(outputs):
        rows = []
        for element in T.reshape(out, (-1,)):
            found = _gradients((element,), xs, None, graph)
            message = _NO_EFFECT.replace("The output", f"Output {i}") if strict else None
            row = _zeros_for_none(found, xs, message)
            if strict and graph:
                _must_record(row)
            rows.append(row)
        columns = zip(*rows, strict=True) if rows else [()] * len(xs)
        nested.append([_stacked(c, out, x) for c, x in zip(columns, xs, strict=True)])
    return nested


def _stacked(rows: Sequence[Any], out: Any, x: Any) -> Any:
    shape = (*out.shape, *x.shape)
    return T.reshape(T.stack(list(rows)), shape) if rows else x.new_zeros(shape)


def _rows_at_once(outputs: Any, xs: Any, graph: bool, strict: bool) -> list[Any]:
    """One backward for a batch of all unit cotangents."""
    found: Sequence[Any] = (None,) * len(xs)
    if any(o.numel() for o in outputs):  # vmap has no batches of size 0 for operators without rules
        found = _gradients(outputs, xs, _func._basis(list(outputs)), graph, batched=True)
    return _unbatched(found, outputs, xs)


def _unbatched(found: Sequence[Any], outputs: Any, xs: Any) -> list[Any]:
    """Batches of gradients, one row for each element of all outputs, as Jacobians."""
    sizes = [o.numel() for o in outputs]
    total = sum(sizes)
    parts = [
        T.split(x.new_zeros(total, *x.shape) if g is None else g, sizes, 0)
        for g, x in zip(found, xs, strict=True)
    ]
    return [
        [T.reshape(p[n], (*o.shape, *x.shape)) for p, x in zip(parts, xs, strict=True)]
        for n, o in enumerate(outputs)
    ]


def _by_columns(func: Function, xs: Any, vectorize: bool) -> tuple[bool, list[Any]]:
    """A tangent for each element of the inputs, all at once or one by one."""
    seen: list[Any] = []

    def outputs(*leaves: Any) -> tuple[Any, ...]:
        is_tuple, outs = _as_tuple(
            func(*leaves), "outputs of the user-provided function", "jacobian"
        )
        seen[:] = [is_tuple]
        return outs

    def column(*directions: Any) -> Any:
        return _func.jvp(outputs, xs, directions)

    basis = _func._basis(list(xs))
    if vectorize:
        values, moved = _func.vmap(column, out_dims=(None, -1))(*basis)
    else:
        columns = [column(*directions) for directions in zip(*basis, strict=True)]
        values = columns[0][0] if columns else outputs(*xs)
        moved = [T.stack([c[1][n] for c in columns], -1) if columns else o.new_zeros(*o.shape, 0)
                 for n, o in enumerate(values)]  # fmt: skip
    sizes = [x.numel() for x in xs]
    nested = [
        [
            T.reshape(part, (*o.shape, *x.shape))
            for part, x in zip(T.split(m, sizes, -1), xs, strict=True)
        ]
        for o, m in zip(values, moved, strict=True)
    ]
    return seen[0], nested


# ---------------------------------------------------------------------- second derivatives
def hessian(
    func: Function,
    inputs: Any,
    create_graph: bool = False,
    strict: bool = False,
    vectorize: bool = False,
    outer_jacobian_strategy: str = "reverse-mode",
) -> Any:
    """The matrix of second derivatives of `func`, which returns one number.

    For one input of shape `s` it has shape `s + s`, for a tuple it is a tuple of tuples. The outer
    derivative follows `outer_jacobian_strategy`, see `jacobian`.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.autograd.functional.hessian.html

    >>> import firebrick_core as fb
    >>> from firebrick_autograd.functional import hessian
    >>> hessian(lambda x: (x**3).sum(), fb.tensor([1.0, 2.0]))
    tensor([[ 6.,  0.],
            [ 0., 12.]])
    """
    is_tuple, xs = _as_tuple(inputs, "inputs", "hessian")
    _checked_strategy(outer_jacobian_strategy)

    def first(*given: Any) -> tuple[Any, ...]:
        forward = outer_jacobian_strategy == "forward-mode"  # then these are dual tensors
        leaves = tuple(map(_func._tracked, given)) if forward else given
        outputs = _single(func(*leaves), "hessian", strict)
        found = _gradients(outputs, leaves, _unit(outputs), True)
        gradient = _zeros_for_none(found, leaves, None)
        if strict:
            _must_curve(gradient)
        return gradient

    rows = jacobian(first, xs, create_graph, strict, vectorize, outer_jacobian_strategy)
    return rows if is_tuple else rows[0][0]


def _unit(outputs: tuple[Any, ...]) -> tuple[Any, ...]:
    return tuple(fb.ones_like(o) for o in outputs)


def vhp(
    func: Function, inputs: Any, v: Any = None, create_graph: bool = False, strict: bool = False
) -> tuple[Any, Any]:
    """`func(*inputs)`, which is one number, and the vector `v` times its Hessian.

    `v` and the product are shaped as the inputs. Options and errors are those of `vjp`.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.autograd.functional.vhp.html

    >>> import firebrick_core as fb
    >>> from firebrick_autograd.functional import vhp
    >>> vhp(lambda x: (x**3).sum(), fb.tensor([1.0, 2.0]), fb.tensor([1.0, 10.0]))
    (tensor(9.), tensor([  6., 120.]))
    """
    with enable_grad():
        is_tuple, xs, v, outputs, gradient = _first_derivative(
            func, inputs, v, create_graph, strict, "vhp"
        )
    with set_grad_enabled(create_graph or is_grad_enabled()):
        found = _gradients(gradient, xs, v, create_graph)
        product = _zeros_for_none(found, xs, _CONSTANT if strict else None)
    return _finished(outputs, create_graph, False), _finished(product, create_graph, is_tuple)


_CONSTANT = (
    "The jacobian of the user-provided function is independent of input {i}. This is not allowed in"
    " strict mode."
)


def hvp(
    func: Function, inputs: Any, v: Any = None, create_graph: bool = False, strict: bool = False
) -> tuple[Any, Any]:
    """`func(*inputs)`, which is one number, and its Hessian times the vector `v`.

    The same as `vhp` for a function with continuous second derivatives, and slower. Options and
    errors are those of `vjp`.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.autograd.functional.hvp.html

    >>> import firebrick_core as fb
    >>> from firebrick_autograd.functional import hvp
    >>> hvp(lambda x: (x**3).sum(), fb.tensor([1.0, 2.0]), fb.tensor([1.0, 10.0]))
    (tensor(9.), tensor([  6., 120.]))
    """
    with enable_grad():
        is_tuple, xs, v, outputs, gradient = _first_derivative(
            func, inputs, v, create_graph, strict, "hvp"
        )
        product = _pushed(gradient, xs, v, create_graph, strict)
    return _finished(outputs, create_graph, False), _finished(product, create_graph, is_tuple)


def _first_derivative(
    func: Function, inputs: Any, v: Any, create_graph: bool, strict: bool, caller: str
) -> tuple[Any, ...]:
    """What `vhp` and `hvp` differentiate again: the gradient, recorded, and what it was made of."""
    is_tuple, xs = _as_tuple(inputs, "inputs", caller)
    xs = _prepared(xs, create_graph)
    if v is None:
        v = _ones(xs, _ONE_INPUT)
    else:
        v = _weights(v, xs, is_tuple, create_graph, caller)
    outputs = _single(func(*xs), caller, strict)
    found = _gradients(outputs, xs, _unit(outputs), True)
    gradient = _zeros_for_none(found, xs, _NO_EFFECT if strict else None)
    if strict:
        _must_curve(gradient)
    return is_tuple, xs, v, outputs, gradient


__all__ = ["hessian", "hvp", "jacobian", "jvp", "vhp", "vjp"]
