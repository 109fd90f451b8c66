"""Arrays between two numbers, in one pass."""

from __future__ import annotations

import numpy as np

from .._parallel import split_ufunc

try:
    from numpy._core.umath import clip as _clip
except ImportError:  # the ufunc is private to NumPy, whose function asks more before it calls it
    _clip = np.clip

FEW = 1 << 10
"""Elements below which two calls take less time."""


def limited(xp, input, low, high):
    """The larger of `input` and `low`, of which the smaller with `high`; NaN stays.

    NumPy's maximum of floats and a number is no vector code, and takes four times as long as that
    of two arrays. `clip` is, where both limits are numbers.
    """
    if xp is np and input.size >= FEW and not (np.ndim(low) or np.ndim(high)):
        if input.dtype.kind == "f" and input.dtype.itemsize > 2:
            return split_ufunc(_clip, input, low, high)
    return xp.minimum(xp.maximum(input, low), high)
