"""Samplers of integers, permutations and categories; see `_samplers` for what they have in common."""

from __future__ import annotations

import warnings

import numpy as np

from ._generator import Generator
from ._samplers import CHUNK, LARGEST, SIGNIFICAND_BITS, chunks, exponential_, fill, store

_WIDE_RANGE = 1 << 28
"""Ranges from here on take two words for a number; below, the remainder of one skews by at most 5 %."""

_WIDE_PERMUTATION = ((1 << 32) - 1) // 20
"""Permutations from here on take two words for a step, for the same reason."""

_SCALAR_STEPS = 600
"""Up to so many steps, a loop over a list shuffles faster than arrays do."""

_LOW_64 = (1 << 64) - 1
_INT64_MIN, _INT64_MAX = -(1 << 63), (1 << 63) - 1
_TWO_WORD_TYPES = ("float64", "int64", "uint64")
_WHOLE_RANGE_TYPES = ("int64", "float64", "float32", "bfloat16")


# --- integers -----------------------------------------------------------------------------------------


def random_(generator: Generator, out: np.ndarray) -> np.ndarray:
    """Integers from 0 to the largest of an integer dtype, or to ``2**24`` in float32 (its significand).

    Raises:
        NotImplementedError: for a complex dtype.

    >>> random_(Generator().manual_seed(0), np.empty(2, np.uint8))
    array([ 44, 239], dtype=uint8)
    """
    if out.dtype.kind == "c":
        raise NotImplementedError(
            f"random_: expected a real dtype, but got {out.dtype.name} (not implemented)"
        )
    span = _last_of(out.dtype) + 1
    return fill(generator, out, _integers, 0, span, out.dtype.name in _TWO_WORD_TYPES)


def randint_(generator: Generator, out: np.ndarray, low: int, high: int | None) -> np.ndarray:
    """Integers in ``[low, high)``; without ``high``, up to the largest of the dtype (see ``random_``).

    Args:
        out: any real dtype. A floating-point one rounds the integers; ends that it cannot hold are moved
            inwards, and beyond the integers that it holds exactly there is a UserWarning.

    Raises:
        RuntimeError: if the range is empty or leaves the dtype, or the dtype is complex.

    >>> randint_(Generator().manual_seed(0), np.empty(4, np.int64), 0, 10)
    array([4, 9, 3, 0])
    """
    dtype = out.dtype
    if dtype.kind == "c":
        raise RuntimeError(
            f"randint_: check_random_bounds handles only integral, floating-point and boolean types, "
            f"but got {dtype.name}"
        )
    if high is None and low == _INT64_MIN and dtype.name in _WHOLE_RANGE_TYPES:
        return fill(generator, out, _integers, 0, 1 << 64, True)
    if high is not None and low >= high:
        raise _empty_range(low, high)
    last = _last_of(dtype) if high is None else high - 1
    if dtype.name in SIGNIFICAND_BITS:
        low, last = _move_low(low, dtype), last if high is None else _move_last(last, dtype)
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


def _last_of(dtype: np.dtype) -> int:
    if dtype.name in SIGNIFICAND_BITS:
        return 1 << SIGNIFICAND_BITS[dtype.name]
    return 1 if dtype.kind == "b" else int(np.iinfo(dtype).max)


def _rounded(number: int, dtype: np.dtype) -> int | None:
    """An integer after rounding to a floating-point dtype; None where that is no int64 any more."""
    single = np.array(number, np.int64).astype(np.float64 if dtype == np.float64 else np.float32)
    value = float(single.astype(dtype))
    return int(value) if _INT64_MIN <= value < -_INT64_MIN else None


def _move_low(low: int, dtype: np.dtype) -> int:
    """The nearest lower end that rounding cannot take below ``low``."""
    above = _rounded(low + 1, dtype)
    if above is None or above >= low:
        return low
    return above + (1 << (abs(low + 1).bit_length() - SIGNIFICAND_BITS[dtype.name]))


def _move_last(last: int, dtype: np.dtype) -> int:
    """The nearest upper end that rounding cannot take above ``last``."""
    rounded = _rounded(last, dtype)
    if rounded is None or rounded <= last:
        return last
    return rounded - (1 << (abs(last).bit_length() - SIGNIFICAND_BITS[dtype.name])) - 1


def _check_bounds(low: int, last: int, dtype: np.dtype) -> None:
    name = dtype.name
    smallest: float
    largest: float
    if name in SIGNIFICAND_BITS:
        smallest, largest = -LARGEST[name], LARGEST[name]
    else:
        largest = _last_of(dtype)
        smallest = 0 if dtype.kind in "bu" else -largest - 1
    for argument, bound in (("from", low), ("to - 1", last)):
        if not smallest <= bound <= largest:
            raise RuntimeError(
                f"random_: {argument} is out of bounds for {name}, got {bound}; expected {smallest} to {largest}"
            )
        if name in SIGNIFICAND_BITS and abs(bound) > _last_of(dtype):
            warnings.warn(
                f"{argument} is out of bounds [-(2^{SIGNIFICAND_BITS[name]}), 2^{SIGNIFICAND_BITS[name]}]: "
                f"{name} does not hold every integer of this range, so that some cannot be drawn",
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
            _reduce(words, np.uint32(span))
            store(part, words if low == 0 else words + np.int64(low))


def _reduce(words: np.ndarray, span: np.unsignedinteger) -> None:
    """``words %= span``; NumPy vectorises division by one number, but not the remainder."""
    quotient = words // span
    quotient *= span
    words -= quotient


# --- permutations -------------------------------------------------------------------------------------


def randperm_(generator: Generator, out: np.ndarray) -> np.ndarray:
    """A random permutation of 0 to n - 1 (Fisher and Yates; Durstenfeld 1964).

    Args:
        out: n elements along one axis, of a dtype that holds n - 1.

    Raises:
        RuntimeError: if the dtype does not hold n - 1.
        NotImplementedError: for bool and complex dtypes.

    >>> randperm_(Generator().manual_seed(0), np.empty(4, np.int64))
    array([2, 0, 1, 3])
    """
    if out.dtype.kind in "bc":
        raise NotImplementedError(
            f"randperm: expected an integer or floating-point dtype, but got {out.dtype.name} "
            '("randperm" not implemented); use int64 and convert'
        )
    largest = _last_of(out.dtype) + 1
    if out.size > largest:
        raise RuntimeError(
            f"randperm: n cannot be greater than {largest} for {out.dtype.name}, but got {out.size}; "
            "use dtype int64"
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
    return _swap_in_loop(partners, size) if size <= _SCALAR_STEPS else _swap_at_once(partners, size)


def _swap_in_loop(partners: np.ndarray, size: int) -> np.ndarray:
    """0 to size - 1 after swapping positions i and ``partners[i] >= i`` for i = 0, 1, ..."""
    values = list(range(size))
    for i, j in enumerate(partners.tolist()):
        values[i], values[j] = values[j], values[i]
    return np.array(values, np.int64)


def _swap_at_once(partners: np.ndarray, size: int) -> np.ndarray:
    """The same without a loop over the swaps.

    Step i leaves in position i, for good, what stood in position j = partners[i]. If no earlier step had
    the partner j, that was j itself; if the last one was k, it was what stood in position k just before
    step k. The latter is found for all k at once: it is k, or what stood in l just before step l, where l
    is the last step before k with partner k. Following l to its end takes log(depth) rounds of doubling.
    """
    steps = np.arange(size)
    partner = np.append(partners, np.uint32(size - 1)).astype(np.int64)
    origin = steps.copy()
    moved = partner != steps
    origin[partner[moved]] = steps[moved]  # of equal partners the last is kept
    while True:
        farther = origin[origin]
        if np.array_equal(farther, origin):
            break
        origin = farther
    order = np.sort(partner.astype(np.uint64) << np.uint64(32) | steps.astype(np.uint64))
    step = (order & np.uint64(0xFFFF_FFFF)).astype(np.int64)
    has_earlier = order[1:] >> np.uint64(32) == order[:-1] >> np.uint64(32)
    partner[step[1:][has_earlier]] = origin[step[:-1][has_earlier]]
    return partner


def _inside_out(generator: Generator, size: int) -> np.ndarray:
    """The variant for huge permutations: step i puts i in a random position up to i, and moves what was
    there to position i."""
    values = np.zeros(size, np.int64)
    cells = memoryview(values)
    for steps in chunks(np.arange(size), CHUNK // 2):
        partners = generator.engine.words64(steps.size)
        partners %= steps.astype(np.uint64) + np.uint64(1)
        for i, j in zip(steps.tolist(), partners.tolist(), strict=True):
            cells[i] = cells[j]
            cells[j] = i
    return values


# --- categories ---------------------------------------------------------------------------------------


def multinomial(
    generator: Generator, weights: np.ndarray, num_samples: int, replacement: bool = False
) -> np.ndarray:
    """Indices drawn with probabilities proportional to ``weights``.

    Args:
        weights: floating-point, shape ``(categories,)`` or ``(rows, categories)``; need not sum to 1.

    Returns:
        int64, shape ``(num_samples,)`` or ``(rows, num_samples)``.

    Raises:
        RuntimeError: for another dtype or shape, for weights that are negative, not finite or all zero,
            or for more samples than categories without replacement.

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
    if weights.dtype.name not in SIGNIFICAND_BITS:
        raise RuntimeError(
            f"multinomial only supports floating-point dtypes for input, got: {weights.dtype.name}; "
            "convert the weights to float32"
        )
    if weights.ndim not in (1, 2):
        raise RuntimeError(f"multinomial: prob_dist must be 1 or 2 dim, got shape {weights.shape}")
    if num_samples <= 0:
        raise RuntimeError(f"multinomial: cannot sample n_sample <= 0 samples, got {num_samples}")
    if not replacement and num_samples > weights.shape[-1]:
        raise RuntimeError(
            "multinomial: cannot sample n_sample > prob_dist.size(-1) samples without replacement, got "
            f"{num_samples} from {weights.shape[-1]}; pass replacement=True or ask for fewer"
        )
    if weights.size and not (weights.min() >= 0 and weights.max() < np.inf):
        raise RuntimeError(
            "multinomial: invalid multinomial distribution (encountering probability entry < 0), or "
            "probability tensor contains either `inf`, `nan` or element < 0"
        )
    if not weights.sum(axis=-1).all():
        raise RuntimeError("multinomial: invalid multinomial distribution (sum of probabilities <= 0)")


def _largest_races(generator: Generator, weights: np.ndarray, num_samples: int) -> np.ndarray:
    """Without replacement: the categories whose exponential clocks of rate ``weights`` ring first."""
    speed = exponential_(generator, np.empty_like(weights))
    np.divide(weights, speed, out=speed)
    if num_samples == 1:
        return speed.argmax(axis=-1, keepdims=True)
    return np.argsort(-speed, axis=-1, kind="stable")[..., :num_samples]


def _cumulative(weights: np.ndarray) -> np.ndarray:
    """The distribution function, summed one by one and scaled in the dtype of the weights, or float32."""
    total = np.cumsum(weights, dtype=np.float64 if weights.dtype == np.float64 else np.float32)
    total /= total[-1]
    total[-1] = 1.0
    return total.astype(np.float64)
