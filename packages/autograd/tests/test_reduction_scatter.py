"""Derivatives of reductions into places, and of copies with a view replaced."""

import itertools

import pytest

import firebrick_autograd as autograd
import firebrick_core as fb

INDEX = fb.tensor([[0, 2, 2, 0], [0, 1, 2, 1]])
CASES = [
    case
    for case in itertools.product(
        ("sum", "prod", "mean", "amax", "amin"), (True, False), (fb.float64, fb.complex128)
    )
    if case[2] is fb.float64 or case[0] in ("sum", "prod", "mean")
]


def leaf(*shape, dtype=fb.float64, seed=0):
    generator = fb.Generator().manual_seed(seed)
    return fb.randn(shape, dtype=dtype, generator=generator).requires_grad_()


@pytest.mark.parametrize(("reduce", "include_self", "dtype"), CASES)
def test_scatter_reduce(reduce, include_self, dtype):
    def function(x, src):
        return fb.scatter_reduce(x, 0, INDEX, src, reduce, include_self=include_self)

    def in_place(x, src):
        return x.clone().scatter_reduce_(0, INDEX, src, reduce, include_self=include_self)

    inputs = leaf(3, 4, dtype=dtype), leaf(3, 5, dtype=dtype, seed=1)  # a source that is too large
    for f in (function, in_place):
        assert autograd.gradcheck(f, inputs) and autograd.gradgradcheck(f, inputs)


@pytest.mark.parametrize(("reduce", "include_self", "dtype"), [c for c in CASES if c[0] != "sum"])
def test_index_reduce(reduce, include_self, dtype):
    def function(x, src):
        return x.index_reduce(1, fb.tensor([1, 3, 1]), src, reduce, include_self=include_self)

    inputs = leaf(2, 4, dtype=dtype), leaf(2, 3, dtype=dtype, seed=1)
    assert autograd.gradcheck(function, inputs) and autograd.gradgradcheck(function, inputs)


def test_products_with_zeros():
    """One zero: the product of the others reaches it. Two: nothing does."""
    index = fb.tensor([0, 0, 1, 1])
    x = fb.tensor([2.0, 0.0], requires_grad=True)
    src = fb.tensor([0.0, 5.0, 0.0, 3.0], requires_grad=True)
    fb.scatter_reduce(x, 0, index, src, "prod").sum().backward()
    assert src.grad.tolist() == [10, 0, 0, 0] and x.grad.tolist() == [0, 0]


def test_ties_share_the_gradient():
    x = fb.tensor([3.0], requires_grad=True)
    src = fb.tensor([3.0, 3.0, 1.0], requires_grad=True)
    fb.scatter_reduce(x, 0, fb.zeros(3, dtype=fb.int64), src, "amax").backward(fb.tensor([3.0]))
    assert x.grad.tolist() == [1] and src.grad.tolist() == [1, 1, 0]


@pytest.mark.parametrize(
    ("function", "src"),
    [
        ("lambda x, s: fb.select_scatter(x, s, 1, 2)", (3,)),
        ("lambda x, s: fb.slice_scatter(x, s, 1, 0, 4, 2)", (3, 2)),
        ("lambda x, s: fb.diagonal_scatter(x, s, 1)", (3,)),
        ("lambda x, s: fb.as_strided_scatter(x, s, (2, 2), (4, 1), 1)", (2, 2)),
        ("lambda x, s: fb.as_strided_scatter(x.t(), s, (2,), (5,))", (2,)),
        ("lambda x, s: fb.as_strided_scatter(x[:, ::2], s, (4,), (1,))", (4,)),
        ("lambda x, s: fb.as_strided_scatter(x, s, (), (), 3)", ()),
    ],
)
def test_replaced_views(function, src):
    function = eval(function, {"fb": fb})
    inputs = leaf(3, 4), leaf(*src, seed=1)
    assert autograd.gradcheck(function, inputs) and autograd.gradgradcheck(function, inputs)
