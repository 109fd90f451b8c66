"""Transforms of short pieces of a signal: `stft`, and `istft` which puts the pieces together.

Source: Griffin and Lim, *Signal estimation from modified short-time Fourier transform*, 1984.
"""

from __future__ import annotations

from .. import _errors, _operators as T
from .._frames import warn
from .._operator import Array, composite, pointwise
from .fourier import floating

_TINY_ENVELOPE = 1e-11
"""Where the windows add up to less, the signal is lost: the limit is PyTorch's."""


def _check_integer(name, argument, value):
    if value is not None and not hasattr(value, "__index__"):
        raise TypeError(f"{name}(): argument '{argument}' must be int, not {type(value).__name__}")


def _lengths(name, n_fft, hop_length, win_length):
    """The hop and the window's length, with their defaults."""
    _check_integer(name, "n_fft", n_fft)
    _check_integer(name, "hop_length", hop_length)
    _check_integer(name, "win_length", win_length)
    return n_fft // 4 if hop_length is None else hop_length, (
        n_fft if win_length is None else win_length
    )


def _check_window(name, input, window, win_length):
    if window is None:
        return
    if not hasattr(window, "_keys"):
        raise _errors.not_a_tensor(name, "window", 5, window)
    if window.device != input.device:
        raise RuntimeError(
            f"{name} input and window must be on the same device but got self on {input.device} "
            f"and window on {window.device}"
        )
    if tuple(window.shape) != (win_length,):
        raise RuntimeError(
            f"{name}(): expected a 1D window tensor of size equal to win_length={win_length}, but "
            f"got window with size {list(window.shape)} (Invalid window shape)"
        )


def _full_window(input, window, win_length, n_fft):
    """The window in the middle of n_fft points; None where it would be all ones."""
    if window is None and win_length == n_fft:
        return None
    if window is None:
        window = input.new_ones((win_length,), dtype=input.dtype.to_real())
    left = (n_fft - win_length) // 2
    if win_length == n_fft:
        return window
    return T.constant_pad_nd(window, (left, n_fft - win_length - left), 0)


# ---------------------------------------------------------------------- from signal to frames
def _check_stft(input, n_fft, hop_length, win_length, window, length):
    if not 0 < n_fft <= length:
        raise RuntimeError(f"stft(): expected 0 < n_fft < {length}, but got n_fft={n_fft}")
    if hop_length <= 0:
        raise RuntimeError(f"stft(): expected hop_length > 0, but got hop_length={hop_length}")
    if not 0 < win_length <= n_fft:
        raise RuntimeError(
            f"stft(): expected 0 < win_length <= n_fft, but got win_length={win_length}"
        )
    _check_window("stft", input, window, win_length)


def _wants_complex(input, window, return_complex):
    if return_complex is None:
        if not (input.dtype.is_complex or getattr(window, "dtype", input.dtype).is_complex):
            raise RuntimeError(
                "stft requires the return_complex parameter be given for real inputs, and will "
                "further require that return_complex=True in a future PyTorch release."
            )
        return True
    if not return_complex and not input.dtype.is_complex:
        warn(
            "stft with return_complex=False is deprecated. In a future pytorch release, stft will "
            "return complex tensors for all inputs, and return_complex=False will raise an error: "
            "call view_as_real on the complex output instead.",
        )
    return return_complex


def _padded(input, amount, mode):
    from . import padding

    pad = (int(amount), int(amount))
    shape = input.shape
    view = input.reshape((1,) * (3 - len(shape)) + tuple(shape))
    return padding.pad(view, pad, mode).reshape((*shape[:-1], shape[-1] + sum(pad)))


@composite(
    samples=(
        "x(20), 4, window=T.hann_window(4), return_complex=True",
        "x(2, 20), 5, 2, 3, x(3), normalized=True, return_complex=True",
        "x(2, 20), 6, 3, 4, x(4), center=False, align_to_window=True, return_complex=True",
        "x(20), 4, 2, 4, x(4), pad_mode='constant', onesided=False, return_complex=True",
        "x(2, 20) + 0j, 4, 2, window=x(4), return_complex=False",
    ),
    dtypes="no_half_float",
    errors=(
        ("x(20), 4", RuntimeError, "return_complex parameter be given"),
        ("x(2, 3, 20), 4, return_complex=True", RuntimeError, "expected a 1D or 2D tensor"),
        ("x(20), 30, center=False, return_complex=True", RuntimeError, "expected 0 < n_fft"),
        ("x(20), 4, 0, window=x(4), return_complex=True", RuntimeError, "hop_length > 0"),
        ("x(20), 4, 1, 5, return_complex=True", RuntimeError, "win_length <= n_fft"),
        ("x(20), 4, window=x(3), return_complex=True", RuntimeError, "expected a 1D window"),
        ("x(20), 4, align_to_window=True, return_complex=True", RuntimeError, "center = false"),
        ("x(20) + 0j, 4, window=x(4), onesided=True", RuntimeError, "Cannot have onesided"),
        ("x(20).to(T.int64), 4, return_complex=True", RuntimeError, "floating point or complex"),
        ("x(20), 4.0, return_complex=True", TypeError, "must be int"),
    ),
    layered=True,
)
def stft(
    input: Array,
    n_fft: int,
    hop_length: int | None = None,
    win_length: int | None = None,
    window: Array | None = None,
    center: bool = True,
    pad_mode: str = "reflect",
    normalized: bool = False,
    onesided: bool | None = None,
    return_complex: bool | None = None,
    align_to_window: bool | None = None,
) -> Array:
    """The transforms of windows of `n_fft` points of a signal, `hop_length` apart.

    `input` is (L) or (B, L); the result (N, T) or (B, N, T), N frequencies (n_fft // 2 + 1 where
    `onesided`, the default for real input) by T frames. The hop is by default n_fft // 4, the
    window all ones of `win_length` (n_fft) points in the middle. With `center` the signal is
    continued by n_fft // 2 points at either end, by `pad_mode`; without it `align_to_window` adds
    zeros so that the window starts with the signal. `normalized` divides by the root of n_fft.
    Without `return_complex` real and imaginary parts come last. Raises RuntimeError for sizes that
    do not fit; warns where no window is given.

    >>> import firebrick_core as fb
    >>> fb.stft(fb.ones(8), 4, window=fb.hann_window(4), return_complex=True)[:, 0]
    tensor([ 2.+0.j, -1.+0.j,  0.+0.j])
    """
    if not hasattr(input, "_keys"):
        raise _errors.not_a_tensor("stft", "input", 1, input)
    hop_length, win_length = _lengths("stft", n_fft, hop_length, win_length)
    return_complex = _wants_complex(input, window, return_complex)
    if not input.dtype.is_complex and not input.dtype.is_floating_point:
        raise RuntimeError("stft(): expected a tensor of floating point or complex values")
    input = floating("stft", input)
    if input.ndim not in (1, 2):
        raise RuntimeError(f"stft(): expected a 1D or 2D tensor, got {input.ndim}D")
    if center and align_to_window is not None:
        raise RuntimeError("stft align_to_window should only be set when center = false")
    if center and n_fft > 0:
        input = _padded(input, n_fft // 2, pad_mode)
    _check_stft(input, n_fft, hop_length, win_length, window, input.shape[-1])
    _warn_without_window("stft", window)
    if align_to_window:
        left = (n_fft - win_length) // 2
        input = T.constant_pad_nd(input, (left, n_fft - win_length - left), 0)
    frames = T.unfold(input, -1, n_fft, hop_length)
    full = _full_window(input, window, win_length, n_fft)
    out = _transformed(frames if full is None else T.mul(frames, full), normalized, onesided)
    out = T.transpose(out, -1, -2)
    return out if return_complex else T.view_as_real(out)


def _transformed(frames, normalized, onesided):
    power, last = 0.5 if normalized else 0.0, (frames.ndim - 1,)
    if onesided is None:
        onesided = not frames.dtype.is_complex
    if not onesided:
        return T.fft_c2c(frames, last, power, True)
    if frames.dtype.is_complex:
        raise RuntimeError("Cannot have onesided output if window or input is complex")
    return T.fft_r2c(frames, last, power)


def _warn_without_window(name, window):
    if window is None:
        warn(
            f"{name}(): A window was not provided. A rectangular window will be applied, which is "
            "known to cause spectral leakage; pass window=torch.hann_window(win_length), or "
            "torch.ones(win_length) to suppress this warning.",
        )


# ---------------------------------------------------------------------- from frames to signal
def _check_istft(input, n_fft, hop_length, win_length, onesided):
    if not input.dtype.is_complex:
        raise RuntimeError(
            "istft requires a complex-valued input tensor matching the output from stft with "
            "return_complex=True."
        )
    if input.ndim not in (2, 3):
        raise RuntimeError(f"istft(): expected a tensor with 2 or 3 dimensions, got {input.ndim}")
    if not input.numel():
        raise RuntimeError("istft(): input tensor cannot be empty.")
    found, expected = input.shape[-2], n_fft // 2 + 1 if onesided else n_fft
    if found != expected:
        size = "n_fft / 2 + 1 when onesided=True" if onesided else "n_fft when onesided=False"
        raise RuntimeError(
            "istft(): expected the frequency dimension (2nd to the last) of the input tensor to "
            f"match {size}, {expected}, but got {found}"
        )
    if not 0 < hop_length <= win_length:
        raise RuntimeError(
            f"istft(): expected 0 < hop_length <= win_length, got {hop_length} and {win_length}"
        )
    if not 0 < win_length <= n_fft:
        raise RuntimeError(
            f"istft(): expected 0 < win_length <= n_fft, got {win_length} and {n_fft}"
        )


def _frames(input, n_fft, normalized, onesided, return_complex):
    power, last = 0.5 if normalized else 1.0, (input.ndim - 1,)
    if return_complex:
        if onesided:
            raise RuntimeError("Cannot have onesided output if window or input is complex")
        return T.fft_c2c(input, last, power, False)
    if not onesided:
        input = T.narrow(input, -1, 0, n_fft // 2 + 1)
    return T.fft_c2r(input, last, power, n_fft)


@pointwise(
    samples=("pos(3, 4)",),
    methods=False,
    namespace="internal",
    inplace=False,
    out=False,
    dtypes="no_half_floating",
    errors=(
        ("x(3) * 0", RuntimeError, "window overlap add min"),
        ("x(0)", RuntimeError, "no points are left"),
    ),
)
def window_envelope(xp, input: Array) -> Array:
    """The sum of squared windows as it is. Raises RuntimeError where it is 0 or has no points."""
    if not input.size:
        raise RuntimeError("istft(): no points are left; give more frames or a positive length")
    if not xp.min(xp.abs(input)) > _TINY_ENVELOPE:
        raise RuntimeError(
            "istft(): window overlap add min: 1: somewhere the windows add up to 0, so that the "
            "signal is lost there; use a smaller hop or another window, or center=True"
        )
    return input.copy()


@composite(
    samples=(
        "x(3, 5) + 0j, 4, window=T.ones(4)",
        "T.view_as_complex(x(2, 3, 5, 2)), 5, 2, 4, pos(4), normalized=True",
        "T.view_as_complex(x(4, 5, 2)), 4, window=pos(4), return_complex=True",
        "T.view_as_complex(x(4, 5, 2)), 4, 1, 4, pos(4), False, length=7",
    ),
    dtypes="no_half_float",
    errors=(
        ("x(3, 5), 4", RuntimeError, "requires a complex-valued input"),
        ("x(2, 3, 5) + 0j, 8, window=x(8)", RuntimeError, "match n_fft / 2 . 1"),
        ("x(3, 5) + 0j, 4, 5, window=x(4)", RuntimeError, "hop_length <= win_length"),
        ("x(3, 5) + 0j, 4, 1, 5, window=x(5)", RuntimeError, "win_length <= n_fft"),
        ("x(3, 5) + 0j, 4, window=x(3)", RuntimeError, "Invalid window shape"),
        ("x(3, 0) + 0j, 4, window=x(4)", RuntimeError, "cannot be empty"),
        (
            "x(3, 5) + 0j, 4, window=T.hann_window(4), center=False",
            RuntimeError,
            "window overlap add min",
        ),
    ),
)
def istft(
    input: Array,
    n_fft: int,
    hop_length: int | None = None,
    win_length: int | None = None,
    window: Array | None = None,
    center: bool = True,
    normalized: bool = False,
    onesided: bool | None = None,
    length: int | None = None,
    return_complex: bool = False,
) -> Array:
    """The signal whose `stft` with the same arguments comes nearest to `input`.

    `input` is complex, (N, T) or (B, N, T); the result has `length` points, or as many as its
    frames cover. Frames are multiplied by the window, added up and divided by the sum of the
    squared windows; raises RuntimeError where that is 0, and for sizes that do not fit. Warns where
    no window is given, and where `length` is more than the frames cover.

    >>> import firebrick_core as fb
    >>> window = fb.hann_window(4)
    >>> fb.istft(fb.stft(fb.ones(8), 4, window=window, return_complex=True), 4, window=window)
    tensor([1., 1., 1., 1., 1., 1., 1., 1.])
    """
    if not hasattr(input, "_keys"):
        raise _errors.not_a_tensor("istft", "input", 1, input)
    hop_length, win_length = _lengths("istft", n_fft, hop_length, win_length)
    _check_integer("istft", "length", length)
    if onesided is None:
        onesided = input.ndim < 2 or input.shape[-2] != n_fft
    _check_istft(input, n_fft, hop_length, win_length, onesided)
    _check_window("istft", input, window, win_length)
    if window is not None and window.dtype.is_complex and not return_complex:
        raise RuntimeError("Complex windows are incompatible with return_complex=False")
    _warn_without_window("istft", window)
    full = _full_window(input, window, win_length, n_fft)
    if full is None:
        full = input.new_ones((n_fft,), dtype=input.dtype.to_real())
    frames = _frames(T.transpose(input, -1, -2), n_fft, normalized, onesided, return_complex)
    return _overlapped(frames * full, full * full, hop_length, center, length)


def _overlapped(frames, squares, hop_length, center, length):
    """The sum of frames at their places over that of the squared windows, cut to length."""
    *batch, count, n_fft = frames.shape
    covered = n_fft + hop_length * (count - 1)
    start = n_fft // 2 if center else 0
    end = start + length if length is not None else covered - start
    stop = max(min(end, covered), start)

    def add_up(x, leading):
        total = T.unfold_backward(x, len(leading), n_fft, hop_length, (*leading, covered))
        return total[..., start:stop]

    envelope = T.window_envelope(add_up(squares.expand(count, n_fft), ()))
    out = add_up(frames, tuple(batch)) / envelope
    if end > covered:
        warn(
            "istft(): The length of signal is shorter than the length parameter. Result is being "
            "padded with zeros in the tail. Please check your center and hop_length settings.",
        )
        out = T.constant_pad_nd(out, (0, end - covered), 0)
    return out
