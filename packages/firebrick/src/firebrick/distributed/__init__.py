"""torch.distributed for one process: a world of size 1.

Programs written for many processes run as the only one: `init_process_group` starts a group of one,
and collective operations do what they do with one participant, which is nothing or a copy. More
processes are refused with an error that says so: Firebrick does not send tensors between processes.
"""

from __future__ import annotations

from .._missing import attributes_missing as _attributes_missing
from ._collectives import (
    P2POp as P2POp,
    ReduceOp as ReduceOp,
    Work as Work,
    all_gather as all_gather,
    all_gather_into_tensor as all_gather_into_tensor,
    all_gather_object as all_gather_object,
    all_reduce as all_reduce,
    all_to_all as all_to_all,
    all_to_all_single as all_to_all_single,
    barrier as barrier,
    broadcast as broadcast,
    broadcast_object_list as broadcast_object_list,
    gather as gather,
    gather_object as gather_object,
    irecv as irecv,
    isend as isend,
    monitored_barrier as monitored_barrier,
    recv as recv,
    reduce as reduce,
    reduce_op as reduce_op,
    reduce_scatter as reduce_scatter,
    reduce_scatter_tensor as reduce_scatter_tensor,
    scatter as scatter,
    scatter_object_list as scatter_object_list,
    send as send,
)
from ._group import (
    Backend as Backend,
    GroupMember as GroupMember,
    ProcessGroup as ProcessGroup,
    destroy_process_group as destroy_process_group,
    get_backend as get_backend,
    get_global_rank as get_global_rank,
    get_group_rank as get_group_rank,
    get_node_local_rank as get_node_local_rank,
    get_process_group_ranks as get_process_group_ranks,
    get_rank as get_rank,
    get_world_size as get_world_size,
    group as group,
    init_process_group as init_process_group,
    is_available as is_available,
    is_backend_available as is_backend_available,
    is_gloo_available as is_gloo_available,
    is_initialized as is_initialized,
    is_mpi_available as is_mpi_available,
    is_nccl_available as is_nccl_available,
    is_torchelastic_launched as is_torchelastic_launched,
    is_ucc_available as is_ucc_available,
    is_xccl_available as is_xccl_available,
    new_group as new_group,
)

_missing = _attributes_missing(__name__)


def __getattr__(name: str) -> object:
    """The submodules that load when they are first asked for; AttributeError for other names."""
    import importlib

    if name in ("tensor", "device_mesh", "fsdp", "checkpoint"):
        return importlib.import_module(f"{__name__}.{name}")
    if name in ("DeviceMesh", "init_device_mesh"):
        return getattr(importlib.import_module(f"{__name__}.device_mesh"), name)
    return _missing(name)
