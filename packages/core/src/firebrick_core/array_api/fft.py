"""The standard's Fourier transform extension."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .. import _operators as T
from ._types import only

COMPLEX = ("complex floating",)
REAL = ("real floating",)


def _one(name: str, operator: Callable[..., Any], kinds: tuple[str, ...], what: str) -> Any:
    def transform(
        x: Any, /, *, n: int | None = None, axis: int = -1, norm: str = "backward"
    ) -> Any:
        only(name, x, *kinds)
        return operator(x, n, axis, norm)

    transform.__name__ = transform.__qualname__ = name
    transform.__doc__ = f"{what} Raises TypeError for dtypes that are not {kinds[0]}."
    return transform


def _several(name: str, operator: Callable[..., Any], kinds: tuple[str, ...], what: str) -> Any:
    def transform(x: Any, /, *, s: Any = None, axes: Any = None, norm: str = "backward") -> Any:
        only(name, x, *kinds)
        return operator(x, s, axes, norm)

    transform.__name__ = transform.__qualname__ = name
    transform.__doc__ = f"{what} Raises TypeError for dtypes that are not {kinds[0]}."
    return transform


fft = _one("fft", T.fft_fft, COMPLEX, "The discrete Fourier transform along an axis.")
ifft = _one("ifft", T.fft_ifft, COMPLEX, "The inverse of `fft`.")
fftn = _several("fftn", T.fft_fftn, COMPLEX, "The discrete Fourier transform along axes.")
ifftn = _several("ifftn", T.fft_ifftn, COMPLEX, "The inverse of `fftn`.")
rfft = _one("rfft", T.fft_rfft, REAL, "`fft` of real numbers: the half that is not redundant.")
irfft = _one("irfft", T.fft_irfft, COMPLEX, "The inverse of `rfft`.")
rfftn = _several("rfftn", T.fft_rfftn, REAL, "`fftn` of real numbers.")
irfftn = _several("irfftn", T.fft_irfftn, COMPLEX, "The inverse of `rfftn`.")
hfft = _one("hfft", T.fft_hfft, COMPLEX, "`fft` of what is Hermitian, with a real result.")
ihfft = _one("ihfft", T.fft_ihfft, REAL, "The inverse of `hfft`.")


def fftfreq(n: int, /, *, d: float = 1.0, dtype: Any = None, device: Any = None) -> Any:
    """The frequencies of `fft`'s results, for samples at distance `d`."""
    return T.fft_fftfreq(n, d, dtype=dtype, device=device)


def rfftfreq(n: int, /, *, d: float = 1.0, dtype: Any = None, device: Any = None) -> Any:
    """The frequencies of `rfft`'s results."""
    return T.fft_rfftfreq(n, d, dtype=dtype, device=device)


def fftshift(x: Any, /, *, axes: Any = None) -> Any:
    """Frequency 0 moved to the middle."""
    only("fftshift", x, *REAL, *COMPLEX)
    return T.fft_fftshift(x, axes)


def ifftshift(x: Any, /, *, axes: Any = None) -> Any:
    """The inverse of `fftshift`."""
    only("ifftshift", x, *REAL, *COMPLEX)
    return T.fft_ifftshift(x, axes)
