"""Optimizers and learning-rate schedules, on tensors and on bare arrays."""

from firebrick_core._frames import mark_internal as _mark_internal

from . import lr_scheduler, schedules
from ._arrays import ArrayOptimizer
from ._version import __version__ as __version__
from .adadelta import Adadelta
from .adagrad import Adagrad
from .adam import Adam
from .adamax import Adamax
from .adamw import AdamW
from .asgd import ASGD
from .nadam import NAdam
from .optimizer import Optimizer
from .radam import RAdam
from .rmsprop import RMSprop
from .rprop import Rprop
from .sgd import SGD

__all__ = [
    "ASGD", "SGD", "Adadelta", "Adagrad", "Adam", "AdamW", "Adamax", "ArrayOptimizer", "NAdam",
    "Optimizer", "RAdam", "RMSprop", "Rprop", "lr_scheduler", "schedules",
]

_mark_internal("firebrick_optim")  # errors name the user's frames, not these
