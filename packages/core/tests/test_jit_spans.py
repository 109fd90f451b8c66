"""Large ufuncs by a team of threads: bit for bit what NumPy gives, in every kind of call."""

import os
import subprocess
import sys
import threading

import numpy as np
import pytest

import firebrick_core as fb
from firebrick_core import extend

pytest.importorskip("numba")

from firebrick_core.jit import _quick_threads, _spans

N = 200_003
SHAPE = (400, 500)
pytestmark = pytest.mark.skipif(_spans.spans() is None, reason="no team on this system")


@pytest.fixture(autouse=True)
def three_threads():
    before = fb.get_num_threads()
    fb.set_num_threads(3)
    yield
    fb.set_num_threads(before)


def numbers(*shape, dtype="float32"):
    return (np.random.default_rng(0).normal(size=shape) * 20).astype(dtype)


CALLS = [
    (np.add, numbers(N), numbers(N)),
    (np.exp, numbers(N)),
    (np.tanh, numbers(N, dtype="float64")),
    (np.less, numbers(N, dtype="int64"), numbers(N, dtype="int64")[::-1].copy()),
    (np.isnan, np.where(numbers(N) > 0, np.nan, 1)),
    (np.bitwise_or, numbers(N, dtype="uint8"), np.array(3, "uint8")),
    (np.multiply, numbers(N), 2.5),
    (np.multiply, numbers(N, dtype="complex64"), numbers(N, dtype="complex64")),
    (np.power, numbers(N), 2),
    (np.logical_not, numbers(N) > 0),
    (np.sqrt, numbers(N, dtype="float16")),
    (np.subtract, numbers(*SHAPE), numbers(500)),
    (np.subtract, numbers(*SHAPE), numbers(1, 500)),
    (np.true_divide, numbers(*SHAPE), numbers(400, 1)),
    (np.maximum, numbers(40, 50, 100), numbers(50, 100)),
    (np.add, numbers(*SHAPE), np.float32(3)),
]


@pytest.mark.parametrize("ufunc, first, rest", [(u, a, b) for u, a, *b in CALLS])
def test_a_call_gives_what_numpy_does(ufunc, first, rest):
    with np.errstate(all="ignore"):
        want = ufunc(first, *rest)
        got = _quick_threads(ufunc, (first, *rest))
    assert got.dtype == want.dtype and got.tobytes() == want.tobytes()
    if first.dtype == want.dtype and all(np.shape(a) in ((), first.shape) for a in rest):
        target = first.copy()
        assert _quick_threads(ufunc, (target, *rest, target)) is target
        assert target.tobytes() == want.tobytes()


LEFT = [
    (np.add, numbers(N), numbers(N, dtype="float64")),  # it casts
    (np.add, numbers(N), numbers(2 * N)[::2]),
    (np.add, numbers(*SHAPE).T, numbers(*SHAPE).T),
    (np.add, numbers(N, dtype="int64"), 2.5),
    (np.add, numbers(N, dtype="int64"), True),
    (np.add, numbers(40, 50, 100), numbers(40, 1, 100)),
    (np.add, numbers(N).astype(">f4"), numbers(N).astype(">f4")),
    (np.power, numbers(N, dtype="int64"), numbers(N, dtype="int64")),
    (np.matmul, numbers(300, 300), numbers(300, 300)),
    (np.divmod, numbers(N), numbers(N)),
    (np.subtract, numbers(*SHAPE), numbers(500), numbers(*SHAPE)),
]


@pytest.mark.parametrize("ufunc, arrays", [(u, tuple(a)) for u, *a in LEFT])
def test_what_it_does_not_serve_is_left_alone(ufunc, arrays):
    before = [np.copy(a) for a in arrays]
    assert _quick_threads(ufunc, arrays) is None
    assert all(np.array_equal(a, b) for a, b in zip(arrays, before, strict=True))


def test_settings_turn_it_off():
    call = np.add, (numbers(N), numbers(N))
    extend.set_providers("none")
    try:
        assert _quick_threads(*call) is None
    finally:
        extend.set_providers("all")
    fb.set_num_threads(1)
    assert _quick_threads(*call) is None


def test_an_integer_that_does_not_fit_is_an_error():
    with pytest.raises(OverflowError):
        _quick_threads(np.add, (numbers(N, dtype="int8"), 300))


def test_callers_at_once_get_their_own_results():
    arrays, wrong = [numbers(N) + i for i in range(4)], []

    def compute(array):
        for _ in range(50):
            if not np.array_equal(_quick_threads(np.add, (array, array)), 2 * array):
                wrong.append(array[0])

    callers = [threading.Thread(target=compute, args=(a,)) for a in arrays]
    for caller in callers:
        caller.start()
    for caller in callers:
        caller.join()
    assert not wrong


def test_operators_use_it():
    x = fb.from_numpy(numbers(N) / 2)
    x._array[7] = np.nan
    assert fb.exp(x).numpy().tobytes() == np.exp(x.numpy()).tobytes()
    assert (x * 3).add_(x).numpy().tobytes() == (x.numpy() * 3 + x.numpy()).tobytes()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork on this system")
@pytest.mark.filterwarnings("ignore:This process")  # Python 3.12 on forks of processes with threads
def test_a_forked_process_has_a_team_of_its_own():
    array = numbers(N)
    assert np.array_equal(_quick_threads(np.add, (array, array)), 2 * array)
    child = os.fork()
    if not child:
        same = np.array_equal(_quick_threads(np.add, (array, array)), 2 * array)
        os._exit(0 if same else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


def test_a_process_ends_while_its_team_looks_for_work():
    code = "import numba, numpy as np, firebrick_core as fb; x = fb.ones(300000); (x + x).sum()"
    done = subprocess.run([sys.executable, "-W", "error", "-c", code], capture_output=True)
    assert (done.returncode, done.stderr) == (0, b"")
