"""Names of torch.distributions.negative_binomial."""

from firebrick_nn.distributions.negative_binomial import *  # noqa: F403
