"""Flattening, under the names of torch.nn.modules.flatten."""

from firebrick_nn import Flatten as Flatten, Unflatten as Unflatten
