"""Reductions, order, statistics and masks: what NumPy says, and PyTorch's choices where it differs.

What every operator promises (layouts, methods, `out=`, meta, devices, declared errors) is tested in
`test_operators.py`, and against PyTorch in the integration tests.
"""

import math

import numpy as np
import pytest

import firebrick_core as fb

nan, inf = math.nan, math.inf
RNG = np.random.default_rng(0)
WIDE = RNG.standard_normal((5, 400)).astype("float32")


def t(*values, dtype=None):
    return fb.tensor(values, dtype=dtype)


# One line a case: the call, what it gives as lists.
CHOICES = [
    ("the first of equal extremes", lambda: fb.max(t(1, 3, 3), 0), (3, 1)),
    (
        "the latest of equal running extremes",
        lambda: fb.cummax(t(3, 1, 3), 0),
        ([3, 3, 3], [0, 0, 2]),
    ),
    (
        "running extremes are NaN from NaN on",
        lambda: fb.cummin(t(1.0, nan, 0.0), 0).indices,
        [0, 1, 1],
    ),
    ("of two medians the lower", lambda: fb.median(t(4, 1, 3, 2)), 2),
    ("a median with NaN is NaN", lambda: fb.median(t(1.0, nan), 0).indices, 1),
    ("nanmedian passes over NaN", lambda: fb.nanmedian(t(nan, 1.0, 3.0)), 1.0),
    ("the smallest of several modes, its last place", lambda: fb.mode(t(2, 1, 1, 2, 3)), (1, 2)),
    ("NaN is the largest", lambda: fb.kthvalue(t(nan, 2.0, 1.0), 2).values, 2.0),
    ("all of nothing", lambda: fb.all(fb.empty(0)), True),
    ("each for itself over ()", lambda: fb.all(t(0, 1), ()), [False, True]),
    ("any of bytes is a byte", lambda: fb.any(t(0, 7, dtype=fb.uint8)), 1),
    ("NaN is among none", lambda: fb.isin(t(nan, 1.0), t(nan, 1.0)), [False, True]),
    ("places behind NaN", lambda: fb.searchsorted(t(1.0, 2.0, nan), t(nan, 1.5)), [3, 1]),
    ("the last bin has both edges", lambda: fb.histogram(t(0.0, 1.0, 2.0), 2).hist, [1.0, 2.0]),
    ("differences of booleans", lambda: fb.diff(t(True, False, False)), [True, False]),
    ("quantile between infinities", lambda: fb.quantile(t(1.0, 2.0, 3.0), 0.25), 1.5),
    ("an empty segment", lambda: fb.segment_reduce(t(1.0), "max", lengths=t(0, 1)), [-inf, 1.0]),
    ("masked argmax in the input's dtype", lambda: fb.masked.argmax(t(1.0, 2.0)), 1.0),
    ("a mask that leaves nothing", lambda: fb.masked.sum(t(1, 2), mask=t(False, False)), 0),
    ("a checksum of floats is that of doubles", lambda: fb.hash_tensor(t(1.0)), 0x3FF0000000000000),
]


@pytest.mark.parametrize(("call", "want"), [c[1:] for c in CHOICES], ids=[c[0] for c in CHOICES])
def test_choices(call, want):
    got = call()
    listed = tuple(g.tolist() for g in got) if isinstance(got, tuple) else got.tolist()
    assert listed == want


NUMPY = {
    "kthvalue": (lambda x: fb.kthvalue(x, 37, 1).values, lambda a: np.sort(a, 1)[:, 36]),
    "median": (lambda x: fb.median(x, 1).values, lambda a: np.sort(a, 1)[:, 199]),
    "median of all": (fb.median, lambda a: np.sort(a, None)[999]),
    "quantile": (lambda x: fb.quantile(x, 0.3, 1), lambda a: np.quantile(a, 0.3, 1)),
    "cov": (fb.cov, np.cov),
    "corrcoef": (fb.corrcoef, np.corrcoef),
    "gradient": (lambda x: fb.gradient(x, dim=1)[0], lambda a: np.gradient(a, axis=1)),
    "logcumsumexp": (
        lambda x: fb.logcumsumexp(x, 1),
        lambda a: np.log(np.cumsum(np.exp(a.astype("f8")), 1)),
    ),
    "histogram": (lambda x: fb.histogram(x, 7).hist, lambda a: np.histogram(a, 7)[0]),
    "histc": (lambda x: fb.histc(x, 7, -1, 1), lambda a: np.histogram(a, 7, (-1, 1))[0]),
    "std of rows": (lambda x: x.std(1), lambda a: a.std(1, ddof=1)),
    "sum of rows": (lambda x: x.sum(1), lambda a: a.sum(1)),
    "nansum": (lambda x: fb.nansum(fb.where(x > 0, x, nan), 1), lambda a: (a * (a > 0)).sum(1)),
    "masked mean": (
        lambda x: fb.masked.mean(x, 1, mask=x > 0),
        lambda a: np.nanmean(np.where(a > 0, a, np.nan), 1),
    ),
}


@pytest.mark.parametrize("name", NUMPY)
def test_values(name):
    ours, numpys = NUMPY[name]
    got, want = ours(fb.from_numpy(WIDE.copy())).numpy(), numpys(WIDE)
    np.testing.assert_allclose(got, want, 2e-5, 2e-5)


@pytest.mark.parametrize("largest", [True, False])
@pytest.mark.parametrize("k", [1, 3, 50, 100, 300])
@pytest.mark.parametrize("kind", ["float32", "int64", "equal", "nan", "all nan"])
def test_topk_of_every_size(kind, k, largest):
    a = WIDE.copy()
    if kind == "int64":
        a = (a * 1000).astype("int64")
    elif kind == "equal":
        a = np.round(a)
    elif kind == "nan":
        a[a > 1.5] = np.nan
    elif kind == "all nan":
        a[:] = np.nan
    x = fb.from_numpy(a)
    order = np.sort(a, 1)
    want = order[:, ::-1][:, :k] if largest else order[:, :k]
    for values, indices in (x.topk(k, 1, largest), (p.t() for p in x.t().topk(k, 0, largest))):
        np.testing.assert_array_equal(values.numpy(), want)
        np.testing.assert_array_equal(np.take_along_axis(a, indices.numpy(), 1), want)
        assert all(len(set(row)) == k for row in indices.tolist())


@pytest.mark.parametrize("p", [0.0, 0.5, 1.0, 2.0, 3.0, inf])
@pytest.mark.parametrize("rows", [3, 40])
def test_distances(p, rows):
    a, b = (RNG.standard_normal((rows, 6)).astype("float32") for _ in "ab")
    b[0] = a[1]  # the distance of equal rows is 0, exactly
    b[1] = a[1] + 1e-4
    want = np.linalg.norm((a[:, None] - b).astype("f8"), p, -1)
    for mode in ("donot_use_mm_for_euclid_dist", "use_mm_for_euclid_dist"):
        got = fb.cdist(fb.from_numpy(a), fb.from_numpy(b), p, mode).numpy()
        close = 1e-5 if mode.startswith("donot") or p != 2 else 2e-3
        np.testing.assert_allclose(got, want, 1e-4, close)
    assert (
        fb.cdist(fb.from_numpy(a), fb.from_numpy(b), p, "donot_use_mm_for_euclid_dist")[1, 0] == 0
    )
    triangle = np.triu_indices(rows, 1)
    square = np.linalg.norm((a[:, None] - a).astype("f8"), p, -1)
    np.testing.assert_allclose(fb.pdist(fb.from_numpy(a), p).numpy(), square[triangle], 1e-4)


def test_bins_hold_what_lies_on_their_edges():
    edges = np.linspace(-1, 1, 21, dtype="float32")
    x = np.concatenate([edges, np.nextafter(edges, 2), np.nextafter(edges, -2)]).astype("float32")
    got = fb.histogram(fb.from_numpy(x), 20, range=(-1.0, 1.0))
    want = np.histogram(x[(x >= -1) & (x <= 1)], got.bin_edges.numpy())[0]
    assert got.hist.tolist() == want.tolist()


@pytest.mark.parametrize("name", ["std", "var", "std_mean", "var_mean"])
def test_too_few_elements_for_the_correction_warn(name):
    with pytest.warns(UserWarning, match="degrees of freedom is <= 0"):
        getattr(fb, name)(t(1.0))


def test_covariance_without_freedom_warns():
    with pytest.warns(UserWarning, match="degrees of freedom is <= 0"):
        assert fb.cov(t(1.0)).isnan()


def test_in_place_scans_keep_the_dtype():
    x = t(1, 2, 3, dtype=fb.int32)
    assert x.cumsum_(0) is x and x.dtype is fb.int32 and x.tolist() == [1, 3, 6]
    with pytest.raises(RuntimeError, match="can't be cast"):
        t(True, False).cumsum_(0)
