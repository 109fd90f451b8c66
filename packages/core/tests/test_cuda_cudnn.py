"""cuDNN's provider on a fake device: every graph is validated by the real frontend where that is
installed (it needs no GPU), and computed from what was said of its operands."""

from __future__ import annotations

import ctypes
import importlib.util
import re
import sysconfig
from pathlib import Path

import fake_cudnn
import fake_cupy
import numpy as np
import pytest

import firebrick_core as fb
from firebrick_core import _operators as T, cuda, cudnn
from firebrick_core._device import BACKENDS
from firebrick_core._operator import TABLE
from firebrick_core._provider import PROVIDERS
from firebrick_core.cudnn import _legacy, _running, _sequences
from firebrick_core.testing import check_backend, dtypes_of, make_sample, moved_to

REAL = fake_cudnn.real_frontend()
SERVED = [name for operators in cudnn.SERVED.values() for name in operators]
HALF_ONLY = ("attention", "attention_backward")


@pytest.fixture(scope="module")
def cupy():
    with fake_cupy.install() as module:
        yield module


@pytest.fixture
def world(cupy):
    with fake_cudnn.install(cupy, REAL) as made:
        yield made


@pytest.fixture
def settings():
    before = dict(vars(cudnn.settings))
    yield cudnn.settings
    vars(cudnn.settings).update(before)


@pytest.fixture
def served():
    """The operators that cuDNN served."""
    calls, provider = [], PROVIDERS["cudnn"]
    before = dict(provider.kernels)

    def counted(name, kernel):
        def run(*args, **named):
            calls.append(name)
            return kernel(*args, **named)

        return run

    for name, (serves, kernel) in before.items():
        provider.kernels[name] = serves, counted(name, kernel)
    yield calls
    provider.kernels.update(before)


@pytest.mark.parametrize("name", SERVED)
def test_kernels_compute_what_the_plain_ones_do(world, served, name):
    check_backend("cuda", [name])
    assert (name in served) is (name not in HALF_ONLY), f"samples of {name}: {served}"


@pytest.mark.parametrize("dtype", ["float64", "float16", "bfloat16"])
@pytest.mark.parametrize("name", SERVED)
def test_kernels_in_other_dtypes(world, served, name, dtype):
    if dtype == "bfloat16":
        pytest.importorskip("ml_dtypes")
    if dtype not in dtypes_of(TABLE[name]):
        return
    for text in TABLE[name].samples:
        agree(TABLE[name], *_arguments(make_sample(text, dtype)))
    if name == "attention":
        assert served == [] if dtype == "float64" else len(served) >= 1


def _arguments(sample):
    assert not sample.kwargs
    return sample.args


def agree(operator, *args, tolerance=1e-5):
    """Results there are those of the CPU, and lie in memory alike."""

    def moved(value):
        if isinstance(value, (list, tuple)):
            return type(value)(map(moved, value))
        return moved_to(value, BACKENDS["cuda"]) if hasattr(value, "_keys") else value

    got, want = operator(*map(moved, args)), operator(*args)
    pairs = zip(got, want, strict=True) if isinstance(want, (tuple, list)) else [(got, want)]
    for g, w in pairs:
        assert g.dtype is w.dtype and g.shape == w.shape
        if "convolve_weight" not in str(operator):  # whose plain one is a view of what it computed
            assert strides(g) == strides(w)
        if w.dtype.itemsize == 2:
            tolerance = 2e-2
        np.testing.assert_allclose(g.cpu().float().numpy(), w.float().numpy(), tolerance, tolerance)


def strides(t):
    return [s for s, n in zip(t.stride(), t.shape, strict=True) if n > 1]


def randn(*shape, seed=0, dtype=fb.float32):
    values = np.random.default_rng(seed).standard_normal(shape, np.float32)
    return fb.from_numpy(values).to(dtype)


def channels_last(x):
    order = range(2, x.ndim)
    return x.permute(0, *order, 1).contiguous().permute(0, x.ndim - 1, *(n - 1 for n in order))


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
DTYPES = ("float32", "float64", "float16", "bfloat16")


def kind(dtype):
    if dtype == "bfloat16":
        pytest.importorskip("ml_dtypes")
    return getattr(fb, dtype)


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


ATTENTIONS = {
    # queries, keys, values; whether heads lie apart or inside of each place, as layers leave them
    "equal": ((2, 4, 16, 8), (2, 4, 16, 8), (2, 4, 16, 8), False),
    "places first": ((2, 4, 16, 8), (2, 4, 16, 8), (2, 4, 16, 8), True),
    "other keys": ((1, 2, 17, 64), (1, 2, 33, 64), (1, 2, 33, 64), True),
    "one query": ((1, 2, 1, 64), (1, 2, 33, 64), (1, 2, 33, 64), False),
    "more queries": ((1, 2, 5, 8), (1, 2, 3, 8), (1, 2, 3, 8), False),
    "shared heads": ((2, 4, 12, 32), (2, 2, 12, 32), (2, 2, 12, 32), False),
    "wider values": ((1, 2, 6, 8), (1, 2, 6, 8), (1, 2, 6, 16), False),
    "the widest": ((1, 1, 4, 128), (1, 1, 4, 128), (1, 1, 4, 128), False),
}


@pytest.mark.parametrize("causal", [False, True])
@pytest.mark.parametrize("dtype", ["float16", "bfloat16"])
@pytest.mark.parametrize("case", ATTENTIONS)
def test_attention(world, served, case, dtype, causal):
    *shapes, inside = ATTENTIONS[case]
    tensors = [randn(*shape, seed=i, dtype=kind(dtype)) for i, shape in enumerate(shapes)]
    if inside:
        tensors = [t.transpose(1, 2).contiguous().transpose(1, 2) for t in tensors]
    out, stats = T.attention(tensors, 0.3, causal)
    grad = randn(*out.shape, seed=3, dtype=out.dtype)
    agree(T.attention, tensors, 0.3, causal)
    agree(T.attention_backward, grad, tensors, out, stats, 0.3, causal)
    assert served == ["attention", "attention_backward"]
    said = [t.said["stride"][1] for t in world.plans[0].tensors]
    assert said == [t.stride(1) for t in tensors]  # nothing was copied


ATTENDED = {
    # what the layer is given, and whether cuDNN serves it
    "plain": ({}, "float16", True),
    "causal": ({"is_causal": True}, "float16", True),
    "scaled": ({"scale": 0.5}, "float16", True),
    "a mask": ({"attn_mask": fb.ones(6, 6, dtype=fb.bool).tril()}, "float16", False),
    "dropout": ({"dropout_p": 0.5}, "float16", False),
    "float32": ({}, "float32", False),
}


@pytest.mark.parametrize("case", ATTENDED)
def test_attention_of_layers(world, served, case):
    options, dtype, by_cudnn = ATTENDED[case]
    tensors = [randn(2, 2, 6, 8, seed=i, dtype=getattr(fb, dtype)) for i in range(3)]
    there = {k: v.cuda() if hasattr(v, "cuda") else v for k, v in options.items()}
    attend = fb.functional.scaled_dot_product_attention
    got = attend(*(t.cuda() for t in tensors), **there)
    assert ("attention" in served) is by_cudnn
    if "dropout_p" not in options:
        want = attend(*tensors, **options).float()
        np.testing.assert_allclose(got.cpu().float(), want, 1e-2, 1e-2)


NETWORKS = {
    # mode, layers, directions, has_biases, projection, sizes of steps
    "lstm": ("lstm", 1, 1, True, 0, (3, 3, 3)),
    "lstm, two layers both ways": ("lstm", 2, 2, True, 0, (3, 3)),
    "lstm, projecting": ("lstm", 2, 1, True, 2, (3, 2, 1)),
    "lstm, projecting, without biases": ("lstm", 1, 2, False, 2, (3, 3)),
    "gru": ("gru", 2, 1, True, 0, (4, 4)),
    "gru of packed rows": ("gru", 1, 2, False, 0, (4, 2, 2, 1)),
    "tanh": ("rnn_tanh", 1, 1, True, 0, (2, 2)),
    "relu": ("rnn_relu", 3, 2, True, 0, (2, 1)),
}


def network_of(mode, layers, directions, biases, projected, sizes, dtype=fb.float32):
    """The arguments of the operator: input of 3 features, states of 4."""
    hidden, gates = 4, {"lstm": 4, "gru": 3}.get(mode, 1)
    out, cells = projected or hidden, layers * directions
    shapes = [(sum(sizes), 3), (cells, sizes[0], out)] + [(cells, sizes[0], hidden)] * (gates == 4)
    for cell in range(cells):
        below = 3 if cell < directions else out * directions
        shapes += [(gates * hidden, below), (gates * hidden, out)]
        shapes += [(gates * hidden,)] * (2 * biases) + [(out, hidden)] * (projected > 0)
    tensors = [randn(*s, seed=i, dtype=dtype) * 0.5 for i, s in enumerate(shapes)]
    return tensors, mode, biases, directions, sizes


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("case", NETWORKS)
def test_recurrent_networks(world, served, case, dtype):
    tensors, *options = network_of(*NETWORKS[case], dtype=kind(dtype))
    out, *lasts = T.recurrent_network(tensors, *options)
    agree(T.recurrent_network, tensors, *options, tolerance=1e-4)
    grads = [randn(*t.shape, seed=i, dtype=t.dtype) for i, t in enumerate((out, *lasts))]
    agree(T.recurrent_network_backward, grads, tensors, *options, tolerance=1e-4)
    grads[-1] = None
    agree(T.recurrent_network_backward, grads, tensors, *options, tolerance=1e-4)
    assert len(served) == 3 and world.count("SetRNNDescriptor_v8") == 1
    names = [name for name, _ in world.log if name.startswith("RNN")]
    back = ["RNNForward", "RNNBackwardData_v8", "RNNBackwardWeights_v8"]
    assert names == ["RNNForward", *back, *back]


MATHS = {
    "float32": ({}, 0), "float16": ({}, 1), "bfloat16": ({}, 1), "float64": ({}, 0),
    "float32 exact": ({"allow_tf32": False}, 3), "float16 exact": ({"allow_tf32": False}, 1),
}  # fmt: skip


@pytest.mark.parametrize("case", MATHS)
def test_the_arithmetic_of_recurrent_networks(world, settings, case):
    values, math = MATHS[case]
    vars(settings).update(values)
    tensors, *options = network_of(*NETWORKS["lstm"], dtype=kind(case.split()[0]))
    T.recurrent_network([t.cuda() for t in tensors], *options)
    said = world.last("SetRNNDescriptor_v8")
    assert said[8] == math and said[7] == (1 if case == "float64" else 0)


def test_networks_whose_gates_lie_apart_are_left_to_the_plain_kernel(world):
    world.refused.add("apart")
    agree(T.recurrent_network, *network_of(*NETWORKS["lstm"]), tolerance=1e-4)
    assert not world.count("RNNForward")


TARGETS = {
    # targets, input lengths, target lengths
    "rows": ([[1, 2, 2], [3, 3, 0], [4, 0, 0]], [7, 5, 7], [3, 2, 1]),
    "one after another": ([1, 2, 2, 3, 3, 4], [7, 5, 7], [3, 2, 1]),
    "without labels": ([[0], [0], [0]], [7, 5, 0], [0, 0, 0]),
    "some do not fit": ([[1, 2, 3], [2, 2, 0], [1, 1, 1]], [3, 2, 0], [3, 2, 3]),
}


@pytest.mark.parametrize("zero_infinity", [False, True])
@pytest.mark.parametrize("case", TARGETS)
def test_ctc(world, served, case, zero_infinity):
    targets, input_lengths, target_lengths = map(fb.tensor, TARGETS[case])
    log_probs = randn(7, 3, 5).log_softmax(2)
    longest = int(target_lengths.max())
    tensors = [log_probs, targets, input_lengths, target_lengths]
    agree(T.ctc_cost, tensors, longest, 0, zero_infinity)
    F = fb.functional
    arguments = [t.cuda() for t in tensors]
    got = F.ctc_loss(*arguments, reduction="none", zero_infinity=zero_infinity)
    want = F.ctc_loss(*tensors, reduction="none", zero_infinity=zero_infinity)
    np.testing.assert_allclose(got.cpu(), want, 1e-5)
    assert served == ["ctc_cost"] * 2
    F.ctc_loss(*arguments, blank=4)
    F.ctc_loss(log_probs.double().cuda(), *arguments[1:])
    assert served == ["ctc_cost"] * 2  # another blank and dtype are left to the plain kernels


LAYERS = {
    # options of the layer, and whether cuDNN serves it
    "plain": ("True, 2, 0.0, True, False", True),
    "dropout in evaluation": ("True, 2, 0.5, False, False", True),
    "dropout between layers": ("True, 2, 0.5, True, False", False),
}


@pytest.mark.parametrize("case", LAYERS)
def test_recurrent_layers(world, served, case):
    options, by_cudnn = LAYERS[case]
    has_biases, layers, dropout, train, both = eval(options)
    tensors, *_ = network_of("gru", 2, 1, True, 0, (3, 3))
    rows, h0, *weights = (t.cuda() for t in tensors)
    arguments = (has_biases, layers, dropout, train, both, False)
    out, last = fb.gru(rows.reshape(2, 3, 3), h0, weights, *arguments)
    assert ("recurrent_network" in served) is by_cudnn and out.shape == (2, 3, 4)
    if by_cudnn:
        rows, h0, *weights = tensors
        want, _ = fb.gru(rows.reshape(2, 3, 3), h0, weights, *arguments)
        np.testing.assert_allclose(out.cpu(), want, 1e-5, 1e-6)


def test_layers_of_a_network_are_served(world, served):
    F = fb.functional
    x, w = randn(4, 3, 8, 8).cuda(), randn(8, 3, 3, 3, seed=1).cuda()
    mean, var = fb.zeros(8, device="cuda"), fb.ones(8, device="cuda")
    for training in (True, False):
        y = F.batch_norm(F.conv2d(x, w, padding=1), mean, var, training=training)
        y = F.avg_pool2d(F.max_pool2d(y, 2), 2)
    F.conv_transpose2d(y, w)
    assert served == [
        "convolve", "normalize_affine", "max_pool", "avg_pool",
        "convolve", "scale_and_shift", "max_pool", "avg_pool", "convolve_input",
    ]  # fmt: skip


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
