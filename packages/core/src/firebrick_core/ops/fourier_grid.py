"""The frequencies of a discrete Fourier transform, and moving frequency 0 to the middle."""

from __future__ import annotations

import math

import numpy as np

from .. import _dtype, _operators as T
from .._errstate import quiet
from .._operator import Array, composite
from .._typing import Device, Dims, DType
from ._writing import received
from .fourier import one_axis


def _frequencies(name, index, n, d, out, dtype, device, requires_grad):
    """`index / (n * d)`, rounded as the product of an index with the spacing."""
    from .._factory import place

    dtype = dtype or (_dtype.get_default_dtype() if out is None else out.dtype)
    if out is not None and dtype is not out.dtype:
        raise RuntimeError(
            f"dtype {dtype} does not match dtype of out parameter ({out.dtype}); leave it out"
        )
    if dtype.category < _dtype.FLOATING:
        raise RuntimeError(f"{name} requires a floating point or complex dtype, got {dtype}")
    extent = float(n * d)
    spacing = 1.0 / extent if extent else math.copysign(math.inf, extent)
    number = dtype.numpy_dtype
    with quiet():
        found = index.astype(number) * np.asarray(spacing).astype(number)
    return received(name, place(found, device, requires_grad), out)


def _index(name, n):
    if not hasattr(n, "__index__"):
        raise TypeError(
            f"fft_{name}(): argument 'n' (position 1) must be int, not {type(n).__name__}"
        )
    if n < 0:
        raise RuntimeError(f"Trying to create tensor with negative dimension {n}: [{n}]")
    return np.arange(n)


@composite(
    namespace="fft",
    methods=False,
    out=True,
    dtypes="none",
    samples=("5", "4, 0.5, dtype=T.float64", "0", "4, 0.0", "3, dtype=T.float16"),
    errors=(
        ("-1", RuntimeError, "negative dimension"),
        ("4.0", TypeError, "must be int"),
        ("4, dtype=T.int64", RuntimeError, "requires a floating point or complex dtype"),
    ),
)
def fft_fftfreq(
    n: int,
    d: float = 1.0,
    *,
    out: object = None,
    dtype: DType | None = None,
    layout: object = None,
    device: Device | None = None,
    requires_grad: bool = False,
) -> Array:
    """The frequencies of `fft` of `n` points `d` apart: from 0 up, then the negative ones.

    Raises RuntimeError for a dtype that is not floating.

    >>> import firebrick_core as fb
    >>> fb.fft.fftfreq(4, 0.5)
    tensor([ 0.0000,  0.5000, -1.0000, -0.5000])
    """
    index = _index("fftfreq", n)
    index[(n + 1) // 2 :] -= n
    return _frequencies("fftfreq", index, n, d, out, dtype, device, requires_grad)


@composite(
    namespace="fft",
    methods=False,
    out=True,
    dtypes="none",
    samples=("5", "4, 0.5, dtype=T.float64", "0"),
    errors=(("-1", RuntimeError, "negative dimension"),),
)
def fft_rfftfreq(
    n: int,
    d: float = 1.0,
    *,
    out: object = None,
    dtype: DType | None = None,
    layout: object = None,
    device: Device | None = None,
    requires_grad: bool = False,
) -> Array:
    """The n // 2 + 1 frequencies of `rfft` of `n` points `d` apart.

    >>> import firebrick_core as fb
    >>> fb.fft.rfftfreq(4, 0.5)
    tensor([0.0000, 0.5000, 1.0000])
    """
    _index("rfftfreq", n)
    index = np.arange(n // 2 + 1)
    return _frequencies("rfftfreq", index, n, d, out, dtype, device, requires_grad)


def _shifted(input, dim):
    if dim is None:
        return tuple(range(input._array.ndim))
    return tuple(one_axis(input, d) for d in ((dim,) if isinstance(dim, int) else dim))


@composite(
    namespace="fft",
    methods=False,
    samples=("x(5)", "x(3, 4)", "x(3, 4), 0", "x(3, 4), (1, 0)", "x(0, 3)"),
    errors=(("x(3), 1", IndexError, "Dimension out of range"),),
)
def fft_fftshift(input: Array, dim: Dims = None) -> Array:
    """What `fft` gives with frequency 0 in the middle, along all dimensions or `dim`.

    >>> import firebrick_core as fb
    >>> fb.fft.fftshift(fb.fft.fftfreq(4))
    tensor([-0.5000, -0.2500,  0.0000,  0.2500])
    """
    dims = _shifted(input, dim)
    return T.roll(input, [input._array.shape[d] // 2 for d in dims], dims)


@composite(
    namespace="fft",
    methods=False,
    samples=("x(5)", "x(3, 4)", "x(3, 4), 0", "x(3, 4), (1, 0)", "x(0, 3)"),
    errors=(("x(3), 1", IndexError, "Dimension out of range"),),
)
def fft_ifftshift(input: Array, dim: Dims = None) -> Array:
    """The inverse of `fftshift`.

    >>> import firebrick_core as fb
    >>> fb.fft.ifftshift(fb.tensor([-1, 0, 1]))
    tensor([ 0,  1, -1])
    """
    dims = _shifted(input, dim)
    return T.roll(input, [(input._array.shape[d] + 1) // 2 for d in dims], dims)
