"""The checker itself: it passes what is right and finds what is wrong."""

import pytest

import firebrick_autograd as autograd
import firebrick_core as fb


def wrong(factor, second=False):
    class Wrong(autograd.Function):
        @staticmethod
        def forward(ctx, x):
            ctx.save_for_backward(x)
            return x * x * x

        @staticmethod
        def backward(ctx, grad):
            (x,) = ctx.saved_tensors
            if second:  # right once, wrong when differentiated again
                return grad * 3 * (x * x).detach()
            return grad * 3 * x * x * factor

    return Wrong.apply


def double(*values):
    return fb.tensor(list(values), dtype=fb.float64, requires_grad=True)


def test_right_and_wrong_by_one_percent():
    assert autograd.gradcheck(wrong(1.0), (double(0.5, 2.0),))
    with pytest.raises(
        autograd.GradcheckError, match="Jacobian mismatch for output 0 with respect to input 0"
    ):
        autograd.gradcheck(wrong(1.01), (double(0.5, 2.0),))
    assert not autograd.gradcheck(wrong(1.01), (double(0.5, 2.0),), raise_exception=False)


def test_wrong_second_derivative():
    assert autograd.gradcheck(wrong(1.0, second=True), (double(0.5),))
    assert not autograd.gradgradcheck(
        wrong(1.0, second=True), (double(0.5),), raise_exception=False
    )


def test_refuses_what_it_cannot_judge():
    with pytest.raises(ValueError, match="at least one input tensor to require gradient"):
        autograd.gradcheck(fb.exp, (fb.ones(1, dtype=fb.float64),))
    with pytest.raises(ValueError, match="double precision"):
        autograd.gradcheck(fb.exp, (fb.ones(1, requires_grad=True),))


def test_inputs_are_left_as_they_were():
    x = double(0.5, 2.0)
    autograd.gradcheck(fb.exp, (x,))
    assert x.tolist() == [0.5, 2.0] and x.grad is None
