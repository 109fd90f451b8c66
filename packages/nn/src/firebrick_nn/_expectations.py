"""What each family of layers expects of its input, for the notes on errors (see `_error_path`).

Looked up by class name, along the bases, when an exception passes a layer. A rule gives one
sentence, "expected ..., but got ...; do ...", or None where it finds nothing wrong.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from firebrick_core import Tensor

from ._uninitialized import is_lazy

__all__ = ["advice"]

Rule = Callable[[Any, tuple], str | None]


def _shape(tensor: Any) -> str:
    return str(tuple(tensor.shape))


def _dtype(value: Any) -> str:
    return str(value.dtype).rpartition(".")[2]


def _got(expected: str, tensor: Any, action: str) -> str:
    return f"expected {expected}, but got {_shape(tensor)}; {action}"


def _spatial(module: Any) -> int:
    """n of Conv2d, MaxPool3d, ...: the number in the name of the class that has one."""
    for cls in type(module).__mro__:
        if cls.__name__[-1] == "d" and cls.__name__[-2:-1].isdigit():
            return int(cls.__name__[-2])
    return 0


# ---------------------------------------------------------------------- sizes
def _last(size: int, name: str) -> Callable[[Any, Any], str | None]:
    """The sentence for a last dimension that is not `size`, the layer's argument `name`."""

    def check(module: Any, x: Any) -> str | None:
        if x.dim() and x.shape[-1] == size:
            return None
        action = f"set {name}={x.shape[-1]}" if x.dim() else "give it a dimension"
        if x.dim() > 1 and x.shape[-2] == size:
            action += ", or transpose the last two dimensions: x.mT"
        elif x.dim() > 2 and x[0].numel() == size:
            action += ", or flatten the input: x.flatten(1)"
        return _got(f"input of (*, {size}), since {name}={size}", x, action)

    return check


def _linear(module: Any, args: tuple) -> str | None:
    return _last(module.in_features, "in_features")(module, args[0])


def _bilinear(module: Any, args: tuple) -> str | None:
    for name, x in zip(("in1_features", "in2_features"), args, strict=False):
        found = _last(getattr(module, name), name)(module, x)
        if found:
            return found
    return None


def _channels(module: Any, x: Any, size: int, name: str, unbatched: bool = True) -> str | None:
    """Channels come first, behind the batch where there is one; `unbatched` is allowed or not."""
    n = _spatial(module)
    spatial = ", ".join("DHW"[3 - n :]) if n != 1 else "L"
    plain = f", or ({size}, {spatial})" if unbatched else ""
    wanted = f"input of (N, {size}, {spatial}){plain}, since {name}={size}"
    if x.dim() != n + 2 and not (unbatched and x.dim() == n + 1):
        action = "x.unsqueeze(0) adds a batch dimension" if x.dim() < n + 2 else "reshape it"
        return _got(wanted, x, action)
    at = 1 if x.dim() == n + 2 else 0
    if x.shape[at] == size:
        return None
    action = f"set {name}={x.shape[at]}"
    if x.shape[-1] == size:
        action = f"its channels are last: x.movedim(-1, {at}) puts them first"
    return _got(wanted, x, action)


def _convolution(module: Any, args: tuple) -> str | None:
    n, x = _spatial(module), args[0]
    found = _channels(module, x, module.in_channels, "in_channels")
    if found or module.transposed:
        return found
    padding = module.padding if isinstance(module.padding, tuple) else (0,) * n
    spans = [d * (k - 1) + 1 for k, d in zip(module.kernel_size, module.dilation, strict=True)]
    padded = [s + 2 * p for s, p in zip(x.shape[-n:], padding, strict=True)]
    if any(span > size for span, size in zip(spans, padded, strict=True)):
        return (
            f"expected at least {tuple(spans)} elements for kernel_size={module.kernel_size}, but "
            f"got {tuple(padded)} with the padding; use a larger input, more padding or a smaller "
            "kernel"
        )
    return None


def _batch_norm(module: Any, args: tuple) -> str | None:
    n, x = _spatial(module), args[0]
    if n == 1 and x.dim() == 2:
        return _last(module.num_features, "num_features")(module, x) or _one_value(module, x)
    found = _channels(module, x, module.num_features, "num_features", unbatched=False)
    return found or _one_value(module, x)


def _one_value(module: Any, x: Any) -> str | None:
    if module.training and x.numel() == module.num_features:
        return (
            f"expected more than one value for each of {module.num_features} channels in training "
            f"mode, but got {_shape(x)}; use a larger batch, or module.eval()"
        )
    return None


def _instance_norm(module: Any, args: tuple) -> str | None:
    return _channels(module, args[0], module.num_features, "num_features")


def _trailing(module: Any, args: tuple) -> str | None:
    shape, x = tuple(module.normalized_shape), args[0]
    if tuple(x.shape[-len(shape) :]) == shape:
        return None
    sizes = ", ".join(map(str, shape))
    mine = tuple(x.shape[-len(shape) :])
    wanted = f"input of (*, {sizes}), since normalized_shape={shape}"
    return _got(wanted, x, f"set normalized_shape={mine}")


def _group_norm(module: Any, args: tuple) -> str | None:
    x, size = args[0], module.num_channels
    if x.dim() > 1 and x.shape[1] == size:
        return None
    action = f"set num_channels={x.shape[1]}" if x.dim() > 1 else "x.unsqueeze(0) adds a batch"
    return _got(f"input of (N, {size}, *), since num_channels={size}", x, action)


def _pool(module: Any, args: tuple) -> str | None:
    n, x = _spatial(module), args[0]
    if x.dim() in (n + 1, n + 2):
        return None
    spatial = ", ".join("DHW"[3 - n :]) if n != 1 else "L"
    action = "x.unsqueeze(0) adds a dimension" if x.dim() < n + 1 else "reshape it"
    return _got(f"input of (N, C, {spatial}) or (C, {spatial})", x, action)


def _prelu(module: Any, args: tuple) -> str | None:
    x, size = args[0], module.num_parameters
    if size == 1 or (x.dim() > 1 and x.shape[1] == size):
        return None
    wanted = f"input of (N, {size}, *), since num_parameters={size}"
    action = f"set num_parameters={x.shape[1]} or 1" if x.dim() > 1 else "set num_parameters=1"
    return _got(wanted, x, action)


def _pixel_shuffle(module: Any, args: tuple) -> str | None:
    x, r = args[0], module.upscale_factor
    if x.dim() > 2 and x.shape[-3] % (r * r) == 0:
        return None
    wanted = f"input of (*, C * {r * r}, H, W), since upscale_factor={r}"
    return _got(wanted, x, f"its channels must be a multiple of {r * r}")


def _unflatten(module: Any, args: tuple) -> str | None:
    return _got(
        f"a dimension {module.dim} that is split into {tuple(module.unflattened_size)}", args[0],
        "their product must be its size",
    )  # fmt: skip


# ---------------------------------------------------------------------- sequences
def _recurrent(module: Any, args: tuple) -> str | None:
    x, size = args[0], module.input_size
    if not isinstance(x, Tensor):  # a packed sequence
        x = x.data
        return _last(size, "input_size")(module, x)
    order = "N, L" if module.batch_first else "L, N"
    if x.dim() not in (2, 3):
        return _got(f"input of ({order}, {size}) or (L, {size})", x, "reshape it")
    if x.shape[-1] != size:
        wanted = f"input of ({order}, {size}) or (L, {size}), since input_size={size}"
        return _got(wanted, x, f"set input_size={x.shape[-1]}")
    return _states(module, x, args[1] if len(args) > 1 else None)


def _states(module: Any, x: Any, hx: Any) -> str | None:
    layers = module.num_layers * (2 if module.bidirectional else 1)
    sizes = [getattr(module, "proj_size", 0) or module.hidden_size, module.hidden_size]
    states = hx if isinstance(hx, (tuple, list)) else (hx,)
    batch = (x.shape[0 if module.batch_first else 1],) if x.dim() == 3 else ()
    for state, size in zip(states, sizes, strict=False):
        wanted = (layers, *batch, size)
        if isinstance(state, Tensor) and tuple(state.shape) != wanted:
            return _got(
                f"a state of {wanted}: num_layers * directions, batch, hidden_size", state,
                "leave it out to start from zeros",
            )  # fmt: skip
    return None


def _cell(module: Any, args: tuple) -> str | None:
    found = _last(module.input_size, "input_size")(module, args[0])
    states = args[1] if len(args) > 1 else None
    for state in states if isinstance(states, (tuple, list)) else (states,):
        if not found and isinstance(state, Tensor) and state.shape[-1:] != (module.hidden_size,):
            size = module.hidden_size
            found = _got(f"a state of (N, {size}), since hidden_size={size}", state, "reshape it")
    return found


def _attention(module: Any, args: tuple) -> str | None:
    sizes = (module.embed_dim, module.kdim, module.vdim)
    for name, argument, size, x in zip(
        ("query", "key", "value"), ("embed_dim", "kdim", "vdim"), sizes, args, strict=False
    ):
        if isinstance(x, Tensor) and x.shape[-1:] != (size,):
            order = "N, L" if module.batch_first else "L, N"
            wanted = f"{name} of ({order}, {size}) or (L, {size}), since {argument}={size}"
            return _got(wanted, x, f"project it to {size} features first")
    return None


def _embedding(module: Any, args: tuple) -> str | None:
    x, size = args[0], module.num_embeddings
    if x.dtype.is_floating_point or x.dtype.is_complex:
        return f"expected indices of int64 or int32, but got {_dtype(x)}; use x.long()"
    if x.is_meta or not x.numel():
        return None
    low, high = int(x.min()), int(x.max())
    if low < 0 or high >= size:
        return (
            f"expected indices from 0 to {size - 1}, since num_embeddings={size}, but got "
            f"{low if low < 0 else high}; use a larger table, or check how they are made"
        )
    return None


# ---------------------------------------------------------------------- losses
def _same_shapes(module: Any, args: tuple) -> str | None:
    x, target = args[:2]
    if x.shape == target.shape:
        return None
    action = "reshape one of them, for instance target.view_as(input)"
    if x.dim() == target.dim() + 1 and x.shape[-1] == 1:
        action = "target.unsqueeze(-1) adds the missing dimension"
    return f"expected a target of the input's shape {_shape(x)}, but got {_shape(target)}; {action}"


def _classes(module: Any, args: tuple) -> str | None:
    x, target = args[:2]
    if x.shape == target.shape:
        return None
    wanted = (*x.shape[:1], *x.shape[2:]) if x.dim() > 1 else ()
    if tuple(target.shape) != wanted:
        return (
            f"expected a target of {wanted} with class indices for input of {_shape(x)}, batch and "
            f"classes first, but got {_shape(target)}; target.squeeze() drops sizes of 1, "
            "x.movedim(-1, 1) puts classes that are last second"
        )
    if target.dtype.is_floating_point:
        return f"expected class indices of int64, but got {_dtype(target)}; use target.long()"
    if target.is_meta or not target.numel():
        return None
    classes = x.shape[1 if x.dim() > 1 else 0]
    values = [v for v in (int(target.min()), int(target.max())) if v != module.ignore_index]
    wrong = [v for v in values if not 0 <= v < classes]
    if wrong:
        return (
            f"expected class indices from 0 to {classes - 1}, as many as the input has, but got "
            f"{wrong[0]}; count classes from 0, or set ignore_index={wrong[0]}"
        )
    return None


RULES: dict[str, Rule] = {
    "Linear": _linear, "Bilinear": _bilinear, "_ConvNd": _convolution, "_BatchNorm": _batch_norm,
    "_InstanceNorm": _instance_norm, "LayerNorm": _trailing, "RMSNorm": _trailing,
    "GroupNorm": _group_norm, "_MaxPoolNd": _pool, "_AvgPoolNd": _pool, "_LPPoolNd": _pool,
    "_AdaptiveMaxPoolNd": _pool, "_AdaptiveAvgPoolNd": _pool, "PReLU": _prelu,
    "PixelShuffle": _pixel_shuffle, "Unflatten": _unflatten, "RNNBase": _recurrent,
    "RNNCellBase": _cell, "MultiheadAttention": _attention, "_Table": _embedding,
    "BCELoss": _same_shapes, "BCEWithLogitsLoss": _same_shapes, "MSELoss": _same_shapes,
    "L1Loss": _same_shapes, "SmoothL1Loss": _same_shapes, "HuberLoss": _same_shapes,
    "CrossEntropyLoss": _classes, "NLLLoss": _classes,
}  # fmt: skip


# ---------------------------------------------------------------------- all layers
def _placement(module: Any, args: tuple) -> str | None:
    """Inputs on another device than the layer, or of another floating-point dtype."""
    own = next((p for p in module.parameters(recurse=False) if not is_lazy(p)), None)
    if own is None or not (own.is_floating_point() or own.is_complex()):
        return None
    for x in args:
        if not isinstance(x, Tensor):
            continue
        if x.device != own.device:
            return (
                f"expected input on {own.device}, where the layer's parameters are, but got "
                f"{x.device}; use x.to({str(own.device)!r}) or module.to({str(x.device)!r})"
            )
        if x.is_floating_point() and x.dtype != own.dtype:
            return (
                f"expected input of {_dtype(own)}, the dtype of the layer's parameters, but got "
                f"{_dtype(x)}; use x.to(torch.{_dtype(own)}) or module.to(torch.{_dtype(x)})"
            )
    return None


def advice(module: Any, args: tuple) -> str | None:
    """What is wrong with the arguments of a layer's call, and what to do; None if not known."""
    if not args or not isinstance(getattr(args[0], "data", args[0]), Tensor):
        return None
    own = [c.__name__ for c in type(module).__mro__ if c.__module__.startswith("firebrick_nn.")]
    rule = next((RULES[name] for name in own if name in RULES), None)
    found = None if rule is None else rule(module, args)
    return found or _placement(module, args)
