"""Parameters that are functions of other parameters. Source: torch.nn.utils.parametrize.

A parametrized tensor `module.weight` becomes an attribute that is computed: its class is replaced
by a subclass, made for this module alone, with a descriptor of that name. What it is computed from
is in `module.parametrizations.weight`, together with the modules that compute it.
"""

from __future__ import annotations

import copy
import threading
import weakref
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import firebrick_core as torch
from firebrick_core import Tensor

from .._containers import ModuleDict, ModuleList
from .._module import Module
from .._parameter import Parameter

__all__ = [
    "ParametrizationList", "cached", "is_parametrized", "register_parametrization",
    "remove_parametrizations", "transfer_parametrizations_and_params",
    "type_before_parametrizations",
]  # fmt: skip


class _Cache(threading.local):
    """Computed tensors by module and name, while a `cached` block is open in this thread."""

    def __init__(self) -> None:
        self.depth = 0
        self.tensors: Any = weakref.WeakKeyDictionary()


_cache = _Cache()


@contextmanager
def cached() -> Iterator[None]:
    """Compute each parametrized tensor once inside the block, however often it is used.

    Blocks can be nested; the outermost one forgets the tensors when it ends.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> layer = nn.utils.parametrizations.weight_norm(nn.Linear(2, 2))
    >>> with cached():
    ...     layer.weight is layer.weight
    True
    """
    _cache.depth += 1
    try:
        yield
    finally:
        _cache.depth -= 1
        if not _cache.depth:
            _cache.tensors = weakref.WeakKeyDictionary()


# ---------------------------------------------------------------------- the computed attribute
class _Computed:
    """The attribute of a parametrized tensor: computed when read, inverted when set."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __get__(self, module: Any, owner: type | None = None) -> Any:
        if module is None:
            return self
        compute = module.parametrizations[self.name]
        if not _cache.depth:
            return compute()
        known = _cache.tensors.setdefault(module, {})
        if self.name not in known:
            known[self.name] = compute()
        return known[self.name]

    def __set__(self, module: Any, value: Tensor) -> None:
        module.parametrizations[self.name].right_inverse(value)
        if _cache.depth:
            _cache.tensors.get(module, {}).pop(self.name, None)


def _copied(self: Any, memo: dict) -> Any:
    """`__deepcopy__` of parametrized modules, which refuse the way over pickle."""
    result = object.__new__(type(self))
    memo[id(self)] = result
    result.__setstate__({k: copy.deepcopy(v, memo) for k, v in vars(self).items()})
    return result


def _not_pickled(self: Any) -> Any:
    raise RuntimeError(
        "Serialization of parametrized modules is only supported through state_dict(). See:\n"
        "https://pytorch.org/tutorials/beginner/saving_loading_models.html"
        "#saving-loading-a-general-checkpoint-for-inference-and-or-resuming-training"
    )


def _set_class(module: Module, names: Sequence[str]) -> None:
    """Give the module a class with these names computed; its original class for no names."""
    base = type_before_parametrizations(module)
    if not names:
        module.__class__ = base
        return
    members: dict[str, Any] = {name: _Computed(name) for name in names}
    members |= {"__getstate__": _not_pickled, "__module__": __name__, "_unparametrized": base}
    if not hasattr(base, "__deepcopy__"):
        members["__deepcopy__"] = _copied
    module.__class__ = type(f"Parametrized{base.__name__}", (base,), members)


# ---------------------------------------------------------------------- the list
def _sequence_error(what: str) -> ValueError:
    return ValueError(
        "'right_inverse' must return a Tensor or a Sequence of tensors (list, tuple...). Got "
        f"{what}"
    )


def _invert_if_possible(module: Any, value: Any) -> Any:
    """`module.right_inverse(value)`, or the value where the module does not define it."""
    if not hasattr(module, "right_inverse"):
        return value
    try:
        return module.right_inverse(value)
    except NotImplementedError:  # says that there is none, as PyTorch has it
        return value


def _require_unchanged(message: str, rows: dict[str, Any]) -> None:
    """Raise ValueError unless the two values of `rows` agree, showing both."""
    before, after = rows.values()
    if before != after:
        shown = "\n".join(f"{name}: {value}" for name, value in rows.items())
        raise ValueError(f"{message}\n{shown}")


class ParametrizationList(ModuleList):
    """The parametrizations of one tensor, in order, and the tensors that they start from.

    Made by `register_parametrization`; found as `module.parametrizations.<name>`. Holds the tensor
    `original`, or `original0`, `original1`, ... where the first one's `right_inverse` gives more.

    Args:
        modules: at least one module.
        original: the parameter or buffer.
        unsafe: allow another shape and dtype. Default: False.

    Raises ValueError for no modules, and for a change of shape or dtype. Source: torch.nn.utils.
    """

    def __init__(
        self, modules: Sequence[Module], original: Tensor, unsafe: bool = False
    ) -> None:
        if len(modules) == 0:
            raise ValueError("ParametrizationList requires one or more modules.")
        super().__init__(modules)
        self.unsafe = unsafe
        shape, dtype = original.shape, original.dtype
        with torch.no_grad():
            new: Any = original
            for module in reversed(list(self)):
                new = _invert_if_possible(module, new)
        if not isinstance(new, (Tensor, Sequence)):
            raise _sequence_error(type(new).__name__)
        self.is_tensor = isinstance(new, Tensor)
        self.ntensors = 1 if self.is_tensor else len(new)
        if isinstance(new, Tensor):
            self._hold_one(original, new)
        else:
            self._hold_several(original, new)
        if not unsafe:
            self._check_result(shape, dtype)

    def _hold(self, name: str, tensor: Tensor) -> None:
        if isinstance(tensor, Parameter):
            self.register_parameter(name, tensor)
        else:
            self.register_buffer(name, tensor)

    def _hold_one(self, original: Tensor, new: Tensor) -> None:
        message = "When `right_inverse` outputs one tensor, it may not change the {}."
        for what in ("dtype", "device"):
            rows = {
                f"original.{what}": getattr(original, what),
                f"right_inverse(original).{what}": getattr(new, what),
            }
            _require_unchanged(message.format(what), rows)
        _write(original, new)
        self._hold("original", original)

    def _hold_several(self, original: Tensor, new: Sequence[Any]) -> None:
        for i, part in enumerate(new):
            if not isinstance(part, Tensor):
                what = f"element {i} of the sequence with type {type(part).__name__}."
                raise _sequence_error(what)
            if isinstance(original, Parameter):
                part = Parameter(part, original.requires_grad)
            self._hold(f"original{i}", part.requires_grad_(original.requires_grad))

    def _check_result(self, shape: Any, dtype: Any) -> None:
        result = self()
        if not isinstance(result, Tensor):
            got = type(result).__name__
            raise ValueError(f"A parametrization must return a tensor. Got {got}.")
        for what, before in (("dtype", dtype), ("shape", shape)):
            _require_unchanged(
                f"Registering a parametrization may not change the {what} of the tensor, unless "
                "`unsafe` flag is enabled.",
                {f"unparametrized {what}": before, f"parametrized {what}": getattr(result, what)},
            )

    def originals(self) -> list[Tensor]:
        """The tensors that the first parametrization gets."""
        if self.is_tensor:
            return [self.original]
        return [getattr(self, f"original{i}") for i in range(self.ntensors)]

    def right_inverse(self, value: Tensor) -> None:
        """Set the originals so that the result becomes `value`, by every `right_inverse` in turn.

        Raises RuntimeError where one is missing, ValueError for a result that does not fit.
        """
        with torch.no_grad():
            for module in reversed(list(self)):
                if not hasattr(module, "right_inverse"):
                    raise RuntimeError(
                        f"parametrization {type(module).__name__} does not implement right_inverse."
                    )
                value = module.right_inverse(value)
            self._set_originals(value)

    def _set_originals(self, value: Any) -> None:
        if self.is_tensor:
            if not isinstance(value, Tensor):
                raise ValueError(
                    f"`right_inverse` should return a tensor. Got {type(value).__name__}"
                )
            self._set_original("The tensor", "original", value)
            return
        if not isinstance(value, Sequence):
            raise ValueError(
                f"'right_inverse' must return a sequence of tensors. Got {type(value).__name__}."
            )
        if len(value) != self.ntensors:
            raise ValueError(
                f"'right_inverse' must return a sequence of tensors of length {self.ntensors}. "
                f"Got a sequence of length {len(value)}."
            )
        for i, part in enumerate(value):
            if not isinstance(part, Tensor):
                raise ValueError(
                    "'right_inverse' must return a sequence of tensors. Got element "
                    f"{i} of type {type(part).__name__}."
                )
            self._set_original(f"Tensor {i}", f"original{i}", part)

    def _set_original(self, what: str, name: str, value: Tensor) -> None:
        original = getattr(self, name)
        if value.dtype != original.dtype:
            raise ValueError(
                f"{what} returned by `right_inverse` has dtype {value.dtype} while `{name}` has "
                f"dtype {original.dtype}"
            )
        _write(original, value)

    def forward(self) -> Tensor:
        first, *others = self
        result = first(*self.originals())
        for module in others:
            result = module(result)
        return result


def _write(target: Tensor, value: Tensor) -> None:
    """Make `target`, the same object, show the memory of `value`."""
    if value is not target:
        target.data = value.detach()


# ---------------------------------------------------------------------- public functions
def register_parametrization(
    module: Module, tensor_name: str, parametrization: Module, *, unsafe: bool = False
) -> Module:
    """Make a parameter or buffer a function of another one; returns the module.

    Args:
        module: whose tensor.
        tensor_name: a parameter, a buffer, or a tensor that is parametrized already.
        parametrization: computes the tensor from the original one. Its `right_inverse`, if it has
            one, gives the original (or several, then passed to forward) for a tensor, so that
            initial values are kept and `module.<tensor_name> = value` works.
        unsafe: allow another shape and dtype. Default: False.

    Raises ValueError for an unknown name, and for a changed shape or dtype. Source:
    torch.nn.utils.parametrize.register_parametrization.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> class Symmetric(nn.Module):
    ...     def forward(self, x):
    ...         return x.triu() + x.triu(1).mT
    >>> layer = register_parametrization(nn.Linear(3, 3), "weight", Symmetric())
    >>> torch.equal(layer.weight, layer.weight.mT)
    True
    >>> [name for name, _ in layer.named_parameters()]
    ['bias', 'parametrizations.weight.original']
    """
    parametrization.train(module.training)
    if is_parametrized(module, tensor_name):
        _add(module, tensor_name, parametrization, unsafe)
    elif tensor_name in module._buffers or tensor_name in module._parameters:
        _parametrize(module, tensor_name, parametrization, unsafe)
    else:
        raise ValueError(
            f"Module '{module}' does not have a parameter, a buffer, or a parametrized element "
            f"with name '{tensor_name}'"
        )
    return module


def _parametrize(module: Module, name: str, parametrization: Module, unsafe: bool) -> None:
    """The first parametrization of a tensor."""
    table = module._parameters if name in module._parameters else module._buffers
    parametrizations = ParametrizationList([parametrization], table[name], unsafe=unsafe)
    delattr(module, name)
    if not is_parametrized(module):
        module.parametrizations = ModuleDict()
    module.parametrizations[name] = parametrizations
    _set_class(module, list(module.parametrizations))


def _add(module: Module, name: str, parametrization: Module, unsafe: bool) -> None:
    """One more parametrization of a tensor."""
    parametrizations = module.parametrizations[name]
    if not unsafe:
        current = getattr(module, name)
        changed = (
            "Registering a parametrization may not change the {} of the tensor, unless the "
            "`unsafe` flag is enabled."
        )
        _check_same(
            parametrization(current), f"module.{name}", f"parametrization(module.{name})",
            current, "A parametrization must return a tensor. Got {}.", changed,
        )  # fmt: skip
        if hasattr(parametrization, "right_inverse"):
            _check_same(
                parametrization.right_inverse(current), f"module.{name}",
                f"parametrization.right_inverse(module.{name})", current,
                "parametrization.right_inverse must return a tensor. Got: {}",
                "The tensor returned by parametrization.right_inverse must have the same {} as "
                f"module.{name}, unless the `unsafe` flag is enabled.",
            )  # fmt: skip
    parametrizations.append(parametrization)
    parametrizations.unsafe |= unsafe


def _check_same(
    result: Any, name: str, result_name: str, current: Tensor, no_tensor: str, changed: str
) -> None:
    if not isinstance(result, Tensor):
        raise ValueError(no_tensor.format(type(result).__name__))
    for what in ("dtype", "shape"):
        rows = {
            f"{name}.{what}": getattr(current, what),
            f"{result_name}.{what}": getattr(result, what),
        }
        _require_unchanged(changed.format(what), rows)


def is_parametrized(module: Module, tensor_name: str | None = None) -> bool:
    """Whether a module has a parametrized tensor, or one of this name.

    >>> import firebrick_nn as nn
    >>> layer = nn.utils.parametrizations.weight_norm(nn.Linear(2, 2))
    >>> is_parametrized(layer), is_parametrized(layer, "bias")
    (True, False)
    """
    parametrizations = getattr(module, "parametrizations", None)
    if not isinstance(parametrizations, ModuleDict):
        return False
    if tensor_name is None:
        return len(parametrizations) > 0
    return tensor_name in parametrizations


def remove_parametrizations(
    module: Module, tensor_name: str, leave_parametrized: bool = True
) -> Module:
    """Make a parametrized tensor an ordinary one again; returns the module.

    Args:
        module: whose tensor.
        tensor_name: its name.
        leave_parametrized: keep its current, computed value; otherwise the original. Default: True.

    Raises ValueError for a tensor that is not parametrized, or has several originals to return to.

    >>> import firebrick_nn as nn
    >>> layer = nn.utils.parametrizations.weight_norm(nn.Linear(2, 2))
    >>> type(remove_parametrizations(layer, "weight")) is nn.Linear
    True
    """
    if not is_parametrized(module, tensor_name):
        raise ValueError(f"Module {module} does not have a parametrization on {tensor_name}")
    parametrizations = module.parametrizations[tensor_name]
    if leave_parametrized:
        result = _with_value(parametrizations, getattr(module, tensor_name))
    elif parametrizations.is_tensor:
        result = parametrizations.original
    else:
        raise ValueError(
            "Cannot leave unparametrized (`leave_parametrized=False`) a tensor that is "
            "parametrized in terms of a sequence of tensors."
        )
    del module.parametrizations[tensor_name]
    left = list(module.parametrizations)
    if not left:
        del module.parametrizations
    _set_class(module, left)
    if isinstance(result, Parameter):
        module.register_parameter(tensor_name, result)
    else:
        module.register_buffer(tensor_name, result)
    return module


def _with_value(parametrizations: ParametrizationList, value: Tensor) -> Tensor:
    """The original, the same object for the optimizer's sake, with the computed value."""
    if parametrizations.is_tensor and parametrizations.original.dtype == value.dtype:
        _write(parametrizations.original, value)
        return parametrizations.original
    if value.requires_grad:
        return Parameter(value.detach())
    return value.detach()


def type_before_parametrizations(module: Module) -> type:
    """The class that a module had before its tensors were parametrized.

    >>> import firebrick_nn as nn
    >>> type_before_parametrizations(nn.utils.parametrizations.weight_norm(nn.Linear(2, 2)))
    <class 'firebrick_nn._linear.Linear'>
    """
    return getattr(type(module), "_unparametrized", type(module))


def transfer_parametrizations_and_params(
    from_module: Module, to_module: Module, tensor_name: str | None = None
) -> Module:
    """Parametrize the tensors of `to_module` as those of `from_module`, with the same values.

    The parametrizations are shared, the originals copied. Returns `to_module`.

    Args:
        from_module: has the parametrizations.
        to_module: gets them.
        tensor_name: only this tensor. Default: all.
    """
    if not is_parametrized(from_module):
        return to_module
    names = list(from_module.parametrizations) if tensor_name is None else [tensor_name]
    for name in names:
        source = from_module.parametrizations[name]
        if name not in to_module._parameters and name not in to_module._buffers:
            value = getattr(from_module, name).detach().clone()
            to_module._parameters[name] = Parameter(value)
        for parametrization in source:
            register_parametrization(to_module, name, parametrization, unsafe=True)
        target = to_module.parametrizations[name]
        with torch.no_grad():
            for mine, theirs in zip(target.originals(), source.originals(), strict=True):
                _write(mine, theirs.clone())
    return to_module
