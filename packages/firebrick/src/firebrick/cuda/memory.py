"""Memory of the GPU, under the names of torch.cuda.memory: that of CuPy's pool.

CuPy's pool counts what is in use and what it holds, not their highest values: the peaks here are
the highest that these functions have seen. Without a GPU all counts are 0.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import Any

from firebrick_core._errors import require_cupy

from ._devices import index_of, is_available

_peaks: dict[tuple[str, int], int] = {}


def _pool(device: Any) -> tuple[Any, int]:
    """The pool of a GPU and the GPU's number; raises RuntimeError where there is none."""
    cupy, index = require_cupy(), index_of(device)
    with cupy.cuda.Device(index):
        return cupy.get_default_memory_pool(), index


def _bytes(kind: str, device: Any) -> int:
    if not is_available():
        return 0
    pool, index = _pool(device)
    with require_cupy().cuda.Device(index):
        found = int(pool.used_bytes() if kind == "used" else pool.total_bytes())
    _peaks[kind, index] = max(found, _peaks.get((kind, index), 0))
    return found


def _peak(kind: str, device: Any) -> int:
    now = _bytes(kind, device)
    return _peaks[kind, index_of(device)] if is_available() else now


def empty_cache() -> None:
    """Give the memory that no tensor uses back to the GPU; nothing without a GPU."""
    if is_available():
        _pool(None)[0].free_all_blocks()


def ipc_collect() -> None:
    """Nothing to do: GPU memory is not shared between processes here."""


def memory_allocated(device: Any = None) -> int:
    """Bytes that tensors use on a GPU; 0 without one.

    >>> import firebrick as torch
    >>> torch.cuda.memory_allocated() >= 0
    True
    """
    return _bytes("used", device)


def memory_reserved(device: Any = None) -> int:
    """Bytes that the pool holds on a GPU; 0 without one."""
    return _bytes("held", device)


def max_memory_allocated(device: Any = None) -> int:
    """The most bytes in use that were seen since the last reset; see the module."""
    return _peak("used", device)


def max_memory_reserved(device: Any = None) -> int:
    """The most bytes held that were seen since the last reset; see the module."""
    return _peak("held", device)


def reset_peak_memory_stats(device: Any = None) -> None:
    """Forget the highest counts; nothing without a GPU."""
    if is_available():
        for kind in ("used", "held"):
            _peaks.pop((kind, index_of(device)), None)


memory_cached, max_memory_cached = memory_reserved, max_memory_reserved
reset_max_memory_allocated = reset_max_memory_cached = reset_peak_memory_stats


def mem_get_info(device: Any = None) -> tuple[int, int]:
    """Free and total bytes of a GPU; RuntimeError where there is none."""
    cupy = require_cupy()
    with cupy.cuda.Device(index_of(device)):
        free, total = cupy.cuda.runtime.memGetInfo()
    return int(free), int(total)


def memory_stats(device: Any = None) -> OrderedDict[str, int]:
    """Counts by PyTorch's names; empty without a GPU."""
    stats: OrderedDict[str, int] = OrderedDict()
    if is_available():
        for name, kind in (("allocated_bytes", "used"), ("reserved_bytes", "held")):
            stats[f"{name}.all.current"] = _bytes(kind, device)
            stats[f"{name}.all.peak"] = _peak(kind, device)
    return stats


def memory_summary(device: Any = None, abbreviated: bool = False) -> str:
    """The counts as text."""
    stats = memory_stats(device)
    return "\n".join(f"{k}: {v}" for k, v in stats.items()) or "no GPU, no memory of one"


def set_per_process_memory_fraction(fraction: float, device: Any = None) -> None:
    """Let tensors use at most a part of a GPU's memory; RuntimeError where there is none."""
    if not 0 <= fraction <= 1:
        raise ValueError(f"Invalid fraction value: {fraction}. Allowed range: 0~1")
    pool, index = _pool(device)
    with require_cupy().cuda.Device(index):
        pool.set_limit(fraction=fraction)
