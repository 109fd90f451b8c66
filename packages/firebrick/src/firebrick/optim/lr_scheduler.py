"""Learning-rate schedules, under the names of torch.optim.lr_scheduler."""

from firebrick_optim.lr_scheduler import *  # noqa: F403
from firebrick_optim.lr_scheduler import LRScheduler as LRScheduler

from .._missing import attributes_missing as _attributes_missing

_LRScheduler = LRScheduler  # the name of PyTorch before 2.0, which programs still use
__getattr__ = _attributes_missing(__name__)
