"""Divergences, validation, and what users write: subclasses, training, copies."""

import copy
import math
import pickle
import subprocess
import sys

import numpy as np
import pytest

import firebrick_core as fb
import firebrick_nn.distributions as D
from firebrick_autograd import grad


def v(*numbers):
    return fb.tensor(numbers if len(numbers) > 1 else numbers[0], dtype=fb.float64)


NAMES = {"D": D, "v": v, "fb": fb, "nan": float("nan")}

# One of each kind, of unbounded or nested supports, for all pairs with a finite divergence.
EXAMPLES = {
    "Bernoulli": "v(0.3)",
    "Beta": "v(2.0), v(3.0)",
    "Binomial": "5, v(0.3)",
    "Categorical": "v(0.2, 0.8)",
    "Cauchy": "v(0.0), v(1.0)",
    "ContinuousBernoulli": "v(0.3)",
    "Dirichlet": "v(2.0, 3.0)",
    "Exponential": "v(1.5)",
    "Gamma": "v(2.0), v(3.0)",
    "Geometric": "v(0.3)",
    "Gumbel": "v(0.5), v(1.0)",
    "HalfNormal": "v(1.0)",
    "Independent": "D.Normal(v(0.0, 3.0), v(1.0, 2.0)), 1",
    "Laplace": "v(0.5), v(1.0)",
    "LowRankMultivariateNormal": "v(0.0, 1.0), v(1.0, 2.0).reshape(2, 1), v(1.0, 2.0)",
    "MultivariateNormal": "v(0.0, 1.0), v(2.0, 0.3, 0.3, 1.0).reshape(2, 2)",
    "Normal": "v(0.5), v(1.0)",
    "OneHotCategorical": "v(0.2, 0.8)",
    "Pareto": "v(1.0), v(3.5)",
    "Poisson": "v(1.5)",
    "TransformedDistribution": "D.Normal(v(0.0), v(1.0)), [D.ExpTransform()]",
    "Uniform": "v(0.2), v(0.9)",
    "Wishart": "v(4.0), v(2.0, 0.3, 0.3, 1.0).reshape(2, 2)",
}
OTHERS = {
    "Bernoulli": "v(0.6)",
    "Beta": "v(1.5), v(2.0)",
    "Binomial": "5, v(0.5)",
    "Categorical": "v(0.4, 0.6)",
    "Cauchy": "v(1.0), v(2.0)",
    "ContinuousBernoulli": "v(0.6)",
    "Dirichlet": "v(1.5, 2.0)",
    "Exponential": "v(0.7)",
    "Gamma": "v(1.5), v(2.0)",
    "Geometric": "v(0.5)",
    "Gumbel": "v(1.0), v(2.0)",
    "HalfNormal": "v(2.0)",
    "Independent": "D.Normal(v(1.0, 2.0), v(2.0, 1.0)), 1",
    "Laplace": "v(1.0), v(2.0)",
    "LowRankMultivariateNormal": "v(1.0, 0.0), v(1.0, -1.0).reshape(2, 1), v(2.0, 1.0)",
    "MultivariateNormal": "v(1.0, 0.0), v(3.0, -0.3, -0.3, 2.0).reshape(2, 2)",
    "Normal": "v(1.0), v(2.0)",
    "OneHotCategorical": "v(0.4, 0.6)",
    "Pareto": "v(0.1), v(0.5)",
    "Poisson": "v(2.5)",
    "TransformedDistribution": "D.Normal(v(1.0), v(2.0)), [D.ExpTransform()]",
    "Uniform": "v(-0.1), v(1.2)",
    "Wishart": "v(5.0), v(1.0, 0.0, 0.0, 1.0).reshape(2, 2)",
}
PAIRS = sorted((p.__name__, q.__name__) for p, q in D.kl._KL_REGISTRY)


def example(name, table):
    return eval(f"D.{name}({table[name]})", {}, NAMES)


@pytest.mark.parametrize("left,right", PAIRS)
def test_divergences_by_sampling(left, right):
    if left == "ExponentialFamily":
        left = right = "Wishart"
    p, q = example(left, EXAMPLES), example(right, OTHERS)
    exact = D.kl_divergence(p, q)
    assert exact.shape == p.batch_shape
    x = p.sample((50_000 if left != "Wishart" else 5_000,))
    # Outside of the support of q the density is 0, without a complaint.
    outside = ~q.support.check(x)
    if exact.isinf():
        assert outside.any()
        return
    assert not outside.any()
    terms = p.log_prob(x) - q.log_prob(x)
    error = 5 * terms.std().item() / len(terms) ** 0.5
    assert exact.item() == pytest.approx(terms.mean().item(), abs=error + 1e-9)


SELF = [name for name in EXAMPLES if (name, name) in PAIRS or name == "Wishart"]


@pytest.mark.parametrize("name", SELF)
def test_no_divergence_from_itself(name):
    p = example(name, EXAMPLES)
    assert D.kl_divergence(p, p).item() == pytest.approx(0, abs=1e-10)


def test_exponential_families_agree_with_closed_forms():
    general = D.kl._KL_REGISTRY[D.ExponentialFamily, D.ExponentialFamily]
    for name in ("Bernoulli", "Beta", "Dirichlet", "Exponential", "Gamma", "Normal", "Poisson"):
        p, q = example(name, EXAMPLES), example(name, OTHERS)
        assert general(p, q).item() == pytest.approx(D.kl_divergence(p, q).item(), rel=1e-6)
        if name not in ("Poisson",):
            entropy = D.ExponentialFamily.entropy
            if name not in ("Beta", "Dirichlet"):
                assert entropy(p).item() == pytest.approx(p.entropy().item(), rel=1e-6)


def test_registering_a_divergence():
    class Mine(D.Normal):
        pass

    class Yours(D.Normal):
        pass

    assert D.kl_divergence(Mine(0.0, 1.0), Yours(0.0, 1.0)).item() == 0  # that of normal ones

    @D.register_kl(Mine, Yours)
    def mine_yours(p, q):
        return fb.tensor(7.0)

    try:
        assert D.kl_divergence(Mine(0.0, 1.0), Yours(0.0, 1.0)).item() == 7
    finally:
        del D.kl._KL_REGISTRY[Mine, Yours]
        D.kl._KL_MEMOIZE.clear()


def test_an_ambiguous_divergence_warns():
    class Mine(D.Normal):
        pass

    def one(p, q):
        return fb.tensor(1.0)

    D.register_kl(Mine, D.Normal)(one)
    D.register_kl(D.Normal, Mine)(one)
    try:
        with pytest.warns(RuntimeWarning, match=r"Ambiguous kl_divergence\(Mine, Mine\)"):
            D.kl_divergence(Mine(0.0, 1.0), Mine(0.0, 1.0))
    finally:
        del D.kl._KL_REGISTRY[Mine, D.Normal], D.kl._KL_REGISTRY[D.Normal, Mine]
        D.kl._KL_MEMOIZE.clear()


# ---------------------------------------------------------------------- validation
ERRORS = [
    ("D.Normal(0.0, -1.0)", ValueError, r"scale \(Tensor of shape \(\)\) of distribution Normal"),
    ("D.Normal('a', 1.0)", ValueError, "must all be instances of Number"),
    ("D.Normal(0.0, 1.0).log_prob(1.0)", ValueError, "value argument to log_prob must be a Tensor"),
    ("D.Normal(v(1.0, 2.0), 1.0).log_prob(v(1.0, 2.0, 3.0))", ValueError, "not broadcastable"),
    ("D.Normal(0.0, 1.0).log_prob(v(nan))", ValueError, r"within the support \(Real\(\)\)"),
    ("D.Normal(0.0, 1.0).enumerate_support()", NotImplementedError,
     "Normal defines no enumerate_support"),
    ("D.Bernoulli(0.5, 0.5)", ValueError, "Either `probs` or `logits`"),
    ("D.Categorical(v(1.0))", ValueError, "at least one-dimensional"),
    ("D.Categorical(v(1.0, 1.0)).log_prob(v(2.0))", ValueError, "IntegerInterval"),
    ("D.Categorical(v(1.0, 1.0)).rsample()", NotImplementedError,
     "have no derivatives; draw with sample"),
    ("D.Binomial(v(2.0, 3.0), v(0.2, 0.3)).entropy()", NotImplementedError, "Inhomogeneous"),
    ("D.Multinomial(v(3.0), v(0.5, 0.5))", NotImplementedError, "inhomogeneous total_count"),
    ("D.Dirichlet(v(1.0))", ValueError, "at least one-dimensional"),
    ("D.Dirichlet(v(1.0, 2.0)).log_prob(v(0.2, 0.3, 0.5))", ValueError, "right-most size"),
    ("D.Uniform(1.0, 0.0)", ValueError, "LessThan"),
    ("D.Geometric(0.0)", ValueError, "to be positive"),
    ("D.LKJCholesky(1)", ValueError, "greater than or equal to 2"),
    ("D.MultivariateNormal(v(0.0, 0.0))", ValueError, "Exactly one of covariance_matrix"),
    ("D.MultivariateNormal(v(0.0, 0.0), -fb.eye(2))", ValueError, "PositiveDefinite"),
    ("D.Wishart(0.5, fb.eye(2))", ValueError, "greater than ndim - 1"),
    ("D.Independent(D.Normal(0.0, 1.0), 1)", ValueError, "reinterpreted_batch_ndims"),
    ("D.MixtureSameFamily(D.Normal(0.0, 1.0), 3)", ValueError, "instance of"),
    ("D.TransformedDistribution(D.Normal(0.0, 1.0), [3])", ValueError, "list of Transforms"),
    ("D.TransformedDistribution(D.Normal(0.0, 1.0), D.StickBreakingTransform())", ValueError,
     "at least 1"),
    ("D.kl_divergence(D.Normal(0.0, 1.0), D.Categorical(v(0.5, 0.5)))", NotImplementedError,
     r"No KL\(p \|\| q\) is implemented"),
    ("D.kl_divergence(D.Normal(0.0, 1.0), D.Poisson(1.0))", NotImplementedError, "Bregman"),
    ("D.register_kl(int, D.Normal)", TypeError, "first argument of register_kl"),
    ("D.register_kl(D.Normal, int)", TypeError, "second argument of register_kl"),
    ("D.Distribution.set_default_validate_args(3)", ValueError, "expected a bool"),
]  # fmt: skip


@pytest.mark.parametrize("text,kind,message", ERRORS)
def test_errors(text, kind, message):
    with pytest.raises(kind, match=message):
        eval(text, {}, NAMES)


def test_validation_can_be_switched_off():
    assert D.Normal(0.0, -1.0, validate_args=False).scale.item() == -1
    assert D.Normal(0.0, 1.0, validate_args=False).log_prob(v(float("nan"))).isnan()
    D.Distribution.set_default_validate_args(False)
    try:
        D.Normal(0.0, -1.0)
    finally:
        D.Distribution.set_default_validate_args(True)
    with pytest.raises(ValueError, match="scale"):
        D.Normal(0.0, -1.0)


REPRS = [
    (lambda: D.Normal(0.0, 1.0), "Normal(loc: 0.0, scale: 1.0)"),
    (lambda: D.Normal(v(0.0, 1.0), 1.0), "Normal(loc: torch.Size([2]), scale: torch.Size([2]))"),
    (lambda: D.Bernoulli(logits=0.5), "Bernoulli(logits: 0.5)"),
    (lambda: D.OneHotCategorical(v(0.5, 0.5)), "OneHotCategorical()"),
    (
        lambda: D.Independent(D.Poisson(v(0.5, 0.5)), 1),
        "Independent(Poisson(rate: torch.Size([2])), 1)",
    ),
    (
        lambda: D.MixtureSameFamily(D.Categorical(v(1.0, 1.0)), D.Laplace(v(0.0, 1.0), 1.0)),
        "MixtureSameFamily(\n  Categorical(probs: torch.Size([2]), logits: torch.Size([2])),\n"
        "  Laplace(loc: torch.Size([2]), scale: torch.Size([2])))",
    ),
]


@pytest.mark.parametrize("make,want", REPRS)
def test_reprs(make, want):
    assert repr(make()) == want


# ---------------------------------------------------------------------- as users write
def test_a_subclass_needs_its_own_expand_for_its_own_constructor():
    class Standard(D.Normal):
        def __init__(self, n):
            super().__init__(fb.zeros(n), 1.0)

    with pytest.raises(NotImplementedError, match="must also define a custom .expand"):
        Standard(3).expand((2, 3))

    class Plain(D.Normal):
        pass

    assert type(Plain(0.0, 1.0).expand((2,))) is Plain


def test_a_distribution_of_ones_own():
    class Coin(D.Distribution):
        arg_constraints = {}
        support = D.constraints.boolean

        def sample(self, sample_shape=()):
            return fb.bernoulli(fb.full(self._extended_shape(sample_shape), 0.5))

        def log_prob(self, value):
            if self._validate_args:
                self._validate_sample(value)
            return fb.full_like(value, -math.log(2))

    coin = Coin()
    assert coin.log_prob(coin.sample((3,))).shape == (3,)
    with pytest.raises(ValueError, match="Boolean"):
        coin.log_prob(fb.tensor(0.5))
    for name in ("mean", "variance", "mode", "support"):
        if name != "support":
            with pytest.raises(NotImplementedError):
                getattr(coin, name)
    for method in (coin.rsample, coin.entropy, coin.enumerate_support):
        with pytest.raises(NotImplementedError):
            method()


def test_undeclared_constraints_warn():
    class Bare(D.Distribution):
        def __repr__(self):
            return "Bare()"

    with pytest.warns(UserWarning, match="does not define `arg_constraints`"):
        bare = Bare()
    with pytest.warns(UserWarning, match="does not define `support`"):
        bare._validate_sample(fb.tensor(1.0))


def test_sample_n_is_deprecated():
    with pytest.warns(FutureWarning, match="sample_n will be deprecated"):
        assert D.Normal(0.0, 1.0).sample_n(3).shape == (3,)


def test_score_function_gradient():
    logits = v(0.1, -0.3, 0.4).requires_grad_()
    policy = D.Categorical(logits=logits)
    action = policy.sample()
    (slope,) = grad(-policy.log_prob(action), [logits])
    want = fb.softmax(logits, 0).detach()
    want[action] -= 1
    np.testing.assert_allclose(slope.numpy(), want.numpy(), atol=1e-12)


def test_a_variational_fit_reaches_the_target():
    """The divergence falls along the gradient of samples alone."""
    target = D.Gamma(v(3.0), v(2.0))
    log_a, log_b = (v(0.0).requires_grad_() for _ in range(2))
    for _ in range(300):
        q = D.Gamma(log_a.exp(), log_b.exp())
        x = q.rsample((100,))
        loss = (q.log_prob(x) - target.log_prob(x)).mean()
        slopes = grad(loss, [log_a, log_b])
        with fb.no_grad():
            for p, slope in zip((log_a, log_b), slopes, strict=True):
                p -= 0.1 * slope.clamp(-1, 1)
    q = D.Gamma(log_a.exp().detach(), log_b.exp().detach())
    assert D.kl_divergence(q, target).item() < 0.01


@pytest.mark.parametrize("name", list(EXAMPLES))
def test_copies(name):
    d = example(name, EXAMPLES)
    x = d.sample()
    for again in (copy.deepcopy(d), pickle.loads(pickle.dumps(d))):
        np.testing.assert_array_equal(again.log_prob(x).numpy(), d.log_prob(x).numpy())


def test_lazy_properties_are_recorded_under_no_grad():
    probs = v(0.3).requires_grad_()
    d = D.Bernoulli(probs)
    with fb.no_grad():
        d.logits  # noqa: B018
    assert d.logits.requires_grad


def test_triangles():
    matrix = fb.arange(9.0).reshape(3, 3)
    for diagonal in (-1, 0):
        vector = D.utils.tril_matrix_to_vec(matrix, diagonal)
        back = D.utils.vec_to_tril_matrix(vector, diagonal)
        np.testing.assert_array_equal(back.numpy(), np.tril(matrix.numpy(), diagonal))
    with pytest.raises(ValueError, match="outside"):
        D.utils.tril_matrix_to_vec(matrix, 3)
    with pytest.raises(ValueError, match="cannot be expressed"):
        D.utils.vec_to_tril_matrix(fb.zeros(4))


def test_every_public_name_exists():
    assert all(hasattr(D, name) for name in D.__all__)
    assert len(set(D.__all__)) == len(D.__all__)
    for module in (D.constraints, D.transforms, D.utils, D.kl):
        assert all(hasattr(module, name) for name in module.__all__)


def test_the_package_does_not_load_them_on_its_own():
    code = "import sys, firebrick_nn; print('firebrick_nn.distributions' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
