"""The conformance kit's checks of whole backends and providers; see `firebrick_core.testing`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from . import _dtype
from ._device import BACKENDS
from ._operator import TABLE, Operator
from ._provider import PROVIDERS
from .testing import (
    Sample,
    assert_same,
    check_operator,
    dtypes_of,
    flatten,
    make_sample,
    moved_to,
)


def _reference(op: Operator, sample: Sample) -> Any:
    """What the plain CPU kernel gives."""
    before = [p for p in PROVIDERS.values() if p.enabled]
    for p in before:
        p.enabled = False
    try:
        return op(*sample.args, **sample.kwargs)
    finally:
        for p in before:
            p.enabled = True


def _counted(name: str, operator: str, kernel: Any, calls: list[int]) -> Any:
    """A kernel that counts its calls, and is watched for changes of its inputs."""

    def counted(xp: Any, *args: Any, **named: Any) -> Any:
        given = [b for a in args for b in (a if isinstance(a, (list, tuple)) else [a])]
        arrays = [a for a in given if hasattr(a, "copy")]
        before = [a.copy() for a in arrays]
        out = kernel(xp, *args, **named)
        calls[0] += 1
        for a, b in zip(arrays, before, strict=True):
            same = np.array_equal(a, b, equal_nan=a.dtype.kind in "fc")
            assert same, f"provider {name!r}: {operator} changed its input"
        return out

    return counted


def check_provider(name: str) -> int:
    """Check a provider's kernels against the plain ones; returns how many calls it served.

    On every sample of its operators, in every dtype of theirs that the kernels serve, a provider
    must give the plain kernel's shape, dtype and values (to rounding), and leave its inputs alone;
    the operator must pass its own checks with the provider in use; each kernel must serve a sample.
    Raises AssertionError with the first thing that differs, KeyError for an unknown provider.
    """
    provider = PROVIDERS[name]
    total = 0
    for operator in list(provider.kernels):
        op = TABLE[operator]
        dtypes = (*dtypes_of(op), *(_narrow_dtypes() if op.narrow else ()))
        total += _check_kernel(provider, provider.kernels, op, dtypes)
    for operator in list(provider.narrow):
        total += _check_kernel(provider, provider.narrow, TABLE[operator], _narrow_dtypes())
    return total


def _narrow_dtypes() -> tuple[str, ...]:
    """Floats of 16 bits that there are here."""
    try:
        _dtype.bfloat16.numpy_dtype  # noqa: B018
    except ImportError:
        return ("float16",)
    return ("float16", "bfloat16")


def _check_kernel(provider: Any, offered: Any, op: Operator, dtypes: Sequence[str]) -> int:
    """Check a provider's kernel of an operator in some dtypes; returns how many calls it served."""
    (serves, kernel), calls = offered[op.name], [0]
    of = f"provider {provider.name!r}: "
    offered[op.name] = (serves, _counted(provider.name, op.name, kernel, calls))
    try:
        for dtype in dtypes:
            for text in op.samples:
                want = _reference(op, make_sample(text, dtype))
                sample = make_sample(text, dtype)
                what = f"{of}{op.name}({text}) in {dtype}"
                assert_same(op(*sample.args, **sample.kwargs), want, what, exact=False)
        check_operator(op.name)
    finally:
        offered[op.name] = (serves, kernel)
    assert calls[0], f"{of}no sample of {op.name} is served, so nothing tests it"
    return calls[0]


def check_backend(name: str, operators: Sequence[str] | None = None) -> int:
    """Check a backend against the CPU: moves there and back, and every operator's samples.

    `operators` narrows the check. Returns how many samples were judged. Raises AssertionError with
    the first thing that differs, KeyError for an unknown backend.
    """
    backend = BACKENDS[name]
    here = make_sample("x(3, 4)").args[0]
    there = moved_to(here, backend)
    assert there.device.type == name, f"backend {name!r}: a moved tensor is on {there.device}"
    assert_same(_back(there, backend), here, f"backend {name!r}: there and back")
    _back(there, backend)._array[...] = 0
    assert_same(_back(there, backend), here, f"backend {name!r}: to_host shares memory")
    try:
        TABLE["add"](here, there)
    except RuntimeError:
        pass
    else:
        raise AssertionError(f"backend {name!r}: add mixed its tensors with the CPU's")
    judged = 0
    for op in [TABLE[n] for n in operators or TABLE]:
        if op.random or (op.kind == "direct" and not op.mutates) or op.inplace_of is not None:
            continue
        for text in op.samples:
            sample = make_sample(text, _usual_dtype(op))
            if sample.tensors():
                _check_moved(backend, op, sample)
                judged += 1
    return judged


def _usual_dtype(op: Operator) -> str:
    """float32 where the operator takes it, else the first dtype that it takes."""
    found = dtypes_of(op)
    return "float32" if "float32" in found else found[0]


def _check_moved(backend: Any, op: Operator, sample: Sample) -> None:
    """A backend's results are those of the CPU, its own, and leave the inputs alone."""
    moved = sample.map(lambda t: moved_to(t, backend))
    what = f"backend {backend.name!r}: {op.name}({sample.text})"
    want = flatten(op(*sample.args, **sample.kwargs))
    results = flatten(op(*moved.args, **moved.kwargs))
    for g in results:
        assert not hasattr(g, "dim") or g.device.type == backend.name, (
            f"{what}: result on {g.device}"
        )
    on_host = [_back(g, backend) if hasattr(g, "dim") else g for g in results]
    assert_same(on_host, want, what, exact=False)
    after = [_back(t, backend) for t in moved.tensors()]
    assert_same(after, sample.tensors(), f"{what}, its arguments afterwards", exact=False)


def _back(t: Any, backend: Any) -> Any:
    return type(t)._wrap(backend.to_host(t._array))
