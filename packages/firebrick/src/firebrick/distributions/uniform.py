"""Names of torch.distributions.uniform."""

from firebrick_nn.distributions.uniform import *  # noqa: F403
