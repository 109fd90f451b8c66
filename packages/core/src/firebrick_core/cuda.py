"""NVIDIA GPUs through CuPy, under the names of torch.cuda.

CuPy is imported when a GPU is first asked for. Without one `is_available()` is False,
`unavailable_reason()` says why, and what needs a GPU raises RuntimeError with the same words.

>>> import firebrick_core as fb, firebrick_core.cuda as cuda
>>> device = "cuda" if cuda.is_available() else "cpu"
>>> fb.ones(2, device=device).sum().item()
2.0
"""

from __future__ import annotations

from ._cuda._accounts import (
    empty_cache,
    get_per_process_memory_fraction,
    max_memory_allocated,
    max_memory_reserved,
    mem_get_info,
    memory_allocated,
    memory_reserved,
    memory_stats,
    memory_summary,
    reset_accumulated_memory_stats,
    reset_peak_memory_stats,
    set_per_process_memory_fraction,
)
from ._cuda._devices import (
    DeviceProperties,
    can_device_access_peer,
    current_device,
    device,
    device_count,
    device_of,
    get_device_capability,
    get_device_name,
    get_device_properties,
    get_sync_debug_mode,
    init,
    is_available,
    is_bf16_supported,
    is_initialized,
    set_device,
    set_sync_debug_mode,
    synchronize,
    unavailable_reason,
)
from ._cuda._graphs import (
    CUDAGraph,
    graph,
    graph_pool_handle,
    is_current_stream_capturing,
    make_graphed_callables,
)
from ._cuda._random import (
    get_rng_state,
    get_rng_state_all,
    initial_seed,
    manual_seed,
    manual_seed_all,
    seed,
    seed_all,
    set_host_random,
    set_rng_state,
    set_rng_state_all,
)
from ._cuda._streams import (
    Event,
    ExternalStream,
    Stream,
    StreamContext,
    current_stream,
    default_stream,
    set_stream,
    stream,
)
from ._errors import AcceleratorError, OutOfMemoryError

__all__ = [
    "AcceleratorError", "CUDAGraph", "DeviceProperties", "Event", "ExternalStream",
    "OutOfMemoryError", "Stream", "StreamContext", "can_device_access_peer", "current_device",
    "current_stream", "default_stream", "device", "device_count", "device_of", "empty_cache",
    "get_device_capability", "get_device_name", "get_device_properties",
    "get_per_process_memory_fraction", "get_rng_state", "get_rng_state_all",
    "get_sync_debug_mode", "graph", "graph_pool_handle", "init", "initial_seed", "is_available",
    "is_bf16_supported", "is_current_stream_capturing", "is_initialized", "make_graphed_callables",
    "manual_seed", "manual_seed_all", "max_memory_allocated", "max_memory_reserved", "mem_get_info",
    "memory_allocated", "memory_reserved", "memory_stats", "memory_summary",
    "reset_accumulated_memory_stats", "reset_peak_memory_stats", "seed", "seed_all", "set_device",
    "set_host_random", "set_per_process_memory_fraction", "set_rng_state", "set_rng_state_all",
    "set_stream", "set_sync_debug_mode", "stream", "synchronize", "unavailable_reason",
]  # fmt: skip
