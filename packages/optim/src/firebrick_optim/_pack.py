"""Many small parameters updated at once.

A NumPy call costs as much as arithmetic on thousands of elements. A pack therefore keeps the state
of small parameters end to end in one array per buffer. In a step, parameters and gradients are
copied into scratch, the rule runs once over everything, and the parameters are copied back: three
short copies per parameter in place of a dozen calls. The tensors in the optimizer's `state` are
views of the packed arrays, so they can be read, changed in place, saved and loaded as if there was
no pack; a tensor that was replaced, or a step count that was changed, ends the pack.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from operator import is_
from typing import Any

import numpy as np

from ._blocks import real_type
from ._core import counter_type, low_high, tensor_like, tensor_over, view_of
from ._rule import Counters, Hyper, Rule
from ._work import WorkPool

#: The largest parameter, in elements, that is packed. A step over 12 such parameters takes 0.6
#: (SGD) to 0.8 (Adam) times as long as one by one; with 30000 elements each, it is nearly the same.
LARGEST = 16384
TYPES = ("float32", "float64", "complex64", "complex128")


class Pack:
    """Small parameters of one group, device and type, whose counters agree.

    `states` are the parameters' entries in the optimizer's state, `counters` what all of them hold.
    """

    def __init__(
        self, rule: type[Rule], xp: Any, params: Sequence[Any], states: Sequence[dict[str, Any]],
        names: Sequence[str], counters: Mapping[str, float], pool: WorkPool,
    ):
        self.rule, self.xp, self.params, self.states = rule, xp, list(params), list(states)
        self.names = tuple(names)
        self.missed = 0
        arrays = [p._array for p in params]
        self._shapes = [a.shape for a in arrays]
        self._ends = np.cumsum([a.size for a in arrays]).tolist()
        dtype, size = arrays[0].dtype, self._ends[-1]
        kind = real_type(dtype)
        self._pool, self._kind = pool, kind
        length = size * dtype.itemsize // np.dtype(kind).itemsize
        self._param, self._grad, *self._scratch = pool.get(xp).arrays(
            held_by(rule), length, kind
        )
        self._param_views = self._views(self._param.view(dtype))
        self._grad_views = self._views(self._grad.view(dtype))
        self._buffers = {}
        for name in names:
            flat = xp.empty(size, dtype)
            self._buffers[name] = flat.view(kind)
            whole = tensor_like(params[0], flat)
            for state, view in zip(states, self._views(flat), strict=True):
                view[...] = state[name]._array
                state[name] = view_of(whole, view)
        self._counters: Counters = {}
        self._counts = np.empty((len(rule.counters), len(arrays)), counter_type())
        whole = tensor_over(self._counts)
        for row, name in zip(self._counts, rule.counters, strict=True):
            row[...] = counters[name]
            self._counters[name] = row.item(0)
            for i, state in enumerate(states):
                state[name] = view_of(whole, row[i : i + 1].reshape(()))
        self._agreed = self._counts.tobytes()
        self._all_names = (*names, *rule.counters)
        self._ranges: list[tuple[int, int]] = []
        self._ranged: list[Any] = []  # the parameters' arrays that these are the ranges of
        self._kept = [s[name] for name in self._all_names for s in self.states]
        self._ids = list(map(id, self._kept))

    def _views(self, flat: Any) -> list[Any]:
        starts = [0, *self._ends]
        return [
            flat[a:b].reshape(shape)
            for a, b, shape in zip(starts, self._ends, self._shapes, strict=False)
        ]

    def gradients(self) -> list[Any] | None:
        """The gradients' arrays, fewer where some are sparse; None where a parameter has none."""
        try:
            grads = [p.grad for p in self.params]
            return [g._array for g in grads if not g.is_sparse]
        except AttributeError:
            return None

    def intact(self) -> bool:
        """Whether the state is still the packed one: no tensor replaced, no counter changed."""
        if self._counts.tobytes() != self._agreed:
            return False
        try:
            return [id(s[name]) for name in self._all_names for s in self.states] == self._ids
        except KeyError:
            return False

    def prepare(self, hyper: Hyper, grads: list[Any]) -> tuple[Any, ...] | None:
        """The arguments of `add`, with nothing changed yet; None if shapes are not as packed."""
        arrays = [p._array for p in self.params]
        shapes = self._shapes
        if [a.shape for a in arrays] != shapes or [g.shape for g in grads] != shapes:
            return None
        counters = self._counters.copy()
        return arrays, grads, hyper, counters, self.rule.numbers(hyper, counters, False)

    def add(self, arrays: list[Any], *arguments: Any) -> None:
        """Update all parameters: now, or beside large ones, when the pool runs the step."""
        pool = self._pool
        if not pool.parallel or self.xp is not np:
            self._run(arrays, *arguments)
            return
        if len(arrays) != len(self._ranged) or not all(map(is_, arrays, self._ranged)):
            self._ranges, self._ranged = list(map(low_high, arrays)), arrays
        pool.add_first(partial(self._run, arrays, *arguments), self._ranges)

    def _run(
        self, arrays: list[Any], grads: list[Any], hyper: Hyper, counters: Counters,
        numbers: Sequence[float], thread: int = 0, i: int = 0,
    ) -> None:
        for view, array in zip(self._param_views, arrays, strict=True):
            view[...] = array
        for view, array in zip(self._grad_views, grads, strict=True):
            view[...] = array
        n = self._pool.scalars(self.xp, self._kind, numbers)
        self.rule.update(self.xp, self._param, self._grad, self._buffers, hyper, n, self._scratch)
        for p, array, view in zip(self.params, arrays, self._param_views, strict=True):
            array[...] = view
            p._bump_version()
        if counters:
            for row, name in zip(self._counts, counters, strict=True):
                row[...] = counters[name]
                self._counters[name] = row.item(0)
            self._agreed = self._counts.tobytes()


def held_by(rule: type[Rule]) -> int:
    """How many scratch arrays of a pack's size there are: its parameters, gradients, and more."""
    return 2 + rule.scratch
