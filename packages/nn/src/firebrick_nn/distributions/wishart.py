"""The Wishart distribution."""

from __future__ import annotations

import math
import warnings
from numbers import Number

import firebrick_core as fb
from firebrick_core import Size, nan

from . import constraints
from .chi2 import Chi2
from .distribution import Parametric
from .exp_family import ExponentialFamily
from .multivariate_normal import _MATRICES, _precision_to_scale_tril, one_matrix
from .utils import lazy_property

__all__ = ["Wishart"]


def _mvdigamma(x, p: int):
    """The derivative of `log` of the multivariate gamma function."""
    steps = fb.arange(p, dtype=x.dtype, device=x.device).div(2)
    return fb.digamma(x.unsqueeze(-1) - steps.expand(x.shape + (-1,))).sum(-1)


def _clamp_above_eps(x):
    """Away from 0: what rounds to 0 would leave a singular matrix."""
    return x.clamp(min=fb.finfo(x.dtype).eps)


class Wishart(Parametric, ExponentialFamily):
    """Positive definite matrices: sums of `df` outer products of normal vectors.

    `df` is above the size of the matrices less 1; one of `covariance_matrix`, its inverse
    `precision_matrix` or its lower Cholesky factor `scale_tril` is given. Sampled by Bartlett's
    decomposition. Source: Sawyer, *Wishart distributions and inverse-Wishart sampling*, 2007.

    >>> Wishart(3.0, fb.eye(2)).mean
    tensor([[3., 0.],
            [0., 3.]])
    """

    support = constraints.positive_definite
    has_rsample = True
    _mean_carrier_measure = 0
    _parameters = ("df", "covariance_matrix", "precision_matrix", "scale_tril")

    @property
    def arg_constraints(self):
        """One matrix, and `df` above the size of the matrices less 1."""
        return {
            "covariance_matrix": constraints.positive_definite,
            "precision_matrix": constraints.positive_definite,
            "scale_tril": constraints.lower_cholesky,
            "df": constraints.greater_than(self.event_shape[-1] - 1),
        }

    def __init__(
        self,
        df,
        covariance_matrix=None,
        precision_matrix=None,
        scale_tril=None,
        validate_args=None,
    ):
        given = (covariance_matrix, precision_matrix, scale_tril)
        name, matrix = one_matrix(dict(zip(_MATRICES, given, strict=True)), AssertionError)
        if matrix.dim() < 2:
            raise ValueError(
                "scale_tril must be at least two-dimensional, with optional leading batch "
                "dimensions"
            )
        if isinstance(df, Number):
            df = fb.tensor(df, dtype=matrix.dtype, device=matrix.device)
        batch_shape = fb.broadcast_shapes(matrix.shape[:-2], df.shape)
        event_shape = matrix.shape[-2:]
        self.df = df.expand(batch_shape)
        setattr(self, name, matrix.expand(tuple(batch_shape) + (-1, -1)))
        if self.df.le(event_shape[-1] - 1).any():
            raise ValueError(
                f"Value of df={df} expected to be greater than ndim - 1 = {event_shape[-1] - 1}."
            )
        super().__init__(batch_shape, event_shape, validate_args=validate_args)
        if self.df.lt(event_shape[-1]).any():
            warnings.warn(
                "Low df values detected. Singular samples are highly likely to occur for "
                "ndim - 1 < df < ndim.",
                stacklevel=2,
            )
        self._unbroadcasted_scale_tril = self._factor(name, matrix)
        # The squares on the diagonal of Bartlett's factor: chi-squared with falling freedom.
        falling = fb.arange(event_shape[-1], dtype=self.df.dtype, device=self.df.device)
        self._dist_chi2 = Chi2(self.df.unsqueeze(-1) - falling.expand(batch_shape + (-1,)))

    @staticmethod
    def _factor(name, matrix):
        if name == "scale_tril":
            return matrix
        if name == "covariance_matrix":
            return fb.linalg.cholesky(matrix)
        return _precision_to_scale_tril(matrix)

    def _expand_rest(self, new, batch_shape):
        new._unbroadcasted_scale_tril = self._unbroadcasted_scale_tril.expand(
            batch_shape + self.event_shape
        )
        new._dist_chi2 = self._dist_chi2.expand(batch_shape + self.event_shape[-1:])
        new._batch_shape, new._event_shape = batch_shape, self.event_shape

    def _spread(self, matrix):
        return matrix.expand(self._batch_shape + self._event_shape)

    @lazy_property
    def scale_tril(self):
        """The lower Cholesky factor of the scale matrix."""
        return self._spread(self._unbroadcasted_scale_tril)

    @lazy_property
    def covariance_matrix(self):
        """The scale matrix."""
        factor = self._unbroadcasted_scale_tril
        return self._spread(factor @ factor.mT)

    @lazy_property
    def precision_matrix(self):
        """The inverse of the scale matrix."""
        factor = self._unbroadcasted_scale_tril
        identity = fb.eye(self._event_shape[-1], dtype=factor.dtype, device=factor.device)
        return self._spread(fb.cholesky_solve(identity, factor))

    @property
    def mean(self):
        return self.df.view(self._batch_shape + (1, 1)) * self.covariance_matrix

    @property
    def mode(self):
        factor = self.df - self.covariance_matrix.shape[-1] - 1
        factor = fb.where(factor <= 0, nan, factor)
        return factor.view(self._batch_shape + (1, 1)) * self.covariance_matrix

    @property
    def variance(self):
        v = self.covariance_matrix
        diagonal = v.diagonal(dim1=-2, dim2=-1)
        outer = fb.einsum("...i,...j->...ij", diagonal, diagonal)
        return self.df.view(self._batch_shape + (1, 1)) * (v.pow(2) + outer)

    def _bartlett_sampling(self, sample_shape=()):
        p = self._event_shape[-1]
        noise = _clamp_above_eps(self._dist_chi2.rsample(sample_shape).sqrt())
        noise = noise.diag_embed(dim1=-2, dim2=-1)
        rows, columns = fb.tril_indices(p, p, offset=-1)
        below = fb.Size(sample_shape) + self._batch_shape + (p * (p - 1) // 2,)
        noise[..., rows, columns] = fb.randn(below, dtype=noise.dtype, device=noise.device)
        factor = self._unbroadcasted_scale_tril @ noise
        return factor @ factor.mT

    def rsample(self, sample_shape=(), max_try_correction=None):
        """Draws; those that rounding made singular are drawn again, up to 10 times by default."""
        sample = self._bartlett_sampling(Size(sample_shape))
        # PyTorch draws what was not singular once more: for the same matrices, so do we.
        regular = ~self._is_singular(sample)
        if regular.any():
            sample[regular] = self._bartlett_sampling(regular[regular].shape)
        singular = self._is_singular(sample)
        if not singular.any():
            return sample
        warnings.warn("Singular sample detected.", stacklevel=2)
        for _ in range(10 if max_try_correction is None else max_try_correction):
            again = self._bartlett_sampling(singular[singular].shape)
            sample[singular] = again
            singular[singular.clone()] = self._is_singular(again)
            if not singular.any():
                break
        return sample

    def _is_singular(self, sample):
        """Which samples (whole batches of them) hold a matrix that is not positive definite."""
        singular = self.support.check(sample).logical_not()
        batch_dims = [-1 - i for i in range(len(self._batch_shape))]
        return singular.amax(batch_dims) if batch_dims else singular

    def log_prob(self, value):
        if self._validate_args:
            self._validate_sample(value)
        df, p = self.df, self._event_shape[-1]
        factor = self._unbroadcasted_scale_tril
        half_log_det = factor.diagonal(dim1=-2, dim2=-1).log().sum(-1)
        constant = df * (p * math.log(2) / 2 + half_log_det) + fb.mvlgamma(df / 2, p=p)
        trace = fb.cholesky_solve(value, factor).diagonal(dim1=-2, dim2=-1).sum(dim=-1)
        return (df - p - 1) / 2 * fb.linalg.slogdet(value)[1] - trace / 2 - constant

    def entropy(self):
        df, p = self.df, self._event_shape[-1]
        diagonal = self._unbroadcasted_scale_tril.diagonal(dim1=-2, dim2=-1)
        return (
            (p + 1) * (p * math.log(2) / 2 + diagonal.log().sum(-1))
            + fb.mvlgamma(df / 2, p=p)
            - (df - p - 1) / 2 * _mvdigamma(df / 2, p=p)
            + df * p / 2
        )

    @property
    def _natural_params(self):
        return self.df / 2, -self.precision_matrix / 2

    def _log_normalizer(self, x, y):
        p = self._event_shape[-1]
        log_det = -fb.linalg.slogdet(-2 * y)[1]
        return x * (log_det + p * math.log(2)) + fb.mvlgamma(x, p=p)
