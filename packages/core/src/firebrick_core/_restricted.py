"""The layers of tensors that may not be written to, or not recorded: see `_device.INFERENCE`.

Inference mode includes its layer for every call of its thread. So the layer marks what it makes
there, and elsewhere checks what is done with marked tensors.
"""

from __future__ import annotations

from typing import Any

from . import _autograd_hooks, _errors
from ._device import INFERENCE, UNRECORDED
from ._dispatch import AUTOGRAD, get_excluded, get_included, redispatch, register_layer
from ._tensor import Tensor
from .grad_mode import inference_is_free


def writes(op: Any) -> bool:
    """Whether an operator writes into its first argument."""
    return op.inplace_of is not None or op.mutates


def of_inference(op: Any, args: tuple[Any, ...], keys: int) -> Any:
    """Mark the results in inference mode; elsewhere refuse writing to marked tensors."""
    if get_included() & INFERENCE:
        below = keys & ~_RECORDING
        out = redispatch(op, below, args) if below else op.plain(*args)
        if type(out) is not Tensor:
            _mark_each(out)
        elif out._base is None and out is not args[0]:  # a view, or what was written to
            out._keys |= INFERENCE
        return out
    if writes(op) and args[0]._keys & INFERENCE and not inference_is_free():
        raise _errors.inference_written(op.name)
    return _autograd_hooks.interface.call_with_inference(op, args, keys & ~INFERENCE)


_RECORDING = INFERENCE | AUTOGRAD


def _mark_each(out: Any) -> None:
    for t in out if isinstance(out, (tuple, list)) else (out,):
        if isinstance(t, Tensor) and t._base is None:
            t._keys |= INFERENCE


def of_unrecorded(op: Any, args: tuple[Any, ...], keys: int) -> Any:
    """Refuse to write, while recording, to views that were made while not recording."""
    if writes(op) and args[0]._keys & UNRECORDED and not get_excluded() & AUTOGRAD:
        raise RuntimeError(
            "A view was created in no_grad mode and is being modified inplace with grad mode"
            " enabled. Given that this use case is ambiguous and error-prone, it is forbidden. You"
            " can clarify your code by moving both the view and the inplace either both inside the"
            " no_grad block (if you don't want the inplace to be tracked) or both outside (if you"
            f" want the inplace to be tracked). It is {op.name}() here; inference_mode counts as"
            " no_grad."
        )
    return redispatch(op, keys & ~UNRECORDED, args)


register_layer(INFERENCE, of_inference)
register_layer(UNRECORDED, of_unrecorded)
