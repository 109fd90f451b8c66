"""Saving and loading, and what may be in a file, under the names of torch.serialization."""

from typing import Any as _Any, TypeAlias as _TypeAlias

from firebrick_core.serialization import *  # noqa: F403

from ._missing import attributes_missing as _attributes_missing

# Types of arguments, for annotations.
FILE_LIKE: _TypeAlias = _Any
MAP_LOCATION: _TypeAlias = _Any

__getattr__ = _attributes_missing(__name__)
