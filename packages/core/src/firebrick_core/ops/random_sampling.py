"""Tensors of random numbers that other tensors describe: their probabilities, means or rates.

The numbers come from the generator on the host, so that a seed means the same on every device.
"""

from __future__ import annotations

import numpy as np

from .. import _errors, _operators as T, _random_integers, _random_rejection, _samplers
from .._device import meta_array
from .._memory_format import contiguous_format
from .._operator import Array, composite, like_input, operator
from .._typing import DType, Number
from ._rules import broadcast_shapes
from .random import chosen


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
