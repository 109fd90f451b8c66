"""Reductions as numbers, under the names of torch.nn._reduction."""

from firebrick_nn._reduction import *  # noqa: F403
