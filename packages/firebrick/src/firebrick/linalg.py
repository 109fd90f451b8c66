"""Linear algebra under the names of torch.linalg."""

from firebrick_core.linalg import *  # noqa: F403

from ._missing import attributes_missing as _attributes_missing

__getattr__ = _attributes_missing(__name__)
