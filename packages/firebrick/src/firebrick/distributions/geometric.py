"""Names of torch.distributions.geometric."""

from firebrick_nn.distributions.geometric import *  # noqa: F403
