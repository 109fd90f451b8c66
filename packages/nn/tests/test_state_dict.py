"""Saving and loading state: names, sharing, reports of what does not fit, hooks, formats."""

import copy
from collections import OrderedDict

import pytest

import firebrick_core as torch
import firebrick_nn as nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(2, 3)
        self.norm = nn.BatchNorm1d(3)


class Extra(nn.Linear):
    """A layer with state that is no tensor."""

    def __init__(self):
        super().__init__(1, 1)
        self.words = "none"

    def get_extra_state(self):
        return {"words": self.words}

    def set_extra_state(self, state):
        self.words = state["words"]


KEYS = [
    "fc.weight", "fc.bias", "norm.weight", "norm.bias", "norm.running_mean", "norm.running_var",
    "norm.num_batches_tracked",
]  # fmt: skip


def report(module, state, **options):
    """The words of load_state_dict's error, each line stripped."""
    with pytest.raises(RuntimeError) as caught:
        module.load_state_dict(state, **options)
    return [line.strip() for line in str(caught.value).splitlines()]


def test_state_is_ordered_named_and_versioned():
    state = Net().state_dict()
    assert type(state) is OrderedDict and list(state) == KEYS
    versions = {path: entry["version"] for path, entry in state._metadata.items()}
    assert versions == {"": 1, "fc": 1, "norm": 2}


def test_state_shares_memory_and_is_detached():
    net = Net()
    state = net.state_dict()
    assert not any(value.requires_grad for value in state.values())
    with torch.no_grad():
        net.fc.bias.fill_(7)
    assert state["fc.bias"].tolist() == [7, 7, 7]
    assert net.state_dict(keep_vars=True)["fc.bias"] is net.fc.bias


def test_destination_and_prefix():
    found = {}
    assert Net().state_dict(destination=found, prefix="net.") is found
    assert list(found) == [f"net.{key}" for key in KEYS]


def test_old_positional_arguments_warn():
    found = OrderedDict()
    with pytest.warns(FutureWarning, match="Positional args are being deprecated"):
        Net().state_dict(found, "net.")
    assert list(found) == [f"net.{key}" for key in KEYS]


def test_all_problems_are_reported_at_once():
    state = Net().state_dict()
    del state["fc.bias"]
    state |= {"fc.weight": torch.ones(3, 3), "more": torch.ones(1), "fc.weight.x": torch.ones(1)}
    state["norm.bias"] = "text"
    assert report(Net(), state) == [
        "Error(s) in loading state_dict for Net:",
        'Missing key(s) in state_dict: "fc.bias".',
        'Unexpected key(s) in state_dict: "more", "fc.weight.x".',
        f"size mismatch for fc.weight: copying a param with shape {torch.ones(3, 3).shape} from "
        f"checkpoint, the shape in current model is {torch.ones(3, 2).shape}.",
        'While copying the parameter named "norm.bias", expected torch.Tensor or Tensor-like '
        "object from checkpoint but received <class 'str'>",
    ]


def test_what_fits_is_loaded_and_the_rest_untouched():
    net, state = Net(), Net().state_dict()
    before = net.fc.bias.tolist()
    state["fc.bias"] = torch.ones(4)
    state["fc.weight"].fill_(5)
    report(net, state)
    assert net.fc.bias.tolist() == before and net.fc.weight[0].tolist() == [5, 5]


def test_without_strict_only_values_that_cannot_be_loaded_are_errors():
    net = Net()
    keys = net.load_state_dict({"fc.bias": torch.ones(3), "more": 3}, strict=False)
    # (a BatchNorm state without a version may lack num_batches_tracked)
    assert keys.missing_keys == ["fc.weight", *KEYS[2:-1]]
    assert keys.unexpected_keys == ["more"]
    assert net.fc.bias.tolist() == [1, 1, 1]
    assert "size mismatch for fc.bias" in report(net, {"fc.bias": torch.ones(4)}, strict=False)[1]


def test_success_says_so():
    net = Net()
    assert repr(net.load_state_dict(net.state_dict())) == "<All keys matched successfully>"


def test_only_mappings_are_loaded():
    with pytest.raises(TypeError, match="Expected state_dict to be dict-like, got <class 'list'>"):
        Net().load_state_dict([1])


def test_loading_leaves_the_dictionary_and_the_parameters_in_place():
    net = Net()
    state = dict(Net().state_dict())
    keys, weight, version = list(state), net.fc.weight, net.fc.weight._version
    net.load_state_dict(state)
    assert list(state) == keys and net.fc.weight is weight and weight._version > version


def test_assign_takes_the_tensors_themselves():
    net, state = Net(), Net().double().state_dict()
    net.fc.weight.requires_grad_(False)
    net.load_state_dict(state, assign=True)
    assert net.fc.weight.dtype == net.norm.running_mean.dtype == torch.float64
    assert type(net.fc.weight) is nn.Parameter and not net.fc.weight.requires_grad
    assert net.fc.bias.requires_grad
    assert net.norm.running_mean is state["norm.running_mean"]
    with torch.no_grad():
        state["fc.weight"].fill_(4)
    assert net.fc.weight[0].tolist() == [4, 4]


def test_loading_into_the_meta_device_needs_assign():
    net = nn.Linear(2, 3, device="meta")
    state = nn.Linear(2, 3).state_dict()
    with pytest.warns(UserWarning, match="Did you mean to pass `assign=True`"):
        net.load_state_dict(state)
    assert net.weight.is_meta
    net.load_state_dict(state, assign=True)
    assert net.weight.is_cpu


def test_tied_weights_are_saved_under_both_names():
    net = nn.Sequential(nn.Linear(2, 2), nn.Linear(2, 2))
    net[1].weight = net[0].weight
    state = net.state_dict()
    assert state["0.weight"].data_ptr() == state["1.weight"].data_ptr()
    state["1.weight"] = torch.full((2, 2), 3.0)
    net.load_state_dict(state)
    assert net[0].weight is net[1].weight and net[0].weight[0].tolist() == [3, 3]


def test_one_number_may_come_with_a_dimension():
    module = nn.Module()
    module.register_buffer("steps", torch.tensor(1.0))
    module.load_state_dict({"steps": torch.tensor([4.0])})
    assert module.steps.item() == 4 and module.steps.shape == ()


def test_extra_state_is_saved_and_loaded():
    net = nn.Sequential(Extra())
    net[0].words = "many"
    state = net.state_dict()
    assert state["0._extra_state"] == {"words": "many"}
    other = nn.Sequential(Extra())
    other.load_state_dict(state)
    assert other[0].words == "many"
    del state["0._extra_state"]
    assert report(other, state)[1] == 'Missing key(s) in state_dict: "0._extra_state".'


def test_extra_state_of_others_is_unexpected():
    state = {**nn.Linear(1, 1).state_dict(), "_extra_state": 3}
    assert report(nn.Linear(1, 1), state)[1] == 'Unexpected key(s) in state_dict: "_extra_state".'


@pytest.mark.parametrize("method, args", [("get_extra_state", ()), ("set_extra_state", (1,))])
def test_extra_state_has_to_be_defined(method, args):
    with pytest.raises(RuntimeError, match="Linear has no extra state: define get_extra_state"):
        getattr(nn.Linear(1, 1), method)(*args)


def test_hooks_before_and_after_saving():
    net, seen = Net(), []
    net.fc.register_state_dict_pre_hook(lambda m, prefix, keep: seen.append((m, prefix, keep)))

    def rename(module, state, prefix, metadata):
        state[prefix + "renamed"] = state.pop(prefix + "weight")

    handle = net.fc.register_state_dict_post_hook(rename)
    assert "fc.renamed" in net.state_dict() and seen == [(net.fc, "fc.", False)]
    handle.remove()
    assert "fc.renamed" not in net.state_dict()


def test_a_public_hook_after_saving_returns_nothing():
    net = Net()
    net.register_state_dict_post_hook(return_state)
    with pytest.raises(RuntimeError, match="post-hook must return None"):
        net.state_dict()


def return_state(module, state, prefix, metadata):
    return state


def test_the_private_hook_after_saving_may_replace_the_dictionary():
    net = Net()
    net._register_state_dict_hook(lambda m, state, prefix, metadata: {"only": 1})
    assert net.state_dict() == {"only": 1}


def test_hooks_before_loading_may_change_the_state():
    net, seen = Net(), []

    def rename(module, state, prefix, *others):
        seen.append(module)
        state[prefix + "weight"] = state.pop(prefix + "old")

    net.fc.register_load_state_dict_pre_hook(rename)
    state = net.state_dict()
    state["fc.old"] = state.pop("fc.weight")
    net.load_state_dict(state)
    other = copy.deepcopy(net)
    other.load_state_dict(state)
    assert seen == [net.fc, other.fc]


def test_hooks_after_loading_may_forgive():
    net = Net()
    net.register_load_state_dict_post_hook(lambda m, keys: keys.missing_keys.clear())
    assert net.load_state_dict({}).missing_keys == []


def test_hooks_after_loading_return_nothing():
    net = Net()
    net.register_load_state_dict_post_hook(lambda m, keys: keys)
    with pytest.raises(AssertionError, match="not expected to return new values"):
        net.load_state_dict(net.state_dict())


def test_layers_may_load_in_their_own_way():
    class Old(nn.Linear):
        _version = 3

        def _load_from_state_dict(self, state_dict, prefix, local_metadata, *rest):
            if local_metadata.get("version", 1) < 3:
                state_dict[prefix + "weight"] = state_dict.pop(prefix + "kernel")
            super()._load_from_state_dict(state_dict, prefix, local_metadata, *rest)

    net = nn.Sequential(Old(1, 1))
    state = nn.Sequential(nn.Linear(1, 1)).state_dict()
    state["0.kernel"] = state.pop("0.weight")
    net.load_state_dict(state)
    net.load_state_dict(net.state_dict())
