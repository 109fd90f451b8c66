"""U-Net: a way down by pooling, a way up by transposed convolutions, and connections across."""

import torch
import torch.nn as nn


def double(inputs, outputs):
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, 3, padding=1, bias=False), nn.BatchNorm2d(outputs),
        nn.ReLU(inplace=True),
        nn.Conv2d(outputs, outputs, 3, padding=1, bias=False), nn.BatchNorm2d(outputs),
        nn.LeakyReLU(0.1),
    )


class UNet(nn.Module):
    def __init__(self, widths=(4, 8, 12)):
        super().__init__()
        self.downs = nn.ModuleList()
        channels = 1
        for width in widths[:-1]:
            self.downs.append(double(channels, width))
            channels = width
        self.pool = nn.MaxPool2d(2, 2)
        self.bottleneck = double(channels, widths[-1])
        self.ups = nn.ModuleDict()
        for i, width in enumerate(reversed(widths[:-1])):
            above = widths[len(widths) - 1 - i]
            self.ups[f"up{i}"] = nn.ConvTranspose2d(above, width, kernel_size=2, stride=2)
            self.ups[f"conv{i}"] = double(2 * width, width)
        self.refine = nn.Upsample(scale_factor=1.0, mode="bilinear", align_corners=False)
        self.final = nn.Conv2d(widths[0], 1, kernel_size=1)

    def forward(self, x):
        skips = []
        for down in self.downs:
            x = down(x)
            skips.append(x)
            x = self.pool(x)
        x = self.bottleneck(x)
        for i, skip in enumerate(reversed(skips)):
            x = self.ups[f"up{i}"](x)
            if x.shape != skip.shape:
                x = nn.functional.interpolate(x, size=skip.shape[2:], mode="nearest")
            x = self.ups[f"conv{i}"](torch.cat((skip, x), dim=1))
        return self.final(self.refine(x))


def dice(logits, masks):
    probabilities = logits.sigmoid()
    overlap = (probabilities * masks).sum(dim=(1, 2, 3))
    total = probabilities.sum((1, 2, 3)) + masks.sum((1, 2, 3))
    return 1 - ((2 * overlap + 1) / (total + 1)).mean()


def train(steps):
    torch.manual_seed(0)
    model = UNet()
    optimizer = torch.optim.RMSprop(model.parameters(), lr=1e-3, weight_decay=1e-6)
    bce = nn.BCEWithLogitsLoss(pos_weight=torch.tensor([2.0]))
    images = torch.rand(4, 1, 18, 18)
    masks = (images > 0.6).float()
    losses = []
    for _ in range(steps):
        logits = model(images)
        loss = bce(logits, masks) + dice(logits, masks)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses
