"""Discrete Fourier transforms under the names of torch.fft. Generated: do not edit."""

from ._operators import fft_fft as fft
from ._operators import fft_fft2 as fft2
from ._operators import fft_fftfreq as fftfreq
from ._operators import fft_fftn as fftn
from ._operators import fft_fftshift as fftshift
from ._operators import fft_hfft as hfft
from ._operators import fft_hfft2 as hfft2
from ._operators import fft_hfftn as hfftn
from ._operators import fft_ifft as ifft
from ._operators import fft_ifft2 as ifft2
from ._operators import fft_ifftn as ifftn
from ._operators import fft_ifftshift as ifftshift
from ._operators import fft_ihfft as ihfft
from ._operators import fft_ihfft2 as ihfft2
from ._operators import fft_ihfftn as ihfftn
from ._operators import fft_irfft as irfft
from ._operators import fft_irfft2 as irfft2
from ._operators import fft_irfftn as irfftn
from ._operators import fft_rfft as rfft
from ._operators import fft_rfft2 as rfft2
from ._operators import fft_rfftfreq as rfftfreq
from ._operators import fft_rfftn as rfftn
