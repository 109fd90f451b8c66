"""Random numbers: PyTorch's own, drawn by `_samplers` from a generator's stream.

Each sampler fills a tensor in place; the functional forms fill new ones. Other devices get the
host's numbers, so a seed means the same everywhere.
"""

from __future__ import annotations

import numpy as np

from .. import _random_integers, _samplers
from .._device import BACKENDS, BY_BIT, DEVICE_BITS
from .._generator import Generator as GeneratorType, default_generator
from .._operator import Array, Varargs, direct
from .._typing import Number


def chosen(name, generator, tensor=None):
    """The generator of a call, by default that of the device of `tensor`; without a tensor it draws
    on the host.

    Raises TypeError for what is no generator, RuntimeError for one of another device.
    """
    if generator is None:
        cuda = BACKENDS["cuda"]
        if tensor is not None and tensor._keys & cuda.bit and not cuda.host_random:
            return cuda.generator(tensor.device.index)
        return default_generator
    if not isinstance(generator, GeneratorType):
        raise TypeError(
            f"{name}() received an invalid generator: a {type(generator).__name__}, expected"
            " Generator"
        )
    if generator.device.type == "cpu":
        return generator
    if tensor is None:
        return generator.host()
    if generator.device.type != tensor.device.type:
        raise RuntimeError(
            f"{name}(): Expected a '{tensor.device.type}' device type for generator but found "
            f"'{generator.device.type}'; make it with Generator('{tensor.device.type}')"
        )
    return generator


def fill(name, tensor, sampler, *arguments, generator=None):
    """Fill a tensor from a generator, and say that it was written to. Returns the tensor."""
    from .._run import check_writable

    backend = BY_BIT[tensor._keys & DEVICE_BITS]
    generator = chosen(name, generator, tensor)
    if backend.computes:
        check_writable(name, tensor)
        if generator.device.type != "cpu":
            sampler(default_generator, np.empty(0, tensor._array.dtype), *arguments)  # checks them
            if backend.draw(sampler.__name__, tensor._array, generator, arguments):
                tensor._bump_version()
                return tensor
            generator = generator.host()
        array = (
            tensor._array if not backend.bit else np.empty(tensor._array.shape, tensor._array.dtype)
        )
        sampler(generator, array, *arguments)
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
    samples=("x(3, 4)", "x(3), 5", "x(3), (0, 5)", "x(3), (-2, None)", "x(3), to=5"),
    mutates=True,
    random=True,
    namespace="method",
    dtypes="real",
    errors=(
        ("x(3), (5, 2)", RuntimeError, "expects 'from' to be less than 'to'"),
        ("x(3), 2.5", TypeError, "must be int"),
        ("x(3), (1, 2, 3)", TypeError, "at most"),
    ),
)
def random_(
    input: Array, bounds: Varargs = (), *, to: int | None = None, generator: object = None
) -> Array:
    """Fill with integers of [from, to): `random_(to)`, `random_(from, to)`.

    Without bounds, and for `to` None, up to the end of the dtype, or of the integers that a
    floating dtype holds without a gap. Raises RuntimeError for an empty range.
    """
    bounds = [bounds] if isinstance(bounds, (int, float)) else list(bounds)
    if to is not None:
        bounds.append(to)
    if len(bounds) > 2:
        raise TypeError(f"random_() takes at most from and to, got {bounds}")
    for bound in bounds:
        if bound is not None and (isinstance(bound, float) or not hasattr(bound, "__index__")):
            raise TypeError(f"random_(): bounds must be int, not {type(bound).__name__}")
    if not bounds:
        return fill("random_", input, _random_integers.random_, generator=generator)
    low, high = (0, bounds[0]) if len(bounds) == 1 else bounds
    return fill("random_", input, _random_integers.randint_, low, high, generator=generator)
