"""Derivatives and batching of operators from another library: the calls that this package itself
uses for core's.

Three declarations make an operator whole. `derivative` is enough: the forward mode follows from it,
and so does batching, sample by sample; `tangent` and `batching` say how to do it better. All three
name the operator, which `firebrick_core.extend.operator` has put into the table. See
docs/derivatives.md for a worked example.

>>> import firebrick_core as fb
>>> from firebrick_autograd import extend
>>> from firebrick_core.extend import Array, operator
>>> @operator(kind="pointwise", promotion="float", methods=False, samples=("x(3)", "x()"))
... def softcube(xp, input: Array) -> Array:
...     "`x**3 / (1 + x**2)`."
...     return input**3 / (1 + input * input)
>>> @extend.derivative("softcube")
... class Softcube:
...     def input(grad, input):
...         square = input * input
...         return grad * square * (3 + square) / (1 + square) ** 2
>>> extend.check_derivative("softcube")
2
"""

from __future__ import annotations

from ._batching import (
    Call as Call,
    aligned as aligned,
    batching as batching,
    broadcast as broadcast,
    front as front,
    pointwise as pointwise,
    sample_by_sample as sample_by_sample,
)
from ._levels import call as call
from ._rule import (
    derivative as derivative,
    not_differentiable as not_differentiable,
    not_implemented as not_implemented,
    status as status,
    zero as zero,
)
from ._tangents import tangent as tangent
from .batching_rules import along_dims as along_dims, reduction as reduction
from .testing import check_derivative as check_derivative

__all__ = [
    "Call",
    "aligned",
    "along_dims",
    "batching",
    "broadcast",
    "call",
    "check_derivative",
    "derivative",
    "front",
    "not_differentiable",
    "not_implemented",
    "pointwise",
    "reduction",
    "sample_by_sample",
    "status",
    "tangent",
    "zero",
]
