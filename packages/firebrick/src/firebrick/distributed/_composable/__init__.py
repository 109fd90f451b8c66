"""torch.distributed._composable, an older place of torch.distributed.fsdp."""

from . import fsdp as fsdp
