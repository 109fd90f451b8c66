"""Optimizers on bare arrays: no tensors and groups, but nested dicts and lists of arrays."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from . import _blocks
from ._core import array_namespace, counter_type, quiet
from ._rule import Rule, State, missing_state
from ._work import WorkPool


class Rows(NamedTuple):
    """A gradient that is zero but for some rows: `values[i]` belongs to row `indices[i]`.

    For embeddings, of which a batch uses few rows. `indices` has shape (n,), `values` (n, ...) with
    the shape of the parameter's rows for the dots; rows that come twice are summed.

    >>> import numpy as np
    >>> from firebrick_optim import Rows, SparseAdam
    >>> rule, p = SparseAdam.bare(lr=0.5), np.ones((3, 2))
    >>> rule.update(p, Rows([0, 0], np.ones((2, 2))), rule.init(p)).round(3)
    array([[0.5, 0.5],
           [1. , 1. ],
           [1. , 1. ]])
    """

    indices: Any
    values: Any


class ArrayOptimizer:
    """An optimizer's rule with its hyper-parameters; made by `SGD.bare(lr=0.1)` and the like.

    Parameters are an array, or nested dicts, lists and tuples of arrays; gradients have the same
    structure, and so has the state, with a dict in the place of each array. `hyper` holds the
    hyper-parameters.

    >>> import numpy as np
    >>> from firebrick_optim import AdamW
    >>> adamw, params = AdamW.bare(lr=0.1), {"w": np.ones(3)}
    >>> state = adamw.init(params)
    >>> params = adamw.update(params, {"w": np.ones(3)}, state)
    >>> list(state["w"]), state["w"]["step"]
    (['step', 'exp_avg', 'exp_avg_sq'], array(1., dtype=float32))
    """

    def __init__(self, rule: type[Rule], hyper: dict[str, Any]):
        self.rule = rule
        self.hyper = hyper
        self._pool = WorkPool()

    def __repr__(self) -> str:
        values = ", ".join(f"{k}={v!r}" for k, v in self.hyper.items())
        return f"{self.rule.__name__}.bare({values})"

    def init(self, params: Any) -> Any:
        """The state of parameters before their first update.

        A rule without a step count (SGD) knows its first update by state that is not there yet, so
        that its state is filled by the first `update`. Raises TypeError for what is no array.
        """
        return self._init("params", params)

    def _init(self, path: str, params: Any) -> Any:
        if isinstance(params, dict):
            return {k: self._init(f"{path}[{k!r}]", v) for k, v in params.items()}
        if isinstance(params, (list, tuple)):
            return [self._init(f"{path}[{i}]", v) for i, v in enumerate(params)]
        check_array(self.rule, path, params)
        if not self.rule.counters:
            return {}
        return missing_state(self.rule, array_namespace(params), params, self.hyper, {}, _as_array)

    def update(self, params: Any, grads: Any, state: Any, **changes: Any) -> Any:
        """Move `params` against `grads`, in place, and return them; `state` moves with them.

        A gradient may be None: its parameter is left alone. `changes` are hyper-parameters for this
        call, say `lr=schedules.cosine_annealing_lr(step, 0.1, T_max=100)`.

        Raises TypeError for what is no array or no hyper-parameter, ValueError where structures or
        shapes differ or a hyper-parameter is out of range; nothing has been changed then.
        """
        hyper = self.changed(changes)
        leaves = _leaves(self.rule, "params", params, grads, state)
        jobs = [self._job(hyper, *leaf) for leaf in leaves]
        self._pool.begin(sum(arguments[2].size for _, arguments, *_ in jobs))
        self._pool.fit(sum(arguments[2].nbytes for _, arguments, *_ in jobs))
        with quiet():
            for run, arguments, made, counters, entry in jobs:
                entry.update(made)
                run(*arguments)
                for name, value in counters.items():
                    entry[name][...] = value
            self._pool.finish()
        return params

    def changed(self, changes: dict[str, Any]) -> dict[str, Any]:
        """The hyper-parameters with some of them replaced, checked."""
        hyper = self.hyper
        if changes:
            unknown = sorted(set(changes) - set(hyper))
            if unknown:
                name = self.rule.__name__
                raise TypeError(f"{name} has no hyper-parameter {unknown}; it has {sorted(hyper)}")
            hyper = {**hyper, **changes}
        self.rule.check_hyper(hyper)
        return hyper

    def _job(self, hyper: Any, param: Any, grad: Any, state: State) -> Any:
        rule, xp = self.rule, array_namespace(param)
        made = missing_state(rule, xp, param, hyper, state, _as_array)
        full = {**state, **made}
        counters = {name: full[name].item() for name in rule.counters}
        numbers = rule.numbers(hyper, counters, bool(made))
        buffers = {name: full[name] for name in rule.buffers_of(param, hyper)}
        run, grad = _gradient(rule, xp, param, grad)
        arguments = (rule, xp, param, grad, buffers, hyper, numbers, self._pool)
        return run, arguments, made, counters, state


def _gradient(rule: type[Rule], xp: Any, param: Any, grad: Any) -> tuple[Any, Any]:
    """The function to update with, and the gradient's array."""
    if not isinstance(grad, Rows):
        if rule.sparse == "rows":
            _blocks.refuse_dense(rule)
        return _blocks.update, grad
    if not rule.sparse:
        _blocks.refuse_sparse(rule)
    indices, inverse = xp.unique(xp.asarray(grad.indices, "int64"), return_inverse=True)
    values = xp.zeros((len(indices), *param.shape[1:]), param.dtype)
    xp.add.at(values, inverse, xp.asarray(grad.values))
    if rule.sparse == "rows":
        return partial(_blocks.update_rows, (indices,)), values
    dense = xp.zeros_like(param)
    dense[indices] = values
    return _blocks.update, dense


def _leaves(
    rule: type[Rule], path: str, params: Any, grads: Any, state: Any
) -> Iterator[tuple[Any, Any, State]]:
    """Parameters that have gradients, with them and their state; all is checked on the way."""
    if isinstance(params, (dict, list, tuple)):
        keys = keys_of(params)
        if keys != keys_of(grads) or keys != keys_of(state):
            raise ValueError(
                f"update(): gradients and state must have the structure of {path}, "
                f"{outline(params)}; got gradients {outline(grads)} and state {outline(state)}"
            )
        for k in keys:
            yield from _leaves(rule, f"{path}[{k!r}]", params[k], grads[k], state[k])
        return
    check_array(rule, path, params)
    if not isinstance(state, dict):
        raise ValueError(
            f"update(): the state of {path} must be a dict, as init(params) makes it, got {state!r}"
        )
    if grads is not None:
        if isinstance(grads, Rows):
            _check_rows(path, params, grads)
        else:
            check_gradient(path, params, grads)
        yield params, grads, state


def keys_of(tree: Any) -> Any:
    """What tells the structures of two nodes apart: the keys, or the length; None for a leaf."""
    if isinstance(tree, dict):
        return tree.keys()
    return range(len(tree)) if isinstance(tree, (list, tuple)) else None


def check_gradient(path: str, param: Any, grad: Any) -> None:
    """Raise ValueError for a gradient of another shape."""
    if getattr(grad, "shape", None) != param.shape:
        raise ValueError(
            f"update(): {path} has shape {param.shape}, its gradient must be an array of that "
            f"shape, got {outline(grad)}"
        )


def _check_rows(path: str, param: Any, grad: Rows) -> None:
    indices, values = np.shape(grad.indices), np.shape(grad.values)
    kind = getattr(grad.indices, "dtype", np.dtype("int64")).kind
    if kind not in "iu":
        raise TypeError(f"update(): the indices of Rows must be integers for {path}, got {kind!r}")
    if len(indices) != 1 or not param.ndim or values != (*indices, *param.shape[1:]):
        raise ValueError(
            f"update(): {path} has shape {param.shape}, so that Rows needs indices of shape (n,) "
            f"and values of shape (n, ...) with {param.shape[1:]} for the dots; got indices of "
            f"shape {indices} and values of shape {values}"
        )


def check_array(rule: type[Rule], path: str, param: Any) -> None:
    """Raise for a parameter that is no array, or one that cannot be moved."""
    if not isinstance(param, np.ndarray) and not hasattr(param, "__cuda_array_interface__"):
        raise TypeError(
            f"{path} must be a NumPy or CuPy array, or a dict, list or tuple of such, got "
            f"{param!r}; updates happen in place, so numbers have to be arrays: np.array(1.0)"
        )
    if param.dtype.kind not in "fc" and param.dtype.name != "bfloat16":
        raise TypeError(
            f"{path} has dtype {param.dtype}; only floating point and complex can be optimized"
        )
    if not getattr(param.flags, "writeable", True):
        raise ValueError(f"{path} is read-only; updates happen in place: pass a copy")
    if param.dtype.kind == "c" and not rule.takes_complex:
        raise RuntimeError(f"{rule.__name__} does not support complex parameters: {path} is one")
    rule.check_param(param, path)


def outline(tree: Any) -> str:
    """A few words on what an argument is, for messages."""
    if isinstance(tree, dict):
        return f"a dict with keys {list(tree)}"
    if isinstance(tree, (list, tuple)):
        return f"a {type(tree).__name__} of {len(tree)}"
    return f"an array of shape {tree.shape}" if hasattr(tree, "shape") else repr(tree)


def _as_array(value: Any) -> Any:
    return np.array(value, counter_type()) if isinstance(value, (int, float)) else value
