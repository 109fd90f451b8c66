"""Compiled loops and threads: what they compute is what NumPy computes, to the last bit."""

import sys
import warnings

import numpy as np
import pytest
from optim_cases import (
    ELEMENTWISE,
    ids_of,
    make,
    parameters,
    same_bits,
    set_gradients,
    values,
)

import firebrick_core as fb
from firebrick_core import extend
from firebrick_core._errstate import quiet
from firebrick_optim import SGD, Adam, Optimizer, _blocks, _fused, _threads, _work
from firebrick_optim._trace import Untraceable, loop_of

SHAPES = [(33, 5), (0,), (7,), ()]


def run(name, options, monkeypatch, fused, steps=6, dtype="float32", shapes=SHAPES):
    """Parameters and state after some steps, with loops or with NumPy; one by one in both."""
    monkeypatch.setattr(_fused, "WORTH_IT", 0 if fused else 1 << 60)
    monkeypatch.setattr(_fused, "enabled", lambda: fused)
    params = parameters(shapes, dtype)
    optimizer = make(name, params, foreach=False, **options)
    for seed in range(steps):
        set_gradients(params, seed)
        optimizer.step()
    return values(params), optimizer.state_dict()["state"]


def in_python(text):
    """A loop as plain Python over NumPy's scalars, which round as arrays do."""
    names = {"sqrt": np.sqrt}
    exec(text, names)
    return names["update"]


@pytest.fixture
def interpreted(monkeypatch):
    """Loops without numba."""
    used = []

    def compiled(text):
        used.append(text)
        return in_python(text)

    monkeypatch.setattr(_fused, "_compiled", compiled)
    monkeypatch.setattr(_fused, "_loops", {})
    return used


@pytest.mark.parametrize("dtype", ["float32", "float64", "complex64"])
@pytest.mark.parametrize(("name", "options"), ELEMENTWISE, ids=ids_of(ELEMENTWISE))
def test_loops_give_the_same_bits(name, options, dtype, monkeypatch, interpreted):
    with quiet(), warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)  # NumPy's scalars warn, its arrays may
        got = run(name, options, monkeypatch, fused=True, dtype=dtype)
    assert interpreted, "the rule was not recorded"
    assert same_bits(got, run(name, options, monkeypatch, fused=False, dtype=dtype))


@pytest.mark.parametrize(("name", "options"), [
    ("SGD", {"lr": 0.1, "momentum": 0.9}), ("AdamW", {"lr": 0.1}), ("Rprop", {"lr": 0.1}),
])
def test_compiled_loops_give_the_same_bits(name, options, monkeypatch):
    pytest.importorskip("numba")
    shapes = [(1000, 301), (70_001,)]  # more than one block, and lengths that fit no vector
    calls = []
    original = _blocks._run_fused
    monkeypatch.setattr(
        _blocks, "_run_fused", lambda *args: (calls.append(1), original(*args))
    )
    monkeypatch.setattr(_blocks, "FUSED_BLOCK", 100_000)
    got = run(name, options, monkeypatch, fused=True, steps=3, shapes=shapes)
    assert len(calls) > 2 * 3
    assert same_bits(got, run(name, options, monkeypatch, fused=False, steps=3, shapes=shapes))


@pytest.mark.parametrize("dtype", ["float16", "bfloat16"])
def test_16_bits_are_computed_in_float32(dtype, monkeypatch, interpreted):
    pytest.importorskip("ml_dtypes")
    monkeypatch.setattr(_fused, "enabled", lambda: True)
    monkeypatch.setattr(_fused, "WORTH_IT", 0)
    p = fb.ones(3, dtype=getattr(fb, dtype))
    p.grad = fb.ones(3, dtype=p.dtype)
    Adam([p], lr=0.1).step()
    assert not interpreted and p.tolist() != [1.0] * 3


@pytest.mark.parametrize("layout", ["transposed", "strided"])
def test_layouts(layout, monkeypatch, interpreted):
    monkeypatch.setattr(_fused, "enabled", lambda: True)
    monkeypatch.setattr(_fused, "WORTH_IT", 0)
    base = np.arange(24.0, dtype="float32").reshape(4, 6)
    array = base.T if layout == "transposed" else base[:, ::2]
    p, before = fb.from_numpy(array), array.copy()
    p.grad = fb.ones_like(p)
    SGD([p], lr=1.0).step()
    assert np.array_equal(p.numpy(), before - 1)
    # One step leaves no memory in between: only the first can be a loop.
    assert bool(interpreted) is (layout == "transposed")


@pytest.mark.parametrize("setting", ["none", "scipy"])
def test_one_setting_turns_it_off(setting):
    if _fused.provider() is None:
        pytest.skip("numba is not installed")
    assert "numba-optim" in extend.get_providers()
    try:
        extend.set_providers(setting)
        assert not _fused.enabled()
    finally:
        extend.set_providers("all")
    assert _fused.enabled()


def test_without_numba(monkeypatch):
    monkeypatch.setattr(_fused, "provider", lambda: None)
    assert not _fused.enabled()


def test_numba_that_cannot_be_imported(monkeypatch):
    monkeypatch.setitem(sys.modules, "numba", None)
    monkeypatch.setattr(_fused, "provider", lambda: extend.Provider("numba-optim"))
    _fused.compiler.cache_clear()
    try:
        with pytest.warns(UserWarning, match="numba is installed, but cannot be imported"):
            assert not _fused.enabled()
        assert not _fused.enabled()  # and warns no more
    finally:
        _fused.compiler.cache_clear()


# ---------------------------------------------------------------------- what cannot be recorded
class Reads(Optimizer):
    """A rule of a user's, whose update does what `body` does."""

    def __init__(self, params):
        super().__init__(params, {"lr": 0.5, "foreach": None})

    @staticmethod
    def numbers(hyper, counters, first):
        return (hyper["lr"],)


BODIES = {
    "another function": lambda xp, param, grad, n: xp.tanh(grad, grad.copy()),
    "a test of values": lambda xp, param, grad, n: bool(param) and None,
    "a part": lambda xp, param, grad, n: param.__setitem__(slice(1, 2), 0),
    "its own array": lambda xp, param, grad, n: xp.add(param, np.ones(3, "float32"), param),
    "the gradient": lambda xp, param, grad, n: xp.add(grad, n[0], grad),
    "a number": lambda xp, param, grad, n: xp.add(param, param, n[0]),
    "operators": lambda xp, param, grad, n: param + grad,
    "what arrays have": lambda xp, param, grad, n: param.sum(),
}


@pytest.mark.parametrize("what", BODIES)
def test_not_recorded(what):
    class Rule(Reads):
        @staticmethod
        def update(xp, param, grad, state, hyper, n, work):
            BODIES[what](xp, param, grad, n)

    with pytest.raises(Untraceable):
        loop_of(Rule, (), {"lr": 0.5}, (0.5,))
    assert _fused.kernel_for(Rule, (), {"lr": 0.5}, (0.5,), "float32") is None


def test_what_is_not_recorded_runs_as_it_is(monkeypatch):
    class Clipped(Reads):
        @staticmethod
        def update(xp, param, grad, state, hyper, n, work):
            xp.clip(grad, -1, 1, out=work[0])
            xp.subtract(param, work[0], param)

    monkeypatch.setattr(_fused, "enabled", lambda: True)
    monkeypatch.setattr(_fused, "WORTH_IT", 0)
    p = fb.zeros(3)
    p.grad = fb.tensor([5.0, 0.5, -5.0])
    Clipped([p]).step()
    assert p.tolist() == [-1.0, -0.5, 1.0]


# ---------------------------------------------------------------------- threads
@pytest.fixture
def threads(monkeypatch):
    """Two threads, also for few elements; returns the numbers of those that had a part."""
    seen = set()
    original = _blocks._run_block

    def part(*args):
        seen.add(args[-2])
        original(*args)

    before = fb.get_num_threads()
    fb.set_num_threads(2)
    monkeypatch.setattr(_threads, "FEWEST", 0)
    monkeypatch.setattr(_work, "WORTH_A_THREAD", 1)
    monkeypatch.setattr(_blocks, "_run_block", part)
    yield seen
    fb.set_num_threads(before)


def test_threads_give_the_same_bits(threads, monkeypatch):
    shapes = [(1000, 301), (70_001,), (3,), (500_000,)]
    got = run("Adam", {"lr": 0.1}, monkeypatch, fused=False, shapes=shapes)
    assert threads <= {0, 1}
    fb.set_num_threads(1)
    assert same_bits(got, run("Adam", {"lr": 0.1}, monkeypatch, fused=False, shapes=shapes))


def test_parameters_that_share_memory_are_moved_in_turn(threads):
    whole = fb.ones(200_000)
    params = [whole, whole[:150_000].detach(), whole[50_000:].detach()]
    for p in params:
        p.grad = fb.ones_like(p)
    SGD(params, lr=1.0).step()
    assert threads == {0}
    assert whole[[0, 100_000, 199_999]].tolist() == [-1.0, -2.0, -1.0]


@pytest.mark.parametrize("where", [0, 1])
def test_an_error_in_a_thread_is_raised(threads, where):
    def part(thread, i):
        barrier.wait()
        if thread == where:
            raise KeyError(thread)

    import threading

    barrier = threading.Barrier(2, timeout=60)
    with pytest.raises(KeyError, match=str(where)):
        _threads.run([], [(part, 2)], 2)


def test_what_comes_first_is_done_by_the_caller():
    import threading

    done, caller = [], threading.current_thread()

    def first(thread, i):
        done.append((threading.current_thread() is caller, thread, i))

    def part(thread, i):
        done.append(i)

    for threads in (1, 2, 8):
        done.clear()
        _threads.run([first, first], [(part, 3), (part, 0), (part, 2)], threads)
        assert done.count((True, 0, 0)) == 2
        assert sorted(i for i in done if not isinstance(i, tuple)) == [0, 0, 1, 1, 2]


@pytest.mark.parametrize("number", [1, 2])
def test_packs_are_moved_beside_large_parameters(number, threads, monkeypatch):
    monkeypatch.setattr(_fused, "enabled", lambda: False)
    shapes = [(100_000,), (3,), (4,), (50_000,)]
    params, others = parameters(shapes), parameters(shapes)
    fb.set_num_threads(number)
    optimizer, plain = Adam(params), Adam(others, foreach=False)
    for seed in range(4):
        for o, ps in ((optimizer, params), (plain, others)):
            set_gradients(ps, seed)
            o.step()
    assert [len(pack.params) for pack in optimizer._plans[0]._packs] == [2]
    assert same_bits(params, others)


def test_packs_that_share_memory_with_a_large_parameter_are_moved_in_turn(threads, monkeypatch):
    monkeypatch.setattr(_fused, "enabled", lambda: False)
    whole = fb.zeros(100_000)
    params = [whole, whole[:3].detach(), whole[3:7].detach()]
    optimizer = SGD(params, lr=1.0)
    for _ in range(4):
        for p in params:
            p.grad = fb.ones_like(p)
        optimizer.step()
    assert len(optimizer._plans[0]._packs) == 1 and threads == {0}
    assert (whole[:7] == -8.0).all() and (whole[7:] == -4.0).all()
