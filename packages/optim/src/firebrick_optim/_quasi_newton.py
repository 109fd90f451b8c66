"""L-BFGS over flat arrays, for tensors and bare arrays alike."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any

import numpy as np

from ._blocks import real_type
from ._core import Tensor, quiet
from ._line_search import Point, strong_wolfe
from ._rule import Hyper

#: A step along which the gradient changes by less says nothing about curvature.
LEAST_CURVATURE = 1e-10


class Problem(ABC):
    """The loss as a function of all parameters in one flat array, complex ones as two numbers."""

    def __init__(self, xp: Any):
        self.xp = xp
        self.evaluations = 0

    @abstractmethod
    def arrays(self) -> Sequence[Any]:
        """The parameters' arrays, which are moved in place."""

    @abstractmethod
    def call(self) -> tuple[Any, Sequence[Any]]:
        """What the user's function returns as loss, and the gradients, None where there is none."""

    def moved(self) -> None:  # noqa: B027  # nothing to do by default
        """Called when the parameters have been moved."""

    @abstractmethod
    def kept(self, array: Any) -> Any:
        """An array, or scalar of an array's type, as it is kept in the state."""

    def evaluate(self) -> tuple[Any, Any]:
        """The loss as the user's function returns it, and the gradient."""
        value, grads = self.call()
        self.evaluations += 1
        flat = [self._flat(p, g) for p, g in zip(self.arrays(), grads, strict=True)]
        return value, self.xp.concatenate(flat)

    def _flat(self, array: Any, grad: Any) -> Any:
        kind = real_type(array.dtype)
        flat = (self.xp.zeros_like(array) if grad is None else grad).reshape(-1)
        if flat.dtype.kind == "c":
            flat = self.xp.ascontiguousarray(flat).view(real_type(flat.dtype))
        return flat.astype(kind)

    def move(self, t: float, direction: Any, start: Sequence[Any] | None = None) -> None:
        """Put the parameters to `start`, or where they are, plus t times the direction."""
        begin = 0
        for i, array in enumerate(self.arrays()):
            kind = real_type(array.dtype)
            end = begin + array.size * (2 if array.dtype.kind == "c" else 1)
            part = direction[begin:end].astype(kind)
            part = part.view(array.dtype) if array.dtype.kind == "c" else part
            with quiet():
                array[...] = (array if start is None else start[i]) + t * part.reshape(array.shape)
            begin = end
        self.moved()

    def search(
        self, start: Point, t: float, direction: Any, smallest: float, limit: int
    ) -> Point:
        """A line search from where the parameters are; they end at the point that is returned."""
        origin = [array.copy() for array in self.arrays()]

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


def minimize(hyper: Hyper, state: dict[str, Any], problem: Problem) -> Any:
    """Take up to `max_iter` steps, and note in `state` what the next ones continue from.

    Returns the loss before them, as the user's function returned it.
    """
    state.setdefault("func_evals", 0)
    state.setdefault("n_iter", 0)
    first, grad = problem.evaluate()
    state["func_evals"] += 1
    if _largest(grad) <= hyper["tolerance_grad"]:
        return first
    memory = _Memory(state)
    before = problem.evaluations
    try:
        _descend(hyper, state, problem, memory, float(first), grad)
    finally:
        state["func_evals"] += problem.evaluations - before
        memory.write(state, hyper["history_size"], problem)
    return first


def _descend(
    hyper: Hyper, state: dict[str, Any], problem: Problem, memory: _Memory, loss: float, grad: Any
) -> None:
    """Steps until there are enough of them, or no more progress."""
    smallest, most = hyper["tolerance_change"], hyper["max_eval"]
    for n in range(1, hyper["max_iter"] + 1):
        state["n_iter"] += 1
        t = float(hyper["lr"])
        with quiet():
            if state["n_iter"] == 1:
                memory.forget()
                t *= min(1.0, 1.0 / float(abs(grad).sum()))
            else:
                memory.learn(grad, hyper["history_size"])
            direction = memory.direction(grad)
            slope = float(grad.dot(direction))
        memory.grad, memory.loss, memory.t = grad.copy(), loss, t
        if slope > -smallest:
            return
        last = n == hyper["max_iter"]
        if hyper["line_search_fn"]:
            start = Point(0.0, loss, grad, slope)
            left = most - problem.evaluations
            point = problem.search(start, t, direction, smallest, left)
            loss, grad, memory.t = point.value, point.grad, point.t
        else:
            problem.move(t, direction)
            if not last:  # nobody would look at it
                value, grad = problem.evaluate()
                loss = float(value)
        if last or problem.evaluations >= most or _largest(grad) <= hyper["tolerance_grad"]:
            return
        if _largest(direction) * memory.t <= smallest or abs(loss - memory.loss) < smallest:
            return


class _Memory:
    """The curvature that was met: changes of parameters and of gradients, and the last step."""

    def __init__(self, state: dict[str, Any]):
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

    def write(self, state: dict[str, Any], room: int, problem: Problem) -> None:
        """Everything into an optimizer's state, under PyTorch's names."""
        if self.grad is None:
            return
        if state["n_iter"] > 1:
            state["al"] = [None] * room  # PyTorch's scratch
        kept = problem.kept
        state["d"], state["t"] = kept(self.last), self.t
        state["old_dirs"] = [kept(a) for a in self.changes]
        state["old_stps"] = [kept(a) for a in self.steps]
        state["ro"] = [kept(v) for v in self.inverses]
        state["H_diag"] = kept(self.scale) if self.changes else 1
        state["prev_flat_grad"], state["prev_loss"] = kept(self.grad), self.loss


def _plain(value: Any) -> Any:
    """The array in a tensor or of a state, or its number if it has no dimensions."""
    value = value._array if isinstance(value, Tensor) else value
    return value[()] if isinstance(value, np.ndarray) else value


def _largest(array: Any) -> float:
    """The largest absolute value."""
    return float(abs(array).max(initial=0))
