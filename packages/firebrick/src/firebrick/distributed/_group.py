"""The group of processes: this one, alone."""

from __future__ import annotations

import os
from datetime import timedelta
from typing import Any

ALONE = (
    "Firebrick runs one process: it does not send tensors to others. Start the program once, "
    "without torchrun, mpirun or mp.spawn, or with WORLD_SIZE=1"
)


class Backend(str):
    """The name of a way to send tensors, in small letters."""

    UNDEFINED = "undefined"
    GLOO = "gloo"
    NCCL = "nccl"
    UCC = "ucc"
    MPI = "mpi"
    XCCL = "xccl"

    def __new__(cls, name: Any) -> Backend:
        if not isinstance(name, str):
            raise ValueError(f"Backend constructor parameter must be string-ish, not {name!r}")
        return str.__new__(cls, name.lower())


class ProcessGroup:
    """A group with this process as its only member."""

    def __init__(self, backend: str = "gloo") -> None:
        self.backend = Backend(backend)
        self.group_name = "default"

    def rank(self) -> int:
        """0."""
        return 0

    def size(self) -> int:
        """1."""
        return 1

    def name(self) -> str:
        """The backend's name."""
        return str(self.backend)


class _State:
    world: ProcessGroup | None = None


class _WorldType(type):
    @property
    def WORLD(cls) -> ProcessGroup | None:  # noqa: N802  # PyTorch's name
        """The group of all processes; None before `init_process_group`."""
        return _State.world


class group(metaclass=_WorldType):  # noqa: N801  # PyTorch's name
    """The groups that there are."""


class GroupMember(metaclass=_WorldType):
    """What a process is in a group: `NON_GROUP_MEMBER` where it is not in it."""

    NON_GROUP_MEMBER = -100


def is_available() -> bool:
    """True: a world of one process is."""
    return True


def is_initialized() -> bool:
    """Whether `init_process_group` has been called."""
    return _State.world is not None


def init_process_group(
    backend: str | None = None,
    init_method: str | None = None,
    timeout: timedelta | None = None,
    world_size: int = -1,
    rank: int = -1,
    store: Any = None,
    group_name: str = "",
    pg_options: Any = None,
    device_id: Any = None,
) -> None:
    """Start the group of one process; any backend does.

    The size of the world is `world_size`, or the environment variable WORLD_SIZE. Raises
    RuntimeError for more than one process, ValueError where there is a group already.

    >>> import firebrick as torch
    >>> torch.distributed.init_process_group("gloo")
    >>> torch.distributed.get_rank(), torch.distributed.get_world_size()
    (0, 1)
    >>> torch.distributed.destroy_process_group()
    """
    if is_initialized():
        raise ValueError("trying to initialize the default process group twice!")
    size = world_size if world_size >= 0 else _from_environment("WORLD_SIZE", 1)
    number = rank if rank >= 0 else _from_environment("RANK", 0)
    if size != 1:
        raise RuntimeError(f"init_process_group(): world_size is {size}. {ALONE}")
    if number != 0:
        raise RuntimeError(f"init_process_group(): rank is {number} in a world of 1. {ALONE}")
    _State.world = ProcessGroup(backend or "gloo")


def _from_environment(name: str, default: int) -> int:
    value = os.environ.get(name, "")
    if value and not value.lstrip("-").isdigit():
        raise ValueError(f"init_process_group(): the environment has {name}={value!r}, no number")
    return int(value) if value else default


def destroy_process_group(group: Any = None) -> None:
    """Forget the group. Raises ValueError where there is none."""
    world = require(group)
    if group is None or group is world:
        _State.world = None


def require(group: Any = None) -> ProcessGroup:
    """The group. Raises ValueError before `init_process_group`."""
    if _State.world is None:
        raise ValueError(
            "Default process group has not been initialized, please make sure to call "
            "init_process_group."
        )
    return group if isinstance(group, ProcessGroup) else _State.world


def get_rank(group: Any = None) -> int:
    """This process's number: 0. Raises ValueError before `init_process_group`."""
    require(group)
    return 0


def get_world_size(group: Any = None) -> int:
    """The number of processes: 1. Raises ValueError before `init_process_group`."""
    require(group)
    return 1


def get_backend(group: Any = None) -> Backend:
    """The backend's name that the group was made with."""
    return require(group).backend


def get_global_rank(group: Any, group_rank: int) -> int:
    """A member's number among all processes. Raises ValueError where there is no such member."""
    return check_rank(group_rank)


get_group_rank = get_global_rank


def get_process_group_ranks(group: Any = None) -> list[int]:
    """The members' numbers: [0]."""
    require(group)
    return [0]


def get_node_local_rank(fallback_rank: int | None = None) -> int:
    """This process's number on its machine, from the environment's LOCAL_RANK.

    Raises RuntimeError where it is not set, and no other number is given.
    """
    if "LOCAL_RANK" in os.environ:
        return int(os.environ["LOCAL_RANK"])
    if fallback_rank is None:
        raise RuntimeError("LOCAL_RANK is not in the environment. Consider passing fallback_rank")
    return int(fallback_rank)


def check_rank(rank: Any) -> int:
    """A process's number, which is 0. Raises ValueError for others."""
    if rank not in (0, None):
        raise ValueError(f"there is no process {rank} in a world of 1. {ALONE}")
    return 0


def new_group(
    ranks: Any = None,
    timeout: Any = None,
    backend: str | None = None,
    pg_options: Any = None,
    use_local_synchronization: bool = False,
    group_desc: str | None = None,
    device_id: Any = None,
) -> Any:
    """A group of some processes: of this one, or GroupMember.NON_GROUP_MEMBER without it."""
    world = require()
    for rank in [0] if ranks is None else ranks:
        check_rank(rank)
    if ranks is not None and not len(ranks):
        return GroupMember.NON_GROUP_MEMBER
    return ProcessGroup(backend or world.backend)


def is_nccl_available() -> bool:
    """False: nothing is sent to other processes, so there is no library for it."""
    return False


is_mpi_available = is_ucc_available = is_xccl_available = is_nccl_available


def is_gloo_available() -> bool:
    """True: the backend that programs use on the CPU is taken, as a name."""
    return True


def is_backend_available(backend: str) -> bool:
    """Whether a backend is taken: gloo."""
    return backend.lower() == "gloo"


def is_torchelastic_launched() -> bool:
    """Whether torchrun has started this process."""
    return "TORCHELASTIC_RUN_ID" in os.environ
