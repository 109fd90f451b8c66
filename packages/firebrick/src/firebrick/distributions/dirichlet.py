"""Names of torch.distributions.dirichlet."""

from firebrick_nn.distributions.dirichlet import *  # noqa: F403
