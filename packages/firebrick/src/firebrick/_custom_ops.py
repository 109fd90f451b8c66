"""torch._custom_ops, the older place of torch.library: what is there is there."""

from ._missing import attributes_missing as _attributes_missing

__getattr__ = _attributes_missing(__name__)
