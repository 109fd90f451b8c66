"""One pass over a loader's sampler: what has been drawn from it, what has been given out, and how
to go on from there in another process.

No worker, no clock: a pass only knows the order. What it remembers is small, as the order is made
again rather than kept: the state of the generator from which the sampler draws, as it was when the
pass began, and how far the pass has come.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import firebrick_core as fc

from ._dataset import IterableDataset
from ._random import draw_seed, packed_state, unpacked_state


class Pass:
    """The numbered indices of a pass over `loader`, new or resumed.

    PyTorch's draws, in PyTorch's order: `iter(sampler)` first, which for most samplers draws
    nothing yet; then (with `draws_seed`) one seed for the workers, from the loader's generator or
    the default one; then, as indices are asked for, whatever the sampler draws.

    A resumed pass repeats these draws from the generator's old state, up to the indices that had
    been drawn. The default generator is then put back as it was found: it belongs to the program,
    which has models that draw from it as well.
    """

    def __init__(self, loader: Any, draws_seed: bool):
        saved, loader._saved = loader._saved, None
        self.epoch = loader._next_epoch
        loader._next_epoch += 1
        self.is_stream = isinstance(loader.dataset, IterableDataset)
        self.reached = 0  # the number after the highest of those given out
        self.missing: set[int] = set()  # the numbers below it that were not given out
        self.ended = False
        self._drawn = 0
        self._check = 0
        self._sampler_epoch = sampler_epoch(loader)
        self._source = order_generator(loader)
        self._pending: list[tuple[int, Any]] = []
        self._drew_seed = draws_seed
        if saved is None:
            self._random = self._source.get_state()
            self._indices = iter(loader._index_sampler)
            self.base_seed = draw_seed(loader.generator) if draws_seed else 0
        else:
            self._resume(loader, saved)

    def _resume(self, loader: Any, saved: dict[str, Any]) -> None:
        if saved["sampler_epoch"] != self._sampler_epoch:
            raise RuntimeError(
                f"DataLoader: the state was saved in epoch {saved['sampler_epoch']} of the "
                f"sampler, and set_epoch({self._sampler_epoch}) was called since. Go on with epoch "
                f"{saved['sampler_epoch']}"
            )
        self.base_seed = saved["base_seed"]
        self._drew_seed = saved["drew_seed"]
        self._random = unpacked_state(saved["random"])
        found = self._source.get_state()
        try:
            self._source.set_state(self._random)
            self._indices = iter(loader._index_sampler)
            if self._drew_seed and _seed_generator(loader) is self._source:
                draw_seed(loader.generator)
            self._repeat(saved)
        finally:
            # Where nothing had been drawn yet, that is still to come, from the state of then.
            if self._source is fc.default_generator and saved["drawn"]:
                self._source.set_state(found)

    def _repeat(self, saved: dict[str, Any]) -> None:
        """Draw what had been drawn, and keep what had not been given out."""
        reached, missing = saved["batch"], set(saved["missing"])
        while self._drawn < saved["drawn"]:
            try:
                numbered = self._draw()
            except StopIteration:
                break
            if self._drawn == saved["drawn"] and self._check != saved["check"]:
                raise RuntimeError(
                    "DataLoader: the sampler does not give the order that it gave when the state "
                    "was saved. Use the same sampler and data, and let it draw from a firebrick "
                    "generator (its `generator`, or the default one)"
                )
            if self.is_stream or numbered[0] >= reached or numbered[0] in missing:
                self._pending.append(numbered)
        self._pending.reverse()
        self.reached, self.missing = reached, missing

    def _draw(self) -> tuple[int, Any]:
        index = next(self._indices)
        number = self._drawn
        self._drawn += 1
        first = index[0] if isinstance(index, list) and index else index
        if type(first) is int:
            self._check = (self._check * 31 + first + 1) % 0x7FFFFFFF
        return number, index

    def __iter__(self) -> Iterator[tuple[int, Any]]:
        return self

    def __next__(self) -> tuple[int, Any]:
        """The next batch to be loaded: its number and its index."""
        return self._pending.pop() if self._pending else self._draw()

    def is_out(self, number: int) -> bool:
        """Whether a batch was given out already (a stream has to read past its samples)."""
        return number < self.reached and number not in self.missing

    @property
    def count(self) -> int:
        """How many batches were given out."""
        return self.reached - len(self.missing)

    def given(self, number: int) -> None:
        """Batch `number` goes to the consumer."""
        if number == self.reached:
            self.reached += 1
        elif number > self.reached:
            self.missing.update(range(self.reached, number))
            self.reached = number + 1
        else:
            self.missing.discard(number)

    def state(self) -> dict[str, Any]:
        """How far the pass has come, for `DataLoader.state_dict`."""
        return {
            "batch": self.reached,
            "missing": sorted(self.missing),
            "drawn": self._drawn,
            "check": self._check,
            "base_seed": self.base_seed,
            "drew_seed": self._drew_seed,
            "random": packed_state(self._random),
            "sampler_epoch": self._sampler_epoch,
        }


def order_generator(loader: Any) -> Any:
    """The generator that the order is drawn from: the sampler's own, or else the default one."""
    for sampler in _samplers(loader):
        generator = getattr(sampler, "generator", None)
        if isinstance(generator, fc.Generator):
            return generator
    return fc.default_generator


def sampler_epoch(loader: Any) -> int | None:
    """The epoch that `set_epoch` told the sampler (a DistributedSampler), None where it has
    none."""
    for sampler in _samplers(loader):
        if hasattr(sampler, "set_epoch"):
            return getattr(sampler, "epoch", None)
    return None


def set_sampler_epoch(loader: Any, epoch: int | None) -> None:
    """Tell the sampler its epoch, where it has one."""
    for sampler in _samplers(loader):
        if hasattr(sampler, "set_epoch") and epoch is not None:
            sampler.set_epoch(epoch)


def _samplers(loader: Any) -> Iterator[Any]:
    """The loader's sampler, and those that it takes its indices from in turn."""
    sampler = loader._index_sampler
    seen: set[int] = set()
    while sampler is not None and id(sampler) not in seen:
        yield sampler
        seen.add(id(sampler))
        sampler = getattr(sampler, "sampler", None)


def _seed_generator(loader: Any) -> Any:
    return fc.default_generator if loader.generator is None else loader.generator
