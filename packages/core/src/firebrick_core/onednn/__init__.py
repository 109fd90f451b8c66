"""oneDNN's kernels for who has its library: convolutions and more, on the CPU.

Registered on import where `libdnnl.so.3` is found (`pip install 'firebrick-core[onednn]'`), loaded
by the first call that it serves. `extend.set_providers` and FIREBRICK_PROVIDERS turn it off.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

from .._provider import Provider, register_provider
from ._finding import find_library as find_library

FLOAT32 = np.dtype(np.float32)


class Thresholds:
    """From which sizes on calls are served: below, a call's own cost outweighs what it saves."""

    products = 1 << 15  # multiplications of a convolution


@contextmanager
def serving_every_size() -> Iterator[None]:
    """Serve calls of any size: for checks, whose samples are small."""
    before = {name: value for name, value in vars(Thresholds).items() if isinstance(value, int)}
    try:
        for name in before:
            setattr(Thresholds, name, 0)
        yield
    finally:
        for name, value in before.items():
            setattr(Thresholds, name, value)


def _lazily(module: str, name: str) -> Callable[..., Any]:
    """A kernel whose module is loaded by its first call."""
    found: list[Any] = []

    def kernel(*args: Any, **named: Any) -> Any:
        if not found:
            found.append(getattr(importlib.import_module(f"{__name__}.{module}"), name))
        return found[0](*args, **named)

    return kernel


def _serves_convolve(xp, input, weight, bias, stride, padding, dilation, groups):
    return (
        input.dtype == weight.dtype == FLOAT32
        and input.size * weight.size // weight.shape[1] > Thresholds.products
    )


def _serves_input(xp, grad_output, weight, bias, size, stride, padding, dilation, groups):
    return (
        grad_output.dtype == weight.dtype == FLOAT32
        and grad_output.size * weight.size // weight.shape[0] > Thresholds.products
    )


def _serves_weight(xp, grad_output, input, kernel, stride, padding, dilation, groups):
    return (
        grad_output.dtype == input.dtype == FLOAT32
        and grad_output.size * input.shape[1] > Thresholds.products
    )


def use_onednn() -> None:
    """Register the provider "onednn". Raises ValueError where it is registered."""
    provider = Provider("onednn")
    for name, serves in (
        ("convolve", _serves_convolve),
        ("convolve_input", _serves_input),
        ("convolve_weight", _serves_weight),
    ):
        provider.kernel(name, serves)(_lazily("_convolution", name))
    register_provider(provider)


def use_onednn_where_found() -> None:
    """Register the provider if the library's file is there; nothing is loaded yet."""
    if find_library() is not None:
        use_onednn()
