"""Fast paths of pointwise operators with two operands, and of Python's operators made of them.

What `_fast_paths` says of all of them holds here. The second operand may be a number: told from
tensors by type first, since an AttributeError costs ten times as much. A ufunc takes it as a weak
scalar, except to compare; kernels are promised arrays.
"""

from __future__ import annotations

import sys
import warnings
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy import asarray, ndarray

from ._dispatch import dispatch, switch
from ._dtype import FROM_NUMPY, from_numpy_dtype
from ._errstate import QUIET, get_errstate, reset_errstate, set_errstate
from ._frames import INTERNAL, user_frame
from ._memory_format import laid_out
from ._overlap import check_partly
from ._parallel import BROADCAST, LARGE, split_operator, split_ufunc, write_split
from ._run import operator_fallback, plain_run
from ._storage import Storage

if TYPE_CHECKING:
    from ._operator import Operator

Tensor: Any = None  # the class, set by `_tensor` when it exists
_new = object.__new__
_getframe = sys._getframe


def given(input: Any, other: Any, alpha: Any) -> tuple[Any, ...]:
    """All arguments of an operator that may have a third parameter."""
    return (input, other) if alpha is None else (input, other, alpha)


def general_run(op: Operator, input: Any, other: Any, alpha: Any) -> Any:
    return plain_run(op, *given(input, other, alpha))


def tensors_ufunc(op: Operator, kernel: Any, silent: Any, refused: Any, truth: Any) -> Any:
    """Of two operands that are tensors."""

    def tensors(input: Any, other: Any) -> Any:
        dtype = input.dtype
        if dtype is not other.dtype or refused[dtype.category]:
            return plain_run(op, input, other)
        first, second = input._array, other._array
        try:
            token = (
                None
                if warnings.filters[0] is silent or get_errstate() is QUIET
                else set_errstate(QUIET)
            )
        except IndexError:
            token = set_errstate(QUIET)
        try:
            if first.size < BROADCAST:
                array = kernel(first, second)
            else:
                array = split_ufunc(kernel, first, second)
        except (ValueError, OverflowError, TypeError):
            return plain_run(op, input, other)
        finally:
            if token is not None:
                reset_errstate(token)
        if type(array) is not ndarray:
            array = asarray(array)
        elif array.ndim > 1 and not first.flags.c_contiguous:
            array = laid_out(array, first, second)
        out = _new(Tensor)
        out._array = array
        out.dtype = dtype if truth is None else truth
        out._keys = 0
        out._storage = out._meta = out._base = None
        return out

    return tensors


def binary_ufunc(op: Operator, kernel: Any, silent: Any, refused: Any, truth: Any) -> Any:
    """`alpha` is a third parameter, which the ufunc has not, where there is one: 1 unless given."""

    def binary(input: Any, other: Any, alpha: Any = None) -> Any:
        if alpha is not None and alpha != 1:
            return plain_run(op, input, other, alpha)
        kind = type(other)
        try:
            dtype, first = input.dtype, input._array
            if kind is float or kind is int:
                if dtype.is_floating_point:
                    second = other
                elif kind is int and dtype.category == 1 and op.integers:
                    second = other if truth is None else asarray(other, first.dtype)
                else:
                    return general_run(op, input, other, alpha)
            elif dtype is not other.dtype or refused[dtype.category]:
                return general_run(op, input, other, alpha)
            else:
                second = other._array
        except (AttributeError, OverflowError):
            return general_run(op, input, other, alpha)
        try:
            token = (
                None
                if warnings.filters[0] is silent or get_errstate() is QUIET
                else set_errstate(QUIET)
            )
        except IndexError:
            token = set_errstate(QUIET)
        try:
            if first.size < BROADCAST:
                array = kernel(first, second)
            else:
                array = split_ufunc(kernel, first, second)
        except (ValueError, OverflowError, TypeError):
            return general_run(op, input, other, alpha)
        finally:
            if token is not None:
                reset_errstate(token)
        if type(array) is not ndarray:
            array = asarray(array)
        elif array.ndim > 1 and not first.flags.c_contiguous:
            array = laid_out(array, first, second)
        out = _new(Tensor)
        out._array = array
        out.dtype = dtype if truth is None else truth
        out._keys = 0
        out._storage = out._meta = out._base = None
        return out

    return binary


def binary_ufunc_inplace(op: Operator, kernel: Any, silent: Any, refused: Any) -> Any:
    def binary_inplace(input: Any, other: Any, alpha: Any = None) -> Any:
        if alpha is not None and alpha != 1:
            return plain_run(op, input, other, alpha)
        kind = type(other)
        try:
            dtype, first = input.dtype, input._array
            if kind is float or kind is int:
                if not (
                    dtype.is_floating_point or kind is int and dtype.category == 1 and op.integers
                ):
                    return general_run(op, input, other, alpha)
                second = other
            elif dtype is not other.dtype or refused[dtype.category]:
                return general_run(op, input, other, alpha)
            else:
                second = other._array
                if input._storage is other._storage is not None:
                    check_partly(op.name, input, other)
        except (AttributeError, OverflowError):
            return general_run(op, input, other, alpha)
        try:
            token = (
                None
                if warnings.filters[0] is silent or get_errstate() is QUIET
                else set_errstate(QUIET)
            )
        except IndexError:
            token = set_errstate(QUIET)
        try:
            if first.size < BROADCAST:
                kernel(first, second, first)
            else:
                split_ufunc(kernel, first, second, first)
        except (ValueError, OverflowError, TypeError):
            return general_run(op, input, other, alpha)
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

    return binary_inplace


def binary_kernel(op: Operator, kernel: Any, silent: Any, refused: Any, truth: Any) -> Any:
    def binary(input: Any, other: Any) -> Any:
        kind = type(other)
        try:
            dtype, first = input.dtype, input._array
            if kind is float or kind is int:
                if not (
                    dtype.is_floating_point or kind is int and dtype.category == 1 and op.integers
                ):
                    return plain_run(op, input, other)
                second = asarray(other, first.dtype)
            elif dtype is not other.dtype or refused[dtype.category]:
                return plain_run(op, input, other)
            else:
                second = other._array
        except (AttributeError, OverflowError):
            return plain_run(op, input, other)
        try:
            token = (
                None
                if warnings.filters[0] is silent or get_errstate() is QUIET
                else set_errstate(QUIET)
            )
        except IndexError:
            token = set_errstate(QUIET)
        try:
            if first.size < LARGE:
                array = kernel(np, first, second)
            else:
                array = split_operator(op, (first, second), {})
        except (ValueError, OverflowError, TypeError):
            return plain_run(op, input, other)
        finally:
            if token is not None:
                reset_errstate(token)
        if type(array) is not ndarray:
            array = asarray(array)
        elif array.ndim > 1 and not first.flags.c_contiguous:
            array = laid_out(array, first, second)
        out = _new(Tensor)
        out._array = array
        out.dtype = dtype if truth is None else truth
        out._keys = 0
        out._storage = out._meta = out._base = None
        return out

    return binary


def binary_kernel_inplace(op: Operator, kernel: Any, silent: Any, refused: Any) -> Any:
    def binary_inplace(input: Any, other: Any) -> Any:
        kind = type(other)
        try:
            dtype, first = input.dtype, input._array
            if kind is float or kind is int:
                if not (
                    dtype.is_floating_point or kind is int and dtype.category == 1 and op.integers
                ):
                    return plain_run(op, input, other)
                second = asarray(other, first.dtype)
            elif dtype is not other.dtype or refused[dtype.category]:
                return plain_run(op, input, other)
            else:
                second = other._array
                if input._storage is other._storage is not None:
                    check_partly(op.name, input, other)
        except (AttributeError, OverflowError):
            return plain_run(op, input, other)
        try:
            token = (
                None
                if warnings.filters[0] is silent or get_errstate() is QUIET
                else set_errstate(QUIET)
            )
        except IndexError:
            token = set_errstate(QUIET)
        try:
            if first.size < LARGE:
                first[...] = kernel(np, first, second)
            else:
                write_split(op.inplace_of, (first, second), {})
        except (ValueError, OverflowError, TypeError):
            return plain_run(op, input, other)
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

    return binary_inplace


def ufunc_operator(
    op: Operator, kernel: Any, silent: Any, refused: Any, truth: Any, alpha: Any
) -> Any:
    def operator(input: Any, other: Any) -> Any:
        kind = type(other)
        if kind is float or kind is int:
            keys = input._keys
        else:
            try:
                keys = input._keys | other._keys
            except AttributeError:
                return operator_fallback(op, input, other, given(input, other, alpha))
        if keys or switch.modes:
            args = (input, other) if alpha is None else (input, other, alpha)
            return dispatch(op, keys, args)
        try:
            dtype, first = input.dtype, input._array
            if kind is float or kind is int:
                if dtype.is_floating_point:
                    second = other
                elif kind is int and dtype.category == 1 and op.integers:
                    second = other if truth is None else asarray(other, first.dtype)
                else:
                    return general_run(op, input, other, alpha)
            elif dtype is not other.dtype or refused[dtype.category]:
                return general_run(op, input, other, alpha)
            else:
                second = other._array
        except (AttributeError, OverflowError):
            return general_run(op, input, other, alpha)
        try:
            token = (
                None
                if warnings.filters[0] is silent or get_errstate() is QUIET
                else set_errstate(QUIET)
            )
        except IndexError:
            token = set_errstate(QUIET)
        try:
            if first.size < BROADCAST:
                array = kernel(first, second)
            else:
                array = split_ufunc(kernel, first, second)
        except (ValueError, OverflowError, TypeError):
            return general_run(op, input, other, alpha)
        finally:
            if token is not None:
                reset_errstate(token)
        if type(array) is not ndarray:
            array = asarray(array)
        elif array.ndim > 1 and not first.flags.c_contiguous:
            array = laid_out(array, first, second)
        out = _new(Tensor)
        out._array = array
        out.dtype = dtype if truth is None else truth
        out._keys = 0
        out._storage = out._meta = out._base = None
        return out

    return operator


def kernel_operator(op: Operator, kernel: Any, silent: Any, refused: Any, truth: Any) -> Any:
    def operator(input: Any, other: Any) -> Any:
        kind = type(other)
        if kind is float or kind is int:
            keys = input._keys
        else:
            try:
                keys = input._keys | other._keys
            except AttributeError:
                return operator_fallback(op, input, other, (input, other))
        if keys or switch.modes:
            return dispatch(op, keys, (input, other))
        try:
            dtype, first = input.dtype, input._array
            if kind is float or kind is int:
                if not (
                    dtype.is_floating_point or kind is int and dtype.category == 1 and op.integers
                ):
                    return plain_run(op, input, other)
                second = asarray(other, first.dtype)
            elif dtype is not other.dtype or refused[dtype.category]:
                return plain_run(op, input, other)
            else:
                second = other._array
        except (AttributeError, OverflowError):
            return plain_run(op, input, other)
        try:
            token = (
                None
                if warnings.filters[0] is silent or get_errstate() is QUIET
                else set_errstate(QUIET)
            )
        except IndexError:
            token = set_errstate(QUIET)
        try:
            if first.size < LARGE:
                array = kernel(np, first, second)
            else:
                array = split_operator(op, (first, second), {})
        except (ValueError, OverflowError, TypeError):
            return plain_run(op, input, other)
        finally:
            if token is not None:
                reset_errstate(token)
        if type(array) is not ndarray:
            array = asarray(array)
        elif array.ndim > 1 and not first.flags.c_contiguous:
            array = laid_out(array, first, second)
        out = _new(Tensor)
        out._array = array
        out.dtype = dtype if truth is None else truth
        out._keys = 0
        out._storage = out._meta = out._base = None
        return out

    return operator


def array_operator(op: Operator, kernel: Any, silent: Any) -> Any:
    """Of an operator of kind `array`, whose result says which dtype it has."""

    def operator(input: Any, other: Any) -> Any:
        try:
            keys = input._keys | other._keys
        except AttributeError:
            return operator_fallback(op, input, other, (input, other))
        if keys or switch.modes:
            return dispatch(op, keys, (input, other))
        try:
            token = (
                None
                if warnings.filters[0] is silent or get_errstate() is QUIET
                else set_errstate(QUIET)
            )
        except IndexError:
            token = set_errstate(QUIET)
        try:
            array = kernel(np, input._array, other._array)
        finally:
            if token is not None:
                reset_errstate(token)
        if type(array) is not ndarray:
            array = asarray(array)
        try:
            dtype = FROM_NUMPY[array.dtype]
        except KeyError:
            dtype = from_numpy_dtype(array.dtype)
        out = _new(Tensor)
        out._array = array
        out.dtype = dtype
        out._keys = dtype.keys
        out._storage = out._meta = out._base = None
        return out

    return operator


def dispatched_operator(op: Operator, rest: Any) -> Any:
    """Of any other operator."""

    def operator(input: Any, other: Any) -> Any:
        try:
            keys = input._keys | other._keys
        except AttributeError:
            return operator_fallback(op, input, other, (input, other, *rest))
        return dispatch(op, keys, (input, other, *rest))

    return operator


def reflected_ufunc(op: Operator, kernel: Any, silent: Any, rest: Any) -> Any:
    """Of a number on the left: recorded calls take the long way."""

    def reflected(self: Any, other: Any) -> Any:
        kind = type(other)
        if (
            not (kind is float or kind is int)
            or not self.dtype.is_floating_point
            or self._keys
            or switch.modes
        ):
            return operator_fallback(op, self, other, (other, self, *rest))
        try:
            token = (
                None
                if warnings.filters[0] is silent or get_errstate() is QUIET
                else set_errstate(QUIET)
            )
        except IndexError:
            token = set_errstate(QUIET)
        try:
            array = asarray(kernel(other, self._array))
        finally:
            if token is not None:
                reset_errstate(token)
        out = _new(Tensor)
        out._array = array
        out.dtype = self.dtype
        out._keys = 0
        out._storage = out._meta = out._base = None
        return out

    return reflected
