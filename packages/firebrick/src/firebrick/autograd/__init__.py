"""Differentiation, under the names of torch.autograd."""

from firebrick_autograd import *  # noqa: F403
from firebrick_core import Tensor as Variable  # noqa: F401  # PyTorch's old name for tensors that record

from . import forward_ad as forward_ad, function as function
