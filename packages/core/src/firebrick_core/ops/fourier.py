"""Discrete Fourier transforms: torch.fft, made of three transforms.

With `norm` "backward" (None) the inverse transforms carry the factor 1/n, with "forward" the
forward ones, with "ortho" both carry its root; n is the number of points of the result. Integers
and booleans are taken in the default dtype; half precision is refused.

Source: Cooley and Tukey, *An algorithm for the machine calculation of complex Fourier series*,
1965.
"""

from __future__ import annotations

from typing import Any

from .. import _dtype, _errors, _operators as T
from .._device import meta_array
from .._operator import Array, composite, operator
from .._typing import Dims, Shape
from ._dims import one_dim

ONE = ("x(3, 4)", "x(5), 3", "x(2, 3), 4, 0, norm='ortho'", "x(3, 4).t(), norm='forward'")
TWO = ("x(3, 4)", "x(2, 3, 4), (2, 5), (0, -1), norm='ortho'")
SEVERAL = ("x(3, 4)", "x(2, 3, 4), (2, -1)", "x(2, 3, 4), None, (2, 0), norm='forward'")
WRONG = (
    ("x(3), 0", RuntimeError, "Invalid number of data points"),
    ("x(3), None, 1", IndexError, "Dimension out of range"),
    ("x(3), norm='none'", RuntimeError, "Invalid normalization mode"),
    ("x()", IndexError, "no dimensions"),
    ("[1.0]", TypeError, "must be Tensor"),
    ("x(3).to(T.float16)", RuntimeError, "Unsupported dtype Half"),
)
WRONG_SEVERAL = (
    ("x(2, 3), (2, 3, 4)", RuntimeError, "only has 2 dimensions"),
    ("x(2, 3), (2,), (0, 1)", RuntimeError, "must have the same length"),
    ("x(2, 3), None, (0, 0)", RuntimeError, "FFT dims must be unique"),
    ("x(2, 3), (0,), (0,)", RuntimeError, "Invalid number of data points"),
)
REAL = (("x(3) + 0j", RuntimeError, "expects a real input tensor"),)


def _transform(samples, errors=(), dtypes="no_half"):
    return composite(
        layered=True,
        namespace="fft",
        methods=False,
        out=True,
        promotion="default",
        dtypes=dtypes,
        samples=samples,
        errors=errors,
    )


# ---------------------------------------------------------------------- what forms share
def _complex(name, input, dims, sizes, norm, forward):
    """A transform of complex numbers, and of real ones taken as such."""
    power = power_of(norm, forward)
    input = resized(input, dims, sizes)
    if not dims:
        return input.to(input.dtype.to_complex(), copy=True)
    return T.fft_c2c(input, dims, power, forward)


def _one(name, input, n, dim, norm, forward):
    input = floating(name, input)
    axis = one_axis(input, dim)
    size = input._array.shape[axis] if n is None else n
    return _complex(name, input, (axis,), (size,), norm, forward)


def _several(name, input, s, dim, norm, forward):
    input = floating(name, input)
    return _complex(name, input, *all_axes(input, s, dim), norm, forward)


def _some_axes(name, input, s, dim):
    dims, sizes = all_axes(input, s, dim)
    if not dims:
        raise RuntimeError(f"{name} must transform at least one axis")
    return dims, sizes


def _half_sizes(input, s, dims, sizes):
    """Sizes of the half spectrum that `sizes` real numbers have, and the last one of these."""
    given = None if s is None else (s,) if isinstance(s, int) else s
    last = 2 * (input._array.shape[dims[-1]] - 1)
    if given is not None and given[-1] != -1:
        last = given[-1]
    return [*sizes[:-1], check_points(last) // 2 + 1], last


def _as_complex(input):
    return input if input.dtype.is_complex else input.to(input.dtype.to_complex())


# ---------------------------------------------------------------------- one dimension
@_transform(ONE, WRONG)
def fft_fft(input: Array, n: int | None = None, dim: int = -1, norm: str | None = None) -> Array:
    """The transform along `dim`: `X[k] = sum over m of x[m] exp(-2 pi i k m / n)`.

    `n` cuts the input off, or fills it up with zeros. The result is complex. Raises RuntimeError
    for `n` below 1, for half precision and for an unknown `norm`, IndexError for `dim`.

    >>> import firebrick_core as fb
    >>> fb.fft.fft(fb.tensor([1.0, 0.0, 0.0, 0.0]))
    tensor([1.+0.j, 1.+0.j, 1.+0.j, 1.+0.j])
    """
    return _one("fft", input, n, dim, norm, True)


@_transform(ONE, WRONG)
def fft_ifft(input: Array, n: int | None = None, dim: int = -1, norm: str | None = None) -> Array:
    """The inverse of `fft`: `x[m] = 1/n sum over k of X[k] exp(2 pi i k m / n)`.

    >>> import firebrick_core as fb
    >>> fb.fft.ifft(fb.tensor([4.0, 0.0, 0.0, 0.0]))
    tensor([1.+0.j, 1.+0.j, 1.+0.j, 1.+0.j])
    """
    return _one("ifft", input, n, dim, norm, False)


@_transform(ONE, (*WRONG, *REAL), "no_half_real")
def fft_rfft(input: Array, n: int | None = None, dim: int = -1, norm: str | None = None) -> Array:
    """The half of `fft` of real numbers that determines the rest: n // 2 + 1 frequencies from 0.

    Raises RuntimeError for complex input, and what `fft` raises.

    >>> import firebrick_core as fb
    >>> fb.fft.rfft(fb.tensor([1.0, 2.0, 3.0, 2.0]))
    tensor([ 8.+0.j, -2.+0.j,  0.+0.j])
    """
    input = floating("rfft", input, real=True)
    axis = one_axis(input, dim)
    power = power_of(norm, True)
    size = input._array.shape[axis] if n is None else n
    return T.fft_r2c(resized(input, (axis,), (size,)), (axis,), power)


@_transform(ONE, WRONG)
def fft_irfft(input: Array, n: int | None = None, dim: int = -1, norm: str | None = None) -> Array:
    """The inverse of `rfft`: `n` real numbers (default: 2 * (size - 1)) from half a spectrum.

    >>> import firebrick_core as fb
    >>> fb.fft.irfft(fb.tensor([8.0, -2.0, 0.0]))
    tensor([1., 2., 3., 2.])
    """
    input = floating("irfft", input)
    return _real_from_half(_as_complex(input), n, dim, power_of(norm, False))


def _real_from_half(input, n, dim, power):
    axis = one_axis(input, dim)
    size = check_points(2 * (input._array.shape[axis] - 1) if n is None else n)
    return T.fft_c2r(resized(input, (axis,), (size // 2 + 1,)), (axis,), power, size)


@_transform(ONE, WRONG)
def fft_hfft(input: Array, n: int | None = None, dim: int = -1, norm: str | None = None) -> Array:
    """The real transform of a signal that is conjugate symmetric in time, from its first half.

    `n` is the size of the result (default: 2 * (size - 1)).

    >>> import firebrick_core as fb
    >>> fb.fft.hfft(fb.tensor([1.0, 2.0, 3.0]))
    tensor([ 8., -2.,  0., -2.])
    """
    input = floating("hfft", input)
    return _real_from_half(T.conj(_as_complex(input)), n, dim, power_of(norm, True))


@_transform(ONE, (*WRONG, *REAL), "no_half_real")
def fft_ihfft(input: Array, n: int | None = None, dim: int = -1, norm: str | None = None) -> Array:
    """The inverse of `hfft`: the first half of a signal whose transform is real.

    >>> import firebrick_core as fb
    >>> fb.fft.ihfft(fb.tensor([8.0, -2.0, 0.0, -2.0])).real
    tensor([1., 2., 3.])
    """
    input = floating("ihfft", input, real=True)
    axis = one_axis(input, dim)
    power = power_of(norm, False)
    size = input._array.shape[axis] if n is None else n
    return T.conj(T.fft_r2c(resized(input, (axis,), (size,)), (axis,), power))


# ---------------------------------------------------------------------- several dimensions
@_transform(SEVERAL, WRONG_SEVERAL)
def fft_fftn(input: Array, s: Dims = None, dim: Dims = None, norm: str | None = None) -> Array:
    """`fft` along each of `dim`: all, or as many of the last as `s` has sizes; -1 keeps a size.

    Raises RuntimeError where `s` and `dim` differ in length, or a dimension comes twice.

    >>> import firebrick_core as fb
    >>> fb.fft.fftn(fb.ones(2, 2))
    tensor([[4.+0.j, 0.+0.j],
            [0.+0.j, 0.+0.j]])
    """
    return _several("fftn", input, s, dim, norm, True)


@_transform(SEVERAL, WRONG_SEVERAL)
def fft_ifftn(input: Array, s: Dims = None, dim: Dims = None, norm: str | None = None) -> Array:
    """The inverse of `fftn`.

    >>> import firebrick_core as fb
    >>> fb.fft.ifftn(fb.fft.fftn(fb.ones(2, 2))).real
    tensor([[1., 1.],
            [1., 1.]])
    """
    return _several("ifftn", input, s, dim, norm, False)


@_transform(SEVERAL, (*WRONG_SEVERAL, *REAL), "no_half_real")
def fft_rfftn(input: Array, s: Dims = None, dim: Dims = None, norm: str | None = None) -> Array:
    """`rfft` along the last of `dim`, then `fft` along the others.

    >>> import firebrick_core as fb
    >>> fb.fft.rfftn(fb.ones(2, 4)).shape
    torch.Size([2, 3])
    """
    input = floating("rfftn", input, real=True)
    dims, sizes = _some_axes("rfftn", input, s, dim)
    power = power_of(norm, True)
    return T.fft_r2c(resized(input, dims, sizes), dims, power)


@_transform(SEVERAL, WRONG_SEVERAL)
def fft_irfftn(input: Array, s: Dims = None, dim: Dims = None, norm: str | None = None) -> Array:
    """The inverse of `rfftn`; `s` has the sizes of the result.

    >>> import firebrick_core as fb
    >>> fb.fft.irfftn(fb.fft.rfftn(fb.ones(2, 3)), (2, 3))
    tensor([[1., 1., 1.],
            [1., 1., 1.]])
    """
    input = _as_complex(floating("irfftn", input))
    dims, sizes = _some_axes("irfftn", input, s, dim)
    power = power_of(norm, False)
    half, last = _half_sizes(input, s, dims, sizes)
    return T.fft_c2r(resized(input, dims, half), dims, power, last)


@_transform(SEVERAL, WRONG_SEVERAL)
def fft_hfftn(input: Array, s: Dims = None, dim: Dims = None, norm: str | None = None) -> Array:
    """`fft` along all of `dim` but the last, then `hfft` along that one.

    >>> import firebrick_core as fb
    >>> fb.fft.hfftn(fb.ones(2, 2))
    tensor([[4., 0.],
            [0., 0.]])
    """
    input = _as_complex(floating("hfftn", input))
    dims, sizes = _some_axes("hfftn", input, s, dim)
    power = power_of(norm, True)
    half, last = _half_sizes(input, s, dims, sizes)
    out = resized(input, dims, half)
    if len(dims) > 1:
        out = T.fft_c2c(out, dims[:-1], power, True)
    return T.fft_c2r(T.conj(out), dims[-1:], power, last)


@_transform(SEVERAL, (*WRONG_SEVERAL, *REAL), "no_half_real")
def fft_ihfftn(input: Array, s: Dims = None, dim: Dims = None, norm: str | None = None) -> Array:
    """The inverse of `hfftn`.

    >>> import firebrick_core as fb
    >>> fb.fft.ihfftn(fb.tensor([[4.0, 0.0], [0.0, 0.0]])).real
    tensor([[1., 1.],
            [1., 1.]])
    """
    input = floating("ihfftn", input, real=True)
    dims, sizes = _some_axes("ihfftn", input, s, dim)
    power = power_of(norm, False)
    out = T.conj(T.fft_r2c(resized(input, dims, sizes), dims[-1:], power))
    return T.fft_c2c(out, dims[:-1], power, False) if len(dims) > 1 else out


# ---------------------------------------------------------------------- two dimensions
@_transform(TWO)
def fft_fft2(input: Array, s: Dims = None, dim: Dims = (-2, -1), norm: str | None = None) -> Array:
    """`fftn` along the last two dimensions, or `dim`.

    >>> import firebrick_core as fb
    >>> fb.fft.fft2(fb.ones(2, 2))[0]
    tensor([4.+0.j, 0.+0.j])
    """
    return fft_fftn(input, s, dim, norm)


@_transform(TWO)
def fft_ifft2(input: Array, s: Dims = None, dim: Dims = (-2, -1), norm: str | None = None) -> Array:
    """`ifftn` along the last two dimensions, or `dim`."""
    return fft_ifftn(input, s, dim, norm)


@_transform(TWO, REAL, "no_half_real")
def fft_rfft2(input: Array, s: Dims = None, dim: Dims = (-2, -1), norm: str | None = None) -> Array:
    """`rfftn` along the last two dimensions, or `dim`."""
    return fft_rfftn(input, s, dim, norm)


@_transform(TWO)
def fft_irfft2(
    input: Array, s: Dims = None, dim: Dims = (-2, -1), norm: str | None = None
) -> Array:
    """`irfftn` along the last two dimensions, or `dim`."""
    return fft_irfftn(input, s, dim, norm)


@_transform(TWO)
def fft_hfft2(input: Array, s: Dims = None, dim: Dims = (-2, -1), norm: str | None = None) -> Array:
    """`hfftn` along the last two dimensions, or `dim`."""
    return fft_hfftn(input, s, dim, norm)


@_transform(TWO, REAL, "no_half_real")
def fft_ihfft2(
    input: Array, s: Dims = None, dim: Dims = (-2, -1), norm: str | None = None
) -> Array:
    """`ihfftn` along the last two dimensions, or `dim`."""
    return fft_ihfftn(input, s, dim, norm)


# The three transforms that all others are made of: complex, from real, and to real numbers.
#
# `dims` are in 0..ndim-1, no one twice. Results are multiplied by `n**-power`, with n the number of
# points; `power` is 0, 1/2 or 1. In memory, the transformed dimensions come last, as in PyTorch.
# NumPy's own transforms are pocketfft, which keeps float32.

# The names that NumPy has for the powers, which differ by direction.
_FORWARD = {0.0: "backward", 0.5: "ortho", 1.0: "forward"}
_INVERSE = {0.0: "forward", 0.5: "ortho", 1.0: "backward"}
_COMPLEX = {"f": "F", "d": "D"}
_REAL = {"F": "f", "D": "d"}


def _order(input, dims):
    """Dimensions as they shall lie in memory: others by stride, then `dims`, the last one last."""
    others = [d for d in range(input.ndim) if d not in dims]
    stride = input.strides.__getitem__
    others.sort(key=stride, reverse=True)
    return [*others, *sorted(dims[:-1], key=stride, reverse=True), dims[-1]]


def _innermost(xp, input, order):
    """A contiguous array with its dimensions in that order."""
    if order != list(range(input.ndim)):
        input = input.transpose(order)
    return xp.ascontiguousarray(input)


def _put_back(output, order):
    """The array with its dimensions where they were before `_innermost`."""
    if order == list(range(len(order))):
        return output
    back = [0] * len(order)
    for position, d in enumerate(order):
        back[d] = position
    return output.transpose(back)


def _complex_rule(input, dims, power, forward):
    return meta_array(input.shape, _COMPLEX.get(input.dtype.char, input.dtype))


@operator(
    samples=(
        "x(3, 4), (1,), 0.0, True",
        "x(5), (0,), 1.0, False",
        "x(2, 3, 4), (2, 0), 0.5, True",
    ),
    methods=False,
    namespace="internal",
    dtypes="no_half_floating",
    meta=_complex_rule,
)
def fft_c2c(xp, input: Array, dims: Shape, power: float, forward: bool) -> Array:
    """The transform over `dims`, or its inverse; real input is taken as complex."""
    fft = xp.fft
    dims = sorted(dims, key=input.strides.__getitem__, reverse=True)
    order = _order(input, dims)
    array = _innermost(xp, input, order)
    norm = (_FORWARD if forward else _INVERSE)[power]
    if len(dims) == 1:
        out = (fft.fft if forward else fft.ifft)(array, None, -1, norm)
    else:
        axes = tuple(range(-len(dims), 0))
        out = (fft.fftn if forward else fft.ifftn)(array, None, axes, norm)
    return _put_back(out, order)


def _from_real_rule(input, dims, power):
    sizes = list(input.shape)
    sizes[dims[-1]] = sizes[dims[-1]] // 2 + 1
    return meta_array(sizes, _COMPLEX[input.dtype.char])


@operator(
    samples=("x(3, 4), (1,), 0.0", "x(5), (0,), 1.0", "x(2, 3, 4), (2, 0), 0.5"),
    methods=False,
    namespace="internal",
    dtypes="no_half_float",
    meta=_from_real_rule,
)
def fft_r2c(xp, input: Array, dims: Shape, power: float) -> Array:
    """The transform of real numbers: the half with frequencies from 0 along the last of `dims`."""
    order = _order(input, dims)
    array = _innermost(xp, input, order)
    if len(dims) == 1:
        out = xp.fft.rfft(array, None, -1, _FORWARD[power])
    else:
        out = xp.fft.rfftn(array, None, tuple(range(-len(dims), 0)), _FORWARD[power])
    return _put_back(out, order)


def _to_real_rule(input, dims, power, last_size):
    sizes = list(input.shape)
    sizes[dims[-1]] = last_size
    return meta_array(sizes, _REAL[input.dtype.char])


@operator(
    samples=("x(3, 3), (1,), 0.0, 5", "x(3), (0,), 1.0, 4", "x(2, 3, 4), (2, 0), 0.5, 3"),
    methods=False,
    namespace="internal",
    dtypes="no_half_complex",
    meta=_to_real_rule,
)
def fft_c2r(xp, input: Array, dims: Shape, power: float, last_size: int) -> Array:
    """The inverse of `fft_r2c`: real numbers, `last_size` of them along the last of `dims`."""
    order = _order(input, dims)
    array = _innermost(xp, input, order)
    if len(dims) == 1:
        out = xp.fft.irfft(array, last_size, -1, _INVERSE[power])
    else:
        axes = tuple(range(-len(dims), 0))
        sizes = [*array.shape[-len(dims) : -1], last_size]
        out = xp.fft.irfftn(array, sizes, axes, _INVERSE[power])
    return _put_back(out, order)


# Arguments of Fourier transforms, checked and brought into one form.

POWERS_FORWARD = {None: 0.0, "backward": 0.0, "ortho": 0.5, "forward": 1.0}
POWERS_INVERSE = {None: 1.0, "backward": 1.0, "ortho": 0.5, "forward": 0.0}
SERVED = (_dtype.float32, _dtype.float64, _dtype.complex64, _dtype.complex128)


def power_of(norm: str | None, forward: bool) -> float:
    """The p of the factor `n**-p` that a normalization mode asks for.

    Raises RuntimeError for an unknown mode, TypeError for what is no string.
    """
    if norm is not None and not isinstance(norm, str):
        raise TypeError(f"argument 'norm' must be str, not {type(norm).__name__}")
    try:
        return (POWERS_FORWARD if forward else POWERS_INVERSE)[norm]
    except KeyError:
        raise RuntimeError(
            f'Invalid normalization mode: "{norm}"; expected "forward", "backward" or "ortho"'
        ) from None


def floating(name: str, input: Any, real: bool = False) -> Any:
    """The input, integers and booleans in the default dtype.

    Raises TypeError for what is no tensor, RuntimeError for a dtype without transforms, and for
    complex numbers where `real`.
    """
    if not hasattr(input, "_keys"):
        raise _errors.not_a_tensor(f"fft_{name}", "input", 1, input)
    dtype = input.dtype
    if real and dtype.is_complex:
        raise RuntimeError(
            f"{name} expects a real input tensor, but got {_errors.TYPE_NAMES[dtype.name]}"
        )
    if dtype.category < _dtype.FLOATING:
        dtype = _dtype.get_default_dtype()
        input = input.to(dtype)
    if dtype not in SERVED:
        kind = _errors.TYPE_NAMES.get(dtype.name, dtype.name)
        raise RuntimeError(f"Unsupported dtype {kind}: {name}() transforms float32 and float64")
    return input


def one_axis(input: Any, dim: int) -> int:
    """The dimension of a one-dimensional transform. Raises IndexError where there is none."""
    if not input._array.ndim:
        raise IndexError(f"Dimension specified as {dim} but tensor has no dimensions")
    return one_dim(dim, input._array.ndim)


def check_points(n: int) -> int:
    """A number of points to transform. Raises RuntimeError where it is not positive."""
    if n < 1:
        raise RuntimeError(f"Invalid number of data points ({n}) specified")
    return n


def all_axes(input: Any, s: Any, dim: Any) -> tuple[tuple[int, ...], list[int]]:
    """The dimensions of a transform and their sizes; those with size -1 keep their own.

    Raises RuntimeError where `s` and `dim` differ in length or a dimension comes twice.
    """
    shape = input._array.shape
    ndim = len(shape)
    s = (s,) if isinstance(s, int) else s
    if dim is not None:
        dims = tuple(one_dim(d, ndim) for d in ((dim,) if isinstance(dim, int) else dim))
        if len(set(dims)) != len(dims):
            raise RuntimeError(f"FFT dims must be unique, got {list(dim)}")
        if s is not None and len(s) != len(dims):
            raise RuntimeError(
                "When given, dim and shape arguments must have the same length, got "
                f"{len(dims)} and {len(s)}"
            )
    elif s is None:
        dims = tuple(range(ndim))
    elif len(s) > ndim:
        raise RuntimeError(
            f"Got shape with {len(s)} values but input tensor only has {ndim} dimensions."
        )
    else:
        dims = tuple(range(ndim - len(s), ndim))
    sizes = [-1] * len(dims) if s is None else list(s)
    return dims, [shape[d] if n == -1 else n for d, n in zip(dims, sizes, strict=True)]


def resized(input: Any, dims: Any, sizes: Any) -> Any:
    """The input cut off, or with zeros at the end, to `sizes` along `dims`."""
    shape = input._array.shape
    pad = [0] * (2 * len(shape))
    for d, n in zip(dims, sizes, strict=True):
        pad[2 * (len(shape) - 1 - d) + 1] = check_points(n) - shape[d]
    if not any(pad):
        return input
    return T.constant_pad_nd(input, tuple(pad), 0)
