"""Messages and slots, without processes."""

import gc
import os
import pickle
import socket

import numpy as np
import pytest

import firebrick_core as fc
import firebrick_data._transport as transport
from firebrick_data import _memory, _segments, default_collate
from firebrick_data._channel import ALIGNMENT, Channel, aligned

pytestmark = [
    pytest.mark.usefixtures("nothing_left"),
    pytest.mark.skipif(not _segments.SUPPORTED, reason="descriptors cannot be passed here"),
]

LARGE = transport.SHARE_FROM // 8  # float64 elements


@pytest.fixture
def ends():
    """The loader's end of a channel, and the worker's."""
    ours, theirs = socket.socketpair()
    pair = Channel(ours, blocking=False), Channel(theirs, blocking=True)
    yield pair
    for channel in pair:
        channel.close()


def test_a_message_arrives_in_pieces(ends):
    ours, theirs = ends
    tail = [b"abc", np.arange(5), memoryview(b"")]
    theirs.send(pickle.dumps({"a": 1}), tail)
    assert ours.receive() is not None
    theirs.send(pickle.dumps("second"))
    raw = theirs._sock
    head = pickle.dumps("slow")
    message = ours.receive()
    assert (message.head, message.tail, message.descriptors) == ("second", bytearray(), [])
    from firebrick_data._channel import _HEADER

    for byte in _HEADER.pack(len(head), 0, 2) + head:
        raw.send(bytes([byte]))
        assert ours.receive() is None
    raw.send(b"x")
    assert ours.receive() is None
    raw.send(b"y")
    assert ours.receive().tail == b"xy"


def test_tails_are_aligned(ends):
    ours, theirs = ends
    theirs.send(pickle.dumps(None), [b"abc", b"defg"])
    tail = ours.receive().tail
    assert tail[:3] == b"abc" and tail[ALIGNMENT : ALIGNMENT + 4] == b"defg"
    assert len(tail) == aligned(3) + aligned(4)


def test_the_loader_never_waits_for_a_reader(ends):
    ours, theirs = ends
    large = bytes(range(256)) * 20_000
    ours.send(pickle.dumps("large"), [large])
    assert ours.has_outgoing
    theirs._sock.setblocking(False)
    message = None
    while message is None:
        message = theirs.receive()
        ours.flush()
    assert message.tail[: len(large)] == large
    assert not ours.has_outgoing


def test_descriptors_arrive_with_their_message(ends):
    ours, theirs = ends
    read, write = os.pipe()
    theirs.send(pickle.dumps("plain"))
    theirs.send(pickle.dumps("pipe"), [b"tail"], [write])
    os.close(write)
    assert ours.receive().descriptors == []
    message = ours.receive()
    assert message.head == "pipe"
    os.write(message.descriptors[0], b"through")
    assert os.read(read, 10) == b"through"
    os.close(read)
    os.close(message.descriptors[0])


@pytest.mark.parametrize("sent", [0, 3, 20])
def test_the_other_end_closes(ends, sent):
    ours, theirs = ends
    theirs._sock.send(bytes(sent)[:sent])
    theirs.close()
    with pytest.raises(EOFError):
        while True:
            ours.receive()


class Wire:
    """A writer and a reader of slots, joined."""

    def __init__(self, limit=4):
        self.writer = transport.SlotWriter(limit)
        self.reader = transport.SlotReader()

    def send(self, make):
        """Make a batch as a worker does, and unpack it as the consumer does."""
        return self.unpack(*self.pack(make))

    def pack(self, make):
        self.writer.given_back(*self.reader.give_back())
        self.writer.begin()
        with _memory.allocating_with(self.writer.allocate):
            batch = make()
        packed, tail, descriptors = self.writer.pack(batch)
        self.reader.admit(packed, [os.dup(d) for d in descriptors])
        raw = bytearray()
        for buffer in tail:
            view = memoryview(buffer).cast("B")
            raw += view
            raw += bytes(aligned(len(view)) - len(view))
        self.writer.delivered()
        self.writer.begin()
        return packed, raw

    def unpack(self, packed, raw):
        return self.reader.unpack(packed, raw)


def samples(value, count=2, size=LARGE):
    return lambda: default_collate([np.full(size, value, np.float64)] * count)


def test_small_batches_use_no_slot():
    wire = Wire()
    packed, raw = wire.pack(samples(1, size=10))
    assert packed.slot is None
    batch = wire.unpack(packed, raw)
    assert batch.tolist() == [[1.0] * 10] * 2


def test_slots_are_used_again_when_the_consumer_is_done():
    wire = Wire()
    used = []
    for value in range(20):
        packed, raw = wire.pack(samples(value))
        used.append(packed.slot)
        assert (wire.unpack(packed, raw).numpy() == value).all()
    assert set(used) == {0}


@pytest.mark.parametrize("before", [0, 1])
def test_collating_happens_in_the_slot(before):
    wire = Wire()
    for _ in range(before):
        wire.send(samples(0))
    wire.writer.given_back(*wire.reader.give_back())
    with _memory.allocating_with(wire.writer.allocate):
        batch = samples(1)()
    assert np.shares_memory(batch._array, wire.writer._view)
    packed, tail, descriptors = wire.writer.pack(batch)
    assert len(descriptors) == (not before) and len(tail) == 1
    assert packed.places[1] == (True, 0, batch._array.nbytes)
    wire.writer.delivered()
    del batch


def lent(wire):
    """Give the writer what the reader can lend it; how many slots that are."""
    slots = list(wire.reader.lend(4))
    for number, segment in slots:
        wire.writer.lent(number, segment.size, os.dup(segment.descriptor))
    return len(slots)


def test_slots_of_a_worker_that_has_ended_serve_another():
    first, second = Wire(), Wire()
    held = [first.send(samples(value)) for value in range(2)]
    first.reader.close(worker_has_ended=True)
    assert lent(second) == 0
    del held[1]
    assert lent(second) == 1  # what the consumer still holds is not lent
    packed, raw = second.pack(samples(7))
    assert (packed.slot, packed.new_size) == (0, 0)
    kept = second.unpack(packed, raw)
    assert second.pack(samples(8))[0].new_size > 0
    assert (kept.numpy() == 7).all() and (held[0].numpy() == 0).all()


@pytest.mark.parametrize("why", ["the worker may live", "a fork", "switched off"])
def test_slots_that_somebody_may_use_are_not_lent(why, monkeypatch):
    wire = Wire()
    held = wire.send(samples(1))
    if why == "a fork":
        wire.reader.before_fork()
    if why == "switched off":
        monkeypatch.setenv("FIREBRICK_RECYCLE", "0")
    wire.reader.close(worker_has_ended=why != "the worker may live")
    del held
    assert lent(Wire()) == 0


def test_lent_slots_that_are_too_small_are_given_up():
    wire, later = Wire(), Wire()
    wire.send(samples(1))
    wire.reader.close(worker_has_ended=True)
    assert lent(later) == 1
    for value in range(3):
        batch = later.send(samples(value, size=3 * LARGE))
        assert (batch.numpy() == value).all()
        del batch
    assert list(later.writer._slots) == list(later.reader._slots) == [1]


def test_what_is_kept_is_limited(monkeypatch):
    monkeypatch.setattr(_segments, "KEPT", 10_000)
    for _ in range(5):
        _segments.keep(_segments.Segment(_segments.create(4000), 4000))
    assert len(_segments.take_kept(9)) == 2


def test_batches_that_are_held_are_copied_when_the_leases_are_out():
    wire = Wire(limit=4)
    held, slots = [], []
    for value in range(12):
        packed, raw = wire.pack(samples(value))
        slots.append(packed.slot)
        held.append(wire.unpack(packed, raw))
    assert None not in slots and len(set(slots)) <= 4
    for value, batch in enumerate(held):
        assert (batch.numpy() == value).all()
    assert len(wire.reader._leased) == transport.LEASES


def test_a_part_of_a_batch_keeps_its_slot():
    wire = Wire(limit=2)
    part = wire.send(samples(5))._array[1, 7:9]
    for value in range(6):
        wire.send(samples(value))
    assert part.tolist() == [5, 5]
    assert len(wire.reader._leased) == 1
    del part
    gc.collect()
    assert not wire.reader._leased


def test_a_batch_that_the_worker_keeps_keeps_its_slot():
    wire = Wire()
    wire.send(samples(0))
    kept = []

    def keep():
        kept.append(samples(1)())
        return kept[0]

    wire.send(keep)
    for value in range(2, 8):
        assert (wire.send(samples(value)).numpy() == value).all()
    assert (kept[0].numpy() == 1).all()
    kept.clear()


def test_without_a_free_slot_batches_go_through_the_socket():
    wire = Wire(limit=1)
    first = wire.pack(samples(1))
    second = wire.pack(samples(2))
    assert first[0].slot == 0 and second[0].slot is None
    assert (wire.unpack(*second).numpy() == 2).all()
    assert (wire.unpack(*first).numpy() == 1).all()


def test_slots_that_are_too_small_are_replaced():
    wire = Wire(limit=2)
    for size in (LARGE, 3 * LARGE, 9 * LARGE, 27 * LARGE):
        for value in range(4):
            batch = wire.send(samples(value, size=size))
            assert (batch.numpy() == value).all() and batch.shape == (2, size)
            del batch
    assert len(wire.writer._slots) <= 2
    assert len(wire.reader._slots) <= 2


def test_slots_held_during_a_fork_are_dropped():
    wire = Wire()
    held = wire.send(samples(1))
    wire.reader.before_fork()
    del held
    packed, raw = wire.pack(samples(2))
    assert packed.slot == 1
    wire.unpack(packed, raw)
    assert list(wire.writer._slots) == [1]
    assert list(wire.reader._slots) == [1]


def test_what_arrived_and_is_not_wanted_gives_its_slot_back():
    wire = Wire(limit=1)
    for value in range(3):
        packed, _ = wire.pack(samples(value))
        assert packed.slot == 0
        wire.reader.discard_waiting()


def test_any_object_travels():
    wire = Wire()
    read_only = np.arange(LARGE * 2, dtype=np.float64)
    read_only.flags.writeable = False
    batch = {
        "text": ["a", "b"],
        "none": None,
        "strided": np.arange(10_000)[::3],
        "fortran": np.asfortranarray(np.arange(60_000.0).reshape(200, 300)),
        "read only": read_only,
        "empty": np.zeros((0, 3)),
        "scalar": np.float32(2),
        "bool": fc.tensor([True, False]),
        "large": fc.arange(LARGE),
        "bytes": b"x" * 1000,
    }
    got = wire.send(lambda: batch)
    assert list(got) == list(batch)
    for name, value in batch.items():
        assert type(got[name]) is type(value)
        if isinstance(value, np.ndarray):
            np.testing.assert_array_equal(got[name], value)
            assert got[name].dtype == value.dtype
            assert got[name].flags.writeable == value.flags.writeable
        elif isinstance(value, fc.Tensor):
            assert got[name].dtype == value.dtype
            assert got[name].tolist() == value.tolist()
        else:
            assert got[name] == value
    assert got["fortran"].flags.f_contiguous


def test_bfloat16_travels():
    pytest.importorskip("ml_dtypes")
    tensor = fc.ones(LARGE).to(fc.bfloat16)
    for _ in range(3):
        got = Wire().send(lambda: tensor)
        assert got.dtype == fc.bfloat16
        assert got.tolist() == [1.0] * LARGE


def test_two_views_of_one_array_arrive_whole():
    wire = Wire()

    def make():
        base = default_collate([np.arange(LARGE, dtype=np.float64)] * 2)._array
        return base[0], base[1], base

    wire.send(make)
    for _ in range(3):
        first, second, whole = wire.send(make)
        assert (first == whole[0]).all() and (second == whole[1]).all()
        del first, second, whole


def test_reserved_memory_is_zero_and_shared():
    fd = _segments.create(5000)
    one, other = _segments.attach(fd, 5000), _segments.attach(fd, 5000)
    os.close(fd)
    assert one[:] == bytes(5000)
    one[17] = 3
    assert other[17] == 3


def test_memory_that_cannot_be_reserved_is_an_error():
    resource = pytest.importorskip("resource")
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 20, before[1]))
    try:
        with pytest.raises(OSError):
            _segments.create(1 << 21)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
