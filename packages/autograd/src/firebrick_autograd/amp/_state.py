"""Whether autocast is on, for which devices and with which dtypes: per thread and task."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, NamedTuple, TypeVar

import firebrick_core as fb
from firebrick_core import _frames
from firebrick_core._device import BACKENDS
from firebrick_core._dispatch import AUTOCAST, get_included, include

F = TypeVar("F", bound=Callable[..., Any])

#: The devices that autocast serves, with the dtypes that it casts to there.
DTYPES = {"cpu": (fb.bfloat16, fb.float16), "cuda": (fb.float16, fb.bfloat16)}


class State(NamedTuple):
    """`enabled` and `dtypes` by device type; `casts` are the casts of weights that may be used
    again, of the outermost block that is open; `depth` counts the open blocks."""

    enabled: frozenset[str]
    dtypes: dict[str, Any]
    caches: bool
    casts: dict[Any, Any]
    depth: int


_OFF = State(frozenset(), {kind: dtypes[0] for kind, dtypes in DTYPES.items()}, True, {}, 0)
_state: ContextVar[State] = ContextVar("firebrick_autocast", default=_OFF)
get_state = _state.get


def set_state(state: State) -> None:
    """Make a state the running one, and the layer present where it casts anything."""
    _state.set(state)
    if bool(state.enabled) is not bool(get_included() & AUTOCAST):
        include(AUTOCAST, bool(state.enabled))


@contextmanager
def restored(state: State) -> Iterator[None]:
    """A block that runs under an earlier state, with casts of its own."""
    before = get_state()
    set_state(state._replace(casts={}))
    try:
        yield
    finally:
        set_state(before)


def _checked(device_type: Any) -> str:
    if not isinstance(device_type, str):
        raise ValueError(f"Expected `device_type` of type `str`, got: `{type(device_type)}`")
    kind = fb.device(device_type).type
    if kind not in DTYPES:
        raise RuntimeError(
            f"User specified an unsupported autocast device_type '{device_type}': there is autocast"
            f" for {' and '.join(DTYPES)}"
        )
    return kind


def _present(kind: str) -> bool:
    """Whether the device is there to compute on."""
    try:
        space: Any = BACKENDS[kind].namespace()
        return kind == "cpu" or space.cuda.runtime.getDeviceCount() > 0
    except RuntimeError:  # of core where CuPy or a driver is missing; CuPy's own are subclasses
        return False


class autocast:
    """Inside the block, operators that gain from it compute in 16 bits.

    Matrix products, convolutions and attention cast what they get to `dtype`; losses and other
    operators that need range or precision to float32; what joins tensors to the widest dtype among
    them. Others take what comes. float64 tensors and integers are never cast, and an `out=` or
    in-place form never is. Weights stay float32 and so do their gradients, because casts are
    recorded. It is also a decorator. Backward needs no block: it computes in the dtypes of forward.

    `device_type` is "cpu" or "cuda"; `dtype` is bfloat16 on the CPU and float16 on GPUs where
    nothing is given or set; `enabled=False` inside a block switches it off. With `cache_enabled`,
    a weight is cast once per outermost block, and again after it has been written to.

    Raises ValueError for a `device_type` that is no string, and RuntimeError for one that is not
    served. Warns and does nothing where `dtype` or the device is not there.

    Source: Micikevicius et al., Mixed Precision Training, arXiv 1710.03740;
    https://docs.pytorch.org/docs/stable/amp.html

    >>> import firebrick_core as fb
    >>> from firebrick_autograd.amp import autocast
    >>> x, w = fb.ones(2, 3), fb.ones(3, 3, requires_grad=True)
    >>> with autocast("cpu", dtype=fb.float16):
    ...     y = x @ w
    >>> y.dtype
    torch.float16
    >>> y.sum().backward()
    >>> w.grad.dtype
    torch.float32
    """

    def __init__(
        self, device_type: str, dtype: Any = None, enabled: bool = True,
        cache_enabled: bool | None = None,
    ):
        self.device = _checked(device_type)
        if dtype is not None and not isinstance(dtype, fb.dtype):
            raise TypeError(f"autocast(): dtype must be a torch.dtype, not {type(dtype).__name__}")
        self.fast_dtype = get_autocast_dtype(self.device) if dtype is None else dtype
        self._cache_enabled = (
            is_autocast_cache_enabled() if cache_enabled is None else cache_enabled
        )
        self._enabled = bool(enabled) and self._can_serve()
        self._before: list[State] = []

    def _can_serve(self) -> bool:
        served, name = DTYPES[self.device], self.device.upper()
        if self.fast_dtype not in served:
            _frames.warn(
                f"In {name} autocast, but the target dtype is not supported. Disabling autocast.\n"
                f"{name} Autocast only supports dtypes of {', '.join(map(str, served))} currently."
            )
            return False
        if not _present(self.device):
            _frames.warn(
                f"User provided device_type of '{self.device}', but {name} is not available. "
                "Disabling autocast."
            )
            return False
        return True

    def __enter__(self) -> autocast:
        state = get_state()
        self._before.append(state)
        on = {self.device} if self._enabled else set()
        set_state(State(
            state.enabled - {self.device} | on,
            {**state.dtypes, self.device: self.fast_dtype},
            self._cache_enabled, state.casts if state.depth else {}, state.depth + 1,
        ))
        return self

    def __exit__(self, *exc: object) -> None:
        before, state, kind = self._before.pop(), get_state(), self.device
        set_state(State(
            state.enabled - {kind} | before.enabled & {kind},
            {**state.dtypes, kind: before.dtypes[kind]},
            before.caches, state.casts if before.depth else {}, before.depth,
        ))

    def _clone(self) -> autocast:
        """One for a single call, so that threads may share a decorated function."""
        one = object.__new__(type(self))
        one.__dict__.update(self.__dict__, _before=[])
        return one

    def __call__(self, function: F) -> F:
        """`function` with its calls inside such a block."""

        @functools.wraps(function)
        def in_autocast(*args: Any, **kwargs: Any) -> Any:
            with self._clone():
                return function(*args, **kwargs)

        return in_autocast  # type: ignore[return-value]  # same signature by functools.wraps


# ---------------------------------------------------------------------- asking and setting
def is_autocast_available(device_type: str) -> bool:
    """Whether there is autocast for a type of device.

    >>> is_autocast_available("cpu"), is_autocast_available("meta")
    (True, False)
    """
    return fb.device(device_type).type in DTYPES


def is_autocast_enabled(device_type: str = "cuda") -> bool:
    """Whether operators on a type of device are cast now; as in PyTorch, "cuda" if none is named.

    >>> with autocast("cpu"):
    ...     is_autocast_enabled("cpu"), is_autocast_enabled()
    (True, False)
    """
    return _checked(device_type) in get_state().enabled


def get_autocast_dtype(device_type: str) -> Any:
    """The dtype that operators on a type of device are cast to, also while autocast is off.

    >>> get_autocast_dtype("cpu"), get_autocast_dtype("cuda")
    (torch.bfloat16, torch.float16)
    """
    return get_state().dtypes[_checked(device_type)]


def is_autocast_cache_enabled() -> bool:
    """Whether casts of weights are kept for the time of the outermost block.

    >>> is_autocast_cache_enabled()
    True
    """
    return get_state().caches


def set_autocast_enabled(device_type: str, enabled: bool) -> None:
    """Switch autocast on or off for a type of device; the block `autocast` is safer.

    Raises TypeError for anything but True and False.
    """
    if not isinstance(enabled, bool):
        raise TypeError(
            "set_autocast_enabled(): argument 'enabled' (position 2) must be bool, not "
            f"{type(enabled).__name__}"
        )
    kind, state = _checked(device_type), get_state()
    set_state(state._replace(enabled=state.enabled - {kind} | ({kind} if enabled else set())))


def set_autocast_dtype(device_type: str, dtype: Any) -> None:
    """Say what `autocast` casts to on a type of device, where it is not told."""
    state = get_state()
    set_state(state._replace(dtypes={**state.dtypes, _checked(device_type): dtype}))


def set_autocast_cache_enabled(enabled: bool) -> None:
    """Say whether casts of weights are kept for the time of the outermost block."""
    set_state(get_state()._replace(caches=bool(enabled)))


def clear_autocast_cache() -> None:
    """Forget the casts of weights that were kept."""
    get_state().casts.clear()


def autocast_increment_nesting() -> int:
    """Count one more open block, for code that opens one without `autocast`; returns how many."""
    state = get_state()
    casts = state.casts if state.depth else {}
    set_state(state._replace(depth=state.depth + 1, casts=casts))
    return state.depth + 1


def autocast_decrement_nesting() -> int:
    """Count one open block less; returns how many are left."""
    state = get_state()
    set_state(state._replace(depth=state.depth - 1))
    return state.depth - 1
