"""The models that `gpu_check.py` times, written once for both libraries."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

# Sizes for a GPU, and for the fake device, which is there to run the same lines.
SIZES = {
    "cuda": {
        "mlp": {"batch": 4096, "width": 4096, "layers": 4},
        "resnet50": {"batch": 64, "image": 224, "plan": (3, 4, 6, 3), "width": 64},
        "gpt": {
            "batch": 8,
            "length": 1024,
            "width": 768,
            "heads": 12,
            "layers": 12,
            "words": 50304,
        },
    },
    "fake": {
        "mlp": {"batch": 4, "width": 8, "layers": 2},
        "resnet50": {"batch": 2, "image": 32, "plan": (1, 1), "width": 4},
        "gpt": {"batch": 2, "length": 4, "width": 8, "heads": 2, "layers": 1, "words": 11},
    },
}


def mlp(torch: Any, batch: int, width: int, layers: int) -> tuple[Any, Any, Any]:
    """A stack of linear layers, and a batch."""
    nn = torch.nn
    parts = []
    for _ in range(layers):
        parts += [nn.Linear(width, width), nn.ReLU()]
    model = nn.Sequential(*parts, nn.Linear(width, 10))
    return model, torch.randn(batch, width), torch.randint(0, 10, (batch,))


def resnet50(
    torch: Any, batch: int, image: int, plan: tuple[int, ...], width: int
) -> tuple[Any, Any, Any]:
    """ResNet of bottleneck blocks (He et al. 2015): 50 layers for the plan (3, 4, 6, 3)."""
    nn = torch.nn

    class Bottleneck(nn.Module):
        def __init__(self, inputs: int, inner: int, stride: int):
            super().__init__()
            outputs = 4 * inner
            self.body = nn.Sequential(
                nn.Conv2d(inputs, inner, 1, bias=False), nn.BatchNorm2d(inner), nn.ReLU(True),
                nn.Conv2d(inner, inner, 3, stride, 1, bias=False), nn.BatchNorm2d(inner),
                nn.ReLU(True), nn.Conv2d(inner, outputs, 1, bias=False), nn.BatchNorm2d(outputs),
            )  # fmt: skip
            self.shortcut = nn.Identity()
            if stride != 1 or inputs != outputs:
                self.shortcut = nn.Sequential(
                    nn.Conv2d(inputs, outputs, 1, stride, bias=False), nn.BatchNorm2d(outputs)
                )

        def forward(self, x: Any) -> Any:
            return (self.body(x) + self.shortcut(x)).relu()

    parts = [
        nn.Conv2d(3, width, 7, 2, 3, bias=False), nn.BatchNorm2d(width), nn.ReLU(True),
        nn.MaxPool2d(3, 2, 1),
    ]  # fmt: skip
    inputs = width
    for stage, blocks in enumerate(plan):
        inner = width * 2**stage
        for block in range(blocks):
            parts.append(Bottleneck(inputs, inner, 2 if stage and not block else 1))
            inputs = 4 * inner
    model = nn.Sequential(*parts, nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(inputs, 1000))
    return model, torch.randn(batch, 3, image, image), torch.randint(0, 1000, (batch,))


def gpt(
    torch: Any, batch: int, length: int, width: int, heads: int, layers: int, words: int
) -> tuple[Any, Any, Any]:
    """A decoder-only transformer (Radford et al. 2019), and a batch of tokens."""
    nn, F = torch.nn, torch.nn.functional

    class Block(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.before, self.between = nn.LayerNorm(width), nn.LayerNorm(width)
            self.qkv, self.out = nn.Linear(width, 3 * width), nn.Linear(width, width)
            self.wide, self.narrow = nn.Linear(width, 4 * width), nn.Linear(4 * width, width)

        def forward(self, x: Any) -> Any:
            b, t, _ = x.shape
            qkv = self.qkv(self.before(x)).view(b, t, 3, heads, width // heads)
            q, k, v = qkv.permute(2, 0, 3, 1, 4).unbind(0)
            y = F.scaled_dot_product_attention(q, k, v, is_causal=True)
            x = x + self.out(y.transpose(1, 2).reshape(b, t, width))
            return x + self.narrow(F.gelu(self.wide(self.between(x)), approximate="tanh"))

    class GPT(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.words, self.places = nn.Embedding(words, width), nn.Embedding(length, width)
            self.blocks = nn.Sequential(*[Block() for _ in range(layers)])
            self.norm, self.head = nn.LayerNorm(width), nn.Linear(width, words, bias=False)

        def forward(self, tokens: Any) -> Any:
            places = torch.arange(tokens.shape[1], device=tokens.device)
            x = self.blocks(self.words(tokens) + self.places(places))
            return self.head(self.norm(x)).flatten(0, 1)

    tokens = torch.randint(0, words, (batch, length + 1))
    return GPT(), tokens[:, :-1], tokens[:, 1:].flatten()


MODELS: dict[str, Callable[..., tuple[Any, Any, Any]]] = {
    "mlp": mlp, "resnet50": resnet50, "gpt": gpt,
}  # fmt: skip


def training_step(torch: Any, name: str, device: str, dtype: str, sizes: Any) -> Callable[[], Any]:
    """A function that takes one step of a model's training with AdamW and returns the loss."""
    torch.manual_seed(0)
    model, x, y = MODELS[name](torch, **sizes[name])
    kind = getattr(torch, dtype)
    model, x, y = model.to(device).to(kind), x.to(device), y.to(device)
    x = x.to(kind) if x.is_floating_point() else x
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-4)

    def step() -> Any:
        optimizer.zero_grad()
        loss = torch.nn.functional.cross_entropy(model(x), y)
        loss.backward()
        optimizer.step()
        return loss.detach()

    return step
