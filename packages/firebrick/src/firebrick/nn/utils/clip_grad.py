"""Limiting gradients, under the names of torch.nn.utils.clip_grad."""

from firebrick_nn.utils import (
    clip_grad_norm as clip_grad_norm,
    clip_grad_norm_ as clip_grad_norm_,
    clip_grad_value_ as clip_grad_value_,
    clip_grads_with_norm_ as clip_grads_with_norm_,
    get_total_norm as get_total_norm,
)
