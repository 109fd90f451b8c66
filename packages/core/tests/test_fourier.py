"""Fourier transforms against their definition, windows against their formulas, and round trips."""

import math

import numpy as np
import pytest

import firebrick_core as fb

POWER = {"backward": (0.0, 1.0), "ortho": (0.5, 0.5), "forward": (1.0, 0.0)}


def matrix(n, sign, power):
    """The transform of n points as a matrix."""
    index = np.arange(n)
    return np.exp(sign * 2j * math.pi * np.outer(index, index) / n) / n**power


def values(*shape, seed=0):
    rng = np.random.default_rng(seed)
    return rng.standard_normal(shape) + 1j * rng.standard_normal(shape)


@pytest.mark.parametrize("norm", [None, *POWER])
@pytest.mark.parametrize("n", [1, 2, 3, 8, 17, 30])
class TestDefinition:
    def test_complex(self, n, norm):
        x = values(2, n)
        forward, inverse = POWER[norm or "backward"]
        got = fb.fft.fft(fb.from_numpy(x), norm=norm)
        np.testing.assert_allclose(got.numpy(), x @ matrix(n, -1, forward), atol=1e-12)
        got = fb.fft.ifft(fb.from_numpy(x), norm=norm)
        np.testing.assert_allclose(got.numpy(), x @ matrix(n, 1, inverse), atol=1e-12)

    def test_half_spectra(self, n, norm):
        x = values(2, n).real.copy()
        forward, inverse = POWER[norm or "backward"]
        half = n // 2 + 1
        got = fb.fft.rfft(fb.from_numpy(x), norm=norm)
        np.testing.assert_allclose(got.numpy(), (x @ matrix(n, -1, forward))[:, :half], atol=1e-12)
        got = fb.fft.ihfft(fb.from_numpy(x), norm=norm)
        np.testing.assert_allclose(got.numpy(), (x @ matrix(n, 1, inverse))[:, :half], atol=1e-12)

    def test_back_to_real(self, n, norm):
        x = fb.from_numpy(values(2, n).real.copy())
        back = fb.fft.irfft(fb.fft.rfft(x, norm=norm), n, norm=norm)
        np.testing.assert_allclose(back.numpy(), x.numpy(), atol=1e-12)
        back = fb.fft.hfft(fb.fft.ihfft(x, norm=norm), n, norm=norm)
        np.testing.assert_allclose(back.numpy(), x.numpy(), atol=1e-12)


@pytest.mark.parametrize("norm", [None, *POWER])
@pytest.mark.parametrize("dim", [None, (0, 2), (2, 0), (-1,), (1, 2, 0)])
def test_several_dimensions_are_one_after_the_other(dim, norm):
    x = fb.from_numpy(values(3, 4, 5))
    want = x
    for d in range(3) if dim is None else dim:
        want = fb.fft.fft(want, dim=d, norm=norm)
    got = fb.fft.fftn(x, dim=dim, norm=norm)
    np.testing.assert_allclose(got.numpy(), want.numpy(), atol=1e-12)
    back = fb.fft.ifftn(got, dim=dim, norm=norm)
    np.testing.assert_allclose(back.numpy(), x.numpy(), atol=1e-12)


@pytest.mark.parametrize("dim", [(0, 2), (2, 0), (1,), (0, 1, 2)])
@pytest.mark.parametrize("name", ["rfftn", "hfftn"])
def test_real_results_come_back(name, dim):
    x = fb.from_numpy(values(3, 4, 5).real.copy())
    there, back = (("rfftn", "irfftn"), ("ihfftn", "hfftn"))[name == "hfftn"]
    sizes = [x.shape[d] for d in dim]
    got = getattr(fb.fft, back)(getattr(fb.fft, there)(x, dim=dim), sizes, dim)
    np.testing.assert_allclose(got.numpy(), x.numpy(), atol=1e-12)


DTYPES = {
    "float32": ("complex64", "float32"),
    "float64": ("complex128", "float64"),
    "complex64": ("complex64", "float32"),
    "complex128": ("complex128", "float64"),
    "int32": ("complex64", "float32"),
    "bool": ("complex64", "float32"),
}


@pytest.mark.parametrize("dtype", DTYPES)
def test_dtypes(dtype):
    spectrum, real = DTYPES[dtype]
    x = fb.ones(4, 6, dtype=getattr(fb, dtype))
    for name in ("fft", "ifft", "fft2", "ifftn"):
        assert getattr(fb.fft, name)(x).dtype is getattr(fb, spectrum), name
    for name in ("irfft", "hfft", "irfft2", "hfftn"):
        assert getattr(fb.fft, name)(x).dtype is getattr(fb, real), name


def test_transformed_dimensions_are_innermost_in_memory():
    x = fb.ones(3, 4, 5)
    assert fb.fft.fft(x, dim=0).stride() == (1, 15, 3)
    assert fb.fft.fftn(x, dim=(0, 2)).stride() == (5, 15, 1)
    assert fb.fft.rfftn(x, dim=(2, 0)).stride() == (1, 10, 2)
    assert fb.fft.irfftn(x, dim=(2, 0)).stride() == (1, 20, 4)


def test_nothing_in_a_batch_is_no_error():
    assert fb.fft.fft(fb.ones(0, 4)).shape == (0, 4)
    assert fb.fft.irfft(fb.ones(0, 3)).shape == (0, 4)


def test_overlapping_frames_add_up_to_the_signal():
    x = fb.from_numpy(values(2, 50).real.copy())
    for n_fft, hop, length in ((8, 2, 8), (9, 3, 7), (16, 4, 16)):
        window = fb.signal.windows.hann(length, sym=False, dtype=fb.float64)
        options = {"hop_length": hop, "win_length": length, "window": window}
        frames = fb.stft(x, n_fft, **options, return_complex=True)
        back = fb.istft(frames, n_fft, **options, length=50)
        np.testing.assert_allclose(back.numpy(), x.numpy(), atol=1e-12)


def test_align_to_window_starts_with_the_window():
    x = fb.from_numpy(values(40).real.copy())
    window = fb.ones(5, dtype=fb.float64)
    frames = fb.stft(x, 8, 3, 5, window, center=False, align_to_window=True, return_complex=True)
    assert frames.shape == (5, 1 + (40 - 5) // 3)
    np.testing.assert_allclose(frames[0, 0].real.item(), x[:5].sum().item())


def test_a_missing_window_warns():
    with pytest.warns(UserWarning, match="A window was not provided"):
        frames = fb.stft(fb.ones(16), 4, return_complex=True)
    with pytest.warns(UserWarning, match="A window was not provided"):
        fb.istft(frames, 4)
    with pytest.warns(UserWarning, match="return_complex=False is deprecated"):
        fb.stft(fb.ones(16), 4, window=fb.ones(4), return_complex=False)
    with pytest.warns(UserWarning, match="shorter than the length"):
        fb.istft(frames, 4, window=fb.ones(4), length=30)


WINDOWS = (
    "bartlett blackman cosine exponential gaussian general_hamming hamming hann kaiser nuttall"
).split()


@pytest.mark.parametrize("name", WINDOWS)
class TestWindows:
    def test_symmetric(self, name):
        w = getattr(fb.signal.windows, name)(9, dtype=fb.float64).numpy()
        np.testing.assert_allclose(w, w[::-1], atol=1e-15)
        np.testing.assert_allclose(w[4], 1.0, atol=1e-7)  # nuttall's terms add up to 1 so far

    def test_periodic_is_the_symmetric_one_without_its_last_point(self, name):
        make = getattr(fb.signal.windows, name)
        longer, periodic = make(10, dtype=fb.float64), make(9, sym=False, dtype=fb.float64)
        np.testing.assert_allclose(longer[:9].numpy(), periodic.numpy(), atol=1e-15)

    def test_short_ones(self, name):
        make = getattr(fb.signal.windows, name)
        assert make(0).shape == (0,)
        assert make(1).tolist() == [1.0]


def test_kaiser_follows_its_series():
    beta, n = 8.6, 11
    place = 2 * np.arange(n) / (n - 1) - 1
    order = np.arange(60)
    factorials = np.array([math.factorial(k) for k in order], float)

    def bessel(z):
        return np.sum((z[:, np.newaxis] / 2) ** (2 * order) / factorials**2, axis=1)

    want = bessel(beta * np.sqrt(1 - place**2)) / bessel(np.array([beta]))
    got = fb.signal.windows.kaiser(n, beta=beta, dtype=fb.float64)
    np.testing.assert_allclose(got.numpy(), want, rtol=1e-14)
    np.testing.assert_allclose(fb.kaiser_window(n, False, beta, dtype=fb.float64).numpy(), want)
