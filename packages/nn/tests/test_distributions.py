"""Distributions against integrals, sums and samples: every figure follows from the density."""

import math

import numpy as np
import pytest

import firebrick_core as fb
import firebrick_nn.distributions as D
from firebrick_autograd import grad


def v(*numbers):
    return fb.tensor(numbers if len(numbers) > 1 else numbers[0], dtype=fb.float64)


NAMES = {"D": D, "v": v, "fb": fb}

# Continuous numbers, and the range that holds all of their probability but 1e-9.
CONTINUOUS = """
Beta(v(2.0), v(3.0)) | 0, 1
Cauchy(v(0.5), v(2.0)) | none
Chi2(v(5.0)) | 0, 90
ContinuousBernoulli(v(0.3)) | 0, 1
ContinuousBernoulli(logits=v(0.001)) | 0, 1
Exponential(v(1.5)) | 0, 20
FisherSnedecor(v(6.0), v(40.0)) | 0, 30
Gamma(v(2.5), v(1.5)) | 0, 30
GeneralizedPareto(v(1.0), v(2.0), v(-0.4)) | 1, 6
GeneralizedPareto(v(1.0), v(2.0), v(0.0)) | 1, 60
Gumbel(v(1.0), v(2.0)) | -8, 60
HalfCauchy(v(2.0)) | none
HalfNormal(v(2.0)) | 0, 14
InverseGamma(v(12.0), v(10.0)) | 0.01, 30
Kumaraswamy(v(2.0), v(3.0)) | 0, 1
Laplace(v(1.0), v(2.0)) | -50, 52
LogNormal(v(0.5), v(0.3)) | 0.1, 20
MixtureSameFamily(D.Categorical(v(1.0, 3.0)), D.Normal(v(0.0, 4.0), v(1.0, 0.5))) | -8, 9
Normal(v(1.0), v(2.0)) | -13, 15
Pareto(v(1.5), v(12.0)) | 1.5, 15
RelaxedBernoulli(v(0.9), v(0.3)) | none
StudentT(v(30.0), v(1.0), v(2.0)) | -40, 42
TransformedDistribution(D.Normal(v(0.0), v(1.0)), [D.TanhTransform()]) | none
Uniform(v(-1.0), v(3.0)) | -1, 3
VonMises(v(0.5), v(2.0)) | -3.1415926535, 3.1415926535
Weibull(v(2.0), v(1.5)) | 0, 20
""".strip().splitlines()

DISCRETE = """
Bernoulli(v(0.3)) | 2
Bernoulli(logits=v(1.5)) | 2
Binomial(7, v(0.3)) | 8
Binomial(7, logits=v(0.4)) | 8
Categorical(v(0.2, 0.5, 0.3)) | 3
Geometric(v(0.3)) | 90
NegativeBinomial(v(2.5), v(0.4)) | 90
Poisson(v(3.5)) | 60
""".strip().splitlines()

# Gauss and Legendre's rule on 40 panels of [-1, 1], with an edge in the middle.
_NODES, _WEIGHTS = np.polynomial.legendre.leggauss(80)
_EDGES = np.linspace(-1, 1, 41)
NODES = (_EDGES[:-1, None] + (_NODES + 1) / 40).ravel()
WEIGHTS = np.tile(_WEIGHTS / 40, 40)


def made(case):
    text, rest = (part.strip() for part in case.split("|"))
    return eval(f"D.{text}", {}, NAMES), rest


def has(function):
    """What a method gives, or None where the distribution does not define it."""
    try:
        return function()
    except NotImplementedError:
        return None


def quadrature(rest):
    """Points and weights of an integral over the range."""
    low, high = map(float, rest.split(","))
    points = low + (high - low) * (NODES + 1) / 2
    return fb.from_numpy(points), fb.from_numpy(WEIGHTS * (high - low) / 2)


INTEGRATED = [case for case in CONTINUOUS if not case.endswith("none")]


@pytest.mark.parametrize("case", INTEGRATED)
def test_the_density_integrates_to_the_moments(case):
    d, rest = made(case)
    x, weights = quadrature(rest)
    p = d.log_prob(x).exp() * weights
    assert p.sum().item() == pytest.approx(1, abs=1e-6)
    if not isinstance(d, D.VonMises):  # whose mean is that of a circle
        mean = (p * x).sum()
        assert d.mean.item() == pytest.approx(mean.item(), rel=1e-5)
        assert d.variance.item() == pytest.approx((p * (x - mean) ** 2).sum().item(), rel=1e-4)
        assert d.stddev.item() == pytest.approx(d.variance.sqrt().item(), rel=1e-9)


@pytest.mark.parametrize("case", INTEGRATED)
def test_entropy_is_the_mean_of_minus_log_prob(case):
    d, rest = made(case)
    entropy = has(d.entropy)
    if entropy is None:
        pytest.skip("has no entropy")
    x, weights = quadrature(rest)
    log_prob = d.log_prob(x).clamp(min=-1e4)
    want = -(log_prob.exp() * log_prob * weights).sum().item()
    assert entropy.item() == pytest.approx(want, abs=1e-5)
    assert d.perplexity().item() == pytest.approx(math.exp(want), rel=1e-4)


@pytest.mark.parametrize("case", CONTINUOUS)
def test_cdf_grows_by_the_density_and_icdf_inverts_it(case):
    d, _ = made(case)
    probabilities = v(0.1, 0.2, 0.3, 0.45, 0.6, 0.75, 0.9)
    x = has(lambda: d.icdf(probabilities))
    if x is None:
        x = d.sample((7,))
    if has(lambda: d.cdf(x)) is None:
        pytest.skip("has no cdf")
    x = x.clone().requires_grad_()
    below = d.cdf(x)
    if has(lambda: d.icdf(probabilities)) is not None:
        np.testing.assert_allclose(below.detach().numpy(), probabilities.numpy(), atol=1e-9)
    (slope,) = grad(below.sum(), [x])
    want = d.log_prob(x.detach()).exp()
    np.testing.assert_allclose(slope.numpy(), want.numpy(), rtol=1e-3 if "0.001" in case else 1e-6)


@pytest.mark.parametrize("case", DISCRETE)
def test_probabilities_sum_to_the_moments(case):
    d, count = made(case)
    x = fb.arange(int(count), dtype=fb.float64)
    p = d.log_prob(x).exp()
    assert p.sum().item() == pytest.approx(1, abs=1e-9)
    if not isinstance(d, D.Categorical):
        mean = (p * x).sum()
        assert d.mean.item() == pytest.approx(mean.item(), rel=1e-6)
        assert d.variance.item() == pytest.approx((p * (x - mean) ** 2).sum().item(), rel=1e-6)
    entropy = has(d.entropy)
    if entropy is not None:
        assert entropy.item() == pytest.approx(-(p * p.log()).sum().item(), rel=1e-6)
    if d.has_enumerate_support:
        np.testing.assert_array_equal(d.enumerate_support().numpy(), x.numpy())
    if not d.mode.isnan():
        assert p[int(d.mode)] == p.max()


N = 20_000


@pytest.mark.parametrize("case", [c for c in INTEGRATED + DISCRETE if "VonMises" not in c])
def test_samples_have_the_moments(case):
    d, _ = made(case)
    x = d.sample((N,))
    assert x.shape == (N,) and d.support.check(x).all() and not x.requires_grad
    if isinstance(d, D.Categorical):
        share = [(x == k).double().mean().item() for k in range(3)]
        assert share == pytest.approx([0.2, 0.5, 0.3], abs=0.02)
        return
    error = 5 * (d.variance / N) ** 0.5
    assert x.double().mean().item() == pytest.approx(d.mean.item(), abs=error.item())
    assert x.double().var().item() == pytest.approx(d.variance.item(), rel=0.15)


def test_von_mises_samples_point_to_the_mean():
    d = D.VonMises(v(0.5), v(2.0))
    x = d.sample((N,))
    c, s = x.cos().mean(), x.sin().mean()
    assert fb.atan2(s, c).item() == pytest.approx(0.5, abs=0.03)
    assert (1 - (c**2 + s**2).sqrt()).item() == pytest.approx(d.variance.item(), abs=0.02)


# ---------------------------------------------------------------------- gradients of samples
# The mean of a sample, differentiated: by samples and by the formula for the mean.
PATHWISE = """
Beta(p, v(3.0)) | 2.0
Dirichlet(fb.stack([p, v(1.0), v(0.5)])) | 2.0
Chi2(p) | 3.0
Exponential(p) | 2.0
Gamma(p, v(2.0)) | 0.7
Gamma(p, v(2.0)) | 30.0
Gamma(v(2.0), p) | 1.5
Gumbel(v(1.0), p) | 1.5
InverseGamma(p, v(2.0)) | 9.0
Kumaraswamy(p, v(2.0)) | 1.5
Laplace(p, v(2.0)) | 0.3
LogNormal(v(0.2), p) | 0.4
Normal(p, v(2.0)) | 0.3
Pareto(v(1.0), p) | 6.0
Uniform(v(-1.0), p) | 2.0
Weibull(v(1.0), p) | 1.5
""".strip().splitlines()


@pytest.mark.parametrize("case", PATHWISE)
def test_gradients_of_samples(case):
    text, value = (part.strip() for part in case.split("|"))
    p = v(float(value)).requires_grad_()
    d = eval(f"D.{text}", {}, {**NAMES, "p": p})
    first = (..., 0) if d.event_shape else ...
    x = d.rsample((N,))[first]
    (slope,) = grad(x.mean(), [p], retain_graph=True)
    (want,) = grad(d.mean[first], [p])
    assert slope.item() == pytest.approx(want.item(), rel=0.1, abs=0.01)


@pytest.mark.parametrize("shape", [(), (5,), (2, 3)])
@pytest.mark.parametrize("case", CONTINUOUS + DISCRETE)
def test_shapes(case, shape):
    d, _ = made(case)
    assert d.sample(shape).shape == shape
    larger = d.expand((4, 2))
    assert larger.batch_shape == (4, 2) and type(larger) is type(d)
    assert larger.sample(shape).shape == shape + (4, 2)
    x = d.sample()
    np.testing.assert_allclose(
        larger.log_prob(x).numpy(), np.broadcast_to(d.log_prob(x).numpy(), (4, 2)), rtol=1e-12
    )


# ---------------------------------------------------------------------- vectors and matrices
FACTOR = v(1.0, 0.0, 0.0, 0.5, 2.0, 0.0, -0.3, 0.7, 1.5).reshape(3, 3)
COVARIANCE = FACTOR @ FACTOR.mT


def normal_log_density(x, covariance):
    inverse = np.linalg.inv(covariance)
    constant = np.log(np.linalg.det(2 * np.pi * covariance))
    return -0.5 * (constant + x @ inverse @ x)


@pytest.mark.parametrize(
    "given",
    [
        {"covariance_matrix": COVARIANCE},
        {"precision_matrix": fb.linalg.inv(COVARIANCE)},
        {"scale_tril": FACTOR},
    ],
)
def test_multivariate_normal(given):
    d = D.MultivariateNormal(fb.zeros(3, dtype=fb.float64), **given)
    x = np.array([0.3, -1.0, 0.5])
    want = normal_log_density(x, COVARIANCE.numpy())
    assert d.log_prob(fb.from_numpy(x)).item() == pytest.approx(want)
    for name, value in (
        ("covariance_matrix", COVARIANCE),
        ("precision_matrix", fb.linalg.inv(COVARIANCE)),
        ("scale_tril", FACTOR),
    ):
        np.testing.assert_allclose(getattr(d, name).numpy(), value.numpy(), atol=1e-12)
    samples = d.sample((N,)).numpy()
    np.testing.assert_allclose(np.cov(samples.T), COVARIANCE.numpy(), atol=0.2)
    assert d.entropy().item() == pytest.approx(
        -np.mean(d.log_prob(d.sample((N,))).numpy()), abs=0.05
    )


def test_low_rank_is_a_multivariate_normal():
    loc, factor, diagonal = v(0.0, 1.0, 2.0), FACTOR[:, :2], v(1.0, 3.0, 2.0)
    low = D.LowRankMultivariateNormal(loc, factor, diagonal)
    full = D.MultivariateNormal(loc, factor @ factor.mT + fb.diag(diagonal))
    x = v(0.3, 0.5, 1.0)
    assert low.log_prob(x).item() == pytest.approx(full.log_prob(x).item())
    assert low.entropy().item() == pytest.approx(full.entropy().item())
    for name in ("covariance_matrix", "precision_matrix", "scale_tril", "variance"):
        np.testing.assert_allclose(
            getattr(low, name).numpy(), getattr(full, name).numpy(), atol=1e-12
        )
    np.testing.assert_allclose(
        np.cov(low.sample((N,)).numpy().T), full.covariance_matrix.numpy(), atol=0.3
    )


def test_small_matrices_are_known_numbers():
    """1 x 1 Wishart matrices are gamma numbers; 2 x 2 LKJ factors have a beta density."""
    x, df, scale = v(1.3), v(4.5), v(0.7)
    wishart = D.Wishart(df, covariance_matrix=scale.reshape(1, 1))
    gamma = D.Gamma(df / 2, 1 / (2 * scale))
    want = gamma.log_prob(x).item()
    assert wishart.log_prob(x.reshape(1, 1)).item() == pytest.approx(want)
    assert wishart.entropy().item() == pytest.approx(gamma.entropy().item())
    assert wishart.variance.item() == pytest.approx(gamma.variance.item())
    lkj, r = D.LKJCholesky(2, v(1.7)), fb.from_numpy(NODES)
    rows = fb.stack([r, (1 - r * r).sqrt()], -1)
    first = v(1.0, 0.0).expand(len(NODES), 2)
    density = lkj.log_prob(fb.stack([first, rows], -2)).exp()
    assert (density * fb.from_numpy(WEIGHTS)).sum().item() == pytest.approx(1, abs=1e-3)


def test_wishart_samples_and_their_gradients():
    df = v(6.0).requires_grad_()
    d = D.Wishart(df, covariance_matrix=COVARIANCE)
    x = d.rsample((4000,))
    assert d.support.check(x).all()
    np.testing.assert_allclose(
        x.mean(0).detach().numpy(), d.mean.detach().numpy(), rtol=0.1, atol=0.5
    )
    (slope,) = grad(x.mean(0).diagonal().sum(), [df])
    assert slope.item() == pytest.approx(COVARIANCE.diagonal().sum().item(), rel=0.1)


def test_lkj_samples_are_factors_of_correlations():
    x = D.LKJCholesky(4, v(0.8)).sample((50,))
    assert D.constraints.corr_cholesky.check(x).all()


def test_dirichlet_and_beta_agree():
    a, b, x = v(2.0), v(3.5), v(0.3)
    pair, vector = fb.stack([x, 1 - x]), D.Dirichlet(fb.stack([a, b]))
    beta = D.Beta(a, b)
    assert vector.log_prob(pair).item() == pytest.approx(beta.log_prob(x).item())
    assert vector.entropy().item() == pytest.approx(beta.entropy().item())
    assert vector.mean[0].item() == beta.mean.item()


def test_multinomial_counts():
    d = D.Multinomial(6, v(0.2, 0.3, 0.5))
    x = d.sample((N,))
    assert (x.sum(-1) == 6).all()
    np.testing.assert_allclose(x.mean(0).numpy(), d.mean.numpy(), atol=0.05)
    np.testing.assert_allclose(x.var(0).numpy(), d.variance.numpy(), atol=0.1)
    ways = math.factorial(6) / (math.factorial(1) * math.factorial(2) * math.factorial(3))
    want = math.log(ways * 0.2 * 0.3**2 * 0.5**3)
    assert d.log_prob(v(1.0, 2.0, 3.0)).item() == pytest.approx(want)
    assert d.entropy().item() == pytest.approx(-d.log_prob(x).mean().item(), abs=0.05)


def test_one_hot_and_straight_through():
    probs = v(0.2, 0.3, 0.5).requires_grad_()
    d = D.OneHotCategoricalStraightThrough(probs)
    x = d.rsample((100,))
    np.testing.assert_allclose(x.sum(-1).detach().numpy(), np.ones(100))
    (slope,) = grad(x.sum(0)[1], [probs])  # as if each sample were the normalized probabilities
    np.testing.assert_allclose(slope.numpy(), 100 * np.array([-0.3, 0.7, -0.3]), atol=1e-9)
    np.testing.assert_array_equal(d.enumerate_support().detach().numpy(), np.eye(3))
    assert d.log_prob(v(0.0, 1.0, 0.0)).item() == pytest.approx(math.log(0.3))


def test_relaxed_one_hot_becomes_one_hot():
    d = D.RelaxedOneHotCategorical(v(0.01), probs=v(0.2, 0.3, 0.5))
    x = d.sample((N,))
    np.testing.assert_allclose(x.sum(-1).numpy(), np.ones(N))
    share = (x > 0.5).double().mean(0)
    np.testing.assert_allclose(share.numpy(), [0.2, 0.3, 0.5], atol=0.02)


def test_independent_moves_dimensions():
    base = D.Normal(fb.zeros(4, 3, 2, dtype=fb.float64), 1.0)
    d = D.Independent(base, 2)
    assert (d.batch_shape, d.event_shape) == ((4,), (3, 2))
    x = d.sample()
    want = base.log_prob(x).sum((1, 2))
    np.testing.assert_allclose(d.log_prob(x).numpy(), want.numpy())
    assert d.entropy().shape == (4,) and d.expand((5, 4)).sample().shape == (5, 4, 3, 2)
