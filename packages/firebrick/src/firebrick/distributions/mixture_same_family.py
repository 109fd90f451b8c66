"""Names of torch.distributions.mixture_same_family."""

from firebrick_nn.distributions.mixture_same_family import *  # noqa: F403
