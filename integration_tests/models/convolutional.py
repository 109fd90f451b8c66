"""Image classifiers in small: ResNet, VGG, MobileNet and DenseNet, each trained for some steps."""

import torch
import torch.nn as nn
import torch.nn.functional as F
from torch import Tensor
from torch.nn.modules.batchnorm import _BatchNorm


class BasicBlock(nn.Module):
    expansion = 1

    def __init__(self, inputs: int, outputs: int, stride: int = 1) -> None:
        super().__init__()
        self.conv1 = nn.Conv2d(inputs, outputs, 3, stride, 1, bias=False)
        self.bn1 = nn.BatchNorm2d(outputs)
        self.conv2 = nn.Conv2d(outputs, outputs, 3, 1, 1, bias=False)
        self.bn2 = nn.BatchNorm2d(outputs)
        self.relu = nn.ReLU(inplace=True)
        self.downsample = None
        if stride != 1 or inputs != outputs:
            self.downsample = nn.Sequential(
                nn.Conv2d(inputs, outputs, 1, stride, bias=False), nn.BatchNorm2d(outputs)
            )

    def forward(self, x: Tensor) -> Tensor:
        identity = x if self.downsample is None else self.downsample(x)
        out = self.relu(self.bn1(self.conv1(x)))
        out = self.bn2(self.conv2(out))
        out += identity
        return self.relu(out)


class ResNet(nn.Module):
    def __init__(self, classes=10):
        super().__init__()
        self.stem = nn.Sequential(
            nn.Conv2d(3, 8, 7, 2, 3, bias=False), nn.BatchNorm2d(8), nn.ReLU(True),
            nn.MaxPool2d(3, 2, 1),
        )
        self.layers = nn.Sequential(BasicBlock(8, 8), BasicBlock(8, 16, 2), BasicBlock(16, 16))
        self.avgpool = nn.AdaptiveAvgPool2d((1, 1))
        self.fc = nn.Linear(16, classes)
        for m in self.modules():
            if isinstance(m, nn.Conv2d):
                nn.init.kaiming_normal_(m.weight, mode="fan_out", nonlinearity="relu")
            elif isinstance(m, (_BatchNorm, nn.GroupNorm)):
                nn.init.constant_(m.weight, 1)
                nn.init.constant_(m.bias, 0)
        for m in self.modules():
            if isinstance(m, BasicBlock):
                nn.init.zeros_(m.bn2.weight)

    def forward(self, x):
        return self.fc(torch.flatten(self.avgpool(self.layers(self.stem(x))), 1))


def vgg(plan=(8, "M", 16, 16, "M")):
    layers, channels = [], 3
    for step in plan:
        if step == "M":
            layers += [nn.MaxPool2d(kernel_size=2, stride=2)]
        else:
            layers += [nn.Conv2d(channels, step, kernel_size=3, padding=1), nn.ReLU(inplace=True)]
            channels = step
    head = [nn.AdaptiveAvgPool2d((3, 3)), nn.Flatten(), nn.Linear(channels * 9, 32)]
    return nn.Sequential(*layers, *head, nn.ReLU(True), nn.Dropout(p=0.5), nn.Linear(32, 10))


class InvertedResidual(nn.Module):
    def __init__(self, inputs, outputs, stride, expand):
        super().__init__()
        hidden = inputs * expand
        self.residual = stride == 1 and inputs == outputs
        self.conv = nn.Sequential(
            nn.Conv2d(inputs, hidden, 1, bias=False), nn.BatchNorm2d(hidden), nn.ReLU6(True),
            nn.Conv2d(hidden, hidden, 3, stride, 1, groups=hidden, bias=False),
            nn.BatchNorm2d(hidden), nn.ReLU6(inplace=True),
            nn.Conv2d(hidden, outputs, 1, bias=False), nn.BatchNorm2d(outputs),
        )

    def forward(self, x):
        return x + self.conv(x) if self.residual else self.conv(x)


def mobilenet():
    return nn.Sequential(
        nn.Conv2d(3, 8, 3, 2, 1, bias=False), nn.BatchNorm2d(8), nn.Hardswish(),
        InvertedResidual(8, 8, 1, 2), InvertedResidual(8, 12, 2, 3), nn.AdaptiveAvgPool2d(1),
        nn.Flatten(1), nn.Dropout(0.2), nn.Linear(12, 10),
    )


class DenseLayer(nn.Module):
    def __init__(self, inputs, growth=6):
        super().__init__()
        self.norm, self.drop = nn.BatchNorm2d(inputs), nn.Dropout2d(0.1)
        self.conv = nn.Conv2d(inputs, growth, 3, padding=1, bias=False)

    def forward(self, features):
        new = self.conv(F.relu(self.norm(torch.cat(features, 1))))
        return [*features, self.drop(new)]


class DenseNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.stem = nn.Conv2d(3, 8, 3, padding=1, bias=False)
        self.dense = nn.ModuleList([DenseLayer(8 + 6 * i) for i in range(3)])
        self.pool = nn.AvgPool2d(2)
        self.classifier = nn.Linear(26, 10)

    def forward(self, x):
        features = [self.stem(x)]
        for layer in self.dense:
            features = layer(features)
        x = self.pool(F.relu(torch.cat(features, 1)))
        return self.classifier(F.adaptive_avg_pool2d(x, (1, 1)).flatten(1))


def train_one(build, steps):
    torch.manual_seed(0)
    model = build()
    optimizer = torch.optim.SGD(
        model.parameters(), lr=0.02, momentum=0.9, weight_decay=1e-4, nesterov=True
    )
    scheduler = torch.optim.lr_scheduler.OneCycleLR(optimizer, max_lr=0.02, total_steps=steps)
    images, labels = torch.randn(8, 3, 24, 24), torch.randint(0, 10, (8,))
    losses = []
    model.train()
    for _ in range(steps):
        loss = F.cross_entropy(model(images), labels)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        scheduler.step()
        losses.append(loss.item())
    model.eval()
    with torch.no_grad():
        losses.append(F.cross_entropy(model(images), labels).item())
    return losses


def train(steps):
    return [x for build in (ResNet, vgg, mobilenet, DenseNet) for x in train_one(build, steps)]
