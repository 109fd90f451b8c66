"""Clipping gradients, and parameters as a vector."""

import math

import pytest

import firebrick_core as torch
import firebrick_nn as nn
from firebrick_nn import utils


def with_grads(*grads):
    parameters = [nn.Parameter(torch.zeros(len(g))) for g in grads]
    for parameter, grad in zip(parameters, grads, strict=True):
        parameter.grad = torch.tensor(grad)
    return parameters


NORMS = [(2.0, 5.0), (1.0, 7.0), (math.inf, 4.0)]


@pytest.mark.parametrize("norm_type, total", NORMS)
def test_total_norm_is_that_of_one_vector(norm_type, total):
    parameters = with_grads([3.0], [0.0, -4.0])
    assert utils.get_total_norm([p.grad for p in parameters], norm_type).item() == total


@pytest.mark.parametrize("norm_type, total", NORMS)
def test_clipping_scales_to_the_norm(norm_type, total):
    parameters = with_grads([3.0], [0.0, -4.0])
    assert utils.clip_grad_norm_(parameters, 1.0, norm_type).item() == total
    assert parameters[0].grad.item() == pytest.approx(3 / total, rel=1e-5)
    assert parameters[1].grad[1].item() == pytest.approx(-4 / total, rel=1e-5)


def test_small_gradients_stay_as_they_are():
    (parameter,) = with_grads([0.5, -0.25])
    grad = parameter.grad
    utils.clip_grad_norm_(parameter, 1.0)
    assert parameter.grad is grad and grad.tolist() == [0.5, -0.25]


def test_parameters_without_gradients_do_not_count():
    parameter = nn.Parameter(torch.ones(2))
    assert utils.clip_grad_norm_([parameter], 1.0).item() == 0 and parameter.grad is None
    utils.clip_grad_value_([parameter], 1.0)
    assert parameter.grad is None


def test_gradients_that_are_not_finite():
    parameters = with_grads([math.inf])
    with pytest.raises(RuntimeError, match="is non-finite, so it cannot be clipped"):
        utils.clip_grad_norm_(parameters, 1.0, error_if_nonfinite=True)
    assert parameters[0].grad.item() == math.inf
    assert utils.clip_grad_norm_(parameters, 1.0).item() == math.inf


def test_an_exhausted_generator_is_noticed():
    generator = (p for p in ())
    with pytest.warns(UserWarning, match="is an empty generator"):
        utils.clip_grad_norm_(generator, 1.0)


def test_generators_are_fine():
    parameters = with_grads([3.0, 4.0])
    utils.clip_grad_norm_((p for p in parameters), 1.0)
    assert parameters[0].grad[0].item() == pytest.approx(0.6, rel=1e-5)


def test_the_old_name_warns():
    with pytest.warns(FutureWarning, match="clip_grad_norm_"):
        assert utils.clip_grad_norm(with_grads([3.0, 4.0]), 1.0).item() == 5


def test_clipping_values():
    parameters = with_grads([3.0, -3.0, 0.5])
    utils.clip_grad_value_(parameters, 1.0)
    assert parameters[0].grad.tolist() == [1, -1, 0.5]


def test_clipping_by_a_known_norm():
    parameters = with_grads([3.0, 4.0])
    utils.clip_grads_with_norm_(parameters, 1.0, torch.tensor(10.0))
    assert parameters[0].grad[1].item() == pytest.approx(0.4, rel=1e-5)


def test_vectors_go_back_and_forth():
    net = nn.Linear(2, 3)
    vector = utils.parameters_to_vector(net.parameters())
    assert vector.shape == (9,) and vector.requires_grad
    utils.vector_to_parameters(torch.arange(9.0), net.parameters())
    assert net.weight.tolist() == [[0, 1], [2, 3], [4, 5]] and net.bias.tolist() == [6, 7, 8]
    assert net.weight.requires_grad and net.weight.is_leaf


def test_refusals():
    with pytest.raises(TypeError, match="expected torch.Tensor, but got: list"):
        utils.vector_to_parameters([1.0], [])
    with pytest.raises(TypeError, match="on different devices"):
        utils.parameters_to_vector([torch.ones(1), torch.ones(1, device="meta")])
