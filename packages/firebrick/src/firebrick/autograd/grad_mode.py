"""Whether operators record, under the names of torch.autograd.grad_mode."""

from firebrick_core.grad_mode import (
    enable_grad as enable_grad,
    inference_mode as inference_mode,
    no_grad as no_grad,
    set_grad_enabled as set_grad_enabled,
)
