"""Activation functions as `torch.nn.functional` calls them: with `inplace`, and made of others."""

from __future__ import annotations

import math

from .. import _operators as T
from .._device import meta_array
from .._operator import Array, composite, operator
from .._typing import Number
from ._dims import one_dim
from ._nn_arrays import require_tensor

ANY = ("x(3, 4)", "x(2, 0)")
_SELU_ALPHA, _SELU_SCALE = 1.6732632423543772, 1.0507009873554805  # Klambauer et al. 2017


@composite(namespace="functional", methods=False, dtypes="float", samples=ANY, guarded=False)
def functional_relu(input: Array, inplace: bool = False) -> Array:
    """The larger of `input` and 0.

    >>> import firebrick_core as fb, firebrick_core.functional as F
    >>> F.relu(fb.tensor([-1.0, 2.0]))
    tensor([0., 2.])
    """
    return T.relu_(input) if inplace else T.relu(input)


@composite(namespace="functional", methods=False, dtypes="float", samples=ANY)
def relu6(input: Array, inplace: bool = False) -> Array:
    """`input` limited to `[0, 6]`."""
    return T.hardtanh_(input, 0.0, 6.0) if inplace else T.hardtanh(input, 0.0, 6.0)


@composite(
    namespace="functional",
    methods=False,
    dtypes="float",
    samples=(*ANY, "x(3), -0.5, 0.25"),
    errors=(("x(3), 1.0, 0.0", ValueError, "min_val"),),
)
def functional_hardtanh(
    input: Array, min_val: Number = -1.0, max_val: Number = 1.0, inplace: bool = False
) -> Array:
    """`input` limited to `[min_val, max_val]`.

    Raises ValueError where the bounds are swapped.
    """
    if min_val > max_val:
        raise ValueError(
            f"min_val cannot be greater than max_val, but got min_val={min_val} and "
            f"max_val={max_val}"
        )
    return T.hardtanh_(input, min_val, max_val) if inplace else T.hardtanh(input, min_val, max_val)


@composite(namespace="functional", methods=False, dtypes="float", samples=("x(3, 4), 0.1, -2.0",))
def functional_threshold(
    input: Array, threshold: Number, value: Number, inplace: bool = False
) -> Array:
    """`input` where it is above `threshold`, else `value`."""
    return (
        T.threshold_(input, threshold, value) if inplace else T.threshold(input, threshold, value)
    )


@composite(namespace="functional", methods=False, dtypes="float", samples=(*ANY, "x(3), 1.5"))
def functional_leaky_relu(
    input: Array, negative_slope: Number = 0.01, inplace: bool = False
) -> Array:
    """`input` where positive, else `negative_slope * input`.

    >>> import firebrick_core as fb, firebrick_core.functional as F
    >>> F.leaky_relu(fb.tensor([-1.0, 2.0]), 0.1)
    tensor([-0.1000,  2.0000])
    """
    return T.leaky_relu_(input, negative_slope) if inplace else T.leaky_relu(input, negative_slope)


@composite(namespace="functional", methods=False, dtypes="float", samples=(*ANY, "x(3), 0.5"))
def functional_elu(input: Array, alpha: Number = 1.0, inplace: bool = False) -> Array:
    """`input` where positive, else `alpha * (exp(input) - 1)` (Clevert et al. 2015).

    >>> import firebrick_core as fb, firebrick_core.functional as F
    >>> F.elu(fb.tensor([-1.0, 2.0]))
    tensor([-0.6321,  2.0000])
    """
    return T.elu_(input, alpha) if inplace else T.elu(input, alpha)


@composite(namespace="torch functional", methods=False, dtypes="float", samples=ANY)
def selu(input: Array, inplace: bool = False) -> Array:
    """`elu` with the scale and alpha that keep mean and variance (Klambauer et al. 2017)."""
    return selu_(input) if inplace else T.elu(input, _SELU_ALPHA, _SELU_SCALE)


@composite(
    namespace="torch functional",
    methods=False,
    dtypes="float",
    mutates=True,
    samples=("x(3, 4).clone()",),
)
def selu_(input: Array) -> Array:
    """`selu` in place."""
    return T.elu_(input, _SELU_ALPHA, _SELU_SCALE)


@composite(
    namespace="torch functional",
    methods=False,
    dtypes="float",
    samples=(*ANY, "x(3), 0.5"),
    errors=(("x(3), 0.0", RuntimeError, "ZeroDivisionError"),),
)
def celu(input: Array, alpha: Number = 1.0, inplace: bool = False) -> Array:
    """`input` where positive, else `alpha * (exp(input / alpha) - 1)` (Barron 2017)."""
    if alpha == 0:
        raise RuntimeError("ZeroDivisionError: alpha cannot be 0 for CELU")
    return celu_(input, alpha) if inplace else T.elu(input, alpha, 1.0, 1.0 / alpha)


@composite(
    namespace="torch functional",
    methods=False,
    dtypes="float",
    mutates=True,
    samples=("x(3, 4).clone()", "x(3).clone(), 0.5"),
)
def celu_(input: Array, alpha: Number = 1.0) -> Array:
    """`celu` in place."""
    return T.elu_(input, alpha, 1.0, 1.0 / alpha)


@composite(namespace="functional", methods=False, dtypes="float", samples=ANY)
def functional_silu(input: Array, inplace: bool = False) -> Array:
    """`input * sigmoid(input)`, also called swish."""
    return T.silu_(input) if inplace else T.silu(input)


@composite(namespace="functional", methods=False, dtypes="float", samples=ANY)
def functional_mish(input: Array, inplace: bool = False) -> Array:
    """`input * tanh(softplus(input))` (Misra 2019)."""
    return T.mish_(input) if inplace else T.mish(input)


@composite(namespace="functional", methods=False, dtypes="float", samples=ANY)
def functional_hardsigmoid(input: Array, inplace: bool = False) -> Array:
    """`min(max(input + 3, 0), 6) / 6`."""
    return T.hardsigmoid_(input) if inplace else T.hardsigmoid(input)


@composite(namespace="functional", methods=False, dtypes="float", samples=ANY)
def functional_hardswish(input: Array, inplace: bool = False) -> Array:
    """`input * hardsigmoid(input)` (Howard et al. 2019)."""
    return T.hardswish_(input) if inplace else T.hardswish(input)


@composite(namespace="functional", methods=False, dtypes="float", samples=ANY)
def functional_sigmoid(input: Array) -> Array:
    """`1 / (1 + exp(-input))`."""
    return T.sigmoid(input)


@composite(namespace="functional", methods=False, dtypes="float", samples=ANY)
def functional_tanh(input: Array) -> Array:
    """The hyperbolic tangent."""
    return T.tanh(input)


@composite(namespace="functional", methods=False, dtypes="float", samples=ANY)
def softsign(input: Array) -> Array:
    """`input / (1 + |input|)`."""
    return input / (input.abs() + 1)


@composite(namespace="functional", methods=False, dtypes="float", samples=ANY)
def tanhshrink(input: Array) -> Array:
    """`input - tanh(input)`."""
    return input - input.tanh()


@composite(
    namespace="functional",
    methods=False,
    dtypes="float",
    samples=("x(3, 4)", "x(4, 3), 0"),
    errors=(
        ("x(3)", RuntimeError, "Halving dimension must be even"),
        ("x()", RuntimeError, "0-dimensional"),
    ),
)
def glu(input: Array, dim: int = -1) -> Array:
    """The first half of `input` times the sigmoid of the second (Dauphin et al. 2016).

    >>> import firebrick_core as fb, firebrick_core.functional as F
    >>> F.glu(fb.tensor([1.0, 2.0, 0.0, 0.0]))
    tensor([0.5000, 1.0000])
    """
    require_tensor("glu", "input", 1, input)
    if not input.ndim:
        raise RuntimeError("glu does not support 0-dimensional tensors")
    dim = one_dim(dim, input.ndim)
    size = input.size(dim)
    if size % 2:
        raise RuntimeError(f"Halving dimension must be even, but dimension {dim} is size {size}")
    return input.narrow(dim, 0, size // 2) * T.sigmoid(input.narrow(dim, size // 2, size // 2))


@composite(
    namespace="torch functional",
    methods=("prelu",),
    dtypes="float",
    samples=("x(3, 4), pos(1)", "x(2, 3, 2), pos(3)", "x(3), pos()", "x(), pos(1)"),
    errors=(
        ("x(2, 3), pos(2)", RuntimeError, "Mismatch of parameter numbers and input channel size"),
    ),
    layered=True,
)
def prelu(input: Array, weight: Array) -> Array:
    """`input` where positive, else `weight * input`; one weight, or one per channel (dim 1).

    >>> import firebrick_core as fb, firebrick_core.functional as F
    >>> F.prelu(fb.tensor([-2.0, 2.0]), fb.tensor(0.25))
    tensor([-0.5000,  2.0000])
    """
    require_tensor("prelu", "input", 1, input)
    require_tensor("prelu", "weight", 2, weight)
    if weight.ndim > 1:
        raise RuntimeError(
            f"prelu: Expected `weight` to be a scalar or 1D tensor, but got: ndim = {weight.ndim}"
        )
    if weight.numel() == 1:
        weight = weight.view(())
    else:
        channels = input.size(1) if input.ndim > 1 else 1
        if channels != weight.numel():
            raise RuntimeError(
                "Mismatch of parameter numbers and input channel size. Found parameter numbers = "
                f"{weight.numel()} and channel size = {channels}."
            )
        weight = weight.view(1, -1, *[1] * (input.ndim - 2))
    return T.where(input > 0, input, weight * input)


def _slopes_rule(input, lower, upper):
    return meta_array(input.shape, input.dtype)


@operator(
    samples=("x(3, 4), 0.125, 0.375",),
    methods=False,
    namespace="internal",
    differentiable=False,
    random=True,
    dtypes="float",
    meta=_slopes_rule,
)
def rrelu_slopes(xp, input: Array, lower: Number, upper: Number) -> Array:
    """Where `input` is at most 0 a uniform number from `[lower, upper)`, else 1."""
    from .._generator import default_generator

    low = input <= 0
    out = xp.ones(input.shape, input.dtype)
    with default_generator.lock:
        uniform = default_generator.engine.unit53(int(xp.count_nonzero(low)))
    lower, upper = (float(input.dtype.type(bound)) for bound in (lower, upper))
    out[low] = xp.asarray(uniform * (upper - lower) + lower, input.dtype)
    return out


@composite(
    namespace="torch functional",
    methods=False,
    dtypes="float",
    random=True,
    samples=("x(3, 4)", "x(3, 4), training=True"),
)
def rrelu(
    input: Array,
    lower: Number = 1 / 8,
    upper: Number = 1 / 3,
    training: bool = False,
    inplace: bool = False,
) -> Array:
    """`input` where positive, else `input` times a random slope from `[lower, upper)`.

    Outside of training the slope is the mean of both. Raises RuntimeError where they are swapped.
    """
    if lower > upper or not math.isfinite(lower + upper):
        raise RuntimeError(
            f"Lower bound should be less than or equal to the upper bound, got {lower} and {upper}"
        )
    if not training:
        return functional_leaky_relu(input, (lower + upper) / 2, inplace)
    slopes = T.rrelu_slopes(input, lower, upper)
    return input.mul_(slopes) if inplace else input * slopes


@composite(
    namespace="torch functional",
    methods=False,
    dtypes="float",
    random=True,
    mutates=True,
    samples=("x(3, 4).clone()",),
)
def rrelu_(
    input: Array, lower: Number = 1 / 8, upper: Number = 1 / 3, training: bool = False
) -> Array:
    """`rrelu` in place."""
    return rrelu(input, lower, upper, training, True)
