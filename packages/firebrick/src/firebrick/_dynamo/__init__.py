"""What programs use of torch._dynamo, PyTorch's compiler: nothing is compiled here."""

from __future__ import annotations

from typing import Any

from .._missing import attributes_missing as _attributes_missing
from ..compiler import (
    allow_in_graph as allow_in_graph,
    assume_constant_result as assume_constant_result,
    disable as disable,
    is_compiling as is_compiling,
    reset as reset,
)
from . import config as config, eval_frame as eval_frame, exc as exc, utils as utils
from .eval_frame import OptimizedModule as OptimizedModule


def graph_break(msg: str = "") -> None:
    """Nothing to break: nothing is compiled."""


def mark_dynamic(t: Any, index: Any = None, **options: Any) -> None:
    """Nothing to mark: nothing is compiled."""


def mark_static(t: Any, index: Any = None) -> None:
    """Nothing to mark: nothing is compiled."""


maybe_mark_dynamic = mark_static_address = mark_dynamic
__getattr__ = _attributes_missing(__name__)
