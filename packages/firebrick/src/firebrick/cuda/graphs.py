"""Recorded orders to the GPU, under the names of torch.cuda.graphs: not served."""

from __future__ import annotations

from typing import Any


class CUDAGraph:
    """Raises NotImplementedError: orders are given one by one here."""

    def __init__(self, *args: Any, **options: Any) -> None:
        raise NotImplementedError(
            "torch.cuda.CUDAGraph: Firebrick does not record orders to the GPU; call the model"
            " itself, with the same results"
        )


class graph(CUDAGraph):  # noqa: N801  # PyTorch's name
    """Raises NotImplementedError: orders are given one by one here."""


def make_graphed_callables(*args: Any, **options: Any) -> Any:
    """Raises NotImplementedError: orders are given one by one here."""
    CUDAGraph()
