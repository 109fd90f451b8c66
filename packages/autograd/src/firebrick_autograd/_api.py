"""`backward` and `grad`, and the answers to what core's tensors ask of autograd."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from typing import Any

import firebrick_core as fb
from firebrick_core._autograd_hooks import AutogradInterface, register_autograd
from firebrick_core._dispatch import AUTOGRAD, DEVICE_BITS, SPARSE
from firebrick_core._frames import warn
from firebrick_core._hidden_order import restore
from firebrick_core.hooks import RemovableHandle, add_hook

from . import _engine, _hooks
from ._inference import call_with_inference
from ._node import (
    AccumulateGrad,
    GradientEdge,
    Output,
    as_edge,
    gradient_edge,
    leaf_edge,
    output,
)
from ._views import refresh


def _as_tuple(x: Any) -> tuple[Any, ...]:
    return (x,) if hasattr(x, "_keys") or isinstance(x, GradientEdge) else tuple(x)


# ---------------------------------------------------------------------- where backward starts
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
        if isinstance(t, GradientEdge):
            edge = output(t)
        else:
            if t._keys & SPARSE:
                t, g = t._values_and_gradient(g)
            edge = gradient_edge(t)
        if edge is None:
            raise RuntimeError(
                f"element {i} of tensors does not require grad and does not have a grad_fn. "
                "Was it made under no_grad(), detached, or of an integer dtype?"
            )
        roots.append((edge, _start(i, t, edge, g)))
    return roots


def _start(i: int, root: Any, edge: Any, gradient: Any) -> Any:
    """The gradient that backward starts from: what is given, or a one."""
    shape, dtype = edge.shape, edge.dtype
    if gradient is None:
        if 1 not in (*shape, 1) or any(n != 1 for n in shape):
            raise RuntimeError(
                "grad can be implicitly created only for scalar outputs: this one has shape "
                f"{list(shape)}; reduce it, or pass a gradient of that shape"
            )
        if not dtype.is_floating_point:
            raise RuntimeError(
                f"grad can be implicitly created only for real scalar outputs but got {dtype}"
            )
        is_edge = isinstance(root, GradientEdge)
        return fb.ones(shape, dtype=dtype) if is_edge else fb.ones_like(root)
    if not hasattr(gradient, "_keys"):
        raise TypeError(
            f"gradients can be either Tensors or None, but got {type(gradient).__name__}"
        )
    if gradient._array.shape != shape:
        raise RuntimeError(
            f"Mismatch in shape: grad_output[{i}] has a shape of {gradient.shape} and output[{i}]"
            f" has a shape of {fb.Size(shape)}."
        )
    if gradient.dtype.is_complex != dtype.is_complex:
        raise RuntimeError(
            "For complex Tensors, both grad_output and output are required to have the same dtype."
            f" Mismatch in dtype: grad_output[{i}] has a dtype of {gradient.dtype} and output[{i}]"
            f" has a dtype of {dtype}."
        )
    return gradient


def backward(
    tensors: Any,
    grad_tensors: Any = None,
    retain_graph: bool | None = None,
    create_graph: bool = False,
    grad_variables: Any = None,
    inputs: Any = None,
) -> None:
    """Add the gradients of `tensors` to the `.grad` of the leaves that they were made of.

    `grad_tensors` (formerly `grad_variables`), of the same shapes, weigh them; they may be left out
    for tensors of one element. `inputs` restricts which leaves (or other tensors) receive. All may
    be edges (`graph.GradientEdge`). Raises RuntimeError where nothing was recorded, where the graph
    was freed, and where a saved tensor was changed since.

    >>> import firebrick_core as fb, firebrick_autograd as autograd
    >>> x = fb.tensor([1.0, 2.0], requires_grad=True)
    >>> autograd.backward((x * x).sum())
    >>> x.grad
    tensor([2., 4.])
    """
    if grad_variables is not None:
        warn("`grad_variables` is deprecated. Use `grad_tensors` instead.", FutureWarning)
        if grad_tensors is not None:
            raise RuntimeError(
                "`grad_tensors` and `grad_variables` (deprecated) arguments both passed to"
                " `backward()`. Please only use `grad_tensors`."
            )
        grad_tensors = grad_variables
    if create_graph:
        warn(
            "Using backward() with create_graph=True will create a reference cycle between the"
            " parameter and its gradient which can cause a memory leak. We recommend using"
            " autograd.grad when creating the graph to avoid this. If you have to use this"
            " function, make sure to reset the .grad fields of your parameters to None after use"
            " to break the cycle and avoid the leak."
        )
    tensors = _as_tuple(tensors)
    roots = _roots(tensors, grad_tensors)
    keep = create_graph if retain_graph is None else retain_graph
    if inputs is None:
        _engine.run(roots, keep, create_graph)
        return
    inputs = _as_tuple(inputs)
    if not inputs:
        raise RuntimeError("`inputs` argument to `backward()` cannot be empty.")
    captures: dict[Any, Any] = {}
    leaves = []
    for t in inputs:
        node, nr = _place_of(t, "backward()")
        if type(node) is AccumulateGrad:
            leaves.append(node)
        else:
            captures[node, nr] = None
            if not isinstance(t, GradientEdge):
                t.retain_grad()
    _engine.run(roots, keep, create_graph, captures, leaves)


def _place_of(x: Any, caller: str) -> tuple[Any, int]:
    """Node and output number of a tensor or an edge that is to receive a gradient."""
    if isinstance(x, GradientEdge):
        return x.node, x.output_nr
    if not hasattr(x, "_keys"):
        raise RuntimeError(
            f"all inputs have to be Tensors or GradientEdges, but got {type(x).__name__}"
        )
    edge = gradient_edge(x._stored if x._keys & SPARSE else x)
    if edge is None:
        raise RuntimeError(
            f"One of the differentiated Tensors does not require grad: an element of {caller}'s"
            " inputs was made under no_grad(), detached, or never asked to with requires_grad_()"
        )
    return as_edge(edge)


def grad(
    outputs: Any,
    inputs: Any,
    grad_outputs: Any = None,
    retain_graph: bool | None = None,
    create_graph: bool = False,
    only_inputs: bool = True,
    allow_unused: bool | None = None,
    is_grads_batched: bool = False,
    materialize_grads: bool = False,
) -> tuple[Any, ...]:
    """The gradients of `outputs` with respect to `inputs`, as a tuple; `.grad` is left alone.

    With `create_graph` the gradients can be differentiated again. An input that the outputs do not
    depend on raises RuntimeError, unless `allow_unused` (None for it) or `materialize_grads`
    (zeros). Outputs and inputs may be edges (`graph.GradientEdge`). `only_inputs=False`, which
    PyTorch has given up, warns and has no effect.

    >>> import firebrick_core as fb, firebrick_autograd as autograd
    >>> x = fb.tensor(3.0, requires_grad=True)
    >>> (g,) = autograd.grad(x**3, x, create_graph=True)
    >>> g.item(), autograd.grad(g, x)[0].item()
    (27.0, 18.0)
    """
    if not only_inputs:
        warn(
            "only_inputs argument is deprecated and is ignored now (defaults to True). To"
            " accumulate gradient for other parts of the graph, please use"
            " torch.autograd.backward.",
            FutureWarning,
        )
    outputs, inputs = _as_tuple(outputs), _as_tuple(inputs)
    if is_grads_batched:
        return _batched_grad(
            outputs, inputs, grad_outputs, retain_graph, create_graph, allow_unused,
            materialize_grads,
        )  # fmt: skip
    if materialize_grads and allow_unused is False:
        raise ValueError(
            "Expected allow_unused to be True or not passed when materialize_grads=True, but got:"
            " allow_unused=False."
        )
    if not inputs:
        raise RuntimeError("`inputs` argument to `grad()` cannot be empty.")
    captures: dict[Any, Any] = {}
    places = []
    for x in inputs:
        if materialize_grads and isinstance(x, GradientEdge):
            raise RuntimeError(
                "materialize_grads cannot be used when the given input is a GradientEdge"
            )
        places.append(_place_of(x, "grad()"))
        captures[places[-1]] = None
    roots = _roots(outputs, grad_outputs)
    keep = create_graph if retain_graph is None else retain_graph
    _engine.run(roots, keep, create_graph, captures)
    results = []
    for i, (place, t) in enumerate(zip(places, inputs, strict=True)):
        g = captures[place]
        if not isinstance(t, GradientEdge) and t._keys & SPARSE:
            g = t._gradient(g)
        if g is None and materialize_grads:
            g = fb.zeros_like(t)
        if g is None and not allow_unused:
            raise RuntimeError(
                f"The differentiated Tensor at index {i} appears to not have been used in the"
                " graph. Set allow_unused=True if this is the desired behavior."
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
            outputs, inputs, all_weights, retain, create,
            allow_unused=allow_unused, materialize_grads=materialize,
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
                leaf_edge(restore(tensor))
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
        if kept is None or (kept.grad is None and not kept.active):
            warn(
                "The .grad attribute of a Tensor that is not a leaf Tensor is being accessed. Its"
                " .grad attribute won't be populated during autograd.backward(). If you indeed want"
                " the .grad field to be populated for a non-leaf Tensor, use .retain_grad() on the"
                " non-leaf Tensor. If you access the non-leaf Tensor by mistake, make sure you"
                " access the leaf Tensor instead."
            )
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
                    f"attempting to assign a gradient of size '{list(value.shape)}' to a tensor of"
                    f" size '{list(tensor.shape)}'. Please ensure that the gradient and the tensor"
                    " are the same size"
                )
            if value.dtype is not tensor.dtype:
                raise RuntimeError(
                    f"attempting to assign a gradient with dtype '{value.dtype}' to a tensor of"
                    f" dtype '{tensor.dtype}': convert it with .to(dtype)"
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

    def _retained(self, tensor: Any) -> _hooks.Retained:
        return tensor.__dict__.setdefault("_retained", _hooks.Retained())

    def grad_fn(self, tensor: Any) -> Any:
        if tensor._base is not None:
            refresh(tensor)
        meta = tensor._meta
        return None if self.is_leaf(tensor) else as_edge(meta)[0]

    def output_nr(self, tensor: Any) -> int:
        return tensor._meta.nr if type(tensor._meta) is Output else 0

    def data_replaced(self, tensor: Any) -> None:
        if type(tensor._meta) is AccumulateGrad:
            tensor._meta.describe(tensor)

    def retains_grad(self, tensor: Any) -> bool:
        kept = tensor.__dict__.get("_retained")
        return kept is not None and kept.active

    def call_with_inference(self, op: Any, args: tuple[Any, ...], keys: int) -> Any:
        return call_with_inference(op, args, keys)

    def call(self, method: str, tensor: Any, *args: Any, **kwargs: Any) -> Any:
        return getattr(self, method)(tensor, *args, **kwargs)

    def backward(self, tensor: Any, gradient: Any, retain: Any, create: Any, inputs: Any) -> None:
        """`Tensor.backward`."""
        gradients = None if gradient is None else (gradient,)
        backward((tensor,), gradients, retain, create, inputs=inputs)

    def retain_grad(self, tensor: Any) -> None:
        """`Tensor.retain_grad`."""
        if not tensor._keys & AUTOGRAD:
            raise RuntimeError("can't retain_grad on Tensor that has requires_grad=False")
        if self.is_leaf(tensor) or self.retains_grad(tensor):
            return
        kept = self._retained(tensor)
        kept.active = True
        node, nr = as_edge(gradient_edge(tensor))
        _hooks.before(node).kept[nr] = kept

    def register_hook(self, tensor: Any, hook: Any) -> RemovableHandle:
        """`Tensor.register_hook`."""
        if not tensor._keys & AUTOGRAD:
            raise RuntimeError("cannot register a hook on a tensor that doesn't require gradient")
        node, nr = as_edge(gradient_edge(tensor))
        if type(node) is AccumulateGrad:
            node.hooked()
        return add_hook(_hooks.before(node).results.setdefault(nr, OrderedDict()), hook)

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
        edge.hooked()
        return add_hook(edge.post_hooks, hook)

    def detach_(self, tensor: Any) -> None:
        """`Tensor.detach_`."""
        if tensor._base is not None:
            raise RuntimeError("Can't detach views in-place. Use detach() instead.")
        tensor._meta = None
        tensor._keys &= ~AUTOGRAD


_autograd = Autograd()
register_autograd(_autograd)
__all__: Sequence[str] = ["backward", "grad"]
