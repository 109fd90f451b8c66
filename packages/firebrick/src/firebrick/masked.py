"""Reductions over unmasked elements, as torch.masked has them."""

from firebrick_core.masked import *  # noqa: F403

from ._missing import attributes_missing as _attributes_missing

__getattr__ = _attributes_missing(__name__)
