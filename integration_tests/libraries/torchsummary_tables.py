"""torchsummary: an older table of a model's layers."""

import contextlib
import io

import torch
import torchsummary

out = io.StringIO()
with contextlib.redirect_stdout(out):
    torchsummary.summary(torch.nn.Sequential(torch.nn.Linear(4, 3)), (4,), device="cpu")
assert "Linear-1" in out.getvalue() and "Total params: 15" in out.getvalue()
