"""Processes that share tensors, under the names of torch.multiprocessing."""

from firebrick_core.multiprocessing import *  # noqa: F403
from firebrick_core.multiprocessing import reduction as reduction
