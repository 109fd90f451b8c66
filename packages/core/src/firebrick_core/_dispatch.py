"""From an operator call to what serves it: a bit test, then layers from the top, then a backend.

Every tensor carries a key set, an integer: one bit for its device (none for the CPU) and one for
each layer that wants to see its operators (autograd, batching, ...). A call with no bit set goes
straight to its CPU kernel and never enters this module. Otherwise the highest layer bit decides:
its handler gets `(operator, args, keys)`, does its part, and passes what is left to `redispatch`.
Layers are registered from outside; core knows their bits only. The design is that of PyTorch's c10
dispatcher.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from . import _dtype, _errors
from ._device import BACKEND_BITS, BY_BIT, CPU, DEVICE_BITS, INFERENCE, META, UNRECORDED

# Layers from the lowest up. Transformed tensors (with a batch dimension, or a tangent) are taken
# apart above the recording, because what is inside may record; sparse ones above both, because
# their parts may do and be all that.
HIDDEN_ORDER = 1 << 10  # see `_hidden_order`
AUTOGRAD = 1 << 11
TRANSFORMED = 1 << 12
SPARSE = 1 << 13
TRACED = 1 << 14
AUTOCAST = 1 << 15
PROFILED = 1 << 16
WATCHED = 1 << 17  # what a call recorded is looked at after it
LAYER_BITS = ~BACKEND_BITS

Handler = Callable[[Any, tuple[Any, ...], int], Any]
LAYERS: dict[int, Handler] = {}


# Layers that this context (thread or task) takes from, and adds to, every call's keys. Context
# variables take half the time of `threading.local` to read.
_excluded: ContextVar[int] = ContextVar("firebrick_excluded_layers", default=0)
_included: ContextVar[int] = ContextVar("firebrick_included_layers", default=0)
get_included = _included.get
get_excluded = _excluded.get
set_excluded = _excluded.set
reset_excluded = _excluded.reset


class Switch:
    """`modes` counts the include masks active in any thread, so that the fast path tests one
    integer. `everywhere` are layers that are included in all threads."""

    __slots__ = ("everywhere", "modes")

    def __init__(self) -> None:
        self.modes = self.everywhere = 0


switch = Switch()
_lock = threading.Lock()


def register_layer(bit: int, handler: Handler) -> None:
    """Let `handler(operator, args, keys)` see every call whose keys have `bit`.

    An operator's own `handlers[bit]`, where set, is called instead.
    """
    before = LAYERS.get(bit)
    LAYERS[bit] = handler
    if before is not None:
        from ._operator import TABLE

        for op in TABLE.values():
            if op.handlers.get(bit) is before:  # what `_resolve` found
                del op.handlers[bit]


def dispatch(op: Any, keys: int, args: tuple[Any, ...], out: Any = None) -> Any:
    """Call `op` with all its parameters in order, from the highest layer of `keys` down."""
    if switch.modes:
        keys |= get_included() | switch.everywhere
    excluded = get_excluded()
    if excluded:
        if op.kind == "view" and keys & excluded & AUTOGRAD and out is None:
            return _unrecorded(redispatch(op, keys & ~excluded, args))
        keys &= ~excluded
    if out is not None:
        return _with_out(op, keys, args, out)
    if not keys:
        return op.plain(*args)
    try:
        handler = op.handlers[keys]
    except KeyError:
        handler = _resolve(op, keys)
    return handler(op, args, keys)


def _unrecorded(out: Any) -> Any:
    """Mark views that are made, without recording, of what requires grad."""
    if not isinstance(out, tuple):
        if out._base is not None:
            out._keys |= UNRECORDED
        return out
    for t in out:
        _unrecorded(t)
    return out


def redispatch(op: Any, keys: int, args: tuple[Any, ...]) -> Any:
    """Call `op` with just the layers and the device of `keys`: what a handler calls to go below
    itself."""
    if not keys:
        return op.plain(*args)
    return _resolve(op, keys)(op, args, keys)


def through_layers(op: Any, args: tuple[Any, ...], out: Any = None) -> Any:
    """Call a composite while a mode is on: the included layer that has a handler for it takes it
    whole; without one, or to write into `out`, the operators that it is made of see the layers."""
    if out is not None:
        with excluding(AUTOCAST):  # the tensor to write into says the dtype
            return op.call_own(args)
    keys = (get_included() | switch.everywhere) & ~get_excluded()
    bits = [bit for bit in op.handlers if keys & bit]
    return op.handlers[max(bits)](op, args, keys) if bits else op.call_own(args)


def _resolve(op: Any, keys: int) -> Handler:
    """The handler of a key set: that of its highest layer, or the run on its device's backend.

    `op.handlers` holds what is known for one bit; a layer is kept there when it was found.
    """
    handler = op.handlers.get(keys)
    if handler is not None:
        return handler
    if keys <= BACKEND_BITS:
        return _run_on_backend
    bit = 1 << keys.bit_length() - 1
    handler = op.handlers.get(bit)
    if handler is None:
        handler = LAYERS.get(bit)
        if handler is None:
            raise NotImplementedError(f"{op.name}(): no layer is registered for key bit {bit:#x}")
        op.handlers[bit] = handler
    return handler


def _run_on_backend(op: Any, args: tuple[Any, ...], keys: int) -> Any:
    return op.run(_backend(op, keys, args), args)


def tensors_in(args: tuple[Any, ...]) -> Iterator[Any]:
    """The tensors among an operator's arguments, also those in its lists."""
    for a in args:
        if hasattr(a, "_keys"):
            yield a
        elif type(a) in (list, tuple):
            for b in a:
                if hasattr(b, "_keys"):
                    yield b


def _backend(op: Any, keys: int, args: tuple[Any, ...]) -> Any:
    """The one backend of all tensors; 0-d CPU tensors may accompany those of another device."""
    bit = keys & DEVICE_BITS
    backend = BY_BIT.get(bit)
    if not bit and backend is not None:
        return backend
    devices = set()
    for t in tensors_in(args):
        own = t._keys & DEVICE_BITS
        if own or t._array.ndim or not op.weak_scalars:
            devices.add(t.device if own else CPU)
    if len(devices) > 1 or backend is None:
        order = sorted(devices, key=str, reverse=True)
        raise _errors.different_devices(op.name, order)
    return backend


def _with_out(op: Any, keys: int, args: tuple[Any, ...], out: Any) -> Any:
    """Compute, then write into `out`, which says the dtype, and not autocast."""
    keys &= ~AUTOCAST
    for o in _outs(op, out):
        keys |= o._keys & (DEVICE_BITS | AUTOGRAD)
    _refuse_autograd(op, keys)
    return write_out(op, redispatch(op, keys, args), out)


def _outs(op: Any, out: Any) -> tuple[Any, ...]:
    """The tensors of an `out=` argument."""
    outs = tuple(out) if isinstance(out, (tuple, list)) else (out,)
    for o in outs:
        if not hasattr(o, "_keys"):
            raise TypeError(f"{op.name}(): argument 'out' must be Tensor, not {type(o).__name__}")
    return outs


def _refuse_autograd(op: Any, keys: int) -> None:
    if keys & AUTOGRAD & ~get_excluded():
        raise RuntimeError(
            f"{op.name}(): functions with out=... arguments don't support automatic"
            " differentiation, but one of the arguments requires grad."
        )


def write_out(op: Any, result: Any, out: Any) -> Any:
    """Put what an operator gave into its `out=` tensors, resized where shapes differ; returns
    them."""
    outs = _outs(op, out)
    results = tuple(result) if isinstance(result, (tuple, list)) else (result,)
    if len(results) != len(outs):
        raise TypeError(
            f"{op.name}(): argument 'out' must hold {len(results)} tensors, got {len(outs)}"
        )
    from .grad_mode import inference_is_free

    for o, r in zip(outs, results, strict=True):
        if o._keys & INFERENCE and not inference_is_free():
            raise _errors.inference_written(op.name)
        _refuse_autograd(op, o._keys | r._keys)
        if o.device != r.device:
            raise _errors.different_devices(op.name, (o.device, r.device))
        if not op.can_write(r.dtype, o.dtype):
            raise _errors.cannot_cast(op.name, r.dtype, o.dtype)
    for o, r in zip(outs, results, strict=True):
        o._receive(r)
    return out if isinstance(out, (tuple, list)) else outs[0]


def assign(op: Any, target: Any, result: Any) -> Any:
    """Write what an operator made of others gave into its first argument: its in-place form."""
    if not _dtype.can_cast(result.dtype, target.dtype):
        raise _errors.cannot_cast(op.name, result.dtype, target.dtype)
    if result.shape != target.shape:
        raise _errors.output_shape(op.name, target.shape, result.shape)
    return target.copy_(result)


@contextmanager
def including(bits: int) -> Iterator[None]:
    """Add layer bits to every call of this context inside the block."""
    before = get_included()
    include(bits & ~before, True)
    try:
        yield
    finally:
        include(bits & ~before, False)


def include(bits: int, on: bool) -> None:
    """Add layer bits to every call of this context, or stop doing so; `including` is safer."""
    with _lock:
        switch.modes += 1 if on else -1
    _included.set(get_included() | bits if on else get_included() & ~bits)


def include_everywhere(bits: int, on: bool) -> None:
    """Add layer bits to every call of all threads, or stop doing so."""
    with _lock:
        if on and bits & ~switch.everywhere:
            switch.everywhere |= bits
            switch.modes += 1
        elif not on and bits & switch.everywhere:
            switch.everywhere &= ~bits
            switch.modes -= 1


@contextmanager
def excluding(bits: int) -> Iterator[None]:
    """Take layer bits from every call of this context inside the block."""
    token = set_excluded(get_excluded() | bits)
    try:
        yield
    finally:
        reset_excluded(token)


def device_of(tensor: Any) -> Any:
    """The device of a tensor, from its key set and its array."""
    bit = tensor._keys & DEVICE_BITS
    if not bit:
        return CPU
    if bit == 1:
        return META
    return BY_BIT[bit].device_of(tensor._array)
