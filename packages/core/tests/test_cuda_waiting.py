"""On a device that computes later, the host waits only where there is no way around it."""

from __future__ import annotations

import fake_cupy
import pytest

import firebrick_core as fb
from firebrick_core._device import BACKENDS
from firebrick_core._operator import TABLE
from firebrick_core.testing import DTYPE_CLASSES, make_sample, moved_to

# Operators that wait for values, by what they need them for.
THEIR_RESULT_IS_A_PYTHON_VALUE = "allclose equal cholesky linalg_cholesky"
THEIR_SHAPE_DEPENDS_ON_VALUES = """
    argwhere bincount count_numbers grouped_mm histogram histogram_counts histogramdd
    masked_scatter_backward masked_select nonzero nonzero_positions nonzero_static nonzero_tuple
    one_hot repeat_interleave repeated_positions unique unique_consecutive unique_parts unique_runs
    where segment_reduce segment_values lstm gru rnn_tanh rnn_relu
"""
THEIR_NUMBER_OF_STEPS_DOES = """
    chebyshev_polynomial_t chebyshev_polynomial_u chebyshev_polynomial_v chebyshev_polynomial_w
    shifted_chebyshev_polynomial_t shifted_chebyshev_polynomial_u shifted_chebyshev_polynomial_v
    shifted_chebyshev_polynomial_w hermite_polynomial_h hermite_polynomial_he laguerre_polynomial_l
    legendre_polynomial_p dirichlet_grad standard_gamma_grad igamma igammac matrix_exp
"""
THEY_TELL_OF_SINGULAR_MATRICES = """
    inverse linalg_inv linalg_solve linalg_tensorinv linalg_tensorsolve matrix_power require_success
    linalg_eig linalg_eigvals linalg_ldl_factor linalg_ldl_factor_ex linalg_ldl_solve least_squares
    linalg_lstsq linalg_lu linalg_lu_factor linalg_lu_factor_ex linalg_lu_solve lu lu_row_order
    lu_solve lu_unpack
"""
THEY_SORT_BY_VALUE = """
    ctc_backward ctc_cost ctc_loss functional_ctc_loss embedding_bag functional_embedding_bag
    embedding_renorm_ sum_segments max_segments_rows index_reduce scatter_multiply
    scatter_multiply_ scatter_reduce sparse_matmul histc istft window_envelope masked_scatter
    masked_scatter_
"""
IT_IS_WHAT_THEY_DO = "to_device"
MAY_WAIT = frozenset(
    " ".join(
        (
            THEIR_RESULT_IS_A_PYTHON_VALUE,
            THEIR_SHAPE_DEPENDS_ON_VALUES,
            THEIR_NUMBER_OF_STEPS_DOES,
            THEY_TELL_OF_SINGULAR_MATRICES,
            THEY_SORT_BY_VALUE,
            IT_IS_WHAT_THEY_DO,
        )
    ).split()
)
NAMES = sorted(n for n, op in TABLE.items() if not op.random and op.inplace_of is None)


@pytest.fixture(scope="module")
def cupy():
    with fake_cupy.install() as module:
        yield module


def waits(cupy, name):
    """What the host waited for in any of an operator's samples."""
    op, found = TABLE[name], []
    dtypes = DTYPE_CLASSES[op.dtypes]
    for text in op.samples:
        sample = make_sample(text, "float32" if "float32" in dtypes else dtypes[0])
        moved = sample.map(lambda t: moved_to(t, BACKENDS["cuda"]))
        if moved.tensors():
            before = len(cupy.hardware.waits)
            op(*moved.args, **moved.kwargs)
            found += cupy.hardware.waits[before:]
    return found


@pytest.mark.parametrize("name", [n for n in NAMES if n not in MAY_WAIT])
def test_operator_does_not_wait(cupy, name):
    assert not waits(cupy, name)


@pytest.mark.parametrize("name", sorted(MAY_WAIT & set(NAMES)))
def test_an_operator_that_is_listed_does_wait(cupy, name):
    assert waits(cupy, name), f"{name} does not wait any more: take it off the list"


def test_a_listed_operator_exists():
    assert set(TABLE) >= MAY_WAIT


READERS = {
    "item": lambda t: t.sum().item(),
    "tolist": lambda t: t.tolist(),
    "cpu": lambda t: t.cpu(),
    "repr": repr,
    "bool": lambda t: bool(t.sum()),
    "float": lambda t: float(t.sum()),
    "int": lambda t: int(t.sum()),
    "format": lambda t: f"{t.sum():.1f}",
    "in": lambda t: 1.0 in t,
    "equal": lambda t: fb.equal(t, t),
}


@pytest.mark.parametrize("name", READERS)
def test_reading_out_waits(cupy, name):
    t = fb.ones(3, device="cuda")
    before = len(cupy.hardware.waits)
    READERS[name](t)
    assert len(cupy.hardware.waits) > before
