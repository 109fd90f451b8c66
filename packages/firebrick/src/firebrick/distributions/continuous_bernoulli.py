"""Names of torch.distributions.continuous_bernoulli."""

from firebrick_nn.distributions.continuous_bernoulli import *  # noqa: F403
