"""Limits on the gradients of bare arrays."""

import math

import numpy as np
import pytest

from firebrick_optim import Rows, clip_grad_norm_, clip_grad_value_


def gradients(dtype="float64"):
    """Nested gradients, and all their elements in one array."""
    random = np.random.RandomState(0)
    a, b, c = (random.standard_normal(s).astype(dtype) for s in ((3, 2), (4,), (2, 2)))
    return {"a": a, "b": [b, None, (np.zeros(0, dtype),)], "c": Rows([0, 3], c)}, [a, b, c]


def joined(parts):
    return np.concatenate([p.ravel() for p in parts]).astype("float64")


@pytest.mark.parametrize("dtype", ["float64", "float32", "float16"])
@pytest.mark.parametrize("order", [2.0, 1.0, 3.0, math.inf])
def test_norm(order, dtype):
    grads, parts = gradients(dtype)
    before = joined(parts)
    norm = np.linalg.norm(before, order)
    assert clip_grad_norm_(grads, 0.5, order) == pytest.approx(norm, rel=1e-3)
    np.testing.assert_allclose(joined(parts), before * 0.5 / norm, rtol=1e-2, atol=1e-3)
    assert parts[0].dtype == dtype


def test_small_gradients_stay():
    grads, parts = gradients()
    before = joined(parts)
    clip_grad_norm_(grads, 100.0)
    assert np.array_equal(joined(parts), before) and clip_grad_norm_([], 1.0) == 0.0


def test_value():
    grads, parts = gradients()
    before = joined(parts)
    clip_grad_value_(grads, 0.5)
    assert np.array_equal(joined(parts), before.clip(-0.5, 0.5))


@pytest.mark.parametrize("order", [2.0, math.inf])
@pytest.mark.parametrize("bad", [math.inf, math.nan])
def test_not_finite(bad, order):
    grads = [np.array([1.0, bad]), np.array([2.0])]
    with pytest.raises(RuntimeError, match="is non-finite, so it cannot be clipped"):
        clip_grad_norm_(grads, 1.0, order, error_if_nonfinite=True)
    assert grads[1].tolist() == [2.0]
    assert not math.isfinite(clip_grad_norm_(grads, 1.0, order))


@pytest.mark.parametrize("function", [clip_grad_norm_, clip_grad_value_])
def test_refused(function):
    with pytest.raises(TypeError, match=r"grads\['w'\]\[1\] must be a NumPy or CuPy array"):
        function({"w": [np.zeros(1), 3.0]}, 1.0)
