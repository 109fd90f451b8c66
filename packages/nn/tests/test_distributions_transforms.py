"""Transforms, constraints and the registries between them."""

import copy
import gc
import pickle

import numpy as np
import pytest

import firebrick_core as fb
import firebrick_nn.distributions as D
from firebrick_autograd.functional import jacobian
from firebrick_nn.distributions import constraints as C, transforms as TR


def v(*numbers):
    return fb.tensor(numbers if len(numbers) > 1 else numbers[0], dtype=fb.float64)


NAMES = {"D": D, "C": C, "v": v}

# Bijective transforms, and a value of their domain.
BIJECTIVE = """
D.AffineTransform(1.0, -2.0) | v(-1.0, 2.0)
D.AffineTransform(v(1.0, 2.0), v(3.0, -4.0)) | v(-1.0, 2.0)
D.AffineTransform(v(1.0, 2.0), v(3.0, -4.0), event_dim=1) | v(-1.0, 2.0)
D.CatTransform([D.ExpTransform(), D.AffineTransform(1, 2)], lengths=[1, 2]) | v(-1.0, 2.0, 3.0)
D.ComposeTransform([D.ExpTransform(), D.AffineTransform(1, -2)]) | v(-1.0, 2.0)
D.ComposeTransform([D.AffineTransform(0, 2), D.StickBreakingTransform()]) | v(-1.0, 0.5)
D.CorrCholeskyTransform() | v(-1.0, 0.3, 0.5)
D.CorrCholeskyTransform() | v(-1.0, 0.3, 0.5, 1.0, -0.4, 0.2)
D.CumulativeDistributionTransform(D.Normal(0.0, 2.0)) | v(-1.0, 2.0)
D.ExpTransform() | v(-1.0, 2.0)
D.ExpTransform().inv | v(1.0, 2.0)
D.IndependentTransform(D.ExpTransform(), 1) | v(-1.0, 2.0)
D.PowerTransform(2.0) | v(0.5, 2.0)
D.PowerTransform(v(-1.5)) | v(0.5, 2.0)
D.ReshapeTransform((4,), (2, 2)) | v(1.0, 2.0, 3.0, 4.0)
D.SigmoidTransform() | v(-1.0, 2.0)
D.SoftplusTransform() | v(-1.0, 2.0)
D.StackTransform([D.ExpTransform(), D.TanhTransform()]) | v(-1.0, 0.5)
D.StickBreakingTransform() | v(-1.0, 2.0, 0.5)
D.StickBreakingTransform().inv | v(0.2, 0.3, 0.5)
D.TanhTransform() | v(-1.0, 2.0)
""".strip().splitlines()

# Transforms that lose something: the inverse still leads back to the same result.
OTHERS = """
D.AbsTransform() | v(-1.0, 2.0)
D.LowerCholeskyTransform() | v(1.0, 2.0, 3.0, 4.0).reshape(2, 2)
D.PositiveDefiniteTransform() | v(1.0, 2.0, 0.3, 0.4).reshape(2, 2)
D.SoftmaxTransform() | v(-1.0, 2.0)
""".strip().splitlines()


def made(case):
    return tuple(eval(part, {}, NAMES) for part in case.split("|"))


@pytest.mark.parametrize("case", BIJECTIVE + OTHERS)
def test_inverses(case):
    t, x = made(case)
    y = t(x)
    assert t.codomain.check(y).all() and t.domain.check(x).all()
    if t.bijective:
        np.testing.assert_allclose(t.inv(y).numpy(), x.numpy(), atol=1e-9)
    np.testing.assert_allclose(t(t.inv(y)).numpy(), y.numpy(), atol=1e-9)
    assert t.inv.inv is t
    assert t.forward_shape(x.shape) == y.shape and t.inverse_shape(y.shape) == x.shape


# Entries of a result that the others follow from are left out of the Jacobian's determinant.
FREE = {
    "StickBreakingTransform()": lambda y: y[:-1],
    "CorrCholeskyTransform()": lambda y: D.utils.tril_matrix_to_vec(y, -1),
}


def free_entries(case, t):
    """The result as a vector of as many entries as the argument has."""
    if ".inv" in case:
        return None
    return next((f for name, f in FREE.items() if name in case), fb.Tensor.flatten)


@pytest.mark.parametrize("case", BIJECTIVE)
def test_jacobians(case):
    t, x = made(case)
    free = free_entries(case, t)
    if free is None:  # the inverse's is minus the other one's
        y = t(x)
        want = -t.inv.log_abs_det_jacobian(y, x)
        np.testing.assert_allclose(t.log_abs_det_jacobian(x, y).numpy(), want.numpy())
        return
    matrix = jacobian(lambda x: free(t(x)), x)
    want = fb.linalg.slogdet(matrix).logabsdet
    got = t.log_abs_det_jacobian(x, t(x))
    assert got.sum().item() == pytest.approx(want.item(), abs=1e-8)


@pytest.mark.parametrize("case", BIJECTIVE)
def test_signs(case):
    t, x = made(case)
    try:
        sign = t.sign
    except NotImplementedError:
        pytest.skip("not of single numbers")
    slope = fb.as_tensor((t(x + 1e-3) - t(x)).sign())
    assert (slope == sign).all()


@pytest.mark.parametrize("case", BIJECTIVE + OTHERS)
def test_caches(case):
    t, x = made(case)
    t = t.with_cache()
    y = t(x)
    assert t(x) is y and t.inv(y) is x
    assert t.with_cache(1) is t


def test_a_cache_keeps_one_pair():
    t = D.ExpTransform(cache_size=1)
    x = v(1.0)
    y = t(x)
    t(v(2.0))
    assert t.inv(y) is not x
    with pytest.raises(ValueError, match="cache_size must be 0 or 1"):
        D.ExpTransform(cache_size=2)


def test_composition_multiplies():
    t = D.ComposeTransform([D.ExpTransform(), D.AffineTransform(1.0, 2.0)])
    assert t(v(0.0)).item() == 3 and t.inv(v(3.0)).item() == 0
    assert t.sign == 1 and t.bijective
    assert D.identity_transform(v(2.0)).item() == 2
    assert repr(D.identity_transform) == "ComposeTransform(\n    \n)"


def test_equality():
    assert D.ExpTransform() == D.ExpTransform() != D.TanhTransform()
    assert D.AffineTransform(0, 1) == D.AffineTransform(0, 1) != D.AffineTransform(0, 2)
    assert D.ExpTransform().inv == D.ExpTransform().inv
    assert D.ComposeTransform([D.ExpTransform()]) == D.ComposeTransform([D.ExpTransform()])
    assert D.PowerTransform(2.0) == D.PowerTransform(2.0) != D.PowerTransform(3.0)


def test_an_inverse_does_not_keep_its_transform_in_a_cycle():
    gc.collect()
    gc.disable()
    try:
        t = D.ComposeTransform([D.ExpTransform(), D.AffineTransform(1.0, 2.0)])
        t.inv(t(v(1.0)))
        del t
        assert gc.collect() == 0
    finally:
        gc.enable()


@pytest.mark.parametrize("case", BIJECTIVE + OTHERS)
def test_copies(case):
    t, x = made(case)
    t.inv  # noqa: B018  # the weak reference to the inverse is not copied
    for again in (copy.deepcopy(t), pickle.loads(pickle.dumps(t))):
        np.testing.assert_array_equal(again(x).numpy(), t(x).numpy())


# ---------------------------------------------------------------------- registries
CONSTRAINTS = """
C.corr_cholesky | 3
C.greater_than(2.0) | 4
C.greater_than_eq(v(1.0, 2.0, 3.0, 4.0)) | 4
C.half_open_interval(-1.0, 2.0) | 4
C.independent(C.positive, 1) | 4
C.interval(-1.0, v(2.0)) | 4
C.less_than(-2.0) | 4
C.nonnegative | 4
C.positive | 4
C.real | 4
C.real_vector | 4
C.simplex | 4
C.unit_interval | 4
C.cat([C.positive, C.unit_interval], 0, [1, 3]) | 4
C.stack([C.positive, C.unit_interval, C.real, C.less_than(0.0)]) | 4
C.lower_cholesky | 9
C.positive_definite | 9
C.positive_semidefinite | 9
""".strip().splitlines()


@pytest.mark.parametrize("registry", [D.biject_to, D.transform_to])
@pytest.mark.parametrize("case", CONSTRAINTS)
def test_registries_reach_the_region(case, registry):
    constraint, size = made(case)
    if size == 9 and registry is D.biject_to:
        with pytest.raises(NotImplementedError, match="Cannot transform"):
            registry(constraint)
        return
    t = registry(constraint)
    x = fb.randn(5, 4, 3, 3) if size == 9 else fb.randn(5, 4, size)
    x = x.double() if size != 4 else x[..., :4].double()
    if "stack" in case or "cat" in case:
        x = x[0, 0]
    y = t(x)
    assert constraint.check(y).all()
    assert t.bijective or registry is D.transform_to
    np.testing.assert_allclose(t(t.inv(y)).numpy(), y.numpy(), atol=1e-7)


def test_registering():
    class Odd(C.Constraint):
        pass

    registry = D.constraint_registry.ConstraintRegistry()
    with pytest.raises(NotImplementedError, match="Cannot transform Odd constraints"):
        registry(Odd())

    @registry.register(Odd)
    def to_odd(constraint):
        return D.ExpTransform()

    assert registry(Odd()) == D.ExpTransform()
    with pytest.raises(TypeError, match="either a Constraint subclass or instance"):
        registry.register(3, to_odd)


# ---------------------------------------------------------------------- constraints
CHECKS = [
    (C.boolean, [0.0, 1.0, 0.5], [True, True, False]),
    (C.greater_than(1), [0.0, 1.0, 2.0], [False, False, True]),
    (C.greater_than_eq(1), [0.0, 1.0, 2.0], [False, True, True]),
    (C.half_open_interval(0, 1), [0.0, 0.5, 1.0], [True, True, False]),
    (C.integer_interval(0, 2), [-1.0, 0.0, 0.5, 2.0, 3.0], [False, True, False, True, False]),
    (C.interval(0, 1), [-0.1, 0.0, 1.0, 1.1], [False, True, True, False]),
    (C.less_than(1), [0.0, 1.0], [True, False]),
    (C.nonnegative, [-1.0, 0.0], [False, True]),
    (C.nonnegative_integer, [-1.0, 0.0, 0.5], [False, True, False]),
    (C.positive_integer, [0.0, 1.0, 1.5], [False, True, False]),
    (C.real, [0.0, float("inf"), float("nan")], [True, True, False]),
    (C.one_hot, [[0.0, 1.0], [1.0, 1.0], [0.0, 0.0]], [True, False, False]),
    (C.simplex, [[0.5, 0.5], [0.5, 0.6], [-0.5, 1.5]], [True, False, False]),
    (C.multinomial(2), [[1.0, 1.0], [2.0, 1.0], [-1.0, 1.0]], [True, False, False]),
    (C.real_vector, [[0.0, 1.0], [0.0, float("nan")]], [True, False]),
    (C.stack([C.positive, C.boolean]), [1.0, 0.5], [True, False]),
    (C.lower_triangular, [[[1.0, 0.0], [2.0, 3.0]], [[1.0, 2.0], [0.0, 1.0]]], [True, False]),
    (C.lower_cholesky, [[[1.0, 0.0], [2.0, 3.0]], [[-1.0, 0.0], [0.0, 1.0]]], [True, False]),
    (C.positive_definite, [[[1.0, 0.0], [0.0, 1.0]], [[1.0, 2.0], [2.0, 1.0]]], [True, False]),
    (C.positive_semidefinite, [[[1.0, 0.0], [0.0, 0.0]], [[1.0, 2.0], [2.0, 1.0]]], [True, False]),
    (C.symmetric, [[[1.0, 2.0], [2.0, 1.0]]], [True]),
    (C.square, [[[1.0, 2.0, 3.0], [2.0, 1.0, 3.0]]], [False]),
]


@pytest.mark.parametrize("constraint,value,want", CHECKS, ids=lambda x: repr(x)[:40])
def test_checks(constraint, value, want):
    assert constraint.check(fb.tensor(value)).tolist() == want
    assert repr(constraint)


def test_dependent_constraints():
    assert C.is_dependent(D.Uniform.support) and not C.is_dependent(C.real)
    with pytest.raises(ValueError, match="Cannot determine validity of dependent"):
        C.dependent.check(v(1.0))
    with pytest.raises(NotImplementedError, match="event_dim cannot be determined"):
        C.dependent.event_dim  # noqa: B018
    assert C.dependent(event_dim=2).event_dim == 2
    assert D.Uniform.support.event_dim == 0  # known of the class already


ERRORS = [
    (lambda: D.ReshapeTransform((2, 3), (5,)), ValueError, "different numbers of elements"),
    (lambda: D.StickBreakingTransform().forward_shape(()), ValueError, "Too few dimensions"),
    (lambda: D.CorrCholeskyTransform().forward_shape((4,)), ValueError, "lower-diagonal"),
    (lambda: D.CorrCholeskyTransform().inverse_shape((4, 5)), ValueError, "not square"),
    (lambda: D.ReshapeTransform((4,), (2, 2)).forward_shape((3,)), ValueError, "Shape mismatch"),
    (lambda: D.SoftmaxTransform().log_abs_det_jacobian(1, 2), NotImplementedError, "bijective"),
    (lambda: C.independent(C.positive, 1).check(v(1.0)), ValueError, "value.dim"),
    (lambda: TR.StickBreakingTransform().event_dim and TR.ReshapeTransform((4,), (2, 2)).event_dim,
     ValueError, "domain.event_dim or .codomain"),
]  # fmt: skip


@pytest.mark.parametrize("call,kind,message", ERRORS)
def test_errors(call, kind, message):
    with pytest.raises(kind, match=message):
        call()
