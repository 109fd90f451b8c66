"""The wrapper that spreads a batch over devices."""

from __future__ import annotations

from typing import Any

from ._module import Module

__all__ = ["DataParallel"]


class DataParallel(Module):
    """Calls its module, as PyTorch's does on a machine without GPUs; it spreads nothing.

    Args:
        module: the module, under which `state_dict` has its keys.
        device_ids, output_device, dim: taken for compatibility.

    Source: torch.nn.DataParallel.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> model = nn.DataParallel(nn.Linear(2, 3))
    >>> model(torch.ones(1, 2)).shape, list(model.state_dict())
    (torch.Size([1, 3]), ['module.weight', 'module.bias'])
    """

    def __init__(
        self, module: Module, device_ids: Any = None, output_device: Any = None, dim: int = 0
    ) -> None:
        super().__init__()
        self.module = module
        self.device_ids: list[Any] = []

    def forward(self, *inputs: Any, **kwargs: Any) -> Any:
        return self.module(*inputs, **kwargs)
