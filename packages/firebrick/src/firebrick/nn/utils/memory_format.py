"""Layouts of weights, under the names of torch.nn.utils.memory_format."""

from firebrick_nn.utils.memory_format import *  # noqa: F403
