"""Random numbers on the GPU, under the names of torch.cuda.random.

Numbers for tensors on any device come from the CPU's generator, the default one, so that the same
seed gives the same numbers everywhere: `torch.manual_seed` seeds them. The functions that seed
"the GPU" do not touch it, and so leave the CPU's numbers alone, as PyTorch's do.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import firebrick_core as _core
from firebrick_core._errors import require_cupy

from ._devices import device_count


def manual_seed(seed: int) -> None:
    """Changes nothing: numbers come from the generator that `torch.manual_seed` seeds.

    Raises ValueError for what is no whole number.
    """
    int(seed)


def manual_seed_all(seed: int) -> None:
    """Changes nothing: numbers come from the generator that `torch.manual_seed` seeds."""
    int(seed)


def seed() -> None:
    """Changes nothing: numbers come from the CPU's generator."""


def seed_all() -> None:
    """Changes nothing: numbers come from the CPU's generator."""


def initial_seed() -> int:
    """The seed of the CPU's generator; RuntimeError where there is no GPU."""
    require_cupy()
    return _core.initial_seed()


def get_rng_state(device: Any = "cuda") -> Any:
    """The state that numbers on a GPU are drawn from; RuntimeError where there is none."""
    require_cupy()
    return _core.get_rng_state()


def get_rng_state_all() -> list[Any]:
    """A state for each GPU, each the CPU's; an empty list without one."""
    return [_core.get_rng_state() for _ in range(device_count())]


def set_rng_state(new_state: Any, device: Any = "cuda") -> None:
    """Set the state that numbers on a GPU are drawn from; RuntimeError where there is none."""
    require_cupy()
    _core.set_rng_state(new_state)


def set_rng_state_all(new_states: Iterable[Any]) -> None:
    """Set a state for each GPU; without a GPU nothing changes."""
    for state in list(new_states)[: device_count()]:
        _core.set_rng_state(state)
