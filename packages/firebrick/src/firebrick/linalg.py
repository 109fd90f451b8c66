"""Linear algebra under the names of torch.linalg."""

from firebrick_core.linalg import *  # noqa: F403
