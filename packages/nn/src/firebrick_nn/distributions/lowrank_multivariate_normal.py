"""The multivariate normal distribution whose covariance is of low rank plus a diagonal."""

from __future__ import annotations

import math

import firebrick_core as fb

from . import constraints
from .distribution import Parametric
from .multivariate_normal import _batch_mahalanobis, _batch_mv
from .utils import _standard_normal, lazy_property

__all__ = ["LowRankMultivariateNormal"]


def _capacitance_tril(factor, diagonal):
    """The Cholesky factor of `I + W^T D^-1 W`, which is small where W is narrow."""
    scaled = factor.mT / diagonal.unsqueeze(-2)
    capacitance = fb.matmul(scaled, factor).contiguous()
    index = fb.arange(factor.shape[-1], device=factor.device)
    capacitance[..., index, index] += 1
    return fb.linalg.cholesky(capacitance)


def _lowrank_logdet(diagonal, capacitance_tril):
    """`log det (W W^T + D)`, by the matrix determinant lemma."""
    halves = capacitance_tril.diagonal(dim1=-2, dim2=-1).log().sum(-1)
    return 2 * halves + diagonal.log().sum(-1)


def _lowrank_mahalanobis(factor, diagonal, x, capacitance_tril):
    """`x^T (W W^T + D)^-1 x`, by the Woodbury identity."""
    scaled = factor.mT / diagonal.unsqueeze(-2)
    whole = (x.pow(2) / diagonal).sum(-1)
    return whole - _batch_mahalanobis(capacitance_tril, _batch_mv(scaled, x))


class LowRankMultivariateNormal(Parametric):
    """Normal vectors of covariance `cov_factor @ cov_factor.T + diag(cov_diag)`.

    Work grows with the square of the rank (the width of `cov_factor`), not with the cube of the
    vectors' size.

    >>> d = LowRankMultivariateNormal(fb.zeros(2), fb.tensor([[1.0], [0.0]]), fb.ones(2))
    >>> d.covariance_matrix
    tensor([[2., 0.],
            [0., 1.]])
    """

    arg_constraints = {
        "loc": constraints.real_vector,
        "cov_factor": constraints.independent(constraints.real, 2),
        "cov_diag": constraints.independent(constraints.positive, 1),
    }
    support = constraints.real_vector
    has_rsample = True
    _parameters = ("loc", "cov_factor", "cov_diag")

    def __init__(self, loc, cov_factor, cov_diag, validate_args=None):
        if loc.dim() < 1:
            raise ValueError("loc must be at least one-dimensional.")
        event_shape = loc.shape[-1:]
        if cov_factor.dim() < 2:
            raise ValueError(
                "cov_factor must be at least two-dimensional, with optional leading batch "
                "dimensions"
            )
        if cov_factor.shape[-2:-1] != event_shape:
            raise ValueError(
                f"cov_factor must be a batch of matrices with shape {event_shape[0]} x m"
            )
        if cov_diag.shape[-1:] != event_shape:
            raise ValueError(f"cov_diag must be a batch of vectors with shape {event_shape}")
        column, diagonal = loc.unsqueeze(-1), cov_diag.unsqueeze(-1)
        try:
            column, self.cov_factor, diagonal = fb.broadcast_tensors(column, cov_factor, diagonal)
        except RuntimeError as e:
            raise ValueError(
                f"Incompatible batch shapes: loc {loc.shape}, cov_factor {cov_factor.shape}, "
                f"cov_diag {cov_diag.shape}"
            ) from e
        self.loc, self.cov_diag = column[..., 0], diagonal[..., 0]
        super().__init__(self.loc.shape[:-1], event_shape, validate_args=validate_args)
        self._unbroadcasted_cov_factor, self._unbroadcasted_cov_diag = cov_factor, cov_diag
        self._capacitance_tril = _capacitance_tril(cov_factor, cov_diag)

    def _expand_rest(self, new, batch_shape):
        new._unbroadcasted_cov_factor = self._unbroadcasted_cov_factor
        new._unbroadcasted_cov_diag = self._unbroadcasted_cov_diag
        new._capacitance_tril = self._capacitance_tril

    @property
    def mean(self):
        return self.loc

    @property
    def mode(self):
        return self.loc

    @lazy_property
    def variance(self):
        """The diagonal of the covariance."""
        diagonal = self._unbroadcasted_cov_factor.pow(2).sum(-1) + self._unbroadcasted_cov_diag
        return diagonal.expand(self._batch_shape + self._event_shape)

    def _spread(self, matrix):
        return matrix.expand(self._batch_shape + self._event_shape + self._event_shape)

    @lazy_property
    def scale_tril(self):
        """The lower Cholesky factor of the covariance."""
        root = self._unbroadcasted_cov_diag.sqrt().unsqueeze(-1)
        scaled = self._unbroadcasted_cov_factor / root
        inner = fb.matmul(scaled, scaled.mT).contiguous()
        index = fb.arange(self._event_shape[0], device=inner.device)
        inner[..., index, index] += 1
        return self._spread(root * fb.linalg.cholesky(inner))

    @lazy_property
    def covariance_matrix(self):
        """The covariance."""
        factor = self._unbroadcasted_cov_factor
        low_rank = fb.matmul(factor, factor.mT)
        return self._spread(low_rank + fb.diag_embed(self._unbroadcasted_cov_diag))

    @lazy_property
    def precision_matrix(self):
        """The inverse of the covariance, by the Woodbury identity."""
        inverse = self._unbroadcasted_cov_diag.reciprocal()
        scaled = self._unbroadcasted_cov_factor.mT * inverse.unsqueeze(-2)
        solved = fb.linalg.solve_triangular(self._capacitance_tril, scaled, upper=False)
        return self._spread(fb.diag_embed(inverse) - solved.mT @ solved)

    def rsample(self, sample_shape=()):
        shape = self._extended_shape(sample_shape)
        narrow = shape[:-1] + self.cov_factor.shape[-1:]
        like = {"dtype": self.loc.dtype, "device": self.loc.device}
        common, own = _standard_normal(narrow, **like), _standard_normal(shape, **like)
        drawn = self.loc + _batch_mv(self._unbroadcasted_cov_factor, common)
        return drawn + self._unbroadcasted_cov_diag.sqrt() * own

    def _logdet(self):
        return _lowrank_logdet(self._unbroadcasted_cov_diag, self._capacitance_tril)

    def log_prob(self, value):
        if self._validate_args:
            self._validate_sample(value)
        distance = _lowrank_mahalanobis(
            self._unbroadcasted_cov_factor,
            self._unbroadcasted_cov_diag,
            value - self.loc,
            self._capacitance_tril,
        )
        constant = self._event_shape[0] * math.log(2 * math.pi)
        return -0.5 * (constant + self._logdet() + distance)

    def entropy(self):
        constant = self._event_shape[0] * (1.0 + math.log(2 * math.pi))
        return (0.5 * (constant + self._logdet())).expand(self._batch_shape)
