"""The same expressions of distributions in Firebrick and in PyTorch, and how results compare."""

from __future__ import annotations

import warnings

import numpy as np
import pytest

import firebrick_core as fb
import firebrick_nn.distributions as mine_d

torch = pytest.importorskip("torch")
theirs_d = torch.distributions

# Arrays that both libraries get.
FACTOR = np.array([[1.0, 0.0, 0.0], [0.5, 2.0, 0.0], [-0.3, 0.7, 1.5]])
ROWS = FACTOR / np.sqrt((FACTOR**2).sum(-1, keepdims=True))


def names(T, D, dtype, grad):
    """The names that the strings of the tables use, for one of the libraries."""

    def tensor(array):
        made = T.tensor(np.asarray(array).tolist(), dtype=getattr(T, dtype))
        if grad is not None:
            grad.append(made.requires_grad_())
        return made

    def v(*numbers):
        return tensor([float(n) for n in numbers] if len(numbers) > 1 else float(numbers[0]))

    known = {"T": T, "D": D, "C": D.constraints, "v": v}
    arrays = {"TRIL": FACTOR, "COV": FACTOR @ FACTOR.T, "CORR": ROWS, "M3": FACTOR}
    return known, arrays, tensor


class Names(dict):
    """Makes the arrays when they are asked for: each is a leaf of its own."""

    def __init__(self, T, D, dtype="float32", grad=None):
        known, self.arrays, self.tensor = names(T, D, dtype, grad)
        super().__init__(known)

    def __missing__(self, key):
        if key in self.arrays:
            return self.tensor(self.arrays[key])
        raise KeyError(key)


def both(text, dtype="float32", grads=(None, None)):
    """The same expression in Firebrick and in PyTorch."""
    libraries = ((fb, mine_d), (torch, theirs_d))
    made = []
    for (T, D), grad in zip(libraries, grads, strict=True):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            made.append(eval(text, {}, Names(T, D, dtype, grad)))
    return made


def outcome(function):
    """What a call gives, or the exception that it raises."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return function()
        except Exception as error:
            return error


def assert_same(got, want, what, tolerance):
    """Equal exceptions, or equal dtype, shape and values up to rounding."""
    if isinstance(want, Exception):
        assert type(got) is type(want), f"{what}: {got!r} for {want!r}"
        return
    assert not isinstance(got, Exception), f"{what}: {got!r}"
    if not isinstance(want, torch.Tensor):
        assert str(got) == str(want), what
        return
    got, want = got.detach().numpy(), want.detach().numpy()
    assert (got.dtype, got.shape) == (want.dtype, want.shape), what
    np.testing.assert_allclose(
        got, want, rtol=tolerance, atol=tolerance, equal_nan=True, err_msg=what
    )
