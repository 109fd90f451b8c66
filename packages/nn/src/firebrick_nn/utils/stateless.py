"""Calling a module with other parameters than its own, as function transforms need it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import firebrick_core as fb
from firebrick_core import Tensor

from .._module import Module

__all__ = ["functional_call", "stack_module_state"]


def _tables(module: Module) -> dict[str, tuple[dict[str, Any], str]]:
    """Where each parameter and buffer is kept: its full name, and the table with its own name."""
    found = {}
    for prefix, part in module.named_modules(remove_duplicate=False):
        for table in (part._parameters, part._buffers):
            for name in table:
                found[f"{prefix}.{name}" if prefix else name] = (table, name)
    return found


@contextmanager
def _replaced(
    module: Module, tensors: dict[str, Any], tie_weights: bool, strict: bool
) -> Iterator[None]:
    places = _tables(module)
    unexpected = [name for name in tensors if name not in places]
    missing = [
        name for name, (table, own) in places.items()
        if table[own] is not None and name not in tensors
    ]
    if unexpected or (strict and missing):
        lines = [f"Unexpected key(s): {', '.join(unexpected)}."] if unexpected else []
        lines += [f"Missing key(s): {', '.join(missing)}."] if strict and missing else []
        raise RuntimeError(
            f"Error(s) in reparametrizing for {type(module).__name__}:\n\t" + "\n\t".join(lines)
        )
    given = dict(tensors)
    if tie_weights:
        named = {id(places[n][0][places[n][1]]): value for n, value in tensors.items()}
        for name in missing:
            table, own = places[name]
            if id(table[own]) in named:
                given[name] = named[id(table[own])]
    before = {name: places[name][0][places[name][1]] for name in given}
    try:
        for name, value in given.items():
            table, own = places[name]
            table[own] = value
        yield
    finally:
        for name, value in before.items():
            table, own = places[name]
            # What forward has assigned to a buffer is the caller's to read from its own dictionary.
            if name in tensors and table[own] is not given[name]:
                tensors[name] = table[own]
            table[own] = value


def functional_call(
    module: Module,
    parameter_and_buffer_dicts: dict[str, Any] | Sequence[dict[str, Any]],
    args: Any = None,
    kwargs: dict[str, Any] | None = None,
    *,
    tie_weights: bool = True,
    strict: bool = False,
) -> Any:
    """Call `module` with the given tensors in place of its parameters and buffers.

    `parameter_and_buffer_dicts` maps full names to tensors, in one dictionary or several; what they
    do not name is the module's own. `args` is the argument, or a tuple of them. A tensor that the
    module has under several names is replaced under all of them, unless `tie_weights` is False.
    The module is as before afterwards, also after an exception.

    Raises RuntimeError for names that the module does not have, and with `strict` for those that
    are not given; ValueError for a name in two dictionaries.

    Source: torch.func.functional_call.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> from firebrick_nn.utils.stateless import functional_call
    >>> layer = nn.Linear(2, 1)
    >>> state = {"weight": torch.ones(1, 2), "bias": torch.zeros(1)}
    >>> functional_call(layer, state, torch.tensor([1.0, 2.0]))
    tensor([3.])
    """
    if isinstance(parameter_and_buffer_dicts, dict):
        tensors = parameter_and_buffer_dicts
    else:
        tensors = {}
        for part in parameter_and_buffer_dicts:
            twice = tensors.keys() & part.keys()
            if twice:
                raise ValueError(
                    f"{sorted(twice)[0]} appears in multiple dictionaries; behavior of functional "
                    "call is ambiguous"
                )
            tensors.update(part)
    if args is None:
        args = ()
    elif not isinstance(args, tuple):
        args = (args,)
    with _replaced(module, tensors, tie_weights, strict):
        return module(*args, **(kwargs or {}))


def stack_module_state(models: Sequence[Module]) -> tuple[dict[str, Tensor], dict[str, Tensor]]:
    """The parameters and the buffers of models of one class, each stacked along a new first
    dimension: an ensemble, for `vmap`.

    Parameters that require grad are stacked to leaves that do. Raises RuntimeError for no models,
    models of several classes, or some in training mode and some not.

    Source: torch.func.stack_module_state.
    """
    if not models:
        raise RuntimeError("stack_module_state: Expected at least one model, got 0.")
    first = models[0]
    if any(m.training != first.training for m in models):
        raise RuntimeError(
            "stack_module_state: Expected all models to have the same training/eval mode."
        )
    if any(type(m) is not type(first) for m in models):
        raise RuntimeError("stack_module_state: Expected all models to be of the same class.")
    with fb.no_grad():
        parameters = {
            name: fb.stack([dict(m.named_parameters())[name].detach() for m in models])
            for name, _ in first.named_parameters()
        }
        buffers = {
            name: fb.stack([dict(m.named_buffers())[name].detach() for m in models])
            for name, _ in first.named_buffers()
        }
    for name, parameter in first.named_parameters():
        parameters[name].requires_grad_(parameter.requires_grad)
    return parameters, buffers
