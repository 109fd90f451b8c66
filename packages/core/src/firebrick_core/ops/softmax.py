"""Softmax, its logarithm, and their derivatives."""

from __future__ import annotations

from math import fsum, inf

import numpy as np

from .. import _operators as T
from .._device import meta_array
from .._frames import warn
from .._operator import TABLE, Array, composite, like_input, operator
from .._typing import DType
from ._dims import one_dim
from ._nn_arrays import half_in_float32, require_floating, require_tensor
from ._positions import row_major

ROWS = (
    "x(3, 4), -1",
    "x(3, 4), 0",
    "x(2, 3, 4), 1",
    "x(5), 0",
    "x(), 0",
    "x(0, 3), 1",
    "x(3, 4) * 200, 1",
)
WRONG = (
    ("x(3, 4), 2", IndexError, "Dimension out of range"),
    ("ints(5, 3), 0", NotImplementedError, "not implemented"),
)

# Bound once: looking each up in NumPy takes 2 % of a small softmax.
_exp, _divide, _array, _ndarray = np.exp, np.divide, np.array, np.ndarray
_SINGLE, _DOUBLE = np.dtype(np.float32), np.dtype(np.float64)

SHORT = 1024
"""Rows up to this length are summed as products with ones: a third of a reduction's start."""


class _Ones(dict):
    """Vectors of ones of float32 and float64, up to `SHORT` long: `ones_of[dtype][n]`."""

    def __missing__(self, dtype):
        if dtype not in (_SINGLE, _DOUBLE):
            raise KeyError(dtype)
        ones = np.ones(SHORT, dtype)
        made = self[dtype] = [ones[:n] for n in range(SHORT + 1)]
        return made


ones_of = _Ones()


def short_rows(input, dim):
    """The ones that sum rows of the last dimension, None where the general form is to be used."""
    last = input.ndim - 1
    if last >= 0 and (dim == -1 or dim == last) and input.size and type(input) is _ndarray:
        try:
            return ones_of[input.dtype][input.shape[last]]
        except (KeyError, IndexError):
            return None
    return None


def all_between(numbers, low, high):
    """Whether all elements of a vector are between two numbers."""
    if numbers.shape[0] <= 32:  # where two reductions take longer than a list
        listed = numbers.tolist()
        return low < min(listed) and max(listed) < high
    return low < np.minimum.reduce(numbers) and np.maximum.reduce(numbers) < high


def _softmax_rule(input, dim, dtype=None):
    one_dim(dim, input.ndim)
    return meta_array(input.shape, input.dtype if dtype is None else dtype.numpy_dtype)


@operator(
    inlined=True,
    samples=(*ROWS, "x(3, 4), 0, T.float64"),
    errors=WRONG,
    meta=_softmax_rule,
    dtypes="float",
    namespace="torch special",
    out=True,
)
def softmax(xp, input: Array, dim: int, dtype: DType | None = None) -> Array:
    """`exp(input)` divided by its sum over `dim`."""
    # Subtracting the maximum guards against overflow and takes half of the time. It is not needed
    # where the sums show that nothing has overflowed, or vanished next to them.
    if dim == -1 and input.ndim == 1 and input.size <= 32 and dtype is None and xp is np:
        own = input.dtype
        if own is _SINGLE or own is _DOUBLE:
            exp = _exp(input)
            try:
                total = fsum(exp.tolist())  # less than half of what `sum` takes
            except OverflowError:
                total = inf
            if 1e-3 < total < 1e30:
                return _divide(exp, _array(total, own), exp)
    if dtype is not None and input.dtype != dtype.numpy_dtype:
        input = input.astype(dtype.numpy_dtype)
    ones = short_rows(input, dim)
    if ones is not None:
        exp = _exp(input if input.ndim == 2 else input.reshape(-1, input.shape[-1]))
        sums = exp.dot(ones)
        if all_between(sums, 1e-3, 1e30):
            _divide(exp, sums[:, None], exp)
            return row_major(exp if input.ndim == 2 else exp.reshape(input.shape))
    dim = one_dim(dim, input.ndim)
    require_floating("softmax_kernel_impl", input)
    return _softmax(xp, input, dim)


@half_in_float32
def _softmax(xp, input, dim):
    if not input.size or not input.ndim:
        return xp.exp(input - input)
    exp = input - xp.maximum.reduce(input, dim, keepdims=True)
    xp.exp(exp, exp)
    exp /= xp.add.reduce(exp, dim, keepdims=True)
    return row_major(exp)


@operator(
    samples=("x(3, 4), x(3, 4), -1", "x(2, 3, 4), x(2, 3, 4), 1", "x(), x(), 0"),
    meta=like_input,
    dtypes="float",
    methods=False,
    namespace="internal",
)
@half_in_float32
def softmax_backward(xp, grad_output: Array, output: Array, dim: int) -> Array:
    """`output * (grad_output - sum(grad_output * output))`, softmax's derivative."""
    out = grad_output * output
    if out.ndim:
        out -= output * xp.add.reduce(out, dim, keepdims=True)
        return out
    return out - output * out


@operator(
    samples=("x(2, 4, 4)", "x(2, 5)", "x(5, 2), 1", "x(3, 3) * 200", "x(0, 3), 2"),
    meta=like_input,
    dtypes="float",
    methods=False,
    namespace="internal",
)
def causal_softmax(xp, input: Array, first: int = 0) -> Array:
    """Softmax of each row up to its own number, and zeros behind it; matrices begin with the row
    `first`."""
    softmax = TABLE["softmax"]
    below = xp.where(xp.tri(*input.shape[-2:], first, bool), input, input.dtype.type(-inf))
    return (softmax.front or softmax.kernel)(xp, below, -1)


@operator(
    inlined=True,
    samples=(*ROWS, "x(3, 4), 0, T.float64"),
    errors=WRONG,
    meta=_softmax_rule,
    dtypes="float",
    namespace="torch special",
    out=True,
)
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
        return input - input
    ones = short_rows(input, dim)
    if ones is not None and input.ndim == 2 and input.size <= 1024:
        logs = np.log(_exp(input).dot(ones))
        # As small as this they show that the sums are safe, and take no digits from the
        # differences. More elements are not worth trying: where this fails they would be read
        # twice.
        if all_between(logs, -4, 4):
            return row_major(np.subtract(input, logs[:, None]))
    out = input - xp.maximum.reduce(input, dim, None, None, True)
    if ones is None:
        out -= xp.log(xp.add.reduce(xp.exp(out), dim, None, None, True))
    else:
        out -= xp.log(xp.exp(out).dot(ones))[..., None]
    return row_major(out)


@operator(
    samples=("x(3, 4), x(3, 4), -1", "x(2, 3, 4), x(2, 3, 4), 1", "x(), x(), 0"),
    meta=like_input,
    dtypes="float",
    methods=False,
    namespace="internal",
)
@half_in_float32
def log_softmax_backward(xp, grad_output: Array, output: Array, dim: int) -> Array:
    """`grad_output - exp(output) * sum(grad_output)`, log_softmax's derivative."""
    if not grad_output.ndim:
        return grad_output - xp.exp(output) * grad_output
    out = xp.exp(output)
    out *= xp.add.reduce(grad_output, dim, keepdims=True)
    return xp.subtract(grad_output, out, out)


FUNCTIONAL = {
    "namespace": "functional",
    "methods": False,
    "dtypes": "float",
    "samples": ROWS,
    "errors": WRONG,
    "guarded": False,
}


def implicit_dim(name, input):
    """The dimension that PyTorch takes where none is given, with its warning."""
    require_tensor(name, "input", 1, input)
    warn(
        f"Implicit dimension choice for {name} has been deprecated. Change the call to include "
        "dim=X as an argument.",
    )
    return 0 if input.ndim in (0, 1, 3) else 1


@composite(**FUNCTIONAL, layered=True)
def functional_softmax(
    input: Array, dim: int | None = None, _stacklevel: int = 3, dtype: DType | None = None
) -> Array:
    """`exp(input)` divided by its sum over `dim`.

    `dtype` converts the input first. Warns where `dim` is left out, as PyTorch does.

    >>> import firebrick_core as fb, firebrick_core.functional as F
    >>> F.softmax(fb.tensor([0.0, 1.0, 2.0]), 0)
    tensor([0.0900, 0.2447, 0.6652])
    """
    if dim is None:
        dim = implicit_dim("softmax", input)
    return T.softmax(input, dim, dtype)


@composite(**FUNCTIONAL, layered=True)
def functional_log_softmax(
    input: Array, dim: int | None = None, _stacklevel: int = 3, dtype: DType | None = None
) -> Array:
    """The logarithm of `softmax`, without its loss of digits.

    >>> import firebrick_core as fb, firebrick_core.functional as F
    >>> F.log_softmax(fb.tensor([0.0, 0.0]), 0)
    tensor([-0.6931, -0.6931])
    """
    if dim is None:
        dim = implicit_dim("log_softmax", input)
    return T.log_softmax(input, dim, dtype)


@composite(**{**FUNCTIONAL, "guarded": True})
def softmin(
    input: Array, dim: int | None = None, _stacklevel: int = 3, dtype: DType | None = None
) -> Array:
    """`softmax` of `-input`."""
    if dim is None:
        dim = implicit_dim("softmin", input)
    return T.softmax(-input, dim, dtype)


@composite(
    namespace="functional",
    methods=False,
    dtypes="float",
    random=True,
    samples=("x(3, 4), hard=True", "x(3, 4), tau=0.5, dim=0"),
)
def gumbel_softmax(
    logits: Array, tau: float = 1, hard: bool = False, eps: float = 1e-10, dim: int = -1
) -> Array:
    """A sample from the Gumbel-softmax distribution (Jang et al. 2017), one-hot where `hard`."""
    from .._creation import empty_like, zeros_like

    gumbels = -empty_like(logits).exponential_().log()
    soft = T.softmax((logits + gumbels) / tau, dim)
    if not hard:
        return soft
    index = soft.argmax(dim, True)
    chosen = zeros_like(logits).scatter_(dim, index, 1.0)
    return chosen - soft.detach() + soft
