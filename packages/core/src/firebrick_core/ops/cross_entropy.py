"""Cross-entropy: the mean over class indices as one operator, all other forms made of others."""

from __future__ import annotations

import functools

import numpy as np

from .. import _dtype, _operators as T
from .._device import meta_array
from .._operator import Array, composite, like_input, operator
from ._nn_arrays import constant, half_in_float32, require_floating, require_tensor
from .loss import CLASSES, WRONG, class_positions, legacy_reduction, nll_loss, reduced
from .softmax import SHORT, all_between, ones_of

_INT64 = np.dtype(np.int64)


@functools.lru_cache(64)
def _row_starts(rows, classes):
    """Where each row begins in the flattened logits."""
    return np.arange(rows, dtype=_INT64) * classes


def _relative_exponentials(input, target):
    """`exp(input - input[target])` by rows, their sums, and the flat positions of the targets.

    Relative to the target's logit every sum is at least 1, so that its logarithm loses nothing; a
    sum that overflows shows in the loss. None where a target is no class, or for arrays this is not
    made for.
    """
    rows, classes = input.shape
    if (
        target.dtype is not _INT64
        or target.shape[0] != rows
        or not rows
        or input.dtype.kind != "f"
        or input.itemsize < 4
        or type(input) is not np.ndarray
    ):
        return None
    if rows <= 32:
        listed = target.tolist()
        valid = min(listed) >= 0 and max(listed) < classes
    else:
        valid = np.maximum.reduce(target.view(np.uint64)) < classes
    if not valid:
        return None
    if not input.flags.c_contiguous:
        input = np.ascontiguousarray(input)
    flat = target + (_row_starts if rows <= 4096 else _row_starts.__wrapped__)(rows, classes)
    exp = np.subtract(input, input.reshape(-1).take(flat).reshape(rows, 1))
    np.exp(exp, exp)
    sums = exp.dot(ones_of[exp.dtype][classes]) if classes <= SHORT else np.add.reduce(exp, 1)
    return exp, sums, flat


def _checked_targets(xp, input, target, ignore_index):
    if target.shape[0] != input.shape[0]:
        raise ValueError(
            f"Expected input batch_size ({input.shape[0]}) to match target batch_size "
            f"({target.shape[0]})."
        )
    require_floating("log_softmax_lastdim_kernel_impl", input)
    return class_positions(xp, target, input.shape[1], ignore_index)


def _scalar_rule(input, *rest):
    return meta_array((), input.dtype)


@operator(
    inlined=True,
    samples=(
        "x(4, 5), ints(5, 4), -100",
        "x(4, 5) * 300, ints(5, 4), 2",
        "x(3, 1), ints(1, 3), -100",
    ),
    meta=_scalar_rule,
    dtypes="float",
    methods=False,
    namespace="internal",
    errors=(
        ("x(2, 3), ints(5, 2) + 3, -100", IndexError, "out of bounds"),
        ("x(2, 3), ints(3, 4), -100", ValueError, "batch_size"),
    ),
)
def mean_cross_entropy(xp, input: Array, target: Array, ignore_index: int) -> Array:
    """The mean of `log_softmax(input, 1)` at the target classes, negated."""
    found = _relative_exponentials(input, target)
    if found is not None and ignore_index < 0:
        losses = np.log(found[1])
        rows = losses.shape[0]
        total = losses.dot(ones_of[losses.dtype][rows]) if rows <= SHORT else np.add.reduce(losses)
        if total < 1e30:
            return total / rows
    target, counts = _checked_targets(xp, input, target, ignore_index)
    return _mean_cross_entropy(xp, input, target, counts)


@half_in_float32
def _mean_cross_entropy(xp, input, target, counts):
    shifted = input - xp.maximum.reduce(input, 1, keepdims=True)
    losses = xp.log(xp.add.reduce(xp.exp(shifted), 1))
    losses -= xp.take_along_axis(shifted, target[:, None], 1)[:, 0]
    if counts is None:
        return (xp.add.reduce(losses, None) / losses.dtype.type(target.size)).astype(input.dtype)
    count = xp.add.reduce(counts, None, losses.dtype)
    return (xp.add.reduce(xp.where(counts, losses, 0), None) / count).astype(input.dtype)


def _second_like(grad_output, input, target, ignore_index):
    return like_input(input)


@operator(
    samples=("x(), x(4, 5), ints(5, 4), -100", "x(), x(4, 5) * 300, ints(5, 4), 2"),
    meta=_second_like,
    dtypes="float",
    methods=False,
    namespace="internal",
)
def mean_cross_entropy_backward(
    xp, grad_output: Array, input: Array, target: Array, ignore_index: int
) -> Array:
    """`(softmax(input, 1) - onehot(target)) * grad_output / n`, `mean_cross_entropy`'s gradient."""
    found = _relative_exponentials(input, target)
    if found is not None and ignore_index < 0:
        exp, sums, flat = found
        rows = sums.shape[0]
        inverse = np.reciprocal(sums)
        if all_between(sums, 0, 1e30):
            # At the target exp is 1: softmax - 1 there is 1 / sum - 1.
            scale = np.asarray(grad_output * constant(xp, 1 / rows, sums.dtype))
            np.multiply(inverse, scale, inverse)
            np.multiply(exp, inverse.reshape(rows, 1), exp)
            exp.put(flat, np.subtract(inverse, scale, inverse))
            return exp
    target, counts = _checked_targets(xp, input, target, ignore_index)
    return _mean_cross_entropy_backward(xp, grad_output, input, target, counts)


@half_in_float32
def _mean_cross_entropy_backward(xp, grad_output, input, target, counts):
    exp = xp.exp(input - xp.maximum.reduce(input, 1, keepdims=True))
    exp /= xp.add.reduce(exp, 1, keepdims=True)
    exp[xp.arange(target.size), target] -= 1
    count = target.size if counts is None else xp.add.reduce(counts, None, exp.dtype)
    exp *= grad_output / count
    return exp if counts is None else xp.where(counts[:, None], exp, 0)


# ------------------------------------------------------------ all other forms
@composite(
    namespace="functional",
    methods=False,
    dtypes="float",
    samples=(
        *CLASSES,
        "x(3, 5), unit(3, 5).abs().detach(), pos(5).detach()",
        "x(3, 5), ints(5, 3), label_smoothing=0.1",
        "x(3, 5), ints(5, 3), pos(5).detach(), ignore_index=2, label_smoothing=0.1",
        "x(2, 5, 3), unit(2, 5, 3).abs(), label_smoothing=0.2, reduction='none'",
    ),
    errors=(
        *WRONG,
        ("x(3, 5), ints(5, 3), label_smoothing=2.0", RuntimeError, "between 0.0 and 1.0"),
    ),
    layered=True,
)
def cross_entropy(
    input: Array,
    target: Array,
    weight: Array | None = None,
    size_average: object = None,
    ignore_index: int = -100,
    reduce: object = None,
    reduction: str = "mean",
    label_smoothing: float = 0.0,
) -> Array:
    """The cross-entropy between logits of shape (N, C, ...) or (C) and targets.

    `target` holds class indices, of shape (N, ...) or (), or class probabilities of the input's
    shape. `label_smoothing` mixes the targets with a uniform distribution (Szegedy et al. 2016).
    Raises ValueError, RuntimeError or IndexError where shapes, dtypes or indices do not fit.

    >>> import firebrick_core as fb, firebrick_core.functional as F
    >>> F.cross_entropy(fb.tensor([[2.0, 0.0], [0.0, 1.0]]), fb.tensor([0, 1]))
    tensor(0.2201)
    """
    try:
        two = input._array.ndim == 2 and target._array.ndim == 1
    except AttributeError:
        require_tensor("cross_entropy_loss", "input", 1, input)
        require_tensor("cross_entropy_loss", "target", 2, target)
        raise
    if (
        two
        and weight is None
        and reduction == "mean"
        and not label_smoothing
        and size_average is None
        and reduce is None
    ):
        if target.dtype is _dtype.int64:
            return T.mean_cross_entropy(input, target, ignore_index)
    reduction = legacy_reduction(size_average, reduce, reduction)
    if not 0 <= label_smoothing <= 1:
        raise RuntimeError(f"label_smoothing must be between 0.0 and 1.0. Got: {label_smoothing}")
    dim = 1 if input.ndim > 1 else 0
    if input.ndim and input.shape == target.shape:
        return _probability_cross_entropy(input, target, weight, reduction, label_smoothing, dim)
    log_p = T.log_softmax(input, dim) if input.ndim else input
    loss = nll_loss(log_p, target, weight, None, ignore_index, None, reduction)
    if not label_smoothing:
        return loss
    smooth = _uniform_cross_entropy(log_p, target, weight, ignore_index, reduction, dim)
    return loss * (1 - label_smoothing) + smooth * (label_smoothing / input.size(dim))


def _by_class(weight, ndim, dim):
    return weight.view(*[-1 if i == dim else 1 for i in range(ndim)])


def _uniform_cross_entropy(log_p, target, weight, ignore_index, reduction, dim):
    """The sum over classes of the log-probabilities, reduced as `nll_loss` reduces."""
    smooth = -(log_p if weight is None else log_p * _by_class(weight, log_p.ndim, dim)).sum(dim)
    counts = (target != ignore_index).reshape(smooth.shape)
    smooth = T.where(counts, smooth, 0.0)
    if reduction != "mean":
        return reduced(smooth, reduction)
    if weight is None:
        return smooth.sum() / counts.sum()
    weights = T.where(counts, weight[T.where(counts, target.reshape(smooth.shape), 0)], 0.0)
    return smooth.sum() / weights.sum()


def _probability_cross_entropy(input, target, weight, reduction, label_smoothing, dim):
    if not target.is_floating_point():
        raise RuntimeError(
            "Expected floating point type for target with class probabilities, got "
            f"{target.dtype}; convert with "
            ".float(), or give class indices of the input's shape without dim 1"
        )
    classes = input.size(dim)
    if weight is not None and tuple(weight.shape) != (classes,):
        raise RuntimeError(
            f"cross_entropy: weight tensor should be defined either for all {classes} classes or "
            "no classes but got "
            f"weight tensor of shape: {list(weight.shape)}"
        )
    if label_smoothing:
        target = target * (1 - label_smoothing) + label_smoothing / classes
    scaled = T.log_softmax(input, dim) * target
    if weight is not None:
        scaled = scaled * _by_class(weight, input.ndim, dim)
    if reduction == "mean":
        return -scaled.sum() / (input.numel() / classes if input.numel() else 0.0)
    return reduced(-scaled.sum(dim), reduction)
