"""The state of a loader: what it says, and whether it fits the loader that is given it."""

from __future__ import annotations

from typing import Any

import firebrick_core as fc

from ._dataset import IterableDataset
from ._errors import name_of, short
from ._pass import order_generator, set_sampler_epoch
from ._random import packed_state, unpacked_state

VERSION = 1


def state_of(loader: Any) -> dict[str, Any]:
    """What `DataLoader.state_dict` returns."""
    state = {"version": VERSION, "loader": _description(loader)}
    current = loader._pass
    if loader._saved is not None:  # loaded, and not resumed yet
        return {**state, "epoch": loader._next_epoch, "pass": dict(loader._saved)}
    if current is not None and not current.ended:
        if current.is_stream and loader.num_workers > 1 and not loader.in_order:
            raise RuntimeError(
                "DataLoader: which samples of a stream have been given out is not known with "
                "several workers and in_order=False, so there is no state to resume from. Use "
                "in_order=True, or num_workers=1"
            )
        return {**state, "epoch": current.epoch, "pass": current.state()}
    # Between two passes. The default generator is the program's to save; the sampler's own is ours.
    generator = order_generator(loader)
    random = None if generator is fc.default_generator else packed_state(generator.get_state())
    return {**state, "epoch": loader._next_epoch, "pass": None, "random": random}


def _description(loader: Any) -> dict[str, Any]:
    """What two loaders have in common that make the same batches."""
    stream = isinstance(loader.dataset, IterableDataset)
    try:
        samples = None if stream else len(loader.dataset)
    except TypeError:
        samples = None
    return {
        "samples": samples,
        "batch_size": loader.batch_size,
        "drop_last": loader.drop_last,
        "sampler": name_of(loader._index_sampler if loader.batch_size is None else loader.sampler),
        # The one process that reads a stream alone is either the worker or the program.
        "streams": max(loader.num_workers, 1) if stream else None,
    }


_MEANING = {
    "samples": "len(dataset)",
    "batch_size": "batch_size",
    "drop_last": "drop_last",
    "sampler": "the class of the sampler",
    "streams": "num_workers (for an IterableDataset, whose samples are split among the workers)",
}


def load_state(loader: Any, state: Any) -> None:
    """What `DataLoader.load_state_dict` does; nothing, where it raises."""
    if not isinstance(state, dict) or "version" not in state or "loader" not in state:
        raise TypeError(
            "DataLoader.load_state_dict() expects what state_dict() gave, got "
            f"{type(state).__name__}: {short(state)}"
        )
    if state["version"] != VERSION:
        raise ValueError(
            f"DataLoader.load_state_dict(): the state has version {state['version']}, and this "
            f"version of firebrick-data reads version {VERSION}"
        )
    here = _description(loader)
    for name, saved in state["loader"].items():
        if here[name] != saved:
            raise ValueError(
                f"DataLoader.load_state_dict(): the state is of a loader that makes other batches: "
                f"{_MEANING[name]} was {saved!r} there, and is {here[name]!r} here"
            )
    loader._next_epoch = state["epoch"]
    loader._pass = None
    loader._saved = state["pass"]
    if state["pass"] is not None:
        set_sampler_epoch(loader, state["pass"]["sampler_epoch"])
    elif state["random"] is not None:
        order_generator(loader).set_state(unpacked_state(state["random"]))
