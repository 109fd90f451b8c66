"""Names of torch.distributions.exp_family."""

from firebrick_nn.distributions.exp_family import *  # noqa: F403
