"""Limits on the gradients of bare arrays; those of tensors are in `firebrick_nn.utils`."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from ._arrays import Rows, namespace_of
from ._core import quiet


def clip_grad_norm_(
    grads: Any, max_norm: float, norm_type: float = 2.0, error_if_nonfinite: bool = False
) -> float:
    """Scale gradients down, in place, if the norm of all of them together is above `max_norm`.

    `grads` is an array, or nested dicts, lists and tuples of arrays, None and `Rows`; `norm_type`
    is the exponent, infinity for the largest absolute value. Returns the norm before.

    Raises RuntimeError with `error_if_nonfinite` where the norm is infinite or NaN (nothing has
    been changed then), TypeError for what is no array.

    Source: Pascanu et al., On the difficulty of training recurrent neural networks, arXiv
    1211.5063.

    >>> import numpy as np
    >>> grads = {"w": np.array([3.0, 0.0]), "b": [np.array([4.0])]}
    >>> round(clip_grad_norm_(grads, 1.0), 6), grads["b"][0].round(3)
    (5.0, array([0.8]))
    """
    arrays = list(_arrays("grads", grads))
    with quiet():
        norms = [_norm(a, norm_type) for a in arrays]
    if norm_type == math.inf:
        total = max(norms, default=0.0)
        total = math.nan if any(n != n for n in norms) else total
    else:
        total = sum(n**norm_type for n in norms) ** (1.0 / norm_type)
    if error_if_nonfinite and not math.isfinite(total):
        raise RuntimeError(
            f"The total norm of order {norm_type} for gradients from `grads` is non-finite, so it "
            "cannot be clipped. To disable this error and scale the gradients by the non-finite "
            "norm anyway, set `error_if_nonfinite=False`"
        )
    scale = max_norm / (total + 1e-6)
    if not scale >= 1.0:
        with quiet():
            for array in arrays:
                array *= array.dtype.type(scale)
    return total


def clip_grad_value_(grads: Any, clip_value: float) -> None:
    """Bring the elements of gradients between -`clip_value` and `clip_value`, in place.

    `grads` is as for `clip_grad_norm_`. Raises TypeError for what is no array.

    >>> import numpy as np
    >>> grads = [np.array([3.0, -0.5])]
    >>> clip_grad_value_(grads, 1.0)
    >>> grads
    [array([ 1. , -0.5])]
    """
    for array in _arrays("grads", grads):
        namespace_of(array).clip(array, -clip_value, clip_value, out=array)


def _arrays(path: str, grads: Any) -> Iterator[Any]:
    if isinstance(grads, Rows):
        grads = grads.values
    if isinstance(grads, dict):
        for key, value in grads.items():
            yield from _arrays(f"{path}[{key!r}]", value)
    elif isinstance(grads, (list, tuple)):
        for i, value in enumerate(grads):
            yield from _arrays(f"{path}[{i}]", value)
    elif grads is not None:
        if not hasattr(grads, "__array__") and not hasattr(grads, "__cuda_array_interface__"):
            raise TypeError(
                f"{path} must be a NumPy or CuPy array, or a dict, list or tuple of such, got "
                f"{grads!r}"
            )
        yield grads


def _norm(array: Any, order: float) -> float:
    if not array.size:
        return 0.0
    xp = namespace_of(array)
    if order == 2.0 and array.dtype.char in "fdFD":
        return float(xp.linalg.norm(array.reshape(-1)))
    size = abs(array.astype("float32") if array.dtype.itemsize == 2 else array)
    return float(size.max()) if order == math.inf else float((size**order).sum() ** (1.0 / order))
