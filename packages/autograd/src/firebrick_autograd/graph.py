"""The recorded graph: its nodes and edges, hooks on several gradients, and what is saved in it.

Counterpart of torch.autograd.graph. `Node` is the class of `tensor.grad_fn`; an edge, a node with
the number of one of its outputs, stands for a tensor in `grad` and `backward` without holding its
elements.
"""

from __future__ import annotations

import functools
import threading
import weakref
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from typing import Any, Literal

from firebrick_core import Tensor
from firebrick_core.hooks import RemovableHandle

from . import _engine
from ._node import GradientEdge as GradientEdge, Node as Node, as_edge, gradient_edge
from ._saved import check_hooks
from ._saved_mutation import allow_mutation_on_saved_tensors as allow_mutation_on_saved_tensors
from ._watch import packing, refusal, saved_hooks


def get_gradient_edge(tensor: Tensor) -> GradientEdge:
    """The edge at which the gradient of a tensor arrives.

    `grad(loss, get_gradient_edge(x))` is `grad(loss, x)`. Raises RuntimeError for a tensor that
    does not require grad.

    >>> import firebrick_core as fb
    >>> x = fb.ones(2, requires_grad=True)
    >>> get_gradient_edge(x.exp()).node.name()
    'ExpBackward0'
    """
    edge = gradient_edge(tensor)
    if edge is None:
        raise RuntimeError(
            "It is not possible to get the gradient edge for a Tensor that does not require"
            " gradients"
        )
    return GradientEdge(*as_edge(edge))


def increment_version(tensor: Tensor | Iterable[Tensor]) -> None:
    """Say that tensors were written to by something that Firebrick does not see.

    What was saved of them for backward is then known to be stale.

    >>> import firebrick_core as fb
    >>> x = fb.ones(2)
    >>> increment_version(x)
    >>> x._version
    1
    """
    for t in (tensor,) if isinstance(tensor, Tensor) else tensor:
        if not t.is_inference():
            t._bump_version()


def set_warn_on_accumulate_grad_stream_mismatch(enabled: bool) -> None:
    """Accepted, without effect: gradients are accumulated on the stream that made them."""


# ---------------------------------------------------------------------- saved tensors
class saved_tensors_hooks:
    """Inside the block, `pack_hook(tensor)` is kept in the place of each tensor that is saved for
    backward, and `unpack_hook` makes a tensor of that when it is needed.

    Of nested blocks the innermost counts. A pack hook must not write to its tensor (RuntimeError),
    and an unpack hook must return a tensor (TypeError). A pack hook that returns its own argument
    makes a reference cycle: return `x.detach()`.

    >>> import firebrick_core as fb
    >>> x = fb.tensor([1.0, 2.0], requires_grad=True)
    >>> with saved_tensors_hooks(lambda x: x.detach().half(), lambda x: x.float()):
    ...     y = x.exp()
    >>> y.sum().backward()
    >>> x.grad
    tensor([2.7188, 7.3906])
    """

    def __init__(self, pack_hook: Callable[[Any], Any], unpack_hook: Callable[[Any], Any]) -> None:
        check_hooks("saved_tensors_hooks()", pack_hook, unpack_hook)
        self.pack_hook, self.unpack_hook = pack_hook, unpack_hook
        self._blocks: list[AbstractContextManager[None]] = []

    def __enter__(self) -> None:
        block = packing((self.pack_hook, self.unpack_hook))
        block.__enter__()
        self._blocks.append(block)

    def __exit__(self, *exc: Any) -> None:
        self._blocks.pop().__exit__(*exc)


class save_on_cpu(saved_tensors_hooks):
    """Inside the block, tensors are kept in the host's memory until backward needs them.

    Those that are there already are not copied, except with `pin_memory`, which asks for memory
    that a device reads directly: the copy is made, in ordinary memory. `device_type` is accepted.

    >>> import firebrick_core as fb
    >>> x = fb.tensor([1.0, 2.0], requires_grad=True)
    >>> with save_on_cpu():
    ...     y = x * x
    >>> y.sum().backward()
    >>> x.grad
    tensor([2., 4.])
    """

    def __init__(self, pin_memory: bool = False, device_type: str = "cuda") -> None:
        def to_host(tensor: Any) -> tuple[Any, Any]:
            kept = tensor.detach().cpu()
            return tensor.device, kept.clone() if pin_memory else kept

        super().__init__(to_host, _to_device)


def _to_device(packed: tuple[Any, Any]) -> Any:
    device, kept = packed
    return kept.to(device)


@contextmanager
def disable_saved_tensors_hooks(error_message: str) -> Iterator[None]:
    """Refuse saved-tensor hooks inside the block: RuntimeError with `error_message`.

    >>> with disable_saved_tensors_hooks("no hooks here"):
    ...     with save_on_cpu():
    ...         pass
    Traceback (most recent call last):
        ...
    RuntimeError: no hooks here
    """
    if saved_hooks.get():
        raise RuntimeError(error_message)
    token = refusal.set(error_message)
    try:
        yield
    finally:
        refusal.reset(token)


# ---------------------------------------------------------------------- hooks on several gradients
def register_multi_grad_hook(
    tensors: Sequence[Tensor],
    fn: Callable[[Sequence[Tensor | None]], None] | Callable[[Tensor], None],
    *,
    mode: Literal["all", "any"] = "all",
) -> RemovableHandle:
    """Call `fn` when the gradients of several tensors are there; returns a handle to remove it.

    In mode "all" it gets a list of the gradients, None for those that this backward does not
    compute, after the last of them. In mode "any" it gets the first of them that is computed.
    Raises ValueError for other modes, RuntimeError for tensors that do not require grad.

    >>> import firebrick_core as fb
    >>> a, b = fb.ones(1, requires_grad=True), fb.ones(1, requires_grad=True)
    >>> handle = register_multi_grad_hook((a, b), print)
    >>> (a * 2 + b * 3).backward()
    [tensor([2.]), tensor([3.])]
    """
    if mode not in ("all", "any"):
        raise ValueError(f"Expects mode to be one of ('all', 'any') but got {mode}")
    _engine.Task.asked_about = True
    shared: Any = _All(tensors, fn) if mode == "all" else _Any(fn)
    return _Handles([t.register_hook(shared.hook(i)) for i, t in enumerate(tensors)])


class _Handles(RemovableHandle):
    """One handle for the hooks of several tensors."""

    def __init__(self, handles: list[RemovableHandle]) -> None:
        super().__init__(OrderedDict())
        self._handles = handles

    def remove(self) -> None:
        for handle in self._handles:
            handle.remove()


class _Any:
    """The hook of mode "any", for all of the tensors: it runs once in each backward."""

    def __init__(self, fn: Callable[[Any], None]) -> None:
        self.fn = fn
        self.lock = threading.Lock()
        self.done: weakref.WeakSet[_engine.Task] = weakref.WeakSet()

    def hook(self, i: int) -> Callable[[Any], None]:
        """The hook of one tensor."""
        return self.arrived

    def arrived(self, grad: Any) -> None:
        """Take a gradient."""
        task = _engine.current.get()
        if task is None or grad is None:
            return
        with self.lock:
            first = task not in self.done
            self.done.add(task)
        if first:
            self.fn(grad)


class _All:
    """The hooks of mode "all": each backward collects what it computes."""

    def __init__(self, tensors: Sequence[Any], fn: Callable[[Any], None]) -> None:
        self.fn = fn
        self.lock = threading.Lock()
        # Weakly, because the nodes have these hooks.
        self.nodes = [weakref.ref(get_gradient_edge(t).node) for t in tensors]
        # Of each backward the gradients, and how many are still to come.
        self.collected: weakref.WeakKeyDictionary[_engine.Task, list[Any]]
        self.collected = weakref.WeakKeyDictionary()

    def hook(self, i: int) -> Callable[[Any], None]:
        """The hook of one tensor."""
        return functools.partial(self.arrived, i)

    def arrived(self, i: int, grad: Any) -> None:
        """Take the gradient of the tensor with number `i`."""
        task = _engine.current.get()
        if task is None:
            return
        with self.lock:
            state = self.collected.get(task)
            if state is None:
                alive = [node() for node in self.nodes]
                expected = sum(node is not None and task.takes(node) for node in alive)
                state = self.collected[task] = [[None] * len(self.nodes), expected]
            state[0][i] = grad
            state[1] -= 1
            complete = not state[1]
        if complete:
            self.fn(state[0])
