"""Gradients of several small batches as that of one large batch."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


class GradientAccumulation:
    """Steps an optimizer after every `steps` batches, on the mean of their losses.

    For batches that do not fit into memory at once::

        accumulation = GradientAccumulation(optimizer, steps=4)
        for x, y in batches:
            accumulation.scale(loss_of(model(x), y)).backward()
            accumulation.step()
        accumulation.finish()

    `step()` takes the place of `optimizer.step()` and `optimizer.zero_grad()`: with every
    `steps`-th call it steps, clears the gradients and returns True, else it returns False.
    `finish()` steps on what is left at the end of an epoch, as on the mean of fewer losses.

    `scaler`, a `GradScaler`, scales the losses as well, and is stepped and updated. `before_step`
    is called just before a step, without arguments, when gradients are whole and unscaled: the
    place for clipping.

    Raises ValueError for `steps` below 1.

    >>> import firebrick_core as fb
    >>> from firebrick_optim import SGD, GradientAccumulation
    >>> w = fb.zeros(1)
    >>> accumulation = GradientAccumulation(SGD([w], lr=1.0), steps=2)
    >>> for gradient in [4.0, 8.0, 2.0]:
    ...     share = accumulation.scale(fb.tensor([gradient]))  # backward adds up such shares
    ...     w.grad = share if w.grad is None else w.grad + share
    ...     accumulation.step(), w.tolist()
    (False, [0.0])
    (True, [-6.0])
    (False, [-6.0])
    >>> accumulation.finish(), w.tolist()
    (True, [-8.0])
    """

    def __init__(
        self, optimizer: Any, steps: int, *, scaler: Any = None,
        before_step: Callable[[], Any] | None = None,
    ):
        if not isinstance(steps, int) or isinstance(steps, bool) or steps < 1:
            raise ValueError(
                f"GradientAccumulation: steps must be an integer from 1 on, got {steps!r}"
            )
        self.optimizer, self.steps = optimizer, steps
        self.scaler, self.before_step = scaler, before_step
        self.count = 0  # batches since the optimizer's last step

    def scale(self, loss: Any) -> Any:
        """A batch's share of the mean loss, to go backward from."""
        share = loss / self.steps
        return share if self.scaler is None else self.scaler.scale(share)

    def step(self) -> bool:
        """Count a batch, and step if there are enough; returns whether it did."""
        self.count += 1
        return self.count >= self.steps and self._step()

    def finish(self) -> bool:
        """Step on the batches that came since the last step; returns whether there were any."""
        if not self.count:
            return False
        share = self.steps / self.count  # the mean is one of fewer
        for group in self.optimizer.param_groups:
            for p in group["params"]:
                if p.grad is not None:
                    p.grad = p.grad * share
        return self._step()

    def _step(self) -> bool:
        if self.scaler is not None:
            if self.before_step is not None:
                self.scaler.unscale_(self.optimizer)
                self.before_step()
            self.scaler.step(self.optimizer)
            self.scaler.update()
        else:
            if self.before_step is not None:
                self.before_step()
            self.optimizer.step()
        self.optimizer.zero_grad()
        self.count = 0
        return True
