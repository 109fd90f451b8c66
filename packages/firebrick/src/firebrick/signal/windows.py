"""Window functions under the names of torch.signal.windows."""

from firebrick_core.signal.windows import *  # noqa: F403
