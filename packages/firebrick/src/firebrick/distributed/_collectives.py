"""What processes do together, when there is one: nothing, or a copy."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import Any

from firebrick_core import Tensor

from ._group import ALONE, check_rank, require


class ReduceOp(Enum):
    """How the processes' values become one; with one process, that one's."""

    SUM = 0
    AVG = 1
    PRODUCT = 2
    MIN = 3
    MAX = 4
    BAND = 5
    BOR = 6
    BXOR = 7
    PREMUL_SUM = 8

    def __call__(self) -> ReduceOp:
        return self


reduce_op = ReduceOp


class Work:
    """Something that is going on beside the program: here it is done already."""

    def is_completed(self) -> bool:
        """True."""
        return True

    def wait(self, timeout: Any = None) -> bool:
        """True, at once."""
        return True

    def is_success(self) -> bool:
        """True."""
        return True


def _done(group: Any, async_op: bool) -> Work | None:
    require(group)
    return Work() if async_op else None


def _require_tensors(name: str, tensors: Sequence[Any]) -> None:
    for tensor in tensors:
        if not isinstance(tensor, Tensor):
            raise TypeError(
                f"Invalid function argument. Expected parameter `{name}` of type torch.Tensor"
                f" but got {type(tensor)} instead."
            )


def _copy(target: Any, source: Any) -> None:
    """Write a tensor's values to another, as a message that arrives does."""
    _require_tensors("tensor", (target, source))
    if target.numel() != source.numel():
        raise ValueError(
            f"a tensor of shape {tuple(source.shape)} does not fit one of {tuple(target.shape)}"
        )
    if target is not source:
        target.detach().view(-1).copy_(source.detach().reshape(-1))


def _one(name: str, values: Sequence[Any]) -> Any:
    """The only entry of a list with one for each process."""
    if len(values) != 1:
        raise ValueError(f"{name}: expected a list of 1, one for each process, got {len(values)}")
    return values[0]


def all_reduce(
    tensor: Any, op: Any = ReduceOp.SUM, group: Any = None, async_op: bool = False
) -> Any:
    """The sum (or another) of all processes' tensors, in each: unchanged with one process.

    >>> import firebrick as torch
    >>> torch.distributed.init_process_group()
    >>> x = torch.ones(2)
    >>> torch.distributed.all_reduce(x)
    >>> torch.distributed.destroy_process_group()
    >>> x
    tensor([1., 1.])
    """
    _require_tensors("tensor", (tensor,))
    return _done(group, async_op)


def reduce(
    tensor: Any,
    dst: Any = None,
    op: Any = ReduceOp.SUM,
    group: Any = None,
    async_op: bool = False,
    group_dst: Any = None,
) -> Any:
    """The sum (or another) of all processes' tensors, in one: unchanged with one process."""
    check_rank(dst)
    return all_reduce(tensor, op, group, async_op)


def broadcast(
    tensor: Any, src: Any = None, group: Any = None, async_op: bool = False, group_src: Any = None
) -> Any:
    """A process's tensor in all: unchanged with one process."""
    check_rank(src)
    return all_reduce(tensor, group=group, async_op=async_op)


def all_gather(tensor_list: Any, tensor: Any, group: Any = None, async_op: bool = False) -> Any:
    """All processes' tensors, in the list's: a copy with one process."""
    work = _done(group, async_op)
    _copy(_one("all_gather", tensor_list), tensor)
    return work


def all_gather_into_tensor(
    output_tensor: Any, input_tensor: Any, group: Any = None, async_op: bool = False
) -> Any:
    """All processes' tensors, one after another in one: a copy with one process."""
    work = _done(group, async_op)
    _copy(output_tensor, input_tensor)
    return work


def gather(
    tensor: Any,
    gather_list: Any = None,
    dst: Any = None,
    group: Any = None,
    async_op: bool = False,
    group_dst: Any = None,
) -> Any:
    """All processes' tensors, in the list of one: a copy with one process."""
    check_rank(dst)
    return all_gather(gather_list or [], tensor, group, async_op)


def scatter(
    tensor: Any,
    scatter_list: Any = None,
    src: Any = None,
    group: Any = None,
    async_op: bool = False,
    group_src: Any = None,
) -> Any:
    """The entry for this process of one's list: a copy with one process."""
    check_rank(src)
    work = _done(group, async_op)
    _copy(tensor, _one("scatter", scatter_list or []))
    return work


def reduce_scatter(
    output: Any,
    input_list: Any,
    op: Any = ReduceOp.SUM,
    group: Any = None,
    async_op: bool = False,
) -> Any:
    """This process's part of the sum of all lists: a copy with one process."""
    work = _done(group, async_op)
    _copy(output, _one("reduce_scatter", input_list))
    return work


def reduce_scatter_tensor(
    output: Any, input: Any, op: Any = ReduceOp.SUM, group: Any = None, async_op: bool = False
) -> Any:
    """This process's part of the sum of all tensors: a copy with one process."""
    return all_gather_into_tensor(output, input, group, async_op)


def all_to_all(
    output_tensor_list: Any, input_tensor_list: Any, group: Any = None, async_op: bool = False
) -> Any:
    """From each process a tensor, to each one: a copy with one process."""
    work = _done(group, async_op)
    _copy(_one("all_to_all", output_tensor_list), _one("all_to_all", input_tensor_list))
    return work


def all_to_all_single(
    output: Any,
    input: Any,
    output_split_sizes: Any = None,
    input_split_sizes: Any = None,
    group: Any = None,
    async_op: bool = False,
) -> Any:
    """From each process a part, to each one: a copy with one process."""
    return all_gather_into_tensor(output, input, group, async_op)


def barrier(group: Any = None, async_op: bool = False, device_ids: Any = None) -> Any:
    """Wait for all processes: none with one."""
    return _done(group, async_op)


def monitored_barrier(group: Any = None, timeout: Any = None, wait_all_ranks: bool = False) -> None:
    """Wait for all processes: none with one."""
    require(group)


def broadcast_object_list(
    object_list: Any, src: Any = None, group: Any = None, device: Any = None, group_src: Any = None
) -> None:
    """A process's objects in all: unchanged with one process."""
    check_rank(src)
    require(group)


def all_gather_object(object_list: Any, obj: Any, group: Any = None) -> None:
    """All processes' objects, in the list."""
    require(group)
    _one("all_gather_object", object_list)
    object_list[0] = obj


def gather_object(
    obj: Any, object_gather_list: Any = None, dst: Any = None, group: Any = None,
    group_dst: Any = None,
) -> None:  # fmt: skip
    """All processes' objects, in the list of one."""
    check_rank(dst)
    all_gather_object(object_gather_list or [], obj, group)


def scatter_object_list(
    scatter_object_output_list: Any,
    scatter_object_input_list: Any = None,
    src: Any = None,
    group: Any = None,
    group_src: Any = None,
) -> None:
    """The entry for this process of one's list."""
    check_rank(src)
    require(group)
    scatter_object_output_list[0] = _one("scatter_object_list", scatter_object_input_list or [])


def send(*args: Any, **options: Any) -> None:
    """Raises RuntimeError: there is no other process."""
    raise RuntimeError(f"there is no process to send to or receive from. {ALONE}")


recv = isend = irecv = send


class P2POp:
    """A message to or from another process: RuntimeError, there is none."""

    def __init__(self, *args: Any, **options: Any) -> None:
        send()
