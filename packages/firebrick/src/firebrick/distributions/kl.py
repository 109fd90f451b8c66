"""Names of torch.distributions.kl."""

from firebrick_nn.distributions.kl import *  # noqa: F403
