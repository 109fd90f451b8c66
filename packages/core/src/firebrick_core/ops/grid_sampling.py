"""Images read at given positions, and the grids of positions of affine maps.

Everything but the reading itself is made of other operators, so that all of it differentiates as
often as one likes: `sample_planes` takes elements at indices, `fold_positions` brings positions
outside of the image back into it.
"""

from __future__ import annotations

import itertools
import math

import numpy as np

from .. import _operators as T
from .._device import meta_array
from .._frames import warn
from .._operator import Array, Arrays, composite, like_input, operator
from .._typing import Shape
from ._nn_arrays import require_floating, require_tensor

_MODES = {"bilinear": 0, "nearest": 1, "bicubic": 2}
_PADDINGS = {"zeros": 0, "border": 1, "reflection": 2}
ZEROS, BORDER, REFLECTION = 0, 1, 2
_CUBIC = -0.75  # PyTorch's constant in Keys' kernel (1981)


# ---------------------------------------------------------------------- positions
def _mirrored(xp, at, size, align_corners):
    """Positions mirrored at the edges until they lie inside, and the slope of that, 1 or -1.

    The edges are the centres of the outermost elements with `align_corners`, else their borders.
    """
    low, span = (0.0, size - 1.0) if align_corners else (-0.5, float(size))
    if not span:
        return xp.zeros_like(at), xp.zeros_like(at)
    distance = xp.abs(at - at.dtype.type(low))
    rest = xp.fmod(distance, at.dtype.type(span))
    odd = xp.floor(distance / at.dtype.type(span)) % 2 == 1
    slope = xp.where((at < low) != odd, -1, 1).astype(at.dtype)
    return xp.where(odd, at.dtype.type(span) - rest, rest) + at.dtype.type(low), slope


def _folded(xp, at, size, padding_mode, align_corners):
    """Positions brought into [0, size - 1], what is no number to 0, and the slope of that."""
    slope = 1
    if padding_mode == REFLECTION:
        at, slope = _mirrored(xp, at, size, align_corners)
    inside = (at > 0) & (at < size - 1)
    # fmax and fmin prefer the number to NaN.
    limited = xp.fmin(xp.fmax(at, at.dtype.type(0)), at.dtype.type(size - 1))
    return limited, xp.where(inside, slope, 0).astype(at.dtype)


@operator(
    samples=("x(3, 4) * 5, 4, 1, True", "x(3, 4) * 9, 4, 2, False", "x(3), 1, 2, True"),
    meta=like_input,
    dtypes="float",
    methods=False,
    namespace="internal",
)
def fold_positions(xp, input: Array, size: int, padding_mode: int, align_corners: bool) -> Array:
    """Positions outside of [0, size - 1] moved to the edge (1) or mirrored at it (2)."""
    return _folded(xp, input, size, padding_mode, align_corners)[0]


@operator(
    samples=("x(3, 4) * 5, 4, 1, True", "x(3, 4) * 9, 4, 2, False"),
    meta=like_input,
    dtypes="float",
    methods=False,
    namespace="internal",
    differentiable=False,
)
def fold_positions_slope(
    xp, input: Array, size: int, padding_mode: int, align_corners: bool
) -> Array:
    """The derivative of `fold_positions`: 0 outside and on the edges, else 1 or -1."""
    return _folded(xp, input, size, padding_mode, align_corners)[1]


def _indices_rule(positions, steps, size, padding_mode, align_corners):
    return meta_array((positions[0].shape[0], math.prod(positions[0].shape[1:])), "i8")


@operator(
    samples=("[x(2, 3) * 5, x(2, 3) * 5], (0, 1), (4, 5), 0, True",),
    meta=_indices_rule,
    dtypes="float",
    methods=False,
    namespace="internal",
    differentiable=False,
)
def position_indices(
    xp, positions: Arrays, steps: Shape, size: Shape, padding_mode: int, align_corners: bool
) -> Array:
    """The flat index of the element at whole positions moved by `steps`, -1 outside: (N, P)."""
    index, inside = 0, True
    for at, step, n in zip(positions, steps, size, strict=True):
        at = at + at.dtype.type(step)
        if padding_mode != ZEROS:
            at = _folded(xp, at, n, padding_mode, align_corners)[0]
        inside = inside & (at > -1) & (at < n)
        index = index * n + xp.where(inside, at, 0).astype(np.int64)
    return xp.where(inside, index, -1).reshape(index.shape[0], math.prod(index.shape[1:]))


# ---------------------------------------------------------------------- reading
def _sample_rule(input, indices):
    return meta_array((*input.shape[:2], indices.shape[1]), input.dtype)


@operator(
    samples=("x(2, 3, 5), ints(6, 2, 4) - 1", "x(2, 3, 2, 4), ints(9, 2, 4) - 1"),
    meta=_sample_rule,
    methods=False,
    namespace="internal",
)
def sample_planes(xp, input: Array, indices: Array) -> Array:
    """The elements of (N, C, ...) at flat spatial indices (N, P), 0 at negative ones: (N, C, P)."""
    planes = input.reshape(*input.shape[:2], math.prod(input.shape[2:]))
    out = xp.empty((*planes.shape[:2], indices.shape[1]), input.dtype)
    for i in range(planes.shape[0]):
        places = indices[i]
        if xp is np:  # straight into the result; "wrap" saves NumPy a copy to fall back on
            planes[i].take(places, 1, out[i], "wrap")
        else:
            out[i] = planes[i].take(places, 1)
            out[i] *= places >= 0
            continue
        outside = np.flatnonzero(places < 0)
        if outside.size:
            out[i][:, outside] = 0
    return out


def _spread_rule(grad_output, indices, size):
    return meta_array((*grad_output.shape[:2], *size), grad_output.dtype)


@operator(
    samples=("x(2, 3, 4), ints(6, 2, 4) - 1, (5,)", "x(2, 3, 4), ints(9, 2, 4) - 1, (2, 4)"),
    meta=_spread_rule,
    dtypes="float",
    methods=False,
    namespace="internal",
)
def spread_planes(xp, grad_output: Array, indices: Array, size: Shape) -> Array:
    """Zeros (N, C, *size) with (N, C, P) added at flat indices (N, P), but not at negative ones."""
    n, channels, _ = grad_output.shape
    plane = math.prod(size)
    out = xp.zeros((n, channels, plane), grad_output.dtype)
    lines = xp.arange(channels)[:, None] * plane
    for i in range(n):
        places, values = indices[i], grad_output[i]
        inside = places >= 0
        if xp is not np:
            places, values = xp.maximum(places, 0), values * inside
        elif not inside.all():
            places, values = places[inside], values[:, inside]
        xp.add.at(out[i].reshape(-1), (lines + places).reshape(-1), values.reshape(-1))
    return out.reshape(n, channels, *size)


# ---------------------------------------------------------------------- interpolation
def _linear_taps(at, low):
    """The steps of two neighbours and their weights."""
    share = at - low
    return ((0, 1 - share), (1, share))


def _cubic_taps(at, low):
    """The steps of four neighbours and their weights (Keys 1981)."""
    a, t = _CUBIC, at - low

    def near(x):
        return ((a + 2) * x - (a + 3)) * x * x + 1

    def far(x):
        return ((a * x - 5 * a) * x + 8 * a) * x - 4 * a

    return ((-1, far(t + 1)), (0, near(t)), (1, near(1 - t)), (2, far(2 - t)))


def _positions(grid, sizes, align_corners):
    """Positions in elements, one tensor for each spatial dimension of the input."""
    dims = len(sizes)
    for d, size in enumerate(sizes):
        part = grid.select(-1, dims - 1 - d) + 1  # the last coordinate is that of the first size
        yield part * ((size - 1) / 2) if align_corners else part * (size / 2) - 0.5


def _sampled(input, grid, mode, padding_mode, align_corners):
    sizes = tuple(input.shape[2:])
    positions = list(_positions(grid, sizes, align_corners))
    if padding_mode != ZEROS and mode != 2:
        positions = [
            T.fold_positions(at, size, padding_mode, align_corners)
            for at, size in zip(positions, sizes, strict=True)
        ]
    if mode == 1:
        whole = [at.round() for at in positions]
        taps = [[(0, None)] for _ in positions]
    else:
        whole = [at.detach().floor() for at in positions]
        of = _cubic_taps if mode == 2 else _linear_taps
        taps = [of(at, low) for at, low in zip(positions, whole, strict=True)]
    whole = [at.detach() for at in whole]
    rest = padding_mode if mode == 2 else ZEROS  # positions are inside already, their neighbours 0
    n, points, out = input.size(0), math.prod(grid.shape[1:-1]), None
    for corner in itertools.product(*taps):
        steps = tuple(step for step, _ in corner)
        part = T.sample_planes(input, T.position_indices(whole, steps, sizes, rest, align_corners))
        if mode != 1:
            weight = corner[0][1]
            for _, more in corner[1:]:
                weight = weight * more
            part = part * weight.reshape(n, 1, points)
        out = part if out is None else out + part
    if mode == 1 and grid.requires_grad:
        # The slope is 0 everywhere, which is a gradient, where no way to the grid would be none.
        out = out + T.fold_positions(positions[0], 1, BORDER, True).reshape(n, 1, points)
    return out.reshape(*input.shape[:2], *grid.shape[1:-1])


def _check(input, grid, dims=None):
    require_tensor("grid_sampler", "input", 1, input)
    require_tensor("grid_sampler", "grid", 2, grid)
    shapes = f"input with sizes {list(input.shape)} and grid with sizes {list(grid.shape)}"
    if input.ndim != grid.ndim or input.ndim not in ((dims + 2,) if dims else (4, 5)):
        expected = f"{dims + 2}D" if dims else "4D or 5D"
        raise RuntimeError(
            f"grid_sampler(): expected {expected} input and grid with same number of dimensions, "
            f"but got {shapes}"
        )
    if input.size(0) != grid.size(0):
        raise RuntimeError(
            "grid_sampler(): expected grid and input to have same batch size, but got " + shapes
        )
    if grid.size(-1) != input.ndim - 2:
        raise RuntimeError(
            f"grid_sampler(): expected grid to have size {input.ndim - 2} in last dimension, but "
            f"got grid with sizes {list(grid.shape)}"
        )
    for dim in range(2, input.ndim):
        if not input.size(dim):
            raise RuntimeError(
                "grid_sampler(): expected input to have non-empty spatial dimensions, but input "
                f"has sizes {list(input.shape)} with dimension {dim} being empty"
            )
    if input.dtype is not grid.dtype:
        raise RuntimeError(
            f"grid_sampler(): expected scalar type {input.dtype} but found {grid.dtype}; convert "
            "one with .to(dtype)"
        )
    require_floating("grid_sampler_2d_cpu", input._array)


def _grid_sampler(input, grid, interpolation_mode, padding_mode, align_corners, dims=None):
    _check(input, grid, dims)
    if interpolation_mode not in (0, 1, 2) or padding_mode not in (0, 1, 2):
        raise RuntimeError(
            "grid_sampler(): expected interpolation_mode and padding_mode to be 0, 1 or 2, but "
            f"got {interpolation_mode} and {padding_mode}"
        )
    if interpolation_mode == 2 and input.ndim != 4:
        raise RuntimeError("grid_sampler(): bicubic interpolation only supports 4D input")
    return _sampled(input, grid, interpolation_mode, padding_mode, align_corners)


_WRONG = (
    ("x(1, 2, 3, 4), unit(1, 5, 2), 0, 0, False", RuntimeError, "same number of dimensions"),
    ("x(1, 2, 3, 4), unit(1, 5, 2, 3), 0, 0, False", RuntimeError, "size 2 in last dimension"),
    ("x(1, 2, 3, 4), unit(2, 5, 2, 2), 0, 0, False", RuntimeError, "same batch size"),
    ("x(1, 2, 0, 4), unit(1, 5, 2, 2), 0, 0, False", RuntimeError, "non-empty spatial"),
    ("x(1, 2, 3, 4), unit(1, 5, 2, 2), 3, 0, False", RuntimeError, "to be 0, 1 or 2"),
)
_PLANE = tuple(
    f"x(2, 3, 4, 5), x(2, 2, 3, 2), {mode}, {padding}, {align}"
    for mode in (0, 1, 2)
    for padding, align in ((0, True), (1, False), (2, True), (2, False))
)
_SPACE = tuple(
    f"x(1, 2, 3, 2, 4), x(1, 2, 3, 1, 3), {mode}, {padding}, {align}"
    for mode in (0, 1)
    for padding, align in ((0, False), (1, True), (2, False))
)


@composite(methods=False, dtypes="float", samples=(*_PLANE, *_SPACE), errors=_WRONG, layered=True)
def grid_sampler(
    input: Array, grid: Array, interpolation_mode: int, padding_mode: int, align_corners: bool
) -> Array:
    """`nn.functional.grid_sample` with numbers for its modes, in the order of their names."""
    return _grid_sampler(input, grid, interpolation_mode, padding_mode, align_corners)


@composite(methods=False, dtypes="float", samples=_PLANE[:2], errors=_WRONG[:2], layered=True)
def grid_sampler_2d(
    input: Array, grid: Array, interpolation_mode: int, padding_mode: int, align_corners: bool
) -> Array:
    """`grid_sampler` of images (N, C, H, W)."""
    return _grid_sampler(input, grid, interpolation_mode, padding_mode, align_corners, 2)


@composite(methods=False, dtypes="float", samples=_SPACE[:2], layered=True)
def grid_sampler_3d(
    input: Array, grid: Array, interpolation_mode: int, padding_mode: int, align_corners: bool
) -> Array:
    """`grid_sampler` of volumes (N, C, D, H, W)."""
    return _grid_sampler(input, grid, interpolation_mode, padding_mode, align_corners, 3)


def _named(function, argument, names, value):
    if value not in names:
        known = ", ".join(map(repr, names))
        raise ValueError(
            f"nn.functional.{function}(): expected {argument} to be one of {known}, but got: "
            f"{value!r}"
        )
    return names[value]


def aligned(align_corners):
    """Whether corners are aligned; warns where that is left open, as PyTorch does."""
    if align_corners is None:
        warn(
            "Default grid_sample and affine_grid behavior has changed to align_corners=False since "
            "1.3.0. Please specify align_corners=True if the old behavior is desired. See the "
            "documentation of grid_sample for details.",
        )
    return bool(align_corners)


@composite(
    namespace="functional",
    methods=False,
    dtypes="float",
    samples=(
        "x(2, 3, 4, 5), x(2, 2, 3, 2), align_corners=False",
        "x(2, 3, 4, 5), x(2, 2, 3, 2), 'bicubic', 'reflection', True",
        "x(1, 2, 3, 2, 4), x(1, 2, 3, 1, 3), 'nearest', 'border', align_corners=False",
    ),
    errors=(
        ("x(1, 2, 3, 4), unit(1, 5, 2, 2), 'cubic'", ValueError, "expected mode to be one of"),
        (
            "x(1, 2, 3, 4), unit(1, 5, 2, 2), padding_mode='same'",
            ValueError,
            "expected padding_mode to be one of",
        ),
    ),
    layered=True,
)
def grid_sample(
    input: Array,
    grid: Array,
    mode: str = "bilinear",
    padding_mode: str = "zeros",
    align_corners: bool | None = None,
) -> Array:
    """`input` (N, C, H, W) read at `grid` (N, H', W', 2): (N, C, H', W') (Jaderberg et al. 2015).

    Volumes (N, C, D, H, W) take a grid (N, D', H', W', 3). The coordinates of a position, x first,
    go from -1 to 1 over the image: between the centres of the outermost elements with
    `align_corners`, else between their borders. `mode` is "bilinear", "nearest" or "bicubic";
    outside of the image lie "zeros", its "border", or its "reflection". Raises RuntimeError or
    ValueError where shapes, dtypes or names do not fit.

    >>> import firebrick_core as fb, firebrick_core.functional as F
    >>> image = fb.tensor([[[[0.0, 1.0], [2.0, 3.0]]]])
    >>> F.grid_sample(image, fb.tensor([[[[0.0, 0.0], [1.0, -1.0]]]]), align_corners=True)
    tensor([[[[1.5000, 1.0000]]]])
    """
    interpolation = _named("grid_sample", "mode", _MODES, mode)
    padding = _named("grid_sample", "padding_mode", _PADDINGS, padding_mode)
    return _grid_sampler(input, grid, interpolation, padding, aligned(align_corners))


# Grids of positions of affine maps, for `grid_sample`.


def _axis(size, align_corners):
    """The coordinates of an image's elements along one dimension."""
    at = np.linspace(-1, 1, size) if size > 1 else np.zeros(size)
    return at if align_corners else at * ((size - 1) / size)


def _affine(theta, size, align_corners):
    from .._creation import from_numpy

    dims = len(size) - 2
    axes = np.meshgrid(*(_axis(n, align_corners) for n in size[2:]), indexing="ij")
    points = np.stack([*reversed(axes), np.ones_like(axes[0])], -1).reshape(-1, dims + 1)
    base = from_numpy(points).to(theta.device, theta.dtype)
    return base.matmul(theta.transpose(1, 2)).reshape(size[0], *size[2:], dims)


_AFFINE_PLANE = "x(2, 2, 3), (2, 1, 3, 4)"
_AFFINE_SPACE = "x(2, 3, 4), (2, 1, 2, 3, 4)"


@composite(
    methods=False,
    dtypes="float",
    samples=(f"{_AFFINE_PLANE}, False", f"{_AFFINE_SPACE}, True"),
    errors=(("x(2, 2, 3), (3, 1, 2, 4), False", RuntimeError, "batch"),),
)
def affine_grid_generator(theta: Array, size: Shape, align_corners: bool) -> Array:
    """`nn.functional.affine_grid` as `torch` has it: every argument given."""
    require_tensor("affine_grid_generator", "theta", 1, theta)
    size = tuple(size)
    dims = len(size) - 2
    if dims not in (2, 3):
        raise RuntimeError(
            "AffineGridGenerator needs 4d (spatial) or 5d (volumetric) inputs, but got size "
            f"{list(size)}"
        )
    if tuple(theta.shape) != (size[0], dims, dims + 1):
        raise RuntimeError(
            f"Expected a batch of {size[0]} affine matrices of shape {dims}x{dims + 1} for size "
            f"{size}, but got theta of shape {list(theta.shape)}"
        )
    return _affine(theta, size, align_corners)


@composite(
    namespace="functional",
    methods=False,
    dtypes="float",
    samples=(f"{_AFFINE_PLANE}, False", f"{_AFFINE_SPACE}, align_corners=True"),
    errors=(
        ("x(2, 2, 3), (2, 1, 3)", NotImplementedError, "only supports 4D and 5D sizes"),
        ("x(2, 3), (2, 1, 3, 3)", ValueError, "batch of 2D affine matrices"),
        ("x(2, 2, 3), (2, 1, 0, 3)", ValueError, "non-zero, positive output size"),
        ("ints(2, 2, 2, 3), (2, 1, 3, 3)", ValueError, "floating point type"),
    ),
)
def affine_grid(theta: Array, size: Shape, align_corners: bool | None = None) -> Array:
    """The positions in `grid_sample`'s coordinates of an affine map's result.

    `theta` (N, 2, 3) and `size` (N, C, H, W) give (N, H, W, 2), `theta` (N, 3, 4) and
    (N, C, D, H, W) give (N, D, H, W, 3). Raises ValueError, RuntimeError or NotImplementedError
    where they do not fit.

    >>> import firebrick_core as fb, firebrick_core.functional as F
    >>> same = fb.tensor([[[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]])
    >>> F.affine_grid(same, (1, 1, 1, 3), align_corners=False)[0, 0, :, 0]
    tensor([-0.6667,  0.0000,  0.6667])
    """
    require_tensor("affine_grid", "theta", 1, theta)
    size = tuple(size)
    if not theta.is_floating_point():
        raise ValueError(f"Expected theta to have floating point type, but got {theta.dtype}")
    if len(size) not in (4, 5):
        raise NotImplementedError(
            "affine_grid only supports 4D and 5D sizes, for 2D and 3D affine transforms, "
            f"respectively. Got size {size}."
        )
    dims = len(size) - 2
    if theta.ndim != 3 or tuple(theta.shape[1:]) != (dims, dims + 1):
        raise ValueError(
            f"Expected a batch of {dims}D affine matrices of shape Nx{dims}x{dims + 1} for size "
            f"{size}. Got {theta.shape}."
        )
    if min(size) <= 0:
        raise ValueError(f"Expected non-zero, positive output size. Got {size}")
    align = aligned(align_corners)
    if align and min(size[-2:]) == 1:
        warn(
            "Since version 1.3.0, affine_grid behavior has changed for unit-size grids when "
            "align_corners=True. This is not an intended use case of affine_grid. See the "
            "documentation of affine_grid for details.",
        )
    return T.affine_grid_generator(theta, size, align)
