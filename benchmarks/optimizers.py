"""What a step of an optimizer costs: Firebrick against PyTorch's default.

    python benchmarks/optimizers.py [--quick] [--check] [--filter Adam] [--rounds 15]

Two models: one of 25 M parameters in 160 tensors, sized as those of a ResNet-50, and one of 2000
tensors of 16 elements. All contenders hold the same numbers and take turns, step by step; a figure
is the median of the steps' wall-clock times, and a ratio is Firebrick's over PyTorch's (below 1:
Firebrick is faster). Threads are as the libraries choose them. After the timing, parameters that
differ are an error. `extra` is the most memory that a step of Firebrick's takes beside parameters,
gradients and state, relative to the large model's parameters. With --check the exit status is 1
when a limit is passed. Without numba installed its columns are left out.
"""

import argparse
import gc
import importlib.util
import statistics
import sys
import time
import tracemalloc

import numpy as np
import torch

import firebrick
from firebrick_core import extend

LIMITS = {  # model, contender -> the highest ratio allowed
    ("large", "numba"): 1.0,
    ("large", "NumPy"): 2.5,
    ("tiny", "numba"): 1.0,
    ("tiny", "NumPy"): 1.0,
}
EXTRA_LIMIT = 0.05
OPTIMIZERS = {
    "SGD, momentum": ("SGD", {"lr": 1e-3, "momentum": 0.9}),
    "Adam": ("Adam", {"lr": 1e-3}),
    "AdamW": ("AdamW", {"lr": 1e-3}),
}


def resnet_sizes() -> list[tuple[int, ...]]:
    """160 shapes with 25 M elements: 54 weights that grow with depth, and 106 vectors."""
    channels = [64] * 10 + [128] * 12 + [256] * 18 + [512] * 14
    weights = [(c, c, 3, 3) if i % 3 == 1 else (2 * c, c) for i, c in enumerate(channels)]
    vectors = [(c,) for c in channels[:53] for _ in range(2)]
    rest = 25_000_000 - sum(int(np.prod(s)) for s in weights + vectors)
    weights[-1] = (1000, weights[-1][1] + max(0, rest) // 1000)
    return weights + vectors


MODELS = {"large": resnet_sizes(), "tiny": [(4, 4)] * 2000}


class Contender:
    """An optimizer of one library, with parameters and gradients of its own."""

    def __init__(self, name, library, shapes, optimizer, options):
        self.name, self.library = name, library
        random = np.random.default_rng(0)
        self.params = [self._tensor(random, s) for s in shapes]
        for p in self.params:
            p.grad = self._tensor(random, p.shape)
        kind = getattr(library.optim, optimizer)
        self.optimizer = kind(self.params, **options)
        self.times: list[float] = []

    def _tensor(self, random, shape):
        return self.library.from_numpy(random.standard_normal(tuple(shape), "float32"))

    def step(self, timed=True):
        if self.library is firebrick:
            extend.set_providers("all" if self.name == "numba" else "none")
        start = time.perf_counter()
        self.optimizer.step()
        if timed:
            self.times.append(time.perf_counter() - start)

    @property
    def median(self):
        return statistics.median(self.times)

    @property
    def spread(self):
        low, _, high = statistics.quantiles(self.times, n=4)
        return (high - low) / self.median


def extra_memory(contender) -> float:
    """What a step takes beside the state, scratch that is kept between steps included."""
    model = sum(p.nbytes for p in contender.params)
    contender.optimizer._plans.clear()  # make it take its scratch anew, where that is seen
    contender.optimizer._pool = type(contender.optimizer._pool)()
    gc.collect()
    tracemalloc.start()
    contender.step(timed=False)
    contender.step(timed=False)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak / model


def check_same(reference, contender):
    """Stop unless both libraries have moved their parameters to the same place."""
    for a, b in zip(reference.params, contender.params, strict=True):
        if not np.allclose(a.numpy(), b.numpy(), rtol=1e-4, atol=1e-5):
            raise SystemExit(f"{contender.name}: other parameters than PyTorch's")


def measure(model, optimizer, options, rounds):
    shapes = MODELS[model]
    contenders = [Contender("PyTorch", torch, shapes, optimizer, options)]
    names = ["NumPy"] + ["numba"] * (importlib.util.find_spec("numba") is not None)
    contenders += [Contender(n, firebrick, shapes, optimizer, options) for n in names]
    for turn in range(rounds + 3):
        for contender in contenders if turn % 2 else reversed(contenders):
            contender.step(timed=turn >= 3)
    for contender in contenders[1:]:
        check_same(contenders[0], contender)
    return contenders


def main() -> int:
    parser = argparse.ArgumentParser(description="Time optimizers: Firebrick against PyTorch.")
    parser.add_argument("--rounds", type=int, default=25, help="steps of each contender")
    parser.add_argument("--quick", action="store_true", help="few rounds: a first look")
    parser.add_argument("--filter", default="", help="only rows whose name contains this")
    parser.add_argument("--check", action="store_true", help="exit status 1 when a limit is passed")
    arguments = parser.parse_args()
    rounds, passed = 7 if arguments.quick else arguments.rounds, []
    print(f"{'':24}{'PyTorch':>11}{'':>8}{'Firebrick':>12}{'ratio':>8}{'limit':>7}"
          f"{'spread':>8}{'extra':>8}")
    for model in MODELS:
        for name, (optimizer, options) in OPTIMIZERS.items():
            row = f"{model}: {name}"
            if arguments.filter not in row:
                continue
            reference, *others = measure(model, optimizer, options, rounds)
            for other in others:
                ratio, limit = other.median / reference.median, LIMITS[model, other.name]
                # Scratch has the size of a block, whatever the model's: of tiny ones a multiple.
                extra = extra_memory(other) if model == "large" else 0.0
                over = ratio > limit or extra > EXTRA_LIMIT
                print(f"{row:24}{reference.median * 1e3:8.2f} ms{other.name:>8}"
                      f"{other.median * 1e3:9.2f} ms{ratio:8.2f}{limit:7.1f}"
                      f"{max(reference.spread, other.spread):8.0%}"
                      f"{f'{extra:8.1%}' if extra else ''}"
                      f"{'  over' if over else ''}", flush=True)
                if over:
                    passed.append(f"{row}, {other.name}: {ratio:.2f}, extra memory {extra:.1%}")
    for line in passed:
        print("over the limit:", line)
    return 1 if passed and arguments.check else 0


if __name__ == "__main__":
    sys.exit(main())
