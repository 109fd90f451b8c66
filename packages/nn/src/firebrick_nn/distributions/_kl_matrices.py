"""Divergences between multivariate normal distributions."""

from __future__ import annotations

import firebrick_core as fb

from .kl import register_kl
from .lowrank_multivariate_normal import (
    LowRankMultivariateNormal,
    _lowrank_logdet,
    _lowrank_mahalanobis,
)
from .multivariate_normal import MultivariateNormal, _batch_mahalanobis


def _require_same_size(p, q) -> None:
    if p.event_shape != q.event_shape:
        left, right = type(p).__name__, type(q).__name__
        if left == right:
            two = f"two {'Low Rank ' if 'Low' in left else ''}Multivariate Normals"
        else:
            two = "two (Low Rank) Multivariate Normals"
        raise ValueError(
            f"KL-divergence between {two} with different event shapes cannot be computed"
        )


def _trace_of_square(matrix):
    """The trace of `m m^T`: the sum of all squares."""
    return matrix.pow(2).sum((-2, -1))


def _half_log_det(d):
    return d._unbroadcasted_scale_tril.diagonal(dim1=-2, dim2=-1).log().sum(-1)


def _log_det(d):
    if isinstance(d, LowRankMultivariateNormal):
        return _lowrank_logdet(d._unbroadcasted_cov_diag, d._capacitance_tril)
    return 2 * _half_log_det(d)


def _distance(q, difference):
    """`d^T Sigma_q^-1 d`."""
    if isinstance(q, LowRankMultivariateNormal):
        return _lowrank_mahalanobis(
            q._unbroadcasted_cov_factor,
            q._unbroadcasted_cov_diag,
            difference,
            q._capacitance_tril,
        )
    return _batch_mahalanobis(q._unbroadcasted_scale_tril, difference)


def _roots(p):
    """Matrices whose squares add up to the covariance."""
    if isinstance(p, LowRankMultivariateNormal):
        return p._unbroadcasted_cov_factor, fb.diag_embed(p._unbroadcasted_cov_diag.sqrt())
    return (p._unbroadcasted_scale_tril,)


def _solve(factor, root):
    batch = fb.broadcast_shapes(factor.shape[:-2], root.shape[:-2])
    factor = factor.expand(tuple(batch) + tuple(factor.shape[-2:]))
    root = root.expand(tuple(batch) + tuple(root.shape[-2:]))
    return fb.linalg.solve_triangular(factor, root, upper=False)


def _trace(q, p):
    """The trace of `Sigma_q^-1 Sigma_p`."""
    if not isinstance(q, LowRankMultivariateNormal):
        return sum(_trace_of_square(_solve(q._unbroadcasted_scale_tril, r)) for r in _roots(p))
    # By the Woodbury identity: D^-1 less what the low rank takes from it.
    diagonal = q._unbroadcasted_cov_diag
    scaled = q._unbroadcasted_cov_factor.mT / diagonal.unsqueeze(-2)
    taken = _solve(q._capacitance_tril, scaled)
    total = 0
    for root in _roots(p):
        total = total + _trace_of_square(root * diagonal.rsqrt().unsqueeze(-1))
        total = total - _trace_of_square(taken.matmul(root))
    return total


@register_kl(MultivariateNormal, MultivariateNormal)
@register_kl(MultivariateNormal, LowRankMultivariateNormal)
@register_kl(LowRankMultivariateNormal, MultivariateNormal)
@register_kl(LowRankMultivariateNormal, LowRankMultivariateNormal)
def _multivariate_normals(p, q):
    _require_same_size(p, q)
    logs = _log_det(q) - _log_det(p)
    result = 0.5 * (logs + _trace(q, p) + _distance(q, q.loc - p.loc) - p.event_shape[0])
    return result.expand(fb.broadcast_shapes(result.shape, p.batch_shape, q.batch_shape))
