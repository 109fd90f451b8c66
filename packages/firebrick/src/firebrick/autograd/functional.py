"""Products with Jacobians and Hessians, under the names of torch.autograd.functional."""

from firebrick_autograd.functional import (
    hessian as hessian,
    hvp as hvp,
    jacobian as jacobian,
    jvp as jvp,
    vhp as vhp,
    vjp as vjp,
)
