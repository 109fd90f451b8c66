"""Less memory for backward, under the names of torch.utils.checkpoint."""

from firebrick_autograd.checkpoint import (
    SAC_IGNORED_OPS as SAC_IGNORED_OPS,
    CheckpointError as CheckpointError,
    CheckpointFunction as CheckpointFunction,
    CheckpointPolicy as CheckpointPolicy,
    GraphExecGroup as GraphExecGroup,
    SelectiveCheckpointContext as SelectiveCheckpointContext,
    check_backward_validity as check_backward_validity,
    checkpoint as checkpoint,
    checkpoint_sequential as checkpoint_sequential,
    create_selective_checkpoint_contexts as create_selective_checkpoint_contexts,
    detach_variable as detach_variable,
    noop_context_fn as noop_context_fn,
    set_checkpoint_debug_enabled as set_checkpoint_debug_enabled,
    set_checkpoint_early_stop as set_checkpoint_early_stop,
)
