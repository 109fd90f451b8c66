"""Update rules on tensors, for `differentiable=True`: steps that backward goes through.

A rule's `update` is given this module's `Recorder` for its array namespace and `Cell`s for its
arrays. Each of its operations becomes one on tensors, whose result takes the place of what the cell
held, so that autograd sees values that are never written to.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import firebrick_core as fb

from ._blocks import real_type
from ._core import Tensor
from ._rule import Hyper, Rule

_OPERATIONS: dict[str, tuple[int, Callable[..., Any]]] = {
    "add": (2, fb.add), "subtract": (2, fb.sub), "multiply": (2, fb.mul), "divide": (2, fb.div),
    "maximum": (2, fb.maximum), "minimum": (2, fb.minimum), "where": (3, fb.where),
    "negative": (1, fb.neg), "abs": (1, fb.abs), "sqrt": (1, fb.sqrt), "sign": (1, fb.sign),
}


class Cell:
    """In the place of an array: whatever tensor it holds by now."""

    def __init__(self, value: Any = None):
        self.value = value

    def __lt__(self, other: Any) -> Cell:
        return Cell(self.value < _value(other))

    def __gt__(self, other: Any) -> Cell:
        return Cell(self.value > _value(other))

    def __setitem__(self, key: Any, value: Any) -> None:
        value = _value(value)
        if isinstance(key, Cell):
            value = _tensor(value, self.value.dtype, self.value.device)
            value = fb.where(key.value, value, self.value)
        elif key is not Ellipsis:
            raise NotImplementedError(f"differentiable=True: assigning to the part {key!r}")
        self.value = value


class Recorder:
    """The operations of an array namespace, on what cells hold; numbers get the dtype.

    >>> Recorder(fb.float32).maximum(Cell(fb.tensor([1.0, 4.0])), 3.0).value
    tensor([3., 4.])
    """

    def __init__(self, dtype: Any):
        self.dtype = dtype

    def __getattr__(self, name: str) -> Callable[..., Cell]:
        if name not in _OPERATIONS:
            raise NotImplementedError(
                f"differentiable=True: the update calls {name}(), of which no step on tensors is "
                "made; add it to firebrick_optim._recorded"
            )
        inputs, function = _OPERATIONS[name]

        def operation(*args: Any, out: Cell | None = None) -> Cell:
            operands, rest = list(map(_value, args[:inputs])), args[inputs:]
            if name in ("maximum", "minimum", "where"):  # these take no numbers
                device = next(t.device for t in operands if isinstance(t, Tensor))
                operands = [_tensor(t, self.dtype, device) for t in operands]
            target = rest[0] if rest else out
            target = Cell() if target is None else target
            target.value = function(*operands)
            return target

        return operation


def _value(operand: Any) -> Any:
    return operand.value if isinstance(operand, Cell) else operand


def _tensor(value: Any, dtype: Any, device: Any) -> Any:
    return value if isinstance(value, Tensor) else fb.tensor(value, dtype=dtype, device=device)


def step(
    rule: type[Rule], p: Any, grad: Any, state: Mapping[str, Any], hyper: Hyper,
    numbers: Sequence[Any],
) -> dict[str, Any]:
    """Move a parameter in place, recorded; returns the buffers that take the place of `state`'s.

    Complex tensors are seen as pairs of real ones, 16-bit ones as float32.
    """
    kind = getattr(fb, real_type(p._array.dtype))

    def opened(tensor: Any) -> Cell:
        tensor = fb.view_as_real(tensor) if tensor.is_complex() else tensor
        return Cell(tensor if tensor.dtype is kind else tensor.to(kind))

    def closed(cell: Cell, like: Any) -> Any:
        value = fb.view_as_complex(cell.value) if like.is_complex() else cell.value
        return value if value.dtype is like.dtype else value.to(like.dtype)

    param = opened(p.clone())  # what the rule saves of it is not what is written to
    buffers = {name: opened(value) for name, value in state.items()}
    scratch = [Cell() for _ in range(rule.scratch)]
    n = [v.reshape(()) if isinstance(v, Tensor) else v for v in numbers]
    rule.update(Recorder(kind), param, opened(grad), buffers, hyper, n, scratch)
    p.copy_(closed(param, p))
    return {name: closed(buffers[name], value) for name, value in state.items()}
