"""Update rules compiled by numba into one pass over memory: the provider "numba-optim".

It serves large parameters where numba is installed; `extend.set_providers` and the environment
variable FIREBRICK_PROVIDERS turn it off. Results are those of NumPy bit by bit. Importing numba
takes 0.7 seconds, compiling a rule 0.1 to 0.3, once per process, options and floating type.
"""

from __future__ import annotations

import functools
import importlib.util
import linecache
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from firebrick_core import _frames

from ._core import Provider, register_provider
from ._rule import Hyper, Rule
from ._trace import Untraceable, loop_of

#: How many elements a step must move for a compiled loop to be made: at about 1 ns that it saves
#: per element and step, the second that it costs is won back in a thousand steps, or fewer.
WORTH_IT = 1 << 20

TYPES = ("float32", "float64")
Kernel = Callable[..., None]


@functools.cache
def provider() -> Provider | None:
    """What says whether compiled loops may be used; None without numba."""
    if importlib.util.find_spec("numba") is None:
        return None
    found = Provider("numba-optim")
    register_provider(found)
    return found


def enabled() -> bool:
    """Whether compiled loops are there and not switched off."""
    found = provider()
    return found is not None and found.enabled and compiler() is not None


@functools.cache
def compiler() -> Any:
    """numba; None, with a warning, where it does not run beside the NumPy that is installed."""
    try:
        import numba
    except ImportError as error:
        _frames.warn(
            f"numba is installed, but cannot be imported ({error}): optimizers use NumPy alone. "
            "Install versions of numba and NumPy that fit, or set FIREBRICK_PROVIDERS=none"
        )
        return None
    return numba


def kernel_for(
    rule: type[Rule], names: tuple[str, ...], hyper: Hyper, numbers: Sequence[float], kind: str
) -> tuple[Kernel, Any] | None:
    """A rule's compiled loop over flat arrays, and its last argument; None where there is none."""
    if kind not in TYPES:
        return None
    key = structure(rule, names, hyper, numbers)
    if key not in _loops:
        try:
            text, constants = loop_of(rule, names, hyper, numbers)
            _loops[key] = _compiled(text), constants
        except Untraceable:
            _loops[key] = None
    found = _loops[key]
    if found is None:
        return None
    kernel, constants = found
    return kernel, np.array([*numbers, *constants], kind)


_loops: dict[Any, tuple[Kernel, list[float]] | None] = {}


def structure(
    rule: type[Rule], names: tuple[str, ...], hyper: Hyper, numbers: Sequence[float]
) -> Any:
    """What decides which operations a rule does."""
    return rule, names, tuple(map(_structure, hyper.items())), tuple(v != 0 for v in numbers)


def _structure(item: tuple[str, Any]) -> Any:
    """What a hyper-parameter may decide about a rule's operations: flags and names by their value,
    numbers by whether they are zero."""
    name, value = item
    if name in ("params", "param_names"):
        return None
    if value is None or isinstance(value, (bool, str)):
        return value
    if isinstance(value, (list, tuple)):
        return tuple(_structure(("", v)) for v in value)
    return bool(value)


@functools.cache
def _compiled(text: str) -> Kernel:
    """The function of a source text, compiled for each floating type when it is first called."""
    name = f"<firebrick optimizer loop {hash(text) & 0xFFFFFFFF:x}>"
    linecache.cache[name] = (len(text), None, text.splitlines(True), name)
    names: dict[str, Any] = {"sqrt": np.sqrt}
    exec(compile(text, name, "exec"), names)
    # No fastmath: it would change results. NumPy's error model: no test before each division.
    return compiler().njit(nogil=True, error_model="numpy")(names["update"])
