"""Lists of tensors by device and dtype, under the names of torch.utils._foreach_utils."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from firebrick_core import Tensor

from .._missing import attributes_missing as _attributes_missing


def _get_foreach_kernels_supported_devices() -> list[str]:
    """The devices on which lists of tensors are served at once."""
    return ["cuda"]


def _get_fused_kernels_supported_devices() -> list[str]:
    """The devices on which an optimizer's step is one kernel."""
    return ["cuda", "cpu"]


def _has_foreach_support(tensors: Sequence[Any], device: Any) -> bool:
    """Whether a list of tensors on a device is served at once."""
    return _device_has_foreach_support(device) and all(isinstance(t, Tensor) for t in tensors)


def _device_has_foreach_support(device: Any) -> bool:
    """Whether lists of tensors on a device are served at once."""
    return device.type in _get_foreach_kernels_supported_devices()


def _group_tensors_by_device_and_dtype(
    tensorlistlist: Sequence[Sequence[Any]], with_indices: bool = False
) -> dict[tuple[Any, Any], tuple[list[list[Any]], list[int]]]:
    """Lists of tensors that belong together, by the device and dtype of the first list's; with the
    positions that they had.

    >>> import firebrick as torch
    >>> groups = _group_tensors_by_device_and_dtype([[torch.ones(1), torch.ones(1).double()]])
    >>> len(groups)
    2
    """
    groups: dict[tuple[Any, Any], tuple[list[list[Any]], list[int]]] = {}
    for i, first in enumerate(tensorlistlist[0]):
        lists, indices = groups.setdefault(
            (first.device, first.dtype), ([[] for _ in tensorlistlist], [])
        )
        for kept, given in zip(lists, tensorlistlist, strict=True):
            if given:
                kept.append(given[i])
        if with_indices:
            indices.append(i)
    return groups


__getattr__ = _attributes_missing(__name__)
