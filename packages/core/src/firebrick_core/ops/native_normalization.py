"""Normalization with the statistics it used: `torch.native_*_norm`.

As in PyTorch, gradients go through those of groups, but not through those of batches and layers.
"""

from __future__ import annotations

from .. import _operators as T
from .._operator import Array, composite
from .._typing import Shape
from ._formats import in_suggested_format, row_major_tensor
from ._nn_arrays import require_tensor
from .layer_normalization import check_normalized_shape
from .normalization import affine, channel_shape, functional_batch_norm, track_statistics


def _statistics(input, mean, var, eps, shape):
    """The mean and one over the deviation, in the input's dtype."""
    return tuple(s.reshape(shape).to(input.dtype) for s in (mean, (var + eps).rsqrt()))


@composite(
    methods=False,
    dtypes="float",
    out=True,
    samples=(
        "x(4, 3, 2), pos(3), x(3), None, None, True, 0.1, 1e-5",
        "x(4, 3), None, None, x(3).detach(), pos(3).detach(), False, 0.1, 1e-5",
    ),
    errors=(
        (
            "x(0, 3), None, None, None, None, True, 0.1, 1e-5",
            RuntimeError,
            "at least one element",
        ),
    ),
)
def native_batch_norm(
    input: Array,
    weight: Array | None,
    bias: Array | None,
    running_mean: Array | None,
    running_var: Array | None,
    training: bool,
    momentum: float,
    eps: float,
) -> tuple[Array, Array, Array]:
    """`batch_norm`, and the mean and one over the deviation of each channel of the batch.

    Outside of training the statistics are empty. Raises RuntimeError for an empty batch in
    training.

    >>> import firebrick_core as fb
    >>> out, mean, rstd = fb.native_batch_norm(
    ...     fb.tensor([[1.0], [3.0]]), None, None, None, None, True, 0.1, 0.0
    ... )
    >>> mean, rstd
    (tensor([2.]), tensor([1.]))
    """
    require_tensor("native_batch_norm", "input", 1, input)
    if not training:
        out = functional_batch_norm(
            input, running_mean, running_var, weight, bias, False, momentum, eps
        )
        nothing = input.detach().reshape(-1)[:0]
        return out, nothing.clone(), nothing.clone()
    if not input.numel() or input.ndim < 2:
        raise RuntimeError(
            "native_batch_norm: input tensor must have at least one element and 2 dimensions, but "
            f"got input_sizes = {list(input.shape)}"
        )
    input = in_suggested_format(input)
    out, mean, var = T.standardize(input, (0, *range(2, input.ndim)), eps)
    track_statistics(running_mean, running_var, mean, var, momentum, input.numel() // input.size(1))
    out = affine(out, weight, bias, channel_shape(input))
    return out, *_statistics(input, mean.detach(), var.detach(), eps, (input.size(1),))


@composite(
    methods=False,
    dtypes="float",
    samples=(
        "x(3, 4), (4,), pos(4), x(4), 1e-5",
        "x(2, 3, 4), [3, 4], None, None, 1e-5",
    ),
    errors=(("x(3, 5), (4,), None, None, 1e-5", RuntimeError, "expected input with shape"),),
    layered=True,
)
def native_layer_norm(
    input: Array, normalized_shape: Shape, weight: Array | None, bias: Array | None, eps: float
) -> tuple[Array, Array, Array]:
    """`layer_norm`, and the mean and one over the deviation that each sample was normalized by."""
    require_tensor("native_layer_norm", "input", 1, input)
    shape = tuple(normalized_shape)
    check_normalized_shape(input, shape, weight, bias, "*, ")
    dims = tuple(range(input.ndim - len(shape), input.ndim))
    out, mean, var = T.standardize(row_major_tensor(input), dims, eps)
    if weight is not None or bias is not None:
        out = T.scale_and_shift(out, weight, bias)
    return out, *_statistics(input, mean.detach(), var.detach(), eps, mean.shape)


@composite(
    methods=False,
    dtypes="float",
    samples=(
        "x(2, 4, 3), pos(4), x(4), 2, 4, 3, 2, 1e-5",
        "x(0, 4), None, None, 0, 4, 1, 2, 1e-5",
    ),
    errors=(
        ("x(2, 4, 3), None, None, 2, 4, 2, 2, 1e-5", RuntimeError, "of 16 elements"),
        ("x(2, 4, 3), None, None, 2, 4, 3, 3, 1e-5", RuntimeError, "divisible by 3 groups"),
    ),
)
def native_group_norm(
    input: Array,
    weight: Array | None,
    bias: Array | None,
    N: int,
    C: int,
    HxW: int,
    group: int,
    eps: float,
) -> tuple[Array, Array, Array]:
    """`group_norm` of N samples of C channels of HxW elements, and its statistics (N, group).

    Raises RuntimeError where these sizes are not the input's.
    """
    require_tensor("native_group_norm", "input", 1, input)
    if input.numel() != N * C * HxW:
        raise RuntimeError(
            f"native_group_norm: expected an input of {N * C * HxW} elements (N={N}, C={C}, "
            f"HxW={HxW}), but got shape {list(input.shape)}"
        )
    if group <= 0 or C % group:
        raise RuntimeError(
            f"native_group_norm: expected channels divisible by {group} groups, but got C={C}"
        )
    parts = input.reshape(N, group, C // group * HxW)
    out, mean, var = T.standardize(parts, (2,), eps)
    out = affine(out.reshape(N, C, HxW), weight, bias, (1, C, 1)).reshape(input.shape)
    return out, *_statistics(input, mean, var, eps, (N, group))
