"""Names of torch.distributions.transforms."""

from firebrick_nn.distributions.transforms import *  # noqa: F403
