"""Reductions, order, statistics and torch.masked against PyTorch: many inputs, all call forms.

Values, dtypes, shapes, types of errors, gradients; the inputs are odd on purpose: no elements, no
dimensions, views, NaN, infinities, every kind of dtype.
"""

import math
import warnings

import numpy as np
import pytest

import firebrick_autograd
import firebrick_core as fb
import firebrick_core.testing as testing

torch = pytest.importorskip("torch")

NORMAL = np.random.default_rng(0).standard_normal((3, 4)).astype("float32")
WHOLE = np.random.default_rng(0).integers(0, 4, (3, 5))
DISTINCT = {
    "no dimensions": np.array(2.5, "float32"),
    "no elements": np.zeros((0,), "float32"),
    "no rows": np.zeros((0, 3), "float32"),
    "no columns": np.zeros((3, 0), "float32"),
    "vector": NORMAL.reshape(-1),
    "matrix": NORMAL,
    "transposed": NORMAL.T,
    "three dimensions": NORMAL.reshape(2, 3, 2).transpose(2, 0, 1),
    "strided": np.arange(48, dtype="float32").reshape(6, 8)[::2, 1::3],
    "infinite": np.where(NORMAL > 1, np.inf, NORMAL),
    "double": NORMAL.astype("float64"),
    "half": NORMAL.astype("float16"),
    "complex": (NORMAL + 1j * NORMAL[::-1]).astype("complex64"),
}
INPUTS = DISTINCT | {
    "nan": np.where(NORMAL > 1, np.nan, NORMAL),
    "whole": WHOLE,
    "bytes": WHOLE.astype("uint8"),
    "boolean": WHOLE > 1,
    "whole, no dimensions": np.array(3),
    "boolean, no dimensions": np.array(True),
    "equal": np.array([[1, 1, 2], [2, 2, 1]], "float32"),
    "zeros": np.zeros((2, 3), "float32"),
}
OVER_ONE = ("x", "x, 0", "x, -1, keepdim=True", "x, dim=1")
OVER_MANY = (*OVER_ONE, "x, (0, -1)", "x, dim=[]")
ALONG = ("x, 0", "x, -1")
VARIANCES = (*OVER_MANY, "x, False", "x, 0, unbiased=False", "x, correction=0", "x, correction=99")
PARTS = ("x", "x, return_inverse=True, return_counts=True", "x, dim=0", "x, True, True, dim=-1")
QUANTILES = ("x, 0.3", "x, 0.75, 0, interpolation='nearest'", "x, 0.3, -1, True", "x, 1.5")
MASKED = ("x", "x, 0", "x, -1, keepdim=True", "x, 0, mask=x > 0", "x, mask=x > 9")
MASKED_ALONG = ("x, 0", "x, -1, mask=x > 0", "x, 0, mask=x > 9")
CALLS = {
    **dict.fromkeys(("sum", "mean", "nansum", "nanmean", "amax", "amin", "all", "any"), OVER_MANY),
    **dict.fromkeys(("prod", "argmax", "argmin", "max", "min"), OVER_ONE),
    **dict.fromkeys(("std", "var"), VARIANCES),
    **dict.fromkeys(("std_mean", "var_mean"), ("x", "x, 0", "x, -1, keepdim=True")),
    **dict.fromkeys(("cumsum", "cumprod", "cummax", "cummin", "logcumsumexp"), ALONG),
    **dict.fromkeys(("unique", "unique_consecutive"), PARTS),
    **dict.fromkeys(("quantile", "nanquantile"), QUANTILES),
    **dict.fromkeys(("trapezoid", "cumulative_trapezoid"), ("x", "x, dim=0", "x, dx=0.5")),
    **dict.fromkeys(("trace", "corrcoef", "msort"), ("x",)),
    "count_nonzero": ("x", "x, 0", "x, (0, -1)"),
    "logsumexp": ("x, 0", "x, -1, True", "x, (0,)"),
    "aminmax": ("x", "x, dim=0", "x, dim=-1, keepdim=True"),
    "hash_tensor": ("x", "x, 0", "x, -1, keepdim=True", "x, mode=1"),
    "sort": ("x", "x, 0", "x, -1, True", "x, dim=0, stable=True"),
    "argsort": ("x, dim=0, stable=True", "x, dim=-1, descending=True, stable=True"),
    "cov": ("x", "x, correction=0"),
    "diff": ("x", "x, 1, 0", "x, 2", "x, -1"),
    "gradient": ("x", "x, dim=0", "x, spacing=0.5", "x, edge_order=2"),
    "histc": ("x, 4", "x, 4, -1, 1"),
    "renorm": ("x, 2, 0, 1.0", "x, 1, -1, 0.5", "x, 3, 0, 0.1"),
    "pdist": ("x", "x, 1.0", "x, math.inf", "x, 0.0"),
    "cdist": ("x, x", "x, x, 1.0", "x, x, 1.5", "x, x[:1] + 1, 2.0, 'use_mm_for_euclid_dist'"),
    **dict.fromkeys(
        [f"masked.{n}" for n in ("sum", "prod", "amax", "amin", "mean", "var", "std", "logsumexp")],
        MASKED,
    ),
    "masked.norm": ("x, 2.0", "x, 1.0, 0, mask=x > 0", "x, math.inf, mask=x > 0"),
    "masked.normalize": ("x, 2.0, 0", "x, 1.0, 0, mask=x > 0"),
    **dict.fromkeys(
        [f"masked.{n}" for n in ("cumsum", "cumprod", "softmax", "log_softmax", "softmin")],
        MASKED_ALONG,
    ),
    "masked.median": MASKED_ALONG,
}
# Which of equal elements is found is not said; these get inputs without equal ones.
CHOOSING = {
    "kthvalue": ("x, 1", "x, 2, 0", "x, 2, -1, True", "x, 0"),
    "topk": ("x, 1", "x, 2, 0", "x, 2, -1, False", "x, 99"),
    "median": OVER_ONE,
    "nanmedian": OVER_ONE,
    "mode": ("x", "x, 0", "x, 0, True"),
}
# Served here and refused by PyTorch, or the other way round, with the reason.
MORE_IS_SERVED = {
    "cdist": "half precision",
    "pdist": "half precision",
    "masked.cumprod": "booleans",
    **dict.fromkeys(("masked.softmax", "masked.log_softmax", "masked.softmin"), "complex numbers"),
    "masked.cumsum": "booleans",
}
DIFFERENT = {
    ("std_mean", "infinite"): "the mean is infinite; PyTorch's updates make it NaN",
    ("var_mean", "infinite"): "the mean is infinite; PyTorch's updates make it NaN",
    ("trace", "boolean, no dimensions"): "the dimensions are looked at first",
    ("cumulative_trapezoid", "boolean, no dimensions"): "the dimensions are looked at first",
    ("pdist", "nan"): "the largest difference: PyTorch passes over NaN in cdist, not here",
    ("masked.softmin", "boolean"): "refused for another reason",
    ("masked.softmin", "boolean, no dimensions"): "refused for another reason",
    ("kthvalue", "complex"): "the dtype is looked at first",
    ("histc", "bytes"): "the dtype is looked at first",
    ("renorm", "infinite"): "infinity over infinity: PyTorch keeps rows that have NaN as norm",
    ("amax", "no elements"): "of two names for one dimension the first complaint differs",
    ("amin", "no elements"): "of two names for one dimension the first complaint differs",
}
ERRORS = (RuntimeError, TypeError, ValueError, IndexError, NotImplementedError, AssertionError)


def found(library, name):
    """A function of a library by a name that may have dots."""
    for part in name.split("."):
        library = getattr(library, part)
    return library


def outcome(library, function, form, x):
    """The tensors that a call gives, or its error."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            arguments = {"call": found(library, function), "x": x, "math": math}
            return testing.flatten(eval(f"call({form})", arguments))
        except ERRORS as e:
            return e


def same(got, want, what):
    assert [str(t.dtype) for t in got] == [str(t.dtype) for t in want], what
    assert [tuple(t.shape) for t in got] == [tuple(t.shape) for t in want], what
    for g, w in zip(got, want, strict=True):
        tolerance = {"torch.float16": 2e-3, "torch.float32": 2e-5, "torch.complex64": 2e-5}.get(
            str(w.dtype), 1e-9
        )
        g, w = g.detach().numpy(), w.detach().resolve_conj().numpy()
        np.testing.assert_allclose(g, w, tolerance, tolerance, err_msg=what)


@pytest.mark.parametrize("function", [*CALLS, *CHOOSING])
def test_values_and_errors(function):
    inputs = DISTINCT if function in CHOOSING else INPUTS
    for name, array in inputs.items():
        if (function, name) not in DIFFERENT:
            compare(function, (CALLS | CHOOSING)[function], name, array)


def compare(function, forms, name, array):
    for form in forms:
        what = f"{function}({form}) of {name}"
        want = outcome(torch, function, form, torch.from_numpy(array.copy()))
        got = outcome(fb, function, form, fb.from_numpy(array.copy()))
        if isinstance(want, Exception):
            if function in MORE_IS_SERVED and not isinstance(got, Exception):
                continue
            assert type(got) is type(want), f"{what}: PyTorch {want!r}, here {got!r}"
        else:
            assert not isinstance(got, Exception), f"{what}: {got!r}"
            same(got, want, what)


SMOOTH = [
    "vector",
    "matrix",
    "three dimensions",
    "double",
    "complex",
    "equal",
    "zeros",
    "no rows",
    "no dimensions",
]
WHOLE_RESULTS = ("all", "any", "unique", "unique_consecutive", "hash_tensor", "argmax", "argmin")
GRADIENTS = {
    **{f: CALLS[f] for f in CALLS if f not in WHOLE_RESULTS},
    # PyTorch's gradients for dim=[] are infinite; of complex numbers with too large a correction
    # other parts are NaN.
    "std": tuple(form for form in VARIANCES if "[]" not in form),
    "var": tuple(form for form in VARIANCES if "[]" not in form and "99" not in form),
    "kthvalue": ("x, 1",),
    "topk": ("x, 1, 0",),
    "median": ("x",),
    "nanmedian": ("x",),
}
NO_GRADIENT = {
    ("pdist", "no rows"): "PyTorch crashes",
    ("renorm", "zeros"): "infinite slopes of rows of zeros",
    ("masked.median", "equal"): "any of the equal ones may be found",
    ("kthvalue", "equal"): "any of the equal ones may be found",
    ("topk", "equal"): "any of the equal ones may be found",
    ("kthvalue", "zeros"): "any of the equal ones may be found",
    ("topk", "zeros"): "any of the equal ones may be found",
    ("cummax", "no rows"): "PyTorch gives its own argument back",
    ("cummin", "no rows"): "PyTorch gives its own argument back",
}


def gradient(library, grad, function, form, array):
    x = library.from_numpy(array.copy()).requires_grad_()
    got = outcome(library, function, form, x)
    if isinstance(got, Exception):
        return got
    first = next((t for t in got if t.requires_grad), None)
    if first is None:
        return None
    weights = np.arange(1.0, first.numel() + 1).reshape(tuple(first.shape))
    return grad([first], [x], [library.from_numpy(weights).to(first.dtype)])[0]


@pytest.mark.parametrize("function", GRADIENTS)
def test_gradients(function):
    for name in SMOOTH:
        if (function, name) not in NO_GRADIENT:
            compare_gradients(function, name)


def compare_gradients(function, name):
    for form in GRADIENTS[function]:
        want = gradient(torch, torch.autograd.grad, function, form, INPUTS[name])
        if isinstance(want, Exception):
            continue
        got = gradient(fb, firebrick_autograd.grad, function, form, INPUTS[name])
        what = f"gradient of {function}({form}) of {name}"
        if want is None:
            assert got is None or not got.numel(), what
        else:
            assert not isinstance(got, Exception), f"{what}: {got!r}"
            same([got], [want], what)
