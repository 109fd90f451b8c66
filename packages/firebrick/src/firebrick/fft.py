"""Discrete Fourier transforms under the names of torch.fft."""

from firebrick_core.fft import *  # noqa: F403
