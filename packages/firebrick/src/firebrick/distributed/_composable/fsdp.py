"""The names of torch.distributed._composable.fsdp, an older place of torch.distributed.fsdp."""

from ..fsdp import (
    CPUOffloadPolicy as CPUOffloadPolicy,
    FSDPModule as FSDPModule,
    MixedPrecisionPolicy as MixedPrecisionPolicy,
    OffloadPolicy as OffloadPolicy,
    fully_shard as fully_shard,
)
