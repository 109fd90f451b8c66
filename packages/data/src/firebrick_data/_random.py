"""Draws from firebrick_core's generators, in PyTorch's order and number."""

from __future__ import annotations

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
