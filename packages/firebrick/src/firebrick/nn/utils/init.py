"""Modules without initial values, under the names of torch.nn.utils.init."""

from firebrick_nn.utils.init import *  # noqa: F403
