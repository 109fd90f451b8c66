"""Optimizers' state as PyTorch saves it: parameters by their number, state by name."""

from __future__ import annotations

from collections import defaultdict
from copy import deepcopy
from typing import Any

import numpy as np

from ._core import BY_BIT, DEVICE_BITS, Tensor, counter_type, tensor_like, tensor_over


def save(optimizer: Any) -> dict[str, Any]:
    """The dict of `Optimizer.state_dict`, before hooks."""
    numbers: dict[int, int] = {}
    groups = []
    for group in optimizer.param_groups:
        for p in group["params"]:
            numbers.setdefault(id(p), len(numbers))
        packed = {k: v for k, v in group.items() if k != "params"}
        packed["params"] = [numbers[id(p)] for p in group["params"]]
        groups.append(packed)
    state = {}
    for key, entry in optimizer.state.items():
        if isinstance(key, Tensor):
            if id(key) not in numbers:
                continue  # of a parameter that was taken out of its group
            key = numbers[id(key)]
        state[key] = dict(entry) if isinstance(entry, dict) else entry
    return {"state": state, "param_groups": groups}


def loaded(
    optimizer: Any, state_dict: dict[str, Any], by_name: bool = False
) -> dict[str, Any]:
    """`state` and `param_groups` for an optimizer, from a `state_dict`; changes nothing itself.

    Raises ValueError where they do not fit.
    """
    for key in ("state", "param_groups"):
        if key not in state_dict:
            raise KeyError(f"loaded state dict has no {key!r}, only {sorted(map(str, state_dict))}")
    rule = type(optimizer)
    saved = deepcopy([{**g, "params": list(g["params"])} for g in state_dict["param_groups"]])
    groups = optimizer.param_groups
    if len(saved) != len(groups):
        raise ValueError(
            "loaded state dict has a different number of parameter groups: "
            f"it has {len(saved)}, the optimizer has {len(groups)}"
        )
    owners: dict[Any, tuple[Any, tuple[str, ...]]] = {}  # number -> parameter, names of its buffers
    for i, (new, old) in enumerate(zip(saved, groups, strict=True)):
        if len(new["params"]) != len(old["params"]):
            raise ValueError(
                "loaded state dict contains a parameter group that doesn't match the size of "
                f"optimizer's group: group {i} has {len(new['params'])} parameters, the "
                f"optimizer's {len(old['params'])}"
            )
        if by_name:
            _reorder(i, new, old)
        hyper = {**optimizer.defaults, **new}
        for number, p in zip(new["params"], old["params"], strict=True):
            owners[number] = p, rule.buffers_of(p._array, hyper)
        new["params"] = old["params"]
        if "param_names" in old:
            new.setdefault("param_names", old["param_names"])
    state: Any = defaultdict(dict)
    for key, entry in state_dict["state"].items():
        if key not in owners:
            state[key] = entry
            continue
        p, buffers = owners[key]
        for name, value in entry.items():
            if name in buffers and rule.elementwise:
                _check_shape(key, p, name, value)
        state[p] = {name: _value(p, name in rule.counters, v) for name, v in entry.items()}
    return {"state": state, "param_groups": saved}


def _reorder(i: int, new: dict[str, Any], old: dict[str, Any]) -> None:
    """Put a saved group's parameters into the order that their names have in the optimizer's."""
    for group, owner in ((new, "loaded state dict"), (old, "optimizer")):
        names = group.get("param_names")
        if names is None:
            raise ValueError(
                f"by_name: group {i} of the {owner} has no names; make the optimizer from "
                "model.named_parameters(), or load by order"
            )
        if len(set(names)) < len(names):
            raise ValueError(f"by_name: a name comes twice in group {i} of the {owner}: {names}")
    found = dict(zip(new["param_names"], new["params"], strict=True))
    missing = [name for name in old["param_names"] if name not in found]
    left = [name for name in found if name not in old["param_names"]]
    if missing or left:
        raise ValueError(
            f"by_name: the names in group {i} differ: the loaded state dict lacks {missing}, and "
            f"the optimizer has no {left}"
        )
    new["params"] = [found[name] for name in old["param_names"]]
    new["param_names"] = list(old["param_names"])


def _check_shape(key: Any, p: Any, name: str, value: Any) -> None:
    shape = tuple(getattr(value, "shape", p._array.shape))
    if shape != p._array.shape:
        raise ValueError(
            f"loaded state dict does not fit parameter {key}: its {name!r} has shape "
            f"{list(shape)}, the parameter has shape {list(p._array.shape)}"
        )


def _value(p: Any, counter: bool, value: Any) -> Any:
    """One entry of a parameter's state, copied; all but counters take its dtype and device."""
    if isinstance(value, Tensor) or hasattr(value, "__array__"):
        array = _host_array(value)
        if counter:
            return tensor_over(array.astype(counter_type()))
        if p.dtype.is_floating_point or (p.dtype.is_complex and array.dtype.kind == "c"):
            array = array.astype(p._array.dtype)  # real state of complex parameters stays real
        else:
            array = array.copy()
        return tensor_like(p, BY_BIT[p._keys & DEVICE_BITS].from_host(array))
    if isinstance(value, dict):
        return {k: _value(p, counter, v) for k, v in value.items()}
    if isinstance(value, (list, tuple)):
        return type(value)(_value(p, counter, v) for v in value)
    return value


def _host_array(value: Any) -> Any:
    if isinstance(value, Tensor):
        return BY_BIT[value._keys & DEVICE_BITS].to_host(value._array)
    return np.asarray(value)
