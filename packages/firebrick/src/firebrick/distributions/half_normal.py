"""Names of torch.distributions.half_normal."""

from firebrick_nn.distributions.half_normal import *  # noqa: F403
