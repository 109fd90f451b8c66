"""Hooks on all modules at once, as torch.nn.modules.module has them.

>>> import firebrick_core as torch, firebrick_nn as nn
>>> def announce(module, args):
...     print(type(module).__name__)
>>> with register_module_forward_pre_hook(announce):
...     _ = nn.Sequential(nn.ReLU(), nn.Tanh())(torch.ones(1))
Sequential
ReLU
Tanh
"""

from ._hooks import (
    RemovableHandle,
    register_module_backward_hook,
    register_module_buffer_registration_hook,
    register_module_forward_hook,
    register_module_forward_pre_hook,
    register_module_full_backward_hook,
    register_module_full_backward_pre_hook,
    register_module_module_registration_hook,
    register_module_parameter_registration_hook,
)

__all__ = [
    "RemovableHandle",
    "register_module_backward_hook",
    "register_module_buffer_registration_hook",
    "register_module_forward_hook",
    "register_module_forward_pre_hook",
    "register_module_full_backward_hook",
    "register_module_full_backward_pre_hook",
    "register_module_module_registration_hook",
    "register_module_parameter_registration_hook",
]
