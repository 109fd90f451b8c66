"""The CPU, under the names of torch.cpu."""

from __future__ import annotations

from . import amp as amp


def is_available() -> bool:
    """Whether there is a CPU to compute on: always."""
    return True


def device_count() -> int:
    """How many CPUs there are as devices: one."""
    return 1


def current_device() -> str:
    """The CPU's name as a device."""
    return "cpu"


def synchronize(device: object = None) -> None:
    """Wait until the CPU has done all that was asked of it, which it has."""
