"""Normalization of single samples: of layers, groups of channels, by the root mean square."""

from __future__ import annotations

import math

import numpy as np

from .. import _operators as T
from .._operator import Array, composite
from .._typing import Shape
from ._formats import in_format_of, row_major_tensor
from ._nn_arrays import require_floating, require_tensor
from .normalization import affine, channel_shape


def check_normalized_shape(input, shape, weight, bias, star):
    """Refuse what does not end in `shape`. Raises RuntimeError."""
    if not shape:
        raise RuntimeError(
            "Expected normalized_shape to be at least 1-dimensional, i.e., containing at least "
            "one element, but got "
            f"normalized_shape = {list(shape)}"
        )
    for name, value in (("weight", weight), ("bias", bias)):
        if value is not None and value._array.shape != shape:
            raise RuntimeError(
                f"Expected {name} to be of same shape as normalized_shape, but got {name} of "
                f"shape {list(value.shape)} and "
                f"normalized_shape = {list(shape)}"
            )
    if input._array.shape[-len(shape) :] != shape:
        sizes = ", ".join(map(str, shape))
        raise RuntimeError(
            f"Given normalized_shape={list(shape)}, expected input with shape [{star}{sizes}], "
            "but got input of size"
            f"{list(input.shape)}"
        )


@composite(
    namespace="torch functional",
    methods=False,
    dtypes="float",
    samples=("x(3, 4), (4,)", "x(2, 3, 4), (3, 4), pos(3, 4), x(3, 4)", "x(2, 3), [3], pos(3)"),
    errors=(
        ("x(3, 5), (4,)", RuntimeError, "expected input with shape"),
        ("x(3, 5), (5,), pos(4)", RuntimeError, "Expected weight to be of same shape"),
        ("x(3, 5), 5", TypeError, "must be tuple of ints"),
    ),
    layered=True,
)
def layer_norm(
    input: Array,
    normalized_shape: Shape,
    weight: Array | None = None,
    bias: Array | None = None,
    eps: float = 1e-5,
) -> Array:
    """The last dimensions (`normalized_shape`) by their mean and variance (Ba et al. 2016).

    >>> import firebrick_core as fb, firebrick_core.functional as F
    >>> F.layer_norm(fb.tensor([1.0, 3.0]), (2,), eps=0.0)
    tensor([-1.,  1.])
    """
    require_tensor("layer_norm", "input", 1, input)
    if isinstance(normalized_shape, int):
        raise TypeError(
            "layer_norm(): argument 'normalized_shape' (position 2) must be tuple of ints, not int"
        )
    shape = tuple(normalized_shape)
    check_normalized_shape(input, shape, weight, bias, "*, ")
    require_floating("LayerNormKernelImpl", input._array)
    input = row_major_tensor(input)
    dims = tuple(range(input.ndim - len(shape), input.ndim))
    if weight is None and bias is None:
        return T.standardize(input, dims, eps)[0]
    return T.normalize_affine((input, weight, bias), dims, eps)[0]


@composite(
    namespace="torch functional",
    methods=False,
    dtypes="float",
    samples=(
        "x(2, 4, 3), 2",
        "x(2, 4, 3, 3), 4, pos(4), x(4)",
        "x(2, 4, 3), 1, pos(4)",
        "x(0, 2), 1, pos(2), x(2)",
    ),
    errors=(
        ("x(2, 5, 3), 2", RuntimeError, "divisible by num_groups"),
        ("x(1, 2), 2", ValueError, "more than 1 value per channel"),
    ),
    layered=True,
)
def group_norm(
    input: Array,
    num_groups: int,
    weight: Array | None = None,
    bias: Array | None = None,
    eps: float = 1e-5,
) -> Array:
    """Groups of channels (dim 1) of each sample with their own mean and variance (Wu & He 2018).

    >>> import firebrick_core as fb, firebrick_core.functional as F
    >>> F.group_norm(fb.ones(2, 6, 4), 3).shape
    torch.Size([2, 6, 4])
    """
    require_tensor("group_norm", "input", 1, input)
    if input.ndim < 2:
        raise RuntimeError(
            f"Expected at least 2 dimensions for input tensor but received {input.ndim}"
        )
    n, channels = input.shape[:2]
    if num_groups <= 0 or channels % num_groups:
        raise RuntimeError(
            "Expected number of channels in input to be divisible by num_groups, but got input "
            f"of shape {list(input.shape)} "
            f"and num_groups={num_groups}"
        )
    per_group = n * channels // num_groups * math.prod(input.shape[2:])
    if per_group == 1:
        raise ValueError(
            "Expected more than 1 value per channel when training, got input size "
            f"{list(input.shape)}"
        )
    for name, value in (("weight", weight), ("bias", bias)):
        if value is not None and tuple(value.shape) != (channels,):
            raise RuntimeError(
                f"Expected {name} to be a vector of size equal to the number of channels in "
                f"input, but got {name} of shape "
                f"{list(value.shape)} and input of shape {list(input.shape)}"
            )
    inner = channels // num_groups * math.prod(input.shape[2:])
    parts = row_major_tensor(input).view(n, num_groups, inner)
    out = T.standardize(parts, (2,), eps)[0].view(*input.shape)
    return in_format_of(affine(out, weight, bias, channel_shape(input)), input)


@composite(
    namespace="torch functional",
    methods=False,
    dtypes="float",
    samples=("x(3, 4), (4,)", "x(2, 3, 4), (3, 4), pos(3, 4), 1e-6"),
    errors=(("x(3, 5), (4,)", RuntimeError, "expected input with shape"),),
    layered=True,
)
def rms_norm(
    input: Array, normalized_shape: Shape, weight: Array | None = None, eps: float | None = None
) -> Array:
    """The last dimensions divided by their root mean square (Zhang & Sennrich 2019).

    `eps` None is the dtype's own.

    >>> import firebrick_core as fb, firebrick_core.functional as F
    >>> F.rms_norm(fb.tensor([3.0, 4.0]), (2,))
    tensor([0.8485, 1.1314])
    """
    require_tensor("rms_norm", "input", 1, input)
    shape = tuple(normalized_shape)
    check_normalized_shape(input, shape, weight, None, "*")
    if eps is None:
        eps = float(
            np.finfo(input.dtype.numpy_dtype if input.dtype.itemsize > 2 else np.float32).eps
        )
    wide = row_major_tensor(input.float() if input.dtype.itemsize == 2 else input)
    dims = tuple(range(input.ndim - len(shape), input.ndim))
    out = wide * ((wide * wide).mean(dims, keepdim=True) + eps).rsqrt()
    out = out if weight is None else out * weight
    return out.to(input.dtype) if out.dtype is not input.dtype else out


@composite(
    namespace="functional",
    methods=False,
    dtypes="float",
    samples=("x(2, 5, 3), 3", "x(1, 4, 2, 2), 2, 0.5, 0.5, 2.0"),
    errors=(("x(3), 2", ValueError, "Expected 3D or higher"),),
    layered=True,
)
def local_response_norm(
    input: Array, size: int, alpha: float = 1e-4, beta: float = 0.75, k: float = 1.0
) -> Array:
    """Channels divided by their neighbours' mean square to a power (Krizhevsky et al. 2012)."""
    if input.ndim < 3:
        raise ValueError(
            f"Expected 3D or higher dimensionality input (got {input.ndim} dimensions)"
        )
    if not input.numel():
        return input
    squares = (input * input).reshape(input.size(0), 1, input.size(1), -1)
    padded = T.pad(squares, (0, 0, size // 2, (size - 1) // 2))
    mean = T.avg_pool2d(padded, (size, 1), stride=1).view(*input.shape)
    return input / (mean * alpha + k) ** beta
