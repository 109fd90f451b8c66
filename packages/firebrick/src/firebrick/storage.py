"""The memory behind tensors, under the names of torch.storage."""

from firebrick_core import TypedStorage as TypedStorage, UntypedStorage as UntypedStorage

from ._missing import attributes_missing as _attributes_missing

__getattr__ = _attributes_missing(__name__)
