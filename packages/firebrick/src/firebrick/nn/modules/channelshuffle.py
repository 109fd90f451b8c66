"""Shuffling of channels, under the names of torch.nn.modules.channelshuffle."""

from firebrick_nn import ChannelShuffle as ChannelShuffle
