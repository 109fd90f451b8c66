"""The derivatives of gamma and Dirichlet samples, against 60-digit arithmetic and differences."""

import numpy as np
import pytest

import firebrick_core as fb

# Shape, sample, and -(dP/da) / density there, computed with mpmath.
GAMMA = """
0.001 1e-05 0.1093747277808182
0.001 3.0 787.9148858830865
0.1 0.02 0.7138139571438243
0.5 0.5 1.337352594335335
1.0 2.0 1.631691462349701
3.0 0.1 0.1218653332450019
8.0 9.5 1.111324298699874
20.0 60.0 1.661215094353225
300.0 310.0 1.017049391835125
900.0 1100.0 1.103892962769653
2000.0 1950.0 0.9874767965657717
10000.0 10010.0 1.000516508580109
100000.0 100000.0 1.000001666668333
"""
# Both concentrations, the sample, and -(dI/da) / density / (1 - x) there.
BETA = """
0.01 0.02 0.5 1701.278852105275
0.5 0.5 0.1 0.6205902359786204
1.0 1.0 0.7 0.8322415358570422
2.0 5.0 0.05 0.05842456560033884
2.0 5.0 0.9 0.2776697387597066
30.0 0.2 0.999 0.03376372823767362
0.2 30.0 0.001 0.01665245705348178
200.0 300.0 0.41 0.002027842432412703
900.0 20.0 0.97 0.001082946153154586
5.0 100000.0 6e-05 1.131037905369058e-5
3000.0 2000.0 0.61 0.0002016821882113185
2000.0 2000.0 0.5 0.0002500416708330356
"""
LARGE = 1000  # from here on by asymptotic expansions


def rows(table):
    return [tuple(map(float, line.split())) for line in table.strip().splitlines()]


def scalar(value, dtype=fb.float64):
    return fb.tensor(value, dtype=dtype)


@pytest.mark.parametrize("a,x,want", rows(GAMMA))
def test_gamma(a, x, want):
    got = fb._standard_gamma_grad(scalar(a), scalar(x)).item()
    assert got == pytest.approx(want, rel=1e-7 if a > LARGE else 1e-11)
    narrow = fb._standard_gamma_grad(scalar(a, fb.float32), scalar(x, fb.float32))
    assert narrow.dtype == fb.float32
    assert narrow.item() == pytest.approx(want, rel=1e-4)  # of a rounded argument


@pytest.mark.parametrize("a,b,x,want", rows(BETA))
def test_beta(a, b, x, want):
    got = fb._dirichlet_grad(scalar(x), scalar(a), scalar(a + b)).item()
    assert got == pytest.approx(want, rel=1e-7 if min(a, b) > LARGE else 1e-10)


def test_gamma_by_differences_of_the_distribution_function():
    rng = np.random.default_rng(0)
    a = np.exp(rng.uniform(-3, 6, 200))
    x = np.maximum(rng.gamma(a), 1e-8)
    a, x, step = fb.from_numpy(a), fb.from_numpy(x), 1e-5
    slope = (fb.igamma(a + step * a, x) - fb.igamma(a - step * a, x)) / (2 * step * a)
    density = fb.exp((a - 1) * x.log() - x - a.lgamma())
    got = fb._standard_gamma_grad(a, x)
    np.testing.assert_allclose(got.numpy(), (-slope / density).numpy(), rtol=2e-5, atol=1e-7)


def test_regions_join():
    """No jump where one form takes over from another."""
    for a in (0.5, 5.0, 500.0, 1000.0):
        for x in (1.1, a + 4 * a**0.5):
            beside = [
                fb._standard_gamma_grad(scalar(a * s), scalar(x * r)).item()
                for s in (1 - 1e-9, 1 + 1e-9)
                for r in (1 - 1e-9, 1 + 1e-9)
            ]
            assert beside == pytest.approx([beside[0]] * 4, rel=1e-6)


def test_ends():
    nan = fb._standard_gamma_grad(fb.tensor([-1.0, 1.0, float("nan")]), fb.tensor([1.0, -1.0, 1.0]))
    assert nan.isnan().all()
    assert fb._standard_gamma_grad(fb.tensor(2.0), fb.tensor(0.0)).item() == 0.0
    assert fb._dirichlet_grad(scalar(0.0), scalar(1.0), scalar(2.0)).item() == 0.0
    at_one = fb._dirichlet_grad(scalar(1.0), scalar(3.0), scalar(3.5))
    assert at_one.isfinite()


def test_shapes_broadcast():
    out = fb._dirichlet_grad(fb.full((4, 3), 0.3), fb.tensor([1.0, 2.0, 3.0]), fb.tensor(6.0))
    assert out.shape == (4, 3)
