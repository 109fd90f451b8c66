"""GradScaler: factors, steps that are left out, the order of calls, state."""

import copy
import pickle

import numpy as np
import pytest

import firebrick_core as fb
from firebrick_optim import SGD, Adam, GradScaler

INF, NAN = float("inf"), float("nan")


def made(grad=(1.0, 2.0), **options):
    """A scaler in use, an optimizer, and its parameter with a gradient."""
    w = fb.zeros(len(grad))
    w.grad = fb.tensor(list(grad))
    scaler = GradScaler("cpu", **{"init_scale": 4.0, **options})
    scaler.scale(fb.tensor(1.0))
    return scaler, SGD([w], lr=1.0), w


def test_scale():
    scaler = GradScaler("cpu", init_scale=8.0)
    assert scaler.scale(fb.tensor(1.5)).item() == 12.0
    a, (b, c) = scaler.scale([fb.ones(2), (fb.ones(1), fb.tensor(2.0))])
    assert a.tolist() == [8.0, 8.0] and b.tolist() == [8.0] and c.item() == 16.0
    assert [t.item() for t in scaler.scale(fb.tensor(float(i)) for i in range(3))] == [0, 8, 16]


def test_step_divides():
    scaler, sgd, w = made([4.0, -8.0])
    scaler.step(sgd)
    assert w.tolist() == [-1.0, 2.0] and w.grad.tolist() == [1.0, -2.0]


def test_unscaled_once():
    scaler, sgd, w = made([4.0, -8.0])
    scaler.unscale_(sgd)
    assert w.grad.tolist() == [1.0, -2.0]
    w.grad.clamp_(-1, 1)
    scaler.step(sgd)
    assert w.tolist() == [-1.0, 1.0]


@pytest.mark.parametrize("bad", [INF, -INF, NAN])
@pytest.mark.parametrize("place", [0, 70_000, 99_999])
def test_steps_with_what_is_not_finite_are_left_out(bad, place):
    grad = np.ones(100_000, "float32")
    grad[place] = bad
    scaler, sgd, w = made(grad)
    assert scaler.step(sgd) is None and w.tolist() == [0.0] * 100_000
    scaler.update()
    assert scaler.get_scale() == 2.0


def test_large_finite_gradients_are_fine():
    scaler, sgd, w = made([3e38, 3e38])  # their sum is not
    scaler.step(sgd)
    assert w.isfinite().all() and w.tolist() != [0.0, 0.0]


def test_each_optimizer_has_its_own():
    scaler, good, w = made([4.0])
    v = fb.zeros(1)
    v.grad = fb.tensor([NAN])
    bad = Adam([v])
    scaler.step(good), scaler.step(bad)
    assert w.tolist() == [-1.0] and v.tolist() == [0.0] and not bad.state
    scaler.update()
    assert scaler.get_scale() == 2.0


def test_growth():
    scaler, sgd, w = made(growth_interval=2, growth_factor=3.0)
    scales = []
    for grad in (1.0, 1.0, 1.0, INF, 1.0, 1.0):
        w.grad = fb.tensor([grad, 1.0])
        scaler.step(sgd)
        scaler.update()
        scales.append(scaler.get_scale())
    assert scales == [4.0, 12.0, 12.0, 6.0, 6.0, 18.0]
    scaler.update(5.0)
    assert scaler.get_scale() == 5.0


def test_growth_ends_before_infinity():
    scaler, sgd, _ = made(init_scale=2.0**127, growth_interval=1)
    scaler.step(sgd)
    scaler.update()
    assert scaler.get_scale() == 2.0**127


def test_sparse_gradients():
    w = fb.zeros(3, 1)
    index, values = fb.tensor([[1, 1]]), fb.tensor([[4.0], [8.0]])
    w.grad = fb.sparse_coo_tensor(index, values, (3, 1))
    scaler = GradScaler("cpu", init_scale=4.0)
    scaler.scale(w)
    scaler.step(SGD([w], lr=1.0))
    assert w.tolist() == [[0.0], [-3.0], [0.0]]


def used(scaler, sgd):
    scaler.step(sgd)
    return scaler


BAD = [
    (lambda s, o: GradScaler("cpu", growth_factor=1.0), AssertionError, "growth factor must be"),
    (lambda s, o: GradScaler("cpu", backoff_factor=1.0), AssertionError, "backoff factor must be"),
    (lambda s, o: s.scale(3.0), ValueError, "outputs must be a Tensor or an iterable"),
    (lambda s, o: s.scale("loss"), ValueError, "outputs must be a Tensor or an iterable"),
    (lambda s, o: (s.unscale_(o), s.unscale_(o)), RuntimeError, "already been called on this opt"),
    (lambda s, o: used(s, o).unscale_(o), RuntimeError, "called after step"),
    (lambda s, o: used(s, o).step(o), RuntimeError, "already been called since the last update"),
    (lambda s, o: s.step(o, closure=int), RuntimeError, "Closure use is not currently supported"),
    (lambda s, o: s.update(), AssertionError, "No inf checks were recorded prior to update"),
    (lambda s, o: (o.zero_grad(), s.step(o)), AssertionError, "No inf checks were recorded for"),
    (lambda s, o: GradScaler("cpu").step(o), AssertionError, "Attempted step but _scale is None"),
    (lambda s, o: GradScaler("cpu").update(), AssertionError, "Attempted update but _scale"),
    (lambda s, o: GradScaler("cpu").load_state_dict({}), RuntimeError, "state dict is empty"),
    (lambda s, o: pickle.dumps(used(s, o)), AssertionError, "may only be pickled"),
]


@pytest.mark.parametrize(("call", "kind", "message"), BAD)
def test_refused(call, kind, message):
    scaler, sgd, w = made()
    with pytest.raises(kind, match=message):
        call(scaler, sgd)
    assert scaler.get_scale() == 4.0


def test_gradients_of_16_bits_are_refused_before_anything_changes():
    scaler, sgd, w = made([4.0])
    half = fb.zeros(1, dtype=fb.float16)
    half.grad = fb.ones(1, dtype=fb.float16)
    sgd.add_param_group({"params": [half]})
    with pytest.raises(ValueError, match="Attempting to unscale FP16 gradients"):
        scaler.step(sgd)
    assert w.grad.tolist() == [4.0] and w.tolist() == [0.0]


def test_disabled():
    scaler, sgd, w = GradScaler("cpu", enabled=False), *made()[1:]
    assert scaler.scale("anything") == "anything" and scaler.get_scale() == 1.0
    scaler.unscale_(sgd), scaler.step(sgd), scaler.update()
    assert w.tolist() == [-1.0, -2.0]
    assert scaler.state_dict() == {} and not scaler.is_enabled()
    scaler.load_state_dict({})
    pickle.loads(pickle.dumps(scaler))


def test_without_a_gpu():
    with pytest.warns(UserWarning, match="CUDA is not available"):
        scaler = GradScaler()
    assert not scaler.is_enabled()


def test_state_goes_on():
    scaler, sgd, w = made(growth_interval=3)
    scaler.step(sgd), scaler.update()
    for other in (GradScaler("cpu"), pickle.loads(pickle.dumps(scaler)), copy.deepcopy(scaler)):
        other.load_state_dict(scaler.state_dict())
        assert other.state_dict() == scaler.state_dict() == {
            "scale": 4.0, "growth_factor": 2.0, "backoff_factor": 0.5, "growth_interval": 3,
            "_growth_tracker": 1,
        }
        assert other.scale(fb.tensor(1.0)).item() == 4.0


def test_setters():
    scaler = GradScaler("cpu")
    scaler.set_growth_factor(3.0), scaler.set_backoff_factor(0.1), scaler.set_growth_interval(7)
    got = scaler.get_growth_factor(), scaler.get_backoff_factor(), scaler.get_growth_interval()
    assert got == (3.0, 0.1, 7)


def test_arguments_reach_the_step():
    class Counting(SGD):
        def step(self, closure=None, *, times=1):
            self.times = times
            return times

    scaler, _, w = made()
    counting = Counting([w], lr=1.0)
    assert scaler.step(counting, times=5) == 5
