"""Special functions under the names of torch.special."""

from firebrick_core.special import *  # noqa: F403

from ._missing import attributes_missing as _attributes_missing

__getattr__ = _attributes_missing(__name__)
