"""Every operator of the table against PyTorch, on the table's own samples: values, dtypes,
gradients."""

import warnings

import numpy as np
import pytest

import firebrick_autograd  # noqa: F401  # registers the rules
import firebrick_core as fb
import firebrick_core.functional as F
import firebrick_core.testing as testing
from firebrick_autograd._rule import RULES
from firebrick_core._operator import TABLE

torch = pytest.importorskip("torch")

# Where the result is right to be different, with the reason.
DIFFERENT = {
    "functional_hardsigmoid": "PyTorch's slope is 1/6 rounded to float32, also in float64",
    "hardsigmoid": "PyTorch's slope is 1/6 rounded to float32, also in float64",
    "round": "decimals: PyTorch scales by a power of ten in the dtype, which loses digits",
    "narrow_copy": "PyTorch's gradient is zero for a start counted from the end",
    "as_strided_scatter": "PyTorch's gradient keeps what was replaced and drops the rest",
}
NO_ORACLE = {
    op.name for op in TABLE.values() if op.namespace == "internal" or op.inplace_of is not None
}
# Compared by meaning in test_linear_algebra_against_torch.py: signs, phases and orders are open.
NO_ORACLE |= {
    "geqrf",
    "linalg_eig",
    "linalg_eigh",
    "linalg_eigvals",
    "linalg_qr",
    "linalg_svd",
    "qr",
    "svd",
}


PLACES = {
    "torch": torch,
    "functional": torch.nn.functional,
    "linalg": torch.linalg,
    "special": torch.special,
    "fft": torch.fft,
    "windows": torch.signal.windows,
    "masked": torch.masked,
    "Tensor": torch.Tensor,
}


def counterpart(op):
    """PyTorch's function of the same name."""
    for name, place in PLACES.items():
        for short in op.names_in(name):
            if hasattr(place, short):
                return getattr(place, short)
    return None


try:
    import ml_dtypes  # noqa: F401  # bfloat16 for NumPy
except ImportError:
    BFLOAT16 = ()
else:
    BFLOAT16 = ("bfloat16",)

CASES = [
    (op.name, dtype)
    for op in TABLE.values()
    if op.name not in NO_ORACLE and counterpart(op) is not None and not getattr(op, "random", False)
    for dtype in (
        *testing.dtypes_of(op),
        *(BFLOAT16 if "float16" in testing.dtypes_of(op) else ()),
    )
]
TOLERANCE = {
    "bfloat16": (2e-2, 2e-2),
    "float16": (2e-3, 2e-3),
    "float32": (1e-5, 2e-6),
    "complex64": (1e-5, 1e-5),
}


def torch_from_numpy(array):
    """PyTorch refuses NumPy's bfloat16."""
    if array.dtype.name == "bfloat16":
        return torch.from_numpy(array.view("int16")).view(torch.bfloat16)
    return torch.from_numpy(array)


def pair(text, dtype, **options):
    ours = testing.make_sample(text, dtype, library=fb, functional=F, **options)
    theirs = testing.make_sample(
        text,
        dtype,
        library=torch,
        functional=torch.nn.functional,
        from_numpy=torch_from_numpy,
        **options,
    )
    return ours, theirs


def oracle(op, sample):
    """PyTorch's result, None where it refuses the call or the dtype."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return counterpart(op)(*sample.args, **sample.kwargs)
        except (RuntimeError, TypeError, NotImplementedError, ValueError):
            return None


def compare(got, want, what):
    got, want = testing.flatten(got), testing.flatten(want)
    assert len(got) == len(want), what
    for g, w in zip(got, want, strict=True):
        if not isinstance(w, torch.Tensor):
            assert g == w, what
            continue
        assert str(g.dtype) == str(w.dtype), f"{what}: dtype {g.dtype}, PyTorch {w.dtype}"
        assert tuple(g.shape) == tuple(w.shape), (
            f"{what}: shape {tuple(g.shape)}, PyTorch {tuple(w.shape)}"
        )
        rtol, atol = TOLERANCE.get(g.dtype.name, (1e-10, 1e-12))
        w = w.detach().resolve_conj()
        if w.dtype is torch.bfloat16:
            g, w = g.to(fb.float32), w.to(torch.float32)
        w = w.numpy(force=True)  # also of a tensor that stands for zeros
        np.testing.assert_allclose(g.detach().numpy(), w, rtol, atol, err_msg=what)


@pytest.mark.parametrize(("name", "dtype"), CASES)
def test_values(name, dtype):
    op = TABLE[name]
    judged = 0
    for text in op.samples:
        ours, theirs = pair(text, dtype)
        want = oracle(op, theirs)
        if want is None:
            continue
        if name in DIFFERENT and "decimals" in text:
            continue
        compare(op(*ours.args, **ours.kwargs), want, f"{name}({text})")
        judged += 1
    if not judged:
        pytest.skip(f"PyTorch serves none of the samples in {dtype}")


# What PyTorch says where it has no derivative, or trips over its own steps.
NO_DERIVATIVE = (
    "is not implemented",
    "modified by an inplace operation",
    "triu: input tensor must have at least 2 dimensions",
    "doesn't match the broadcast shape",  # binary_cross_entropy_with_logits of a wider target
)
GRADIENTS = [
    name for name, _ in dict(CASES).items() if name in RULES or TABLE[name].kind == "composite"
]


@pytest.mark.parametrize("name", GRADIENTS)
def test_gradients(name):
    op = TABLE[name]
    if not op.differentiable:
        pytest.skip("not differentiable")
    if name in DIFFERENT:
        pytest.skip(DIFFERENT[name])
    compared = 0
    for text in op.samples:
        ours, theirs = pair(text, "float64", requires_grad=True)
        inputs = [t for t in theirs.tensors() if t.requires_grad]
        if not inputs:
            continue
        own = [t for t in ours.tensors() if t.requires_grad]
        if op.mutates:  # a leaf must not be written to
            ours.args, theirs.args = ((s.args[0].clone(), *s.args[1:]) for s in (ours, theirs))
        want = oracle(op, theirs)
        if want is None:
            continue
        want, got = testing.flatten(want), testing.flatten(op(*ours.args, **ours.kwargs))
        judged = [i for i, w in enumerate(want) if getattr(w, "requires_grad", False)]
        if not judged:
            assert not any(getattr(g, "requires_grad", False) for g in got), (
                f"{name}({text}): PyTorch's result has no gradient"
            )
            compared += 1
            continue
        ones = [torch.ones_like(want[i]) for i in judged]
        try:
            grads = torch.autograd.grad([want[i] for i in judged], inputs, ones, allow_unused=True)
        except RuntimeError as e:
            if not any(reason in str(e) for reason in NO_DERIVATIVE):
                raise
            continue
        mine = firebrick_autograd.grad(
            [got[i] for i in judged], own, [fb.ones_like(got[i]) for i in judged], allow_unused=True
        )
        compared += 1
        for m, g in zip(mine, grads, strict=True):
            if g is None:
                assert m is None or not m.numpy().any(), f"{name}({text})"
            else:
                assert m is not None, f"{name}({text}): no gradient"
                compare(m, g, f"gradient of {name}({text})")
    if not compared:
        pytest.skip("no sample has a differentiable input that PyTorch serves")


HALF_WITH_NUMBERS = {
    "multiplied": lambda t: t * 0.4,
    "multiplied from the left": lambda t: 0.4 * t,
    "multiplied in place": lambda t: t.clone().mul_(0.4),
    "divided": lambda t: t / 3.3,
    "added": lambda t: t + 0.1,
    "subtracted": lambda t: t - 0.1,
    "subtracted from": lambda t: 0.1 - t,
    "power": lambda t: t.abs() ** 0.3,
}


@pytest.mark.parametrize("way", HALF_WITH_NUMBERS)
def test_numbers_meet_half_precision_as_pytorch_rounds(way):
    a = np.random.default_rng(0).standard_normal(2000).astype("float16")
    function = HALF_WITH_NUMBERS[way]
    got, want = function(fb.from_numpy(a)), function(torch.from_numpy(a))
    np.testing.assert_array_equal(got.numpy(), want.numpy())
