"""Functions of sparse tensors under the names of torch.sparse."""

from firebrick_core.sparse import *  # noqa: F403

from ._missing import attributes_missing as _attributes_missing

__getattr__ = _attributes_missing(__name__)
