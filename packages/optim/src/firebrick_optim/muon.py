"""Muon: momentum, made orthogonal, for the matrices of hidden layers."""

from __future__ import annotations

from typing import Any

from ._checks import AT_LEAST_ZERO, Check, check_count
from ._rule import Counters, Hyper, State, average
from .optimizer import Optimizer, ParamsT

_RATES = (None, "original", "match_rms_adamw")


class Muon(Optimizer):
    """Muon: steps along the momentum with all its singular values brought close to 1.

    For the gradient g of a matrix p of n rows and m columns, with `lr`, `weight_decay` w,
    `momentum` u, `ns_coefficients` (a, b, c), `eps` and `ns_steps` k::

        b = u b + (1 - u) g
        d = u b + (1 - u) g                  (d = b without nesterov)
        x = d / max(|d|, eps)                (transposed where n > m)
        x = a x + (b y + c y^2) x,  y = x x^T        k times
        p = p - lr w p
        p = p - lr s x

    where s is sqrt(max(1, n / m)), or 0.2 sqrt(max(n, m)) for `adjust_lr_fn="match_rms_adamw"`,
    with which rates and decays tuned for AdamW can be kept. Defaults: lr 1e-3, weight_decay 0.1,
    momentum 0.95, nesterov True, ns_coefficients (3.4445, -4.775, 2.0315), eps 1e-7, ns_steps 5,
    adjust_lr_fn None ("original"). State: `momentum_buffer`, of the parameter's shape. x is
    rounded to bfloat16 after each product, as in PyTorch.

    Raises ValueError for parameters that are no matrices, for hyper-parameters below 0, an unknown
    `adjust_lr_fn` and 100 steps or more; `step` raises RuntimeError for complex parameters and for
    sparse gradients.

    Source: Jordan et al., Muon: An optimizer for hidden layers in neural networks, 2024,
    https://kellerjordan.github.io/posts/muon; Liu et al., Muon is Scalable for LLM Training, arXiv
    2502.16982.

    >>> import numpy as np
    >>> from firebrick_optim import Muon
    >>> muon, p = Muon.bare(lr=1.0, weight_decay=0.0, ns_steps=10), np.zeros((2, 2))
    >>> p = muon.update(p, np.array([[4.0, 0.0], [0.0, 0.1]]), muon.init(p))
    >>> bool(0.6 < -p[1, 1] < 1.3)  # the small singular value has become as large as the others
    True
    """

    checks = (
        Check("lr", AT_LEAST_ZERO, "Learning rate", should=">= 0"),
        Check("momentum", AT_LEAST_ZERO, "momentum", should=">= 0"),
        Check("weight_decay", AT_LEAST_ZERO, "weight decay", should=">= 0"),
    )
    scratch = 2
    elementwise = False
    takes_complex = False

    def __init__(
        self, params: ParamsT, lr: Any = 1e-3, weight_decay: float = 0.1, momentum: float = 0.95,
        nesterov: bool = True, ns_coefficients: Any = (3.4445, -4.775, 2.0315), eps: float = 1e-7,
        ns_steps: int = 5, adjust_lr_fn: str | None = None,
    ):
        super().__init__(params, {
            "lr": lr, "weight_decay": weight_decay, "momentum": momentum, "nesterov": nesterov,
            "ns_coefficients": ns_coefficients, "eps": eps, "ns_steps": ns_steps,
            "adjust_lr_fn": adjust_lr_fn,
        })

    @classmethod
    def check_hyper(cls, hyper: Hyper) -> None:
        super().check_hyper(hyper)
        check_count(cls.__name__, "ns_coefficients", hyper["ns_coefficients"], 3)
        if hyper["ns_steps"] >= 100:
            raise ValueError(
                "Number of steps must be less than 100 for computational efficiency, got "
                f"ns_steps={hyper['ns_steps']}; Muon needs about 5"
            )
        if hyper["adjust_lr_fn"] not in _RATES:
            raise ValueError(
                f"Adjust learning rate function {hyper['adjust_lr_fn']} is not supported; Muon has "
                '"original" (None) and "match_rms_adamw"'
            )

    @classmethod
    def check_param(cls, param: Any, name: str) -> None:
        if len(param.shape) != 2:
            raise ValueError(
                "Muon only supports 2D parameters whereas we found a parameter with size: "
                f"{list(param.shape)}, at {name}; give it to another optimizer, AdamW say"
            )

    @staticmethod
    def buffers(hyper: Hyper) -> tuple[str, ...]:
        return ("momentum_buffer",)

    @staticmethod
    def initial_state(xp: Any, param: Any, hyper: Hyper) -> State:
        return {"momentum_buffer": xp.zeros_like(param)}

    @staticmethod
    def numbers(hyper: Hyper, counters: Counters, first: bool) -> tuple[float, ...]:
        lr, momentum = float(hyper["lr"]), hyper["momentum"]
        shrink = 1 - lr * hyper["weight_decay"]
        return lr, shrink, momentum, 1 - momentum, hyper["eps"], *hyper["ns_coefficients"]

    @staticmethod
    def update(
        xp: Any, param: Any, grad: Any, state: State, hyper: Hyper, n: Any, work: Any
    ) -> None:
        lr, shrink, momentum, weight, eps, *coefficients = n
        buffer, (step, ahead) = state["momentum_buffer"], work
        average(xp, buffer, grad, momentum, weight, step)
        if hyper["nesterov"]:
            xp.multiply(grad, weight, ahead)
            xp.multiply(buffer, momentum, step)
            xp.add(ahead, step, ahead)
        else:
            ahead = buffer
        rows, columns = param.shape
        size = 0.2 * max(rows, columns) ** 0.5
        if hyper["adjust_lr_fn"] != "match_rms_adamw":
            size = max(1.0, rows / max(columns, 1)) ** 0.5
        direction = _orthogonal(xp, ahead, eps, coefficients, hyper["ns_steps"])
        xp.multiply(param, shrink, param)
        xp.multiply(direction, lr * size, step)
        xp.subtract(param, step, param)


def _orthogonal(xp: Any, matrix: Any, eps: Any, coefficients: Any, steps: int) -> Any:
    """The matrix with singular values near 1: an odd polynomial applied to them `steps` times."""
    a, b, c = (float(v) for v in coefficients)
    tall = matrix.shape[0] > matrix.shape[1]
    x = _bfloat16(xp, matrix.T if tall else matrix)  # so that x x^T is the smaller square
    norm = _bfloat16(xp, xp.linalg.norm(x))
    x = _bfloat16(xp, x / max(float(norm), float(eps)))
    for _ in range(steps):
        square = _bfloat16(xp, x @ x.T)
        polynomial = _bfloat16(xp, b * square + c * (square @ square))
        x = _bfloat16(xp, a * x + polynomial @ x)
    return x.T if tall else x


def _bfloat16(xp: Any, array: Any) -> Any:
    """A float32 array of the nearest numbers that bfloat16 has (ties to even)."""
    bits = xp.array(array, xp.float32, order="C").view(xp.uint32)
    return ((bits + (((bits >> 16) & 1) + 0x7FFF)) & 0xFFFF0000).view(xp.float32)
