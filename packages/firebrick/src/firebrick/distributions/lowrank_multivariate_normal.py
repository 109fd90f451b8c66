"""Names of torch.distributions.lowrank_multivariate_normal."""

from firebrick_nn.distributions.lowrank_multivariate_normal import *  # noqa: F403
