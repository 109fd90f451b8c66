"""Fused layers equal the two they are made of; older norms; memory formats; modules without values.
"""

import pytest

import firebrick_core as torch
import firebrick_nn as nn
from firebrick_nn import utils
from firebrick_nn.utils import fusion

# layer | its normalisation | input
FUSED = """
Conv1d(2, 3, 2) | BatchNorm1d(3) | 2, 2, 5
Conv2d(2, 3, 2, bias=False) | BatchNorm2d(3) | 2, 2, 5, 5
Conv2d(2, 4, 2, groups=2) | BatchNorm2d(4, affine=False) | 2, 2, 5, 5
Conv3d(2, 3, 2) | BatchNorm3d(3, eps=0.1) | 2, 2, 3, 3, 3
ConvTranspose2d(2, 3, 2) | BatchNorm2d(3) | 2, 2, 5, 5
Linear(2, 3) | BatchNorm1d(3) | 4, 2
Linear(2, 3, bias=False) | BatchNorm1d(3) | 4, 2
""".strip().split("\n")


@pytest.mark.parametrize("row", FUSED)
def test_fusing(row):
    layer, norm, shape = (eval(part, vars(nn)) for part in row.split(" | "))
    for buffer in (norm.running_mean, norm.running_var):
        buffer.uniform_(0.5, 2.0)
    layer, norm, x = layer.eval(), norm.eval(), torch.randn(*shape)
    if isinstance(layer, nn.Linear):
        fused = fusion.fuse_linear_bn_eval(layer, norm)
    else:
        fused = fusion.fuse_conv_bn_eval(layer, norm, isinstance(layer, nn.ConvTranspose2d))
    assert torch.allclose(fused(x), norm(layer(x)), atol=1e-5)
    assert fused is not layer and isinstance(fused.bias, nn.Parameter)


def test_one_channel_for_all_features():
    linear, norm = nn.Linear(2, 3).eval(), nn.BatchNorm1d(1).eval()
    fused = fusion.fuse_linear_bn_eval(linear, norm)
    assert torch.allclose(fused.weight, linear.weight / (1 + 1e-5) ** 0.5)


ERRORS = [
    (
        lambda: fusion.fuse_conv_bn_eval(nn.Conv1d(1, 1, 1), nn.BatchNorm1d(1)), AssertionError,
        "only for eval",
    ),
    (
        lambda: fusion.fuse_linear_bn_eval(nn.Linear(2, 3).eval(), nn.BatchNorm1d(2).eval()),
        AssertionError, "linear.out_features=3 and bn.num_features=2",
    ),
    (
        lambda: fusion.fuse_linear_bn_eval(
            nn.Linear(2, 3).eval(), nn.BatchNorm1d(3, track_running_stats=False).eval()),
        AssertionError, "running statistics",
    ),
    (lambda: utils.skip_init(nn.ReLU), RuntimeError, "Module must support a 'device' arg"),
    (lambda: utils.skip_init(int), RuntimeError, "Expected a Module"),
    (lambda: utils.remove_weight_norm(nn.Linear(1, 1)), ValueError, "weight_norm of 'weight'"),
    (lambda: utils.remove_spectral_norm(nn.Linear(1, 1)), ValueError, "spectral_norm of 'weight'"),
    (
        lambda: utils.spectral_norm(utils.spectral_norm(nn.Linear(1, 1))), RuntimeError,
        "two spectral_norm hooks",
    ),
    (
        lambda: utils.spectral_norm(nn.Linear(1, 1), n_power_iterations=0), ValueError,
        "n_power_iterations to be positive",
    ),
    (
        lambda: utils.spectral_norm(nn.Linear(1, 1, bias=False), "bias"), ValueError,
        "parameter `bias` is None",
    ),
]  # fmt: skip


@pytest.mark.parametrize("call, kind, message", ERRORS)
def test_errors(call, kind, message):
    with pytest.raises(kind, match=message):
        call()


def test_memory_formats():
    net = nn.Sequential(nn.Conv2d(2, 3, 3), nn.Linear(2, 2), nn.ConvTranspose2d(2, 3, 3))
    weight = net[0].weight
    values = weight.detach().clone()
    assert utils.convert_conv2d_weight_memory_format(net, torch.channels_last) is net
    assert net[0].weight is weight and torch.equal(weight, values)
    assert weight.stride() == (18, 1, 6, 2) and net[2].weight.stride() == (27, 1, 9, 3)
    conv = utils.convert_conv3d_weight_memory_format(nn.Conv3d(2, 3, 3), torch.channels_last_3d)
    assert conv.weight.stride() == (54, 1, 18, 6, 2)


def test_modules_without_values():
    state = torch.get_rng_state()
    layer = utils.skip_init(nn.Linear, 3, 2, bias=False)
    assert layer.weight.shape == (2, 3) and layer.bias is None and layer.weight.is_cpu
    assert torch.equal(torch.get_rng_state(), state)
    assert utils.skip_init(nn.Linear, 3, 2, device="meta").weight.is_meta


def weight_norm(*args, **kwargs):
    with pytest.warns(FutureWarning, match="parametrizations.weight_norm"):
        return utils.weight_norm(*args, **kwargs)


def test_the_older_weight_norm():
    layer = nn.Linear(3, 2)
    weight, x = layer.weight.detach().clone(), torch.ones(1, 3)
    assert weight_norm(layer) is layer
    assert list(layer.state_dict()) == ["bias", "weight_g", "weight_v"]
    assert torch.allclose(layer.weight, weight)
    with torch.no_grad():
        layer.weight_g.mul_(2)
    assert torch.allclose(layer(x) - layer.bias, 2 * x @ weight.mT, atol=1e-6)
    with pytest.warns(FutureWarning), pytest.raises(RuntimeError, match="two weight_norm hooks"):
        utils.weight_norm(layer)
    utils.remove_weight_norm(layer)
    assert isinstance(layer.weight, nn.Parameter) and torch.allclose(layer.weight, 2 * weight)
    assert not layer._forward_pre_hooks


def test_the_older_spectral_norm():
    layer = utils.spectral_norm(nn.Linear(5, 4), n_power_iterations=30)
    layer(torch.ones(1, 5)).sum().backward()
    assert torch.linalg.matrix_norm(layer.weight, 2).item() == pytest.approx(1, abs=1e-4)
    assert layer.weight_orig.grad is not None
    state = layer.state_dict()
    assert list(state) == ["bias", "weight_orig", "weight_u", "weight_v"]
    assert state._metadata[""]["spectral_norm"] == {"weight.version": 1}
    before = layer.weight_u.clone()
    layer.eval()(torch.ones(1, 5))
    assert torch.equal(layer.weight_u, before)
    weight = layer.weight.detach().clone()
    utils.remove_spectral_norm(layer)
    assert torch.allclose(layer.weight, weight) and "spectral_norm" not in (
        layer.state_dict()._metadata[""]
    )
