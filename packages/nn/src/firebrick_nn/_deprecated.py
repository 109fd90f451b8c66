"""Old names that PyTorch deprecates and still has, and a helper for constructors' arguments."""

from __future__ import annotations

import warnings
from typing import Any

from ._loss import NLLLoss
from ._module import Module

__all__ = ["Container", "NLLLoss2d", "factory_kwargs"]

_FACTORY = ("device", "dtype", "memory_format")


class NLLLoss2d(NLLLoss):
    """`NLLLoss` under an old name; warns. Source: torch.nn.NLLLoss2d."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        warnings.warn(
            "`NLLLoss2d` has been deprecated. Please use `NLLLoss` instead as a drop-in "
            "replacement and see https://pytorch.org/docs/main/nn.html#torch.nn.NLLLoss for more "
            "details.",
            FutureWarning,
            stacklevel=2,
        )
        super().__init__(*args, **kwargs)


class Container(Module):
    """A module with the submodules that it is given by name; warns. Source: torch.nn.Container."""

    def __init__(self, **kwargs: Any) -> None:
        warnings.warn(
            "`nn.Container` is deprecated. All of its functionality is now implemented in "
            "`nn.Module`. Subclass that instead.",
            FutureWarning,
            stacklevel=2,
        )
        super().__init__()
        for name, module in kwargs.items():
            self.add_module(name, module)


def factory_kwargs(kwargs: dict[str, Any] | None) -> dict[str, Any]:
    """The arguments device, dtype and memory_format among `kwargs`, also of "factory_kwargs" in it.

    Raises TypeError for other names, and for one that is given twice.

    >>> factory_kwargs({"device": "cpu"})
    {'device': 'cpu'}
    """
    if kwargs is None:
        return {}
    allowed = {*_FACTORY, "factory_kwargs"}
    if not kwargs.keys() <= allowed:
        raise TypeError(f"unexpected kwargs {kwargs.keys() - allowed}; expected {_FACTORY}")
    result = dict(kwargs.get("factory_kwargs", {}))
    for name in _FACTORY:
        if name in kwargs:
            if name in result:
                raise TypeError(f"{name} specified twice, in **kwargs and in factory_kwargs")
            result[name] = kwargs[name]
    return result
