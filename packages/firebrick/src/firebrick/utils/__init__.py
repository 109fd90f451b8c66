"""Utilities, under the names of torch.utils."""

from typing import Any

from .._missing import attributes_missing as _attributes_missing
from . import checkpoint as checkpoint, data as data, dlpack as dlpack, hooks as hooks

# Imported when first asked for.
_SUBMODULES = frozenset(
    (
        "_foreach_utils _pytree benchmark collect_env deterministic model_zoo tensorboard"
    ).split()
)
_missing = _attributes_missing(__name__)


def __getattr__(name: str) -> Any:
    """The submodules that load when they are first asked for; AttributeError for other names."""
    if name in _SUBMODULES:
        import importlib

        return importlib.import_module(f"{__name__}.{name}")
    return _missing(name)
