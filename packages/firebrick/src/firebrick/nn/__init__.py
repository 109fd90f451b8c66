"""Modules for neural networks, under the names of torch.nn."""

from firebrick_nn import *  # noqa: F403

from .._missing import attributes_missing as _attributes_missing
from . import (
    attention as attention,
    common_types as common_types,
    functional as functional,
    grad as grad,
    init as init,
    modules as modules,
    parallel as parallel,
    parameter as parameter,
    utils as utils,
)

__getattr__ = _attributes_missing(__name__)
