"""Automatic differentiation for firebrick-core: derivative rules, the engine, gradient checks.

Importing it registers the autograd layer with core's dispatcher: tensors then take
`requires_grad=True`, and `backward()` works.
"""

from firebrick_core._frames import mark_internal
from firebrick_core.grad_mode import (
    enable_grad as enable_grad,
    inference_mode as inference_mode,
    is_grad_enabled as is_grad_enabled,
    is_inference_mode_enabled as is_inference_mode_enabled,
    no_grad as no_grad,
    set_grad_enabled as set_grad_enabled,
)

from . import (
    _record as _record,  # registers the layer
    derivatives as derivatives,
    forward_ad as forward_ad,
    functional as functional,
    graph as graph,
)
from ._api import backward as backward, grad as grad
from ._node import Node as Node
from ._rule import (
    derivative as derivative,
    not_differentiable as not_differentiable,
    not_implemented as not_implemented,
    status as status,
    zero as zero,
)
from ._version import __version__ as __version__
from .amp import autocast as autocast
from .anomaly_mode import (
    detect_anomaly as detect_anomaly,
    is_anomaly_check_nan_enabled as is_anomaly_check_nan_enabled,
    is_anomaly_enabled as is_anomaly_enabled,
    set_detect_anomaly as set_detect_anomaly,
)
from .drawing import draw as draw
from .explain import explain as explain
from .function import (
    Function as Function,
    FunctionCtx as FunctionCtx,
    once_differentiable as once_differentiable,
)
from .gradcheck import (
    GradcheckError as GradcheckError,
    gradcheck as gradcheck,
    gradgradcheck as gradgradcheck,
)

# Errors name the user's frames, not these.
for _package in ("firebrick_core", "firebrick_autograd"):
    mark_internal(_package)


def __getattr__(name: str) -> object:
    """`profiler` and `profiling`, which load when they are first asked for."""
    if name in ("profiler", "profiling"):
        import importlib

        return importlib.import_module(f".{name}", __name__)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
