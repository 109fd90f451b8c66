"""Datasets and loaders, under the names of torch.utils.data."""

from firebrick_data import *  # noqa: F403
