"""Connectionist temporal classification (Graves et al. 2006): all alignments of labels in time.

A target of S labels is read as 2 S + 1 states, blanks between the labels. `log_alpha[t, n, s]` is
the log-probability of all ways to be in state s at time t. The backward pass needs the same from
the end, which is the same recursion on the reversed sequence.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence

import numpy as np

from .. import _dtype, _operators as T
from .._device import meta_array
from .._dispatch import TRANSFORMED
from .._operator import TABLE, Array, OptionalArrays, composite, operator
from .._provider import is_served
from ._nn_arrays import half_in_float32, require_tensor
from .loss import NO_REDUCTION
from .loss_forms import reduction_name


# ---------------------------------------------------------------------- the recursion
def _forward(xp, emission, may_skip):
    """Log-probabilities of states, from those of their labels (T, N, L).

    A state follows itself, the one before, or where it `may_skip` (N, L) the one before that.
    """
    steps, n, states = emission.shape
    low = emission.dtype.type(-np.inf)
    out = xp.empty(emission.shape, emission.dtype)
    out[0] = low
    out[0, :, :2] = emission[0, :, :2]
    before = xp.full((n, states + 2), low, emission.dtype)  # two states that are never reached
    barrier = xp.where(may_skip, emission.dtype.type(0), low)
    for t in range(1, steps):
        before[:, 2:] = out[t - 1]
        stay, step = before[:, 2:], before[:, 1:-1]
        skip = before[:, :-2] + barrier
        highest = xp.maximum(xp.maximum(stay, step), skip)
        base = xp.where(highest == low, 0, highest)
        total = xp.exp(stay - base)
        total += xp.exp(step - base)
        total += xp.exp(skip - base)
        total = xp.log(total)
        total += base
        total += emission[t]
        out[t] = total
    return out


def _states(xp, targets, target_lengths, longest, blank):
    """The label of each state: blanks, and between them the targets (N, S) or one after another."""
    n = target_lengths.shape[0]
    labels = xp.full((n, 2 * longest + 1), blank, np.int64)
    if not longest:
        return labels
    places = xp.arange(longest)
    inside = places < target_lengths[:, None]
    if targets.ndim == 2:
        chosen = targets[:, :longest]
    else:
        starts = xp.cumsum(target_lengths) - target_lengths
        chosen = targets[xp.where(inside, starts[:, None] + places, 0)]
    labels[:, 1::2] = xp.where(inside, chosen, blank)
    return labels


def _may_skip(xp, labels, blank):
    """Whether a state may follow the one two before: the next label does, if it is another one."""
    out = xp.zeros(labels.shape, bool)
    out[:, 2:] = (labels[:, 2:] != blank) & (labels[:, 2:] != labels[:, :-2])
    return out


def _emission(xp, log_probs, labels):
    """The log-probability of each state's label at each time: (T, N, L)."""
    index = xp.broadcast_to(labels, (log_probs.shape[0], *labels.shape))
    return xp.take_along_axis(log_probs, index, 2)


def _reversed(xp, values, times, states):
    """(T, N, L) with each sample's own times and states in reverse; what lies beyond is unused."""
    steps, n, width = values.shape
    t = (times[None, :, None] - 1 - xp.arange(steps)[:, None, None]) % steps
    s = (states[None, :, None] - 1 - xp.arange(width)) % width
    return values[t, xp.arange(n)[None, :, None], s]


def _log_likelihood(xp, log_alpha, input_lengths, target_lengths):
    """The log-probability of ending in the last label or the blank after it."""
    n = input_lengths.shape[0]
    rows = xp.arange(n)
    end = log_alpha[xp.maximum(input_lengths - 1, 0), rows]
    last = end[rows, 2 * target_lengths]
    label = xp.where(target_lengths > 0, end[rows, xp.maximum(2 * target_lengths - 1, 0)], -np.inf)
    none = xp.where(target_lengths > 0, -np.inf, 0)  # no time at all: only no labels fit
    return xp.where(input_lengths > 0, xp.logaddexp(last, label), none).astype(log_alpha.dtype)


# ---------------------------------------------------------------------- the operators
def _ctc_rule(log_probs, targets, input_lengths, target_lengths, longest, blank, zero_infinity):
    steps, n, _ = log_probs.shape
    return meta_array((n,), log_probs.dtype), meta_array(
        (steps, n, 2 * longest + 1), log_probs.dtype
    )


_SAMPLES = (
    "x(6, 3, 5), ints(4, 3, 3) + 1, T.tensor([6, 5, 4]), T.tensor([3, 2, 0]), 3, 0, False",
    "x(6, 2, 5), ints(4, 5), T.tensor([6, 2]), T.tensor([2, 3]), 3, 4, True",
)


@operator(
    samples=_SAMPLES,
    meta=_ctc_rule,
    dtypes="float",
    methods=False,
    namespace="internal",
    returns=("result", "log_alpha"),
)
@half_in_float32
def ctc(
    xp,
    log_probs: Array,
    targets: Array,
    input_lengths: Array,
    target_lengths: Array,
    longest: int,
    blank: int,
    zero_infinity: bool,
) -> tuple[Array, Array]:
    """The negative log-likelihood of each sample's targets, and `log_alpha`."""
    labels = _states(xp, targets, target_lengths, longest, blank)
    log_alpha = _forward(xp, _emission(xp, log_probs, labels), _may_skip(xp, labels, blank))
    return -_log_likelihood(xp, log_alpha, input_lengths, target_lengths), log_alpha


def _ctc_backward_rule(grad_output, log_probs, *rest):
    return meta_array(log_probs.shape, log_probs.dtype)


def _posteriors(xp, log_probs, labels, log_states, kept):
    """The probability of each class at each time, from those of states: (T, N, C)."""
    probabilities = xp.where(kept, xp.exp(log_states), 0)
    out = xp.zeros(log_probs.shape, log_probs.dtype)
    for i in range(labels.shape[0]):  # states of one label, side by side, are added up in one go
        order = xp.argsort(labels[i], kind="stable")
        ordered = labels[i][order]
        first = xp.concatenate((xp.asarray([True]), ordered[1:] != ordered[:-1]))
        starts = xp.flatnonzero(first)
        sums = xp.add.reduceat(probabilities[:, i][:, order], starts, 1)
        out[:, i, ordered[starts]] = sums
    return out


@operator(
    samples=(
        "x(3), x(6, 3, 5), ints(4, 3, 3) + 1, T.tensor([6, 5, 4]), T.tensor([3, 2, 0]), pos(3), "
        "x(6, 3, 7), 3, 0, False",
    ),
    meta=_ctc_backward_rule,
    dtypes="float",
    methods=False,
    namespace="internal",
)
@half_in_float32
def ctc_backward(
    xp,
    grad_output: Array,
    log_probs: Array,
    targets: Array,
    input_lengths: Array,
    target_lengths: Array,
    result: Array,
    log_alpha: Array,
    longest: int,
    blank: int,
    zero_infinity: bool,
) -> Array:
    """The gradient of `ctc` for log-probabilities that come from a softmax over classes.

    As PyTorch's it is that of the logits, `exp(log_probs)` less the posterior of each class, which
    the gradient of log_softmax leaves as it is.
    """
    labels = _states(xp, targets, target_lengths, longest, blank)
    states = 2 * target_lengths + 1
    emission = _emission(xp, log_probs, labels)
    mirrored = _reversed(xp, labels[None], xp.ones_like(states), states)[0]
    log_beta = _reversed(
        xp,
        _forward(
            xp, _reversed(xp, emission, input_lengths, states), _may_skip(xp, mirrored, blank)
        ),
        input_lengths,
        states,
    )
    in_time = xp.arange(log_probs.shape[0])[:, None, None] < input_lengths[:, None]
    kept = in_time & (xp.arange(labels.shape[1]) < states[:, None]) & (emission > -np.inf)
    log_states = log_alpha + log_beta - emission + result[:, None]
    posteriors = _posteriors(xp, log_probs, labels, log_states, kept)
    slopes = (xp.exp(log_probs) - posteriors) * grad_output[:, None]
    slopes = xp.where(xp.isinf(result)[:, None], 0 if zero_infinity else np.nan, slopes)
    return xp.where(in_time, slopes, 0).astype(log_probs.dtype)


def _cost_rule(tensors, longest, blank, zero_infinity):
    log_probs = tensors[0]
    return meta_array(log_probs.shape[1:2], log_probs.dtype), meta_array(
        log_probs.shape, log_probs.dtype
    )


@operator(
    samples=(
        "[x(6, 3, 5).log_softmax(2), ints(4, 3, 3) + 1, T.tensor([6, 5, 4]), "
        "T.tensor([3, 2, 0])], 3, 0, False",
        "[x(6, 3, 5).log_softmax(2), ints(4, 6) + 1, T.tensor([6, 5, 0]), "
        "T.tensor([3, 2, 1])], 3, 0, True",
    ),
    meta=_cost_rule,
    dtypes="float",
    methods=False,
    namespace="internal",
    returns=("result", "gradient"),
)
def ctc_cost(
    xp, tensors: OptionalArrays, longest: int, blank: int, zero_infinity: bool
) -> tuple[Array, Array]:
    """The results of `ctc` and `ctc_backward` at once, for libraries that compute both together.

    `tensors` are log-probabilities (a log_softmax), targets, input and target lengths.
    """
    options = longest, blank, zero_infinity
    result, log_alpha = TABLE["ctc"].kernel(xp, *tensors, *options)
    ones, backward = xp.ones_like(result), TABLE["ctc_backward"].kernel
    return result, backward(xp, ones, *tensors, result, log_alpha, *options)


# ---------------------------------------------------------------------- checks
def _lengths(name, lengths, device):
    """Lengths as an int64 tensor of one dimension."""
    if not hasattr(lengths, "_keys"):
        if not isinstance(lengths, (tuple, list)):
            raise TypeError(
                f"ctc_loss(): argument '{name}' must be Tensor or tuple of ints, not "
                f"{type(lengths).__name__}"
            )
        from .._creation import tensor

        return tensor(list(lengths), dtype=_dtype.int64, device=device)
    if lengths.is_floating_point() or lengths.is_complex() or lengths.dtype is _dtype.bool:
        raise RuntimeError(f"{name} must be integral, but got {lengths.dtype}")
    return lengths.to(_dtype.int64).reshape(-1)


def _check_range(name, low, high, values):
    if values.size and (values.min() < low or values.max() > high):
        raise RuntimeError(
            f"Expected {name} to have value at least {low} and at most {high}, but got values "
            f"from {values.min()} to {values.max()} (while checking arguments for ctc_loss)"
        )


def _check_total(size, lengths):
    total = lengths.sum(-1).max()
    if total > size:
        raise RuntimeError(
            f"Expected targets to have at least {total} elements, the sum of target_lengths, but "
            f"got {size} (while checking arguments for ctc_loss)"
        )


def _verify_range(name, values, low, high):
    T.verify(values, functools.partial(_check_range, name, low, high))


def _check(log_probs, targets, input_lengths, target_lengths, blank):
    if not log_probs.numel():
        raise RuntimeError(
            f"log_probs tensor must not be empty, but got shape {list(log_probs.shape)}"
        )
    steps, n, classes = log_probs.shape
    if not log_probs.is_floating_point():
        raise NotImplementedError(
            f"ctc_loss() is not implemented for log_probs of {log_probs.dtype}; expected a "
            "floating-point tensor"
        )
    if not 0 <= blank < classes:
        raise RuntimeError(f"blank must be in label range, 0 to {classes - 1}, but got {blank}")
    for name, lengths in (("input_lengths", input_lengths), ("target_lengths", target_lengths)):
        if lengths.numel() != n:
            raise RuntimeError(
                f"{name} must be of size batch_size, {n}, but got {lengths.numel()} lengths"
            )
    if targets.ndim not in (1, 2) or (targets.ndim == 2 and targets.size(0) != n):
        raise RuntimeError(
            f"Expected targets of 1 dimension, or of shape ({n}, S), but got "
            f"{list(targets.shape)} (while checking arguments for ctc_loss)"
        )
    _verify_range("input_lengths", input_lengths, 0, steps)
    _verify_range("target_lengths", target_lengths, 0, targets.size(-1))
    if targets.ndim == 1:
        T.verify(target_lengths, functools.partial(_check_total, targets.size(0)))


def _loss(log_probs, targets, input_lengths, target_lengths, blank, reduction, zero_infinity):
    require_tensor("ctc_loss", "log_probs", 1, log_probs)
    require_tensor("ctc_loss", "targets", 2, targets)
    if log_probs.ndim not in (2, 3):
        raise RuntimeError(
            "ctc_loss: expected log_probs of shape (T, N, C) or (T, C), but got "
            f"{list(log_probs.shape)}"
        )
    batched = log_probs.ndim == 3
    if not batched:
        log_probs = log_probs.unsqueeze(1)
        targets = targets if targets.ndim == 1 else targets.reshape(1, -1)
    input_lengths = _lengths("input_lengths", input_lengths, log_probs.device)
    target_lengths = _lengths("target_lengths", target_lengths, log_probs.device)
    targets = targets.to(_dtype.int64)
    _check(log_probs, targets, input_lengths, target_lengths, blank)
    _verify_range("targets", targets, 0, log_probs.size(2) - 1)
    if target_lengths._keys & TRANSFORMED:  # of several samples, each its own
        longest = targets.size(-1)
    else:
        longest = int(target_lengths.max())
    given = [log_probs, targets, input_lengths, target_lengths]
    options = longest, blank, bool(zero_infinity)
    if is_served("ctc_cost", given, *options):
        loss, _ = T.ctc_cost(given, *options)
    else:
        loss, _ = T.ctc(*given, *options)
    if zero_infinity:
        loss = T.where(loss == float("inf"), 0.0, loss)
    if reduction == "mean":
        return (loss / target_lengths.clamp(min=1).to(loss.dtype)).mean()
    if reduction == "sum":
        return loss.sum()
    return loss if batched else loss.squeeze(0)


_CALLS = (
    "x(6, 3, 5).log_softmax(2), ints(4, 3, 3) + 1, T.tensor([6, 5, 4]), T.tensor([3, 2, 0])",
    "x(6, 3, 5).log_softmax(2), ints(4, 6) + 1, (6, 5, 4), (3, 2, 1)",
    "x(6, 5).log_softmax(1), ints(4, 3), T.tensor(6), T.tensor(3), 4",
)
_TWO = "x(4, 2, 5).log_softmax(2)"
_WRONG = (
    (f"{_TWO}, ints(4, 2, 2) + 1, (4, 4), (2, 2), 5", RuntimeError, "blank must be in label range"),
    (f"{_TWO}, ints(4, 2, 2) + 1, (4, 5), (2, 2)", RuntimeError, "input_lengths to have value"),
    (f"{_TWO}, ints(4, 2, 2) + 1, (4, 4), (2, 3)", RuntimeError, "target_lengths to have value"),
    (f"{_TWO}, ints(4, 2, 2) + 1, (4,), (2, 2)", RuntimeError, "must be of size batch_size"),
    (f"{_TWO}, ints(4, 3) + 1, (4, 4), (2, 2)", RuntimeError, "the sum of target_lengths"),
    (f"{_TWO}, ints(4, 2, 2), 4, 2", TypeError, "must be Tensor or tuple of ints"),
    ("x(4, 0, 5), ints(4, 0, 2), (), ()", RuntimeError, "must not be empty"),
)


@composite(
    methods=False,
    dtypes="float",
    samples=(*(f"{call}, reduction={i}" for i, call in enumerate(_CALLS)), _CALLS[0]),
    # PyTorch reads beyond its memory there.
    errors=(
        *_WRONG,
        (f"{_TWO}, ints(4, 2, 2) + 5, (4, 4), (2, 2)", RuntimeError, "targets to have value"),
    ),
    layered=True,
)
def ctc_loss(
    log_probs: Array,
    targets: Array,
    input_lengths: Array | Sequence[int],
    target_lengths: Array | Sequence[int],
    blank: int = 0,
    reduction: int = 0,
    zero_infinity: bool = False,
) -> Array:
    """`nn.functional.ctc_loss` with a number for its reduction: 0 is none, 1 mean, 2 sum."""
    name = reduction_name("ctc_loss", 6, reduction)
    return _loss(log_probs, targets, input_lengths, target_lengths, blank, name, zero_infinity)


@composite(
    namespace="functional",
    methods=False,
    dtypes="float",
    samples=(
        *_CALLS,
        "x(3, 2, 5).log_softmax(2), ints(4, 2, 3) + 1, (3, 2), (2, 3), zero_infinity=True",
        f"{_CALLS[0]}, reduction='sum'",
    ),
    errors=(*_WRONG, (f"{_CALLS[0]}, reduction='no'", ValueError, "not a valid value")),
    layered=True,
)
def functional_ctc_loss(
    log_probs: Array,
    targets: Array,
    input_lengths: Array | Sequence[int],
    target_lengths: Array | Sequence[int],
    blank: int = 0,
    reduction: str = "mean",
    zero_infinity: bool = False,
) -> Array:
    """The negative log-likelihood of label sequences under all their alignments in time.

    `log_probs` (T, N, C) or (T, C) comes from log_softmax over classes, one of which is `blank`;
    `targets` (N, S) are padded, or in one dimension one after the other; the lengths (N) tell what
    of both counts. "mean" divides by the target lengths first. With `zero_infinity` targets that do
    not fit into their time count 0, also in the gradient. Differentiable once. Raises RuntimeError,
    ValueError or TypeError for what does not fit (Graves et al. 2006).

    >>> import firebrick_core as fb, firebrick_core.functional as F
    >>> even = fb.zeros(4, 1, 3).log_softmax(2)
    >>> F.ctc_loss(even, fb.tensor([[1, 2]]), (4,), (2,))  # 15 of 81 paths, by two labels
    tensor(0.8432)
    """
    if reduction not in ("none", "mean", "sum"):
        raise ValueError(NO_REDUCTION.format(reduction))
    return _loss(log_probs, targets, input_lengths, target_lengths, blank, reduction, zero_infinity)
