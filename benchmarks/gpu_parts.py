"""The parts of `gpu_check.py`, each run in a process of its own, which writes what it has found as
it goes: a process that is ended, or a device that fails for good, loses nothing that came before.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import re
import statistics
import sys
import time
import traceback
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(p) for p in sorted(ROOT.glob("packages/*/src")) if str(p) not in sys.path]

import gpu_cudnn  # noqa: E402  # the packages may be in the checkout only
import gpu_models  # noqa: E402
import gpu_pictures  # noqa: E402
import gpu_smoke  # noqa: E402
import numpy as np  # noqa: E402

import firebrick  # noqa: E402
from firebrick_core import cuda, cudnn as provider  # noqa: E402
from firebrick_core._device import BACKENDS  # noqa: E402
from firebrick_core._operator import TABLE  # noqa: E402
from firebrick_core.testing import (  # noqa: E402
    check_backend,
    dtypes_of,
    make_sample,
    moved_to,
)

DEVICE_LOST = 17  # exit status: nothing works on this device any more, in this process


class Run:
    """A part's findings, and the time that is left for it."""

    def __init__(self, given: argparse.Namespace):
        self.device, self.names, self.file = given.device, given.filter, given.file
        self.deadline = time.monotonic() + given.seconds
        self.shard, self.shards = map(int, given.shard.split("/"))
        before = json.loads(self.file.read_text()) if self.file.exists() else {}
        self.found: dict[str, Any] = {
            "result": {}, "failures": {}, "traces": {}, "left_out": [], "done": [], **before
        }  # fmt: skip
        self.done = set(self.found["done"])
        self.torch: Any = None

    @property
    def result(self) -> dict[str, Any]:
        """What the part found, by name."""
        found: dict[str, Any] = self.found["result"]
        return found

    @property
    def real(self) -> bool:
        """Whether there is a GPU."""
        return self.device == "cuda"

    def write(self) -> None:
        """Put the findings into the file."""
        new = self.file.with_suffix(".new")
        new.write_text(json.dumps(self.found))
        os.replace(new, self.file)

    def each(self, part: str, names: Iterable[str], seconds: float) -> Iterator[str]:
        """This process's share of the names that `--filter` asks for, as long as time is left for
        one that takes so many seconds; those that it has done before are left out."""
        wanted = [n for n in names if self.names in n][self.shard :: self.shards]
        for position, name in enumerate(wanted):
            if name in self.done:
                continue
            if time.monotonic() + (seconds if self.real else 0.1) > self.deadline:
                rest = [n for n in wanted[position:] if n not in self.done]
                self.found["left_out"].append(f"{part}: {len(rest)} from {name} on")
                break
            self.found["done"].append(name)  # a process that dies of it does not try it again
            self.write()
            yield name
        self.write()

    def attempt(self, what: str, call: Callable[[], Any]) -> Any:
        """The result of a call; an error is kept as a failure of `what`, with where it was."""
        try:
            return call()
        except Exception as error:
            trace = traceback.format_exc(limit=-8)
            self.fail(what, f"{type(error).__name__}: {error}"[:600], trace)
            self.require_device()
            return None

    def fail(self, what: str, text: str, trace: str = "") -> None:
        """Note a failure."""
        self.found["failures"][what] = text
        if trace:
            self.found["traces"][what] = trace[-3000:]
        self.write()

    def require_device(self) -> None:
        """End the process where the device does nothing any more: CUDA's errors may stay."""
        with suppress(Exception):  # what has failed was told; whether more will is asked now
            cuda.synchronize()
        try:
            if (firebrick.ones(2, device="cuda") + 1).tolist() != [2.0, 2.0]:
                raise RuntimeError("1 + 1 is not 2")
        except Exception as error:
            self.fail("device", f"lost: {error}"[:300])
            sys.exit(DEVICE_LOST)


def reference(run: Run) -> Any:
    """PyTorch with a GPU of its own view, None without."""
    if not run.real:
        return None
    try:
        import torch
    except Exception as error:  # also what its libraries do beside CuPy's
        run.fail("torch", f"{type(error).__name__}: {error}"[:300])
        return None
    return torch if torch.cuda.is_available() else None


# ---------------------------------------------------------------------- does it work?
def smoke(run: Run) -> None:
    """One thing at a time, from an addition to a graph: what fails here explains the rest."""
    for name in run.each("smoke", gpu_smoke.CHECKS, 3):
        started = time.monotonic()
        told = run.attempt(f"smoke {name}", gpu_smoke.CHECKS[name])
        run.result[name] = {"told": told, "seconds": round(time.monotonic() - started, 2)}


# ---------------------------------------------------------------------- right?
def operators(run: Run) -> None:
    """Every operator's samples on the GPU against the CPU."""
    names = sorted(n for n, op in TABLE.items() if op.inplace_of is None)
    for name in run.each("operators", names, 2):
        judged = run.attempt(f"operator {name}", lambda n=name: check_backend("cuda", [n])) or 0
        run.result["samples"] = run.result.get("samples", 0) + judged


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


def gradients(run: Run) -> None:
    """Every operator's derivative on the GPU against the CPU's, in float64."""
    for name in run.each("gradients", sorted(filter(_has_gradient, TABLE)), 2):
        op = TABLE[name]
        for text in op.samples:
            try:
                want = _gradients_of(op, text, False)
            except (RuntimeError, TypeError, NotImplementedError):
                continue  # the CPU has no derivative of this sample
            got = run.attempt(f"gradient {name}", lambda o=op, t=text: _gradients_of(o, t, True))
            if got is not None and not _close(got, want):
                run.fail(f"gradient {name}", f"({text}): {got}, expected {want}"[:600])
            run.result["samples"] = run.result.get("samples", 0) + 1


def _has_gradient(name: str) -> bool:
    op = TABLE[name]
    plain = not (op.random or op.mutates or op.inplace_of is not None or op.kind == "direct")
    return bool(plain and op.differentiable and "float64" in dtypes_of(op))


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


def models(run: Run) -> None:
    """The largest relative difference of losses between GPU and CPU, by program."""
    folder, steps = ROOT / "integration_tests" / "models", 20 if run.real else 2
    for name in run.each("models", sorted(f.stem for f in folder.glob("*.py")), 10):
        program = folder / f"{name}.py"
        want = np.asarray(_losses(program, "cpu", steps))
        got = run.attempt(f"model {name}", lambda p=program: _losses(p, "cuda", steps))
        if got is not None:
            difference = float(np.max(np.abs(np.asarray(got) - want) / np.maximum(abs(want), 1)))
            run.result[name] = difference
            if not difference < 1e-3:
                run.fail(f"model {name}", f"losses differ by {difference:.2g}")


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


def kernels(run: Run) -> None:
    """Each fused kernel against PyTorch's."""
    run.torch = reference(run)
    calls = _kernel_calls(16384 if run.real else 4)
    names = [f"{name} {dtype}" for name in calls for dtype in ("float32", "bfloat16")]
    for what in run.each("kernels", names, 3):
        name, dtype = what.rsplit(" ", 1)
        rounds, repeats = (9, 20) if run.real else (1, 1)
        timed = run.attempt(
            f"kernel {what}",
            lambda n=name, d=dtype, r=(rounds, repeats): compared(
                run, lambda lib: calls[n](lib, d), *r
            ),
        )
        if timed is not None:
            run.result[what] = timed
            run.write()


def cudnn(run: Run) -> None:
    """cuDNN's kernels: right by the plain ones, and their times against those and PyTorch's."""
    if not firebrick.backends.cudnn.is_available():
        run.found["left_out"].append(f"cudnn: {provider.unavailable_reason()}")
        return
    run.torch = reference(run)
    calls = gpu_cudnn.calls(not run.real)
    names = [f"{name} {dtype}" for name, (_, dtypes) in calls.items() for dtype in dtypes]
    for what in run.each("cudnn", names, 8):
        name, dtype = what.rsplit(" ", 1)
        make = calls[name][0]
        timed = run.attempt(f"cudnn {what}", lambda m=make, d=dtype: _by_cudnn(run, m, d))
        if timed is not None:
            run.result[what] = timed
            if not timed["difference"] < (1e-4 if dtype == "float32" else 5e-2):
                text = f"differs from the plain kernels by {timed['difference']:.2g}"
                run.fail(f"cudnn {what}", text)
    if provider.declined:
        run.result["declined"] = dict(provider.declined)
    run.write()


def _by_cudnn(run: Run, make: Any, dtype: str) -> Any:
    flags = firebrick.backends.cudnn.flags
    call = make(firebrick, dtype)
    with flags(enabled=True, allow_tf32=False):
        got = call()
    with flags(enabled=False):
        want = call()
        repeats = 3 if run.real else 1
        plain = statistics.median(milliseconds(firebrick, call, 2) for _ in range(repeats))
    timed = compared(run, lambda lib: make(lib, dtype), *((7, 10) if run.real else (1, 1)))
    return timed | {"plain": plain, "difference": gpu_cudnn.difference(got, want)}


def suite(run: Run) -> None:
    """Training steps of the model suite against PyTorch, and where ours spend their time."""
    run.torch = reference(run)
    names = [f"{name} {dtype}" for name in gpu_models.MODELS for dtype in ("float32", "bfloat16")]
    for what in run.each("suite", names, 20):
        name, dtype = what.rsplit(" ", 1)
        rounds, repeats = (5, 3) if run.real else (1, 1)
        timed = run.attempt(
            f"suite {what}",
            lambda n=name, d=dtype, r=(rounds, repeats): compared(
                run, lambda lib: _step(run, lib, n, d), *r
            ),
        )
        if timed is not None:
            run.result[what] = timed
            run.write()
            timed["profile"] = run.attempt(
                f"profile {what}", lambda n=name, d=dtype: _profile(_step(run, firebrick, n, d))
            )
        _free(run)
        run.write()


def _step(run: Run, library: Any, name: str, dtype: str) -> Callable[[], Any]:
    return gpu_models.training_step(library, name, "cuda", dtype, gpu_models.SIZES[run.device])


def _free(run: Run) -> None:
    gc.collect()
    cuda.empty_cache()
    if run.torch:
        run.torch.cuda.empty_cache()


def _profile(step: Callable[[], Any]) -> dict[str, Any]:
    """A step's operators by the time of the device, in milliseconds, and how long the host took."""
    for _ in range(2):
        step()
    events = gpu_pictures.timeline(step)
    rows: dict[str, list[float]] = {}
    for e in events:
        row = rows.setdefault(e["name"], [0, 0.0, 0.0])
        device = e["tid"] == "device runs"
        row[0] += device
        row[1 if device else 2] += e["dur"] / 1e3
    top = sorted(rows.items(), key=lambda item: -item[1][1])[:12]
    return {
        "host_ms": sum(r[2] for r in rows.values()), "device_ms": sum(r[1] for r in rows.values()),
        "calls": sum(r[0] for r in rows.values()),
        "operators": {name: [round(x, 3) for x in row] for name, row in top},
    }  # fmt: skip


def pictures(run: Run) -> None:
    """The paper's two pictures, of a ResNet-50 step."""
    for _ in run.each("pictures", ["resnet50"] if not run.names else [run.names], 15):
        step = _step(run, firebrick, "resnet50", "float32")
        steps = gpu_pictures.driver_calls(step, 6)
        run.result["steps"] = steps
        if steps[-1]["driver"]:
            run.fail("memory", f"step 6 made {steps[-1]['driver']} allocations by the driver")
        events = gpu_pictures.timeline(step)
        run.result["operators"] = len(events) // 2
        run.write()
        run.result["files"] = gpu_pictures.draw(run.file.parent, events, steps)


# ---------------------------------------------------------------------- all
PARTS = {
    "smoke": smoke, "suite": suite, "kernels": kernels, "cudnn": cudnn, "pictures": pictures,
    "operators": operators, "gradients": gradients, "models": models,
}  # fmt: skip
EXACT = ("smoke", "operators", "gradients", "models")  # compared with the CPU: no TF32


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


def main() -> None:
    """Run a part, or a shard of it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--part", choices=list(PARTS), required=True)
    parser.add_argument("--file", type=Path, required=True)
    parser.add_argument("--device", choices=("cuda", "fake"), default="cuda")
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--shard", default="0/1")
    parser.add_argument("--filter", default="")
    run = Run(parser.parse_args())
    part = sys.argv[sys.argv.index("--part") + 1]
    try:
        flags = firebrick.backends.cudnn.flags
        with device_of(run.device), flags(enabled=True, allow_tf32=part not in EXACT):
            PARTS[part](run)
    except Exception as error:
        run.fail(part, f"{type(error).__name__}: {error}"[:600], traceback.format_exc(limit=-8))
    run.write()


if __name__ == "__main__":
    main()
