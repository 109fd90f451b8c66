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
from firebrick_core._operator import TABLE, Operator
from firebrick_core.grad_mode import is_grad_enabled

from .._levels import mapped
from .._saved import version_of
from ._policies import POLICIES
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
        if cast is None or kind not in state.enabled or excepted and excepted(op, args):
            return _below(op, args, keys & ~AUTOCAST)
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
    common = found.pop() if len(found) == 1 else fb.float32

    def cast(t: Any) -> Any:
        return _to(t, common) if _may_cast(t, bits) and t.dtype is not common else t

    return mapped(cast, args)


def _by_state(
    op: Operator, args: tuple[Any, ...], bits: int, state: State, dtype: Any
) -> tuple[Any, ...]:
    """16 bits where the state has them: else it adds up what the steps compute in 16 bits."""
    packed = hasattr(args[1], "_keys") and not args[1].is_floating_point()
    narrow = all(t.dtype is dtype for t in tensors_in(args[1 + packed : 2 + packed]))
    return (_lower if narrow else _float32)(op, args, bits, state, dtype)


def _same(
    op: Operator, args: tuple[Any, ...], bits: int, state: State, dtype: Any
) -> tuple[Any, ...]:
    return args


def _refused(
    op: Operator, args: tuple[Any, ...], bits: int, state: State, dtype: Any
) -> NoReturn:
    raise RuntimeError(
        f"torch.nn.functional.{op.name} is unsafe to autocast: probabilities near 0 and 1 are lost "
        "in 16 bits. Use binary_cross_entropy_with_logits, without the sigmoid before it, or put "
        "the call into a block of autocast(enabled=False) on inputs of float32."
    )


_CASTS = {
    "lower": _lower, "float32": _float32, "widest": _widest, "by_state": _by_state,
    "same": _same, "refused": _refused,
}


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


def _has_one_dimension(op: Operator, args: tuple[Any, ...]) -> bool:
    """Sequences are pooled in two dimensions, which takes 16 bits, images in three."""
    return args[0].ndim == 3


_EXCEPTED: dict[str, Callable[[Operator, tuple[Any, ...]], bool]] = {
    "pad": _pads_exactly,
    "local_response_norm": _has_one_dimension,
    **dict.fromkeys(
        ("softmax", "functional_softmax", "log_softmax", "functional_log_softmax", "cumprod",
         "cumsum", "prod", "sum", "norm", "linalg_vector_norm", "linalg_matrix_norm"),
        _says_its_dtype,
    ),
}

# ---------------------------------------------------------------------- the table
def register_autocast(name: str, policies: dict[str, str]) -> None:
    """Say what autocast does to an operator: a policy for each type of device.

    Policies are "lower" (cast to 16 bits), "float32", "widest" (to the widest dtype among the
    arguments), "by_state" (to the dtype of the second argument), "same" (nothing is cast inside)
    and "refused". A composite must be declared with `layered=True`. Raises KeyError for an operator
    or a policy that does not exist, ValueError for a composite that layers do not see.

    >>> from firebrick_core import extend
    >>> @extend.operator(name="twice_for_autocast", methods=False, samples=("x(2)",))
    ... def twice(xp, input: extend.Array) -> extend.Array:
    ...     "`2 * input`."
    ...     return 2 * input
    >>> register_autocast("twice_for_autocast", {"cpu": "lower"})
    >>> import firebrick_core as fb
    >>> from firebrick_autograd.amp import autocast
    >>> with autocast("cpu", dtype=fb.float16):
    ...     twice(fb.ones(2)).dtype
    torch.float16
    """
    op = TABLE[name]
    if op.kind == "composite" and not op.layered:
        raise ValueError(f"{name}() is not seen as a whole: declare it with layered=True")
    op.handlers[AUTOCAST] = handler(op, policies)


def register_all() -> None:
    """Put PyTorch's lists into the operators."""
    found: dict[str, dict[str, str]] = {}
    for kind, policies in POLICIES.items():
        for policy, names in policies.items():
            for name in names.split():
                found.setdefault(name, {})[kind] = policy
    for name, by_device in found.items():
        register_autocast(name, by_device)


register_layer(AUTOCAST, pass_on)
register_all()
