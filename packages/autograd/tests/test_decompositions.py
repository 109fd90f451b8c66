"""Derivatives of decompositions: of what does not depend on signs, phases and unread triangles."""

import math

import numpy as np
import pytest

import firebrick_autograd as autograd
import firebrick_core as fb
from firebrick_core import linalg

RNG = np.random.default_rng(3)


def matrices(dtype, *shape):
    values = RNG.normal(size=shape)
    if dtype == "complex128":
        values = values + 1j * RNG.normal(size=shape)
    return fb.from_numpy(values.astype(dtype)).requires_grad_()


def hermitian(a):
    return (a + a.mH) / 2


def positive(a):
    return a @ a.mH + fb.eye(a.shape[-1], dtype=a.dtype)


def projections(vectors):
    """Of each column, its product with its own conjugate: free of its phase."""
    return vectors.unsqueeze(-2) * vectors.conj().unsqueeze(-3)


def cholesky(a):
    return linalg.cholesky(positive(a))


def cholesky_upper(a):
    return linalg.cholesky(positive(a), upper=True)


def cholesky_solve(a):
    return fb.cholesky_solve(a, a.tril() + 3 * fb.eye(3, dtype=a.dtype))


def cholesky_inverse(a):
    return fb.cholesky_inverse(linalg.cholesky(positive(a)))


def eigh(a):
    values, vectors = linalg.eigh(hermitian(a))
    return values, projections(vectors)


def eigh_vectors(a):
    return projections(linalg.eigh(hermitian(a), "U").eigenvectors)


def eigvalsh(a):
    return linalg.eigvalsh(hermitian(a))


def eig(a):
    values, vectors = linalg.eig(a)
    return values, projections(vectors)


def eigvals(a):
    return linalg.eigvals(a)


def svd(a):
    U, S, Vh = linalg.svd(a, full_matrices=False)
    return S, U.unsqueeze(-2) * Vh.mT.unsqueeze(-3)


def svd_left(a):
    return projections(linalg.svd(a, full_matrices=False).U)


def svd_right_full(a):
    k = min(a.shape[-2:])
    return projections(linalg.svd(a).Vh[..., :k, :].mH)


def pinv_of_low_rank(a):
    return linalg.pinv(a[..., :2] @ a[..., :2, :], rtol=1e-6)


def pinv_hermitian(a):
    return linalg.pinv(hermitian(a), hermitian=True)


def reflectors(a):
    return linalg.householder_product(a, a[..., 0, :] * 0.3)


def ormqr(a):
    return fb.ormqr(a[..., :2], a[..., 0, :2] * 0.3, a, False, True)


def lstsq_residuals(a):
    result = linalg.lstsq(a[..., :2], a, driver="gelsd")
    return result.solution, result.residuals


def slogdet(a):
    return tuple(linalg.slogdet(a))


def cond(a):
    return linalg.cond(a), linalg.cond(a, "nuc")


def svd_legacy(a):
    U, S, V = fb.svd(a)
    return U @ fb.diag_embed(S).to(a.dtype) @ V.mH


SQUARE, BATCH, TALL, WIDE = (3, 3), (2, 3, 3), (4, 3), (2, 4)
CASES = [
    (cholesky, SQUARE),
    (cholesky, BATCH),
    (cholesky_upper, SQUARE),
    (cholesky_solve, SQUARE),
    (cholesky_inverse, SQUARE),
    (eigh, SQUARE),
    (eigh, BATCH),
    (eigh_vectors, SQUARE),
    (eigvalsh, BATCH),
    (eig, SQUARE),
    (eig, BATCH),
    (eigvals, SQUARE),
    (svd, SQUARE),
    (svd, TALL),
    (svd, WIDE),
    (svd, BATCH),
    (svd_left, TALL),
    (svd_right_full, WIDE),
    (svd_legacy, TALL),
    (pinv_of_low_rank, SQUARE),
    (pinv_hermitian, SQUARE),
    (reflectors, TALL),
    (reflectors, SQUARE),
    (ormqr, SQUARE),
    (lstsq_residuals, SQUARE),
    (slogdet, BATCH),
    (cond, SQUARE),
]


@pytest.mark.parametrize("dtype", ["float64", "complex128"])
@pytest.mark.parametrize(("function", "shape"), CASES)
def test_derivatives(function, shape, dtype):
    a = matrices(dtype, *shape)
    assert autograd.gradcheck(function, (a,))
    assert autograd.gradgradcheck(function, (a,))


# ---------------------------------------------------------------------- singular matrices
SINGULAR = {
    "rank 2 of 3": [[1.0, 2.0, 3.0], [2.0, 4.0, 6.0], [1.0, 1.0, 0.0]],
    "rank 1 of 2": [[1.0, 2.0], [2.0, 4.0]],
    "nothing": [[0.0]],
}


@pytest.mark.parametrize("name", SINGULAR)
def test_determinant_of_singular_matrices(name):
    a = fb.tensor(SINGULAR[name], dtype=fb.float64, requires_grad=True)
    assert linalg.det(a) == 0
    assert autograd.gradcheck(linalg.det, (a,))
    assert autograd.gradgradcheck(linalg.det, (a,), eps=1e-2)  # its gradient is quadratic


def test_determinant_of_a_batch_with_a_singular_matrix():
    regular, singular = np.diag([1.0, 2.0, 3.0]), np.array(SINGULAR["rank 2 of 3"])
    a = fb.from_numpy(np.stack([regular, singular, regular * 2])).requires_grad_()
    assert autograd.gradcheck(linalg.det, (a,))
    assert autograd.gradgradcheck(linalg.det, (a,), eps=1e-2)  # its gradient is quadratic


def test_logdet_below_zero_has_no_slope():
    a = fb.tensor([[0.0, 1.0], [1.0, 0.0]], requires_grad=True)
    result = fb.logdet(a)
    (grad,) = autograd.grad(result, a)
    assert math.isnan(result) and grad.eq(0).all()


# ---------------------------------------------------------------------- norms at kinks
# Order -> the slope at (0, 1), at (3, -3) and at (0, 0).
KINKS = {
    1: ([0, 1], [1, -1], [0, 0]),
    2: ([0, 1], [0.5**0.5, -(0.5**0.5)], [0, 0]),
    3: ([0, 1], [0.25 ** (1 / 3), -(0.25 ** (1 / 3))], [0, 0]),
    0.5: ([0, 1], [2, -2], [0, 0]),
    -1: ([0, 0], [0.25, -0.25], [0, 0]),
    math.inf: ([0, 1], [0.5, -0.5], [0, 0]),
    -math.inf: ([0, 0], [0.5, -0.5], [0, 0]),
}


@pytest.mark.parametrize("ord", KINKS)
def test_norm_at_kinks(ord):
    for at, want in zip(([0.0, 1.0], [3.0, -3.0], [0.0, 0.0]), KINKS[ord], strict=True):
        x = fb.tensor(at, dtype=fb.float64, requires_grad=True)
        (grad,) = autograd.grad(linalg.vector_norm(x, ord), x)
        np.testing.assert_allclose(grad.numpy(), want, rtol=1e-12, atol=1e-12)


def test_count_has_no_gradient():
    x = fb.ones(3, requires_grad=True)
    assert autograd.grad(linalg.vector_norm(x, 0), x, allow_unused=True) == (None,)


# ---------------------------------------------------------------------- refusals
def phase_of_eigenvectors(a):
    return linalg.eigh(hermitian(a)).eigenvectors.imag


def phase_of_general_eigenvectors(a):
    return linalg.eig(a).eigenvectors.imag


def phase_of_singular_vectors(a):
    return linalg.svd(a).U.imag


def r_alone(a):
    return linalg.qr(a, "r").R


def complete(a):
    return linalg.qr(a, "complete").R


REFUSED = [
    (phase_of_eigenvectors, SQUARE, "linalg_eigh_backward: The eigenvectors"),
    (phase_of_general_eigenvectors, SQUARE, "linalg_eig_backward: The eigenvectors"),
    (phase_of_singular_vectors, SQUARE, "svd_backward: The singular vectors"),
    (r_alone, SQUARE, "Please use linalg.qr\\(A, mode='reduced'\\)"),
    (complete, TALL, "not differentiable when mode='complete' and nrows > ncols"),
]


@pytest.mark.parametrize(("function", "shape", "message"), REFUSED)
def test_ill_defined_losses_are_refused(function, shape, message):
    a = matrices("complex128", *shape)
    with pytest.raises(RuntimeError, match=message):
        autograd.grad(function(a).abs().sum(), a)


@pytest.mark.parametrize("function", [fb.geqrf, linalg.ldl_factor_ex])
def test_what_has_no_derivative_says_so(function):
    with pytest.raises(NotImplementedError, match="is not implemented"):
        a = matrices("float64", *SQUARE)
        autograd.grad(function(a)[0].sum(), a)


def test_eigenvalues_of_large_matrices_with_a_gradient():
    a = matrices("float64", 8, 8)
    (grad,) = autograd.grad(fb.lobpcg(hermitian(a), 2)[0].sum(), a)
    (want,) = autograd.grad(linalg.eigvalsh(hermitian(a))[-2:].sum(), a)
    np.testing.assert_allclose(grad.numpy(), want.numpy(), rtol=1e-10, atol=1e-12)
