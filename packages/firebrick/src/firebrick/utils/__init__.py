"""Utilities, under the names of torch.utils."""

from . import data as data, dlpack as dlpack, hooks as hooks
