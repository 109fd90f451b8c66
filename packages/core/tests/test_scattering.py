"""Copies with a part replaced or reduced into, grids, and the copies of views."""

import itertools

import numpy as np
import pytest

import firebrick_core as fb
from firebrick_core._operator import TABLE

X = np.arange(12.0).reshape(3, 4)


# ---------------------------------------------------------------------- views replaced
REPLACED = [
    ("fb.select_scatter(x, src(4), 0, 1)", "a[1] = src"),
    ("fb.slice_scatter(x, src(3, 2), 1, None, None, 2)", "a[:, ::2] = src"),
    ("fb.slice_scatter(x, src(2, 4), 0, -2)", "a[-2:] = src"),
    ("fb.diagonal_scatter(x, src(3), 1)", "a[[0, 1, 2], [1, 2, 3]] = src"),
    ("fb.as_strided_scatter(x, src(2, 2), (2, 2), (4, 1), 1)", "a[:2, 1:3] = src"),
    ("fb.as_strided_scatter(x, src(3), (3,), (5,))", "a[[0, 1, 2], [0, 1, 2]] = src"),
]


@pytest.mark.parametrize(("call", "same"), REPLACED, ids=[r[0] for r in REPLACED])
def test_replaced_views(call, same):
    made = []

    def src(*shape):
        made.append(np.arange(100.0, 100 + np.prod(shape)).reshape(shape))
        return fb.from_numpy(made[0])

    x, a = fb.from_numpy(X.copy()), X.copy()
    out = eval(call, {"fb": fb, "x": x, "src": src})
    exec(same, {"a": a, "src": made[0]})
    np.testing.assert_array_equal(out.numpy(), a)
    np.testing.assert_array_equal(x.numpy(), X)


def test_as_strided_scatter_of_a_part_of_a_storage():
    x = fb.from_numpy(X.copy())[:, ::2]  # places 0, 2, 4, ... of the storage
    out = fb.as_strided_scatter(x, fb.tensor([-1.0, -2, -3], dtype=fb.float64), (3,), (1,))
    assert out.tolist() == [[-1, -3], [4, 6], [8, 10]]  # place 1 is not in x
    turned = fb.as_strided_scatter(x.t(), fb.zeros(1), (1,), (1,), 4)
    assert turned.tolist() == [[0, 0, 8], [2, 6, 10]]


# ---------------------------------------------------------------------- reductions
def reduced(x, index, src, reduce, include_self):
    """The definition, in a loop."""
    out = x.astype("f8")
    parts = [[v] if include_self else [] for v in x]
    for i, v in zip(index, src, strict=True):
        parts[i].append(v)
    how = {"sum": np.sum, "prod": np.prod, "mean": np.mean, "amax": np.max, "amin": np.min}[reduce]
    for i, values in enumerate(parts):
        if values and i in index:
            out[i] = how(np.array(values, "f8"), axis=0)
    return np.floor(out).astype(x.dtype) if x.dtype.kind == "i" else out.astype(x.dtype)


REDUCTIONS = ("sum", "prod", "mean", "amax", "amin")
CASES = list(itertools.product(REDUCTIONS, (True, False), ("f4", "i8")))


@pytest.mark.parametrize(("reduce", "include_self", "dtype"), CASES)
def test_reductions_into_places(reduce, include_self, dtype):
    rng = np.random.default_rng(0)
    x, src = rng.integers(-9, 9, 5).astype(dtype), rng.integers(-9, 9, 8).astype(dtype)
    index = rng.integers(0, 4, 8)
    x_, index_, src_ = map(fb.from_numpy, (x, index, src))
    want = reduced(x, index, src, reduce, include_self)
    got = fb.scatter_reduce(x_, 0, index_, src_, reduce, include_self=include_self)
    np.testing.assert_allclose(got.numpy(), want, rtol=1e-6)
    # Columns of a transposed matrix, in place.
    wide = x_.unsqueeze(1).repeat(1, 3).t().clone()
    columns = index_.unsqueeze(0).repeat(3, 1)
    sources = src_.unsqueeze(0).repeat(3, 1)
    wide.scatter_reduce_(1, columns, sources, reduce, include_self=include_self)
    np.testing.assert_allclose(wide.numpy(), np.tile(want, (3, 1)), rtol=1e-6)
    if reduce == "sum":
        return
    rows = fb.index_reduce(x_, 0, index_, src_, reduce, include_self=include_self)
    np.testing.assert_allclose(rows.numpy(), want, rtol=1e-6)
    wide = x_.unsqueeze(0).repeat(2, 1)
    wide.index_reduce_(1, index_, src_.repeat(2, 1), reduce, include_self=include_self)
    np.testing.assert_allclose(wide.numpy(), np.tile(want, (2, 1)), rtol=1e-6)


def test_reductions_of_booleans_nan_and_complex_numbers():
    flags = fb.tensor([True, False])
    index = fb.tensor([0, 1])
    got = {r: fb.scatter_reduce(flags, 0, index, ~flags, r).tolist() for r in ("sum", "prod")}
    assert got == {"sum": [True, True], "prod": [False, False]}
    spoiled = fb.scatter_reduce(fb.zeros(2), 0, index, fb.tensor([float("nan"), 1]), "amax")
    assert spoiled.isnan().tolist() == [True, False]
    with pytest.raises(NotImplementedError, match="'mean' not implemented for 'Bool'"):
        fb.scatter_reduce(flags, 0, index, flags, "mean")
    with pytest.raises(NotImplementedError, match="'amin' not implemented for 'ComplexFloat'"):
        fb.index_reduce(fb.ones(2) * 1j, 0, index, fb.ones(2) * 1j, "amin")
    mean = fb.scatter_reduce(fb.ones(2) * 1j, 0, index, fb.ones(2) * 3j, "mean")
    assert mean.tolist() == [2j, 2j]


# ---------------------------------------------------------------------- copies of views
COPIES = [name for name in TABLE if name.endswith("_copy") and TABLE[name].kind == "composite"]


def test_every_view_has_its_copy():
    assert {"permute_copy", "view_copy", "unbind_copy", "slice_copy", "view_as_real_copy"} <= set(
        COPIES
    )


@pytest.mark.parametrize(
    ("call", "view"),
    [
        ("fb.permute_copy(x, (1, 0))", "x.permute(1, 0)"),
        ("fb.view_copy(x, (2, 6))", "x.view(2, 6)"),
        ("fb.view_copy(x, fb.int64)", "x.view(fb.int64)"),
        ("fb.expand_copy(x[0], (2, 4))", "x[0].expand(2, 4)"),
        ("fb.slice_copy(x, 1, 1, None, 2)", "x[:, 1::2]"),
        ("x.narrow_copy(1, 1, 2)", "x.narrow(1, 1, 2)"),
        ("fb.as_strided_copy(x, (2, 2), (1, 4), 1)", "x.as_strided((2, 2), (1, 4), 1)"),
        ("fb.unbind_copy(x, 1)[2]", "x[:, 2]"),
        ("fb.split_copy(x, 2)[1]", "x[2:]"),
        ("fb.detach_copy(x.t())", "x.t()"),
    ],
)
def test_copies_are_row_major_and_stand_alone(call, view):
    x = fb.from_numpy(X.copy())
    names = {"fb": fb, "x": x}
    out, want = eval(call, names), eval(view, names)
    np.testing.assert_array_equal(out.numpy(), want.numpy())
    assert out.dtype is want.dtype and out.is_contiguous() and out._base is None
    assert not np.shares_memory(out.numpy(), x.numpy())


def test_unsafe_pieces_share_memory_and_are_no_views():
    x = fb.from_numpy(X.copy())
    for pieces in (x.unsafe_chunk(2), x.unsafe_split(2), x.unsafe_split_with_sizes([2, 1])):
        assert [len(p) for p in pieces] == [2, 1]
        assert all(p._base is None and np.shares_memory(p.numpy(), x.numpy()) for p in pieces)


# ---------------------------------------------------------------------- grids
def test_meshgrid_asks_for_its_indexing():
    with pytest.warns(UserWarning, match="required to pass the indexing argument"):
        rows, columns = fb.meshgrid(fb.arange(2), fb.arange(3))
    assert rows.shape == columns.shape == (2, 3)


@pytest.mark.parametrize("r", range(4))
@pytest.mark.parametrize("again", [False, True])
def test_combinations(r, again):
    choose = itertools.combinations_with_replacement if again else itertools.combinations
    want = list(map(list, choose(range(5), r)))
    got = fb.combinations(fb.arange(5), r, with_replacement=again)
    assert got.tolist() == (want if r else [])  # PyTorch gives a vector for r = 0


def test_products_blocks_and_positions():
    v = fb.arange(3)
    product = list(map(list, itertools.product(range(3), range(2))))
    assert fb.cartesian_prod(v, v[:2]).tolist() == product
    assert fb.cartesian_prod(v) is v
    assert fb.block_diag().shape == (1, 0)
    assert fb.block_diag(fb.ones(1, 2).half(), fb.tensor(2.0)).dtype is fb.float16
    for n, m, k in itertools.product(range(4), range(4), range(-4, 5)):
        lower, upper = np.tril_indices(n, k, m), np.triu_indices(n, k, m)
        assert fb.tril_indices(n, m, k).tolist() == [i.tolist() for i in lower]
        assert fb.triu_indices(n, m, k).tolist() == [i.tolist() for i in upper]
    flat = np.arange(24).reshape(2, 12)
    got = fb.unravel_index(fb.from_numpy(flat), (2, 3, 4))
    for g, w in zip(got, np.unravel_index(flat, (2, 3, 4)), strict=True):
        np.testing.assert_array_equal(g.numpy(), w)


@pytest.mark.parametrize("wrap", [False, True])
@pytest.mark.parametrize("shape", [(3, 3), (7, 3), (9, 2), (4, 3), (2, 5), (3, 3, 3)])
def test_fill_diagonal(shape, wrap):
    for turn in (False, True) if len(shape) == 2 else (False,):
        x = fb.zeros(*(shape[::-1] if turn else shape))
        x = x.t() if turn else x
        a = np.zeros(shape)
        np.fill_diagonal(a, 5, wrap)
        np.testing.assert_array_equal(x.fill_diagonal_(5, wrap).numpy(), a)


def test_repeats_by_position():
    x = fb.arange(3)
    assert x.repeat_interleave(fb.tensor([2, 0, 1]), output_size=3).tolist() == [0, 0, 2]
    assert fb.repeat_interleave(fb.tensor([1, 2], dtype=fb.int32)).dtype is fb.int32
    assert fb.tensor(7).repeat_interleave(2).tolist() == [7, 7]
    assert fb.ones(2, 3).repeat_interleave(fb.tensor([2]), 1).shape == (2, 6)


# ---------------------------------------------------------------------- order in memory
ROW_MAJOR = [
    "fb.cat([x, x])", "fb.stack([x, x], 1)", "x.scatter(0, i, 1.0)", "x.scatter_add(0, i, x)",
    "x.index_add(0, i[0, :1], x[:1])", "x.index_copy(0, i[0, :1], x[:1])",
    "x.masked_fill(x > 3, 1)",
    "x.masked_scatter(x > 3, x)", "x.tril()", "x.roll(1, 0)", "x.repeat(2, 1)",
    "x.repeat_interleave(2, 1)", "x.gather(0, i)", "x.index_select(0, i[0])", "x[i[0]]",
    "fb.scatter_reduce(x, 0, i, x, 'sum')", "x.nonzero(as_tuple=True)[1]",
]  # fmt: skip
KEPT = [
    "x.clone()", "x.flip(0)", "x.index_fill(0, i[0, :1], 1)", "x.index_put((i[0, :1],), x[0])",
    "x.put(i[0, :1], x[0, :1])", "fb.where(x > 3, x, x)", "fb.select_scatter(x, x[0], 0, 0)",
]  # fmt: skip


@pytest.mark.parametrize("call", ROW_MAJOR + KEPT)
def test_order_of_results_in_memory_is_pytorchs(call):
    names = {"fb": fb, "x": fb.from_numpy(X.copy()).t(), "i": fb.zeros(4, 3, dtype=fb.int64)}
    out = eval(call, names)
    assert out.is_contiguous() == (call in ROW_MAJOR)
    if call in KEPT:
        assert out.stride() == (1, 4)
