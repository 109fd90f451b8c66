"""Text of a tensor, character for character as PyTorch prints it, and the options that govern it.

The work is done on arrays (:func:`tensor_text`), in three steps: cut the array down to the corners
that are shown, turn every element that is left into text, lay the texts out in lines.
:func:`tensor_repr` only reads a tensor's properties and hands them on.

The rules (when a number is written as ``1.``, ``1.0000`` or ``1.0000e+00``, how wide a column is,
where a line breaks) were found by experiment against PyTorch 2.13; ``integration_tests`` repeat
those experiments.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np

from . import _dispatch, _dtype

__all__ = ["get_printoptions", "printoptions", "set_printoptions", "tensor_repr", "tensor_text"]

_PROFILES: dict[str, dict[str, Any]] = {
    "default": {"precision": 4, "threshold": 1000, "edgeitems": 3, "linewidth": 80},
    "short": {"precision": 2, "threshold": 1000, "edgeitems": 2, "linewidth": 80},
    "full": {"precision": 4, "threshold": float("inf"), "edgeitems": 3, "linewidth": 80},
}

_options: dict[str, Any] = {**_PROFILES["default"], "sci_mode": None}

# Beyond these, PyTorch goes over to scientific notation (for the magnitudes of what is shown).
_SCI_RATIO = 1000.0
_SCI_ABOVE = 1e8
_SCI_BELOW = 1e-4

_ELLIPSIS = "..."

# PyTorch keeps this much of the last line of elements free before it appends the first property.
_RESERVED = 2


def set_printoptions(
    precision: int | None = None,
    threshold: float | None = None,
    edgeitems: int | None = None,
    linewidth: int | None = None,
    profile: str | None = None,
    sci_mode: bool | None = None,
) -> None:
    """Set how tensors are printed; what is left out keeps its value, except `sci_mode`.

    Args:
        precision: digits after the point, 0 or more. Default 4.
        threshold: more elements than this are summarised with ``...``. Default 1000.
        edgeitems: how many elements stay at each end of a summarised dimension. Default 3.
        linewidth: characters in a line. Default 80.
        profile: ``"default"``, ``"short"`` or ``"full"``: sets the four above first.
        sci_mode: ``True``: always scientific notation, ``False``: never, ``None`` (also when it is
            left out, as in PyTorch): decided for each tensor from the numbers in it.

    Raises:
        ValueError: an unknown profile or a negative number. (PyTorch takes both, and ignores the
            one and fails at the next print with the other.)
        TypeError: something that is not a number.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.set_printoptions.html

    >>> set_printoptions(precision=2)
    >>> tensor_text(np.array([0.125, 3.0]), dtype_name="torch.float64")
    'tensor([0.12, 3.00], dtype=torch.float64)'
    >>> set_printoptions(profile="default")
    """
    updates: dict[str, Any] = {}
    if profile is not None:
        if profile not in _PROFILES:
            raise ValueError(
                f"set_printoptions: expected profile to be one of {', '.join(_PROFILES)}, "
                f"but got {profile!r}; pass one of these, or set precision, threshold, edgeitems "
                "and linewidth one by one"
            )
        updates.update(_PROFILES[profile])
    for name, value in (
        ("precision", precision),
        ("threshold", threshold),
        ("edgeitems", edgeitems),
        ("linewidth", linewidth),
    ):
        if value is not None:
            updates[name] = _checked_count(name, value)
    _options.update(updates, sci_mode=None if sci_mode is None else bool(sci_mode))


def _checked_count(name: str, value: Any) -> Any:
    """`value` if it can stand for a count; only `threshold` may be fractional, infinite or < 0."""
    kinds = (int, float, np.integer, np.floating) if name == "threshold" else (int, np.integer)
    if not isinstance(value, kinds) or isinstance(value, bool):
        raise TypeError(
            f"set_printoptions: expected {name} to be a number of type int, but got {value!r} of "
            f"type {type(value).__name__}; pass a whole number such as {_PROFILES['default'][name]}"
        )
    if name != "threshold" and value < 0:
        raise ValueError(
            f"set_printoptions: expected {name} to be 0 or more, but got {value}; "
            f"pass a whole number such as {_PROFILES['default'][name]}"
        )
    return value


def get_printoptions() -> dict[str, Any]:
    """The print options in force, as a new dict of `set_printoptions`'s arguments.

    >>> get_printoptions()["linewidth"]
    80
    """
    return dict(_options)


@contextmanager
def printoptions(**options: Any) -> Iterator[None]:
    """`set_printoptions` for the length of a ``with`` block.

    >>> with printoptions(sci_mode=True):
    ...     print(tensor_text(np.float32([1.5]), dtype_name="torch.float32"))
    tensor([1.5000e+00])
    """
    before = get_printoptions()
    try:
        set_printoptions(**options)
        yield
    finally:
        _options.update(before)


# --- from a number to its text ------------------------------------------------------------------


def _real_texts(values: np.ndarray) -> tuple[list[str], int]:
    """Texts of a flat floating-point array, and the column width that PyTorch gives them.

    The width is that of the widest number that is neither zero nor infinite nor NaN: only these
    take part in the choice of notation, and the others may stick out of the column.
    """
    values = values.astype(np.float64)
    telling = values[np.isfinite(values) & (values != 0)]
    write = _notation(telling)
    width = max((len(write(value)) for value in telling.tolist()), default=1)
    return [write(value) for value in values.tolist()], width


def _notation(telling: np.ndarray) -> Callable[[float], str]:
    """The function that writes one number, chosen from the finite non-zero numbers to be shown."""
    precision = _options["precision"]
    if not telling.size:
        return _write_whole
    magnitudes = np.abs(telling)
    smallest, largest = magnitudes.min(), magnitudes.max()
    whole = bool((telling == np.trunc(telling)).all())
    scientific = _options["sci_mode"]
    if scientific is None:
        with np.errstate(over="ignore"):
            scientific = (
                largest / smallest > _SCI_RATIO
                or largest > _SCI_ABOVE
                or (not whole and smallest < _SCI_BELOW)
            )
    if not scientific and whole:
        return _write_whole
    return f"{{:.{precision}{'e' if scientific else 'f'}}}".format


def _write_whole(value: float) -> str:
    """``3.``, ``-0.``, ``inf``, ``nan``."""
    text = f"{value:.0f}"
    return text if text[-1] in "fn" else text + "."


def _complex_texts(values: np.ndarray) -> tuple[list[str], int]:
    """As `_real_texts`; the two parts choose their notations apart, only the real part is padded.

    The width leaves out the sign between the parts, as PyTorch does: a line of complex numbers may
    be longer than `linewidth`.
    """
    reals, real_width = _real_texts(values.real)
    imags, imag_width = _real_texts(values.imag)
    texts = [
        f"{real.rjust(real_width)}{'' if imag.startswith('-') else '+'}{imag}j"
        for real, imag in zip(reals, imags, strict=True)
    ]
    return texts, real_width + imag_width + 1


def _plain_texts(values: np.ndarray) -> tuple[list[str], int]:
    """Texts of integers and bools: Python's own, all in one column."""
    texts = [str(value) for value in values.tolist()]
    return texts, max(map(len, texts), default=1)


def _element_texts(values: np.ndarray) -> tuple[list[str], int]:
    """Padded texts of a flat array, and the width of an element for the breaking of lines."""
    kind = values.dtype.kind
    if kind == "c":
        return _complex_texts(values)
    # ml_dtypes' floats (bfloat16, float8) are of kind "V" or "f", depending on its version.
    texts, width = _plain_texts(values) if kind in "biu" else _real_texts(values)
    return [text.rjust(width) for text in texts], width


# --- from texts to lines ------------------------------------------------------------------------


def _corners(array: Any, edgeitems: int) -> Any:
    """The part of `array` that a summary shows: both ends of every dimension that is too long."""
    for dim, size in enumerate(array.shape):
        if size > 2 * edgeitems:
            index = np.r_[0:edgeitems, size - edgeitems : size]
            array = array[(slice(None),) * dim + (index,)]
    return array


class _Layout:
    """Lays texts out as nested brackets; `cut[d]` says that dimension `d` lost its middle."""

    def __init__(self, texts: Sequence[str], width: int, shape: Sequence[int], cut: Sequence[bool]):
        self.texts = texts
        self.shape = shape
        self.cut = cut
        self.width = width

    def lines(self, indent: int) -> str:
        return self._dimension(0, 0, indent) if self.shape else self.texts[0]

    def _dimension(self, dim: int, start: int, indent: int) -> str:
        """Text of the sub-array whose first element is `texts[start]`, `dim` brackets deep."""
        size = self.shape[dim]
        if dim == len(self.shape) - 1:
            return self._row(list(self.texts[start : start + size]), self.cut[dim], indent)
        step = int(np.prod(self.shape[dim + 1 :]))
        parts = [self._dimension(dim + 1, start + item * step, indent + 1) for item in range(size)]
        if self.cut[dim]:
            parts.insert(size // 2, _ELLIPSIS)
        blank_lines = "\n" * (len(self.shape) - 1 - dim)
        return "[" + f",{blank_lines}{' ' * (indent + 1)}".join(parts) + "]"

    def _row(self, texts: list[str], cut: bool, indent: int) -> str:
        if cut:
            texts.insert(len(texts) // 2, " " + _ELLIPSIS if texts else _ELLIPSIS)
        room = _options["linewidth"] - indent
        per_line = max(1, room // (self.width + 2))
        lines = [", ".join(texts[at : at + per_line]) for at in range(0, len(texts), per_line)]
        return "[" + f",\n{' ' * (indent + 1)}".join(lines) + "]"


def _contents(array: Any, indent: int, to_host: Callable[[Any], np.ndarray]) -> str:
    """Text of an array that has elements."""
    edgeitems = _options["edgeitems"]
    shape = array.shape
    summarise = array.size > _options["threshold"]
    if summarise and edgeitems == 0 and shape:
        return f"[{_ELLIPSIS}]"
    shown = _corners(array, edgeitems) if summarise else array
    texts, width = _element_texts(to_host(shown).reshape(-1))
    cut = [summarise and size > 2 * edgeitems for size in shape]
    return _Layout(texts, width, shown.shape, cut).lines(indent)


def tensor_text(
    array: Any,
    *,
    dtype_name: str,
    default_dtype_names: Sequence[str] = (
        "torch.float32",
        "torch.complex64",
        "torch.int64",
        "torch.bool",
    ),
    shape: Sequence[int] | None = None,
    device: str | None = None,
    requires_grad: bool = False,
    grad_fn_name: str | None = None,
    prefix: str = "tensor(",
    to_host: Callable[[Any], np.ndarray] = np.asarray,
) -> str:
    """The text that PyTorch prints for a tensor with these properties.

    Args:
        array: NumPy or CuPy array with the elements, or ``None`` where there are none (device
            ``meta``); then `shape` must be given.
        dtype_name: as ``str(dtype)`` gives it, ``"torch.float32"``.
        default_dtype_names: dtypes that the text does not name, since ``tensor([...])`` with the
            same elements would have them. The first one also goes without saying when `array` is
            empty.
        shape: shape of a tensor without elements in memory.
        device: name of the device if it is to be printed.
        requires_grad: printed if there is no `grad_fn_name`.
        grad_fn_name: name of the function that made the tensor, ``"AddBackward0"``.
        prefix: what comes before the elements, with the opening bracket.
        to_host: makes a NumPy array of the elements that are to be shown.

    >>> tensor_text(np.arange(6).reshape(2, 3), dtype_name="torch.int64")
    'tensor([[0, 1, 2],\\n        [3, 4, 5]])'
    >>> tensor_text(None, shape=(2, 3), dtype_name="torch.float32", device="meta")
    "tensor(..., device='meta', size=(2, 3))"
    """
    shape = tuple(array.shape) if array is not None else tuple(shape or ())
    has_elements = array is not None and 0 not in shape
    indent = len(prefix)
    suffixes = []
    if device is not None:
        suffixes.append(f"device='{device}'")
    if not has_elements:
        size_is_seen = array is not None and len(shape) == 1
    else:
        size_is_seen = _options["edgeitems"] > 0
    if not size_is_seen:
        suffixes.append(f"size={shape}")
    silent = default_dtype_names if has_elements else default_dtype_names[:1]
    if dtype_name not in silent:
        suffixes.append(f"dtype={dtype_name}")
    if grad_fn_name is not None:
        suffixes.append(f"grad_fn=<{grad_fn_name}>")
    elif requires_grad:
        suffixes.append("requires_grad=True")
    if array is None:
        body = _ELLIPSIS
    else:
        body = _contents(array, indent, to_host) if has_elements else "[]"
    return _with_suffixes(prefix + body, suffixes, indent) + ")"


def _with_suffixes(text: str, suffixes: Sequence[str], indent: int) -> str:
    """Append what follows the elements, breaking the line before what would not fit."""
    length = len(text) - (text.rfind("\n") + 1) + _RESERVED
    for suffix in suffixes:
        if length + len(suffix) + 2 > _options["linewidth"]:
            text += ",\n" + " " * indent + suffix
            length = indent + len(suffix)
        else:
            text += ", " + suffix
            length += len(suffix) + 2
    return text


def tensor_repr(tensor: Any, *, prefix: str | None = None) -> str:
    """``repr(tensor)``, as PyTorch prints it.

    `prefix`, the text before the elements, is ``"tensor("``, for a subclass the name of the class.

    >>> import firebrick_core as fb
    >>> tensor_repr(fb.tensor([[1.0, 2.5], [-3.0, fb.inf]]))
    'tensor([[ 1.0000,  2.5000],\\n        [-3.0000,     inf]])'
    """
    from ._tensor import Tensor

    if prefix is None:
        prefix = "tensor(" if type(tensor) is Tensor else f"{type(tensor).__name__}("
    default = _dtype.get_default_dtype()
    silent = (default, default.to_complex(), _dtype.int64, _dtype.bool)
    grad_fn = tensor.grad_fn
    return tensor_text(
        None if tensor.is_meta else tensor._array,
        shape=tensor.shape,
        dtype_name=str(tensor.dtype),
        default_dtype_names=[str(d) for d in silent],
        device=None if tensor.is_cpu else str(tensor.device),
        requires_grad=tensor.requires_grad,
        grad_fn_name=None if grad_fn is None else grad_fn.name(),
        prefix=prefix,
        to_host=_dispatch.BY_BIT[tensor._keys & _dispatch.DEVICE_BITS].to_host,
    )
