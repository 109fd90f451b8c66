"""Settings of the process: determinism, precision, warnings, threads."""

import pytest

import firebrick_core as fb


@pytest.fixture(autouse=True)
def restored():
    yield
    fb.use_deterministic_algorithms(False)
    fb.set_float32_matmul_precision("highest")
    fb.set_warn_always(False)


def test_determinism():
    assert not fb.are_deterministic_algorithms_enabled()
    fb.use_deterministic_algorithms(True, warn_only=True)
    assert fb.are_deterministic_algorithms_enabled()
    assert fb.is_deterministic_algorithms_warn_only_enabled()
    assert fb.get_deterministic_debug_mode() == 1
    fb.use_deterministic_algorithms(True)
    assert not fb.is_deterministic_algorithms_warn_only_enabled()
    for args in ((1,), ("yes",), (None,)):
        with pytest.raises(TypeError, match="argument 'mode' must be bool, not"):
            fb.use_deterministic_algorithms(*args)


@pytest.mark.parametrize(
    ("mode", "number"), [("default", 0), ("warn", 1), ("error", 2), (0, 0), (1, 1), (2, 2)]
)
def test_debug_modes(mode, number):
    fb.set_deterministic_debug_mode(mode)
    assert fb.get_deterministic_debug_mode() == number
    assert fb.are_deterministic_algorithms_enabled() == (number > 0)


@pytest.mark.parametrize(
    ("mode", "error", "message"),
    [
        (5, RuntimeError, "expected 0, 1, or 2, but got 5"),
        ("x", RuntimeError, "expected one of `default`, `warn`, `error`, but got x"),
        (1.5, TypeError, "must be str or int"),
    ],
)
def test_bad_debug_modes(mode, error, message):
    with pytest.raises(error, match=message):
        fb.set_deterministic_debug_mode(mode)


def test_precision():
    assert fb.get_float32_matmul_precision() == "highest"
    for precision in ("high", "medium"):
        fb.set_float32_matmul_precision(precision)
        assert fb.get_float32_matmul_precision() == precision
    with pytest.warns(UserWarning, match="foo is not one of 'highest', 'high', or 'medium'"):
        fb.set_float32_matmul_precision("foo")
    assert fb.get_float32_matmul_precision() == "medium"


def test_denormal_numbers():
    assert fb.set_flush_denormal(False) is True and fb.set_flush_denormal(True) is False
    assert fb.tensor(1e-40).item() > 0
    with pytest.raises(RuntimeError, match="expects a bool, but got int"):
        fb.set_flush_denormal(1)


def test_warnings():
    fb.set_warn_always(True)
    assert fb.is_warn_always_enabled()
    with pytest.raises(RuntimeError, match="expects a bool, but got int"):
        fb.set_warn_always(1)


def test_threads(monkeypatch):
    from firebrick_core import _settings, _utilities

    monkeypatch.setattr(_settings._Settings, "interop_threads", 0)
    monkeypatch.setattr(_utilities, "_threads", 0)
    assert fb.get_num_interop_threads() == fb.get_num_threads() >= 1
    fb.set_num_interop_threads(3)
    assert fb.get_num_interop_threads() == 3
    for name in ("set_num_threads", "set_num_interop_threads"):
        with pytest.raises(RuntimeError, match=f"{name} expects a positive integer"):
            getattr(fb, name)(0)
        for wrong in ("a", 1.5, True):
            with pytest.raises(RuntimeError, match=f"{name} expects an int, but got"):
                getattr(fb, name)(wrong)


def test_what_is_built_in():
    assert fb.has_lapack and fb.has_spectral and not fb.has_mkl and not fb.has_openmp
    assert fb.compiled_with_cxx11_abi() is True
