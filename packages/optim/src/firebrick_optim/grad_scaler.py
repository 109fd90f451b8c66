"""Loss scaling: small gradients of 16 bits are kept from becoming zero, large ones are noticed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from enum import Enum
from typing import Any

import numpy as np

from firebrick_core import _frames

from . import _launches
from ._core import Tensor, namespace, quiet
from ._hooks import GLOBAL_POST, GLOBAL_PRE
from ._launches import Found
from ._work import BLOCK
from .optimizer import Optimizer


class OptState(Enum):
    """How far an optimizer is since the last `update`."""

    READY = 0
    UNSCALED = 1
    STEPPED = 2


class GradScaler:
    """Multiplies losses before backward, divides gradients before the step, and finds the factor.

    In float16 gradients below 6e-8 are zero. `scale` multiplies a loss, and with it all gradients;
    `step` divides them again, in the precision of the weights, and leaves the optimizer's step out
    where one is infinite or NaN; `update` then multiplies the factor by `backoff_factor` (0.5), or
    after `growth_interval` (2000) good steps by `growth_factor` (2). It starts at `init_scale`
    (65536). bfloat16 has the range of float32 and does without. `enabled=False` makes all methods
    pass things through.

    On a GPU nothing waits until `update`: a step that must be left out is launched, and does
    nothing. It counts until then. Steps of optimizers with hooks, a `step` of their own, or a rule
    of which no kernel is made wait for what was found.

    `device` is "cuda" (the default) or "cpu". Warns, and is disabled, where there is no GPU for
    "cuda".

    Raises AssertionError for a `growth_factor` up to 1 or a `backoff_factor` from 1 on;
    RuntimeError for calls in an order that makes no sense; ValueError for gradients of float16,
    which are those of weights of float16: keep weights in float32.

    Source: Micikevicius et al., Mixed Precision Training, arXiv 1710.03740, section 3.2;
    https://docs.pytorch.org/docs/stable/amp.html#gradient-scaling

    >>> import firebrick_core as fb
    >>> from firebrick_optim import SGD, GradScaler
    >>> w = fb.zeros(2)
    >>> sgd, scaler = SGD([w], lr=0.5), GradScaler("cpu", init_scale=4.0)
    >>> scaler.scale(fb.tensor(1.5))
    tensor(6.)
    >>> w.grad = fb.tensor([4.0, float("inf")])
    >>> scaler.step(sgd), scaler.update()
    (None, None)
    >>> w, scaler.get_scale()
    (tensor([0., 0.]), 2.0)
    """

    def __init__(
        self, device: str = "cuda", init_scale: float = 2.0**16, growth_factor: float = 2.0,
        backoff_factor: float = 0.5, growth_interval: int = 2000, enabled: bool = True,
    ):
        self._device, self._enabled = device, enabled
        if enabled and device == "cuda" and not _gpu_present():
            _frames.warn(
                "torch.cuda.amp.GradScaler is enabled, but CUDA is not available.  Disabling."
            )
            self._enabled = False
        if not self._enabled:
            return
        if not growth_factor > 1.0:
            raise AssertionError("The growth factor must be > 1.0.")
        if not backoff_factor < 1.0:
            raise AssertionError("The backoff factor must be < 1.0.")
        self._init_scale = init_scale
        self._scale: float | None = None  # until the first `scale`
        self._growth_factor, self._backoff_factor = growth_factor, backoff_factor
        self._growth_interval, self._growth_tracker = growth_interval, 0
        self._begin()

    def _begin(self) -> None:
        """Forget what has happened to optimizers since the last update."""
        self._stages: dict[int, OptState] = defaultdict(lambda: OptState.READY)
        self._found_inf: dict[int, bool | Found] = {}
        self._optimizers: list[Any] = []  # keeps their ids their own

    # ------------------------------------------------------------------ the four calls of a step
    def scale(self, outputs: Any) -> Any:
        """A tensor times the factor, or the tensors of (nested) lists and tuples.

        Raises ValueError for anything else.
        """
        if not self._enabled:
            return outputs
        if self._scale is None:
            self._scale = float(self._init_scale)
        return self._scaled(outputs)

    def _scaled(self, value: Any) -> Any:
        if isinstance(value, Tensor):
            return value * self._scale
        if isinstance(value, Iterable) and not isinstance(value, str):
            found = map(self._scaled, value)
            if isinstance(value, (list, tuple)):
                return value._make(found) if hasattr(value, "_make") else type(value)(found)
            return found
        raise ValueError(
            "outputs must be a Tensor or an iterable of Tensors, but found "
            f"{type(value).__name__}"
        )

    def unscale_(self, optimizer: Any) -> None:
        """Divide the gradients of an optimizer's parameters by the factor, in place.

        For whoever wants to clip or look at them before `step`, which does it otherwise.
        """
        if not self._enabled:
            return
        scale = self._running("unscale_")
        stage = self._stages[id(optimizer)]
        if stage is OptState.UNSCALED:
            raise RuntimeError(
                "unscale_() has already been called on this optimizer since the last update()."
            )
        if stage is OptState.STEPPED:
            raise RuntimeError("unscale_() is being called after step().")
        grads = list(_gradients(optimizer))
        for grad in grads:
            if grad.dtype.name == "float16":
                raise ValueError(
                    "Attempting to unscale FP16 gradients. They belong to weights of float16, "
                    "whose steps would be lost: keep the model in float32 and let autocast compute "
                    "in 16 bits"
                )
        if grads:
            with quiet():
                self._found_inf[id(optimizer)] = _divide_all(grads, scale)
        self._optimizers.append(optimizer)
        self._stages[id(optimizer)] = OptState.UNSCALED

    def step(self, optimizer: Any, *args: Any, **kwargs: Any) -> Any:
        """`optimizer.step(*args, **kwargs)` with unscaled gradients, if all of them are finite.

        Returns what that returns, None where the step was left out. Raises RuntimeError for a
        closure, and for a second step before `update`.
        """
        if not self._enabled:
            return optimizer.step(*args, **kwargs)
        if "closure" in kwargs:
            raise RuntimeError(
                "Closure use is not currently supported if GradScaler is enabled."
            )
        self._running("step")
        key = id(optimizer)
        if self._stages[key] is OptState.STEPPED:
            raise RuntimeError("step() has already been called since the last update().")
        if self._stages[key] is OptState.READY:
            self.unscale_(optimizer)
        if key not in self._found_inf:
            raise AssertionError(
                "No inf checks were recorded for this optimizer: none of its parameters has a "
                "gradient; was backward() called on the scaled loss?"
            )
        found, result = self._found_inf[key], None
        if isinstance(found, Found) and _may_step_unknowing(optimizer, found):
            optimizer._unless = found
            try:
                result = optimizer.step(*args, **kwargs)
            finally:
                optimizer._unless = None
        elif not found:
            result = optimizer.step(*args, **kwargs)
        self._stages[key] = OptState.STEPPED
        return result

    def update(self, new_scale: Any = None) -> None:
        """Change the factor by what the steps since the last update found, or to `new_scale`."""
        if not self._enabled:
            return
        scale = self._running("update")
        bad = [bool(found) for found in self._found_inf.values()]
        for wrong, found in zip(bad, self._found_inf.values(), strict=True):
            if wrong and isinstance(found, Found):
                found.take_back()
        if new_scale is not None:
            self._scale = float(new_scale)
        elif not self._found_inf:
            raise AssertionError(
                "No inf checks were recorded prior to update: call step() or unscale_() first"
            )
        elif any(bad):
            self._scale, self._growth_tracker = scale * self._backoff_factor, 0
        elif self._growth_tracker + 1 == self._growth_interval:
            grown = scale * self._growth_factor
            self._scale = grown if grown <= _LARGEST else scale
            self._growth_tracker = 0
        else:
            self._growth_tracker += 1
        self._begin()

    def _running(self, name: str) -> float:
        """The factor. Raises AssertionError before the first use."""
        if self._scale is None:
            raise AssertionError(
                f"Attempted {name} but _scale is None.  This may indicate your script did not use "
                "scaler.scale(loss or outputs) earlier in the iteration."
            )
        return self._scale

    # ------------------------------------------------------------------ asking and setting
    def get_scale(self) -> float:
        """The factor, 1 where disabled."""
        if not self._enabled:
            return 1.0
        return float(self._init_scale if self._scale is None else self._scale)

    def get_growth_factor(self) -> float:
        """What the factor is multiplied by after `growth_interval` good steps."""
        return self._growth_factor

    def set_growth_factor(self, new_factor: float) -> None:
        """Set what the factor is multiplied by after `growth_interval` good steps."""
        self._growth_factor = new_factor

    def get_backoff_factor(self) -> float:
        """What the factor is multiplied by after a step that was left out."""
        return self._backoff_factor

    def set_backoff_factor(self, new_factor: float) -> None:
        """Set what the factor is multiplied by after a step that was left out."""
        self._backoff_factor = new_factor

    def get_growth_interval(self) -> int:
        """After how many good steps the factor grows."""
        return self._growth_interval

    def set_growth_interval(self, new_interval: int) -> None:
        """Set after how many good steps the factor grows."""
        self._growth_interval = new_interval

    def is_enabled(self) -> bool:
        """Whether it does anything."""
        return self._enabled

    # ------------------------------------------------------------------ state
    def state_dict(self) -> dict[str, Any]:
        """The factor and how it changes, as PyTorch's; empty where disabled."""
        if not self._enabled:
            return {}
        return {
            "scale": self.get_scale(),
            "growth_factor": self._growth_factor,
            "backoff_factor": self._backoff_factor,
            "growth_interval": self._growth_interval,
            "_growth_tracker": self._growth_tracker,
        }

    def load_state_dict(self, state_dict: dict[str, Any]) -> None:
        """Take over a `state_dict`, also one of PyTorch's. Raises RuntimeError for an empty one."""
        if not self._enabled:
            return
        if not state_dict:
            raise RuntimeError(
                "The source state dict is empty, possibly because it was saved from a disabled "
                "instance of GradScaler."
            )
        self._init_scale = state_dict["scale"]
        if self._scale is not None:
            self._scale = float(state_dict["scale"])
        self._growth_factor = state_dict["growth_factor"]
        self._backoff_factor = state_dict["backoff_factor"]
        self._growth_interval = state_dict["growth_interval"]
        self._growth_tracker = int(state_dict["_growth_tracker"])

    def __getstate__(self) -> dict[str, Any]:
        state = self.__dict__.copy()
        if self._enabled:
            if self._stages:
                raise AssertionError(
                    "A GradScaler instance may only be pickled at the beginning of an iteration, "
                    "or at the end after scaler.update()."
                )
            for name in ("_stages", "_found_inf", "_optimizers"):
                del state[name]
        return state

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        if self._enabled:
            self._begin()


_LARGEST = 3.4028234663852886e38  # of float32, in which PyTorch keeps the factor


def _gpu_present() -> bool:
    from firebrick_core import cuda

    return cuda.is_available()


def _gradients(optimizer: Any) -> Iterator[Any]:
    """The gradients of an optimizer's parameters, of sparse ones the stored values."""
    for group in optimizer.param_groups:
        for p in group["params"]:
            if p.grad is None:
                continue
            if p.grad.is_sparse:
                p.grad = p.grad.coalesce()
                yield p.grad.values()
            else:
                yield p.grad


def _may_step_unknowing(optimizer: Any, found: Found) -> bool:
    """Whether a step can be launched before the host knows `found`: on one GPU, by `Optimizer`'s
    own step, with nobody looking on."""
    if not isinstance(optimizer, Optimizer):
        return False
    hooks = optimizer._optimizer_step_pre_hooks, optimizer._optimizer_step_post_hooks
    plain = type(optimizer).step is Optimizer.step and "step" not in vars(optimizer)
    return plain and len(found.marks) == 1 and not (any(hooks) or GLOBAL_PRE or GLOBAL_POST)


def _divide_all(grads: list[Any], scale: float) -> bool | Found:
    """Divide gradients in place; whether an element is infinite or NaN, on GPUs without a wait."""
    found, launches, bad = Found(), _launches.Launches(), False
    for grad in grads:
        xp, array = namespace(grad), grad._array
        if xp is np:
            bad |= _divide(array, scale)
        elif (
            array.flags.c_contiguous
            and array.dtype.name in _launches.TYPES
            and _launches.enabled()
        ):
            if array.size:
                launches.add(_launches.scaling(), [array.reshape(-1)], (1.0 / scale,))
        else:
            with array.device:
                xp.multiply(array, array.dtype.type(1.0 / scale), out=array)
                found.mark(array)[...] |= ~xp.isfinite(array).all()
        grad._bump_version()
    launches.run(found)
    if found.marks and bad:  # on both
        return True
    return found if found.marks else bad


def _divide(array: Any, scale: float) -> bool:
    """Divide a NumPy array in place; returns whether an element is infinite or NaN."""
    found, inverse = False, array.dtype.type(1.0 / scale)
    rows = max(1, BLOCK * len(array) // array.size) if array.ndim and array.size else 1
    for start in range(0, len(array) if array.ndim else 1, rows):
        block = array[start : start + rows] if array.ndim else array
        np.multiply(block, inverse, out=block)
        # A finite sum has finite terms; a sum of finite terms may overflow.
        if not np.isfinite(block.sum()) and not np.isfinite(block).all():
            found = True
    return found
