"""Operator functions and the Tensor methods made of them. Generated: do not edit.

Written by `python tools/generate_operators.py` from the declarations in `firebrick_core.ops`.
"""

from __future__ import annotations

import warnings
from builtins import bool as _bool, float as _float, int as _int, str as _str
from builtins import list as _list, tuple as _tuple, type as _type
from typing import TYPE_CHECKING, Any, Sequence

import numpy as np

from . import ops as _ops  # fills the table
from ._bind import add_inplace, attach
from .ops.activation_forms import celu as _kernel_celu
from .ops.activation_forms import celu_ as _kernel_celu_
from .ops.activation_forms import functional_elu as _kernel_functional_elu
from .ops.activation_forms import functional_hardsigmoid as _kernel_functional_hardsigmoid
from .ops.activation_forms import functional_hardswish as _kernel_functional_hardswish
from .ops.activation_forms import functional_hardtanh as _kernel_functional_hardtanh
from .ops.activation_forms import functional_leaky_relu as _kernel_functional_leaky_relu
from .ops.activation_forms import functional_mish as _kernel_functional_mish
from .ops.activation_forms import functional_relu as _kernel_functional_relu
from .ops.activation_forms import functional_sigmoid as _kernel_functional_sigmoid
from .ops.activation_forms import functional_silu as _kernel_functional_silu
from .ops.activation_forms import functional_tanh as _kernel_functional_tanh
from .ops.activation_forms import functional_threshold as _kernel_functional_threshold
from .ops.activation_forms import glu as _kernel_glu
from .ops.activation_forms import relu6 as _kernel_relu6
from .ops.activation_forms import rrelu as _kernel_rrelu
from .ops.activation_forms import rrelu_ as _kernel_rrelu_
from .ops.activation_forms import selu as _kernel_selu
from .ops.activation_forms import selu_ as _kernel_selu_
from .ops.activation_forms import softsign as _kernel_softsign
from .ops.activation_forms import tanhshrink as _kernel_tanhshrink
from .ops.adaptive_pooling import adaptive_avg_pool1d as _kernel_adaptive_avg_pool1d
from .ops.adaptive_pooling import adaptive_avg_pool2d as _kernel_adaptive_avg_pool2d
from .ops.adaptive_pooling import adaptive_max_pool1d as _kernel_adaptive_max_pool1d
from .ops.adaptive_pooling import adaptive_max_pool2d as _kernel_adaptive_max_pool2d
from .ops.adaptive_pooling import adaptive_max_pool2d_with_indices as _kernel_adaptive_max_pool2d_with_indices
from .ops.adaptive_pooling import functional_adaptive_max_pool1d as _kernel_functional_adaptive_max_pool1d
from .ops.arithmetic import reflected_divide as _kernel_reflected_divide
from .ops.arranging import fliplr as _kernel_fliplr
from .ops.arranging import flipud as _kernel_flipud
from .ops.arranging import rot90 as _kernel_rot90
from .ops.arranging import tile as _kernel_tile
from .ops.complex_numbers import conj as _kernel_conj
from .ops.complex_numbers import is_conj as _kernel_is_conj
from .ops.complex_numbers import is_neg as _kernel_is_neg
from .ops.complex_numbers import resolve_conj as _kernel_resolve_conj
from .ops.complex_numbers import resolve_neg as _kernel_resolve_neg
from .ops.contractions import chain_matmul as _kernel_chain_matmul
from .ops.contractions import einsum as _kernel_einsum
from .ops.conversion import imag as _kernel_imag
from .ops.conversion import real as _kernel_real
from .ops.conversion import to as _kernel_to
from .ops.conversion import to_bool as _kernel_bool
from .ops.conversion import to_byte as _kernel_byte
from .ops.conversion import to_cdouble as _kernel_cdouble
from .ops.conversion import to_cfloat as _kernel_cfloat
from .ops.conversion import to_char as _kernel_char
from .ops.conversion import to_double as _kernel_double
from .ops.conversion import to_float as _kernel_float
from .ops.conversion import to_half as _kernel_half
from .ops.conversion import to_int as _kernel_int
from .ops.conversion import to_long as _kernel_long
from .ops.conversion import to_short as _kernel_short
from .ops.conversion import to_type as _kernel_type
from .ops.copying import contiguous as _kernel_contiguous
from .ops.copying import new_empty as _kernel_new_empty
from .ops.copying import new_empty_strided as _kernel_new_empty_strided
from .ops.copying import new_full as _kernel_new_full
from .ops.copying import new_ones as _kernel_new_ones
from .ops.copying import new_tensor as _kernel_new_tensor
from .ops.copying import new_zeros as _kernel_new_zeros
from .ops.dropout import alpha_dropout as _kernel_alpha_dropout
from .ops.dropout import alpha_dropout_ as _kernel_alpha_dropout_
from .ops.dropout import dropout as _kernel_dropout
from .ops.dropout import dropout1d as _kernel_dropout1d
from .ops.dropout import dropout2d as _kernel_dropout2d
from .ops.dropout import dropout3d as _kernel_dropout3d
from .ops.dropout import dropout_ as _kernel_dropout_
from .ops.dropout import feature_alpha_dropout as _kernel_feature_alpha_dropout
from .ops.dropout import feature_alpha_dropout_ as _kernel_feature_alpha_dropout_
from .ops.dropout import feature_dropout as _kernel_feature_dropout
from .ops.dropout import feature_dropout_ as _kernel_feature_dropout_
from .ops.dropout import functional_alpha_dropout as _kernel_functional_alpha_dropout
from .ops.dropout import functional_dropout as _kernel_functional_dropout
from .ops.dropout import functional_feature_alpha_dropout as _kernel_functional_feature_alpha_dropout
from .ops.dropout import native_dropout as _kernel_native_dropout
from .ops.elementary import positive as _kernel_positive
from .ops.embedding import one_hot as _kernel_one_hot
from .ops.folding import fold as _kernel_fold
from .ops.folding import functional_unfold as _kernel_functional_unfold
from .ops.fourier_grid import fft_fftfreq as _kernel_fft_fftfreq
from .ops.fourier_grid import fft_fftshift as _kernel_fft_fftshift
from .ops.fourier_grid import fft_ifftshift as _kernel_fft_ifftshift
from .ops.fourier_grid import fft_rfftfreq as _kernel_fft_rfftfreq
from .ops.grid_sampling import affine_grid as _kernel_affine_grid
from .ops.grid_sampling import affine_grid_generator as _kernel_affine_grid_generator
from .ops.grids import block_diag as _kernel_block_diag
from .ops.grids import cartesian_prod as _kernel_cartesian_prod
from .ops.grids import combinations as _kernel_combinations
from .ops.grids import diagflat as _kernel_diagflat
from .ops.grids import meshgrid as _kernel_meshgrid
from .ops.grids import tril_indices as _kernel_tril_indices
from .ops.grids import triu_indices as _kernel_triu_indices
from .ops.grids import unravel_index as _kernel_unravel_index
from .ops.indexing import argwhere as _kernel_argwhere
from .ops.indexing import nonzero as _kernel_nonzero
from .ops.joining import atleast_1d as _kernel_atleast_1d
from .ops.joining import atleast_2d as _kernel_atleast_2d
from .ops.joining import atleast_3d as _kernel_atleast_3d
from .ops.joining import column_stack as _kernel_column_stack
from .ops.joining import dstack as _kernel_dstack
from .ops.joining import hstack as _kernel_hstack
from .ops.joining import vstack as _kernel_vstack
from .ops.lu import det as _kernel_det
from .ops.lu import logdet as _kernel_logdet
from .ops.matrix_functions import linalg_diagonal as _kernel_linalg_diagonal
from .ops.matrix_functions import linalg_vander as _kernel_linalg_vander
from .ops.matrix_functions import vander as _kernel_vander
from .ops.permuting import adjoint as _kernel_adjoint
from .ops.permuting import as_strided_ as _kernel_as_strided_
from .ops.permuting import matrices_adjoint as _kernel_matrices_adjoint
from .ops.permuting import matrix_adjoint as _kernel_matrix_adjoint
from .ops.permuting import matrix_transpose as _kernel_matrix_transpose
from .ops.permuting import movedim as _kernel_movedim
from .ops.permuting import reversed_dims as _kernel_reversed_dims
from .ops.permuting import swapaxes as _kernel_swapaxes
from .ops.permuting import swapaxes_ as _kernel_swapaxes_
from .ops.permuting import t_ as _kernel_t_
from .ops.permuting import transpose_ as _kernel_transpose_
from .ops.pooling_functions import avg_pool1d as _kernel_avg_pool1d
from .ops.pooling_functions import lp_pool1d as _kernel_lp_pool1d
from .ops.pooling_functions import lp_pool2d as _kernel_lp_pool2d
from .ops.pooling_functions import max_pool1d as _kernel_max_pool1d
from .ops.pooling_functions import max_pool1d_with_indices as _kernel_max_pool1d_with_indices
from .ops.pooling_functions import max_pool2d as _kernel_max_pool2d
from .ops.pooling_functions import max_pool2d_with_indices as _kernel_max_pool2d_with_indices
from .ops.pooling_functions import max_pool3d_with_indices as _kernel_max_pool3d_with_indices
from .ops.random import bernoulli as _kernel_bernoulli
from .ops.removed import eig as _kernel_eig
from .ops.removed import matrix_rank as _kernel_matrix_rank
from .ops.removed import symeig as _kernel_symeig
from .ops.resizing import channel_shuffle as _kernel_channel_shuffle
from .ops.resizing import pixel_shuffle as _kernel_pixel_shuffle
from .ops.resizing import pixel_unshuffle as _kernel_pixel_unshuffle
from .ops.resizing import upsample as _kernel_upsample
from .ops.resizing import upsample_bilinear as _kernel_upsample_bilinear
from .ops.resizing import upsample_nearest as _kernel_upsample_nearest
from .ops.rounding import nan_to_num_ as _kernel_nan_to_num_
from .ops.selecting import where_method as _kernel_where_method
from .ops.shape import broadcast_tensors as _kernel_broadcast_tensors
from .ops.shape import broadcast_to as _kernel_broadcast_to
from .ops.shape import flatten as _kernel_flatten
from .ops.shape import ravel as _kernel_ravel
from .ops.shape import reshape as _kernel_reshape
from .ops.shape import sum_to_size as _kernel_sum_to_size
from .ops.shape import view as _kernel_view
from .ops.singular_values import pca_lowrank as _kernel_pca_lowrank
from .ops.slicing import as_strided as _kernel_as_strided
from .ops.slicing import diag as _kernel_diag
from .ops.slicing import diag_embed as _kernel_diag_embed
from .ops.softmax import gumbel_softmax as _kernel_gumbel_softmax
from .ops.softmax import softmin as _kernel_softmin
from .ops.sparse_functions import sparse_log_softmax as _kernel_sparse_log_softmax
from .ops.sparse_functions import sparse_softmax as _kernel_sparse_softmax
from .ops.sparse_functions import sparse_sum as _kernel_sparse_sum
from .ops.sparse_functions import to_dense as _kernel_to_dense
from .ops.sparse_functions import to_sparse as _kernel_to_sparse
from .ops.sparse_functions import to_sparse_bsc as _kernel_to_sparse_bsc
from .ops.sparse_functions import to_sparse_bsr as _kernel_to_sparse_bsr
from .ops.sparse_functions import to_sparse_coo as _kernel_to_sparse_coo
from .ops.sparse_functions import to_sparse_csc as _kernel_to_sparse_csc
from .ops.sparse_functions import to_sparse_csr as _kernel_to_sparse_csr
from .ops.sparse_making import ccol_indices as _kernel_ccol_indices
from .ops.sparse_making import coalesce as _kernel_coalesce
from .ops.sparse_making import col_indices as _kernel_col_indices
from .ops.sparse_making import crow_indices as _kernel_crow_indices
from .ops.sparse_making import dense_dim as _kernel_dense_dim
from .ops.sparse_making import embedding_sparse_backward as _kernel_embedding_sparse_backward
from .ops.sparse_making import indices as _kernel_indices
from .ops.sparse_making import indices_as_they_are as _kernel_indices_as_they_are
from .ops.sparse_making import is_coalesced as _kernel_is_coalesced
from .ops.sparse_making import row_indices as _kernel_row_indices
from .ops.sparse_making import sparse_dim as _kernel_sparse_dim
from .ops.sparse_making import sparse_resize_ as _kernel_sparse_resize_
from .ops.sparse_making import sparse_resize_and_clear_ as _kernel_sparse_resize_and_clear_
from .ops.sparse_making import stored_count as _kernel_stored_count
from .ops.sparse_making import values as _kernel_values
from .ops.sparse_making import values_as_they_are as _kernel_values_as_they_are
from .ops.special import polygamma_of as _kernel_polygamma_of
from .ops.splitting import dsplit as _kernel_dsplit
from .ops.splitting import hsplit as _kernel_hsplit
from .ops.splitting import vsplit as _kernel_vsplit
from .ops.statistics import corrcoef as _kernel_corrcoef
from .ops.view_copies import detach as _kernel_detach
from .ops.view_copies import detach_ as _kernel_detach_
from .ops.view_copies import slice_dim as _kernel_slice_dim
from .ops.view_copies import split_equally as _kernel_split_equally
from .ops.windows import bartlett_window as _kernel_bartlett_window
from .ops.windows import blackman_window as _kernel_blackman_window
from .ops.windows import hamming_window as _kernel_hamming_window
from .ops.windows import hann_window as _kernel_hann_window
from .ops.windows import kaiser_window as _kernel_kaiser_window
from .ops.windows import windows_bartlett as _kernel_windows_bartlett
from .ops.windows import windows_blackman as _kernel_windows_blackman
from .ops.windows import windows_cosine as _kernel_windows_cosine
from .ops.windows import windows_exponential as _kernel_windows_exponential
from .ops.windows import windows_gaussian as _kernel_windows_gaussian
from .ops.windows import windows_general_cosine as _kernel_windows_general_cosine
from .ops.windows import windows_general_hamming as _kernel_windows_general_hamming
from .ops.windows import windows_hamming as _kernel_windows_hamming
from .ops.windows import windows_hann as _kernel_windows_hann
from .ops.windows import windows_kaiser as _kernel_windows_kaiser
from .ops.windows import windows_nuttall as _kernel_windows_nuttall
from ._arguments import blame_arguments, check_arguments
from ._arguments import call_deprecated
from ._dispatch import assign, dispatch, switch, through_layers, write_out
from ._dtype import FROM_NUMPY as _FROM_NUMPY, from_numpy_dtype
from ._errstate import QUIET, SILENT, get_errstate, reset_errstate, set_errstate
from ._operator import TABLE
from ._fast_paths import python_operator, reflected_operator
from ._arguments import MISSING, with_numpy_names
from ._return_types import return_type
from ._run import call_mixed
from ._typing import Device, Dims, DType, Index, Number, Shape

_new = object.__new__
_asarray = np.asarray
_ndarray = np.ndarray
_INTEGERS = (_int, np.integer)
# Set by `_tensor` when the class exists; the functions need them only when called.
if TYPE_CHECKING:
    from ._tensor import Tensor
else:
    Tensor = None
wrap: Any = None
view_of: Any = None
conceal: Any = None

for _entry in [*TABLE.values()]:
    if _entry.inplace:
        add_inplace(_entry)
for _name, _entry in TABLE.items():
    globals()[f"_{_name}_op"] = _entry
    if _entry.inplace_of is None:
        globals().setdefault(f"_kernel_{_name}", _entry.kernel)

_attention_result = return_type("attention", ('result', 'stats'))
_linalg_lu_factor_ex_result = return_type("linalg_lu_factor_ex", ('LU', 'pivots', 'info'))
_linalg_slogdet_result = return_type("linalg_slogdet", ('sign', 'logabsdet'))
_linalg_solve_ex_result = return_type("linalg_solve_ex", ('result', 'info'))
_linalg_inv_ex_result = return_type("linalg_inv_ex", ('inverse', 'info'))
_least_squares_result = return_type("least_squares", ('solution', 'residuals', 'rank', 'singular_values'))
_linalg_cholesky_ex_result = return_type("linalg_cholesky_ex", ('L', 'info'))
_ctc_result = return_type("ctc", ('result', 'log_alpha'))
_ctc_cost_result = return_type("ctc_cost", ('result', 'gradient'))
_linalg_eigh_result = return_type("linalg_eigh", ('eigenvalues', 'eigenvectors'))
_linalg_eig_result = return_type("linalg_eig", ('eigenvalues', 'eigenvectors'))
_max_dim_result = return_type("max_dim", ('values', 'indices'))
_min_dim_result = return_type("min_dim", ('values', 'indices'))
_aminmax_result = return_type("aminmax", ('min', 'max'))
_standardize_result = return_type("standardize", ('result', 'mean', 'var'))
_normalize_affine_result = return_type("normalize_affine", ('result', 'mean', 'var'))
_linalg_ldl_factor_ex_result = return_type("linalg_ldl_factor_ex", ('LD', 'pivots', 'info'))
_kthvalue_result = return_type("kthvalue", ('values', 'indices'))
_median_dim_result = return_type("median_dim", ('values', 'indices'))
_mode_result = return_type("mode", ('values', 'indices'))
_linalg_qr_result = return_type("linalg_qr", ('Q', 'R'))
_geqrf_result = return_type("geqrf", ('a', 'tau'))
_frexp_result = return_type("frexp", ('mantissa', 'exponent'))
_lstm_sequence_result = return_type("lstm_sequence", ('result', 'h', 'c', 'active', 'cells'))
_gru_sequence_result = return_type("gru_sequence", ('result', 'h', 'active', 'recurrent'))
_rnn_sequence_result = return_type("rnn_sequence", ('result', 'h'))
_cummax_result = return_type("cummax", ('values', 'indices'))
_cummin_result = return_type("cummin", ('values', 'indices'))
_linalg_svd_result = return_type("linalg_svd", ('U', 'S', 'Vh'))
_sort_result = return_type("sort", ('values', 'indices'))
_topk_result = return_type("topk", ('values', 'indices'))


def relu(input: Tensor) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_relu_op, (input,))
    if keys or switch.modes:
        return dispatch(_relu_op, keys, (input,))
    return _plain_relu(input)


def relu_(input: Tensor) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_relu__op, (input,))
    if keys or switch.modes:
        return dispatch(_relu__op, keys, (input,))
    return _plain_relu_(input)


def _plain_relu_backward(grad_output, output):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_relu_backward(np, grad_output._array, output._array)
    finally:
        if token is not None:
            reset_errstate(token)
    return conceal(wrap(array), (grad_output, output,))


def relu_backward(grad_output: Tensor, output: Tensor) -> Tensor:
    try:
        keys = grad_output._keys | output._keys
    except AttributeError:
        return call_mixed(_relu_backward_op, (grad_output, output))
    if keys or switch.modes:
        return dispatch(_relu_backward_op, keys, (grad_output, output))
    return _plain_relu_backward(grad_output, output)


def _plain_inside_backward(grad_output, input, low, high):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_inside_backward(np, grad_output._array, input._array, low, high)
    finally:
        if token is not None:
            reset_errstate(token)
    return conceal(wrap(array), (grad_output, input,))


def inside_backward(grad_output: Tensor, input: Tensor, low: Number, high: Number) -> Tensor:
    try:
        keys = grad_output._keys | input._keys
    except AttributeError:
        return call_mixed(_inside_backward_op, (grad_output, input, low, high))
    if keys or switch.modes:
        return dispatch(_inside_backward_op, keys, (grad_output, input, low, high))
    return _plain_inside_backward(grad_output, input, low, high)


def hardtanh(input: Tensor, min_val: Number = -1.0, max_val: Number = 1.0) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_hardtanh_op, (input, min_val, max_val))
    if keys or switch.modes:
        return dispatch(_hardtanh_op, keys, (input, min_val, max_val))
    return _plain_hardtanh(input, min_val, max_val)


def hardtanh_(input: Tensor, min_val: Number = -1.0, max_val: Number = 1.0) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_hardtanh__op, (input, min_val, max_val))
    if keys or switch.modes:
        return dispatch(_hardtanh__op, keys, (input, min_val, max_val))
    return _plain_hardtanh_(input, min_val, max_val)


def threshold(input: Tensor, threshold: Number, value: Number) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_threshold_op, (input, threshold, value))
    if keys or switch.modes:
        return dispatch(_threshold_op, keys, (input, threshold, value))
    return _plain_threshold(input, threshold, value)


def threshold_(input: Tensor, threshold: Number, value: Number) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_threshold__op, (input, threshold, value))
    if keys or switch.modes:
        return dispatch(_threshold__op, keys, (input, threshold, value))
    return _plain_threshold_(input, threshold, value)


def leaky_relu(input: Tensor, negative_slope: Number = 0.01) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_leaky_relu_op, (input, negative_slope))
    if keys or switch.modes:
        return dispatch(_leaky_relu_op, keys, (input, negative_slope))
    return _plain_leaky_relu(input, negative_slope)


def leaky_relu_(input: Tensor, negative_slope: Number = 0.01) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_leaky_relu__op, (input, negative_slope))
    if keys or switch.modes:
        return dispatch(_leaky_relu__op, keys, (input, negative_slope))
    return _plain_leaky_relu_(input, negative_slope)


def _plain_leaky_relu_backward(grad_output, input, negative_slope):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_leaky_relu_backward(np, grad_output._array, input._array, negative_slope)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def leaky_relu_backward(grad_output: Tensor, input: Tensor, negative_slope: Number) -> Tensor:
    try:
        keys = grad_output._keys | input._keys
    except AttributeError:
        return call_mixed(_leaky_relu_backward_op, (grad_output, input, negative_slope))
    if keys or switch.modes:
        return dispatch(_leaky_relu_backward_op, keys, (grad_output, input, negative_slope))
    return _plain_leaky_relu_backward(grad_output, input, negative_slope)


def elu(input: Tensor, alpha: Number = 1.0, scale: Number = 1.0, input_scale: Number = 1.0) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_elu_op, (input, alpha, scale, input_scale))
    if keys or switch.modes:
        return dispatch(_elu_op, keys, (input, alpha, scale, input_scale))
    return _plain_elu(input, alpha, scale, input_scale)


def elu_(input: Tensor, alpha: Number = 1.0, scale: Number = 1.0, input_scale: Number = 1.0) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_elu__op, (input, alpha, scale, input_scale))
    if keys or switch.modes:
        return dispatch(_elu__op, keys, (input, alpha, scale, input_scale))
    return _plain_elu_(input, alpha, scale, input_scale)


def _plain_elu_backward(grad_output, input, alpha, scale, input_scale):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_elu_backward(np, grad_output._array, input._array, alpha, scale, input_scale)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def elu_backward(grad_output: Tensor, input: Tensor, alpha: Number, scale: Number, input_scale: Number) -> Tensor:
    try:
        keys = grad_output._keys | input._keys
    except AttributeError:
        return call_mixed(_elu_backward_op, (grad_output, input, alpha, scale, input_scale))
    if keys or switch.modes:
        return dispatch(_elu_backward_op, keys, (grad_output, input, alpha, scale, input_scale))
    return _plain_elu_backward(grad_output, input, alpha, scale, input_scale)


def silu(input: Tensor) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_silu_op, (input,))
    if keys or switch.modes:
        return dispatch(_silu_op, keys, (input,))
    return _plain_silu(input)


def silu_(input: Tensor) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_silu__op, (input,))
    if keys or switch.modes:
        return dispatch(_silu__op, keys, (input,))
    return _plain_silu_(input)


def _plain_silu_backward(grad_output, input):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_silu_backward(np, grad_output._array, input._array)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def silu_backward(grad_output: Tensor, input: Tensor) -> Tensor:
    try:
        keys = grad_output._keys | input._keys
    except AttributeError:
        return call_mixed(_silu_backward_op, (grad_output, input))
    if keys or switch.modes:
        return dispatch(_silu_backward_op, keys, (grad_output, input))
    return _plain_silu_backward(grad_output, input)


def mish(input: Tensor) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_mish_op, (input,))
    if keys or switch.modes:
        return dispatch(_mish_op, keys, (input,))
    return _plain_mish(input)


def mish_(input: Tensor) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_mish__op, (input,))
    if keys or switch.modes:
        return dispatch(_mish__op, keys, (input,))
    return _plain_mish_(input)


def softplus(input: Tensor, beta: Number = 1.0, threshold: Number = 20.0, *, out: Any = None) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_softplus_op, (input, beta, threshold), out)
    if keys or switch.modes or out is not None:
        return dispatch(_softplus_op, keys, (input, beta, threshold), out)
    return _plain_softplus(input, beta, threshold)


def logsigmoid(input: Tensor, *, out: Any = None) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_logsigmoid_op, (input,), out)
    if keys or switch.modes or out is not None:
        return dispatch(_logsigmoid_op, keys, (input,), out)
    return _plain_logsigmoid(input)


def hardsigmoid(input: Tensor) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_hardsigmoid_op, (input,))
    if keys or switch.modes:
        return dispatch(_hardsigmoid_op, keys, (input,))
    return _plain_hardsigmoid(input)


def hardsigmoid_(input: Tensor) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_hardsigmoid__op, (input,))
    if keys or switch.modes:
        return dispatch(_hardsigmoid__op, keys, (input,))
    return _plain_hardsigmoid_(input)


def hardswish(input: Tensor) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_hardswish_op, (input,))
    if keys or switch.modes:
        return dispatch(_hardswish_op, keys, (input,))
    return _plain_hardswish(input)


def hardswish_(input: Tensor) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_hardswish__op, (input,))
    if keys or switch.modes:
        return dispatch(_hardswish__op, keys, (input,))
    return _plain_hardswish_(input)


def hardshrink(input: Tensor, lambd: Number = 0.5, *, out: Any = None) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_hardshrink_op, (input, lambd), out)
    if keys or switch.modes or out is not None:
        return dispatch(_hardshrink_op, keys, (input, lambd), out)
    return _plain_hardshrink(input, lambd)


def softshrink(input: Tensor, lambd: Number = 0.5, *, out: Any = None) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_softshrink_op, (input, lambd), out)
    if keys or switch.modes or out is not None:
        return dispatch(_softshrink_op, keys, (input, lambd), out)
    return _plain_softshrink(input, lambd)


def _plain_shrink_backward(grad_output, input, lambd):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_shrink_backward(np, grad_output._array, input._array, lambd)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def shrink_backward(grad_output: Tensor, input: Tensor, lambd: Number) -> Tensor:
    try:
        keys = grad_output._keys | input._keys
    except AttributeError:
        return call_mixed(_shrink_backward_op, (grad_output, input, lambd))
    if keys or switch.modes:
        return dispatch(_shrink_backward_op, keys, (grad_output, input, lambd))
    return _plain_shrink_backward(grad_output, input, lambd)


functional_relu = _kernel_functional_relu


def relu6(input: Tensor, inplace: _bool = False) -> Tensor:
    try:
        input._keys
    except AttributeError:
        check_arguments(_relu6_op, (input, inplace))
    return _kernel_relu6(input, inplace)


def functional_hardtanh(input: Tensor, min_val: Number = -1.0, max_val: Number = 1.0, inplace: _bool = False) -> Tensor:
    try:
        input._keys
    except AttributeError:
        check_arguments(_functional_hardtanh_op, (input, min_val, max_val, inplace))
    return _kernel_functional_hardtanh(input, min_val, max_val, inplace)


def functional_threshold(input: Tensor, threshold: Number, value: Number, inplace: _bool = False) -> Tensor:
    try:
        input._keys
    except AttributeError:
        check_arguments(_functional_threshold_op, (input, threshold, value, inplace))
    return _kernel_functional_threshold(input, threshold, value, inplace)


def functional_leaky_relu(input: Tensor, negative_slope: Number = 0.01, inplace: _bool = False) -> Tensor:
    try:
        input._keys
    except AttributeError:
        check_arguments(_functional_leaky_relu_op, (input, negative_slope, inplace))
    return _kernel_functional_leaky_relu(input, negative_slope, inplace)


def functional_elu(input: Tensor, alpha: Number = 1.0, inplace: _bool = False) -> Tensor:
    try:
        input._keys
    except AttributeError:
        check_arguments(_functional_elu_op, (input, alpha, inplace))
    return _kernel_functional_elu(input, alpha, inplace)


def selu(input: Tensor, inplace: _bool = False) -> Tensor:
    try:
        input._keys
    except AttributeError:
        check_arguments(_selu_op, (input, inplace))
    return _kernel_selu(input, inplace)


def selu_(input: Tensor) -> Tensor:
    try:
        input._keys
    except AttributeError:
        check_arguments(_selu__op, (input,))
    return _kernel_selu_(input)


def celu(input: Tensor, alpha: Number = 1.0, inplace: _bool = False) -> Tensor:
    try:
        input._keys
    except AttributeError:
        check_arguments(_celu_op, (input, alpha, inplace))
    return _kernel_celu(input, alpha, inplace)


def celu_(input: Tensor, alpha: Number = 1.0) -> Tensor:
    try:
        input._keys
    except AttributeError:
        check_arguments(_celu__op, (input, alpha))
    return _kernel_celu_(input, alpha)


def functional_silu(input: Tensor, inplace: _bool = False) -> Tensor:
    try:
        input._keys
    except AttributeError:
        check_arguments(_functional_silu_op, (input, inplace))
    return _kernel_functional_silu(input, inplace)


def functional_mish(input: Tensor, inplace: _bool = False) -> Tensor:
    try:
        input._keys
    except AttributeError:
        check_arguments(_functional_mish_op, (input, inplace))
    return _kernel_functional_mish(input, inplace)


def functional_hardsigmoid(input: Tensor, inplace: _bool = False) -> Tensor:
    try:
        input._keys
    except AttributeError:
        check_arguments(_functional_hardsigmoid_op, (input, inplace))
    return _kernel_functional_hardsigmoid(input, inplace)


def functional_hardswish(input: Tensor, inplace: _bool = False) -> Tensor:
    try:
        input._keys
    except AttributeError:
        check_arguments(_functional_hardswish_op, (input, inplace))
    return _kernel_functional_hardswish(input, inplace)


def functional_sigmoid(input: Tensor) -> Tensor:
    try:
        input._keys
    except AttributeError:
        check_arguments(_functional_sigmoid_op, (input,))
    return _kernel_functional_sigmoid(input)


def functional_tanh(input: Tensor) -> Tensor:
    try:
        input._keys
    except AttributeError:
        check_arguments(_functional_tanh_op, (input,))
    return _kernel_functional_tanh(input)


def softsign(input: Tensor) -> Tensor:
    try:
        input._keys
    except AttributeError:
        check_arguments(_softsign_op, (input,))
    return _kernel_softsign(input)


def tanhshrink(input: Tensor) -> Tensor:
    try:
        input._keys
    except AttributeError:
        check_arguments(_tanhshrink_op, (input,))
    return _kernel_tanhshrink(input)


def glu(input: Tensor, dim: _int = -1) -> Tensor:
    try:
        input._keys
    except AttributeError:
        check_arguments(_glu_op, (input, dim))
    return _kernel_glu(input, dim)


def prelu(input: Tensor, weight: Tensor) -> Tensor:
    try:
        input._keys
        weight._keys
    except AttributeError:
        check_arguments(_prelu_op, (input, weight))
    return through_layers(_prelu_op, (input, weight)) if switch.modes else _kernel_prelu(input, weight)


def _plain_rrelu_slopes(input, lower, upper):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_rrelu_slopes(np, input._array, lower, upper)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def rrelu_slopes(input: Tensor, lower: Number, upper: Number) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_rrelu_slopes_op, (input, lower, upper))
    if keys or switch.modes:
        return dispatch(_rrelu_slopes_op, keys, (input, lower, upper))
    return _plain_rrelu_slopes(input, lower, upper)


def rrelu(input: Tensor, lower: Number = 0.125, upper: Number = 0.3333333333333333, training: _bool = False, inplace: _bool = False) -> Tensor:
    try:
        input._keys
    except AttributeError:
        check_arguments(_rrelu_op, (input, lower, upper, training, inplace))
    return _kernel_rrelu(input, lower, upper, training, inplace)


def rrelu_(input: Tensor, lower: Number = 0.125, upper: Number = 0.3333333333333333, training: _bool = False) -> Tensor:
    try:
        input._keys
    except AttributeError:
        check_arguments(_rrelu__op, (input, lower, upper, training))
    return _kernel_rrelu_(input, lower, upper, training)


def _plain_max_pool(input, kernel, stride, padding, dilation, ceil_mode):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_max_pool(np, input._array, kernel, stride, padding, dilation, ceil_mode)
    finally:
        if token is not None:
            reset_errstate(token)
    return conceal(wrap(array), (input,))


def max_pool(input: Tensor, kernel: Shape, stride: Shape, padding: Shape, dilation: Shape, ceil_mode: _bool) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_max_pool_op, (input, kernel, stride, padding, dilation, ceil_mode))
    if keys or switch.modes:
        return dispatch(_max_pool_op, keys, (input, kernel, stride, padding, dilation, ceil_mode))
    return _plain_max_pool(input, kernel, stride, padding, dilation, ceil_mode)


def _plain_max_pool_indices(input, result, kernel, stride, padding, dilation):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_max_pool_indices(np, input._array, result._array, kernel, stride, padding, dilation)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def max_pool_indices(input: Tensor, result: Tensor, kernel: Shape, stride: Shape, padding: Shape, dilation: Shape) -> Tensor:
    try:
        keys = input._keys | result._keys
    except AttributeError:
        return call_mixed(_max_pool_indices_op, (input, result, kernel, stride, padding, dilation))
    if keys or switch.modes:
        return dispatch(_max_pool_indices_op, keys, (input, result, kernel, stride, padding, dilation))
    return _plain_max_pool_indices(input, result, kernel, stride, padding, dilation)


def _plain_scatter_planes(grad_output, indices, size, apart):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_scatter_planes(np, grad_output._array, indices._array, size, apart)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def scatter_planes(grad_output: Tensor, indices: Tensor, size: Shape, apart: _bool) -> Tensor:
    try:
        keys = grad_output._keys | indices._keys
    except AttributeError:
        return call_mixed(_scatter_planes_op, (grad_output, indices, size, apart))
    if keys or switch.modes:
        return dispatch(_scatter_planes_op, keys, (grad_output, indices, size, apart))
    return _plain_scatter_planes(grad_output, indices, size, apart)


def _plain_max_pool_backward(grad_output, input, result, kernel, stride, padding, dilation):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_max_pool_backward(np, grad_output._array, input._array, result._array, kernel, stride, padding, dilation)
    finally:
        if token is not None:
            reset_errstate(token)
    return conceal(wrap(array), (grad_output, input, result,))


def max_pool_backward(grad_output: Tensor, input: Tensor, result: Tensor, kernel: Shape, stride: Shape, padding: Shape, dilation: Shape) -> Tensor:
    try:
        keys = grad_output._keys | input._keys | result._keys
    except AttributeError:
        return call_mixed(_max_pool_backward_op, (grad_output, input, result, kernel, stride, padding, dilation))
    if keys or switch.modes:
        return dispatch(_max_pool_backward_op, keys, (grad_output, input, result, kernel, stride, padding, dilation))
    return _plain_max_pool_backward(grad_output, input, result, kernel, stride, padding, dilation)


def _plain_gather_planes(input, indices, dims):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_gather_planes(np, input._array, indices._array, dims)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def gather_planes(input: Tensor, indices: Tensor, dims: _int) -> Tensor:
    try:
        keys = input._keys | indices._keys
    except AttributeError:
        return call_mixed(_gather_planes_op, (input, indices, dims))
    if keys or switch.modes:
        return dispatch(_gather_planes_op, keys, (input, indices, dims))
    return _plain_gather_planes(input, indices, dims)


def _plain_avg_pool(input, kernel, stride, padding, ceil_mode, count_include_pad, divisor):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_avg_pool(np, input._array, kernel, stride, padding, ceil_mode, count_include_pad, divisor)
    finally:
        if token is not None:
            reset_errstate(token)
    return conceal(wrap(array), (input,))


def avg_pool(input: Tensor, kernel: Shape, stride: Shape, padding: Shape, ceil_mode: _bool, count_include_pad: _bool, divisor: _int | None) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_avg_pool_op, (input, kernel, stride, padding, ceil_mode, count_include_pad, divisor))
    if keys or switch.modes:
        return dispatch(_avg_pool_op, keys, (input, kernel, stride, padding, ceil_mode, count_include_pad, divisor))
    return _plain_avg_pool(input, kernel, stride, padding, ceil_mode, count_include_pad, divisor)


def _plain_avg_pool_backward(grad_output, size, kernel, stride, padding, count_include_pad, divisor):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_avg_pool_backward(np, grad_output._array, size, kernel, stride, padding, count_include_pad, divisor)
    finally:
        if token is not None:
            reset_errstate(token)
    return conceal(wrap(array), (grad_output,))


def avg_pool_backward(grad_output: Tensor, size: Shape, kernel: Shape, stride: Shape, padding: Shape, count_include_pad: _bool, divisor: _int | None) -> Tensor:
    try:
        keys = grad_output._keys
    except AttributeError:
        return call_mixed(_avg_pool_backward_op, (grad_output, size, kernel, stride, padding, count_include_pad, divisor))
    if keys or switch.modes:
        return dispatch(_avg_pool_backward_op, keys, (grad_output, size, kernel, stride, padding, count_include_pad, divisor))
    return _plain_avg_pool_backward(grad_output, size, kernel, stride, padding, count_include_pad, divisor)


def _plain_adaptive_avg_pool(input, size):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_adaptive_avg_pool(np, input._array, size)
    finally:
        if token is not None:
            reset_errstate(token)
    return conceal(wrap(array), (input,))


def adaptive_avg_pool(input: Tensor, size: Shape) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_adaptive_avg_pool_op, (input, size))
    if keys or switch.modes:
        return dispatch(_adaptive_avg_pool_op, keys, (input, size))
    return _plain_adaptive_avg_pool(input, size)


def _plain_adaptive_avg_pool_backward(grad_output, size):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_adaptive_avg_pool_backward(np, grad_output._array, size)
    finally:
        if token is not None:
            reset_errstate(token)
    return conceal(wrap(array), (grad_output,))


def adaptive_avg_pool_backward(grad_output: Tensor, size: Shape) -> Tensor:
    try:
        keys = grad_output._keys
    except AttributeError:
        return call_mixed(_adaptive_avg_pool_backward_op, (grad_output, size))
    if keys or switch.modes:
        return dispatch(_adaptive_avg_pool_backward_op, keys, (grad_output, size))
    return _plain_adaptive_avg_pool_backward(grad_output, size)


def _plain_adaptive_max_indices(input, size):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_adaptive_max_indices(np, input._array, size)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def adaptive_max_indices(input: Tensor, size: Shape) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_adaptive_max_indices_op, (input, size))
    if keys or switch.modes:
        return dispatch(_adaptive_max_indices_op, keys, (input, size))
    return _plain_adaptive_max_indices(input, size)


def max_pool1d(input: Tensor, kernel_size: Size, stride: Size | None = None, padding: Size = 0, dilation: Size = 1, ceil_mode: _bool = False, return_indices: _bool = False) -> Tensor:
    try:
        input._keys
    except AttributeError:
        check_arguments(_max_pool1d_op, (input, kernel_size, stride, padding, dilation, ceil_mode, return_indices))
    return _kernel_max_pool1d(input, kernel_size, stride, padding, dilation, ceil_mode, return_indices)


def max_pool2d(input: Tensor, kernel_size: Size, stride: Size | None = None, padding: Size = 0, dilation: Size = 1, ceil_mode: _bool = False, return_indices: _bool = False) -> Tensor:
    try:
        input._keys
    except AttributeError:
        check_arguments(_max_pool2d_op, (input, kernel_size, stride, padding, dilation, ceil_mode, return_indices))
    return _kernel_max_pool2d(input, kernel_size, stride, padding, dilation, ceil_mode, return_indices)


def max_pool3d(input: Tensor, kernel_size: Size, stride: Size | None = None, padding: Size = 0, dilation: Size = 1, ceil_mode: _bool = False, return_indices: _bool = False) -> Tensor:
    try:
        input._keys
    except AttributeError:
        check_arguments(_max_pool3d_op, (input, kernel_size, stride, padding, dilation, ceil_mode, return_indices))
    return through_layers(_max_pool3d_op, (input, kernel_size, stride, padding, dilation, ceil_mode, return_indices)) if switch.modes else _kernel_max_pool3d(input, kernel_size, stride, padding, dilation, ceil_mode, return_indices)


def max_pool1d_with_indices(input: Tensor, kernel_size: Size, stride: Size | None = None, padding: Size = 0, dilation: Size = 1, ceil_mode: _bool = False, return_indices: _bool = True) -> _tuple[Tensor, Tensor]:
    try:
        input._keys
    except AttributeError:
        check_arguments(_max_pool1d_with_indices_op, (input, kernel_size, stride, padding, dilation, ceil_mode, return_indices))
    return _kernel_max_pool1d_with_indices(input, kernel_size, stride, padding, dilation, ceil_mode, return_indices)


def max_pool2d_with_indices(input: Tensor, kernel_size: Size, stride: Size | None = None, padding: Size = 0, dilation: Size = 1, ceil_mode: _bool = False, return_indices: _bool = True) -> _tuple[Tensor, Tensor]:
    try:
        input._keys
    except AttributeError:
        check_arguments(_max_pool2d_with_indices_op, (input, kernel_size, stride, padding, dilation, ceil_mode, return_indices))
    return _kernel_max_pool2d_with_indices(input, kernel_size, stride, padding, dilation, ceil_mode, return_indices)


def max_pool3d_with_indices(input: Tensor, kernel_size: Size, stride: Size | None = None, padding: Size = 0, dilation: Size = 1, ceil_mode: _bool = False, return_indices: _bool = True) -> _tuple[Tensor, Tensor]:
    try:
        input._keys
    except AttributeError:
        check_arguments(_max_pool3d_with_indices_op, (input, kernel_size, stride, padding, dilation, ceil_mode, return_indices))
    return _kernel_max_pool3d_with_indices(input, kernel_size, stride, padding, dilation, ceil_mode, return_indices)


def avg_pool1d(input: Tensor, kernel_size: Size, stride: Size | None = None, padding: Size = 0, ceil_mode: _bool = False, count_include_pad: _bool = True) -> Tensor:
    try:
        input._keys
    except AttributeError:
        check_arguments(_avg_pool1d_op, (input, kernel_size, stride, padding, ceil_mode, count_include_pad))
    return _kernel_avg_pool1d(input, kernel_size, stride, padding, ceil_mode, count_include_pad)


def avg_pool2d(input: Tensor, kernel_size: Size, stride: Size | None = None, padding: Size = 0, ceil_mode: _bool = False, count_include_pad: _bool = True, divisor_override: _int | None = None, *, out: Any = None) -> Tensor:
    try:
        input._keys
    except AttributeError:
        check_arguments(_avg_pool2d_op, (input, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override))
    result = _kernel_avg_pool2d(input, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override)
    if out is None:
        return result
    return write_out(_avg_pool2d_op, result, out)


def avg_pool3d(input: Tensor, kernel_size: Size, stride: Size | None = None, padding: Size = 0, ceil_mode: _bool = False, count_include_pad: _bool = True, divisor_override: _int | None = None, *, out: Any = None) -> Tensor:
    try:
        input._keys
    except AttributeError:
        check_arguments(_avg_pool3d_op, (input, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override))
    result = through_layers(_avg_pool3d_op, (input, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override), out) if switch.modes else _kernel_avg_pool3d(input, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override)
    if out is None:
        return result
    return write_out(_avg_pool3d_op, result, out)


def lp_pool1d(input: Tensor, norm_type: _float, kernel_size: Size, stride: Size | None = None, ceil_mode: _bool = False) -> Tensor:
    try:
        input._keys
    except AttributeError:
        check_arguments(_lp_pool1d_op, (input, norm_type, kernel_size, stride, ceil_mode))
    return _kernel_lp_pool1d(input, norm_type, kernel_size, stride, ceil_mode)


def lp_pool2d(input: Tensor, norm_type: _float, kernel_size: Size, stride: Size | None = None, ceil_mode: _bool = False) -> Tensor:
    try:
        input._keys
    except AttributeError:
        check_arguments(_lp_pool2d_op, (input, norm_type, kernel_size, stride, ceil_mode))
    return _kernel_lp_pool2d(input, norm_type, kernel_size, stride, ceil_mode)


def lp_pool3d(input: Tensor, norm_type: _float, kernel_size: Size, stride: Size | None = None, ceil_mode: _bool = False) -> Tensor:
    try:
        input._keys
    except AttributeError:
        check_arguments(_lp_pool3d_op, (input, norm_type, kernel_size, stride, ceil_mode))
    return through_layers(_lp_pool3d_op, (input, norm_type, kernel_size, stride, ceil_mode)) if switch.modes else _kernel_lp_pool3d(input, norm_type, kernel_size, stride, ceil_mode)


def adaptive_avg_pool1d(input: Tensor, output_size: Size) -> Tensor:
    try:
        input._keys
    except AttributeError:
        check_arguments(_adaptive_avg_pool1d_op, (input, output_size))
    return _kernel_adaptive_avg_pool1d(input, output_size)


def adaptive_avg_pool2d(input: Tensor, output_size: object) -> Tensor:
    try:
        input._keys
    except AttributeError:
        check_arguments(_adaptive_avg_pool2d_op, (input, output_size))
    return _kernel_adaptive_avg_pool2d(input, output_size)


def adaptive_avg_pool3d(input: Tensor, output_size: object) -> Tensor:
    try:
        input._keys
    except AttributeError:
        check_arguments(_adaptive_avg_pool3d_op, (input, output_size))
    return through_layers(_adaptive_avg_pool3d_op, (input, output_size)) if switch.modes else _kernel_adaptive_avg_pool3d(input, output_size)


def functional_adaptive_max_pool1d(input: Tensor, output_size: Size, return_indices: _bool = False) -> Tensor:
    try:
        input._keys
    except AttributeError:
        check_arguments(_functional_adaptive_max_pool1d_op, (input, output_size, return_indices))
    return _kernel_functional_adaptive_max_pool1d(input, output_size, return_indices)


def adaptive_max_pool2d(input: Tensor, output_size: object, return_indices: _bool = False) -> Tensor:
    try:
        input._keys
    except AttributeError:
        check_arguments(_adaptive_max_pool2d_op, (input, output_size, return_indices))
    return _kernel_adaptive_max_pool2d(input, output_size, return_indices)


def adaptive_max_pool3d(input: Tensor, output_size: object, return_indices: _bool = False) -> Tensor:
    try:
        input._keys
    except AttributeError:
        check_arguments(_adaptive_max_pool3d_op, (input, output_size, return_indices))
    return through_layers(_adaptive_max_pool3d_op, (input, output_size, return_indices)) if switch.modes else _kernel_adaptive_max_pool3d(input, output_size, return_indices)


def adaptive_max_pool1d(input: Tensor, output_size: Size, return_indices: _bool = True) -> _tuple[Tensor, Tensor]:
    try:
        input._keys
    except AttributeError:
        check_arguments(_adaptive_max_pool1d_op, (input, output_size, return_indices))
    return _kernel_adaptive_max_pool1d(input, output_size, return_indices)


def adaptive_max_pool2d_with_indices(input: Tensor, output_size: object, return_indices: _bool = True) -> _tuple[Tensor, Tensor]:
    try:
        input._keys
    except AttributeError:
        check_arguments(_adaptive_max_pool2d_with_indices_op, (input, output_size, return_indices))
    return _kernel_adaptive_max_pool2d_with_indices(input, output_size, return_indices)


def adaptive_max_pool3d_with_indices(input: Tensor, output_size: object, return_indices: _bool = True) -> _tuple[Tensor, Tensor]:
    try:
        input._keys
    except AttributeError:
        check_arguments(_adaptive_max_pool3d_with_indices_op, (input, output_size, return_indices))
    return through_layers(_adaptive_max_pool3d_with_indices_op, (input, output_size, return_indices)) if switch.modes else _kernel_adaptive_max_pool3d_with_indices(input, output_size, return_indices)


def max_unpool1d(input: Tensor, indices: Tensor, kernel_size: Size, stride: Size | None = None, padding: Size = 0, output_size: object = None) -> Tensor:
    try:
        input._keys
        indices._keys
    except AttributeError:
        check_arguments(_max_unpool1d_op, (input, indices, kernel_size, stride, padding, output_size))
    return through_layers(_max_unpool1d_op, (input, indices, kernel_size, stride, padding, output_size)) if switch.modes else _kernel_max_unpool1d(input, indices, kernel_size, stride, padding, output_size)


def max_unpool2d(input: Tensor, indices: Tensor, kernel_size: Size, stride: Size | None = None, padding: Size = 0, output_size: object = None) -> Tensor:
    try:
        input._keys
        indices._keys
    except AttributeError:
        check_arguments(_max_unpool2d_op, (input, indices, kernel_size, stride, padding, output_size))
    return through_layers(_max_unpool2d_op, (input, indices, kernel_size, stride, padding, output_size)) if switch.modes else _kernel_max_unpool2d(input, indices, kernel_size, stride, padding, output_size)


def max_unpool3d(input: Tensor, indices: Tensor, kernel_size: Size, stride: Size | None = None, padding: Size = 0, output_size: object = None) -> Tensor:
    try:
        input._keys
        indices._keys
    except AttributeError:
        check_arguments(_max_unpool3d_op, (input, indices, kernel_size, stride, padding, output_size))
    return through_layers(_max_unpool3d_op, (input, indices, kernel_size, stride, padding, output_size)) if switch.modes else _kernel_max_unpool3d(input, indices, kernel_size, stride, padding, output_size)


def add(input: Tensor | Number, other: Tensor | Number, *old: Any, alpha: Number = 1, out: Any = None) -> Tensor:
    if old:
        return call_deprecated(_add_op, (input, other, *old), {"alpha": alpha, "out": out})
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


def add_(input: Tensor | Number, other: Tensor | Number, *old: Any, alpha: Number = 1) -> Tensor:
    if old:
        return call_deprecated(_add__op, (input, other, *old), {"alpha": alpha})
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


def sub(input: Tensor | Number, other: Tensor | Number, *old: Any, alpha: Number = 1, out: Any = None) -> Tensor:
    if old:
        return call_deprecated(_sub_op, (input, other, *old), {"alpha": alpha, "out": out})
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


def sub_(input: Tensor | Number, other: Tensor | Number, *old: Any, alpha: Number = 1) -> Tensor:
    if old:
        return call_deprecated(_sub__op, (input, other, *old), {"alpha": alpha})
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


subtract = sub


subtract_ = sub_


def mul(input: Tensor | Number, other: Tensor | Number, *, out: Any = None) -> Tensor:
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


def mul_(input: Tensor | Number, other: Tensor | Number) -> Tensor:
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


multiply = mul


multiply_ = mul_


def true_divide(input: Tensor | Number, other: Tensor | Number, *, out: Any = None) -> Tensor:
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


def true_divide_(input: Tensor | Number, other: Tensor | Number) -> Tensor:
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


def floor_divide(input: Tensor | Number, other: Tensor | Number, *, out: Any = None) -> Tensor:
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


def floor_divide_(input: Tensor | Number, other: Tensor | Number) -> Tensor:
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


def remainder(input: Tensor | Number, other: Tensor | Number, *, out: Any = None) -> Tensor:
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


def remainder_(input: Tensor | Number, other: Tensor | Number) -> Tensor:
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


def fmod(input: Tensor, other: Tensor | Number, *, out: Any = None) -> Tensor:
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


def fmod_(input: Tensor, other: Tensor | Number) -> Tensor:
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


def maximum(input: Tensor, other: Tensor, *, out: Any = None) -> Tensor:
    try:
        keys = input._keys | other._keys
    except AttributeError:
        return call_mixed(_maximum_op, (input, other), out)
    if keys or switch.modes or out is not None:
        return dispatch(_maximum_op, keys, (input, other), out)
    return _plain_maximum(input, other)


def minimum(input: Tensor, other: Tensor, *, out: Any = None) -> Tensor:
    try:
        keys = input._keys | other._keys
    except AttributeError:
        return call_mixed(_minimum_op, (input, other), out)
    if keys or switch.modes or out is not None:
        return dispatch(_minimum_op, keys, (input, other), out)
    return _plain_minimum(input, other)


def atan2(input: Tensor, other: Tensor, *, out: Any = None) -> Tensor:
    try:
        keys = input._keys | other._keys
    except AttributeError:
        return call_mixed(_atan2_op, (input, other), out)
    if keys or switch.modes or out is not None:
        return dispatch(_atan2_op, keys, (input, other), out)
    return _plain_atan2(input, other)


def atan2_(input: Tensor, other: Tensor) -> Tensor:
    try:
        keys = input._keys | other._keys
    except AttributeError:
        return call_mixed(_atan2__op, (input, other))
    if keys or switch.modes:
        return dispatch(_atan2__op, keys, (input, other))
    return _plain_atan2_(input, other)


arctan2 = atan2


arctan2_ = atan2_


def div(input: Tensor | Number, other: Tensor | Number, *, rounding_mode: _str | None = None, out: object = None) -> Tensor:
    try:
        return _kernel_div(input, other, rounding_mode=rounding_mode, out=out)
    except Exception as error:
        blame_arguments(_div_op, (input, other, rounding_mode, out), error)
        raise


divide = div


def div_(input: Tensor, other: Tensor | Number, *, rounding_mode: _str | None = None) -> Tensor:
    try:
        input._keys
    except AttributeError:
        check_arguments(_div__op, (input, other, rounding_mode))
    try:
        return _kernel_div_(input, other, rounding_mode=rounding_mode)
    except Exception as error:
        blame_arguments(_div__op, (input, other, rounding_mode), error)
        raise


def truncate_divide(input: Tensor, other: Tensor | Number, *, out: Any = None) -> Tensor:
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


def truncate_divide_(input: Tensor, other: Tensor | Number) -> Tensor:
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


def rsub(input: Tensor, other: Tensor | Number, *, alpha: Number = 1) -> Tensor:
    try:
        input._keys
    except AttributeError:
        check_arguments(_rsub_op, (input, other, alpha))
    try:
        return _kernel_rsub(input, other, alpha=alpha)
    except Exception as error:
        blame_arguments(_rsub_op, (input, other, alpha), error)
        raise


reflected_divide = _kernel_reflected_divide


def _plain_repeat(input, repeats):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_repeat(np, input._array, repeats)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def repeat(input: Tensor, repeats: Any) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_repeat_op, (input, repeats))
    if keys or switch.modes:
        return dispatch(_repeat_op, keys, (input, repeats))
    return _plain_repeat(input, repeats)


def _plain_repeat_backward(grad, repeats, shape):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_repeat_backward(np, grad._array, repeats, shape)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def repeat_backward(grad: Tensor, repeats: Dims, shape: Dims) -> Tensor:
    try:
        keys = grad._keys
    except AttributeError:
        return call_mixed(_repeat_backward_op, (grad, repeats, shape))
    if keys or switch.modes:
        return dispatch(_repeat_backward_op, keys, (grad, repeats, shape))
    return _plain_repeat_backward(grad, repeats, shape)


def tile(input: Tensor, dims: Any) -> Tensor:
    try:
        input._keys
    except AttributeError:
        check_arguments(_tile_op, (input, dims))
    return _kernel_tile(input, dims)


def _plain_repeated_positions(repeats, output_size):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_repeated_positions(np, repeats._array, output_size)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def repeated_positions(repeats: Tensor, output_size: _int | None = None) -> Tensor:
    try:
        keys = repeats._keys
    except AttributeError:
        return call_mixed(_repeated_positions_op, (repeats, output_size))
    if keys or switch.modes:
        return dispatch(_repeated_positions_op, keys, (repeats, output_size))
    return _plain_repeated_positions(repeats, output_size)


def repeat_interleave(input: Tensor, repeats: Tensor | Number = None, dim: _int | None = None, *, output_size: _int | None = None, **renamed: Any) -> Tensor:
    if renamed:
        return with_numpy_names(repeat_interleave, renamed, {"input": input, "repeats": repeats, "dim": dim, "output_size": output_size})
    try:
        input._keys
    except AttributeError:
        check_arguments(_repeat_interleave_op, (input, repeats, dim, output_size))
    try:
        return _kernel_repeat_interleave(input, repeats, dim, output_size=output_size)
    except Exception as error:
        blame_arguments(_repeat_interleave_op, (input, repeats, dim, output_size), error)
        raise


def _plain_flip(input, dims):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_flip(np, input._array, dims)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def flip(input: Tensor, dims: Any) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_flip_op, (input, dims))
    if keys or switch.modes:
        return dispatch(_flip_op, keys, (input, dims))
    return _plain_flip(input, dims)


def fliplr(input: Tensor) -> Tensor:
    try:
        input._keys
    except AttributeError:
        check_arguments(_fliplr_op, (input,))
    return _kernel_fliplr(input)


def flipud(input: Tensor) -> Tensor:
    try:
        input._keys
    except AttributeError:
        check_arguments(_flipud_op, (input,))
    return _kernel_flipud(input)


def _plain_roll(input, shifts, dims):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_roll(np, input._array, shifts, dims)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def roll(input: Tensor, shifts: Dims, dims: Dims = None) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_roll_op, (input, shifts, dims))
    if keys or switch.modes:
        return dispatch(_roll_op, keys, (input, shifts, dims))
    return _plain_roll(input, shifts, dims)


def rot90(input: Tensor, k: _int = 1, dims: Dims = (0, 1)) -> Tensor:
    try:
        input._keys
    except AttributeError:
        check_arguments(_rot90_op, (input, k, dims))
    return _kernel_rot90(input, k, dims)


def _plain_attention(tensors, scale, causal):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_attention(np, [t._array if t is not None else None for t in tensors], scale, causal)
    finally:
        if token is not None:
            reset_errstate(token)
    return _attention_result._make(wrap(a) for a in array)


def attention(tensors: Sequence[Tensor | None], scale: _float, causal: _bool) -> _tuple[Tensor, Tensor]:
    try:
        keys = 0
        kind = _type(tensors)
        if kind is not _list and kind is not _tuple:
            raise AttributeError
        for t in tensors:
            if t is not None:
                keys |= t._keys
    except AttributeError:
        return call_mixed(_attention_op, (tensors, scale, causal))
    if keys or switch.modes:
        return dispatch(_attention_op, keys, (tensors, scale, causal))
    return _plain_attention(tensors, scale, causal)


def _plain_attention_backward(grad_output, tensors, result, stats, scale, causal):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_attention_backward(np, grad_output._array, [t._array if t is not None else None for t in tensors], result._array, stats._array, scale, causal)
    finally:
        if token is not None:
            reset_errstate(token)
    return _tuple([wrap(a) for a in array])


def attention_backward(grad_output: Tensor, tensors: Sequence[Tensor | None], result: Tensor, stats: Tensor, scale: _float, causal: _bool) -> _tuple[Tensor, Tensor, Tensor]:
    try:
        keys = grad_output._keys | result._keys | stats._keys
        kind = _type(tensors)
        if kind is not _list and kind is not _tuple:
            raise AttributeError
        for t in tensors:
            if t is not None:
                keys |= t._keys
    except AttributeError:
        return call_mixed(_attention_backward_op, (grad_output, tensors, result, stats, scale, causal))
    if keys or switch.modes:
        return dispatch(_attention_backward_op, keys, (grad_output, tensors, result, stats, scale, causal))
    return _plain_attention_backward(grad_output, tensors, result, stats, scale, causal)


def scaled_dot_product_attention(query: Tensor, key: Tensor, value: Tensor, attn_mask: Tensor | None = None, dropout_p: _float = 0.0, is_causal: _bool = False, scale: _float | None = None, enable_gqa: _bool = False) -> Tensor:
    try:
        query._keys
        key._keys
        value._keys
        if attn_mask is not None:
            attn_mask._keys
    except AttributeError:
        check_arguments(_scaled_dot_product_attention_op, (query, key, value, attn_mask, dropout_p, is_causal, scale, enable_gqa))
    return through_layers(_scaled_dot_product_attention_op, (query, key, value, attn_mask, dropout_p, is_causal, scale, enable_gqa)) if switch.modes else _kernel_scaled_dot_product_attention(query, key, value, attn_mask, dropout_p, is_causal, scale, enable_gqa)


def bessel_j0(input: Tensor, *, out: Any = None) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_bessel_j0_op, (input,), out)
    if keys or switch.modes or out is not None:
        return dispatch(_bessel_j0_op, keys, (input,), out)
    return _plain_bessel_j0(input)


def bessel_j1(input: Tensor, *, out: Any = None) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_bessel_j1_op, (input,), out)
    if keys or switch.modes or out is not None:
        return dispatch(_bessel_j1_op, keys, (input,), out)
    return _plain_bessel_j1(input)


def bessel_y0(input: Tensor, *, out: Any = None) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_bessel_y0_op, (input,), out)
    if keys or switch.modes or out is not None:
        return dispatch(_bessel_y0_op, keys, (input,), out)
    return _plain_bessel_y0(input)


def bessel_y1(input: Tensor, *, out: Any = None) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_bessel_y1_op, (input,), out)
    if keys or switch.modes or out is not None:
        return dispatch(_bessel_y1_op, keys, (input,), out)
    return _plain_bessel_y1(input)


def spherical_bessel_j0(input: Tensor, *, out: Any = None) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_spherical_bessel_j0_op, (input,), out)
    if keys or switch.modes or out is not None:
        return dispatch(_spherical_bessel_j0_op, keys, (input,), out)
    return _plain_spherical_bessel_j0(input)


def airy_ai(input: Tensor, *, out: Any = None) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_airy_ai_op, (input,), out)
    if keys or switch.modes or out is not None:
        return dispatch(_airy_ai_op, keys, (input,), out)
    return _plain_airy_ai(input)


def symeig(input: Tensor, eigenvectors: _bool = False, upper: _bool = True) -> object:
    try:
        input._keys
    except AttributeError:
        check_arguments(_symeig_op, (input, eigenvectors, upper))
    return _kernel_symeig(input, eigenvectors, upper)


def eig(input: Tensor, eigenvectors: _bool = False) -> object:
    try:
        input._keys
    except AttributeError:
        check_arguments(_eig_op, (input, eigenvectors))
    return _kernel_eig(input, eigenvectors)


def solve(input: Tensor, A: Tensor) -> object:
    try:
        input._keys
        A._keys
    except AttributeError:
        check_arguments(_solve_op, (input, A))
    return _kernel_solve(input, A)


def lstsq(input: Tensor, A: Tensor) -> object:
    try:
        input._keys
        A._keys
    except AttributeError:
        check_arguments(_lstsq_op, (input, A))
    return _kernel_lstsq(input, A)


def matrix_rank(input: Tensor, tol: object = None, symmetric: _bool = False) -> object:
    try:
        input._keys
    except AttributeError:
        check_arguments(_matrix_rank_op, (input, tol, symmetric))
    return _kernel_matrix_rank(input, tol, symmetric)


def _plain_verify(input, check):
    return _kernel_verify(input, check)


def verify(input: Tensor, check: Callable[[object], object]) -> None:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_verify_op, (input, check))
    if keys or switch.modes:
        return dispatch(_verify_op, keys, (input, check))
    return _plain_verify(input, check)


def _plain_require_success(info, what, name):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_require_success(np, info._array, what, name)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def require_success(info: Tensor, what: _str, name: _str) -> Tensor:
    try:
        keys = info._keys
    except AttributeError:
        return call_mixed(_require_success_op, (info, what, name))
    if keys or switch.modes:
        return dispatch(_require_success_op, keys, (info, what, name))
    return _plain_require_success(info, what, name)


def _plain_linalg_lu_factor_ex(A, pivot, check_errors):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_linalg_lu_factor_ex(np, A._array, pivot=pivot, check_errors=check_errors)
    finally:
        if token is not None:
            reset_errstate(token)
    return _linalg_lu_factor_ex_result._make(wrap(a) for a in array)


def linalg_lu_factor_ex(A: Tensor, *, pivot: _bool = True, check_errors: _bool = False, out: Any = None) -> _tuple[Tensor, Tensor, Tensor]:
    try:
        keys = A._keys
    except AttributeError:
        return call_mixed(_linalg_lu_factor_ex_op, (A, pivot, check_errors), out)
    if keys or switch.modes or out is not None:
        return dispatch(_linalg_lu_factor_ex_op, keys, (A, pivot, check_errors), out)
    return _plain_linalg_lu_factor_ex(A, pivot, check_errors)


def linalg_lu_factor(A: Tensor, *, pivot: _bool = True, out: Any = None) -> _tuple[Tensor, Tensor]:
    try:
        A._keys
    except AttributeError:
        check_arguments(_linalg_lu_factor_op, (A, pivot))
    result = _kernel_linalg_lu_factor(A, pivot=pivot)
    if out is None:
        return result
    return write_out(_linalg_lu_factor_op, result, out)


def linalg_lu(A: Tensor, *, pivot: _bool = True, out: Any = None) -> _tuple[Tensor, Tensor, Tensor]:
    try:
        A._keys
    except AttributeError:
        check_arguments(_linalg_lu_op, (A, pivot))
    result = _kernel_linalg_lu(A, pivot=pivot)
    if out is None:
        return result
    return write_out(_linalg_lu_op, result, out)


def lu(input: Tensor, pivot: _bool = True, get_infos: _bool = False, *, out: Any = None) -> _tuple[Tensor, ...]:
    try:
        input._keys
    except AttributeError:
        check_arguments(_lu_op, (input, pivot, get_infos))
    result = through_layers(_lu_op, (input, pivot, get_infos), out) if switch.modes else _kernel_lu(input, pivot, get_infos)
    if out is None:
        return result
    return write_out(_lu_op, result, out)


def _plain_lu_row_order(pivots, rows):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_lu_row_order(np, pivots._array, rows)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def lu_row_order(pivots: Tensor, rows: _int) -> Tensor:
    try:
        keys = pivots._keys
    except AttributeError:
        return call_mixed(_lu_row_order_op, (pivots, rows))
    if keys or switch.modes:
        return dispatch(_lu_row_order_op, keys, (pivots, rows))
    return _plain_lu_row_order(pivots, rows)


def lu_unpack(LU_data: Tensor, LU_pivots: Tensor, unpack_data: _bool = True, unpack_pivots: _bool = True, *, out: Any = None) -> _tuple[Tensor, Tensor, Tensor]:
    try:
        LU_data._keys
        LU_pivots._keys
    except AttributeError:
        check_arguments(_lu_unpack_op, (LU_data, LU_pivots, unpack_data, unpack_pivots))
    result = _kernel_lu_unpack(LU_data, LU_pivots, unpack_data, unpack_pivots)
    if out is None:
        return result
    return write_out(_lu_unpack_op, result, out)


def linalg_lu_solve(LU: Tensor, pivots: Tensor, B: Tensor, *, left: _bool = True, adjoint: _bool = False, out: Any = None) -> Tensor:
    try:
        LU._keys
        pivots._keys
        B._keys
    except AttributeError:
        check_arguments(_linalg_lu_solve_op, (LU, pivots, B, left, adjoint))
    result = _kernel_linalg_lu_solve(LU, pivots, B, left=left, adjoint=adjoint)
    if out is None:
        return result
    return write_out(_linalg_lu_solve_op, result, out)


def lu_solve(input: Tensor, LU_data: Tensor, LU_pivots: Tensor, *, out: Any = None) -> Tensor:
    try:
        input._keys
        LU_data._keys
        LU_pivots._keys
    except AttributeError:
        check_arguments(_lu_solve_op, (input, LU_data, LU_pivots))
    result = through_layers(_lu_solve_op, (input, LU_data, LU_pivots), out) if switch.modes else _kernel_lu_solve(input, LU_data, LU_pivots)
    if out is None:
        return result
    return write_out(_lu_solve_op, result, out)


def _plain_linalg_det(A):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_linalg_det(np, A._array)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def linalg_det(A: Tensor, *, out: Any = None) -> Tensor:
    try:
        keys = A._keys
    except AttributeError:
        return call_mixed(_linalg_det_op, (A,), out)
    if keys or switch.modes or out is not None:
        return dispatch(_linalg_det_op, keys, (A,), out)
    return _plain_linalg_det(A)


def det(input: Tensor) -> Tensor:
    try:
        input._keys
    except AttributeError:
        check_arguments(_det_op, (input,))
    return _kernel_det(input)


def _plain_linalg_slogdet(A):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_linalg_slogdet(np, A._array)
    finally:
        if token is not None:
            reset_errstate(token)
    return _linalg_slogdet_result._make(wrap(a) for a in array)


def linalg_slogdet(A: Tensor, *, out: Any = None) -> _tuple[Tensor, Tensor]:
    try:
        keys = A._keys
    except AttributeError:
        return call_mixed(_linalg_slogdet_op, (A,), out)
    if keys or switch.modes or out is not None:
        return dispatch(_linalg_slogdet_op, keys, (A,), out)
    return _plain_linalg_slogdet(A)


def slogdet(input: Tensor, *, out: Any = None) -> _tuple[Tensor, Tensor]:
    try:
        input._keys
    except AttributeError:
        check_arguments(_slogdet_op, (input,))
    result = _kernel_slogdet(input)
    if out is None:
        return result
    return write_out(_slogdet_op, result, out)


def logdet(input: Tensor) -> Tensor:
    try:
        input._keys
    except AttributeError:
        check_arguments(_logdet_op, (input,))
    return _kernel_logdet(input)


def _plain_linalg_solve_ex(A, B, left, check_errors):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_linalg_solve_ex(np, A._array, B._array, left=left, check_errors=check_errors)
    finally:
        if token is not None:
            reset_errstate(token)
    return _linalg_solve_ex_result._make(wrap(a) for a in array)


def linalg_solve_ex(A: Tensor, B: Tensor, *, left: _bool = True, check_errors: _bool = False, out: Any = None) -> _tuple[Tensor, Tensor]:
    try:
        keys = A._keys | B._keys
    except AttributeError:
        return call_mixed(_linalg_solve_ex_op, (A, B, left, check_errors), out)
    if keys or switch.modes or out is not None:
        return dispatch(_linalg_solve_ex_op, keys, (A, B, left, check_errors), out)
    return _plain_linalg_solve_ex(A, B, left, check_errors)


def linalg_solve(A: Tensor, B: Tensor, *, left: _bool = True, out: Any = None) -> Tensor:
    try:
        A._keys
        B._keys
    except AttributeError:
        check_arguments(_linalg_solve_op, (A, B, left))
    result = through_layers(_linalg_solve_op, (A, B, left), out) if switch.modes else _kernel_linalg_solve(A, B, left=left)
    if out is None:
        return result
    return write_out(_linalg_solve_op, result, out)


def _plain_linalg_inv_ex(A, check_errors):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_linalg_inv_ex(np, A._array, check_errors=check_errors)
    finally:
        if token is not None:
            reset_errstate(token)
    return _linalg_inv_ex_result._make(wrap(a) for a in array)


def linalg_inv_ex(A: Tensor, *, check_errors: _bool = False, out: Any = None) -> _tuple[Tensor, Tensor]:
    try:
        keys = A._keys
    except AttributeError:
        return call_mixed(_linalg_inv_ex_op, (A, check_errors), out)
    if keys or switch.modes or out is not None:
        return dispatch(_linalg_inv_ex_op, keys, (A, check_errors), out)
    return _plain_linalg_inv_ex(A, check_errors)


def linalg_inv(A: Tensor, *, out: Any = None) -> Tensor:
    try:
        A._keys
    except AttributeError:
        check_arguments(_linalg_inv_op, (A,))
    result = through_layers(_linalg_inv_op, (A,), out) if switch.modes else _kernel_linalg_inv(A)
    if out is None:
        return result
    return write_out(_linalg_inv_op, result, out)


def inverse(input: Tensor, *, out: Any = None) -> Tensor:
    try:
        input._keys
    except AttributeError:
        check_arguments(_inverse_op, (input,))
    result = through_layers(_inverse_op, (input,), out) if switch.modes else _kernel_inverse(input)
    if out is None:
        return result
    return write_out(_inverse_op, result, out)


def _plain_linalg_solve_triangular(input, B, upper, left, unitriangular):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_linalg_solve_triangular(np, input._array, B._array, upper=upper, left=left, unitriangular=unitriangular)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def linalg_solve_triangular(input: Tensor, B: Tensor, *, upper: _bool, left: _bool = True, unitriangular: _bool = False, out: Any = None) -> Tensor:
    try:
        keys = input._keys | B._keys
    except AttributeError:
        return call_mixed(_linalg_solve_triangular_op, (input, B, upper, left, unitriangular), out)
    if keys or switch.modes or out is not None:
        return dispatch(_linalg_solve_triangular_op, keys, (input, B, upper, left, unitriangular), out)
    return _plain_linalg_solve_triangular(input, B, upper, left, unitriangular)


def triangular_solve(input: Tensor, A: Tensor, upper: _bool = True, transpose: _bool = False, unitriangular: _bool = False, *, out: Any = None) -> _tuple[Tensor, Tensor]:
    try:
        input._keys
        A._keys
    except AttributeError:
        check_arguments(_triangular_solve_op, (input, A, upper, transpose, unitriangular))
    result = through_layers(_triangular_solve_op, (input, A, upper, transpose, unitriangular), out) if switch.modes else _kernel_triangular_solve(input, A, upper, transpose, unitriangular)
    if out is None:
        return result
    return write_out(_triangular_solve_op, result, out)


def linalg_tensorinv(input: Tensor, ind: _int = 2, *, out: Any = None) -> Tensor:
    try:
        input._keys
    except AttributeError:
        check_arguments(_linalg_tensorinv_op, (input, ind))
    result = through_layers(_linalg_tensorinv_op, (input, ind), out) if switch.modes else _kernel_linalg_tensorinv(input, ind)
    if out is None:
        return result
    return write_out(_linalg_tensorinv_op, result, out)


def linalg_tensorsolve(input: Tensor, other: Tensor, dims: Dims = None, *, out: Any = None) -> Tensor:
    try:
        input._keys
        other._keys
    except AttributeError:
        check_arguments(_linalg_tensorsolve_op, (input, other, dims))
    result = through_layers(_linalg_tensorsolve_op, (input, other, dims), out) if switch.modes else _kernel_linalg_tensorsolve(input, other, dims)
    if out is None:
        return result
    return write_out(_linalg_tensorsolve_op, result, out)


def _plain_least_squares(input, b, rcond, driver):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_least_squares(np, input._array, b._array, rcond, driver)
    finally:
        if token is not None:
            reset_errstate(token)
    return _least_squares_result._make(wrap(a) for a in array)


def least_squares(input: Tensor, b: Tensor, rcond: _float, driver: _str) -> _tuple[Tensor, Tensor, Tensor, Tensor]:
    try:
        keys = input._keys | b._keys
    except AttributeError:
        return call_mixed(_least_squares_op, (input, b, rcond, driver))
    if keys or switch.modes:
        return dispatch(_least_squares_op, keys, (input, b, rcond, driver))
    return _plain_least_squares(input, b, rcond, driver)


def linalg_lstsq(input: Tensor, b: Tensor, rcond: _float | None = None, *, driver: _str | None = None, out: Any = None) -> _tuple[Tensor, Tensor, Tensor, Tensor]:
    try:
        input._keys
        b._keys
    except AttributeError:
        check_arguments(_linalg_lstsq_op, (input, b, rcond, driver))
    result = through_layers(_linalg_lstsq_op, (input, b, rcond, driver), out) if switch.modes else _kernel_linalg_lstsq(input, b, rcond, driver=driver)
    if out is None:
        return result
    return write_out(_linalg_lstsq_op, result, out)


def _plain_linalg_cholesky_ex(input, upper, check_errors):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_linalg_cholesky_ex(np, input._array, upper=upper, check_errors=check_errors)
    finally:
        if token is not None:
            reset_errstate(token)
    return _linalg_cholesky_ex_result._make(wrap(a) for a in array)


def linalg_cholesky_ex(input: Tensor, *, upper: _bool = False, check_errors: _bool = False, out: Any = None) -> _tuple[Tensor, Tensor]:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_linalg_cholesky_ex_op, (input, upper, check_errors), out)
    if keys or switch.modes or out is not None:
        return dispatch(_linalg_cholesky_ex_op, keys, (input, upper, check_errors), out)
    return _plain_linalg_cholesky_ex(input, upper, check_errors)


def linalg_cholesky(input: Tensor, *, upper: _bool = False, out: Any = None) -> Tensor:
    try:
        input._keys
    except AttributeError:
        check_arguments(_linalg_cholesky_op, (input, upper))
    result = through_layers(_linalg_cholesky_op, (input, upper), out) if switch.modes else _kernel_linalg_cholesky(input, upper=upper)
    if out is None:
        return result
    return write_out(_linalg_cholesky_op, result, out)


def cholesky(input: Tensor, upper: _bool = False, *, out: Any = None) -> Tensor:
    try:
        input._keys
    except AttributeError:
        check_arguments(_cholesky_op, (input, upper))
    result = through_layers(_cholesky_op, (input, upper), out) if switch.modes else _kernel_cholesky(input, upper)
    if out is None:
        return result
    return write_out(_cholesky_op, result, out)


def _plain_cholesky_solve(input, input2, upper):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_cholesky_solve(np, input._array, input2._array, upper)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def cholesky_solve(input: Tensor, input2: Tensor, upper: _bool = False, *, out: Any = None) -> Tensor:
    try:
        keys = input._keys | input2._keys
    except AttributeError:
        return call_mixed(_cholesky_solve_op, (input, input2, upper), out)
    if keys or switch.modes or out is not None:
        return dispatch(_cholesky_solve_op, keys, (input, input2, upper), out)
    return _plain_cholesky_solve(input, input2, upper)


def _plain_cholesky_inverse(input, upper):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_cholesky_inverse(np, input._array, upper)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def cholesky_inverse(input: Tensor, upper: _bool = False, *, out: Any = None) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_cholesky_inverse_op, (input, upper), out)
    if keys or switch.modes or out is not None:
        return dispatch(_cholesky_inverse_op, keys, (input, upper), out)
    return _plain_cholesky_inverse(input, upper)


def eq(input: Tensor, other: Tensor | Number, *, out: Any = None) -> Tensor:
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


def eq_(input: Tensor, other: Tensor | Number) -> Tensor:
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


def ne(input: Tensor, other: Tensor | Number, *, out: Any = None) -> Tensor:
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


def ne_(input: Tensor, other: Tensor | Number) -> Tensor:
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


not_equal = ne


not_equal_ = ne_


def lt(input: Tensor, other: Tensor | Number, *, out: Any = None) -> Tensor:
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


def lt_(input: Tensor, other: Tensor | Number) -> Tensor:
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


less = lt


less_ = lt_


def le(input: Tensor, other: Tensor | Number, *, out: Any = None) -> Tensor:
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


def le_(input: Tensor, other: Tensor | Number) -> Tensor:
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


less_equal = le


less_equal_ = le_


def gt(input: Tensor, other: Tensor | Number, *, out: Any = None) -> Tensor:
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


def gt_(input: Tensor, other: Tensor | Number) -> Tensor:
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


greater = gt


greater_ = gt_


def ge(input: Tensor, other: Tensor | Number, *, out: Any = None) -> Tensor:
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


def ge_(input: Tensor, other: Tensor | Number) -> Tensor:
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


greater_equal = ge


greater_equal_ = ge_


def logical_and(input: Tensor, other: Tensor, *, out: Any = None) -> Tensor:
    try:
        keys = input._keys | other._keys
    except AttributeError:
        return call_mixed(_logical_and_op, (input, other), out)
    if keys or switch.modes or out is not None:
        return dispatch(_logical_and_op, keys, (input, other), out)
    return _plain_logical_and(input, other)


def logical_and_(input: Tensor, other: Tensor) -> Tensor:
    try:
        keys = input._keys | other._keys
    except AttributeError:
        return call_mixed(_logical_and__op, (input, other))
    if keys or switch.modes:
        return dispatch(_logical_and__op, keys, (input, other))
    return _plain_logical_and_(input, other)


def logical_or(input: Tensor, other: Tensor, *, out: Any = None) -> Tensor:
    try:
        keys = input._keys | other._keys
    except AttributeError:
        return call_mixed(_logical_or_op, (input, other), out)
    if keys or switch.modes or out is not None:
        return dispatch(_logical_or_op, keys, (input, other), out)
    return _plain_logical_or(input, other)


def logical_or_(input: Tensor, other: Tensor) -> Tensor:
    try:
        keys = input._keys | other._keys
    except AttributeError:
        return call_mixed(_logical_or__op, (input, other))
    if keys or switch.modes:
        return dispatch(_logical_or__op, keys, (input, other))
    return _plain_logical_or_(input, other)


def logical_xor(input: Tensor, other: Tensor, *, out: Any = None) -> Tensor:
    try:
        keys = input._keys | other._keys
    except AttributeError:
        return call_mixed(_logical_xor_op, (input, other), out)
    if keys or switch.modes or out is not None:
        return dispatch(_logical_xor_op, keys, (input, other), out)
    return _plain_logical_xor(input, other)


def logical_xor_(input: Tensor, other: Tensor) -> Tensor:
    try:
        keys = input._keys | other._keys
    except AttributeError:
        return call_mixed(_logical_xor__op, (input, other))
    if keys or switch.modes:
        return dispatch(_logical_xor__op, keys, (input, other))
    return _plain_logical_xor_(input, other)


def logical_not(input: Tensor, *, out: Any = None) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_logical_not_op, (input,), out)
    if keys or switch.modes or out is not None:
        return dispatch(_logical_not_op, keys, (input,), out)
    return _plain_logical_not(input)


def logical_not_(input: Tensor) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_logical_not__op, (input,))
    if keys or switch.modes:
        return dispatch(_logical_not__op, keys, (input,))
    return _plain_logical_not_(input)


def bitwise_and(input: Tensor | Number, other: Tensor | Number, *, out: Any = None) -> Tensor:
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


def bitwise_and_(input: Tensor | Number, other: Tensor | Number) -> Tensor:
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


def bitwise_or(input: Tensor | Number, other: Tensor | Number, *, out: Any = None) -> Tensor:
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


def bitwise_or_(input: Tensor | Number, other: Tensor | Number) -> Tensor:
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


def bitwise_xor(input: Tensor | Number, other: Tensor | Number, *, out: Any = None) -> Tensor:
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


def bitwise_xor_(input: Tensor | Number, other: Tensor | Number) -> Tensor:
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


def bitwise_left_shift(input: Tensor | Number, other: Tensor | Number, *, out: Any = None) -> Tensor:
    kind = _type(other)
    try:
        keys = input._keys
        if kind is not _float and kind is not _int:
            keys |= other._keys
    except AttributeError:
        return call_mixed(_bitwise_left_shift_op, (input, other), out)
    if keys or switch.modes or out is not None:
        return dispatch(_bitwise_left_shift_op, keys, (input, other), out)
    return _plain_bitwise_left_shift(input, other)


def bitwise_left_shift_(input: Tensor | Number, other: Tensor | Number) -> Tensor:
    kind = _type(other)
    try:
        keys = input._keys
        if kind is not _float and kind is not _int:
            keys |= other._keys
    except AttributeError:
        return call_mixed(_bitwise_left_shift__op, (input, other))
    if keys or switch.modes:
        return dispatch(_bitwise_left_shift__op, keys, (input, other))
    return _plain_bitwise_left_shift_(input, other)


def bitwise_right_shift(input: Tensor | Number, other: Tensor | Number, *, out: Any = None) -> Tensor:
    kind = _type(other)
    try:
        keys = input._keys
        if kind is not _float and kind is not _int:
            keys |= other._keys
    except AttributeError:
        return call_mixed(_bitwise_right_shift_op, (input, other), out)
    if keys or switch.modes or out is not None:
        return dispatch(_bitwise_right_shift_op, keys, (input, other), out)
    return _plain_bitwise_right_shift(input, other)


def bitwise_right_shift_(input: Tensor | Number, other: Tensor | Number) -> Tensor:
    kind = _type(other)
    try:
        keys = input._keys
        if kind is not _float and kind is not _int:
            keys |= other._keys
    except AttributeError:
        return call_mixed(_bitwise_right_shift__op, (input, other))
    if keys or switch.modes:
        return dispatch(_bitwise_right_shift__op, keys, (input, other))
    return _plain_bitwise_right_shift_(input, other)


def bitwise_not(input: Tensor, *, out: Any = None) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_bitwise_not_op, (input,), out)
    if keys or switch.modes or out is not None:
        return dispatch(_bitwise_not_op, keys, (input,), out)
    return _plain_bitwise_not(input)


def bitwise_not_(input: Tensor) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_bitwise_not__op, (input,))
    if keys or switch.modes:
        return dispatch(_bitwise_not__op, keys, (input,))
    return _plain_bitwise_not_(input)


def isclose(input: Tensor, other: Tensor, rtol: _float = 1e-05, atol: _float = 1e-08, equal_nan: _bool = False) -> Tensor:
    try:
        keys = input._keys | other._keys
    except AttributeError:
        return call_mixed(_isclose_op, (input, other, rtol, atol, equal_nan))
    if keys or switch.modes:
        return dispatch(_isclose_op, keys, (input, other, rtol, atol, equal_nan))
    return _plain_isclose(input, other, rtol, atol, equal_nan)


def allclose(input: Tensor, other: Tensor, rtol: _float = 1e-05, atol: _float = 1e-08, equal_nan: _bool = False) -> _bool:
    try:
        input._keys
        other._keys
    except AttributeError:
        check_arguments(_allclose_op, (input, other, rtol, atol, equal_nan))
    return _kernel_allclose(input, other, rtol, atol, equal_nan)


def equal(input: Tensor, other: Tensor) -> _bool:
    try:
        input._keys
        other._keys
    except AttributeError:
        check_arguments(_equal_op, (input, other))
    return _kernel_equal(input, other)


def isnan(input: Tensor) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_isnan_op, (input,))
    if keys or switch.modes:
        return dispatch(_isnan_op, keys, (input,))
    return _plain_isnan(input)


def isinf(input: Tensor) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_isinf_op, (input,))
    if keys or switch.modes:
        return dispatch(_isinf_op, keys, (input,))
    return _plain_isinf(input)


def isfinite(input: Tensor) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_isfinite_op, (input,))
    if keys or switch.modes:
        return dispatch(_isfinite_op, keys, (input,))
    return _plain_isfinite(input)


def isposinf(input: Tensor, *, out: Any = None) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_isposinf_op, (input,), out)
    if keys or switch.modes or out is not None:
        return dispatch(_isposinf_op, keys, (input,), out)
    return _plain_isposinf(input)


def isneginf(input: Tensor, *, out: Any = None) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_isneginf_op, (input,), out)
    if keys or switch.modes or out is not None:
        return dispatch(_isneginf_op, keys, (input,), out)
    return _plain_isneginf(input)


def signbit(input: Tensor, *, out: Any = None) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_signbit_op, (input,), out)
    if keys or switch.modes or out is not None:
        return dispatch(_signbit_op, keys, (input,), out)
    return _plain_signbit(input)


def isreal(input: Tensor) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_isreal_op, (input,))
    if keys or switch.modes:
        return dispatch(_isreal_op, keys, (input,))
    return _plain_isreal(input)


def sign(input: Tensor, *, out: Any = None) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_sign_op, (input,), out)
    if keys or switch.modes or out is not None:
        return dispatch(_sign_op, keys, (input,), out)
    return _plain_sign(input)


def sign_(input: Tensor) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_sign__op, (input,))
    if keys or switch.modes:
        return dispatch(_sign__op, keys, (input,))
    return _plain_sign_(input)


def floor(input: Tensor, *, out: Any = None) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_floor_op, (input,), out)
    if keys or switch.modes or out is not None:
        return dispatch(_floor_op, keys, (input,), out)
    return _plain_floor(input)


def floor_(input: Tensor) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_floor__op, (input,))
    if keys or switch.modes:
        return dispatch(_floor__op, keys, (input,))
    return _plain_floor_(input)


def ceil(input: Tensor, *, out: Any = None) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_ceil_op, (input,), out)
    if keys or switch.modes or out is not None:
        return dispatch(_ceil_op, keys, (input,), out)
    return _plain_ceil(input)


def ceil_(input: Tensor) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_ceil__op, (input,))
    if keys or switch.modes:
        return dispatch(_ceil__op, keys, (input,))
    return _plain_ceil_(input)


def trunc(input: Tensor, *, out: Any = None) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_trunc_op, (input,), out)
    if keys or switch.modes or out is not None:
        return dispatch(_trunc_op, keys, (input,), out)
    return _plain_trunc(input)


def trunc_(input: Tensor) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_trunc__op, (input,))
    if keys or switch.modes:
        return dispatch(_trunc__op, keys, (input,))
    return _plain_trunc_(input)


fix = trunc


fix_ = trunc_


def frac(input: Tensor, *, out: Any = None) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_frac_op, (input,), out)
    if keys or switch.modes or out is not None:
        return dispatch(_frac_op, keys, (input,), out)
    return _plain_frac(input)


def frac_(input: Tensor) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_frac__op, (input,))
    if keys or switch.modes:
        return dispatch(_frac__op, keys, (input,))
    return _plain_frac_(input)


def round(input: Tensor, *, decimals: _int = 0, out: Any = None) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_round_op, (input, decimals), out)
    if keys or switch.modes or out is not None:
        return dispatch(_round_op, keys, (input, decimals), out)
    return _plain_round(input, decimals)


def round_(input: Tensor, *, decimals: _int = 0) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_round__op, (input, decimals))
    if keys or switch.modes:
        return dispatch(_round__op, keys, (input, decimals))
    return _plain_round_(input, decimals)


def clamp(input: Tensor, min: Tensor | Number | None = None, max: Tensor | Number | None = None, *, out: Any = None) -> Tensor:
    try:
        keys = input._keys
        kind = _type(min)
        if kind is not _float and kind is not _int and min is not None:
            keys |= min._keys
        kind = _type(max)
        if kind is not _float and kind is not _int and max is not None:
            keys |= max._keys
    except AttributeError:
        return call_mixed(_clamp_op, (input, min, max), out)
    if keys or switch.modes or out is not None:
        return dispatch(_clamp_op, keys, (input, min, max), out)
    return _plain_clamp(input, min, max)


def clamp_(input: Tensor, min: Tensor | Number | None = None, max: Tensor | Number | None = None) -> Tensor:
    try:
        keys = input._keys
        kind = _type(min)
        if kind is not _float and kind is not _int and min is not None:
            keys |= min._keys
        kind = _type(max)
        if kind is not _float and kind is not _int and max is not None:
            keys |= max._keys
    except AttributeError:
        return call_mixed(_clamp__op, (input, min, max))
    if keys or switch.modes:
        return dispatch(_clamp__op, keys, (input, min, max))
    return _plain_clamp_(input, min, max)


clip = clamp


clip_ = clamp_


def clamp_min(input: Tensor, min: Tensor | Number, *, out: Any = None) -> Tensor:
    kind = _type(min)
    try:
        keys = input._keys
        if kind is not _float and kind is not _int:
            keys |= min._keys
    except AttributeError:
        return call_mixed(_clamp_min_op, (input, min), out)
    if keys or switch.modes or out is not None:
        return dispatch(_clamp_min_op, keys, (input, min), out)
    return _plain_clamp_min(input, min)


def clamp_min_(input: Tensor, min: Tensor | Number) -> Tensor:
    kind = _type(min)
    try:
        keys = input._keys
        if kind is not _float and kind is not _int:
            keys |= min._keys
    except AttributeError:
        return call_mixed(_clamp_min__op, (input, min))
    if keys or switch.modes:
        return dispatch(_clamp_min__op, keys, (input, min))
    return _plain_clamp_min_(input, min)


def clamp_max(input: Tensor, max: Tensor | Number, *, out: Any = None) -> Tensor:
    kind = _type(max)
    try:
        keys = input._keys
        if kind is not _float and kind is not _int:
            keys |= max._keys
    except AttributeError:
        return call_mixed(_clamp_max_op, (input, max), out)
    if keys or switch.modes or out is not None:
        return dispatch(_clamp_max_op, keys, (input, max), out)
    return _plain_clamp_max(input, max)


def clamp_max_(input: Tensor, max: Tensor | Number) -> Tensor:
    kind = _type(max)
    try:
        keys = input._keys
        if kind is not _float and kind is not _int:
            keys |= max._keys
    except AttributeError:
        return call_mixed(_clamp_max__op, (input, max))
    if keys or switch.modes:
        return dispatch(_clamp_max__op, keys, (input, max))
    return _plain_clamp_max_(input, max)


def replace_nonfinite(input: Tensor, nan: Number, posinf: Number, neginf: Number) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_replace_nonfinite_op, (input, nan, posinf, neginf))
    if keys or switch.modes:
        return dispatch(_replace_nonfinite_op, keys, (input, nan, posinf, neginf))
    return _plain_replace_nonfinite(input, nan, posinf, neginf)


def replace_nonfinite_(input: Tensor, nan: Number, posinf: Number, neginf: Number) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_replace_nonfinite__op, (input, nan, posinf, neginf))
    if keys or switch.modes:
        return dispatch(_replace_nonfinite__op, keys, (input, nan, posinf, neginf))
    return _plain_replace_nonfinite_(input, nan, posinf, neginf)


def nan_to_num(input: Tensor, nan: Number | None = None, posinf: Number | None = None, neginf: Number | None = None, *, out: Any = None) -> Tensor:
    try:
        input._keys
    except AttributeError:
        check_arguments(_nan_to_num_op, (input, nan, posinf, neginf))
    result = _kernel_nan_to_num(input, nan, posinf, neginf)
    if out is None:
        return result
    return write_out(_nan_to_num_op, result, out)


def nan_to_num_(input: Tensor, nan: Number | None = None, posinf: Number | None = None, neginf: Number | None = None) -> Tensor:
    try:
        input._keys
    except AttributeError:
        check_arguments(_nan_to_num__op, (input, nan, posinf, neginf))
    return _kernel_nan_to_num_(input, nan, posinf, neginf)


def gcd(input: Tensor, other: Tensor, *, out: Any = None) -> Tensor:
    try:
        keys = input._keys | other._keys
    except AttributeError:
        return call_mixed(_gcd_op, (input, other), out)
    if keys or switch.modes or out is not None:
        return dispatch(_gcd_op, keys, (input, other), out)
    return _plain_gcd(input, other)


def gcd_(input: Tensor, other: Tensor) -> Tensor:
    try:
        keys = input._keys | other._keys
    except AttributeError:
        return call_mixed(_gcd__op, (input, other))
    if keys or switch.modes:
        return dispatch(_gcd__op, keys, (input, other))
    return _plain_gcd_(input, other)


def lcm(input: Tensor, other: Tensor, *, out: Any = None) -> Tensor:
    try:
        keys = input._keys | other._keys
    except AttributeError:
        return call_mixed(_lcm_op, (input, other), out)
    if keys or switch.modes or out is not None:
        return dispatch(_lcm_op, keys, (input, other), out)
    return _plain_lcm(input, other)


def lcm_(input: Tensor, other: Tensor) -> Tensor:
    try:
        keys = input._keys | other._keys
    except AttributeError:
        return call_mixed(_lcm__op, (input, other))
    if keys or switch.modes:
        return dispatch(_lcm__op, keys, (input, other))
    return _plain_lcm_(input, other)


def _plain_complex(real, imag):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_complex(np, real._array, imag._array)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def complex(real: Tensor, imag: Tensor, *, out: Any = None) -> Tensor:
    try:
        keys = real._keys | imag._keys
    except AttributeError:
        return call_mixed(_complex_op, (real, imag), out)
    if keys or switch.modes or out is not None:
        return dispatch(_complex_op, keys, (real, imag), out)
    return _plain_complex(real, imag)


def _plain_polar(abs, angle):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_polar(np, abs._array, angle._array)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def polar(abs: Tensor, angle: Tensor, *, out: Any = None) -> Tensor:
    try:
        keys = abs._keys | angle._keys
    except AttributeError:
        return call_mixed(_polar_op, (abs, angle), out)
    if keys or switch.modes or out is not None:
        return dispatch(_polar_op, keys, (abs, angle), out)
    return _plain_polar(abs, angle)


def _plain_angle(input):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_angle(np, input._array)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def angle(input: Tensor, *, out: Any = None) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_angle_op, (input,), out)
    if keys or switch.modes or out is not None:
        return dispatch(_angle_op, keys, (input,), out)
    return _plain_angle(input)


def sgn(input: Tensor, *, out: Any = None) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_sgn_op, (input,), out)
    if keys or switch.modes or out is not None:
        return dispatch(_sgn_op, keys, (input,), out)
    return _plain_sgn(input)


def sgn_(input: Tensor) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_sgn__op, (input,))
    if keys or switch.modes:
        return dispatch(_sgn__op, keys, (input,))
    return _plain_sgn_(input)


def conj_physical(input: Tensor, *, out: Any = None) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_conj_physical_op, (input,), out)
    if keys or switch.modes or out is not None:
        return dispatch(_conj_physical_op, keys, (input,), out)
    return _plain_conj_physical(input)


def conj_physical_(input: Tensor) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_conj_physical__op, (input,))
    if keys or switch.modes:
        return dispatch(_conj_physical__op, keys, (input,))
    return _plain_conj_physical_(input)


def conj(input: Tensor) -> Tensor:
    try:
        input._keys
    except AttributeError:
        check_arguments(_conj_op, (input,))
    return _kernel_conj(input)


def resolve_conj(input: Tensor) -> Tensor:
    try:
        input._keys
    except AttributeError:
        check_arguments(_resolve_conj_op, (input,))
    return _kernel_resolve_conj(input)


def resolve_neg(input: Tensor) -> Tensor:
    try:
        input._keys
    except AttributeError:
        check_arguments(_resolve_neg_op, (input,))
    return _kernel_resolve_neg(input)


def is_conj(input: Tensor) -> _bool:
    try:
        input._keys
    except AttributeError:
        check_arguments(_is_conj_op, (input,))
    return _kernel_is_conj(input)


def is_neg(input: Tensor) -> _bool:
    try:
        input._keys
    except AttributeError:
        check_arguments(_is_neg_op, (input,))
    return _kernel_is_neg(input)


def tensordot(a: Tensor, b: Tensor, dims: object = 2, *, out: Any = None) -> Tensor:
    try:
        a._keys
        b._keys
    except AttributeError:
        check_arguments(_tensordot_op, (a, b, dims))
    result = through_layers(_tensordot_op, (a, b, dims), out) if switch.modes else _kernel_tensordot(a, b, dims)
    if out is None:
        return result
    return write_out(_tensordot_op, result, out)


def linalg_multi_dot(tensors: Sequence[Tensor], *, out: Any = None) -> Tensor:
    try:
        result = through_layers(_linalg_multi_dot_op, (tensors,), out) if switch.modes else _kernel_linalg_multi_dot(tensors)
    except Exception as error:
        blame_arguments(_linalg_multi_dot_op, (tensors,), error)
        raise
    if out is None:
        return result
    return write_out(_linalg_multi_dot_op, result, out)


chain_matmul = _kernel_chain_matmul


einsum = _kernel_einsum


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
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def to_dtype(input: Tensor, dtype: DType) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_to_dtype_op, (input, dtype))
    if keys or switch.modes:
        return dispatch(_to_dtype_op, keys, (input, dtype))
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
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def _plain_to_integral(input, dtype):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_to_integral(np, input._array, dtype)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def to_integral(input: Tensor, dtype: DType) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_to_integral_op, (input, dtype))
    if keys or switch.modes:
        return dispatch(_to_integral_op, keys, (input, dtype))
    return _plain_to_integral(input, dtype)


def _plain_to_device(input, device, source, non_blocking):
    return _kernel_to_device(input, device, source, non_blocking)


def to_device(input: Tensor, device: Device, source: Device, non_blocking: _bool = False) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_to_device_op, (input, device, source, non_blocking))
    if keys or switch.modes:
        return dispatch(_to_device_op, keys, (input, device, source, non_blocking))
    return _plain_to_device(input, device, source, non_blocking)


to = _kernel_to


def type_as(input: Tensor, other: Tensor) -> Tensor:
    try:
        input._keys
        other._keys
    except AttributeError:
        check_arguments(_type_as_op, (input, other))
    return _kernel_type_as(input, other)


type = _kernel_type


float = _kernel_float


double = _kernel_double


half = _kernel_half


int = _kernel_int


long = _kernel_long


short = _kernel_short


char = _kernel_char


byte = _kernel_byte


bool = _kernel_bool


cfloat = _kernel_cfloat


cdouble = _kernel_cdouble


def _plain_real_part(input):
    return _kernel_real_part(input)


def real_part(input: Tensor) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_real_part_op, (input,))
    if keys or switch.modes:
        return dispatch(_real_part_op, keys, (input,))
    return _plain_real_part(input)


def _plain_imaginary_part(input):
    return _kernel_imaginary_part(input)


def imaginary_part(input: Tensor) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_imaginary_part_op, (input,))
    if keys or switch.modes:
        return dispatch(_imaginary_part_op, keys, (input,))
    return _plain_imaginary_part(input)


def real(input: Tensor) -> Tensor:
    try:
        input._keys
    except AttributeError:
        check_arguments(_real_op, (input,))
    return _kernel_real(input)


def imag(input: Tensor) -> Tensor:
    try:
        input._keys
    except AttributeError:
        check_arguments(_imag_op, (input,))
    return _kernel_imag(input)


def _plain_view_as_real(input):
    return _kernel_view_as_real(input)


def view_as_real(input: Tensor) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_view_as_real_op, (input,))
    if keys or switch.modes:
        return dispatch(_view_as_real_op, keys, (input,))
    return _plain_view_as_real(input)


def _plain_view_as_complex(input):
    return _kernel_view_as_complex(input)


def view_as_complex(input: Tensor) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_view_as_complex_op, (input,))
    if keys or switch.modes:
        return dispatch(_view_as_complex_op, keys, (input,))
    return _plain_view_as_complex(input)


def _plain_convolve(input, weight, bias, stride, padding, dilation, groups):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_convolve(np, input._array, weight._array, None if bias is None else bias._array, stride, padding, dilation, groups)
    finally:
        if token is not None:
            reset_errstate(token)
    return conceal(wrap(array), (input, weight, bias,))


def convolve(input: Tensor, weight: Tensor, bias: Tensor | None, stride: Shape, padding: Shape, dilation: Shape, groups: _int) -> Tensor:
    try:
        keys = input._keys | weight._keys
        if bias is not None:
            keys |= bias._keys
    except AttributeError:
        return call_mixed(_convolve_op, (input, weight, bias, stride, padding, dilation, groups))
    if keys or switch.modes:
        return dispatch(_convolve_op, keys, (input, weight, bias, stride, padding, dilation, groups))
    return _plain_convolve(input, weight, bias, stride, padding, dilation, groups)


def _plain_convolve_input(grad_output, weight, bias, size, stride, padding, dilation, groups):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_convolve_input(np, grad_output._array, weight._array, None if bias is None else bias._array, size, stride, padding, dilation, groups)
    finally:
        if token is not None:
            reset_errstate(token)
    return conceal(wrap(array), (grad_output, weight, bias,))


def convolve_input(grad_output: Tensor, weight: Tensor, bias: Tensor | None, size: Shape, stride: Shape, padding: Shape, dilation: Shape, groups: _int) -> Tensor:
    try:
        keys = grad_output._keys | weight._keys
        if bias is not None:
            keys |= bias._keys
    except AttributeError:
        return call_mixed(_convolve_input_op, (grad_output, weight, bias, size, stride, padding, dilation, groups))
    if keys or switch.modes:
        return dispatch(_convolve_input_op, keys, (grad_output, weight, bias, size, stride, padding, dilation, groups))
    return _plain_convolve_input(grad_output, weight, bias, size, stride, padding, dilation, groups)


def _plain_channel_sums(input):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_channel_sums(np, input._array)
    finally:
        if token is not None:
            reset_errstate(token)
    return conceal(wrap(array), (input,))


def channel_sums(input: Tensor) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_channel_sums_op, (input,))
    if keys or switch.modes:
        return dispatch(_channel_sums_op, keys, (input,))
    return _plain_channel_sums(input)


def _plain_convolve_weight(grad_output, input, kernel, stride, padding, dilation, groups):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_convolve_weight(np, grad_output._array, input._array, kernel, stride, padding, dilation, groups)
    finally:
        if token is not None:
            reset_errstate(token)
    return conceal(wrap(array), (grad_output, input,))


def convolve_weight(grad_output: Tensor, input: Tensor, kernel: Shape, stride: Shape, padding: Shape, dilation: Shape, groups: _int) -> Tensor:
    try:
        keys = grad_output._keys | input._keys
    except AttributeError:
        return call_mixed(_convolve_weight_op, (grad_output, input, kernel, stride, padding, dilation, groups))
    if keys or switch.modes:
        return dispatch(_convolve_weight_op, keys, (grad_output, input, kernel, stride, padding, dilation, groups))
    return _plain_convolve_weight(grad_output, input, kernel, stride, padding, dilation, groups)


def conv1d(input: Tensor, weight: Tensor, bias: Tensor | None = None, stride: Size = 1, padding: Size | _str = 0, dilation: Size = 1, groups: _int = 1) -> Tensor:
    try:
        input._keys
        weight._keys
        if bias is not None:
            bias._keys
    except AttributeError:
        check_arguments(_conv1d_op, (input, weight, bias, stride, padding, dilation, groups))
    return through_layers(_conv1d_op, (input, weight, bias, stride, padding, dilation, groups)) if switch.modes else _kernel_conv1d(input, weight, bias, stride, padding, dilation, groups)


def conv2d(input: Tensor, weight: Tensor, bias: Tensor | None = None, stride: Size = 1, padding: Size | _str = 0, dilation: Size = 1, groups: _int = 1) -> Tensor:
    try:
        input._keys
        weight._keys
        if bias is not None:
            bias._keys
    except AttributeError:
        check_arguments(_conv2d_op, (input, weight, bias, stride, padding, dilation, groups))
    return through_layers(_conv2d_op, (input, weight, bias, stride, padding, dilation, groups)) if switch.modes else _kernel_conv2d(input, weight, bias, stride, padding, dilation, groups)


def conv3d(input: Tensor, weight: Tensor, bias: Tensor | None = None, stride: Size = 1, padding: Size | _str = 0, dilation: Size = 1, groups: _int = 1) -> Tensor:
    try:
        input._keys
        weight._keys
        if bias is not None:
            bias._keys
    except AttributeError:
        check_arguments(_conv3d_op, (input, weight, bias, stride, padding, dilation, groups))
    return through_layers(_conv3d_op, (input, weight, bias, stride, padding, dilation, groups)) if switch.modes else _kernel_conv3d(input, weight, bias, stride, padding, dilation, groups)


def conv_transpose1d(input: Tensor, weight: Tensor, bias: Tensor | None = None, stride: Size = 1, padding: Size = 0, output_padding: Size = 0, groups: _int = 1, dilation: Size = 1) -> Tensor:
    try:
        input._keys
        weight._keys
        if bias is not None:
            bias._keys
    except AttributeError:
        check_arguments(_conv_transpose1d_op, (input, weight, bias, stride, padding, output_padding, groups, dilation))
    return through_layers(_conv_transpose1d_op, (input, weight, bias, stride, padding, output_padding, groups, dilation)) if switch.modes else _kernel_conv_transpose1d(input, weight, bias, stride, padding, output_padding, groups, dilation)


def conv_transpose2d(input: Tensor, weight: Tensor, bias: Tensor | None = None, stride: Size = 1, padding: Size = 0, output_padding: Size = 0, groups: _int = 1, dilation: Size = 1) -> Tensor:
    try:
        input._keys
        weight._keys
        if bias is not None:
            bias._keys
    except AttributeError:
        check_arguments(_conv_transpose2d_op, (input, weight, bias, stride, padding, output_padding, groups, dilation))
    return through_layers(_conv_transpose2d_op, (input, weight, bias, stride, padding, output_padding, groups, dilation)) if switch.modes else _kernel_conv_transpose2d(input, weight, bias, stride, padding, output_padding, groups, dilation)


def conv_transpose3d(input: Tensor, weight: Tensor, bias: Tensor | None = None, stride: Size = 1, padding: Size = 0, output_padding: Size = 0, groups: _int = 1, dilation: Size = 1) -> Tensor:
    try:
        input._keys
        weight._keys
        if bias is not None:
            bias._keys
    except AttributeError:
        check_arguments(_conv_transpose3d_op, (input, weight, bias, stride, padding, output_padding, groups, dilation))
    return through_layers(_conv_transpose3d_op, (input, weight, bias, stride, padding, output_padding, groups, dilation)) if switch.modes else _kernel_conv_transpose3d(input, weight, bias, stride, padding, output_padding, groups, dilation)


def convolution(input: Tensor, weight: Tensor, bias: Tensor | None, stride: Size, padding: Size, dilation: Size, transposed: _bool, output_padding: Size, groups: _int) -> Tensor:
    try:
        input._keys
        weight._keys
        if bias is not None:
            bias._keys
    except AttributeError:
        check_arguments(_convolution_op, (input, weight, bias, stride, padding, dilation, transposed, output_padding, groups))
    return through_layers(_convolution_op, (input, weight, bias, stride, padding, dilation, transposed, output_padding, groups)) if switch.modes else _kernel_convolution(input, weight, bias, stride, padding, dilation, transposed, output_padding, groups)


def conv_tbc(input: Tensor, weight: Tensor, bias: Tensor, pad: _int = 0) -> Tensor:
    try:
        input._keys
        weight._keys
        bias._keys
    except AttributeError:
        check_arguments(_conv_tbc_op, (input, weight, bias, pad))
    return through_layers(_conv_tbc_op, (input, weight, bias, pad)) if switch.modes else _kernel_conv_tbc(input, weight, bias, pad)


def _plain_where_tensors(condition, input, other):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_where_tensors(np, condition._array, input._array, other._array)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def where_tensors(condition: Tensor, input: Tensor, other: Tensor) -> Tensor:
    try:
        keys = condition._keys | input._keys | other._keys
    except AttributeError:
        return call_mixed(_where_tensors_op, (condition, input, other))
    if keys or switch.modes:
        return dispatch(_where_tensors_op, keys, (condition, input, other))
    return _plain_where_tensors(condition, input, other)


def where(condition: Tensor, input: Tensor | Number = None, other: Tensor | Number = None, *, out: object = None) -> Tensor:
    try:
        condition._keys
    except AttributeError:
        check_arguments(_where_op, (condition, input, other, out))
    try:
        return _kernel_where(condition, input, other, out=out)
    except Exception as error:
        blame_arguments(_where_op, (condition, input, other, out), error)
        raise


where_method = _kernel_where_method


def _plain_masked_fill_number(input, mask, value):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_masked_fill_number(np, input._array, mask._array, value)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def masked_fill_number(input: Tensor, mask: Tensor, value: Number) -> Tensor:
    try:
        keys = input._keys | mask._keys
    except AttributeError:
        return call_mixed(_masked_fill_number_op, (input, mask, value))
    if keys or switch.modes:
        return dispatch(_masked_fill_number_op, keys, (input, mask, value))
    return _plain_masked_fill_number(input, mask, value)


def _plain_masked_fill_tensor(input, mask, value):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_masked_fill_tensor(np, input._array, mask._array, value._array)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def masked_fill_tensor(input: Tensor, mask: Tensor, value: Tensor) -> Tensor:
    try:
        keys = input._keys | mask._keys | value._keys
    except AttributeError:
        return call_mixed(_masked_fill_tensor_op, (input, mask, value))
    if keys or switch.modes:
        return dispatch(_masked_fill_tensor_op, keys, (input, mask, value))
    return _plain_masked_fill_tensor(input, mask, value)


def _plain_masked_fill_number_(input, mask, value):
    return _kernel_masked_fill_number_(input, mask, value)


def masked_fill_number_(input: Tensor, mask: Tensor, value: Number) -> Tensor:
    try:
        keys = input._keys | mask._keys
    except AttributeError:
        return call_mixed(_masked_fill_number__op, (input, mask, value))
    if keys or switch.modes:
        return dispatch(_masked_fill_number__op, keys, (input, mask, value))
    return _plain_masked_fill_number_(input, mask, value)


def _plain_masked_fill_tensor_(input, mask, value):
    return _kernel_masked_fill_tensor_(input, mask, value)


def masked_fill_tensor_(input: Tensor, mask: Tensor, value: Tensor) -> Tensor:
    try:
        keys = input._keys | mask._keys | value._keys
    except AttributeError:
        return call_mixed(_masked_fill_tensor__op, (input, mask, value))
    if keys or switch.modes:
        return dispatch(_masked_fill_tensor__op, keys, (input, mask, value))
    return _plain_masked_fill_tensor_(input, mask, value)


def masked_fill(input: Tensor, mask: Tensor, value: Tensor | Number, *, out: Any = None) -> Tensor:
    try:
        input._keys
        mask._keys
    except AttributeError:
        check_arguments(_masked_fill_op, (input, mask, value))
    try:
        result = _kernel_masked_fill(input, mask, value)
    except Exception as error:
        blame_arguments(_masked_fill_op, (input, mask, value), error)
        raise
    if out is None:
        return result
    return write_out(_masked_fill_op, result, out)


def masked_fill_(input: Tensor, mask: Tensor, value: Tensor | Number) -> Tensor:
    try:
        input._keys
        mask._keys
    except AttributeError:
        check_arguments(_masked_fill__op, (input, mask, value))
    try:
        return _kernel_masked_fill_(input, mask, value)
    except Exception as error:
        blame_arguments(_masked_fill__op, (input, mask, value), error)
        raise


def _plain_masked_select(input, mask):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_masked_select(np, input._array, mask._array)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def masked_select(input: Tensor, mask: Tensor, *, out: Any = None) -> Tensor:
    try:
        keys = input._keys | mask._keys
    except AttributeError:
        return call_mixed(_masked_select_op, (input, mask), out)
    if keys or switch.modes or out is not None:
        return dispatch(_masked_select_op, keys, (input, mask), out)
    return _plain_masked_select(input, mask)


def _plain_masked_select_backward(grad, mask, shape):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_masked_select_backward(np, grad._array, mask._array, shape)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def masked_select_backward(grad: Tensor, mask: Tensor, shape: Dims) -> Tensor:
    try:
        keys = grad._keys | mask._keys
    except AttributeError:
        return call_mixed(_masked_select_backward_op, (grad, mask, shape))
    if keys or switch.modes:
        return dispatch(_masked_select_backward_op, keys, (grad, mask, shape))
    return _plain_masked_select_backward(grad, mask, shape)


def _plain_masked_scatter(input, mask, source):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_masked_scatter(np, input._array, mask._array, source._array)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def masked_scatter(input: Tensor, mask: Tensor, source: Tensor, *, out: Any = None) -> Tensor:
    try:
        keys = input._keys | mask._keys | source._keys
    except AttributeError:
        return call_mixed(_masked_scatter_op, (input, mask, source), out)
    if keys or switch.modes or out is not None:
        return dispatch(_masked_scatter_op, keys, (input, mask, source), out)
    return _plain_masked_scatter(input, mask, source)


def _plain_masked_scatter_(input, mask, source):
    return _kernel_masked_scatter_(input, mask, source)


def masked_scatter_(input: Tensor, mask: Tensor, source: Tensor) -> Tensor:
    try:
        keys = input._keys | mask._keys | source._keys
    except AttributeError:
        return call_mixed(_masked_scatter__op, (input, mask, source))
    if keys or switch.modes:
        return dispatch(_masked_scatter__op, keys, (input, mask, source))
    return _plain_masked_scatter_(input, mask, source)


def _plain_masked_scatter_backward(grad, mask, shape):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_masked_scatter_backward(np, grad._array, mask._array, shape)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def masked_scatter_backward(grad: Tensor, mask: Tensor, shape: Dims) -> Tensor:
    try:
        keys = grad._keys | mask._keys
    except AttributeError:
        return call_mixed(_masked_scatter_backward_op, (grad, mask, shape))
    if keys or switch.modes:
        return dispatch(_masked_scatter_backward_op, keys, (grad, mask, shape))
    return _plain_masked_scatter_backward(grad, mask, shape)


def _plain_tril(input, diagonal):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_tril(np, input._array, diagonal)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def tril(input: Tensor, diagonal: _int = 0, *, out: Any = None) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_tril_op, (input, diagonal), out)
    if keys or switch.modes or out is not None:
        return dispatch(_tril_op, keys, (input, diagonal), out)
    return _plain_tril(input, diagonal)


def tril_(input: Tensor, diagonal: _int = 0) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_tril__op, (input, diagonal))
    if keys or switch.modes:
        return dispatch(_tril__op, keys, (input, diagonal))
    return _plain_tril_(input, diagonal)


def _plain_triu(input, diagonal):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_triu(np, input._array, diagonal)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def triu(input: Tensor, diagonal: _int = 0, *, out: Any = None) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_triu_op, (input, diagonal), out)
    if keys or switch.modes or out is not None:
        return dispatch(_triu_op, keys, (input, diagonal), out)
    return _plain_triu(input, diagonal)


def triu_(input: Tensor, diagonal: _int = 0) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_triu__op, (input, diagonal))
    if keys or switch.modes:
        return dispatch(_triu__op, keys, (input, diagonal))
    return _plain_triu_(input, diagonal)


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
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def clone(input: Tensor, *, memory_format: object = None) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_clone_op, (input, memory_format))
    if keys or switch.modes:
        return dispatch(_clone_op, keys, (input, memory_format))
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
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def _plain_in_row_major_order(input):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_in_row_major_order(np, input._array)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def in_row_major_order(input: Tensor) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_in_row_major_order_op, (input,))
    if keys or switch.modes:
        return dispatch(_in_row_major_order_op, keys, (input,))
    return _plain_in_row_major_order(input)


contiguous = _kernel_contiguous


def _plain_copy_tensor_(input, src):
    return _kernel_copy_tensor_(input, src)


def copy_tensor_(input: Tensor, src: Tensor) -> Tensor:
    try:
        keys = input._keys | src._keys
    except AttributeError:
        return call_mixed(_copy_tensor__op, (input, src))
    if keys or switch.modes:
        return dispatch(_copy_tensor__op, keys, (input, src))
    return _plain_copy_tensor_(input, src)


def copy_(input: Tensor, other: Tensor | Number, non_blocking: _bool = False) -> Tensor:
    try:
        input._keys
    except AttributeError:
        check_arguments(_copy__op, (input, other, non_blocking))
    try:
        return _kernel_copy_(input, other, non_blocking)
    except Exception as error:
        blame_arguments(_copy__op, (input, other, non_blocking), error)
        raise


def _plain_fill_number_(input, value):
    return _kernel_fill_number_(input, value)


def fill_number_(input: Tensor, value: Number) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_fill_number__op, (input, value))
    if keys or switch.modes:
        return dispatch(_fill_number__op, keys, (input, value))
    return _plain_fill_number_(input, value)


def _plain_fill_tensor_(input, value):
    return _kernel_fill_tensor_(input, value)


def fill_tensor_(input: Tensor, value: Tensor) -> Tensor:
    try:
        keys = input._keys | value._keys
    except AttributeError:
        return call_mixed(_fill_tensor__op, (input, value))
    if keys or switch.modes:
        return dispatch(_fill_tensor__op, keys, (input, value))
    return _plain_fill_tensor_(input, value)


def fill(input: Tensor, value: Tensor | Number) -> Tensor:
    try:
        input._keys
    except AttributeError:
        check_arguments(_fill_op, (input, value))
    try:
        return _kernel_fill(input, value)
    except Exception as error:
        blame_arguments(_fill_op, (input, value), error)
        raise


def fill_(input: Tensor, value: Tensor | Number) -> Tensor:
    try:
        input._keys
    except AttributeError:
        check_arguments(_fill__op, (input, value))
    try:
        return _kernel_fill_(input, value)
    except Exception as error:
        blame_arguments(_fill__op, (input, value), error)
        raise


def _plain_zero_(input):
    return _kernel_zero_(input)


def zero_(input: Tensor) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_zero__op, (input,))
    if keys or switch.modes:
        return dispatch(_zero__op, keys, (input,))
    return _plain_zero_(input)


def _plain_resize_(input, size, memory_format):
    return _kernel_resize_(input, size, memory_format=memory_format)


def resize_(input: Tensor, size: Any, *, memory_format: object = None) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_resize__op, (input, size, memory_format))
    if keys or switch.modes:
        return dispatch(_resize__op, keys, (input, size, memory_format))
    return _plain_resize_(input, size, memory_format)


def resize_as_(input: Tensor, the_template: Tensor, *, memory_format: object = None) -> Tensor:
    try:
        input._keys
        the_template._keys
    except AttributeError:
        check_arguments(_resize_as__op, (input, the_template, memory_format))
    return _kernel_resize_as_(input, the_template, memory_format=memory_format)


new_zeros = _kernel_new_zeros


new_ones = _kernel_new_ones


new_empty = _kernel_new_empty


new_empty_strided = _kernel_new_empty_strided


new_full = _kernel_new_full


new_tensor = _kernel_new_tensor


def _plain_nll(input, target, weight, reduction, ignore_index):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_nll(np, input._array, target._array, None if weight is None else weight._array, reduction, ignore_index)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def nll(input: Tensor, target: Tensor, weight: Tensor | None, reduction: _str, ignore_index: _int) -> Tensor:
    try:
        keys = input._keys | target._keys
        if weight is not None:
            keys |= weight._keys
    except AttributeError:
        return call_mixed(_nll_op, (input, target, weight, reduction, ignore_index))
    if keys or switch.modes:
        return dispatch(_nll_op, keys, (input, target, weight, reduction, ignore_index))
    return _plain_nll(input, target, weight, reduction, ignore_index)


def _plain_nll_backward(grad_output, target, weight, reduction, ignore_index, shape):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_nll_backward(np, grad_output._array, target._array, None if weight is None else weight._array, reduction, ignore_index, shape)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def nll_backward(grad_output: Tensor, target: Tensor, weight: Tensor | None, reduction: _str, ignore_index: _int, shape: Shape) -> Tensor:
    try:
        keys = grad_output._keys | target._keys
        if weight is not None:
            keys |= weight._keys
    except AttributeError:
        return call_mixed(_nll_backward_op, (grad_output, target, weight, reduction, ignore_index, shape))
    if keys or switch.modes:
        return dispatch(_nll_backward_op, keys, (grad_output, target, weight, reduction, ignore_index, shape))
    return _plain_nll_backward(grad_output, target, weight, reduction, ignore_index, shape)


def nll_loss(input: Tensor, target: Tensor, weight: Tensor | None = None, size_average: object = None, ignore_index: _int = -100, reduce: object = None, reduction: _str = 'mean') -> Tensor:
    try:
        input._keys
        target._keys
        if weight is not None:
            weight._keys
    except AttributeError:
        check_arguments(_nll_loss_op, (input, target, weight, size_average, ignore_index, reduce, reduction))
    return through_layers(_nll_loss_op, (input, target, weight, size_average, ignore_index, reduce, reduction)) if switch.modes else _kernel_nll_loss(input, target, weight, size_average, ignore_index, reduce, reduction)


def _plain_softmax(input, dim, dtype):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_softmax(np, input._array, dim, dtype)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def softmax(input: Tensor, dim: Any = MISSING, dtype: DType | None = None, *, out: Any = None, **renamed: Any) -> Tensor:
    if renamed:
        return with_numpy_names(softmax, renamed, {"input": input, "dim": dim, "dtype": dtype, "out": out})
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_softmax_op, (input, dim, dtype), out)
    if keys or switch.modes or out is not None:
        return dispatch(_softmax_op, keys, (input, dim, dtype), out)
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_softmax(np, input._array, dim, dtype)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def _plain_softmax_backward(grad_output, output, dim):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_softmax_backward(np, grad_output._array, output._array, dim)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def softmax_backward(grad_output: Tensor, output: Tensor, dim: _int) -> Tensor:
    try:
        keys = grad_output._keys | output._keys
    except AttributeError:
        return call_mixed(_softmax_backward_op, (grad_output, output, dim))
    if keys or switch.modes:
        return dispatch(_softmax_backward_op, keys, (grad_output, output, dim))
    return _plain_softmax_backward(grad_output, output, dim)


def _plain_causal_softmax(input, first):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_causal_softmax(np, input._array, first)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def causal_softmax(input: Tensor, first: _int = 0) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_causal_softmax_op, (input, first))
    if keys or switch.modes:
        return dispatch(_causal_softmax_op, keys, (input, first))
    return _plain_causal_softmax(input, first)


def _plain_log_softmax(input, dim, dtype):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_log_softmax(np, input._array, dim, dtype)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def log_softmax(input: Tensor, dim: Any = MISSING, dtype: DType | None = None, *, out: Any = None, **renamed: Any) -> Tensor:
    if renamed:
        return with_numpy_names(log_softmax, renamed, {"input": input, "dim": dim, "dtype": dtype, "out": out})
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_log_softmax_op, (input, dim, dtype), out)
    if keys or switch.modes or out is not None:
        return dispatch(_log_softmax_op, keys, (input, dim, dtype), out)
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_log_softmax(np, input._array, dim, dtype)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def _plain_log_softmax_backward(grad_output, output, dim):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_log_softmax_backward(np, grad_output._array, output._array, dim)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def log_softmax_backward(grad_output: Tensor, output: Tensor, dim: _int) -> Tensor:
    try:
        keys = grad_output._keys | output._keys
    except AttributeError:
        return call_mixed(_log_softmax_backward_op, (grad_output, output, dim))
    if keys or switch.modes:
        return dispatch(_log_softmax_backward_op, keys, (grad_output, output, dim))
    return _plain_log_softmax_backward(grad_output, output, dim)


def functional_softmax(input: Tensor, dim: _int | None = None, _stacklevel: _int = 3, dtype: DType | None = None) -> Tensor:
    return through_layers(_functional_softmax_op, (input, dim, _stacklevel, dtype)) if switch.modes else _kernel_functional_softmax(input, dim, _stacklevel, dtype)


def functional_log_softmax(input: Tensor, dim: _int | None = None, _stacklevel: _int = 3, dtype: DType | None = None) -> Tensor:
    return through_layers(_functional_log_softmax_op, (input, dim, _stacklevel, dtype)) if switch.modes else _kernel_functional_log_softmax(input, dim, _stacklevel, dtype)


def softmin(input: Tensor, dim: _int | None = None, _stacklevel: _int = 3, dtype: DType | None = None) -> Tensor:
    try:
        input._keys
    except AttributeError:
        check_arguments(_softmin_op, (input, dim, _stacklevel, dtype))
    return _kernel_softmin(input, dim, _stacklevel, dtype)


def gumbel_softmax(logits: Tensor, tau: _float = 1, hard: _bool = False, eps: _float = 1e-10, dim: _int = -1) -> Tensor:
    try:
        logits._keys
    except AttributeError:
        check_arguments(_gumbel_softmax_op, (logits, tau, hard, eps, dim))
    return _kernel_gumbel_softmax(logits, tau, hard, eps, dim)


def _plain_mean_cross_entropy(input, target, ignore_index):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_mean_cross_entropy(np, input._array, target._array, ignore_index)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def mean_cross_entropy(input: Tensor, target: Tensor, ignore_index: _int) -> Tensor:
    try:
        keys = input._keys | target._keys
    except AttributeError:
        return call_mixed(_mean_cross_entropy_op, (input, target, ignore_index))
    if keys or switch.modes:
        return dispatch(_mean_cross_entropy_op, keys, (input, target, ignore_index))
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_mean_cross_entropy(np, input._array, target._array, ignore_index)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def _plain_mean_cross_entropy_backward(grad_output, input, target, ignore_index):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_mean_cross_entropy_backward(np, grad_output._array, input._array, target._array, ignore_index)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def mean_cross_entropy_backward(grad_output: Tensor, input: Tensor, target: Tensor, ignore_index: _int) -> Tensor:
    try:
        keys = grad_output._keys | input._keys | target._keys
    except AttributeError:
        return call_mixed(_mean_cross_entropy_backward_op, (grad_output, input, target, ignore_index))
    if keys or switch.modes:
        return dispatch(_mean_cross_entropy_backward_op, keys, (grad_output, input, target, ignore_index))
    return _plain_mean_cross_entropy_backward(grad_output, input, target, ignore_index)


def cross_entropy(input: Tensor, target: Tensor, weight: Tensor | None = None, size_average: object = None, ignore_index: _int = -100, reduce: object = None, reduction: _str = 'mean', label_smoothing: _float = 0.0) -> Tensor:
    try:
        input._keys
        target._keys
        if weight is not None:
            weight._keys
    except AttributeError:
        check_arguments(_cross_entropy_op, (input, target, weight, size_average, ignore_index, reduce, reduction, label_smoothing))
    return through_layers(_cross_entropy_op, (input, target, weight, size_average, ignore_index, reduce, reduction, label_smoothing)) if switch.modes else _kernel_cross_entropy(input, target, weight, size_average, ignore_index, reduce, reduction, label_smoothing)


def functional_hinge_embedding_loss(input: Tensor, target: Tensor, margin: _float = 1.0, size_average: object = None, reduce: object = None, reduction: _str = 'mean') -> Tensor:
    try:
        input._keys
        target._keys
    except AttributeError:
        check_arguments(_functional_hinge_embedding_loss_op, (input, target, margin, size_average, reduce, reduction))
    return through_layers(_functional_hinge_embedding_loss_op, (input, target, margin, size_average, reduce, reduction)) if switch.modes else _kernel_functional_hinge_embedding_loss(input, target, margin, size_average, reduce, reduction)


def functional_margin_ranking_loss(input1: Tensor, input2: Tensor, target: Tensor, margin: _float = 0, size_average: object = None, reduce: object = None, reduction: _str = 'mean') -> Tensor:
    try:
        input1._keys
        input2._keys
        target._keys
    except AttributeError:
        check_arguments(_functional_margin_ranking_loss_op, (input1, input2, target, margin, size_average, reduce, reduction))
    return through_layers(_functional_margin_ranking_loss_op, (input1, input2, target, margin, size_average, reduce, reduction)) if switch.modes else _kernel_functional_margin_ranking_loss(input1, input2, target, margin, size_average, reduce, reduction)


def soft_margin_loss(input: Tensor, target: Tensor, size_average: object = None, reduce: object = None, reduction: _str = 'mean') -> Tensor:
    try:
        input._keys
        target._keys
    except AttributeError:
        check_arguments(_soft_margin_loss_op, (input, target, size_average, reduce, reduction))
    return through_layers(_soft_margin_loss_op, (input, target, size_average, reduce, reduction)) if switch.modes else _kernel_soft_margin_loss(input, target, size_average, reduce, reduction)


def functional_cosine_embedding_loss(input1: Tensor, input2: Tensor, target: Tensor, margin: _float = 0, size_average: object = None, reduce: object = None, reduction: _str = 'mean') -> Tensor:
    try:
        input1._keys
        input2._keys
        target._keys
    except AttributeError:
        check_arguments(_functional_cosine_embedding_loss_op, (input1, input2, target, margin, size_average, reduce, reduction))
    return through_layers(_functional_cosine_embedding_loss_op, (input1, input2, target, margin, size_average, reduce, reduction)) if switch.modes else _kernel_functional_cosine_embedding_loss(input1, input2, target, margin, size_average, reduce, reduction)


def functional_triplet_margin_loss(anchor: Tensor, positive: Tensor, negative: Tensor, margin: _float = 1.0, p: _float = 2, eps: _float = 1e-06, swap: _bool = False, size_average: object = None, reduce: object = None, reduction: _str = 'mean') -> Tensor:
    try:
        anchor._keys
        positive._keys
        negative._keys
    except AttributeError:
        check_arguments(_functional_triplet_margin_loss_op, (anchor, positive, negative, margin, p, eps, swap, size_average, reduce, reduction))
    return through_layers(_functional_triplet_margin_loss_op, (anchor, positive, negative, margin, p, eps, swap, size_average, reduce, reduction)) if switch.modes else _kernel_functional_triplet_margin_loss(anchor, positive, negative, margin, p, eps, swap, size_average, reduce, reduction)


def triplet_margin_with_distance_loss(anchor: Tensor, positive: Tensor, negative: Tensor, *, distance_function: Any = None, margin: _float = 1.0, swap: _bool = False, reduction: _str = 'mean') -> Tensor:
    try:
        anchor._keys
        positive._keys
        negative._keys
    except AttributeError:
        check_arguments(_triplet_margin_with_distance_loss_op, (anchor, positive, negative, distance_function, margin, swap, reduction))
    return _kernel_triplet_margin_with_distance_loss(anchor, positive, negative, distance_function=distance_function, margin=margin, swap=swap, reduction=reduction)


def multi_margin_loss(input: Tensor, target: Tensor, p: _int = 1, margin: _float = 1.0, weight: Tensor | None = None, size_average: object = None, reduce: object = None, reduction: _str = 'mean') -> Tensor:
    try:
        input._keys
        target._keys
        if weight is not None:
            weight._keys
    except AttributeError:
        check_arguments(_multi_margin_loss_op, (input, target, p, margin, weight, size_average, reduce, reduction))
    return through_layers(_multi_margin_loss_op, (input, target, p, margin, weight, size_average, reduce, reduction)) if switch.modes else _kernel_multi_margin_loss(input, target, p, margin, weight, size_average, reduce, reduction)


def multilabel_margin_loss(input: Tensor, target: Tensor, size_average: object = None, reduce: object = None, reduction: _str = 'mean') -> Tensor:
    try:
        input._keys
        target._keys
    except AttributeError:
        check_arguments(_multilabel_margin_loss_op, (input, target, size_average, reduce, reduction))
    return through_layers(_multilabel_margin_loss_op, (input, target, size_average, reduce, reduction)) if switch.modes else _kernel_multilabel_margin_loss(input, target, size_average, reduce, reduction)


def multilabel_soft_margin_loss(input: Tensor, target: Tensor, weight: Tensor | None = None, size_average: object = None, reduce: object = None, reduction: _str = 'mean') -> Tensor:
    try:
        input._keys
        target._keys
        if weight is not None:
            weight._keys
    except AttributeError:
        check_arguments(_multilabel_soft_margin_loss_op, (input, target, weight, size_average, reduce, reduction))
    return _kernel_multilabel_soft_margin_loss(input, target, weight, size_average, reduce, reduction)


def squared_error(input: Tensor, target: Tensor) -> Tensor:
    try:
        keys = input._keys | target._keys
    except AttributeError:
        return call_mixed(_squared_error_op, (input, target))
    if keys or switch.modes:
        return dispatch(_squared_error_op, keys, (input, target))
    return _plain_squared_error(input, target)


def mse_loss(input: Tensor, target: Tensor, size_average: object = None, reduce: object = None, reduction: _str = 'mean', weight: Tensor | None = None) -> Tensor:
    try:
        input._keys
        target._keys
        if weight is not None:
            weight._keys
    except AttributeError:
        check_arguments(_mse_loss_op, (input, target, size_average, reduce, reduction, weight))
    return through_layers(_mse_loss_op, (input, target, size_average, reduce, reduction, weight)) if switch.modes else _kernel_mse_loss(input, target, size_average, reduce, reduction, weight)


def l1_loss(input: Tensor, target: Tensor, size_average: object = None, reduce: object = None, reduction: _str = 'mean', weight: Tensor | None = None) -> Tensor:
    try:
        input._keys
        target._keys
        if weight is not None:
            weight._keys
    except AttributeError:
        check_arguments(_l1_loss_op, (input, target, size_average, reduce, reduction, weight))
    return through_layers(_l1_loss_op, (input, target, size_average, reduce, reduction, weight)) if switch.modes else _kernel_l1_loss(input, target, size_average, reduce, reduction, weight)


def smooth_absolute(input: Tensor, target: Tensor, beta: Number) -> Tensor:
    try:
        keys = input._keys | target._keys
    except AttributeError:
        return call_mixed(_smooth_absolute_op, (input, target, beta))
    if keys or switch.modes:
        return dispatch(_smooth_absolute_op, keys, (input, target, beta))
    return _plain_smooth_absolute(input, target, beta)


def smooth_l1_loss(input: Tensor, target: Tensor, size_average: object = None, reduce: object = None, reduction: _str = 'mean', beta: _float = 1.0) -> Tensor:
    try:
        input._keys
        target._keys
    except AttributeError:
        check_arguments(_smooth_l1_loss_op, (input, target, size_average, reduce, reduction, beta))
    return through_layers(_smooth_l1_loss_op, (input, target, size_average, reduce, reduction, beta)) if switch.modes else _kernel_smooth_l1_loss(input, target, size_average, reduce, reduction, beta)


def huber_loss(input: Tensor, target: Tensor, reduction: _str = 'mean', delta: _float = 1.0, weight: Tensor | None = None) -> Tensor:
    try:
        input._keys
        target._keys
        if weight is not None:
            weight._keys
    except AttributeError:
        check_arguments(_huber_loss_op, (input, target, reduction, delta, weight))
    return through_layers(_huber_loss_op, (input, target, reduction, delta, weight)) if switch.modes else _kernel_huber_loss(input, target, reduction, delta, weight)


def chance_cross_entropy(input: Tensor, target: Tensor) -> Tensor:
    try:
        keys = input._keys | target._keys
    except AttributeError:
        return call_mixed(_chance_cross_entropy_op, (input, target))
    if keys or switch.modes:
        return dispatch(_chance_cross_entropy_op, keys, (input, target))
    return _plain_chance_cross_entropy(input, target)


def binary_cross_entropy(input: Tensor, target: Tensor, weight: Tensor | None = None, size_average: object = None, reduce: object = None, reduction: _str = 'mean') -> Tensor:
    try:
        input._keys
        target._keys
        if weight is not None:
            weight._keys
    except AttributeError:
        check_arguments(_binary_cross_entropy_op, (input, target, weight, size_average, reduce, reduction))
    return through_layers(_binary_cross_entropy_op, (input, target, weight, size_average, reduce, reduction)) if switch.modes else _kernel_binary_cross_entropy(input, target, weight, size_average, reduce, reduction)


def logit_cross_entropy(input: Tensor, target: Tensor) -> Tensor:
    try:
        keys = input._keys | target._keys
    except AttributeError:
        return call_mixed(_logit_cross_entropy_op, (input, target))
    if keys or switch.modes:
        return dispatch(_logit_cross_entropy_op, keys, (input, target))
    return _plain_logit_cross_entropy(input, target)


def functional_binary_cross_entropy_with_logits(input: Tensor, target: Tensor, weight: Tensor | None = None, size_average: object = None, reduce: object = None, reduction: _str = 'mean', pos_weight: Tensor | None = None) -> Tensor:
    try:
        input._keys
        target._keys
        if weight is not None:
            weight._keys
        if pos_weight is not None:
            pos_weight._keys
    except AttributeError:
        check_arguments(_functional_binary_cross_entropy_with_logits_op, (input, target, weight, size_average, reduce, reduction, pos_weight))
    return through_layers(_functional_binary_cross_entropy_with_logits_op, (input, target, weight, size_average, reduce, reduction, pos_weight)) if switch.modes else _kernel_functional_binary_cross_entropy_with_logits(input, target, weight, size_average, reduce, reduction, pos_weight)


def functional_kl_div(input: Tensor, target: Tensor, size_average: object = None, reduce: object = None, reduction: _str = 'mean', log_target: _bool = False) -> Tensor:
    try:
        input._keys
        target._keys
    except AttributeError:
        check_arguments(_functional_kl_div_op, (input, target, size_average, reduce, reduction, log_target))
    return through_layers(_functional_kl_div_op, (input, target, size_average, reduce, reduction, log_target)) if switch.modes else _kernel_functional_kl_div(input, target, size_average, reduce, reduction, log_target)


def functional_poisson_nll_loss(input: Tensor, target: Tensor, log_input: _bool = True, full: _bool = False, size_average: object = None, eps: _float = 1e-08, reduce: object = None, reduction: _str = 'mean') -> Tensor:
    try:
        input._keys
        target._keys
    except AttributeError:
        check_arguments(_functional_poisson_nll_loss_op, (input, target, log_input, full, size_average, eps, reduce, reduction))
    return through_layers(_functional_poisson_nll_loss_op, (input, target, log_input, full, size_average, eps, reduce, reduction)) if switch.modes else _kernel_functional_poisson_nll_loss(input, target, log_input, full, size_average, eps, reduce, reduction)


def gaussian_nll_loss(input: Tensor, target: Tensor, var: object, full: _bool = False, eps: _float = 1e-06, reduction: _str = 'mean') -> Tensor:
    try:
        input._keys
        target._keys
    except AttributeError:
        check_arguments(_gaussian_nll_loss_op, (input, target, var, full, eps, reduction))
    return _kernel_gaussian_nll_loss(input, target, var, full, eps, reduction)


def binary_cross_entropy_with_logits(input: Tensor, target: Tensor, weight: Tensor | None = None, pos_weight: Tensor | None = None, reduction: _int = 0) -> Tensor:
    try:
        input._keys
        target._keys
        if weight is not None:
            weight._keys
        if pos_weight is not None:
            pos_weight._keys
    except AttributeError:
        check_arguments(_binary_cross_entropy_with_logits_op, (input, target, weight, pos_weight, reduction))
    return through_layers(_binary_cross_entropy_with_logits_op, (input, target, weight, pos_weight, reduction)) if switch.modes else _kernel_binary_cross_entropy_with_logits(input, target, weight, pos_weight, reduction)


def cosine_embedding_loss(input1: Tensor, input2: Tensor, target: Tensor, margin: _float = 0.0, reduction: _int = 0) -> Tensor:
    try:
        input1._keys
        input2._keys
        target._keys
    except AttributeError:
        check_arguments(_cosine_embedding_loss_op, (input1, input2, target, margin, reduction))
    return through_layers(_cosine_embedding_loss_op, (input1, input2, target, margin, reduction)) if switch.modes else _kernel_cosine_embedding_loss(input1, input2, target, margin, reduction)


def hinge_embedding_loss(input: Tensor, target: Tensor, margin: _float = 1.0, reduction: _int = 0) -> Tensor:
    try:
        input._keys
        target._keys
    except AttributeError:
        check_arguments(_hinge_embedding_loss_op, (input, target, margin, reduction))
    return through_layers(_hinge_embedding_loss_op, (input, target, margin, reduction)) if switch.modes else _kernel_hinge_embedding_loss(input, target, margin, reduction)


def kl_div(input: Tensor, target: Tensor, reduction: _int = 0, *, log_target: _bool = False) -> Tensor:
    try:
        input._keys
        target._keys
    except AttributeError:
        check_arguments(_kl_div_op, (input, target, reduction, log_target))
    return through_layers(_kl_div_op, (input, target, reduction, log_target)) if switch.modes else _kernel_kl_div(input, target, reduction, log_target=log_target)


def margin_ranking_loss(input1: Tensor, input2: Tensor, target: Tensor, margin: _float = 0.0, reduction: _int = 0) -> Tensor:
    try:
        input1._keys
        input2._keys
        target._keys
    except AttributeError:
        check_arguments(_margin_ranking_loss_op, (input1, input2, target, margin, reduction))
    return through_layers(_margin_ranking_loss_op, (input1, input2, target, margin, reduction)) if switch.modes else _kernel_margin_ranking_loss(input1, input2, target, margin, reduction)


def poisson_nll_loss(input: Tensor, target: Tensor, log_input: _bool, full: _bool, eps: _float, reduction: _int) -> Tensor:
    try:
        input._keys
        target._keys
    except AttributeError:
        check_arguments(_poisson_nll_loss_op, (input, target, log_input, full, eps, reduction))
    return through_layers(_poisson_nll_loss_op, (input, target, log_input, full, eps, reduction)) if switch.modes else _kernel_poisson_nll_loss(input, target, log_input, full, eps, reduction)


def triplet_margin_loss(anchor: Tensor, positive: Tensor, negative: Tensor, margin: _float = 1.0, p: _float = 2.0, eps: _float = 1e-06, swap: _bool = False, reduction: _int = 0) -> Tensor:
    try:
        anchor._keys
        positive._keys
        negative._keys
    except AttributeError:
        check_arguments(_triplet_margin_loss_op, (anchor, positive, negative, margin, p, eps, swap, reduction))
    return through_layers(_triplet_margin_loss_op, (anchor, positive, negative, margin, p, eps, swap, reduction)) if switch.modes else _kernel_triplet_margin_loss(anchor, positive, negative, margin, p, eps, swap, reduction)


def _plain_ctc(log_probs, targets, input_lengths, target_lengths, longest, blank, zero_infinity):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_ctc(np, log_probs._array, targets._array, input_lengths._array, target_lengths._array, longest, blank, zero_infinity)
    finally:
        if token is not None:
            reset_errstate(token)
    return _ctc_result._make(wrap(a) for a in array)


def ctc(log_probs: Tensor, targets: Tensor, input_lengths: Tensor, target_lengths: Tensor, longest: _int, blank: _int, zero_infinity: _bool) -> _tuple[Tensor, Tensor]:
    try:
        keys = log_probs._keys | targets._keys | input_lengths._keys | target_lengths._keys
    except AttributeError:
        return call_mixed(_ctc_op, (log_probs, targets, input_lengths, target_lengths, longest, blank, zero_infinity))
    if keys or switch.modes:
        return dispatch(_ctc_op, keys, (log_probs, targets, input_lengths, target_lengths, longest, blank, zero_infinity))
    return _plain_ctc(log_probs, targets, input_lengths, target_lengths, longest, blank, zero_infinity)


def _plain_ctc_backward(grad_output, log_probs, targets, input_lengths, target_lengths, result, log_alpha, longest, blank, zero_infinity):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_ctc_backward(np, grad_output._array, log_probs._array, targets._array, input_lengths._array, target_lengths._array, result._array, log_alpha._array, longest, blank, zero_infinity)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def ctc_backward(grad_output: Tensor, log_probs: Tensor, targets: Tensor, input_lengths: Tensor, target_lengths: Tensor, result: Tensor, log_alpha: Tensor, longest: _int, blank: _int, zero_infinity: _bool) -> Tensor:
    try:
        keys = grad_output._keys | log_probs._keys | targets._keys | input_lengths._keys | target_lengths._keys | result._keys | log_alpha._keys
    except AttributeError:
        return call_mixed(_ctc_backward_op, (grad_output, log_probs, targets, input_lengths, target_lengths, result, log_alpha, longest, blank, zero_infinity))
    if keys or switch.modes:
        return dispatch(_ctc_backward_op, keys, (grad_output, log_probs, targets, input_lengths, target_lengths, result, log_alpha, longest, blank, zero_infinity))
    return _plain_ctc_backward(grad_output, log_probs, targets, input_lengths, target_lengths, result, log_alpha, longest, blank, zero_infinity)


def _plain_ctc_cost(tensors, longest, blank, zero_infinity):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_ctc_cost(np, [t._array if t is not None else None for t in tensors], longest, blank, zero_infinity)
    finally:
        if token is not None:
            reset_errstate(token)
    return _ctc_cost_result._make(wrap(a) for a in array)


def ctc_cost(tensors: Sequence[Tensor | None], longest: _int, blank: _int, zero_infinity: _bool) -> _tuple[Tensor, Tensor]:
    try:
        keys = 0
        kind = _type(tensors)
        if kind is not _list and kind is not _tuple:
            raise AttributeError
        for t in tensors:
            if t is not None:
                keys |= t._keys
    except AttributeError:
        return call_mixed(_ctc_cost_op, (tensors, longest, blank, zero_infinity))
    if keys or switch.modes:
        return dispatch(_ctc_cost_op, keys, (tensors, longest, blank, zero_infinity))
    return _plain_ctc_cost(tensors, longest, blank, zero_infinity)


def ctc_loss(log_probs: Tensor, targets: Tensor, input_lengths: Tensor | Sequence[_int], target_lengths: Tensor | Sequence[_int], blank: _int = 0, reduction: _int = 0, zero_infinity: _bool = False) -> Tensor:
    try:
        log_probs._keys
        targets._keys
    except AttributeError:
        check_arguments(_ctc_loss_op, (log_probs, targets, input_lengths, target_lengths, blank, reduction, zero_infinity))
    return through_layers(_ctc_loss_op, (log_probs, targets, input_lengths, target_lengths, blank, reduction, zero_infinity)) if switch.modes else _kernel_ctc_loss(log_probs, targets, input_lengths, target_lengths, blank, reduction, zero_infinity)


def functional_ctc_loss(log_probs: Tensor, targets: Tensor, input_lengths: Tensor | Sequence[_int], target_lengths: Tensor | Sequence[_int], blank: _int = 0, reduction: _str = 'mean', zero_infinity: _bool = False) -> Tensor:
    try:
        log_probs._keys
        targets._keys
    except AttributeError:
        check_arguments(_functional_ctc_loss_op, (log_probs, targets, input_lengths, target_lengths, blank, reduction, zero_infinity))
    return through_layers(_functional_ctc_loss_op, (log_probs, targets, input_lengths, target_lengths, blank, reduction, zero_infinity)) if switch.modes else _kernel_functional_ctc_loss(log_probs, targets, input_lengths, target_lengths, blank, reduction, zero_infinity)


def diff(input: Tensor, n: _int = 1, dim: _int = -1, prepend: Tensor | None = None, append: Tensor | None = None, *, out: Any = None, **renamed: Any) -> Tensor:
    if renamed:
        return with_numpy_names(diff, renamed, {"input": input, "n": n, "dim": dim, "prepend": prepend, "append": append, "out": out})
    try:
        input._keys
        if prepend is not None:
            prepend._keys
        if append is not None:
            append._keys
    except AttributeError:
        check_arguments(_diff_op, (input, n, dim, prepend, append))
    result = _kernel_diff(input, n, dim, prepend, append)
    if out is None:
        return result
    return write_out(_diff_op, result, out)


def gradient(input: Tensor, *, spacing: object = None, dim: Dims = None, edge_order: _int = 1, **renamed: Any) -> _tuple[Tensor, ...]:
    if renamed:
        return with_numpy_names(gradient, renamed, {"input": input, "spacing": spacing, "dim": dim, "edge_order": edge_order})
    try:
        input._keys
    except AttributeError:
        check_arguments(_gradient_op, (input, spacing, dim, edge_order))
    return _kernel_gradient(input, spacing=spacing, dim=dim, edge_order=edge_order)


def trapezoid(y: Tensor, x: Tensor | None = None, *, dx: Number = 1, dim: _int = -1, **renamed: Any) -> Tensor:
    if renamed:
        return with_numpy_names(trapezoid, renamed, {"y": y, "x": x, "dx": dx, "dim": dim})
    try:
        y._keys
        if x is not None:
            x._keys
    except AttributeError:
        check_arguments(_trapezoid_op, (y, x, dx, dim))
    return _kernel_trapezoid(y, x, dx=dx, dim=dim)


trapz = trapezoid


def cumulative_trapezoid(y: Tensor, x: Tensor | None = None, *, dx: Number = 1, dim: _int = -1, **renamed: Any) -> Tensor:
    if renamed:
        return with_numpy_names(cumulative_trapezoid, renamed, {"y": y, "x": x, "dx": dx, "dim": dim})
    try:
        y._keys
        if x is not None:
            x._keys
    except AttributeError:
        check_arguments(_cumulative_trapezoid_op, (y, x, dx, dim))
    return _kernel_cumulative_trapezoid(y, x, dx=dx, dim=dim)


def normalize(input: Tensor, p: _float = 2.0, dim: _int = 1, eps: _float = 1e-12, out: Tensor | None = None) -> Tensor:
    try:
        input._keys
        if out is not None:
            out._keys
    except AttributeError:
        check_arguments(_normalize_op, (input, p, dim, eps, out))
    return _kernel_normalize(input, p, dim, eps, out)


def cosine_similarity(x1: Tensor, x2: Tensor, dim: _int = 1, eps: _float = 1e-08, **renamed: Any) -> Tensor:
    if renamed:
        return with_numpy_names(cosine_similarity, renamed, {"x1": x1, "x2": x2, "dim": dim, "eps": eps})
    try:
        x1._keys
        x2._keys
    except AttributeError:
        check_arguments(_cosine_similarity_op, (x1, x2, dim, eps))
    return through_layers(_cosine_similarity_op, (x1, x2, dim, eps)) if switch.modes else _kernel_cosine_similarity(x1, x2, dim, eps)


def pairwise_distance(x1: Tensor, x2: Tensor, p: _float = 2.0, eps: _float = 1e-06, keepdim: _bool = False, **renamed: Any) -> Tensor:
    if renamed:
        return with_numpy_names(pairwise_distance, renamed, {"x1": x1, "x2": x2, "p": p, "eps": eps, "keepdim": keepdim})
    try:
        x1._keys
        x2._keys
    except AttributeError:
        check_arguments(_pairwise_distance_op, (x1, x2, p, eps, keepdim))
    return _kernel_pairwise_distance(x1, x2, p, eps, keepdim)


def renorm(input: Tensor, p: Number, dim: _int, maxnorm: Number, *, out: Any = None, **renamed: Any) -> Tensor:
    if renamed:
        return with_numpy_names(renorm, renamed, {"input": input, "p": p, "dim": dim, "maxnorm": maxnorm, "out": out})
    try:
        input._keys
    except AttributeError:
        check_arguments(_renorm_op, (input, p, dim, maxnorm))
    result = through_layers(_renorm_op, (input, p, dim, maxnorm), out) if switch.modes else _kernel_renorm(input, p, dim, maxnorm)
    if out is None:
        return result
    return write_out(_renorm_op, result, out)


def renorm_(input: Tensor, p: Number, dim: _int, maxnorm: Number) -> Tensor:
    try:
        input._keys
    except AttributeError:
        check_arguments(_renorm__op, (input, p, dim, maxnorm))
    result = _kernel_renorm(input, p, dim, maxnorm)
    return assign(_renorm__op, input, result)


def _plain_cdist_direct(x1, x2, p):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_cdist_direct(np, x1._array, x2._array, p)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def cdist_direct(x1: Tensor, x2: Tensor, p: _float) -> Tensor:
    try:
        keys = x1._keys | x2._keys
    except AttributeError:
        return call_mixed(_cdist_direct_op, (x1, x2, p))
    if keys or switch.modes:
        return dispatch(_cdist_direct_op, keys, (x1, x2, p))
    return _plain_cdist_direct(x1, x2, p)


def _plain_cdist_backward(grad_output, x1, x2, p, result):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_cdist_backward(np, grad_output._array, x1._array, x2._array, p, result._array)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def cdist_backward(grad_output: Tensor, x1: Tensor, x2: Tensor, p: _float, result: Tensor) -> Tensor:
    try:
        keys = grad_output._keys | x1._keys | x2._keys | result._keys
    except AttributeError:
        return call_mixed(_cdist_backward_op, (grad_output, x1, x2, p, result))
    if keys or switch.modes:
        return dispatch(_cdist_backward_op, keys, (grad_output, x1, x2, p, result))
    return _plain_cdist_backward(grad_output, x1, x2, p, result)


def _plain_euclidean_distances(x1, x2):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_euclidean_distances(np, x1._array, x2._array)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def euclidean_distances(x1: Tensor, x2: Tensor) -> Tensor:
    try:
        keys = x1._keys | x2._keys
    except AttributeError:
        return call_mixed(_euclidean_distances_op, (x1, x2))
    if keys or switch.modes:
        return dispatch(_euclidean_distances_op, keys, (x1, x2))
    return _plain_euclidean_distances(x1, x2)


def cdist(x1: Tensor, x2: Tensor, p: _float = 2.0, compute_mode: _str | None = 'use_mm_for_euclid_dist_if_necessary') -> Tensor:
    try:
        x1._keys
        x2._keys
    except AttributeError:
        check_arguments(_cdist_op, (x1, x2, p, compute_mode))
    return through_layers(_cdist_op, (x1, x2, p, compute_mode)) if switch.modes else _kernel_cdist(x1, x2, p, compute_mode)


def pdist(input: Tensor, p: _float = 2.0) -> Tensor:
    try:
        input._keys
    except AttributeError:
        check_arguments(_pdist_op, (input, p))
    return through_layers(_pdist_op, (input, p)) if switch.modes else _kernel_pdist(input, p)


def _plain_dropout_noise(input, p, features):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_dropout_noise(np, input._array, p, features)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def dropout_noise(input: Tensor, p: _float, features: _bool) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_dropout_noise_op, (input, p, features))
    if keys or switch.modes:
        return dispatch(_dropout_noise_op, keys, (input, p, features))
    return _plain_dropout_noise(input, p, features)


def _plain_keep_mask(input, p, features):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_keep_mask(np, input._array, p, features)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def keep_mask(input: Tensor, p: _float, features: _bool) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_keep_mask_op, (input, p, features))
    if keys or switch.modes:
        return dispatch(_keep_mask_op, keys, (input, p, features))
    return _plain_keep_mask(input, p, features)


def functional_dropout(input: Tensor, p: _float = 0.5, training: _bool = True, inplace: _bool = False) -> Tensor:
    try:
        input._keys
    except AttributeError:
        check_arguments(_functional_dropout_op, (input, p, training, inplace))
    return _kernel_functional_dropout(input, p, training, inplace)


def dropout1d(input: Tensor, p: _float = 0.5, training: _bool = True, inplace: _bool = False) -> Tensor:
    try:
        input._keys
    except AttributeError:
        check_arguments(_dropout1d_op, (input, p, training, inplace))
    return _kernel_dropout1d(input, p, training, inplace)


def dropout2d(input: Tensor, p: _float = 0.5, training: _bool = True, inplace: _bool = False) -> Tensor:
    try:
        input._keys
    except AttributeError:
        check_arguments(_dropout2d_op, (input, p, training, inplace))
    return _kernel_dropout2d(input, p, training, inplace)


def dropout3d(input: Tensor, p: _float = 0.5, training: _bool = True, inplace: _bool = False) -> Tensor:
    try:
        input._keys
    except AttributeError:
        check_arguments(_dropout3d_op, (input, p, training, inplace))
    return _kernel_dropout3d(input, p, training, inplace)


def functional_alpha_dropout(input: Tensor, p: _float = 0.5, training: _bool = False, inplace: _bool = False) -> Tensor:
    try:
        input._keys
    except AttributeError:
        check_arguments(_functional_alpha_dropout_op, (input, p, training, inplace))
    return _kernel_functional_alpha_dropout(input, p, training, inplace)


def functional_feature_alpha_dropout(input: Tensor, p: _float = 0.5, training: _bool = False, inplace: _bool = False) -> Tensor:
    try:
        input._keys
    except AttributeError:
        check_arguments(_functional_feature_alpha_dropout_op, (input, p, training, inplace))
    return _kernel_functional_feature_alpha_dropout(input, p, training, inplace)


def dropout(input: Tensor, p: _float, train: _bool) -> Tensor:
    try:
        input._keys
    except AttributeError:
        check_arguments(_dropout_op, (input, p, train))
    return _kernel_dropout(input, p, train)


def dropout_(input: Tensor, p: _float, train: _bool) -> Tensor:
    try:
        input._keys
    except AttributeError:
        check_arguments(_dropout__op, (input, p, train))
    return _kernel_dropout_(input, p, train)


def feature_dropout(input: Tensor, p: _float, train: _bool) -> Tensor:
    try:
        input._keys
    except AttributeError:
        check_arguments(_feature_dropout_op, (input, p, train))
    return _kernel_feature_dropout(input, p, train)


def feature_dropout_(input: Tensor, p: _float, train: _bool) -> Tensor:
    try:
        input._keys
    except AttributeError:
        check_arguments(_feature_dropout__op, (input, p, train))
    return _kernel_feature_dropout_(input, p, train)


def alpha_dropout(input: Tensor, p: _float, train: _bool) -> Tensor:
    try:
        input._keys
    except AttributeError:
        check_arguments(_alpha_dropout_op, (input, p, train))
    return _kernel_alpha_dropout(input, p, train)


def alpha_dropout_(input: Tensor, p: _float, train: _bool) -> Tensor:
    try:
        input._keys
    except AttributeError:
        check_arguments(_alpha_dropout__op, (input, p, train))
    return _kernel_alpha_dropout_(input, p, train)


def feature_alpha_dropout(input: Tensor, p: _float, train: _bool) -> Tensor:
    try:
        input._keys
    except AttributeError:
        check_arguments(_feature_alpha_dropout_op, (input, p, train))
    return _kernel_feature_alpha_dropout(input, p, train)


def feature_alpha_dropout_(input: Tensor, p: _float, train: _bool) -> Tensor:
    try:
        input._keys
    except AttributeError:
        check_arguments(_feature_alpha_dropout__op, (input, p, train))
    return _kernel_feature_alpha_dropout_(input, p, train)


def native_dropout(input: Tensor, p: _float, train: _bool | None) -> _tuple[Tensor, Tensor]:
    try:
        input._keys
    except AttributeError:
        check_arguments(_native_dropout_op, (input, p, train))
    return _kernel_native_dropout(input, p, train)


def _plain_linalg_eigh(input, UPLO):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_linalg_eigh(np, input._array, UPLO)
    finally:
        if token is not None:
            reset_errstate(token)
    return _linalg_eigh_result._make(wrap(a) for a in array)


def linalg_eigh(input: Tensor, UPLO: _str = 'L', *, out: Any = None) -> _tuple[Tensor, Tensor]:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_linalg_eigh_op, (input, UPLO), out)
    if keys or switch.modes or out is not None:
        return dispatch(_linalg_eigh_op, keys, (input, UPLO), out)
    return _plain_linalg_eigh(input, UPLO)


def _plain_linalg_eigvalsh(input, UPLO):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_linalg_eigvalsh(np, input._array, UPLO)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def linalg_eigvalsh(input: Tensor, UPLO: _str = 'L', *, out: Any = None) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_linalg_eigvalsh_op, (input, UPLO), out)
    if keys or switch.modes or out is not None:
        return dispatch(_linalg_eigvalsh_op, keys, (input, UPLO), out)
    return _plain_linalg_eigvalsh(input, UPLO)


def _plain_linalg_eig(input):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_linalg_eig(np, input._array)
    finally:
        if token is not None:
            reset_errstate(token)
    return _linalg_eig_result._make(wrap(a) for a in array)


def linalg_eig(input: Tensor, *, out: Any = None) -> _tuple[Tensor, Tensor]:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_linalg_eig_op, (input,), out)
    if keys or switch.modes or out is not None:
        return dispatch(_linalg_eig_op, keys, (input,), out)
    return _plain_linalg_eig(input)


def _plain_linalg_eigvals(input):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_linalg_eigvals(np, input._array)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def linalg_eigvals(input: Tensor, *, out: Any = None) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_linalg_eigvals_op, (input,), out)
    if keys or switch.modes or out is not None:
        return dispatch(_linalg_eigvals_op, keys, (input,), out)
    return _plain_linalg_eigvals(input)


def lobpcg(A: Tensor, k: _int | None = None, B: Tensor | None = None, X: Tensor | None = None, n: _int | None = None, iK: Tensor | None = None, niter: _int | None = None, tol: _float | None = None, largest: _bool | None = None, method: _str | None = None, tracker: Callable[[Any], None] | None = None, ortho_iparams: dict[_str, _int] | None = None, ortho_fparams: dict[_str, _float] | None = None, ortho_bparams: dict[_str, _bool] | None = None) -> _tuple[Tensor, Tensor]:
    try:
        A._keys
        if B is not None:
            B._keys
        if X is not None:
            X._keys
        if iK is not None:
            iK._keys
    except AttributeError:
        check_arguments(_lobpcg_op, (A, k, B, X, n, iK, niter, tol, largest, method, tracker, ortho_iparams, ortho_fparams, ortho_bparams))
    return through_layers(_lobpcg_op, (A, k, B, X, n, iK, niter, tol, largest, method, tracker, ortho_iparams, ortho_fparams, ortho_bparams)) if switch.modes else _kernel_lobpcg(A, k, B, X, n, iK, niter, tol, largest, method, tracker, ortho_iparams, ortho_fparams, ortho_bparams)


def neg(input: Tensor, *, out: Any = None) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_neg_op, (input,), out)
    if keys or switch.modes or out is not None:
        return dispatch(_neg_op, keys, (input,), out)
    return _plain_neg(input)


def neg_(input: Tensor) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_neg__op, (input,))
    if keys or switch.modes:
        return dispatch(_neg__op, keys, (input,))
    return _plain_neg_(input)


negative = neg


negative_ = neg_


def positive(input: Tensor) -> Tensor:
    try:
        input._keys
    except AttributeError:
        check_arguments(_positive_op, (input,))
    return _kernel_positive(input)


def abs(input: Tensor, *, out: Any = None) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_abs_op, (input,), out)
    if keys or switch.modes or out is not None:
        return dispatch(_abs_op, keys, (input,), out)
    return _plain_abs(input)


def abs_(input: Tensor) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_abs__op, (input,))
    if keys or switch.modes:
        return dispatch(_abs__op, keys, (input,))
    return _plain_abs_(input)


absolute = abs


absolute_ = abs_


def exp(input: Tensor, *, out: Any = None) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_exp_op, (input,), out)
    if keys or switch.modes or out is not None:
        return dispatch(_exp_op, keys, (input,), out)
    return _plain_exp(input)


def exp_(input: Tensor) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_exp__op, (input,))
    if keys or switch.modes:
        return dispatch(_exp__op, keys, (input,))
    return _plain_exp_(input)


def exp2(input: Tensor, *, out: Any = None) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_exp2_op, (input,), out)
    if keys or switch.modes or out is not None:
        return dispatch(_exp2_op, keys, (input,), out)
    return _plain_exp2(input)


def exp2_(input: Tensor) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_exp2__op, (input,))
    if keys or switch.modes:
        return dispatch(_exp2__op, keys, (input,))
    return _plain_exp2_(input)


def expm1(input: Tensor, *, out: Any = None) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_expm1_op, (input,), out)
    if keys or switch.modes or out is not None:
        return dispatch(_expm1_op, keys, (input,), out)
    return _plain_expm1(input)


def expm1_(input: Tensor) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_expm1__op, (input,))
    if keys or switch.modes:
        return dispatch(_expm1__op, keys, (input,))
    return _plain_expm1_(input)


def log(input: Tensor, *, out: Any = None) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_log_op, (input,), out)
    if keys or switch.modes or out is not None:
        return dispatch(_log_op, keys, (input,), out)
    return _plain_log(input)


def log_(input: Tensor) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_log__op, (input,))
    if keys or switch.modes:
        return dispatch(_log__op, keys, (input,))
    return _plain_log_(input)


def log2(input: Tensor, *, out: Any = None) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_log2_op, (input,), out)
    if keys or switch.modes or out is not None:
        return dispatch(_log2_op, keys, (input,), out)
    return _plain_log2(input)


def log2_(input: Tensor) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_log2__op, (input,))
    if keys or switch.modes:
        return dispatch(_log2__op, keys, (input,))
    return _plain_log2_(input)


def log10(input: Tensor, *, out: Any = None) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_log10_op, (input,), out)
    if keys or switch.modes or out is not None:
        return dispatch(_log10_op, keys, (input,), out)
    return _plain_log10(input)


def log10_(input: Tensor) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_log10__op, (input,))
    if keys or switch.modes:
        return dispatch(_log10__op, keys, (input,))
    return _plain_log10_(input)


def log1p(input: Tensor, *, out: Any = None) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_log1p_op, (input,), out)
    if keys or switch.modes or out is not None:
        return dispatch(_log1p_op, keys, (input,), out)
    return _plain_log1p(input)


def log1p_(input: Tensor) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_log1p__op, (input,))
    if keys or switch.modes:
        return dispatch(_log1p__op, keys, (input,))
    return _plain_log1p_(input)


def sqrt(input: Tensor, *, out: Any = None) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_sqrt_op, (input,), out)
    if keys or switch.modes or out is not None:
        return dispatch(_sqrt_op, keys, (input,), out)
    return _plain_sqrt(input)


def sqrt_(input: Tensor) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_sqrt__op, (input,))
    if keys or switch.modes:
        return dispatch(_sqrt__op, keys, (input,))
    return _plain_sqrt_(input)


def sin(input: Tensor, *, out: Any = None) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_sin_op, (input,), out)
    if keys or switch.modes or out is not None:
        return dispatch(_sin_op, keys, (input,), out)
    return _plain_sin(input)


def sin_(input: Tensor) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_sin__op, (input,))
    if keys or switch.modes:
        return dispatch(_sin__op, keys, (input,))
    return _plain_sin_(input)


def cos(input: Tensor, *, out: Any = None) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_cos_op, (input,), out)
    if keys or switch.modes or out is not None:
        return dispatch(_cos_op, keys, (input,), out)
    return _plain_cos(input)


def cos_(input: Tensor) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_cos__op, (input,))
    if keys or switch.modes:
        return dispatch(_cos__op, keys, (input,))
    return _plain_cos_(input)


def tan(input: Tensor, *, out: Any = None) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_tan_op, (input,), out)
    if keys or switch.modes or out is not None:
        return dispatch(_tan_op, keys, (input,), out)
    return _plain_tan(input)


def tan_(input: Tensor) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_tan__op, (input,))
    if keys or switch.modes:
        return dispatch(_tan__op, keys, (input,))
    return _plain_tan_(input)


def asin(input: Tensor, *, out: Any = None) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_asin_op, (input,), out)
    if keys or switch.modes or out is not None:
        return dispatch(_asin_op, keys, (input,), out)
    return _plain_asin(input)


def asin_(input: Tensor) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_asin__op, (input,))
    if keys or switch.modes:
        return dispatch(_asin__op, keys, (input,))
    return _plain_asin_(input)


arcsin = asin


arcsin_ = asin_


def acos(input: Tensor, *, out: Any = None) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_acos_op, (input,), out)
    if keys or switch.modes or out is not None:
        return dispatch(_acos_op, keys, (input,), out)
    return _plain_acos(input)


def acos_(input: Tensor) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_acos__op, (input,))
    if keys or switch.modes:
        return dispatch(_acos__op, keys, (input,))
    return _plain_acos_(input)


arccos = acos


arccos_ = acos_


def atan(input: Tensor, *, out: Any = None) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_atan_op, (input,), out)
    if keys or switch.modes or out is not None:
        return dispatch(_atan_op, keys, (input,), out)
    return _plain_atan(input)


def atan_(input: Tensor) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_atan__op, (input,))
    if keys or switch.modes:
        return dispatch(_atan__op, keys, (input,))
    return _plain_atan_(input)


arctan = atan


arctan_ = atan_


def sinh(input: Tensor, *, out: Any = None) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_sinh_op, (input,), out)
    if keys or switch.modes or out is not None:
        return dispatch(_sinh_op, keys, (input,), out)
    return _plain_sinh(input)


def sinh_(input: Tensor) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_sinh__op, (input,))
    if keys or switch.modes:
        return dispatch(_sinh__op, keys, (input,))
    return _plain_sinh_(input)


def cosh(input: Tensor, *, out: Any = None) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_cosh_op, (input,), out)
    if keys or switch.modes or out is not None:
        return dispatch(_cosh_op, keys, (input,), out)
    return _plain_cosh(input)


def cosh_(input: Tensor) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_cosh__op, (input,))
    if keys or switch.modes:
        return dispatch(_cosh__op, keys, (input,))
    return _plain_cosh_(input)


def tanh(input: Tensor, *, out: Any = None) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_tanh_op, (input,), out)
    if keys or switch.modes or out is not None:
        return dispatch(_tanh_op, keys, (input,), out)
    return _plain_tanh(input)


def tanh_(input: Tensor) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_tanh__op, (input,))
    if keys or switch.modes:
        return dispatch(_tanh__op, keys, (input,))
    return _plain_tanh_(input)


def asinh(input: Tensor, *, out: Any = None) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_asinh_op, (input,), out)
    if keys or switch.modes or out is not None:
        return dispatch(_asinh_op, keys, (input,), out)
    return _plain_asinh(input)


def asinh_(input: Tensor) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_asinh__op, (input,))
    if keys or switch.modes:
        return dispatch(_asinh__op, keys, (input,))
    return _plain_asinh_(input)


arcsinh = asinh


arcsinh_ = asinh_


def acosh(input: Tensor, *, out: Any = None) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_acosh_op, (input,), out)
    if keys or switch.modes or out is not None:
        return dispatch(_acosh_op, keys, (input,), out)
    return _plain_acosh(input)


def acosh_(input: Tensor) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_acosh__op, (input,))
    if keys or switch.modes:
        return dispatch(_acosh__op, keys, (input,))
    return _plain_acosh_(input)


arccosh = acosh


arccosh_ = acosh_


def atanh(input: Tensor, *, out: Any = None) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_atanh_op, (input,), out)
    if keys or switch.modes or out is not None:
        return dispatch(_atanh_op, keys, (input,), out)
    return _plain_atanh(input)


def atanh_(input: Tensor) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_atanh__op, (input,))
    if keys or switch.modes:
        return dispatch(_atanh__op, keys, (input,))
    return _plain_atanh_(input)


arctanh = atanh


arctanh_ = atanh_


def deg2rad(input: Tensor, *, out: Any = None) -> Tensor:
    try:
        input._keys
    except AttributeError:
        check_arguments(_deg2rad_op, (input,))
    result = _kernel_deg2rad(input)
    if out is None:
        return result
    return write_out(_deg2rad_op, result, out)


def deg2rad_(input: Tensor) -> Tensor:
    try:
        input._keys
    except AttributeError:
        check_arguments(_deg2rad__op, (input,))
    result = _kernel_deg2rad(input)
    return assign(_deg2rad__op, input, result)


def rad2deg(input: Tensor, *, out: Any = None) -> Tensor:
    try:
        input._keys
    except AttributeError:
        check_arguments(_rad2deg_op, (input,))
    result = _kernel_rad2deg(input)
    if out is None:
        return result
    return write_out(_rad2deg_op, result, out)


def rad2deg_(input: Tensor) -> Tensor:
    try:
        input._keys
    except AttributeError:
        check_arguments(_rad2deg__op, (input,))
    result = _kernel_rad2deg(input)
    return assign(_rad2deg__op, input, result)


def rsqrt(input: Tensor, *, out: Any = None) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_rsqrt_op, (input,), out)
    if keys or switch.modes or out is not None:
        return dispatch(_rsqrt_op, keys, (input,), out)
    return _plain_rsqrt(input)


def rsqrt_(input: Tensor) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_rsqrt__op, (input,))
    if keys or switch.modes:
        return dispatch(_rsqrt__op, keys, (input,))
    return _plain_rsqrt_(input)


def reciprocal(input: Tensor, *, out: Any = None) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_reciprocal_op, (input,), out)
    if keys or switch.modes or out is not None:
        return dispatch(_reciprocal_op, keys, (input,), out)
    return _plain_reciprocal(input)


def reciprocal_(input: Tensor) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_reciprocal__op, (input,))
    if keys or switch.modes:
        return dispatch(_reciprocal__op, keys, (input,))
    return _plain_reciprocal_(input)


def sigmoid(input: Tensor, *, out: Any = None) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_sigmoid_op, (input,), out)
    if keys or switch.modes or out is not None:
        return dispatch(_sigmoid_op, keys, (input,), out)
    return _plain_sigmoid(input)


def sigmoid_(input: Tensor) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_sigmoid__op, (input,))
    if keys or switch.modes:
        return dispatch(_sigmoid__op, keys, (input,))
    return _plain_sigmoid_(input)


def tanh_backward(grad_output: Tensor, result_saved: Tensor) -> Tensor:
    try:
        keys = grad_output._keys | result_saved._keys
    except AttributeError:
        return call_mixed(_tanh_backward_op, (grad_output, result_saved))
    if keys or switch.modes:
        return dispatch(_tanh_backward_op, keys, (grad_output, result_saved))
    return _plain_tanh_backward(grad_output, result_saved)


def sigmoid_backward(grad_output: Tensor, result_saved: Tensor) -> Tensor:
    try:
        keys = grad_output._keys | result_saved._keys
    except AttributeError:
        return call_mixed(_sigmoid_backward_op, (grad_output, result_saved))
    if keys or switch.modes:
        return dispatch(_sigmoid_backward_op, keys, (grad_output, result_saved))
    return _plain_sigmoid_backward(grad_output, result_saved)


def _plain_embedding(weight, indices, padding_idx, scale_grad_by_freq, sparse):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_embedding(np, weight._array, indices._array, padding_idx, scale_grad_by_freq, sparse)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def embedding(weight: Tensor, indices: Tensor, padding_idx: _int = -1, scale_grad_by_freq: _bool = False, sparse: _bool = False) -> Tensor:
    try:
        keys = weight._keys | indices._keys
    except AttributeError:
        return call_mixed(_embedding_op, (weight, indices, padding_idx, scale_grad_by_freq, sparse))
    if keys or switch.modes:
        return dispatch(_embedding_op, keys, (weight, indices, padding_idx, scale_grad_by_freq, sparse))
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_embedding(np, weight._array, indices._array, padding_idx, scale_grad_by_freq, sparse)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def _plain_embedding_backward(grad_output, indices, num_weights, padding_idx, scale_grad_by_freq):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_embedding_backward(np, grad_output._array, indices._array, num_weights, padding_idx, scale_grad_by_freq)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def embedding_backward(grad_output: Tensor, indices: Tensor, num_weights: _int, padding_idx: _int, scale_grad_by_freq: _bool) -> Tensor:
    try:
        keys = grad_output._keys | indices._keys
    except AttributeError:
        return call_mixed(_embedding_backward_op, (grad_output, indices, num_weights, padding_idx, scale_grad_by_freq))
    if keys or switch.modes:
        return dispatch(_embedding_backward_op, keys, (grad_output, indices, num_weights, padding_idx, scale_grad_by_freq))
    return _plain_embedding_backward(grad_output, indices, num_weights, padding_idx, scale_grad_by_freq)


def functional_embedding(input: Tensor, weight: Tensor, padding_idx: _int | None = None, max_norm: _float | None = None, norm_type: _float = 2.0, scale_grad_by_freq: _bool = False, sparse: _bool = False) -> Tensor:
    try:
        input._keys
        weight._keys
    except AttributeError:
        check_arguments(_functional_embedding_op, (input, weight, padding_idx, max_norm, norm_type, scale_grad_by_freq, sparse))
    return _kernel_functional_embedding(input, weight, padding_idx, max_norm, norm_type, scale_grad_by_freq, sparse)


def one_hot(tensor: Tensor, num_classes: _int = -1) -> Tensor:
    try:
        tensor._keys
    except AttributeError:
        check_arguments(_one_hot_op, (tensor, num_classes))
    return _kernel_one_hot(tensor, num_classes)


def _plain_segment_ids(offsets, count):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_segment_ids(np, offsets._array, count)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def segment_ids(offsets: Tensor, count: _int) -> Tensor:
    try:
        keys = offsets._keys
    except AttributeError:
        return call_mixed(_segment_ids_op, (offsets, count))
    if keys or switch.modes:
        return dispatch(_segment_ids_op, keys, (offsets, count))
    return _plain_segment_ids(offsets, count)


def _plain_sum_segments(rows, ids, segments):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_sum_segments(np, rows._array, ids._array, segments)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def sum_segments(rows: Tensor, ids: Tensor, segments: _int) -> Tensor:
    try:
        keys = rows._keys | ids._keys
    except AttributeError:
        return call_mixed(_sum_segments_op, (rows, ids, segments))
    if keys or switch.modes:
        return dispatch(_sum_segments_op, keys, (rows, ids, segments))
    return _plain_sum_segments(rows, ids, segments)


def _plain_max_segments_rows(rows, ids, kept, segments):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_max_segments_rows(np, rows._array, ids._array, kept._array, segments)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def max_segments_rows(rows: Tensor, ids: Tensor, kept: Tensor, segments: _int) -> Tensor:
    try:
        keys = rows._keys | ids._keys | kept._keys
    except AttributeError:
        return call_mixed(_max_segments_rows_op, (rows, ids, kept, segments))
    if keys or switch.modes:
        return dispatch(_max_segments_rows_op, keys, (rows, ids, kept, segments))
    return _plain_max_segments_rows(rows, ids, kept, segments)


def embedding_bag(weight: Tensor, indices: Tensor, offsets: Tensor, scale_grad_by_freq: _bool = False, mode: _int = 0, sparse: _bool = False, per_sample_weights: Tensor | None = None, include_last_offset: _bool = False, padding_idx: _int | None = None) -> _tuple[Tensor, Tensor, Tensor, Tensor]:
    try:
        weight._keys
        indices._keys
        offsets._keys
        if per_sample_weights is not None:
            per_sample_weights._keys
    except AttributeError:
        check_arguments(_embedding_bag_op, (weight, indices, offsets, scale_grad_by_freq, mode, sparse, per_sample_weights, include_last_offset, padding_idx))
    return _kernel_embedding_bag(weight, indices, offsets, scale_grad_by_freq, mode, sparse, per_sample_weights, include_last_offset, padding_idx)


def functional_embedding_bag(input: Tensor, weight: Tensor, offsets: Tensor | None = None, max_norm: _float | None = None, norm_type: _float = 2, scale_grad_by_freq: _bool = False, mode: _str = 'mean', sparse: _bool = False, per_sample_weights: Tensor | None = None, include_last_offset: _bool = False, padding_idx: _int | None = None) -> Tensor:
    try:
        input._keys
        weight._keys
        if offsets is not None:
            offsets._keys
        if per_sample_weights is not None:
            per_sample_weights._keys
    except AttributeError:
        check_arguments(_functional_embedding_bag_op, (input, weight, offsets, max_norm, norm_type, scale_grad_by_freq, mode, sparse, per_sample_weights, include_last_offset, padding_idx))
    return _kernel_functional_embedding_bag(input, weight, offsets, max_norm, norm_type, scale_grad_by_freq, mode, sparse, per_sample_weights, include_last_offset, padding_idx)


def embedding_renorm_(input: Tensor, indices: Tensor, max_norm: _float, norm_type: _float) -> Tensor:
    try:
        input._keys
        indices._keys
    except AttributeError:
        check_arguments(_embedding_renorm__op, (input, indices, max_norm, norm_type))
    return _kernel_embedding_renorm_(input, indices, max_norm, norm_type)


def erf(input: Tensor, *, out: Any = None) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_erf_op, (input,), out)
    if keys or switch.modes or out is not None:
        return dispatch(_erf_op, keys, (input,), out)
    return _plain_erf(input)


def erf_(input: Tensor) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_erf__op, (input,))
    if keys or switch.modes:
        return dispatch(_erf__op, keys, (input,))
    return _plain_erf_(input)


def erfc(input: Tensor, *, out: Any = None) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_erfc_op, (input,), out)
    if keys or switch.modes or out is not None:
        return dispatch(_erfc_op, keys, (input,), out)
    return _plain_erfc(input)


def erfc_(input: Tensor) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_erfc__op, (input,))
    if keys or switch.modes:
        return dispatch(_erfc__op, keys, (input,))
    return _plain_erfc_(input)


def erfcx(input: Tensor, *, out: Any = None) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_erfcx_op, (input,), out)
    if keys or switch.modes or out is not None:
        return dispatch(_erfcx_op, keys, (input,), out)
    return _plain_erfcx(input)


def erfinv(input: Tensor, *, out: Any = None) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_erfinv_op, (input,), out)
    if keys or switch.modes or out is not None:
        return dispatch(_erfinv_op, keys, (input,), out)
    return _plain_erfinv(input)


def erfinv_(input: Tensor) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_erfinv__op, (input,))
    if keys or switch.modes:
        return dispatch(_erfinv__op, keys, (input,))
    return _plain_erfinv_(input)


def ndtr(input: Tensor, *, out: Any = None) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_ndtr_op, (input,), out)
    if keys or switch.modes or out is not None:
        return dispatch(_ndtr_op, keys, (input,), out)
    return _plain_ndtr(input)


def log_ndtr(input: Tensor, *, out: Any = None) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_log_ndtr_op, (input,), out)
    if keys or switch.modes or out is not None:
        return dispatch(_log_ndtr_op, keys, (input,), out)
    return _plain_log_ndtr(input)


def ndtri(input: Tensor, *, out: Any = None) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_ndtri_op, (input,), out)
    if keys or switch.modes or out is not None:
        return dispatch(_ndtri_op, keys, (input,), out)
    return _plain_ndtri(input)


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
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def amax(input: Tensor, dim: Dims = None, keepdim: _bool = False, *, out: Any = None, **renamed: Any) -> Tensor:
    if renamed:
        return with_numpy_names(amax, renamed, {"input": input, "dim": dim, "keepdim": keepdim, "out": out})
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
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def amin(input: Tensor, dim: Dims = None, keepdim: _bool = False, *, out: Any = None, **renamed: Any) -> Tensor:
    if renamed:
        return with_numpy_names(amin, renamed, {"input": input, "dim": dim, "keepdim": keepdim, "out": out})
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_amin_op, (input, dim, keepdim), out)
    if keys or switch.modes or out is not None:
        return dispatch(_amin_op, keys, (input, dim, keepdim), out)
    return _plain_amin(input, dim, keepdim)


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
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def argmax(input: Tensor, dim: _int | None = None, keepdim: _bool = False, *, out: Any = None, **renamed: Any) -> Tensor:
    if renamed:
        return with_numpy_names(argmax, renamed, {"input": input, "dim": dim, "keepdim": keepdim, "out": out})
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
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def argmin(input: Tensor, dim: _int | None = None, keepdim: _bool = False, *, out: Any = None, **renamed: Any) -> Tensor:
    if renamed:
        return with_numpy_names(argmin, renamed, {"input": input, "dim": dim, "keepdim": keepdim, "out": out})
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


def max_dim(input: Tensor, dim: _int, keepdim: _bool = False) -> _tuple[Tensor, Tensor]:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_max_dim_op, (input, dim, keepdim))
    if keys or switch.modes:
        return dispatch(_max_dim_op, keys, (input, dim, keepdim))
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


def min_dim(input: Tensor, dim: _int, keepdim: _bool = False) -> _tuple[Tensor, Tensor]:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_min_dim_op, (input, dim, keepdim))
    if keys or switch.modes:
        return dispatch(_min_dim_op, keys, (input, dim, keepdim))
    return _plain_min_dim(input, dim, keepdim)


def _plain_max_all(input):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_max_all(np, input._array)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def max_all(input: Tensor) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_max_all_op, (input,))
    if keys or switch.modes:
        return dispatch(_max_all_op, keys, (input,))
    return _plain_max_all(input)


def _plain_min_all(input):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_min_all(np, input._array)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def min_all(input: Tensor) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_min_all_op, (input,))
    if keys or switch.modes:
        return dispatch(_min_all_op, keys, (input,))
    return _plain_min_all(input)


def max(input: Tensor, dim: object = None, keepdim: _bool = False, *, other: object = None, out: Any = None, **renamed: Any) -> object:
    if renamed:
        return with_numpy_names(max, renamed, {"input": input, "dim": dim, "keepdim": keepdim, "other": other, "out": out})
    try:
        input._keys
    except AttributeError:
        check_arguments(_max_op, (input, dim, keepdim, other))
    result = _kernel_max(input, dim, keepdim, other=other)
    if out is None:
        return result
    return write_out(_max_op, result, out)


def min(input: Tensor, dim: object = None, keepdim: _bool = False, *, other: object = None, out: Any = None, **renamed: Any) -> object:
    if renamed:
        return with_numpy_names(min, renamed, {"input": input, "dim": dim, "keepdim": keepdim, "other": other, "out": out})
    try:
        input._keys
    except AttributeError:
        check_arguments(_min_op, (input, dim, keepdim, other))
    result = _kernel_min(input, dim, keepdim, other=other)
    if out is None:
        return result
    return write_out(_min_op, result, out)


def _plain_aminmax(input, dim, keepdim):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_aminmax(np, input._array, dim=dim, keepdim=keepdim)
    finally:
        if token is not None:
            reset_errstate(token)
    return _aminmax_result._make(wrap(a) for a in array)


def aminmax(input: Tensor, *, dim: _int | None = None, keepdim: _bool = False, out: Any = None, **renamed: Any) -> _tuple[Tensor, Tensor]:
    if renamed:
        return with_numpy_names(aminmax, renamed, {"input": input, "dim": dim, "keepdim": keepdim, "out": out})
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_aminmax_op, (input, dim, keepdim), out)
    if keys or switch.modes or out is not None:
        return dispatch(_aminmax_op, keys, (input, dim, keepdim), out)
    return _plain_aminmax(input, dim, keepdim)


def _plain_unfold_windows(input, kernel, dilation, padding, stride):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_unfold_windows(np, input._array, kernel, dilation, padding, stride)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def unfold_windows(input: Tensor, kernel: Shape, dilation: Shape, padding: Shape, stride: Shape) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_unfold_windows_op, (input, kernel, dilation, padding, stride))
    if keys or switch.modes:
        return dispatch(_unfold_windows_op, keys, (input, kernel, dilation, padding, stride))
    return _plain_unfold_windows(input, kernel, dilation, padding, stride)


def _plain_fold_windows(columns, size, kernel, dilation, padding, stride):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_fold_windows(np, columns._array, size, kernel, dilation, padding, stride)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def fold_windows(columns: Tensor, size: Shape, kernel: Shape, dilation: Shape, padding: Shape, stride: Shape) -> Tensor:
    try:
        keys = columns._keys
    except AttributeError:
        return call_mixed(_fold_windows_op, (columns, size, kernel, dilation, padding, stride))
    if keys or switch.modes:
        return dispatch(_fold_windows_op, keys, (columns, size, kernel, dilation, padding, stride))
    return _plain_fold_windows(columns, size, kernel, dilation, padding, stride)


def functional_unfold(input: Tensor, kernel_size: Size, dilation: Size = 1, padding: Size = 0, stride: Size = 1) -> Tensor:
    try:
        input._keys
    except AttributeError:
        check_arguments(_functional_unfold_op, (input, kernel_size, dilation, padding, stride))
    return _kernel_functional_unfold(input, kernel_size, dilation, padding, stride)


def fold(input: Tensor, output_size: Size, kernel_size: Size, dilation: Size = 1, padding: Size = 0, stride: Size = 1) -> Tensor:
    try:
        input._keys
    except AttributeError:
        check_arguments(_fold_op, (input, output_size, kernel_size, dilation, padding, stride))
    return _kernel_fold(input, output_size, kernel_size, dilation, padding, stride)


def fft_fft(input: Tensor, n: _int | None = None, dim: _int = -1, norm: _str | None = None, *, out: Any = None) -> Tensor:
    try:
        input._keys
    except AttributeError:
        check_arguments(_fft_fft_op, (input, n, dim, norm))
    result = through_layers(_fft_fft_op, (input, n, dim, norm), out) if switch.modes else _kernel_fft_fft(input, n, dim, norm)
    if out is None:
        return result
    return write_out(_fft_fft_op, result, out)


def fft_ifft(input: Tensor, n: _int | None = None, dim: _int = -1, norm: _str | None = None, *, out: Any = None) -> Tensor:
    try:
        input._keys
    except AttributeError:
        check_arguments(_fft_ifft_op, (input, n, dim, norm))
    result = through_layers(_fft_ifft_op, (input, n, dim, norm), out) if switch.modes else _kernel_fft_ifft(input, n, dim, norm)
    if out is None:
        return result
    return write_out(_fft_ifft_op, result, out)


def fft_rfft(input: Tensor, n: _int | None = None, dim: _int = -1, norm: _str | None = None, *, out: Any = None) -> Tensor:
    try:
        input._keys
    except AttributeError:
        check_arguments(_fft_rfft_op, (input, n, dim, norm))
    result = through_layers(_fft_rfft_op, (input, n, dim, norm), out) if switch.modes else _kernel_fft_rfft(input, n, dim, norm)
    if out is None:
        return result
    return write_out(_fft_rfft_op, result, out)


def fft_irfft(input: Tensor, n: _int | None = None, dim: _int = -1, norm: _str | None = None, *, out: Any = None) -> Tensor:
    try:
        input._keys
    except AttributeError:
        check_arguments(_fft_irfft_op, (input, n, dim, norm))
    result = through_layers(_fft_irfft_op, (input, n, dim, norm), out) if switch.modes else _kernel_fft_irfft(input, n, dim, norm)
    if out is None:
        return result
    return write_out(_fft_irfft_op, result, out)


def fft_hfft(input: Tensor, n: _int | None = None, dim: _int = -1, norm: _str | None = None, *, out: Any = None) -> Tensor:
    try:
        input._keys
    except AttributeError:
        check_arguments(_fft_hfft_op, (input, n, dim, norm))
    result = through_layers(_fft_hfft_op, (input, n, dim, norm), out) if switch.modes else _kernel_fft_hfft(input, n, dim, norm)
    if out is None:
        return result
    return write_out(_fft_hfft_op, result, out)


def fft_ihfft(input: Tensor, n: _int | None = None, dim: _int = -1, norm: _str | None = None, *, out: Any = None) -> Tensor:
    try:
        input._keys
    except AttributeError:
        check_arguments(_fft_ihfft_op, (input, n, dim, norm))
    result = through_layers(_fft_ihfft_op, (input, n, dim, norm), out) if switch.modes else _kernel_fft_ihfft(input, n, dim, norm)
    if out is None:
        return result
    return write_out(_fft_ihfft_op, result, out)


def fft_fftn(input: Tensor, s: Dims = None, dim: Dims = None, norm: _str | None = None, *, out: Any = None) -> Tensor:
    try:
        input._keys
    except AttributeError:
        check_arguments(_fft_fftn_op, (input, s, dim, norm))
    result = through_layers(_fft_fftn_op, (input, s, dim, norm), out) if switch.modes else _kernel_fft_fftn(input, s, dim, norm)
    if out is None:
        return result
    return write_out(_fft_fftn_op, result, out)


def fft_ifftn(input: Tensor, s: Dims = None, dim: Dims = None, norm: _str | None = None, *, out: Any = None) -> Tensor:
    try:
        input._keys
    except AttributeError:
        check_arguments(_fft_ifftn_op, (input, s, dim, norm))
    result = through_layers(_fft_ifftn_op, (input, s, dim, norm), out) if switch.modes else _kernel_fft_ifftn(input, s, dim, norm)
    if out is None:
        return result
    return write_out(_fft_ifftn_op, result, out)


def fft_rfftn(input: Tensor, s: Dims = None, dim: Dims = None, norm: _str | None = None, *, out: Any = None) -> Tensor:
    try:
        input._keys
    except AttributeError:
        check_arguments(_fft_rfftn_op, (input, s, dim, norm))
    result = through_layers(_fft_rfftn_op, (input, s, dim, norm), out) if switch.modes else _kernel_fft_rfftn(input, s, dim, norm)
    if out is None:
        return result
    return write_out(_fft_rfftn_op, result, out)


def fft_irfftn(input: Tensor, s: Dims = None, dim: Dims = None, norm: _str | None = None, *, out: Any = None) -> Tensor:
    try:
        input._keys
    except AttributeError:
        check_arguments(_fft_irfftn_op, (input, s, dim, norm))
    result = through_layers(_fft_irfftn_op, (input, s, dim, norm), out) if switch.modes else _kernel_fft_irfftn(input, s, dim, norm)
    if out is None:
        return result
    return write_out(_fft_irfftn_op, result, out)


def fft_hfftn(input: Tensor, s: Dims = None, dim: Dims = None, norm: _str | None = None, *, out: Any = None) -> Tensor:
    try:
        input._keys
    except AttributeError:
        check_arguments(_fft_hfftn_op, (input, s, dim, norm))
    result = through_layers(_fft_hfftn_op, (input, s, dim, norm), out) if switch.modes else _kernel_fft_hfftn(input, s, dim, norm)
    if out is None:
        return result
    return write_out(_fft_hfftn_op, result, out)


def fft_ihfftn(input: Tensor, s: Dims = None, dim: Dims = None, norm: _str | None = None, *, out: Any = None) -> Tensor:
    try:
        input._keys
    except AttributeError:
        check_arguments(_fft_ihfftn_op, (input, s, dim, norm))
    result = through_layers(_fft_ihfftn_op, (input, s, dim, norm), out) if switch.modes else _kernel_fft_ihfftn(input, s, dim, norm)
    if out is None:
        return result
    return write_out(_fft_ihfftn_op, result, out)


def fft_fft2(input: Tensor, s: Dims = None, dim: Dims = (-2, -1), norm: _str | None = None, *, out: Any = None) -> Tensor:
    try:
        input._keys
    except AttributeError:
        check_arguments(_fft_fft2_op, (input, s, dim, norm))
    result = through_layers(_fft_fft2_op, (input, s, dim, norm), out) if switch.modes else _kernel_fft_fft2(input, s, dim, norm)
    if out is None:
        return result
    return write_out(_fft_fft2_op, result, out)


def fft_ifft2(input: Tensor, s: Dims = None, dim: Dims = (-2, -1), norm: _str | None = None, *, out: Any = None) -> Tensor:
    try:
        input._keys
    except AttributeError:
        check_arguments(_fft_ifft2_op, (input, s, dim, norm))
    result = through_layers(_fft_ifft2_op, (input, s, dim, norm), out) if switch.modes else _kernel_fft_ifft2(input, s, dim, norm)
    if out is None:
        return result
    return write_out(_fft_ifft2_op, result, out)


def fft_rfft2(input: Tensor, s: Dims = None, dim: Dims = (-2, -1), norm: _str | None = None, *, out: Any = None) -> Tensor:
    try:
        input._keys
    except AttributeError:
        check_arguments(_fft_rfft2_op, (input, s, dim, norm))
    result = through_layers(_fft_rfft2_op, (input, s, dim, norm), out) if switch.modes else _kernel_fft_rfft2(input, s, dim, norm)
    if out is None:
        return result
    return write_out(_fft_rfft2_op, result, out)


def fft_irfft2(input: Tensor, s: Dims = None, dim: Dims = (-2, -1), norm: _str | None = None, *, out: Any = None) -> Tensor:
    try:
        input._keys
    except AttributeError:
        check_arguments(_fft_irfft2_op, (input, s, dim, norm))
    result = through_layers(_fft_irfft2_op, (input, s, dim, norm), out) if switch.modes else _kernel_fft_irfft2(input, s, dim, norm)
    if out is None:
        return result
    return write_out(_fft_irfft2_op, result, out)


def fft_hfft2(input: Tensor, s: Dims = None, dim: Dims = (-2, -1), norm: _str | None = None, *, out: Any = None) -> Tensor:
    try:
        input._keys
    except AttributeError:
        check_arguments(_fft_hfft2_op, (input, s, dim, norm))
    result = through_layers(_fft_hfft2_op, (input, s, dim, norm), out) if switch.modes else _kernel_fft_hfft2(input, s, dim, norm)
    if out is None:
        return result
    return write_out(_fft_hfft2_op, result, out)


def fft_ihfft2(input: Tensor, s: Dims = None, dim: Dims = (-2, -1), norm: _str | None = None, *, out: Any = None) -> Tensor:
    try:
        input._keys
    except AttributeError:
        check_arguments(_fft_ihfft2_op, (input, s, dim, norm))
    result = through_layers(_fft_ihfft2_op, (input, s, dim, norm), out) if switch.modes else _kernel_fft_ihfft2(input, s, dim, norm)
    if out is None:
        return result
    return write_out(_fft_ihfft2_op, result, out)


def _plain_fft_c2c(input, dims, power, forward):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_fft_c2c(np, input._array, dims, power, forward)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def fft_c2c(input: Tensor, dims: Shape, power: _float, forward: _bool) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_fft_c2c_op, (input, dims, power, forward))
    if keys or switch.modes:
        return dispatch(_fft_c2c_op, keys, (input, dims, power, forward))
    return _plain_fft_c2c(input, dims, power, forward)


def _plain_fft_r2c(input, dims, power):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_fft_r2c(np, input._array, dims, power)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def fft_r2c(input: Tensor, dims: Shape, power: _float) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_fft_r2c_op, (input, dims, power))
    if keys or switch.modes:
        return dispatch(_fft_r2c_op, keys, (input, dims, power))
    return _plain_fft_r2c(input, dims, power)


def _plain_fft_c2r(input, dims, power, last_size):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_fft_c2r(np, input._array, dims, power, last_size)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def fft_c2r(input: Tensor, dims: Shape, power: _float, last_size: _int) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_fft_c2r_op, (input, dims, power, last_size))
    if keys or switch.modes:
        return dispatch(_fft_c2r_op, keys, (input, dims, power, last_size))
    return _plain_fft_c2r(input, dims, power, last_size)


fft_fftfreq = _kernel_fft_fftfreq


fft_rfftfreq = _kernel_fft_rfftfreq


def fft_fftshift(input: Tensor, dim: Dims = None) -> Tensor:
    try:
        input._keys
    except AttributeError:
        check_arguments(_fft_fftshift_op, (input, dim))
    return _kernel_fft_fftshift(input, dim)


def fft_ifftshift(input: Tensor, dim: Dims = None) -> Tensor:
    try:
        input._keys
    except AttributeError:
        check_arguments(_fft_ifftshift_op, (input, dim))
    return _kernel_fft_ifftshift(input, dim)


def _plain_fractional_max_indices(input, samples, kernel, size):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_fractional_max_indices(np, input._array, samples._array, kernel, size)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def fractional_max_indices(input: Tensor, samples: Tensor, kernel: Shape, size: Shape) -> Tensor:
    try:
        keys = input._keys | samples._keys
    except AttributeError:
        return call_mixed(_fractional_max_indices_op, (input, samples, kernel, size))
    if keys or switch.modes:
        return dispatch(_fractional_max_indices_op, keys, (input, samples, kernel, size))
    return _plain_fractional_max_indices(input, samples, kernel, size)


def fractional_max_pool2d(input: Tensor, kernel_size: Size, output_size: Size | None = None, output_ratio: object = None, return_indices: _bool = False, _random_samples: Tensor | None = None) -> Tensor:
    try:
        input._keys
        if _random_samples is not None:
            _random_samples._keys
    except AttributeError:
        check_arguments(_fractional_max_pool2d_op, (input, kernel_size, output_size, output_ratio, return_indices, _random_samples))
    return through_layers(_fractional_max_pool2d_op, (input, kernel_size, output_size, output_ratio, return_indices, _random_samples)) if switch.modes else _kernel_fractional_max_pool2d(input, kernel_size, output_size, output_ratio, return_indices, _random_samples)


def fractional_max_pool3d(input: Tensor, kernel_size: Size, output_size: Size | None = None, output_ratio: object = None, return_indices: _bool = False, _random_samples: Tensor | None = None) -> Tensor:
    try:
        input._keys
        if _random_samples is not None:
            _random_samples._keys
    except AttributeError:
        check_arguments(_fractional_max_pool3d_op, (input, kernel_size, output_size, output_ratio, return_indices, _random_samples))
    return through_layers(_fractional_max_pool3d_op, (input, kernel_size, output_size, output_ratio, return_indices, _random_samples)) if switch.modes else _kernel_fractional_max_pool3d(input, kernel_size, output_size, output_ratio, return_indices, _random_samples)


def fractional_max_pool2d_with_indices(input: Tensor, kernel_size: Size, output_size: Size | None = None, output_ratio: object = None, return_indices: _bool = False, _random_samples: Tensor | None = None) -> _tuple[Tensor, Tensor]:
    try:
        input._keys
        if _random_samples is not None:
            _random_samples._keys
    except AttributeError:
        check_arguments(_fractional_max_pool2d_with_indices_op, (input, kernel_size, output_size, output_ratio, return_indices, _random_samples))
    return through_layers(_fractional_max_pool2d_with_indices_op, (input, kernel_size, output_size, output_ratio, return_indices, _random_samples)) if switch.modes else _kernel_fractional_max_pool2d_with_indices(input, kernel_size, output_size, output_ratio, return_indices, _random_samples)


def fractional_max_pool3d_with_indices(input: Tensor, kernel_size: Size, output_size: Size | None = None, output_ratio: object = None, return_indices: _bool = False, _random_samples: Tensor | None = None) -> _tuple[Tensor, Tensor]:
    try:
        input._keys
        if _random_samples is not None:
            _random_samples._keys
    except AttributeError:
        check_arguments(_fractional_max_pool3d_with_indices_op, (input, kernel_size, output_size, output_ratio, return_indices, _random_samples))
    return through_layers(_fractional_max_pool3d_with_indices_op, (input, kernel_size, output_size, output_ratio, return_indices, _random_samples)) if switch.modes else _kernel_fractional_max_pool3d_with_indices(input, kernel_size, output_size, output_ratio, return_indices, _random_samples)


def lgamma(input: Tensor, *, out: Any = None) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_lgamma_op, (input,), out)
    if keys or switch.modes or out is not None:
        return dispatch(_lgamma_op, keys, (input,), out)
    return _plain_lgamma(input)


def lgamma_(input: Tensor) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_lgamma__op, (input,))
    if keys or switch.modes:
        return dispatch(_lgamma__op, keys, (input,))
    return _plain_lgamma_(input)


def digamma(input: Tensor, *, out: Any = None) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_digamma_op, (input,), out)
    if keys or switch.modes or out is not None:
        return dispatch(_digamma_op, keys, (input,), out)
    return _plain_digamma(input)


def digamma_(input: Tensor) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_digamma__op, (input,))
    if keys or switch.modes:
        return dispatch(_digamma__op, keys, (input,))
    return _plain_digamma_(input)


def mvlgamma(input: Tensor, p: _int, *, out: Any = None) -> Tensor:
    try:
        input._keys
    except AttributeError:
        check_arguments(_mvlgamma_op, (input, p))
    result = _kernel_mvlgamma(input, p)
    if out is None:
        return result
    return write_out(_mvlgamma_op, result, out)


def mvlgamma_(input: Tensor, p: _int) -> Tensor:
    try:
        input._keys
    except AttributeError:
        check_arguments(_mvlgamma__op, (input, p))
    result = _kernel_mvlgamma(input, p)
    return assign(_mvlgamma__op, input, result)


def igamma(input: Tensor, other: Tensor, *, out: Any = None) -> Tensor:
    try:
        keys = input._keys | other._keys
    except AttributeError:
        return call_mixed(_igamma_op, (input, other), out)
    if keys or switch.modes or out is not None:
        return dispatch(_igamma_op, keys, (input, other), out)
    return _plain_igamma(input, other)


def igamma_(input: Tensor, other: Tensor) -> Tensor:
    try:
        keys = input._keys | other._keys
    except AttributeError:
        return call_mixed(_igamma__op, (input, other))
    if keys or switch.modes:
        return dispatch(_igamma__op, keys, (input, other))
    return _plain_igamma_(input, other)


def igammac(input: Tensor, other: Tensor, *, out: Any = None) -> Tensor:
    try:
        keys = input._keys | other._keys
    except AttributeError:
        return call_mixed(_igammac_op, (input, other), out)
    if keys or switch.modes or out is not None:
        return dispatch(_igammac_op, keys, (input, other), out)
    return _plain_igammac(input, other)


def igammac_(input: Tensor, other: Tensor) -> Tensor:
    try:
        keys = input._keys | other._keys
    except AttributeError:
        return call_mixed(_igammac__op, (input, other))
    if keys or switch.modes:
        return dispatch(_igammac__op, keys, (input, other))
    return _plain_igammac_(input, other)


def _plain_gather(input, dim, index, sparse_grad):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_gather(np, input._array, dim, index._array, sparse_grad=sparse_grad)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def gather(input: Tensor, dim: _int, index: Tensor, *, sparse_grad: _bool = False, out: Any = None, **renamed: Any) -> Tensor:
    if renamed:
        return with_numpy_names(gather, renamed, {"input": input, "dim": dim, "index": index, "sparse_grad": sparse_grad, "out": out})
    try:
        keys = input._keys | index._keys
    except AttributeError:
        return call_mixed(_gather_op, (input, dim, index, sparse_grad), out)
    if keys or switch.modes or out is not None:
        return dispatch(_gather_op, keys, (input, dim, index, sparse_grad), out)
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_gather(np, input._array, dim, index._array, sparse_grad=sparse_grad)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def _plain_gather_backward(grad, dim, index, shape):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_gather_backward(np, grad._array, dim, index._array, shape)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def gather_backward(grad: Tensor, dim: _int, index: Tensor, shape: Dims) -> Tensor:
    try:
        keys = grad._keys | index._keys
    except AttributeError:
        return call_mixed(_gather_backward_op, (grad, dim, index, shape))
    if keys or switch.modes:
        return dispatch(_gather_backward_op, keys, (grad, dim, index, shape))
    return _plain_gather_backward(grad, dim, index, shape)


def _plain_nonnegative(index, n):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_nonnegative(np, index._array, n)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def nonnegative(index: Tensor, n: _int) -> Tensor:
    try:
        keys = index._keys
    except AttributeError:
        return call_mixed(_nonnegative_op, (index, n))
    if keys or switch.modes:
        return dispatch(_nonnegative_op, keys, (index, n))
    return _plain_nonnegative(index, n)


def take_along_dim(input: Tensor, indices: Tensor, dim: _int | None = None, *, out: object = None, **renamed: Any) -> Tensor:
    if renamed:
        return with_numpy_names(take_along_dim, renamed, {"input": input, "indices": indices, "dim": dim, "out": out})
    try:
        input._keys
        indices._keys
    except AttributeError:
        check_arguments(_take_along_dim_op, (input, indices, dim, out))
    return _kernel_take_along_dim(input, indices, dim, out=out)


def _plain_scatter_src(input, dim, index, src):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_scatter_src(np, input._array, dim, index._array, src._array)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def scatter_src(input: Tensor, dim: _int, index: Tensor, src: Tensor) -> Tensor:
    try:
        keys = input._keys | index._keys | src._keys
    except AttributeError:
        return call_mixed(_scatter_src_op, (input, dim, index, src))
    if keys or switch.modes:
        return dispatch(_scatter_src_op, keys, (input, dim, index, src))
    return _plain_scatter_src(input, dim, index, src)


def _plain_scatter_value(input, dim, index, value):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_scatter_value(np, input._array, dim, index._array, value)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def scatter_value(input: Tensor, dim: _int, index: Tensor, value: Number) -> Tensor:
    try:
        keys = input._keys | index._keys
    except AttributeError:
        return call_mixed(_scatter_value_op, (input, dim, index, value))
    if keys or switch.modes:
        return dispatch(_scatter_value_op, keys, (input, dim, index, value))
    return _plain_scatter_value(input, dim, index, value)


def _plain_scatter_add(input, dim, index, src):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_scatter_add(np, input._array, dim, index._array, src._array)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def scatter_add(input: Tensor, dim: _int, index: Tensor, src: Tensor, *, out: Any = None, **renamed: Any) -> Tensor:
    if renamed:
        return with_numpy_names(scatter_add, renamed, {"input": input, "dim": dim, "index": index, "src": src, "out": out})
    try:
        keys = input._keys | index._keys | src._keys
    except AttributeError:
        return call_mixed(_scatter_add_op, (input, dim, index, src), out)
    if keys or switch.modes or out is not None:
        return dispatch(_scatter_add_op, keys, (input, dim, index, src), out)
    return _plain_scatter_add(input, dim, index, src)


def _plain_scatter_multiply(input, dim, index, src):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_scatter_multiply(np, input._array, dim, index._array, src._array)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def scatter_multiply(input: Tensor, dim: _int, index: Tensor, src: Tensor) -> Tensor:
    try:
        keys = input._keys | index._keys | src._keys
    except AttributeError:
        return call_mixed(_scatter_multiply_op, (input, dim, index, src))
    if keys or switch.modes:
        return dispatch(_scatter_multiply_op, keys, (input, dim, index, src))
    return _plain_scatter_multiply(input, dim, index, src)


def _plain_scatter_src_(input, dim, index, src):
    return _kernel_scatter_src_(input, dim, index, src)


def scatter_src_(input: Tensor, dim: _int, index: Tensor, src: Tensor) -> Tensor:
    try:
        keys = input._keys | index._keys | src._keys
    except AttributeError:
        return call_mixed(_scatter_src__op, (input, dim, index, src))
    if keys or switch.modes:
        return dispatch(_scatter_src__op, keys, (input, dim, index, src))
    return _plain_scatter_src_(input, dim, index, src)


def _plain_scatter_value_(input, dim, index, value):
    return _kernel_scatter_value_(input, dim, index, value)


def scatter_value_(input: Tensor, dim: _int, index: Tensor, value: Number) -> Tensor:
    try:
        keys = input._keys | index._keys
    except AttributeError:
        return call_mixed(_scatter_value__op, (input, dim, index, value))
    if keys or switch.modes:
        return dispatch(_scatter_value__op, keys, (input, dim, index, value))
    return _plain_scatter_value_(input, dim, index, value)


def _plain_scatter_add_(input, dim, index, src):
    return _kernel_scatter_add_(input, dim, index, src)


def scatter_add_(input: Tensor, dim: _int, index: Tensor, src: Tensor, **renamed: Any) -> Tensor:
    if renamed:
        return with_numpy_names(scatter_add_, renamed, {"input": input, "dim": dim, "index": index, "src": src})
    try:
        keys = input._keys | index._keys | src._keys
    except AttributeError:
        return call_mixed(_scatter_add__op, (input, dim, index, src))
    if keys or switch.modes:
        return dispatch(_scatter_add__op, keys, (input, dim, index, src))
    return _plain_scatter_add_(input, dim, index, src)


def _plain_scatter_multiply_(input, dim, index, src):
    return _kernel_scatter_multiply_(input, dim, index, src)


def scatter_multiply_(input: Tensor, dim: _int, index: Tensor, src: Tensor) -> Tensor:
    try:
        keys = input._keys | index._keys | src._keys
    except AttributeError:
        return call_mixed(_scatter_multiply__op, (input, dim, index, src))
    if keys or switch.modes:
        return dispatch(_scatter_multiply__op, keys, (input, dim, index, src))
    return _plain_scatter_multiply_(input, dim, index, src)


def scatter(input: Tensor, dim: _int, index: Tensor, src: Tensor | Number = None, *, value: Number | None = None, reduce: _str | None = None, out: object = None, **renamed: Any) -> Tensor:
    if renamed:
        return with_numpy_names(scatter, renamed, {"input": input, "dim": dim, "index": index, "src": src, "value": value, "reduce": reduce, "out": out})
    try:
        input._keys
        index._keys
    except AttributeError:
        check_arguments(_scatter_op, (input, dim, index, src, value, reduce, out))
    try:
        return _kernel_scatter(input, dim, index, src, value=value, reduce=reduce, out=out)
    except Exception as error:
        blame_arguments(_scatter_op, (input, dim, index, src, value, reduce, out), error)
        raise


def scatter_(input: Tensor, dim: _int, index: Tensor, src: Tensor | Number = None, *, value: Number | None = None, reduce: _str | None = None, **renamed: Any) -> Tensor:
    if renamed:
        return with_numpy_names(scatter_, renamed, {"input": input, "dim": dim, "index": index, "src": src, "value": value, "reduce": reduce})
    try:
        input._keys
        index._keys
    except AttributeError:
        check_arguments(_scatter__op, (input, dim, index, src, value, reduce))
    try:
        return _kernel_scatter_(input, dim, index, src, value=value, reduce=reduce)
    except Exception as error:
        blame_arguments(_scatter__op, (input, dim, index, src, value, reduce), error)
        raise


def gelu(input: Tensor, *, approximate: _str = 'none', out: Any = None) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_gelu_op, (input, approximate), out)
    if keys or switch.modes or out is not None:
        return dispatch(_gelu_op, keys, (input, approximate), out)
    return _plain_gelu(input, approximate)


def _plain_gelu_backward(grad_output, input, approximate):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_gelu_backward(np, grad_output._array, input._array, approximate)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def gelu_backward(grad_output: Tensor, input: Tensor, approximate: _str) -> Tensor:
    try:
        keys = grad_output._keys | input._keys
    except AttributeError:
        return call_mixed(_gelu_backward_op, (grad_output, input, approximate))
    if keys or switch.modes:
        return dispatch(_gelu_backward_op, keys, (grad_output, input, approximate))
    return _plain_gelu_backward(grad_output, input, approximate)


def _plain_fold_positions(input, size, padding_mode, align_corners):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_fold_positions(np, input._array, size, padding_mode, align_corners)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def fold_positions(input: Tensor, size: _int, padding_mode: _int, align_corners: _bool) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_fold_positions_op, (input, size, padding_mode, align_corners))
    if keys or switch.modes:
        return dispatch(_fold_positions_op, keys, (input, size, padding_mode, align_corners))
    return _plain_fold_positions(input, size, padding_mode, align_corners)


def _plain_fold_positions_slope(input, size, padding_mode, align_corners):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_fold_positions_slope(np, input._array, size, padding_mode, align_corners)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def fold_positions_slope(input: Tensor, size: _int, padding_mode: _int, align_corners: _bool) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_fold_positions_slope_op, (input, size, padding_mode, align_corners))
    if keys or switch.modes:
        return dispatch(_fold_positions_slope_op, keys, (input, size, padding_mode, align_corners))
    return _plain_fold_positions_slope(input, size, padding_mode, align_corners)


def _plain_position_indices(positions, steps, size, padding_mode, align_corners):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_position_indices(np, [t._array for t in positions], steps, size, padding_mode, align_corners)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def position_indices(positions: Sequence[Tensor], steps: Shape, size: Shape, padding_mode: _int, align_corners: _bool) -> Tensor:
    try:
        keys = 0
        kind = _type(positions)
        if kind is not _list and kind is not _tuple:
            raise AttributeError
        for t in positions:
            keys |= t._keys
    except AttributeError:
        return call_mixed(_position_indices_op, (positions, steps, size, padding_mode, align_corners))
    if keys or switch.modes:
        return dispatch(_position_indices_op, keys, (positions, steps, size, padding_mode, align_corners))
    return _plain_position_indices(positions, steps, size, padding_mode, align_corners)


def _plain_sample_planes(input, indices):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_sample_planes(np, input._array, indices._array)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def sample_planes(input: Tensor, indices: Tensor) -> Tensor:
    try:
        keys = input._keys | indices._keys
    except AttributeError:
        return call_mixed(_sample_planes_op, (input, indices))
    if keys or switch.modes:
        return dispatch(_sample_planes_op, keys, (input, indices))
    return _plain_sample_planes(input, indices)


def _plain_spread_planes(grad_output, indices, size):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_spread_planes(np, grad_output._array, indices._array, size)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def spread_planes(grad_output: Tensor, indices: Tensor, size: Shape) -> Tensor:
    try:
        keys = grad_output._keys | indices._keys
    except AttributeError:
        return call_mixed(_spread_planes_op, (grad_output, indices, size))
    if keys or switch.modes:
        return dispatch(_spread_planes_op, keys, (grad_output, indices, size))
    return _plain_spread_planes(grad_output, indices, size)


def grid_sampler(input: Tensor, grid: Tensor, interpolation_mode: _int, padding_mode: _int, align_corners: _bool) -> Tensor:
    try:
        input._keys
        grid._keys
    except AttributeError:
        check_arguments(_grid_sampler_op, (input, grid, interpolation_mode, padding_mode, align_corners))
    return through_layers(_grid_sampler_op, (input, grid, interpolation_mode, padding_mode, align_corners)) if switch.modes else _kernel_grid_sampler(input, grid, interpolation_mode, padding_mode, align_corners)


def grid_sampler_2d(input: Tensor, grid: Tensor, interpolation_mode: _int, padding_mode: _int, align_corners: _bool) -> Tensor:
    try:
        input._keys
        grid._keys
    except AttributeError:
        check_arguments(_grid_sampler_2d_op, (input, grid, interpolation_mode, padding_mode, align_corners))
    return through_layers(_grid_sampler_2d_op, (input, grid, interpolation_mode, padding_mode, align_corners)) if switch.modes else _kernel_grid_sampler_2d(input, grid, interpolation_mode, padding_mode, align_corners)


def grid_sampler_3d(input: Tensor, grid: Tensor, interpolation_mode: _int, padding_mode: _int, align_corners: _bool) -> Tensor:
    try:
        input._keys
        grid._keys
    except AttributeError:
        check_arguments(_grid_sampler_3d_op, (input, grid, interpolation_mode, padding_mode, align_corners))
    return through_layers(_grid_sampler_3d_op, (input, grid, interpolation_mode, padding_mode, align_corners)) if switch.modes else _kernel_grid_sampler_3d(input, grid, interpolation_mode, padding_mode, align_corners)


def grid_sample(input: Tensor, grid: Tensor, mode: _str = 'bilinear', padding_mode: _str = 'zeros', align_corners: _bool | None = None) -> Tensor:
    try:
        input._keys
        grid._keys
    except AttributeError:
        check_arguments(_grid_sample_op, (input, grid, mode, padding_mode, align_corners))
    return through_layers(_grid_sample_op, (input, grid, mode, padding_mode, align_corners)) if switch.modes else _kernel_grid_sample(input, grid, mode, padding_mode, align_corners)


def affine_grid_generator(theta: Tensor, size: Shape, align_corners: _bool) -> Tensor:
    try:
        theta._keys
    except AttributeError:
        check_arguments(_affine_grid_generator_op, (theta, size, align_corners))
    return _kernel_affine_grid_generator(theta, size, align_corners)


def affine_grid(theta: Tensor, size: Shape, align_corners: _bool | None = None) -> Tensor:
    try:
        theta._keys
    except AttributeError:
        check_arguments(_affine_grid_op, (theta, size, align_corners))
    return _kernel_affine_grid(theta, size, align_corners)


meshgrid = _kernel_meshgrid


cartesian_prod = _kernel_cartesian_prod


def combinations(input: Tensor, r: _int = 2, with_replacement: _bool = False) -> Tensor:
    try:
        input._keys
    except AttributeError:
        check_arguments(_combinations_op, (input, r, with_replacement))
    return _kernel_combinations(input, r, with_replacement)


block_diag = _kernel_block_diag


def diagflat(input: Tensor, offset: _int = 0) -> Tensor:
    try:
        input._keys
    except AttributeError:
        check_arguments(_diagflat_op, (input, offset))
    return _kernel_diagflat(input, offset)


tril_indices = _kernel_tril_indices


triu_indices = _kernel_triu_indices


def unravel_index(indices: Tensor, shape: Dims) -> _tuple[Tensor, ...]:
    try:
        indices._keys
    except AttributeError:
        check_arguments(_unravel_index_op, (indices, shape))
    return _kernel_unravel_index(indices, shape)


def grouped_mm(mat_a: Tensor, mat_b: Tensor, *, offs: Tensor | None = None, bias: Tensor | None = None, out_dtype: DType | None = None) -> Tensor:
    try:
        mat_a._keys
        mat_b._keys
        if offs is not None:
            offs._keys
        if bias is not None:
            bias._keys
    except AttributeError:
        check_arguments(_grouped_mm_op, (mat_a, mat_b, offs, bias, out_dtype))
    return through_layers(_grouped_mm_op, (mat_a, mat_b, offs, bias, out_dtype)) if switch.modes else _kernel_grouped_mm(mat_a, mat_b, offs=offs, bias=bias, out_dtype=out_dtype)


def _plain_count_numbers(input, weights, minlength):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_count_numbers(np, input._array, None if weights is None else weights._array, minlength)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def count_numbers(input: Tensor, weights: Tensor | None, minlength: _int) -> Tensor:
    try:
        keys = input._keys
        if weights is not None:
            keys |= weights._keys
    except AttributeError:
        return call_mixed(_count_numbers_op, (input, weights, minlength))
    if keys or switch.modes:
        return dispatch(_count_numbers_op, keys, (input, weights, minlength))
    return _plain_count_numbers(input, weights, minlength)


def bincount(input: Tensor, weights: Tensor | None = None, minlength: _int = 0) -> Tensor:
    try:
        input._keys
        if weights is not None:
            weights._keys
    except AttributeError:
        check_arguments(_bincount_op, (input, weights, minlength))
    return _kernel_bincount(input, weights, minlength)


def _plain_histc(input, bins, min, max):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_histc(np, input._array, bins, min, max)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def histc(input: Tensor, bins: _int = 100, min: Number = 0, max: Number = 0, *, out: Any = None) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_histc_op, (input, bins, min, max), out)
    if keys or switch.modes or out is not None:
        return dispatch(_histc_op, keys, (input, bins, min, max), out)
    return _plain_histc(input, bins, min, max)


def _plain_histogram_counts(rows, edges, weight, density, equal):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_histogram_counts(np, rows._array, [t._array for t in edges], None if weight is None else weight._array, density, equal)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def histogram_counts(rows: Tensor, edges: Sequence[Tensor], weight: Tensor | None, density: _bool, equal: Sequence[_bool]) -> Tensor:
    try:
        keys = rows._keys
        kind = _type(edges)
        if kind is not _list and kind is not _tuple:
            raise AttributeError
        for t in edges:
            keys |= t._keys
        if weight is not None:
            keys |= weight._keys
    except AttributeError:
        return call_mixed(_histogram_counts_op, (rows, edges, weight, density, equal))
    if keys or switch.modes:
        return dispatch(_histogram_counts_op, keys, (rows, edges, weight, density, equal))
    return _plain_histogram_counts(rows, edges, weight, density, equal)


def histogram(input: Tensor, bins: object = 100, *, range: Sequence[_float] | None = None, weight: Tensor | None = None, density: _bool = False, out: Any = None) -> _tuple[Tensor, Tensor]:
    try:
        input._keys
        if weight is not None:
            weight._keys
    except AttributeError:
        check_arguments(_histogram_op, (input, bins, range, weight, density))
    result = _kernel_histogram(input, bins, range=range, weight=weight, density=density)
    if out is None:
        return result
    return write_out(_histogram_op, result, out)


def histogramdd(input: Tensor, bins: object, range: Sequence[_float] | None = None, weight: Tensor | None = None, density: _bool = False) -> _tuple[Tensor, _tuple[Tensor, ...]]:
    try:
        input._keys
        if weight is not None:
            weight._keys
    except AttributeError:
        check_arguments(_histogramdd_op, (input, bins, range, weight, density))
    return _kernel_histogramdd(input, bins, range, weight, density)


def standard_gamma_grad(input: Tensor, output: Tensor, *, out: Any = None) -> Tensor:
    try:
        keys = input._keys | output._keys
    except AttributeError:
        return call_mixed(_standard_gamma_grad_op, (input, output), out)
    if keys or switch.modes or out is not None:
        return dispatch(_standard_gamma_grad_op, keys, (input, output), out)
    return _plain_standard_gamma_grad(input, output)


def standard_gamma_grad_(input: Tensor, output: Tensor) -> Tensor:
    try:
        keys = input._keys | output._keys
    except AttributeError:
        return call_mixed(_standard_gamma_grad__op, (input, output))
    if keys or switch.modes:
        return dispatch(_standard_gamma_grad__op, keys, (input, output))
    return _plain_standard_gamma_grad_(input, output)


_standard_gamma_grad = standard_gamma_grad


_standard_gamma_grad_ = standard_gamma_grad_


def dirichlet_grad(x: Tensor, alpha: Tensor, total: Tensor, *, out: Any = None) -> Tensor:
    try:
        keys = x._keys | alpha._keys | total._keys
    except AttributeError:
        return call_mixed(_dirichlet_grad_op, (x, alpha, total), out)
    if keys or switch.modes or out is not None:
        return dispatch(_dirichlet_grad_op, keys, (x, alpha, total), out)
    return _plain_dirichlet_grad(x, alpha, total)


def dirichlet_grad_(x: Tensor, alpha: Tensor, total: Tensor) -> Tensor:
    try:
        keys = x._keys | alpha._keys | total._keys
    except AttributeError:
        return call_mixed(_dirichlet_grad__op, (x, alpha, total))
    if keys or switch.modes:
        return dispatch(_dirichlet_grad__op, keys, (x, alpha, total))
    return _plain_dirichlet_grad_(x, alpha, total)


_dirichlet_grad = dirichlet_grad


_dirichlet_grad_ = dirichlet_grad_


def _plain_index(input, indices):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_index(np, input._array, [t._array if t is not None else None for t in indices])
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def index(input: Tensor, indices: Sequence[Tensor | None]) -> Tensor:
    try:
        keys = input._keys
        kind = _type(indices)
        if kind is not _list and kind is not _tuple:
            raise AttributeError
        for t in indices:
            if t is not None:
                keys |= t._keys
    except AttributeError:
        return call_mixed(_index_op, (input, indices))
    if keys or switch.modes:
        return dispatch(_index_op, keys, (input, indices))
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_index(np, input._array, [t._array if t is not None else None for t in indices])
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def _plain_index_put(input, indices, values, accumulate):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_index_put(np, input._array, [t._array if t is not None else None for t in indices], values._array, accumulate)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def index_put(input: Tensor, indices: Sequence[Tensor | None], values: Tensor, accumulate: _bool = False) -> Tensor:
    try:
        keys = input._keys | values._keys
        kind = _type(indices)
        if kind is not _list and kind is not _tuple:
            raise AttributeError
        for t in indices:
            if t is not None:
                keys |= t._keys
    except AttributeError:
        return call_mixed(_index_put_op, (input, indices, values, accumulate))
    if keys or switch.modes:
        return dispatch(_index_put_op, keys, (input, indices, values, accumulate))
    return _plain_index_put(input, indices, values, accumulate)


def _plain_index_put_(input, indices, values, accumulate):
    return _kernel_index_put_(input, indices, values, accumulate)


def index_put_(input: Tensor, indices: Sequence[Tensor | None], values: Tensor, accumulate: _bool = False) -> Tensor:
    try:
        keys = input._keys | values._keys
        kind = _type(indices)
        if kind is not _list and kind is not _tuple:
            raise AttributeError
        for t in indices:
            if t is not None:
                keys |= t._keys
    except AttributeError:
        return call_mixed(_index_put__op, (input, indices, values, accumulate))
    if keys or switch.modes:
        return dispatch(_index_put__op, keys, (input, indices, values, accumulate))
    return _plain_index_put_(input, indices, values, accumulate)


def _plain_index_backward(grad, indices, shape):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_index_backward(np, grad._array, [t._array if t is not None else None for t in indices], shape)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def index_backward(grad: Tensor, indices: Sequence[Tensor | None], shape: Dims) -> Tensor:
    try:
        keys = grad._keys
        kind = _type(indices)
        if kind is not _list and kind is not _tuple:
            raise AttributeError
        for t in indices:
            if t is not None:
                keys |= t._keys
    except AttributeError:
        return call_mixed(_index_backward_op, (grad, indices, shape))
    if keys or switch.modes:
        return dispatch(_index_backward_op, keys, (grad, indices, shape))
    return _plain_index_backward(grad, indices, shape)


def _plain_take(input, index):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_take(np, input._array, index._array)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def take(input: Tensor, index: Tensor, *, out: Any = None) -> Tensor:
    try:
        keys = input._keys | index._keys
    except AttributeError:
        return call_mixed(_take_op, (input, index), out)
    if keys or switch.modes or out is not None:
        return dispatch(_take_op, keys, (input, index), out)
    return _plain_take(input, index)


def _plain_take_backward(grad, index, shape):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_take_backward(np, grad._array, index._array, shape)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def take_backward(grad: Tensor, index: Tensor, shape: Dims) -> Tensor:
    try:
        keys = grad._keys | index._keys
    except AttributeError:
        return call_mixed(_take_backward_op, (grad, index, shape))
    if keys or switch.modes:
        return dispatch(_take_backward_op, keys, (grad, index, shape))
    return _plain_take_backward(grad, index, shape)


def _plain_put(input, index, source, accumulate):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_put(np, input._array, index._array, source._array, accumulate)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def put(input: Tensor, index: Tensor, source: Tensor, accumulate: _bool = False) -> Tensor:
    try:
        keys = input._keys | index._keys | source._keys
    except AttributeError:
        return call_mixed(_put_op, (input, index, source, accumulate))
    if keys or switch.modes:
        return dispatch(_put_op, keys, (input, index, source, accumulate))
    return _plain_put(input, index, source, accumulate)


def _plain_put_(input, index, source, accumulate):
    return _kernel_put_(input, index, source, accumulate)


def put_(input: Tensor, index: Tensor, source: Tensor, accumulate: _bool = False) -> Tensor:
    try:
        keys = input._keys | index._keys | source._keys
    except AttributeError:
        return call_mixed(_put__op, (input, index, source, accumulate))
    if keys or switch.modes:
        return dispatch(_put__op, keys, (input, index, source, accumulate))
    return _plain_put_(input, index, source, accumulate)


def _plain_nonzero_positions(input):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_nonzero_positions(np, input._array)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def nonzero_positions(input: Tensor) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_nonzero_positions_op, (input,))
    if keys or switch.modes:
        return dispatch(_nonzero_positions_op, keys, (input,))
    return _plain_nonzero_positions(input)


def _plain_nonzero_tuple(input):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_nonzero_tuple(np, input._array)
    finally:
        if token is not None:
            reset_errstate(token)
    return _tuple([wrap(a) for a in array])


def nonzero_tuple(input: Tensor) -> _tuple[Tensor, ...]:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_nonzero_tuple_op, (input,))
    if keys or switch.modes:
        return dispatch(_nonzero_tuple_op, keys, (input,))
    return _plain_nonzero_tuple(input)


def nonzero(input: Tensor, *, as_tuple: _bool = False, out: object = None) -> Tensor:
    try:
        input._keys
    except AttributeError:
        check_arguments(_nonzero_op, (input, as_tuple, out))
    return _kernel_nonzero(input, as_tuple=as_tuple, out=out)


def _plain_nonzero_static(input, size, fill_value):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_nonzero_static(np, input._array, size=size, fill_value=fill_value)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def nonzero_static(input: Tensor, *, size: _int, fill_value: _int = -1, out: Any = None) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_nonzero_static_op, (input, size, fill_value), out)
    if keys or switch.modes or out is not None:
        return dispatch(_nonzero_static_op, keys, (input, size, fill_value), out)
    return _plain_nonzero_static(input, size, fill_value)


def argwhere(input: Tensor) -> Tensor:
    try:
        input._keys
    except AttributeError:
        check_arguments(_argwhere_op, (input,))
    return _kernel_argwhere(input)


def _plain_cat(tensors, dim):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_cat(np, [t._array for t in tensors], dim)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def cat(tensors: Sequence[Tensor], dim: _int = 0, *, out: Any = None, **renamed: Any) -> Tensor:
    if renamed:
        return with_numpy_names(cat, renamed, {"tensors": tensors, "dim": dim, "out": out})
    try:
        keys = 0
        kind = _type(tensors)
        if kind is not _list and kind is not _tuple:
            raise AttributeError
        for t in tensors:
            keys |= t._keys
    except AttributeError:
        return call_mixed(_cat_op, (tensors, dim), out)
    if keys or switch.modes or out is not None:
        return dispatch(_cat_op, keys, (tensors, dim), out)
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_cat(np, [t._array for t in tensors], dim)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


concat = cat


concatenate = cat


def _plain_stack(tensors, dim):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_stack(np, [t._array for t in tensors], dim)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def stack(tensors: Sequence[Tensor], dim: _int = 0, *, out: Any = None, **renamed: Any) -> Tensor:
    if renamed:
        return with_numpy_names(stack, renamed, {"tensors": tensors, "dim": dim, "out": out})
    try:
        keys = 0
        kind = _type(tensors)
        if kind is not _list and kind is not _tuple:
            raise AttributeError
        for t in tensors:
            keys |= t._keys
    except AttributeError:
        return call_mixed(_stack_op, (tensors, dim), out)
    if keys or switch.modes or out is not None:
        return dispatch(_stack_op, keys, (tensors, dim), out)
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_stack(np, [t._array for t in tensors], dim)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


atleast_1d = _kernel_atleast_1d


atleast_2d = _kernel_atleast_2d


atleast_3d = _kernel_atleast_3d


def hstack(tensors: Sequence[Tensor], *, out: object = None) -> Tensor:
    try:
        return _kernel_hstack(tensors, out=out)
    except Exception as error:
        blame_arguments(_hstack_op, (tensors, out), error)
        raise


def vstack(tensors: Sequence[Tensor], *, out: object = None) -> Tensor:
    try:
        return _kernel_vstack(tensors, out=out)
    except Exception as error:
        blame_arguments(_vstack_op, (tensors, out), error)
        raise


row_stack = vstack


def dstack(tensors: Sequence[Tensor], *, out: object = None) -> Tensor:
    try:
        return _kernel_dstack(tensors, out=out)
    except Exception as error:
        blame_arguments(_dstack_op, (tensors, out), error)
        raise


def column_stack(tensors: Sequence[Tensor], *, out: object = None) -> Tensor:
    try:
        return _kernel_column_stack(tensors, out=out)
    except Exception as error:
        blame_arguments(_column_stack_op, (tensors, out), error)
        raise


def _plain_standardize(input, dims, eps):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_standardize(np, input._array, dims, eps)
    finally:
        if token is not None:
            reset_errstate(token)
    return _standardize_result._make(wrap(a) for a in array)


def standardize(input: Tensor, dims: Shape, eps: _float) -> _tuple[Tensor, Tensor, Tensor]:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_standardize_op, (input, dims, eps))
    if keys or switch.modes:
        return dispatch(_standardize_op, keys, (input, dims, eps))
    return _plain_standardize(input, dims, eps)


def _plain_standardize_backward(grad_output, output, rstd, dims):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_standardize_backward(np, grad_output._array, output._array, rstd._array, dims)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def standardize_backward(grad_output: Tensor, output: Tensor, rstd: Tensor, dims: Shape) -> Tensor:
    try:
        keys = grad_output._keys | output._keys | rstd._keys
    except AttributeError:
        return call_mixed(_standardize_backward_op, (grad_output, output, rstd, dims))
    if keys or switch.modes:
        return dispatch(_standardize_backward_op, keys, (grad_output, output, rstd, dims))
    return _plain_standardize_backward(grad_output, output, rstd, dims)


def _plain_normalize_affine(tensors, dims, eps):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_normalize_affine(np, [t._array if t is not None else None for t in tensors], dims, eps)
    finally:
        if token is not None:
            reset_errstate(token)
    return _normalize_affine_result._make(conceal(wrap(a), (tensors,)) for a in array)


def normalize_affine(tensors: Sequence[Tensor | None], dims: Shape, eps: _float) -> _tuple[Tensor, Tensor, Tensor]:
    try:
        keys = 0
        kind = _type(tensors)
        if kind is not _list and kind is not _tuple:
            raise AttributeError
        for t in tensors:
            if t is not None:
                keys |= t._keys
    except AttributeError:
        return call_mixed(_normalize_affine_op, (tensors, dims, eps))
    if keys or switch.modes:
        return dispatch(_normalize_affine_op, keys, (tensors, dims, eps))
    return _plain_normalize_affine(tensors, dims, eps)


def _plain_normalize_affine_backward(grad_output, tensors, mean, var, dims, eps):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_normalize_affine_backward(np, grad_output._array, [t._array if t is not None else None for t in tensors], mean._array, var._array, dims, eps)
    finally:
        if token is not None:
            reset_errstate(token)
    return _tuple([conceal(wrap(a), (grad_output, tensors, mean, var,)) for a in array])


def normalize_affine_backward(grad_output: Tensor, tensors: Sequence[Tensor | None], mean: Tensor, var: Tensor, dims: Shape, eps: _float) -> _tuple[Tensor, ...]:
    try:
        keys = grad_output._keys | mean._keys | var._keys
        kind = _type(tensors)
        if kind is not _list and kind is not _tuple:
            raise AttributeError
        for t in tensors:
            if t is not None:
                keys |= t._keys
    except AttributeError:
        return call_mixed(_normalize_affine_backward_op, (grad_output, tensors, mean, var, dims, eps))
    if keys or switch.modes:
        return dispatch(_normalize_affine_backward_op, keys, (grad_output, tensors, mean, var, dims, eps))
    return _plain_normalize_affine_backward(grad_output, tensors, mean, var, dims, eps)


def _plain_scale_and_shift(input, weight, bias):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_scale_and_shift(np, input._array, None if weight is None else weight._array, None if bias is None else bias._array)
    finally:
        if token is not None:
            reset_errstate(token)
    return conceal(wrap(array), (input, weight, bias,))


def scale_and_shift(input: Tensor, weight: Tensor | None, bias: Tensor | None) -> Tensor:
    try:
        keys = input._keys
        if weight is not None:
            keys |= weight._keys
        if bias is not None:
            keys |= bias._keys
    except AttributeError:
        return call_mixed(_scale_and_shift_op, (input, weight, bias))
    if keys or switch.modes:
        return dispatch(_scale_and_shift_op, keys, (input, weight, bias))
    return _plain_scale_and_shift(input, weight, bias)


def _plain_track_(input, batch, momentum, factor):
    return _kernel_track_(input, batch, momentum, factor)


def track_(input: Tensor, batch: Tensor, momentum: _float, factor: _float) -> Tensor:
    try:
        keys = input._keys | batch._keys
    except AttributeError:
        return call_mixed(_track__op, (input, batch, momentum, factor))
    if keys or switch.modes:
        return dispatch(_track__op, keys, (input, batch, momentum, factor))
    return _plain_track_(input, batch, momentum, factor)


def functional_batch_norm(input: Tensor, running_mean: Tensor | None, running_var: Tensor | None, weight: Tensor | None = None, bias: Tensor | None = None, training: _bool = False, momentum: Number = 0.1, eps: _float = 1e-05) -> Tensor:
    try:
        input._keys
        if running_mean is not None:
            running_mean._keys
        if running_var is not None:
            running_var._keys
        if weight is not None:
            weight._keys
        if bias is not None:
            bias._keys
    except AttributeError:
        check_arguments(_functional_batch_norm_op, (input, running_mean, running_var, weight, bias, training, momentum, eps))
    return _kernel_functional_batch_norm(input, running_mean, running_var, weight, bias, training, momentum, eps)


def functional_instance_norm(input: Tensor, running_mean: Tensor | None = None, running_var: Tensor | None = None, weight: Tensor | None = None, bias: Tensor | None = None, use_input_stats: _bool = True, momentum: Number = 0.1, eps: _float = 1e-05) -> Tensor:
    try:
        input._keys
        if running_mean is not None:
            running_mean._keys
        if running_var is not None:
            running_var._keys
        if weight is not None:
            weight._keys
        if bias is not None:
            bias._keys
    except AttributeError:
        check_arguments(_functional_instance_norm_op, (input, running_mean, running_var, weight, bias, use_input_stats, momentum, eps))
    return _kernel_functional_instance_norm(input, running_mean, running_var, weight, bias, use_input_stats, momentum, eps)


def batch_norm(input: Tensor, weight: Tensor | None, bias: Tensor | None, running_mean: Tensor | None, running_var: Tensor | None, training: _bool, momentum: _float, eps: _float, cudnn_enabled: _bool) -> Tensor:
    try:
        input._keys
        if weight is not None:
            weight._keys
        if bias is not None:
            bias._keys
        if running_mean is not None:
            running_mean._keys
        if running_var is not None:
            running_var._keys
    except AttributeError:
        check_arguments(_batch_norm_op, (input, weight, bias, running_mean, running_var, training, momentum, eps, cudnn_enabled))
    return _kernel_batch_norm(input, weight, bias, running_mean, running_var, training, momentum, eps, cudnn_enabled)


def instance_norm(input: Tensor, weight: Tensor | None, bias: Tensor | None, running_mean: Tensor | None, running_var: Tensor | None, use_input_stats: _bool, momentum: _float, eps: _float, cudnn_enabled: _bool) -> Tensor:
    try:
        input._keys
        if weight is not None:
            weight._keys
        if bias is not None:
            bias._keys
        if running_mean is not None:
            running_mean._keys
        if running_var is not None:
            running_var._keys
    except AttributeError:
        check_arguments(_instance_norm_op, (input, weight, bias, running_mean, running_var, use_input_stats, momentum, eps, cudnn_enabled))
    return _kernel_instance_norm(input, weight, bias, running_mean, running_var, use_input_stats, momentum, eps, cudnn_enabled)


def layer_norm(input: Tensor, normalized_shape: Shape, weight: Tensor | None = None, bias: Tensor | None = None, eps: _float = 1e-05) -> Tensor:
    try:
        input._keys
        if weight is not None:
            weight._keys
        if bias is not None:
            bias._keys
    except AttributeError:
        check_arguments(_layer_norm_op, (input, normalized_shape, weight, bias, eps))
    return through_layers(_layer_norm_op, (input, normalized_shape, weight, bias, eps)) if switch.modes else _kernel_layer_norm(input, normalized_shape, weight, bias, eps)


def group_norm(input: Tensor, num_groups: _int, weight: Tensor | None = None, bias: Tensor | None = None, eps: _float = 1e-05) -> Tensor:
    try:
        input._keys
        if weight is not None:
            weight._keys
        if bias is not None:
            bias._keys
    except AttributeError:
        check_arguments(_group_norm_op, (input, num_groups, weight, bias, eps))
    return through_layers(_group_norm_op, (input, num_groups, weight, bias, eps)) if switch.modes else _kernel_group_norm(input, num_groups, weight, bias, eps)


def rms_norm(input: Tensor, normalized_shape: Shape, weight: Tensor | None = None, eps: _float | None = None) -> Tensor:
    try:
        input._keys
        if weight is not None:
            weight._keys
    except AttributeError:
        check_arguments(_rms_norm_op, (input, normalized_shape, weight, eps))
    return through_layers(_rms_norm_op, (input, normalized_shape, weight, eps)) if switch.modes else _kernel_rms_norm(input, normalized_shape, weight, eps)


def local_response_norm(input: Tensor, size: _int, alpha: _float = 0.0001, beta: _float = 0.75, k: _float = 1.0) -> Tensor:
    try:
        input._keys
    except AttributeError:
        check_arguments(_local_response_norm_op, (input, size, alpha, beta, k))
    return through_layers(_local_response_norm_op, (input, size, alpha, beta, k)) if switch.modes else _kernel_local_response_norm(input, size, alpha, beta, k)


def _plain_linalg_ldl_factor_ex(input, hermitian, check_errors):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_linalg_ldl_factor_ex(np, input._array, hermitian=hermitian, check_errors=check_errors)
    finally:
        if token is not None:
            reset_errstate(token)
    return _linalg_ldl_factor_ex_result._make(wrap(a) for a in array)


def linalg_ldl_factor_ex(input: Tensor, *, hermitian: _bool = False, check_errors: _bool = False, out: Any = None) -> _tuple[Tensor, Tensor, Tensor]:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_linalg_ldl_factor_ex_op, (input, hermitian, check_errors), out)
    if keys or switch.modes or out is not None:
        return dispatch(_linalg_ldl_factor_ex_op, keys, (input, hermitian, check_errors), out)
    return _plain_linalg_ldl_factor_ex(input, hermitian, check_errors)


def linalg_ldl_factor(input: Tensor, *, hermitian: _bool = False, out: Any = None) -> _tuple[Tensor, Tensor]:
    try:
        input._keys
    except AttributeError:
        check_arguments(_linalg_ldl_factor_op, (input, hermitian))
    result = _kernel_linalg_ldl_factor(input, hermitian=hermitian)
    if out is None:
        return result
    return write_out(_linalg_ldl_factor_op, result, out)


def _plain_linalg_ldl_solve(LD, pivots, B, hermitian):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_linalg_ldl_solve(np, LD._array, pivots._array, B._array, hermitian=hermitian)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def linalg_ldl_solve(LD: Tensor, pivots: Tensor, B: Tensor, *, hermitian: _bool = False, out: Any = None) -> Tensor:
    try:
        keys = LD._keys | pivots._keys | B._keys
    except AttributeError:
        return call_mixed(_linalg_ldl_solve_op, (LD, pivots, B, hermitian), out)
    if keys or switch.modes or out is not None:
        return dispatch(_linalg_ldl_solve_op, keys, (LD, pivots, B, hermitian), out)
    return _plain_linalg_ldl_solve(LD, pivots, B, hermitian)


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
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def matmul(input: Tensor, other: Tensor, *, out: Any = None) -> Tensor:
    try:
        keys = input._keys | other._keys
    except AttributeError:
        return call_mixed(_matmul_op, (input, other), out)
    if keys or switch.modes or out is not None:
        return dispatch(_matmul_op, keys, (input, other), out)
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
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


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
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def bmm(input: Tensor, mat2: Tensor, *, out: Any = None) -> Tensor:
    try:
        keys = input._keys | mat2._keys
    except AttributeError:
        return call_mixed(_bmm_op, (input, mat2), out)
    if keys or switch.modes or out is not None:
        return dispatch(_bmm_op, keys, (input, mat2), out)
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
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def mm(input: Tensor, mat2: Tensor, *, out: Any = None) -> Tensor:
    try:
        input._keys
        mat2._keys
    except AttributeError:
        check_arguments(_mm_op, (input, mat2))
    result = through_layers(_mm_op, (input, mat2), out) if switch.modes else _kernel_mm(input, mat2)
    if out is None:
        return result
    return write_out(_mm_op, result, out)


def mv(input: Tensor, vec: Tensor, *, out: Any = None) -> Tensor:
    try:
        input._keys
        vec._keys
    except AttributeError:
        check_arguments(_mv_op, (input, vec))
    result = through_layers(_mv_op, (input, vec), out) if switch.modes else _kernel_mv(input, vec)
    if out is None:
        return result
    return write_out(_mv_op, result, out)


def dot(input: Tensor, tensor: Tensor, *, out: Any = None) -> Tensor:
    try:
        input._keys
        tensor._keys
    except AttributeError:
        check_arguments(_dot_op, (input, tensor))
    result = through_layers(_dot_op, (input, tensor), out) if switch.modes else _kernel_dot(input, tensor)
    if out is None:
        return result
    return write_out(_dot_op, result, out)


def vdot(input: Tensor, other: Tensor, *, out: Any = None) -> Tensor:
    try:
        input._keys
        other._keys
    except AttributeError:
        check_arguments(_vdot_op, (input, other))
    result = through_layers(_vdot_op, (input, other), out) if switch.modes else _kernel_vdot(input, other)
    if out is None:
        return result
    return write_out(_vdot_op, result, out)


def _plain_linear(input, weight, bias):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_linear(np, input._array, weight._array, None if bias is None else bias._array)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def linear(input: Tensor, weight: Tensor, bias: Tensor | None = None, *, out: Any = None) -> Tensor:
    try:
        keys = input._keys | weight._keys
        if bias is not None:
            keys |= bias._keys
    except AttributeError:
        return call_mixed(_linear_op, (input, weight, bias), out)
    if keys or switch.modes or out is not None:
        return dispatch(_linear_op, keys, (input, weight, bias), out)
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_linear(np, input._array, weight._array, None if bias is None else bias._array)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def _plain_linear_weight(grad_output, input):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_linear_weight(np, grad_output._array, input._array)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def linear_weight(grad_output: Tensor, input: Tensor) -> Tensor:
    try:
        keys = grad_output._keys | input._keys
    except AttributeError:
        return call_mixed(_linear_weight_op, (grad_output, input))
    if keys or switch.modes:
        return dispatch(_linear_weight_op, keys, (grad_output, input))
    return _plain_linear_weight(grad_output, input)


def bilinear(input1: Tensor, input2: Tensor, weight: Tensor, bias: Tensor | None = None) -> Tensor:
    try:
        input1._keys
        input2._keys
        weight._keys
        if bias is not None:
            bias._keys
    except AttributeError:
        check_arguments(_bilinear_op, (input1, input2, weight, bias))
    return through_layers(_bilinear_op, (input1, input2, weight, bias)) if switch.modes else _kernel_bilinear(input1, input2, weight, bias)


def _plain_chunked_nll(tensors, target, class_weight, ignore_index, chunk):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_chunked_nll(np, [t._array if t is not None else None for t in tensors], target._array, None if class_weight is None else class_weight._array, ignore_index, chunk)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def chunked_nll(tensors: Sequence[Tensor | None], target: Tensor, class_weight: Tensor | None, ignore_index: _int, chunk: _int) -> Tensor:
    try:
        keys = target._keys
        kind = _type(tensors)
        if kind is not _list and kind is not _tuple:
            raise AttributeError
        for t in tensors:
            if t is not None:
                keys |= t._keys
        if class_weight is not None:
            keys |= class_weight._keys
    except AttributeError:
        return call_mixed(_chunked_nll_op, (tensors, target, class_weight, ignore_index, chunk))
    if keys or switch.modes:
        return dispatch(_chunked_nll_op, keys, (tensors, target, class_weight, ignore_index, chunk))
    return _plain_chunked_nll(tensors, target, class_weight, ignore_index, chunk)


def _plain_chunked_nll_backward(grad_output, tensors, target, class_weight, ignore_index, chunk):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_chunked_nll_backward(np, grad_output._array, [t._array if t is not None else None for t in tensors], target._array, None if class_weight is None else class_weight._array, ignore_index, chunk)
    finally:
        if token is not None:
            reset_errstate(token)
    return _tuple([wrap(a) for a in array])


def chunked_nll_backward(grad_output: Tensor, tensors: Sequence[Tensor | None], target: Tensor, class_weight: Tensor | None, ignore_index: _int, chunk: _int) -> _tuple[Tensor, ...]:
    try:
        keys = grad_output._keys | target._keys
        kind = _type(tensors)
        if kind is not _list and kind is not _tuple:
            raise AttributeError
        for t in tensors:
            if t is not None:
                keys |= t._keys
        if class_weight is not None:
            keys |= class_weight._keys
    except AttributeError:
        return call_mixed(_chunked_nll_backward_op, (grad_output, tensors, target, class_weight, ignore_index, chunk))
    if keys or switch.modes:
        return dispatch(_chunked_nll_backward_op, keys, (grad_output, tensors, target, class_weight, ignore_index, chunk))
    return _plain_chunked_nll_backward(grad_output, tensors, target, class_weight, ignore_index, chunk)


def linear_cross_entropy(input: Tensor, linear_weight: Tensor, target: Tensor, *, linear_bias: Tensor | None = None, weight: Tensor | None = None, reduction: _str = 'mean', ignore_index: _int | None = None, label_smoothing: _float = 0.0, options: LinearCrossEntropyOptions | None = None) -> Tensor:
    try:
        input._keys
        linear_weight._keys
        target._keys
        if linear_bias is not None:
            linear_bias._keys
        if weight is not None:
            weight._keys
    except AttributeError:
        check_arguments(_linear_cross_entropy_op, (input, linear_weight, target, linear_bias, weight, reduction, ignore_index, label_smoothing, options))
    return _kernel_linear_cross_entropy(input, linear_weight, target, linear_bias=linear_bias, weight=weight, reduction=reduction, ignore_index=ignore_index, label_smoothing=label_smoothing, options=options)


def masked_sum(input: Tensor, dim: Dims = None, *, keepdim: _bool = False, dtype: DType | None = None, mask: Tensor | None = None) -> Tensor:
    try:
        input._keys
        if mask is not None:
            mask._keys
    except AttributeError:
        check_arguments(_masked_sum_op, (input, dim, keepdim, dtype, mask))
    return _kernel_masked_sum(input, dim, keepdim=keepdim, dtype=dtype, mask=mask)


def masked_prod(input: Tensor, dim: Dims = None, *, keepdim: _bool = False, dtype: DType | None = None, mask: Tensor | None = None) -> Tensor:
    try:
        input._keys
        if mask is not None:
            mask._keys
    except AttributeError:
        check_arguments(_masked_prod_op, (input, dim, keepdim, dtype, mask))
    return _kernel_masked_prod(input, dim, keepdim=keepdim, dtype=dtype, mask=mask)


def masked_mean(input: Tensor, dim: Dims = None, *, keepdim: _bool = False, dtype: DType | None = None, mask: Tensor | None = None) -> Tensor:
    try:
        input._keys
        if mask is not None:
            mask._keys
    except AttributeError:
        check_arguments(_masked_mean_op, (input, dim, keepdim, dtype, mask))
    return _kernel_masked_mean(input, dim, keepdim=keepdim, dtype=dtype, mask=mask)


def masked_amax(input: Tensor, dim: Dims = None, *, keepdim: _bool = False, dtype: DType | None = None, mask: Tensor | None = None) -> Tensor:
    try:
        input._keys
        if mask is not None:
            mask._keys
    except AttributeError:
        check_arguments(_masked_amax_op, (input, dim, keepdim, dtype, mask))
    return _kernel_masked_amax(input, dim, keepdim=keepdim, dtype=dtype, mask=mask)


def masked_amin(input: Tensor, dim: Dims = None, *, keepdim: _bool = False, dtype: DType | None = None, mask: Tensor | None = None) -> Tensor:
    try:
        input._keys
        if mask is not None:
            mask._keys
    except AttributeError:
        check_arguments(_masked_amin_op, (input, dim, keepdim, dtype, mask))
    return _kernel_masked_amin(input, dim, keepdim=keepdim, dtype=dtype, mask=mask)


def masked_argmax(input: Tensor, dim: _int | None = None, *, keepdim: _bool = False, dtype: DType | None = None, mask: Tensor | None = None) -> Tensor:
    try:
        input._keys
        if mask is not None:
            mask._keys
    except AttributeError:
        check_arguments(_masked_argmax_op, (input, dim, keepdim, dtype, mask))
    return _kernel_masked_argmax(input, dim, keepdim=keepdim, dtype=dtype, mask=mask)


def masked_argmin(input: Tensor, dim: _int | None = None, *, keepdim: _bool = False, dtype: DType | None = None, mask: Tensor | None = None) -> Tensor:
    try:
        input._keys
        if mask is not None:
            mask._keys
    except AttributeError:
        check_arguments(_masked_argmin_op, (input, dim, keepdim, dtype, mask))
    return _kernel_masked_argmin(input, dim, keepdim=keepdim, dtype=dtype, mask=mask)


def masked_median(input: Tensor, dim: _int = -1, *, keepdim: _bool = False, dtype: DType | None = None, mask: Tensor | None = None) -> Tensor:
    try:
        input._keys
        if mask is not None:
            mask._keys
    except AttributeError:
        check_arguments(_masked_median_op, (input, dim, keepdim, dtype, mask))
    return _kernel_masked_median(input, dim, keepdim=keepdim, dtype=dtype, mask=mask)


def masked_norm(input: Tensor, ord: Number | None = 2.0, dim: Dims = None, *, keepdim: _bool = False, dtype: DType | None = None, mask: Tensor | None = None) -> Tensor:
    try:
        input._keys
        if mask is not None:
            mask._keys
    except AttributeError:
        check_arguments(_masked_norm_op, (input, ord, dim, keepdim, dtype, mask))
    return _kernel_masked_norm(input, ord, dim, keepdim=keepdim, dtype=dtype, mask=mask)


def masked_logsumexp(input: Tensor, dim: Dims = None, *, keepdim: _bool = False, dtype: DType | None = None, mask: Tensor | None = None) -> Tensor:
    try:
        input._keys
        if mask is not None:
            mask._keys
    except AttributeError:
        check_arguments(_masked_logsumexp_op, (input, dim, keepdim, dtype, mask))
    return _kernel_masked_logsumexp(input, dim, keepdim=keepdim, dtype=dtype, mask=mask)


def masked_var(input: Tensor, dim: Dims = None, unbiased: _bool | None = None, *, correction: Number | None = None, keepdim: _bool = False, dtype: DType | None = None, mask: Tensor | None = None) -> Tensor:
    try:
        input._keys
        if mask is not None:
            mask._keys
    except AttributeError:
        check_arguments(_masked_var_op, (input, dim, unbiased, correction, keepdim, dtype, mask))
    return _kernel_masked_var(input, dim, unbiased, correction=correction, keepdim=keepdim, dtype=dtype, mask=mask)


def masked_std(input: Tensor, dim: Dims = None, unbiased: _bool | None = None, *, correction: Number | None = None, keepdim: _bool = False, dtype: DType | None = None, mask: Tensor | None = None) -> Tensor:
    try:
        input._keys
        if mask is not None:
            mask._keys
    except AttributeError:
        check_arguments(_masked_std_op, (input, dim, unbiased, correction, keepdim, dtype, mask))
    return _kernel_masked_std(input, dim, unbiased, correction=correction, keepdim=keepdim, dtype=dtype, mask=mask)


def masked_cumsum(input: Tensor, dim: _int, *, dtype: DType | None = None, mask: Tensor | None = None) -> Tensor:
    try:
        input._keys
        if mask is not None:
            mask._keys
    except AttributeError:
        check_arguments(_masked_cumsum_op, (input, dim, dtype, mask))
    return _kernel_masked_cumsum(input, dim, dtype=dtype, mask=mask)


def masked_cumprod(input: Tensor, dim: _int, *, dtype: DType | None = None, mask: Tensor | None = None) -> Tensor:
    try:
        input._keys
        if mask is not None:
            mask._keys
    except AttributeError:
        check_arguments(_masked_cumprod_op, (input, dim, dtype, mask))
    return _kernel_masked_cumprod(input, dim, dtype=dtype, mask=mask)


def masked_softmax(input: Tensor, dim: _int, *, dtype: DType | None = None, mask: Tensor | None = None) -> Tensor:
    try:
        input._keys
        if mask is not None:
            mask._keys
    except AttributeError:
        check_arguments(_masked_softmax_op, (input, dim, dtype, mask))
    return _kernel_masked_softmax(input, dim, dtype=dtype, mask=mask)


def masked_log_softmax(input: Tensor, dim: _int, *, dtype: DType | None = None, mask: Tensor | None = None) -> Tensor:
    try:
        input._keys
        if mask is not None:
            mask._keys
    except AttributeError:
        check_arguments(_masked_log_softmax_op, (input, dim, dtype, mask))
    return _kernel_masked_log_softmax(input, dim, dtype=dtype, mask=mask)


def masked_softmin(input: Tensor, dim: _int, *, dtype: DType | None = None, mask: Tensor | None = None) -> Tensor:
    try:
        input._keys
        if mask is not None:
            mask._keys
    except AttributeError:
        check_arguments(_masked_softmin_op, (input, dim, dtype, mask))
    return _kernel_masked_softmin(input, dim, dtype=dtype, mask=mask)


def masked_normalize(input: Tensor, ord: _float, dim: _int, *, eps: _float = 1e-12, dtype: DType | None = None, mask: Tensor | None = None) -> Tensor:
    try:
        input._keys
        if mask is not None:
            mask._keys
    except AttributeError:
        check_arguments(_masked_normalize_op, (input, ord, dim, eps, dtype, mask))
    return _kernel_masked_normalize(input, ord, dim, eps=eps, dtype=dtype, mask=mask)


def masked_logaddexp(input: Tensor, other: Tensor, *, dtype: DType | None = None, input_mask: Tensor | None = None, other_mask: Tensor | None = None) -> Tensor:
    try:
        input._keys
        other._keys
        if input_mask is not None:
            input_mask._keys
        if other_mask is not None:
            other_mask._keys
    except AttributeError:
        check_arguments(_masked_logaddexp_op, (input, other, dtype, input_mask, other_mask))
    return _kernel_masked_logaddexp(input, other, dtype=dtype, input_mask=input_mask, other_mask=other_mask)


def _plain_matrix_exp(input):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_matrix_exp(np, input._array)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def matrix_exp(input: Tensor) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_matrix_exp_op, (input,))
    if keys or switch.modes:
        return dispatch(_matrix_exp_op, keys, (input,))
    return _plain_matrix_exp(input)


def matrix_power(input: Tensor, n: _int, *, out: Any = None) -> Tensor:
    try:
        input._keys
    except AttributeError:
        check_arguments(_matrix_power_op, (input, n))
    result = _kernel_matrix_power(input, n)
    if out is None:
        return result
    return write_out(_matrix_power_op, result, out)


def linalg_vander(x: Tensor, N: _int | None = None) -> Tensor:
    try:
        x._keys
    except AttributeError:
        check_arguments(_linalg_vander_op, (x, N))
    return _kernel_linalg_vander(x, N)


def vander(x: Tensor, N: _int | None = None, increasing: _bool = False) -> Tensor:
    try:
        x._keys
    except AttributeError:
        check_arguments(_vander_op, (x, N, increasing))
    return _kernel_vander(x, N, increasing)


def linalg_diagonal(A: Tensor, *, offset: _int = 0, dim1: _int = -2, dim2: _int = -1) -> Tensor:
    try:
        A._keys
    except AttributeError:
        check_arguments(_linalg_diagonal_op, (A, offset, dim1, dim2))
    return _kernel_linalg_diagonal(A, offset=offset, dim1=dim1, dim2=dim2)


def _plain_weighted_sum(input, product, beta, alpha):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_weighted_sum(np, input._array, product._array, beta, alpha)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def weighted_sum(input: Tensor, product: Tensor, beta: Number, alpha: Number) -> Tensor:
    try:
        keys = input._keys | product._keys
    except AttributeError:
        return call_mixed(_weighted_sum_op, (input, product, beta, alpha))
    if keys or switch.modes:
        return dispatch(_weighted_sum_op, keys, (input, product, beta, alpha))
    return _plain_weighted_sum(input, product, beta, alpha)


def addmm(input: Tensor, mat1: Tensor, mat2: Tensor, *old: Any, beta: Number = 1, alpha: Number = 1, out: Any = None) -> Tensor:
    if old:
        return call_deprecated(_addmm_op, (input, mat1, mat2, *old), {"beta": beta, "alpha": alpha, "out": out})
    try:
        input._keys
        mat1._keys
        mat2._keys
    except AttributeError:
        check_arguments(_addmm_op, (input, mat1, mat2, beta, alpha))
    result = through_layers(_addmm_op, (input, mat1, mat2, beta, alpha), out) if switch.modes else _kernel_addmm(input, mat1, mat2, beta=beta, alpha=alpha)
    if out is None:
        return result
    return write_out(_addmm_op, result, out)


def addmm_(input: Tensor, mat1: Tensor, mat2: Tensor, *old: Any, beta: Number = 1, alpha: Number = 1) -> Tensor:
    if old:
        return call_deprecated(_addmm__op, (input, mat1, mat2, *old), {"beta": beta, "alpha": alpha})
    try:
        input._keys
        mat1._keys
        mat2._keys
    except AttributeError:
        check_arguments(_addmm__op, (input, mat1, mat2, beta, alpha))
    result = _kernel_addmm(input, mat1, mat2, beta=beta, alpha=alpha)
    return assign(_addmm__op, input, result)


def addmv(input: Tensor, mat: Tensor, vec: Tensor, *old: Any, beta: Number = 1, alpha: Number = 1, out: Any = None) -> Tensor:
    if old:
        return call_deprecated(_addmv_op, (input, mat, vec, *old), {"beta": beta, "alpha": alpha, "out": out})
    try:
        input._keys
        mat._keys
        vec._keys
    except AttributeError:
        check_arguments(_addmv_op, (input, mat, vec, beta, alpha))
    result = through_layers(_addmv_op, (input, mat, vec, beta, alpha), out) if switch.modes else _kernel_addmv(input, mat, vec, beta=beta, alpha=alpha)
    if out is None:
        return result
    return write_out(_addmv_op, result, out)


def addmv_(input: Tensor, mat: Tensor, vec: Tensor, *old: Any, beta: Number = 1, alpha: Number = 1) -> Tensor:
    if old:
        return call_deprecated(_addmv__op, (input, mat, vec, *old), {"beta": beta, "alpha": alpha})
    try:
        input._keys
        mat._keys
        vec._keys
    except AttributeError:
        check_arguments(_addmv__op, (input, mat, vec, beta, alpha))
    result = _kernel_addmv(input, mat, vec, beta=beta, alpha=alpha)
    return assign(_addmv__op, input, result)


def baddbmm(input: Tensor, batch1: Tensor, batch2: Tensor, *old: Any, beta: Number = 1, alpha: Number = 1, out: Any = None) -> Tensor:
    if old:
        return call_deprecated(_baddbmm_op, (input, batch1, batch2, *old), {"beta": beta, "alpha": alpha, "out": out})
    try:
        input._keys
        batch1._keys
        batch2._keys
    except AttributeError:
        check_arguments(_baddbmm_op, (input, batch1, batch2, beta, alpha))
    result = through_layers(_baddbmm_op, (input, batch1, batch2, beta, alpha), out) if switch.modes else _kernel_baddbmm(input, batch1, batch2, beta=beta, alpha=alpha)
    if out is None:
        return result
    return write_out(_baddbmm_op, result, out)


def baddbmm_(input: Tensor, batch1: Tensor, batch2: Tensor, *old: Any, beta: Number = 1, alpha: Number = 1) -> Tensor:
    if old:
        return call_deprecated(_baddbmm__op, (input, batch1, batch2, *old), {"beta": beta, "alpha": alpha})
    try:
        input._keys
        batch1._keys
        batch2._keys
    except AttributeError:
        check_arguments(_baddbmm__op, (input, batch1, batch2, beta, alpha))
    result = _kernel_baddbmm(input, batch1, batch2, beta=beta, alpha=alpha)
    return assign(_baddbmm__op, input, result)


def addbmm(input: Tensor, batch1: Tensor, batch2: Tensor, *old: Any, beta: Number = 1, alpha: Number = 1, out: Any = None) -> Tensor:
    if old:
        return call_deprecated(_addbmm_op, (input, batch1, batch2, *old), {"beta": beta, "alpha": alpha, "out": out})
    try:
        input._keys
        batch1._keys
        batch2._keys
    except AttributeError:
        check_arguments(_addbmm_op, (input, batch1, batch2, beta, alpha))
    result = through_layers(_addbmm_op, (input, batch1, batch2, beta, alpha), out) if switch.modes else _kernel_addbmm(input, batch1, batch2, beta=beta, alpha=alpha)
    if out is None:
        return result
    return write_out(_addbmm_op, result, out)


def addbmm_(input: Tensor, batch1: Tensor, batch2: Tensor, *old: Any, beta: Number = 1, alpha: Number = 1) -> Tensor:
    if old:
        return call_deprecated(_addbmm__op, (input, batch1, batch2, *old), {"beta": beta, "alpha": alpha})
    try:
        input._keys
        batch1._keys
        batch2._keys
    except AttributeError:
        check_arguments(_addbmm__op, (input, batch1, batch2, beta, alpha))
    result = _kernel_addbmm(input, batch1, batch2, beta=beta, alpha=alpha)
    return assign(_addbmm__op, input, result)


def addr(input: Tensor, vec1: Tensor, vec2: Tensor, *old: Any, beta: Number = 1, alpha: Number = 1, out: Any = None) -> Tensor:
    if old:
        return call_deprecated(_addr_op, (input, vec1, vec2, *old), {"beta": beta, "alpha": alpha, "out": out})
    try:
        input._keys
        vec1._keys
        vec2._keys
    except AttributeError:
        check_arguments(_addr_op, (input, vec1, vec2, beta, alpha))
    result = through_layers(_addr_op, (input, vec1, vec2, beta, alpha), out) if switch.modes else _kernel_addr(input, vec1, vec2, beta=beta, alpha=alpha)
    if out is None:
        return result
    return write_out(_addr_op, result, out)


def addr_(input: Tensor, vec1: Tensor, vec2: Tensor, *old: Any, beta: Number = 1, alpha: Number = 1) -> Tensor:
    if old:
        return call_deprecated(_addr__op, (input, vec1, vec2, *old), {"beta": beta, "alpha": alpha})
    try:
        input._keys
        vec1._keys
        vec2._keys
    except AttributeError:
        check_arguments(_addr__op, (input, vec1, vec2, beta, alpha))
    result = _kernel_addr(input, vec1, vec2, beta=beta, alpha=alpha)
    return assign(_addr__op, input, result)


def i0(input: Tensor, *, out: Any = None) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_i0_op, (input,), out)
    if keys or switch.modes or out is not None:
        return dispatch(_i0_op, keys, (input,), out)
    return _plain_i0(input)


def i0_(input: Tensor) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_i0__op, (input,))
    if keys or switch.modes:
        return dispatch(_i0__op, keys, (input,))
    return _plain_i0_(input)


def i0e(input: Tensor, *, out: Any = None) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_i0e_op, (input,), out)
    if keys or switch.modes or out is not None:
        return dispatch(_i0e_op, keys, (input,), out)
    return _plain_i0e(input)


def i1(input: Tensor, *, out: Any = None) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_i1_op, (input,), out)
    if keys or switch.modes or out is not None:
        return dispatch(_i1_op, keys, (input,), out)
    return _plain_i1(input)


def i1e(input: Tensor, *, out: Any = None) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_i1e_op, (input,), out)
    if keys or switch.modes or out is not None:
        return dispatch(_i1e_op, keys, (input,), out)
    return _plain_i1e(input)


def modified_bessel_i0(input: Tensor, *, out: Any = None) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_modified_bessel_i0_op, (input,), out)
    if keys or switch.modes or out is not None:
        return dispatch(_modified_bessel_i0_op, keys, (input,), out)
    return _plain_modified_bessel_i0(input)


def modified_bessel_i1(input: Tensor, *, out: Any = None) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_modified_bessel_i1_op, (input,), out)
    if keys or switch.modes or out is not None:
        return dispatch(_modified_bessel_i1_op, keys, (input,), out)
    return _plain_modified_bessel_i1(input)


def modified_bessel_k0(input: Tensor, *, out: Any = None) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_modified_bessel_k0_op, (input,), out)
    if keys or switch.modes or out is not None:
        return dispatch(_modified_bessel_k0_op, keys, (input,), out)
    return _plain_modified_bessel_k0(input)


def modified_bessel_k1(input: Tensor, *, out: Any = None) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_modified_bessel_k1_op, (input,), out)
    if keys or switch.modes or out is not None:
        return dispatch(_modified_bessel_k1_op, keys, (input,), out)
    return _plain_modified_bessel_k1(input)


def scaled_modified_bessel_k0(input: Tensor, *, out: Any = None) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_scaled_modified_bessel_k0_op, (input,), out)
    if keys or switch.modes or out is not None:
        return dispatch(_scaled_modified_bessel_k0_op, keys, (input,), out)
    return _plain_scaled_modified_bessel_k0(input)


def scaled_modified_bessel_k1(input: Tensor, *, out: Any = None) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_scaled_modified_bessel_k1_op, (input,), out)
    if keys or switch.modes or out is not None:
        return dispatch(_scaled_modified_bessel_k1_op, keys, (input,), out)
    return _plain_scaled_modified_bessel_k1(input)


def multi_head_attention_forward(query: Tensor, key: Tensor, value: Tensor, embed_dim_to_check: _int, num_heads: _int, in_proj_weight: Tensor | None, in_proj_bias: Tensor | None, bias_k: Tensor | None, bias_v: Tensor | None, add_zero_attn: _bool, dropout_p: _float, out_proj_weight: Tensor, out_proj_bias: Tensor | None, training: _bool = True, key_padding_mask: Tensor | None = None, need_weights: _bool = True, attn_mask: Tensor | None = None, use_separate_proj_weight: _bool = False, q_proj_weight: Tensor | None = None, k_proj_weight: Tensor | None = None, v_proj_weight: Tensor | None = None, static_k: Tensor | None = None, static_v: Tensor | None = None, average_attn_weights: _bool = True, is_causal: _bool = False) -> _tuple[Tensor, Tensor | None]:
    try:
        query._keys
        key._keys
        value._keys
        out_proj_weight._keys
        if in_proj_weight is not None:
            in_proj_weight._keys
        if in_proj_bias is not None:
            in_proj_bias._keys
        if bias_k is not None:
            bias_k._keys
        if bias_v is not None:
            bias_v._keys
        if out_proj_bias is not None:
            out_proj_bias._keys
        if key_padding_mask is not None:
            key_padding_mask._keys
        if attn_mask is not None:
            attn_mask._keys
        if q_proj_weight is not None:
            q_proj_weight._keys
        if k_proj_weight is not None:
            k_proj_weight._keys
        if v_proj_weight is not None:
            v_proj_weight._keys
        if static_k is not None:
            static_k._keys
        if static_v is not None:
            static_v._keys
    except AttributeError:
        check_arguments(_multi_head_attention_forward_op, (query, key, value, embed_dim_to_check, num_heads, in_proj_weight, in_proj_bias, bias_k, bias_v, add_zero_attn, dropout_p, out_proj_weight, out_proj_bias, training, key_padding_mask, need_weights, attn_mask, use_separate_proj_weight, q_proj_weight, k_proj_weight, v_proj_weight, static_k, static_v, average_attn_weights, is_causal))
    return _kernel_multi_head_attention_forward(query, key, value, embed_dim_to_check, num_heads, in_proj_weight, in_proj_bias, bias_k, bias_v, add_zero_attn, dropout_p, out_proj_weight, out_proj_bias, training, key_padding_mask, need_weights, attn_mask, use_separate_proj_weight, q_proj_weight, k_proj_weight, v_proj_weight, static_k, static_v, average_attn_weights, is_causal)


def native_batch_norm(input: Tensor, weight: Tensor | None, bias: Tensor | None, running_mean: Tensor | None, running_var: Tensor | None, training: _bool, momentum: _float, eps: _float, *, out: Any = None) -> _tuple[Tensor, Tensor, Tensor]:
    try:
        input._keys
        if weight is not None:
            weight._keys
        if bias is not None:
            bias._keys
        if running_mean is not None:
            running_mean._keys
        if running_var is not None:
            running_var._keys
    except AttributeError:
        check_arguments(_native_batch_norm_op, (input, weight, bias, running_mean, running_var, training, momentum, eps))
    result = _kernel_native_batch_norm(input, weight, bias, running_mean, running_var, training, momentum, eps)
    if out is None:
        return result
    return write_out(_native_batch_norm_op, result, out)


def native_layer_norm(input: Tensor, normalized_shape: Shape, weight: Tensor | None, bias: Tensor | None, eps: _float) -> _tuple[Tensor, Tensor, Tensor]:
    try:
        input._keys
        if weight is not None:
            weight._keys
        if bias is not None:
            bias._keys
    except AttributeError:
        check_arguments(_native_layer_norm_op, (input, normalized_shape, weight, bias, eps))
    return through_layers(_native_layer_norm_op, (input, normalized_shape, weight, bias, eps)) if switch.modes else _kernel_native_layer_norm(input, normalized_shape, weight, bias, eps)


def native_group_norm(input: Tensor, weight: Tensor | None, bias: Tensor | None, N: _int, C: _int, HxW: _int, group: _int, eps: _float) -> _tuple[Tensor, Tensor, Tensor]:
    try:
        input._keys
        if weight is not None:
            weight._keys
        if bias is not None:
            bias._keys
    except AttributeError:
        check_arguments(_native_group_norm_op, (input, weight, bias, N, C, HxW, group, eps))
    return _kernel_native_group_norm(input, weight, bias, N, C, HxW, group, eps)


def _plain_vector_norm(input, ord, dim, keepdim):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_vector_norm(np, input._array, ord, dim, keepdim)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def vector_norm(input: Tensor, ord: Number, dim: Dims, keepdim: _bool) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_vector_norm_op, (input, ord, dim, keepdim))
    if keys or switch.modes:
        return dispatch(_vector_norm_op, keys, (input, ord, dim, keepdim))
    return _plain_vector_norm(input, ord, dim, keepdim)


def root(input: Tensor) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_root_op, (input,))
    if keys or switch.modes:
        return dispatch(_root_op, keys, (input,))
    return _plain_root(input)


def linalg_vector_norm(input: Tensor, ord: Number = 2, dim: Dims = None, keepdim: _bool = False, *, dtype: DType | None = None, out: Any = None) -> Tensor:
    try:
        input._keys
    except AttributeError:
        check_arguments(_linalg_vector_norm_op, (input, ord, dim, keepdim, dtype))
    result = through_layers(_linalg_vector_norm_op, (input, ord, dim, keepdim, dtype), out) if switch.modes else _kernel_linalg_vector_norm(input, ord, dim, keepdim, dtype=dtype)
    if out is None:
        return result
    return write_out(_linalg_vector_norm_op, result, out)


def linalg_matrix_norm(input: Tensor, ord: object = 'fro', dim: Dims = (-2, -1), keepdim: _bool = False, *, dtype: DType | None = None, out: Any = None) -> Tensor:
    try:
        input._keys
    except AttributeError:
        check_arguments(_linalg_matrix_norm_op, (input, ord, dim, keepdim, dtype))
    result = through_layers(_linalg_matrix_norm_op, (input, ord, dim, keepdim, dtype), out) if switch.modes else _kernel_linalg_matrix_norm(input, ord, dim, keepdim, dtype=dtype)
    if out is None:
        return result
    return write_out(_linalg_matrix_norm_op, result, out)


def linalg_norm(input: Tensor, ord: object = None, dim: Dims = None, keepdim: _bool = False, *, dtype: DType | None = None, out: Any = None) -> Tensor:
    try:
        input._keys
    except AttributeError:
        check_arguments(_linalg_norm_op, (input, ord, dim, keepdim, dtype))
    result = _kernel_linalg_norm(input, ord, dim, keepdim, dtype=dtype)
    if out is None:
        return result
    return write_out(_linalg_norm_op, result, out)


def norm(input: Tensor, p: object = 'fro', dim: Dims = None, keepdim: _bool = False, *, dtype: DType | None = None, out: Any = None, **renamed: Any) -> Tensor:
    if renamed:
        return with_numpy_names(norm, renamed, {"input": input, "p": p, "dim": dim, "keepdim": keepdim, "dtype": dtype, "out": out})
    try:
        input._keys
    except AttributeError:
        check_arguments(_norm_op, (input, p, dim, keepdim, dtype))
    result = through_layers(_norm_op, (input, p, dim, keepdim, dtype), out) if switch.modes else _kernel_norm(input, p, dim, keepdim, dtype=dtype)
    if out is None:
        return result
    return write_out(_norm_op, result, out)


def nuclear_norm(input: Tensor, dim: Dims = (-2, -1), keepdim: _bool = False, *, out: Any = None, **renamed: Any) -> Tensor:
    if renamed:
        return with_numpy_names(nuclear_norm, renamed, {"input": input, "dim": dim, "keepdim": keepdim, "out": out})
    try:
        input._keys
    except AttributeError:
        check_arguments(_nuclear_norm_op, (input, dim, keepdim))
    result = through_layers(_nuclear_norm_op, (input, dim, keepdim), out) if switch.modes else _kernel_nuclear_norm(input, dim, keepdim)
    if out is None:
        return result
    return write_out(_nuclear_norm_op, result, out)


def frobenius_norm(input: Tensor, dim: Any = MISSING, keepdim: _bool = False, *, out: Any = None, **renamed: Any) -> Tensor:
    if renamed:
        return with_numpy_names(frobenius_norm, renamed, {"input": input, "dim": dim, "keepdim": keepdim, "out": out})
    try:
        input._keys
    except AttributeError:
        check_arguments(_frobenius_norm_op, (input, dim, keepdim))
    result = through_layers(_frobenius_norm_op, (input, dim, keepdim), out) if switch.modes else _kernel_frobenius_norm(input, dim, keepdim)
    if out is None:
        return result
    return write_out(_frobenius_norm_op, result, out)


def norm_except_dim(v: Tensor, pow: _int = 2, dim: _int = 0, **renamed: Any) -> Tensor:
    if renamed:
        return with_numpy_names(norm_except_dim, renamed, {"v": v, "pow": pow, "dim": dim})
    try:
        v._keys
    except AttributeError:
        check_arguments(_norm_except_dim_op, (v, pow, dim))
    return _kernel_norm_except_dim(v, pow, dim)


def dist(input: Tensor, other: Tensor, p: Number = 2) -> Tensor:
    try:
        input._keys
        other._keys
    except AttributeError:
        check_arguments(_dist_op, (input, other, p))
    return through_layers(_dist_op, (input, other, p)) if switch.modes else _kernel_dist(input, other, p)


def _plain_kthvalue(input, k, dim, keepdim):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_kthvalue(np, input._array, k, dim, keepdim)
    finally:
        if token is not None:
            reset_errstate(token)
    return _kthvalue_result._make(wrap(a) for a in array)


def kthvalue(input: Tensor, k: _int, dim: _int = -1, keepdim: _bool = False, *, out: Any = None, **renamed: Any) -> _tuple[Tensor, Tensor]:
    if renamed:
        return with_numpy_names(kthvalue, renamed, {"input": input, "k": k, "dim": dim, "keepdim": keepdim, "out": out})
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_kthvalue_op, (input, k, dim, keepdim), out)
    if keys or switch.modes or out is not None:
        return dispatch(_kthvalue_op, keys, (input, k, dim, keepdim), out)
    return _plain_kthvalue(input, k, dim, keepdim)


def _plain_median_all(input, ignore_nan):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_median_all(np, input._array, ignore_nan)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def median_all(input: Tensor, ignore_nan: _bool) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_median_all_op, (input, ignore_nan))
    if keys or switch.modes:
        return dispatch(_median_all_op, keys, (input, ignore_nan))
    return _plain_median_all(input, ignore_nan)


def _plain_median_dim(input, dim, keepdim, ignore_nan):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_median_dim(np, input._array, dim, keepdim, ignore_nan)
    finally:
        if token is not None:
            reset_errstate(token)
    return _median_dim_result._make(wrap(a) for a in array)


def median_dim(input: Tensor, dim: _int, keepdim: _bool, ignore_nan: _bool) -> _tuple[Tensor, Tensor]:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_median_dim_op, (input, dim, keepdim, ignore_nan))
    if keys or switch.modes:
        return dispatch(_median_dim_op, keys, (input, dim, keepdim, ignore_nan))
    return _plain_median_dim(input, dim, keepdim, ignore_nan)


def median(input: Tensor, dim: _int | None = None, keepdim: _bool = False, *, out: Any = None, **renamed: Any) -> object:
    if renamed:
        return with_numpy_names(median, renamed, {"input": input, "dim": dim, "keepdim": keepdim, "out": out})
    try:
        input._keys
    except AttributeError:
        check_arguments(_median_op, (input, dim, keepdim))
    result = _kernel_median(input, dim, keepdim)
    if out is None:
        return result
    return write_out(_median_op, result, out)


def nanmedian(input: Tensor, dim: _int | None = None, keepdim: _bool = False, *, out: Any = None, **renamed: Any) -> object:
    if renamed:
        return with_numpy_names(nanmedian, renamed, {"input": input, "dim": dim, "keepdim": keepdim, "out": out})
    try:
        input._keys
    except AttributeError:
        check_arguments(_nanmedian_op, (input, dim, keepdim))
    result = _kernel_nanmedian(input, dim, keepdim)
    if out is None:
        return result
    return write_out(_nanmedian_op, result, out)


def _plain_mode(input, dim, keepdim):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_mode(np, input._array, dim, keepdim)
    finally:
        if token is not None:
            reset_errstate(token)
    return _mode_result._make(wrap(a) for a in array)


def mode(input: Tensor, dim: _int = -1, keepdim: _bool = False, *, out: Any = None, **renamed: Any) -> _tuple[Tensor, Tensor]:
    if renamed:
        return with_numpy_names(mode, renamed, {"input": input, "dim": dim, "keepdim": keepdim, "out": out})
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_mode_op, (input, dim, keepdim), out)
    if keys or switch.modes or out is not None:
        return dispatch(_mode_op, keys, (input, dim, keepdim), out)
    return _plain_mode(input, dim, keepdim)


def quantile(input: Tensor, q: Tensor | Number, dim: _int | None = None, keepdim: _bool = False, *, interpolation: _str = 'linear', out: Any = None, **renamed: Any) -> Tensor:
    if renamed:
        return with_numpy_names(quantile, renamed, {"input": input, "q": q, "dim": dim, "keepdim": keepdim, "interpolation": interpolation, "out": out})
    try:
        input._keys
    except AttributeError:
        check_arguments(_quantile_op, (input, q, dim, keepdim, interpolation))
    try:
        result = through_layers(_quantile_op, (input, q, dim, keepdim, interpolation), out) if switch.modes else _kernel_quantile(input, q, dim, keepdim, interpolation=interpolation)
    except Exception as error:
        blame_arguments(_quantile_op, (input, q, dim, keepdim, interpolation), error)
        raise
    if out is None:
        return result
    return write_out(_quantile_op, result, out)


def nanquantile(input: Tensor, q: Tensor | Number, dim: _int | None = None, keepdim: _bool = False, *, interpolation: _str = 'linear', out: Any = None, **renamed: Any) -> Tensor:
    if renamed:
        return with_numpy_names(nanquantile, renamed, {"input": input, "q": q, "dim": dim, "keepdim": keepdim, "interpolation": interpolation, "out": out})
    try:
        input._keys
    except AttributeError:
        check_arguments(_nanquantile_op, (input, q, dim, keepdim, interpolation))
    try:
        result = through_layers(_nanquantile_op, (input, q, dim, keepdim, interpolation), out) if switch.modes else _kernel_nanquantile(input, q, dim, keepdim, interpolation=interpolation)
    except Exception as error:
        blame_arguments(_nanquantile_op, (input, q, dim, keepdim, interpolation), error)
        raise
    if out is None:
        return result
    return write_out(_nanquantile_op, result, out)


def _plain_linalg_qr(A, mode):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_linalg_qr(np, A._array, mode)
    finally:
        if token is not None:
            reset_errstate(token)
    return _linalg_qr_result._make(wrap(a) for a in array)


def linalg_qr(A: Tensor, mode: _str = 'reduced', *, out: Any = None) -> _tuple[Tensor, Tensor]:
    try:
        keys = A._keys
    except AttributeError:
        return call_mixed(_linalg_qr_op, (A, mode), out)
    if keys or switch.modes or out is not None:
        return dispatch(_linalg_qr_op, keys, (A, mode), out)
    return _plain_linalg_qr(A, mode)


def qr(input: Tensor, some: _bool = True, *, out: Any = None) -> _tuple[Tensor, Tensor]:
    try:
        input._keys
    except AttributeError:
        check_arguments(_qr_op, (input, some))
    result = through_layers(_qr_op, (input, some), out) if switch.modes else _kernel_qr(input, some)
    if out is None:
        return result
    return write_out(_qr_op, result, out)


def _plain_geqrf(input):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_geqrf(np, input._array)
    finally:
        if token is not None:
            reset_errstate(token)
    return _geqrf_result._make(wrap(a) for a in array)


def geqrf(input: Tensor, *, out: Any = None) -> _tuple[Tensor, Tensor]:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_geqrf_op, (input,), out)
    if keys or switch.modes or out is not None:
        return dispatch(_geqrf_op, keys, (input,), out)
    return _plain_geqrf(input)


def linalg_householder_product(input: Tensor, tau: Tensor, *, out: Any = None) -> Tensor:
    try:
        input._keys
        tau._keys
    except AttributeError:
        check_arguments(_linalg_householder_product_op, (input, tau))
    result = through_layers(_linalg_householder_product_op, (input, tau), out) if switch.modes else _kernel_linalg_householder_product(input, tau)
    if out is None:
        return result
    return write_out(_linalg_householder_product_op, result, out)


orgqr = linalg_householder_product


def ormqr(input: Tensor, input2: Tensor, input3: Tensor, left: _bool = True, transpose: _bool = False, *, out: Any = None) -> Tensor:
    try:
        input._keys
        input2._keys
        input3._keys
    except AttributeError:
        check_arguments(_ormqr_op, (input, input2, input3, left, transpose))
    result = through_layers(_ormqr_op, (input, input2, input3, left, transpose), out) if switch.modes else _kernel_ormqr(input, input2, input3, left, transpose)
    if out is None:
        return result
    return write_out(_ormqr_op, result, out)


def chebyshev_polynomial_t(input: Tensor | Number, n: Tensor | Number, *, out: Any = None) -> Tensor:
    kind = _type(n)
    try:
        keys = input._keys
        if kind is not _float and kind is not _int:
            keys |= n._keys
    except AttributeError:
        return call_mixed(_chebyshev_polynomial_t_op, (input, n), out)
    if keys or switch.modes or out is not None:
        return dispatch(_chebyshev_polynomial_t_op, keys, (input, n), out)
    return _plain_chebyshev_polynomial_t(input, n)


def chebyshev_polynomial_u(input: Tensor | Number, n: Tensor | Number, *, out: Any = None) -> Tensor:
    kind = _type(n)
    try:
        keys = input._keys
        if kind is not _float and kind is not _int:
            keys |= n._keys
    except AttributeError:
        return call_mixed(_chebyshev_polynomial_u_op, (input, n), out)
    if keys or switch.modes or out is not None:
        return dispatch(_chebyshev_polynomial_u_op, keys, (input, n), out)
    return _plain_chebyshev_polynomial_u(input, n)


def chebyshev_polynomial_v(input: Tensor | Number, n: Tensor | Number, *, out: Any = None) -> Tensor:
    kind = _type(n)
    try:
        keys = input._keys
        if kind is not _float and kind is not _int:
            keys |= n._keys
    except AttributeError:
        return call_mixed(_chebyshev_polynomial_v_op, (input, n), out)
    if keys or switch.modes or out is not None:
        return dispatch(_chebyshev_polynomial_v_op, keys, (input, n), out)
    return _plain_chebyshev_polynomial_v(input, n)


def chebyshev_polynomial_w(input: Tensor | Number, n: Tensor | Number, *, out: Any = None) -> Tensor:
    kind = _type(n)
    try:
        keys = input._keys
        if kind is not _float and kind is not _int:
            keys |= n._keys
    except AttributeError:
        return call_mixed(_chebyshev_polynomial_w_op, (input, n), out)
    if keys or switch.modes or out is not None:
        return dispatch(_chebyshev_polynomial_w_op, keys, (input, n), out)
    return _plain_chebyshev_polynomial_w(input, n)


def shifted_chebyshev_polynomial_t(input: Tensor | Number, n: Tensor | Number, *, out: Any = None) -> Tensor:
    kind = _type(n)
    try:
        keys = input._keys
        if kind is not _float and kind is not _int:
            keys |= n._keys
    except AttributeError:
        return call_mixed(_shifted_chebyshev_polynomial_t_op, (input, n), out)
    if keys or switch.modes or out is not None:
        return dispatch(_shifted_chebyshev_polynomial_t_op, keys, (input, n), out)
    return _plain_shifted_chebyshev_polynomial_t(input, n)


def shifted_chebyshev_polynomial_u(input: Tensor | Number, n: Tensor | Number, *, out: Any = None) -> Tensor:
    kind = _type(n)
    try:
        keys = input._keys
        if kind is not _float and kind is not _int:
            keys |= n._keys
    except AttributeError:
        return call_mixed(_shifted_chebyshev_polynomial_u_op, (input, n), out)
    if keys or switch.modes or out is not None:
        return dispatch(_shifted_chebyshev_polynomial_u_op, keys, (input, n), out)
    return _plain_shifted_chebyshev_polynomial_u(input, n)


def shifted_chebyshev_polynomial_v(input: Tensor | Number, n: Tensor | Number, *, out: Any = None) -> Tensor:
    kind = _type(n)
    try:
        keys = input._keys
        if kind is not _float and kind is not _int:
            keys |= n._keys
    except AttributeError:
        return call_mixed(_shifted_chebyshev_polynomial_v_op, (input, n), out)
    if keys or switch.modes or out is not None:
        return dispatch(_shifted_chebyshev_polynomial_v_op, keys, (input, n), out)
    return _plain_shifted_chebyshev_polynomial_v(input, n)


def shifted_chebyshev_polynomial_w(input: Tensor | Number, n: Tensor | Number, *, out: Any = None) -> Tensor:
    kind = _type(n)
    try:
        keys = input._keys
        if kind is not _float and kind is not _int:
            keys |= n._keys
    except AttributeError:
        return call_mixed(_shifted_chebyshev_polynomial_w_op, (input, n), out)
    if keys or switch.modes or out is not None:
        return dispatch(_shifted_chebyshev_polynomial_w_op, keys, (input, n), out)
    return _plain_shifted_chebyshev_polynomial_w(input, n)


def hermite_polynomial_h(input: Tensor | Number, n: Tensor | Number, *, out: Any = None) -> Tensor:
    kind = _type(n)
    try:
        keys = input._keys
        if kind is not _float and kind is not _int:
            keys |= n._keys
    except AttributeError:
        return call_mixed(_hermite_polynomial_h_op, (input, n), out)
    if keys or switch.modes or out is not None:
        return dispatch(_hermite_polynomial_h_op, keys, (input, n), out)
    return _plain_hermite_polynomial_h(input, n)


def hermite_polynomial_he(input: Tensor | Number, n: Tensor | Number, *, out: Any = None) -> Tensor:
    kind = _type(n)
    try:
        keys = input._keys
        if kind is not _float and kind is not _int:
            keys |= n._keys
    except AttributeError:
        return call_mixed(_hermite_polynomial_he_op, (input, n), out)
    if keys or switch.modes or out is not None:
        return dispatch(_hermite_polynomial_he_op, keys, (input, n), out)
    return _plain_hermite_polynomial_he(input, n)


def laguerre_polynomial_l(input: Tensor | Number, n: Tensor | Number, *, out: Any = None) -> Tensor:
    kind = _type(n)
    try:
        keys = input._keys
        if kind is not _float and kind is not _int:
            keys |= n._keys
    except AttributeError:
        return call_mixed(_laguerre_polynomial_l_op, (input, n), out)
    if keys or switch.modes or out is not None:
        return dispatch(_laguerre_polynomial_l_op, keys, (input, n), out)
    return _plain_laguerre_polynomial_l(input, n)


def legendre_polynomial_p(input: Tensor | Number, n: Tensor | Number, *, out: Any = None) -> Tensor:
    kind = _type(n)
    try:
        keys = input._keys
        if kind is not _float and kind is not _int:
            keys |= n._keys
    except AttributeError:
        return call_mixed(_legendre_polynomial_p_op, (input, n), out)
    if keys or switch.modes or out is not None:
        return dispatch(_legendre_polynomial_p_op, keys, (input, n), out)
    return _plain_legendre_polynomial_p(input, n)


def _plain_constant_pad_nd(input, pad, value):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_constant_pad_nd(np, input._array, pad, value)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def constant_pad_nd(input: Tensor, pad: Shape, value: Number = 0) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_constant_pad_nd_op, (input, pad, value))
    if keys or switch.modes:
        return dispatch(_constant_pad_nd_op, keys, (input, pad, value))
    return _plain_constant_pad_nd(input, pad, value)


def pad(input: Tensor, pad: Shape, mode: _str = 'constant', value: _float | None = None) -> Tensor:
    try:
        input._keys
    except AttributeError:
        check_arguments(_pad_op, (input, pad, mode, value))
    return through_layers(_pad_op, (input, pad, mode, value)) if switch.modes else _kernel_pad(input, pad, mode, value)


def _plain_t(input):
    array = _kernel_t(np, input._array)
    return view_of(input, array)


def t(input: Tensor) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_t_op, (input,))
    if keys or switch.modes:
        return dispatch(_t_op, keys, (input,))
    array = _kernel_t(np, input._array)
    return view_of(input, array)


def _plain_transpose(input, dim0, dim1):
    array = _kernel_transpose(np, input._array, dim0, dim1)
    return view_of(input, array)


def transpose(input: Tensor, dim0: _int, dim1: _int) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_transpose_op, (input, dim0, dim1))
    if keys or switch.modes:
        return dispatch(_transpose_op, keys, (input, dim0, dim1))
    array = _kernel_transpose(np, input._array, dim0, dim1)
    return view_of(input, array)


swapdims = transpose


def swapaxes(input: Tensor, axis0: _int, axis1: _int) -> Tensor:
    try:
        input._keys
    except AttributeError:
        check_arguments(_swapaxes_op, (input, axis0, axis1))
    return _kernel_swapaxes(input, axis0, axis1)


def _plain_permute(input, dims):
    array = _kernel_permute(np, input._array, dims)
    return view_of(input, array)


def permute(input: Tensor, dims: Any) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_permute_op, (input, dims))
    if keys or switch.modes:
        return dispatch(_permute_op, keys, (input, dims))
    array = _kernel_permute(np, input._array, dims)
    return view_of(input, array)


def movedim(input: Tensor, source: Dims, destination: Dims) -> Tensor:
    try:
        input._keys
    except AttributeError:
        check_arguments(_movedim_op, (input, source, destination))
    return _kernel_movedim(input, source, destination)


moveaxis = movedim


reversed_dims = _kernel_reversed_dims


matrix_transpose = _kernel_matrix_transpose


matrices_adjoint = _kernel_matrices_adjoint


matrix_adjoint = _kernel_matrix_adjoint


def adjoint(input: Tensor) -> Tensor:
    try:
        input._keys
    except AttributeError:
        check_arguments(_adjoint_op, (input,))
    return _kernel_adjoint(input)


t_ = _kernel_t_


transpose_ = _kernel_transpose_


swapdims_ = transpose_


swapaxes_ = _kernel_swapaxes_


def squeeze_(input: Tensor, dim: Dims = None, **renamed: Any) -> Tensor:
    if renamed:
        return with_numpy_names(squeeze_, renamed, {"input": input, "dim": dim})
    return _kernel_squeeze_(input, dim)


def unsqueeze_(input: Tensor, dim: Any = MISSING, **renamed: Any) -> Tensor:
    if renamed:
        return with_numpy_names(unsqueeze_, renamed, {"input": input, "dim": dim})
    return _kernel_unsqueeze_(input, dim)


def as_strided_(input: Tensor, size: Dims, stride: Dims, storage_offset: _int | None = None) -> Tensor:
    try:
        input._keys
    except AttributeError:
        check_arguments(_as_strided__op, (input, size, stride, storage_offset))
    return _kernel_as_strided_(input, size, stride, storage_offset)


def fmax(input: Tensor, other: Tensor, *, out: Any = None) -> Tensor:
    try:
        keys = input._keys | other._keys
    except AttributeError:
        return call_mixed(_fmax_op, (input, other), out)
    if keys or switch.modes or out is not None:
        return dispatch(_fmax_op, keys, (input, other), out)
    return _plain_fmax(input, other)


def fmin(input: Tensor, other: Tensor, *, out: Any = None) -> Tensor:
    try:
        keys = input._keys | other._keys
    except AttributeError:
        return call_mixed(_fmin_op, (input, other), out)
    if keys or switch.modes or out is not None:
        return dispatch(_fmin_op, keys, (input, other), out)
    return _plain_fmin(input, other)


def copysign(input: Tensor, other: Tensor | Number, *, out: Any = None) -> Tensor:
    kind = _type(other)
    try:
        keys = input._keys
        if kind is not _float and kind is not _int:
            keys |= other._keys
    except AttributeError:
        return call_mixed(_copysign_op, (input, other), out)
    if keys or switch.modes or out is not None:
        return dispatch(_copysign_op, keys, (input, other), out)
    return _plain_copysign(input, other)


def copysign_(input: Tensor, other: Tensor | Number) -> Tensor:
    kind = _type(other)
    try:
        keys = input._keys
        if kind is not _float and kind is not _int:
            keys |= other._keys
    except AttributeError:
        return call_mixed(_copysign__op, (input, other))
    if keys or switch.modes:
        return dispatch(_copysign__op, keys, (input, other))
    return _plain_copysign_(input, other)


def heaviside(input: Tensor, values: Tensor, *, out: Any = None) -> Tensor:
    try:
        keys = input._keys | values._keys
    except AttributeError:
        return call_mixed(_heaviside_op, (input, values), out)
    if keys or switch.modes or out is not None:
        return dispatch(_heaviside_op, keys, (input, values), out)
    return _plain_heaviside(input, values)


def heaviside_(input: Tensor, values: Tensor) -> Tensor:
    try:
        keys = input._keys | values._keys
    except AttributeError:
        return call_mixed(_heaviside__op, (input, values))
    if keys or switch.modes:
        return dispatch(_heaviside__op, keys, (input, values))
    return _plain_heaviside_(input, values)


def nextafter(input: Tensor, other: Tensor, *, out: Any = None) -> Tensor:
    try:
        keys = input._keys | other._keys
    except AttributeError:
        return call_mixed(_nextafter_op, (input, other), out)
    if keys or switch.modes or out is not None:
        return dispatch(_nextafter_op, keys, (input, other), out)
    return _plain_nextafter(input, other)


def nextafter_(input: Tensor, other: Tensor) -> Tensor:
    try:
        keys = input._keys | other._keys
    except AttributeError:
        return call_mixed(_nextafter__op, (input, other))
    if keys or switch.modes:
        return dispatch(_nextafter__op, keys, (input, other))
    return _plain_nextafter_(input, other)


def hypot(input: Tensor, other: Tensor, *, out: Any = None) -> Tensor:
    try:
        keys = input._keys | other._keys
    except AttributeError:
        return call_mixed(_hypot_op, (input, other), out)
    if keys or switch.modes or out is not None:
        return dispatch(_hypot_op, keys, (input, other), out)
    return _plain_hypot(input, other)


def hypot_(input: Tensor, other: Tensor) -> Tensor:
    try:
        keys = input._keys | other._keys
    except AttributeError:
        return call_mixed(_hypot__op, (input, other))
    if keys or switch.modes:
        return dispatch(_hypot__op, keys, (input, other))
    return _plain_hypot_(input, other)


def logaddexp(input: Tensor, other: Tensor, *, out: Any = None) -> Tensor:
    try:
        keys = input._keys | other._keys
    except AttributeError:
        return call_mixed(_logaddexp_op, (input, other), out)
    if keys or switch.modes or out is not None:
        return dispatch(_logaddexp_op, keys, (input, other), out)
    return _plain_logaddexp(input, other)


def logaddexp2(input: Tensor, other: Tensor, *, out: Any = None) -> Tensor:
    try:
        keys = input._keys | other._keys
    except AttributeError:
        return call_mixed(_logaddexp2_op, (input, other), out)
    if keys or switch.modes or out is not None:
        return dispatch(_logaddexp2_op, keys, (input, other), out)
    return _plain_logaddexp2(input, other)


def addcmul(input: Tensor, tensor1: Tensor, tensor2: Tensor, *old: Any, value: Number = 1, out: Any = None) -> Tensor:
    if old:
        return call_deprecated(_addcmul_op, (input, tensor1, tensor2, *old), {"value": value, "out": out})
    try:
        keys = input._keys | tensor1._keys | tensor2._keys
    except AttributeError:
        return call_mixed(_addcmul_op, (input, tensor1, tensor2, value), out)
    if keys or switch.modes or out is not None:
        return dispatch(_addcmul_op, keys, (input, tensor1, tensor2, value), out)
    return _plain_addcmul(input, tensor1, tensor2, value)


def addcmul_(input: Tensor, tensor1: Tensor, tensor2: Tensor, *old: Any, value: Number = 1) -> Tensor:
    if old:
        return call_deprecated(_addcmul__op, (input, tensor1, tensor2, *old), {"value": value})
    try:
        keys = input._keys | tensor1._keys | tensor2._keys
    except AttributeError:
        return call_mixed(_addcmul__op, (input, tensor1, tensor2, value))
    if keys or switch.modes:
        return dispatch(_addcmul__op, keys, (input, tensor1, tensor2, value))
    return _plain_addcmul_(input, tensor1, tensor2, value)


def addcdiv(input: Tensor, tensor1: Tensor, tensor2: Tensor, *old: Any, value: Number = 1, out: Any = None) -> Tensor:
    if old:
        return call_deprecated(_addcdiv_op, (input, tensor1, tensor2, *old), {"value": value, "out": out})
    try:
        keys = input._keys | tensor1._keys | tensor2._keys
    except AttributeError:
        return call_mixed(_addcdiv_op, (input, tensor1, tensor2, value), out)
    if keys or switch.modes or out is not None:
        return dispatch(_addcdiv_op, keys, (input, tensor1, tensor2, value), out)
    return _plain_addcdiv(input, tensor1, tensor2, value)


def addcdiv_(input: Tensor, tensor1: Tensor, tensor2: Tensor, *old: Any, value: Number = 1) -> Tensor:
    if old:
        return call_deprecated(_addcdiv__op, (input, tensor1, tensor2, *old), {"value": value})
    try:
        keys = input._keys | tensor1._keys | tensor2._keys
    except AttributeError:
        return call_mixed(_addcdiv__op, (input, tensor1, tensor2, value))
    if keys or switch.modes:
        return dispatch(_addcdiv__op, keys, (input, tensor1, tensor2, value))
    return _plain_addcdiv_(input, tensor1, tensor2, value)


def lerp(input: Tensor, end: Tensor, weight: Tensor | Number, *, out: Any = None) -> Tensor:
    try:
        keys = input._keys | end._keys
        kind = _type(weight)
        if kind is not _float and kind is not _int:
            keys |= weight._keys
    except AttributeError:
        return call_mixed(_lerp_op, (input, end, weight), out)
    if keys or switch.modes or out is not None:
        return dispatch(_lerp_op, keys, (input, end, weight), out)
    return _plain_lerp(input, end, weight)


def lerp_(input: Tensor, end: Tensor, weight: Tensor | Number) -> Tensor:
    try:
        keys = input._keys | end._keys
        kind = _type(weight)
        if kind is not _float and kind is not _int:
            keys |= weight._keys
    except AttributeError:
        return call_mixed(_lerp__op, (input, end, weight))
    if keys or switch.modes:
        return dispatch(_lerp__op, keys, (input, end, weight))
    return _plain_lerp_(input, end, weight)


def pow(input: Tensor | Number, exponent: Tensor | Number, *, out: Any = None) -> Tensor:
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


def pow_(input: Tensor | Number, exponent: Tensor | Number) -> Tensor:
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


def square(input: Tensor, *, out: Any = None) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_square_op, (input,), out)
    if keys or switch.modes or out is not None:
        return dispatch(_square_op, keys, (input,), out)
    return _plain_square(input)


def square_(input: Tensor) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_square__op, (input,))
    if keys or switch.modes:
        return dispatch(_square__op, keys, (input,))
    return _plain_square_(input)


def float_power(input: Tensor | Number, exponent: Tensor | Number, *, out: Any = None) -> Tensor:
    try:
        result = _kernel_float_power(input, exponent)
    except Exception as error:
        blame_arguments(_float_power_op, (input, exponent), error)
        raise
    if out is None:
        return result
    return write_out(_float_power_op, result, out)


def float_power_(input: Tensor, exponent: Tensor | Number) -> Tensor:
    try:
        input._keys
    except AttributeError:
        check_arguments(_float_power__op, (input, exponent))
    try:
        return _kernel_float_power_(input, exponent)
    except Exception as error:
        blame_arguments(_float_power__op, (input, exponent), error)
        raise


def _plain_frexp(input):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_frexp(np, input._array)
    finally:
        if token is not None:
            reset_errstate(token)
    return _frexp_result._make(wrap(a) for a in array)


def frexp(input: Tensor, *, out: Any = None) -> _tuple[Tensor, Tensor]:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_frexp_op, (input,), out)
    if keys or switch.modes or out is not None:
        return dispatch(_frexp_op, keys, (input,), out)
    return _plain_frexp(input)


def ldexp(input: Tensor, other: Tensor, *, out: Any = None) -> Tensor:
    try:
        input._keys
        other._keys
    except AttributeError:
        check_arguments(_ldexp_op, (input, other))
    result = _kernel_ldexp(input, other)
    if out is None:
        return result
    return write_out(_ldexp_op, result, out)


def ldexp_(input: Tensor, other: Tensor) -> Tensor:
    try:
        input._keys
        other._keys
    except AttributeError:
        check_arguments(_ldexp__op, (input, other))
    result = _kernel_ldexp(input, other)
    return assign(_ldexp__op, input, result)


def _plain_uniform_(input, from_, to, generator):
    return _kernel_uniform_(input, from_, to, generator=generator)


def uniform_(input: Tensor, from_: Number = 0.0, to: Number = 1.0, *, generator: object = None) -> Tensor:
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
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_geometric__op, (input, p, generator))
    if keys or switch.modes:
        return dispatch(_geometric__op, keys, (input, p, generator))
    return _plain_geometric_(input, p, generator)


def _plain_random_(input, bounds, to, generator):
    return _kernel_random_(input, bounds, to=to, generator=generator)


def random_(input: Tensor, bounds: Any = (), *, to: _int | None = None, generator: object = None) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_random__op, (input, bounds, to, generator))
    if keys or switch.modes:
        return dispatch(_random__op, keys, (input, bounds, to, generator))
    return _plain_random_(input, bounds, to, generator)


def _plain_bernoulli_drawn(input, generator):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_bernoulli_drawn(np, input._array, generator)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def bernoulli_drawn(input: Tensor, generator: object) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_bernoulli_drawn_op, (input, generator))
    if keys or switch.modes:
        return dispatch(_bernoulli_drawn_op, keys, (input, generator))
    return _plain_bernoulli_drawn(input, generator)


def bernoulli(input: Tensor, p: object = None, *, generator: object = None, out: object = None) -> Tensor:
    try:
        input._keys
    except AttributeError:
        check_arguments(_bernoulli_op, (input, p, generator, out))
    return _kernel_bernoulli(input, p, generator=generator, out=out)


def _plain_normal_around(mean, std, mean_number, std_number, generator, dtype):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_normal_around(np, None if mean is None else mean._array, None if std is None else std._array, mean_number, std_number, generator, dtype)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def normal_around(mean: Tensor | None, std: Tensor | None, mean_number: Number, std_number: Number, generator: object, dtype: DType | None) -> Tensor:
    try:
        keys = 0
        if mean is not None:
            keys |= mean._keys
        if std is not None:
            keys |= std._keys
    except AttributeError:
        return call_mixed(_normal_around_op, (mean, std, mean_number, std_number, generator, dtype))
    if keys or switch.modes:
        return dispatch(_normal_around_op, keys, (mean, std, mean_number, std_number, generator, dtype))
    return _plain_normal_around(mean, std, mean_number, std_number, generator, dtype)


def _plain_poisson(input, generator):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_poisson(np, input._array, generator)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def poisson(input: Tensor, generator: object = None) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_poisson_op, (input, generator))
    if keys or switch.modes:
        return dispatch(_poisson_op, keys, (input, generator))
    return _plain_poisson(input, generator)


def _plain_binomial(count, prob, generator):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_binomial(np, count._array, prob._array, generator)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def binomial(count: Tensor, prob: Tensor, generator: object = None) -> Tensor:
    try:
        keys = count._keys | prob._keys
    except AttributeError:
        return call_mixed(_binomial_op, (count, prob, generator))
    if keys or switch.modes:
        return dispatch(_binomial_op, keys, (count, prob, generator))
    return _plain_binomial(count, prob, generator)


def _plain_multinomial(input, num_samples, replacement, generator):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_multinomial(np, input._array, num_samples, replacement, generator=generator)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def multinomial(input: Tensor, num_samples: _int, replacement: _bool = False, *, generator: object = None, out: Any = None) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_multinomial_op, (input, num_samples, replacement, generator), out)
    if keys or switch.modes or out is not None:
        return dispatch(_multinomial_op, keys, (input, num_samples, replacement, generator), out)
    return _plain_multinomial(input, num_samples, replacement, generator)


def _plain_standard_gamma(input, generator):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_standard_gamma(np, input._array, generator)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def standard_gamma(input: Tensor, generator: object = None) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_standard_gamma_op, (input, generator))
    if keys or switch.modes:
        return dispatch(_standard_gamma_op, keys, (input, generator))
    return _plain_standard_gamma(input, generator)


_standard_gamma = standard_gamma


def _plain_sample_dirichlet(input, generator):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_sample_dirichlet(np, input._array, generator)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def sample_dirichlet(input: Tensor, generator: object = None) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_sample_dirichlet_op, (input, generator))
    if keys or switch.modes:
        return dispatch(_sample_dirichlet_op, keys, (input, generator))
    return _plain_sample_dirichlet(input, generator)


_sample_dirichlet = sample_dirichlet


def _plain_lstm_sequence(tensors, sizes, reverse):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_lstm_sequence(np, [t._array if t is not None else None for t in tensors], sizes, reverse)
    finally:
        if token is not None:
            reset_errstate(token)
    return _lstm_sequence_result._make(wrap(a) for a in array)


def lstm_sequence(tensors: Sequence[Tensor | None], sizes: Shape, reverse: _bool) -> _tuple[Tensor, Tensor, Tensor, Tensor, Tensor]:
    try:
        keys = 0
        kind = _type(tensors)
        if kind is not _list and kind is not _tuple:
            raise AttributeError
        for t in tensors:
            if t is not None:
                keys |= t._keys
    except AttributeError:
        return call_mixed(_lstm_sequence_op, (tensors, sizes, reverse))
    if keys or switch.modes:
        return dispatch(_lstm_sequence_op, keys, (tensors, sizes, reverse))
    return _plain_lstm_sequence(tensors, sizes, reverse)


def _plain_lstm_sequence_backward(grads, tensors, result, active, cells, sizes, reverse):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_lstm_sequence_backward(np, [t._array if t is not None else None for t in grads], [t._array if t is not None else None for t in tensors], result._array, active._array, cells._array, sizes, reverse)
    finally:
        if token is not None:
            reset_errstate(token)
    return _tuple([wrap(a) for a in array])


def lstm_sequence_backward(grads: Sequence[Tensor | None], tensors: Sequence[Tensor | None], result: Tensor, active: Tensor, cells: Tensor, sizes: Shape, reverse: _bool) -> _tuple[Tensor, ...]:
    try:
        keys = result._keys | active._keys | cells._keys
        kind = _type(grads)
        if kind is not _list and kind is not _tuple:
            raise AttributeError
        for t in grads:
            if t is not None:
                keys |= t._keys
        kind = _type(tensors)
        if kind is not _list and kind is not _tuple:
            raise AttributeError
        for t in tensors:
            if t is not None:
                keys |= t._keys
    except AttributeError:
        return call_mixed(_lstm_sequence_backward_op, (grads, tensors, result, active, cells, sizes, reverse))
    if keys or switch.modes:
        return dispatch(_lstm_sequence_backward_op, keys, (grads, tensors, result, active, cells, sizes, reverse))
    return _plain_lstm_sequence_backward(grads, tensors, result, active, cells, sizes, reverse)


def _plain_gru_sequence(tensors, sizes, reverse):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_gru_sequence(np, [t._array if t is not None else None for t in tensors], sizes, reverse)
    finally:
        if token is not None:
            reset_errstate(token)
    return _gru_sequence_result._make(wrap(a) for a in array)


def gru_sequence(tensors: Sequence[Tensor | None], sizes: Shape, reverse: _bool) -> _tuple[Tensor, Tensor, Tensor, Tensor]:
    try:
        keys = 0
        kind = _type(tensors)
        if kind is not _list and kind is not _tuple:
            raise AttributeError
        for t in tensors:
            if t is not None:
                keys |= t._keys
    except AttributeError:
        return call_mixed(_gru_sequence_op, (tensors, sizes, reverse))
    if keys or switch.modes:
        return dispatch(_gru_sequence_op, keys, (tensors, sizes, reverse))
    return _plain_gru_sequence(tensors, sizes, reverse)


def _plain_gru_sequence_backward(grads, tensors, result, active, recurrent, sizes, reverse):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_gru_sequence_backward(np, [t._array if t is not None else None for t in grads], [t._array if t is not None else None for t in tensors], result._array, active._array, recurrent._array, sizes, reverse)
    finally:
        if token is not None:
            reset_errstate(token)
    return _tuple([wrap(a) for a in array])


def gru_sequence_backward(grads: Sequence[Tensor | None], tensors: Sequence[Tensor | None], result: Tensor, active: Tensor, recurrent: Tensor, sizes: Shape, reverse: _bool) -> _tuple[Tensor, ...]:
    try:
        keys = result._keys | active._keys | recurrent._keys
        kind = _type(grads)
        if kind is not _list and kind is not _tuple:
            raise AttributeError
        for t in grads:
            if t is not None:
                keys |= t._keys
        kind = _type(tensors)
        if kind is not _list and kind is not _tuple:
            raise AttributeError
        for t in tensors:
            if t is not None:
                keys |= t._keys
    except AttributeError:
        return call_mixed(_gru_sequence_backward_op, (grads, tensors, result, active, recurrent, sizes, reverse))
    if keys or switch.modes:
        return dispatch(_gru_sequence_backward_op, keys, (grads, tensors, result, active, recurrent, sizes, reverse))
    return _plain_gru_sequence_backward(grads, tensors, result, active, recurrent, sizes, reverse)


def _plain_rnn_sequence(tensors, relu, sizes, reverse):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_rnn_sequence(np, [t._array if t is not None else None for t in tensors], relu, sizes, reverse)
    finally:
        if token is not None:
            reset_errstate(token)
    return _rnn_sequence_result._make(wrap(a) for a in array)


def rnn_sequence(tensors: Sequence[Tensor | None], relu: _bool, sizes: Shape, reverse: _bool) -> _tuple[Tensor, Tensor]:
    try:
        keys = 0
        kind = _type(tensors)
        if kind is not _list and kind is not _tuple:
            raise AttributeError
        for t in tensors:
            if t is not None:
                keys |= t._keys
    except AttributeError:
        return call_mixed(_rnn_sequence_op, (tensors, relu, sizes, reverse))
    if keys or switch.modes:
        return dispatch(_rnn_sequence_op, keys, (tensors, relu, sizes, reverse))
    return _plain_rnn_sequence(tensors, relu, sizes, reverse)


def _plain_rnn_sequence_backward(grads, tensors, result, relu, sizes, reverse):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_rnn_sequence_backward(np, [t._array if t is not None else None for t in grads], [t._array if t is not None else None for t in tensors], result._array, relu, sizes, reverse)
    finally:
        if token is not None:
            reset_errstate(token)
    return _tuple([wrap(a) for a in array])


def rnn_sequence_backward(grads: Sequence[Tensor | None], tensors: Sequence[Tensor | None], result: Tensor, relu: _bool, sizes: Shape, reverse: _bool) -> _tuple[Tensor, ...]:
    try:
        keys = result._keys
        kind = _type(grads)
        if kind is not _list and kind is not _tuple:
            raise AttributeError
        for t in grads:
            if t is not None:
                keys |= t._keys
        kind = _type(tensors)
        if kind is not _list and kind is not _tuple:
            raise AttributeError
        for t in tensors:
            if t is not None:
                keys |= t._keys
    except AttributeError:
        return call_mixed(_rnn_sequence_backward_op, (grads, tensors, result, relu, sizes, reverse))
    if keys or switch.modes:
        return dispatch(_rnn_sequence_backward_op, keys, (grads, tensors, result, relu, sizes, reverse))
    return _plain_rnn_sequence_backward(grads, tensors, result, relu, sizes, reverse)


def lstm_cell(input: Tensor, hx: Sequence[Tensor], w_ih: Tensor, w_hh: Tensor, b_ih: Tensor | None = None, b_hh: Tensor | None = None) -> _tuple[Tensor, Tensor]:
    try:
        input._keys
        w_ih._keys
        w_hh._keys
        if b_ih is not None:
            b_ih._keys
        if b_hh is not None:
            b_hh._keys
    except AttributeError:
        check_arguments(_lstm_cell_op, (input, hx, w_ih, w_hh, b_ih, b_hh))
    return through_layers(_lstm_cell_op, (input, hx, w_ih, w_hh, b_ih, b_hh)) if switch.modes else _kernel_lstm_cell(input, hx, w_ih, w_hh, b_ih, b_hh)


def gru_cell(input: Tensor, hx: Tensor, w_ih: Tensor, w_hh: Tensor, b_ih: Tensor | None = None, b_hh: Tensor | None = None) -> Tensor:
    try:
        input._keys
        hx._keys
        w_ih._keys
        w_hh._keys
        if b_ih is not None:
            b_ih._keys
        if b_hh is not None:
            b_hh._keys
    except AttributeError:
        check_arguments(_gru_cell_op, (input, hx, w_ih, w_hh, b_ih, b_hh))
    return through_layers(_gru_cell_op, (input, hx, w_ih, w_hh, b_ih, b_hh)) if switch.modes else _kernel_gru_cell(input, hx, w_ih, w_hh, b_ih, b_hh)


def rnn_tanh_cell(input: Tensor, hx: Tensor, w_ih: Tensor, w_hh: Tensor, b_ih: Tensor | None = None, b_hh: Tensor | None = None) -> Tensor:
    try:
        input._keys
        hx._keys
        w_ih._keys
        w_hh._keys
        if b_ih is not None:
            b_ih._keys
        if b_hh is not None:
            b_hh._keys
    except AttributeError:
        check_arguments(_rnn_tanh_cell_op, (input, hx, w_ih, w_hh, b_ih, b_hh))
    return through_layers(_rnn_tanh_cell_op, (input, hx, w_ih, w_hh, b_ih, b_hh)) if switch.modes else _kernel_rnn_tanh_cell(input, hx, w_ih, w_hh, b_ih, b_hh)


def rnn_relu_cell(input: Tensor, hx: Tensor, w_ih: Tensor, w_hh: Tensor, b_ih: Tensor | None = None, b_hh: Tensor | None = None) -> Tensor:
    try:
        input._keys
        hx._keys
        w_ih._keys
        w_hh._keys
        if b_ih is not None:
            b_ih._keys
        if b_hh is not None:
            b_hh._keys
    except AttributeError:
        check_arguments(_rnn_relu_cell_op, (input, hx, w_ih, w_hh, b_ih, b_hh))
    return through_layers(_rnn_relu_cell_op, (input, hx, w_ih, w_hh, b_ih, b_hh)) if switch.modes else _kernel_rnn_relu_cell(input, hx, w_ih, w_hh, b_ih, b_hh)


def lstm(input: Tensor, hx: Any, params: Any, has_biases: Any, num_layers: Any, dropout: Any, train: Any, bidirectional: Any, batch_first: Any) -> _tuple[Tensor, Tensor, Tensor]:
    try:
        input._keys
    except AttributeError:
        check_arguments(_lstm_op, (input, hx, params, has_biases, num_layers, dropout, train, bidirectional, batch_first))
    return through_layers(_lstm_op, (input, hx, params, has_biases, num_layers, dropout, train, bidirectional, batch_first)) if switch.modes else _kernel_lstm(input, hx, params, has_biases, num_layers, dropout, train, bidirectional, batch_first)


def gru(input: Tensor, hx: Any, params: Any, has_biases: Any, num_layers: Any, dropout: Any, train: Any, bidirectional: Any, batch_first: Any) -> _tuple[Tensor, Tensor]:
    try:
        input._keys
    except AttributeError:
        check_arguments(_gru_op, (input, hx, params, has_biases, num_layers, dropout, train, bidirectional, batch_first))
    return through_layers(_gru_op, (input, hx, params, has_biases, num_layers, dropout, train, bidirectional, batch_first)) if switch.modes else _kernel_gru(input, hx, params, has_biases, num_layers, dropout, train, bidirectional, batch_first)


def rnn_tanh(input: Tensor, hx: Any, params: Any, has_biases: Any, num_layers: Any, dropout: Any, train: Any, bidirectional: Any, batch_first: Any) -> _tuple[Tensor, Tensor]:
    try:
        input._keys
    except AttributeError:
        check_arguments(_rnn_tanh_op, (input, hx, params, has_biases, num_layers, dropout, train, bidirectional, batch_first))
    return through_layers(_rnn_tanh_op, (input, hx, params, has_biases, num_layers, dropout, train, bidirectional, batch_first)) if switch.modes else _kernel_rnn_tanh(input, hx, params, has_biases, num_layers, dropout, train, bidirectional, batch_first)


def rnn_relu(input: Tensor, hx: Any, params: Any, has_biases: Any, num_layers: Any, dropout: Any, train: Any, bidirectional: Any, batch_first: Any) -> _tuple[Tensor, Tensor]:
    try:
        input._keys
    except AttributeError:
        check_arguments(_rnn_relu_op, (input, hx, params, has_biases, num_layers, dropout, train, bidirectional, batch_first))
    return through_layers(_rnn_relu_op, (input, hx, params, has_biases, num_layers, dropout, train, bidirectional, batch_first)) if switch.modes else _kernel_rnn_relu(input, hx, params, has_biases, num_layers, dropout, train, bidirectional, batch_first)


def _plain_recurrent_network(tensors, mode, has_biases, directions, sizes):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_recurrent_network(np, [t._array if t is not None else None for t in tensors], mode, has_biases, directions, sizes)
    finally:
        if token is not None:
            reset_errstate(token)
    return _tuple([wrap(a) for a in array])


def recurrent_network(tensors: Sequence[Tensor | None], mode: _str, has_biases: _bool, directions: _int, sizes: Shape) -> _tuple[Tensor, ...]:
    try:
        keys = 0
        kind = _type(tensors)
        if kind is not _list and kind is not _tuple:
            raise AttributeError
        for t in tensors:
            if t is not None:
                keys |= t._keys
    except AttributeError:
        return call_mixed(_recurrent_network_op, (tensors, mode, has_biases, directions, sizes))
    if keys or switch.modes:
        return dispatch(_recurrent_network_op, keys, (tensors, mode, has_biases, directions, sizes))
    return _plain_recurrent_network(tensors, mode, has_biases, directions, sizes)


def _plain_recurrent_network_backward(grads, tensors, mode, has_biases, directions, sizes):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_recurrent_network_backward(np, [t._array if t is not None else None for t in grads], [t._array if t is not None else None for t in tensors], mode, has_biases, directions, sizes)
    finally:
        if token is not None:
            reset_errstate(token)
    return _tuple([wrap(a) for a in array])


def recurrent_network_backward(grads: Sequence[Tensor | None], tensors: Sequence[Tensor | None], mode: _str, has_biases: _bool, directions: _int, sizes: Shape) -> _tuple[Tensor, ...]:
    try:
        keys = 0
        kind = _type(grads)
        if kind is not _list and kind is not _tuple:
            raise AttributeError
        for t in grads:
            if t is not None:
                keys |= t._keys
        kind = _type(tensors)
        if kind is not _list and kind is not _tuple:
            raise AttributeError
        for t in tensors:
            if t is not None:
                keys |= t._keys
    except AttributeError:
        return call_mixed(_recurrent_network_backward_op, (grads, tensors, mode, has_biases, directions, sizes))
    if keys or switch.modes:
        return dispatch(_recurrent_network_backward_op, keys, (grads, tensors, mode, has_biases, directions, sizes))
    return _plain_recurrent_network_backward(grads, tensors, mode, has_biases, directions, sizes)


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
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def sum(input: Tensor, dim: Dims = None, keepdim: _bool = False, *, dtype: DType | None = None, out: Any = None, **renamed: Any) -> Tensor:
    if renamed:
        return with_numpy_names(sum, renamed, {"input": input, "dim": dim, "keepdim": keepdim, "dtype": dtype, "out": out})
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_sum_op, (input, dim, keepdim, dtype), out)
    if keys or switch.modes or out is not None:
        return dispatch(_sum_op, keys, (input, dim, keepdim, dtype), out)
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
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


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
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def prod(input: Tensor, dim: _int | None = None, keepdim: _bool = False, *, dtype: DType | None = None, out: Any = None, **renamed: Any) -> Tensor:
    if renamed:
        return with_numpy_names(prod, renamed, {"input": input, "dim": dim, "keepdim": keepdim, "dtype": dtype, "out": out})
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
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def mean(input: Tensor, dim: Dims = None, keepdim: _bool = False, *, dtype: DType | None = None, out: Any = None, **renamed: Any) -> Tensor:
    if renamed:
        return with_numpy_names(mean, renamed, {"input": input, "dim": dim, "keepdim": keepdim, "dtype": dtype, "out": out})
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_mean_op, (input, dim, keepdim, dtype), out)
    if keys or switch.modes or out is not None:
        return dispatch(_mean_op, keys, (input, dim, keepdim, dtype), out)
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
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def _plain_nansum(input, dim, keepdim, dtype):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_nansum(np, input._array, dim, keepdim, dtype=dtype)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def nansum(input: Tensor, dim: Dims = None, keepdim: _bool = False, *, dtype: DType | None = None, out: Any = None, **renamed: Any) -> Tensor:
    if renamed:
        return with_numpy_names(nansum, renamed, {"input": input, "dim": dim, "keepdim": keepdim, "dtype": dtype, "out": out})
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_nansum_op, (input, dim, keepdim, dtype), out)
    if keys or switch.modes or out is not None:
        return dispatch(_nansum_op, keys, (input, dim, keepdim, dtype), out)
    return _plain_nansum(input, dim, keepdim, dtype)


def nanmean(input: Tensor, dim: Dims = None, keepdim: _bool = False, *, dtype: DType | None = None, out: Any = None, **renamed: Any) -> Tensor:
    if renamed:
        return with_numpy_names(nanmean, renamed, {"input": input, "dim": dim, "keepdim": keepdim, "dtype": dtype, "out": out})
    try:
        input._keys
    except AttributeError:
        check_arguments(_nanmean_op, (input, dim, keepdim, dtype))
    result = _kernel_nanmean(input, dim, keepdim, dtype=dtype)
    if out is None:
        return result
    return write_out(_nanmean_op, result, out)


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
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def any(input: Tensor, dim: Dims = None, keepdim: _bool = False, *, out: Any = None, **renamed: Any) -> Tensor:
    if renamed:
        return with_numpy_names(any, renamed, {"input": input, "dim": dim, "keepdim": keepdim, "out": out})
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
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def all(input: Tensor, dim: Dims = None, keepdim: _bool = False, *, out: Any = None, **renamed: Any) -> Tensor:
    if renamed:
        return with_numpy_names(all, renamed, {"input": input, "dim": dim, "keepdim": keepdim, "out": out})
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_all_op, (input, dim, keepdim), out)
    if keys or switch.modes or out is not None:
        return dispatch(_all_op, keys, (input, dim, keepdim), out)
    return _plain_all(input, dim, keepdim)


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
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def count_nonzero(input: Tensor, dim: Dims = None, **renamed: Any) -> Tensor:
    if renamed:
        return with_numpy_names(count_nonzero, renamed, {"input": input, "dim": dim})
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_count_nonzero_op, (input, dim))
    if keys or switch.modes:
        return dispatch(_count_nonzero_op, keys, (input, dim))
    return _plain_count_nonzero(input, dim)


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
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def logsumexp(input: Tensor, dim: Any = MISSING, keepdim: _bool = False, *, out: Any = None, **renamed: Any) -> Tensor:
    if renamed:
        return with_numpy_names(logsumexp, renamed, {"input": input, "dim": dim, "keepdim": keepdim, "out": out})
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_logsumexp_op, (input, dim, keepdim), out)
    if keys or switch.modes or out is not None:
        return dispatch(_logsumexp_op, keys, (input, dim, keepdim), out)
    return _plain_logsumexp(input, dim, keepdim)


def trace(input: Tensor) -> Tensor:
    try:
        input._keys
    except AttributeError:
        check_arguments(_trace_op, (input,))
    return through_layers(_trace_op, (input,)) if switch.modes else _kernel_trace(input)


def _plain_hash_tensor(input, dim, keepdim, mode):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_hash_tensor(np, input._array, dim, keepdim=keepdim, mode=mode)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def hash_tensor(input: Tensor, dim: Dims = (), *, keepdim: _bool = False, mode: _int = 0, out: Any = None, **renamed: Any) -> Tensor:
    if renamed:
        return with_numpy_names(hash_tensor, renamed, {"input": input, "dim": dim, "keepdim": keepdim, "mode": mode, "out": out})
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_hash_tensor_op, (input, dim, keepdim, mode), out)
    if keys or switch.modes or out is not None:
        return dispatch(_hash_tensor_op, keys, (input, dim, keepdim, mode), out)
    return _plain_hash_tensor(input, dim, keepdim, mode)


def interpolate(input: Tensor, size: object = None, scale_factor: object = None, mode: _str = 'nearest', align_corners: _bool | None = None, recompute_scale_factor: _bool | None = None, antialias: _bool = False) -> Tensor:
    try:
        input._keys
    except AttributeError:
        check_arguments(_interpolate_op, (input, size, scale_factor, mode, align_corners, recompute_scale_factor, antialias))
    return through_layers(_interpolate_op, (input, size, scale_factor, mode, align_corners, recompute_scale_factor, antialias)) if switch.modes else _kernel_interpolate(input, size, scale_factor, mode, align_corners, recompute_scale_factor, antialias)


def upsample(input: Tensor, size: object = None, scale_factor: object = None, mode: _str = 'nearest', align_corners: _bool | None = None) -> Tensor:
    try:
        input._keys
    except AttributeError:
        check_arguments(_upsample_op, (input, size, scale_factor, mode, align_corners))
    return _kernel_upsample(input, size, scale_factor, mode, align_corners)


def upsample_nearest(input: Tensor, size: object = None, scale_factor: object = None) -> Tensor:
    try:
        input._keys
    except AttributeError:
        check_arguments(_upsample_nearest_op, (input, size, scale_factor))
    return _kernel_upsample_nearest(input, size, scale_factor)


def upsample_bilinear(input: Tensor, size: object = None, scale_factor: object = None) -> Tensor:
    try:
        input._keys
    except AttributeError:
        check_arguments(_upsample_bilinear_op, (input, size, scale_factor))
    return _kernel_upsample_bilinear(input, size, scale_factor)


def pixel_shuffle(input: Tensor, upscale_factor: _int) -> Tensor:
    try:
        input._keys
    except AttributeError:
        check_arguments(_pixel_shuffle_op, (input, upscale_factor))
    return _kernel_pixel_shuffle(input, upscale_factor)


def pixel_unshuffle(input: Tensor, downscale_factor: _int) -> Tensor:
    try:
        input._keys
    except AttributeError:
        check_arguments(_pixel_unshuffle_op, (input, downscale_factor))
    return _kernel_pixel_unshuffle(input, downscale_factor)


def channel_shuffle(input: Tensor, groups: _int) -> Tensor:
    try:
        input._keys
    except AttributeError:
        check_arguments(_channel_shuffle_op, (input, groups))
    return _kernel_channel_shuffle(input, groups)


native_channel_shuffle = channel_shuffle


def _plain_index_select(input, dim, index):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_index_select(np, input._array, dim, index._array)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def index_select(input: Tensor, dim: _int, index: Tensor, *, out: Any = None, **renamed: Any) -> Tensor:
    if renamed:
        return with_numpy_names(index_select, renamed, {"input": input, "dim": dim, "index": index, "out": out})
    try:
        keys = input._keys | index._keys
    except AttributeError:
        return call_mixed(_index_select_op, (input, dim, index), out)
    if keys or switch.modes or out is not None:
        return dispatch(_index_select_op, keys, (input, dim, index), out)
    return _plain_index_select(input, dim, index)


def _plain_index_select_backward(grad, dim, index, shape):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_index_select_backward(np, grad._array, dim, index._array, shape)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def index_select_backward(grad: Tensor, dim: _int, index: Tensor, shape: Dims) -> Tensor:
    try:
        keys = grad._keys | index._keys
    except AttributeError:
        return call_mixed(_index_select_backward_op, (grad, dim, index, shape))
    if keys or switch.modes:
        return dispatch(_index_select_backward_op, keys, (grad, dim, index, shape))
    return _plain_index_select_backward(grad, dim, index, shape)


def _plain_index_add(input, dim, index, source, alpha):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_index_add(np, input._array, dim, index._array, source._array, alpha=alpha)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def index_add(input: Tensor, dim: _int, index: Tensor, source: Tensor, *, alpha: Number = 1, out: Any = None, **renamed: Any) -> Tensor:
    if renamed:
        return with_numpy_names(index_add, renamed, {"input": input, "dim": dim, "index": index, "source": source, "alpha": alpha, "out": out})
    try:
        keys = input._keys | index._keys | source._keys
    except AttributeError:
        return call_mixed(_index_add_op, (input, dim, index, source, alpha), out)
    if keys or switch.modes or out is not None:
        return dispatch(_index_add_op, keys, (input, dim, index, source, alpha), out)
    return _plain_index_add(input, dim, index, source, alpha)


def _plain_index_add_(input, dim, index, source, alpha):
    return _kernel_index_add_(input, dim, index, source, alpha=alpha)


def index_add_(input: Tensor, dim: _int, index: Tensor, source: Tensor, *, alpha: Number = 1, **renamed: Any) -> Tensor:
    if renamed:
        return with_numpy_names(index_add_, renamed, {"input": input, "dim": dim, "index": index, "source": source, "alpha": alpha})
    try:
        keys = input._keys | index._keys | source._keys
    except AttributeError:
        return call_mixed(_index_add__op, (input, dim, index, source, alpha))
    if keys or switch.modes:
        return dispatch(_index_add__op, keys, (input, dim, index, source, alpha))
    return _plain_index_add_(input, dim, index, source, alpha)


def _plain_index_copy(input, dim, index, source):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_index_copy(np, input._array, dim, index._array, source._array)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def index_copy(input: Tensor, dim: _int, index: Tensor, source: Tensor, *, out: Any = None, **renamed: Any) -> Tensor:
    if renamed:
        return with_numpy_names(index_copy, renamed, {"input": input, "dim": dim, "index": index, "source": source, "out": out})
    try:
        keys = input._keys | index._keys | source._keys
    except AttributeError:
        return call_mixed(_index_copy_op, (input, dim, index, source), out)
    if keys or switch.modes or out is not None:
        return dispatch(_index_copy_op, keys, (input, dim, index, source), out)
    return _plain_index_copy(input, dim, index, source)


def _plain_index_copy_(input, dim, index, source):
    return _kernel_index_copy_(input, dim, index, source)


def index_copy_(input: Tensor, dim: _int, index: Tensor, source: Tensor, **renamed: Any) -> Tensor:
    if renamed:
        return with_numpy_names(index_copy_, renamed, {"input": input, "dim": dim, "index": index, "source": source})
    try:
        keys = input._keys | index._keys | source._keys
    except AttributeError:
        return call_mixed(_index_copy__op, (input, dim, index, source))
    if keys or switch.modes:
        return dispatch(_index_copy__op, keys, (input, dim, index, source))
    return _plain_index_copy_(input, dim, index, source)


def _plain_index_fill_number(input, dim, index, value):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_index_fill_number(np, input._array, dim, index._array, value)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def index_fill_number(input: Tensor, dim: _int, index: Tensor, value: Number) -> Tensor:
    try:
        keys = input._keys | index._keys
    except AttributeError:
        return call_mixed(_index_fill_number_op, (input, dim, index, value))
    if keys or switch.modes:
        return dispatch(_index_fill_number_op, keys, (input, dim, index, value))
    return _plain_index_fill_number(input, dim, index, value)


def _plain_index_fill_tensor(input, dim, index, value):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_index_fill_tensor(np, input._array, dim, index._array, value._array)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def index_fill_tensor(input: Tensor, dim: _int, index: Tensor, value: Tensor) -> Tensor:
    try:
        keys = input._keys | index._keys | value._keys
    except AttributeError:
        return call_mixed(_index_fill_tensor_op, (input, dim, index, value))
    if keys or switch.modes:
        return dispatch(_index_fill_tensor_op, keys, (input, dim, index, value))
    return _plain_index_fill_tensor(input, dim, index, value)


def _plain_index_fill_number_(input, dim, index, value):
    return _kernel_index_fill_number_(input, dim, index, value)


def index_fill_number_(input: Tensor, dim: _int, index: Tensor, value: Number) -> Tensor:
    try:
        keys = input._keys | index._keys
    except AttributeError:
        return call_mixed(_index_fill_number__op, (input, dim, index, value))
    if keys or switch.modes:
        return dispatch(_index_fill_number__op, keys, (input, dim, index, value))
    return _plain_index_fill_number_(input, dim, index, value)


def _plain_index_fill_tensor_(input, dim, index, value):
    return _kernel_index_fill_tensor_(input, dim, index, value)


def index_fill_tensor_(input: Tensor, dim: _int, index: Tensor, value: Tensor) -> Tensor:
    try:
        keys = input._keys | index._keys | value._keys
    except AttributeError:
        return call_mixed(_index_fill_tensor__op, (input, dim, index, value))
    if keys or switch.modes:
        return dispatch(_index_fill_tensor__op, keys, (input, dim, index, value))
    return _plain_index_fill_tensor_(input, dim, index, value)


def index_fill(input: Tensor, dim: _int, index: Tensor, value: Tensor | Number, *, out: Any = None, **renamed: Any) -> Tensor:
    if renamed:
        return with_numpy_names(index_fill, renamed, {"input": input, "dim": dim, "index": index, "value": value, "out": out})
    try:
        input._keys
        index._keys
    except AttributeError:
        check_arguments(_index_fill_op, (input, dim, index, value))
    try:
        result = _kernel_index_fill(input, dim, index, value)
    except Exception as error:
        blame_arguments(_index_fill_op, (input, dim, index, value), error)
        raise
    if out is None:
        return result
    return write_out(_index_fill_op, result, out)


def index_fill_(input: Tensor, dim: _int, index: Tensor, value: Tensor | Number, **renamed: Any) -> Tensor:
    if renamed:
        return with_numpy_names(index_fill_, renamed, {"input": input, "dim": dim, "index": index, "value": value})
    try:
        input._keys
        index._keys
    except AttributeError:
        check_arguments(_index_fill__op, (input, dim, index, value))
    try:
        return _kernel_index_fill_(input, dim, index, value)
    except Exception as error:
        blame_arguments(_index_fill__op, (input, dim, index, value), error)
        raise


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
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def cumsum(input: Tensor, dim: Any = MISSING, *, dtype: DType | None = None, out: Any = None, **renamed: Any) -> Tensor:
    if renamed:
        return with_numpy_names(cumsum, renamed, {"input": input, "dim": dim, "dtype": dtype, "out": out})
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_cumsum_op, (input, dim, dtype), out)
    if keys or switch.modes or out is not None:
        return dispatch(_cumsum_op, keys, (input, dim, dtype), out)
    return _plain_cumsum(input, dim, dtype)


def cumsum_(input: Tensor, dim: Any = MISSING, *, dtype: DType | None = None, **renamed: Any) -> Tensor:
    if renamed:
        return with_numpy_names(cumsum_, renamed, {"input": input, "dim": dim, "dtype": dtype})
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_cumsum__op, (input, dim, dtype))
    if keys or switch.modes:
        return dispatch(_cumsum__op, keys, (input, dim, dtype))
    return _plain_cumsum_(input, dim, dtype)


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
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def cumprod(input: Tensor, dim: Any = MISSING, *, dtype: DType | None = None, out: Any = None, **renamed: Any) -> Tensor:
    if renamed:
        return with_numpy_names(cumprod, renamed, {"input": input, "dim": dim, "dtype": dtype, "out": out})
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_cumprod_op, (input, dim, dtype), out)
    if keys or switch.modes or out is not None:
        return dispatch(_cumprod_op, keys, (input, dim, dtype), out)
    return _plain_cumprod(input, dim, dtype)


def cumprod_(input: Tensor, dim: Any = MISSING, *, dtype: DType | None = None, **renamed: Any) -> Tensor:
    if renamed:
        return with_numpy_names(cumprod_, renamed, {"input": input, "dim": dim, "dtype": dtype})
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_cumprod__op, (input, dim, dtype))
    if keys or switch.modes:
        return dispatch(_cumprod__op, keys, (input, dim, dtype))
    return _plain_cumprod_(input, dim, dtype)


def _plain_cummax(input, dim):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_cummax(np, input._array, dim)
    finally:
        if token is not None:
            reset_errstate(token)
    return _cummax_result._make(wrap(a) for a in array)


def cummax(input: Tensor, dim: Any = MISSING, *, out: Any = None, **renamed: Any) -> _tuple[Tensor, Tensor]:
    if renamed:
        return with_numpy_names(cummax, renamed, {"input": input, "dim": dim, "out": out})
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_cummax_op, (input, dim), out)
    if keys or switch.modes or out is not None:
        return dispatch(_cummax_op, keys, (input, dim), out)
    return _plain_cummax(input, dim)


def _plain_cummin(input, dim):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_cummin(np, input._array, dim)
    finally:
        if token is not None:
            reset_errstate(token)
    return _cummin_result._make(wrap(a) for a in array)


def cummin(input: Tensor, dim: Any = MISSING, *, out: Any = None, **renamed: Any) -> _tuple[Tensor, Tensor]:
    if renamed:
        return with_numpy_names(cummin, renamed, {"input": input, "dim": dim, "out": out})
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_cummin_op, (input, dim), out)
    if keys or switch.modes or out is not None:
        return dispatch(_cummin_op, keys, (input, dim), out)
    return _plain_cummin(input, dim)


def _plain_logcumsumexp(input, dim):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_logcumsumexp(np, input._array, dim)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def logcumsumexp(input: Tensor, dim: Any = MISSING, *, out: Any = None, **renamed: Any) -> Tensor:
    if renamed:
        return with_numpy_names(logcumsumexp, renamed, {"input": input, "dim": dim, "out": out})
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_logcumsumexp_op, (input, dim), out)
    if keys or switch.modes or out is not None:
        return dispatch(_logcumsumexp_op, keys, (input, dim), out)
    return _plain_logcumsumexp(input, dim)


def outer(input: Tensor, vec2: Tensor, *, out: Any = None) -> Tensor:
    try:
        input._keys
        vec2._keys
    except AttributeError:
        check_arguments(_outer_op, (input, vec2))
    result = _kernel_outer(input, vec2)
    if out is None:
        return result
    return write_out(_outer_op, result, out)


ger = outer


def inner(input: Tensor, other: Tensor, *, out: Any = None) -> Tensor:
    try:
        input._keys
        other._keys
    except AttributeError:
        check_arguments(_inner_op, (input, other))
    result = _kernel_inner(input, other)
    if out is None:
        return result
    return write_out(_inner_op, result, out)


def kron(input: Tensor, other: Tensor, *, out: Any = None) -> Tensor:
    try:
        input._keys
        other._keys
    except AttributeError:
        check_arguments(_kron_op, (input, other))
    result = _kernel_kron(input, other)
    if out is None:
        return result
    return write_out(_kron_op, result, out)


def _plain_cross_product(input, other, dim):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_cross_product(np, input._array, other._array, dim)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def cross_product(input: Tensor, other: Tensor, dim: _int) -> Tensor:
    try:
        keys = input._keys | other._keys
    except AttributeError:
        return call_mixed(_cross_product_op, (input, other, dim))
    if keys or switch.modes:
        return dispatch(_cross_product_op, keys, (input, other, dim))
    return _plain_cross_product(input, other, dim)


def linalg_cross(input: Tensor, other: Tensor, *, dim: _int = -1, out: Any = None) -> Tensor:
    try:
        input._keys
        other._keys
    except AttributeError:
        check_arguments(_linalg_cross_op, (input, other, dim))
    result = _kernel_linalg_cross(input, other, dim=dim)
    if out is None:
        return result
    return write_out(_linalg_cross_op, result, out)


def cross(input: Tensor, other: Tensor, dim: _int | None = None, *, out: Any = None, **renamed: Any) -> Tensor:
    if renamed:
        return with_numpy_names(cross, renamed, {"input": input, "other": other, "dim": dim, "out": out})
    try:
        input._keys
        other._keys
    except AttributeError:
        check_arguments(_cross_op, (input, other, dim))
    result = through_layers(_cross_op, (input, other, dim), out) if switch.modes else _kernel_cross(input, other, dim)
    if out is None:
        return result
    return write_out(_cross_op, result, out)


def linalg_vecdot(x: Tensor, y: Tensor, *, dim: _int = -1, out: Any = None) -> Tensor:
    try:
        x._keys
        y._keys
    except AttributeError:
        check_arguments(_linalg_vecdot_op, (x, y, dim))
    result = through_layers(_linalg_vecdot_op, (x, y, dim), out) if switch.modes else _kernel_linalg_vecdot(x, y, dim=dim)
    if out is None:
        return result
    return write_out(_linalg_vecdot_op, result, out)


def _plain_slice_view(input, key):
    array = _kernel_slice_view(np, input._array, key)
    return view_of(input, array)


def slice_view(input: Tensor, key: Index) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_slice_view_op, (input, key))
    if keys or switch.modes:
        return dispatch(_slice_view_op, keys, (input, key))
    array = _kernel_slice_view(np, input._array, key)
    return view_of(input, array)


def _plain_slice_backward(grad, key, shape):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_slice_backward(np, grad._array, key, shape)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def slice_backward(grad: Tensor, key: Index, shape: Dims) -> Tensor:
    try:
        keys = grad._keys
    except AttributeError:
        return call_mixed(_slice_backward_op, (grad, key, shape))
    if keys or switch.modes:
        return dispatch(_slice_backward_op, keys, (grad, key, shape))
    return _plain_slice_backward(grad, key, shape)


def _plain_select(input, dim, index):
    array = _kernel_select(np, input._array, dim, index)
    return view_of(input, array)


def select(input: Tensor, dim: _int, index: _int, **renamed: Any) -> Tensor:
    if renamed:
        return with_numpy_names(select, renamed, {"input": input, "dim": dim, "index": index})
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_select_op, (input, dim, index))
    if keys or switch.modes:
        return dispatch(_select_op, keys, (input, dim, index))
    array = _kernel_select(np, input._array, dim, index)
    return view_of(input, array)


def narrow(input: Tensor, dim: _int, start: _int | Tensor, length: _int, **renamed: Any) -> Tensor:
    if renamed:
        return with_numpy_names(narrow, renamed, {"input": input, "dim": dim, "start": start, "length": length})
    try:
        input._keys
    except AttributeError:
        check_arguments(_narrow_op, (input, dim, start, length))
    return _kernel_narrow(input, dim, start, length)


def _plain_unbind(input, dim):
    array = _kernel_unbind(np, input._array, dim)
    return _tuple([view_of(input, a) for a in array])


def unbind(input: Tensor, dim: _int = 0, **renamed: Any) -> _tuple[Tensor, ...]:
    if renamed:
        return with_numpy_names(unbind, renamed, {"input": input, "dim": dim})
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_unbind_op, (input, dim))
    if keys or switch.modes:
        return dispatch(_unbind_op, keys, (input, dim))
    array = _kernel_unbind(np, input._array, dim)
    return _tuple([view_of(input, a) for a in array])


def _plain_diagonal(input, offset, dim1, dim2):
    array = _kernel_diagonal(np, input._array, offset, dim1, dim2)
    return view_of(input, array)


def diagonal(input: Tensor, offset: _int = 0, dim1: _int = 0, dim2: _int = 1) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_diagonal_op, (input, offset, dim1, dim2))
    if keys or switch.modes:
        return dispatch(_diagonal_op, keys, (input, offset, dim1, dim2))
    array = _kernel_diagonal(np, input._array, offset, dim1, dim2)
    return view_of(input, array)


def _plain_diagonal_backward(grad, offset, dim1, dim2, shape):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_diagonal_backward(np, grad._array, offset, dim1, dim2, shape)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def diagonal_backward(grad: Tensor, offset: _int, dim1: _int, dim2: _int, shape: Dims) -> Tensor:
    try:
        keys = grad._keys
    except AttributeError:
        return call_mixed(_diagonal_backward_op, (grad, offset, dim1, dim2, shape))
    if keys or switch.modes:
        return dispatch(_diagonal_backward_op, keys, (grad, offset, dim1, dim2, shape))
    return _plain_diagonal_backward(grad, offset, dim1, dim2, shape)


def diag_embed(input: Tensor, offset: _int = 0, dim1: _int = -2, dim2: _int = -1) -> Tensor:
    try:
        input._keys
    except AttributeError:
        check_arguments(_diag_embed_op, (input, offset, dim1, dim2))
    return _kernel_diag_embed(input, offset, dim1, dim2)


def diag(input: Tensor, diagonal: _int = 0, *, out: object = None) -> Tensor:
    try:
        input._keys
    except AttributeError:
        check_arguments(_diag_op, (input, diagonal, out))
    return _kernel_diag(input, diagonal, out=out)


def fill_diagonal_(input: Tensor, fill_value: Tensor | Number, wrap: _bool = False) -> Tensor:
    try:
        input._keys
    except AttributeError:
        check_arguments(_fill_diagonal__op, (input, fill_value, wrap))
    try:
        return _kernel_fill_diagonal_(input, fill_value, wrap)
    except Exception as error:
        blame_arguments(_fill_diagonal__op, (input, fill_value, wrap), error)
        raise


def _plain_unfold(input, dimension, size, step):
    array = _kernel_unfold(np, input._array, dimension, size, step)
    return view_of(input, array)


def unfold(input: Tensor, dimension: _int, size: _int, step: _int) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_unfold_op, (input, dimension, size, step))
    if keys or switch.modes:
        return dispatch(_unfold_op, keys, (input, dimension, size, step))
    array = _kernel_unfold(np, input._array, dimension, size, step)
    return view_of(input, array)


def _plain_unfold_backward(grad, dimension, size, step, shape):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_unfold_backward(np, grad._array, dimension, size, step, shape)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def unfold_backward(grad: Tensor, dimension: _int, size: _int, step: _int, shape: Dims) -> Tensor:
    try:
        keys = grad._keys
    except AttributeError:
        return call_mixed(_unfold_backward_op, (grad, dimension, size, step, shape))
    if keys or switch.modes:
        return dispatch(_unfold_backward_op, keys, (grad, dimension, size, step, shape))
    return _plain_unfold_backward(grad, dimension, size, step, shape)


def as_strided(input: Tensor, size: Dims, stride: Dims, storage_offset: _int | None = None) -> Tensor:
    try:
        input._keys
    except AttributeError:
        check_arguments(_as_strided_op, (input, size, stride, storage_offset))
    return _kernel_as_strided(input, size, stride, storage_offset)


def _plain_strided_view(input, size, stride, storage_offset, own_stride, own_offset):
    array = _kernel_strided_view(np, input._array, size, stride, storage_offset, own_stride, own_offset)
    return view_of(input, array)


def strided_view(input: Tensor, size: Any, stride: Dims, storage_offset: _int, own_stride: Dims, own_offset: _int) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_strided_view_op, (input, size, stride, storage_offset, own_stride, own_offset))
    if keys or switch.modes:
        return dispatch(_strided_view_op, keys, (input, size, stride, storage_offset, own_stride, own_offset))
    array = _kernel_strided_view(np, input._array, size, stride, storage_offset, own_stride, own_offset)
    return view_of(input, array)


def _plain_view_shape(input, shape):
    array = _kernel_view_shape(np, input._array, shape)
    return view_of(input, array)


def view_shape(input: Tensor, shape: Any) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_view_shape_op, (input, shape))
    if keys or switch.modes:
        return dispatch(_view_shape_op, keys, (input, shape))
    array = _kernel_view_shape(np, input._array, shape)
    return view_of(input, array)


def _plain_view_dtype(input, dtype):
    return _kernel_view_dtype(input, dtype)


def view_dtype(input: Tensor, dtype: DType) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_view_dtype_op, (input, dtype))
    if keys or switch.modes:
        return dispatch(_view_dtype_op, keys, (input, dtype))
    return _plain_view_dtype(input, dtype)


view = _kernel_view


def reshape(input: Tensor, shape: Any) -> Tensor:
    try:
        input._keys
    except AttributeError:
        check_arguments(_reshape_op, (input, shape))
    return _kernel_reshape(input, shape)


def _plain_reshape_copy(input, shape):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_reshape_copy(np, input._array, shape)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def reshape_copy(input: Tensor, shape: Dims) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_reshape_copy_op, (input, shape))
    if keys or switch.modes:
        return dispatch(_reshape_copy_op, keys, (input, shape))
    return _plain_reshape_copy(input, shape)


def view_as(input: Tensor, other: Tensor) -> Tensor:
    try:
        input._keys
        other._keys
    except AttributeError:
        check_arguments(_view_as_op, (input, other))
    return _kernel_view_as(input, other)


def reshape_as(input: Tensor, other: Tensor) -> Tensor:
    try:
        input._keys
        other._keys
    except AttributeError:
        check_arguments(_reshape_as_op, (input, other))
    return _kernel_reshape_as(input, other)


def flatten(input: Tensor, start_dim: _int = 0, end_dim: _int = -1) -> Tensor:
    try:
        input._keys
    except AttributeError:
        check_arguments(_flatten_op, (input, start_dim, end_dim))
    return _kernel_flatten(input, start_dim, end_dim)


def ravel(input: Tensor) -> Tensor:
    try:
        input._keys
    except AttributeError:
        check_arguments(_ravel_op, (input,))
    return _kernel_ravel(input)


def unflatten(input: Tensor, dim: _int, sizes: Dims, **renamed: Any) -> Tensor:
    if renamed:
        return with_numpy_names(unflatten, renamed, {"input": input, "dim": dim, "sizes": sizes})
    try:
        input._keys
    except AttributeError:
        check_arguments(_unflatten_op, (input, dim, sizes))
    return _kernel_unflatten(input, dim, sizes)


def _plain_squeeze(input, dim):
    array = _kernel_squeeze(np, input._array, dim)
    return view_of(input, array)


def squeeze(input: Tensor, dim: Any = None, **renamed: Any) -> Tensor:
    if renamed:
        return with_numpy_names(squeeze, renamed, {"input": input, "dim": dim})
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_squeeze_op, (input, dim))
    if keys or switch.modes:
        return dispatch(_squeeze_op, keys, (input, dim))
    array = _kernel_squeeze(np, input._array, dim)
    return view_of(input, array)


def _plain_unsqueeze(input, dim):
    array = _kernel_unsqueeze(np, input._array, dim)
    return view_of(input, array)


def unsqueeze(input: Tensor, dim: Any = MISSING, **renamed: Any) -> Tensor:
    if renamed:
        return with_numpy_names(unsqueeze, renamed, {"input": input, "dim": dim})
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_unsqueeze_op, (input, dim))
    if keys or switch.modes:
        return dispatch(_unsqueeze_op, keys, (input, dim))
    array = _kernel_unsqueeze(np, input._array, dim)
    return view_of(input, array)


def _plain_expand(input, size, implicit):
    array = _kernel_expand(np, input._array, size, implicit=implicit)
    return view_of(input, array)


def expand(input: Tensor, size: Any, *, implicit: _bool = False) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_expand_op, (input, size, implicit))
    if keys or switch.modes:
        return dispatch(_expand_op, keys, (input, size, implicit))
    array = _kernel_expand(np, input._array, size, implicit=implicit)
    return view_of(input, array)


def expand_as(input: Tensor, other: Tensor) -> Tensor:
    try:
        input._keys
        other._keys
    except AttributeError:
        check_arguments(_expand_as_op, (input, other))
    return _kernel_expand_as(input, other)


def broadcast_to(input: Tensor, size: Any) -> Tensor:
    try:
        input._keys
    except AttributeError:
        check_arguments(_broadcast_to_op, (input, size))
    return _kernel_broadcast_to(input, size)


def _plain_sum_expanded(input, size):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_sum_expanded(np, input._array, size)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def sum_expanded(input: Tensor, size: Dims) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_sum_expanded_op, (input, size))
    if keys or switch.modes:
        return dispatch(_sum_expanded_op, keys, (input, size))
    return _plain_sum_expanded(input, size)


sum_to_size = _kernel_sum_to_size


broadcast_tensors = _kernel_broadcast_tensors


def _plain_split_with_sizes(input, split_sizes, dim):
    array = _kernel_split_with_sizes(np, input._array, split_sizes, dim)
    return _tuple([view_of(input, a) for a in array])


def split_with_sizes(input: Tensor, split_sizes: Dims, dim: _int = 0, **renamed: Any) -> _tuple[Tensor, ...]:
    if renamed:
        return with_numpy_names(split_with_sizes, renamed, {"input": input, "split_sizes": split_sizes, "dim": dim})
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_split_with_sizes_op, (input, split_sizes, dim))
    if keys or switch.modes:
        return dispatch(_split_with_sizes_op, keys, (input, split_sizes, dim))
    array = _kernel_split_with_sizes(np, input._array, split_sizes, dim)
    return _tuple([view_of(input, a) for a in array])


def _plain_unsafe_split_with_sizes(input, split_sizes, dim):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_unsafe_split_with_sizes(np, input._array, split_sizes, dim)
    finally:
        if token is not None:
            reset_errstate(token)
    return _tuple([wrap(a) for a in array])


def unsafe_split_with_sizes(input: Tensor, split_sizes: Dims, dim: _int = 0, **renamed: Any) -> _tuple[Tensor, ...]:
    if renamed:
        return with_numpy_names(unsafe_split_with_sizes, renamed, {"input": input, "split_sizes": split_sizes, "dim": dim})
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_unsafe_split_with_sizes_op, (input, split_sizes, dim))
    if keys or switch.modes:
        return dispatch(_unsafe_split_with_sizes_op, keys, (input, split_sizes, dim))
    return _plain_unsafe_split_with_sizes(input, split_sizes, dim)


def split(input: Tensor, split_size_or_sections: Dims, dim: _int = 0, **renamed: Any) -> _tuple[Tensor, ...]:
    if renamed:
        return with_numpy_names(split, renamed, {"input": input, "split_size_or_sections": split_size_or_sections, "dim": dim})
    try:
        input._keys
    except AttributeError:
        check_arguments(_split_op, (input, split_size_or_sections, dim))
    return _kernel_split(input, split_size_or_sections, dim)


def split_method(input: Tensor, split_size: Dims, dim: _int = 0, **renamed: Any) -> _tuple[Tensor, ...]:
    if renamed:
        return with_numpy_names(split_method, renamed, {"input": input, "split_size": split_size, "dim": dim})
    return _kernel_split_method(input, split_size, dim)


def unsafe_split(input: Tensor, split_size: _int, dim: _int = 0, **renamed: Any) -> _tuple[Tensor, ...]:
    if renamed:
        return with_numpy_names(unsafe_split, renamed, {"input": input, "split_size": split_size, "dim": dim})
    try:
        input._keys
    except AttributeError:
        check_arguments(_unsafe_split_op, (input, split_size, dim))
    return _kernel_unsafe_split(input, split_size, dim)


def chunk(input: Tensor, chunks: _int, dim: _int = 0, **renamed: Any) -> _tuple[Tensor, ...]:
    if renamed:
        return with_numpy_names(chunk, renamed, {"input": input, "chunks": chunks, "dim": dim})
    try:
        input._keys
    except AttributeError:
        check_arguments(_chunk_op, (input, chunks, dim))
    return _kernel_chunk(input, chunks, dim)


def unsafe_chunk(input: Tensor, chunks: _int, dim: _int = 0, **renamed: Any) -> _tuple[Tensor, ...]:
    if renamed:
        return with_numpy_names(unsafe_chunk, renamed, {"input": input, "chunks": chunks, "dim": dim})
    try:
        input._keys
    except AttributeError:
        check_arguments(_unsafe_chunk_op, (input, chunks, dim))
    return _kernel_unsafe_chunk(input, chunks, dim)


def tensor_split(input: Tensor, indices_or_sections: Dims = None, dim: _int = 0, *, sections: _int | None = None, indices: Dims = None, tensor_indices_or_sections: Tensor | None = None, **renamed: Any) -> _tuple[Tensor, ...]:
    if renamed:
        return with_numpy_names(tensor_split, renamed, {"input": input, "indices_or_sections": indices_or_sections, "dim": dim, "sections": sections, "indices": indices, "tensor_indices_or_sections": tensor_indices_or_sections})
    try:
        input._keys
        if tensor_indices_or_sections is not None:
            tensor_indices_or_sections._keys
    except AttributeError:
        check_arguments(_tensor_split_op, (input, indices_or_sections, dim, sections, indices, tensor_indices_or_sections))
    return _kernel_tensor_split(input, indices_or_sections, dim, sections=sections, indices=indices, tensor_indices_or_sections=tensor_indices_or_sections)


hsplit = _kernel_hsplit


vsplit = _kernel_vsplit


dsplit = _kernel_dsplit


def _plain_alias(input):
    array = _kernel_alias(np, input._array)
    return view_of(input, array)


def alias(input: Tensor) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_alias_op, (input,))
    if keys or switch.modes:
        return dispatch(_alias_op, keys, (input,))
    array = _kernel_alias(np, input._array)
    return view_of(input, array)


def detach(input: Tensor) -> Tensor:
    try:
        input._keys
    except AttributeError:
        check_arguments(_detach_op, (input,))
    return _kernel_detach(input)


def detach_(input: Tensor) -> Tensor:
    try:
        input._keys
    except AttributeError:
        check_arguments(_detach__op, (input,))
    return _kernel_detach_(input)


slice_dim = _kernel_slice_dim


split_equally = _kernel_split_equally


def alias_copy(input: Tensor, *, out: Any = None) -> Tensor:
    try:
        input._keys
    except AttributeError:
        check_arguments(_alias_copy_op, (input,))
    result = _kernel_alias_copy(input)
    if out is None:
        return result
    return write_out(_alias_copy_op, result, out)


def as_strided_copy(input: Tensor, size: Dims, stride: Dims, storage_offset: _int | None = None, *, out: Any = None) -> Tensor:
    try:
        input._keys
    except AttributeError:
        check_arguments(_as_strided_copy_op, (input, size, stride, storage_offset))
    result = _kernel_as_strided_copy(input, size, stride, storage_offset)
    if out is None:
        return result
    return write_out(_as_strided_copy_op, result, out)


def detach_copy(input: Tensor, *, out: Any = None) -> Tensor:
    try:
        input._keys
    except AttributeError:
        check_arguments(_detach_copy_op, (input,))
    result = _kernel_detach_copy(input)
    if out is None:
        return result
    return write_out(_detach_copy_op, result, out)


def diagonal_copy(input: Tensor, offset: _int = 0, dim1: _int = 0, dim2: _int = 1, *, out: Any = None) -> Tensor:
    try:
        input._keys
    except AttributeError:
        check_arguments(_diagonal_copy_op, (input, offset, dim1, dim2))
    result = _kernel_diagonal_copy(input, offset, dim1, dim2)
    if out is None:
        return result
    return write_out(_diagonal_copy_op, result, out)


def expand_copy(input: Tensor, size: Any, *, implicit: _bool = False, out: Any = None) -> Tensor:
    try:
        input._keys
    except AttributeError:
        check_arguments(_expand_copy_op, (input, size, implicit))
    result = _kernel_expand_copy(input, size, implicit=implicit)
    if out is None:
        return result
    return write_out(_expand_copy_op, result, out)


def narrow_copy(input: Tensor, dim: _int, start: _int | Tensor, length: _int, *, out: Any = None, **renamed: Any) -> Tensor:
    if renamed:
        return with_numpy_names(narrow_copy, renamed, {"input": input, "dim": dim, "start": start, "length": length, "out": out})
    try:
        input._keys
    except AttributeError:
        check_arguments(_narrow_copy_op, (input, dim, start, length))
    result = _kernel_narrow_copy(input, dim, start, length)
    if out is None:
        return result
    return write_out(_narrow_copy_op, result, out)


def permute_copy(input: Tensor, dims: Any, *, out: Any = None) -> Tensor:
    try:
        input._keys
    except AttributeError:
        check_arguments(_permute_copy_op, (input, dims))
    result = _kernel_permute_copy(input, dims)
    if out is None:
        return result
    return write_out(_permute_copy_op, result, out)


def select_copy(input: Tensor, dim: _int, index: _int, *, out: Any = None, **renamed: Any) -> Tensor:
    if renamed:
        return with_numpy_names(select_copy, renamed, {"input": input, "dim": dim, "index": index, "out": out})
    try:
        input._keys
    except AttributeError:
        check_arguments(_select_copy_op, (input, dim, index))
    result = _kernel_select_copy(input, dim, index)
    if out is None:
        return result
    return write_out(_select_copy_op, result, out)


def slice_copy(input: Tensor, dim: _int = 0, start: _int | None = None, end: _int | None = None, step: _int = 1, *, out: Any = None, **renamed: Any) -> Tensor:
    if renamed:
        return with_numpy_names(slice_copy, renamed, {"input": input, "dim": dim, "start": start, "end": end, "step": step, "out": out})
    try:
        input._keys
    except AttributeError:
        check_arguments(_slice_copy_op, (input, dim, start, end, step))
    result = _kernel_slice_copy(input, dim, start, end, step)
    if out is None:
        return result
    return write_out(_slice_copy_op, result, out)


def split_copy(input: Tensor, split_size: _int, dim: _int = 0, *, out: Any = None, **renamed: Any) -> _tuple[Tensor, ...]:
    if renamed:
        return with_numpy_names(split_copy, renamed, {"input": input, "split_size": split_size, "dim": dim, "out": out})
    try:
        input._keys
    except AttributeError:
        check_arguments(_split_copy_op, (input, split_size, dim))
    result = _kernel_split_copy(input, split_size, dim)
    if out is None:
        return result
    return write_out(_split_copy_op, result, out)


def split_with_sizes_copy(input: Tensor, split_sizes: Dims, dim: _int = 0, *, out: Any = None, **renamed: Any) -> _tuple[Tensor, ...]:
    if renamed:
        return with_numpy_names(split_with_sizes_copy, renamed, {"input": input, "split_sizes": split_sizes, "dim": dim, "out": out})
    try:
        input._keys
    except AttributeError:
        check_arguments(_split_with_sizes_copy_op, (input, split_sizes, dim))
    result = _kernel_split_with_sizes_copy(input, split_sizes, dim)
    if out is None:
        return result
    return write_out(_split_with_sizes_copy_op, result, out)


def squeeze_copy(input: Tensor, dim: Any = None, *, out: Any = None, **renamed: Any) -> Tensor:
    if renamed:
        return with_numpy_names(squeeze_copy, renamed, {"input": input, "dim": dim, "out": out})
    try:
        input._keys
    except AttributeError:
        check_arguments(_squeeze_copy_op, (input, dim))
    result = _kernel_squeeze_copy(input, dim)
    if out is None:
        return result
    return write_out(_squeeze_copy_op, result, out)


def t_copy(input: Tensor, *, out: Any = None) -> Tensor:
    try:
        input._keys
    except AttributeError:
        check_arguments(_t_copy_op, (input,))
    result = _kernel_t_copy(input)
    if out is None:
        return result
    return write_out(_t_copy_op, result, out)


def transpose_copy(input: Tensor, dim0: _int, dim1: _int, *, out: Any = None) -> Tensor:
    try:
        input._keys
    except AttributeError:
        check_arguments(_transpose_copy_op, (input, dim0, dim1))
    result = _kernel_transpose_copy(input, dim0, dim1)
    if out is None:
        return result
    return write_out(_transpose_copy_op, result, out)


def unbind_copy(input: Tensor, dim: _int = 0, *, out: Any = None, **renamed: Any) -> _tuple[Tensor, ...]:
    if renamed:
        return with_numpy_names(unbind_copy, renamed, {"input": input, "dim": dim, "out": out})
    try:
        input._keys
    except AttributeError:
        check_arguments(_unbind_copy_op, (input, dim))
    result = _kernel_unbind_copy(input, dim)
    if out is None:
        return result
    return write_out(_unbind_copy_op, result, out)


def unfold_copy(input: Tensor, dimension: _int, size: _int, step: _int, *, out: Any = None) -> Tensor:
    try:
        input._keys
    except AttributeError:
        check_arguments(_unfold_copy_op, (input, dimension, size, step))
    result = _kernel_unfold_copy(input, dimension, size, step)
    if out is None:
        return result
    return write_out(_unfold_copy_op, result, out)


def unsqueeze_copy(input: Tensor, dim: Any = MISSING, *, out: Any = None, **renamed: Any) -> Tensor:
    if renamed:
        return with_numpy_names(unsqueeze_copy, renamed, {"input": input, "dim": dim, "out": out})
    try:
        input._keys
    except AttributeError:
        check_arguments(_unsqueeze_copy_op, (input, dim))
    result = _kernel_unsqueeze_copy(input, dim)
    if out is None:
        return result
    return write_out(_unsqueeze_copy_op, result, out)


def view_copy(input: Tensor, size: Any = (), *, dtype: DType | None = None, out: Any = None) -> Tensor:
    try:
        input._keys
    except AttributeError:
        check_arguments(_view_copy_op, (input, size, dtype))
    result = _kernel_view_copy(input, size, dtype=dtype)
    if out is None:
        return result
    return write_out(_view_copy_op, result, out)


def view_as_complex_copy(input: Tensor, *, out: Any = None) -> Tensor:
    try:
        input._keys
    except AttributeError:
        check_arguments(_view_as_complex_copy_op, (input,))
    result = _kernel_view_as_complex_copy(input)
    if out is None:
        return result
    return write_out(_view_as_complex_copy_op, result, out)


def view_as_real_copy(input: Tensor, *, out: Any = None) -> Tensor:
    try:
        input._keys
    except AttributeError:
        check_arguments(_view_as_real_copy_op, (input,))
    result = _kernel_view_as_real_copy(input)
    if out is None:
        return result
    return write_out(_view_as_real_copy_op, result, out)


def _plain_select_scatter(input, src, dim, index):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_select_scatter(np, input._array, src._array, dim, index)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def select_scatter(input: Tensor, src: Tensor, dim: _int, index: _int, **renamed: Any) -> Tensor:
    if renamed:
        return with_numpy_names(select_scatter, renamed, {"input": input, "src": src, "dim": dim, "index": index})
    try:
        keys = input._keys | src._keys
    except AttributeError:
        return call_mixed(_select_scatter_op, (input, src, dim, index))
    if keys or switch.modes:
        return dispatch(_select_scatter_op, keys, (input, src, dim, index))
    return _plain_select_scatter(input, src, dim, index)


def _plain_slice_scatter(input, src, dim, start, end, step):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_slice_scatter(np, input._array, src._array, dim, start, end, step)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def slice_scatter(input: Tensor, src: Tensor, dim: _int = 0, start: _int | None = None, end: _int | None = None, step: _int = 1, *, out: Any = None, **renamed: Any) -> Tensor:
    if renamed:
        return with_numpy_names(slice_scatter, renamed, {"input": input, "src": src, "dim": dim, "start": start, "end": end, "step": step, "out": out})
    try:
        keys = input._keys | src._keys
    except AttributeError:
        return call_mixed(_slice_scatter_op, (input, src, dim, start, end, step), out)
    if keys or switch.modes or out is not None:
        return dispatch(_slice_scatter_op, keys, (input, src, dim, start, end, step), out)
    return _plain_slice_scatter(input, src, dim, start, end, step)


def _plain_diagonal_scatter(input, src, offset, dim1, dim2):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_diagonal_scatter(np, input._array, src._array, offset, dim1, dim2)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def diagonal_scatter(input: Tensor, src: Tensor, offset: _int = 0, dim1: _int = 0, dim2: _int = 1) -> Tensor:
    try:
        keys = input._keys | src._keys
    except AttributeError:
        return call_mixed(_diagonal_scatter_op, (input, src, offset, dim1, dim2))
    if keys or switch.modes:
        return dispatch(_diagonal_scatter_op, keys, (input, src, offset, dim1, dim2))
    return _plain_diagonal_scatter(input, src, offset, dim1, dim2)


def as_strided_scatter(input: Tensor, src: Tensor, size: Dims, stride: Dims, storage_offset: _int | None = None) -> Tensor:
    try:
        input._keys
        src._keys
    except AttributeError:
        check_arguments(_as_strided_scatter_op, (input, src, size, stride, storage_offset))
    return _kernel_as_strided_scatter(input, src, size, stride, storage_offset)


def _plain_scatter_reduce(input, dim, index, src, reduce, include_self):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_scatter_reduce(np, input._array, dim, index._array, src._array, reduce, include_self=include_self)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def scatter_reduce(input: Tensor, dim: _int, index: Tensor, src: Tensor, reduce: _str, *, include_self: _bool = True, out: Any = None, **renamed: Any) -> Tensor:
    if renamed:
        return with_numpy_names(scatter_reduce, renamed, {"input": input, "dim": dim, "index": index, "src": src, "reduce": reduce, "include_self": include_self, "out": out})
    try:
        keys = input._keys | index._keys | src._keys
    except AttributeError:
        return call_mixed(_scatter_reduce_op, (input, dim, index, src, reduce, include_self), out)
    if keys or switch.modes or out is not None:
        return dispatch(_scatter_reduce_op, keys, (input, dim, index, src, reduce, include_self), out)
    return _plain_scatter_reduce(input, dim, index, src, reduce, include_self)


def scatter_reduce_(input: Tensor, dim: _int, index: Tensor, src: Tensor, reduce: _str, *, include_self: _bool = True, **renamed: Any) -> Tensor:
    if renamed:
        return with_numpy_names(scatter_reduce_, renamed, {"input": input, "dim": dim, "index": index, "src": src, "reduce": reduce, "include_self": include_self})
    try:
        keys = input._keys | index._keys | src._keys
    except AttributeError:
        return call_mixed(_scatter_reduce__op, (input, dim, index, src, reduce, include_self))
    if keys or switch.modes:
        return dispatch(_scatter_reduce__op, keys, (input, dim, index, src, reduce, include_self))
    return _plain_scatter_reduce_(input, dim, index, src, reduce, include_self)


def _plain_index_reduce(input, dim, index, source, reduce, include_self):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_index_reduce(np, input._array, dim, index._array, source._array, reduce, include_self=include_self)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def index_reduce(input: Tensor, dim: _int, index: Tensor, source: Tensor, reduce: _str, *, include_self: _bool = True, out: Any = None, **renamed: Any) -> Tensor:
    if renamed:
        return with_numpy_names(index_reduce, renamed, {"input": input, "dim": dim, "index": index, "source": source, "reduce": reduce, "include_self": include_self, "out": out})
    try:
        keys = input._keys | index._keys | source._keys
    except AttributeError:
        return call_mixed(_index_reduce_op, (input, dim, index, source, reduce, include_self), out)
    if keys or switch.modes or out is not None:
        return dispatch(_index_reduce_op, keys, (input, dim, index, source, reduce, include_self), out)
    return _plain_index_reduce(input, dim, index, source, reduce, include_self)


def index_reduce_(input: Tensor, dim: _int, index: Tensor, source: Tensor, reduce: _str, *, include_self: _bool = True, **renamed: Any) -> Tensor:
    if renamed:
        return with_numpy_names(index_reduce_, renamed, {"input": input, "dim": dim, "index": index, "source": source, "reduce": reduce, "include_self": include_self})
    try:
        keys = input._keys | index._keys | source._keys
    except AttributeError:
        return call_mixed(_index_reduce__op, (input, dim, index, source, reduce, include_self))
    if keys or switch.modes:
        return dispatch(_index_reduce__op, keys, (input, dim, index, source, reduce, include_self))
    return _plain_index_reduce_(input, dim, index, source, reduce, include_self)


def _plain_segment_values(data, reduce, offsets, axis, initial):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_segment_values(np, data._array, reduce, offsets._array, axis, initial)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def segment_values(data: Tensor, reduce: _str, offsets: Tensor, axis: _int, initial: Number | None = None) -> Tensor:
    try:
        keys = data._keys | offsets._keys
    except AttributeError:
        return call_mixed(_segment_values_op, (data, reduce, offsets, axis, initial))
    if keys or switch.modes:
        return dispatch(_segment_values_op, keys, (data, reduce, offsets, axis, initial))
    return _plain_segment_values(data, reduce, offsets, axis, initial)


def _plain_segment_places(offsets, n):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_segment_places(np, offsets._array, n)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def segment_places(offsets: Tensor, n: _int) -> Tensor:
    try:
        keys = offsets._keys
    except AttributeError:
        return call_mixed(_segment_places_op, (offsets, n))
    if keys or switch.modes:
        return dispatch(_segment_places_op, keys, (offsets, n))
    return _plain_segment_places(offsets, n)


def segment_reduce(data: Tensor, reduce: _str, *, lengths: Tensor | None = None, indices: Tensor | None = None, offsets: Tensor | None = None, axis: _int = 0, unsafe: _bool = False, initial: Number | None = None) -> Tensor:
    try:
        data._keys
        if lengths is not None:
            lengths._keys
        if indices is not None:
            indices._keys
        if offsets is not None:
            offsets._keys
    except AttributeError:
        check_arguments(_segment_reduce_op, (data, reduce, lengths, indices, offsets, axis, unsafe, initial))
    return _kernel_segment_reduce(data, reduce, lengths=lengths, indices=indices, offsets=offsets, axis=axis, unsafe=unsafe, initial=initial)


def _plain_search_sorted(sorted_sequence, input, right, out_int32, sorter):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_search_sorted(np, sorted_sequence._array, input._array, right, out_int32, None if sorter is None else sorter._array)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def search_sorted(sorted_sequence: Tensor, input: Tensor, right: _bool, out_int32: _bool, sorter: Tensor | None = None) -> Tensor:
    try:
        keys = sorted_sequence._keys | input._keys
        if sorter is not None:
            keys |= sorter._keys
    except AttributeError:
        return call_mixed(_search_sorted_op, (sorted_sequence, input, right, out_int32, sorter))
    if keys or switch.modes:
        return dispatch(_search_sorted_op, keys, (sorted_sequence, input, right, out_int32, sorter))
    return _plain_search_sorted(sorted_sequence, input, right, out_int32, sorter)


def searchsorted(sorted_sequence: Tensor, input: Tensor | Number, *, out_int32: _bool = False, right: _bool = False, side: _str | None = None, sorter: Tensor | None = None, out: Any = None) -> Tensor:
    try:
        sorted_sequence._keys
        if sorter is not None:
            sorter._keys
    except AttributeError:
        check_arguments(_searchsorted_op, (sorted_sequence, input, out_int32, right, side, sorter))
    try:
        result = _kernel_searchsorted(sorted_sequence, input, out_int32=out_int32, right=right, side=side, sorter=sorter)
    except Exception as error:
        blame_arguments(_searchsorted_op, (sorted_sequence, input, out_int32, right, side, sorter), error)
        raise
    if out is None:
        return result
    return write_out(_searchsorted_op, result, out)


def bucketize(input: Tensor | Number, boundaries: Tensor, *, out_int32: _bool = False, right: _bool = False, out: Any = None) -> Tensor:
    try:
        boundaries._keys
    except AttributeError:
        check_arguments(_bucketize_op, (input, boundaries, out_int32, right))
    try:
        result = _kernel_bucketize(input, boundaries, out_int32=out_int32, right=right)
    except Exception as error:
        blame_arguments(_bucketize_op, (input, boundaries, out_int32, right), error)
        raise
    if out is None:
        return result
    return write_out(_bucketize_op, result, out)


def _plain_is_member(elements, test_elements, invert):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_is_member(np, elements._array, test_elements._array, invert)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def is_member(elements: Tensor, test_elements: Tensor, invert: _bool) -> Tensor:
    try:
        keys = elements._keys | test_elements._keys
    except AttributeError:
        return call_mixed(_is_member_op, (elements, test_elements, invert))
    if keys or switch.modes:
        return dispatch(_is_member_op, keys, (elements, test_elements, invert))
    return _plain_is_member(elements, test_elements, invert)


def isin(elements: Tensor | Number, test_elements: Tensor | Number, *, assume_unique: _bool = False, invert: _bool = False, out: Any = None) -> Tensor:
    try:
        result = _kernel_isin(elements, test_elements, assume_unique=assume_unique, invert=invert)
    except Exception as error:
        blame_arguments(_isin_op, (elements, test_elements, assume_unique, invert), error)
        raise
    if out is None:
        return result
    return write_out(_isin_op, result, out)


def _plain_unique_parts(input, dim, return_inverse, return_counts):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_unique_parts(np, input._array, dim, return_inverse, return_counts)
    finally:
        if token is not None:
            reset_errstate(token)
    return _tuple([wrap(a) for a in array])


def unique_parts(input: Tensor, dim: _int | None, return_inverse: _bool, return_counts: _bool) -> _tuple[Tensor, ...]:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_unique_parts_op, (input, dim, return_inverse, return_counts))
    if keys or switch.modes:
        return dispatch(_unique_parts_op, keys, (input, dim, return_inverse, return_counts))
    return _plain_unique_parts(input, dim, return_inverse, return_counts)


def unique(input: Tensor, sorted: _bool = True, return_inverse: _bool = False, return_counts: _bool = False, dim: _int | None = None, **renamed: Any) -> Tensor:
    if renamed:
        return with_numpy_names(unique, renamed, {"input": input, "sorted": sorted, "return_inverse": return_inverse, "return_counts": return_counts, "dim": dim})
    try:
        input._keys
    except AttributeError:
        check_arguments(_unique_op, (input, sorted, return_inverse, return_counts, dim))
    return _kernel_unique(input, sorted, return_inverse, return_counts, dim)


def _plain_unique_runs(input, dim, return_inverse, return_counts):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_unique_runs(np, input._array, dim, return_inverse, return_counts)
    finally:
        if token is not None:
            reset_errstate(token)
    return _tuple([wrap(a) for a in array])


def unique_runs(input: Tensor, dim: _int | None, return_inverse: _bool, return_counts: _bool) -> _tuple[Tensor, ...]:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_unique_runs_op, (input, dim, return_inverse, return_counts))
    if keys or switch.modes:
        return dispatch(_unique_runs_op, keys, (input, dim, return_inverse, return_counts))
    return _plain_unique_runs(input, dim, return_inverse, return_counts)


def unique_consecutive(input: Tensor, return_inverse: _bool = False, return_counts: _bool = False, dim: _int | None = None, **renamed: Any) -> Tensor:
    if renamed:
        return with_numpy_names(unique_consecutive, renamed, {"input": input, "return_inverse": return_inverse, "return_counts": return_counts, "dim": dim})
    try:
        input._keys
    except AttributeError:
        check_arguments(_unique_consecutive_op, (input, return_inverse, return_counts, dim))
    return _kernel_unique_consecutive(input, return_inverse, return_counts, dim)


def stft(input: Tensor, n_fft: _int, hop_length: _int | None = None, win_length: _int | None = None, window: Tensor | None = None, center: _bool = True, pad_mode: _str = 'reflect', normalized: _bool = False, onesided: _bool | None = None, return_complex: _bool | None = None, align_to_window: _bool | None = None) -> Tensor:
    try:
        input._keys
        if window is not None:
            window._keys
    except AttributeError:
        check_arguments(_stft_op, (input, n_fft, hop_length, win_length, window, center, pad_mode, normalized, onesided, return_complex, align_to_window))
    return through_layers(_stft_op, (input, n_fft, hop_length, win_length, window, center, pad_mode, normalized, onesided, return_complex, align_to_window)) if switch.modes else _kernel_stft(input, n_fft, hop_length, win_length, window, center, pad_mode, normalized, onesided, return_complex, align_to_window)


def window_envelope(input: Tensor) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_window_envelope_op, (input,))
    if keys or switch.modes:
        return dispatch(_window_envelope_op, keys, (input,))
    return _plain_window_envelope(input)


def istft(input: Tensor, n_fft: _int, hop_length: _int | None = None, win_length: _int | None = None, window: Tensor | None = None, center: _bool = True, normalized: _bool = False, onesided: _bool | None = None, length: _int | None = None, return_complex: _bool = False) -> Tensor:
    try:
        input._keys
        if window is not None:
            window._keys
    except AttributeError:
        check_arguments(_istft_op, (input, n_fft, hop_length, win_length, window, center, normalized, onesided, length, return_complex))
    return _kernel_istft(input, n_fft, hop_length, win_length, window, center, normalized, onesided, length, return_complex)


def _plain_linalg_svd(A, full_matrices, driver):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_linalg_svd(np, A._array, full_matrices, driver=driver)
    finally:
        if token is not None:
            reset_errstate(token)
    return _linalg_svd_result._make(wrap(a) for a in array)


def linalg_svd(A: Tensor, full_matrices: _bool = True, *, driver: _str | None = None, out: Any = None) -> _tuple[Tensor, Tensor, Tensor]:
    try:
        keys = A._keys
    except AttributeError:
        return call_mixed(_linalg_svd_op, (A, full_matrices, driver), out)
    if keys or switch.modes or out is not None:
        return dispatch(_linalg_svd_op, keys, (A, full_matrices, driver), out)
    return _plain_linalg_svd(A, full_matrices, driver)


def _plain_linalg_svdvals(A, driver):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_linalg_svdvals(np, A._array, driver=driver)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def linalg_svdvals(A: Tensor, *, driver: _str | None = None, out: Any = None) -> Tensor:
    try:
        keys = A._keys
    except AttributeError:
        return call_mixed(_linalg_svdvals_op, (A, driver), out)
    if keys or switch.modes or out is not None:
        return dispatch(_linalg_svdvals_op, keys, (A, driver), out)
    return _plain_linalg_svdvals(A, driver)


def svd(input: Tensor, some: _bool = True, compute_uv: _bool = True, *, out: Any = None) -> _tuple[Tensor, Tensor, Tensor]:
    try:
        input._keys
    except AttributeError:
        check_arguments(_svd_op, (input, some, compute_uv))
    result = through_layers(_svd_op, (input, some, compute_uv), out) if switch.modes else _kernel_svd(input, some, compute_uv)
    if out is None:
        return result
    return write_out(_svd_op, result, out)


def svd_lowrank(A: Tensor, q: _int | None = 6, niter: _int | None = 2, M: Tensor | None = None) -> _tuple[Tensor, Tensor, Tensor]:
    try:
        A._keys
        if M is not None:
            M._keys
    except AttributeError:
        check_arguments(_svd_lowrank_op, (A, q, niter, M))
    return _kernel_svd_lowrank(A, q, niter, M)


def pca_lowrank(A: Tensor, q: _int | None = None, center: _bool = True, niter: _int = 2) -> _tuple[Tensor, Tensor, Tensor]:
    try:
        A._keys
    except AttributeError:
        check_arguments(_pca_lowrank_op, (A, q, center, niter))
    return _kernel_pca_lowrank(A, q, center, niter)


def _plain_pseudo_inverse(input, atol, rtol, hermitian):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_pseudo_inverse(np, input._array, atol._array, rtol._array, hermitian)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def pseudo_inverse(input: Tensor, atol: Tensor, rtol: Tensor, hermitian: _bool) -> Tensor:
    try:
        keys = input._keys | atol._keys | rtol._keys
    except AttributeError:
        return call_mixed(_pseudo_inverse_op, (input, atol, rtol, hermitian))
    if keys or switch.modes:
        return dispatch(_pseudo_inverse_op, keys, (input, atol, rtol, hermitian))
    return _plain_pseudo_inverse(input, atol, rtol, hermitian)


def linalg_pinv(input: Tensor, rcond: Tensor | Number | None = None, hermitian: _bool = False, *, atol: Tensor | Number | None = None, rtol: Tensor | Number | None = None, out: Any = None) -> Tensor:
    try:
        input._keys
    except AttributeError:
        check_arguments(_linalg_pinv_op, (input, rcond, hermitian, atol, rtol))
    try:
        result = _kernel_linalg_pinv(input, rcond, hermitian, atol=atol, rtol=rtol)
    except Exception as error:
        blame_arguments(_linalg_pinv_op, (input, rcond, hermitian, atol, rtol), error)
        raise
    if out is None:
        return result
    return write_out(_linalg_pinv_op, result, out)


def pinverse(input: Tensor, rcond: Tensor | Number = 1e-15) -> Tensor:
    try:
        input._keys
    except AttributeError:
        check_arguments(_pinverse_op, (input, rcond))
    try:
        return through_layers(_pinverse_op, (input, rcond)) if switch.modes else _kernel_pinverse(input, rcond)
    except Exception as error:
        blame_arguments(_pinverse_op, (input, rcond), error)
        raise


def linalg_matrix_rank(input: Tensor, tol: Tensor | Number | None = None, hermitian: _bool = False, *, atol: Tensor | Number | None = None, rtol: Tensor | Number | None = None, out: Any = None) -> Tensor:
    try:
        input._keys
    except AttributeError:
        check_arguments(_linalg_matrix_rank_op, (input, tol, hermitian, atol, rtol))
    try:
        result = through_layers(_linalg_matrix_rank_op, (input, tol, hermitian, atol, rtol), out) if switch.modes else _kernel_linalg_matrix_rank(input, tol, hermitian, atol=atol, rtol=rtol)
    except Exception as error:
        blame_arguments(_linalg_matrix_rank_op, (input, tol, hermitian, atol, rtol), error)
        raise
    if out is None:
        return result
    return write_out(_linalg_matrix_rank_op, result, out)


def linalg_cond(input: Tensor, p: object = None, *, out: Any = None) -> Tensor:
    try:
        input._keys
    except AttributeError:
        check_arguments(_linalg_cond_op, (input, p))
    result = through_layers(_linalg_cond_op, (input, p), out) if switch.modes else _kernel_linalg_cond(input, p)
    if out is None:
        return result
    return write_out(_linalg_cond_op, result, out)


def _plain_sort(input, dim, descending, stable):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_sort(np, input._array, dim, descending, stable)
    finally:
        if token is not None:
            reset_errstate(token)
    return _sort_result._make(wrap(a) for a in array)


def sort(input: Tensor, dim: _int = -1, descending: _bool = False, stable: _bool = False, *, out: Any = None, **renamed: Any) -> _tuple[Tensor, Tensor]:
    if renamed:
        return with_numpy_names(sort, renamed, {"input": input, "dim": dim, "descending": descending, "stable": stable, "out": out})
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_sort_op, (input, dim, descending, stable), out)
    if keys or switch.modes or out is not None:
        return dispatch(_sort_op, keys, (input, dim, descending, stable), out)
    return _plain_sort(input, dim, descending, stable)


def _plain_argsort(input, dim, descending, stable):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_argsort(np, input._array, dim, descending, stable)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def argsort(input: Tensor, dim: _int = -1, descending: _bool = False, stable: _bool = False, *, out: Any = None, **renamed: Any) -> Tensor:
    if renamed:
        return with_numpy_names(argsort, renamed, {"input": input, "dim": dim, "descending": descending, "stable": stable, "out": out})
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_argsort_op, (input, dim, descending, stable), out)
    if keys or switch.modes or out is not None:
        return dispatch(_argsort_op, keys, (input, dim, descending, stable), out)
    return _plain_argsort(input, dim, descending, stable)


def _plain_sorted_values(input, dim):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_sorted_values(np, input._array, dim)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def sorted_values(input: Tensor, dim: _int) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_sorted_values_op, (input, dim))
    if keys or switch.modes:
        return dispatch(_sorted_values_op, keys, (input, dim))
    return _plain_sorted_values(input, dim)


def msort(input: Tensor, *, out: Any = None) -> Tensor:
    try:
        input._keys
    except AttributeError:
        check_arguments(_msort_op, (input,))
    result = _kernel_msort(input)
    if out is None:
        return result
    return write_out(_msort_op, result, out)


def _plain_topk(input, k, dim, largest, sorted):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_topk(np, input._array, k, dim, largest, sorted)
    finally:
        if token is not None:
            reset_errstate(token)
    return _topk_result._make(wrap(a) for a in array)


def topk(input: Tensor, k: _int, dim: _int = -1, largest: _bool = True, sorted: _bool = True, *, out: Any = None, **renamed: Any) -> _tuple[Tensor, Tensor]:
    if renamed:
        return with_numpy_names(topk, renamed, {"input": input, "k": k, "dim": dim, "largest": largest, "sorted": sorted, "out": out})
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_topk_op, (input, k, dim, largest, sorted), out)
    if keys or switch.modes or out is not None:
        return dispatch(_topk_op, keys, (input, k, dim, largest, sorted), out)
    return _plain_topk(input, k, dim, largest, sorted)


def sparse_spdiags(diagonals: Tensor, offsets: Tensor, shape: Dims, layout: object = None) -> Tensor:
    try:
        diagonals._keys
        offsets._keys
    except AttributeError:
        check_arguments(_sparse_spdiags_op, (diagonals, offsets, shape, layout))
    return _kernel_sparse_spdiags(diagonals, offsets, shape, layout)


def sparse_spsolve(input: Tensor, other: Tensor, *, left: _bool = True) -> Tensor:
    try:
        input._keys
        other._keys
    except AttributeError:
        check_arguments(_sparse_spsolve_op, (input, other, left))
    return _kernel_sparse_spsolve(input, other, left=left)


embedding_sparse_backward = _kernel_embedding_sparse_backward


sparse_resize_ = _kernel_sparse_resize_


sparse_resize_and_clear_ = _kernel_sparse_resize_and_clear_


def resize_as_sparse_(input: Tensor, the_template: Tensor) -> Tensor:
    try:
        input._keys
        the_template._keys
    except AttributeError:
        check_arguments(_resize_as_sparse__op, (input, the_template))
    return _kernel_resize_as_sparse_(input, the_template)


coalesce = _kernel_coalesce


is_coalesced = _kernel_is_coalesced


indices = _kernel_indices


values = _kernel_values


indices_as_they_are = _kernel_indices_as_they_are


values_as_they_are = _kernel_values_as_they_are


stored_count = _kernel_stored_count


crow_indices = _kernel_crow_indices


col_indices = _kernel_col_indices


ccol_indices = _kernel_ccol_indices


row_indices = _kernel_row_indices


sparse_dim = _kernel_sparse_dim


dense_dim = _kernel_dense_dim


def _plain_sparse_matmul(rows, columns, values, dense, size):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_sparse_matmul(np, rows._array, columns._array, values._array, dense._array, size)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def sparse_matmul(rows: Tensor, columns: Tensor, values: Tensor, dense: Tensor, size: _int) -> Tensor:
    try:
        keys = rows._keys | columns._keys | values._keys | dense._keys
    except AttributeError:
        return call_mixed(_sparse_matmul_op, (rows, columns, values, dense, size))
    if keys or switch.modes:
        return dispatch(_sparse_matmul_op, keys, (rows, columns, values, dense, size))
    return _plain_sparse_matmul(rows, columns, values, dense, size)


def _plain_sampled_products(rows, columns, left, right):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_sampled_products(np, rows._array, columns._array, left._array, right._array)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def sampled_products(rows: Tensor, columns: Tensor, left: Tensor, right: Tensor) -> Tensor:
    try:
        keys = rows._keys | columns._keys | left._keys | right._keys
    except AttributeError:
        return call_mixed(_sampled_products_op, (rows, columns, left, right))
    if keys or switch.modes:
        return dispatch(_sampled_products_op, keys, (rows, columns, left, right))
    return _plain_sampled_products(rows, columns, left, right)


def sparse_mm(mat1: Tensor, mat2: Tensor, reduce: _str | None = None) -> Tensor:
    try:
        mat1._keys
        mat2._keys
    except AttributeError:
        check_arguments(_sparse_mm_op, (mat1, mat2, reduce))
    return _kernel_sparse_mm(mat1, mat2, reduce)


def sparse_addmm(mat: Tensor, mat1: Tensor, mat2: Tensor, *, beta: Number = 1, alpha: Number = 1) -> Tensor:
    try:
        mat._keys
        mat1._keys
        mat2._keys
    except AttributeError:
        check_arguments(_sparse_addmm_op, (mat, mat1, mat2, beta, alpha))
    return _kernel_sparse_addmm(mat, mat1, mat2, beta=beta, alpha=alpha)


def sparse_sampled_addmm(input: Tensor, mat1: Tensor, mat2: Tensor, *, beta: Number = 1.0, alpha: Number = 1.0, out: Any = None) -> Tensor:
    try:
        input._keys
        mat1._keys
        mat2._keys
    except AttributeError:
        check_arguments(_sparse_sampled_addmm_op, (input, mat1, mat2, beta, alpha))
    result = _kernel_sparse_sampled_addmm(input, mat1, mat2, beta=beta, alpha=alpha)
    if out is None:
        return result
    return write_out(_sparse_sampled_addmm_op, result, out)


def hspmm(mat1: Tensor, mat2: Tensor) -> Tensor:
    try:
        mat1._keys
        mat2._keys
    except AttributeError:
        check_arguments(_hspmm_op, (mat1, mat2))
    return _kernel_hspmm(mat1, mat2)


def smm(input: Tensor, mat: Tensor) -> Tensor:
    try:
        input._keys
        mat._keys
    except AttributeError:
        check_arguments(_smm_op, (input, mat))
    return _kernel_smm(input, mat)


def sspaddmm(input: Tensor, mat1: Tensor, mat2: Tensor, *, beta: Number = 1, alpha: Number = 1) -> Tensor:
    try:
        input._keys
        mat1._keys
        mat2._keys
    except AttributeError:
        check_arguments(_sspaddmm_op, (input, mat1, mat2, beta, alpha))
    return _kernel_sspaddmm(input, mat1, mat2, beta=beta, alpha=alpha)


def sparse_sum(input: Tensor, dim: Dims = None, dtype: DType | None = None) -> Tensor:
    try:
        input._keys
    except AttributeError:
        check_arguments(_sparse_sum_op, (input, dim, dtype))
    return _kernel_sparse_sum(input, dim, dtype)


def sparse_softmax(input: Tensor, dim: _int, *, dtype: DType | None = None) -> Tensor:
    try:
        input._keys
    except AttributeError:
        check_arguments(_sparse_softmax_op, (input, dim, dtype))
    return _kernel_sparse_softmax(input, dim, dtype=dtype)


def sparse_log_softmax(input: Tensor, dim: _int, *, dtype: DType | None = None) -> Tensor:
    try:
        input._keys
    except AttributeError:
        check_arguments(_sparse_log_softmax_op, (input, dim, dtype))
    return _kernel_sparse_log_softmax(input, dim, dtype=dtype)


to_sparse = _kernel_to_sparse


to_sparse_coo = _kernel_to_sparse_coo


to_sparse_csr = _kernel_to_sparse_csr


to_sparse_csc = _kernel_to_sparse_csc


to_sparse_bsr = _kernel_to_sparse_bsr


to_sparse_bsc = _kernel_to_sparse_bsc


to_dense = _kernel_to_dense


def sparse_mask(input: Tensor, mask: Tensor) -> Tensor:
    try:
        input._keys
        mask._keys
    except AttributeError:
        check_arguments(_sparse_mask_op, (input, mask))
    return _kernel_sparse_mask(input, mask)


def xlogy(input: Tensor | Number, other: Tensor | Number, *, out: Any = None) -> Tensor:
    kind = _type(other)
    try:
        keys = input._keys
        if kind is not _float and kind is not _int:
            keys |= other._keys
    except AttributeError:
        return call_mixed(_xlogy_op, (input, other), out)
    if keys or switch.modes or out is not None:
        return dispatch(_xlogy_op, keys, (input, other), out)
    return _plain_xlogy(input, other)


def xlogy_(input: Tensor | Number, other: Tensor | Number) -> Tensor:
    kind = _type(other)
    try:
        keys = input._keys
        if kind is not _float and kind is not _int:
            keys |= other._keys
    except AttributeError:
        return call_mixed(_xlogy__op, (input, other))
    if keys or switch.modes:
        return dispatch(_xlogy__op, keys, (input, other))
    return _plain_xlogy_(input, other)


def xlog1py(input: Tensor | Number, other: Tensor | Number, *, out: Any = None) -> Tensor:
    kind = _type(other)
    try:
        keys = input._keys
        if kind is not _float and kind is not _int:
            keys |= other._keys
    except AttributeError:
        return call_mixed(_xlog1py_op, (input, other), out)
    if keys or switch.modes or out is not None:
        return dispatch(_xlog1py_op, keys, (input, other), out)
    return _plain_xlog1py(input, other)


def entr(input: Tensor, *, out: Any = None) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_entr_op, (input,), out)
    if keys or switch.modes or out is not None:
        return dispatch(_entr_op, keys, (input,), out)
    return _plain_entr(input)


def logit(input: Tensor, eps: _float | None = None, *, out: Any = None) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_logit_op, (input, eps), out)
    if keys or switch.modes or out is not None:
        return dispatch(_logit_op, keys, (input, eps), out)
    return _plain_logit(input, eps)


def logit_(input: Tensor, eps: _float | None = None) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_logit__op, (input, eps))
    if keys or switch.modes:
        return dispatch(_logit__op, keys, (input, eps))
    return _plain_logit_(input, eps)


def sinc(input: Tensor, *, out: Any = None) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_sinc_op, (input,), out)
    if keys or switch.modes or out is not None:
        return dispatch(_sinc_op, keys, (input,), out)
    return _plain_sinc(input)


def sinc_(input: Tensor) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_sinc__op, (input,))
    if keys or switch.modes:
        return dispatch(_sinc__op, keys, (input,))
    return _plain_sinc_(input)


def sinc_slope(input: Tensor) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_sinc_slope_op, (input,))
    if keys or switch.modes:
        return dispatch(_sinc_slope_op, keys, (input,))
    return _plain_sinc_slope(input)


def zeta(input: Tensor | Number, other: Tensor | Number, *, out: Any = None) -> Tensor:
    kind = _type(other)
    try:
        keys = input._keys
        if kind is not _float and kind is not _int:
            keys |= other._keys
    except AttributeError:
        return call_mixed(_zeta_op, (input, other), out)
    if keys or switch.modes or out is not None:
        return dispatch(_zeta_op, keys, (input, other), out)
    return _plain_zeta(input, other)


def _plain_polygamma(n, input):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_polygamma(np, n, input._array)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def polygamma(n: _int, input: Tensor, *, out: Any = None) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_polygamma_op, (n, input), out)
    if keys or switch.modes or out is not None:
        return dispatch(_polygamma_op, keys, (n, input), out)
    return _plain_polygamma(n, input)


polygamma_of = _kernel_polygamma_of


def polygamma_of_(input: Tensor, n: _int) -> Tensor:
    result = _kernel_polygamma_of(input, n)
    return assign(_polygamma_of__op, input, result)


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
    if _type(array) is not _ndarray:
        array = _asarray(array)
    try:
        dtype = _FROM_NUMPY[array.dtype]
    except KeyError:
        dtype = from_numpy_dtype(array.dtype)
    out = _new(Tensor)
    out._array = array
    out.dtype = dtype
    out._keys = dtype.keys
    out._storage = out._meta = out._base = None
    return out


def var_correction(input: Tensor, dim: Dims = None, *, correction: Number = 1, keepdim: _bool = False) -> Tensor:
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_var_correction_op, (input, dim, correction, keepdim))
    if keys or switch.modes:
        return dispatch(_var_correction_op, keys, (input, dim, correction, keepdim))
    return _plain_var_correction(input, dim, correction, keepdim)


def var(input: Tensor, dim: Dims = None, unbiased: _bool | None = None, keepdim: _bool = False, *, correction: Number | None = None, out: Any = None, **renamed: Any) -> Tensor:
    if renamed:
        return with_numpy_names(var, renamed, {"input": input, "dim": dim, "unbiased": unbiased, "keepdim": keepdim, "correction": correction, "out": out})
    try:
        input._keys
    except AttributeError:
        check_arguments(_var_op, (input, dim, unbiased, keepdim, correction))
    result = _kernel_var(input, dim, unbiased, keepdim, correction=correction)
    if out is None:
        return result
    return write_out(_var_op, result, out)


def std(input: Tensor, dim: Dims = None, unbiased: _bool | None = None, keepdim: _bool = False, *, correction: Number | None = None, out: Any = None, **renamed: Any) -> Tensor:
    if renamed:
        return with_numpy_names(std, renamed, {"input": input, "dim": dim, "unbiased": unbiased, "keepdim": keepdim, "correction": correction, "out": out})
    try:
        input._keys
    except AttributeError:
        check_arguments(_std_op, (input, dim, unbiased, keepdim, correction))
    result = _kernel_std(input, dim, unbiased, keepdim, correction=correction)
    if out is None:
        return result
    return write_out(_std_op, result, out)


def var_mean(input: Tensor, dim: Dims = None, unbiased: _bool | None = None, keepdim: _bool = False, *, correction: Number | None = None, **renamed: Any) -> _tuple[Tensor, Tensor]:
    if renamed:
        return with_numpy_names(var_mean, renamed, {"input": input, "dim": dim, "unbiased": unbiased, "keepdim": keepdim, "correction": correction})
    try:
        input._keys
    except AttributeError:
        check_arguments(_var_mean_op, (input, dim, unbiased, keepdim, correction))
    return _kernel_var_mean(input, dim, unbiased, keepdim, correction=correction)


def std_mean(input: Tensor, dim: Dims = None, unbiased: _bool | None = None, keepdim: _bool = False, *, correction: Number | None = None, **renamed: Any) -> _tuple[Tensor, Tensor]:
    if renamed:
        return with_numpy_names(std_mean, renamed, {"input": input, "dim": dim, "unbiased": unbiased, "keepdim": keepdim, "correction": correction})
    try:
        input._keys
    except AttributeError:
        check_arguments(_std_mean_op, (input, dim, unbiased, keepdim, correction))
    return _kernel_std_mean(input, dim, unbiased, keepdim, correction=correction)


def cov(input: Tensor, *, correction: _int = 1, fweights: Tensor | None = None, aweights: Tensor | None = None) -> Tensor:
    try:
        input._keys
        if fweights is not None:
            fweights._keys
        if aweights is not None:
            aweights._keys
    except AttributeError:
        check_arguments(_cov_op, (input, correction, fweights, aweights))
    return _kernel_cov(input, correction=correction, fweights=fweights, aweights=aweights)


def corrcoef(input: Tensor) -> Tensor:
    try:
        input._keys
    except AttributeError:
        check_arguments(_corrcoef_op, (input,))
    return _kernel_corrcoef(input)


windows_general_cosine = _kernel_windows_general_cosine


windows_general_hamming = _kernel_windows_general_hamming


windows_hamming = _kernel_windows_hamming


windows_hann = _kernel_windows_hann


windows_blackman = _kernel_windows_blackman


windows_nuttall = _kernel_windows_nuttall


windows_bartlett = _kernel_windows_bartlett


windows_cosine = _kernel_windows_cosine


windows_gaussian = _kernel_windows_gaussian


windows_exponential = _kernel_windows_exponential


windows_kaiser = _kernel_windows_kaiser


hann_window = _kernel_hann_window


hamming_window = _kernel_hamming_window


blackman_window = _kernel_blackman_window


bartlett_window = _kernel_bartlett_window


kaiser_window = _kernel_kaiser_window


class OperatorMethods:
    """The methods that operators give to Tensor."""

    __slots__ = ()

    relu = relu
    relu_ = relu_
    hardshrink = hardshrink
    prelu = prelu
    add = add
    add_ = add_
    __add__ = python_operator(_add_op)
    __radd__ = __add__
    __iadd__ = add_
    sub = sub
    subtract = sub
    sub_ = sub_
    subtract_ = sub_
    __sub__ = python_operator(_sub_op)
    __rsub__ = reflected_operator(_sub_op)
    __isub__ = sub_
    mul = mul
    multiply = mul
    mul_ = mul_
    multiply_ = mul_
    __mul__ = python_operator(_mul_op)
    __rmul__ = __mul__
    __imul__ = mul_
    true_divide = true_divide
    true_divide_ = true_divide_
    __truediv__ = python_operator(_true_divide_op)
    __rtruediv__ = reflected_operator(_true_divide_op)
    __itruediv__ = true_divide_
    floor_divide = floor_divide
    floor_divide_ = floor_divide_
    __floordiv__ = python_operator(_floor_divide_op)
    __rfloordiv__ = reflected_operator(_floor_divide_op)
    __ifloordiv__ = floor_divide_
    remainder = remainder
    remainder_ = remainder_
    __mod__ = python_operator(_remainder_op)
    __rmod__ = reflected_operator(_remainder_op)
    __imod__ = remainder_
    fmod = fmod
    fmod_ = fmod_
    maximum = maximum
    minimum = minimum
    atan2 = atan2
    arctan2 = atan2
    atan2_ = atan2_
    arctan2_ = atan2_
    div = div
    divide = div
    __div__ = div
    div_ = div_
    divide_ = div_
    __idiv__ = div_
    rsub = rsub
    __rdiv__ = reflected_divide
    def repeat(input: Tensor, *each: Any, repeats: Any = ()) -> Tensor:
        if each:
            repeats = each[0] if len(each) == 1 and not isinstance(each[0], _INTEGERS) else each
        return repeat(input, repeats)

    def tile(input: Tensor, *each: Any, dims: Any = ()) -> Tensor:
        if each:
            dims = each[0] if len(each) == 1 and not isinstance(each[0], _INTEGERS) else each
        return _kernel_tile(input, dims)

    repeat_interleave = repeat_interleave
    def flip(input: Tensor, *each: Any, dims: Any = ()) -> Tensor:
        if each:
            dims = each[0] if len(each) == 1 and not isinstance(each[0], _INTEGERS) else each
        return flip(input, dims)

    fliplr = _kernel_fliplr
    flipud = _kernel_flipud
    roll = roll
    rot90 = _kernel_rot90
    symeig = _kernel_symeig
    eig = _kernel_eig
    solve = solve
    lstsq = lstsq
    lu = lu
    lu_solve = lu_solve
    det = _kernel_det
    slogdet = slogdet
    logdet = _kernel_logdet
    inverse = inverse
    triangular_solve = triangular_solve
    cholesky = cholesky
    cholesky_solve = cholesky_solve
    cholesky_inverse = cholesky_inverse
    eq = eq
    eq_ = eq_
    __eq__ = python_operator(_eq_op)
    __ieq__ = eq_
    ne = ne
    not_equal = ne
    ne_ = ne_
    not_equal_ = ne_
    __ne__ = python_operator(_ne_op)
    __ine__ = ne_
    lt = lt
    less = lt
    lt_ = lt_
    less_ = lt_
    __lt__ = python_operator(_lt_op)
    __ilt__ = lt_
    le = le
    less_equal = le
    le_ = le_
    less_equal_ = le_
    __le__ = python_operator(_le_op)
    __ile__ = le_
    gt = gt
    greater = gt
    gt_ = gt_
    greater_ = gt_
    __gt__ = python_operator(_gt_op)
    __igt__ = gt_
    ge = ge
    greater_equal = ge
    ge_ = ge_
    greater_equal_ = ge_
    __ge__ = python_operator(_ge_op)
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
    __and__ = python_operator(_bitwise_and_op)
    __rand__ = __and__
    __iand__ = bitwise_and_
    bitwise_or = bitwise_or
    bitwise_or_ = bitwise_or_
    __or__ = python_operator(_bitwise_or_op)
    __ror__ = __or__
    __ior__ = bitwise_or_
    bitwise_xor = bitwise_xor
    bitwise_xor_ = bitwise_xor_
    __xor__ = python_operator(_bitwise_xor_op)
    __rxor__ = __xor__
    __ixor__ = bitwise_xor_
    bitwise_left_shift = bitwise_left_shift
    bitwise_left_shift_ = bitwise_left_shift_
    __lshift__ = python_operator(_bitwise_left_shift_op)
    __rlshift__ = reflected_operator(_bitwise_left_shift_op)
    __ilshift__ = bitwise_left_shift_
    bitwise_right_shift = bitwise_right_shift
    bitwise_right_shift_ = bitwise_right_shift_
    __rshift__ = python_operator(_bitwise_right_shift_op)
    __rrshift__ = reflected_operator(_bitwise_right_shift_op)
    __irshift__ = bitwise_right_shift_
    bitwise_not = bitwise_not
    bitwise_not_ = bitwise_not_
    __invert__ = bitwise_not
    isclose = isclose
    allclose = allclose
    equal = equal
    isnan = isnan
    isinf = isinf
    isfinite = isfinite
    isposinf = isposinf
    isneginf = isneginf
    signbit = signbit
    isreal = isreal
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
    frac = frac
    frac_ = frac_
    round = round
    round_ = round_
    clamp = clamp
    clip = clamp
    clamp_ = clamp_
    clip_ = clamp_
    clamp_min = clamp_min
    clamp_min_ = clamp_min_
    clamp_max = clamp_max
    clamp_max_ = clamp_max_
    nan_to_num = nan_to_num
    nan_to_num_ = _kernel_nan_to_num_
    gcd = gcd
    gcd_ = gcd_
    lcm = lcm
    lcm_ = lcm_
    angle = angle
    sgn = sgn
    sgn_ = sgn_
    conj_physical = conj_physical
    conj_physical_ = conj_physical_
    conj = _kernel_conj
    resolve_conj = _kernel_resolve_conj
    resolve_neg = _kernel_resolve_neg
    is_conj = _kernel_is_conj
    is_neg = _kernel_is_neg
    to = _kernel_to
    type_as = type_as
    type = _kernel_type
    float = _kernel_float
    double = _kernel_double
    half = _kernel_half
    int = _kernel_int
    long = _kernel_long
    short = _kernel_short
    char = _kernel_char
    byte = _kernel_byte
    bool = _kernel_bool
    cfloat = _kernel_cfloat
    cdouble = _kernel_cdouble
    where = where_method
    masked_fill = masked_fill
    masked_fill_ = masked_fill_
    masked_select = masked_select
    masked_scatter = masked_scatter
    masked_scatter_ = masked_scatter_
    tril = tril
    tril_ = tril_
    triu = triu
    triu_ = triu_
    clone = clone
    contiguous = _kernel_contiguous
    copy_ = copy_
    fill_ = fill_
    zero_ = zero_
    def resize_(input: Tensor, *each: Any, size: Any = (), memory_format: object = None) -> Tensor:
        if each:
            size = each[0] if len(each) == 1 and not isinstance(each[0], _INTEGERS) else each
        return resize_(input, size, memory_format=memory_format)

    resize_as_ = resize_as_
    def new_zeros(input: Tensor, *each: Any, size: Any = (), dtype: DType | None = None, device: Device | None = None, requires_grad: _bool = False, layout: object = None, pin_memory: _bool = False) -> Tensor:
        if each:
            size = each[0] if len(each) == 1 and not isinstance(each[0], _INTEGERS) else each
        return _kernel_new_zeros(input, size, dtype=dtype, device=device, requires_grad=requires_grad, layout=layout, pin_memory=pin_memory)

    def new_ones(input: Tensor, *each: Any, size: Any = (), dtype: DType | None = None, device: Device | None = None, requires_grad: _bool = False, layout: object = None, pin_memory: _bool = False) -> Tensor:
        if each:
            size = each[0] if len(each) == 1 and not isinstance(each[0], _INTEGERS) else each
        return _kernel_new_ones(input, size, dtype=dtype, device=device, requires_grad=requires_grad, layout=layout, pin_memory=pin_memory)

    def new_empty(input: Tensor, *each: Any, size: Any = (), dtype: DType | None = None, device: Device | None = None, requires_grad: _bool = False, layout: object = None, pin_memory: _bool = False) -> Tensor:
        if each:
            size = each[0] if len(each) == 1 and not isinstance(each[0], _INTEGERS) else each
        return _kernel_new_empty(input, size, dtype=dtype, device=device, requires_grad=requires_grad, layout=layout, pin_memory=pin_memory)

    new_empty_strided = _kernel_new_empty_strided
    new_full = _kernel_new_full
    new_tensor = _kernel_new_tensor
    softmax = softmax
    log_softmax = log_softmax
    diff = diff
    renorm = renorm
    renorm_ = renorm_
    neg = neg
    negative = neg
    neg_ = neg_
    negative_ = neg_
    __neg__ = neg
    positive = _kernel_positive
    __pos__ = positive
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
    deg2rad = deg2rad
    deg2rad_ = deg2rad_
    rad2deg = rad2deg
    rad2deg_ = rad2deg_
    rsqrt = rsqrt
    rsqrt_ = rsqrt_
    reciprocal = reciprocal
    reciprocal_ = reciprocal_
    sigmoid = sigmoid
    sigmoid_ = sigmoid_
    erf = erf
    erf_ = erf_
    erfc = erfc
    erfc_ = erfc_
    erfinv = erfinv
    erfinv_ = erfinv_
    amax = amax
    amin = amin
    argmax = argmax
    argmin = argmin
    max = max
    min = min
    aminmax = aminmax
    lgamma = lgamma
    lgamma_ = lgamma_
    digamma = digamma
    digamma_ = digamma_
    mvlgamma = mvlgamma
    mvlgamma_ = mvlgamma_
    igamma = igamma
    igamma_ = igamma_
    igammac = igammac
    igammac_ = igammac_
    gather = gather
    take_along_dim = take_along_dim
    scatter_add = scatter_add
    scatter_add_ = scatter_add_
    scatter = scatter
    scatter_ = scatter_
    diagflat = _kernel_diagflat
    bincount = bincount
    histc = histc
    histogram = histogram
    index_put = index_put
    index_put_ = index_put_
    take = take
    put = put
    put_ = put_
    nonzero = _kernel_nonzero
    nonzero_static = nonzero_static
    argwhere = _kernel_argwhere
    matmul = matmul
    __matmul__ = python_operator(_matmul_op)
    __rmatmul__ = reflected_operator(_matmul_op)
    bmm = bmm
    mm = mm
    mv = mv
    dot = dot
    vdot = vdot
    matrix_exp = matrix_exp
    matrix_power = matrix_power
    addmm = addmm
    addmm_ = addmm_
    addmv = addmv
    addmv_ = addmv_
    baddbmm = baddbmm
    baddbmm_ = baddbmm_
    addbmm = addbmm
    addbmm_ = addbmm_
    addr = addr
    addr_ = addr_
    i0 = i0
    i0_ = i0_
    norm = norm
    dist = dist
    kthvalue = kthvalue
    median = median
    nanmedian = nanmedian
    mode = mode
    quantile = quantile
    nanquantile = nanquantile
    qr = qr
    geqrf = geqrf
    orgqr = linalg_householder_product
    ormqr = ormqr
    t = t
    transpose = transpose
    swapdims = transpose
    swapaxes = _kernel_swapaxes
    def permute(input: Tensor, *each: Any, dims: Any = ()) -> Tensor:
        if each:
            dims = each[0] if len(each) == 1 and not isinstance(each[0], _INTEGERS) else each
        return permute(input, dims)

    movedim = _kernel_movedim
    moveaxis = movedim
    adjoint = _kernel_adjoint
    t_ = _kernel_t_
    transpose_ = _kernel_transpose_
    swapdims_ = transpose_
    swapaxes_ = _kernel_swapaxes_
    squeeze_ = squeeze_
    unsqueeze_ = unsqueeze_
    as_strided_ = _kernel_as_strided_
    fmax = fmax
    fmin = fmin
    copysign = copysign
    copysign_ = copysign_
    heaviside = heaviside
    heaviside_ = heaviside_
    nextafter = nextafter
    nextafter_ = nextafter_
    hypot = hypot
    hypot_ = hypot_
    logaddexp = logaddexp
    logaddexp2 = logaddexp2
    addcmul = addcmul
    addcmul_ = addcmul_
    addcdiv = addcdiv
    addcdiv_ = addcdiv_
    lerp = lerp
    lerp_ = lerp_
    pow = pow
    pow_ = pow_
    __pow__ = python_operator(_pow_op)
    __rpow__ = reflected_operator(_pow_op)
    __ipow__ = pow_
    square = square
    square_ = square_
    float_power = float_power
    float_power_ = float_power_
    frexp = frexp
    ldexp = ldexp
    ldexp_ = ldexp_
    uniform_ = uniform_
    normal_ = normal_
    bernoulli_ = bernoulli_
    exponential_ = exponential_
    log_normal_ = log_normal_
    cauchy_ = cauchy_
    geometric_ = geometric_
    def random_(input: Tensor, *each: Any, bounds: Any = (), to: _int | None = None, generator: object = None) -> Tensor:
        if each:
            bounds = each[0] if len(each) == 1 and not isinstance(each[0], _INTEGERS) else each
        return random_(input, bounds, to=to, generator=generator)

    bernoulli = _kernel_bernoulli
    multinomial = multinomial
    sum = sum
    prod = prod
    mean = mean
    nansum = nansum
    nanmean = nanmean
    any = any
    all = all
    count_nonzero = count_nonzero
    logsumexp = logsumexp
    trace = trace
    hash_tensor = hash_tensor
    index_select = index_select
    index_add = index_add
    index_add_ = index_add_
    index_copy = index_copy
    index_copy_ = index_copy_
    index_fill = index_fill
    index_fill_ = index_fill_
    cumsum = cumsum
    cumsum_ = cumsum_
    cumprod = cumprod
    cumprod_ = cumprod_
    cummax = cummax
    cummin = cummin
    logcumsumexp = logcumsumexp
    outer = outer
    ger = outer
    inner = inner
    kron = kron
    cross = cross
    select = select
    narrow = narrow
    unbind = unbind
    diagonal = diagonal
    diag_embed = _kernel_diag_embed
    diag = _kernel_diag
    fill_diagonal_ = fill_diagonal_
    unfold = unfold
    as_strided = _kernel_as_strided
    def view(input: Tensor, *each: Any, size: Any = (), dtype: DType | None = None) -> Tensor:
        if each:
            size = each[0] if len(each) == 1 and not isinstance(each[0], _INTEGERS) else each
        return _kernel_view(input, size, dtype=dtype)

    def reshape(input: Tensor, *each: Any, shape: Any = ()) -> Tensor:
        if each:
            shape = each[0] if len(each) == 1 and not isinstance(each[0], _INTEGERS) else each
        return _kernel_reshape(input, shape)

    view_as = view_as
    reshape_as = reshape_as
    flatten = _kernel_flatten
    ravel = _kernel_ravel
    unflatten = unflatten
    def squeeze(input: Tensor, *each: Any, dim: Any = None, **renamed: Any) -> Tensor:
        if each:
            dim = each[0] if len(each) == 1 and not isinstance(each[0], _INTEGERS) else each
        return squeeze(input, dim, **renamed)

    unsqueeze = unsqueeze
    def expand(input: Tensor, *each: Any, size: Any = (), implicit: _bool = False) -> Tensor:
        if each:
            size = each[0] if len(each) == 1 and not isinstance(each[0], _INTEGERS) else each
        return expand(input, size, implicit=implicit)

    expand_as = expand_as
    def broadcast_to(input: Tensor, *each: Any, size: Any = ()) -> Tensor:
        if each:
            size = each[0] if len(each) == 1 and not isinstance(each[0], _INTEGERS) else each
        return _kernel_broadcast_to(input, size)

    def sum_to_size(input: Tensor, *each: Any, size: Any = ()) -> Tensor:
        if each:
            size = each[0] if len(each) == 1 and not isinstance(each[0], _INTEGERS) else each
        return _kernel_sum_to_size(input, size)

    split_with_sizes = split_with_sizes
    unsafe_split_with_sizes = unsafe_split_with_sizes
    split = split_method
    unsafe_split = unsafe_split
    chunk = chunk
    unsafe_chunk = unsafe_chunk
    tensor_split = tensor_split
    hsplit = _kernel_hsplit
    vsplit = _kernel_vsplit
    dsplit = _kernel_dsplit
    narrow_copy = narrow_copy
    select_scatter = select_scatter
    slice_scatter = slice_scatter
    diagonal_scatter = diagonal_scatter
    as_strided_scatter = as_strided_scatter
    scatter_reduce = scatter_reduce
    scatter_reduce_ = scatter_reduce_
    index_reduce = index_reduce
    index_reduce_ = index_reduce_
    unique = unique
    unique_consecutive = unique_consecutive
    stft = stft
    istft = istft
    svd = svd
    pinverse = pinverse
    sort = sort
    argsort = argsort
    msort = msort
    topk = topk
    sparse_resize_ = _kernel_sparse_resize_
    sparse_resize_and_clear_ = _kernel_sparse_resize_and_clear_
    resize_as_sparse_ = resize_as_sparse_
    coalesce = _kernel_coalesce
    is_coalesced = _kernel_is_coalesced
    indices = _kernel_indices
    values = _kernel_values
    _indices = _kernel_indices_as_they_are
    _values = _kernel_values_as_they_are
    _nnz = _kernel_stored_count
    crow_indices = _kernel_crow_indices
    col_indices = _kernel_col_indices
    ccol_indices = _kernel_ccol_indices
    row_indices = _kernel_row_indices
    sparse_dim = _kernel_sparse_dim
    dense_dim = _kernel_dense_dim
    smm = smm
    sspaddmm = sspaddmm
    to_sparse = _kernel_to_sparse
    to_sparse_coo = _kernel_to_sparse_coo
    to_sparse_csr = _kernel_to_sparse_csr
    to_sparse_csc = _kernel_to_sparse_csc
    to_sparse_bsr = _kernel_to_sparse_bsr
    to_sparse_bsc = _kernel_to_sparse_bsc
    to_dense = _kernel_to_dense
    sparse_mask = sparse_mask
    xlogy = xlogy
    xlogy_ = xlogy_
    logit = logit
    logit_ = logit_
    sinc = sinc
    sinc_ = sinc_
    polygamma = _kernel_polygamma_of
    polygamma_ = polygamma_of_
    var = var
    std = std
    cov = cov
    corrcoef = _kernel_corrcoef


__all__ = [
    "_dirichlet_grad",
    "_dirichlet_grad_",
    "_sample_dirichlet",
    "_standard_gamma",
    "_standard_gamma_grad",
    "_standard_gamma_grad_",
    "abs",
    "abs_",
    "absolute",
    "absolute_",
    "acos",
    "acos_",
    "acosh",
    "acosh_",
    "adaptive_avg_pool1d",
    "adaptive_max_pool1d",
    "add",
    "add_",
    "addbmm",
    "addbmm_",
    "addcdiv",
    "addcdiv_",
    "addcmul",
    "addcmul_",
    "addmm",
    "addmm_",
    "addmv",
    "addmv_",
    "addr",
    "addr_",
    "adjoint",
    "affine_grid_generator",
    "alias_copy",
    "all",
    "allclose",
    "alpha_dropout",
    "alpha_dropout_",
    "amax",
    "amin",
    "aminmax",
    "angle",
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
    "arctan2",
    "arctan2_",
    "arctan_",
    "arctanh",
    "arctanh_",
    "argmax",
    "argmin",
    "argsort",
    "argwhere",
    "as_strided",
    "as_strided_",
    "as_strided_copy",
    "as_strided_scatter",
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
    "atleast_1d",
    "atleast_2d",
    "atleast_3d",
    "avg_pool1d",
    "baddbmm",
    "baddbmm_",
    "bartlett_window",
    "batch_norm",
    "bernoulli",
    "bilinear",
    "binary_cross_entropy_with_logits",
    "bincount",
    "binomial",
    "bitwise_and",
    "bitwise_and_",
    "bitwise_left_shift",
    "bitwise_left_shift_",
    "bitwise_not",
    "bitwise_not_",
    "bitwise_or",
    "bitwise_or_",
    "bitwise_right_shift",
    "bitwise_right_shift_",
    "bitwise_xor",
    "bitwise_xor_",
    "blackman_window",
    "block_diag",
    "bmm",
    "broadcast_tensors",
    "broadcast_to",
    "bucketize",
    "cartesian_prod",
    "cat",
    "cdist",
    "ceil",
    "ceil_",
    "celu",
    "celu_",
    "chain_matmul",
    "channel_shuffle",
    "cholesky",
    "cholesky_inverse",
    "cholesky_solve",
    "chunk",
    "clamp",
    "clamp_",
    "clamp_max",
    "clamp_max_",
    "clamp_min",
    "clamp_min_",
    "clip",
    "clip_",
    "clone",
    "column_stack",
    "combinations",
    "complex",
    "concat",
    "concatenate",
    "conj",
    "conj_physical",
    "conj_physical_",
    "constant_pad_nd",
    "conv1d",
    "conv2d",
    "conv3d",
    "conv_tbc",
    "conv_transpose1d",
    "conv_transpose2d",
    "conv_transpose3d",
    "convolution",
    "copysign",
    "copysign_",
    "corrcoef",
    "cos",
    "cos_",
    "cosh",
    "cosh_",
    "cosine_embedding_loss",
    "cosine_similarity",
    "count_nonzero",
    "cov",
    "cross",
    "ctc_loss",
    "cummax",
    "cummin",
    "cumprod",
    "cumprod_",
    "cumsum",
    "cumsum_",
    "cumulative_trapezoid",
    "deg2rad",
    "deg2rad_",
    "det",
    "detach",
    "detach_",
    "detach_copy",
    "diag",
    "diag_embed",
    "diagflat",
    "diagonal",
    "diagonal_copy",
    "diagonal_scatter",
    "diff",
    "digamma",
    "digamma_",
    "dist",
    "div",
    "divide",
    "dot",
    "dropout",
    "dropout_",
    "dsplit",
    "dstack",
    "eig",
    "einsum",
    "embedding",
    "embedding_bag",
    "embedding_renorm_",
    "eq",
    "eq_",
    "equal",
    "erf",
    "erf_",
    "erfc",
    "erfc_",
    "erfinv",
    "erfinv_",
    "exp",
    "exp2",
    "exp2_",
    "exp_",
    "expand_copy",
    "expm1",
    "expm1_",
    "feature_alpha_dropout",
    "feature_alpha_dropout_",
    "feature_dropout",
    "feature_dropout_",
    "fill",
    "fill_",
    "fix",
    "fix_",
    "flatten",
    "flip",
    "fliplr",
    "flipud",
    "float_power",
    "floor",
    "floor_",
    "floor_divide",
    "floor_divide_",
    "fmax",
    "fmin",
    "fmod",
    "fmod_",
    "frac",
    "frac_",
    "frexp",
    "frobenius_norm",
    "gather",
    "gcd",
    "gcd_",
    "ge",
    "ge_",
    "geqrf",
    "ger",
    "gradient",
    "greater",
    "greater_",
    "greater_equal",
    "greater_equal_",
    "grid_sampler",
    "grid_sampler_2d",
    "grid_sampler_3d",
    "group_norm",
    "gru",
    "gru_cell",
    "gt",
    "gt_",
    "hamming_window",
    "hann_window",
    "hardshrink",
    "hash_tensor",
    "heaviside",
    "heaviside_",
    "hinge_embedding_loss",
    "histc",
    "histogram",
    "histogramdd",
    "hsplit",
    "hspmm",
    "hstack",
    "hypot",
    "hypot_",
    "i0",
    "i0_",
    "igamma",
    "igamma_",
    "igammac",
    "igammac_",
    "imag",
    "index_add",
    "index_copy",
    "index_fill",
    "index_put",
    "index_put_",
    "index_reduce",
    "index_reduce_",
    "index_select",
    "inner",
    "instance_norm",
    "inverse",
    "is_conj",
    "is_neg",
    "isclose",
    "isfinite",
    "isin",
    "isinf",
    "isnan",
    "isneginf",
    "isposinf",
    "isreal",
    "istft",
    "kaiser_window",
    "kl_div",
    "kron",
    "kthvalue",
    "layer_norm",
    "lcm",
    "lcm_",
    "ldexp",
    "ldexp_",
    "le",
    "le_",
    "lerp",
    "lerp_",
    "less",
    "less_",
    "less_equal",
    "less_equal_",
    "lgamma",
    "lgamma_",
    "lobpcg",
    "log",
    "log10",
    "log10_",
    "log1p",
    "log1p_",
    "log2",
    "log2_",
    "log_",
    "log_softmax",
    "logaddexp",
    "logaddexp2",
    "logcumsumexp",
    "logdet",
    "logical_and",
    "logical_and_",
    "logical_not",
    "logical_not_",
    "logical_or",
    "logical_or_",
    "logical_xor",
    "logical_xor_",
    "logit",
    "logit_",
    "logsumexp",
    "lstm",
    "lstm_cell",
    "lstsq",
    "lt",
    "lt_",
    "lu",
    "lu_solve",
    "lu_unpack",
    "margin_ranking_loss",
    "masked_fill",
    "masked_scatter",
    "masked_select",
    "matmul",
    "matrix_exp",
    "matrix_power",
    "matrix_rank",
    "max",
    "max_pool1d",
    "max_pool1d_with_indices",
    "max_pool2d",
    "max_pool2d_with_indices",
    "max_pool3d",
    "max_pool3d_with_indices",
    "maximum",
    "mean",
    "median",
    "meshgrid",
    "min",
    "minimum",
    "mm",
    "mode",
    "moveaxis",
    "movedim",
    "msort",
    "mul",
    "mul_",
    "multinomial",
    "multiply",
    "multiply_",
    "mv",
    "mvlgamma",
    "mvlgamma_",
    "nan_to_num",
    "nan_to_num_",
    "nanmean",
    "nanmedian",
    "nanquantile",
    "nansum",
    "narrow",
    "narrow_copy",
    "native_batch_norm",
    "native_channel_shuffle",
    "native_dropout",
    "native_group_norm",
    "native_layer_norm",
    "ne",
    "ne_",
    "neg",
    "neg_",
    "negative",
    "negative_",
    "nextafter",
    "nextafter_",
    "nonzero",
    "nonzero_static",
    "norm",
    "norm_except_dim",
    "not_equal",
    "not_equal_",
    "nuclear_norm",
    "orgqr",
    "ormqr",
    "outer",
    "pairwise_distance",
    "pca_lowrank",
    "pdist",
    "permute",
    "permute_copy",
    "pinverse",
    "pixel_shuffle",
    "pixel_unshuffle",
    "poisson",
    "poisson_nll_loss",
    "polar",
    "polygamma",
    "positive",
    "pow",
    "pow_",
    "prelu",
    "prod",
    "put",
    "qr",
    "quantile",
    "rad2deg",
    "rad2deg_",
    "ravel",
    "real",
    "reciprocal",
    "reciprocal_",
    "relu",
    "relu_",
    "remainder",
    "remainder_",
    "renorm",
    "renorm_",
    "repeat_interleave",
    "reshape",
    "resize_as_",
    "resolve_conj",
    "resolve_neg",
    "rms_norm",
    "rnn_relu",
    "rnn_relu_cell",
    "rnn_tanh",
    "rnn_tanh_cell",
    "roll",
    "rot90",
    "round",
    "round_",
    "row_stack",
    "rrelu",
    "rrelu_",
    "rsqrt",
    "rsqrt_",
    "rsub",
    "scatter",
    "scatter_add",
    "scatter_reduce",
    "scatter_reduce_",
    "searchsorted",
    "segment_reduce",
    "select",
    "select_copy",
    "select_scatter",
    "selu",
    "selu_",
    "sgn",
    "sgn_",
    "sigmoid",
    "sigmoid_",
    "sign",
    "sign_",
    "signbit",
    "sin",
    "sin_",
    "sinc",
    "sinc_",
    "sinh",
    "sinh_",
    "slice_copy",
    "slice_scatter",
    "slogdet",
    "smm",
    "softmax",
    "solve",
    "sort",
    "split",
    "split_copy",
    "split_with_sizes",
    "split_with_sizes_copy",
    "sqrt",
    "sqrt_",
    "square",
    "square_",
    "squeeze",
    "squeeze_copy",
    "sspaddmm",
    "stack",
    "std",
    "std_mean",
    "stft",
    "sub",
    "sub_",
    "subtract",
    "subtract_",
    "sum",
    "svd",
    "svd_lowrank",
    "swapaxes",
    "swapdims",
    "symeig",
    "t",
    "t_copy",
    "take",
    "take_along_dim",
    "tan",
    "tan_",
    "tanh",
    "tanh_",
    "tensor_split",
    "tensordot",
    "threshold",
    "threshold_",
    "tile",
    "topk",
    "trace",
    "transpose",
    "transpose_copy",
    "trapezoid",
    "trapz",
    "triangular_solve",
    "tril",
    "tril_",
    "tril_indices",
    "triplet_margin_loss",
    "triu",
    "triu_",
    "triu_indices",
    "true_divide",
    "true_divide_",
    "trunc",
    "trunc_",
    "unbind",
    "unbind_copy",
    "unflatten",
    "unfold_copy",
    "unique",
    "unique_consecutive",
    "unravel_index",
    "unsafe_chunk",
    "unsafe_split",
    "unsafe_split_with_sizes",
    "unsqueeze",
    "unsqueeze_copy",
    "vander",
    "var",
    "var_mean",
    "vdot",
    "view_as_complex",
    "view_as_complex_copy",
    "view_as_real",
    "view_as_real_copy",
    "view_copy",
    "vsplit",
    "vstack",
    "where",
    "xlogy",
    "xlogy_",
    "zero_",
]

for _entry in TABLE.values():
    attach(_entry, globals())
