"""Devices by name, and the backends that serve them.

A backend is one object: an array namespace and how arrays come from and go to the host. A tensor's
device shows as one bit of its key set (none for the CPU), so that `add` on the CPU tests one
integer.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ._errstate import quiet


class device:
    """Where a tensor lives: a type such as "cpu", and an index where there are several.

    >>> import firebrick_core as fb
    >>> fb.device("cpu"), fb.device("cuda", 1).index, str(fb.device("cuda:1"))
    (device(type='cpu'), 1, 'cuda:1')
    """

    __slots__ = ("index", "type")

    def __init__(self, type: Any = "cpu", index: int | None = None):
        if isinstance(type, device):
            type, index = type.type, type.index
        elif isinstance(type, int) and not isinstance(type, bool):
            type, index = "cuda", type
        elif not isinstance(type, str):
            raise TypeError(
                f"device(): argument 'type' must be str or int, not {type.__class__.__name__}"
            )
        name, _, number = type.partition(":")
        if number:
            if index is not None or not number.isdigit():
                raise RuntimeError(f"Invalid device string: '{type}'")
            index = int(number)
        if name not in BACKENDS:
            raise RuntimeError(
                f"Expected one of {', '.join(BACKENDS)} device type at start of device string:"
                f" {type}"
            )
        self.type: str = name
        self.index: int | None = index

    def __repr__(self) -> str:
        where = "" if self.index is None else f", index={self.index}"
        return f"device(type='{self.type}'{where})"

    def __str__(self) -> str:
        return self.type if self.index is None else f"{self.type}:{self.index}"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, device):
            return NotImplemented
        return self.type == other.type and self.index == other.index

    def __hash__(self) -> int:
        return hash((self.type, self.index))

    def __reduce__(self) -> Any:
        return device, (str(self),)

    def __enter__(self) -> device:
        """Make new tensors, where no device is given, live here inside the block."""
        from ._factory import push_default_device

        push_default_device(self)
        return self

    def __exit__(self, *error: object) -> None:
        from ._factory import pop_default_device

        pop_default_device()


class Backend:
    """What core asks of a device: an array namespace, a key bit, and moves to and from the host."""

    name = "cpu"
    bit = 0
    computes = True
    computes_half = False  # whether kernels compute float16 at the precision of float32 themselves
    copies_later = False  # whether moves to and from the host take `non_blocking`
    looks_later = False  # whether it has `is_array`, `refuse` and `verify`: see CudaBackend
    makes = False  # whether its namespace makes new arrays, in its own memory; it then has `on`
    generators: Any = ()  # of its devices, the default ones, once they are in use

    def namespace(self) -> Any:
        """The array namespace that kernels are called with as `xp`.

        Raises RuntimeError, saying what is missing, where the device cannot be used.
        """
        return np

    def is_namespace(self, xp: Any) -> bool:
        """Whether `xp` is this backend's namespace; where there is none, nothing is."""
        return xp is self.namespace()

    def from_host(self, array: Any, index: int | None = None) -> Any:
        """The array of this device with the values of a NumPy array."""
        return array

    def to_host(self, array: Any) -> Any:
        """The NumPy array with the values of an array of this device."""
        return array

    def number(self, value: Any) -> Any:
        """What kernels are given for a number, or for a tensor of the CPU without dimensions that
        accompanies others: `value` is a 0-d NumPy array."""
        return self.from_host(value)

    def running(self, operator: str, args: tuple[Any, ...] = ()) -> Any:
        """The context in which an operator's kernels are called, with its name and arguments."""
        return quiet()

    def device_of(self, array: Any) -> device:
        """The device that holds `array`."""
        return self.device

    @property
    def device(self) -> device:
        """The backend's current device."""
        return device(self.name)


class MetaBackend(Backend):
    """Shapes, strides and dtypes without memory: an array here is a view of one element."""

    name = "meta"
    bit = 1
    computes = False

    def from_host(self, array: Any, index: int | None = None) -> Any:
        return meta_array(array.shape, array.dtype)

    def to_host(self, array: Any) -> Any:
        raise NotImplementedError("Cannot copy out of meta tensor; no data!")


class FakeBackend(Backend):
    """A second device for tests: NumPy arrays that no CPU tensor may be mixed with."""

    name = "fake"
    bit = 4

    def from_host(self, array: Any, index: int | None = None) -> Any:
        return array.copy()

    def to_host(self, array: Any) -> Any:
        return array.copy()

    @property
    def device(self) -> device:
        return device("fake", 0)


BACKENDS: dict[str, Backend] = {}
BY_BIT: dict[int, Backend] = {}
DEVICE_BITS = 0x7F
# Elements of 16 bits or less, which kernels compute in float32 (PyTorch's "opmath"): the bit keeps
# such tensors off the fast path, which has no conversions.
NARROW = 0x80
BACKEND_BITS = DEVICE_BITS | NARROW  # what decides on the run of an operator below all layers
# Tensors that inference mode has made, and views of what records that were made without recording:
# writing to them is restricted. See `grad_mode`.
INFERENCE = 1 << 18
UNRECORDED = 1 << 19
# What a tensor's keys say of its memory: views keep them.
STORAGE_BITS = BACKEND_BITS | INFERENCE | UNRECORDED


def register_backend(backend: Backend) -> None:
    """Make `device(backend.name)` exist, served by `backend`.

    `backend.bit` must be a free power of two below 128. Raises ValueError where it is taken.
    """
    if backend.name in BACKENDS or backend.bit in BY_BIT or backend.bit & ~DEVICE_BITS:
        raise ValueError(
            f"backend {backend.name!r}: name or key bit {backend.bit} is taken or over"
            f" {DEVICE_BITS}"
        )
    BACKENDS[backend.name] = BY_BIT[backend.bit] = backend


from ._cuda._backend import CudaBackend  # noqa: E402  # it derives from Backend

for _backend in (Backend(), MetaBackend(), CudaBackend(), FakeBackend()):
    register_backend(_backend)

CPU = device("cpu")
META = device("meta")


def as_device(value: Any) -> device:
    """A `device` from a device, a string, an index, or None for the CPU."""
    if value is None:
        return CPU
    return value if isinstance(value, device) else device(value)


def meta_array(shape: Any, dtype: Any, strides: Any = None) -> Any:
    """An array of the given shape, NumPy dtype and byte strides over one element of memory.

    Views of it are right; its elements must not be read or written.
    """
    dtype = np.dtype(dtype)
    if strides is None:
        step, reversed_strides = dtype.itemsize, []
        for n in reversed(shape):
            reversed_strides.append(step)
            step *= max(n, 1)
        strides = tuple(reversed(reversed_strides))
    one = np.zeros(1, dtype)
    return np.lib.stride_tricks.as_strided(one, tuple(shape), strides, writeable=False)
