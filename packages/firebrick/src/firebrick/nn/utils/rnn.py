"""Packed and padded sequences, under the names of torch.nn.utils.rnn."""

from firebrick_nn.utils.rnn import *  # noqa: F403
