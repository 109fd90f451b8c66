"""The backend of NVIDIA GPUs: CuPy's arrays, imported on first use.

Kernels run asynchronously on the calling thread's current stream. What fails on the device is
reported by a later call; errors here then name the operators that were launched last, and with
CUDA_LAUNCH_BLOCKING=1 in the environment each operator waits for its own kernels and is named.
"""

from __future__ import annotations

import os
import sys
from collections import deque
from typing import Any

import numpy as np

from .. import _device, _errors, _frames
from .._errstate import quiet
from .._memory_format import inverse_of, order_of
from ._asserts import Asserts

_modules = sys.modules


class CudaBackend(_device.Backend):
    """NVIDIA GPUs through CuPy."""

    name = "cuda"
    bit = 2
    computes_half = True
    copies_later = looks_later = makes = True

    def __init__(self) -> None:
        self._cupy: Any = None  # the module that was found usable; tests put others in its place
        self._xp: Any = None  # its names for kernels
        self.count = 0
        self.recent: deque[str] = deque(maxlen=6)
        self.blocking = False
        self.operator = ""  # that is running, for the errors that it may come to mean
        self.asserts: Any = None
        self.memory: Any = None
        self.kernels: Any = None
        self.recordings: dict[int, Any] = {}  # graphs, by the stream that they record
        self.sync_mode = 0  # 1 to warn of waits, 2 to refuse them
        self.host_random = False  # whether tensors here get the numbers of the CPU's generator
        self._generators: list[Any] = []
        self._seeds: dict[int, int] = {}  # by device, -1 for all: what came before the first use

    # ---------------------------------------------------------------------- the library
    def namespace(self) -> Any:
        found = _modules.get("cupy")
        return self._xp if found is self._cupy and found is not None else self._start()

    def is_array(self, array: Any) -> bool:
        """Whether an array is on a GPU."""
        return self._cupy is not None and isinstance(array, self._cupy.ndarray)

    def is_namespace(self, xp: Any) -> bool:
        return xp is self._xp and xp is not None

    def is_ready(self) -> bool:
        """Whether a GPU has been found usable."""
        return self._cupy is not None and self._cupy is _modules.get("cupy")

    def _start(self) -> Any:
        """Import CuPy, and let it take its memory through our account. Raises RuntimeError."""
        from ._availability import usable_cupy
        from ._memory import Memory
        from ._namespace import Namespace

        cupy = usable_cupy()

        self.count = cupy.cuda.runtime.getDeviceCount()
        self.blocking = os.environ.get("CUDA_LAUNCH_BLOCKING", "0") not in ("", "0")
        self.recent.clear()
        self.asserts = Asserts(cupy)
        self.memory = Memory(cupy, self)
        self.memory.install()
        self._cupy, self._xp = cupy, Namespace(cupy)
        self._add_kernels(cupy)
        return self._xp

    def _add_kernels(self, cupy: Any) -> None:
        from ..cudnn import use_cudnn_where_found
        from ._kernels import Kernels
        from ._provider import use_kernels
        from ._random import PhiloxGenerator

        self.kernels = Kernels(cupy)
        self._generators = [PhiloxGenerator(i) for i in range(self.count)]
        for index, generator in enumerate(self._generators):
            found = self._seeds.get(index, self._seeds.get(-1))
            generator.seed() if found is None else generator.manual_seed(found)
        use_kernels()
        use_cudnn_where_found()

    # ---------------------------------------------------------------------- random numbers
    @property
    def generators(self) -> Any:
        return self._generators if self.is_ready() else ()

    def generator(self, index: int | None = None) -> Any:
        """The default generator of a device, the current one unless given."""
        self.namespace()
        return self._generators[self.device.index if index is None else index]

    def seeded(self, seed: int, everywhere: bool) -> None:
        """Restart the current device's generator, or all; later, where none is made yet."""
        if self._cupy is None or self._cupy is not _modules.get("cupy"):
            if everywhere:
                self._seeds.clear()
            self._seeds[-1 if everywhere else 0] = seed
            return
        for generator in self._generators if everywhere else [self.generator()]:
            generator.manual_seed(seed)

    def draw(self, sampler: str, array: Any, generator: Any, numbers: tuple[Any, ...]) -> bool:
        """Fill an array by a sampler that the device has; False where it has none."""
        from .._provider import PROVIDERS
        from ._kernels import TYPES
        from ._random import FILLS

        provider = PROVIDERS.get("cuda")
        name, defaults = FILLS.get(sampler, (None, ()))
        simple = all(isinstance(n, (int, float)) for n in numbers)
        if name is None or not simple or provider is None or not provider.enabled:
            return False
        if array.dtype.name not in TYPES or not array.flags.c_contiguous:
            return False
        with self.on(array.device.id):
            generator.fill(name, array, *numbers, *defaults[len(numbers) :])
        return True

    # ---------------------------------------------------------------------- devices
    def device_of(self, array: Any) -> Any:
        return _device.device("cuda", array.device.id)

    @property
    def device(self) -> Any:
        return _device.device("cuda", self.namespace().cuda.runtime.getDevice())

    def on(self, index: int | None) -> Any:
        """CuPy's context of a device, None for the current one. Raises RuntimeError for others."""
        cupy = self.namespace()
        if index is not None and not 0 <= index < self.count:
            raise _errors.AcceleratorError(
                f"CUDA error: invalid device ordinal: there is no 'cuda:{index}', this machine has "
                f"{self.count} GPU{'s' * (self.count > 1)} (cuda:0 to cuda:{self.count - 1})"
            )
        return cupy.cuda.Device(index)

    # ---------------------------------------------------------------------- copies
    def from_host(self, array: Any, index: int | None = None, non_blocking: bool = False) -> Any:
        """The array on the GPU, with the same order of strides.

        The host goes on at once where the memory is pinned and `non_blocking` is asked for; CuPy
        copies from other memory through a pinned buffer, which the caller need not wait for either.
        """
        cupy = self.namespace()
        with self.on(index), self.running("to"):
            if not isinstance(array, np.ndarray):
                if isinstance(array, cupy.ndarray):  # from another of the GPUs
                    return self._across(cupy, array)
                array = np.asarray(array)
            order = order_of(array.shape, array.strides)
            dense = np.ascontiguousarray(array.transpose(order)).reshape(
                tuple(array.shape[d] for d in order)
            )
            graph = self.recording()
            if graph is not None:  # replays copy again, from memory that must stay
                dense = self.pinned_copy(dense)
                graph.held.append(dense)
            out = cupy.empty(dense.shape, dense.dtype)
            out.set(dense)
            if graph is None and self.is_pinned(dense) and not non_blocking:
                cupy.cuda.get_current_stream().synchronize()
            return out.transpose(inverse_of(order))

    def _across(self, cupy: Any, array: Any) -> Any:
        """A copy on the current device, after what the array's own device does to it."""
        here = cupy.cuda.runtime.getDevice()
        if array.device.id == here:
            return array
        with cupy.cuda.Device(array.device.id):
            written = cupy.cuda.Event(disable_timing=True)
            written.record()
        cupy.cuda.get_current_stream().wait_event(written)
        return array.copy()

    def to_host(self, array: Any, non_blocking: bool = False) -> Any:
        """The values in the host's memory, pinned and still to come where `non_blocking`."""
        if self.sync_mode and not non_blocking:
            self._tell_wait()
        order = order_of(array.shape, array.strides)
        with self.on(array.device.id), self.waiting():
            dense = array.transpose(order)
            if non_blocking:
                out = self.pinned(dense.shape, dense.dtype)
                dense.get(out=out, blocking=False)
            else:
                out = dense.get()
                self.asserts.check()
        return out.transpose(inverse_of(order))

    def _tell_wait(self) -> None:
        message = "called a synchronizing CUDA operation: values are read out"
        if self.sync_mode == 2:
            raise RuntimeError(message)
        _frames.warn(message)

    def number(self, value: Any) -> Any:
        return value[()]  # an argument of the kernel, which needs no copy

    def pinned(self, shape: Any, dtype: Any) -> Any:
        """An uninitialised NumPy array in page-locked memory."""
        dtype = np.dtype(dtype)
        count = 1
        for n in shape:
            count *= n
        nbytes = count * dtype.itemsize
        memory = self.namespace().cuda.alloc_pinned_memory(max(nbytes, 1))
        return np.frombuffer(memory, np.uint8, nbytes).view(dtype).reshape(shape)

    def pinned_copy(self, array: Any) -> Any:
        """A copy of a NumPy array in page-locked memory, with its order of strides."""
        order = order_of(array.shape, array.strides)
        source = array.transpose(order)
        out = self.pinned(source.shape, source.dtype)
        np.copyto(out, source)
        return out.transpose(inverse_of(order))

    def is_pinned(self, array: Any) -> bool:
        """Whether a NumPy array lies in page-locked memory that CuPy knows of."""
        from .._storage import memory_of

        cupy = self._cupy
        return cupy is not None and isinstance(memory_of(array), cupy.cuda.PinnedMemoryPointer)

    # ---------------------------------------------------------------------- around kernels
    def recording(self) -> Any:
        """The graph that records the current stream, None where none does."""
        if not self.recordings:
            return None
        return self.recordings.get(self.namespace().cuda.get_current_stream().ptr)

    def running(self, operator: str, args: tuple[Any, ...] = ()) -> Any:
        return _Running(self, operator, args)

    def refuse(self, wrong: Any, error: type[Exception], message: str) -> None:
        """Raise `error(message)`, with the operator's name, at the next wait, if the boolean array
        `wrong` has a true element."""
        name = f"{self.operator}(): " if self.operator else ""
        graph = self.recording()
        add = self.asserts.add if graph is None else graph.add_refusal
        add(wrong.any(), error, name + message)

    def verify(self, array: Any, check: Any) -> None:
        """Call `check` with the elements in the host's memory at the next wait."""
        copied = self.to_host(array, non_blocking=True)
        graph = self.recording()
        if graph is None:
            self.verify_copy(array.device.id, copied, check)
        else:
            graph.checks.append((array.device.id, copied, check))

    def verify_copy(self, device: int, copied: Any, check: Any) -> None:
        """Call `check` with a copy that is on its way from a device, at the next wait."""
        with self.on(device):
            arrived = self.namespace().cuda.Event(disable_timing=True)
            arrived.record()
        self.asserts.add_check(arrived, copied, check)

    def waiting(self) -> Any:
        """Around calls that wait for the device: what failed there before is reported by them."""
        return _Running(self, "", ())

    def synchronize(self, index: int | None = None) -> None:
        """Wait for all streams of a device."""
        with self.on(index) as device, self.waiting():
            device.synchronize()
            self.asserts.check()

    def translated(self, operator: str, error: BaseException) -> BaseException | None:
        """CuPy's error in the type that PyTorch raises, with the operator's name; else None."""
        cupy = self._cupy
        if isinstance(error, _errors.OutOfMemoryError):
            named = f"{operator}(): " if operator and "(): " not in str(error) else ""
            return _errors.OutOfMemoryError(f"{named}{error}") if named else None
        if not isinstance(error, cupy.cuda.runtime.CUDARuntimeError):
            return None
        where = f"{operator}(): " if operator else ""
        advice = ""
        if not self.blocking and self.recent:
            advice = (
                ". Kernels run asynchronously: one of the operators launched before this call "
                f"failed, of which the last are {', '.join(self.recent)}. Set "
                "CUDA_LAUNCH_BLOCKING=1 in the environment to have the operator itself named"
            )
        return _errors.AcceleratorError(f"{where}CUDA error: {error}{advice}")


class _Running(quiet):
    """Around an operator's kernels: on its arguments' device, with its name in errors."""

    __slots__ = ("_backend", "_device", "_operator")

    def __init__(self, backend: CudaBackend, operator: str, args: tuple[Any, ...]):
        self._backend, self._operator = backend, operator
        self._device: Any = None
        if backend.count > 1:
            self._device = _device_context(backend, args)

    def __enter__(self) -> None:
        if self._operator:
            self._backend.operator = self._operator
        if self._device is not None:
            self._device.__enter__()
        super().__enter__()

    def __exit__(self, *exc: Any) -> None:
        backend, operator, error = self._backend, self._operator, exc[1]
        try:
            if error is None and operator:
                backend.recent.append(operator)
                if backend.blocking:
                    backend.namespace().cuda.get_current_stream().synchronize()
        except Exception as failure:
            error = failure
        super().__exit__(*exc)
        if self._device is not None:
            self._device.__exit__(*exc)
        if error is not None:
            other = backend.translated(operator, error)
            if other is not None:
                raise other from error
            if exc[1] is None:
                raise error


def _device_context(backend: CudaBackend, args: tuple[Any, ...]) -> Any:
    """The device of the first tensor on a GPU, None where it is the current one."""
    from .._dispatch import tensors_in

    for t in tensors_in(args):
        if t._keys & backend.bit:
            index = t._array.device.id
            cuda = backend.namespace().cuda
            return None if index == cuda.runtime.getDevice() else cuda.Device(index)
    return None
