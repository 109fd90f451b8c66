"""Forward mode and batching of every operator in the table, against reverse mode and a loop."""

import itertools

import numpy as np
import pytest

import firebrick_autograd as autograd
import firebrick_core as fb
from firebrick_autograd.func import grad, jvp, vjp, vmap
from firebrick_autograd.testing import batches, differentiable_samples
from firebrick_core._operator import TABLE
from firebrick_core.testing import flatten

OPERATORS = [op for op in TABLE.values() if op.inplace_of is None and op.samples]
DIFFERENTIABLE = [
    op for op in OPERATORS
    if op.differentiable and autograd.status(op.name) in ("given", "composite") and not op.mutates
]  # fmt: skip


# Defined for Hermitian matrices, of which they read a triangle: forward mode reads the tangent's,
# reverse mode gives a Hermitian gradient.
HERMITIAN = {"linalg_cholesky_ex", "linalg_cholesky", "cholesky", "linalg_eigh", "lobpcg"}


# Samples whose reverse mode leaves something out on purpose, or refuses.
NOT_TRANSPOSED = {
    "padding_idx": "the padding row's gradient is dropped, its tangent is not, as in PyTorch",
    "True, 1, False, None, False, 1)": "embedding_bag with a padding row",
    "igamma": "no derivative in the first argument, as in PyTorch",
    "zeta": "no derivative in the first argument, as in PyTorch",
    "ctc_loss(": "the second derivative is not implemented, as in PyTorch",
    "ctc_backward": "the second derivative is not implemented, as in PyTorch",
    "ctc_cost": "the second derivative is not implemented, as in PyTorch",
    "linalg_ldl": "not differentiable, as in PyTorch",
    "linalg_eig(": "eigenvectors have any phase: reverse mode refuses what depends on it",
}


def dot(xs, ys):
    """The real inner product of two lists of tensors."""
    return sum(
        float(np.vdot(y.detach().cpu().numpy(), x.detach().cpu().numpy()).real)
        for x, y in zip(xs, ys, strict=True)
    )


def like(tensors, seed):
    rng = np.random.default_rng(seed)
    out = []
    for t in tensors:
        values = rng.standard_normal(t.shape)
        if t.dtype.is_complex:
            values = values + 1j * rng.standard_normal(t.shape)
        out.append(fb.from_numpy(np.asarray(values)).to(t.dtype))
    return out


@pytest.mark.parametrize("op", DIFFERENTIABLE, ids=lambda op: op.name)
def test_forward_mode_is_the_transpose_of_reverse_mode(op):
    judged = 0
    for function, inputs, what in differentiable_samples(op):
        if any(text in what for text in NOT_TRANSPOSED):
            continue
        fb.manual_seed(0)
        out, pull = vjp(function, *inputs)
        if not out or not all(t.isfinite().all() for t in out):
            continue
        tangents, cotangents = like(inputs, 1), like(out, 2)
        if op.name in HERMITIAN:
            tangents = [(t + t.mH) / 2 for t in tangents]
        fb.manual_seed(0)
        moved = jvp(function, tuple(inputs), tuple(tangents))[1]
        pulled = pull(tuple(cotangents))
        forward, reverse = dot(moved, cotangents), dot(tangents, pulled)
        rounding = 1e-2 if any(t.dtype.itemsize < 8 for t in out) else 1e-6
        assert forward == pytest.approx(reverse, rel=rounding, abs=1e-8, nan_ok=True), what
        judged += 1
    if not judged:
        pytest.skip("no sample has a differentiable input")


@pytest.mark.parametrize("op", OPERATORS, ids=lambda op: op.name)
def test_vmap_is_a_loop(op):
    if op.random:
        pytest.skip("random")
    judged = 0
    for function, arguments, what in batches(op):
        places = range(len(arguments))
        for mapped in {(True,) * len(arguments), *_one_of(places)}:
            given = [x if m else x[0] for x, m in zip(arguments, mapped, strict=True)]
            in_dims = tuple(0 if m else None for m in mapped)
            try:
                loop = [
                    flatten(
                        function(
                            *(x[n].clone() if m else x for x, m in zip(given, mapped, strict=True))
                        )
                    )
                    for n in range(len(arguments[0]))
                ]
                want = [fb.stack(list(column)) for column in zip(*loop, strict=True)]
            except (RuntimeError, IndexError, TypeError):
                continue  # the samples' results differ in shape, or are no tensors
            if op.mutates and not mapped[0] and op.name not in NOT_BATCHED:
                with pytest.raises(RuntimeError, match="that the samples share"):
                    vmap(function, in_dims)(*given)
                continue
            try:
                got = flatten(vmap(function, in_dims)(*(x.clone() for x in given)))
            except (RuntimeError, NotImplementedError) as e:
                if op.name not in NOT_BATCHED or "vmap: " not in str(e):
                    raise
                judged += 1
                continue
            assert len(got) == len(want), what
            for g, w in zip(got, want, strict=True):
                assert g.dtype is w.dtype and g.shape == w.shape, f"{what} {in_dims}"
                np.testing.assert_allclose(
                    g.cpu().numpy(),
                    w.cpu().numpy(),
                    rtol=1e-9,
                    atol=1e-10,
                    err_msg=f"{what} {in_dims}",
                )
            judged += 1
    if not judged:
        pytest.skip("no sample can be batched")


# What would depend on one sample's values, or on the memory behind it; PyTorch refuses it too.
NOT_BATCHED = {"resize_", "resize_as_", "as_strided_", "histogram", "histogramdd", "one_hot"}
# Rows are told apart by sizes in a tensor.
NOT_BATCHED |= {"grouped_mm", "lstm", "gru", "rnn_tanh", "rnn_relu"}


def _one_of(places):
    return [tuple(i == j for j in places) for i in places] if len(places) > 1 else []


def test_the_order_of_transforms_does_not_matter_for_second_derivatives():
    from firebrick_autograd.func import jacfwd, jacrev

    def function(x):
        return (x.sin() * x.sum()).exp().sum() + x.prod() * x.softmax(0)[0]

    x = fb.tensor([0.3, -0.2, 0.5], dtype=fb.float64)
    hessians = [a(b(function))(x) for a, b in itertools.product((jacfwd, jacrev), repeat=2)]
    for other in hessians[1:]:
        np.testing.assert_allclose(other.detach().numpy(), hessians[0].detach().numpy(), rtol=1e-10)


def test_gradients_inside_vmap_are_recorded_for_what_is_outside():
    w = fb.tensor([1.0, 2.0], requires_grad=True)
    x = fb.tensor([[0.5, 1.0], [2.0, 3.0]])
    per_sample = vmap(grad(lambda v: (v**2 * w**2).sum()))(x)
    assert per_sample.tolist() == [[1, 8], [4, 24]]
    assert autograd.grad(per_sample.sum(), w)[0].tolist() == [2 * 2.5 * 2, 2 * 4 * 4]
