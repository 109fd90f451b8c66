"""Names of torch.distributions.exponential."""

from firebrick_nn.distributions.exponential import *  # noqa: F403
