"""Names of torch.distributions.half_cauchy."""

from firebrick_nn.distributions.half_cauchy import *  # noqa: F403
