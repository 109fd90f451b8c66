"""Initial values, under the names of torch.nn.init."""

from firebrick_nn.init import *  # noqa: F403

from .._missing import attributes_missing as _attributes_missing

__getattr__ = _attributes_missing(__name__)
