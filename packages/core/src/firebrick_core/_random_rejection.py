"""Samplers that draw until a number is accepted: Poisson, binomial, gamma and Dirichlet.

How many words a number takes depends on those before it, so these run one number at a time, on
Python floats, as PyTorch runs its own, on doubles. The methods are those of the papers; the
constants are the papers' too, rounded where PyTorch rounds them.

Sources: Hörmann, *The transformed rejection method for generating Poisson random variables*, 1993,
and *The generation of binomial random variates*, 1993; Marsaglia and Tsang, *A simple method for
generating gamma variables*, 2000; Knuth, TAOCP 2, 3rd edition, 3.4.1.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from operator import length_hint
from typing import Any

import numpy as np

from ._errstate import quiet
from ._generator import Generator
from ._samplers import float_format, store

_AHEAD = 1 << 12
"""Uniforms drawn ahead at most."""


class _Uniforms:
    """A generator's float64 uniforms, one by one; what was drawn ahead goes back at the end."""

    def __init__(self, generator: Generator, expected: int) -> None:
        self.generator = generator
        self.ahead = min(max(2 * expected, 16), _AHEAD)
        self.drawn = 0
        self.rest: Iterator[float] = iter(())

    def __enter__(self) -> Callable[[], float]:
        self.generator.lock.acquire()
        self.start = self.generator.engine.get_key()
        return self._draw().__next__

    def _draw(self) -> Iterator[float]:
        while True:
            self.rest = iter(self.generator.engine.unit53(self.ahead).tolist())
            self.drawn += self.ahead
            yield from self.rest

    def __exit__(self, *error: Any) -> None:
        used = self.drawn - length_hint(self.rest)
        engine = self.generator.engine
        engine.set_key(*self.start)
        while used:
            part = min(used, _AHEAD)
            engine.raw(2 * part)
            used -= part
        self.generator.lock.release()


def _require(sampler: str, array: np.ndarray, halves: bool = False) -> None:
    format = float_format(array.dtype)
    if format is None or (format.is_half and not halves):
        raise NotImplementedError(
            f'"{sampler}" not implemented for {array.dtype.name}; convert it to float32 or float64'
        )


def _rounded(values: list[float], like: np.ndarray) -> np.ndarray:
    """The samples in the shape and dtype of `like`."""
    out = np.empty(like.shape, like.dtype)
    with quiet():
        store(out, np.array(values, np.float64).reshape(like.shape))
    return out


# --- Poisson --------------------------------------------------------------------------------------


def poisson(generator: Generator, rates: np.ndarray) -> np.ndarray:
    """Poisson numbers with the given means, in row-major order.

    Raises:
        NotImplementedError: if ``rates`` is not floating-point.
        RuntimeError: if a rate is negative or not a number.

    >>> poisson(Generator().manual_seed(0), np.array([0.0, 3.0, 1e6]))
    array([0.0000e+00, 6.0000e+00, 9.9957e+05])
    """
    _require("poisson_cpu", rates, halves=True)
    if rates.size and not rates.min() >= 0:
        raise RuntimeError("invalid Poisson rate, expected rate to be non-negative")
    if rates.size and not rates.max() < 2.0**62:
        raise RuntimeError("poisson: a rate is too large for its samples to be integers of 64 bits")
    with _Uniforms(generator, rates.size) as draw:
        values = [_poisson(draw, rate) for rate in rates.astype(np.float64).ravel().tolist()]
    return _rounded(values, rates)


def _poisson(draw: Callable[[], float], rate: float) -> float:
    if rate >= 10.0:
        return _poisson_by_rejection(draw, rate)
    if rate == 0.0:
        return 0.0
    # How many uniforms can be multiplied before the product falls below exp(-rate).
    limit, product, count = math.exp(-rate), draw(), 0
    while product > limit:
        count += 1
        product *= draw()
    return float(count)


def _poisson_by_rejection(draw: Callable[[], float], rate: float) -> float:
    """Hörmann's algorithm PTRS."""
    log_rate = math.log(rate)
    b = 0.931 + 2.53 * math.sqrt(rate)
    a = -0.059 + 0.02483 * b
    log_inverse_alpha = math.log(1.1239 + 1.1328 / (b - 3.4))
    box = 0.9277 - 3.6224 / (b - 2.0)
    while True:
        u, v = draw() - 0.5, draw()
        side = 0.5 - abs(u)
        # At the very edge C divides by zero, and refuses the infinity that results.
        k = float(math.floor((2.0 * a / side + b) * u + rate + 0.43)) if side else -1.0
        if side >= 0.07 and v <= box:
            return k
        if k < 0.0 or side < 0.013 and v > side:
            continue
        accepted = _log(v) + log_inverse_alpha - math.log(a / (side * side) + b)
        if accepted <= -rate + k * log_rate - math.lgamma(k + 1.0):
            return k


def _single(x: float) -> float:
    return float(np.float32(x))


def _log(x: float) -> float:
    return math.log(x) if x > 0.0 else -math.inf


# --- binomial -------------------------------------------------------------------------------------


def binomial(generator: Generator, count: np.ndarray, prob: np.ndarray) -> np.ndarray:
    """Successes in ``count`` trials of probability ``prob``, which broadcast; row-major order.

    Probabilities beyond 0 and 1 count as these. A NaN gives a NaN.

    Raises:
        ValueError: if ``count`` is not floating-point.
        NotImplementedError: for half precision.
        RuntimeError: if the dtypes differ.

    >>> binomial(Generator().manual_seed(0), np.array([9.0, 1e6]), np.array(0.5))
    array([6.00000e+00, 4.99785e+05])
    """
    if float_format(count.dtype) is None:
        raise ValueError(
            f"binomial only supports floating-point dtypes for count, got: {count.dtype.name}"
        )
    if float_format(prob.dtype) is None:
        raise ValueError(
            f"binomial only supports floating-point dtypes for prob, got: {prob.dtype.name}"
        )
    _require("binomial_cpu", count)
    if count.dtype != prob.dtype:
        raise RuntimeError(
            f"binomial: Found dtype {prob.dtype.name} but expected {count.dtype.name}; convert one"
        )
    count, prob = np.broadcast_arrays(count, prob)
    plan = _binomial_plan(count.ravel(), prob.ravel())
    with _Uniforms(generator, count.size) as draw:
        values = [_binomial(draw, *numbers) for numbers in plan]
    return _rounded(values, count)


def _binomial_plan(count: np.ndarray, prob: np.ndarray) -> Iterator[tuple[Any, ...]]:
    """What the samplers need, an element a tuple: computed in the dtype, as PyTorch does."""
    one = count.dtype.type(1)
    with quiet():
        flipped = prob > 0.5
        small = np.where(flipped, one - prob, prob)
        mean = count * small
        spread = np.sqrt(mean * (one - small))
        odds, mode = small / (one - small), np.floor((count + one) * small)
        log_failure = np.log1p(-small)
        possible, sure = (count > 0) & (prob > 0), (prob >= 1) | np.isinf(count)
        drawn = possible & ~sure
        fixed = np.where(possible & sure, count, one - one)
        fixed[np.isnan(count) | np.isnan(prob)] = np.nan
        exact = (count < 2.0**24) | (count.dtype == np.float64)
    columns = [drawn, fixed, count, small, flipped, mean, log_failure]
    columns += [spread, odds, mode, count + one, exact]
    return zip(*(column.tolist() for column in columns), strict=True)


def _binomial(
    draw: Callable[[], float],
    drawn: bool,
    fixed: float,
    count: float,
    prob: float,
    flipped: bool,
    mean: float,
    log_failure: float,
    *rest: Any,
) -> float:
    if not drawn:
        return fixed
    if mean >= 10.0:
        successes = _binomial_by_rejection(draw, count, prob, mean, *rest)
    else:
        successes = _binomial_by_counting(draw, count, log_failure)
    return count - successes if flipped else successes


def _binomial_by_counting(draw: Callable[[], float], count: float, log_failure: float) -> float:
    """Geometric numbers are the distances of successes; as many as fit into `count`."""
    reached, successes = 0.0, 0.0
    while True:
        u = draw()
        reached += math.ceil(math.log(u) / log_failure) if u else math.inf
        if reached > count:
            return successes
        successes += 1.0


# The remainders of Stirling's formula for log k!, k = 0 to 9.
_STIRLING = (
    0.0810614667953272, 0.0413406959554092, 0.0276779256849983, 0.02079067210376509,
    0.0166446911898211, 0.0138761288230707, 0.0118967099458917, 0.0104112652619720,
    0.00925546218271273, 0.00833056343336287,
)  # fmt: skip


def _stirling(k: float) -> float:
    if k <= 9.0:
        return _STIRLING[int(k)]
    square = (k + 1.0) * (k + 1.0)
    return (1.0 / 12 - (1.0 / 360 - 1.0 / 1260 / square) / square) / (k + 1.0)


def _binomial_by_rejection(
    draw: Callable[[], float],
    count: float,
    prob: float,
    mean: float,
    spread: float,
    odds: float,
    mode: float,
    count_and_one: float,
    exact: bool,
) -> float:
    """Hörmann's algorithm BTRS; `exact` says that the dtype holds all integers up to `count`."""
    b = 1.15 + 2.53 * spread
    a = -0.0873 + 0.0248 * b + 0.01 * prob
    c = mean + 0.5
    box = 0.92 - 4.2 / b
    alpha = (2.83 + 5.1 / b) * spread
    while True:
        u, v = draw() - 0.5, draw()
        side = 0.5 - abs(u)
        k = float(math.floor((2.0 * a / side + b) * u + c)) if side else -1.0
        k = k if exact else _single(k)
        if k < 0.0 or k > count:
            continue
        if side >= 0.07 and v <= box:
            return k
        after, left, left_and_one = k + 1.0, count - k, count - k + 1.0
        if not exact:
            after, left = _single(after), _single(left)
            left_and_one = _single(left + 1.0)
        v = _log(v * alpha / (a / (side * side) + b))
        bound = (
            (mode + 0.5) * math.log((mode + 1.0) / (odds * (count - mode + 1.0)))
            + count_and_one * math.log((count - mode + 1.0) / left_and_one)
            + (k + 0.5) * math.log(odds * left_and_one / after)
            + _stirling(mode)
            + _stirling(count - mode)
            - _stirling(k)
            - _stirling(left)
        )
        if v <= bound:
            return k


# --- gamma and Dirichlet --------------------------------------------------------------------------

# PyTorch writes these two in single precision.
_THIRD, _SQUEEZE = float(np.float32(1.0) / np.float32(3.0)), float(np.float32(0.0331))


def gamma(generator: Generator, alpha: np.ndarray) -> np.ndarray:
    """Gamma numbers of shape ``alpha`` and scale 1, in row-major order; none below the smallest
    normal number.

    The normal numbers that they need come in pairs, of which one may wait in the generator's state.

    Raises:
        NotImplementedError: unless ``alpha`` is float32 or float64.

    >>> gamma(Generator().manual_seed(0), np.array([0.5, 2.0]))
    array([0.00078936, 0.6315406 ])
    """
    _require("gamma_cpu", alpha)
    out = _rounded(_gammas(generator, alpha), alpha)
    # A comparison, so that NaN becomes the smallest number too, as in PyTorch.
    tiny = np.finfo(alpha.dtype).tiny
    return np.where(out > tiny, out, tiny)


def dirichlet(generator: Generator, alpha: np.ndarray) -> np.ndarray:
    """Dirichlet samples along the last axis: gamma numbers divided by their sum.

    Raises:
        NotImplementedError: unless ``alpha`` is float32 or float64.

    >>> dirichlet(Generator().manual_seed(0), np.array([0.5, 2.0]))
    array([0.00124833, 0.99875167])
    """
    _require("dirichlet", alpha)
    gammas = np.array(_gammas(generator, alpha.astype(np.float64)), np.float64).reshape(alpha.shape)
    gammas = np.where(gammas > np.finfo(np.float64).tiny, gammas, np.finfo(np.float64).tiny)
    with quiet():
        out = (gammas / gammas.sum(-1, keepdims=True)).astype(alpha.dtype)
    one = alpha.dtype.type(1.0)
    return np.clip(out, np.finfo(alpha.dtype).tiny, np.nextafter(one, alpha.dtype.type(0.0)))


def _gammas(generator: Generator, alpha: np.ndarray) -> list[float]:
    """Samples as float64, from numbers that are computed in the dtype, as PyTorch does."""
    flat, one = alpha.ravel(), alpha.dtype.type(1)
    with quiet():
        power = np.where(flat < 1, one / flat, np.nan)  # NaN: nothing was raised
        d = (np.where(flat < 1, flat + one, flat) - alpha.dtype.type(_THIRD)).astype(np.float64)
        c = 1.0 / np.sqrt(9.0 * d)
        zero = flat == 0
    plan = zip(zero.tolist(), power.tolist(), d.tolist(), c.tolist(), strict=True)
    with _Uniforms(generator, 4 * flat.size) as draw:
        return [0.0 if none else _gamma(generator, draw, *rest) for none, *rest in plan]


def _normal(generator: Generator, draw: Callable[[], float]) -> float:
    spare = generator.spare
    if spare is not None:
        generator.spare = None
        return spare
    turn, tail = draw(), draw()
    radius, angle = math.sqrt(-2.0 * math.log1p(-tail)), 2.0 * math.pi * turn
    generator.spare = radius * math.sin(angle)
    return radius * math.cos(angle)


def _power(base: float, exponent: float) -> float:
    try:
        return math.pow(base, exponent)
    except OverflowError:
        return math.inf


def _gamma(
    generator: Generator, draw: Callable[[], float], power: float, d: float, c: float
) -> float:
    """Marsaglia and Tsang's method; shapes below 1 were raised by 1 and are scaled down again."""
    scale = _power(1.0 - draw(), power) if power == power else 1.0
    while True:
        y = 0.0
        while y <= 0.0:
            x = _normal(generator, draw)
            y = 1.0 + c * x
        v, u, square = y * y * y, 1.0 - draw(), x * x
        if u < 1.0 - _SQUEEZE * square * square:
            return scale * d * v
        if math.log(u) < 0.5 * square + d * (1.0 - v + math.log(v)):
            return scale * d * v
