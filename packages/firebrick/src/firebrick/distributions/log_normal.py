"""Names of torch.distributions.log_normal."""

from firebrick_nn.distributions.log_normal import *  # noqa: F403
