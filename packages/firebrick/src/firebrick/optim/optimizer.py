"""The base class of optimizers, under the names of torch.optim.optimizer."""

from firebrick_optim.optimizer import Optimizer as Optimizer
