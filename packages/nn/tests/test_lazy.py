"""Lazy layers: before the first call, at it, and after it."""

import copy
import pickle

import pytest

import firebrick_core as torch
import firebrick_nn as nn

# lazy layer, input, the layer that it becomes
LAYERS = [
    ("LazyLinear(4)", (2, 3), "Linear(3, 4)"),
    ("LazyLinear(4, bias=False)", (2, 3), "Linear(3, 4, bias=False)"),
    ("LazyConv1d(4, 2, groups=2)", (1, 2, 5), "Conv1d(2, 4, 2, groups=2)"),
    ("LazyConv2d(4, 2, padding=1, padding_mode='reflect')", (1, 2, 5, 5),
     "Conv2d(2, 4, 2, padding=1, padding_mode='reflect')"),
    ("LazyConv2d(4, 2, bias=False)", (3, 5, 5), "Conv2d(3, 4, 2, bias=False)"),
    ("LazyConv3d(4, 2)", (1, 2, 3, 3, 3), "Conv3d(2, 4, 2)"),
    ("LazyConvTranspose1d(4, 2, groups=2)", (1, 2, 5), "ConvTranspose1d(2, 4, 2, groups=2)"),
    ("LazyConvTranspose2d(4, 2, stride=2)", (2, 5, 5), "ConvTranspose2d(2, 4, 2, stride=2)"),
    ("LazyConvTranspose3d(4, 2)", (1, 2, 3, 3, 3), "ConvTranspose3d(2, 4, 2)"),
    ("LazyBatchNorm1d()", (4, 3), "BatchNorm1d(3)"),
    ("LazyBatchNorm2d(affine=False)", (2, 3, 2, 2), "BatchNorm2d(3, affine=False)"),
    ("LazyBatchNorm3d(track_running_stats=False)", (2, 3, 2, 2, 2),
     "BatchNorm3d(3, track_running_stats=False)"),
    ("LazyInstanceNorm1d()", (2, 3, 4), "InstanceNorm1d(3, affine=True, track_running_stats=True)"),
    ("LazyInstanceNorm2d(affine=False)", (2, 3, 4, 4),
     "InstanceNorm2d(3, track_running_stats=True)"),
    ("LazyInstanceNorm3d(track_running_stats=False)", (2, 3, 2, 2, 2),
     "InstanceNorm3d(3, affine=True)"),
]  # fmt: skip
every_layer = pytest.mark.parametrize("lazy, shape, becomes", LAYERS)


def make(constructor):
    torch.manual_seed(0)
    return eval(f"nn.{constructor}", {"nn": nn})


def assert_same(got, want):
    assert type(got) is type(want) and repr(got) == repr(want)
    assert list(got.state_dict()) == list(want.state_dict())
    for mine, its in zip(got.state_dict().values(), want.state_dict().values(), strict=True):
        assert torch.equal(mine, its)


def fresh(becomes, input):
    """The ordinary layer after a call, so that its statistics are those of the lazy one."""
    want = make(becomes)
    want(input)
    return want


@every_layer
def test_the_first_call_makes_it_the_ordinary_layer(lazy, shape, becomes):
    layer, input = make(lazy), torch.linspace(-1, 1, torch.zeros(shape).numel()).reshape(shape)
    torch.manual_seed(0)
    output = layer(input)
    want = fresh(becomes, input)
    assert_same(layer, want)
    assert not layer._forward_pre_hooks and not layer._load_state_dict_pre_hooks
    assert layer(input).shape == output.shape


@every_layer
@pytest.mark.parametrize("how", [copy.deepcopy, "pickle"], ids=["deepcopy", "pickle"])
def test_copies_are_lazy_and_independent(lazy, shape, becomes, how):
    layer = make(lazy)
    before = repr(layer)
    other = how(layer) if callable(how) else pickle.loads(pickle.dumps(layer))
    other(torch.ones(shape))
    assert repr(other) == repr(make(becomes)) and repr(layer) == before
    assert layer.has_uninitialized_params() == bool(list(layer.parameters()) + _floats(layer))


def _floats(layer):
    return [b for b in layer.buffers() if b.is_floating_point()]


@every_layer
def test_a_state_of_the_ordinary_layer_loads(lazy, shape, becomes):
    layer, want = make(lazy), make(becomes)
    with torch.no_grad():
        for parameter in want.parameters():
            parameter.add_(1)
    assert not any(layer.load_state_dict(want.state_dict()))
    assert not layer.has_uninitialized_params()
    input = torch.ones(shape)
    assert torch.equal(layer(input), want(input))
    assert_same(layer, want)


@every_layer
def test_lazy_state_loads_into_a_lazy_layer_and_says_nothing(lazy, shape, becomes):
    layer = make(lazy)
    assert not any(layer.load_state_dict(make(lazy).state_dict()))
    layer(torch.ones(shape))
    assert repr(layer) == repr(make(becomes))


@every_layer
def test_conversions_hold_for_what_comes(lazy, shape, becomes):
    layer = nn.Sequential(make(lazy)).double()
    layer(torch.ones(shape).double())
    for value in (*layer.parameters(), *layer.buffers()):
        assert value.dtype in (torch.float64, torch.int64)


def test_an_optimizer_may_hold_the_parameters_before_the_first_call():
    layer = nn.LazyLinear(2)
    before = list(layer.parameters())
    layer(torch.ones(1, 3))
    assert all(a is b for a, b in zip(before, layer.parameters(), strict=True))
    assert all(type(p) is nn.Parameter for p in before)


@pytest.mark.parametrize("name", ["sum", "numel", "tolist", "relu", "detach"])
def test_operators_refuse_what_has_no_shape(name):
    with pytest.raises(ValueError, match="Attempted to use an uninitialized parameter"):
        getattr(nn.LazyLinear(2).weight, name)()


def test_other_refusals():
    layer = nn.LazyLinear(2)
    with pytest.raises(RuntimeError, match="Can't access the shape"):
        _ = layer.weight.shape
    with pytest.raises(RuntimeError, match="Can't access the shape"):
        nn.Linear(3, 2).load_state_dict(layer.state_dict())
    with pytest.raises(RuntimeError, match="Can't share memory"):
        layer.share_memory()
    with pytest.raises(RuntimeError, match=r"Expected 3D \(unbatched\) or 4D \(batched\) input to"):
        nn.LazyConv2d(3, 2)(torch.ones(2, 2))
    with pytest.raises(ValueError, match="in_channels must be divisible by groups"):
        nn.LazyConv2d(4, 3, groups=2)(torch.ones(1, 3, 5, 5))


def test_a_layer_of_ones_own():
    from firebrick_nn._lazy import LazyModuleMixin

    class Scale(LazyModuleMixin, nn.Module):
        def __init__(self):
            super().__init__()
            self.scale = nn.UninitializedParameter()
            self.other = nn.UninitializedBuffer(dtype=torch.float64)

        def initialize_parameters(self, x):
            if isinstance(self.scale, nn.UninitializedParameter):
                self.scale.materialize(x.shape[1:])
                nn.init.ones_(self.scale)

        def forward(self, x):
            return x * self.scale

    layer = Scale()
    with pytest.raises(RuntimeError, match="has not been fully initialized"):
        layer(torch.ones(2, 3))
    layer.other.materialize((2,))
    assert type(layer.other) is torch.Tensor and layer.other.dtype == torch.float64
    assert layer(torch.ones(2, 3)).tolist() == [[1, 1, 1], [1, 1, 1]]
    assert type(layer) is Scale and not layer._forward_pre_hooks


def test_initialisers_refuse_it_too():
    with pytest.raises(ValueError, match="Attempted to use an uninitialized parameter"):
        nn.init.zeros_(nn.LazyLinear(2).weight)
