"""Operator functions and the Tensor methods made of them. Generated: do not edit.

Written by `python tools/generate_operators.py` from the declarations in `firebrick_core.ops`.
"""

from __future__ import annotations

import sys
import warnings
from builtins import bool as _bool, float as _float, int as _int, str as _str
from builtins import list as _list, tuple as _tuple, type as _type
from typing import TYPE_CHECKING, Any, Sequence

import numpy as np

from . import ops as _ops  # fills the table
from ._bind import add_inplace, attach
from .ops.activation import elu as _kernel_elu
from .ops.activation import elu_backward as _kernel_elu_backward
from .ops.activation import hardshrink as _kernel_hardshrink
from .ops.activation import hardsigmoid as _kernel_hardsigmoid
from .ops.activation import hardswish as _kernel_hardswish
from .ops.activation import hardtanh as _kernel_hardtanh
from .ops.activation import inside_backward as _kernel_inside_backward
from .ops.activation import leaky_relu as _kernel_leaky_relu
from .ops.activation import leaky_relu_backward as _kernel_leaky_relu_backward
from .ops.activation import logsigmoid as _kernel_logsigmoid
from .ops.activation import mish as _kernel_mish
from .ops.activation import relu as _kernel_relu
from .ops.activation import relu_backward as _kernel_relu_backward
from .ops.activation import shrink_backward as _kernel_shrink_backward
from .ops.activation import silu as _kernel_silu
from .ops.activation import silu_backward as _kernel_silu_backward
from .ops.activation import softplus as _kernel_softplus
from .ops.activation import softshrink as _kernel_softshrink
from .ops.activation import threshold as _kernel_threshold
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
from .ops.activation_forms import prelu as _kernel_prelu
from .ops.activation_forms import relu6 as _kernel_relu6
from .ops.activation_forms import rrelu as _kernel_rrelu
from .ops.activation_forms import rrelu_ as _kernel_rrelu_
from .ops.activation_forms import rrelu_slopes as _kernel_rrelu_slopes
from .ops.activation_forms import selu as _kernel_selu
from .ops.activation_forms import selu_ as _kernel_selu_
from .ops.activation_forms import softsign as _kernel_softsign
from .ops.activation_forms import tanhshrink as _kernel_tanhshrink
from .ops.adaptive_pooling import adaptive_avg_pool1d as _kernel_adaptive_avg_pool1d
from .ops.adaptive_pooling import adaptive_avg_pool2d as _kernel_adaptive_avg_pool2d
from .ops.adaptive_pooling import adaptive_avg_pool3d as _kernel_adaptive_avg_pool3d
from .ops.adaptive_pooling import adaptive_max_pool1d as _kernel_adaptive_max_pool1d
from .ops.adaptive_pooling import adaptive_max_pool2d as _kernel_adaptive_max_pool2d
from .ops.adaptive_pooling import adaptive_max_pool3d as _kernel_adaptive_max_pool3d
from .ops.adaptive_pooling import max_unpool1d as _kernel_max_unpool1d
from .ops.adaptive_pooling import max_unpool2d as _kernel_max_unpool2d
from .ops.adaptive_pooling import max_unpool3d as _kernel_max_unpool3d
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
from .ops.arranging import flip as _kernel_flip
from .ops.arranging import fliplr as _kernel_fliplr
from .ops.arranging import flipud as _kernel_flipud
from .ops.arranging import meshgrid as _kernel_meshgrid
from .ops.arranging import repeat as _kernel_repeat
from .ops.arranging import repeat_backward as _kernel_repeat_backward
from .ops.arranging import repeat_interleave as _kernel_repeat_interleave
from .ops.arranging import repeated_positions as _kernel_repeated_positions
from .ops.arranging import roll as _kernel_roll
from .ops.arranging import rot90 as _kernel_rot90
from .ops.arranging import tile as _kernel_tile
from .ops.attention import scaled_dot_product_attention as _kernel_scaled_dot_product_attention
from .ops.comparison import bitwise_and as _kernel_bitwise_and
from .ops.comparison import bitwise_left_shift as _kernel_bitwise_left_shift
from .ops.comparison import bitwise_not as _kernel_bitwise_not
from .ops.comparison import bitwise_or as _kernel_bitwise_or
from .ops.comparison import bitwise_right_shift as _kernel_bitwise_right_shift
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
from .ops.conversion import imag as _kernel_imag
from .ops.conversion import imaginary_part as _kernel_imaginary_part
from .ops.conversion import real as _kernel_real
from .ops.conversion import real_part as _kernel_real_part
from .ops.conversion import to as _kernel_to
from .ops.conversion import to_bool as _kernel_bool
from .ops.conversion import to_byte as _kernel_byte
from .ops.conversion import to_cdouble as _kernel_cdouble
from .ops.conversion import to_cfloat as _kernel_cfloat
from .ops.conversion import to_char as _kernel_char
from .ops.conversion import to_device as _kernel_to_device
from .ops.conversion import to_double as _kernel_double
from .ops.conversion import to_dtype as _kernel_to_dtype
from .ops.conversion import to_float as _kernel_float
from .ops.conversion import to_half as _kernel_half
from .ops.conversion import to_int as _kernel_int
from .ops.conversion import to_integral as _kernel_to_integral
from .ops.conversion import to_long as _kernel_long
from .ops.conversion import to_short as _kernel_short
from .ops.conversion import to_type as _kernel_type
from .ops.conversion import type_as as _kernel_type_as
from .ops.conversion import view_as_complex as _kernel_view_as_complex
from .ops.conversion import view_as_real as _kernel_view_as_real
from .ops.convolution import convolve as _kernel_convolve
from .ops.convolution import convolve_input as _kernel_convolve_input
from .ops.convolution import convolve_weight as _kernel_convolve_weight
from .ops.convolution_functions import conv1d as _kernel_conv1d
from .ops.convolution_functions import conv2d as _kernel_conv2d
from .ops.convolution_functions import conv3d as _kernel_conv3d
from .ops.convolution_functions import conv_transpose1d as _kernel_conv_transpose1d
from .ops.convolution_functions import conv_transpose2d as _kernel_conv_transpose2d
from .ops.convolution_functions import conv_transpose3d as _kernel_conv_transpose3d
from .ops.convolution_functions import convolution as _kernel_convolution
from .ops.copying import clone as _kernel_clone
from .ops.copying import contiguous as _kernel_contiguous
from .ops.copying import copy_ as _kernel_copy_
from .ops.copying import copy_tensor_ as _kernel_copy_tensor_
from .ops.copying import fill as _kernel_fill
from .ops.copying import fill_ as _kernel_fill_
from .ops.copying import fill_number_ as _kernel_fill_number_
from .ops.copying import fill_tensor_ as _kernel_fill_tensor_
from .ops.copying import new_empty as _kernel_new_empty
from .ops.copying import new_full as _kernel_new_full
from .ops.copying import new_ones as _kernel_new_ones
from .ops.copying import new_tensor as _kernel_new_tensor
from .ops.copying import new_zeros as _kernel_new_zeros
from .ops.copying import resize_ as _kernel_resize_
from .ops.copying import resize_as_ as _kernel_resize_as_
from .ops.copying import zero_ as _kernel_zero_
from .ops.cross_entropy import cross_entropy as _kernel_cross_entropy
from .ops.cross_entropy import mean_cross_entropy as _kernel_mean_cross_entropy
from .ops.cross_entropy import mean_cross_entropy_backward as _kernel_mean_cross_entropy_backward
from .ops.distance import cosine_similarity as _kernel_cosine_similarity
from .ops.distance import normalize as _kernel_normalize
from .ops.distance import pairwise_distance as _kernel_pairwise_distance
from .ops.dropout import alpha_dropout as _kernel_alpha_dropout
from .ops.dropout import dropout as _kernel_dropout
from .ops.dropout import dropout1d as _kernel_dropout1d
from .ops.dropout import dropout2d as _kernel_dropout2d
from .ops.dropout import dropout3d as _kernel_dropout3d
from .ops.dropout import dropout_ as _kernel_dropout_
from .ops.dropout import dropout_noise as _kernel_dropout_noise
from .ops.dropout import feature_alpha_dropout as _kernel_feature_alpha_dropout
from .ops.dropout import functional_dropout as _kernel_functional_dropout
from .ops.dropout import keep_mask as _kernel_keep_mask
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
from .ops.embedding import embedding as _kernel_embedding
from .ops.embedding import embedding_backward as _kernel_embedding_backward
from .ops.embedding import functional_embedding as _kernel_functional_embedding
from .ops.embedding import one_hot as _kernel_one_hot
from .ops.gathering import gather as _kernel_gather
from .ops.gathering import gather_backward as _kernel_gather_backward
from .ops.gathering import nonnegative as _kernel_nonnegative
from .ops.gathering import scatter as _kernel_scatter
from .ops.gathering import scatter_ as _kernel_scatter_
from .ops.gathering import scatter_add as _kernel_scatter_add
from .ops.gathering import scatter_add_ as _kernel_scatter_add_
from .ops.gathering import scatter_multiply as _kernel_scatter_multiply
from .ops.gathering import scatter_multiply_ as _kernel_scatter_multiply_
from .ops.gathering import scatter_src as _kernel_scatter_src
from .ops.gathering import scatter_src_ as _kernel_scatter_src_
from .ops.gathering import scatter_value as _kernel_scatter_value
from .ops.gathering import scatter_value_ as _kernel_scatter_value_
from .ops.gathering import take_along_dim as _kernel_take_along_dim
from .ops.gelu import gelu as _kernel_gelu
from .ops.gelu import gelu_backward as _kernel_gelu_backward
from .ops.indexing import argwhere as _kernel_argwhere
from .ops.indexing import index as _kernel_index
from .ops.indexing import index_backward as _kernel_index_backward
from .ops.indexing import index_put as _kernel_index_put
from .ops.indexing import index_put_ as _kernel_index_put_
from .ops.indexing import nonzero as _kernel_nonzero
from .ops.indexing import nonzero_positions as _kernel_nonzero_positions
from .ops.indexing import nonzero_tuple as _kernel_nonzero_tuple
from .ops.indexing import put as _kernel_put
from .ops.indexing import put_ as _kernel_put_
from .ops.indexing import take as _kernel_take
from .ops.indexing import take_backward as _kernel_take_backward
from .ops.joining import atleast_1d as _kernel_atleast_1d
from .ops.joining import atleast_2d as _kernel_atleast_2d
from .ops.joining import atleast_3d as _kernel_atleast_3d
from .ops.joining import cat as _kernel_cat
from .ops.joining import column_stack as _kernel_column_stack
from .ops.joining import dstack as _kernel_dstack
from .ops.joining import hstack as _kernel_hstack
from .ops.joining import stack as _kernel_stack
from .ops.joining import vstack as _kernel_vstack
from .ops.layer_normalization import group_norm as _kernel_group_norm
from .ops.layer_normalization import layer_norm as _kernel_layer_norm
from .ops.layer_normalization import local_response_norm as _kernel_local_response_norm
from .ops.layer_normalization import rms_norm as _kernel_rms_norm
from .ops.likelihood_loss import gaussian_nll_loss as _kernel_gaussian_nll_loss
from .ops.likelihood_loss import kl_div as _kernel_kl_div
from .ops.likelihood_loss import poisson_nll_loss as _kernel_poisson_nll_loss
from .ops.linear import bilinear as _kernel_bilinear
from .ops.linear import linear as _kernel_linear
from .ops.linear import linear_weight as _kernel_linear_weight
from .ops.loss import nll as _kernel_nll
from .ops.loss import nll_backward as _kernel_nll_backward
from .ops.loss import nll_loss as _kernel_nll_loss
from .ops.margin_loss import cosine_embedding_loss as _kernel_cosine_embedding_loss
from .ops.margin_loss import hinge_embedding_loss as _kernel_hinge_embedding_loss
from .ops.margin_loss import margin_ranking_loss as _kernel_margin_ranking_loss
from .ops.margin_loss import multi_margin_loss as _kernel_multi_margin_loss
from .ops.margin_loss import multilabel_margin_loss as _kernel_multilabel_margin_loss
from .ops.margin_loss import multilabel_soft_margin_loss as _kernel_multilabel_soft_margin_loss
from .ops.margin_loss import soft_margin_loss as _kernel_soft_margin_loss
from .ops.margin_loss import triplet_margin_loss as _kernel_triplet_margin_loss
from .ops.margin_loss import triplet_margin_with_distance_loss as _kernel_triplet_margin_with_distance_loss
from .ops.matrix import addcdiv as _kernel_addcdiv
from .ops.matrix import addcmul as _kernel_addcmul
from .ops.matrix import addmm as _kernel_addmm
from .ops.matrix import addmv as _kernel_addmv
from .ops.matrix import baddbmm as _kernel_baddbmm
from .ops.matrix import bmm as _kernel_bmm
from .ops.matrix import dot as _kernel_dot
from .ops.matrix import einsum as _kernel_einsum
from .ops.matrix import lerp as _kernel_lerp
from .ops.matrix import matmul as _kernel_matmul
from .ops.matrix import mm as _kernel_mm
from .ops.matrix import mv as _kernel_mv
from .ops.matrix import outer as _kernel_outer
from .ops.normalization import batch_norm as _kernel_batch_norm
from .ops.normalization import functional_batch_norm as _kernel_functional_batch_norm
from .ops.normalization import functional_instance_norm as _kernel_functional_instance_norm
from .ops.normalization import instance_norm as _kernel_instance_norm
from .ops.normalization import scale_and_shift as _kernel_scale_and_shift
from .ops.normalization import standardize as _kernel_standardize
from .ops.normalization import standardize_backward as _kernel_standardize_backward
from .ops.normalization import track_ as _kernel_track_
from .ops.norms import dist as _kernel_dist
from .ops.norms import linalg_matrix_norm as _kernel_linalg_matrix_norm
from .ops.norms import linalg_norm as _kernel_linalg_norm
from .ops.norms import linalg_vector_norm as _kernel_linalg_vector_norm
from .ops.norms import norm as _kernel_norm
from .ops.norms import root as _kernel_root
from .ops.padding import constant_pad_nd as _kernel_constant_pad_nd
from .ops.padding import pad as _kernel_pad
from .ops.permuting import adjoint as _kernel_adjoint
from .ops.permuting import as_strided_ as _kernel_as_strided_
from .ops.permuting import matrix_adjoint as _kernel_matrix_adjoint
from .ops.permuting import matrix_transpose as _kernel_matrix_transpose
from .ops.permuting import movedim as _kernel_movedim
from .ops.permuting import permute as _kernel_permute
from .ops.permuting import reversed_dims as _kernel_reversed_dims
from .ops.permuting import squeeze_ as _kernel_squeeze_
from .ops.permuting import t as _kernel_t
from .ops.permuting import t_ as _kernel_t_
from .ops.permuting import transpose as _kernel_transpose
from .ops.permuting import transpose_ as _kernel_transpose_
from .ops.permuting import unsqueeze_ as _kernel_unsqueeze_
from .ops.pointwise_loss import binary_cross_entropy as _kernel_binary_cross_entropy
from .ops.pointwise_loss import binary_cross_entropy_with_logits as _kernel_binary_cross_entropy_with_logits
from .ops.pointwise_loss import chance_cross_entropy as _kernel_chance_cross_entropy
from .ops.pointwise_loss import huber_loss as _kernel_huber_loss
from .ops.pointwise_loss import l1_loss as _kernel_l1_loss
from .ops.pointwise_loss import logit_cross_entropy as _kernel_logit_cross_entropy
from .ops.pointwise_loss import mse_loss as _kernel_mse_loss
from .ops.pointwise_loss import smooth_absolute as _kernel_smooth_absolute
from .ops.pointwise_loss import smooth_l1_loss as _kernel_smooth_l1_loss
from .ops.pointwise_loss import squared_error as _kernel_squared_error
from .ops.pooling import adaptive_avg_pool as _kernel_adaptive_avg_pool
from .ops.pooling import adaptive_avg_pool_backward as _kernel_adaptive_avg_pool_backward
from .ops.pooling import adaptive_max_indices as _kernel_adaptive_max_indices
from .ops.pooling import avg_pool as _kernel_avg_pool
from .ops.pooling import avg_pool_backward as _kernel_avg_pool_backward
from .ops.pooling import gather_planes as _kernel_gather_planes
from .ops.pooling import max_pool as _kernel_max_pool
from .ops.pooling import max_pool_indices as _kernel_max_pool_indices
from .ops.pooling import scatter_planes as _kernel_scatter_planes
from .ops.pooling_functions import avg_pool1d as _kernel_avg_pool1d
from .ops.pooling_functions import avg_pool2d as _kernel_avg_pool2d
from .ops.pooling_functions import avg_pool3d as _kernel_avg_pool3d
from .ops.pooling_functions import lp_pool1d as _kernel_lp_pool1d
from .ops.pooling_functions import lp_pool2d as _kernel_lp_pool2d
from .ops.pooling_functions import lp_pool3d as _kernel_lp_pool3d
from .ops.pooling_functions import max_pool1d as _kernel_max_pool1d
from .ops.pooling_functions import max_pool1d_with_indices as _kernel_max_pool1d_with_indices
from .ops.pooling_functions import max_pool2d as _kernel_max_pool2d
from .ops.pooling_functions import max_pool2d_with_indices as _kernel_max_pool2d_with_indices
from .ops.pooling_functions import max_pool3d as _kernel_max_pool3d
from .ops.pooling_functions import max_pool3d_with_indices as _kernel_max_pool3d_with_indices
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
from .ops.reductions import logsumexp as _kernel_logsumexp
from .ops.reductions import max as _kernel_max
from .ops.reductions import max_dim as _kernel_max_dim
from .ops.reductions import mean as _kernel_mean
from .ops.reductions import min as _kernel_min
from .ops.reductions import min_dim as _kernel_min_dim
from .ops.reductions import prod as _kernel_prod
from .ops.reductions import std as _kernel_std
from .ops.reductions import std_mean as _kernel_std_mean
from .ops.reductions import sum as _kernel_sum
from .ops.reductions import var as _kernel_var
from .ops.reductions import var_correction as _kernel_var_correction
from .ops.reductions import var_mean as _kernel_var_mean
from .ops.resizing import interpolate as _kernel_interpolate
from .ops.resizing import upsample as _kernel_upsample
from .ops.rows import index_add as _kernel_index_add
from .ops.rows import index_add_ as _kernel_index_add_
from .ops.rows import index_copy as _kernel_index_copy
from .ops.rows import index_copy_ as _kernel_index_copy_
from .ops.rows import index_fill as _kernel_index_fill
from .ops.rows import index_fill_ as _kernel_index_fill_
from .ops.rows import index_fill_number as _kernel_index_fill_number
from .ops.rows import index_fill_number_ as _kernel_index_fill_number_
from .ops.rows import index_fill_tensor as _kernel_index_fill_tensor
from .ops.rows import index_fill_tensor_ as _kernel_index_fill_tensor_
from .ops.rows import index_select as _kernel_index_select
from .ops.rows import index_select_backward as _kernel_index_select_backward
from .ops.selecting import masked_fill as _kernel_masked_fill
from .ops.selecting import masked_fill_ as _kernel_masked_fill_
from .ops.selecting import masked_fill_number as _kernel_masked_fill_number
from .ops.selecting import masked_fill_number_ as _kernel_masked_fill_number_
from .ops.selecting import masked_fill_tensor as _kernel_masked_fill_tensor
from .ops.selecting import masked_fill_tensor_ as _kernel_masked_fill_tensor_
from .ops.selecting import masked_scatter as _kernel_masked_scatter
from .ops.selecting import masked_scatter_ as _kernel_masked_scatter_
from .ops.selecting import masked_scatter_backward as _kernel_masked_scatter_backward
from .ops.selecting import masked_select as _kernel_masked_select
from .ops.selecting import masked_select_backward as _kernel_masked_select_backward
from .ops.selecting import tril as _kernel_tril
from .ops.selecting import triu as _kernel_triu
from .ops.selecting import where as _kernel_where
from .ops.selecting import where_method as _kernel_where_method
from .ops.selecting import where_tensors as _kernel_where_tensors
from .ops.shape import broadcast_tensors as _kernel_broadcast_tensors
from .ops.shape import broadcast_to as _kernel_broadcast_to
from .ops.shape import expand as _kernel_expand
from .ops.shape import expand_as as _kernel_expand_as
from .ops.shape import flatten as _kernel_flatten
from .ops.shape import ravel as _kernel_ravel
from .ops.shape import reshape as _kernel_reshape
from .ops.shape import reshape_as as _kernel_reshape_as
from .ops.shape import reshape_copy as _kernel_reshape_copy
from .ops.shape import squeeze as _kernel_squeeze
from .ops.shape import sum_expanded as _kernel_sum_expanded
from .ops.shape import sum_to_size as _kernel_sum_to_size
from .ops.shape import unflatten as _kernel_unflatten
from .ops.shape import unsqueeze as _kernel_unsqueeze
from .ops.shape import view as _kernel_view
from .ops.shape import view_as as _kernel_view_as
from .ops.shape import view_dtype as _kernel_view_dtype
from .ops.shape import view_shape as _kernel_view_shape
from .ops.slicing import as_strided as _kernel_as_strided
from .ops.slicing import chunk as _kernel_chunk
from .ops.slicing import diag as _kernel_diag
from .ops.slicing import diag_embed as _kernel_diag_embed
from .ops.slicing import diagonal as _kernel_diagonal
from .ops.slicing import diagonal_backward as _kernel_diagonal_backward
from .ops.slicing import hsplit as _kernel_hsplit
from .ops.slicing import narrow as _kernel_narrow
from .ops.slicing import select as _kernel_select
from .ops.slicing import slice_backward as _kernel_slice_backward
from .ops.slicing import slice_view as _kernel_slice_view
from .ops.slicing import split as _kernel_split
from .ops.slicing import split_with_sizes as _kernel_split_with_sizes
from .ops.slicing import strided_view as _kernel_strided_view
from .ops.slicing import tensor_split as _kernel_tensor_split
from .ops.slicing import unbind as _kernel_unbind
from .ops.slicing import unfold as _kernel_unfold
from .ops.slicing import unfold_backward as _kernel_unfold_backward
from .ops.slicing import vsplit as _kernel_vsplit
from .ops.softmax import functional_log_softmax as _kernel_functional_log_softmax
from .ops.softmax import functional_softmax as _kernel_functional_softmax
from .ops.softmax import gumbel_softmax as _kernel_gumbel_softmax
from .ops.softmax import log_softmax as _kernel_log_softmax
from .ops.softmax import log_softmax_backward as _kernel_log_softmax_backward
from .ops.softmax import softmax as _kernel_softmax
from .ops.softmax import softmax_backward as _kernel_softmax_backward
from .ops.softmax import softmin as _kernel_softmin
from .ops.sorting import argsort as _kernel_argsort
from .ops.sorting import bincount as _kernel_bincount
from .ops.sorting import bucketize as _kernel_bucketize
from .ops.sorting import histc as _kernel_histc
from .ops.sorting import msort as _kernel_msort
from .ops.sorting import search_sorted as _kernel_search_sorted
from .ops.sorting import searchsorted as _kernel_searchsorted
from .ops.sorting import sort as _kernel_sort
from .ops.sorting import topk as _kernel_topk
from .ops.sorting import unique as _kernel_unique
from .ops.sorting import unique_consecutive as _kernel_unique_consecutive
from .ops.sorting import unique_parts as _kernel_unique_parts
from .ops.sorting import unique_runs as _kernel_unique_runs
from .ops.special import digamma as _kernel_digamma
from .ops.special import erf as _kernel_erf
from .ops.special import erfc as _kernel_erfc
from .ops.special import erfinv as _kernel_erfinv
from .ops.special import lgamma as _kernel_lgamma
from .ops.special import polygamma as _kernel_polygamma
from .ops.special import xlogy as _kernel_xlogy
from ._dispatch import dispatch, switch
from ._dtype import FROM_NUMPY as _FROM_NUMPY, from_numpy_dtype
from ._errstate import QUIET, SILENT, get_errstate, reset_errstate, set_errstate
from ._frames import INTERNAL, user_frame
from ._operator import TABLE
from ._return_types import return_type
from ._run import call_mixed, operator_fallback, plain_run
from ._storage import Storage
from ._typing import Device, Dims, DType, Index, Number, Shape

_new = object.__new__
_getframe = sys._getframe
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

add_inplace(TABLE["relu"])
add_inplace(TABLE["hardtanh"])
add_inplace(TABLE["threshold"])
add_inplace(TABLE["leaky_relu"])
add_inplace(TABLE["elu"])
add_inplace(TABLE["silu"])
add_inplace(TABLE["mish"])
add_inplace(TABLE["hardsigmoid"])
add_inplace(TABLE["hardswish"])
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
add_inplace(TABLE["bitwise_left_shift"])
add_inplace(TABLE["bitwise_right_shift"])
add_inplace(TABLE["bitwise_not"])
add_inplace(TABLE["tril"])
add_inplace(TABLE["triu"])
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
add_inplace(TABLE["erf"])
add_inplace(TABLE["xlogy"])
add_inplace(TABLE["erfc"])
add_inplace(TABLE["erfinv"])
add_inplace(TABLE["lgamma"])
add_inplace(TABLE["digamma"])
_BOOL = _ops.comparison.BOOL
_relu_op = TABLE["relu"]
_relu__op = TABLE["relu_"]
_relu_backward_op = TABLE["relu_backward"]
_inside_backward_op = TABLE["inside_backward"]
_hardtanh_op = TABLE["hardtanh"]
_hardtanh__op = TABLE["hardtanh_"]
_threshold_op = TABLE["threshold"]
_threshold__op = TABLE["threshold_"]
_leaky_relu_op = TABLE["leaky_relu"]
_leaky_relu__op = TABLE["leaky_relu_"]
_leaky_relu_backward_op = TABLE["leaky_relu_backward"]
_elu_op = TABLE["elu"]
_elu__op = TABLE["elu_"]
_elu_backward_op = TABLE["elu_backward"]
_silu_op = TABLE["silu"]
_silu__op = TABLE["silu_"]
_silu_backward_op = TABLE["silu_backward"]
_mish_op = TABLE["mish"]
_mish__op = TABLE["mish_"]
_softplus_op = TABLE["softplus"]
_logsigmoid_op = TABLE["logsigmoid"]
_hardsigmoid_op = TABLE["hardsigmoid"]
_hardsigmoid__op = TABLE["hardsigmoid_"]
_hardswish_op = TABLE["hardswish"]
_hardswish__op = TABLE["hardswish_"]
_hardshrink_op = TABLE["hardshrink"]
_softshrink_op = TABLE["softshrink"]
_shrink_backward_op = TABLE["shrink_backward"]
_rrelu_slopes_op = TABLE["rrelu_slopes"]
_max_pool_op = TABLE["max_pool"]
_max_pool_indices_op = TABLE["max_pool_indices"]
_scatter_planes_op = TABLE["scatter_planes"]
_gather_planes_op = TABLE["gather_planes"]
_avg_pool_op = TABLE["avg_pool"]
_avg_pool_backward_op = TABLE["avg_pool_backward"]
_adaptive_avg_pool_op = TABLE["adaptive_avg_pool"]
_adaptive_avg_pool_backward_op = TABLE["adaptive_avg_pool_backward"]
_adaptive_max_indices_op = TABLE["adaptive_max_indices"]
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
_repeat_op = TABLE["repeat"]
_repeat_backward_op = TABLE["repeat_backward"]
_repeated_positions_op = TABLE["repeated_positions"]
_flip_op = TABLE["flip"]
_roll_op = TABLE["roll"]
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
_bitwise_left_shift_op = TABLE["bitwise_left_shift"]
_bitwise_left_shift__op = TABLE["bitwise_left_shift_"]
_bitwise_right_shift_op = TABLE["bitwise_right_shift"]
_bitwise_right_shift__op = TABLE["bitwise_right_shift_"]
_bitwise_not_op = TABLE["bitwise_not"]
_np_invert = np.invert
_bitwise_not__op = TABLE["bitwise_not_"]
_isnan_op = TABLE["isnan"]
_np_isnan = np.isnan
_isinf_op = TABLE["isinf"]
_np_isinf = np.isinf
_isfinite_op = TABLE["isfinite"]
_np_isfinite = np.isfinite
_to_dtype_op = TABLE["to_dtype"]
_to_integral_op = TABLE["to_integral"]
_to_device_op = TABLE["to_device"]
_real_part_op = TABLE["real_part"]
_imaginary_part_op = TABLE["imaginary_part"]
_view_as_real_op = TABLE["view_as_real"]
_view_as_complex_op = TABLE["view_as_complex"]
_convolve_op = TABLE["convolve"]
_convolve_input_op = TABLE["convolve_input"]
_convolve_weight_op = TABLE["convolve_weight"]
_where_tensors_op = TABLE["where_tensors"]
_masked_fill_number_op = TABLE["masked_fill_number"]
_masked_fill_tensor_op = TABLE["masked_fill_tensor"]
_masked_fill_number__op = TABLE["masked_fill_number_"]
_masked_fill_tensor__op = TABLE["masked_fill_tensor_"]
_masked_select_op = TABLE["masked_select"]
_masked_select_backward_op = TABLE["masked_select_backward"]
_masked_scatter_op = TABLE["masked_scatter"]
_masked_scatter__op = TABLE["masked_scatter_"]
_masked_scatter_backward_op = TABLE["masked_scatter_backward"]
_tril_op = TABLE["tril"]
_tril__op = TABLE["tril_"]
_triu_op = TABLE["triu"]
_triu__op = TABLE["triu_"]
_clone_op = TABLE["clone"]
_copy_tensor__op = TABLE["copy_tensor_"]
_fill_number__op = TABLE["fill_number_"]
_fill_tensor__op = TABLE["fill_tensor_"]
_zero__op = TABLE["zero_"]
_resize__op = TABLE["resize_"]
_nll_op = TABLE["nll"]
_nll_backward_op = TABLE["nll_backward"]
_softmax_op = TABLE["softmax"]
_softmax_backward_op = TABLE["softmax_backward"]
_log_softmax_op = TABLE["log_softmax"]
_log_softmax_backward_op = TABLE["log_softmax_backward"]
_mean_cross_entropy_op = TABLE["mean_cross_entropy"]
_mean_cross_entropy_backward_op = TABLE["mean_cross_entropy_backward"]
_dropout_noise_op = TABLE["dropout_noise"]
_keep_mask_op = TABLE["keep_mask"]
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
_clamp_op = TABLE["clamp"]
_clamp__op = TABLE["clamp_"]
_sigmoid_op = TABLE["sigmoid"]
_sigmoid__op = TABLE["sigmoid_"]
_tanh_backward_op = TABLE["tanh_backward"]
_sigmoid_backward_op = TABLE["sigmoid_backward"]
_embedding_op = TABLE["embedding"]
_embedding_backward_op = TABLE["embedding_backward"]
_gather_op = TABLE["gather"]
_gather_backward_op = TABLE["gather_backward"]
_nonnegative_op = TABLE["nonnegative"]
_scatter_src_op = TABLE["scatter_src"]
_scatter_value_op = TABLE["scatter_value"]
_scatter_add_op = TABLE["scatter_add"]
_scatter_multiply_op = TABLE["scatter_multiply"]
_scatter_src__op = TABLE["scatter_src_"]
_scatter_value__op = TABLE["scatter_value_"]
_scatter_add__op = TABLE["scatter_add_"]
_scatter_multiply__op = TABLE["scatter_multiply_"]
_erf_op = TABLE["erf"]
_erf__op = TABLE["erf_"]
_xlogy_op = TABLE["xlogy"]
_xlogy__op = TABLE["xlogy_"]
_erfc_op = TABLE["erfc"]
_erfc__op = TABLE["erfc_"]
_erfinv_op = TABLE["erfinv"]
_erfinv__op = TABLE["erfinv_"]
_lgamma_op = TABLE["lgamma"]
_lgamma__op = TABLE["lgamma_"]
_digamma_op = TABLE["digamma"]
_digamma__op = TABLE["digamma_"]
_polygamma_op = TABLE["polygamma"]
_gelu_op = TABLE["gelu"]
_gelu_backward_op = TABLE["gelu_backward"]
_index_op = TABLE["index"]
_index_put_op = TABLE["index_put"]
_index_put__op = TABLE["index_put_"]
_index_backward_op = TABLE["index_backward"]
_take_op = TABLE["take"]
_take_backward_op = TABLE["take_backward"]
_put_op = TABLE["put"]
_put__op = TABLE["put_"]
_nonzero_positions_op = TABLE["nonzero_positions"]
_nonzero_tuple_op = TABLE["nonzero_tuple"]
_cat_op = TABLE["cat"]
_stack_op = TABLE["stack"]
_standardize_op = TABLE["standardize"]
_standardize_result = return_type("standardize", ('result', 'mean', 'var'))
_standardize_backward_op = TABLE["standardize_backward"]
_scale_and_shift_op = TABLE["scale_and_shift"]
_track__op = TABLE["track_"]
_matmul_op = TABLE["matmul"]
_bmm_op = TABLE["bmm"]
_linear_op = TABLE["linear"]
_linear_weight_op = TABLE["linear_weight"]
_root_op = TABLE["root"]
_constant_pad_nd_op = TABLE["constant_pad_nd"]
_t_op = TABLE["t"]
_transpose_op = TABLE["transpose"]
_permute_op = TABLE["permute"]
_squared_error_op = TABLE["squared_error"]
_smooth_absolute_op = TABLE["smooth_absolute"]
_chance_cross_entropy_op = TABLE["chance_cross_entropy"]
_logit_cross_entropy_op = TABLE["logit_cross_entropy"]
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
_count_nonzero_op = TABLE["count_nonzero"]
_index_select_op = TABLE["index_select"]
_index_select_backward_op = TABLE["index_select_backward"]
_index_add_op = TABLE["index_add"]
_index_add__op = TABLE["index_add_"]
_index_copy_op = TABLE["index_copy"]
_index_copy__op = TABLE["index_copy_"]
_index_fill_number_op = TABLE["index_fill_number"]
_index_fill_tensor_op = TABLE["index_fill_tensor"]
_index_fill_number__op = TABLE["index_fill_number_"]
_index_fill_tensor__op = TABLE["index_fill_tensor_"]
_view_shape_op = TABLE["view_shape"]
_view_dtype_op = TABLE["view_dtype"]
_reshape_copy_op = TABLE["reshape_copy"]
_squeeze_op = TABLE["squeeze"]
_unsqueeze_op = TABLE["unsqueeze"]
_expand_op = TABLE["expand"]
_sum_expanded_op = TABLE["sum_expanded"]
_slice_view_op = TABLE["slice_view"]
_slice_backward_op = TABLE["slice_backward"]
_select_op = TABLE["select"]
_unbind_op = TABLE["unbind"]
_split_with_sizes_op = TABLE["split_with_sizes"]
_diagonal_op = TABLE["diagonal"]
_diagonal_backward_op = TABLE["diagonal_backward"]
_unfold_op = TABLE["unfold"]
_unfold_backward_op = TABLE["unfold_backward"]
_strided_view_op = TABLE["strided_view"]
_sort_op = TABLE["sort"]
_sort_result = return_type("sort", ('values', 'indices'))
_argsort_op = TABLE["argsort"]
_topk_op = TABLE["topk"]
_topk_result = return_type("topk", ('values', 'indices'))
_unique_parts_op = TABLE["unique_parts"]
_unique_runs_op = TABLE["unique_runs"]
_search_sorted_op = TABLE["search_sorted"]
_bincount_op = TABLE["bincount"]
_histc_op = TABLE["histc"]


def _plain_relu(input):
    if input.dtype is _BOOL:
        return plain_run(_relu_op, input)
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_relu(np, input._array)
    except (ValueError, OverflowError, TypeError):
        return plain_run(_relu_op, input)
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


def relu(input: Tensor) -> Tensor:
    """The larger of `input` and 0."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_relu_op, (input,))
    if keys or switch.modes:
        return dispatch(_relu_op, keys, (input,))
    return _plain_relu(input)


def _plain_relu_(input):
    if input.dtype is _BOOL:
        return plain_run(_relu__op, input)
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        input._array[...] = _kernel_relu(np, input._array)
    except (ValueError, OverflowError, TypeError):
        return plain_run(_relu__op, input)
    finally:
        if token is not None:
            reset_errstate(token)
    storage = input._storage
    if storage is None:
        storage = input._storage = Storage(input._array)
    storage.version += 1
    frame = _getframe(2)
    if id(frame.f_globals) in INTERNAL:
        frame = user_frame(frame)
    storage.writer = (frame.f_code, frame.f_lasti)
    return input


def relu_(input: Tensor) -> Tensor:
    """The larger of `input` and 0."""
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
    if _type(array) is not _ndarray:
        array = _asarray(array)
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def relu_backward(grad_output: Tensor, output: Tensor) -> Tensor:
    """`grad_output` where the output is above 0, else 0."""
    try:
        keys = grad_output._keys | output._keys
    except AttributeError:
        return call_mixed(_relu_backward_op, (grad_output, output))
    if keys or switch.modes:
        return dispatch(_relu_backward_op, keys, (grad_output, output))
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
    if _type(array) is not _ndarray:
        array = _asarray(array)
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


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
    if _type(array) is not _ndarray:
        array = _asarray(array)
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def inside_backward(grad_output: Tensor, input: Tensor, low: Number, high: Number) -> Tensor:
    """`grad_output` where `low < input < high`, else 0: the derivative of what is flat outside."""
    try:
        keys = grad_output._keys | input._keys
    except AttributeError:
        return call_mixed(_inside_backward_op, (grad_output, input, low, high))
    if keys or switch.modes:
        return dispatch(_inside_backward_op, keys, (grad_output, input, low, high))
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
    if _type(array) is not _ndarray:
        array = _asarray(array)
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def _plain_hardtanh(input, min_val, max_val):
    if input.dtype is _BOOL:
        return plain_run(_hardtanh_op, input, min_val, max_val)
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_hardtanh(np, input._array, min_val, max_val)
    except (ValueError, OverflowError, TypeError):
        return plain_run(_hardtanh_op, input, min_val, max_val)
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


def hardtanh(input: Tensor, min_val: Number = -1.0, max_val: Number = 1.0) -> Tensor:
    """`input` limited to `[min_val, max_val]`."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_hardtanh_op, (input, min_val, max_val))
    if keys or switch.modes:
        return dispatch(_hardtanh_op, keys, (input, min_val, max_val))
    return _plain_hardtanh(input, min_val, max_val)


def _plain_hardtanh_(input, min_val, max_val):
    if input.dtype is _BOOL:
        return plain_run(_hardtanh__op, input, min_val, max_val)
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        input._array[...] = _kernel_hardtanh(np, input._array, min_val, max_val)
    except (ValueError, OverflowError, TypeError):
        return plain_run(_hardtanh__op, input, min_val, max_val)
    finally:
        if token is not None:
            reset_errstate(token)
    storage = input._storage
    if storage is None:
        storage = input._storage = Storage(input._array)
    storage.version += 1
    frame = _getframe(2)
    if id(frame.f_globals) in INTERNAL:
        frame = user_frame(frame)
    storage.writer = (frame.f_code, frame.f_lasti)
    return input


def hardtanh_(input: Tensor, min_val: Number = -1.0, max_val: Number = 1.0) -> Tensor:
    """`input` limited to `[min_val, max_val]`."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_hardtanh__op, (input, min_val, max_val))
    if keys or switch.modes:
        return dispatch(_hardtanh__op, keys, (input, min_val, max_val))
    return _plain_hardtanh_(input, min_val, max_val)


def _plain_threshold(input, threshold, value):
    if input.dtype is _BOOL:
        return plain_run(_threshold_op, input, threshold, value)
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_threshold(np, input._array, threshold, value)
    except (ValueError, OverflowError, TypeError):
        return plain_run(_threshold_op, input, threshold, value)
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


def threshold(input: Tensor, threshold: Number, value: Number) -> Tensor:
    """`input` where it is above `threshold`, else `value`."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_threshold_op, (input, threshold, value))
    if keys or switch.modes:
        return dispatch(_threshold_op, keys, (input, threshold, value))
    return _plain_threshold(input, threshold, value)


def _plain_threshold_(input, threshold, value):
    if input.dtype is _BOOL:
        return plain_run(_threshold__op, input, threshold, value)
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        input._array[...] = _kernel_threshold(np, input._array, threshold, value)
    except (ValueError, OverflowError, TypeError):
        return plain_run(_threshold__op, input, threshold, value)
    finally:
        if token is not None:
            reset_errstate(token)
    storage = input._storage
    if storage is None:
        storage = input._storage = Storage(input._array)
    storage.version += 1
    frame = _getframe(2)
    if id(frame.f_globals) in INTERNAL:
        frame = user_frame(frame)
    storage.writer = (frame.f_code, frame.f_lasti)
    return input


def threshold_(input: Tensor, threshold: Number, value: Number) -> Tensor:
    """`input` where it is above `threshold`, else `value`."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_threshold__op, (input, threshold, value))
    if keys or switch.modes:
        return dispatch(_threshold__op, keys, (input, threshold, value))
    return _plain_threshold_(input, threshold, value)


def _plain_leaky_relu(input, negative_slope):
    if input.dtype is _BOOL:
        return plain_run(_leaky_relu_op, input, negative_slope)
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_leaky_relu(np, input._array, negative_slope)
    except (ValueError, OverflowError, TypeError):
        return plain_run(_leaky_relu_op, input, negative_slope)
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


def leaky_relu(input: Tensor, negative_slope: Number = 0.01) -> Tensor:
    """`input` where positive, else `negative_slope * input`."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_leaky_relu_op, (input, negative_slope))
    if keys or switch.modes:
        return dispatch(_leaky_relu_op, keys, (input, negative_slope))
    return _plain_leaky_relu(input, negative_slope)


def _plain_leaky_relu_(input, negative_slope):
    if input.dtype is _BOOL:
        return plain_run(_leaky_relu__op, input, negative_slope)
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        input._array[...] = _kernel_leaky_relu(np, input._array, negative_slope)
    except (ValueError, OverflowError, TypeError):
        return plain_run(_leaky_relu__op, input, negative_slope)
    finally:
        if token is not None:
            reset_errstate(token)
    storage = input._storage
    if storage is None:
        storage = input._storage = Storage(input._array)
    storage.version += 1
    frame = _getframe(2)
    if id(frame.f_globals) in INTERNAL:
        frame = user_frame(frame)
    storage.writer = (frame.f_code, frame.f_lasti)
    return input


def leaky_relu_(input: Tensor, negative_slope: Number = 0.01) -> Tensor:
    """`input` where positive, else `negative_slope * input`."""
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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def leaky_relu_backward(grad_output: Tensor, input: Tensor, negative_slope: Number) -> Tensor:
    """`grad_output` where `input` is positive, else `negative_slope * grad_output`."""
    try:
        keys = grad_output._keys | input._keys
    except AttributeError:
        return call_mixed(_leaky_relu_backward_op, (grad_output, input, negative_slope))
    if keys or switch.modes:
        return dispatch(_leaky_relu_backward_op, keys, (grad_output, input, negative_slope))
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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def _plain_elu(input, alpha, scale, input_scale):
    if input.dtype is _BOOL:
        return plain_run(_elu_op, input, alpha, scale, input_scale)
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_elu(np, input._array, alpha, scale, input_scale)
    except (ValueError, OverflowError, TypeError):
        return plain_run(_elu_op, input, alpha, scale, input_scale)
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


def elu(input: Tensor, alpha: Number = 1.0, scale: Number = 1.0, input_scale: Number = 1.0) -> Tensor:
    """`scale * input` where positive, else `scale * alpha * (exp(input_scale * input) - 1)`."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_elu_op, (input, alpha, scale, input_scale))
    if keys or switch.modes:
        return dispatch(_elu_op, keys, (input, alpha, scale, input_scale))
    return _plain_elu(input, alpha, scale, input_scale)


def _plain_elu_(input, alpha, scale, input_scale):
    if input.dtype is _BOOL:
        return plain_run(_elu__op, input, alpha, scale, input_scale)
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        input._array[...] = _kernel_elu(np, input._array, alpha, scale, input_scale)
    except (ValueError, OverflowError, TypeError):
        return plain_run(_elu__op, input, alpha, scale, input_scale)
    finally:
        if token is not None:
            reset_errstate(token)
    storage = input._storage
    if storage is None:
        storage = input._storage = Storage(input._array)
    storage.version += 1
    frame = _getframe(2)
    if id(frame.f_globals) in INTERNAL:
        frame = user_frame(frame)
    storage.writer = (frame.f_code, frame.f_lasti)
    return input


def elu_(input: Tensor, alpha: Number = 1.0, scale: Number = 1.0, input_scale: Number = 1.0) -> Tensor:
    """`scale * input` where positive, else `scale * alpha * (exp(input_scale * input) - 1)`."""
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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def elu_backward(grad_output: Tensor, input: Tensor, alpha: Number, scale: Number, input_scale: Number) -> Tensor:
    """The derivative of `elu`."""
    try:
        keys = grad_output._keys | input._keys
    except AttributeError:
        return call_mixed(_elu_backward_op, (grad_output, input, alpha, scale, input_scale))
    if keys or switch.modes:
        return dispatch(_elu_backward_op, keys, (grad_output, input, alpha, scale, input_scale))
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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def _plain_silu(input):
    if input.dtype is _BOOL:
        return plain_run(_silu_op, input)
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_silu(np, input._array)
    except (ValueError, OverflowError, TypeError):
        return plain_run(_silu_op, input)
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


def silu(input: Tensor) -> Tensor:
    """`input * sigmoid(input)`, also called swish."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_silu_op, (input,))
    if keys or switch.modes:
        return dispatch(_silu_op, keys, (input,))
    return _plain_silu(input)


def _plain_silu_(input):
    if input.dtype is _BOOL:
        return plain_run(_silu__op, input)
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        input._array[...] = _kernel_silu(np, input._array)
    except (ValueError, OverflowError, TypeError):
        return plain_run(_silu__op, input)
    finally:
        if token is not None:
            reset_errstate(token)
    storage = input._storage
    if storage is None:
        storage = input._storage = Storage(input._array)
    storage.version += 1
    frame = _getframe(2)
    if id(frame.f_globals) in INTERNAL:
        frame = user_frame(frame)
    storage.writer = (frame.f_code, frame.f_lasti)
    return input


def silu_(input: Tensor) -> Tensor:
    """`input * sigmoid(input)`, also called swish."""
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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def silu_backward(grad_output: Tensor, input: Tensor) -> Tensor:
    """The derivative of `silu`."""
    try:
        keys = grad_output._keys | input._keys
    except AttributeError:
        return call_mixed(_silu_backward_op, (grad_output, input))
    if keys or switch.modes:
        return dispatch(_silu_backward_op, keys, (grad_output, input))
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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def _plain_mish(input):
    if input.dtype is _BOOL:
        return plain_run(_mish_op, input)
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_mish(np, input._array)
    except (ValueError, OverflowError, TypeError):
        return plain_run(_mish_op, input)
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


def mish(input: Tensor) -> Tensor:
    """`input * tanh(softplus(input))` (Misra 2019)."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_mish_op, (input,))
    if keys or switch.modes:
        return dispatch(_mish_op, keys, (input,))
    return _plain_mish(input)


def _plain_mish_(input):
    if input.dtype is _BOOL:
        return plain_run(_mish__op, input)
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        input._array[...] = _kernel_mish(np, input._array)
    except (ValueError, OverflowError, TypeError):
        return plain_run(_mish__op, input)
    finally:
        if token is not None:
            reset_errstate(token)
    storage = input._storage
    if storage is None:
        storage = input._storage = Storage(input._array)
    storage.version += 1
    frame = _getframe(2)
    if id(frame.f_globals) in INTERNAL:
        frame = user_frame(frame)
    storage.writer = (frame.f_code, frame.f_lasti)
    return input


def mish_(input: Tensor) -> Tensor:
    """`input * tanh(softplus(input))` (Misra 2019)."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_mish__op, (input,))
    if keys or switch.modes:
        return dispatch(_mish__op, keys, (input,))
    return _plain_mish_(input)


def _plain_softplus(input, beta, threshold):
    if input.dtype is _BOOL:
        return plain_run(_softplus_op, input, beta, threshold)
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_softplus(np, input._array, beta, threshold)
    except (ValueError, OverflowError, TypeError):
        return plain_run(_softplus_op, input, beta, threshold)
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


def softplus(input: Tensor, beta: Number = 1.0, threshold: Number = 20.0) -> Tensor:
    """`log(1 + exp(beta * input)) / beta`, and `input` itself where `beta * input > threshold`."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_softplus_op, (input, beta, threshold))
    if keys or switch.modes:
        return dispatch(_softplus_op, keys, (input, beta, threshold))
    return _plain_softplus(input, beta, threshold)


def _plain_logsigmoid(input):
    if input.dtype is _BOOL:
        return plain_run(_logsigmoid_op, input)
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_logsigmoid(np, input._array)
    except (ValueError, OverflowError, TypeError):
        return plain_run(_logsigmoid_op, input)
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


def logsigmoid(input: Tensor) -> Tensor:
    """`log(sigmoid(input))`, exact at both ends."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_logsigmoid_op, (input,))
    if keys or switch.modes:
        return dispatch(_logsigmoid_op, keys, (input,))
    return _plain_logsigmoid(input)


def _plain_hardsigmoid(input):
    if input.dtype is _BOOL:
        return plain_run(_hardsigmoid_op, input)
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_hardsigmoid(np, input._array)
    except (ValueError, OverflowError, TypeError):
        return plain_run(_hardsigmoid_op, input)
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


def hardsigmoid(input: Tensor) -> Tensor:
    """`min(max(input + 3, 0), 6) / 6`."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_hardsigmoid_op, (input,))
    if keys or switch.modes:
        return dispatch(_hardsigmoid_op, keys, (input,))
    return _plain_hardsigmoid(input)


def _plain_hardsigmoid_(input):
    if input.dtype is _BOOL:
        return plain_run(_hardsigmoid__op, input)
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        input._array[...] = _kernel_hardsigmoid(np, input._array)
    except (ValueError, OverflowError, TypeError):
        return plain_run(_hardsigmoid__op, input)
    finally:
        if token is not None:
            reset_errstate(token)
    storage = input._storage
    if storage is None:
        storage = input._storage = Storage(input._array)
    storage.version += 1
    frame = _getframe(2)
    if id(frame.f_globals) in INTERNAL:
        frame = user_frame(frame)
    storage.writer = (frame.f_code, frame.f_lasti)
    return input


def hardsigmoid_(input: Tensor) -> Tensor:
    """`min(max(input + 3, 0), 6) / 6`."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_hardsigmoid__op, (input,))
    if keys or switch.modes:
        return dispatch(_hardsigmoid__op, keys, (input,))
    return _plain_hardsigmoid_(input)


def _plain_hardswish(input):
    if input.dtype is _BOOL:
        return plain_run(_hardswish_op, input)
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_hardswish(np, input._array)
    except (ValueError, OverflowError, TypeError):
        return plain_run(_hardswish_op, input)
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


def hardswish(input: Tensor) -> Tensor:
    """`input * hardsigmoid(input)` (Howard et al. 2019)."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_hardswish_op, (input,))
    if keys or switch.modes:
        return dispatch(_hardswish_op, keys, (input,))
    return _plain_hardswish(input)


def _plain_hardswish_(input):
    if input.dtype is _BOOL:
        return plain_run(_hardswish__op, input)
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        input._array[...] = _kernel_hardswish(np, input._array)
    except (ValueError, OverflowError, TypeError):
        return plain_run(_hardswish__op, input)
    finally:
        if token is not None:
            reset_errstate(token)
    storage = input._storage
    if storage is None:
        storage = input._storage = Storage(input._array)
    storage.version += 1
    frame = _getframe(2)
    if id(frame.f_globals) in INTERNAL:
        frame = user_frame(frame)
    storage.writer = (frame.f_code, frame.f_lasti)
    return input


def hardswish_(input: Tensor) -> Tensor:
    """`input * hardsigmoid(input)` (Howard et al. 2019)."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_hardswish__op, (input,))
    if keys or switch.modes:
        return dispatch(_hardswish__op, keys, (input,))
    return _plain_hardswish_(input)


def _plain_hardshrink(input, lambd):
    if input.dtype is _BOOL:
        return plain_run(_hardshrink_op, input, lambd)
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_hardshrink(np, input._array, lambd)
    except (ValueError, OverflowError, TypeError):
        return plain_run(_hardshrink_op, input, lambd)
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


def hardshrink(input: Tensor, lambd: Number = 0.5) -> Tensor:
    """`input` outside of `[-lambd, lambd]`, else 0."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_hardshrink_op, (input, lambd))
    if keys or switch.modes:
        return dispatch(_hardshrink_op, keys, (input, lambd))
    return _plain_hardshrink(input, lambd)


def _plain_softshrink(input, lambd):
    if input.dtype is _BOOL:
        return plain_run(_softshrink_op, input, lambd)
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_softshrink(np, input._array, lambd)
    except (ValueError, OverflowError, TypeError):
        return plain_run(_softshrink_op, input, lambd)
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


def softshrink(input: Tensor, lambd: Number = 0.5) -> Tensor:
    """`input` moved by `lambd` towards 0, and 0 where that would cross it."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_softshrink_op, (input, lambd))
    if keys or switch.modes:
        return dispatch(_softshrink_op, keys, (input, lambd))
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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def shrink_backward(grad_output: Tensor, input: Tensor, lambd: Number) -> Tensor:
    """`grad_output` outside of `[-lambd, lambd]`, else 0."""
    try:
        keys = grad_output._keys | input._keys
    except AttributeError:
        return call_mixed(_shrink_backward_op, (grad_output, input, lambd))
    if keys or switch.modes:
        return dispatch(_shrink_backward_op, keys, (grad_output, input, lambd))
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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


functional_relu = _kernel_functional_relu


relu6 = _kernel_relu6


functional_hardtanh = _kernel_functional_hardtanh


functional_threshold = _kernel_functional_threshold


functional_leaky_relu = _kernel_functional_leaky_relu


functional_elu = _kernel_functional_elu


selu = _kernel_selu


selu_ = _kernel_selu_


celu = _kernel_celu


celu_ = _kernel_celu_


functional_silu = _kernel_functional_silu


functional_mish = _kernel_functional_mish


functional_hardsigmoid = _kernel_functional_hardsigmoid


functional_hardswish = _kernel_functional_hardswish


functional_sigmoid = _kernel_functional_sigmoid


functional_tanh = _kernel_functional_tanh


softsign = _kernel_softsign


tanhshrink = _kernel_tanhshrink


glu = _kernel_glu


prelu = _kernel_prelu


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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def rrelu_slopes(input: Tensor, lower: Number, upper: Number) -> Tensor:
    """Where `input` is at most 0 a uniform number from `[lower, upper)`, else 1."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_rrelu_slopes_op, (input, lower, upper))
    if keys or switch.modes:
        return dispatch(_rrelu_slopes_op, keys, (input, lower, upper))
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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


rrelu = _kernel_rrelu


rrelu_ = _kernel_rrelu_


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
    if _type(array) is not _ndarray:
        array = _asarray(array)
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def max_pool(input: Tensor, kernel: Shape, stride: Shape, padding: Shape, dilation: Shape, ceil_mode: _bool) -> Tensor:
    """The largest element of each window, NaN where there is one."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_max_pool_op, (input, kernel, stride, padding, dilation, ceil_mode))
    if keys or switch.modes:
        return dispatch(_max_pool_op, keys, (input, kernel, stride, padding, dilation, ceil_mode))
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
    if _type(array) is not _ndarray:
        array = _asarray(array)
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def max_pool_indices(input: Tensor, result: Tensor, kernel: Shape, stride: Shape, padding: Shape, dilation: Shape) -> Tensor:
    """Where each window's maximum is, in the flattened spatial dimensions."""
    try:
        keys = input._keys | result._keys
    except AttributeError:
        return call_mixed(_max_pool_indices_op, (input, result, kernel, stride, padding, dilation))
    if keys or switch.modes:
        return dispatch(_max_pool_indices_op, keys, (input, result, kernel, stride, padding, dilation))
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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def scatter_planes(grad_output: Tensor, indices: Tensor, size: Shape, apart: _bool) -> Tensor:
    """Zeros of spatial sizes `size` with `grad_output` added at flat `indices`."""
    try:
        keys = grad_output._keys | indices._keys
    except AttributeError:
        return call_mixed(_scatter_planes_op, (grad_output, indices, size, apart))
    if keys or switch.modes:
        return dispatch(_scatter_planes_op, keys, (grad_output, indices, size, apart))
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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def gather_planes(input: Tensor, indices: Tensor, dims: _int) -> Tensor:
    """The elements at flat `indices` of the last `dims` dimensions."""
    try:
        keys = input._keys | indices._keys
    except AttributeError:
        return call_mixed(_gather_planes_op, (input, indices, dims))
    if keys or switch.modes:
        return dispatch(_gather_planes_op, keys, (input, indices, dims))
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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


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
    if _type(array) is not _ndarray:
        array = _asarray(array)
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def avg_pool(input: Tensor, kernel: Shape, stride: Shape, padding: Shape, ceil_mode: _bool, count_include_pad: _bool, divisor: _int | None) -> Tensor:
    """The mean of each window."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_avg_pool_op, (input, kernel, stride, padding, ceil_mode, count_include_pad, divisor))
    if keys or switch.modes:
        return dispatch(_avg_pool_op, keys, (input, kernel, stride, padding, ceil_mode, count_include_pad, divisor))
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
    if _type(array) is not _ndarray:
        array = _asarray(array)
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


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
    if _type(array) is not _ndarray:
        array = _asarray(array)
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def avg_pool_backward(grad_output: Tensor, size: Shape, kernel: Shape, stride: Shape, padding: Shape, count_include_pad: _bool, divisor: _int | None) -> Tensor:
    """The gradient of `avg_pool` in its input of spatial sizes `size`."""
    try:
        keys = grad_output._keys
    except AttributeError:
        return call_mixed(_avg_pool_backward_op, (grad_output, size, kernel, stride, padding, count_include_pad, divisor))
    if keys or switch.modes:
        return dispatch(_avg_pool_backward_op, keys, (grad_output, size, kernel, stride, padding, count_include_pad, divisor))
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
    if _type(array) is not _ndarray:
        array = _asarray(array)
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


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
    if _type(array) is not _ndarray:
        array = _asarray(array)
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def adaptive_avg_pool(input: Tensor, size: Shape) -> Tensor:
    """The means of `size` windows that share the last dimensions out."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_adaptive_avg_pool_op, (input, size))
    if keys or switch.modes:
        return dispatch(_adaptive_avg_pool_op, keys, (input, size))
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
    if _type(array) is not _ndarray:
        array = _asarray(array)
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


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
    if _type(array) is not _ndarray:
        array = _asarray(array)
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def adaptive_avg_pool_backward(grad_output: Tensor, size: Shape) -> Tensor:
    """The gradient of `adaptive_avg_pool` in its input of spatial sizes `size`."""
    try:
        keys = grad_output._keys
    except AttributeError:
        return call_mixed(_adaptive_avg_pool_backward_op, (grad_output, size))
    if keys or switch.modes:
        return dispatch(_adaptive_avg_pool_backward_op, keys, (grad_output, size))
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
    if _type(array) is not _ndarray:
        array = _asarray(array)
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def adaptive_max_indices(input: Tensor, size: Shape) -> Tensor:
    """Where the maxima of `size` windows are that share the last dimensions out."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_adaptive_max_indices_op, (input, size))
    if keys or switch.modes:
        return dispatch(_adaptive_max_indices_op, keys, (input, size))
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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


max_pool1d = _kernel_max_pool1d


max_pool2d = _kernel_max_pool2d


max_pool3d = _kernel_max_pool3d


max_pool1d_with_indices = _kernel_max_pool1d_with_indices


max_pool2d_with_indices = _kernel_max_pool2d_with_indices


max_pool3d_with_indices = _kernel_max_pool3d_with_indices


avg_pool1d = _kernel_avg_pool1d


avg_pool2d = _kernel_avg_pool2d


avg_pool3d = _kernel_avg_pool3d


lp_pool1d = _kernel_lp_pool1d


lp_pool2d = _kernel_lp_pool2d


lp_pool3d = _kernel_lp_pool3d


adaptive_avg_pool1d = _kernel_adaptive_avg_pool1d


adaptive_avg_pool2d = _kernel_adaptive_avg_pool2d


adaptive_avg_pool3d = _kernel_adaptive_avg_pool3d


adaptive_max_pool1d = _kernel_adaptive_max_pool1d


adaptive_max_pool2d = _kernel_adaptive_max_pool2d


adaptive_max_pool3d = _kernel_adaptive_max_pool3d


max_unpool1d = _kernel_max_unpool1d


max_unpool2d = _kernel_max_unpool2d


max_unpool3d = _kernel_max_unpool3d


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
    frame = _getframe(2)
    if id(frame.f_globals) in INTERNAL:
        frame = user_frame(frame)
    storage.writer = (frame.f_code, frame.f_lasti)
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


def _add(input: Any, other: Any) -> Tensor:
    kind = _type(other)
    if kind is _float or kind is _int:
        keys = input._keys
    else:
        try:
            keys = input._keys | other._keys
        except AttributeError:
            return operator_fallback(_add_op, input, other, (input, other, 1))
    if keys or switch.modes:
        return dispatch(_add_op, keys, (input, other, 1))
    alpha = 1
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
    frame = _getframe(2)
    if id(frame.f_globals) in INTERNAL:
        frame = user_frame(frame)
    storage.writer = (frame.f_code, frame.f_lasti)
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


def _sub(input: Any, other: Any) -> Tensor:
    kind = _type(other)
    if kind is _float or kind is _int:
        keys = input._keys
    else:
        try:
            keys = input._keys | other._keys
        except AttributeError:
            return operator_fallback(_sub_op, input, other, (input, other, 1))
    if keys or switch.modes:
        return dispatch(_sub_op, keys, (input, other, 1))
    alpha = 1
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


def _rsub(self: Any, other: Any) -> Tensor:
    kind = _type(other)
    if (kind is _float or kind is _int) and self.dtype.is_wide_float \
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
            if not input.dtype.is_wide_float:
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
            if not input.dtype.is_wide_float:
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
    frame = _getframe(2)
    if id(frame.f_globals) in INTERNAL:
        frame = user_frame(frame)
    storage.writer = (frame.f_code, frame.f_lasti)
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


def _mul(input: Any, other: Any) -> Tensor:
    kind = _type(other)
    if kind is _float or kind is _int:
        keys = input._keys
    else:
        try:
            keys = input._keys | other._keys
        except AttributeError:
            return operator_fallback(_mul_op, input, other, (input, other))
    if keys or switch.modes:
        return dispatch(_mul_op, keys, (input, other))
    kind = _type(other)
    try:
        if kind is _float or kind is _int:
            if not input.dtype.is_wide_float:
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


multiply = mul


multiply_ = mul_


def _plain_true_divide(input, other):
    kind = _type(other)
    try:
        if kind is _float or kind is _int:
            if not input.dtype.is_wide_float:
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
            if not input.dtype.is_wide_float:
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
    frame = _getframe(2)
    if id(frame.f_globals) in INTERNAL:
        frame = user_frame(frame)
    storage.writer = (frame.f_code, frame.f_lasti)
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


def _truediv(input: Any, other: Any) -> Tensor:
    kind = _type(other)
    if kind is _float or kind is _int:
        keys = input._keys
    else:
        try:
            keys = input._keys | other._keys
        except AttributeError:
            return operator_fallback(_true_divide_op, input, other, (input, other))
    if keys or switch.modes:
        return dispatch(_true_divide_op, keys, (input, other))
    kind = _type(other)
    try:
        if kind is _float or kind is _int:
            if not input.dtype.is_wide_float:
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


def _rtruediv(self: Any, other: Any) -> Tensor:
    kind = _type(other)
    if (kind is _float or kind is _int) and self.dtype.is_wide_float \
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
        elif input.dtype is not other.dtype or input.dtype is _BOOL:
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
        elif input.dtype is not other.dtype or input.dtype is _BOOL:
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
    frame = _getframe(2)
    if id(frame.f_globals) in INTERNAL:
        frame = user_frame(frame)
    storage.writer = (frame.f_code, frame.f_lasti)
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


def _floordiv(input: Any, other: Any) -> Tensor:
    kind = _type(other)
    if kind is _float or kind is _int:
        keys = input._keys
    else:
        try:
            keys = input._keys | other._keys
        except AttributeError:
            return operator_fallback(_floor_divide_op, input, other, (input, other))
    if keys or switch.modes:
        return dispatch(_floor_divide_op, keys, (input, other))
    kind = _type(other)
    try:
        if kind is _float or kind is _int:
            if not input.dtype.is_floating_point:
                return plain_run(_floor_divide_op, input, other)
            second = _asarray(other, input._array.dtype)
        elif input.dtype is not other.dtype or input.dtype is _BOOL:
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


def _rfloordiv(self: Any, other: Any) -> Tensor:
    return operator_fallback(_floor_divide_op, self, other, (other, self))


def _plain_remainder(input, other):
    kind = _type(other)
    try:
        if kind is _float or kind is _int:
            if not input.dtype.is_floating_point:
                return plain_run(_remainder_op, input, other)
            second = _asarray(other, input._array.dtype)
        elif input.dtype is not other.dtype or input.dtype is _BOOL:
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
        elif input.dtype is not other.dtype or input.dtype is _BOOL:
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
    frame = _getframe(2)
    if id(frame.f_globals) in INTERNAL:
        frame = user_frame(frame)
    storage.writer = (frame.f_code, frame.f_lasti)
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


def _mod(input: Any, other: Any) -> Tensor:
    kind = _type(other)
    if kind is _float or kind is _int:
        keys = input._keys
    else:
        try:
            keys = input._keys | other._keys
        except AttributeError:
            return operator_fallback(_remainder_op, input, other, (input, other))
    if keys or switch.modes:
        return dispatch(_remainder_op, keys, (input, other))
    kind = _type(other)
    try:
        if kind is _float or kind is _int:
            if not input.dtype.is_floating_point:
                return plain_run(_remainder_op, input, other)
            second = _asarray(other, input._array.dtype)
        elif input.dtype is not other.dtype or input.dtype is _BOOL:
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


def _rmod(self: Any, other: Any) -> Tensor:
    return operator_fallback(_remainder_op, self, other, (other, self))


def _plain_fmod(input, other):
    kind = _type(other)
    try:
        if kind is _float or kind is _int:
            if not input.dtype.is_floating_point:
                return plain_run(_fmod_op, input, other)
            second = _asarray(other, input._array.dtype)
        elif input.dtype is not other.dtype or input.dtype is _BOOL:
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
        elif input.dtype is not other.dtype or input.dtype is _BOOL:
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
    frame = _getframe(2)
    if id(frame.f_globals) in INTERNAL:
        frame = user_frame(frame)
    storage.writer = (frame.f_code, frame.f_lasti)
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
        elif input.dtype is not exponent.dtype or input.dtype is _BOOL:
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
        elif input.dtype is not exponent.dtype or input.dtype is _BOOL:
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
    frame = _getframe(2)
    if id(frame.f_globals) in INTERNAL:
        frame = user_frame(frame)
    storage.writer = (frame.f_code, frame.f_lasti)
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


def _pow(input: Any, exponent: Any) -> Tensor:
    kind = _type(exponent)
    if kind is _float or kind is _int:
        keys = input._keys
    else:
        try:
            keys = input._keys | exponent._keys
        except AttributeError:
            return operator_fallback(_pow_op, input, exponent, (input, exponent))
    if keys or switch.modes:
        return dispatch(_pow_op, keys, (input, exponent))
    kind = _type(exponent)
    try:
        if kind is _float or kind is _int:
            if not input.dtype.is_floating_point:
                return plain_run(_pow_op, input, exponent)
            second = _asarray(exponent, input._array.dtype)
        elif input.dtype is not exponent.dtype or input.dtype is _BOOL:
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


def _rpow(self: Any, other: Any) -> Tensor:
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
    frame = _getframe(2)
    if id(frame.f_globals) in INTERNAL:
        frame = user_frame(frame)
    storage.writer = (frame.f_code, frame.f_lasti)
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
        elif input.dtype is not other.dtype or input.dtype is _BOOL:
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
        elif input.dtype is not other.dtype or input.dtype is _BOOL:
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
    frame = _getframe(2)
    if id(frame.f_globals) in INTERNAL:
        frame = user_frame(frame)
    storage.writer = (frame.f_code, frame.f_lasti)
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


def _plain_repeat(input, sizes):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_repeat(np, input._array, sizes)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def repeat(input: Tensor, sizes: Any) -> Tensor:
    """The tensor copied `sizes` times along each dimension; surplus sizes add some in front."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_repeat_op, (input, sizes))
    if keys or switch.modes:
        return dispatch(_repeat_op, keys, (input, sizes))
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_repeat(np, input._array, sizes)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def _plain_repeat_backward(grad, sizes, shape):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_repeat_backward(np, grad._array, sizes, shape)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def repeat_backward(grad: Tensor, sizes: Dims, shape: Dims) -> Tensor:
    """The sum of all copies that `repeat` made of a tensor of `shape`."""
    try:
        keys = grad._keys
    except AttributeError:
        return call_mixed(_repeat_backward_op, (grad, sizes, shape))
    if keys or switch.modes:
        return dispatch(_repeat_backward_op, keys, (grad, sizes, shape))
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_repeat_backward(np, grad._array, sizes, shape)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


tile = _kernel_tile


def _plain_repeated_positions(repeats):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_repeated_positions(np, repeats._array)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def repeated_positions(repeats: Tensor) -> Tensor:
    """Each position of a vector, as often as its element says."""
    try:
        keys = repeats._keys
    except AttributeError:
        return call_mixed(_repeated_positions_op, (repeats,))
    if keys or switch.modes:
        return dispatch(_repeated_positions_op, keys, (repeats,))
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_repeated_positions(np, repeats._array)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


repeat_interleave = _kernel_repeat_interleave


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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def flip(input: Tensor, dims: Any) -> Tensor:
    """A copy with the given dimensions in reverse."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_flip_op, (input, dims))
    if keys or switch.modes:
        return dispatch(_flip_op, keys, (input, dims))
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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


fliplr = _kernel_fliplr


flipud = _kernel_flipud


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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def roll(input: Tensor, shifts: Dims, dims: Dims = None) -> Tensor:
    """The elements rolled on by `shifts` along `dims`, or in the flattened tensor."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_roll_op, (input, shifts, dims))
    if keys or switch.modes:
        return dispatch(_roll_op, keys, (input, shifts, dims))
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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


rot90 = _kernel_rot90


meshgrid = _kernel_meshgrid


scaled_dot_product_attention = _kernel_scaled_dot_product_attention


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


def _eq(input: Any, other: Any) -> Tensor:
    kind = _type(other)
    if kind is _float or kind is _int:
        keys = input._keys
    else:
        try:
            keys = input._keys | other._keys
        except AttributeError:
            return operator_fallback(_eq_op, input, other, (input, other))
    if keys or switch.modes:
        return dispatch(_eq_op, keys, (input, other))
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


def _ne(input: Any, other: Any) -> Tensor:
    kind = _type(other)
    if kind is _float or kind is _int:
        keys = input._keys
    else:
        try:
            keys = input._keys | other._keys
        except AttributeError:
            return operator_fallback(_ne_op, input, other, (input, other))
    if keys or switch.modes:
        return dispatch(_ne_op, keys, (input, other))
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


def _lt(input: Any, other: Any) -> Tensor:
    kind = _type(other)
    if kind is _float or kind is _int:
        keys = input._keys
    else:
        try:
            keys = input._keys | other._keys
        except AttributeError:
            return operator_fallback(_lt_op, input, other, (input, other))
    if keys or switch.modes:
        return dispatch(_lt_op, keys, (input, other))
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


def _le(input: Any, other: Any) -> Tensor:
    kind = _type(other)
    if kind is _float or kind is _int:
        keys = input._keys
    else:
        try:
            keys = input._keys | other._keys
        except AttributeError:
            return operator_fallback(_le_op, input, other, (input, other))
    if keys or switch.modes:
        return dispatch(_le_op, keys, (input, other))
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


def _gt(input: Any, other: Any) -> Tensor:
    kind = _type(other)
    if kind is _float or kind is _int:
        keys = input._keys
    else:
        try:
            keys = input._keys | other._keys
        except AttributeError:
            return operator_fallback(_gt_op, input, other, (input, other))
    if keys or switch.modes:
        return dispatch(_gt_op, keys, (input, other))
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


def _ge(input: Any, other: Any) -> Tensor:
    kind = _type(other)
    if kind is _float or kind is _int:
        keys = input._keys
    else:
        try:
            keys = input._keys | other._keys
        except AttributeError:
            return operator_fallback(_ge_op, input, other, (input, other))
    if keys or switch.modes:
        return dispatch(_ge_op, keys, (input, other))
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
    frame = _getframe(2)
    if id(frame.f_globals) in INTERNAL:
        frame = user_frame(frame)
    storage.writer = (frame.f_code, frame.f_lasti)
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


def _and(input: Any, other: Any) -> Tensor:
    kind = _type(other)
    if kind is _float or kind is _int:
        keys = input._keys
    else:
        try:
            keys = input._keys | other._keys
        except AttributeError:
            return operator_fallback(_bitwise_and_op, input, other, (input, other))
    if keys or switch.modes:
        return dispatch(_bitwise_and_op, keys, (input, other))
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
    frame = _getframe(2)
    if id(frame.f_globals) in INTERNAL:
        frame = user_frame(frame)
    storage.writer = (frame.f_code, frame.f_lasti)
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


def _or(input: Any, other: Any) -> Tensor:
    kind = _type(other)
    if kind is _float or kind is _int:
        keys = input._keys
    else:
        try:
            keys = input._keys | other._keys
        except AttributeError:
            return operator_fallback(_bitwise_or_op, input, other, (input, other))
    if keys or switch.modes:
        return dispatch(_bitwise_or_op, keys, (input, other))
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
    frame = _getframe(2)
    if id(frame.f_globals) in INTERNAL:
        frame = user_frame(frame)
    storage.writer = (frame.f_code, frame.f_lasti)
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


def _xor(input: Any, other: Any) -> Tensor:
    kind = _type(other)
    if kind is _float or kind is _int:
        keys = input._keys
    else:
        try:
            keys = input._keys | other._keys
        except AttributeError:
            return operator_fallback(_bitwise_xor_op, input, other, (input, other))
    if keys or switch.modes:
        return dispatch(_bitwise_xor_op, keys, (input, other))
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


def _plain_bitwise_left_shift(input, other):
    kind = _type(other)
    try:
        if kind is _float or kind is _int:
            if not input.dtype.is_floating_point:
                return plain_run(_bitwise_left_shift_op, input, other)
            second = _asarray(other, input._array.dtype)
        elif input.dtype is not other.dtype or input.dtype is _BOOL:
            return plain_run(_bitwise_left_shift_op, input, other)
        else:
            second = other._array
        first = input._array
    except AttributeError:
        return plain_run(_bitwise_left_shift_op, input, other)
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_bitwise_left_shift(np, first, second)
    except (ValueError, OverflowError, TypeError):
        return plain_run(_bitwise_left_shift_op, input, other)
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


def bitwise_left_shift(input: Tensor, other: Tensor | Number, *, out: Any = None) -> Tensor:
    """Bits moved up by `other` places."""
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


def _plain_bitwise_left_shift_(input, other):
    kind = _type(other)
    try:
        if kind is _float or kind is _int:
            if not input.dtype.is_floating_point:
                return plain_run(_bitwise_left_shift__op, input, other)
            second = _asarray(other, input._array.dtype)
        elif input.dtype is not other.dtype or input.dtype is _BOOL:
            return plain_run(_bitwise_left_shift__op, input, other)
        else:
            second = other._array
        first = input._array
    except AttributeError:
        return plain_run(_bitwise_left_shift__op, input, other)
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        first[...] = _kernel_bitwise_left_shift(np, first, second)
    except (ValueError, OverflowError, TypeError):
        return plain_run(_bitwise_left_shift__op, input, other)
    finally:
        if token is not None:
            reset_errstate(token)
    storage = input._storage
    if storage is None:
        storage = input._storage = Storage(input._array)
    storage.version += 1
    frame = _getframe(2)
    if id(frame.f_globals) in INTERNAL:
        frame = user_frame(frame)
    storage.writer = (frame.f_code, frame.f_lasti)
    return input


def bitwise_left_shift_(input: Tensor, other: Tensor | Number) -> Tensor:
    """Bits moved up by `other` places."""
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


def _lshift(input: Any, other: Any) -> Tensor:
    kind = _type(other)
    if kind is _float or kind is _int:
        keys = input._keys
    else:
        try:
            keys = input._keys | other._keys
        except AttributeError:
            return operator_fallback(_bitwise_left_shift_op, input, other, (input, other))
    if keys or switch.modes:
        return dispatch(_bitwise_left_shift_op, keys, (input, other))
    kind = _type(other)
    try:
        if kind is _float or kind is _int:
            if not input.dtype.is_floating_point:
                return plain_run(_bitwise_left_shift_op, input, other)
            second = _asarray(other, input._array.dtype)
        elif input.dtype is not other.dtype or input.dtype is _BOOL:
            return plain_run(_bitwise_left_shift_op, input, other)
        else:
            second = other._array
        first = input._array
    except AttributeError:
        return plain_run(_bitwise_left_shift_op, input, other)
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_bitwise_left_shift(np, first, second)
    except (ValueError, OverflowError, TypeError):
        return plain_run(_bitwise_left_shift_op, input, other)
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


def _rlshift(self: Any, other: Any) -> Tensor:
    return operator_fallback(_bitwise_left_shift_op, self, other, (other, self))


def _plain_bitwise_right_shift(input, other):
    kind = _type(other)
    try:
        if kind is _float or kind is _int:
            if not input.dtype.is_floating_point:
                return plain_run(_bitwise_right_shift_op, input, other)
            second = _asarray(other, input._array.dtype)
        elif input.dtype is not other.dtype or input.dtype is _BOOL:
            return plain_run(_bitwise_right_shift_op, input, other)
        else:
            second = other._array
        first = input._array
    except AttributeError:
        return plain_run(_bitwise_right_shift_op, input, other)
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_bitwise_right_shift(np, first, second)
    except (ValueError, OverflowError, TypeError):
        return plain_run(_bitwise_right_shift_op, input, other)
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


def bitwise_right_shift(input: Tensor, other: Tensor | Number, *, out: Any = None) -> Tensor:
    """Bits moved down by `other` places."""
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


def _plain_bitwise_right_shift_(input, other):
    kind = _type(other)
    try:
        if kind is _float or kind is _int:
            if not input.dtype.is_floating_point:
                return plain_run(_bitwise_right_shift__op, input, other)
            second = _asarray(other, input._array.dtype)
        elif input.dtype is not other.dtype or input.dtype is _BOOL:
            return plain_run(_bitwise_right_shift__op, input, other)
        else:
            second = other._array
        first = input._array
    except AttributeError:
        return plain_run(_bitwise_right_shift__op, input, other)
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        first[...] = _kernel_bitwise_right_shift(np, first, second)
    except (ValueError, OverflowError, TypeError):
        return plain_run(_bitwise_right_shift__op, input, other)
    finally:
        if token is not None:
            reset_errstate(token)
    storage = input._storage
    if storage is None:
        storage = input._storage = Storage(input._array)
    storage.version += 1
    frame = _getframe(2)
    if id(frame.f_globals) in INTERNAL:
        frame = user_frame(frame)
    storage.writer = (frame.f_code, frame.f_lasti)
    return input


def bitwise_right_shift_(input: Tensor, other: Tensor | Number) -> Tensor:
    """Bits moved down by `other` places."""
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


def _rshift(input: Any, other: Any) -> Tensor:
    kind = _type(other)
    if kind is _float or kind is _int:
        keys = input._keys
    else:
        try:
            keys = input._keys | other._keys
        except AttributeError:
            return operator_fallback(_bitwise_right_shift_op, input, other, (input, other))
    if keys or switch.modes:
        return dispatch(_bitwise_right_shift_op, keys, (input, other))
    kind = _type(other)
    try:
        if kind is _float or kind is _int:
            if not input.dtype.is_floating_point:
                return plain_run(_bitwise_right_shift_op, input, other)
            second = _asarray(other, input._array.dtype)
        elif input.dtype is not other.dtype or input.dtype is _BOOL:
            return plain_run(_bitwise_right_shift_op, input, other)
        else:
            second = other._array
        first = input._array
    except AttributeError:
        return plain_run(_bitwise_right_shift_op, input, other)
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_bitwise_right_shift(np, first, second)
    except (ValueError, OverflowError, TypeError):
        return plain_run(_bitwise_right_shift_op, input, other)
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


def _rrshift(self: Any, other: Any) -> Tensor:
    return operator_fallback(_bitwise_right_shift_op, self, other, (other, self))


def _plain_bitwise_not(input):
    if input.dtype is _BOOL:
        return plain_run(_bitwise_not_op, input)
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
    if input.dtype is _BOOL:
        return plain_run(_bitwise_not__op, input)
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
    frame = _getframe(2)
    if id(frame.f_globals) in INTERNAL:
        frame = user_frame(frame)
    storage.writer = (frame.f_code, frame.f_lasti)
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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def to_dtype(input: Tensor, dtype: DType) -> Tensor:
    """A copy with elements of another dtype."""
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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def to_integral(input: Tensor, dtype: DType) -> Tensor:
    """A copy with elements of an integer type or bool, which take no gradient."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_to_integral_op, (input, dtype))
    if keys or switch.modes:
        return dispatch(_to_integral_op, keys, (input, dtype))
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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def _plain_to_device(input, device, source):
    return _kernel_to_device(input, device, source)


def to_device(input: Tensor, device: Device, source: Device) -> Tensor:
    """A copy on another device; `source`, where the tensor is, is what its derivative needs."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_to_device_op, (input, device, source))
    if keys or switch.modes:
        return dispatch(_to_device_op, keys, (input, device, source))
    return _plain_to_device(input, device, source)


to = _kernel_to


type_as = _kernel_type_as


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
    """The real parts of complex numbers, as a view."""
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
    """The imaginary parts of complex numbers, as a view."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_imaginary_part_op, (input,))
    if keys or switch.modes:
        return dispatch(_imaginary_part_op, keys, (input,))
    return _plain_imaginary_part(input)


real = _kernel_real


imag = _kernel_imag


def _plain_view_as_real(input):
    return _kernel_view_as_real(input)


def view_as_real(input: Tensor) -> Tensor:
    """Complex numbers as pairs of real ones in a new last dimension, as a view."""
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
    """Pairs of real numbers in the last dimension as complex ones, as a view."""
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
    if _type(array) is not _ndarray:
        array = _asarray(array)
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def convolve(input: Tensor, weight: Tensor, bias: Tensor | None, stride: Shape, padding: Shape, dilation: Shape, groups: _int) -> Tensor:
    """The convolution of (N, C, ...) with (O, C / groups, ...), of any number of dimensions."""
    try:
        keys = input._keys | weight._keys
        if bias is not None:
            keys |= bias._keys
    except AttributeError:
        return call_mixed(_convolve_op, (input, weight, bias, stride, padding, dilation, groups))
    if keys or switch.modes:
        return dispatch(_convolve_op, keys, (input, weight, bias, stride, padding, dilation, groups))
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
    if _type(array) is not _ndarray:
        array = _asarray(array)
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


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
    if _type(array) is not _ndarray:
        array = _asarray(array)
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def convolve_input(grad_output: Tensor, weight: Tensor, bias: Tensor | None, size: Shape, stride: Shape, padding: Shape, dilation: Shape, groups: _int) -> Tensor:
    """The gradient of `convolve` in its input of spatial sizes `size`, plus `bias`."""
    try:
        keys = grad_output._keys | weight._keys
        if bias is not None:
            keys |= bias._keys
    except AttributeError:
        return call_mixed(_convolve_input_op, (grad_output, weight, bias, size, stride, padding, dilation, groups))
    if keys or switch.modes:
        return dispatch(_convolve_input_op, keys, (grad_output, weight, bias, size, stride, padding, dilation, groups))
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
    if _type(array) is not _ndarray:
        array = _asarray(array)
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


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
    if _type(array) is not _ndarray:
        array = _asarray(array)
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def convolve_weight(grad_output: Tensor, input: Tensor, kernel: Shape, stride: Shape, padding: Shape, dilation: Shape, groups: _int) -> Tensor:
    """The gradient of `convolve` in its weight with a kernel of these sizes."""
    try:
        keys = grad_output._keys | input._keys
    except AttributeError:
        return call_mixed(_convolve_weight_op, (grad_output, input, kernel, stride, padding, dilation, groups))
    if keys or switch.modes:
        return dispatch(_convolve_weight_op, keys, (grad_output, input, kernel, stride, padding, dilation, groups))
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
    if _type(array) is not _ndarray:
        array = _asarray(array)
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


conv1d = _kernel_conv1d


conv2d = _kernel_conv2d


conv3d = _kernel_conv3d


conv_transpose1d = _kernel_conv_transpose1d


conv_transpose2d = _kernel_conv_transpose2d


conv_transpose3d = _kernel_conv_transpose3d


convolution = _kernel_convolution


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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def where_tensors(condition: Tensor, input: Tensor, other: Tensor) -> Tensor:
    """`input` where the condition holds, else `other`; both of one dtype."""
    try:
        keys = condition._keys | input._keys | other._keys
    except AttributeError:
        return call_mixed(_where_tensors_op, (condition, input, other))
    if keys or switch.modes:
        return dispatch(_where_tensors_op, keys, (condition, input, other))
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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


where = _kernel_where


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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def masked_fill_number(input: Tensor, mask: Tensor, value: Number) -> Tensor:
    """A copy with a number where the mask holds."""
    try:
        keys = input._keys | mask._keys
    except AttributeError:
        return call_mixed(_masked_fill_number_op, (input, mask, value))
    if keys or switch.modes:
        return dispatch(_masked_fill_number_op, keys, (input, mask, value))
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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def masked_fill_tensor(input: Tensor, mask: Tensor, value: Tensor) -> Tensor:
    """A copy with the one element of a tensor where the mask holds."""
    try:
        keys = input._keys | mask._keys | value._keys
    except AttributeError:
        return call_mixed(_masked_fill_tensor_op, (input, mask, value))
    if keys or switch.modes:
        return dispatch(_masked_fill_tensor_op, keys, (input, mask, value))
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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def _plain_masked_fill_number_(input, mask, value):
    return _kernel_masked_fill_number_(input, mask, value)


def masked_fill_number_(input: Tensor, mask: Tensor, value: Number) -> Tensor:
    """Write a number where the mask holds; returns the tensor."""
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
    """Write the one element of a tensor where the mask holds; returns the tensor."""
    try:
        keys = input._keys | mask._keys | value._keys
    except AttributeError:
        return call_mixed(_masked_fill_tensor__op, (input, mask, value))
    if keys or switch.modes:
        return dispatch(_masked_fill_tensor__op, keys, (input, mask, value))
    return _plain_masked_fill_tensor_(input, mask, value)


masked_fill = _kernel_masked_fill


masked_fill_ = _kernel_masked_fill_


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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def masked_select(input: Tensor, mask: Tensor, *, out: Any = None) -> Tensor:
    """The elements where the mask holds, in one dimension."""
    try:
        keys = input._keys | mask._keys
    except AttributeError:
        return call_mixed(_masked_select_op, (input, mask), out)
    if keys or switch.modes or out is not None:
        return dispatch(_masked_select_op, keys, (input, mask), out)
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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def masked_select_backward(grad: Tensor, mask: Tensor, shape: Dims) -> Tensor:
    """Zeros of a shape with `grad` where the mask, broadcast, holds."""
    try:
        keys = grad._keys | mask._keys
    except AttributeError:
        return call_mixed(_masked_select_backward_op, (grad, mask, shape))
    if keys or switch.modes:
        return dispatch(_masked_select_backward_op, keys, (grad, mask, shape))
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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def masked_scatter(input: Tensor, mask: Tensor, source: Tensor) -> Tensor:
    """A copy with consecutive elements of `source` where the mask holds."""
    try:
        keys = input._keys | mask._keys | source._keys
    except AttributeError:
        return call_mixed(_masked_scatter_op, (input, mask, source))
    if keys or switch.modes:
        return dispatch(_masked_scatter_op, keys, (input, mask, source))
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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def _plain_masked_scatter_(input, mask, source):
    return _kernel_masked_scatter_(input, mask, source)


def masked_scatter_(input: Tensor, mask: Tensor, source: Tensor) -> Tensor:
    """Write consecutive elements of `source` where the mask holds; returns the tensor."""
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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def masked_scatter_backward(grad: Tensor, mask: Tensor, shape: Dims) -> Tensor:
    """The elements of `grad` where the mask holds, followed by zeros, under a shape."""
    try:
        keys = grad._keys | mask._keys
    except AttributeError:
        return call_mixed(_masked_scatter_backward_op, (grad, mask, shape))
    if keys or switch.modes:
        return dispatch(_masked_scatter_backward_op, keys, (grad, mask, shape))
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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def tril(input: Tensor, diagonal: _int = 0, *, out: Any = None) -> Tensor:
    """Matrices with zeros above a diagonal."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_tril_op, (input, diagonal), out)
    if keys or switch.modes or out is not None:
        return dispatch(_tril_op, keys, (input, diagonal), out)
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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def _plain_tril_(input, diagonal):
    return plain_run(_tril__op, input, diagonal)


def tril_(input: Tensor, diagonal: _int = 0) -> Tensor:
    """Matrices with zeros above a diagonal."""
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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def triu(input: Tensor, diagonal: _int = 0, *, out: Any = None) -> Tensor:
    """Matrices with zeros below a diagonal."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_triu_op, (input, diagonal), out)
    if keys or switch.modes or out is not None:
        return dispatch(_triu_op, keys, (input, diagonal), out)
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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def _plain_triu_(input, diagonal):
    return plain_run(_triu__op, input, diagonal)


def triu_(input: Tensor, diagonal: _int = 0) -> Tensor:
    """Matrices with zeros below a diagonal."""
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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def clone(input: Tensor, *, memory_format: object = None) -> Tensor:
    """A copy with memory of its own, in the same order unless a memory format is given."""
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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


contiguous = _kernel_contiguous


def _plain_copy_tensor_(input, src):
    return _kernel_copy_tensor_(input, src)


def copy_tensor_(input: Tensor, src: Tensor) -> Tensor:
    """Write the elements of a tensor of the same device, broadcast and converted."""
    try:
        keys = input._keys | src._keys
    except AttributeError:
        return call_mixed(_copy_tensor__op, (input, src))
    if keys or switch.modes:
        return dispatch(_copy_tensor__op, keys, (input, src))
    return _plain_copy_tensor_(input, src)


copy_ = _kernel_copy_


def _plain_fill_number_(input, value):
    return _kernel_fill_number_(input, value)


def fill_number_(input: Tensor, value: Number) -> Tensor:
    """Write one number everywhere; returns the tensor."""
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
    """Write the element of a 0-d tensor everywhere; returns the tensor."""
    try:
        keys = input._keys | value._keys
    except AttributeError:
        return call_mixed(_fill_tensor__op, (input, value))
    if keys or switch.modes:
        return dispatch(_fill_tensor__op, keys, (input, value))
    return _plain_fill_tensor_(input, value)


fill = _kernel_fill


fill_ = _kernel_fill_


def _plain_zero_(input):
    return _kernel_zero_(input)


def zero_(input: Tensor) -> Tensor:
    """Write 0 everywhere; returns the tensor."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_zero__op, (input,))
    if keys or switch.modes:
        return dispatch(_zero__op, keys, (input,))
    return _plain_zero_(input)


def _plain_resize_(input, sizes, memory_format):
    return _kernel_resize_(input, sizes, memory_format=memory_format)


def resize_(input: Tensor, sizes: Any, *, memory_format: object = None) -> Tensor:
    """Another shape over the same memory, or over more, whose new elements are uninitialised."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_resize__op, (input, sizes, memory_format))
    if keys or switch.modes:
        return dispatch(_resize__op, keys, (input, sizes, memory_format))
    return _plain_resize_(input, sizes, memory_format)


resize_as_ = _kernel_resize_as_


new_zeros = _kernel_new_zeros


new_ones = _kernel_new_ones


new_empty = _kernel_new_empty


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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def nll(input: Tensor, target: Tensor, weight: Tensor | None, reduction: _str, ignore_index: _int) -> Tensor:
    """`-input` at the target class of dim 1, weighted and reduced."""
    try:
        keys = input._keys | target._keys
        if weight is not None:
            keys |= weight._keys
    except AttributeError:
        return call_mixed(_nll_op, (input, target, weight, reduction, ignore_index))
    if keys or switch.modes:
        return dispatch(_nll_op, keys, (input, target, weight, reduction, ignore_index))
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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def nll_backward(grad_output: Tensor, target: Tensor, weight: Tensor | None, reduction: _str, ignore_index: _int, shape: Shape) -> Tensor:
    """The gradient of `nll` in its input."""
    try:
        keys = grad_output._keys | target._keys
        if weight is not None:
            keys |= weight._keys
    except AttributeError:
        return call_mixed(_nll_backward_op, (grad_output, target, weight, reduction, ignore_index, shape))
    if keys or switch.modes:
        return dispatch(_nll_backward_op, keys, (grad_output, target, weight, reduction, ignore_index, shape))
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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


nll_loss = _kernel_nll_loss


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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def softmax(input: Tensor, dim: _int, dtype: DType | None = None, *, out: Any = None) -> Tensor:
    """`exp(input)` divided by its sum over `dim`."""
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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def softmax_backward(grad_output: Tensor, output: Tensor, dim: _int) -> Tensor:
    """`output * (grad_output - sum(grad_output * output))`, softmax's derivative."""
    try:
        keys = grad_output._keys | output._keys
    except AttributeError:
        return call_mixed(_softmax_backward_op, (grad_output, output, dim))
    if keys or switch.modes:
        return dispatch(_softmax_backward_op, keys, (grad_output, output, dim))
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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def log_softmax(input: Tensor, dim: _int, dtype: DType | None = None, *, out: Any = None) -> Tensor:
    """The logarithm of `softmax`, without its loss of digits."""
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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def log_softmax_backward(grad_output: Tensor, output: Tensor, dim: _int) -> Tensor:
    """`grad_output - exp(output) * sum(grad_output)`, log_softmax's derivative."""
    try:
        keys = grad_output._keys | output._keys
    except AttributeError:
        return call_mixed(_log_softmax_backward_op, (grad_output, output, dim))
    if keys or switch.modes:
        return dispatch(_log_softmax_backward_op, keys, (grad_output, output, dim))
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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


functional_softmax = _kernel_functional_softmax


functional_log_softmax = _kernel_functional_log_softmax


softmin = _kernel_softmin


gumbel_softmax = _kernel_gumbel_softmax


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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def mean_cross_entropy(input: Tensor, target: Tensor, ignore_index: _int) -> Tensor:
    """The mean of `log_softmax(input, 1)` at the target classes, negated."""
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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def mean_cross_entropy_backward(grad_output: Tensor, input: Tensor, target: Tensor, ignore_index: _int) -> Tensor:
    """`(softmax(input, 1) - onehot(target)) * grad_output / n`, `mean_cross_entropy`'s gradient."""
    try:
        keys = grad_output._keys | input._keys | target._keys
    except AttributeError:
        return call_mixed(_mean_cross_entropy_backward_op, (grad_output, input, target, ignore_index))
    if keys or switch.modes:
        return dispatch(_mean_cross_entropy_backward_op, keys, (grad_output, input, target, ignore_index))
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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


cross_entropy = _kernel_cross_entropy


normalize = _kernel_normalize


cosine_similarity = _kernel_cosine_similarity


pairwise_distance = _kernel_pairwise_distance


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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def dropout_noise(input: Tensor, p: _float, features: _bool) -> Tensor:
    """0 with probability `p`, else `1 / (1 - p)`; one number for each channel where `features`."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_dropout_noise_op, (input, p, features))
    if keys or switch.modes:
        return dispatch(_dropout_noise_op, keys, (input, p, features))
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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def keep_mask(input: Tensor, p: _float, features: _bool) -> Tensor:
    """0 with probability `p`, else 1."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_keep_mask_op, (input, p, features))
    if keys or switch.modes:
        return dispatch(_keep_mask_op, keys, (input, p, features))
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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


functional_dropout = _kernel_functional_dropout


dropout = _kernel_dropout


dropout_ = _kernel_dropout_


dropout1d = _kernel_dropout1d


dropout2d = _kernel_dropout2d


dropout3d = _kernel_dropout3d


alpha_dropout = _kernel_alpha_dropout


feature_alpha_dropout = _kernel_feature_alpha_dropout


def _plain_neg(input):
    if input.dtype is _BOOL:
        return plain_run(_neg_op, input)
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
    if input.dtype is _BOOL:
        return plain_run(_neg__op, input)
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
    frame = _getframe(2)
    if id(frame.f_globals) in INTERNAL:
        frame = user_frame(frame)
    storage.writer = (frame.f_code, frame.f_lasti)
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
    frame = _getframe(2)
    if id(frame.f_globals) in INTERNAL:
        frame = user_frame(frame)
    storage.writer = (frame.f_code, frame.f_lasti)
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
    frame = _getframe(2)
    if id(frame.f_globals) in INTERNAL:
        frame = user_frame(frame)
    storage.writer = (frame.f_code, frame.f_lasti)
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
    frame = _getframe(2)
    if id(frame.f_globals) in INTERNAL:
        frame = user_frame(frame)
    storage.writer = (frame.f_code, frame.f_lasti)
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
    frame = _getframe(2)
    if id(frame.f_globals) in INTERNAL:
        frame = user_frame(frame)
    storage.writer = (frame.f_code, frame.f_lasti)
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
    frame = _getframe(2)
    if id(frame.f_globals) in INTERNAL:
        frame = user_frame(frame)
    storage.writer = (frame.f_code, frame.f_lasti)
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
    frame = _getframe(2)
    if id(frame.f_globals) in INTERNAL:
        frame = user_frame(frame)
    storage.writer = (frame.f_code, frame.f_lasti)
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
    frame = _getframe(2)
    if id(frame.f_globals) in INTERNAL:
        frame = user_frame(frame)
    storage.writer = (frame.f_code, frame.f_lasti)
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
    frame = _getframe(2)
    if id(frame.f_globals) in INTERNAL:
        frame = user_frame(frame)
    storage.writer = (frame.f_code, frame.f_lasti)
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
    frame = _getframe(2)
    if id(frame.f_globals) in INTERNAL:
        frame = user_frame(frame)
    storage.writer = (frame.f_code, frame.f_lasti)
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
    frame = _getframe(2)
    if id(frame.f_globals) in INTERNAL:
        frame = user_frame(frame)
    storage.writer = (frame.f_code, frame.f_lasti)
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
    frame = _getframe(2)
    if id(frame.f_globals) in INTERNAL:
        frame = user_frame(frame)
    storage.writer = (frame.f_code, frame.f_lasti)
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
    frame = _getframe(2)
    if id(frame.f_globals) in INTERNAL:
        frame = user_frame(frame)
    storage.writer = (frame.f_code, frame.f_lasti)
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
    frame = _getframe(2)
    if id(frame.f_globals) in INTERNAL:
        frame = user_frame(frame)
    storage.writer = (frame.f_code, frame.f_lasti)
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
    frame = _getframe(2)
    if id(frame.f_globals) in INTERNAL:
        frame = user_frame(frame)
    storage.writer = (frame.f_code, frame.f_lasti)
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
    frame = _getframe(2)
    if id(frame.f_globals) in INTERNAL:
        frame = user_frame(frame)
    storage.writer = (frame.f_code, frame.f_lasti)
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
    frame = _getframe(2)
    if id(frame.f_globals) in INTERNAL:
        frame = user_frame(frame)
    storage.writer = (frame.f_code, frame.f_lasti)
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
    frame = _getframe(2)
    if id(frame.f_globals) in INTERNAL:
        frame = user_frame(frame)
    storage.writer = (frame.f_code, frame.f_lasti)
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
    frame = _getframe(2)
    if id(frame.f_globals) in INTERNAL:
        frame = user_frame(frame)
    storage.writer = (frame.f_code, frame.f_lasti)
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
    frame = _getframe(2)
    if id(frame.f_globals) in INTERNAL:
        frame = user_frame(frame)
    storage.writer = (frame.f_code, frame.f_lasti)
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
    frame = _getframe(2)
    if id(frame.f_globals) in INTERNAL:
        frame = user_frame(frame)
    storage.writer = (frame.f_code, frame.f_lasti)
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
    frame = _getframe(2)
    if id(frame.f_globals) in INTERNAL:
        frame = user_frame(frame)
    storage.writer = (frame.f_code, frame.f_lasti)
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
    frame = _getframe(2)
    if id(frame.f_globals) in INTERNAL:
        frame = user_frame(frame)
    storage.writer = (frame.f_code, frame.f_lasti)
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
    if input.dtype is _BOOL:
        return plain_run(_square_op, input)
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
    if input.dtype is _BOOL:
        return plain_run(_square__op, input)
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
    frame = _getframe(2)
    if id(frame.f_globals) in INTERNAL:
        frame = user_frame(frame)
    storage.writer = (frame.f_code, frame.f_lasti)
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
    if input.dtype is _BOOL:
        return plain_run(_sign_op, input)
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
    if input.dtype is _BOOL:
        return plain_run(_sign__op, input)
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
    frame = _getframe(2)
    if id(frame.f_globals) in INTERNAL:
        frame = user_frame(frame)
    storage.writer = (frame.f_code, frame.f_lasti)
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
    if input.dtype is _BOOL:
        return plain_run(_floor_op, input)
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
    if input.dtype is _BOOL:
        return plain_run(_floor__op, input)
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
    frame = _getframe(2)
    if id(frame.f_globals) in INTERNAL:
        frame = user_frame(frame)
    storage.writer = (frame.f_code, frame.f_lasti)
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
    if input.dtype is _BOOL:
        return plain_run(_ceil_op, input)
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
    if input.dtype is _BOOL:
        return plain_run(_ceil__op, input)
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
    frame = _getframe(2)
    if id(frame.f_globals) in INTERNAL:
        frame = user_frame(frame)
    storage.writer = (frame.f_code, frame.f_lasti)
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
    if input.dtype is _BOOL:
        return plain_run(_trunc_op, input)
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
    if input.dtype is _BOOL:
        return plain_run(_trunc__op, input)
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
    frame = _getframe(2)
    if id(frame.f_globals) in INTERNAL:
        frame = user_frame(frame)
    storage.writer = (frame.f_code, frame.f_lasti)
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
    if input.dtype is _BOOL:
        return plain_run(_round_op, input, decimals)
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
    if input.dtype is _BOOL:
        return plain_run(_round__op, input, decimals)
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
    frame = _getframe(2)
    if id(frame.f_globals) in INTERNAL:
        frame = user_frame(frame)
    storage.writer = (frame.f_code, frame.f_lasti)
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
    if input.dtype is _BOOL:
        return plain_run(_conj_op, input)
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_conj(np, input._array)
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
    frame = _getframe(2)
    if id(frame.f_globals) in INTERNAL:
        frame = user_frame(frame)
    storage.writer = (frame.f_code, frame.f_lasti)
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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def embedding(weight: Tensor, indices: Tensor, padding_idx: _int = -1, scale_grad_by_freq: _bool = False, sparse: _bool = False) -> Tensor:
    """The rows of `weight` at `indices`; the row `padding_idx` takes no gradient."""
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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def embedding_backward(grad_output: Tensor, indices: Tensor, num_weights: _int, padding_idx: _int, scale_grad_by_freq: _bool) -> Tensor:
    """The rows of `grad_output` added up by index."""
    try:
        keys = grad_output._keys | indices._keys
    except AttributeError:
        return call_mixed(_embedding_backward_op, (grad_output, indices, num_weights, padding_idx, scale_grad_by_freq))
    if keys or switch.modes:
        return dispatch(_embedding_backward_op, keys, (grad_output, indices, num_weights, padding_idx, scale_grad_by_freq))
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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


functional_embedding = _kernel_functional_embedding


one_hot = _kernel_one_hot


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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def gather(input: Tensor, dim: _int, index: Tensor, *, sparse_grad: _bool = False, out: Any = None) -> Tensor:
    """`out[i][j] = input[index[i][j]][j]` for dim 0: elements of `input` along `dim`."""
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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def gather_backward(grad: Tensor, dim: _int, index: Tensor, shape: Dims) -> Tensor:
    """Zeros of `shape` with `grad` added at the places that `gather` read."""
    try:
        keys = grad._keys | index._keys
    except AttributeError:
        return call_mixed(_gather_backward_op, (grad, dim, index, shape))
    if keys or switch.modes:
        return dispatch(_gather_backward_op, keys, (grad, dim, index, shape))
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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def nonnegative(index: Tensor, n: _int) -> Tensor:
    """Indices of a dimension of size `n`, those counted from its end made non-negative."""
    try:
        keys = index._keys
    except AttributeError:
        return call_mixed(_nonnegative_op, (index, n))
    if keys or switch.modes:
        return dispatch(_nonnegative_op, keys, (index, n))
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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


take_along_dim = _kernel_take_along_dim


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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def scatter_src(input: Tensor, dim: _int, index: Tensor, src: Tensor) -> Tensor:
    """A copy with elements of `src` written along `dim` at `index`."""
    try:
        keys = input._keys | index._keys | src._keys
    except AttributeError:
        return call_mixed(_scatter_src_op, (input, dim, index, src))
    if keys or switch.modes:
        return dispatch(_scatter_src_op, keys, (input, dim, index, src))
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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def scatter_value(input: Tensor, dim: _int, index: Tensor, value: Number) -> Tensor:
    """A copy with a number written along `dim` at `index`."""
    try:
        keys = input._keys | index._keys
    except AttributeError:
        return call_mixed(_scatter_value_op, (input, dim, index, value))
    if keys or switch.modes:
        return dispatch(_scatter_value_op, keys, (input, dim, index, value))
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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def scatter_add(input: Tensor, dim: _int, index: Tensor, src: Tensor, *, out: Any = None) -> Tensor:
    """A copy with elements of `src` added along `dim` at `index`."""
    try:
        keys = input._keys | index._keys | src._keys
    except AttributeError:
        return call_mixed(_scatter_add_op, (input, dim, index, src), out)
    if keys or switch.modes or out is not None:
        return dispatch(_scatter_add_op, keys, (input, dim, index, src), out)
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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def scatter_multiply(input: Tensor, dim: _int, index: Tensor, src: Tensor) -> Tensor:
    """A copy multiplied along `dim` at `index` by elements of `src`."""
    try:
        keys = input._keys | index._keys | src._keys
    except AttributeError:
        return call_mixed(_scatter_multiply_op, (input, dim, index, src))
    if keys or switch.modes:
        return dispatch(_scatter_multiply_op, keys, (input, dim, index, src))
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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def _plain_scatter_src_(input, dim, index, src):
    return _kernel_scatter_src_(input, dim, index, src)


def scatter_src_(input: Tensor, dim: _int, index: Tensor, src: Tensor) -> Tensor:
    """Write elements of `src` along `dim` at `index`; returns the tensor."""
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
    """Write a number along `dim` at `index`; returns the tensor."""
    try:
        keys = input._keys | index._keys
    except AttributeError:
        return call_mixed(_scatter_value__op, (input, dim, index, value))
    if keys or switch.modes:
        return dispatch(_scatter_value__op, keys, (input, dim, index, value))
    return _plain_scatter_value_(input, dim, index, value)


def _plain_scatter_add_(input, dim, index, src):
    return _kernel_scatter_add_(input, dim, index, src)


def scatter_add_(input: Tensor, dim: _int, index: Tensor, src: Tensor) -> Tensor:
    """Add elements of `src` along `dim` at `index`; returns the tensor."""
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
    """Multiply along `dim` at `index` by elements of `src`; returns the tensor."""
    try:
        keys = input._keys | index._keys | src._keys
    except AttributeError:
        return call_mixed(_scatter_multiply__op, (input, dim, index, src))
    if keys or switch.modes:
        return dispatch(_scatter_multiply__op, keys, (input, dim, index, src))
    return _plain_scatter_multiply_(input, dim, index, src)


scatter = _kernel_scatter


scatter_ = _kernel_scatter_


def _plain_erf(input):
    if not input.dtype.is_floating_point:
        return plain_run(_erf_op, input)
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_erf(np, input._array)
    except (ValueError, OverflowError, TypeError):
        return plain_run(_erf_op, input)
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


def erf(input: Tensor, *, out: Any = None) -> Tensor:
    """The error function, `2 / sqrt(pi)` times the integral of `exp(-t*t)` from 0 to `input`."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_erf_op, (input,), out)
    if keys or switch.modes or out is not None:
        return dispatch(_erf_op, keys, (input,), out)
    return _plain_erf(input)


def _plain_erf_(input):
    if not input.dtype.is_floating_point:
        return plain_run(_erf__op, input)
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        input._array[...] = _kernel_erf(np, input._array)
    except (ValueError, OverflowError, TypeError):
        return plain_run(_erf__op, input)
    finally:
        if token is not None:
            reset_errstate(token)
    storage = input._storage
    if storage is None:
        storage = input._storage = Storage(input._array)
    storage.version += 1
    frame = _getframe(2)
    if id(frame.f_globals) in INTERNAL:
        frame = user_frame(frame)
    storage.writer = (frame.f_code, frame.f_lasti)
    return input


def erf_(input: Tensor) -> Tensor:
    """The error function, `2 / sqrt(pi)` times the integral of `exp(-t*t)` from 0 to `input`."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_erf__op, (input,))
    if keys or switch.modes:
        return dispatch(_erf__op, keys, (input,))
    return _plain_erf_(input)


def _plain_xlogy(input, other):
    kind = _type(other)
    try:
        if kind is _float or kind is _int:
            if not input.dtype.is_floating_point:
                return plain_run(_xlogy_op, input, other)
            second = _asarray(other, input._array.dtype)
        elif input.dtype is not other.dtype or not input.dtype.is_floating_point:
            return plain_run(_xlogy_op, input, other)
        else:
            second = other._array
        first = input._array
    except AttributeError:
        return plain_run(_xlogy_op, input, other)
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_xlogy(np, first, second)
    except (ValueError, OverflowError, TypeError):
        return plain_run(_xlogy_op, input, other)
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


def xlogy(input: Tensor, other: Tensor | Number, *, out: Any = None) -> Tensor:
    """`input * log(other)`, and 0 where `input` is 0, except where `other` is NaN."""
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


def _plain_xlogy_(input, other):
    kind = _type(other)
    try:
        if kind is _float or kind is _int:
            if not input.dtype.is_floating_point:
                return plain_run(_xlogy__op, input, other)
            second = _asarray(other, input._array.dtype)
        elif input.dtype is not other.dtype or not input.dtype.is_floating_point:
            return plain_run(_xlogy__op, input, other)
        else:
            second = other._array
        first = input._array
    except AttributeError:
        return plain_run(_xlogy__op, input, other)
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        first[...] = _kernel_xlogy(np, first, second)
    except (ValueError, OverflowError, TypeError):
        return plain_run(_xlogy__op, input, other)
    finally:
        if token is not None:
            reset_errstate(token)
    storage = input._storage
    if storage is None:
        storage = input._storage = Storage(input._array)
    storage.version += 1
    frame = _getframe(2)
    if id(frame.f_globals) in INTERNAL:
        frame = user_frame(frame)
    storage.writer = (frame.f_code, frame.f_lasti)
    return input


def xlogy_(input: Tensor, other: Tensor | Number) -> Tensor:
    """`input * log(other)`, and 0 where `input` is 0, except where `other` is NaN."""
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


def _plain_erfc(input):
    if not input.dtype.is_floating_point:
        return plain_run(_erfc_op, input)
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_erfc(np, input._array)
    except (ValueError, OverflowError, TypeError):
        return plain_run(_erfc_op, input)
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


def erfc(input: Tensor, *, out: Any = None) -> Tensor:
    """`1 - erf(input)`, exact where that is small."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_erfc_op, (input,), out)
    if keys or switch.modes or out is not None:
        return dispatch(_erfc_op, keys, (input,), out)
    return _plain_erfc(input)


def _plain_erfc_(input):
    if not input.dtype.is_floating_point:
        return plain_run(_erfc__op, input)
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        input._array[...] = _kernel_erfc(np, input._array)
    except (ValueError, OverflowError, TypeError):
        return plain_run(_erfc__op, input)
    finally:
        if token is not None:
            reset_errstate(token)
    storage = input._storage
    if storage is None:
        storage = input._storage = Storage(input._array)
    storage.version += 1
    frame = _getframe(2)
    if id(frame.f_globals) in INTERNAL:
        frame = user_frame(frame)
    storage.writer = (frame.f_code, frame.f_lasti)
    return input


def erfc_(input: Tensor) -> Tensor:
    """`1 - erf(input)`, exact where that is small."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_erfc__op, (input,))
    if keys or switch.modes:
        return dispatch(_erfc__op, keys, (input,))
    return _plain_erfc_(input)


def _plain_erfinv(input):
    if not input.dtype.is_floating_point:
        return plain_run(_erfinv_op, input)
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_erfinv(np, input._array)
    except (ValueError, OverflowError, TypeError):
        return plain_run(_erfinv_op, input)
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


def erfinv(input: Tensor, *, out: Any = None) -> Tensor:
    """The number whose `erf` is `input`."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_erfinv_op, (input,), out)
    if keys or switch.modes or out is not None:
        return dispatch(_erfinv_op, keys, (input,), out)
    return _plain_erfinv(input)


def _plain_erfinv_(input):
    if not input.dtype.is_floating_point:
        return plain_run(_erfinv__op, input)
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        input._array[...] = _kernel_erfinv(np, input._array)
    except (ValueError, OverflowError, TypeError):
        return plain_run(_erfinv__op, input)
    finally:
        if token is not None:
            reset_errstate(token)
    storage = input._storage
    if storage is None:
        storage = input._storage = Storage(input._array)
    storage.version += 1
    frame = _getframe(2)
    if id(frame.f_globals) in INTERNAL:
        frame = user_frame(frame)
    storage.writer = (frame.f_code, frame.f_lasti)
    return input


def erfinv_(input: Tensor) -> Tensor:
    """The number whose `erf` is `input`."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_erfinv__op, (input,))
    if keys or switch.modes:
        return dispatch(_erfinv__op, keys, (input,))
    return _plain_erfinv_(input)


def _plain_lgamma(input):
    if not input.dtype.is_floating_point:
        return plain_run(_lgamma_op, input)
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_lgamma(np, input._array)
    except (ValueError, OverflowError, TypeError):
        return plain_run(_lgamma_op, input)
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


def lgamma(input: Tensor, *, out: Any = None) -> Tensor:
    """The logarithm of the absolute value of the gamma function."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_lgamma_op, (input,), out)
    if keys or switch.modes or out is not None:
        return dispatch(_lgamma_op, keys, (input,), out)
    return _plain_lgamma(input)


def _plain_lgamma_(input):
    if not input.dtype.is_floating_point:
        return plain_run(_lgamma__op, input)
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        input._array[...] = _kernel_lgamma(np, input._array)
    except (ValueError, OverflowError, TypeError):
        return plain_run(_lgamma__op, input)
    finally:
        if token is not None:
            reset_errstate(token)
    storage = input._storage
    if storage is None:
        storage = input._storage = Storage(input._array)
    storage.version += 1
    frame = _getframe(2)
    if id(frame.f_globals) in INTERNAL:
        frame = user_frame(frame)
    storage.writer = (frame.f_code, frame.f_lasti)
    return input


def lgamma_(input: Tensor) -> Tensor:
    """The logarithm of the absolute value of the gamma function."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_lgamma__op, (input,))
    if keys or switch.modes:
        return dispatch(_lgamma__op, keys, (input,))
    return _plain_lgamma_(input)


def _plain_digamma(input):
    if not input.dtype.is_floating_point:
        return plain_run(_digamma_op, input)
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_digamma(np, input._array)
    except (ValueError, OverflowError, TypeError):
        return plain_run(_digamma_op, input)
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


def digamma(input: Tensor, *, out: Any = None) -> Tensor:
    """The derivative of `lgamma`."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_digamma_op, (input,), out)
    if keys or switch.modes or out is not None:
        return dispatch(_digamma_op, keys, (input,), out)
    return _plain_digamma(input)


def _plain_digamma_(input):
    if not input.dtype.is_floating_point:
        return plain_run(_digamma__op, input)
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        input._array[...] = _kernel_digamma(np, input._array)
    except (ValueError, OverflowError, TypeError):
        return plain_run(_digamma__op, input)
    finally:
        if token is not None:
            reset_errstate(token)
    storage = input._storage
    if storage is None:
        storage = input._storage = Storage(input._array)
    storage.version += 1
    frame = _getframe(2)
    if id(frame.f_globals) in INTERNAL:
        frame = user_frame(frame)
    storage.writer = (frame.f_code, frame.f_lasti)
    return input


def digamma_(input: Tensor) -> Tensor:
    """The derivative of `lgamma`."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_digamma__op, (input,))
    if keys or switch.modes:
        return dispatch(_digamma__op, keys, (input,))
    return _plain_digamma_(input)


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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def polygamma(n: _int, input: Tensor) -> Tensor:
    """The derivative of order `n` of `digamma`."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_polygamma_op, (n, input))
    if keys or switch.modes:
        return dispatch(_polygamma_op, keys, (n, input))
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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def _plain_gelu(input, approximate):
    if input.dtype is _BOOL:
        return plain_run(_gelu_op, input, approximate)
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_gelu(np, input._array, approximate=approximate)
    except (ValueError, OverflowError, TypeError):
        return plain_run(_gelu_op, input, approximate)
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


def gelu(input: Tensor, *, approximate: _str = 'none') -> Tensor:
    """`input` times the normal distribution function of it (Hendrycks & Gimpel 2016)."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_gelu_op, (input, approximate))
    if keys or switch.modes:
        return dispatch(_gelu_op, keys, (input, approximate))
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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def gelu_backward(grad_output: Tensor, input: Tensor, approximate: _str) -> Tensor:
    """The derivative of `gelu`."""
    try:
        keys = grad_output._keys | input._keys
    except AttributeError:
        return call_mixed(_gelu_backward_op, (grad_output, input, approximate))
    if keys or switch.modes:
        return dispatch(_gelu_backward_op, keys, (grad_output, input, approximate))
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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def index(input: Tensor, indices: Sequence[Tensor | None]) -> Tensor:
    """The elements at index tensors, one for each dimension, None for all of a dimension."""
    try:
        keys = input._keys
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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def index_put(input: Tensor, indices: Sequence[Tensor | None], values: Tensor, accumulate: _bool = False) -> Tensor:
    """A copy with `values` at index tensors; added to what is there with `accumulate`."""
    try:
        keys = input._keys | values._keys
        for t in indices:
            if t is not None:
                keys |= t._keys
    except AttributeError:
        return call_mixed(_index_put_op, (input, indices, values, accumulate))
    if keys or switch.modes:
        return dispatch(_index_put_op, keys, (input, indices, values, accumulate))
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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def _plain_index_put_(input, indices, values, accumulate):
    return _kernel_index_put_(input, indices, values, accumulate)


def index_put_(input: Tensor, indices: Sequence[Tensor | None], values: Tensor, accumulate: _bool = False) -> Tensor:
    """Write `values` at index tensors, or add them; returns the tensor."""
    try:
        keys = input._keys | values._keys
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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def index_backward(grad: Tensor, indices: Sequence[Tensor | None], shape: Dims) -> Tensor:
    """Zeros of `shape` with `grad` added at index tensors."""
    try:
        keys = grad._keys
        for t in indices:
            if t is not None:
                keys |= t._keys
    except AttributeError:
        return call_mixed(_index_backward_op, (grad, indices, shape))
    if keys or switch.modes:
        return dispatch(_index_backward_op, keys, (grad, indices, shape))
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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def take(input: Tensor, index: Tensor, *, out: Any = None) -> Tensor:
    """The elements at positions of the flattened tensor."""
    try:
        keys = input._keys | index._keys
    except AttributeError:
        return call_mixed(_take_op, (input, index), out)
    if keys or switch.modes or out is not None:
        return dispatch(_take_op, keys, (input, index), out)
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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def take_backward(grad: Tensor, index: Tensor, shape: Dims) -> Tensor:
    """Zeros of `shape` with `grad` added at positions of the flattened tensor."""
    try:
        keys = grad._keys | index._keys
    except AttributeError:
        return call_mixed(_take_backward_op, (grad, index, shape))
    if keys or switch.modes:
        return dispatch(_take_backward_op, keys, (grad, index, shape))
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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def put(input: Tensor, index: Tensor, source: Tensor, accumulate: _bool = False) -> Tensor:
    """A copy with `source` at positions of the flattened tensor."""
    try:
        keys = input._keys | index._keys | source._keys
    except AttributeError:
        return call_mixed(_put_op, (input, index, source, accumulate))
    if keys or switch.modes:
        return dispatch(_put_op, keys, (input, index, source, accumulate))
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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def _plain_put_(input, index, source, accumulate):
    return _kernel_put_(input, index, source, accumulate)


def put_(input: Tensor, index: Tensor, source: Tensor, accumulate: _bool = False) -> Tensor:
    """Write `source` at positions of the flattened tensor, or add it; returns the tensor."""
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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def nonzero_positions(input: Tensor) -> Tensor:
    """The indices of nonzero elements, one row for each."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_nonzero_positions_op, (input,))
    if keys or switch.modes:
        return dispatch(_nonzero_positions_op, keys, (input,))
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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


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
    """The indices of nonzero elements, one tensor for each dimension."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_nonzero_tuple_op, (input,))
    if keys or switch.modes:
        return dispatch(_nonzero_tuple_op, keys, (input,))
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


nonzero = _kernel_nonzero


argwhere = _kernel_argwhere


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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def cat(tensors: Sequence[Tensor], dim: _int = 0, *, out: Any = None) -> Tensor:
    """The tensors one after another along `dim`; all other dimensions agree."""
    try:
        keys = 0
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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def stack(tensors: Sequence[Tensor], dim: _int = 0, *, out: Any = None) -> Tensor:
    """The tensors, of one shape, along a new dimension."""
    try:
        keys = 0
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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


atleast_1d = _kernel_atleast_1d


atleast_2d = _kernel_atleast_2d


atleast_3d = _kernel_atleast_3d


hstack = _kernel_hstack


vstack = _kernel_vstack


row_stack = vstack


dstack = _kernel_dstack


column_stack = _kernel_column_stack


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
    """`(input - mean) / sqrt(var + eps)` over `dims`, the mean, and the population's variance."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_standardize_op, (input, dims, eps))
    if keys or switch.modes:
        return dispatch(_standardize_op, keys, (input, dims, eps))
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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def standardize_backward(grad_output: Tensor, output: Tensor, rstd: Tensor, dims: Shape) -> Tensor:
    """`rstd * (grad_output - mean(grad_output) - output * mean(grad_output * output))`."""
    try:
        keys = grad_output._keys | output._keys | rstd._keys
    except AttributeError:
        return call_mixed(_standardize_backward_op, (grad_output, output, rstd, dims))
    if keys or switch.modes:
        return dispatch(_standardize_backward_op, keys, (grad_output, output, rstd, dims))
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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


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
    if _type(array) is not _ndarray:
        array = _asarray(array)
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def scale_and_shift(input: Tensor, weight: Tensor | None, bias: Tensor | None) -> Tensor:
    """`input * weight + bias`, both broadcast to `input`."""
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
    if _type(array) is not _ndarray:
        array = _asarray(array)
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def _plain_track_(input, batch, momentum, factor):
    return _kernel_track_(input, batch, momentum, factor)


def track_(input: Tensor, batch: Tensor, momentum: _float, factor: _float) -> Tensor:
    """Move a running statistic by `momentum` towards the batch's, times `factor`; returns it."""
    try:
        keys = input._keys | batch._keys
    except AttributeError:
        return call_mixed(_track__op, (input, batch, momentum, factor))
    if keys or switch.modes:
        return dispatch(_track__op, keys, (input, batch, momentum, factor))
    return _plain_track_(input, batch, momentum, factor)


functional_batch_norm = _kernel_functional_batch_norm


functional_instance_norm = _kernel_functional_instance_norm


batch_norm = _kernel_batch_norm


instance_norm = _kernel_instance_norm


layer_norm = _kernel_layer_norm


group_norm = _kernel_group_norm


rms_norm = _kernel_rms_norm


local_response_norm = _kernel_local_response_norm


kl_div = _kernel_kl_div


poisson_nll_loss = _kernel_poisson_nll_loss


gaussian_nll_loss = _kernel_gaussian_nll_loss


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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def matmul(input: Tensor, other: Tensor, *, out: Any = None) -> Tensor:
    """The matrix product, with NumPy's rules for vectors and batches."""
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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def _matmul(input: Any, other: Any) -> Tensor:
    try:
        keys = input._keys | other._keys
    except AttributeError:
        return operator_fallback(_matmul_op, input, other, (input, other))
    if keys or switch.modes:
        return dispatch(_matmul_op, keys, (input, other))
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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def _rmatmul(self: Any, other: Any) -> Tensor:
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
    if _type(array) is not _ndarray:
        array = _asarray(array)
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def bmm(input: Tensor, mat2: Tensor, *, out: Any = None) -> Tensor:
    """The product of each pair of matrices in two batches."""
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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def linear(input: Tensor, weight: Tensor, bias: Tensor | None = None) -> Tensor:
    """`input @ weight.T + bias`, over the last dimension of `input`."""
    try:
        keys = input._keys | weight._keys
        if bias is not None:
            keys |= bias._keys
    except AttributeError:
        return call_mixed(_linear_op, (input, weight, bias))
    if keys or switch.modes:
        return dispatch(_linear_op, keys, (input, weight, bias))
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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def linear_weight(grad_output: Tensor, input: Tensor) -> Tensor:
    """`grad_output.T @ input` by rows: the derivative of `linear` in its weight."""
    try:
        keys = grad_output._keys | input._keys
    except AttributeError:
        return call_mixed(_linear_weight_op, (grad_output, input))
    if keys or switch.modes:
        return dispatch(_linear_weight_op, keys, (grad_output, input))
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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


bilinear = _kernel_bilinear


hinge_embedding_loss = _kernel_hinge_embedding_loss


margin_ranking_loss = _kernel_margin_ranking_loss


soft_margin_loss = _kernel_soft_margin_loss


cosine_embedding_loss = _kernel_cosine_embedding_loss


triplet_margin_loss = _kernel_triplet_margin_loss


triplet_margin_with_distance_loss = _kernel_triplet_margin_with_distance_loss


multi_margin_loss = _kernel_multi_margin_loss


multilabel_margin_loss = _kernel_multilabel_margin_loss


multilabel_soft_margin_loss = _kernel_multilabel_soft_margin_loss


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


linalg_vector_norm = _kernel_linalg_vector_norm


linalg_matrix_norm = _kernel_linalg_matrix_norm


linalg_norm = _kernel_linalg_norm


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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def constant_pad_nd(input: Tensor, pad: Shape, value: Number = 0) -> Tensor:
    """`input` with `value` around it."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_constant_pad_nd_op, (input, pad, value))
    if keys or switch.modes:
        return dispatch(_constant_pad_nd_op, keys, (input, pad, value))
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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


pad = _kernel_pad


def _plain_t(input):
    array = _kernel_t(np, input._array)
    return view_of(input, array)


def t(input: Tensor) -> Tensor:
    """The transpose of a matrix; vectors as they are."""
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
    """Two dimensions exchanged."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_transpose_op, (input, dim0, dim1))
    if keys or switch.modes:
        return dispatch(_transpose_op, keys, (input, dim0, dim1))
    array = _kernel_transpose(np, input._array, dim0, dim1)
    return view_of(input, array)


swapaxes = transpose


swapdims = transpose


def _plain_permute(input, dims):
    array = _kernel_permute(np, input._array, dims)
    return view_of(input, array)


def permute(input: Tensor, dims: Any) -> Tensor:
    """The dimensions in the order that `dims` gives."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_permute_op, (input, dims))
    if keys or switch.modes:
        return dispatch(_permute_op, keys, (input, dims))
    array = _kernel_permute(np, input._array, dims)
    return view_of(input, array)


movedim = _kernel_movedim


moveaxis = movedim


reversed_dims = _kernel_reversed_dims


matrix_transpose = _kernel_matrix_transpose


matrix_adjoint = _kernel_matrix_adjoint


adjoint = _kernel_adjoint


t_ = _kernel_t_


transpose_ = _kernel_transpose_


swapaxes_ = transpose_


swapdims_ = transpose_


squeeze_ = _kernel_squeeze_


unsqueeze_ = _kernel_unsqueeze_


as_strided_ = _kernel_as_strided_


def _plain_squared_error(input, target):
    if input.dtype is not target.dtype or input.dtype is _BOOL:
        return plain_run(_squared_error_op, input, target)
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_squared_error(np, input._array, target._array)
    except (ValueError, OverflowError, TypeError):
        return plain_run(_squared_error_op, input, target)
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


def squared_error(input: Tensor, target: Tensor) -> Tensor:
    """`(input - target) ** 2`."""
    try:
        keys = input._keys | target._keys
    except AttributeError:
        return call_mixed(_squared_error_op, (input, target))
    if keys or switch.modes:
        return dispatch(_squared_error_op, keys, (input, target))
    return _plain_squared_error(input, target)


mse_loss = _kernel_mse_loss


l1_loss = _kernel_l1_loss


def _plain_smooth_absolute(input, target, beta):
    if input.dtype is not target.dtype or input.dtype is _BOOL:
        return plain_run(_smooth_absolute_op, input, target, beta)
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_smooth_absolute(np, input._array, target._array, beta)
    except (ValueError, OverflowError, TypeError):
        return plain_run(_smooth_absolute_op, input, target, beta)
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


def smooth_absolute(input: Tensor, target: Tensor, beta: Number) -> Tensor:
    """`|d| - beta / 2` for `d = input - target`, `d * d / (2 * beta)` where `|d| < beta`."""
    try:
        keys = input._keys | target._keys
    except AttributeError:
        return call_mixed(_smooth_absolute_op, (input, target, beta))
    if keys or switch.modes:
        return dispatch(_smooth_absolute_op, keys, (input, target, beta))
    return _plain_smooth_absolute(input, target, beta)


smooth_l1_loss = _kernel_smooth_l1_loss


huber_loss = _kernel_huber_loss


def _plain_chance_cross_entropy(input, target):
    if input.dtype is not target.dtype or input.dtype is _BOOL:
        return plain_run(_chance_cross_entropy_op, input, target)
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_chance_cross_entropy(np, input._array, target._array)
    except (ValueError, OverflowError, TypeError):
        return plain_run(_chance_cross_entropy_op, input, target)
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


def chance_cross_entropy(input: Tensor, target: Tensor) -> Tensor:
    """`-target * log(input) - (1 - target) * log(1 - input)`, logarithms kept above -100."""
    try:
        keys = input._keys | target._keys
    except AttributeError:
        return call_mixed(_chance_cross_entropy_op, (input, target))
    if keys or switch.modes:
        return dispatch(_chance_cross_entropy_op, keys, (input, target))
    return _plain_chance_cross_entropy(input, target)


binary_cross_entropy = _kernel_binary_cross_entropy


def _plain_logit_cross_entropy(input, target):
    if input.dtype is not target.dtype or input.dtype is _BOOL:
        return plain_run(_logit_cross_entropy_op, input, target)
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_logit_cross_entropy(np, input._array, target._array)
    except (ValueError, OverflowError, TypeError):
        return plain_run(_logit_cross_entropy_op, input, target)
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


def logit_cross_entropy(input: Tensor, target: Tensor) -> Tensor:
    """The cross-entropy of `sigmoid(input)` and `target`, from the logit."""
    try:
        keys = input._keys | target._keys
    except AttributeError:
        return call_mixed(_logit_cross_entropy_op, (input, target))
    if keys or switch.modes:
        return dispatch(_logit_cross_entropy_op, keys, (input, target))
    return _plain_logit_cross_entropy(input, target)


binary_cross_entropy_with_logits = _kernel_binary_cross_entropy_with_logits


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
    """Fill with integers of [from_, to); of all that the dtype holds exactly where none are"""
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
    if _type(array) is not _ndarray:
        array = _asarray(array)
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def sum(input: Tensor, dim: Dims = None, keepdim: _bool = False, *, dtype: DType | None = None, out: Any = None) -> Tensor:
    """The sum over `dim`, or over all elements; integers are summed as int64."""
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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def prod(input: Tensor, dim: _int | None = None, keepdim: _bool = False, *, dtype: DType | None = None, out: Any = None) -> Tensor:
    """The product over `dim`, or of all elements."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_prod_op, (input, dim, keepdim, dtype), out)
    if keys or switch.modes or out is not None:
        return dispatch(_prod_op, keys, (input, dim, keepdim, dtype), out)
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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def mean(input: Tensor, dim: Dims = None, keepdim: _bool = False, *, dtype: DType | None = None, out: Any = None) -> Tensor:
    """The mean over `dim`, or of all elements."""
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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def argmax(input: Tensor, dim: _int | None = None, keepdim: _bool = False, *, out: Any = None) -> Tensor:
    """The index of the largest element, of the flattened tensor without `dim`."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_argmax_op, (input, dim, keepdim), out)
    if keys or switch.modes or out is not None:
        return dispatch(_argmax_op, keys, (input, dim, keepdim), out)
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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def argmin(input: Tensor, dim: _int | None = None, keepdim: _bool = False, *, out: Any = None) -> Tensor:
    """The index of the smallest element, of the flattened tensor without `dim`."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_argmin_op, (input, dim, keepdim), out)
    if keys or switch.modes or out is not None:
        return dispatch(_argmin_op, keys, (input, dim, keepdim), out)
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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def amax(input: Tensor, dim: Dims = None, keepdim: _bool = False, *, out: Any = None) -> Tensor:
    """The largest element over `dim`; equal ones share the gradient."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_amax_op, (input, dim, keepdim), out)
    if keys or switch.modes or out is not None:
        return dispatch(_amax_op, keys, (input, dim, keepdim), out)
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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def amin(input: Tensor, dim: Dims = None, keepdim: _bool = False, *, out: Any = None) -> Tensor:
    """The smallest element over `dim`; equal ones share the gradient."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_amin_op, (input, dim, keepdim), out)
    if keys or switch.modes or out is not None:
        return dispatch(_amin_op, keys, (input, dim, keepdim), out)
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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def cumsum(input: Tensor, dim: _int, *, dtype: DType | None = None, out: Any = None) -> Tensor:
    """Running sums along `dim`."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_cumsum_op, (input, dim, dtype), out)
    if keys or switch.modes or out is not None:
        return dispatch(_cumsum_op, keys, (input, dim, dtype), out)
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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def cumprod(input: Tensor, dim: _int, *, dtype: DType | None = None, out: Any = None) -> Tensor:
    """Running products along `dim`."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_cumprod_op, (input, dim, dtype), out)
    if keys or switch.modes or out is not None:
        return dispatch(_cumprod_op, keys, (input, dim, dtype), out)
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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def any(input: Tensor, dim: Dims = None, keepdim: _bool = False, *, out: Any = None) -> Tensor:
    """Whether any element over `dim` is nonzero."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_any_op, (input, dim, keepdim), out)
    if keys or switch.modes or out is not None:
        return dispatch(_any_op, keys, (input, dim, keepdim), out)
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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def all(input: Tensor, dim: Dims = None, keepdim: _bool = False, *, out: Any = None) -> Tensor:
    """Whether all elements over `dim` are nonzero."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_all_op, (input, dim, keepdim), out)
    if keys or switch.modes or out is not None:
        return dispatch(_all_op, keys, (input, dim, keepdim), out)
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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def var_correction(input: Tensor, dim: Dims = None, *, correction: Number = 1, keepdim: _bool = False) -> Tensor:
    """The mean squared distance from the mean, over n - correction."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_var_correction_op, (input, dim, correction, keepdim))
    if keys or switch.modes:
        return dispatch(_var_correction_op, keys, (input, dim, correction, keepdim))
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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


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
    if _type(array) is not _ndarray:
        array = _asarray(array)
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def logsumexp(input: Tensor, dim: Dims, keepdim: _bool = False, *, out: Any = None) -> Tensor:
    """The logarithm of the sum of exponentials over `dim`, without overflow."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_logsumexp_op, (input, dim, keepdim), out)
    if keys or switch.modes or out is not None:
        return dispatch(_logsumexp_op, keys, (input, dim, keepdim), out)
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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


max = _kernel_max


min = _kernel_min


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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def count_nonzero(input: Tensor, dim: Dims = None) -> Tensor:
    """How many elements over `dim` are not zero."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_count_nonzero_op, (input, dim))
    if keys or switch.modes:
        return dispatch(_count_nonzero_op, keys, (input, dim))
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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


interpolate = _kernel_interpolate


upsample = _kernel_upsample


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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def index_select(input: Tensor, dim: _int, index: Tensor, *, out: Any = None) -> Tensor:
    """The slices of `dim` at `index`, a vector."""
    try:
        keys = input._keys | index._keys
    except AttributeError:
        return call_mixed(_index_select_op, (input, dim, index), out)
    if keys or switch.modes or out is not None:
        return dispatch(_index_select_op, keys, (input, dim, index), out)
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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def index_select_backward(grad: Tensor, dim: _int, index: Tensor, shape: Dims) -> Tensor:
    """Zeros of `shape` with the slices of `grad` added at `index` along `dim`."""
    try:
        keys = grad._keys | index._keys
    except AttributeError:
        return call_mixed(_index_select_backward_op, (grad, dim, index, shape))
    if keys or switch.modes:
        return dispatch(_index_select_backward_op, keys, (grad, dim, index, shape))
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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def index_add(input: Tensor, dim: _int, index: Tensor, source: Tensor, *, alpha: Number = 1, out: Any = None) -> Tensor:
    """A copy with the slices of `source`, times `alpha`, added at `index` along `dim`."""
    try:
        keys = input._keys | index._keys | source._keys
    except AttributeError:
        return call_mixed(_index_add_op, (input, dim, index, source, alpha), out)
    if keys or switch.modes or out is not None:
        return dispatch(_index_add_op, keys, (input, dim, index, source, alpha), out)
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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def _plain_index_add_(input, dim, index, source, alpha):
    return _kernel_index_add_(input, dim, index, source, alpha=alpha)


def index_add_(input: Tensor, dim: _int, index: Tensor, source: Tensor, *, alpha: Number = 1) -> Tensor:
    """Add the slices of `source`, times `alpha`, at `index` along `dim`; returns the tensor."""
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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def index_copy(input: Tensor, dim: _int, index: Tensor, source: Tensor, *, out: Any = None) -> Tensor:
    """A copy with the slices of `source` written at `index` along `dim`."""
    try:
        keys = input._keys | index._keys | source._keys
    except AttributeError:
        return call_mixed(_index_copy_op, (input, dim, index, source), out)
    if keys or switch.modes or out is not None:
        return dispatch(_index_copy_op, keys, (input, dim, index, source), out)
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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def _plain_index_copy_(input, dim, index, source):
    return _kernel_index_copy_(input, dim, index, source)


def index_copy_(input: Tensor, dim: _int, index: Tensor, source: Tensor) -> Tensor:
    """Write the slices of `source` at `index` along `dim`; returns the tensor."""
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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def index_fill_number(input: Tensor, dim: _int, index: Tensor, value: Number) -> Tensor:
    """A copy with a number at `index` along `dim`."""
    try:
        keys = input._keys | index._keys
    except AttributeError:
        return call_mixed(_index_fill_number_op, (input, dim, index, value))
    if keys or switch.modes:
        return dispatch(_index_fill_number_op, keys, (input, dim, index, value))
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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def index_fill_tensor(input: Tensor, dim: _int, index: Tensor, value: Tensor) -> Tensor:
    """A copy with the one element of a tensor at `index` along `dim`."""
    try:
        keys = input._keys | index._keys | value._keys
    except AttributeError:
        return call_mixed(_index_fill_tensor_op, (input, dim, index, value))
    if keys or switch.modes:
        return dispatch(_index_fill_tensor_op, keys, (input, dim, index, value))
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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def _plain_index_fill_number_(input, dim, index, value):
    return _kernel_index_fill_number_(input, dim, index, value)


def index_fill_number_(input: Tensor, dim: _int, index: Tensor, value: Number) -> Tensor:
    """Write a number at `index` along `dim`; returns the tensor."""
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
    """Write the one element of a tensor at `index` along `dim`; returns the tensor."""
    try:
        keys = input._keys | index._keys | value._keys
    except AttributeError:
        return call_mixed(_index_fill_tensor__op, (input, dim, index, value))
    if keys or switch.modes:
        return dispatch(_index_fill_tensor__op, keys, (input, dim, index, value))
    return _plain_index_fill_tensor_(input, dim, index, value)


index_fill = _kernel_index_fill


index_fill_ = _kernel_index_fill_


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
    array = _kernel_view_shape(np, input._array, shape)
    return view_of(input, array)


def _plain_view_dtype(input, dtype):
    return _kernel_view_dtype(input, dtype)


def view_dtype(input: Tensor, dtype: DType) -> Tensor:
    """The memory read as elements of another dtype; the last dimension follows their size."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_view_dtype_op, (input, dtype))
    if keys or switch.modes:
        return dispatch(_view_dtype_op, keys, (input, dtype))
    return _plain_view_dtype(input, dtype)


view = _kernel_view


reshape = _kernel_reshape


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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def reshape_copy(input: Tensor, shape: Dims) -> Tensor:
    """A copy under another shape, known in full."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_reshape_copy_op, (input, shape))
    if keys or switch.modes:
        return dispatch(_reshape_copy_op, keys, (input, shape))
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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


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
    array = _kernel_squeeze(np, input._array, dim)
    return view_of(input, array)


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
    array = _kernel_unsqueeze(np, input._array, dim)
    return view_of(input, array)


def _plain_expand(input, size, implicit):
    array = _kernel_expand(np, input._array, size, implicit=implicit)
    return view_of(input, array)


def expand(input: Tensor, size: Any, *, implicit: _bool = False) -> Tensor:
    """Dimensions of size 1, and new ones in front, repeated without a copy, read-only."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_expand_op, (input, size, implicit))
    if keys or switch.modes:
        return dispatch(_expand_op, keys, (input, size, implicit))
    array = _kernel_expand(np, input._array, size, implicit=implicit)
    return view_of(input, array)


expand_as = _kernel_expand_as


broadcast_to = _kernel_broadcast_to


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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def sum_expanded(input: Tensor, size: Dims) -> Tensor:
    """The sum over the dimensions that expanding from `size` would have made."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_sum_expanded_op, (input, size))
    if keys or switch.modes:
        return dispatch(_sum_expanded_op, keys, (input, size))
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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


sum_to_size = _kernel_sum_to_size


broadcast_tensors = _kernel_broadcast_tensors


def _plain_slice_view(input, key):
    array = _kernel_slice_view(np, input._array, key)
    return view_of(input, array)


def slice_view(input: Tensor, key: Index) -> Tensor:
    """`input[key]` for a tuple of integers, slices, `None` and at most one ellipsis."""
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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def slice_backward(grad: Tensor, key: Index, shape: Dims) -> Tensor:
    """Zeros of `shape` with `grad` at `key`."""
    try:
        keys = grad._keys
    except AttributeError:
        return call_mixed(_slice_backward_op, (grad, key, shape))
    if keys or switch.modes:
        return dispatch(_slice_backward_op, keys, (grad, key, shape))
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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def _plain_select(input, dim, index):
    array = _kernel_select(np, input._array, dim, index)
    return view_of(input, array)


def select(input: Tensor, dim: _int, index: _int) -> Tensor:
    """The part at one index of a dimension, without that dimension."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_select_op, (input, dim, index))
    if keys or switch.modes:
        return dispatch(_select_op, keys, (input, dim, index))
    array = _kernel_select(np, input._array, dim, index)
    return view_of(input, array)


narrow = _kernel_narrow


def _plain_unbind(input, dim):
    array = _kernel_unbind(np, input._array, dim)
    return _tuple([view_of(input, a) for a in array])


def unbind(input: Tensor, dim: _int = 0) -> _tuple[Tensor, ...]:
    """The parts at all indices of a dimension, without that dimension."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_unbind_op, (input, dim))
    if keys or switch.modes:
        return dispatch(_unbind_op, keys, (input, dim))
    array = _kernel_unbind(np, input._array, dim)
    return _tuple([view_of(input, a) for a in array])


def _plain_split_with_sizes(input, split_sizes, dim):
    array = _kernel_split_with_sizes(np, input._array, split_sizes, dim)
    return _tuple([view_of(input, a) for a in array])


def split_with_sizes(input: Tensor, split_sizes: Dims, dim: _int = 0) -> _tuple[Tensor, ...]:
    """Consecutive pieces of the given sizes along a dimension."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_split_with_sizes_op, (input, split_sizes, dim))
    if keys or switch.modes:
        return dispatch(_split_with_sizes_op, keys, (input, split_sizes, dim))
    array = _kernel_split_with_sizes(np, input._array, split_sizes, dim)
    return _tuple([view_of(input, a) for a in array])


split = _kernel_split


chunk = _kernel_chunk


tensor_split = _kernel_tensor_split


hsplit = _kernel_hsplit


vsplit = _kernel_vsplit


def _plain_diagonal(input, offset, dim1, dim2):
    array = _kernel_diagonal(np, input._array, offset, dim1, dim2)
    return view_of(input, array)


def diagonal(input: Tensor, offset: _int = 0, dim1: _int = 0, dim2: _int = 1) -> Tensor:
    """The diagonals of two dimensions, as the last dimension."""
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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def diagonal_backward(grad: Tensor, offset: _int, dim1: _int, dim2: _int, shape: Dims) -> Tensor:
    """Zeros of `shape` with `grad` on the diagonals."""
    try:
        keys = grad._keys
    except AttributeError:
        return call_mixed(_diagonal_backward_op, (grad, offset, dim1, dim2, shape))
    if keys or switch.modes:
        return dispatch(_diagonal_backward_op, keys, (grad, offset, dim1, dim2, shape))
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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


diag_embed = _kernel_diag_embed


diag = _kernel_diag


def _plain_unfold(input, dimension, size, step):
    array = _kernel_unfold(np, input._array, dimension, size, step)
    return view_of(input, array)


def unfold(input: Tensor, dimension: _int, size: _int, step: _int) -> Tensor:
    """All windows of `size` elements, `step` apart, along a dimension; their elements come last."""
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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def unfold_backward(grad: Tensor, dimension: _int, size: _int, step: _int, shape: Dims) -> Tensor:
    """The sum of all windows at their places in zeros of `shape`."""
    try:
        keys = grad._keys
    except AttributeError:
        return call_mixed(_unfold_backward_op, (grad, dimension, size, step, shape))
    if keys or switch.modes:
        return dispatch(_unfold_backward_op, keys, (grad, dimension, size, step, shape))
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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


as_strided = _kernel_as_strided


def _plain_strided_view(input, size, stride, storage_offset, own_stride, own_offset):
    array = _kernel_strided_view(np, input._array, size, stride, storage_offset, own_stride, own_offset)
    return view_of(input, array)


def strided_view(input: Tensor, size: Any, stride: Dims, storage_offset: _int, own_stride: Dims, own_offset: _int) -> Tensor:
    """`as_strided` with the geometry of the input, which its derivative needs."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_strided_view_op, (input, size, stride, storage_offset, own_stride, own_offset))
    if keys or switch.modes:
        return dispatch(_strided_view_op, keys, (input, size, stride, storage_offset, own_stride, own_offset))
    array = _kernel_strided_view(np, input._array, size, stride, storage_offset, own_stride, own_offset)
    return view_of(input, array)


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


def sort(input: Tensor, dim: _int = -1, descending: _bool = False, stable: _bool = False, *, out: Any = None) -> _tuple[Tensor, Tensor]:
    """The elements in order along `dim`, and where they were; equal ones keep their order."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_sort_op, (input, dim, descending, stable), out)
    if keys or switch.modes or out is not None:
        return dispatch(_sort_op, keys, (input, dim, descending, stable), out)
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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def argsort(input: Tensor, dim: _int = -1, descending: _bool = False, stable: _bool = False, *, out: Any = None) -> Tensor:
    """The indices that sort the elements along `dim`."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_argsort_op, (input, dim, descending, stable), out)
    if keys or switch.modes or out is not None:
        return dispatch(_argsort_op, keys, (input, dim, descending, stable), out)
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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


msort = _kernel_msort


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


def topk(input: Tensor, k: _int, dim: _int = -1, largest: _bool = True, sorted: _bool = True, *, out: Any = None) -> _tuple[Tensor, Tensor]:
    """The `k` largest or smallest elements along `dim`, in order, and where they are."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_topk_op, (input, k, dim, largest, sorted), out)
    if keys or switch.modes or out is not None:
        return dispatch(_topk_op, keys, (input, k, dim, largest, sorted), out)
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
    """The distinct elements or slices in order; the inverse and the counts if asked for."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_unique_parts_op, (input, dim, return_inverse, return_counts))
    if keys or switch.modes:
        return dispatch(_unique_parts_op, keys, (input, dim, return_inverse, return_counts))
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


unique = _kernel_unique


def _plain_unique_runs(input, dim):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_unique_runs(np, input._array, dim)
    finally:
        if token is not None:
            reset_errstate(token)
    return _tuple([wrap(a) for a in array])


def unique_runs(input: Tensor, dim: _int | None) -> _tuple[Tensor, Tensor, Tensor]:
    """The first of each run of equal elements or slices, the run of each, the runs' lengths."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_unique_runs_op, (input, dim))
    if keys or switch.modes:
        return dispatch(_unique_runs_op, keys, (input, dim))
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_unique_runs(np, input._array, dim)
    finally:
        if token is not None:
            reset_errstate(token)
    return _tuple([wrap(a) for a in array])


unique_consecutive = _kernel_unique_consecutive


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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def search_sorted(sorted_sequence: Tensor, input: Tensor, right: _bool, out_int32: _bool, sorter: Tensor | None = None) -> Tensor:
    """Where to put `input` into sorted sequences, one for all or one for each row."""
    try:
        keys = sorted_sequence._keys | input._keys
        if sorter is not None:
            keys |= sorter._keys
    except AttributeError:
        return call_mixed(_search_sorted_op, (sorted_sequence, input, right, out_int32, sorter))
    if keys or switch.modes:
        return dispatch(_search_sorted_op, keys, (sorted_sequence, input, right, out_int32, sorter))
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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


searchsorted = _kernel_searchsorted


bucketize = _kernel_bucketize


def _plain_bincount(input, weights, minlength):
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_bincount(np, input._array, None if weights is None else weights._array, minlength)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def bincount(input: Tensor, weights: Tensor | None = None, minlength: _int = 0) -> Tensor:
    """How often each number from 0 up occurs, or the sum of its weights."""
    try:
        keys = input._keys
        if weights is not None:
            keys |= weights._keys
    except AttributeError:
        return call_mixed(_bincount_op, (input, weights, minlength))
    if keys or switch.modes:
        return dispatch(_bincount_op, keys, (input, weights, minlength))
    try:
        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \
            else set_errstate(QUIET)
    except IndexError:
        token = set_errstate(QUIET)
    try:
        array = _kernel_bincount(np, input._array, None if weights is None else weights._array, minlength)
    finally:
        if token is not None:
            reset_errstate(token)
    if _type(array) is not _ndarray:
        array = _asarray(array)
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


def histc(input: Tensor, bins: _int = 100, min: Number = 0, max: Number = 0, *, out: Any = None) -> Tensor:
    """How many elements fall into each of equal bins from `min` to `max`, or over the data."""
    try:
        keys = input._keys
    except AttributeError:
        return call_mixed(_histc_op, (input, bins, min, max), out)
    if keys or switch.modes or out is not None:
        return dispatch(_histc_op, keys, (input, bins, min, max), out)
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
    out = _new(Tensor)
    out._array = array
    out.dtype = _FROM_NUMPY.get(array.dtype) or from_numpy_dtype(array.dtype)
    out._keys = 0
    out._storage = out._meta = out._base = None
    return out


class OperatorMethods:
    """The methods that operators give to Tensor."""

    __slots__ = ()

    relu = relu
    relu_ = relu_
    hardshrink = hardshrink
    prelu = _kernel_prelu
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
    def repeat(input: Tensor, *each: Any, sizes: Any = ()) -> Tensor:
        """The tensor copied `sizes` times along each dimension; surplus sizes add some in front."""
        if each:
            sizes = each[0] if len(each) == 1 and not isinstance(each[0], _INTEGERS) else each
        return repeat(input, sizes)

    def tile(input: Tensor, *each: Any, dims: Any = ()) -> Tensor:
        """The tensor copied `dims` times along its last dimensions."""
        if each:
            dims = each[0] if len(each) == 1 and not isinstance(each[0], _INTEGERS) else each
        return _kernel_tile(input, dims)

    repeat_interleave = _kernel_repeat_interleave
    def flip(input: Tensor, *each: Any, dims: Any = ()) -> Tensor:
        """A copy with the given dimensions in reverse."""
        if each:
            dims = each[0] if len(each) == 1 and not isinstance(each[0], _INTEGERS) else each
        return flip(input, dims)

    fliplr = _kernel_fliplr
    flipud = _kernel_flipud
    roll = roll
    rot90 = _kernel_rot90
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
    bitwise_left_shift = bitwise_left_shift
    bitwise_left_shift_ = bitwise_left_shift_
    __lshift__ = _lshift
    __rlshift__ = _rlshift
    __ilshift__ = bitwise_left_shift_
    bitwise_right_shift = bitwise_right_shift
    bitwise_right_shift_ = bitwise_right_shift_
    __rshift__ = _rshift
    __rrshift__ = _rrshift
    __irshift__ = bitwise_right_shift_
    bitwise_not = bitwise_not
    bitwise_not_ = bitwise_not_
    __invert__ = bitwise_not
    isnan = isnan
    isinf = isinf
    isfinite = isfinite
    to = _kernel_to
    type_as = _kernel_type_as
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
    where = _kernel_where_method
    masked_fill = _kernel_masked_fill
    masked_fill_ = _kernel_masked_fill_
    masked_select = masked_select
    masked_scatter = masked_scatter
    masked_scatter_ = masked_scatter_
    tril = tril
    tril_ = tril_
    triu = triu
    triu_ = triu_
    clone = clone
    contiguous = _kernel_contiguous
    copy_ = _kernel_copy_
    fill_ = _kernel_fill_
    zero_ = zero_
    def resize_(input: Tensor, *each: Any, sizes: Any = (), memory_format: object = None) -> Tensor:
        """Another shape over the same memory, or over more, whose new elements are uninitialised."""
        if each:
            sizes = each[0] if len(each) == 1 and not isinstance(each[0], _INTEGERS) else each
        return resize_(input, sizes, memory_format=memory_format)

    resize_as_ = _kernel_resize_as_
    def new_zeros(input: Tensor, *each: Any, size: Any = (), dtype: DType | None = None, device: Device | None = None, requires_grad: _bool = False, layout: object = None, pin_memory: _bool = False) -> Tensor:
        """Zeros of a shape, with this tensor's dtype and device unless given."""
        if each:
            size = each[0] if len(each) == 1 and not isinstance(each[0], _INTEGERS) else each
        return _kernel_new_zeros(input, size, dtype=dtype, device=device, requires_grad=requires_grad, layout=layout, pin_memory=pin_memory)

    def new_ones(input: Tensor, *each: Any, size: Any = (), dtype: DType | None = None, device: Device | None = None, requires_grad: _bool = False, layout: object = None, pin_memory: _bool = False) -> Tensor:
        """Ones of a shape, with this tensor's dtype and device unless given."""
        if each:
            size = each[0] if len(each) == 1 and not isinstance(each[0], _INTEGERS) else each
        return _kernel_new_ones(input, size, dtype=dtype, device=device, requires_grad=requires_grad, layout=layout, pin_memory=pin_memory)

    def new_empty(input: Tensor, *each: Any, size: Any = (), dtype: DType | None = None, device: Device | None = None, requires_grad: _bool = False, layout: object = None, pin_memory: _bool = False) -> Tensor:
        """Uninitialised elements of a shape, with this tensor's dtype and device unless given."""
        if each:
            size = each[0] if len(each) == 1 and not isinstance(each[0], _INTEGERS) else each
        return _kernel_new_empty(input, size, dtype=dtype, device=device, requires_grad=requires_grad, layout=layout, pin_memory=pin_memory)

    new_full = _kernel_new_full
    new_tensor = _kernel_new_tensor
    softmax = softmax
    log_softmax = log_softmax
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
    gather = gather
    take_along_dim = _kernel_take_along_dim
    scatter_add = scatter_add
    scatter_add_ = scatter_add_
    scatter = _kernel_scatter
    scatter_ = _kernel_scatter_
    erf = erf
    erf_ = erf_
    xlogy = xlogy
    xlogy_ = xlogy_
    erfc = erfc
    erfc_ = erfc_
    erfinv = erfinv
    erfinv_ = erfinv_
    lgamma = lgamma
    lgamma_ = lgamma_
    digamma = digamma
    digamma_ = digamma_
    index_put = index_put
    index_put_ = index_put_
    take = take
    put = put
    put_ = put_
    nonzero = _kernel_nonzero
    argwhere = _kernel_argwhere
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
    norm = _kernel_norm
    dist = _kernel_dist
    t = t
    transpose = transpose
    swapaxes = transpose
    swapdims = transpose
    def permute(input: Tensor, *each: Any, dims: Any = ()) -> Tensor:
        """The dimensions in the order that `dims` gives."""
        if each:
            dims = each[0] if len(each) == 1 and not isinstance(each[0], _INTEGERS) else each
        return permute(input, dims)

    movedim = _kernel_movedim
    moveaxis = movedim
    adjoint = _kernel_adjoint
    t_ = _kernel_t_
    transpose_ = _kernel_transpose_
    swapaxes_ = transpose_
    swapdims_ = transpose_
    squeeze_ = _kernel_squeeze_
    unsqueeze_ = _kernel_unsqueeze_
    as_strided_ = _kernel_as_strided_
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
    count_nonzero = count_nonzero
    index_select = index_select
    index_add = index_add
    index_add_ = index_add_
    index_copy = index_copy
    index_copy_ = index_copy_
    index_fill = _kernel_index_fill
    index_fill_ = _kernel_index_fill_
    def view(input: Tensor, *each: Any, shape: Any = ()) -> Tensor:
        """The elements under another shape, or as another dtype, without a copy; one size may be -1."""
        if each:
            shape = each[0] if len(each) == 1 and not isinstance(each[0], _INTEGERS) else each
        return _kernel_view(input, shape)

    def reshape(input: Tensor, *each: Any, shape: Any = ()) -> Tensor:
        """The elements under another shape; a view where the strides allow it, else a copy."""
        if each:
            shape = each[0] if len(each) == 1 and not isinstance(each[0], _INTEGERS) else each
        return _kernel_reshape(input, shape)

    view_as = _kernel_view_as
    reshape_as = _kernel_reshape_as
    flatten = _kernel_flatten
    ravel = _kernel_ravel
    unflatten = _kernel_unflatten
    squeeze = squeeze
    unsqueeze = unsqueeze
    def expand(input: Tensor, *each: Any, size: Any = (), implicit: _bool = False) -> Tensor:
        """Dimensions of size 1, and new ones in front, repeated without a copy, read-only."""
        if each:
            size = each[0] if len(each) == 1 and not isinstance(each[0], _INTEGERS) else each
        return expand(input, size, implicit=implicit)

    expand_as = _kernel_expand_as
    def broadcast_to(input: Tensor, *each: Any, size: Any = ()) -> Tensor:
        """Dimensions of size 1, and new ones in front, repeated without a copy."""
        if each:
            size = each[0] if len(each) == 1 and not isinstance(each[0], _INTEGERS) else each
        return _kernel_broadcast_to(input, size)

    def sum_to_size(input: Tensor, *each: Any, size: Any = ()) -> Tensor:
        """The sum over leading dimensions and those that are 1 in `size`: the reverse of expanding."""
        if each:
            size = each[0] if len(each) == 1 and not isinstance(each[0], _INTEGERS) else each
        return _kernel_sum_to_size(input, size)

    select = select
    narrow = _kernel_narrow
    unbind = unbind
    split_with_sizes = split_with_sizes
    split = _kernel_split
    chunk = _kernel_chunk
    tensor_split = _kernel_tensor_split
    hsplit = _kernel_hsplit
    vsplit = _kernel_vsplit
    diagonal = diagonal
    diag_embed = _kernel_diag_embed
    diag = _kernel_diag
    unfold = unfold
    as_strided = _kernel_as_strided
    sort = sort
    argsort = argsort
    msort = _kernel_msort
    topk = topk
    unique = _kernel_unique
    unique_consecutive = _kernel_unique_consecutive
    bincount = bincount
    histc = histc


__all__ = [
    "abs",
    "abs_",
    "absolute",
    "absolute_",
    "acos",
    "acos_",
    "acosh",
    "acosh_",
    "adaptive_avg_pool1d",
    "add",
    "add_",
    "addcdiv",
    "addcmul",
    "addmm",
    "addmv",
    "adjoint",
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
    "argsort",
    "argwhere",
    "as_strided",
    "as_strided_",
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
    "batch_norm",
    "bernoulli",
    "bilinear",
    "bincount",
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
    "bmm",
    "broadcast_tensors",
    "broadcast_to",
    "bucketize",
    "cat",
    "ceil",
    "ceil_",
    "celu",
    "celu_",
    "chunk",
    "clamp",
    "clamp_",
    "clip",
    "clip_",
    "clone",
    "column_stack",
    "concat",
    "concatenate",
    "conj",
    "constant_pad_nd",
    "conv1d",
    "conv2d",
    "conv3d",
    "conv_transpose1d",
    "conv_transpose2d",
    "conv_transpose3d",
    "convolution",
    "cos",
    "cos_",
    "cosh",
    "cosh_",
    "cosine_similarity",
    "count_nonzero",
    "cumprod",
    "cumsum",
    "diag",
    "diag_embed",
    "diagonal",
    "digamma",
    "digamma_",
    "dist",
    "div",
    "divide",
    "dot",
    "dropout",
    "dropout_",
    "dstack",
    "einsum",
    "embedding",
    "eq",
    "eq_",
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
    "expm1",
    "expm1_",
    "fill",
    "fill_",
    "fix",
    "fix_",
    "flatten",
    "flip",
    "fliplr",
    "flipud",
    "floor",
    "floor_",
    "floor_divide",
    "floor_divide_",
    "fmod",
    "fmod_",
    "gather",
    "ge",
    "ge_",
    "ger",
    "greater",
    "greater_",
    "greater_equal",
    "greater_equal_",
    "group_norm",
    "gt",
    "gt_",
    "hardshrink",
    "histc",
    "hsplit",
    "hstack",
    "imag",
    "index_add",
    "index_copy",
    "index_fill",
    "index_put",
    "index_select",
    "instance_norm",
    "isfinite",
    "isinf",
    "isnan",
    "layer_norm",
    "le",
    "le_",
    "lerp",
    "less",
    "less_",
    "less_equal",
    "less_equal_",
    "lgamma",
    "lgamma_",
    "log",
    "log10",
    "log10_",
    "log1p",
    "log1p_",
    "log2",
    "log2_",
    "log_",
    "log_softmax",
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
    "masked_fill",
    "masked_scatter",
    "masked_select",
    "matmul",
    "max",
    "max_pool1d",
    "max_pool1d_with_indices",
    "max_pool2d",
    "max_pool2d_with_indices",
    "max_pool3d",
    "max_pool3d_with_indices",
    "maximum",
    "mean",
    "meshgrid",
    "min",
    "minimum",
    "mm",
    "moveaxis",
    "movedim",
    "msort",
    "mul",
    "mul_",
    "multinomial",
    "multiply",
    "multiply_",
    "mv",
    "narrow",
    "ne",
    "ne_",
    "neg",
    "neg_",
    "negative",
    "negative_",
    "nonzero",
    "norm",
    "not_equal",
    "not_equal_",
    "outer",
    "pairwise_distance",
    "permute",
    "polygamma",
    "pow",
    "pow_",
    "prelu",
    "prod",
    "put",
    "ravel",
    "real",
    "reciprocal",
    "reciprocal_",
    "relu",
    "relu_",
    "remainder",
    "remainder_",
    "repeat_interleave",
    "reshape",
    "resize_as_",
    "rms_norm",
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
    "searchsorted",
    "select",
    "selu",
    "selu_",
    "sigmoid",
    "sigmoid_",
    "sign",
    "sign_",
    "sin",
    "sin_",
    "sinh",
    "sinh_",
    "softmax",
    "sort",
    "split",
    "split_with_sizes",
    "sqrt",
    "sqrt_",
    "square",
    "square_",
    "squeeze",
    "stack",
    "std",
    "std_mean",
    "sub",
    "sub_",
    "subtract",
    "subtract_",
    "sum",
    "swapaxes",
    "swapdims",
    "t",
    "take",
    "take_along_dim",
    "tan",
    "tan_",
    "tanh",
    "tanh_",
    "tensor_split",
    "threshold",
    "threshold_",
    "tile",
    "topk",
    "transpose",
    "tril",
    "tril_",
    "triu",
    "triu_",
    "true_divide",
    "true_divide_",
    "trunc",
    "trunc_",
    "unbind",
    "unflatten",
    "unique",
    "unique_consecutive",
    "unsqueeze",
    "var",
    "var_mean",
    "view_as_complex",
    "view_as_real",
    "vsplit",
    "vstack",
    "where",
    "xlogy",
    "xlogy_",
    "zero_",
]

for _name in ['relu', 'relu_', 'relu_backward', 'inside_backward', 'hardtanh', 'hardtanh_', 'threshold', 'threshold_', 'leaky_relu', 'leaky_relu_', 'leaky_relu_backward', 'elu', 'elu_', 'elu_backward', 'silu', 'silu_', 'silu_backward', 'mish', 'mish_', 'softplus', 'logsigmoid', 'hardsigmoid', 'hardsigmoid_', 'hardswish', 'hardswish_', 'hardshrink', 'softshrink', 'shrink_backward', 'functional_relu', 'relu6', 'functional_hardtanh', 'functional_threshold', 'functional_leaky_relu', 'functional_elu', 'selu', 'selu_', 'celu', 'celu_', 'functional_silu', 'functional_mish', 'functional_hardsigmoid', 'functional_hardswish', 'functional_sigmoid', 'functional_tanh', 'softsign', 'tanhshrink', 'glu', 'prelu', 'rrelu_slopes', 'rrelu', 'rrelu_', 'max_pool', 'max_pool_indices', 'scatter_planes', 'gather_planes', 'avg_pool', 'avg_pool_backward', 'adaptive_avg_pool', 'adaptive_avg_pool_backward', 'adaptive_max_indices', 'max_pool1d', 'max_pool2d', 'max_pool3d', 'max_pool1d_with_indices', 'max_pool2d_with_indices', 'max_pool3d_with_indices', 'avg_pool1d', 'avg_pool2d', 'avg_pool3d', 'lp_pool1d', 'lp_pool2d', 'lp_pool3d', 'adaptive_avg_pool1d', 'adaptive_avg_pool2d', 'adaptive_avg_pool3d', 'adaptive_max_pool1d', 'adaptive_max_pool2d', 'adaptive_max_pool3d', 'max_unpool1d', 'max_unpool2d', 'max_unpool3d', 'add', 'add_', 'sub', 'sub_', 'mul', 'mul_', 'true_divide', 'true_divide_', 'floor_divide', 'floor_divide_', 'remainder', 'remainder_', 'fmod', 'fmod_', 'pow', 'pow_', 'maximum', 'minimum', 'atan2', 'atan2_', 'div', 'div_', 'truncate_divide', 'truncate_divide_', 'rsub', 'repeat', 'repeat_backward', 'tile', 'repeated_positions', 'repeat_interleave', 'flip', 'fliplr', 'flipud', 'roll', 'rot90', 'meshgrid', 'scaled_dot_product_attention', 'eq', 'eq_', 'ne', 'ne_', 'lt', 'lt_', 'le', 'le_', 'gt', 'gt_', 'ge', 'ge_', 'logical_and', 'logical_and_', 'logical_or', 'logical_or_', 'logical_xor', 'logical_xor_', 'logical_not', 'logical_not_', 'bitwise_and', 'bitwise_and_', 'bitwise_or', 'bitwise_or_', 'bitwise_xor', 'bitwise_xor_', 'bitwise_left_shift', 'bitwise_left_shift_', 'bitwise_right_shift', 'bitwise_right_shift_', 'bitwise_not', 'bitwise_not_', 'isnan', 'isinf', 'isfinite', 'to_dtype', 'to_integral', 'to_device', 'to', 'type_as', 'type', 'float', 'double', 'half', 'int', 'long', 'short', 'char', 'byte', 'bool', 'cfloat', 'cdouble', 'real_part', 'imaginary_part', 'real', 'imag', 'view_as_real', 'view_as_complex', 'convolve', 'convolve_input', 'convolve_weight', 'conv1d', 'conv2d', 'conv3d', 'conv_transpose1d', 'conv_transpose2d', 'conv_transpose3d', 'convolution', 'where_tensors', 'where', 'where_method', 'masked_fill_number', 'masked_fill_tensor', 'masked_fill_number_', 'masked_fill_tensor_', 'masked_fill', 'masked_fill_', 'masked_select', 'masked_select_backward', 'masked_scatter', 'masked_scatter_', 'masked_scatter_backward', 'tril', 'tril_', 'triu', 'triu_', 'clone', 'contiguous', 'copy_tensor_', 'copy_', 'fill_number_', 'fill_tensor_', 'fill', 'fill_', 'zero_', 'resize_', 'resize_as_', 'new_zeros', 'new_ones', 'new_empty', 'new_full', 'new_tensor', 'nll', 'nll_backward', 'nll_loss', 'softmax', 'softmax_backward', 'log_softmax', 'log_softmax_backward', 'functional_softmax', 'functional_log_softmax', 'softmin', 'gumbel_softmax', 'mean_cross_entropy', 'mean_cross_entropy_backward', 'cross_entropy', 'normalize', 'cosine_similarity', 'pairwise_distance', 'dropout_noise', 'keep_mask', 'functional_dropout', 'dropout', 'dropout_', 'dropout1d', 'dropout2d', 'dropout3d', 'alpha_dropout', 'feature_alpha_dropout', 'neg', 'neg_', 'abs', 'abs_', 'exp', 'exp_', 'exp2', 'exp2_', 'expm1', 'expm1_', 'log', 'log_', 'log2', 'log2_', 'log10', 'log10_', 'log1p', 'log1p_', 'sqrt', 'sqrt_', 'sin', 'sin_', 'cos', 'cos_', 'tan', 'tan_', 'asin', 'asin_', 'acos', 'acos_', 'atan', 'atan_', 'sinh', 'sinh_', 'cosh', 'cosh_', 'tanh', 'tanh_', 'asinh', 'asinh_', 'acosh', 'acosh_', 'atanh', 'atanh_', 'rsqrt', 'rsqrt_', 'reciprocal', 'reciprocal_', 'square', 'square_', 'sign', 'sign_', 'floor', 'floor_', 'ceil', 'ceil_', 'trunc', 'trunc_', 'round', 'round_', 'conj', 'clamp', 'clamp_', 'sigmoid', 'sigmoid_', 'tanh_backward', 'sigmoid_backward', 'embedding', 'embedding_backward', 'functional_embedding', 'one_hot', 'gather', 'gather_backward', 'nonnegative', 'take_along_dim', 'scatter_src', 'scatter_value', 'scatter_add', 'scatter_multiply', 'scatter_src_', 'scatter_value_', 'scatter_add_', 'scatter_multiply_', 'scatter', 'scatter_', 'erf', 'erf_', 'xlogy', 'xlogy_', 'erfc', 'erfc_', 'erfinv', 'erfinv_', 'lgamma', 'lgamma_', 'digamma', 'digamma_', 'polygamma', 'gelu', 'gelu_backward', 'index', 'index_put', 'index_put_', 'index_backward', 'take', 'take_backward', 'put', 'put_', 'nonzero_positions', 'nonzero_tuple', 'nonzero', 'argwhere', 'cat', 'stack', 'atleast_1d', 'atleast_2d', 'atleast_3d', 'hstack', 'vstack', 'dstack', 'column_stack', 'standardize', 'standardize_backward', 'scale_and_shift', 'track_', 'functional_batch_norm', 'functional_instance_norm', 'batch_norm', 'instance_norm', 'layer_norm', 'group_norm', 'rms_norm', 'local_response_norm', 'kl_div', 'poisson_nll_loss', 'gaussian_nll_loss', 'matmul', 'bmm', 'mm', 'mv', 'dot', 'outer', 'addmm', 'addmv', 'baddbmm', 'addcmul', 'addcdiv', 'lerp', 'einsum', 'linear', 'linear_weight', 'bilinear', 'hinge_embedding_loss', 'margin_ranking_loss', 'soft_margin_loss', 'cosine_embedding_loss', 'triplet_margin_loss', 'triplet_margin_with_distance_loss', 'multi_margin_loss', 'multilabel_margin_loss', 'multilabel_soft_margin_loss', 'norm', 'root', 'dist', 'linalg_vector_norm', 'linalg_matrix_norm', 'linalg_norm', 'constant_pad_nd', 'pad', 't', 'transpose', 'permute', 'movedim', 'reversed_dims', 'matrix_transpose', 'matrix_adjoint', 'adjoint', 't_', 'transpose_', 'squeeze_', 'unsqueeze_', 'as_strided_', 'squared_error', 'mse_loss', 'l1_loss', 'smooth_absolute', 'smooth_l1_loss', 'huber_loss', 'chance_cross_entropy', 'binary_cross_entropy', 'logit_cross_entropy', 'binary_cross_entropy_with_logits', 'uniform_', 'normal_', 'bernoulli_', 'exponential_', 'log_normal_', 'cauchy_', 'geometric_', 'random_', 'bernoulli', 'multinomial', 'sum', 'prod', 'mean', 'argmax', 'argmin', 'max_dim', 'min_dim', 'amax', 'amin', 'cumsum', 'cumprod', 'any', 'all', 'var_correction', 'var', 'std', 'var_mean', 'std_mean', 'logsumexp', 'max', 'min', 'count_nonzero', 'interpolate', 'upsample', 'index_select', 'index_select_backward', 'index_add', 'index_add_', 'index_copy', 'index_copy_', 'index_fill_number', 'index_fill_tensor', 'index_fill_number_', 'index_fill_tensor_', 'index_fill', 'index_fill_', 'view_shape', 'view_dtype', 'view', 'reshape', 'reshape_copy', 'view_as', 'reshape_as', 'flatten', 'ravel', 'unflatten', 'squeeze', 'unsqueeze', 'expand', 'expand_as', 'broadcast_to', 'sum_expanded', 'sum_to_size', 'broadcast_tensors', 'slice_view', 'slice_backward', 'select', 'narrow', 'unbind', 'split_with_sizes', 'split', 'chunk', 'tensor_split', 'hsplit', 'vsplit', 'diagonal', 'diagonal_backward', 'diag_embed', 'diag', 'unfold', 'unfold_backward', 'as_strided', 'strided_view', 'sort', 'argsort', 'msort', 'topk', 'unique_parts', 'unique', 'unique_runs', 'unique_consecutive', 'search_sorted', 'searchsorted', 'bucketize', 'bincount', 'histc']:
    attach(TABLE[_name], globals())
