"""Models of the benchmark: written once, for any library with PyTorch's interface.

Each function takes the library and gives a training step, which returns the loss, and a forward
call without gradients. Sizes are such that a step takes some milliseconds to some tenths of a
second on a CPU.
"""

from collections.abc import Callable
from typing import Any

Step = tuple[Callable[[], Any], Callable[[], Any]]


def training(torch: Any, model: Any, inputs: Any, targets: Any, optimizer: Any) -> Step:
    """A step of classifying inputs, and the model without gradients."""
    functional = torch.nn.functional

    def step() -> Any:
        optimizer.zero_grad()
        output = model(inputs)
        loss = functional.cross_entropy(output.reshape(-1, output.shape[-1]), targets.reshape(-1))
        loss.backward()
        optimizer.step()
        return loss

    def infer() -> Any:
        with torch.no_grad():
            return model(inputs)

    return step, infer


def mlp(torch: Any) -> Step:
    """784-512-512-10, batch 128, SGD with momentum."""
    nn = torch.nn
    layers = [nn.Linear(784, 512), nn.ReLU(), nn.Linear(512, 512), nn.ReLU(), nn.Linear(512, 10)]
    model = nn.Sequential(*layers)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01, momentum=0.9)
    return training(torch, model, torch.randn(128, 784), torch.randint(0, 10, (128,)), optimizer)


def lenet(torch: Any) -> Step:
    """Two convolutions with pooling and three linear layers on 28x28, batch 64, SGD."""
    nn = torch.nn
    model = nn.Sequential(
        *(nn.Conv2d(1, 6, 5, padding=2), nn.ReLU(), nn.MaxPool2d(2)),
        *(nn.Conv2d(6, 16, 5), nn.ReLU(), nn.MaxPool2d(2), nn.Flatten()),
        *(nn.Linear(400, 120), nn.ReLU(), nn.Linear(120, 84), nn.ReLU(), nn.Linear(84, 10)),
    )
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01, momentum=0.9)
    images, labels = torch.randn(64, 1, 28, 28), torch.randint(0, 10, (64,))
    return training(torch, model, images, labels, optimizer)


def resnet(torch: Any) -> Step:
    """A residual network of eight 3x3 convolutions with batch norm on 32x32, batch 16, SGD."""
    nn = torch.nn

    class Block(nn.Module):
        def __init__(self, inputs: int, outputs: int, stride: int):
            super().__init__()
            self.first = nn.Conv2d(inputs, outputs, 3, stride, 1, bias=False)
            self.norm1 = nn.BatchNorm2d(outputs)
            self.second = nn.Conv2d(outputs, outputs, 3, 1, 1, bias=False)
            self.norm2 = nn.BatchNorm2d(outputs)
            self.short = nn.Sequential()
            if stride != 1 or inputs != outputs:
                self.short = nn.Conv2d(inputs, outputs, 1, stride, bias=False)

        def forward(self, x: Any) -> Any:
            y = torch.relu(self.norm1(self.first(x)))
            return torch.relu(self.norm2(self.second(y)) + self.short(x))

    model = nn.Sequential(
        *(nn.Conv2d(3, 32, 3, 1, 1, bias=False), nn.BatchNorm2d(32), nn.ReLU()),
        *(Block(32, 32, 1), Block(32, 64, 2), Block(64, 128, 2)),
        *(nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(128, 10)),
    )
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01, momentum=0.9)
    images, labels = torch.randn(16, 3, 32, 32), torch.randint(0, 10, (16,))
    return training(torch, model, images, labels, optimizer)


def gpt(torch: Any) -> Step:
    """Two transformer blocks, 128 wide, 4 heads, 64 tokens, vocabulary 512, batch 8, Adam."""
    nn, functional = torch.nn, torch.nn.functional
    width, heads, tokens, words = 128, 4, 64, 512

    class Block(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.norm1, self.norm2 = nn.LayerNorm(width), nn.LayerNorm(width)
            self.attend, self.project = nn.Linear(width, 3 * width), nn.Linear(width, width)
            self.widen, self.narrow = nn.Linear(width, 4 * width), nn.Linear(4 * width, width)

        def forward(self, x: Any) -> Any:
            n, t, _ = x.shape
            q, k, v = self.attend(self.norm1(x)).view(n, t, 3, heads, -1).permute(2, 0, 3, 1, 4)
            y = functional.scaled_dot_product_attention(q, k, v, is_causal=True)
            x = x + self.project(y.transpose(1, 2).reshape(n, t, width))
            return x + self.narrow(functional.gelu(self.widen(self.norm2(x))))

    class Model(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.words, self.places = nn.Embedding(words, width), nn.Embedding(tokens, width)
            self.blocks = nn.Sequential(Block(), Block())
            self.norm, self.head = nn.LayerNorm(width), nn.Linear(width, words)

        def forward(self, x: Any) -> Any:
            x = self.words(x) + self.places(torch.arange(x.shape[1]))
            return self.head(self.norm(self.blocks(x)))

    model = Model()
    optimizer = torch.optim.Adam(model.parameters(), lr=3e-4)
    text = torch.randint(0, words, (8, tokens + 1))
    return training(torch, model, text[:, :-1], text[:, 1:], optimizer)


def lstm(torch: Any) -> Step:
    """Two LSTM layers, 128 wide, 32 steps, batch 16, and a linear layer, SGD."""
    nn = torch.nn

    class Model(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.lstm = nn.LSTM(64, 128, 2, batch_first=True)
            self.head = nn.Linear(128, 10)

        def forward(self, x: Any) -> Any:
            return self.head(self.lstm(x)[0][:, -1])

    model = Model()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01, momentum=0.9)
    series, labels = torch.randn(16, 32, 64), torch.randint(0, 10, (16,))
    return training(torch, model, series, labels, optimizer)


def in_bfloat16(build: Callable[[Any], Step]) -> Callable[[Any], Step]:
    """A model's step and forward call under autocast; its gradients are computed as they come."""

    def wrapped(torch: Any) -> Step:
        def cast(call: Callable[[], Any]) -> Callable[[], Any]:
            def run() -> Any:
                with torch.autocast("cpu", dtype=torch.bfloat16):
                    return call()

            return run

        step, infer = build(torch)
        return cast(step), cast(infer)

    return wrapped


MODELS = {
    "MLP": mlp,
    "LeNet": lenet,
    "ResNet, small": resnet,
    "GPT, small": gpt,
    "LSTM": lstm,
    "MLP in bfloat16": in_bfloat16(mlp),
    "ResNet, small, in bfloat16": in_bfloat16(resnet),
    "GPT, small, in bfloat16": in_bfloat16(gpt),
}
