"""Timing code, under the names of torch.utils.benchmark."""

from ..._missing import attributes_missing as _attributes_missing
from . import utils as utils
from .utils.common import Measurement as Measurement, TaskSpec as TaskSpec
from .utils.compare import Compare as Compare
from .utils.timer import Language as Language, Timer as Timer, timer as timer

__getattr__ = _attributes_missing(__name__)
