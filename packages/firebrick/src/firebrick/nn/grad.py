"""Gradients of convolutions, under the names of torch.nn.grad."""

from firebrick_nn.grad import *  # noqa: F403
