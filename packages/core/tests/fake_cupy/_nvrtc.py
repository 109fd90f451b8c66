"""NVIDIA's compiler, which needs no GPU: whether CUDA sources are right for each generation."""

from __future__ import annotations

import ctypes
import sys
from pathlib import Path
from typing import Any

ARCHITECTURES = ("sm_80", "sm_90", "sm_100")


def nvrtc() -> Any:
    """NVIDIA's compiler as a library, from the wheel nvidia-cuda-nvrtc; None without it."""
    for folder in map(Path, sys.path):
        for found in sorted(folder.glob("nvidia/**/libnvrtc.so.*")):
            return ctypes.CDLL(str(found))
    return None


def compile_for(library: Any, source: str, architecture: str, options: tuple[str, ...]) -> None:
    """Compile with NVRTC. Raises AssertionError with its messages."""
    program, size = ctypes.c_void_p(), ctypes.c_size_t()
    library.nvrtcCreateProgram(ctypes.byref(program), source.encode(), b"k.cu", 0, None, None)
    given_options = [f"--gpu-architecture={architecture}", *options]
    given = (ctypes.c_char_p * len(given_options))(*(o.encode() for o in given_options))
    failed = library.nvrtcCompileProgram(program, len(given_options), given)
    library.nvrtcGetProgramLogSize(program, ctypes.byref(size))
    log = ctypes.create_string_buffer(size.value)
    library.nvrtcGetProgramLog(program, log)
    library.nvrtcDestroyProgram(ctypes.byref(program))
    assert not failed, log.value.decode()
