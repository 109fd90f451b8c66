"""Derivatives of Fourier transforms: they are linear, and their adjoints are transforms again."""

from __future__ import annotations

from firebrick_core import _operators as T

from .._rule import derivative


@derivative("fft_c2c")
class FftC2C:
    def input(grad, dims, power, forward):
        # Of real input, the engine takes the real part.
        return T.fft_c2c(grad, dims, power, not forward)


@derivative("fft_r2c")
class FftR2C:
    def input(grad, input_shape, dims, power):
        # The frequencies that were not computed count for nothing.
        last = dims[-1]
        missing = input_shape[last] - grad.shape[last]
        pad = [0, 0] * (len(input_shape) - 1 - last) + [0, missing]
        return T.fft_c2c(T.constant_pad_nd(grad, pad, 0), dims, power, False)


@derivative("fft_c2r")
class FftC2R:
    def input(grad, dims, power, last_size):
        half = T.fft_r2c(grad, dims, power)
        return half * _multiplicity(grad, half.shape, dims[-1], last_size)


def _multiplicity(like, shape, dim, last_size):
    """How often each frequency of a half spectrum stands in the whole one."""
    count = [1] * len(shape)
    count[dim] = shape[dim]
    twice = like.new_full(count, 2)
    twice.narrow(dim, 0, 1).fill_(1)
    if last_size % 2 == 0:
        twice.narrow(dim, shape[dim] - 1, 1).fill_(1)
    return twice


@derivative("window_envelope")
class WindowEnvelope:
    def input(grad):
        return grad
