"""Everything that only a GPU can prove, in one command of at most eight minutes.

    python benchmarks/gpu_check.py [--out gpu_check] [--parts operators,models] [--minutes 8]
    python benchmarks/gpu_check.py --device fake     # the same lines on a fake device, no figures

Parts, in order: `operators` (every operator against the CPU), `gradients` (of every operator),
`models` (the programs of integration_tests/models train to the same losses), `kernels` (each fused
kernel's time against the PyTorch that is installed), `cudnn` (cuDNN's results against those of the
plain kernels, and times against both), `suite` (training steps of an MLP, a ResNet-50
and a GPT against PyTorch, in float32 and bfloat16) and `pictures`. Times are those of device
events, medians of interleaved runs; a ratio below 1 means that Firebrick is faster. What does not
fit into the time is named as left out. Writes gpu_check.json with everything and prints a table;
the exit status is 1 where something is wrong, and where a limit on the ratios is passed.
"""

from __future__ import annotations

import argparse
import gc
import json
import math
import re
import statistics
import sys
import time
import traceback
from collections.abc import Callable
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import gpu_cudnn
import gpu_models
import gpu_pictures
import numpy as np

import firebrick
from firebrick_core import cuda, cudnn as provider
from firebrick_core._device import BACKENDS
from firebrick_core._operator import TABLE
from firebrick_core.testing import check_backend, dtypes_of, make_sample, moved_to

ROOT = Path(__file__).resolve().parent.parent
PARTS = ("operators", "gradients", "models", "kernels", "cudnn", "suite", "pictures")
LIMIT = 1.0  # geometric mean of the suite's ratios


class Run:
    """What was found so far, and the time that is left."""

    def __init__(self, device: str, minutes: float, folder: Path, names: str = ""):
        self.device, self.folder, self.names = device, folder, names
        self.deadline = time.monotonic() + 60 * minutes
        self.result: dict[str, Any] = {"device": device, "left_out": [], "failures": {}}
        self.torch = reference(device)

    def wants(self, name: str) -> bool:
        """Whether `--filter` asks for an operator, model or kernel."""
        return self.names in name

    def out_of_time(self, what: str, seconds: float = 5.0) -> bool:
        """Whether less than `seconds` are left; then `what` is noted as left out."""
        late = time.monotonic() + seconds > self.deadline
        if late:
            self.result["left_out"].append(what)
        return late

    def attempt(self, what: str, call: Callable[[], Any]) -> Any:
        """The result of a call; an error is kept as a failure of `what`."""
        try:
            return call()
        except Exception as error:
            where = traceback.extract_tb(error.__traceback__)[-1]
            text = f"{type(error).__name__}: {error}"[:400]
            self.result["failures"][what] = f"{text} ({where.name}, line {where.lineno})"
            return None


def reference(device: str) -> Any:
    """PyTorch with a GPU of its own view, None without."""
    if device == "fake":
        return None
    try:
        import torch
    except ImportError:
        return None
    return torch if torch.cuda.is_available() else None


# ---------------------------------------------------------------------- right?
def operators(run: Run) -> dict[str, int]:
    """Every operator's samples on the GPU against the CPU."""
    judged = 0
    for name in sorted(n for n, op in TABLE.items() if op.inplace_of is None):
        if not run.wants(name):
            continue
        if run.out_of_time(f"operators from {name} on", 2):
            break
        judged += run.attempt(f"operator {name}", lambda n=name: check_backend("cuda", [n])) or 0
    return {"samples": judged}


def _gradients_of(op: Any, text: str, move: bool) -> list[Any]:
    sample = make_sample(text, "float64", requires_grad=True)
    leaves: list[Any] = []

    def placed(t: Any) -> Any:
        needs, t = t.requires_grad, t.detach()
        if move:
            t = moved_to(t, BACKENDS["cuda"])
        if needs:
            leaves.append(t.requires_grad_())
        return t

    sample = sample.map(placed)
    result = op(*sample.args, **sample.kwargs)
    parts = result if isinstance(result, (tuple, list)) else [result]
    sums = [t.sum() for t in parts if hasattr(t, "requires_grad") and t.requires_grad]
    if not sums:
        return []
    for t in sums:
        t.real.backward(retain_graph=True)
    return [None if t.grad is None else t.grad.cpu().tolist() for t in leaves]


def gradients(run: Run) -> dict[str, int]:
    """Every operator's derivative on the GPU against the CPU's, in float64."""
    judged = 0
    for name, op in sorted(TABLE.items()):
        if op.random or op.mutates or not op.differentiable or op.inplace_of is not None:
            continue
        if "float64" not in dtypes_of(op) or op.kind == "direct" or not run.wants(name):
            continue
        if run.out_of_time(f"gradients from {name} on", 2):
            break
        for text in op.samples:
            try:
                want = _gradients_of(op, text, False)
            except (RuntimeError, TypeError, NotImplementedError):
                continue  # the CPU has no derivative of this sample
            got = run.attempt(f"gradient {name}", lambda o=op, t=text: _gradients_of(o, t, True))
            if got is not None and not _close(got, want):
                run.result["failures"][f"gradient {name}"] = f"({text}): {got}, expected {want}"
            judged += 1
    return {"samples": judged}


def _close(got: list[Any], want: list[Any]) -> bool:
    return len(got) == len(want) and all(
        (g is None) == (w is None) and (g is None or np.allclose(g, w, 1e-6, 1e-8, True))
        for g, w in zip(got, want, strict=True)
    )


def _losses(program: Path, device: str, steps: int) -> Any:
    source = re.sub(r"^import torch$", "import firebrick as torch", program.read_text(), flags=re.M)
    source = re.sub(r"^(import|from) torch\b", r"\1 firebrick", source, flags=re.M)
    names: dict[str, Any] = {"__name__": program.stem}
    cuda.set_host_random(True)
    try:
        with firebrick.device(device):
            exec(compile(source, str(program), "exec"), names)
            return names["train"](steps)
    finally:
        cuda.set_host_random(False)


def models(run: Run) -> dict[str, float]:
    """The largest relative difference of losses between GPU and CPU, by program."""
    steps, found = (20 if run.device == "cuda" else 2), {}
    for program in sorted((ROOT / "integration_tests" / "models").glob("*.py")):
        name = program.stem
        if not run.wants(name):
            continue
        if run.out_of_time(f"model {name}", 15 if run.device == "cuda" else 2):
            continue
        want = np.asarray(_losses(program, "cpu", steps))
        got = run.attempt(f"model {name}", lambda p=program: _losses(p, "cuda", steps))
        if got is not None:
            difference = float(np.max(np.abs(np.asarray(got) - want) / np.maximum(abs(want), 1)))
            found[name] = difference
            if not difference < 1e-3:
                run.result["failures"][f"model {name}"] = f"losses differ by {difference:.2g}"
    return found


# ---------------------------------------------------------------------- fast?
def milliseconds(library: Any, call: Callable[[], Any], repeats: int) -> float:
    """The time of a call on the device."""
    start, end = (library.cuda.Event(enable_timing=True) for _ in range(2))
    start.record()
    for _ in range(repeats):
        call()
    end.record()
    end.synchronize()
    return float(start.elapsed_time(end)) / repeats


def compared(run: Run, make: Callable[[Any], Callable[[], Any]], rounds: int, repeats: int) -> Any:
    """Medians of both libraries, taking turns, and their ratio."""
    libraries = {"firebrick": firebrick} | ({"torch": run.torch} if run.torch else {})
    calls = {name: make(library) for name, library in libraries.items()}
    times: dict[str, list[float]] = {name: [] for name in calls}
    for name, call in calls.items():
        milliseconds(libraries[name], call, 2)
    for _ in range(rounds):
        for name, call in calls.items():
            times[name].append(milliseconds(libraries[name], call, repeats))
    found: dict[str, float] = {n: statistics.median(t) for n, t in times.items()}
    if "torch" in found:
        found["ratio"] = found["firebrick"] / found["torch"]
    return found


def _kernel_calls(n: int) -> dict[str, Callable[[Any, str], Callable[[], Any]]]:
    """The fused kernels' operators, as functions of a library and a dtype."""

    def unary(name: str, **named: Any) -> Callable[[Any, str], Callable[[], Any]]:
        def make(lib: Any, dtype: str) -> Callable[[], Any]:
            x = lib.randn(n, 1024, device="cuda").to(getattr(lib, dtype))
            function = getattr(lib.nn.functional, name)
            return lambda: function(x, **named)

        return make

    def loss(lib: Any, dtype: str) -> Callable[[], Any]:
        x = lib.randn(n, 1024, device="cuda").to(getattr(lib, dtype))
        y = lib.randint(0, 1024, (n,), device="cuda")
        return lambda: lib.nn.functional.cross_entropy(x, y)

    def embedding(lib: Any, dtype: str) -> Callable[[], Any]:
        weight = lib.randn(1000, 256, device="cuda").to(getattr(lib, dtype)).requires_grad_()
        index = lib.randint(0, 1000, (n,), device="cuda")
        out = lib.nn.functional.embedding(index, weight).sum()
        return lambda: lib.autograd.grad(out, weight, retain_graph=True)

    return {
        "softmax": unary("softmax", dim=-1),
        "log_softmax": unary("log_softmax", dim=-1),
        "layer_norm": unary("layer_norm", normalized_shape=(1024,)),
        "gelu": unary("gelu"),
        "silu": unary("silu"),
        "dropout": unary("dropout", p=0.1),
        "cross_entropy": loss,
        "embedding backward": embedding,
    }


def kernels(run: Run) -> dict[str, Any]:
    """Each fused kernel against PyTorch's."""
    found: dict[str, Any] = {}
    real = run.device == "cuda"
    for name, make in _kernel_calls(16384 if real else 4).items():
        for dtype in ("float32", "bfloat16"):
            what = f"{name} {dtype}"
            if not run.wants(name) or run.out_of_time(f"kernel {what}"):
                continue
            timed = run.attempt(
                f"kernel {what}",
                lambda m=make, d=dtype: compared(
                    run, lambda lib: m(lib, d), 9 if real else 1, 20 if real else 1
                ),
            )
            if timed is not None:
                found[what] = timed
    return found


def cudnn(run: Run) -> dict[str, Any]:
    """cuDNN's kernels: right by the plain ones, and their times against those and PyTorch's."""
    switches, found = firebrick.backends.cudnn, {}
    real = run.device == "cuda"
    if not switches.is_available():
        run.result["left_out"].append(f"cudnn: {provider.unavailable_reason()}")
        return {}
    for name, (make, dtypes) in gpu_cudnn.calls(not real).items():
        for dtype in dtypes:
            what = f"{name} {dtype}"
            if not run.wants(name) or run.out_of_time(f"cudnn {what}", 8 if real else 2):
                continue
            timed = run.attempt(f"cudnn {what}", lambda m=make, d=dtype: _by_cudnn(run, m, d))
            if timed is None:
                continue
            found[what] = timed
            if not timed["difference"] < (1e-4 if dtype == "float32" else 5e-2):
                text = f"differs from the plain kernels by {timed['difference']:.2g}"
                run.result["failures"][f"cudnn {what}"] = text
    run.result["cudnn_declined"] = dict(provider.declined)
    return found


def _by_cudnn(run: Run, make: Any, dtype: str) -> Any:
    flags, real = firebrick.backends.cudnn.flags, run.device == "cuda"
    call = make(firebrick, dtype)
    with flags(enabled=True, allow_tf32=False):
        got = call()
    with flags(enabled=False):
        want = call()
        plain = statistics.median(milliseconds(firebrick, call, 2) for _ in range(3 if real else 1))
    timed = compared(run, lambda lib: make(lib, dtype), 7 if real else 1, 10 if real else 1)
    return timed | {"plain": plain, "difference": gpu_cudnn.difference(got, want)}


def suite(run: Run) -> dict[str, Any]:
    """Training steps of the model suite against PyTorch."""
    found: dict[str, Any] = {}
    real = run.device == "cuda"
    sizes = gpu_models.SIZES[run.device]
    for name in gpu_models.MODELS:
        for dtype in ("float32", "bfloat16"):
            what = f"{name} {dtype}"
            if not run.wants(name) or run.out_of_time(f"suite {what}", 25 if real else 5):
                continue
            timed = run.attempt(
                f"suite {what}",
                lambda n=name, d=dtype: compared(
                    run,
                    lambda lib: gpu_models.training_step(lib, n, "cuda", d, sizes),
                    5 if real else 1,
                    3 if real else 1,
                ),
            )
            if timed is not None:
                found[what] = timed
            gc.collect()
            cuda.empty_cache()
            if run.torch:
                run.torch.cuda.empty_cache()
    ratios = [t["ratio"] for t in found.values() if "ratio" in t]
    if ratios:
        found["geometric mean"] = {"ratio": math.exp(statistics.fmean(map(math.log, ratios)))}
    return found


def pictures(run: Run) -> dict[str, Any]:
    """The paper's two pictures, of a ResNet-50 step."""
    if run.out_of_time("pictures", 20 if run.device == "cuda" else 2):
        return {}
    sizes = gpu_models.SIZES[run.device]
    step = gpu_models.training_step(firebrick, "resnet50", "cuda", "float32", sizes)
    steps = gpu_pictures.driver_calls(step, 6)
    events = gpu_pictures.timeline(step)
    if steps[-1]["driver"]:
        run.result["failures"]["memory"] = f"step 6 made {steps[-1]['driver']} driver allocations"
    files = gpu_pictures.draw(run.folder, events, steps)
    return {"steps": steps, "operators": len(events) // 2, "files": files}


# ---------------------------------------------------------------------- all
@contextmanager
def device_of(name: str) -> Any:
    """The GPU, or the fake one of core's tests."""
    if name == "cuda":
        cuda.init()
        yield
        return
    sys.path.insert(0, str(ROOT / "packages" / "core" / "tests"))
    import fake_cudnn
    import fake_cupy
    from fake_cupy._raw import COMPILER

    with fake_cupy.install(kernels=COMPILER is not None, memory=1 << 29) as cupy:
        with fake_cudnn.install(cupy):
            yield


def table(result: dict[str, Any]) -> str:
    """The figures as text."""
    lines = [f"{result['name']}, {result['seconds']:.0f} s"]
    for part in ("operators", "gradients"):
        if part in result:
            lines.append(f"{part:<28}{result[part]['samples']} samples")
    for name, difference in result.get("models", {}).items():
        lines.append(f"losses of {name:<18}differ by {difference:.1e}")
    for part in ("kernels", "cudnn", "suite"):
        for name, timed in result.get(part, {}).items():
            ours, theirs = timed.get("firebrick"), timed.get("torch")
            text = "".join(f"{t:10.3f} ms" if t is not None else " " * 13 for t in (theirs, ours))
            ratio = f"{timed['ratio']:8.2f}" if "ratio" in timed else ""
            plain = f"  plain {timed['plain']:.3f} ms" if "plain" in timed else ""
            lines.append(f"{name:<28}{text}{ratio}{plain}")
    for name, why in result.get("cudnn_declined", {}).items():
        lines.append(f"declined by cuDNN: {name}: {why.strip().splitlines()[0][:150]}")
    for what in result["left_out"]:
        lines.append(f"left out for time: {what}")
    for what, text in result["failures"].items():
        lines.append(f"FAILED {what}: {text}")
    return "\n".join(lines)


def main(arguments: list[str] | None = None) -> int:
    """Run the parts; returns the exit status."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--device", choices=("cuda", "fake"), default="cuda")
    parser.add_argument("--out", type=Path, default=Path("gpu_check"))
    parser.add_argument("--parts", default=",".join(PARTS))
    parser.add_argument("--minutes", type=float, default=8.0)
    parser.add_argument("--filter", default="", help="only names that contain this")
    given = parser.parse_args(arguments)
    given.out.mkdir(parents=True, exist_ok=True)
    with ExitStack() as stack:
        stack.enter_context(device_of(given.device))
        started = time.monotonic()
        run = Run(given.device, given.minutes, given.out, given.filter)
        run.result["name"] = cuda.get_device_name()
        for part in given.parts.split(","):
            # What is checked against the CPU is computed without TF32, what is timed as PyTorch's.
            exact = part in ("operators", "gradients", "models")
            with firebrick.backends.cudnn.flags(enabled=True, allow_tf32=not exact):
                run.result[part] = run.attempt(part, lambda p=part: globals()[p](run)) or {}
        run.result["seconds"] = time.monotonic() - started
    result = run.result
    (given.out / "gpu_check.json").write_text(json.dumps(result, indent=1))
    print(table(result))
    mean = result.get("suite", {}).get("geometric mean", {}).get("ratio", 0.0)
    return int(bool(result["failures"]) or mean > LIMIT)


if __name__ == "__main__":
    sys.exit(main())
