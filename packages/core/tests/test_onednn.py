"""oneDNN's kernels against the plain ones; finding its library, and refusing another."""

import os
import subprocess
import sys

import numpy as np
import pytest

import firebrick_core as fb
from firebrick_core import _operators as T, extend, functional as F, onednn

found = onednn.find_library()
needs_library = pytest.mark.skipif(found is None, reason="libdnnl.so.3 was not found")


@pytest.fixture
def every_size():
    """The provider serves calls of any size, as its conformance check needs."""
    with onednn.serving_every_size():
        yield


def randn(*shape, seed=0):
    return fb.from_numpy(np.random.default_rng(seed).standard_normal(shape, np.float32))


def channels_last(x):
    order = range(2, x.ndim)
    return x.permute(0, *order, 1).contiguous().permute(0, x.ndim - 1, *(n - 1 for n in order))


def both(call, *args):
    """The results with the provider and without."""
    extend.set_providers("onednn")
    try:
        served = call(*args)
        extend.set_providers("none")
        return served, call(*args)
    finally:
        extend.set_providers("all")


def agree(served, plain, what):
    """Equal but for rounding: of the largest elements, since sums of many terms cancel."""
    pairs = zip(served, plain, strict=True) if isinstance(plain, tuple) else [(served, plain)]
    for a, b in pairs:
        assert a.shape == b.shape and a.dtype is b.dtype, what
        scale = float(b[b.isfinite()].abs().max()) if b.isfinite().any() else 1.0
        np.testing.assert_allclose(a.numpy(), b.numpy(), 1e-5, 2e-6 * scale + 1e-7, err_msg=what)


@needs_library
def test_it_is_registered_and_passes_the_kit(every_size):
    assert "onednn" in extend.get_providers()
    assert extend.check_provider("onednn") > 20


CONVOLUTIONS = {
    # input, weight, stride, padding, dilation, groups
    "3x3": ((2, 16, 9, 9), (32, 16, 3, 3), (1, 1), (1, 1), (1, 1), 1),
    "odd channels": ((2, 5, 9, 8), (7, 5, 3, 2), (1, 1), (1, 0), (1, 1), 1),
    "stride leaves a rest": ((1, 4, 8, 11), (6, 4, 3, 3), (2, 3), (1, 1), (1, 1), 1),
    "dilated": ((2, 8, 12, 12), (8, 8, 3, 3), (1, 1), (2, 0), (2, 3), 1),
    "grouped": ((2, 12, 6, 6), (6, 4, 3, 3), (1, 1), (1, 1), (1, 1), 3),
    "depthwise": ((2, 16, 10, 10), (16, 1, 3, 3), (1, 1), (1, 1), (1, 1), 16),
    "depthwise, two of each": ((2, 6, 7, 7), (12, 1, 3, 3), (2, 2), (1, 1), (1, 1), 6),
    "points": ((2, 32, 7, 7), (8, 32, 1, 1), (1, 1), (0, 0), (1, 1), 1),
    "points, strided": ((2, 32, 7, 7), (8, 32, 1, 1), (2, 2), (0, 0), (1, 1), 1),
    "stem": ((2, 3, 32, 32), (8, 3, 7, 7), (2, 2), (3, 3), (1, 1), 1),
    "padding beyond the kernel": ((1, 2, 4, 4), (3, 2, 2, 2), (1, 1), (3, 3), (1, 1), 1),
    "lines": ((3, 4, 20), (6, 4, 3), (2,), (1,), (1,), 1),
    "volumes": ((1, 3, 5, 6, 7), (4, 3, 2, 3, 2), (1, 2, 1), (1, 1, 0), (1, 1, 1), 1),
}
# How an input may lie in memory.
LAYOUTS = {
    "row-major": lambda x: x,
    "channels last": channels_last,
    "transposed": lambda x: x.transpose(-1, 0).contiguous().transpose(-1, 0),
    "every second": lambda x: x.repeat_interleave(2, -1)[..., ::2],
    "expanded": lambda x: x[:1].expand(x.shape),
}


@needs_library
@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("case", CONVOLUTIONS)
def test_convolutions_agree_with_the_plain_kernels(case, layout, every_size):
    input, weight, stride, padding, dilation, groups = CONVOLUTIONS[case]
    x, w, bias = LAYOUTS[layout](randn(*input)), randn(*weight, seed=1), randn(weight[0], seed=2)
    window = (stride, padding, dilation, groups)
    out, plain = both(T.convolve, x, w, bias, *window)
    agree(out, plain, case)
    agree(*both(T.convolve, x, w, None, *window), case)
    grad = LAYOUTS[layout](randn(*out.shape, seed=3))
    more = randn(input[1], seed=4)
    agree(*both(T.convolve_input, grad, w, None, input[2:], *window), case)
    agree(*both(T.convolve_input, grad, w, more, input[2:], *window), case)
    agree(*both(T.convolve_weight, grad, x, weight[2:], *window), case)


POOLS = {
    # input, kernel, stride, padding, dilation, ceil_mode
    "2x2": ((2, 6, 8, 8), (2, 2), (2, 2), (0, 0), (1, 1), False),
    "overlapping": ((2, 20, 9, 9), (3, 3), (2, 2), (1, 1), (1, 1), False),
    "over the end": ((2, 3, 8, 7), (3, 3), (2, 2), (1, 1), (1, 1), True),
    "dilated": ((1, 3, 9, 9), (2, 3), (1, 2), (0, 1), (3, 2), False),
    "one sample": ((5, 8, 8), (2, 2), (2, 2), (0, 0), (1, 1), False),
    "lines": ((2, 3, 9), (3,), (2,), (1,), (1,), False),
    "volumes": ((2, 3, 4, 5, 6), (2, 2, 2), (2, 1, 2), (1, 0, 1), (1, 1, 1), False),
}
SPECIAL = {"plain": None, "equal": 1.0, "nan": np.nan, "-inf": -np.inf, "inf": np.inf}


@needs_library
@pytest.mark.parametrize("special", SPECIAL)
@pytest.mark.parametrize("case", POOLS)
def test_pools_agree_with_the_plain_kernels(case, special, every_size):
    input, kernel, stride, padding, dilation, ceil = POOLS[case]
    x = randn(*input)
    if SPECIAL[special] is not None:
        x[..., :4] = SPECIAL[special]
    window = (kernel, stride, padding, dilation)
    out, plain = both(T.max_pool, x, *window, ceil)
    agree(out, plain, case)
    grad = randn(*out.shape, seed=1)
    agree(*both(T.max_pool_backward, grad, x, plain, *window), case)
    if set(dilation) == {1}:
        for include in (False, True):
            counted = (kernel, stride, padding, include, None)
            agree(*both(T.avg_pool, x, *window[:3], ceil, include, None), case)
            agree(*both(T.avg_pool_backward, grad, input[-len(kernel) :], *counted), case)


@needs_library
@pytest.mark.parametrize("special", SPECIAL)
@pytest.mark.parametrize("shape, dim", [((7, 33), 1), ((7, 33), 0), ((2, 9, 5), -2), ((40,), 0)])
def test_softmax_agrees_with_the_plain_kernels(shape, dim, special, every_size):
    x, grad = randn(*shape), randn(*shape, seed=1)
    if SPECIAL[special] is not None:
        x.view(-1)[:5] = SPECIAL[special]
    for forward, backward in (
        (T.softmax, T.softmax_backward),
        (T.log_softmax, T.log_softmax_backward),
    ):
        out, plain = both(forward, x, dim)
        agree(out, plain, special)
        if special in ("plain", "equal"):
            agree(*both(backward, grad, plain, dim), special)


@needs_library
@pytest.mark.parametrize("special", SPECIAL)
@pytest.mark.parametrize("approximate", ["none", "tanh"])
def test_gelu_agrees_with_the_plain_kernel(approximate, special, every_size):
    x, grad = randn(37, 11) * 3, randn(37, 11, seed=1)
    if SPECIAL[special] is not None:
        x.view(-1)[:5] = SPECIAL[special]
    agree(*both(lambda v: F.gelu(v, approximate=approximate), x), special)
    if special == "plain":
        agree(*both(T.gelu_backward, grad, x, approximate), special)


NORMALIZATIONS = {
    # input, weight and bias, dims
    "channels": ((4, 32, 5, 6), (1, 32, 1, 1), (0, 2, 3)),
    "odd channels": ((4, 5, 5, 6), (1, 5, 1, 1), (0, 2, 3)),
    "features": ((9, 7), (1, 7), (0,)),
    "channels of volumes": ((2, 16, 3, 4, 5), (1, 16, 1, 1, 1), (0, 2, 3, 4)),
    "rows": ((9, 40), (40,), (1,)),
    "planes": ((2, 3, 5, 7), (5, 7), (2, 3)),
}


@needs_library
@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("given", ["both", "weight", "bias", "neither"])
@pytest.mark.parametrize("case", NORMALIZATIONS)
def test_normalization_agrees_with_the_plain_kernels(case, given, layout, every_size):
    shape, vector, dims = NORMALIZATIONS[case]
    if len(shape) < 3 and layout == "channels last":
        pytest.skip("there are no channels")
    if case == "features" and layout == "expanded":
        pytest.skip("all samples are the same: their deviation is rounding alone")
    x = LAYOUTS[layout](randn(*shape)) + 2
    weight = randn(*vector, seed=1) if given in ("both", "weight") else None
    bias = randn(*vector, seed=2) if given in ("both", "bias") else None
    results, plain = both(T.normalize_affine, [x, weight, bias], dims, 1e-5)
    agree(results, plain, case)
    grad, statistics = LAYOUTS[layout](randn(*shape, seed=3)), plain[1:]
    arguments = (grad, [x, weight, bias], *statistics, dims, 1e-5)
    agree(*both(T.normalize_affine_backward, *arguments), case)


PRODUCTS = {
    # operator, shapes of its arrays
    "matrices": (T.matmul, (5, 7), (7, 3)),
    "rows of a batch": (T.matmul, (2, 3, 5, 7), (7, 3)),
    "batches": (T.matmul, (2, 3, 5, 7), (2, 3, 7, 4)),
    "batches that broadcast": (T.matmul, (2, 1, 5, 7), (3, 7, 4)),
    "bmm": (T.bmm, (3, 5, 7), (3, 7, 4)),
    "linear": (T.linear, (5, 7), (3, 7), (3,)),
    "linear, no bias": (T.linear, (2, 5, 7), (3, 7)),
    "linear_weight": (T.linear_weight, (2, 5, 7), (2, 5, 3)),
}
TURNS = {
    **LAYOUTS,
    "heads": lambda x: x.transpose(0, -2).contiguous().transpose(0, -2),
    "transposed": lambda x: x.transpose(-1, -2).contiguous().transpose(-1, -2),
    "reversed": lambda x: x[..., ::-1],
}


@needs_library
@pytest.mark.parametrize("turn", TURNS)
@pytest.mark.parametrize("case", PRODUCTS)
def test_products_agree_with_the_plain_kernels(case, turn, every_size):
    operator, *shapes = PRODUCTS[case]
    if turn == "channels last" and len(shapes[0]) < 3:
        pytest.skip("there are no channels")
    arrays = [randn(*s, seed=n) for n, s in enumerate(shapes)]
    agree(*both(operator, TURNS[turn](arrays[0]), *arrays[1:]), case)
    if len(shapes[1]) > 2 or turn != "channels last":
        agree(*both(operator, arrays[0], TURNS[turn](arrays[1]), *arrays[2:]), case)


@needs_library
def test_less_exact_products_are_a_permission(every_size):
    a, b = randn(64, 512), randn(512, 64, seed=1)
    exact = a @ b
    fb.set_float32_matmul_precision("medium")
    try:
        np.testing.assert_allclose((a @ b).numpy(), exact.numpy(), 0, 1)
    finally:
        fb.set_float32_matmul_precision("highest")
    assert bool((a @ b == exact).all())


@needs_library
def test_threads_share_the_plans(every_size):
    from concurrent.futures import ThreadPoolExecutor

    inputs = [randn(2, 16, 12, 12, seed=s) for s in range(16)]
    w = randn(16, 16, 3, 3, seed=99)
    window = ((1, 1), (1, 1), (1, 1), 1)
    alone = [T.convolve(x, w, None, *window) for x in inputs]
    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(lambda x: T.convolve(x, w, None, *window), inputs * 4))
    for a, b in zip(alone * 4, together, strict=True):
        assert bool((a == b).all())


# ---------------------------------------------------------------------- the library
PROGRAM = """
import firebrick_core as fb
from firebrick_core import extend, functional as F
print('onednn' in extend.get_providers())
print(F.conv2d(fb.ones(4, 8, 32, 32), fb.ones(8, 8, 3, 3)).sum().item())
"""


def run(**environment):
    return subprocess.run(
        [sys.executable, "-c", PROGRAM],
        capture_output=True,
        text=True,
        env={**os.environ, **environment},
    )


@pytest.mark.parametrize(
    "setting", [{"FIREBRICK_PROVIDERS": "none"}, {"FIREBRICK_ONEDNN": ""}], ids=str
)
def test_without_it_everything_works(setting):
    done = run(**setting)
    assert done.stdout.splitlines() == ["False", str(4 * 8 * 30 * 30 * 72.0)], done.stderr


def test_a_broken_library_is_an_error_that_says_what_to_do(tmp_path):
    broken = tmp_path / "libdnnl.so.3"
    broken.write_bytes(b"not a library")
    done = run(FIREBRICK_ONEDNN=str(broken))
    assert done.returncode == 1 and done.stdout.startswith("True")
    last = done.stderr.splitlines()[-1]
    assert last.startswith(f"ImportError: oneDNN cannot be used: {broken}: ")
    assert "FIREBRICK_PROVIDERS=none" in last and "firebrick-core[onednn]" in last


def test_another_library_is_refused(tmp_path):
    import _ctypes

    done = run(FIREBRICK_ONEDNN=_ctypes.__file__)
    assert "it has no function of oneDNN 3" in done.stderr.splitlines()[-1]


def test_importing_loads_no_library():
    code = "import sys, firebrick_core; print('firebrick_core.onednn._library' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout.strip() == "False"


LAYERS = {
    # x, w are channels last, plain ones row-major
    "convolution of channels last": lambda x, w, plain_x, plain_w: F.conv2d(x, plain_w),
    "convolution by channels last": lambda x, w, plain_x, plain_w: F.conv2d(plain_x, w),
    "transposed convolution": lambda x, w, plain_x, plain_w: F.conv_transpose2d(plain_x, w),
    "convolution of sequences": lambda x, w, plain_x, plain_w: F.conv1d(x[:, :, 0], w[:, :, 0]),
    "largest": lambda x, w, plain_x, plain_w: F.max_pool2d(x, 2),
    "mean": lambda x, w, plain_x, plain_w: F.avg_pool2d(x, 2),
    "softmax": lambda x, w, plain_x, plain_w: F.softmax(x, 1),
    "normalized": lambda x, w, plain_x, plain_w: F.batch_norm(x, None, None, training=True),
}


@needs_library
@pytest.mark.parametrize("name", LAYERS)
def test_results_lie_in_memory_as_those_of_plain_kernels(name, every_size):
    plain = randn(2, 8, 6, 6), randn(8, 8, 3, 3, seed=1)
    served, want = both(LAYERS[name], *map(channels_last, plain), *plain)
    assert served.stride() == want.stride()
    agree(served, want, name)


# ---------------------------------------------------------------------- floats of 16 bits
NARROW = {
    "product": lambda x, y: x @ y,
    "product, transposed": lambda x, y: x @ y.t() @ x.t(),
    "batches": lambda x, y: T.bmm(x.view(4, 4, 16), y.view(4, 4, 16).transpose(1, 2)),
    "linear": lambda x, y: F.linear(x, y, y[0]),
    "linear_weight": lambda x, y: T.linear_weight(x, y),
    "softmax": lambda x, y: T.softmax(x, -1),
    "softmax_backward": lambda x, y: T.softmax_backward(x, T.softmax(y, 0), 0),
    "log_softmax": lambda x, y: T.log_softmax(x, 0),
    "add": lambda x, y: x + y,
    "add, other order": lambda x, y: x + y.t(),
    "add, number": lambda x, y: x + 0.3,
    "sub": lambda x, y: x.t() - y.t(),
    "mul": lambda x, y: x * y,
    "mul, number": lambda x, y: x * 0.3,
    "mul, zero": lambda x, y: x * -0.0,
    "relu": lambda x, y: x.relu(),
    "relu_backward": lambda x, y: T.relu_backward(x, y.relu()),
    "gelu": lambda x, y: F.gelu(x, approximate="tanh"),
    "gelu_backward": lambda x, y: T.gelu_backward(x, y, "none"),
    "to float32": lambda x, y: x.t().float(),
    "from float32": lambda x, y: (x.float() * y.float()).to(fb.bfloat16),
    "convolve": lambda x, y: T.convolve(
        x.view(2, 2, 8, 8), y[:3].reshape(6, 2, 2, 2), None, (1, 1), (0, 1), (1, 1), 1
    ),
    "convolve_input": lambda x, y: T.convolve_input(
        x.view(2, 2, 8, 8), y[:2].reshape(2, 4, 2, 2), None, (9, 9), (1, 1), (0, 0), (1, 1), 1
    ),
    "add, both turned": lambda x, y: (x.t() + y.t()).as_strided((256,), (1,)),
    "convolve_weight": lambda x, y: T.convolve_weight(
        x.view(2, 2, 8, 8), y.view(2, 2, 8, 8), (3, 3), (1, 1), (1, 1), (1, 1), 1
    ),
}


@needs_library
@pytest.mark.parametrize("special", [None, "nan", "-nan", "inf", "-0.0"])
@pytest.mark.parametrize("name", NARROW)
def test_bfloat16_agrees_with_float32_rounded_once(name, special, every_size):
    pytest.importorskip("ml_dtypes")
    values = np.random.default_rng(0).standard_normal((2, 16, 16))
    if special is not None:
        values[0, 3, 5] = float(special)
    x, y = fb.from_numpy(values).to(fb.bfloat16)
    served, plain = both(NARROW[name], x, y)
    assert served.dtype is plain.dtype
    a, b = (t.float().numpy() for t in (served, plain))
    np.testing.assert_allclose(a, b, 2**-7, 2**-7 * np.abs(b[np.isfinite(b)]).mean() * 4)
    if special is None:
        assert (a == b).mean() > 0.5  # most are rounded to the same


@needs_library
def test_other_16_bit_floats_are_left_to_the_plain_kernels(every_size):
    x = randn(8, 8).half()
    assert (x @ x).dtype is fb.float16 and (x + x).dtype is fb.float16


@needs_library
@pytest.mark.parametrize("rows", [1, 3, 8])
def test_a_matrix_is_packed_once_for_many_products(rows, every_size):
    from firebrick_core._provider import pack

    wide = randn(6, 10).numpy()
    for weight in (wide, wide.T, wide[:, ::2]):
        packed = pack(weight, [rows] * 5)
        matrices = randn(5, rows, weight.shape[0], seed=rows).numpy()
        for m in matrices:
            np.testing.assert_allclose(packed(m), m @ weight, 1e-5, 1e-5)
    assert pack(wide, [3, 2]) is None and pack(wide.astype(float), [3, 3]) is None


FORKED = """
import os, signal, threading
import firebrick_core as fb
from firebrick_core import functional as F

def work():
    x, w = fb.ones(4, 16, 32, 32), fb.ones(16, 16, 3, 3)
    return float(F.conv2d(x, w).sum()) + float((x[0, 0] @ x[1, 1]).sum())

fb.set_num_threads(2)
expected = work()
child = os.fork()
if child == 0:
    signal.alarm(20)  # ends what waits for ever
    {before}
    results = [work()]
    thread = threading.Thread(target=lambda: results.append(work()))
    thread.start(), thread.join()
    os._exit(results + [work()] != [expected] * 3)
status = os.waitpid(child, 0)[1]
print(status, work() == expected)
"""


@needs_library
@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork on this system")
@pytest.mark.parametrize("before", ["pass", "fb.set_num_threads(1)", "fb.set_num_threads(2)"])
def test_a_forked_process_does_not_wait_for_the_threads_of_its_parent(before):
    code = FORKED.format(before=before)
    done = subprocess.run(
        [sys.executable, "-W", "ignore::DeprecationWarning", "-c", code],
        capture_output=True,
        text=True,
        env={key: value for key, value in os.environ.items() if key != "OMP_NUM_THREADS"},
    )
    assert (done.stdout, done.stderr) == ("0 True\n", "")
