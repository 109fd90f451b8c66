"""Names of torch.distributions.normal."""

from firebrick_nn.distributions.normal import *  # noqa: F403
