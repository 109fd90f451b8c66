"""A program that uses the public names as a careful user would; the session `types` checks it.

It holds no tests: `assert_type` is read by the type checker, which knows only what the packages
tell it. What it would complain about here, it would complain about in every user's editor.
"""

from collections.abc import Iterator
from typing import assert_type

import firebrick as torch
from firebrick import Tensor, nn
from firebrick.optim.lr_scheduler import StepLR
from firebrick.utils.data import DataLoader, Dataset


class Squares(Dataset[tuple[Tensor, Tensor]]):
    """Numbers and their squares."""

    def __len__(self) -> int:
        return 100

    def __getitem__(self, index: int) -> tuple[Tensor, Tensor]:
        number = torch.tensor([float(index)])
        return number, number * number


class Network(nn.Module):
    def __init__(self, width: int = 8) -> None:
        super().__init__()
        self.first = nn.Linear(1, width)
        self.second = nn.Linear(width, 1)

    def forward(self, inputs: Tensor) -> Tensor:
        hidden: Tensor = nn.functional.relu(self.first(inputs))
        result: Tensor = self.second(hidden)
        return result


def batches() -> Iterator[tuple[Tensor, Tensor]]:
    yield from DataLoader(Squares(), batch_size=10, shuffle=True)


def train(epochs: int) -> float:
    torch.manual_seed(0)
    model = Network()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    schedule = StepLR(optimizer, step_size=10)
    criterion = nn.MSELoss()
    last = 0.0
    for _ in range(epochs):
        for inputs, targets in batches():
            optimizer.zero_grad()
            loss: Tensor = criterion(model(inputs), targets)
            loss.backward()
            optimizer.step()
            last = float(loss.item())
        schedule.step()
    return last


def tensors() -> None:
    a = torch.zeros(2, 3)
    assert_type(a, Tensor)
    assert_type(a + 1, Tensor)
    assert_type(2 * a, Tensor)
    assert_type(a @ a.t(), Tensor)
    assert_type(a.sum(dim=1, keepdim=True), Tensor)
    assert_type(a[0, :, None], Tensor)
    assert_type(torch.cat([a, a], dim=0), Tensor)
    assert_type(nn.functional.softmax(a, dim=-1), Tensor)
    assert_type(a.dim(), int)
    assert_type(a.requires_grad, bool)
    assert_type(a.dtype, torch.dtype)
    assert_type(a.device, torch.device)
    with torch.no_grad():
        a.add_(1)
