"""Saving a module's state as a flat dictionary, and loading it, with a report of what differs."""

from __future__ import annotations

import warnings
import weakref
from collections import OrderedDict
from collections.abc import Callable, Mapping
from itertools import chain
from typing import Any, NamedTuple

import firebrick_core as torch
from firebrick_core import Tensor

from ._hooks import HookedBase, RemovableHandle, add_hook
from ._parameter import Parameter
from ._uninitialized import is_lazy

__all__ = ["IncompatibleKeys", "Stateful"]

EXTRA_STATE_KEY = "_extra_state"


class IncompatibleKeys(NamedTuple):
    """What `load_state_dict` returns: which keys were missing, and which unexpected."""

    missing_keys: list[str]
    unexpected_keys: list[str]

    def __repr__(self) -> str:
        if not self.missing_keys and not self.unexpected_keys:
            return "<All keys matched successfully>"
        return (
            f"_IncompatibleKeys(missing_keys={self.missing_keys}, "
            f"unexpected_keys={self.unexpected_keys})"
        )


class Problems:
    """What one `load_state_dict` has found so far; the lists that PyTorch hands to its hooks."""

    def __init__(self) -> None:
        self.missing: list[str] = []
        self.unexpected: list[str] = []
        self.errors: list[str] = []

    def raise_for(self, module: Any, strict: bool) -> None:
        """Raise RuntimeError with all errors at once, and the keys that differ too if `strict`."""
        errors = list(self.errors)
        if strict:
            for kind, keys in (("Unexpected", self.unexpected), ("Missing", self.missing)):
                if keys:
                    quoted = ", ".join(f'"{key}"' for key in keys)
                    errors.insert(0, f"{kind} key(s) in state_dict: {quoted}. ")
        if errors:
            report = "\n\t".join(errors)
            raise RuntimeError(
                f"Error(s) in loading state_dict for {type(module).__name__}:\n\t{report}"
            )


class Stateful(HookedBase):
    """The methods of a module that save and load its state."""

    _version: int = 1  # written into `state_dict()._metadata`, for layers whose format changes

    # ------------------------------------------------------------------ saving
    def state_dict(
        self, *args: Any, destination: Any = None, prefix: str = "", keep_vars: bool = False
    ) -> Any:
        """All parameters and persistent buffers by full name, in an ordered dictionary.

        The tensors share memory with the module's.

        Args:
            destination: a dictionary to add to. Default: a new one.
            prefix: put in front of every name. Default: "".
            keep_vars: give the parameters themselves, not detached. Default: False.

        >>> import firebrick_nn as nn
        >>> list(nn.Sequential(nn.Linear(2, 3), nn.BatchNorm1d(3)).state_dict())
        ['0.weight', '0.bias', '1.weight', '1.bias', '1.running_mean', '1.running_var', \
'1.num_batches_tracked']
        """
        if args:
            warnings.warn(
                "Positional args are being deprecated, use kwargs instead: "
                "state_dict(destination=..., prefix=..., keep_vars=...)",
                FutureWarning,
                stacklevel=2,
            )
            given = {"destination": destination, "prefix": prefix, "keep_vars": keep_vars}
            given |= dict(zip(given, args, strict=False))
            destination, prefix, keep_vars = given.values()
        if destination is None:
            destination = OrderedDict()
            destination._metadata = OrderedDict()
        local_metadata = {"version": self._version}
        if hasattr(destination, "_metadata"):
            destination._metadata[prefix[:-1]] = local_metadata
        if self._state_hooked:
            for hook in self._state_dict_pre_hooks.values():
                hook(self, prefix, keep_vars)
        self._save_to_state_dict(destination, prefix, keep_vars)
        for name, module in self._modules.items():
            if module is not None:
                module.state_dict(
                    destination=destination, prefix=f"{prefix}{name}.", keep_vars=keep_vars
                )
        if self._state_hooked:
            destination = self._run_state_dict_hooks(destination, prefix, local_metadata)
        return destination

    def _run_state_dict_hooks(self, destination: Any, prefix: str, local_metadata: dict) -> Any:
        for hook in self._state_dict_hooks.values():
            result = hook(self, destination, prefix, local_metadata)
            if result is None:
                continue
            if getattr(hook, "_from_public_api", False):
                raise RuntimeError("state_dict post-hook must return None")
            destination = result
        return destination

    def _save_to_state_dict(self, destination: Any, prefix: str, keep_vars: bool) -> None:
        """Put this module's own state into `destination`; a layer with its own format overrides."""
        for name, value in self._own_state():
            destination[prefix + name] = value if keep_vars else value.detach()
        if _overrides(self, "get_extra_state"):
            destination[prefix + EXTRA_STATE_KEY] = self.get_extra_state()

    def _own_state(self) -> list[tuple[str, Tensor]]:
        """This module's own parameters and persistent buffers that exist."""
        hidden = self._non_persistent_buffers_set
        return [
            (name, value)
            for name, value in chain(self._parameters.items(), self._buffers.items())
            if value is not None and name not in hidden
        ]

    def get_extra_state(self) -> Any:
        """State beyond tensors, for `state_dict`; override it together with `set_extra_state`."""
        raise RuntimeError(
            f"{type(self).__name__} has no extra state: define get_extra_state() and "
            "set_extra_state() together"
        )

    def set_extra_state(self, state: Any) -> None:
        """Take over what `get_extra_state` gave; called by `load_state_dict`."""
        raise RuntimeError(
            f"{type(self).__name__} has no extra state: define get_extra_state() and "
            "set_extra_state() together"
        )

    # ------------------------------------------------------------------ loading
    def load_state_dict(
        self, state_dict: Mapping[str, Any], strict: bool = True, assign: bool = False
    ) -> IncompatibleKeys:
        """Copy state into this module and its submodules; returns missing and unexpected keys.

        Args:
            state_dict: tensors by full name, as `state_dict()` gives them.
            strict: missing and unexpected keys are errors. Default: True.
            assign: take the tensors themselves instead of copying them. Default: False.

        Raises TypeError for what is no mapping, and one RuntimeError that lists every missing key,
        unexpected key, shape that differs and value that is no tensor. What fits has been loaded
        then.

        >>> import firebrick_core as torch, firebrick_nn as nn
        >>> nn.Linear(2, 1).load_state_dict({"weight": torch.ones(1, 3)})
        Traceback (most recent call last):
            ...
        RuntimeError: Error(s) in loading state_dict for Linear:
            Missing key(s) in state_dict: "bias".
            size mismatch for weight: copying a param with shape torch.Size([1, 3]) ...
        """
        if not isinstance(state_dict, Mapping):
            raise TypeError(f"Expected state_dict to be dict-like, got {type(state_dict)}.")
        state: Any = OrderedDict(state_dict)
        metadata = getattr(state_dict, "_metadata", None)
        if metadata is not None:
            state._metadata = metadata
        problems = Problems()
        _load(self, state, "", metadata or {}, assign, problems)
        problems.raise_for(self, strict)
        return IncompatibleKeys(problems.missing, problems.unexpected)

    def _load_from_state_dict(
        self,
        state_dict: Any,
        prefix: str,
        local_metadata: dict,
        strict: bool,
        missing_keys: list[str],
        unexpected_keys: list[str],
        error_msgs: list[str],
    ) -> None:
        """Load this module's own state; layers with a format of their own override.

        `state_dict` holds this module's and its submodules' entries, under full names; problems go
        into the three lists.
        """
        if self._state_hooked:
            for hook in self._load_state_dict_pre_hooks.values():
                hook(
                    state_dict, prefix, local_metadata, strict, missing_keys, unexpected_keys,
                    error_msgs,
                )
        assign = local_metadata.get("assign_to_params_buffers", False)
        own = dict(self._own_state())
        for name, target in own.items():
            key = prefix + name
            if key in state_dict:
                _load_tensor(self, name, target, key, state_dict[key], assign, error_msgs)
            elif strict:
                missing_keys.append(key)
        extra = prefix + EXTRA_STATE_KEY
        has_extra = _overrides(self, "set_extra_state")
        if has_extra and extra in state_dict:
            self.set_extra_state(state_dict[extra])
        elif has_extra and strict:
            missing_keys.append(extra)
        if strict:
            for key in state_dict:
                if key.startswith(prefix) and not (has_extra and key == extra):
                    first, *rest = key[len(prefix) :].split(".", 1)
                    if first not in (self._modules if rest else own):
                        unexpected_keys.append(key)

    # ------------------------------------------------------------------ hooks
    def register_state_dict_pre_hook(self, hook: Callable) -> RemovableHandle:
        """Call `hook(module, prefix, keep_vars)` before `state_dict` collects this module's."""
        return add_hook(self._state_dict_pre_hooks, hook)

    def register_state_dict_post_hook(self, hook: Callable) -> RemovableHandle:
        """Call `hook(module, state_dict, prefix, local_metadata)` after; it may change the dict."""
        hook._from_public_api = True  # type: ignore[attr-defined]
        return add_hook(self._state_dict_hooks, hook)

    def _register_state_dict_hook(self, hook: Callable) -> RemovableHandle:
        """As `register_state_dict_post_hook`, but a result replaces the dictionary."""
        if getattr(hook, "_from_public_api", False):
            raise RuntimeError(
                "Cannot register the same function as the state dict post hook that was previously "
                "registered via register_state_dict_post_hook"
            )
        return add_hook(self._state_dict_hooks, hook)

    def register_load_state_dict_pre_hook(self, hook: Callable) -> RemovableHandle:
        """Call `hook(module, state_dict, prefix, local_metadata, strict, missing_keys, \
unexpected_keys, error_msgs)` before this module's state is loaded."""
        return self._register_load_state_dict_pre_hook(hook, with_module=True)

    def _register_load_state_dict_pre_hook(
        self, hook: Callable, with_module: bool = False
    ) -> RemovableHandle:
        pre_hook = BoundHook(hook, self) if with_module else hook
        return add_hook(self._load_state_dict_pre_hooks, pre_hook)

    def register_load_state_dict_post_hook(self, hook: Callable) -> RemovableHandle:
        """Call `hook(module, incompatible_keys)` after this module's state was loaded.

        Removing entries from the two lists of keys makes `load_state_dict` forgive them.
        """
        return add_hook(self._load_state_dict_post_hooks, hook)


class BoundHook:
    """A hook that gets its module first, without keeping the module alive by a cycle."""

    def __init__(self, hook: Callable, module: Any) -> None:
        self.hook, self.module = hook, weakref.ref(module)

    def __call__(self, *args: Any) -> Any:
        return self.hook(self.module(), *args)

    def __getstate__(self) -> tuple[Callable, Any]:
        return self.hook, self.module()  # so that a copied module's hook gets the copy

    def __setstate__(self, state: tuple[Callable, Any]) -> None:
        self.hook, self.module = state[0], weakref.ref(state[1])


def _overrides(module: Stateful, method: str) -> bool:
    return getattr(type(module), method) is not getattr(Stateful, method)


def _load(
    module: Any, state: Any, prefix: str, metadata: Any, assign: bool, problems: Problems
) -> None:
    """Load `state`, whose keys all begin with `prefix`, into the tree under `module`."""
    local_metadata = metadata.get(prefix[:-1], {})
    if assign:
        local_metadata["assign_to_params_buffers"] = assign
    module._load_from_state_dict(
        state, prefix, local_metadata, True, problems.missing, problems.unexpected, problems.errors
    )
    for name, child in module._modules.items():
        if child is not None:
            inner = f"{prefix}{name}."
            part = OrderedDict((k, v) for k, v in state.items() if k.startswith(inner))
            _load(child, part, inner, metadata, assign, problems)
    if module._state_hooked:
        keys = IncompatibleKeys(problems.missing, problems.unexpected)
        for hook in module._load_state_dict_post_hooks.values():
            if hook(module, keys) is not None:
                raise AssertionError(
                    "Hooks registered with ``register_load_state_dict_post_hook`` are not expected "
                    "to return new values, if incompatible_keys need to be modified, it should be "
                    "done inplace."
                )


def _load_tensor(
    module: Any, name: str, target: Tensor, key: str, value: Any, assign: bool, errors: list[str]
) -> None:
    """Load one parameter or buffer, or say in `errors` why that is impossible."""
    if is_lazy(target) and is_lazy(value):
        return  # both wait for a shape
    if not isinstance(value, Tensor):
        errors.append(
            f'While copying the parameter named "{key}", expected torch.Tensor or Tensor-like '
            f"object from checkpoint but received {type(value)}"
        )
        return
    if target.dim() == 0 and tuple(value.shape) == (1,):
        value = value[0]  # PyTorch before 0.4 stored 0-d tensors with one dimension
    if tuple(target.shape) != tuple(value.shape):
        errors.append(
            f"size mismatch for {key}: copying a param with shape {value.shape} from checkpoint, "
            f"the shape in current model is {target.shape}."
        )
        return
    if target.is_meta and not value.is_meta and not assign:
        warnings.warn(
            f"for {key}: copying from a non-meta parameter in the checkpoint to a meta parameter "
            "in the current model, which is a no-op. (Did you mean to pass `assign=True` to "
            "assign items in the state dictionary to their corresponding key in the module "
            "instead of copying them in place?)",
            stacklevel=2,
        )
    try:
        with torch.no_grad():
            if assign:
                setattr(module, name, _as_own(target, value))
            else:
                target.copy_(value)
    except Exception as error:
        errors.append(
            f'While copying the parameter named "{key}", whose dimensions in the model are '
            f"{target.size()} and whose dimensions in the checkpoint are {value.size()}, an "
            f"exception occurred : {error.args}."
        )


def _as_own(target: Tensor, value: Tensor) -> Tensor:
    """`value` as what it replaces: a parameter with the same `requires_grad`, or a tensor."""
    if not isinstance(target, Parameter):
        return value
    if isinstance(value, Parameter):
        return value.requires_grad_(target.requires_grad)
    return Parameter(value, requires_grad=target.requires_grad)
