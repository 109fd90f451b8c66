"""Attention by functions, under the names of torch.nn.attention.flex_attention."""

from firebrick_nn.attention.flex_attention import *  # noqa: F403
