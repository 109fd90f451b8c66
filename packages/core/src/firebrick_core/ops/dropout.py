"""Dropout: random zeros from PyTorch's own stream of random numbers."""

from __future__ import annotations

import math

import numpy as np

from .. import _dtype, _operators as T
from .._device import meta_array
from .._frames import warn
from .._operator import Array, composite, operator
from .._samplers import bernoulli_, dropout_noise_
from ._nn_arrays import require_tensor

_ALPHA = 1.7580993408473766  # minus the limit of selu below: scale * alpha


def _noise_shape(input, features):
    return (*input.shape[:2], *[1] * (input.ndim - 2)) if features else input.shape


def _host_like(input, shape):
    """An array to be filled, strides ordered as `input`'s: numbers are drawn in memory order."""
    if shape != input.shape:
        return np.empty(shape, input.dtype)
    order = sorted(range(input.ndim), key=lambda d: input.strides[d], reverse=True)
    back = sorted(range(input.ndim), key=lambda d: order[d])
    return np.empty([shape[d] for d in order], input.dtype).transpose(back)


def _noise_rule(input, p, features):
    return meta_array(_noise_shape(input, features), input.dtype)


@operator(
    samples=("x(3, 4), 0.5, False", "x(2, 3, 4), 0.2, True"),
    methods=False,
    namespace="internal",
    differentiable=False,
    random=True,
    meta=_noise_rule,
    dtypes="float",
)
def dropout_noise(xp, input: Array, p: float, features: bool) -> Array:
    """0 with probability `p`, else `1 / (1 - p)`; one number for each channel where `features`."""
    from .._generator import default_generator

    out = _host_like(input, _noise_shape(input, features))
    return xp.asarray(dropout_noise_(default_generator, out, p))


@operator(
    samples=("x(3, 4), 0.5, False", "x(2, 3, 4), 0.2, True"),
    methods=False,
    namespace="internal",
    differentiable=False,
    random=True,
    meta=_noise_rule,
    dtypes="float",
)
def keep_mask(xp, input: Array, p: float, features: bool) -> Array:
    """0 with probability `p`, else 1."""
    from .._generator import default_generator

    out = _host_like(input, _noise_shape(input, features))
    return xp.asarray(bernoulli_(default_generator, out, 1.0 - p))


def _check(name, input, p):
    require_tensor(name, "input", 1, input)
    if not 0.0 <= p <= 1.0:
        raise ValueError(f"dropout probability has to be between 0 and 1, but got {p}")


def require_droppable(input, features):
    """Refuse what dropout would not scale. Raises RuntimeError."""
    if features and input.ndim < 2:
        raise RuntimeError(
            f"Feature dropout requires at least 2 dimensions in the input, but got {input.ndim}"
        )
    if not (input.is_floating_point() or input.is_complex()):
        raise RuntimeError(
            f"result type Float can't be cast to the desired output type {input.dtype} (dropout "
            "scales what it keeps); convert the input with .float()"
        )


def drop(input, p, training, inplace, features):
    """Dropout of elements, or with `features` of whole channels."""
    if not training or p == 0.0 or not input.numel():
        return input
    require_droppable(input, features)
    noise = T.dropout_noise(input, p, features)
    return input.mul_(noise) if inplace else input * noise


WHOLE = ("ints(5, 3), 0.5, True", RuntimeError, "can't be cast to the desired output type")
WRONG = (
    ("x(3, 4), 1.5", ValueError, "between 0 and 1"),
    ("[1.0], 0.5", TypeError, "must be Tensor"),
)


@composite(
    namespace="functional",
    methods=False,
    dtypes="float",
    random=True,
    samples=("x(3, 4), 0.5, False", "x(3, 4), 0.0", "x(3, 4)"),
    errors=(*WRONG, WHOLE),
)
def functional_dropout(
    input: Array, p: float = 0.5, training: bool = True, inplace: bool = False
) -> Array:
    """`input` with elements made 0 with probability `p` and the others divided by `1 - p`.

    Outside of training `input` itself (Srivastava et al. 2014). Raises ValueError for a
    probability outside of [0, 1].

    >>> import firebrick_core as fb, firebrick_core.functional as F
    >>> _ = fb.manual_seed(0)
    >>> F.dropout(fb.ones(4), 0.5)
    tensor([0., 0., 2., 0.])
    """
    _check("dropout", input, p)
    return drop(input, p, training, inplace, False)


@composite(
    namespace="functional",
    methods=False,
    dtypes="float",
    random=True,
    samples=("x(2, 3, 4), 0.5, False", "x(2, 3, 4), 0.2, True"),
    errors=WRONG,
)
def dropout1d(input: Array, p: float = 0.5, training: bool = True, inplace: bool = False) -> Array:
    """Whole channels of (N, C, L) or (C, L) made 0 with probability `p` (Tompson et al. 2015)."""
    _check("dropout1d", input, p)
    if input.ndim not in (2, 3):
        raise RuntimeError(
            f"dropout1d: Expected 2D or 3D input, but received a {input.ndim}D input."
        )
    return _drop_channels(input, p, training, inplace, input.ndim == 3)


@composite(
    namespace="functional",
    methods=False,
    dtypes="float",
    random=True,
    samples=("x(2, 3, 4, 4), 0.5, False", "x(2, 3, 4, 4), 0.2, True"),
    errors=WRONG,
)
def dropout2d(input: Array, p: float = 0.5, training: bool = True, inplace: bool = False) -> Array:
    """Whole channels of (N, C, H, W) made 0 with probability `p` (Tompson et al. 2015)."""
    _check("dropout2d", input, p)
    _warn_dims("dropout2d", input, 4)
    return drop(input, p, training, inplace, True)


@composite(
    namespace="functional",
    methods=False,
    dtypes="float",
    random=True,
    samples=("x(2, 3, 4, 4, 4), 0.5, False", "x(2, 3, 4, 4, 4), 0.2, True"),
    errors=WRONG,
)
def dropout3d(input: Array, p: float = 0.5, training: bool = True, inplace: bool = False) -> Array:
    """Whole channels of (N, C, D, H, W) made 0 with probability `p` (Tompson et al. 2015)."""
    _check("dropout3d", input, p)
    _warn_dims("dropout3d", input, 5)
    return _drop_channels(input, p, training, inplace, input.ndim != 4)


def _warn_dims(name, input, ndim):
    if input.ndim not in (ndim - 1, ndim):
        warn(
            f"{name}: Received a {input.ndim}-D input to {name}, which is deprecated and will "
            "result in an error in a future "
            "release. To retain the behavior and silence this warning, please use another input, "
            f"of {ndim - 1} or {ndim} "
            "dimensions.",
        )


def _drop_channels(input, p, training, inplace, batched):
    if batched:
        return drop(input, p, training, inplace, True)
    out = drop(input.unsqueeze(0), p, training, inplace, True)
    return input if inplace else out.squeeze(0)


def alpha_drop(input, p, training, inplace, features):
    """Alpha dropout of elements, or with `features` of whole channels."""
    if not training or p == 0.0 or not input.numel():
        return input
    if p == 1.0:
        return input.mul_(0.0) if inplace else input * 0.0
    require_droppable(input, features)
    scale = 1.0 / math.sqrt((_ALPHA * _ALPHA * p + 1) * (1 - p))
    noise = T.keep_mask(input, p, features)
    shift = (noise - 1) * (_ALPHA * scale) + _ALPHA * scale * p
    noise = noise * scale
    return input.mul_(noise).add_(shift) if inplace else input * noise + shift


@composite(
    namespace="functional",
    methods=False,
    dtypes="float",
    random=True,
    samples=("x(3, 4), 0.5, False", "x(3, 4), 0.2, True"),
    errors=(*WRONG, WHOLE),
)
def functional_alpha_dropout(
    input: Array, p: float = 0.5, training: bool = False, inplace: bool = False
) -> Array:
    """Dropout that keeps the mean and variance of selu's results (Klambauer et al. 2017)."""
    _check("alpha_dropout", input, p)
    return alpha_drop(input, p, training, inplace, False)


@composite(
    namespace="functional",
    methods=False,
    dtypes="float",
    random=True,
    samples=("x(2, 3, 4), 0.5, False", "x(2, 3, 4), 0.2, True"),
    errors=WRONG,
)
def functional_feature_alpha_dropout(
    input: Array, p: float = 0.5, training: bool = False, inplace: bool = False
) -> Array:
    """`alpha_dropout` of whole channels."""
    _check("feature_alpha_dropout", input, p)
    return alpha_drop(input, p, training, inplace, True)


# Dropout as `torch` has it: every argument given, and forms in place.

PLAIN = ("x(3, 4), 0.5, False", "x(3, 4), 0.5, True")
CHANNELS = ("x(2, 3, 4), 0.5, False", "x(2, 3, 4), 0.2, True")
WRONG_FORMS = (
    ("x(3, 4), 1.5, True", RuntimeError, "between 0 and 1"),
    ("[1.0], 0.5, True", TypeError, "must be Tensor"),
)
TOO_FLAT = ("x(3), 0.5, True", RuntimeError, "at least 2 dimensions")


def _check_form(name, input, p):
    require_tensor(name, "input", 1, input)
    if not 0.0 <= p <= 1.0:
        raise RuntimeError(f"dropout probability has to be between 0 and 1, but got {p} ({name})")


@composite(methods=False, dtypes="float", random=True, samples=PLAIN, errors=WRONG_FORMS)
def dropout(input: Array, p: float, train: bool) -> Array:
    """`input` with elements made 0 with probability `p` and the others divided by `1 - p`."""
    _check_form("dropout", input, p)
    return drop(input, p, train, False, False)


@composite(
    methods=False, dtypes="float", random=True, mutates=True, samples=PLAIN, errors=WRONG_FORMS
)
def dropout_(input: Array, p: float, train: bool) -> Array:
    """`dropout` in place."""
    _check_form("dropout_", input, p)
    return drop(input, p, train, True, False)


@composite(
    methods=False, dtypes="float", random=True, samples=CHANNELS, errors=(*WRONG_FORMS, TOO_FLAT)
)
def feature_dropout(input: Array, p: float, train: bool) -> Array:
    """`dropout` of whole channels (N, C, ...)."""
    _check_form("feature_dropout", input, p)
    return drop(input, p, train, False, True)


@composite(
    methods=False, dtypes="float", random=True, mutates=True, samples=CHANNELS, errors=(TOO_FLAT,)
)
def feature_dropout_(input: Array, p: float, train: bool) -> Array:
    """`feature_dropout` in place."""
    _check_form("feature_dropout_", input, p)
    return drop(input, p, train, True, True)


@composite(methods=False, dtypes="float", random=True, samples=PLAIN, errors=WRONG_FORMS)
def alpha_dropout(input: Array, p: float, train: bool) -> Array:
    """Dropout that keeps the mean and variance of selu's results (Klambauer et al. 2017)."""
    _check_form("alpha_dropout", input, p)
    return alpha_drop(input, p, train, False, False)


@composite(
    methods=False, dtypes="float", random=True, mutates=True, samples=PLAIN, errors=WRONG_FORMS
)
def alpha_dropout_(input: Array, p: float, train: bool) -> Array:
    """`alpha_dropout` in place."""
    _check_form("alpha_dropout_", input, p)
    return alpha_drop(input, p, train, True, False)


@composite(
    methods=False, dtypes="float", random=True, samples=CHANNELS, errors=(*WRONG_FORMS, TOO_FLAT)
)
def feature_alpha_dropout(input: Array, p: float, train: bool) -> Array:
    """`alpha_dropout` of whole channels (N, C, ...)."""
    _check_form("feature_alpha_dropout", input, p)
    return alpha_drop(input, p, train, False, True)


@composite(
    methods=False, dtypes="float", random=True, mutates=True, samples=CHANNELS, errors=(TOO_FLAT,)
)
def feature_alpha_dropout_(input: Array, p: float, train: bool) -> Array:
    """`feature_alpha_dropout` in place."""
    _check_form("feature_alpha_dropout_", input, p)
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
    _check_form("native_dropout", input, p)
    from .._creation import ones_like, zeros_like

    if train is not None and not train:
        return input.clone(), ones_like(input, dtype=_dtype.bool)
    if p == 1.0:
        return input * 0.0, zeros_like(input, dtype=_dtype.bool)
    require_droppable(input, False)
    kept = T.keep_mask(input, p, False)
    return input * kept * (1.0 / (1.0 - p)), kept.to(_dtype.bool)
