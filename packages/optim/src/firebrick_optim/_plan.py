"""How one group's parameters are updated: small ones in packs, the others one by one.

A step has two halves. `collect` looks at everything and changes nothing, so that an error in it (a
gradient of the wrong shape, a hyper-parameter that is no number) leaves all parameters and states
as they were; then the collected jobs run. `settle` afterwards packs small parameters that took the
same step one by one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, MutableMapping
from contextlib import nullcontext
from functools import partial
from typing import Any

import numpy as np

from . import _blocks, _launches, _recorded
from ._blocks import real_type
from ._core import (
    DEVICE_BITS,
    Tensor,
    counter_type,
    enable_grad,
    low_high,
    namespace,
    recording_graph,
    tensor_like,
    tensor_over,
)
from ._pack import LARGEST, TYPES, Pack, held_by
from ._rule import Counters, Hyper, Rule, State, missing_state
from ._work import WorkPool

Job = tuple[Callable[..., None], tuple[Any, ...]]

#: Steps in which a pack may be taken apart, because only some of its parameters have gradients,
#: before it is given up. Packing copies the state: models that leave out other parameters every
#: time must not pay for that in every step.
PATIENCE = 10


class Plan:
    """The packs and single parameters of one group; `states` is the optimizer's `state`."""

    def __init__(
        self, rule: type[Rule], group: Hyper, states: MutableMapping[Any, State], pool: WorkPool
    ):
        self.rule, self.group, self.states, self.pool = rule, group, states, pool
        self._params = list(group["params"])  # kept alive, so that no other object gets their ids
        self._ids = list(map(id, self._params))
        self._loose = list({id(p): p for p in self._params}.values())
        self._packs: list[Pack] = []
        self._names = rule.buffers(group)
        self._steps: dict[Any, tuple[Counters, Any, Any]] = {}
        self._small: list[tuple[Any, Counters]] = []
        self._largest = min(LARGEST, pool.block(held_by(rule), "float32") // 2)  # to be packed

    def fits(self, group: Hyper, states: Any) -> bool:
        """Whether this is still a plan for `group`, which may hold other parameters by now."""
        same = group is self.group and states is self.states
        return same and list(map(id, group["params"])) == self._ids

    def collect(self, jobs: list[Job]) -> None:
        """Append what this step has to do to `jobs`. Changes no parameter and no state."""
        names = self.rule.buffers(self.group)
        self._recording = recording_graph() is not None
        if names != self._names or self.group.get("differentiable") or self._recording:
            self._unpack(self._packs)
            self._names = names
        self._steps.clear()
        self._small.clear()
        given_up = []
        for pack in self._packs:
            grads = pack.gradients()
            if grads is not None and pack.intact():
                arguments = pack.prepare(self.group, grads)
                if arguments is not None:
                    jobs.append((pack.add, arguments))
                    continue
            before = len(jobs)
            for p in pack.params:
                self._collect_single(p, jobs)
            if len(jobs) > before:
                pack.missed += 1
                if pack.missed == PATIENCE:
                    given_up.append(pack)
        no_packs = DEVICE_BITS if _launches.enabled() else 0  # kernels take many parameters
        for p in self._loose:
            counters = self._collect_single(p, jobs)
            fits = p._array.size <= self._largest and not p._keys & no_packs
            if counters is not None and fits:
                self._small.append((p, counters))
        self._unpack(given_up)

    def settle(self) -> None:
        """Pack small parameters that took this step one by one, where several agree."""
        group = self.group
        if group.get("foreach") is False or group.get("differentiable"):
            return
        if len(self._small) < 2 or not self.rule.elementwise or self._recording:
            return
        alike: dict[Any, list[Any]] = {}
        for p, counters in _apart(self._small):
            dtype = p._array.dtype.name
            if dtype in TYPES:
                key = (namespace(p), dtype, *counters.values())
                alike.setdefault(key, []).append((p, counters))
        for members in alike.values():
            xp, counters = namespace(members[0][0]), members[0][1]
            kind = real_type(members[0][0]._array.dtype)
            room = self.pool.block(held_by(self.rule), kind)
            for params in _batches((p for p, _ in members), room):
                states = [self.states.get(p, {}) for p in params]
                self._packs.append(
                    Pack(self.rule, xp, params, states, self._names, counters, self.pool)
                )
        packed = {id(p) for pack in self._packs for p in pack.params}
        self._loose = [p for p in self._loose if id(p) not in packed]

    def _unpack(self, packs: list[Pack]) -> None:
        if packs:
            self._loose += [p for pack in packs for p in pack.params]
            self._packs = [pack for pack in self._packs if pack not in packs]

    def _collect_single(self, p: Any, jobs: list[Job]) -> Counters | None:
        """Append the update of a parameter that has a gradient; returns its counters afterwards."""
        g = p.grad
        if g is None:
            return None
        xp = namespace(p)
        if xp is np:
            return self._collect_present(p, g, xp, jobs)
        with p._array.device:
            return self._collect_present(p, g, xp, jobs)

    def _collect_present(self, p: Any, g: Any, xp: Any, jobs: list[Job]) -> Counters | None:
        self._check(p, g)
        grad, rows = self._arrays_of(g)
        rule, group, state = self.rule, self.group, self.states.get(p, {})
        made = missing_state(rule, xp, p._array, group, state, partial(_as_tensor, rule, p))
        first = bool(made)
        if first and self._recording:
            raise RuntimeError(
                f"{rule.__name__}.step(): the state of {self._name(p)} would be made in each "
                "replay of the CUDA graph that is being recorded; take a step before recording"
            )
        for name in rule.counters:
            if name not in made and not isinstance(state[name], Tensor):
                # PyTorch before 1.12 kept plain numbers.
                made[name] = _as_tensor(rule, p, state[name])
        state = {**state, **made}
        counters = {name: _number(state[name]) for name in rule.counters}
        key = (first, *counters.values())
        if key not in self._steps:
            numbers = rule.numbers(group, counters, first)
            renew = _launches.Renewal(rule, group, self.states) if self._recording else None
            self._steps[key] = counters, numbers, renew
        counters, numbers, renew = self._steps[key]
        names = self._names if rule.elementwise else rule.buffers_of(p._array, group)
        buffers = {name: state[name]._array for name in names}
        if rule.elementwise:
            self._check_buffers(p, buffers)
        arguments = (p, p._array, grad, rows, xp, made, buffers, counters, numbers)
        if group.get("differentiable"):
            jobs.append((self._run_recorded, arguments))
        else:
            jobs.append((self._run_single, (*arguments, renew)))
        self.pool.elements += p._array.size
        return counters if rows is None else None

    def _run_single(
        self, p: Any, param: Any, grad: Any, rows: Any, xp: Any, made: State, buffers: State,
        counters: Counters, numbers: Any, renew: Any,
    ) -> None:
        if made:
            self.states.setdefault(p, {}).update(made)
        run = _blocks.update if rows is None else partial(_blocks.update_rows, rows)
        with nullcontext() if xp is np else param.device:
            run(self.rule, xp, param, grad, buffers, self.group, numbers, self.pool, renew)
        p._bump_version()
        if renew is not None:  # counters go on with replays
            renew.params.append(p)
            return
        state = self.states[p] if counters or made else {}
        if self.pool.unless is not None:
            before = {name: _number(state[name]) for name in counters}
            self.pool.unless.undo.append((state, before, tuple(made)))
        for name, value in counters.items():
            _launches.set_counter(state, name, value)

    def _run_recorded(
        self, p: Any, param: Any, grad: Any, rows: Any, xp: Any, made: State, buffers: State,
        counters: Counters, numbers: Any,
    ) -> None:
        if made:
            self.states.setdefault(p, {}).update(made)
        state, g = self.states.get(p, {}), p.grad
        with enable_grad():
            found = _recorded.step(
                self.rule, p, g.to_dense() if g.is_sparse else g,
                {name: state[name] for name in buffers}, self.group, numbers,
            )
        state.update(found)
        for name, value in counters.items():
            state[name]._array[...] = float(value)

    def _arrays_of(self, grad: Any) -> tuple[Any, Any]:
        """A gradient's values, and the rows that they belong to where it has only some."""
        kind = self.rule.sparse
        if not grad.is_sparse:
            if kind == "rows":
                _blocks.refuse_dense(self.rule)
            return grad._array, None
        if kind == "rows":
            grad = grad.coalesce()  # an index may come twice; the update is not linear
            return grad.values()._array, tuple(grad.indices()._array)
        if not kind:
            _blocks.refuse_sparse(self.rule)
        return grad.to_dense()._array, None

    def _check(self, p: Any, g: Any) -> None:
        array, step = p._array, f"{self.rule.__name__}.step()"
        if tuple(g.shape) != array.shape:
            raise RuntimeError(
                f"{step}: {self._name(p)} has shape {list(array.shape)}, but its gradient has "
                f"shape {list(g.shape)}"
            )
        if p.dtype.is_complex and not self.rule.takes_complex:
            raise RuntimeError(
                f"{self.rule.__name__} does not support complex parameters: {self._name(p)} has "
                f"dtype {p.dtype}"
            )
        if not (p.dtype.is_floating_point or p.dtype.is_complex):
            raise RuntimeError(
                f"{step}: {self._name(p)} has dtype {p.dtype}; only floating point and complex "
                "parameters can be optimized"
            )
        if self.group.get("differentiable") and p.requires_grad and p.is_leaf:
            raise RuntimeError(
                f"{step}: a leaf Variable that requires grad is being used in an in-place "
                f"operation: {self._name(p)}. With differentiable=True, optimize a clone() of it"
            )
        if not getattr(array.flags, "writeable", True):  # CuPy's have no such flag
            raise RuntimeError(
                f"{step}: the memory of {self._name(p)} is read-only (it came from a read-only "
                "array); make the parameter from a copy"
            )

    def _check_buffers(self, p: Any, buffers: State) -> None:
        for name, array in buffers.items():
            if array.shape != p._array.shape:
                raise RuntimeError(
                    f"{self.rule.__name__}.step(): {self._name(p)} has shape "
                    f"{list(p._array.shape)}, but its {name!r} in the optimizer's state has shape "
                    f"{list(array.shape)}; whoever resizes a parameter has to resize its state"
                )

    def _name(self, p: Any) -> str:
        position = self._ids.index(id(p))
        names = self.group.get("param_names")
        return f"parameter {position}" + (f" ({names[position]})" if names else "")


def new_state(rule: type[Rule], p: Any, group: Hyper) -> State:
    """The state of a parameter that has none."""
    return missing_state(rule, namespace(p), p._array, group, {}, partial(_as_tensor, rule, p))


def _as_tensor(rule: type[Rule], p: Any, value: Any) -> Any:
    """A state's tensor: counters, given as numbers, stay on the CPU as in PyTorch."""
    if not isinstance(value, (int, float)):
        return tensor_like(p, value)
    return int(value) if rule.integer_counters else tensor_over(np.array(value, counter_type()))


def _number(counter: Any) -> Any:
    return counter._array.item() if isinstance(counter, Tensor) else counter


def _apart(small: list[tuple[Any, Counters]]) -> list[tuple[Any, Counters]]:
    """Those that share no memory: a pack would lose one of two updates of an element."""
    ranges = sorted((*low_high(p._array), i) for i, (p, _) in enumerate(small) if p._array.size)
    shared, end, owner = set(), 0, -1
    for low, high, i in ranges:
        if low < end:
            shared |= {i, owner}
        if high > end:
            end, owner = high, i
    return [entry for i, entry in enumerate(small) if i not in shared]


def _batches(params: Iterable[Any], room: int) -> Iterator[list[Any]]:
    """Consecutive parameters that have at most `room` real numbers together; none alone."""
    batch: list[Any] = []
    left = room
    for p in params:
        size = p._array.size * (2 if p.dtype.is_complex else 1)
        if size > left:
            if len(batch) > 1:
                yield batch
            batch, left = [], room
        if size <= room:
            batch.append(p)
            left -= size
    if len(batch) > 1:
        yield batch
