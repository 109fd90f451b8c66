"""The negative log-likelihood of classes, and what all losses share."""

from __future__ import annotations

import numpy as np

from .. import _dtype, _operators as T
from .._device import meta_array
from .._frames import warn
from .._operator import Array, composite, operator
from .._typing import Shape
from ._nn_arrays import half_in_float32, require_tensor
from ._positions import row_major
from ._values import refuse

NO_REDUCTION = "{} is not a valid value for reduction; expected 'none', 'mean' or 'sum'"


def legacy_reduction(size_average, reduce, reduction):
    """The reduction, from PyTorch's two older flags where they are given."""
    if size_average is None and reduce is None:
        return reduction
    reduction = "none" if reduce is False else "sum" if size_average is False else "mean"
    warn(
        f"size_average and reduce args will be deprecated, please use reduction='{reduction}' "
        "instead.",
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


def class_positions(xp, target, classes, ignore_index):
    """Class indices, ignored ones made 0, and the mask of those that count (None: all)."""
    outside = (target < 0) | (target >= classes)
    counts = target != ignore_index
    if xp is not np:
        message = f"Target is out of bounds: expected classes from 0 to {classes - 1}"
        refuse(outside & counts, IndexError, message)
        return xp.where(counts & ~outside, target, 0), counts
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
    target, counts = class_positions(xp, target, input.shape[dim], ignore_index)
    picked = xp.take_along_axis(input, xp.expand_dims(target, dim), dim).squeeze(dim)
    w = _nll_weights(xp, target, weight, counts, input.dtype)
    losses = -picked if w is None else xp.where(w == 0, 0, -picked * w)
    if reduction == "none":
        return row_major(losses)
    total = xp.add.reduce(losses, None)
    if reduction == "sum":
        return total
    if w is None:
        return (total / input.dtype.type(target.size)).astype(input.dtype)
    return (total / xp.add.reduce(w, None).astype(input.dtype)).astype(input.dtype)


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
    target, counts = class_positions(xp, target, shape[dim], ignore_index)
    w = _nll_weights(xp, target, weight, counts, grad_output.dtype)
    values = -grad_output if w is None else -grad_output * w
    if reduction == "mean":
        kind = grad_output.dtype
        values /= kind.type(target.size) if w is None else xp.add.reduce(w, None).astype(kind)
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


@composite(
    namespace="functional",
    methods=False,
    dtypes="float",
    samples=CLASSES,
    errors=WRONG,
    layered=True,
)
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

    >>> import firebrick_core as fb, firebrick_core.functional as F
    >>> F.nll_loss(fb.tensor([[-0.5, -1.0]]), fb.tensor([1]))
    tensor(1.)
    """
    reduction = legacy_reduction(size_average, reduce, reduction)
    if reduction not in ("mean", "sum", "none"):
        raise ValueError(NO_REDUCTION.format(reduction))
    _check_classes("nll_loss", input, target, weight)
    if input.ndim == 1 and target.ndim == 1:
        target = target.reshape(())
    return T.nll(input, target, weight, reduction, ignore_index)
