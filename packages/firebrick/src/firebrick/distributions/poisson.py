"""Names of torch.distributions.poisson."""

from firebrick_nn.distributions.poisson import *  # noqa: F403
