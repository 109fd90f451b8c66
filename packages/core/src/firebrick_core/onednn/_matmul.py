"""Products of matrices by oneDNN: a sixth faster than OpenBLAS, five times for few rows.

And by the same threads as all else here: those of two libraries would wait for each other.
"""

from __future__ import annotations

import functools
import math
from typing import Any

import numpy as np

from .._blas_threads import one_thread
from .._operator import TABLE
from .._settings import get_float32_matmul_precision
from . import Thresholds
from ._finding import multiplies_bfloat16
from ._primitive import (
    BFLOAT16,
    BIAS,
    DST,
    FLOAT32,
    QUERY_SRC,
    QUERY_WEIGHTS,
    SRC,
    WEIGHTS,
    Plan,
    PlanCache,
    any_layout,
    attributes,
    dtype_code,
    library,
    reorder_plan,
    row_major,
    strided,
)


def _plan(first, first_steps, second, second_steps, bias, code, less_exact):
    """Products over the last two dimensions, of two arrays of the same other dimensions."""
    given = one, other = strided(first, first_steps, code), strided(second, second_steps, code)
    if less_exact:
        one, other = any_layout(first, BFLOAT16), any_layout(second, BFLOAT16)
    target = row_major((*first[:-1], second[-1]), code)
    along = row_major((*[1] * (len(first) - 1), second[-1]), code)
    plan = Plan(
        library().made(
            "matmul_primitive_desc_create",
            library().engine,
            one,
            other,
            along if bias else None,
            target,
            attributes(),
        )
    )
    plan.operand(SRC, given[0], plan.query(QUERY_SRC))
    plan.operand(WEIGHTS, given[1], plan.query(QUERY_WEIGHTS))
    plan.result(DST, target)
    if bias:
        plan.operand(BIAS, along)
    return plan


_products = PlanCache(_plan)


def _readable(array: Any) -> tuple[Any, tuple[int, ...]]:
    """An array whose matrices oneDNN reads as they lie, or a copy, and its steps in elements."""
    if not array.flags.c_contiguous:
        rows, columns = array.shape[-2:]
        down, right = array.strides[-2:]
        item = array.itemsize
        lines = (right == item and down >= columns * item) or (
            down == item and right >= rows * item
        )
        if not lines or min(array.strides) <= 0:
            array = np.ascontiguousarray(array)
    return array, tuple([s // array.itemsize for s in array.strides])


def _product(first: Any, second: Any, bias: Any = None) -> Any:
    first, one = _readable(first)
    second, other = _readable(second)
    out = np.empty((*first.shape[:-1], second.shape[-1]), first.dtype)
    code = dtype_code(first.dtype)
    less_exact = (
        get_float32_matmul_precision() == "medium" and code == FLOAT32 and multiplies_bfloat16()
    )
    key = (first.shape, one, second.shape, other, bias is not None, code, less_exact)
    if bias is None:
        _products.run(key, first, second, out)
    else:
        _products.run(key, first, second, out, np.ascontiguousarray(bias))
    return out


# ---------------------------------------------------------------------- one matrix, many products
def _packed_plan(rows, inner, columns):
    """Products with a matrix whose order in memory is oneDNN's choice."""
    one, target = row_major((rows, inner)), row_major((rows, columns))
    any_order = any_layout((inner, columns))
    descriptor = library().made(
        "matmul_primitive_desc_create",
        library().engine,
        one,
        any_order,
        None,
        target,
        attributes(),
    )
    plan = Plan(descriptor)
    plan.operand(SRC, one)
    plan.operand(WEIGHTS, plan.query(QUERY_WEIGHTS))
    plan.result(DST, target)
    return plan


@functools.lru_cache(256)
def _order(rows, inner, columns):
    """A plan that is not run: who knows the order, and its size."""
    return _packed_plan(rows, inner, columns)


def _packing_plan(rows, shape, given):
    return reorder_plan(strided(shape, given), _order(rows, *shape).query(QUERY_WEIGHTS))


_packed, _packing = PlanCache(_packed_plan), PlanCache(_packing_plan)


def pack(weight: Any, rows: list[int]) -> Any:
    """Products of matrices of so many rows with `weight`, put in oneDNN's order once: 1.2 to 1.5
    times as fast. None where OpenBLAS takes less time, and where the rows differ."""
    first = rows[0]
    if (
        weight.dtype != np.float32
        or first * weight.size < max(1, Thresholds.products_of_matrices)
        or any(n != first for n in rows)
    ):
        return None
    weight, own = _readable(weight)
    order = _order(first, *weight.shape)
    made = np.empty(order.size(order.query(QUERY_WEIGHTS)), np.uint8)
    _packing.run((first, weight.shape, own), weight, made)
    columns = weight.shape[1]
    key = (first, *weight.shape)

    def multiply(matrix: Any) -> Any:
        out = np.empty((first, columns), np.float32)
        _packed.run(key, np.ascontiguousarray(matrix), made, out)
        return out

    return multiply


def _rows(array: Any) -> Any:
    """An array as a matrix of its last dimension."""
    if array.ndim == 2:
        return array
    return array.reshape(math.prod(array.shape[:-1]), array.shape[-1])


def _small(first: Any, second: Any) -> bool:
    """Whether OpenBLAS takes less time for a product, without its threads: for a vector always,
    and for few elements, which are fewer where it has to turn the second matrix."""
    if first.itemsize == 2 or not Thresholds.products_of_matrices:
        return False
    inner, columns = second.shape[-2:]
    if columns == 1 or first.size == inner:
        return True
    if second.strides[-2] >= second.strides[-1]:
        return first.size * columns < Thresholds.products_of_matrices
    return (
        first.size * columns < Thresholds.products_of_turned
        or first.size // inner * columns <= Thresholds.results_of_turned
    )


def _by_blas(operator: str, *arrays: Any) -> Any:
    with one_thread():
        return TABLE[operator].kernel(np, *arrays)


def matmul(xp, input, other):
    """See `ops.matrix.matmul`."""
    if _small(input, other):
        return _by_blas("matmul", input, other)
    if other.ndim == 2 and input.ndim > 2:
        return _product(_rows(input), other).reshape(*input.shape[:-1], other.shape[-1])
    return _product(input, other)


def bmm(xp, input, mat2):
    """See `ops.matrix.bmm`."""
    if _small(input, mat2):
        return _by_blas("bmm", input, mat2)
    return _product(input, mat2)


def linear(xp, input, weight, bias=None):
    """See `ops.linear.linear`."""
    if _small(input, weight.T):
        return _by_blas("linear", input, weight, bias)
    out = _product(_rows(input), weight.T, bias)
    return out.reshape(*input.shape[:-1], weight.shape[0])


def linear_weight(xp, grad_output, input):
    """See `ops.linear.linear_weight`."""
    turned, rows = _rows(grad_output).T, _rows(input)
    if _small(turned, rows):
        return _by_blas("linear_weight", grad_output, input)
    return _product(turned, rows)
