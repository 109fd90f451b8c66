"""One layer of a recurrent network in one direction over all its steps, and the way back.

The first of `tensors` is the input's part of the gates, for the rows of all steps one after
another; `sizes` has the number of rows of each step, and `reverse` takes the steps from the last.
How they are computed is in `_recurrent_arrays`.
"""

from __future__ import annotations

import functools

import numpy as np

from .._device import meta_array
from .._operator import Array, OptionalArrays, operator
from .._typing import Shape
from ._nn_arrays import is_half
from ._recurrent_arrays import (
    gru_backward,
    gru_forward,
    lstm_backward,
    lstm_forward,
    rnn_backward,
    rnn_forward,
    steps_of,
)


def _in_float32(kernel):
    """Let a kernel see 16-bit floats as float32, also those in lists, and round its results."""

    def widened(value):
        if isinstance(value, (list, tuple)):
            return type(value)(widened(v) for v in value)  # sizes of steps stay hashable
        return value.astype(np.float32) if hasattr(value, "astype") and is_half(value) else value

    @functools.wraps(kernel)
    def run(xp, tensors, *rest):
        given = next(t for t in tensors if t is not None).dtype
        if given.itemsize != 2:
            return kernel(xp, tensors, *rest)
        out = kernel(xp, widened(tensors), *(widened(r) for r in rest))
        return tuple(a.astype(given) for a in out)

    return run


def _zeros_for(xp, grads, shapes, dtype):
    """The gradients of results, zeros where one is of no use to what comes after."""
    pairs = zip(grads, shapes, strict=True)
    return [xp.zeros(shape, dtype) if g is None else g for g, shape in pairs]


def _given(gradients):
    return tuple(g for g in gradients if g is not None)


def _gradients_rule(grads, tensors, *rest):
    return [meta_array(t.shape, t.dtype) for t in tensors if t is not None]


# ---------------------------------------------------------------------- long short-term memory
def _lstm_rule(tensors, sizes, reverse):
    gates, h0, c0 = tensors[:3]
    shapes = (
        (gates.shape[0], h0.shape[1]),
        h0.shape,
        c0.shape,
        gates.shape,
        (gates.shape[0], c0.shape[1]),
    )
    return [meta_array(s, gates.dtype) for s in shapes]


@operator(
    samples=(
        "[x(6, 8), x(2, 2), x(2, 2), x(8, 2), None], (2, 2, 2), False",
        "[x(6, 8), x(3, 3), x(3, 2), x(8, 3), x(3, 2)], (3, 2, 1), True",
    ),
    meta=_lstm_rule,
    dtypes="float",
    methods=False,
    namespace="internal",
    returns=("result", "h", "c", "active", "cells"),
)
@_in_float32
def lstm_sequence(
    xp, tensors: OptionalArrays, sizes: Shape, reverse: bool
) -> tuple[Array, Array, Array, Array, Array]:
    """Outputs, last h and c, activated gates and cells (Hochreiter & Schmidhuber 1997).

    `tensors` are gates (rows, 4 H), h0, c0, weight_hh (4 H, P) and weight_hr (P, H) or None.
    """
    gates, h0, c0, weight, projection = tensors
    return lstm_forward(xp, gates, h0, c0, weight, projection, steps_of(sizes, reverse))


@operator(
    samples=(
        "[x(6, 2), None, x(2, 2)], [x(6, 8), x(2, 2), x(2, 2), x(8, 2), None], x(6, 2), "
        "unit(6, 8), x(6, 2), (2, 2, 2), False",
    ),
    meta=_gradients_rule,
    dtypes="float",
    methods=False,
    namespace="internal",
    differentiable=False,
)
@_in_float32
def lstm_sequence_backward(
    xp,
    grads: OptionalArrays,
    tensors: OptionalArrays,
    result: Array,
    active: Array,
    cells: Array,
    sizes: Shape,
    reverse: bool,
) -> tuple[Array, ...]:
    """The gradients of `lstm_sequence` in those of its tensors that there are."""
    _, h0, c0, weight, projection = tensors
    grads = _zeros_for(xp, grads, (result.shape, h0.shape, c0.shape), result.dtype)
    steps = steps_of(sizes, reverse)
    return _given(
        lstm_backward(xp, grads, h0, c0, weight, projection, result, active, cells, steps)
    )


# ---------------------------------------------------------------------- gated recurrent units
def _gru_rule(tensors, sizes, reverse):
    gates, h0 = tensors[:2]
    out = (gates.shape[0], h0.shape[1])
    return [meta_array(s, gates.dtype) for s in (out, h0.shape, gates.shape, out)]


@operator(
    samples=(
        "[x(6, 6), x(2, 2), x(6, 2), x(6)], (2, 2, 2), False",
        "[x(6, 6), x(3, 2), x(6, 2), None], (3, 2, 1), True",
    ),
    meta=_gru_rule,
    dtypes="float",
    methods=False,
    namespace="internal",
    returns=("result", "h", "active", "recurrent"),
)
@_in_float32
def gru_sequence(
    xp, tensors: OptionalArrays, sizes: Shape, reverse: bool
) -> tuple[Array, Array, Array, Array]:
    """Outputs, last h, activated gates, and the new gate's part of h (Cho et al. 2014).

    `tensors` are gates (rows, 3 H), h0, weight_hh (3 H, H) and bias_hh (3 H) or None.
    """
    gates, h0, weight, bias = tensors
    return gru_forward(xp, gates, h0, weight, bias, steps_of(sizes, reverse))


@operator(
    samples=(
        "[x(6, 2), None], [x(6, 6), x(2, 2), x(6, 2), x(6)], x(6, 2), unit(6, 6), x(6, 2), "
        "(2, 2, 2), False",
    ),
    meta=_gradients_rule,
    dtypes="float",
    methods=False,
    namespace="internal",
    differentiable=False,
)
@_in_float32
def gru_sequence_backward(
    xp,
    grads: OptionalArrays,
    tensors: OptionalArrays,
    result: Array,
    active: Array,
    recurrent: Array,
    sizes: Shape,
    reverse: bool,
) -> tuple[Array, ...]:
    """The gradients of `gru_sequence` in those of its tensors that there are."""
    _, h0, weight, bias = tensors
    grads = _zeros_for(xp, grads, (result.shape, h0.shape), result.dtype)
    steps = steps_of(sizes, reverse)
    return _given(gru_backward(xp, grads, h0, weight, bias, result, active, recurrent, steps))


# ---------------------------------------------------------------------- plain recurrent layers
def _rnn_rule(tensors, relu, sizes, reverse):
    gates, h0 = tensors[:2]
    return [meta_array(s, gates.dtype) for s in (gates.shape, h0.shape)]


@operator(
    samples=(
        "[x(6, 2), x(2, 2), x(2, 2)], False, (2, 2, 2), False",
        "[x(6, 2), x(3, 2), x(2, 2)], True, (3, 2, 1), True",
    ),
    meta=_rnn_rule,
    dtypes="float",
    methods=False,
    namespace="internal",
    returns=("result", "h"),
)
@_in_float32
def rnn_sequence(
    xp, tensors: OptionalArrays, relu: bool, sizes: Shape, reverse: bool
) -> tuple[Array, Array]:
    """Outputs and last h of a layer of tanh or relu units (Elman 1990).

    `tensors` are gates (rows, H), h0 and weight_hh (H, H).
    """
    gates, h0, weight = tensors
    return rnn_forward(xp, gates, h0, weight, relu, steps_of(sizes, reverse))


@operator(
    samples=("[x(6, 2), None], [x(6, 2), x(2, 2), x(2, 2)], unit(6, 2), False, (2, 2, 2), False",),
    meta=_gradients_rule,
    dtypes="float",
    methods=False,
    namespace="internal",
    differentiable=False,
)
@_in_float32
def rnn_sequence_backward(
    xp,
    grads: OptionalArrays,
    tensors: OptionalArrays,
    result: Array,
    relu: bool,
    sizes: Shape,
    reverse: bool,
) -> tuple[Array, ...]:
    """The gradients of `rnn_sequence` in its tensors."""
    _, h0, weight = tensors
    grads = _zeros_for(xp, grads, (result.shape, h0.shape), result.dtype)
    return rnn_backward(xp, grads, h0, weight, relu, result, steps_of(sizes, reverse))
