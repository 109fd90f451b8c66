"""Module: registration, traversal, modes, conversion, printing, and what each refuses."""

import pytest

import firebrick_core as torch
import firebrick_nn as nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(2, 3), nn.ReLU(), nn.Linear(3, 1))
        self.norm = nn.BatchNorm1d(1)

    def forward(self, x):
        return self.norm(self.layers(x))


def names(pairs):
    return [name for name, _ in pairs]


def test_named_members_are_in_order_of_definition():
    net = Net()
    assert names(net.named_parameters()) == [
        "layers.0.weight", "layers.0.bias", "layers.2.weight", "layers.2.bias", "norm.weight",
        "norm.bias",
    ]  # fmt: skip
    buffers = ["norm.running_mean", "norm.running_var", "norm.num_batches_tracked"]
    assert names(net.named_buffers()) == buffers
    assert names(net.named_modules()) == [
        "", "layers", "layers.0", "layers.1", "layers.2", "norm",
    ]  # fmt: skip
    assert names(net.named_children()) == ["layers", "norm"]
    assert list(net.children()) == [net.layers, net.norm]
    assert list(net.modules())[0] is net


def test_prefix_and_recurse():
    net = Net()
    assert names(net.norm.named_parameters("n")) == ["n.weight", "n.bias"]
    assert names(net.named_modules(prefix="net"))[:2] == ["net", "net.layers"]
    assert list(net.parameters(recurse=False)) == [] == list(net.buffers(recurse=False))
    assert len(list(net.norm.buffers(recurse=False))) == 3


def test_shared_members_come_once_unless_asked():
    net = nn.Module()
    net.a = nn.Linear(2, 2)
    net.b = net.a
    net.c = nn.Linear(2, 2)
    net.c.weight = net.a.weight
    assert names(net.named_parameters()) == ["a.weight", "a.bias", "c.bias"]
    assert names(net.named_children()) == ["a", "c"]
    assert len(list(net.modules())) == 3 and len(list(net.modules(remove_duplicate=False))) == 4
    everything = names(net.named_parameters(remove_duplicate=False))
    assert everything == ["a.weight", "a.bias", "b.weight", "b.bias", "c.weight", "c.bias"]
    assert names(net.named_modules(remove_duplicate=False)) == ["", "a", "b", "c"]


def test_paths_lead_to_members():
    net = Net()
    assert net.get_submodule("") is net
    assert net.get_submodule("layers.2") is net.layers[2]
    assert net.get_parameter("layers.0.weight") is net.layers[0].weight
    assert net.get_buffer("norm.running_var") is net.norm.running_var
    net.set_submodule("layers.1", nn.Tanh())
    assert isinstance(net.layers[1], nn.Tanh)
    net.set_submodule("fresh", nn.Tanh())
    assert isinstance(net.fresh, nn.Tanh)


WRONG_PATHS = [
    ("net.get_submodule('layers.7')", AttributeError, "Sequential has no attribute `7`"),
    ("net.get_submodule('norm.weight')", AttributeError, "`weight` is not an nn.Module"),
    ("net.get_parameter('layers.0')", AttributeError, "`0` is not an nn.Parameter"),
    ("net.get_parameter('norm.running_mean')", AttributeError, "`running_mean` is not an nn.Param"),
    ("net.get_parameter('x.y.z')", AttributeError, "Net has no attribute `x`"),
    ("net.get_buffer('norm.weight')", AttributeError, "`weight` is not a buffer"),
    ("net.set_submodule('', net)", ValueError, "without a target name"),
    ("net.set_submodule('norm', 3)", ValueError, "is not an nn.Module, found <class 'int'>"),
    ("net.set_submodule('norm.weight', nn.ReLU())", AttributeError, "`weight` is not an nn.Module"),
    ("net.set_submodule('x', nn.ReLU(), strict=True)", AttributeError, "has no attribute `x`"),
]
WRONG_NAMES = [
    ("net.register_parameter(3, None)", TypeError, "parameter name should be a string. Got int"),
    ("net.register_buffer('', None)", KeyError, "buffer name .* be empty string"),
    ("net.add_module('a.b', None)", KeyError, "module name .* contain .*, got: a.b"),
    ("net.register_module('norm2', 3)", TypeError, "int is not a Module subclass"),
    ("net.register_parameter('forward', None)", KeyError, "attribute 'forward' already exists"),
    ("net.register_buffer('norm', None)", KeyError, "attribute 'norm' already exists"),
]
WRONG_VALUES = [
    ("net.register_parameter('w', torch.ones(1))", TypeError, "'torch.FloatTensor' object to"),
    ("net.register_parameter('w', 'text')", TypeError, "'str' object to parameter 'w'"),
    ("net.register_buffer('w', 3)", TypeError, "cannot assign 'int' object to buffer 'w'"),
    ("net.norm.weight = torch.ones(1)", TypeError, "as parameter 'weight' .torch.nn.Parameter or"),
    ("net.norm = len", TypeError, "as child module 'norm' .torch.nn.Module or None exp"),
    ("net.norm.running_mean = 'text'", TypeError, "cannot assign 'str' as buffer 'running_mean'"),
    ("nn.Parameter([1.0])", TypeError, "data must be a Tensor, not list"),
    ("nn.Parameter(torch.tensor([1]))", RuntimeError, "floating point"),
]
WRONG_CALLS = [
    ("nn.Module()(1)", NotImplementedError, r"Module \[Module\] is missing the required"),
    ("nn.Module(3)", TypeError, "takes 1 positional argument but 2 were given"),
    ("nn.Module(size=3)", TypeError, "unexpected keyword argument 'size'"),
    ("net.train(1)", ValueError, "training mode is expected to be boolean"),
    ("net.to(torch.int64)", TypeError, "only accepts floating point or complex dtypes, but got"),
    ("net.to(1.5)", TypeError, "invalid combination of arguments - got .float"),
    ("net.to('cpu', torch.float32, True, 3, 4)", TypeError, "invalid combination of arguments"),
    ("net.to(torch.float32, dtype=torch.float32)", TypeError, "invalid combination of arguments"),
    ("net.to(colour='red')", TypeError, "got .colour=str"),
    ("net.nothing", AttributeError, "'Net' object has no attribute 'nothing'"),
    ("delattr(net, 'nothing')", AttributeError, "nothing"),
]


@pytest.mark.parametrize(
    "code, error, message", [*WRONG_PATHS, *WRONG_NAMES, *WRONG_VALUES, *WRONG_CALLS]
)
def test_refusals(code, error, message):
    with pytest.raises(error, match=message):
        exec(code, {"net": Net(), "nn": nn, "torch": torch})


ASSIGNMENTS = {
    "parameters": "self.w = nn.Parameter(torch.ones(1))",
    "module": "self.w = nn.ReLU()",
    "buffer": "self.register_buffer('w', torch.ones(1))",
    "parameter": "self.register_parameter('w', None)",
}


@pytest.mark.parametrize("kind", ASSIGNMENTS)
def test_assigning_before_init_is_refused(kind):
    class Forgot(nn.Module):
        def __init__(self):
            exec(ASSIGNMENTS[kind], {"self": self, "nn": nn, "torch": torch})

    with pytest.raises(AttributeError, match=f"cannot assign {kind} before Module.__init__"):
        Forgot()


def test_computed_tensors_are_no_parameters():
    weight = nn.Parameter(torch.ones(1))
    module = nn.Module()
    module.product = weight * 2
    assert not list(module.parameters())
    assert type(weight * 2) is torch.Tensor and type(weight.detach()) is torch.Tensor


def test_train_and_eval_reach_everything():
    net = Net()
    assert net.eval() is net and not any(m.training for m in net.modules())
    assert net.train() is net and all(m.training for m in net.modules())


def test_requires_grad_can_be_switched():
    net = Net()
    assert net.requires_grad_(False) is net
    assert not any(p.requires_grad for p in net.parameters())
    assert not net(torch.ones(2, 2)).requires_grad
    assert all(p.requires_grad for p in net.requires_grad_().parameters())


def test_apply_goes_from_the_leaves_up():
    seen = []
    net = Net()
    assert net.apply(seen.append) is net
    assert seen == [*net.layers, net.layers, net.norm, net]


CONVERSIONS = [
    ("net.to(torch.float64)", "float64"), ("net.to('cpu', torch.float64)", "float64"),
    ("net.to(dtype=torch.float64)", "float64"), ("net.to(torch.zeros(1).double())", "float64"),
    ("net.to('cpu', torch.float64, True)", "float64"), ("net.to(torch.float64, True)", "float64"),
    ("net.to(device='cpu')", "float32"), ("net.double()", "float64"), ("net.half()", "float16"),
    ("net.double().float()", "float32"), ("net.cpu()", "float32"), ("net.to()", "float32"),
]  # fmt: skip


@pytest.mark.parametrize("code, dtype", CONVERSIONS)
def test_conversions(code, dtype):
    net = Net()
    parameters = list(net.parameters())
    net.layers[0].weight.grad = torch.ones(3, 2)
    assert eval(code, {"net": net, "torch": torch}) is net
    dtype = getattr(torch, dtype)
    assert all(p.dtype == dtype and p.requires_grad for p in net.parameters())
    assert net.layers[0].weight.grad.dtype == dtype
    assert net.norm.running_mean.dtype == dtype
    assert net.norm.num_batches_tracked.dtype == torch.int64
    assert all(a is b for a, b in zip(parameters, net.parameters(), strict=True))


@pytest.mark.parametrize("first_float", [True, False])
def test_gradients_have_the_dtype_that_the_parameters_were_converted_to(first_float):
    layer = nn.Linear(2, 1)
    if first_float:
        layer(torch.ones(1, 2)).sum().backward()
    layer.double()
    layer(torch.ones(1, 2).double()).sum().backward()
    assert layer.weight.grad.dtype == layer.bias.grad.dtype == torch.float64
    assert layer.weight.grad.tolist() == [[1.0 + first_float] * 2]


def test_a_conversion_that_changes_nothing_keeps_the_memory():
    layer = nn.Linear(2, 2)
    before = layer.weight.data_ptr()
    assert layer.to(torch.float32).cpu().float().weight.data_ptr() == before


def test_modules_can_be_made_on_the_meta_device():
    net = nn.Sequential(nn.Linear(2, 3, device="meta"), nn.BatchNorm1d(3, device="meta"))
    assert all(p.is_meta for p in [*net.parameters(), *net.buffers()])
    net.to_empty(device="cpu")
    assert all(p.is_cpu for p in [*net.parameters(), *net.buffers()])
    assert net[0].weight.shape == (3, 2) and net[0].weight.requires_grad


def test_repr_nests():
    class Outer(nn.Module):
        def __init__(self):
            super().__init__()
            self.inner = nn.Sequential(nn.ReLU())
            self.empty = nn.Sequential()

        def extra_repr(self):
            return "first\nsecond"

    expected = """Outer(
  first
  second
  (inner): Sequential(
    (0): ReLU()
  )
  (empty): Sequential()
)"""
    assert repr(Outer()) == expected


def test_dir_names_members_but_no_numbers():
    net = Net()
    found = dir(net)
    assert {"layers", "norm", "forward", "training", "_parameters"} <= set(found)
    assert {"running_mean", "weight"} <= set(dir(net.norm))
    assert found == sorted(found) and "0" not in dir(net.layers)


def test_call_super_init_reaches_a_second_base():
    class Named:
        def __init__(self, name="?"):
            self.name = name

    class Both(nn.Module, Named):
        call_super_init = True

        def __init__(self, name):
            super().__init__(name)

    assert Both("me").name == "me"


def test_buffers_can_be_assigned():
    module = nn.Module()
    module.a = nn.Buffer(torch.ones(1))
    module.b = nn.Buffer(torch.ones(1), persistent=False)
    assert names(module.named_buffers()) == ["a", "b"]
    assert list(module.state_dict()) == ["a"]
    assert isinstance(module.a, nn.Buffer) and not isinstance(torch.ones(1), nn.Buffer)
    module.a = torch.zeros(1)
    assert module._buffers["a"].item() == 0


def test_none_keeps_a_name():
    layer = nn.Linear(2, 2, bias=False)
    assert layer.bias is None and "bias" in layer._parameters
    layer.bias = nn.Parameter(torch.ones(2))
    assert list(layer.state_dict()) == ["weight", "bias"]
    layer.bias = None
    assert list(layer.state_dict()) == ["weight"]


def test_parameters_share_the_memory_of_their_data():
    data = torch.zeros(2)
    parameter = nn.Parameter(data)
    data.fill_(3)
    assert parameter.tolist() == [3, 3]
    assert not nn.Parameter(data, requires_grad=False).requires_grad
    assert nn.Parameter().shape == (0,)
    assert repr(parameter).startswith("Parameter containing:\ntensor([3., 3.]")


REFUSED = [
    (lambda m: m.to(torch.float16, "cpu"), TypeError, "invalid combination of arguments"),
    (lambda m: m.type(3), TypeError, "give one such as torch.float32"),
    (lambda m: m.to("meta").to("cpu"), NotImplementedError, "use torch.nn.Module.to_empty"),
    (lambda m: m.xpu(), RuntimeError, "xpu"),
    (lambda m: m.ipu(0), RuntimeError, "ipu"),
    (lambda m: m.mtia(), RuntimeError, "mtia"),
]


@pytest.mark.parametrize("convert, kind, message", REFUSED)
def test_conversions_that_are_refused(convert, kind, message):
    with pytest.raises(kind, match=message):
        convert(nn.Linear(2, 2))


def test_compiling_leaves_a_module_as_it_is():
    net = Net()
    before = net(torch.ones(2, 2))
    assert net.compile(fullgraph=True, mode="max-autotune") is None
    assert torch.equal(net(torch.ones(2, 2)), before) and not net.dump_patches


def test_sharing_memory_keeps_the_tensors():
    net = Net()
    net(torch.ones(2, 2)).sum().backward()
    members = [*net.parameters(), *net.buffers()]
    assert net.share_memory() is net
    assert all(a is b for a, b in zip([*net.parameters(), *net.buffers()], members, strict=True))
    assert all(t.is_shared() for t in members)
    assert all(p.grad.is_shared() for p in net.parameters())
