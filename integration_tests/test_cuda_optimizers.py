"""Steps of optimizers on a GPU: kernels made of the rules, on a fake device and by NVRTC."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

import firebrick
import firebrick_optim
from firebrick_core import cuda, extend
from firebrick_optim import _launches

ROOT = Path(__file__).resolve().parent.parent
for package in ("core", "optim"):
    sys.path.insert(0, str(ROOT / "packages" / package / "tests"))

import fake_cupy  # noqa: E402  # found through the path above
from fake_cupy._nvrtc import ARCHITECTURES, compile_for, nvrtc  # noqa: E402
from fake_cupy._raw import COMPILER  # noqa: E402
from optim_cases import ELEMENTWISE, WHOLE, ids_of, make  # noqa: E402

pytestmark = pytest.mark.without_torch
needs_compiler = pytest.mark.skipif(COMPILER is None, reason="the host has no C++ compiler")
SHAPES = [(33, 5), (0,), (7,), (), (_launches.PIECE + 3,)]


@pytest.fixture
def cupy():
    with fake_cupy.install(kernels=True) as module:
        yield module


@pytest.fixture
def launched(monkeypatch):
    """How many parameters each launch moved."""
    counts, original = [], _launches._launch

    def counted(kernel, loop, part, *rest):
        counts.append(len(part))
        original(kernel, loop, part, *rest)

    monkeypatch.setattr(_launches, "_launch", counted)
    return counts


def trained(name, options, device, dtype="float32", shapes=SHAPES, steps=4):
    """Parameters and buffers after some steps, as NumPy arrays."""
    rng = np.random.default_rng(0)
    params = [firebrick.tensor(rng.random(s), dtype=getattr(firebrick, dtype)) for s in shapes]
    params = [p.to(device) for p in params]
    optimizer = make(name, params, **options)
    for seed in range(steps):
        grads = np.random.default_rng(seed + 1)
        for p in params:
            g = firebrick.tensor(grads.random(tuple(p.shape)) - 0.5, dtype=p.dtype)
            p.grad = g.to(device)
        optimizer.step()
    states = optimizer.state_dict()["state"].values()
    found = [*params, *(t for s in states for t in s.values() if hasattr(t, "cpu"))]
    return [t.cpu().to(firebrick.float64).numpy() for t in found]


# Every rule in float32, some in all dtypes.
ROWS = [(*row, "float32") for row in ELEMENTWISE]
SOME = [row for row in ELEMENTWISE if row[0] in ("AdamW", "Rprop") or "nesterov" in row[1]]
ROWS += [(*row, dtype) for row in SOME for dtype in ("float64", "float16", "bfloat16")]


@needs_compiler
@pytest.mark.parametrize(("name", "options", "dtype"), ROWS)
def test_kernels_give_the_bits_of_the_cpu(cupy, launched, name, options, dtype):
    if dtype == "bfloat16":
        pytest.importorskip("ml_dtypes")
    got = trained(name, options, "cuda", dtype)
    assert launched == [len(SHAPES) - 1] * 4, "one launch a step moves all that are not empty"
    for g, w in zip(got, trained(name, options, "cpu", dtype), strict=True):
        np.testing.assert_array_equal(g, w)


@needs_compiler
@pytest.mark.parametrize(("name", "options"), WHOLE, ids=ids_of(WHOLE))
def test_rules_that_look_at_a_whole_parameter(cupy, launched, name, options):
    got = trained(name, options, "cuda", shapes=[(4, 3)])
    assert not launched
    for g, w in zip(got, trained(name, options, "cpu", shapes=[(4, 3)]), strict=True):
        np.testing.assert_allclose(g, w, 1e-5, 1e-6)


@needs_compiler
def test_many_parameters_take_few_launches_and_no_wait(cupy, launched):
    params = [firebrick.ones(3, device="cuda") for _ in range(200)]
    adam = firebrick.optim.Adam(params, lr=0.5)
    for p in params:
        p.grad = firebrick.ones(3, device="cuda")
    cupy.hardware.waits.clear()
    adam.step()
    assert sum(launched) == 200 and len(launched) == 3 and cupy.hardware.waits == []
    assert all(p.tolist() == [0.5] * 3 for p in params)


@needs_compiler
def test_parameters_that_share_memory_are_moved_one_after_another(cupy, launched):
    base = firebrick.zeros(4, device="cuda")
    params = [base[:3], base[1:]]
    for p in params:
        p.grad = firebrick.ones(3, device="cuda")
    firebrick.optim.SGD(params, lr=1.0).step()
    assert base.tolist() == [-1, -2, -2, -1] and launched == [1, 1]


@needs_compiler
@pytest.mark.parametrize("layout", ["transposed", "strided", "complex", "two GPUs"])
def test_layouts(cupy, launched, layout):
    array = firebrick.arange(24.0).reshape(4, 6).cuda()
    params = {
        "transposed": [array.T],
        "strided": [array[:, ::2]],
        "complex": [array.to(firebrick.cfloat)],
        "two GPUs": [array, array.to("cuda:1")],
    }[layout]
    before = [p.clone() for p in params]
    for p in params:
        p.grad = firebrick.ones_like(p)
    firebrick.optim.SGD(params, lr=1.0).step()
    assert all((p.cpu() == b.cpu() - 1).all() for p, b in zip(params, before, strict=True))
    assert launched == ([] if layout == "strided" else [1] * len(params))


@needs_compiler
def test_bare_arrays(cupy, launched):
    adam, params = firebrick.optim.Adam.bare(lr=0.5), {"w": cupy.asarray(np.ones(3, "float32"))}
    state = adam.init(params)
    adam.update(params, {"w": cupy.asarray(np.ones(3, "float32"))}, state)
    assert params["w"].get().tolist() == [0.5] * 3 and launched == [1]
    grads = [cupy.asarray(np.array([3.0, 4.0], "float32"))]
    assert firebrick_optim.clip_grad_norm_(grads, 1.0) == 5
    np.testing.assert_allclose(grads[0].get(), [0.6, 0.8], 1e-5)


@needs_compiler
def test_one_setting_turns_kernels_off(cupy, launched):
    try:
        extend.set_providers("none")
        got = trained("Adam", {"lr": 0.1}, "cuda")
    finally:
        extend.set_providers("all")
    assert not launched
    for g, w in zip(got, trained("Adam", {"lr": 0.1}, "cpu"), strict=True):
        np.testing.assert_allclose(g, w, 1e-6)


# ---------------------------------------------------------------------- inside CUDA graphs
def replayed(name, options, device, steps, change):
    """A parameter after steps, of which the later ones are replays on a GPU."""
    p = firebrick.linspace(0, 1, 5).to(device)
    p.grad = firebrick.ones(5).to(device)
    optimizer = make(name, [p], **options)
    optimizer.step()
    if device == "cpu":
        advance = optimizer.step
    else:
        recorded = cuda.CUDAGraph()
        with cuda.graph(recorded):
            optimizer.step()
        advance = recorded.replay
    for step in range(steps):
        if step == 2 and change:
            optimizer.param_groups[0]["lr"] *= 0.1
        advance()
    return p.cpu().numpy(), [float(s["step"]) for s in optimizer.state.values() if "step" in s]


@needs_compiler
@pytest.mark.parametrize("change", [False, True], ids=["same rate", "other rate"])
@pytest.mark.parametrize(("name", "options"), [
    ("SGD", {"lr": 0.1, "momentum": 0.9}), ("Adam", {"lr": 0.1}), ("RAdam", {"lr": 0.1}),
    ("NAdam", {"lr": 0.1}),
])
def test_replays_count_steps_and_read_the_rate_again(cupy, name, options, change):
    got, want = (replayed(name, options, d, 4, change) for d in ("cuda", "cpu"))
    np.testing.assert_array_equal(got[0], want[0])
    assert got[1] == want[1]


@needs_compiler
def test_a_whole_training_step_is_recorded(cupy, root, monkeypatch):
    monkeypatch.syspath_prepend(str(root / "benchmarks"))
    import gpu_smoke

    gpu_smoke.graph_of_a_training_step()


@needs_compiler
@pytest.mark.parametrize(("name", "warm", "message"), [
    ("Adam", False, "Adam.*take a step before recording"),
    ("Adafactor", True, "Adafactor.step.. cannot be recorded in a CUDA graph"),
])
def test_steps_that_cannot_be_recorded(cupy, name, warm, message):
    p = firebrick.ones(2, 2, device="cuda")
    p.grad = firebrick.ones(2, 2, device="cuda")
    optimizer = make(name, [p], lr=0.1)
    if warm:
        optimizer.step()
    with pytest.raises(RuntimeError, match=message), cuda.graph(cuda.CUDAGraph()):
        optimizer.step()


# ---------------------------------------------------------------------- scaled gradients
INF = float("inf")


def scaled_steps(device, name, gradients, dtype="float32", hook=False, **options):
    """A parameter, its state's numbers and the factor after steps with a GradScaler."""
    p = firebrick.ones(3, dtype=getattr(firebrick, dtype)).to(device)
    optimizer = make(name, [p], **options)
    if hook:
        optimizer.register_step_post_hook(lambda *args: None)
    scaler = firebrick.amp.GradScaler(device, init_scale=4.0, growth_interval=2)
    waits = []
    for gradient in gradients:
        scaler.scale(firebrick.ones(1))
        p.grad = firebrick.tensor([gradient, 1.0, 2.0], dtype=p.dtype).to(device)
        before = len(fake_waits())
        scaler.step(optimizer)
        waits.append(len(fake_waits()) - before)
        scaler.update()
    numbers = {k: float(v) for s in optimizer.state.values() for k, v in s.items() if k == "step"}
    return p.tolist(), numbers, scaler.get_scale(), waits


def fake_waits():
    return sys.modules["cupy"].hardware.waits


@needs_compiler
@pytest.mark.parametrize("gradients", [[1.0, 2.0, 3.0], [INF, 1.0, 2.0], [1.0, INF, -INF, 3.0],
                                       [float("nan"), 5.0]], ids=str)  # fmt: skip
@pytest.mark.parametrize(("name", "options"), [
    ("SGD", {"lr": 0.1}), ("SGD", {"lr": 0.1, "momentum": 0.9, "dampening": 0.5}),
    ("Adam", {"lr": 0.1}), ("RAdam", {"lr": 0.1}),
])
def test_steps_with_scaled_gradients_do_not_wait(cupy, name, options, gradients):
    *got, waits = scaled_steps("cuda", name, gradients, **options)
    *want, _ = scaled_steps("cpu", name, gradients, **options)
    assert got == want and waits == [0] * len(gradients)


@needs_compiler
@pytest.mark.parametrize("case", ["plain rule", "hook", "no kernels", "16 bits"])
def test_scaled_steps_that_wait_or_not(cupy, case):
    gradients = [1.0, INF, 2.0]
    name = "Adafactor" if case == "plain rule" else "Adam"
    options = {"lr": 0.1, "hook": case == "hook"}
    if case == "16 bits":
        pytest.importorskip("ml_dtypes")
        options["dtype"] = "bfloat16"
    try:
        extend.set_providers("none" if case == "no kernels" else "all")
        *got, waits = scaled_steps("cuda", name, gradients, **options)
    finally:
        extend.set_providers("all")
    *want, _ = scaled_steps("cpu", name, gradients, **options)
    assert got[1:] == want[1:] and np.allclose(got[0], want[0], 1e-5)
    assert (sum(waits) > 0) is (case in ("plain rule", "hook", "no kernels"))


@needs_compiler
@pytest.mark.parametrize("dtype", ["float16", "bfloat16"])
def test_a_model_trains_in_mixed_precision(cupy, dtype):
    if dtype == "bfloat16":
        pytest.importorskip("ml_dtypes")
    torch, losses = firebrick, {}
    for device in ("cpu", "cuda"):
        torch.manual_seed(0)
        model = torch.nn.Sequential(torch.nn.Linear(4, 8), torch.nn.GELU(), torch.nn.Linear(8, 2))
        x, y = torch.randn(16, 4).to(device), torch.arange(16).remainder(2).to(device)
        model.to(device)
        adam = torch.optim.AdamW(model.parameters(), lr=0.05)
        scaler, losses[device] = torch.amp.GradScaler(device), []
        for _ in range(5):
            with torch.autocast(device, getattr(torch, dtype)):
                out = model(x)
                loss = torch.nn.functional.cross_entropy(out, y)
            assert out.dtype is getattr(torch, dtype) and loss.dtype is torch.float32
            adam.zero_grad()
            scaler.scale(loss).backward()
            scaler.step(adam)
            scaler.update()
            losses[device].append(loss.item())
    np.testing.assert_allclose(losses["cuda"], losses["cpu"], 2e-2)
    assert losses["cuda"][-1] < losses["cuda"][0]


# ---------------------------------------------------------------------- every GPU
def sources():
    """The kernel of each row of options, by its name."""
    for name, options in ELEMENTWISE:
        rule = getattr(firebrick.optim, name)
        hyper = rule.bare(**options).hyper
        counters = dict.fromkeys(rule.counters, 5.0)
        numbers = rule.numbers(hyper, counters, False)
        yield _launches.loop_of(rule, rule.buffers(hyper), hyper, numbers).code
    yield _launches.scaling().code


@pytest.mark.parametrize("architecture", ARCHITECTURES)
@pytest.mark.parametrize("dtype", _launches.TYPES)
def test_sources_compile(dtype, architecture):
    from firebrick_core._cuda import _kernels

    library = nvrtc()
    if library is None:
        pytest.skip("NVRTC is not installed: pip install nvidia-cuda-nvrtc")
    options = (*_kernels.OPTIONS, *_launches.OPTIONS)
    for code in set(sources()):
        compile_for(library, _kernels.for_elements(code, dtype), architecture, options)
