"""Where each element of a resized dimension comes from: indices and their weights, in NumPy."""

from __future__ import annotations

import numpy as np


def _step(old, new, factor, align_corners, dtype):
    """How far one step in the result goes in the input, in PyTorch's precision."""
    if align_corners:
        return dtype((old - 1) / (new - 1)) if new > 1 else dtype(0)
    return dtype(1 / factor) if factor else dtype(old) / dtype(new)


def nearest_index(old, new, factor, exact):
    """The index of the nearest element for each new position."""
    step = np.float32(1 / factor) if factor else np.float32(old) / np.float32(new)
    at = np.arange(new, dtype=np.float32)
    index = np.floor((at + np.float32(0.5)) * step if exact else at * step)
    return np.minimum(index.astype(np.int64), old - 1)


def _positions(old, new, factor, align_corners, dtype):
    at = np.arange(new).astype(dtype)
    step = _step(old, new, factor, align_corners, dtype)
    return at * step if align_corners else (at + dtype(0.5)) * step - dtype(0.5)


def linear_taps(old, new, factor, align_corners, dtype):
    """Two indices and their weights for each new position."""
    at = np.maximum(_positions(old, new, factor, align_corners, dtype), 0)
    low = np.minimum(at.astype(np.int64), old - 1)
    share = np.clip(at - low, 0, 1).astype(dtype)
    return (low, np.minimum(low + 1, old - 1)), (1 - share, share)


def cubic_taps(old, new, factor, align_corners, dtype, a=-0.75):
    """Four indices and their weights (Keys 1981, with PyTorch's constant)."""
    at = _positions(old, new, factor, align_corners, dtype)
    low = np.floor(at).astype(np.int64)
    t = at - low

    def near(x):
        return ((a + 2) * x - (a + 3)) * x * x + 1

    def far(x):
        return ((a * x - 5 * a) * x + 8 * a) * x - 4 * a

    weights = far(t + 1), near(t), near(1 - t), far(2 - t)
    return tuple(np.clip(low + i, 0, old - 1) for i in (-1, 0, 1, 2)), tuple(
        w.astype(dtype) for w in weights
    )


# ---------------------------------------------------------------------- with a low-pass filter
def _triangle(x):
    return np.maximum(1 - np.abs(x), 0)


def _cubic(x, a=-0.5):  # Keys' own constant, which Pillow takes too
    x = np.abs(x)
    near = ((a + 2) * x - (a + 3)) * x * x + 1
    far = ((a * x - 5 * a) * x + 8 * a) * x - 4 * a
    return np.where(x < 1, near, np.where(x < 2, far, 0))


def _lanczos(x):
    return np.where(np.abs(x) < 3, np.sinc(x) * np.sinc(x / 3), 0)


_FILTERS = {"bilinear": (_triangle, 1), "bicubic": (_cubic, 2), "lanczos": (_lanczos, 3)}


def filter_matrix(old, new, factor, align_corners, dtype, mode):
    """The weights (new, old) of a filter that is widened where elements get fewer."""
    kernel, reach = _FILTERS[mode]
    step = float(_step(old, new, factor, align_corners, dtype))
    wide = max(step, 1.0)
    center = (np.arange(new) + 0.5)[:, None] * step
    first = np.maximum((center - reach * wide + 0.5).astype(np.int64), 0)
    last = np.minimum((center + reach * wide + 0.5).astype(np.int64), old)
    at = np.arange(old)
    weights = np.where((at >= first) & (at < last), kernel((at - center + 0.5) / wide), 0)
    return (weights / weights.sum(1, keepdims=True)).astype(dtype)
