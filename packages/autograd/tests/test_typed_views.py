"""Writing in place through views of another dtype: parts of complex numbers, and pairs as them."""

import pytest

import firebrick_autograd as autograd
import firebrick_core as fb

# Programs over z (complex) and x (real), both results of operators; each leaves its result in r.
PROGRAMS = [
    "z.real.mul_(x[:, 0]); r = z",
    "z.imag.copy_(x[:, 1]); r = z * z",
    "z.real.zero_(); r = z.imag + z.abs()",
    "p = fb.view_as_real(z); p[..., 0].mul_(x[:, 1]); r = z * p[..., 1]",
    "p = z.real; z.mul_(1j * x[:, 0]); r = p * p",
    "p = z.imag; z.real.add_(p.clone() * 2); r = z * p",
    "c = fb.view_as_complex(x); c.mul_(z); r = x * x[:, :1]",
    "c = fb.view_as_complex(x); x[:, 0].mul_(3.0); r = c * c",
    "c = fb.view_as_complex(x); c.real.copy_(z.imag); r = x.sin()",
    "p = fb.view_as_real(z)[1]; p.mul_(p.clone()); z.imag.add_(x[:, 0]); r = z * p[0]",
]


@pytest.mark.parametrize("program", PROGRAMS)
def test_gradients_pass_the_change_of_dtype(program):
    def function(z, x):
        space = {"fb": fb, "z": z * 1, "x": x * 1}
        exec(program, space)
        return space["r"]

    generator = fb.Generator().manual_seed(0)
    z = fb.randn(3, dtype=fb.complex128, generator=generator).requires_grad_()
    x = fb.randn(3, 2, dtype=fb.float64, generator=generator).requires_grad_()
    assert autograd.gradcheck(function, (z, x)) and autograd.gradgradcheck(function, (z, x))


def test_what_did_not_require_grad_gets_its_history():
    x = fb.ones(2, requires_grad=True)
    z = fb.zeros(2, dtype=fb.complex64)
    pairs, imag = fb.view_as_real(z), z.imag
    z.real.copy_(x * 3)
    assert z.requires_grad and pairs.requires_grad
    (pairs[..., 0] * 2 + imag).sum().backward()
    assert x.grad.tolist() == [6, 6]


def test_views_of_other_bits_take_no_gradient():
    x = fb.ones(2, requires_grad=True)
    y = x * 2
    bits = y.view(fb.int32)
    bits.zero_()
    assert y.tolist() == [0, 0] and not bits.requires_grad
    y.sum().backward()
    assert x.grad.tolist() == [2, 2]  # as in PyTorch: integers are not differentiated


def test_leaves_stay_protected():
    z = fb.zeros(2, dtype=fb.complex64, requires_grad=True)
    with pytest.raises(RuntimeError, match="a view of a leaf Variable that requires grad"):
        z.real.add_(1)
