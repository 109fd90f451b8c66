"""Decompositions and solutions against their definitions, with NumPy."""

import math
import subprocess
import sys

import numpy as np
import pytest

import firebrick_core as fb
from firebrick_core import linalg

RNG = np.random.default_rng(7)
DTYPES = ("float32", "float64", "complex64", "complex128")
TOLERANCE = {"float32": 2e-4, "complex64": 2e-4, "float64": 1e-10, "complex128": 1e-10}


def draw(dtype, *shape):
    values = RNG.normal(size=shape)
    if dtype.startswith("complex"):
        values = values + 1j * RNG.normal(size=shape)
    return values.astype(dtype)


def close(got, want):
    array = got.numpy() if hasattr(got, "numpy") else got
    tolerance = TOLERANCE[str(np.dtype(array.dtype))]
    np.testing.assert_allclose(array, want, rtol=tolerance, atol=tolerance)


def adjoint(a):
    return a.conj().swapaxes(-1, -2)


# Sizes over and under the blocks in which LU and substitution work.
SHAPES = [(3, 3), (2, 4, 4), (5, 1, 1), (70, 70), (2, 0, 3, 3)]


# ---------------------------------------------------------------------- systems
@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("shape", SHAPES)
class TestSquare:
    def test_lu(self, shape, dtype):
        a = draw(dtype, *shape)
        P, L, U = linalg.lu(fb.from_numpy(a))
        close((P @ L @ U), a)
        assert (L.triu(1) == 0).all() and (U.tril(-1) == 0).all()
        assert L.abs().le(1 + 1e-6).all() or dtype.startswith("complex")

    def test_lu_solve(self, shape, dtype):
        a, b = fb.from_numpy(draw(dtype, *shape)), fb.from_numpy(draw(dtype, *shape))
        LU, pivots = linalg.lu_factor(a)
        assert pivots.dtype is fb.int32
        for left in (True, False):
            for turned in (False, True):
                x = linalg.lu_solve(LU, pivots, b, left=left, adjoint=turned)
                m = a.mH if turned else a
                close(m @ x if left else x @ m, b.numpy())

    def test_ldl(self, shape, dtype):
        for hermitian in (False, True):
            a = draw(dtype, *shape)
            a = a + (adjoint(a) if hermitian else a.swapaxes(-1, -2))
            a += np.diag(np.resize([-1, 1], shape[-1]) * shape[-1]).astype(dtype)
            LD, pivots = linalg.ldl_factor(fb.from_numpy(a), hermitian=hermitian)
            b = draw(dtype, *shape)
            x = linalg.ldl_solve(LD, pivots, fb.from_numpy(b), hermitian=hermitian)
            close(a @ x.numpy(), b)

    def test_triangular(self, shape, dtype):
        n = shape[-1]
        a = draw(dtype, *shape) / math.sqrt(n) + 2 * np.eye(n, dtype=dtype)
        b = fb.from_numpy(draw(dtype, *shape[:-1], 3))
        for upper in (True, False):
            for unit in (True, False):
                used = np.triu(a) if upper else np.tril(a)
                if unit:
                    used[..., range(n), range(n)] = 1
                x = linalg.solve_triangular(
                    fb.from_numpy(a), b, upper=upper, unitriangular=unit
                ).numpy()
                close(used @ x, b.numpy())
                x = linalg.solve_triangular(
                    fb.from_numpy(a), b.mT, upper=upper, left=False, unitriangular=unit
                ).numpy()
                close(x @ used, b.mT.numpy())

    def test_determinant(self, shape, dtype):
        a = draw(dtype, *shape)
        sign, size = linalg.slogdet(fb.from_numpy(a))
        want_sign, want_size = np.linalg.slogdet(a)
        close(sign, want_sign)
        close(size, want_size)
        if shape[-1] < 10:
            close(linalg.det(fb.from_numpy(a)), np.linalg.det(a))

    def test_exponential(self, shape, dtype):
        a = draw(dtype, *shape) / math.sqrt(shape[-1])
        e = fb.matrix_exp(fb.from_numpy(a)).numpy()
        close(e @ fb.matrix_exp(fb.from_numpy(-a)).numpy(), np.eye(shape[-1]) + 0 * a)


def test_determinants_of_whole_numbers_are_whole():
    assert linalg.det(fb.eye(3, dtype=fb.float64) * 2) == 8
    assert linalg.det(fb.tensor([[0.0, 1.0], [1.0, 0.0]])) == -1


EXPONENTIALS = {
    "nilpotent": ([[0, 1e6], [0, 0]], [[1, 1e6], [0, 1]]),
    "rotation": (
        [[0, -40], [40, 0]],
        [[math.cos(40), -math.sin(40)], [math.sin(40), math.cos(40)]],
    ),
    "diagonal": ([[1e-9, 0], [0, -30]], [[math.exp(1e-9), 0], [0, math.exp(-30)]]),
    "defective": ([[2, 1], [0, 2]], [[math.exp(2), math.exp(2)], [0, math.exp(2)]]),
}


@pytest.mark.parametrize("name", EXPONENTIALS)
def test_exponential_in_closed_form(name):
    a, want = EXPONENTIALS[name]
    got = fb.matrix_exp(fb.tensor(a, dtype=fb.float64)).numpy()
    np.testing.assert_allclose(got, want, rtol=2e-13, atol=1e-14)


def test_exponential_of_a_batch_with_nan():
    a = fb.tensor([[[math.nan]], [[1.0]]])
    assert fb.matrix_exp(a)[0].isnan().all()
    assert fb.matrix_exp(a)[1].item() == pytest.approx(math.e)


# ---------------------------------------------------------------------- orthogonal factors
@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("shape", [(4, 3), (3, 4), (2, 5, 2), (0, 3), (3, 0)])
class TestRectangular:
    def test_qr_and_its_reflectors(self, shape, dtype):
        a = fb.from_numpy(draw(dtype, *shape))
        m, k = shape[-2], min(shape[-2:])
        for mode in ("reduced", "complete"):
            Q, R = linalg.qr(a, mode)
            close(Q @ R, a.numpy())
            close(
                adjoint(Q.numpy()) @ Q.numpy(),
                np.eye(Q.shape[-1]) + 0 * (adjoint(Q.numpy()) @ Q.numpy()),
            )
        reflectors, tau = fb.geqrf(a)
        Q, R = linalg.qr(a)
        close(linalg.householder_product(reflectors[..., :k], tau), Q.numpy())
        close(reflectors[..., :k, :].triu(), R.numpy())
        c = fb.from_numpy(draw(dtype, *shape[:-2], m, m))
        whole = linalg.qr(a, "complete").Q
        close(fb.ormqr(reflectors, tau, c), (whole @ c).numpy())
        close(fb.ormqr(reflectors, tau, c, True, True), (whole.mH @ c).numpy())
        close(fb.ormqr(reflectors, tau, c, False), (c @ whole).numpy())

    def test_lu_of_rectangles(self, shape, dtype):
        a = draw(dtype, *shape)
        P, L, U = linalg.lu(fb.from_numpy(a))
        close(P @ L @ U, a)
        _, L, U = linalg.lu(fb.from_numpy(a), pivot=False)
        np.testing.assert_allclose((L @ U).numpy(), a, rtol=1e-2, atol=1e-2)

    def test_svd(self, shape, dtype):
        a = fb.from_numpy(draw(dtype, *shape))
        U, S, Vh = linalg.svd(a, full_matrices=False)
        close(U @ (S.unsqueeze(-1) * Vh), a.numpy())
        close(linalg.svdvals(a), S.numpy())
        U, S, V = fb.svd(a)
        close((U * S.unsqueeze(-2)) @ V.mH, a.numpy())

    def test_pseudo_inverse(self, shape, dtype):
        a = fb.from_numpy(draw(dtype, *shape))
        p = linalg.pinv(a)
        close(a @ p @ a, a.numpy())
        close(p @ a @ p, p.numpy())

    @pytest.mark.parametrize("driver", ["gels", "gelsy", "gelsd", "gelss"])
    def test_least_squares(self, shape, dtype, driver):
        a, b = draw(dtype, *shape), draw(dtype, *shape[:-1], 2)
        result = linalg.lstsq(fb.from_numpy(a), fb.from_numpy(b), driver=driver)
        x = result.solution.numpy()
        close(x, linalg.pinv(fb.from_numpy(a)).numpy() @ b)
        if result.residuals.numel():
            off = a @ x - b
            close(result.residuals, (off * off.conj()).real.sum(-2))
        if driver != "gels":
            assert (result.rank == min(shape[-2:])).all()


def test_least_squares_of_low_rank():
    a = draw("float64", 4, 2) @ draw("float64", 2, 3)
    b = draw("float64", 4)
    result = linalg.lstsq(fb.from_numpy(a), fb.from_numpy(b))
    close(result.solution, np.linalg.pinv(a, rcond=1e-10) @ b)
    assert result.rank == 2 and result.residuals.numel() == 0


# ---------------------------------------------------------------------- eigenvalues
@pytest.mark.parametrize("dtype", DTYPES)
def test_eigenvalues(dtype):
    a = draw(dtype, 2, 4, 4)
    values, vectors = linalg.eig(fb.from_numpy(a))
    close(a @ vectors.numpy(), (vectors * values.unsqueeze(-2)).numpy())
    h = a + adjoint(a)
    for uplo, read in (("L", np.tril(h)), ("U", np.triu(h))):
        values, vectors = linalg.eigh(fb.from_numpy(read), uplo)
        close(h @ vectors.numpy(), (vectors * values.unsqueeze(-2)).numpy())
        close(linalg.eigvalsh(fb.from_numpy(read), uplo), values.numpy())


@pytest.mark.parametrize("largest", [True, False])
@pytest.mark.parametrize("generalized", [True, False])
def test_extreme_eigenvalues(largest, generalized):
    a, b = draw("float64", 2, 40, 40), draw("float64", 2, 40, 40)
    a, b = a + adjoint(a), b @ adjoint(b) + 40 * np.eye(40)
    seen = []
    E, V = fb.lobpcg(
        fb.from_numpy(a),
        3,
        fb.from_numpy(b) if generalized else None,
        largest=largest,
        tracker=seen.append,
    )
    right = (b if generalized else np.eye(40)) @ V.numpy()
    np.testing.assert_allclose(a @ V.numpy(), right * E.numpy()[:, None], atol=1e-5)
    values = np.sort(np.linalg.eigvals(np.linalg.solve(b, a) if generalized else a).real)
    want = values[:, ::-1][:, :3] if largest else values[:, :3]
    np.testing.assert_allclose(E.numpy(), want, rtol=1e-10, atol=1e-10)
    assert max(s.ivars["istep"] for s in seen) > 1


def test_low_rank_decompositions():
    fb.manual_seed(0)
    a = draw("float64", 20, 3) @ draw("float64", 3, 12)
    for given in (a, a.T):
        U, S, V = fb.svd_lowrank(fb.from_numpy(given), 5)
        close((U * S) @ V.mT, given)
        mean = given.mean(0)
        U, S, V = fb.pca_lowrank(fb.from_numpy(given), 4)
        close((U * S) @ V.mT, given - mean)
        U, S, V = fb.svd_lowrank(fb.from_numpy(given), 5, M=fb.from_numpy(mean[None]))
        close((U * S) @ V.mT, given - mean)


# ---------------------------------------------------------------------- norms
@pytest.mark.parametrize("ord", [0, 1, 2, 3, 0.5, -1, -2, math.inf, -math.inf])
@pytest.mark.parametrize("dtype", DTYPES)
def test_vector_norms(ord, dtype):
    a = draw(dtype, 3, 4)
    close(linalg.vector_norm(fb.from_numpy(a), ord), np.linalg.norm(a.reshape(-1), ord))
    close(linalg.norm(fb.from_numpy(a), ord, 1), np.linalg.norm(a, ord, 1))
    close(fb.norm(fb.from_numpy(a), ord, 0, True), np.linalg.norm(a, ord, 0, True))


@pytest.mark.parametrize("ord", ["fro", "nuc", 1, -1, 2, -2, math.inf, -math.inf])
@pytest.mark.parametrize("dtype", DTYPES)
def test_matrix_norms(ord, dtype):
    a = draw(dtype, 2, 3, 4)
    for dim in ((1, 2), (2, 0)):
        for keepdim in (False, True):
            got = linalg.matrix_norm(fb.from_numpy(a), ord, dim, keepdim)
            close(got, np.linalg.norm(a, ord, dim, keepdim))


@pytest.mark.parametrize("p", [None, 1, -1, 2, -2, math.inf, -math.inf, "fro", "nuc"])
def test_condition_numbers(p):
    a = draw("float64", 3, 3)
    want = (
        np.linalg.cond(a, p)
        if p != "nuc"
        else np.linalg.norm(a, "nuc") * np.linalg.norm(np.linalg.inv(a), "nuc")
    )
    close(linalg.cond(fb.from_numpy(a), p), want)
    if p is not None and p not in (2, -2):
        assert linalg.cond(fb.zeros(2, 2), p) == math.inf


def test_norm_of_half_precision_is_summed_in_single():
    x = fb.full((4096,), 16.0, dtype=fb.float16)
    assert fb.norm(x, 2).item() == 1024
    assert fb.norm(x).dtype is fb.float16


# ---------------------------------------------------------------------- singular input
def test_batch_elements_are_named_and_the_others_solved():
    a = fb.stack([fb.eye(2), fb.zeros(2, 2), fb.eye(2) * 2])
    assert linalg.inv_ex(a).info.tolist() == [0, 1, 0]
    close(linalg.inv_ex(a).inverse[2], np.eye(2) / 2 + np.zeros((2, 2), "f4"))
    close(linalg.solve_ex(a, fb.ones(2, 1)).result[2], np.full((2, 1), 0.5, "f4"))
    close(linalg.cholesky_ex(a).L[2], np.eye(2, dtype="f4") * np.sqrt(2))
    for function, message in (
        (linalg.inv, r"linalg.inv: \(Batch element 1\): The diagonal element 1 is zero"),
        (linalg.cholesky, r"linalg.cholesky: \(Batch element 1\): The factorization"),
        (linalg.lu_factor, r"lu_factor: \(Batch element 1\): U\[1,1\] is zero"),
        (linalg.ldl_factor, r"ldl_factor: \(Batch element 1\): D\[1,1\] is zero"),
    ):
        with pytest.raises(RuntimeError, match=message):
            function(a)


def test_failed_cholesky_keeps_the_columns_before():
    a = fb.tensor([[4.0, 0, 0], [2, 5, 0], [1, 10, 3]])
    L, info = linalg.cholesky_ex(a)
    assert info == 3 and L.tolist() == [[2, 0, 0], [1, 2, 0], [0.5, 4.75, -19.8125]]


SILENT = """
import firebrick_core as fb
huge = fb.eye(400) * 1e30
fb.linalg.det(huge), fb.linalg.slogdet(huge * 0), fb.linalg.inv_ex(huge * 0), fb.matrix_exp(huge)
fb.linalg.vector_norm(huge, 7), fb.linalg.cond(huge * 0), fb.linalg.pinv(huge * 0)
fb.linalg.solve_triangular(huge * 0, huge, upper=True), fb.linalg.cholesky_ex(-huge)
fb.linalg.lstsq(huge * 0, huge, driver="gels")
"""


def test_overflow_and_division_by_zero_do_not_warn():
    # In a program of its own: pytest's filters stand before the library's.
    ran = subprocess.run([sys.executable, "-c", SILENT], capture_output=True, text=True)
    assert (ran.returncode, ran.stderr) == (0, "")


def test_linalg_error_is_a_runtime_error():
    assert issubclass(linalg.LinAlgError, RuntimeError)
    with pytest.raises(linalg.LinAlgError):
        linalg.solve(fb.zeros(2, 2), fb.ones(2))


FIELDS = [
    (linalg.svd, "linalg_svd", ("U", "S", "Vh")),
    (linalg.eigh, "linalg_eigh", ("eigenvalues", "eigenvectors")),
    (linalg.qr, "linalg_qr", ("Q", "R")),
    (linalg.slogdet, "linalg_slogdet", ("sign", "logabsdet")),
    (linalg.lu_factor, "linalg_lu_factor", ("LU", "pivots")),
    (linalg.inv_ex, "linalg_inv_ex", ("inverse", "info")),
    (fb.slogdet, "slogdet", ("sign", "logabsdet")),
    (fb.qr, "qr", ("Q", "R")),
    (fb.svd, "svd", ("U", "S", "V")),
    (fb.geqrf, "geqrf", ("a", "tau")),
]


@pytest.mark.parametrize(("function", "name", "fields"), FIELDS, ids=str)
def test_return_types(function, name, fields):
    result = function(fb.eye(2))
    assert type(result).__name__ == name and result._fields == fields
    assert type(result).__module__ == "torch.return_types"


def test_out_of_several():
    outs = tuple(fb.empty(0) for _ in range(3))
    got = linalg.svd(fb.eye(2) * 3, out=outs)
    assert all(g is o for g, o in zip(got, outs, strict=True)) and outs[1].tolist() == [3, 3]


@pytest.mark.parametrize("name", ["symeig", "eig", "solve", "lstsq", "matrix_rank"])
def test_removed_functions_say_what_to_use(name):
    arguments = [fb.eye(2)] * (2 if name in ("solve", "lstsq") else 1)
    with pytest.raises(RuntimeError, match=r"is now removed\. .*Use linalg\."):
        getattr(fb, name)(*arguments)
