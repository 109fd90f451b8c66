"""Signal processing: `windows`, as torch.signal has them."""

from .._missing import attributes_missing as _attributes_missing
from . import windows as windows

__getattr__ = _attributes_missing(__name__)
