"""Operators of another library: derivative, forward rule and batching rule, by the public calls."""

import pytest

import firebrick_autograd as autograd
import firebrick_core as fb
from firebrick_autograd import extend
from firebrick_autograd.func import grad, jvp, vmap
from firebrick_core._operator import TABLE
from firebrick_core.extend import Array, meta_array, operator


def _without_dim(input, dim):
    shape = list(input.shape)
    del shape[dim]
    return meta_array(tuple(shape), input.dtype)


@pytest.fixture
def mean_square():
    """An operator that the table has for one test."""

    @operator(
        kind="array", meta=_without_dim, dtypes="float", methods=False,
        samples=("x(3, 4), 0", "x(2, 3, 2), -1"),
    )  # fmt: skip
    def planted_mean_square(xp, input: Array, dim: int) -> Array:
        """The mean of squares along `dim`."""
        return (input * input).mean(axis=dim)

    yield planted_mean_square
    for rules in (TABLE, autograd._rule.RULES, autograd._tangents.TANGENTS):
        rules.pop("planted_mean_square", None)
    autograd._batching.RULES.pop("planted_mean_square", None)


def declare(factor=2.0):
    @extend.derivative("planted_mean_square")
    class MeanSquare:
        def input(grad, input, dim):
            return grad.unsqueeze(dim) * input * (factor / input.shape[dim])


def test_an_operator_without_rules_says_so(mean_square):
    x = fb.ones(2, 3, requires_grad=True)
    with pytest.raises(NotImplementedError, match="derivative for planted_mean_square is not impl"):
        mean_square(x, 0)
    with pytest.raises(NotImplementedError, match="declare one with firebrick_autograd.derivative"):
        jvp(lambda t: mean_square(t, 0), (fb.ones(2),), (fb.ones(2),))
    assert extend.status("planted_mean_square") == "missing"


def test_a_derivative_alone_gives_every_mode(mean_square):
    declare()
    assert extend.status("planted_mean_square") == "given"
    assert extend.check_derivative("planted_mean_square") == 2
    batch = fb.rand(5, 3)
    each = fb.stack([mean_square(t, 0) for t in batch])
    assert vmap(lambda t: mean_square(t, 0))(batch).tolist() == each.tolist()
    slopes = vmap(grad(lambda t: mean_square(t, 0)))(batch)
    assert fb.allclose(slopes, batch * 2 / 3)


def test_all_three_rules(mean_square):
    declare()
    calls = []

    @extend.tangent("planted_mean_square")
    def tangent(tangents, args, result):
        calls.append("tangent")
        return (args["input"] * tangents["input"] * 2).mean(args["dim"])

    @extend.batching("planted_mean_square")
    def batching(call):
        calls.append("batching")
        return mean_square(call.front(0), call.args[1] % call.rank(0) + 1), 0

    assert extend.check_derivative("planted_mean_square") == 2
    assert {"tangent", "batching"} == set(calls)


def test_the_rule_of_core_for_one_tensor_and_a_dim(mean_square):
    declare()
    extend.batching("planted_mean_square")(extend.along_dims)
    assert extend.check_derivative("planted_mean_square") == 2


def test_wrong_rules_are_found(mean_square):
    declare(factor=2.02)
    with pytest.raises(autograd.GradcheckError, match="Jacobian mismatch for output 0"):
        extend.check_derivative("planted_mean_square")
    declare()

    @extend.tangent("planted_mean_square")
    def tangent(tangents, args, result):
        return (args["input"] * tangents["input"]).mean(args["dim"])

    with pytest.raises(autograd.GradcheckError, match="computed with forward mode mismatch"):
        extend.check_derivative("planted_mean_square")
    autograd._tangents.TANGENTS.pop("planted_mean_square")

    @extend.batching("planted_mean_square")
    def batching(call):
        return mean_square(call.front(0), call.args[1] % call.rank(0) + 1) * 2, 0

    with pytest.raises(AssertionError, match="planted_mean_square"):
        extend.check_derivative("planted_mean_square")


def test_no_sample_to_check(mean_square):
    TABLE["planted_mean_square"].samples = ()
    with pytest.raises(ValueError, match="none of the samples .* has a floating-point tensor"):
        extend.check_derivative("planted_mean_square")


def test_public_names_exist_and_are_those_in_use():
    assert all(hasattr(extend, name) for name in extend.__all__)
    assert extend.derivative is autograd.derivative
