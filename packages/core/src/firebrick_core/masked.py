"""Reductions over unmasked elements, as torch.masked has them. Generated: do not edit."""

from ._operators import masked_amax as amax
from ._operators import masked_amin as amin
from ._operators import masked_argmax as argmax
from ._operators import masked_argmin as argmin
from ._operators import masked_cumprod as cumprod
from ._operators import masked_cumsum as cumsum
from ._operators import masked_log_softmax as log_softmax
from ._operators import masked_logaddexp as logaddexp
from ._operators import masked_logsumexp as logsumexp
from ._operators import masked_mean as mean
from ._operators import masked_median as median
from ._operators import masked_norm as norm
from ._operators import masked_normalize as normalize
from ._operators import masked_prod as prod
from ._operators import masked_softmax as softmax
from ._operators import masked_softmin as softmin
from ._operators import masked_std as std
from ._operators import masked_sum as sum
from ._operators import masked_var as var
