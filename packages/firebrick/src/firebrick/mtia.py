"""Meta's accelerators, under the names of torch.mtia: Firebrick does not serve them."""

from __future__ import annotations

from ._no_device import refusal as _refusal


def is_available() -> bool:
    """False: Firebrick computes on the CPU, and on NVIDIA's GPUs."""
    return False


def is_initialized() -> bool:
    """False: there is no such device."""
    return False


def device_count() -> int:
    """0."""
    return 0


def empty_cache() -> None:
    """Nothing to give back."""


def memory_allocated(device: object = None) -> int:
    """0: there is no such device."""
    return 0


def max_memory_allocated(device: object = None) -> int:
    """0: there is no such device."""
    return 0


def manual_seed(seed: int) -> None:
    """Changes nothing: numbers come from the generator that `torch.manual_seed` seeds."""


def manual_seed_all(seed: int) -> None:
    """Changes nothing: numbers come from the generator that `torch.manual_seed` seeds."""


_refused = _refusal("Meta's accelerators")
current_device = set_device = synchronize = get_device_name = get_device_properties = _refused
current_stream = get_rng_state = set_rng_state = mem_get_info = Stream = Event = _refused
