"""Sliding windows as columns of a matrix, and columns added up into images again."""

from __future__ import annotations

import math
from collections.abc import Sequence

from .. import _operators as T
from .._device import meta_array
from .._operator import Array, composite, operator
from .._typing import Shape
from ._columns import Geometry
from ._nn_arrays import half_in_float32, require_tensor

Size = int | Sequence[int]


# ---------------------------------------------------------------------- the operators
def _unfold_rule(input, kernel, dilation, padding, stride):
    shape = Geometry(input.shape[2:], kernel, stride, padding, dilation, 1)
    return meta_array(
        (input.shape[0], input.shape[1] * math.prod(kernel), math.prod(shape.output)), input.dtype
    )


@operator(
    samples=(
        "x(2, 3, 5), (2,), (1,), (0,), (1,)",
        "x(2, 3, 4, 5), (2, 3), (2, 1), (1, 0), (1, 2)",
    ),
    meta=_unfold_rule,
    methods=False,
    namespace="internal",
)
def unfold_windows(
    xp, input: Array, kernel: Shape, dilation: Shape, padding: Shape, stride: Shape
) -> Array:
    """The windows of (N, C, ...) as columns: (N, C * kernel elements, windows)."""
    geometry = Geometry(input.shape[2:], kernel, stride, padding, dilation, 1)
    windows = geometry.windows(xp, geometry.pad(xp, input))
    rows = input.shape[1] * math.prod(geometry.kernel)
    # Through a copy of its own: windows of one element would stay a view of the input.
    return xp.array(windows, order="C").reshape(input.shape[0], rows, math.prod(geometry.output))


def _fold_rule(columns, size, kernel, dilation, padding, stride):
    return meta_array(
        (columns.shape[0], columns.shape[1] // math.prod(kernel), *size), columns.dtype
    )


@operator(
    samples=(
        "x(2, 6, 4), (5,), (2,), (1,), (0,), (1,)",
        "x(2, 12, 8), (4, 5), (2, 3), (2, 1), (1, 0), (1, 2)",
    ),
    meta=_fold_rule,
    methods=False,
    namespace="internal",
)
@half_in_float32
def fold_windows(
    xp, columns: Array, size: Shape, kernel: Shape, dilation: Shape, padding: Shape, stride: Shape
) -> Array:
    """Columns, one for each window, added up where windows overlap: (N, C, *size)."""
    geometry = Geometry(size, kernel, stride, padding, dilation, 1)
    n, channels = columns.shape[0], columns.shape[1] // math.prod(kernel)
    windows = columns.reshape(n, channels, *geometry.kernel, *geometry.output)
    padded = xp.zeros((n, channels, *geometry.padded), columns.dtype)
    everything = (slice(None), slice(None))
    for tap in geometry.taps():
        region = tuple(
            slice(i * d, i * d + s * (o - 1) + 1, s)
            for i, d, s, o in zip(tap, dilation, stride, geometry.output, strict=True)
        )
        target = padded[everything + region]
        target += windows[everything + tap]
    return xp.ascontiguousarray(padded[geometry.interior])


# ---------------------------------------------------------------- as torch.nn.functional has them
def _pair(name, value):
    if isinstance(value, int):
        return (value, value)
    value = tuple(value)
    if len(value) != 2:
        raise RuntimeError(f"It is expected {name} equals to 2, but got size {len(value)}")
    return value


def _check_numbers(kernel, dilation, padding, stride):
    for name, short, value, least in (
        ("kernel size", "kernel", kernel, 1),
        ("dilation", "dilation", dilation, 1),
        ("stride", "stride", stride, 1),
        ("padding", "pad", padding, 0),
    ):
        if min(value) < least:
            raise RuntimeError(
                f"{name} should be {'greater than zero' if least else 'non-negative'}, but got "
                f"{short}_height: {value[0]} {short}_width: {value[1]}"
            )


def _blocks(size, kernel, dilation, padding, stride):
    return tuple(
        (n + 2 * p - d * (k - 1) - 1) // s + 1
        for n, k, d, p, s in zip(size, kernel, dilation, padding, stride, strict=True)
    )


@composite(
    namespace="functional",
    methods=False,
    samples=("x(2, 3, 4, 5), 2", "x(3, 4, 5), (2, 3), 1, 1, 2", "x(0, 3, 4, 5), 2"),
    errors=(
        ("x(2, 3, 4, 5), 6", RuntimeError, "must be at least one"),
        ("x(2, 3, 4, 5), 0", RuntimeError, "kernel size should be greater than zero"),
        ("x(2, 3, 4, 5), 2, padding=-1", RuntimeError, "padding should be non-negative"),
        ("x(2, 3, 4, 5), (2, 3, 4)", RuntimeError, "expected kernel_size equals to 2"),
        ("x(4, 5), 2", IndexError, "Expected 3D or 4D"),
        ("x(2, 0, 4, 5), 2", RuntimeError, "Expected 3D or 4D"),
        ("[1.0], 2", TypeError, "must be Tensor"),
    ),
)
def functional_unfold(
    input: Array, kernel_size: Size, dilation: Size = 1, padding: Size = 0, stride: Size = 1
) -> Array:
    """The windows of (N, C, H, W) or (C, H, W) as columns: (N, C * KH * KW, windows).

    A convolution is the weight's matrix times these columns. Raises RuntimeError where no window
    fits.

    >>> import firebrick_core as fb, firebrick_core.functional as F
    >>> F.unfold(fb.arange(6.0).reshape(1, 1, 2, 3), 2)
    tensor([[[0., 1.],
             [1., 2.],
             [3., 4.],
             [4., 5.]]])
    """
    require_tensor("unfold", "input", 1, input)
    kernel, dilation = _pair("kernel_size", kernel_size), _pair("dilation", dilation)
    padding, stride = _pair("padding", padding), _pair("stride", stride)
    _check_numbers(kernel, dilation, padding, stride)
    if input.ndim not in (3, 4) or 0 in input.shape[-3:]:
        kind = IndexError if input.ndim < 3 else RuntimeError  # as PyTorch has it
        raise kind(
            "Expected 3D or 4D (batch mode) tensor with possibly 0 batch size and other non-zero "
            f"dimensions for input, but got: {list(input.shape)}"
        )
    blocks = _blocks(input.shape[-2:], kernel, dilation, padding, stride)
    if min(blocks) < 1:
        raise RuntimeError(
            f"Given input with spatial size {tuple(input.shape[-2:])}, kernel_size={kernel}, "
            f"dilation={dilation}, padding={padding}, calculated shape of the array of sliding "
            f"blocks as {blocks}, but its components must be at least one."
        )
    batched = input if input.ndim == 4 else input.unsqueeze(0)
    out = T.unfold_windows(batched, kernel, dilation, padding, stride)
    return out if input.ndim == 4 else out.squeeze(0)


@composite(
    namespace="functional",
    methods=False,
    samples=(
        "x(2, 12, 12), (4, 5), 2",
        "x(12, 4), (3, 3), (2, 2)",
        "x(2, 18, 4), 5, 3, 1, 1, (3, 4)",
        "x(0, 12, 12), (4, 5), 2",
    ),
    errors=(
        ("x(2, 12, 12), (4, 6), 2", RuntimeError, "calculated number of sliding blocks"),
        ("x(2, 5, 12), (4, 5), 2", RuntimeError, "divisible by the product of kernel_size"),
        ("x(12), (4, 5), 2", RuntimeError, "Expected 2D or 3D"),
        ("x(2, 12, 12), (4, 5), 2, stride=0", RuntimeError, "stride should be greater than zero"),
    ),
)
def fold(
    input: Array,
    output_size: Size,
    kernel_size: Size,
    dilation: Size = 1,
    padding: Size = 0,
    stride: Size = 1,
) -> Array:
    """Columns (N, C * KH * KW, windows) added up where their windows lie in (N, C, *output_size).

    The transpose of `unfold`, not its inverse: where windows overlap, elements add up. Raises
    RuntimeError where the number of columns is not that of the windows.

    >>> import firebrick_core as fb, firebrick_core.functional as F
    >>> F.fold(fb.ones(1, 4, 2), (2, 3), 2)
    tensor([[[[1., 2., 1.],
              [1., 2., 1.]]]])
    """
    require_tensor("fold", "input", 1, input)
    size, kernel = _pair("output_size", output_size), _pair("kernel_size", kernel_size)
    dilation, padding = _pair("dilation", dilation), _pair("padding", padding)
    stride = _pair("stride", stride)
    _check_numbers(kernel, dilation, padding, stride)
    if input.ndim not in (2, 3) or 0 in input.shape[-2:]:
        raise RuntimeError(
            "Expected 2D or 3D (batch mode) tensor for input with possibly 0 batch size and "
            f"non-zero dimensions for input, but got: {list(input.shape)}"
        )
    if input.size(-2) % math.prod(kernel):
        raise RuntimeError(
            f"Expected size of input's dimension {input.ndim - 2} to be divisible by the product "
            f"of kernel_size, but got input.size({input.ndim - 2})={input.size(-2)} and "
            f"kernel_size={kernel}."
        )
    blocks = _blocks(size, kernel, dilation, padding, stride)
    if min(blocks) < 1 or math.prod(blocks) != input.size(-1):
        raise RuntimeError(
            f"Given output_size={size}, kernel_size={kernel}, dilation={dilation}, "
            f"padding={padding}, stride={stride}, expected size of input's dimension "
            f"{input.ndim - 1} to match the calculated number of sliding blocks {blocks[0]} * "
            f"{blocks[1]} = {math.prod(blocks)}, but got "
            f"input.size({input.ndim - 1})={input.size(-1)}."
        )
    batched = input if input.ndim == 3 else input.unsqueeze(0)
    out = T.fold_windows(batched, size, kernel, dilation, padding, stride)
    return out if input.ndim == 3 else out.squeeze(0)
