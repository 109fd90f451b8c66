"""Operators of one's own, under the names of torch.library: functions of Python.

`custom_op` makes one that can have a derivative (`register_autograd`). What tells a compiler about
an operator (`register_fake`) is taken and has no effect, as there is none; operators by schema
(`Library`) are refused: `firebrick_core.extend` declares operators with all that they get.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable
from typing import Any

from firebrick_autograd.function import Function

from ._missing import attributes_missing as _attributes_missing

# Operators by their full names, "library::name", for `torch.ops` and `register_autograd`.
BY_NAME: dict[str, CustomOpDef] = {}


class CustomOpDef:
    """A function as an operator; see `custom_op`."""

    def __init__(self, name: str, function: Callable[..., Any]) -> None:
        functools.update_wrapper(self, function)
        self._name, self._function = name, function
        self._recorded: type[Function] | None = None

    def __call__(self, *args: Any, **named: Any) -> Any:
        if self._recorded is None:
            return self._function(*args, **named)
        if named:
            raise TypeError(
                f"{self._name}: an operator with a derivative takes its arguments by position here"
            )
        return self._recorded.apply(*args)

    def register_autograd(
        self, backward: Callable[..., Any], /, *, setup_context: Callable[..., Any] | None = None
    ) -> None:
        """Give the operator a derivative.

        `setup_context(ctx, inputs, output)` saves what `backward(ctx, *grads)` needs, which returns
        a gradient, or None, for each input.
        """
        function = self._function

        def forward(*args: Any) -> Any:
            return function(*args)

        def setup(ctx: Any, inputs: Any, output: Any) -> None:
            if setup_context is not None:
                setup_context(ctx, inputs, output)

        members = {
            "forward": staticmethod(forward),
            "setup_context": staticmethod(setup),
            "backward": staticmethod(backward),
        }
        self._recorded = type(self._name.replace("::", "_"), (Function,), members)

    def register_fake(self, fn: Callable[..., Any], /) -> Callable[..., Any]:
        """Taken, without effect: nothing is traced that needs shapes alone."""
        return fn

    register_abstract = register_fake

    def register_kernel(self, device_types: Any, fn: Any = None, /) -> Any:
        """Raises NotImplementedError: an operator has the one function it was made of."""
        raise NotImplementedError(f"{self._name}: kernels by device are not served here")


def custom_op(
    name: str,
    fn: Callable[..., Any] | None = None,
    /,
    *,
    mutates_args: str | Iterable[str],
    device_types: Any = None,
    schema: str | None = None,
    tags: Any = None,
) -> Any:
    """Make a function of tensors an operator; without one, a decorator.

    Args:
        name: as "library::name". ValueError for another form.
        mutates_args: the arguments that it writes to; taken, tensors know their version.
        device_types, schema, tags: taken for compatibility.

    Source: torch.library.custom_op.

    >>> import firebrick as torch
    >>> @torch.library.custom_op("mine::cube", mutates_args=())
    ... def cube(x: torch.Tensor) -> torch.Tensor:
    ...     return x * x * x
    >>> def backward(ctx, grad):
    ...     return grad * 3 * ctx.saved_tensors[0] ** 2
    >>> def setup_context(ctx, inputs, output):
    ...     ctx.save_for_backward(inputs[0])
    >>> cube.register_autograd(backward, setup_context=setup_context)
    >>> x = torch.tensor(2.0, requires_grad=True)
    >>> cube(x).backward()
    >>> x.grad
    tensor(12.)
    """
    if name.count("::") != 1:
        raise ValueError(f"custom_op(): expected a name as 'library::name', got {name!r}")

    def made(function: Callable[..., Any]) -> CustomOpDef:
        BY_NAME[name] = CustomOpDef(name, function)
        return BY_NAME[name]

    return made if fn is None else made(fn)


def register_fake(op: Any, func: Any = None, /, **options: Any) -> Any:
    """Taken, without effect: nothing is traced that needs shapes alone."""

    def itself(function: Any) -> Any:
        return function

    return itself if func is None else func


impl_abstract = register_fake


def register_autograd(
    op: Any,
    backward: Callable[..., Any],
    /,
    *,
    setup_context: Callable[..., Any] | None = None,
    lib: Any = None,
) -> None:
    """Give an operator that `custom_op` made, or that of a name, a derivative.

    Raises TypeError for others.
    """
    op = BY_NAME.get(op, op) if isinstance(op, str) else op
    if not isinstance(op, CustomOpDef):
        raise TypeError(f"register_autograd(): expected an operator of custom_op, got {op!r}")
    op.register_autograd(backward, setup_context=setup_context)


class Library:
    """Operators by schema: refused with RuntimeError, see the module."""

    def __init__(self, ns: str, kind: str, dispatch_key: str = "") -> None:
        raise RuntimeError(
            f"torch.library.Library({ns!r}, {kind!r}): operators by schema are not served; use"
            " torch.library.custom_op, or firebrick_core.extend"
        )


__getattr__ = _attributes_missing(__name__)
