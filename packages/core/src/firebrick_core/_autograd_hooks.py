"""What core asks of a package that differentiates, as c10's AutogradMetaInterface does.

Core knows that a tensor may have an opaque autograd slot and a key bit, and nothing of what is in
it. `firebrick_autograd` registers its own object here; without it every question that needs one
says what to install.
"""

from __future__ import annotations

from typing import Any

from ._dispatch import redispatch
from ._errors import AUTOGRAD_HINT


class GivenGradient:
    """What stands in the autograd slot where a gradient was assigned and nothing differentiates."""

    __slots__ = ("grad",)

    def __init__(self, grad: Any):
        self.grad = grad


class AutogradInterface:
    """The answers without an autograd package."""

    def _missing(self, what: str) -> Any:
        raise RuntimeError(f"{what} {AUTOGRAD_HINT}")

    def set_requires_grad(self, tensor: Any, flag: bool) -> None:
        """Make a leaf record, or stop recording."""
        if flag:
            self._missing("requires_grad=True")

    def grad(self, tensor: Any) -> Any:
        """The gradient of a leaf, None before there is one."""
        return None if tensor._meta is None else tensor._meta.grad

    def set_grad(self, tensor: Any, value: Any) -> None:
        """Replace a tensor's gradient: it may come from elsewhere, for an optimizer to use."""
        tensor._meta = None if value is None else GivenGradient(value)

    def grad_fn(self, tensor: Any) -> Any:
        """The node that made the tensor; None for a leaf."""
        return None

    def output_nr(self, tensor: Any) -> int:
        """Which output of its node the tensor is."""
        return 0

    def is_leaf(self, tensor: Any) -> bool:
        """Whether the tensor was made by the user rather than by a recorded operator."""
        return True

    def data_replaced(self, tensor: Any) -> None:
        """Take note that `.data` was given another tensor, maybe of another shape or dtype."""

    def retains_grad(self, tensor: Any) -> bool:
        """Whether a non-leaf keeps its gradient."""
        return False

    def call_with_inference(self, op: Any, args: tuple[Any, ...], keys: int) -> Any:
        """Call an operator that may be recorded, where some arguments were made in inference mode:
        they must not be saved."""
        return redispatch(op, keys, args)

    def call(self, method: str, tensor: Any, *args: Any, **kwargs: Any) -> Any:
        """Any other Tensor method of autograd: backward, register_hook, retain_grad, detach_."""
        return self._missing(f"Tensor.{method}()")


interface = AutogradInterface()


def register_autograd(new: AutogradInterface) -> None:
    """Let `new` answer for all tensors."""
    global interface
    interface = new
