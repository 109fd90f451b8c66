"""`differentiable=True`: on tensors, a rule does what it does on arrays.

What backward makes of it is tested with an autograd package, in `integration_tests`.
"""

import inspect

import numpy as np
import pytest
from optim_cases import ELEMENTWISE, ids_of, make, parameters, set_gradients, tensor, values

import firebrick_core as fb
import firebrick_optim
from firebrick_optim import SGD, Adam, Optimizer

ROWS = [
    (name, options) for name, options in ELEMENTWISE
    if "differentiable" in inspect.signature(getattr(firebrick_optim, name)).parameters
]


@pytest.mark.parametrize("dtype", ["float32", "float64", "complex64"])
@pytest.mark.parametrize(("name", "options"), ROWS, ids=ids_of(ROWS))
def test_same_values(name, options, dtype):
    shapes = [(3, 2), (), (0,)]
    params, others = parameters(shapes, dtype), parameters(shapes, dtype)
    recorded = make(name, params, differentiable=True, **options)
    plain = make(name, others, **options)
    for seed in range(6):
        for ps, optimizer in ((params, recorded), (others, plain)):
            set_gradients(ps, seed, skip=(1,) if seed == 2 else ())
            optimizer.step()
    tolerance = 1e-12 if dtype == "float64" else 1e-5
    for got, want in zip(values(params), values(others), strict=True):
        assert got.dtype == want.dtype
        np.testing.assert_allclose(got, want, rtol=tolerance, atol=tolerance)
    for p, q in zip(params, others, strict=True):
        assert list(recorded.state[p]) == list(plain.state[q])
        for key, value in plain.state[q].items():
            assert recorded.state[p][key].dtype is value.dtype
            np.testing.assert_allclose(
                recorded.state[p][key].numpy(), value.numpy(), rtol=tolerance, atol=tolerance
            )


def test_16_bits_are_computed_in_float32():
    p, q = (fb.ones(3, dtype=fb.float16) for _ in range(2))
    recorded, plain = Adam([p], lr=0.01, differentiable=True), Adam([q], lr=0.01)
    for _ in range(3):
        p.grad = q.grad = tensor(np.array([1.0, 1e-3, -5.0], "float16"))
        recorded.step(), plain.step()
    assert p.dtype is fb.float16 and p.tolist() == q.tolist()


def test_switched_on_for_parameters_that_are_packed():
    params = parameters([(2,), (3,)])
    sgd = SGD(params, lr=1.0, momentum=0.5)
    for seed in range(2):
        set_gradients(params, seed)
        sgd.step()
    before = values(params)
    sgd.param_groups[0]["differentiable"] = True
    for p in params:
        p.grad = None
    params[0].grad = tensor(np.zeros(2, "float32"))
    sgd.step()
    assert (params[0]._array != before[0]).all() and (params[1]._array == before[1]).all()


class Softly(Optimizer):
    """A rule with an operation that is not recorded."""

    @staticmethod
    def numbers(hyper, counters, first):
        return (hyper["lr"],)

    @staticmethod
    def update(xp, param, grad, state, hyper, n, work):
        xp.tanh(grad, work[0])


class Whole(Optimizer):
    """A rule that looks at a parameter as a whole."""

    elementwise = False


@pytest.mark.parametrize(("call", "message"), [
    (lambda p: Whole([p], {"differentiable": True}), "Whole: .* its steps are not recorded"),
    (lambda p: Softly([p], {"lr": 1.0, "differentiable": True}).step(), "the update calls tanh"),
    (lambda p: SGD.bare(lr=0.1, differentiable=True), "needs tensors, arrays record nothing"),
])
def test_refused(call, message):
    (p,) = parameters([(2,)])
    p.grad = tensor(np.ones(2, "float32"))
    before = p._array.copy()
    with pytest.raises(NotImplementedError, match=message):
        call(p)
    assert np.array_equal(p._array, before)
