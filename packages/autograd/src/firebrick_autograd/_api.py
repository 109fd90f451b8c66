"""`backward` and `grad`, and the answers to what core's tensors ask of autograd."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from typing import Any

import firebrick_core as fb
from firebrick_core._autograd_hooks import AutogradInterface, register_autograd
from firebrick_core._dispatch import AUTOGRAD, DEVICE_BITS, SPARSE
from firebrick_core.hooks import RemovableHandle, add_hook

from . import _engine
from ._node import AccumulateGrad, Output, as_edge, gradient_edge, leaf_edge
from ._views import refresh


def _as_tuple(x: Any) -> tuple[Any, ...]:
    return (x,) if hasattr(x, "_keys") else tuple(x)


def _roots(tensors: Any, gradients: Any) -> list[tuple[Any, Any]]:
    """Edges of the outputs with the gradients to start from."""
    if gradients is None:
        gradients = (None,) * len(tensors)
    elif hasattr(gradients, "_keys"):
        gradients = (gradients,)
    if len(gradients) != len(tensors):
        raise RuntimeError(f"got {len(tensors)} tensors and {len(gradients)} gradients")
    roots = []
    for i, (t, g) in enumerate(zip(tensors, gradients, strict=True)):
        if t._keys & SPARSE:
            t, g = t._values_and_gradient(g)
        edge = gradient_edge(t)
        if edge is None:
            raise RuntimeError(
                f"element {i} of tensors does not require grad and does not have a grad_fn. "
                "Was it made under no_grad(), detached, or of an integer dtype?"
            )
        roots.append((edge, _start(t, g)))
    return roots


def _start(tensor: Any, gradient: Any) -> Any:
    if gradient is None:
        if tensor._array.size != 1:
            raise RuntimeError(
                "grad can be implicitly created only for scalar outputs: this one has shape "
                f"{list(tensor.shape)}; reduce it, or pass a gradient of that shape"
            )
        if not (tensor.dtype.is_floating_point or tensor.dtype.is_complex):
            raise RuntimeError(
                f"grad can be computed only for real or complex outputs but got {tensor.dtype}"
            )
        return fb.ones_like(tensor)
    if not hasattr(gradient, "_keys"):
        raise TypeError(
            f"gradients can be either Tensors or None, but got {type(gradient).__name__}"
        )
    if gradient._array.shape != tensor._array.shape:
        raise RuntimeError(
            f"Mismatch in shape: grad_output has a shape of {gradient.shape} and output has a shape"
            f" of {tensor.shape}."
        )
    return gradient


def backward(
    tensors: Any,
    grad_tensors: Any = None,
    retain_graph: bool | None = None,
    create_graph: bool = False,
    inputs: Any = None,
) -> None:
    """Add the gradients of `tensors` to the `.grad` of the leaves that they were made of.

    `grad_tensors`, of the same shapes, weigh them; they may be left out for tensors of one element.
    `inputs` restricts which leaves (or other tensors) receive. Raises RuntimeError where nothing
    was recorded, where the graph was freed, and where a saved tensor was changed since.

    >>> import firebrick_core as fb, firebrick_autograd as autograd
    >>> x = fb.tensor([1.0, 2.0], requires_grad=True)
    >>> autograd.backward((x * x).sum())
    >>> x.grad
    tensor([2., 4.])
    """
    tensors = _as_tuple(tensors)
    roots = _roots(tensors, grad_tensors)
    keep = create_graph if retain_graph is None else retain_graph
    if inputs is None:
        _engine.run(roots, keep, create_graph)
        return
    inputs = _as_tuple(inputs)
    if not inputs:
        raise RuntimeError("backward(): inputs argument cannot be empty")
    inputs = tuple(t._stored if t._keys & SPARSE else t for t in inputs)
    captures: dict[Any, Any] = {}
    for i, t in enumerate(inputs):
        edge = gradient_edge(t)
        if edge is None:
            raise RuntimeError(f"backward(): element {i} of inputs does not require grad")
        captures[as_edge(edge)] = None
    _engine.run(roots, keep, create_graph, captures)
    for t in inputs:
        node, nr = as_edge(t._meta)
        if type(node) is not AccumulateGrad and captures[node, nr] is not None:
            held = t.grad
            t.grad = captures[node, nr] if held is None else held + captures[node, nr]


def grad(
    outputs: Any,
    inputs: Any,
    grad_outputs: Any = None,
    retain_graph: bool | None = None,
    create_graph: bool = False,
    allow_unused: bool | None = None,
    is_grads_batched: bool = False,
    materialize_grads: bool = False,
) -> tuple[Any, ...]:
    """The gradients of `outputs` with respect to `inputs`, as a tuple; `.grad` is left alone.

    With `create_graph` the gradients can be differentiated again. An input that the outputs do not
    depend on raises RuntimeError, unless `allow_unused` (None for it) or `materialize_grads`
    (zeros).

    >>> import firebrick_core as fb, firebrick_autograd as autograd
    >>> x = fb.tensor(3.0, requires_grad=True)
    >>> (g,) = autograd.grad(x**3, x, create_graph=True)
    >>> g.item(), autograd.grad(g, x)[0].item()
    (27.0, 18.0)
    """
    outputs, inputs = _as_tuple(outputs), _as_tuple(inputs)
    if is_grads_batched:
        return _batched_grad(
            outputs, inputs, grad_outputs, retain_graph, create_graph, allow_unused,
            materialize_grads,
        )  # fmt: skip
    if materialize_grads and allow_unused is False:
        raise ValueError(
            "Expected allow_unused to be True or not passed when materialize_grads=True"
        )
    captures: dict[Any, Any] = {}
    edges = []
    for t in inputs:
        edge = gradient_edge(t._stored if t._keys & SPARSE else t)
        if edge is None:
            raise RuntimeError("One of the differentiated Tensors does not require grad")
        edges.append(as_edge(edge))
        captures[edges[-1]] = None
    roots = _roots(outputs, grad_outputs)
    keep = create_graph if retain_graph is None else retain_graph
    _engine.run(roots, keep, create_graph, captures, accumulate=False)
    results = []
    for i, (edge, t) in enumerate(zip(edges, inputs, strict=True)):
        g = captures[edge]
        if t._keys & SPARSE:
            g = t._gradient(g)
        if g is None and materialize_grads:
            g = fb.zeros_like(t)
        if g is None and not allow_unused:
            raise RuntimeError(
                f"One of the differentiated Tensors (inputs[{i}]) appears to not have been used in"
                " the graph. Set allow_unused=True if this is the desired behavior."
            )
        results.append(g)
    return tuple(results)


def _batched_grad(
    outputs: Any, inputs: Any, grad_outputs: Any, retain: Any, create: bool, *options: Any
) -> tuple[Any, ...]:
    """`grad` for a batch of `grad_outputs`: their first dimension is that of the gradients."""
    from ._vmap import vmap

    allow_unused, materialize = options
    weights = [w for w in _as_tuple(grad_outputs) if w is not None]
    unused: list[int] = []

    def one(*given: Any) -> Any:
        rest = iter(given)
        all_weights = [None if w is None else next(rest) for w in _as_tuple(grad_outputs)]
        found = grad(
            outputs, inputs, all_weights, retain, create, allow_unused,
            materialize_grads=materialize,
        )  # fmt: skip
        unused[:] = [i for i, g in enumerate(found) if g is None]
        return tuple(g for g in found if g is not None)

    rows = iter(vmap(one)(*weights))
    return tuple(None if i in unused else next(rows) for i in range(len(inputs)))


class Autograd(AutogradInterface):
    """What core's tensors ask of this package."""

    def set_requires_grad(self, tensor: Any, flag: bool) -> None:
        if flag:
            if not tensor._keys & AUTOGRAD:
                leaf_edge(tensor)
                tensor._keys |= AUTOGRAD
        elif tensor._keys & AUTOGRAD:
            if not self.is_leaf(tensor):
                raise RuntimeError(
                    "you can only change requires_grad flags of leaf variables. If you want to use"
                    " a computed variable in a subgraph that doesn't require differentiation use"
                    " var_no_grad = var.detach()."
                )
            tensor._keys &= ~AUTOGRAD

    def is_leaf(self, tensor: Any) -> bool:
        return tensor._meta is None or type(tensor._meta) is AccumulateGrad

    def grad(self, tensor: Any) -> Any:
        meta = tensor._meta
        if type(meta) is AccumulateGrad:
            return meta.grad
        kept = tensor.__dict__.get("_retained")
        return None if kept is None else kept.grad

    def set_grad(self, tensor: Any, value: Any) -> None:
        if value is not None:
            if not hasattr(value, "_keys"):
                raise TypeError(
                    "assigned grad expected to be a Tensor or None but got grad of type "
                    f"{type(value).__name__}"
                )
            if value is tensor:
                raise RuntimeError("can't assign Variable as its own grad")
            if value._array.shape != tensor._array.shape:
                raise RuntimeError(
                    f"assigned grad has data of a different size: {list(value.shape)} for a tensor"
                    f" of shape {list(tensor.shape)}"
                )
            if value.dtype is not tensor.dtype:
                raise RuntimeError(
                    f"assigned grad has data of a different type: {value.dtype} for a tensor of "
                    f"{tensor.dtype}"
                )
            if (value._keys ^ tensor._keys) & DEVICE_BITS:
                raise RuntimeError(
                    f"assigned grad has data located on a different device: {value.device} for a"
                    f" tensor on {tensor.device}"
                )
        if self.is_leaf(tensor):
            if value is not None or tensor._meta is not None:
                leaf_edge(tensor).grad = value
        else:
            self._retained(tensor).grad = value

    def _retained(self, tensor: Any) -> Retained:
        return tensor.__dict__.setdefault("_retained", Retained())

    def grad_fn(self, tensor: Any) -> Any:
        if tensor._base is not None:
            refresh(tensor)
        meta = tensor._meta
        return None if self.is_leaf(tensor) else as_edge(meta)[0]

    def output_nr(self, tensor: Any) -> int:
        return tensor._meta.nr if type(tensor._meta) is Output else 0

    def data_replaced(self, tensor: Any) -> None:
        if type(tensor._meta) is AccumulateGrad:
            tensor._meta.shape, tensor._meta.dtype = tensor._array.shape, tensor.dtype

    def retains_grad(self, tensor: Any) -> bool:
        kept = tensor.__dict__.get("_retained")
        return kept is not None and kept.handle is not None

    def call(self, method: str, tensor: Any, *args: Any, **kwargs: Any) -> Any:
        return getattr(self, method)(tensor, *args, **kwargs)

    def backward(self, tensor: Any, gradient: Any, retain: Any, create: Any, inputs: Any) -> None:
        """`Tensor.backward`."""
        if inputs is None and gradient is None and tensor._array.size == 1 or gradient is not None:
            backward((tensor,), (gradient,), retain, create, inputs)
        else:
            backward((tensor,), None, retain, create, inputs)

    def retain_grad(self, tensor: Any) -> None:
        """`Tensor.retain_grad`."""
        if not tensor._keys & AUTOGRAD:
            raise RuntimeError("can't retain_grad on Tensor that has requires_grad=False")
        if self.is_leaf(tensor) or self.retains_grad(tensor):
            return
        kept = self._retained(tensor)
        kept.handle = self.register_hook(tensor, kept.keep)

    def register_hook(self, tensor: Any, hook: Any) -> RemovableHandle:
        """`Tensor.register_hook`."""
        if not tensor._keys & AUTOGRAD:
            raise RuntimeError("cannot register a hook on a tensor that doesn't require gradient")
        node, nr = as_edge(gradient_edge(tensor))
        return add_hook(node._tensor_hooks(nr), hook)

    def register_post_accumulate_grad_hook(self, tensor: Any, hook: Any) -> RemovableHandle:
        """`Tensor.register_post_accumulate_grad_hook`."""
        if not tensor._keys & AUTOGRAD:
            raise RuntimeError("cannot register a hook on a tensor that doesn't require gradient")
        if not self.is_leaf(tensor):
            raise RuntimeError(
                "post accumulate grad hooks cannot be registered on non-leaf tensors"
            )
        edge = leaf_edge(tensor)
        if edge.post_hooks is None:
            edge.post_hooks = OrderedDict()
        return add_hook(edge.post_hooks, hook)

    def detach_(self, tensor: Any) -> None:
        """`Tensor.detach_`."""
        if tensor._base is not None:
            raise RuntimeError("Can't detach views in-place. Use detach() instead.")
        tensor._meta = None
        tensor._keys &= ~AUTOGRAD


class Retained:
    """The kept gradient of a tensor that is no leaf, apart from the tensor so that no cycle
    arises."""

    __slots__ = ("grad", "handle")

    def __init__(self) -> None:
        self.grad: Any = None
        self.handle: Any = None

    def keep(self, grad: Any) -> None:
        """The hook that keeps or adds."""
        self.grad = grad if self.grad is None else self.grad + grad


_autograd = Autograd()
register_autograd(_autograd)
__all__: Sequence[str] = ["backward", "grad"]
