"""Recurrent networks, all layers, directions and steps at once, and CTC, by `libcudnn.so.9`."""

from __future__ import annotations

import math
from ctypes import byref, c_size_t, c_void_p
from typing import Any

from .. import _dtype
from ..ops.recurrent_network import STATES
from ._legacy import Descriptor, ints, tensor
from ._running import CODES, LIBRARIES, SETTINGS, Unsupported, Workspace, kept, wide

_MODES = {"rnn_relu": 0, "rnn_tanh": 1, "lstm": 2, "gru": 3}
_GATES = {"rnn_relu": 1, "rnn_tanh": 1, "lstm": 4, "gru": 3}
_NO_BIAS, _DOUBLE_BIAS = 0, 2
_DEFAULT_MATH, _TENSOR_CORES, _FMA = 0, 1, 3
_INFERENCE, _TRAINING = 0, 1
_PADDED, _PACKED = 0, 1  # steps of one size, and of falling ones
_SET = 1  # gradients of weights are written, not added


class Network:
    """The descriptor of a network on the current device, and where its weights lie.

    `shapes` are those of the weights of each layer and direction. cuDNN keeps all in one array:
    the matrices of an input's or a state's gates one after another, as they are here.
    """

    def __init__(self, name, mode, has_biases, directions, features, hidden, projected, shapes):
        units = _DEFAULT_MATH
        if name == "float32" and not SETTINGS.tf32():
            units = _FMA
        self.gates, layers = _GATES[mode], len(shapes) // directions
        self.dtype = getattr(_dtype, name).numpy_dtype
        if self.dtype.itemsize == 2:
            units = _TENSOR_CORES
        handle = LIBRARIES.raw_handle()
        self.dropout = Descriptor("Dropout", "SetDropoutDescriptor", handle, 0.0, None, 0, 0)
        self.descriptor = Descriptor(
            "RNN", "SetRNNDescriptor_v8", 0, _MODES[mode],
            _DOUBLE_BIAS if has_biases else _NO_BIAS, directions - 1, 0, CODES[name],
            CODES[wide(self.dtype).name], units, features, hidden, projected, layers,
            self.dropout, 0,
        )  # fmt: skip
        size = c_size_t()
        LIBRARIES.call("GetRNNWeightSpaceSize", handle, self.descriptor, byref(size))
        self.size = size.value
        self.places = self._found(handle, shapes, has_biases)

    def _found(self, handle: Any, shapes: Any, has_biases: bool) -> list[tuple[int, Any]]:
        """The first element and the shape of each weight in the array of all."""
        item, space = self.dtype.itemsize, Workspace(self.size)
        # Written to by each call, so not the ones that are kept.
        matrix, bias = (tensor.__wrapped__("float32", (1, 1, 1), False) for _ in range(2))
        places = []

        def address(layer: int, gate: int, of_bias: bool) -> int:
            found = c_void_p(), c_void_p()
            LIBRARIES.call(
                "GetRNNWeightParams", handle, self.descriptor, layer, self.size, space.ptr, gate,
                matrix, byref(found[0]), bias, byref(found[1]),
            )  # fmt: skip
            return found[of_bias].value or 0

        for layer, own in enumerate(shapes):
            for kind, shape in enumerate(own):
                projects = kind == len(own) - 1 and len(own) % 2
                first = 2 * self.gates if projects else (kind % 2) * self.gates
                of_bias = has_biases and kind in (2, 3)
                start = address(layer, first, of_bias)
                rows = 1 if projects else self.gates
                step = item * math.prod(shape) // rows
                for i in range(rows):
                    if address(layer, first + i, of_bias) != start + i * step:
                        raise Unsupported("cuDNN does not keep these gates one after another")
                places.append(((start - space.ptr) // item, shape))
        return places

    def packed(self, xp: Any, weights: Any) -> Any:
        """The weights in one array, as cuDNN reads them."""
        space = xp.empty(self.size // weights[0].itemsize, weights[0].dtype)
        for (start, shape), weight in zip(self.places, weights, strict=True):
            space[start : start + math.prod(shape)] = weight.reshape(-1)
        return space

    def unpacked(self, space: Any) -> list[Any]:
        """The weights' gradients out of such an array."""
        return [space[i : i + math.prod(shape)].reshape(shape) for i, shape in self.places]

    def sizes(self, mode: int, data: Any) -> tuple[int, int]:
        """Bytes of the workspace, and of what the backward pass wants of the forward one."""
        work, reserve = c_size_t(), c_size_t()
        LIBRARIES.call(
            "GetRNNTempSpaceSizes", LIBRARIES.raw_handle(), self.descriptor, mode, data,
            byref(work), byref(reserve),
        )  # fmt: skip
        return work.value, reserve.value


@kept
def _network(device: int, tf32: bool, *key: Any) -> Any:
    try:
        return Network(*key)
    except Unsupported as error:
        return error


@kept
def _rows(name: str, sizes: Any, features: int) -> Descriptor:
    """The rows of all steps: sequence i has a row in each step of more than i."""
    lengths = [sum(n > i for n in sizes) for i in range(sizes[0])]
    layout = _PADDED if sizes[0] == sizes[-1] else _PACKED
    arguments = (CODES[name], layout, len(sizes), sizes[0], features, ints(lengths), None)
    return Descriptor("RNNData", "SetRNNDataDescriptor", *arguments)


class _Call:
    """The arrays of a call, row-major, and what cuDNN is told of them."""

    def __init__(self, xp, tensors, mode, has_biases, directions, sizes):
        self.xp, count = xp, STATES[mode]
        rows, *rest = (xp.ascontiguousarray(t) for t in tensors)
        self.x, self.states, self.weights = rows, rest[:count], rest[count:]
        (cells, n, out), hidden = self.states[0].shape, self.states[-1].shape[2]
        each = len(self.weights) // cells
        shapes = [w.shape for w in self.weights]
        key = (
            rows.dtype.name, mode, has_biases, directions, rows.shape[1], hidden, out,
            tuple(tuple(shapes[i : i + each]) for i in range(0, len(shapes), each)),
        )  # fmt: skip
        found = _network(rows.device.id, SETTINGS.tf32(), *key)
        if isinstance(found, Unsupported):
            raise Unsupported(*found.args)
        self.network, name = found, rows.dtype.name
        self.x_rows = _rows(name, sizes, rows.shape[1])
        self.y_rows = _rows(name, sizes, out * directions)
        self.h = tensor(name, (cells, n, out), False)
        self.c = tensor(name, (cells, n, hidden), False)
        self.y = xp.empty((rows.shape[0], out * directions), rows.dtype)
        self.space = found.packed(xp, self.weights)

    def pair(self, arrays: Any) -> list[Any]:
        """The addresses of arrays for h and c."""
        return [*(a.data.ptr for a in arrays), None][:2]

    def forward(self, mode: int) -> tuple[list[Any], Any, Any]:
        """The last states; the workspace and the reserve for the way back."""
        work, reserve = (Workspace(n) for n in self.network.sizes(mode, self.x_rows))
        lasts = [self.xp.empty(s.shape, s.dtype) for s in self.states]
        (hx, cx), (hy, cy) = self.pair(self.states), self.pair(lasts)
        LIBRARIES.call(
            "RNNForward", LIBRARIES.raw_handle(), self.network.descriptor, mode, None, self.x_rows,
            self.x.data.ptr, self.y_rows, self.y.data.ptr, self.h, hx, hy, self.c, cx, cy,
            self.network.size, self.space.data.ptr, work.size, work.ptr, reserve.size, reserve.ptr,
        )  # fmt: skip
        return lasts, work, reserve

    def backward(self, grads: Any) -> tuple[Any, ...]:
        """The gradients of the input, the first states and the weights.

        The forward pass is done once more: what it leaves for the way back is opaque, and large.
        """
        xp, network = self.xp, self.network
        _, work, reserve = self.forward(_TRAINING)
        dy, *lasts = (
            xp.zeros(like.shape, like.dtype) if g is None else xp.ascontiguousarray(g)
            for g, like in zip(grads, (self.y, *self.states), strict=True)
        )
        dx, firsts = xp.empty_like(self.x), [xp.empty(s.shape, s.dtype) for s in self.states]
        (hx, cx), (dhy, dcy) = self.pair(self.states), self.pair(lasts)
        dhx, dcx = self.pair(firsts)
        handle = LIBRARIES.raw_handle()
        memory = (work.size, work.ptr, reserve.size, reserve.ptr)
        LIBRARIES.call(
            "RNNBackwardData_v8", handle, network.descriptor, None, self.y_rows, self.y.data.ptr,
            dy.data.ptr, self.x_rows, dx.data.ptr, self.h, hx, dhy, dhx, self.c, cx, dcy, dcx,
            network.size, self.space.data.ptr, *memory,
        )  # fmt: skip
        dspace = xp.zeros_like(self.space)
        LIBRARIES.call(
            "RNNBackwardWeights_v8", handle, network.descriptor, _SET, None, self.x_rows,
            self.x.data.ptr, self.h, hx, self.y_rows, self.y.data.ptr, network.size,
            dspace.data.ptr, *memory,
        )  # fmt: skip
        return dx, *firsts, *network.unpacked(dspace)


def recurrent_network(xp, tensors, mode, has_biases, directions, sizes):
    """See `ops.recurrent_network.recurrent_network`."""
    call = _Call(xp, tensors, mode, has_biases, directions, sizes)
    lasts, *_ = call.forward(_INFERENCE)
    return call.y, *lasts


def recurrent_network_backward(xp, grads, tensors, mode, has_biases, directions, sizes):
    """See `ops.recurrent_network.recurrent_network_backward`."""
    return _Call(xp, tensors, mode, has_biases, directions, sizes).backward(grads)


# ---------------------------------------------------------------------- CTC
_SOFTMAX, _PROPAGATE = 1, 0  # of log-probabilities, which it leaves as they are
_DETERMINISTIC = 0


@kept
def _ctc(longest: int) -> Descriptor:
    arguments = (CODES["float32"], _SOFTMAX, _PROPAGATE, max(longest, 1))
    return Descriptor("CTCLoss", "SetCTCLossDescriptor_v8", *arguments)


def _labels(xp: Any, targets: Any, lengths: Any, longest: int) -> Any:
    """The targets one after another, in 32 bits, and each label's own place in rows of `longest`.

    Which of them are equal to the one before, that a blank has to come between, is counted too.
    """
    n = lengths.shape[0]
    places, starts = xp.arange(max(longest, 1)), xp.cumsum(lengths) - lengths
    inside = places < lengths[:, None]
    at = xp.where(inside, starts[:, None] + places, n * max(longest, 1))
    rows = targets
    if targets.ndim == 1:
        rows = xp.concatenate((targets, xp.zeros(1, targets.dtype)))
        rows = rows[xp.minimum(at, targets.shape[0])]
    elif longest:
        rows = targets[:, :longest]
    else:
        rows = xp.zeros((n, 1), targets.dtype)
    flat = xp.zeros(n * max(longest, 1) + 1, xp.int32)
    flat[at] = rows.astype(xp.int32)
    again = ((rows[:, 1:] == rows[:, :-1]) & inside[:, 1:]).sum(1)
    return flat, lengths + again


def ctc_cost(xp, tensors, longest, blank, zero_infinity):
    """See `ops.ctc_loss.ctc_cost`."""
    log_probs, targets, input_lengths, target_lengths = tensors
    probs = xp.ascontiguousarray(log_probs)
    flat, needed = _labels(xp, targets, target_lengths, longest)
    lengths = [a.astype(xp.int32) for a in (target_lengths, input_lengths)]
    result, gradient = xp.empty(probs.shape[1], probs.dtype), xp.empty_like(probs)
    handle, array = LIBRARIES.raw_handle(), tensor("float32", probs.shape, False)
    descriptor, size = _ctc(longest), c_size_t()
    LIBRARIES.call(
        "GetCTCLossWorkspaceSize_v8", handle, _DETERMINISTIC, descriptor, array, array, byref(size)
    )
    space = Workspace(size.value)
    LIBRARIES.call(
        "CTCLoss_v8", handle, _DETERMINISTIC, descriptor, array, probs.data.ptr, flat.data.ptr,
        *(a.data.ptr for a in lengths), result.data.ptr, array, gradient.data.ptr, space.size,
        space.ptr,
    )  # fmt: skip
    # What does not fit into its time, and times beyond a sample's own, are not left to cuDNN.
    fits, none = input_lengths >= needed, input_lengths == 0
    result = xp.where(fits, xp.where(none, 0, result), xp.inf)
    unfit = 0.0 if zero_infinity else xp.nan
    gradient = xp.where(fits[:, None], gradient, unfit)
    in_time = xp.arange(probs.shape[0])[:, None, None] < input_lengths[:, None]
    return result.astype(probs.dtype), xp.where(in_time, gradient, 0).astype(probs.dtype)
