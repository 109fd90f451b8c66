"""Names of torch.distributions.constraints."""

from firebrick_nn.distributions.constraints import *  # noqa: F403
