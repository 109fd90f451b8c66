"""cuDNN's provider on a fake device: every graph is validated by the real frontend where that is
installed (it needs no GPU), and computed from what was said of its operands."""

from __future__ import annotations

import ctypes
import importlib.util
import re
import sysconfig
from pathlib import Path

import numpy as np
import pytest
from fake_cudnn.cases import (
    DTYPES,
    REAL,
    agree,
    channels_last,
    cupy as cupy,
    kind,
    randn,
    served as served,
    settings as settings,
    world as world,
)

import firebrick_core as fb
from firebrick_core import _operators as T, cuda, cudnn
from firebrick_core._operator import TABLE
from firebrick_core.cudnn import _legacy, _running, _sequences
from firebrick_core.testing import check_backend, dtypes_of, make_sample

SERVED = [name for operators in cudnn.SERVED.values() for name in operators]
HALF_ONLY = ("attention", "attention_backward")


@pytest.mark.parametrize("name", SERVED)
def test_kernels_compute_what_the_plain_ones_do(world, served, name):
    check_backend("cuda", [name])
    assert (name in served) is (name not in HALF_ONLY), f"samples of {name}: {served}"


OTHERS = [
    (name, dtype) for name in SERVED for dtype in ("float64", "float16", "bfloat16")
    if dtype in dtypes_of(TABLE[name])
]  # fmt: skip


@pytest.mark.parametrize(("name", "dtype"), OTHERS)
def test_kernels_in_other_dtypes(world, served, name, dtype):
    if dtype == "bfloat16":
        pytest.importorskip("ml_dtypes")
    for text in TABLE[name].samples:
        agree(TABLE[name], *_arguments(make_sample(text, dtype)))
    if name == "attention":
        assert served == [] if dtype == "float64" else len(served) >= 1


def _arguments(sample):
    assert not sample.kwargs
    return sample.args


CONVOLUTIONS = {
    # input, weight, stride, padding, dilation, groups
    "3x3": ((2, 16, 9, 9), (32, 16, 3, 3), (1, 1), (1, 1), (1, 1), 1),
    "odd channels": ((2, 5, 9, 8), (7, 5, 3, 2), (1, 1), (1, 0), (1, 1), 1),
    "stride leaves a rest": ((1, 4, 8, 11), (6, 4, 3, 3), (2, 3), (1, 1), (1, 1), 1),
    "dilated": ((2, 8, 12, 12), (8, 8, 3, 3), (1, 1), (2, 0), (2, 3), 1),
    "grouped": ((2, 12, 6, 6), (6, 4, 3, 3), (1, 1), (1, 1), (1, 1), 3),
    "depthwise": ((2, 16, 10, 10), (16, 1, 3, 3), (1, 1), (1, 1), (1, 1), 16),
    "points, strided": ((2, 32, 7, 7), (8, 32, 1, 1), (2, 2), (0, 0), (1, 1), 1),
    "stem": ((2, 3, 32, 32), (8, 3, 7, 7), (2, 2), (3, 3), (1, 1), 1),
    "lines": ((3, 4, 20), (6, 4, 3), (2,), (1,), (1,), 1),
    "volumes": ((1, 3, 5, 6, 7), (4, 3, 2, 3, 2), (1, 2, 1), (1, 1, 0), (1, 1, 1), 1),
}
LAYOUTS = {
    "row-major": lambda x: x,
    "channels last": channels_last,
    "transposed": lambda x: x.transpose(-1, 0).contiguous().transpose(-1, 0),
    "unaligned": lambda x: fb.cat([x.reshape(-1)[:1], x.reshape(-1)])[1:].view(x.shape),
}


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("case", CONVOLUTIONS)
def test_convolutions(world, served, case, dtype, layout):
    input, weight, stride, padding, dilation, groups = CONVOLUTIONS[case]
    lay, to = LAYOUTS[layout], {"dtype": kind(dtype)}
    x, w = lay(randn(*input, **to)), randn(*weight, seed=1, **to)
    bias, more = randn(weight[0], seed=2, **to), randn(input[1], seed=4, **to)
    window = (stride, padding, dilation, groups)
    grad = lay(randn(*T.convolve(x, w, bias, *window).shape, seed=3, **to))
    wide = 1e-4 if dtype == "float32" else 1e-5
    agree(T.convolve, x, w, bias, *window, tolerance=wide)
    agree(T.convolve, x, lay(w), None, *window, tolerance=wide)
    agree(T.convolve_input, grad, w, more, input[2:], *window, tolerance=wide)
    agree(T.convolve_input, grad, lay(w), None, input[2:], *window, tolerance=wide)
    agree(T.convolve_weight, grad, x, weight[2:], *window, tolerance=wide)
    agree(T.convolve_weight, grad.contiguous(), x, weight[2:], *window, tolerance=wide)
    assert len(served) == 6 and len(world.log) >= 6
    if REAL is not None:
        assert world.validated >= 3


POOLS = {
    # input, kernel, stride, padding, ceil_mode
    "2x2": ((2, 6, 8, 8), (2, 2), (2, 2), (0, 0), False),
    "overlapping": ((2, 20, 9, 9), (3, 3), (2, 2), (1, 1), False),
    "a rest": ((2, 3, 8, 8), (3, 3), (2, 2), (0, 0), False),
    "nothing over the end": ((2, 3, 9, 9), (3, 3), (2, 2), (1, 1), True),
    "one sample": ((5, 8, 8), (2, 2), (2, 2), (0, 0), False),
    "lines": ((2, 3, 9), (3,), (2,), (1,), False),
    "volumes": ((2, 3, 4, 5, 6), (2, 2, 2), (2, 1, 2), (1, 0, 1), False),
}


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("case", POOLS)
def test_pools(world, served, case, dtype, layout):
    input, kernel, stride, padding, ceil = POOLS[case]
    if layout == "channels last" and len(input) < 4:
        return
    x = LAYOUTS[layout](randn(*input, dtype=kind(dtype)))
    ones, window = (1,) * len(kernel), (kernel, stride, padding)
    out = T.max_pool(x, *window, ones, ceil)
    grad = LAYOUTS[layout](randn(*out.shape, seed=3, dtype=x.dtype))
    agree(T.max_pool, x, *window, ones, ceil)
    agree(T.max_pool_backward, grad, x, out, *window, ones)
    for count_pad in (True, False):
        agree(T.avg_pool, x, *window, ceil, count_pad, None)
        agree(T.avg_pool_backward, grad, input[-len(kernel) :], *window, count_pad, None)
    assert len(served) == 6


NOT_SERVED = {
    "dilated maxima": (T.max_pool, (2, 2), (2, 2), (0, 0), (2, 2), False),
    "windows over the end": (T.max_pool, (3, 3), (2, 2), (0, 0), (1, 1), True),
    "a divisor": (T.avg_pool, (2, 2), (2, 2), (0, 0), False, True, 3),
}


@pytest.mark.parametrize("case", NOT_SERVED)
def test_what_cudnn_does_not_have_is_left_to_the_plain_kernels(world, served, case):
    operator, *window = NOT_SERVED[case]
    agree(operator, randn(2, 3, 8, 8), *window)
    assert not served


NORMALIZED = {
    # shape, whether channels are innermost, what serves
    "images": ((4, 3, 5, 7), False, "BatchNormalizationForwardTraining"),
    "images of 8 channels": ((4, 8, 5, 7), False, "BatchNormalizationForwardTraining"),
    "channels last": ((4, 8, 5, 7), True, "batchnorm"),
    "volumes, last": ((2, 16, 3, 4, 5), True, "batchnorm"),
    "odd channels, last": ((4, 3, 5, 7), True, "BatchNormalizationForwardTraining"),
    "rows": ((6, 5), False, "BatchNormalizationForwardTraining"),
    "lines": ((6, 5, 3), False, "BatchNormalizationForwardTraining"),
}


@pytest.mark.parametrize("affine", [True, False])
@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("case", NORMALIZED)
def test_batch_normalization(world, served, case, dtype, affine):
    shape, last, by = NORMALIZED[case]
    x = randn(*shape, dtype=kind(dtype))
    x, grad = (channels_last(t) if last else t for t in (x, randn(*shape, seed=3, dtype=x.dtype)))
    vector = (1, shape[1], *[1] * (len(shape) - 2))
    weight, bias = (randn(*vector, seed=s, dtype=x.dtype) if affine else None for s in (1, 2))
    dims = (0, *range(2, len(shape)))
    agree(T.normalize_affine, [x, weight, bias], dims, 1e-5)
    assert world.log[-1][0] == (by if dtype != "float64" else "BatchNormalizationForwardTraining")
    _, mean, var = T.normalize_affine([x, weight, bias], dims, 1e-5)
    agree(T.normalize_affine_backward, grad, [x, weight, bias], mean, var, dims, 1e-5)
    assert len(served) == 2
    if len(shape) > 2 and affine:
        agree(T.scale_and_shift, x, weight, bias)
        assert world.log[-1][0] == "BatchNormalizationForwardInference"


# ---------------------------------------------------------------------- plans and settings
def convolve(x=None, w=None):
    x = randn(2, 4, 6, 6).cuda() if x is None else x
    w = randn(3, 4, 3, 3, seed=1).cuda() if w is None else w
    return T.convolve(x, w, None, (1, 1), (1, 1), (1, 1), 1)


def test_plans_are_kept_by_shape_order_dtype_and_settings(world, settings):
    for _ in range(3):
        convolve()
    assert len(world.plans) == 1 and world.count("conv_fprop") == 3
    x = randn(2, 4, 6, 6)
    convolve(x.double().cuda(), randn(3, 4, 3, 3).double().cuda())
    convolve(channels_last(x).cuda())
    convolve(randn(3, 4, 6, 6).cuda())
    settings.deterministic = True
    convolve()
    assert len(world.plans) == 5
    settings.deterministic = False
    convolve()
    assert len(world.plans) == 5
    with cuda.device(1):
        T.convolve(x.to("cuda:1"), randn(3, 4, 3, 3).to("cuda:1"), None, (1, 1), (1, 1), (1, 1), 1)
    assert len(world.plans) == 6  # a device has its own


def test_the_order_of_calls_to_the_frontend(world):
    convolve()
    (graph,) = world.plans
    assert graph.calls == [
        "validate", "build_operation_graph", "create_execution_plans", "check_support",
        "build_plans",
    ]  # fmt: skip


NOTES = {
    "float32": (fb.float32, {}, {"DOWN_CONVERT_INPUTS"}),
    "float32, exact": (fb.float32, {"allow_tf32": False}, {"DOWN_CONVERT_INPUTS", "TENSOR_CORE"}),
    "ieee": (fb.float32, {"fp32_precision": "ieee"}, {"DOWN_CONVERT_INPUTS", "TENSOR_CORE"}),
    "tf32": (
        fb.float32,
        {"allow_tf32": False, "fp32_precision": "tf32"},
        {"DOWN_CONVERT_INPUTS"},
    ),
    "float16": (fb.float16, {"allow_tf32": False}, set()),
    "float64": (fb.float64, {}, set()),
    "deterministic": (fb.float64, {"deterministic": True}, {"NONDETERMINISTIC"}),
}


@pytest.mark.parametrize("case", NOTES)
def test_settings_bar_engines(world, settings, case):
    dtype, values, barred = NOTES[case]
    vars(settings).update(values)
    convolve(randn(2, 4, 6, 6, dtype=dtype).cuda(), randn(3, 4, 3, 3, dtype=dtype).cuda())
    assert set(world.plans[0].barred) == barred


def test_sums_are_kept_in_float32_and_float64(world):
    for dtype, sums in ((fb.float16, "FLOAT"), (fb.float32, "FLOAT"), (fb.float64, "DOUBLE")):
        convolve(randn(2, 4, 6, 6, dtype=dtype).cuda(), randn(3, 4, 3, 3, dtype=dtype).cuda())
        assert world.plans[-1].options["compute_data_type"].name == sums


def test_benchmark_times_plans_once_and_keeps_one(world, settings):
    settings.benchmark, settings.benchmark_limit = True, 2
    world.workspace = 512
    want = convolve().cpu()
    (graph,) = world.plans
    tried = [c for c in graph.calls if c.startswith(("build_plan ", "execute "))]
    assert tried[:-1] == [
        "build_plan 0", "execute 0", "execute 0", "build_plan 1", "build_plan 2", "build_plan 3",
        "execute 3", "execute 3",
    ]  # fmt: skip
    assert tried[-1] in ("execute 0", "execute 3")
    calls = len(graph.calls)
    again = convolve().cpu()
    assert graph.calls[calls:] == [tried[-1]]
    np.testing.assert_array_equal(again, want)


def test_work_goes_to_the_current_stream(world):
    convolve()
    stream = cuda.Stream()
    with cuda.stream(stream):
        convolve()
        convolve()
    convolve()
    handles = [what for kind, what in world.log if kind == "set_stream"]
    assert [s for _, s in handles] == [0, stream.cuda_stream, 0]
    assert len({h for h, _ in handles}) == 1


def test_the_workspace_is_of_the_pool_and_goes_back(world):
    world.workspace = 4096
    x, w = randn(2, 4, 6, 6).cuda(), randn(3, 4, 3, 3).cuda()
    y = convolve(x, w)
    before = cuda.memory_allocated()
    del y
    held = cuda.memory_allocated()
    again = convolve(x, w)
    assert cuda.memory_allocated() == before > held and again.is_cuda
    assert cuda.max_memory_allocated() >= before + 4096
    places = [workspace for kind, (_, workspace) in world.log if kind == "conv_fprop"]
    assert places[0] == places[1] != 0


def test_nothing_waits_for_the_device(world, cupy):
    x, w = randn(2, 8, 6, 6).cuda(), randn(8, 8, 3, 3).cuda()
    vector = fb.ones(1, 8, 1, 1, device="cuda")
    waits = len(cupy.hardware.waits)
    y = T.convolve(x, w, None, (1, 1), (1, 1), (1, 1), 1)
    out, mean, var = T.normalize_affine([y, vector, vector], (0, 2, 3), 1e-5)
    T.normalize_affine_backward(out, [y, vector, vector], mean, var, (0, 2, 3), 1e-5)
    T.max_pool(y, (2, 2), (2, 2), (0, 0), (1, 1), False)
    assert len(cupy.hardware.waits) == waits


def test_without_an_engine_the_plain_kernel_serves(world):
    world.refused |= {"conv_fprop", "batchnorm", "BatchNormalizationForwardTraining"}
    world.refused.add("PoolingForward")
    want = convolve(randn(2, 4, 6, 6), randn(3, 4, 3, 3, seed=1))
    for _ in range(2):
        np.testing.assert_allclose(convolve().cpu(), want, 1e-5, 1e-5)
    assert not world.plans and not world.count("conv_fprop")
    for last in (False, True):
        x = channels_last(randn(2, 8, 3, 3)) if last else randn(2, 8, 3, 3)
        agree(T.normalize_affine, [x, None, None], (0, 2, 3), 1e-5)
    agree(T.max_pool, randn(2, 3, 4, 4), (2, 2), (2, 2), (0, 0), (1, 1), False)
    assert cudnn.declined["convolve"] == "no engine for conv_fprop"
    assert cudnn.declined["max_pool"].startswith("cudnnPoolingForward: CUDNN_STATUS_BAD_PARAM (the")


def test_failures_name_the_operator_and_the_way_out(world):
    world.broken |= {"conv_fprop", "PoolingForward"}
    with pytest.raises(
        RuntimeError,
        match=r"convolve\(float32 \[2, 4, 6, 6\], float32 \[3, 4, 3, 3\]\): cuDNN failed: "
        r"CUDNN_STATUS_EXECUTION_FAILED.*enabled = False",
    ):
        convolve()
    with pytest.raises(RuntimeError, match="max_pool.*cudnnPoolingForward: CUDNN_STATUS_EXECUTION"):
        T.max_pool(randn(2, 3, 4, 4).cuda(), (2, 2), (2, 2), (0, 0), (1, 1), False)


def test_plans_that_cannot_be_made_name_the_operator(world):
    world.broken.add("conv_fprop is built")
    with pytest.raises(RuntimeError, match="convolve.*cuDNN failed: CUDNN_STATUS_INTERNAL_ERROR"):
        convolve()


def test_it_can_be_switched_off(world, served, settings):
    settings.enabled = False
    convolve()
    assert not served and not world.log


def test_descriptors_are_given_back(world):
    T.max_pool(randn(2, 3, 4, 4).cuda(), (2, 2), (2, 2), (0, 0), (1, 1), False)
    assert len(world.library.live) == 3
    for cache in _running.LIBRARIES.caches:
        cache.cache_clear()
    assert not world.library.live


def test_without_the_package_it_says_what_to_install(monkeypatch, cupy):
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    assert "pip install 'firebrick-core[cudnn]'" in cudnn.unavailable_reason()
    assert not cudnn.is_available() and cudnn.version() is None
    with pytest.raises(RuntimeError, match="nvidia-cudnn-frontend"):
        _running.LIBRARIES.load()


def test_without_the_library_it_says_what_to_install(monkeypatch, cupy):
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: object())
    monkeypatch.setattr(_running, "_library_path", lambda: "/nowhere/libcudnn.so.9")
    assert "pip install nvidia-cudnn-cu13" in cudnn.unavailable_reason()


def test_its_version(world):
    assert cudnn.is_available() and cudnn.version() == 90000


# ---------------------------------------------------------------------- the library's own words
def _header_types():
    """The parameters of the library's functions, by its headers, where they are installed."""
    folder = Path(sysconfig.get_path("purelib"), "nvidia", "cudnn", "include")
    text = "".join(re.sub(r"/\*.*?\*/", "", p.read_text(), flags=re.S) for p in folder.glob("*.h"))
    found = {}
    for name, parameters in re.findall(r"cudnn(\w+)\(([^()]*)\);", text):
        found[name] = [" ".join(p.split()) for p in parameters.split(",")]
    return found


def _letter(parameter):
    if "*" in parameter or "[" in parameter or re.search(r"Descriptor_t|Handle_t", parameter):
        return "p"
    kinds = {"size_t": "z", "double": "d", "float": "f", "unsigned long long": "q"}
    return next((v for k, v in kinds.items() if re.search(rf"\b{k}\b", parameter)), "i")


HEADERS = _header_types()


@pytest.mark.skipif(not HEADERS, reason="cuDNN's headers are not installed")
@pytest.mark.parametrize("name", _running.SIGNATURES)
def test_calls_have_the_parameters_of_the_headers(name):
    assert "".join(map(_letter, HEADERS[name])) == _running.SIGNATURES[name], HEADERS[name]


@pytest.mark.skipif(not Path(_running._library_path()).exists(), reason="cuDNN is not installed")
def test_the_library_makes_descriptors_without_a_gpu(monkeypatch):
    library = _running.declared(ctypes.CDLL(_running._library_path()))
    monkeypatch.setattr(_running.LIBRARIES, "c", library)
    assert library.cudnnGetVersion() >= 90000
    assert _legacy.tensor.__wrapped__("bfloat16", (2, 3, 4, 5), True).value
    assert _legacy._windows.__wrapped__(3, (2, 2), (0, 0), (2, 2)).value
    assert _sequences._rows.__wrapped__("float16", (4, 2, 1), 8).value
    dropout = ctypes.c_void_p()
    assert not library.cudnnCreateDropoutDescriptor(ctypes.byref(dropout))
    numbers = (0, 2, 2, 1, 0, 2, 0, 1, 3, 8, 4, 2)  # an LSTM that projects, both ways, in float16
    assert _legacy.Descriptor("RNN", "SetRNNDescriptor_v8", *numbers, dropout, 0).value
    with pytest.raises(_running.Unsupported, match="cudnnSetTensorNdDescriptor: .*BAD_PARAM"):
        _legacy.tensor.__wrapped__("float32", (2, -3, 4, 5), False)
