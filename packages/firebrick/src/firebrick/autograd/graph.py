"""The recorded graph and hooks on it, under the names of torch.autograd.graph."""

from firebrick_autograd.graph import (
    GradientEdge as GradientEdge,
    Node as Node,
    allow_mutation_on_saved_tensors as allow_mutation_on_saved_tensors,
    disable_saved_tensors_hooks as disable_saved_tensors_hooks,
    get_gradient_edge as get_gradient_edge,
    increment_version as increment_version,
    register_multi_grad_hook as register_multi_grad_hook,
    save_on_cpu as save_on_cpu,
    saved_tensors_hooks as saved_tensors_hooks,
    set_warn_on_accumulate_grad_stream_mismatch as set_warn_on_accumulate_grad_stream_mismatch,
)
