"""The names of torch.distributed.fsdp.fully_sharded_data_parallel; see the package."""

from ..._missing import attributes_missing as _attributes_missing
from . import FullyShardedDataParallel as FullyShardedDataParallel

__getattr__ = _attributes_missing(__name__)
