"""What one optimizer has to say: its state and its update for one parameter, over bare arrays.

An optimizer's file declares

`checks`         the table of its hyper-parameters' ranges
`counters`       names of the numbers that it keeps per parameter (`step`)
`buffers`        names of the arrays that it keeps per parameter, given the hyper-parameters
`initial_state`  both, for a parameter that has none yet
`numbers`        the scalars of a step; hyper-parameters are read as numbers here and nowhere else
`update`         the arithmetic, in place

and nothing of groups, hooks, tensors or speed. `update` is called with arrays of one floating type:
a whole parameter, a block of a large one, or many small ones end to end, which is why an
`elementwise` rule must treat every element alike. Its scalars arrive as `n`, in the order in which
`numbers` gave them, as 0-d arrays of that type (with a Python float, a NumPy ufunc takes twice as
long). It may write into `param`, the arrays in `state` and `work`, and must not write into `grad`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

from firebrick_core import Tensor

from . import _checks

Hyper = Mapping[str, Any]
Counters = dict[str, float]
State = dict[str, Any]


class Rule:
    """The declarations of an optimizer, with the defaults of one that keeps nothing."""

    checks: ClassVar[Sequence[_checks.Check]] = ()
    counters: ClassVar[tuple[str, ...]] = ()
    #: How many scratch arrays of the parameter's shape `update` gets in `work`.
    scratch: ClassVar[int] = 1
    #: Whether every element of a parameter is treated alike, so that it may be cut and joined at
    #: will.
    elementwise: ClassVar[bool] = True

    #: What becomes of a sparse gradient: it is refused (""), taken for the dense one, of which it
    #: leaves the zeros out ("dense"), or it alone is taken, and only the rows move that it has
    #: ("rows").
    sparse: ClassVar[str] = ""

    #: Whether complex parameters are taken. An elementwise rule sees them as pairs of real numbers.
    takes_complex: ClassVar[bool] = True

    #: Whether a tensor's counters are Python integers, where PyTorch keeps such.
    integer_counters: ClassVar[bool] = False

    #: Whether PyTorch makes the state with the optimizer, and not in the first step.
    eager: ClassVar[bool] = False

    @classmethod
    def check_hyper(cls, hyper: Hyper) -> None:
        """Raise ValueError for hyper-parameters out of range, TypeError for what are no numbers."""
        _checks.check(cls.__name__, cls.checks, hyper)
        _checks.check_modes(cls.__name__, hyper, cls.elementwise)

    @staticmethod
    def buffers(hyper: Hyper) -> tuple[str, ...]:
        """Names of the arrays that `update` needs in `state`."""
        return ()

    @classmethod
    def buffers_of(cls, param: Any, hyper: Hyper) -> tuple[str, ...]:
        """`buffers` for one parameter, where they depend on its shape."""
        return cls.buffers(hyper)

    @classmethod
    def check_param(cls, param: Any, name: str) -> None:
        """Raise ValueError for an array that this rule cannot optimize, whatever its gradient."""

    @staticmethod
    def initial_state(xp: Any, param: Any, hyper: Hyper) -> State:
        """A parameter's counters, as Python numbers, and buffers, as arrays, in PyTorch's order."""
        return {}

    @staticmethod
    def numbers(hyper: Hyper, counters: Counters, first: bool) -> Sequence[float]:
        """The scalars of a step. Advances `counters`; `first`: the state was made just now."""
        raise NotImplementedError

    @staticmethod
    def update(
        xp: Any, param: Any, grad: Any, state: State, hyper: Hyper, n: Any, work: Sequence[Any]
    ) -> None:
        """Move `param` in place; `n` are the step's `numbers`."""
        raise NotImplementedError


def missing_state(
    rule: type[Rule], xp: Any, param: Any, hyper: Hyper, state: State, wrap: Callable[[Any], Any]
) -> State:
    """What `rule` needs in a parameter's `state` and does not find there, made anew and wrapped."""
    needed = (*rule.counters, *rule.buffers_of(param, hyper))
    if all(state.get(name) is not None for name in needed):
        return {}
    fresh = rule.initial_state(xp, param, hyper)
    return {name: wrap(value) for name, value in fresh.items() if state.get(name) is None}


def number_of(hyper: Hyper, name: str) -> float:
    """A hyper-parameter as a number; for `differentiable` a tensor stays one, so that gradients
    reach it."""
    value = hyper[name]
    if hyper.get("differentiable") and isinstance(value, Tensor):
        return value  # type: ignore[return-value]  # computes as a number does
    return float(value)


def decay_number(hyper: Hyper, lr: float) -> float:
    """The scalar of weight decay: the rate itself; decoupled, what parameters are multiplied by."""
    decay = number_of(hyper, "weight_decay")
    return 1.0 - lr * decay if hyper.get("decoupled_weight_decay") else decay


def descent(xp: Any, param: Any, grad: Any, hyper: Hyper, decay: Any, out: Any) -> Any:
    """The gradient to descend: negated for `maximize`, plus weight decay (L2).

    A decoupled weight decay shrinks `param` here and leaves the gradient alone. `decay` is the
    step's `decay_number`. Returned in `out`, or `grad` itself where there is nothing to do to it.
    """
    if hyper["weight_decay"]:
        if hyper.get("decoupled_weight_decay"):
            xp.multiply(param, decay, param)
        else:
            xp.multiply(param, decay, out)
            return (xp.subtract if hyper["maximize"] else xp.add)(out, grad, out)
    return xp.negative(grad, out) if hyper["maximize"] else grad


def average(xp: Any, mean: Any, value: Any, keep: Any, weight: Any, out: Any) -> None:
    """A running average: `keep` times itself, plus `weight` times `value`."""
    xp.multiply(mean, keep, mean)
    xp.multiply(value, weight, out)
    xp.add(mean, out, mean)


def average_square(xp: Any, mean: Any, value: Any, keep: Any, weight: Any, out: Any) -> None:
    """A running average of squares: `keep` times itself, plus `weight` times `value` squared."""
    xp.multiply(mean, keep, mean)
    xp.multiply(value, weight, out)
    xp.multiply(out, value, out)
    xp.add(mean, out, mean)
