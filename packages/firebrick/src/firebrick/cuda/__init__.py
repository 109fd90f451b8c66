"""The GPU, under the names of torch.cuda."""

from firebrick_core.cuda import *  # noqa: F403  # `__all__` says which
from firebrick_core.cuda import __all__ as __all__
