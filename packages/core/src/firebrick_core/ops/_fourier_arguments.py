"""Arguments of Fourier transforms, checked and brought into one form."""

from __future__ import annotations

from typing import Any

from .. import _dtype, _errors, _operators as T
from ._dims import one_dim

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
