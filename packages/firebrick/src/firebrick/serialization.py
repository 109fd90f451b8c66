"""Saving and loading, and what may be in a file, under the names of torch.serialization."""

from firebrick_core.serialization import *  # noqa: F403
