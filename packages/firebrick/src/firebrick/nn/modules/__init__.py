"""Modules, under the names of torch.nn.modules."""

from firebrick_nn import *  # noqa: F403

from . import module as module
