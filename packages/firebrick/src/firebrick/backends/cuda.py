"""Choices for GPUs, under the names of torch.backends.cuda.

`matmul` says how exact cuBLAS's products are; `matmul.allow_tf32` is the setting of
`set_float32_matmul_precision`. The rest keeps what it is set to. Attention is computed by its
formula, or by cuDNN on a GPU; the switches of other implementations stay switches.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import firebrick_core as _core
from firebrick_core._settings import _Settings


class _Matmul:
    """Permissions for products of matrices; see `firebrick_core._cuda._products`."""

    @property
    def allow_tf32(self) -> bool:
        """Whether products of float32 may be less exact; see set_float32_matmul_precision."""
        return _core.get_float32_matmul_precision() != "highest"

    @allow_tf32.setter
    def allow_tf32(self, value: bool) -> None:
        _core.set_float32_matmul_precision("high" if value else "highest")

    @property
    def fp32_precision(self) -> str:
        """The same setting by its newer name: "tf32" or "ieee"; "none" stands for "ieee", too."""
        return "tf32" if self.allow_tf32 else "ieee"

    @fp32_precision.setter
    def fp32_precision(self, value: str) -> None:
        if value not in ("tf32", "ieee", "none"):
            raise RuntimeError(f"backend 'cuda' does not support precision {value!r}")
        self.allow_tf32 = value == "tf32"

    @property
    def allow_fp16_reduced_precision_reduction(self) -> bool:
        """Whether partial sums of float16 products may be rounded to float16."""
        return _Settings.rounded_sums["float16"]

    @allow_fp16_reduced_precision_reduction.setter
    def allow_fp16_reduced_precision_reduction(self, value: bool) -> None:
        _set_rounding("float16", value)

    @property
    def allow_bf16_reduced_precision_reduction(self) -> bool:
        """Whether partial sums of bfloat16 products may be rounded to bfloat16."""
        return _Settings.rounded_sums["bfloat16"]

    @allow_bf16_reduced_precision_reduction.setter
    def allow_bf16_reduced_precision_reduction(self, value: bool) -> None:
        _set_rounding("bfloat16", value)

    @property
    def allow_fp16_accumulation(self) -> bool:
        """Whether products of float16 may be summed in float16."""
        return _Settings.half_sums

    @allow_fp16_accumulation.setter
    def allow_fp16_accumulation(self, value: bool) -> None:
        _Settings.half_sums = bool(value)

    def __setattr__(self, name: str, value: Any) -> None:
        if not hasattr(type(self), name):
            raise AttributeError(f"Unknown attribute {name}")
        super().__setattr__(name, value)


def _set_rounding(dtype: str, value: bool) -> None:
    if not isinstance(value, bool):
        short = {"float16": "fp16", "bfloat16": "bf16"}[dtype]
        raise TypeError(
            f"allow_{short}_reduced_precision_reduction expects a bool, but got {type(value)}"
        )
    _Settings.rounded_sums[dtype] = value


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
