"""Dropout as `torch` has it: every argument given, and forms in place."""

from __future__ import annotations

from .. import _dtype, _operators as T
from .._operator import Array, composite
from ._nn_arrays import require_tensor
from .dropout import alpha_drop, drop, require_droppable

PLAIN = ("x(3, 4), 0.5, False", "x(3, 4), 0.5, True")
CHANNELS = ("x(2, 3, 4), 0.5, False", "x(2, 3, 4), 0.2, True")
WRONG = (
    ("x(3, 4), 1.5, True", RuntimeError, "between 0 and 1"),
    ("[1.0], 0.5, True", TypeError, "must be Tensor"),
)
TOO_FLAT = ("x(3), 0.5, True", RuntimeError, "at least 2 dimensions")


def _check(name, input, p):
    require_tensor(name, "input", 1, input)
    if not 0.0 <= p <= 1.0:
        raise RuntimeError(f"dropout probability has to be between 0 and 1, but got {p} ({name})")


@composite(methods=False, dtypes="float", random=True, samples=PLAIN, errors=WRONG)
def dropout(input: Array, p: float, train: bool) -> Array:
    """`input` with elements made 0 with probability `p` and the others divided by `1 - p`."""
    _check("dropout", input, p)
    return drop(input, p, train, False, False)


@composite(methods=False, dtypes="float", random=True, mutates=True, samples=PLAIN, errors=WRONG)
def dropout_(input: Array, p: float, train: bool) -> Array:
    """`dropout` in place."""
    _check("dropout_", input, p)
    return drop(input, p, train, True, False)


@composite(methods=False, dtypes="float", random=True, samples=CHANNELS, errors=(*WRONG, TOO_FLAT))
def feature_dropout(input: Array, p: float, train: bool) -> Array:
    """`dropout` of whole channels (N, C, ...)."""
    _check("feature_dropout", input, p)
    return drop(input, p, train, False, True)


@composite(
    methods=False, dtypes="float", random=True, mutates=True, samples=CHANNELS, errors=(TOO_FLAT,)
)
def feature_dropout_(input: Array, p: float, train: bool) -> Array:
    """`feature_dropout` in place."""
    _check("feature_dropout_", input, p)
    return drop(input, p, train, True, True)


@composite(methods=False, dtypes="float", random=True, samples=PLAIN, errors=WRONG)
def alpha_dropout(input: Array, p: float, train: bool) -> Array:
    """Dropout that keeps the mean and variance of selu's results (Klambauer et al. 2017)."""
    _check("alpha_dropout", input, p)
    return alpha_drop(input, p, train, False, False)


@composite(methods=False, dtypes="float", random=True, mutates=True, samples=PLAIN, errors=WRONG)
def alpha_dropout_(input: Array, p: float, train: bool) -> Array:
    """`alpha_dropout` in place."""
    _check("alpha_dropout_", input, p)
    return alpha_drop(input, p, train, True, False)


@composite(methods=False, dtypes="float", random=True, samples=CHANNELS, errors=(*WRONG, TOO_FLAT))
def feature_alpha_dropout(input: Array, p: float, train: bool) -> Array:
    """`alpha_dropout` of whole channels (N, C, ...)."""
    _check("feature_alpha_dropout", input, p)
    return alpha_drop(input, p, train, False, True)


@composite(
    methods=False, dtypes="float", random=True, mutates=True, samples=CHANNELS, errors=(TOO_FLAT,)
)
def feature_alpha_dropout_(input: Array, p: float, train: bool) -> Array:
    """`feature_alpha_dropout` in place."""
    _check("feature_alpha_dropout_", input, p)
    return alpha_drop(input, p, train, True, True)


@composite(
    methods=False,
    dtypes="float",
    random=True,
    samples=("x(3, 4), 0.5, True", "x(3, 4), 0.5, False", "x(3, 4), 1.0, True"),
    errors=(("x(3, 4), 1.5, True", RuntimeError, "between 0 and 1"),),
)
def native_dropout(input: Array, p: float, train: bool | None) -> tuple[Array, Array]:
    """`dropout`, and which elements were kept; None for `train` is True."""
    _check("native_dropout", input, p)
    from .._creation import ones_like, zeros_like

    if train is not None and not train:
        return input.clone(), ones_like(input, dtype=_dtype.bool)
    if p == 1.0:
        return input * 0.0, zeros_like(input, dtype=_dtype.bool)
    require_droppable(input, False)
    kept = T.keep_mask(input, p, False)
    return input * kept * (1.0 / (1.0 - p)), kept.to(_dtype.bool)
