"""Optimizers and learning-rate schedules, on tensors and on bare arrays."""

from firebrick_core._frames import mark_internal as _mark_internal

from . import lr_scheduler, schedules, swa_utils as swa_utils
from ._arrays import ArrayOptimizer, Rows
from ._clipping import clip_grad_norm_, clip_grad_value_
from ._version import __version__ as __version__
from .accumulation import GradientAccumulation
from .adadelta import Adadelta
from .adafactor import Adafactor
from .adagrad import Adagrad
from .adam import Adam
from .adamax import Adamax
from .adamw import AdamW
from .adan import Adan
from .asgd import ASGD
from .grad_scaler import GradScaler
from .lamb import LAMB
from .lbfgs import LBFGS
from .lion import Lion
from .muon import Muon
from .nadam import NAdam
from .optimizer import Optimizer
from .radam import RAdam
from .rmsprop import RMSprop
from .rprop import Rprop
from .sgd import SGD
from .sparse_adam import SparseAdam

__all__ = [
    "ASGD", "LAMB", "LBFGS", "SGD", "Adadelta", "Adafactor", "Adagrad", "Adam", "AdamW", "Adamax",
    "Adan", "ArrayOptimizer", "GradScaler", "GradientAccumulation", "Lion", "Muon", "NAdam",
    "Optimizer", "RAdam", "RMSprop", "Rows", "Rprop", "SparseAdam", "clip_grad_norm_",
    "clip_grad_value_", "lr_scheduler", "schedules",
]

_mark_internal("firebrick_optim")  # errors name the user's frames, not these
