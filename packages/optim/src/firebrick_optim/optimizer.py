"""The base of all optimizers: groups of parameters, hooks, and state that PyTorch can read.

An optimizer declares its rule (see `_rule`); everything here is common to all. Subclasses may
instead override `step`, as PyTorch's users do: hooks then run around their method.
"""

from __future__ import annotations

import functools
from collections import OrderedDict, defaultdict
from collections.abc import Callable, Iterable
from typing import Any

from . import _groups, _state_dict
from ._arrays import ArrayOptimizer
from ._checks import plain_pair
from ._core import Tensor, enable_grad, quiet
from ._groups import required
from ._hooks import (
    GLOBAL_POST,
    GLOBAL_PRE,
    Hooks,
    RemovableHandle,
    add_hook,
    hooked_call,
    register_optimizer_step_post_hook,
    register_optimizer_step_pre_hook,
)
from ._launches import Found
from ._plan import Job, Plan, new_state
from ._rule import Rule
from ._work import WorkPool

__all__ = [
    "Optimizer", "ParamsT", "RemovableHandle", "register_optimizer_step_post_hook",
    "register_optimizer_step_pre_hook", "required",
]

ParamsT = Iterable[Any]

_NO_PARAMETERS: Any = object()  # in the place of `params`: only the hyper-parameters are wanted
_HOOKS = (
    "_optimizer_step_pre_hooks", "_optimizer_step_post_hooks", "_optimizer_state_dict_pre_hooks",
    "_optimizer_state_dict_post_hooks", "_optimizer_load_state_dict_pre_hooks",
    "_optimizer_load_state_dict_post_hooks",
)


class Optimizer(Rule):
    """Base of all optimizers.

    `params` is an iterable of tensors, of `(name, tensor)` pairs, or of dicts with such an iterable
    under "params" and hyper-parameters of its own; `defaults` holds the hyper-parameters of groups
    without. `param_groups` is the list of group dicts, `state` maps a parameter to its state. Both
    may be read and changed at any time.

    Raises TypeError for what is no tensor, ValueError for an empty list, for tensors that are no
    leaves, for a parameter in two groups, and for hyper-parameters out of range.
    """

    _opt_called = False
    _inside_hooks = False
    _unless: Found | None = None  # what a GradScaler knows of the gradients, during its step
    _optimizer_step_pre_hooks: Hooks
    _optimizer_step_post_hooks: Hooks
    _optimizer_state_dict_pre_hooks: Hooks
    _optimizer_state_dict_post_hooks: Hooks
    _optimizer_load_state_dict_pre_hooks: Hooks
    _optimizer_load_state_dict_post_hooks: Hooks

    def __init__(self, params: ParamsT, defaults: dict[str, Any]):
        self.check_hyper(defaults)
        self.defaults = {name: plain_pair(value) for name, value in defaults.items()}
        if params is _NO_PARAMETERS:
            return
        self._begin()
        self.state: Any = defaultdict(dict)
        self.param_groups: list[dict[str, Any]] = []
        for group in _groups.as_groups(params):
            self.add_param_group(group)

    def _begin(self) -> None:
        """What is not part of a saved optimizer: hooks, plans, scratch memory."""
        for name in _HOOKS:
            setattr(self, name, OrderedDict())
        self._plans: list[Plan] = []
        self._state_kept: list[Any] = []
        self._state_ids: Any = None
        self._pool = WorkPool()

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        if "step" in vars(cls):
            cls.step = _with_hooks(cls.step)  # type: ignore[method-assign]  # as PyTorch does

    @classmethod
    def bare(cls, **hyper: Any) -> ArrayOptimizer:
        """This optimizer for bare NumPy or CuPy arrays, with the same hyper-parameters.

        >>> import numpy as np
        >>> from firebrick_optim import SGD
        >>> sgd, params = SGD.bare(lr=0.5), {"w": np.ones(2), "b": [np.zeros(1)]}
        >>> state = sgd.init(params)
        >>> sgd.update(params, {"w": np.ones(2), "b": [np.ones(1)]}, state)
        {'w': array([0.5, 0.5]), 'b': [array([-0.5])]}
        """
        if cls.update is Rule.update:
            raise TypeError(f"{cls.__name__} has no update for single arrays: it overrides step()")
        defaults = cls._hyper_parameters(**hyper)
        if defaults.get("differentiable"):
            raise NotImplementedError(
                f"{cls.__name__}: differentiable=True needs tensors, arrays record nothing"
            )
        return ArrayOptimizer(cls, defaults)

    @classmethod
    def _hyper_parameters(cls, **hyper: Any) -> dict[str, Any]:
        """All hyper-parameters of an optimizer that is made with these; raises as it does."""
        return cls(_NO_PARAMETERS, **hyper).defaults

    # ------------------------------------------------------------------ stepping
    def step(self, closure: Callable[[], Any] | None = None) -> Any:
        """Update all parameters that have gradients, in place.

        `closure`, where given, computes the loss and its gradients again; its result is returned.
        If a gradient or a hyper-parameter is refused, nothing has been changed.
        """
        if not self._inside_hooks and (
            self._optimizer_step_pre_hooks or self._optimizer_step_post_hooks
            or GLOBAL_PRE or GLOBAL_POST
        ):
            args = (self,) if closure is None else (self, closure)
            return hooked_call(Optimizer.step, args, {})
        if type(self).update is Rule.update:
            raise NotImplementedError(
                f"{type(self).__name__} has neither a step() nor an update(): write one of them"
            )
        self._opt_called = True
        loss = None
        if closure is not None:
            with enable_grad():
                loss = closure()
        with quiet():
            self._update_groups()
        return loss

    def _update_groups(self) -> None:
        states = self.state
        ids = list(map(id, states)), list(map(id, states.values()))
        if ids != self._state_ids:
            self._plans.clear()
        self._pool.begin(unless=self._unless)
        plans = self._fitting_plans()
        jobs: list[Job] = []
        for plan in plans:
            plan.collect(jobs)
        for run, arguments in jobs:
            run(*arguments)
        self._pool.finish()
        for plan in plans:
            plan.settle()
        if len(states) != len(ids[0]) or ids != self._state_ids:
            # Identities of the entries: their owner may replace one at any time. Kept so that they
            # last.
            self._state_kept = list(states.values())
            self._state_ids = list(map(id, states)), list(map(id, self._state_kept))

    def _fitting_plans(self) -> list[Plan]:
        """A plan for each group: those that there are, as far as they still fit."""
        plans, groups, pool = self._plans, self.param_groups, self._pool
        fits = [plan.fits(group, self.state) for plan, group in zip(plans, groups, strict=False)]
        if len(groups) == len(plans) and all(fits) and pool.fits():
            return plans
        changed = pool.fit(sum(p._array.nbytes for group in groups for p in group["params"]))
        fits = [False] * len(groups) if changed else [*fits, *[False] * len(groups)]
        self._plans = [
            plans[i] if fits[i] else Plan(type(self), group, self.state, pool)
            for i, group in enumerate(groups)
        ]
        return self._plans

    def zero_grad(self, set_to_none: bool = True) -> None:
        """Forget the gradients of all parameters, or fill them with zeros."""
        for group in self.param_groups:
            for p in group["params"]:
                if set_to_none:
                    p.grad = None
                elif p.grad is not None:
                    _zero(p)

    # ------------------------------------------------------------------ groups
    def add_param_group(self, param_group: dict[str, Any]) -> None:
        """Optimize more parameters: a dict with "params" and what differs from the defaults.

        Raises as the constructor does, and then changes nothing.
        """
        group = _groups.checked(self, param_group)
        if type(self).eager:
            made = {p: new_state(type(self), p, group) for p in group["params"]}
            self.state.update(made)
        self.param_groups.append(group)

    def __repr__(self) -> str:
        lines = [type(self).__name__ + " ("]
        for i, group in enumerate(self.param_groups):
            lines.append(f"Parameter Group {i}")
            for name in sorted(group):
                value = group[name]
                value = value.item() if isinstance(value, Tensor) else value
                if name != "params":
                    lines.append(f"    {name}: {value}")
        return "\n".join([*lines, ")"])

    # ------------------------------------------------------------------ state
    def state_dict(self) -> dict[str, Any]:
        """The state and the groups, with parameters numbered in order, as PyTorch's `state_dict`.

        The tensors in it are the optimizer's own: copy the result to keep it while training goes
        on.
        """
        for hook in self._optimizer_state_dict_pre_hooks.values():
            hook(self)
        state_dict = _state_dict.save(self)
        for hook in self._optimizer_state_dict_post_hooks.values():
            changed = hook(self, state_dict)
            if changed is not None:
                state_dict = changed
        return state_dict

    def load_state_dict(self, state_dict: dict[str, Any], *, by_name: bool = False) -> None:
        """Take over a `state_dict`, also one of PyTorch's; values are copied.

        Parameters are matched by their order in the groups, with `by_name` by their names within
        each group: both optimizers must have been made from `model.named_parameters()`. State takes
        the parameters' dtype and device. Values may be tensors or anything that converts to a NumPy
        array.

        Raises ValueError where groups, their sizes, their names (`by_name`) or the shapes of the
        state differ; the optimizer is then as it was.
        """
        state_dict = state_dict.copy()
        for hook in self._optimizer_load_state_dict_pre_hooks.values():
            changed = hook(self, state_dict)
            if changed is not None:
                state_dict = changed
        self.__setstate__(_state_dict.loaded(self, state_dict, by_name))
        for hook in self._optimizer_load_state_dict_post_hooks.values():
            hook(self)

    def __getstate__(self) -> dict[str, Any]:
        return {"defaults": self.defaults, "state": self.state, "param_groups": self.param_groups}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        if "_plans" not in self.__dict__:  # unpickled or copied
            self._begin()
        self._state_ids = None
        for group in self.param_groups:
            for name, value in self.defaults.items():
                group.setdefault(name, value)  # saved before the hyper-parameter existed

    # ------------------------------------------------------------------ hooks
    def register_step_pre_hook(self, hook: Callable[..., Any]) -> RemovableHandle:
        """Call `hook(optimizer, args, kwargs)` before each step; a result replaces the two."""
        return add_hook(self._optimizer_step_pre_hooks, hook)

    def register_step_post_hook(self, hook: Callable[..., Any]) -> RemovableHandle:
        """Call `hook(optimizer, args, kwargs)` after each step."""
        return add_hook(self._optimizer_step_post_hooks, hook)

    def register_state_dict_pre_hook(
        self, hook: Callable[..., Any], prepend: bool = False
    ) -> RemovableHandle:
        """Call `hook(optimizer)` before each `state_dict()`."""
        return add_hook(self._optimizer_state_dict_pre_hooks, hook, prepend)

    def register_state_dict_post_hook(
        self, hook: Callable[..., Any], prepend: bool = False
    ) -> RemovableHandle:
        """Call `hook(optimizer, state_dict)` after each `state_dict()`; a result replaces it."""
        return add_hook(self._optimizer_state_dict_post_hooks, hook, prepend)

    def register_load_state_dict_pre_hook(
        self, hook: Callable[..., Any], prepend: bool = False
    ) -> RemovableHandle:
        """Call `hook(optimizer, state_dict)` before each loading; a result replaces it."""
        return add_hook(self._optimizer_load_state_dict_pre_hooks, hook, prepend)

    def register_load_state_dict_post_hook(
        self, hook: Callable[..., Any], prepend: bool = False
    ) -> RemovableHandle:
        """Call `hook(optimizer)` after each loading."""
        return add_hook(self._optimizer_load_state_dict_post_hooks, hook, prepend)


def _with_hooks(step: Callable[..., Any]) -> Callable[..., Any]:
    """A subclass's own `step`, with hooks around it and marked for schedulers as called."""

    @functools.wraps(step)
    def hooked(self: Optimizer, *args: Any, **kwargs: Any) -> Any:
        self._opt_called = True
        # One that wraps another, and has not called this class's __init__, has no hooks.
        if self._inside_hooks or "_optimizer_step_pre_hooks" not in self.__dict__:
            return step(self, *args, **kwargs)
        return hooked_call(step, (self, *args), kwargs)

    return hooked


def _zero(p: Any) -> None:
    grad = p.grad
    if grad.requires_grad:  # from backward(create_graph=True)
        p.grad = grad = grad.detach()
    if grad.is_sparse:
        grad.zero_()
        return
    grad._array.fill(0)
    grad._bump_version()
