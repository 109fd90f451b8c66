"""The six models of Table 1 of PyTorch's paper (arXiv 1912.01703), and ResNet-18, of full depth and
width, on batches and images so small that a step takes a second at most.

As in `models`, each function takes the library and gives a training step and a forward call.
"""

from typing import Any

from models import Step, training


def _classifying(torch: Any, model: Any, batch: int, side: int, classes: int = 1000) -> Step:
    images, labels = torch.randn(batch, 3, side, side), torch.randint(0, classes, (batch,))
    optimizer = torch.optim.SGD(model.parameters(), lr=1e-3, momentum=0.9)
    return training(torch, model, images, labels, optimizer)


def _features(nn: Any, plan: list[Any]) -> Any:
    """Convolutions with ReLU, of (outputs, kernel, stride, padding), and max pooling, a number."""
    layers, channels = [], 3
    for entry in plan:
        if isinstance(entry, int):
            layers.append(nn.MaxPool2d(entry, 2))
        else:
            layers += [nn.Conv2d(channels, *entry), nn.ReLU(inplace=True)]
            channels = entry[0]
    return layers


def _head(nn: Any, inputs: int) -> Any:
    """Three linear layers of 4096, 4096 and 1000."""
    wide = 4096
    layers = [nn.Linear(inputs, wide), nn.ReLU(), nn.Linear(wide, wide), nn.ReLU()]
    return [nn.Flatten(), *layers, nn.Linear(wide, 1000)]


def alexnet(torch: Any) -> Step:
    """AlexNet ("one weird trick", arXiv 1404.5997) without dropout on 224x224, batch 8."""
    plan = [(64, 11, 4, 2), 3, (192, 5, 1, 2), 3, (384, 3, 1, 1), (256, 3, 1, 1), (256, 3, 1, 1), 3]
    layers = [*_features(torch.nn, plan), *_head(torch.nn, 256 * 6 * 6)]
    return _classifying(torch, torch.nn.Sequential(*layers), 8, 224)


def vgg19(torch: Any) -> Step:
    """VGG-19 (arXiv 1409.1556) without dropout on 96x96, batch 2."""
    plan: list[Any] = []
    for count, width in ((2, 64), (2, 128), (4, 256), (4, 512), (4, 512)):
        plan += [(width, 3, 1, 1)] * count + [2]
    layers = [*_features(torch.nn, plan), *_head(torch.nn, 512 * 3 * 3)]
    return _classifying(torch, torch.nn.Sequential(*layers), 2, 96)


def _residual(torch: Any, stem: Any, counts: Any, narrow: int, last: int) -> Any:
    """A residual network (arXiv 1512.03385): of blocks of three convolutions where they widen by 4,
    else of two."""
    nn = torch.nn

    def convolution(inputs: int, outputs: int, kernel: int, stride: int = 1) -> list[Any]:
        padding = kernel // 2
        return [
            nn.Conv2d(inputs, outputs, kernel, stride, padding, bias=False),
            nn.BatchNorm2d(outputs),
        ]

    class Block(nn.Module):
        def __init__(self, inputs: int, width: int, stride: int):
            super().__init__()
            if narrow == 1:
                first, second = convolution(inputs, width, 3, stride), convolution(width, width, 3)
                layers = [*first, nn.ReLU(), *second]
            else:
                first, second = convolution(inputs, width, 1), convolution(width, width, 3, stride)
                layers = [*first, nn.ReLU(), *second, nn.ReLU()]
                layers += convolution(width, narrow * width, 1)
            self.body, self.short = nn.Sequential(*layers), nn.Sequential()
            if stride != 1 or inputs != narrow * width:
                self.short = nn.Sequential(*convolution(inputs, narrow * width, 1, stride))

        def forward(self, x: Any) -> Any:
            return torch.relu(self.body(x) + self.short(x))

    blocks, inputs = [], 64
    for stage, count in enumerate(counts):
        for i in range(count):
            blocks.append(Block(inputs, 64 << stage, 2 if stage and not i else 1))
            inputs = narrow * (64 << stage)
    tail = [nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(inputs, last)]
    return nn.Sequential(*stem(convolution), *blocks, *tail)


def resnet18(torch: Any) -> Step:
    """ResNet-18 for 32x32 images, batch 16."""

    def stem(convolution: Any) -> list[Any]:
        return [*convolution(3, 64, 3), torch.nn.ReLU()]

    return _classifying(torch, _residual(torch, stem, (2, 2, 2, 2), 1, 10), 16, 32, 10)


def resnet50(torch: Any) -> Step:
    """ResNet-50 on 128x128, batch 2."""

    def stem(convolution: Any) -> list[Any]:
        return [*convolution(3, 64, 7, 2), torch.nn.ReLU(), torch.nn.MaxPool2d(3, 2, 1)]

    return _classifying(torch, _residual(torch, stem, (3, 4, 6, 3), 4, 1000), 2, 128)


def mobilenet(torch: Any) -> Step:
    """MobileNet (arXiv 1704.04861) on 128x128, batch 4."""
    nn = torch.nn
    layers, inputs = [], 3
    plan = [(32, 2), (64, 1), (128, 2), (128, 1), (256, 2), (256, 1), (512, 2)]
    for outputs, stride in plan + [(512, 1)] * 5 + [(1024, 2), (1024, 1)]:
        kinds = [(inputs, outputs, 3, stride, 1, 1, 1)]
        if inputs != 3:  # one filter for each channel, then sums over channels
            kinds = [(inputs, inputs, 3, stride, 1, 1, inputs), (inputs, outputs, 1)]
        for kind in kinds:
            layers += [nn.Conv2d(*kind, bias=False), nn.BatchNorm2d(kind[1]), nn.ReLU(inplace=True)]
        inputs = outputs
    layers += [nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(inputs, 1000)]
    return _classifying(torch, nn.Sequential(*layers), 4, 128)


def gnmt(torch: Any) -> Step:
    """LSTMs that translate (arXiv 1609.08144): two layers read, two write with attention; 256 wide,
    20 words of 4000, batch 8, Adam."""
    nn, width, words, length = torch.nn, 256, 4000, 20

    class Model(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.words = nn.Embedding(words, width)
            self.read = nn.LSTM(width, width, 2)
            self.first = nn.LSTMCell(2 * width, width)
            self.second = nn.LSTMCell(2 * width, width)
            self.key, self.query = nn.Linear(width, width), nn.Linear(width, width)
            self.score, self.out = nn.Linear(width, 1), nn.Linear(2 * width, words)

        def forward(self, text: Any) -> Any:
            given = self.words(text)
            memory, (h, c) = self.read(given)
            keys, outputs = self.key(memory), []
            one, two, context = (h[0], c[0]), (h[1], c[1]), torch.zeros_like(h[0])
            for word in given:
                one = self.first(torch.cat([word, context], 1), one)
                weights = self.score((self.query(one[0]) + keys).tanh()).softmax(0)
                context = (weights * memory).sum(0)
                two = self.second(torch.cat([one[0], context], 1), two)
                outputs.append(torch.cat([two[0], context], 1))
            return self.out(torch.stack(outputs))

    model = Model()
    text = torch.randint(0, words, (length, 8))
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
    return training(torch, model, text, text.roll(-1, 0), optimizer)


def neumf(torch: Any) -> Step:
    """Neural collaborative filtering (arXiv 1708.05031): 20,000 users, 5,000 items, batch 4096,
    Adam."""
    nn = torch.nn

    class Model(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.users, self.items = nn.Embedding(20000, 192), nn.Embedding(5000, 192)
            wide = [nn.Linear(256, 256), nn.ReLU(), nn.Linear(256, 128), nn.ReLU()]
            self.perceptron = nn.Sequential(*wide, nn.Linear(128, 64), nn.ReLU())
            self.out = nn.Linear(128, 2)

        def forward(self, pairs: Any) -> Any:
            user, item = self.users(pairs[:, 0]), self.items(pairs[:, 1])
            deep = self.perceptron(torch.cat([user[:, 64:], item[:, 64:]], 1))
            return self.out(torch.cat([user[:, :64] * item[:, :64], deep], 1))

    model = Model()
    pairs, labels = torch.randint(0, 5000, (4096, 2)), torch.randint(0, 2, (4096,))
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
    return training(torch, model, pairs, labels, optimizer)


TABLE_ONE = {
    "AlexNet": alexnet,
    "VGG-19": vgg19,
    "ResNet-18": resnet18,
    "ResNet-50": resnet50,
    "MobileNet": mobilenet,
    "GNMT": gnmt,
    "NeuMF": neumf,
}
