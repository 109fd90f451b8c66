"""Sparse tensors: what they store, every layout, and that operators agree with dense tensors."""

import copy
import pickle
import warnings

import numpy as np
import pytest

import firebrick_core as fb
import firebrick_core.functional as F
from firebrick_core import _operators as T
from firebrick_core._operator import TABLE
from firebrick_core._sparse_layer import RULES

ROWS, COLUMNS, VALUES = [0, 0, 1, 2], [1, 3, 0, 2], [1.0, -2.0, 0.5, 3.0]
TWICE = ([[0, 0, 1, 0], [1, 3, 0, 1]], VALUES, (3, 4))


def coo(dtype=fb.float64):
    return fb.sparse_coo_tensor([ROWS, COLUMNS], VALUES, (3, 4), dtype=dtype, is_coalesced=True)


def other():
    return fb.sparse_coo_tensor([[0, 1, 2], [1, 2, 2]], [2.0, 4.0, -1.0], (3, 4), dtype=fb.float64)


KINDS = {
    "coo": coo,
    "stored twice": lambda: fb.sparse_coo_tensor(*TWICE, dtype=fb.float64),
    "csr": lambda: coo().to_sparse_csr(),
    "csc": lambda: coo().to_sparse_csc(),
    "rows": lambda: fb.sparse_coo_tensor([[0, 2, 0]], np.arange(12.0).reshape(3, 4) - 5, (3, 4)),
}
MATRICES = ("coo", "stored twice", "csr", "csc")

# Each is evaluated with sparse `s`, `o` (of the same kind) and with dense ones; `d` is dense in
# both.
EVERY_KIND = (
    "s + o", "s - o", "T.add(s, o, alpha=3)", "T.sub(s, o, alpha=0.5)", "d + s", "d - s", "s + d",
    "s - d", "T.add(d, s, alpha=3)", "T.add(s, d, alpha=3)", "s * 2", "2 * s", "s / 4", "s * o",
    "s * d", "d * s", "s * d[0]", "s * d[:, :1]", "s * T.tensor(3.0)", "-s", "s.abs()", "s.sin()",
    "s.tanh()", "s.relu()", "F.relu(s)", "s.sign()", "s.floor()", "s.ceil()", "s.round()",
    "s.trunc()", "s.frac()", "s.expm1()", "s.asinh()", "s.atan()", "s.erf()", "s.square()",
    "s**2", "s.abs().sqrt()", "s.abs().log1p()", "s.isnan()", "s.isinf()", "s.signbit()", "s.sgn()",
    "s.deg2rad()", "(s * T.nan).nan_to_num()", "s // 2", "T.div(s, 2, rounding_mode='trunc')",
    "s.sum()", "s.sum(0)", "s.sum(1)", "s.sum(-1, keepdim=True)", "s.sum((0, 1))",
    "s.sum(0, dtype=T.float32)", "s.norm()", "s.norm(1)", "s.norm(T.inf)", "s.norm(0)", "s.any()",
    "s.clone()", "s.to(T.float32)", "s.half()", "s.detach()", "s[0]",
    "s[-1]", "s[:, 1]", "s[0, 1]", "s[1:]", "s[:, ::2]", "s[::-1]", "s[None]", "s[..., 1]",
    "s[1:, 2]", "s[0, 1:]", "s.select(1, 3)", "s.narrow(1, 1, 2)", "s.unbind()", "s.unbind(1)",
    "list(s)", "s.index_select(0, T.tensor([2, 0, 0]))", "s.index_select(1, T.tensor([3, 1]))",
    "T.cat([s, o])", "T.cat([s, o, s], 1)", "T.stack([s, o])", "T.stack([s, o], 1)",
    "T.stack([s, o], -1)", "s.unsqueeze(0)", "s.unsqueeze(1)", "s.unsqueeze(-1)",
    "s.clone().add_(o)", "s.clone().sub_(o, alpha=2)", "d.clone().add_(s)", "d.clone().sub_(s)",
    "d.clone().mul_(s)", "d.float().add_(s.float())", "s.clone().mul_(2)", "s.clone().mul_(o)",
    "s.clone().mul_(d)", "s.clone().div_(2)", "s.clone().neg_()", "s.clone().sin_()",
    "s.clone().relu_()", "s.clone().zero_()", "s.clone().copy_(o)", "s.to_sparse()", "+s",
    "s.zero_()", "T.zeros_like(s)", "s.conj()", "s.real", "s.to('cpu')", "s.type(T.float32)",
)  # fmt: skip
OF_MATRICES = (
    "s.t()", "s.T", "s.mT", "s.transpose(0, 1)", "s.permute(1, 0)", "s @ d.T", "d.T @ s",
    "s @ o.t()", "s.t() @ s", "T.mm(s, d.T)", "T.mv(s, d[0])", "s @ d[0]", "d[:, 0] @ s",
    "d.T.expand(2, 4, 3) @ s", "T.addmm(d[:, :3], s, d.T)",
    "T.addmm(d[:, :3], s, d.T, beta=2, alpha=0.5)", "T.addmm(d[:, :3], s, o.t())",
    "T.addmv(d[:, 0], s, d[0])", "F.linear(d, s)", "F.linear(s, d)", "F.linear(d, s, d[:, 0])",
    "s.matmul(d.T)", "sparse.mm(s, d.T)", "sparse.mm(s, o.t())",
    "sparse.addmm(d[:, :3], s, d.T, beta=3)", "s.to_sparse_csr()", "s.to_sparse_csc()",
    "s.to_sparse_coo()", "s.to_sparse_csr().to_sparse_csc()", "T.zeros_like(s) + s",
)  # fmt: skip
# As in PyTorch, values of the same place are converted one by one.
OF_PLACES_STORED_ONCE = "s.to(T.int64)", "s.bool()"
CASES = [(kind, text) for kind in KINDS for text in EVERY_KIND]
CASES += [(kind, text) for kind in ("coo", "csr", "csc") for text in OF_PLACES_STORED_ONCE]
CASES += [(kind, text) for kind in MATRICES for text in OF_MATRICES]
NAMES = {"T": fb, "F": F, "sparse": fb.sparse, "list": list}


def names(kind, dense):
    make, theirs = KINDS[kind], other()
    s = make()
    o = theirs if kind != "rows" else theirs.to_dense().to_sparse(1)
    if kind in ("csr", "csc"):
        o = o.to_sparse(layout=s.layout)
    d = fb.arange(12, dtype=fb.float64).reshape(3, 4) / 4 - 1
    return {**NAMES, "s": s.to_dense() if dense else s, "o": o.to_dense() if dense else o, "d": d}


def flat(result):
    parts = result if isinstance(result, (list, tuple)) else [result]
    return [p.to_dense() for p in parts]


class Dense:
    """torch.sparse's functions on dense tensors."""

    mm = staticmethod(fb.mm)
    addmm = staticmethod(fb.addmm)


@pytest.mark.parametrize(("kind", "text"), CASES)
def test_sparse_is_what_dense_is(kind, text):
    got = flat(eval(text, names(kind, False)))
    ours = {**names(kind, True), "sparse": Dense}
    for name in ("to_sparse_csr", "to_sparse_csc", "to_sparse_coo", "to_sparse"):
        text = text.replace(f".{name}()", "")
    want = flat(eval(text, ours))
    assert len(got) == len(want)
    for g, w in zip(got, want, strict=True):
        assert g.dtype is w.dtype and g.shape == w.shape
        np.testing.assert_allclose(g.numpy(), w.numpy(), rtol=1e-6, atol=1e-12)


RESULT_LAYOUTS = {
    "coo + coo": ("s + s", "coo", fb.sparse_coo),
    "csr + csr": ("s + s", "csr", fb.sparse_csr),
    "csc + csc": ("s + s", "csc", fb.sparse_csc),
    "dense + coo": ("d + s", "coo", fb.strided),
    "csr * 2": ("s * 2", "csr", fb.sparse_csr),
    "csr.sin": ("s.sin()", "csr", fb.sparse_csr),
    "coo @ dense": ("s @ d.T", "coo", fb.strided),
    "coo @ coo": ("s @ s.t()", "coo", fb.sparse_coo),
    "csr @ csc": ("s @ s.t()", "csr", fb.sparse_csr),
    "csr.t": ("s.t()", "csr", fb.sparse_csc),
    "csc.t": ("s.t()", "csc", fb.sparse_csr),
    "coo.sum": ("s.sum()", "coo", fb.strided),
    "coo.sum(0)": ("s.sum(0)", "coo", fb.sparse_coo),
    "csr.sum(0, True)": ("s.sum(0, True)", "csr", fb.sparse_csr),
    "rows.sum(0)": ("s.sum(0)", "rows", fb.strided),
    "rows[0]": ("s[0]", "rows", fb.strided),
    "coo[0]": ("s[0]", "coo", fb.sparse_coo),
    "coo[0, 0]": ("s[0, 0]", "coo", fb.strided),
    "zeros_like csr": ("T.zeros_like(s)", "csr", fb.sparse_csr),
    "zeros": ("T.zeros(3, 4, layout=T.sparse_csc)", "csr", fb.sparse_csc),
    "hspmm": ("T.hspmm(s, d.T)", "coo", fb.sparse_coo),
}


@pytest.mark.parametrize("name", RESULT_LAYOUTS)
def test_layout_of_results(name):
    text, kind, layout = RESULT_LAYOUTS[name]
    assert eval(text, names(kind, False)).layout is layout


def test_matrix_products_of_every_size_agree():
    """Short and long rows, wide and narrow matrices, in and out of order, take different ways."""
    rng = np.random.default_rng(0)
    for m, k, n, count in ((5, 7, 3, 11), (40, 300, 50, 9000), (2000, 50, 70, 4000), (3, 4, 1, 0)):
        places = rng.integers(0, [[m], [k]], (2, count))
        s = fb.sparse_coo_tensor(places, rng.standard_normal(count), (m, k))
        d = fb.from_numpy(rng.standard_normal((k, n)))
        want = s.to_dense().numpy() @ d.numpy()
        for kind in (s, s.coalesce(), s.to_sparse_csr(), s.to_sparse_csc()):
            np.testing.assert_allclose((kind @ d).numpy(), want, rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize("dtype", [fb.int64, fb.float16, fb.float32, fb.complex64])
def test_products_in_every_kind_of_dtype(dtype):
    s, d = coo(dtype), fb.arange(8).reshape(4, 2).to(dtype)
    out = s.to_sparse_csr() @ d
    assert out.dtype is dtype
    np.testing.assert_allclose(out.numpy(), s.to_dense().numpy() @ d.numpy())


def test_batches_are_multiplied_one_by_one():
    a = fb.tensor([[[0.0, 2.0], [1.0, 0.0]], [[3.0, 0.0], [0.0, 0.0]]])
    b = fb.arange(12.0).reshape(2, 2, 3)
    assert fb.bmm(a.to_sparse(), b).tolist() == fb.bmm(a, b).tolist()


# ---------------------------------------------------------------------- making
MADE = {
    "size from indices": ("T.sparse_coo_tensor([[0, 2], [1, 0]], [1.0, 2.0])", (3, 2)),
    "dense dimensions": ("T.sparse_coo_tensor([[1]], [[1.0, 2.0]])", (2, 2)),
    "nothing": ("T.sparse_coo_tensor((2, 3))", (2, 3)),
    "size by name": ("T.sparse_coo_tensor(size=(2, 3))", (2, 3)),
    "no elements": ("T.sparse_coo_tensor(T.zeros(2, 0).long(), T.zeros(0), (2, 3))", (2, 3)),
    "a number": ("T.sparse_coo_tensor(T.zeros(0, 1).long(), [5.0], ())", ()),
    "csr": ("T.sparse_csr_tensor([0, 1, 2], [1, 0], [1.0, 2.0])", (2, 2)),
    "csc": ("T.sparse_csc_tensor([0, 1, 2], [3, 0], [1.0, 2.0])", (4, 2)),
    "compressed": (
        "T.sparse_compressed_tensor([0, 1], [1], [1.0], (1, 3), layout=T.sparse_csr)", (1, 3),
    ),
    "from a number": ("T.tensor(3.0).to_sparse()", ()),
    "from zero": ("T.tensor(0.0).to_sparse()", ()),
    "from nothing": ("T.zeros(0, 3).to_sparse()", (0, 3)),
    "from booleans": ("T.eye(2, dtype=T.bool).to_sparse()", (2, 2)),
    "slices": ("T.eye(3).to_sparse(1)", (3, 3)),
    "spdiags": ("T.sparse.spdiags(T.ones(2, 3), T.tensor([0, 1]), (2, 4))", (2, 4)),
}  # fmt: skip


@pytest.mark.parametrize("name", MADE)
def test_making(name):
    text, shape = MADE[name]
    s = eval(text, dict(NAMES))
    assert s.shape == shape and s.to_dense().shape == shape
    assert s.layout is not fb.strided and s.is_sparse == (s.layout is fb.sparse_coo)
    back = s.to_dense().to_sparse(layout=s.layout)
    assert back.to_dense().tolist() == s.to_dense().tolist()


def test_values_of_the_same_place_add_up():
    s = fb.sparse_coo_tensor([[1, 0, 1], [0, 2, 0]], [1, 2, 4], (2, 3))
    assert not s.is_coalesced() and s._nnz() == 3
    assert s.to_dense().tolist() == [[0, 0, 2], [5, 0, 0]]
    c = s.coalesce()
    assert c.is_coalesced() and c is c.coalesce()
    assert c.indices().tolist() == [[0, 1], [2, 0]] and c.values().tolist() == [2, 5]


def test_places_beyond_64_bits_are_told_apart():
    size = (2**40, 2**40)
    s = fb.sparse_coo_tensor([[2**39, 5, 2**39], [7, 2**39, 7]], [1.0, 2.0, 3.0], size)
    assert s.coalesce().indices().tolist() == [[5, 2**39], [2**39, 7]]
    assert s.coalesce().values().tolist() == [2.0, 4.0]
    assert (s.coalesce() + s.coalesce()).values().tolist() == [4.0, 8.0]


def test_parts_are_shared_with_the_user():
    values = fb.tensor([1.0, 2.0])
    s = fb.sparse_coo_tensor([[0, 1]], values, (2,))
    values.mul_(3)
    assert s.to_dense().tolist() == [3, 6]
    assert s.detach()._values().data_ptr() == values.data_ptr()
    assert s.clone()._values().data_ptr() != values.data_ptr()


def test_compressed_parts():
    c, k = coo().to_sparse_csr(), coo().to_sparse_csc()
    assert c.crow_indices().tolist() == [0, 2, 3, 4] and c.col_indices().tolist() == COLUMNS
    assert k.ccol_indices().tolist() == [0, 1, 2, 3, 4] and k.row_indices().tolist() == [1, 0, 2, 0]
    assert c.values().tolist() == VALUES and c._nnz() == k._nnz() == 4
    narrow = [fb.tensor(x, dtype=fb.int32) for x in ([0, 1, 2], [1, 0])]
    assert fb.sparse_csr_tensor(*narrow, [1.0, 2.0]).crow_indices().dtype is fb.int32


def test_dimensions():
    s = KINDS["rows"]()
    assert (s.sparse_dim(), s.dense_dim(), s.ndim, s.numel(), len(s)) == (1, 1, 2, 12, 3)
    assert (fb.ones(2, 3).sparse_dim(), fb.ones(2, 3).dense_dim()) == (0, 2)


# ---------------------------------------------------------------------- functions of torch.sparse
def test_masks():
    d, mask = fb.arange(12.0).reshape(3, 4), coo(fb.float32)
    assert d.sparse_mask(mask).values().tolist() == [1, 3, 4, 10]
    assert d.to_sparse().sparse_mask(mask.to_sparse_csr()).values().tolist() == [1, 3, 4, 10]
    some = fb.eye(3, 4).to_sparse()
    assert some.sparse_mask(mask).values().tolist() == [0, 0, 0, 1]
    assert fb.zeros(3, 4).to_sparse().sparse_mask(mask).values().tolist() == [0, 0, 0, 0]


@pytest.mark.parametrize("kind", ["coo", "stored twice", "csr", "rows"])
@pytest.mark.parametrize("dim", [0, 1])
@pytest.mark.parametrize("name", ["softmax", "log_softmax"])
def test_softmax_is_of_what_is_stored(name, dim, kind):
    s = KINDS[kind]().to(fb.float64)
    if kind == "rows":
        stored = fb.zeros(3, 4)
        stored[[0, 2]] = 1
    else:
        stored = (s.coalesce() if s.is_sparse else s).to_dense() != 0
    filled = fb.where(stored.bool(), s.to_dense(), -fb.inf)
    want = getattr(fb, name)(filled, dim)
    got = getattr(fb.sparse, name)(s, dim).to_dense()
    assert np.allclose(got.numpy()[stored.bool().numpy()], want.numpy()[stored.bool().numpy()])
    assert getattr(fb.sparse, name)(s, dim, dtype=fb.float32).dtype is fb.float32


def test_sampled_products():
    mask, a, b = coo().to_sparse_csr(), fb.rand(3, 5).double(), fb.rand(5, 4).double()
    got = fb.sparse.sampled_addmm(mask, a, b, beta=0.5, alpha=2)
    want = (0.5 * mask.to_dense() + 2 * (a @ b)).sparse_mask(mask)
    assert got.layout is fb.sparse_csr
    np.testing.assert_allclose(got.values().numpy(), want.values().numpy())
    out = fb.eye(3, 4).double().to_sparse_csr()
    assert fb.sparse.sampled_addmm(mask, a, b, out=out) is out
    assert out.col_indices().tolist() == COLUMNS


@pytest.mark.parametrize(
    ("reduce", "want"),
    [
        ("sum", [[-21, -26], [0, 0]]),
        ("mean", [[-10.5, -13], [0, 0]]),
        ("amax", [[-6, -8], [0, 0]]),
        ("amin", [[-15, -18], [0, 0]]),
    ],
)
def test_reduced_products(reduce, want):
    s = fb.tensor([[0.0, -2.0, -3.0], [0.0, 0.0, 0.0]]).to_sparse_csr()
    assert fb.sparse.mm(s, fb.arange(1.0, 7.0).reshape(3, 2), reduce).tolist() == want


def test_products_with_sparse_results():
    s, d = coo(), fb.rand(4, 2).double()
    s = fb.cat([s, fb.zeros(1, 4, dtype=fb.float64).to_sparse()])
    want = (s.to_dense() @ d).numpy()
    h = fb.hspmm(s, d)
    assert (h._nnz(), h.sparse_dim()) == (3, 1)
    m = s.smm(d)
    assert (m._nnz(), m.sparse_dim()) == (6, 2)
    t = fb.sspaddmm(m, s, d, beta=2, alpha=3)
    for got, factor in ((h, 1), (m, 1), (t, 5)):
        np.testing.assert_allclose(got.to_dense().numpy(), factor * want)


def test_sums_keep_the_dtype_where_pytorch_does():
    s = fb.eye(2, dtype=fb.int32).to_sparse()
    assert fb.sparse.sum(s).dtype is fb.int64 and fb.sparse.sum(s, 0).dtype is fb.int32
    assert s.sum(0).dtype is fb.int64 and fb.sparse.sum(s, 0, dtype=fb.float32).dtype is fb.float32


def test_spdiags():
    diagonals = fb.arange(1.0, 7.0).reshape(2, 3)
    for layout in (fb.sparse_coo, fb.sparse_csr, fb.sparse_csc):
        s = fb.sparse.spdiags(diagonals, fb.tensor([-1, 1]), (4, 2), layout)
        assert s.layout is layout and s.to_dense().tolist() == [[0, 5], [1, 0], [0, 2], [0, 0]]


def test_resizing():
    s = coo()
    assert s.sparse_resize_((5, 6), 2, 0) is s and s.to_dense().shape == (5, 6)
    r = KINDS["rows"]().sparse_resize_((3, 6), 1, 1)
    assert r.to_dense()[:, 4:].tolist() == [[0, 0]] * 3
    assert s.sparse_resize_and_clear_((2, 2, 2), 1, 2)._nnz() == 0 and s.dense_dim() == 2
    assert coo().resize_as_sparse_(fb.zeros(9, 9).to_sparse()).shape == (9, 9)


# ---------------------------------------------------------------------- errors
ERRORS = [
    ("T.sparse_coo_tensor([[0, 1]], [1.0])", RuntimeError, "must have same nnz"),
    ("T.sparse_coo_tensor([0, 1], [1.0, 2.0])", RuntimeError, "sparse_dim x nnz"),
    ("T.sparse_coo_tensor([[0]], [1.0], (2, 2))", RuntimeError, "is not satisfied"),
    ("T.sparse_coo_tensor([[0]], [[1.0]], (2, 2))", RuntimeError, "values has incorrect size"),
    ("T.sparse_coo_tensor([[2]], [1.0], (2,))", RuntimeError, "size is 2 but found index 2"),
    ("T.sparse_coo_tensor([[-1]], [1.0])", RuntimeError, "negative index -1 for dim 0"),
    ("T.sparse_coo_tensor([[0]], [1.0], 3)", TypeError, "must be a tuple of ints"),
    ("T.sparse_coo_tensor([[0]], [1.0], (-3,))", RuntimeError, "negative dimension"),
    ("T.sparse_coo_tensor([[0]])", TypeError, "found element of type list"),
    ("T.sparse_coo_tensor([[0]], [1], (3,), requires_grad=True)", RuntimeError, "floating point"),
    (
        "T.sparse_coo_tensor([[1, 0]], [1.0, 2.0], (3,), is_coalesced=True, check_invariants=True)",
        RuntimeError,
        "cannot set is_coalesced",
    ),
    ("T.sparse_csr_tensor([0, 1, 3], [1, 0], [1.0, 2.0])", RuntimeError, r"-1\] == nnz"),
    ("T.sparse_csr_tensor([1, 1, 2], [1, 0], [1.0, 2.0])", RuntimeError, r"0\] == 0"),
    ("T.sparse_csr_tensor([0, 2, 1, 2], [1, 0], [1.0, 2.0])", RuntimeError, "<= ncols"),
    ("T.sparse_csr_tensor([0, 1], [5], [1.0], (1, 2))", RuntimeError, "col_indices < ncols"),
    ("T.sparse_csr_tensor([0, 1], [0], [1.0], (2, 2))", RuntimeError, "number of rows"),
    ("T.sparse_csc_tensor([0, 1], [0], [1.0], (2, 2))", RuntimeError, "number of cols"),
    (
        "T.sparse_csr_tensor([0, 2], [1, 0], [1.0, 2.0], check_invariants=True)",
        RuntimeError,
        "sorted and distinct",
    ),
    ("T.sparse_csr_tensor([0, 1], [0], [[1.0]])", NotImplementedError, "only matrices"),
    ("T.sparse_csr_tensor([[0, 1]], [[0]], [[1.0]])", NotImplementedError, "only matrices"),
    ("T.sparse_compressed_tensor([0, 1], [0], [1.0])", RuntimeError, "layout=torch.sparse_csr"),
    ("T.sparse_bsr_tensor([0, 1], [0], [[[1.0]]])", NotImplementedError, "in blocks"),
    ("T.sparse_bsc_tensor([0, 1], [0], [[[1.0]]])", NotImplementedError, "in blocks"),
    ("T.ones(2, 2, layout=T.sparse_coo)", RuntimeError, "not served"),
    ("T.ones_like(s)", NotImplementedError, "would be stored"),
    ("s + 1", RuntimeError, "use to_dense"),
    ("1 - s", RuntimeError, "use to_dense"),
    ("s + T.ones(2, 2).to_sparse()", RuntimeError, "sizes of 'self' and 'other' to match"),
    ("s + T.ones(4)", RuntimeError, "does not currently support broadcasting"),
    ("s + s.to_dense().to_sparse(1)", RuntimeError, "same number of sparse dimensions"),
    ("s.bool() + s.bool()", NotImplementedError, "not implemented for 'Bool'"),
    ("s.bool() - s.bool()", RuntimeError, "bool tensor"),
    ("s.long().add(s.long(), alpha=1.5)", RuntimeError, "must not be a floating point"),
    ("s.clone().add_(T.ones(3, 4))", RuntimeError, r"Use add\(dense, sparse\)"),
    ("s.long().add_(s)", RuntimeError, "can't be cast"),
    ("s * T.ones(2, 2).to_sparse()", RuntimeError, "equal dimensionality"),
    ("s * T.ones(2, 2)", RuntimeError, "size"),
    ("s / s", RuntimeError, "scalar or zero-dim dense tensor divisor"),
    ("2 / s", NotImplementedError, "'aten::reciprocal'"),
    ("s ** 0", RuntimeError, "zeroth power"),
    ("s ** T.ones(3, 4)", NotImplementedError, "'aten::pow'"),
    ("s.cos()", NotImplementedError, "'aten::cos' with arguments from the 'SparseCPU' backend"),
    ("c.exp()", NotImplementedError, "from the 'SparseCsrCPU' backend.* to_dense()"),
    ("s == s", NotImplementedError, "'aten::eq'"),
    ("s > 0", NotImplementedError, "'aten::gt'"),
    ("s.max()", NotImplementedError, "to_dense"),
    ("s.mean()", NotImplementedError, "to_dense"),
    ("s.any(0)", NotImplementedError, "to_dense"),
    ("s.norm(2, 1)", RuntimeError, "full reductions"),
    ("s @ T.ones(3, 2).double()", RuntimeError, "cannot be multiplied"),
    ("s @ T.ones(4, 2)", RuntimeError, "same dtype"),
    ("s.bool() @ T.ones(4, 2).bool()", NotImplementedError, "'Bool'"),
    ("r @ T.ones(4, 2).double()", RuntimeError, "1 dense dimensions"),
    ("s @ T.ones(2, 4, 2).double()", RuntimeError, "must be a matrix"),
    ("T.addmm(s, s, s.t())", RuntimeError, "size|match|shape"),
    ("r.t()", RuntimeError, "<= 2 sparse and 0 dense"),
    ("r.transpose(0, 1)", RuntimeError, "must be sparse"),
    ("r.permute(1, 0)", RuntimeError, "between sparse and dense dimensions"),
    ("s.permute(0, 0)", RuntimeError, "duplicate dims"),
    ("s.permute(0)", RuntimeError, "number of dimensions"),
    ("s.view(4, 3)", NotImplementedError, "reshape is not implemented for sparse"),
    ("s.reshape(12)", NotImplementedError, "reshape is not implemented for sparse"),
    ("s.expand(2, 3, 4)", RuntimeError, "expand is unsupported for Sparse"),
    ("s[5]", IndexError, "index 5 is out of bounds"),
    ("s[0, 0, 0]", IndexError, "too many indices"),
    ("s.select(2, 0)", IndexError, "Dimension out of range"),
    ("s.index_select(0, T.tensor([5]))", IndexError, "index contains 5"),
    ("s[T.tensor([0])]", NotImplementedError, "'aten::index'"),
    ("s.__setitem__(0, 1)", TypeError, "Cannot assign to a sparse tensor"),
    ("T.cat([s, T.ones(3, 4)])", RuntimeError, "a dense tensor was found at position 1"),
    ("T.cat([s, T.ones(2, 2).to_sparse()])", RuntimeError, "same shape"),
    ("T.cat([s, r])", RuntimeError, "same sparse_dim and dense_dim"),
    ("T.stack([s, T.ones(2, 2).to_sparse()])", RuntimeError, "to be equal size"),
    ("u.indices()", RuntimeError, r"please call .coalesce\(\) first"),
    ("u.values()", RuntimeError, r"please call .coalesce\(\) first"),
    ("c.coalesce()", RuntimeError, "sparse coordinate tensor layout but got SparseCsr"),
    ("s.crow_indices()", RuntimeError, "sparse row compressed tensor layout but got Sparse"),
    ("c.row_indices()", RuntimeError, "column compressed tensor layout but got SparseCsr"),
    ("s.copy_(T.ones(3, 4))", RuntimeError, "between dense and sparse"),
    ("T.ones(3, 4).copy_(s)", RuntimeError, "between dense and sparse"),
    ("s.numpy()", TypeError, "can't convert Sparse layout tensor to numpy"),
    ("np.asarray(c)", TypeError, "can't convert SparseCsr layout tensor to numpy"),
    ("np.sin(s)", TypeError, "."),
    ("s.tolist()", RuntimeError, "doesn't have storage"),
    ("s.item()", RuntimeError, "12 elements cannot be converted to Scalar"),
    ("bool(s)", RuntimeError, "ambiguous"),
    ("s.data_ptr()", RuntimeError, "Cannot access data pointer"),
    ("s.untyped_storage()", NotImplementedError, "Cannot access storage of SparseTensorImpl"),
    ("c.storage()", NotImplementedError, "Cannot access storage of SparseCsrTensorImpl"),
    ("s.share_memory_()", NotImplementedError, "Cannot access storage"),
    ("s.is_shared()", NotImplementedError, "Cannot access storage"),
    ("s.set_(s)", NotImplementedError, "Cannot access storage"),
    ("s.as_subclass(T.Tensor)", NotImplementedError, "as_subclass"),
    ("s.apply_(abs)", RuntimeError, "doesn't have storage"),
    ("s.__dlpack__()", BufferError, "other than torch.strided"),
    ("s.nbytes", RuntimeError, "not defined for sparse tensors"),
    ("s.dim_order()", AttributeError, "Can't get dim order"),
    ("c.stride()", RuntimeError, "Sparse CSR tensors do not have strides"),
    ("c.is_contiguous()", RuntimeError, "Sparse CSR tensors do not have is_contiguous"),
    ("s.sparse_resize_((1, 1), 2, 0)", RuntimeError, "shrinking the size of sparse dimensions"),
    ("s.sparse_resize_((4,), 1, 0)", RuntimeError, "changing the number of sparse dimensions"),
    ("s.sparse_resize_((5, 5), 1, 0)", RuntimeError, "len.size. == sparse_dim"),
    ("s.clone(memory_format=T.channels_last)", RuntimeError, "unsupported memory format"),
    ("T.add(s, s, out=T.ones(3, 4).double())", RuntimeError, "sparse"),
    ("s.sum(0, dtype=T.float32, keepdim=True).sum(7)", IndexError, "Dimension out of range"),
    ("setattr(s, 'data', T.ones(3))", RuntimeError, "must be sparse"),
]


@pytest.mark.parametrize(("text", "error", "message"), ERRORS, ids=[e[0] for e in ERRORS])
def test_what_is_refused(text, error, message):
    s = coo()
    given = {
        **NAMES, "np": np, "bool": bool, "setattr": setattr, "abs": abs,
        "s": s, "c": s.to_sparse_csr(), "u": KINDS["stored twice"](), "r": KINDS["rows"](),
    }  # fmt: skip
    with pytest.raises(error, match=message):
        eval(text, given)


def test_declared_errors():
    """The kit runs them only for operators with samples."""
    from firebrick_core.testing import check_errors

    checked = [op for op in TABLE.values() if op.kernel.__module__.startswith(
        "firebrick_core.ops.sparse_") and op.errors]  # fmt: skip
    assert len(checked) > 20
    for op in checked:
        check_errors(op)


def test_every_rule_is_of_an_operator():
    assert coo().sum().item() == 2.5  # loads the rules
    assert set(RULES) <= set(TABLE)


def test_invariants_are_checked_where_asked_for():
    check = fb.sparse.check_sparse_tensor_invariants
    assert not check.is_enabled()
    with check():
        assert check.is_enabled()
        with check(False):
            assert not check.is_enabled()
        with pytest.raises(RuntimeError, match="sorted and distinct"):
            fb.sparse_csr_tensor([0, 2], [1, 0], [1.0, 2.0])
    assert fb.sparse_csr_tensor([0, 2], [1, 0], [1.0, 2.0]).to_dense().tolist() == [[2.0, 1.0]]
    check.enable()
    try:
        assert check.is_enabled()
    finally:
        check.disable()
    with pytest.raises(RuntimeError, match="sorted and distinct"):
        check()(fb.sparse_csr_tensor)([0, 2], [1, 0], [1.0, 2.0])


# ---------------------------------------------------------------------- the tensor itself
@pytest.mark.parametrize("kind", KINDS)
def test_copies_and_pickles(kind):
    s = KINDS[kind]()
    for twin in (copy.deepcopy(s), copy.copy(s), pickle.loads(pickle.dumps(s)), s.data):
        assert type(twin) is type(s) and twin.layout is s.layout and twin.dtype is s.dtype
        assert twin.to_dense().tolist() == s.to_dense().tolist()
        assert twin._nnz() == s._nnz()
    assert copy.deepcopy(s)._stored.data_ptr() != s._stored.data_ptr()


def test_in_place_operators_of_the_same_places_share_memory():
    s = coo()
    shared = s.detach()
    s.mul_(2).neg_()
    assert shared.values().tolist() == [-2.0, 4.0, -1.0, -6.0]
    assert s.add_(s).values().tolist() == [-4.0, 8.0, -2.0, -12.0]


def test_description():
    s = coo()
    assert isinstance(s, fb.Tensor) and fb.is_tensor(s)
    assert s.layout is fb.sparse_coo and s.is_sparse and not s.is_sparse_csr
    assert s.type() == "torch.sparse.DoubleTensor" and s.stride() == (0, 0)
    assert s.storage_offset() == 0 and not s.is_contiguous() and s.element_size() == 8
    assert s.device == fb.device("cpu") and s.to_sparse_csr().is_sparse_csr
    assert fb.sparse_coo_tensor([[0]], [3.0], (1,)).item() == 3.0
    assert float(fb.sparse_coo_tensor([[0], [0]], [3.0], (1, 1))) == 3.0


def test_another_device():
    s = coo().to("fake")
    assert s.device.type == "fake" and s.indices().device.type == "fake"
    d = fb.ones(4, 2, dtype=fb.float64).to("fake")
    for result in (s @ d, (s + s).to_dense(), s.to_sparse_csr() @ d, s.coalesce().sum(0)):
        assert result.device.type == "fake"
    assert (s @ d).cpu().tolist() == (coo() @ fb.ones(4, 2, dtype=fb.float64)).tolist()
    with pytest.raises(RuntimeError, match="same device"):
        s @ fb.ones(4, 2, dtype=fb.float64)


def test_rules_are_loaded_with_the_first_sparse_tensor():
    """Programs without sparse tensors do not pay for them."""
    import subprocess
    import sys

    code = "import sys, firebrick_core; assert 'firebrick_core._sparse_tensor' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True)


def test_printed():
    assert repr(coo()) == (
        "tensor(indices=tensor([[0, 0, 1, 2],\n"
        "                       [1, 3, 0, 2]]),\n"
        "       values=tensor([ 1.0000, -2.0000,  0.5000,  3.0000]),\n"
        "       size=(3, 4), nnz=4, dtype=torch.float64, layout=torch.sparse_coo)"
    )
    assert repr(fb.zeros(2, 3).to_sparse_csr()) == (
        "tensor(crow_indices=tensor([0, 0, 0]),\n"
        "       col_indices=tensor([], size=(0,)),\n"
        "       values=tensor([], size=(0,)), size=(2, 3), nnz=0,\n"
        "       layout=torch.sparse_csr)"
    )


def test_nothing_warns():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        s = fb.sparse_csr_tensor([0, 1], [0], [0.0])
        assert (s / 0).to_dense().isnan().all() and T.sparse_mm(s, fb.ones(1, 1)).tolist() == [[0]]
