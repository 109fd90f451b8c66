"""Averages of weights over training, under the names of torch.optim.swa_utils."""

from firebrick_nn.utils.swa_utils import AveragedModel as AveragedModel, update_bn as update_bn
from firebrick_optim.swa_utils import *  # noqa: F403
