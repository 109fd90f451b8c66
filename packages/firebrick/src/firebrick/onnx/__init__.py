"""torch.onnx: refused. ONNX files hold a model's graph, and Firebrick does not trace one.

The module is there because programs import it whether or not they export.
"""

from __future__ import annotations

from typing import Any

from .._missing import attributes_missing as _attributes_missing
from . import symbolic_helper as symbolic_helper


class OnnxExporterError(RuntimeError):
    """An export failed."""


def export(*args: Any, **options: Any) -> Any:
    """Raises OnnxExporterError, with the way out: save the weights, and export with PyTorch."""
    raise OnnxExporterError(
        "torch.onnx.export(): Firebrick does not trace graphs, so it writes no ONNX files. Save"
        " the weights with torch.save(model.state_dict(), 'model.pt'), which PyTorch loads, and"
        " export there"
    )


def is_in_onnx_export() -> bool:
    """False: nothing is exported."""
    return False


def is_onnxrt_backend_supported() -> bool:
    """False: nothing is compiled."""
    return False


def register_custom_op_symbolic(symbolic_name: str, symbolic_fn: Any, opset_version: int) -> None:
    """Taken, without effect: it says how an operator is exported, and nothing is."""


def unregister_custom_op_symbolic(symbolic_name: str, opset_version: int) -> None:
    """Taken, without effect: nothing is exported."""


__getattr__ = _attributes_missing(__name__)
