"""Arguments that callers give one by one."""

from __future__ import annotations

from typing import Any


def all_tensors(name: str, tensors: Any, listed: bool = False) -> tuple[Any, ...]:
    """The tensors of a function that takes any number of them; with `listed`, also as one list.

    Raises TypeError where there is something else among them.
    """
    if listed and len(tensors) == 1 and isinstance(tensors[0], (list, tuple)):
        tensors = tuple(tensors[0])
    for i, t in enumerate(tensors):
        if not hasattr(t, "_keys"):
            raise TypeError(
                f"expected Tensor as element {i} in argument 0 of {name}(), but got "
                f"{type(t).__name__}"
            )
    return tensors
