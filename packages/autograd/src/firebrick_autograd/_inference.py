"""Tensors of inference mode in what is recorded: they may take part, and not be saved."""

from __future__ import annotations

from typing import Any

from firebrick_core._device import INFERENCE
from firebrick_core._dispatch import redispatch
from firebrick_core.grad_mode import inference_is_free

from . import _saved
from ._node import next_sequence
from ._watch import recorded


def call_with_inference(op: Any, args: tuple[Any, ...], keys: int) -> Any:
    """Call an operator some of whose arguments were made in inference mode.

    Raises RuntimeError where it saved one of them for backward.
    """
    since = next_sequence()
    out = redispatch(op, keys, args)
    for node in recorded(out if isinstance(out, (tuple, list)) else (out,), since):
        refuse(_saved.inputs(node))
    return out


def refuse(tensors: Any) -> None:
    """Raise RuntimeError where a tensor that is saved for backward was made in inference mode."""
    if any(t._keys & INFERENCE for t in tensors) and not inference_is_free():
        raise RuntimeError(
            "Inference tensors cannot be saved for backward. Please do not use Tensors created in"
            " inference mode in computation tracked by autograd. To work around this, you can make"
            " a clone to get a normal tensor and use it in autograd, or use `torch.no_grad()`"
            " instead of `torch.inference_mode()`."
        )
