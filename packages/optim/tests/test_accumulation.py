"""Gradients of several batches as that of one."""

import numpy as np
import pytest
from optim_cases import parameters, same_bits, set_gradients, values

import firebrick_core as fb
from firebrick_optim import SGD, Adam, GradientAccumulation, GradScaler


def accumulate(accumulation, w, gradients):
    """Go through batches whose losses have these gradients."""
    stepped = []
    for g in gradients:
        share = accumulation.scale(fb.tensor(g))
        w.grad = share if w.grad is None else w.grad + share
        stepped.append(accumulation.step())
    return stepped


GRADIENTS = np.random.RandomState(0).standard_normal((8, 3)).astype("float32").tolist()


@pytest.mark.parametrize("scaled", [False, True])
def test_steps_on_the_mean(scaled):
    w, v = fb.zeros(3), fb.zeros(3)
    scaler = GradScaler("cpu", init_scale=8.0) if scaled else None
    accumulation = GradientAccumulation(Adam([w], lr=0.1), 4, scaler=scaler)
    assert accumulate(accumulation, w, GRADIENTS) == [False, False, False, True] * 2
    assert w.grad is None
    reference = Adam([v], lr=0.1)
    for half in (GRADIENTS[:4], GRADIENTS[4:]):
        v.grad = fb.tensor(np.mean(half, 0, dtype="float32"))
        reference.step()
    assert w.tolist() == pytest.approx(v.tolist(), rel=1e-6)


def test_what_is_left():
    w = fb.zeros(3)
    accumulation = GradientAccumulation(SGD([w], lr=1.0), 4)
    assert accumulate(accumulation, w, GRADIENTS[:3]) == [False] * 3 and w.tolist() == [0.0] * 3
    assert accumulation.finish() and not accumulation.finish()
    assert w.tolist() == pytest.approx((-np.mean(GRADIENTS[:3], 0)).tolist(), rel=1e-6)


@pytest.mark.parametrize("scaled", [False, True])
def test_clipping_sees_whole_unscaled_gradients(scaled):
    w, seen = fb.zeros(1), []
    scaler = GradScaler("cpu", init_scale=8.0) if scaled else None
    accumulation = GradientAccumulation(
        SGD([w], lr=1.0), 2, scaler=scaler, before_step=lambda: seen.append(w.grad.tolist())
    )
    accumulate(accumulation, w, [[2.0], [4.0]])
    assert seen == [[3.0]] and w.tolist() == [-3.0]


def test_one_batch_is_a_plain_step():
    params, others = parameters([(3, 2)]), parameters([(3, 2)])
    set_gradients(params, 0), set_gradients(others, 0)
    assert GradientAccumulation(SGD(params, lr=0.1), 1).step()
    SGD(others, lr=0.1).step()
    assert same_bits(values(params), values(others))


@pytest.mark.parametrize("steps", [0, -1, 1.5, True, None])
def test_refused(steps):
    with pytest.raises(ValueError, match="steps must be an integer from 1 on"):
        GradientAccumulation(SGD([fb.zeros(1)]), steps)
