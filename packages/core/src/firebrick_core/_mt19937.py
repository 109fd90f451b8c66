"""The Mersenne Twister mt19937: its raw words and its state, as NumPy arrays.

Matsumoto and Nishimura, *Mersenne Twister: a 623-dimensionally equidistributed uniform
pseudo-random number generator*, 1998. The words come from NumPy's own implementation; with the
legacy seeding of ``numpy.random.RandomState`` it is the engine of PyTorch's CPU generator.
"""

from __future__ import annotations

from typing import Any

import numpy as np

STATE_WORDS = 624
"""Length of the recurrence: the engine computes its words in blocks of so many."""

_LOW_32 = 0xFFFF_FFFF
_TO_HIGH_WORD = np.uint64(32)
_LOW_24 = np.uint32((1 << 24) - 1)
_LOW_53 = np.uint64((1 << 53) - 1)
_UNIT_24 = np.float32(2.0**-24)
_UNIT_53 = 2.0**-53


class MT19937:
    """The engine, as a source of 32-bit words.

    Seeding waits for the first draw, since ``numpy.random`` takes 10 ms to load and programs that
    draw nothing need not pay for it. The engine takes no lock; its owner does.
    """

    __slots__ = ("_bits", "_draw", "_legacy", "_pending")

    def __init__(self, seed: int) -> None:
        self._bits: Any = None
        self._legacy: Any = None
        self._draw: Any = None
        self.seed(seed)

    def seed(self, seed: int) -> None:
        """Restart from a seed, of which the low 32 bits count."""
        self._pending: int | None = seed & _LOW_32

    def raw(self, size: int) -> np.ndarray:
        """The next ``size`` words, each in a ``uint64``: the cheapest form."""
        if self._pending is not None:
            self._apply_seed()
        words: np.ndarray = self._draw(size)
        return words

    def words32(self, size: int) -> np.ndarray:
        """The next ``size`` words as ``uint32``."""
        words: np.ndarray = self.raw(size).astype(np.uint32)
        return words

    def words64(self, size: int) -> np.ndarray:
        """The next ``2 * size`` words, paired into ``uint64``; the first of two is the high one."""
        words = self.raw(2 * size)
        pairs: np.ndarray = words[0::2] << _TO_HIGH_WORD
        pairs |= words[1::2]
        return pairs

    def unit24(self, size: int) -> np.ndarray:
        """float32 in [0, 1): the low 24 bits of a word each."""
        words = self.words32(size)
        words &= _LOW_24
        unit = words.view(np.int32).astype(np.float32)
        unit *= _UNIT_24
        return unit

    def bits53(self, size: int) -> np.ndarray:
        """The low 53 bits of two words each, as ``int64``."""
        words = self.words64(size)
        words &= _LOW_53
        return words.view(np.int64)

    def unit53(self, size: int) -> np.ndarray:
        """float64 in [0, 1): the low 53 bits of two words each."""
        unit = self.bits53(size).astype(np.float64)
        unit *= _UNIT_53
        return unit

    def get_key(self) -> tuple[np.ndarray, int]:
        """The 624 words of the recurrence and how many of them have been handed out (0 to 624)."""
        self._apply_seed()
        state = self._bits.state["state"]
        return state["key"], int(state["pos"])

    def set_key(self, key: np.ndarray, position: int) -> None:
        """Continue from what ``get_key`` gave."""
        self._apply_seed()
        state = {"key": key.astype(np.uint32), "pos": position}
        self._bits.state = {"bit_generator": "MT19937", "state": state}

    def _apply_seed(self) -> None:
        if self._pending is None:
            return
        if self._bits is None:
            from numpy.random import MT19937 as Bits, RandomState

            self._bits = Bits(0)
            self._legacy = RandomState(self._bits)
            self._draw = self._bits.random_raw
        self._legacy.seed(self._pending)
        self._pending = None


def is_fresh_key(key: np.ndarray) -> bool:
    """Whether a key is one that seeding leaves, so that no word has been computed from it yet.

    Seeding fills the key by a recurrence (Knuth, TAOCP 2, 3rd edition, 3.3.4); two words tell.
    """
    first = int(key[0])
    return int(key[1]) == (1812433253 * (first ^ (first >> 30)) + 1) & _LOW_32
