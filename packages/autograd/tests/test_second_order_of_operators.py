"""Second derivatives of every operator with rules, by every composition of the two modes.

For directions `u` and `w` of the inputs and a cotangent `v`, each composition gives the same
number: the second derivative of `<v, f(x + s u + t w)>` by `s` and `t` at 0.
"""

from itertools import islice

import numpy as np
import pytest

import firebrick_autograd as autograd
import firebrick_core as fb
from firebrick_autograd.func import grad, jvp, vjp, vmap
from firebrick_autograd.testing import differentiable_samples
from firebrick_core._operator import TABLE
from firebrick_core.testing import dtypes_of

OPERATORS = [
    op
    for op in TABLE.values()
    if op.inplace_of is None
    and op.samples
    and op.differentiable
    and not op.mutates
    and autograd.status(op.name) in ("given", "given in part", "composite")
]


def inner(xs, ys):
    """The real inner product of two tuples of tensors."""
    total = 0.0
    for x, y in zip(xs, ys, strict=True):
        product = x * y.conj()
        total = total + (product.real if product.is_complex() else product).sum()
    return total


class Case:
    """A call of an operator, with two directions and a cotangent."""

    def __init__(self, function, inputs, symmetric=False, seed=0):
        self.f, self.x = function, tuple(inputs)
        with fb.no_grad():
            self.out = function(*inputs)
        rng = np.random.default_rng(seed)
        self.v = random_like(self.out, rng)
        self.u, self.w = (self.directions(rng, symmetric) for _ in range(2))

    def directions(self, rng, symmetric):
        """A direction of each input; zeros of those that have no gradient by declaration."""
        x = tuple(t.detach().requires_grad_() for t in self.x)
        outs = [(o, v) for o, v in zip(self.f(*x), self.v, strict=True) if o.requires_grad]
        if not outs:
            return random_like(x, rng)
        found = autograd.grad([o for o, _ in outs], x, [v for _, v in outs], allow_unused=True)
        made = random_like(x, rng)
        if symmetric:
            made = tuple((t + t.mH) / 2 for t in made)
        return tuple(t if g is not None else t * 0 for t, g in zip(made, found, strict=True))

    def weighed(self, *x):
        return inner(self.f(*x), self.v)

    def gradient(self, *x):
        return grad(self.weighed, tuple(range(len(x))))(*x)

    def tangent(self, u):
        return lambda *x: jvp(self.f, x, u)[1]

    # The six compositions.
    def reverse_over_reverse(self, x, u, w):
        return inner(vjp(self.gradient, *x)[1](u), w)

    def forward_over_reverse(self, x, u, w):
        return inner(jvp(self.gradient, x, w)[1], u)

    def reverse_over_forward(self, x, u, w):
        def moved(*x):
            return inner(self.tangent(u)(*x), self.v)

        return inner(grad(moved, tuple(range(len(x))))(*x), w)

    def forward_over_forward(self, x, u, w):
        return inner(jvp(self.tangent(u), x, w)[1], self.v)

    def forward_over_pullback(self, x, u, w):
        def pulled(*x):
            return vjp(self.f, *x)[1](self.v)

        return inner(jvp(pulled, x, w)[1], u)

    def recorded_backward(self, x, u, w):
        x = tuple(t.detach().requires_grad_() for t in x)
        outs = [(o, v) for o, v in zip(self.f(*x), self.v, strict=True) if o.requires_grad]
        outputs, weights = [o for o, _ in outs], [v for _, v in outs]
        options = {"allow_unused": True, "materialize_grads": True}
        if not outputs:
            return fb.zeros(())
        first = autograd.grad(outputs, x, weights, create_graph=True, **options)
        pairs = [(g, t) for g, t in zip(first, u, strict=True) if g.requires_grad]
        if not pairs:
            return fb.zeros(())
        second = autograd.grad([g for g, _ in pairs], x, [t for _, t in pairs], **options)
        return inner(second, w)


def random_like(tensors, rng):
    made = []
    for t in tensors:
        values = rng.standard_normal(t.shape)
        if t.dtype.is_complex:
            values = values + 1j * rng.standard_normal(t.shape)
        made.append(fb.from_numpy(np.asarray(values)).to(t.device, t.dtype))
    return tuple(made)


COMPOSITIONS = [
    Case.reverse_over_reverse,
    Case.forward_over_reverse,
    Case.reverse_over_forward,
    Case.forward_over_forward,
    Case.forward_over_pullback,
    Case.recorded_backward,
]


def cases(op, dtype):
    # The rules of a composite's parts have cases of their own.
    samples = islice(differentiable_samples(op, dtype), 1 if op.kind == "composite" else None)
    for function, inputs, what in samples:
        if any(text in what for text in LEFT_OUT):
            continue

        def seeded(*x, function=function):
            fb.manual_seed(0)
            return function(*x)

        case = Case(seeded, inputs, op.name in SYMMETRIC)
        if case.out and all(t.isfinite().all() for t in case.out):
            yield case, what


# Defined for Hermitian matrices, of which they read a triangle.
SYMMETRIC = {
    "linalg_cholesky_ex",
    "linalg_cholesky",
    "cholesky",
    "linalg_eigh",
    "linalg_eigvalsh",
    "lobpcg",
}

# Functions of complex matrices whose results have a phase that is not determined: reverse mode
# refuses a loss that depends on it, as random ones do.
PHASES = {"linalg_eigh", "linalg_svd", "svd", "svd_lowrank", "pca_lowrank", "lobpcg"}

# Samples without a second derivative, or a first one.
LEFT_OUT = {
    "ctc": "the second derivative is not implemented, as in PyTorch",
    "igamma": "no derivative in the first argument, as in PyTorch",
    "standard_gamma": "the second derivative is not implemented, as in PyTorch",
    "sample_dirichlet": "the second derivative is not implemented, as in PyTorch",
    "zeta": "no derivative in the first argument, as in PyTorch",
    "ldl": "not differentiable, as in PyTorch",
    "linalg_eig(": "eigenvectors have any phase: reverse mode refuses what depends on it",
}


def close(value, case):
    low = any(t.dtype.itemsize < 8 for t in (*case.x, *case.out))
    return pytest.approx(value, rel=1e-2 if low else 1e-6, abs=1e-8, nan_ok=True)


COMPLEX = [op for op in OPERATORS if "complex64" in dtypes_of(op) and op.name not in PHASES]
JUDGED = [(op, "float64") for op in OPERATORS] + [(op, "complex128") for op in COMPLEX]


@pytest.mark.parametrize(("op", "dtype"), JUDGED, ids=lambda x: getattr(x, "name", x))
def test_all_compositions_agree(op, dtype):
    judged = 0
    for case, what in cases(op, dtype):
        found = {c.__name__: float(c(case, case.x, case.u, case.w)) for c in COMPOSITIONS}
        want = close(found["recorded_backward"], case)
        for name, value in found.items():
            assert value == want, f"{what}: {name} {found}"
        judged += 1
    if not judged:
        pytest.skip("no sample has a differentiable input")


def of_sample(case, composition):
    """A composition as a function of inputs and directions, which depends on all of them."""
    n = len(case.x)

    def one(*t):
        return composition(case, t[:n], t[n : 2 * n], t[2 * n :]).cpu() + 0 * t[0].abs().sum().cpu()

    return one


@pytest.mark.parametrize("op", [op for op in OPERATORS if not op.random], ids=lambda op: op.name)
def test_compositions_inside_vmap(op):
    judged = 0
    for case, what in cases(op, "float64"):
        other = Case(case.f, [t * 0.97 for t in case.x], op.name in SYMMETRIC, seed=1)
        batch = [case.x + case.u + case.w, other.x + other.u + other.w]
        stacked = tuple(map(fb.stack, zip(*batch, strict=True)))
        for composition in COMPOSITIONS[:-1]:
            one = of_sample(case, composition)
            want = close([float(one(*sample)) for sample in batch], case)
            assert vmap(one)(*stacked).tolist() == want, f"{what}: {composition.__name__}"
        judged += 1
    if not judged:
        pytest.skip("no sample has a differentiable input")
