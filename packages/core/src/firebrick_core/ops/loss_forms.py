"""Losses as `torch` has them: with a number for the reduction, and its own order of arguments.

0 reduces nothing, 1 takes the mean, 2 the sum. The default is 0: PyTorch's declarations say 1, but
what it computes without the argument is not reduced.
"""

from __future__ import annotations

from .._operator import Array, composite
from .loss import reduced
from .margin_loss import cosine_loss, hinge_loss, triplet_loss
from .pointwise_loss import divergence, logit_loss, poisson_loss

_REDUCTIONS = ("none", "mean", "sum")


def reduction_name(name: str, position: int, reduction: int) -> str:
    """0, 1 and 2 as "none", "mean" and "sum"; other numbers are no reduction, as in PyTorch.

    Raises TypeError for what is no integer.
    """
    if isinstance(reduction, bool) or not isinstance(reduction, int):
        raise TypeError(
            f"{name}(): argument 'reduction' (position {position}) must be int, not "
            f"{type(reduction).__name__}; torch.nn.functional has the form that takes a name"
        )
    return _REDUCTIONS[reduction] if 0 <= reduction < 3 else "none"


@composite(
    methods=False,
    dtypes="float",
    samples=(
        "x(3, 4), unit(3, 4).abs()",
        "x(3, 4), unit(3, 4).abs(), pos(4).detach(), pos(4).detach(), 2",
        "x(3), unit(2, 3).abs(), reduction=0",
    ),
    errors=(("x(3), unit(3).abs(), None, None, 'mean'", TypeError, "must be int, not str"),),
    layered=True,
)
def binary_cross_entropy_with_logits(
    input: Array,
    target: Array,
    weight: Array | None = None,
    pos_weight: Array | None = None,
    reduction: int = 0,
) -> Array:
    """The cross-entropy of `sigmoid(input)` and `target`; `reduction` 0 is none, 1 mean, 2 sum."""
    name = reduction_name("binary_cross_entropy_with_logits", 5, reduction)
    return reduced(logit_loss(input, target, weight, pos_weight), name)


@composite(
    methods=False,
    dtypes="float",
    samples=("x(3, 4), x(3, 4), x(3).sign()", "x(4), x(4), T.ones(()), 0.2, 0"),
    errors=(("x(3), x(3), x(), 0.0, 'sum'", TypeError, "must be int, not str"),),
    layered=True,
)
def cosine_embedding_loss(
    input1: Array, input2: Array, target: Array, margin: float = 0.0, reduction: int = 0
) -> Array:
    """`1 - cos` where the target is 1, `max(0, cos - margin)` where it is -1; reduced by number."""
    name = reduction_name("cosine_embedding_loss", 5, reduction)
    return reduced(cosine_loss(input1, input2, target, margin), name)


@composite(
    methods=False,
    dtypes="float",
    samples=("x(3, 4), x(3, 4).sign()", "x(3), x(3).sign(), 0.5, 2"),
    errors=(("x(3), x(3), 1.0, 'sum'", TypeError, "must be int, not str"),),
    layered=True,
)
def hinge_embedding_loss(
    input: Array, target: Array, margin: float = 1.0, reduction: int = 0
) -> Array:
    """`input` where the target is 1, `max(0, margin - input)` where it is -1; reduced by number."""
    name = reduction_name("hinge_embedding_loss", 4, reduction)
    return reduced(hinge_loss(input, target, margin), name)


@composite(
    methods=False,
    dtypes="float",
    samples=("x(3, 4), unit(3, 4).abs()", "x(3), x(3), 2, log_target=True"),
    errors=(("x(3), x(3), 'sum'", TypeError, "must be int, not str"),),
    layered=True,
)
def kl_div(input: Array, target: Array, reduction: int = 0, *, log_target: bool = False) -> Array:
    """The divergence of log-probabilities from `target`; `reduction` 0 is none, 1 mean, 2 sum."""
    name = reduction_name("kl_div", 3, reduction)
    return reduced(divergence(input, target, log_target), name)


@composite(
    methods=False,
    dtypes="float",
    samples=("x(3), x(3), x(3).sign()", "x(3), x(3), x(3).sign(), 0.5, 0"),
    errors=(("x(3), x(3), x(3), 0.5, 'sum'", TypeError, "must be int, not str"),),
    layered=True,
)
def margin_ranking_loss(
    input1: Array, input2: Array, target: Array, margin: float = 0.0, reduction: int = 0
) -> Array:
    """`max(0, -target * (input1 - input2) + margin)`; `reduction` 0 is none, 1 mean, 2 sum."""
    name = reduction_name("margin_ranking_loss", 5, reduction)
    return reduced((-target * (input1 - input2) + margin).clamp(min=0), name)


@composite(
    methods=False,
    dtypes="float",
    samples=("x(3, 4), pos(3, 4), True, False, 1e-8, 1", "pos(3), pos(3), False, True, 1e-8, 2"),
    errors=(("x(3), pos(3), True, False, 1e-8, 'sum'", TypeError, "must be int, not str"),),
    layered=True,
)
def poisson_nll_loss(
    input: Array, target: Array, log_input: bool, full: bool, eps: float, reduction: int
) -> Array:
    """The negative log-likelihood of counts under Poisson rates; every argument given."""
    name = reduction_name("poisson_nll_loss", 6, reduction)
    return reduced(poisson_loss(input, target, log_input, full, eps), name)


@composite(
    methods=False,
    dtypes="float",
    samples=("x(3, 4), x(3, 4), x(3, 4)", "x(3, 4), x(3, 4), x(3, 4), 0.5, swap=True, reduction=2"),
    errors=(("x(3), x(3), x(3), reduction='sum'", TypeError, "must be int, not str"),),
    layered=True,
)
def triplet_margin_loss(
    anchor: Array,
    positive: Array,
    negative: Array,
    margin: float = 1.0,
    p: float = 2.0,
    eps: float = 1e-6,
    swap: bool = False,
    reduction: int = 0,
) -> Array:
    """`max(0, d(anchor, positive) - d(anchor, negative) + margin)`; reduced by number."""
    name = reduction_name("triplet_margin_loss", 8, reduction)
    return reduced(triplet_loss(anchor, positive, negative, margin, p, eps, swap), name)
