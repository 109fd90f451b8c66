"""Every layer of the table: what it prints, holds and computes, and that it can be copied."""

import copy
import pickle

import numpy as np
import pytest
from module_cases import CASES

import firebrick_core as torch
import firebrick_nn as nn

IDS = [f"{case.constructor}-{case.inputs}" for case in CASES]
every_layer = pytest.mark.parametrize("case", CASES, ids=IDS)


def make(case):
    torch.manual_seed(1)
    return case.make(torch, nn)


def flat(result):
    """All tensors of a result, which may be a tuple with tuples in it."""
    if isinstance(result, tuple):
        return [tensor for part in result for tensor in flat(part)]
    return [result]


def call(module, case):
    """The outputs, as a list, and the arguments."""
    torch.manual_seed(2)
    arguments = [argument.tensor(torch) for argument in case.arguments()]
    return flat(module(*arguments)), arguments


def described(state):
    """A state_dict as the table writes it."""
    return ", ".join(f"{k} {'x'.join(map(str, v.shape)) or '0d'}" for k, v in state.items())


def values(state):
    return {name: value.detach().numpy() for name, value in state.items()}


@every_layer
def test_repr(case):
    assert repr(make(case)) == case.repr


@every_layer
def test_state_has_the_right_names_and_shapes(case):
    module = make(case)
    assert described(module.state_dict()) == case.state
    own = [*module.named_parameters(), *module.named_buffers()]
    assert {name for name, _ in own} == set(module.state_dict())


@every_layer
def test_the_seed_decides_the_initial_values(case):
    first, second = values(make(case).state_dict()), values(make(case).state_dict())
    for name, value in first.items():
        np.testing.assert_array_equal(value, second[name])
        assert np.isfinite(value).all()


@every_layer
@pytest.mark.parametrize("training", [True, False], ids=["train", "eval"])
def test_forward_and_backward_are_finite(case, training):
    module = make(case).train(training)
    assert all(m.training is training for m in module.modules())
    results, arguments = call(module, case)
    total = sum(r.sum() for r in results if r.requires_grad)
    assert all(np.isfinite(r.detach().numpy()).all() for r in results)
    if not torch.is_tensor(total):
        assert not any(a.requires_grad for a in arguments) and not list(module.parameters())
        return
    total.backward()
    for tensor in [*module.parameters(), *(a for a in arguments if a.requires_grad)]:
        assert tensor.grad is not None and tensor.grad.shape == tensor.shape
        assert np.isfinite(tensor.grad.numpy()).all()


@every_layer
@pytest.mark.parametrize("copied", [copy.deepcopy, "pickle"], ids=["deepcopy", "pickle"])
def test_a_copy_is_independent_and_computes_the_same(case, copied):
    module = make(case)
    other = copied(module) if callable(copied) else pickle.loads(pickle.dumps(module))
    assert type(other) is type(module) and repr(other) == case.repr
    results, _ = call(module, case)
    for got, want in zip(call(other, case)[0], results, strict=True):
        np.testing.assert_array_equal(got.detach().numpy(), want.detach().numpy())
    for mine, its in zip(module.parameters(), other.parameters(), strict=True):
        assert type(its) is nn.Parameter and its.requires_grad == mine.requires_grad
        with torch.no_grad():
            mine.add_(1)
        assert not np.array_equal(mine.detach().numpy(), its.detach().numpy())


@every_layer
def test_state_loads_into_another_one(case):
    module, other = make(case), make(case)
    with torch.no_grad():
        for parameter in module.parameters():
            parameter.add_(0.1)
    call(module, case)
    assert not any(other.load_state_dict(module.state_dict()))
    loaded = values(other.state_dict())
    for name, value in values(module.state_dict()).items():
        np.testing.assert_array_equal(loaded[name], value)


@every_layer
def test_conversion_to_float64_and_back(case):
    module = make(case)
    before = {name: value.dtype for name, value in module.state_dict().items()}
    identities = [id(p) for p in module.parameters()]
    assert module.double() is module
    for value in [*module.parameters(), *module.buffers()]:
        assert value.dtype == torch.float64 or not value.is_floating_point()
    module.float()
    assert [id(p) for p in module.parameters()] == identities
    for name, value in module.state_dict().items():
        assert value.dtype == (torch.float32 if before[name].is_floating_point else before[name])


@every_layer
def test_no_gradients_after_zero_grad(case):
    module = make(case)
    for parameter in module.parameters():
        parameter.grad = torch.ones_like(parameter)
    grads = [p.grad for p in module.parameters()]
    module.zero_grad(set_to_none=False)
    assert all(p.grad is g and not g.any() for p, g in zip(module.parameters(), grads, strict=True))
    module.zero_grad()
    assert all(p.grad is None for p in module.parameters())


@every_layer
def test_forward_hooks_see_the_call(case):
    module, seen = make(case), []
    module.register_forward_pre_hook(lambda m, args: seen.append((m, len(args))))
    module.register_forward_hook(lambda m, args, output: seen.append(output))
    results, arguments = call(module, case)
    assert seen[0] == (module, len(arguments))
    assert flat(seen[1])[0] is results[0]


def test_batch_norm_counts_batches_and_averages_plainly_without_momentum():
    norm = nn.BatchNorm1d(1, momentum=None)
    for mean in (1.0, 2.0, 6.0):
        norm(torch.tensor([[mean - 1], [mean + 1]]))
    assert norm.num_batches_tracked.item() == 3
    assert norm.running_mean.item() == pytest.approx(3.0)
    norm.reset_running_stats()
    assert norm.num_batches_tracked.item() == 0 and norm.running_var.item() == 1


def test_batch_norm_without_statistics_uses_the_batch_in_evaluation_too():
    norm = nn.BatchNorm1d(2, track_running_stats=False).eval()
    output = norm(torch.tensor([[1.0, 5.0], [3.0, 9.0]]))
    np.testing.assert_allclose(output.detach().numpy(), [[-1, -1], [1, 1]], atol=1e-4)


def test_a_batch_norm_state_of_before_batches_were_counted_loads():
    state = nn.BatchNorm1d(2).state_dict()
    del state["num_batches_tracked"], state._metadata
    assert not any(nn.BatchNorm1d(2).load_state_dict(state))


def test_padding_of_an_embedding_starts_as_zeros_and_gets_no_gradient():
    layer = nn.Embedding(4, 2, padding_idx=1)
    layer(torch.tensor([0, 1, 1])).sum().backward()
    assert layer.weight[1].tolist() == [0, 0]
    assert layer.weight.grad.tolist() == [[1, 1], [0, 0], [0, 0], [0, 0]]


def test_pretrained_embeddings_are_frozen_unless_asked():
    vectors = torch.tensor([[1.0, 2.0], [3.0, 4.0]])
    frozen = nn.Embedding.from_pretrained(vectors)
    assert not frozen.weight.requires_grad
    assert nn.Embedding.from_pretrained(vectors, freeze=False).weight.requires_grad
    assert frozen(torch.tensor(1)).tolist() == [3, 4]


OLD_ARGUMENTS = [
    ((True, None), "mean"), ((False, None), "sum"), ((None, False), "none"), ((None, True), "mean"),
]  # fmt: skip


@pytest.mark.parametrize("arguments, reduction", OLD_ARGUMENTS)
def test_old_reduction_arguments(arguments, reduction):
    with pytest.warns(UserWarning, match=f"use reduction='{reduction}'"):
        assert nn.MSELoss(*arguments).reduction == reduction


BAD_ARGUMENTS = [
    ("Conv2d(3, 4, 3, groups=2)", ValueError, "in_channels must be divisible by groups"),
    ("Conv2d(2, 3, 3, groups=2)", ValueError, "out_channels must be divisible by groups"),
    ("Conv2d(2, 4, 3, groups=0)", ValueError, "groups must be a positive integer"),
    ("Conv2d(2, 4, 3, padding='x')", ValueError, "Invalid padding string 'x'"),
    ("Conv2d(2, 4, 3, 2, 'same')", ValueError, "not supported for strided convolutions"),
    ("Conv2d(2, 4, 3, padding_mode='x')", ValueError, "padding_mode must be one of"),
    ("ConvTranspose1d(2, 4, 3, padding_mode='reflect')", ValueError, 'Only "zeros" padding mode'),
    ("GroupNorm(2, 3)", ValueError, r"num_channels \(3\) must be divisible by num_groups \(2\)"),
    ("Dropout(-0.1)", ValueError, "between 0 and 1, but got -0.1"),
    ("Bilinear(0, 1, 1)", ValueError, "in1_features must be > 0"),
    ("Embedding(3, 2, padding_idx=-4)", AssertionError, "within num_embeddings"),
    ("Embedding(3, 2, _weight=torch.ones(2, 2))", AssertionError, "Shape of weight does not match"),
    ("Hardtanh(1, 0)", AssertionError, "must be greater than"),
    ("Unflatten(1, 3)", TypeError, "must be a tuple of ints"),
    ("Unflatten(1, (3, 'a'))", TypeError, "type str at pos 1"),
    ("HuberLoss(delta='a')", TypeError, "delta must be a float or int"),
    ("MultiMarginLoss(p=3)", ValueError, "only p == 1 and p == 2"),
    ("MultiMarginLoss(weight=torch.ones(1, 2))", ValueError, "1D tensor, got 2D"),
    ("TripletMarginLoss(margin=0)", ValueError, "greater than 0, got 0"),
]


@pytest.mark.parametrize("constructor, error, message", BAD_ARGUMENTS)
def test_bad_arguments(constructor, error, message):
    with pytest.raises(error, match=message):
        eval(f"nn.{constructor}", {"nn": nn, "torch": torch})


BAD_INPUTS = [
    ("BatchNorm1d(3)", (2, 3, 4, 5), ValueError, "expected 2D or 3D input"),
    ("BatchNorm2d(3)", (2, 3), ValueError, "expected 4D input"),
    ("BatchNorm3d(3)", (2, 3), ValueError, "expected 5D input"),
    ("InstanceNorm1d(3)", (3,), ValueError, "expected 2D or 3D input"),
    ("InstanceNorm2d(3, affine=True)", (1, 4, 2, 2), ValueError, "to match num_features"),
    ("Softmax2d()", (2, 2), ValueError, "3D or 4D, got 2D"),
]


@pytest.mark.parametrize("constructor, shape, error, message", BAD_INPUTS)
def test_bad_inputs(constructor, shape, error, message):
    with pytest.raises(error, match=message):
        eval(f"nn.{constructor}", {"nn": nn})(torch.ones(shape))


def test_instance_norm_warns_of_other_channels_where_that_is_harmless():
    with pytest.warns(UserWarning, match="does not match num_features"):
        nn.InstanceNorm1d(3)(torch.ones(1, 4, 5))


@pytest.mark.parametrize("size", [8, 9])
def test_a_transposed_convolution_can_choose_its_size(size):
    layer = nn.ConvTranspose1d(1, 1, 2, stride=2)
    assert layer(torch.ones(1, 1, 4), output_size=[size]).shape == (1, 1, size)
    assert layer(torch.ones(1, 1, 4), output_size=[1, 1, size]).shape == (1, 1, size)


WRONG_SIZES = [([7], "valid sizes"), ([1, 2], "must have 1 or 3 elements")]


@pytest.mark.parametrize("size, message", WRONG_SIZES)
def test_sizes_that_a_transposed_convolution_cannot_have(size, message):
    with pytest.raises(ValueError, match=message):
        nn.ConvTranspose1d(1, 1, 2, stride=2)(torch.ones(1, 1, 4), output_size=size)
