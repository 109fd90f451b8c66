"""Parametrizations of weights, under the names of torch.nn.utils.parametrizations."""

from firebrick_nn.utils.parametrizations import *  # noqa: F403
