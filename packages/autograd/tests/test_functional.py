"""Products with Jacobians and Hessians: values, shapes, options, and what is refused."""

import numpy as np
import pytest

import firebrick_autograd as autograd
import firebrick_core as fb
from firebrick_autograd import functional


def double(*values):
    return fb.tensor(list(values), dtype=fb.float64)


X, Y = double(0.5, -1.0, 2.0), double(1.5, 0.25)


def several(x, y):
    return x.sin() * y.sum(), (x.sum() * y).exp()


def number(x, y):
    return (x**3).sum() * y.prod() + (y**2).sum()


# The Jacobian of `several` and the Hessian of `number`, worked out with NumPy.
def jacobian_of_several():
    x, y = X.numpy(), Y.numpy()
    e = np.exp(x.sum() * y)
    return (
        (np.diag(np.cos(x) * y.sum()), np.outer(np.sin(x), np.ones(2))),
        (np.outer(y * e, np.ones(3)), np.diag(x.sum() * e)),
    )


def hessian_of_number():
    x, y = X.numpy(), Y.numpy()
    other = y[::-1]
    cross = np.outer(3 * x**2, other)
    second = np.array([[2, (x**3).sum()], [(x**3).sum(), 2]])
    return (np.diag(6 * x * y.prod()), cross), (cross.T, second)


def same(got, want):
    assert isinstance(got, tuple) == isinstance(want, tuple)
    if isinstance(got, tuple):
        assert len(got) == len(want)
        for g, w in zip(got, want, strict=True):
            same(g, w)
    else:
        np.testing.assert_allclose(got.detach().numpy(), want, rtol=1e-12, atol=1e-12)


WAYS = [
    (vectorize, mode) for vectorize in (False, True) for mode in ("reverse-mode", "forward-mode")
]


@pytest.mark.parametrize("create_graph", [False, True])
@pytest.mark.parametrize(("vectorize", "strategy"), WAYS)
def test_jacobian_and_hessian(vectorize, strategy, create_graph):
    x, y = X.clone().requires_grad_(create_graph), Y.clone().requires_grad_(create_graph)
    jacobian = functional.jacobian(
        several, (x, y), create_graph, vectorize=vectorize, strategy=strategy
    )
    same(jacobian, jacobian_of_several())
    assert jacobian[0][0].requires_grad == create_graph
    hessian = functional.hessian(
        number, (x, y), create_graph, vectorize=vectorize, outer_jacobian_strategy=strategy
    )
    same(hessian, hessian_of_number())
    assert hessian[0][0].requires_grad == create_graph
    if create_graph:
        third = autograd.grad(hessian[0][0].sum(), x)[0]
        same(third, np.full(3, 6 * Y.prod().item()))
    assert x.grad is None


def test_products():
    jacobian, hessian = jacobian_of_several(), hessian_of_number()
    u, v = (double(1.0, 2.0, -1.0), double(0.5, 3.0)), (double(0.1, 0.2, 0.3), double(-1.0, 1.0))
    out, pulled = functional.vjp(several, (X, Y), u)
    same(out, tuple(o.numpy() for o in several(X, Y)))
    same(pulled, tuple(sum(u[i].numpy() @ jacobian[i][j] for i in (0, 1)) for j in (0, 1)))
    out, pushed = functional.jvp(several, (X, Y), v)
    same(out, tuple(o.numpy() for o in several(X, Y)))
    same(pushed, tuple(sum(jacobian[i][j] @ v[j].numpy() for j in (0, 1)) for i in (0, 1)))
    want = tuple(sum(hessian[i][j] @ v[j].numpy() for j in (0, 1)) for i in (0, 1))
    for product in (functional.hvp, functional.vhp):
        out, found = product(number, (X, Y), v)
        same(out, number(X, Y).numpy())
        same(found, want)


@pytest.mark.parametrize("name", ["vjp", "jvp", "vhp", "hvp"])
@pytest.mark.parametrize("create_graph", [False, True])
def test_graphs_of_products(name, create_graph):
    x = X.clone().requires_grad_()
    function = fb.exp if name in ("vjp", "jvp") else lambda t: t.exp().sum()
    out, product = getattr(functional, name)(function, x, X, create_graph=create_graph)
    assert out.requires_grad == product.requires_grad == create_graph
    if create_graph:  # d/dx of exp(x) * v
        (g,) = autograd.grad(product.sum(), x)
        same(g, np.exp(X.numpy()) * X.numpy())


def test_products_of_vectors_that_require_grad():
    v = X.clone().requires_grad_()
    for name in ("vjp", "jvp"):
        _, product = getattr(functional, name)(fb.exp, X, v, create_graph=True)
        same(autograd.grad(product.sum(), v)[0], np.exp(X.numpy()))


def test_what_the_inputs_recorded_is_left_alone():
    x = X.clone().requires_grad_()
    with fb.no_grad():
        out, product = functional.vjp(lambda t: (t * t).sum(), x * 2)
    assert not product.requires_grad and not out.requires_grad and x.grad is None
    same(product, 4 * X.numpy())


def test_outputs_that_do_not_depend_on_inputs_have_zeros():
    constant = lambda t: fb.ones(2, dtype=fb.float64)  # noqa: E731
    for vectorize, strategy in WAYS:
        found = functional.jacobian(constant, X, vectorize=vectorize, strategy=strategy)
        same(found, np.zeros((2, 3)))
        found = functional.hessian(
            lambda x, y: (x**2).sum(), (X, Y), vectorize=vectorize, outer_jacobian_strategy=strategy
        )
        same(found, ((2 * np.eye(3), np.zeros((3, 2))), (np.zeros((2, 3)), np.zeros((2, 2)))))
    for name in ("vjp", "jvp", "vhp", "hvp"):
        v = double(1, 1) if name == "vjp" else X
        function = constant if name in ("vjp", "jvp") else lambda t: fb.ones((), dtype=fb.float64)
        _, product = getattr(functional, name)(function, X, v)
        assert not product.any() and product.shape == (2 if name == "jvp" else 3,)


@pytest.mark.parametrize(("vectorize", "strategy"), WAYS)
def test_empty_inputs_and_outputs(vectorize, strategy):
    def jacobian(function, x):
        return functional.jacobian(function, x, vectorize=vectorize, strategy=strategy)

    assert jacobian(lambda t: t * 2, double()).shape == (0, 0)
    assert jacobian(lambda t: t.sum(), double()).shape == (0,)
    assert jacobian(lambda t: t[:0], X).shape == (0, 3)


def test_complex_jacobians_of_both_modes_agree():
    z = fb.tensor([0.5 + 1j, -1 + 0.5j], dtype=fb.complex128)
    reverse = functional.jacobian(fb.square, z, vectorize=True)
    forward = functional.jacobian(fb.square, z, vectorize=True, strategy="forward-mode")
    same(forward, np.diag(2 * z.numpy()))
    same(
        reverse, np.diag(2 * z.numpy()).conj()
    )  # the conjugate, PyTorch's convention for gradients


INDEPENDENT = "independent of input 1. This is not allowed in strict mode"
LINEAR = "found that the jacobian of the user-provided function with respect to input 0"
ERRORS = {
    "no tensor": (
        lambda f: f.vjp(fb.sin, 3.0),
        TypeError,
        "The inputs given to vjp must be either a",
    ),
    "no tensor in a tuple": (
        lambda f: f.hvp(fb.sin, (X, 3.0)),
        TypeError,
        "the value at index 1 has type <class 'float'>",
    ),
    "a list returned": (
        lambda f: f.jacobian(lambda x: [x], X),
        TypeError,
        "given outputs of the user-provided function has type <class 'list'>",
    ),
    "v of another length": (
        lambda f: f.vjp(lambda x: (x, x), X, (X,)),
        RuntimeError,
        "invalid length: should be 2 but got 1",
    ),
    "v of another shape": (lambda f: f.jvp(fb.sin, X, Y), RuntimeError, "v has invalid size"),
    "an entry of another shape": (
        lambda f: f.vjp(lambda x: (x, x), X, (X, Y)),
        RuntimeError,
        "Entry 1 in v has invalid size",
    ),
    "too many v": (
        lambda f: f.vhp(fb.sum, X, (X, X)),
        RuntimeError,
        "should contain a single Tensor",
    ),
    "no v": (
        lambda f: f.vjp(fb.sin, X),
        RuntimeError,
        "can only be None if the user-provided func",
    ),
    "no v for inputs": (lambda f: f.jvp(fb.sin, X), RuntimeError, "can only be None if the input"),
    "many elements": (
        lambda f: f.vhp(fb.sin, X, X),
        RuntimeError,
        "function given to vhp should contain a single",
    ),
    "many results": (
        lambda f: f.hessian(lambda x: (x.sum(), x.sum()), X),
        RuntimeError,
        "function given to hessian should return a single Tensor",
    ),
    "strategy": (
        lambda f: f.jacobian(fb.sin, X, strategy="sideways"),
        AssertionError,
        "Got 'sideways'",
    ),
    "strict and vectorize": (
        lambda f: f.jacobian(fb.sin, X, strict=True, vectorize=True),
        RuntimeError,
        "are not supported together. Please either set `strict=False` or `vectorize=False`",
    ),
    "strict forward": (
        lambda f: f.jacobian(fb.sin, X, strict=True, strategy="forward-mode"),
        RuntimeError,
        'strategy="reverse-mode"',
    ),
    "not recorded": (
        lambda f: f.jacobian(lambda x: fb.ones(2), X, strict=True),
        RuntimeError,
        "Output 0 of the user-provided function does not require gradients",
    ),
    "strict vjp": (
        lambda f: f.vjp(lambda x, y: x * 2, (X, Y), X, strict=True),
        RuntimeError,
        INDEPENDENT,
    ),
    "strict jvp": (
        lambda f: f.jvp(lambda x, y: x * 2, (X, Y), (X, Y), strict=True),
        RuntimeError,
        INDEPENDENT,
    ),
    "strict jvp of another leaf": (
        lambda f: f.jvp(lambda x: (x, fb.ones(1, requires_grad=True) * 1), X, X, strict=True),
        RuntimeError,
        "Output 1 of the user-provided function is independent of the inputs",
    ),
    "strict jacobian": (
        lambda f: f.jacobian(lambda x, y: x * 2, (X, Y), strict=True),
        RuntimeError,
        INDEPENDENT,
    ),
    "strict vhp": (
        lambda f: f.vhp(lambda x, y: (x**3).sum(), (X, Y), (X, Y), strict=True),
        RuntimeError,
        INDEPENDENT,
    ),
    "linear": (lambda f: f.hessian(fb.sum, X, strict=True), RuntimeError, LINEAR),
    "linear vhp": (lambda f: f.vhp(fb.sum, X, X, strict=True), RuntimeError, LINEAR),
    "constant jacobian": (
        lambda f: f.vjp(lambda x: x * 2, X, X, create_graph=True, strict=True),
        RuntimeError,
        "jacobian of the user-provided function is independent of input 0",
    ),
}


@pytest.mark.parametrize(("call", "error", "message"), ERRORS.values(), ids=ERRORS)
def test_errors(call, error, message):
    with pytest.raises(error, match=message):
        call(functional)


def test_strict_accepts_what_depends_on_its_inputs():
    for call in (
        lambda: functional.vjp(several, (X, Y), (X, Y), strict=True),
        lambda: functional.jvp(several, (X, Y), (X, Y), strict=True, create_graph=True),
        lambda: functional.jacobian(several, (X, Y), strict=True, create_graph=True),
        lambda: functional.hessian(number, (X, Y), strict=True),
        lambda: functional.vhp(number, (X, Y), (X, Y), strict=True),
        lambda: functional.hvp(number, (X, Y), (X, Y), strict=True),
    ):
        call()
