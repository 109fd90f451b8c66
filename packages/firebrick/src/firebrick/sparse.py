"""Functions of sparse tensors under the names of torch.sparse."""

from firebrick_core.sparse import *  # noqa: F403
