"""Levels of function transforms: tensors that carry a tangent or a batch dimension.

A transform (`vmap`, `jvp`, `dual_level`) runs its function on *wrapped* tensors of a level of its
own; numbers of levels rise, so the highest among an operator's arguments belongs to the innermost
transform. The layer takes that level apart: it calls the operator on what is inside, which may be
wrapped at lower levels, and wraps the result again.

Recording for backward follows the same order. A wrapped tensor requires grad itself where it was
made to inside its transform; what is inside it may require grad as well, from outside. So a call
is first recorded on the wrapped arguments of the highest level, as any other call is, and what
that passes below is taken apart here.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

import firebrick_core as fb
from firebrick_core import Tensor, _dispatch, _storage
from firebrick_core._device import STORAGE_BITS
from firebrick_core._dispatch import AUTOGRAD, TRANSFORMED, dispatch, tensors_in

next_level = itertools.count(1).__next__
_stack: ContextVar[tuple[tuple[int, Any], ...]] = ContextVar("firebrick_levels", default=())
_new = object.__new__


class Wrapped(Tensor):
    """A tensor of a transform's level around another, `_value`.

    Its `_array` gives shape, strides and dtype. Subclasses say what else they carry, and how an
    operator is called on them (`call`).
    """

    _level: int
    _value: Any

    @classmethod
    def make(cls, value: Any, level: int, array: Any, **carried: Any) -> Any:
        """A wrapped tensor around `value` that looks like `array`."""
        t = _new(cls)
        t._array, t.dtype = array, value.dtype
        t._keys = value._keys & STORAGE_BITS | TRANSFORMED
        t._storage = t._meta = t._base = None
        t._level, t._value = level, value
        t.__dict__.update(carried)
        return t

    def _shallow(self) -> Any:
        """The same tensor without history, as autograd saves it."""
        t = _new(type(self))
        t._array, t.dtype = self._array, self.dtype
        t._keys = self._keys & ~AUTOGRAD
        t._storage, t._meta, t._base = self._storage, None, None
        t.__dict__.update(self.__dict__)
        return t

    def _assume(self, view: Any) -> None:
        super()._assume(view)
        self.__dict__.update(view.__dict__)

    @classmethod
    def lift(cls, tensor: Any, level: int) -> Any:
        """A tensor of lower levels as one of this level: constant, or the same for all samples."""
        raise NotImplementedError

    @classmethod
    def call(cls, op: Any, args: tuple[Any, ...], level: int) -> Any:
        """Call an operator some of whose arguments are of this level."""
        raise NotImplementedError

    def __repr__(self, *, tensor_contents: Any = None) -> str:  # type: ignore[override]
        return f"{type(self).__name__}(level={self._level}, value={self._value!r})"

    def __deepcopy__(self, memo: Any) -> Any:
        return self.clone()

    def __reduce_ex__(self, protocol: Any) -> Any:
        raise RuntimeError("a tensor inside a function transform cannot be pickled")

    @property  # type: ignore[misc]  # inside a transform there is nothing to assign to
    def data(self) -> Any:
        """The same values without history."""
        return self._shallow()

    @property
    def device(self) -> Any:
        """Where the elements are."""
        return self._value.device


def top(args: tuple[Any, ...]) -> Any:
    """The wrapped tensor of the highest level among an operator's arguments."""
    found = None
    for t in tensors_in(args):
        if t._keys & TRANSFORMED and (found is None or t._level > found._level):
            found = t
    return found


def at(tensor: Any, level: int) -> bool:
    """Whether an argument is a wrapped tensor of this level."""
    return isinstance(tensor, Wrapped) and tensor._level == level


def readable(tensor: Any) -> bool:
    """Whether a tensor's values may be read: not where each sample of a batch has its own."""
    while tensor._keys & TRANSFORMED:
        if getattr(tensor, "_bdim", None) is not None:
            return False
        tensor = tensor._value
    return True


def mapped(function: Callable[[Any], Any], args: tuple[Any, ...]) -> tuple[Any, ...]:
    """An operator's arguments with `function` applied to each tensor, also those in lists."""
    out = []
    for a in args:
        if hasattr(a, "_keys"):
            a = function(a)
        elif type(a) in (list, tuple) and any(hasattr(t, "_keys") for t in a):
            a = [function(t) if hasattr(t, "_keys") else t for t in a]
        out.append(a)
    return tuple(out)


def call(op: Any, args: tuple[Any, ...]) -> Any:
    """Call an operator through all layers that its arguments ask for."""
    keys = 0
    for t in tensors_in(args):
        keys |= t._keys
    return dispatch(op, keys, args)


def handle(op: Any, args: tuple[Any, ...], keys: int) -> Any:
    """The layer: record what requires grad at the highest level, then take that level apart."""
    highest = top(args)
    cls, level = type(highest), highest._level
    if keys & AUTOGRAD:
        lifted = mapped(lambda t: t if at(t, level) else cls.lift(t, level), args)
        if any(t._keys & AUTOGRAD for t in tensors_in(lifted)):
            record = op.handlers.get(AUTOGRAD) or _dispatch.LAYERS[AUTOGRAD]
            return record(op, lifted, keys & ~TRANSFORMED | AUTOGRAD | _HIDDEN)
    return cls.call(op, args, level)


# Stands for TRANSFORMED while autograd has a call: `record` takes its own bit away and passes the
# rest below, to `handle_below`.
_HIDDEN = 1 << 9


def handle_below(op: Any, args: tuple[Any, ...], keys: int) -> Any:
    """The layer below autograd: a call whose recording at the highest level is done.

    Its results are of that level, because autograd is about to give them their history there.
    """
    highest = top(args)
    cls, level = type(highest), highest._level
    out = cls.call(op, args, level)

    def lifted(t: Any) -> Any:
        return cls.lift(t, level) if hasattr(t, "_keys") and not at(t, level) else t

    if isinstance(out, tuple):
        parts = map(lifted, out)
        return type(out)._make(parts) if hasattr(out, "_make") else tuple(parts)
    return lifted(out)


_dispatch.register_layer(TRANSFORMED, handle)
_dispatch.register_layer(_HIDDEN, handle_below)


@contextmanager
def entered(cls: Any) -> Iterator[int]:
    """A new level of a class of wrapped tensors, for the time of a transform."""
    level = next_level()
    token = _stack.set((*_stack.get(), (level, cls)))
    try:
        yield level
    finally:
        _stack.reset(token)


def innermost() -> tuple[int, Any] | None:
    """Level and class of the transform that is running, None outside of all."""
    stack = _stack.get()
    return stack[-1] if stack else None


def lift_to_innermost(tensor: Any) -> Any:
    """A tensor as one of the running transform's level, so that what requires grad of it does so
    inside of that transform."""
    running = innermost()
    if running is None or at(tensor, running[0]):
        return tensor
    level, cls = running
    return cls.lift(tensor, level)


def zeros_like(tensor: Any) -> Any:
    """Zeros of a tensor's shape, dtype and device, of no level."""
    return fb.zeros(tensor.shape, dtype=tensor.dtype, device=tensor.device)


def address(tensor: Any) -> int:
    """Where a tensor's first element is in memory."""
    return _storage.address(tensor._array)


def share_storage(view: Any, base: Any) -> None:
    """Make a wrapped tensor a view of another: same storage, so the same version counter."""
    storage = base.untyped_storage()
    storage.views += 1
    view._storage = storage
    view._base = base if base._base is None else base._base


def recorded(tensor: Any) -> bool:
    """Whether a tensor requires grad, at any level."""
    while not tensor._keys & AUTOGRAD:
        if not isinstance(tensor, Wrapped):
            return False
        tensor = tensor._value
    return True
