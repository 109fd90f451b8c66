"""Names of torch.distributions.von_mises."""

from firebrick_nn.distributions.von_mises import *  # noqa: F403
