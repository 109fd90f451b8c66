"""Names of torch.distributions.cauchy."""

from firebrick_nn.distributions.cauchy import *  # noqa: F403
