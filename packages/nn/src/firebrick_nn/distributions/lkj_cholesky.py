"""The LKJ distribution of Cholesky factors of correlation matrices."""

from __future__ import annotations

import math
from typing import Any

import firebrick_core as fb
from firebrick_core import Size

from . import constraints
from .beta import Beta
from .distribution import Parametric
from .utils import broadcast_all

__all__ = ["LKJCholesky"]


class LKJCholesky(Parametric):
    """Cholesky factors of `dim` x `dim` correlation matrices of density `det ** (eta - 1)`.

    `concentration` is eta: 1 is uniform, more favours small correlations. Raises ValueError for
    a `dim` below 2. Source of the sampler: Lewandowski, Kurowicka and Joe, *Generating random
    correlation matrices based on vines and extended onion method*, 2009.

    >>> LKJCholesky(3, 0.5).sample().shape
    torch.Size([3, 3])
    """

    arg_constraints = {"concentration": constraints.positive}
    support = constraints.corr_cholesky
    _parameters = ("concentration",)

    def __init__(self, dim: int, concentration=1.0, validate_args=None):
        if dim < 2:
            raise ValueError(
                f"Expected dim to be an integer greater than or equal to 2. Found dim={dim}."
            )
        self.dim = dim
        (self.concentration,) = broadcast_all(concentration)
        batch_shape, event_shape = self.concentration.size(), Size((dim, dim))
        like: dict[str, Any] = {
            "dtype": self.concentration.dtype,
            "device": self.concentration.device,
        }
        # Row by row, the squared length of what is below the diagonal is a beta number.
        marginal = self.concentration + 0.5 * (dim - 2)
        offset = fb.arange(dim - 1, **like)
        offset = fb.cat([offset.new_zeros((1,)), offset])
        self._beta = Beta(offset + 0.5, marginal.unsqueeze(-1) - 0.5 * offset)
        super().__init__(batch_shape, event_shape, validate_args=validate_args)

    def _expand_rest(self, new, batch_shape):
        new.dim = self.dim
        new._beta = self._beta.expand(batch_shape + (self.dim,))

    def sample(self, sample_shape=()):
        like: dict[str, Any] = {
            "dtype": self.concentration.dtype,
            "device": self.concentration.device,
        }
        with fb.no_grad():
            squares = self._beta.sample(sample_shape).unsqueeze(-1)
            directions = fb.randn(self._extended_shape(sample_shape), **like).tril(-1)
            directions = directions / directions.norm(dim=-1, keepdim=True)
            directions[..., 0, :].fill_(0.0)  # the first row has nothing below the diagonal
            w = fb.sqrt(squares) * directions
            tiny = fb.finfo(w.dtype).tiny
            diagonal = fb.clamp(1 - fb.sum(w**2, dim=-1), min=tiny).sqrt()
            return w + fb.diag_embed(diagonal)

    def log_prob(self, value):
        if self._validate_args:
            self._validate_sample(value)
        eta, dim = self.concentration, self.dim
        diagonal = value.diagonal(dim1=-1, dim2=-2)[..., 1:]
        order = fb.arange(2, dim + 1, device=eta.device)
        order = 2 * (eta - 1).unsqueeze(-1) + dim - order
        powers = fb.sum(order * diagonal.log(), dim=-1)
        # The constant is on page 1999 of the source.
        n = dim - 1
        alpha = eta + 0.5 * n
        normalizer = fb.mvlgamma(alpha - 0.5, n) - fb.lgamma(alpha) * n
        return powers - (0.5 * n * math.log(math.pi) + normalizer)
