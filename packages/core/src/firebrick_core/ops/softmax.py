"""Softmax, its logarithm, and their derivatives."""

from __future__ import annotations

import warnings

import numpy as np

from .. import _operators as T
from .._device import meta_array
from .._operator import Array, composite, like_input, operator
from .._typing import DType
from ._dims import one_dim
from ._nn_arrays import half_in_float32, require_floating

ROWS = ("x(3, 4), -1", "x(3, 4), 0", "x(2, 3, 4), 1", "x(5), 0", "x(), 0", "x(0, 3), 1", "x(3, 4) * 200, 1")
WRONG = (("x(3, 4), 2", IndexError, "Dimension out of range"), ("ints(5, 3), 0", NotImplementedError, "not implemented"))

SHORT = 1024
"""Rows up to this length are summed as products with ones, which start three times as fast as a reduction."""


class _Ones(dict):
    def __missing__(self, key):
        made = self[key] = np.ones(key[0], key[1])
        return made


ones_of = _Ones()


def exponentials(input):
    """`exp(input)` and its row sums over the last of one or two dimensions, None where the sums are not safe.

    Subtracting each row's maximum guards against overflow and takes half of the time. It is not needed
    where the sums themselves say that nothing has overflowed, or vanished next to them.
    """
    exp = np.exp(input)
    sums = exp.dot(ones_of[input.shape[-1], input.dtype])
    if input.ndim == 1:
        return (exp, sums) if 1e-3 < sums < 1e30 else None
    inverse = np.reciprocal(sums)
    ones = ones_of[sums.shape[0], input.dtype]
    if sums.dot(ones) < 1e30 and inverse.dot(ones) < 1e3:
        return exp, inverse
    return None


def _softmax_rule(input, dim, dtype=None):
    one_dim(dim, input.ndim)
    return meta_array(input.shape, input.dtype if dtype is None else dtype.numpy_dtype)


@operator(samples=(*ROWS, "x(3, 4), 0, T.float64"), errors=WRONG, meta=_softmax_rule, dtypes="float", namespace="torch special",
          out=True)
def softmax(xp, input: Array, dim: int, dtype: DType | None = None) -> Array:
    """`exp(input)` divided by its sum over `dim`."""
    if dtype is not None and input.dtype != dtype.numpy_dtype:
        input = input.astype(dtype.numpy_dtype)
    shape, ndim = input.shape, input.ndim
    if ndim and dim in (-1, ndim - 1) and xp is np and input.dtype.kind == "f" and 0 < shape[-1] <= SHORT and input.itemsize > 2:
        flat = input if ndim <= 2 else input.reshape(-1, shape[-1])
        found = exponentials(flat)
        if found is not None:
            exp, sums = found
            if ndim == 1:
                return np.divide(exp, np.asarray(sums), exp)
            out = np.multiply(exp, sums[:, None], exp)
            return out if ndim == 2 else out.reshape(shape)
    dim = one_dim(dim, ndim)
    require_floating("softmax_kernel_impl", input)
    return _softmax(xp, input, dim)


@half_in_float32
def _softmax(xp, input, dim):
    if not input.size or not input.ndim:
        return xp.ones(input.shape, input.dtype) * (input == input)
    exp = input - xp.maximum.reduce(input, dim, keepdims=True)
    xp.exp(exp, exp)
    exp /= xp.add.reduce(exp, dim, keepdims=True)
    return exp


@operator(samples=("x(3, 4), x(3, 4), -1", "x(2, 3, 4), x(2, 3, 4), 1", "x(), x(), 0"), meta=like_input, dtypes="float",
          methods=False, namespace="internal")
@half_in_float32
def softmax_backward(xp, grad: Array, result: Array, dim: int) -> Array:
    """`result * (grad - sum(grad * result))`: the derivative of softmax from its result."""
    out = grad * result
    if out.ndim:
        out -= result * xp.add.reduce(out, dim, keepdims=True)
        return out
    return out - out


@operator(samples=(*ROWS, "x(3, 4), 0, T.float64"), errors=WRONG, meta=_softmax_rule, dtypes="float", namespace="torch special",
          out=True)
def log_softmax(xp, input: Array, dim: int, dtype: DType | None = None) -> Array:
    """The logarithm of `softmax`, without its loss of digits."""
    if dtype is not None and input.dtype != dtype.numpy_dtype:
        input = input.astype(dtype.numpy_dtype)
    dim = one_dim(dim, input.ndim)
    require_floating("log_softmax_kernel_impl", input)
    return _log_softmax(xp, input, dim)


@half_in_float32
def _log_softmax(xp, input, dim):
    if not input.size or not input.ndim:
        return xp.zeros(input.shape, input.dtype) * input
    out = input - xp.maximum.reduce(input, dim, keepdims=True)
    out -= xp.log(xp.add.reduce(xp.exp(out), dim, keepdims=True))
    return out


@operator(samples=("x(3, 4), x(3, 4), -1", "x(2, 3, 4), x(2, 3, 4), 1", "x(), x(), 0"), meta=like_input, dtypes="float",
          methods=False, namespace="internal")
@half_in_float32
def log_softmax_backward(xp, grad: Array, result: Array, dim: int) -> Array:
    """`grad - exp(result) * sum(grad)`: the derivative of log_softmax from its result."""
    if not grad.ndim:
        return grad - grad
    out = xp.exp(result)
    out *= xp.add.reduce(grad, dim, keepdims=True)
    return xp.subtract(grad, out, out)


def implicit_dim(name, ndim):
    """The dimension that PyTorch takes where none is given, with its warning."""
    warnings.warn(
        f"Implicit dimension choice for {name} has been deprecated. Change the call to include dim=X as an argument.",
        UserWarning, stacklevel=3,
    )
    return 0 if ndim in (0, 1, 3) else 1


@composite(namespace="functional", methods=False, samples=ROWS, errors=WRONG)
def functional_softmax(input: Array, dim: int | None = None, _stacklevel: int = 3, dtype: DType | None = None) -> Array:
    """`exp(input)` divided by its sum over `dim`.

    `dtype` converts the input first. Warns where `dim` is left out, as PyTorch does.
    """
    if dim is None:
        dim = implicit_dim("softmax", input.ndim)
    return T.softmax(input, dim, dtype)


@composite(namespace="functional", methods=False, samples=ROWS, errors=WRONG)
def functional_log_softmax(
    input: Array, dim: int | None = None, _stacklevel: int = 3, dtype: DType | None = None,
) -> Array:
    """The logarithm of `softmax`, without its loss of digits."""
    if dim is None:
        dim = implicit_dim("log_softmax", input.ndim)
    return T.log_softmax(input, dim, dtype)


@composite(namespace="functional", methods=False, samples=ROWS, errors=WRONG)
def softmin(input: Array, dim: int | None = None, _stacklevel: int = 3, dtype: DType | None = None) -> Array:
    """`softmax` of `-input`."""
    if dim is None:
        dim = implicit_dim("softmin", input.ndim)
    return T.softmax(-input, dim, dtype)


@composite(namespace="functional", methods=False, samples=("x(3, 4), hard=True", "x(3, 4), tau=0.5, dim=0"))
def gumbel_softmax(input: Array, tau: float = 1, hard: bool = False, eps: float = 1e-10, dim: int = -1) -> Array:
    """A sample from the Gumbel-softmax distribution (Jang et al. 2017), one-hot where `hard`."""
    from .._creation import empty_like, zeros_like

    gumbels = -empty_like(input).exponential_().log()
    soft = T.softmax((input + gumbels) / tau, dim)
    if not hard:
        return soft
    index = soft.argmax(dim, True)
    chosen = zeros_like(input).scatter_(dim, index, 1.0)
    return chosen - soft.detach() + soft
