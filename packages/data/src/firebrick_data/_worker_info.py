"""What a worker process knows about itself."""

from __future__ import annotations

import random
import threading
from dataclasses import dataclass
from typing import Any

import numpy as np


@dataclass(frozen=True)
class WorkerRandom:
    """The generators of a worker that is a thread, seeded as those of a worker process are.

    Threads share the global generators, so a dataset that draws from these in a thread does not
    know what it gets. `torch_generator`, PyTorch's name for it, is a firebrick_core Generator.
    """

    random_generator: random.Random
    torch_generator: Any
    numpy_generator: np.random.Generator


class WorkerInfo:
    """Which worker this is: `id` (0 .. num_workers - 1), `num_workers`, `seed`, and its copy of the
    `dataset`.

    `worker_method` is "multiprocessing" or "thread". `seed` is the loader's base seed plus `id`. In
    a worker process `random`, NumPy and firebrick_core have been seeded for it, and `rng` is None;
    a thread shares these (and the dataset) with others, and has generators of its own in `rng`.
    Raises RuntimeError on assignment.
    """

    id: int
    num_workers: int
    seed: int
    dataset: Any
    rng: Any
    worker_method: str

    def __init__(
        self,
        id: int,
        num_workers: int,
        seed: int,
        dataset: Any,
        rng: Any = None,
        worker_method: str = "multiprocessing",
    ):
        vars(self).update(
            id=id,
            num_workers=num_workers,
            seed=seed,
            dataset=dataset,
            rng=rng,
            worker_method=worker_method,
        )

    def __setattr__(self, name: str, value: Any) -> None:
        raise RuntimeError(f"Cannot assign attributes to WorkerInfo objects: {name} = {value!r}")

    def __repr__(self) -> str:
        items = ", ".join(f"{name}={value!r}" for name, value in vars(self).items())
        return f"WorkerInfo({items})"


_of_process: WorkerInfo | None = None
_of_thread = threading.local()


def get_worker_info() -> WorkerInfo | None:
    """The WorkerInfo of the worker (process or thread) that this code runs in; None in the main
    process.

    Source: torch.utils.data.get_worker_info.

    >>> get_worker_info() is None
    True
    """
    return getattr(_of_thread, "info", _of_process)


def set_worker_info(info: WorkerInfo) -> None:
    """Say that this process is a worker, or that this thread is one."""
    global _of_process
    if info.worker_method == "thread":
        _of_thread.info = info
    else:
        _of_process = info
