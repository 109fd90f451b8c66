"""Learning-rate schedules, under the names of torch.optim.lr_scheduler."""

from firebrick_optim.lr_scheduler import *  # noqa: F403
