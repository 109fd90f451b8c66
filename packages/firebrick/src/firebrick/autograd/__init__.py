"""Differentiation, under the names of torch.autograd."""

from firebrick_autograd import *  # noqa: F403
from firebrick_core import Tensor as Variable  # noqa: F401  # PyTorch's old name for tensors that record

from .._missing import attributes_missing as _attributes_missing
from . import (
    anomaly_mode as anomaly_mode,
    forward_ad as forward_ad,
    function as function,
    functional as functional,
    grad_mode as grad_mode,
    graph as graph,
)

# The functions, not the module of the same name.
from .gradcheck import gradcheck as gradcheck, gradgradcheck as gradgradcheck

_missing = _attributes_missing(__name__)


def __getattr__(name: str) -> object:
    """`profiler` and `profiler_util`, which load when they are first asked for."""
    if name in ("profiler", "profiler_util"):
        import importlib

        return importlib.import_module(f"{__name__}.{name}")
    return _missing(name)
