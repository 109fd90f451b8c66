"""Memory formats: the order in which the elements of a tensor lie in memory."""

from __future__ import annotations

from typing import Any


class memory_format:
    """An order of elements in memory: contiguous, as the input, or with the channels innermost.

    >>> import firebrick_core as fb
    >>> fb.channels_last
    torch.channels_last
    """

    __slots__ = ("name",)

    def __init__(self, name: str):
        self.name = name

    def __repr__(self) -> str:
        return f"torch.{self.name}"

    def __reduce__(self) -> Any:
        return _by_name, (self.name,)


def _by_name(name: str) -> memory_format:
    return _ALL[name]


contiguous_format = memory_format("contiguous_format")
preserve_format = memory_format("preserve_format")
channels_last = memory_format("channels_last")
channels_last_3d = memory_format("channels_last_3d")
_ALL = {f.name: f for f in (contiguous_format, preserve_format, channels_last, channels_last_3d)}

_DIMS = {"channels_last": 4, "channels_last_3d": 5}


def has_format(array: Any, format: Any) -> bool:
    """Whether an array's elements lie in a format; None means contiguous."""
    dims = _DIMS.get(getattr(format, "name", ""))
    if dims is None:
        return array.flags.c_contiguous
    return array.ndim == dims and array.transpose(0, *range(2, dims), 1).flags.c_contiguous


def copied(array: Any, format: Any) -> Any:
    """A copy of an array in a format; None and `preserve_format` keep the order of strides.

    Raises RuntimeError where the format is for another number of dimensions.
    """
    if format is None or format is preserve_format:
        return array.copy("K")
    dims = _DIMS.get(getattr(format, "name", ""))
    if dims is None:
        if format is not contiguous_format:
            raise TypeError(
                f"memory_format must be a torch.memory_format, not {type(format).__name__}"
            )
        return array.copy("C")
    if array.ndim != dims:
        raise RuntimeError(f"required rank {dims} tensor to use {format.name} format")
    return (
        array.transpose(0, *range(2, dims), 1).copy("C").transpose(0, dims - 1, *range(1, dims - 1))
    )
