"""Forward-mode differentiation: dual tensors, which carry a tangent through every operator.

>>> import firebrick_core as fb, firebrick_autograd.forward_ad as fwAD
>>> with fwAD.dual_level():
...     x = fwAD.make_dual(fb.tensor([1.0, 2.0]), fb.tensor([1.0, 0.5]))
...     fwAD.unpack_dual(x * x).tangent
tensor([2., 2.])
"""

from __future__ import annotations

import weakref
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from firebrick_core import _operators as T
from firebrick_core._dispatch import AUTOGRAD, TRANSFORMED

from . import _levels
from ._levels import Wrapped, at, call, mapped
from ._tangents import WRITES_LINEARLY, tangents_for_values, tangents_of
from ._views import gives_views


class Dual(Wrapped):
    """A tensor with a tangent, None for a constant."""

    _tangent: Any

    @classmethod
    def of(cls, primal: Any, tangent: Any, level: int) -> Any:
        """A dual tensor of a level."""
        t = cls.make(primal, level, primal._array, _tangent=tangent)
        born = _alive.get(level)
        if born is not None:
            born.append(weakref.ref(t))
        return t

    @classmethod
    def lift(cls, tensor: Any, level: int) -> Any:
        return cls.of(tensor, None, level)

    @classmethod
    def call(cls, op: Any, args: tuple[Any, ...], level: int) -> Any:
        if op.name in LAYOUT_BOUND and at(args[0], level):
            args[0]._tangent = _laid_out_as(args[0]._tangent, args[0]._array)
        primals = mapped(lambda t: t._value if at(t, level) else t, args)
        given = [_tangents(a, level) for a in args]
        if op.inplace_of is not None or op.mutates:
            return _write(op, args, primals, given, level)
        out = call(op, primals)
        base = args[0] if gives_views(op) else None
        if not op.differentiable or not any(_present(t) for t in given):
            return _dual(out, [None] * len(out) if isinstance(out, tuple) else None, level, base)
        return _dual(out, tangents_of(op, primals, given, out), level, base)

    # What is inside may be read, recorded and differentiated as always.
    def detach(self) -> Any:
        """The primal without history, and without its tangent."""
        return self._value.detach()

    def item(self) -> Any:
        return self._value.item()

    def tolist(self) -> Any:
        return self._value.tolist()

    def numpy(self, *, force: bool = False) -> Any:
        return self._value.numpy(force=force)

    @property  # type: ignore[misc]  # set by requires_grad_
    def requires_grad(self) -> bool:  # type: ignore[override]
        """Whether it records, or what is inside does."""
        return bool(self._keys & AUTOGRAD) or self._value.requires_grad

    def __repr__(self, *, tensor_contents: Any = None) -> str:  # type: ignore[override]
        return f"{repr(self._value)[:-1]}, tangent={self._tangent!r})"


# Views that not every layout in memory allows: a tangent must be laid out as its primal is.
LAYOUT_BOUND = {"view_shape", "view_as_complex"}


def _laid_out_as(tangent: Any, array: Any) -> Any:
    """A tangent with its dimensions in the same order in memory as an array's."""
    if tangent is None or tangent._array.strides == array.strides:
        return tangent
    order = sorted(range(array.ndim), key=lambda d: -array.strides[d])
    back = sorted(range(array.ndim), key=lambda i: order[i])
    return T.permute(T.contiguous(T.permute(tangent, tuple(order))), tuple(back))


def _tangents(argument: Any, level: int) -> Any:
    """The tangent in an argument's place: a list for a list of tensors."""
    if type(argument) in (list, tuple) and any(hasattr(t, "_keys") for t in argument):
        return [t._tangent if at(t, level) else None for t in argument]
    return argument._tangent if at(argument, level) else None


def _present(t: Any) -> bool:
    return any(x is not None for x in t) if isinstance(t, list) else t is not None


def _dual(out: Any, tangent: Any, level: int, base: Any) -> Any:
    """Results with their tangents; those without are constants, of no level."""
    if isinstance(out, (tuple, list)):
        parts = [_dual(o, t, level, base) for o, t in zip(out, tangent, strict=True)]
        return type(out)._make(parts) if hasattr(out, "_make") else type(out)(parts)
    if tangent is None and base is None:
        return out
    wrapped = Dual.of(out, tangent, level)
    if base is not None:
        _levels.share_storage(wrapped, base)
    return wrapped


def _write(op: Any, args: Any, primals: Any, given: Any, level: int) -> Any:
    """An in-place operator: on the primal, and on the tangent in its own memory."""
    target = args[0]
    if not at(target, level):
        _adopt(target, level)
        primals = (target._value, *primals[1:])
        given[0] = target._tangent
    base = op.inplace_of
    if base is not None:
        result = call(base, primals) if any(_present(t) for t in given) else None
        found = None
        if result is not None and base.differentiable:
            found = tangents_of(base, primals, given, result)
        call(op, primals)
        _set_tangent(target, found)
    else:
        if any(_present(t) for t in given) and target._tangent is None:
            target._tangent = given[0] = _levels.zeros_like(target._value)
        call(op, primals)
        if target._tangent is not None:
            if op.name in WRITES_LINEARLY:
                call(op, tangents_for_values(op, primals, given))
            elif op.random:
                target._tangent.zero_()
            else:
                raise NotImplementedError(
                    f"Trying to use forward AD with {op.name} that does not support it"
                )
    target._array = target._value._array
    target._bump_version()
    return target


def _set_tangent(target: Any, found: Any) -> None:
    held = target._tangent
    if found is None:
        if held is not None:
            held.zero_()
    elif held is None:
        target._tangent = T.clone(found.expand(target._array.shape).to(target.dtype))
    else:
        held.copy_(found)


def _adopt(target: Any, level: int) -> None:
    """Make a constant a dual tensor, because something dual is written into it."""
    base = target._base
    if base is None:
        _become(target, _levels.zeros_like(target), level)
        return
    if not at(base, level):
        _become(base, _levels.zeros_like(base), level)
    offset = (_levels.address(target) - _levels.address(base)) // target.dtype.itemsize
    tangent = base._tangent.as_strided(target.shape, target.stride(), offset)
    _become(target, tangent, level)


def _become(tensor: Any, tangent: Any, level: int) -> None:
    """Turn a tensor into a dual one, around what it was."""
    inside = object.__new__(type(tensor))
    for slot in ("_array", "dtype", "_keys", "_storage", "_meta", "_base"):
        setattr(inside, slot, getattr(tensor, slot))
    inside.__dict__.update(tensor.__dict__)
    tensor.__dict__.clear()
    tensor.__class__ = Dual
    tensor._keys = inside._keys & ~AUTOGRAD | TRANSFORMED
    tensor._meta = None
    tensor._level, tensor._value, tensor._tangent = level, inside, tangent
    born = _alive.get(level)
    if born is not None:
        born.append(weakref.ref(tensor))


# ---------------------------------------------------------------------- the public interface
class UnpackedDualTensor(NamedTuple):
    """A dual tensor's parts; `tangent` is None for a constant."""

    primal: Any
    tangent: Any


# Dual tensors of the levels of `dual_level`, which end while their tensors may live on.
_alive: dict[int, list[weakref.ref[Any]]] = {}
_open: list[tuple[int, Any]] = []


def enter_dual_level() -> int:
    """Begin a level in which `make_dual` may be called. Raises RuntimeError inside another."""
    if _open:
        raise RuntimeError("Nested forward mode AD is not supported at the moment")
    manager = _levels.entered(Dual)
    level = manager.__enter__()
    _open.append((level, manager))
    _alive[level] = []
    return 0


def exit_dual_level(*, level: int | None = None) -> None:
    """End the level: its dual tensors go on as plain ones, without their tangents."""
    if not _open:
        raise RuntimeError("Trying to exit a forward AD level but no level is currently active.")
    number, manager = _open.pop()
    for reference in _alive.pop(number):
        tensor = reference()
        if tensor is not None:
            _settle(tensor)
    manager.__exit__(None, None, None)


def _settle(tensor: Any) -> None:
    inside = tensor._value
    tensor.__dict__.clear()
    tensor.__class__ = type(inside)
    tensor.__dict__.update(inside.__dict__)
    for slot in ("_array", "_keys", "_storage", "_meta", "_base"):
        setattr(tensor, slot, getattr(inside, slot))


@contextmanager
def dual_level() -> Iterator[int]:
    """A context in which dual tensors can be made, and after which they have no tangents."""
    level = enter_dual_level()
    try:
        yield level
    finally:
        exit_dual_level()


def make_dual(tensor: Any, tangent: Any, *, level: int | None = None) -> Any:
    """`tensor` with `tangent`, of the same shape and dtype, as a dual tensor.

    Raises RuntimeError outside of `dual_level` and for tangents that do not fit, ValueError for
    tensors that are not floating-point or complex.
    """
    if not _open:
        raise RuntimeError(
            "Trying to create a dual Tensor for forward AD but no level exists, make sure to "
            "enter_dual_level() first."
        )
    for what, t in (("primal", tensor), ("tangent", tangent)):
        if not (t.dtype.is_floating_point or t.dtype.is_complex):
            raise ValueError(f"Expected {what} to be floating point or complex, got: {t.dtype}")
    return dual(tensor, tangent, _open[-1][0])


def dual(tensor: Any, tangent: Any, level: int) -> Any:
    """A dual tensor of any level. Raises RuntimeError for a tangent that does not fit."""
    if tangent._array.shape != tensor._array.shape:
        raise RuntimeError(
            f"Trying to set a forward gradient that has a different size than that of the original "
            f"Tensor, this is not supported. Tensor is of size {list(tensor.shape)} while the given"
            f" forward gradient is of size {list(tangent.shape)}."
        )
    return Dual.of(tensor, tangent, level)


def unpack_dual(tensor: Any, *, level: int | None = None) -> UnpackedDualTensor:
    """The primal and the tangent of a dual tensor, `(tensor, None)` for a constant."""
    if not _open or not at(tensor, _open[-1][0]):
        return UnpackedDualTensor(tensor, None)
    return UnpackedDualTensor(tensor._value, tensor._tangent)


__all__ = [
    "UnpackedDualTensor",
    "dual_level",
    "enter_dual_level",
    "exit_dual_level",
    "make_dual",
    "unpack_dual",
]
