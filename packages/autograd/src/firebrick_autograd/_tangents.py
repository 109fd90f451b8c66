"""Tangents of operators' results: the forward mode's rules, most of them had from the reverse ones.

A tangent is the Jacobian times the tangents of the inputs. Four ways to it, in this order:

- a rule of its own, declared with `@tangent("name")`;
- an operator that is linear in its tensors together is called on the tangents (`LINEAR`), one that
  is linear in each of them gives a product rule (`MULTILINEAR`);
- of an elementwise operator the Jacobian is diagonal, so that the reverse rule serves for both;
- else the reverse rule, which is linear in its `grad`, is differentiated with respect to that. This
  costs two evaluations and is right to every order, because rules are made of operators.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import firebrick_core as fb
from firebrick_core import _operators as T
from firebrick_core._dispatch import tensors_in
from firebrick_core._operator import OPERAND, OPTIONAL, TENSOR, TENSORS, Operator
from firebrick_core.grad_mode import is_grad_enabled, record_inside

from . import _levels
from ._rule import RULES, not_implemented

TANGENTS: dict[str, Callable[..., Any]] = {}

LINEAR = {
    "add", "sub", "neg", "positive", "sum", "mean", "cat", "stack", "clone", "to_dtype",
    "to_device", "real_part", "imaginary_part", "view_as_real", "view_as_complex", "conj_physical",
    "t", "transpose", "permute", "slice_view", "select", "unbind", "diagonal", "unfold",
    "view_shape", "squeeze", "unsqueeze", "expand", "split_with_sizes", "alias",
    "repeat", "flip", "roll", "tril", "triu", "reshape_copy", "sum_expanded", "take", "gather",
    "index", "index_select", "where_tensors", "cumsum", "fft_c2c", "fft_r2c", "fft_c2r",
    "select_scatter", "slice_scatter", "diagonal_scatter", "slice_backward", "diagonal_backward",
    "unfold_backward", "masked_select", "masked_scatter", "index_copy", "scatter_src",
    "scatter_add", "index_put", "put", "avg_pool", "avg_pool_backward", "adaptive_avg_pool",
    "adaptive_avg_pool_backward", "unsafe_split_with_sizes", "unfold_windows", "fold_windows",
    "gather_planes", "scatter_planes", "complex", "index_backward", "take_backward",
    "gather_backward", "masked_select_backward", "masked_scatter_backward",
    "index_select_backward", "repeat_backward", "constant_pad_nd", "embedding",
    "embedding_backward", "index_fill_number", "index_fill_tensor", "masked_fill_number",
    "masked_fill_tensor", "scatter_value", "trace", "movedim",
}  # fmt: skip
MULTILINEAR = {"mul", "matmul", "bmm", "linear_weight", "convolve_weight"}
# In-place operators that are no operator's in-place form: the tangent is written in the same way,
# with tangents in place of values and 0 in place of numbers.
WRITES_LINEARLY = {
    "copy_tensor_", "fill_number_", "fill_tensor_", "zero_", "scatter_src_", "scatter_value_",
    "scatter_add_", "index_put_", "put_", "index_add_", "index_copy_", "index_fill_number_",
    "index_fill_tensor_", "masked_fill_number_", "masked_fill_tensor_", "masked_scatter_", "t_",
    "transpose_", "squeeze_", "unsqueeze_", "as_strided_", "resize_",
}  # fmt: skip
_TENSOR_KINDS = (TENSOR, OPTIONAL, OPERAND)


def tangent(name: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Declare an operator's forward rule: `rule(tangents, args, result)`, with the tangents and the
    arguments by parameter name; an input without a tangent has None."""

    def declare(rule: Callable[..., Any]) -> Callable[..., Any]:
        TANGENTS[name] = rule
        return rule

    return declare


def tangents_of(op: Operator, args: tuple[Any, ...], given: list[Any], result: Any) -> Any:
    """The tangent of an operator's result, or a list of those of its results.

    `args` are the primal arguments in order, `given` their tangents in the same places: None, or a
    list for a sequence of tensors. Raises NotImplementedError for an operator without rules.
    """
    by_name = dict(zip((p.name for p in op.parameters), given, strict=True))
    if op.name in TANGENTS:
        values = dict(zip(by_name, args, strict=True))
        return TANGENTS[op.name](by_name, values, result)
    if op.name in LINEAR:
        return _levels.call(op, tangents_for_values(op, args, given))
    if op.name in MULTILINEAR:
        return _product_rule(op, args, given)
    rule = RULES.get(op.name)
    wanted = [p for p in op.parameters if _any(by_name[p.name])]
    if rule is None or any(rule.inputs.get(p.name) is not_implemented for p in wanted):
        raise NotImplementedError(
            f"Trying to use forward AD with {op.name} that does not support it: it has no "
            "derivative here; declare one with firebrick_autograd.derivative"
        )
    wanted = [p for p in wanted if callable(rule.inputs.get(p.name))]
    real = not any(t.dtype.is_complex for t in (*tensors_in(args), *tensors_in((result,))))
    if op.kind == "pointwise" and real:
        return _elementwise(op, rule, wanted, args, by_name, result)
    return _twice_reversed(op, rule, wanted, args, by_name, result)


def _any(t: Any) -> bool:
    return any(x is not None for x in t) if isinstance(t, list) else t is not None


def tangents_for_values(op: Operator, args: tuple[Any, ...], given: list[Any]) -> tuple[Any, ...]:
    """The arguments with tangents for values: zeros where there are none, 0 for numbers."""
    out = []
    for p, a, t in zip(op.parameters, args, given, strict=True):
        if p.kind == TENSORS:
            a = [_or_zeros(x, y) for x, y in zip(a, t or [None] * len(a), strict=True)]
        elif p.kind in _TENSOR_KINDS:
            a = _or_zeros(a, t)
        elif p.name == "value":
            a = 0
        out.append(a)
    return tuple(out)


def _or_zeros(value: Any, t: Any) -> Any:
    if t is not None:
        return t
    if value is None:
        return None
    if not hasattr(value, "_keys"):
        return 0
    differentiable = value.dtype.is_floating_point or value.dtype.is_complex
    return _levels.zeros_like(value) if differentiable else value


def _product_rule(op: Operator, args: tuple[Any, ...], given: list[Any]) -> Any:
    """One term for each factor that has a tangent."""
    terms = []
    for i, t in enumerate(given):
        if t is not None:
            terms.append(_levels.call(op, (*args[:i], t, *args[i + 1 :])))
    return _total(terms)


def _total(terms: list[Any]) -> Any:
    total = None
    for term in terms:
        total = term if total is None else total + term
    return total


def _rule_arguments(
    op: Operator, rule: Any, name: str, args: tuple[Any, ...], result: Any, grad: Any
) -> list[Any]:
    """What the reverse rule of one input is called with."""
    values = dict(zip((p.name for p in op.parameters), args, strict=True))
    out = []
    for need in rule.needs(name):
        if need in values:
            out.append(values[need])
        elif need == "grad":
            out.append(grad[0] if isinstance(grad, list) else grad)
        elif need == "grads":
            out.append(grad)
        elif need == "result":
            out.append(result[0] if isinstance(result, (tuple, list)) else result)
        elif need in op.returns:
            out.append(result[op.returns.index(need)])
        else:
            shaped = values[need.removesuffix("_shape")]
            if isinstance(shaped, (list, tuple)):
                out.append([t._array.shape for t in shaped])
            else:
                out.append(shaped._array.shape if hasattr(shaped, "_keys") else ())
    return out


def _fitted(t: Any, like: Any) -> Any:
    """A tangent in the shape and dtype of `like`."""
    if t.dtype.is_complex and not like.dtype.is_complex:
        t = T.real(t)
    if t.dtype is not like.dtype:
        t = t.to(like.dtype)
    return t if t._array.shape == like._array.shape else T.expand(t, like._array.shape)


def _elementwise(
    op: Operator, rule: Any, wanted: Any, args: tuple[Any, ...], tangents: Any, result: Any
) -> Any:
    terms = []
    for p in wanted:
        t = _fitted(tangents[p.name], result)
        terms.append(rule.inputs[p.name](*_rule_arguments(op, rule, p.name, args, result, t)))
    return _total([t for t in terms if t is not None])


def _twice_reversed(
    op: Operator, rule: Any, wanted: Any, args: tuple[Any, ...], tangents: Any, result: Any
) -> Any:
    """The gradient of the reverse rule with respect to its own `grad`, weighted by the tangents."""
    from ._api import grad

    several = isinstance(result, (tuple, list))
    results = list(result) if several else [result]
    around = (*args, *results, *tangents.values())
    graph = is_grad_enabled()
    with record_inside():
        dummies = [_dummy(r, around) for r in results]
        known = [d for d in dummies if d is not None]
        outputs, weights = [], []
        for p in wanted:
            given: Any = dummies if several else dummies[0]
            found = rule.inputs[p.name](*_rule_arguments(op, rule, p.name, args, result, given))
            pairs = (
                zip(found, tangents[p.name], strict=True)
                if p.kind == TENSORS
                else [(found, tangents[p.name])]
            )
            for g, t in pairs:
                if g is not None and t is not None and g.requires_grad:
                    outputs.append(g)
                    weights.append(_fitted(t, g))
        if not outputs:
            return [None] * len(results) if several else None
        back = iter(
            grad(outputs, known, weights, create_graph=graph, allow_unused=True) if known else ()
        )
    out = [None if d is None else next(back) for d in dummies]
    return out if several else out[0]


def _dummy(result: Any, around: tuple[Any, ...]) -> Any:
    """A cotangent of zeros that requires grad at the highest level of what is around."""
    if not (result.dtype.is_floating_point or result.dtype.is_complex):
        return None
    zeros = _levels.zeros_like(result)
    highest = _levels.top(around)
    if highest is not None:
        zeros = type(highest).lift(zeros, highest._level)
    return zeros.requires_grad_()


# ---------------------------------------------------------------------- rules of their own
@tangent("linear")
def _linear(tangents: Any, args: Any, result: Any) -> Any:
    terms = []
    if tangents["input"] is not None:
        terms.append(T.linear(tangents["input"], args["weight"]))
    if tangents["weight"] is not None:
        terms.append(T.linear(args["input"], tangents["weight"]))
    if tangents["bias"] is not None:
        terms.append(T.expand(tangents["bias"], result._array.shape))
    return _total(terms)


@tangent("convolve")
def _convolve(tangents: Any, args: Any, result: Any) -> Any:
    return _convolved(T.convolve, tangents, args, result)


@tangent("convolve_input")
def _convolve_input(tangents: Any, args: Any, result: Any) -> Any:
    return _convolved(T.convolve_input, tangents, args, result)


def _convolved(convolution: Any, tangents: Any, args: Any, result: Any) -> Any:
    """One term for the images, one for the weight, and the bias along the channels."""
    first, weight, bias, *geometry = args.values()
    images, kernels, added = (tangents[name] for name in list(args)[:3])
    terms = []
    if images is not None:
        terms.append(convolution(images, weight, None, *geometry))
    if kernels is not None:
        terms.append(convolution(first, kernels, None, *geometry))
    if added is not None:
        ones = (1,) * (result._array.ndim - 2)
        terms.append(T.expand(T.reshape(added, (1, -1, *ones)), result._array.shape))
    return _total(terms)


def _first(tangents: Any) -> Any:
    return next(iter(tangents.values()))


@tangent("linalg_cholesky_ex")
def _cholesky(tangents: Any, args: Any, result: Any) -> Any:
    """`L phi(L^-1 dA L^-H)` with phi the lower triangle and half of the diagonal."""
    factor = result[0].mH if args["upper"] else result[0]
    inner = T.linalg_solve_triangular(factor, _first(tangents), upper=False)
    inner = T.linalg_solve_triangular(factor.mH, inner, upper=True, left=False)
    half = T.tril(inner) - T.diag_embed(T.diagonal(inner, 0, -2, -1)) * 0.5
    moved = T.matmul(factor, half)
    return [moved.mH if args["upper"] else moved, None]


@tangent("linalg_eigh")
def _eigh(tangents: Any, args: Any, result: Any) -> Any:
    """Eigenvalues move by the diagonal of `V^H dA V`, eigenvectors by its other elements over the
    differences of eigenvalues."""
    values, vectors = result
    inner = T.matmul(vectors.mH, T.matmul(_first(tangents), vectors))
    moved = T.diagonal(inner, 0, -2, -1)
    gaps = T.unsqueeze(values, -2) - T.unsqueeze(values, -1)
    gaps = gaps + T.diag_embed(fb.full_like(values, float("inf")))
    return [T.real(moved), T.matmul(vectors, inner / gaps)]
