"""Random numbers: PyTorch's own, drawn by `_samplers` from a generator's stream.

Each sampler fills a tensor in place; the functional forms fill new ones. Other devices get the
host's numbers, so a seed means the same everywhere.
"""

from __future__ import annotations

import numpy as np

from .. import _errors, _operators as T, _random_integers, _random_rejection, _samplers
from .._device import BACKENDS, BY_BIT, DEVICE_BITS, meta_array
from .._generator import Generator as GeneratorType, default_generator
from .._memory_format import contiguous_format
from .._operator import Array, Varargs, composite, direct, like_input, operator
from .._typing import DType, Number
from ._dims import broadcast_shapes


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


# Tensors of random numbers that other tensors describe: their probabilities, means or rates.
#
# The numbers come from the generator on the host, so that a seed means the same on every device.


def on_host(xp, array):
    """The elements as a NumPy array."""
    return array if xp is np or array is None else xp.asnumpy(array)


# ---------------------------------------------------------------------- Bernoulli
@operator(
    samples=("pos(3, 4) / 2, None",),
    methods=False,
    namespace="internal",
    random=True,
    dtypes="float",
    meta=like_input,
)
def bernoulli_drawn(xp, input: Array, generator: object) -> Array:
    """Ones with the probabilities that `input` holds, and zeros otherwise."""
    p = on_host(xp, input)
    out = np.empty(p.shape, p.dtype)
    return xp.asarray(_samplers.bernoulli_(chosen("bernoulli", generator), out, p))


@composite(
    samples=("pos(3, 4) / 2", "x(3), 0.3"),
    dtypes="float",
    random=True,
    out=True,
    errors=(
        ("pos(3) + 1", RuntimeError, "p_in >= 0 && p_in <= 1"),
        ("pos(3), 2.0", RuntimeError, "expects p to be in"),
        ("ints(2, 3)", NotImplementedError, "not implemented"),
        ("[0.5]", TypeError, "must be Tensor"),
    ),
)
def bernoulli(
    input: Array, p: object = None, *, generator: object = None, out: object = None
) -> Array:
    """Ones with the probabilities that `input` holds, or `p` for all, and zeros otherwise.

    `out` may have any real dtype. Raises RuntimeError for probabilities outside of [0, 1]. The
    derivative is 0.

    >>> import firebrick_core as fb
    >>> _ = fb.manual_seed(0)
    >>> fb.bernoulli(fb.tensor([0.0, 0.5, 1.0]))
    tensor([0., 0., 1.])
    """
    if not hasattr(input, "_keys"):
        raise _errors.not_a_tensor("bernoulli", "input", 1, input)
    if out is None and p is None:
        return T.bernoulli_drawn(input, generator)
    if out is None:
        # A tensor of the transform's level, where there is one.
        out = T.clone(input.detach(), memory_format=contiguous_format)
    elif tuple(out.shape) != tuple(input.shape):
        from .._creation import empty

        out._receive(empty(input.shape, dtype=out.dtype, device=out.device))
    return out.bernoulli_(input.detach() if p is None else p, generator=generator)


# ---------------------------------------------------------------------- normal
def _around_rule(mean, std, mean_number, std_number, generator, dtype):
    shapes = [a.shape for a in (mean, std) if a is not None]
    like = std if mean is None else mean
    return meta_array(broadcast_shapes(*shapes), like.dtype if dtype is None else dtype.numpy_dtype)


@operator(
    samples=(
        "x(3, 4), pos(4), 0.0, 1.0, None, None",
        "x(3, 4), None, 0.0, 2.0, None, None",
        "None, pos(3), 0.5, 1.0, None, T.float64",
    ),
    errors=(
        ("x(3), -pos(3), 0.0, 1.0, None, None", RuntimeError, "elements of std >= 0"),
        ("x(3), pos(3) + 0j, 0.0, 1.0, None, None", RuntimeError, "to be non-complex"),
    ),
    methods=False,
    namespace="internal",
    random=True,
    dtypes="float",
    meta=_around_rule,
)
def normal_around(
    xp,
    mean: Array | None,
    std: Array | None,
    mean_number: Number,
    std_number: Number,
    generator: object,
    dtype: DType | None,
) -> Array:
    """Normal numbers around the elements of `mean`, as far off as those of `std` say.

    Where one of them is None its number counts.
    """
    if std is not None and std.dtype.kind == "c":
        raise RuntimeError("normal expects standard deviation to be non-complex")
    meta = _around_rule(mean, std, mean_number, std_number, generator, dtype)
    out = np.empty(meta.shape, meta.dtype)
    center = mean_number if mean is None else on_host(xp, mean)
    spread = std_number if std is None else on_host(xp, std)
    return xp.asarray(_samplers.normal_around(chosen("normal", generator), out, center, spread))


# ---------------------------------------------------------------------- counts
@operator(
    samples=("pos(3, 4) * 9",),
    methods=False,
    random=True,
    dtypes="float",
    meta=like_input,
    errors=(
        ("-pos(3)", RuntimeError, "invalid Poisson rate"),
        ("ints(3, 3)", NotImplementedError, "not implemented"),
    ),
)
def poisson(xp, input: Array, generator: object = None) -> Array:
    """Poisson numbers whose means are the elements of `input`; the derivative is 0.

    Raises RuntimeError for negative elements, NotImplementedError for integers. Sources: Knuth,
    TAOCP 2, 3.4.1; from 10 on Hörmann, *The transformed rejection method for generating Poisson
    random variables*, 1993.

    >>> import firebrick_core as fb
    >>> _ = fb.manual_seed(0)
    >>> fb.poisson(fb.tensor([0.0, 1.0, 1000.0]))
    tensor([   0.,    2., 1055.])
    """
    drawn = _random_rejection.poisson(chosen("poisson", generator), on_host(xp, input))
    return xp.asarray(drawn)


def _binomial_rule(count, prob, generator):
    return meta_array(broadcast_shapes(count.shape, prob.shape), count.dtype)


@operator(
    samples=("pos(3, 4) * 9, pos(3, 4) / 2", "pos(3, 4) * 90, pos(4) / 2"),
    methods=False,
    random=True,
    dtypes="no_half_float",
    differentiable=False,
    meta=_binomial_rule,
    errors=(
        ("ints(3, 3), pos(3)", ValueError, "only supports floating-point dtypes for count"),
        ("pos(3), pos(3).double()", RuntimeError, "Found dtype"),
    ),
)
def binomial(xp, count: Array, prob: Array, generator: object = None) -> Array:
    """How many of `count` trials succeed with probability `prob`; both broadcast.

    Probabilities beyond 0 and 1 count as these, a NaN gives a NaN. Raises ValueError for integers,
    RuntimeError for different dtypes. Source: from a mean of 10 on Hörmann, *The generation of
    binomial random variates*, 1993; below, geometric numbers are added up.

    >>> import firebrick_core as fb
    >>> _ = fb.manual_seed(0)
    >>> fb.binomial(fb.tensor([10.0, 1000.0]), fb.tensor(0.5))
    tensor([  7., 504.])
    """
    counts, probabilities = on_host(xp, count), on_host(xp, prob)
    drawn = _random_rejection.binomial(chosen("binomial", generator), counts, probabilities)
    return xp.asarray(drawn)


def _multinomial_rule(input, num_samples, replacement=False, *, generator=None):
    return meta_array((*input.shape[:-1], num_samples), "i8")


@operator(
    samples=("pos(4), 2", "pos(3, 4), 6, True"),
    dtypes="float",
    differentiable=False,
    random=True,
    out=True,
    meta=_multinomial_rule,
    errors=(
        ("pos(3), 4", RuntimeError, "without replacement"),
        ("pos(3), 0", RuntimeError, "n_sample <= 0"),
        ("-pos(3), 1", RuntimeError, "element < 0"),
        ("pos(2, 2, 2), 1", RuntimeError, "must be 1 or 2 dim"),
        ("ints(2, 3), 1", RuntimeError, "only supports floating-point dtypes"),
    ),
)
def multinomial(
    xp,
    input: Array,
    num_samples: int,
    replacement: bool = False,
    *,
    generator: object = None,
) -> Array:
    """Indices drawn with probabilities proportional to the rows of `input`.

    `input` is (categories) or (rows, categories), of any sum; the result has `num_samples` in place
    of the categories. Without replacement no index comes twice: the order of equal 16-bit draws,
    which PyTorch leaves open, is that of the indices. Raises RuntimeError for weights that are no
    distribution, and for more samples than categories without replacement.

    >>> import firebrick_core as fb
    >>> _ = fb.manual_seed(0)
    >>> fb.multinomial(fb.tensor([0.0, 1.0, 1.0]), 5, replacement=True)
    tensor([2, 2, 1, 2, 2])
    """
    weights = on_host(xp, input)
    drawn = _random_integers.multinomial(
        chosen("multinomial", generator), weights, num_samples, replacement
    )
    return xp.asarray(drawn)


# ---------------------------------------------------------------------- gamma and Dirichlet
@operator(
    samples=("pos(3, 4)",),
    methods=False,
    namespace="internal",
    aliases=("torch._standard_gamma",),
    random=True,
    dtypes="no_half_float",
    meta=like_input,
)
def standard_gamma(xp, input: Array, generator: object = None) -> Array:
    """Gamma numbers of scale 1 whose shapes are the elements of `input`.

    Source: Marsaglia and Tsang, *A simple method for generating gamma variables*, 2000.
    """
    drawn = _random_rejection.gamma(chosen("_standard_gamma", generator), on_host(xp, input))
    return xp.asarray(drawn)


@operator(
    samples=("pos(3, 4)",),
    methods=False,
    namespace="internal",
    aliases=("torch._sample_dirichlet",),
    random=True,
    dtypes="no_half_float",
    meta=like_input,
)
def sample_dirichlet(xp, input: Array, generator: object = None) -> Array:
    """Dirichlet samples along the last dimension, from gamma numbers over their sum."""
    drawn = _random_rejection.dirichlet(chosen("_sample_dirichlet", generator), on_host(xp, input))
    return xp.asarray(drawn)
