"""Names of torch.distributions.relaxed_categorical."""

from firebrick_nn.distributions.relaxed_categorical import *  # noqa: F403
