"""Names of torch.distributions.kumaraswamy."""

from firebrick_nn.distributions.kumaraswamy import *  # noqa: F403
