"""Random numbers made on the GPU: Philox4x32-10, a generator for each device.

A seed's numbers are its own, not those of the CPU's generator (`set_host_random` gives those), and
not PyTorch's of CUDA, which depend on the shape of its launches: element i of the k-th tensor has
the words of counter k + i / 4 of the seed, whatever the GPU. What a CUDA graph draws is new in each
replay: its kernels read where to start from memory that a replay writes. Uniform and normal
numbers, Bernoulli's and dropout's are made there; other samplers draw on the host, from a generator
that the next word of this stream seeds.
"""

from __future__ import annotations

import threading
from typing import Any

import numpy as np

from .. import _generator
from ._devices import CUDA, index_of, is_available
from ._graphs import recording_graph

# A sampler's kernel, and its arguments where none are given.
FILLS = {
    "uniform_": ("uniform", (0.0, 1.0)),
    "normal_": ("normal", (0.0, 1.0)),
    "bernoulli_": ("bernoulli", (0.5, 1.0)),
}


class Share:
    """What a graph draws of a generator's stream: the `counters` after `first`, which it had when
    recording began, taken from `start` in a replay."""

    def __init__(self, generator: PhiloxGenerator):
        self.generator, self.first, self.counters = generator, generator._offset, 0
        self.start: Any = None

    def next(self) -> tuple[int, int]:
        """The seed and the first counter of a replay."""
        return self.generator._seed, self.generator.advance(self.counters)

    def end(self) -> None:
        """Let the generator go on as if nothing had been drawn: nothing has."""
        self.generator._offset = self.first


class PhiloxGenerator(_generator.Generator):
    """The stream of random numbers of a GPU: a seed, and how many counters it has used.

    >>> import firebrick_core as fb
    >>> def noise(seed):
    ...     return fb.rand(3, device="cuda", generator=fb.Generator("cuda").manual_seed(seed))
    """

    __slots__ = ("_offset",)

    def __init__(self, device: Any = "cuda") -> None:
        from .._device import device as DeviceType

        self._device = DeviceType("cuda", index_of(device))
        self.lock = threading.Lock()
        self._seed, self._offset = _generator.DEFAULT_SEED, 0

    def _restart(self, seed: int) -> None:
        self._seed, self._offset = seed, 0

    def advance(self, counters: int) -> int:
        """Use up counters; returns the first."""
        with self.lock:
            first = self._offset
            self._offset += counters
        return first

    def fill(self, name: str, array: Any, *numbers: float) -> None:
        """Fill a row-major array by a kernel of the family "random"."""
        if not array.size:
            return
        counters = -(-array.size // (2 if array.dtype.itemsize == 8 else 4))
        graph, seed, start = recording_graph(), self._seed, 0
        if graph is not None and self not in graph.shares:
            share = graph.shares[self] = Share(self)
            share.start = graph.renewed(share.next, 2, np.uint64)
        offset = self.advance(counters)
        if graph is not None:
            share = graph.shares[self]
            offset, start = offset - share.first, share.start
            share.counters = max(share.counters, offset + counters)
        compiled = CUDA.kernels.get("random", name, array.dtype)
        args = (array, array.size, np.uint64(seed), np.uint64(offset), start, *map(float, numbers))
        CUDA.kernels.by_elements(compiled, counters, args)

    def host(self) -> _generator.Generator:
        """A generator of the CPU that this stream seeds, for samplers that draw there.

        Raises RuntimeError while a graph is recorded: its replays would have the same numbers.
        """
        if recording_graph() is not None:
            raise RuntimeError(
                "random numbers of this kind are drawn on the host, which a CUDA graph cannot "
                "record: draw them before the graph, and copy_() them into a tensor that it reads"
            )
        mixed = (self._seed * 0x9E3779B97F4A7C15 + self.advance(1)) & (2**64 - 1)
        return _generator.Generator().manual_seed(mixed)

    # ---------------------------------------------------------------------- state
    def state_array(self) -> np.ndarray:
        """Seed and offset as 16 bytes, which is PyTorch's state of a CUDA generator, too."""
        words = np.array([self._seed, 4 * self._offset], np.uint64)
        return words.view(np.uint8)

    def set_state(self, new_state: Any) -> PhiloxGenerator:
        state = np.asarray(new_state)
        if state.dtype != np.uint8 or state.size != 16:
            raise RuntimeError(
                "set_state: RNG state of a CUDA generator is wrong size: expected 16 bytes of "
                f"uint8, got {state.size} of {state.dtype}; give what get_state() gave"
            )
        seed, offset = np.ascontiguousarray(state).reshape(-1).view(np.uint64)
        with self.lock:
            self._seed, self._offset = int(seed), int(offset) // 4
        return self

    def get_offset(self) -> int:
        """How many words of the stream are used, four for each counter."""
        return 4 * self._offset

    def set_offset(self, offset: int) -> PhiloxGenerator:
        """Go on from a number of used words, a multiple of 4. Raises RuntimeError for others."""
        if offset % 4 or offset < 0:
            raise RuntimeError(f"offset must be a multiple of 4, got {offset}")
        self._offset = offset // 4
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (str(self._device),), self.state_array()


# ---------------------------------------------------------------------- default generators
def manual_seed(seed: int) -> None:
    """Restart the current GPU's stream from a seed; kept for later where there is no GPU yet.

    Raises ValueError for a seed out of range.
    """
    CUDA.seeded(_generator._as_seed(int(seed)), everywhere=False)


def manual_seed_all(seed: int) -> None:
    """Restart the streams of all GPUs from a seed; kept for later where there is no GPU yet."""
    CUDA.seeded(_generator._as_seed(int(seed)), everywhere=True)


def set_host_random(on: bool) -> None:
    """Give tensors of GPUs the numbers of the CPU's generator, or their own again.

    With the CPU's numbers, which the host draws and copies, a program has the same initial weights
    and the same dropout on every device: for comparing devices, not for speed.
    """
    CUDA.host_random = bool(on)


def seed() -> None:
    """Restart the current GPU's stream from a seed of the operating system's."""
    manual_seed(_generator._entropy())


def seed_all() -> None:
    """Restart the streams of all GPUs from one seed of the operating system's."""
    manual_seed_all(_generator._entropy())


def initial_seed() -> int:
    """The seed of the current GPU's stream."""
    CUDA.namespace()
    return int(CUDA.generator().initial_seed())


def get_rng_state(device: Any = "cuda") -> Any:
    """The state of a GPU's stream."""
    return CUDA.generator(index_of(device)).get_state()


def get_rng_state_all() -> list[Any]:
    """The states of all GPUs' streams: an empty list without one."""
    if not is_available():
        return []
    return [CUDA.generator(i).get_state() for i in range(CUDA.count)]


def set_rng_state(new_state: Any, device: Any = "cuda") -> None:
    """Continue a GPU's stream from a state."""
    CUDA.generator(index_of(device)).set_state(new_state)


def set_rng_state_all(new_states: Any) -> None:
    """Continue all GPUs' streams from their states."""
    for i, state in enumerate(new_states):
        set_rng_state(state, i)
