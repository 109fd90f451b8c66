"""One feature of device "cuda" after another, small: what fails here explains what fails later."""

from __future__ import annotations

import importlib.metadata
import math
import time
from collections.abc import Callable
from typing import Any

import numpy as np

import firebrick as fb
from firebrick import cuda, nn
from firebrick_core import extend
from firebrick_core._cuda import _kernels

F = nn.functional
CHECKS: dict[str, Callable[[], Any]] = {}
FLOATS = ("float32", "float64", "float16", "bfloat16")
TOLERANCE = {"float32": 1e-5, "float64": 1e-10, "float16": 1e-2, "bfloat16": 6e-2}


def check(function: Callable[[], Any]) -> Callable[[], Any]:
    """Add a check under its name; what it returns is printed."""
    CHECKS[function.__name__.replace("_", " ")] = function
    return function


def same(got: Any, want: Any, dtype: str = "float32") -> None:
    """Raise AssertionError where a tensor of the GPU differs from the CPU's."""
    tolerance = TOLERANCE[dtype]
    np.testing.assert_allclose(got.cpu().double(), want.double(), tolerance, tolerance)


def on_both(call: Callable[..., Any], *tensors: Any, dtype: str = "float32") -> None:
    """Raise AssertionError where a call's result on the GPU differs from the CPU's."""
    kind = getattr(fb, dtype)
    tensors = tuple(t.to(kind) if t.is_floating_point() else t for t in tensors)
    same(call(*(t.cuda() for t in tensors)), call(*tensors), dtype)


def is_fake() -> bool:
    """Whether this is the fake device of the tests, for which a large product is a long one."""
    return cuda.get_device_name() == "Fake GPU"


@check
def versions() -> str:
    import cupy

    def of(name: str) -> str:
        try:
            return importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            return "none"

    names = ("torch", "ml_dtypes", "nvidia-cudnn-cu13", "nvidia-cudnn-frontend", "numba")
    runtime, about = cupy.cuda.runtime, cuda.get_device_properties()
    return ", ".join((
        f"NumPy {np.__version__}", f"CuPy {cupy.__version__}", *(f"{n} {of(n)}" for n in names),
        f"CUDA {runtime.runtimeGetVersion()}, driver {runtime.driverGetVersion()}",
        f"{about.name} sm_{about.major}{about.minor}, {about.total_memory >> 30} GiB",
        f"providers {extend.get_providers()}",
    ))  # fmt: skip


@check
def addition() -> None:
    same(fb.ones(3, device="cuda") + 1, fb.full((3,), 2.0))


@check
def all_dtypes() -> str:
    failed = []
    for name in (*FLOATS, "complex64", "int8", "int16", "int32", "int64", "uint8", "bool"):
        try:
            x = fb.arange(5).to(getattr(fb, name))
            assert (x.cuda() + x.cuda()).cpu().tolist() == (x + x).tolist()
            assert x.cuda().to(fb.float32).cpu().tolist() == x.to(fb.float32).tolist()
        except Exception as error:
            failed.append(f"{name}: {type(error).__name__}: {error}"[:200])
    if failed:
        raise AssertionError("; ".join(failed))
    return "all"


@check
def copies() -> None:
    x = fb.randn(1000, 100)
    assert fb.equal(x.cuda().cpu(), x) and fb.equal(x.T.cuda().cpu(), x.T)
    pinned = x.pin_memory()
    assert pinned.is_pinned()
    there = pinned.to("cuda", non_blocking=True)
    back = there.to("cpu", non_blocking=True)
    cuda.synchronize()
    assert fb.equal(back, x)


def _products(dtype: str) -> None:
    a, b = fb.randn(3, 5, 4), fb.randn(3, 4, 6)
    on_both(fb.matmul, a[0], b[0], dtype=dtype)
    on_both(fb.matmul, a, b, dtype=dtype)
    on_both(lambda x, y: x.mT @ y.mT, b[..., :5], fb.randn(3, 6, 4), dtype=dtype)
    on_both(lambda x, w: F.linear(x, w, w[:, 0]), a, fb.randn(7, 4), dtype=dtype)


def _families(dtype: str) -> None:
    x, index = fb.randn(6, 40), fb.tensor([0, 3, 1, 3, 0, 2])
    on_both(lambda t: F.softmax(t, -1) + F.log_softmax(t, -1), x, dtype=dtype)
    on_both(lambda t: F.layer_norm(t, (40,)), x, dtype=dtype)
    on_both(lambda t: F.gelu(t) + F.silu(t), x, dtype=dtype)
    on_both(lambda t, y: F.cross_entropy(t, y).reshape(1), x, index, dtype=dtype)
    for family in _kernels.FAMILIES:
        name = {"softmax": "softmax", "random": "normal", "pointwise": "gelu"}.get(family)
        if name:
            extend.BACKENDS["cuda"].kernels.get(family, name, np.dtype("float32"))


for _dtype in FLOATS:
    CHECKS[f"products {_dtype}"] = lambda d=_dtype: _products(d)
    CHECKS[f"fused kernels {_dtype}"] = lambda d=_dtype: _families(d)


@check
def tf32() -> str:
    x = fb.randn(512, 512, device="cuda")
    exact = x @ x
    fb.set_float32_matmul_precision("high")
    try:
        error = float((x @ x - exact).abs().max() / exact.abs().max())
    finally:
        fb.set_float32_matmul_precision("highest")
    return f"differs from float32 by {error:.1e}"


@check
def random_numbers() -> str:
    first = fb.rand(4, device="cuda", generator=fb.Generator("cuda").manual_seed(0))
    words = (0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8)  # of Random123, counter 0, key 0
    assert first.tolist() == [(w >> 8) / 2**24 for w in words], first.tolist()
    x = fb.randn(1 << 20, device="cuda")
    mean, std = float(x.mean()), float(x.std())
    assert abs(mean) < 5e-3 and abs(std - 1) < 5e-3, (mean, std)
    return f"mean {mean:.4f}, std {std:.4f}"


@check
def gradients_of_a_network() -> None:
    model = nn.Sequential(nn.Linear(8, 16), nn.LayerNorm(16), nn.GELU(), nn.Linear(16, 4))
    x, y = fb.randn(5, 8), fb.tensor([0, 1, 2, 3, 0])
    found = []
    for device in ("cpu", "cuda"):
        model = model.to(device)
        model.zero_grad()
        F.cross_entropy(model(x.to(device)), y.to(device)).backward()
        found.append([p.grad.cpu() for p in model.parameters()])
    for got, want in zip(found[1], found[0], strict=True):
        np.testing.assert_allclose(got, want, 1e-4, 1e-6)


@check
def convolution() -> None:
    x, w = fb.randn(2, 3, 9, 9), fb.randn(4, 3, 3, 3)
    np.testing.assert_allclose(
        F.conv2d(x.cuda(), w.cuda(), padding=1).cpu(), F.conv2d(x, w, padding=1), 1e-3, 1e-3
    )


@check
def optimizer_steps() -> str:
    worst = 0.0
    for name in ("SGD", "Adam", "AdamW", "RMSprop", "Lion"):
        ends = []
        for device in ("cpu", "cuda"):
            ps = [fb.linspace(-1, 1, n).to(device) for n in (5, 20_000)]
            optimizer = getattr(fb.optim, name)(ps, lr=0.01)
            for _ in range(3):
                for p in ps:
                    p.grad = p.cos()
                optimizer.step()
            ends.append([p.cpu() for p in ps])
        worst = max(worst, *(float((a - b).abs().max()) for a, b in zip(*ends, strict=True)))
    assert worst < 1e-5, worst
    return f"differ from the CPU's by {worst:.1e}"


@check
def streams_and_events() -> str:
    side, start, end = cuda.Stream(), *(cuda.Event(enable_timing=True) for _ in range(2))
    n = 64 if is_fake() else 2048
    x = fb.randn(n, n, device="cuda")
    side.wait_stream(cuda.current_stream())
    with cuda.stream(side):
        start.record()
        y = x @ x
        end.record()
    cuda.current_stream().wait_stream(side)
    y.record_stream(cuda.current_stream())
    end.synchronize()
    return f"a product of {n} takes {start.elapsed_time(end):.3f} ms"


@check
def graphs() -> str:
    x, p = fb.ones(100, device="cuda"), fb.ones(100, device="cuda")
    adam = fb.optim.Adam([p], lr=0.1)

    def work() -> Any:
        noise = fb.rand_like(x)
        p.grad = x * 2
        adam.step()
        return noise

    work()
    graph = cuda.CUDAGraph()
    with cuda.graph(graph):
        noise = work()
    seen = []
    for _ in range(3):
        graph.replay()
        seen.append(noise.sum().item())
    assert len(set(seen)) == 3, seen
    want = fb.ones(100)
    adam = fb.optim.Adam([want], lr=0.1)
    for _ in range(4):
        want.grad = fb.full((100,), 2.0)
        adam.step()
    same(p, want)
    return "noise is new, steps are counted"


@check
def graph_of_a_training_step() -> None:
    ends = []
    for recorded in (False, True):
        fb.manual_seed(3)
        model = nn.Sequential(nn.Linear(8, 16), nn.LayerNorm(16), nn.GELU(), nn.Linear(16, 4))
        x, y = fb.randn(6, 8).cuda(), fb.tensor([0, 1, 2, 3, 0, 1]).cuda()
        adam = fb.optim.AdamW(model.cuda().parameters(), lr=0.05)

        def step(model: Any = model, x: Any = x, y: Any = y, adam: Any = adam) -> Any:
            adam.zero_grad()
            loss = F.cross_entropy(model(x), y)
            loss.backward()
            adam.step()
            return loss

        step()
        if recorded:
            graph = cuda.CUDAGraph()
            with cuda.graph(graph):
                step()
            step = graph.replay
        for _ in range(4):
            step()
        ends.append([p.detach().cpu() for p in model.parameters()])
    for got, want in zip(*ends, strict=True):
        np.testing.assert_allclose(got, want, 1e-5, 1e-6)


@check
def mixed_precision() -> str:
    told = []
    for name in ("float16", "bfloat16"):
        model = nn.Sequential(nn.Linear(32, 64), nn.ReLU(), nn.Linear(64, 8)).cuda()
        adam, scaler = fb.optim.AdamW(model.parameters(), lr=1e-2), fb.amp.GradScaler("cuda")
        x, y = fb.randn(64, 32, device="cuda"), fb.arange(64).cuda() % 8
        losses = []
        for _ in range(20):
            with fb.autocast("cuda", getattr(fb, name)):
                loss = F.cross_entropy(model(x), y)
            adam.zero_grad()
            scaler.scale(loss).backward()
            scaler.step(adam)
            scaler.update()
            losses.append(loss.item())
        assert losses[-1] < losses[0], losses
        told.append(f"{name} {losses[0]:.3f} to {losses[-1]:.3f}")
    return ", ".join(told)


@check
def memory() -> str:
    x = fb.randn(1 << 20, device="cuda")
    for step in range(3):
        before = cuda.memory_stats()["num_device_alloc"]
        y = (x * 2 + 1).relu().sum()
        calls = cuda.memory_stats()["num_device_alloc"] - before
        assert step == 0 or calls == 0, f"step {step} made {calls} driver calls"
        del y
    try:
        fb.empty(2 * cuda.mem_get_info()[1], dtype=fb.uint8, device="cuda")
    except cuda.OutOfMemoryError as error:
        return str(error)[:160]
    raise AssertionError("twice the memory was allocated")


@check
def wrong_values() -> str:
    fb.zeros(3, device="cuda")[fb.tensor([5], device="cuda")]
    try:
        cuda.synchronize()
    except IndexError as error:
        return str(error)
    raise AssertionError("an index out of range was not told")


@check
def asynchrony() -> str:
    n = 64 if is_fake() else 4096
    x = fb.randn(n, n, device="cuda")
    x @ x
    cuda.synchronize()
    started = time.perf_counter()
    for _ in range(20):
        y = x @ x
    queued = time.perf_counter() - started
    y.sum().item()
    return f"20 products queued in {queued * 1e3:.2f} ms, done in " + (
        f"{(time.perf_counter() - started) * 1e3:.2f} ms"
    )


@check
def graphed_callables() -> None:
    layer = nn.Linear(4, 4).cuda()
    x = fb.randn(5, 4, device="cuda", requires_grad=True)
    layer(x).square().sum().backward()
    want, layer.weight.grad = layer.weight.grad.cpu(), None
    cuda.make_graphed_callables(layer, (x,))
    layer(x).square().sum().backward()
    same(layer.weight.grad, want)


@check
def host_overhead() -> str:
    x, told = fb.randn(8, 8, device="cuda"), []
    params = [fb.ones(16, device="cuda") for _ in range(160)]
    for p in params:
        p.grad = p + 1
    adam = fb.optim.AdamW(params)
    calls: dict[str, Callable[[], Any]] = {
        "add": lambda: x + x, "softmax": lambda: F.softmax(x, -1), "matmul": lambda: x @ x,
        "sum": lambda: x.sum(), "empty": lambda: fb.empty(8, device="cuda"),
        "AdamW, 160 tensors": adam.step,
    }  # fmt: skip
    for name, call in calls.items():
        call()
        cuda.synchronize()
        started = time.perf_counter()
        for _ in range(50):
            call()
        told.append(f"{name} {(time.perf_counter() - started) / 50 * 1e6:.1f} us")
        cuda.synchronize()
    return ", ".join(told)


@check
def exchange_with_pytorch() -> str:
    try:
        import torch
    except ImportError:
        return "no PyTorch"
    if not torch.cuda.is_available():
        return "PyTorch finds no GPU"
    theirs = torch.arange(6.0, device="cuda")
    ours = fb.from_dlpack(theirs)
    assert ours.data_ptr() == theirs.data_ptr()
    ours += 1
    back = torch.from_dlpack(ours)
    assert back.data_ptr() == theirs.data_ptr() and math.isclose(float(back.sum()), 21)
    return "one memory"
