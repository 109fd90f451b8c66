"""Every layer against PyTorch: initial values, outputs, gradients and state, in both modes."""

from __future__ import annotations

import importlib.util
import pickle
import sys
from pathlib import Path

import numpy as np
import pytest

import firebrick_core as fb
import firebrick_nn as nn

torch = pytest.importorskip("torch")

TABLE = Path(__file__).parents[1] / "packages" / "nn" / "tests" / "module_cases.py"


def load_table():
    """The table of layers that the package's own tests use."""
    spec = importlib.util.spec_from_file_location("module_cases", TABLE)
    module = sys.modules["module_cases"] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.CASES


# What PyTorch says about speed.
pytestmark = [
    pytest.mark.filterwarnings("ignore:enable_nested_tensor is True"),
    pytest.mark.filterwarnings("ignore:LSTM with projections is not supported with oneDNN"),
]

CASES = load_table()
IDS = [f"{c.constructor}-{c.inputs}" for c in CASES]

# What is summed in another order differs by rounding.
TOLERANCE = {"float32": 2e-5, "float64": 1e-10}


def array(tensor):
    return tensor.detach().numpy()


def assert_same(got, want, what):
    """Equal dtype and shape, and values up to rounding."""
    got, want = np.asarray(got), np.asarray(want)
    assert (got.dtype, got.shape) == (want.dtype, want.shape), what
    tolerance = TOLERANCE.get(str(want.dtype), 0)
    scale = max(1.0, float(np.abs(want[np.isfinite(want)]).max(initial=0))) if want.size else 1.0
    np.testing.assert_allclose(got, want, rtol=tolerance, atol=tolerance * scale, err_msg=what)


def assert_same_state(mine, theirs, what, exact=False):
    mine, theirs = mine.state_dict(), theirs.state_dict()
    assert list(mine) == list(theirs), what
    assert dict(mine._metadata) == dict(theirs._metadata), what
    for name, value in theirs.items():
        if exact:
            np.testing.assert_array_equal(array(mine[name]), array(value), err_msg=f"{what} {name}")
        else:
            assert_same(array(mine[name]), array(value), f"{what} {name}")


def seeded(function):
    """What a function of library and layers gives for each library, and the numbers after that."""
    results, following = [], []
    for library, layers in ((fb, nn), (torch, torch.nn)):
        library.manual_seed(3)
        results.append(function(library, layers))
        following.append(library.rand(3).tolist())
    assert following[0] == following[1]  # as much of the stream was used
    return results


def outputs(result):
    """All tensors of a result, which may be a tuple with tuples in it."""
    if isinstance(result, tuple):
        return [tensor for part in result for tensor in outputs(part)]
    return [result]


def run(library, module, case, seed):
    """Outputs and gradients of inputs and parameters, for a fixed gradient of the outputs."""
    library.manual_seed(seed)
    inputs = [argument.tensor(library) for argument in case.arguments(seed)]
    results = outputs(module(*inputs))
    total, random = None, np.random.RandomState(seed)
    for result in results:
        weights = random.standard_normal(tuple(result.shape))
        if result.requires_grad:
            weights = library.from_numpy(np.asarray(weights, array(result).dtype))
            term = (result * weights).sum()
            total = term if total is None else total + term
    if total is not None:
        total.backward()
    grads = {f"input {i}": t.grad for i, t in enumerate(inputs) if t.requires_grad}
    grads |= {name: p.grad for name, p in module.named_parameters()}
    arrays = {name: None if g is None else array(g) for name, g in grads.items()}
    return [array(r) for r in results], arrays


@pytest.mark.parametrize("case", CASES, ids=IDS)
def test_initial_values_are_bit_equal(case):
    mine, theirs = seeded(case.make)
    assert_same_state(mine, theirs, case.constructor, exact=True)
    assert repr(mine) == repr(theirs)


@pytest.mark.filterwarnings("ignore:Using padding=.same. with even kernel")
@pytest.mark.parametrize("training", [True, False], ids=["train", "eval"])
@pytest.mark.parametrize("case", CASES, ids=IDS)
def test_outputs_gradients_and_state(case, training):
    mine, theirs = seeded(case.make)
    mine.train(training)
    theirs.train(training)
    for seed in (0, 1):  # the second call starts from the state that the first one leaves
        got, got_grads = run(fb, mine, case, seed)
        want, want_grads = run(torch, theirs, case, seed)
        assert len(got) == len(want)
        for g, w in zip(got, want, strict=True):
            assert_same(g, w, "output")
        assert list(got_grads) == list(want_grads)
        for name, grad in want_grads.items():
            assert (got_grads[name] is None) == (grad is None), name
            if grad is not None:
                assert_same(got_grads[name], grad, f"gradient of {name}")
        assert_same_state(mine, theirs, "state after the call")


@pytest.mark.parametrize("case", CASES, ids=IDS)
def test_state_crosses_over(case):
    """A state_dict of PyTorch's loads, and gives the same outputs in evaluation mode."""
    mine, theirs = seeded(case.make)
    for parameter in theirs.parameters():
        torch.nn.init.uniform_(parameter)
    state = {k: fb.from_numpy(array(v).copy()) for k, v in theirs.state_dict().items()}
    assert str(mine.load_state_dict(state)) == "<All keys matched successfully>"
    got, _ = run(fb, mine.eval(), case, 0)
    want, _ = run(torch, theirs.eval(), case, 0)
    for g, w in zip(got, want, strict=True):
        assert_same(g, w, "output")


INITIALIZERS = [
    ("uniform_", (-0.5, 2.0)), ("normal_", (1.0, 2.0)), ("trunc_normal_", ()),
    ("trunc_normal_", (0.0, 1.0, 1.5, 3.0)), ("trunc_normal_", (0.0, 1.0, -0.1, 0.1)),
    ("constant_", (0.3,)), ("ones_", ()), ("zeros_", ()), ("eye_", ()), ("xavier_uniform_", (2.0,)),
    ("xavier_normal_", ()), ("kaiming_uniform_", ()), ("kaiming_uniform_", (0.1, "fan_out")),
    ("kaiming_normal_", (0.0, "fan_in", "relu")), ("sparse_", (0.3,)), ("orthogonal_", ()),
    ("orthogonal_", (0.5,)),
]  # fmt: skip


@pytest.mark.parametrize("shape", [(24, 18), (5, 33)], ids=str)
@pytest.mark.parametrize("name, args", INITIALIZERS, ids=str)
def test_initializers_are_bit_equal(name, args, shape):
    def filled(library, layers):
        return array(getattr(layers.init, name)(library.empty(shape), *args))

    got, want = seeded(filled)
    if name == "orthogonal_":  # by LAPACK's QR, which builds of it round differently
        np.testing.assert_allclose(got, want, atol=1e-6)
    else:
        np.testing.assert_array_equal(got, want)


@pytest.mark.parametrize("shape, groups", [((4, 3, 5), 1), ((6, 2, 3, 3), 2), ((4, 4, 3, 3, 3), 1)])
def test_dirac(shape, groups):
    got = nn.init.dirac_(fb.empty(shape), groups)
    want = torch.nn.init.dirac_(torch.empty(shape), groups)
    np.testing.assert_array_equal(array(got), array(want))


NONLINEARITIES = ["linear", "conv2d", "sigmoid", "tanh", "relu", "leaky_relu", "selu"]


@pytest.mark.parametrize("name", NONLINEARITIES)
def test_gains(name):
    assert nn.init.calculate_gain(name) == torch.nn.init.calculate_gain(name)


def build(library, layers):
    """A small tree with tied weights, a buffer and a list, for either library."""

    class Net(layers.Module):
        def __init__(self):
            super().__init__()
            self.embed = layers.Embedding(6, 4)
            self.blocks = layers.ModuleList(layers.Linear(4, 4) for _ in range(3))
            self.heads = layers.ModuleDict({"a": layers.Linear(4, 2), "b": layers.Linear(4, 2)})
            self.extra = layers.ParameterList([library.ones(2), library.zeros(1)])
            self.by_name = layers.ParameterDict({"scale": library.ones(4)})
            self.out = layers.Linear(4, 6, bias=False)
            self.out.weight = self.embed.weight
            self.register_buffer("steps", library.zeros(1))
            self.register_buffer("cache", library.zeros(1), persistent=False)

        def forward(self, x):
            x = self.embed(x)
            for block in self.blocks:
                x = library.relu(block(x)) * self.by_name["scale"]
            return self.out(x) + self.heads["a"](x).sum(-1, keepdim=True) * self.extra[0].sum()

    library.manual_seed(0)
    return Net()


def test_a_tree_of_modules():
    mine, theirs = build(fb, nn), build(torch, torch.nn)
    assert repr(mine) == repr(theirs)
    assert_same_state(mine, theirs, "tree", exact=True)
    for method in ("named_parameters", "named_buffers", "named_modules"):
        for kwargs in ({}, {"prefix": "net"}, {"remove_duplicate": False}):
            names = [name for name, _ in getattr(mine, method)(**kwargs)]
            assert names == [name for name, _ in getattr(theirs, method)(**kwargs)], method
    x = np.array([[0, 1, 2], [5, 4, 3]])
    results = []
    for library, module in ((fb, mine), (torch, theirs)):
        output = module(library.from_numpy(x))
        output.pow(2).mean().backward()
        results.append([array(output), *(p.grad for p in module.parameters())])
    for got, want in zip(*results, strict=True):
        assert (got is None) == (want is None)
        if want is not None:
            assert_same(got, want, "tree")


BAD_STATES = [
    {},
    {"steps": "text"},
    {"blocks.0.weight": (2, 2), "blocks.1.bias": (4, 1), "what": (1,)},
    {"blocks.0.weight.more": (1,), "heads.c.weight": (2, 4)},
]


def error_of(function, *args, **kwargs):
    """The type and the words of the error that a call raises; None if it raises none."""
    try:
        function(*args, **kwargs)
    except Exception as error:
        return type(error), " ".join(str(error).split())
    return None


@pytest.mark.parametrize("strict", [True, False])
@pytest.mark.parametrize("wrong", BAD_STATES, ids=str)
def test_load_reports_are_the_same(wrong, strict):
    reports = []
    for library, layers in ((fb, nn), (torch, torch.nn)):
        module = build(library, layers)
        state = {} if not wrong else module.state_dict()
        state |= {k: library.ones(v) if isinstance(v, tuple) else v for k, v in wrong.items()}
        reports.append(error_of(module.load_state_dict, state, strict=strict))
    assert reports[0] == reports[1]


MISUSES = [
    "nn.Module(1)", "nn.Module(a=1)", "nn.Module()(1)", "m.foo", "m.register_parameter('', None)",
    "m.register_parameter(3, None)", "m.register_parameter('weight2', torch.ones(1))",
    "m.register_buffer('forward', None)", "m.register_buffer('q', 3)", "m.add_module('q', 3)",
    "setattr(m, 'weight', torch.ones(2, 2))", "setattr(m, 'weight', 'text')",
    "setattr(net, '0', 3)", "setattr(nn.BatchNorm1d(2), 'running_mean', 3)", "delattr(m, 'foo')",
    "net.get_submodule('1')", "net.get_submodule('0.weight')", "net.get_parameter('0')",
    "net.get_parameter('0.x.y')", "net.get_buffer('0.weight')", "net.get_buffer('')",
    "net.set_submodule('', m)", "net.set_submodule('0', 3)", "net.set_submodule('0.weight', m)",
    "net.set_submodule('q', m, strict=True)", "m.train(1)", "m.to(torch.int32)", "m.to_empty()",
    "m.load_state_dict(3)", "net[3]", "net['a']", "nn.ModuleList([m])[1]", "nn.ModuleList(3)",
    "nn.ModuleDict([1])", "nn.ModuleDict([(1, 2, 3)])", "nn.ModuleDict({'keys': m})",
    "nn.ParameterList(torch.ones(2))", "nn.ParameterDict({'a': 1})[3]", "nn.Sequential(3)",
    "net + 3", "net * 0", "net * 1.5", "net.insert(5, m)", "nn.ParameterList()()",
    "nn.Conv2d(3, 4, 3, groups=2)", "nn.Conv2d(2, 4, 3, groups=0)",
    "nn.Conv2d(3, 4, 3, padding='x')",
    "nn.Conv2d(3, 4, 3, stride=2, padding='same')", "nn.Conv2d(3, 4, 3, padding_mode='x')",
    "nn.ConvTranspose2d(3, 4, 3, padding_mode='reflect')", "nn.GroupNorm(2, 3)", "nn.Dropout(2)",
    "nn.ConvTranspose2d(3, 4, 3, stride=2)(torch.ones(1, 3, 4, 4), output_size=[20, 20])",
    "nn.ConvTranspose2d(3, 4, 3)(torch.ones(1, 3, 4, 4), output_size=[1, 2, 3])",
    "nn.BatchNorm2d(3)(torch.ones(2, 3))", "nn.BatchNorm1d(3)(torch.ones(2, 3, 4, 5))",
    "nn.InstanceNorm2d(3, affine=True)(torch.ones(1, 4, 2, 2))", "nn.Hardtanh(1, 0)",
    "nn.Bilinear(0, 1, 1)", "nn.Embedding(3, 2, padding_idx=3)", "nn.Unflatten(1, 3)",
    "nn.Embedding.from_pretrained(torch.ones(3))", "nn.Unflatten(1, ('a',))",
    "nn.Softmax2d()(torch.ones(2, 2))", "nn.HuberLoss(delta='a')", "nn.MultiMarginLoss(p=3)",
    "nn.TripletMarginLoss(margin=-1)", "nn.init.calculate_gain('x')",
    "nn.init.kaiming_uniform_(torch.ones(3))", "nn.init.xavier_normal_(torch.ones(3))",
    "nn.init.kaiming_normal_(torch.ones(3, 3), mode='x')", "nn.init.eye_(torch.ones(3))",
    "nn.init.dirac_(torch.ones(3, 3))", "nn.init.orthogonal_(torch.ones(3))",
    "nn.init.sparse_(torch.ones(3), 0.1)", "nn.utils.vector_to_parameters(3, [])",
    "m(torch.ones(2, 3))", "m(torch.ones(2, 2, dtype=torch.float64))",
    "nn.Embedding(3, 2)(torch.tensor([3]))", "nn.Conv2d(3, 4, 3)(torch.ones(1, 2, 5, 5))",
    "nn.LayerNorm(3)(torch.ones(2, 4))", "nn.LSTM(3, 4, dropout=2)", "nn.LSTM(3, 4.0)",
    "nn.LSTM(3, 0)", "nn.LSTM(3, 4, 0)", "nn.LSTM(3, 4, proj_size=-1)", "nn.GRU(3, 4, proj_size=1)",
    "nn.LSTM(3, 4, proj_size=4)", "nn.RNN(3, 4, nonlinearity='x')", "nn.RNNBase('x', 3, 4)",
    "nn.GRU(3, 4)(torch.ones(3))", "nn.GRU(3, 4)(torch.ones(2, 5))",
    "nn.GRU(3, 4)(torch.ones(2, 3).double())",
    "nn.GRU(3, 4)(torch.ones(2, 3), torch.ones(1, 1, 4))",
    "nn.GRU(3, 4)(torch.ones(2, 1, 3), torch.ones(1, 2, 4))", "nn.GRU(3, 4)(torch.ones(0, 1, 3))",
    "nn.LSTM(3, 4)(torch.ones(2, 3), (torch.ones(1, 4), torch.ones(1, 1, 4)))",
    "nn.RNNCell(3, 4)(torch.ones(1, 1, 3))", "nn.LSTMCell(3, 4)(torch.ones(2, 5))",
    "nn.RNNCell(3, 4, nonlinearity='x')(torch.ones(3))", "nn.MultiheadAttention(0, 1)",
    "nn.MultiheadAttention(6, 4)", "nn.TransformerEncoderLayer(6, 2, 8, activation='x')",
    "nn.MultiheadAttention(6, 2)(torch.ones(3, 6), torch.ones(3, 1, 6), torch.ones(3, 1, 6))",
    "nn.Transformer(6, 2, 1, 1, 8)(torch.ones(3, 2, 6), torch.ones(3, 1, 6))",
    "nn.AdaptiveLogSoftmaxWithLoss(8, 12, [])", "nn.AdaptiveLogSoftmaxWithLoss(8, 12, [5, 3])",
    "nn.AdaptiveLogSoftmaxWithLoss(8, 9, [4])(torch.ones(2, 8), torch.tensor([1]))",
    "nn.AdaptiveLogSoftmaxWithLoss(8, 9, [4])(torch.ones(2, 8), torch.tensor([1, 9]))",
    "nn.FractionalMaxPool2d(2)", "nn.FractionalMaxPool2d(2, 3, 0.5)",
    "nn.FractionalMaxPool2d(2, output_ratio=2)", "nn.CrossMapLRN2d(3)(torch.ones(2, 3))",
    "nn.SyncBatchNorm(3)(torch.ones(3))", "nn.EmbeddingBag(3, 2, padding_idx=3)",
    "nn.EmbeddingBag(3, 2)(torch.tensor([1]))",
    "nn.EmbeddingBag(3, 2, mode='x')(torch.tensor([[1]]))",
    "nn.EmbeddingBag.from_pretrained(torch.ones(3))", "nn.LazyLinear(2).weight.shape",
    "nn.LazyLinear(2).weight.sum()", "m.load_state_dict(nn.LazyLinear(2).state_dict())",
    "nn.LazyConv2d(3, 2)(torch.ones(2, 2))",
    "nn.LazyConv2d(4, 2, groups=2)(torch.ones(1, 3, 5, 5))",
    "nn.LazyBatchNorm2d()(torch.ones(2, 3))", "nn.LazyLinear(2).share_memory()",
    "nn.PixelShuffle(2)(torch.ones(1, 3, 2, 2))", "nn.PixelUnshuffle(2)(torch.ones(1, 1, 3, 3))",
    "nn.ChannelShuffle(2)(torch.ones(1, 3, 2, 2))", "nn.Fold(4, 2)(torch.ones(1, 3, 9))",
    "nn.Unfold(5)(torch.ones(1, 1, 3, 3))", "nn.factory_kwargs({'x': 1})",
    "nn.CrossEntropyLoss()(torch.ones(2, 3), torch.ones(3).long())",
]  # fmt: skip


@pytest.mark.parametrize("misuse", MISUSES)
def test_misuse_raises_the_same_type(misuse):
    types = []
    for library, layers in ((fb, nn), (torch, torch.nn)):
        names = {"nn": layers, "torch": library, "m": layers.Linear(2, 2)}
        names["net"] = layers.Sequential(layers.Linear(2, 2))
        error = error_of(eval, misuse, names)
        types.append(error and error[0])
    assert types[0] is types[1] is not None


@pytest.mark.filterwarnings("ignore:Full backward hook")  # the first input needs no gradient
def test_backward_hooks_see_the_same_gradients():
    seen = []
    for library, layers in ((fb, nn), (torch, torch.nn)):
        library.manual_seed(0)
        net = layers.Sequential(layers.Linear(3, 4), layers.Tanh(), layers.Linear(4, 2))
        calls = []

        def record(module, grad_input, grad_output, calls=calls):
            calls.append([None if g is None else array(g) for g in (*grad_input, *grad_output)])

        for module in net:
            module.register_full_backward_hook(record)
        net[1].register_full_backward_pre_hook(double)
        net(library.ones(2, 3)).sum().backward()
        calls.append([array(p.grad) for p in net.parameters()])
        seen.append(calls)
    assert len(seen[0]) == len(seen[1]) == 4
    for got, want in zip(*seen, strict=True):
        for g, w in zip(got, want, strict=True):
            assert (g is None) == (w is None)
            if w is not None:
                assert_same(g, w, "hook")


def double(module, grad_output):
    return tuple(grad * 2 for grad in grad_output)


@pytest.mark.parametrize("norm_type", [1.0, 2.0, float("inf")])
@pytest.mark.parametrize("max_norm", [0.5, 1e3])
def test_clip_grad_norm(norm_type, max_norm):
    results = []
    for library, layers in ((fb, nn), (torch, torch.nn)):
        library.manual_seed(0)
        net = layers.Sequential(layers.Linear(3, 4), layers.Linear(4, 2))
        net(library.ones(2, 3)).pow(2).sum().backward()
        total = layers.utils.clip_grad_norm_(net.parameters(), max_norm, norm_type)
        vector = layers.utils.parameters_to_vector(p.grad for p in net.parameters())
        results.append((array(total), array(vector)))
    for got, want in zip(*results, strict=True):
        assert_same(got, want, "clip")


def test_pickled_layers_give_the_same_outputs():
    mine, theirs = build(fb, nn).embed, build(torch, torch.nn).embed
    copy = pickle.loads(pickle.dumps(mine))
    x = np.array([1, 2])
    assert_same(array(copy(fb.from_numpy(x))), array(theirs(torch.from_numpy(x))), "pickled")
