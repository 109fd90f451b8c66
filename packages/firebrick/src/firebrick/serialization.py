"""Saving and loading, and what may be in a file, under the names of torch.serialization."""

from firebrick_core.serialization import *  # noqa: F403

from ._missing import attributes_missing as _attributes_missing

__getattr__ = _attributes_missing(__name__)
