"""Providers: faster kernels for some operators on a backend, chosen at call time.

A provider's kernel takes what the plain kernel takes, and a predicate says which calls it serves.
Registering one puts a small function in front of the operator's kernel, where the generated code
looks it up; an operator without providers is called as if this module did not exist. The
environment variable FIREBRICK_PROVIDERS, or `set_providers`, says which may serve: "all" (the
default), "none", or names with commas between them.
"""

from __future__ import annotations

import importlib
import os
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np

from ._device import BACKENDS
from ._dispatch import TRANSFORMED
from ._fast_paths import set_kernel
from ._operator import OPERAND, TABLE, TENSOR, Operator

Kernel = Callable[..., Any]
PROVIDERS: dict[str, Provider] = {}
_fronts: dict[str, _Front] = {}


def loaded_by_first_call(module: str, name: str) -> Kernel:
    """A kernel of a module that is imported by the first call, with the library that it needs."""
    found: list[Kernel] = []

    def kernel(*args: Any, **named: Any) -> Any:
        if not found:
            found.append(getattr(importlib.import_module(module), name))
        return found[0](*args, **named)

    return kernel


class Provider:
    """A named set of kernels for a backend's operators.

    `name` is what settings and reports call it, `backend` the device type whose arrays it takes.
    Calls whose first array has fewer than `least` elements (0: none) may pass it by.

    >>> import numpy as np
    >>> import firebrick_core as fb
    >>> from firebrick_core import extend
    >>> mine = extend.Provider("mine")
    >>> def small(xp, input):
    ...     return input.dtype == np.float32 and input.size < 100
    >>> @mine.kernel("square", serves=small)
    ... def square(xp, input):
    ...     return input * input
    >>> extend.register_provider(mine)
    >>> fb.square(fb.tensor([1.0, 2.0])), extend.check_provider("mine") > 0
    (tensor([1., 4.]), True)
    >>> extend.remove_provider("mine")
    """

    def __init__(self, name: str, backend: str = "cpu"):
        if backend not in BACKENDS:
            raise ValueError(f"provider {name!r}: there is no backend {backend!r}")
        self.name = name
        self.backend = backend
        self.enabled = True
        self.least = 0
        self.kernels: dict[str, tuple[Kernel, Kernel]] = {}
        self.narrow: dict[str, tuple[Kernel, Kernel]] = {}
        self.packs: Kernel | None = None

    def __repr__(self) -> str:
        names = sorted({*self.kernels, *self.narrow})
        return f"<provider {self.name}: {', '.join(names) or 'no operators'}>"

    def kernel(
        self, operator: str, serves: Kernel, narrow: bool = False
    ) -> Callable[[Kernel], Kernel]:
        """Offer the decorated kernel for an operator, where `serves(xp, ...)` of the same arguments
        is true. Where the plain kernel's results follow the memory format of its arguments, those
        of the decorated one are arranged so as well.

        With `narrow` it is asked for calls with floats of 16 bits only, and takes them as they are;
        others see them as float32. Numbers among its operands are then arrays of float32.

        Raises ValueError for an operator that has no kernel over arrays.
        """
        op = TABLE.get(operator)
        if op is None or op.kind not in ("array", "pointwise"):
            raise ValueError(
                f"provider {self.name!r}: {operator!r} is no operator with a kernel over arrays"
            )

        def declare(kernel: Kernel) -> Kernel:
            arranged = getattr(op.kernel, "arranged", None)
            offered = self.narrow if narrow else self.kernels
            offered[operator] = (serves, kernel if arranged is None else arranged(kernel))
            return kernel

        return declare

    def narrow_kernel(self, operator: str, xp: Any, positional: Any, named: Any) -> Kernel | None:
        """The kernel that takes the 16-bit floats of a call as they are; None where none does."""
        if self.enabled and BACKENDS[self.backend].is_namespace(xp):
            serves, kernel = self.narrow[operator]
            if serves(xp, *positional, **named):
                return kernel
        return None


def _small_or_asked(op: Operator, provider: Provider) -> Kernel:
    """A front with the operator's own parameters, which a small call passes in 0.1 us in place of
    0.3: for operators that small models call often."""
    names: dict[str, Any] = {
        "_np": np, "_provider": provider, "_plain": op.kernel, "_kernels": provider.kernels
    }
    given, passed = ["xp"], ["xp"]
    for i, p in enumerate(op.parameters):
        named = p.keyword_only
        if named and "*" not in given:
            given.append("*")
        names[f"_default{i}"] = p.default
        given.append(p.name if p.default is p.empty else f"{p.name}=_default{i}")
        passed.append(f"{p.name}={p.name}" if named else p.name)
    first, call = op.parameters[0].name, ", ".join(passed)
    exec(
        f"def small_or_asked({', '.join(given)}):\n"
        f"    if xp is not _np or {first}.size < _provider.least:\n"
        f"        return _plain({call})\n"
        f"    serves, kernel = _kernels[{op.name!r}]\n"
        f"    return (kernel if serves({call}) else _plain)({call})\n",
        names,
    )
    return names["small_or_asked"]


class _Front:
    """What stands in for an operator's kernel: the first provider that serves a call, else the
    plain kernel."""

    def __init__(self, op: Operator):
        self.op = op
        self.inputs = sum(p.kind in (TENSOR, OPERAND) for p in op.parameters)
        self.providers: list[Provider] = []

    def __call__(self, xp: Any, *args: Any, **named: Any) -> Any:
        return self.kernel_for(xp, *args, **named)(xp, *args, **named)

    def kernel_for(self, xp: Any, *args: Any, **named: Any) -> Kernel:
        """The kernel that serves a call."""
        for provider in self.providers:
            if provider.enabled and BACKENDS[provider.backend].is_namespace(xp):
                serves, kernel = provider.kernels[self.op.name]
                if serves(xp, *args, **named):
                    return kernel
        return self.op.kernel

    def call_ufunc(self, *arrays: Any) -> Any:
        """In place of the NumPy function that the operator is; after its inputs may come an
        output."""
        operands, out = arrays[: self.inputs], arrays[self.inputs :]
        dtype = next(a.dtype for a in operands if isinstance(a, np.ndarray))
        operands = tuple(a if isinstance(a, np.ndarray) else np.asarray(a, dtype) for a in operands)
        result = self(np, *operands)
        if not out:
            return result
        out[0][...] = result
        return out[0]

    def _quick(self) -> Kernel:
        """Itself; as one plain function, half the time of a small call, for one provider."""
        enabled = [p for p in self.providers if p.enabled and p.backend == "cpu"]
        if len(enabled) != 1 or len(self.providers) != 1:
            return self
        provider, name, plain = enabled[0], self.op.name, self.op.kernel
        kernels = provider.kernels

        if provider.least and self.op.parameters[0].kind == TENSOR:
            if self.op.inlined and not any(p.variadic for p in self.op.parameters):
                return _small_or_asked(self.op, provider)

            def small_or_asked(xp: Any, first: Any, *rest: Any, **named: Any) -> Any:
                if xp is not np or first.size < provider.least:
                    return plain(xp, first, *rest, **named)
                serves, kernel = kernels[name]
                if serves(xp, first, *rest, **named):
                    return kernel(xp, first, *rest, **named)
                return plain(xp, first, *rest, **named)

            return small_or_asked

        def kernel_or_plain(xp: Any, *args: Any, **named: Any) -> Any:
            if xp is np:
                serves, kernel = kernels[name]
                if serves(xp, *args, **named):
                    return kernel(xp, *args, **named)
            return plain(xp, *args, **named)

        return kernel_or_plain

    def install(self) -> None:
        """Stand where the generated functions look the kernel up, or leave again without
        providers that may serve."""
        op, served = self.op, any(p.enabled for p in self.providers)
        op.front = self if served else None
        kernel = self._quick() if served else op.kernel
        op.function.__globals__[f"_kernel_{op.name}"] = kernel
        ufunc = op.ufunc and (self.call_ufunc if served else getattr(np, op.ufunc))
        set_kernel(op, kernel, ufunc)


def pack(weight: Any, rows: list[int]) -> Kernel | None:
    """A function that multiplies a matrix, of so many rows at each of its calls, by `weight`: the
    first that a provider's `packs` gives; None where none does."""
    for provider in PROVIDERS.values():
        if provider.packs is not None and provider.enabled:
            packed = provider.packs(weight, rows)
            if packed is not None:
                return packed
    return None


def is_served(operator: str, tensors: Sequence[Any], *rest: Any) -> bool:
    """Whether a provider has a kernel for a call of an operator whose first argument is a list of
    tensors; for composites that are faster by their parts where none has."""
    front = _fronts.get(operator)
    if front is None or front.op.front is None:
        return False
    if any(t._keys & TRANSFORMED for t in tensors if t is not None):
        return False
    xp = BACKENDS[tensors[0].device.type].namespace()
    arrays = [None if t is None else t._array for t in tensors]
    return front.kernel_for(xp, arrays, *rest) is not front.op.kernel


def register_provider(provider: Provider) -> None:
    """Let a provider serve, before those registered earlier. Raises ValueError where its name is
    taken."""
    if provider.name in PROVIDERS:
        raise ValueError(f"provider {provider.name!r} is already registered")
    PROVIDERS[provider.name] = provider
    provider.enabled = _enabled(provider.name)
    for name in provider.kernels:
        front = _fronts.setdefault(name, _Front(TABLE[name]))
        front.providers.insert(0, provider)
        front.install()
    for name in provider.narrow:
        op = TABLE[name]
        op.narrow_providers = (provider, *op.narrow_providers)


def remove_provider(name: str) -> None:
    """Take a provider away. Raises KeyError for an unknown name."""
    provider = PROVIDERS.pop(name)
    for operator in provider.kernels:
        front = _fronts[operator]
        front.providers.remove(provider)
        front.install()
    for operator in provider.narrow:
        op = TABLE[operator]
        op.narrow_providers = tuple(p for p in op.narrow_providers if p is not provider)


_setting = os.environ.get("FIREBRICK_PROVIDERS", "all")


def _enabled(name: str) -> bool:
    return _setting == "all" or name in _setting.split(",")


def set_providers(names: str | Iterable[str]) -> None:
    """Say which providers may serve from now on: "all", "none", or names.

    Names that are not registered yet count when they are.
    """
    global _setting
    _setting = names if isinstance(names, str) else ",".join(names)
    for provider in PROVIDERS.values():
        provider.enabled = _enabled(provider.name)
    for front in _fronts.values():
        front.install()


def get_providers() -> list[str]:
    """The names of the providers that may serve, in the order in which they are asked."""
    return [name for name, p in reversed(PROVIDERS.items()) if p.enabled]
