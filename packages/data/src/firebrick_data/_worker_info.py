"""What a worker process knows about itself."""

from __future__ import annotations

from typing import Any


class WorkerInfo:
    """Which worker this is: `id` (0 .. num_workers - 1), `num_workers`, `seed`, and its copy of the
    `dataset`.

    `seed` is the loader's base seed plus `id`; `random`, NumPy and firebrick_core have been seeded
    for this worker. Raises RuntimeError on assignment.
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


_current: WorkerInfo | None = None


def get_worker_info() -> WorkerInfo | None:
    """The WorkerInfo of the worker that this code runs in; None in the main process.

    Source: torch.utils.data.get_worker_info.

    >>> get_worker_info() is None
    True
    """
    return _current


def set_worker_info(info: WorkerInfo) -> None:
    """Say that this process is a worker."""
    global _current
    _current = info
