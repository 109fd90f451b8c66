"""The parts of torch.utils.benchmark, a module each."""

from . import common as common, compare as compare, timer as timer
