"""Names of torch.distributions.wishart."""

from firebrick_nn.distributions.wishart import *  # noqa: F403
