"""Whether CuPy and a GPU can be used, and if not, why and what to do about it."""

from __future__ import annotations

import os
import re
from typing import Any

_INSTALL = (
    "pip install 'firebrick-core[cuda12]' or 'firebrick-core[cuda13]', after the CUDA version that "
    "nvidia-smi prints"
)


def import_cupy() -> Any:
    """The CuPy module. Raises RuntimeError, saying what is missing and what to install."""
    try:
        import cupy
    except ModuleNotFoundError as error:
        if error.name != "cupy":
            raise RuntimeError(_broken(error)) from error
        raise RuntimeError(
            f"device 'cuda' needs CuPy, which is not installed: {_INSTALL}"
        ) from None
    except ImportError as error:  # a library of CUDA that is not there, or of another version
        raise RuntimeError(_broken(error)) from error
    return cupy


def usable_cupy() -> Any:
    """The CuPy module, with at least one GPU. Raises RuntimeError that says why there is none."""
    cupy = import_cupy()
    runtime = cupy.cuda.runtime
    try:
        count = runtime.getDeviceCount()
    except runtime.CUDARuntimeError as error:
        raise RuntimeError(_no_gpu(cupy, error)) from None
    if not count:
        raise RuntimeError(_no_gpu(cupy, "no devices"))
    return cupy


def packages() -> list[str]:
    """The installed distributions that have CuPy's modules, with their versions.

    >>> all("cupy" in name for name in packages())
    True
    """
    import importlib.metadata  # slow, and needed only where something is wrong

    found = set()
    for distribution in importlib.metadata.distributions():
        name = distribution.metadata["Name"] or ""
        if re.fullmatch(r"cupy(-cuda\w+|-rocm[\w-]+)?", name):
            found.add(f"{name} {distribution.version}")
    return sorted(found)


def _broken(error: Exception) -> str:
    several = _several()
    return f"device 'cuda': CuPy cannot be imported: {error}. " + (
        several or f"Its package is for another CUDA than the one here, or damaged: {_INSTALL}"
    )


def _several() -> str:
    found = packages()
    if len(found) < 2:
        return ""
    names = " ".join(p.split()[0] for p in found)
    return (
        f"Several packages of CuPy are installed ({', '.join(found)}), and overwrite each other: "
        f"pip uninstall {names}, then {_INSTALL}"
    )


def _no_gpu(cupy: Any, error: Any) -> str:
    """Why a CuPy that can be imported finds no GPU."""
    start = f"device 'cuda': CuPy {cupy.__version__} finds no GPU: "
    several, runtime = _several(), cupy.cuda.runtime
    if several:
        return start + several
    try:
        driver = runtime.driverGetVersion()
    except runtime.CUDARuntimeError:
        driver = 0
    if not driver:
        return (
            start + f"there is no NVIDIA driver ({error}). Install the driver, or use device='cpu'"
        )
    try:
        built = runtime.runtimeGetVersion()
    except runtime.CUDARuntimeError:
        built = 0
    if built > driver and built // 1000 > driver // 1000:
        return start + (
            f"it is built for CUDA {_version(built)}, and the driver knows CUDA up to "
            f"{_version(driver)}: install 'firebrick-core[cuda{driver // 1000}]' in its place, or "
            "a newer driver"
        )
    visible = os.environ.get("CUDA_VISIBLE_DEVICES")
    if visible is not None:
        return start + f"{error}; CUDA_VISIBLE_DEVICES={visible!r} hides what is there"
    return start + f"{error}; nvidia-smi shows what the driver sees"


def _version(number: int) -> str:
    return f"{number // 1000}.{number % 1000 // 10}"
