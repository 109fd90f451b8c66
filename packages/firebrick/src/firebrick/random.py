"""The state that random numbers are drawn from, under the names of torch.random."""

from firebrick_core.random import (
    Generator as Generator,
    default_generator as default_generator,
    fork_rng as fork_rng,
    get_rng_state as get_rng_state,
    initial_seed as initial_seed,
    manual_seed as manual_seed,
    seed as seed,
    set_rng_state as set_rng_state,
    thread_safe_generator as thread_safe_generator,
)

from ._missing import attributes_missing as _attributes_missing

__getattr__ = _attributes_missing(__name__)
