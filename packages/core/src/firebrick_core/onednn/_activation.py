"""The Gaussian error linear unit and its derivative, by oneDNN."""

from __future__ import annotations

from ctypes import c_float
from typing import Any

import numpy as np

from .._operator import TABLE
from ._primitive import DIFF, DST, SRC, TRAINING, Plan, PlanCache, library, row_major

_KINDS = {"none": 0x31, "tanh": 0x2B}


def _descriptor(data, kind):
    return library().made(
        "eltwise_forward_primitive_desc_create",
        library().engine,
        TRAINING,
        kind,
        data,
        data,
        c_float(0),
        c_float(0),
        None,
    )


def _forward_plan(size, kind):
    data = row_major((size,))
    plan = Plan(_descriptor(data, kind))
    plan.operand(SRC, data)
    plan.result(DST, data)
    return plan


def _backward_plan(size, kind):
    data = row_major((size,))
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
            _descriptor(data, kind),
            None,
        )
    )
    plan.operand(DIFF + DST, data)
    plan.operand(SRC, data)
    plan.result(DIFF + SRC, data)
    return plan


_forward, _backward = PlanCache(_forward_plan), PlanCache(_backward_plan)


def gelu(xp: Any, input: Any, *, approximate: str = "none") -> Any:
    """See `ops.gelu.gelu`."""
    out = np.empty(input.shape, input.dtype)
    _forward.run((input.size, _KINDS[approximate]), input, out)
    if np.isnan(np.maximum.reduce(out, None)):  # among others for +inf, which is its own result
        return TABLE["gelu"].kernel(xp, input, approximate=approximate)
    return out


def gelu_backward(xp: Any, grad_output: Any, input: Any, approximate: str) -> Any:
    """See `ops.gelu.gelu_backward`."""
    out = np.empty(input.shape, input.dtype)
    _backward.run((input.size, _KINDS[approximate]), grad_output, input, out)
    return out
