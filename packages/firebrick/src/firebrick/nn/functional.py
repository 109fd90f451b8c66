"""Functions for neural networks, under the names of torch.nn.functional."""

from firebrick_nn.functional import *  # noqa: F403

from .._missing import attributes_missing as _attributes_missing

__getattr__ = _attributes_missing(__name__)
