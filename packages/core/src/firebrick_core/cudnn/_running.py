"""What cuDNN's kernels share: the two libraries, handles, plans, memory and errors.

The graph API comes through NVIDIA's package `cudnn` (nvidia-cudnn-frontend), the older calls
through ctypes. Both get addresses and the current CuPy stream, and nothing waits for the device.
"""

from __future__ import annotations

import functools
import importlib
import importlib.util
import math
import sysconfig
import threading
from collections.abc import Callable
from ctypes import (
    CDLL,
    c_char_p,
    c_double,
    c_float,
    c_int,
    c_size_t,
    c_uint64,
    c_void_p,
    create_string_buffer,
)
from pathlib import Path
from typing import Any

import numpy as np

from .._cuda._devices import CUDA
from .._memory_format import (
    channels_last,
    channels_last_3d,
    contiguous_format,
    copied,
    has_format,
)
from .._operator import TABLE
from ..ops._formats import suggested_format

PLANS = 2048  # that are kept of each kind, the least recently used ones go
ALIGNED = 16  # bytes; what cuDNN's kernels take for granted of an address
FORMATS = {4: channels_last, 5: channels_last_3d}
CODES = {"float32": 0, "float64": 1, "float16": 2, "bfloat16": 9}  # cudnnDataType_t
NAMES = {"float32": "FLOAT", "float64": "DOUBLE", "float16": "HALF", "bfloat16": "BFLOAT16"}
_C_TYPES = {
    "p": c_void_p, "i": c_int, "z": c_size_t, "d": c_double, "f": c_float, "q": c_uint64,
}  # fmt: skip
INSTALL = "pip install 'firebrick-core[cudnn]'"


class Unsupported(Exception):
    """cuDNN has no kernel for a call, which the plain one serves then."""


class CudnnError(Exception):
    """A call of cuDNN's that failed."""


# ---------------------------------------------------------------------- the libraries
def _library_path() -> str:
    found = Path(sysconfig.get_path("purelib"), "nvidia", "cudnn", "lib", "libcudnn.so.9")
    return str(found) if found.exists() else "libcudnn.so.9"


class Libraries:
    """The frontend and the library, loaded once, and the handles on the devices."""

    def __init__(self) -> None:
        self.frontend: Any = None
        self.c: Any = None
        self.options: dict[str, Any] = {}  # of graphs; checks describe a GPU that is not there
        self._local = threading.local()  # a handle is one thread's at a time
        self.caches: list[Any] = []

    def missing(self) -> str | None:
        """What is not there and how to get it, None where both libraries are."""
        if self.c is not None:
            return None
        if importlib.util.find_spec("cudnn") is None:
            return f"cuDNN needs the package nvidia-cudnn-frontend, which is not there: {INSTALL}"
        try:
            CDLL(_library_path())
        except OSError as error:
            return (
                f"cuDNN's library cannot be loaded ({error}): pip install nvidia-cudnn-cu13, or "
                "nvidia-cudnn-cu12, after the CUDA version that nvidia-smi prints"
            )
        return None

    def load(self) -> Libraries:
        """Itself, loaded. Raises RuntimeError that says what is missing."""
        if self.c is None:
            problem = self.missing()
            if problem is not None:
                raise RuntimeError(problem)
            self.use(importlib.import_module("cudnn"), declared(CDLL(_library_path())))
        return self

    def use(self, frontend: Any, library: Any) -> None:
        """Take these two from now on, without the plans that were made with others."""
        self.frontend, self.c = frontend, library
        self._local = threading.local()
        for cache in self.caches:
            cache.cache_clear()

    def handle(self) -> Any:
        """The current device's handle of this thread, on the current stream."""
        cuda = CUDA.namespace().cuda
        device, stream = cuda.runtime.getDevice(), cuda.get_current_stream().ptr
        held = self._local.__dict__
        found = held.get(device)
        if found is None:
            found = held[device] = [self.load().frontend.create_handle(), None]
        if found[1] != stream:
            self.frontend.set_stream(found[0], stream)
            found[1] = stream
        return found[0]

    def raw_handle(self) -> Any:
        """The same for C."""
        found = self.handle()
        return getattr(found, "backend_handle", found)  # a number before version 1.27

    def call(self, name: str, *args: Any) -> None:
        """Call a function of the library. Raises Unsupported or CudnnError with its words."""
        status = getattr(self.c, f"cudnn{name}")(*args)
        if status:
            text = f"cudnn{name}: {self.c.cudnnGetErrorString(status).decode()}"
            detail = create_string_buffer(512)
            self.c.cudnnGetLastErrorString(detail, len(detail))
            if detail.value:
                text += f" ({detail.value.decode(errors='replace').strip()})"
            # Of what it does not support, the older calls say so, or that a parameter is bad.
            raise (Unsupported if 2000 <= status < 4000 else CudnnError)(text)


LIBRARIES = Libraries()


def graphs_of(frontend: Any) -> Any:
    """The frontend's class of graphs.

    From version 1.27 on the one in C++, which was the public one before: what is around it now
    takes 30 to 150 us of each call.
    """
    inner = getattr(frontend, "_pybind_module", None)
    return getattr(inner, "backend_graph", None) or frontend.pygraph


# The functions that are called, without their prefix, and their parameters: p a pointer, i an int,
# z a size_t, d a double, f a float, q an unsigned long long.
SIGNATURES = {
    "CreateTensorDescriptor": "p",
    "DestroyTensorDescriptor": "p",
    "SetTensorNdDescriptor": "piipp",
    "CreatePoolingDescriptor": "p",
    "DestroyPoolingDescriptor": "p",
    "SetPoolingNdDescriptor": "piiippp",
    "PoolingForward": 8 * "p",
    "PoolingBackward": 12 * "p",
    "BatchNormalizationForwardTraining": "pi" + 9 * "p" + "dppdpp",
    "BatchNormalizationForwardInference": "pi" + 11 * "p" + "d",
    "BatchNormalizationBackward": "pi" + 14 * "p" + "dpp",
    "CreateDropoutDescriptor": "p",
    "DestroyDropoutDescriptor": "p",
    "SetDropoutDescriptor": "ppfpzq",
    "CreateRNNDescriptor": "p",
    "DestroyRNNDescriptor": "p",
    "SetRNNDescriptor_v8": "p" + 12 * "i" + "pi",
    "CreateRNNDataDescriptor": "p",
    "DestroyRNNDataDescriptor": "p",
    "SetRNNDataDescriptor": "piiiiipp",
    "GetRNNWeightSpaceSize": "ppp",
    "GetRNNTempSpaceSizes": "ppippp",
    "GetRNNWeightParams": "ppizpipppp",
    "RNNForward": "ppi" + 11 * "p" + "zpzpzp",
    "RNNBackwardData_v8": "pp" + 14 * "p" + "zpzpzp",
    "RNNBackwardWeights_v8": "ppi" + 7 * "p" + "zpzpzp",
    "CreateCTCLossDescriptor": "p",
    "DestroyCTCLossDescriptor": "p",
    "SetCTCLossDescriptor_v8": "piiii",
    "GetCTCLossWorkspaceSize_v8": "pipppp",
    "CTCLoss_v8": "pi" + 9 * "p" + "zp",
}


def declared(library: Any) -> Any:
    """The library with its functions' types."""
    library.cudnnGetVersion.restype = c_size_t
    library.cudnnGetErrorString.restype = c_char_p
    library.cudnnGetLastErrorString.argtypes = [c_char_p, c_size_t]
    library.cudnnGetLastErrorString.restype = None
    for name, types in SIGNATURES.items():
        getattr(library, f"cudnn{name}").argtypes = [_C_TYPES[t] for t in types]
    return library


def kept(function: Callable[..., Any]) -> Any:
    """Keep a function's last results, until other libraries are used."""
    cache = functools.lru_cache(PLANS)(function)
    LIBRARIES.caches.append(cache)
    return cache


# ---------------------------------------------------------------------- settings
class Settings:
    """What `backends.cudnn` sets; the names and defaults are PyTorch's."""

    def __init__(self) -> None:
        self.enabled = True
        self.benchmark = False  # measure all plans in a shape's first call, and keep the fastest
        self.benchmark_limit = 10  # plans at most; 0: all
        self.deterministic = False
        self.allow_tf32 = True
        self.fp32_precision = "none"  # "ieee" or "tf32" go before allow_tf32
        self.attention = True  # backends.cuda.enable_cudnn_sdp

    def __setattr__(self, name: str, value: Any) -> None:
        kinds = {"benchmark_limit": int, "fp32_precision": str}
        if not isinstance(value, kinds.get(name, bool)):
            kind = kinds.get(name, bool).__name__
            raise RuntimeError(f"backends.cudnn.{name} must be of type {kind}, got {value!r}")
        if name == "fp32_precision" and value not in ("none", "ieee", "tf32"):
            raise RuntimeError(
                f"backends.cudnn.fp32_precision must be 'none', 'ieee' or 'tf32', got {value!r}"
            )
        super().__setattr__(name, value)

    def tf32(self) -> bool:
        """Whether products of float32 may round their operands to TF32's 10 bits."""
        precision = self.fp32_precision
        return self.allow_tf32 if precision == "none" else precision == "tf32"

    def choice(self) -> tuple[bool, bool, int]:
        """What the choice of a plan depends on."""
        limit = (self.benchmark_limit or 1 << 20) if self.benchmark else 0
        return self.tf32(), self.deterministic, limit


SETTINGS = Settings()


# ---------------------------------------------------------------------- arrays
def is_last(*arrays: Any) -> bool:
    """Whether one of the arrays has its channels innermost."""
    return any(suggested_format(a) is not None for a in arrays)


def steps(shape: Any, last: bool) -> list[int]:
    """The strides of an array, in elements, row-major or with its channels innermost."""
    out, step = [0] * len(shape), 1
    for d in [1, *range(len(shape) - 1, 1, -1), 0] if last else reversed(range(len(shape))):
        out[d] = step
        step *= shape[d]
    return out


def planar(shape: Any) -> tuple[int, ...]:
    """A shape of (N, C, ...) with two spatial dimensions at least: cuDNN has none with fewer."""
    return (*shape[:2], *[1] * (4 - len(shape)), *shape[2:])


def laid(array: Any, last: bool) -> Any:
    """An array as cuDNN reads it: in one of two orders, at an aligned address."""
    if array.ndim < 4:
        array = copied(array, None) if not array.flags.c_contiguous else array
        array = array.reshape(planar(array.shape))
    format = FORMATS[array.ndim] if last else None
    if not has_format(array, format):
        array = copied(array, format or contiguous_format)
    return array if array.data.ptr % ALIGNED == 0 else array.copy("K")


def fresh(xp: Any, shape: Any, dtype: Any, last: bool) -> Any:
    """A new array of one of the two orders."""
    if not last:
        return xp.empty(shape, dtype)
    out = xp.empty((shape[0], *shape[2:], shape[1]), dtype)
    return out.transpose(0, len(shape) - 1, *range(1, len(shape) - 1))


def wide(dtype: Any) -> Any:
    """The dtype that sums of elements are kept in."""
    return np.dtype(np.float32) if dtype.itemsize == 2 else dtype


class Workspace:
    """Memory of the pool that a call works in; back there once the call is queued."""

    def __init__(self, size: int):
        self.size = size
        self.memory = CUDA.namespace().cuda.alloc(size) if size else None
        self.ptr = self.memory.ptr if self.memory is not None else 0


# ---------------------------------------------------------------------- graphs
class Graph:
    """A graph of the frontend while it is put together; tensors count in the order of `run`."""

    def __init__(self, dtype: Any):
        frontend = LIBRARIES.load().frontend
        self.types = frontend.data_type
        inner = self.types.DOUBLE if dtype.name == "float64" else self.types.FLOAT
        options = LIBRARIES.options or {"handle": LIBRARIES.raw_handle()}
        self.made = graphs_of(frontend)(
            io_data_type=self.type(dtype), intermediate_data_type=inner, compute_data_type=inner,
            **options,
        )  # fmt: skip
        self.count = 0
        self.held: list[Any] = []  # numbers in the host's memory

    def type(self, dtype: Any) -> Any:
        """The frontend's name of a dtype."""
        return getattr(self.types, NAMES[dtype.name])

    def input(self, shape: Any, strides: Any, dtype: Any) -> Any:
        """The next operand."""
        self.count += 1
        return self.made.tensor(
            dim=list(shape), stride=list(strides), data_type=self.type(dtype), uid=self.count
        )

    def output(self, tensor: Any, shape: Any, strides: Any, dtype: Any) -> None:
        """Make a node's result the next of the arrays: where it lies is always said."""
        self.count += 1
        tensor.set_output(True).set_uid(self.count).set_data_type(self.type(dtype))
        tensor.set_dim(list(shape)).set_stride(list(strides))

    def number(self, value: float, ndim: int) -> Any:
        """A number, given by its address on the host."""
        self.held.append(np.full(1, value, np.float32))
        return self.made.tensor(
            dim=[1] * ndim, stride=[1] * ndim, data_type=self.types.FLOAT, is_pass_by_value=True,
            uid=1000 + len(self.held),
        )  # fmt: skip


class Plan:
    """A graph with the engine that was chosen for it. Raises Unsupported where there is none."""

    def __init__(self, graph: Graph, dtype: Any, choice: tuple[bool, bool, int]):
        tf32, deterministic, self.limit = choice
        frontend, self.graph = LIBRARIES.frontend, graph.made
        self.held = graph.held
        self.constants = {1001 + i: v.ctypes.data for i, v in enumerate(graph.held)}
        modes, notes = frontend.heur_mode, frontend.numerical_note
        without = [notes.NONDETERMINISTIC] * deterministic
        if dtype.name == "float32":
            without += [notes.DOWN_CONVERT_INPUTS, *[notes.TENSOR_CORE] * (not tf32)]
        try:
            self.graph.validate()
            self.graph.build_operation_graph()
            self.graph.create_execution_plans([modes.A, modes.FALLBACK])
            if without:
                self.graph.deselect_numeric_notes(without)
            self.graph.check_support()
            self.graph.build_plans()
        except frontend.cudnnGraphNotSupportedError as error:
            raise Unsupported(str(error)) from None
        except RuntimeError as error:
            raise CudnnError(str(error)) from error
        self.index: int | None = None  # of the fastest, where they were measured
        self.size = self.graph.get_workspace_size()

    def run(self, *arrays: Any) -> None:
        """Queue the work on arrays, in the order in which the graph got its tensors."""
        pack = {i: a.data.ptr for i, a in enumerate(arrays, 1)} | self.constants
        if self.limit:
            self._measure(pack)
        self._execute(pack, self.index, self.size)

    def _execute(self, pack: dict[int, int], index: int | None, size: int) -> None:
        space, handle = Workspace(size), LIBRARIES.raw_handle()
        try:
            if index is None:
                self.graph._execute(pack, space.ptr, handle)
            else:
                self.graph._execute_plan_at_index(pack, space.ptr, index, handle)
        except Exception as error:
            raise CudnnError(str(error)) from error

    def _measure(self, pack: dict[int, int]) -> None:
        """Time the plans, the first `limit` of those that run, and keep to the fastest."""
        cuda = CUDA.namespace().cuda
        # What plans are refused with that are barred, do not fit after all, or have no memory.
        declined = (LIBRARIES.frontend.cudnnGraphNotSupportedError, CudnnError, RuntimeError)
        left, self.limit, fastest = self.limit, 0, math.inf
        for index in range(self.graph.get_execution_plan_count()):
            try:
                self.graph.build_plan_at_index(index)
                size = self.graph.get_workspace_size_plan_at_index(index)
                self._execute(pack, index, size)  # the first time is not like the others
                start, end = cuda.Event(), cuda.Event()
                start.record()
                self._execute(pack, index, size)
                end.record()
                end.synchronize()
            except (*declined, ValueError):
                continue
            time = cuda.get_elapsed_time(start, end)
            if time < fastest:
                fastest, self.index, self.size = time, index, size
            left -= 1
            if not left:
                break


def kept_plan(make: Callable[..., tuple[Graph, Any]]) -> Callable[..., Plan]:
    """A function's plan for a key, from the cache or made; raises Unsupported every time."""

    @kept
    def plan(device: int, choice: Any, key: Any) -> Any:
        try:
            return Plan(*make(*key), choice)
        except Unsupported as error:
            return error

    def find(*key: Any) -> Plan:
        device = CUDA.namespace().cuda.runtime.getDevice()
        found = plan(device, SETTINGS.choice(), key)
        if isinstance(found, Unsupported):
            raise Unsupported(*found.args)
        return found

    find.plans = plan  # type: ignore[attr-defined]  # for what asks how many there are
    return find


# ---------------------------------------------------------------------- kernels of operators
DECLINED: dict[str, str] = {}
"""By operator, why the last call was left to the plain kernel for which cuDNN had no engine."""


def serving(operator: str, kernel: Callable[..., Any]) -> Callable[..., Any]:
    """A kernel that leaves to the plain one what cuDNN does not have, and names its operator."""

    @functools.wraps(kernel)
    def run(xp: Any, *args: Any, **named: Any) -> Any:
        try:
            return kernel(xp, *args, **named)
        except Unsupported as error:
            DECLINED[operator] = str(error)
            return TABLE[operator].kernel(xp, *args, **named)
        except CudnnError as error:
            arrays = [a for a in args if hasattr(a, "shape")]
            given = ", ".join(f"{a.dtype.name} {list(a.shape)}" for a in arrays)
            raise RuntimeError(
                f"{operator}({given}): cuDNN failed: {error}. backends.cudnn.enabled = False "
                "computes without it"
            ) from error

    return run
