"""Random-number generators that give PyTorch's CPU numbers, and the one that is used by default.

State is exchanged as the bytes that PyTorch itself exchanges, in a NumPy array of ``uint8``.
"""

from __future__ import annotations

import operator
import os
import threading
from typing import Any

import numpy as np

from ._device import BACKENDS, as_device
from ._mt19937 import MT19937, STATE_WORDS, is_fresh_key

DEFAULT_SEED = 67280421310721
"""Seed of a new generator, as in PyTorch."""

_LOW_64 = 0xFFFF_FFFF_FFFF_FFFF

# PyTorch's layout. The words of the engine take eight bytes each, and ``left`` counts down to the
# next block of 624. ``spare`` is the second number of a pair of normals, kept for the next draw;
# the other fields of the normals are never filled on a CPU.
_STATE = np.dtype(
    [
        ("seed", "<u8"),
        ("left", "<i4"),
        ("seeded", "<i4"),
        ("next", "<u8"),
        ("key", "<u8", (STATE_WORDS,)),
        ("normal_x", "<f8"),
        ("spare", "<f8"),
        ("normal_rho", "<f8"),
        ("has_spare", "<i4"),
        ("padding", "V4"),
        ("spare_float", "<f4"),
        ("has_spare_float", "?"),
        ("padding_float", "V3"),
    ]
)


wrap_state: Any = np.asarray
"""Makes the tensor that ``get_state`` returns; set by the modules above, which know tensors."""


class Generator:
    """A stream of random numbers: mt19937, seeded and drawn from as PyTorch's CPU generator.

    Args:
        device: where the numbers are made; ``"cpu"`` (default) or an object whose ``str`` is that.

    Raises:
        RuntimeError: for a device that has no generator.

    A draw holds ``lock``, so threads may share a generator; which thread gets which numbers is then
    up to the scheduler. Source: https://pytorch.org/docs/stable/generated/torch.Generator.html

    >>> generator = Generator().manual_seed(0)
    >>> generator.initial_seed()
    0
    """

    __slots__ = ("__weakref__", "_device", "_seed", "engine", "lock", "spare")

    def __new__(cls, device: Any = "cpu") -> Generator:
        if cls is Generator and as_device(device).type == "cuda":
            from ._cuda._random import PhiloxGenerator

            cls = PhiloxGenerator
        return object.__new__(cls)

    def __init__(self, device: Any = "cpu") -> None:
        where = as_device(device)
        if where.type != "cpu":
            raise RuntimeError(
                f"Generator: expected the device 'cpu', got {str(device)!r}, for which there is "
                "none; draw on the CPU and move the result"
            )
        self._device = where
        self.lock = threading.Lock()
        self.engine = MT19937(DEFAULT_SEED)
        self._seed = DEFAULT_SEED
        self.spare: float | None = None

    @property
    def device(self) -> Any:
        """Where the numbers are made: the CPU.

        >>> Generator().device
        device(type='cpu')
        """
        return self._device

    def manual_seed(self, seed: int) -> Generator:
        """Restart the stream from ``seed`` and return the generator.

        Args:
            seed: an integer from ``-2**63`` to ``2**64 - 1``; a negative one counts from ``2**64``
                down. The low 32 bits choose the stream.

        Raises:
            RuntimeError: if ``seed`` is not an integer.
            ValueError: if it is out of range.

        >>> Generator().manual_seed(-1).initial_seed() == 2**64 - 1
        True
        """
        seed = _as_seed(seed)
        with self.lock:
            self._restart(seed)
        return self

    def seed(self) -> int:
        """Restart the stream from a seed that the operating system gives, and return that seed.

        >>> generator = Generator()
        >>> generator.seed() == generator.initial_seed()
        True
        """
        seed = _entropy()
        with self.lock:
            self._restart(seed)
        return seed

    def initial_seed(self) -> int:
        """The seed that the stream was last restarted from.

        >>> Generator().manual_seed(7).initial_seed()
        7
        """
        return self._seed

    def get_state(self) -> Any:
        """The state as PyTorch's 5056 bytes, a new tensor of ``uint8``.

        >>> import firebrick_core as fb
        >>> fb.Generator().get_state().shape
        torch.Size([5056])
        """
        return wrap_state(self.state_array())

    def state_array(self) -> np.ndarray:
        """What ``get_state`` gives, as a NumPy array."""
        state = np.zeros((), _STATE)
        with self.lock:
            key, position = self.engine.get_key()
            state["seed"], state["key"], state["seeded"] = self._seed, key, 1
            state["next"] = 0 if is_fresh_key(key) else position
            state["left"] = STATE_WORDS + 1 - position
            if self.spare is not None:
                state["spare"], state["has_spare"] = self.spare, 1
        return state.reshape(1).view(np.uint8)

    def set_state(self, new_state: Any) -> Generator:
        """Continue from a state that ``get_state`` gave here or in PyTorch; returns the generator.

        Args:
            new_state: 5056 elements of ``uint8`` of any shape, or what converts to that array.

        Raises:
            TypeError: if ``new_state`` is not an array of ``uint8``.
            RuntimeError: if it has another size or is no state of the engine.

        >>> a, b = Generator().manual_seed(3), Generator()
        >>> b.set_state(a.get_state()).initial_seed()
        3
        """
        state = _parse_state(new_state)
        with self.lock:
            self._seed = int(state["seed"])
            self.engine.set_key(state["key"], STATE_WORDS + 1 - int(state["left"]))
            self.spare = float(state["spare"]) if state["has_spare"] else None
        return self

    def clone_state(self) -> Generator:
        """A new generator that goes on as this one would.

        >>> generator = Generator().manual_seed(3)
        >>> bool((generator.clone_state().get_state() == generator.get_state()).all())
        True
        """
        return type(self)(self._device).set_state(self.state_array())

    def get_offset(self) -> int:
        """Refused: mt19937 has a state, not an offset. Raises RuntimeError."""
        raise RuntimeError("CPU Generator does not use offset; see get_state()")

    def set_offset(self, offset: int) -> Generator:
        """Refused: mt19937 has a state, not an offset. Raises RuntimeError."""
        raise RuntimeError("CPU Generator does not use offset; see set_state()")

    def graphsafe_get_state(self) -> Generator:
        """Refused: nothing captures a CPU's generator. Raises NotImplementedError."""
        raise NotImplementedError(
            "graphsafe_get_state is not supported in this Generator; see clone_state()"
        )

    def graphsafe_set_state(self, state: Generator) -> Generator:
        """Refused: nothing captures a CPU's generator. Raises NotImplementedError."""
        raise NotImplementedError(
            "graphsafe_set_state is not supported in this Generator; see set_state()"
        )

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self._device,), self.state_array()

    def __setstate__(self, state: np.ndarray) -> None:
        self.set_state(state)

    def _restart(self, seed: int) -> None:
        self._seed = seed
        self.spare = None
        self.engine.seed(seed)


def _as_seed(seed: Any) -> int:
    if isinstance(seed, bool) or not hasattr(seed, "__index__"):
        raise RuntimeError(
            f"manual_seed expected a long, but got {type(seed).__name__}; give an integer, "
            "for example manual_seed(0)"
        )
    number = operator.index(seed)
    if not -(2**63) <= number < 2**64:
        raise ValueError(
            f"manual_seed: expected a seed from -2**63 to 2**64 - 1, got {number} "
            "(Overflow when unpacking long long); take it modulo 2**64"
        )
    return number & _LOW_64


def _entropy() -> int:
    return int.from_bytes(os.urandom(8), "little")


def _parse_state(new_state: Any) -> Any:
    if hasattr(new_state, "__array__"):
        new_state = np.asarray(new_state)
    if not isinstance(new_state, np.ndarray) or new_state.dtype != np.uint8:
        found = getattr(new_state, "dtype", type(new_state).__name__)
        raise TypeError(
            f"set_state: RNG state must be an array of uint8, but got {found}; "
            "give what get_state() gave"
        )
    if new_state.size != _STATE.itemsize:
        raise RuntimeError(
            f"set_state: expected a state of {_STATE.itemsize} bytes, but found the input RNG "
            f"state size to be {new_state.size}; give what get_state() of a CPU generator gave"
        )
    state = np.ascontiguousarray(new_state).reshape(-1).view(_STATE)[0]
    left, position = int(state["left"]), int(state["next"])
    ahead = left + position == STATE_WORDS + 1 or left == 1
    if state["seeded"] != 1 or not 1 <= left <= STATE_WORDS or position > STATE_WORDS or not ahead:
        raise RuntimeError(
            f"set_state: Invalid mt19937 state (seeded={state['seeded']}, left={left}, "
            f"next={position}); the bytes are damaged or come from another kind of generator"
        )
    return state


default_generator = Generator()
"""The generator of every sampler that is not given one; it starts from an unforeseeable seed."""

default_generator.manual_seed(_entropy())


def _unlock() -> None:
    """In a forked process: a thread that was drawing numbers, and is not there, lets go of no
    lock."""
    default_generator.lock = threading.Lock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_unlock)


def manual_seed(seed: int) -> Generator:
    """Restart the default generator from ``seed`` and return it; see ``Generator.manual_seed``.

    The generators of GPUs, which have numbers of their own, restart from it too.

    Args:
        seed: what ``int`` accepts, from ``-2**63`` to ``2**64 - 1``.

    Raises:
        ValueError: if ``seed`` is out of range.

    >>> manual_seed(0) is default_generator
    True
    """
    generator = default_generator.manual_seed(int(seed))
    BACKENDS["cuda"].seeded(generator.initial_seed(), everywhere=True)  # type: ignore[attr-defined]
    return generator


def seed() -> int:
    """Restart the default generator from a seed of the operating system's, and return that seed.

    >>> seed() == initial_seed()
    True
    """
    return default_generator.seed()


def initial_seed() -> int:
    """The seed that the default generator was last restarted from.

    >>> _ = manual_seed(5)
    >>> initial_seed()
    5
    """
    return default_generator.initial_seed()


def get_rng_state() -> Any:
    """The state of the default generator; see ``Generator.get_state``.

    >>> get_rng_state().dtype
    torch.uint8
    """
    return default_generator.get_state()


def set_rng_state(new_state: Any) -> None:
    """Continue the default generator from a state; see ``Generator.set_state``.

    >>> set_rng_state(get_rng_state())
    """
    default_generator.set_state(new_state)


_thread = threading.local()


def set_thread_generator(generator: Generator | None) -> None:
    """Give the calling thread a generator of its own, which `thread_safe_generator` returns there.

    For loaders whose workers are threads: each worker sets its own before it fetches samples.

    >>> set_thread_generator(Generator())
    >>> thread_safe_generator() is None
    False
    >>> set_thread_generator(None)
    """
    _thread.generator = generator


def thread_safe_generator() -> Generator | None:
    """The generator of the calling loader thread; None elsewhere, for which samplers take the
    default one.

    >>> thread_safe_generator() is None
    True
    """
    found: Generator | None = getattr(_thread, "generator", None)
    return found


def states_in_use(backend: str | None = None, indices: Any = None) -> list[tuple[Generator, Any]]:
    """The default generators of the CPU and of all devices in use, with their states; of a
    `backend`, where given, only those with these numbers, and of no other one."""
    found = [default_generator]
    for b in BACKENDS.values():
        if backend is None or b.name == backend:
            found += b.generators if indices is None else [b.generators[i] for i in indices]
    return [(g, g.get_state()) for g in found]


def put_back(states: list[tuple[Generator, Any]]) -> None:
    """Continue generators from states."""
    for generator, state in states:
        generator.set_state(state)
