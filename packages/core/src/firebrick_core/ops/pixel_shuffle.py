"""Elements moved between channels and space, and between groups of channels."""

from __future__ import annotations

from .. import _operators as T
from .._operator import Array, composite
from ._formats import in_format_of
from ._nn_arrays import require_tensor


def _checked_factor(name, argument, input, factor):
    require_tensor(name, "input", 1, input)
    if isinstance(factor, bool) or not isinstance(factor, int):
        raise TypeError(
            f"{name}(): argument '{argument}' (position 2) must be int, not {type(factor).__name__}"
        )
    if input.ndim < 3:
        raise RuntimeError(
            f"{name} expects input to have at least 3 dimensions, but got input with {input.ndim} "
            "dimension(s)"
        )
    if factor <= 0:
        raise RuntimeError(f"{name} expects a positive {argument}, but got {factor}")


@composite(
    namespace="torch functional",
    methods=False,
    samples=("x(2, 8, 3, 4), 2", "x(9, 2, 1), 3"),
    errors=(
        ("x(2, 8, 3, 4), 3", RuntimeError, "divisible by the square of upscale_factor"),
        ("x(2, 8, 3, 4), 0", RuntimeError, "positive upscale_factor"),
        ("x(8, 3), 2", RuntimeError, "at least 3 dimensions"),
        ("x(2, 8, 3, 4), 2.0", TypeError, "must be int, not float"),
    ),
)
def pixel_shuffle(input: Array, upscale_factor: int) -> Array:
    """(..., C * r * r, H, W) as (..., C, H * r, W * r): channels become pixels (Shi et al. 2016).

    Raises RuntimeError where the channels do not divide by `upscale_factor` squared.

    >>> import firebrick_core as fb, firebrick_core.functional as F
    >>> F.pixel_shuffle(fb.arange(4.0).reshape(4, 1, 1), 2)
    tensor([[[0., 1.],
             [2., 3.]]])
    """
    _checked_factor("pixel_shuffle", "upscale_factor", input, upscale_factor)
    r = upscale_factor
    *batch, channels, height, width = input.shape
    if channels % (r * r):
        raise RuntimeError(
            "pixel_shuffle expects its input's 'channel' dimension to be divisible by the square "
            f"of upscale_factor, but input.size(-3)={channels} is not divisible by {r * r}"
        )
    parts = input.reshape(*batch, channels // (r * r), r, r, height, width)
    n = len(batch)
    order = (*range(n), n, n + 3, n + 1, n + 4, n + 2)
    sizes = (*batch, channels // (r * r), height * r, width * r)
    return in_format_of(T.reshape_copy(parts.permute(order), sizes), input)


@composite(
    namespace="torch functional",
    methods=False,
    samples=("x(2, 2, 4, 6), 2", "x(1, 3, 3), 3"),
    errors=(
        ("x(2, 8, 3, 4), 2", RuntimeError, "height to be divisible by downscale_factor"),
        ("x(2, 8, 4, 3), 2", RuntimeError, "width to be divisible by downscale_factor"),
        ("x(2, 8, 4, 4), -1", RuntimeError, "positive downscale_factor"),
    ),
)
def pixel_unshuffle(input: Array, downscale_factor: int) -> Array:
    """(..., C, H * r, W * r) as (..., C * r * r, H, W): `pixel_shuffle` undone.

    Raises RuntimeError where height or width do not divide by `downscale_factor`.

    >>> import firebrick_core as fb, firebrick_core.functional as F
    >>> F.pixel_unshuffle(fb.arange(4.0).reshape(1, 2, 2), 2).flatten()
    tensor([0., 1., 2., 3.])
    """
    _checked_factor("pixel_unshuffle", "downscale_factor", input, downscale_factor)
    r = downscale_factor
    *batch, channels, height, width = input.shape
    for name, dim, size in (("height", -2, height), ("width", -1, width)):
        if size % r:
            raise RuntimeError(
                f"pixel_unshuffle expects {name} to be divisible by downscale_factor, but "
                f"input.size({dim})={size} is not divisible by {r}"
            )
    parts = input.reshape(*batch, channels, height // r, r, width // r, r)
    n = len(batch)
    order = (*range(n), n, n + 2, n + 4, n + 1, n + 3)
    sizes = (*batch, channels * r * r, height // r, width // r)
    return in_format_of(T.reshape_copy(parts.permute(order), sizes), input)


@composite(
    namespace="torch functional",
    methods=False,
    aliases=("native_channel_shuffle",),
    samples=("x(2, 6, 3), 3", "x(1, 4, 2, 2), 2", "x(0, 4, 2), 2"),
    errors=(
        ("x(2, 8, 3), 3", RuntimeError, "divisible by groups"),
        ("x(2, 8, 3), 0", RuntimeError, "must be positive"),
        ("x(2, 8), 2", RuntimeError, "> 2 dims"),
    ),
)
def channel_shuffle(input: Array, groups: int) -> Array:
    """The channels (dim 1) of `groups` groups dealt out in turn (Zhang et al. 2018).

    Raises RuntimeError where the channels do not divide by `groups`.

    >>> import firebrick_core as fb, firebrick_core.functional as F
    >>> F.channel_shuffle(fb.arange(4.0).reshape(1, 4, 1), 2).flatten()
    tensor([0., 2., 1., 3.])
    """
    require_tensor("channel_shuffle", "input", 1, input)
    if input.ndim < 3:
        raise RuntimeError(
            "channel_shuffle expects input with > 2 dims, but got input with sizes "
            f"{list(input.shape)}"
        )
    if groups <= 0:
        raise RuntimeError(
            f"Number of groups to divide channels in must be positive. Value of groups:{groups}"
        )
    n, channels, *rest = input.shape
    if channels % groups:
        raise RuntimeError(
            f"Number of channels must be divisible by groups. Got {channels} channels and "
            f"{groups} groups."
        )
    parts = input.reshape(n, groups, channels // groups, *rest)
    return in_format_of(T.reshape_copy(parts.transpose(1, 2), (n, channels, *rest)), input)
