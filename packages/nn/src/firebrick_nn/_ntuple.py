"""Arguments that are one number for all dimensions, or a tuple with one for each."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import repeat
from typing import Any

__all__ = [
    "consume_prefix_in_state_dict_if_present", "list_with_default", "ntuple", "pair", "quadruple",
    "reverse_repeat_tuple", "single", "to_ntuple", "triple",
]  # fmt: skip


def ntuple(value: Any, n: int) -> tuple:
    """`value` as a tuple: itself if it is iterable, else repeated `n` times.

    >>> ntuple(3, 2)
    (3, 3)
    >>> ntuple([1, 2], 2)
    (1, 2)
    """
    return tuple(value) if isinstance(value, Iterable) else tuple(repeat(value, n))


def single(value: Any) -> tuple:
    """A tuple for one spatial dimension."""
    return ntuple(value, 1)


def pair(value: Any) -> tuple:
    """A tuple for two spatial dimensions."""
    return ntuple(value, 2)


def triple(value: Any) -> tuple:
    """A tuple for three spatial dimensions."""
    return ntuple(value, 3)


def quadruple(value: Any) -> tuple:
    """A tuple of four."""
    return ntuple(value, 4)


def to_ntuple(n: int, name: str = "parse") -> Callable[[Any], tuple]:
    """A function that makes its argument a tuple of `n`, named `name`."""

    def parse(value: Any) -> tuple:
        return ntuple(value, n)

    parse.__name__ = name
    return parse


def reverse_repeat_tuple(values: tuple, n: int) -> tuple:
    """The values from the last to the first, each `n` times: a padding as `F.pad` takes it.

    >>> reverse_repeat_tuple((1, 2), 2)
    (2, 2, 1, 1)
    """
    return tuple(value for value in reversed(values) for _ in range(n))


def list_with_default(out_size: Any, defaults: list[int]) -> Any:
    """A size with what is None in it taken from the end of `defaults`; a number stays one.

    Raises ValueError where the defaults are fewer.

    >>> list_with_default([3, None], [8, 9])
    [3, 9]
    """
    if isinstance(out_size, int):
        return out_size
    if len(defaults) <= len(out_size) - 1:
        raise ValueError(f"Input dimension should be at least {len(out_size) + 1}")
    last = defaults[len(defaults) - len(out_size) :]
    return [d if v is None else v for v, d in zip(out_size, last, strict=True)]


def consume_prefix_in_state_dict_if_present(state_dict: dict[str, Any], prefix: str) -> None:
    """Strip a prefix from the keys of a state_dict, in place, and from its metadata.

    For the state of a module that was wrapped, as in `DataParallel`.

    >>> state = {"module.weight": 1, "bias": 2}
    >>> consume_prefix_in_state_dict_if_present(state, "module.")
    >>> state
    {'bias': 2, 'weight': 1}
    """
    for key in [key for key in state_dict if key.startswith(prefix)]:
        state_dict[key[len(prefix) :]] = state_dict.pop(key)
    metadata = getattr(state_dict, "_metadata", None)
    if metadata is None:
        return
    for key in list(metadata):
        if key in (prefix, prefix.removesuffix(".")):
            metadata[""] = metadata.pop(key)
        elif key.startswith(prefix):
            metadata[key[len(prefix) :]] = metadata.pop(key)
