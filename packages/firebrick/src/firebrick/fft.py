"""Discrete Fourier transforms under the names of torch.fft."""

from firebrick_core.fft import *  # noqa: F403

from ._missing import attributes_missing as _attributes_missing

__getattr__ = _attributes_missing(__name__)
