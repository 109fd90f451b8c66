"""Names of torch.distributions.multivariate_normal."""

from firebrick_nn.distributions.multivariate_normal import *  # noqa: F403
