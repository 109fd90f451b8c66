"""Causal masks, under the names of torch.nn.attention.bias."""

from firebrick_nn.attention.bias import *  # noqa: F403
