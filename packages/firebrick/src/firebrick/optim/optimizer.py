"""The base class of optimizers, under the names of torch.optim.optimizer."""

from firebrick_optim.optimizer import (
    Optimizer as Optimizer,
    ParamsT as ParamsT,
    register_optimizer_step_post_hook as register_optimizer_step_post_hook,
    register_optimizer_step_pre_hook as register_optimizer_step_pre_hook,
    required as required,
)
