"""Initial values, under the names of torch.nn.init."""

from firebrick_nn.init import *  # noqa: F403
