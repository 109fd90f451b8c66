"""Deep learning with the interface of PyTorch: all of Firebrick in one namespace.

`import firebrick as torch` gives PyTorch's names in PyTorch's places; each comes from one of the
packages `firebrick-core`, `-autograd`, `-nn`, `-optim` and `-data`, which also install and work
alone.
"""

from ._compatible import check_siblings as _check_siblings

_check_siblings()

from firebrick_core import *  # noqa: E402, F403  # the check comes first, so that it can explain

from . import (  # noqa: E402
    autograd as autograd,
    cuda as cuda,
    fft as fft,
    func as func,
    linalg as linalg,
    masked as masked,
    nn as nn,
    optim as optim,
    random as random,
    serialization as serialization,
    signal as signal,
    sparse as sparse,
    special as special,
    storage as storage,
    utils as utils,
    version as version,
)
from ._config import show_config as show_config  # noqa: E402
from ._version import __version__ as __version__  # noqa: E402
from .autograd import (  # noqa: E402
    enable_grad as enable_grad,
    inference_mode as inference_mode,
    is_anomaly_check_nan_enabled as is_anomaly_check_nan_enabled,
    is_anomaly_enabled as is_anomaly_enabled,
    is_grad_enabled as is_grad_enabled,
    is_inference_mode_enabled as is_inference_mode_enabled,
    no_grad as no_grad,
    set_grad_enabled as set_grad_enabled,
)
from .func import vmap as vmap  # noqa: E402


def __getattr__(name: str) -> object:
    """`distributions` and `profiler`, which load when they are first asked for: few programs need
    them."""
    if name in ("distributions", "profiler"):
        import importlib

        return importlib.import_module(f"{__name__}.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
