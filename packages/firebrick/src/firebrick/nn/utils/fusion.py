"""Folding batch normalisation into layers, under the names of torch.nn.utils.fusion."""

from firebrick_nn.utils.fusion import *  # noqa: F403
