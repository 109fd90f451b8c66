"""Distances and similarities of vectors, and vectors of length one."""

from __future__ import annotations

from .. import _operators as T
from .._operator import Array, composite
from ._nn_arrays import require_tensor


@composite(
    namespace="functional",
    methods=False,
    dtypes="float",
    samples=("x(3, 4)", "x(3, 4), 1.0, 0", "x(2, 3, 4), 3.0, -1"),
    errors=(("ints(5, 3)", RuntimeError, "floating point"),),
)
def normalize(
    input: Array, p: float = 2.0, dim: int = 1, eps: float = 1e-12, out: Array | None = None
) -> Array:
    """`input / max(norm, eps)` with the norm of order `p` over `dim`.

    >>> import firebrick_core as fb, firebrick_core.functional as F
    >>> F.normalize(fb.tensor([[3.0, 4.0]]))
    tensor([[0.6000, 0.8000]])
    """
    require_tensor("normalize", "input", 1, input)
    if not (input.is_floating_point() or input.is_complex()):
        raise RuntimeError(
            "normalize(): Expected a floating point or complex tensor as input. Got "
            f"{input.dtype}; convert with .float()"
        )
    norm = input.norm(p, dim, keepdim=True).clamp(min=eps)
    return (
        T.true_divide(input, norm.expand_as(input))
        if out is None
        else T.true_divide(input, norm, out=out)
    )


@composite(
    namespace="torch functional",
    methods=False,
    dtypes="float",
    samples=("x(3, 4), x(3, 4)", "x(3, 4), x(3, 4), 0", "x(2, 3, 4), x(4), -1"),
)
def cosine_similarity(x1: Array, x2: Array, dim: int = 1, eps: float = 1e-8) -> Array:
    """The product of two vectors along `dim`, divided by both lengths, each kept above `eps`.

    >>> import firebrick_core as fb, firebrick_core.functional as F
    >>> F.cosine_similarity(fb.tensor([[1.0, 0.0]]), fb.tensor([[1.0, 1.0]]))
    tensor([0.7071])
    """
    require_tensor("cosine_similarity", "x1", 1, x1)
    require_tensor("cosine_similarity", "x2", 2, x2)
    x1, x2 = T.broadcast_tensors(x1, x2)
    lengths = [x.norm(2, dim, keepdim=True).clamp(min=eps) for x in (x1, x2)]
    return ((x1 / lengths[0]) * (x2 / lengths[1])).sum(dim)


@composite(
    namespace="torch functional",
    methods=False,
    dtypes="float",
    samples=("x(3, 4), x(3, 4)", "x(3, 4), x(4), 1.0", "x(4), x(4), keepdim=True"),
)
def pairwise_distance(
    x1: Array, x2: Array, p: float = 2.0, eps: float = 1e-6, keepdim: bool = False
) -> Array:
    """The norm of order `p` of `x1 - x2 + eps` over the last dimension."""
    require_tensor("pairwise_distance", "x1", 1, x1)
    require_tensor("pairwise_distance", "x2", 2, x2)
    return (x1 - x2 + eps).norm(p, -1, keepdim=keepdim)
