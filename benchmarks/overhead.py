"""What one call costs: Firebrick against PyTorch on tensors of a few elements.

    python benchmarks/overhead.py [--quick] [--check] [--filter add] [--rounds 15]

Both libraries live in one process and take turns: for every workload one loop of each, then the
next round. A loop lasts about 5 ms; a figure is the median of its loops, and a ratio is Firebrick's
median over PyTorch's (below 1: Firebrick is faster). Times are those of the processor, so that
other programs, which only make this one wait, count little; both libraries work in one thread.
Seeds give both the same numbers, and results that differ are an error. With --check the exit status
is 1 when a limit is passed. `spread` is the middle half of the loops' times relative to the median:
believe no difference smaller than that.
"""

import argparse
import gc
import importlib
import math
import os
import statistics
import subprocess
import sys
import time
import timeit
from dataclasses import dataclass

# One thread: work this small gains nothing from more, and threads that wait for each other on a
# busy machine would be all that is measured. Read by both libraries' kernels when they are
# imported.
os.environ.update(OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1", MKL_NUM_THREADS="1")

LIBRARIES = ("torch", "firebrick")
LOOP_SECONDS = 0.005
GEOMETRIC_MEAN_LIMIT = 0.8


@dataclass(frozen=True)
class Workload:
    """`statement` is timed and its value compared after `setup`. They name the library `torch`."""

    name: str
    statement: str
    setup: str
    limit: float = 1.5  # the highest ratio allowed


PAIR = "a, b = torch.rand(8), torch.rand(8)"
RECORDING = "a, b = torch.rand(8).requires_grad_(), torch.rand(8)"

CHAIN = """
def forward():
    y = x
    for _ in range(25):
        y = y * b + c
    return y

def forward_and_backward():
    x.grad = None
    forward().sum().backward()
    return x.grad

x, b, c = torch.rand(8).requires_grad_(), torch.rand(8), torch.rand(8)
"""

TINY_MLP = """
F = torch.nn.functional
model = torch.nn.Sequential(torch.nn.Linear(4, 16), torch.nn.ReLU(), torch.nn.Linear(16, 2))
optimizer = torch.optim.{optimizer}(model.parameters(), lr=0.01)
inputs, targets = torch.rand(8, 4), torch.randint(0, 2, (8,))

def step():
    optimizer.zero_grad()
    loss = F.cross_entropy(model(inputs), targets)
    loss.backward()
    optimizer.step()
    return loss
"""

WORKLOADS = [
    Workload("add", "a + b", PAIR),
    Workload("add, recording", "a + b", RECORDING),
    Workload("add a number", "a + 1.5", PAIR),
    Workload("add in place", "a.add_(b)", "a, b = torch.rand(8), torch.zeros(8)"),
    Workload("mul", "a * b", PAIR),
    Workload("mul, recording", "a * b", RECORDING),
    Workload("mul by a number", "a * 1.5", PAIR),
    Workload("div", "a / b", PAIR),
    Workload("compare", "a > b", PAIR),
    Workload("exp", "a.exp()", PAIR),
    Workload("exp, recording", "a.exp()", RECORDING),
    Workload("relu", "torch.nn.functional.relu(a)", "a = torch.rand(8) - 0.5"),
    Workload("sum", "a.sum()", PAIR),
    Workload("sum, recording", "a.sum()", RECORDING),
    Workload("softmax", "torch.nn.functional.softmax(a, -1)", PAIR),
    Workload("matmul 4x4", "m @ n", "m, n = torch.rand(4, 4), torch.rand(4, 4)"),
    Workload(
        "matmul 4x4, recording",
        "m @ n",
        "m, n = torch.rand(4, 4).requires_grad_(), torch.rand(4, 4)",
    ),
    Workload("transpose", "m.t()", "m = torch.rand(2, 4)"),
    Workload("view", "a.view(2, 4)", PAIR),
    Workload("index", "a[0]", PAIR),
    Workload("slice", "a[2:6]", PAIR),
    Workload("linear 8x8, recording", "f(x)", "f = torch.nn.Linear(8, 8); x = torch.rand(1, 8)"),
    Workload("chain of 50, forward", "forward()", CHAIN),
    Workload("chain of 50, with backward", "forward_and_backward()", CHAIN, limit=1.0),
    Workload("tiny MLP, SGD step", "step()", TINY_MLP.format(optimizer="SGD"), limit=0.6),
    Workload("tiny MLP, Adam step", "step()", TINY_MLP.format(optimizer="Adam"), limit=0.6),
]

IMPORT_LIMITS = {"firebrick_core": 0.060, "firebrick": 0.200}  # seconds over `import numpy`
IMPORT = (
    "import time, numpy; start = time.process_time(); import {}; print(time.process_time() - start)"
)


class Side:
    """One workload in one library: its namespace, its timer, and the loops it has run."""

    def __init__(self, workload: Workload, library: str):
        torch = importlib.import_module(library)
        namespace = {"torch": torch, "gc": gc}
        torch.manual_seed(0)
        exec(workload.setup, namespace)
        self.result = eval(workload.statement, namespace).detach().numpy().copy()
        # timeit switches the cyclic collector off; users have it on, so cycles that a library
        # leaves count against it.
        self.timer = timeit.Timer(
            workload.statement, "gc.enable()", timer=time.process_time, globals=namespace
        )
        self.number = self.calibrate()
        self.loops: list[float] = []

    def calibrate(self) -> int:
        """How many calls make a loop, found by loops that double: they also warm up."""
        number = 1
        while (seconds := self.timer.timeit(number)) < LOOP_SECONDS:
            number *= 2
        return max(1, round(number * LOOP_SECONDS / seconds))

    def loop(self) -> None:
        self.loops.append(self.timer.timeit(self.number) / self.number)

    @property
    def median(self) -> float:
        return statistics.median(self.loops)

    @property
    def spread(self) -> float:
        low, _, high = statistics.quantiles(self.loops, n=4)
        return (high - low) / self.median


def check_same(workload: Workload, sides: dict[str, Side]) -> None:
    """Stop unless both libraries computed the same."""
    import numpy

    reference, result = (sides[library].result for library in LIBRARIES)
    same = reference.dtype == result.dtype and reference.shape == result.shape
    if not (same and numpy.allclose(reference, result, rtol=1e-4, atol=1e-6)):
        raise SystemExit(f"{workload.name}: PyTorch computes {reference}, Firebrick {result}")


def measure(workload: Workload, rounds: int) -> dict[str, Side]:
    """Both libraries' loops, in turns; who begins alternates."""
    sides = {library: Side(workload, library) for library in LIBRARIES}
    check_same(workload, sides)
    for turn in range(rounds):
        for library in LIBRARIES if turn % 2 else reversed(LIBRARIES):
            sides[library].loop()
    return sides


def measure_import(module: str) -> float:
    """Seconds in a fresh interpreter, which may use and leave bytecode as an installed one does."""
    command = [sys.executable, "-c", IMPORT.format(module)]
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    answer = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    return float(answer.stdout)


def report_operators(workloads: list[Workload], rounds: int) -> list[str]:
    """Print the table of workloads. Returns what passed a limit."""
    print(f"{'':28}{'PyTorch':>10}{'Firebrick':>11}{'ratio':>8}{'limit':>7}{'spread':>8}")
    ratios, passed = [], []
    for workload in workloads:
        sides = measure(workload, rounds)
        torch, firebrick = (sides[library] for library in LIBRARIES)
        ratio = firebrick.median / torch.median
        ratios.append(ratio)
        spread = max(torch.spread, firebrick.spread)
        over = ratio > workload.limit
        print(
            f"{workload.name:28}{torch.median * 1e6:8.2f} us{firebrick.median * 1e6:8.2f} us"
            f"{ratio:8.2f}{workload.limit:7.1f}{spread:8.0%}{'  over' if over else ''}",
            flush=True,
        )
        if over:
            passed.append(f"{workload.name}: {ratio:.2f}, limit {workload.limit}")
    mean = math.exp(statistics.fmean(math.log(ratio) for ratio in ratios))
    print(f"{'geometric mean':28}{mean:29.2f}{GEOMETRIC_MEAN_LIMIT:7.1f}")
    if mean > GEOMETRIC_MEAN_LIMIT:
        passed.append(f"geometric mean: {mean:.2f}, limit {GEOMETRIC_MEAN_LIMIT}")
    return passed


def report_imports(rounds: int) -> list[str]:
    """Print what importing costs over `import numpy`. Returns what passed a limit."""
    passed = []
    modules = ["torch", *IMPORT_LIMITS]
    samples: dict[str, list[float]] = {module: [] for module in modules}
    for module in modules:
        measure_import(module)  # compiles what has changed
    for _ in range(rounds):
        for module in modules:
            samples[module].append(measure_import(module))
    for module in modules:
        median, limit = statistics.median(samples[module]), IMPORT_LIMITS.get(module)
        limited = "" if limit is None else f", limit {limit * 1e3:.0f} ms"
        print(f"import {module}: {median * 1e3:.0f} ms over numpy{limited}")
        if limit is not None and median > limit:
            passed.append(f"import {module}: {median * 1e3:.0f} ms, limit {limit * 1e3:.0f} ms")
    return passed


def main() -> int:
    parser = argparse.ArgumentParser(description="Time small calls: Firebrick against PyTorch.")
    parser.add_argument("--rounds", type=int, default=25, help="loops of each library per workload")
    parser.add_argument("--quick", action="store_true", help="few rounds: a first look")
    parser.add_argument("--filter", default="", help="only workloads whose name contains this")
    parser.add_argument("--check", action="store_true", help="exit status 1 when a limit is passed")
    options = parser.parse_args()
    rounds = 5 if options.quick else options.rounds
    chosen = [workload for workload in WORKLOADS if options.filter in workload.name]
    if not chosen or rounds < 2:
        parser.error("expected at least 2 rounds, and a --filter that leaves a workload")
    passed = report_operators(chosen, rounds)
    if not options.filter:
        passed += report_imports(min(rounds, 9))
    for line in passed:
        print("over the limit:", line)
    return 1 if passed and options.check else 0


if __name__ == "__main__":
    sys.exit(main())
