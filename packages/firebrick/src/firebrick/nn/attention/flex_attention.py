"""Attention by functions, under the names of torch.nn.attention.flex_attention."""

from firebrick_nn.attention.flex_attention import *  # noqa: F403

_DEFAULT_SPARSE_BLOCK_SIZE = 128  # programs import it
