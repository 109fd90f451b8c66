"""Modules for neural networks, under the names of torch.nn."""

from firebrick_nn import *  # noqa: F403

from . import (
    functional as functional,
    init as init,
    modules as modules,
    parameter as parameter,
    utils as utils,
)
