"""Window functions under the names of torch.signal.windows. Generated: do not edit."""

from .._operators import windows_bartlett as bartlett
from .._operators import windows_blackman as blackman
from .._operators import windows_cosine as cosine
from .._operators import windows_exponential as exponential
from .._operators import windows_gaussian as gaussian
from .._operators import windows_general_cosine as general_cosine
from .._operators import windows_general_hamming as general_hamming
from .._operators import windows_hamming as hamming
from .._operators import windows_hann as hann
from .._operators import windows_kaiser as kaiser
from .._operators import windows_nuttall as nuttall
