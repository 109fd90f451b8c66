"""The choice of an implementation of attention, under the names of torch.nn.attention."""

from firebrick_nn.attention import *  # noqa: F403

from . import bias as bias, flex_attention as flex_attention
