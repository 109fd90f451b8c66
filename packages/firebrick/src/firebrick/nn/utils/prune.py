"""Pruning, under the names of torch.nn.utils.prune."""

from firebrick_nn.utils.prune import *  # noqa: F403
