"""Linear algebra against PyTorch: what the operator table's own samples do not compare.

Signs and phases of singular vectors, eigenvectors and orthonormal columns, and the order of
eigenvalues, are the library's choice: they are compared through what they multiply to.
"""

import warnings

import numpy as np
import pytest

import firebrick_autograd  # noqa: F401  # registers the rules
import firebrick_core as fb

torch = pytest.importorskip("torch")

DTYPES = ("float32", "float64", "complex64")
TOLERANCE = {"float32": 1e-4, "complex64": 1e-4}


def drawn(dtype, *shape, seed=0):
    rng = np.random.default_rng(seed)
    values = rng.normal(size=shape)
    if dtype == "complex64":
        values = values + 1j * rng.normal(size=shape)
    return values.astype(dtype)


def numbers(t):
    return t.detach().resolve_conj().numpy() if isinstance(t, torch.Tensor) else t.detach().numpy()


def same(got, want, dtype):
    got, want = (list(r) if isinstance(r, tuple) else [r] for r in (got, want))
    assert len(got) == len(want)
    tolerance = TOLERANCE.get(dtype, 1e-9)
    for g, w in zip(got, want, strict=True):
        assert str(g.dtype) == str(w.dtype) and tuple(g.shape) == tuple(w.shape)
        np.testing.assert_allclose(numbers(g), numbers(w), tolerance, tolerance)


# ---------------------------------------------------------------------- by meaning
def svd(lib, a):
    U, S, Vh = lib.linalg.svd(a, full_matrices=False)
    return S, U.unsqueeze(-2) * Vh.mT.unsqueeze(-3)


def svd_full(lib, a):
    return lib.linalg.svd(a).S, lib.linalg.svd(a).U.abs()[..., : min(a.shape[-2:])]


def svd_legacy(lib, a):
    U, S, V = lib.svd(a)
    return S, (U * S.unsqueeze(-2)) @ V.mH


def qr(lib, a):
    Q, R = lib.linalg.qr(a)
    return R.abs(), Q @ R, Q @ Q.mH


def qr_complete(lib, a):
    Q, R = lib.qr(a, some=False)
    return R.abs(), Q @ R


def geqrf(lib, a):
    reflectors, tau = lib.geqrf(a)
    return tau.abs(), reflectors.triu().abs()


def eigh(lib, a):
    values, vectors = lib.linalg.eigh(a @ a.mH, "U")
    return values, vectors.unsqueeze(-2) * vectors.conj().unsqueeze(-3)


def eigenvalues(lib, a):
    values = lib.linalg.eigvals(a @ a.mH)
    return values.real.sort().values, lib.linalg.eig(a @ a.mH).eigenvalues.real.sort().values


MEANINGS = [svd, svd_full, svd_legacy, qr, qr_complete, geqrf, eigh, eigenvalues]


@pytest.mark.filterwarnings("ignore:torch.qr is deprecated")
@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("shape", [(4, 4), (4, 3), (3, 4), (2, 3, 3), (0, 2, 2), (0, 0)])
@pytest.mark.parametrize("function", MEANINGS)
def test_by_meaning(function, shape, dtype):
    a = drawn(dtype, *shape)
    same(function(fb, fb.from_numpy(a)), function(torch, torch.from_numpy(a)), dtype)


# ---------------------------------------------------------------------- as they are
def with_small_pivots():
    """Matrices, sparse and dense, in which the choice of rows matters."""
    rng = np.random.default_rng(5)
    for _ in range(200):
        n = int(rng.integers(1, 7))
        a = rng.normal(size=(n, n)) * (rng.random((n, n)) < 0.7)
        yield a + np.diag(rng.choice([1e-3, 1.0], n))


@pytest.mark.parametrize("hermitian", [True, False])
def test_ldl_pivots(hermitian):
    for a in with_small_pivots():
        got = fb.linalg.ldl_factor_ex(fb.from_numpy(a), hermitian=hermitian)
        want = torch.linalg.ldl_factor_ex(torch.from_numpy(a), hermitian=hermitian)
        same(tuple(got), tuple(want), "float64")


def test_lu_pivots():
    for a in with_small_pivots():
        got = fb.linalg.lu_factor_ex(fb.from_numpy(a))
        want = torch.linalg.lu_factor_ex(torch.from_numpy(a))
        same(tuple(got), tuple(want), "float64")


SIZES = [
    ((4, 3), (4, 2)),
    ((3, 4), (3, 2)),
    ((2, 4, 3), (2, 4)),
    ((0, 3), (0, 2)),
]


@pytest.mark.parametrize("driver", [None, "gels", "gelsy", "gelsd", "gelss"])
@pytest.mark.parametrize(("a", "b"), SIZES)
def test_least_squares(a, b, driver):
    a, b = drawn("float64", *a), drawn("float64", *b, seed=1)
    got = fb.linalg.lstsq(fb.from_numpy(a), fb.from_numpy(b), driver=driver)
    want = torch.linalg.lstsq(torch.from_numpy(a), torch.from_numpy(b), driver=driver)
    same(tuple(got), tuple(want), "float64")
    assert got._fields == ("solution", "residuals", "rank", "singular_values")


NORMS = [0, 1, 2, 3, 0.5, 1.5, 2.5, -1, -2, float("inf"), -float("inf")]
POINTS = [[0.0, 0.0], [0.0, 1.0], [3.0, 3.0], [-3.0, 3.0], [float("nan"), 1.0], [0.0, float("nan")]]


@pytest.mark.parametrize("ord", NORMS)
def test_norms_at_kinks(ord):
    for point in POINTS:
        results = []
        for lib, grad in ((fb, firebrick_autograd.grad), (torch, torch.autograd.grad)):
            x = lib.tensor(point, dtype=lib.float64, requires_grad=True)
            y = lib.linalg.vector_norm(x, ord)
            (slope,) = grad(y, x, allow_unused=True)
            results.append([y.item(), *([] if slope is None else slope.tolist())])
        np.testing.assert_allclose(results[0], results[1], 1e-12, err_msg=f"{ord} at {point}")


# ---------------------------------------------------------------------- errors
SINGULAR = [[1.0, 2.0], [2.0, 4.0]]
ERRORS = [
    "linalg.inv(T.ones(2, 2).long())",
    "linalg.inv(T.ones(3))",
    "linalg.inv(T.ones(3, 2))",
    "linalg.inv(T.tensor(SINGULAR))",
    "linalg.inv(T.stack([T.eye(2), T.tensor(SINGULAR)]))",
    "linalg.inv_ex(T.tensor(SINGULAR), check_errors=True)",
    "linalg.det(T.ones(3, 2))",
    "logdet(T.ones(3, 2))",
    "linalg.solve(T.tensor(SINGULAR), T.ones(2))",
    "linalg.solve(T.eye(3), T.ones(4))",
    "linalg.solve(T.eye(3), T.ones(2, 4), left=False)",
    "linalg.solve(T.eye(3), T.ones(3).double())",
    "linalg.cholesky(-T.eye(3))",
    "linalg.cholesky(T.stack([T.eye(2), -T.eye(2)]))",
    "cholesky(-T.eye(3))",
    "cholesky_solve(T.ones(3), T.eye(3))",
    "cholesky_solve(T.ones(4, 1), T.eye(3))",
    "linalg.qr(T.ones(3, 2), mode='foo')",
    "linalg.qr(T.ones(3))",
    "linalg.svd(T.ones(3))",
    "linalg.eigh(T.ones(3, 3), UPLO='X')",
    "linalg.eig(T.full((2, 2), float('nan')))",
    "linalg.lu_factor(T.tensor(SINGULAR))",
    "linalg.lu(T.ones(3))",
    "linalg.lu_solve(T.eye(3), T.ones(2).int(), T.ones(3, 1))",
    "linalg.lu_solve(T.eye(3), T.ones(3).long(), T.ones(3, 1))",
    "linalg.ldl_solve(T.eye(3), T.ones(3), T.ones(3, 1))",
    "linalg.lstsq(T.ones(3), T.ones(3))",
    "linalg.lstsq(T.ones(3, 2), T.ones(4, 1))",
    "linalg.lstsq(T.ones(3, 2), T.ones(3, 1), driver='foo')",
    "linalg.solve_triangular(T.ones(3, 2), T.ones(3, 2), upper=True)",
    "triangular_solve(T.ones(3), T.eye(3))",
    "linalg.matrix_power(T.ones(3, 2), 2)",
    "matrix_power(T.ones(2, 2), 1.5)",
    "linalg.matrix_exp(T.ones(3))",
    "linalg.matrix_rank(T.ones(3))",
    "linalg.cond(T.ones(3))",
    "linalg.cond(T.eye(3), p=3)",
    "linalg.cond(T.ones(3, 2), p=1)",
    "linalg.tensorinv(T.ones(6, 2, 2), ind=1)",
    "linalg.tensorsolve(T.ones(2, 3, 5), T.ones(2, 3))",
    "linalg.vander(T.ones(3), N=1)",
    "vander(T.ones(3, 3))",
    "linalg.householder_product(T.ones(2, 3), T.ones(1))",
    "ormqr(T.ones(3, 2), T.ones(2), T.ones(4, 3))",
    "geqrf(T.ones(3))",
    "linalg.norm(T.ones(3), 'fro')",
    "linalg.norm(T.ones(2, 3, 3), 'nuc')",
    "linalg.norm(T.ones(3, 3), 'foo')",
    "linalg.norm(T.ones(3, 3), 2, dim=(0, 0))",
    "linalg.vector_norm(T.ones(0), -2)",
    "linalg.vector_norm(T.ones(3).long())",
    "linalg.vector_norm(T.ones(3), dtype=T.long)",
    "linalg.matrix_norm(T.ones(3, 3), 3)",
    "norm(T.ones(3, 3, 3), 'nuc')",
    "frobenius_norm(T.ones(2, 3, 4), dim=(0, 1, 2))",
    "pca_lowrank(T.ones(3, 4), q=5)",
    "symeig(T.eye(2))",
    "matrix_rank(T.eye(2))",
]


def raised(text, lib):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            eval(f"T.{text}", {"T": lib, "SINGULAR": SINGULAR})
        except Exception as e:
            return e
    return None


@pytest.mark.parametrize("text", ERRORS)
def test_errors(text):
    got, want = raised(text, fb), raised(text, torch)
    assert want is not None, "PyTorch serves this"
    kind = RuntimeError if isinstance(want, torch.linalg.LinAlgError) else type(want)
    assert isinstance(got, kind), f"{got!r}, PyTorch {want!r}"
    if isinstance(want, torch.linalg.LinAlgError):
        assert isinstance(got, fb.linalg.LinAlgError)
    first = str(want).splitlines()[0].rstrip(".")
    assert first[:60] in str(got), f"{got}; PyTorch: {want}"
