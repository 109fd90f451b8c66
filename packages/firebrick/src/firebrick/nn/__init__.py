"""Modules for neural networks, under the names of torch.nn."""

from firebrick_nn import *  # noqa: F403

from . import (
    functional as functional,  # type: ignore[no-redef]  # this package's, not the star's
    init as init,  # type: ignore[no-redef]
    modules as modules,
    parameter as parameter,
    utils as utils,  # type: ignore[no-redef]
)
