"""Variances, standard deviations, covariances and correlations."""

from __future__ import annotations

import functools

import numpy as np

from .. import _dtype, _errors, _operators as T
from .._frames import warn
from .._operator import Array, composite, operator
from .._typing import Dims, Number
from ._positions import row_major
from ._reducing import WRONG_DIM, axes_of, count_reduced, same_type_rule


@operator(
    samples=("x(3, 4)", "x(3, 4), 0", "x(3, 4), 1, correction=0", "x(3, 4), (0, 1), keepdim=True"),
    errors=WRONG_DIM,
    dtypes="float",
    methods=False,
    namespace="internal",
    meta=same_type_rule,
)
def var_correction(
    xp, input: Array, dim: Dims = None, *, correction: Number = 1, keepdim: bool = False
) -> Array:
    """The squared distances from the mean, over n - correction."""
    axes = axes_of(input, dim)
    total = xp.add.reduce(input, axes, None, None, True)
    count = input.size // total.size if total.size else 0
    centred = input - total / total.dtype.type(count or 1)
    centred *= centred
    out = row_major(xp.add.reduce(centred, axes, None, None, keepdim))
    return out / out.dtype.type(count - correction if count > correction else 0)


def _var_arguments(name, input, dim, unbiased, correction):
    """PyTorch's three ways of saying the correction: `unbiased` may stand in the place of `dim`."""
    if not (input.is_floating_point() or input.is_complex()):
        whose = "std and var" if name in ("std", "var") else name
        raise RuntimeError(
            f"{whose} only support floating point and complex dtypes; convert with .float()"
        )
    if isinstance(dim, bool):
        dim, unbiased = None, dim
    if correction is None:
        correction = 1 if unbiased is None else int(unbiased)
    if correction >= count_reduced(input.shape, dim) or not input.numel():
        warn(
            f"{name}(): degrees of freedom is <= 0. Correction should be strictly less than the "
            "reduction factor (input numel divided by output numel).",
        )
    return dim, correction


def _variance(input, dim, correction, keepdim):
    if input.dtype.is_complex:  # the squared distance is that of both parts
        one, other = (
            _variance(p, dim, correction, keepdim) for p in (T.real(input), T.imag(input))
        )
        return one + other
    return T.var_correction(input, dim, correction=correction, keepdim=keepdim)


FORMS = (
    "x(3, 4)",
    "x(3, 4), 0",
    "x(3, 4), 1, False",
    "x(3, 4), False",
    "x(3, 4), dim=1, correction=0, keepdim=True",
    "x(2, 3, 4), (0, 2), correction=2",
)
NOT_INTEGERS = (("ints(5, 3)", RuntimeError, "floating point"),)


@composite(samples=FORMS, errors=(*WRONG_DIM, *NOT_INTEGERS), dtypes="floating", out=True)
def var(
    input: Array,
    dim: Dims = None,
    unbiased: bool | None = None,
    keepdim: bool = False,
    *,
    correction: Number | None = None,
) -> Array:
    """The variance over `dim`: squared distances from the mean over n - 1, or n - correction.

    `unbiased=False` is `correction=0`. The variance of complex numbers is real. Warns where
    n - correction is not positive.

    >>> import firebrick_core as fb
    >>> fb.var(fb.tensor([1.0, 2.0, 3.0])), fb.var(fb.tensor([1.0, 2.0, 3.0]), correction=0)
    (tensor(1.), tensor(0.6667))
    """
    dim, correction = _var_arguments("var", input, dim, unbiased, correction)
    return _variance(input, dim, correction, keepdim)


@composite(samples=FORMS, errors=(*WRONG_DIM, *NOT_INTEGERS), dtypes="floating", out=True)
def std(
    input: Array,
    dim: Dims = None,
    unbiased: bool | None = None,
    keepdim: bool = False,
    *,
    correction: Number | None = None,
) -> Array:
    """The square root of the variance over `dim`; its slope where it is 0 is taken as 0.

    `unbiased=False` is `correction=0`. Warns where n - correction is not positive.

    >>> import firebrick_core as fb
    >>> fb.std(fb.tensor([1.0, 2.0, 3.0]))
    tensor(1.)
    """
    dim, correction = _var_arguments("std", input, dim, unbiased, correction)
    return T.root(_variance(input, dim, correction, keepdim))


@composite(samples=FORMS, errors=NOT_INTEGERS, methods=False, dtypes="floating")
def var_mean(
    input: Array,
    dim: Dims = None,
    unbiased: bool | None = None,
    keepdim: bool = False,
    *,
    correction: Number | None = None,
) -> tuple[Array, Array]:
    """The variance and the mean over `dim`; see `var`.

    >>> import firebrick_core as fb
    >>> fb.var_mean(fb.tensor([1.0, 2.0, 3.0]))
    (tensor(1.), tensor(2.))
    """
    dim, correction = _var_arguments("var_mean", input, dim, unbiased, correction)
    return _variance(input, dim, correction, keepdim), T.mean(input, dim, keepdim)


@composite(samples=FORMS, errors=NOT_INTEGERS, methods=False, dtypes="floating")
def std_mean(
    input: Array,
    dim: Dims = None,
    unbiased: bool | None = None,
    keepdim: bool = False,
    *,
    correction: Number | None = None,
) -> tuple[Array, Array]:
    """The standard deviation and the mean over `dim`; see `std`.

    >>> import firebrick_core as fb
    >>> fb.std_mean(fb.tensor([1.0, 2.0, 3.0]))
    (tensor(1.), tensor(2.))
    """
    dim, correction = _var_arguments("std_mean", input, dim, unbiased, correction)
    return T.root(_variance(input, dim, correction, keepdim)), T.mean(input, dim, keepdim)


# ---------------------------------------------------------------------- of several variables
_KINDS = {_dtype.INTEGRAL: "integral", _dtype.FLOATING: "floating point"}


def _check_weights(name, given, observations, category):
    if given.ndim > 1:
        raise RuntimeError(
            f"cov(): expected {name} to have one or fewer dimensions but got {name} with "
            f"{given.ndim} dimensions"
        )
    if given.dtype.category != category:
        raise RuntimeError(
            f"cov(): expected {name} to have {_KINDS[category]} dtype but got {name} with "
            f"{_errors.TYPE_NAMES[given.dtype.name]} dtype"
        )
    if given.numel() != observations:
        raise RuntimeError(
            f"cov(): expected {name} to have the same numel as there are observations in the input "
            f"but got {given.numel()} != {observations}"
        )
    T.verify(given.detach(), functools.partial(_check_signs, name))


def _check_signs(name, weights):
    if (weights < 0).any():
        raise RuntimeError(f"cov(): {name} cannot be negative")


def _cov_weights(observations, fweights, aweights):
    """The product of the weights that are given, None where none is."""
    if fweights is not None:
        _check_weights("fweights", fweights, observations, _dtype.INTEGRAL)
    if aweights is None:
        return fweights
    _check_weights("aweights", aweights, observations, _dtype.FLOATING)
    return aweights if fweights is None else fweights * aweights


def _freedom(observations, correction, weights, aweights):
    """What the sum of products is divided by, a number or a 0-d tensor, and the sum of weights."""
    if weights is None:
        _check_freedom(observations - correction)
        return max(observations - correction, 0), observations
    total = T.sum(weights)
    if observations:
        T.verify(total.detach(), _check_total)
    lost = correction
    if aweights is not None and correction:
        lost = correction * T.sum(weights * aweights) / total
    freedom = total - lost
    T.verify(freedom.detach(), _check_freedom)
    return T.clamp(freedom, min=0), total


def _check_total(weights):
    if (weights == 0).any():
        raise RuntimeError("cov(): weights sum to zero, can't be normalized")


def _check_freedom(left):
    if np.any(left <= 0):
        warn(
            "cov(): degrees of freedom is <= 0. Correction should be strictly less than the number "
            "of observations.",
        )


@composite(
    samples=(
        "x(3, 4)",
        "x(4)",
        "x(3, 4), correction=0",
        "x(2, 4), fweights=T.tensor([1, 2, 1, 3]), aweights=pos(4).real.detach()",
    ),
    errors=(
        ("x(2, 2, 2)", RuntimeError, "two or fewer dimensions"),
        ("mask(3)", RuntimeError, "bool dtype is not supported"),
        ("x(2, 3), fweights=x(3)", RuntimeError, "fweights to have integral dtype"),
        ("x(2, 3), aweights=ints(3, 3)", RuntimeError, "aweights to have floating point dtype"),
        ("x(2, 3), fweights=ints(3, 2)", RuntimeError, "same numel"),
        ("x(2, 2), aweights=T.tensor([-1.0, 2.0])", RuntimeError, "cannot be negative"),
        ("x(2, 2), aweights=T.tensor([0.0, 0.0])", RuntimeError, "sum to zero"),
    ),
    dtypes="floating",
)
def cov(
    input: Array,
    *,
    correction: int = 1,
    fweights: Array | None = None,
    aweights: Array | None = None,
) -> Array:
    """The covariance matrix of variables in rows, observations in columns.

    `fweights` says how often each observation was made (integers), `aweights` how much it counts.
    Warns where no degree of freedom is left. Raises RuntimeError for weights that do not fit.

    >>> import firebrick_core as fb
    >>> fb.cov(fb.tensor([[0.0, 1.0, 2.0], [2.0, 1.0, 0.0]]))
    tensor([[ 1., -1.],
            [-1.,  1.]])
    """
    if input.ndim > 2:
        raise RuntimeError(
            "cov(): expected input to have two or fewer dimensions but got an input with "
            f"{input.ndim} dimensions"
        )
    if input.dtype.name == "bool":
        raise RuntimeError("cov(): bool dtype is not supported for input")
    rows = input if input.ndim == 2 else input.reshape(1, input.numel())
    n = rows.shape[1]
    weights = _cov_weights(n, fweights, aweights)
    freedom, total = _freedom(n, correction, weights, aweights)
    mean = T.sum(rows if weights is None else rows * weights, 1, True) / (total if n else 1)
    centred = rows - mean
    other = centred if weights is None else centred * weights
    products = T.matmul(centred, _conj(other).transpose(0, 1))
    return T.true_divide(products, freedom).squeeze()


def _conj(x):
    return T.conj(x) if x.is_complex() else x


@composite(
    samples=("x(3, 4)", "x(4)"),
    errors=(("x(2, 2, 2)", RuntimeError, "two or fewer dimensions"),),
    dtypes="floating",
)
def corrcoef(input: Array) -> Array:
    """Pearson's correlation coefficients of variables in rows, observations in columns.

    >>> import firebrick_core as fb
    >>> fb.corrcoef(fb.tensor([[0.0, 1.0, 2.0], [2.0, 1.0, 0.0]]))
    tensor([[ 1., -1.],
            [-1.,  1.]])
    """
    if input.ndim > 2:
        raise RuntimeError(
            "corrcoef(): expected input to have two or fewer dimensions but got an input with "
            f"{input.ndim} dimensions"
        )
    covariance = T.cov(input)
    if not covariance.ndim:
        return covariance / covariance
    variances = T.diagonal(covariance)
    spread = T.sqrt(T.real(variances) if input.is_complex() else variances)
    out = covariance / spread.unsqueeze(1) / spread.unsqueeze(0)
    if out.is_complex():
        return T.complex(T.clamp(T.real(out), -1, 1), T.clamp(T.imag(out), -1, 1))
    return T.clamp(out, -1, 1)
