"""A cuDNN for the fake device: graphs and calls are noted, and computed when the stream gets there.

`install(module, frontend)` puts both libraries in the place of the real ones. What a call computes
follows from what it was given alone: addresses, and the shapes, strides and dtypes that were said
to lie there. With the real frontend (`real_frontend()`, where it is installed) each graph is also
put together and validated by it.
"""

from __future__ import annotations

import ctypes
import enum
import importlib.util
import itertools
import types
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
from fake_cupy._array import window
from fake_cupy._raw import COMPILER, compiled

from firebrick_core._dtype import bfloat16
from firebrick_core._operator import TABLE
from firebrick_core._provider import PROVIDERS, remove_provider
from firebrick_core.cudnn import use_cudnn
from firebrick_core.cudnn._running import LIBRARIES, SIGNATURES, _library_path, graphs_of

SM = {"sm_version": 90}  # what graphs are validated for
# All that the frontend asks of cuDNN's library to validate a graph: a version and, for a handle, a
# refusal. The library itself is a download of 500 MB.
STAND_IN = """
extern "C" {
int cudnnCreate(void**) { return 1001; }
int cudnnDestroy(void*) { return 0; }
size_t cudnnGetVersion() { return 92800; }
const char* cudnnGetErrorString(int) { return "no GPU"; }
void cudnnGetLastErrorString(char* text, size_t n) { if (n) *text = 0; }
}
"""


def real_frontend() -> Any:
    """NVIDIA's package, able to validate; None where it is not installed."""
    if importlib.util.find_spec("cudnn") is None:
        return None
    import cudnn

    try:
        ctypes.CDLL(_library_path())
    except OSError:  # it is not installed
        if COMPILER is None:
            return None
        cudnn._pybind_module._set_dlhandle_cudnn(compiled(STAND_IN)._handle)
    return cudnn


def dtype_of(name: str) -> Any:
    """The NumPy dtype behind a name of the frontend's."""
    if name == "BFLOAT16":
        return bfloat16.numpy_dtype
    return np.dtype({"FLOAT": "f4", "DOUBLE": "f8", "HALF": "f2", "INT32": "i4"}[name])


class NotSupported(Exception):
    """What the frontend raises where cuDNN has no engine."""


class Tensor:
    """An operand or result of a graph: what the frontend was told of it."""

    def __init__(self, real: Any, **said: Any):
        self.real, self.said = real, said

    def _set(self, name: str, value: Any) -> Tensor:
        if self.real is not None:
            getattr(self.real, f"set_{name}")(value)
        self.said[name] = value
        return self

    def set_output(self, value: bool) -> Tensor:
        return self._set("output", value)

    def set_uid(self, value: int) -> Tensor:
        return self._set("uid", value)

    def set_dim(self, value: Any) -> Tensor:
        return self._set("dim", value)

    def set_stride(self, value: Any) -> Tensor:
        return self._set("stride", value)

    def set_data_type(self, value: Any) -> Tensor:
        return self._set("data_type", value)

    def at(self, pack: dict[int, int]) -> Any:
        """The elements that a call has at its address."""
        dtype = dtype_of(self.said["data_type"].name)
        strides = [s * dtype.itemsize for s in self.said["stride"]]
        return window(pack[self.said["uid"]], self.said["dim"], dtype, strides)


RESULTS = {
    "conv_fprop": 1, "conv_dgrad": 1, "conv_wgrad": 1, "batchnorm": 5, "batchnorm_backward": 3,
    "sdpa": 2, "sdpa_backward": 3,
}  # fmt: skip


class Pygraph:
    """`cudnn.pygraph`: one node, recorded."""

    def __init__(self, world: Cudnn, **options: Any):
        self.world, self.options = world, options
        self.calls: list[str] = []
        self.barred: list[Any] = []
        self.tensors: list[Tensor] = []
        self.real = None
        if world.real is not None:
            kinds = {k: v for k, v in options.items() if k != "handle"}
            self.real = graphs_of(world.real)(**kinds, **SM)

    def tensor(self, **said: Any) -> Tensor:
        real = self.real.tensor(**said) if self.real is not None else None
        self.tensors.append(Tensor(real, **said))
        return self.tensors[-1]

    def __getattr__(self, name: str) -> Any:
        if name not in RESULTS:
            raise AttributeError(f"pygraph has no {name!r}")

        def node(**operands: Any) -> Any:
            self.kind, self.operands = name, operands
            real = [None] * RESULTS[name]
            if self.real is not None:
                given = {k: v.real if isinstance(v, Tensor) else v for k, v in operands.items()}
                made = getattr(self.real, name)(**given)
                real = list(made) if RESULTS[name] > 1 else [made]
            self.results = [Tensor(r) for r in real]
            return self.results if RESULTS[name] > 1 else self.results[0]

        return node

    def validate(self) -> None:
        self.calls.append("validate")
        if self.real is not None:
            self.real.validate()
            self.world.validated += 1
            for t in self.results:
                assert list(t.real.get_dim()) == t.said["dim"], self.kind
                assert list(t.real.get_stride()) == t.said["stride"], self.kind

    def build_operation_graph(self) -> None:
        self.calls.append("build_operation_graph")
        if f"{self.kind} is built" in self.world.broken:
            raise RuntimeError("CUDNN_STATUS_INTERNAL_ERROR")

    def create_execution_plans(self, modes: Any) -> None:
        self.calls.append("create_execution_plans")
        if self.kind in self.world.refused:
            raise self.world.frontend.cudnnGraphNotSupportedError(f"no engine for {self.kind}")

    def deselect_numeric_notes(self, notes: Any) -> None:
        self.barred = [n.name for n in notes]

    def check_support(self) -> None:
        self.calls.append("check_support")

    def build_plans(self) -> None:
        self.calls.append("build_plans")
        self.world.plans.append(self)

    def build_plan_at_index(self, index: int) -> None:
        self.calls.append(f"build_plan {index}")
        if index == 1:
            raise self.world.frontend.cudnnGraphNotSupportedError("Deselecting execution plan")
        if index == 2:
            raise RuntimeError("a plan that does not fit after all")

    def get_execution_plan_count(self) -> int:
        return 6

    def get_workspace_size(self) -> int:
        return self.world.workspace

    def get_workspace_size_plan_at_index(self, index: int) -> int:
        return self.world.workspace + index

    def _execute_plan_at_index(self, pack: Any, workspace: int, index: int, handle: int) -> None:
        self.calls.append(f"execute {index}")
        self._execute(pack, workspace, handle)

    def _execute(self, pack: dict[int, int], workspace: int, handle: int) -> None:
        self.world.executed(self, pack, workspace, handle)
        named = {k: v for k, v in self.operands.items() if not isinstance(v, Tensor)}
        arrays = {k: v.at(pack) for k, v in self.operands.items() if isinstance(v, Tensor)}
        outs = [t.at(pack) for t in self.results]
        found = globals()[f"_{self.kind}"]

        def job() -> None:
            results = found(arrays, named, [o.shape for o in outs])
            for out, result in zip(outs, results, strict=True):
                out[...] = np.asarray(result).reshape(out.shape)

        self.world.stream_of(handle).put(job)


def _plain(name: str, *args: Any) -> Any:
    return TABLE[name].kernel(np, *args)


def _window(named: Any, image: Any, kernel: Any) -> Any:
    sizes = tuple(tuple(named[n]) for n in ("stride", "padding", "dilation"))
    return (*sizes, image[1] // kernel[1])


def _conv_fprop(a, named, shapes):
    x, w = a["image"], a["weight"]
    return [_plain("convolve", x, w, None, *_window(named, x.shape, w.shape))]


def _conv_dgrad(a, named, shapes):
    window = _window(named, shapes[0], a["filter"].shape)
    return [_plain("convolve_input", a["loss"], a["filter"], None, shapes[0][2:], *window)]


def _conv_wgrad(a, named, shapes):
    window = _window(named, a["image"].shape, shapes[0])
    return [_plain("convolve_weight", a["loss"], a["image"], shapes[0][2:], *window)]


def _batchnorm(a, named, shapes):
    x = a["input"]
    dims, eps, momentum = (0, *range(2, x.ndim)), float(a["epsilon"].item()), a["momentum"].item()
    out, mean, var = _plain("normalize_affine", (x, a["scale"], a["bias"]), dims, eps)
    count = x.size // x.shape[1]
    running = (
        old * (1 - momentum) + new * momentum
        for old, new in (
            (a["in_running_mean"], mean), (a["in_running_var"], var * (count / (count - 1))),
        )
    )  # fmt: skip
    return [out, mean, 1 / np.sqrt(var + eps), *running]


def _batchnorm_backward(a, named, shapes):
    var = 1 / np.square(a["inv_variance"])
    dims = (0, *range(2, a["input"].ndim))
    tensors = (a["input"], a["scale"], a["scale"])
    return _plain("normalize_affine_backward", a["grad"], tensors, a["mean"], var, dims, 0.0)


def _sdpa(a, named, shapes):
    causal = named.get("diagonal_band_right_bound") == 0
    return _plain("attention", [a["q"], a["k"], a["v"]], named["attn_scale"], causal)


def _sdpa_backward(a, named, shapes):
    causal = named.get("diagonal_band_right_bound") == 0
    given = (a["dO"], [a["q"], a["k"], a["v"]], a["o"], a["stats"])
    return _plain("attention_backward", *given, named["attn_scale"], causal)


# ---------------------------------------------------------------------- the world around
def _fake_frontend(world: Cudnn) -> Any:
    def of(name: str, members: str) -> Any:
        return enum.Enum(name, members.split())

    return types.SimpleNamespace(
        data_type=of("data_type", "FLOAT DOUBLE HALF BFLOAT16"),
        heur_mode=of("heur_mode", "A FALLBACK"),
        numerical_note=of("numerical_note", "TENSOR_CORE DOWN_CONVERT_INPUTS NONDETERMINISTIC"),
        diagonal_alignment=of("diagonal_alignment", "TOP_LEFT"),
        cudnnGraphNotSupportedError=NotSupported,
    )


class Cudnn:
    """Both libraries of a fake device, and what was asked of them."""

    def __init__(self, cupy: Any, real: Any = None):
        self.cupy, self.real = cupy, real
        self.frontend: Any = _fake_frontend(self)
        if real is not None:
            self.frontend = types.SimpleNamespace(
                **{name: getattr(real, name) for name in vars(self.frontend)}
            )
        self.frontend.pygraph = lambda **options: Pygraph(self, **options)
        self.frontend.create_handle = self._create_handle
        self.frontend.set_stream = self._set_stream
        self.streams: dict[int, Any] = {}  # by handle
        self.plans: list[Pygraph] = []
        self.refused: set[str] = set()  # nodes and calls that there is no engine for
        self.broken: set[str] = set()  # calls that fail
        self.workspace = self.validated = 0
        self.log: list[tuple[str, Any]] = []
        self.library = Library(self)

    def _create_handle(self) -> int:
        handle = 7001 + len(self.streams)
        self.streams[handle] = self.cupy.hardware.null[self.cupy.hardware.current]
        return handle

    def _set_stream(self, handle: int, stream: int) -> None:
        found = self.cupy.hardware.stream()
        self.streams[handle] = found
        self.log.append(("set_stream", (handle, stream)))

    def stream_of(self, handle: Any) -> Any:
        """The stream that a handle's work goes to."""
        return self.streams[handle]

    def executed(self, graph: Any, pack: Any, workspace: int, handle: Any) -> None:
        """Note a run of a graph, whose operands must be aligned."""
        if graph.kind in self.broken:
            raise RuntimeError("CUDNN_STATUS_EXECUTION_FAILED")
        places = {t.said["uid"] for t in (*graph.tensors, *graph.results)}
        assert pack.keys() == places, "an address is missing, or nobody's"
        assert all(p and p % 16 == 0 for u, p in pack.items() if u < 1000), "an address is odd"
        assert bool(workspace) == bool(self.workspace)
        self.log.append((graph.kind, (pack, workspace)))

    def last(self, name: str) -> Any:
        """The arguments of the last call of something."""
        return next(what for kind, what in reversed(self.log) if kind == name)

    def count(self, name: str) -> int:
        """How many times something was run."""
        return sum(kind == name for kind, _ in self.log)


@contextmanager
def install(cupy: Any, real: Any = None) -> Iterator[Cudnn]:
    """Let a fake cuDNN serve a fake device inside the block."""
    world = Cudnn(cupy, real)
    before = LIBRARIES.frontend, LIBRARIES.c
    LIBRARIES.use(world.frontend, world.library)
    use_cudnn()
    try:
        yield world
        for device in range(cupy.hardware.count):
            cupy.hardware.synchronize(device)
    finally:
        if "cudnn" in PROVIDERS:
            remove_provider("cudnn")
        LIBRARIES.use(*before)


# ---------------------------------------------------------------------- the library's calls
DTYPES = {0: "FLOAT", 1: "DOUBLE", 2: "HALF", 4: "INT32", 9: "BFLOAT16"}
STATUS = {2000: "BAD_PARAM", 3000: "NOT_SUPPORTED", 5000: "EXECUTION_FAILED"}


class Library:
    """`libcudnn.so.9`: descriptors are numbers, calls check the number of their arguments."""

    def __init__(self, world: Cudnn):
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
