"""Names of torch.distributions.gumbel."""

from firebrick_nn.distributions.gumbel import *  # noqa: F403
