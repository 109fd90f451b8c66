"""Convolutions as `torch` and `torch.nn.functional` have them: arguments checked."""

from __future__ import annotations

from collections.abc import Sequence

from .. import _operators as T
from .._operator import Array, composite
from ._convolution_arguments import (
    check_channels,
    check_kernel,
    check_numbers,
    check_sizes,
    spatial,
)
from ._nn_arrays import require_tensor


def _named_padding(input, weight, stride, padding, dilation):
    """Input and padding for "same" or "valid"; even kernels pad one more on the far side."""
    if padding == "valid":
        return input, (0,) * len(stride)
    if padding != "same":
        raise RuntimeError(f"Invalid padding string: '{padding}'; expected 'same' or 'valid'")
    if any(s != 1 for s in stride):
        raise RuntimeError("padding='same' is not supported for strided convolutions")
    total = [d * (k - 1) for k, d in zip(weight.shape[2:], dilation, strict=True)]
    if any(t % 2 for t in total):
        odd = [side for t in reversed(total) for side in (0, t % 2)]
        input = T.pad(input, odd)
    return input, tuple(t // 2 for t in total)


def _convolution(name, dims, input, weight, bias, stride, padding, dilation, groups):
    check_sizes(name, input, weight, dims)
    stride, dilation = spatial("stride", stride, dims), spatial("dilation", dilation, dims)
    batched = input if input.ndim == dims + 2 else input.unsqueeze(0)
    if isinstance(padding, str):
        batched, padding = _named_padding(batched, weight, stride, padding, dilation)
    padding = spatial("padding", padding, dims)
    check_numbers(stride, padding, dilation, groups)
    check_channels(batched, weight, bias, groups, False)
    check_kernel(batched, weight, padding, dilation)
    out = T.convolve(batched, weight, bias, stride, padding, dilation, groups)
    return out if input.ndim == dims + 2 else out.squeeze(0)


def _extended(input, weight, bias, size, stride, padding, dilation, groups):
    """A transposed convolution whose output padding is no less than a stride.

    A convolution of so large an input would have more results than `input` has elements: so zeros
    come after the whole transposed convolution, and padding is cut off from that.
    """
    whole = tuple(
        (n - 1) * s + d * (k - 1) + 1
        for n, s, d, k in zip(input.shape[2:], stride, dilation, weight.shape[2:], strict=True)
    )
    none = (0,) * len(stride)
    out = T.convolve_input(input, weight, None, whole, stride, none, dilation, groups)
    after, cut = [], []
    for n, w, p in zip(reversed(size), reversed(whole), reversed(padding), strict=True):
        after += (0, n + 2 * p - w)
        cut += (-p, -p)
    out = T.constant_pad_nd(T.constant_pad_nd(out, after), cut)
    return out if bias is None else out + bias.reshape(-1, *[1] * len(stride))


def _transposed(name, dims, input, weight, bias, stride, padding, output_padding, groups, dilation):
    check_sizes(name, input, weight, dims)
    stride, padding = spatial("stride", stride, dims), spatial("padding", padding, dims)
    extra, dilation = (
        spatial("output_padding", output_padding, dims),
        spatial("dilation", dilation, dims),
    )
    batched = input if input.ndim == dims + 2 else input.unsqueeze(0)
    check_numbers(stride, padding, dilation, groups)
    check_channels(batched, weight, bias, groups, True)
    if any(e < 0 or e >= max(s, d) for e, s, d in zip(extra, stride, dilation, strict=True)):
        raise RuntimeError(
            "output padding must be smaller than either stride or dilation, but got "
            f"output_padding: {list(extra)} "
            f"stride: {list(stride)} dilation: {list(dilation)}"
        )
    size = tuple(
        (n - 1) * s - 2 * p + d * (k - 1) + 1 + e
        for n, s, p, d, k, e in zip(
            batched.shape[2:], stride, padding, dilation, weight.shape[2:], extra, strict=True
        )
    )
    if min(size) <= 0:
        raise RuntimeError(
            f"Given input size per channel: {list(batched.shape[2:])}. Calculated output size per "
            f"channel: {list(size)}. "
            "Output size is too small"
        )
    if all(e < s for e, s in zip(extra, stride, strict=True)):
        out = T.convolve_input(batched, weight, bias, size, stride, padding, dilation, groups)
    else:
        out = _extended(batched, weight, bias, size, stride, padding, dilation, groups)
    return out if input.ndim == dims + 2 else out.squeeze(0)


# ----------------------------------------------------- as torch and torch.nn.functional have them
Size = int | Sequence[int]
CONV1D = (
    "x(2, 4, 9), x(6, 4, 3), x(6)",
    "x(4, 9), x(6, 2, 3), None, 2, 1, 1, 2",
    "x(2, 4, 9), x(6, 4, 4), padding='same'",
)
CONV2D = (
    "x(2, 4, 6, 5), x(6, 4, 3, 3), x(6)",
    "x(2, 4, 6, 5), x(8, 1, 3, 2), None, (2, 1), 1, (1, 2), 4",
    "x(4, 6, 5), x(6, 4, 1, 1), x(6)",
    "x(2, 4, 6, 5), x(6, 4, 2, 3), x(6), padding='same', dilation=(1, 2)",
)
CONV2D_WRONG = (
    (
        "x(2, 4, 8, 8), x(8, 3, 3, 3)",
        RuntimeError,
        r"expected input\[2, 4, 8, 8\] to have 3 channels, but got 4",
    ),
    (
        "x(2, 4), x(8, 4, 3, 3)",
        RuntimeError,
        r"Expected 3D \(unbatched\) or 4D \(batched\) input to conv2d",
    ),
    (
        "x(2, 4, 8, 8), x(8, 4, 9, 9)",
        RuntimeError,
        "Kernel size can't be greater than actual input size",
    ),
    (
        "x(2, 4, 8, 8), x(8, 4, 3, 3), x(7)",
        RuntimeError,
        "expected bias to be 1-dimensional with 8 elements",
    ),
    ("x(2, 4, 8, 8), x(8, 4, 3, 3), stride=0", RuntimeError, "non-positive stride"),
    (
        "x(2, 4, 8, 8), x(8, 4, 3, 3), padding=(1, 1, 1)",
        RuntimeError,
        "list of 2 values to match the convolution dimensions",
    ),
    (
        "x(2, 4, 8, 8), x(8, 4, 3, 3), padding='same', stride=2",
        RuntimeError,
        "not supported for strided",
    ),
    ("x(2, 4, 8, 8), x(7, 2, 3, 3), groups=2", RuntimeError, "divisible by 2 at dimension 0"),
    ("x(2, 4, 8, 8).to(T.float16), x(8, 4, 3, 3)", RuntimeError, "should be the same"),
)


@composite(
    namespace="torch functional",
    methods=False,
    dtypes="float",
    samples=CONV1D,
    errors=(("x(2, 4, 9), x(6, 3, 3)", RuntimeError, "to have 3 channels"),),
    layered=True,
)
def conv1d(
    input: Array,
    weight: Array,
    bias: Array | None = None,
    stride: Size = 1,
    padding: Size | str = 0,
    dilation: Size = 1,
    groups: int = 1,
) -> Array:
    """The convolution of (N, C, L) or (C, L) with weight (O, C / groups, K).

    It is a cross-correlation: the kernel is not mirrored.
    `padding` is an int, "same" or "valid". Raises RuntimeError where sizes do not fit.

    >>> import firebrick_core as fb, firebrick_core.functional as F
    >>> F.conv1d(fb.arange(5.0)[None], fb.tensor([[[-1.0, 1.0]]]))
    tensor([[1., 1., 1., 1.]])
    """
    return _convolution("conv1d", 1, input, weight, bias, stride, padding, dilation, groups)


@composite(
    namespace="torch functional",
    methods=False,
    dtypes="float",
    samples=CONV2D,
    errors=CONV2D_WRONG,
    layered=True,
)
def conv2d(
    input: Array,
    weight: Array,
    bias: Array | None = None,
    stride: Size = 1,
    padding: Size | str = 0,
    dilation: Size = 1,
    groups: int = 1,
) -> Array:
    """The convolution of (N, C, H, W) or (C, H, W) with weight (O, C / groups, KH, KW).

    `padding` is one or two ints, "same" or "valid". Raises RuntimeError where sizes do not fit.

    >>> import firebrick_core as fb, firebrick_core.functional as F
    >>> F.conv2d(fb.ones(1, 1, 3, 3), fb.ones(1, 1, 2, 2)).shape
    torch.Size([1, 1, 2, 2])
    >>> F.conv2d(fb.ones(2, 8, 32, 32), fb.ones(16, 8, 3, 3), padding='same').shape
    torch.Size([2, 16, 32, 32])
    """
    return _convolution("conv2d", 2, input, weight, bias, stride, padding, dilation, groups)


@composite(
    namespace="torch functional",
    methods=False,
    dtypes="float",
    samples=("x(2, 2, 4, 4, 4), x(3, 2, 2, 2, 3), x(3), 1, (1, 0, 1)",),
    layered=True,
)
def conv3d(
    input: Array,
    weight: Array,
    bias: Array | None = None,
    stride: Size = 1,
    padding: Size | str = 0,
    dilation: Size = 1,
    groups: int = 1,
) -> Array:
    """The convolution of (N, C, D, H, W) or (C, D, H, W) with (O, C / groups, KD, KH, KW)."""
    return _convolution("conv3d", 3, input, weight, bias, stride, padding, dilation, groups)


@composite(
    namespace="torch functional",
    methods=False,
    dtypes="float",
    samples=(
        "x(2, 4, 5), x(4, 3, 3), x(3), 2, 1, 1",
        "x(4, 5), x(4, 2, 3), groups=2, dilation=2",
        "x(4, 5), x(4, 2, 3), x(2), 1, 1, 2, dilation=3",
    ),
    layered=True,
)
def conv_transpose1d(
    input: Array,
    weight: Array,
    bias: Array | None = None,
    stride: Size = 1,
    padding: Size = 0,
    output_padding: Size = 0,
    groups: int = 1,
    dilation: Size = 1,
) -> Array:
    """A convolution's gradient in its input, as a map of (N, C, L) with (C, O / groups, K)."""
    return _transposed(
        "conv_transpose1d",
        1,
        input,
        weight,
        bias,
        stride,
        padding,
        output_padding,
        groups,
        dilation,
    )


@composite(
    namespace="torch functional",
    methods=False,
    dtypes="float",
    samples=(
        "x(2, 4, 3, 3), x(4, 3, 3, 2), x(3), 2, 1, (1, 0)",
        "x(4, 3, 3), x(4, 2, 2, 2), groups=2",
        "x(2, 4, 3, 3), x(4, 3, 3, 3), x(3)",
        "x(4, 3, 3), x(4, 2, 2, 3), x(4), (3, 2), (1, 2), (2, 3), 2, 4",
    ),
    errors=(
        ("x(2, 4, 8, 8), x(3, 8, 3, 3)", RuntimeError, "Given transposed=1, weight of size"),
        (
            "x(2, 4, 8, 8), x(4, 8, 3, 3), output_padding=1",
            RuntimeError,
            "output padding must be smaller",
        ),
    ),
    layered=True,
)
def conv_transpose2d(
    input: Array,
    weight: Array,
    bias: Array | None = None,
    stride: Size = 1,
    padding: Size = 0,
    output_padding: Size = 0,
    groups: int = 1,
    dilation: Size = 1,
) -> Array:
    """A convolution's gradient in its input: (N, C, H, W) with (C, O / groups, KH, KW).

    >>> import firebrick_core as fb, firebrick_core.functional as F
    >>> F.conv_transpose2d(fb.ones(1, 4, 8, 8), fb.ones(4, 2, 2, 2), stride=2).shape
    torch.Size([1, 2, 16, 16])
    """
    return _transposed(
        "conv_transpose2d",
        2,
        input,
        weight,
        bias,
        stride,
        padding,
        output_padding,
        groups,
        dilation,
    )


@composite(
    namespace="torch functional",
    methods=False,
    dtypes="float",
    samples=(
        "x(1, 2, 2, 3, 2), x(2, 2, 2, 2, 3), None, (2, 1, 1)",
        "x(2, 2, 2, 2), x(2, 1, 2, 2, 2), x(2), (2, 1, 1), 1, (1, 2, 1), 2, 3",
    ),
    layered=True,
)
def conv_transpose3d(
    input: Array,
    weight: Array,
    bias: Array | None = None,
    stride: Size = 1,
    padding: Size = 0,
    output_padding: Size = 0,
    groups: int = 1,
    dilation: Size = 1,
) -> Array:
    """A convolution's gradient in its input: (N, C, D, H, W), (C, O / groups, KD, KH, KW)."""
    return _transposed(
        "conv_transpose3d",
        3,
        input,
        weight,
        bias,
        stride,
        padding,
        output_padding,
        groups,
        dilation,
    )


@composite(
    namespace="torch",
    methods=False,
    dtypes="float",
    samples=("x(2, 4, 6, 5), x(6, 4, 3, 3), x(6), (1, 1), (1, 1), (1, 1), False, (0, 0), 1",),
    layered=True,
)
def convolution(
    input: Array,
    weight: Array,
    bias: Array | None,
    stride: Size,
    padding: Size,
    dilation: Size,
    transposed: bool,
    output_padding: Size,
    groups: int,
) -> Array:
    """A convolution, or a transposed one, over as many spatial dimensions as the weight has."""
    require_tensor("convolution", "weight", 2, weight)
    dims = weight.ndim - 2
    if transposed:
        return _transposed(
            "convolution",
            dims,
            input,
            weight,
            bias,
            stride,
            padding,
            output_padding,
            groups,
            dilation,
        )
    return _convolution("convolution", dims, input, weight, bias, stride, padding, dilation, groups)


@composite(
    namespace="torch functional",
    methods=False,
    dtypes="float",
    samples=("x(5, 2, 3), x(2, 3, 4), x(4), 1", "x(5, 2, 3), x(3, 3, 1), x(1)"),
    errors=(
        ("x(5, 2), x(2, 3, 4), x(4)", RuntimeError, "Input must have 3 dims"),
        ("x(5, 2, 3), x(3, 4), x(4)", RuntimeError, "Weight tensor must have 3 dims"),
        ("x(5, 2, 3), x(2, 3, 4), x(3)", RuntimeError, "Bias must be 1-D of size"),
        ("x(5, 2, 3), x(2, 2, 4), x(4)", RuntimeError, "input channels"),
    ),
    layered=True,
)
def conv_tbc(input: Array, weight: Array, bias: Array, pad: int = 0) -> Array:
    """The convolution of (time, batch, channels) with a weight (K, C, O) and `pad` zeros.

    Raises RuntimeError where sizes do not fit.

    >>> import firebrick_core as fb, firebrick_core.functional as F
    >>> F.conv_tbc(fb.ones(5, 2, 3), fb.ones(2, 3, 4), fb.zeros(4)).shape
    torch.Size([4, 2, 4])
    """
    for position, (name, value) in enumerate(
        (("input", input), ("weight", weight), ("bias", bias)), 1
    ):
        require_tensor("conv_tbc", name, position, value)
    if input.ndim != 3:
        raise RuntimeError(
            f"Input must have 3 dims: time, batch, in_channel, but got {list(input.shape)}"
        )
    if weight.ndim != 3:
        raise RuntimeError(
            "Weight tensor must have 3 dims: kernel_width, in_channels, out_channels, but got "
            f"{list(weight.shape)}"
        )
    if tuple(bias.shape) != (weight.size(2),):
        raise RuntimeError(
            "Bias must be 1-D of size equal to dim 2 in the weight tensor (output channels), "
            f"{weight.size(2)}, but got {list(bias.shape)}"
        )
    if input.size(2) != weight.size(1):
        raise RuntimeError(
            f"Input dim 2 (input channels), {input.size(2)}, is not == dim 1 in the weight tensor, "
            f"{weight.size(1)}"
        )
    lines, kernel = input.permute(1, 2, 0), weight.permute(2, 1, 0)
    out = _convolution("conv_tbc", 1, lines, kernel, bias, 1, pad, 1, 1)
    return out.permute(2, 0, 1).contiguous()
