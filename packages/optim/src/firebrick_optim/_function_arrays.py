"""Optimizers on bare arrays that need the loss as a function, because they evaluate it often."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from ._arrays import (
    ArrayOptimizer,
    check_array,
    check_gradient,
    keys_of,
    outline,
)
from ._core import array_namespace
from ._quasi_newton import Problem, minimize


class FunctionOptimizer(ArrayOptimizer):
    """An optimizer that moves all parameters as one; made by `LBFGS.bare(lr=0.1)`.

    Parameters are an array, or nested dicts, lists and tuples of arrays. The state is one dict for
    all of them, with what PyTorch's LBFGS keeps, as NumPy or CuPy arrays and numbers, and `loss`,
    the loss before the last update. `hyper` holds the hyper-parameters.

    >>> import numpy as np
    >>> from firebrick_optim import LBFGS
    >>> lbfgs, x = LBFGS.bare(lr=0.5, max_iter=1), np.array([3.0, 4.0])
    >>> lbfgs.update(x, lambda x: ((x**2).sum() / 2, x), lbfgs.init(x)).round(4)
    array([2.7857, 3.7143])
    """

    def init(self, params: Any) -> Any:
        """The state of parameters before their first update.

        Raises TypeError for what is no array, ValueError where there is none.
        """
        self._leaves(params)
        return {"func_evals": 0, "n_iter": 0}

    def update(
        self, params: Any, grads: Callable[[Any], tuple[Any, Any]], state: Any, **changes: Any
    ) -> Any:
        """Move `params`, in place, and return them; `state` moves with them.

        `grads(params)` returns the loss, a number, and the gradients, which have the structure of
        the parameters; None stands for zeros. It must not change them. `changes` are
        hyper-parameters for this call.

        Raises TypeError for what is no array, no function or no hyper-parameter, ValueError where
        structures or shapes differ or a hyper-parameter is out of range. If the function raises
        during a line search, the parameters are put back to where it began.
        """
        hyper, name = self.changed(changes), self.rule.__name__
        arrays = self._leaves(params)
        if not callable(grads):
            raise TypeError(
                f"{name} evaluates the loss at several points: update(params, function, state) "
                "needs a function that returns the loss and the gradients for parameters, got "
                f"{outline(grads)}"
            )
        _check_state(name, state, arrays)
        problem = _ArrayProblem(name, arrays, params, grads)
        state["loss"] = float(minimize(hyper, state, problem))
        return params

    def _leaves(self, params: Any) -> list[Any]:
        found = list(_paths("params", params))
        for path, array in found:
            check_array(self.rule, path, array)
        if not found:
            raise ValueError(f"{self.rule.__name__} got no arrays: params is {outline(params)}")
        return [array for _, array in found]


class _ArrayProblem(Problem):
    """A function of nested arrays."""

    def __init__(
        self, name: str, arrays: list[Any], params: Any,
        function: Callable[[Any], tuple[Any, Any]],
    ):
        super().__init__(array_namespace(arrays[0]))
        self.name, self.leaves, self.params, self.function = name, arrays, params, function

    def arrays(self) -> list[Any]:
        return self.leaves

    def call(self) -> tuple[Any, list[Any]]:
        found = self.function(self.params)
        if not isinstance(found, tuple) or len(found) != 2:
            raise TypeError(
                f"{self.name} needs a function that returns two things, the loss and the "
                f"gradients; it returned {outline(found)}"
            )
        return found[0], list(_gradients("params", self.params, found[1]))

    def kept(self, array: Any) -> Any:
        return array


def _paths(path: str, params: Any) -> Iterator[tuple[str, Any]]:
    """All leaves, each with how it is reached."""
    if not isinstance(params, (dict, list, tuple)):
        yield path, params
        return
    for key in keys_of(params):
        yield from _paths(f"{path}[{key!r}]", params[key])


def _gradients(path: str, params: Any, grads: Any) -> Iterator[Any]:
    """The gradients of all leaves, in order; checked on the way."""
    if not isinstance(params, (dict, list, tuple)):
        if grads is not None:
            check_gradient(path, params, grads)
        yield grads
        return
    keys = keys_of(params)
    if keys != keys_of(grads):
        raise ValueError(
            f"update(): the gradients must have the structure of {path}, {outline(params)}; the "
            f"function returned {outline(grads)}"
        )
    for key in keys:
        yield from _gradients(f"{path}[{key!r}]", params[key], grads[key])


def _check_state(name: str, state: Any, arrays: list[Any]) -> None:
    if not isinstance(state, dict) or not {"func_evals", "n_iter"} <= set(state):
        raise ValueError(
            f"update(): the state must be a dict, as {name}'s init(params) makes it, got "
            f"{outline(state)}"
        )
    size = sum(array.size * (2 if array.dtype.kind == "c" else 1) for array in arrays)
    known = state.get("prev_flat_grad")
    if known is not None and known.size != size:
        raise ValueError(
            f"update(): the state is that of {known.size} numbers, the parameters have {size}; "
            "begin with init(params)"
        )
