"""Names of torch.distributions.one_hot_categorical."""

from firebrick_nn.distributions.one_hot_categorical import *  # noqa: F403
