"""The calls of `libcudnn.so.9`."""

from __future__ import annotations

import ctypes
import itertools
from typing import Any

import numpy as np
from fake_cupy._array import window

from firebrick_core.cudnn._running import SIGNATURES

from ._graphs import _plain, dtype_of

DTYPES = {0: "FLOAT", 1: "DOUBLE", 2: "HALF", 4: "INT32", 9: "BFLOAT16"}
STATUS = {2000: "BAD_PARAM", 3000: "NOT_SUPPORTED", 5000: "EXECUTION_FAILED"}


class Library:
    """`libcudnn.so.9`: descriptors are numbers, calls check the number of their arguments."""

    def __init__(self, world: Any):
        self.world = world
        self.numbers = itertools.count(5001)
        self.live: dict[int, Any] = {}

    def __getattr__(self, name: str) -> Any:
        short = name.removeprefix("cudnn")
        if short not in SIGNATURES:
            raise AttributeError(f"libcudnn has no {name}")

        def call(*args: Any) -> int:
            assert len(args) == len(SIGNATURES[short]), f"{name} takes {SIGNATURES[short]}"
            if short in self.world.refused:
                return 2000 if short.startswith("Pooling") else 3000
            if short in self.world.broken:
                return 5000
            args = tuple(_plain_value(a) for a in args)
            self.world.log.append((short, args))
            if short.startswith("Create"):
                args[0]._obj.value = next(self.numbers)
                return 0
            if short.startswith("Destroy"):
                self.live.pop(args[0], None)
                return 0
            if short.startswith("Set"):
                self.live[args[0]] = args[1:]
                return 0
            return getattr(self, f"_{short}")(*args) or 0

        return call

    def cudnnGetVersion(self) -> int:
        return 90000

    def cudnnGetErrorString(self, status: int) -> bytes:
        return f"CUDNN_STATUS_{STATUS[status]}".encode()

    def cudnnGetLastErrorString(self, buffer: Any, size: int) -> None:
        buffer.value = b"the fake's reason"

    def _at(self, descriptor: int, pointer: int, least: int = 4) -> Any:
        code, ndim, shape, strides = self.live[descriptor]
        dtype = dtype_of(DTYPES[code])
        assert pointer and pointer % dtype.itemsize == 0 and ndim == len(list(shape)) >= least
        return window(pointer, tuple(shape), dtype, [s * dtype.itemsize for s in strides])

    def _later(self, handle: int, job: Any) -> None:
        self.world.stream_of(handle).put(job)

    # ------------------------------------------------------------------ pooling
    def _PoolingForward(self, handle, windows, one, x_desc, x, zero, y_desc, y):
        source, target = self._at(x_desc, x), self._at(y_desc, y)
        mode, nan, _, kernel, padding, stride = self.live[windows]
        window = tuple(map(tuple, (kernel, stride, padding)))

        def job():
            if mode in (0, 3):
                target[...] = _plain("max_pool", source, *window, (1,) * len(kernel), False)
            else:
                target[...] = _plain("avg_pool", source, *window, False, mode == 1, None)

        self._later(handle, job)

    def _PoolingBackward(self, handle, windows, one, y_d, y, dy_d, dy, x_d, x, zero, dx_d, dx):
        result, grad, source = self._at(y_d, y), self._at(dy_d, dy), self._at(x_d, x)
        out = self._at(dx_d, dx)
        mode, nan, _, kernel, padding, stride = self.live[windows]
        window = tuple(map(tuple, (kernel, stride, padding)))

        def job():
            if mode in (0, 3):
                ones = (1,) * len(kernel)
                out[...] = _plain("max_pool_backward", grad, source, result, *window, ones)
            else:
                size = out.shape[2:]
                out[...] = _plain("avg_pool_backward", grad, size, *window, mode == 1, None)

        self._later(handle, job)

    # ------------------------------------------------------------------ normalization
    def _BatchNormalizationForwardTraining(
        self, handle, mode, one, zero, x_d, x, y_d, y, v_d, scale, bias, factor, mean, var, eps,
        saved_mean, saved_rstd,
    ):  # fmt: skip
        source, out = self._at(x_d, x), self._at(y_d, y)
        scale, bias, mean, var = (self._at(v_d, p) for p in (scale, bias, mean, var))
        dims = (0, *range(2, source.ndim))

        def job():
            found = _plain("normalize_affine", (source, scale, bias), dims, eps)
            out[...] = found[0]
            count = source.size // source.shape[1]
            mean[...] = mean * (1 - factor) + found[1] * factor
            var[...] = var * (1 - factor) + found[2] * factor * (count / (count - 1))

        self._later(handle, job)

    def _BatchNormalizationForwardInference(
        self, handle, mode, one, zero, x_d, x, y_d, y, v_d, scale, bias, mean, var, eps
    ):
        source, out = self._at(x_d, x), self._at(y_d, y)
        scale, bias, mean, var = (self._at(v_d, p) for p in (scale, bias, mean, var))

        def job():
            out[...] = (source - mean) / np.sqrt(var + eps) * scale + bias

        self._later(handle, job)

    def _BatchNormalizationBackward(
        self, handle, mode, one, zero, one_too, zero_too, x_d, x, dy_d, dy, dx_d, dx, v_d, scale,
        dscale, dbias, eps, mean, rstd,
    ):  # fmt: skip
        source, grad, out = self._at(x_d, x), self._at(dy_d, dy), self._at(dx_d, dx)
        scale, dscale, dbias, mean, rstd = (
            self._at(v_d, p) for p in (scale, dscale, dbias, mean, rstd)
        )
        dims = (0, *range(2, source.ndim))

        def job():
            tensors = (source, scale, scale)
            given = (mean, 1 / np.square(rstd) - eps, dims, eps)
            out[...], dscale[...], dbias[...] = _plain(
                "normalize_affine_backward", grad, tensors, *given
            )

        self._later(handle, job)

    # ------------------------------------------------------------------ recurrent networks
    def _layout(self, descriptor):
        """Offsets and shapes of a network's gates in the array of its weights: by layer and gate,
        first of the matrices, then of the biases; with a gap between layers."""
        _, cell, bias, two, _, _, _, _, features, hidden, out, layers, _, _ = self.live[descriptor]
        gates, place, found = {0: 1, 1: 1, 2: 4, 3: 3}[cell], 0, {}
        for layer in range(layers * (1 + two)):
            below = features if layer < 1 + two else out * (1 + two)
            shapes = [(hidden, below)] * gates + [(hidden, out)] * gates
            shapes += [(out, hidden)] * (out != hidden)
            for gate, shape in enumerate(shapes):
                found[layer, gate, False] = place, shape
                place += shape[0] * shape[1]
            for gate in range(2 * gates if bias == 2 else 0):
                found[layer, gate, True] = place, (hidden,)
                place += hidden
            place += 8
        return found, place

    def _item(self, descriptor):
        return dtype_of(DTYPES[self.live[descriptor][5]]).itemsize

    def _GetRNNWeightSpaceSize(self, handle, descriptor, size):
        size._obj.value = self._layout(descriptor)[1] * self._item(descriptor)

    def _GetRNNTempSpaceSizes(self, handle, descriptor, mode, data, work, reserve):
        work._obj.value, reserve._obj.value = 256, 1024 * mode

    def _GetRNNWeightParams(
        self, handle, descriptor, layer, size, space, gate, m_desc, matrix, b_desc, bias
    ):
        assert m_desc != b_desc and space
        found, total = self._layout(descriptor)
        item = self._item(descriptor)
        assert size == total * item
        for place, of_bias in ((matrix, False), (bias, True)):
            at = found.get((layer, gate, of_bias))
            if at is None:
                place._obj.value = None
            else:
                step = 4 if gate and "apart" in self.world.refused else 0
                place._obj.value = space + at[0] * item + step

    def _network(self, descriptor, space, data, h, c):
        """The names of the network's operator, and its tensors from the arrays of a call."""
        _, cell, bias, two, _, code, *_ = self.live[descriptor]
        mode = {0: "rnn_relu", 1: "rnn_tanh", 2: "lstm", 3: "gru"}[cell]
        dtype, gates = dtype_of(DTYPES[code]), {0: 1, 1: 1, 2: 4, 3: 3}[cell]
        found, total = self._layout(descriptor)
        flat = window(space, (total,), dtype, (dtype.itemsize,))
        weights = []
        for layer in range(max(key[0] for key in found) + 1):
            for of_bias in (False, True):
                for first in (0, gates):
                    if (layer, first, of_bias) in found:
                        place, shape = found[layer, first, of_bias]
                        count = gates * int(np.prod(shape))
                        part = flat[place : place + count]
                        weights.append(part.reshape(gates * shape[0], *shape[1:]))
            if (layer, 2 * gates, False) in found:
                place, shape = found[layer, 2 * gates, False]
                count = shape[0] * shape[1]
                weights.append(flat[place : place + count].reshape(shape))
        return mode, bias == 2, 1 + two, weights

    def _rows_at(self, descriptor, pointer):
        code, layout, steps, batch, features, lengths, _ = self.live[descriptor]
        sizes = tuple(sum(n > t for n in lengths) for t in range(steps))
        assert layout == (0 if len(set(sizes)) == 1 else 1) and len(list(lengths)) == batch
        dtype = dtype_of(DTYPES[code])
        shape = (sum(sizes), features)
        return window(pointer, shape, dtype, (features * dtype.itemsize, dtype.itemsize)), sizes

    def _states_at(self, h_desc, h, c_desc, c):
        return [self._at(d, p, 3) for d, p in ((h_desc, h), (c_desc, c)) if p]

    def _RNNForward(
        self, handle, descriptor, mode, lengths, x_desc, x, y_desc, y, h_desc, hx, hy, c_desc, cx,
        cy, size, space, work_size, work, reserve_size, reserve,
    ):  # fmt: skip
        assert (work_size, reserve_size) == (256, 1024 * mode) and bool(reserve) == bool(mode)
        name, biases, directions, weights = self._network(descriptor, space, x_desc, hx, cx)
        (rows, sizes), (out, _) = self._rows_at(x_desc, x), self._rows_at(y_desc, y)
        firsts, lasts = (self._states_at(h_desc, h, c_desc, c) for h, c in ((hx, cx), (hy, cy)))

        def job():
            given = [rows, *firsts, *weights]
            found = _plain("recurrent_network", given, name, biases, directions, sizes)
            for place, value in zip((out, *lasts), found, strict=True):
                place[...] = value
            if reserve:
                window(reserve, (1,), np.dtype(np.uint8), (1,))[0] = 17

        self._later(handle, job)

    def _RNNBackwardData_v8(
        self, handle, descriptor, lengths, y_desc, y, dy, x_desc, dx, h_desc, hx, dhy, dhx, c_desc,
        cx, dcy, dcx, size, space, work_size, work, reserve_size, reserve,
    ):  # fmt: skip
        name, biases, directions, weights = self._network(descriptor, space, x_desc, hx, cx)
        (out, sizes), (grad, _) = self._rows_at(x_desc, dx), self._rows_at(y_desc, dy)
        firsts, lasts, into = (
            self._states_at(h_desc, h, c_desc, c) for h, c in ((hx, cx), (dhy, dcy), (dhx, dcx))
        )
        self.grads = [grad, *lasts]  # which the gradients of weights follow from

        def job():
            (seen,) = window(reserve, (1,), np.dtype(np.uint8), (1,))
            assert seen == 17, "the forward pass did not come before"
            given = [self.rows_of_forward(), *firsts, *weights]
            found = _plain(
                "recurrent_network_backward", [grad, *lasts], given, name, biases, directions, sizes
            )
            for place, value in zip((out, *into), found[: 1 + len(into)], strict=True):
                place[...] = value

        x = self.world.last("RNNForward")[5]
        self.rows_of_forward = lambda: self._rows_at(x_desc, x)[0]
        self._later(handle, job)

    def _RNNBackwardWeights_v8(
        self, handle, descriptor, add, lengths, x_desc, x, h_desc, hx, y_desc, y, size, dspace,
        work_size, work, reserve_size, reserve,
    ):  # fmt: skip
        forward, backward = (self.world.last(n) for n in ("RNNForward", "RNNBackwardData_v8"))
        space, (c_desc, cx) = forward[15], forward[11:13]
        name, biases, directions, weights = self._network(descriptor, space, x_desc, hx, cx)
        places = self._network(descriptor, dspace, x_desc, hx, cx)[3]
        rows, sizes = self._rows_at(x_desc, x)
        firsts, grads = self._states_at(h_desc, hx, c_desc, cx), self.grads
        assert add == 1 and backward[1] == descriptor

        def job():
            given = [rows, *firsts, *weights]
            found = _plain(
                "recurrent_network_backward", grads, given, name, biases, directions, sizes
            )
            for place, value in zip(places, found[1 + len(firsts) :], strict=True):
                place[...] = value

        self._later(handle, job)

    # ------------------------------------------------------------------ CTC
    def _GetCTCLossWorkspaceSize_v8(self, handle, algorithm, descriptor, probs, gradients, size):
        size._obj.value = 64

    def _CTCLoss_v8(
        self, handle, algorithm, descriptor, p_desc, probs, labels, label_lengths, input_lengths,
        costs, g_desc, gradients, size, space,
    ):  # fmt: skip
        assert size == 64 and space and self.live[descriptor][:3] == (0, 1, 0)
        given, gradient = self._at(p_desc, probs, 3), self._at(g_desc, gradients, 3)
        n, longest = given.shape[1], self.live[descriptor][3]
        int32 = np.dtype(np.int32)
        lengths = [window(p, (n,), int32, (4,)) for p in (label_lengths, input_lengths)]
        flat, cost = window(labels, (n * longest,), int32, (4,)), window(costs, (n,), "f4", (4,))

        def job():
            lp = given - np.log(np.exp(given).sum(2, keepdims=True))
            of_labels, of_input = (a.astype(np.int64) for a in lengths)
            tensors = [lp, flat.astype(np.int64), of_input, of_labels]
            cost[...], found = _plain("ctc_cost", tensors, int(of_labels.max()), 0, True)
            steps = np.arange(len(lp))[:, None, None] < of_input[:, None]
            gradient[...] = np.where(steps, found, 5)  # what lies beyond is not said to be zero
            cost[np.isinf(cost)] = -3  # nor what no path leads to

        self._later(handle, job)


def _plain_value(argument: Any) -> Any:
    """A C argument's value."""
    argument = getattr(argument, "_as_parameter_", argument)
    if isinstance(argument, (ctypes.c_void_p, ctypes.c_size_t)):
        return argument.value
    return argument
