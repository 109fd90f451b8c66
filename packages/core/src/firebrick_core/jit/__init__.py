"""Kernels that numba compiles, for who has it: many passes of NumPy made one, and loops over rows.

Registered on import where numba is found (`pip install 'firebrick-core[numba]'`). numba itself
takes half a second to import, and some tenths to compile a kernel for the first time, later taken
from its cache on disk: it is imported when so many elements have come by that this is paid back, or
where the program has imported it. `extend.set_providers` and FIREBRICK_PROVIDERS turn it off.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from typing import Any

import numpy as np

from .. import _parallel
from .._memory_format import is_dense
from .._provider import PROVIDERS, Provider, loaded_by_first_call, register_provider

FLOAT32 = np.dtype(np.float32)
INT64 = np.dtype(np.int64)


class Thresholds:
    """From which sizes on calls are served."""

    elements = 1 << 11  # below, a call's own 2 us outweigh what it saves
    worth_import = 1 << 22  # elements that plain kernels take some 10 ms for
    ufuncs_worth_import = 1 << 30  # elements that NumPy's functions take some 0.2 s for


class _Seen:
    elements = 0
    of_ufuncs = 0


@contextmanager
def serving_every_size() -> Iterator[None]:
    """Serve calls of any size: for checks, whose samples are small."""
    before = Thresholds.elements, Thresholds.worth_import
    Thresholds.elements = Thresholds.worth_import = 0
    try:
        yield
    finally:
        Thresholds.elements, Thresholds.worth_import = before


def _enough(elements: int) -> bool:
    """Whether a call of so many elements is served, once numba is worth its import."""
    if elements < max(1, Thresholds.elements):
        return False
    if "numba" in sys.modules:
        return True
    _Seen.elements += elements
    return _Seen.elements >= Thresholds.worth_import


def _plain(*arrays: Any) -> bool:
    """Whether arrays are row-major float32 of one shape, and large enough together."""
    first = arrays[0]
    return (
        first.dtype == FLOAT32
        and _enough(first.size)
        and all(
            a.dtype == FLOAT32 and a.flags.c_contiguous and a.shape == first.shape for a in arrays
        )
    )


def _slope(xp: Any, grad_output: Any, output: Any) -> bool:
    """Whether two arrays of float32 lie in memory alike, row-major or with the channels last."""
    return (
        grad_output.dtype == output.dtype == FLOAT32
        and grad_output.shape == output.shape
        and _enough(output.size)
        and grad_output.strides == output.strides
        and is_dense(output)
    )


def _one(xp: Any, input: Any, *rest: Any, **named: Any) -> bool:
    return _plain(input)


def _two(xp: Any, grad_output: Any, input: Any, *rest: Any) -> bool:
    return _plain(grad_output, input)


def _trailing(input: Any, dims: Any) -> bool:
    return tuple(dims) == tuple(range(input.ndim - len(dims), input.ndim))


def _standardize(xp: Any, input: Any, dims: Any, eps: float) -> bool:
    return _plain(input) and _trailing(input, dims)


def _standardize_backward(xp: Any, grad_output: Any, output: Any, rstd: Any, dims: Any) -> bool:
    return (
        _plain(grad_output, output)
        and _trailing(output, dims)
        and rstd.dtype == FLOAT32
        and rstd.flags.c_contiguous
    )


def _affine(xp: Any, input: Any, weight: Any, bias: Any) -> bool:
    if weight is None or bias is None or not input.ndim:
        return False
    row = input.shape[-1:]
    return (
        _plain(input)
        and weight.shape == bias.shape == row
        and weight.dtype == bias.dtype == FLOAT32
        and weight.flags.c_contiguous
        and bias.flags.c_contiguous
    )


def _logits(input: Any, target: Any, ignore_index: int) -> bool:
    return (
        _plain(input)
        and input.ndim == 2
        and target.shape == input.shape[:1]
        and target.dtype == INT64
        and target.flags.c_contiguous
    )


def _losses(xp: Any, input: Any, target: Any, ignore_index: int) -> bool:
    return _logits(input, target, ignore_index)


def _losses_backward(xp: Any, grad_output: Any, input: Any, target: Any, ignore_index: int) -> bool:
    return _logits(input, target, ignore_index) and grad_output.dtype == FLOAT32


def _cumsum(xp: Any, input: Any, dim: int, *, dtype: Any = None) -> bool:
    return dtype is None and dim in range(-input.ndim, input.ndim) and _plain(input)


def _running(xp: Any, input: Any, dim: int) -> bool:
    return input.ndim > 0 and dim in (-1, input.ndim - 1) and _plain(input)


def _topk(
    xp: Any, input: Any, k: int, dim: int = -1, largest: bool = True, sorted: bool = True
) -> bool:
    return (
        input.ndim > 0
        and dim in (-1, input.ndim - 1)
        and 0 < k <= input.shape[-1] // 2
        and _plain(input)
    )


def _matrices(xp: Any, input: Any, first: int = 0) -> bool:
    return input.ndim > 1 and _plain(input)


def _along_rows(input: Any, dim: int, index: Any) -> bool:
    """Whether an index points along the last dimension of rows that both have."""
    return (
        input.ndim > 1
        and dim in (-1, input.ndim - 1)
        and index.dtype == INT64
        and index.flags.c_contiguous
        and index.shape[:-1] == input.shape[:-1]
        and _enough(index.size)
        and input.dtype == FLOAT32
        and input.flags.c_contiguous
    )


def _gather(xp: Any, input: Any, dim: int, index: Any, *, sparse_grad: bool = False) -> bool:
    return _along_rows(input, dim, index)


def _scatter_add(xp: Any, input: Any, dim: int, index: Any, src: Any) -> bool:
    return (
        _along_rows(input, dim, index)
        and src.dtype == FLOAT32
        and src.flags.c_contiguous
        and src.shape == index.shape
    )


def _gather_backward(xp: Any, grad: Any, dim: int, index: Any, shape: Any) -> bool:
    return _along_rows(grad, dim, index) and grad.shape == index.shape and len(shape) == grad.ndim


def _embedding_backward(
    xp: Any, grad_output: Any, indices: Any, num_weights: int, padding_idx: int, by_freq: bool
) -> bool:
    return (
        not by_freq
        and indices.dtype == INT64
        and indices.flags.c_contiguous
        and _plain(grad_output)
    )


def _lstm(xp: Any, tensors: Any, sizes: Any, reverse: bool) -> bool:
    return _enough(tensors[0].size) and all(
        t is None or (t.dtype == FLOAT32 and t.flags.c_contiguous) for t in tensors
    )


def _lstm_backward(
    xp: Any, grads: Any, tensors: Any, result: Any, active: Any, cells: Any, sizes: Any,
    reverse: bool,
) -> bool:
    given = (*tensors[1:], active, cells)
    return _lstm(xp, [active, *given], sizes, reverse) and all(
        g is None or g.dtype == FLOAT32 for g in grads
    )


SERVED: dict[str, tuple[str, Callable[..., bool]]] = {
    "relu_backward": ("_elementwise", _slope),
    "gelu": ("_elementwise", _one),
    "gelu_backward": ("_elementwise", _two),
    "sigmoid": ("_elementwise", _one),
    "silu": ("_elementwise", _one),
    "silu_backward": ("_elementwise", _two),
    "standardize": ("_rows", _standardize),
    "standardize_backward": ("_rows", _standardize_backward),
    "scale_and_shift": ("_rows", _affine),
    "mean_cross_entropy": ("_cross_entropy", _losses),
    "mean_cross_entropy_backward": ("_cross_entropy", _losses_backward),
    "causal_softmax": ("_rows", _matrices),
    "rsqrt": ("_elementwise", _one),
    "erf": ("_elementwise", _one),
    "cummax": ("_rows", _running),
    "cummin": ("_rows", _running),
    "cumsum": ("_rows", _cumsum),
    "topk": ("_selection", _topk),
    "gather": ("_indexed", _gather),
    "gather_backward": ("_indexed", _gather_backward),
    "scatter_add": ("_indexed", _scatter_add),
    "lstm_sequence": ("_recurrent", _lstm),
    "lstm_sequence_backward": ("_recurrent", _lstm_backward),
    "embedding_backward": ("_indexed", _embedding_backward),
}


_shared: list[Any] = []
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_shared.clear)  # its parent's threads are not there


def _quick_threads(ufunc: Any, arrays: tuple[Any, ...]) -> Any:
    """A large ufunc over threads that do not sleep, once numba is worth its import."""
    if not _shared:
        _Seen.of_ufuncs += arrays[0].size
        if "numba" not in sys.modules and _Seen.of_ufuncs < Thresholds.ufuncs_worth_import:
            return None
        from . import _spans

        _shared.append(_spans.spans())
    if _shared[0] is None or not PROVIDERS["numba"].enabled:
        return None
    return _shared[0](ufunc, arrays)


def use_numba() -> None:
    """Register the provider "numba".

    Raises ImportError, saying what to install, without numba; ValueError where it is registered.
    """
    if find_spec("numba") is None:
        raise ImportError(
            "use_numba() needs numba, which is not installed: pip install 'firebrick-core[numba]'"
        )
    provider = Provider("numba")
    for name, (module, serves) in SERVED.items():
        provider.kernel(name, serves)(loaded_by_first_call(f"{__name__}.{module}", name))
    register_provider(provider)
    _parallel.quick_threads = _quick_threads


def use_numba_where_found() -> None:
    """Register the provider if numba is installed; it is not imported yet."""
    if find_spec("numba") is not None:
        use_numba()
