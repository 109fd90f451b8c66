"""CUDA sources: found, given their element type, compiled on first use.

A family is a file in `kernels/`. CuPy compiles it with NVRTC, which needs no toolkit, and keeps the
result on disk.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Any

# What a family's T is for a dtype, and what it is computed in.
TYPES = {
    "float32": ("float", "float"),
    "float64": ("double", "double"),
    "float16": ("fp16", "float"),
    "bfloat16": ("bf16", "float"),
}
FAMILIES = ("softmax", "normalization", "loss", "random", "scatter", "pointwise")
OPTIONS = ("-std=c++17",)
THREADS = 256
MOST_BLOCKS = 4096  # of kernels whose threads go on with the next element


@cache
def _text(name: str) -> str:
    return files(__package__).joinpath("kernels", name).read_text("utf-8")


def source(family: str, dtype: str) -> str:
    """The text of a family for elements of a dtype."""
    return for_elements(_text(family + ".cu"), dtype)


def for_elements(code: str, dtype: str) -> str:
    """Source text for elements of a dtype: `T` is their type, `A` what it is computed in, `up` and
    `down<T>` convert."""
    element, accumulator = TYPES[dtype]
    return f"#define T {element}\n#define A {accumulator}\n{_text('common.cuh')}\n{code}"


class Kernels:
    """The compiled sources of one CuPy module."""

    def __init__(self, cupy: Any):
        self.cupy = cupy
        self.modules: dict[tuple[str, str, tuple[str, ...]], Any] = {}
        self.found: dict[tuple[str, str, str], Any] = {}

    def get(self, family: str, name: str, dtype: Any) -> Any:
        """A kernel, to be called with grid, block and arguments."""
        return self.made(_text(family + ".cu"), name, dtype)

    def made(self, code: str, name: str, dtype: Any, options: tuple[str, ...] = ()) -> Any:
        """A kernel of any source text."""
        kernel = self.found.get((code, name, dtype.name))
        if kernel is None:
            module = self.module(code, dtype, options)
            kernel = self.found[code, name, dtype.name] = module.get_function(name)
        return kernel

    def module(self, code: str, dtype: Any, options: tuple[str, ...]) -> Any:
        """CuPy's module of a source text, which is compiled by the first use of a kernel."""
        key = code, dtype.name, options
        module = self.modules.get(key)
        if module is None:
            text = for_elements(code, dtype.name)
            module = self.cupy.RawModule(code=text, options=(*OPTIONS, *options))
            self.modules[key] = module
        return module

    def by_rows(self, kernel: Any, rows: int, width: int, args: tuple[Any, ...]) -> None:
        """A block for each row, as wide as the row asks for."""
        threads = 32
        while threads < width and threads < 1024:
            threads *= 2
        kernel((rows,), (threads,), args)

    def by_elements(self, kernel: Any, n: int, args: tuple[Any, ...]) -> None:
        """A thread for each of `n` elements, or several elements for each."""
        kernel((min(-(-n // THREADS), MOST_BLOCKS),), (THREADS,), args)
