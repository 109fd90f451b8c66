"""The conformance kit: checks of operators, backends and providers against the operator table.

`check_operator("add")` runs all checks of one operator and raises AssertionError with what differs.
They need no other library, so they serve for operators declared anywhere: results do not depend on
memory layout, method, in-place and `out=` forms agree with the function, the meta device predicts
shape and dtype, another device gives the same values, mixed dtypes meet in the common one, views
share memory, inputs stay as they were, bad input is refused. `check_backend("mine")` holds a device
against the CPU, `check_provider("mine")` faster kernels against the plain ones.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from . import _dtype
from ._device import BACKENDS
from ._operator import OPERAND, OPTIONAL, PROMOTIONS, TABLE, TENSOR, Operator

DTYPE_CLASSES = {
    "all": ("bool", "uint8", "int32", "int64", "float16", "float32", "float64", "complex64"),
    "number": ("uint8", "int32", "int64", "float16", "float32", "float64", "complex64"),
    "real": ("uint8", "int32", "int64", "float16", "float32", "float64"),
    "ordered": ("bool", "uint8", "int32", "int64", "float16", "float32", "float64"),
    "floating": ("float16", "float32", "float64", "complex64"),
    "float": ("float16", "float32", "float64"),
    "integral": ("bool", "uint8", "int32", "int64"),
    "integer": ("uint8", "int32", "int64"),
    # Where PyTorch's libraries serve no half precision.
    "no_half": ("bool", "uint8", "int32", "int64", "float32", "float64", "complex64"),
    "no_half_real": ("bool", "uint8", "int32", "int64", "float32", "float64"),
    "no_half_floating": ("float32", "float64", "complex64"),
    "no_half_float": ("float32", "float64"),
    "no_half_complex": ("complex64",),
    "none": ("float32",),  # operators that take no tensors
}


class Sample:
    """The arguments of one call. `args` and `kwargs` hold tensors and plain values."""

    def __init__(self, text: str, dtype: str, args: tuple[Any, ...], kwargs: dict[str, Any]):
        self.text, self.dtype, self.args, self.kwargs = text, dtype, args, kwargs

    def tensors(self) -> list[Any]:
        """All tensors among the arguments, also those in lists."""
        found = []
        for a in (*self.args, *self.kwargs.values()):
            found += [t for t in (a if isinstance(a, (list, tuple)) else (a,)) if hasattr(t, "dim")]
        return found

    def map(self, function: Callable[[Any], Any]) -> Sample:
        """The same call with `function` applied to each tensor."""

        def one(a: Any) -> Any:
            if isinstance(a, (list, tuple)) and any(hasattr(t, "dim") for t in a):
                return type(a)([one(t) for t in a])
            return function(a) if hasattr(a, "dim") else a

        kwargs = {k: one(v) for k, v in self.kwargs.items()}
        return Sample(self.text, self.dtype, tuple(map(one, self.args)), kwargs)


def make_sample(
    text: str,
    dtype: str = "float32",
    *,
    library: Any = None,
    functional: Any = None,
    from_numpy: Any = None,
    requires_grad: bool = False,
) -> Sample:
    """Evaluate a declaration's sample: the text of a call's arguments.

    `library` and `functional` are what the names T and F mean, `from_numpy` makes its tensors: the
    same text makes the same values for another library. Names in the text: `x`, `pos`, `unit`
    (values in (-2, 2), (0.2, 2), (-0.9, 0.9)), `ints(high, *shape)`, `mask(*shape)`.
    """
    if library is None:
        import firebrick_core as library
        import firebrick_core.functional as functional
    make = from_numpy or library.from_numpy
    rng = np.random.default_rng(zlib.crc32(text.encode()))
    kind = np.dtype(dtype).kind

    def draw(low: float, high: float, shape: tuple[int, ...]) -> Any:
        if kind == "b":
            return make(np.asarray(rng.random(shape) < 0.5))
        if kind in "iu":
            low = max(low, 0) if kind == "u" else low
            return make(
                np.asarray(rng.integers(int(np.ceil(low * 3)), int(high * 3) + 1, shape), dtype)
            )
        values = rng.uniform(low, high, shape)
        if kind == "c":
            values = values + 1j * rng.uniform(low, high, shape)
        return grad(make(np.asarray(values, dtype)))

    def grad(t: Any) -> Any:
        return t.requires_grad_() if requires_grad and kind in "fc" else t

    names = {
        "T": library,
        "F": functional,
        "inf": float("inf"),
        "nan": float("nan"),
        "x": lambda *shape: draw(-2, 2, shape),
        "pos": lambda *shape: draw(0.4, 2, shape),
        "unit": lambda *shape: draw(-0.9, 0.9, shape),
        "ints": lambda high, *shape: make(np.asarray(rng.integers(0, high, shape))),
        "mask": lambda *shape: make(np.asarray(rng.random(shape) < 0.5)),
        "call": lambda *args, **kwargs: (args, kwargs),
    }
    args, kwargs = eval(f"call({text})", names)
    return Sample(text, dtype, args, kwargs)


def samples(op: Operator, dtype: str = "float32", **options: Any) -> Iterator[Sample]:
    """The declared samples of an operator, evaluated."""
    for text in op.samples:
        yield make_sample(text, dtype, **options)


def dtypes_of(op: Operator) -> tuple[str, ...]:
    """The dtypes that an operator's tests run in."""
    return DTYPE_CLASSES[op.dtypes]


def flatten(result: Any) -> list[Any]:
    """The tensors of a result: one, or those of tuples and lists."""
    if not isinstance(result, (tuple, list)):
        return [result]
    return [t for part in result for t in flatten(part)]


_TOLERANCES = {"bfloat16": 2e-2, "float16": 2e-3, "float32": 1e-5, "complex64": 1e-5}


def assert_same(got: Any, want: Any, what: str, exact: bool = True) -> None:
    """Raise AssertionError where two results differ in number, dtype, shape or values."""
    got, want = flatten(got), flatten(want)
    assert len(got) == len(want), f"{what}: {len(got)} results, expected {len(want)}"
    for g, w in zip(got, want, strict=True):
        if not hasattr(w, "dim"):  # a plain value
            assert type(g) is type(w) and g == w, f"{what}: {g!r}, expected {w!r}"
            continue
        assert g.dtype is w.dtype, f"{what}: dtype {g.dtype}, expected {w.dtype}"
        assert g.shape == w.shape, f"{what}: shape {tuple(g.shape)}, expected {tuple(w.shape)}"
        a, b = g._array, w._array
        assert a.dtype == g.dtype.numpy_dtype, f"{what}: elements of {a.dtype} in a {g.dtype}"
        if exact:
            np.testing.assert_array_equal(a, b, err_msg=what)
        else:
            tolerance = _TOLERANCES.get(g.dtype.name, 1e-12)
            if g.dtype.name == "bfloat16":
                a, b = a.astype(np.float32), b.astype(np.float32)
            np.testing.assert_allclose(a, b, rtol=tolerance, atol=tolerance, err_msg=what)


def strided(t: Any) -> Any:
    """The same values with gaps between the elements in memory."""
    a = t.detach()._array
    wide = np.zeros((*a.shape, 2), a.dtype)
    wide[..., 0] = a
    return type(t)._wrap(wide[..., 0])


def seeded(op: Operator, function: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    """What a form of an operator gives; of a random one, always the same."""
    if not op.random:
        return function(*args, **kwargs)
    from .random import fork_rng, manual_seed

    with fork_rng():
        manual_seed(0)
        return function(*args, **kwargs)


# ---------------------------------------------------------------------- the checks
def check_layout(op: Operator, sample: Sample) -> None:
    """Values do not depend on how the inputs lie in memory, and inputs are left alone."""
    if op.random:
        return
    before = [t._array.copy() for t in sample.tensors()]
    want = op(*sample.args, **sample.kwargs)
    if not op.mutates:
        for t, b in zip(sample.tensors(), before, strict=True):
            np.testing.assert_array_equal(
                t._array, b, err_msg=f"{op.name}({sample.text}) changed its input"
            )
            assert t._version == 0, f"{op.name}({sample.text}) raised its input's version"
    again = make_sample(sample.text, sample.dtype).map(strided)
    try:
        got = op(*again.args, **again.kwargs)
    except RuntimeError as e:
        if "not compatible with input tensor's size and stride" in str(e):
            return  # a view that this layout does not allow
        raise
    assert_same(got, want, f"{op.name}({sample.text}), not contiguous", exact=False)


def check_method(op: Operator, sample: Sample) -> None:
    """The method gives what the function gives."""
    if op.mutates or not sample.args or not hasattr(sample.args[0], "dim"):
        return
    for name in op.methods:
        method = getattr(sample.args[0], name)
        got = seeded(op, method, *sample.args[1:], **sample.kwargs)
        want = seeded(op, op, *sample.args, **sample.kwargs)
        assert_same(got, want, f"Tensor.{name}({sample.text})")


def check_out(op: Operator, sample: Sample) -> None:
    """`out=` receives the result, resized from empty, and is what the call returns."""
    if not op.out:
        return
    want = seeded(op, op, *sample.args, **sample.kwargs)
    outs = [type(w)._wrap(np.empty(0, w.dtype.numpy_dtype)) for w in flatten(want)]
    out = tuple(outs) if isinstance(want, tuple) else outs[0]
    got = seeded(op, op, *sample.args, **sample.kwargs, out=out)
    assert_same(outs, want, f"{op.name}({sample.text}, out=)")
    assert got is out, f"{op.name}({sample.text}, out=...) did not return its out"


def check_inplace(op: Operator, sample: Sample) -> None:
    """The in-place form changes its first argument to the function's result, and bumps its
    version."""
    if not op.inplace:
        return
    form = TABLE[f"{op.name}_"]
    first = sample.args[0]
    if not hasattr(first, "dim"):
        return
    want = op(*sample.args, **sample.kwargs)
    target = first.clone()
    turns_real = op.promotion == "real" and first.dtype.is_complex
    if turns_real or want.shape != first.shape or not _dtype.can_cast(want.dtype, first.dtype):
        try:
            form(target, *sample.args[1:], **sample.kwargs)
        except RuntimeError:
            assert_same(target, first, f"{form.name}({sample.text}) failed half-way")
            return
        raise AssertionError(f"{form.name}({sample.text}) accepted a result that does not fit")
    got = form(target, *sample.args[1:], **sample.kwargs)
    assert got is target, f"{form.name}({sample.text}) did not return its first argument"
    assert_same(target, want.to(first.dtype), f"{form.name}({sample.text})")
    assert target._version == 1, (
        f"{form.name}({sample.text}): version {target._version}, expected 1"
    )


def check_meta(op: Operator, sample: Sample) -> None:
    """The meta device predicts shape and dtype."""
    if op.mutates or (op.kind == "array" and op.meta is None) or op.kind == "direct":
        return
    if not sample.tensors():
        return
    want = op(*sample.args, **sample.kwargs)
    on_meta = sample.map(_to_meta)
    try:
        got = op(*on_meta.args, **on_meta.kwargs)
    except RuntimeError as e:  # also NotImplementedError
        if op.kind == "composite" and (isinstance(e, NotImplementedError) or "meta" in str(e)):
            return  # one of its parts depends on data
        raise
    for g, w in zip(flatten(got), flatten(want), strict=True):
        if not hasattr(w, "dim"):
            continue
        assert g.is_meta, f"{op.name}({sample.text}): not on the meta device"
        assert (g.shape, g.dtype) == (w.shape, w.dtype), (
            f"{op.name}({sample.text}) on meta: {g.dtype} {tuple(g.shape)}, "
            f"expected {w.dtype} {tuple(w.shape)}"
        )


def _to_meta(t: Any) -> Any:
    return moved_to(t, BACKENDS["meta"])


def check_device(op: Operator, sample: Sample) -> None:
    """Another device computes the same values, and does not mix with the CPU."""
    if op.mutates or op.random or op.kind == "direct" or not sample.tensors():
        return
    want = op(*sample.args, **sample.kwargs)
    elsewhere = sample.map(_to_fake)
    got = op(*elsewhere.args, **elsewhere.kwargs)
    tensors = [g for g in flatten(got) if hasattr(g, "dim")]
    for g in tensors:
        assert g.device.type == "fake", (
            f"{op.name}({sample.text}): result on {g.device}, expected fake:0"
        )
    on_host = [_to_host(g) if hasattr(g, "dim") else g for g in flatten(got)]
    assert_same(on_host, flatten(want), f"{op.name}({sample.text}) on another device", exact=False)


def moved_to(t: Any, backend: Any) -> Any:
    """The tensor on a backend's device."""
    return type(t)._wrap(backend.from_host(t._array), backend.bit)


def _to_fake(t: Any) -> Any:
    return moved_to(t, BACKENDS["fake"])


def _to_host(t: Any) -> Any:
    return type(t)._wrap(t._array)


def check_view(op: Operator, sample: Sample) -> None:
    """A view shares memory and version with its base."""
    if op.kind != "view":
        return
    base = sample.args[0]
    for out in flatten(op(*sample.args, **sample.kwargs)):
        assert not out.numel() or np.may_share_memory(out._array, base._array), f"{op.name}: a copy"
        assert out._storage is base._storage, (
            f"{op.name}({sample.text}): another storage than its base's"
        )
        assert out._base is base, f"{op.name}({sample.text}): _base is not its input"


CHECKS: tuple[Callable[[Operator, Sample], None], ...] = (
    check_layout,
    check_method,
    check_out,
    check_inplace,
    check_meta,
    check_device,
    check_view,
)


def check_promotion(op: Operator, sample: Sample) -> None:
    """Mixed dtypes meet in the common one: the result is that of operands converted first."""
    if op.kind != "pointwise" or op.random or len(sample.tensors()) < 2:
        return
    for other in ("bool", "int32", "float32", "float64"):
        first, *rest = sample.args
        mixed = [a.to(getattr(_dtype, other)) if hasattr(a, "dim") else a for a in rest]
        arguments = zip(op.parameters, (first, *mixed), strict=False)
        operands = [a for p, a in arguments if p.kind in (TENSOR, OPTIONAL, OPERAND)]
        common = _dtype.operands_dtype(operands)
        converted = [a.to(common) if hasattr(a, "dim") else a for a in (first, *mixed)]
        try:
            want = op(*converted, **sample.kwargs)
        except (RuntimeError, NotImplementedError, TypeError):
            continue  # the common dtype is not served
        _, result = PROMOTIONS[op.promotion or "default"](common)
        try:
            got = op(first, *mixed, **sample.kwargs)
        except RuntimeError:
            if op.check is None:
                raise
            continue  # an operator that does not promote
        what = f"{op.name}({sample.text}) with {other}"
        assert got.dtype is result, f"{what}: dtype {got.dtype}, expected {result}"
        assert_same(got, want, what, exact=False)


CHECKS = (*CHECKS, check_promotion)


def check_errors(op: Operator) -> None:
    """Each declared bad call raises its exception type, with its message."""
    import re

    for text, kind, pattern in op.errors:
        bad = make_sample(text)
        try:
            op(*bad.args, **bad.kwargs)
        except kind as e:
            assert re.search(pattern, str(e)), (
                f"{op.name}({text}): {e!s} does not match {pattern!r}"
            )
        else:
            raise AssertionError(f"{op.name}({text}) did not raise {kind.__name__}")


def check_operator(name: str, dtypes: tuple[str, ...] | None = None) -> int:
    """Run every check on every sample of an operator; returns how many samples were judged.

    Raises AssertionError with the first thing that differs, KeyError for an unknown operator.

    >>> import firebrick_core.testing as testing
    >>> testing.check_operator("add", ("float32",)) > 0
    True
    """
    op = TABLE[name]
    judged = 0
    for dtype in dtypes or dtypes_of(op):
        for text in op.samples:
            for check in CHECKS:
                check(op, make_sample(text, dtype))
            judged += 1
    check_errors(op)
    return judged


from ._conformance import (  # noqa: E402  # made of the checks above
    check_backend as check_backend,
    check_provider as check_provider,
)
