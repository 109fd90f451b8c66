"""A process's part of a dataset, under the names of torch.utils.data.distributed."""

from __future__ import annotations

from collections.abc import Sized

import firebrick_data


class DistributedSampler(firebrick_data.DistributedSampler):
    """The sampler of firebrick-data, which asks `torch.distributed` for what is not given.

    Raises ValueError where `num_replicas` or `rank` is missing and there is no process group.

    >>> import firebrick as torch
    >>> torch.distributed.init_process_group("gloo")
    >>> list(torch.utils.data.DistributedSampler(range(3), shuffle=False))
    [0, 1, 2]
    >>> torch.distributed.destroy_process_group()
    """

    def __init__(
        self,
        dataset: Sized,
        num_replicas: int | None = None,
        rank: int | None = None,
        shuffle: bool = True,
        seed: int = 0,
        drop_last: bool = False,
    ) -> None:
        if num_replicas is None or rank is None:
            from ... import distributed

            num_replicas = distributed.get_world_size() if num_replicas is None else num_replicas
            rank = distributed.get_rank() if rank is None else rank
        super().__init__(dataset, num_replicas, rank, shuffle, seed, drop_last)
