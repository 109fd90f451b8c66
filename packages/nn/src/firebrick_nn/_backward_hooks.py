"""Full backward hooks: two identity functions around a module's forward.

One gate stands behind the module's outputs and one before its inputs. Backward passes the first
with the gradients of the outputs and the second with those of the inputs, and there the hooks run.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

from firebrick_autograd import Function
from firebrick_core import Tensor, is_grad_enabled

from ._hooks import GlobalHooks, own_table

__all__ = ["Gates", "attach_operator_hooks", "gates_of"]

Grads = tuple


class _Gate(Function):
    """The identity, whose gradients pass through `on_backward`."""

    @staticmethod
    def forward(ctx: Any, on_backward: Callable[[Grads], Grads], *tensors: Tensor) -> Grads:
        ctx.on_backward = on_backward
        ctx.set_materialize_grads(False)
        return tuple(t.view_as(t) for t in tensors)

    @staticmethod
    def backward(ctx: Any, *grads: Tensor | None) -> Grads:
        return (None, *ctx.on_backward(grads))


def _pass_gate(
    values: tuple, on_backward: Callable[[Grads], Grads]
) -> tuple[tuple, tuple[int, ...]]:
    """`values` with the tensors that need gradients sent through a gate, and their positions."""
    positions = tuple(
        i for i, v in enumerate(values) if isinstance(v, Tensor) and v.requires_grad
    )
    if not positions or not is_grad_enabled():
        return values, ()
    passed = list(values)
    gated = _Gate.apply(on_backward, *(values[i] for i in positions))
    for i, tensor in zip(positions, gated, strict=True):
        passed[i] = tensor
    return tuple(passed), positions


def _spread(positions: tuple[int, ...], grads: Grads, size: int) -> Grads:
    """`grads` at their positions in a tuple of `size`, None elsewhere."""
    spread: list = [None] * size
    for i, grad in zip(positions, grads, strict=True):
        spread[i] = grad
    return tuple(spread)


def _replacement(result: Any, size: int, what: str) -> tuple:
    result = result if isinstance(result, tuple) else (result,)
    if len(result) != size:
        raise RuntimeError(
            f"Backward {what}, got {len(result)}, but expected {size}. Return one value for each "
            "(None where there is no gradient), or None to leave all as they are."
        )
    return result


class Gates:
    """The gates around one call of one module, and the hooks that run at them."""

    def __init__(self, module: Any, pre_hooks: list[Callable], hooks: list[Callable]) -> None:
        self.module, self.pre_hooks, self.hooks = module, pre_hooks, hooks
        self.grad_output: tuple | None = None
        self.input_at: tuple[int, ...] = ()
        self.output_at: tuple[int, ...] = ()
        self.inputs = self.outputs = 0

    def enter(self, args: tuple) -> tuple:
        """The arguments, through the gate before the module."""
        self.inputs = len(args)
        args, self.input_at = _pass_gate(args, self._at_input)
        return args

    def leave(self, result: Any) -> Any:
        """The result, through the gate behind the module."""
        values = result if isinstance(result, tuple) else (result,)
        self.outputs = len(values)
        values, self.output_at = _pass_gate(values, self._at_output)
        return values if isinstance(result, tuple) else values[0]

    def _at_output(self, grads: Grads) -> Grads:
        spread = _spread(self.output_at, grads, self.outputs)
        for hook in self.pre_hooks:
            result = hook(self.module, spread)
            if result is not None:
                what = "pre hook returned an invalid number of grad_output"
                spread = _replacement(result, self.outputs, what)
        self.grad_output = spread
        if not self.input_at:
            self._without_input()
        return tuple(spread[i] for i in self.output_at)

    def _without_input(self) -> None:
        """No input needs a gradient: the hooks run at once, and there is nothing to replace."""
        if self.hooks:
            warnings.warn(
                f"Full backward hook of {type(self.module).__name__} is firing when gradients are "
                "computed with respect to module outputs since no inputs require gradients.",
                stacklevel=5,
            )
        for hook in self.hooks:
            result = hook(self.module, (None,) * self.inputs, self.grad_output)
            if result is not None and not (
                isinstance(result, tuple) and all(grad is None for grad in result)
            ):
                raise RuntimeError(
                    "Backward hook for Modules where no input requires gradient should always "
                    "return None or None for all gradients."
                )
        self.grad_output = None

    def _at_input(self, grads: Grads) -> Grads:
        if self.grad_output is None:
            raise RuntimeError(
                f"Backward reached the inputs of {type(self.module).__name__} without passing its "
                "outputs, so the gradients of the outputs are not known and its full backward "
                "hooks cannot run. Use only what forward returns, or remove the hooks."
            )
        spread = _spread(self.input_at, grads, self.inputs)
        for hook in self.hooks:
            result = hook(self.module, spread, self.grad_output)
            if result is not None:
                what = "hook returned an invalid number of grad_input"
                spread = _replacement(result, self.inputs, what)
        self.grad_output = None
        return tuple(spread[i] for i in self.input_at)


def gates_of(module: Any) -> Gates | None:
    """The gates for one call of `module`, or None if nothing wants to run in its backward."""
    own = own_table(module, "_backward_pre_hooks")
    pre_hooks = [*GlobalHooks.backward_pre.values(), *own.values()]
    hooks: list[Callable] = []
    if GlobalHooks.backward_is_full:
        hooks += GlobalHooks.backward.values()
    if module._is_full_backward_hook:
        hooks += own_table(module, "_backward_hooks").values()
    return Gates(module, pre_hooks, hooks) if pre_hooks or hooks else None


def _first_tensor(result: Any) -> Tensor | None:
    while not isinstance(result, Tensor):
        if isinstance(result, dict):
            result = next((v for v in result.values() if isinstance(v, Tensor)), None)
        elif isinstance(result, (tuple, list)) and result:
            result = result[0]
        else:
            return None
    return result


def attach_operator_hooks(module: Any, result: Any) -> None:
    """Hand the hooks of `register_backward_hook` to the operator that made the (first) output."""
    hooks: list[Callable] = []
    if GlobalHooks.backward_is_full is False:
        hooks += GlobalHooks.backward.values()
    if module._is_full_backward_hook is False:
        hooks += own_table(module, "_backward_hooks").values()
    output = _first_tensor(result) if hooks else None
    if output is None or output.grad_fn is None:
        return
    for hook in hooks:
        output.grad_fn.register_hook(_bind(hook, module))


def _bind(hook: Callable, module: Any) -> Callable:
    def operator_hook(grad_input: Grads, grad_output: Grads) -> Any:
        return hook(module, grad_input, grad_output)

    return operator_hook
