"""Normalization over a batch: one core operator, reshapes and an affine map."""

from __future__ import annotations

import math

import numpy as np

from .. import _operators as T
from .._device import meta_array
from .._operator import TABLE, Array, OptionalArrays, composite, direct, operator
from .._typing import Number, Shape
from ._formats import in_suggested_format, row_major_tensor
from ._nn_arrays import (
    SINGLE,
    constant,
    half_in_float32,
    in_dtype,
    require_floating,
    require_tensor,
)
from .softmax import short_rows


# ---------------------------------------------------------------------- the core
def _standardize_rule(input, dims, eps):
    kept = [1 if i in dims else n for i, n in enumerate(input.shape)]
    wide = np.dtype(np.float32) if input.dtype.itemsize == 2 else input.dtype
    return meta_array(input.shape, input.dtype), meta_array(kept, wide), meta_array(kept, wide)


@operator(
    samples=("x(3, 4), (1,), 1e-5", "x(2, 3, 4), (0, 2), 1e-5"),
    meta=_standardize_rule,
    dtypes="float",
    methods=False,
    namespace="internal",
    returns=("result", "mean", "var"),
)
def standardize(xp, input: Array, dims: Shape, eps: float) -> tuple[Array, Array, Array]:
    """`(input - mean) / sqrt(var + eps)` over `dims`, the mean, and the population's variance."""
    half = input.dtype.itemsize == 2
    wide = input.astype(np.float32) if half else input
    if wide.ndim == 2 and dims == (1,) and (ones := short_rows(wide, 1)) is not None:
        # Products with ones start three times as fast as reductions.
        share = constant(xp, 1 / wide.shape[1], wide.dtype)
        mean = (wide.dot(ones) * share).reshape(-1, 1)
        result = wide - mean
        var = (xp.square(result).dot(ones) * share).reshape(-1, 1)
    else:
        count = wide.dtype.type(math.prod(wide.shape[d] for d in dims))
        mean = xp.add.reduce(wide, dims, None, None, True) / count
        result = wide - mean
        var = xp.add.reduce(xp.square(result), dims, None, None, True) / count
    result *= xp.reciprocal(xp.sqrt(var + constant(xp, eps, wide.dtype)))
    return (result.astype(input.dtype) if half else result), mean, var


def _first_rule(grad_output, *rest):
    return meta_array(grad_output.shape, grad_output.dtype)


@operator(
    samples=("x(3, 4), x(3, 4), pos(3, 1), (1,)",),
    meta=_first_rule,
    dtypes="float",
    methods=False,
    namespace="internal",
)
@half_in_float32
def standardize_backward(xp, grad_output: Array, output: Array, rstd: Array, dims: Shape) -> Array:
    """`rstd * (grad_output - mean(grad_output) - output * mean(grad_output * output))`."""
    count = grad_output.dtype.type(math.prod(grad_output.shape[d] for d in dims))
    out = grad_output * output
    along = xp.add.reduce(out, dims, None, None, True) / count
    xp.multiply(output, along, out)
    out += xp.add.reduce(grad_output, dims, None, None, True) / count
    xp.subtract(grad_output, out, out)
    out *= rstd
    return out


def _normalize_rule(tensors, dims, eps):
    return _standardize_rule(tensors[0], dims, eps)


@operator(
    samples=(
        "[x(4, 3), pos(1, 3), x(1, 3)], (0,), 1e-5",
        "[x(2, 3, 4), None, x(1, 3, 1)], (0, 2), 1e-5",
        "[x(2, 3, 2, 4), pos(1, 3, 1, 1), None], (0, 2, 3), 1e-5",
        "[x(5, 3, 4), pos(3, 4), x(3, 4)], (1, 2), 1e-5",
        "[x(5, 4), None, None], (1,), 1e-5",
    ),
    meta=_normalize_rule,
    dtypes="float",
    methods=False,
    namespace="internal",
    returns=("result", "mean", "var"),
    any_order=True,
)
def normalize_affine(
    xp, tensors: OptionalArrays, dims: Shape, eps: float
) -> tuple[Array, Array, Array]:
    """`standardize` of the first of `tensors`, times the second, plus the third.

    Both are broadcast to the input; either may be None.
    """
    input, weight, bias = tensors
    if input.dtype.itemsize == 2 and xp is np:
        whole = TABLE["normalize_affine"]
        wide = [None if t is None else in_dtype(xp, t, SINGLE) for t in tensors]
        result, mean, var = (whole.front or whole.kernel)(xp, wide, dims, eps)
        return in_dtype(xp, result, input.dtype), mean, var
    result, mean, var = TABLE["standardize"].kernel(xp, input, dims, eps)
    if weight is not None or bias is not None:
        result = TABLE["scale_and_shift"].kernel(xp, result, weight, bias)
    return result, mean, var


def _normalize_backward_rule(grad_output, tensors, *rest):
    return [meta_array(t.shape, t.dtype) for t in tensors if t is not None]


@operator(
    samples=(
        "x(4, 3), [x(4, 3), pos(1, 3), x(1, 3)], x(1, 3), pos(1, 3), (0,), 1e-5",
        "x(2, 3, 2, 4), [x(2, 3, 2, 4), pos(1, 3, 1, 1), None], x(1, 3, 1, 1), pos(1, 3, 1, 1), "
        "(0, 2, 3), 1e-5",
        "x(5, 3, 4), [x(5, 3, 4), pos(3, 4), x(3, 4)], x(5, 1, 1), pos(5, 1, 1), (1, 2), 1e-5",
        "x(5, 4), [x(5, 4), None, None], x(5, 1), pos(5, 1), (1,), 1e-5",
    ),
    meta=_normalize_backward_rule,
    dtypes="float",
    methods=False,
    namespace="internal",
    differentiable=False,
    any_order=True,
)
def normalize_affine_backward(
    xp,
    grad_output: Array,
    tensors: OptionalArrays,
    mean: Array,
    var: Array,
    dims: Shape,
    eps: float,
) -> tuple[Array, ...]:
    """The gradients of `normalize_affine`'s result in those of its tensors that there are."""
    grad, (input, weight, bias) = grad_output, tensors
    if input.dtype.itemsize == 2 and xp is np:
        whole = TABLE["normalize_affine_backward"]
        grad, mean, var = (in_dtype(xp, t, SINGLE) for t in (grad, mean, var))
        wide = [None if t is None else in_dtype(xp, t, SINGLE) for t in tensors]
        found = (whole.front or whole.kernel)(xp, grad, wide, mean, var, dims, eps)
        own = [t.dtype for t in tensors if t is not None]
        return tuple(in_dtype(xp, f, d) for f, d in zip(found, own, strict=True))
    if input.dtype.itemsize == 2:
        grad, input = grad.astype(np.float32), input.astype(np.float32)
        mean, var = mean.astype(np.float32), var.astype(np.float32)
    rstd = xp.reciprocal(xp.sqrt(var + constant(xp, eps, var.dtype)))
    standard = input - mean
    standard *= rstd
    found = []
    if weight is not None:
        found.append(_summed_to(xp, grad * standard, weight))
    if bias is not None:
        found.append(_summed_to(xp, grad, bias))
    if weight is not None:
        grad = grad * weight.astype(grad.dtype)
    into = TABLE["standardize_backward"].kernel(xp, grad, standard, rstd, dims)
    return into.astype(grad_output.dtype), *found


def _summed_to(xp, array, like):
    """The sum over the dimensions that `like` was broadcast in."""
    more = array.ndim - like.ndim
    dims = tuple(d for d in range(array.ndim) if d < more or like.shape[d - more] == 1)
    total = xp.add.reduce(array, dims, None, None, False)
    return total.reshape(like.shape).astype(like.dtype)


def _affine_rule(input, weight, bias):
    return meta_array(input.shape, input.dtype)


@operator(
    samples=(
        "x(2, 3), pos(3), x(3)",
        "x(2, 3), None, x(3)",
        "x(2, 3), pos(3), None",
        "x(2, 3, 4), pos(1, 3, 1), x(1, 3, 1)",
        "x(2, 4, 5, 3).permute(0, 3, 1, 2), pos(1, 3, 1, 1), x(1, 3, 1, 1)",
    ),
    meta=_affine_rule,
    dtypes="float",
    methods=False,
    namespace="internal",
    any_order=True,
)
def scale_and_shift(xp, input: Array, weight: Array | None, bias: Array | None) -> Array:
    """`input * weight + bias`, both broadcast to `input`."""
    if weight is None:
        return input + bias if bias is not None else input.copy()
    out = xp.multiply(input, weight)
    if bias is not None:
        out += bias
    return out.astype(input.dtype) if out.dtype != input.dtype else out


@direct(
    samples=("x(3), x(3), 0.1, 1.0",),
    mutates=True,
    methods=False,
    namespace="internal",
    differentiable=False,
)
def track_(input: Array, batch: Array, momentum: float, factor: float) -> Array:
    """Move a running statistic by `momentum` towards the batch's, times `factor`; returns it."""
    from .._run import check_writable

    if input.is_meta:
        return input
    check_writable("batch_norm", input)
    new = batch._array.reshape(input._array.shape) * (momentum * factor)
    input._array *= input._array.dtype.type(1 - momentum)
    input._array += new.astype(input._array.dtype)
    input._bump_version()
    return input


def channel_shape(input):
    if input.ndim < 2:  # nothing at all, as a list of no channels
        return (0,)
    return (1, input.size(1), *[1] * (input.ndim - 2))


def _viewed(tensor, shape):
    return None if tensor is None else tensor.view(*shape)


# ---------------------------------------------------------------------- batch and instance norm
def _check_vectors(name, channels, vectors):
    for argument, vector in vectors:
        if vector is not None and vector.numel() != channels:
            raise RuntimeError(
                f"{argument} should contain {channels} elements not {vector.numel()} ({name}, "
                f"shape {list(vector.shape)})"
            )


def _by_running_statistics(input, mean, var, weight, bias, eps):
    shape = channel_shape(input)
    scale = (var + eps).rsqrt()
    if weight is not None:
        scale = scale * weight
    shift = -mean * scale
    if bias is not None:
        shift = shift + bias
    return T.scale_and_shift(input, scale.view(*shape), shift.view(*shape))


@composite(
    namespace="functional",
    methods=False,
    dtypes="float",
    samples=(
        "x(4, 3), x(3).detach(), pos(3).detach(), pos(3), x(3)",
        "x(4, 3, 2), None, None, pos(3), x(3), True",
        "x(4, 3, 2, 2), None, None, None, None, True",
        "x(0, 3), x(3).detach(), pos(3).detach(), pos(3), x(3), True",
        "x(0), x(0), x(0), training=True",
        "x(0), x(0), x(0)",
    ),
    errors=(
        (
            "x(1, 3), None, None, training=True",
            ValueError,
            "Expected more than 1 value per channel",
        ),
        (
            "x(4, 3), x(4), pos(4), training=True",
            RuntimeError,
            "running_mean should contain 3 elements not 4",
        ),
        ("x(4, 3), None, None", RuntimeError, "running_mean must be defined in evaluation mode"),
    ),
)
def functional_batch_norm(
    input: Array,
    running_mean: Array | None,
    running_var: Array | None,
    weight: Array | None = None,
    bias: Array | None = None,
    training: bool = False,
    momentum: Number = 0.1,
    eps: float = 1e-5,
) -> Array:
    """Each channel (dim 1) less its mean, over its deviation (Ioffe & Szegedy 2015).

    They are the batch's in training, the running ones otherwise.
    In training the running statistics move by `momentum` towards the batch's, in place. Raises
    ValueError for a batch of one value per channel, RuntimeError where sizes differ from the number
    of channels.

    >>> import firebrick_core as fb, firebrick_core.functional as F
    >>> F.batch_norm(fb.tensor([[1.0], [3.0]]), None, None, training=True, eps=0.0)
    tensor([[-1.],
            [ 1.]])
    """
    require_tensor("batch_norm", "input", 1, input)
    if input.ndim < 2 and tuple(input.shape) != (0,):
        raise RuntimeError(
            "batch_norm: expected an input of at least 2 dimensions (N, C, ...), got "
            f"{list(input.shape)}"
        )
    channels = input.size(1) if input.ndim > 1 else 0
    count = input.numel() // channels if channels else 0
    if training and count == 1:
        raise ValueError(
            f"Expected more than 1 value per channel when training, got input size {input.shape}"
        )
    if not training:
        for name, statistic in (("running_mean", running_mean), ("running_var", running_var)):
            if statistic is None:
                raise RuntimeError(f"{name} must be defined in evaluation mode")
    _check_vectors(
        "batch_norm",
        channels,
        (
            ("running_mean", running_mean),
            ("running_var", running_var),
            ("weight", weight),
            ("bias", bias),
        ),
    )
    require_floating("batch_norm", input._array)
    input = in_suggested_format(input)
    if not input.numel():  # nothing to normalize by: running statistics stay as they are
        return T.scale_and_shift(input, *(_viewed(v, channel_shape(input)) for v in (weight, bias)))
    if not training:
        return _by_running_statistics(input, running_mean, running_var, weight, bias, eps)
    shape = channel_shape(input)
    vectors = (_viewed(weight, shape), _viewed(bias, shape))
    out, mean, var = T.normalize_affine((input, *vectors), (0, *range(2, input.ndim)), eps)
    track_statistics(running_mean, running_var, mean, var, momentum, count)
    return out


def track_statistics(running_mean, running_var, mean, var, momentum, count):
    """Move running statistics towards those of a batch of `count` elements for each channel."""
    if running_mean is not None:
        T.track_(running_mean.detach(), mean.detach(), momentum, 1.0)
    if running_var is not None:
        unbiased = count / (count - 1) if count > 1 else math.nan
        T.track_(running_var.detach(), var.detach(), momentum, unbiased)


def affine(out, weight, bias, shape):
    """`out * weight + bias`, for vectors of channels or None."""
    if weight is None and bias is None:
        return out
    return T.scale_and_shift(out, _viewed(weight, shape), _viewed(bias, shape))


@composite(
    namespace="functional",
    methods=False,
    dtypes="float",
    samples=(
        "x(2, 3, 4), weight=pos(3), bias=x(3)",
        "x(2, 3, 4), x(3).detach(), pos(3).detach(), use_input_stats=False",
    ),
    errors=(("x(2, 3, 1)", ValueError, "Expected more than 1 spatial element"),),
)
def functional_instance_norm(
    input: Array,
    running_mean: Array | None = None,
    running_var: Array | None = None,
    weight: Array | None = None,
    bias: Array | None = None,
    use_input_stats: bool = True,
    momentum: Number = 0.1,
    eps: float = 1e-5,
) -> Array:
    """Each channel of each sample with its own mean and variance (Ulyanov et al. 2016).

    Running statistics follow the mean over the batch, or are used without `use_input_stats`.
    """
    require_tensor("instance_norm", "input", 1, input)
    input = row_major_tensor(input)
    count = math.prod(input.shape[2:])
    if use_input_stats and count == 1:
        raise ValueError(
            f"Expected more than 1 spatial element when training, got input size {input.shape}"
        )
    _check_vectors(
        "instance_norm",
        input.size(1),
        (
            ("running_mean", running_mean),
            ("running_var", running_var),
            ("weight", weight),
            ("bias", bias),
        ),
    )
    if not use_input_stats:
        if running_mean is None or running_var is None:
            raise RuntimeError(
                "Expected running_mean and running_var to be defined when use_input_stats is false"
            )
        return _by_running_statistics(input, running_mean, running_var, weight, bias, eps)
    out, mean, var = T.standardize(input, tuple(range(2, input.ndim)), eps)
    if running_mean is not None:
        T.track_(running_mean.detach(), mean.detach().mean(0), momentum, 1.0)
    if running_var is not None:
        T.track_(running_var.detach(), var.detach().mean(0), momentum, count / (count - 1))
    return affine(out, weight, bias, channel_shape(input))


# ------------------------------------------------------ with torch's own order of arguments
@composite(
    namespace="torch",
    methods=False,
    dtypes="float",
    samples=("x(4, 3, 2), pos(3), x(3), None, None, True, 0.1, 1e-5, False",),
)
def batch_norm(
    input: Array,
    weight: Array | None,
    bias: Array | None,
    running_mean: Array | None,
    running_var: Array | None,
    training: bool,
    momentum: float,
    eps: float,
    cudnn_enabled: bool,
) -> Array:
    """`torch.nn.functional.batch_norm` as `torch` has it: every argument given, in this order."""
    return functional_batch_norm(
        input, running_mean, running_var, weight, bias, training, momentum, eps
    )


@composite(
    namespace="torch",
    methods=False,
    dtypes="float",
    samples=("x(2, 3, 4), pos(3), x(3), None, None, True, 0.1, 1e-5, False",),
)
def instance_norm(
    input: Array,
    weight: Array | None,
    bias: Array | None,
    running_mean: Array | None,
    running_var: Array | None,
    use_input_stats: bool,
    momentum: float,
    eps: float,
    cudnn_enabled: bool,
) -> Array:
    """`torch.nn.functional.instance_norm` as `torch` has it: every argument given, in order."""
    return functional_instance_norm(
        input, running_mean, running_var, weight, bias, use_input_stats, momentum, eps
    )
