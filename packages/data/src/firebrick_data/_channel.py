"""Messages over a socket between the loader and one worker.

A message is a pickled head, a tail of raw bytes, and file descriptors. The loader's end never
blocks: what cannot be sent or read completely now goes on at the next call (guarantee 2 of
`_pool`).
"""

from __future__ import annotations

import array
import os
import pickle
import socket
import struct
from collections import deque
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

_HEADER = struct.Struct("<IIQ")  # bytes of the head, descriptors, bytes of the tail

# Buffers in the tail start at multiples of this, as NumPy's and BLAS's vector loops like it.
ALIGNMENT = 64
# Up to this size a tail is copied into one piece, so that it takes one system call.
_JOIN_UP_TO = 1 << 18
_MAX_DESCRIPTORS = 4


def aligned(size: int) -> int:
    """The next multiple of ALIGNMENT."""
    return -(-size // ALIGNMENT) * ALIGNMENT


class Message(NamedTuple):
    """One message; the receiver owns the tail and the descriptors."""

    head: Any
    tail: bytearray
    descriptors: list[int]


class Channel:
    """One end of the connection between the loader and a worker."""

    def __init__(self, sock: socket.socket, blocking: bool):
        sock.setblocking(blocking)
        self._sock = sock
        self._outgoing: deque[tuple[memoryview, Sequence[int]]] = deque()
        self._descriptors: list[int] = []
        self._parts: list[bytearray] = []
        self._part = bytearray(_HEADER.size)
        self._filled = 0

    def fileno(self) -> int:
        """The socket's descriptor, for `select`; -1 once closed."""
        return self._sock.fileno()

    def close(self) -> None:
        """Close this end. What the other end still sends or waits for fails there."""
        self._sock.close()
        _close_all(self._descriptors)
        self._outgoing.clear()

    def send(self, head: bytes, tail: Sequence[Any] = (), descriptors: Sequence[int] = ()) -> None:
        """Send a pickled head and the buffers of a tail, each at a multiple of ALIGNMENT.

        `descriptors` can be closed when this returns, on a blocking channel. Raises ConnectionError
        where the other end is gone.
        """
        pieces = list(_padded(tail))
        size = sum(len(piece) for piece in pieces)
        if size <= _JOIN_UP_TO:
            pieces = [memoryview(b"".join(pieces))] if size else []
        start = _HEADER.pack(len(head), len(descriptors), size) + head
        self._outgoing.append((memoryview(start), descriptors))
        self._outgoing.extend((piece, ()) for piece in pieces)
        self.flush()

    def flush(self) -> bool:
        """Send what is still to be sent; False where some of it has to wait until the socket is
        writable."""
        while self._outgoing:
            data, descriptors = self._outgoing[0]
            try:
                sent = self._send(data, descriptors)
            except BlockingIOError:
                return False
            if sent == len(data):
                self._outgoing.popleft()
            else:
                self._outgoing[0] = (data[sent:], ())
        return True

    def _send(self, data: memoryview, descriptors: Sequence[int]) -> int:
        return (
            socket.send_fds(self._sock, [data], descriptors)
            if descriptors
            else self._sock.send(data)
        )

    @property
    def has_outgoing(self) -> bool:
        """Whether something waits until the socket is writable."""
        return bool(self._outgoing)

    def receive(self) -> Message | None:
        """The next message; None where it is not complete yet (a blocking channel waits).

        Raises EOFError where the other end is closed, ConnectionError where it broke.
        """
        while self._fill():
            self._parts.append(self._part)
            self._filled = 0
            if len(self._parts) == 1:
                self._part = bytearray(_HEADER.unpack(self._parts[0])[0])
            elif len(self._parts) == 2:
                self._part = bytearray(_HEADER.unpack(self._parts[0])[2])
            else:
                return self._complete()
        return None

    def _complete(self) -> Message:
        header, head, tail = self._parts
        expected = _HEADER.unpack(header)[1]
        descriptors, self._descriptors = self._descriptors, []
        self._parts = []
        self._part = bytearray(_HEADER.size)
        if len(descriptors) != expected:
            _close_all(descriptors)
            raise OSError(
                f"a worker sent {expected} file descriptors and {len(descriptors)} arrived: this "
                "process has too many open files (see `ulimit -n`)"
            )
        return Message(pickle.loads(head), tail, descriptors)

    def _fill(self) -> bool:
        """Read on until the current part is full; False where there is nothing more to read now."""
        while self._filled < len(self._part):
            rest = memoryview(self._part)[self._filled :]
            try:
                got = self._receive_into(rest)
            except BlockingIOError:
                return False
            if not got:
                raise EOFError
            self._filled += got
        return True

    def _receive_into(self, rest: memoryview) -> int:
        # Descriptors come with the first byte of a header, and only there.
        if self._parts or not hasattr(self._sock, "recvmsg_into"):
            return self._sock.recv_into(rest)
        space = socket.CMSG_LEN(_MAX_DESCRIPTORS * array.array("i").itemsize)
        got, ancillary, _, _ = self._sock.recvmsg_into([rest], space)
        for level, kind, data in ancillary:
            if level == socket.SOL_SOCKET and kind == socket.SCM_RIGHTS:
                numbers = array.array("i")
                numbers.frombytes(data[: len(data) - len(data) % numbers.itemsize])
                self._descriptors.extend(numbers)
        return got


def _padded(buffers: Iterable[Any]) -> Iterable[memoryview]:
    """The buffers, each followed by what leads to the next multiple of ALIGNMENT."""
    for buffer in buffers:
        view = memoryview(buffer).cast("B")
        if len(view):
            yield view
            padding = aligned(len(view)) - len(view)
            if padding:
                yield memoryview(bytes(padding))


def _close_all(descriptors: list[int]) -> None:
    while descriptors:
        os.close(descriptors.pop())
