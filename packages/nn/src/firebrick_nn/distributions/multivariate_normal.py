"""The multivariate normal distribution."""

from __future__ import annotations

import math

import firebrick_core as fb

from . import constraints
from .distribution import Parametric
from .utils import _standard_normal, lazy_property

__all__ = ["MultivariateNormal"]


def _batch_mv(matrix, vector):
    """Products of matrices and vectors, with broadcast batches."""
    return fb.matmul(matrix, vector.unsqueeze(-1)).squeeze(-1)


def _batch_mahalanobis(factor, x):
    """`x^T (L L^T)^-1 x` for lower triangular L, whose batch may be smaller than that of x."""
    if factor.dim() == 2:  # one solution for all of them
        columns = x.reshape(-1, x.shape[-1]).mT
        solved = fb.linalg.solve_triangular(factor, columns, upper=False)
        return solved.pow(2).sum(0).reshape(x.shape[:-1])
    solved = fb.linalg.solve_triangular(factor, x.unsqueeze(-1), upper=False)
    return solved.squeeze(-1).pow(2).sum(-1)


def _precision_to_scale_tril(precision):
    """The Cholesky factor of the inverse: the inverse of the one from the other end, transposed."""
    flipped = fb.linalg.cholesky(fb.flip(precision, (-2, -1)))
    upper = fb.flip(flipped, (-2, -1)).mT
    identity = fb.eye(precision.shape[-1], dtype=precision.dtype, device=precision.device)
    return fb.linalg.solve_triangular(upper, identity, upper=False)


_MATRICES = ("covariance_matrix", "precision_matrix", "scale_tril")


def one_matrix(given: dict, error=ValueError):
    """The name and value of the only matrix that is given."""
    chosen = [(name, value) for name, value in given.items() if value is not None]
    if len(chosen) != 1:
        raise error(
            "Exactly one of covariance_matrix or precision_matrix or scale_tril may be specified."
        )
    return chosen[0]


class MultivariateNormal(Parametric):
    """Normal vectors of mean `loc` and one of `covariance_matrix`, its inverse
    `precision_matrix`, or its lower Cholesky factor `scale_tril`.

    >>> MultivariateNormal(fb.zeros(2), fb.eye(2)).log_prob(fb.zeros(2))
    tensor(-1.8379)
    """

    arg_constraints = {
        "loc": constraints.real_vector,
        "covariance_matrix": constraints.positive_definite,
        "precision_matrix": constraints.positive_definite,
        "scale_tril": constraints.lower_cholesky,
    }
    support = constraints.real_vector
    has_rsample = True
    _parameters = ("loc", "covariance_matrix", "precision_matrix", "scale_tril")

    def __init__(
        self,
        loc,
        covariance_matrix=None,
        precision_matrix=None,
        scale_tril=None,
        validate_args=None,
    ):
        if loc.dim() < 1:
            raise ValueError("loc must be at least one-dimensional.")
        given = (covariance_matrix, precision_matrix, scale_tril)
        name, matrix = one_matrix(dict(zip(_MATRICES, given, strict=True)))
        if matrix.dim() < 2:
            what = "scale_tril matrix" if name == "scale_tril" else name
            raise ValueError(
                f"{what} must be at least two-dimensional, with optional leading batch dimensions"
            )
        batch_shape = fb.broadcast_shapes(matrix.shape[:-2], loc.shape[:-1])
        setattr(self, name, matrix.expand(tuple(batch_shape) + (-1, -1)))
        self.loc = loc.expand(tuple(batch_shape) + (-1,))
        super().__init__(batch_shape, self.loc.shape[-1:], validate_args=validate_args)
        # The factor keeps the batch that was given: what is expanded would be solved repeatedly.
        if name == "scale_tril":
            self._unbroadcasted_scale_tril = matrix
        elif name == "covariance_matrix":
            self._unbroadcasted_scale_tril = fb.linalg.cholesky(matrix)
        else:
            self._unbroadcasted_scale_tril = _precision_to_scale_tril(matrix)

    def _expand_rest(self, new, batch_shape):
        new._unbroadcasted_scale_tril = self._unbroadcasted_scale_tril

    def _spread(self, matrix):
        """With the whole batch."""
        return matrix.expand(self._batch_shape + self._event_shape + self._event_shape)

    @lazy_property
    def scale_tril(self):
        """The lower Cholesky factor of the covariance."""
        return self._spread(self._unbroadcasted_scale_tril)

    @lazy_property
    def covariance_matrix(self):
        """The covariance."""
        factor = self._unbroadcasted_scale_tril
        return self._spread(fb.matmul(factor, factor.mT))

    @lazy_property
    def precision_matrix(self):
        """The inverse of the covariance."""
        return self._spread(fb.cholesky_inverse(self._unbroadcasted_scale_tril))

    @property
    def mean(self):
        return self.loc

    @property
    def mode(self):
        return self.loc

    @property
    def variance(self):
        diagonal = self._unbroadcasted_scale_tril.pow(2).sum(-1)
        return diagonal.expand(self._batch_shape + self._event_shape)

    def rsample(self, sample_shape=()):
        shape = self._extended_shape(sample_shape)
        noise = _standard_normal(shape, dtype=self.loc.dtype, device=self.loc.device)
        return self.loc + _batch_mv(self._unbroadcasted_scale_tril, noise)

    def _half_log_det(self):
        return self._unbroadcasted_scale_tril.diagonal(dim1=-2, dim2=-1).log().sum(-1)

    def log_prob(self, value):
        if self._validate_args:
            self._validate_sample(value)
        distance = _batch_mahalanobis(self._unbroadcasted_scale_tril, value - self.loc)
        constant = self._event_shape[0] * math.log(2 * math.pi)
        return -0.5 * (constant + distance) - self._half_log_det()

    def entropy(self):
        constant = 0.5 * self._event_shape[0] * (1.0 + math.log(2 * math.pi))
        return (constant + self._half_log_det()).expand(self._batch_shape)
