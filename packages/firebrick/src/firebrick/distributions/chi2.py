"""Names of torch.distributions.chi2."""

from firebrick_nn.distributions.chi2 import *  # noqa: F403
