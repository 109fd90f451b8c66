"""Automatic mixed precision: operators that gain from 16 bits compute in them, others do not.

`autocast` is a layer of the dispatcher above recording and all transforms, so the casts that it
makes are recorded, batched and differentiated as if they stood in the program. It is there while a
block of it is open, and costs nothing otherwise. What it does to an operator is a row of a table
(`_policies`).
"""

from ._custom import custom_bwd as custom_bwd, custom_fwd as custom_fwd
from ._layer import register_autocast as register_autocast
from ._older import (
    get_autocast_cpu_dtype as get_autocast_cpu_dtype,
    get_autocast_gpu_dtype as get_autocast_gpu_dtype,
    is_autocast_cpu_enabled as is_autocast_cpu_enabled,
    set_autocast_cpu_dtype as set_autocast_cpu_dtype,
    set_autocast_cpu_enabled as set_autocast_cpu_enabled,
    set_autocast_gpu_dtype as set_autocast_gpu_dtype,
)
from ._state import (
    autocast as autocast,
    autocast_decrement_nesting as autocast_decrement_nesting,
    autocast_increment_nesting as autocast_increment_nesting,
    clear_autocast_cache as clear_autocast_cache,
    get_autocast_dtype as get_autocast_dtype,
    is_autocast_available as is_autocast_available,
    is_autocast_cache_enabled as is_autocast_cache_enabled,
    is_autocast_enabled as is_autocast_enabled,
    set_autocast_cache_enabled as set_autocast_cache_enabled,
    set_autocast_dtype as set_autocast_dtype,
    set_autocast_enabled as set_autocast_enabled,
)
