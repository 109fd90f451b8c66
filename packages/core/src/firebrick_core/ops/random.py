"""Random numbers: PyTorch's own, drawn by `_samplers` from a generator's stream.

Each sampler fills a tensor in place; the functional forms fill new ones. Other devices get the
host's numbers, so a seed means the same everywhere.
"""

from __future__ import annotations

import numpy as np

from .. import _operators as T, _random_integers, _samplers
from .._device import BY_BIT, DEVICE_BITS
from .._generator import Generator as GeneratorType, default_generator
from .._operator import Array, composite, direct
from .._typing import Number


def fill(name, tensor, sampler, *arguments, generator=None):
    """Fill a tensor from a generator, and say that it was written to. Returns the tensor."""
    from .._run import check_writable

    backend = BY_BIT[tensor._keys & DEVICE_BITS]
    if generator is not None and not isinstance(generator, GeneratorType):
        raise TypeError(
            f"{name}() received an invalid generator: a {type(generator).__name__}, expected"
            " Generator"
        )
    if backend.computes:
        check_writable(name, tensor)
        array = (
            tensor._array if not backend.bit else np.empty(tensor._array.shape, tensor._array.dtype)
        )
        sampler(default_generator if generator is None else generator, array, *arguments)
        if backend.bit:
            tensor._array[...] = backend.from_host(array)
    tensor._bump_version()
    return tensor


@direct(
    samples=("x(3, 4)", "x(3, 4).t(), -1.0, 2.0"),
    mutates=True,
    random=True,
    namespace="method",
    dtypes="float",
    errors=(("x(3), 1.0, 0.0", RuntimeError, "uniform_"),),
)
def uniform_(
    input: Array, from_: Number = 0.0, to: Number = 1.0, *, generator: object = None
) -> Array:
    """Fill with numbers spread evenly over [from_, to)."""
    return fill("uniform_", input, _samplers.uniform_, float(from_), float(to), generator=generator)


@direct(
    samples=("x(3, 4)", "x(30), 1.0, 2.0"),
    mutates=True,
    random=True,
    namespace="method",
    dtypes="float",
    errors=(("x(3), 0.0, -1.0", RuntimeError, "std"),),
)
def normal_(
    input: Array, mean: Number = 0.0, std: Number = 1.0, *, generator: object = None
) -> Array:
    """Fill with numbers of a normal distribution."""
    return fill("normal_", input, _samplers.normal_, float(mean), float(std), generator=generator)


@direct(
    samples=("x(3, 4)", "x(3, 4), 0.3", "x(3), unit(3).abs()"),
    mutates=True,
    random=True,
    namespace="method",
    dtypes="float",
    errors=(("x(3), 2.0", RuntimeError, "bernoulli_ expects p to be in"),),
)
def bernoulli_(input: Array, p: object = 0.5, *, generator: object = None) -> Array:
    """Fill with ones with probability `p`, a number or a tensor, and zeros otherwise."""
    probability = p._array if hasattr(p, "_keys") else float(p)
    return fill("bernoulli_", input, _samplers.bernoulli_, probability, generator=generator)


@direct(
    samples=("x(3, 4)", "x(3), 2.0"), mutates=True, random=True, namespace="method", dtypes="float"
)
def exponential_(input: Array, lambd: Number = 1.0, *, generator: object = None) -> Array:
    """Fill with numbers of an exponential distribution of rate `lambd`."""
    return fill("exponential_", input, _samplers.exponential_, float(lambd), generator=generator)


@direct(samples=("x(3, 4)",), mutates=True, random=True, namespace="method", dtypes="float")
def log_normal_(
    input: Array, mean: Number = 1.0, std: Number = 2.0, *, generator: object = None
) -> Array:
    """Fill with numbers whose logarithms are normal."""
    return fill(
        "log_normal_", input, _samplers.log_normal_, float(mean), float(std), generator=generator
    )


@direct(samples=("x(3, 4)",), mutates=True, random=True, namespace="method", dtypes="float")
def cauchy_(
    input: Array, median: Number = 0.0, sigma: Number = 1.0, *, generator: object = None
) -> Array:
    """Fill with numbers of a Cauchy distribution."""
    return fill(
        "cauchy_", input, _samplers.cauchy_, float(median), float(sigma), generator=generator
    )


@direct(samples=("x(3, 4), 0.5",), mutates=True, random=True, namespace="method", dtypes="float")
def geometric_(input: Array, p: Number, *, generator: object = None) -> Array:
    """Fill with how many trials of probability `p` it took to succeed."""
    return fill("geometric_", input, _samplers.geometric_, float(p), generator=generator)


@direct(
    samples=("x(3, 4)", "x(3), 5", "x(3), 0, 5"),
    mutates=True,
    random=True,
    namespace="method",
    dtypes="float",
)
def random_(
    input: Array, from_: int | None = None, to: int | None = None, *, generator: object = None
) -> Array:
    """Fill with integers of [from_, to); of all that the dtype holds exactly where none are
    given."""
    if from_ is None:
        return fill("random_", input, _random_integers.random_, generator=generator)
    low, high = (0, from_) if to is None else (from_, to)
    return fill("random_", input, _random_integers.randint_, low, high, generator=generator)


@composite(samples=("pos(3, 4) / 2",), dtypes="float", methods=False, random=True)
def bernoulli(
    input: Array, p: object = None, *, generator: object = None, out: object = None
) -> Array:
    """Ones with the probabilities that `input` holds, or `p` for all, and zeros otherwise."""
    from .._creation import empty

    result = empty(input.shape, dtype=input.dtype, device=input.device).bernoulli_(
        input.detach() if p is None else p, generator=generator
    )
    if out is None:
        return result
    out._receive(result)
    return out


@direct(
    samples=("pos(4), 2", "pos(3, 4), 6, True"), dtypes="float", differentiable=False, random=True
)
def multinomial(
    input: Array, num_samples: int, replacement: bool = False, *, generator: object = None
) -> Array:
    """Indices drawn with probabilities proportional to the rows of `input`."""
    backend = BY_BIT[input._keys & DEVICE_BITS]
    weights = backend.to_host(input._array)
    drawn = _random_integers.multinomial(
        generator or default_generator, weights, num_samples, replacement
    )
    return T.Tensor._wrap(backend.from_host(drawn) if backend.bit else drawn, backend.bit)
