"""Names of torch.distributions.bernoulli."""

from firebrick_nn.distributions.bernoulli import *  # noqa: F403
