"""Modules, under the names of torch.nn.modules."""

from firebrick_nn import *  # noqa: F403

from ..._missing import attributes_missing as _attributes_missing
from . import (
    activation as activation,
    adaptive as adaptive,
    batchnorm as batchnorm,
    channelshuffle as channelshuffle,
    container as container,
    conv as conv,
    distance as distance,
    dropout as dropout,
    flatten as flatten,
    fold as fold,
    instancenorm as instancenorm,
    lazy as lazy,
    linear as linear,
    linear_cross_entropy_options as linear_cross_entropy_options,
    loss as loss,
    module as module,
    normalization as normalization,
    padding as padding,
    pixelshuffle as pixelshuffle,
    pooling as pooling,
    rnn as rnn,
    sparse as sparse,
    transformer as transformer,
    upsampling as upsampling,
    utils as utils,
)

__getattr__ = _attributes_missing(__name__)
