"""Names of torch.distributions.laplace."""

from firebrick_nn.distributions.laplace import *  # noqa: F403
