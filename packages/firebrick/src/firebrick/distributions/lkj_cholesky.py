"""Names of torch.distributions.lkj_cholesky."""

from firebrick_nn.distributions.lkj_cholesky import *  # noqa: F403
