"""torchinfo: a table of a model's layers, by hooks on a forward pass."""

import torch
import torchinfo

model = torch.nn.Sequential(
    torch.nn.Conv2d(1, 8, 3), torch.nn.ReLU(), torch.nn.Flatten(), torch.nn.Linear(8 * 26 * 26, 10)
)
found = torchinfo.summary(model, (1, 1, 28, 28), verbose=0)
assert found.total_params == 80 + 54090 and found.trainable_params == found.total_params
assert "Conv2d: 1-1" in str(found) and "[1, 8, 26, 26]" in str(found)
assert found.total_mult_adds == 8 * 26 * 26 * 10 + 54090
