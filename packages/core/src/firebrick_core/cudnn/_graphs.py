"""Convolutions, normalization of batches and attention, as graphs of cuDNN's frontend."""

from __future__ import annotations

import numpy as np

from ..ops.convolution import Geometry
from ._running import (
    ALIGNED,
    LIBRARIES,
    SETTINGS,
    Graph,
    fresh,
    is_last,
    kept_plan,
    laid,
    planar,
    steps,
    wide,
)

FLOAT32 = np.dtype(np.float32)


# ---------------------------------------------------------------------- convolution
@kept_plan
def convolution_plan(kind, dtype, last, input, weight, output, window):
    """A convolution or one of its gradients, of arrays of these shapes in one order."""
    graph = Graph(dtype)
    image, kernel, result = ((s, steps(s, last), dtype) for s in (input, weight, output))
    operands, out = {
        "fprop": ({"image": image, "weight": kernel}, result),
        "dgrad": ({"loss": result, "filter": kernel}, image),
        "wgrad": ({"image": image, "loss": result}, kernel),
    }[kind]
    node = getattr(graph.made, f"conv_{kind}")(
        **{name: graph.input(*operand) for name, operand in operands.items()},
        **dict(zip(("padding", "stride", "dilation"), map(list, window), strict=True)),
    )
    graph.output(node, *out)
    return graph, dtype


def _window(stride, padding, dilation):
    """The numbers of a window with two spatial dimensions at least."""
    more = (2 - len(stride)) * (1,)
    return (0,) * len(more) + tuple(padding), more + tuple(stride), more + tuple(dilation)


def _biased(out, bias):
    if bias is not None:
        out += bias.astype(out.dtype, copy=False).reshape(1, -1, *[1] * (out.ndim - 2))
    return out


def convolve(xp, input, weight, bias, stride, padding, dilation, groups):
    """See `ops.convolution.convolve`."""
    spatial = Geometry(input.shape[2:], weight.shape[2:], stride, padding, dilation, groups).output
    shape, last = (input.shape[0], weight.shape[0], *spatial), is_last(input, weight)
    x, w = laid(input, last), laid(weight, last)
    out = fresh(xp, planar(shape), x.dtype, last)
    window = _window(stride, padding, dilation)
    convolution_plan("fprop", x.dtype, last, x.shape, w.shape, out.shape, window).run(x, w, out)
    return _biased(out.reshape(shape), bias)


def convolve_input(xp, grad_output, weight, bias, size, stride, padding, dilation, groups):
    """See `ops.convolution.convolve_input`."""
    shape = (grad_output.shape[0], weight.shape[1] * groups, *size)
    last = len(size) < 3 and is_last(grad_output, weight)  # volumes are row-major, as PyTorch's
    dy, w = laid(grad_output, last), laid(weight, last)
    out = fresh(xp, planar(shape), dy.dtype, last)
    window = _window(stride, padding, dilation)
    convolution_plan("dgrad", dy.dtype, last, out.shape, w.shape, dy.shape, window).run(dy, w, out)
    return _biased(out.reshape(shape), bias)


def convolve_weight(xp, grad_output, input, kernel, stride, padding, dilation, groups):
    """See `ops.convolution.convolve_weight`."""
    shape = (grad_output.shape[1], input.shape[1] // groups, *kernel)
    last = is_last(grad_output, input)
    x, dy = laid(input, last), laid(grad_output, last)
    out = fresh(xp, planar(shape), x.dtype, last)
    window = _window(stride, padding, dilation)
    convolution_plan("wgrad", x.dtype, last, x.shape, out.shape, dy.shape, window).run(x, dy, out)
    return xp.ascontiguousarray(out).reshape(shape)


# ---------------------------------------------------------------------- batch normalization
@kept_plan
def batch_norm_plan(dtype, shape, eps):
    """Normalization over a batch whose channels are innermost.

    The running statistics it writes are those of the batch, since their momentum is 1.
    """
    graph, sums = Graph(dtype), wide(dtype)
    image, channels = (shape, steps(shape, True)), (1, shape[1], *[1] * (len(shape) - 2))
    vector = (channels, steps(channels, True), sums)
    x = graph.input(*image, dtype)
    names = ("scale", "bias", "in_running_mean", "in_running_var")
    y, mean, rstd, new_mean, new_var = graph.made.batchnorm(
        input=x, **{name: graph.input(*vector) for name in names},
        epsilon=graph.number(eps, len(shape)), momentum=graph.number(1.0, len(shape)),
    )  # fmt: skip
    graph.output(y, *image, dtype)
    for statistic in (mean, rstd, new_mean, new_var):
        graph.output(statistic, *vector)
    return graph, dtype


@kept_plan
def batch_norm_backward_plan(dtype, shape):
    """The gradients of input, scale and bias, channels innermost."""
    graph, sums = Graph(dtype), wide(dtype)
    image, channels = (shape, steps(shape, True), dtype), (1, shape[1], *[1] * (len(shape) - 2))
    vector = (channels, steps(channels, True), sums)
    dy, x = graph.input(*image), graph.input(*image)
    names = ("scale", "mean", "inv_variance")
    dx, *rest = graph.made.batchnorm_backward(
        grad=dy, input=x, **{name: graph.input(*vector) for name in names}
    )
    graph.output(dx, *image)
    for gradient in rest:
        graph.output(gradient, *vector)
    return graph, dtype


def batch_norm(xp, x, out, scale, bias, mean, var, eps):
    """Normalize into `out`; `mean` and `var`, zeros, get the batch's, of one degree less."""
    zeros = xp.zeros_like(mean)
    scratch = [xp.empty_like(mean) for _ in range(2)]
    plan = batch_norm_plan(x.dtype, x.shape, eps)
    plan.run(x, scale, bias, zeros, zeros, out, *scratch, mean, var)


def batch_norm_backward(xp, dy, x, scale, mean, rstd, dx, dscale, dbias, eps):
    """Gradients into the last three."""
    plan = batch_norm_backward_plan(x.dtype, x.shape)
    plan.run(dy, x, scale, mean, rstd, dx, dscale, dbias)


# ---------------------------------------------------------------------- attention
def _causal(causal):
    """Keys up to the query's own place, counted from the first of both."""
    if not causal:
        return {}
    return {
        "diagonal_alignment": LIBRARIES.frontend.diagonal_alignment.TOP_LEFT,
        "diagonal_band_right_bound": 0,
    }


@kept_plan
def attention_plan(dtype, query, key, value, scale, causal):
    """Attention of operands given as (shape, strides)."""
    graph = Graph(dtype)
    q, k, v = (graph.input(shape, strides, dtype) for shape, strides in (query, key, value))
    out, stats = graph.made.sdpa(
        q=q, k=k, v=v, attn_scale=scale, generate_stats=True, **_causal(causal)
    )
    shape = (*query[0][:3], value[0][3])
    graph.output(out, shape, steps(shape, False), dtype)
    graph.output(stats, (*shape[:3], 1), steps((*shape[:3], 1), False), FLOAT32)
    return graph, dtype


@kept_plan
def attention_backward_plan(dtype, query, key, value, scale, causal, deterministic):
    """The gradients of query, key and value."""
    graph = Graph(dtype)
    shape = (*query[0][:3], value[0][3])
    q, k, v = (graph.input(shape, strides, dtype) for shape, strides in (query, key, value))
    o, grad = (graph.input(shape, steps(shape, False), dtype) for _ in range(2))
    stats = graph.input((*shape[:3], 1), steps((*shape[:3], 1), False), FLOAT32)
    found = graph.made.sdpa_backward(
        q=q, k=k, v=v, o=o, dO=grad, stats=stats, attn_scale=scale,
        use_deterministic_algorithm=deterministic, **_causal(causal),
    )  # fmt: skip
    for gradient, operand in zip(found, (query, key, value), strict=True):
        graph.output(gradient, operand[0], steps(operand[0], False), dtype)
    return graph, dtype


def _operand(array):
    """An array whose last dimension is dense, and its shape and strides."""
    size = array.itemsize
    dense = array.strides[3] == size and all(s > 0 and s % ALIGNED == 0 for s in array.strides[:3])
    if not dense or array.data.ptr % ALIGNED:
        array = array.copy("C")
    return array, (array.shape, tuple(s // size for s in array.strides))


def attention(xp, tensors, scale, causal):
    """See `ops.attention.attention`."""
    (q, k, v), operands = zip(*map(_operand, tensors), strict=True)
    out = xp.empty((*q.shape[:3], v.shape[3]), q.dtype)
    stats = xp.empty((*q.shape[:3], 1), np.float32)
    attention_plan(q.dtype, *operands, scale, causal).run(q, k, v, out, stats)
    return out, stats


def attention_backward(xp, grad_output, tensors, result, stats, scale, causal):
    """See `ops.attention.attention_backward`."""
    (q, k, v), operands = zip(*map(_operand, tensors), strict=True)
    grads = tuple(xp.empty(a.shape, a.dtype) for a in (q, k, v))
    plan = attention_backward_plan(q.dtype, *operands, scale, causal, SETTINGS.deterministic)
    given = (laid(a, False) for a in (result, grad_output, stats))
    plan.run(q, k, v, *given, *grads)
    return grads
