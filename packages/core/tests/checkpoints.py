"""Saving into memory and comparing what comes back, for the tests of serialization."""

import io
import struct
import zipfile

import numpy as np

import firebrick_core as fb
from firebrick_core._archive import write_archive
from firebrick_core.serialization import load, save

BASE = np.arange(24, dtype=np.float32).reshape(4, 6)


def tensor(array):
    return fb.Tensor._wrap(np.asarray(array))


def saved(obj):
    buffer = io.BytesIO()
    save(obj, buffer)
    return buffer.getvalue()


def round_trip(obj, **options):
    return load(io.BytesIO(saved(obj)), **options)


def assert_same(one, other):
    """The same types and values all the way down."""
    assert type(one) is type(other)
    if isinstance(one, fb.Tensor):
        assert one.dtype is other.dtype and one.device == other.device
        assert one.shape == other.shape
        assert one.stride() == other.stride() or not one.numel()
        assert one.__dict__ == other.__dict__
        if not one.is_meta:
            assert one._array.tobytes() == other._array.tobytes()
    elif isinstance(one, np.ndarray):
        assert one.dtype == other.dtype and one.shape == other.shape
        assert one.tobytes() == other.tobytes()
    elif isinstance(one, dict):
        assert list(one) == list(other)
        for key in one:
            assert_same(one[key], other[key])
    elif isinstance(one, (list, tuple)):
        assert len(one) == len(other)
        for a, b in zip(one, other, strict=True):
            assert_same(a, b)
    else:
        assert one == other


def rewritten(content, **changed):
    """The archive with some records changed, and all checksums right."""
    old = zipfile.ZipFile(io.BytesIO(content))
    records = []
    for info in old.infolist():
        name = info.filename.split("/", 1)[1]
        start = struct.unpack("<2H", content[info.header_offset + 26 : info.header_offset + 30])
        start = info.header_offset + 30 + sum(start)
        records.append((name, changed.get(name, content[start : start + info.file_size])))
    buffer = io.BytesIO()
    write_archive(buffer, records)
    return buffer.getvalue()
