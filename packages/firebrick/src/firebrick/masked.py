"""Reductions over unmasked elements, as torch.masked has them."""

from firebrick_core.masked import *  # noqa: F403
