"""What libraries that build masks import from PyTorch's compiler."""

from __future__ import annotations

from contextlib import AbstractContextManager


class TransformGetItemToIndex(AbstractContextManager[None]):
    """Inside the block tensors without dimensions index as tensors; under `vmap` they always do
    here, so it changes nothing."""

    def __exit__(self, *error: object) -> None:
        return None
