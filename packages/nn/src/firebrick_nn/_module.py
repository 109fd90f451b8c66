"""Module: the base class of everything that has parameters.

Two decisions about time, both measured on Python 3.11:

- A parameter, buffer or submodule is an ordinary attribute (see `_registry`), and this class has no
  `__getattr__`: with one, Python cannot specialise attribute access for any module, which costs a
  call of a layer 0.06 us more even where `__getattr__` is never reached.
- `__call__` looks at one flag and goes straight to `forward` unless there are hooks (see `_hooks`):
  0.2 us from the call to forward and back, against 0.8 us through PyTorch's own Python code.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, Self

from firebrick_core import Tensor

from ._call import call_with_hooks
from ._conversion import Convertible
from ._error_path import add_path_note
from ._hooks import GlobalHooks, HookTable
from ._parameter import Buffer, Parameter
from ._registry import Registry, hide
from ._state_dict import Stateful

__all__ = ["Module", "type_name"]

_TABLES = ("_parameters", "_buffers", "_modules")


def type_name(value: object) -> str:
    """How errors name a value's type: tensors by PyTorch's type string, as torch.typename does."""
    return str(value.type()) if isinstance(value, Tensor) else type(value).__name__


def _indent(text: str, spaces: int) -> str:
    first, *rest = text.split("\n")
    return "\n".join([first, *(" " * spaces + line for line in rest)])


class Module(Stateful, Convertible):
    """Base class of all layers and models: a tree of modules with parameters and buffers.

    Subclasses call `super().__init__()`, assign parameters and submodules as attributes, and define
    `forward`. Calling the module calls `forward` and the hooks.

    Source: torch.nn.Module.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> class Net(nn.Module):
    ...     def __init__(self):
    ...         super().__init__()
    ...         self.fc = nn.Linear(4, 2)
    ...     def forward(self, x):
    ...         return self.fc(x).relu()
    >>> net = Net()
    >>> net(torch.ones(3, 4)).shape
    torch.Size([3, 2])
    >>> [name for name, _ in net.named_parameters()]
    ['fc.weight', 'fc.bias']
    """

    call_super_init: bool = False
    dump_patches: bool = False  # PyTorch's, of no effect there and here
    training: bool

    if TYPE_CHECKING:  # members that were registered under a name that is not written in the class

        def __getattr__(self, name: str) -> Any: ...

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        if not self.call_super_init:
            name = type(self).__name__
            if kwargs:
                raise TypeError(
                    f"{name}.__init__() got an unexpected keyword argument '{next(iter(kwargs))}'"
                )
            if args:
                raise TypeError(
                    f"{name}.__init__() takes 1 positional argument but {len(args) + 1} were given"
                )
        put = object.__setattr__
        put(self, "training", True)
        put(self, "_parameters", Registry(self))
        put(self, "_buffers", Registry(self))
        put(self, "_non_persistent_buffers_set", set())
        put(self, "_modules", Registry(self))
        if self.call_super_init:
            super().__init__(*args, **kwargs)

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        if not hasattr(Module, "__getattr__") and hasattr(cls, "__getattr__"):
            # A subclass that adds its own will call `super().__getattr__(name)`, as with PyTorch;
            # from then on all modules pay the 0.06 us that the module docstring speaks of.
            Module.__getattr__ = _no_attribute  # type: ignore[method-assign]

    # ------------------------------------------------------------------ calling
    def forward(self, *input: Any) -> Any:
        """What the module computes; every subclass defines it.

        Raises NotImplementedError here.
        """
        raise NotImplementedError(
            f'Module [{type(self).__name__}] is missing the required "forward" function'
        )

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        try:
            if self._hooked:
                return call_with_hooks(self, args, kwargs)
            return self.forward(*args, **kwargs)
        except Exception as error:
            add_path_note(self, error, args, kwargs)
            raise

    # ------------------------------------------------------------------ registration
    def _check_name(self, kind: str, name: Any, table: str) -> None:
        if not hasattr(self, table):
            raise AttributeError(f"cannot assign {kind} before Module.__init__() call")
        if not isinstance(name, str):
            raise TypeError(f"{kind} name should be a string. Got {type(name).__name__}")
        if "." in name:
            raise KeyError(f'{kind} name can\'t contain ".", got: {name}')
        if name == "":
            raise KeyError(f'{kind} name can\'t be empty string ""')
        if name not in getattr(self, table) and hasattr(self, name):
            raise KeyError(f"attribute '{name}' already exists")

    def register_parameter(self, name: str, param: Parameter | None) -> None:
        """Add a parameter under a name; None keeps the name without a parameter.

        Raises KeyError for a name that is taken, empty or has a dot, TypeError for other values.

        >>> import firebrick_core as torch, firebrick_nn as nn
        >>> module = nn.Module()
        >>> module.register_parameter("scale", nn.Parameter(torch.ones(1)))
        >>> module.scale
        Parameter containing:
        tensor([1.], requires_grad=True)
        """
        self._check_name("parameter", name, "_parameters")
        if param is not None:
            if not isinstance(param, Parameter):
                raise TypeError(
                    f"cannot assign '{type_name(param)}' object to parameter '{name}' "
                    "(torch.nn.Parameter or None required)"
                )
            if param.grad_fn is not None:
                raise ValueError(
                    f"Cannot assign non-leaf Tensor to parameter '{name}'. Model parameters must "
                    f"be created explicitly. To express '{name}' as a function of another Tensor, "
                    "compute the value in the forward() method."
                )
            for hook in GlobalHooks.parameter_registration.values():
                param = _replaced(param, hook(self, name, param))
        self._parameters[name] = param

    def register_buffer(self, name: str, tensor: Tensor | None, persistent: bool = True) -> None:
        """Add a tensor that is state but no parameter, such as a running mean.

        Args:
            name: the attribute's name.
            tensor: the buffer, or None: no buffer now, and none in `state_dict`.
            persistent: whether `state_dict` holds it. Default: True.

        Raises KeyError for a name that is taken, empty or has a dot, TypeError for other values.

        >>> import firebrick_core as torch, firebrick_nn as nn
        >>> module = nn.Module()
        >>> module.register_buffer("steps", torch.zeros(2))
        >>> module.state_dict()["steps"]
        tensor([0., 0.])
        """
        self._check_name("buffer", name, "_buffers")
        if tensor is not None:
            if not isinstance(tensor, Tensor):
                raise TypeError(
                    f"cannot assign '{type_name(tensor)}' object to buffer '{name}' "
                    "(torch Tensor or None required)"
                )
            for hook in GlobalHooks.buffer_registration.values():
                tensor = _replaced(tensor, hook(self, name, tensor))
        self._buffers[name] = tensor
        if persistent:
            self._non_persistent_buffers_set.discard(name)
        else:
            self._non_persistent_buffers_set.add(name)

    def add_module(self, name: str, module: Module | None) -> None:
        """Add a submodule under a name.

        Raises KeyError for a name that is taken, empty or has a dot, TypeError for other values.
        """
        if not isinstance(module, Module) and module is not None:
            raise TypeError(f"{type_name(module)} is not a Module subclass")
        self._check_name("module", name, "_modules")
        self._put_module(name, module)

    def register_module(self, name: str, module: Module | None) -> None:
        """The same as `add_module`."""
        self.add_module(name, module)

    def _put_module(self, name: str, module: Module | None) -> None:
        for hook in GlobalHooks.module_registration.values():
            module = _replaced(module, hook(self, name, module))
        self._modules[name] = module

    # ------------------------------------------------------------------ attributes
    def __setattr__(self, name: str, value: Any) -> None:
        if isinstance(value, Tensor):
            if isinstance(value, Parameter):
                self._make_room(name, "parameters", "_parameters")
                self.register_parameter(name, value)
                return
            if isinstance(value, Buffer):
                self._make_room(name, "buffer", "_buffers")
                self.register_buffer(name, value, value.persistent)
                return
        elif isinstance(value, Module):
            self._make_room(name, "module", "_modules")
            self._put_module(name, value)
            return
        elif name in _TABLES:
            self._replace_table(name, value)
            return
        if not self._set_registered(name, value):
            object.__setattr__(self, name, value)

    def _make_room(self, name: str, kind: str, table: str) -> None:
        """Remove an attribute of this name unless it is in the table that the new one goes to."""
        own = getattr(self, table, None)
        if own is None:
            raise AttributeError(f"cannot assign {kind} before Module.__init__() call")
        if name in own:
            return
        for other in _TABLES:
            if name in getattr(self, other):
                del getattr(self, other)[name]
        self._non_persistent_buffers_set.discard(name)
        hide(self, name)

    def _set_registered(self, name: str, value: Any) -> bool:
        """Set an entry of a table to what is no parameter or module; False if there is no entry."""
        if name in getattr(self, "_parameters", ()):
            if value is not None:
                raise TypeError(
                    f"cannot assign '{type_name(value)}' as parameter '{name}' "
                    "(torch.nn.Parameter or None expected)"
                )
            self._parameters[name] = None
        elif name in getattr(self, "_modules", ()):
            if value is not None:
                raise TypeError(
                    f"cannot assign '{type_name(value)}' as child module '{name}' "
                    "(torch.nn.Module or None expected)"
                )
            self._put_module(name, None)
        elif name in getattr(self, "_buffers", ()):
            if value is not None and not isinstance(value, Tensor):
                raise TypeError(
                    f"cannot assign '{type_name(value)}' as buffer '{name}' "
                    "(torch.nn.Buffer, torch.Tensor or None expected)"
                )
            for hook in GlobalHooks.buffer_registration.values():
                value = _replaced(value, hook(self, name, value))
            self._buffers[name] = value
        else:
            return False
        return True

    def _replace_table(self, name: str, entries: Any) -> None:
        """Take over a whole new table, as in `module._parameters = {}`."""
        old = getattr(self, name, None)
        if isinstance(old, Registry) and old is not entries:
            old.release(self)
        if isinstance(entries, Registry):
            entries.adopt(self)
            object.__setattr__(self, name, entries)
        else:
            object.__setattr__(self, name, Registry(self))
            getattr(self, name).update(entries)

    def __delattr__(self, name: str) -> None:
        for table in _TABLES:
            if name in getattr(self, table, ()):
                del getattr(self, table)[name]
                self._non_persistent_buffers_set.discard(name)
                return
        object.__delattr__(self, name)

    def __dir__(self) -> list[str]:
        """All attributes, without the children of containers, whose names are numbers."""
        names = {*dir(type(self)), *self.__dict__}
        for table in _TABLES:
            names |= getattr(self, table, {}).keys()
        return sorted(name for name in names if not name[:1].isdigit())

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Take over attributes, from a copy or a pickle; plain tables begin to write through."""
        plain = {k: v for k, v in state.items() if k not in _TABLES}
        self.__dict__.update(plain)
        for name in _TABLES:
            if name in state:
                self._replace_table(name, state[name])
        self.__dict__.setdefault("_non_persistent_buffers_set", set())
        for name in plain:
            if isinstance(getattr(type(self), name, None), HookTable):
                getattr(self, name)  # raises the flag

    # ------------------------------------------------------------------ traversal
    def named_modules(
        self, memo: set[Module] | None = None, prefix: str = "", remove_duplicate: bool = True
    ) -> Iterator[tuple[str, Module]]:
        """All modules of the tree with their paths, itself first, under the path `prefix`.

        A module that is used twice comes once, unless `remove_duplicate` is False.

        >>> import firebrick_nn as nn
        >>> [name for name, _ in nn.Sequential(nn.ReLU(), nn.Sequential(nn.Tanh())).named_modules()]
        ['', '0', '1', '1.0']
        """
        memo = set() if memo is None else memo
        if self in memo:
            return
        if remove_duplicate:
            memo.add(self)
        yield prefix, self
        for name, module in self._modules.items():
            if module is not None:
                path = f"{prefix}.{name}" if prefix else name
                yield from module.named_modules(memo, path, remove_duplicate)

    def modules(self, remove_duplicate: bool = True) -> Iterator[Module]:
        """All modules of the tree, itself first."""
        for _, module in self.named_modules(remove_duplicate=remove_duplicate):
            yield module

    def named_children(self) -> Iterator[tuple[str, Module]]:
        """The direct submodules with their names, each once."""
        seen = set()
        for name, module in self._modules.items():
            if module is not None and module not in seen:
                seen.add(module)
                yield name, module

    def children(self) -> Iterator[Module]:
        """The direct submodules, each once."""
        for _, module in self.named_children():
            yield module

    def _named_members(
        self,
        get_members_fn: Callable[[Module], Iterable[tuple[str, Any]]],
        prefix: str = "",
        recurse: bool = True,
        remove_duplicate: bool = True,
    ) -> Iterator[tuple[str, Any]]:
        """What `get_members_fn` gives for each module, under full names."""
        seen = set()
        modules: Iterable[tuple[str, Module]] = [(prefix, self)]
        if recurse:
            modules = self.named_modules(prefix=prefix, remove_duplicate=remove_duplicate)
        for path, module in modules:
            for name, value in get_members_fn(module):
                if value is None or value in seen:
                    continue
                if remove_duplicate:
                    seen.add(value)
                yield f"{path}.{name}" if path else name, value

    def named_parameters(
        self, prefix: str = "", recurse: bool = True, remove_duplicate: bool = True
    ) -> Iterator[tuple[str, Parameter]]:
        """All parameters with their full names, of submodules too if `recurse`.

        A parameter that is used twice (tied weights) comes once if `remove_duplicate`.

        >>> import firebrick_nn as nn
        >>> [name for name, _ in nn.Linear(2, 3).named_parameters(prefix="fc")]
        ['fc.weight', 'fc.bias']
        """
        return self._named_members(_own_parameters, prefix, recurse, remove_duplicate)

    def parameters(self, recurse: bool = True) -> Iterator[Parameter]:
        """All parameters, each once; what an optimizer takes."""
        for _, parameter in self.named_parameters(recurse=recurse):
            yield parameter

    def named_buffers(
        self, prefix: str = "", recurse: bool = True, remove_duplicate: bool = True
    ) -> Iterator[tuple[str, Tensor]]:
        """All buffers with their full names, of submodules too if `recurse`."""
        return self._named_members(_own_buffers, prefix, recurse, remove_duplicate)

    def buffers(self, recurse: bool = True) -> Iterator[Tensor]:
        """All buffers, each once."""
        for _, buffer in self.named_buffers(recurse=recurse):
            yield buffer

    def get_submodule(self, target: str) -> Module:
        """The submodule at a path such as "encoder.layers.3"; itself for "".

        Raises AttributeError where the path ends early or leads to something else.

        >>> import firebrick_nn as nn
        >>> nn.Sequential(nn.Sequential(nn.ReLU())).get_submodule("0.0")
        ReLU()
        """
        module: Any = self
        for name in target.split(".") if target else ():
            if not hasattr(module, name):
                raise AttributeError(f"{module._get_name()} has no attribute `{name}`")
            module = getattr(module, name)
            if not isinstance(module, Module):
                raise AttributeError(f"`{name}` is not an nn.Module")
        return module

    def _find(self, target: str) -> tuple[Module, str]:
        """The module that a path's last name belongs to, and that name."""
        path, _, name = target.rpartition(".")
        module = self.get_submodule(path)
        if not hasattr(module, name):
            raise AttributeError(f"{module._get_name()} has no attribute `{name}`")
        return module, name

    def get_parameter(self, target: str) -> Parameter:
        """The parameter at a path such as "encoder.fc.weight".

        Raises AttributeError where the path ends early or leads to something else.
        """
        module, name = self._find(target)
        value = getattr(module, name)
        if not isinstance(value, Parameter):
            raise AttributeError(f"`{name}` is not an nn.Parameter")
        return value

    def get_buffer(self, target: str) -> Tensor:
        """The buffer at a path such as "norm.running_mean".

        Raises AttributeError where the path ends early or leads to something else.
        """
        module, name = self._find(target)
        if name not in module._buffers:
            raise AttributeError(f"`{name}` is not a buffer")
        return module._buffers[name]

    def set_submodule(self, target: str, module: Module, strict: bool = False) -> None:
        """Replace, or add unless `strict`, the submodule at a path.

        Raises ValueError for an empty path or another value, AttributeError for a wrong path.

        >>> import firebrick_nn as nn
        >>> net = nn.Sequential(nn.ReLU())
        >>> net.set_submodule("0", nn.Tanh())
        >>> net[0]
        Tanh()
        """
        if not target:
            raise ValueError("Cannot set the submodule without a target name!")
        if not isinstance(module, Module):
            raise ValueError(f"`module` is not an nn.Module, found {type(module)}")
        path, _, name = target.rpartition(".")
        parent = self.get_submodule(path)
        if strict and not hasattr(parent, name):
            raise AttributeError(f"{parent._get_name()} has no attribute `{name}`")
        if hasattr(parent, name) and not isinstance(getattr(parent, name), Module):
            raise AttributeError(f"`{name}` is not an nn.Module")
        setattr(parent, name, module)

    def apply(self, fn: Callable[[Module], None]) -> Self:
        """Call `fn` on every submodule and then on the module itself; returns the module.

        >>> import firebrick_nn as nn
        >>> def init(module):
        ...     if isinstance(module, nn.Linear):
        ...         nn.init.zeros_(module.weight)
        >>> nn.Sequential(nn.Linear(1, 1)).apply(init)[0].weight.item()
        0.0
        """
        for module in self.children():
            module.apply(fn)
        fn(self)
        return self

    def compile(self, *args: Any, **kwargs: Any) -> None:
        """Leave the module as it is: there is no compiler, and `torch.compile`'s arguments have no
        effect, so that programs which compile their model run unchanged."""

    # ------------------------------------------------------------------ modes
    def train(self, mode: bool = True) -> Self:
        """Set training mode, or evaluation mode for False, in the whole tree; returns the module.

        Raises ValueError unless `mode` is a bool.
        """
        if not isinstance(mode, bool):
            raise ValueError("training mode is expected to be boolean")
        self.training = mode
        for module in self.children():
            module.train(mode)
        return self

    def eval(self) -> Self:
        """Set evaluation mode in the whole tree; returns the module."""
        return self.train(False)

    def requires_grad_(self, requires_grad: bool = True) -> Self:
        """Make all parameters record operators, or stop; returns the module."""
        for parameter in self.parameters():
            parameter.requires_grad_(requires_grad)
        return self

    def zero_grad(self, set_to_none: bool = True) -> None:
        """Drop the gradients of all parameters, or fill them with zeros."""
        for parameter in self.parameters():
            grad = parameter.grad
            if grad is None:
                continue
            if set_to_none:
                parameter.grad = None
            else:
                grad.detach_().requires_grad_(False).zero_()

    # ------------------------------------------------------------------ description
    def _get_name(self) -> str:
        return type(self).__name__

    def extra_repr(self) -> str:
        """What `repr` puts between the brackets; layers give their arguments."""
        return ""

    def _repr_lines(self) -> list[str]:
        """A line, or several as one string, for each submodule."""
        return [f"({name}): {_indent(repr(m), 2)}" for name, m in self._modules.items()]

    def __repr__(self) -> str:
        extra = self.extra_repr()
        extra_lines = extra.split("\n") if extra else []
        child_lines = self._repr_lines()
        if len(extra_lines) == 1 and not child_lines:
            return f"{self._get_name()}({extra_lines[0]})"
        lines = extra_lines + child_lines
        body = "\n  " + "\n  ".join(lines) + "\n" if lines else ""
        return f"{self._get_name()}({body})"


def _replaced(value: Any, result: Any) -> Any:
    """The value that a registration hook leaves: its result, if it has one."""
    return value if result is None else result


def _own_parameters(module: Module) -> Iterable[tuple[str, Any]]:
    return module._parameters.items()


def _own_buffers(module: Module) -> Iterable[tuple[str, Any]]:
    return module._buffers.items()


def _no_attribute(self: Module, name: str) -> Any:
    """`Module.__getattr__`: reached only for what does not exist."""
    raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")
