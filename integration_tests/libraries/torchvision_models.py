"""torchvision: models, and transforms of tensors; its compiled operators (`nms`) need PyTorch."""

import torch
from torchvision import models
from torchvision.transforms import v2

torch.manual_seed(0)
image = torch.rand(3, 48, 64)
for name in ("resnet18", "mobilenet_v3_small"):
    model = getattr(models, name)(num_classes=7).eval()
    with torch.no_grad():
        assert model(image[None]).shape == (1, 7)
prepare = v2.Compose(
    [
        v2.Resize(32),
        v2.RandomHorizontalFlip(),
        v2.CenterCrop(24),
        v2.Normalize([0.5] * 3, [0.2] * 3),
    ]
)
assert prepare(image).shape == (3, 24, 24)
