"""Parametrized weights: values, assignment, caching, copies, removal, refusals."""

import copy
import gc
import pickle
import weakref

import pytest

import firebrick_core as torch
import firebrick_nn as nn
from firebrick_nn.utils import parametrizations, parametrize

register = parametrize.register_parametrization


class Double(nn.Module):
    calls = 0

    def forward(self, x):
        type(self).calls += 1
        return 2 * x

    def right_inverse(self, x):
        return x / 2


class Plain(nn.Module):
    def forward(self, x):
        return 2 * x


class Sum(nn.Module):
    def forward(self, a, b):
        return a + b

    def right_inverse(self, x):
        return x / 4, 3 * x / 4


class First(nn.Module):
    def forward(self, x):
        return x[0]


class Gives(nn.Module):
    """A parametrization whose inverse gives any value."""

    def __init__(self, value):
        super().__init__()
        self.value = value

    def forward(self, *tensors):
        return tensors[0]

    def right_inverse(self, x):
        return self.value


def names(module):
    return [name for name, _ in module.named_parameters()]


def test_the_inverse_keeps_the_value():
    layer = nn.Linear(3, 2)
    weight = layer.weight.detach().clone()
    original = layer.weight
    register(layer, "weight", Double())
    assert torch.equal(layer.weight, weight)
    assert layer.parametrizations.weight.original is original  # what an optimizer may hold
    assert names(layer) == ["bias", "parametrizations.weight.original"]
    layer(torch.ones(1, 3)).sum().backward()
    assert torch.equal(original.grad, torch.full((2, 3), 2.0))


def test_without_an_inverse_the_value_changes():
    layer = nn.Linear(3, 2)
    weight = layer.weight.detach().clone()
    register(layer, "weight", Plain())
    assert torch.equal(layer.weight, 2 * weight)
    with pytest.raises(RuntimeError, match="Plain does not implement right_inverse"):
        layer.weight = weight


def test_several_originals():
    layer = register(nn.Linear(3, 2), "weight", Sum())
    assert names(layer)[1:] == ["parametrizations.weight.original0",
                                "parametrizations.weight.original1"]  # fmt: skip
    layer.weight = torch.full((2, 3), 4.0)
    assert layer.parametrizations.weight.original1[0, 0].item() == 3
    with pytest.raises(ValueError, match="Cannot leave unparametrized"):
        parametrize.remove_parametrizations(layer, "weight", leave_parametrized=False)


def test_parametrizations_are_stacked():
    layer = register(register(nn.Linear(3, 2), "weight", Double()), "weight", Double())
    layer.weight = torch.full((2, 3), 4.0)
    assert layer.parametrizations.weight.original[0, 0].item() == 1
    assert layer.weight[0, 0].item() == 4 and len(layer.parametrizations.weight) == 2


def test_buffers():
    norm = register(nn.BatchNorm1d(3), "running_var", Double())
    assert norm.running_var.tolist() == [1, 1, 1]
    assert "parametrizations.running_var.original" in norm.state_dict()


def test_caching():
    layer = register(nn.Linear(3, 2), "weight", Double())
    with parametrize.cached():
        Double.calls = 0
        assert layer.weight is layer.weight
        with parametrize.cached():
            first = layer.weight
        assert layer.weight is first and Double.calls == 1
        layer.weight = torch.ones(2, 3)
        assert torch.equal(layer.weight, torch.ones(2, 3))
    assert layer.weight is not layer.weight


def test_the_cache_is_forgotten_after_an_error():
    layer = register(nn.Linear(3, 2), "weight", Double())
    with pytest.raises(ZeroDivisionError), parametrize.cached():
        first = layer.weight
        raise ZeroDivisionError
    assert layer.weight is not first


def test_copies_are_independent():
    layer = register(nn.Linear(3, 2), "weight", Double())
    twin = copy.deepcopy(layer)
    parametrize.remove_parametrizations(twin, "weight")
    assert type(twin) is nn.Linear and parametrize.is_parametrized(layer, "weight")
    register(twin, "bias", Double())
    assert torch.equal(layer.weight, twin.weight) and not parametrize.is_parametrized(layer, "bias")


def test_classes():
    layer = register(nn.Linear(3, 2), "weight", Double())
    assert isinstance(layer, nn.Linear) and type(layer).__name__ == "ParametrizedLinear"
    assert parametrize.type_before_parametrizations(layer) is nn.Linear
    register(layer, "bias", Double())
    parametrize.remove_parametrizations(layer, "weight")
    assert parametrize.is_parametrized(layer) and names(layer)[0] == "weight"
    parametrize.remove_parametrizations(layer, "bias")
    assert type(layer) is nn.Linear and not hasattr(layer, "parametrizations")


@pytest.mark.parametrize("leave, value", [(True, 4.0), (False, 2.0)])
def test_removal(leave, value):
    layer = register(nn.Linear(3, 2), "weight", Double())
    original = layer.parametrizations.weight.original
    layer.weight = torch.full((2, 3), 4.0)
    parametrize.remove_parametrizations(layer, "weight", leave_parametrized=leave)
    assert layer.weight is original and layer.weight[0, 0].item() == value


def test_transfer():
    source, target = register(nn.Linear(3, 2), "weight", Double()), nn.Linear(3, 2)
    parametrize.transfer_parametrizations_and_params(source, target)
    assert torch.equal(source.weight, target.weight)
    assert target.parametrizations.weight.original is not source.parametrizations.weight.original


def test_modules_are_freed_without_the_collector():
    layer = parametrizations.weight_norm(nn.Linear(3, 2))
    layer(torch.ones(1, 3))
    alive = weakref.ref(layer)
    gc.disable()
    try:
        del layer
        assert alive() is None
    finally:
        gc.enable()


def test_unsafe_allows_other_shapes():
    layer = register(nn.Linear(3, 2), "weight", First(), unsafe=True)
    assert layer.weight.shape == (3,)


def test_weight_norm_is_direction_times_norm():
    layer = parametrizations.weight_norm(nn.Linear(3, 2))
    g, v = layer.parametrizations.weight.originals()
    assert torch.allclose(layer.weight, g * v / v.norm(dim=1, keepdim=True))
    with torch.no_grad():
        g.fill_(3.0)
    assert torch.allclose(layer.weight.norm(dim=1), torch.full((2,), 3.0))


def test_spectral_norm_has_a_largest_singular_value_of_one():
    layer = parametrizations.spectral_norm(nn.Linear(5, 4), n_power_iterations=30)
    layer(torch.ones(1, 5))
    assert torch.linalg.matrix_norm(layer.weight, 2).item() == pytest.approx(1, abs=1e-4)
    before = layer.eval().parametrizations.weight[0]._u.clone()
    layer(torch.ones(1, 5))
    assert torch.equal(layer.parametrizations.weight[0]._u, before)  # no steps in eval mode


@pytest.mark.parametrize("name", ["matrix_exp", "cayley", "householder"])
@pytest.mark.parametrize("sizes", [(4, 4), (3, 5), (5, 3)])
@pytest.mark.parametrize("trivial", [True, False])
def test_orthogonal_weights_stay_orthogonal(name, sizes, trivial):
    layer = parametrizations.orthogonal(
        nn.Linear(*sizes), orthogonal_map=name, use_trivialization=trivial
    )
    optimized = layer.parametrizations.weight.original
    for _ in range(2):
        weight = layer.weight
        short = weight @ weight.mT if sizes[0] > sizes[1] else weight.mT @ weight
        assert torch.allclose(short, torch.eye(min(sizes)), atol=1e-5)
        weight[0, 0].backward()
        with torch.no_grad():
            optimized -= 0.5 * optimized.grad
    if trivial or name == "householder":
        value = nn.init.orthogonal_(torch.empty(sizes[1], sizes[0]))
        layer.weight = value
        assert torch.allclose(layer.weight, value, atol=1e-5)


def linear():
    return nn.Linear(3, 2)


ERRORS = [
    (lambda: register(linear(), "nope", Double()), ValueError, "parametrized element with name"),
    (lambda: register(linear(), "weight", First()), ValueError, "may not change the shape"),
    (lambda: register(linear(), "weight", Gives(3)), ValueError, "Got int"),
    (lambda: register(linear(), "weight", Gives([3])), ValueError, "element 0 of the sequence"),
    (
        lambda: register(linear(), "weight", Gives(torch.ones(2, 3).double())), ValueError,
        "it may not change the dtype",
    ),
    (
        lambda: register(register(linear(), "weight", Double()), "weight", Gives(3)), ValueError,
        "right_inverse must return a tensor. Got: int",
    ),
    (
        lambda: register(register(linear(), "weight", Double()), "weight", First()), ValueError,
        "unless the `unsafe` flag",
    ),
    (lambda: parametrize.ParametrizationList([], torch.ones(1)), ValueError, "one or more modules"),
    (
        lambda: parametrize.remove_parametrizations(linear(), "weight"), ValueError,
        "does not have a parametrization on weight",
    ),
    (
        lambda: pickle.dumps(register(linear(), "weight", Double())), RuntimeError,
        "only supported through state_dict",
    ),
    (lambda: parametrizations.weight_norm(linear(), dim=5), IndexError, "out of range"),
    (lambda: parametrizations.spectral_norm(linear(), "no"), ValueError, "no parameter or buffer"),
    (
        lambda: parametrizations.spectral_norm(linear(), n_power_iterations=0), ValueError,
        "n_power_iterations to be positive",
    ),
    (lambda: parametrizations.spectral_norm(linear(), dim=3), IndexError, "out of range"),
    (lambda: parametrizations.orthogonal(linear(), "bias"), ValueError, "Got a tensor of 1 dim"),
    (
        lambda: parametrizations.orthogonal(linear(), orthogonal_map="no"), ValueError,
        'one of "matrix_exp", "cayley", "householder"',
    ),
    (
        lambda: parametrizations.orthogonal(linear().to(torch.complex64), orthogonal_map=(
            "householder")), ValueError, "does not support complex",
    ),
]  # fmt: skip


@pytest.mark.parametrize("call, kind, message", ERRORS)
def test_errors(call, kind, message):
    with pytest.raises(kind, match=message):
        call()
