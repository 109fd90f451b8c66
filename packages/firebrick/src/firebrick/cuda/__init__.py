"""The GPU, under the names of torch.cuda: what is there, and how many."""

from __future__ import annotations

from . import amp as amp


def _count() -> int:
    from firebrick_core._errors import require_cupy

    try:
        return int(require_cupy().cuda.runtime.getDeviceCount())
    except RuntimeError:
        return 0


def is_available() -> bool:
    """Whether CuPy is installed and finds a GPU."""
    return _count() > 0


def device_count() -> int:
    """How many GPUs CuPy finds; 0 without CuPy."""
    return _count()


def synchronize(device: object = None) -> None:
    """Wait until the GPU has done all that was asked of it.

    Raises RuntimeError, saying what is missing, where there is none.
    """
    from firebrick_core._errors import require_cupy

    require_cupy().cuda.Device().synchronize()
