"""The layer: casts an operator's arguments, and calls it below."""

from __future__ import annotations

import weakref
from collections.abc import Callable
from typing import Any, NoReturn

import firebrick_core as fb
from firebrick_core._dispatch import (
    AUTOCAST,
    DEVICE_BITS,
    TRANSFORMED,
    get_excluded,
    get_included,
    redispatch,
    register_layer,
    reset_excluded,
    set_excluded,
    switch,
    tensors_in,
)
from firebrick_core._operator import Operator
from firebrick_core.grad_mode import is_grad_enabled

from .._levels import mapped
from .._saved import version_of
from . import _policies
from ._state import State, get_state

#: A tensor's device bits -> the type of device whose state and policies it has.
DEVICE_TYPES = {0: "cpu", 2: "cuda"}


def pass_on(op: Operator, args: tuple[Any, ...], keys: int) -> Any:
    """The layer for operators that are not cast."""
    return redispatch(op, keys & ~AUTOCAST, args)


def handler(op: Operator, policies: dict[str, str]) -> Callable[..., Any]:
    """The layer for an operator, whose policies are given by type of device."""
    by_device = {kind: _CASTS[policy] for kind, policy in policies.items()}
    excepted = _EXCEPTED.get(op.name)

    def handle(op: Operator, args: tuple[Any, ...], keys: int) -> Any:
        bits = 0
        for t in tensors_in(args):
            bits |= t._keys & DEVICE_BITS
        state, kind = get_state(), DEVICE_TYPES.get(bits, "")
        cast = by_device.get(kind)
        if cast is not None and kind in state.enabled:
            if excepted is None or not excepted(op, args):
                args = cast(op, args, bits, state, state.dtypes[kind])
        # What the operator is made of, or a transform makes of it, is not cast again.
        token = set_excluded(get_excluded() | AUTOCAST)
        try:
            return _below(op, args, keys)
        finally:
            reset_excluded(token)

    return handle


def _below(op: Operator, args: tuple[Any, ...], keys: int) -> Any:
    if op.kind == "composite":
        return op.call_own(args)
    own = 0  # casts have keys of their own
    for t in tensors_in(args):
        own |= t._keys
    modes = (get_included() | switch.everywhere) & keys
    return redispatch(op, (own | modes) & ~get_excluded(), args)


# ---------------------------------------------------------------------- casts
def _may_cast(t: Any, bits: int) -> bool:
    d = t.dtype
    return d.is_floating_point and d is not fb.float64 and t._keys & DEVICE_BITS == bits


def _lower(
    op: Operator, args: tuple[Any, ...], bits: int, state: State, dtype: Any
) -> tuple[Any, ...]:
    def cast(t: Any) -> Any:
        if t.dtype is dtype or not _may_cast(t, bits):
            return t
        if (
            state.caches and t.dtype is fb.float32 and t.requires_grad and t.is_leaf
            and t._base is None and not t._keys & TRANSFORMED
        ):
            return _kept(t, dtype, state)
        return _to(t, dtype)

    return mapped(cast, args)


def _float32(
    op: Operator, args: tuple[Any, ...], bits: int, state: State, dtype: Any
) -> tuple[Any, ...]:
    def cast(t: Any) -> Any:
        return _to(t, fb.float32) if _may_cast(t, bits) and t.dtype is not fb.float32 else t

    return mapped(cast, args)


def _widest(
    op: Operator, args: tuple[Any, ...], bits: int, state: State, dtype: Any
) -> tuple[Any, ...]:
    found = {t.dtype for t in tensors_in(args) if _may_cast(t, bits)}
    common = dtype if found <= {dtype} else fb.float32

    def cast(t: Any) -> Any:
        return _to(t, common) if _may_cast(t, bits) and t.dtype is not common else t

    return mapped(cast, args)


def _refused(
    op: Operator, args: tuple[Any, ...], bits: int, state: State, dtype: Any
) -> NoReturn:
    raise RuntimeError(
        f"torch.nn.functional.{op.name} is unsafe to autocast: probabilities near 0 and 1 are lost "
        "in 16 bits. Use binary_cross_entropy_with_logits, without the sigmoid before it, or put "
        "the call into a block of autocast(enabled=False) on inputs of float32."
    )


_CASTS = {"lower": _lower, "float32": _float32, "widest": _widest, "refused": _refused}


def _to(t: Any, dtype: Any) -> Any:
    token = set_excluded(get_excluded() | AUTOCAST)
    try:
        return t.to(dtype)
    finally:
        reset_excluded(token)


def _kept(weight: Any, dtype: Any, state: State) -> Any:
    """The cast of a weight, from this block's earlier ones where it is still right.

    It is made anew after the weight has been written to, and where one made without recording
    meets a call that is recorded.
    """
    key = id(weight), dtype
    stamp = version_of(weight), weight._array is not None and id(weight._array), is_grad_enabled()
    found = state.casts.get(key)
    if found is not None and found[0]() is weight and found[1] == stamp:
        return found[2]
    cast = _to(weight, dtype)
    # The array is held, so that no other takes its id.
    state.casts[key] = weakref.ref(weight), stamp, cast, weight._array
    return cast


# ---------------------------------------------------------------------- exceptions
def _says_its_dtype(op: Operator, args: tuple[Any, ...]) -> bool:
    names = [p.name for p in op.parameters]
    return args[names.index("dtype")] is not None


def _pads_exactly(op: Operator, args: tuple[Any, ...]) -> bool:
    """Only reflections of one and two dimensions, and all replications, are in the list."""
    _, pad, mode, *_ = args
    return not (mode == "replicate" or mode == "reflect" and len(pad) <= 4)


_EXCEPTED: dict[str, Callable[[Operator, tuple[Any, ...]], bool]] = {
    "pad": _pads_exactly,
    **dict.fromkeys(
        ("softmax", "functional_softmax", "log_softmax", "functional_log_softmax", "cumprod",
         "cumsum", "prod", "sum", "norm", "linalg_vector_norm", "linalg_matrix_norm"),
        _says_its_dtype,
    ),
}

register_layer(AUTOCAST, pass_on)
_policies.make_handler = handler
_policies.register_all()
