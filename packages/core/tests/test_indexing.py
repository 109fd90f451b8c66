"""`x[key]`, `x[key] = value`, and picking and placing elements by index, mask and order."""

import warnings

import numpy as np
import pytest

import firebrick_core as fb

A = np.arange(24, dtype="f4").reshape(2, 3, 4)


def tensor(shape=(2, 3, 4)):
    return fb.from_numpy(np.arange(np.prod(shape, dtype=int), dtype="f4").reshape(shape))


# ---------------------------------------------------------------------- views by key
# The key, the same with NumPy, and PyTorch's strides.
VIEWS = [
    ("x[1]", "a[1]", (4, 1)),
    ("x[-1, 2]", "a[-1, 2]", (1,)),
    ("x[1, 2, 3]", "a[1, 2, 3, ...]", ()),
    ("x[:, 1]", "a[:, 1]", (12, 1)),
    ("x[..., 0]", "a[..., 0]", (12, 4)),
    ("x[:, ::2, 1:]", "a[:, ::2, 1:]", (12, 8, 1)),
    ("x[None]", "a[None]", (24, 12, 4, 1)),
    ("x[..., None]", "a[..., None]", (12, 4, 1, 1)),
    ("x[:, None, :, None]", "a[:, None, :, None]", (12, 12, 4, 4, 1)),
    ("x[1, None, -1]", "a[1, None, -1]", (12, 1)),
    ("x[()]", "a[()]", (12, 4, 1)),
    ("x[...]", "a[...]", (12, 4, 1)),
    ("x[..., ...]", "a[...]", (12, 4, 1)),
    ("x[fb.tensor(1)]", "a[1]", (4, 1)),
    ("x[np.int64(1), np.array(0)]", "a[1, 0]", (1,)),
    ("x[fb.tensor(1):fb.tensor(2)]", "a[1:2]", (12, 4, 1)),
    ("x[::-1, :, ::-2]", "a[::-1, :, ::-2]", (-12, 4, -2)),
    ("x[5:]", "a[5:]", (12, 4, 1)),
]


@pytest.mark.parametrize(("key", "same", "strides"), VIEWS, ids=[v[0] for v in VIEWS])
def test_basic_keys_are_views(key, same, strides):
    x = tensor()
    out = eval(key, {"x": x, "fb": fb, "np": np})
    want = eval(same, {"a": A})
    np.testing.assert_array_equal(out.numpy(), want)
    assert out.stride() == strides
    assert out._base is x and out._storage is x._storage
    if out.numel():
        out.fill_(-1)
        assert (x.numpy() == -1).sum() == out.numel() and x._version == 1


# ---------------------------------------------------------------------- copies by key
ROWS, J = np.array([0, 1]), np.array([[0, 2], [1, 1]])
MASK = np.arange(24).reshape(2, 3, 4) % 5 == 0
NAMES = {
    "a": A,
    "np": np,
    "fb": fb,
    "I": ROWS,
    "J": J,
    "MASK": MASK,
    "i": fb.from_numpy(ROWS),
    "j": fb.from_numpy(J),
    "mask": fb.from_numpy(MASK),
    "i32": fb.from_numpy(ROWS.astype("i4")),
}
# The key, and the same with NumPy: integers are taken first, for NumPy counts them as index arrays.
COPIES = [
    ("x[i]", "a[I]"),
    ("x[i32]", "a[I]"),
    ("x[[0, 1]]", "a[I]"),
    ("x[I]", "a[I]"),
    ("x[range(2)]", "a[I]"),
    ("x[[]]", "a[:0]"),
    ("x[:, j]", "a[:, J]"),
    ("x[i, i]", "a[I, I]"),
    ("x[([0, 1], [1, 2])]", "a[[0, 1], [1, 2]]"),
    ("x[:, i, i]", "a[:, I, I]"),
    ("x[i, :, i]", "a[I, :, I]"),
    ("x[0, :, i]", "a[0][:, I]"),
    ("x[:, 0, i]", "a[:, 0][:, I]"),
    ("x[i, 0]", "a[:, 0][I]"),
    ("x[..., j, 1:3]", "a[:, J, 1:3]"),
    ("x[None, i]", "a[None, I]"),
    ("x[i, None]", "a[I, None]"),
    ("x[i, None, [0, 1]]", "a[I, None, [0, 1]]"),
    ("x[mask]", "a[MASK]"),
    ("x[MASK]", "a[MASK]"),
    ("x[:, mask[0, :, 0]]", "a[:, MASK[0, :, 0]]"),
    ("x[mask[:, :, 0]]", "a[MASK[:, :, 0]]"),
    ("x[0, mask[0]]", "a[0][MASK[0]]"),
    ("x[mask[:, 0, 0], i]", "a[MASK[:, 0, 0], I]"),
    ("x[[True, False]]", "a[[True, False]]"),
    ("x[True]", "a[None]"),
    ("x[False]", "a[None][:0]"),
    ("x[fb.tensor(True), 0]", "a[None, 0]"),
    ("x[-i]", "a[-I]"),
    ("x[::-1, i]", "a[::-1, I]"),
]


@pytest.mark.parametrize(("key", "same"), COPIES, ids=[c[0] for c in COPIES])
def test_index_tensors_copy(key, same):
    x = tensor()
    out = eval(key, {**NAMES, "x": x})
    np.testing.assert_array_equal(out.numpy(), eval(same, NAMES))
    assert out.is_contiguous() and out._base is None
    out.fill_(-1)
    np.testing.assert_array_equal(x.numpy(), A)


def test_lists_with_more_than_numbers_are_tuples_with_a_warning():
    x = tensor()
    for key, same in [
        ([[0, 1], [1, 2]], ((0, 1), (1, 2))),
        ([0, slice(None)], (0, slice(None))),
        ([0, None], (0, None)),
    ]:
        with pytest.warns(UserWarning, match="non-tuple sequence"):
            out = x[key]
        np.testing.assert_array_equal(out.numpy(), A[same])


def test_uint8_masks_serve_with_a_warning():
    with pytest.warns(UserWarning, match="use a dtype torch.bool instead"):
        out = tensor((3,))[fb.tensor([1, 0, 1], dtype=fb.uint8)]
    assert out.tolist() == [0, 2]


BAD_KEYS = [
    ("x[2]", IndexError, "^index 2 is out of bounds for dimension 0 with size 2$"),
    ("x[:, -4]", IndexError, "^index -4 is out of bounds for dimension 1 with size 3$"),
    ("x[..., 4]", IndexError, "^index 4 is out of bounds for dimension 2 with size 4$"),
    ("x[0, 0, 0, 0]", IndexError, "^too many indices for tensor of dimension 3$"),
    ("x[i, i, i, i]", IndexError, "^too many indices for tensor of dimension 3"),
    ("x[fb.tensor([2])]", IndexError, "^index 2 is out of bounds for dimension 0 with size 2$"),
    (
        "x[:, fb.tensor([0, -4])]",
        IndexError,
        "^index -4 is out of bounds for dimension 1 with size 3$",
    ),
    (
        "x[i, fb.tensor([0, 1, 2])]",
        IndexError,
        r"could not be broadcast together with shapes \[2\], \[3\]",
    ),
    (
        "x[fb.ones(3, dtype=fb.bool)]",
        IndexError,
        r"mask \[3\] at index 0 does not match .* \[2, 3, 4\] at index 0",
    ),
    ("x[fb.ones(2, 4, dtype=fb.bool)]", IndexError, r"mask \[2, 4\] at index 1 .* at index 1"),
    ("x['a']", IndexError, "only integers, slices .* are valid indices .got str"),
    ("x[1.5]", IndexError, "are valid indices .got float"),
    ("x[{0}]", IndexError, "are valid indices .got set"),
    ("x[np.bool_(True)]", IndexError, "are valid indices .got (numpy.)?bool"),
    ("x[fb.tensor([0.5])]", IndexError, "must be long, int, byte or bool tensors"),
    ("x[fb.tensor(0.5)]", IndexError, "must be long, int, byte or bool tensors"),
    ("x[i.short()]", IndexError, "must be long, int, byte or bool tensors"),
    ("x[[0.5]]", IndexError, "must be long, int, byte or bool tensors"),
    ("x[::0]", ValueError, "slice step cannot be zero"),
    ("x[1:2.5]", TypeError, "slice indices must be integers"),
    ("x[0, 0, 0][0]", IndexError, "invalid index of a 0-dim tensor"),
    ("x[0, 0, 0][:]", IndexError, "slice.. cannot be applied to a 0-dim tensor"),
]


@pytest.mark.parametrize(("key", "error", "message"), BAD_KEYS, ids=[b[0] for b in BAD_KEYS])
def test_bad_keys(key, error, message):
    with pytest.raises(error, match=message):
        eval(key, {**NAMES, "x": tensor()})
    if "[0, 0, 0][" in key:
        return  # writes into a temporary
    x = tensor()
    with pytest.raises(error, match=message):
        exec(f"{key} = 1.0", {**NAMES, "x": x})
    np.testing.assert_array_equal(x.numpy(), A)
    assert x._version == 0


# ---------------------------------------------------------------------- writing by key
WRITES = [
    ("x[0] = 5", "a[0] = 5"),
    ("x[0, 1] = 1.5", "a[0, 1] = 1.5"),
    ("x[:, 1] = v", "a[:, 1] = V"),
    ("x[:, 1:, ::2] = 7", "a[:, 1:, ::2] = 7"),
    ("x[..., None] = v[:3, None, None, None][:, 0]", "a[...] = V[:3, None]"),
    ("x[1] = v[None, None]", "a[1] = V"),
    ("x[0, 0, 0] = v[:1]", "a[0, 0, 0] = V[0]"),
    ("x[i] = 2", "a[I] = 2"),
    ("x[:, j] = v", "a[:, J] = V"),
    ("x[0, :, i] = v[:3, None]", "a[0, :, :2] = V[:3, None]"),
    ("x[mask] = -1", "a[MASK] = -1"),
    ("x[mask] = v[1]", "a[MASK] = V[1]"),
    ("x[mask[:, 0, 0], 1] = v", "a[MASK[:, 0, 0], 1] = V"),
    ("x[True] = 3", "a[...] = 3"),
    ("x[fb.tensor(1)] = 3", "a[1] = 3"),
    ("x[::-1] = x[0].clone()", "a[...] = a[0].copy()"),
    ("x[1:] = v.double()", "a[1:] = V"),
    ("x[0] = np.float64(2)", "a[0] = 2"),
    ("x[0] = True", "a[0] = 1"),
    ("x[1] = x[0]", "a[1] = a[0]"),
    ("x[0, 1:] = x[0, :-1].clone()", "a[0, 1:] = a[0, :-1].copy()"),
    ("x[0, ::2] = x[0, 1:2]", "a[0, ::2] = a[0, 1:2].copy()"),
    ("x[True] = x[0]", "a[...] = a[0].copy()"),
    ("x[5:] = 1", "a[5:] = 1"),
]
V = np.array([10, 20, 30, 40], "f4")


@pytest.mark.parametrize(("statement", "same"), WRITES, ids=[w[0] for w in WRITES])
def test_writing_bumps_the_version_once(statement, same):
    x, a = tensor(), A.copy()
    exec(statement, {**NAMES, "x": x, "v": fb.from_numpy(V)})
    exec(same, {**NAMES, "a": a, "V": V})
    np.testing.assert_array_equal(x.numpy(), a)
    assert x._version == 1


def test_writing_nothing_at_false():
    x = tensor()
    x[False] = 3
    assert x._version == 0 and x.tolist() == A.tolist()


BAD_WRITES = [
    ("x[0] = v", RuntimeError, r"must match the existing size \(5\)"),
    (
        "x[0, 0] = fb.zeros(2, 4)",
        RuntimeError,
        "must be greater or equal to the number of dimensions",
    ),
    (
        "x[i] = v",
        RuntimeError,
        r"value tensor of shape \[5\] cannot be broadcast to indexing result of shape \[2, 3, 4\]",
    ),
    (
        "x[mask] = v[:2]",
        RuntimeError,
        r"shape \[2\] cannot be broadcast to indexing result of shape \[5\]",
    ),
    ("x[0] = [1, 2]", TypeError, "can't assign a list to a torch.FloatTensor"),
    ("x[0] = np.ones(4)", TypeError, "can't assign a numpy.ndarray to a torch.FloatTensor"),
    ("x[0] = 'a'", TypeError, "can't assign a str"),
    ("x[0] = None", TypeError, "can't assign a NoneType"),
    (
        "x.char()[0] = 300",
        RuntimeError,
        "value cannot be converted to type int8_t without overflow",
    ),
    ("x.long()[0] = float('nan')", RuntimeError, "type int64_t without overflow"),
    ("x.half()[0] = 1e6", RuntimeError, "c10::Half without overflow"),
    ("x[0] = 1e60", RuntimeError, "type float without overflow"),
    ("x[0] = 1j", RuntimeError, "type float without overflow"),
    ("x[0, 1:] = x[0, :-1]", RuntimeError, "refer to a single memory location"),
    ("x[i] = x[:1]", RuntimeError, "refer to a single memory location"),
    ("v.expand(2, 5)[:] = 1", RuntimeError, "single memory location"),
    ("frozen[0] = 1", RuntimeError, "read-only"),
    ("frozen[fb.tensor([0])] = 1", RuntimeError, "read-only"),
]


@pytest.mark.parametrize(
    ("statement", "error", "message"), BAD_WRITES, ids=[b[0] for b in BAD_WRITES]
)
def test_bad_writes_change_nothing(statement, error, message):
    x, v = tensor(), fb.ones(5)
    fixed = np.zeros(3)
    fixed.flags.writeable = False
    with pytest.raises(error, match=message):
        exec(statement, {**NAMES, "x": x, "v": v, "frozen": fb.from_numpy(fixed)})
    assert x._version == 0 and x.tolist() == A.tolist() and v.tolist() == [1] * 5


def test_numbers_are_converted_as_pytorch_does():
    x = fb.zeros(6, dtype=fb.int64)
    x[0], x[1], x[2], x[3:5] = 1.9, -1.9, True, fb.tensor([2.5, -2.5])
    assert x.tolist() == [1, -1, 1, 2, -2, 0]
    b = fb.zeros(2, dtype=fb.uint8)
    b[0] = -1
    assert b.tolist() == [255, 0]


def test_keys_on_another_device_and_meta():
    fake = tensor().to("fake")
    assert fake[0, [0, 2]].device == fb.device("fake", 0) and fake[fake > 20].tolist() == [
        21,
        22,
        23,
    ]
    fake[0] = 1
    fake[fake > 20] = -1
    assert fake[1, 2].tolist() == [20, -1, -1, -1] and fake[0].sum().item() == 12
    meta = tensor().to("meta")
    assert meta[:, None, 1:].shape == (2, 1, 2, 4) and meta[:, [0, 1]].shape[0] == 2
    meta[0] = 1
    assert meta._version == 1


# ---------------------------------------------------------------------- along one dimension
def each(index):
    return np.ndindex(index.shape)


def place(where, dim, n):
    return (*where[:dim], n, *where[dim + 1 :])


@pytest.mark.parametrize("shape", [(3, 2), (1, 4), (3, 4), (2, 1), (3, 0)])
@pytest.mark.parametrize("dim", [0, 1, -1])
def test_gather_and_scatter_by_their_definition(shape, dim):
    rng = np.random.default_rng(len(shape) + dim)
    a = rng.normal(size=(3, 4)).astype("f4")
    src = rng.normal(size=(3, 4)).astype("f4")
    index = rng.integers(0, a.shape[dim], shape)
    index_t, x, s = fb.from_numpy(index), fb.from_numpy(a), fb.from_numpy(src)
    want = np.empty(shape, "f4")
    added, last, times = a.copy(), a.copy(), a.copy()
    for w in each(index):
        target = place(w, dim % 2, index[w])
        want[w] = a[target]
        added[target] += src[w]
        last[target] = 9
        times[target] *= src[w]
    np.testing.assert_array_equal(x.gather(dim, index_t).numpy(), want)
    np.testing.assert_allclose(x.scatter_add(dim, index_t, s).numpy(), added, rtol=1e-6)
    np.testing.assert_array_equal(x.scatter(dim, index_t, 9).numpy(), last)
    np.testing.assert_allclose(x.scatter(dim, index_t, s, reduce="add").numpy(), added, rtol=1e-6)
    np.testing.assert_allclose(
        x.scatter(dim, index_t, s, reduce="multiply").numpy(), times, rtol=1e-6
    )
    np.testing.assert_array_equal(x.numpy(), a)
    y = x.clone()
    assert y.scatter_add_(dim, index_t, s) is y and y._version == 1
    np.testing.assert_allclose(y.numpy(), added, rtol=1e-6)


@pytest.mark.parametrize("rows", [1, 5, 400])
@pytest.mark.parametrize("dim", [0, 1, 2])
def test_rows_are_added_each_time_they_are_named(rows, dim):
    rng = np.random.default_rng(rows)
    a = rng.normal(size=(3, 4, 5))
    index = rng.integers(0, a.shape[dim], rows)
    source = rng.normal(size=(*a.shape[:dim], rows, *a.shape[dim + 1 :]))
    want = a.copy()
    for n, i in enumerate(index):
        want[(slice(None),) * dim + (i,)] += 2 * source[(slice(None),) * dim + (n,)]
    x, i, s = fb.from_numpy(a), fb.from_numpy(index), fb.from_numpy(source)
    np.testing.assert_allclose(x.index_add(dim, i, s, alpha=2).numpy(), want, rtol=1e-12)
    turned = x.clone().transpose(0, 2).contiguous().transpose(0, 2)
    turned.index_add_(dim, i, s, alpha=2)
    np.testing.assert_allclose(turned.numpy(), want, rtol=1e-12)
    np.testing.assert_array_equal(x.index_select(dim, i).numpy(), np.take(a, index, dim))


@pytest.mark.parametrize("targets", [1, 7, 900, 100_000])
def test_many_wide_rows_are_added_in_every_way(targets):
    rng = np.random.default_rng(targets)
    index = rng.integers(0, targets, 1000)
    rows = rng.integers(0, 9, (1000, 80)).astype("f8")
    want = np.zeros((targets, 80))
    np.add.at(want, index, rows)
    i, r = fb.from_numpy(index), fb.from_numpy(rows)
    np.testing.assert_array_equal(fb.zeros(targets, 80).double().index_add_(0, i, r).numpy(), want)
    x = fb.zeros(targets, 80).double().index_put_((i,), r, accumulate=True)
    np.testing.assert_array_equal(x.numpy(), want)


def test_index_fill_and_copy():
    x = fb.zeros(3, 2)
    i = fb.tensor([2, 0])
    assert x.index_fill(0, i, 1).tolist() == [[1, 1], [0, 0], [1, 1]]
    assert x.index_fill(1, fb.tensor(-1), fb.tensor(5.0)).tolist() == [[0, 5]] * 3
    assert x.index_copy(0, i, fb.tensor([[1.0, 2], [3, 4]])).tolist() == [[3, 4], [0, 0], [1, 2]]
    assert x.index_fill_(0, i, 2) is x and x._version == 1


def test_take_put_and_take_along_dim():
    x = fb.arange(6.0).view(2, 3).t()
    assert x.take(fb.tensor([[0, -1], [1, 2]])).tolist() == [[0, 5], [3, 1]]
    y = x.clone().put_(fb.tensor([0, -1]), fb.tensor([7.0, 8]))
    assert y.flatten().tolist() == [7, 3, 1, 4, 2, 8]
    y.put_(fb.tensor([0, 0]), fb.tensor([1.0, 1]), accumulate=True)
    assert y[0, 0].item() == 9
    assert x.take_along_dim(fb.tensor([[1]]), 1).tolist() == [[3], [4], [5]]
    assert x.take_along_dim(x.argsort(0, descending=True), 0).tolist() == [[2, 5], [1, 4], [0, 3]]


def test_index_put_accumulates_in_every_layout():
    i = fb.tensor([0, 0, 1])
    for x in (fb.zeros(2, 3), fb.zeros(3, 2).t()):
        x.index_put_((i, i), fb.tensor([1.0, 2, 3]), accumulate=True)
        assert x.tolist() == [[3, 0, 0], [0, 3, 0]] and x._version == 1
    x = fb.zeros(2, 3)
    x.index_put_((None, i), fb.ones(2, 3), accumulate=True)
    assert x.tolist() == [[2, 1, 0]] * 2
    x.index_put_((x > 1,), fb.tensor(5.0))
    assert x.tolist() == [[5, 1, 0]] * 2
    with pytest.raises(
        RuntimeError, match="dtypes match, got Float for the destination and Double"
    ):
        x.index_put_((i,), fb.ones(3, dtype=fb.float64))


# ---------------------------------------------------------------------- by condition
def test_where_promotes_and_takes_numbers():
    c = fb.tensor([True, False])
    i = fb.tensor([1, 2])
    cases = [
        ((1, 2), "int64"),
        ((1.0, 2), "float32"),
        ((i, 2.5), "float32"),
        ((i.double(), i.float()), "float64"),
        ((i.double()[0], i.float()), "float32"),
        ((True, i), "int64"),
        ((i, i.short()), "int64"),
    ]
    for (a, b), dtype in cases:
        out = fb.where(c, a, b)
        assert out.dtype.name == dtype and out.shape == (2,)
    assert fb.where(c, 1.0, 2).tolist() == [1, 2]
    assert [t.tolist() for t in fb.where(fb.tensor([[0, 1], [1, 0]]).bool())] == [[0, 1], [1, 0]]
    assert i.where(c, 0).tolist() == [1, 0]
    with pytest.raises(TypeError, match="both values"):
        fb.where(c, 1)


def test_masks():
    x = fb.arange(6.0).view(2, 3)
    m = x % 2 == 0
    assert x.masked_fill(m, -1).tolist() == [[-1, 1, -1], [3, -1, 5]]
    assert x.masked_fill(m[0], fb.tensor(9.0)).tolist() == [[9, 1, 9], [9, 4, 9]]
    assert x[0].masked_fill(m, 0).shape == (2, 3)
    assert x.masked_select(m).tolist() == [0, 2, 4]
    assert x.masked_scatter(m, fb.tensor([7.0, 8, 9, 10])).tolist() == [[7, 1, 8], [3, 9, 5]]
    y = x.clone()
    y.t().masked_fill_(m.t(), 1)
    assert y.tolist() == [[1, 1, 1], [3, 1, 5]] and y._version == 1
    with pytest.raises(
        RuntimeError, match=r"output with shape \[3\] doesn't match the broadcast shape \[2, 3\]"
    ):
        x[0].masked_fill_(m, 0)


def test_nonzero():
    x = fb.tensor([[0, 1], [2, 0]])
    assert x.nonzero().tolist() == [[0, 1], [1, 0]] == x.argwhere().tolist()
    assert [t.tolist() for t in x.nonzero(as_tuple=True)] == [[0, 1], [1, 0]]
    assert fb.tensor(3).nonzero().shape == (1, 0) and fb.tensor(0).nonzero().shape == (0, 0)
    assert fb.zeros(2, 3).nonzero().shape == (0, 2)


# ---------------------------------------------------------------------- by order
def test_sorting_is_stable_and_puts_nan_last():
    x = fb.tensor([2.0, float("nan"), 1, 2, float("-inf")])
    assert x.sort().indices.tolist() == [4, 2, 0, 3, 1]
    assert x.sort(descending=True).indices.tolist() == [1, 0, 3, 2, 4]
    assert x.argsort(descending=True).tolist() == [1, 0, 3, 2, 4]
    assert fb.sort(fb.tensor([[3, 1], [2, 2]]), 0).values.tolist() == [[2, 1], [3, 2]]


@pytest.mark.parametrize("n", [5, 300])
@pytest.mark.parametrize("largest", [True, False])
def test_topk_agrees_with_a_full_sort(n, largest):
    a = np.random.default_rng(n).permutation(n * 3).reshape(3, n).astype("f4")
    a[0, 1] = np.nan
    x = fb.from_numpy(a)
    values, indices = x.topk(3, largest=largest)
    want = x.sort(descending=largest)
    np.testing.assert_array_equal(values.numpy(), want.values.numpy()[:, :3])
    np.testing.assert_array_equal(indices.numpy(), want.indices.numpy()[:, :3])
    along = x.t().topk(3, 0, largest=largest)
    np.testing.assert_array_equal(along.values.numpy().T, values.numpy())


def test_unique():
    x = fb.tensor([[3, 1], [1, 2]])
    values, inverse, counts = fb.unique(x, return_inverse=True, return_counts=True)
    assert values.tolist() == [1, 2, 3] and counts.tolist() == [2, 1, 1]
    assert inverse.tolist() == [[2, 0], [0, 1]]
    rows, inverse = fb.tensor([[1, 2], [0, 1], [1, 2]]).unique(dim=0, return_inverse=True)
    assert rows.tolist() == [[0, 1], [1, 2]] and inverse.tolist() == [1, 0, 1]
    values, inverse, counts = fb.unique_consecutive(fb.tensor([1, 1, 2, 1]), True, True)
    assert (values.tolist(), inverse.tolist(), counts.tolist()) == (
        [1, 2, 1],
        [0, 0, 1, 2],
        [2, 1, 1],
    )
    assert fb.unique_consecutive(fb.tensor([[1, 1, 2]]), dim=1).tolist() == [[1, 2]]
    assert fb.unique(fb.tensor([float("nan")] * 2)).numel() == 2


def test_places_in_sorted_sequences():
    s = fb.tensor([1.0, 3, 5])
    x = fb.tensor([[0.0, 1, 2], [3, 5, 6]])
    assert fb.searchsorted(s, x).tolist() == [[0, 0, 1], [1, 2, 3]]
    assert fb.searchsorted(s, x, right=True).tolist() == [[0, 1, 1], [2, 3, 3]]
    assert (
        fb.searchsorted(s, 3.0).tolist() == 1 and fb.searchsorted(s, 3.0, side="right").item() == 2
    )
    assert fb.searchsorted(fb.stack([s, s + 1]), x).tolist() == [[0, 0, 1], [1, 2, 2]]
    assert (
        fb.searchsorted(s.flip(0), x, sorter=fb.tensor([2, 1, 0]), out_int32=True).dtype is fb.int32
    )
    assert fb.bucketize(x, s).tolist() == [[0, 0, 1], [1, 2, 3]]


def test_counts():
    assert fb.bincount(fb.tensor([1, 3, 1])).tolist() == [0, 2, 0, 1]
    assert fb.bincount(fb.tensor([1, 3, 1]), minlength=6).tolist() == [0, 2, 0, 1, 0, 0]
    weighted = fb.bincount(fb.tensor([1, 0, 1]), fb.tensor([0.5, 1, 2]))
    assert weighted.tolist() == [1, 2.5] and weighted.dtype is fb.float32
    assert fb.histc(fb.tensor([0.0, 1, 1, 2, 9]), 4, 0, 4).tolist() == [1, 2, 1, 0]
    assert fb.histc(fb.tensor([1.0, 3]), 2).tolist() == [1, 1]


def test_no_warnings_from_converting():
    x = fb.tensor([float("nan"), 1e30])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert x.to(fb.int32).shape == (2,)
        assert fb.zeros(2, dtype=fb.int32).copy_(x).shape == (2,)
        assert fb.zeros(2).copy_(fb.ones(2, dtype=fb.complex64)).tolist() == [1, 1]
        assert fb.ones(2, dtype=fb.complex64).float().tolist() == [1, 1]
