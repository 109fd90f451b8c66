"""Operators over lists of tensors, as optimizers use them: `torch._foreach_add_(params, grads)`.

Each is the operator called for one tensor after another.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any

import firebrick_core as _core

from ._missing import no_attribute

_BOUNDS = {"maximum": "min", "minimum": "max"}  # as bounds of `clamp`
_SCALED = ("_foreach_addcmul", "_foreach_addcdiv")


def _operator(name: str) -> Callable[..., Any] | None:
    """The function, or method, of a name without the prefix."""
    if name in _BOUNDS:
        return _bounded(name)
    method = getattr(_core.Tensor, name, None)
    if method is None and name.endswith("_"):
        plain = _operator(name[:-1])  # `maximum_`, which tensors do not have
        return None if plain is None else _in_place(plain)
    return method or getattr(_core, name, None)


def _bounded(name: str) -> Callable[..., Any]:
    """`maximum` and its like, with a tensor or a number."""

    def bounded(tensor: Any, other: Any) -> Any:
        if isinstance(other, _core.Tensor):
            return getattr(_core, name)(tensor, other)
        return tensor.clamp(**{_BOUNDS[name]: other})

    return bounded


def _in_place(operator: Callable[..., Any]) -> Callable[..., Any]:
    def written(tensor: Any, *args: Any, **named: Any) -> Any:
        return tensor.copy_(operator(tensor, *args, **named))

    return written


@functools.cache
def foreach(full_name: str) -> Callable[..., Any]:
    """The function of a name such as "_foreach_add_". Raises AttributeError for unknown ones.

    >>> import firebrick as torch
    >>> torch._foreach_add([torch.ones(1), torch.zeros(2)], [torch.ones(1), torch.ones(2)], alpha=2)
    (tensor([3.]), tensor([2., 2.]))
    """
    operator = _operator(full_name.removeprefix("_foreach_"))
    if operator is None or full_name == "_foreach_":
        raise no_attribute("firebrick", full_name)

    def over_lists(self: Sequence[Any], *args: Any, **named: Any) -> Any:
        if len(args) == 3 and full_name.rstrip("_") in _SCALED:  # PyTorch's order for lists
            *args, scale = args  # type: ignore[assignment]  # a list serves as well
            named["value"] = scale
        columns = [_column(full_name, a, len(self)) for a in args]
        options = {n: _column(full_name, a, len(self)) for n, a in named.items()}
        results = [
            operator(t, *(c[i] for c in columns), **{n: c[i] for n, c in options.items()})
            for i, t in enumerate(self)
        ]
        return self if full_name.endswith("_") else tuple(results)

    over_lists.__name__ = full_name
    return over_lists


def _column(name: str, value: Any, n: int) -> Sequence[Any]:
    """A value for each tensor, from a list of them or one for all."""
    if not isinstance(value, (list, tuple)):
        return [value] * n
    if len(value) != n:
        raise RuntimeError(
            f"{name}(): lists must have the same number of tensors, got {n} and {len(value)}"
        )
    return value
