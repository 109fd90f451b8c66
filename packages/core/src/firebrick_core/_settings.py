"""Settings of the whole process: determinism, precision of products, warnings, threads.

Names of PyTorch that programs set at their start. What a setting cannot change here is said in its
function.
"""

from __future__ import annotations

import warnings
from typing import Any

from ._frames import warn

DEBUG_MODES = {"default": 0, "warn": 1, "error": 2}
PRECISIONS = ("highest", "high", "medium")


class _Settings:
    """The values, for all threads."""

    deterministic = False
    warn_only = False
    fill_uninitialized = True
    precision = "highest"
    # Whether cuBLAS may round partial sums of these, and whether it may sum float16 in itself.
    rounded_sums = {"float16": True, "bfloat16": True}
    half_sums = False
    warn_always = False
    interop_threads = 0


# ---------------------------------------------------------------------- determinism
def use_deterministic_algorithms(mode: bool, *, warn_only: bool = False) -> None:
    """Say whether operators must give the same results for the same inputs on every run.

    NumPy's kernels do in any case; the setting is there for kernels that do not, which have to
    raise an error, or with `warn_only` to warn. Raises TypeError for a mode that is no bool.

    >>> import firebrick_core as fb
    >>> fb.use_deterministic_algorithms(True)
    >>> fb.are_deterministic_algorithms_enabled()
    True
    >>> fb.use_deterministic_algorithms(False)
    """
    for name, value in (("mode", mode), ("warn_only", warn_only)):
        if not isinstance(value, bool):
            raise TypeError(
                f"use_deterministic_algorithms(): argument '{name}' must be bool, not "
                f"{type(value).__name__}"
            )
    _Settings.deterministic, _Settings.warn_only = mode, warn_only


def are_deterministic_algorithms_enabled() -> bool:
    """Whether operators must give the same results on every run."""
    return _Settings.deterministic


def is_deterministic_algorithms_warn_only_enabled() -> bool:
    """Whether operators that do not give the same results warn rather than fail."""
    return _Settings.warn_only


def alert_not_deterministic(what: str) -> None:
    """What a kernel whose results vary from run to run calls first. Raises RuntimeError, or warns,
    where `use_deterministic_algorithms` says so."""
    if not _Settings.deterministic:
        return
    text = (
        f"{what} does not have a deterministic implementation, but you set "
        "'use_deterministic_algorithms(True)': compute it on the CPU, or allow it by warn_only=True"
    )
    if not _Settings.warn_only:
        raise RuntimeError(text)
    warn(text)


def set_deterministic_debug_mode(debug_mode: int | str) -> None:
    """`use_deterministic_algorithms` by one value: 0 or "default", 1 or "warn", 2 or "error".

    Raises TypeError and RuntimeError for other values.
    """
    if not isinstance(debug_mode, (int, str)):
        raise TypeError(f"debug_mode must be str or int, but got {type(debug_mode)}")
    if isinstance(debug_mode, str):
        if debug_mode not in DEBUG_MODES:
            raise RuntimeError(
                "invalid value of debug_mode, expected one of `default`, `warn`, `error`, but got "
                f"{debug_mode}"
            )
        debug_mode = DEBUG_MODES[debug_mode]
    if debug_mode not in (0, 1, 2):
        raise RuntimeError(
            f"invalid value of debug_mode, expected 0, 1, or 2, but got {debug_mode}"
        )
    use_deterministic_algorithms(debug_mode > 0, warn_only=debug_mode == 1)


def get_deterministic_debug_mode() -> int:
    """0: results may differ between runs, 1: operators whose do warn, 2: they fail."""
    return 0 if not _Settings.deterministic else 1 if _Settings.warn_only else 2


# ---------------------------------------------------------------------- precision
def get_float32_matmul_precision() -> str:
    """How exact products of float32 matrices are: "highest", "high" or "medium"."""
    return _Settings.precision


def set_float32_matmul_precision(precision: str) -> None:
    """Allow products of float32 matrices to be less exact, "high" or "medium", where it is faster.

    A permission, which NumPy's products do not use; on GPUs it means TF32. Other values warn and
    change nothing.

    >>> import firebrick_core as fb
    >>> fb.set_float32_matmul_precision("high")
    >>> fb.get_float32_matmul_precision()
    'high'
    >>> fb.set_float32_matmul_precision("highest")
    """
    if precision not in PRECISIONS:
        warnings.warn(
            f"{precision} is not one of 'highest', 'high', or 'medium'; the current "
            "set_float32_matmul_precision call has no effect.",
            UserWarning,
            stacklevel=2,
        )
        return
    _Settings.precision = precision


def set_flush_denormal(mode: bool) -> bool:
    """Whether the processor could be told to take the smallest numbers for zero.

    NumPy has no means for it: True for `mode` False, which is how it is, and False otherwise.
    Raises RuntimeError for a mode that is no bool.
    """
    if not isinstance(mode, bool):
        raise RuntimeError(f"flush_denormal expects a bool, but got {type(mode).__name__}")
    return not mode


# ---------------------------------------------------------------------- warnings
def set_warn_always(mode: bool) -> None:
    """Ask for every warning rather than each once; Python's own filters decide in the end.

    Raises RuntimeError for a mode that is no bool.
    """
    if not isinstance(mode, bool):
        raise RuntimeError(f"setWarnOnlyOnce expects a bool, but got {type(mode).__name__}")
    _Settings.warn_always = mode


def is_warn_always_enabled() -> bool:
    """Whether every warning was asked for."""
    return _Settings.warn_always


# ---------------------------------------------------------------------- threads
def thread_count(caller: str, value: Any) -> int:
    """A number of threads. Raises RuntimeError for what is none."""
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise RuntimeError(f"{caller} expects an int, but got {type(value).__name__}")
    if value < 1:
        raise RuntimeError(f"{caller} expects a positive integer")
    return value.__index__()


def get_num_interop_threads() -> int:
    """How many threads may run operators beside each other; as many as kernels may use unless
    set."""
    from ._utilities import get_num_threads

    return _Settings.interop_threads or get_num_threads()


def set_num_interop_threads(threads: int) -> None:
    """Say how many threads may run operators beside each other.

    Operators run in the thread that calls them, here: nothing depends on the number. Raises
    RuntimeError for numbers below 1.
    """
    _Settings.interop_threads = thread_count("set_num_interop_threads", threads)


# ---------------------------------------------------------------------- what is built in
# LAPACK and the Fourier transforms are NumPy's; the others are libraries that PyTorch links.
has_lapack = True
has_spectral = True
has_openmp = False
has_mkl = False


def compiled_with_cxx11_abi() -> bool:
    """True: PyTorch's answer for its C++ library since 2.6; there is no C++ here."""
    return True
