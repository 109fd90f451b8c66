"""The checker itself: it passes what is right and finds what is wrong, in every mode."""

import itertools

import numpy as np
import pytest

import firebrick_autograd as autograd
import firebrick_core as fb
from firebrick_autograd import gradcheck, gradgradcheck


def double(*values, dtype=fb.float64):
    return fb.tensor(list(values), dtype=dtype, requires_grad=True)


def slope(ctx):
    return 3 * ctx.saved_tensors[0] ** 2


def planted(backward=None, jvp=None):
    """x**3, with the derivatives that are given in place of the right ones."""

    class Planted(autograd.Function):
        generate_vmap_rule = True

        @staticmethod
        def forward(x):
            return x * x * x

        @staticmethod
        def setup_context(ctx, inputs, output):
            ctx.save_for_backward(*inputs)
            ctx.save_for_forward(*inputs)

    Planted.backward = staticmethod(backward or (lambda ctx, grad: grad * slope(ctx).conj()))
    Planted.jvp = staticmethod(jvp or (lambda ctx, tangent: tangent * slope(ctx)))
    return Planted.apply


def one_percent_off(ctx, given):
    return given * slope(ctx) * 1.01


_noise = itertools.cycle([0.0, 1e-7])


def noisy(ctx, grad):
    return grad * (slope(ctx) + next(_noise))


def not_linear(ctx, grad):
    return grad * slope(ctx) + (grad == 0) * 0.1


def reads_a_value(ctx, given):
    return given * slope(ctx) + 0 * given.sum().item()


FORWARD = {"check_forward_ad": True}
FIND = {
    "backward": (
        planted(one_percent_off),
        {},
        r"Jacobian mismatch for output 0 with respect to input 0.*numerical:.*analytical:.*"
        r"derivative of output\[1\] with respect to input\[1\]: numerical 12, analytical 12.12"
        r".*came from PlantedBackward, recorded at .*test_gradcheck.py:\d+",
    ),
    "backward, fast": (
        planted(one_percent_off),
        {"fast_mode": True},
        r"Fast mode: along random directions.*Jacobian mismatch.*output\[1\]",
    ),
    "forward": (
        planted(jvp=one_percent_off),
        FORWARD,
        "Jacobian computed with forward mode mismatch for output 0 with respect to input 0",
    ),
    "forward alone": (
        planted(lambda ctx, g: g, one_percent_off),
        {**FORWARD, "check_backward_ad": False},
        "forward mode mismatch",
    ),
    "forward, fast": (
        planted(jvp=one_percent_off),
        {**FORWARD, "fast_mode": True},
        "forward mode mismatch",
    ),
    "a gradient that is not linear": (
        planted(not_linear),
        {"atol": 1.0},
        "backward not multiplied by grad_output: of a gradient of zeros for output 0",
    ),
    "not reentrant": (planted(noisy), {}, "Backward is not reentrant.*pass nondet_tol"),
    "not reentrant, fast": (planted(noisy), {"fast_mode": True}, "Backward is not reentrant"),
    "not batched": (
        planted(reads_a_value),
        {"check_batched_grad": True},
        "While computing batched gradients, got: .*check_batched_grad=False",
    ),
    "not batched, forward": (
        planted(jvp=reads_a_value),
        {**FORWARD, "check_batched_forward_grad": True},
        "While computing batched gradients, got: .*check_batched_forward_grad=False",
    ),
    "dtype of tangents": (
        planted(jvp=lambda ctx, t: (t * slope(ctx)).float()),
        {**FORWARD, "check_grad_dtypes": True},
        "Expected the tangent to have dtype torch.float64, but it has dtype torch.float32",
    ),
    "detached": (lambda x: x.detach() * 2, {}, "Numerical gradient .* expected to be zero.*detach"),
}


@pytest.mark.parametrize(("function", "options", "message"), FIND.values(), ids=FIND)
def test_finds_what_is_wrong(function, options, message):
    x = double(0.5, 2.0)
    with pytest.raises(autograd.GradcheckError, match=f"(?s){message}"):
        gradcheck(function, (x,), **options)
    assert not gradcheck(function, (x,), raise_exception=False, **options)
    assert x.tolist() == [0.5, 2.0] and x.grad is None  # inputs are left as they were


ALL = {
    "check_forward_ad": True,
    "check_batched_grad": True,
    "check_batched_forward_grad": True,
    "check_grad_dtypes": True,
}
COMPLEX = double(0.5 + 1j, -1.0 + 0.25j, dtype=fb.complex128)
RIGHT = {
    "planted": (planted(), (double(0.5, 2.0),)),
    "noise within the tolerance": (planted(noisy), (double(0.5, 2.0),)),
    "several results": (lambda x: (x.sin(), x.sum(), x > 0), (double(0.5, 2.0),)),
    "several inputs": (lambda x, n, y: x**n * y, (double(0.5, 2.0), 3, double(0.25))),
    "a result given twice": (lambda x: (x.sin(),) * 2, (double(0.5, 2.0),)),
    "an input beside": (lambda x, y: x * y, (double(0.5), fb.ones(1))),
    "complex": (fb.exp, (COMPLEX,)),
    "complex to real": (fb.abs, (COMPLEX,)),
    "real to complex": (lambda x: fb.complex(x, x * x) ** 2, (double(0.5, 2.0),)),
    "not holomorphic": (lambda z: z * z.conj() + z.real, (COMPLEX,)),
    "an input returned": (lambda x: x, (double(0.5, 2.0),)),
    "a view returned": (lambda x: x.view(2, 1).t(), (double(0.5, 2.0),)),
    "0-d": (fb.exp, (fb.tensor(0.5, dtype=fb.float64, requires_grad=True),)),
    "empty": (fb.exp, (double(),)),
    "not contiguous": (fb.exp, (fb.rand(3, 2, dtype=fb.float64).t().requires_grad_(),)),
    "nothing recorded": (lambda x: fb.ones(2), (double(0.5),)),
}


@pytest.mark.parametrize("fast", [False, True])
@pytest.mark.parametrize(("function", "inputs"), RIGHT.values(), ids=RIGHT)
def test_passes_what_is_right(function, inputs, fast):
    options = {"fast_mode": fast, "nondet_tol": 1e-6}
    assert gradcheck(function, inputs, **ALL, **options)
    if function not in (RIGHT["nothing recorded"][0], RIGHT["noise within the tolerance"][0]):
        assert gradgradcheck(function, inputs, check_fwd_over_rev=True, **options)


def complex_wrong(which):
    """z**2, wrong in one part of its derivative."""

    def backward(ctx, g):
        part = g.real if which == "real" else g.imag * 1j
        return 2 * ctx.saved_tensors[0].conj() * (g + 0.01 * part)

    class Wrong(autograd.Function):
        @staticmethod
        def forward(ctx, z):
            ctx.save_for_backward(z)
            return z * z

    Wrong.backward = staticmethod(backward)
    return Wrong.apply


@pytest.mark.parametrize("which", ["real", "imaginary"])
def test_the_wrong_part_of_complex_results_is_named(which):
    with pytest.raises(
        autograd.GradcheckError,
        match=rf"(?s)While considering the {which} part of complex outputs only, .*"
        rf"derivative of output\[[01]\].{which[:4]}",
    ):
        gradcheck(complex_wrong(which), (COMPLEX,))


def test_a_wrong_second_derivative():
    once = planted(lambda ctx, g: g * slope(ctx).detach())
    assert gradcheck(once, (double(0.5),))
    for options in ({}, {"fast_mode": True}, {"check_fwd_over_rev": True}):
        with pytest.raises(autograd.GradcheckError, match="Jacobian mismatch|forward mode"):
            gradgradcheck(once, (double(0.5),), **options)
        assert not gradgradcheck(once, (double(0.5),), raise_exception=False, **options)


def test_second_derivatives_by_forward_mode_alone():
    forward_wrong = planted(lambda ctx, g: Scaled.apply(g * slope(ctx)))
    options = {"check_fwd_over_rev": True, "check_rev_over_rev": False}
    assert gradgradcheck(forward_wrong, (double(0.5),))
    with pytest.raises(autograd.GradcheckError, match="forward mode mismatch"):
        gradgradcheck(forward_wrong, (double(0.5),), **options)


class Scaled(autograd.Function):
    """The identity, with a wrong tangent."""

    @staticmethod
    def forward(x):
        return x.clone()

    @staticmethod
    def setup_context(ctx, inputs, output):
        pass

    @staticmethod
    def backward(ctx, grad):
        return grad

    @staticmethod
    def jvp(ctx, tangent):
        return tangent * 1.01


def pair(backward):
    class Pair(autograd.Function):
        @staticmethod
        def forward(ctx, x):
            ctx.set_materialize_grads(False)
            return x * 2, x * 3

    Pair.backward = staticmethod(backward)
    return Pair.apply


def test_undefined_gradients():
    def both(ctx, a, b):
        return a * 2 + b * 3

    def either(ctx, a, b):
        return sum(g * n for g, n in ((a, 2), (b, 3)) if g is not None)

    def first_only(ctx, a, b):
        return a * 2 + b * 3 if a is not None and b is not None else a

    x = (double(0.5, 2.0),)
    assert gradcheck(pair(either), x)
    with pytest.raises(TypeError):  # PyTorch's Jacobians, too, use one output at a time
        gradcheck(pair(both), x, check_undefined_grad=False)
    with pytest.raises(autograd.GradcheckError, match="Jacobian mismatch"):
        gradcheck(pair(first_only), x)

    def wrong_with_both(x, y):
        return x * y, Mixed.apply(x, y)

    assert gradcheck(wrong_with_both, (double(0.5), double(2.0)), check_forward_ad=True)
    Mixed.constants_count = True
    try:
        with pytest.raises(autograd.GradcheckError, match="handle undefined tangents"):
            gradcheck(wrong_with_both, (double(0.5), double(2.0)), check_forward_ad=True)
    finally:
        Mixed.constants_count = False


class Mixed(autograd.Function):
    """x * y, whose forward rule may take constants for zeros or not."""

    constants_count = False

    @staticmethod
    def forward(x, y):
        return x * y

    @staticmethod
    def setup_context(ctx, inputs, output):
        ctx.set_materialize_grads(False)
        ctx.save_for_backward(*inputs)
        ctx.save_for_forward(*inputs)

    @staticmethod
    def backward(ctx, grad):
        if grad is None:
            return None, None
        x, y = ctx.saved_tensors
        return grad * y, grad * x

    @staticmethod
    def jvp(ctx, dx, dy):
        x, y = ctx.saved_tensors
        terms = [0 if dx is None else dx * y, 0 if dy is None else dy * x]
        if Mixed.constants_count and None in (dx, dy):
            terms.append(fb.ones_like(x))
        return sum(terms)


REFUSED = {
    "nothing requires grad": (
        lambda: gradcheck(fb.exp, (fb.ones(1, dtype=fb.float64),)),
        ValueError,
        "at least one input tensor to require gradient",
    ),
    "single precision": (
        lambda: gradcheck(fb.exp, (fb.ones(1, requires_grad=True),)),
        UserWarning,
        r"Input #0 requires gradient and is not a double precision.*convert it with .double\(\)",
    ),
    "overlapping": (
        lambda: gradcheck(fb.exp, (double(1.0).expand(3),)),
        RuntimeError,
        "The 0th input has a dimension with stride 0.*call .contiguous",
    ),
    "no mode": (
        lambda: gradcheck(fb.exp, (double(1.0),), check_backward_ad=False),
        AssertionError,
        "at least one of check_forward_ad or check_backward_ad",
    ),
    "batched without backward": (
        lambda: gradcheck(
            fb.exp,
            (double(1.0),),
            check_backward_ad=False,
            check_forward_ad=True,
            check_batched_grad=True,
        ),
        AssertionError,
        "check_batched_grad=True requires check_backward_ad",
    ),
    "batched without forward": (
        lambda: gradcheck(fb.exp, (double(1.0),), check_batched_forward_grad=True),
        AssertionError,
        "check_batched_forward_grad=True requires check_forward_ad",
    ),
    "no second mode": (
        lambda: gradgradcheck(fb.exp, (double(1.0),), check_rev_over_rev=False),
        AssertionError,
        "at least one of check_fwd_over_rev or check_rev_over_rev",
    ),
}


@pytest.mark.parametrize(("call", "error", "message"), REFUSED.values(), ids=REFUSED)
def test_refuses_what_it_cannot_judge(call, error, message):
    with pytest.raises(error, match=f"(?s){message}"):
        call()


def test_single_precision_passes_with_wide_tolerances():
    x = fb.tensor([0.5, 1.0], requires_grad=True)
    with pytest.warns(UserWarning, match="Input #0 requires gradient"):
        assert gradcheck(fb.exp, (x,), eps=1e-2, atol=1e-2)


def test_given_grad_outputs():
    x, weight = double(0.5, 2.0), double(0.1, 0.2)
    assert gradgradcheck(fb.exp, (x,), weight)
    assert gradgradcheck(fb.exp, (x,), (weight.detach(),))
    assert gradgradcheck(fb.exp, (x,), gen_non_contig_grad_outputs=True)


def test_what_a_function_does_with_its_inputs_is_recorded_anew():
    rng = np.random.default_rng(0)
    weight = fb.from_numpy(rng.standard_normal((2, 3))).requires_grad_()

    def layer(x, weight):
        return fb.functional.linear(x, weight).tanh()

    x = fb.from_numpy(rng.standard_normal((4, 3))).requires_grad_()
    assert gradcheck(layer, (x, weight), **ALL)
    assert gradgradcheck(layer, (x, weight), check_fwd_over_rev=True, check_batched_grad=True)
    assert x.grad is None and weight.grad is None
