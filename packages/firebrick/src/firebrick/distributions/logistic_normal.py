"""Names of torch.distributions.logistic_normal."""

from firebrick_nn.distributions.logistic_normal import *  # noqa: F403
