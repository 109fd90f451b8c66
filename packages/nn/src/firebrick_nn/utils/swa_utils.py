"""Models with averaged weights: stochastic weight averaging and exponential moving averages.

Functions that average (`get_ema_avg_fn` and the like) and the schedule `SWALR` are in
`firebrick_optim.swa_utils`; any function of (average, parameter, count) will do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from copy import deepcopy
from typing import Any

import firebrick_core as fb

from .._module import Module
from .._normalization import _BatchNorm

__all__ = ["AveragedModel", "update_bn"]


class AveragedModel(Module):
    """A copy of a model that holds averages of its parameters.

    Each `update_parameters(model)` takes the model's parameters into the averages; the first one
    copies them. Without a function, that is the mean of all (SWA). `avg_fn(average, parameter,
    n_averaged)` returns a new average, `multi_avg_fn(averages, parameters, n_averaged)` changes a
    list of averages of one type and device in place. Buffers are copied, or with `use_buffers`
    averaged too. `module` is the copy, moved to `device` if one is given; `n_averaged`, a buffer,
    counts the updates. The functions are not part of the `state_dict`.

    Raises AssertionError, as PyTorch does, where both functions are given.

    Source: Izmailov et al., Averaging Weights Leads to Wider Optima and Better Generalization,
    arXiv 1803.05407; Polyak and Juditsky, Acceleration of stochastic approximation by averaging,
    1992.

    >>> import firebrick_core as fb
    >>> import firebrick_nn as nn
    >>> from firebrick_nn.utils.swa_utils import AveragedModel
    >>> model = nn.Linear(1, 1, bias=False)
    >>> averaged = AveragedModel(model)
    >>> for value in (1.0, 3.0, 8.0):
    ...     _ = nn.init.constant_(model.weight, value)
    ...     averaged.update_parameters(model)
    >>> averaged.module.weight.item(), averaged.n_averaged.item()
    (4.0, 3)
    """

    n_averaged: Any

    def __init__(
        self, model: Module, device: Any = None,
        avg_fn: Callable[[Any, Any, Any], Any] | None = None,
        multi_avg_fn: Callable[[Any, Any, Any], None] | None = None, use_buffers: bool = False,
    ):
        super().__init__()
        if avg_fn is not None and multi_avg_fn is not None:
            raise AssertionError(
                "Only one of avg_fn and multi_avg_fn should be provided: they are two ways to say "
                "how to average"
            )
        self.module = deepcopy(model)
        if device is not None:
            self.module = self.module.to(device)
        self.register_buffer("n_averaged", fb.tensor(0, dtype=fb.int64, device=device))
        self.avg_fn = avg_fn
        self.multi_avg_fn = multi_avg_fn
        self.use_buffers = use_buffers

    def forward(self, *args: Any, **kwargs: Any) -> Any:
        """What the averaged model gives."""
        return self.module(*args, **kwargs)

    @fb.no_grad()
    def update_parameters(self, model: Module) -> None:
        """Take the parameters of a model of the same structure into the averages."""
        averages, values = _pairs(self.module.parameters(), model.parameters())
        buffers, latest = _pairs(self.module.buffers(), model.buffers())
        if self.use_buffers:
            averages, values = averages + buffers, values + latest
        else:
            _copy(buffers, latest)
        if self.n_averaged == 0:
            _copy(averages, values)
        elif self.avg_fn is not None:
            for average, value in zip(averages, values, strict=True):
                count = self.n_averaged.to(average.device)
                average.copy_(self.avg_fn(average, value, count))
        else:
            self._average_together(averages, values)
        self.n_averaged += 1

    def _average_together(self, averages: list[Any], values: list[Any]) -> None:
        """Averages of one device and type at a time."""
        groups: dict[Any, tuple[list[Any], list[Any]]] = {}
        for average, value in zip(averages, values, strict=True):
            those = groups.setdefault((average.device, average.dtype), ([], []))
            those[0].append(average)
            those[1].append(value)
        for (device, _), (group, new) in groups.items():
            (self.multi_avg_fn or _mean)(group, new, self.n_averaged.to(device))


def _pairs(averages: Iterable[Any], values: Iterable[Any]) -> tuple[list[Any], list[Any]]:
    """Tensors of the copy, and those of the model moved to where they are."""
    targets = [t.detach() for t in averages]
    return targets, [v.detach().to(t.device) for t, v in zip(targets, values, strict=True)]


def _copy(targets: list[Any], values: list[Any]) -> None:
    for target, value in zip(targets, values, strict=True):
        target.copy_(value)


def _mean(averages: list[Any], values: list[Any], count: Any) -> None:
    """Averages of one more value; those of integers (a count of batches, say) are cut."""
    for average, value in zip(averages, values, strict=True):
        average.copy_(average + (value - average) / (count + 1))


@fb.no_grad()
def update_bn(loader: Iterable[Any], model: Module, device: Any = None) -> None:
    """Set the running statistics of all batch-normalization layers to those of the data.

    Averaged weights never saw their activations: the model sees all batches of `loader` once, in
    training mode, and each layer's `running_mean` and `running_var` become the means over batches.
    A batch is a tensor, or a list or tuple with one first; `device` is where it is moved to. Modes
    and momenta are put back as they were. Models without such layers are left alone.

    >>> import firebrick_core as fb
    >>> import firebrick_nn as nn
    >>> from firebrick_nn.utils.swa_utils import update_bn
    >>> model = nn.BatchNorm1d(1)
    >>> update_bn([fb.tensor([[1.0], [3.0]]), fb.tensor([[5.0], [7.0]])], model)
    >>> model.running_mean
    tensor([4.])
    """
    layers = [module for module in model.modules() if isinstance(module, _BatchNorm)]
    if not layers:
        return
    momenta, training = [layer.momentum for layer in layers], model.training
    for layer in layers:
        layer.reset_running_stats()
        layer.momentum = None  # the mean of all batches
    model.train()
    try:
        for batch in loader:
            inputs = batch[0] if isinstance(batch, (list, tuple)) else batch
            model(inputs if device is None else inputs.to(device))
    finally:
        for layer, momentum in zip(layers, momenta, strict=True):
            layer.momentum = momentum
        model.train(training)
