"""Pruning: which elements go, that they stay gone, gradients, stacking, removal, refusals."""

import copy

import pytest

import firebrick_core as torch
import firebrick_nn as nn
from firebrick_nn.utils import prune

W = [[1.0, -6.0, 2.0], [5.0, 3.0, -4.0]]


def layer():
    linear = nn.Linear(3, 2)
    with torch.no_grad():
        linear.weight.copy_(torch.tensor(W))
        linear.bias.copy_(torch.tensor([7.0, 8.0]))
    return linear


# what is called | the mask
MASKS = """
l1_unstructured(m, "weight", 2) | [[0, 1, 0], [1, 1, 1]]
l1_unstructured(m, "weight", 0.5) | [[0, 1, 0], [1, 0, 1]]
l1_unstructured(m, "weight", 0) | [[1, 1, 1], [1, 1, 1]]
l1_unstructured(m, "weight", 6) | [[0, 0, 0], [0, 0, 0]]
l1_unstructured(m, "weight", 1, torch.tensor(W).abs().neg()) | [[0, 1, 1], [1, 1, 1]]
ln_structured(m, "weight", 1, 1, 0) | [[0, 0, 0], [1, 1, 1]]
ln_structured(m, "weight", 1, 2, 1) | [[1, 1, 0], [1, 1, 0]]
ln_structured(m, "weight", 1, float("inf"), -1) | [[1, 1, 0], [1, 1, 0]]
ln_structured(m, "weight", 0.67, 2, -1) | [[0, 1, 0], [0, 1, 0]]
identity(m, "weight") | [[1, 1, 1], [1, 1, 1]]
custom_from_mask(m, "weight", torch.tensor([[0, 1, 1], [1, 0, 1]])) | [[0, 1, 1], [1, 0, 1]]
l1_unstructured(l1_unstructured(m, "weight", 2), "weight", 1) | [[0, 1, 0], [1, 0, 1]]
l1_unstructured(ln_structured(m, "weight", 1, 1, 0), "weight", 1) | [[0, 0, 0], [1, 0, 1]]
ln_structured(ln_structured(m, "weight", 1, 2, 1), "weight", 1, 2, 1) | [[0, 1, 0], [0, 1, 0]]
""".strip().split("\n")


@pytest.mark.parametrize("row", MASKS)
def test_masks(row):
    expression, mask = row.split(" | ")
    module = eval(expression, vars(prune) | {"m": layer(), "W": W})
    assert module.weight_mask.tolist() == eval(mask)
    assert torch.equal(module.weight, module.weight_mask * torch.tensor(W))
    assert torch.equal(module.weight_orig, torch.tensor(W))


@pytest.mark.parametrize("amount, count", [(2, 2), (0.5, 3), (0, 0), (1.0, 6)])
def test_random_elements(amount, count):
    module = prune.random_unstructured(layer(), "weight", amount)
    assert int((module.weight == 0).sum()) == count


def test_random_slices():
    module = prune.random_structured(layer(), "weight", 2, dim=1)
    assert sorted(module.weight_mask[0].tolist()) == [0, 0, 1]
    assert torch.equal(module.weight_mask[0], module.weight_mask[1])


def test_several_tensors_as_one():
    a, b = layer(), layer()
    pairs = [(a, "weight"), (b, "bias")]
    prune.global_unstructured(pairs, prune.L1Unstructured, amount=3)
    assert a.weight_mask.tolist() == [[0, 1, 0], [1, 0, 1]] and b.bias_mask.tolist() == [1, 1]
    prune.global_unstructured(pairs, prune.L1Unstructured, {pairs[1]: torch.zeros(2)}, amount=2)
    assert b.bias.tolist() == [0, 0] and int(a.weight_mask.sum()) == 3


def test_pruned_elements_do_not_learn():
    module = prune.l1_unstructured(layer(), "weight", 2)
    optimized = list(module.parameters())
    module(torch.ones(1, 3)).sum().backward()
    assert module.weight_orig.grad.tolist() == [[0, 1, 0], [1, 1, 1]]
    with torch.no_grad():
        for parameter in optimized:
            parameter += 1
    module(torch.ones(1, 3))
    assert module.weight.tolist() == [[0, -5, 0], [6, 4, -3]]


def test_state_and_names():
    module = prune.l1_unstructured(layer(), "weight", 2)
    assert list(module.state_dict()) == ["bias", "weight_orig", "weight_mask"]
    assert prune.is_pruned(nn.Sequential(nn.Sequential(module))) and not prune.is_pruned(layer())
    (hook,) = prune.l1_unstructured(module, "weight", 1)._forward_pre_hooks.values()
    assert isinstance(hook, prune.PruningContainer) and len(hook) == 2
    assert isinstance(hook[0], prune.L1Unstructured) and list(hook)[1].amount == 1


def test_removal_keeps_the_zeros():
    module = prune.l1_unstructured(layer(), "weight", 2)
    original = module.weight_orig
    prune.remove(module, "weight")
    assert module.weight is original and module.weight.tolist() == [[0, -6, 0], [5, 3, -4]]
    assert not prune.is_pruned(module) and sorted(module.state_dict()) == ["bias", "weight"]
    module(torch.ones(1, 3)).sum().backward()
    assert module.weight.grad is not None


def test_a_copy_prunes_itself():
    module = prune.l1_unstructured(layer(), "weight", 2)
    module.weight = module.weight.detach()  # copies of results are refused
    twin = copy.deepcopy(module)
    twin.weight_orig.data.fill_(9.0)
    twin(torch.ones(1, 3))
    assert twin.weight.tolist() == [[0, 9, 0], [9, 9, 9]] and module.weight[1, 0].item() == 5


def test_tensors_alone():
    t = torch.tensor([3.0, -1.0, 2.0])
    assert prune.L1Unstructured(1).prune(t).tolist() == [3, 0, 2]
    mask = torch.tensor([0.0, 1, 1])
    assert prune.L1Unstructured(1).prune(t, mask, torch.tensor([3.0, 2, 1])).tolist() == [0, -1, 0]


def test_own_methods():
    class Negative(prune.BasePruningMethod):
        PRUNING_TYPE = "unstructured"

        def compute_mask(self, t, default_mask):
            return default_mask * (t >= 0)

    module = prune.l1_unstructured(layer(), "weight", 1)
    Negative.apply(module, "weight")
    assert module.weight.tolist() == [[0, 0, 2], [5, 3, 0]]
    Negative.PRUNING_TYPE = "sideways"
    with pytest.raises(ValueError, match="Unrecognized PRUNING_TYPE sideways"):
        Negative.apply(module, "weight")


def container_of_two_names():
    methods = [prune.Identity.apply(layer(), name) for name in ("weight", "bias")]
    return prune.PruningContainer(*methods)


ERRORS = [
    (lambda: prune.l1_unstructured(layer(), "weight", 1.5), ValueError, "in the range"),
    (lambda: prune.l1_unstructured(layer(), "weight", -1), ValueError, "non-negative integer"),
    (lambda: prune.l1_unstructured(layer(), "weight", "a"), TypeError, "Must be int or float"),
    (lambda: prune.random_unstructured(layer(), "weight", 7), ValueError, "parameters to prune=6"),
    (lambda: prune.random_structured(layer(), "bias", 1, 0), ValueError, "multidimensional"),
    (lambda: prune.ln_structured(layer(), "weight", 1, 2, 2), IndexError, "Invalid index 2"),
    (
        lambda: prune.l1_unstructured(layer(), "weight", 1, torch.ones(2)), AssertionError,
        "importance_scores should have the same shape as parameter weight",
    ),
    (
        lambda: prune.L1Unstructured(1).prune(torch.ones(2), None, torch.ones(3)), AssertionError,
        "same shape as tensor t",
    ),
    (
        lambda: prune.custom_from_mask(layer(), "weight", torch.ones(2)), AssertionError,
        "must match",
    ),
    (lambda: prune.remove(layer(), "weight"), ValueError, "has to be pruned before"),
    (lambda: prune.Identity().apply_mask(layer()), AssertionError, "has to be pruned"),
    (lambda: prune.PruningContainer(3), TypeError, "is not a BasePruningMethod"),
    (container_of_two_names, ValueError, "acting on the parameter named 'weight'"),
    (
        lambda: prune.global_unstructured(3, prune.L1Unstructured, amount=1), TypeError,
        "parameters is not an Iterable",
    ),
    (
        lambda: prune.global_unstructured([], prune.L1Unstructured, 3, amount=1), TypeError,
        "must be of type dict",
    ),
    (
        lambda: prune.global_unstructured([(layer(), "bias")], prune.RandomStructured, amount=1),
        TypeError, 'Only "unstructured"',
    ),
]  # fmt: skip


@pytest.mark.parametrize("call, kind, message", ERRORS)
def test_errors(call, kind, message):
    with pytest.raises(kind, match=message):
        call()


def test_a_refusal_leaves_the_module_as_it_was():
    module = layer()
    with pytest.raises(ValueError):
        prune.random_unstructured(module, "weight", 7)
    assert list(module.state_dict()) == ["weight", "bias"] and not prune.is_pruned(module)
