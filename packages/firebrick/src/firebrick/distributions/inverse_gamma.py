"""Names of torch.distributions.inverse_gamma."""

from firebrick_nn.distributions.inverse_gamma import *  # noqa: F403
