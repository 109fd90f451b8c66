"""Utilities for modules and their parameters, under the names of torch.nn.utils."""

from firebrick_nn.utils import *  # noqa: F403
