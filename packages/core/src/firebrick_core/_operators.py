"""Operator functions and the Tensor methods made of them. Generated: do not edit.

Written by `python tools/generate_operators.py` from the declarations in `firebrick_core.ops`.
"""

from __future__ import annotations

import warnings
from typing import Any, Sequence

import numpy as np

from . import ops as _ops  # fills the table
from ._codegen import add_inplace, attach
from .ops.arithmetic import add as _kernel_add
from .ops.arithmetic import atan2 as _kernel_atan2
from .ops.arithmetic import div as _kernel_div
from .ops.arithmetic import div_ as _kernel_div_
from .ops.arithmetic import floor_divide as _kernel_floor_divide
from .ops.arithmetic import fmod as _kernel_fmod
from .ops.arithmetic import maximum as _kernel_maximum
from .ops.arithmetic import minimum as _kernel_minimum
from .ops.arithmetic import mul as _kernel_mul
from .ops.arithmetic import pow as _kernel_pow
from .ops.arithmetic import remainder as _kernel_remainder
from .ops.arithmetic import rsub as _kernel_rsub
from .ops.arithmetic import sub as _kernel_sub
from .ops.arithmetic import true_divide as _kernel_true_divide
from .ops.arithmetic import truncate_divide as _kernel_truncate_divide
from .ops.comparison import bitwise_and as _kernel_bitwise_and
from .ops.comparison import bitwise_not as _kernel_bitwise_not
from .ops.comparison import bitwise_or as _kernel_bitwise_or
from .ops.comparison import bitwise_xor as _kernel_bitwise_xor
from .ops.comparison import eq as _kernel_eq
from .ops.comparison import ge as _kernel_ge
from .ops.comparison import gt as _kernel_gt
from .ops.comparison import isfinite as _kernel_isfinite
from .ops.comparison import isinf as _kernel_isinf
from .ops.comparison import isnan as _kernel_isnan
from .ops.comparison import le as _kernel_le
from .ops.comparison import logical_and as _kernel_logical_and
from .ops.comparison import logical_not as _kernel_logical_not
from .ops.comparison import logical_or as _kernel_logical_or
from .ops.comparison import logical_xor as _kernel_logical_xor
from .ops.comparison import lt as _kernel_lt
from .ops.comparison import ne as _kernel_ne
from .ops.copying import clone as _kernel_clone
from .ops.copying import copy_ as _kernel_copy_
from .ops.copying import to_device as _kernel_to_device
from .ops.copying import to_dtype as _kernel_to_dtype
from .ops.elementary import abs as _kernel_abs
from .ops.elementary import acos as _kernel_acos
from .ops.elementary import acosh as _kernel_acosh
from .ops.elementary import asin as _kernel_asin
from .ops.elementary import asinh as _kernel_asinh
from .ops.elementary import atan as _kernel_atan
from .ops.elementary import atanh as _kernel_atanh
from .ops.elementary import ceil as _kernel_ceil
from .ops.elementary import clamp as _kernel_clamp
from .ops.elementary import conj as _kernel_conj
from .ops.elementary import cos as _kernel_cos
from .ops.elementary import cosh as _kernel_cosh
from .ops.elementary import exp as _kernel_exp
from .ops.elementary import exp2 as _kernel_exp2
from .ops.elementary import expm1 as _kernel_expm1
from .ops.elementary import floor as _kernel_floor
from .ops.elementary import log as _kernel_log
from .ops.elementary import log10 as _kernel_log10
from .ops.elementary import log1p as _kernel_log1p
from .ops.elementary import log2 as _kernel_log2
from .ops.elementary import neg as _kernel_neg
from .ops.elementary import reciprocal as _kernel_reciprocal
from .ops.elementary import round as _kernel_round
from .ops.elementary import rsqrt as _kernel_rsqrt
from .ops.elementary import sigmoid as _kernel_sigmoid
from .ops.elementary import sigmoid_backward as _kernel_sigmoid_backward
from .ops.elementary import sign as _kernel_sign
from .ops.elementary import sin as _kernel_sin
from .ops.elementary import sinh as _kernel_sinh
from .ops.elementary import sqrt as _kernel_sqrt
from .ops.elementary import square as _kernel_square
from .ops.elementary import tan as _kernel_tan
from .ops.elementary import tanh as _kernel_tanh
from .ops.elementary import tanh_backward as _kernel_tanh_backward
from .ops.elementary import trunc as _kernel_trunc
from .ops.matrix import addcdiv as _kernel_addcdiv
from .ops.matrix import addcmul as _kernel_addcmul
from .ops.matrix import addmm as _kernel_addmm
from .ops.matrix import addmv as _kernel_addmv
from .ops.matrix import baddbmm as _kernel_baddbmm
from .ops.matrix import bmm as _kernel_bmm
from .ops.matrix import dot as _kernel_dot
from .ops.matrix import einsum as _kernel_einsum
from .ops.matrix import lerp as _kernel_lerp
from .ops.matrix import linalg_matrix_norm as _kernel_linalg_matrix_norm
from .ops.matrix import linalg_norm as _kernel_linalg_norm
from .ops.matrix import linalg_vector_norm as _kernel_linalg_vector_norm
from .ops.matrix import matmul as _kernel_matmul
from .ops.matrix import mm as _kernel_mm
from .ops.matrix import mv as _kernel_mv
from .ops.matrix import outer as _kernel_outer
from .ops.random import bernoulli as _kernel_bernoulli
from .ops.random import bernoulli_ as _kernel_bernoulli_
from .ops.random import cauchy_ as _kernel_cauchy_
from .ops.random import exponential_ as _kernel_exponential_
from .ops.random import geometric_ as _kernel_geometric_
from .ops.random import log_normal_ as _kernel_log_normal_
from .ops.random import multinomial as _kernel_multinomial
from .ops.random import normal_ as _kernel_normal_
from .ops.random import random_ as _kernel_random_
from .ops.random import uniform_ as _kernel_uniform_
from .ops.reductions import all as _kernel_all
from .ops.reductions import amax as _kernel_amax
from .ops.reductions import amin as _kernel_amin
from .ops.reductions import any as _kernel_any
from .ops.reductions import argmax as _kernel_argmax
from .ops.reductions import argmin as _kernel_argmin
from .ops.reductions import count_nonzero as _kernel_count_nonzero
from .ops.reductions import cumprod as _kernel_cumprod
from .ops.reductions import cumsum as _kernel_cumsum
from .ops.reductions import dist as _kernel_dist
from .ops.reductions import logsumexp as _kernel_logsumexp
from .ops.reductions import max as _kernel_max
from .ops.reductions import max_dim as _kernel_max_dim
from .ops.reductions import mean as _kernel_mean
from .ops.reductions import min as _kernel_min
from .ops.reductions import min_dim as _kernel_min_dim
from .ops.reductions import norm as _kernel_norm
from .ops.reductions import prod as _kernel_prod
from .ops.reductions import root as _kernel_root
from .ops.reductions import std as _kernel_std
from .ops.reductions import std_mean as _kernel_std_mean
from .ops.reductions import sum as _kernel_sum
from .ops.reductions import var as _kernel_var
from .ops.reductions import var_correction as _kernel_var_correction
from .ops.reductions import var_mean as _kernel_var_mean
from .ops.shape import broadcast_shapes as _kernel_broadcast_shapes
from .ops.shape import broadcast_tensors as _kernel_broadcast_tensors
from .ops.shape import broadcast_to as _kernel_broadcast_to
from .ops.shape import expand as _kernel_expand
from .ops.shape import expand_as as _kernel_expand_as
from .ops.shape import flatten as _kernel_flatten
from .ops.shape import ravel as _kernel_ravel
from .ops.shape import reshape as _kernel_reshape
from .ops.shape import reshape_as as _kernel_reshape_as
from .ops.shape import squeeze as _kernel_squeeze
from .ops.shape import unflatten as _kernel_unflatten
from .ops.shape import unsqueeze as _kernel_unsqueeze
from .ops.shape import view as _kernel_view
from .ops.shape import view_as as _kernel_view_as
from .ops.shape import view_dtype as _kernel_view_dtype
from .ops.shape import view_shape as _kernel_view_shape
from ._dispatch import dispatch, switch
from ._errstate import QUIET, SILENT, get_errstate, reset_errstate, set_errstate
from ._operator import TABLE
from ._return_types import return_type
from ._run import call_mixed, operator_fallback, plain_run
from ._storage import Storage
from ._typing import Device, Dims, DType, Index, Number, Shape

_type, _int, _float, _bool, _str, _list, _tuple = type, int, float, bool, str, list, tuple
_new = object.__new__
_asarray = np.asarray
_ndarray = np.ndarray
# Set by `_tensor` when the class exists; the functions need them only when called.
Tensor: Any = None
wrap: Any = None
view_of: Any = None

add_inplace(TABLE["add"])
add_inplace(TABLE["sub"])
add_inplace(TABLE["mul"])
add_inplace(TABLE["true_divide"])
add_inplace(TABLE["floor_divide"])
add_inplace(TABLE["remainder"])
add_inplace(TABLE["fmod"])
add_inplace(TABLE["pow"])
add_inplace(TABLE["atan2"])
add_inplace(TABLE["truncate_divide"])
add_inplace(TABLE["eq"])
add_inplace(TABLE["ne"])
add_inplace(TABLE["lt"])
add_inplace(TABLE["le"])
add_inplace(TABLE["gt"])
add_inplace(TABLE["ge"])
add_inplace(TABLE["logical_and"])
add_inplace(TABLE["logical_or"])
add_inplace(TABLE["logical_xor"])
add_inplace(TABLE["logical_not"])
add_inplace(TABLE["bitwise_and"])
add_inplace(TABLE["bitwise_or"])
add_inplace(TABLE["bitwise_xor"])
add_inplace(TABLE["bitwise_not"])
add_inplace(TABLE["neg"])
add_inplace(TABLE["abs"])
add_inplace(TABLE["exp"])
add_inplace(TABLE["exp2"])
add_inplace(TABLE["expm1"])
add_inplace(TABLE["log"])
add_inplace(TABLE["log2"])
add_inplace(TABLE["log10"])
add_inplace(TABLE["log1p"])
add_inplace(TABLE["sqrt"])
add_inplace(TABLE["sin"])
add_inplace(TABLE["cos"])
add_inplace(TABLE["tan"])
add_inplace(TABLE["asin"])
add_inplace(TABLE["acos"])
add_inplace(TABLE["atan"])
add_inplace(TABLE["sinh"])
add_inplace(TABLE["cosh"])
add_inplace(TABLE["tanh"])
add_inplace(TABLE["asinh"])
add_inplace(TABLE["acosh"])
add_inplace(TABLE["atanh"])
add_inplace(TABLE["rsqrt"])
add_inplace(TABLE["reciprocal"])
add_inplace(TABLE["square"])
add_inplace(TABLE["sign"])
add_inplace(TABLE["floor"])
add_inplace(TABLE["ceil"])
add_inplace(TABLE["trunc"])
add_inplace(TABLE["round"])
add_inplace(TABLE["clamp"])
add_inplace(TABLE["sigmoid"])
_BOOL = _ops.comparison.BOOL
_add_op = TABLE["add"]
_np_add = np.add
_add__op = TABLE["add_"]
_sub_op = TABLE["sub"]
_np_subtract = np.subtract
_sub__op = TABLE["sub_"]
_mul_op = TABLE["mul"]
_np_multiply = np.multiply
_mul__op = TABLE["mul_"]
_true_divide_op = TABLE["true_divide"]
_np_true_divide = np.true_divide
_true_divide__op = TABLE["true_divide_"]
_floor_divide_op = TABLE["floor_divide"]
_floor_divide__op = TABLE["floor_divide_"]
_remainder_op = TABLE["remainder"]
_remainder__op = TABLE["remainder_"]
_fmod_op = TABLE["fmod"]
_fmod__op = TABLE["fmod_"]
_pow_op = TABLE["pow"]
_pow__op = TABLE["pow_"]
_maximum_op = TABLE["maximum"]
_np_maximum = np.maximum
_minimum_op = TABLE["minimum"]
_np_minimum = np.minimum
_atan2_op = TABLE["atan2"]
_np_arctan2 = np.arctan2
_atan2__op = TABLE["atan2_"]
_truncate_divide_op = TABLE["truncate_divide"]
_truncate_divide__op = TABLE["truncate_divide_"]
_eq_op = TABLE["eq"]
_np_equal = np.equal
_eq__op = TABLE["eq_"]
_ne_op = TABLE["ne"]
_np_not_equal = np.not_equal
_ne__op = TABLE["ne_"]
_lt_op = TABLE["lt"]
_np_less = np.less
_lt__op = TABLE["lt_"]
_le_op = TABLE["le"]
_np_less_equal = np.less_equal
_le__op = TABLE["le_"]
_gt_op = TABLE["gt"]
_np_greater = np.greater
_gt__op = TABLE["gt_"]
_ge_op = TABLE["ge"]
_np_greater_equal = np.greater_equal
_ge__op = TABLE["ge_"]
_logical_and_op = TABLE["logical_and"]
_np_logical_and = np.logical_and
_logical_and__op = TABLE["logical_and_"]
_logical_or_op = TABLE["logical_or"]
_np_logical_or = np.logical_or
_logical_or__op = TABLE["logical_or_"]
_logical_xor_op = TABLE["logical_xor"]
_np_logical_xor = np.logical_xor
_logical_xor__op = TABLE["logical_xor_"]
_logical_not_op = TABLE["logical_not"]
_np_logical_not = np.logical_not
_logical_not__op = TABLE["logical_not_"]
_bitwise_and_op = TABLE["bitwise_and"]
_np_bitwise_and = np.bitwise_and
_bitwise_and__op = TABLE["bitwise_and_"]
_bitwise_or_op = TABLE["bitwise_or"]
_np_bitwise_or = np.bitwise_or
_bitwise_or__op = TABLE["bitwise_or_"]
_bitwise_xor_op = TABLE["bitwise_xor"]
_np_bitwise_xor = np.bitwise_xor
_bitwise_xor__op = TABLE["bitwise_xor_"]
_bitwise_not_op = TABLE["bitwise_not"]
_np_invert = np.invert
_bitwise_not__op = TABLE["bitwise_not_"]
_isnan_op = TABLE["isnan"]
_np_isnan = np.isnan
_isinf_op = TABLE["isinf"]
_np_isinf = np.isinf
_isfinite_op = TABLE["isfinite"]
_np_isfinite = np.isfinite
_clone_op = TABLE["clone"]
_to_dtype_op = TABLE["to_dtype"]
_to_device_op = TABLE["to_device"]
_copy__op = TABLE["copy_"]
_neg_op = TABLE["neg"]
_np_negative = np.negative
_neg__op = TABLE["neg_"]
_abs_op = TABLE["abs"]
_np_absolute = np.absolute
_abs__op = TABLE["abs_"]
_exp_op = TABLE["exp"]
_np_exp = np.exp
_exp__op = TABLE["exp_"]
_exp2_op = TABLE["exp2"]
_np_exp2 = np.exp2
_exp2__op = TABLE["exp2_"]
_expm1_op = TABLE["expm1"]
_np_expm1 = np.expm1
_expm1__op = TABLE["expm1_"]
_log_op = TABLE["log"]
_np_log = np.log
_log__op = TABLE["log_"]
_log2_op = TABLE["log2"]
_np_log2 = np.log2
_log2__op = TABLE["log2_"]
_log10_op = TABLE["log10"]
_np_log10 = np.log10
_log10__op = TABLE["log10_"]
_log1p_op = TABLE["log1p"]
_np_log1p = np.log1p
_log1p__op = TABLE["log1p_"]
_sqrt_op = TABLE["sqrt"]
_np_sqrt = np.sqrt
_sqrt__op = TABLE["sqrt_"]
_sin_op = TABLE["sin"]
_np_sin = np.sin
_sin__op = TABLE["sin_"]
_cos_op = TABLE["cos"]
_np_cos = np.cos
_cos__op = TABLE["cos_"]
_tan_op = TABLE["tan"]
_np_tan = np.tan
_tan__op = TABLE["tan_"]
_asin_op = TABLE["asin"]
_np_arcsin = np.arcsin
_asin__op = TABLE["asin_"]
_acos_op = TABLE["acos"]
_np_arccos = np.arccos
_acos__op = TABLE["acos_"]
_atan_op = TABLE["atan"]
_np_arctan = np.arctan
_atan__op = TABLE["atan_"]
_sinh_op = TABLE["sinh"]
_np_sinh = np.sinh
_sinh__op = TABLE["sinh_"]
_cosh_op = TABLE["cosh"]
_np_cosh = np.cosh
_cosh__op = TABLE["cosh_"]
_tanh_op = TABLE["tanh"]
_np_tanh = np.tanh
_tanh__op = TABLE["tanh_"]
_asinh_op = TABLE["asinh"]
_np_arcsinh = np.arcsinh
_asinh__op = TABLE["asinh_"]
_acosh_op = TABLE["acosh"]
_np_arccosh = np.arccosh
_acosh__op = TABLE["acosh_"]
_atanh_op = TABLE["atanh"]
_np_arctanh = np.arctanh
_atanh__op = TABLE["atanh_"]
_rsqrt_op = TABLE["rsqrt"]
_rsqrt__op = TABLE["rsqrt_"]
_reciprocal_op = TABLE["reciprocal"]
_np_reciprocal = np.reciprocal
_reciprocal__op = TABLE["reciprocal_"]
_square_op = TABLE["square"]
_np_square = np.square
_square__op = TABLE["square_"]
_sign_op = TABLE["sign"]
_sign__op = TABLE["sign_"]
_floor_op = TABLE["floor"]
_floor__op = TABLE["floor_"]
_ceil_op = TABLE["ceil"]
_ceil__op = TABLE["ceil_"]
_trunc_op = TABLE["trunc"]
_trunc__op = TABLE["trunc_"]
_round_op = TABLE["round"]
_round__op = TABLE["round_"]
_conj_op = TABLE["conj"]
_np_conjugate = np.conjugate
_clamp_op = TABLE["clamp"]
_clamp__op = TABLE["clamp_"]
_sigmoid_op = TABLE["sigmoid"]
_sigmoid__op = TABLE["sigmoid_"]
_tanh_backward_op = TABLE["tanh_backward"]
_sigmoid_backward_op = TABLE["sigmoid_backward"]
_matmul_op = TABLE["matmul"]
_bmm_op = TABLE["bmm"]
_uniform__op = TABLE["uniform_"]
_normal__op = TABLE["normal_"]
_bernoulli__op = TABLE["bernoulli_"]
_exponential__op = TABLE["exponential_"]
_log_normal__op = TABLE["log_normal_"]
_cauchy__op = TABLE["cauchy_"]
_geometric__op = TABLE["geometric_"]
_random__op = TABLE["random_"]
_multinomial_op = TABLE["multinomial"]
_sum_op = TABLE["sum"]
_prod_op = TABLE["prod"]
_mean_op = TABLE["mean"]
_argmax_op = TABLE["argmax"]
_argmin_op = TABLE["argmin"]
_max_dim_op = TABLE["max_dim"]
_max_dim_result = return_type("max_dim", ('values', 'indices'))
_min_dim_op = TABLE["min_dim"]
_min_dim_result = return_type("min_dim", ('values', 'indices'))
_amax_op = TABLE["amax"]
_amin_op = TABLE["amin"]
_cumsum_op = TABLE["cumsum"]
_cumprod_op = TABLE["cumprod"]
_any_op = TABLE["any"]
_all_op = TABLE["all"]
_var_correction_op = TABLE["var_correction"]
_logsumexp_op = TABLE["logsumexp"]
_root_op = TABLE["root"]
_count_nonzero_op = TABLE["count_nonzero"]
_view_shape_op = TABLE["view_shape"]
_view_dtype_op = TABLE["view_dtype"]
_squeeze_op = TABLE["squeeze"]
_unsqueeze_op = TABLE["unsqueeze"]
_expand_op = TABLE["expand"]


def _plain_add(input, other, alpha):
    if alpha != 1:
        return plain_run(_add_op, input, other, alpha)
    kind = _type(other)
    try:
        if kind is _float or kind is _int:
            if not input.dtype.is_floating_point:
                return plain_run(_add_op, input, other, alpha)
            second = other
        elif input.dtype is not other.dtype:
            return plain_run(_add_op, input, other, alpha)
        else:
            second = other._array
        first = input._array
    except AttributeError:
        return plain_run(_add_op, input, other, alpha)
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _np_add(first, second)
    except (ValueError, OverflowError, TypeError):
        return plain_run(_add_op, input, other, alpha)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    out = _new(Tensor)
    out._array = array
    out.dtype = input.dtype
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def add(input: Tensor, other: Tensor | Number, *, alpha: Number = 1, out: Any = None) -> Tensor:
    """`input + alpha * other`."""
    kind = _type(other)
    try:
        keys = input._keys
        if kind is not _float and kind is not _int:
            keys |= other._keys
    except AttributeError:
        return call_mixed(_add_op, (input, other, alpha), out)
    if keys or switch.modes or out is not None:
        return dispatch(_add_op, keys, (input, other, alpha), out)
    return _plain_add(input, other, alpha)


def _plain_add_(input, other, alpha):
    if alpha != 1:
        return plain_run(_add__op, input, other, alpha)
    kind = _type(other)
    try:
        if kind is _float or kind is _int:
            if not input.dtype.is_floating_point:
                return plain_run(_add__op, input, other, alpha)
            second = other
        elif input.dtype is not other.dtype:
            return plain_run(_add__op, input, other, alpha)
        else:
            second = other._array
        first = input._array
    except AttributeError:
        return plain_run(_add__op, input, other, alpha)
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        _np_add(first, second, first)
    except (ValueError, OverflowError, TypeError):
        return plain_run(_add__op, input, other, alpha)
    finally:
        if token is not None:
            reset_errstate(token)
    storage = input._storage
    if storage is None:
        storage = input._storage = Storage(input._array)
    storage.version += 1
    return input


def add_(input: Tensor, other: Tensor | Number, *, alpha: Number = 1) -> Tensor:
    """`input + alpha * other`."""
    kind = _type(other)
    try:
        keys = input._keys
        if kind is not _float and kind is not _int:
            keys |= other._keys
    except AttributeError:
        return call_mixed(_add__op, (input, other, alpha))
    if keys or switch.modes:
        return dispatch(_add__op, keys, (input, other, alpha))
    return _plain_add_(input, other, alpha)


def _add(self: Any, other: Any) -> Any:
    kind = _type(other)
    if kind is _float or kind is _int:
        keys = self._keys
    else:
        try:
            keys = self._keys | other._keys
        except AttributeError:
                return operator_fallback(_add_op, self, other, (self, other, 1))
    if keys or switch.modes:
        return dispatch(_add_op, keys, (self, other, 1))
    return _plain_add(self, other, 1)


def _plain_sub(input, other, alpha):
    if alpha != 1:
        return plain_run(_sub_op, input, other, alpha)
    kind = _type(other)
    try:
        if kind is _float or kind is _int:
            if not input.dtype.is_floating_point:
                return plain_run(_sub_op, input, other, alpha)
            second = other
        elif input.dtype is not other.dtype:
            return plain_run(_sub_op, input, other, alpha)
        else:
            second = other._array
        first = input._array
    except AttributeError:
        return plain_run(_sub_op, input, other, alpha)
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _np_subtract(first, second)
    except (ValueError, OverflowError, TypeError):
        return plain_run(_sub_op, input, other, alpha)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    out = _new(Tensor)
    out._array = array
    out.dtype = input.dtype
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def sub(input: Tensor | Number, other: Tensor | Number, *, alpha: Number = 1, out: Any = None) -> Tensor:
    """`input - alpha * other`."""
    kind = _type(other)
    try:
        keys = input._keys
        if kind is not _float and kind is not _int:
            keys |= other._keys
    except AttributeError:
        return call_mixed(_sub_op, (input, other, alpha), out)
    if keys or switch.modes or out is not None:
        return dispatch(_sub_op, keys, (input, other, alpha), out)
    return _plain_sub(input, other, alpha)


def _plain_sub_(input, other, alpha):
    if alpha != 1:
        return plain_run(_sub__op, input, other, alpha)
    kind = _type(other)
    try:
        if kind is _float or kind is _int:
            if not input.dtype.is_floating_point:
                return plain_run(_sub__op, input, other, alpha)
            second = other
        elif input.dtype is not other.dtype:
            return plain_run(_sub__op, input, other, alpha)
        else:
            second = other._array
        first = input._array
    except AttributeError:
        return plain_run(_sub__op, input, other, alpha)
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        _np_subtract(first, second, first)
    except (ValueError, OverflowError, TypeError):
        return plain_run(_sub__op, input, other, alpha)
    finally:
        if token is not None:
            reset_errstate(token)
    storage = input._storage
    if storage is None:
        storage = input._storage = Storage(input._array)
    storage.version += 1
    return input


def sub_(input: Tensor | Number, other: Tensor | Number, *, alpha: Number = 1) -> Tensor:
    """`input - alpha * other`."""
    kind = _type(other)
    try:
        keys = input._keys
        if kind is not _float and kind is not _int:
            keys |= other._keys
    except AttributeError:
        return call_mixed(_sub__op, (input, other, alpha))
    if keys or switch.modes:
        return dispatch(_sub__op, keys, (input, other, alpha))
    return _plain_sub_(input, other, alpha)


def _sub(self: Any, other: Any) -> Any:
    kind = _type(other)
    if kind is _float or kind is _int:
        keys = self._keys
    else:
        try:
            keys = self._keys | other._keys
        except AttributeError:
                return operator_fallback(_sub_op, self, other, (self, other, 1))
    if keys or switch.modes:
        return dispatch(_sub_op, keys, (self, other, 1))
    return _plain_sub(self, other, 1)


def _rsub(self: Any, other: Any) -> Any:
    kind = _type(other)
    if (kind is _float or kind is _int) and self.dtype.is_floating_point \
            and not (self._keys or switch.modes):
        try:
            token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
                else set_errstate(QUIET)
        except IndexError:
            token = set_errstate(QUIET)
        try:
            array = _np_subtract(other, self._array)
        finally:
            if token is not None:
                reset_errstate(token)
        return wrap(array)
    return operator_fallback(_sub_op, self, other, (other, self, 1))


subtract = sub


subtract_ = sub_


def _plain_mul(input, other):
    kind = _type(other)
    try:
        if kind is _float or kind is _int:
            if not input.dtype.is_floating_point:
                return plain_run(_mul_op, input, other)
            second = other
        elif input.dtype is not other.dtype:
            return plain_run(_mul_op, input, other)
        else:
            second = other._array
        first = input._array
    except AttributeError:
        return plain_run(_mul_op, input, other)
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _np_multiply(first, second)
    except (ValueError, OverflowError, TypeError):
        return plain_run(_mul_op, input, other)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    out = _new(Tensor)
    out._array = array
    out.dtype = input.dtype
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def mul(input: Tensor, other: Tensor | Number, *, out: Any = None) -> Tensor:
    """`input * other`."""
    kind = _type(other)
    try:
        keys = input._keys
        if kind is not _float and kind is not _int:
            keys |= other._keys
    except AttributeError:
        return call_mixed(_mul_op, (input, other), out)
    if keys or switch.modes or out is not None:
        return dispatch(_mul_op, keys, (input, other), out)
    return _plain_mul(input, other)


def _plain_mul_(input, other):
    kind = _type(other)
    try:
        if kind is _float or kind is _int:
            if not input.dtype.is_floating_point:
                return plain_run(_mul__op, input, other)
            second = other
        elif input.dtype is not other.dtype:
            return plain_run(_mul__op, input, other)
        else:
            second = other._array
        first = input._array
    except AttributeError:
        return plain_run(_mul__op, input, other)
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        _np_multiply(first, second, first)
    except (ValueError, OverflowError, TypeError):
        return plain_run(_mul__op, input, other)
    finally:
        if token is not None:
            reset_errstate(token)
    storage = input._storage
    if storage is None:
        storage = input._storage = Storage(input._array)
    storage.version += 1
    return input


def mul_(input: Tensor, other: Tensor | Number) -> Tensor:
    """`input * other`."""
    kind = _type(other)
    try:
        keys = input._keys
        if kind is not _float and kind is not _int:
            keys |= other._keys
    except AttributeError:
        return call_mixed(_mul__op, (input, other))
    if keys or switch.modes:
        return dispatch(_mul__op, keys, (input, other))
    return _plain_mul_(input, other)


def _mul(self: Any, other: Any) -> Any:
    kind = _type(other)
    if kind is _float or kind is _int:
        keys = self._keys
    else:
        try:
            keys = self._keys | other._keys
        except AttributeError:
                return operator_fallback(_mul_op, self, other, (self, other))
    if keys or switch.modes:
        return dispatch(_mul_op, keys, (self, other))
    return _plain_mul(self, other)


multiply = mul


multiply_ = mul_


def _plain_true_divide(input, other):
    kind = _type(other)
    try:
        if kind is _float or kind is _int:
            if not input.dtype.is_floating_point:
                return plain_run(_true_divide_op, input, other)
            second = other
        elif input.dtype is not other.dtype or not input.dtype.is_floating_point:
            return plain_run(_true_divide_op, input, other)
        else:
            second = other._array
        first = input._array
    except AttributeError:
        return plain_run(_true_divide_op, input, other)
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _np_true_divide(first, second)
    except (ValueError, OverflowError, TypeError):
        return plain_run(_true_divide_op, input, other)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    out = _new(Tensor)
    out._array = array
    out.dtype = input.dtype
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def true_divide(input: Tensor | Number, other: Tensor | Number, *, out: Any = None) -> Tensor:
    """`input / other`, in floating point for integers too."""
    kind = _type(other)
    try:
        keys = input._keys
        if kind is not _float and kind is not _int:
            keys |= other._keys
    except AttributeError:
        return call_mixed(_true_divide_op, (input, other), out)
    if keys or switch.modes or out is not None:
        return dispatch(_true_divide_op, keys, (input, other), out)
    return _plain_true_divide(input, other)


def _plain_true_divide_(input, other):
    kind = _type(other)
    try:
        if kind is _float or kind is _int:
            if not input.dtype.is_floating_point:
                return plain_run(_true_divide__op, input, other)
            second = other
        elif input.dtype is not other.dtype or not input.dtype.is_floating_point:
            return plain_run(_true_divide__op, input, other)
        else:
            second = other._array
        first = input._array
    except AttributeError:
        return plain_run(_true_divide__op, input, other)
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        _np_true_divide(first, second, first)
    except (ValueError, OverflowError, TypeError):
        return plain_run(_true_divide__op, input, other)
    finally:
        if token is not None:
            reset_errstate(token)
    storage = input._storage
    if storage is None:
        storage = input._storage = Storage(input._array)
    storage.version += 1
    return input


def true_divide_(input: Tensor | Number, other: Tensor | Number) -> Tensor:
    """`input / other`, in floating point for integers too."""
    kind = _type(other)
    try:
        keys = input._keys
        if kind is not _float and kind is not _int:
            keys |= other._keys
    except AttributeError:
        return call_mixed(_true_divide__op, (input, other))
    if keys or switch.modes:
        return dispatch(_true_divide__op, keys, (input, other))
    return _plain_true_divide_(input, other)


def _truediv(self: Any, other: Any) -> Any:
    kind = _type(other)
    if kind is _float or kind is _int:
        keys = self._keys
    else:
        try:
            keys = self._keys | other._keys
        except AttributeError:
                return operator_fallback(_true_divide_op, self, other, (self, other))
    if keys or switch.modes:
        return dispatch(_true_divide_op, keys, (self, other))
    return _plain_true_divide(self, other)


def _rtruediv(self: Any, other: Any) -> Any:
    kind = _type(other)
    if (kind is _float or kind is _int) and self.dtype.is_floating_point \
            and not (self._keys or switch.modes):
        try:
            token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
                else set_errstate(QUIET)
        except IndexError:
            token = set_errstate(QUIET)
        try:
            array = _np_true_divide(other, self._array)
        finally:
            if token is not None:
                reset_errstate(token)
        return wrap(array)
    return operator_fallback(_true_divide_op, self, other, (other, self))


def _plain_floor_divide(input, other):
    kind = _type(other)
    try:
        if kind is _float or kind is _int:
            if not input.dtype.is_floating_point:
                return plain_run(_floor_divide_op, input, other)
            second = _asarray(other, input._array.dtype)
        elif input.dtype is not other.dtype:
            return plain_run(_floor_divide_op, input, other)
        else:
            second = other._array
        first = input._array
    except AttributeError:
        return plain_run(_floor_divide_op, input, other)
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_floor_divide(np, first, second)
    except (ValueError, OverflowError, TypeError):
        return plain_run(_floor_divide_op, input, other)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    out = _new(Tensor)
    out._array = array
    out.dtype = input.dtype
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def floor_divide(input: Tensor | Number, other: Tensor | Number, *, out: Any = None) -> Tensor:
    """`input / other`, rounded towards minus infinity."""
    kind = _type(other)
    try:
        keys = input._keys
        if kind is not _float and kind is not _int:
            keys |= other._keys
    except AttributeError:
        return call_mixed(_floor_divide_op, (input, other), out)
    if keys or switch.modes or out is not None:
        return dispatch(_floor_divide_op, keys, (input, other), out)
    return _plain_floor_divide(input, other)


def _plain_floor_divide_(input, other):
    kind = _type(other)
    try:
        if kind is _float or kind is _int:
            if not input.dtype.is_floating_point:
                return plain_run(_floor_divide__op, input, other)
            second = _asarray(other, input._array.dtype)
        elif input.dtype is not other.dtype:
            return plain_run(_floor_divide__op, input, other)
        else:
            second = other._array
        first = input._array
    except AttributeError:
        return plain_run(_floor_divide__op, input, other)
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        first[...] = _kernel_floor_divide(np, first, second)
    except (ValueError, OverflowError, TypeError):
        return plain_run(_floor_divide__op, input, other)
    finally:
        if token is not None:
            reset_errstate(token)
    storage = input._storage
    if storage is None:
        storage = input._storage = Storage(input._array)
    storage.version += 1
    return input


def floor_divide_(input: Tensor | Number, other: Tensor | Number) -> Tensor:
    """`input / other`, rounded towards minus infinity."""
    kind = _type(other)
    try:
        keys = input._keys
        if kind is not _float and kind is not _int:
            keys |= other._keys
    except AttributeError:
        return call_mixed(_floor_divide__op, (input, other))
    if keys or switch.modes:
        return dispatch(_floor_divide__op, keys, (input, other))
    return _plain_floor_divide_(input, other)


def _floordiv(self: Any, other: Any) -> Any:
    kind = _type(other)
    if kind is _float or kind is _int:
        keys = self._keys
    else:
        try:
            keys = self._keys | other._keys
        except AttributeError:
                return operator_fallback(_floor_divide_op, self, other, (self, other))
    if keys or switch.modes:
        return dispatch(_floor_divide_op, keys, (self, other))
    return _plain_floor_divide(self, other)


def _rfloordiv(self: Any, other: Any) -> Any:
    return operator_fallback(_floor_divide_op, self, other, (other, self))


def _plain_remainder(input, other):
    kind = _type(other)
    try:
        if kind is _float or kind is _int:
            if not input.dtype.is_floating_point:
                return plain_run(_remainder_op, input, other)
            second = _asarray(other, input._array.dtype)
        elif input.dtype is not other.dtype:
            return plain_run(_remainder_op, input, other)
        else:
            second = other._array
        first = input._array
    except AttributeError:
        return plain_run(_remainder_op, input, other)
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_remainder(np, first, second)
    except (ValueError, OverflowError, TypeError):
        return plain_run(_remainder_op, input, other)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    out = _new(Tensor)
    out._array = array
    out.dtype = input.dtype
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def remainder(input: Tensor | Number, other: Tensor | Number, *, out: Any = None) -> Tensor:
    """The remainder of division, with the sign of `other`."""
    kind = _type(other)
    try:
        keys = input._keys
        if kind is not _float and kind is not _int:
            keys |= other._keys
    except AttributeError:
        return call_mixed(_remainder_op, (input, other), out)
    if keys or switch.modes or out is not None:
        return dispatch(_remainder_op, keys, (input, other), out)
    return _plain_remainder(input, other)


def _plain_remainder_(input, other):
    kind = _type(other)
    try:
        if kind is _float or kind is _int:
            if not input.dtype.is_floating_point:
                return plain_run(_remainder__op, input, other)
            second = _asarray(other, input._array.dtype)
        elif input.dtype is not other.dtype:
            return plain_run(_remainder__op, input, other)
        else:
            second = other._array
        first = input._array
    except AttributeError:
        return plain_run(_remainder__op, input, other)
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        first[...] = _kernel_remainder(np, first, second)
    except (ValueError, OverflowError, TypeError):
        return plain_run(_remainder__op, input, other)
    finally:
        if token is not None:
            reset_errstate(token)
    storage = input._storage
    if storage is None:
        storage = input._storage = Storage(input._array)
    storage.version += 1
    return input


def remainder_(input: Tensor | Number, other: Tensor | Number) -> Tensor:
    """The remainder of division, with the sign of `other`."""
    kind = _type(other)
    try:
        keys = input._keys
        if kind is not _float and kind is not _int:
            keys |= other._keys
    except AttributeError:
        return call_mixed(_remainder__op, (input, other))
    if keys or switch.modes:
        return dispatch(_remainder__op, keys, (input, other))
    return _plain_remainder_(input, other)


def _mod(self: Any, other: Any) -> Any:
    kind = _type(other)
    if kind is _float or kind is _int:
        keys = self._keys
    else:
        try:
            keys = self._keys | other._keys
        except AttributeError:
                return operator_fallback(_remainder_op, self, other, (self, other))
    if keys or switch.modes:
        return dispatch(_remainder_op, keys, (self, other))
    return _plain_remainder(self, other)


def _rmod(self: Any, other: Any) -> Any:
    return operator_fallback(_remainder_op, self, other, (other, self))


def _plain_fmod(input, other):
    kind = _type(other)
    try:
        if kind is _float or kind is _int:
            if not input.dtype.is_floating_point:
                return plain_run(_fmod_op, input, other)
            second = _asarray(other, input._array.dtype)
        elif input.dtype is not other.dtype:
            return plain_run(_fmod_op, input, other)
        else:
            second = other._array
        first = input._array
    except AttributeError:
        return plain_run(_fmod_op, input, other)
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_fmod(np, first, second)
    except (ValueError, OverflowError, TypeError):
        return plain_run(_fmod_op, input, other)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    out = _new(Tensor)
    out._array = array
    out.dtype = input.dtype
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def fmod(input: Tensor, other: Tensor | Number, *, out: Any = None) -> Tensor:
    """The remainder of division, with the sign of `input`."""
    kind = _type(other)
    try:
        keys = input._keys
        if kind is not _float and kind is not _int:
            keys |= other._keys
    except AttributeError:
        return call_mixed(_fmod_op, (input, other), out)
    if keys or switch.modes or out is not None:
        return dispatch(_fmod_op, keys, (input, other), out)
    return _plain_fmod(input, other)


def _plain_fmod_(input, other):
    kind = _type(other)
    try:
        if kind is _float or kind is _int:
            if not input.dtype.is_floating_point:
                return plain_run(_fmod__op, input, other)
            second = _asarray(other, input._array.dtype)
        elif input.dtype is not other.dtype:
            return plain_run(_fmod__op, input, other)
        else:
            second = other._array
        first = input._array
    except AttributeError:
        return plain_run(_fmod__op, input, other)
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        first[...] = _kernel_fmod(np, first, second)
    except (ValueError, OverflowError, TypeError):
        return plain_run(_fmod__op, input, other)
    finally:
        if token is not None:
            reset_errstate(token)
    storage = input._storage
    if storage is None:
        storage = input._storage = Storage(input._array)
    storage.version += 1
    return input


def fmod_(input: Tensor, other: Tensor | Number) -> Tensor:
    """The remainder of division, with the sign of `input`."""
    kind = _type(other)
    try:
        keys = input._keys
        if kind is not _float and kind is not _int:
            keys |= other._keys
    except AttributeError:
        return call_mixed(_fmod__op, (input, other))
    if keys or switch.modes:
        return dispatch(_fmod__op, keys, (input, other))
    return _plain_fmod_(input, other)


def _plain_pow(input, exponent):
    kind = _type(exponent)
    try:
        if kind is _float or kind is _int:
            if not input.dtype.is_floating_point:
                return plain_run(_pow_op, input, exponent)
            second = _asarray(exponent, input._array.dtype)
        elif input.dtype is not exponent.dtype:
            return plain_run(_pow_op, input, exponent)
        else:
            second = exponent._array
        first = input._array
    except AttributeError:
        return plain_run(_pow_op, input, exponent)
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_pow(np, first, second)
    except (ValueError, OverflowError, TypeError):
        return plain_run(_pow_op, input, exponent)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    out = _new(Tensor)
    out._array = array
    out.dtype = input.dtype
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def pow(input: Tensor | Number, exponent: Tensor | Number, *, out: Any = None) -> Tensor:
    """`input` to the power of `exponent`."""
    kind = _type(exponent)
    try:
        keys = input._keys
        if kind is not _float and kind is not _int:
            keys |= exponent._keys
    except AttributeError:
        return call_mixed(_pow_op, (input, exponent), out)
    if keys or switch.modes or out is not None:
        return dispatch(_pow_op, keys, (input, exponent), out)
    return _plain_pow(input, exponent)


def _plain_pow_(input, exponent):
    kind = _type(exponent)
    try:
        if kind is _float or kind is _int:
            if not input.dtype.is_floating_point:
                return plain_run(_pow__op, input, exponent)
            second = _asarray(exponent, input._array.dtype)
        elif input.dtype is not exponent.dtype:
            return plain_run(_pow__op, input, exponent)
        else:
            second = exponent._array
        first = input._array
    except AttributeError:
        return plain_run(_pow__op, input, exponent)
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        first[...] = _kernel_pow(np, first, second)
    except (ValueError, OverflowError, TypeError):
        return plain_run(_pow__op, input, exponent)
    finally:
        if token is not None:
            reset_errstate(token)
    storage = input._storage
    if storage is None:
        storage = input._storage = Storage(input._array)
    storage.version += 1
    return input


def pow_(input: Tensor | Number, exponent: Tensor | Number) -> Tensor:
    """`input` to the power of `exponent`."""
    kind = _type(exponent)
    try:
        keys = input._keys
        if kind is not _float and kind is not _int:
            keys |= exponent._keys
    except AttributeError:
        return call_mixed(_pow__op, (input, exponent))
    if keys or switch.modes:
        return dispatch(_pow__op, keys, (input, exponent))
    return _plain_pow_(input, exponent)


def _pow(self: Any, other: Any) -> Any:
    kind = _type(other)
    if kind is _float or kind is _int:
        keys = self._keys
    else:
        try:
            keys = self._keys | other._keys
        except AttributeError:
                return operator_fallback(_pow_op, self, other, (self, other))
    if keys or switch.modes:
        return dispatch(_pow_op, keys, (self, other))
    return _plain_pow(self, other)


def _rpow(self: Any, other: Any) -> Any:
    return operator_fallback(_pow_op, self, other, (other, self))


def _plain_maximum(input, other):
    if input.dtype is not other.dtype:
        return plain_run(_maximum_op, input, other)
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _np_maximum(input._array, other._array)
    except (ValueError, OverflowError, TypeError):
        return plain_run(_maximum_op, input, other)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    out = _new(Tensor)
    out._array = array
    out.dtype = input.dtype
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def maximum(input: Tensor, other: Tensor, *, out: Any = None) -> Tensor:
    """The larger of both, NaN where either is NaN."""
    try:
        keys = input._keys | other._keys
    except AttributeError:
        return call_mixed(_maximum_op, (input, other), out)
    if keys or switch.modes or out is not None:
        return dispatch(_maximum_op, keys, (input, other), out)
    return _plain_maximum(input, other)


def _plain_minimum(input, other):
    if input.dtype is not other.dtype:
        return plain_run(_minimum_op, input, other)
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _np_minimum(input._array, other._array)
    except (ValueError, OverflowError, TypeError):
        return plain_run(_minimum_op, input, other)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    out = _new(Tensor)
    out._array = array
    out.dtype = input.dtype
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def minimum(input: Tensor, other: Tensor, *, out: Any = None) -> Tensor:
    """The smaller of both, NaN where either is NaN."""
    try:
        keys = input._keys | other._keys
    except AttributeError:
        return call_mixed(_minimum_op, (input, other), out)
    if keys or switch.modes or out is not None:
        return dispatch(_minimum_op, keys, (input, other), out)
    return _plain_minimum(input, other)


def _plain_atan2(input, other):
    if input.dtype is not other.dtype or not input.dtype.is_floating_point:
        return plain_run(_atan2_op, input, other)
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _np_arctan2(input._array, other._array)
    except (ValueError, OverflowError, TypeError):
        return plain_run(_atan2_op, input, other)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    out = _new(Tensor)
    out._array = array
    out.dtype = input.dtype
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def atan2(input: Tensor, other: Tensor, *, out: Any = None) -> Tensor:
    """The angle of the point (other, input), in radians."""
    try:
        keys = input._keys | other._keys
    except AttributeError:
        return call_mixed(_atan2_op, (input, other), out)
    if keys or switch.modes or out is not None:
        return dispatch(_atan2_op, keys, (input, other), out)
    return _plain_atan2(input, other)


def _plain_atan2_(input, other):
    if input.dtype is not other.dtype or not input.dtype.is_floating_point:
        return plain_run(_atan2__op, input, other)
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        _np_arctan2(input._array, other._array, input._array)
    except (ValueError, OverflowError, TypeError):
        return plain_run(_atan2__op, input, other)
    finally:
        if token is not None:
            reset_errstate(token)
    storage = input._storage
    if storage is None:
        storage = input._storage = Storage(input._array)
    storage.version += 1
    return input


def atan2_(input: Tensor, other: Tensor) -> Tensor:
    """The angle of the point (other, input), in radians."""
    try:
        keys = input._keys | other._keys
    except AttributeError:
        return call_mixed(_atan2__op, (input, other))
    if keys or switch.modes:
        return dispatch(_atan2__op, keys, (input, other))
    return _plain_atan2_(input, other)


div = _kernel_div


divide = div


div_ = _kernel_div_


def _plain_truncate_divide(input, other):
    kind = _type(other)
    try:
        if kind is _float or kind is _int:
            if not input.dtype.is_floating_point:
                return plain_run(_truncate_divide_op, input, other)
            second = _asarray(other, input._array.dtype)
        elif input.dtype is not other.dtype:
            return plain_run(_truncate_divide_op, input, other)
        else:
            second = other._array
        first = input._array
    except AttributeError:
        return plain_run(_truncate_divide_op, input, other)
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_truncate_divide(np, first, second)
    except (ValueError, OverflowError, TypeError):
        return plain_run(_truncate_divide_op, input, other)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    out = _new(Tensor)
    out._array = array
    out.dtype = input.dtype
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def truncate_divide(input: Tensor, other: Tensor | Number, *, out: Any = None) -> Tensor:
    """`input / other`, rounded towards 0."""
    kind = _type(other)
    try:
        keys = input._keys
        if kind is not _float and kind is not _int:
            keys |= other._keys
    except AttributeError:
        return call_mixed(_truncate_divide_op, (input, other), out)
    if keys or switch.modes or out is not None:
        return dispatch(_truncate_divide_op, keys, (input, other), out)
    return _plain_truncate_divide(input, other)


def _plain_truncate_divide_(input, other):
    kind = _type(other)
    try:
        if kind is _float or kind is _int:
            if not input.dtype.is_floating_point:
                return plain_run(_truncate_divide__op, input, other)
            second = _asarray(other, input._array.dtype)
        elif input.dtype is not other.dtype:
            return plain_run(_truncate_divide__op, input, other)
        else:
            second = other._array
        first = input._array
    except AttributeError:
        return plain_run(_truncate_divide__op, input, other)
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        first[...] = _kernel_truncate_divide(np, first, second)
    except (ValueError, OverflowError, TypeError):
        return plain_run(_truncate_divide__op, input, other)
    finally:
        if token is not None:
            reset_errstate(token)
    storage = input._storage
    if storage is None:
        storage = input._storage = Storage(input._array)
    storage.version += 1
    return input


def truncate_divide_(input: Tensor, other: Tensor | Number) -> Tensor:
    """`input / other`, rounded towards 0."""
    kind = _type(other)
    try:
        keys = input._keys
        if kind is not _float and kind is not _int:
            keys |= other._keys
    except AttributeError:
        return call_mixed(_truncate_divide__op, (input, other))
    if keys or switch.modes:
        return dispatch(_truncate_divide__op, keys, (input, other))
    return _plain_truncate_divide_(input, other)


rsub = _kernel_rsub


def _plain_eq(input, other):
    kind = _type(other)
    try:
        if kind is _float or kind is _int:
            if not input.dtype.is_floating_point:
                return plain_run(_eq_op, input, other)
            second = other
        elif input.dtype is not other.dtype:
            return plain_run(_eq_op, input, other)
        else:
            second = other._array
        first = input._array
    except AttributeError:
        return plain_run(_eq_op, input, other)
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _np_equal(first, second)
    except (ValueError, OverflowError, TypeError):
        return plain_run(_eq_op, input, other)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    out = _new(Tensor)
    out._array = array
    out.dtype = _BOOL
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def eq(input: Tensor, other: Tensor | Number, *, out: Any = None) -> Tensor:
    """Whether `input == other`, element by element."""
    kind = _type(other)
    try:
        keys = input._keys
        if kind is not _float and kind is not _int:
            keys |= other._keys
    except AttributeError:
        return call_mixed(_eq_op, (input, other), out)
    if keys or switch.modes or out is not None:
        return dispatch(_eq_op, keys, (input, other), out)
    return _plain_eq(input, other)


def _plain_eq_(input, other):
    return plain_run(_eq__op, input, other)


def eq_(input: Tensor, other: Tensor | Number) -> Tensor:
    """Whether `input == other`, element by element."""
    kind = _type(other)
    try:
        keys = input._keys
        if kind is not _float and kind is not _int:
            keys |= other._keys
    except AttributeError:
        return call_mixed(_eq__op, (input, other))
    if keys or switch.modes:
        return dispatch(_eq__op, keys, (input, other))
    return _plain_eq_(input, other)


def _eq(self: Any, other: Any) -> Any:
    kind = _type(other)
    if kind is _float or kind is _int:
        keys = self._keys
    else:
        try:
            keys = self._keys | other._keys
        except AttributeError:
                return operator_fallback(_eq_op, self, other, (self, other))
    if keys or switch.modes:
        return dispatch(_eq_op, keys, (self, other))
    return _plain_eq(self, other)


def _plain_ne(input, other):
    kind = _type(other)
    try:
        if kind is _float or kind is _int:
            if not input.dtype.is_floating_point:
                return plain_run(_ne_op, input, other)
            second = other
        elif input.dtype is not other.dtype:
            return plain_run(_ne_op, input, other)
        else:
            second = other._array
        first = input._array
    except AttributeError:
        return plain_run(_ne_op, input, other)
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _np_not_equal(first, second)
    except (ValueError, OverflowError, TypeError):
        return plain_run(_ne_op, input, other)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    out = _new(Tensor)
    out._array = array
    out.dtype = _BOOL
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def ne(input: Tensor, other: Tensor | Number, *, out: Any = None) -> Tensor:
    """Whether `input != other`, element by element."""
    kind = _type(other)
    try:
        keys = input._keys
        if kind is not _float and kind is not _int:
            keys |= other._keys
    except AttributeError:
        return call_mixed(_ne_op, (input, other), out)
    if keys or switch.modes or out is not None:
        return dispatch(_ne_op, keys, (input, other), out)
    return _plain_ne(input, other)


def _plain_ne_(input, other):
    return plain_run(_ne__op, input, other)


def ne_(input: Tensor, other: Tensor | Number) -> Tensor:
    """Whether `input != other`, element by element."""
    kind = _type(other)
    try:
        keys = input._keys
        if kind is not _float and kind is not _int:
            keys |= other._keys
    except AttributeError:
        return call_mixed(_ne__op, (input, other))
    if keys or switch.modes:
        return dispatch(_ne__op, keys, (input, other))
    return _plain_ne_(input, other)


def _ne(self: Any, other: Any) -> Any:
    kind = _type(other)
    if kind is _float or kind is _int:
        keys = self._keys
    else:
        try:
            keys = self._keys | other._keys
        except AttributeError:
                return operator_fallback(_ne_op, self, other, (self, other))
    if keys or switch.modes:
        return dispatch(_ne_op, keys, (self, other))
    return _plain_ne(self, other)


not_equal = ne


not_equal_ = ne_


def _plain_lt(input, other):
    kind = _type(other)
    try:
        if kind is _float or kind is _int:
            if not input.dtype.is_floating_point:
                return plain_run(_lt_op, input, other)
            second = other
        elif input.dtype is not other.dtype:
            return plain_run(_lt_op, input, other)
        else:
            second = other._array
        first = input._array
    except AttributeError:
        return plain_run(_lt_op, input, other)
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _np_less(first, second)
    except (ValueError, OverflowError, TypeError):
        return plain_run(_lt_op, input, other)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    out = _new(Tensor)
    out._array = array
    out.dtype = _BOOL
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def lt(input: Tensor, other: Tensor | Number, *, out: Any = None) -> Tensor:
    """Whether `input < other`, element by element."""
    kind = _type(other)
    try:
        keys = input._keys
        if kind is not _float and kind is not _int:
            keys |= other._keys
    except AttributeError:
        return call_mixed(_lt_op, (input, other), out)
    if keys or switch.modes or out is not None:
        return dispatch(_lt_op, keys, (input, other), out)
    return _plain_lt(input, other)


def _plain_lt_(input, other):
    return plain_run(_lt__op, input, other)


def lt_(input: Tensor, other: Tensor | Number) -> Tensor:
    """Whether `input < other`, element by element."""
    kind = _type(other)
    try:
        keys = input._keys
        if kind is not _float and kind is not _int:
            keys |= other._keys
    except AttributeError:
        return call_mixed(_lt__op, (input, other))
    if keys or switch.modes:
        return dispatch(_lt__op, keys, (input, other))
    return _plain_lt_(input, other)


def _lt(self: Any, other: Any) -> Any:
    kind = _type(other)
    if kind is _float or kind is _int:
        keys = self._keys
    else:
        try:
            keys = self._keys | other._keys
        except AttributeError:
                return operator_fallback(_lt_op, self, other, (self, other))
    if keys or switch.modes:
        return dispatch(_lt_op, keys, (self, other))
    return _plain_lt(self, other)


less = lt


less_ = lt_


def _plain_le(input, other):
    kind = _type(other)
    try:
        if kind is _float or kind is _int:
            if not input.dtype.is_floating_point:
                return plain_run(_le_op, input, other)
            second = other
        elif input.dtype is not other.dtype:
            return plain_run(_le_op, input, other)
        else:
            second = other._array
        first = input._array
    except AttributeError:
        return plain_run(_le_op, input, other)
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _np_less_equal(first, second)
    except (ValueError, OverflowError, TypeError):
        return plain_run(_le_op, input, other)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    out = _new(Tensor)
    out._array = array
    out.dtype = _BOOL
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def le(input: Tensor, other: Tensor | Number, *, out: Any = None) -> Tensor:
    """Whether `input <= other`, element by element."""
    kind = _type(other)
    try:
        keys = input._keys
        if kind is not _float and kind is not _int:
            keys |= other._keys
    except AttributeError:
        return call_mixed(_le_op, (input, other), out)
    if keys or switch.modes or out is not None:
        return dispatch(_le_op, keys, (input, other), out)
    return _plain_le(input, other)


def _plain_le_(input, other):
    return plain_run(_le__op, input, other)


def le_(input: Tensor, other: Tensor | Number) -> Tensor:
    """Whether `input <= other`, element by element."""
    kind = _type(other)
    try:
        keys = input._keys
        if kind is not _float and kind is not _int:
            keys |= other._keys
    except AttributeError:
        return call_mixed(_le__op, (input, other))
    if keys or switch.modes:
        return dispatch(_le__op, keys, (input, other))
    return _plain_le_(input, other)


def _le(self: Any, other: Any) -> Any:
    kind = _type(other)
    if kind is _float or kind is _int:
        keys = self._keys
    else:
        try:
            keys = self._keys | other._keys
        except AttributeError:
                return operator_fallback(_le_op, self, other, (self, other))
    if keys or switch.modes:
        return dispatch(_le_op, keys, (self, other))
    return _plain_le(self, other)


less_equal = le


less_equal_ = le_


def _plain_gt(input, other):
    kind = _type(other)
    try:
        if kind is _float or kind is _int:
            if not input.dtype.is_floating_point:
                return plain_run(_gt_op, input, other)
            second = other
        elif input.dtype is not other.dtype:
            return plain_run(_gt_op, input, other)
        else:
            second = other._array
        first = input._array
    except AttributeError:
        return plain_run(_gt_op, input, other)
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _np_greater(first, second)
    except (ValueError, OverflowError, TypeError):
        return plain_run(_gt_op, input, other)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    out = _new(Tensor)
    out._array = array
    out.dtype = _BOOL
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def gt(input: Tensor, other: Tensor | Number, *, out: Any = None) -> Tensor:
    """Whether `input > other`, element by element."""
    kind = _type(other)
    try:
        keys = input._keys
        if kind is not _float and kind is not _int:
            keys |= other._keys
    except AttributeError:
        return call_mixed(_gt_op, (input, other), out)
    if keys or switch.modes or out is not None:
        return dispatch(_gt_op, keys, (input, other), out)
    return _plain_gt(input, other)


def _plain_gt_(input, other):
    return plain_run(_gt__op, input, other)


def gt_(input: Tensor, other: Tensor | Number) -> Tensor:
    """Whether `input > other`, element by element."""
    kind = _type(other)
    try:
        keys = input._keys
        if kind is not _float and kind is not _int:
            keys |= other._keys
    except AttributeError:
        return call_mixed(_gt__op, (input, other))
    if keys or switch.modes:
        return dispatch(_gt__op, keys, (input, other))
    return _plain_gt_(input, other)


def _gt(self: Any, other: Any) -> Any:
    kind = _type(other)
    if kind is _float or kind is _int:
        keys = self._keys
    else:
        try:
            keys = self._keys | other._keys
        except AttributeError:
                return operator_fallback(_gt_op, self, other, (self, other))
    if keys or switch.modes:
        return dispatch(_gt_op, keys, (self, other))
    return _plain_gt(self, other)


greater = gt


greater_ = gt_


def _plain_ge(input, other):
    kind = _type(other)
    try:
        if kind is _float or kind is _int:
            if not input.dtype.is_floating_point:
                return plain_run(_ge_op, input, other)
            second = other
        elif input.dtype is not other.dtype:
            return plain_run(_ge_op, input, other)
        else:
            second = other._array
        first = input._array
    except AttributeError:
        return plain_run(_ge_op, input, other)
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _np_greater_equal(first, second)
    except (ValueError, OverflowError, TypeError):
        return plain_run(_ge_op, input, other)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    out = _new(Tensor)
    out._array = array
    out.dtype = _BOOL
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def ge(input: Tensor, other: Tensor | Number, *, out: Any = None) -> Tensor:
    """Whether `input >= other`, element by element."""
    kind = _type(other)
    try:
        keys = input._keys
        if kind is not _float and kind is not _int:
            keys |= other._keys
    except AttributeError:
        return call_mixed(_ge_op, (input, other), out)
    if keys or switch.modes or out is not None:
        return dispatch(_ge_op, keys, (input, other), out)
    return _plain_ge(input, other)


def _plain_ge_(input, other):
    return plain_run(_ge__op, input, other)


def ge_(input: Tensor, other: Tensor | Number) -> Tensor:
    """Whether `input >= other`, element by element."""
    kind = _type(other)
    try:
        keys = input._keys
        if kind is not _float and kind is not _int:
            keys |= other._keys
    except AttributeError:
        return call_mixed(_ge__op, (input, other))
    if keys or switch.modes:
        return dispatch(_ge__op, keys, (input, other))
    return _plain_ge_(input, other)


def _ge(self: Any, other: Any) -> Any:
    kind = _type(other)
    if kind is _float or kind is _int:
        keys = self._keys
    else:
        try:
            keys = self._keys | other._keys
        except AttributeError:
                return operator_fallback(_ge_op, self, other, (self, other))
    if keys or switch.modes:
        return dispatch(_ge_op, keys, (self, other))
    return _plain_ge(self, other)


greater_equal = ge


greater_equal_ = ge_


def _plain_logical_and(input, other):
    if input.dtype is not other.dtype:
        return plain_run(_logical_and_op, input, other)
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _np_logical_and(input._array, other._array)
    except (ValueError, OverflowError, TypeError):
        return plain_run(_logical_and_op, input, other)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    out = _new(Tensor)
    out._array = array
    out.dtype = _BOOL
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def logical_and(input: Tensor, other: Tensor, *, out: Any = None) -> Tensor:
    """Whether both are nonzero."""
    try:
        keys = input._keys | other._keys
    except AttributeError:
        return call_mixed(_logical_and_op, (input, other), out)
    if keys or switch.modes or out is not None:
        return dispatch(_logical_and_op, keys, (input, other), out)
    return _plain_logical_and(input, other)


def _plain_logical_and_(input, other):
    return plain_run(_logical_and__op, input, other)


def logical_and_(input: Tensor, other: Tensor) -> Tensor:
    """Whether both are nonzero."""
    try:
        keys = input._keys | other._keys
    except AttributeError:
        return call_mixed(_logical_and__op, (input, other))
    if keys or switch.modes:
        return dispatch(_logical_and__op, keys, (input, other))
    return _plain_logical_and_(input, other)


def _plain_logical_or(input, other):
    if input.dtype is not other.dtype:
        return plain_run(_logical_or_op, input, other)
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _np_logical_or(input._array, other._array)
    except (ValueError, OverflowError, TypeError):
        return plain_run(_logical_or_op, input, other)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    out = _new(Tensor)
    out._array = array
    out.dtype = _BOOL
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def logical_or(input: Tensor, other: Tensor, *, out: Any = None) -> Tensor:
    """Whether either is nonzero."""
    try:
        keys = input._keys | other._keys
    except AttributeError:
        return call_mixed(_logical_or_op, (input, other), out)
    if keys or switch.modes or out is not None:
        return dispatch(_logical_or_op, keys, (input, other), out)
    return _plain_logical_or(input, other)


def _plain_logical_or_(input, other):
    return plain_run(_logical_or__op, input, other)


def logical_or_(input: Tensor, other: Tensor) -> Tensor:
    """Whether either is nonzero."""
    try:
        keys = input._keys | other._keys
    except AttributeError:
        return call_mixed(_logical_or__op, (input, other))
    if keys or switch.modes:
        return dispatch(_logical_or__op, keys, (input, other))
    return _plain_logical_or_(input, other)


def _plain_logical_xor(input, other):
    if input.dtype is not other.dtype:
        return plain_run(_logical_xor_op, input, other)
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _np_logical_xor(input._array, other._array)
    except (ValueError, OverflowError, TypeError):
        return plain_run(_logical_xor_op, input, other)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    out = _new(Tensor)
    out._array = array
    out.dtype = _BOOL
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def logical_xor(input: Tensor, other: Tensor, *, out: Any = None) -> Tensor:
    """Whether exactly one is nonzero."""
    try:
        keys = input._keys | other._keys
    except AttributeError:
        return call_mixed(_logical_xor_op, (input, other), out)
    if keys or switch.modes or out is not None:
        return dispatch(_logical_xor_op, keys, (input, other), out)
    return _plain_logical_xor(input, other)


def _plain_logical_xor_(input, other):
    return plain_run(_logical_xor__op, input, other)


def logical_xor_(input: Tensor, other: Tensor) -> Tensor:
    """Whether exactly one is nonzero."""
    try:
        keys = input._keys | other._keys
    except AttributeError:
        return call_mixed(_logical_xor__op, (input, other))
    if keys or switch.modes:
        return dispatch(_logical_xor__op, keys, (input, other))
    return _plain_logical_xor_(input, other)


def _plain_logical_not(input):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _np_logical_not(input._array)
    except (ValueError, OverflowError, TypeError):
        return plain_run(_logical_not_op, input)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    out = _new(Tensor)
    out._array = array
    out.dtype = _BOOL
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def logical_not(input: Tensor, *, out: Any = None) -> Tensor:
    """Whether the element is zero."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_logical_not_op, (input,), out)
    if keys or switch.modes or out is not None:
        return dispatch(_logical_not_op, keys, (input,), out)
    return _plain_logical_not(input)


def _plain_logical_not_(input):
    return plain_run(_logical_not__op, input)


def logical_not_(input: Tensor) -> Tensor:
    """Whether the element is zero."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_logical_not__op, (input,))
    if keys or switch.modes:
        return dispatch(_logical_not__op, keys, (input,))
    return _plain_logical_not_(input)


def _plain_bitwise_and(input, other):
    kind = _type(other)
    try:
        if kind is _float or kind is _int:
            if not input.dtype.is_floating_point:
                return plain_run(_bitwise_and_op, input, other)
            second = other
        elif input.dtype is not other.dtype:
            return plain_run(_bitwise_and_op, input, other)
        else:
            second = other._array
        first = input._array
    except AttributeError:
        return plain_run(_bitwise_and_op, input, other)
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _np_bitwise_and(first, second)
    except (ValueError, OverflowError, TypeError):
        return plain_run(_bitwise_and_op, input, other)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    out = _new(Tensor)
    out._array = array
    out.dtype = input.dtype
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def bitwise_and(input: Tensor, other: Tensor | Number, *, out: Any = None) -> Tensor:
    """Bits set in both."""
    kind = _type(other)
    try:
        keys = input._keys
        if kind is not _float and kind is not _int:
            keys |= other._keys
    except AttributeError:
        return call_mixed(_bitwise_and_op, (input, other), out)
    if keys or switch.modes or out is not None:
        return dispatch(_bitwise_and_op, keys, (input, other), out)
    return _plain_bitwise_and(input, other)


def _plain_bitwise_and_(input, other):
    kind = _type(other)
    try:
        if kind is _float or kind is _int:
            if not input.dtype.is_floating_point:
                return plain_run(_bitwise_and__op, input, other)
            second = other
        elif input.dtype is not other.dtype:
            return plain_run(_bitwise_and__op, input, other)
        else:
            second = other._array
        first = input._array
    except AttributeError:
        return plain_run(_bitwise_and__op, input, other)
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        _np_bitwise_and(first, second, first)
    except (ValueError, OverflowError, TypeError):
        return plain_run(_bitwise_and__op, input, other)
    finally:
        if token is not None:
            reset_errstate(token)
    storage = input._storage
    if storage is None:
        storage = input._storage = Storage(input._array)
    storage.version += 1
    return input


def bitwise_and_(input: Tensor, other: Tensor | Number) -> Tensor:
    """Bits set in both."""
    kind = _type(other)
    try:
        keys = input._keys
        if kind is not _float and kind is not _int:
            keys |= other._keys
    except AttributeError:
        return call_mixed(_bitwise_and__op, (input, other))
    if keys or switch.modes:
        return dispatch(_bitwise_and__op, keys, (input, other))
    return _plain_bitwise_and_(input, other)


def _and(self: Any, other: Any) -> Any:
    kind = _type(other)
    if kind is _float or kind is _int:
        keys = self._keys
    else:
        try:
            keys = self._keys | other._keys
        except AttributeError:
                return operator_fallback(_bitwise_and_op, self, other, (self, other))
    if keys or switch.modes:
        return dispatch(_bitwise_and_op, keys, (self, other))
    return _plain_bitwise_and(self, other)


def _plain_bitwise_or(input, other):
    kind = _type(other)
    try:
        if kind is _float or kind is _int:
            if not input.dtype.is_floating_point:
                return plain_run(_bitwise_or_op, input, other)
            second = other
        elif input.dtype is not other.dtype:
            return plain_run(_bitwise_or_op, input, other)
        else:
            second = other._array
        first = input._array
    except AttributeError:
        return plain_run(_bitwise_or_op, input, other)
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _np_bitwise_or(first, second)
    except (ValueError, OverflowError, TypeError):
        return plain_run(_bitwise_or_op, input, other)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    out = _new(Tensor)
    out._array = array
    out.dtype = input.dtype
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def bitwise_or(input: Tensor, other: Tensor | Number, *, out: Any = None) -> Tensor:
    """Bits set in either."""
    kind = _type(other)
    try:
        keys = input._keys
        if kind is not _float and kind is not _int:
            keys |= other._keys
    except AttributeError:
        return call_mixed(_bitwise_or_op, (input, other), out)
    if keys or switch.modes or out is not None:
        return dispatch(_bitwise_or_op, keys, (input, other), out)
    return _plain_bitwise_or(input, other)


def _plain_bitwise_or_(input, other):
    kind = _type(other)
    try:
        if kind is _float or kind is _int:
            if not input.dtype.is_floating_point:
                return plain_run(_bitwise_or__op, input, other)
            second = other
        elif input.dtype is not other.dtype:
            return plain_run(_bitwise_or__op, input, other)
        else:
            second = other._array
        first = input._array
    except AttributeError:
        return plain_run(_bitwise_or__op, input, other)
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        _np_bitwise_or(first, second, first)
    except (ValueError, OverflowError, TypeError):
        return plain_run(_bitwise_or__op, input, other)
    finally:
        if token is not None:
            reset_errstate(token)
    storage = input._storage
    if storage is None:
        storage = input._storage = Storage(input._array)
    storage.version += 1
    return input


def bitwise_or_(input: Tensor, other: Tensor | Number) -> Tensor:
    """Bits set in either."""
    kind = _type(other)
    try:
        keys = input._keys
        if kind is not _float and kind is not _int:
            keys |= other._keys
    except AttributeError:
        return call_mixed(_bitwise_or__op, (input, other))
    if keys or switch.modes:
        return dispatch(_bitwise_or__op, keys, (input, other))
    return _plain_bitwise_or_(input, other)


def _or(self: Any, other: Any) -> Any:
    kind = _type(other)
    if kind is _float or kind is _int:
        keys = self._keys
    else:
        try:
            keys = self._keys | other._keys
        except AttributeError:
                return operator_fallback(_bitwise_or_op, self, other, (self, other))
    if keys or switch.modes:
        return dispatch(_bitwise_or_op, keys, (self, other))
    return _plain_bitwise_or(self, other)


def _plain_bitwise_xor(input, other):
    kind = _type(other)
    try:
        if kind is _float or kind is _int:
            if not input.dtype.is_floating_point:
                return plain_run(_bitwise_xor_op, input, other)
            second = other
        elif input.dtype is not other.dtype:
            return plain_run(_bitwise_xor_op, input, other)
        else:
            second = other._array
        first = input._array
    except AttributeError:
        return plain_run(_bitwise_xor_op, input, other)
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _np_bitwise_xor(first, second)
    except (ValueError, OverflowError, TypeError):
        return plain_run(_bitwise_xor_op, input, other)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    out = _new(Tensor)
    out._array = array
    out.dtype = input.dtype
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def bitwise_xor(input: Tensor, other: Tensor | Number, *, out: Any = None) -> Tensor:
    """Bits set in exactly one."""
    kind = _type(other)
    try:
        keys = input._keys
        if kind is not _float and kind is not _int:
            keys |= other._keys
    except AttributeError:
        return call_mixed(_bitwise_xor_op, (input, other), out)
    if keys or switch.modes or out is not None:
        return dispatch(_bitwise_xor_op, keys, (input, other), out)
    return _plain_bitwise_xor(input, other)


def _plain_bitwise_xor_(input, other):
    kind = _type(other)
    try:
        if kind is _float or kind is _int:
            if not input.dtype.is_floating_point:
                return plain_run(_bitwise_xor__op, input, other)
            second = other
        elif input.dtype is not other.dtype:
            return plain_run(_bitwise_xor__op, input, other)
        else:
            second = other._array
        first = input._array
    except AttributeError:
        return plain_run(_bitwise_xor__op, input, other)
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        _np_bitwise_xor(first, second, first)
    except (ValueError, OverflowError, TypeError):
        return plain_run(_bitwise_xor__op, input, other)
    finally:
        if token is not None:
            reset_errstate(token)
    storage = input._storage
    if storage is None:
        storage = input._storage = Storage(input._array)
    storage.version += 1
    return input


def bitwise_xor_(input: Tensor, other: Tensor | Number) -> Tensor:
    """Bits set in exactly one."""
    kind = _type(other)
    try:
        keys = input._keys
        if kind is not _float and kind is not _int:
            keys |= other._keys
    except AttributeError:
        return call_mixed(_bitwise_xor__op, (input, other))
    if keys or switch.modes:
        return dispatch(_bitwise_xor__op, keys, (input, other))
    return _plain_bitwise_xor_(input, other)


def _xor(self: Any, other: Any) -> Any:
    kind = _type(other)
    if kind is _float or kind is _int:
        keys = self._keys
    else:
        try:
            keys = self._keys | other._keys
        except AttributeError:
                return operator_fallback(_bitwise_xor_op, self, other, (self, other))
    if keys or switch.modes:
        return dispatch(_bitwise_xor_op, keys, (self, other))
    return _plain_bitwise_xor(self, other)


def _plain_bitwise_not(input):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _np_invert(input._array)
    except (ValueError, OverflowError, TypeError):
        return plain_run(_bitwise_not_op, input)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    out = _new(Tensor)
    out._array = array
    out.dtype = input.dtype
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def bitwise_not(input: Tensor, *, out: Any = None) -> Tensor:
    """All bits turned over; logical not for booleans."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_bitwise_not_op, (input,), out)
    if keys or switch.modes or out is not None:
        return dispatch(_bitwise_not_op, keys, (input,), out)
    return _plain_bitwise_not(input)


def _plain_bitwise_not_(input):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        _np_invert(input._array, input._array)
    except (ValueError, OverflowError, TypeError):
        return plain_run(_bitwise_not__op, input)
    finally:
        if token is not None:
            reset_errstate(token)
    storage = input._storage
    if storage is None:
        storage = input._storage = Storage(input._array)
    storage.version += 1
    return input


def bitwise_not_(input: Tensor) -> Tensor:
    """All bits turned over; logical not for booleans."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_bitwise_not__op, (input,))
    if keys or switch.modes:
        return dispatch(_bitwise_not__op, keys, (input,))
    return _plain_bitwise_not_(input)


def _plain_isnan(input):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _np_isnan(input._array)
    except (ValueError, OverflowError, TypeError):
        return plain_run(_isnan_op, input)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    out = _new(Tensor)
    out._array = array
    out.dtype = _BOOL
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def isnan(input: Tensor) -> Tensor:
    """Whether the element is not a number."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_isnan_op, (input,))
    if keys or switch.modes:
        return dispatch(_isnan_op, keys, (input,))
    return _plain_isnan(input)


def _plain_isinf(input):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _np_isinf(input._array)
    except (ValueError, OverflowError, TypeError):
        return plain_run(_isinf_op, input)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    out = _new(Tensor)
    out._array = array
    out.dtype = _BOOL
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def isinf(input: Tensor) -> Tensor:
    """Whether the element is infinite."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_isinf_op, (input,))
    if keys or switch.modes:
        return dispatch(_isinf_op, keys, (input,))
    return _plain_isinf(input)


def _plain_isfinite(input):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _np_isfinite(input._array)
    except (ValueError, OverflowError, TypeError):
        return plain_run(_isfinite_op, input)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    out = _new(Tensor)
    out._array = array
    out.dtype = _BOOL
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def isfinite(input: Tensor) -> Tensor:
    """Whether the element is neither infinite nor NaN."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_isfinite_op, (input,))
    if keys or switch.modes:
        return dispatch(_isfinite_op, keys, (input,))
    return _plain_isfinite(input)


def _plain_clone(input, memory_format):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_clone(np, input._array, memory_format=memory_format)
    finally:
        if token is not None:
            reset_errstate(token)
    return wrap(array)


def clone(input: Tensor, *, memory_format: object = None) -> Tensor:
    """A copy with memory of its own."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_clone_op, (input, memory_format))
    if keys or switch.modes:
        return dispatch(_clone_op, keys, (input, memory_format))
    return _plain_clone(input, memory_format)


def _plain_to_dtype(input, dtype):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_to_dtype(np, input._array, dtype)
    finally:
        if token is not None:
            reset_errstate(token)
    return wrap(array)


def to_dtype(input: Tensor, dtype: DType) -> Tensor:
    """A copy with elements of another dtype."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_to_dtype_op, (input, dtype))
    if keys or switch.modes:
        return dispatch(_to_dtype_op, keys, (input, dtype))
    return _plain_to_dtype(input, dtype)


def _plain_to_device(input, device):
    return _kernel_to_device(input, device)


def to_device(input: Tensor, device: Device) -> Tensor:
    """A copy on another device."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_to_device_op, (input, device))
    if keys or switch.modes:
        return dispatch(_to_device_op, keys, (input, device))
    return _plain_to_device(input, device)


def _plain_copy_(input, src, non_blocking):
    return _kernel_copy_(input, src, non_blocking)


def copy_(input: Tensor, src: Tensor, non_blocking: _bool = False) -> Tensor:
    """Write the elements of `src`, broadcast and converted, into this tensor; returns it."""
    try:
        keys = input._keys | src._keys
    except AttributeError:
        return call_mixed(_copy__op, (input, src, non_blocking))
    if keys or switch.modes:
        return dispatch(_copy__op, keys, (input, src, non_blocking))
    return _plain_copy_(input, src, non_blocking)


def _plain_neg(input):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _np_negative(input._array)
    except (ValueError, OverflowError, TypeError):
        return plain_run(_neg_op, input)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    out = _new(Tensor)
    out._array = array
    out.dtype = input.dtype
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def neg(input: Tensor, *, out: Any = None) -> Tensor:
    """`-input`."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_neg_op, (input,), out)
    if keys or switch.modes or out is not None:
        return dispatch(_neg_op, keys, (input,), out)
    return _plain_neg(input)


def _plain_neg_(input):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        _np_negative(input._array, input._array)
    except (ValueError, OverflowError, TypeError):
        return plain_run(_neg__op, input)
    finally:
        if token is not None:
            reset_errstate(token)
    storage = input._storage
    if storage is None:
        storage = input._storage = Storage(input._array)
    storage.version += 1
    return input


def neg_(input: Tensor) -> Tensor:
    """`-input`."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_neg__op, (input,))
    if keys or switch.modes:
        return dispatch(_neg__op, keys, (input,))
    return _plain_neg_(input)


negative = neg


negative_ = neg_


def _plain_abs(input):
    if not input.dtype.is_floating_point:
        return plain_run(_abs_op, input)
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _np_absolute(input._array)
    except (ValueError, OverflowError, TypeError):
        return plain_run(_abs_op, input)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    out = _new(Tensor)
    out._array = array
    out.dtype = input.dtype.to_real()
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def abs(input: Tensor, *, out: Any = None) -> Tensor:
    """The absolute value; of complex elements, the modulus."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_abs_op, (input,), out)
    if keys or switch.modes or out is not None:
        return dispatch(_abs_op, keys, (input,), out)
    return _plain_abs(input)


def _plain_abs_(input):
    return plain_run(_abs__op, input)


def abs_(input: Tensor) -> Tensor:
    """The absolute value; of complex elements, the modulus."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_abs__op, (input,))
    if keys or switch.modes:
        return dispatch(_abs__op, keys, (input,))
    return _plain_abs_(input)


absolute = abs


absolute_ = abs_


def _plain_exp(input):
    if not input.dtype.is_floating_point:
        return plain_run(_exp_op, input)
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _np_exp(input._array)
    except (ValueError, OverflowError, TypeError):
        return plain_run(_exp_op, input)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    out = _new(Tensor)
    out._array = array
    out.dtype = input.dtype
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def exp(input: Tensor, *, out: Any = None) -> Tensor:
    """e to the power of `input`."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_exp_op, (input,), out)
    if keys or switch.modes or out is not None:
        return dispatch(_exp_op, keys, (input,), out)
    return _plain_exp(input)


def _plain_exp_(input):
    if not input.dtype.is_floating_point:
        return plain_run(_exp__op, input)
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        _np_exp(input._array, input._array)
    except (ValueError, OverflowError, TypeError):
        return plain_run(_exp__op, input)
    finally:
        if token is not None:
            reset_errstate(token)
    storage = input._storage
    if storage is None:
        storage = input._storage = Storage(input._array)
    storage.version += 1
    return input


def exp_(input: Tensor) -> Tensor:
    """e to the power of `input`."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_exp__op, (input,))
    if keys or switch.modes:
        return dispatch(_exp__op, keys, (input,))
    return _plain_exp_(input)


def _plain_exp2(input):
    if not input.dtype.is_floating_point:
        return plain_run(_exp2_op, input)
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _np_exp2(input._array)
    except (ValueError, OverflowError, TypeError):
        return plain_run(_exp2_op, input)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    out = _new(Tensor)
    out._array = array
    out.dtype = input.dtype
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def exp2(input: Tensor, *, out: Any = None) -> Tensor:
    """2 to the power of `input`."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_exp2_op, (input,), out)
    if keys or switch.modes or out is not None:
        return dispatch(_exp2_op, keys, (input,), out)
    return _plain_exp2(input)


def _plain_exp2_(input):
    if not input.dtype.is_floating_point:
        return plain_run(_exp2__op, input)
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        _np_exp2(input._array, input._array)
    except (ValueError, OverflowError, TypeError):
        return plain_run(_exp2__op, input)
    finally:
        if token is not None:
            reset_errstate(token)
    storage = input._storage
    if storage is None:
        storage = input._storage = Storage(input._array)
    storage.version += 1
    return input


def exp2_(input: Tensor) -> Tensor:
    """2 to the power of `input`."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_exp2__op, (input,))
    if keys or switch.modes:
        return dispatch(_exp2__op, keys, (input,))
    return _plain_exp2_(input)


def _plain_expm1(input):
    if not input.dtype.is_floating_point:
        return plain_run(_expm1_op, input)
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _np_expm1(input._array)
    except (ValueError, OverflowError, TypeError):
        return plain_run(_expm1_op, input)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    out = _new(Tensor)
    out._array = array
    out.dtype = input.dtype
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def expm1(input: Tensor, *, out: Any = None) -> Tensor:
    """`exp(input) - 1`, exact near 0."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_expm1_op, (input,), out)
    if keys or switch.modes or out is not None:
        return dispatch(_expm1_op, keys, (input,), out)
    return _plain_expm1(input)


def _plain_expm1_(input):
    if not input.dtype.is_floating_point:
        return plain_run(_expm1__op, input)
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        _np_expm1(input._array, input._array)
    except (ValueError, OverflowError, TypeError):
        return plain_run(_expm1__op, input)
    finally:
        if token is not None:
            reset_errstate(token)
    storage = input._storage
    if storage is None:
        storage = input._storage = Storage(input._array)
    storage.version += 1
    return input


def expm1_(input: Tensor) -> Tensor:
    """`exp(input) - 1`, exact near 0."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_expm1__op, (input,))
    if keys or switch.modes:
        return dispatch(_expm1__op, keys, (input,))
    return _plain_expm1_(input)


def _plain_log(input):
    if not input.dtype.is_floating_point:
        return plain_run(_log_op, input)
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _np_log(input._array)
    except (ValueError, OverflowError, TypeError):
        return plain_run(_log_op, input)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    out = _new(Tensor)
    out._array = array
    out.dtype = input.dtype
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def log(input: Tensor, *, out: Any = None) -> Tensor:
    """The natural logarithm."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_log_op, (input,), out)
    if keys or switch.modes or out is not None:
        return dispatch(_log_op, keys, (input,), out)
    return _plain_log(input)


def _plain_log_(input):
    if not input.dtype.is_floating_point:
        return plain_run(_log__op, input)
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        _np_log(input._array, input._array)
    except (ValueError, OverflowError, TypeError):
        return plain_run(_log__op, input)
    finally:
        if token is not None:
            reset_errstate(token)
    storage = input._storage
    if storage is None:
        storage = input._storage = Storage(input._array)
    storage.version += 1
    return input


def log_(input: Tensor) -> Tensor:
    """The natural logarithm."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_log__op, (input,))
    if keys or switch.modes:
        return dispatch(_log__op, keys, (input,))
    return _plain_log_(input)


def _plain_log2(input):
    if not input.dtype.is_floating_point:
        return plain_run(_log2_op, input)
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _np_log2(input._array)
    except (ValueError, OverflowError, TypeError):
        return plain_run(_log2_op, input)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    out = _new(Tensor)
    out._array = array
    out.dtype = input.dtype
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def log2(input: Tensor, *, out: Any = None) -> Tensor:
    """The logarithm to base 2."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_log2_op, (input,), out)
    if keys or switch.modes or out is not None:
        return dispatch(_log2_op, keys, (input,), out)
    return _plain_log2(input)


def _plain_log2_(input):
    if not input.dtype.is_floating_point:
        return plain_run(_log2__op, input)
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        _np_log2(input._array, input._array)
    except (ValueError, OverflowError, TypeError):
        return plain_run(_log2__op, input)
    finally:
        if token is not None:
            reset_errstate(token)
    storage = input._storage
    if storage is None:
        storage = input._storage = Storage(input._array)
    storage.version += 1
    return input


def log2_(input: Tensor) -> Tensor:
    """The logarithm to base 2."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_log2__op, (input,))
    if keys or switch.modes:
        return dispatch(_log2__op, keys, (input,))
    return _plain_log2_(input)


def _plain_log10(input):
    if not input.dtype.is_floating_point:
        return plain_run(_log10_op, input)
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _np_log10(input._array)
    except (ValueError, OverflowError, TypeError):
        return plain_run(_log10_op, input)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    out = _new(Tensor)
    out._array = array
    out.dtype = input.dtype
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def log10(input: Tensor, *, out: Any = None) -> Tensor:
    """The logarithm to base 10."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_log10_op, (input,), out)
    if keys or switch.modes or out is not None:
        return dispatch(_log10_op, keys, (input,), out)
    return _plain_log10(input)


def _plain_log10_(input):
    if not input.dtype.is_floating_point:
        return plain_run(_log10__op, input)
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        _np_log10(input._array, input._array)
    except (ValueError, OverflowError, TypeError):
        return plain_run(_log10__op, input)
    finally:
        if token is not None:
            reset_errstate(token)
    storage = input._storage
    if storage is None:
        storage = input._storage = Storage(input._array)
    storage.version += 1
    return input


def log10_(input: Tensor) -> Tensor:
    """The logarithm to base 10."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_log10__op, (input,))
    if keys or switch.modes:
        return dispatch(_log10__op, keys, (input,))
    return _plain_log10_(input)


def _plain_log1p(input):
    if not input.dtype.is_floating_point:
        return plain_run(_log1p_op, input)
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _np_log1p(input._array)
    except (ValueError, OverflowError, TypeError):
        return plain_run(_log1p_op, input)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    out = _new(Tensor)
    out._array = array
    out.dtype = input.dtype
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def log1p(input: Tensor, *, out: Any = None) -> Tensor:
    """`log(1 + input)`, exact near 0."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_log1p_op, (input,), out)
    if keys or switch.modes or out is not None:
        return dispatch(_log1p_op, keys, (input,), out)
    return _plain_log1p(input)


def _plain_log1p_(input):
    if not input.dtype.is_floating_point:
        return plain_run(_log1p__op, input)
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        _np_log1p(input._array, input._array)
    except (ValueError, OverflowError, TypeError):
        return plain_run(_log1p__op, input)
    finally:
        if token is not None:
            reset_errstate(token)
    storage = input._storage
    if storage is None:
        storage = input._storage = Storage(input._array)
    storage.version += 1
    return input


def log1p_(input: Tensor) -> Tensor:
    """`log(1 + input)`, exact near 0."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_log1p__op, (input,))
    if keys or switch.modes:
        return dispatch(_log1p__op, keys, (input,))
    return _plain_log1p_(input)


def _plain_sqrt(input):
    if not input.dtype.is_floating_point:
        return plain_run(_sqrt_op, input)
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _np_sqrt(input._array)
    except (ValueError, OverflowError, TypeError):
        return plain_run(_sqrt_op, input)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    out = _new(Tensor)
    out._array = array
    out.dtype = input.dtype
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def sqrt(input: Tensor, *, out: Any = None) -> Tensor:
    """The square root."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_sqrt_op, (input,), out)
    if keys or switch.modes or out is not None:
        return dispatch(_sqrt_op, keys, (input,), out)
    return _plain_sqrt(input)


def _plain_sqrt_(input):
    if not input.dtype.is_floating_point:
        return plain_run(_sqrt__op, input)
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        _np_sqrt(input._array, input._array)
    except (ValueError, OverflowError, TypeError):
        return plain_run(_sqrt__op, input)
    finally:
        if token is not None:
            reset_errstate(token)
    storage = input._storage
    if storage is None:
        storage = input._storage = Storage(input._array)
    storage.version += 1
    return input


def sqrt_(input: Tensor) -> Tensor:
    """The square root."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_sqrt__op, (input,))
    if keys or switch.modes:
        return dispatch(_sqrt__op, keys, (input,))
    return _plain_sqrt_(input)


def _plain_sin(input):
    if not input.dtype.is_floating_point:
        return plain_run(_sin_op, input)
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _np_sin(input._array)
    except (ValueError, OverflowError, TypeError):
        return plain_run(_sin_op, input)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    out = _new(Tensor)
    out._array = array
    out.dtype = input.dtype
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def sin(input: Tensor, *, out: Any = None) -> Tensor:
    """The sine, of radians."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_sin_op, (input,), out)
    if keys or switch.modes or out is not None:
        return dispatch(_sin_op, keys, (input,), out)
    return _plain_sin(input)


def _plain_sin_(input):
    if not input.dtype.is_floating_point:
        return plain_run(_sin__op, input)
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        _np_sin(input._array, input._array)
    except (ValueError, OverflowError, TypeError):
        return plain_run(_sin__op, input)
    finally:
        if token is not None:
            reset_errstate(token)
    storage = input._storage
    if storage is None:
        storage = input._storage = Storage(input._array)
    storage.version += 1
    return input


def sin_(input: Tensor) -> Tensor:
    """The sine, of radians."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_sin__op, (input,))
    if keys or switch.modes:
        return dispatch(_sin__op, keys, (input,))
    return _plain_sin_(input)


def _plain_cos(input):
    if not input.dtype.is_floating_point:
        return plain_run(_cos_op, input)
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _np_cos(input._array)
    except (ValueError, OverflowError, TypeError):
        return plain_run(_cos_op, input)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    out = _new(Tensor)
    out._array = array
    out.dtype = input.dtype
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def cos(input: Tensor, *, out: Any = None) -> Tensor:
    """The cosine, of radians."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_cos_op, (input,), out)
    if keys or switch.modes or out is not None:
        return dispatch(_cos_op, keys, (input,), out)
    return _plain_cos(input)


def _plain_cos_(input):
    if not input.dtype.is_floating_point:
        return plain_run(_cos__op, input)
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        _np_cos(input._array, input._array)
    except (ValueError, OverflowError, TypeError):
        return plain_run(_cos__op, input)
    finally:
        if token is not None:
            reset_errstate(token)
    storage = input._storage
    if storage is None:
        storage = input._storage = Storage(input._array)
    storage.version += 1
    return input


def cos_(input: Tensor) -> Tensor:
    """The cosine, of radians."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_cos__op, (input,))
    if keys or switch.modes:
        return dispatch(_cos__op, keys, (input,))
    return _plain_cos_(input)


def _plain_tan(input):
    if not input.dtype.is_floating_point:
        return plain_run(_tan_op, input)
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _np_tan(input._array)
    except (ValueError, OverflowError, TypeError):
        return plain_run(_tan_op, input)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    out = _new(Tensor)
    out._array = array
    out.dtype = input.dtype
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def tan(input: Tensor, *, out: Any = None) -> Tensor:
    """The tangent, of radians."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_tan_op, (input,), out)
    if keys or switch.modes or out is not None:
        return dispatch(_tan_op, keys, (input,), out)
    return _plain_tan(input)


def _plain_tan_(input):
    if not input.dtype.is_floating_point:
        return plain_run(_tan__op, input)
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        _np_tan(input._array, input._array)
    except (ValueError, OverflowError, TypeError):
        return plain_run(_tan__op, input)
    finally:
        if token is not None:
            reset_errstate(token)
    storage = input._storage
    if storage is None:
        storage = input._storage = Storage(input._array)
    storage.version += 1
    return input


def tan_(input: Tensor) -> Tensor:
    """The tangent, of radians."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_tan__op, (input,))
    if keys or switch.modes:
        return dispatch(_tan__op, keys, (input,))
    return _plain_tan_(input)


def _plain_asin(input):
    if not input.dtype.is_floating_point:
        return plain_run(_asin_op, input)
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _np_arcsin(input._array)
    except (ValueError, OverflowError, TypeError):
        return plain_run(_asin_op, input)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    out = _new(Tensor)
    out._array = array
    out.dtype = input.dtype
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def asin(input: Tensor, *, out: Any = None) -> Tensor:
    """The angle whose sine is `input`."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_asin_op, (input,), out)
    if keys or switch.modes or out is not None:
        return dispatch(_asin_op, keys, (input,), out)
    return _plain_asin(input)


def _plain_asin_(input):
    if not input.dtype.is_floating_point:
        return plain_run(_asin__op, input)
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        _np_arcsin(input._array, input._array)
    except (ValueError, OverflowError, TypeError):
        return plain_run(_asin__op, input)
    finally:
        if token is not None:
            reset_errstate(token)
    storage = input._storage
    if storage is None:
        storage = input._storage = Storage(input._array)
    storage.version += 1
    return input


def asin_(input: Tensor) -> Tensor:
    """The angle whose sine is `input`."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_asin__op, (input,))
    if keys or switch.modes:
        return dispatch(_asin__op, keys, (input,))
    return _plain_asin_(input)


arcsin = asin


arcsin_ = asin_


def _plain_acos(input):
    if not input.dtype.is_floating_point:
        return plain_run(_acos_op, input)
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _np_arccos(input._array)
    except (ValueError, OverflowError, TypeError):
        return plain_run(_acos_op, input)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    out = _new(Tensor)
    out._array = array
    out.dtype = input.dtype
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def acos(input: Tensor, *, out: Any = None) -> Tensor:
    """The angle whose cosine is `input`."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_acos_op, (input,), out)
    if keys or switch.modes or out is not None:
        return dispatch(_acos_op, keys, (input,), out)
    return _plain_acos(input)


def _plain_acos_(input):
    if not input.dtype.is_floating_point:
        return plain_run(_acos__op, input)
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        _np_arccos(input._array, input._array)
    except (ValueError, OverflowError, TypeError):
        return plain_run(_acos__op, input)
    finally:
        if token is not None:
            reset_errstate(token)
    storage = input._storage
    if storage is None:
        storage = input._storage = Storage(input._array)
    storage.version += 1
    return input


def acos_(input: Tensor) -> Tensor:
    """The angle whose cosine is `input`."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_acos__op, (input,))
    if keys or switch.modes:
        return dispatch(_acos__op, keys, (input,))
    return _plain_acos_(input)


arccos = acos


arccos_ = acos_


def _plain_atan(input):
    if not input.dtype.is_floating_point:
        return plain_run(_atan_op, input)
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _np_arctan(input._array)
    except (ValueError, OverflowError, TypeError):
        return plain_run(_atan_op, input)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    out = _new(Tensor)
    out._array = array
    out.dtype = input.dtype
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def atan(input: Tensor, *, out: Any = None) -> Tensor:
    """The angle whose tangent is `input`."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_atan_op, (input,), out)
    if keys or switch.modes or out is not None:
        return dispatch(_atan_op, keys, (input,), out)
    return _plain_atan(input)


def _plain_atan_(input):
    if not input.dtype.is_floating_point:
        return plain_run(_atan__op, input)
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        _np_arctan(input._array, input._array)
    except (ValueError, OverflowError, TypeError):
        return plain_run(_atan__op, input)
    finally:
        if token is not None:
            reset_errstate(token)
    storage = input._storage
    if storage is None:
        storage = input._storage = Storage(input._array)
    storage.version += 1
    return input


def atan_(input: Tensor) -> Tensor:
    """The angle whose tangent is `input`."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_atan__op, (input,))
    if keys or switch.modes:
        return dispatch(_atan__op, keys, (input,))
    return _plain_atan_(input)


arctan = atan


arctan_ = atan_


def _plain_sinh(input):
    if not input.dtype.is_floating_point:
        return plain_run(_sinh_op, input)
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _np_sinh(input._array)
    except (ValueError, OverflowError, TypeError):
        return plain_run(_sinh_op, input)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    out = _new(Tensor)
    out._array = array
    out.dtype = input.dtype
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def sinh(input: Tensor, *, out: Any = None) -> Tensor:
    """The hyperbolic sine."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_sinh_op, (input,), out)
    if keys or switch.modes or out is not None:
        return dispatch(_sinh_op, keys, (input,), out)
    return _plain_sinh(input)


def _plain_sinh_(input):
    if not input.dtype.is_floating_point:
        return plain_run(_sinh__op, input)
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        _np_sinh(input._array, input._array)
    except (ValueError, OverflowError, TypeError):
        return plain_run(_sinh__op, input)
    finally:
        if token is not None:
            reset_errstate(token)
    storage = input._storage
    if storage is None:
        storage = input._storage = Storage(input._array)
    storage.version += 1
    return input


def sinh_(input: Tensor) -> Tensor:
    """The hyperbolic sine."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_sinh__op, (input,))
    if keys or switch.modes:
        return dispatch(_sinh__op, keys, (input,))
    return _plain_sinh_(input)


def _plain_cosh(input):
    if not input.dtype.is_floating_point:
        return plain_run(_cosh_op, input)
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _np_cosh(input._array)
    except (ValueError, OverflowError, TypeError):
        return plain_run(_cosh_op, input)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    out = _new(Tensor)
    out._array = array
    out.dtype = input.dtype
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def cosh(input: Tensor, *, out: Any = None) -> Tensor:
    """The hyperbolic cosine."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_cosh_op, (input,), out)
    if keys or switch.modes or out is not None:
        return dispatch(_cosh_op, keys, (input,), out)
    return _plain_cosh(input)


def _plain_cosh_(input):
    if not input.dtype.is_floating_point:
        return plain_run(_cosh__op, input)
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        _np_cosh(input._array, input._array)
    except (ValueError, OverflowError, TypeError):
        return plain_run(_cosh__op, input)
    finally:
        if token is not None:
            reset_errstate(token)
    storage = input._storage
    if storage is None:
        storage = input._storage = Storage(input._array)
    storage.version += 1
    return input


def cosh_(input: Tensor) -> Tensor:
    """The hyperbolic cosine."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_cosh__op, (input,))
    if keys or switch.modes:
        return dispatch(_cosh__op, keys, (input,))
    return _plain_cosh_(input)


def _plain_tanh(input):
    if not input.dtype.is_floating_point:
        return plain_run(_tanh_op, input)
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _np_tanh(input._array)
    except (ValueError, OverflowError, TypeError):
        return plain_run(_tanh_op, input)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    out = _new(Tensor)
    out._array = array
    out.dtype = input.dtype
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def tanh(input: Tensor, *, out: Any = None) -> Tensor:
    """The hyperbolic tangent."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_tanh_op, (input,), out)
    if keys or switch.modes or out is not None:
        return dispatch(_tanh_op, keys, (input,), out)
    return _plain_tanh(input)


def _plain_tanh_(input):
    if not input.dtype.is_floating_point:
        return plain_run(_tanh__op, input)
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        _np_tanh(input._array, input._array)
    except (ValueError, OverflowError, TypeError):
        return plain_run(_tanh__op, input)
    finally:
        if token is not None:
            reset_errstate(token)
    storage = input._storage
    if storage is None:
        storage = input._storage = Storage(input._array)
    storage.version += 1
    return input


def tanh_(input: Tensor) -> Tensor:
    """The hyperbolic tangent."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_tanh__op, (input,))
    if keys or switch.modes:
        return dispatch(_tanh__op, keys, (input,))
    return _plain_tanh_(input)


def _plain_asinh(input):
    if not input.dtype.is_floating_point:
        return plain_run(_asinh_op, input)
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _np_arcsinh(input._array)
    except (ValueError, OverflowError, TypeError):
        return plain_run(_asinh_op, input)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    out = _new(Tensor)
    out._array = array
    out.dtype = input.dtype
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def asinh(input: Tensor, *, out: Any = None) -> Tensor:
    """The inverse of `sinh`."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_asinh_op, (input,), out)
    if keys or switch.modes or out is not None:
        return dispatch(_asinh_op, keys, (input,), out)
    return _plain_asinh(input)


def _plain_asinh_(input):
    if not input.dtype.is_floating_point:
        return plain_run(_asinh__op, input)
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        _np_arcsinh(input._array, input._array)
    except (ValueError, OverflowError, TypeError):
        return plain_run(_asinh__op, input)
    finally:
        if token is not None:
            reset_errstate(token)
    storage = input._storage
    if storage is None:
        storage = input._storage = Storage(input._array)
    storage.version += 1
    return input


def asinh_(input: Tensor) -> Tensor:
    """The inverse of `sinh`."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_asinh__op, (input,))
    if keys or switch.modes:
        return dispatch(_asinh__op, keys, (input,))
    return _plain_asinh_(input)


arcsinh = asinh


arcsinh_ = asinh_


def _plain_acosh(input):
    if not input.dtype.is_floating_point:
        return plain_run(_acosh_op, input)
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _np_arccosh(input._array)
    except (ValueError, OverflowError, TypeError):
        return plain_run(_acosh_op, input)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    out = _new(Tensor)
    out._array = array
    out.dtype = input.dtype
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def acosh(input: Tensor, *, out: Any = None) -> Tensor:
    """The inverse of `cosh`."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_acosh_op, (input,), out)
    if keys or switch.modes or out is not None:
        return dispatch(_acosh_op, keys, (input,), out)
    return _plain_acosh(input)


def _plain_acosh_(input):
    if not input.dtype.is_floating_point:
        return plain_run(_acosh__op, input)
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        _np_arccosh(input._array, input._array)
    except (ValueError, OverflowError, TypeError):
        return plain_run(_acosh__op, input)
    finally:
        if token is not None:
            reset_errstate(token)
    storage = input._storage
    if storage is None:
        storage = input._storage = Storage(input._array)
    storage.version += 1
    return input


def acosh_(input: Tensor) -> Tensor:
    """The inverse of `cosh`."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_acosh__op, (input,))
    if keys or switch.modes:
        return dispatch(_acosh__op, keys, (input,))
    return _plain_acosh_(input)


arccosh = acosh


arccosh_ = acosh_


def _plain_atanh(input):
    if not input.dtype.is_floating_point:
        return plain_run(_atanh_op, input)
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _np_arctanh(input._array)
    except (ValueError, OverflowError, TypeError):
        return plain_run(_atanh_op, input)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    out = _new(Tensor)
    out._array = array
    out.dtype = input.dtype
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def atanh(input: Tensor, *, out: Any = None) -> Tensor:
    """The inverse of `tanh`."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_atanh_op, (input,), out)
    if keys or switch.modes or out is not None:
        return dispatch(_atanh_op, keys, (input,), out)
    return _plain_atanh(input)


def _plain_atanh_(input):
    if not input.dtype.is_floating_point:
        return plain_run(_atanh__op, input)
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        _np_arctanh(input._array, input._array)
    except (ValueError, OverflowError, TypeError):
        return plain_run(_atanh__op, input)
    finally:
        if token is not None:
            reset_errstate(token)
    storage = input._storage
    if storage is None:
        storage = input._storage = Storage(input._array)
    storage.version += 1
    return input


def atanh_(input: Tensor) -> Tensor:
    """The inverse of `tanh`."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_atanh__op, (input,))
    if keys or switch.modes:
        return dispatch(_atanh__op, keys, (input,))
    return _plain_atanh_(input)


arctanh = atanh


arctanh_ = atanh_


def _plain_rsqrt(input):
    if not input.dtype.is_floating_point:
        return plain_run(_rsqrt_op, input)
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_rsqrt(np, input._array)
    except (ValueError, OverflowError, TypeError):
        return plain_run(_rsqrt_op, input)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    out = _new(Tensor)
    out._array = array
    out.dtype = input.dtype
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def rsqrt(input: Tensor, *, out: Any = None) -> Tensor:
    """`1 / sqrt(input)`."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_rsqrt_op, (input,), out)
    if keys or switch.modes or out is not None:
        return dispatch(_rsqrt_op, keys, (input,), out)
    return _plain_rsqrt(input)


def _plain_rsqrt_(input):
    if not input.dtype.is_floating_point:
        return plain_run(_rsqrt__op, input)
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        input._array[...] = _kernel_rsqrt(np, input._array)
    except (ValueError, OverflowError, TypeError):
        return plain_run(_rsqrt__op, input)
    finally:
        if token is not None:
            reset_errstate(token)
    storage = input._storage
    if storage is None:
        storage = input._storage = Storage(input._array)
    storage.version += 1
    return input


def rsqrt_(input: Tensor) -> Tensor:
    """`1 / sqrt(input)`."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_rsqrt__op, (input,))
    if keys or switch.modes:
        return dispatch(_rsqrt__op, keys, (input,))
    return _plain_rsqrt_(input)


def _plain_reciprocal(input):
    if not input.dtype.is_floating_point:
        return plain_run(_reciprocal_op, input)
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _np_reciprocal(input._array)
    except (ValueError, OverflowError, TypeError):
        return plain_run(_reciprocal_op, input)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    out = _new(Tensor)
    out._array = array
    out.dtype = input.dtype
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def reciprocal(input: Tensor, *, out: Any = None) -> Tensor:
    """`1 / input`."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_reciprocal_op, (input,), out)
    if keys or switch.modes or out is not None:
        return dispatch(_reciprocal_op, keys, (input,), out)
    return _plain_reciprocal(input)


def _plain_reciprocal_(input):
    if not input.dtype.is_floating_point:
        return plain_run(_reciprocal__op, input)
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        _np_reciprocal(input._array, input._array)
    except (ValueError, OverflowError, TypeError):
        return plain_run(_reciprocal__op, input)
    finally:
        if token is not None:
            reset_errstate(token)
    storage = input._storage
    if storage is None:
        storage = input._storage = Storage(input._array)
    storage.version += 1
    return input


def reciprocal_(input: Tensor) -> Tensor:
    """`1 / input`."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_reciprocal__op, (input,))
    if keys or switch.modes:
        return dispatch(_reciprocal__op, keys, (input,))
    return _plain_reciprocal_(input)


def _plain_square(input):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _np_square(input._array)
    except (ValueError, OverflowError, TypeError):
        return plain_run(_square_op, input)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    out = _new(Tensor)
    out._array = array
    out.dtype = input.dtype
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def square(input: Tensor, *, out: Any = None) -> Tensor:
    """`input * input`."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_square_op, (input,), out)
    if keys or switch.modes or out is not None:
        return dispatch(_square_op, keys, (input,), out)
    return _plain_square(input)


def _plain_square_(input):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        _np_square(input._array, input._array)
    except (ValueError, OverflowError, TypeError):
        return plain_run(_square__op, input)
    finally:
        if token is not None:
            reset_errstate(token)
    storage = input._storage
    if storage is None:
        storage = input._storage = Storage(input._array)
    storage.version += 1
    return input


def square_(input: Tensor) -> Tensor:
    """`input * input`."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_square__op, (input,))
    if keys or switch.modes:
        return dispatch(_square__op, keys, (input,))
    return _plain_square_(input)


def _plain_sign(input):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_sign(np, input._array)
    except (ValueError, OverflowError, TypeError):
        return plain_run(_sign_op, input)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    out = _new(Tensor)
    out._array = array
    out.dtype = input.dtype
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def sign(input: Tensor, *, out: Any = None) -> Tensor:
    """-1, 0 or 1 by the sign of the element."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_sign_op, (input,), out)
    if keys or switch.modes or out is not None:
        return dispatch(_sign_op, keys, (input,), out)
    return _plain_sign(input)


def _plain_sign_(input):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        input._array[...] = _kernel_sign(np, input._array)
    except (ValueError, OverflowError, TypeError):
        return plain_run(_sign__op, input)
    finally:
        if token is not None:
            reset_errstate(token)
    storage = input._storage
    if storage is None:
        storage = input._storage = Storage(input._array)
    storage.version += 1
    return input


def sign_(input: Tensor) -> Tensor:
    """-1, 0 or 1 by the sign of the element."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_sign__op, (input,))
    if keys or switch.modes:
        return dispatch(_sign__op, keys, (input,))
    return _plain_sign_(input)


def _plain_floor(input):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_floor(np, input._array)
    except (ValueError, OverflowError, TypeError):
        return plain_run(_floor_op, input)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    out = _new(Tensor)
    out._array = array
    out.dtype = input.dtype
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def floor(input: Tensor, *, out: Any = None) -> Tensor:
    """Rounded down to an integer."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_floor_op, (input,), out)
    if keys or switch.modes or out is not None:
        return dispatch(_floor_op, keys, (input,), out)
    return _plain_floor(input)


def _plain_floor_(input):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        input._array[...] = _kernel_floor(np, input._array)
    except (ValueError, OverflowError, TypeError):
        return plain_run(_floor__op, input)
    finally:
        if token is not None:
            reset_errstate(token)
    storage = input._storage
    if storage is None:
        storage = input._storage = Storage(input._array)
    storage.version += 1
    return input


def floor_(input: Tensor) -> Tensor:
    """Rounded down to an integer."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_floor__op, (input,))
    if keys or switch.modes:
        return dispatch(_floor__op, keys, (input,))
    return _plain_floor_(input)


def _plain_ceil(input):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_ceil(np, input._array)
    except (ValueError, OverflowError, TypeError):
        return plain_run(_ceil_op, input)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    out = _new(Tensor)
    out._array = array
    out.dtype = input.dtype
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def ceil(input: Tensor, *, out: Any = None) -> Tensor:
    """Rounded up to an integer."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_ceil_op, (input,), out)
    if keys or switch.modes or out is not None:
        return dispatch(_ceil_op, keys, (input,), out)
    return _plain_ceil(input)


def _plain_ceil_(input):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        input._array[...] = _kernel_ceil(np, input._array)
    except (ValueError, OverflowError, TypeError):
        return plain_run(_ceil__op, input)
    finally:
        if token is not None:
            reset_errstate(token)
    storage = input._storage
    if storage is None:
        storage = input._storage = Storage(input._array)
    storage.version += 1
    return input


def ceil_(input: Tensor) -> Tensor:
    """Rounded up to an integer."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_ceil__op, (input,))
    if keys or switch.modes:
        return dispatch(_ceil__op, keys, (input,))
    return _plain_ceil_(input)


def _plain_trunc(input):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_trunc(np, input._array)
    except (ValueError, OverflowError, TypeError):
        return plain_run(_trunc_op, input)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    out = _new(Tensor)
    out._array = array
    out.dtype = input.dtype
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def trunc(input: Tensor, *, out: Any = None) -> Tensor:
    """Rounded towards 0 to an integer."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_trunc_op, (input,), out)
    if keys or switch.modes or out is not None:
        return dispatch(_trunc_op, keys, (input,), out)
    return _plain_trunc(input)


def _plain_trunc_(input):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        input._array[...] = _kernel_trunc(np, input._array)
    except (ValueError, OverflowError, TypeError):
        return plain_run(_trunc__op, input)
    finally:
        if token is not None:
            reset_errstate(token)
    storage = input._storage
    if storage is None:
        storage = input._storage = Storage(input._array)
    storage.version += 1
    return input


def trunc_(input: Tensor) -> Tensor:
    """Rounded towards 0 to an integer."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_trunc__op, (input,))
    if keys or switch.modes:
        return dispatch(_trunc__op, keys, (input,))
    return _plain_trunc_(input)


fix = trunc


fix_ = trunc_


def _plain_round(input, decimals):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_round(np, input._array, decimals=decimals)
    except (ValueError, OverflowError, TypeError):
        return plain_run(_round_op, input, decimals)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    out = _new(Tensor)
    out._array = array
    out.dtype = input.dtype
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def round(input: Tensor, *, decimals: _int = 0, out: Any = None) -> Tensor:
    """Rounded to `decimals` places, halves to even."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_round_op, (input, decimals), out)
    if keys or switch.modes or out is not None:
        return dispatch(_round_op, keys, (input, decimals), out)
    return _plain_round(input, decimals)


def _plain_round_(input, decimals):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        input._array[...] = _kernel_round(np, input._array, decimals=decimals)
    except (ValueError, OverflowError, TypeError):
        return plain_run(_round__op, input, decimals)
    finally:
        if token is not None:
            reset_errstate(token)
    storage = input._storage
    if storage is None:
        storage = input._storage = Storage(input._array)
    storage.version += 1
    return input


def round_(input: Tensor, *, decimals: _int = 0) -> Tensor:
    """Rounded to `decimals` places, halves to even."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_round__op, (input, decimals))
    if keys or switch.modes:
        return dispatch(_round__op, keys, (input, decimals))
    return _plain_round_(input, decimals)


def _plain_conj(input):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _np_conjugate(input._array)
    except (ValueError, OverflowError, TypeError):
        return plain_run(_conj_op, input)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    out = _new(Tensor)
    out._array = array
    out.dtype = input.dtype
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def conj(input: Tensor) -> Tensor:
    """The complex conjugate; real elements as they are."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_conj_op, (input,))
    if keys or switch.modes:
        return dispatch(_conj_op, keys, (input,))
    return _plain_conj(input)


def _plain_clamp(input, min, max):
    return plain_run(_clamp_op, input, min, max)


def clamp(input: Tensor, min: Tensor | Number | None = None, max: Tensor | Number | None = None, *, out: Any = None) -> Tensor:
    """Elements below `min` replaced by it, elements above `max` likewise; NaN stays."""
    try:
        keys = input._keys
        if min is not None:
            keys |= min._keys
        if max is not None:
            keys |= max._keys
    except AttributeError:
        return call_mixed(_clamp_op, (input, min, max), out)
    if keys or switch.modes or out is not None:
        return dispatch(_clamp_op, keys, (input, min, max), out)
    return _plain_clamp(input, min, max)


def _plain_clamp_(input, min, max):
    return plain_run(_clamp__op, input, min, max)


def clamp_(input: Tensor, min: Tensor | Number | None = None, max: Tensor | Number | None = None) -> Tensor:
    """Elements below `min` replaced by it, elements above `max` likewise; NaN stays."""
    try:
        keys = input._keys
        if min is not None:
            keys |= min._keys
        if max is not None:
            keys |= max._keys
    except AttributeError:
        return call_mixed(_clamp__op, (input, min, max))
    if keys or switch.modes:
        return dispatch(_clamp__op, keys, (input, min, max))
    return _plain_clamp_(input, min, max)


clip = clamp


clip_ = clamp_


def _plain_sigmoid(input):
    if not input.dtype.is_floating_point:
        return plain_run(_sigmoid_op, input)
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_sigmoid(np, input._array)
    except (ValueError, OverflowError, TypeError):
        return plain_run(_sigmoid_op, input)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    out = _new(Tensor)
    out._array = array
    out.dtype = input.dtype
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def sigmoid(input: Tensor, *, out: Any = None) -> Tensor:
    """`1 / (1 + exp(-input))`."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_sigmoid_op, (input,), out)
    if keys or switch.modes or out is not None:
        return dispatch(_sigmoid_op, keys, (input,), out)
    return _plain_sigmoid(input)


def _plain_sigmoid_(input):
    if not input.dtype.is_floating_point:
        return plain_run(_sigmoid__op, input)
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        input._array[...] = _kernel_sigmoid(np, input._array)
    except (ValueError, OverflowError, TypeError):
        return plain_run(_sigmoid__op, input)
    finally:
        if token is not None:
            reset_errstate(token)
    storage = input._storage
    if storage is None:
        storage = input._storage = Storage(input._array)
    storage.version += 1
    return input


def sigmoid_(input: Tensor) -> Tensor:
    """`1 / (1 + exp(-input))`."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_sigmoid__op, (input,))
    if keys or switch.modes:
        return dispatch(_sigmoid__op, keys, (input,))
    return _plain_sigmoid_(input)


def _plain_tanh_backward(grad_output, result_saved):
    if grad_output.dtype is not result_saved.dtype or not grad_output.dtype.is_floating_point:
        return plain_run(_tanh_backward_op, grad_output, result_saved)
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_tanh_backward(np, grad_output._array, result_saved._array)
    except (ValueError, OverflowError, TypeError):
        return plain_run(_tanh_backward_op, grad_output, result_saved)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    out = _new(Tensor)
    out._array = array
    out.dtype = grad_output.dtype
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def tanh_backward(grad_output: Tensor, result_saved: Tensor) -> Tensor:
    """`grad_output * (1 - result_saved**2)`."""
    try:
        keys = grad_output._keys | result_saved._keys
    except AttributeError:
        return call_mixed(_tanh_backward_op, (grad_output, result_saved))
    if keys or switch.modes:
        return dispatch(_tanh_backward_op, keys, (grad_output, result_saved))
    return _plain_tanh_backward(grad_output, result_saved)


def _plain_sigmoid_backward(grad_output, result_saved):
    if grad_output.dtype is not result_saved.dtype or not grad_output.dtype.is_floating_point:
        return plain_run(_sigmoid_backward_op, grad_output, result_saved)
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_sigmoid_backward(np, grad_output._array, result_saved._array)
    except (ValueError, OverflowError, TypeError):
        return plain_run(_sigmoid_backward_op, grad_output, result_saved)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    out = _new(Tensor)
    out._array = array
    out.dtype = grad_output.dtype
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def sigmoid_backward(grad_output: Tensor, result_saved: Tensor) -> Tensor:
    """`grad_output * result_saved * (1 - result_saved)`."""
    try:
        keys = grad_output._keys | result_saved._keys
    except AttributeError:
        return call_mixed(_sigmoid_backward_op, (grad_output, result_saved))
    if keys or switch.modes:
        return dispatch(_sigmoid_backward_op, keys, (grad_output, result_saved))
    return _plain_sigmoid_backward(grad_output, result_saved)


def _plain_matmul(input, other):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_matmul(np, input._array, other._array)
    finally:
        if token is not None:
            reset_errstate(token)
    return wrap(array)


def matmul(input: Tensor, other: Tensor, *, out: Any = None) -> Tensor:
    """The matrix product, with NumPy's rules for vectors and batches."""
    try:
        keys = input._keys | other._keys
    except AttributeError:
        return call_mixed(_matmul_op, (input, other), out)
    if keys or switch.modes or out is not None:
        return dispatch(_matmul_op, keys, (input, other), out)
    return _plain_matmul(input, other)


def _matmul(self: Any, other: Any) -> Any:
    try:
        keys = self._keys | other._keys
    except AttributeError:
        return operator_fallback(_matmul_op, self, other, (self, other))
    if keys or switch.modes:
        return dispatch(_matmul_op, keys, (self, other))
    return _plain_matmul(self, other)


def _rmatmul(self: Any, other: Any) -> Any:
    return operator_fallback(_matmul_op, self, other, (other, self))


def _plain_bmm(input, mat2):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_bmm(np, input._array, mat2._array)
    finally:
        if token is not None:
            reset_errstate(token)
    return wrap(array)


def bmm(input: Tensor, mat2: Tensor, *, out: Any = None) -> Tensor:
    """The product of each pair of matrices in two batches."""
    try:
        keys = input._keys | mat2._keys
    except AttributeError:
        return call_mixed(_bmm_op, (input, mat2), out)
    if keys or switch.modes or out is not None:
        return dispatch(_bmm_op, keys, (input, mat2), out)
    return _plain_bmm(input, mat2)


mm = _kernel_mm


mv = _kernel_mv


dot = _kernel_dot


outer = _kernel_outer


ger = outer


addmm = _kernel_addmm


addmv = _kernel_addmv


baddbmm = _kernel_baddbmm


addcmul = _kernel_addcmul


addcdiv = _kernel_addcdiv


lerp = _kernel_lerp


einsum = _kernel_einsum


linalg_vector_norm = _kernel_linalg_vector_norm


linalg_matrix_norm = _kernel_linalg_matrix_norm


linalg_norm = _kernel_linalg_norm


def _plain_uniform_(input, from_, to, generator):
    return _kernel_uniform_(input, from_, to, generator=generator)


def uniform_(input: Tensor, from_: Number = 0.0, to: Number = 1.0, *, generator: object = None) -> Tensor:
    """Fill with numbers spread evenly over [from_, to)."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_uniform__op, (input, from_, to, generator))
    if keys or switch.modes:
        return dispatch(_uniform__op, keys, (input, from_, to, generator))
    return _plain_uniform_(input, from_, to, generator)


def _plain_normal_(input, mean, std, generator):
    return _kernel_normal_(input, mean, std, generator=generator)


def normal_(input: Tensor, mean: Number = 0.0, std: Number = 1.0, *, generator: object = None) -> Tensor:
    """Fill with numbers of a normal distribution."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_normal__op, (input, mean, std, generator))
    if keys or switch.modes:
        return dispatch(_normal__op, keys, (input, mean, std, generator))
    return _plain_normal_(input, mean, std, generator)


def _plain_bernoulli_(input, p, generator):
    return _kernel_bernoulli_(input, p, generator=generator)


def bernoulli_(input: Tensor, p: object = 0.5, *, generator: object = None) -> Tensor:
    """Fill with ones with probability `p`, a number or a tensor, and zeros otherwise."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_bernoulli__op, (input, p, generator))
    if keys or switch.modes:
        return dispatch(_bernoulli__op, keys, (input, p, generator))
    return _plain_bernoulli_(input, p, generator)


def _plain_exponential_(input, lambd, generator):
    return _kernel_exponential_(input, lambd, generator=generator)


def exponential_(input: Tensor, lambd: Number = 1.0, *, generator: object = None) -> Tensor:
    """Fill with numbers of an exponential distribution of rate `lambd`."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_exponential__op, (input, lambd, generator))
    if keys or switch.modes:
        return dispatch(_exponential__op, keys, (input, lambd, generator))
    return _plain_exponential_(input, lambd, generator)


def _plain_log_normal_(input, mean, std, generator):
    return _kernel_log_normal_(input, mean, std, generator=generator)


def log_normal_(input: Tensor, mean: Number = 1.0, std: Number = 2.0, *, generator: object = None) -> Tensor:
    """Fill with numbers whose logarithms are normal."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_log_normal__op, (input, mean, std, generator))
    if keys or switch.modes:
        return dispatch(_log_normal__op, keys, (input, mean, std, generator))
    return _plain_log_normal_(input, mean, std, generator)


def _plain_cauchy_(input, median, sigma, generator):
    return _kernel_cauchy_(input, median, sigma, generator=generator)


def cauchy_(input: Tensor, median: Number = 0.0, sigma: Number = 1.0, *, generator: object = None) -> Tensor:
    """Fill with numbers of a Cauchy distribution."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_cauchy__op, (input, median, sigma, generator))
    if keys or switch.modes:
        return dispatch(_cauchy__op, keys, (input, median, sigma, generator))
    return _plain_cauchy_(input, median, sigma, generator)


def _plain_geometric_(input, p, generator):
    return _kernel_geometric_(input, p, generator=generator)


def geometric_(input: Tensor, p: Number, *, generator: object = None) -> Tensor:
    """Fill with how many trials of probability `p` it took to succeed."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_geometric__op, (input, p, generator))
    if keys or switch.modes:
        return dispatch(_geometric__op, keys, (input, p, generator))
    return _plain_geometric_(input, p, generator)


def _plain_random_(input, from_, to, generator):
    return _kernel_random_(input, from_, to, generator=generator)


def random_(input: Tensor, from_: _int | None = None, to: _int | None = None, *, generator: object = None) -> Tensor:
    """Fill with integers of [from_, to); of all that the dtype holds exactly where none are given."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_random__op, (input, from_, to, generator))
    if keys or switch.modes:
        return dispatch(_random__op, keys, (input, from_, to, generator))
    return _plain_random_(input, from_, to, generator)


bernoulli = _kernel_bernoulli


def _plain_multinomial(input, num_samples, replacement, generator):
    return _kernel_multinomial(input, num_samples, replacement, generator=generator)


def multinomial(input: Tensor, num_samples: _int, replacement: _bool = False, *, generator: object = None) -> Tensor:
    """Indices drawn with probabilities proportional to the rows of `input`."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_multinomial_op, (input, num_samples, replacement, generator))
    if keys or switch.modes:
        return dispatch(_multinomial_op, keys, (input, num_samples, replacement, generator))
    return _plain_multinomial(input, num_samples, replacement, generator)


def _plain_sum(input, dim, keepdim, dtype):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_sum(np, input._array, dim, keepdim, dtype=dtype)
    finally:
        if token is not None:
            reset_errstate(token)
    return wrap(array)


def sum(input: Tensor, dim: Dims = None, keepdim: _bool = False, *, dtype: DType | None = None, out: Any = None) -> Tensor:
    """The sum over `dim`, or over all elements; integers are summed as int64."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_sum_op, (input, dim, keepdim, dtype), out)
    if keys or switch.modes or out is not None:
        return dispatch(_sum_op, keys, (input, dim, keepdim, dtype), out)
    return _plain_sum(input, dim, keepdim, dtype)


def _plain_prod(input, dim, keepdim, dtype):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_prod(np, input._array, dim, keepdim, dtype=dtype)
    finally:
        if token is not None:
            reset_errstate(token)
    return wrap(array)


def prod(input: Tensor, dim: _int | None = None, keepdim: _bool = False, *, dtype: DType | None = None, out: Any = None) -> Tensor:
    """The product over `dim`, or of all elements."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_prod_op, (input, dim, keepdim, dtype), out)
    if keys or switch.modes or out is not None:
        return dispatch(_prod_op, keys, (input, dim, keepdim, dtype), out)
    return _plain_prod(input, dim, keepdim, dtype)


def _plain_mean(input, dim, keepdim, dtype):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_mean(np, input._array, dim, keepdim, dtype=dtype)
    finally:
        if token is not None:
            reset_errstate(token)
    return wrap(array)


def mean(input: Tensor, dim: Dims = None, keepdim: _bool = False, *, dtype: DType | None = None, out: Any = None) -> Tensor:
    """The mean over `dim`, or of all elements."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_mean_op, (input, dim, keepdim, dtype), out)
    if keys or switch.modes or out is not None:
        return dispatch(_mean_op, keys, (input, dim, keepdim, dtype), out)
    return _plain_mean(input, dim, keepdim, dtype)


def _plain_argmax(input, dim, keepdim):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_argmax(np, input._array, dim, keepdim)
    finally:
        if token is not None:
            reset_errstate(token)
    return wrap(array)


def argmax(input: Tensor, dim: _int | None = None, keepdim: _bool = False, *, out: Any = None) -> Tensor:
    """The index of the largest element, of the flattened tensor without `dim`."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_argmax_op, (input, dim, keepdim), out)
    if keys or switch.modes or out is not None:
        return dispatch(_argmax_op, keys, (input, dim, keepdim), out)
    return _plain_argmax(input, dim, keepdim)


def _plain_argmin(input, dim, keepdim):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_argmin(np, input._array, dim, keepdim)
    finally:
        if token is not None:
            reset_errstate(token)
    return wrap(array)


def argmin(input: Tensor, dim: _int | None = None, keepdim: _bool = False, *, out: Any = None) -> Tensor:
    """The index of the smallest element, of the flattened tensor without `dim`."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_argmin_op, (input, dim, keepdim), out)
    if keys or switch.modes or out is not None:
        return dispatch(_argmin_op, keys, (input, dim, keepdim), out)
    return _plain_argmin(input, dim, keepdim)


def _plain_max_dim(input, dim, keepdim):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_max_dim(np, input._array, dim, keepdim)
    finally:
        if token is not None:
            reset_errstate(token)
    return _max_dim_result._make(wrap(a) for a in array)


def max_dim(input: Tensor, dim: _int, keepdim: _bool = False, *, out: Any = None) -> _tuple[Tensor, Tensor]:
    """The largest elements along `dim`, and where they are."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_max_dim_op, (input, dim, keepdim), out)
    if keys or switch.modes or out is not None:
        return dispatch(_max_dim_op, keys, (input, dim, keepdim), out)
    return _plain_max_dim(input, dim, keepdim)


def _plain_min_dim(input, dim, keepdim):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_min_dim(np, input._array, dim, keepdim)
    finally:
        if token is not None:
            reset_errstate(token)
    return _min_dim_result._make(wrap(a) for a in array)


def min_dim(input: Tensor, dim: _int, keepdim: _bool = False, *, out: Any = None) -> _tuple[Tensor, Tensor]:
    """The smallest elements along `dim`, and where they are."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_min_dim_op, (input, dim, keepdim), out)
    if keys or switch.modes or out is not None:
        return dispatch(_min_dim_op, keys, (input, dim, keepdim), out)
    return _plain_min_dim(input, dim, keepdim)


def _plain_amax(input, dim, keepdim):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_amax(np, input._array, dim, keepdim)
    finally:
        if token is not None:
            reset_errstate(token)
    return wrap(array)


def amax(input: Tensor, dim: Dims = None, keepdim: _bool = False, *, out: Any = None) -> Tensor:
    """The largest element over `dim`; equal ones share the gradient."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_amax_op, (input, dim, keepdim), out)
    if keys or switch.modes or out is not None:
        return dispatch(_amax_op, keys, (input, dim, keepdim), out)
    return _plain_amax(input, dim, keepdim)


def _plain_amin(input, dim, keepdim):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_amin(np, input._array, dim, keepdim)
    finally:
        if token is not None:
            reset_errstate(token)
    return wrap(array)


def amin(input: Tensor, dim: Dims = None, keepdim: _bool = False, *, out: Any = None) -> Tensor:
    """The smallest element over `dim`; equal ones share the gradient."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_amin_op, (input, dim, keepdim), out)
    if keys or switch.modes or out is not None:
        return dispatch(_amin_op, keys, (input, dim, keepdim), out)
    return _plain_amin(input, dim, keepdim)


def _plain_cumsum(input, dim, dtype):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_cumsum(np, input._array, dim, dtype=dtype)
    finally:
        if token is not None:
            reset_errstate(token)
    return wrap(array)


def cumsum(input: Tensor, dim: _int, *, dtype: DType | None = None, out: Any = None) -> Tensor:
    """Running sums along `dim`."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_cumsum_op, (input, dim, dtype), out)
    if keys or switch.modes or out is not None:
        return dispatch(_cumsum_op, keys, (input, dim, dtype), out)
    return _plain_cumsum(input, dim, dtype)


def _plain_cumprod(input, dim, dtype):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_cumprod(np, input._array, dim, dtype=dtype)
    finally:
        if token is not None:
            reset_errstate(token)
    return wrap(array)


def cumprod(input: Tensor, dim: _int, *, dtype: DType | None = None, out: Any = None) -> Tensor:
    """Running products along `dim`."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_cumprod_op, (input, dim, dtype), out)
    if keys or switch.modes or out is not None:
        return dispatch(_cumprod_op, keys, (input, dim, dtype), out)
    return _plain_cumprod(input, dim, dtype)


def _plain_any(input, dim, keepdim):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_any(np, input._array, dim, keepdim)
    finally:
        if token is not None:
            reset_errstate(token)
    return wrap(array)


def any(input: Tensor, dim: Dims = None, keepdim: _bool = False, *, out: Any = None) -> Tensor:
    """Whether any element over `dim` is nonzero."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_any_op, (input, dim, keepdim), out)
    if keys or switch.modes or out is not None:
        return dispatch(_any_op, keys, (input, dim, keepdim), out)
    return _plain_any(input, dim, keepdim)


def _plain_all(input, dim, keepdim):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_all(np, input._array, dim, keepdim)
    finally:
        if token is not None:
            reset_errstate(token)
    return wrap(array)


def all(input: Tensor, dim: Dims = None, keepdim: _bool = False, *, out: Any = None) -> Tensor:
    """Whether all elements over `dim` are nonzero."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_all_op, (input, dim, keepdim), out)
    if keys or switch.modes or out is not None:
        return dispatch(_all_op, keys, (input, dim, keepdim), out)
    return _plain_all(input, dim, keepdim)


def _plain_var_correction(input, dim, correction, keepdim):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_var_correction(np, input._array, dim, correction=correction, keepdim=keepdim)
    finally:
        if token is not None:
            reset_errstate(token)
    return wrap(array)


def var_correction(input: Tensor, dim: Dims = None, *, correction: Number = 1, keepdim: _bool = False) -> Tensor:
    """The mean squared distance from the mean, over n - correction."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_var_correction_op, (input, dim, correction, keepdim))
    if keys or switch.modes:
        return dispatch(_var_correction_op, keys, (input, dim, correction, keepdim))
    return _plain_var_correction(input, dim, correction, keepdim)


var = _kernel_var


std = _kernel_std


var_mean = _kernel_var_mean


std_mean = _kernel_std_mean


def _plain_logsumexp(input, dim, keepdim):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_logsumexp(np, input._array, dim, keepdim)
    finally:
        if token is not None:
            reset_errstate(token)
    return wrap(array)


def logsumexp(input: Tensor, dim: Dims, keepdim: _bool = False, *, out: Any = None) -> Tensor:
    """The logarithm of the sum of exponentials over `dim`, without overflow."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_logsumexp_op, (input, dim, keepdim), out)
    if keys or switch.modes or out is not None:
        return dispatch(_logsumexp_op, keys, (input, dim, keepdim), out)
    return _plain_logsumexp(input, dim, keepdim)


max = _kernel_max


min = _kernel_min


norm = _kernel_norm


def _plain_root(input):
    if not input.dtype.is_floating_point:
        return plain_run(_root_op, input)
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_root(np, input._array)
    except (ValueError, OverflowError, TypeError):
        return plain_run(_root_op, input)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    out = _new(Tensor)
    out._array = array
    out.dtype = input.dtype
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def root(input: Tensor) -> Tensor:
    """The square root whose slope at 0 is taken as 0, as the norms need it."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_root_op, (input,))
    if keys or switch.modes:
        return dispatch(_root_op, keys, (input,))
    return _plain_root(input)


dist = _kernel_dist


def _plain_count_nonzero(input, dim):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_count_nonzero(np, input._array, dim)
    finally:
        if token is not None:
            reset_errstate(token)
    return wrap(array)


def count_nonzero(input: Tensor, dim: Dims = None) -> Tensor:
    """How many elements over `dim` are not zero."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_count_nonzero_op, (input, dim))
    if keys or switch.modes:
        return dispatch(_count_nonzero_op, keys, (input, dim))
    return _plain_count_nonzero(input, dim)


def _plain_view_shape(input, shape):
    array = _kernel_view_shape(np, input._array, shape)
    return view_of(input, array)


def view_shape(input: Tensor, shape: Any) -> Tensor:
    """The elements under another shape, without a copy; one size may be -1."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_view_shape_op, (input, shape))
    if keys or switch.modes:
        return dispatch(_view_shape_op, keys, (input, shape))
    return _plain_view_shape(input, shape)


def _plain_view_dtype(input, dtype):
    return _kernel_view_dtype(input, dtype)


def view_dtype(input: Tensor, dtype: DType) -> Tensor:
    """The memory read as elements of another dtype; the last dimension grows or shrinks with their size."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_view_dtype_op, (input, dtype))
    if keys or switch.modes:
        return dispatch(_view_dtype_op, keys, (input, dtype))
    return _plain_view_dtype(input, dtype)


view = _kernel_view


reshape = _kernel_reshape


view_as = _kernel_view_as


reshape_as = _kernel_reshape_as


flatten = _kernel_flatten


ravel = _kernel_ravel


unflatten = _kernel_unflatten


def _plain_squeeze(input, dim):
    array = _kernel_squeeze(np, input._array, dim)
    return view_of(input, array)


def squeeze(input: Tensor, dim: Dims = None) -> Tensor:
    """Without the dimensions of size 1, or those of them that `dim` names."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_squeeze_op, (input, dim))
    if keys or switch.modes:
        return dispatch(_squeeze_op, keys, (input, dim))
    return _plain_squeeze(input, dim)


def _plain_unsqueeze(input, dim):
    array = _kernel_unsqueeze(np, input._array, dim)
    return view_of(input, array)


def unsqueeze(input: Tensor, dim: _int) -> Tensor:
    """With a dimension of size 1 put in at `dim`."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_unsqueeze_op, (input, dim))
    if keys or switch.modes:
        return dispatch(_unsqueeze_op, keys, (input, dim))
    return _plain_unsqueeze(input, dim)


def _plain_expand(input, size, implicit):
    array = _kernel_expand(np, input._array, size, implicit=implicit)
    return view_of(input, array)


def expand(input: Tensor, size: Any, *, implicit: _bool = False) -> Tensor:
    """Dimensions of size 1, and new ones in front, repeated without a copy; the result is read-only."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_expand_op, (input, size, implicit))
    if keys or switch.modes:
        return dispatch(_expand_op, keys, (input, size, implicit))
    return _plain_expand(input, size, implicit)


expand_as = _kernel_expand_as


broadcast_to = _kernel_broadcast_to


broadcast_shapes = _kernel_broadcast_shapes


broadcast_tensors = _kernel_broadcast_tensors


class OperatorMethods:
    """The methods that operators give to Tensor."""

    __slots__ = ()

    add = add
    add_ = add_
    __add__ = _add
    __radd__ = _add
    __iadd__ = add_
    sub = sub
    subtract = sub
    sub_ = sub_
    subtract_ = sub_
    __sub__ = _sub
    __rsub__ = _rsub
    __isub__ = sub_
    mul = mul
    multiply = mul
    mul_ = mul_
    multiply_ = mul_
    __mul__ = _mul
    __rmul__ = _mul
    __imul__ = mul_
    true_divide = true_divide
    true_divide_ = true_divide_
    __truediv__ = _truediv
    __rtruediv__ = _rtruediv
    __itruediv__ = true_divide_
    floor_divide = floor_divide
    floor_divide_ = floor_divide_
    __floordiv__ = _floordiv
    __rfloordiv__ = _rfloordiv
    __ifloordiv__ = floor_divide_
    remainder = remainder
    remainder_ = remainder_
    __mod__ = _mod
    __rmod__ = _rmod
    __imod__ = remainder_
    fmod = fmod
    fmod_ = fmod_
    pow = pow
    pow_ = pow_
    __pow__ = _pow
    __rpow__ = _rpow
    __ipow__ = pow_
    maximum = maximum
    minimum = minimum
    atan2 = atan2
    atan2_ = atan2_
    div = _kernel_div
    divide = div
    div_ = _kernel_div_
    divide_ = _kernel_div_
    rsub = _kernel_rsub
    eq = eq
    eq_ = eq_
    __eq__ = _eq
    __ieq__ = eq_
    ne = ne
    not_equal = ne
    ne_ = ne_
    not_equal_ = ne_
    __ne__ = _ne
    __ine__ = ne_
    lt = lt
    less = lt
    lt_ = lt_
    less_ = lt_
    __lt__ = _lt
    __ilt__ = lt_
    le = le
    less_equal = le
    le_ = le_
    less_equal_ = le_
    __le__ = _le
    __ile__ = le_
    gt = gt
    greater = gt
    gt_ = gt_
    greater_ = gt_
    __gt__ = _gt
    __igt__ = gt_
    ge = ge
    greater_equal = ge
    ge_ = ge_
    greater_equal_ = ge_
    __ge__ = _ge
    __ige__ = ge_
    logical_and = logical_and
    logical_and_ = logical_and_
    logical_or = logical_or
    logical_or_ = logical_or_
    logical_xor = logical_xor
    logical_xor_ = logical_xor_
    logical_not = logical_not
    logical_not_ = logical_not_
    bitwise_and = bitwise_and
    bitwise_and_ = bitwise_and_
    __and__ = _and
    __rand__ = _and
    __iand__ = bitwise_and_
    bitwise_or = bitwise_or
    bitwise_or_ = bitwise_or_
    __or__ = _or
    __ror__ = _or
    __ior__ = bitwise_or_
    bitwise_xor = bitwise_xor
    bitwise_xor_ = bitwise_xor_
    __xor__ = _xor
    __rxor__ = _xor
    __ixor__ = bitwise_xor_
    bitwise_not = bitwise_not
    bitwise_not_ = bitwise_not_
    __invert__ = bitwise_not
    isnan = isnan
    isinf = isinf
    isfinite = isfinite
    clone = clone
    copy_ = copy_
    neg = neg
    negative = neg
    neg_ = neg_
    negative_ = neg_
    __neg__ = neg
    abs = abs
    absolute = abs
    abs_ = abs_
    absolute_ = abs_
    __abs__ = abs
    exp = exp
    exp_ = exp_
    exp2 = exp2
    exp2_ = exp2_
    expm1 = expm1
    expm1_ = expm1_
    log = log
    log_ = log_
    log2 = log2
    log2_ = log2_
    log10 = log10
    log10_ = log10_
    log1p = log1p
    log1p_ = log1p_
    sqrt = sqrt
    sqrt_ = sqrt_
    sin = sin
    sin_ = sin_
    cos = cos
    cos_ = cos_
    tan = tan
    tan_ = tan_
    asin = asin
    arcsin = asin
    asin_ = asin_
    arcsin_ = asin_
    acos = acos
    arccos = acos
    acos_ = acos_
    arccos_ = acos_
    atan = atan
    arctan = atan
    atan_ = atan_
    arctan_ = atan_
    sinh = sinh
    sinh_ = sinh_
    cosh = cosh
    cosh_ = cosh_
    tanh = tanh
    tanh_ = tanh_
    asinh = asinh
    arcsinh = asinh
    asinh_ = asinh_
    arcsinh_ = asinh_
    acosh = acosh
    arccosh = acosh
    acosh_ = acosh_
    arccosh_ = acosh_
    atanh = atanh
    arctanh = atanh
    atanh_ = atanh_
    arctanh_ = atanh_
    rsqrt = rsqrt
    rsqrt_ = rsqrt_
    reciprocal = reciprocal
    reciprocal_ = reciprocal_
    square = square
    square_ = square_
    sign = sign
    sign_ = sign_
    floor = floor
    floor_ = floor_
    ceil = ceil
    ceil_ = ceil_
    trunc = trunc
    fix = trunc
    trunc_ = trunc_
    fix_ = trunc_
    round = round
    round_ = round_
    conj = conj
    clamp = clamp
    clip = clamp
    clamp_ = clamp_
    clip_ = clamp_
    sigmoid = sigmoid
    sigmoid_ = sigmoid_
    matmul = matmul
    __matmul__ = _matmul
    __rmatmul__ = _rmatmul
    bmm = bmm
    mm = _kernel_mm
    mv = _kernel_mv
    dot = _kernel_dot
    outer = _kernel_outer
    ger = outer
    addmm = _kernel_addmm
    addmv = _kernel_addmv
    baddbmm = _kernel_baddbmm
    addcmul = _kernel_addcmul
    addcdiv = _kernel_addcdiv
    lerp = _kernel_lerp
    uniform_ = uniform_
    normal_ = normal_
    bernoulli_ = bernoulli_
    exponential_ = exponential_
    log_normal_ = log_normal_
    cauchy_ = cauchy_
    geometric_ = geometric_
    random_ = random_
    multinomial = multinomial
    sum = sum
    prod = prod
    mean = mean
    argmax = argmax
    argmin = argmin
    amax = amax
    amin = amin
    cumsum = cumsum
    cumprod = cumprod
    any = any
    all = all
    var = _kernel_var
    std = _kernel_std
    logsumexp = logsumexp
    max = _kernel_max
    min = _kernel_min
    norm = _kernel_norm
    dist = _kernel_dist
    count_nonzero = count_nonzero
    def view(input: Tensor, *shape: Any) -> Tensor:
        """The elements under another shape, or as another dtype, without a copy; one size may be -1."""
        if len(shape) == 1 and not isinstance(shape[0], _int):
            (shape,) = shape
        return _kernel_view(input, shape)

    def reshape(input: Tensor, *shape: Any) -> Tensor:
        """The elements under another shape; a view where the strides allow it, else a copy."""
        if len(shape) == 1 and not isinstance(shape[0], _int):
            (shape,) = shape
        return _kernel_reshape(input, shape)

    view_as = _kernel_view_as
    reshape_as = _kernel_reshape_as
    flatten = _kernel_flatten
    ravel = _kernel_ravel
    unflatten = _kernel_unflatten
    squeeze = squeeze
    unsqueeze = unsqueeze
    def expand(input: Tensor, *size: Any, implicit: _bool = False) -> Tensor:
        """Dimensions of size 1, and new ones in front, repeated without a copy; the result is read-only."""
        if len(size) == 1 and not isinstance(size[0], _int):
            (size,) = size
        return expand(input, size, implicit=implicit)

    expand_as = _kernel_expand_as
    def broadcast_to(input: Tensor, *size: Any) -> Tensor:
        """Dimensions of size 1, and new ones in front, repeated without a copy."""
        if len(size) == 1 and not isinstance(size[0], _int):
            (size,) = size
        return _kernel_broadcast_to(input, size)



__all__ = [
    "abs",
    "abs_",
    "absolute",
    "absolute_",
    "acos",
    "acos_",
    "acosh",
    "acosh_",
    "add",
    "add_",
    "addcdiv",
    "addcmul",
    "addmm",
    "addmv",
    "all",
    "amax",
    "amin",
    "any",
    "arccos",
    "arccos_",
    "arccosh",
    "arccosh_",
    "arcsin",
    "arcsin_",
    "arcsinh",
    "arcsinh_",
    "arctan",
    "arctan_",
    "arctanh",
    "arctanh_",
    "argmax",
    "argmin",
    "asin",
    "asin_",
    "asinh",
    "asinh_",
    "atan",
    "atan2",
    "atan2_",
    "atan_",
    "atanh",
    "atanh_",
    "baddbmm",
    "bernoulli",
    "bitwise_and",
    "bitwise_and_",
    "bitwise_not",
    "bitwise_not_",
    "bitwise_or",
    "bitwise_or_",
    "bitwise_xor",
    "bitwise_xor_",
    "bmm",
    "broadcast_shapes",
    "broadcast_tensors",
    "broadcast_to",
    "ceil",
    "ceil_",
    "clamp",
    "clamp_",
    "clip",
    "clip_",
    "clone",
    "conj",
    "cos",
    "cos_",
    "cosh",
    "cosh_",
    "count_nonzero",
    "cumprod",
    "cumsum",
    "dist",
    "div",
    "divide",
    "dot",
    "einsum",
    "eq",
    "eq_",
    "exp",
    "exp2",
    "exp2_",
    "exp_",
    "expm1",
    "expm1_",
    "fix",
    "fix_",
    "flatten",
    "floor",
    "floor_",
    "floor_divide",
    "floor_divide_",
    "fmod",
    "fmod_",
    "ge",
    "ge_",
    "ger",
    "greater",
    "greater_",
    "greater_equal",
    "greater_equal_",
    "gt",
    "gt_",
    "isfinite",
    "isinf",
    "isnan",
    "le",
    "le_",
    "lerp",
    "less",
    "less_",
    "less_equal",
    "less_equal_",
    "log",
    "log10",
    "log10_",
    "log1p",
    "log1p_",
    "log2",
    "log2_",
    "log_",
    "logical_and",
    "logical_and_",
    "logical_not",
    "logical_not_",
    "logical_or",
    "logical_or_",
    "logical_xor",
    "logical_xor_",
    "logsumexp",
    "lt",
    "lt_",
    "matmul",
    "max",
    "maximum",
    "mean",
    "min",
    "minimum",
    "mm",
    "mul",
    "mul_",
    "multinomial",
    "multiply",
    "multiply_",
    "mv",
    "ne",
    "ne_",
    "neg",
    "neg_",
    "negative",
    "negative_",
    "norm",
    "not_equal",
    "not_equal_",
    "outer",
    "pow",
    "pow_",
    "prod",
    "ravel",
    "reciprocal",
    "reciprocal_",
    "remainder",
    "remainder_",
    "reshape",
    "round",
    "round_",
    "rsqrt",
    "rsqrt_",
    "rsub",
    "sigmoid",
    "sigmoid_",
    "sign",
    "sign_",
    "sin",
    "sin_",
    "sinh",
    "sinh_",
    "sqrt",
    "sqrt_",
    "square",
    "square_",
    "squeeze",
    "std",
    "std_mean",
    "sub",
    "sub_",
    "subtract",
    "subtract_",
    "sum",
    "tan",
    "tan_",
    "tanh",
    "tanh_",
    "true_divide",
    "true_divide_",
    "trunc",
    "trunc_",
    "unflatten",
    "unsqueeze",
    "var",
    "var_mean",
]

for _name in ['add', 'add_', 'sub', 'sub_', 'mul', 'mul_', 'true_divide', 'true_divide_', 'floor_divide', 'floor_divide_', 'remainder', 'remainder_', 'fmod', 'fmod_', 'pow', 'pow_', 'maximum', 'minimum', 'atan2', 'atan2_', 'div', 'div_', 'truncate_divide', 'truncate_divide_', 'rsub', 'eq', 'eq_', 'ne', 'ne_', 'lt', 'lt_', 'le', 'le_', 'gt', 'gt_', 'ge', 'ge_', 'logical_and', 'logical_and_', 'logical_or', 'logical_or_', 'logical_xor', 'logical_xor_', 'logical_not', 'logical_not_', 'bitwise_and', 'bitwise_and_', 'bitwise_or', 'bitwise_or_', 'bitwise_xor', 'bitwise_xor_', 'bitwise_not', 'bitwise_not_', 'isnan', 'isinf', 'isfinite', 'clone', 'to_dtype', 'to_device', 'copy_', 'neg', 'neg_', 'abs', 'abs_', 'exp', 'exp_', 'exp2', 'exp2_', 'expm1', 'expm1_', 'log', 'log_', 'log2', 'log2_', 'log10', 'log10_', 'log1p', 'log1p_', 'sqrt', 'sqrt_', 'sin', 'sin_', 'cos', 'cos_', 'tan', 'tan_', 'asin', 'asin_', 'acos', 'acos_', 'atan', 'atan_', 'sinh', 'sinh_', 'cosh', 'cosh_', 'tanh', 'tanh_', 'asinh', 'asinh_', 'acosh', 'acosh_', 'atanh', 'atanh_', 'rsqrt', 'rsqrt_', 'reciprocal', 'reciprocal_', 'square', 'square_', 'sign', 'sign_', 'floor', 'floor_', 'ceil', 'ceil_', 'trunc', 'trunc_', 'round', 'round_', 'conj', 'clamp', 'clamp_', 'sigmoid', 'sigmoid_', 'tanh_backward', 'sigmoid_backward', 'matmul', 'bmm', 'mm', 'mv', 'dot', 'outer', 'addmm', 'addmv', 'baddbmm', 'addcmul', 'addcdiv', 'lerp', 'einsum', 'linalg_vector_norm', 'linalg_matrix_norm', 'linalg_norm', 'uniform_', 'normal_', 'bernoulli_', 'exponential_', 'log_normal_', 'cauchy_', 'geometric_', 'random_', 'bernoulli', 'multinomial', 'sum', 'prod', 'mean', 'argmax', 'argmin', 'max_dim', 'min_dim', 'amax', 'amin', 'cumsum', 'cumprod', 'any', 'all', 'var_correction', 'var', 'std', 'var_mean', 'std_mean', 'logsumexp', 'max', 'min', 'norm', 'root', 'dist', 'count_nonzero', 'view_shape', 'view_dtype', 'view', 'reshape', 'view_as', 'reshape_as', 'flatten', 'ravel', 'unflatten', 'squeeze', 'unsqueeze', 'expand', 'expand_as', 'broadcast_to', 'broadcast_shapes', 'broadcast_tensors']:
    attach(TABLE[_name], globals())
