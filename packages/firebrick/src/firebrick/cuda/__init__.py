"""The GPU, under the names of torch.cuda.

Without CuPy or a GPU, questions answer as PyTorch's build without CUDA does (`is_available()` is
False, `device_count()` 0, memory 0), orders that a program may give without looking do nothing
(`empty_cache`, `manual_seed_all`), and what needs a GPU is a RuntimeError that says what is
missing. Streams and events are those of CuPy.
"""

from __future__ import annotations

from typing import Any

from firebrick_core import OutOfMemoryError as OutOfMemoryError

from .._missing import attributes_missing as _attributes_missing
from . import amp as amp, random as random
from ._devices import (
    can_device_access_peer as can_device_access_peer,
    current_device as current_device,
    device as device,
    device_count as device_count,
    device_of as device_of,
    get_arch_list as get_arch_list,
    get_device_capability as get_device_capability,
    get_device_name as get_device_name,
    get_device_properties as get_device_properties,
    init as init,
    is_available as is_available,
    is_bf16_supported as is_bf16_supported,
    is_initialized as is_initialized,
    is_tf32_supported as is_tf32_supported,
    set_device as set_device,
    synchronize as synchronize,
)
from .graphs import (
    CUDAGraph as CUDAGraph,
    graph as graph,
    make_graphed_callables as make_graphed_callables,
)
from .memory import (
    empty_cache as empty_cache,
    ipc_collect as ipc_collect,
    max_memory_allocated as max_memory_allocated,
    max_memory_cached as max_memory_cached,
    max_memory_reserved as max_memory_reserved,
    mem_get_info as mem_get_info,
    memory_allocated as memory_allocated,
    memory_cached as memory_cached,
    memory_reserved as memory_reserved,
    memory_stats as memory_stats,
    memory_summary as memory_summary,
    reset_max_memory_allocated as reset_max_memory_allocated,
    reset_max_memory_cached as reset_max_memory_cached,
    reset_peak_memory_stats as reset_peak_memory_stats,
    set_per_process_memory_fraction as set_per_process_memory_fraction,
)
from .random import (
    get_rng_state as get_rng_state,
    get_rng_state_all as get_rng_state_all,
    initial_seed as initial_seed,
    manual_seed as manual_seed,
    manual_seed_all as manual_seed_all,
    seed as seed,
    seed_all as seed_all,
    set_rng_state as set_rng_state,
    set_rng_state_all as set_rng_state_all,
)
from .streams import (
    Event as Event,
    ExternalStream as ExternalStream,
    Stream as Stream,
    StreamContext as StreamContext,
    current_stream as current_stream,
    default_stream as default_stream,
    is_current_stream_capturing as is_current_stream_capturing,
    set_stream as set_stream,
    stream as stream,
)

has_half = True
has_magma = False

_TYPES = frozenset(
    "BFloat16Tensor BoolTensor ByteTensor CharTensor DoubleTensor FloatTensor HalfTensor IntTensor"
    " LongTensor ShortTensor".split()
)
_missing = _attributes_missing(__name__)


def __getattr__(name: str) -> Any:
    """Types such as `torch.cuda.FloatTensor`, when asked for."""
    if name in _TYPES:
        from ._types import cuda_type

        return cuda_type(name)
    return _missing(name)

