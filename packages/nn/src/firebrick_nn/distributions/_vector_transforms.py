"""Transforms of vectors and matrices."""

from __future__ import annotations

import math

import firebrick_core as fb
from firebrick_core import Size, functional as F

from . import constraints
from ._transform import Transform
from .utils import tril_matrix_to_vec, vec_to_tril_matrix


def _require_dims(shape, least: int) -> None:
    if len(shape) < least:
        raise ValueError("Too few dimensions on input")


class ReshapeTransform(Transform):
    """Reshapes the last dimensions from `in_shape` to `out_shape`, which hold as many numbers.

    >>> ReshapeTransform((4,), (2, 2))(fb.zeros(3, 4)).shape
    torch.Size([3, 2, 2])
    """

    bijective = True

    def __init__(self, in_shape, out_shape, cache_size: int = 0):
        self.in_shape, self.out_shape = Size(in_shape), Size(out_shape)
        if self.in_shape.numel() != self.out_shape.numel():
            raise ValueError("in_shape, out_shape have different numbers of elements")
        super().__init__(cache_size=cache_size)

    @constraints.dependent_property
    def domain(self):
        """Real values of `in_shape`."""
        return constraints.independent(constraints.real, len(self.in_shape))

    @constraints.dependent_property
    def codomain(self):
        """Real values of `out_shape`."""
        return constraints.independent(constraints.real, len(self.out_shape))

    def with_cache(self, cache_size: int = 1):
        if self._cache_size == cache_size:
            return self
        return ReshapeTransform(self.in_shape, self.out_shape, cache_size=cache_size)

    def _call(self, x):
        return x.reshape(x.shape[: x.dim() - len(self.in_shape)] + self.out_shape)

    def _inverse(self, y):
        return y.reshape(y.shape[: y.dim() - len(self.out_shape)] + self.in_shape)

    def log_abs_det_jacobian(self, x, y):
        return x.new_zeros(x.shape[: x.dim() - len(self.in_shape)])

    @staticmethod
    def _replace(shape, old, new):
        _require_dims(shape, len(old))
        cut = len(shape) - len(old)
        if tuple(shape[cut:]) != tuple(old):
            raise ValueError(f"Shape mismatch: expected {tuple(shape[cut:])} but got {tuple(old)}")
        return shape[:cut] + type(shape)(new)

    def forward_shape(self, shape):
        return self._replace(shape, self.in_shape, self.out_shape)

    def inverse_shape(self, shape):
        return self._replace(shape, self.out_shape, self.in_shape)


class SoftmaxTransform(Transform):
    """`y = softmax(x)` along the last dimension: not bijective, for a constant is lost.

    >>> SoftmaxTransform()(fb.zeros(2))
    tensor([0.5000, 0.5000])
    """

    domain = constraints.real_vector
    codomain = constraints.simplex

    def __eq__(self, other) -> bool:
        return isinstance(other, SoftmaxTransform)

    __hash__ = Transform.__hash__

    def _call(self, x):
        weights = (x - x.max(-1, True)[0]).exp()
        return weights / weights.sum(-1, True)

    def _inverse(self, y):
        return y.log()

    def forward_shape(self, shape):
        _require_dims(shape, 1)
        return shape

    def inverse_shape(self, shape):
        _require_dims(shape, 1)
        return shape


class StickBreakingTransform(Transform):
    """K real numbers to K + 1 probabilities: each takes a share of what the former left.

    >>> StickBreakingTransform()(fb.zeros(1))
    tensor([0.5000, 0.5000])
    """

    domain = constraints.real_vector
    codomain = constraints.simplex
    bijective = True

    def __eq__(self, other) -> bool:
        return isinstance(other, StickBreakingTransform)

    __hash__ = Transform.__hash__

    def _call(self, x):
        offset = x.shape[-1] + 1 - x.new_ones(x.shape[-1]).cumsum(-1)
        share = fb.sigmoid(x - offset.log())
        left = (1 - share).cumprod(-1)
        return F.pad(share, [0, 1], value=1) * F.pad(left, [1, 0], value=1)

    def _inverse(self, y):
        head = y[..., :-1]
        offset = y.shape[-1] - head.new_ones(head.shape[-1]).cumsum(-1)
        left = fb.clamp(1 - head.cumsum(-1), min=fb.finfo(y.dtype).tiny)
        return head.log() - left.log() + offset.log()

    def log_abs_det_jacobian(self, x, y):
        offset = x.shape[-1] + 1 - x.new_ones(x.shape[-1]).cumsum(-1)
        x = x - offset.log()
        return (-x + F.logsigmoid(x) + y[..., :-1].log()).sum(-1)

    def forward_shape(self, shape):
        _require_dims(shape, 1)
        return shape[:-1] + (shape[-1] + 1,)

    def inverse_shape(self, shape):
        _require_dims(shape, 1)
        return shape[:-1] + (shape[-1] - 1,)


class LowerCholeskyTransform(Transform):
    """A matrix to a lower triangle with the exponentials of its diagonal.

    >>> LowerCholeskyTransform()(fb.zeros(2, 2))
    tensor([[1., 0.],
            [0., 1.]])
    """

    domain = constraints.independent(constraints.real, 2)
    codomain = constraints.lower_cholesky

    def __eq__(self, other) -> bool:
        return isinstance(other, LowerCholeskyTransform)

    __hash__ = Transform.__hash__

    def _call(self, x):
        return x.tril(-1) + x.diagonal(dim1=-2, dim2=-1).exp().diag_embed()

    def _inverse(self, y):
        return y.tril(-1) + y.diagonal(dim1=-2, dim2=-1).log().diag_embed()


class PositiveDefiniteTransform(Transform):
    """A matrix to a positive definite one: the lower Cholesky factor times its transpose.

    >>> PositiveDefiniteTransform()(fb.zeros(2, 2))
    tensor([[1., 0.],
            [0., 1.]])
    """

    domain = constraints.independent(constraints.real, 2)
    codomain = constraints.positive_definite

    def __eq__(self, other) -> bool:
        return isinstance(other, PositiveDefiniteTransform)

    __hash__ = Transform.__hash__

    def _call(self, x):
        factor = LowerCholeskyTransform()(x)
        return factor @ factor.mT

    def _inverse(self, y):
        return LowerCholeskyTransform().inv(fb.linalg.cholesky(y))


class CorrCholeskyTransform(Transform):
    """`D (D - 1) / 2` real numbers to the Cholesky factor of a D x D correlation matrix.

    Each row of the factor is a point of a half sphere: tanh of the numbers are canonical partial
    correlations, and each takes its share of the length that the former left. Source: Lewandowski,
    Kurowicka and Joe, *Generating random correlation matrices based on vines and extended onion
    method*, 2009.

    >>> CorrCholeskyTransform()(fb.zeros(1))
    tensor([[1., 0.],
            [0., 1.]])
    """

    domain = constraints.real_vector
    codomain = constraints.corr_cholesky
    bijective = True

    def _call(self, x):
        x = fb.tanh(x)
        eps = fb.finfo(x.dtype).eps
        r = vec_to_tril_matrix(x.clamp(min=-1 + eps, max=1 - eps), diag=-1)
        left = (1 - r**2).sqrt().cumprod(-1)
        r = r + fb.eye(r.shape[-1], dtype=r.dtype, device=r.device)
        return r * F.pad(left[..., :-1], [1, 0], value=1)

    def _inverse(self, y):
        left = 1 - fb.cumsum(y * y, dim=-1)
        left = F.pad(left[..., :-1], [1, 0], value=1)
        shares = tril_matrix_to_vec(y, diag=-1) / tril_matrix_to_vec(left, diag=-1).sqrt()
        return (shares.log1p() - (-shares).log1p()) / 2  # artanh

    def log_abs_det_jacobian(self, x, y, intermediates=None):
        left = 1 - (y * y).cumsum(dim=-1)
        rows = tril_matrix_to_vec(left, diag=-2)
        spheres = 0.5 * rows.log().sum(-1)
        tanhs = -2 * (x + F.softplus(-2 * x) - math.log(2.0)).sum(dim=-1)
        return spheres + tanhs

    def forward_shape(self, shape):
        _require_dims(shape, 1)
        n = shape[-1]
        size = round((0.25 + 2 * n) ** 0.5 + 0.5)
        if size * (size - 1) // 2 != n:
            raise ValueError("Input is not a flattened lower-diagonal number")
        return shape[:-1] + (size, size)

    def inverse_shape(self, shape):
        _require_dims(shape, 2)
        if shape[-2] != shape[-1]:
            raise ValueError("Input is not square")
        size = shape[-1]
        return shape[:-2] + (size * (size - 1) // 2,)
