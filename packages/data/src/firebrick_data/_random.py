"""Draws from firebrick_core's generators, in PyTorch's order and number."""

from __future__ import annotations

import base64
import zlib
from typing import Any

import numpy as np

import firebrick_core as fc


def draw_seed(generator: Any = None) -> int:
    """One 63-bit seed from `generator`, by default the default generator."""
    return int(fc.empty((), dtype=fc.int64).random_(generator=generator).item())


def seeded(seed: int) -> Any:
    """A new generator that starts from `seed`."""
    return fc.Generator().manual_seed(seed)


def worker_numpy_seed(base_seed: int, worker_id: int) -> np.ndarray:
    """What PyTorch seeds NumPy's global generator with in a worker: four words hashed from both
    numbers."""
    words = [worker_id, base_seed & 0xFFFFFFFF, base_seed >> 32, 0]
    return np.random.SeedSequence(words).generate_state(4)


def packed_state(state: Any) -> str:
    """A generator's state (what `get_state` gives) in about 3300 characters.

    PyTorch's format takes 5056 bytes, as each word of 32 bits has eight; sorted by their place in
    the eight, half of the bytes are zeros.
    """
    planes = state.numpy().reshape(-1, 8).T
    return base64.b85encode(zlib.compress(planes.tobytes(), 9)).decode()


def unpacked_state(packed: str) -> Any:
    """The state that `packed_state` was given."""
    planes = np.frombuffer(zlib.decompress(base64.b85decode(packed)), np.uint8)
    return fc.from_numpy(planes.reshape(8, -1).T.reshape(-1).copy())
