"""The zip archive around a checkpoint: named records, stored as they are, each aligned in the file.

PyTorch's `.pt` files are zip files without compression whose records start at multiples of 64
bytes, so that they can be mapped into memory. Writing goes through the standard library's
`zipfile`, on to anything with a `write` method. Reading takes the directory from `zipfile`, and the
records from the file itself: a storage is read straight into the array that keeps it, or mapped.
"""

from __future__ import annotations

import struct
import zipfile
import zlib
from collections.abc import Iterable
from typing import Any

import numpy as np

# PyTorch's alignment of records; it covers every dtype, and a cache line.
ALIGNMENT = 64
# What records need so that they can be used where they lie: the largest elements have 16 bytes.
_LEAST_ALIGNMENT = 16

_LOCAL_HEADER = struct.Struct("<4s5H3L2H")
_LOCAL_SIGNATURE = b"PK\x03\x04"
# zipfile's local entry for a large record: tag, length, and two 8-byte sizes.
_ZIP64_ENTRY_SIZE = 20
# The tag under which PyTorch pads a record's header ("FB", for Facebook).
_PADDING_TAG = b"FB"
# The earliest date that a zip file can tell: the same object gives the same bytes on any day.
_DATE = (1980, 1, 1, 0, 0, 0)

# What zipfile raises for archives that are damaged; OSError comes from seeking to negative places.
_ZIP_ERRORS = (
    zipfile.BadZipFile,
    zipfile.LargeZipFile,
    zlib.error,
    struct.error,
    NotImplementedError,
    ValueError,
    OverflowError,
    EOFError,
    OSError,
)

_WHAT_TO_DO = "Copy or download the file again, or save it anew"


class Output:
    """A file that is only written to, front to back, and knows how far it is.

    Without a `seek`, zipfile writes sizes behind the records, as PyTorch does. Writes go on until
    everything is written, which unbuffered files leave to their callers.
    """

    def __init__(self, file: Any):
        self._file = file
        self.position = 0

    def write(self, data: Any) -> int:
        rest = memoryview(data)
        total = rest.nbytes
        rest = rest.cast("B") if total else memoryview(b"")
        while rest.nbytes:
            written = self._file.write(rest)
            rest = rest[rest.nbytes if written is None else written :]
        self.position += total
        return total

    def tell(self) -> int:
        return self.position

    def flush(self) -> None:
        if hasattr(self._file, "flush"):
            self._file.flush()


def write_archive(file: Any, records: Iterable[tuple[str, Any]], folder: str = "archive") -> None:
    """Write records, pairs of a name and a bytes-like object, as an archive of aligned records."""
    output: Any = Output(file)
    with zipfile.ZipFile(output, "w", zipfile.ZIP_STORED) as archive:
        for name, content in records:
            content = memoryview(content)
            info = zipfile.ZipInfo(f"{folder}/{name}", _DATE)
            info.file_size = content.nbytes
            large = content.nbytes * 1.05 > zipfile.ZIP64_LIMIT
            header = _LOCAL_HEADER.size + len(info.filename.encode()) + large * _ZIP64_ENTRY_SIZE
            info.extra = _padding(output.position + header)
            with archive.open(info, "w", force_zip64=large) as record:
                info.extra = b""  # written; the directory at the end needs no padding
                if content.nbytes:
                    record.write(content)


def _padding(position: int) -> bytes:
    """The entry of a local header that moves what starts at `position` to an aligned place."""
    missing = -position % ALIGNMENT
    if missing == 0:
        return b""
    if missing < 4:  # an entry's tag and length take four bytes
        missing += ALIGNMENT
    return _PADDING_TAG + struct.pack("<H", missing - 4) + b"Z" * (missing - 4)


class Archive:
    """The records of a checkpoint's zip archive, read one by one.

    `file` is a seekable binary file whose archive starts at its current position. Raises
    RuntimeError, as PyTorch does, for what is not an archive, is cut off or damaged. `shared` is
    for `mapped`.
    """

    def __init__(self, file: Any, shared: bool = False):
        self._file = file
        self._shared = shared
        self._mapping: Any = None
        try:
            self._zip = zipfile.ZipFile(file)
            names = self._zip.namelist()
        except _ZIP_ERRORS as error:
            raise self._damaged(
                "failed finding central directory. The list of records at the end of the file is "
                f"missing or damaged ({error}): the file is cut off, or was changed"
            ) from error
        end = file.seek(0, 2)
        self._size = file.tell() if end is None else end
        roots = [name[: -len("data.pkl")] for name in names if name.endswith("/data.pkl")]
        if not roots:
            found = ", ".join(names[:5]) or "none"
            raise RuntimeError(
                "load: expected the zip archive of a PyTorch checkpoint, but it has no record "
                f"data.pkl (records: {found}). Only files written by torch.save can be loaded"
            )
        self._root = min(roots, key=len)

    @staticmethod
    def _damaged(what: str) -> RuntimeError:
        return RuntimeError(
            f"PytorchStreamReader failed reading zip archive: {what}. {_WHAT_TO_DO}."
        )

    def __contains__(self, name: str) -> bool:
        return self._root + name in self._zip.NameToInfo

    def _info(self, name: str) -> zipfile.ZipInfo:
        info = self._zip.NameToInfo.get(self._root + name)
        if info is None:
            raise self._damaged(f"file not found: record {name} is missing")
        if info.flag_bits & 1 or info.compress_type not in (
            zipfile.ZIP_STORED,
            zipfile.ZIP_DEFLATED,
        ):
            raise self._damaged(f"record {name} is encrypted or compressed in a way unknown here")
        return info

    def nbytes(self, name: str) -> int:
        """The size of a record."""
        return self._info(name).file_size

    def _start(self, name: str, info: zipfile.ZipInfo) -> int:
        """Where the content of a record starts in the file, behind its local header."""
        self._file.seek(max(info.header_offset, 0))
        header = self._file.read(_LOCAL_HEADER.size)
        if (
            info.header_offset < 0
            or len(header) < _LOCAL_HEADER.size
            or header[:4] != _LOCAL_SIGNATURE
        ):
            raise self._damaged(f"record {name} is not where the list of records says")
        name_size, extra_size = _LOCAL_HEADER.unpack(header)[-2:]
        start = info.header_offset + _LOCAL_HEADER.size + name_size + extra_size
        if start + info.compress_size > self._size:
            raise self._damaged(f"record {name} reaches beyond the end of the file")
        return start

    def array(self, name: str) -> np.ndarray[Any, Any]:
        """A record's bytes as a new array, after its checksum has been compared."""
        info = self._info(name)
        if info.compress_type != zipfile.ZIP_STORED:
            return self._inflated(name, info)
        if info.file_size != info.compress_size:
            raise self._damaged(f"record {name} has two sizes")
        self._file.seek(self._start(name, info))
        content = np.empty(info.file_size, np.uint8)
        self._fill(name, memoryview(content))
        # PyTorch writes 0 where it was told not to compute checksums.
        if info.CRC and zlib.crc32(content) != info.CRC:
            raise self._damaged(
                f"record {name} is damaged: its checksum is {zlib.crc32(content):08x}, and was "
                f"{info.CRC:08x} when it was written"
            )
        return content

    def _fill(self, name: str, rest: memoryview) -> None:
        readinto = getattr(self._file, "readinto", None)
        while rest.nbytes:
            if readinto is not None:
                count = readinto(rest)
            else:
                chunk = self._file.read(rest.nbytes)
                count = len(chunk)
                rest[:count] = chunk
            if not count:
                raise self._damaged(f"record {name} ends early")
            rest = rest[count:]

    def _inflated(self, name: str, info: zipfile.ZipInfo) -> np.ndarray[Any, Any]:
        """The bytes of a record that somebody's zip program has compressed."""
        try:
            return np.frombuffer(bytearray(self._zip.read(info)), np.uint8)
        except _ZIP_ERRORS as error:
            raise self._damaged(f"record {name} is damaged ({error})") from error

    def bytes(self, name: str) -> bytes:
        """A record's bytes."""
        return self.array(name).tobytes()

    def mapped(self, name: str) -> np.ndarray[Any, Any]:
        """A record's bytes mapped into memory: read when they are used, copied when written to.

        With `shared`, what is written goes into the file. Checksums are not compared. Records that
        are compressed or not aligned are read instead.
        """
        from ._mapping import map_file, part

        info = self._info(name)
        if info.compress_type != zipfile.ZIP_STORED or not info.file_size:
            return self.array(name)
        if info.file_size != info.compress_size:
            raise self._damaged(f"record {name} has two sizes")
        start = self._start(name, info)
        if start % _LEAST_ALIGNMENT:
            return self.array(name)
        if self._mapping is None:  # one for all records: systems limit how many there may be
            self._mapping = map_file(self._file, shared=self._shared)
        return part(self._mapping, start, info.file_size)
