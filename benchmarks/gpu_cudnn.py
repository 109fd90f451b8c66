"""cuDNN's kernels against the plain ones and PyTorch's: the calls that gpu_check.py makes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

Call = Callable[[], Any]  # gives the results, and the gradients where there are some
Make = Callable[[Any, str], Call]


def _drawn(lib: Any, dtype: str, *shape: int, seed: int = 0) -> Any:
    """Numbers that are the same for every library."""
    values = np.random.default_rng(seed).standard_normal(shape, np.float32)
    return lib.tensor(values).to("cuda").to(getattr(lib, dtype))


def _with_gradients(lib: Any, call: Callable[..., Any], tensors: list[Any]) -> Call:
    leaves = [t.requires_grad_() for t in tensors]
    shape = call(*leaves).shape
    cotangent = _drawn(lib, str(tensors[0].dtype).removeprefix("torch."), *shape, seed=9)

    def run() -> list[Any]:
        out = call(*leaves)
        return [out, *lib.autograd.grad(out, leaves, cotangent)]

    return run


def convolution(shape: Any, weight: Any, last: bool = False, **window: Any) -> Make:
    """A convolution and its gradients; channels last where asked for."""

    def make(lib: Any, dtype: str) -> Call:
        x, w = _drawn(lib, dtype, *shape), _drawn(lib, dtype, *weight, seed=1)
        if last:
            x, w = (t.contiguous(memory_format=lib.channels_last) for t in (x, w))
        function = getattr(lib.nn.functional, f"conv{len(shape) - 2}d")
        return _with_gradients(lib, lambda a, b: function(a, b, **window), [x, w])

    return make


def batch_norm(shape: Any, last: bool = False, training: bool = True) -> Make:
    """Normalization over a batch; in training with its gradients."""

    def make(lib: Any, dtype: str) -> Call:
        x = _drawn(lib, dtype, *shape)
        x = x.contiguous(memory_format=lib.channels_last) if last else x
        w, b = (_drawn(lib, "float32", shape[1], seed=s) for s in (1, 2))
        mean, var = (f(shape[1], device="cuda") for f in (lib.zeros, lib.ones))

        def call(x: Any, w: Any, b: Any) -> Any:
            return lib.nn.functional.batch_norm(x, mean, var, w, b, training)

        return _with_gradients(lib, call, [x, w, b]) if training else lambda: [call(x, w, b)]

    return make


def pooling(name: str, shape: Any, *window: Any, ties: bool = False) -> Make:
    """Pooling and its gradient; with `ties` of small whole numbers."""

    def make(lib: Any, dtype: str) -> Call:
        x = _drawn(lib, dtype, *shape)
        x = (x * 2).round() if ties else x
        function = getattr(lib.nn.functional, f"{name}_pool2d")
        return _with_gradients(lib, lambda x: function(x, *window), [x])

    return make


def attention(shape: Any, causal: bool) -> Make:
    """Attention and its gradients."""

    def make(lib: Any, dtype: str) -> Call:
        function = lib.nn.functional.scaled_dot_product_attention
        tensors = [_drawn(lib, dtype, *shape, seed=s) for s in range(3)]
        return _with_gradients(lib, lambda *t: function(*t, is_causal=causal), tensors)

    return make


def network(name: str, steps: int, batch: int, features: int, **options: Any) -> Make:
    """A recurrent network of `features` and its gradients."""

    def make(lib: Any, dtype: str) -> Call:
        layer = getattr(lib.nn, name)(features, features, **options).to("cuda")
        for i, weight in enumerate(layer.parameters()):
            drawn = _drawn(lib, "float32", *weight.shape, seed=i + 1)
            weight.data.copy_(drawn / features**0.5)
        layer = layer.to(getattr(lib, dtype))
        x = _drawn(lib, dtype, steps, batch, features)
        return _with_gradients(lib, lambda x, *_: layer(x)[0], [x, *layer.parameters()])

    return make


def ctc(steps: int, batch: int, classes: int) -> Make:
    """The loss of label sequences, some without labels or too long for their time."""

    def make(lib: Any, dtype: str) -> Call:
        draw = np.random.default_rng(0)
        targets = draw.integers(1, classes, (batch, steps // 3))
        lengths = [np.full(batch, n) for n in (steps, steps // 3)]
        lengths[0][0], lengths[1][1] = 1, 0
        arguments = [lib.tensor(a).to("cuda") for a in (targets, *lengths)]

        def loss(x: Any) -> Any:
            function = lib.nn.functional.ctc_loss
            return function(x.log_softmax(2), *arguments, reduction="none", zero_infinity=True)

        return _with_gradients(lib, loss, [_drawn(lib, dtype, steps, batch, classes)])

    return make


FLOATS, HALF = ("float32", "bfloat16"), ("bfloat16",)


def calls(small: bool) -> dict[str, tuple[Make, tuple[str, ...]]]:
    """The calls with the dtypes that they are made in."""
    n, w, c, t = (2, 8, 8, 8) if small else (32, 56, 64, 1024)
    image, pool = (n, c, w, w), (n, c, 2 * w, 2 * w)
    return {
        "conv 3x3": (convolution(image, (c, c, 3, 3), padding=1), FLOATS),
        "conv 3x3 last": (convolution(image, (c, c, 3, 3), True, padding=1), FLOATS),
        "conv 1x1": (convolution(image, (4 * c, c, 1, 1)), FLOATS),
        "conv 7x7": (convolution((n, 3, 4 * w, 4 * w), (c, 3, 7, 7), stride=2, padding=3), FLOATS),
        "conv depthwise": (convolution(image, (c, 1, 3, 3), padding=1, groups=c), FLOATS),
        "conv 1d": (convolution((n, c, w * w), (c, c, 5), padding=2), FLOATS),
        "conv 3d": (convolution((2, c, 8, w, w), (c, c, 3, 3, 3), padding=1), FLOATS),
        "batch_norm": (batch_norm(image), FLOATS),
        "batch_norm last": (batch_norm(image, True), FLOATS),
        "batch_norm eval": (batch_norm(image, training=False), FLOATS),
        "max_pool": (pooling("max", pool, 3, 2, 1), FLOATS),
        "max_pool of ties": (pooling("max", pool, 3, 2, 1, ties=True), FLOATS),
        "avg_pool": (pooling("avg", pool, 2), FLOATS),
        "attention": (attention((n, 4, t, 64), False), HALF),
        "attention causal": (attention((n, 4, t, 64), True), HALF),
        "lstm": (network("LSTM", w, n, 4 * c, num_layers=2), FLOATS),
        "gru both ways": (network("GRU", w, n, 4 * c, bidirectional=True), FLOATS),
        "ctc": (ctc(w, n, c), ("float32",)),
    }


def difference(got: list[Any], want: list[Any]) -> float:
    """The largest difference, as a part of the largest element."""
    worst = 0.0
    for g, w in zip(got, want, strict=True):
        g, w = (t.detach().float().cpu().numpy() for t in (g, w))
        scale = float(np.abs(w).max()) or 1.0
        worst = max(worst, float(np.abs(g - w).max()) / scale)
    return worst
