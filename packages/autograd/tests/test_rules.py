"""Every rule against finite differences, once and twice; and no operator without a status."""

import pytest

import firebrick_autograd as autograd
import firebrick_core as fb
import firebrick_core.testing as testing
from firebrick_autograd._rule import RULES
from firebrick_core._operator import TABLE

# Checked in test_decompositions.py: they read one triangle, or leave signs and phases open; and in
# test_sequences.py: their gradient is that of a softmax's logits, and they have no second one.
ELSEWHERE = {
    "cholesky_inverse",
    "cholesky_solve",
    "ctc",
    "ctc_backward",
    "ctc_cost",
    "linalg_cholesky_ex",
    "linalg_eig",
    "linalg_eigh",
    "linalg_eigvalsh",
    "linalg_svd",
}
GIVEN = [
    name
    for name in RULES
    if autograd.status(name) == "given" and not TABLE[name].random and name not in ELSEWHERE
]
CASES = [(name, text, "float64") for name in GIVEN for text in TABLE[name].samples]
CASES += [
    (name, text, "complex128")
    for name in GIVEN
    if TABLE[name].dtypes in ("all", "number", "floating", "no_half", "no_half_floating")
    for text in TABLE[name].samples
]
# Rules that are right where PyTorch says so, and not differences' limits there.
NO_SECOND = {"floor_divide", "truncate_divide", "sign", "floor", "ceil", "trunc", "round"}


def prepared(name, text, dtype):
    sample = testing.make_sample(text, dtype, requires_grad=True).map(leaf)
    if not any(t.requires_grad for t in sample.tensors()):
        pytest.skip("the sample has no differentiable tensor")
    flat = sample.tensors()

    def call(*tensors):
        given = dict(zip(map(id, flat), tensors, strict=True))
        again = sample.map(lambda t: given[id(t)])
        if TABLE[name].mutates:  # what is written to must not be a leaf, nor what the checker holds
            again.args = (again.args[0].clone(), *again.args[1:])
        result = TABLE[name](*again.args, **again.kwargs)
        return tuple(result) if isinstance(result, (list, tuple)) else result

    return call, flat


def leaf(t):
    """A contiguous leaf in double precision; other tensors as they are."""
    if not (t.is_floating_point() or t.is_complex()):
        return t
    wide = fb.complex128 if t.is_complex() else fb.float64
    return t.detach().to(wide).clone().contiguous().requires_grad_(t.requires_grad)


@pytest.mark.parametrize(("name", "text", "dtype"), CASES)
def test_first_derivative(name, text, dtype):
    function, inputs = prepared(name, text, dtype)
    if any(
        r.dtype not in (fb.float64, fb.complex128)
        for r in testing.flatten(function(*inputs))
        if r.requires_grad
    ):
        pytest.skip("the result is rounded to a narrower type than differences need")
    assert autograd.gradcheck(function, inputs)


@pytest.mark.parametrize(("name", "text", "dtype"), [c for c in CASES if c[0] not in NO_SECOND])
def test_second_derivative(name, text, dtype):
    function, inputs = prepared(name, text, dtype)
    if any(
        r.dtype not in (fb.float64, fb.complex128)
        for r in testing.flatten(function(*inputs))
        if r.requires_grad
    ):
        pytest.skip("the result is rounded to a narrower type than differences need")
    assert autograd.gradgradcheck(function, inputs)


@pytest.mark.parametrize("name", list(TABLE))
def test_no_silent_gap(name):
    assert autograd.status(name) != "missing", f"{name} has neither a rule nor a reason"


class TestDeclaring:
    def test_unknown_operator(self):
        with pytest.raises(ValueError, match="there is no such operator"):

            @autograd.derivative("no_such_operator")
            class Missing:
                pass

    def test_unknown_input(self):
        with pytest.raises(
            ValueError, match="'x' is no parameter of the operator; it has alpha, input, other"
        ):

            @autograd.derivative("add")
            class Wrong:
                def x(grad):
                    return grad

    def test_operator_without_rule_is_refused_when_recorded(self):
        @fb.extend.operator(kind="array", methods=False, name="ruleless")
        def ruleless(xp, input: fb.extend.Array) -> fb.extend.Array:
            """Doubled."""
            return input * 2

        try:
            assert ruleless(fb.ones(2)).tolist() == [2, 2]
            with pytest.raises(
                NotImplementedError, match="derivative for ruleless is not implemented"
            ):
                ruleless(fb.ones(2, requires_grad=True))
        finally:
            del TABLE["ruleless"]

    def test_operator_of_another_library(self):
        @fb.extend.operator(
            kind="pointwise", promotion="float", methods=False, inplace=True, name="softsquare"
        )
        def softsquare(xp, input: fb.extend.Array) -> fb.extend.Array:
            """`x**2 / (1 + x**2)`."""
            square = input * input
            return square / (1 + square)

        try:

            @autograd.derivative("softsquare")
            class SoftSquare:
                def input(grad, input):
                    return grad * 2 * input / (1 + input * input) ** 2

            x = fb.tensor([0.5, 1.0, -2.0], dtype=fb.float64, requires_grad=True)
            assert autograd.gradcheck(softsquare, (x,)) and autograd.gradgradcheck(softsquare, (x,))
            assert softsquare(x).grad_fn.name() == "SoftSquareBackward0"
        finally:
            del TABLE["softsquare"], TABLE["softsquare_"], RULES["softsquare"]

    def test_results_of_integer_type_have_no_history_in_a_rule(self):
        seen = []

        @fb.extend.operator(methods=False, name="leading", returns=("values", "indices"))
        def leading(xp, input: fb.extend.Array) -> tuple[fb.extend.Array, fb.extend.Array]:
            """The largest element of each row, doubled, and where it is."""
            return 2 * input.max(1), input.argmax(1)

        try:

            @autograd.derivative("leading")
            class Leading:
                def input(grad, input_shape, values, indices):
                    seen.append((values.requires_grad, indices.requires_grad, indices.grad_fn))
                    out = fb.zeros(*input_shape, dtype=grad.dtype)
                    return out.scatter(1, indices.unsqueeze(1), 2 * grad.unsqueeze(1))

            x = fb.tensor([[1.0, 3.0], [2.0, 0.0]], dtype=fb.float64, requires_grad=True)
            values = leading(x).values
            (gradient,) = autograd.grad(values.sum(), x, create_graph=True)
            assert gradient.tolist() == [[0, 2], [2, 0]]
            assert seen == [(True, False, None)]
        finally:
            del TABLE["leading"], RULES["leading"]
