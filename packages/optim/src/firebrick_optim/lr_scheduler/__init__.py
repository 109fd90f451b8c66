"""Learning-rate schedulers, as torch.optim.lr_scheduler.

Each changes the `lr` of an optimizer's groups; call its `step()` after the optimizer's, once an
epoch or once a batch. The schedules as functions of the step are in `firebrick_optim.schedules`.
"""

from ._base import (
    EPOCH_DEPRECATION_WARNING as EPOCH_DEPRECATION_WARNING,
    LRScheduler as LRScheduler,
)
from ._compose import ChainedScheduler as ChainedScheduler, SequentialLR as SequentialLR
from ._cosine import (
    CosineAnnealingLR as CosineAnnealingLR,
    CosineAnnealingWarmRestarts as CosineAnnealingWarmRestarts,
)
from ._cycles import CyclicLR as CyclicLR, OneCycleLR as OneCycleLR
from ._decay import (
    ConstantLR as ConstantLR,
    ExponentialLR as ExponentialLR,
    LinearLR as LinearLR,
    MultiStepLR as MultiStepLR,
    PolynomialLR as PolynomialLR,
    StepLR as StepLR,
)
from ._functions import LambdaLR as LambdaLR, MultiplicativeLR as MultiplicativeLR
from ._plateau import ReduceLROnPlateau as ReduceLROnPlateau

__all__ = [
    "ChainedScheduler", "ConstantLR", "CosineAnnealingLR", "CosineAnnealingWarmRestarts",
    "CyclicLR", "ExponentialLR", "LRScheduler", "LambdaLR", "LinearLR", "MultiStepLR",
    "MultiplicativeLR", "OneCycleLR", "PolynomialLR", "ReduceLROnPlateau", "SequentialLR", "StepLR",
]

_LRScheduler = LRScheduler  # PyTorch's older name for the base class, which programs still use
