"""Function transforms, under the names of torch.func."""

from firebrick_autograd.func import (
    grad as grad,
    grad_and_value as grad_and_value,
    hessian as hessian,
    jacfwd as jacfwd,
    jacrev as jacrev,
    jvp as jvp,
    linearize as linearize,
    vjp as vjp,
    vmap as vmap,
)
from firebrick_nn.utils.stateless import (
    functional_call as functional_call,
    stack_module_state as stack_module_state,
)

from ._missing import attributes_missing as _attributes_missing

__getattr__ = _attributes_missing(__name__)
