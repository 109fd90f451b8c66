"""Initial values: what distribution, in place and unrecorded, and what is refused."""

import numpy as np
import pytest

import firebrick_core as torch
from firebrick_nn import init

FILLED = [
    # name, arguments, mean, standard deviation, smallest, largest (of a 200 x 100 weight)
    ("uniform_", (-1.0, 3.0), 1.0, 4 / np.sqrt(12), -1.0, 3.0),
    ("normal_", (2.0, 0.5), 2.0, 0.5, -1.0, 5.0),
    ("trunc_normal_", (), 0.0, 0.8796, -2.0, 2.0),
    ("trunc_normal_", (0.0, 1.0, 1.0, 9.0), 1.5251, 0.4461, 1.0, 6.0),
    ("trunc_normal_", (0.0, 1.0, -0.1, 0.1), 0.0, 0.0577, -0.1, 0.1),
    ("constant_", (0.25,), 0.25, 0.0, 0.25, 0.25),
    ("ones_", (), 1.0, 0.0, 1.0, 1.0),
    ("zeros_", (), 0.0, 0.0, 0.0, 0.0),
    ("eye_", (), 0.005, 0.0705, 0.0, 1.0),
    ("xavier_uniform_", (), 0.0, np.sqrt(2 / 300), -np.sqrt(6 / 300), np.sqrt(6 / 300)),
    ("xavier_normal_", (2.0,), 0.0, 2 * np.sqrt(2 / 300), -1.0, 1.0),
    ("kaiming_uniform_", (), 0.0, np.sqrt(2 / 100), -np.sqrt(6 / 100), np.sqrt(6 / 100)),
    ("kaiming_uniform_", (0.0, "fan_out"), 0.0, np.sqrt(2 / 200), -0.18, 0.18),
    ("kaiming_normal_", (0.0, "fan_in", "linear"), 0.0, 0.1, -0.6, 0.6),
    ("sparse_", (0.3, 1.0), 0.0, np.sqrt(0.7), -6.0, 6.0),
    ("orthogonal_", (2.0,), 0.0, 2 / np.sqrt(200), -1.0, 1.0),
]


@pytest.mark.parametrize("name, args, mean, std, low, high", FILLED)
def test_fills_in_place_from_the_right_distribution(name, args, mean, std, low, high):
    tensor = torch.empty(200, 100, requires_grad=True)
    assert getattr(init, name)(tensor, *args) is tensor
    assert tensor.requires_grad and tensor.is_leaf
    values = tensor.detach().numpy()
    assert values.min() >= low - 1e-6 and values.max() <= high + 1e-6
    assert values.mean() == pytest.approx(mean, abs=4 * std / np.sqrt(values.size) + 1e-6)
    assert values.std() == pytest.approx(std, rel=0.03, abs=1e-7)


RANDOM = sorted({row[0] for row in FILLED if row[3] and row[0] != "eye_"})


@pytest.mark.parametrize("name", RANDOM)
def test_a_generator_decides_alone(name):
    args = (0.5,) if name == "sparse_" else ()

    def filled(seed):
        generator = torch.Generator().manual_seed(seed)
        return getattr(init, name)(torch.empty(30, 20), *args, generator=generator).numpy()

    torch.manual_seed(5)
    first = filled(1)
    torch.manual_seed(5)  # sparse_ takes its rows from the default generator, as PyTorch's does
    np.testing.assert_array_equal(first, filled(1))
    assert not np.array_equal(first, filled(2))


@pytest.mark.parametrize("shape", [(6, 4), (4, 6), (4, 2, 3)])
def test_orthogonal(shape):
    matrix = init.orthogonal_(torch.empty(shape)).numpy().reshape(shape[0], -1)
    if matrix.shape[0] > matrix.shape[1]:
        matrix = matrix.T
    np.testing.assert_allclose(matrix @ matrix.T, np.eye(len(matrix)), atol=1e-6)


def test_sparse_zeroes_a_fraction_of_each_column():
    values = init.sparse_(torch.empty(10, 7), 0.25).numpy()
    assert ((values == 0).sum(0) == 3).all()


@pytest.mark.parametrize("shape", [(4, 3, 5), (4, 3, 3, 5), (4, 3, 3, 5, 1)])
def test_dirac_passes_channels_on(shape):
    values = init.dirac_(torch.empty(shape)).numpy()
    center = values[(slice(None), slice(None), *(n // 2 for n in shape[2:]))]
    np.testing.assert_array_equal(center, np.eye(4, 3))
    assert values.sum() == 3


def test_dirac_groups():
    values = init.dirac_(torch.empty(4, 2, 3), groups=2).numpy()
    np.testing.assert_array_equal(values[:, :, 1], [[1, 0], [0, 1], [1, 0], [0, 1]])


GAINS = [("linear", 1), ("tanh", 5 / 3), ("relu", np.sqrt(2)), ("leaky_relu", np.sqrt(2 / 1.0001))]


@pytest.mark.parametrize("name, gain", GAINS)
def test_gains(name, gain):
    assert init.calculate_gain(name) == pytest.approx(gain)


REFUSED = [
    ("calculate_gain('x')", "Unsupported nonlinearity x"),
    ("calculate_gain('leaky_relu', 'a')", "negative_slope a not a valid number"),
    ("calculate_gain('leaky_relu', True)", "negative_slope True not a valid number"),
    ("kaiming_uniform_(torch.ones(3))", "fewer than 2 dimensions"),
    ("kaiming_normal_(torch.ones(3, 3), mode='x')", "Mode x not supported"),
    ("xavier_uniform_(torch.ones(3))", "fewer than 2 dimensions"),
    ("eye_(torch.ones(3))", "Only tensors with 2 dimensions"),
    ("sparse_(torch.ones(3), 0.1)", "Only tensors with 2 dimensions"),
    ("orthogonal_(torch.ones(3))", "2 or more dimensions"),
    ("dirac_(torch.ones(3, 3))", "3, 4, or 5 dimensions"),
    ("dirac_(torch.ones(3, 3, 3), 2)", "dim 0 must be divisible by groups"),
]


@pytest.mark.parametrize("code, message", REFUSED)
def test_refusals(code, message):
    with pytest.raises(ValueError, match=message):
        eval(f"init.{code}", {"init": init, "torch": torch})


def test_warnings():
    with pytest.warns(UserWarning, match="zero-element tensors is a no-op"):
        init.kaiming_uniform_(torch.empty(0, 3))
    with pytest.warns(UserWarning, match="mean is more than 2 std from"):
        init.trunc_normal_(torch.empty(2), mean=9.0)


def deprecated_names():
    return [name for name in init.__all__ if name + "_" in init.__all__]


@pytest.mark.parametrize("name", deprecated_names())
def test_old_names_warn_and_do_the_same(name):
    shape = (3, 2, 3) if name == "dirac" else (3, 2)
    args = {"constant": (1.0,), "sparse": (0.5,)}.get(name, ())
    torch.manual_seed(0)
    expected = getattr(init, name + "_")(torch.empty(shape), *args)
    torch.manual_seed(0)
    with pytest.warns(FutureWarning, match=f"`nn.init.{name}` is now deprecated"):
        assert torch.equal(getattr(init, name)(torch.empty(shape), *args), expected)


META = ["uniform_", "normal_", "trunc_normal_", "zeros_", "kaiming_uniform_", "orthogonal_", "eye_"]


@pytest.mark.parametrize("name", META)
def test_the_meta_device_has_nothing_to_fill(name):
    tensor = torch.empty(3, 2, device="meta")
    assert getattr(init, name)(tensor) is tensor
