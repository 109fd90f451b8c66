"""Which GPUs there are, and which is current."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from firebrick_core import Tensor, device as _device
from firebrick_core._errors import require_cupy


class Properties(SimpleNamespace):
    """What `get_device_properties` tells: name, major, minor, total_memory (bytes),
    multi_processor_count, warp_size."""

    def __repr__(self) -> str:
        return (
            f"_CudaDeviceProperties(name='{self.name}', major={self.major}, minor={self.minor}, "
            f"total_memory={self.total_memory // 2**20}MB, "
            f"multi_processor_count={self.multi_processor_count})"
        )


def index_of(where: Any) -> int:
    """The number of a GPU given as a device, text or number; None is the current one.

    Raises ValueError for a device that is no GPU, RuntimeError where there is none.
    """
    runtime = require_cupy().cuda.runtime
    if isinstance(where, (str, _device)):
        given = _device(where)
        if given.type != "cuda":
            raise ValueError(f"Expected a cuda device, but got: {where}")
        where = given.index
    return int(runtime.getDevice()) if where is None else int(where)


def device_count() -> int:
    """How many GPUs CuPy finds; 0 without CuPy."""
    try:
        return int(require_cupy().cuda.runtime.getDeviceCount())
    except RuntimeError:
        return 0


def is_available() -> bool:
    """Whether CuPy is installed and finds a GPU.

    >>> import firebrick as torch
    >>> device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    """
    return device_count() > 0


def init() -> None:
    """Raises RuntimeError, saying what is missing, where there is no GPU."""
    require_cupy()


def is_initialized() -> bool:
    """Whether the GPU has been used: True where there is one."""
    return is_available()


def current_device() -> int:
    """The number of the GPU that is used where none is named."""
    return index_of(None)


def set_device(device: Any) -> None:
    """Use a GPU where none is named; a negative number changes nothing."""
    if isinstance(device, int) and device < 0:
        return
    require_cupy().cuda.Device(index_of(device)).use()


def synchronize(device: Any = None) -> None:
    """Wait until a GPU has done all that was asked of it.

    Raises RuntimeError, saying what is missing, where there is none.
    """
    require_cupy().cuda.Device(index_of(device)).synchronize()


def get_device_properties(device: Any = None) -> Properties:
    """Name, capability, memory and size of a GPU."""
    found = require_cupy().cuda.runtime.getDeviceProperties(index_of(device))
    return Properties(
        name=found["name"].decode(),
        major=found["major"],
        minor=found["minor"],
        total_memory=found["totalGlobalMem"],
        multi_processor_count=found["multiProcessorCount"],
        warp_size=found["warpSize"],
        is_integrated=found["integrated"],
    )


def get_device_name(device: Any = None) -> str:
    """The name of a GPU."""
    return str(get_device_properties(device).name)


def get_device_capability(device: Any = None) -> tuple[int, int]:
    """The compute capability of a GPU, as (9, 0)."""
    properties = get_device_properties(device)
    return properties.major, properties.minor


def get_arch_list() -> list[str]:
    """The architectures that kernels were compiled for: none, CuPy compiles them when needed."""
    return []


def can_device_access_peer(device: Any, peer_device: Any) -> bool:
    """Whether one GPU reads another's memory."""
    runtime = require_cupy().cuda.runtime
    return bool(runtime.deviceCanAccessPeer(index_of(device), index_of(peer_device)))


def is_bf16_supported(including_emulation: bool = True) -> bool:
    """Whether there is a GPU that computes in bfloat16; False without one."""
    return is_available() and (including_emulation or get_device_capability()[0] >= 8)


def is_tf32_supported() -> bool:
    """Whether there is a GPU with products of less exact float32; False without one."""
    return is_available() and get_device_capability()[0] >= 8


class device:  # noqa: N801  # PyTorch's name
    """Use a GPU inside a `with` block; None, or a negative number, changes nothing."""

    def __init__(self, device: Any) -> None:
        self.idx = -1 if device is None else device

    def __enter__(self) -> None:
        self._inner = None
        if not (isinstance(self.idx, int) and self.idx < 0):
            self._inner = require_cupy().cuda.Device(index_of(self.idx))
            self._inner.__enter__()

    def __exit__(self, *error: object) -> None:
        if self._inner is not None:
            self._inner.__exit__(*error)


class device_of(device):  # noqa: N801  # PyTorch's name
    """Use the GPU of a tensor inside a `with` block; for others nothing changes."""

    def __init__(self, obj: Tensor) -> None:
        super().__init__(obj.get_device() if obj.is_cuda else -1)
