"""Names of torch.distributions.beta."""

from firebrick_nn.distributions.beta import *  # noqa: F403
