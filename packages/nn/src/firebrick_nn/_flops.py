"""How many floating-point operations an operator takes, from the shapes of its arguments.

Counted is what grows like a product: products of matrices, convolutions and the recurrent part of
recurrent layers, two for each multiplication with addition. What goes over elements once (sums,
activations, normalisation) is not counted. That is the convention of most papers, and of
torch.utils.flop_counter, which has the same numbers.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

__all__ = ["flops_of"]


def _product(args: tuple, result: Any, left: int = 0) -> int:
    """A product of matrices, whose left factor is argument number `left`."""
    return 2 * result.numel() * args[left].shape[-1]


def _added_product(args: tuple, result: Any) -> int:
    """As `_product`, behind the tensor that is added."""
    return _product(args, result, left=1)


def _summed_batch(args: tuple, result: Any) -> int:
    """addbmm: the products of a batch are summed."""
    return 2 * result.numel() * args[1].shape[-1] * args[1].shape[0]


def _weight_gradient(args: tuple, result: Any) -> int:
    """grad_output^T @ input, over all rows."""
    grad = args[0]
    return 2 * result.numel() * (grad.numel() // max(grad.shape[-1], 1))


def _convolution(args: tuple, result: Any) -> int:
    """Each output element is a product with one filter."""
    return 2 * result.numel() * math.prod(args[1].shape[1:])


def _transposed_convolution(args: tuple, result: Any) -> int:
    """Each input element is spread by one filter."""
    return 2 * args[0].numel() * math.prod(args[1].shape[1:])


def _convolution_weight(args: tuple, result: Any) -> int:
    """The gradient of the weight takes what the convolution took."""
    return 2 * args[0].numel() * math.prod(result.shape[1:])


def _bilinear(args: tuple, result: Any) -> int:
    """x1^T A x2 for each output feature."""
    first, second = args[0].shape[-1], args[1].shape[-1]
    return 2 * result.numel() * first * second + 2 * result.numel() * second


def _recurrence(gates: Any, *weights: Any) -> int:
    """In every step h times the weights; there are gates for the rows of all steps."""
    return 2 * gates.shape[0] * sum(w.numel() for w in weights if w is not None)


def _lstm(args: tuple, result: Any) -> int:
    gates, _, _, weight_hh, weight_hr = args[0]
    return _recurrence(gates, weight_hh, weight_hr)


def _gru(args: tuple, result: Any) -> int:
    gates, _, weight_hh, _ = args[0]
    return _recurrence(gates, weight_hh)


def _rnn(args: tuple, result: Any) -> int:
    gates, _, weight_hh = args[0]
    return _recurrence(gates, weight_hh)


RULES: dict[str, Callable[[tuple, Any], int]] = {
    "matmul": _product, "mm": _product, "bmm": _product, "mv": _product, "dot": _product,
    "vdot": _product, "linear": _product, "linear_weight": _weight_gradient,
    "addmm": _added_product, "addmv": _added_product, "baddbmm": _added_product,
    "addmm_": _added_product, "addmv_": _added_product, "baddbmm_": _added_product,
    "addbmm": _summed_batch, "addbmm_": _summed_batch, "bilinear": _bilinear,
    "convolve": _convolution, "convolve_input": _transposed_convolution,
    "convolve_weight": _convolution_weight,
    "lstm_sequence": _lstm, "gru_sequence": _gru, "rnn_sequence": _rnn,
}  # fmt: skip


def flops_of(name: str, args: tuple, result: Any) -> int:
    """The operations of one call of an operator; 0 for those that are not counted."""
    rule = RULES.get(name)
    if rule is None:
        return 0
    return rule(args, result[0] if isinstance(result, (tuple, list)) else result)
