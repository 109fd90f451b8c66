"""Names of torch.distributions.multinomial."""

from firebrick_nn.distributions.multinomial import *  # noqa: F403
