"""Floats of 16 bits by oneDNN: conversions, and elementwise operators on them as they lie."""

from __future__ import annotations

from typing import Any

import numpy as np

from ._activation import LINEAR, unary
from ._primitive import (
    DST,
    SRC,
    Plan,
    PlanCache,
    dense,
    dtype_code,
    library,
    reorder_plan,
    row_major,
    turned,
)

_SECOND = 2
_BINARY = {"add": 0x1FFF0, "mul": 0x1FFF1, "sub": 0x1FFF5}


def _cast_plan(size, source, target):
    return reorder_plan(row_major((size,), source), row_major((size,), target))


def _binary_plan(size, kind, code):
    data = row_major((size,), code)
    descriptor = library().made(
        "binary_primitive_desc_create", library().engine, kind, data, data, data, None
    )
    plan = Plan(descriptor)
    plan.operand(SRC, data)
    plan.operand(_SECOND, data)
    plan.result(DST, data)
    return plan


_casts, _binary = PlanCache(_cast_plan), PlanCache(_binary_plan)


def to_dtype(xp: Any, input: Any, dtype: Any) -> Any:
    """See `ops.conversion.to_dtype`."""
    input, order = dense(input)
    out = np.empty(input.shape, dtype.numpy_dtype)
    _casts.run((input.size, dtype_code(input.dtype), dtype_code(out.dtype)), input, out)
    return turned(out, order)


def _pair(kind: str, input: Any, other: Any) -> Any:
    """`input` with another of its shape, or with a number, which is a 0-d array."""
    if not other.ndim:
        value = float(other)
        factors = {"add": (1.0, value), "sub": (1.0, -value), "mul": (value, 0.0)}
        return unary(LINEAR, input, *factors[kind])
    input, order = dense(input)
    other = other if order is None else other.transpose(order)
    out = np.empty(input.shape, input.dtype)
    key = input.size, _BINARY[kind], dtype_code(input.dtype)
    _binary.run(key, input, np.ascontiguousarray(other), out)
    return turned(out, order)


def add(xp, input, other, *, alpha=1):
    """See `ops.arithmetic.add`."""
    return _pair("add", input, other)


def sub(xp, input, other, *, alpha=1):
    """See `ops.arithmetic.sub`."""
    return _pair("sub", input, other)


def mul(xp, input, other):
    """See `ops.arithmetic.mul`."""
    return _pair("mul", input, other)
