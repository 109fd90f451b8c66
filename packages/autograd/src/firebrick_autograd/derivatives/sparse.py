"""Derivatives of products with matrices given by places and values, and of sampled ones."""

from __future__ import annotations

from firebrick_core import _operators as T

from .._rule import derivative, not_differentiable
from .arithmetic import conj


@derivative("sparse_matmul")
class SparseMatmul:
    rows = not_differentiable
    columns = not_differentiable

    def values(grad, rows, columns, dense):
        return T.sampled_products(rows, columns, grad, conj(dense))

    def dense(grad, rows, columns, values, dense_shape):
        return T.sparse_matmul(columns, rows, conj(values), grad, dense_shape[0])


@derivative("sampled_products")
class SampledProducts:
    rows = not_differentiable
    columns = not_differentiable

    def left(grad, rows, columns, right, left_shape):
        return T.sparse_matmul(rows, columns, grad, conj(right), left_shape[0])

    def right(grad, rows, columns, left, right_shape):
        return T.sparse_matmul(columns, rows, grad, conj(left), right_shape[0])
