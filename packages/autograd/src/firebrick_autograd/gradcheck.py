"""Derivatives checked against finite differences, under the names of torch.autograd.gradcheck."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

import firebrick_core as fb
from firebrick_core import Tensor, _frames

from . import _api, func as _func
from ._jacobians import Call, as_tuple, components, count, from_components
from ._node import Node, as_edge, gradient_edge, place as recorded_at


class GradcheckError(RuntimeError):
    """A derivative that is not right."""


class Options:
    """The step and the tolerances that `gradcheck` was given."""

    def __init__(self, eps: float, atol: float, rtol: float, nondet_tol: float):
        self.eps, self.atol, self.rtol, self.nondet_tol = eps, atol, rtol, nondet_tol


# ---------------------------------------------------------------------- inputs
def _checked_inputs(inputs: Any) -> tuple[Any, ...]:
    inputs = (inputs,) if isinstance(inputs, Tensor) else tuple(inputs)
    wanted = [(i, t) for i, t in enumerate(inputs) if isinstance(t, Tensor) and t.requires_grad]
    if not wanted:
        raise ValueError(
            "gradcheck expects at least one input tensor to require gradient, but none of them have"
            " requires_grad=True."
        )
    for i, t in wanted:
        if t.dtype not in (fb.float64, fb.complex128):
            _frames.warn(
                f"Input #{i} requires gradient and is not a double precision floating point or "
                "complex. This check will likely fail if all the inputs are not of double precision"
                f" floating point or complex. It is {t.dtype}: convert it with .double()"
            )
        if any(s == 0 and n > 1 for s, n in zip(t.stride(), t.shape, strict=True)):
            raise RuntimeError(
                f"The {i}th input has a dimension with stride 0. gradcheck only supports inputs "
                "that are non-overlapping to be able to compute the numerical gradients correctly. "
                "You should call .contiguous on the input before passing it to gradcheck."
            )
    return inputs


def _checked_modes(forward: bool, backward: bool, batched: bool, batched_forward: bool) -> None:
    """Raise AssertionError, as PyTorch does, for checks that exclude each other."""
    for wrong, message in (
        (
            not (forward or backward),
            "Expected at least one of check_forward_ad or check_backward_ad",
        ),
        (batched and not backward, "Setting check_batched_grad=True requires check_backward_ad"),
        (
            batched_forward and not forward,
            "Setting check_batched_forward_grad=True requires check_forward_ad",
        ),
    ):
        if wrong:
            raise AssertionError(f"{message} to be True")


# ---------------------------------------------------------------------- comparing
def _differ(a: Any, b: Any, rtol: float, atol: float) -> bool:
    return a.shape != b.shape or not np.allclose(a, b, rtol, atol, equal_nan=True)


def _origin(output: Any) -> str:
    """Which operator a result came from, and where it was called."""
    node, _ = as_edge(gradient_edge(output))
    if isinstance(node, Node):
        return f"{node.name()}, recorded at {recorded_at(node)}"
    return "an input, returned as it is"


def _element(name: str, tensor: Any, component: Any) -> str:
    """A component of a tensor, as one writes it."""
    position, part = divmod(int(component), 2 if tensor.dtype.is_complex else 1)
    indices = np.unravel_index(position, tuple(tensor.shape)) if tensor.dim() else ()
    text = f"{name}[{', '.join(map(str, map(int, indices)))}]" if indices else name
    return f"{text}.{('real', 'imag')[part]}" if tensor.dtype.is_complex else text


def _part(output: Any, wrong: Any) -> str:
    """What to say where only the real, or only the imaginary parts of a result are wrong."""
    if output.dtype.is_complex:
        real, imaginary = wrong[0::2].any(), wrong[1::2].any()
        if real != imaginary:
            which = "real" if real else "imaginary"
            return f"While considering the {which} part of complex outputs only, "
    return ""


def _mismatch(call: Call, k: int, place: int, forward: bool, numerical: Any, found: Any) -> str:
    """What differs, where most, and where to look."""
    output, x = call.outputs[k], call.inputs[place]
    far = np.abs(found - numerical)
    far[np.isnan(far)] = np.inf
    row, column = np.unravel_index(np.argmax(far), far.shape)
    what = "Jacobian computed with forward mode mismatch" if forward else "Jacobian mismatch"
    mode = "forward" if forward else "backward"
    return (
        f"{_part(output, far > far[row, column] * 1e-3)}{what} for output {k} with respect to "
        f"input {place},\nnumerical:{numerical.T}\nanalytical:{found.T}\n(a row for each element "
        "of the input, a column for each of the output; parts of complex numbers apart)\n"
        f"The largest difference is in the derivative of {_element('output', output, row)} with "
        f"respect to {_element('input', x, column)}: numerical {numerical[row, column]:.8g}, "
        f"analytical {found[row, column]:.8g}.\n"
        f"The output came from {_origin(output)}: look at its {mode} rule, and at those of what it "
        "was made of. Where all differences are small, pass inputs of double precision, away from "
        "points without a derivative, or a larger atol."
    )


def _slow(call: Call, o: Options, forward: bool) -> None:
    """Every element of every Jacobian."""
    numerical = {p: call.by_differences(p, o.eps) for p in call.places}
    if forward:
        columns = {p: call.by_forward_mode(p) for p in call.places}
        for k in range(len(call.outputs)):
            for p in call.places:
                _compare(call, k, p, True, numerical[p][k], columns[p][k], o)
        return
    for k in range(len(call.outputs)):
        first, second = call.by_reverse_mode(k)
        for j, p in enumerate(call.places):
            _compare(call, k, p, False, numerical[p][k], first[j], o)
        for a, b in zip(first, second, strict=True):
            if _differ(a, b, 0, o.nondet_tol):
                raise GradcheckError(_not_reentrant(o))


def _compare(
    call: Call, k: int, place: int, forward: bool, numerical: Any, found: Any, o: Options
) -> None:
    if _differ(found, numerical, o.rtol, o.atol):
        raise GradcheckError(_mismatch(call, k, place, forward, numerical, found))


def _not_reentrant(o: Options) -> str:
    return (
        "Backward is not reentrant, i.e., running backward with same input and grad_output "
        "multiple times gives different values, although analytical gradient matches numerical "
        f"gradient. The tolerance for nondeterminism was {o.nondet_tol}. Where that is to be "
        "expected, as for sums in no fixed order, pass nondet_tol."
    )


def _fast(call: Call, o: Options, forward: bool) -> None:
    """One random direction of each input and each output: a number in place of a Jacobian."""
    rng = np.random.default_rng(0)
    directions = {}
    for p in call.places:
        u = rng.uniform(0.1, 1.0, count(call.inputs[p]))
        directions[p] = u / (np.linalg.norm(u) or 1.0)
    weights = [rng.uniform(0.1, 1.0, count(out)) for out in call.outputs]
    pulled = [] if forward else [_pulled_twice(call, k, v, o) for k, v in enumerate(weights)]
    for j, p in enumerate(call.places):
        u = directions[p]
        moved = call.difference(p, u, o.eps, call.recorded)
        tangents = call.push(p, from_components(u, call.inputs[p])) if forward else None
        for k, v in enumerate(weights):
            numerical = float(moved[k] @ v)
            if tangents is not None:
                found = float(components(tangents[k]) @ v)
            else:
                found = 0.0 if pulled[k][j] is None else float(components(pulled[k][j]) @ u)
            # Elements that are each within the tolerance may differ by this much together.
            atol = o.atol * max(1.0, np.abs(u).sum() * np.abs(v).sum())
            if _differ(np.asarray(found), np.asarray(numerical), o.rtol, atol):
                raise GradcheckError(_fast_mismatch(call, k, p, forward, numerical, found, o))


def _pulled_twice(call: Call, k: int, weight: Any, o: Options) -> Any:
    cotangent = from_components(weight, call.outputs[k])
    first, second = call.pull(k, cotangent), call.pull(k, cotangent)
    for a, b in zip(first, second, strict=True):
        if a is not None and _differ(components(a), components(b), 0, o.nondet_tol):
            raise GradcheckError(_not_reentrant(o))
    return first


def _fast_mismatch(
    call: Call, k: int, place: int, forward: bool, numerical: float, found: float, o: Options
) -> str:
    """The message of the full check, which knows the element; fast mode itself where that
    passes."""
    jacobian = call.by_differences(place, o.eps)[k]
    if forward:
        other = call.by_forward_mode(place)[k]
    else:
        other = call.by_reverse_mode(k)[0][call.places.index(place)]
    start = (
        f"Fast mode: along random directions of output {k} and input {place} the derivative is "
        f"{numerical:.8g} by differences, {found:.8g} analytically. "
    )
    if _differ(other, jacobian, o.rtol, o.atol):
        return start + _mismatch(call, k, place, forward, jacobian, other)
    return (
        f"{start}Jacobian mismatch for output {k} with respect to input {place} in fast mode only: "
        "element by element they agree. Call gradcheck with fast_mode=False, or a larger rtol."
    )


# ---------------------------------------------------------------------- what else must hold
def _check_constant(call: Call, o: Options) -> None:
    """Where nothing is recorded, nothing may change with the inputs."""
    for p in call.places:
        for n, jacobian in zip(call.candidates, call.by_differences(p, o.eps, call.candidates),
                               strict=True):  # fmt: skip
            if _differ(jacobian, np.zeros_like(jacobian), 0, o.atol):
                raise GradcheckError(
                    f"Numerical gradient for function expected to be zero: output {n} does not "
                    f"require grad, but changes with input {p}. Was it detached, or made under "
                    "no_grad()?"
                )


def _check_gradients_of_zero(call: Call) -> None:
    """Backward is linear: of a gradient of zeros it makes zeros, of the input's kind."""
    for k, out in enumerate(call.outputs):
        for p, g in zip(call.places, call.pull(k, fb.zeros_like(out)), strict=True):
            if g is None:
                continue
            if not bool((g == 0).all()):
                raise GradcheckError(
                    "backward not multiplied by grad_output: of a gradient of zeros for output "
                    f"{k} it made {g.tolist()} for input {p}. Look at {_origin(out)}"
                )
            _check_kind(g, call.inputs[p], f"the gradient of input {p}")


def _check_kind(found: Any, like: Any, what: str) -> None:
    for name in ("shape", "device"):
        if getattr(found, name) != getattr(like, name):
            raise GradcheckError(
                f"{what} has incorrect {name}: {getattr(found, name)}, expected "
                f"{getattr(like, name)}"
            )


def _check_dtypes(call: Call, forward: bool) -> None:
    """Derivatives have the dtype of what they are derivatives of."""
    if forward:
        place = call.places[0]
        moved = call.push(place, fb.ones_like(call.inputs[place]))
        pairs = list(zip(moved, call.outputs, strict=True))
    else:
        pairs = [
            (g, x)
            for k, out in enumerate(call.outputs)
            for g, x in zip(call.pull(k, fb.ones_like(out)), call.wanted, strict=True)
            if g is not None
        ]
    for found, like in pairs:
        if found.dtype is not like.dtype:
            which = "tangent" if forward else "gradient"
            raise GradcheckError(
                f"Expected the {which} to have dtype {like.dtype}, but it has dtype {found.dtype}"
            )


def _check_undefined_gradients(call: Call) -> None:
    """Outputs that nothing used have no gradient: the same as one of zeros."""
    if len(call.outputs) < 2:
        return
    for k, out in enumerate(call.outputs):
        weight = fb.ones_like(out)
        others = [weight if n == k else fb.zeros_like(t) for n, t in enumerate(call.outputs)]
        try:
            alone = call.pull(k, weight)
        except Exception as e:
            raise GradcheckError(
                f"Expected backward function to handle undefined output grads: with a gradient for "
                f"output {k} only it raised {type(e).__name__}: {e}. Test for None, or leave "
                "set_materialize_grads(True)"
            ) from e
        given = _api.grad(call.outputs, call.wanted, others, retain_graph=True, allow_unused=True)
        for p, a, b in zip(call.places, alone, given, strict=True):
            a, b = (np.zeros(count(call.inputs[p])) if g is None else components(g) for g in (a, b))
            if _differ(a, b, 1e-7, 1e-9):
                raise GradcheckError(
                    "Expected backward function to handle undefined output grads: with a gradient "
                    f"for output {k} only, the gradient of input {p} is not that for zeros "
                    "elsewhere"
                )


def _check_undefined_tangents(call: Call) -> None:
    """Inputs without a tangent are the same as inputs with one of zeros."""
    if len(call.places) < 2:
        return
    for p in call.places:
        tangent = fb.ones_like(call.inputs[p])
        try:
            alone = call.push_alone(p, tangent)
        except Exception as e:
            raise GradcheckError(
                f"Expected forward mode to handle undefined tangents: with a tangent for input {p} "
                f"only it raised {type(e).__name__}: {e}"
            ) from e
        for k, (a, b) in enumerate(zip(alone, call.push(p, tangent), strict=True)):
            if _differ(components(a), components(b), 1e-7, 1e-9):
                raise GradcheckError(
                    f"Expected forward mode to handle undefined tangents: with a tangent for input "
                    f"{p} only, output {k} moves differently than with zeros for the other inputs"
                )


_BATCH = 3
_BATCHING_HELP = (
    "\ngradcheck or gradgradcheck failed while testing {what}, which runs it inside vmap: what "
    "depends on the values of one sample (.item(), bool(), if) must be written with operators such "
    "as torch.where. Where it need not be batched, call with {option}=False."
)


def _check_batched(call: Call, forward: bool, o: Options) -> None:
    """A batch of cotangents, or tangents, gives what they give one by one."""
    rng = np.random.default_rng(1)
    what = "batched forward-mode computation" if forward else "batched gradient computation"
    option = "check_batched_forward_grad" if forward else "check_batched_grad"
    tail = _BATCHING_HELP.format(what=what, option=option)
    cases = [(p, call.inputs[p]) for p in call.places] if forward else enumerate(call.outputs)
    for place, like in cases:
        batch = [from_components(rng.uniform(0.1, 1, count(like)), like) for _ in range(_BATCH)]
        run = call.push if forward else call.pull

        def one(t: Any, run: Any = run, place: int = place) -> Any:
            return tuple(g for g in run(place, t) if g is not None)

        try:
            got = _func.vmap(one)(fb.stack(batch))
        except Exception as e:
            raise GradcheckError(f"While computing batched gradients, got: {e}\n{tail}") from e
        want = [fb.stack(list(column)) for column in zip(*map(one, batch), strict=True)]
        for n, (g, w) in enumerate(zip(got, want, strict=True)):
            if _differ(components(g), components(w), o.rtol, o.atol):
                raise GradcheckError(
                    f"For {'input' if forward else 'output'} {place}, number {n} of the results of "
                    f"vmap is not what a loop gives.\nloop:\n{w}\nvmap:\n{g}\n{tail}"
                )


# ---------------------------------------------------------------------- the public interface
def gradcheck(
    func: Callable[..., Any],
    inputs: Any,
    *,
    eps: float = 1e-6,
    atol: float = 1e-5,
    rtol: float = 1e-3,
    raise_exception: bool = True,
    nondet_tol: float = 0.0,
    check_undefined_grad: bool = True,
    check_grad_dtypes: bool = False,
    check_batched_grad: bool = False,
    check_batched_forward_grad: bool = False,
    check_forward_ad: bool = False,
    check_backward_ad: bool = True,
    fast_mode: bool = False,
    masked: bool | None = None,
) -> bool:
    """Whether the derivatives of `func` agree with central differences of step `eps`.

    `inputs` are a tensor or a tuple of anything; those that require grad, which should be float64
    or complex128, are varied. `check_backward_ad` and `check_forward_ad` choose the modes;
    `fast_mode` compares along one random direction in place of every element.
    `check_undefined_grad` has results without a gradient and inputs without a tangent count as
    zeros, `check_batched_grad` and `check_batched_forward_grad` run inside `vmap`, and
    `check_grad_dtypes` compares dtypes. Two runs of backward may differ by `nondet_tol`. `masked`
    is for sparse tensors, and changes nothing for dense ones.

    Raises `GradcheckError`, with the element that differs most and where it was recorded, or
    returns False without `raise_exception`. ValueError where no input requires grad.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.autograd.gradcheck.gradcheck.html

    >>> import firebrick_core as fb, firebrick_autograd as autograd
    >>> x = fb.tensor([0.5, 1.5], dtype=fb.float64, requires_grad=True)
    >>> autograd.gradcheck(fb.exp, (x,), check_forward_ad=True, check_batched_grad=True)
    True
    """
    _checked_modes(
        check_forward_ad, check_backward_ad, check_batched_grad, check_batched_forward_grad
    )
    o = Options(eps, atol, rtol, nondet_tol)
    try:
        call = Call(func, _checked_inputs(inputs))
        if not call.outputs:
            _check_constant(call, o)
            return True
        compare = _fast if fast_mode else _slow
        for forward in [False] * check_backward_ad + [True] * check_forward_ad:
            compare(call, o, forward)
            if check_grad_dtypes:
                _check_dtypes(call, forward)
        if check_backward_ad:
            _check_gradients_of_zero(call)
        if check_undefined_grad and check_backward_ad:
            _check_undefined_gradients(call)
        if check_undefined_grad and check_forward_ad:
            _check_undefined_tangents(call)
        if check_batched_grad:
            _check_batched(call, False, o)
        if check_batched_forward_grad:
            _check_batched(call, True, o)
    except GradcheckError:
        if raise_exception:
            raise
        return False
    return True


def gradgradcheck(
    func: Callable[..., Any],
    inputs: Any,
    grad_outputs: Any = None,
    *,
    eps: float = 1e-6,
    atol: float = 1e-5,
    rtol: float = 1e-3,
    gen_non_contig_grad_outputs: bool = False,
    raise_exception: bool = True,
    nondet_tol: float = 0.0,
    check_undefined_grad: bool = True,
    check_grad_dtypes: bool = False,
    check_batched_grad: bool = False,
    check_fwd_over_rev: bool = False,
    check_rev_over_rev: bool = True,
    fast_mode: bool = False,
    masked: bool = False,
) -> bool:
    """Whether second derivatives agree with central differences of the first.

    They are the derivatives of the gradient, with respect to the inputs and to `grad_outputs`,
    which are random by default (with gaps in memory for `gen_non_contig_grad_outputs`), by reverse
    mode and, with `check_fwd_over_rev`, by forward mode. The other options and the errors are those
    of `gradcheck`.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.autograd.gradcheck.gradgradcheck.html

    >>> import firebrick_core as fb, firebrick_autograd as autograd
    >>> x = fb.tensor([0.5, 1.5], dtype=fb.float64, requires_grad=True)
    >>> autograd.gradgradcheck(fb.tanh, (x,), check_fwd_over_rev=True)
    True
    """
    if not (check_fwd_over_rev or check_rev_over_rev):
        raise AssertionError(
            "Expected at least one of check_fwd_over_rev or check_rev_over_rev to be True"
        )
    inputs = _checked_inputs(inputs)
    call = Call(func, inputs)
    if grad_outputs is None:
        weights = _random_like(call.outputs, gen_non_contig_grad_outputs)
    else:
        weights = as_tuple(grad_outputs)
    n = len(inputs)

    def first_derivative(*arguments: Any) -> tuple[Any, ...]:
        given = list(arguments[:n])
        for i in call.places:
            given[i] = _func._tracked(given[i])
        outputs = call.at(*range(n))(*given)
        wanted = [given[i] for i in call.places]
        found = _api.grad(outputs, wanted, arguments[n:], create_graph=True, allow_unused=True)
        return tuple(g for g in found if g is not None)

    return gradcheck(
        first_derivative,
        (*inputs, *weights),
        eps=eps,
        atol=atol,
        rtol=rtol,
        raise_exception=raise_exception,
        nondet_tol=nondet_tol,
        check_undefined_grad=check_undefined_grad,
        check_grad_dtypes=check_grad_dtypes,
        check_batched_grad=check_batched_grad,
        check_forward_ad=check_fwd_over_rev,
        check_backward_ad=check_rev_over_rev,
        fast_mode=fast_mode,
        masked=masked,
    )


def _random_like(outputs: list[Any], gaps: bool) -> tuple[Any, ...]:
    """A cotangent for each output, from fixed random numbers."""
    rng = np.random.default_rng(2)
    made = []
    for out in outputs:
        weight = from_components(rng.uniform(-1, 1, count(out)), out)
        if gaps:
            weight = fb.stack([weight, weight], -1)[..., 0]
        made.append(weight.detach().requires_grad_())
    return tuple(made)


__all__ = ["GradcheckError", "gradcheck", "gradgradcheck"]
