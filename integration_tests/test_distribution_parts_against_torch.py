"""Errors, transforms and constraints of distributions against PyTorch's."""

from __future__ import annotations

import pytest

import firebrick_core as fb
import firebrick_nn.distributions as mine_d
from firebrick_nn.distributions import constraints as mine_c

torch = pytest.importorskip("torch")
from distribution_pairs import Names, assert_same, both, outcome  # noqa: E402

theirs_d = torch.distributions
theirs_c = theirs_d.constraints

# ---------------------------------------------------------------------- errors
ERRORS = """
D.Normal(0.0, -1.0)
D.Normal(v(0, 0), v(-1, -1))
D.Normal("a", 1.0)
D.Normal(0.0, 1.0).log_prob(1.0)
D.Normal(v(1, 2, 3), 1.0).log_prob(v(1, 2))
D.Normal(v(1, 2, 3), 1.0).log_prob(v(float("nan")))
D.Normal(v(1, 2), 1.0).expand([3])
D.Normal(0.0, 1.0).enumerate_support()
D.Bernoulli(probs=0.5, logits=0.0)
D.Bernoulli()
D.Bernoulli(1.5)
D.Binomial(3, v(0.2, 0.3)).log_prob(v(5))
D.Binomial(v(2, 3), v(0.2, 0.3)).enumerate_support()
D.Categorical(v(1))
D.Categorical(logits=v(1))
D.Categorical(v(-1, 2))
D.Categorical(v(1, 1, 1)).log_prob(T.tensor(3))
D.Categorical(v(1, 1, 1)).rsample()
D.Categorical()
D.OneHotCategorical(v(1, 1, 1)).log_prob(v(1, 1, 1))
D.OneHotCategorical(v(1, 1, 1)).log_prob(v(1, 1))
D.Multinomial(T.tensor(3), v(1, 1, 1))
D.Multinomial(3, v(1, 1, 1)).log_prob(v(2, 1, 1))
D.MultivariateNormal(v(0, 0))
D.MultivariateNormal(v(0), COV)
D.MultivariateNormal(v(0, 0), v(0, 0))
D.MultivariateNormal(v(0, 0), precision_matrix=v(0, 0))
D.MultivariateNormal(v(0, 0), scale_tril=v(0, 0))
D.MultivariateNormal(v(0, 0, 0), -COV)
D.LowRankMultivariateNormal(v(0), v(1, 1).reshape(2, 1), v(1, 1))
D.LowRankMultivariateNormal(v(0, 0), v(1, 1), v(1, 1))
D.LowRankMultivariateNormal(v(0, 0), M3[:, :1], v(1, 1))
D.LowRankMultivariateNormal(v(0, 0), M3[:2, :1], v(1, 1, 1))
D.LowRankMultivariateNormal(v(0, 0), T.ones(4, 2, 1), T.ones(3, 2))
D.Uniform(1.0, 0.0)
D.Uniform(0.0, 1.0).log_prob(v(2))
D.Independent(D.Normal(v(0, 0), 1.0), 2)
D.MixtureSameFamily(D.Normal(v(0, 0), 1.0), D.Normal(v(0, 0), 1.0))
D.MixtureSameFamily(D.Categorical(v(1, 1)), 3)
D.MixtureSameFamily(D.Categorical(v(1, 1)), D.Normal(v(0, 0, 0), 1.0))
D.MixtureSameFamily(D.Categorical(T.ones(2, 3)), D.Normal(T.zeros(4, 3), 1.0))
D.TransformedDistribution(D.Normal(0.0, 1.0), 3)
D.TransformedDistribution(D.Normal(0.0, 1.0), [3])
D.TransformedDistribution(D.Normal(0.0, 1.0), D.StickBreakingTransform())
D.Dirichlet(v(1))
D.Geometric(0.0)
D.Geometric(v(0, 0.5))
D.LKJCholesky(1, 0.5)
D.LKJCholesky(3, 0.5).log_prob(COV)
D.Wishart(1.0, COV)
D.Wishart(3.0)
D.Wishart(3.0, v(1, 1))
D.GeneralizedPareto(0.0, -1.0, 0.1)
D.Distribution.set_default_validate_args(3)
D.kl_divergence(D.Normal(0.0, 1.0), D.Categorical(v(1, 1)))
D.kl_divergence(D.Normal(0.0, 1.0), D.Poisson(1.0))
D.transform_to(C.boolean)
D.biject_to(C.lower_cholesky)
D.transform_to.register(3, print)
D.SigmoidTransform(3)
D.ReshapeTransform((2, 3), (5,))
D.ReshapeTransform((2, 3), (6,)).forward_shape((2,))
D.AbsTransform().log_abs_det_jacobian(1, 2)
D.StickBreakingTransform().forward_shape(())
D.CorrCholeskyTransform().forward_shape((4,))
D.CorrCholeskyTransform().inverse_shape((4, 5))
C.dependent.check(3)
C.dependent.event_dim
C.dependent.is_discrete
C.independent(C.positive, 1).check(v(1))
D.utils.tril_matrix_to_vec(COV, 5)
D.utils.vec_to_tril_matrix(v(1, 2, 3, 4, 5))
""".strip().splitlines()


@pytest.mark.parametrize("text", ERRORS)
def test_errors(text):
    got, want = (outcome(lambda i=i: both_one(text, i)) for i in (0, 1))
    if not isinstance(want, Exception):
        assert not isinstance(got, Exception), repr(got)
        return
    assert type(got) is type(want), f"{got!r} for {want!r}"
    if str(want):
        assert " ".join(str(got).split()) == " ".join(str(want).split())


def both_one(text, index):
    T, D = ((fb, mine_d), (torch, theirs_d))[index]
    return eval(text, {}, Names(T, D))


# ---------------------------------------------------------------------- constraints, transforms
TRANSFORMS = """
D.AbsTransform() | v(-1, 2)
D.AffineTransform(1.0, -2.0) | v(-1, 2)
D.AffineTransform(v(1, 2), v(3, -4), event_dim=1) | v(-1, 2)
D.AffineTransform(v(1, 2), 3.0) | v(-1, 2)
D.CatTransform([D.ExpTransform(), D.AffineTransform(1, 2)], lengths=[1, 2]) | v(-1, 2, 3)
D.CatTransform([D.ExpTransform(), D.AffineTransform(1, 2)], dim=-1) | v(-1, 2)
D.ComposeTransform([D.ExpTransform(), D.AffineTransform(1, 2)]) | v(-1, 2)
D.ComposeTransform([]) | v(-1, 2)
D.CorrCholeskyTransform() | v(-1, 2, 0.5)
D.CumulativeDistributionTransform(D.Normal(0.0, 2.0)) | v(-1, 2)
D.ExpTransform() | v(-1, 2)
D.ExpTransform().inv | v(1, 2)
D.IndependentTransform(D.ExpTransform(), 1) | v(-1, 2)
D.LowerCholeskyTransform() | TRIL
D.PositiveDefiniteTransform() | TRIL
D.PowerTransform(2.0) | v(1, 2)
D.PowerTransform(v(2, -3)) | v(1, 2)
D.ReshapeTransform((4,), (2, 2)) | v(-1, 2, 3, 4)
D.SigmoidTransform() | v(-1, 2)
D.SoftmaxTransform() | v(-1, 2)
D.SoftplusTransform() | v(-1, 2)
D.StackTransform([D.ExpTransform(), D.AffineTransform(1, 2)]) | v(-1, 2)
D.StickBreakingTransform() | v(-1, 2, 0.5)
D.TanhTransform() | v(-1, 2)
D.biject_to(C.interval(0.0, 2.0)) | v(-1, 2)
D.biject_to(C.simplex) | v(-1, 2)
D.transform_to(C.simplex) | v(-1, 2)
D.biject_to(C.less_than(3.0)) | v(-1, 2)
D.biject_to(C.greater_than(v(1, 2))) | v(-1, 2)
D.transform_to(C.half_open_interval(1, 2)) | v(-1, 2)
D.transform_to(C.unit_interval) | v(-1, 2)
D.transform_to(C.real) | v(-1, 2)
D.biject_to(C.independent(C.positive, 1)) | v(-1, 2)
D.transform_to(C.positive_semidefinite) | TRIL
D.biject_to(C.cat([C.positive, C.real], 0, [2, 3])) | v(1, 2, 3, 4, 5)
D.biject_to(C.stack([C.positive, C.real])) | v(-1, 2)
D.biject_to(C.corr_cholesky) | v(-1, 2, 0.5)
""".strip().splitlines()


@pytest.mark.parametrize("case", TRANSFORMS)
def test_transforms(case):
    text, value = (part.strip() for part in case.split("|"))
    mine, theirs = both(text)
    x = both(value)
    assert repr(mine) == repr(theirs)
    for name in ("domain", "codomain", "bijective", "sign", "event_dim"):
        got, want = (outcome(lambda t=t, name=name: getattr(t, name)) for t in (mine, theirs))
        assert_same(got, want, name, 0)
    y = mine(x[0]), theirs(x[1])
    assert_same(*y, "forward", 1e-5)
    assert_same(mine.inv(y[0]), theirs.inv(y[1]), "inverse", 1e-4)
    jacobians = (
        outcome(lambda i=i: (mine, theirs)[i].log_abs_det_jacobian(x[i], y[i])) for i in (0, 1)
    )
    assert_same(*jacobians, "log_abs_det_jacobian", 1e-4)
    assert tuple(mine.forward_shape(x[0].shape)) == tuple(theirs.forward_shape(x[1].shape))
    assert tuple(mine.inverse_shape(y[0].shape)) == tuple(theirs.inverse_shape(y[1].shape))


CONSTRAINTS = """
C.boolean | v(0, 1, 0.5)
C.cat([C.positive, C.boolean], 0, [2, 1]) | v(-1, 2, 1)
C.corr_cholesky | CORR
C.corr_cholesky | TRIL
C.greater_than(1) | v(0, 1, 2)
C.greater_than_eq(1) | v(0, 1, 2)
C.half_open_interval(0, 1) | v(0, 1, 2)
C.independent(C.positive, 1) | v(0, 1, 2)
C.integer_interval(0, 3) | v(-1, 0, 2.5, 3, 4)
C.interval(0, 1) | v(0, 1, 2)
C.less_than(1) | v(0, 1, 2)
C.lower_cholesky | TRIL
C.lower_cholesky | -TRIL
C.lower_triangular | TRIL
C.lower_triangular | COV
C.MixtureSameFamilyConstraint(C.positive) | v(-1, 2)
C.multinomial(3) | v(1, 1, 1)
C.multinomial(3) | v(2, 1, 1)
C.nonnegative | v(-1, 0)
C.nonnegative_integer | v(-1, 0, 0.5)
C.one_hot | v(0, 1, 0)
C.one_hot | v(1, 1, 0)
C.positive | v(-1, 0, 1)
C.positive_definite | COV
C.positive_definite | -COV
C.positive_definite | TRIL
C.positive_semidefinite | COV
C.positive_integer | v(0, 1)
C.real | v(0, float("inf"), float("nan"))
C.real_vector | v(0, 1)
C.simplex | v(0.5, 0.5)
C.simplex | v(0.5, 0.6)
C.square | COV
C.square | M3[:2]
C.stack([C.positive, C.boolean]) | v(1, 2)
C.symmetric | COV
C.symmetric | TRIL
C.unit_interval | v(-1, 0.5)
""".strip().splitlines()


@pytest.mark.parametrize("case", CONSTRAINTS)
def test_constraints(case):
    text, value = (part.strip() for part in case.split("|"))
    mine, theirs = both(text)
    x = both(value)
    assert repr(mine) == repr(theirs)
    assert (mine.is_discrete, mine.event_dim) == (theirs.is_discrete, theirs.event_dim)
    assert_same(mine.check(x[0]), theirs.check(x[1]), "check", 0)


def test_every_constraint_and_transform_is_in_a_table():
    text = "\n".join(CONSTRAINTS + TRANSFORMS)
    functions = {"Constraint", "dependent", "dependent_property", "is_dependent"}
    assert all(f"C.{name}" in text for name in set(theirs_c.__all__) - functions)
    transforms = set(theirs_d.transforms.__all__) - {"Transform", "identity_transform"}
    assert all(f"D.{name}(" in text for name in transforms)
    assert set(theirs_c.__all__) == set(mine_c.__all__)
