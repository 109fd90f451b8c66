"""torch.ao: quantization is out of scope; what libraries import of it is in `quantization`."""

from . import quantization as quantization
