"""Activations as layers: functions of each element. (Softmax is in `_softmax`.)

All take and return tensors of any shape unless they say otherwise. Where a layer has `inplace`,
True writes into the input and returns it.
"""

from __future__ import annotations

import warnings
from typing import Any

import firebrick_core as torch
from firebrick_core import Tensor, empty

from . import functional as F, init as initial
from ._module import Module
from ._parameter import Parameter

__all__ = [
    "CELU", "ELU", "GELU", "GLU", "Hardshrink", "Hardsigmoid", "Hardswish", "Hardtanh", "LeakyReLU",
    "LogSigmoid", "Mish", "PReLU", "RReLU", "ReLU", "ReLU6", "SELU", "SiLU", "Sigmoid", "Softplus",
    "Softshrink", "Softsign", "Tanh", "Tanhshrink", "Threshold",
]  # fmt: skip


class _Inplace(Module):
    """An activation whose only argument is `inplace`."""

    __constants__ = ["inplace"]

    def __init__(self, inplace: bool = False) -> None:
        super().__init__()
        self.inplace = inplace

    def extra_repr(self) -> str:
        return "inplace=True" if self.inplace else ""


def _and_inplace(module: Any) -> str:
    return ", inplace=True" if module.inplace else ""


class ReLU(_Inplace):
    """`max(0, x)`. Source: torch.nn.ReLU.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> nn.ReLU()(torch.tensor([-1.0, 2.0]))
    tensor([0., 2.])
    """

    def forward(self, input: Tensor) -> Tensor:
        # The operators themselves: F.relu, which takes `inplace`, costs 0.2 us more.
        return torch.relu_(input) if self.inplace else torch.relu(input)


class RReLU(Module):
    """Leaky ReLU with a random slope for each element in training, the mean slope in evaluation.

    Args:
        lower, upper: the slope is uniform in [lower, upper). Default: 1/8 and 1/3.
        inplace: whether to write into the input. Default: False.

    Source: Xu et al. 2015, Empirical evaluation of rectified activations; torch.nn.RReLU.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> nn.RReLU(0.1, 0.3).eval()(torch.tensor([-1.0, 2.0]))
    tensor([-0.2000,  2.0000])
    """

    __constants__ = ["lower", "upper", "inplace"]

    def __init__(
        self, lower: float = 1.0 / 8, upper: float = 1.0 / 3, inplace: bool = False
    ) -> None:
        super().__init__()
        self.lower = lower
        self.upper = upper
        self.inplace = inplace

    def forward(self, input: Tensor) -> Tensor:
        return F.rrelu(input, self.lower, self.upper, self.training, self.inplace)

    def extra_repr(self) -> str:
        return f"lower={self.lower}, upper={self.upper}{_and_inplace(self)}"


class Hardtanh(Module):
    """`min(max(min_val, x), max_val)`.

    Args:
        min_val, max_val: the limits. Default: -1 and 1.
        inplace: whether to write into the input. Default: False.

    Raises AssertionError, as PyTorch does, unless max_val > min_val. Source: torch.nn.Hardtanh.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> nn.Hardtanh(-2, 2)(torch.tensor([-3.0, 0.5, 3.0]))
    tensor([-2.0000,  0.5000,  2.0000])
    """

    __constants__ = ["min_val", "max_val", "inplace"]

    def __init__(
        self, min_val: float = -1.0, max_val: float = 1.0, inplace: bool = False,
        min_value: float | None = None, max_value: float | None = None,
    ) -> None:
        super().__init__()
        if min_value is not None:
            min_val = _renamed("min_value", "min_val", min_value)
        if max_value is not None:
            max_val = _renamed("max_value", "max_val", max_value)
        if max_val <= min_val:
            raise AssertionError(f"max_val ({max_val}) must be greater than min_val ({min_val})")
        self.min_val = min_val
        self.max_val = max_val
        self.inplace = inplace

    def forward(self, input: Tensor) -> Tensor:
        return F.hardtanh(input, self.min_val, self.max_val, self.inplace)

    def extra_repr(self) -> str:
        return f"min_val={self.min_val}, max_val={self.max_val}{_and_inplace(self)}"


class ReLU6(Hardtanh):
    """`min(max(0, x), 6)`. Source: torch.nn.ReLU6.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> nn.ReLU6()(torch.tensor([-1.0, 2.0, 7.0]))
    tensor([0., 2., 6.])
    """

    def __init__(self, inplace: bool = False) -> None:
        super().__init__(0.0, 6.0, inplace)

    def extra_repr(self) -> str:
        return "inplace=True" if self.inplace else ""


def _renamed(old: str, new: str, value: float) -> float:
    warnings.warn(
        f"keyword argument `{old}` is deprecated and renamed to `{new}`",
        FutureWarning,
        stacklevel=3,
    )
    return value


class Sigmoid(Module):
    """`1 / (1 + exp(-x))`. Source: torch.nn.Sigmoid.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> nn.Sigmoid()(torch.tensor([0.0]))
    tensor([0.5000])
    """

    def forward(self, input: Tensor) -> Tensor:
        return torch.sigmoid(input)


class Hardsigmoid(Module):
    """`min(max(0, x + 3), 6) / 6`. Source: Howard et al. 2019, MobileNetV3; torch.nn.Hardsigmoid.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> nn.Hardsigmoid()(torch.tensor([-4.0, 0.0, 4.0]))
    tensor([0.0000, 0.5000, 1.0000])
    """

    __constants__ = ["inplace"]

    def __init__(self, inplace: bool = False) -> None:
        super().__init__()
        self.inplace = inplace

    def forward(self, input: Tensor) -> Tensor:
        return F.hardsigmoid(input, self.inplace)


class Tanh(Module):
    """The hyperbolic tangent. Source: torch.nn.Tanh.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> nn.Tanh()(torch.tensor([0.0, 1.0]))
    tensor([0.0000, 0.7616])
    """

    def forward(self, input: Tensor) -> Tensor:
        return torch.tanh(input)


class SiLU(_Inplace):
    """`x * sigmoid(x)`, also called swish.

    Source: Elfwing et al. 2017, Sigmoid-weighted linear units; torch.nn.SiLU.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> nn.SiLU()(torch.tensor([0.0, 1.0]))
    tensor([0.0000, 0.7311])
    """

    def forward(self, input: Tensor) -> Tensor:
        return F.silu(input, self.inplace)


class Mish(_Inplace):
    """`x * tanh(softplus(x))`. Source: Misra 2019, Mish; torch.nn.Mish.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> nn.Mish()(torch.tensor([0.0, 1.0]))
    tensor([0.0000, 0.8651])
    """

    def forward(self, input: Tensor) -> Tensor:
        return F.mish(input, self.inplace)


class Hardswish(Module):
    """`x * min(max(0, x + 3), 6) / 6`. Source: Howard et al. 2019, MobileNetV3; torch.nn.Hardswish.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> nn.Hardswish()(torch.tensor([-4.0, 0.0, 4.0]))
    tensor([-0.,  0.,  4.])
    """

    __constants__ = ["inplace"]

    def __init__(self, inplace: bool = False) -> None:
        super().__init__()
        self.inplace = inplace

    def forward(self, input: Tensor) -> Tensor:
        return F.hardswish(input, self.inplace)


class _Alpha(Module):
    """An activation with a scale `alpha` for negative values."""

    __constants__ = ["alpha", "inplace"]

    def __init__(self, alpha: float = 1.0, inplace: bool = False) -> None:
        super().__init__()
        self.alpha = alpha
        self.inplace = inplace

    def extra_repr(self) -> str:
        return f"alpha={self.alpha}{_and_inplace(self)}"


class ELU(_Alpha):
    """`x` for positive x, else `alpha * (exp(x) - 1)`.

    Args:
        alpha: minus the limit for small x. Default: 1.
        inplace: whether to write into the input. Default: False.

    Source: Clevert et al. 2015, Exponential linear units; torch.nn.ELU.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> nn.ELU()(torch.tensor([-1.0, 2.0]))
    tensor([-0.6321,  2.0000])
    """

    def forward(self, input: Tensor) -> Tensor:
        return F.elu(input, self.alpha, self.inplace)


class CELU(_Alpha):
    """`max(0, x) + min(0, alpha * (exp(x / alpha) - 1))`.

    Args:
        alpha: see above; not 0. Default: 1.
        inplace: whether to write into the input. Default: False.

    Source: Barron 2017, Continuously differentiable exponential linear units; torch.nn.CELU.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> nn.CELU(2.0)(torch.tensor([-1.0, 2.0]))
    tensor([-0.7869,  2.0000])
    """

    def forward(self, input: Tensor) -> Tensor:
        return F.celu(input, self.alpha, self.inplace)


class SELU(_Inplace):
    """`scale * ELU(x, alpha)` with the constants that keep mean 0 and variance 1.

    Source: Klambauer et al. 2017, Self-normalizing neural networks; torch.nn.SELU.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> nn.SELU()(torch.tensor([-1.0, 1.0]))
    tensor([-1.1113,  1.0507])
    """

    def forward(self, input: Tensor) -> Tensor:
        return F.selu(input, self.inplace)


class GLU(Module):
    """`a * sigmoid(b)`, with a and b the halves of the input along a dimension.

    Args:
        dim: the dimension; its size is even, and halved in the output. Default: -1.

    Source: Dauphin et al. 2016, Language modeling with gated convolutional networks; torch.nn.GLU.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> nn.GLU()(torch.tensor([2.0, 0.0]))
    tensor([1.])
    """

    __constants__ = ["dim"]

    def __init__(self, dim: int = -1) -> None:
        super().__init__()
        self.dim = dim

    def forward(self, input: Tensor) -> Tensor:
        return F.glu(input, self.dim)

    def extra_repr(self) -> str:
        return f"dim={self.dim}"


class GELU(Module):
    """`x * Phi(x)`, with the cumulative distribution function of the normal distribution.

    Args:
        approximate: "tanh" for `0.5 x (1 + tanh(sqrt(2 / pi) (x + 0.044715 x ** 3)))`.
            Default: "none": exact.

    Source: Hendrycks and Gimpel 2016, Gaussian error linear units; torch.nn.GELU.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> nn.GELU()(torch.tensor([0.0, 1.0]))
    tensor([0.0000, 0.8413])
    """

    __constants__ = ["approximate"]

    def __init__(self, approximate: str = "none") -> None:
        super().__init__()
        self.approximate = approximate

    def forward(self, input: Tensor) -> Tensor:
        return F.gelu(input, approximate=self.approximate)

    def extra_repr(self) -> str:
        return f"approximate={self.approximate!r}"


class _Lambd(Module):
    """A function that is zero within `lambd` of zero."""

    __constants__ = ["lambd"]

    def __init__(self, lambd: float = 0.5) -> None:
        super().__init__()
        self.lambd = lambd

    def extra_repr(self) -> str:
        return f"{self.lambd}"


class Hardshrink(_Lambd):
    """`x` where `|x| > lambd`, else 0. `lambd` is 0.5 by default. Source: torch.nn.Hardshrink.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> nn.Hardshrink()(torch.tensor([-1.0, 0.25, 2.0]))
    tensor([-1.,  0.,  2.])
    """

    def forward(self, input: Tensor) -> Tensor:
        return F.hardshrink(input, self.lambd)


class Softshrink(_Lambd):
    """`x - lambd * sign(x)` where `|x| > lambd`, else 0. `lambd` is 0.5 by default.

    Source: torch.nn.Softshrink.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> nn.Softshrink()(torch.tensor([-1.0, 0.25, 2.0]))
    tensor([-0.5000,  0.0000,  1.5000])
    """

    def forward(self, input: Tensor) -> Tensor:
        return F.softshrink(input, self.lambd)


class LeakyReLU(Module):
    """`x` for positive x, else `negative_slope * x`.

    Args:
        negative_slope: Default: 0.01.
        inplace: whether to write into the input. Default: False.

    Source: torch.nn.LeakyReLU.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> nn.LeakyReLU(0.5)(torch.tensor([-1.0, 2.0]))
    tensor([-0.5000,  2.0000])
    """

    __constants__ = ["inplace", "negative_slope"]

    def __init__(self, negative_slope: float = 1e-2, inplace: bool = False) -> None:
        super().__init__()
        self.negative_slope = negative_slope
        self.inplace = inplace

    def forward(self, input: Tensor) -> Tensor:
        return F.leaky_relu(input, self.negative_slope, self.inplace)

    def extra_repr(self) -> str:
        return f"negative_slope={self.negative_slope}{_and_inplace(self)}"


class LogSigmoid(Module):
    """`log(1 / (1 + exp(-x)))`. Source: torch.nn.LogSigmoid.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> nn.LogSigmoid()(torch.tensor([0.0]))
    tensor([-0.6931])
    """

    def forward(self, input: Tensor) -> Tensor:
        return F.logsigmoid(input)


class Softplus(Module):
    """`log(1 + exp(beta * x)) / beta`.

    Args:
        beta: Default: 1.
        threshold: where `beta * x` is larger the result is `x`. Default: 20.

    Source: torch.nn.Softplus.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> nn.Softplus()(torch.tensor([0.0, 30.0]))
    tensor([ 0.6931, 30.0000])
    """

    __constants__ = ["beta", "threshold"]

    def __init__(self, beta: float = 1.0, threshold: float = 20.0) -> None:
        super().__init__()
        self.beta = beta
        self.threshold = threshold

    def forward(self, input: Tensor) -> Tensor:
        return F.softplus(input, self.beta, self.threshold)

    def extra_repr(self) -> str:
        return f"beta={self.beta}, threshold={self.threshold}"


class PReLU(Module):
    """Leaky ReLU with a learned slope, one for all channels or one for each.

    Args:
        num_parameters: 1 or the number of channels. Default: 1.
        init: initial slope. Default: 0.25.
        device, dtype: of the parameter. Default: the CPU and the default dtype.

    Shape: (N, C, *), the output alike. Parameter: `weight` (num_parameters). Source: He et al.
    2015, Delving deep into rectifiers; torch.nn.PReLU.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> nn.PReLU()(torch.tensor([-1.0, 2.0])).detach()
    tensor([-0.2500,  2.0000])
    """

    __constants__ = ["num_parameters"]

    def __init__(
        self, num_parameters: int = 1, init: float = 0.25, device: Any = None, dtype: Any = None
    ) -> None:
        super().__init__()
        self.num_parameters = num_parameters
        self.init = init
        self.weight = Parameter(empty(num_parameters, device=device, dtype=dtype))
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Set the slopes to `init`."""
        initial.constant_(self.weight, self.init)

    def forward(self, input: Tensor) -> Tensor:
        return F.prelu(input, self.weight)

    def extra_repr(self) -> str:
        return f"num_parameters={self.num_parameters}"


class Softsign(Module):
    """`x / (1 + |x|)`. Source: torch.nn.Softsign.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> nn.Softsign()(torch.tensor([-1.0, 3.0]))
    tensor([-0.5000,  0.7500])
    """

    def forward(self, input: Tensor) -> Tensor:
        return F.softsign(input)


class Tanhshrink(Module):
    """`x - tanh(x)`. Source: torch.nn.Tanhshrink.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> nn.Tanhshrink()(torch.tensor([0.0, 1.0]))
    tensor([0.0000, 0.2384])
    """

    def forward(self, input: Tensor) -> Tensor:
        return F.tanhshrink(input)


class Threshold(Module):
    """`x` where `x > threshold`, else `value`.

    Args:
        threshold, value: see above.
        inplace: whether to write into the input. Default: False.

    Source: torch.nn.Threshold.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> nn.Threshold(0.1, 20)(torch.tensor([0.0, 1.0]))
    tensor([20.,  1.])
    """

    __constants__ = ["threshold", "value", "inplace"]

    def __init__(self, threshold: float, value: float, inplace: bool = False) -> None:
        super().__init__()
        self.threshold = threshold
        self.value = value
        self.inplace = inplace

    def forward(self, input: Tensor) -> Tensor:
        return F.threshold(input, self.threshold, self.value, self.inplace)

    def extra_repr(self) -> str:
        return f"threshold={self.threshold}, value={self.value}{_and_inplace(self)}"
