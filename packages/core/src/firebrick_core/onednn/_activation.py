"""Functions of single elements and their derivatives, by oneDNN."""

from __future__ import annotations

from ctypes import c_float
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
    dense,
    dtype_code,
    has_nan,
    library,
    row_major,
    turned,
)

_GELU = {"none": 0x31, "tanh": 0x2B}
_RELU, _RELU_BY_RESULT, LINEAR = 0x20, 0x100, 0x26


def _descriptor(data, kind, alpha, beta):
    return library().made(
        "eltwise_forward_primitive_desc_create",
        library().engine,
        TRAINING,
        kind,
        data,
        data,
        c_float(alpha),
        c_float(beta),
        None,
    )


def _forward_plan(size, kind, code, alpha, beta):
    data = row_major((size,), code)
    plan = Plan(_descriptor(data, kind, alpha, beta))
    plan.operand(SRC, data)
    plan.result(DST, data)
    return plan


def _backward_plan(size, kind, code):
    data = row_major((size,), code)
    plan = Plan(
        library().made(
            "eltwise_backward_primitive_desc_create",
            library().engine,
            kind,
            data,
            data,
            data,
            c_float(0),
            c_float(0),
            _descriptor(data, kind, 0, 0),
            None,
        )
    )
    plan.operand(DIFF + DST, data)
    plan.operand(DST if kind == _RELU_BY_RESULT else SRC, data)
    plan.result(DIFF + SRC, data)
    return plan


_forward, _backward = PlanCache(_forward_plan), PlanCache(_backward_plan)


def unary(kind: int, input: Any, alpha: float = 0.0, beta: float = 0.0) -> Any:
    """A function of each element, which oneDNN has a number for."""
    input, order = dense(input)
    out = np.empty(input.shape, input.dtype)
    _forward.run((input.size, kind, dtype_code(input.dtype), alpha, beta), input, out)
    return turned(out, order)


def _slope(kind: int, grad_output: Any, input: Any) -> Any:
    input, order = dense(input)
    grad_output = grad_output if order is None else grad_output.transpose(order)
    out = np.empty(input.shape, input.dtype)
    key = input.size, kind, dtype_code(input.dtype)
    _backward.run(key, np.ascontiguousarray(grad_output), input, out)
    return turned(out, order)


def gelu(xp: Any, input: Any, *, approximate: str = "none") -> Any:
    """See `ops.gelu.gelu`."""
    out = unary(_GELU[approximate], input)
    if has_nan(out):  # among others for +inf, which is its own result
        wide = TABLE["gelu"].kernel(
            xp, input.astype(np.float32, copy=False), approximate=approximate
        )
        return wide.astype(input.dtype, copy=False)
    return out


def gelu_backward(xp: Any, grad_output: Any, input: Any, approximate: str) -> Any:
    """See `ops.gelu.gelu_backward`."""
    return _slope(_GELU[approximate], grad_output, input)


def relu(xp: Any, input: Any) -> Any:
    """See `ops.activation.relu`."""
    return TABLE["relu"].kernel(xp, input) if has_nan(input) else unary(_RELU, input)


def relu_backward(xp: Any, grad_output: Any, output: Any) -> Any:
    """See `ops.activation.relu_backward`."""
    return _slope(_RELU_BY_RESULT, grad_output, output)
