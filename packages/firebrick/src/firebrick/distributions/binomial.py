"""Names of torch.distributions.binomial."""

from firebrick_nn.distributions.binomial import *  # noqa: F403
