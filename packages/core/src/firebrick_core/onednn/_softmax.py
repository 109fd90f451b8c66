"""Softmax, its logarithm, and their derivatives, by oneDNN."""

from __future__ import annotations

from typing import Any

import numpy as np

from .._operator import TABLE
from ._primitive import (
    DIFF,
    DST,
    SRC,
    TRAINING,
    Plan,
    PlanCache,
    dtype_code,
    has_nan,
    library,
    row_major,
)

_SOFTMAX, _LOG_SOFTMAX = 0x30000, 0x30001


def _descriptor(data, dim, kind):
    return library().made(
        "softmax_forward_primitive_desc_create",
        library().engine,
        TRAINING,
        kind,
        data,
        data,
        dim,
        None,
    )


def _forward_plan(shape, dim, kind, code):
    data = row_major(shape, code)
    plan = Plan(_descriptor(data, dim, kind))
    plan.operand(SRC, data)
    plan.result(DST, data)
    return plan


def _backward_plan(shape, dim, kind, code):
    data = row_major(shape, code)
    plan = Plan(
        library().made(
            "softmax_backward_primitive_desc_create",
            library().engine,
            kind,
            data,
            data,
            data,
            dim,
            _descriptor(data, dim, kind),
            None,
        )
    )
    plan.operand(DIFF + DST, data)
    plan.operand(DST, data)
    plan.result(DIFF + SRC, data)
    return plan


_forward, _backward = PlanCache(_forward_plan), PlanCache(_backward_plan)


def _values(operator: str, input: Any, dim: int, kind: int) -> Any:
    input = np.ascontiguousarray(input)
    out = np.empty(input.shape, input.dtype)
    _forward.run((input.shape, dim % input.ndim, kind, dtype_code(input.dtype)), input, out)
    if has_nan(out):  # oneDNN leaves it where it was, not in all the row
        plain = TABLE[operator].kernel(np, input.astype(np.float32, copy=False), dim)
        return plain.astype(input.dtype, copy=False)
    return out


def _gradient(grad_output: Any, output: Any, dim: int, kind: int) -> Any:
    grad_output, output = np.ascontiguousarray(grad_output), np.ascontiguousarray(output)
    out = np.empty(output.shape, output.dtype)
    key = output.shape, dim % output.ndim, kind, dtype_code(output.dtype)
    _backward.run(key, grad_output, output, out)
    return out


def softmax(xp, input, dim, dtype=None):
    """See `ops.softmax.softmax`."""
    return _values("softmax", input, dim, _SOFTMAX)


def softmax_backward(xp, grad_output, output, dim):
    """See `ops.softmax.softmax_backward`."""
    return _gradient(grad_output, output, dim, _SOFTMAX)


def log_softmax(xp, input, dim, dtype=None):
    """See `ops.softmax.log_softmax`."""
    return _values("log_softmax", input, dim, _LOG_SOFTMAX)


def log_softmax_backward(xp, grad_output, output, dim):
    """See `ops.softmax.log_softmax_backward`."""
    return _gradient(grad_output, output, dim, _LOG_SOFTMAX)
