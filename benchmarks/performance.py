"""Kernels and models: Firebrick against PyTorch and plain NumPy, written to docs/performance.md.

    python benchmarks/performance.py [--quick] [--filter gelu] [--output FILE]

Each library works in a process of its own with all processors, and they take turns: while one
runs, the others wait for their next order. A turn lasts `--budget` seconds or one call, after a
quarter of that untimed; its value is the median of its calls, and a figure is the median over
turns. `spread` is the middle half of the turns relative to that: believe no smaller difference.
Where it is over a quarter (marked ~), the figures are those of the fastest turns.
Seeds give all the same numbers, and results that differ are an error. `plain` is Firebrick on NumPy
alone, without providers.
"""

import argparse
import importlib
import json
import math
import os
import platform
import re
import statistics
import subprocess
import sys
import time
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from kernels import KERNELS
from models import MODELS as SMALL
from operators import OPERATORS
from table_one import TABLE_ONE

MODELS = {**SMALL, **TABLE_ONE}

SIDES = {
    "torch": {},
    "firebrick": {},
    "plain": {"FIREBRICK_PROVIDERS": "none"},
    "numpy": {"FIREBRICK_PROVIDERS": "none"},
}
GPU = Path(__file__).resolve().parent.parent / "docs" / "gpu_check.json"  # of gpu_check.py
PAGE = Path(__file__).resolve().parent.parent / "docs" / "performance.md"
PAUSE = 0.05  # seconds, in which the threads of the side before stop to look for work
NOISY = 0.25  # spread above which the fastest turns are compared: what disturbs only adds time
TOLERANCE = 2e-3  # of the largest number: kernels add in other orders


# ---------------------------------------------------------------------- in a worker
def without_paths(config: str) -> str:
    """`show_config()` for a page: of a file of this machine, that it was found."""
    return re.sub(r"(?m): /.*$", ": found", config)


def _library(side: str) -> Any:
    return importlib.import_module("torch" if side == "torch" else "firebrick")


def _prepare(side: str, kind: str, name: str) -> Any:
    """The call to time, None where this side has none."""
    torch = _library(side)
    torch.manual_seed(0)
    if kind != "kernel":
        step, infer = MODELS[name](torch)
        return None if side == "numpy" else step if kind == "training" else infer
    if find_spec("numba"):  # as after the first second of work
        importlib.import_module("numba")
    kernel = next(k for k in (*KERNELS, *OPERATORS) if k.name == name)
    names: dict[str, Any] = {"torch": torch}
    exec(kernel.setup, names)
    statement = kernel.statement
    if side == "numpy":
        import numpy

        if kernel.numpy is None:
            return None
        statement, names["np"] = kernel.numpy, numpy
        tensors = {k: v for k, v in names.items() if hasattr(v, "numpy") and k != "torch"}
        names.update({k: v.numpy() for k, v in tensors.items()})
    return eval(f"lambda: {statement}", names)


def _sample(result: Any) -> list[float]:
    """Some numbers of a result, and their size, to compare."""
    import numpy

    array = numpy.asarray(result.detach().double() if hasattr(result, "detach") else result)
    flat = numpy.nan_to_num(array.astype("float64").reshape(-1), posinf=0, neginf=0)
    return [float(n) for n in flat[:: max(1, flat.size // 50)]] + [float(numpy.abs(flat).sum())]


def _turn(call: Any, budget: float) -> float:
    warm = time.perf_counter() + PAUSE + budget / 4
    time.sleep(PAUSE)
    while time.perf_counter() < warm:
        call()
    samples: list[float] = []
    end = time.perf_counter() + budget
    while not samples or time.perf_counter() < end:
        start = time.perf_counter()
        call()
        samples.append(time.perf_counter() - start)
    return statistics.median(samples)


def _profile(call: Any) -> dict[str, Any]:
    """Where the time of five calls goes, by Firebrick's profiler, in microseconds for each."""
    from firebrick_autograd.profiling import profile

    for _ in range(3):
        call()
    with profile() as prof:
        start = time.perf_counter()
        for _ in range(5):
            call()
        whole = (time.perf_counter() - start) * 1e6
    averages = prof.key_averages()
    operators = [e for e in averages if e.key.startswith("aten::")]
    operators.sort(key=lambda e: -e.self_cpu_time_total)
    inside = sum(e.self_cpu_time_total for e in operators)
    nodes = sum(e.self_cpu_time_total for e in averages) - inside
    shares = [(e.key[6:], e.self_cpu_time_total / whole) for e in operators[:5]]
    return {"operators": inside / whole, "backward": nodes / whole, "top": shares}


def work(side: str) -> None:
    """Obey orders, a line of JSON each, from standard input."""
    call: Any = None
    for line in sys.stdin:
        order = json.loads(line)
        answer: Any = None
        if order["do"] == "prepare":
            call = _prepare(side, order["kind"], order["name"])
            if call is not None:
                answer = _sample(call())
                _turn(call, order["budget"])
        elif order["do"] == "turn":
            answer = _turn(call, order["budget"])
        elif order["do"] == "profile":
            answer = _profile(call)
        elif order["do"] == "versions":
            library = _library(side)
            torch = side == "torch"
            answer = library.__version__ if torch else without_paths(library.show_config())
        print(json.dumps(answer), flush=True)


# ---------------------------------------------------------------------- in charge
class Worker:
    """A process that runs one library's side."""

    def __init__(self, side: str):
        self.side = side
        command = [sys.executable, __file__, "--worker", side]
        self.process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, **SIDES[side]},
        )

    def ask(self, **order: Any) -> Any:
        """Give an order and wait for the answer. Raises SystemExit where the process ended."""
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.write(json.dumps(order) + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            raise SystemExit(f"the {self.side} side ended on {order}; its error is above")
        return json.loads(line)


def _check(name: str, sides: dict[str, list[float]]) -> None:
    reference = sides["torch"]
    scale = max(map(abs, reference))
    for side, values in sides.items():
        worst = max(abs(a - b) for a, b in zip(reference, values, strict=True))
        if not worst <= TOLERANCE * scale:
            raise SystemExit(f"{name}: {side} computes {values[:3]}..., PyTorch {reference[:3]}...")


def measure(workers: dict[str, Worker], kind: str, name: str, turns: int, budget: float) -> Any:
    """The turns of every side that has the workload, in seconds."""
    first = {
        s: w.ask(do="prepare", kind=kind, name=name, budget=budget) for s, w in workers.items()
    }
    present = {side: values for side, values in first.items() if values is not None}
    _check(name, present)
    found: dict[str, list[float]] = {side: [] for side in present}
    for turn in range(turns):
        for side in present if turn % 2 else reversed(present):
            found[side].append(workers[side].ask(do="turn", budget=budget))
    return found


def _time(seconds: float) -> str:
    for unit, scale in (("s", 1.0), ("ms", 1e3), ("us", 1e6)):
        if seconds * scale >= 1 or unit == "us":
            return f"{seconds * scale:.3g} {unit}"
    raise AssertionError


def _middle_half(turns: list[float]) -> float:
    low, _, high = statistics.quantiles(turns, n=4)
    return high - low


def row(name: str, found: dict[str, list[float]]) -> tuple[str, float]:
    """A line of the table, and Firebrick's ratio."""
    medians = {side: statistics.median(turns) for side, turns in found.items()}
    spread = max(_middle_half(found[s]) / medians[s] for s in ("torch", "firebrick"))
    if spread > NOISY:
        medians = {side: min(turns) for side, turns in found.items()}
    reference = medians["torch"]
    cells = [name, _time(reference), _time(medians["firebrick"])]
    for side in ("firebrick", "plain", "numpy"):
        cells.append(f"{medians[side] / reference:.2f}" if side in medians else "")
    cells.append(f"{spread:.0%}" + " ~" * (spread > NOISY))
    return "| " + " | ".join(cells) + " |", medians["firebrick"] / reference


HEADS = """| | PyTorch | Firebrick | ratio | plain | NumPy | spread |
| --- | --- | --- | --- | --- | --- | --- |"""


def _table(workers: Any, kind: str, names: list[str], turns: int, budget: float) -> list[str]:
    lines, ratios = [HEADS], []
    for name in names:
        line, ratio = row(name, measure(workers, kind, name, turns, budget))
        print(line, flush=True)
        lines.append(line)
        ratios.append(ratio)
    mean = math.exp(statistics.fmean(map(math.log, ratios)))
    return [*lines, f"| geometric mean | | | {mean:.2f} | | | |", ""]


def _where(workers: Any, names: list[str]) -> list[str]:
    lines = [
        "| | library | framework | Python | the largest operators |",
        "| --- | --- | --- | --- | --- |",
    ]
    for name in names:
        workers["firebrick"].ask(do="prepare", kind="training", name=name, budget=0.1)
        told = workers["firebrick"].ask(do="profile")
        rest = 1 - told["operators"] - told["backward"]
        top = ", ".join(f"{key} {share:.0%}" for key, share in told["top"])
        shares = f"{told['operators']:.0%} | {told['backward']:.0%} | {rest:.0%}"
        lines.append(f"| {name} | {shares} | {top} |")
    return lines


def _machine() -> str:
    name = platform.processor() or platform.machine()
    if Path("/proc/cpuinfo").exists():
        found = [x for x in Path("/proc/cpuinfo").read_text().splitlines() if "model name" in x]
        name = found[0].split(":")[1].strip() if found else name
    return f"{name}, {os.cpu_count()} processors, Python {platform.python_version()}"


def report(workers: dict[str, Worker], options: argparse.Namespace) -> str:
    """The page."""
    turns, budget = (3, 0.05) if options.quick else (options.turns, options.budget)
    kernels = [k.name for k in KERNELS if options.filter in k.name]
    models = [m for m in MODELS if options.filter in m]
    if not kernels and not models:
        raise SystemExit(f"no workload has {options.filter!r} in its name")
    firebrick = workers["firebrick"].ask(do="versions")
    page = [
        "# Performance",
        "",
        "Written by `nox -s bench`. Times of one run in which the libraries take turns; `ratio` is",
        "Firebrick's time over PyTorch's (below 1: Firebrick is faster), `plain` that of Firebrick",
        "on NumPy alone, without providers, `NumPy` that of the same in plain NumPy, where it is a",
        "line or two. `spread` is that of turns: believe no smaller difference. Where it is large",
        "(~), times are those of the fastest turns.",
        "",
        f"{_machine()}, PyTorch {workers['torch'].ask(do='versions')}",
        "",
        *(f"    {line}" for line in firebrick.splitlines()),
        "",
    ]
    if kernels:
        page += ["## Kernels", "", *_table(workers, "kernel", kernels, turns, budget)]
    if models:
        page += ["## Training steps", "", *_table(workers, "training", models, turns, budget)]
        page += ["## Forward alone", "", *_table(workers, "inference", models, turns, budget)]
        page += ["## Where the time of a training step goes", ""]
        page += [
            "By Firebrick's profiler, which adds to what is not in operators. `library` is time in",
            "operators' kernels: NumPy, BLAS, oneDNN, compiled loops; `framework` that in nodes of",
            "backward; `Python` the rest: layers, recording, the optimizer.",
            "",
        ]
        page += _where(workers, models)
    return "\n".join([*page, "", *gpu_section(GPU)]) + "\n"


def gpu_section(file: Path) -> list[str]:
    """What `gpu_check.py` found on a GPU, from its file; without one, that there was none."""
    lines = ["## GPUs", ""]
    if not file.exists():
        return [
            *lines,
            "No GPU has been lent to this project yet, so there are no times of one: what serves",
            'device "cuda" is checked without one (`nox -s gpu`). With a GPU,',
            "`python benchmarks/gpu_check.py --out docs` checks and times it in eight minutes, and",
            "`nox -s bench` puts its table here.",
        ]
    found = json.loads(file.read_text())
    lines += [f"{found['machine']['gpu']}; {len(found['failures'])} failures.", ""]
    lines += ["| | PyTorch | Firebrick | ratio |", "| --- | --- | --- | --- |"]
    for part in ("suite", "kernels", "cudnn"):
        rows = {name: timed for name, timed in found.get(part, {}).items() if name != "declined"}
        for name, timed in rows.items():
            theirs, ratio = timed.get("torch"), timed.get("ratio")
            cells = (f"{theirs:.3f} ms" if theirs else "", f"{timed['firebrick']:.3f} ms")
            lines.append(f"| {name} | {' | '.join(cells)} | {f'{ratio:.2f}' if ratio else ''} |")
    return lines


def slowest(options: argparse.Namespace, limit: float = 1.5) -> None:
    """Print the operators whose ratio is over a limit, in the order of the ratio."""
    found: list[tuple[float, str]] = []
    workers = {side: Worker(side) for side in ("torch", "firebrick")}
    try:
        for kernel in OPERATORS:
            if options.filter not in kernel.name:
                continue
            line, ratio = row(kernel.name, measure(workers, "kernel", kernel.name, 3, 0.005))
            found.append((ratio, line))
            print(".", end="", flush=True)
    finally:
        for worker in workers.values():
            worker.process.kill()
            worker.process.wait()
    over = sorted((pair for pair in found if pair[0] > limit), reverse=True)
    print(f"\n{len(over)} of {len(found)} are over {limit}", *(line for _, line in over), sep="\n")


def main() -> int:
    parser = argparse.ArgumentParser(description="Time kernels and models against PyTorch.")
    parser.add_argument("--turns", type=int, default=7, help="turns of each library")
    parser.add_argument("--budget", type=float, default=0.2, help="seconds of a turn")
    parser.add_argument("--quick", action="store_true", help="short turns: a first look")
    parser.add_argument("--filter", default="", help="only workloads whose name contains this")
    parser.add_argument("--output", type=Path, default=PAGE, help="where the page is written")
    parser.add_argument("--operators", action="store_true", help="print the slowest operators")
    parser.add_argument("--worker", choices=SIDES, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.worker:
        work(options.worker)
        return 0
    if options.operators:
        slowest(options)
        return 0
    workers = {side: Worker(side) for side in SIDES}
    try:
        page = report(workers, options)
    finally:
        for worker in workers.values():
            worker.process.kill()
            worker.process.wait()
    options.output.write_text(page, encoding="utf-8")
    print(f"wrote {options.output}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
