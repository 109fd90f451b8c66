"""torch.jit: functions and modules stay Python.

Firebrick has no second language that programs are translated to. `script` and `trace` hand back
what they are given, and say so once: it computes the same. A module that `script` or `trace` was
asked for is written with `torch.save(model.state_dict(), file)`; files of TorchScript are refused.
"""

import builtins
from collections.abc import Callable
from typing import Any, Final as Final, TypeVar

from firebrick_nn import Module

from .._missing import attributes_missing as _attributes_missing
from .._told import once
from ..compiler import _itself
from . import annotations as annotations

T = TypeVar("T")
_TEXT = "Firebrick translates nothing; the model or function stays Python, with the same results"
_FILES = (
    "Firebrick has no TorchScript, whose files hold programs: save model.state_dict() with "
    "torch.save, and load it into a model made by its class"
)


class ScriptModule(Module):
    """The base class of modules that are written for TorchScript: a Module."""


class ScriptFunction:
    """A function of TorchScript; `script` gives Python functions here, so there is none."""


class TracerWarning(Warning):
    """What PyTorch's tracer warns of; nothing is traced here."""


def script(obj: T, *args: Any, **options: Any) -> T:
    """The function, module or class itself; says once that nothing is translated.

    >>> import firebrick as torch, warnings
    >>> def double(x):
    ...     return 2 * x
    >>> with warnings.catch_warnings():
    ...     warnings.simplefilter("ignore")
    ...     torch.jit.script(double)(torch.ones(1))
    tensor([2.])
    """
    once("torch.jit.script", _TEXT)
    return obj


def trace(func: Any, example_inputs: Any = None, *args: Any, **options: Any) -> Any:
    """The function or module itself, after a call with the example inputs.

    Says once that nothing is traced: unlike a trace, what comes back still decides by its inputs.
    """
    once("torch.jit.trace", _TEXT)
    if example_inputs is not None:
        func(*(example_inputs if builtins.isinstance(example_inputs, tuple) else (example_inputs,)))
    return func


def trace_module(mod: Any, inputs: dict[str, Any], **options: Any) -> Any:
    """The module itself, after a call of each named method with its inputs."""
    once("torch.jit.trace_module", _TEXT)
    for name, values in inputs.items():
        getattr(mod, name)(*(values if builtins.isinstance(values, tuple) else (values,)))
    return mod


def ignore(drop: Any = False, **options: Any) -> Any:
    """A function as it is; with an argument that is no function, a decorator."""
    return drop if callable(drop) else _itself


def unused(fn: T) -> T:
    """A function as it is."""
    return fn


def export(fn: T) -> T:
    """A method as it is."""
    return fn


def script_if_tracing(fn: T) -> T:
    """A function as it is: nothing is traced."""
    return fn


def script_method(fn: T) -> T:
    """A method as it is."""
    return fn


def interface(obj: T) -> T:
    """A class as it is."""
    return obj


def is_scripting() -> bool:
    """False: the code that asks is running as Python."""
    return False


def is_tracing() -> bool:
    """False: nothing is traced."""
    return False


def annotate(the_type: Any, the_value: T) -> T:
    """The value: types are Python's own here."""
    return the_value


def isinstance(obj: Any, target_type: Any) -> bool:
    """Python's isinstance."""
    return builtins.isinstance(obj, target_type)


def freeze(mod: T, *args: Any, **options: Any) -> T:
    """The module itself."""
    return mod


def optimize_for_inference(mod: T, *args: Any, **options: Any) -> T:
    """The module itself."""
    return mod


def fork(func: Callable[..., Any], *args: Any, **named: Any) -> Any:
    """The result of a call, for `wait`: it is made at once."""
    return func(*args, **named)


def wait(future: T) -> T:
    """The result that `fork` has made."""
    return future


def enable_onednn_fusion(enabled: bool) -> None:
    """Nothing to fuse: nothing is translated."""


def set_fusion_strategy(strategy: Any) -> None:
    """Nothing to fuse: nothing is translated."""


def load(f: Any, map_location: Any = None, **options: Any) -> Any:
    """Raises RuntimeError: files of TorchScript hold programs."""
    raise RuntimeError(f"torch.jit.load(): {_FILES}")


def save(m: Any, f: Any, **options: Any) -> None:
    """Raises RuntimeError: files of TorchScript hold programs."""
    raise RuntimeError(f"torch.jit.save(): {_FILES}")


def _overload(fn: T) -> T:
    """One of a function's declared forms, which Python does not need."""
    return fn


_overload_method = _overload
_script_if_tracing = script_if_tracing
Attribute = annotate
__getattr__ = _attributes_missing(__name__)
