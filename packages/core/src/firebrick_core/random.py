"""New tensors of random numbers, and the state that they are drawn from, under PyTorch's names.

Same seed, same numbers as PyTorch's CPU generator, bit for bit, in all samplers and dtypes:
uniform, normal, integers, permutations, Bernoulli and dropout, exponential, geometric, Cauchy,
log-normal, Poisson, binomial, multinomial, gamma, Dirichlet. What PyTorch's stream does not
determine there is free here too:

- On Intel processors PyTorch draws `bernoulli_` of a number, and with it dropout, from a stream of
  Intel's library. Here every machine gives the numbers that PyTorch gives on the others.
- `multinomial` without replacement leaves the order of equal draws to a C++ library's sort. Here
  they keep that of their indices. Draws of 16 bits are often equal, others hardly ever.
- Dirichlet samples in float64 of 16 or more columns are divided by a sum that rounds as wide
  processors add. They differ in the last bits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

import numpy as np

from . import _generator, _operators as T, _random_integers, _samplers
from ._creation import _named_size, empty, empty_like
from ._device import as_device
from ._dtype import dtype as DType, int64
from ._factory import out_dtype, sizes_of, whole_number
from ._generator import (
    Generator as Generator,
    default_generator as default_generator,
    get_rng_state as get_rng_state,
    initial_seed as initial_seed,
    manual_seed as manual_seed,
    seed as seed,
    set_rng_state as set_rng_state,
    thread_safe_generator as thread_safe_generator,
)
from ._tensor import Tensor
from .grad_mode import is_grad_enabled
from .ops.random import fill

_generator.wrap_state = Tensor._wrap


# ---------------------------------------------------------------------- what all share
def _new(
    name: str,
    sampler: Any,
    arguments: Any,
    size: Any,
    generator: Any,
    out: Any,
    requires_grad: bool,
    **options: Any,
) -> Any:
    """A tensor of a size, or `out`, filled by a sampler; `options` are those of `empty`."""
    if out is not None:
        _take_shape(name, out, size, options["dtype"], options["device"])
        return fill(name, out, sampler, *arguments, generator=generator)
    return _filled(name, empty(size, **options), sampler, arguments, generator, requires_grad)


# What a transform does around the making of random tensors: `around(t, draw)` returns the tensor in
# place of `t`, and fills tensors of any shape by `draw(tensor)`.
drawing: ContextVar[Callable[[Any, Callable[[Any], Any]], Any] | None] = ContextVar(
    "firebrick_drawing", default=None
)


def _filled(
    name: str, t: Any, sampler: Any, arguments: Any, generator: Any, requires_grad: bool
) -> Any:
    around = drawing.get()
    if around is not None:

        def draw(tensor: Any) -> Any:
            return _filled(name, tensor, sampler, arguments, generator, False)

        t = around(t, draw)
        return t.requires_grad_() if requires_grad else t
    fill(name, t, sampler, *arguments, generator=generator)
    t._storage = None  # new memory: nothing has seen an earlier version
    return t.requires_grad_() if requires_grad else t


def _take_shape(name: str, out: Any, size: Any, dtype: Any, device: Any) -> None:
    """Give an `out=` tensor its shape, after checks."""
    out_dtype(name, out, dtype, device)
    if out.requires_grad and is_grad_enabled():
        raise RuntimeError(
            f"{name}(): functions with out=... arguments don't support automatic differentiation, "
            "but one of the arguments requires grad."
        )
    if tuple(out.shape) != tuple(size):
        out.resize_(size)


def _given_size(name: str, size: Any) -> tuple[int, ...]:
    if isinstance(size, int):
        raise TypeError(f"{name}(): argument 'size' must be tuple of ints, not int")
    return sizes_of(name, (size,))


# ---------------------------------------------------------------------- real numbers
def rand(
    *sizes: Any,
    size: Any = None,
    generator: Any = None,
    out: Any = None,
    dtype: DType | None = None,
    layout: Any = None,
    device: Any = None,
    requires_grad: bool = False,
    pin_memory: bool = False,
) -> Tensor:
    """Numbers spread evenly over [0, 1); sizes one by one or as a sequence.

    >>> import firebrick_core as fb
    >>> _ = fb.manual_seed(0)
    >>> fb.rand(2)
    tensor([0.4963, 0.7682])
    """
    return _new(
        "rand",
        _samplers.uniform_,
        (),
        sizes_of("rand", _named_size("rand", sizes, size)),
        generator,
        out,
        requires_grad,
        dtype=dtype,
        layout=layout,
        device=device,
        pin_memory=pin_memory,
    )


def randn(
    *sizes: Any,
    size: Any = None,
    generator: Any = None,
    out: Any = None,
    dtype: DType | None = None,
    layout: Any = None,
    device: Any = None,
    requires_grad: bool = False,
    pin_memory: bool = False,
) -> Tensor:
    """Numbers of the standard normal distribution; sizes one by one or as a sequence.

    >>> import firebrick_core as fb
    >>> _ = fb.manual_seed(0)
    >>> fb.randn(2)
    tensor([ 1.5410, -0.2934])
    """
    return _new(
        "randn",
        _samplers.normal_,
        (),
        sizes_of("randn", _named_size("randn", sizes, size)),
        generator,
        out,
        requires_grad,
        dtype=dtype,
        layout=layout,
        device=device,
        pin_memory=pin_memory,
    )


def normal(
    mean: Any,
    std: Any = 1.0,
    size: Any = None,
    *,
    generator: Any = None,
    out: Any = None,
    dtype: DType | None = None,
    layout: Any = None,
    device: Any = None,
    requires_grad: bool = False,
    pin_memory: bool = False,
) -> Tensor:
    """Normal numbers; `mean` and `std` are numbers with a `size`, or tensors that broadcast.

    Of tensors, the result has the dtype of `mean`, or of `std` where that alone is one. Raises
    RuntimeError for a negative or complex `std`, TypeError for arguments of neither form.

    >>> import firebrick_core as fb
    >>> _ = fb.manual_seed(0)
    >>> fb.normal(fb.tensor([0.0, 100.0]), 1.0)
    tensor([ 1.5410, 99.7066])
    """
    if isinstance(mean, Tensor) or isinstance(std, Tensor):
        if size is not None or dtype is not None or device is not None or requires_grad:
            raise TypeError(
                "normal() with tensors takes no size, dtype, device or requires_grad: the tensors "
                "have them"
            )
        return _normal_of_tensors(mean, std, generator, out)
    for argument, value in (("mean", mean), ("std", std)):
        if not isinstance(value, (int, float, np.number)):
            raise TypeError(
                f"normal(): argument '{argument}' must be Tensor or Number, not "
                f"{type(value).__name__}"
            )
    if size is None:
        raise TypeError("normal() with numbers needs a size: normal(mean, std, size)")
    return _new(
        "normal",
        _samplers.normal_,
        (float(mean), float(std)),
        _given_size("normal", size),
        generator,
        out,
        requires_grad,
        dtype=dtype,
        layout=layout,
        device=device,
        pin_memory=pin_memory,
    )


def _normal_of_tensors(mean: Any, std: Any, generator: Any, out: Any) -> Any:
    centers, spreads = (x if isinstance(x, Tensor) else None for x in (mean, std))
    numbers = (
        0.0 if centers is not None else float(mean),
        1.0 if spreads is not None else float(std),
    )
    dtype = None if out is None else out.dtype
    result = T.normal_around(centers, spreads, *numbers, generator, dtype)
    if out is None:
        return result
    _take_shape("normal", out, result.shape, None, None)
    out._receive(result.detach())
    return out


# ---------------------------------------------------------------------- integers
def randint(
    low: Any = None,
    high: Any = None,
    size: Any = None,
    *,
    generator: Any = None,
    out: Any = None,
    dtype: DType | None = None,
    layout: Any = None,
    device: Any = None,
    requires_grad: bool = False,
    pin_memory: bool = False,
) -> Tensor:
    """Integers of [low, high), int64 by default; `randint(high, size)` starts at 0.

    Raises RuntimeError for an empty range.

    >>> import firebrick_core as fb
    >>> _ = fb.manual_seed(0)
    >>> fb.randint(10, (4,))
    tensor([4, 9, 3, 0])
    """
    if size is None and isinstance(high, (tuple, list)):
        high, size = None, high
    if size is None:
        raise TypeError("randint() needs a size: randint(high, size) or randint(low, high, size)")
    if high is None:
        low, high = 0, low
    low = 0 if low is None else low
    arguments = whole_number("randint", "low", low), whole_number("randint", "high", high)
    return _new(
        "randint",
        _random_integers.randint_,
        arguments,
        _given_size("randint", size),
        generator,
        out,
        requires_grad,
        dtype=dtype or (int64 if out is None else None),
        layout=layout,
        device=device,
        pin_memory=pin_memory,
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
    """The numbers 0 to n - 1 in a random order, int64 by default.

    Raises RuntimeError for a negative `n`, or one that the dtype does not hold.

    >>> import firebrick_core as fb
    >>> _ = fb.manual_seed(0)
    >>> fb.randperm(4)
    tensor([0, 1, 3, 2])
    """
    n = whole_number("randperm", "n", n)
    if n < 0:
        raise RuntimeError(f"n must be non-negative, got {n}")
    return _new(
        "randperm",
        _random_integers.randperm_,
        (),
        (n,),
        generator,
        out,
        requires_grad,
        dtype=dtype or (int64 if out is None else None),
        layout=layout,
        device=device,
        pin_memory=pin_memory,
    )


# ---------------------------------------------------------------------- like another tensor
def rand_like(
    input: Any,
    *,
    dtype: DType | None = None,
    layout: Any = None,
    device: Any = None,
    requires_grad: bool = False,
    memory_format: Any = None,
    generator: Any = None,
    pin_memory: bool = False,
) -> Tensor:
    """`rand` with another tensor's shape, strides, dtype and device, unless given."""
    t = empty_like(
        input,
        dtype=dtype,
        layout=layout,
        device=device,
        memory_format=memory_format,
        pin_memory=pin_memory,
    )
    return _filled("rand_like", t, _samplers.uniform_, (), generator, requires_grad)


def randn_like(
    input: Any,
    *,
    dtype: DType | None = None,
    layout: Any = None,
    device: Any = None,
    requires_grad: bool = False,
    memory_format: Any = None,
    generator: Any = None,
    pin_memory: bool = False,
) -> Tensor:
    """`randn` with another tensor's shape, strides, dtype and device, unless given."""
    t = empty_like(
        input,
        dtype=dtype,
        layout=layout,
        device=device,
        memory_format=memory_format,
        pin_memory=pin_memory,
    )
    return _filled("randn_like", t, _samplers.normal_, (), generator, requires_grad)


def randint_like(
    input: Any,
    low: Any = None,
    high: Any = None,
    *,
    dtype: DType | None = None,
    layout: Any = None,
    device: Any = None,
    requires_grad: bool = False,
    memory_format: Any = None,
    generator: Any = None,
    pin_memory: bool = False,
) -> Tensor:
    """`randint` with another tensor's shape, strides, dtype and device, unless given."""
    if high is None:
        low, high = 0, low
    low = 0 if low is None else low
    arguments = whole_number("randint_like", "low", low), whole_number("randint_like", "high", high)
    t = empty_like(
        input,
        dtype=dtype,
        layout=layout,
        device=device,
        memory_format=memory_format,
        pin_memory=pin_memory,
    )
    return _filled(
        "randint_like", t, _random_integers.randint_, arguments, generator, requires_grad
    )


# ---------------------------------------------------------------------- the state
@contextmanager
def fork_rng(
    devices: Any = None, enabled: bool = True, device_type: str | None = None
) -> Iterator[None]:
    """Put the default generators back, after the block, to where they were before: the CPU's, and
    those of the GPUs in use, or of `devices`, numbers or names, where given.

    >>> import firebrick_core as fb
    >>> with fb.random.fork_rng():
    ...     inside = fb.rand(3)
    >>> bool((inside == fb.rand(3)).all())
    True
    """
    indices = None
    if devices is not None:
        indices = [d if isinstance(d, int) else as_device(d).index or 0 for d in devices]
    states = _generator.states_in_use(device_type or "cuda", indices) if enabled else []
    try:
        yield
    finally:
        _generator.put_back(states)
