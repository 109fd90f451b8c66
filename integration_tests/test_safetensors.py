"""Safetensors files: the package safetensors reads what Firebrick writes, and the other way."""

import json
import struct

import numpy as np
import pytest

import firebrick_core as fb
from firebrick_core import safetensors as ours

theirs = pytest.importorskip("safetensors.numpy")
open_theirs = pytest.importorskip("safetensors").safe_open

NAMES = ["bool", "uint8", "int8", "int16", "uint16", "int32", "uint32", "int64", "uint64"]
NAMES += ["float16", "float32", "float64", "complex64"]
ARRAYS = {name: np.arange(3).astype(name) for name in NAMES}
ARRAYS |= {"é\n": np.ones((2, 3)), "scalar": np.array(2.0), "empty": np.ones((0, 3))}
TENSORS = {name: fb.from_numpy(a) for name, a in ARRAYS.items()}
METADATA = {"format": "pt", "é": "ü"}


def test_the_same_bytes():
    assert ours.save(TENSORS, {"format": "pt"}) == theirs.save(ARRAYS, {"format": "pt"})
    assert ours.save(TENSORS) == theirs.save(ARRAYS)
    assert ours.save({}) == theirs.save({})


def test_both_ways(tmp_path):
    ours.save_file(TENSORS, tmp_path / "ours", METADATA)
    theirs.save_file(ARRAYS, tmp_path / "theirs", METADATA)
    for name in ("ours", "theirs"):
        back, loaded = theirs.load_file(tmp_path / name), ours.load_file(tmp_path / name)
        assert set(back) == set(loaded) == set(ARRAYS)
        for key, a in ARRAYS.items():
            assert back[key].dtype == loaded[key]._array.dtype == a.dtype
            assert back[key].tolist() == loaded[key].tolist() == a.tolist()
        with open_theirs(tmp_path / name, "np") as one, ours.safe_open(tmp_path / name) as other:
            assert one.metadata() == other.metadata() == METADATA
            assert sorted(one.keys()) == sorted(other.keys())
            assert list(one.offset_keys()) == other.offset_keys()


def file_of(header, nbytes):
    text = json.dumps(header).encode()
    return struct.pack("<Q", len(text)) + text + bytes(nbytes)


@pytest.mark.parametrize("seed", range(300))
def test_damaged_headers_are_refused_by_both_or_by_ours(seed):
    """Ours is stricter: it refuses names that are there twice. It takes nothing that theirs does
    not."""
    choose = np.random.default_rng(seed)
    content = bytearray(ours.save({"a": fb.ones(2, 2), "b": fb.arange(3)}, METADATA))
    length = 8 + int.from_bytes(content[:8], "little")
    for _ in range(choose.integers(1, 3)):
        content[choose.integers(length)] = choose.integers(32, 127)
    try:
        found = ours.load(bytes(content))
    except ours.SafetensorError:
        return
    expected = theirs.load(bytes(content))
    assert {name: t.tolist() for name, t in found.items()} == {
        name: a.tolist() for name, a in expected.items()
    }
