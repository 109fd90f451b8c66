"""Names of torch.distributions.relaxed_bernoulli."""

from firebrick_nn.distributions.relaxed_bernoulli import *  # noqa: F403
