"""What autocast does to each operator, by type of device: PyTorch's lists.

`lower` casts to the 16-bit dtype, `float32` to float32, `widest` to the widest dtype among the
arguments, `by_state` to the dtype of a recurrent network's state; `same` casts nothing, also not
where the operator is made of others, and `refused` explains why not. Operators that are not here
take what comes. Those that are made of others stand here as a whole, so that nothing is cast twice.
"""

from __future__ import annotations

# The losses come twice where torch and torch.nn.functional have one each, pooling where it can
# return indices.
_LOSSES = """
    mse_loss l1_loss smooth_l1_loss huber_loss cross_entropy nll_loss soft_margin_loss
    multi_margin_loss multilabel_margin_loss binary_cross_entropy_with_logits
    functional_binary_cross_entropy_with_logits cosine_embedding_loss
    functional_cosine_embedding_loss hinge_embedding_loss functional_hinge_embedding_loss kl_div
    functional_kl_div margin_ranking_loss functional_margin_ranking_loss poisson_nll_loss
    functional_poisson_nll_loss triplet_margin_loss functional_triplet_margin_loss
"""
_PRODUCTS = """
    matmul mm bmm addmm addbmm baddbmm linear linalg_vecdot conv1d conv2d conv3d conv_tbc
    conv_transpose1d conv_transpose2d conv_transpose3d prelu
    scaled_dot_product_attention
"""

POLICIES = {
    "cpu": {
        "lower": _PRODUCTS + "lstm rnn_tanh rnn_relu rnn_tanh_cell rnn_relu_cell",
        "float32": _LOSSES + """
            binary_cross_entropy ctc_loss functional_ctc_loss avg_pool3d max_pool3d
            lp_pool3d local_response_norm max_unpool1d adaptive_avg_pool3d adaptive_max_pool3d
            adaptive_max_pool3d_with_indices max_unpool2d max_unpool3d fractional_max_pool2d
            fractional_max_pool2d_with_indices fractional_max_pool3d
            fractional_max_pool3d_with_indices grid_sample grid_sampler grid_sampler_2d
            grid_sampler_3d pad prod quantile nanquantile cdist trace polar view_as_complex stft
            fft_fft fft_ifft fft_rfft fft_irfft fft_hfft fft_ihfft fft_fftn fft_ifftn fft_rfftn
            fft_irfftn fft_fft2 fft_ifft2 fft_rfft2 fft_irfft2 cholesky cholesky_inverse
            cholesky_solve geqrf inverse lu_solve ormqr pinverse qr svd triangular_solve
            linalg_cholesky linalg_cholesky_ex linalg_cond linalg_eig linalg_eigh linalg_eigvals
            linalg_eigvalsh linalg_householder_product linalg_inv linalg_inv_ex linalg_lstsq
            linalg_matrix_rank linalg_qr linalg_solve linalg_svd linalg_svdvals linalg_tensorinv
            linalg_tensorsolve lu lobpcg
        """,
        "by_state": "gru gru_cell lstm_cell",
        "same": "grouped_mm mv addmv dot vdot bilinear",
        "widest": "cat stack index_copy",
    },
    "cuda": {
        "lower": _PRODUCTS + """
            convolution addmv addr mv linalg_multi_dot lstm gru rnn_tanh rnn_relu lstm_cell
            gru_cell rnn_tanh_cell rnn_relu_cell
        """,
        "float32": _LOSSES + """
            acos asin cosh erfinv exp expm1 log log10 log1p log2 pow reciprocal rsqrt sinh softplus
            tan layer_norm native_layer_norm group_norm rms_norm frobenius_norm nuclear_norm norm
            linalg_vector_norm linalg_matrix_norm cosine_similarity cdist pdist dist renorm
            logsumexp softmax functional_softmax log_softmax functional_log_softmax cumprod cumsum
            prod sum interpolate
        """,
        "widest": """
            addcdiv addcmul atan2 bilinear cross dot vdot tensordot grid_sample grid_sampler
            index_put scatter_add
        """,
        "refused": "binary_cross_entropy",
    },
}
