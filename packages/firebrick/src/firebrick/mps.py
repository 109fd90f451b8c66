"""Apple's GPUs, under the names of torch.mps: there are none, Firebrick does not serve them."""

from __future__ import annotations

from ._no_device import (
    device_count as device_count,
    empty_cache as empty_cache,
    is_available as is_available,
    is_initialized as is_initialized,
    manual_seed as manual_seed,
    manual_seed_all as manual_seed_all,
    max_memory_allocated as max_memory_allocated,
    memory_allocated as memory_allocated,
    refusal as _refusal,
)

_refused = _refusal("Apple's GPUs")
current_device = set_device = synchronize = get_device_name = get_device_properties = _refused
current_stream = get_rng_state = set_rng_state = mem_get_info = Stream = Event = _refused
current_allocated_memory = driver_allocated_memory = recommended_max_memory = _refused
