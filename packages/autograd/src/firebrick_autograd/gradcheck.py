"""Derivatives checked against finite differences."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

import firebrick_core as fb

from ._api import grad


class GradcheckError(RuntimeError):
    """A derivative that does not agree with finite differences."""


def _outputs(function: Callable[..., Any], inputs: Any) -> list[Any]:
    result = function(*inputs)
    results = list(result) if isinstance(result, (tuple, list)) else [result]
    return [
        r for r in results if isinstance(r, fb.Tensor) and (r.is_floating_point() or r.is_complex())
    ]


def _checked_inputs(inputs: Any) -> tuple[tuple[Any, ...], list[Any]]:
    inputs = (inputs,) if isinstance(inputs, fb.Tensor) else tuple(inputs)
    wanted = [t for t in inputs if isinstance(t, fb.Tensor) and t.requires_grad]
    if not wanted:
        raise ValueError(
            "gradcheck expects at least one input tensor to require gradient, but none of them have"
            " requires_grad=True."
        )
    for i, t in enumerate(wanted):
        if t.dtype not in (fb.float64, fb.complex128):
            raise ValueError(
                f"gradcheck needs inputs of double precision: differentiable input {i} is"
                f" {t.dtype}; convert it with .double()"
            )
    return inputs, wanted


def numerical_jacobian(function: Any, inputs: Any, wanted: Any, eps: float) -> list[list[Any]]:
    """Central differences of every output with respect to every element of every input.

    For complex inputs the two columns of an element are combined as PyTorch's convention has it.
    """
    jacobians: list[list[Any]] = []
    for t in wanted:
        columns = []
        flat = t._array.reshape(-1) if t._array.flags.c_contiguous else None
        if flat is None:
            raise ValueError("gradcheck needs contiguous inputs; call .contiguous() on them")
        for i in range(flat.size):
            column = [_difference(function, inputs, flat, i, eps)]
            if t.is_complex():
                column.append(_difference(function, inputs, flat, i, 1j * eps))
            columns.append(column)
        jacobians.append(columns)
    return jacobians


def _difference(function: Any, inputs: Any, flat: Any, i: int, step: Any) -> list[Any]:
    original = flat[i]
    try:
        with fb.no_grad():
            flat[i] = original + step
            plus = [o._array.copy() for o in _outputs(function, inputs)]
            flat[i] = original - step
            minus = [o._array.copy() for o in _outputs(function, inputs)]
    finally:
        flat[i] = original
    return [(p - m) / (2 * abs(step)) for p, m in zip(plus, minus, strict=True)]


def gradcheck(
    func: Callable[..., Any],
    inputs: Any,
    *,
    eps: float = 1e-6,
    atol: float = 1e-5,
    rtol: float = 1e-3,
    raise_exception: bool = True,
    nondet_tol: float = 0.0,
) -> bool:
    """Whether the gradients of `func` agree with central differences of step `eps`.

    `inputs` are a tensor or several, those that require grad of float64 or complex128. Every output
    is weighed with a fixed random cotangent, whose gradient must equal the numerical Jacobian's.
    Raises `GradcheckError` where it does not, or returns False without `raise_exception`.

    >>> import firebrick_core as fb, firebrick_autograd as autograd
    >>> x = fb.tensor([0.5, 1.5], dtype=fb.float64, requires_grad=True)
    >>> autograd.gradcheck(fb.exp, (x,))
    True
    """
    try:
        inputs, wanted = _checked_inputs(inputs)
        _check(func, inputs, wanted, eps, atol, rtol, nondet_tol)
    except GradcheckError:
        if raise_exception:
            raise
        return False
    return True


def _check(
    function: Any, inputs: Any, wanted: Any, eps: float, atol: float, rtol: float, nondet: float
) -> None:
    numerical = numerical_jacobian(function, inputs, wanted, eps)
    rng = np.random.default_rng(0)
    count = len(_outputs(function, inputs))
    for k in range(count):
        output = _outputs(function, inputs)[k]
        values = rng.uniform(0.5, 1.5, output._array.shape)
        if output.is_complex():
            values = values + 1j * rng.uniform(0.5, 1.5, output._array.shape)
        cotangent = fb.from_numpy(np.asarray(values, output._array.dtype))
        if not output.requires_grad:
            analytic = tuple(None for _ in wanted)
        else:
            analytic = grad([output], wanted, [cotangent], retain_graph=True, allow_unused=True)
            again = grad([output], wanted, [cotangent], allow_unused=True)
            _compare_runs(analytic, again, nondet)
        for j, (t, a) in enumerate(zip(wanted, analytic, strict=True)):
            got = np.zeros(t._array.shape, t._array.dtype) if a is None else a._array
            if got.shape != t._array.shape:
                raise GradcheckError(
                    f"the gradient of input {j} has shape {got.shape}, expected {tuple(t.shape)}"
                )
            want = _expected(numerical[j], k, values, t)
            if not np.allclose(got, want, rtol, atol, equal_nan=True):
                raise GradcheckError(
                    f"Jacobian mismatch for output {k} with respect to input {j},\n"
                    f"numerical (times a cotangent): {want}\nanalytical: {got}"
                )


def _expected(columns: Any, k: int, cotangent: Any, t: Any) -> Any:
    """The numerical Jacobian of output k, transposed, times the cotangent."""
    out = np.zeros(t._array.size, t._array.dtype)
    for i, column in enumerate(columns):
        real = (
            np.sum(np.conj(column[0][k]) * cotangent)
            if len(column) == 2
            else np.sum(np.conj(column[0][k]) * cotangent).real
        )
        if len(column) == 2:
            imaginary = np.sum(np.conj(column[1][k]) * cotangent)
            out[i] = real.real + 1j * imaginary.real
        else:
            out[i] = real
    return out.reshape(t._array.shape)


def _compare_runs(first: Any, second: Any, tolerance: float) -> None:
    for a, b in zip(first, second, strict=True):
        if a is not None and not np.allclose(a._array, b._array, 0, tolerance, equal_nan=True):
            raise GradcheckError(
                "Backward is not reentrant: two runs with the same input gave different gradients"
            )


def gradgradcheck(
    func: Callable[..., Any],
    inputs: Any,
    grad_outputs: Any = None,
    *,
    eps: float = 1e-6,
    atol: float = 1e-5,
    rtol: float = 1e-3,
    raise_exception: bool = True,
    nondet_tol: float = 0.0,
) -> bool:
    """Whether second derivatives agree with central differences of the first.

    `grad_outputs` are the cotangents to differentiate with respect to as well; random ones by
    default.
    """
    inputs, wanted = _checked_inputs(inputs)
    outputs = [o for o in _outputs(func, inputs) if o.requires_grad]
    if grad_outputs is None:
        rng = np.random.default_rng(1)
        made = []
        for o in outputs:
            values = rng.uniform(0.5, 1.5, o._array.shape)
            if o.is_complex():
                values = values + 1j * rng.uniform(0.5, 1.5, o._array.shape)
            made.append(fb.from_numpy(np.asarray(values, o._array.dtype)).requires_grad_())
        grad_outputs = made
    else:
        grad_outputs = [grad_outputs] if isinstance(grad_outputs, fb.Tensor) else list(grad_outputs)
    n = len(inputs)

    def first_derivative(*args: Any) -> Any:
        own, cotangents = args[:n], args[n:]
        detached = [t for t in own if isinstance(t, fb.Tensor) and t.requires_grad]
        with fb.enable_grad():
            if not detached:  # inside no_grad, for the numerical side
                detached = [t for t in own if isinstance(t, fb.Tensor) and t.is_floating_point()]
            results = [o for o in _outputs(func, own) if o.requires_grad]
            grads = grad(results, detached, list(cotangents), create_graph=True, allow_unused=True)
        return tuple(g for g in grads if g is not None and g.requires_grad or g is not None)

    return gradcheck(
        first_derivative,
        (*inputs, *grad_outputs),
        eps=eps,
        atol=atol,
        rtol=rtol,
        raise_exception=raise_exception,
        nondet_tol=nondet_tol,
    )
