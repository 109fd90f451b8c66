"""timm: a ResNet and a vision transformer by name, trained for a step."""

import timm
import torch

torch.manual_seed(0)
for name, parameters in (("resnet18", 11181642), ("vit_tiny_patch16_224", 5526346)):
    model = timm.create_model(name, num_classes=10)
    assert sum(p.numel() for p in model.parameters()) == parameters
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
    loss = torch.nn.functional.cross_entropy(
        model(torch.randn(2, 3, 224, 224)), torch.tensor([1, 2])
    )
    loss.backward()
    optimizer.step()
    assert all(p.grad is not None for p in model.parameters())
features = timm.create_model("resnet18", features_only=True)
assert len(features(torch.randn(1, 3, 64, 64))) == 5
