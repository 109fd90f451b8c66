"""Train one model in several processes at once, without locks (Hogwild).

    python examples/hogwild.py                          # a few seconds
    python examples/hogwild.py --processes 4 --epochs 5 --seed 3

The model's parameters lie in shared memory. Each process computes gradients on batches of its own
and writes its steps straight into them, whoever else is writing; steps are small, so what gets lost
that way does not matter (Niu et al., "Hogwild!: A Lock-Free Approach to Parallelizing Stochastic
Gradient Descent", 2011). The parent does nothing but wait, and finds its model trained.

The data are points of two spirals, made here. Every process reads all of them, each in an order of
its own.
"""

import argparse
import math
import time

import firebrick as torch
from firebrick import multiprocessing as mp, nn
from firebrick.utils.data import DataLoader, TensorDataset

GOAL = 0.95  # accuracy on points that were not trained on


def spirals(count, seed):
    """`count` points (x, y) of two spirals, and which of the two each is of."""
    generator = torch.Generator().manual_seed(seed)
    turn = (0.2 + torch.rand(count, generator=generator)) * 1.5 * math.pi
    label = torch.randint(0, 2, (count,), generator=generator)
    angle = turn + label * math.pi
    points = torch.stack([turn * torch.cos(angle), turn * torch.sin(angle)], 1)
    return points + 0.1 * torch.randn(count, 2, generator=generator), label


def make_model():
    """A small network: 2 numbers in, 2 scores out."""
    return nn.Sequential(
        nn.Linear(2, 64), nn.ReLU(), nn.Linear(64, 64), nn.ReLU(), nn.Linear(64, 2)
    )


def train(process, model, points, labels, epochs, seed):
    """What each process does: plain SGD on the shared model."""
    torch.manual_seed(seed + process)
    torch.set_num_threads(1)  # the processes are the parallelism
    loader = DataLoader(TensorDataset(points, labels), batch_size=16, shuffle=True)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
    for _ in range(epochs):
        for x, y in loader:
            optimizer.zero_grad()
            nn.functional.cross_entropy(model(x), y).backward()
            optimizer.step()


def accuracy(model, points, labels):
    """The share of points that the model puts on the right spiral."""
    with torch.no_grad():
        return (model(points).argmax(1) == labels).float().mean().item()


def main():
    """Train, and say how well it went."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--processes", type=int, default=2, help="processes that train (2)")
    parser.add_argument("--epochs", type=int, default=8, help="epochs of each process (8)")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    for name in ("processes", "epochs"):
        if getattr(options, name) < 1:
            parser.error(f"--{name}: expected at least 1, got {getattr(options, name)}")
    torch.manual_seed(options.seed)
    points, labels = spirals(2000, options.seed)
    held_out = spirals(1000, options.seed + 1)
    model = make_model()
    model.share_memory()
    print(f"before: held-out accuracy {accuracy(model, *held_out):.3f}")
    start = time.perf_counter()
    arguments = (model, points, labels, options.epochs, options.seed)
    mp.spawn(train, arguments, nprocs=options.processes)
    seconds = time.perf_counter() - start
    result = accuracy(model, *held_out)
    print(f"after {options.epochs} epochs in each of {options.processes} processes", end="")
    print(f" ({seconds:.1f} s): held-out accuracy {result:.3f} (goal {GOAL})")


if __name__ == "__main__":
    main()
