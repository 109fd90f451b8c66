"""The class that programs ask compiled modules for: nothing here is an instance of it."""

from __future__ import annotations


class OptimizedModule:
    """A compiled module; `torch.compile` gives the module itself here, so there is none."""
