"""Fast paths of pointwise operators with one operand: closures over a ufunc or a kernel.

What `_fast_paths` says of all of them holds here. Ufuncs and kernels have factories of their own,
since the interpreter adapts code, which all closures of a factory share, to what it calls.
"""

from __future__ import annotations

import sys
import warnings
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy import asarray, ndarray

from ._errstate import QUIET, get_errstate, reset_errstate, set_errstate
from ._frames import INTERNAL, user_frame
from ._parallel import LARGE, QUICK_COSTLY, split_operator, split_ufunc, write_split
from ._run import plain_run
from ._storage import Storage

if TYPE_CHECKING:
    from ._operator import Operator

Tensor: Any = None  # the class, set by `_tensor` when it exists
_new = object.__new__
_getframe = sys._getframe
POSITIONAL = object()  # in place of the default of a value that is given by name


def unary_ufunc(op: Operator, kernel: Any, silent: Any, refused: Any, truth: Any) -> Any:
    def unary(input: Any) -> Any:
        dtype = input.dtype
        if refused[dtype.category]:
            return plain_run(op, input)
        first = input._array
        try:
            token = (
                None
                if warnings.filters[0] is silent or get_errstate() is QUIET
                else set_errstate(QUIET)
            )
        except IndexError:
            token = set_errstate(QUIET)
        try:
            array = kernel(first) if first.size < QUICK_COSTLY else split_ufunc(kernel, first)
        except (ValueError, OverflowError, TypeError):
            return plain_run(op, input)
        finally:
            if token is not None:
                reset_errstate(token)
        if type(array) is not ndarray:
            array = asarray(array)
        out = _new(Tensor)
        out._array = array
        out.dtype = dtype if truth is None else truth
        out._keys = 0
        out._storage = out._meta = out._base = None
        return out

    return unary


def unary_ufunc_inplace(op: Operator, kernel: Any, silent: Any, refused: Any) -> Any:
    def unary_inplace(input: Any) -> Any:
        if refused[input.dtype.category]:
            return plain_run(op, input)
        first = input._array
        try:
            token = (
                None
                if warnings.filters[0] is silent or get_errstate() is QUIET
                else set_errstate(QUIET)
            )
        except IndexError:
            token = set_errstate(QUIET)
        try:
            if first.size < QUICK_COSTLY:
                kernel(first, first)
            else:
                split_ufunc(kernel, first, first)
        except (ValueError, OverflowError, TypeError):
            return plain_run(op, input)
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

    return unary_inplace


def unary_kernel(
    op: Operator, kernel: Any, silent: Any, refused: Any, truth: Any, names: Any, default: Any
) -> Any:
    """Of a kernel with up to three values after the array, or with one that is given by name, where
    it is not its default."""
    count = len(names)

    def unary(input: Any, a: Any = None, b: Any = None, c: Any = None) -> Any:
        dtype = input.dtype
        if refused[dtype.category]:
            return plain_run(op, input, *(a, b, c)[:count])
        first = input._array
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
                array = split_operator(op, (first,), dict(zip(names, (a, b, c), strict=False)))
            elif not count or a is default:
                array = kernel(np, first)
            elif default is not POSITIONAL:
                array = kernel(np, first, **{names[0]: a})
            elif count == 1:
                array = kernel(np, first, a)
            elif count == 2:
                array = kernel(np, first, a, b)
            else:
                array = kernel(np, first, a, b, c)
        except (ValueError, OverflowError, TypeError):
            return plain_run(op, input, *(a, b, c)[:count])
        finally:
            if token is not None:
                reset_errstate(token)
        if type(array) is not ndarray:
            array = asarray(array)
        out = _new(Tensor)
        out._array = array
        out.dtype = dtype if truth is None else truth
        out._keys = 0
        out._storage = out._meta = out._base = None
        return out

    return unary


def unary_kernel_inplace(
    op: Operator, kernel: Any, silent: Any, refused: Any, names: Any, default: Any
) -> Any:
    count = len(names)

    def unary_inplace(input: Any, a: Any = None, b: Any = None, c: Any = None) -> Any:
        if refused[input.dtype.category]:
            return plain_run(op, input, *(a, b, c)[:count])
        first = input._array
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
                write_split(op.inplace_of, (first,), dict(zip(names, (a, b, c), strict=False)))
            elif not count or a is default:
                first[...] = kernel(np, first)
            elif default is not POSITIONAL:
                first[...] = kernel(np, first, **{names[0]: a})
            elif count == 1:
                first[...] = kernel(np, first, a)
            elif count == 2:
                first[...] = kernel(np, first, a, b)
            else:
                first[...] = kernel(np, first, a, b, c)
        except (ValueError, OverflowError, TypeError):
            return plain_run(op, input, *(a, b, c)[:count])
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

    return unary_inplace
