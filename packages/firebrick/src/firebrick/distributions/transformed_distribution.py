"""Names of torch.distributions.transformed_distribution."""

from firebrick_nn.distributions.transformed_distribution import *  # noqa: F403
