"""Checks of values, as operators: so that function transforms can call them too."""

from __future__ import annotations

from collections.abc import Callable

from .._device import BY_BIT, DEVICE_BITS
from .._operator import Array, direct


@direct(
    samples=("x(3, 4), len", "x(), repr"),
    errors=(("x(3), [].index", ValueError, "not in list"),),
    methods=False,
    namespace="internal",
    differentiable=False,
)
def verify(input: Array, check: Callable[[object], object]) -> None:
    """Call `check` on the elements as a NumPy array: it raises where they are wrong.

    Inside `vmap` the array holds all samples, along a dimension in front of those that the function
    sees. Nothing is checked on devices that do not compute, which have no elements. Where the host
    would have to wait for the elements, the check is made when it waits anyway.
    """
    backend = BY_BIT[input._keys & DEVICE_BITS]
    if backend.looks_later:
        backend.verify(input._array, check)
    elif backend.computes:
        check(backend.to_host(input._array))
