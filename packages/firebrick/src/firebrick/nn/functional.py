"""Functions for neural networks, under the names of torch.nn.functional."""

from firebrick_nn.functional import *  # noqa: F403
