"""Sparse tensors against PyTorch: results and their layouts, errors, gradients, printing."""

import warnings

import numpy as np
import pytest

import firebrick

torch = pytest.importorskip("torch")

ROWS = [[0, 0, 1, 2], [1, 3, 0, 2]]
TWICE = [[0, 0, 1, 0], [1, 3, 0, 1]]
VALUES = [1.0, -2.0, 0.5, 3.0]


def coo(lib):
    return lib.sparse_coo_tensor(ROWS, VALUES, (3, 4)).coalesce()


KINDS = {
    "coo": coo,
    "stored twice": lambda lib: lib.sparse_coo_tensor(TWICE, VALUES, (3, 4)),
    "csr": lambda lib: coo(lib).to_sparse_csr(),
    "rows": lambda lib: lib.sparse_coo_tensor([[0, 2, 0]], lib.arange(12.0).reshape(3, 4), (3, 4)),
}


def names(lib, kind):
    s = KINDS[kind](lib)
    o = lib.sparse_coo_tensor([[0, 1, 2], [1, 2, 2]], [2.0, 4.0, -1.0], (3, 4)).coalesce()
    if kind == "csr":
        o = o.to_sparse_csr()
    if kind == "rows":
        o = o.to_dense().to_sparse(1)
    d = lib.arange(12.0).reshape(3, 4) / 4 - 1
    return {"T": lib, "F": lib.nn.functional, "s": s, "o": o, "d": d, "list": list, "len": len}


@pytest.fixture(autouse=True)
def quiet():
    """PyTorch warns of what it has in beta."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


def outcome(lib, kind, text):
    try:
        return eval(text, names(lib, kind)), None
    except Exception as e:
        return None, e


# How PyTorch keeps what is stored twice: summed in some operators, in parts in others.
SERVED = (
    "s + s", "s + o", "T.add(s, o, alpha=2)", "d + s", "T.add(d, s, alpha=3)", "s - o", "d - s",
    "s * 2", "2 * s", "s * T.tensor(2.0)", "s * T.tensor(2.0, dtype=T.float64)", "s * o", "s * d",
    "d * s", "s * d[0]", "s / 2", "s // 2", "T.div(s, 2, rounding_mode='trunc')", "s ** 2",
    "s.pow(-1)", "s.pow(0.5)", "-s", "s.abs()", "s.sin()", "s.tan()", "s.asin()", "s.atan()",
    "s.sinh()", "s.tanh()", "s.asinh()", "s.atanh()", "s.sqrt()", "s.expm1()", "s.log1p()",
    "s.erf()", "s.erfinv()", "s.floor()", "s.ceil()", "s.trunc()", "s.round()", "s.frac()",
    "s.sign()", "s.sgn()", "s.signbit()", "s.isnan()", "s.isinf()", "s.isposinf()",
    "s.isneginf()", "s.relu()", "F.relu(s)", "s.square()", "s.nan_to_num()", "s.deg2rad()",
    "s.conj()", "s.positive()", "s.long().sin()", "s.long() * 2.5", "s.long() / 2",
    "s @ d.T", "d.T @ s", "s @ o.t()", "T.mm(s, d.T)", "T.mv(s, d[0])", "d[:, 0] @ s",
    "T.addmm(T.ones(3, 3), s, d.T)", "T.addmm(T.ones(3, 3), s, d.T, beta=2, alpha=.5)",
    "F.linear(d, s)", "F.linear(s, d)", "T.smm(s, d.T)", "T.hspmm(s, d.T)",
    "T.sparse.mm(s, d.T)", "T.sparse.mm(s, o.t())", "T.sparse.mm(s, d.T, 'sum')",
    "T.sparse.mm(s, d.T, 'mean')", "T.sparse.mm(s, d.T, 'amax')", "T.sparse.mm(s, d.T, 'amin')",
    "T.sparse.addmm(T.ones(3, 3), s, d.T, beta=2, alpha=3)", "T.sparse.sum(s)",
    "T.sparse.sum(s, 0)", "T.sparse.sum(s, -1)", "T.sparse.sum(s, (0, 1))", "T.sparse.sum(s, ())",
    "T.sparse.sum(s.int(), 0)", "T.sparse.sum(s, 1, dtype=T.float64)", "T.sparse.softmax(s, 0)",
    "T.sparse.softmax(s, 1)", "T.sparse.log_softmax(s, 1)",
    "T.sparse.sampled_addmm(s, T.ones(3, 2), T.ones(2, 4), beta=2, alpha=.5)", "s.sum()",
    "s.sum(0)", "s.sum(1)", "s.sum((0, 1))", "s.sum(1, keepdim=True)", "s.sum(0, keepdim=True)",
    "s.sum(dtype=T.float64)", "s.int().sum(0)", "s.norm()", "s.norm(1)", "s.norm(0)", "s.any()",
    "s.t()", "s.transpose(0, 1)", "s.permute(1, 0)", "s.mT", "s[0]", "s[0, 1]", "s[:, 1]",
    "s[..., 1]", "s[None]", "s.select(0, 1)", "s.narrow_copy(0, 1, 2)",
    "s.index_select(0, T.tensor([0, 2, 0]))", "s.index_select(1, T.tensor([3, -1]))",
    "T.cat([s, s])", "T.cat([s, s], 1)", "T.cat([s, s.long()])", "T.stack([s, s])",
    "T.stack([s, s], -1)", "s.unsqueeze(0)", "s.unsqueeze(-1)", "s.unbind(1)", "s.clone()",
    "s.to(T.float64)", "s.long()", "s.bool()", "s.half()", "s.cfloat()", "s.type(T.float64)",
    "s.clone().add_(o)", "s.clone().sub_(o)", "d.clone().add_(s)", "d.clone().mul_(s)",
    "s.clone().mul_(2)", "s.clone().mul_(o)", "s.clone().div_(2)", "s.clone().sin_()",
    "s.clone().zero_()", "s.clone().copy_(o)", "s.sparse_mask(o)", "d.sparse_mask(s)",
    "s.clone().sparse_resize_((5, 5), 2, 0)", "s.clone().sparse_resize_and_clear_((5, 5), 2, 0)",
    "T.zeros_like(s)", "T.zeros(3, 4, layout=T.sparse_coo)", "s.to_sparse()",
    "T.zeros(3, 4, layout=T.sparse_csr)", "s.to_sparse_csr()", "s.to_sparse_csc()",
    "s.to_sparse(layout=T.sparse_csr)", "d.to_sparse()", "d.to_sparse(1)", "d.to_sparse_csr()",
    "d.bool().to_sparse()", "s.to_dense()", "s.coalesce()", "s.is_coalesced()", "s._nnz()",
    "s.sparse_dim()", "s.dense_dim()", "s._indices()", "s._values()", "s.indices()", "s.values()",
    "s.crow_indices()", "s.col_indices()", "s.is_sparse", "s.is_sparse_csr", "s.layout",
    "s.is_leaf", "s.requires_grad", "s.type()", "len(s)", "s.shape", "s.dtype", "s.numel()",
    "s.cfloat().abs()", "s.cfloat().real", "T.view_as_real(s.cfloat())",
    "T.bmm(T.stack([s, s]), T.stack([d.T, d.T]))",
    "T.sparse.spdiags(d, T.tensor([0, -1, 2]), (4, 4))",
    "T.sparse.spdiags(d, T.tensor([0, -1, 2]), (3, 5), T.sparse_csr)",
)  # fmt: skip
REFUSED = (
    "s + 1", "1 - s", "2 / s", "s / s", "s / d", "d / s", "s ** 0", "s ** s", "2 ** s", "s % 2",
    "s.cos()", "s.exp()", "s.log()", "s.sigmoid()", "s == s", "s == 1", "s > 0", "T.equal(s, s)",
    "s.max()", "s.mean()", "s.prod()", "s.all()", "s.any(0)", "s.norm(2, 1)", "T.maximum(s, s)",
    "T.lerp(s, s, 0.5)", "T.where(d > 0, s, d)", "s[T.tensor([0])]", "s.reshape(4, 3)",
    "s.view(4, 3)", "s.expand(2, 3, 4)", "s.flatten()", "s.tril()", "s.flip(0)", "s.diagonal()",
    "T.cat([s, d])", "s.copy_(d)", "d.clone().copy_(s)", "s.fill_(1)", "s.numpy()", "s.tolist()",
    "s.item()", "s.data_ptr()", "s.storage()", "s.nonzero()", "T.ones_like(s)",
    "T.ones(3, 4, layout=T.sparse_coo)", "F.softmax(s, 1)", "F.gelu(s)", "d.coalesce()",
    "d.indices()", "d.values()", "d.crow_indices()", "d.is_coalesced()", "d._nnz()", "d._indices()",
    "d.sparse_mask(d)", "T.sparse.sum(d)", "T.sparse.softmax(d, 1)", "T.hspmm(d, d.T)",
    "T.smm(d, d.T)", "T.sspaddmm(d, d, d)", "T.mm(s, T.ones(2, 2))", "T.mv(s, T.ones(2))",
    "T.mm(s, d.T.double())", "T.mm(s.bool(), d.T.bool())", "s + T.ones(2, 2).to_sparse()",
    "d + T.ones(2, 2).to_sparse()", "s.bool() + s.bool()", "s.bool() - s.bool()",
    "T.add(s.long(), s.long(), alpha=1.5)", "s.index_select(0, T.tensor([5]))", "s[5]",
    "s.select(5, 0)", "s.sum(5)", "T.sparse.sum(s, 5)", "T.sparse.softmax(s, 5)",
    "T.sparse.softmax(s.long(), 1)", "s.permute(0, 0)", "s.unsqueeze(5)",
    "s.sparse_mask(T.eye(2).to_sparse())", "s.clone().sparse_resize_((1, 1), 2, 0)",
    "s.__setitem__(0, 1)", "d.to_sparse(5)", "d.to_sparse(0)",
    "d.to_sparse(1, layout=T.sparse_csr)",
    "T.sparse_coo_tensor([[0, 1]], [1.])", "T.sparse_coo_tensor([0, 1], [1., 2.])",
    "T.sparse_coo_tensor([[0]], [1.], (2, 2))", "T.sparse_coo_tensor([[0]], [[1.]], (2, 2))",
    "T.sparse_coo_tensor([[-1]], [1.])", "T.sparse_coo_tensor([[0]], [1.], 3)",
    "T.sparse_coo_tensor([[0]], [1], (3,), requires_grad=True)",
    "T.sparse_csr_tensor([0, 2], [1, 0], [1., 2.], (1, 2), check_invariants=True)",
    "T.sparse_csr_tensor([1, 1], [0], [1.], (1, 1), check_invariants=True)",
    "T.sparse_csr_tensor([0, 1], [5], [1.], (1, 2), check_invariants=True)",
    "T.sparse_csr_tensor([0, 1], [0], [1.], (2, 2), check_invariants=True)",
    "T.sparse_compressed_tensor([0, 1], [0], [1.])",
)  # fmt: skip
CASES = [(kind, text) for kind in KINDS for text in SERVED]


def compare(got, want, what):
    if isinstance(want, (tuple, list)) and not isinstance(want, torch.Size):
        assert len(got) == len(want), what
        for g, w in zip(got, want, strict=True):
            compare(g, w, what)
        return
    if not isinstance(want, torch.Tensor):
        assert str(got) == str(want), what
        return
    assert str(got.layout) == str(want.layout), what
    assert str(got.dtype) == str(want.dtype) and tuple(got.shape) == tuple(want.shape), what
    if want.dtype is torch.float16:
        got, want = got.float(), want.float()
    got, want = got.to_dense().detach().numpy(), want.to_dense().detach().resolve_conj().numpy()
    np.testing.assert_allclose(got, want, 1e-5, 1e-6, err_msg=what)


@pytest.mark.parametrize(("kind", "text"), CASES)
def test_what_pytorch_serves(kind, text):
    want, refused = outcome(torch, kind, text)
    got, error = outcome(firebrick, kind, text)
    if refused is not None:
        # What PyTorch does not serve of a layout may be served here, and is then tested there
        # against dense tensors; refused it is in the same way.
        if error is not None:
            assert isinstance(error, (type(refused), RuntimeError)), f"{error!r}, not {refused!r}"
        pytest.skip(f"PyTorch refuses it: {type(refused).__name__}")
    assert error is None, f"{text} of {kind}: {error!r}"
    compare(got, want, f"{text} of {kind}")


@pytest.mark.parametrize("text", REFUSED)
def test_what_pytorch_refuses(text):
    _, refused = outcome(torch, "coo", text)
    _, error = outcome(firebrick, "coo", text)
    assert refused is not None, "PyTorch serves it"
    assert error is not None, f"{text} is not refused, PyTorch: {refused!r}"
    kinds = (type(refused), RuntimeError if isinstance(error, NotImplementedError) else OSError)
    assert isinstance(error, kinds), f"{error!r}, PyTorch: {refused!r}"


# Fewer things are stored once more than elsewhere: counted where the result is the same tensor.
COUNTED = (
    "s + s", "s + o", "s - o", "s * o", "s * 2", "s.sin()", "s @ o.t()", "s.sum(0)", "s[0]",
    "s.index_select(0, T.tensor([0, 2, 0]))", "T.cat([s, s])", "T.stack([s, s])", "s.coalesce()",
    "T.sparse.softmax(s, 1)", "T.smm(s, d.T)", "T.hspmm(s, d.T)", "d.to_sparse()", "s.zero_()",
    "T.sparse.spdiags(d, T.tensor([0, -1, 2]), (4, 4))",
)  # fmt: skip


@pytest.mark.parametrize("text", COUNTED)
def test_as_much_is_stored(text):
    got, want = (eval(text, names(lib, "coo")) for lib in (firebrick, torch))
    assert (got._nnz(), got.sparse_dim()) == (want._nnz(), want.sparse_dim())
    got, want = got.coalesce(), want.coalesce()
    assert got.indices().tolist() == want.indices().tolist()
    np.testing.assert_allclose(got.values().numpy(), want.values().numpy(), 1e-5, 1e-6)


# ---------------------------------------------------------------------- gradients
LOSSES = (
    "(s.to_dense() * d).sum()", "T.sparse.mm(s, d.T).sum()", "T.mm(s, d.T).sum()",
    "T.mm(d.T, s).sum()", "T.mv(s, d[0]).sum()", "T.sparse.mm(s, o.t()).to_dense().sum()",
    "T.sparse.sum(s)", "T.sparse.sum(s, 0).to_dense().sum()", "s.sum()", "(s + o).sum()",
    "(d + s).sum()", "(s * 2).to_dense().sum()", "(s * o).to_dense().sum()", "(s * d).sum()",
    "(s * s).sum()", "s.abs().sum()", "s.neg().sum()", "s.pow(2).sum()", "s.t().to_dense().sum()",
    "s.select(0, 0).sum()", "T.stack([s, o]).to_dense().sum()", "s.clone().to_dense().sum()",
    "s.to(T.float64).to_dense().sum()", "s.coalesce().to_dense().sum()",
    "s.to_sparse_csr().to_dense().sum()", "T.sparse.softmax(s, 1).to_dense().pow(2).sum()",
    "T.sparse.log_softmax(s, 1).to_dense().sum()", "T.addmm(T.ones(3, 3), s, d.T).sum()",
    "T.sparse.addmm(T.ones(3, 3), s, d.T).sum()", "F.linear(d, s).sum()",
    "T.sparse.mm(s, d.T, 'mean').sum()", "T.sparse.mm(s, d.T, 'amax').sum()",
    "T.sparse.sampled_addmm(s, d[:, :2], d[:2]).to_dense().sum()",
)  # fmt: skip


@pytest.mark.parametrize("text", LOSSES)
@pytest.mark.parametrize("kind", ["coo", "stored twice", "csr"])
def test_gradients_at_what_is_stored(kind, text):
    grads = []
    for lib in (torch, firebrick):
        given = names(lib, kind)
        given["s"].requires_grad_()
        try:
            eval(text, given).backward()
        except RuntimeError as e:
            if lib is firebrick:
                raise
            pytest.skip(f"PyTorch refuses it: {e}"[:90])
        grads.append(given["s"].grad)
    places = KINDS[kind](torch).to_dense() != 0
    assert str(grads[1].layout) == str(KINDS[kind](torch).layout)
    want, got = (np.asarray(g.to_dense().tolist())[places.numpy()] for g in grads)
    np.testing.assert_allclose(got, want, 1e-5, 1e-6)


DENSE_LOSSES = (
    "d.to_sparse().to_dense().sum()", "d.to_sparse().sum()", "d.to_sparse_csr().to_dense().sum()",
    "T.sparse.mm(s, d.T).sum()", "T.mm(d.T, s).sum()", "(d + s).sum()", "d.sparse_mask(s).sum()",
    "d.to_sparse(1).to_dense().sum()", "T.sparse.mm(s, d.T, 'amax').sum()", "(s @ d[0]).sum()",
)  # fmt: skip


@pytest.mark.parametrize("text", DENSE_LOSSES)
@pytest.mark.parametrize("kind", ["coo", "csr"])
def test_gradients_of_dense_tensors(kind, text):
    grads = []
    for lib in (torch, firebrick):
        given = names(lib, kind)
        # Without zeros: what to_sparse() does not store takes no gradient here.
        given["d"] = (given["d"] + 0.1).requires_grad_()
        try:
            eval(text, given).backward()
        except RuntimeError as e:
            if lib is firebrick:
                raise
            pytest.skip(f"PyTorch refuses it: {e}"[:90])
        grads.append(given["d"].grad.tolist())
    np.testing.assert_allclose(grads[1], grads[0], 1e-5, 1e-6)


def _train(lib, optimizer, **options):
    lib.manual_seed(0)
    table = lib.nn.Embedding(6, 3, sparse=True, padding_idx=0)
    line = lib.nn.Linear(3, 1)
    opt = getattr(lib.optim, optimizer)([*table.parameters(), *line.parameters()], **options)
    losses = []
    for _ in range(6):
        opt.zero_grad()
        loss = (line(table(lib.tensor([[1, 2, 2], [0, 4, 1]]))) ** 2).sum()
        loss.backward()
        assert table.weight.grad.is_sparse
        opt.step()
        losses.append(loss.item())
    return [*losses, *table.weight.flatten().tolist()]


@pytest.mark.parametrize(
    ("optimizer", "options"),
    [("SGD", {"lr": 0.1}), ("SGD", {"lr": 0.1, "momentum": 0.9}), ("Adagrad", {"lr": 0.1})],
)
def test_a_table_trained_with_sparse_gradients(optimizer, options):
    got, want = (_train(lib, optimizer, **options) for lib in (firebrick, torch))
    np.testing.assert_allclose(got, want, 1e-4, 1e-5)


def test_optimizers_that_take_no_sparse_gradient():
    for lib in (torch, firebrick):
        with pytest.raises(RuntimeError, match="does not support sparse gradients.*SparseAdam"):
            _train(lib, "Adam")


# ---------------------------------------------------------------------- text
PRINTED = (
    "s", "s.coalesce()", "s.to_sparse_csr()", "s.to_sparse_csc()", "s.double()", "s.long()",
    "s.bool()", "s.half()", "s.cfloat()", "s.clone().requires_grad_()",
    "T.sparse_coo_tensor([[0, 1]], [[1., 2], [3, 4]], (3, 2))", "T.zeros(2, 3).to_sparse()",
    "T.zeros(2, 3).to_sparse_csr()", "T.tensor(3.).to_sparse()", "T.ones(40, 40).to_sparse()",
    "T.ones(40, 40).to_sparse_csr()", "T.sparse_coo_tensor((2, 0, 3))",
    "T.eye(3).double().to_sparse_csr().requires_grad_()", "s.clone().requires_grad_() * 2",
    "s.requires_grad_().t() * 3", "(1e6 * T.eye(3) + T.eye(3) / 3).to_sparse()",
)  # fmt: skip


@pytest.mark.parametrize("text", PRINTED)
def test_printed(text):
    got, want = (eval(text, names(lib, "coo")) for lib in (firebrick, torch))
    assert repr(got) == repr(want)
