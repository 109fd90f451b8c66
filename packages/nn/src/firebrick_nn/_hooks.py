"""Registering hooks on modules: handles, the tables they live in, and hooks on all modules at once.

A module without hooks must pay nothing for their existence. So the tables come into being when
they are first touched, and touching one of those that a call has to consult also raises the
module's `_hooked` flag: `Module.__call__` looks at that one flag. The flag is a class attribute as
well, which a hook on *all* modules raises for every module at once.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from firebrick_core.hooks import RemovableHandle

from ._registry import Registered

__all__ = [
    "GlobalHooks",
    "HookTable",
    "HookedBase",
    "RemovableHandle",
    "add_hook",
    "own_table",
    "register_module_backward_hook",
    "register_module_buffer_registration_hook",
    "register_module_forward_hook",
    "register_module_forward_pre_hook",
    "register_module_full_backward_hook",
    "register_module_full_backward_pre_hook",
    "register_module_module_registration_hook",
    "register_module_parameter_registration_hook",
]

Hook = Callable[..., Any]


class HookTable:
    """A table of hooks of one module, made when it is first touched; that raises a flag."""

    def __init__(self, flag: str) -> None:
        self.flag = flag

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    def __get__(self, module: Any, owner: type | None = None) -> Any:
        if module is None:
            return self
        table = module.__dict__.get(self.name)
        if table is None:
            table = OrderedDict()
        self.__set__(module, table)
        return table

    def __set__(self, module: Any, table: OrderedDict) -> None:
        module.__dict__[self.name] = table
        object.__setattr__(module, self.flag, True)


_EMPTY: Mapping = MappingProxyType({})


def own_table(module: Any, name: str) -> Mapping:
    """A module's table of hooks, without making it and without raising the flag."""
    return module.__dict__.get(name, _EMPTY)


def add_hook(
    table: OrderedDict,
    hook: Hook,
    prepend: bool = False,
    marks: tuple[tuple[OrderedDict, bool], ...] = (),
) -> RemovableHandle:
    """Put `hook` into `table`, and its id into each table of `marks` whose condition holds."""
    handle = RemovableHandle(table, tuple(t for t, _ in marks))
    table[handle.id] = hook
    for mark, condition in marks:
        if condition:
            mark[handle.id] = True
    if prepend:
        table.move_to_end(handle.id, last=False)
    return handle


_MIXED = (
    "Cannot use both regular backward hooks and full backward hooks on a {}. "
    "Please use only one of them."
)


class HookedBase(Registered):
    """What a module can be told to call: before and after forward, and during backward."""

    _hooked = False  # a call has to consult the tables of hooks
    _state_hooked = False  # state_dict() and load_state_dict() have to
    _is_full_backward_hook: bool | None = None

    _forward_pre_hooks = HookTable("_hooked")
    _forward_pre_hooks_with_kwargs = HookTable("_hooked")
    _forward_hooks = HookTable("_hooked")
    _forward_hooks_with_kwargs = HookTable("_hooked")
    _forward_hooks_always_called = HookTable("_hooked")
    _backward_pre_hooks = HookTable("_hooked")
    _backward_hooks = HookTable("_hooked")
    _state_dict_pre_hooks = HookTable("_state_hooked")
    _state_dict_hooks = HookTable("_state_hooked")
    _load_state_dict_pre_hooks = HookTable("_state_hooked")
    _load_state_dict_post_hooks = HookTable("_state_hooked")

    def register_forward_pre_hook(
        self, hook: Hook, *, prepend: bool = False, with_kwargs: bool = False
    ) -> RemovableHandle:
        """Call `hook(module, args)` before every forward; what it returns replaces the arguments.

        Args:
            hook: returns None (arguments unchanged), one value, or a tuple of positional arguments.
            prepend: call it before the hooks that are registered already. Default: False.
            with_kwargs: call `hook(module, args, kwargs)`, which returns None or
                `(new_args, new_kwargs)`. Default: False.

        >>> import firebrick_core as torch, firebrick_nn as nn
        >>> layer = nn.Identity()
        >>> handle = layer.register_forward_pre_hook(lambda module, args: (args[0] * 2,))
        >>> layer(torch.ones(2))
        tensor([2., 2.])
        >>> handle.remove()
        >>> layer(torch.ones(2))
        tensor([1., 1.])
        """
        marks = ((self._forward_pre_hooks_with_kwargs, with_kwargs),)
        return add_hook(self._forward_pre_hooks, hook, prepend, marks)

    def register_forward_hook(
        self,
        hook: Hook,
        *,
        prepend: bool = False,
        with_kwargs: bool = False,
        always_call: bool = False,
    ) -> RemovableHandle:
        """Call `hook(module, args, output)` after every forward; a result replaces the output.

        Args:
            hook: returns None (output unchanged) or the new output.
            prepend: call it before the hooks that are registered already. Default: False.
            with_kwargs: call `hook(module, args, kwargs, output)`. Default: False.
            always_call: call it also when forward raises (its output is then None). Default: False.

        >>> import firebrick_core as torch, firebrick_nn as nn
        >>> seen = []
        >>> layer = nn.ReLU()
        >>> handle = layer.register_forward_hook(lambda module, args, output: seen.append(output))
        >>> _ = layer(torch.tensor([-1.0, 2.0]))
        >>> seen
        [tensor([0., 2.])]
        """
        marks = (
            (self._forward_hooks_with_kwargs, with_kwargs),
            (self._forward_hooks_always_called, always_call),
        )
        return add_hook(self._forward_hooks, hook, prepend, marks)

    def register_full_backward_hook(self, hook: Hook, prepend: bool = False) -> RemovableHandle:
        """Call `hook(module, grad_input, grad_output)` once the gradients of the inputs are known.

        Both are tuples, with None for what is not a tensor or needs no gradient. A result replaces
        `grad_input`. Raises RuntimeError if the module has hooks of `register_backward_hook`.

        >>> import firebrick_core as torch, firebrick_nn as nn
        >>> layer = nn.ReLU()
        >>> handle = layer.register_full_backward_hook(lambda module, gi, go: print(gi, go))
        >>> x = torch.tensor([-1.0, 2.0], requires_grad=True)
        >>> layer(x).sum().backward()
        (tensor([0., 1.]),) (tensor([1., 1.]),)
        """
        if self._is_full_backward_hook is False:
            raise RuntimeError(_MIXED.format("single Module"))
        self._is_full_backward_hook = True
        return add_hook(self._backward_hooks, hook, prepend)

    def register_full_backward_pre_hook(self, hook: Hook, prepend: bool = False) -> RemovableHandle:
        """Call `hook(module, grad_output)` before the gradients of the inputs are computed.

        A result replaces `grad_output`, a tuple.

        >>> import firebrick_core as torch, firebrick_nn as nn
        >>> layer = nn.ReLU()
        >>> handle = layer.register_full_backward_pre_hook(lambda module, grads: (grads[0] * 3,))
        >>> x = torch.tensor([-1.0, 2.0], requires_grad=True)
        >>> layer(x).sum().backward()
        >>> x.grad
        tensor([0., 3.])
        """
        return add_hook(self._backward_pre_hooks, hook, prepend)

    def register_backward_hook(self, hook: Hook) -> RemovableHandle:
        """Deprecated in PyTorch: a hook on the operator that made the output, not on the module.

        `grad_input` holds the gradients of that one operator's inputs. Use
        `register_full_backward_hook`.
        """
        if self._is_full_backward_hook is True:
            raise RuntimeError(_MIXED.format("single Module"))
        self._is_full_backward_hook = False
        return add_hook(self._backward_hooks, hook)


class GlobalHooks:
    """The tables of hooks that every module consults."""

    forward_pre: OrderedDict = OrderedDict()
    forward: OrderedDict = OrderedDict()
    forward_with_kwargs: OrderedDict = OrderedDict()
    forward_always_called: OrderedDict = OrderedDict()
    backward_pre: OrderedDict = OrderedDict()
    backward: OrderedDict = OrderedDict()
    backward_is_full: bool | None = None
    buffer_registration: OrderedDict = OrderedDict()
    module_registration: OrderedDict = OrderedDict()
    parameter_registration: OrderedDict = OrderedDict()

    @classmethod
    def watch_calls(cls) -> None:
        """Make every module consult the tables."""
        HookedBase._hooked = True

    @classmethod
    def unwatch_calls_if_unused(cls) -> None:
        """Take every module without hooks of its own back to the short way, if no hook is left."""
        used = cls.forward_pre or cls.forward or cls.backward_pre or cls.backward
        if HookedBase._hooked and not used:
            HookedBase._hooked = False


def register_module_forward_pre_hook(hook: Hook) -> RemovableHandle:
    """Call `hook(module, args)` before the forward of every module, and before its own hooks."""
    GlobalHooks.watch_calls()
    return add_hook(GlobalHooks.forward_pre, hook)


def register_module_forward_hook(
    hook: Hook, *, with_kwargs: bool = False, always_call: bool = False
) -> RemovableHandle:
    """Call `hook(module, args, output)` after the forward of every module.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> def report(module, args, output):
    ...     print(module, tuple(output.shape))
    >>> with register_module_forward_hook(report):
    ...     _ = nn.Sequential(nn.ReLU())(torch.ones(2, 3))
    ReLU() (2, 3)
    Sequential(
      (0): ReLU()
    ) (2, 3)
    """
    GlobalHooks.watch_calls()
    marks = (
        (GlobalHooks.forward_with_kwargs, with_kwargs),
        (GlobalHooks.forward_always_called, always_call),
    )
    return add_hook(GlobalHooks.forward, hook, marks=marks)


def _register_global_backward(hook: Hook, full: bool) -> RemovableHandle:
    if GlobalHooks.backward_is_full is (not full):
        raise RuntimeError(_MIXED.format("global Module hook"))
    GlobalHooks.backward_is_full = full
    GlobalHooks.watch_calls()
    return add_hook(GlobalHooks.backward, hook)


def register_module_full_backward_hook(hook: Hook) -> RemovableHandle:
    """Call `hook(module, grad_input, grad_output)` for every module, before its own hooks."""
    return _register_global_backward(hook, full=True)


def register_module_backward_hook(hook: Hook) -> RemovableHandle:
    """Deprecated in PyTorch; see `Module.register_backward_hook`."""
    return _register_global_backward(hook, full=False)


def register_module_full_backward_pre_hook(hook: Hook) -> RemovableHandle:
    """Call `hook(module, grad_output)` for every module, before its own hooks."""
    GlobalHooks.watch_calls()
    return add_hook(GlobalHooks.backward_pre, hook)


def register_module_buffer_registration_hook(hook: Hook) -> RemovableHandle:
    """Call `hook(module, name, buffer)` when any module gets a buffer; a result replaces it."""
    return add_hook(GlobalHooks.buffer_registration, hook)


def register_module_module_registration_hook(hook: Hook) -> RemovableHandle:
    """Call `hook(module, name, submodule)` when a module gets a submodule; a result replaces it."""
    return add_hook(GlobalHooks.module_registration, hook)


def register_module_parameter_registration_hook(hook: Hook) -> RemovableHandle:
    """Call `hook(module, name, parameter)` when a module gets a parameter; a result replaces it."""
    return add_hook(GlobalHooks.parameter_registration, hook)
