"""How much memory of a GPU is in use, under the names of torch.cuda; sizes in bytes."""

from __future__ import annotations

from typing import Any

from ._devices import CUDA, index_of, is_available
from ._memory import Account, _size


def _account(device: Any) -> Account:
    """A GPU's account, with what the driver gave up to date; without a GPU, an empty one."""
    if not is_available():
        return Account()
    index = index_of(device)
    memory = CUDA.memory
    with CUDA.on(index), memory.lock:
        memory.note(memory.accounts[index])
    found: Account = memory.accounts[index]
    return found


def memory_allocated(device: Any = None) -> int:
    """Bytes in live arrays, rounded up as the pool rounds them."""
    return _account(device).allocated


def max_memory_allocated(device: Any = None) -> int:
    """The most bytes that were in live arrays since `reset_peak_memory_stats`."""
    return _account(device).peak


def memory_reserved(device: Any = None) -> int:
    """Bytes that the pool holds: in live arrays, and kept for new ones."""
    return _account(device).reserved


def max_memory_reserved(device: Any = None) -> int:
    """The most bytes that the pool held since `reset_peak_memory_stats`."""
    return _account(device).peak_reserved


def reset_peak_memory_stats(device: Any = None) -> None:
    """Let the peaks start again from what is in use now."""
    _account(device).reset_peaks()


def reset_accumulated_memory_stats(device: Any = None) -> None:
    """Let the sums over time, and the counts of calls, start again from 0."""
    account = _account(device)
    for name in ("total", "freed", "allocations", "frees", "driver_calls", "noted", "retries",
                 "failures"):  # fmt: skip
        setattr(account, name, 0)


def memory_stats(device: Any = None) -> dict[str, int]:
    """The account under PyTorch's keys, such as "allocated_bytes.all.peak".

    `num_device_alloc` counts the calls of the driver: 0 in a step of a training loop that has
    settled. Without a GPU there are no keys.
    """
    if not is_available():
        return {}
    a = _account(device)
    found = {}
    for key, current, peak, taken, given in (
        ("allocation", a.count, a.peak_count, a.allocations, a.frees),
        ("allocated_bytes", a.allocated, a.peak, a.total, a.freed),
        ("active_bytes", a.allocated, a.peak, a.total, a.freed),
        ("reserved_bytes", a.reserved, a.peak_reserved, a.reserved, 0),
    ):
        for kind, value in (
            ("current", current), ("peak", peak), ("allocated", taken), ("freed", given),
        ):  # fmt: skip
            found[f"{key}.all.{kind}"] = value
    found["num_alloc_retries"], found["num_ooms"] = a.retries, a.failures
    found["num_device_alloc"] = a.driver_calls
    return found


def memory_summary(device: Any = None, abbreviated: bool = False) -> str:
    """The account as a short text."""
    a = _account(device)
    return "\n".join(
        (
            f"memory of cuda:{index_of(device)}   now            at most",
            f"live arrays        {_size(a.allocated):<14} {_size(a.peak)}",
            f"held by the pool   {_size(a.reserved):<14} {_size(a.peak_reserved)}",
            f"allocations {a.allocations}, of which {a.driver_calls} went to the driver; "
            f"{a.retries} retries, {a.failures} out of memory",
        )
    )


def mem_get_info(device: Any = None) -> tuple[int, int]:
    """Free and total bytes of a GPU, as CUDA has them."""
    with CUDA.on(index_of(device)):
        free, total = CUDA.namespace().cuda.runtime.memGetInfo()
    return int(free), int(total)


def empty_cache() -> None:
    """Give what the pool keeps for new arrays back, so that other programs can have it."""
    if CUDA.memory is not None and CUDA.is_ready():
        CUDA.memory.empty_cache()


def set_per_process_memory_fraction(fraction: float, device: Any = None) -> None:
    """Let this process have at most a part of a GPU's memory, 0 to 1.

    More is an OutOfMemoryError. Raises TypeError and ValueError for what is no such number.
    """
    if not isinstance(fraction, float):
        raise TypeError(f"Invalid type for fraction argument, must be `float`, got {fraction!r}")
    if not 0.0 <= fraction <= 1.0:
        raise ValueError(f"Invalid fraction value: {fraction}. Allowed range: 0~1")
    index = index_of(device)
    with CUDA.on(index):
        for pool in CUDA.memory.pools:
            pool.set_limit(fraction=fraction)
    CUDA.memory.fractions[index] = fraction


def get_per_process_memory_fraction(device: Any = None) -> float:
    """The part of a GPU's memory that this process may have, 1 unless set."""
    return float(CUDA.memory.fractions.get(index_of(device), 1.0))
