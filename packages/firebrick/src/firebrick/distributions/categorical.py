"""Names of torch.distributions.categorical."""

from firebrick_nn.distributions.categorical import *  # noqa: F403
