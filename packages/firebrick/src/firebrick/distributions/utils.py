"""Names of torch.distributions.utils."""

from firebrick_nn.distributions.utils import *  # noqa: F403
from firebrick_nn.distributions.utils import (
    _standard_normal as _standard_normal,
    _sum_rightmost as _sum_rightmost,
)
