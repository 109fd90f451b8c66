"""Parameters that are functions of others, under the names of torch.nn.utils.parametrize."""

from firebrick_nn.utils.parametrize import *  # noqa: F403
