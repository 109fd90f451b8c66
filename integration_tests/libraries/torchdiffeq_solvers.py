"""torchdiffeq: solvers of ordinary differential equations, and gradients by the adjoint."""

import math

import torch
from torchdiffeq import odeint, odeint_adjoint


class Decay(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.rate = torch.nn.Parameter(torch.tensor(-1.0))

    def forward(self, t, y):
        return self.rate * y


decay, t = Decay(), torch.linspace(0, 1, 5)
for method, error in (
    ("dopri5", 1e-5), ("dopri8", 1e-5), ("bosh3", 1e-4), ("adaptive_heun", 1e-4), ("rk4", 1e-4),
    ("midpoint", 1e-2), ("euler", 0.1), ("explicit_adams", 1e-2),
):  # fmt: skip
    y = odeint(decay, torch.tensor([1.0]), t, method=method)
    assert abs(y[-1].item() - math.exp(-1)) < error, method
odeint_adjoint(decay, torch.tensor([1.0]), t)[-1].sum().backward()
assert abs(decay.rate.grad.item() - math.exp(-1)) < 1e-4
