"""nn.summary: counts, shapes and memory from a run without data, and that nothing else changes."""

import tracemalloc

import pytest

import firebrick_core as torch
import firebrick_nn as nn

# constructor | input | parameters | FLOPs of forward, by hand
TABLE = """
Linear(4, 8) | (5, 4) | 40 | 2 * 5 * 4 * 8
Linear(4, 8) | (2, 5, 4) | 40 | 2 * 10 * 4 * 8
Bilinear(3, 4, 5) | ((2, 3), (2, 4)) | 65 | 2 * 2 * 5 * 3 * 4 + 2 * 2 * 5 * 4
Conv1d(2, 3, 3) | (1, 2, 7) | 21 | 2 * 3 * 5 * 2 * 3
Conv2d(4, 6, 3, groups=2, stride=2) | (2, 4, 9, 9) | 114 | 2 * 2 * 6 * 16 * 2 * 9
Conv3d(1, 1, 2) | (1, 1, 3, 3, 3) | 9 | 2 * 8 * 8
ConvTranspose2d(4, 6, 3) | (2, 4, 5, 5) | 222 | 2 * 2 * 4 * 25 * 6 * 9
BatchNorm2d(3) | (2, 3, 4, 4) | 6 | 0
RNN(3, 4) | (5, 2, 3) | 36 | 2 * 10 * (3 * 4 + 4 * 4)
GRU(3, 4) | (5, 2, 3) | 108 | 2 * 10 * (3 * 12 + 4 * 12)
LSTM(3, 4) | (5, 2, 3) | 144 | 2 * 10 * (3 * 16 + 4 * 16)
LSTM(3, 4, proj_size=2) | (5, 2, 3) | 120 | 2 * 10 * (3 * 16 + 2 * 16 + 4 * 2)
MultiheadAttention(8, 2) | ((5, 2, 8),) * 3 | 288 | 2 * 10 * 4 * 64 + 2 * (2 * 4 * 25 * 4)
Embedding(10, 4) | torch.tensor([1, 2]) | 40 | 0
""".strip().split("\n")


@pytest.mark.parametrize("row", TABLE)
def test_parameters_and_flops(row):
    constructor, given, parameters, flops = row.split(" | ")
    found = nn.summary(eval(constructor, vars(nn)), eval(given, {"torch": torch}))
    assert (found.total_parameters, found.flops) == (int(parameters), eval(flops))


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.stem = nn.Linear(4, 8)
        self.blocks = nn.ModuleList(nn.Sequential(nn.Linear(8, 8), nn.ReLU()) for _ in range(2))
        self.unused = nn.Linear(3, 3)

    def forward(self, x, shift=0.0):
        x = self.stem(x) + shift
        for block in self.blocks:
            x = block(x)
        return self.blocks[0](x), {"x": x}


def test_layers_are_found_in_the_order_of_calls():
    found = nn.summary(Net(), (5, 4))
    assert [layer.name for layer in found] == [
        "", "stem", "blocks.0", "blocks.0.0", "blocks.0.1", "blocks.1", "blocks.1.0", "blocks.1.1",
    ]  # fmt: skip
    assert found["blocks.0"].calls == 2 and found["blocks.0"].flops == 2 * 2 * 5 * 64
    assert found["stem"].output_shapes == [(5, 8)] and found["stem"].input_shapes == [(5, 4)]
    assert found[""].output_shapes == [(5, 8), (5, 8)] and found["blocks.0.1"].depth == 2
    with pytest.raises(KeyError, match="no layer 'unused' was called"):
        found["unused"]


def test_parameters_that_are_tied_or_frozen():
    net = nn.Sequential(nn.Linear(4, 4), nn.Linear(4, 4))
    net[1].weight = net[0].weight
    net[0].bias.requires_grad_(False)
    found = nn.summary(net, (1, 4))
    assert (found.total_parameters, found.trainable_parameters) == (24, 20)
    assert found.parameter_bytes == 4 * 24


def test_memory_is_that_of_results_that_are_alive():
    net = nn.Sequential(nn.Linear(4, 100), nn.ReLU(), nn.Linear(100, 1))
    training = nn.summary(net, (10, 4))
    assert training.activation_bytes == 4 * (1000 + 10)  # ReLU's result and the output
    with torch.no_grad():
        inference = nn.summary(net, (10, 4))
    assert inference.activation_bytes == 4 * 10
    fixed = inference.parameter_bytes + inference.input_bytes
    assert inference.peak_bytes == fixed + 4 * 2000  # before and after ReLU


def test_memory_is_what_a_run_on_the_cpu_allocates():
    net = nn.Sequential(
        nn.Conv2d(3, 16, 3), nn.BatchNorm2d(16), nn.ReLU(), nn.MaxPool2d(2), nn.Flatten(),
        nn.Linear(16 * 49, 50), nn.Dropout(0.5), nn.Linear(50, 2),
    )  # fmt: skip
    x = torch.randn(16, 3, 16, 16)
    net(x)
    tracemalloc.start()
    try:
        output = net(x)
        measured, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert output.requires_grad
    assert nn.summary(net, x).activation_bytes == pytest.approx(measured, rel=0.1)


def test_views_and_changes_in_place_take_no_memory():
    class Views(nn.Module):
        def forward(self, x):
            return (x * 2).reshape(-1).relu_().view(2, 3).mT

    assert nn.summary(Views(), (3, 2)).activation_bytes == 4 * 6


@pytest.mark.parametrize("training", [True, False])
def test_nothing_changes(training):
    net = nn.Sequential(nn.Linear(4, 3), nn.BatchNorm1d(3), nn.Dropout(0.5)).train(training)
    torch.manual_seed(0)
    state = {name: value.clone() for name, value in net.state_dict().items()}
    drawn = torch.get_rng_state().clone()
    nn.summary(net, torch.randn(6, 4) if not training else (6, 4))
    for name, value in net.state_dict().items():
        assert torch.equal(value, state[name]) and value.device.type == "cpu"
    assert training is False or torch.equal(torch.get_rng_state(), drawn)
    assert not net._hooked and net.training is training


def test_inputs_in_every_form():
    net = Net()
    expected = nn.summary(net, (5, 4)).flops
    for args, kwargs in [
        ((torch.ones(5, 4),), {}), (((torch.ones(5, 4), 1.0),), {}), (((5, 4), 1.0), {}),
        ((torch.ones(5, 4),), {"shift": torch.ones(1)}), (((5, 4),), {"shift": torch.ones(8)}),
    ]:  # fmt: skip
        assert nn.summary(net, *args, **kwargs).flops == expected


def test_large_models_cost_nothing():
    found = nn.summary(nn.Linear(10**6, 10**6, device="meta"), (10**4, 10**6))
    assert found.flops == 2 * 10**16 and "3.638 TiB" in str(found)


def test_the_table():
    text = str(nn.summary(Net(), (5, 4)))
    assert text.splitlines()[0].split() == ["Layer", "Output", "shape", "Parameters", "FLOPs"]
    assert "    Linear (0) x2" in text and "Parameters: 196 (196 trainable)" in text


def test_errors_say_where():
    with pytest.raises(RuntimeError, match="2x3 and 4x8") as caught:
        nn.summary(Net(), (2, 3))
    assert caught.value.__notes__[0].startswith("in Net.stem: ")
    assert not Net()._hooked


def test_lazy_layers_are_refused():
    with pytest.raises(RuntimeError, match="'0.weight' has no shape yet. Call the model once"):
        nn.summary(nn.Sequential(nn.LazyLinear(3)), (2, 3))


def test_user_hooks_and_parametrizations_work():
    net = nn.utils.parametrizations.weight_norm(nn.Linear(4, 3))
    net.register_forward_hook(lambda module, args, output: output[0])
    assert nn.summary(net, (2, 4)).layers[0].parameters == 18


class Keeps(nn.Module):
    """Tensors that are no buffers, and things that forward changes."""

    def __init__(self):
        super().__init__()
        self.factor = torch.ones(3)
        self.calls = 0

    def forward(self, x):
        self.calls += 1
        self.last = x * self.factor
        return torch.cat([self.last, torch.zeros(len(x), 1)], dim=1)


def test_attributes_stay_as_they_are():
    module = Keeps()
    assert nn.summary(module, (2, 3)).layers[0].output_shapes == [(2, 4)]
    assert module.calls == 0 and not module.factor.is_meta and not hasattr(module, "last")


def test_weights_that_hooks_compute_stay_as_they_are():
    layer = nn.utils.prune.l1_unstructured(nn.Linear(3, 2), "weight", 2)
    weight = layer.weight
    nn.summary(nn.Sequential(layer), (2, 3))
    assert layer.weight is weight


def test_packed_sequences():
    packed = nn.utils.rnn.pack_sequence([torch.ones(3, 4), torch.ones(2, 4)])
    assert nn.summary(nn.RNN(4, 5), packed).flops == 2 * 5 * (4 * 5 + 5 * 5)
