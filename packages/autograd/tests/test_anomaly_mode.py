"""Anomaly mode: NaN stops backward, and errors show where forward was."""

import threading
import warnings

import pytest

import firebrick_autograd as autograd
import firebrick_core as fb
from firebrick_core._dispatch import switch


def leaf(*values):
    return fb.tensor(list(values), requires_grad=True)


class Spoils(autograd.Function):
    """Passes its first gradient on, and NaN to the second input."""

    @staticmethod
    def forward(ctx, x, y):
        return x * 2

    @staticmethod
    def backward(ctx, grad):
        return grad, grad * float("nan")


class Raises(autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x * 2

    @staticmethod
    def backward(ctx, grad):
        raise KeyError("planted")


def write_view():
    y = leaf(0.0, 1.0) * 1
    y[0].sqrt_()
    return (y * 0).sum()


FOUND = {  # a program whose backward goes wrong, and the node and output that are named
    "an operator": (lambda: fb.sqrt(leaf(0.0)) * 0, "SqrtBackward0", 0),
    "the second input": (lambda: Spoils.apply(leaf(1.0), leaf(1.0)), "SpoilsBackward", 1),
    "one of many": (lambda: (fb.sqrt(leaf(1.0, 0.0)) * 0).sum(), "SqrtBackward0", 0),
    "a written view": (write_view, "torch::autograd::CopySlices", 0),
    "float16": (lambda: fb.sqrt(leaf(0.0).half()) * 0, "SqrtBackward0", 0),
    "another device": (
        lambda: fb.sqrt(fb.zeros(1, device="fake", requires_grad=True)) * 0,
        "SqrtBackward0",
        0,
    ),
}


@pytest.mark.parametrize("name", FOUND)
def test_nan(name):
    program, node, nr = FOUND[name]
    with autograd.set_detect_anomaly(True):
        y = program()
        with (
            pytest.warns(UserWarning, match=rf"Error detected in {node}. Traceback[\s\S]*in \w+"),
            pytest.raises(
                RuntimeError, match=f"Function '{node}' returned nan values in its {nr}th output"
            ),
        ):
            y.backward()


def test_the_stack_ends_at_the_users_line():
    with autograd.set_detect_anomaly(True):
        y = leaf(1.0) * 2
    stack = y.grad_fn.metadata["traceback_"]
    assert "test_anomaly_mode.py" in stack[-1] and "y = leaf(1.0) * 2" in stack[-1]


def test_errors_and_what_induced_them():
    x = leaf(0.0)
    with autograd.set_detect_anomaly(True):
        (g,) = autograd.grad(x**1.5, x, create_graph=True)
        with warnings.catch_warnings(record=True) as caught, pytest.raises(RuntimeError):
            warnings.simplefilter("always")
            autograd.grad(g * 0, x)
    first, second = (str(w.message) for w in caught)
    assert first.startswith("Error detected in PowBackward0. Traceback of forward call that caused")
    assert second.startswith("\n\nPrevious calculation was induced by PowBackward0. Traceback of")


def test_an_error_and_no_forward():
    y = Raises.apply(leaf(1.0))
    with (
        autograd.set_detect_anomaly(True),
        pytest.warns(UserWarning, match="No forward pass information available"),
        pytest.raises(KeyError, match="planted"),
    ):
        y.backward()


def test_nan_is_let_through():
    x = leaf(0.0)
    with autograd.set_detect_anomaly(True, check_nan=False):
        (fb.sqrt(x) * 0).backward()
    assert x.grad.isnan().all()
    y = leaf(0.0)
    with autograd.set_detect_anomaly(True):
        fb.sqrt(y).backward()
    assert y.grad.isinf().all()


def state():
    return autograd.is_anomaly_enabled(), autograd.is_anomaly_check_nan_enabled()


def test_modes():
    assert state() == (False, True)
    with autograd.set_detect_anomaly(True, False):
        assert state() == (True, False)
        with autograd.set_detect_anomaly(False):
            assert state() == (False, True)
        assert state() == (True, False)
    assert state() == (False, True)
    autograd.set_detect_anomaly(True)
    assert state() == (True, True)
    autograd.set_detect_anomaly(False)
    with (
        pytest.warns(UserWarning, match="Anomaly Detection has been enabled"),
        pytest.raises(ValueError, match="planted"),
        autograd.detect_anomaly(check_nan=False),
    ):
        assert state() == (True, False)
        raise ValueError("planted")
    assert state() == (False, True)
    assert not switch.everywhere  # operators take the short way again


def test_other_threads_are_watched_too():
    found = []

    def work():
        found.append((leaf(1.0) * 2).grad_fn.metadata)

    with autograd.set_detect_anomaly(True):
        thread = threading.Thread(target=work)
        thread.start()
        thread.join()
    assert "traceback_" in found[0]
