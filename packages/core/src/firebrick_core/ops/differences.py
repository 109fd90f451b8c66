"""Differences, slopes and areas along a dimension."""

from __future__ import annotations

from .. import _dtype, _operators as T
from .._operator import Array, composite
from .._typing import Dims, Number
from ._dims import all_dims, one_dim

WRONG_DIM = ("x(3, 4), dim=2", IndexError, "out of range")


# ---------------------------------------------------------------------- differences
def _check_neighbour(input, other, dim):
    if other.ndim != input.ndim:
        raise RuntimeError(
            "diff expects prepend or append to be the same dimension as input, which has "
            f"{input.ndim}; got {other.ndim}"
        )
    for d in range(input.ndim):
        if d != dim and other.shape[d] != input.shape[d]:
            raise RuntimeError(
                "diff expects the shape of tensor to prepend or append to match that of input "
                f"except along the differencing dimension; input.size({d}) = {input.shape[d]}, but "
                f"got tensor.size({d}) = {other.shape[d]}"
            )


@composite(
    samples=(
        "x(3, 4)",
        "x(3, 4), 2, 0",
        "x(4), 9",
        "x(3, 4), prepend=x(3, 1), append=x(3, 2)",
        "x(3, 4), 0",
    ),
    errors=(
        ("x()", RuntimeError, "at least one-dimensional"),
        ("x(3), -1", RuntimeError, "order must be non-negative"),
        ("x(3, 4), prepend=x(3)", RuntimeError, "same dimension as input"),
        ("x(3, 4), append=x(2, 1)", RuntimeError, "except along the differencing dimension"),
        WRONG_DIM,
    ),
    out=True,
)
def diff(
    input: Array,
    n: int = 1,
    dim: int = -1,
    prepend: Array | None = None,
    append: Array | None = None,
) -> Array:
    """The differences of neighbours along `dim`, `n` times over; of booleans whether they differ.

    `prepend` and `append` are put before and behind first. Raises RuntimeError for shapes that do
    not fit.

    >>> import firebrick_core as fb
    >>> fb.diff(fb.tensor([1, 3, 2]))
    tensor([ 2, -1])
    """
    if not input.ndim:
        raise RuntimeError("diff expects input to be at least one-dimensional")
    dim = one_dim(dim, input.ndim)
    if n < 0:
        raise RuntimeError(f"order must be non-negative but got {n}")
    for other in (prepend, append):
        if other is not None:
            _check_neighbour(input, other, dim)
    if n and (prepend is not None or append is not None):
        input = T.cat([t for t in (prepend, input, append) if t is not None], dim)
    for _ in range(min(n, input.shape[dim])):
        size = input.shape[dim] - 1
        later, earlier = input.narrow(dim, 1, size), input.narrow(dim, 0, size)
        bools = input.dtype is _dtype.bool
        input = T.logical_xor(later, earlier) if bools else T.sub(later, earlier)
    return T.clone(input) if not n else input


# ---------------------------------------------------------------------- slopes
def _spacings(input, spacing, dim):
    """The dimensions, and for each of them a number or a tensor of coordinates."""
    if dim is not None and not input.ndim:
        raise IndexError(f"Dimension specified as {dim} but tensor has no dimensions")
    dims = all_dims(dim, input.ndim)
    if spacing is None:
        return dims, [1] * len(dims)
    if hasattr(spacing, "_keys"):
        if spacing.ndim:
            raise RuntimeError(
                "torch.gradient expected spacing to be a scalar or a list: put a tensor of "
                "coordinates into a tuple"
            )
        return dims, [spacing.item()] * len(dims)
    if isinstance(spacing, (tuple, list)):
        if len(spacing) != len(dims):
            given = "dim argument was not given" if dim is None else "dims were given"
            raise RuntimeError(
                "torch.gradient expected spacing to be unspecified, a scalar, or a list of length "
                f"equal to 'self.dim() = {len(dims)}', since {given}, but got a list of length "
                f"{len(spacing)}"
            )
        return dims, list(spacing)
    return dims, [spacing] * len(dims)


def _check_gradient(input, dims, edge_order):
    if input.dtype is _dtype.uint8:
        raise RuntimeError("torch.gradient does not support uint8 input.")
    if edge_order not in (1, 2):
        raise RuntimeError("torch.gradient only supports edge_order=1 and edge_order=2.")
    for d in dims:
        if input.shape[d] < edge_order + 1:
            raise RuntimeError(
                "torch.gradient expected each dimension size to be at least edge_order+1: "
                f"dimension {d} has size {input.shape[d]}"
            )


def _along(x, dim, start, length):
    return x.narrow(dim, start, length)


def _slopes_even(input, dim, step, edge_order):
    """Second-order differences at equal distances; first or second order at both ends."""
    n = input.shape[dim]
    at = [_along(input, dim, i, 1) for i in (0, 1, n - 2, n - 1)]
    if edge_order == 1:
        first, last = (at[1] - at[0]) / step, (at[3] - at[2]) / step
    else:
        third, before = _along(input, dim, 2, 1), _along(input, dim, n - 3, 1)
        first = (-3 * at[0] + 4 * at[1] - third) / (2 * step)
        last = (3 * at[3] - 4 * at[2] + before) / (2 * step)
    inner = (_along(input, dim, 2, n - 2) - _along(input, dim, 0, n - 2)) / (2 * step)
    return T.cat([first, inner, last], dim)


def _slopes_uneven(input, dim, places, edge_order):
    """The slopes of parabolas through neighbours at given places (NumPy's formula)."""
    n = min(input.shape[dim], places.numel())
    shape = [1] * input.ndim
    shape[dim] = -1
    steps = T.diff(places).reshape(shape)
    left, right = _along(steps, dim, 0, n - 2), _along(steps, dim, 1, n - 2)
    rows = [_along(input, dim, i, n - 2) for i in range(3)]
    inner = (
        -right / (left * (left + right)) * rows[0]
        + (right - left) / (left * right) * rows[1]
        + left / (right * (left + right)) * rows[2]
    )
    at = [_along(input, dim, i, 1) for i in (0, 1, n - 2, n - 1)]
    a, b = _along(steps, dim, 0, 1), _along(steps, dim, n - 2, 1)
    if edge_order == 1:
        first, last = (at[1] - at[0]) / a, (at[3] - at[2]) / b
    else:
        c, d = _along(steps, dim, 1, 1), _along(steps, dim, n - 3, 1)
        third, before = _along(input, dim, 2, 1), _along(input, dim, n - 3, 1)
        first = (
            -(2 * a + c) / (a * (a + c)) * at[0]
            + (a + c) / (a * c) * at[1]
            - a / (c * (a + c)) * third
        )
        last = (
            b / (d * (d + b)) * before
            - (b + d) / (b * d) * at[2]
            + (2 * b + d) / (b * (b + d)) * at[3]
        )
    return T.cat([first, inner, last], dim)


@composite(
    samples=(
        "x(4)",
        "x(3, 4)",
        "x(3, 4), dim=1",
        "x(3, 4), spacing=2.0, dim=(0, 1), edge_order=2",
        "x(3, 4), spacing=(T.tensor([0.0, 1.0, 3.0]), T.tensor([0.0, 2.0, 3.0, 5.0]))",
        "x(4), spacing=(T.tensor([0.0, 2.0, 3.0, 5.0]),), edge_order=2",
    ),
    errors=(
        ("x(3, 4), spacing=(1.0,)", RuntimeError, "a list of length 1"),
        ("x(3), edge_order=3", RuntimeError, "only supports edge_order=1"),
        ("x(1)", RuntimeError, "at least edge_order"),
        ("x(3, 4), dim=(0, 0)", RuntimeError, "multiple times"),
    ),
    methods=False,
    dtypes="no_half_floating",
)
def gradient(
    input: Array,
    *,
    spacing: object = None,
    dim: Dims = None,
    edge_order: int = 1,
) -> tuple[Array, ...]:
    """The slopes of samples of a function along each dimension, or along `dim`: a tuple.

    `spacing` is the distance of neighbours, one for each dimension or a tensor of coordinates for
    each; 1 unless given. Inside, differences are of second order, at both ends of `edge_order`, 1
    or 2. Raises RuntimeError for dimensions too short and for uint8.

    >>> import firebrick_core as fb
    >>> fb.gradient(fb.tensor([1.0, 4.0, 9.0, 16.0]))
    (tensor([3., 4., 6., 7.]),)
    """
    dims, spacings = _spacings(input, spacing, dim)
    _check_gradient(input, dims, edge_order)
    return tuple(
        (_slopes_uneven if hasattr(s, "_keys") else _slopes_even)(input, d, s, edge_order)
        for d, s in zip(dims, spacings, strict=True)
    )


# ---------------------------------------------------------------------- areas
def _trapezoids(name, y, x, dx, dim):
    """Twice the areas between neighbours, and the dimension that they are in."""
    if not y.ndim:
        raise IndexError(f"{name}: Dimension specified as {dim} but tensor has no dimensions")
    dim = one_dim(dim, y.ndim)
    if y.dtype is _dtype.bool:
        raise RuntimeError(f"{name}: received a bool input for `y`, but bool is not supported")
    n = max(y.shape[dim] - 1, 0)
    sums = y.narrow(dim, min(1, y.shape[dim]), n) + y.narrow(dim, 0, n)
    if x is None:
        if isinstance(dx, (bool, complex)):
            raise RuntimeError(f"{name}: Currently, we only support dx as a real number, not {dx}")
        if not isinstance(dx, (int, float)):
            raise TypeError(f"{name}(): argument 'dx' must be Number, not {type(dx).__name__}")
        return sums * dx if dx != 1 else sums, dim
    if x.dtype is _dtype.bool:
        raise RuntimeError(
            f"{name}: received a bool input for `x` or `y`, but bool is not supported"
        )
    return sums * _widths(name, y, x, dim), dim


def _widths(name, y, x, dim):
    if x.ndim == 1:
        if x.shape[0] != y.shape[dim]:
            raise RuntimeError(
                f"{name}: There must be one `x` value for each sample point: {x.shape[0]} values "
                f"for {y.shape[dim]} points"
            )
        shape = [1] * y.ndim
        shape[dim] = -1
        x = x.reshape(shape)
    else:
        while x.ndim < y.ndim:
            x = x.unsqueeze(0)
    return T.diff(x, dim=dim)


TRAPEZOIDS = (
    "x(3, 4)",
    "x(3, 4), dx=0.5, dim=0",
    "x(3, 4), T.tensor([0.0, 1.0, 3.0, 4.0])",
    "x(3, 4), x(3, 4)",
    "x(1)",
)
TRAPEZOID_ERRORS = (
    ("x()", IndexError, "no dimensions"),
    ("mask(3)", RuntimeError, "bool is not supported"),
    ("x(3), x(2)", RuntimeError, "one `x` value for each sample point"),
    ("x(3), dx=True", RuntimeError, "real number"),
)


@composite(
    samples=TRAPEZOIDS, errors=TRAPEZOID_ERRORS, methods=False, dtypes="number", aliases=("trapz",)
)
def trapezoid(y: Array, x: Array | None = None, *, dx: Number = 1, dim: int = -1) -> Array:
    """The area under samples of a function along `dim`, by the trapezoidal rule.

    The samples are `dx` apart, or at the places `x`.

    >>> import firebrick_core as fb
    >>> fb.trapezoid(fb.tensor([1.0, 2.0, 4.0]))
    tensor(4.5000)
    """
    parts, dim = _trapezoids("trapezoid", y, x, dx, dim)
    return T.sum(parts, dim) / 2


@composite(samples=TRAPEZOIDS, errors=TRAPEZOID_ERRORS, methods=False, dtypes="number")
def cumulative_trapezoid(
    y: Array, x: Array | None = None, *, dx: Number = 1, dim: int = -1
) -> Array:
    """The areas under samples of a function up to each of them but the first; see `trapezoid`.

    >>> import firebrick_core as fb
    >>> fb.cumulative_trapezoid(fb.tensor([1.0, 2.0, 4.0]))
    tensor([1.5000, 4.5000])
    """
    parts, dim = _trapezoids("cumulative_trapezoid", y, x, dx, dim)
    return T.cumsum(parts, dim) / 2
