"""Softmax, its logarithm, and their derivatives, by oneDNN."""

from __future__ import annotations

from typing import Any

import numpy as np

from .._operator import TABLE
from ._primitive import DIFF, DST, SRC, TRAINING, Plan, PlanCache, library, row_major

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


def _forward_plan(shape, dim, kind):
    data = row_major(shape)
    plan = Plan(_descriptor(data, dim, kind))
    plan.operand(SRC, data)
    plan.result(DST, data)
    return plan


def _backward_plan(shape, dim, kind):
    data = row_major(shape)
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
    _forward.run((input.shape, dim % input.ndim, kind), input, out)
    if np.isnan(np.maximum.reduce(out, None)):  # oneDNN leaves it where it was, not in all the row
        return TABLE[operator].kernel(np, input, dim)
    return out


def _gradient(grad_output: Any, output: Any, dim: int, kind: int) -> Any:
    grad_output, output = np.ascontiguousarray(grad_output), np.ascontiguousarray(output)
    out = np.empty(output.shape, output.dtype)
    _backward.run((output.shape, dim % output.ndim, kind), grad_output, output, out)
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
