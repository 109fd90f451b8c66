"""What GPUs there are, which one is current, and what it can do."""

from __future__ import annotations

import types
from typing import Any

from .. import _device


def backend() -> Any:
    """The backend of device "cuda"."""
    return _device.BACKENDS["cuda"]


CUDA = backend()


def index_of(device: Any) -> int:
    """The number of a GPU: from a number, a name, a device, or None for the current one.

    Raises ValueError for devices of another type, RuntimeError where there is no GPU.
    """
    where = None if device is None else _device.as_device(device)
    if where is not None and where.type != "cuda":
        raise ValueError(f"Expected a cuda device, but got: {where}")
    current = int(CUDA.namespace().cuda.runtime.getDevice())
    if where is None or where.index is None:
        return current
    CUDA.on(where.index)  # refuses what is not there
    return int(where.index)


def unavailable_reason() -> str | None:
    """Why there is no GPU to use, and what to do; None where there is one.

    >>> import firebrick_core.cuda as cuda
    >>> (cuda.unavailable_reason() is None) == cuda.is_available()
    True
    """
    try:
        CUDA.namespace()
    except RuntimeError as error:
        return str(error)
    return None


def is_available() -> bool:
    """Whether CuPy is installed and finds a GPU; `unavailable_reason` says why not."""
    return unavailable_reason() is None


def device_count() -> int:
    """How many GPUs there are; 0 where none can be used."""
    return CUDA.count if is_available() else 0


def init() -> None:
    """Make the GPU ready. Raises RuntimeError, saying what is missing, where there is none."""
    CUDA.namespace()


def is_initialized() -> bool:
    """Whether a GPU has been used."""
    return CUDA.is_ready()


def current_device() -> int:
    """The number of the GPU that new work of this thread goes to."""
    return index_of(None)


def set_device(device: Any) -> None:
    """Let new work of this thread go to a GPU; negative numbers change nothing."""
    if isinstance(device, int) and device < 0:
        return
    index = index_of(device)
    CUDA.namespace().cuda.runtime.setDevice(index)


class device:
    """Let a GPU be the current one inside a block; None and negative numbers change nothing."""

    def __init__(self, device: Any):
        nothing = device is None or (isinstance(device, int) and device < 0)
        self.idx = -1 if nothing else index_of(device)
        self._entered: list[Any] = []

    def __enter__(self) -> None:
        if self.idx >= 0:
            context = CUDA.on(self.idx)
            context.__enter__()
            self._entered.append(context)

    def __exit__(self, *error: Any) -> None:
        if self._entered:
            self._entered.pop().__exit__(*error)


class device_of(device):
    """Let the GPU of a tensor be the current one inside a block; others change nothing."""

    def __init__(self, obj: Any):
        super().__init__(obj.get_device() if obj.is_cuda else -1)


def synchronize(device: Any = None) -> None:
    """Wait until a GPU, the current one unless given, has done all that was asked of it.

    Raises what failed there since the last wait.
    """
    CUDA.synchronize(index_of(device))


SYNC_MODES = ("default", "warn", "error")


def set_sync_debug_mode(debug_mode: int | str) -> None:
    """Say what becomes of reading a GPU's values out, which waits: 0 or "default", nothing; 1 or
    "warn", a warning; 2 or "error", RuntimeError. Waits within CuPy, for shapes that depend on
    values, are not told.

    Raises RuntimeError for other modes.
    """
    found = SYNC_MODES.index(debug_mode) if debug_mode in SYNC_MODES else debug_mode
    if found not in (0, 1, 2):
        raise RuntimeError(
            "invalid value of debug_mode, expected one of `default`, `warn`, `error`, or 0, 1, 2, "
            f"but got {debug_mode!r}"
        )
    CUDA.sync_mode = found


def get_sync_debug_mode() -> int:
    """What becomes of reading a GPU's values out: 0, 1 or 2, see `set_sync_debug_mode`."""
    return int(CUDA.sync_mode)


# CUDA's name, ours, for what `get_device_properties` gives.
_PROPERTIES = {
    "totalGlobalMem": "total_memory",
    "multiProcessorCount": "multi_processor_count",
    "maxThreadsPerMultiProcessor": "max_threads_per_multi_processor",
    "warpSize": "warp_size",
    "l2CacheSize": "L2_cache_size",
    "regsPerMultiprocessor": "regs_per_multiprocessor",
    "sharedMemPerBlock": "shared_memory_per_block",
    "sharedMemPerBlockOptin": "shared_memory_per_block_optin",
    "sharedMemPerMultiprocessor": "shared_memory_per_multiprocessor",
    "integrated": "is_integrated",
    "isMultiGpuBoard": "is_multi_gpu_board",
    "pciBusID": "pci_bus_id",
    "pciDeviceID": "pci_device_id",
    "pciDomainID": "pci_domain_id",
}


class DeviceProperties(types.SimpleNamespace):
    """What a GPU is: `name`, `major`, `minor`, `total_memory` in bytes and the like."""


def get_device_properties(device: Any = None) -> Any:
    """What a GPU is: name, compute capability, memory in bytes, processors, ..."""
    found = CUDA.namespace().cuda.runtime.getDeviceProperties(index_of(device))
    name = found["name"].decode() if isinstance(found["name"], bytes) else found["name"]
    values = {ours: found.get(theirs, 0) for theirs, ours in _PROPERTIES.items()}
    return DeviceProperties(name=name, major=found["major"], minor=found["minor"], **values)


def get_device_name(device: Any = None) -> str:
    """The name of a GPU."""
    return str(get_device_properties(device).name)


def get_device_capability(device: Any = None) -> tuple[int, int]:
    """The compute capability of a GPU, such as (9, 0)."""
    found = get_device_properties(device)
    return found.major, found.minor


def can_device_access_peer(device: Any, peer_device: Any) -> bool:
    """Whether one GPU can read another's memory directly."""
    one, other = index_of(device), index_of(peer_device)
    return bool(CUDA.namespace().cuda.runtime.deviceCanAccessPeer(one, other))


def is_bf16_supported(including_emulation: bool = True) -> bool:
    """Whether the current GPU computes in bfloat16: compute capability 8.0 and later."""
    return is_available() and (including_emulation or get_device_capability() >= (8, 0))
