"""Deep learning with the interface of PyTorch: all of Firebrick in one namespace.

`import firebrick as torch` gives PyTorch's names in PyTorch's places; each comes from one of the
packages `firebrick-core`, `-autograd`, `-nn`, `-optim` and `-data`, which also install and work
alone.
"""

from types import ModuleType as _ModuleType
from typing import TYPE_CHECKING

from ._compatible import check_siblings as _check_siblings

_check_siblings()

from firebrick_autograd.amp import (  # noqa: E402  # the check comes first, so that it can explain
    autocast_decrement_nesting as autocast_decrement_nesting,
    autocast_increment_nesting as autocast_increment_nesting,
    clear_autocast_cache as clear_autocast_cache,
    get_autocast_cpu_dtype as get_autocast_cpu_dtype,
    get_autocast_dtype as get_autocast_dtype,
    get_autocast_gpu_dtype as get_autocast_gpu_dtype,
    is_autocast_cache_enabled as is_autocast_cache_enabled,
    is_autocast_cpu_enabled as is_autocast_cpu_enabled,
    is_autocast_enabled as is_autocast_enabled,
    set_autocast_cache_enabled as set_autocast_cache_enabled,
    set_autocast_cpu_dtype as set_autocast_cpu_dtype,
    set_autocast_cpu_enabled as set_autocast_cpu_enabled,
    set_autocast_dtype as set_autocast_dtype,
    set_autocast_enabled as set_autocast_enabled,
    set_autocast_gpu_dtype as set_autocast_gpu_dtype,
)
from firebrick_core import *  # noqa: E402, F403
from firebrick_core import mm as spmm  # noqa: E402, F401  # the name that sparse products had

# The star has brought core's modules of the same names, those that were loaded before: ours serve.
for _name, _value in list(globals().items()):
    if isinstance(_value, _ModuleType) and _value.__name__.startswith("firebrick_"):
        del globals()[_name]

from . import (  # noqa: E402
    amp as amp,
    autograd as autograd,
    cpu as cpu,
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
from ._checks import (  # noqa: E402
    _assert as _assert,
    _check as _check,
    get_device_module as get_device_module,
)
from ._config import show_config as show_config  # noqa: E402
from ._version import __version__ as __version__  # noqa: E402
from .amp import GradScaler as GradScaler, autocast as autocast  # noqa: E402
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

if TYPE_CHECKING:
    from . import (
        accelerator as accelerator,
        backends as backends,
        compiler as compiler,
        distributed as distributed,
        distributions as distributions,
        hub as hub,
        jit as jit,
        mps as mps,
        mtia as mtia,
        onnx as onnx,
        overrides as overrides,
        return_types as return_types,
        testing as testing,
        torch_version as torch_version,
        types as types,
        xpu as xpu,
    )
    from .compiler import compile as compile

# Imported when first asked for: few programs need one of them, and none needs all.
_SUBMODULES = frozenset(
    (
        "_C _dynamo _utils accelerator ao backends compiler distributed distributions"
        " functional fx hub jit library mps mtia multiprocessing onnx ops overrides profiler"
        " return_types testing torch_version types xpu"
    ).split()
)
# Names of those modules that are here too.
_ELSEWHERE = {"compile": "compiler"}


def __getattr__(name: str) -> object:
    """The submodules that load when they are first asked for; AttributeError for other names."""
    import importlib

    try:
        if name in _SUBMODULES or name == "__config__":
            return importlib.import_module(f"{__name__}.{name}")
        if name == "torch":  # PyTorch's own module has itself by name
            return importlib.import_module(__name__)
        if name.startswith("_foreach_"):
            from ._foreach import foreach

            return foreach(name)
        if name in _ELSEWHERE:
            value = getattr(importlib.import_module(f"{__name__}.{_ELSEWHERE[name]}"), name)
            globals()[name] = value
            return value
    except ModuleNotFoundError as e:
        if not str(e.name).startswith(__name__):
            raise
    from ._missing import no_attribute

    raise no_attribute(__name__, name)


def __dir__() -> list[str]:
    return sorted({*globals(), *_SUBMODULES, *_ELSEWHERE})
