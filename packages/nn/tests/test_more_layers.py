"""Layers with more than a forward pass: adaptive softmax, bags, converted and wrapped modules."""

import numpy as np
import pytest

import firebrick_core as torch
import firebrick_nn as nn
from firebrick_nn._ntuple import consume_prefix_in_state_dict_if_present, to_ntuple


@pytest.fixture
def adaptive():
    return nn.AdaptiveLogSoftmaxWithLoss(8, 12, [4, 8], div_value=2.0, head_bias=True)


def test_adaptive_log_probabilities_are_those_of_a_distribution(adaptive):
    x = torch.randn(5, 8)
    log_prob = adaptive.log_prob(x)
    np.testing.assert_allclose(log_prob.exp().sum(1).detach(), np.ones(5), rtol=1e-5)
    target = torch.tensor([0, 11, 5, 7, 3])
    output, loss = adaptive(x, target)
    np.testing.assert_allclose(
        output.detach(), log_prob.gather(1, target.unsqueeze(1)).squeeze(1).detach(), atol=1e-6
    )
    assert loss.item() == pytest.approx(-output.mean().item())


def test_adaptive_prediction_is_the_likeliest_class(adaptive):
    x = torch.randn(200, 8) * 4
    predicted = adaptive.predict(x)
    assert torch.equal(predicted, adaptive.log_prob(x).argmax(1))
    assert (predicted < 4).any() and (predicted >= 4).any()
    only_head = x[predicted < 4]
    assert torch.equal(adaptive.predict(only_head), predicted[predicted < 4])


def test_adaptive_weights_can_be_drawn_again(adaptive):
    before = adaptive.tail[1][0].weight.clone()
    adaptive.reset_parameters()
    assert not torch.equal(before, adaptive.tail[1][0].weight)


x, integers = torch.ones(2, 8), torch.tensor
BAD_TARGETS = [
    (x, integers([1]), "same size in the batch dimension"),
    (x, torch.ones(1, 1, 1), "multi-target not supported"),
    (x[0], integers([1] * 8), "1D target tensor expects 2D"),
    (x, integers(1), "0D target tensor expects 1D"),
    (x, integers([1, 12]), r"should be in \[0, 11\], but values in range \[1, 12\]"),
]


@pytest.mark.parametrize("input, target, message", BAD_TARGETS)
def test_adaptive_refuses_targets(adaptive, input, target, message):
    with pytest.raises(RuntimeError, match=message):
        adaptive(input, target)


BAD_ARGUMENTS = [
    ("AdaptiveLogSoftmaxWithLoss(8, 12, [])", ValueError, "length larger than 0"),
    ("AdaptiveLogSoftmaxWithLoss(8, 12, [5, 3])", ValueError, "sorted in an increasing"),
    ("AdaptiveLogSoftmaxWithLoss(8, 12, [0, 3])", ValueError, "unique, positive"),
    ("AdaptiveLogSoftmaxWithLoss(8, 12, [3, 12])", ValueError, "between 1 and n_classes-1"),
    ("AdaptiveLogSoftmaxWithLoss(8, 12, [3.5])", ValueError, "positive integers"),
    ("FractionalMaxPool2d(2)", ValueError, "requires specifying either an output size"),
    ("FractionalMaxPool2d(2, 3, 0.5)", ValueError, "only one of output_size and output_ratio"),
    ("FractionalMaxPool2d(2, output_ratio=1.5)", ValueError, r"between 0 and 1 \(got 1.5\)"),
    ("FractionalMaxPool3d(0, 2)", ValueError, "greater than zero for all dimensions"),
    ("CrossMapLRN2d(3)(torch.ones(2, 3))", ValueError, "to be 4D, got 2D instead"),
    ("SyncBatchNorm(3)(torch.ones(3))", ValueError, "expected at least 2D input"),
    ("SyncBatchNorm(3)(torch.ones(3, 0, 2))", ValueError, "channels should be non-zero"),
    ("EmbeddingBag.from_pretrained(torch.ones(3))", AssertionError, "2-dimensional"),
    ("factory_kwargs({'devices': 1})", TypeError, "unexpected kwargs"),
    ("factory_kwargs({'device': 1, 'factory_kwargs': {'device': 2}})", TypeError, "twice"),
]


@pytest.mark.parametrize("call, error, message", BAD_ARGUMENTS)
def test_bad_arguments(call, error, message):
    with pytest.raises(error, match=message):
        eval(f"nn.{call}", {"nn": nn, "torch": torch})


def test_pretrained_bags_are_frozen_unless_asked():
    table = torch.tensor([[1.0, 2.0], [3.0, 4.0]])
    frozen = nn.EmbeddingBag.from_pretrained(table, mode="sum")
    assert not frozen.weight.requires_grad
    assert frozen(torch.tensor([[0, 1]])).tolist() == [[4, 6]]
    assert nn.EmbeddingBag.from_pretrained(table, freeze=False).weight.requires_grad


def test_conversion_to_synchronised_norms_keeps_the_tensors():
    net = nn.Sequential(nn.Linear(2, 3), nn.Sequential(nn.BatchNorm1d(3, momentum=None)), nn.ReLU())
    before = {**dict(net.named_parameters()), **dict(net.named_buffers())}
    converted = nn.SyncBatchNorm.convert_sync_batchnorm(net.eval())
    norm = converted[1][0]
    assert type(norm) is nn.SyncBatchNorm and norm.momentum is None and not norm.training
    after = {**dict(converted.named_parameters()), **dict(converted.named_buffers())}
    assert before.keys() == after.keys() and all(after[k] is before[k] for k in before)


def test_the_response_norm_of_lua_lets_the_first_channel_count_on():
    x = torch.tensor([1.0, 2.0, 4.0, 8.0, 16.0, 32.0]).sqrt().reshape(1, 6, 1, 1)
    ratio = (nn.CrossMapLRN2d(3, alpha=3.0, beta=1.0, k=0.0)(x) / x).flatten()
    np.testing.assert_allclose(1 / ratio, [3, 7, 15, 29, 57, 49], rtol=1e-5)


def test_old_names_warn():
    with pytest.warns(FutureWarning, match="nn.Container` is deprecated"):
        container = nn.Container(act=nn.ReLU())
    assert list(dict(container.named_children())) == ["act"]
    with pytest.warns(FutureWarning, match="`NLLLoss2d` has been deprecated"):
        loss = nn.NLLLoss2d()
    assert loss(torch.zeros(1, 2, 1, 1), torch.zeros(1, 1, 1, dtype=torch.int64)).item() == 0


def test_arguments_of_factories():
    assert nn.factory_kwargs(None) == {}
    given = {"dtype": torch.float64, "factory_kwargs": {"device": "cpu"}}
    assert nn.factory_kwargs(given) == {"device": "cpu", "dtype": torch.float64}


def test_states_of_wrapped_modules_lose_their_prefix():
    state = nn.DataParallel(nn.Sequential(nn.Linear(2, 3))).state_dict()
    consume_prefix_in_state_dict_if_present(state, "module.")
    plain = nn.Sequential(nn.Linear(2, 3))
    assert list(state) == list(plain.state_dict())
    assert sorted(state._metadata) == sorted(plain.state_dict()._metadata)
    assert not any(plain.load_state_dict(state))


def test_tuples_of_a_size():
    parse = to_ntuple(3, "_triple")
    assert parse(1) == (1, 1, 1) and parse([1, 2]) == (1, 2) and parse.__name__ == "_triple"


GRADIENTS = [
    ("conv1d", (2, 4, 7), (6, 2, 3), (2, 1, 1, 2)), ("conv2d", (2, 3, 6, 5), (4, 3, 3, 2), ()),
    ("conv3d", (1, 2, 4, 4, 4), (3, 2, 2, 2, 2), (1, 1, 2)),
]  # fmt: skip


@pytest.mark.parametrize("name, input_size, weight_size, options", GRADIENTS)
def test_gradients_of_convolutions(name, input_size, weight_size, options):
    x = torch.randn(input_size, requires_grad=True)
    w = torch.randn(weight_size, requires_grad=True)
    output = getattr(nn.functional, name)(x, w, None, *options)
    grad = torch.randn(output.shape)
    output.backward(grad)
    with torch.no_grad():
        by_input = getattr(nn.grad, f"{name}_input")(input_size, w, grad, *options)
        by_weight = getattr(nn.grad, f"{name}_weight")(x, weight_size, grad, *options)
    np.testing.assert_allclose(by_input, x.grad, rtol=1e-5, atol=1e-5)
    np.testing.assert_allclose(by_weight, w.grad, rtol=1e-5, atol=1e-5)
