"""The names of torch.distributed.checkpoint.hf_storage: parts in safetensors files, of which there
are none with one process."""

from __future__ import annotations

from . import FileSystemReader


class HuggingFaceStorageReader(FileSystemReader):
    """Raises RuntimeError: there are no parts with one process."""


class HuggingFaceStorageWriter(FileSystemReader):
    """Raises RuntimeError: there are no parts with one process."""
