"""Names of torch.distributions.weibull."""

from firebrick_nn.distributions.weibull import *  # noqa: F403
