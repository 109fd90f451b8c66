"""New tensors of random numbers, and the state that they are drawn from, under PyTorch's names."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

from . import _generator, _random_integers, _samplers
from ._creation import _like, _size, empty
from ._dtype import dtype as DType, int64
from ._generator import (
    Generator as Generator,
    default_generator as default_generator,
    get_rng_state as get_rng_state,
    initial_seed as initial_seed,
    manual_seed as manual_seed,
    seed as seed,
    set_rng_state as set_rng_state,
)
from ._tensor import Tensor
from .ops.random import fill

_generator.wrap_state = Tensor._wrap


def _new(
    name: str,
    sampler: Any,
    arguments: Any,
    size: Any,
    dtype: DType | None,
    device: Any,
    generator: Any,
    requires_grad: bool,
    out: Any,
) -> Any:
    if out is not None:
        if tuple(out.shape) != tuple(size):
            out._receive(empty(size, dtype=out.dtype))
        return fill(name, out, sampler, *arguments, generator=generator)
    t = fill(
        name, empty(size, dtype=dtype, device=device), sampler, *arguments, generator=generator
    )
    t._storage = None  # new memory: nothing has seen an earlier version
    return t.requires_grad_() if requires_grad else t


def rand(
    *size: Any,
    generator: Any = None,
    out: Any = None,
    dtype: DType | None = None,
    layout: Any = None,
    device: Any = None,
    requires_grad: bool = False,
    pin_memory: bool = False,
) -> Tensor:
    """Numbers spread evenly over [0, 1).

    >>> import firebrick_core as fb
    >>> _ = fb.manual_seed(0)
    >>> fb.rand(2)
    tensor([0.4963, 0.7682])
    """
    return _new(
        "rand", _samplers.uniform_, (), _size(size), dtype, device, generator, requires_grad, out
    )


def randn(
    *size: Any,
    generator: Any = None,
    out: Any = None,
    dtype: DType | None = None,
    layout: Any = None,
    device: Any = None,
    requires_grad: bool = False,
    pin_memory: bool = False,
) -> Tensor:
    """Numbers of the standard normal distribution."""
    return _new(
        "randn", _samplers.normal_, (), _size(size), dtype, device, generator, requires_grad, out
    )


def randint(
    low: Any,
    high: Any = None,
    size: Any = None,
    *,
    generator: Any = None,
    out: Any = None,
    dtype: DType | None = None,
    layout: Any = None,
    device: Any = None,
    requires_grad: bool = False,
) -> Tensor:
    """Integers of [low, high), int64 by default; `randint(high, size)` starts at 0.

    Raises RuntimeError for an empty range.
    """
    if size is None:
        low, high, size = 0, low, high
    if size is None:
        raise TypeError("randint() needs a size: randint(high, size) or randint(low, high, size)")
    arguments = (int(low), int(high))
    return _new(
        "randint",
        _random_integers.randint_,
        arguments,
        _size((tuple(size),)),
        dtype or int64,
        device,
        generator,
        requires_grad,
        out,
    )


def randperm(
    n: int,
    *,
    generator: Any = None,
    out: Any = None,
    dtype: DType | None = None,
    layout: Any = None,
    device: Any = None,
    requires_grad: bool = False,
    pin_memory: bool = False,
) -> Tensor:
    """The numbers 0 to n - 1 in a random order."""
    if n < 0:
        raise RuntimeError(f"n must be non-negative, got {n}")
    return _new(
        "randperm",
        _random_integers.randperm_,
        (),
        (n,),
        dtype or int64,
        device,
        generator,
        requires_grad,
        out,
    )


def normal(
    mean: Any,
    std: Any = 1.0,
    size: Any = None,
    *,
    generator: Any = None,
    out: Any = None,
    dtype: DType | None = None,
    device: Any = None,
    requires_grad: bool = False,
) -> Tensor:
    """Normal numbers; `mean` and `std` are numbers with a `size`, or tensors that broadcast."""
    tensors = [x for x in (mean, std) if isinstance(x, Tensor)]
    if not tensors:
        if size is None:
            raise TypeError("normal() with numbers needs a size: normal(mean, std, size)")
        arguments: tuple[Any, ...] = (float(mean), float(std))
        return _new(
            "normal",
            _samplers.normal_,
            arguments,
            _size((tuple(size),)),
            dtype,
            device,
            generator,
            requires_grad,
            out,
        )
    shape = np.broadcast_shapes(*(t._array.shape for t in tensors))
    arguments = tuple(x._array if isinstance(x, Tensor) else float(x) for x in (mean, std))
    return _new(
        "normal",
        _samplers.normal_around,
        arguments,
        shape,
        dtype or tensors[0].dtype,
        device or tensors[0].device,
        generator,
        requires_grad,
        out,
    )


def rand_like(
    input: Any,
    *,
    dtype: DType | None = None,
    layout: Any = None,
    device: Any = None,
    requires_grad: bool = False,
    memory_format: Any = None,
    generator: Any = None,
) -> Tensor:
    """`rand` with another tensor's shape, dtype and device, unless given."""
    size, dtype, device = _like(input, dtype, device)
    return _new(
        "rand_like", _samplers.uniform_, (), size, dtype, device, generator, requires_grad, None
    )


def randn_like(
    input: Any,
    *,
    dtype: DType | None = None,
    layout: Any = None,
    device: Any = None,
    requires_grad: bool = False,
    memory_format: Any = None,
    generator: Any = None,
) -> Tensor:
    """`randn` with another tensor's shape, dtype and device, unless given."""
    size, dtype, device = _like(input, dtype, device)
    return _new(
        "randn_like", _samplers.normal_, (), size, dtype, device, generator, requires_grad, None
    )


def randint_like(
    input: Any,
    low: int,
    high: int | None = None,
    *,
    dtype: DType | None = None,
    layout: Any = None,
    device: Any = None,
    requires_grad: bool = False,
    memory_format: Any = None,
    generator: Any = None,
) -> Tensor:
    """`randint` with another tensor's shape, dtype and device, unless given."""
    size, dtype, device = _like(input, dtype, device)
    arguments = (0, int(low)) if high is None else (int(low), int(high))
    return _new(
        "randint_like",
        _random_integers.randint_,
        arguments,
        size,
        dtype,
        device,
        generator,
        requires_grad,
        None,
    )


@contextmanager
def fork_rng(devices: Any = None, enabled: bool = True) -> Iterator[None]:
    """Put the default generator back, after the block, to where it was before."""
    if devices:
        warnings.warn(
            "fork_rng keeps the CPU's state only; other devices draw from it too", stacklevel=3
        )
    state = get_rng_state()
    try:
        yield
    finally:
        if enabled:
            set_rng_state(state)
