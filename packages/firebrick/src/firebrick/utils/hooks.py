"""Hooks, under the names of torch.utils.hooks."""

from firebrick_core.hooks import RemovableHandle as RemovableHandle
