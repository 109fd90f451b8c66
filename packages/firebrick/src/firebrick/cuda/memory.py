"""The memory of GPUs, under the names of torch.cuda.memory."""

from __future__ import annotations

from firebrick_core.cuda import (
    empty_cache as empty_cache,
    get_per_process_memory_fraction as get_per_process_memory_fraction,
    max_memory_allocated as max_memory_allocated,
    max_memory_reserved as max_memory_reserved,
    mem_get_info as mem_get_info,
    memory_allocated as memory_allocated,
    memory_reserved as memory_reserved,
    memory_stats as memory_stats,
    memory_summary as memory_summary,
    reset_accumulated_memory_stats as reset_accumulated_memory_stats,
    reset_peak_memory_stats as reset_peak_memory_stats,
    set_per_process_memory_fraction as set_per_process_memory_fraction,
)

# PyTorch's older names.
memory_cached, max_memory_cached = memory_reserved, max_memory_reserved
reset_max_memory_allocated = reset_max_memory_cached = reset_peak_memory_stats


def ipc_collect() -> None:
    """Nothing to collect: tensors on a GPU are not sent to other processes."""
