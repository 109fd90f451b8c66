"""L-BFGS: Newton's method with curvature from the last steps and gradients."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ._checks import LEARNING_RATE
from ._core import enable_grad, namespace, tensor_like
from ._function_arrays import FunctionOptimizer
from ._quasi_newton import Problem, minimize
from ._rule import Hyper
from .optimizer import Optimizer, ParamsT


class LBFGS(Optimizer):
    """L-BFGS, with a line search for the strong Wolfe conditions on request.

    One `step(closure)` takes up to `max_iter` steps of lr along -H g, for the gradient g of all
    parameters together and an estimate H of the inverse of the second derivatives, made from the
    last `history_size` changes of parameters and gradients (two-loop recursion). The closure clears
    the gradients, computes the loss and its gradients and returns the loss; `step` returns the
    first loss. With `line_search_fn="strong_wolfe"` lr is only the first length that is tried.

    It ends early after `max_eval` calls of the closure, when no entry of the gradient is above
    `tolerance_grad`, or when neither a parameter nor the loss changes by more than
    `tolerance_change`. Defaults: lr 1, max_iter 20, max_eval 1.25 max_iter, tolerance_grad 1e-7,
    tolerance_change 1e-9, history_size 100, no line search. State, with the first parameter:
    `func_evals`, `n_iter`, and what the next step continues from, as in PyTorch; its tensors are
    flat and as long as all parameters together.

    Raises ValueError for lr below 0 and for several groups, RuntimeError for another line search.
    If the closure raises during a line search, the parameters are put back to where it began.

    Source: Liu and Nocedal, On the Limited Memory BFGS Method for Large Scale Optimization, 1989;
    Nocedal and Wright, Numerical Optimization, 2nd ed., algorithm 7.4.

    >>> import firebrick_core as fb
    >>> from firebrick_optim import LBFGS
    >>> p = fb.tensor([3.0, -2.0])
    >>> def closure():
    ...     p.grad = p * fb.tensor([1.0, 10.0])
    ...     return (p * p.grad).sum() / 2
    >>> LBFGS([p], line_search_fn="strong_wolfe").step(closure)
    tensor(24.5000)
    >>> bool(p.abs().max() < 1e-3)
    True
    """

    checks = (LEARNING_RATE,)

    def __init__(
        self, params: ParamsT, lr: Any = 1, max_iter: int = 20, max_eval: int | None = None,
        tolerance_grad: float = 1e-7, tolerance_change: float = 1e-9, history_size: int = 100,
        line_search_fn: str | None = None,
    ):
        super().__init__(params, {
            "lr": lr, "max_iter": max_iter,
            "max_eval": max_iter * 5 // 4 if max_eval is None else max_eval,
            "tolerance_grad": tolerance_grad, "tolerance_change": tolerance_change,
            "history_size": history_size, "line_search_fn": line_search_fn,
        })

    @classmethod
    def check_hyper(cls, hyper: Hyper) -> None:
        super().check_hyper(hyper)
        if hyper["line_search_fn"] not in (None, "strong_wolfe"):
            raise RuntimeError(
                "only 'strong_wolfe' is supported, got line_search_fn="
                f"{hyper['line_search_fn']!r}; None takes steps of length lr"
            )

    def add_param_group(self, param_group: dict[str, Any]) -> None:
        """The one group that there can be; raises ValueError for a second one."""
        if self.param_groups:
            raise ValueError(
                "LBFGS doesn't support per-parameter options (parameter groups): it moves all "
                "parameters as one; put them into one group"
            )
        super().add_param_group(param_group)

    def step(self, closure: Callable[[], Any]) -> Any:  # type: ignore[override]
        """Take up to `max_iter` steps; returns what `closure` returned first."""
        group = self.param_groups[0]
        params = group["params"]
        return minimize(group, self.state[params[0]], _TensorProblem(params, closure))

    @classmethod
    def bare(cls, **hyper: Any) -> FunctionOptimizer:
        """L-BFGS for bare NumPy or CuPy arrays; a function computes loss and gradients for it.

        `update(params, function, state)` takes the steps of one `step`: `function(params)` returns
        the loss, a number, and the gradients, which have the structure of the parameters.

        >>> import numpy as np
        >>> from firebrick_optim import LBFGS
        >>> def bowl(params):
        ...     x = params["x"]
        ...     return (x**2).sum(), {"x": 2 * x}
        >>> lbfgs, params = LBFGS.bare(line_search_fn="strong_wolfe"), {"x": np.array([3.0, -4.0])}
        >>> state = lbfgs.init(params)
        >>> params = lbfgs.update(params, bowl, state)
        >>> float(state["loss"]), bool(abs(params["x"]).max() < 1e-6)
        (25.0, True)
        """
        return FunctionOptimizer(cls, cls._hyper_parameters(**hyper))


class _TensorProblem(Problem):
    """A closure over tensors."""

    def __init__(self, params: Sequence[Any], closure: Callable[[], Any]):
        super().__init__(namespace(params[0]))
        self.params, self.closure = params, closure

    def arrays(self) -> list[Any]:
        return [p._array for p in self.params]

    def call(self) -> tuple[Any, list[Any]]:
        with enable_grad():
            value = self.closure()
        return value, [_dense(p.grad) for p in self.params]

    def moved(self) -> None:
        for p in self.params:
            p._bump_version()

    def kept(self, array: Any) -> Any:
        return tensor_like(self.params[0], self.xp.asarray(array))


def _dense(grad: Any) -> Any:
    if grad is None:
        return None
    return (grad.to_dense() if grad.is_sparse else grad)._array
