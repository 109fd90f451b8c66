"""Names of torch.distributions.studentT."""

from firebrick_nn.distributions.studentT import *  # noqa: F403
