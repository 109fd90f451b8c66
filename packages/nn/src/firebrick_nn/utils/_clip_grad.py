"""Limiting the size of gradients, all together by their norm or each element by its value.

`foreach` chooses among PyTorch's implementations; here there is one, so it has no effect.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterable
from types import GeneratorType

import firebrick_core as torch
from firebrick_core import Tensor

__all__ = [
    "clip_grad_norm", "clip_grad_norm_", "clip_grad_value_", "clip_grads_with_norm_",
    "get_total_norm",
]  # fmt: skip

Tensors = Tensor | Iterable[Tensor]


def _as_list(tensors: Tensors) -> list[Tensor]:
    return [tensors] if isinstance(tensors, Tensor) else list(tensors)


def _grads(parameters: Iterable[Tensor]) -> list[Tensor]:
    return [p.grad for p in parameters if p.grad is not None]


@torch.no_grad()
def get_total_norm(
    tensors: Tensors, norm_type: float = 2.0, error_if_nonfinite: bool = False,
    foreach: bool | None = None,
) -> Tensor:
    """The norm of all tensors, as if they were one vector.

    Args:
        tensors: one tensor or several.
        norm_type: p of the norm; infinity for the largest absolute value. Default: 2.
        error_if_nonfinite: raise RuntimeError where the norm is infinite or NaN. Default: False.

    >>> import firebrick_core as torch
    >>> get_total_norm([torch.tensor([3.0]), torch.tensor([4.0])])
    tensor(5.)
    """
    tensors = _as_list(tensors)
    norm_type = float(norm_type)
    if not tensors:
        return torch.tensor(0.0)
    device = tensors[0].device
    norms = [torch.norm(t, norm_type).to(device) for t in tensors]
    total = torch.norm(torch.stack(norms), norm_type)
    if error_if_nonfinite and not total.isfinite():
        raise RuntimeError(
            f"The total norm of order {norm_type} for gradients from `parameters` is non-finite, "
            "so it cannot be clipped. To disable this error and scale the gradients by the "
            "non-finite norm anyway, set `error_if_nonfinite=False`"
        )
    return total


@torch.no_grad()
def clip_grads_with_norm_(
    parameters: Tensors, max_norm: float, total_norm: Tensor, foreach: bool | None = None
) -> None:
    """Multiply all gradients, in place, by `min(1, max_norm / (total_norm + 1e-6))`."""
    max_norm = float(max_norm)
    grads = _grads(_as_list(parameters))
    if not grads:
        return
    factor = (max_norm / (total_norm + 1e-6)).clamp(max=1.0)
    for grad in grads:
        grad.mul_(factor.to(grad.device))


def clip_grad_norm_(
    parameters: Tensors, max_norm: float, norm_type: float = 2.0, error_if_nonfinite: bool = False,
    foreach: bool | None = None,
) -> Tensor:
    """Scale the gradients of all parameters, in place, so that their norm is at most `max_norm`.

    Args:
        parameters: one tensor or several; those without gradient do not count.
        max_norm: largest norm.
        norm_type: p of the norm; infinity for the largest absolute value. Default: 2.
        error_if_nonfinite: raise RuntimeError where the norm is infinite or NaN. Default: False.

    Returns the norm before. Source: Pascanu et al. 2012, On the difficulty of training recurrent
    neural networks; torch.nn.utils.clip_grad_norm_.

    >>> import firebrick_core as torch
    >>> p = torch.zeros(2, requires_grad=True)
    >>> p.grad = torch.tensor([3.0, 4.0])
    >>> clip_grad_norm_([p], max_norm=1.0)
    tensor(5.)
    >>> p.grad
    tensor([0.6000, 0.8000])
    """
    listed = _as_list(parameters)
    if isinstance(parameters, GeneratorType) and not listed:
        warnings.warn(
            "`parameters` is an empty generator, no gradient clipping will occur.", stacklevel=2
        )
    total_norm = get_total_norm(_grads(listed), norm_type, error_if_nonfinite)
    clip_grads_with_norm_(listed, max_norm, total_norm)
    return total_norm


def clip_grad_norm(
    parameters: Tensors, max_norm: float, norm_type: float = 2.0, error_if_nonfinite: bool = False,
    foreach: bool | None = None,
) -> Tensor:
    """Deprecated name of `clip_grad_norm_`."""
    warnings.warn(
        "`torch.nn.utils.clip_grad_norm` is now deprecated in favor of "
        "`torch.nn.utils.clip_grad_norm_`.",
        FutureWarning,
        stacklevel=2,
    )
    return clip_grad_norm_(parameters, max_norm, norm_type, error_if_nonfinite)


@torch.no_grad()
def clip_grad_value_(
    parameters: Tensors, clip_value: float, foreach: bool | None = None
) -> None:
    """Limit every element of every gradient, in place, to [-clip_value, clip_value].

    Source: torch.nn.utils.clip_grad_value_.

    >>> import firebrick_core as torch
    >>> p = torch.zeros(2, requires_grad=True)
    >>> p.grad = torch.tensor([3.0, -0.5])
    >>> clip_grad_value_(p, 1.0)
    >>> p.grad
    tensor([ 1.0000, -0.5000])
    """
    limit = float(clip_value)
    for grad in _grads(_as_list(parameters)):
        grad.clamp_(min=-limit, max=limit)
