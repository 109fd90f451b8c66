"""Losses of classification: negative log-likelihood and cross-entropy."""

from __future__ import annotations

import warnings

import numpy as np

from .. import _dtype
from .. import _operators as T
from .._device import meta_array
from .._operator import Array, composite, like_input, operator
from .._typing import Shape
from ._nn_arrays import constant, half_in_float32, require_floating, require_tensor
from .softmax import SHORT, all_between, ones_of

_INT64 = np.dtype(np.int64)
NO_REDUCTION = "{} is not a valid value for reduction; expected 'none', 'mean' or 'sum'"


def legacy_reduction(size_average, reduce, reduction):
    """The reduction, from PyTorch's two older flags where they are given."""
    if size_average is None and reduce is None:
        return reduction
    reduction = "none" if reduce is False else "sum" if size_average is False else "mean"
    warnings.warn(
        f"size_average and reduce args will be deprecated, please use reduction='{reduction}' "
        "instead.",
        UserWarning,
        stacklevel=3,
    )
    return reduction


def reduced(loss, reduction):
    """The mean or the sum of a loss tensor, or itself. Raises ValueError for other names."""
    if reduction == "mean":
        return loss.mean()
    if reduction == "sum":
        return loss.sum()
    if reduction == "none":
        return loss
    raise ValueError(NO_REDUCTION.format(reduction))


def _class_positions(xp, target, classes, ignore_index):
    """Class indices, ignored ones made 0, and the mask of those that count (None: all)."""
    outside = (target < 0) | (target >= classes)
    counts = target != ignore_index
    if not counts.all():
        wrong = outside & counts
        target = xp.where(counts, target, 0)
    else:
        wrong, counts = outside, None
    if wrong.any():
        raise IndexError(
            f"Target {int(target[wrong][0])} is out of bounds: expected a class from 0 to "
            f"{classes - 1}"
        )
    return target, counts


# ---------------------------------------------------------------------- negative log-likelihood
def _nll_rule(input, target, weight, reduction, ignore_index):
    return meta_array(target.shape if reduction == "none" else (), input.dtype)


def _nll_weights(xp, target, weight, counts, dtype):
    """What each target counts, None where all count 1."""
    w = None if weight is None else weight.take(target)
    if counts is not None:
        w = counts.astype(dtype) if w is None else xp.where(counts, w, 0).astype(dtype)
    return w


@operator(
    samples=(
        "x(3, 5), ints(5, 3), None, 'mean', -100",
        "x(3, 5), ints(5, 3), pos(5).detach(), 'none', 1",
        "x(2, 5, 3), ints(5, 2, 3), None, 'sum', 0",
        "x(5), ints(5), None, 'mean', -100",
    ),
    meta=_nll_rule,
    dtypes="float",
    methods=False,
    namespace="internal",
    name="nll",
)
@half_in_float32
def nll(
    xp, input: Array, target: Array, weight: Array | None, reduction: str, ignore_index: int
) -> Array:
    """`-input` at the target class of dim 1, weighted and reduced."""
    dim = 1 if input.ndim > 1 else 0
    target, counts = _class_positions(xp, target, input.shape[dim], ignore_index)
    picked = xp.take_along_axis(input, xp.expand_dims(target, dim), dim).squeeze(dim)
    w = _nll_weights(xp, target, weight, counts, input.dtype)
    losses = -picked if w is None else xp.where(w == 0, 0, -picked * w)
    if reduction == "none":
        return losses
    total = xp.add.reduce(losses, None)
    if reduction == "sum":
        return total
    count = target.size if w is None else xp.add.reduce(w, None)
    return (total / input.dtype.type(count)).astype(input.dtype)


def _nll_backward_rule(grad_output, target, weight, reduction, ignore_index, shape):
    return meta_array(shape, grad_output.dtype)


@operator(
    samples=(
        "x(), ints(5, 3), None, 'mean', -100, (3, 5)",
        "x(3), ints(5, 3), pos(5).detach(), 'none', 1, (3, 5)",
        "x(), ints(5, 2, 3), pos(5).detach(), 'sum', 0, (2, 5, 3)",
    ),
    meta=_nll_backward_rule,
    dtypes="float",
    methods=False,
    namespace="internal",
)
@half_in_float32
def nll_backward(
    xp,
    grad_output: Array,
    target: Array,
    weight: Array | None,
    reduction: str,
    ignore_index: int,
    shape: Shape,
) -> Array:
    """The gradient of `nll` in its input."""
    dim = 1 if len(shape) > 1 else 0
    target, counts = _class_positions(xp, target, shape[dim], ignore_index)
    w = _nll_weights(xp, target, weight, counts, grad_output.dtype)
    values = -grad_output if w is None else -grad_output * w
    if reduction == "mean":
        count = target.size if w is None else xp.add.reduce(w, None)
        values = values / grad_output.dtype.type(count)
    if w is not None:
        values = xp.where(w == 0, 0, values).astype(
            grad_output.dtype
        )  # also where all are ignored, and the mean is 0 / 0
    out = xp.zeros(shape, grad_output.dtype)
    place = xp.expand_dims(target, dim)
    xp.put_along_axis(
        out,
        place,
        xp.broadcast_to(xp.expand_dims(xp.broadcast_to(values, target.shape), dim), place.shape),
        dim,
    )
    return out


# ---------------------------------------------------------------------- cross-entropy
class _Offsets(dict):
    def __missing__(self, key):
        made = self[key] = np.arange(key[0], dtype=_INT64) * key[1]
        return made


_offsets = _Offsets()


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
    flat = target + _offsets[rows, classes]
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
    return _class_positions(xp, target, input.shape[1], ignore_index)


def _scalar_rule(input, *rest):
    return meta_array((), input.dtype)


@operator(
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
    count = xp.count_nonzero(counts)
    return (xp.add.reduce(xp.where(counts, losses, 0), None) / losses.dtype.type(count)).astype(
        input.dtype
    )


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
    exp *= grad_output / exp.dtype.type(target.size if counts is None else xp.count_nonzero(counts))
    return exp if counts is None else xp.where(counts[:, None], exp, 0)


# ---------------------------------------------------------------- as torch.nn.functional has them
def _check_classes(name, input, target, weight):
    require_tensor(name, "input", 1, input)
    require_tensor(name, "target", 2, target)
    if not input.ndim:
        raise ValueError(f"{name}: Expected 1 or more dimensions (got 0)")
    if input.ndim == 1 and target.ndim == 1 and target.numel() != 1:
        raise ValueError(
            f"For 1D input, 1D target must have size 1, but got target size: {target.numel()}"
        )
    if input.ndim > 1 and input.size(0) != target.size(0):
        raise ValueError(
            f"Expected input batch_size ({input.size(0)}) to match target batch_size "
            f"({target.size(0)})."
        )
    if target.dtype not in (_dtype.int64, _dtype.uint8):
        raise RuntimeError(
            f"expected target dtype to be Long or Byte, but got {target.dtype}; convert with "
            ".long()"
        )
    if input.ndim == 2 and target.ndim != 1:
        raise RuntimeError("0D or 1D target tensor expected, multi-target not supported")
    expected = [input.size(0), *input.shape[2:]]
    if input.ndim > 2 and list(target.shape) != expected:
        raise RuntimeError(f"Expected target size {expected}, got {list(target.shape)}")
    classes = input.size(1 if input.ndim > 1 else 0)
    if weight is not None and tuple(weight.shape) != (classes,):
        raise RuntimeError(
            f"weight tensor should be defined either for all {classes} classes or no classes but "
            "got weight tensor "
            f"of shape: {list(weight.shape)}"
        )


CLASSES = (
    "x(3, 5), ints(5, 3)",
    "x(3, 5), ints(5, 3), pos(5).detach()",
    "x(2, 5, 3), ints(5, 2, 3), ignore_index=1",
    "x(3, 5), ints(5, 3), reduction='sum'",
    "x(2, 5, 2, 2), ints(5, 2, 2, 2), reduction='none'",
    "x(5), ints(5)",
)
WRONG = (
    ("x(3, 5), ints(5, 2)", ValueError, "batch_size"),
    ("x(3, 5), ints(5, 3) + 5", IndexError, "out of bounds"),
    ("x(3, 5), ints(5, 3), reduction='no'", ValueError, "not a valid value for reduction"),
    ("x(3, 5), ints(5, 3), pos(4)", RuntimeError, "weight tensor should be defined"),
)


@composite(namespace="functional", methods=False, dtypes="float", samples=CLASSES, errors=WRONG)
def nll_loss(
    input: Array,
    target: Array,
    weight: Array | None = None,
    size_average: object = None,
    ignore_index: int = -100,
    reduce: object = None,
    reduction: str = "mean",
) -> Array:
    """The negative log-likelihood of the targets, from log-probabilities (N, C, ...) or (C).

    `target` holds class indices, of shape (N, ...) or (). `mean` divides by the sum of the weights
    that count. Raises ValueError, RuntimeError or IndexError where shapes, dtypes or indices do not
    fit.
    """
    reduction = legacy_reduction(size_average, reduce, reduction)
    if reduction not in ("mean", "sum", "none"):
        raise ValueError(NO_REDUCTION.format(reduction))
    _check_classes("nll_loss", input, target, weight)
    if input.ndim == 1 and target.ndim == 1:
        target = target.reshape(())
    return T.nll(input, target, weight, reduction, ignore_index)


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
