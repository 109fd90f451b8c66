"""Derivatives of variances."""

from __future__ import annotations

import math

from firebrick_core import _operators as T
from firebrick_core.ops._reducing import count_reduced

from .._rule import derivative
from .reductions import spread


@derivative("var_correction")
class Var:
    def input(grad, input, dim, correction, keepdim):
        shape = tuple(input.shape)
        freedom = count_reduced(shape, dim) - correction
        centred = input - input.mean(dim, True)
        grad = spread(grad, shape, dim, keepdim)
        if freedom <= 0:
            return grad * T.where(centred == 0, math.nan, math.inf)
        return grad * (centred * (2 / freedom))
