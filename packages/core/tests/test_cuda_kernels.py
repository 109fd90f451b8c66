"""Our own CUDA kernels: run on the host, a thread a block, against the plain ones; and compiled for
each GPU by NVRTC where its library is installed, which needs no GPU."""

from __future__ import annotations

from pathlib import Path

import fake_cupy
import numpy as np
import pytest
from fake_cupy._nvrtc import ARCHITECTURES, compile_for, nvrtc
from fake_cupy._raw import COMPILER

import firebrick_core as fb
from firebrick_core import _settings, cuda, functional as F
from firebrick_core._cuda import _kernels
from firebrick_core._device import BACKENDS
from firebrick_core._operator import TABLE
from firebrick_core._provider import PROVIDERS
from firebrick_core.testing import check_backend, make_sample, moved_to

needs_compiler = pytest.mark.skipif(COMPILER is None, reason="the host has no C++ compiler")
HALVES = {"float16": 2e-3, "bfloat16": 2e-2}


@pytest.fixture(scope="module")
def cupy():
    with fake_cupy.install(kernels=True) as module:
        yield module


SERVED = (
    "softmax", "log_softmax", "softmax_backward", "log_softmax_backward", "standardize",
    "standardize_backward", "mean_cross_entropy", "mean_cross_entropy_backward",
    "embedding_backward", "silu", "silu_backward", "gelu", "gelu_backward", "matmul", "bmm",
    "linear", "linear_weight",
)  # fmt: skip


@needs_compiler
@pytest.mark.parametrize("name", SERVED)
def test_kernels_compute_what_the_plain_ones_do(cupy, name):
    provider, calls = PROVIDERS["cuda"], []
    serves, kernel = provider.kernels[name]

    def counted(xp, *args, **named):
        calls.append(name)
        return kernel(xp, *args, **named)

    provider.kernels[name] = serves, counted
    try:
        check_backend("cuda", [name])
    finally:
        provider.kernels[name] = serves, kernel
    assert calls, f"no sample of {name} is served"


@needs_compiler
@pytest.mark.parametrize("dtype", ["float64", *HALVES])
@pytest.mark.parametrize("name", SERVED)
def test_kernels_in_other_dtypes(cupy, name, dtype):
    if dtype == "bfloat16":
        pytest.importorskip("ml_dtypes")
    kind = getattr(fb, dtype)
    for text in TABLE[name].samples:
        sample = make_sample(text, "float64").map(
            lambda t: t.to(kind) if t.is_floating_point() else t
        )
        want = TABLE[name](*sample.args, **sample.kwargs)
        moved = sample.map(lambda t: moved_to(t, BACKENDS["cuda"]))
        got = TABLE[name](*moved.args, **moved.kwargs)
        for g, w in zip(*((x if isinstance(x, tuple) else (x,)) for x in (got, want)), strict=True):
            assert g.dtype is w.dtype and g.shape == w.shape
            tolerance = HALVES.get(dtype, 1e-12)
            np.testing.assert_allclose(g.tolist(), w.tolist(), tolerance, tolerance)


EXTREMES = {
    "large": [1e38, -1e38, 0.0],
    "infinite": [np.inf, 0.0, 1.0],
    "-infinite": [-np.inf, -np.inf, -np.inf],
    "one -infinite": [-np.inf, 0.0, 1.0],
    "nan": [np.nan, 0.0, 1.0],
}


@needs_compiler
@pytest.mark.parametrize("case", EXTREMES)
@pytest.mark.parametrize("function", ["softmax", "log_softmax"])
def test_softmax_of_extreme_rows(cupy, function, case):
    x = fb.tensor(EXTREMES[case])
    got = getattr(F, function)(x.cuda(), -1).cpu()
    np.testing.assert_allclose(got, getattr(F, function)(x, -1), 1e-6)


@needs_compiler
def test_ignored_and_wrong_targets(cupy):
    x, target = fb.randn(4, 3).cuda(), fb.tensor([0, -100, 2, 1]).cuda()
    want = F.cross_entropy(x.cpu(), target.cpu())
    assert F.cross_entropy(x, target).item() == pytest.approx(want.item())
    F.cross_entropy(x, target + 2)
    with pytest.raises(IndexError, match="mean_cross_entropy.*classes from 0 to 2"):
        cuda.synchronize()


# ---------------------------------------------------------------------- products of matrices
LAYOUTS = {
    "plain": lambda x: x,
    "transposed": lambda x: x.transpose(-1, -2).contiguous().transpose(-1, -2),
    "strided": lambda x: fb.stack([x, x], -1)[..., 0],
    "part of a row": lambda x: fb.cat([x, x], -1)[..., : x.shape[-1]],
    "batch inside": lambda x: x.movedim(0, -2).contiguous().movedim(-2, 0),
    "repeated": lambda x: x[:1].expand(x.shape),
    "flipped": lambda x: x.flip(-1),
}
BATCHES = [((), ()), ((3,), (3,)), ((3,), ()), ((), (3,)), ((2, 3), (2, 3)), ((2, 1), (3,)),
           ((2, 3), (1, 1)), ((2, 3), (2, 1)), ((1,), (1,))]  # fmt: skip


@needs_compiler
@pytest.mark.parametrize("second", LAYOUTS)
@pytest.mark.parametrize("first", LAYOUTS)
def test_products_of_any_layout(cupy, first, second):
    for batch_a, batch_b in BATCHES:
        a = LAYOUTS[first](fb.randn(*batch_a, 4, 5, dtype=fb.float64))
        b = LAYOUTS[second](fb.randn(*batch_b, 5, 2, dtype=fb.float64))
        cupy.cuda.cublas.calls.clear()
        got = a.cuda() @ b.cuda()
        assert len(cupy.cuda.cublas.calls) == 1 and got.is_contiguous()
        np.testing.assert_allclose(got.cpu(), a @ b, 1e-12, 1e-12, err_msg=f"{batch_a}, {batch_b}")


@needs_compiler
@pytest.mark.parametrize("shapes", [((1, 5), (5, 1)), ((1, 1), (1, 4)), ((4, 1), (1, 1)),
                                    ((3, 1, 5), (3, 5, 1))])  # fmt: skip
def test_products_of_rows_and_columns(cupy, shapes):
    a, b = (fb.randn(*s) for s in shapes)
    np.testing.assert_allclose((a.cuda() @ b.cuda()).cpu(), a @ b, 1e-5, 1e-6)


PRECISIONS = [  # dtype, settings, what cuBLAS is asked to compute in, its mode
    ("float32", {}, 68, 0),
    ("float32", {"precision": "high"}, 77, 0),
    ("float32", {"precision": "medium"}, 77, 0),
    ("float64", {"precision": "high"}, 70, 0),
    ("float16", {}, 68, 0),
    ("float16", {"half_sums": True}, 64, 0),
    ("float16", {"rounded_sums": {"float16": False, "bfloat16": True}}, 68, 16),
    ("bfloat16", {}, 68, 0),
    ("bfloat16", {"half_sums": True}, 68, 0),
    ("bfloat16", {"rounded_sums": {"float16": True, "bfloat16": False}}, 68, 16),
]


@needs_compiler
@pytest.mark.parametrize(("dtype", "settings", "compute", "mode"), PRECISIONS)
def test_products_are_as_exact_as_settings_say(cupy, monkeypatch, dtype, settings, compute, mode):
    if dtype == "bfloat16":
        pytest.importorskip("ml_dtypes")
    for name, value in settings.items():
        monkeypatch.setattr(_settings._Settings, name, value)
    x = fb.randn(3, 4, dtype=getattr(fb, dtype))
    cublas, before = cupy.cuda.cublas, cupy.hardware.waits.copy()
    cublas.calls.clear()
    got = [x.cuda() @ x.cuda().T, F.linear(x.cuda(), x.cuda(), x[:, 0].cuda())]
    assert cupy.hardware.waits == before
    assert [(c["compute"], c["mode"], c["dtype"]) for c in cublas.calls] == [
        (compute, mode, dtype)
    ] * 2
    assert cublas.mode == 0 and cublas.calls[0]["transposed"] == (1, 0)
    tolerance = HALVES.get(dtype, 5e-3 if compute == 77 else 1e-5)
    wide = x.double()
    np.testing.assert_allclose(got[0].cpu().double(), wide @ wide.T, tolerance, 4 * tolerance)
    exact = np.allclose(got[0].cpu().double(), (wide @ wide.T), 1e-6, 1e-6)
    assert exact is (dtype in ("float32", "float64") and compute != 77)


@needs_compiler
@pytest.mark.parametrize("whole", [False, True])
def test_products_are_recorded_in_graphs(cupy, monkeypatch, whole):
    rounded = {"float16": not whole, "bfloat16": not whole}
    monkeypatch.setattr(_settings._Settings, "rounded_sums", rounded)
    a, b = fb.randn(3, 4, 5, dtype=fb.float16).cuda(), fb.randn(5, 2, dtype=fb.float16).cuda()
    graph = cuda.CUDAGraph()
    with cuda.graph(graph):
        y, z = a @ b, a @ a.mT
    cupy.cuda.cublas.calls.clear()
    a.fill_(0.5)
    b.fill_(2)
    graph.replay()
    assert y.unique().tolist() == [5.0] and z.unique().tolist() == [1.25]
    assert cupy.cuda.cublas.mode == 0 and not cupy.cuda.cublas.calls


# ---------------------------------------------------------------------- random numbers
# Known answers of Philox4x32-10 in the authors' Random123: the words of counter 0 and key 0.
WORDS = (0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8)


@needs_compiler
def test_philox_has_its_authors_numbers(cupy):
    generator = fb.Generator("cuda").manual_seed(0)
    got = fb.rand(4, device="cuda", generator=generator)
    assert got.tolist() == [(w >> 8) / 2**24 for w in WORDS]
    assert generator.get_offset() == 4


def drawn(function):
    cuda.manual_seed_all(7)
    return function().cpu().double().numpy()


MOMENTS = {
    "rand": (lambda: fb.rand(40_000, device="cuda"), 0.5, 1 / 12),
    "rand float64": (lambda: fb.rand(40_000, device="cuda", dtype=fb.float64), 0.5, 1 / 12),
    "uniform_": (lambda: fb.empty(40_000, device="cuda").uniform_(-1, 3), 1.0, 16 / 12),
    "randn": (lambda: fb.randn(40_001, device="cuda"), 0.0, 1.0),
    "normal_": (lambda: fb.empty(40_000, device="cuda").normal_(2, 0.5), 2.0, 0.25),
    "bernoulli_": (lambda: fb.empty(40_000, device="cuda").bernoulli_(0.2), 0.2, 0.16),
    "dropout": (lambda: F.dropout(fb.ones(40_000, device="cuda"), 0.2), 1.0, 0.25),
    "exponential_": (lambda: fb.empty(40_000, device="cuda").exponential_(2.0), 0.5, 0.25),
}


@needs_compiler
@pytest.mark.parametrize("name", MOMENTS)
def test_random_numbers_have_their_moments_and_repeat(cupy, name):
    function, mean, variance = MOMENTS[name]
    values = drawn(function)
    assert np.mean(values) == pytest.approx(mean, abs=4 * (variance / 40_000) ** 0.5)
    assert np.var(values) == pytest.approx(variance, rel=0.06)
    np.testing.assert_array_equal(drawn(function), values)
    assert not np.array_equal(function().cpu().double().numpy(), values)


@needs_compiler
def test_generators_of_a_gpu(cupy):
    fb.manual_seed(3)
    first = fb.rand(5, device="cuda").tolist()
    state = cuda.get_rng_state()
    second = fb.rand(5, device="cuda").tolist()
    cuda.set_rng_state(state)
    assert fb.rand(5, device="cuda").tolist() == second != first
    cuda.manual_seed(3)
    assert fb.rand(5, device="cuda").tolist() == first and cuda.initial_seed() == 3
    assert [len(s) for s in cuda.get_rng_state_all()] == [16, 16]
    with pytest.raises(RuntimeError, match="expected 16 bytes"):
        cuda.set_rng_state(fb.zeros(3, dtype=fb.uint8))
    with pytest.raises(RuntimeError, match="Expected a 'cpu' device type for generator"):
        fb.rand(2, generator=fb.Generator("cuda"))
    with pytest.raises(RuntimeError, match="uniform_"):
        fb.empty(2, device="cuda").uniform_(1.0, 0.0)
    weights = fb.tensor([0.0, 1.0], device="cuda")
    generator = fb.Generator("cuda").manual_seed(1)
    assert fb.multinomial(weights, 1, generator=generator).tolist() == [1]


GRAPHED = {
    "rand": lambda x: fb.rand_like(x),
    "normal_ twice": lambda x: x.normal_() + fb.randn_like(x),
    "dropout": lambda x: F.dropout(x.fill_(1.0), 0.5),
    "again": lambda x: again(x),
    "own generator": lambda x: x.uniform_(generator=OWN[0]),
}
OWN = []


def again(x):
    """Numbers, and the same ones again, as a checkpoint's recomputation draws them."""
    state = cuda.get_rng_state()
    y = fb.rand_like(x)
    cuda.set_rng_state(state)
    return fb.cat([y - fb.rand_like(x), y])


@needs_compiler
@pytest.mark.parametrize("name", GRAPHED)
def test_replays_of_a_graph_draw_new_numbers(cupy, name):
    OWN[:] = [fb.Generator("cuda").manual_seed(9)]
    x, graph = fb.ones(50, device="cuda"), cuda.CUDAGraph()
    cuda.manual_seed_all(5)
    before = cuda.get_rng_state().tolist()
    with cuda.graph(graph):
        y = GRAPHED[name](x)
    assert cuda.get_rng_state().tolist() == before, "recording draws nothing"
    replays = []
    for _ in range(3):
        graph.replay()
        replays.append(y.tolist())
    assert name != "again" or replays[0][:50] == [0.0] * 50
    assert replays[0] != replays[1] != replays[2] != replays[0]
    OWN[0].manual_seed(9)
    cuda.manual_seed_all(5)
    assert [GRAPHED[name](x).tolist() for _ in range(3)] == replays, "as without a graph"
    OWN[0].manual_seed(9)
    cuda.manual_seed_all(5)
    graph.replay()
    assert y.tolist() == replays[0]


FORKS = (
    ({}, True),
    ({"devices": [0]}, True),
    ({"devices": []}, False),
    ({"enabled": False}, False),
)


@needs_compiler
@pytest.mark.parametrize(("options", "same"), FORKS)
def test_forks_of_generators(cupy, options, same):
    state = cuda.get_rng_state().tolist()
    with fb.random.fork_rng(**options):
        fb.rand(3, device="cuda")
    assert (cuda.get_rng_state().tolist() == state) is same


@needs_compiler
def test_numbers_of_the_host_are_not_recorded(cupy):
    with pytest.raises(RuntimeError, match="drawn on the host.*copy_"):
        with cuda.graph(cuda.CUDAGraph()):
            fb.randint(0, 5, (3,), device="cuda")


# ---------------------------------------------------------------------- every GPU
@pytest.mark.parametrize("architecture", ARCHITECTURES)
@pytest.mark.parametrize("dtype", _kernels.TYPES)
@pytest.mark.parametrize("family", _kernels.FAMILIES)
def test_sources_compile(family, dtype, architecture):
    library = nvrtc()
    if library is None:
        pytest.skip("NVRTC is not installed: pip install nvidia-cuda-nvrtc")
    compile_for(library, _kernels.source(family, dtype), architecture, _kernels.OPTIONS)


def test_each_source_is_a_family():
    folder = Path(_kernels.__file__).with_name("kernels")
    assert {p.stem for p in folder.glob("*.cu")} == set(_kernels.FAMILIES)
