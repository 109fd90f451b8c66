"""Training steps in bfloat16 under autocast, large enough for the providers, against PyTorch's.

Both compute in bfloat16 and are compared with the same step in float64: Firebrick's results must be
as near to it as PyTorch's are, but for a factor that allows for another order of sums.
"""

import numpy as np
import pytest

import firebrick as fb

torch = pytest.importorskip("torch")
pytest.importorskip("ml_dtypes")

SLACK = 1.5


def mlp(lib):
    nn = lib.nn
    model = nn.Sequential(nn.Linear(96, 128), nn.ReLU(), nn.Linear(128, 64), nn.GELU(),
                          nn.LayerNorm(64), nn.Linear(64, 40))
    return model, (64, 96)


def network_of_convolutions(lib):
    nn = lib.nn
    model = nn.Sequential(
        nn.Conv2d(3, 16, 3, padding=1), nn.ReLU(), nn.BatchNorm2d(16), nn.MaxPool2d(2),
        nn.Conv2d(16, 32, 3, stride=2, groups=2, bias=False), nn.GELU(), nn.Conv2d(32, 40, 1),
        nn.AdaptiveAvgPool2d(1), nn.Flatten(),
    )
    return model, (8, 3, 20, 20)


def attention(lib):
    class Model(lib.nn.Module):
        def __init__(self):
            super().__init__()
            self.qkv, self.out = lib.nn.Linear(32, 96), lib.nn.Linear(32, 40)

        def forward(self, x):
            q, k, v = self.qkv(x).view(2, -1, 3, 4, 8).permute(2, 0, 3, 1, 4).unbind(0)
            found = lib.nn.functional.scaled_dot_product_attention(q, k, v, is_causal=True)
            return self.out((x.view(2, 4, -1, 8) + 0.5 * found).transpose(1, 2).flatten(2))

    return Model(), (2, 64, 32)


def lstm(lib):
    class Model(lib.nn.Module):
        def __init__(self):
            super().__init__()
            self.lstm, self.out = lib.nn.LSTM(24, 32, 2), lib.nn.Linear(32, 40)

        def forward(self, x):
            return self.out(self.lstm(x)[0])

    return Model(), (12, 16, 24)


def step(lib, build, dtype):
    """Loss and gradients of one step, in `dtype` where autocast has it so."""
    lib.manual_seed(0)
    model, shape = build(lib)
    exact = dtype == "float64"
    if exact:
        model = model.double()
    x = np.random.default_rng(0).standard_normal(shape)
    x = lib.from_numpy(x if exact else x.astype(np.float32)).requires_grad_()
    with lib.autocast("cpu", dtype=lib.bfloat16, enabled=not exact):
        out = model(x)
        if not exact:
            assert out.dtype is lib.bfloat16
    loss = (out.double() ** 2).mean()
    loss.backward()
    return [loss.detach().numpy()] + [
        t.grad.double().numpy() for t in (x, *model.parameters())
    ]


def error(found, exact):
    scale = np.abs(exact).max() + 1e-12
    return float(np.sqrt(((found - exact) ** 2).mean()) / scale)


@pytest.mark.parametrize("build", [mlp, network_of_convolutions, attention, lstm])
def test_a_step_is_as_exact_as_pytorchs(build):
    exact = step(torch, build, "float64")
    theirs, ours = (
        [error(f, e) for f, e in zip(step(lib, build, "bfloat16"), exact, strict=True)]
        for lib in (torch, fb)
    )
    for own, other in zip(ours, theirs, strict=True):
        assert own <= SLACK * other + 2e-3
