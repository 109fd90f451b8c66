"""Utilities for modules and their parameters, under the names of torch.nn.utils."""

from firebrick_nn.utils import *  # noqa: F403

from ..._missing import attributes_missing as _attributes_missing
from . import (
    clip_grad as clip_grad,
    convert_parameters as convert_parameters,
    fusion as fusion,
    init as init,
    memory_format as memory_format,
    parametrizations as parametrizations,
    parametrize as parametrize,
    prune as prune,
    rnn as rnn,
    stateless as stateless,
)

__getattr__ = _attributes_missing(__name__)
