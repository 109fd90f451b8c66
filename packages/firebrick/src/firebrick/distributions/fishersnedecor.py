"""Names of torch.distributions.fishersnedecor."""

from firebrick_nn.distributions.fishersnedecor import *  # noqa: F403
