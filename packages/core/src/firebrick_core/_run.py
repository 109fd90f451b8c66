"""The general run of an operator on a backend's arrays: what the generated CPU functions
specialise.

Used for mixed dtypes, numbers among the operands, and every backend but the CPU.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from . import _dtype, _errors
from ._arguments import NUMBERS, check_arguments
from ._device import BACKENDS, DEVICE_BITS, meta_array
from ._dispatch import tensors_in
from ._memory_format import laid_out
from ._operator import OPERAND, PROMOTIONS, TABLE, TENSORS, Operator
from ._overlap import check_partly


def run(op: Operator, backend: Any, args: tuple[Any, ...]) -> Any:
    """Call `op` on `backend` with all its parameters in order."""
    if op.inplace_of is not None:
        return run_inplace(op, backend, args)
    if op.promotion is None:
        return _run_arrays(op, backend, args)
    if not backend.bit:
        out = _run_small(op, args)
        if out is not None:
            return out
    operands, compute, result = promote(op, args)
    number = compute if not op.wide_numbers else _opmath(compute, backend)
    values = tuple(args[len(operands) :])
    if op.narrow_providers and compute is result and _opmath(compute, backend) is not compute:
        out = _run_narrow(op, backend, operands, values, compute, number)
        if out is not None:
            return _wrap(out, backend)
    compute = compute if op.narrow else _opmath(compute, backend)
    with backend.running("", args):
        arrays = [_as_array(x, compute, number, backend) for x in operands]
    if not backend.computes:
        shape = _broadcast(op, [a.shape for a in arrays if a is not None])
        return _wrap(meta_array(shape, result.numpy_dtype), backend)
    with backend.running(op.name, args):
        out = _kernel(op, backend.namespace(), arrays, values)
        if out.dtype != result.numpy_dtype:
            out = _cast(out, result, backend)
        if out.ndim > 1:
            out = laid_out(out, *(x._array for x in operands if hasattr(x, "_keys")))
    return _wrap(out, backend)


def _run_small(op: Operator, args: tuple[Any, ...]) -> Any:
    """The quick way for few floats of one 16-bit dtype: the generated function's on float32, and
    its result rounded. None for other calls."""
    dtype = getattr(args[0], "dtype", None)
    if not isinstance(dtype, _dtype.dtype) or not dtype.keys or dtype.itemsize != 2 or op.narrow:
        return None
    from ._tensor import Tensor

    wide = []
    for x, p in zip(args, op.parameters, strict=True):
        if hasattr(x, "_keys"):
            array = x._array
            if x.dtype is not dtype or not 0 < array.size < _MANY or not array.ndim:
                return None
            x = Tensor._wrap(array.astype(np.float32))
        elif p.kind == OPERAND and x is not None:
            return None
        wide.append(x)
    out = op.plain(*wide)
    if out.dtype is not _dtype.float32:
        return out
    with BACKENDS["cpu"].running(op.name, args):
        return Tensor._wrap(out._array.astype(dtype.numpy_dtype))


def _run_narrow(
    op: Operator, backend: Any, operands: Any, values: Any, dtype: _dtype.dtype,
    number: _dtype.dtype,
) -> Any:
    """The result of a provider on operands that are all of a 16-bit dtype, or numbers; None where
    none serves it."""
    arrays = []
    for x in operands:
        if not hasattr(x, "_keys"):
            x = x if x is None else _as_array(x, _dtype.float32, number, backend)
        elif x.dtype is dtype:
            x = x._array
        else:
            return None
        arrays.append(x)
    with backend.running(op.name, operands):
        return op.call_narrow_kernel(backend.namespace(), (*arrays, *values))


def run_inplace(op: Operator, backend: Any, args: tuple[Any, ...]) -> Any:
    """The in-place form: the functional result, checked and written into the first argument."""
    functional, self = op.inplace_of, args[0]
    assert functional is not None
    if functional.promotion == "real" and self.dtype.is_complex:
        raise RuntimeError(
            f"In-place {functional.name} is not supported for complex tensors: its result is real"
        )
    if functional.promotion is not None:
        operands, compute, result = promote(functional, args)
        if not _dtype.can_cast(result, self.dtype):
            raise _errors.cannot_cast(op.name, result, self.dtype)
        shape = _broadcast(op, [_shape(x) for x in operands if x is not None])
        if shape != self._array.shape:
            raise _errors.output_shape(op.name, self._array.shape, shape)
        for x in operands:
            if hasattr(x, "_keys"):
                check_partly(op.name, self, x)
    computed = run(functional, backend, args)
    if not _dtype.can_cast(computed.dtype, self.dtype):
        raise _errors.cannot_cast(op.name, computed.dtype, self.dtype)
    if backend.computes:
        write(op, self, computed._array)
    self._bump_version()
    return self


def write(op: Operator, target: Any, array: Any) -> None:
    """Write a result into a tensor's memory; a target that overlaps itself or is read-only is
    refused."""
    destination = target._array
    if destination.shape != array.shape:
        raise _errors.output_shape(op.name, destination.shape, array.shape)
    check_writable(op.name, target)
    if array.size:
        destination[...] = array


def check_writable(operator: str, target: Any) -> None:
    """Refuse writing where elements share memory (expanded tensors) or where NumPy says
    read-only."""
    a = target._array
    if not a.size:
        return
    if a.size > 1 and any(s == 0 and n > 1 for s, n in zip(a.strides, a.shape, strict=True)):
        raise RuntimeError(
            "unsupported operation: more than one element of the written-to tensor refers to a"
            " single memory location. Please clone() the tensor before performing the operation"
            f" ({operator}())"
        )
    flags: Any = getattr(a, "flags", None)
    if not getattr(flags, "writeable", True):
        base = target._base
        if base is not None and base._array.flags.writeable:
            flags.writeable = True  # a part of an expanded tensor, whose own elements are apart
            return
        raise RuntimeError(
            f"{operator}(): the tensor's memory is read-only (it came from a read-only array); "
            "clone() it to get a tensor that can be written to"
        )


def promote(op: Operator, args: tuple[Any, ...]) -> tuple[Any, _dtype.dtype, _dtype.dtype]:
    """The broadcasting operands, the dtype that they are computed in, and the result's dtype."""
    count = op.__dict__.get("_operand_count")
    if count is None:
        kinds = [p.kind for p in op.parameters]
        count = op.__dict__["_operand_count"] = sum(
            k in ("tensor", "optional", OPERAND) for k in kinds
        )
    operands = args[:count]
    for position, x in enumerate(operands):
        if x is not None and not hasattr(x, "_keys") and not isinstance(x, NUMBERS):
            name = op.parameters[position].name
            raise _errors.not_an_operand(op.name, name, position + 1, x)
    if op.promotion is None:
        raise TypeError(f"{op.name}(): operands of different dtypes; convert with .to(dtype)")
    compute, result = PROMOTIONS[op.promotion](_dtype.operands_dtype(operands))
    if op.check is not None:
        op.check(compute, *args)
    if compute.category in op.refused:
        raise _errors.not_implemented_for(op.name, compute)
    if compute.name in _dtype.FLOAT8 and op.promotion != "bool" and op.name != "abs":
        raise NotImplementedError(
            f"{op.name}() is not implemented for '{compute.name}', a type for storage: convert with"
            " .to(dtype)"
        )
    return operands, compute, result


def _opmath(dtype: _dtype.dtype, backend: Any) -> _dtype.dtype:
    """The dtype that kernels compute a tensor's elements in: float32 for narrower ones, so that a
    result is rounded once."""
    if not dtype.keys or not backend.computes or (backend.computes_half and dtype.itemsize == 2):
        return dtype
    return _dtype.float32


def _shape(x: Any) -> tuple[int, ...]:
    return x._array.shape if hasattr(x, "_keys") else ()


def _as_array(x: Any, dtype: _dtype.dtype, number: _dtype.dtype, backend: Any) -> Any:
    """An operand's array in `dtype`; a number is rounded to the dtype `number` first."""
    if x is None:
        return None
    if not hasattr(x, "_keys"):
        # The detour over NumPy's own type wraps numbers that the integer type does not hold.
        value = np.asarray(x).astype(number.numpy_dtype).astype(dtype.numpy_dtype, copy=False)
        return backend.number(value)
    array = x._array
    if backend.bit and not x._keys & backend.bit:
        array = backend.number(array)
    if x.dtype is dtype:
        return array
    if not backend.computes:  # there are no elements to convert
        return meta_array(array.shape, dtype.numpy_dtype)
    return _cast(array, dtype, backend)


def _cast(array: Any, dtype: _dtype.dtype, backend: Any) -> Any:
    """An array's elements in another dtype, by whichever provider serves it."""
    if array.size < _MANY or not backend.computes:
        return array.astype(dtype.numpy_dtype)
    cast = TABLE["to_dtype"]
    return (cast.front or cast.kernel)(backend.namespace(), array, dtype)


_MANY = 1 << 12  # elements from which on providers are asked


def _broadcast(op: Operator, shapes: Any) -> tuple[int, ...]:
    try:
        return np.broadcast_shapes(*shapes)
    except ValueError:
        raise _errors.shapes_do_not_broadcast(op.name, shapes) from None


def _kernel(op: Operator, xp: Any, arrays: Any, values: Any) -> Any:
    try:
        out = _ufunc(op, xp, arrays, values)
        if out is None:
            out = op.call_kernel(xp, (*arrays, *values))
    except ValueError:
        _broadcast(op, [a.shape for a in arrays if a is not None])
        raise
    return xp.asarray(out)


def _ufunc(op: Operator, xp: Any, arrays: Any, values: Any) -> Any:
    """The ufunc's result where it serves the call, else None: the kernel then does, or says why
    not."""
    if op.ufunc is None or op.front is not None or values != op.default_values:
        return None
    try:
        return getattr(xp, op.ufunc)(*arrays)
    except TypeError:
        return None


def _run_arrays(op: Operator, backend: Any, args: tuple[Any, ...]) -> Any:
    arguments = []
    for p, a in zip(op.parameters, args, strict=True):
        if hasattr(a, "_keys"):
            a = (
                backend.from_host(a._array)
                if backend.bit and not a._keys & backend.bit
                else a._array
            )
        elif p.kind == TENSORS:
            a = [None if t is None else t._array for t in a]
        arguments.append(a)
    if op.kind == "view" or backend.computes:
        with backend.running(op.name, args):
            out = _call(op, backend, args, arguments)
    else:
        out = op.infer(arguments)
    base = args[0] if op.kind == "view" else None
    if isinstance(out, (tuple, list)):
        return _results(op)(_wrap(o, backend, base) for o in out)
    return _wrap(out, backend, base)


def _call(op: Operator, backend: Any, args: tuple[Any, ...], arguments: list[Any]) -> Any:
    """The kernel's results; of 16-bit floats, computed in float32 and rounded once, where the
    backend or a provider has no kernel that takes them as they are."""
    xp = backend.namespace()
    # Samplers draw what a dtype's own precision takes.
    narrow = None if op.kind == "view" or op.random or op.narrow else _narrowest(args)
    if narrow is None:
        return op.call_kernel(xp, arguments)
    given = list(arguments)
    if _opmath(narrow, backend) is narrow:
        narrow = _asked_dtype(op, args, narrow)
    elif op.moves and _moves_only(narrow, args):
        moved = op.call_kernel(xp, _as_bits(arguments, narrow))
        return moved.view(narrow.numpy_dtype)
    else:
        out = op.call_narrow_kernel(xp, arguments) if op.narrow_providers else None
        if out is not None:
            return out
        narrow = _widen(op, backend, narrow, arguments)
    return _narrowed(op, backend, op.call_kernel(xp, arguments), narrow, given)


def _narrowest(args: tuple[Any, ...]) -> _dtype.dtype | None:
    """The dtype that results of arguments with 16-bit floats have; None without any, and where the
    kernel promotes."""
    narrow = None
    for t in tensors_in(args):
        if t.dtype.keys:
            narrow = t.dtype if narrow is None else _dtype.promote_types(narrow, t.dtype)
        elif t.dtype.category >= _dtype.FLOATING and t._array.ndim:
            return None
    return narrow


def _moves_only(narrow: _dtype.dtype, args: tuple[Any, ...]) -> bool:
    """Whether the first argument, and what else there is of floats, has this dtype."""
    return all(t.dtype is narrow for t in tensors_in(args[:1])) and all(
        t.dtype is narrow for t in tensors_in(args[1:]) if t.dtype.category >= _dtype.FLOATING
    )


def _as_bits(arguments: list[Any], narrow: _dtype.dtype) -> list[Any]:
    """Arguments with integers of the same bits in place of narrow floats: NumPy copies those of
    ml_dtypes one by one."""
    own, bits = narrow.numpy_dtype, np.dtype(f"u{narrow.itemsize}")

    def viewed(a: Any) -> Any:
        return a.view(bits) if getattr(a, "dtype", None) == own else a

    return [[viewed(x) for x in a] if type(a) is list else viewed(a) for a in arguments]


def _widen(
    op: Operator, backend: Any, narrow: _dtype.dtype, arguments: list[Any]
) -> _dtype.dtype:
    """Put float32 arrays in place of narrower ones; returns the dtype that results are rounded
    to."""
    for i, (p, a) in enumerate(zip(op.parameters, arguments, strict=True)):
        if type(a) is list and p.kind == TENSORS:
            arguments[i] = [_wide(x, backend) for x in a]
        elif isinstance(a, _dtype.dtype) and p.name == "dtype":
            narrow = a
            arguments[i] = _opmath(a, backend)
        else:
            arguments[i] = _wide(a, backend)
    return narrow


def _asked_dtype(op: Operator, args: tuple[Any, ...], otherwise: _dtype.dtype) -> _dtype.dtype:
    for p, a in zip(op.parameters, args, strict=True):
        if p.name == "dtype" and isinstance(a, _dtype.dtype):
            return a
    return otherwise


def _wide(a: Any, backend: Any) -> Any:
    found = _dtype.FROM_NUMPY.get(getattr(a, "dtype", None))
    return _cast(a, _dtype.float32, backend) if found is not None and found.keys else a


def _narrowed(op: Operator, backend: Any, out: Any, dtype: _dtype.dtype, given: list[Any]) -> Any:
    """Results rounded to `dtype`; of several, those that the shape rule does not keep wide."""

    def rounded(o: Any) -> Any:
        cast = TABLE["to_dtype"]
        return (cast.front or cast.kernel)(backend.namespace(), o, dtype)

    narrow = dtype.numpy_dtype
    if not isinstance(out, (tuple, list)):
        return rounded(out) if out.dtype == np.float32 else out
    kept = [m.dtype for m in op.infer(given)] if op.meta is not None else [narrow] * len(out)
    return [
        rounded(o) if o.dtype == np.float32 and k == narrow else o
        for o, k in zip(out, kept, strict=True)
    ]


def _results(op: Operator) -> Any:
    if op.returns:
        from ._return_types import return_type

        return return_type(op.name, op.returns)._make
    return tuple


def _wrap(array: Any, backend: Any, base: Any = None) -> Any:
    from ._tensor import Tensor, view_of

    if base is not None:
        return view_of(base, array)
    return Tensor._wrap(array, backend.bit)


def plain_run(op: Operator, *args: Any) -> Any:
    """`run` on the CPU: where the generated fast path hands over."""
    return run(op, BACKENDS["cpu"], args)


def call_mixed(op: Operator, args: tuple[Any, ...], out: Any = None) -> Any:
    """A call with a number, or something that is no operand at all, among the operands."""
    from ._dispatch import dispatch

    check_arguments(op, args)
    keys, found = 0, False
    for t in tensors_in(args):
        keys |= t._keys
        found = True
    if not found:
        p = op.parameters[0]
        raise _errors.not_a_tensor(op.name, p.name, 1, args[0])
    return dispatch(op, keys, args, out)


def operator_fallback(op: Operator, self: Any, other: Any, args: tuple[Any, ...]) -> Any:
    """A Python operator with an operand that is no tensor: numbers are served, others may
    reflect."""
    from ._dispatch import dispatch

    if isinstance(other, NUMBERS):
        return dispatch(op, self._keys, args)
    if hasattr(other, "_keys"):  # the reflected form, called by name
        return dispatch(op, self._keys | other._keys, args)
    if isinstance(other, np.ndarray) and not self._keys & DEVICE_BITS:
        from ._tensor import Tensor

        wrapped = Tensor._wrap(other)
        return dispatch(op, self._keys, tuple(wrapped if a is other else a for a in args))
    return NotImplemented
