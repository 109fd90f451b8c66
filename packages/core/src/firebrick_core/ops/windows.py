"""Window functions: torch.signal.windows, and the older torch.hann_window and its kin.

A window is made in float64 and rounded once. With n points 0..n-1, a symmetric one (`sym`) spans
N = n points, a periodic one N = n + 1, of which the last is left out; a window of one point is 1.

Source: Harris, *On the use of windows for harmonic analysis with the discrete Fourier transform*,
1978.
"""

from __future__ import annotations

import math

import numpy as np

from .. import _dtype
from .._errstate import quiet
from .._operator import Array, composite
from .._typing import Device, DType

WRONG = (
    ("-1", ValueError, "requires non-negative window length"),
    ("2.5", TypeError, "must be int"),
    ("4, dtype=T.float16", ValueError, "expects float32 or float64 dtypes"),
)
SAMPLES = ("5", "6, sym=False", "1", "0", "4, dtype=T.float64")
OLD_WRONG = (
    ("-1", RuntimeError, "requires non-negative window_length"),
    ("2.5", TypeError, "must be int"),
    ("4, dtype=T.int64", RuntimeError, "expects floating point dtypes"),
)
OLD_SAMPLES = ("5", "6, False", "1", "0", "4, dtype=T.float64", "4, dtype=T.float16")


def _window(samples, errors):
    return composite(
        namespace="windows", methods=False, dtypes="none", samples=samples, errors=errors
    )


def _old_window(samples, errors=OLD_WRONG):
    return composite(methods=False, dtypes="none", samples=samples, errors=errors)


# ---------------------------------------------------------------------- what all share
def _check_length(name, argument, M, error):
    if not hasattr(M, "__index__"):
        raise TypeError(f"{name}(): argument '{argument}' must be int, not {type(M).__name__}")
    if M < 0:
        spelled = argument.replace("M", "window length")
        raise error(f"{name} requires non-negative {spelled}, got {argument}={M}")


def _check_layout(name, layout, error):
    if layout is not None and str(layout) != "torch.strided":
        raise error(f"{name} is implemented for strided tensors only, got: {layout}")


def _made(values, M, dtype, device, requires_grad):
    """The tensor of a window's values; short windows do not depend on the formula."""
    from .._factory import place

    if M < 2:
        values = np.ones(M)
    return place(values.astype(dtype.numpy_dtype), device, requires_grad)


def _checked(name, M, dtype, layout):
    """The dtype of a window of torch.signal.windows, after its arguments were checked."""
    _check_length(name, "M", M, ValueError)
    _check_layout(name, layout, ValueError)
    dtype = dtype or _dtype.get_default_dtype()
    if dtype not in (_dtype.float32, _dtype.float64):
        raise ValueError(f"{name} expects float32 or float64 dtypes, got: {dtype}")
    return dtype


def _old_checked(name, window_length, dtype, layout):
    """The same for a window of torch, which takes every floating dtype."""
    _check_length(name, "window_length", window_length, RuntimeError)
    _check_layout(name, layout, RuntimeError)
    dtype = dtype or _dtype.get_default_dtype()
    if dtype.category != _dtype.FLOATING:
        raise RuntimeError(f"{name} expects floating point dtypes, got: {dtype}")
    return dtype


# ---------------------------------------------------------------------- the formulas
def _last(M, sym):
    """N - 1, the place of the last point of the span; 1 where there is but one."""
    return max(M - 1 if sym else M, 1)


def _cosines(M, sym, coefficients):
    """The sum of `(-1)**i a[i] cos(2 pi i k / (N - 1))`."""
    turn = 2 * math.pi / _last(M, sym) * np.arange(M)
    out = np.zeros(M)
    for i, a in enumerate(coefficients):
        out += (-1) ** i * a * np.cos(i * turn)
    return out


def _triangle(M, sym):
    return 1.0 - np.abs(2.0 / _last(M, sym) * np.arange(M) - 1.0)


def _kaiser(M, sym, beta):
    place = 2.0 / _last(M, sym) * np.arange(M) - 1.0
    with quiet():  # the function overflows from 714 on
        return np.i0(beta * np.sqrt(np.maximum(1.0 - place * place, 0.0))) / np.i0(beta)


HANN, HAMMING, BLACKMAN = (0.5, 0.5), (0.54, 0.46), (0.42, 0.5, 0.08)
NUTTALL = (0.3635819, 0.4891775, 0.1365995, 0.0106411)


# ---------------------------------------------------------------------- torch.signal.windows
@_window(
    ("5, a=[0.3, 0.2, 0.5]", "6, a=(0.5, 0.5), sym=False", "1, a=[1.0]"),
    (
        ("5, a=[]", ValueError, "Coefficients cannot be empty"),
        ("5, a=3", TypeError, "Coefficients must be a list/tuple"),
    ),
)
def windows_general_cosine(
    M: int,
    *,
    a: object,
    sym: bool = True,
    dtype: DType | None = None,
    layout: object = None,
    device: Device | None = None,
    requires_grad: bool = False,
) -> Array:
    """A sum of cosines: `sum over i of (-1)**i a[i] cos(2 pi i k / (N - 1))`.

    Raises TypeError where `a` is no list or tuple, ValueError where it is empty.

    >>> import firebrick_core as fb
    >>> fb.signal.windows.general_cosine(5, a=[0.5, 0.5])
    tensor([0.0000, 0.5000, 1.0000, 0.5000, 0.0000])
    """
    dtype = _checked("general_cosine", M, dtype, layout)
    if not isinstance(a, (list, tuple)):
        raise TypeError(f"Coefficients must be a list/tuple, got {type(a).__name__}")
    if M and not a:
        raise ValueError("Coefficients cannot be empty")
    return _made(_cosines(M, sym, a), M, dtype, device, requires_grad)


@_window((*SAMPLES, "5, alpha=0.3"), WRONG)
def windows_general_hamming(
    M: int,
    *,
    alpha: float = 0.54,
    sym: bool = True,
    dtype: DType | None = None,
    layout: object = None,
    device: Device | None = None,
    requires_grad: bool = False,
) -> Array:
    """`alpha - (1 - alpha) cos(2 pi k / (N - 1))`.

    >>> import firebrick_core as fb
    >>> fb.signal.windows.general_hamming(3, alpha=0.6)
    tensor([0.2000, 1.0000, 0.2000])
    """
    dtype = _checked("general_hamming", M, dtype, layout)
    return _made(_cosines(M, sym, (alpha, 1.0 - alpha)), M, dtype, device, requires_grad)


@_window(SAMPLES, WRONG)
def windows_hamming(
    M: int,
    *,
    sym: bool = True,
    dtype: DType | None = None,
    layout: object = None,
    device: Device | None = None,
    requires_grad: bool = False,
) -> Array:
    """Hamming's window: `0.54 - 0.46 cos(2 pi k / (N - 1))`.

    >>> import firebrick_core as fb
    >>> fb.signal.windows.hamming(3)
    tensor([0.0800, 1.0000, 0.0800])
    """
    dtype = _checked("hamming", M, dtype, layout)
    return _made(_cosines(M, sym, HAMMING), M, dtype, device, requires_grad)


@_window(SAMPLES, WRONG)
def windows_hann(
    M: int,
    *,
    sym: bool = True,
    dtype: DType | None = None,
    layout: object = None,
    device: Device | None = None,
    requires_grad: bool = False,
) -> Array:
    """Hann's window: `sin(pi k / (N - 1))**2`.

    >>> import firebrick_core as fb
    >>> fb.signal.windows.hann(4, sym=False)
    tensor([0.0000, 0.5000, 1.0000, 0.5000])
    """
    dtype = _checked("hann", M, dtype, layout)
    return _made(_cosines(M, sym, HANN), M, dtype, device, requires_grad)


@_window(SAMPLES, WRONG)
def windows_blackman(
    M: int,
    *,
    sym: bool = True,
    dtype: DType | None = None,
    layout: object = None,
    device: Device | None = None,
    requires_grad: bool = False,
) -> Array:
    """Blackman's window: `0.42 - 0.5 cos(2 pi k / (N - 1)) + 0.08 cos(4 pi k / (N - 1))`.

    >>> import firebrick_core as fb
    >>> fb.signal.windows.blackman(4, sym=False)[1:]
    tensor([0.3400, 1.0000, 0.3400])
    """
    dtype = _checked("blackman", M, dtype, layout)
    return _made(_cosines(M, sym, BLACKMAN), M, dtype, device, requires_grad)


@_window(SAMPLES, WRONG)
def windows_nuttall(
    M: int,
    *,
    sym: bool = True,
    dtype: DType | None = None,
    layout: object = None,
    device: Device | None = None,
    requires_grad: bool = False,
) -> Array:
    """Nuttall's window of four terms, with the least side lobes (Nuttall 1981).

    >>> import firebrick_core as fb
    >>> fb.signal.windows.nuttall(3)[1]
    tensor(1.)
    """
    dtype = _checked("nuttall", M, dtype, layout)
    return _made(_cosines(M, sym, NUTTALL), M, dtype, device, requires_grad)


@_window(SAMPLES, WRONG)
def windows_bartlett(
    M: int,
    *,
    sym: bool = True,
    dtype: DType | None = None,
    layout: object = None,
    device: Device | None = None,
    requires_grad: bool = False,
) -> Array:
    """A triangle: `1 - |2 k / (N - 1) - 1|`.

    >>> import firebrick_core as fb
    >>> fb.signal.windows.bartlett(5)
    tensor([0.0000, 0.5000, 1.0000, 0.5000, 0.0000])
    """
    dtype = _checked("bartlett", M, dtype, layout)
    return _made(_triangle(M, sym), M, dtype, device, requires_grad)


@_window(SAMPLES, WRONG)
def windows_cosine(
    M: int,
    *,
    sym: bool = True,
    dtype: DType | None = None,
    layout: object = None,
    device: Device | None = None,
    requires_grad: bool = False,
) -> Array:
    """Half a wave: `sin(pi (k + 1/2) / N)`.

    >>> import firebrick_core as fb
    >>> fb.signal.windows.cosine(3)
    tensor([0.5000, 1.0000, 0.5000])
    """
    dtype = _checked("cosine", M, dtype, layout)
    values = np.sin(math.pi / (M if sym and M else M + 1) * (np.arange(M) + 0.5))
    return _made(values, M, dtype, device, requires_grad)


@_window((*SAMPLES, "5, std=0.7"), (*WRONG, ("5, std=0.0", ValueError, "must be positive")))
def windows_gaussian(
    M: int,
    *,
    std: float = 1.0,
    sym: bool = True,
    dtype: DType | None = None,
    layout: object = None,
    device: Device | None = None,
    requires_grad: bool = False,
) -> Array:
    """A bell: `exp(-((k - (N - 1) / 2) / std)**2 / 2)`. Raises ValueError unless `std` > 0.

    >>> import firebrick_core as fb
    >>> fb.signal.windows.gaussian(3)
    tensor([0.6065, 1.0000, 0.6065])
    """
    dtype = _checked("gaussian", M, dtype, layout)
    if std <= 0:
        raise ValueError(f"Standard deviation must be positive, got: {std} instead.")
    place = (np.arange(M) - (M - 1 if sym else M) / 2) / std
    return _made(np.exp(-place * place / 2), M, dtype, device, requires_grad)


@_window(
    (*SAMPLES, "5, tau=0.7", "5, center=1, sym=False"),
    (
        *WRONG,
        ("5, tau=0.0", ValueError, "Tau must be positive"),
        ("5, center=1", ValueError, "Center must be None for symmetric windows"),
    ),
)
def windows_exponential(
    M: int,
    *,
    center: float | None = None,
    tau: float = 1.0,
    sym: bool = True,
    dtype: DType | None = None,
    layout: object = None,
    device: Device | None = None,
    requires_grad: bool = False,
) -> Array:
    """`exp(-|k - center| / tau)`; the center is (N - 1) / 2 unless the window is periodic.

    Raises ValueError for `tau` <= 0, and for a `center` of a symmetric window.

    >>> import firebrick_core as fb
    >>> fb.signal.windows.exponential(3)
    tensor([0.3679, 1.0000, 0.3679])
    """
    dtype = _checked("exponential", M, dtype, layout)
    if tau <= 0:
        raise ValueError(f"Tau must be positive, got: {tau} instead.")
    if sym and center is not None:
        raise ValueError("Center must be None for symmetric windows")
    if center is None:
        center = (M - 1 if sym else M) / 2
    return _made(np.exp(-np.abs(np.arange(M) - center) / tau), M, dtype, device, requires_grad)


@_window((*SAMPLES, "5, beta=3.0"), (*WRONG, ("5, beta=-1.0", ValueError, "non-negative")))
def windows_kaiser(
    M: int,
    *,
    beta: float = 12.0,
    sym: bool = True,
    dtype: DType | None = None,
    layout: object = None,
    device: Device | None = None,
    requires_grad: bool = False,
) -> Array:
    """Kaiser's window: `I0(beta sqrt(1 - (2 k / (N - 1) - 1)**2)) / I0(beta)`.

    I0 is the modified Bessel function. Raises ValueError for a negative `beta`.

    >>> import firebrick_core as fb
    >>> fb.signal.windows.kaiser(3, beta=2.0)
    tensor([0.4387, 1.0000, 0.4387])
    """
    dtype = _checked("kaiser", M, dtype, layout)
    if beta < 0:
        raise ValueError(f"beta must be non-negative, got: {beta} instead.")
    return _made(_kaiser(M, sym, beta), M, dtype, device, requires_grad)


# ---------------------------------------------------------------------- torch
@_old_window(OLD_SAMPLES)
def hann_window(
    window_length: int,
    periodic: bool = True,
    *,
    dtype: DType | None = None,
    layout: object = None,
    device: Device | None = None,
    pin_memory: bool = False,
    requires_grad: bool = False,
) -> Array:
    """`signal.windows.hann`, by default periodic; of any floating dtype.

    >>> import firebrick_core as fb
    >>> fb.hann_window(4)
    tensor([0.0000, 0.5000, 1.0000, 0.5000])
    """
    dtype = _old_checked("hann_window", window_length, dtype, layout)
    values = _cosines(window_length, not periodic, HANN)
    return _made(values, window_length, dtype, device, requires_grad)


@_old_window((*OLD_SAMPLES, "5, True, 0.5, 0.3"))
def hamming_window(
    window_length: int,
    periodic: bool = True,
    alpha: float = 0.54,
    beta: float = 0.46,
    *,
    dtype: DType | None = None,
    layout: object = None,
    device: Device | None = None,
    pin_memory: bool = False,
    requires_grad: bool = False,
) -> Array:
    """`alpha - beta cos(2 pi k / (N - 1))`, by default periodic; of any floating dtype."""
    dtype = _old_checked("hamming_window", window_length, dtype, layout)
    values = _cosines(window_length, not periodic, (alpha, beta))
    return _made(values, window_length, dtype, device, requires_grad)


@_old_window(OLD_SAMPLES)
def blackman_window(
    window_length: int,
    periodic: bool = True,
    *,
    dtype: DType | None = None,
    layout: object = None,
    device: Device | None = None,
    pin_memory: bool = False,
    requires_grad: bool = False,
) -> Array:
    """`signal.windows.blackman`, by default periodic; of any floating dtype."""
    dtype = _old_checked("blackman_window", window_length, dtype, layout)
    values = _cosines(window_length, not periodic, BLACKMAN)
    return _made(values, window_length, dtype, device, requires_grad)


@_old_window(OLD_SAMPLES)
def bartlett_window(
    window_length: int,
    periodic: bool = True,
    *,
    dtype: DType | None = None,
    layout: object = None,
    device: Device | None = None,
    pin_memory: bool = False,
    requires_grad: bool = False,
) -> Array:
    """`signal.windows.bartlett`, by default periodic; of any floating dtype."""
    dtype = _old_checked("bartlett_window", window_length, dtype, layout)
    values = _triangle(window_length, not periodic)
    return _made(values, window_length, dtype, device, requires_grad)


@_old_window((*OLD_SAMPLES, "5, False, 3.0"))
def kaiser_window(
    window_length: int,
    periodic: bool = True,
    beta: float = 12.0,
    *,
    dtype: DType | None = None,
    layout: object = None,
    device: Device | None = None,
    pin_memory: bool = False,
    requires_grad: bool = False,
) -> Array:
    """`signal.windows.kaiser`, by default periodic; of any floating dtype."""
    dtype = _old_checked("kaiser_window", window_length, dtype, layout)
    values = _kaiser(window_length, not periodic, beta)
    return _made(values, window_length, dtype, device, requires_grad)
