"""Work that is recorded and launched again, under the names of torch.cuda.graphs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import firebrick_core as _core
from firebrick_autograd import Function as _Function, grad as _grad
from firebrick_autograd.amp import (
    is_autocast_cache_enabled as _keeps_casts,
    is_autocast_enabled as _casts,
)
from firebrick_core.cuda import (
    CUDAGraph as CUDAGraph,
    graph as graph,
    graph_pool_handle as graph_pool_handle,
    is_current_stream_capturing as is_current_stream_capturing,
)
from firebrick_nn import Module as _Module

_HOOKS = ("_forward_hooks", "_forward_pre_hooks", "_backward_hooks")


def make_graphed_callables(
    callables: Any, sample_args: Any, num_warmup_iters: int = 3, allow_unused_input: bool = False,
    pool: Any = None,
) -> Any:  # fmt: skip
    """Functions or modules whose work, forward and backward, is recorded and replayed in each call.

    Args:
        callables: a function of tensors or a module, or a tuple of such in the order of use.
        sample_args: a tuple of tensors on the GPU, or one for each: later calls have these shapes,
            dtypes and `requires_grad`.
        num_warmup_iters: calls, with backward, before the recording.
        allow_unused_input: whether an argument or parameter may have no gradient.
        pool: memory to share with other graphs.

    A module is returned with its `forward` replaced, which is used as long as `training` is what it
    was. Results, and gradients within, are overwritten by the next call; clone what must stay.
    Raises RuntimeError for modules with hooks or trainable buffers, and while autocast keeps casts
    of weights; TypeError and RuntimeError for later calls that do not fit the recorded one.

    Source: torch.cuda.make_graphed_callables.
    """
    if _casts() and _keeps_casts():
        raise RuntimeError(
            "make_graphed_callables does not support the autocast caching. Please set "
            "`cache_enabled=False`."
        )
    single = not isinstance(callables, tuple)
    functions = (callables,) if single else callables
    samples = (sample_args,) if single else sample_args
    if len(functions) != len(samples):
        raise ValueError(
            f"make_graphed_callables: {len(functions)} functions, {len(samples)} tuples of sample "
            "arguments; give one tuple for each"
        )
    for function in functions:
        _check(function)
    pool = graph_pool_handle() if pool is None else pool
    recorded = [
        _Recorded(f, tuple(s), num_warmup_iters, allow_unused_input)
        for f, s in zip(functions, samples, strict=True)
    ]
    for one in recorded:
        one.record_forward(pool)
    for one in reversed(recorded):  # as they will run, since they share memory
        one.record_backward(pool)
    made = tuple(one.finished() for one in recorded)
    return made[0] if single else made


def _check(function: Any) -> None:
    if not isinstance(function, _Module):
        return
    if any(getattr(function, name, None) for name in _HOOKS):
        raise RuntimeError(
            "Modules must not have hooks registered at the time they are passed. However, "
            "registering hooks on modules after passing them through make_graphed_callables is "
            "allowed."
        )
    if any(b.requires_grad for b in function.buffers()):
        raise RuntimeError(
            "In any Module passed to make_graphed_callables, only parameters may be trainable. All "
            "buffers must have requires_grad=False."
        )


class _Recorded:
    """One function: its two graphs, and the tensors that they read and write."""

    def __init__(
        self, function: Any, sample: tuple[Any, ...], warmups: int, allow_unused: bool
    ) -> None:
        self.function, self.allow_unused = function, allow_unused
        self.call: Callable[..., Any] = function
        self.module = function if isinstance(function, _Module) else None
        if self.module is not None:
            self.call = self.module.forward
        self.arguments = tuple(_like(t) for t in sample)
        params = () if self.module is None else tuple(self.module.parameters())
        self.inputs = (*self.arguments, *params)
        self.trained = [t for t in self.inputs if t.requires_grad]
        self.forward, self.backward = CUDAGraph(), CUDAGraph()
        for _ in range(warmups):
            outputs = self._outputs(self.call(*self.arguments))
            self._gradients(outputs, [_core.ones_like(t) for t in outputs if t.requires_grad])

    def _outputs(self, result: Any) -> tuple[Any, ...]:
        self.tuple = isinstance(result, (tuple, list))
        return tuple(result) if self.tuple else (result,)

    def _gradients(self, outputs: Sequence[Any], grads: list[Any]) -> tuple[Any, ...]:
        outputs = [t for t in outputs if t.requires_grad]
        if not outputs or not self.trained:
            return ()
        found: tuple[Any, ...] = _grad(
            outputs, self.trained, grads, allow_unused=self.allow_unused
        )
        return found

    def record_forward(self, pool: Any) -> None:
        """Record the call."""
        with graph(self.forward, pool):
            self.outputs = self._outputs(self.call(*self.arguments))

    def record_backward(self, pool: Any) -> None:
        """Record the gradients of what was recorded."""
        self.grad_outputs = [
            _core.zeros_like(t) if t.requires_grad else None for t in self.outputs
        ]
        self.grad_inputs: list[Any] = [None] * len(self.inputs)
        if not self.trained:
            return
        with graph(self.backward, pool):
            found = self._gradients(self.outputs, [g for g in self.grad_outputs if g is not None])
        places = [i for i, t in enumerate(self.inputs) if t.requires_grad]
        for place, g in zip(places, found, strict=False):
            self.grad_inputs[place] = g
        self.outputs = tuple(t.detach() for t in self.outputs)

    def finished(self) -> Any:
        """The function; a module with its `forward` replaced."""
        replay = _replaying(self)
        if self.module is None:
            return replay
        module, original, training = self.module, self.call, self.module.training

        def forward(*args: Any) -> Any:
            return replay(*args) if module.training == training else original(*args)

        module.forward = forward  # type: ignore[method-assign]  # of this module only
        return module


def _like(sample: Any) -> Any:
    return sample.detach().clone().requires_grad_(sample.requires_grad)


def _replaying(one: _Recorded) -> Callable[..., Any]:
    class Graphed(_Function):
        @staticmethod
        def forward(ctx: Any, *inputs: Any) -> Any:
            for mine, t in zip(one.arguments, inputs, strict=False):
                mine.detach().copy_(t)
            one.forward.replay()
            found = tuple(t.detach() for t in one.outputs)
            constant = [t for t, g in zip(found, one.grad_outputs, strict=True) if g is None]
            ctx.mark_non_differentiable(*constant)
            return found

        @staticmethod
        def backward(ctx: Any, *grads: Any) -> Any:
            for mine, g in zip(one.grad_outputs, grads, strict=True):
                if mine is not None:
                    mine.copy_(g)
            one.backward.replay()
            return tuple(None if g is None else g.detach() for g in one.grad_inputs)

    def replay(*args: Any) -> Any:
        if len(args) != len(one.arguments):
            raise TypeError(
                f"the recorded call has {len(one.arguments)} arguments, got {len(args)}"
            )
        for mine, t in zip(one.arguments, args, strict=True):
            if t.shape != mine.shape or t.dtype is not mine.dtype:
                raise RuntimeError(
                    f"the recorded call has {mine.dtype} {tuple(mine.shape)}, got {t.dtype} "
                    f"{tuple(t.shape)}: record another one for it"
                )
        found = Graphed.apply(*args, *one.inputs[len(args) :])
        return found if one.tuple else found[0]

    return replay
