"""Parameter groups: what users pass, checked, as the dicts that an optimizer keeps."""

from __future__ import annotations

import warnings
from collections.abc import Iterable
from typing import Any

from ._core import Tensor


class _RequiredParameter:
    """A default that every group has to replace."""

    def __repr__(self) -> str:
        return "<required parameter>"


required = _RequiredParameter()


def as_groups(params: Any) -> list[Any]:
    """The constructor's `params` as a list of groups."""
    if isinstance(params, Tensor) or not isinstance(params, Iterable):
        what = type(params).__name__
        if isinstance(params, Tensor):
            what = "a Tensor; put it into a list"
        raise TypeError(
            "params argument given to the optimizer should be an iterable of Tensors or dicts, "
            f"but got {what}"
        )
    entries = params if isinstance(params, (set, frozenset)) else list(params)
    if not entries:
        raise ValueError(
            "optimizer got an empty parameter list; was model.parameters() used up before?"
        )
    if isinstance(entries, list) and isinstance(entries[0], dict):
        return entries
    return [{"params": entries}]


def checked(optimizer: Any, param_group: Any) -> dict[str, Any]:
    """A new group dict from the user's, complete with the defaults.

    Raises as `Optimizer.add_param_group` does.
    """
    if not isinstance(param_group, dict):
        raise TypeError(f"param_group must be a dict, but got {type(param_group)}")
    if "params" not in param_group:
        raise KeyError(f"param_group has no 'params', only {sorted(map(str, param_group))}")
    params, names = _params_and_names(param_group["params"])
    for p in params:
        recorded = optimizer.defaults.get("differentiable")
        if not (recorded or p.is_leaf or p.retains_grad):
            raise ValueError(
                "can't optimize a non-leaf Tensor: it is the result of an operation, and only "
                "tensors that were made directly keep their gradient; detach() it first"
            )
    for i, p in enumerate(params):
        optimizer.check_param(p, f"[[{len(optimizer.param_groups)}, {i}]]")
    group = {"params": params, **{k: v for k, v in param_group.items() if k != "params"}}
    if names:
        group["param_names"] = names
    for name, default in optimizer.defaults.items():
        if default is required and name not in group:
            raise ValueError(
                f"parameter group didn't specify a value of required optimization parameter {name}"
            )
        group.setdefault(name, default)
    optimizer.check_hyper(group)
    _check_fused(group)
    _check_membership(optimizer, group)
    return group


def _params_and_names(params: Any) -> tuple[list[Any], list[str]]:
    if isinstance(params, Tensor):
        return [params], []
    if isinstance(params, (set, frozenset)):
        raise TypeError(
            "optimizer parameters need to be organized in ordered collections, but the ordering of "
            "tensors in sets will change between runs. Please use a list instead."
        )
    entries = list(params)
    named = [isinstance(e, tuple) and len(e) == 2 for e in entries]
    if any(named) and not all(named):
        raise ValueError(
            "all optimizer params should be with/without names. Some param names are missing"
        )
    if entries and all(named):
        names, tensors = [str(name) for name, _ in entries], [p for _, p in entries]
    else:
        names, tensors = [], entries
    for p in tensors:
        if not isinstance(p, Tensor):
            raise TypeError(
                f"optimizer can only optimize Tensors, but one of the params is {type(p).__name__}"
            )
    return tensors, names


def _check_fused(group: dict[str, Any]) -> None:
    if group.get("fused"):
        for p in group["params"]:
            if not p.dtype.is_floating_point:
                raise RuntimeError(
                    "`fused=True` requires all the params to be floating point Tensors, "
                    f"but one is {p.dtype}"
                )


def _check_membership(optimizer: Any, group: dict[str, Any]) -> None:
    ids = [id(p) for p in group["params"]]
    if len(set(ids)) < len(ids):
        warnings.warn(
            "optimizer contains a parameter group with duplicate parameters; in future, this will "
            "cause an error; see github.com/pytorch/pytorch/issues/40967 for more information",
            stacklevel=6,
        )
    others = optimizer.param_groups
    if others and ("param_names" in others[0]) is not ("param_names" in group):
        kind = "with names" if "param_names" in group else "without names"
        raise ValueError(
            "all optimizer param groups should be with/without names. "
            f"cannot add param group {kind} to the optimizer"
        )
    if not {id(p) for g in others for p in g["params"]}.isdisjoint(ids):
        raise ValueError("some parameters appear in more than one parameter group")
