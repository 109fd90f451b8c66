"""The three transforms that all others are made of: complex, from real, and to real numbers.

`dims` are in 0..ndim-1, no one twice. Results are multiplied by `n**-power`, with n the number of
points; `power` is 0, 1/2 or 1. In memory, the transformed dimensions come last, as in PyTorch.
NumPy's own transforms are pocketfft, which keeps float32.
"""

from __future__ import annotations

from .._device import meta_array
from .._operator import Array, operator
from .._typing import Shape

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
