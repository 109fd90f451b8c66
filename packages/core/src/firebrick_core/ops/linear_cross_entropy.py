"""Cross-entropy of a linear layer's results, without all of its logits in memory at a time."""

from __future__ import annotations

import math
import re

from .. import _dtype, _operators as T
from .._device import meta_array
from .._frames import warn
from .._operator import Array, OptionalArrays, composite, operator
from ._nn_arrays import is_half, require_tensor
from .loss import class_positions


class LinearCrossEntropyOptions:
    """How `linear_cross_entropy` goes through a batch in pieces.

    `batch_chunk_size` is the number of rows of a piece; without it `chunking_method` finds one:
    "aspect_ratio:R" lets the logits of a piece take R times as much memory as the input ("auto" is
    R = 2), None takes the batch as a whole. Logits are computed again in the backward pass, so
    graphs may always be retained, and 16-bit floats are accumulated in float32:
    `allow_retain_graph`, `acc_policy` and `acc_dtype` are accepted and change nothing. Raises
    ValueError for other values.

    Source: `torch.nn.LinearCrossEntropyOptions`.
    """

    FIELDS = (
        "allow_retain_graph",
        "batch_chunk_size",
        "chunking_method",
        "acc_policy",
        "acc_dtype",
    )

    def __init__(
        self,
        allow_retain_graph: bool = False,
        batch_chunk_size: int | None = None,
        chunking_method: str | None = "auto",
        acc_policy: str = "auto",
        acc_dtype: _dtype.dtype | None = None,
    ):
        whole = isinstance(batch_chunk_size, int) and batch_chunk_size > 0
        if batch_chunk_size is not None and not whole:
            raise ValueError(
                f"batch_chunk_size must be positive int or None, got {batch_chunk_size}"
            )
        known = chunking_method in (None, "auto")
        if not known and not re.fullmatch(r"aspect_ratio(:\d+)?", str(chunking_method)):
            raise ValueError(
                f"invalid chunking_method: {chunking_method!r}; expected None, 'auto' or "
                "'aspect_ratio:R' with an integer R"
            )
        if acc_policy not in ("accurate", "balanced", "compact", "auto"):
            raise ValueError(
                f"invalid acc_policy: {acc_policy!r}; expected 'accurate', 'balanced', 'compact' "
                "or 'auto'"
            )
        self.allow_retain_graph = allow_retain_graph
        self.batch_chunk_size = batch_chunk_size
        self.chunking_method = chunking_method
        self.acc_policy = acc_policy
        self.acc_dtype = acc_dtype

    def __repr__(self) -> str:
        values = ", ".join(f"{name}={getattr(self, name)!r}" for name in self.FIELDS)
        return f"{type(self).__name__}({values})"

    def rows(self, rows: int, features: int, classes: int) -> int:
        """The rows of a piece, for an input (rows, features)."""
        if self.batch_chunk_size is not None:
            return self.batch_chunk_size
        if self.chunking_method is None:
            return max(rows, 1)
        ratio = int((self.chunking_method.split(":") + ["2"])[1])
        return max(1, math.ceil(rows * features * ratio / classes))


# ---------------------------------------------------------------------- the operators
def _pieces(rows, chunk):
    return [slice(i, min(i + chunk, rows)) for i in range(0, rows, chunk)]


def _wide(tensors):
    """The input, the weight's transpose and the bias, 16-bit floats widened."""
    if is_half(tensors[0]):
        tensors = [None if t is None else t.astype("f4") for t in tensors]
    return tensors


def _exponentials(xp, logits):
    highest = xp.maximum.reduce(logits, 1, keepdims=True)
    exp = xp.exp(logits - highest)
    return exp, xp.add.reduce(exp, 1, keepdims=True), highest


def _class_weights(xp, class_weight, target, counts, dtype):
    """What each row counts, None where all count 1."""
    if class_weight is None and counts is None:
        return None
    weights = xp.ones(target.shape, dtype) if class_weight is None else class_weight.take(target)
    return (weights if counts is None else xp.where(counts, weights, 0)).astype(dtype)


def _nll_rule(tensors, target, class_weight, ignore_index, chunk):
    return meta_array(target.shape, tensors[0].dtype)


@operator(
    samples=(
        "[x(5, 3), x(4, 3), x(4)], ints(4, 5), None, 2, 2",
        "[x(5, 3), x(4, 3), None], ints(4, 5), pos(4).detach(), -100, 3",
    ),
    meta=_nll_rule,
    dtypes="float",
    methods=False,
    namespace="internal",
)
def chunked_nll(
    xp,
    tensors: OptionalArrays,
    target: Array,
    class_weight: Array | None,
    ignore_index: int,
    chunk: int,
) -> Array:
    """The loss of each row of `linear(input, weight, bias)`, `chunk` rows at a time.

    `tensors` are input (N, F), weight (C, F) and bias (C) or None.
    """
    input, weight, bias = _wide(tensors)
    target, counts = class_positions(xp, target, weight.shape[0], ignore_index)
    out = xp.empty(target.shape, input.dtype)
    for part in _pieces(input.shape[0], chunk):
        logits = input[part].dot(weight.T)
        if bias is not None:
            logits += bias
        picked = xp.take_along_axis(logits, target[part, None], 1)
        _, sums, highest = _exponentials(xp, logits)
        out[part] = (xp.log(sums) + (highest - picked))[:, 0]
    weights = _class_weights(xp, class_weight, target, counts, out.dtype)
    if weights is not None:
        out = xp.where(weights == 0, 0, out * weights)
    return out.astype(tensors[0].dtype)


def _backward_rule(grad_output, tensors, *rest):
    return [meta_array(t.shape, t.dtype) for t in tensors if t is not None]


@operator(
    samples=("x(5), [x(5, 3), x(4, 3), x(4)], ints(4, 5), pos(4).detach(), 2, 2",),
    meta=_backward_rule,
    dtypes="float",
    methods=False,
    namespace="internal",
)
def chunked_nll_backward(
    xp,
    grad_output: Array,
    tensors: OptionalArrays,
    target: Array,
    class_weight: Array | None,
    ignore_index: int,
    chunk: int,
) -> tuple[Array, ...]:
    """The gradients of `chunked_nll` in those of its tensors that there are."""
    input, weight, bias = _wide(tensors)
    target, counts = class_positions(xp, target, weight.shape[0], ignore_index)
    scale = grad_output.astype(input.dtype)
    weights = _class_weights(xp, class_weight, target, counts, input.dtype)
    if weights is not None:
        scale = xp.where(weights == 0, 0, scale * weights)
    grad_input, grad_weight = xp.empty_like(input), xp.zeros_like(weight)
    grad_bias = None if bias is None else xp.zeros_like(bias)
    for part in _pieces(input.shape[0], chunk):
        logits = input[part].dot(weight.T)
        if bias is not None:
            logits += bias
        slopes, sums, _ = _exponentials(xp, logits)
        slopes /= sums
        slopes[xp.arange(slopes.shape[0]), target[part]] -= 1
        slopes *= scale[part, None]
        grad_input[part] = slopes.dot(weight)
        grad_weight += slopes.T.dot(input[part])
        if grad_bias is not None:
            grad_bias += xp.add.reduce(slopes, 0)
    found = [g for g in (grad_input, grad_weight, grad_bias) if g is not None]
    return tuple(g.astype(tensors[0].dtype) for g in found)


# ---------------------------------------------------------------- as torch.nn.functional has it
def _check(input, linear_weight, linear_bias, target, ignore_index):
    for position, (name, value) in enumerate(
        (("input", input), ("linear_weight", linear_weight), ("target", target)), 1
    ):
        require_tensor("linear_cross_entropy", name, position, value)
    if input.ndim not in (1, 2):
        raise RuntimeError(f"expected input with dimensionality 1 or 2, got {input.ndim}")
    if linear_weight.ndim < 2:
        raise RuntimeError(
            f"expected linear_weight with dimensionality at least 2, got {linear_weight.ndim}"
        )
    if input.size(-1) != linear_weight.size(-1):
        raise RuntimeError(
            "expected equal input and linear_weight last dimensions (in_features), got "
            f"{input.size(-1)} and {linear_weight.size(-1)}, respectively"
        )
    if linear_weight.ndim > 2 and input.ndim == 1:
        raise RuntimeError(
            f"K-dimensional loss defined by linear_weight shape {tuple(linear_weight.shape)} "
            f"requires batched input, (N, {input.size(-1)}), got unbatched input with shape "
            f"{tuple(input.shape)}"
        )
    if linear_bias is not None and linear_bias.shape != linear_weight.shape[:-1]:
        raise RuntimeError(
            f"expected linear_bias shape {tuple(linear_weight.shape[:-1])}, got "
            f"{tuple(linear_bias.shape)}"
        )
    if target.is_floating_point() and ignore_index is not None:
        raise RuntimeError("ignore_index cannot be specified when target contains probabilities")


def _serves(options, input, linear_weight, target, reduction, label_smoothing):
    """Whether the batch goes in pieces; warns where options ask for what that does not serve."""
    if options is None:
        return False
    served = (
        reduction in ("mean", "sum", "none")
        and not label_smoothing
        and target.dtype is _dtype.int64
        and linear_weight.ndim == 2
    )
    if not served:
        warn(
            "linear_cross_entropy: `options` ignored; going through a batch in pieces needs "
            "label_smoothing == 0, class indices of int64 and a linear_weight of 2 dimensions. Got "
            f"reduction={reduction!r}, label_smoothing={label_smoothing}, target of "
            f"{target.dtype}, linear_weight of {linear_weight.ndim} dimensions.",
        )
    rows = 1 if input.ndim == 1 else input.size(0)
    return served and target.numel() == rows  # else the reference says what does not fit


def _in_pieces(input, linear_weight, linear_bias, target, weight, reduction, ignore_index, options):
    flat, shape = input.reshape(-1, input.size(-1)), target.shape
    target = target.reshape(-1)
    chunk = options.rows(flat.size(0), flat.size(1), linear_weight.size(0))
    losses = T.chunked_nll([flat, linear_weight, linear_bias], target, weight, ignore_index, chunk)
    if reduction == "none":
        return losses.reshape(shape)
    if reduction == "sum":
        return losses.sum()
    counts = target != ignore_index
    if weight is None:
        return losses.sum() / counts.sum()
    return losses.sum() / T.where(counts, weight[T.where(counts, target, 0)], 0.0).sum()


@composite(
    namespace="functional",
    methods=False,
    dtypes="float",
    samples=(
        "x(5, 3), x(4, 3), ints(4, 5)",
        "x(3), x(4, 3), ints(4), linear_bias=x(4), reduction='none'",
        "x(5, 3), x(4, 2, 3), ints(4, 5, 2), linear_bias=x(4, 2), label_smoothing=0.1",
        "x(5, 3), x(4, 3), unit(5, 4).abs().detach(), weight=pos(4).detach()",
        "x(5, 3), x(4, 3), ints(4, 5), ignore_index=1, reduction='sum'",
    ),
    errors=(
        ("x(5, 3), x(3), ints(4, 5)", RuntimeError, "dimensionality at least 2"),
        ("x(5, 3), x(4, 2), ints(4, 5)", RuntimeError, "last dimensions"),
        ("x(5, 3), x(4, 3), ints(4, 5), linear_bias=x(3)", RuntimeError, "linear_bias shape"),
        ("x(3), x(4, 2, 3), ints(4, 2)", RuntimeError, "requires batched input"),
        ("x(5, 3), x(4, 3), ints(4, 4)", ValueError, "batch_size"),
        ("x(5, 3), x(4, 3), unit(5, 4), ignore_index=1", RuntimeError, "ignore_index cannot be"),
    ),
)
def linear_cross_entropy(
    input: Array,
    linear_weight: Array,
    target: Array,
    *,
    linear_bias: Array | None = None,
    weight: Array | None = None,
    reduction: str = "mean",
    ignore_index: int | None = None,
    label_smoothing: float = 0.0,
    options: LinearCrossEntropyOptions | None = None,
) -> Array:
    """`cross_entropy(linear(input, linear_weight, linear_bias), target)`, other arguments as there.

    `input` is (N, F) or (F), `linear_weight` (C, F), or (C, d1, ..., F) for targets (N, d1, ...).
    With `options` (a `LinearCrossEntropyOptions`) the logits of a large number of classes are never
    in memory as a whole; that way serves class indices, without label smoothing. Raises
    RuntimeError or ValueError for what does not fit.

    >>> import firebrick_core as fb, firebrick_core.functional as F
    >>> F.linear_cross_entropy(fb.ones(2, 3), fb.zeros(4, 3), fb.tensor([0, 3]))
    tensor(1.3863)
    """
    _check(input, linear_weight, linear_bias, target, ignore_index)
    ignored = -100 if ignore_index is None else ignore_index
    if _serves(options, input, linear_weight, target, reduction, label_smoothing):
        return _in_pieces(
            input, linear_weight, linear_bias, target, weight, reduction, ignored, options
        )
    matrix = linear_weight.reshape(-1, linear_weight.size(-1))
    bias = None if linear_bias is None else linear_bias.reshape(-1)
    logits = T.linear(input, matrix, bias)
    logits = logits.reshape(*input.shape[:-1], *linear_weight.shape[:-1])
    return T.cross_entropy(
        logits,
        target,
        weight,
        ignore_index=ignored,
        reduction=reduction,
        label_smoothing=label_smoothing,
    )
