"""Modules for neural networks, under the names of torch.nn."""

from firebrick_nn import *  # noqa: F403

from . import functional as functional  # type: ignore[no-redef]  # this package's, not the star's
from . import init as init  # type: ignore[no-redef]
from . import modules as modules
from . import parameter as parameter
from . import utils as utils  # type: ignore[no-redef]
