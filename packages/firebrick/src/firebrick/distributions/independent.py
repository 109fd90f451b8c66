"""Names of torch.distributions.independent."""

from firebrick_nn.distributions.independent import *  # noqa: F403
