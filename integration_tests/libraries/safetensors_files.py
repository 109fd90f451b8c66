"""safetensors.torch: files, bytes, models and slices."""

import os
import tempfile

import safetensors
import torch
from safetensors.torch import load, load_file, load_model, save, save_file, save_model

model, other = torch.nn.Linear(2, 3), torch.nn.Linear(2, 3)
with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "model.safetensors")
    save_file(model.state_dict(), path, metadata={"format": "pt"})
    assert torch.equal(load_file(path)["weight"], model.weight)
    with safetensors.safe_open(path, "pt") as file:
        assert sorted(file.keys()) == ["bias", "weight"]
        assert torch.equal(file.get_slice("weight")[:1], model.weight[:1])
    save_model(model, path)
    assert load_model(other, path) == (set(), [])
assert torch.equal(other.bias, model.bias)
half = {"a": torch.arange(3).to(torch.bfloat16)}
assert torch.equal(load(save(half))["a"], half["a"])
