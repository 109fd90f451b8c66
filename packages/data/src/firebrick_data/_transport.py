"""How a batch gets from a worker to the consumer: pickled, with its arrays beside the pickle.

The arrays of a large batch lie in a *slot*: a piece of shared memory that the worker makes once and
uses again and again. Most of the time the worker has collated into it already (`_memory`), and the
consumer's tensors are views of it, so that the bytes are written once and never copied. A batch of
less than SHARE_FROM bytes, and one that finds no slot, travels through the socket; the consumer
cannot tell the difference.

Who may write to a slot (guarantee 4 of `_pool`): the worker, from the moment that it has taken the
slot until it has sent the batch; then the consumer, until the last array of the batch is gone; then
the worker again, as soon as it is told, with its next task. Neither ever waits for the other: a
worker without a free slot sends through the socket, and a consumer that keeps many batches gets
copies (LEASES).
"""

from __future__ import annotations

import io
import os
import pickle
import weakref
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import numpy as np

import firebrick_core as fc

from . import _segments
from ._channel import aligned
from ._columns import is_plain

# Measured (2 cores, socket against a slot): 64 KiB 90 000/s against 66 000/s, 256 KiB 25 000
# against 51 000, 38 MB 33 against 219.
SHARE_FROM = 1 << 17
# Smaller arrays are not worth a place in the slot while collating; `pack` copies them there.
_PLACE_FROM = 1 << 12
# Slots of one worker that the consumer may hold at a time. A loop holds its batch while it asks for
# the next.
LEASES = 2


def slots_needed(prefetch: int) -> int:
    """How many slots let a worker always find a free one: those under way, those held, the one just
    taken."""
    return prefetch + LEASES + 1


class _Pickler(pickle.Pickler):
    """Pickles plain tensors as the NumPy arrays that they are, whatever core's own format is."""

    def reducer_override(self, value: Any) -> Any:
        if is_plain(value):
            return fc.Tensor._wrap, (value._array,)
        return NotImplemented


def dumps(value: Any, buffer_callback: Callable[[pickle.PickleBuffer], Any] | None = None) -> bytes:
    """Pickle `value` for another process."""
    file = io.BytesIO()
    _Pickler(file, 5, buffer_callback=buffer_callback).dump(value)
    return file.getvalue()


@dataclass(frozen=True)
class Packed:
    """Where the bytes of a batch are. `places` are (in the slot?, start, size); the first is the
    pickle."""

    places: list[tuple[bool, int, int]]
    slot: int | None = None
    new_size: int = 0  # of the slot, when this is the first batch in it; its descriptor comes along
    retired: list[int] = field(default_factory=list)  # slots that the worker has given up
    trouble: str = ""  # why there is no shared memory, once


class _Slot:
    """A worker's piece of shared memory: new, or what the consumer has lent it (a descriptor)."""

    def __init__(self, number: int, size: int, lent: int | None = None):
        self.number = number
        self.size = size
        self.descriptor = _segments.create(size) if lent is None else lent
        try:
            self.map = _segments.attach(self.descriptor, size)
        except BaseException:
            self.close_descriptor()
            raise
        self.sent = False  # and not yet given back by the consumer
        self._view: Any = None
        self._unseen = lent is not None
        if lent is not None:
            self.close_descriptor()

    def view(self) -> np.ndarray:
        """A new array over the slot, which is watched: see `is_free`."""
        if self._unseen:
            self._unseen = False
            _segments.map_pages(self.map)
        array = np.frombuffer(self.map, np.uint8)
        self._view = weakref.ref(array)
        return array

    def is_free(self) -> bool:
        """Whether neither the consumer nor code in this worker (a caching collate function) has the
        last batch."""
        return not self.sent and (self._view is None or self._view() is None)

    def close_descriptor(self) -> None:
        """Close the descriptor, when the consumer has it or the slot is given up."""
        if self.descriptor >= 0:
            os.close(self.descriptor)
            self.descriptor = -1


class SlotWriter:
    """A worker's slots, and the packing of batches into them."""

    def __init__(self, limit: int):
        self._limit = limit if _segments.SUPPORTED else 0
        self._slots: dict[int, _Slot] = {}
        self._made = 0
        self._retired: list[int] = []
        self._trouble = ""
        self._want = 0  # bytes that a slot should have, from the batches so far
        self.begin()

    def begin(self) -> None:
        """Start the next batch."""
        self._slot: _Slot | None = None
        self._view: np.ndarray | None = None
        self._used = 0

    def lent(self, number: int, size: int, descriptor: int) -> None:
        """A slot from the consumer, who has mapped it already; the descriptor is closed."""
        self._made = max(self._made, number + 1)
        if self._limit:
            with suppress(OSError):  # what cannot be mapped is not used
                self._slots[number] = _Slot(number, size, descriptor)
        else:
            os.close(descriptor)

    def given_back(self, freed: list[int], dropped: list[int]) -> None:
        """The consumer is done with the batches in these slots; the dropped ones must not be used
        again."""
        for number in freed:
            if number in self._slots:
                self._slots[number].sent = False
        for number in dropped:
            slot = self._slots.pop(number, None)
            if slot is not None:
                slot.close_descriptor()

    def allocate(self, shape: tuple[int, ...], dtype: Any) -> np.ndarray | None:
        """Room in the slot for an array of the batch, or None."""
        dtype = np.dtype(dtype)
        count = 1
        for size in shape:
            count *= size
        place = (
            self._place(count * dtype.itemsize) if count * dtype.itemsize >= _PLACE_FROM else None
        )
        return None if place is None else place.view(dtype).reshape(shape)

    def _place(self, size: int) -> np.ndarray | None:
        """`size` bytes of the slot of this batch, which is taken when its first bytes are."""
        if self._view is None and size >= SHARE_FROM:
            self._expect(size)  # of the first batch, nothing else is known yet
        if self._view is None and self._want:
            self._slot = self._take_slot(self._want)
            self._view = self._slot.view() if self._slot is not None else None
        if self._view is None or self._used + size > len(self._view):
            return None
        place = self._view[self._used : self._used + size]
        self._used = aligned(self._used + size)
        return place

    def _expect(self, size: int) -> None:
        """Let slots have room for batches of `size` bytes, and of an eighth more: the batches of
        many datasets differ in size."""
        self._want = max(self._want, aligned(size + size // 8))

    def _take_slot(self, size: int) -> _Slot | None:
        free = [slot for slot in self._slots.values() if slot.is_free()]
        for slot in free:
            if slot.size >= size:
                return slot
        for slot in free:  # `_want` only grows: they stay too small
            self._give_up(slot)
        if len(self._slots) >= self._limit:
            return None
        try:
            slot = _Slot(self._made, size)
        except OSError as error:
            self._limit = 0
            self._trouble = f"{type(error).__name__}: {error}"
            return None
        self._made += 1
        self._slots[slot.number] = slot
        return slot

    def _give_up(self, slot: _Slot) -> None:
        del self._slots[slot.number]
        self._retired.append(slot.number)
        slot.close_descriptor()

    def pack(self, batch: Any) -> tuple[Packed, list[Any], list[int]]:
        """Where the batch is, what has to be sent along, and the descriptor of a new slot."""
        buffers: list[pickle.PickleBuffer] = []
        body = dumps(batch, buffers.append)
        views = [buffer.raw() for buffer in buffers]
        starts = [self._start_in_slot(view) for view in views]
        outside = sum(
            aligned(len(view)) for view, start in zip(views, starts, strict=True) if start is None
        )
        total = self._used + outside
        if total >= SHARE_FROM:
            self._expect(total)
        tail: list[Any] = [body]
        places = [(False, 0, len(body))]
        end = aligned(len(body))
        for view, start in zip(views, starts, strict=True):
            if start is None and total >= SHARE_FROM:
                start = self._copy_in(view)
            if start is not None:
                places.append((True, start, len(view)))
            else:
                places.append((False, end, len(view)))
                tail.append(view)
                end += aligned(len(view))
        return self._sent(places), tail, self._new_descriptors()

    def _start_in_slot(self, view: memoryview) -> int | None:
        """Where in the slot the buffer lies already."""
        if self._view is None or not len(view):
            return None
        start = _address(np.frombuffer(view, np.uint8)) - _address(self._view)
        return start if 0 <= start < len(self._view) else None

    def _copy_in(self, view: memoryview) -> int | None:
        start = self._used
        place = self._place(len(view))
        if place is None:
            return None
        if len(view):
            place[:] = np.frombuffer(view, np.uint8)
        return start

    def _sent(self, places: list[tuple[bool, int, int]]) -> Packed:
        retired, self._retired = self._retired, []
        trouble, self._trouble = self._trouble, ""
        slot = self._slot
        if slot is None or not any(in_slot for in_slot, _, _ in places):
            return Packed(places, retired=retired, trouble=trouble)
        slot.sent = True
        new_size = slot.size if slot.descriptor >= 0 else 0
        return Packed(places, slot.number, new_size, retired, trouble)

    def _new_descriptors(self) -> list[int]:
        slot = self._slot
        return [slot.descriptor] if slot is not None and slot.sent and slot.descriptor >= 0 else []

    def delivered(self) -> None:
        """The message is out: the consumer has the descriptor."""
        if self._slot is not None and self._slot.sent:
            self._slot.close_descriptor()


def _address(array: np.ndarray) -> int:
    return array.__array_interface__["data"][0]


class SlotReader:
    """The consumer's side of one worker's slots."""

    def __init__(self) -> None:
        self._slots: dict[int, _segments.Segment] = {}
        self._waiting: set[int] = set()  # arrived, and neither leased nor given back yet
        self._leased: set[int] = set()
        self._shared_by_fork: set[int] = set()
        self._freed: deque[int] = deque()
        self._dropped: deque[int] = deque()
        self._at_end: Callable[[_segments.Segment], None] | None = None  # once closed

    def lend(self, count: int) -> Iterator[tuple[int, _segments.Segment]]:
        """At most `count` slots that are left from an earlier worker, to begin with."""
        for number, segment in enumerate(_segments.take_kept(count)):
            self._slots[number] = segment
            yield number, segment

    def admit(self, packed: Packed, descriptors: list[int]) -> None:
        """Note what a message says of the slots, before the batch is asked for."""
        for number in packed.retired:
            self._forget(number)
        for descriptor in descriptors:
            self._slots[packed.slot] = _segments.Segment(descriptor, packed.new_size)  # type: ignore[index]
        if packed.slot is not None:
            self._waiting.add(packed.slot)

    def _forget(self, number: int) -> None:
        slot = self._slots.pop(number, None)
        if slot is not None:
            slot.close()

    def unpack(self, packed: Packed, tail: bytearray) -> Any:
        """The batch. It is the caller's for good: nothing writes to it any more."""
        slot_bytes = self._lease(packed)
        pieces = [
            (slot_bytes if in_slot else memoryview(tail))[start : start + size]
            for in_slot, start, size in packed.places
        ]
        return pickle.loads(pieces[0], buffers=pieces[1:])

    def _lease(self, packed: Packed) -> memoryview:
        if packed.slot is None:
            return memoryview(b"")
        self._waiting.discard(packed.slot)
        array = np.frombuffer(self._slots[packed.slot].map, np.uint8)
        if len(self._leased) >= LEASES:
            end = max(start + size for in_slot, start, size in packed.places if in_slot)
            copy = array[:end].copy()
            self._freed.append(packed.slot)
            return memoryview(copy)
        self._leased.add(packed.slot)
        # The arrays of the batch are views of `array` through a memoryview, and keep it alive.
        weakref.finalize(array, self._release, packed.slot).atexit = False
        return memoryview(array)

    def _release(self, slot: int) -> None:
        """The consumer has dropped a batch. Runs wherever that happens, so it takes single steps
        only."""
        self._leased.discard(slot)
        if self._at_end is not None:
            self._end(slot)
        else:
            (self._dropped if slot in self._shared_by_fork else self._freed).append(slot)

    def discard_waiting(self) -> None:
        """Give back the slots of batches that arrived, and that nobody wants any more."""
        self._freed.extend(self._waiting)
        self._waiting.clear()

    def give_back(self) -> tuple[list[int], list[int]]:
        """The slots that have become free, and those to drop, for the worker's next task."""
        freed = [self._freed.popleft() for _ in range(len(self._freed))]
        dropped = [self._dropped.popleft() for _ in range(len(self._dropped))]
        for slot in dropped:
            self._forget(slot)
            self._shared_by_fork.discard(slot)
        return freed, dropped

    def close(self, worker_has_ended: bool) -> None:
        """Let go of all slots, those of batches that are held when their batches go.

        Where nobody can write to them any more, they are kept for other workers.
        """
        self._at_end = _segments.keep if worker_has_ended else _segments.Segment.close
        self._shared_by_fork.update(self._dropped)
        for slot in list(self._slots):
            if slot not in self._leased:
                self._end(slot)

    def _end(self, number: int) -> None:
        slot = self._slots.pop(number, None)
        if slot is not None and self._at_end is not None:
            (_segments.Segment.close if number in self._shared_by_fork else self._at_end)(slot)

    def before_fork(self) -> None:
        """A child of this process will see the batches held now, for longer than this process may
        hold them."""
        self._shared_by_fork |= self._leased
