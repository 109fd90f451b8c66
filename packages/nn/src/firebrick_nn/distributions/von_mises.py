"""The von Mises distribution on the circle."""

from __future__ import annotations

import math

import firebrick_core as fb
from firebrick_core import special

from . import constraints
from .distribution import Parametric
from .utils import broadcast_all, lazy_property

__all__ = ["VonMises"]


def _log_bessel(order: int, x):
    """The logarithm of the modified Bessel function I of order 0 or 1, for positive numbers."""
    return x + fb.log(special.i0e(x) if order == 0 else special.i1e(x))


class VonMises(Parametric):
    """Angles in [-pi, pi) of density `exp(concentration * cos(x - loc))`.

    Source of the sampler: Best and Fisher, *Efficient simulation of the von Mises distribution*,
    1979.

    >>> VonMises(0.0, 1.0).mode
    tensor(0.)
    """

    arg_constraints = {"loc": constraints.real, "concentration": constraints.positive}
    support = constraints.real
    has_rsample = False
    _parameters = ("loc", "concentration")

    def __init__(self, loc, concentration, validate_args=None):
        self.loc, self.concentration = broadcast_all(loc, concentration)
        super().__init__(self.loc.shape, validate_args=validate_args)

    def log_prob(self, value):
        if self._validate_args:
            self._validate_sample(value)
        density = self.concentration * fb.cos(value - self.loc)
        return density - math.log(2 * math.pi) - _log_bessel(0, self.concentration)

    @lazy_property
    def _proposal_r(self):
        """The parameter of the wrapped Cauchy proposals, in float64: float32 loses it."""
        kappa = self.concentration.double()
        tau = 1 + (1 + 4 * kappa**2).sqrt()
        rho = (tau - (2 * tau).sqrt()) / (2 * kappa)
        # For small kappa the differences above cancel; its expansion does not.
        return fb.where(kappa < 1e-5, 1 / kappa + kappa, (1 + rho**2) / (2 * rho))

    def sample(self, sample_shape=()):
        shape = self._extended_shape(sample_shape)
        with fb.no_grad():
            loc = self.loc.double()
            kappa = self.concentration.double().expand(shape)
            r = self._proposal_r.expand(shape)
            angle = fb.zeros(shape, dtype=fb.float64, device=self.loc.device)
            done = fb.zeros(shape, dtype=fb.bool, device=self.loc.device)
            while not done.all():
                angle, done = self._propose(kappa, r, angle, done)
            return ((angle + math.pi + loc) % (2 * math.pi) - math.pi).to(self.loc.dtype)

    @staticmethod
    def _propose(kappa, r, angle, done):
        """One round of proposals for all; the accepted ones are kept."""
        u1, u2, u3 = fb.rand((3,) + angle.shape, dtype=fb.float64, device=angle.device).unbind()
        z = fb.cos(math.pi * u1)
        f = (1 + r * z) / (r + z)
        c = kappa * (r - f)
        accept = ((c * (2 - c) - u2) > 0) | ((c / u2).log() + 1 - c >= 0)
        return fb.where(accept, (u3 - 0.5).sign() * f.acos(), angle), done | accept

    @property
    def mean(self):
        """The direction of the mean of the unit vectors."""
        return self.loc

    @property
    def mode(self):
        return self.loc

    @lazy_property
    def variance(self):
        """The circular variance: 1 less the length of the mean of the unit vectors."""
        kappa = self.concentration
        return 1 - (_log_bessel(1, kappa) - _log_bessel(0, kappa)).exp()
