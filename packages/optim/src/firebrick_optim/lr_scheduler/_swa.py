"""The schedule of stochastic weight averaging: to one learning rate, and there to stay."""

from __future__ import annotations

from typing import Any

from .. import schedules
from ._base import LRScheduler, number, per_group, warn_outside_step


class SWALR(LRScheduler):
    """Anneals each group's learning rate to `swa_lr` in `anneal_epochs` steps and keeps it there.

    It starts from the rate that the group has when it takes over, also from another scheduler that
    acts on the same optimizer until then. `swa_lr` may be a list with a rate per group;
    `anneal_strategy` is "cos" or "linear". Groups keep their rate as "swa_lr". Defaults: 10 steps,
    "cos".

    Raises ValueError for another strategy, for `anneal_epochs` that are no integer or below 0, and
    for a list of another length.

    Source: Izmailov et al., Averaging Weights Leads to Wider Optima and Better Generalization,
    arXiv 1803.05407.

    >>> import firebrick_core as fb
    >>> from firebrick_optim import SGD
    >>> from firebrick_optim.swa_utils import SWALR
    >>> optimizer = SGD([fb.zeros(1)], lr=1.0)
    >>> scheduler = SWALR(optimizer, swa_lr=0.5, anneal_epochs=2, anneal_strategy="linear")
    >>> rates = []
    >>> for _ in range(4):
    ...     rates.append(scheduler.get_last_lr()[0])
    ...     optimizer.step()
    ...     scheduler.step()
    >>> rates
    [1.0, 0.75, 0.5, 0.5]
    """

    def __init__(
        self, optimizer: Any, swa_lr: Any, anneal_epochs: int = 10, anneal_strategy: str = "cos",
        last_epoch: int = -1,
    ):
        if anneal_strategy not in ("cos", "linear"):
            raise ValueError(
                f"anneal_strategy must be one of 'cos' or 'linear', instead got {anneal_strategy}"
            )
        if not isinstance(anneal_epochs, int) or anneal_epochs < 0:
            raise ValueError(
                f"anneal_epochs must be equal or greater than 0, got {anneal_epochs!r}; it is the "
                "number of steps that the change takes"
            )
        rates = per_group("swa_lr", optimizer, swa_lr)
        for group, rate in zip(optimizer.param_groups, rates, strict=True):
            group["swa_lr"] = rate
        self._anneal_strategy = anneal_strategy
        self.anneal_epochs = anneal_epochs
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> list[float]:
        """The learning rates after this step, from the groups' present ones; for `step` to call."""
        warn_outside_step(self)
        step = self._step_count - 1
        if self.anneal_epochs == 0:
            step = max(1, step)
        before, now = self._share(step - 1), self._share(step)
        rates = []
        for group in self.optimizer.param_groups:
            lr, end = number(group["lr"]), number(group["swa_lr"])
            start = end if before == 1 else (lr - before * end) / (1 - before)
            rates.append(end * now + start * (1 - now))
        return rates

    def _share(self, step: int) -> float:
        """How much of the way to `swa_lr` is behind after a number of steps."""
        epochs = max(1, self.anneal_epochs)
        return schedules.swa_lr(step, 0.0, 1.0, epochs, self._anneal_strategy)
