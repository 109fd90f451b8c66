"""Work in spans over threads: same values, layouts and errors as in one piece."""

import os
import signal
import subprocess
import sys
import threading

import numpy as np
import pytest

import firebrick_core as fb
from firebrick_core import _blas_threads, _parallel, extend, functional as F
from firebrick_core._parallel import in_spans, split_kernel, split_ufunc

N = 3 * _parallel.PIECE + 5


@pytest.fixture(autouse=True)
def two_threads(monkeypatch):
    monkeypatch.setattr(_parallel, "_CHEAP", _parallel.LARGE)
    monkeypatch.setattr(_parallel, "_COSTLY", _parallel.LARGE)
    before = fb.get_num_threads()
    fb.set_num_threads(2)
    extend.set_providers("none")  # they round otherwise
    yield
    extend.set_providers("all")
    fb.set_num_threads(before)


def numbers(*shape, dtype="float32"):
    return np.random.default_rng(0).normal(size=shape).astype(dtype)


def arranged(array, how):
    if how == "rows":
        return array
    if how == "columns":
        return np.asfortranarray(array)
    if how == "gaps":
        return np.repeat(array, 2, 1)[:, ::2]
    return array[0]  # broadcast


LAYOUTS = [
    ("rows", "rows"),
    ("rows", "columns"),
    ("columns", "columns"),
    ("columns", "rows"),
    ("rows", "first"),
    ("columns", "first"),
    ("gaps", "rows"),
    ("rows", "gaps"),
]


@pytest.mark.parametrize("one, other", LAYOUTS)
def test_a_split_call_gives_what_a_whole_one_does(one, other):
    a, b = numbers(800, 1200), numbers(800, 1200)
    a, b = arranged(a, one), arranged(b, other)
    x, y = fb.from_numpy(a), fb.from_numpy(b)
    small = fb.from_numpy(a[:5]) + fb.from_numpy(b[:5] if b.ndim > 1 else b)
    assert np.array_equal((x + y).numpy(), np.add(a, b))
    assert (x + y)[:5].numpy().tobytes() == small.numpy().tobytes()
    assert (x + y).stride() == (fb.from_numpy(a[:, :]) * 1 + y).stride()
    weight = np.float32(0.25)
    assert np.allclose(fb.lerp(x, y, 0.25).numpy(), a + weight * (b - a), atol=1e-6)
    assert fb.lerp(x, y, 0.25).stride() == (x * 1.0).stride()


KERNELS = [
    (F.gelu, numbers(N)),
    (fb.sigmoid, numbers(N, dtype="float64")),
    (fb.exp, numbers(N)),
    (fb.abs, numbers(N, dtype="complex64")),
    (lambda x: x > 0.5, numbers(2 * _parallel.LARGE)),
    (lambda x: x * 2 + x, (numbers(2 * _parallel.LARGE) * 100).astype("int16")),
]


@pytest.mark.parametrize("function, array", KERNELS)
def test_spans_and_threads_do_not_change_values(function, array):
    whole = function(fb.from_numpy(array))
    parts = [function(fb.from_numpy(array[i : i + 1000])) for i in range(0, len(array), 1000)]
    assert whole.dtype is parts[0].dtype
    assert np.allclose(whole.numpy(), fb.cat(parts).numpy(), rtol=1e-6)


def test_in_place_forms_write_to_their_own_memory():
    a, b = numbers(2 * _parallel.LARGE), numbers(2 * _parallel.LARGE)
    x = fb.from_numpy(a.copy())
    before = x.data_ptr(), x._version
    x.add_(fb.from_numpy(b)).mul_(x)
    assert np.array_equal(x.numpy(), (a + b) * (a + b))
    assert (x.data_ptr(), x._version) == (before[0], before[1] + 2)


@pytest.mark.parametrize("how", ["rows", "columns", "gaps"])
@pytest.mark.parametrize("name, rest", [("relu_", ()), ("sigmoid_", ()), ("lerp_", (2.0, 0.25))])
def test_in_place_kernels_write_what_new_results_hold(name, rest, how):
    array = arranged(numbers(800, 1200), how)
    for end in (800, 5):  # large, and not
        x = fb.from_numpy(array[:end])
        given = (fb.full((1200,), rest[0]), *rest[1:]) if rest else ()
        want = getattr(fb, name.rstrip("_"))(x, *given)
        strides, version = x.stride(), x._version
        assert getattr(x, name)(*given) is x
        assert fb.allclose(x, want, rtol=1e-6) and x.stride() == strides
        assert x._version == version + 1


@pytest.mark.parametrize("shape", [(3, 64, 64), (8, 16, 16), (2, 2000)])
def test_operands_that_broadcast_give_what_expanded_ones_do(shape):
    x = fb.from_numpy(numbers(*shape))
    few = fb.from_numpy(numbers(shape[0], *[1] * (len(shape) - 1)))
    for function in (fb.sub, fb.mul, fb.true_divide, fb.maximum):
        assert function(x, few).equal(function(x, few.expand(shape).clone()))
    np.testing.assert_array_equal(x.clone().sub_(few).numpy(), x.numpy() - few.numpy())
    assert np.getbufsize() == 8192  # the user's own


def test_errors_of_any_span_are_raised():
    def fail(start, stop):
        if start >= 4:
            raise ValueError(f"span {start}")

    with pytest.raises(ValueError, match="span"):
        in_spans(fail, 16)
    done = []
    in_spans(lambda start, stop: done.extend(range(start, stop)), 16)  # and the threads still work
    assert sorted(done) == list(range(16))
    message = "must match the size of tensor b"
    with pytest.raises(RuntimeError, match=message):
        fb.zeros(2 * _parallel.LARGE) + fb.zeros(2 * _parallel.LARGE + 1)


@pytest.mark.parametrize("count, grain", [(1, 1), (7, 1), (7, 3), (100, 8), (0, 4)])
def test_spans_cover_each_element_once(count, grain):
    seen, starts = [], []

    def note(start, stop):
        seen.extend(range(start, stop))
        starts.append(start)

    in_spans(note, count, grain)
    assert sorted(seen) == list(range(count))
    assert all(start % grain == 0 for start in starts)


def test_nested_and_concurrent_callers_work_alone():
    totals = []

    def outer(start, stop):
        in_spans(lambda a, b: totals.append(b - a), 10)

    callers = [threading.Thread(target=in_spans, args=(outer, 4)) for _ in range(3)]
    for t in callers:
        t.start()
    for t in callers:
        t.join()
    assert sum(totals) % 10 == 0 and sum(totals) >= 30


def test_what_cannot_be_split_is_left_whole():
    a = numbers(1000, 1000)[:, ::2]
    assert np.array_equal(split_ufunc(np.exp, a), np.exp(a))
    assert np.array_equal(split_kernel(lambda xp, x: xp.exp(x), (a,), {}), np.exp(a))


def test_no_arrays_are_kept():
    import gc
    import weakref

    gc.collect()
    x = fb.from_numpy(numbers(2 * _parallel.LARGE))
    out = x + x
    kept = weakref.ref(out._array), weakref.ref(x._array)
    del x, out
    assert [ref() for ref in kept] == [None, None]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork on this system")
@pytest.mark.filterwarnings("ignore:This process")  # Python 3.12 on forks of processes with threads
def test_a_forked_process_starts_threads_of_its_own():
    in_spans(lambda start, stop: None, 8)
    child = os.fork()
    if not child:
        seen = []
        in_spans(lambda start, stop: seen.extend(range(start, stop)), 8)
        os._exit(0 if sorted(seen) == list(range(8)) else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


def drawing():
    """What a thread that draws random numbers holds."""
    return fb.default_generator.lock


# What another thread of the parent may be in the middle of, and what the child then does.
HELD = {
    "drawing": (drawing, lambda: fb.manual_seed(0)),
    "a product without threads": (_blas_threads.one_thread, lambda: fb.set_num_threads(2)),
    "setting the threads of products": (lambda: _blas_threads._lock, lambda: fb.set_num_threads(2)),
    "large work": (lambda: _parallel.busy, lambda: in_spans(lambda start, stop: None, 8)),
}


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork on this system")
@pytest.mark.filterwarnings("ignore:This process")
@pytest.mark.parametrize("name", HELD)
def test_a_forked_process_does_not_wait_for_what_its_parent_holds(name):
    held, use = HELD[name]
    with held():
        child = os.fork()
        if not child:
            signal.alarm(10)  # ends what waits for ever
            use()
            os._exit(_blas_threads._alone[0])
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


# A process of its own, since this one may have threads left from earlier work.
FORKED = """
import os, sys, threading, warnings
import firebrick_core as fb
from firebrick_core import _blas_threads

done = threading.Event()
for _ in range(int(sys.argv[1])):
    threading.Thread(target=done.wait, daemon=True).start()
warnings.simplefilter("ignore")  # newer Pythons warn of forks among threads
child = os.fork()
if not child:
    fb.set_num_threads(2)
    os._exit(_blas_threads._blas().get())
sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork on this system")
@pytest.mark.parametrize("others", [0, 1])
def test_products_stay_on_one_thread_in_a_process_forked_among_threads(others):
    if _blas_threads._blas().set is None:
        pytest.skip("NumPy's BLAS cannot be told")
    code = subprocess.run([sys.executable, "-c", FORKED, str(others)]).returncode
    assert code == (1 if others else 2)


@pytest.mark.parametrize("dim", [0, 1, 2, -1])
def test_large_copies_are_those_of_small_ones(dim):
    parts = [numbers(64, n, 80) for n in (100, 100, 100)]
    joined = fb.cat([fb.from_numpy(a) for a in parts], dim)
    assert np.array_equal(joined.numpy(), np.concatenate(parts, dim))
    table, index = numbers(3000, 512), np.random.default_rng(0).integers(0, 3000, (3, 1000))
    rows = F.embedding(fb.from_numpy(index), fb.from_numpy(table))
    assert np.array_equal(rows.numpy(), table[index])
    chosen = fb.index_select(fb.from_numpy(table), 0, fb.from_numpy(index[0]))
    assert np.array_equal(chosen.numpy(), table[index[0]])
    stacked = fb.stack([fb.from_numpy(a) for a in parts], dim)
    assert np.array_equal(stacked.numpy(), np.stack(parts, dim))


WRONG_PARTS = [
    ([(64, 300, 80), (64, 300, 81)], 0, RuntimeError, "Sizes of tensors must match"),
    ([(64, 300, 80), (64, 300, 81)], 1, RuntimeError, "Sizes of tensors must match"),
    ([(64, 300, 80), (65, 300, 80)], 2, RuntimeError, "Sizes of tensors must match"),
    ([(64, 300, 80), (64, 300)], 1, RuntimeError, "same number of dimensions"),
    ([(64, 300, 80), (64, 300, 80)], 3, IndexError, "out of range"),
    ([(64, 300, 80), (64, 300, 80)], -4, IndexError, "out of range"),
]


@pytest.mark.parametrize("shapes, dim, kind, message", WRONG_PARTS)
def test_large_parts_that_do_not_fit_are_refused(shapes, dim, kind, message):
    with pytest.raises(kind, match=message):
        fb.cat([fb.zeros(*s) for s in shapes], dim)


WHERE = [
    ((300, 40), (300, 40), (300, 40)),
    ((40,), (300, 40), (300, 40)),
    ((300, 1), (300, 40), ()),
    ((), (), (300, 40)),
    ((3, 300, 40), (300, 40), ()),
    ((300, 40), (40,), (300, 40)),
    ((700, 900), (700, 900), ()),
    ((900,), (), (700, 900)),
]


@pytest.mark.parametrize("dtype", ["float32", "float64", "int16", "uint8", "bool", "complex64"])
@pytest.mark.parametrize("shapes", WHERE)
def test_where_by_masks_of_bits(shapes, dtype):
    condition = np.asarray(numbers(*shapes[0]) > 0)
    one, other = (np.asarray(numbers(*s) * 5).astype(dtype) for s in shapes[1:])
    if dtype == "float32" and one.ndim:
        one.flat[:3] = np.nan, np.inf, -0.0
    out = fb.where(*(fb.from_numpy(a) for a in (condition, one, other))).numpy()
    assert out.tobytes() == np.where(condition, one, other).tobytes()


@pytest.mark.parametrize("shape", [(512, 512), (3, 64, 32, 32), (700, 256), (256, 700)])
@pytest.mark.parametrize("dtype", ["float32", "int8", "float64"])
def test_copies_of_turned_arrays(shape, dtype):
    a = (numbers(*shape) * 9).astype(dtype)
    x = fb.from_numpy(a).transpose(-1, 1 if len(shape) > 2 else 0)
    copy = x.contiguous()
    assert copy.is_contiguous() and np.array_equal(copy.numpy(), x.numpy())


def test_sums_of_many_are_as_exact_as_pairwise_ones():
    for n in (1 << 16, (1 << 16) + 777, 3 << 18):
        a = numbers(n) + 1
        exact = a.astype("float64").sum()
        assert abs(float(fb.from_numpy(a).sum()) - exact) < 1e-6 * exact
        assert abs(float(fb.from_numpy(a).mean()) - exact / n) < 1e-6 * exact / n
    for special in (np.inf, np.nan):
        a[5] = special
        assert np.array_equal(float(fb.from_numpy(a).sum()), special, equal_nan=True)
