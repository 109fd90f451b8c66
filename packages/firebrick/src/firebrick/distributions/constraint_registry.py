"""Names of torch.distributions.constraint_registry."""

from firebrick_nn.distributions.constraint_registry import *  # noqa: F403
