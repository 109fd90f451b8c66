"""Sharing memory with other libraries, under the names of torch.utils.dlpack."""

from typing import Any

from firebrick_core import Tensor, from_dlpack as from_dlpack


def to_dlpack(tensor: Tensor) -> Any:
    """A capsule that another library's `from_dlpack` reads once; libraries that know
    `__dlpack__` take the tensor itself.

    >>> import firebrick as torch
    >>> torch.utils.dlpack.to_dlpack(torch.ones(2))  # doctest: +ELLIPSIS
    <capsule object "dltensor" at 0x...>
    """
    return tensor.__dlpack__()
