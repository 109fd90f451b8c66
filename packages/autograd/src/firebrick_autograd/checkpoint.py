"""Checkpointing: less memory for backward, because parts of the forward are computed again.

Counterpart of torch.utils.checkpoint. A checkpointed call (`use_reentrant=False`) is recorded as
any other, but in the place of each tensor that is saved stands a *holder*. The first holder that
backward opens has the function run again, from the saved arguments; what that saves, in the same
order, is what the holders stand for. Calls may be nested: the arguments of an inner call are saved
inside the outer one, so they are computed again as well.
"""

from __future__ import annotations

import sys
import weakref
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from contextvars import ContextVar
from typing import Any

from firebrick_core import Tensor, _frames
from firebrick_core._generator import put_back, states_in_use
from firebrick_core.grad_mode import enable_grad, is_grad_enabled, no_grad

from . import _api, _engine
from ._operator_modes import seeing
from ._saved import Packed, unpack, version_of
from ._selective import (
    SAC_IGNORED_OPS as SAC_IGNORED_OPS,
    CheckpointPolicy as CheckpointPolicy,
    SelectiveCheckpointContext as SelectiveCheckpointContext,
    create_selective_checkpoint_contexts as create_selective_checkpoint_contexts,
)
from ._watch import saved_hooks
from .amp._state import get_state, restored
from .function import Function
from .graph import saved_tensors_hooks


class CheckpointError(RuntimeError):
    """A checkpointed function did something else when it was run again."""


class _Stop(BaseException):
    """Ends a recomputation that has all that is needed. No Exception, so that the function does not
    catch it."""


# What `set_checkpoint_debug_enabled` and `set_checkpoint_early_stop` say; None leaves it to the
# calls.
_debug: ContextVar[bool | None] = ContextVar("firebrick_checkpoint_debug", default=None)
_early_stop: ContextVar[bool | None] = ContextVar("firebrick_checkpoint_early_stop", default=None)
_group: ContextVar[GraphExecGroup | None] = ContextVar("firebrick_checkpoint_group", default=None)


@contextmanager
def set_checkpoint_debug_enabled(enabled: bool | None) -> Iterator[None]:
    """Whether checkpoints inside the block are debugged, whatever they say; None leaves it to
    them.

    >>> with set_checkpoint_debug_enabled(True):
    ...     pass
    """
    token = _debug.set(enabled)
    try:
        yield
    finally:
        _debug.reset(token)


@contextmanager
def set_checkpoint_early_stop(enable: bool) -> Iterator[None]:
    """Whether the recomputations of checkpoints made inside the block stop as soon as they have
    what is needed, whatever they say.

    >>> with set_checkpoint_early_stop(False):
    ...     pass
    """
    token = _early_stop.set(enable)
    try:
        yield
    finally:
        _early_stop.reset(token)


class GraphExecGroup:
    """A block in which several backwards share one recomputation of each checkpoint.

    Raises RuntimeError inside another such block.
    """

    def __enter__(self) -> None:
        if _group.get() is not None:
            raise RuntimeError(
                f"GraphExecGroup contexts cannot be nested. Already in group: {_group.get()}; "
                "leave it first"
            )
        self._token = _group.set(self)

    def __exit__(self, *exc: Any) -> None:
        _group.reset(self._token)


def noop_context_fn() -> tuple[AbstractContextManager[None], AbstractContextManager[None]]:
    """Two contexts that do nothing: what `context_fn` is by default."""
    return nullcontext(), nullcontext()


# ---------------------------------------------------------------------- what is saved
class _Arguments:
    """The arguments of a checkpointed call, saved as a node saves its inputs: packed where hooks
    are on, as inside another checkpoint, and else checked for changes when they are used."""

    def __init__(self, args: tuple[Any, ...], kwargs: dict[str, Any], frame: Any):
        self.code, self.lasti = frame.f_code, frame.f_lasti
        self.names = tuple(kwargs)
        self.saved = [self._save(a) for a in (*args, *kwargs.values())]

    def name(self) -> str:
        """What an error calls the call."""
        return "checkpoint()"

    def _save(self, value: Any) -> Any:
        if not isinstance(value, Tensor):
            return value
        hooks = saved_hooks.get()
        if hooks:
            return Packed(value, hooks[-1])
        return _Input((value, value._array, version_of(value)))

    def _opened(self, saved: Any) -> Any:
        if type(saved) is Packed:
            return saved.tensor(self)
        return unpack(self, *saved, True) if type(saved) is _Input else saved

    def get(self) -> tuple[list[Any], dict[str, Any]]:
        """The arguments again. Raises RuntimeError for tensors that were written to since."""
        values = [self._opened(s) for s in self.saved]
        count = len(values) - len(self.names)
        return values[:count], dict(zip(self.names, values[count:], strict=True))


class _Input(tuple[Any, Any, int]):
    """A saved tensor, its array and its version."""

    __slots__ = ()


class _Holder:
    """What stands in a node for a saved tensor: its number in the order of saving."""

    __slots__ = ("__weakref__", "number")

    def __init__(self, number: int):
        self.number = number


def _metadata(tensor: Any) -> dict[str, Any]:
    return {"shape": tensor.shape, "dtype": tensor.dtype, "device": tensor.device}


def _nothing(tensor: Any) -> None:
    return None


# What is compared of a recomputed tensor.
_DETERMINISM = {"default": _metadata, "none": _nothing}


class _Frame:
    """One checkpointed call: how to run it again, and the holders of what it saved."""

    def __init__(
        self, function: Any, args: Any, kwargs: Any, context: Any, preserve: bool, described: Any,
        early_stop: bool, log: _Log | None,
    ):  # fmt: skip
        self.function, self.context, self.described = function, context, described
        self.early_stop, self.log = early_stop, log
        self.arguments = _Arguments(args, kwargs, _frames.user_frame(sys._getframe(1)))
        self.rng = states_in_use() if preserve else None
        self.autocast = get_state()
        self.holders: list[weakref.ref[_Holder]] = []
        self.metadata: list[Any] = []
        self.complete = False  # whether the forward is over
        # By backward: tensors that were computed again and are not used yet.
        self.recomputed: weakref.WeakKeyDictionary[Any, dict[int, Any]]
        self.recomputed = weakref.WeakKeyDictionary()

    def pack(self, tensor: Any) -> _Holder:
        """The hook of the forward: keep a number in the place of a tensor."""
        holder = _Holder(len(self.holders))
        self.holders.append(weakref.ref(holder))
        self.metadata.append(self.described(tensor))
        return holder

    def unpack(self, holder: _Holder) -> Any:
        """The hook of backward: the tensor, computed again where it is not there."""
        user = _group.get() or _engine.current.get()
        found = self.recomputed.get(user) if user is not None else None
        if found is None or holder.number not in found:
            found = self._recompute()
            if user is not None:
                self.recomputed[user] = found
        return found.pop(holder.number)

    def _recompute(self) -> dict[int, Any]:
        """Run the function again; returns what is saved for the holders that are still wanted."""
        args, kwargs = self.arguments.get()
        again = _Again(self)
        random = nullcontext() if self.rng is None else _random_state(self.rng)
        log = nullcontext() if self.log is None else self.log.recomputation()
        with random, log, enable_grad(), restored(self.autocast), self.context:
            try:
                with saved_tensors_hooks(again.pack, _itself):
                    self.function(*args, **kwargs)
            except _Stop:
                pass
        again.check()
        return again.tensors

    def fail(self, message: str) -> CheckpointError:
        """The error for a function that did something else."""
        text = f"torch.utils.checkpoint: {message}"
        if self.log is not None:
            return CheckpointError(f"{self.log.text()}\n\n{text}")
        return CheckpointError(
            f"{text}\n\nTip: To see a more detailed error message, either pass `debug=True` to "
            "`torch.utils.checkpoint.checkpoint(...)` or wrap the code block with `with "
            "torch.utils.checkpoint.set_checkpoint_debug_enabled(True):`, which lists the operators"
            " of both runs. A checkpointed function must do the same both times: look for what "
            "depends on a global, a counter, or a generator of its own."
        )


def _itself(tensor: Any) -> Any:
    return tensor


class _Again:
    """One recomputation of a frame."""

    def __init__(self, frame: _Frame):
        self.frame = frame
        self.expected = len(frame.holders)
        self.count = 0
        self.tensors: dict[int, Any] = {}
        self.metadata: dict[int, Any] = {}

    def pack(self, tensor: Any) -> Any:
        """The hook of the recomputation: keep what a holder is still there for."""
        number, self.count = self.count, self.count + 1
        detached = tensor.detach()
        if number < self.expected and self.frame.holders[number]() is not None:
            self.tensors[number] = detached
            self.metadata[number] = self.frame.described(tensor)
        if self.frame.early_stop and self.count == self.expected:
            raise _Stop
        return detached

    def check(self) -> None:
        """Compare with the forward. Raises CheckpointError."""
        frame = self.frame
        if self.count != self.expected and (frame.complete or self.count < self.expected):
            raise frame.fail(
                "A different number of tensors was saved during the original forward and "
                f"recomputation.\nNumber of tensors saved during forward: {self.expected}\nNumber "
                f"of tensors saved during recomputation: {self.count}."
            )
        wrong = [
            f"tensor at position {n}:\nsaved metadata: {frame.metadata[n]}\n"
            f"recomputed metadata: {found}"
            for n, found in self.metadata.items()
            if found != frame.metadata[n]
        ]
        if wrong:
            raise frame.fail(
                "Recomputed values for the following tensors have different metadata than during "
                "the forward pass.\n" + "\n".join(wrong) + "."
            )


@contextmanager
def _random_state(state: Any) -> Iterator[None]:
    """Draw the numbers of generators' states inside the block, and go on as before after it."""
    before = states_in_use()
    put_back(state)
    try:
        yield
    finally:
        put_back(before)


class _Log:
    """For `debug`: the operators that the two runs called."""

    def __init__(self) -> None:
        self.runs: dict[str, list[str]] = {"original forward": [], "recomputation": []}

    def _see(self, run: str) -> AbstractContextManager[None]:
        lines = self.runs[run]
        lines.clear()

        def mode(op: Any, args: tuple[Any, ...], call: Callable[[], Any]) -> Any:
            out = call()
            frame = _frames.user_frame(sys._getframe(1))
            given = ", ".join(map(_shown, args))
            place = _frames.where(frame.f_code, frame.f_lasti)
            lines.append(f"{op.name}({given}) -> {_shown(out)}   at {place}")
            return out

        return seeing(mode)

    def forward(self) -> AbstractContextManager[None]:
        """A block whose operators are those of the forward."""
        return self._see("original forward")

    def recomputation(self) -> AbstractContextManager[None]:
        """A block whose operators are those of the recomputation."""
        return self._see("recomputation")

    def text(self) -> str:
        """Both lists, and where they part."""
        parts = ["An error happened while unpacking tensors; the operators that ran"]
        for run, lines in self.runs.items():
            numbered = [f"  {i} of {len(lines)}: {line}" for i, line in enumerate(lines, 1)]
            parts += [f"in the {run}:", *numbered]
        first, second = self.runs.values()
        pairs = zip(first, second, strict=False)
        apart = next((i for i, (a, b) in enumerate(pairs, 1) if a != b), None)
        if apart is not None:
            parts.append(f"They first differ at number {apart}.")
        elif len(first) > len(second):
            parts.append(f"The recomputation ended after {len(second)} of these.")
        return "\n".join(parts)


def _shown(value: Any) -> str:
    if hasattr(value, "_keys"):
        return f"{str(value.dtype).removeprefix('torch.')}{list(value.shape)}"
    if isinstance(value, (list, tuple)):
        return f"({', '.join(map(_shown, value))})"
    return repr(value)


# ---------------------------------------------------------------------- not re-entrant
def _without_reentrance(
    function: Any, args: Any, kwargs: Any, preserve: bool, contexts: Any, determinism: str,
    debug: bool, early_stop: bool,
) -> Any:  # fmt: skip
    if determinism not in _DETERMINISM:
        raise ValueError(
            f"determinism_check should be one of {list(_DETERMINISM)}, but got {determinism}"
        )
    forward, again = contexts()
    if not is_grad_enabled():
        with forward:
            return function(*args, **kwargs)
    _engine.Task.asked_about = True
    stop, debugged = _early_stop.get(), _debug.get()
    log = _Log() if (debug if debugged is None else debugged) else None
    frame = _Frame(
        function, args, kwargs, again, preserve, _DETERMINISM[determinism],
        early_stop if stop is None else stop, log,
    )  # fmt: skip
    with nullcontext() if log is None else log.forward(), forward:
        with saved_tensors_hooks(frame.pack, frame.unpack):
            result = function(*args, **kwargs)
    frame.complete = True
    return result


# ---------------------------------------------------------------------- re-entrant
def check_backward_validity(inputs: Iterable[Any]) -> None:
    """Warn where no input requires grad, so that a re-entrant checkpoint would give none."""
    if not any(isinstance(x, Tensor) and x.requires_grad for x in inputs):
        _frames.warn("None of the inputs have requires_grad=True. Gradients will be None")


def detach_variable(inputs: tuple[Any, ...]) -> tuple[Any, ...]:
    """The inputs of a call as leaves of their own; what is no tensor as it is.

    Raises RuntimeError for anything but a tuple.
    """
    if not isinstance(inputs, tuple):
        raise RuntimeError(
            "Only tuple of tensors is supported. Got Unsupported input type: "
            f"{type(inputs).__name__}"
        )
    return tuple(
        x.detach().requires_grad_(x.requires_grad) if isinstance(x, Tensor) else x for x in inputs
    )


class CheckpointFunction(Function):
    """A call whose backward runs it again and goes backward through that."""

    @staticmethod
    def forward(ctx: Any, run_function: Any, preserve_rng_state: bool, *args: Any) -> Any:
        """Run without recording, and save the arguments."""
        check_backward_validity(args)
        _engine.Task.asked_about = True
        ctx.function = run_function
        ctx.rng = states_in_use() if preserve_rng_state else None
        ctx.autocast = get_state()
        ctx.others = [None if isinstance(a, Tensor) else a for a in args]
        ctx.places = [i for i, a in enumerate(args) if isinstance(a, Tensor)]
        ctx.save_for_backward(*(args[i] for i in ctx.places))
        with no_grad():
            return run_function(*args)

    @staticmethod
    def backward(ctx: Any, *grads: Any) -> Any:
        """Run again, recorded, and send the gradients through. Raises RuntimeError where backward
        is restricted to some inputs."""
        task = _engine.current.get()
        if task is not None and task.wanted is not None:
            raise RuntimeError(
                "When use_reentrant=True, torch.utils.checkpoint is incompatible with .grad() or "
                "passing an `inputs` parameter to .backward(). To resolve this error, you can "
                "either set use_reentrant=False, or call .backward() without passing the `inputs` "
                "argument."
            )
        args = list(ctx.others)
        for i, t in zip(ctx.places, ctx.saved_tensors, strict=True):
            args[i] = t.detach().requires_grad_(ctx.needs_input_grad[i + 2])
        with (
            nullcontext() if ctx.rng is None else _random_state(ctx.rng),
            enable_grad(),
            restored(ctx.autocast),
        ):
            found = ctx.function(*args)
        outputs = found if isinstance(found, tuple) else (found,)
        pairs = [
            (o, g)
            for o, g in zip(outputs, grads, strict=True)
            if isinstance(o, Tensor) and o.requires_grad
        ]
        if not pairs:
            raise RuntimeError(
                "none of output has requires_grad=True, this checkpoint() is not necessary"
            )
        _api.backward([o for o, _ in pairs], [g for _, g in pairs])
        return None, None, *(a.grad if isinstance(a, Tensor) else None for a in args)


# ---------------------------------------------------------------------- the public interface
def checkpoint(
    function: Callable[..., Any],
    *args: Any,
    use_reentrant: bool | None = None,
    context_fn: Callable[[], tuple[Any, Any]] = noop_context_fn,
    determinism_check: str = "default",
    debug: bool = False,
    early_stop: bool = True,
    **kwargs: Any,
) -> Any:
    """`function(*args, **kwargs)`, of which only the arguments are kept: what backward needs is
    computed again when it is needed.

    The function must do the same both times. The state of autocast is the same, and so are its
    random numbers, unless `preserve_rng_state=False` is given. With `use_reentrant=False`, which is
    recommended, `context_fn` gives a context for the forward and one for the recomputation (see
    `create_selective_checkpoint_contexts`), `determinism_check` is "default" (shapes, dtypes and
    devices must be those of the forward) or "none", `debug` adds the operators of both runs to
    errors, and `early_stop` ends the recomputation when all that is needed is there. With
    `use_reentrant=True` backward runs inside backward: that takes no named arguments, and needs an
    argument that requires grad and a backward without `inputs`. Not saying which one warns, and
    means True.

    Raises ValueError for options that do not go together; `CheckpointError` in backward where the
    function did something else.

    Source: T. Chen et al., "Training deep nets with sublinear memory cost", 2016;
    https://docs.pytorch.org/docs/stable/checkpoint.html

    >>> import firebrick_core as fb
    >>> from firebrick_autograd.checkpoint import checkpoint
    >>> x = fb.tensor([1.0, 2.0], requires_grad=True)
    >>> checkpoint(lambda x: (x.exp() * x).sum(), x, use_reentrant=False).backward()
    >>> x.grad
    tensor([ 5.4366, 22.1672])
    """
    if use_reentrant is None:
        _warn_of_default("torch.utils.checkpoint")
        use_reentrant = True
    preserve = kwargs.pop("preserve_rng_state", True)
    if not use_reentrant:
        return _without_reentrance(
            function,
            args,
            kwargs,
            preserve,
            context_fn,
            determinism_check,
            debug,
            early_stop,
        )
    if kwargs:
        raise ValueError(
            f"Unexpected keyword arguments: {','.join(kwargs)}; use_reentrant=False takes them"
        )
    if context_fn is not noop_context_fn or debug:
        raise ValueError(
            "Passing `context_fn` or `debug` is only supported when use_reentrant=False."
        )
    return CheckpointFunction.apply(function, preserve, *args)


def _warn_of_default(where: str) -> None:
    _frames.warn(
        f"{where}: the use_reentrant parameter should be passed explicitly. use_reentrant=False is "
        "recommended, but if you need to preserve the current default behavior, you can pass "
        "use_reentrant=True. Refer to docs for more details on the differences between the two "
        "variants."
    )


def checkpoint_sequential(
    functions: Any,
    segments: int,
    input: Any,
    use_reentrant: bool | None = None,
    **kwargs: Any,
) -> Any:
    """Apply functions one after the other, in `segments` parts of which all but the last are
    checkpointed.

    `functions` are a list or a module of modules, such as `nn.Sequential`. Options are those of
    `checkpoint`: `use_reentrant` and `preserve_rng_state`. Raises ValueError for others.

    >>> import firebrick_core as fb
    >>> from firebrick_autograd.checkpoint import checkpoint_sequential
    >>> x = fb.tensor([1.0], requires_grad=True)
    >>> checkpoint_sequential([fb.sin, fb.cos, fb.exp], 2, x, use_reentrant=False).backward()
    >>> x.grad
    tensor([-0.7844])
    """
    if use_reentrant is None:
        _warn_of_default("torch.utils.checkpoint.checkpoint_sequential")
        use_reentrant = True
    preserve = kwargs.pop("preserve_rng_state", True)
    if kwargs:
        raise ValueError(f"Unexpected keyword arguments: {','.join(kwargs)}")
    steps = list(functions.children() if hasattr(functions, "children") else functions)

    def part(start: int, stop: int) -> Callable[[Any], Any]:
        def run(x: Any) -> Any:
            for step in steps[start:stop]:
                x = step(x)
            return x

        return run

    size = len(steps) // segments
    stop = 0
    for start in range(0, size * (segments - 1), max(size, 1)):
        stop = start + size
        input = checkpoint(
            part(start, stop),
            input,
            use_reentrant=use_reentrant,
            preserve_rng_state=preserve,
        )
    return part(stop, len(steps))(input)


_frames.INTERNAL.add(id(globals()))  # this module is not loaded with the package

__all__ = [
    "SAC_IGNORED_OPS",
    "CheckpointError",
    "CheckpointFunction",
    "CheckpointPolicy",
    "GraphExecGroup",
    "SelectiveCheckpointContext",
    "check_backward_validity",
    "checkpoint",
    "checkpoint_sequential",
    "create_selective_checkpoint_contexts",
    "detach_variable",
    "noop_context_fn",
    "set_checkpoint_debug_enabled",
    "set_checkpoint_early_stop",
]
