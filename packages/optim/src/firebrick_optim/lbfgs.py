"""L-BFGS: Newton's method with curvature from the last steps and gradients."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ._blocks import real_type
from ._checks import LEARNING_RATE
from ._core import Tensor, enable_grad, namespace, quiet, tensor_like
from ._line_search import Point, strong_wolfe
from ._rule import Hyper
from .optimizer import Optimizer, ParamsT

#: A step along which the gradient changes by less says nothing about curvature.
LEAST_CURVATURE = 1e-10


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
        state = self.state[params[0]]
        state.setdefault("func_evals", 0)
        state.setdefault("n_iter", 0)
        problem = _Problem(params, closure)
        first, grad = problem.evaluate()
        state["func_evals"] += 1
        if _largest(grad) <= group["tolerance_grad"]:
            return first
        memory = _Memory(state, problem.first)
        before = problem.evaluations
        try:
            _descend(group, state, problem, memory, float(first), grad)
        finally:
            state["func_evals"] += problem.evaluations - before
            memory.write(state, group["history_size"])
        return first


def _descend(
    group: Hyper, state: dict[str, Any], problem: _Problem, memory: _Memory, loss: float, grad: Any
) -> None:
    """Steps until there are enough of them, or no more progress."""
    smallest, most = group["tolerance_change"], group["max_eval"]
    for n in range(1, group["max_iter"] + 1):
        state["n_iter"] += 1
        t = float(group["lr"])
        with quiet():
            if state["n_iter"] == 1:
                memory.forget()
                t *= min(1.0, 1.0 / float(abs(grad).sum()))
            else:
                memory.learn(grad, group["history_size"])
            direction = memory.direction(grad)
            slope = float(grad.dot(direction))
        memory.grad, memory.loss, memory.t = grad.copy(), loss, t
        if slope > -smallest:
            return
        last = n == group["max_iter"]
        if group["line_search_fn"]:
            start = Point(0.0, loss, grad, slope)
            left = most - problem.evaluations
            point = problem.search(start, t, direction, smallest, left)
            loss, grad, memory.t = point.value, point.grad, point.t
        else:
            problem.move(t, direction)
            if not last:  # nobody would look at it
                value, grad = problem.evaluate()
                loss = float(value)
        if last or problem.evaluations >= most or _largest(grad) <= group["tolerance_grad"]:
            return
        if _largest(direction) * memory.t <= smallest or abs(loss - memory.loss) < smallest:
            return


class _Problem:
    """The loss as a function of all parameters in one flat array, complex ones as two numbers."""

    def __init__(self, params: Sequence[Any], closure: Callable[[], Any]):
        self.params, self.closure, self.first = params, closure, params[0]
        self.xp = namespace(params[0])
        self.evaluations = 0

    def evaluate(self) -> tuple[Any, Any]:
        """What the closure returns, and the gradient."""
        with enable_grad():
            value = self.closure()
        self.evaluations += 1
        return value, self.xp.concatenate([self._gradient(p) for p in self.params])

    def _gradient(self, p: Any) -> Any:
        kind, grad = real_type(p._array.dtype), p.grad
        if grad is None:
            grad = self.xp.zeros_like(p._array)
        else:
            grad = (grad.to_dense() if grad.is_sparse else grad)._array
        flat = grad.reshape(-1)
        if flat.dtype.kind == "c":
            flat = self.xp.ascontiguousarray(flat).view(kind)
        return flat.astype(kind)

    def move(self, t: float, direction: Any, start: Sequence[Any] | None = None) -> None:
        """Put the parameters to `start`, or where they are, plus t times the direction."""
        begin = 0
        for i, p in enumerate(self.params):
            array, kind = p._array, real_type(p._array.dtype)
            end = begin + array.size * (2 if array.dtype.kind == "c" else 1)
            part = direction[begin:end].astype(kind)
            part = part.view(array.dtype) if array.dtype.kind == "c" else part
            with quiet():
                array[...] = (array if start is None else start[i]) + t * part.reshape(array.shape)
            p._bump_version()
            begin = end

    def search(
        self, start: Point, t: float, direction: Any, smallest: float, limit: int
    ) -> Point:
        """A line search from where the parameters are; they end at the point that is returned."""
        origin = [p._array.copy() for p in self.params]

        def at(t: float) -> Point:
            self.move(t, direction, origin)
            value, grad = self.evaluate()
            with quiet():
                return Point(t, float(value), grad, float(grad.dot(direction)))

        size, reached = _largest(direction), 0.0
        try:
            point, _ = strong_wolfe(at, start, t, size, smallest, limit)
            reached = point.t
        finally:
            self.move(reached, direction, origin)
        return point


class _Memory:
    """The curvature that was met: changes of parameters and of gradients, and the last step."""

    def __init__(self, state: dict[str, Any], first: Any):
        self.first = first
        self.last, self.t = _plain(state.get("d")), _plain(state.get("t"))
        self.changes, self.steps, self.inverses = (
            [_plain(v) for v in state.get(name) or ()] for name in ("old_dirs", "old_stps", "ro")
        )
        self.scale = _plain(state.get("H_diag", 1))
        self.grad, self.loss = _plain(state.get("prev_flat_grad")), state.get("prev_loss")

    def forget(self) -> None:
        """Begin as steepest descent does."""
        self.changes, self.steps, self.inverses = [], [], []
        self.scale = 1

    def learn(self, grad: Any, room: int) -> None:
        """Take in the step that has led to this gradient."""
        change, step = grad - self.grad, self.last * self.last.dtype.type(self.t)
        curvature = change.dot(step)
        if curvature <= LEAST_CURVATURE:
            return
        if len(self.changes) == room:
            for kept in (self.changes, self.steps, self.inverses):
                kept.pop(0)
        self.changes.append(change)
        self.steps.append(step)
        self.inverses.append(1 / curvature)
        self.scale = curvature / change.dot(change)

    def direction(self, grad: Any) -> Any:
        """-H g, by the two-loop recursion."""
        number = grad.dtype.type
        past = list(zip(self.changes, self.steps, self.inverses, strict=True))
        found, shares = -grad, []
        for change, step, inverse in reversed(past):
            share = step.dot(found) * inverse
            shares.append(share)
            found -= share * change
        found *= number(self.scale)
        for (change, step, inverse), share in zip(past, reversed(shares), strict=True):
            found += (share - change.dot(found) * inverse) * step
        self.last = found
        return found

    def write(self, state: dict[str, Any], room: int) -> None:
        """Everything into an optimizer's state, under PyTorch's names."""
        if self.grad is None:
            return
        if state["n_iter"] > 1:
            state["al"] = [None] * room  # PyTorch's scratch
        state["d"], state["t"] = tensor_like(self.first, self.last), self.t
        state["old_dirs"] = [tensor_like(self.first, a) for a in self.changes]
        state["old_stps"] = [tensor_like(self.first, a) for a in self.steps]
        state["ro"] = [self._scalar(v) for v in self.inverses]
        state["H_diag"] = self._scalar(self.scale) if self.changes else 1
        state["prev_flat_grad"], state["prev_loss"] = tensor_like(self.first, self.grad), self.loss

    def _scalar(self, value: Any) -> Any:
        return tensor_like(self.first, namespace(self.first).asarray(value, self.grad.dtype))


def _plain(value: Any) -> Any:
    """The array of a tensor, or its number of that type if it has no dimensions."""
    return value._array[()] if isinstance(value, Tensor) else value


def _largest(array: Any) -> float:
    """The largest absolute value."""
    return float(abs(array).max(initial=0))
