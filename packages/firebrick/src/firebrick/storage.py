"""The memory behind tensors, under the names of torch.storage."""

from firebrick_core import TypedStorage as TypedStorage, UntypedStorage as UntypedStorage
