"""Names of torch.distributions.generalized_pareto."""

from firebrick_nn.distributions.generalized_pareto import *  # noqa: F403
