"""Fast paths of pointwise operators with three operands, or with two and further values.

What `_fast_paths` says of all of them holds here. Later operands may be numbers or None.
"""

from __future__ import annotations

import sys
import warnings
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy import asarray, ndarray

from ._errstate import QUIET, get_errstate, reset_errstate, set_errstate
from ._frames import INTERNAL, user_frame
from ._memory_format import laid_out
from ._overlap import check_partly
from ._parallel import LARGE, split_operator, write_split
from ._run import plain_run
from ._storage import Storage

if TYPE_CHECKING:
    from ._operator import Operator

Tensor: Any = None  # the class, set by `_tensor` when it exists
_new = object.__new__
_getframe = sys._getframe


def ternary_kernel(
    op: Operator, kernel: Any, silent: Any, refused: Any, truth: Any, valued: bool
) -> Any:
    """Of a kernel that may take a `value` as well."""

    def ternary(input: Any, second: Any, third: Any, value: Any = None) -> Any:
        dtype = input.dtype
        if refused[dtype.category]:
            return plain_run(op, input, second, third, *((value,) if valued else ()))
        first = input._array
        try:
            kind = type(second)
            if kind is float or kind is int:
                if not dtype.is_floating_point:
                    return plain_run(op, input, second, third, *((value,) if valued else ()))
                second_array = asarray(second, first.dtype)
            elif second is None:
                second_array = None
            elif second.dtype is not dtype:
                return plain_run(op, input, second, third, *((value,) if valued else ()))
            else:
                second_array = second._array
            kind = type(third)
            if kind is float or kind is int:
                if not dtype.is_floating_point:
                    return plain_run(op, input, second, third, *((value,) if valued else ()))
                third_array = asarray(third, first.dtype)
            elif third is None:
                third_array = None
            elif third.dtype is not dtype:
                return plain_run(op, input, second, third, *((value,) if valued else ()))
            else:
                third_array = third._array
        except (AttributeError, OverflowError):
            return plain_run(op, input, second, third, *((value,) if valued else ()))
        try:
            token = (
                None
                if warnings.filters[0] is silent or get_errstate() is QUIET
                else set_errstate(QUIET)
            )
        except IndexError:
            token = set_errstate(QUIET)
        try:
            if first.size >= LARGE:
                arrays = (first, second_array, third_array)
                array = split_operator(op, arrays, {"value": value} if valued else {})
            elif valued:
                array = kernel(np, first, second_array, third_array, value=value)
            else:
                array = kernel(np, first, second_array, third_array)
        except (ValueError, OverflowError, TypeError):
            return plain_run(op, input, second, third, *((value,) if valued else ()))
        finally:
            if token is not None:
                reset_errstate(token)
        if type(array) is not ndarray:
            array = asarray(array)
        elif array.ndim > 1 and not first.flags.c_contiguous:
            array = laid_out(array, first, second_array, third_array)
        out = _new(Tensor)
        out._array = array
        out.dtype = dtype if truth is None else truth
        out._keys = 0
        out._storage = out._meta = out._base = None
        return out

    return ternary


def ternary_kernel_inplace(
    op: Operator, kernel: Any, silent: Any, refused: Any, valued: bool
) -> Any:
    def ternary_inplace(input: Any, second: Any, third: Any, value: Any = None) -> Any:
        dtype = input.dtype
        if refused[dtype.category]:
            return plain_run(op, input, second, third, *((value,) if valued else ()))
        first = input._array
        try:
            kind = type(second)
            if kind is float or kind is int:
                if not dtype.is_floating_point:
                    return plain_run(op, input, second, third, *((value,) if valued else ()))
                second_array = asarray(second, first.dtype)
            elif second is None:
                second_array = None
            elif second.dtype is not dtype:
                return plain_run(op, input, second, third, *((value,) if valued else ()))
            else:
                second_array = second._array
                if input._storage is second._storage is not None:
                    check_partly(op.name, input, second)
            kind = type(third)
            if kind is float or kind is int:
                if not dtype.is_floating_point:
                    return plain_run(op, input, second, third, *((value,) if valued else ()))
                third_array = asarray(third, first.dtype)
            elif third is None:
                third_array = None
            elif third.dtype is not dtype:
                return plain_run(op, input, second, third, *((value,) if valued else ()))
            else:
                third_array = third._array
                if input._storage is third._storage is not None:
                    check_partly(op.name, input, third)
        except (AttributeError, OverflowError):
            return plain_run(op, input, second, third, *((value,) if valued else ()))
        try:
            token = (
                None
                if warnings.filters[0] is silent or get_errstate() is QUIET
                else set_errstate(QUIET)
            )
        except IndexError:
            token = set_errstate(QUIET)
        try:
            if first.size >= LARGE:
                arrays = (first, second_array, third_array)
                write_split(op.inplace_of, arrays, {"value": value} if valued else {})
            elif valued:
                first[...] = kernel(np, first, second_array, third_array, value=value)
            else:
                first[...] = kernel(np, first, second_array, third_array)
        except (ValueError, OverflowError, TypeError):
            return plain_run(op, input, second, third, *((value,) if valued else ()))
        finally:
            if token is not None:
                reset_errstate(token)
        storage = input._storage
        if storage is None:
            storage = input._storage = Storage(first)
        storage.version += 1
        frame = _getframe(2)
        if id(frame.f_globals) in INTERNAL:
            frame = user_frame(frame)
        storage.writer = (frame.f_code, frame.f_lasti)
        return input

    return ternary_inplace


def several_kernel(
    op: Operator,
    kernel: Any,
    silent: Any,
    refused: Any,
    truth: Any,
    names: Any,
    by_name: bool,
    count: int,
) -> Any:
    """Of any number of operands, `count`, found in a loop."""

    def several(*args: Any) -> Any:
        dtype = args[0].dtype
        if refused[dtype.category]:
            return plain_run(op, *args)
        first, values = args[0]._array, args[count:]
        arrays = [first]
        try:
            for x in args[1:count]:
                kind = type(x)
                if kind is float or kind is int:
                    if not dtype.is_floating_point:
                        return plain_run(op, *args)
                    arrays.append(asarray(x, first.dtype))
                elif x is not None and x.dtype is not dtype:
                    return plain_run(op, *args)
                else:
                    arrays.append(None if x is None else x._array)
        except (AttributeError, OverflowError):
            return plain_run(op, *args)
        try:
            token = (
                None
                if warnings.filters[0] is silent or get_errstate() is QUIET
                else set_errstate(QUIET)
            )
        except IndexError:
            token = set_errstate(QUIET)
        try:
            if first.size >= LARGE:
                named = dict(zip(names, values, strict=True))
                array = split_operator(op, tuple(arrays), named)
            elif by_name:
                array = kernel(np, *arrays, **dict(zip(names, values, strict=True)))
            else:
                array = kernel(np, *arrays, *values)
        except (ValueError, OverflowError, TypeError):
            return plain_run(op, *args)
        finally:
            if token is not None:
                reset_errstate(token)
        if type(array) is not ndarray:
            array = asarray(array)
        elif array.ndim > 1 and not first.flags.c_contiguous:
            array = laid_out(array, *arrays)
        out = _new(Tensor)
        out._array = array
        out.dtype = dtype if truth is None else truth
        out._keys = 0
        out._storage = out._meta = out._base = None
        return out

    return several
