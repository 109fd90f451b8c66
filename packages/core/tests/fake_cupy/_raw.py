"""RawModule for the fake device: CUDA C++ compiled for the host, one thread a block."""

from __future__ import annotations

from typing import Any


class RawModule:
    """Placeholder replaced below."""

    def __init__(self, cupy: Any, code: str = "", options: Any = (), **rest: Any):
        raise NotImplementedError("the fake device compiles no kernels yet")
