"""Names of torch.distributions.gamma."""

from firebrick_nn.distributions.gamma import *  # noqa: F403
