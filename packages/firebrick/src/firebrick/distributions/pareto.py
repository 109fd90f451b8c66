"""Names of torch.distributions.pareto."""

from firebrick_nn.distributions.pareto import *  # noqa: F403
