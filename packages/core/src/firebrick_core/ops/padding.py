"""Padding: constants, or the input's own elements beyond its edges."""

from __future__ import annotations

import numpy as np

from .. import _operators as T
from .._device import meta_array
from .._memory_format import copied
from .._operator import Array, composite, operator
from .._typing import Number, Shape
from ._formats import in_format_of, keeps_format
from ._nn_arrays import require_tensor


def _pairs(ndim, pad):
    """(before, after) of every dimension, from the flat list that starts at the last one."""
    pairs = [(0, 0)] * ndim
    for i in range(len(pad) // 2):
        pairs[ndim - 1 - i] = (pad[2 * i], pad[2 * i + 1])
    return pairs


def _pad_rule(input, pad, value):
    sizes = [n + a + b for n, (a, b) in zip(input.shape, _pairs(input.ndim, pad), strict=True)]
    return meta_array(sizes, input.dtype)


@operator(
    samples=("x(2, 3), (1, 2), 0.5", "x(2, 3, 4), (1, -1, 0, 2), 0", "x(3, 4), (-1, -1), 0"),
    meta=_pad_rule,
    methods=False,
    errors=(("x(2, 3), (-2, -2), 0", RuntimeError, "negative output size"),),
    namespace="torch",
)
@keeps_format(dims=(4, 5))
def constant_pad_nd(xp, input: Array, pad: Shape, value: Number = 0) -> Array:
    """`input` with `value` around it.

    `pad` holds before and after, from the last dimension on; negative numbers cut off.
    """
    pairs = _pairs(input.ndim, pad)
    sizes = [n + a + b for n, (a, b) in zip(input.shape, pairs, strict=True)]
    if min(sizes, default=0) < 0:
        raise RuntimeError(
            f"The input size {list(input.shape)}, plus negative padding {list(pad)}, resulted in "
            f"a negative output size {sizes}"
        )
    inner = tuple(slice(max(a, 0), n - max(b, 0)) for n, (a, b) in zip(sizes, pairs, strict=True))
    outer = tuple(
        slice(max(-a, 0), n - max(-b, 0)) for n, (a, b) in zip(input.shape, pairs, strict=True)
    )
    if not any(n > 0 for pair in pairs for n in pair):  # nothing is added
        return copied(input[outer], None)
    out = xp.full(sizes, value, input.dtype) if value else xp.zeros(sizes, input.dtype)
    out[inner] = input[outer]
    return out


def _source(size, before, after, mode):
    """The index of the element that each padded position shows."""
    if mode == "circular":  # what is left after cutting off goes on repeating
        left = np.arange(max(-before, 0), size - max(-after, 0))
        at = np.arange(-max(before, 0), left.size + max(after, 0))
        return left[at % left.size] if left.size else left
    at = np.arange(-before, size + after)
    if mode == "replicate":
        return np.clip(at, 0, size - 1)
    period = max(2 * (size - 1), 1)
    at = np.abs(at) % period
    return np.minimum(at, period - at)


def _check_mode(input, pad, mode):
    dims, spatial = len(pad) // 2, len(pad) // 2
    if input.ndim not in (dims + 1, dims + 2) or not 1 <= spatial <= 3:
        raise NotImplementedError(
            f"Padding size {len(pad)} is not supported for {input.ndim}D input tensor.\n"
            "Supported combinations for non-constant padding:\n  - 2D or 3D input: padding size = "
            "2 (pads last dimension)\n"
            "  - 3D or 4D input: padding size = 4 (pads last 2 dimensions)\n  - 4D or 5D input: "
            "padding size = 6 (pads last 3 dimensions)"
        )
    pairs = _pairs(input.ndim, pad)
    for dim in range(input.ndim - dims, input.ndim):
        (before, after), size = pairs[dim], input.size(dim)
        if mode == "reflect" and max(before, after) >= size:
            raise RuntimeError(
                "Padding size should be less than the corresponding input dimension, but got: "
                "padding "
                f"({before}, {after}) at dimension {dim} of input {list(input.shape)}"
            )
        if mode == "circular" and max(before, after) > size:
            raise RuntimeError(
                f"Padding value causes wrapping around more than once: ({before}, {after}) at "
                f"dimension {dim} of input {list(input.shape)}"
            )
        rest, padded = size + min(before, 0) + min(after, 0), size + before + after
        if mode == "circular" and rest <= 0 and padded:
            raise RuntimeError(
                f"Negative padding value is resulting in an empty dimension: ({before}, {after}) "
                f"at dimension {dim} of input {list(input.shape)}"
            )


@composite(
    namespace="functional",
    methods=False,
    dtypes="float",
    samples=(
        "x(2, 3), (1, 2)",
        "x(2, 3, 4), (1, 1, 2, 0), value=1.5",
        "x(2, 3, 4), (2, 1), 'reflect'",
        "x(2, 3, 4, 4), (1, 2, 0, 1), 'replicate'",
        "x(2, 3, 4), (2, 1), 'circular'",
        "x(1, 3, 4, 4), (-1, 1, -2, 1), 'circular'",
        "x(1, 3, 4), (-3, -1), 'circular'",
        "x(0, 3, 3), (1, 2), 'reflect'",
    ),
    errors=(
        ("x(2, 3), (1,)", RuntimeError, "must be divisible by 2"),
        ("x(3, 5), (1, 1, 1, 1, 1, 1)", RuntimeError, "two times the input dimension"),
        ("x(3, 5), (1, 1), 'foo'", NotImplementedError, "Unrecognised padding mode"),
        ("x(1, 3, 5), (5, 5), 'reflect'", RuntimeError, "less than the corresponding"),
        ("x(5), (1, 1), 'reflect'", NotImplementedError, "not supported for 1D"),
    ),
    layered=True,
)
def pad(input: Array, pad: Shape, mode: str = "constant", value: float | None = None) -> Array:
    """`input` with elements around it.

    `pad` holds how many before and after, from the last dimension on.
    "constant" adds `value` (0); "reflect", "replicate" and "circular" continue the input, of one or
    two dimensions more than are padded. Negative numbers cut off. Raises RuntimeError or
    NotImplementedError for what does not fit.

    >>> import firebrick_core as fb, firebrick_core.functional as F
    >>> F.pad(fb.tensor([1.0, 2.0]), (1, 2), value=9.0)
    tensor([9., 1., 2., 9., 9.])
    >>> F.pad(fb.tensor([[1.0, 2.0, 3.0]]), (2, 1), 'reflect')
    tensor([[3., 2., 1., 2., 3., 2.]])
    >>> F.pad(fb.tensor([[1.0, 2.0, 3.0]]), (-1, 1), 'circular')
    tensor([[2., 3., 2.]])
    """
    require_tensor("pad", "input", 1, input)
    if len(pad) % 2:
        raise RuntimeError("Padding length must be divisible by 2")
    if len(pad) > 2 * input.ndim:
        raise RuntimeError(
            "Padding length should be less than or equal to two times the input dimension but got "
            "padding length "
            f"{len(pad)} and input of dimension {input.ndim}"
        )
    pad = tuple(pad)
    if mode == "constant":
        return T.constant_pad_nd(input, pad, 0 if value is None else value)
    if mode not in ("reflect", "replicate", "circular"):
        raise NotImplementedError(f"Unrecognised padding mode {mode}")
    if value:
        raise RuntimeError(f'Padding mode "{mode}" doesn\'t take in value argument')
    _check_mode(input, pad, mode)
    from .._creation import from_numpy

    padded = input
    for dim, (before, after) in enumerate(_pairs(input.ndim, pad)):
        if before or after:
            index = from_numpy(_source(input.size(dim), before, after, mode)).to(input.device)
            padded = padded.index_select(dim, index)
    return padded if mode == "circular" else in_format_of(padded, input)
