"""Choices for GPUs, under the names of torch.backends.cuda.

`matmul.allow_tf32` is the setting of `set_float32_matmul_precision`; the rest keeps what it is set
to. Attention is computed by its formula, or by cuDNN on a GPU; the other switches stay switches.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import firebrick_core as _core


class _Matmul:
    """Permissions for products of matrices."""

    allow_fp16_reduced_precision_reduction = True
    allow_bf16_reduced_precision_reduction = True
    allow_fp16_accumulation = False
    fp32_precision = "none"

    @property
    def allow_tf32(self) -> bool:
        """Whether products of float32 may be less exact; see set_float32_matmul_precision."""
        return _core.get_float32_matmul_precision() != "highest"

    @allow_tf32.setter
    def allow_tf32(self, value: bool) -> None:
        _core.set_float32_matmul_precision("high" if value else "highest")


class _PlanCache:
    """How many plans of Fourier transforms are kept: CuPy keeps its own."""

    max_size = 4096
    size = 0

    def clear(self) -> None:
        """Nothing to do: no plan is kept here."""


class _Attention:
    """Which implementations of attention may be used."""

    switches = {"flash": True, "mem_efficient": True, "math": True}


matmul = _Matmul()
cufft_plan_cache = _PlanCache()


def is_built() -> bool:
    """Whether this build could use a GPU: whether CuPy is installed."""
    from importlib.util import find_spec

    return find_spec("cupy") is not None


def flash_sdp_enabled() -> bool:
    """Whether flash attention may be used; there is none here."""
    return _Attention.switches["flash"]


def enable_flash_sdp(enabled: bool) -> None:
    """Allow flash attention; there is none here."""
    _Attention.switches["flash"] = bool(enabled)


def mem_efficient_sdp_enabled() -> bool:
    """Whether memory-efficient attention may be used; there is none here."""
    return _Attention.switches["mem_efficient"]


def enable_mem_efficient_sdp(enabled: bool) -> None:
    """Allow memory-efficient attention; there is none here."""
    _Attention.switches["mem_efficient"] = bool(enabled)


def math_sdp_enabled() -> bool:
    """Whether attention by its formula may be used."""
    return _Attention.switches["math"]


def enable_math_sdp(enabled: bool) -> None:
    """Allow attention by its formula, which is what there is."""
    _Attention.switches["math"] = bool(enabled)


def cudnn_sdp_enabled() -> bool:
    """Whether cuDNN's attention may be used."""
    return _core.cudnn.settings.attention


def enable_cudnn_sdp(enabled: bool) -> None:
    """Allow cuDNN's attention."""
    _core.cudnn.settings.attention = bool(enabled)


def is_flash_attention_available() -> bool:
    """False: attention is computed by its formula."""
    return False


@contextmanager
def sdp_kernel(
    enable_flash: bool = True,
    enable_math: bool = True,
    enable_mem_efficient: bool = True,
    enable_cudnn: bool = True,
) -> Iterator[dict[str, Any]]:
    """The switches of attention inside a block."""
    before, by_cudnn = dict(_Attention.switches), cudnn_sdp_enabled()
    _Attention.switches.update(
        flash=enable_flash, math=enable_math, mem_efficient=enable_mem_efficient
    )
    enable_cudnn_sdp(enable_cudnn)
    try:
        yield {}
    finally:
        _Attention.switches.update(before)
        enable_cudnn_sdp(by_cudnn)


def preferred_linalg_library(backend: str | None = None) -> str:
    """The library of linear algebra: "default", which is CuPy's choice, whatever is preferred."""
    return "default"
