"""What libraries ask of torch._dynamo.utils."""

from __future__ import annotations

from typing import Any

from .._missing import attributes_missing as _attributes_missing


def is_compile_supported(device_type: Any) -> bool:
    """False: nothing is compiled."""
    return False


__getattr__ = _attributes_missing(__name__)
