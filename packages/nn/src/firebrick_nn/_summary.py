"""What a model consists of and costs, found out on the meta device: nothing is computed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from typing import Any

import firebrick_core as torch
from firebrick_core import Tensor

from ._hooks import GlobalHooks, register_module_forward_hook, register_module_forward_pre_hook
from ._module import Module
from ._uninitialized import is_lazy
from ._watching import Watch, watching

__all__ = ["LayerSummary", "Summary", "summary"]


@dataclass
class LayerSummary:
    """One module of a model, in the order of first calls."""

    name: str  # its path, "" for the model itself
    type: str
    depth: int
    parameters: int  # elements, with those of its submodules
    trainable_parameters: int
    input_shapes: list[Any] = field(default_factory=list)  # of its first call
    output_shapes: list[Any] = field(default_factory=list)
    flops: int = 0  # of all calls, with those of its submodules
    activation_bytes: int = 0  # of all results made in its calls
    calls: int = 0


@dataclass
class Summary:
    """What `summary` has found; printing it shows a table.

    Fields:
        layers: one `LayerSummary` for each module that was called.
        total_parameters, trainable_parameters: elements, tied ones once.
        flops: operations of one forward, two for each multiplication with addition.
        parameter_bytes, buffer_bytes, input_bytes: memory of what is there before.
        activation_bytes: memory that forward leaves behind: its output, and, where gradients are
            recorded, what backward needs.
        peak_bytes: most memory at any time of forward, with parameters, buffers and inputs.
    """

    layers: list[LayerSummary]
    total_parameters: int
    trainable_parameters: int
    flops: int
    parameter_bytes: int
    buffer_bytes: int
    input_bytes: int
    activation_bytes: int
    peak_bytes: int

    def __iter__(self) -> Iterator[LayerSummary]:
        return iter(self.layers)

    def __getitem__(self, name: str) -> LayerSummary:
        """The layer at a path. Raises KeyError where none was called."""
        for layer in self.layers:
            if layer.name == name:
                return layer
        called = ", ".join(repr(layer.name) for layer in self.layers)
        raise KeyError(f"no layer {name!r} was called; those that were are {called}")

    def __str__(self) -> str:
        head = ("Layer", "Output shape", "Parameters", "FLOPs")
        rows = [head, *(_row(layer) for layer in self.layers)]
        widths = [max(len(row[i]) for row in rows) for i in range(4)]
        lines = [_line(row, widths) for row in rows]
        rule = "=" * max(len(line) for line in lines)
        totals = [
            f"Parameters: {self.total_parameters:,} ({self.trainable_parameters:,} trainable)",
            f"FLOPs of forward: {self.flops:,}",
            f"Memory: parameters {_size(self.parameter_bytes)}, buffers "
            f"{_size(self.buffer_bytes)}, input {_size(self.input_bytes)}",
            f"        activations {_size(self.activation_bytes)}, peak of forward "
            f"{_size(self.peak_bytes)}",
        ]
        return "\n".join([lines[0], rule, *lines[1:], rule, *totals])

    __repr__ = __str__


def _row(layer: LayerSummary) -> tuple[str, str, str, str]:
    own = layer.name.rpartition(".")[2]
    label = f"{'  ' * layer.depth}{layer.type}" + (f" ({own})" if own else "")
    label += f" x{layer.calls}" if layer.calls > 1 else ""
    shapes = ", ".join(str(list(shape)) for shape in layer.output_shapes)
    return label, shapes, f"{layer.parameters:,}", f"{layer.flops:,}" if layer.flops else "-"


def _line(row: tuple[str, ...], widths: list[int]) -> str:
    left = [row[i].ljust(widths[i]) for i in (0, 1)]
    right = [row[i].rjust(widths[i]) for i in (2, 3)]
    return "  ".join(left + right).rstrip()


def _size(count: float) -> str:
    for unit in ("B", "KiB", "MiB", "GiB"):
        if count < 1024:
            return f"{count:.4g} {unit}"
        count /= 1024
    return f"{count:.4g} TiB"


# ---------------------------------------------------------------------- the run
def _shapes(value: Any) -> list[Any]:
    """The shapes of all tensors in a value, in order."""
    if isinstance(value, Tensor):
        return [value.shape]
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, (tuple, list)):
        return [shape for part in value for shape in _shapes(part)]
    return []


def _is_shape(value: Any) -> bool:
    return isinstance(value, tuple) and bool(value) and all(type(n) is int for n in value)


def _on_meta(value: Any) -> Any:
    """The value with all tensors, and tuples of integers as shapes, as tensors without data."""
    if isinstance(value, Tensor):
        twin = torch.empty_like(value, device="meta")
        return twin.requires_grad_(value.requires_grad)
    if _is_shape(value):
        return torch.empty(value, device="meta")
    if isinstance(value, dict):
        return {key: _on_meta(part) for key, part in value.items()}
    if hasattr(value, "batch_sizes"):  # a packed sequence: its sizes stay on the CPU
        return value.to("meta")
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return type(value)(*(_on_meta(part) for part in value))
    if isinstance(value, (tuple, list)):
        return type(value)(_on_meta(part) for part in value)
    return value


def _bytes(tensors: Any) -> int:
    return sum(t.numel() * t.element_size() for t in tensors)


def _counts(module: Module) -> tuple[int, int]:
    parameters = list(module.parameters())
    return (
        sum(p.numel() for p in parameters), sum(p.numel() for p in parameters if p.requires_grad),
    )  # fmt: skip


class _Recorder:
    """The hooks on all modules that fill in the layers of a summary."""

    def __init__(self, model: Module, watch: Watch) -> None:
        self.watch = watch
        self.names = {module: name for name, module in model.named_modules()}
        self.layers: dict[Module, LayerSummary] = {}
        self.open: list[tuple[int, int]] = []  # flops and bytes made when each open call began

    def before(self, module: Module, args: tuple) -> None:
        if module not in self.layers:
            name = self.names.get(module, f"<{type(module).__name__}>")
            depth = len(self.open)
            layer = LayerSummary(name, type(module).__name__, depth, *_counts(module))
            layer.input_shapes = _shapes(args)
            self.layers[module] = layer
        self.open.append((self.watch.flops, self.watch.made))

    def after(self, module: Module, args: tuple, output: Any) -> None:
        flops, made = self.open.pop()
        layer = self.layers[module]
        layer.flops += self.watch.flops - flops
        layer.activation_bytes += self.watch.made - made
        if not layer.calls:
            layer.output_shapes = _shapes(output)
        layer.calls += 1


def _state_on_meta(model: Module) -> dict[str, Tensor]:
    """Twins of all parameters and buffers without data; tied ones once."""
    state: dict[str, Tensor] = {}
    for name, tensor in (*model.named_parameters(), *model.named_buffers()):
        if is_lazy(tensor):
            raise RuntimeError(
                f"summary(): '{name}' has no shape yet. Call the model once with an input, which "
                "tells its lazy layers their sizes"
            )
        state[name] = _on_meta(tensor)
    return state


def _own_attributes(module: Module) -> dict[str, Any]:
    """Attributes that are no parameters, buffers or modules."""
    registered = {*module._parameters, *module._buffers, *module._modules}
    return {name: value for name, value in vars(module).items() if name not in registered}


@contextmanager
def _attributes_on_meta(model: Module) -> Iterator[None]:
    """Tensors that are plain attributes without data, in the block; all attributes as before after
    it, since forward may keep things (counters, caches, weights that a hook computes)."""
    before = {module: _own_attributes(module) for module in model.modules()}
    try:
        for module, attributes in before.items():
            for name, value in attributes.items():
                if isinstance(value, Tensor):
                    vars(module)[name] = _on_meta(value)
        yield
    finally:
        for module, attributes in before.items():
            for name, value in _own_attributes(module).items():
                if isinstance(value, Tensor) and name not in attributes:
                    del vars(module)[name]
            vars(module).update(attributes)


def summary(model: Module, input: Any, *more: Any, **kwargs: Any) -> Summary:
    """Layers, shapes, parameters, FLOPs and memory of a model for an input, without computing.

    The model runs once on the meta device, where tensors have shapes and no data, with twins of its
    parameters; it stays as it is, and so do the random numbers. Memory is followed from operator to
    operator: a result counts until nothing refers to it; what a kernel needs for itself does not
    count. Under `no_grad` that is what inference takes, otherwise what training takes, without
    gradients and the optimizer's state.

    Args:
        model: any module; in training or evaluation mode, as it is.
        input: a tensor, of which only shape and dtype matter; or a shape, as a tuple of integers,
            of float numbers. A tuple of tensors or shapes is several arguments.
        more, kwargs: more arguments of `forward`.

    Raises RuntimeError for layers without shapes yet, and whatever forward raises; a model whose
    path depends on values (`.item()`, `if x > 0`) cannot run without them.
    FLOPs are those of torch.utils.flop_counter.

    >>> import firebrick_nn as nn
    >>> print(nn.summary(nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 2)), (5, 4)))
    Layer         Output shape  Parameters  FLOPs
    =============================================
    Sequential    [5, 2]                58    480
      Linear (0)  [5, 8]                40    320
      ReLU (1)    [5, 8]                 0      -
      Linear (2)  [5, 2]                18    160
    =============================================
    Parameters: 58 (58 trainable)
    FLOPs of forward: 480
    Memory: parameters 232 B, buffers 0 B, input 80 B
            activations 200 B, peak of forward 632 B
    """
    from .utils.stateless import functional_call  # not before: utils are built from modules

    spread = isinstance(input, tuple) and not _is_shape(input) and not hasattr(input, "_fields")
    given: tuple = (*input, *more) if spread else (input, *more)
    args, keywords = _on_meta(given), _on_meta(kwargs)
    state = _state_on_meta(model)
    before = [*state.values(), *_tensors_in((args, keywords))]
    fixed = _bytes(before)
    total, trainable = _counts(model)
    buffers = {name for name, _ in model.named_buffers()}
    with watching() as watch, ExitStack() as stack:
        watch.know(before)
        recorder = _Recorder(model, watch)
        stack.callback(GlobalHooks.unwatch_calls_if_unused)  # after the two that follow are gone
        stack.enter_context(register_module_forward_pre_hook(recorder.before))
        stack.enter_context(register_module_forward_hook(recorder.after))
        stack.enter_context(torch.device("meta"))
        stack.enter_context(_attributes_on_meta(model))
        output = functional_call(model, state, args, keywords)
        left = watch.live
    del output
    return Summary(
        layers=list(recorder.layers.values()),
        total_parameters=total,
        trainable_parameters=trainable,
        flops=watch.flops,
        parameter_bytes=_bytes(t for name, t in state.items() if name not in buffers),
        buffer_bytes=_bytes(t for name, t in state.items() if name in buffers),
        input_bytes=_bytes(_tensors_in((args, keywords))),
        activation_bytes=left,
        peak_bytes=fixed + watch.peak,
    )


def _tensors_in(value: Any) -> list[Tensor]:
    if isinstance(value, Tensor):
        return [value]
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, (tuple, list)):
        return [tensor for part in value for tensor in _tensors_in(part)]
    return []
