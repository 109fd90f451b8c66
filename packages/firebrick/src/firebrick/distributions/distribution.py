"""Names of torch.distributions.distribution."""

from firebrick_nn.distributions.distribution import *  # noqa: F403
