"""Every distribution against PyTorch: descriptions, values, samples, gradients, divergences."""

from __future__ import annotations

import copy
import inspect
import pickle
import warnings
from functools import partial

import numpy as np
import pytest

import firebrick_autograd as fa
import firebrick_core as fb
import firebrick_nn.distributions as mine_d

torch = pytest.importorskip("torch")
from distribution_pairs import assert_same, both, outcome  # noqa: E402

theirs_d = torch.distributions

# What is made (in either library, D and T), and values of its support to test it at.
CASES = """
Bernoulli(v(0.1, 0.5, 0.9)) | v(1, 0, 1)
Bernoulli(logits=v(-2, 0.5, 90)) | v(0, 1, 1)
Bernoulli(0.3) | v(1, 0)
Beta(v(0.5, 2, 30), v(0.7, 1, 9)) | v(0.2, 0.9, 0.7)
Binomial(5, v(0.1, 0.5, 0.9)) | v(0, 3, 5)
Binomial(v(4, 9), logits=v(-1, 2)) | v(3, 9)
Binomial(0, v(0.3)) | v(0)
Categorical(v(0.1, 0.2, 0.7)) | T.tensor([2, 0])
Categorical(logits=v(0.1, 0.2, 0.7, -9).reshape(2, 2)) | T.tensor([1, 0])
Categorical(v(0.0, 0.5, 0.5)) | T.tensor([0, 1])
Cauchy(v(0, -2), v(1, 3)) | v(0.3, 9)
Chi2(v(1, 5, 30)) | v(0.3, 4, 40)
ContinuousBernoulli(v(0.1, 0.4995, 0.5, 0.93)) | v(0.3, 0.4, 1, 0)
ContinuousBernoulli(logits=v(-2, 0.001, 3)) | v(0.3, 0.4, 0.8)
Dirichlet(v(0.5, 2, 3)) | v(0.2, 0.3, 0.5)
Dirichlet(v(0.5, 0.2, 3, 9, 8, 7).reshape(2, 3)) | v(0.2, 0.3, 0.5)
Dirichlet(v(0.5, 0.2)) | v(0.2, 0.8)
Exponential(v(0.5, 3)) | v(0.2, 4)
Exponential(2.0) | v(0.2, 0)
FisherSnedecor(v(1, 3, 9), v(2, 5, 9)) | v(0.2, 1, 4)
Gamma(v(0.1, 1, 20), v(2, 1, 0.5)) | v(0.2, 1, 40)
GeneralizedPareto(v(0, 1, 2), v(1, 2, 3), v(0.0, 0.3, -0.4)) | v(0.5, 4, 3)
GeneralizedPareto(v(0, 1), v(1, 2), v(0.7, 1.5)) | v(0.5, 4)
Geometric(v(0.1, 0.5, 1)) | v(3, 1, 0)
Geometric(logits=v(-1, 2)) | v(3, 1)
Gumbel(v(0, 2), v(1, 3)) | v(-1, 9)
Gumbel(0.0, 1.0) | v(-1, 2)
HalfCauchy(v(1, 3)) | v(0.2, 9)
HalfNormal(v(1, 3)) | v(0.2, 4)
Independent(D.Normal(v(0, 1, 2, 3).reshape(2, 2), v(1, 2)), 1) | v(0.2, 4)
Independent(D.Bernoulli(v(0.2, 0.3)), 1) | v(0, 1)
InverseGamma(v(0.5, 1.5, 4), v(1, 2, 3)) | v(0.2, 1, 4)
Kumaraswamy(v(0.5, 2, 3), v(1, 2, 0.4)) | v(0.2, 0.5, 0.9)
Laplace(v(0, -2), v(1, 3)) | v(0.3, -9)
LKJCholesky(3, v(0.5, 2)) | CORR
LKJCholesky(3, 1.0) | CORR
LogNormal(v(0, 1), v(1, 0.5)) | v(0.3, 5)
LogisticNormal(v(0, 1), v(1, 0.5)) | v(0.3, 0.5, 0.2)
LowRankMultivariateNormal(v(0, 1), v(1, 2).reshape(2, 1), v(1, 3)) | v(0.3, 0.5)
LowRankMultivariateNormal(v(0, 1, 2), M3[:, :2], v(1, 3, 2)) | v(0.3, 0.5, 1)
MixtureSameFamily(D.Categorical(v(1, 3)), D.Normal(v(0, 4), v(1, 2))) | v(0.3, 5)
MixtureSameFamily(D.Categorical(v(1, 3)), D.Dirichlet(v(1, 3, 4, 5).reshape(2, 2))) | v(0.3, 0.7)
Multinomial(5, v(0.2, 0.3, 0.5)) | v(1, 1, 3)
Multinomial(5, logits=v(0.2, 0.3, 0.5)) | v(1, 4, 0)
MultivariateNormal(v(0, 1, 2), COV) | v(0.3, 0.5, 1)
MultivariateNormal(v(0, 1, 2), precision_matrix=COV) | v(0.3, 0.5, 1)
MultivariateNormal(v(0, 1, 2), scale_tril=TRIL) | v(0.3, 0.5, 1)
MultivariateNormal(v(0, 1, 2, 3, 4, 5).reshape(2, 3), COV) | v(0.3, 0.5, 1)
NegativeBinomial(v(3, 0.5), v(0.3, 0.9)) | v(0, 4)
NegativeBinomial(v(3, 0.5), logits=v(0.3, -0.9)) | v(0, 4)
Normal(v(0, -2), v(1, 3)) | v(0.3, 9)
Normal(0.0, 2.0) | v(0.3, 9)
OneHotCategorical(v(0.1, 0.2, 0.7)) | v(0, 0, 1)
OneHotCategoricalStraightThrough(v(0.1, 0.2, 0.7)) | v(0, 0, 1)
Pareto(v(1, 2, 1), v(0.5, 3, 1.5)) | v(2, 2, 9)
Poisson(v(0.1, 4, 30)) | v(0, 3, 30)
RelaxedBernoulli(v(0.5), v(0.1, 0.5)) | v(0.3, 0.9)
RelaxedBernoulli(v(2.5), logits=v(0.1, 0.5)) | v(0.3, 0.9)
RelaxedOneHotCategorical(v(0.5), v(0.1, 0.2, 0.7)) | v(0.3, 0.5, 0.2)
StudentT(v(0.5, 1.5, 9), v(0, 1, 2), v(1, 2, 3)) | v(0.3, -5, 2)
TransformedDistribution(D.Normal(v(0, 1), v(1, 2)), [D.AffineTransform(1.0, -2.0)]) | v(0.3, -5)
TransformedDistribution(D.Normal(v(0, 1), v(1, 2)), [D.TanhTransform()]) | v(0.3, -0.5)
TransformedDistribution(D.Normal(v(0, 1), v(1, 2)), []) | v(0.3, -0.5)
Uniform(v(0, -2), v(1, 3)) | v(0.3, 2.5)
VonMises(v(0, 1, 2), v(1e-3, 2, 80)) | v(0.3, 1.5, 2)
Weibull(v(1, 2), v(0.5, 3)) | v(0.3, 2.5)
Wishart(v(4.0), COV) | COV
Wishart(v(3.5, 9.0), scale_tril=TRIL) | COV
Wishart(4.0, precision_matrix=COV) | COV
""".strip().splitlines()

DTYPES = ("float32", "float64")
PROPERTIES = ("mean", "mode", "variance", "stddev")
SHAPES = ("batch_shape", "event_shape", "has_rsample", "has_enumerate_support")
# log_prob and its like add up logarithms and gamma functions of either library.
TOLERANCE = {"float32": 3e-5, "float64": 1e-9}
# PyTorch's own polynomials for the Bessel functions hold 6 digits.
LOOSE = {"D.VonMises": 1e-4}


def split(case):
    text, value = (part.strip() for part in case.split("|"))
    return f"D.{text}", value


def with_dtypes(cases):
    """Cases with their dtypes: numbers alone make float32, as does a mistake of PyTorch's."""
    for case in cases:
        only = "v(" not in case.split("|")[0] or "GeneralizedPareto" in case
        yield from ((case, dtype) for dtype in (DTYPES[:1] if only else DTYPES))


@pytest.mark.parametrize("case,dtype", list(with_dtypes(CASES)))
def test_descriptions_and_functions(case, dtype):
    text, value = split(case)
    tolerance = max(TOLERANCE[dtype], LOOSE.get(text.split("(")[0], 0))
    mine, theirs = both(text, dtype)
    for name in SHAPES:
        assert str(getattr(mine, name)) == str(getattr(theirs, name)), name
    assert repr(mine) == repr(theirs)
    for name in PROPERTIES + ("support", "arg_constraints"):
        got, want = (outcome(lambda d=d, name=name: getattr(d, name)) for d in (mine, theirs))
        assert_same(got, want, name, tolerance)
    for name in ("entropy", "perplexity", "enumerate_support"):
        got, want = (outcome(lambda d=d, name=name: getattr(d, name)()) for d in (mine, theirs))
        assert_same(got, want, name, tolerance)
    points = both(value, dtype)
    for name in ("log_prob", "cdf"):
        got, want = (
            outcome(lambda d=d, p=p, name=name: getattr(d, name)(p))
            for d, p in zip((mine, theirs), points, strict=True)
        )
        assert_same(got, want, name, tolerance)
    for level in (0.1, 0.7):
        got, want = (
            outcome(lambda d=d, T=T, level=level: d.icdf(T.tensor(level, dtype=getattr(T, dtype))))
            for d, T in ((mine, fb), (theirs, torch))
        )
        assert_same(got, want, "icdf", 10 * tolerance)


@pytest.mark.parametrize("case,dtype", list(with_dtypes(CASES)))
def test_the_same_seed_gives_the_same_samples(case, dtype):
    text, _ = split(case)
    mine, theirs = both(text, dtype)
    for method in ("sample", "rsample"):
        for shape in ((), (5,), (2, 3)):
            drawn = []
            for T, d in ((fb, mine), (torch, theirs)):
                T.manual_seed(3)
                drawn.append(outcome(partial(getattr(d, method), shape)))
                drawn.append(T.rand(3))  # what the sampler has left in the generator
            assert_same(drawn[0], drawn[2], f"{method}{shape}", TOLERANCE[dtype])
            np.testing.assert_array_equal(drawn[1].numpy(), drawn[3].numpy())


# Where no logarithm or power follows the draw, not even the last bit may differ.
EXACT = """
Bernoulli(v(0.1, 0.5, 0.9))
Beta(v(0.5, 2, 30), v(0.7, 1, 9))
Binomial(50, v(0.1, 0.5, 0.9))
Categorical(v(0.1, 0.2, 0.7))
Dirichlet(v(0.5, 2, 3))
Gamma(v(0.1, 1, 20), v(2, 1, 0.5))
Geometric(v(0.1, 0.5, 0.9))
Multinomial(5, v(0.2, 0.3, 0.5))
NegativeBinomial(v(3, 0.5), v(0.3, 0.9))
Normal(v(0, -2), v(1, 3))
OneHotCategorical(v(0.1, 0.2, 0.7))
Poisson(v(0.1, 4, 30))
Uniform(v(0, -2), v(1, 3))
""".strip().splitlines()


@pytest.mark.parametrize("case", EXACT)
def test_samples_are_equal_bit_for_bit(case):
    mine, theirs = both(f"D.{case}")
    for seed in range(10):
        fb.manual_seed(seed), torch.manual_seed(seed)
        got, want = mine.sample((40,)), theirs.sample((40,))
        np.testing.assert_array_equal(got.numpy(), want.numpy())


DIFFERENTIABLE = [case for case in CASES if "(v(" in case.split("|")[0] or "=v(" in case]


@pytest.mark.parametrize("case", DIFFERENTIABLE)
def test_gradients_of_samples_and_log_prob(case):
    text, value = split(case)
    leaves = [], []
    dtype = "float32" if "GeneralizedPareto" in text else "float64"
    mine, theirs = both(text, dtype, leaves)
    points = both(value, dtype)
    results = []
    for T, d, point, own in zip((fb, torch), (mine, theirs), points, leaves, strict=True):
        T.manual_seed(5)
        grad = fa.grad if T is fb else torch.autograd.grad
        outputs = [d.log_prob(point)]
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            # PyTorch cannot differentiate its own: it writes into a mask that it has saved.
            if d.has_rsample and "Wishart" not in text:
                outputs.append(d.rsample((4,)))
        weighted = sum((o * T.arange(1.0, o.numel() + 1).reshape(o.shape)).sum() for o in outputs)
        results.append(grad(weighted, own, allow_unused=True))
    for got, want in zip(*results, strict=True):
        assert (got is None) == (want is None)
        if want is not None:
            # PyTorch's implicit gradients of gamma and beta numbers are good to about 1e-3.
            scale = max(1.0, float(want.abs().max()))
            np.testing.assert_allclose(got.numpy(), want.numpy(), rtol=2e-3, atol=2e-3 * scale)


@pytest.mark.parametrize("case", CASES)
def test_expand(case):
    text, value = split(case)
    mine, theirs = both(text)
    shape = (3, 2) + tuple(theirs.batch_shape)
    got, want = mine.expand(shape), theirs.expand(shape)
    assert repr(got) == repr(want)
    assert (got.batch_shape, got.event_shape) == (want.batch_shape, want.event_shape)
    points = both(value)
    assert_same(got.log_prob(points[0]), want.log_prob(points[1]), "log_prob", 3e-5)
    for name in PROPERTIES:
        pair = (outcome(lambda d=d, name=name: getattr(d, name)) for d in (got, want))
        assert_same(*pair, name, 3e-5)
    fb.manual_seed(0), torch.manual_seed(0)
    assert_same(outcome(lambda: got.sample()), outcome(lambda: want.sample()), "sample", 3e-5)


@pytest.mark.parametrize("case", CASES)
def test_copies_and_pickles(case):
    text, value = split(case)
    mine, _ = both(text)
    point, _ = both(value)
    want = mine.log_prob(point).numpy()
    for again in (copy.deepcopy(mine), pickle.loads(pickle.dumps(mine))):
        np.testing.assert_array_equal(again.log_prob(point).numpy(), want)


def test_every_distribution_is_in_the_table():
    tested = {case.split("(")[0] for case in CASES}
    public = {
        name
        for name in theirs_d.__all__
        if inspect.isclass(getattr(theirs_d, name))
        and issubclass(getattr(theirs_d, name), theirs_d.Distribution)
    }
    assert tested == public - {"Distribution", "ExponentialFamily"}


@pytest.mark.parametrize("module", ["", ".constraints", ".transforms", ".utils", ".kl"])
def test_the_public_names(module):
    mine, theirs = mine_d, theirs_d
    if module:
        mine, theirs = getattr(mine, module[1:]), getattr(theirs, module[1:])
    assert set(theirs.__all__) - {"Final"} <= set(dir(mine))


def signature(cls):
    return [(p.name, p.default) for p in inspect.signature(cls).parameters.values()]


@pytest.mark.parametrize("name", theirs_d.__all__)
def test_signatures(name):
    mine, theirs = getattr(mine_d, name), getattr(theirs_d, name)
    if inspect.isclass(theirs) and name not in ("Distribution", "ExponentialFamily"):
        assert signature(mine) == signature(theirs)


# ---------------------------------------------------------------------- divergences
KL_EXAMPLES = {
    "Bernoulli": "v(0.2, 0.7)",
    "Beta": "v(0.5, 2), v(3, 0.9)",
    "Binomial": "v(5, 5), v(0.2, 0.7)",
    "Categorical": "v(0.2, 0.8)",
    "Cauchy": "v(0, 1), v(2, 3)",
    "ContinuousBernoulli": "v(0.2, 0.7)",
    "Dirichlet": "v(0.2, 0.8)",
    "Exponential": "v(0.2, 3)",
    "Gamma": "v(0.2, 3), v(1, 2)",
    "Geometric": "v(0.2, 0.8)",
    "Gumbel": "v(0, 3), v(1, 2)",
    "HalfNormal": "v(1, 2)",
    "Independent": "D.Normal(v(0, 3), v(1, 2)), 1",
    "Laplace": "v(0, 3), v(1, 2)",
    "LowRankMultivariateNormal": "v(0, 3), v(1, 2).reshape(2, 1), v(1, 2)",
    "MultivariateNormal": "v(0, 3), v(2, 0.3, 0.3, 1).reshape(2, 2)",
    "Normal": "v(0, 3), v(1, 2)",
    "OneHotCategorical": "v(0.2, 0.8)",
    "Pareto": "v(1, 2), v(1.5, 3)",
    "Poisson": "v(0.2, 4)",
    "TransformedDistribution": "D.Normal(v(0, 3), v(1, 2)), [D.ExpTransform()]",
    "Uniform": "v(0.2, 0.1), v(0.6, 0.9)",
    "ExponentialFamily": None,
}
# For a uniform distribution that ends where the other one does PyTorch gives infinity: not here.
KL_OTHERS = {
    "Bernoulli": "v(0, 0.5)",
    "Beta": "v(1.5, 0.2), v(1, 0.4)",
    "Binomial": "v(5, 4), v(0.3, 0.6)",
    "Categorical": "v(0.4, 0.6)",
    "Gamma": "v(1.2, 4), v(3, 0.5)",
    "Independent": "D.Normal(v(1, 2), v(2, 1)), 1",
    "LowRankMultivariateNormal": "v(1, 2), v(1, -1).reshape(2, 1), v(2, 3)",
    "MultivariateNormal": "v(1, 1), v(3, -0.3, -0.3, 2).reshape(2, 2)",
    "Normal": "v(1, 2), v(2, 1)",
    "Pareto": "v(0.1, 2), v(2.5, 2)",
    "TransformedDistribution": "D.Normal(v(1, 2), v(2, 1)), [D.ExpTransform()]",
    "Uniform": "v(-0.5, 0.2), v(1.5, 3)",
}
PAIRS = [(p.__name__, q.__name__) for p, q in theirs_d.kl._KL_REGISTRY]


def test_the_same_divergences_are_registered():
    assert {(p.__name__, q.__name__) for p, q in mine_d.kl._KL_REGISTRY} == set(PAIRS)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("left,right", PAIRS)
def test_divergences(left, right, dtype):
    if left == "ExponentialFamily":
        left = right = "Wishart"
        p = both("D.Wishart(v(4.0), COV)", dtype)
        q = both("D.Wishart(v(6.0), TRIL @ TRIL.T)", dtype)
    else:
        p = both(f"D.{left}({KL_EXAMPLES[left]})", dtype)
        q = both(f"D.{right}({KL_OTHERS.get(right, KL_EXAMPLES[right])})", dtype)
    for a, b in ((p, q), (p, p)) if left == right else ((p, q),):
        got, want = mine_d.kl_divergence(a[0], b[0]), theirs_d.kl_divergence(a[1], b[1])
        assert_same(got, want, "kl", 30 * TOLERANCE[dtype])
