"""Learning-rate schedulers, as torch.optim.lr_scheduler.

Each changes the `lr` of an optimizer's groups; call its `step()` after the optimizer's, once an
epoch or once a batch. The schedules as functions of the step are in `firebrick_optim.schedules`.
"""

from ._base import EPOCH_DEPRECATION_WARNING as EPOCH_DEPRECATION_WARNING
from ._base import LRScheduler as LRScheduler
from ._compose import ChainedScheduler as ChainedScheduler
from ._compose import SequentialLR as SequentialLR
from ._cosine import CosineAnnealingLR as CosineAnnealingLR
from ._cosine import CosineAnnealingWarmRestarts as CosineAnnealingWarmRestarts
from ._cycles import CyclicLR as CyclicLR
from ._cycles import OneCycleLR as OneCycleLR
from ._decay import ConstantLR as ConstantLR
from ._decay import ExponentialLR as ExponentialLR
from ._decay import LinearLR as LinearLR
from ._decay import MultiStepLR as MultiStepLR
from ._decay import PolynomialLR as PolynomialLR
from ._decay import StepLR as StepLR
from ._functions import LambdaLR as LambdaLR
from ._functions import MultiplicativeLR as MultiplicativeLR
from ._plateau import ReduceLROnPlateau as ReduceLROnPlateau

__all__ = [
    "ChainedScheduler", "ConstantLR", "CosineAnnealingLR", "CosineAnnealingWarmRestarts",
    "CyclicLR", "ExponentialLR", "LRScheduler", "LambdaLR", "LinearLR", "MultiStepLR",
    "MultiplicativeLR", "OneCycleLR", "PolynomialLR", "ReduceLROnPlateau", "SequentialLR", "StepLR",
]

_LRScheduler = LRScheduler  # PyTorch's older name for the base class, which programs still use
