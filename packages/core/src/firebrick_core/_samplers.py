"""Samplers: fill NumPy arrays with what PyTorch's CPU samplers draw from the same state.

A sampler takes a generator and the array to fill, draws under the generator's lock, and returns
the array. An array of any strides is filled in the order in which it lies in memory, as PyTorch
fills a tensor. Work goes in chunks that stay in the cache; where one ends never changes a number.

PyTorch's definition of a number is kept down to the rounding; `_box_muller` says how. Results that
are narrower than float64 may use NumPy's own functions, since rounding hides their last bit (a
float32 differs once in about 10**9).
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np

from ._box_muller import BLOCK, blocks32, blocks64, c_library, multiply_add, pairs64
from ._errstate import QUIET, quiet, reset_errstate, set_errstate
from ._generator import Generator

CHUNK = 1 << 14
"""Words drawn at a time: 128 KiB, so that a chunk and its copies stay in the L2 cache."""


class FloatFormat(NamedTuple):
    """What the samplers need to know of a floating-point dtype."""

    name: str
    significand_bits: int
    largest: float
    is_half: bool


_FORMATS = (
    FloatFormat("float64", 53, float.fromhex("0x1.fffffffffffffp+1023"), False),
    FloatFormat("float32", 24, float.fromhex("0x1.fffffep+127"), False),
    FloatFormat("float16", 11, 65504.0, True),
    FloatFormat("bfloat16", 8, float.fromhex("0x1.fep+127"), True),
)


@functools.cache
def float_format(dtype: np.dtype) -> FloatFormat | None:
    """The format of a real floating-point dtype, None for others; cached, for names are slow."""
    return next((format for format in _FORMATS if format.name == dtype.name), None)


# --- filling an array of any layout ---------------------------------------------------------------


def memory_order(array: np.ndarray) -> np.ndarray:
    """A view of ``array`` whose axes run from the widest stride to the narrowest.

    >>> memory_order(np.empty((8, 6)).T).shape
    (8, 6)
    """
    order = sorted(range(array.ndim), key=array.strides.__getitem__, reverse=True)
    return array.transpose(order)


def fill(
    generator: Generator, out: np.ndarray, kernel: Callable[..., None], *params: Any
) -> np.ndarray:
    """Run ``kernel(generator, flat, *params)`` under the lock, on ``out`` as it lies in memory."""
    if out.size == 0:
        return out
    ordered = out if out.flags.c_contiguous else memory_order(out)
    in_place = ordered.flags.c_contiguous
    flat = ordered.reshape(-1) if in_place else np.empty(out.size, out.dtype)
    token = set_errstate(QUIET)
    try:
        with generator.lock:
            kernel(generator, flat, *params)
    finally:
        reset_errstate(token)
    if not in_place:
        ordered[...] = flat.reshape(ordered.shape)
    return out


def chunks(flat: np.ndarray, size: int) -> Iterator[np.ndarray]:
    """Views of at most ``size`` elements that follow each other."""
    if flat.size <= size:
        yield flat
        return
    for start in range(0, flat.size, size):
        yield flat[start : start + size]


def store(part: np.ndarray, values: np.ndarray) -> None:
    """Round numbers to the dtype of ``part``; to 16 bits by way of float32, as PyTorch does."""
    format = float_format(part.dtype)
    part[...] = values.astype(np.float32) if format and format.is_half else values


def _real_view(array: np.ndarray) -> np.ndarray:
    """A complex array as real and imaginary parts along one more axis."""
    return array[..., np.newaxis].view(array.real.dtype)


def _require_floating(
    sampler: str, dtype: np.dtype, error: type[Exception] = NotImplementedError
) -> FloatFormat:
    format = float_format(dtype)
    if format is None:
        raise error(
            f"{sampler}: expected a floating-point dtype, since the distribution is continuous, "
            f"but got {dtype.name} (not implemented); use a float32 array and convert it"
        )
    return format


# --- uniform --------------------------------------------------------------------------------------


def uniform_(
    generator: Generator, out: np.ndarray, low: float = 0.0, high: float = 1.0
) -> np.ndarray:
    """Uniform numbers in ``[low, high)``.

    Args:
        out: floating-point or complex (then each part is uniform).

    Raises:
        NotImplementedError: for another dtype.
        RuntimeError: if the bounds leave the dtype, are swapped, or are too far apart.

    >>> uniform_(Generator().manual_seed(0), np.empty(2, np.float32))
    array([0.4962566, 0.7682218], dtype=float32)
    """
    if out.dtype.kind == "c":
        uniform_(generator, _real_view(out), low, high)
        return out
    format = _require_floating("uniform_", out.dtype)
    if low == 0.0 and high == 1.0:
        return fill(generator, out, _UNIT_KERNELS[format.name])
    _check_range(low, high, format)
    if out.dtype == np.float64:
        return fill(generator, out, _uniform_double, float(low), float(high))
    return fill(generator, out, _uniform_single, np.float32(low), np.float32(high))


def _check_range(low: float, high: float, format: FloatFormat) -> None:
    for argument, bound in (("from", low), ("to", high)):
        if not -format.largest <= bound <= format.largest:
            raise RuntimeError(
                f"uniform_: {argument} is out of bounds for {format.name}, got {bound}; "
                f"the largest is {format.largest}"
            )
    if low > high:
        raise RuntimeError(
            f"uniform_ expects to return a [from, to) range, but found from={low} > to={high}; "
            "swap them"
        )
    if high - low > format.largest:
        raise RuntimeError(
            f"uniform_ expects to-from <= {format.largest} for {format.name}, but found to={high} "
            f"and from={low}; draw from a narrower range and scale"
        )


def _unit_single(generator: Generator, flat: np.ndarray) -> None:
    for part in chunks(flat, CHUNK):
        part[...] = generator.engine.unit24(part.size)


def _unit_double(generator: Generator, flat: np.ndarray) -> None:
    for part in chunks(flat, CHUNK // 2):
        part[...] = generator.engine.unit53(part.size)


def _unit_half(generator: Generator, flat: np.ndarray) -> None:
    _uniform_single(generator, flat, np.float32(0.0), np.float32(1.0))


_UNIT_KERNELS: dict[str, Callable[..., None]] = {
    "float32": _unit_single, "float64": _unit_double, "float16": _unit_half, "bfloat16": _unit_half,
}  # fmt: skip


def _uniform_single(
    generator: Generator, flat: np.ndarray, low: np.float32, high: np.float32
) -> None:
    """float32 and, rounded from it, the 16-bit types. What rounds to ``high`` becomes ``low``."""
    span = float(high - low)
    rounded_low, rounded_high = low.astype(flat.dtype), high.astype(flat.dtype)
    for part in chunks(flat, CHUNK):
        wide = generator.engine.unit24(part.size).astype(np.float64)
        wide *= span  # exact, so that multiplying and adding take one rounding, to float32
        wide += float(low)
        store(part, wide)
        np.copyto(part, rounded_low, where=part == rounded_high)


def _uniform_double(generator: Generator, flat: np.ndarray, low: float, high: float) -> None:
    for part in chunks(flat, CHUNK // 2):
        part[...] = multiply_add(generator.engine.unit53(part.size), high - low, low)
        np.copyto(part, low, where=part == high)


# --- normal ---------------------------------------------------------------------------------------


def normal_(
    generator: Generator, out: np.ndarray, mean: float = 0.0, std: float = 1.0
) -> np.ndarray:
    """Normal numbers.

    Sixteen or more of them in a C-contiguous array are made in the blocks that PyTorch vectorises,
    others in single pairs, whose left-over number stays in the generator's state.

    Args:
        out: floating-point or complex (then each part has half of the variance).

    Raises:
        NotImplementedError: for another dtype.
        RuntimeError: if ``std`` is negative.

    >>> normal_(Generator().manual_seed(0), np.empty(2, np.float32))
    array([ 1.5409961, -0.2934289], dtype=float32)
    """
    if not std >= 0.0:
        raise RuntimeError(f"normal_: normal expects std >= 0.0, but found std {std}")
    if out.dtype.kind == "c":
        normal_(generator, _real_view(out), mean, std / math.sqrt(2.0))
        return out
    _require_floating("normal_", out.dtype)
    kernel = _normal_blocks if out.size >= BLOCK and out.flags.c_contiguous else _normal_pairs
    return fill(generator, out, kernel, float(mean), float(std))


def _normal_blocks(generator: Generator, flat: np.ndarray, mean: float, std: float) -> None:
    """Normals by blocks of 16.

    What does not fill a block is made from 16 more uniforms, whose block overwrites the end of the
    array. The uniforms first meant for it are drawn in vain, though not by the 16-bit types.
    """
    is_double = flat.dtype == np.float64
    draw, transform = generator.engine.unit24, blocks32
    if is_double:
        draw, transform = generator.engine.unit53, blocks64
    rest = flat.size % BLOCK
    whole = flat.size - rest
    in_vain = rest if flat.dtype.itemsize > 2 else 0
    for start in range(0, whole, CHUNK):
        count = min(CHUNK, whole - start)
        if rest and start + count == whole:
            uniform = draw(count + in_vain + BLOCK)
            normal = transform(np.concatenate((uniform[:count], uniform[-BLOCK:])), mean, std)
            flat[start:whole] = normal[:count]
            flat[-BLOCK:] = normal[count:]
        else:
            flat[start : start + count] = transform(draw(count), mean, std)


def _standard_normals(generator: Generator, size: int) -> np.ndarray:
    """float64 normals in single pairs; ``generator.spare`` waits for the next call."""
    normals = np.empty(size)
    first = 0
    if generator.spare is not None:
        normals[0], generator.spare, first = generator.spare, None, 1
    pairs = (size - first + 1) // 2
    values = pairs64(generator.engine.unit53(2 * pairs))
    if first + 2 * pairs > size:
        generator.spare = float(values[-1])
    normals[first:] = values[: size - first]
    return normals


def _normal_pairs(generator: Generator, flat: np.ndarray, mean: float, std: float) -> None:
    for part in chunks(flat, CHUNK // 2):
        store(part, _scale(_standard_normals(generator, part.size), std, mean, part.dtype))


def _scale(values: np.ndarray, factor: float, term: float, dtype: np.dtype) -> np.ndarray:
    """``values * factor + term``, with one rounding where the result keeps float64."""
    if dtype == np.float64:
        return multiply_add(values, factor, term)
    values *= factor
    values += term
    return values


def normal_around(generator: Generator, out: np.ndarray, mean: Any, std: Any) -> np.ndarray:
    """Normal numbers with a mean and a standard deviation for each element (``torch.normal``).

    Args:
        mean, std: arrays that broadcast to ``out``, or numbers. A number ``std`` scales the draw
            itself, an array multiplies it afterwards, which rounds differently.

    Raises:
        RuntimeError: if an element of ``std`` is negative.

    >>> normal_around(Generator().manual_seed(0), np.empty(2), np.zeros(2), np.ones(2))
    array([ 1.54099611, -0.29342891])
    """
    if isinstance(std, np.ndarray):
        if std.size and not std.min() >= 0.0:
            raise RuntimeError("normal: normal expects all elements of std >= 0.0; take its abs()")
        normal_(generator, out)
        with quiet():
            np.multiply(out, std, out=out, casting="same_kind")
    else:
        normal_(generator, out, 0.0, std)
    with quiet():
        return np.add(out, mean, out=out, casting="same_kind")


def log_normal_(
    generator: Generator, out: np.ndarray, mean: float = 1.0, std: float = 2.0
) -> np.ndarray:
    """Numbers whose logarithm is normal with ``mean`` and ``std``.

    Raises:
        NotImplementedError: if ``out`` is not floating-point.
        RuntimeError: if ``std`` is not positive.

    >>> log_normal_(Generator().manual_seed(0), np.empty(1))
    array([59.26341788])
    """
    _require_floating("log_normal_", out.dtype)
    if not std > 0.0:
        raise RuntimeError(f"log_normal_ expects std > 0.0, but found std={std}")
    return fill(generator, out, _log_normals, float(mean), float(std))


def _log_normals(generator: Generator, flat: np.ndarray, mean: float, std: float) -> None:
    largest = math.log(_FORMATS[0].largest)  # math.exp raises beyond, where C gives infinity
    for part in chunks(flat, CHUNK // 2):
        exponent = _scale(_standard_normals(generator, part.size), std, mean, part.dtype)
        if part.dtype == np.float64:
            part[...] = c_library(math.exp, np.minimum(exponent, largest))
            part[exponent > largest] = math.inf
        else:
            store(part, np.exp(exponent, out=exponent))


# --- one float64 uniform for each number ----------------------------------------------------------


def exponential_(generator: Generator, out: np.ndarray, lambd: float = 1.0) -> np.ndarray:
    """Exponential numbers of rate ``lambd``: ``-log(1 - u) / lambd``.

    Raises:
        RuntimeError: if ``out`` is not floating-point or ``lambd`` is not positive.

    >>> exponential_(Generator().manual_seed(0), np.empty(1))
    array([3.50832619])
    """
    _require_floating("exponential_", out.dtype, RuntimeError)
    if not lambd > 0.0:
        raise RuntimeError(f"exponential_ expects lambda > 0.0, but found lambda={lambd}")
    return fill(generator, out, _exponentials, float(lambd))


def _exponentials(generator: Generator, flat: np.ndarray, rate: float) -> None:
    for part in chunks(flat, CHUNK // 2):
        values = generator.engine.unit53(part.size)
        np.negative(values, out=values)
        if part.dtype == np.float64:
            values = c_library(math.log1p, values)
        else:
            np.log1p(values, out=values)
        values *= -1.0 / rate
        store(part, values)


def cauchy_(
    generator: Generator, out: np.ndarray, median: float = 0.0, sigma: float = 1.0
) -> np.ndarray:
    """Cauchy numbers: ``median + sigma * tan(pi * (u - 1/2))``.

    Raises:
        RuntimeError: if ``out`` is not floating-point or ``sigma`` is not positive.

    >>> cauchy_(Generator().manual_seed(0), np.empty(1))
    array([10.59772933])
    """
    _require_floating("cauchy_", out.dtype, RuntimeError)
    if not sigma > 0.0:
        raise RuntimeError(f"cauchy_ expects sigma > 0.0, but found sigma={sigma}")
    return fill(generator, out, _cauchys, float(median), float(sigma))


def _cauchys(generator: Generator, flat: np.ndarray, median: float, sigma: float) -> None:
    for part in chunks(flat, CHUNK // 2):
        angle = generator.engine.unit53(part.size)
        angle -= 0.5
        angle *= math.pi
        tangent = c_library(math.tan, angle) if part.dtype == np.float64 else np.tan(angle)
        store(part, _scale(tangent, sigma, median, part.dtype))


def geometric_(generator: Generator, out: np.ndarray, p: float) -> np.ndarray:
    """Trials up to the first success of probability ``p``: ``ceil(log(u) / log(1 - p))``.

    Args:
        out: floating-point or integer.

    Raises:
        NotImplementedError: for another dtype.
        RuntimeError: if ``p`` is not strictly between 0 and 1.

    >>> geometric_(Generator().manual_seed(0), np.empty(4, np.int64), 0.5)
    array([1, 1, 2, 1])
    """
    if out.dtype.kind in "bc":
        raise NotImplementedError(
            f"geometric_: expected an integer or floating-point dtype, but got {out.dtype.name} "
            "(not implemented); use an int64 array and convert it"
        )
    if not 0.0 < p < 1.0:
        raise RuntimeError(f"geometric_ expects p to be in (0, 1), but got p={p}")
    return fill(generator, out, _geometrics, float(p))


def _geometrics(generator: Generator, flat: np.ndarray, p: float) -> None:
    for part in chunks(flat, CHUNK // 2):
        trials = np.log(generator.engine.unit53(part.size))
        trials /= math.log1p(-p)
        store(part, np.ceil(trials, out=trials))


# --- Bernoulli and dropout ------------------------------------------------------------------------


def bernoulli_(generator: Generator, out: np.ndarray, p: Any = 0.5) -> np.ndarray:
    """Ones with probability ``p``, else zeros.

    Args:
        out: any real dtype.
        p: a number (an element takes two words of the stream), or a floating-point array that
            broadcasts to ``out`` (an element takes two words for float64, one for narrower types).

    Raises:
        NotImplementedError: for a complex ``out``, or an array ``p`` that is not floating-point.
        RuntimeError: if a probability is outside of ``[0, 1]``.

    >>> bernoulli_(Generator().manual_seed(0), np.empty(4, np.int8), 0.5)
    array([0, 0, 1, 0], dtype=int8)
    """
    if out.dtype.kind == "c":
        raise NotImplementedError(
            f"bernoulli_: expected a real dtype, but got {out.dtype.name} (not implemented)"
        )
    if isinstance(p, np.ndarray):
        return _bernoulli_of_array(generator, out, p)
    if not 0.0 <= p <= 1.0:
        raise RuntimeError(f"bernoulli_ expects p to be in [0, 1], but got p={p}")
    # u < p for u = k / 2**53 is the same as k < ceil(p * 2**53), which needs no conversion of k.
    return fill(generator, out, _bernoullis, math.ceil(math.ldexp(p, 53)))


def _bernoullis(generator: Generator, flat: np.ndarray, threshold: int) -> None:
    for part in chunks(flat, CHUNK // 2):
        part[...] = generator.engine.bits53(part.size) < threshold


def _bernoulli_of_array(generator: Generator, out: np.ndarray, p: np.ndarray) -> np.ndarray:
    _require_floating("bernoulli_ with an array of probabilities", p.dtype)
    if p.size and not (p.min() >= 0.0 and p.max() <= 1.0):
        raise RuntimeError(
            "bernoulli_ expects every p to be in [0, 1] (Expected p_in >= 0 && p_in <= 1); clip it"
        )
    width = np.float64 if p.dtype == np.float64 else np.float32
    uniform = np.empty_like(out, width)
    fill(generator, uniform, _unit_double if p.dtype == np.float64 else _unit_single)
    out[...] = uniform < p.astype(width, copy=False)
    return out


def dropout_noise_(generator: Generator, out: np.ndarray, p: float = 0.5) -> np.ndarray:
    """What ``dropout`` multiplies its input by: 0 with probability ``p``, else ``1 / (1 - p)``.

    Nothing is drawn for ``p`` 0 or 1, as in PyTorch.

    Args:
        out: floating-point, of the dtype and strides of the input.

    Raises:
        ValueError: if ``p`` is outside of ``[0, 1]``.

    >>> dropout_noise_(Generator().manual_seed(0), np.empty(4, np.float32), 0.5)
    array([0., 0., 2., 0.], dtype=float32)
    """
    if not 0.0 <= p <= 1.0:
        raise ValueError(f"dropout: dropout probability has to be between 0 and 1, but got {p}")
    keep = 1.0 - p
    if p in (0.0, 1.0):
        out[...] = keep
        return out
    bernoulli_(generator, out, keep)
    scale = 1.0 / keep if out.dtype == np.float64 else np.float32(1.0) / np.float32(keep)
    out *= out.dtype.type(scale)
    return out
