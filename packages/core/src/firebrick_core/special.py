"""Special functions under the names of torch.special. Generated: do not edit."""

from ._operators import digamma as digamma
from ._operators import digamma_ as digamma_
from ._operators import erf as erf
from ._operators import erf_ as erf_
from ._operators import erfc as erfc
from ._operators import erfc_ as erfc_
from ._operators import erfinv as erfinv
from ._operators import erfinv_ as erfinv_
from ._operators import log_softmax as log_softmax
from ._operators import polygamma as polygamma
from ._operators import softmax as softmax
from ._operators import xlogy as xlogy
from ._operators import xlogy_ as xlogy_
