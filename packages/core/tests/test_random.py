"""Random numbers through the public functions: forms, states, distributions."""

import math
import threading

import numpy as np
import pytest

import firebrick_core as fb
from firebrick_core import _generator

# name -> draw, mean, variance. Means are tested to 5 standard errors, on 40,000 numbers from one
# seed; variances to 6 %, which is over 5 standard errors of all but the heaviest tails.
N = 40_000
DISTRIBUTIONS = {
    "rand": (lambda: fb.rand(N), 1 / 2, 1 / 12),
    "randn": (lambda: fb.randn(N), 0.0, 1.0),
    "normal": (lambda: fb.normal(fb.full((N,), 3.0), 2.0), 3.0, 4.0),
    "randint": (lambda: fb.randint(-3, 8, (N,)), 2.0, 10.0),
    "random_ of all bytes": (lambda: fb.empty(N, dtype=fb.uint8).random_(), 127.5, 5461.25),
    "uniform_": (lambda: fb.empty(N).uniform_(-1, 5), 2.0, 3.0),
    "bernoulli_ of a number": (lambda: fb.empty(N).bernoulli_(0.3), 0.3, 0.21),
    "bernoulli": (lambda: fb.bernoulli(fb.full((N,), 0.3)), 0.3, 0.21),
    "dropout": (lambda: fb.functional.dropout(fb.ones(N), 0.2), 1.0, 0.25),
    "exponential_": (lambda: fb.empty(N).exponential_(2.0), 1 / 2, 1 / 4),
    "geometric_": (lambda: fb.empty(N).geometric_(0.25), 4.0, 12.0),
    "log_normal_": (
        lambda: fb.empty(N).log_normal_(0.0, 0.3),
        math.exp(0.045),
        (math.exp(0.09) - 1) * math.exp(0.09),
    ),
    "log of cauchy_'s size": (lambda: fb.empty(N).cauchy_().abs().log(), 0.0, math.pi**2 / 4),
    "poisson, small": (lambda: fb.poisson(fb.full((N,), 2.5)), 2.5, 2.5),
    "poisson, at the change of method": (lambda: fb.poisson(fb.full((N,), 10.0)), 10.0, 10.0),
    "poisson, large": (lambda: fb.poisson(fb.full((N,), 700.0)), 700.0, 700.0),
    "binomial, few": (
        lambda: fb.binomial(fb.full((N,), 12.0), fb.full((N,), 0.3)),
        3.6,
        2.52,
    ),
    "binomial, many": (
        lambda: fb.binomial(fb.full((N,), 400.0), fb.full((N,), 0.3)),
        120.0,
        84.0,
    ),
    "binomial, more than half": (
        lambda: fb.binomial(fb.full((N,), 400.0), fb.full((N,), 0.9)),
        360.0,
        36.0,
    ),
    "gamma, below 1": (lambda: fb._standard_gamma(fb.full((N,), 0.6)), 0.6, 0.6),
    "gamma": (lambda: fb._standard_gamma(fb.full((N,), 5.0)), 5.0, 5.0),
    "dirichlet": (
        lambda: fb._sample_dirichlet(fb.tensor([2.0, 3.0, 5.0]).expand(N, 3))[:, 1],
        0.3,
        0.3 * 0.7 / 11,
    ),
    "multinomial": (
        lambda: fb.multinomial(fb.tensor([1.0, 2.0, 3.0, 4.0]), N, replacement=True),
        2.0,
        1.0,
    ),
    "multinomial, one": (
        lambda: fb.multinomial(fb.tensor([1.0, 2.0, 3.0, 4.0]).expand(N, 4), 1).squeeze(1),
        2.0,
        1.0,
    ),
    "multinomial, 16 bits": (
        lambda: fb.multinomial(fb.tensor([[1.0, 2.0, 3.0, 4.0]] * N).half(), 2)[:, 0],
        2.0,
        1.0,
    ),
}


@pytest.mark.parametrize("name", DISTRIBUTIONS)
def test_mean_and_variance(name):
    draw, mean, variance = DISTRIBUTIONS[name]
    fb.manual_seed(12)
    x = draw().numpy().astype("f8")
    assert x.shape == (N,)
    assert abs(x.mean() - mean) < 5 * math.sqrt(variance / N)
    assert abs(x.var() / variance - 1) < 0.06


def test_poisson_counts_follow_their_probabilities():
    for rate in (0.5, 4.0, 15.0):
        fb.manual_seed(3)
        drawn = fb.poisson(fb.full((N,), rate)).numpy().astype(int)
        k = np.arange(40)
        log_p = k * math.log(rate) - rate - np.array([math.lgamma(i + 1.0) for i in k])
        expected = N * np.exp(log_p)
        kept = expected > 10
        seen = np.bincount(drawn, minlength=40)[:40]
        chi = np.sum((seen - expected)[kept] ** 2 / expected[kept])
        assert chi < kept.sum() + 5 * math.sqrt(2 * kept.sum())


def test_without_replacement_nothing_comes_twice():
    fb.manual_seed(0)
    drawn = fb.multinomial(fb.rand(50, 20) + 0.01, 20)
    assert (drawn.sort(-1).values == fb.arange(20)).all()


@pytest.mark.parametrize("count", [1, 3, 700])
def test_what_is_drawn_ahead_goes_back(count):
    """A sampler that does not know how much it takes leaves the stream where it stopped."""
    whole, parts = fb.Generator().manual_seed(5), fb.Generator().manual_seed(5)
    rates = fb.linspace(0.0, 30.0, 2 * count)
    at_once = fb.poisson(rates, whole)
    first = fb.poisson(rates[:count], parts)
    second = fb.poisson(rates[count:], parts)
    assert (at_once == fb.cat([first, second])).all()
    assert (whole.get_state() == parts.get_state()).all()


def test_odd_parameters():
    nan, inf = math.nan, math.inf
    probabilities = fb.tensor([-1.0, 0.0, 1.0, 2.0, nan, 0.5])
    counts = fb.tensor([5.0, 5.0, 5.0, 5.0, 5.0, nan])
    drawn = fb.binomial(counts, probabilities).tolist()
    assert drawn[:4] == [0.0, 0.0, 5.0, 5.0]
    assert all(map(math.isnan, drawn[4:]))
    assert fb.poisson(fb.zeros(3)).tolist() == [0.0] * 3
    for bad in (-1.0, nan):
        with pytest.raises(RuntimeError, match="invalid Poisson rate"):
            fb.poisson(fb.tensor([bad]))
    with pytest.raises(RuntimeError, match="too large"):
        fb.poisson(fb.tensor([inf]))
    assert fb._standard_gamma(fb.zeros(1)).item() == fb.finfo(fb.float32).tiny


class TestForms:
    def test_sizes(self):
        for size in ((2, 3), ((2, 3),), ([2, 3],)):
            assert fb.rand(*size).shape == (2, 3)
        assert fb.rand(size=(2, 3)).shape == fb.randn(size=[2, 3]).shape
        assert fb.randint(9, (4,)).shape == fb.randint(high=9, size=(4,)).shape
        assert fb.randint(2, 9, (4,)).shape == fb.randint(low=2, high=9, size=(4,)).shape

    @pytest.mark.parametrize("name", ["rand_like", "randn_like", "randint_like"])
    def test_like_keeps_strides(self, name):
        bound = (9,) if name == "randint_like" else ()
        like = getattr(fb, name)
        for t in (fb.empty(3, 4).t(), fb.empty(2, 3, 4).permute(2, 0, 1), fb.empty(4, 6)[:, ::2]):
            assert like(t, *bound).stride() == fb.empty_strided(t.shape, _dense(t)).stride()
        expanded = fb.empty(3, 1).expand(3, 4)
        assert like(expanded, *bound).stride() == (4, 1)
        plain = like(fb.empty(3, 4).t(), *bound, memory_format=fb.contiguous_format)
        assert plain.stride() == (3, 1)

    def test_one_seed_fills_memory_not_indices(self):
        fb.manual_seed(1)
        turned = fb.rand_like(fb.empty(3, 4).t())
        fb.manual_seed(1)
        assert (turned.t() == fb.rand(3, 4)).all()

    def test_out(self):
        out = fb.empty(0, dtype=fb.float64)
        assert fb.rand(3, out=out) is out
        assert out.shape == (3,)
        assert fb.randint(9, (2,), out=fb.empty(0)).dtype is fb.float32
        assert fb.normal(fb.zeros(2, 1), fb.ones(3), out=fb.empty(0)).shape == (2, 3)
        assert fb.bernoulli(fb.rand(3), out=fb.empty(0, dtype=fb.bool)).dtype is fb.bool
        with pytest.raises(RuntimeError, match="does not match dtype of out"):
            fb.rand(3, out=fb.empty(3), dtype=fb.float64)
        with pytest.raises(TypeError, match="must be Tensor"):
            fb.rand(3, out=[0.0])

    def test_random_bounds(self):
        fb.manual_seed(0)
        x = fb.empty(1000, dtype=fb.int64)
        for bounds, low, high in (((5,), 0, 4), ((-3, 4), -3, 3), ((), 0, 2**63 - 1)):
            x.random_(*bounds)
            assert low <= x.min().item()
            assert x.max().item() <= high
        assert fb.empty(1000, dtype=fb.int8).random_(100, None).min().item() >= 100
        assert x.random_(to=2).max().item() == 1
        assert fb.empty(1000, dtype=fb.uint32).random_().max().item() > 2**31

    @pytest.mark.parametrize(
        ("call", "kind"),
        [
            (lambda: fb.randint(2.5, (3,)), TypeError),
            (lambda: fb.randint(3), TypeError),
            (lambda: fb.randint(0, 3, 4), TypeError),
            (lambda: fb.randint(5, 3, (2,)), RuntimeError),
            (lambda: fb.randperm(-1), RuntimeError),
            (lambda: fb.randperm(2.0), TypeError),
            (lambda: fb.rand(-1), RuntimeError),
            (lambda: fb.rand(3, generator=3), TypeError),
            (lambda: fb.normal(0.0, 1.0), TypeError),
            (lambda: fb.normal([0.0], [1.0]), TypeError),
            (lambda: fb.normal(fb.zeros(2), 1.0, (2,)), TypeError),
            (lambda: fb.normal(fb.zeros(2), -1.0), RuntimeError),
            (lambda: fb.normal(fb.zeros(2), fb.ones(3)), RuntimeError),
            (lambda: fb.rand_like([1.0]), TypeError),
        ],
    )
    def test_refused(self, call, kind):
        with pytest.raises(kind):
            call()

    def test_meta(self):
        for make in (
            lambda device: fb.rand(3, device=device),
            lambda device: fb.randperm(3, device=device),
            lambda device: fb.rand_like(fb.empty(3, device=device)),
            lambda device: fb.poisson(fb.ones(3, device=device)),
            lambda device: fb.bernoulli(fb.ones(3, device=device)),
            lambda device: fb.normal(fb.ones(3, device=device), 1.0),
            lambda device: fb.multinomial(fb.ones(5, device=device), 3),
        ):
            meta, real = make("meta"), make("cpu")
            assert meta.is_meta
            assert (meta.shape, meta.dtype) == (real.shape, real.dtype)


def _dense(t):
    """The strides of a dense tensor in the same order of dimensions."""
    order = sorted(range(t.ndim), key=t.stride().__getitem__)
    strides, step = [0] * t.ndim, 1
    for d in order:
        strides[d], step = step, step * t.shape[d]
    return strides


class TestState:
    def test_fork_rng_puts_it_back(self):
        fb.manual_seed(0)
        fb.randn(1)  # half of a pair is left
        with fb.random.fork_rng():
            inside = fb.rand(5)
            fb.manual_seed(7)
        assert (inside == fb.rand(5)).all()
        with fb.random.fork_rng(enabled=False):
            first = fb.rand(5)
        assert not (first == fb.rand(5)).all()
        fb.manual_seed(0)
        with pytest.raises(KeyError), fb.random.fork_rng(devices=[]):
            fb.manual_seed(9)
            raise KeyError
        assert fb.initial_seed() == 0

    def test_a_generator_of_its_own_leaves_the_default_alone(self):
        fb.manual_seed(0)
        before = fb.get_rng_state()
        own = fb.Generator().manual_seed(4)
        fb.poisson(fb.ones(3), own)
        fb.bernoulli(fb.rand(3, generator=own), generator=own)
        fb.multinomial(fb.ones(3), 2, generator=own)
        fb.normal(fb.zeros(3), 1.0, generator=own)
        assert (fb.get_rng_state() == before).all()

    def test_there_is_no_offset(self):
        generator = fb.Generator()
        for call in (generator.get_offset, lambda: generator.set_offset(0)):
            with pytest.raises(RuntimeError, match="does not use offset"):
                call()
        for call in (
            generator.graphsafe_get_state,
            lambda: generator.graphsafe_set_state(generator),
        ):
            with pytest.raises(NotImplementedError, match="not supported"):
                call()

    def test_a_thread_may_have_a_generator(self):
        found = {}

        def work():
            found["before"] = fb.thread_safe_generator()
            _generator.set_thread_generator(fb.Generator().manual_seed(3))
            found["after"] = fb.thread_safe_generator()

        thread = threading.Thread(target=work)
        thread.start()
        thread.join()
        assert found["before"] is None
        assert found["after"].initial_seed() == 3
        assert fb.thread_safe_generator() is None
