"""Special functions under the names of torch.special."""

from firebrick_core.special import *  # noqa: F403
