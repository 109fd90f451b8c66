"""Layouts: how a tensor keeps its elements, in strides or as those that are not zero."""

from __future__ import annotations

from typing import Any


class layout:
    """The way in which a tensor keeps its elements.

    >>> import firebrick_core as fb
    >>> fb.ones(2).layout
    torch.strided
    """

    __slots__ = ("name",)

    def __init__(self, name: str):
        self.name = name

    def __repr__(self) -> str:
        return f"torch.{self.name}"

    def __reduce__(self) -> Any:
        return _by_name, (self.name,)


def _by_name(name: str) -> layout:
    return LAYOUTS[f"torch.{name}"]


strided = layout("strided")
sparse_coo = layout("sparse_coo")
sparse_csr = layout("sparse_csr")
sparse_csc = layout("sparse_csc")
sparse_bsr = layout("sparse_bsr")
sparse_bsc = layout("sparse_bsc")
jagged = layout("jagged")
LAYOUTS = {
    repr(kind): kind
    for kind in (strided, sparse_coo, sparse_csr, sparse_csc, sparse_bsr, sparse_bsc, jagged)
}
