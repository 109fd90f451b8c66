"""Convolutions: three operators that are each other's derivatives."""

from __future__ import annotations

from .._device import meta_array
from .._operator import Array, operator
from .._typing import Shape
from ._columns import (
    Geometry,
    convolve as convolve_arrays,
    convolve_input as input_gradient,
    convolve_weight as weight_gradient,
)
from ._formats import keeps_format
from ._nn_arrays import half_in_float32


# ---------------------------------------------------------------------- the operators
def _convolve_rule(input, weight, bias, stride, padding, dilation, groups):
    shape = Geometry(input.shape[2:], weight.shape[2:], stride, padding, dilation, groups)
    return meta_array((input.shape[0], weight.shape[0], *shape.output), input.dtype)


@operator(
    samples=(
        "x(2, 4, 6), x(6, 4, 3), x(6), (1,), (1,), (1,), 1",
        "x(2, 4, 6, 5), x(6, 2, 3, 2), None, (2, 1), (0, 1), (1, 2), 2",
        "x(1, 2, 4, 4, 4), x(2, 2, 2, 2, 2), None, (1, 2, 1), (1, 0, 0), (1, 1, 2), 1",
    ),
    meta=_convolve_rule,
    dtypes="float",
    methods=False,
    namespace="internal",
    any_order=True,
)
@keeps_format(0, 1, dims=(4, 5))
@half_in_float32
def convolve(
    xp,
    input: Array,
    weight: Array,
    bias: Array | None,
    stride: Shape,
    padding: Shape,
    dilation: Shape,
    groups: int,
) -> Array:
    """The convolution of (N, C, ...) with (O, C / groups, ...), of any number of dimensions."""
    return convolve_arrays(
        xp,
        input,
        weight,
        bias,
        Geometry(input.shape[2:], weight.shape[2:], stride, padding, dilation, groups),
    )


def _convolve_input_rule(grad_output, weight, bias, size, stride, padding, dilation, groups):
    return meta_array((grad_output.shape[0], weight.shape[1] * groups, *size), grad_output.dtype)


@operator(
    samples=(
        "x(2, 6, 6), x(6, 4, 3), x(4), (6,), (1,), (1,), (1,), 1",
        "x(2, 6, 2, 5), x(6, 2, 3, 2), None, (6, 5), (2, 1), (0, 1), (1, 2), 2",
    ),
    meta=_convolve_input_rule,
    dtypes="float",
    methods=False,
    namespace="internal",
    any_order=True,
)
@keeps_format(0, 1)
@half_in_float32
def convolve_input(
    xp,
    grad_output: Array,
    weight: Array,
    bias: Array | None,
    size: Shape,
    stride: Shape,
    padding: Shape,
    dilation: Shape,
    groups: int,
) -> Array:
    """The gradient of `convolve` in its input of spatial sizes `size`, plus `bias`.

    As a map of `grad_output` it is the transposed convolution.
    """
    return input_gradient(
        xp,
        grad_output,
        weight,
        bias,
        Geometry(size, weight.shape[2:], stride, padding, dilation, groups),
    )


def _channels_rule(input):
    return meta_array(input.shape[1:2], input.dtype)


@operator(
    samples=("x(2, 3, 4)", "x(2, 3, 4, 5)", "x(4, 3)"),
    meta=_channels_rule,
    dtypes="float",
    methods=False,
    namespace="internal",
    any_order=True,
)
@half_in_float32
def channel_sums(xp, input: Array) -> Array:
    """The sum of each channel, dim 1: the gradient of a bias."""
    if input.flags.c_contiguous:
        return xp.add.reduce(input, (0, *range(2, input.ndim)))
    return xp.add.reduce(xp.moveaxis(input, 1, -1).reshape(-1, input.shape[1]), 0)


def _convolve_weight_rule(grad_output, input, kernel, stride, padding, dilation, groups):
    return meta_array((grad_output.shape[1], input.shape[1] // groups, *kernel), grad_output.dtype)


@operator(
    samples=(
        "x(2, 6, 6), x(2, 4, 6), (3,), (1,), (1,), (1,), 1",
        "x(2, 6, 2, 5), x(2, 4, 6, 5), (3, 2), (2, 1), (0, 1), (1, 2), 2",
    ),
    meta=_convolve_weight_rule,
    dtypes="float",
    methods=False,
    namespace="internal",
    any_order=True,
)
@half_in_float32
def convolve_weight(
    xp,
    grad_output: Array,
    input: Array,
    kernel: Shape,
    stride: Shape,
    padding: Shape,
    dilation: Shape,
    groups: int,
) -> Array:
    """The gradient of `convolve` in its weight with a kernel of these sizes."""
    return weight_gradient(
        xp, grad_output, input, Geometry(input.shape[2:], kernel, stride, padding, dilation, groups)
    )
