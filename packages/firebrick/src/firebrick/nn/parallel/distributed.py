"""A module whose gradients are averaged over processes, under the names of
torch.nn.parallel.distributed: over one."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from firebrick_nn import Module


class DistributedDataParallel(Module):
    """Calls its module; gradients are those of the one process, which their average is.

    Args:
        module: the module, under which `state_dict` has its keys.
        others: taken for compatibility.

    Raises ValueError before `torch.distributed.init_process_group`, and RuntimeError for a module
    without parameters that need gradients.

    Source: torch.nn.parallel.DistributedDataParallel.

    >>> import firebrick as torch
    >>> torch.distributed.init_process_group("gloo")
    >>> model = torch.nn.parallel.DistributedDataParallel(torch.nn.Linear(2, 3))
    >>> model(torch.ones(1, 2)).shape, list(model.state_dict())
    (torch.Size([1, 3]), ['module.weight', 'module.bias'])
    >>> torch.distributed.destroy_process_group()
    """

    def __init__(
        self,
        module: Module,
        device_ids: Any = None,
        output_device: Any = None,
        dim: int = 0,
        broadcast_buffers: bool = True,
        init_sync: bool = True,
        process_group: Any = None,
        bucket_cap_mb: Any = None,
        find_unused_parameters: bool = False,
        check_reduction: bool = False,
        gradient_as_bucket_view: bool = False,
        static_graph: bool = False,
        **options: Any,
    ) -> None:
        from ...distributed._group import require

        super().__init__()
        self.process_group = require(process_group)
        if not any(p.requires_grad for p in module.parameters()):
            raise RuntimeError(
                "DistributedDataParallel is not needed when a module doesn't have any parameter "
                "that requires a gradient."
            )
        self.module = module
        self.device_ids, self.output_device, self.dim = device_ids, output_device, dim
        self.broadcast_buffers = broadcast_buffers
        self.find_unused_parameters = find_unused_parameters
        self.require_backward_grad_sync = True

    def forward(self, *inputs: Any, **kwargs: Any) -> Any:
        return self.module(*inputs, **kwargs)

    @contextmanager
    def no_sync(self) -> Iterator[None]:
        """Inside the block gradients are not averaged, which changes nothing with one process."""
        before = self.require_backward_grad_sync
        self.require_backward_grad_sync = False
        try:
            yield
        finally:
            self.require_backward_grad_sync = before

    @contextmanager
    def join(self, *args: Any, **options: Any) -> Iterator[None]:
        """Inside the block processes may have different numbers of batches; there is one."""
        yield

    def register_comm_hook(self, state: Any, hook: Any) -> None:
        """Raises RuntimeError: nothing is sent that a hook could change."""
        raise RuntimeError("register_comm_hook(): Firebrick sends no gradients to other processes")
