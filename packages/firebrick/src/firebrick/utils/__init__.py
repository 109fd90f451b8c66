"""Utilities, under the names of torch.utils."""

from . import checkpoint as checkpoint, data as data, dlpack as dlpack, hooks as hooks
