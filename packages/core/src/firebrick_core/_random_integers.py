"""Samplers of integers, permutations and categories; `_samplers` says what all have in common."""

from __future__ import annotations

import functools
import warnings

import numpy as np

from ._errstate import quiet
from ._generator import Generator
from ._memory_format import empty_for
from ._samplers import CHUNK, FloatFormat, chunks, exponential_, fill, float_format, store

_WIDE_RANGE = 1 << 28
"""Ranges from here on take two words a number; below, the remainder skews by at most 5 %."""

_WIDE_PERMUTATION = ((1 << 32) - 1) // 20
"""Permutations from here on take two words for a step, for the same reason."""

_SCALAR_STEPS = 700
"""Up to so many steps, a loop over a list shuffles faster than arrays do."""

_LOW_32, _LOW_64 = (1 << 32) - 1, (1 << 64) - 1
_INT64_MIN = -(1 << 63)


# --- integers -------------------------------------------------------------------------------------


def random_(generator: Generator, out: np.ndarray) -> np.ndarray:
    """Integers from 0 to the largest of the dtype; for a float, of those it holds without a gap.

    Raises:
        NotImplementedError: for a complex dtype.

    >>> random_(Generator().manual_seed(0), np.empty(2, np.uint8))
    array([172,  47], dtype=uint8)
    """
    if out.dtype.kind == "c":
        raise NotImplementedError(
            f"random_: expected a real dtype, but got {out.dtype.name} (not implemented)"
        )
    wide = out.dtype.itemsize == 8
    return fill(generator, out, _integers, 0, _last_of(out.dtype) + 1, wide)


def randint_(generator: Generator, out: np.ndarray, low: int, high: int | None) -> np.ndarray:
    """Integers in ``[low, high)``; without ``high``, up to the end that ``random_`` has.

    Args:
        out: any real dtype. A floating-point one rounds the integers: ends that it does not hold
            move inwards, and there is a UserWarning where it does not hold every integer.

    Raises:
        RuntimeError: if the range is empty or leaves the dtype, or the dtype is complex.

    >>> randint_(Generator().manual_seed(0), np.empty(4, np.int64), 0, 10)
    array([4, 9, 3, 0])
    """
    dtype = out.dtype
    if dtype.kind == "c":
        raise RuntimeError(
            "random_: check_random_bounds handles only integral, floating-point and boolean types, "
            f"but got {dtype.name}"
        )
    if high is None and low == _INT64_MIN and _takes_whole_range(dtype):
        return fill(generator, out, _integers, 0, 1 << 64, True)
    if high is not None and low >= high:
        raise _empty_range(low, high)
    last = _last_of(dtype) if high is None else high - 1
    format = float_format(dtype)
    if format is not None:
        low = _move_low(low, dtype, format)
        last = last if high is None else _move_last(last, dtype, format)
        if low > last:
            raise _empty_range(low, last + 1)
    _check_bounds(low, last, dtype)
    span = last - low + 1
    return fill(generator, out, _integers, low, span, span >= _WIDE_RANGE)


def _empty_range(low: int, high: int) -> RuntimeError:
    return RuntimeError(
        f"random_ expects 'from' to be less than 'to', but got from={low} >= to={high}; "
        "the upper end is not included"
    )


def _takes_whole_range(dtype: np.dtype) -> bool:
    format = float_format(dtype)
    return dtype == np.int64 or format is not None and format.name != "float16"


@functools.cache
def _last_of(dtype: np.dtype) -> int:
    """The largest integer of a dtype; for floats, the end of those that they hold without a gap."""
    format = float_format(dtype)
    if format is not None:
        return 1 << format.significand_bits
    return 1 if dtype.kind == "b" else int(np.iinfo(dtype).max)


def _rounded(number: int, dtype: np.dtype) -> int | None:
    """An integer after rounding to a floating-point dtype; None where that is no int64 any more."""
    by_way_of = np.float64 if dtype == np.float64 else np.float32
    with quiet():
        value = float(np.array(number, np.int64).astype(by_way_of).astype(dtype))
    return int(value) if _INT64_MIN <= value < -_INT64_MIN else None


def _step(number: int, format: FloatFormat) -> int:
    """The distance of neighbouring floats around an integer beyond those held without a gap."""
    return 1 << (abs(number).bit_length() - format.significand_bits)


def _move_low(low: int, dtype: np.dtype, format: FloatFormat) -> int:
    """The nearest lower end that rounding cannot take below ``low``."""
    above = _rounded(low + 1, dtype)
    return low if above is None or above >= low else above + _step(low + 1, format)


def _move_last(last: int, dtype: np.dtype, format: FloatFormat) -> int:
    """The nearest upper end that rounding cannot take above ``last``."""
    rounded = _rounded(last, dtype)
    return last if rounded is None or rounded <= last else rounded - _step(last, format) - 1


def _check_bounds(low: int, last: int, dtype: np.dtype) -> None:
    format = float_format(dtype)
    largest = _last_of(dtype) if format is None else format.largest
    smallest = 0 if dtype.kind in "bu" else -largest - (format is None)
    for argument, bound in (("from", low), ("to - 1", last)):
        if not smallest <= bound <= largest:
            raise RuntimeError(
                f"random_: {argument} is out of bounds for {dtype.name}, got {bound}; "
                f"expected {smallest} to {largest}"
            )
        if format is not None and abs(bound) > _last_of(dtype):
            bits = format.significand_bits
            warnings.warn(
                f"random_: {argument} is out of bounds [-(2^{bits}), 2^{bits}]: {format.name} does "
                "not hold every integer of this range, so that some cannot be drawn",
                UserWarning,
                stacklevel=4,
            )


def _integers(generator: Generator, flat: np.ndarray, low: int, span: int, wide: bool) -> None:
    """``word % span + low``, from one word or two for a number; sums wrap as int64 does."""
    for part in chunks(flat, CHUNK // 2 if wide else CHUNK):
        if wide:
            words = generator.engine.words64(part.size)
            if span <= _LOW_64:
                _reduce(words, np.uint64(span))
            words += np.uint64(low & _LOW_64)
            store(part, words if part.dtype.kind == "u" else words.view(np.int64))
        else:
            words = generator.engine.words32(part.size)
            if span <= _LOW_32:
                _reduce(words, np.uint32(span))
            store(part, words if low == 0 else words + np.int64(low))


def _reduce(words: np.ndarray, span: np.unsignedinteger) -> None:
    """``words %= span``; NumPy vectorises division by one number, but not the remainder."""
    quotient = words // span
    quotient *= span
    words -= quotient


# --- permutations ---------------------------------------------------------------------------------


def randperm_(generator: Generator, out: np.ndarray) -> np.ndarray:
    """A random permutation of 0 to n - 1 (Fisher and Yates; Durstenfeld 1964).

    Args:
        out: n elements along one axis, of a dtype that holds n - 1.

    Raises:
        RuntimeError: if the dtype does not hold n - 1.
        NotImplementedError: for bool and complex dtypes.

    >>> randperm_(Generator().manual_seed(0), np.empty(4, np.int64))
    array([0, 1, 3, 2])
    """
    if out.dtype.kind in "bc":
        raise NotImplementedError(
            f"randperm: expected an integer or floating-point dtype, but got {out.dtype.name} "
            '("randperm" not implemented); use int64 and convert'
        )
    largest = _last_of(out.dtype) + 1
    if out.size > largest:
        raise RuntimeError(
            f"randperm: n cannot be greater than {largest} for {out.dtype.name}, "
            f"but got {out.size}; use dtype int64"
        )
    with generator.lock:
        out[...] = _permutation(generator, out.size)
    return out


def _permutation(generator: Generator, size: int) -> np.ndarray:
    if size >= _WIDE_PERMUTATION:
        return _inside_out(generator, size)
    steps = max(size - 1, 0)
    partners = generator.engine.words32(steps)
    partners %= np.arange(size, size - steps, -1, dtype=np.uint32)
    partners += np.arange(steps, dtype=np.uint32)
    partners = partners.astype(np.int64)
    return _swap_in_loop(partners, size) if size <= _SCALAR_STEPS else _swap_at_once(partners, size)


def _swap_in_loop(partners: np.ndarray, size: int) -> np.ndarray:
    """0 to size - 1 after swapping positions i and ``partners[i] >= i`` for i = 0, 1, ..."""
    values = list(range(size))
    for i, j in enumerate(partners.tolist()):
        values[i], values[j] = values[j], values[i]
    return np.array(values, np.int64)


def _swap_at_once(partners: np.ndarray, size: int) -> np.ndarray:
    """The same in a few passes over arrays.

    Let source(k) be what stands in position k just before step k: k itself, or, if l is the last
    step before k that had the partner k, what step l moved there, source(l). Step i then leaves in
    position i, for good, what stood in j = partners[i]: source(l) for the last step l before i that
    had the partner j too, or j if there is none.
    """
    steps = np.arange(size)
    partner = np.append(partners, size - 1)
    moved = np.flatnonzero(partner != steps)
    last = steps.copy()
    last[partner[moved]] = moved  # of several steps with one partner, the last is kept
    earlier, later = _previous_with_partner(partner, moved, last)
    source = _follow(last)
    result = np.where(partner == steps, source, partner)
    result[later] = source[earlier]
    return result


def _previous_with_partner(
    partner: np.ndarray, moved: np.ndarray, last: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Pairs of steps, earlier and later, that had one partner with none in between.

    ``last`` holds the last step of ``moved`` for each partner. Round by round, the last one is
    taken away, which uncovers the one before.
    """
    previous = np.full(partner.size, -1)
    last = last.copy()
    rest, cells = moved, partner[moved]
    while True:
        covered = np.flatnonzero(last[cells] != rest)
        if covered.size == 0:
            later = np.flatnonzero(previous >= 0)
            return previous[later], later
        rest, cells = rest[covered], cells[covered]
        later = last[cells]
        last[cells] = rest
        previous[later] = last[cells]


def _follow(link: np.ndarray) -> np.ndarray:
    """Where links that point downwards end; doubles the distance in each round, in place."""
    active = np.flatnonzero(link != np.arange(link.size))
    target = link[active]
    while active.size:
        farther = link[target]
        going = np.flatnonzero(farther != target)
        active, target = active[going], farther[going]
        link[active] = target
    return link


def _inside_out(generator: Generator, size: int) -> np.ndarray:
    """The variant for huge permutations: step i moves what stands in a random position up to i to
    position i, and puts i in its place."""
    values = np.zeros(size, np.int64)
    cells = memoryview(values)
    for start in range(0, size, CHUNK // 2):
        steps = np.arange(start, min(start + CHUNK // 2, size))
        partners = generator.engine.words64(steps.size)
        partners %= steps.astype(np.uint64) + np.uint64(1)
        for i, j in zip(steps.tolist(), partners.tolist(), strict=True):
            cells[i] = cells[j]
            cells[j] = i
    return values


# --- categories -----------------------------------------------------------------------------------


def multinomial(
    generator: Generator, weights: np.ndarray, num_samples: int, replacement: bool = False
) -> np.ndarray:
    """Indices drawn with probabilities proportional to ``weights``.

    Args:
        weights: floating-point, shape ``(categories,)`` or ``(rows, categories)``, of any sum.

    Returns:
        int64, shape ``(num_samples,)`` or ``(rows, num_samples)``.

    Raises:
        RuntimeError: for another dtype or shape, for weights that are negative, not finite or all
            zero, or for more samples than categories without replacement.

    >>> multinomial(Generator().manual_seed(0), np.array([0.0, 1.0, 0.0]), 2, replacement=True)
    array([1, 1])
    """
    _check_categories(weights, num_samples, replacement)
    if weights.size == 0:
        return np.empty((*weights.shape[:-1], num_samples), np.int64)
    if not replacement or num_samples == 1:
        return _largest_races(generator, weights, num_samples)
    rows = weights.reshape(-1, weights.shape[-1])
    indices = np.empty((rows.shape[0], num_samples), np.int64)
    with generator.lock:
        for row, drawn in zip(rows, indices, strict=True):
            drawn[...] = np.searchsorted(_cumulative(row), generator.engine.unit53(num_samples))
    return indices.reshape(*weights.shape[:-1], num_samples)


def _check_categories(weights: np.ndarray, num_samples: int, replacement: bool) -> None:
    if float_format(weights.dtype) is None:
        raise RuntimeError(
            "multinomial only supports floating-point dtypes for input, got: "
            f"{weights.dtype.name}; convert the weights to float32"
        )
    if weights.ndim not in (1, 2):
        raise RuntimeError(f"multinomial: prob_dist must be 1 or 2 dim, got shape {weights.shape}")
    if num_samples <= 0:
        raise RuntimeError(f"multinomial: cannot sample n_sample <= 0 samples, got {num_samples}")
    if not replacement and num_samples > weights.shape[-1]:
        raise RuntimeError(
            "multinomial: cannot sample n_sample > prob_dist.size(-1) samples without replacement, "
            f"got {num_samples} of {weights.shape[-1]}; pass replacement=True or ask for fewer"
        )
    if weights.size and not (weights.min() >= 0 and weights.max() < np.inf):
        raise RuntimeError(
            "multinomial: invalid multinomial distribution (encountering probability entry < 0): "
            "probability tensor contains either `inf`, `nan` or element < 0"
        )
    if not weights.sum(axis=-1).all():
        raise RuntimeError(
            "multinomial: invalid multinomial distribution (sum of probabilities <= 0); "
            "give every row a positive weight"
        )


def _largest_races(generator: Generator, weights: np.ndarray, num_samples: int) -> np.ndarray:
    """Without replacement: categories whose exponential clocks of rate ``weights`` ring first."""
    # In PyTorch's order of memory, for weights that are expanded or transposed.
    speed = empty_for(np, weights.shape, weights.dtype, weights)
    exponential_(generator, speed)
    with quiet():
        np.divide(weights, speed, out=speed)
    if num_samples == 1:
        return speed.argmax(axis=-1, keepdims=True)
    order = np.argsort(-speed, axis=-1, kind="stable")[..., :num_samples]
    return np.ascontiguousarray(order)


def _cumulative(weights: np.ndarray) -> np.ndarray:
    """The distribution function, summed one by one in float64 for such weights, else in float32."""
    total = np.cumsum(weights, dtype=np.float64 if weights.dtype == np.float64 else np.float32)
    np.divide(total, total[-1], out=total)
    total[-1] = 1.0
    return total.astype(np.float64)
