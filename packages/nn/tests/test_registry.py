"""The tables of a module and its attributes always agree, however either is changed."""

import copy
import gc
import pickle
import weakref

import pytest

import firebrick_core as torch
import firebrick_nn as nn

TABLES = ("_parameters", "_buffers", "_modules")


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(2, 3)
        self.scale = nn.Parameter(torch.ones(1))
        self.register_buffer("steps", torch.zeros(2))
        self.register_buffer("hidden", torch.zeros(2), persistent=False)
        self.register_parameter("absent", None)

    def forward(self, x):
        return self.fc(x) * self.scale


class OwnState(Net):
    """Takes its state without asking the base class."""

    def __setstate__(self, state):
        self.__dict__.update(state)


class Wrapper(nn.Module):
    """Passes on attributes of what it wraps, as many programs' wrappers do."""

    def __init__(self, module):
        super().__init__()
        self.module = module

    def __getattr__(self, name):
        try:
            return super().__getattr__(name)
        except AttributeError:
            return getattr(self.module, name)


def assert_consistent(module):
    for child in module.modules():
        for table in TABLES:
            for name, value in getattr(child, table).items():
                assert getattr(child, name) is value
        names = {name for table in TABLES for name in getattr(child, table)}
        shown = {
            name
            for name, value in vars(child).items()
            if isinstance(value, (nn.Parameter, nn.Module))
        }
        assert shown <= names


def parameter(value=2.0):
    return nn.Parameter(torch.tensor([value]))


CHANGES = {
    "assign": "net.scale = p",
    "assign a module over a parameter": "net.scale = nn.ReLU()",
    "assign a parameter over a module": "net.fc = p",
    "assign a parameter over a buffer": "net.steps = p",
    "assign a buffer over a parameter": "net.scale = nn.Buffer(torch.ones(1))",
    "assign a parameter over a plain attribute": "net.plain = 3; net.plain = p",
    "assign None": "net.scale = None; net.fc = None; net.steps = None",
    "assign a buffer's tensor": "net.steps = torch.ones(2)",
    "fill an absent parameter": "net.absent = p",
    "delete": "del net.scale; del net.fc; del net.steps",
    "set in the table": "net._parameters['scale'] = p; net._modules['fc'] = nn.ReLU()",
    "add to the table": "net._parameters['new'] = p; net._buffers['other'] = torch.ones(1)",
    "delete in the table": "del net._parameters['scale']; del net._modules['fc']",
    "pop": "net._parameters.pop('scale'); net._buffers.pop('nothing', None)",
    "popitem": "net._buffers.popitem()",
    "clear": "net._parameters.clear(); net._modules.clear()",
    "update": "net._parameters.update({'scale': p}, more=p)",
    "update from pairs": "net._parameters.update([('scale', p)])",
    "merge in place": "net._parameters |= {'scale': p, 'new': p}",
    "setdefault": "net._parameters.setdefault('scale', p); net._parameters.setdefault('new', p)",
    "replace a table": "net._parameters = {'other': p}",
    "replace a table by its copy": "net._modules = net._modules.copy()",
    "register": "net.register_parameter('new', p); net.add_module('sub', nn.ReLU())",
    "convert": "net.double()",
    "load with assign": "net.load_state_dict(Net().state_dict(), assign=True)",
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_attributes_follow(change):
    net = Net()
    exec(change, {"net": net, "nn": nn, "torch": torch, "p": parameter(), "Net": Net})
    assert_consistent(net)
    for name in ("scale", "fc", "steps", "new", "other"):
        registered = any(name in getattr(net, table) for table in TABLES)
        assert hasattr(net, name) == registered


def test_attributes_are_found_without_a_search():
    net = Net()
    assert vars(net)["scale"] is net._parameters["scale"]
    assert vars(net)["fc"] is net._modules["fc"]


def copies():
    yield "deepcopy", copy.deepcopy
    yield "pickle", lambda module: pickle.loads(pickle.dumps(module))


@pytest.mark.parametrize("make", [Net, OwnState])
@pytest.mark.parametrize("copied", [f for _, f in copies()], ids=[n for n, _ in copies()])
def test_copies_have_tables_of_their_own(make, copied):
    net = make()
    other = copied(net)
    assert_consistent(other)
    for table in TABLES:
        assert getattr(other, table) is not getattr(net, table)
    other._parameters["scale"] = parameter()
    other.fc._parameters["weight"] = parameter()
    assert_consistent(other)
    assert_consistent(net)
    assert net.scale.item() == 1 and other.scale.item() == 2
    assert net.fc.weight.shape == (3, 2)
    assert "hidden" not in other.state_dict() and "hidden" in dict(other.named_buffers())


def test_a_shallow_copy_shares_the_tables():
    net = Net()
    other = copy.copy(net)
    net.scale = parameter(3.0)
    assert other.scale is net.scale
    other.fc = nn.ReLU()
    assert net.fc is other.fc
    assert_consistent(net)
    assert_consistent(other)


def test_a_shallow_copy_can_get_a_table_of_its_own():
    net = Net()
    replica = copy.copy(net)
    replica._parameters = {}
    assert not hasattr(replica, "scale")
    replica.scale = parameter(5.0)
    assert net.scale.item() == 1
    assert_consistent(net)
    assert_consistent(replica)


def test_a_copied_table_alone_is_a_plain_dictionary():
    net = Net()
    for plain in (net._parameters.copy(), copy.copy(net._parameters), copy.deepcopy(net._buffers)):
        assert type(plain) is dict
        plain["scale"] = None
    assert net.scale is not None


def test_a_state_with_plain_tables_is_taken_over():
    """Such as PyTorch's pickles hold, which know nothing of attributes."""
    net = nn.Linear.__new__(nn.Linear)
    tables = {"_parameters": {"weight": parameter(), "bias": None}, "_buffers": {}, "_modules": {}}
    net.__setstate__({"training": True, "in_features": 1, "out_features": 1, **tables})
    assert_consistent(net)
    net._parameters["bias"] = parameter()
    assert net.bias.item() == 2


def test_a_module_is_freed_without_the_garbage_collector():
    gc.collect()
    gc.disable()
    try:
        net = nn.Sequential(Net(), nn.BatchNorm1d(3))
        alive = [weakref.ref(module) for module in net.modules()]
        del net
        assert [ref() for ref in alive] == [None] * len(alive)
    finally:
        gc.enable()


def test_a_wrapper_finds_its_own_and_others_attributes():
    wrapper = Wrapper(Net())
    assert wrapper.scale is wrapper.module.scale
    assert wrapper.training is True
    with pytest.raises(AttributeError, match="'Net' object has no attribute 'nothing'"):
        _ = wrapper.nothing
    assert_consistent(copy.deepcopy(wrapper))


def test_missing_attributes_are_reported_as_for_any_object():
    with pytest.raises(AttributeError, match="'Linear' object has no attribute 'wieght'"):
        _ = nn.Linear(1, 1).wieght


def test_a_property_of_the_class_keeps_its_name():
    class Computed(nn.Module):
        @property
        def weight(self):
            return self.base * 2

        def __init__(self):
            super().__init__()
            self.base = parameter(1.0)

    module = Computed()
    module._parameters["weight"] = parameter(7.0)
    assert module.weight.item() == 2
    assert dict(module.named_parameters())["weight"].item() == 7
    del module._parameters["weight"]
    assert module.weight.item() == 2
