"""Whether values are close, and where they are not."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

import firebrick_core as torch

# Relative and absolute tolerances by dtype; others compare exactly.
TOLERANCES = {
    torch.float16: (1e-3, 1e-5),
    torch.bfloat16: (1.6e-2, 1e-5),
    torch.float32: (1.3e-6, 1e-5),
    torch.float64: (1e-7, 1e-7),
    torch.complex64: (1.3e-6, 1e-5),
    torch.complex128: (1e-7, 1e-7),
}


class _Options:
    """What `assert_close` was asked for."""

    def __init__(self, rtol: Any, atol: Any, equal_nan: bool, **checks: bool) -> None:
        if (rtol is None) != (atol is None):
            missing = "rtol" if rtol is None else "atol"
            raise ValueError(
                f"Both 'rtol' and 'atol' must be either specified or omitted, but got no {missing}."
            )
        self.rtol, self.atol, self.equal_nan, self.checks = rtol, atol, equal_nan, checks

    def tolerances(self, *dtypes: Any) -> tuple[float, float]:
        """The tolerances given, or the wider ones of the dtypes."""
        if self.rtol is not None:
            return self.rtol, self.atol
        known = [TOLERANCES.get(d, (0.0, 0.0)) for d in dtypes]
        return max(r for r, _ in known), max(a for _, a in known)


def assert_close(
    actual: Any,
    expected: Any,
    *,
    allow_subclasses: bool = True,
    rtol: float | None = None,
    atol: float | None = None,
    equal_nan: bool = False,
    check_device: bool = True,
    check_dtype: bool = True,
    check_layout: bool = True,
    check_stride: bool = False,
    msg: str | Callable[[str], str] | None = None,
) -> None:
    """Raise AssertionError where values are not close: `|actual - expected| > atol + rtol *
    |expected|` anywhere, another shape, or (unless said otherwise) dtype, device or layout.

    Args:
        actual, expected: tensors, NumPy arrays, numbers, truth values, None, and sequences and
            mappings of them.
        rtol, atol: both or none; none: those of the dtype, 1.3e-6 and 1e-5 for float32, 1e-7 and
            1e-7 for float64, 0 and 0 for integers.
        equal_nan: whether NaN is close to NaN.
        check_stride: whether strides must agree too.
        msg: the error's text, or a function of the usual one.

    Raises TypeError for values of other types, ValueError for one tolerance without the other.

    Source: torch.testing.assert_close.

    >>> import firebrick as torch
    >>> torch.testing.assert_close(torch.tensor([1.0]), torch.tensor([1.0 + 1e-7]))
    """
    options = _Options(
        rtol,
        atol,
        equal_nan,
        device=check_device,
        dtype=check_dtype,
        layout=check_layout,
        stride=check_stride,
        subclasses=allow_subclasses,
    )
    found = _difference(actual, expected, options, "")
    if found is not None:
        raise AssertionError(found if msg is None else msg(found) if callable(msg) else msg)


def assert_allclose(
    actual: Any, expected: Any, rtol: Any = None, atol: Any = None, equal_nan: bool = True
) -> None:
    """`assert_close` by an older name: dtypes may differ, and NaN is close to NaN."""
    if not isinstance(actual, torch.Tensor):
        actual = torch.tensor(actual)
    if not isinstance(expected, torch.Tensor):
        expected = torch.tensor(expected, dtype=actual.dtype)
    if rtol is None and atol is None:
        rtol, atol = _Options(None, None, False).tolerances(actual.dtype, expected.dtype)
    assert_close(
        actual,
        expected,
        rtol=rtol,
        atol=atol,
        equal_nan=equal_nan,
        check_device=True,
        check_dtype=False,
    )


def _difference(actual: Any, expected: Any, options: _Options, where: str) -> str | None:
    """What is wrong, or None. `where` is the place inside nested values."""
    if _is_sequence(actual) and _is_sequence(expected):
        if len(actual) != len(expected):
            text = f"The length of the sequences mismatch: {len(actual)} != {len(expected)}"
            return _at(text, where)
        keys: Any = range(len(actual))
    elif isinstance(actual, Mapping) and isinstance(expected, Mapping):
        lacking, extra = [[*(a.keys() - b.keys())] for a, b in (
            (expected, actual), (actual, expected))]  # fmt: skip
        if lacking or extra:
            text = (
                "The keys of the mappings do not match:"
                + (f"\nMissing keys in the actual mapping: {sorted(lacking)}" if lacking else "")
                + (f"\nAdditional keys in the actual mapping: {sorted(extra)}" if extra else "")
            )
            return _at(text, where)
        keys = list(expected)
    else:
        return _at(_leaf_difference(actual, expected, options), where)
    for key in keys:
        found = _difference(actual[key], expected[key], options, f"{where}[{key!r}]")
        if found is not None:
            return found
    return None


def _is_sequence(value: Any) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, (str, bytes))


def _at(text: str | None, where: str) -> str | None:
    return f"{text}\n\nThe failure occurred for item {where}" if text and where else text


def _leaf_difference(actual: Any, expected: Any, options: _Options) -> str | None:
    if actual is None or expected is None:
        return None if actual is expected else f"None mismatch: {actual} is not {expected}"
    if _all(bool, actual, expected):
        same = bool(actual) == bool(expected)
        return None if same else f"Booleans mismatch: {actual} is not {expected}"
    if _all((int, float, complex), actual, expected):
        return _number_difference(actual, expected, options)
    tensors = [torch.as_tensor(v) if isinstance(v, np.ndarray) else v for v in (actual, expected)]
    if not _all(torch.Tensor, *tensors):
        raise TypeError(
            "No comparison pair was able to handle inputs of type "
            f"{type(actual)} and {type(expected)}."
        )
    return _tensor_difference(tensors[0], tensors[1], options)


def _all(kinds: Any, actual: Any, expected: Any) -> bool:
    return isinstance(actual, kinds) and isinstance(expected, kinds)


def _number_difference(actual: Any, expected: Any, options: _Options) -> str | None:
    dtypes = [torch.int64 if isinstance(v, int) else torch.float64 for v in (actual, expected)]
    return _scalars(actual, expected, *options.tolerances(*dtypes), options.equal_nan)


def _scalars(actual: Any, expected: Any, rtol: float, atol: float, equal_nan: bool) -> str | None:
    apart = abs(actual - expected)
    relative = apart / abs(expected) if expected else float("inf")
    if actual == expected or apart <= atol + rtol * abs(expected):
        return None
    if equal_nan and actual != actual and expected != expected:
        return None
    exact = not rtol and not atol
    limits = ("", "") if exact else (f" (up to {atol} allowed)", f" (up to {rtol} allowed)")
    return (
        f"Scalars are not {'equal' if exact else 'close'}!\n\n"
        f"Expected {expected} but got {actual}.\n"
        f"Absolute difference: {apart}{limits[0]}\nRelative difference: {relative}{limits[1]}"
    )


def _tensor_difference(actual: Any, expected: Any, options: _Options) -> str | None:
    compared = [("shape", actual.shape, expected.shape, True)]
    for name in ("layout", "device", "dtype"):
        pair = getattr(actual, name), getattr(expected, name)
        compared.append((name, *pair, options.checks[name]))
    if options.checks["stride"]:
        compared.append(("stride()", actual.stride(), expected.stride(), True))
    for name, a, b, checked in compared:
        if checked and a != b:
            return f"The values for attribute {name!r} do not match: {a} != {b}."
    rtol, atol = options.tolerances(actual.dtype, expected.dtype)
    a, b = [_wide(t.detach().to_dense() if t.is_sparse else t.detach()) for t in (actual, expected)]
    if not actual.dim():
        return _scalars(a.item(), b.item(), rtol, atol, options.equal_nan)
    return _mismatches(a, b, rtol, atol, options.equal_nan)


def _wide(t: Any) -> np.ndarray[Any, Any]:
    """The values of a tensor in a type that their differences fit into."""
    t = t.cpu()
    if t.dtype.is_complex:
        return t.to(torch.complex128).numpy()
    if t.dtype.is_floating_point:
        return t.to(torch.float64).numpy()
    return t.to(torch.int64).numpy()


def _mismatches(a: Any, b: Any, rtol: float, atol: float, equal_nan: bool) -> str | None:
    with np.errstate(all="ignore"):
        apart = np.abs(a - b)
        # Equal infinities are close, their difference is not a number.
        close = (a == b) | (np.isfinite(apart) & (apart <= atol + rtol * np.abs(b)))
        if equal_nan:
            close |= np.isnan(a) & np.isnan(b)
        if close.all():
            return None
        relative = apart / np.abs(b)
    apart, relative = [np.where(close, 0, d) for d in (apart, relative)]
    exact = not rtol and not atol
    wrong, total = int((~close).sum()), close.size
    return (
        f"Tensor-likes are not {'equal' if exact else 'close'}!\n\n"
        f"Mismatched elements: {wrong} / {total} ({wrong / total:.1%})\n"
        + _greatest("absolute", apart, "" if exact else f" (up to {atol} allowed)")
        + "\n"
        + _greatest("relative", relative, "" if exact else f" (up to {rtol} allowed)")
    )


def _greatest(kind: str, differences: Any, limit: str) -> str:
    index = np.unravel_index(int(np.argmax(differences)), differences.shape)
    place = tuple(int(i) for i in index)
    return f"Greatest {kind} difference: {differences[place].item()} at index {place}{limit}"
