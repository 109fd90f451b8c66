"""What loading data costs: Firebrick against PyTorch, in one process, taking turns.

    python benchmarks/loading.py [--check] [--filter tensors] [--rounds 9]

Each round makes one pass over a loader of each library, which give the same batches (compared
first); a figure is the median of its rounds, and a ratio is Firebrick's median over PyTorch's
(below 1: Firebrick is faster). `spread` is the middle half of the rounds relative to the median:
believe no difference smaller than that. With --check the exit status is 1 when a limit is passed.
"""

import argparse
import importlib
import statistics
import sys
import time
import warnings
from dataclasses import dataclass, field

import numpy as np

LIBRARIES = ("torch", "firebrick")


class Images:
    """uint8 images in memory, made floats of as they are loaded."""

    def __init__(self, lib, n=2048, shape=(3, 64, 64)):
        self.lib, self.n = lib, n
        self.images = np.random.default_rng(0).integers(0, 256, (n, *shape), dtype=np.uint8)

    def __len__(self):
        return self.n

    def __getitem__(self, index):
        return self.lib.from_numpy(self.images[index]).float().div(255.0), index % 10


class Large:
    """Samples of 600 kB, made without work: what it costs to carry them."""

    def __init__(self, lib, n=512):
        self.lib, self.n = lib, n
        self.base = np.random.default_rng(0).standard_normal((32, 3, 224, 224), dtype=np.float32)

    def __len__(self):
        return self.n

    def __getitem__(self, index):
        return self.lib.from_numpy(self.base[index % 32]), index


class Records:
    """Dicts of Python objects."""

    def __init__(self, lib, n=4096):
        self.n = n

    def __len__(self):
        return self.n

    def __getitem__(self, index):
        return {
            "name": f"sample {index}",
            "id": index,
            "weight": index / 2,
            "pair": (index, -index),
        }


def tensors(lib, n=50_000, width=20):
    """A TensorDataset of rows of floats, with labels."""
    numbers = np.random.default_rng(0).standard_normal((n, width), dtype=np.float32)
    rows, labels = lib.from_numpy(numbers), lib.from_numpy(np.arange(n) % 10)
    return importlib.import_module(lib.__name__ + ".utils.data").TensorDataset(rows, labels)


@dataclass(frozen=True)
class Workload:
    """A loader over `dataset(lib)`; `limit` is the highest ratio allowed."""

    name: str
    dataset: object
    arguments: dict = field(default_factory=dict)
    limit: float = 1.0


SHUFFLED = dict(batch_size=128, shuffle=True)
WORKLOADS = [
    Workload("tensors, shuffled", tensors, SHUFFLED, 1 / 3),
    Workload("tensors, shuffled, 2 workers", tensors, {**SHUFFLED, "num_workers": 2}),
    Workload("images", Images, dict(batch_size=64)),
    Workload("images, 2 workers", Images, dict(batch_size=64, num_workers=2)),
    # One copy of 19 MB per batch, which PyTorch makes with two threads.
    Workload("large samples", Large, dict(batch_size=32), 1.3),
    Workload("large samples, 2 workers", Large, dict(batch_size=32, num_workers=2), 1 / 1.5),
    Workload("records", Records, dict(batch_size=64)),
    Workload("records, 2 workers", Records, dict(batch_size=64, num_workers=2)),
]


def plain(batch):
    """A batch as lists and numbers."""
    if isinstance(batch, dict):
        return {key: plain(part) for key, part in batch.items()}
    if isinstance(batch, (list, tuple)):
        return [plain(part) for part in batch]
    return batch.tolist() if hasattr(batch, "tolist") else batch


def loaders(workload):
    """One loader of each library; they give the same batches."""
    made, firsts = {}, {}
    for name in LIBRARIES:
        lib = importlib.import_module(name)
        loading = importlib.import_module(name + ".utils.data")
        lib.manual_seed(0)
        made[name] = loading.DataLoader(workload.dataset(lib), **workload.arguments)
        firsts[name] = plain(next(iter(made[name])))
    if firsts["torch"] != firsts["firebrick"]:
        raise SystemExit(f"{workload.name}: the libraries load different batches")
    return made


def seconds(loader):
    """The time that one pass takes."""
    start = time.perf_counter()
    for _ in loader:
        pass
    return time.perf_counter() - start


def measure(workload, rounds):
    """(median, spread) of each library's rounds."""
    made = loaders(workload)
    times = {name: [] for name in LIBRARIES}
    for _ in range(rounds):
        for name in LIBRARIES:
            times[name].append(seconds(made[name]))
    found = {}
    for name, values in times.items():
        low, median, high = statistics.quantiles(values, n=4)
        found[name] = median, (high - low) / median
    return found


def main():
    """Measure, print, and say what passed its limit."""
    parser = argparse.ArgumentParser(description="Time loaders: Firebrick against PyTorch.")
    parser.add_argument("--rounds", type=int, default=9, help="passes of each library (9)")
    parser.add_argument("--filter", default="", help="only workloads whose name contains this")
    parser.add_argument("--check", action="store_true", help="exit status 1 when a limit is passed")
    options = parser.parse_args()
    chosen = [workload for workload in WORKLOADS if options.filter in workload.name]
    if not chosen or options.rounds < 2:
        parser.error("expected at least 2 rounds, and a --filter that leaves a workload")
    # On a machine with one processor both libraries say that two workers are many.
    warnings.filterwarnings("ignore", "This DataLoader will create")
    print(f"{'':30}{'PyTorch':>11}{'Firebrick':>11}{'ratio':>8}{'limit':>7}{'spread':>8}")
    failed = False
    for workload in chosen:
        sides = measure(workload, options.rounds)
        (torch, one), (firebrick, other) = (sides[name] for name in LIBRARIES)
        ratio = firebrick / torch
        over = ratio > workload.limit
        failed |= over
        print(
            f"{workload.name:30}{torch * 1e3:8.1f} ms{firebrick * 1e3:8.1f} ms{ratio:8.2f}"
            f"{workload.limit:7.2f}{max(one, other):8.0%}{'  over' if over else ''}",
            flush=True,
        )
    return 1 if failed and options.check else 0


if __name__ == "__main__":
    sys.exit(main())
